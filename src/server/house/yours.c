#include "server/house/yours.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jansson.h>

#include "server/rooms/guests.h"
#include "server/rooms/hushed.h"
#include "server/rooms/seats.h"

/* As the store has it, also of a table in memory: no commit is under way (request_waits), so what is told of it is on
 * the disk. NULL if it is gone or damaged. */
static json_t *document_of(House *h, const char *table)
{
    char   *text = NULL;
    json_t *root = NULL;
    if (h->store->kind->get_table(h->store, table, &text, NULL) == STORE_OK) root = json_loads(text, 0, NULL);
    free(text);
    return root;
}

static const char *word_of(const json_t *root, const char *name)
{
    const char *text = json_string_value(json_object_get(root, name));
    return text ? text : "";
}

static int seat_in(const json_t *seats, const char *guest)
{
    for (size_t s = 0; s < json_array_size(seats); s++) {
        const json_t *seat = json_array_get(seats, s);
        if (!strcmp(word_of(seat, "kind"), "person") && !strcmp(word_of(seat, "guest"), guest)) return (int)s;
    }
    return -1;
}

/* What both lists say of a table: what is played there and with whom. */
static void write_table(Out *o, const char *table, const TapGame *game, const json_t *root, const json_t *seats,
                        int mine)
{
    int bots = 0;
    out_open(o, NULL, '{');
    out_string(o, "table", table);
    out_string(o, "game", tap_game_id(game));
    out_string(o, "title", tap_game_title(game));
    if (*word_of(root, "name")) out_string(o, "name", word_of(root, "name"));
    out_number(o, "seats", (int64_t)json_array_size(seats));
    out_open(o, "others", '[');
    for (size_t s = 0; s < json_array_size(seats); s++) {
        const json_t *seat = json_array_get(seats, s);
        bots += !strcmp(word_of(seat, "kind"), "bot");
        if (!strcmp(word_of(seat, "kind"), "person") && (int)s != mine) out_string(o, NULL, word_of(seat, "name"));
    }
    out_close(o, ']');
    out_number(o, "bots", bots);
}

/* Only what is on the disk is told, and only where the game is in memory: it is not played again to be looked at. */
static bool is_his_turn(const Room *r, int seat)
{
    return r && r->phase == PHASE_PLAYING && r->record && r->seq == r->flushed_seq &&
           tap_has(room_asked(r), (TapSeat)seat);
}

static void write_running(Out *o, const json_t *root, const Room *r, int seat)
{
    out_string(o, "phase", word_of(root, "phase"));
    if (is_his_turn(r, seat)) out_bool(o, "turn", true);
    out_close(o, '}');
}

/* Of a game that has other rules now only the result is left, and its record. */
static bool has_our_rules(const TapGame *game, const json_t *root)
{
    return json_integer_value(json_object_get(root, "rules")) == tap_game_rules_version(game);
}

static void write_played(Out *o, const TapGame *game, const json_t *root, const json_t *seats, int mine)
{
    int64_t score = json_integer_value(json_object_get(json_array_get(seats, (size_t)mine), "score"));
    int64_t finished = json_integer_value(json_object_get(root, "finished")), now = (int64_t)time(NULL);
    int     place = 1;
    for (size_t s = 0; s < json_array_size(seats); s++)
        place += json_integer_value(json_object_get(json_array_get(seats, s), "score")) > score;
    out_number(o, "place", place);
    out_number(o, "score", score);
    if (tap_game_scores_money(game)) out_bool(o, "coins", true);
    if (has_our_rules(game, root)) out_bool(o, "replay", true);
    out_number(o, "ago", finished && finished < now ? now - finished : 0);
    out_close(o, '}');
}

/* One pass over his tables for each of the two lists: those that are over have a score, the others do not. */
static void write_list(Out *o, House *h, const char *guest, const char tables[][TABLE_BYTES], json_t *const *document,
                       int n, bool over, int most)
{
    int listed = 0;
    out_open(o, over ? "played" : "tables", '[');
    for (int i = 0; i < n && listed < most; i++) {
        const json_t  *root = document[i], *seats = json_object_get(root, "seats");
        const TapGame *game = house_game(h, word_of(root, "game"));
        int            mine = seat_in(seats, guest);
        const char    *phase = word_of(root, "phase");
        bool           is_over = !strcmp(phase, phase_word[PHASE_OVER]);
        if (!game || mine < 0 || is_over != over || json_object_get(root, "closed")) continue;
        if (!strcmp(phase, phase_word[PHASE_PLAYING]) && !has_our_rules(game, root)) continue; /* nobody plays on */
        const json_t *score = json_object_get(json_array_get(seats, (size_t)mine), "score");
        if (over && !json_is_integer(score)) continue; /* it ended before scores were kept */
        write_table(o, tables[i], game, root, seats, mine);
        if (over) write_played(o, game, root, seats, mine);
        else write_running(o, root, room_in_memory(h, tables[i]), mine);
        listed++;
    }
    out_close(o, ']');
}

void yours_send(Client *c, const char *re)
{
    House  *h = c->house;
    char    tables[GUEST_TABLES][TABLE_BYTES];
    json_t *document[GUEST_TABLES] = {NULL};
    int     n = guest_tables(h, c->guest, tables);
    for (int i = 0; i < n; i++) document[i] = document_of(h, tables[i]);
    Out *o = &h->out;
    out_clear(o);
    out_open(o, NULL, '{');
    out_string(o, "type", "yours");
    if (re) out_string(o, "re", re);
    write_list(o, h, c->guest, tables, document, n, false, LIMIT_YOUR_TABLES);
    write_list(o, h, c->guest, tables, document, n, true, LIMIT_YOUR_PLAYED);
    out_close(o, '}');
    for (int i = 0; i < n; i++) json_decref(document[i]);
    client_send(c, o->text, o->n);
}
