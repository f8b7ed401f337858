#include "server/rooms/unplayed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "server/ground/fair.h"
#include "server/ground/secrets.h"

static const char *text_of(const json_t *root, const char *name)
{
    return json_string_value(json_object_get(root, name));
}

static int rules_of(const json_t *root) { return (int)json_integer_value(json_object_get(root, "rules")); }

typedef struct Unplayed {
    json_t        *root; /* its document, or NULL if that cannot be read */
    const TapGame *game; /* NULL if this program has no such game */
    bool           damaged;
    TapError       why;  /* if it is */
    const char    *closed; /* by the keeper, and why, or ""; else NULL */
} Unplayed;

/* False if it is no such table. One that was not begun is none because of its rules: it has nothing to replay. */
static bool look_at(House *h, const char *id, Unplayed *ret)
{
    char *document = NULL;
    *ret = (Unplayed){0};
    if (!secrets_is_table(id)) return false;
    StoreResult found = h->store->kind->get_table(h->store, id, &document, &ret->why);
    ret->damaged = found == STORE_DAMAGED;
    if (document) ret->root = json_loads(document, 0, NULL);
    free(document);
    const char *game = text_of(ret->root, "game"), *phase = text_of(ret->root, "phase");
    ret->game = game ? tap_game_find(game) : NULL;
    bool begun = phase && strcmp(phase, "open") != 0;
    ret->closed = text_of(ret->root, "closed");
    if (ret->damaged || ret->closed) return true;
    if (found == STORE_OK && ret->game && begun && rules_of(ret->root) != tap_game_rules_version(ret->game))
        return true;
    json_decref(ret->root);
    return false;
}

const char *unplayed_table(House *h, const char *id, char *ret_text, size_t size)
{
    Unplayed u;
    if (!look_at(h, id, &u)) return NULL;
    if (u.damaged)
        snprintf(ret_text, size, "This table was damaged on the disk, so nobody plays on here. What is left of its "
                 "record can be had. %s", u.why.text);
    else if (u.closed)
        snprintf(ret_text, size, CLOSED_WORDS "%s%.300s", u.closed[0] ? " " : "", u.closed);
    else
        snprintf(ret_text, size,
                 "%s was played here under version %d of its rules; this house plays version %d. "
                 "Its record can still be had.",
                 tap_game_title(u.game), rules_of(u.root), tap_game_rules_version(u.game));
    const char *code = u.damaged ? "damaged" : u.closed ? "ended" : "old-rules";
    json_decref(u.root);
    return code;
}

static void write_hex(FILE *out, const char *before, const uint8_t *bytes, size_t n)
{
    char hex[2 * 64 + 1];
    fair_write_hex(bytes, n, hex);
    fprintf(out, "%s%s\n", before, hex);
}

static void write_player(FILE *out, int seat, const char *name)
{
    fprintf(out, "player %d \"", seat + 1);
    for (; *name; name++) fprintf(out, *name == '"' || *name == '\\' ? "\\%c" : "%c", *name);
    fputs("\"\n", out);
}

static bool write_entry(void *of, const char *id, int number, const char *entry)
{
    (void)id, (void)number;
    fprintf(of, "%s\n", entry);
    return true;
}

static void write_cast(FILE *out, const json_t *seats)
{
    bool any = false;
    for (size_t i = 0; i < json_array_size(seats); i++) any = any || text_of(json_array_get(seats, i), "role");
    for (size_t i = 0; any && i < json_array_size(seats); i++) {
        const char *role = text_of(json_array_get(seats, i), "role");
        fprintf(out, "%s%s%s", i ? " " : "cast ", role ? role : "_", i + 1 < json_array_size(seats) ? "" : "\n");
    }
}

/* False if a seed is missing, without which the answers tell nothing. */
static bool write_head(FILE *out, const char *id, const json_t *root)
{
    const json_t *options = json_object_get(root, "options"), *seats = json_object_get(root, "seats");
    const char *server_seed = text_of(root, "server_seed");
    TapFair fair;
    uint8_t seed[64];
    if (!server_seed || !fair_begin(&fair, id) || !fair_read_hex(server_seed, fair.server, TAP_FAIR_SEED)) return false;
    fair_commit(fair.server, fair.commitment);
    fprintf(out, "taproom 1\ngame %s %d\n", text_of(root, "game"), rules_of(root));
    for (size_t i = 0; i < json_array_size(options); i++)
        fprintf(out, "option %s\n", json_string_value(json_array_get(options, i)));
    fprintf(out, "seats %d\n", (int)json_array_size(seats));
    write_cast(out, seats);
    for (size_t i = 0; i < json_array_size(seats) && i < TAP_SEATS; i++) {
        const json_t *seat = json_array_get(seats, i);
        const char *name = text_of(seat, "name"), *hex = text_of(seat, "seed");
        if (name) write_player(out, (int)i, name);
        if (hex && fair_read_hex(hex, seed, TAP_FAIR_SEED)) fair_take(&fair, (TapSeat)i, seed);
    }
    fair_mix(&fair, seed);
    write_hex(out, "seed ", seed, sizeof seed);
    fprintf(out, "fair table %s\n", fair.table);
    write_hex(out, "fair commitment ", fair.commitment, TAP_FAIR_SEED);
    write_hex(out, "fair server ", fair.server, TAP_FAIR_SEED);
    for (TapSeat s = 0; s < TAP_SEATS; s++) {
        char before[32];
        snprintf(before, sizeof before, "fair client %d ", s + 1);
        if (tap_has(fair.clients, s)) write_hex(out, before, fair.client[s], TAP_FAIR_SEED);
    }
    return true;
}

char *unplayed_record(House *h, const char *id)
{
    Unplayed u;
    char    *text = NULL;
    size_t   n = 0;
    if (!look_at(h, id, &u)) return NULL;
    FILE *out = open_memstream(&text, &n);
    if (out && u.damaged) fprintf(out, "# This is what is left of a table that was damaged: %s\n", u.why.text);
    bool        headed = out && u.root && write_head(out, id, u.root);
    TapError    error = {{0}};
    StoreResult read = out ? h->store->kind->read(h->store, id, 0, write_entry, out, &error) : STORE_FAILED;
    if (read == STORE_DAMAGED) fprintf(out, "# %s\n", error.text);
    bool good = read == STORE_DAMAGED || (read == STORE_OK && (headed || u.damaged));
    if (out && fclose(out)) good = false;
    json_decref(u.root);
    if (good) return text;
    free(text);
    return NULL;
}
