/*
 * What is sent to somebody does not depend, in a single byte, on what he may not know.
 *
 * A game is played twice through two houses, by the same messages, over a Transport that writes everything down. The
 * two games differ in what one viewer (a seat, or somebody who only watches) cannot know: other hands, the deck, hidden
 * dice, answers under seal. Then all he was sent must be the same bytes in the same order: tables, updates, acks,
 * errors, hints, chat, clocks. Excepted is the commitment to the server's seed, which is another for every deal;
 * nothing else is.
 *
 * Whether he can know is not asked of the View: the games are alike for him if dealing his hidden things anew
 * (tap_reseal, which goes by the knowledge of each place) gives the same state for both after every answer. The deals
 * differ by a rig.
 *
 * Time and randomness of both houses are the test's (houses.h), and each message is written down with its time.
 */
#include "houses.h"

#include <string.h>

#include "server/house/finished.h"
#include "server/programs/bot_message.h"

enum { STEPS = 90, SWAPS = 26, CLOCK_S = 20 };

static int times_longer(void) { return getenv("TAPROOM_LONG") ? 10 : 1; }

/* ------------------------------------------------------------- two like deals */

/* A game as it is to be played: a setup with its rig, and answers. */
typedef struct Line {
    TapSetup setup;
    int      n;
    TapSeat  seat[STEPS];
    TapMove  move[STEPS];
    bool     timeout[STEPS]; /* the table's clock gives it */
} Line;

typedef struct Pair {
    const char *name;
    uint64_t    seed;
    TapSeat     viewer;
    bool        clocked, bot; /* bot: the viewer is a program that came over a WebSocket */
    Line        line[WORLDS];
    TapRng      dice;
} Pair;

static void start_line(const Line *l, uint64_t seed, TapState *ret, TapLog *log)
{
    tap_log_clear(log);
    start_seeded(&l->setup, ret, seed, log);
}

static bool answer_line(const Line *l, TapState *st, int i, TapLog *log)
{
    tap_log_clear(log);
    return tap_answer(&l->setup, st, l->seat[i], l->move[i], log);
}

/* A card that may be wished for a draw: one of those that lie in piles, more often, or any. */
static int16_t some_face(Pair *p, const TapDeck *deck)
{
    return (int16_t)tap_rng_below(&p->dice, (uint32_t)(deck->faces < GREY_CARD ? deck->faces : GREY_CARD));
}

static int16_t some_card(Pair *p, const TapSetup *setup, const TapState *st)
{
    const TapDeck *deck = setup->content->deck[TAVERN];
    TapCard        cards[1024];
    int            n = 0;
    for (int level = 0; st && level < state_at(st)->levels; level++) {
        Pieces list;
        pieces_list(setup, game_of(setup, state_at(st), level), table_of(state_at(st), level), &list);
        for (int i = 0; i < list.n; i++)
            for (int k = 0; list.piece[i].pile && list.piece[i].deck == deck && k < list.piece[i].pile->n && n < 1024;
                 k++)
                cards[n++] = pile_cards(list.piece[i].pile)[k];
    }
    return n && tap_rng_below(&p->dice, 4) ? cards[tap_rng_below(&p->dice, (uint32_t)n)] : some_face(p, deck);
}

enum { ALL_WISHED = -1, NO_ROOM = TAP_RIGGED, CARDS = TAP_STREAM_DECK + TAVERN, ROLLS = TAP_STREAM_DECK + SIX_SIDED };

/* The wish for draw k of a stream; what is not wished yet before it is left to luck. NULL if there is no room. */
static int16_t *wish(TapRig *rig, int stream, int k)
{
    for (int i = 0;; i++) {
        if (i == rig->n && !tap_rig(rig, stream, TAP_ANY)) return NULL;
        if (rig->stream[i] == stream && !k--) return &rig->value[i];
    }
}

static int wishes(const TapRig *rig, int stream)
{
    int n = 0;
    for (int i = 0; i < rig->n; i++) n += rig->stream[i] == stream;
    return n;
}

/* What chance gave beside cards is wished from now on. The number of the first card that came without being wished. */
static int fix_chance(Line *l, const TapState *before, const TapLog *log)
{
    uint16_t at[TAP_STREAMS] = {0};
    TapRig  *rig = &l->setup.rig;
    if (before)
        memcpy(at, before->byte + l->setup.drawn_at,
               sizeof *at * (size_t)(TAP_STREAM_DECK + l->setup.content->decks));
    for (int i = 0; i < log->draws; i++) {
        const TapChance *c = &log->draw[i];
        if (!c->n) continue; /* a shuffle */
        int      k = at[c->stream]++;
        int16_t *wished = wish(rig, c->stream, k);
        if (!wished) return NO_ROOM;
        if (c->stream == CARDS && !c->rigged) return k;
        if (c->stream != CARDS) *wished = c->wish;
    }
    return log->draws_lost ? NO_ROOM : ALL_WISHED;
}

static TapMove next_answer(Pair *p, const TapSetup *setup, const TapState *st, TapSeat *ret_seat, bool *ret_timeout)
{
    TapSeatSet asked = tap_asked(setup, st), people = (TapSeatSet)(asked & ((1u << setup->seats) - 1));
    TapChoices c;
    TapMove    m;
    if ((p->clocked || p->bot) && people) asked = people; /* the table's clock and the game's own are not mixed */
    *ret_seat = some_seat(asked, &p->dice);
    if (p->bot && tap_has(asked, p->viewer) && !bot_has_choice(setup, st, p->viewer, &m))
        *ret_seat = p->viewer; /* it is not asked what is no choice */
    *ret_timeout =
        p->clocked && people && !tap_rng_below(&p->dice, 8) && tap_idle_move(setup, st, tap_first_of(people), &m);
    if (*ret_timeout) {
        *ret_seat = tap_first_of(people);
        return m;
    }
    tap_choices(setup, st, *ret_seat, &c);
    return *ret_seat == TAP_CLOCK ? tap_choice_nth(&c.choice[0], 0) : tap_choices_pick(&c, &p->dice);
}

/* Takes step i (-1: the deal) from st, wishing for cards until every one that comes was wished. */
static bool step_with_wishes(Pair *p, const TapState *st, int i, TapState *ret)
{
    static TapLog log;
    Line *l = &p->line[0];
    for (int tries = 0; tries < 3000; tries++) {
        if (i < 0) start_line(l, p->seed, ret, &log);
        else {
            tap_state_copy(&l->setup, ret, st);
            CHECK(answer_line(l, ret, i, &log), "%s: a listed move is refused", p->name);
        }
        int missing = fix_chance(l, st, &log);
        if (missing == ALL_WISHED) return true;
        if (missing == NO_ROOM) return false;
        *wish(&l->setup.rig, CARDS, missing) = some_card(p, &l->setup, i < 0 ? ret : st);
    }
    return false;
}

/* Answers to a window are in no record before it closes (test_house_windows.c), and grains of sand fall when they
 * like. */
static bool can_go_on(const Line *l, const TapState *st)
{
    TapWindow window;
    TapGlass  glass;
    return !tap_window(&l->setup, st, &window) && !(tap_glass(&l->setup, st, &glass) && glass.grains > 1);
}

/* A random game, every use of chance in its rig. It stops short of its end, where the seeds are shown; false if that
 * comes with the deal. */
static bool play_first(Pair *p, int most)
{
    Line    *l = &p->line[0];
    TapState st, next;
    tap_rig(&l->setup.rig, TAP_STREAM_MORE,
            TAP_ANY); /* draws are counted from the first on only where there is a rig */
    CHECK(step_with_wishes(p, NULL, -1, &st), "%s: no deal can be wished for", p->name);
    if (tap_over(&st)) return false; /* stacks smaller than the ante */
    while (l->n < most && can_go_on(l, &st)) {
        l->move[l->n] = next_answer(p, &l->setup, &st, &l->seat[l->n], &l->timeout[l->n]);
        if (!step_with_wishes(p, &st, l->n, &next) || tap_over(&next)) break;
        tap_state_copy(&l->setup, &st, &next);
        l->n++;
    }
    return true;
}

static void forget_chance(const TapSetup *setup, TapState *st)
{
    memset(&state_of(st)->chance, 0, sizeof state_of(st)->chance);
    memset(st->byte + setup->drawn_at, 0, setup->stack_at - setup->drawn_at);
}

/* True if viewer, who remembers, has no means to tell the second position and what led to it from the first. */
static bool is_alike(const Pair *p, const TapState *a, const TapLog *la, const TapState *b, const TapLog *lb,
                     uint64_t number)
{
    TapState x, y;
    TapRng   r, same;
    tap_state_copy(&p->line[0].setup, &x, a);
    tap_state_copy(&p->line[1].setup, &y, b);
    tap_rng_fast(&r, number);
    same = r;
    tap_reseal(&p->line[0].setup, &x, p->viewer, &r, true);
    tap_reseal(&p->line[1].setup, &y, p->viewer, &same, true);
    forget_chance(&p->line[0].setup, &x);
    forget_chance(&p->line[1].setup, &y);
    if (memcmp(&x, &y, tap_state_size(&p->line[0].setup))) return false;
    /* A card may come and go within one answer; who saw it, the game says. */
    for (int i = 0; i < la->n && i < lb->n; i++)
        if (knows(la->event[i].seen_by, p->viewer) &&
            (la->event[i].card != lb->event[i].card || la->event[i].n != lb->event[i].n))
            return false;
    return true;
}

/* Plays the second line after the first: the same answers, or, of others, ones that look the same. */
static bool follow(Pair *p)
{
    static TapLog log[WORLDS];
    const Line *first = &p->line[0];
    Line       *second = &p->line[1];
    TapState    a, b;
    bool        other_answer[STEPS] = {false};
    start_line(first, p->seed, &a, &log[0]);
    start_line(second, p->seed, &b, &log[1]);
    if (tap_rig_fault(&second->setup, &b) || !is_alike(p, &a, &log[0], &b, &log[1], p->seed)) return false;
    for (int i = 0; i < first->n; i++) {
        TapSeat    s = first->seat[i];
        TapMove    shown = tap_public_part(&first->setup, &a, s, first->move[i]);
        TapChoices c;
        tap_choices(&second->setup, &b, s, &c);
        for (int tries = 0; !tap_choices_find(&c, &second->move[i]) && tries < 8; tries++) {
            if (s == p->viewer || s == TAP_CLOCK || first->timeout[i] || !c.n) return false;
            TapMove other = tap_choices_pick(&c, &p->dice);
            if (tap_same_move(tap_public_part(&second->setup, &b, s, other), shown)) second->move[i] = other;
        }
        if (!tap_choices_find(&c, &second->move[i])) return false;
        if (first->timeout[i]) { /* the clock answers by itself, and must answer alike */
            TapMove idle;
            if (!tap_idle_move(&second->setup, &b, s, &idle) || !tap_same_move(idle, second->move[i])) return false;
        }
        other_answer[i] = !tap_same_move(tap_public_part(&second->setup, &b, s, second->move[i]), shown);
        answer_line(first, &a, i, &log[0]);
        answer_line(second, &b, i, &log[1]);
        if (tap_rig_fault(&second->setup, &b) || !is_alike(p, &a, &log[0], &b, &log[1], p->seed + (uint64_t)i))
            return false;
    }
    /* Only what still lies under its seal may be another answer. */
    TapSeatSet sealed = tap_sealed(&first->setup, &a);
    for (int i = first->n - 1; i >= 0; i--) {
        bool lies = tap_has(sealed, first->seat[i]);
        if (other_answer[i] && !lies) return false;
        if (lies) sealed = tap_less(sealed, first->seat[i]);
    }
    return true;
}

/* Gives another answer at one of the last steps, which may lie under a seal. */
static void change_answer(Pair *p, Line *l)
{
    int        i = l->n - 1 - (int)tap_rng_below(&p->dice, l->n < 4 ? (uint32_t)l->n : 4);
    TapState   st;
    TapChoices c;
    start_seeded(&l->setup, &st, p->seed, NULL);
    for (int k = 0; k < i; k++) tap_answer(&l->setup, &st, l->seat[k], l->move[k], NULL);
    tap_choices(&l->setup, &st, l->seat[i], &c);
    if (c.n && l->seat[i] != TAP_CLOCK) l->move[i] = tap_choices_pick(&c, &p->dice);
}

/* A deck of which cards were drawn, any as likely; the first if there is none. */
static int some_deck(Pair *p, const TapSetup *setup)
{
    int found = TAVERN, n = 0;
    for (int i = 0; i < setup->content->decks; i++)
        if (!setup->content->deck[i]->dice && wishes(&setup->rig, TAP_STREAM_DECK + i) > 1 &&
            !tap_rng_below(&p->dice, (uint32_t)++n))
            found = i;
    return found;
}

/* Changes one thing: exchanges cards in the order of a deck, turns a die, gives another answer. */
static void change(Pair *p)
{
    Line    *l = &p->line[1];
    TapRig  *rig = &l->setup.rig;
    bool     rolls = l->setup.content->decks > SIX_SIDED && l->setup.content->deck[SIX_SIDED]->dice;
    int      deck = some_deck(p, &l->setup), stream = TAP_STREAM_DECK + deck;
    int      cards = wishes(rig, stream), dice = rolls ? wishes(rig, ROLLS) : 0;
    uint32_t what = tap_rng_below(&p->dice, 6);
    if ((what == 0 || cards < 2) && dice)
        *wish(rig, ROLLS, (int)tap_rng_below(&p->dice, (uint32_t)dice)) = (int16_t)(1 + tap_rng_below(&p->dice, 6));
    else if (what == 1 && l->n) change_answer(p, l);
    else if (cards > 1) {
        int i = (int)tap_rng_below(&p->dice, (uint32_t)cards), k = (int)tap_rng_below(&p->dice, (uint32_t)cards);
        int16_t *here = wish(rig, stream, i), *there = wish(rig, stream, k), other = *there;
        *there = *here;
        *here = tap_rng_below(&p->dice, 2) ? other
                                           : some_face(p, l->setup.content->deck[deck]); /* perhaps never drawn */
    }
}

/* The second line: the first, and whatever can be changed in it without the viewer's knowledge. Says how much was. */
static int play_second(Pair *p)
{
    int changed = 0;
    p->line[1] = p->line[0];
    for (int i = 0; i < SWAPS; i++) {
        Line before = p->line[1];
        change(p);
        if (memcmp(&before, &p->line[1], sizeof before) && follow(p)) changed++;
        else p->line[1] = before;
    }
    return changed;
}

/* ------------------------------------------------------------- at the tables */

typedef struct Meeting {
    Pair *pair;
    char  guest[GUESTS][GUEST_BYTES], table[TABLE_BYTES];
    int   messages, hints;
} Meeting;

static Room *room_of(const Meeting *m, int w) { return room_find(house[w], m->table); }

/* The same guest says something in both worlds: the same, or the answers that look the same. */
static void say_each(Meeting *m, int guest, const char *const text[WORLDS])
{
    clock_ms += m->pair->bot ? 20 : 130; /* a program has five seconds */
    m->messages++;
    for (world = 0; world < WORLDS; world++) {
        say_here(guest, text[world]);
    }
    world = 0;
}

__attribute__((format(printf, 3, 4))) static void say(Meeting *m, int guest, const char *form, ...)
{
    char    text[8192];
    va_list rest;
    va_start(rest, form);
    vsnprintf(text, sizeof text, form, rest);
    va_end(rest);
    say_each(m, guest, (const char *const[]){text, text});
}

static void tick(void)
{
    for (world = 0; world < WORLDS; world++) {
        tick_here();
    }
    world = 0;
}

/* A program sits down with its first words. */
static void come_as_bot(Meeting *m)
{
    TapSeat seat = m->pair->viewer;
    for (world = 0; world < WORLDS; world++)
        client[world][seat] = client_new_bot(house[world], &tape[world][seat], m->guest[seat], "192.0.2.1");
    world = 0;
    say(m, seat, "{\"type\":\"hello\",\"version\":1,\"name\":\"Program\",\"table\":\"%s\",\"seat\":%d}", m->table,
        seat);
}

static void come(Meeting *m, int guest)
{
    for (world = 0; world < WORLDS; world++)
        client[world][guest] = client_new(house[world], &tape[world][guest], m->guest[guest], "192.0.2.1");
    world = 0;
    say(m, guest, "{\"type\":\"hello\",\"version\":1,\"name\":\"Guest %d\"}", guest);
}

static void go(int guest)
{
    for (world = 0; world < WORLDS; world++) {
        client_gone(client[world][guest]);
        client[world][guest] = NULL;
        flush();
    }
    world = 0;
}

/* Lets hints be thought to their end, in one world after the other. */
static void think(void)
{
    for (world = 0; world < WORLDS; world++) {
        while (house[world]->jobs) uv_run(&loop[world], UV_RUN_ONCE);
        flush();
    }
    world = 0;
}

static int guest_of(const Pair *p) { return p->viewer == TAP_NOBODY ? WATCHER_GUEST : p->viewer; }

static void expect_same_bytes(const Meeting *m, int step)
{
    int guest = guest_of(m->pair);
    if (tapes_are_same(guest)) return;
    show_difference(guest);
    CHECK(false, "%s, seed %llu, step %d: what %s %d is sent depends on something hidden from him", m->pair->name,
          (unsigned long long)m->pair->seed, step, m->pair->viewer == TAP_NOBODY ? "a watcher" : "seat",
          m->pair->viewer);
}

/* After a clock has answered for one of several, the next tick answers for the next. */
static bool is_overdue(const Room *r) { return r->deadline && (int64_t)clock_ms + 2000 >= r->deadline; }

/* One of the things people do beside playing, the same in both worlds. */
static void do_something(Meeting *m, int step)
{
    Pair *p = m->pair;
    int   viewer = guest_of(p), seats = p->line[0].setup.seats, other = (int)tap_rng_below(&p->dice, (uint32_t)seats);
    const Room *r = room_of(m, 0);
    uint32_t what = tap_rng_below(&p->dice, 12);
    if (p->bot && what != 2 && what != 4 && what != 7)
        return; /* a program does nothing but answer, and none of the others go away */
    if (p->bot && other == viewer) return;
    switch (what) {
    case 0: /* the viewer comes back and names something he saw long ago, or nothing */
        go(viewer);
        come(m, viewer);
        say(m, viewer, "{\"type\":\"enter\",\"table\":\"%s\",\"seen\":%d}", m->table,
            (int)tap_rng_below(&p->dice, (uint32_t)r->seq + 2) - 1);
        break;
    case 1: /* somebody goes, is missed, and comes back; perhaps too late */
        if (other == viewer) break;
        go(other);
        clock_ms += 400;
        say(m, viewer, "{\"type\":\"enter\",\"table\":\"%s\",\"seen\":%d}", m->table, r->seq);
        if (tap_rng_below(&p->dice, 2) && !is_overdue(r)) clock_ms += 700, tick();
        come(m, other);
        say(m, other, "{\"type\":\"enter\",\"table\":\"%s\"}", m->table);
        break;
    case 2: /* taking back, with and without consent */
        if (!step || p->line[0].seat[step - 1] >= seats) break;
        other = p->line[0].seat[step - 1];
        if (p->bot && other == viewer) break;
        say(m, other, "{\"type\":\"undo\",\"table\":\"%s\",\"id\":\"u%d\"}", m->table, m->messages);
        for (int s = 0, yes = step % 2; s < seats; s++)
            if (s != other && !(p->bot && s == viewer))
                say(m, s, "{\"type\":\"consent\",\"table\":\"%s\",\"yes\":%s,\"id\":\"c%d\"}", m->table,
                    yes ? "true" : "false", m->messages);
        break;
    case 3: say(m, viewer, "{\"type\":\"lobby\",\"on\":true}"); break;
    case 4: say(m, other, "{\"type\":\"chat\",\"table\":\"%s\",\"text\":\"Well, well.\"}", m->table); break;
    case 5: /* answers that are none: what is said to them may betray something too */
    case 6: {
        static const char *const words[] = {"fold",           "check",         "call", "raise to 7",
                                            "exchange R-owl", "exchange none", "keep", "take 1",
                                            "play W-hawk",    "2 1 1",         "?"};
        bool asked = tap_has(tap_asked(&r->setup, tap_record_state(r->record)), p->viewer);
        say(m, viewer, "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"x%d\",\"seq\":%d,\"word\":\"%s\"}", m->table,
            m->messages, r->seq, asked ? "?" : words[tap_rng_below(&p->dice, 11)]);
        break;
    }
    case 7:
        if (client[0][EXTRA_GUEST]) go(EXTRA_GUEST);
        else {
            come(m, EXTRA_GUEST);
            say(m, EXTRA_GUEST, "{\"type\":\"enter\",\"table\":\"%s\"}", m->table);
        }
        break;
    case 8:
    case 10: say(m, viewer, "{\"type\":\"sit\",\"table\":\"%s\",\"id\":\"s%d\"}", m->table, m->messages); break;
    case 9: /* what anybody may ask for over HTTP */
        for (int w = 0, status; w < WORLDS; w++) {
            CHECK(!house_record(house[w], m->table, &status) && status == 403, "a record is given out during the game");
            CHECK(!house_replay(house[w], m->table, p->viewer, 0, &status) && status == 403,
                  "a game under way can be stepped through");
        }
        break;
    default: say(m, viewer, "{\"type\":\"undo\",\"table\":\"%s\",\"id\":\"n%d\"}", m->table, m->messages); break;
    }
}

/* The viewer asks what to do, once a game. */
static void ask_for_hint(Meeting *m)
{
    const Room *r = room_of(m, 0);
    if (m->hints || m->pair->bot || is_overdue(r) ||
        !tap_has(tap_asked(&r->setup, tap_record_state(r->record)), m->pair->viewer))
        return;
    m->hints++;
    clock_ms += 1000;
    say(m, guest_of(m->pair), "{\"type\":\"hint\",\"table\":\"%s\",\"id\":\"h%d\"}", m->table, m->messages);
    think();
}

static void answer_both(Meeting *m, int step)
{
    Pair   *p = m->pair;
    TapSeat s = p->line[0].seat[step];
    if (p->line[0].timeout[step] || s == TAP_CLOCK) {
        const Room *r = room_of(m, 0);
        uint64_t    rings = (uint64_t)(s == TAP_CLOCK ? r->hourglass : r->deadline);
        if (clock_ms < rings) clock_ms = rings;
        tick();
        return;
    }
    if (p->bot && s == p->viewer && clock_ms < (uint64_t)room_of(m, 0)->bot_at) { /* after open talk it is asked late */
        clock_ms = (uint64_t)room_of(m, 0)->bot_at;
        tick();
    }
    char        text[WORLDS][800], word[600];
    const char *both[WORLDS];
    for (int w = 0; w < WORLDS; w++) {
        const Room *r = room_of(m, w);
        CHECK(tap_move_write(&r->setup, tap_record_state(r->record), s, p->line[w].move[step], word, sizeof word),
              "%s, seed %llu, step %d, world %d: a move has no words", p->name, (unsigned long long)p->seed, step, w);
        snprintf(text[w], sizeof text[w],
                 "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"a%d\",\"seq\":%d,\"word\":\"%s\"}", m->table,
                 m->messages, r->seq, word);
        if (p->bot && s == p->viewer)
            snprintf(text[w], sizeof text[w], "{\"id\":%d,\"word\":\"%s\"}", last_question(&tape[w][s]), word);
        both[w] = text[w];
    }
    say_each(m, s, both);
}

static void begin(Meeting *m, const char *options)
{
    Pair *p = m->pair;
    static int number;
    number++;
    for (int g = 0; g < GUESTS; g++) snprintf(m->guest[g], GUEST_BYTES, "%08d%08d", number, g);
    luck_of[0] = luck_of[1] = (uint64_t)number << 20;
    clear_tapes();
    for (int s = 0; s < p->line[0].setup.seats; s++)
        if (!p->bot || s != p->viewer) come(m, s);
    come(m, WATCHER_GUEST);
    own_luck = true;
    say(m, 0,
        "{\"type\":\"create\",\"id\":\"t\",\"game\":\"%s\",\"seats\":%d,\"pace\":%d,\"grace\":1,\"clock\":%d,"
        "\"public\":true,\"options\":[%s]}",
        tap_game_id(p->line[0].setup.game), p->line[0].setup.seats, p->bot ? 0 : 10000, p->clocked ? CLOCK_S : 0,
        options);
    own_luck = false;
    CHECK(house[0]->rooms && house[0]->rooms->phase == PHASE_OPEN, "%s: no table was made (%s)", p->name, options);
    strcpy(m->table, house[0]->rooms->id);
    if (p->bot) come_as_bot(m);
    for (int s = 1; s < p->line[0].setup.seats; s++)
        if (!p->bot || s != p->viewer) say(m, s, "{\"type\":\"sit\",\"table\":\"%s\",\"seat\":%d}", m->table, s);
    say(m, WATCHER_GUEST, "{\"type\":\"enter\",\"table\":\"%s\"}", m->table);
    for (int w = 0; w < WORLDS; w++) {
        Room *t = room_of(m, w);
        CHECK(t && !memcmp(t->setup.option, p->line[w].setup.option, sizeof t->setup.option), "%s: another table",
              p->name);
        t->setup.rig = p->line[w].setup.rig;
    }
    CHECK(memcmp(room_of(m, 0)->fair.server, room_of(m, 1)->fair.server, TAP_FAIR_SEED), "the seeds are the same");
    say(m, 0, "{\"type\":\"deal\",\"table\":\"%s\"}", m->table);
}

/* Plays both lines through the houses. Says whether somebody else was sent something else, as he should be where he may
 * know more. */
static bool play_pair(Pair *p, const char *options)
{
    Meeting m = {.pair = p};
    bool    noticed = false;
    begin(&m, options);
    expect_same_bytes(&m, 0);
    for (int i = 0; i < p->line[0].n; i++) {
        while (!tap_rng_below(&p->dice, 3)) {
            ask_for_hint(&m);
            do_something(&m, i);
            expect_same_bytes(&m, i);
            int given = tap_record_answers(room_of(&m, 0)->record);
            if (given < i) i = given; /* taken back: to be given again */
        }
        int given = tap_record_answers(room_of(&m, 0)->record);
        if (given == i) answer_both(&m, i); /* else a program had no choice, and was not asked */
        for (int w = 0; w < WORLDS; w++)
            CHECK(tap_record_answers(room_of(&m, w)->record) >= i + 1 && (p->bot || given == i),
                  "%s, seed %llu, step %d: world %d did not take the answer", p->name, (unsigned long long)p->seed, i,
                  w);
        expect_same_bytes(&m, i);
    }
    for (int g = 0; g < p->line[0].setup.seats; g++) noticed = noticed || !tapes_are_same(g);
    for (int g = 0; g < GUESTS; g++)
        if (client[0][g] && g != guest_of(p)) go(g);
    go(guest_of(p)); /* after the others: for a program that goes the house's bot would begin to play */
    clock_ms += ROOM_IDLE_MS + LISTED_IDLE_MS;
    for (int w = 0; w < WORLDS; w++) room_of(&m, w)->clock = 0; /* it would play on */
    tick();
    CHECK(!house[0]->rooms && !house[1]->rooms, "a table nobody is at stays in memory");
    return noticed;
}

/* -------------------------------------------------------------------- games */

static void options_of(const TapSetup *setup, char *ret, size_t size)
{
    int n, at = 0;
    const TapOption *option = tap_game_options(setup->game, &n);
    ret[0] = 0;
    for (int i = 0; i < n; i++) {
        char words[80];
        tap_option_write(&option[i], setup->option[i], words, sizeof words);
        at += snprintf(ret + at, size - (size_t)at, "%s\"%s\"", i ? "," : "", words);
    }
}

/* How often something could be dealt anew, for a seat and for a watcher, and how often those who may know it were told.
 */
typedef struct Tally {
    int meetings, answers, changes, redealt[2], noticed, hiding;
} Tally;

static void pieces_of(const TapSetup *setup, const TapState *st, Pieces *ret)
{
    int level = state_at(st)->levels - 1;
    pieces_list(setup, game_of(setup, state_at(st), level), table_of(state_at(st), level), ret);
}

/* Whether a hand or a die lies there in the end that not everybody knows. */
static bool hides_something(const Pair *p)
{
    const Line *l = &p->line[0];
    TapState    st;
    Pieces      list;
    start_seeded(&l->setup, &st, p->seed, NULL);
    for (int i = 0; i < l->n; i++) tap_answer(&l->setup, &st, l->seat[i], l->move[i], NULL);
    pieces_of(&l->setup, &st, &list);
    for (int i = 0; i < list.n; i++)
        for (int k = 0; k < list.piece[i].n; k++) {
            const Piece *of = &list.piece[i];
            if (of->slot && of->slot[k].card != NO_CARD && of->slot[k].known && of->slot[k].known != PUBLIC)
                return true;
            if (of->die && of->die[k].face && of->die[k].known && of->die[k].known != PUBLIC) return true;
        }
    return false;
}

static void meet(const TapGame *game, const Setting *setting, int number, uint64_t seed, Tally *t)
{
    static Pair pair;
    char     name[400], options[2000];
    TapError error = {""};
    memset(&pair, 0, sizeof pair);
    setting_name(game, setting, name, sizeof name);
    CHECK(setting_read(game, setting, &pair.line[0].setup, &error), "%s: %s", name, error.text);
    pair.name = name;
    pair.seed = seed;
    tap_rng_fast(&pair.dice, pair.seed);
    pair.viewer = number % 3 ? (TapSeat)tap_rng_below(&pair.dice, pair.line[0].setup.seats) : (TapSeat)TAP_NOBODY;
    pair.bot = number % 3 == 2 && pair.viewer > 0;
    pair.clocked = number % 2 && !pair.bot;
    if (!play_first(&pair, 2 + (int)tap_rng_below(&pair.dice, number % 4 ? 16 : STEPS - 2))) return;
    int changed = play_second(&pair);
    options_of(&pair.line[0].setup, options, sizeof options);
    t->noticed += play_pair(&pair, options);
    t->redealt[pair.viewer == TAP_NOBODY] += changed > 0;
    t->changes += changed;
    t->answers += pair.line[0].n;
    t->meetings++;
    t->hiding += hides_something(&pair);
}

static void test_bytes(void **state)
{
    (void)state;
    static Setting setting[MAX_SETTINGS];
    int total = 0;
    for (const TapGame *const *g = tap_games(); *g; g++) {
        int   settings = pairwise_settings(*g, setting);
        Tally t = {0};
        for (int k = 0; k < 30 * times_longer(); k++)
            meet(*g, &setting[k * 7 % settings], k, (uint64_t)(k + 1) * 7919 + (uint64_t)(g - tap_games()), &t);
        printf("%-22s %2d meetings, %4d answers; re-dealt %2d times for a seat, %2d for a watcher: %3d changes; %2d of "
               "%2d hidden hands others saw\n",
               tap_game_id(*g), t.meetings, t.answers, t.redealt[0], t.redealt[1], t.changes, t.noticed, t.hiding);
        fflush(stdout);
        /* Those who may know must have been told, or it was no other deal. In Streets of Greyport few deals fit what
         * has been seen (a long run finds one in two of three), so there it is a third, still far from chance. */
        int one_in = strcmp(tap_game_id(*g), "streets-of-greyport") ? 2 : 3;
        CHECK(one_in * t.noticed >= t.hiding,
              "%s: hands lie hidden in %d meetings, and only %d deals were told from each other", tap_game_id(*g),
              t.hiding, t.noticed);
        total += t.noticed;
    }
    CHECK(total > 200, "only %d deals were others", total);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bytes)};
    return cmocka_run_group_tests(tests, open_houses, close_houses);
}
