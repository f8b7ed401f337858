#include "server/house/publish.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <taproom/bot.h>
#include <taproom/score.h>

#include "server/house/abroad.h"
#include "server/house/clock.h"
#include "server/house/lobby.h"
#include "server/house/queue.h"
#include "server/programs/remote.h"
#include "server/rooms/doors.h"
#include "server/rooms/held.h"
#include "server/rooms/hushed.h"
#include "server/rooms/open_window.h"
#include "server/rooms/purse.h"
#include "server/rooms/room_content.h"
#include "server/rooms/seats.h"
#include "server/rooms/takeover.h"

static const char *const event_word[] = {"moved", "rolled", "paid", "shown", "said"};

/* ----------------------------------------------------------------- events */

static void write_place(Out *o, const char *name, uint8_t zone, TapSeat owner, uint8_t level)
{
    if (!zone) return;
    out_open(o, name, '{');
    out_number(o, "zone", zone);
    out_seat(o, "owner", owner);
    out_number(o, "level", level);
    out_close(o, '}');
}

void publish_event(Out *o, const Room *r, const Happening *h, TapSeat viewer)
{
    const char *names[TAP_SEATS] = {NULL};
    char text[400];
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) names[s] = r->chair[s].name;
    TapEvent e = tap_event_for(&h->event, viewer);
    tap_event_text(&h->event, viewer, names, text, sizeof text);
    out_open(o, NULL, '{');
    out_number(o, "seq", h->seq);
    out_string(o, "kind", event_word[e.kind]);
    out_string(o, "text", text);
    if (e.who >= 0) out_seat(o, "who", e.who);
    if (e.other >= 0) out_seat(o, "other", e.other);
    if (e.card != TAP_NO_CARD && e.deck && e.card < e.deck->faces) out_string(o, "card", e.deck->face[e.card].code);
    if (e.n) out_number(o, "n", e.n);
    write_place(o, "from", e.from, e.from_owner, e.level);
    write_place(o, "to", e.to, e.to_owner, e.level);
    out_close(o, '}');
}

/* The events of all answers in force after entry `from`, played again; -1 is the deal too. */
static void gather_since(Room *r, int from, Happenings *ret)
{
    TapLog  *log = &r->house->log;
    TapState state;
    for (int i = from < 0 ? -1 : 0; i < tap_record_answers(r->record); i++) {
        int seq = i < 0 ? 0 : r->answer_seq[i];
        if (seq <= from) continue;
        tap_log_clear(log);
        tap_record_state_at(r->record, i + 1, &state, log);
        happenings_add(ret, log, seq);
    }
}

/* How each chapter ended that is no longer to be seen: the View of that moment, and how many of the update's events
 * came before it. Of many the last. */
static void write_chapters(Out *o, Room *r, const Happening *list, int n, int from, TapSeat viewer)
{
    int ended[LIMIT_CHAPTERS], chapters = 0, told = 0, before[LIMIT_CHAPTERS];
    for (int i = 0; i < n; i++) {
        if (list[i].seq <= from) continue;
        told++;
        if (!list[i].ends) continue;
        if (chapters == LIMIT_CHAPTERS) {
            memmove(ended, ended + 1, sizeof *ended * (LIMIT_CHAPTERS - 1));
            memmove(before, before + 1, sizeof *before * (LIMIT_CHAPTERS - 1));
            chapters--;
        }
        ended[chapters] = i;
        before[chapters++] = told;
    }
    const Happening *last = chapters ? &list[ended[chapters - 1]] : NULL;
    if (last && !last->level && last->seq == r->seq && tap_over(tap_record_state(r->record)))
        chapters--; /* it still lies there */
    if (!chapters) return;
    out_open(o, "chapters", '[');
    for (int k = 0; k < chapters; k++) {
        const Happening *h = &list[ended[k]];
        TapState state;
        TapSeat  seat;
        TapMove  move;
        int      i = tap_record_answers(r->record) - 1;
        while (i >= 0 && r->answer_seq[i] != h->seq) i--;
        if (i < 0) continue; /* taken back */
        tap_record_answer_at(r->record, i, &seat, &move);
        tap_record_state_at(r->record, i, &state, NULL);
        tap_answer_to_chapter(&r->setup, &state, seat, move, h->ends - 1, &r->house->log);
        out_open(o, NULL, '{');
        out_number(o, "seq", h->seq);
        out_number(o, "events", before[k]);
        out_view(o, &r->setup, &state, seat_as_of(r, viewer, h->seq), &r->house->scratch);
        out_close(o, '}');
    }
    out_close(o, ']');
}

/* --------------------------------------------------------------- messages */

/* What all may know of the open window, and whether the viewer may make it longer. */
static void write_window(Out *o, const Room *r, TapSeat viewer)
{
    TapWindow w;
    if (!hushed_is_open(r) || !tap_window(&r->setup, tap_record_state(r->record), &w)) return;
    out_open(o, "window", '{');
    out_string(o, "kind", w.kind);
    out_seats(o, "touches", w.touches);
    out_seat(o, "turn", w.turn);
    out_number(o, "depth", w.depth);
    out_bool(o, "hold", window_may_hold(r, viewer));
    out_close(o, '}');
}

/* acked: of whom an answer is acknowledged by it; NULL for nobody. */
static void write_update(Out *o, Room *r, TapSeat viewer, int from, Member *acked)
{
    House *h = r->house;
    Happenings replayed = {0};
    const Happening *list = r->fresh.of;
    int n = r->fresh.n, lost = 0, undo = -1;
    if (from == r->seq) n = 0;
    else if (from != r->flushed_seq) {
        gather_since(r, from, &replayed);
        list = replayed.of;
        n = replayed.n;
    }
    if (n > LIMIT_REPEATED_EVENTS) lost = n - LIMIT_REPEATED_EVENTS;
    for (int i = 0; i < r->undones; i++)
        if (r->undone[i].seq > from && (undo < 0 || r->undone[i].to < undo)) undo = r->undone[i].to;
    out_clear(o);
    out_open(o, NULL, '{');
    out_string(o, "type", "update");
    out_string(o, "table", r->id);
    out_number(o, "from", from);
    out_number(o, "seq", r->seq);
    if (acked && acked->acked[0]) {
        out_open(o, "ack", '{');
        out_string(o, "re", acked->acked);
        out_number(o, "seq", acked->acked_seq);
        out_close(o, '}');
        acked->acked[0] = 0;
    }
    if (undo >= 0 && from >= 0) out_number(o, "undo", undo);
    int64_t left = clock_left(r, house_now(h));
    if (left >= 0) out_number(o, "time_left", left);
    if (lost) out_number(o, "lost", lost);
    if (r->late && from == r->flushed_seq) out_seats(o, "late", r->late);
    out_open(o, "events", '[');
    for (int i = lost; i < n; i++)
        if (list[i].seq > from) publish_event(o, r, &list[i], seat_as_of(r, viewer, list[i].seq));
    out_close(o, ']');
    if (n) write_chapters(o, r, list + lost, n - lost, from, viewer);
    happenings_free(&replayed);
    write_window(o, r, viewer);
    int64_t glass, sand = clock_glass_left(r, house_now(h), &glass);
    if (sand >= 0) {
        out_open(o, "glass", '{');
        out_number(o, "left", sand);
        out_number(o, "of", glass);
        out_close(o, '}');
    }
    TapState own;
    out_view(o, &r->setup, hushed_state_for(r, viewer, &own), viewer, &h->scratch);
    out_close(o, '}');
}

/* Some play together. */
static bool has_sides(const Room *r)
{
    for (TapSeat s = 1; s < (TapSeat)r->setup.seats; s++)
        if (r->setup.side[s] == r->setup.side[s - 1]) return true;
    return false;
}

/* bare: without what follows from the game. */
static void write_seats(Out *o, const Room *r, int64_t now, bool bare)
{
    bool kept = purse_is_kept(r), sides = has_sides(r);
    out_open(o, "seats", '[');
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        const Chair *c = &r->chair[s];
        const char  *part = tap_part(&r->setup, s);
        out_open(o, NULL, '{');
        out_string(o, "kind", chair_word[c->kind]);
        if (sides) out_number(o, "side", r->setup.side[s] + 1);
        if (part) out_string(o, "part", part);
        if (c->kind != CHAIR_OPEN) out_string(o, "name", c->name);
        if (c->kind == CHAIR_BOT) {
            const char *now_at = queue_level(c->bot, c->lowered);
            out_string(o, "bot", c->bot);
            if (strcmp(now_at, c->bot)) out_string(o, "now", now_at);
        }
        if (r->setup.cast[s] >= 0) out_string(o, "role", r->setup.content->role[r->setup.cast[s]]);
        if (kept && r->phase == PHASE_OPEN) out_number(o, "stack", tap_stack(&r->setup, s));
        if (purse_is_out(r, s)) out_bool(o, "out", true);
        if (c->bought) out_number(o, "bought", c->bought);
        if (c->missed && !bare) out_number(o, "missed", c->missed);
        if (c->hints_told && !bare && r->hints == HINTS_SHOWN) out_number(o, "hints", c->hints_told);
        if (c->kind == CHAIR_PERSON) {
            out_string(o, "guest", c->guest);
            out_bool(o, "here", !c->away_since);
            if (c->deserted) out_bool(o, "deserted", true);
            else if (c->away_since && r->grace && r->phase == PHASE_PLAYING) {
                int64_t left = c->away_since + (int64_t)r->grace * 1000 - now;
                out_number(o, "away_ms", left > 0 ? left : 0);
            }
            out_bool(o, "host", !strcmp(c->guest, r->host));
            out_bool(o, "seeded", tap_has(r->fair.clients, s));
        }
        out_close(o, '}');
    }
    out_close(o, ']');
}

static void write_reveal(Out *o, const Room *r)
{
    out_open(o, "reveal", '{');
    out_hex(o, "server", r->fair.server, TAP_FAIR_SEED);
    out_open(o, "clients", '[');
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        if (tap_has(r->fair.clients, s)) out_hex(o, NULL, r->fair.client[s], TAP_FAIR_SEED);
        else out_null(o, NULL);
    out_close(o, ']');
    out_hex(o, "seed", tap_record_seed(r->record), 64);
    out_close(o, '}');
}

/* A seat's own affair. */
static void write_orders(Out *o, const Chair *c)
{
    const char *orders[LIMIT_ORDERS];
    int         n = orders_of(c, orders);
    if (!n) return;
    out_open(o, "orders", '[');
    for (int i = 0; i < n; i++) out_string(o, NULL, orders[i]);
    out_close(o, ']');
}

/* For the host alone: who is here without a seat, and who may not be. */
static void write_doors(Out *o, const Room *r)
{
    bool any = false;
    for (const Member *m = r->members; m; m = m->next) {
        if (m->seat != TAP_NOBODY || client_is_program(m->client) || !strcmp(m->client->guest, r->host)) continue;
        if (!any) out_open(o, "watching", '[');
        any = true;
        out_open(o, NULL, '{');
        out_string(o, "guest", m->client->guest);
        out_string(o, "name", m->client->name);
        out_close(o, '}');
    }
    if (any) out_close(o, ']');
    doors_write(r, o, "barred", false);
}

/* bare: for somebody who sees the game later, but must know now where he is. */
static void write_table(Out *o, const Member *m, bool bare)
{
    const Room *r = m->room;
    int watchers = 0;
    for (const Member *k = r->members; k; k = k->next) watchers += k->seat == TAP_NOBODY;
    out_clear(o);
    out_open(o, NULL, '{');
    out_string(o, "type", "table");
    if (m->re[0]) out_string(o, "re", m->re);
    out_string(o, "table", r->id);
    out_string(o, "game", tap_game_id(r->setup.game));
    out_string(o, "title", tap_game_title(r->setup.game));
    if (r->name[0]) out_string(o, "name", r->name);
    content_write(r->setup.content, o);
    out_open(o, "options", '[');
    for (int i = 0; i < r->options; i++) out_string(o, NULL, r->option[i]);
    out_close(o, ']');
    out_string(o, "phase", phase_word[r->phase]);
    write_seats(o, r, house_now(r->house), bare);
    out_seat(o, "you", m->seat);
    out_bool(o, "host", !strcmp(m->client->guest, r->host));
    out_number(o, "pace", r->pace);
    out_number(o, "clock", r->clock);
    out_number(o, "grace", r->grace);
    if (r->window_s >= 0) out_number(o, "window", r->window_s);
    if (m->seat != TAP_NOBODY) write_orders(o, &r->chair[m->seat]);
    out_bool(o, "public", r->is_public);
    if (r->delay) out_number(o, "delay", r->delay);
    out_number(o, "watchers", watchers);
    out_string(o, "hints", hints_word[r->hints]);
    if (r->unwatched) out_bool(o, "closed", true);
    if (!strcmp(m->client->guest, r->host)) write_doors(o, r);
    out_hex(o, "commitment", r->fair.commitment, TAP_FAIR_SEED);
    if (r->phase == PHASE_OVER && r->record) write_reveal(o, r);
    if (r->undo_ask.open && !bare) {
        out_open(o, "undo", '{');
        out_seat(o, "seat", r->undo_ask.seat);
        out_seats(o, "waiting", r->undo_ask.waiting);
        out_close(o, '}');
    }
    if (r->undones && !bare) out_bool(o, "undone", true);
    if (r->next_table[0]) out_string(o, "next", r->next_table);
    if (r->before[0]) out_string(o, "before", r->before);
    out_close(o, '}');
}

static void send_token(const Member *m)
{
    const Room *r = m->room;
    House *h = r->house;
    Out   *o = &h->out;
    char   token[SIGNATURE_BYTES];
    secrets_seat_token(h->key, r->id, m->seat, r->chair[m->seat].generation, token);
    out_clear(o);
    out_open(o, NULL, '{');
    out_string(o, "type", "seated");
    out_string(o, "table", r->id);
    out_number(o, "seat", m->seat);
    out_string(o, "token", token);
    out_close(o, '}');
    client_send(m->client, o->text, o->n);
}

/* Who took a hint while others may answer shows that he can do something: it is told when the question is closed. */
static void tell_hints(Room *r)
{
    if (hushed_is_open(r)) return;
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        Chair *c = &r->chair[s];
        if (c->hints_told != c->hints && r->hints == HINTS_SHOWN) r->tell_table = true;
        c->hints_told = c->hints;
    }
}

/* An update for watchers is the same for all who have seen as much. */
typedef struct Watched {
    Out       text;
    int       from;
    HeldText *held; /* the same, where it waits */
} Watched;

static void publish_to_watcher(Member *m, Watched *w)
{
    Room *r = m->room;
    if (w->from != m->seen) {
        write_update(&w->text, r, TAP_NOBODY, m->seen, NULL);
        w->from = m->seen;
        held_text_free(w->held);
        w->held = NULL;
    }
    if (held_is_late(m)) {
        if (!w->held) w->held = held_text(w->text.text, w->text.n);
        held_send(m, w->held, r->seq);
    } else {
        client_send(m->client, w->text.text, w->text.n);
        m->given = r->seq;
    }
}

static void publish_table(Member *m)
{
    Out *o = &m->room->house->out;
    bool late = held_is_late(m);
    write_table(o, m, late && m->wants_table);
    if (late && !m->wants_table) {
        HeldText *t = held_text(o->text, o->n);
        held_send(m, t, -1);
        held_text_free(t);
    } else client_send(m->client, o->text, o->n);
}

void publish_room(Room *r)
{
    House  *h = r->house;
    Watched watched = {.from = -2};
    clock_set(r, house_now(h));
    tell_hints(r);
    held_release(r, house_now(h));
    for (Member *m = r->members; m; m = m->next) {
        if (client_is_program(m->client)) {
            remote_publish(m);
            continue;
        }
        bool full = held_is_full(m);
        if (full) held_forget(m), m->wants_update = true;
        if (m->wants_token && m->seat != TAP_NOBODY) send_token(m);
        if (r->tell_table || m->wants_table || full) publish_table(m);
        if (r->record && (m->wants_update || (r->tell_game && m->seen != r->seq))) {
            if (m->seen > r->seq) m->seen = -1;
            if (m->seat != TAP_NOBODY) {
                write_update(&h->out, r, m->seat, m->seen, m);
                client_send(m->client, h->out.text, h->out.n);
                m->given = r->seq;
            } else publish_to_watcher(m, &watched);
            m->seen = r->seq;
        }
        m->wants_table = m->wants_update = m->wants_token = false;
        m->re[0] = 0;
    }
    out_free(&watched.text);
    held_text_free(watched.held);
    r->tell_table = r->tell_game = false;
    r->flushed_seq = r->seq;
    r->fresh.n = 0;
    r->late = 0;
}

/* -------------------------------------------------------------- the lobby */

static void write_lobby(House *h, const char *re)
{
    Out        *o = &h->out;
    const Room *listed[LIMIT_LISTED];
    int         n = lobby_choose(h, listed);
    out_clear(o);
    out_open(o, NULL, '{');
    out_string(o, "type", "lobby");
    if (re) out_string(o, "re", re);
    out_open(o, "tables", '[');
    for (int i = 0; i < n; i++) {
        const Room *r = listed[i];
        int bots = 0;
        out_open(o, NULL, '{');
        out_string(o, "table", r->id);
        out_string(o, "game", tap_game_id(r->setup.game));
        out_string(o, "title", tap_game_title(r->setup.game));
        if (r->name[0]) out_string(o, "name", r->name);
        out_string(o, "phase", phase_word[r->phase]);
        out_number(o, "seats", r->setup.seats);
        out_open(o, "people", '[');
        for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
            if (r->chair[s].kind == CHAIR_PERSON) out_string(o, NULL, r->chair[s].name);
            bots += r->chair[s].kind == CHAIR_BOT;
        }
        out_close(o, ']');
        out_number(o, "bots", bots);
        out_close(o, '}');
    }
    abroad_write_listed(h, o, LIMIT_LISTED - n);
    out_close(o, ']');
    out_close(o, '}');
}

void publish_lobby(Client *c, const char *re)
{
    write_lobby(c->house, re);
    client_send(c, c->house->out.text, c->house->out.n);
}

void publish_lobby_to_all(House *h)
{
    write_lobby(h, NULL);
    for (Client *c = h->clients; c; c = c->next)
        if (c->lobby) client_send(c, h->out.text, h->out.n);
}

static void write_option(Out *o, const TapOption *option)
{
    static const char *const type[] = {"flag", "number", "word"};
    out_open(o, NULL, '{');
    out_string(o, "name", option->name);
    out_string(o, "about", option->about);
    out_string(o, "type", type[option->type]);
    out_number(o, "usual", option->usual);
    out_number(o, "lo", option->type == TAP_FLAG ? 0 : option->lo);
    out_number(o, "hi", option->type == TAP_FLAG ? 1 : option->hi);
    if (option->type == TAP_WORD) {
        out_open(o, "words", '[');
        for (int i = 0; i <= option->hi - option->lo; i++) out_string(o, NULL, option->words[i]);
        out_close(o, ']');
    }
    if (option->money) out_bool(o, "money", true);
    if (option->group) out_string(o, "group", option->group);
    if (option->title) out_string(o, "title", option->title);
    if (option->said) {
        out_open(o, "said", '[');
        for (int i = 0; i <= option->hi - option->lo; i++) out_string(o, NULL, option->said[i]);
        out_close(o, ']');
    }
    if (option->people) out_number(o, "people", option->people);
    out_close(o, '}');
}

static void write_facts(Out *o, const TapFacts *facts)
{
    if (facts->minutes) out_number(o, "minutes", facts->minutes);
    if (facts->skill) out_number(o, "skill", facts->skill);
    if (facts->first) out_bool(o, "first", true);
    if (facts->figure) out_string(o, "figure", facts->figure);
    if (facts->hue) out_string(o, "hue", facts->hue);
    if (!facts->with) return;
    out_open(o, "with", '[');
    for (const char *at = facts->with; *at;) {
        char   word[24];
        size_t n = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)n, at);
        out_string(o, NULL, word);
        at += n + (at[n] == ' ');
    }
    out_close(o, ']');
}

static void write_bots(Out *o)
{
    int               n;
    const TapBotKind *kind = tap_bot_kinds(&n);
    out_open(o, "bots", '[');
    for (int i = 0; i < n; i++) out_string(o, NULL, kind[i].name);
    out_close(o, ']');
    out_open(o, "company", '[');
    for (int i = 0; i < n; i++) {
        out_open(o, NULL, '{');
        out_string(o, "bot", kind[i].name);
        out_string(o, "title", kind[i].title);
        out_string(o, "about", kind[i].about);
        out_number(o, "strength", kind[i].strength);
        out_close(o, '}');
    }
    out_close(o, ']');
}

static void write_game(Out *o, const TapGame *game, const TapContent *content)
{
    int min, max, best, options, clashes;
    const TapOption *option = tap_game_options(game, &options);
    const TapClash  *clash = tap_game_clashes(game, &clashes);
    tap_game_seats(game, &min, &max, &best);
    out_open(o, NULL, '{');
    out_string(o, "id", tap_game_id(game));
    out_string(o, "title", tap_game_title(game));
    out_string(o, "about", tap_game_about(game));
    write_facts(o, tap_game_facts(game));
    if (tap_game_has_windows(game)) out_bool(o, "windows", true);
    out_number(o, "rules", tap_game_rules_version(game));
    out_bool(o, "scores", !tap_score_none(game));
    if (tap_score_none(game)) out_string(o, "no_scores", tap_score_none(game));
    out_open(o, "seats", '{');
    out_number(o, "min", min);
    out_number(o, "max", max);
    out_number(o, "best", best);
    out_close(o, '}');
    out_open(o, "options", '[');
    for (int i = 0; i < options; i++) write_option(o, &option[i]);
    out_close(o, ']');
    int orders;
    const TapOrder *order = tap_game_orders(game, &orders);
    if (orders) {
        out_open(o, "orders", '[');
        for (int i = 0; i < orders; i++) {
            out_open(o, NULL, '{');
            out_string(o, "word", order[i].word);
            out_string(o, "label", order[i].label);
            if (order[i].alone) out_bool(o, "alone", true);
            out_close(o, '}');
        }
        out_close(o, ']');
    }
    if (content->roles) {
        out_open(o, "roles", '[');
        for (int i = 0; i < content->roles; i++) out_string(o, NULL, content->role[i]);
        out_close(o, ']');
    }
    out_open(o, "clashes", '[');
    for (int i = 0; i < clashes; i++) {
        out_open(o, NULL, '{');
        out_string(o, "a", option[clash[i].a].name);
        out_number(o, "a_lo", clash[i].a_lo);
        out_number(o, "a_hi", clash[i].a_hi);
        out_string(o, "b", option[clash[i].b].name);
        out_number(o, "b_lo", clash[i].b_lo);
        out_number(o, "b_hi", clash[i].b_hi);
        out_string(o, "reason", clash[i].reason);
        out_close(o, '}');
    }
    out_close(o, ']');
    out_close(o, '}');
}

void publish_welcome(Client *c, const char *re)
{
    House *h = c->house;
    Out   *o = &h->out;
    out_clear(o);
    out_open(o, NULL, '{');
    out_string(o, "type", "welcome");
    if (re) out_string(o, "re", re);
    out_number(o, "version", 1);
    out_string(o, "server", TAP_VERSION);
    out_open(o, "you", '{');
    out_string(o, "guest", c->guest);
    out_string(o, "name", c->name);
    out_close(o, '}');
    out_open(o, "games", '[');
    for (const TapGame *const *g = h->games; *g; g++) write_game(o, *g, tap_shelf_content(h->shelf, *g));
    out_close(o, ']');
    write_bots(o);
    if (h->lan[0]) out_string(o, "lan", h->lan);
    out_open(o, "limits", '{');
    out_number(o, "message_bytes", LIMIT_MESSAGE_BYTES);
    out_number(o, "chat", LIMIT_CHAT);
    out_number(o, "rooms", LIMIT_ROOMS_PER_CLIENT);
    out_close(o, '}');
    out_close(o, '}');
    client_send(c, o->text, o->n);
}

/* Who has just taken the seat of another is of the side when he sees what it sees. */
static bool hears_side(const Room *r, const Member *m, TapSeat seat)
{
    return m->seat != TAP_NOBODY && r->setup.side[m->seat] == r->setup.side[seat] &&
           seat_as_of(r, m->seat, r->seq) == m->seat;
}

void publish_chat(Room *r, const Client *from, TapSeat seat, bool to_side, const char *text)
{
    Out *o = &r->house->out;
    out_clear(o);
    out_open(o, NULL, '{');
    out_string(o, "type", "chat");
    out_string(o, "table", r->id);
    out_string(o, "guest", from->guest);
    out_string(o, "name", from->name);
    out_seat(o, "seat", seat);
    if (to_side) out_string(o, "to", "side");
    out_string(o, "text", text);
    out_close(o, '}');
    HeldText *later = held_text(o->text, o->n);
    for (Member *m = r->members; m; m = m->next) {
        bool muted = false;
        for (int i = 0; i < m->client->muted; i++) muted = muted || !strcmp(m->client->mute[i], from->guest);
        if (muted || client_is_program(m->client) || (to_side && !hears_side(r, m, seat))) continue;
        if (m->client == from || !held_is_late(m)) client_send(m->client, o->text, o->n);
        else held_send(m, later, -1);
    }
    held_text_free(later);
}
