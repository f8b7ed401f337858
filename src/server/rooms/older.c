#include "server/rooms/older.h"

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

/* The document of such a table; NULL if it is none. A table that was not begun is none: it has nothing to replay. */
static json_t *older_document(House *h, const char *id, const TapGame **ret_game)
{
    char    *document = NULL;
    TapError error = {{0}};
    if (!secrets_is_table(id) || h->store->kind->get_table(h->store, id, &document, &error)) return NULL;
    json_t *root = json_loads(document, 0, NULL);
    free(document);
    const char *game = text_of(root, "game"), *phase = text_of(root, "phase");
    *ret_game = game ? tap_game_find(game) : NULL;
    bool begun = phase && strcmp(phase, "open") != 0;
    if (*ret_game && begun && rules_of(root) != tap_game_rules_version(*ret_game)) return root;
    json_decref(root);
    return NULL;
}

bool older_table(House *h, const char *id, char *ret_text, size_t size)
{
    const TapGame *game;
    json_t *root = older_document(h, id, &game);
    if (!root) return false;
    snprintf(ret_text, size,
             "%s was played here under version %d of its rules; this house plays version %d. "
             "Its record can still be had.",
             tap_game_title(game), rules_of(root), tap_game_rules_version(game));
    json_decref(root);
    return true;
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

char *older_record(House *h, const char *id)
{
    const TapGame *game;
    TapError error = {{0}};
    char    *text = NULL;
    size_t   n = 0;
    json_t  *root = older_document(h, id, &game);
    FILE    *out = root ? open_memstream(&text, &n) : NULL;
    bool     good = out && write_head(out, id, root) &&
                    h->store->kind->read(h->store, id, 0, write_entry, out, &error) == STORE_OK;
    if (out && fclose(out)) good = false;
    json_decref(root);
    if (good) return text;
    free(text);
    return NULL;
}
