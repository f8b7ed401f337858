#include "server/rooms/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "server/ground/fair.h"
#include "server/ground/logs.h"
#include "server/rooms/doors.h"
#include "server/rooms/holding.h"
#include "server/rooms/hushed.h"
#include "server/rooms/playing.h"
#include "server/rooms/room_content.h"
#include "server/rooms/seats.h"
#include "server/rooms/open_window.h"

/* -------------------------------------------------------------- documents */

static void write_orders(const Chair *c, Out *o)
{
    const char *orders[LIMIT_ORDERS];
    int         n = orders_of(c, orders);
    if (!n) return;
    out_open(o, "orders", '[');
    for (int i = 0; i < n; i++) out_string(o, NULL, orders[i]);
    out_close(o, ']');
}

void room_write_document(const Room *r, Out *o)
{
    out_open(o, NULL, '{');
    out_string(o, "game", tap_game_id(r->setup.game));
    out_number(o, "rules", tap_game_rules_version(r->setup.game));
    content_write(r->setup.content, o);
    out_open(o, "options", '[');
    for (int i = 0; i < r->options; i++) out_string(o, NULL, r->option[i]);
    out_close(o, ']');
    out_string(o, "phase", phase_word[r->phase]);
    if (r->finished) out_number(o, "finished", r->finished);
    out_string(o, "host", r->host);
    if (r->name[0]) out_string(o, "name", r->name);
    if (r->next_table[0]) out_string(o, "next", r->next_table);
    if (r->before[0]) out_string(o, "before", r->before);
    if (r->setup.pot) out_number(o, "pot", r->setup.pot);
    if (r->setup.start >= 0) out_number(o, "start", r->setup.start);
    out_number(o, "pace", r->pace);
    out_number(o, "clock", r->clock);
    out_number(o, "grace", r->grace);
    if (r->window_s >= 0) out_number(o, "window", r->window_s);
    if (r->delay) out_number(o, "delay", r->delay);
    out_bool(o, "public", r->is_public);
    out_string(o, "hints", hints_word[r->hints]);
    if (r->unwatched) out_bool(o, "unwatched", true);
    doors_write(r, o, "barred", true);
    out_hex(o, "server_seed", r->fair.server, TAP_FAIR_SEED);
    out_open(o, "seats", '[');
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        const Chair *c = &r->chair[s];
        out_open(o, NULL, '{');
        out_string(o, "kind", chair_word[c->kind]);
        out_number(o, "generation", c->generation);
        if (c->hints) out_number(o, "hints", c->hints);
        if (c->since >= 0) out_number(o, "since", c->since);
        if (r->setup.stack[s] >= 0) out_number(o, "stack", r->setup.stack[s]);
        if (c->bought) out_number(o, "bought", c->bought);
        if (c->kind != CHAIR_OPEN) out_string(o, "name", c->name);
        if (c->guest[0]) out_string(o, "guest", c->guest);
        if (c->kind == CHAIR_BOT) out_string(o, "bot", c->bot);
        if (r->setup.cast[s] >= 0) out_string(o, "role", r->setup.content->role[r->setup.cast[s]]);
        if (r->phase == PHASE_OVER && r->record)
            out_number(o, "score", tap_score(&r->setup, tap_record_state(r->record), s));
        write_orders(c, o);
        if (tap_has(r->fair.clients, s)) out_hex(o, "seed", r->fair.client[s], TAP_FAIR_SEED);
        out_close(o, '}');
    }
    out_close(o, ']');
    out_open(o, "sat", '[');
    for (int i = 0; i < r->guests; i++) out_string(o, NULL, r->sat[i]);
    out_close(o, ']');
    out_close(o, '}');
}

static void copy_text(const json_t *root, const char *name, char *ret, size_t size)
{
    const char *text = json_string_value(json_object_get(root, name));
    snprintf(ret, size, "%s", text ? text : "");
}

static int number_of(const json_t *root, const char *name)
{
    return (int)json_integer_value(json_object_get(root, name));
}

static int word_of(const json_t *root, const char *name, const char *const *words, int n)
{
    const char *text = json_string_value(json_object_get(root, name));
    for (int i = 0; text && i < n; i++)
        if (!strcmp(text, words[i])) return i;
    return -1;
}

/* A card or a word that the game no longer has is an order nobody can mean any more. */
static void read_orders(Room *r, TapSeat seat, const json_t *list)
{
    const char *orders[LIMIT_ORDERS];
    int         n = 0;
    for (size_t i = 0; i < json_array_size(list) && n < LIMIT_ORDERS; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (text && tap_order_check(&r->setup, text, NULL)) orders[n++] = text;
    }
    if (!orders_set(r, seat, orders, n, NULL)) orders_clear(&r->chair[seat]);
}

static bool read_chairs(Room *r, const json_t *seats)
{
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        const json_t *seat = json_array_get(seats, (size_t)s);
        Chair *c = &r->chair[s];
        int kind = word_of(seat, "kind", chair_word, 3);
        if (kind < 0) return false;
        c->kind = (ChairKind)kind;
        c->generation = (uint32_t)number_of(seat, "generation");
        c->hints = c->hints_told = number_of(seat, "hints");
        c->bought = number_of(seat, "bought");
        const json_t *since = json_object_get(seat, "since");
        c->since = json_is_integer(since) ? (int)json_integer_value(since) : -1;
        copy_text(seat, "name", c->name, sizeof c->name);
        copy_text(seat, "guest", c->guest, sizeof c->guest);
        copy_text(seat, "bot", c->bot, sizeof c->bot);
        c->away_since = house_now(r->house);
        c->noted = false;
        read_orders(r, s, json_object_get(seat, "orders"));
        const char *hex = json_string_value(json_object_get(seat, "seed"));
        uint8_t seed[TAP_FAIR_SEED];
        if (hex && fair_read_hex(hex, seed, sizeof seed)) fair_take(&r->fair, s, seed);
    }
    return true;
}

static void read_doors(Room *r, const json_t *root)
{
    const json_t *barred = json_object_get(root, "barred");
    r->unwatched = json_is_true(json_object_get(root, "unwatched"));
    free(r->shut_out);
    r->shut_out = NULL;
    for (size_t i = 0; i < json_array_size(barred); i++) {
        const json_t *one = json_array_get(barred, i);
        char guest[GUEST_BYTES], name[NAME_BYTES], mark[MARK_BYTES];
        copy_text(one, "guest", guest, sizeof guest);
        copy_text(one, "name", name, sizeof name);
        copy_text(one, "mark", mark, sizeof mark);
        doors_read(r, guest, name, mark, json_is_true(json_object_get(one, "out")));
    }
}

/* What each brings, and who begins: into a setup that was made from the options. */
static bool read_money(Room *r, const json_t *root, const json_t *seats)
{
    const json_t *start = json_object_get(root, "start");
    r->setup.pot = number_of(root, "pot");
    if (start) r->setup.start = (TapSeat)json_integer_value(start);
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        const json_t *stack = json_object_get(json_array_get(seats, (size_t)s), "stack");
        if (stack) r->setup.stack[s] = (int32_t)json_integer_value(stack);
        if (r->setup.stack[s] < -1 || r->setup.stack[s] > LIMIT_MONEY) return false;
    }
    return r->setup.pot >= 0 && r->setup.pot <= LIMIT_MONEY && r->setup.start >= TAP_NOBODY &&
           r->setup.start < (TapSeat)r->setup.seats;
}

/* False with a line on stderr if this program cannot play that table (older rules, a game it does not have). */
static bool read_document(Room *r, const char *document)
{
    const char *option[LIMIT_OPTIONS];
    TapError error = {{0}};
    json_t *root = json_loads(document, 0, NULL);
    const char *id = json_string_value(json_object_get(root, "game"));
    const TapGame *game = id ? house_game(r->house, id) : NULL;
    const json_t *options = json_object_get(root, "options"), *seats = json_object_get(root, "seats"),
                 *sat = json_object_get(root, "sat");
    int phase = word_of(root, "phase", phase_word, 3);
    bool closed = json_object_get(root, "closed"); /* by the keeper (unplayed.c) */
    bool good = game && !closed && phase >= 0;
    good = good && (phase == PHASE_OPEN || number_of(root, "rules") == tap_game_rules_version(game));
    if (!good) snprintf(error.text, sizeof error.text, "its game has other rules now");
    r->options = 0;
    for (size_t i = 0; good && i < json_array_size(options) && i < LIMIT_OPTIONS; i++) {
        const char *text = json_string_value(json_array_get(options, i));
        snprintf(r->option[i], sizeof r->option[i], "%s", text ? text : "");
        option[i] = r->option[i];
        r->options++;
    }
    const TapContent *content = NULL;
    good = good && content_find(r->house, game, json_object_get(root, "content"), &content, &error);
    good = good && tap_setup_with(&r->setup, game, content, (int)json_array_size(seats), option, r->options, &error);
    for (size_t i = 0; good && i < json_array_size(seats); i++) {
        const char *role = json_string_value(json_object_get(json_array_get(seats, i), "role"));
        good = !role || tap_setup_cast(&r->setup, (TapSeat)i, role, &error);
    }
    good = good && read_money(r, root, seats);
    const char *server_seed = json_string_value(json_object_get(root, "server_seed"));
    good =
        good && server_seed && fair_begin(&r->fair, r->id) && fair_read_hex(server_seed, r->fair.server, TAP_FAIR_SEED);
    if (good) fair_commit(r->fair.server, r->fair.commitment);
    good = good && read_chairs(r, seats);
    if (good) {
        r->phase = (Phase)phase;
        r->finished = json_integer_value(json_object_get(root, "finished"));
        copy_text(root, "host", r->host, sizeof r->host);
        copy_text(root, "name", r->name, sizeof r->name);
        copy_text(root, "next", r->next_table, sizeof r->next_table);
        copy_text(root, "before", r->before, sizeof r->before);
        r->pace = number_of(root, "pace");
        r->clock = number_of(root, "clock");
        r->grace = number_of(root, "grace");
        r->delay = number_of(root, "delay");
        const json_t *window = json_object_get(root, "window");
        r->window_s = json_is_integer(window) ? (int)json_integer_value(window) : -1;
        r->is_public = json_is_true(json_object_get(root, "public"));
        int hints = word_of(root, "hints", hints_word, 3);
        r->hints = hints < 0 ? room_usual_hints(game) : (Hints)hints;
        read_doors(r, root);
        r->guests = 0;
        for (size_t i = 0; i < json_array_size(sat) && i < SAT_MOST; i++, r->guests++)
            snprintf(r->sat[i], sizeof r->sat[i], "%s", json_string_value(json_array_get(sat, i)));
    } else if (!r->house->closing && !closed) log_say("table %s is left alone: %s", r->id, error.text);
    json_decref(root);
    return good;
}

/* -------------------------------------------------------------------- log */

/* An answer is a line of a record's body: "2 raise to 6", "1 check timeout", "clock ring". */
static bool read_answer(const Room *r, const char *entry, TapSeat *ret_seat, TapMove *ret_move, bool *ret_timeout)
{
    int  people, skip = 0;
    char words[TAP_WORDS + 32];
    *ret_seat = TAP_CLOCK;
    if (sscanf(entry, "%d %n", &people, &skip) == 1) *ret_seat = (TapSeat)(people - 1);
    else if (!strncmp(entry, "clock ", 6)) skip = 6;
    else return false;
    size_t n = (size_t)snprintf(words, sizeof words, "%s", entry + skip), mark = strlen(" timeout");
    if (n >= sizeof words) return false;
    *ret_timeout = n > mark && !strcmp(words + n - mark, " timeout");
    if (*ret_timeout) words[n - mark] = 0;
    return tap_move_read(&r->setup, tap_record_state(r->record), *ret_seat, words, ret_move, NULL);
}

static bool play_again(Room *r, const char *entry)
{
    TapMove move;
    TapSeat seat;
    bool    timeout;
    int     to;
    tap_log_clear(&r->house->log);
    if (sscanf(entry, "undo to %d", &to) == 1) return play_note_undo(r, to);
    if (!read_answer(r, entry, &seat, &move, &timeout)) return false;
    if (!tap_record_answer(r->record, seat, move, timeout, &r->house->log)) return false;
    play_note_answer(r, seat, NULL);
    return true;
}

typedef struct Replay {
    Room *room;
    bool  stopped; /* at an entry that cannot be played */
} Replay;

static bool replay_entry(void *of, const char *id, int number, const char *entry)
{
    Replay *p = of;
    (void)id, (void)number;
    p->stopped = !play_again(p->room, entry);
    return !p->stopped;
}

/* Answers to the hushed question that stands at the end of the log. */
static bool replay_aside(void *of, const char *id, int number, const char *entry)
{
    Room   *r = of;
    TapMove move;
    TapSeat seat;
    bool    timeout;
    if (!read_answer(r, entry, &seat, &move, &timeout) || seat != number || !tap_has(room_asked(r), seat)) return true;
    hushed_keep(r, seat, move, id);
    hushed_is_durable(r, seat);
    return true;
}

/* Nobody plays on at a table whose log is not what was written, or does not replay to its end: what would be played is
 * another game. It is kept as it is, and its players are told. */
static void set_aside(Room *r, const char *why)
{
    House *h = r->house;
    if (!h->closing) /* a check speaks for itself */
        log_each(LEVEL_ERROR, "table %s is damaged and set aside: %s", r->id, why);
    h->store->kind->set_damaged(h->store, r->id, why, NULL);
    house_touch(h);
}

static StoreResult load_log(Room *r)
{
    House   *h = r->house;
    uint8_t  seed[64];
    TapError error = {{0}};
    if (r->record || r->phase == PHASE_OPEN) return STORE_OK;
    fair_mix(&r->fair, seed);
    r->record = tap_record_new(&r->setup, seed, NULL);
    r->seen_is_old = true;
    r->seq = 0;
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) r->chair[s].asked_since = 0;
    Replay      replay = {.room = r};
    StoreResult read = h->store->kind->read(h->store, r->id, 0, replay_entry, &replay, &error);
    r->flushed_seq = r->seq;
    r->fresh.n = 0;
    if (read == STORE_OK && replay.stopped) {
        snprintf(error.text, sizeof error.text, "Entry %d of its log cannot be played.", r->seq + 1);
        read = STORE_DAMAGED;
    }
    if (read == STORE_OK && hushed_is_open(r)) read = aside_read(h->aside, r->id, r->seq, replay_aside, r, &error);
    if (read == STORE_OK) return STORE_OK;
    if (read == STORE_DAMAGED) set_aside(r, error.text);
    else log_say("the log of table %s cannot be read: %s", r->id, error.text);
    room_drop_game(r);
    return read;
}

/* False if the log cannot be read. */
static bool load_record(Room *r) { return load_log(r) == STORE_OK; }

static Room *load(House *h, const char *id)
{
    char    *document = NULL;
    TapError error = {{0}};
    StoreResult held = holding_take(h, id);
    h->elsewhere = held == STORE_ELSEWHERE;
    if (held) return NULL;
    StoreResult found = h->store->kind->get_table(h->store, id, &document, &error);
    if (found == STORE_DAMAGED && !h->closing) log_say("table %s is damaged: %s", id, error.text);
    Room *r = found == STORE_OK ? room_new(h, id) : NULL;
    bool  good = r && read_document(r, document);
    free(document);
    if (good) return r;
    if (r) room_forget(r);
    return NULL;
}

Room *room_borrow(House *h, const char *id)
{
    char *document = NULL;
    Room *r = NULL;
    bool  found = secrets_is_table(id) && !room_in_memory(h, id) &&
                 h->store->kind->get_table(h->store, id, &document, NULL) == STORE_OK;
    if (found) {
        r = room_new(h, id);
        r->borrowed = true;
    }
    bool good = r && read_document(r, document) && r->phase == PHASE_OVER && load_record(r);
    free(document);
    if (good) return r;
    if (r) room_forget(r);
    return NULL;
}

static Room *with_record(Room *r)
{
    if (!r || load_record(r)) return r;
    if (!r->members && !r->dirty && !r->committing && !r->jobs) room_forget(r);
    return NULL;
}

Room *room_find(House *h, const char *id)
{
    h->elsewhere = false;
    if (!secrets_is_table(id)) return NULL;
    Room *r = room_in_memory(h, id);
    if (!r && rooms_have_space(h, NULL)) r = load(h, id);
    return with_record(r);
}

Room *room_find_for(const Client *c, const char *id, bool *ret_full)
{
    House *h = c->house;
    *ret_full = h->elsewhere = false;
    if (!secrets_is_table(id)) return NULL;
    Room *r = room_in_memory(h, id);
    if (!r) {
        bool space = rooms_have_space(h, c->by_address);
        r = load(h, id);
        *ret_full = r && !space && seat_of_guest(r, c->guest) == TAP_NOBODY;
        if (*ret_full) room_forget(r);
        if (*ret_full || !r) return NULL;
    }
    if (!r->payer || !strcmp(r->host, c->guest)) room_charge(r, c->by_address);
    return with_record(r);
}

StoreResult room_reload(Room *r)
{
    House *h = r->house;
    char  *document = NULL;
    room_drop_game(r);
    StoreResult found = holding_take(h, r->id); /* of two nodes that made the same one, one did */
    if (!found) found = h->store->kind->get_table(h->store, r->id, &document, NULL);
    if (!found && !read_document(r, document)) found = STORE_DAMAGED;
    if (!found) found = load_log(r);
    free(document);
    if (found) return found;
    seats_look(r);
    r->bot_at = house_now(h) + RELOADED_MS; /* bots do not hammer a disk that is full */
    return STORE_OK;
}

static bool load_one(void *of, const char *id, int number, const char *document)
{
    House *h = of;
    (void)number;
    Room *r = room_new(h, id);
    if (!read_document(r, document)) room_forget(r);
    return true;
}

bool room_adopt(House *h, const char *id, const char *document)
{
    if (room_in_memory(h, id)) return false;
    load_one(h, id, 0, document);
    Room *r = room_in_memory(h, id);
    if (r && load_record(r)) return true;
    if (r) room_forget(r);
    else holding_release(h, id, NULL);
    return false;
}

void room_load_active(House *h)
{
    TapError error = {{0}};
    if (h->store->kind->active(h->store, h->most_tables / 2, load_one, h, &error))
        log_say("the list of tables cannot be read: %s", error.text);
    for (Room *r = h->rooms, *next; r; r = next) {
        next = r->next;
        if (r->clock && r->phase == PHASE_PLAYING && people_seated(r) > 1 && !load_record(r)) room_forget(r);
    }
}

bool room_keep_aside(Room *r, const AsideAnswer *a)
{
    if (!hushed_is_open(r) || r->seq != a->base) return false;
    if (tap_has(room_asked(r), (TapSeat)a->seat)) replay_aside(r, a->id, a->seat, a->entry);
    return true;
}
