/*
 * Windows in the house. Who has answered a hushed question, and when, is in no byte and at no moment of what anybody
 * else is sent; the answers are on the disk at once and survive a kill; how long a window lasts, standing orders,
 * holding it open; and how much of a game people spend waiting. The game's own hourglass.
 */
#include "houses.h"

#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "inn/inn.h"
#include "server/rooms/client.h"
#include "server/rooms/hushed.h"
#include "server/rooms/open_window.h"

enum { STEP_MS = 50 };

static const TapGame *const games[] = {&parlour, &common_room, &bargain, &haggling, &red_dragon_inn, NULL};

static int open_with_test_games(void **state)
{
    *state = (void *)(uintptr_t)games;
    return open_houses(state);
}

/* ------------------------------------------------------------------ a table */

typedef struct Meeting {
    const TapGame *game;
    int            seats, said[WORLDS][GUESTS];
    TapSeat        program; /* a seat with a program that came over a WebSocket; TAP_NOBODY: none */
    char           guest[GUESTS][GUEST_BYTES], table[TABLE_BYTES];
    TapRng         dice;
} Meeting;

static Room *room_of(const Meeting *m) { return room_find(house[world], m->table); }
static const TapState *state_in(const Meeting *m) { return tap_record_state(room_of(m)->record); }

__attribute__((format(printf, 3, 4))) static void tell_house(Meeting *m, int guest, const char *form, ...)
{
    char    text[8192];
    va_list rest;
    va_start(rest, form);
    vsnprintf(text, sizeof text, form, rest);
    va_end(rest);
    m->said[world][guest]++;
    say_here(guest, text);
}

#define EACH_WORLD for (world = 0; world < WORLDS || (world = 0); world++)

static void come(Meeting *m, int guest)
{
    client[world][guest] = client_new(house[world], &tape[world][guest], m->guest[guest], "192.0.2.1");
    tell_house(m, guest, "{\"type\":\"hello\",\"version\":1,\"name\":\"Guest %d\"}", guest);
}

static void go(int guest)
{
    if (!client[world][guest]) return;
    client_gone(client[world][guest]);
    client[world][guest] = NULL;
    flush();
}

/* A program sits down with its first words. */
static void come_as_program(Meeting *m, TapSeat seat)
{
    m->program = seat;
    EACH_WORLD {
        client[world][seat] = client_new_bot(house[world], &tape[world][seat], m->guest[seat], "192.0.2.1");
        tell_house(m, seat, "{\"type\":\"hello\",\"version\":1,\"name\":\"Program\",\"table\":\"%s\",\"seat\":%d}",
                   m->table, seat);
    }
}

/* People in the first seats, the house's bots in the others or nobody yet. The same in both worlds. */
static void begin_with(Meeting *m, const TapGame *game, int seats, int people, bool bots, const char *more)
{
    static int number;
    number++;
    m->game = game;
    m->seats = seats;
    m->program = TAP_NOBODY;
    tap_rng_fast(&m->dice, (uint64_t)number);
    luck_of[0] = luck_of[1] = (uint64_t)number << 20;
    clear_tapes();
    for (int g = 0; g < GUESTS; g++) snprintf(m->guest[g], GUEST_BYTES, "%08d%08d", number, g);
    EACH_WORLD {
        for (int s = 0; s < people; s++) come(m, s);
        tell_house(m, 0, "{\"type\":\"create\",\"id\":\"t\",\"game\":\"%s\",\"seats\":%d,\"pace\":0,\"grace\":0%s}",
                   tap_game_id(game), seats, more);
        strcpy(m->table, house[world]->rooms->id);
        for (int s = 1; s < people; s++)
            tell_house(m, s, "{\"type\":\"sit\",\"table\":\"%s\",\"seat\":%d}", m->table, s);
        for (int s = people; s < seats && bots; s++)
            tell_house(m, 0, "{\"type\":\"bot\",\"table\":\"%s\",\"seat\":%d,\"bot\":\"random\"}", m->table, s);
    }
}

static void begin(Meeting *m, const TapGame *game, int seats, int people, const char *more)
{
    begin_with(m, game, seats, people, true, more);
}

static void watch(Meeting *m)
{
    EACH_WORLD {
        come(m, WATCHER_GUEST);
        tell_house(m, WATCHER_GUEST, "{\"type\":\"enter\",\"table\":\"%s\"}", m->table);
    }
}

static void deal(Meeting *m) { EACH_WORLD tell_house(m, 0, "{\"type\":\"deal\",\"table\":\"%s\"}", m->table); }

/* Bots have thought to their end. */
static void think(void)
{
    while (house[world]->jobs) {
        uv_run(&loop[world], UV_RUN_ONCE);
        flush();
    }
}

static void end(Meeting *m)
{
    EACH_WORLD {
        for (int g = 0; g < GUESTS; g++) go(g);
        think();
        room_of(m)->clock = 0;
    }
    clock_ms += ROOM_IDLE_MS + LISTED_IDLE_MS;
    EACH_WORLD {
        tick_here();
        CHECK(!house[world]->rooms, "a table nobody is at stays in memory");
    }
}

static void pass_time(uint64_t ms)
{
    for (uint64_t until = clock_ms + ms; clock_ms < until;) {
        clock_ms += until - clock_ms < STEP_MS ? until - clock_ms : STEP_MS;
        EACH_WORLD tick_here();
    }
}

/* ---------------------------------------------------------------- answering */

static void answer_as(Meeting *m, TapSeat seat, TapMove move, const char *id)
{
    Room *r = room_of(m);
    char  word[TAP_WORDS];
    CHECK(tap_move_write(&r->setup, tap_record_state(r->record), seat, move, word, sizeof word),
          "seat %d: a move has no words", seat);
    if (seat == m->program) tell_house(m, seat, "{\"id\":%d,\"word\":\"%s\"}", last_question(&tape[world][seat]), word);
    else
        tell_house(m, seat, "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"%s\",\"seq\":%d,\"word\":\"%s\"}", m->table,
                   id, r->seq, word);
}

static void answer(Meeting *m, TapSeat seat, TapMove move)
{
    char id[32];
    snprintf(id, sizeof id, "a%d", m->said[world][seat]);
    answer_as(m, seat, move, id);
}

static TapMove some_move(Meeting *m, TapSeat seat)
{
    TapChoices c;
    tap_choices(&room_of(m)->setup, state_in(m), seat, &c);
    return tap_choices_pick(&c, &m->dice);
}

static TapMove pass_of(const Meeting *m, TapSeat seat)
{
    TapMove move;
    CHECK(tap_idle_move(&room_of(m)->setup, state_in(m), seat, &move), "seat %d cannot pass", seat);
    return move;
}

static bool window_is_open(const Meeting *m) { return room_of(m)->record && hushed_is_open(room_of(m)); }

/* Plays on, the same in both worlds, until a window is open. False if the game ends before. */
static bool play_to_window(Meeting *m)
{
    for (world = 0; !window_is_open(m); world = 0) {
        Room *r = room_of(m);
        if (r->phase != PHASE_PLAYING) return false;
        TapSeat seat = some_seat(tap_asked(&r->setup, state_in(m)), &m->dice);
        TapMove move = some_move(m, seat);
        clock_ms += 130;
        EACH_WORLD answer(m, seat, move);
    }
    return true;
}

static void set_orders(Meeting *m, TapSeat seat, const char *orders)
{
    tell_house(m, seat, "{\"type\":\"orders\",\"table\":\"%s\",\"orders\":[%s],\"id\":\"o%d\"}", m->table, orders,
               m->said[world][seat]);
}

static void ask_everybody_always(Meeting *m, int people)
{
    EACH_WORLD
        for (TapSeat s = 0; s < people; s++) set_orders(m, s, "\"always\"");
}

static json_t *last_message(int guest, const char *type)
{
    const Tape *t = &tape[world][guest];
    char        mark[64];
    const char *last = NULL;
    snprintf(mark, sizeof mark, "{\"type\":\"%s\"", type);
    for (const char *at = t->text; at && (at = strstr(at, mark)); at++) last = at;
    return last ? json_loads(last, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
}

static int count_messages(int guest, const char *type)
{
    char mark[64];
    int  n = 0;
    snprintf(mark, sizeof mark, "{\"type\":\"%s\"", type);
    for (const char *at = tape[world][guest].text; at && (at = strstr(at, mark)); at++) n++;
    return n;
}

static int64_t number_in(json_t *message, const char *field)
{
    const json_t *value = json_object_get(message, field);
    return json_is_integer(value) ? (int64_t)json_integer_value(value) : -1;
}

static int64_t last_number(int guest, const char *type, const char *field)
{
    json_t *message = last_message(guest, type);
    int64_t n = message ? number_in(message, field) : -2;
    json_decref(message);
    return n;
}

/* --------------------------------------------- nobody learns who has answered */

typedef struct Plan {
    int     at[TAP_SEATS]; /* ms after the opening; -1: never */
    TapMove move[TAP_SEATS];
} Plan;

typedef struct Tally {
    int windows, ran_out, other_order, other_answers, other_last, held;
} Tally;

/* The position after all of a plan's answers; those who never click pass. */
static void settle(const Meeting *m, const Plan *p, TapSeatSet asked, TapState *ret)
{
    const Room *r = room_of(m);
    tap_state_copy(&r->setup, ret, state_in(m));
    for (TapSeat s = 0; s < m->seats; s++)
        if (tap_has(asked, s))
            CHECK(tap_answer(&r->setup, ret, s, p->at[s] < 0 ? pass_of(m, s) : p->move[s], NULL),
                  "seat %d cannot answer so", s);
}

/* When and what everybody answers, in each world otherwise, but so that the window closes at the same moment with the
 * same outcome, and what the viewer does is the same. */
static void make_plans(Meeting *m, TapSeat viewer, TapSeatSet asked, int lasts, Plan plan[WORLDS], Tally *t)
{
    const Room *r = room_of(m);
    bool        runs_out = tap_rng_below(&m->dice, 2);
    int         end = 2000 + (int)tap_rng_below(&m->dice, (uint32_t)(lasts - 3000));
    TapSeatSet  others = viewer == TAP_NOBODY ? asked : tap_less(asked, viewer);
    TapSeat     last[WORLDS];
    for (int w = 0; w < WORLDS; w++) {
        last[w] = some_seat(others, &m->dice);
        for (TapSeat s = 0; s < m->seats; s++) {
            if (!tap_has(asked, s)) continue;
            plan[w].at[s] = 100 + (int)tap_rng_below(&m->dice, (uint32_t)(end - 200));
            plan[w].move[s] = w ? plan[0].move[s] : some_move(m, s);
            if (runs_out && !tap_rng_below(&m->dice, 3)) plan[w].at[s] = -1;
        }
        plan[w].at[last[w]] = runs_out ? -1 : end;
    }
    if (viewer != TAP_NOBODY) {
        if (viewer == m->program)
            plan[0].at[viewer] = 100 + (int)tap_rng_below(&m->dice, 1500); /* it has five seconds */
        plan[1].at[viewer] = plan[0].at[viewer];
    }
    /* Answers that do not count are forgotten: the second world has other ones, as far as the outcome is the same. */
    TapState one, two;
    settle(m, &plan[0], asked, &one);
    for (int tries = 0;; tries++) {
        Plan other = plan[1];
        for (TapSeat s = 0; s < m->seats && tries < 60; s++)
            if (tap_has(others, s) && tap_rng_below(&m->dice, 2)) other.move[s] = some_move(m, s);
        settle(m, &other, asked, &two);
        bool same = !memcmp(&one, &two, tap_state_size(&r->setup));
        if (!same && tries < 60) continue;
        if (!same) { /* the same seats answer the same, only at other times */
            other = plan[1];
            for (TapSeat s = 0; s < m->seats; s++)
                if ((plan[0].at[s] < 0) != (plan[1].at[s] < 0)) other.at[s] = plan[0].at[s];
            settle(m, &other, asked, &two);
            CHECK(!memcmp(&one, &two, tap_state_size(&r->setup)), "the same answers have another outcome");
        }
        plan[1] = other;
        break;
    }
    int latest[WORLDS] = {0};
    bool never[WORLDS] = {false};
    for (int w = 0; w < WORLDS; w++)
        for (TapSeat s = 0; s < m->seats; s++) {
            if (!tap_has(asked, s)) continue;
            if (plan[w].at[s] > latest[w]) latest[w] = plan[w].at[s];
            never[w] = never[w] || plan[w].at[s] < 0;
        }
    if (never[0] != never[1] || (!never[0] && latest[0] != latest[1]))
        plan[1] = plan[0]; /* would not close at one moment */
    t->windows++;
    t->ran_out += never[0];
    t->other_last += !never[0] && last[0] != last[1];
    bool order = false, answers = false;
    for (TapSeat s = 0; s < m->seats; s++) {
        if (!tap_has(others, s)) continue;
        order = order || plan[0].at[s] != plan[1].at[s];
        answers =
            answers || (plan[0].at[s] >= 0 && plan[1].at[s] >= 0 && !tap_same_move(plan[0].move[s], plan[1].move[s]));
    }
    t->other_order += order;
    t->other_answers += answers;
}

/* Things the viewer does meanwhile: whatever he is told may betray something. */
static void pry(Meeting *m, int viewer, bool may_hold, Tally *t)
{
    int what = (int)tap_rng_below(&m->dice, 9), seen = (int)tap_rng_below(&m->dice, (uint32_t)room_of(m)->seq + 2) - 1;
    if (viewer == m->program) return;
    t->held += what == 0 && may_hold;
    if (what == 0 && !may_hold) return;
    EACH_WORLD switch (what) {
    case 0: tell_house(m, viewer, "{\"type\":\"hold\",\"table\":\"%s\",\"id\":\"h%d\"}", m->table, seen); break;
    case 1: tell_house(m, viewer, "{\"type\":\"undo\",\"table\":\"%s\",\"id\":\"u%d\"}", m->table, seen); break;
    case 2:
        go(viewer);
        come(m, viewer);
        tell_house(m, viewer, "{\"type\":\"enter\",\"table\":\"%s\",\"seen\":%d}", m->table, seen);
        break;
    case 3:
        tell_house(m, viewer, "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"x%d\",\"seq\":%d,\"word\":\"?\"}",
                   m->table, seen, room_of(m)->seq);
        break;
    case 4:
        tell_house(m, viewer, "{\"type\":\"chat\",\"table\":\"%s\",\"text\":\"Well?\",\"id\":\"c%d\"}", m->table, seen);
        break;
    case 5: tell_house(m, viewer, "{\"type\":\"sit\",\"table\":\"%s\",\"id\":\"s%d\"}", m->table, seen); break;
    case 6:
        tell_house(m, viewer, "{\"type\":\"orders\",\"table\":\"%s\",\"orders\":[\"always\"],\"id\":\"o%d\"}", m->table,
                   seen);
        break;
    case 7:
        tell_house(m, viewer, "{\"type\":\"consent\",\"table\":\"%s\",\"yes\":true,\"id\":\"y%d\"}", m->table, seen);
        break;
    default: break;
    }
}

static void expect_same(const Meeting *m, int viewer, uint64_t opened)
{
    if (tapes_are_same(viewer)) return;
    show_difference(viewer);
    CHECK(false, "%s, %d ms after the opening: what guest %d is sent depends on who has answered", tap_game_id(m->game),
          (int)(clock_ms - opened), viewer);
}

static void play_window(Meeting *m, int viewer, Tally *t)
{
    Plan       plan[WORLDS];
    TapSeat    seat = viewer == WATCHER_GUEST ? (TapSeat)TAP_NOBODY : (TapSeat)viewer;
    TapSeatSet asked = room_asked(room_of(m));
    int        lasts = (int)window_left(room_of(m), (int64_t)clock_ms), seq = room_of(m)->seq;
    uint64_t   opened = clock_ms;
    bool       held = false;
    CHECK(lasts > 3000, "the window has no time of its own");
    make_plans(m, seat, asked, lasts, plan, t);
    while (window_is_open(m) && room_of(m)->seq == seq) {
        CHECK(clock_ms - opened < 60000, "the window never closes");
        clock_ms += STEP_MS;
        if (!tap_rng_below(&m->dice, 40)) {
            bool may = !held && window_may_hold(room_of(m), seat);
            int  before = t->held;
            pry(m, viewer, may, t);
            held = held || t->held > before;
        }
        EACH_WORLD {
            int64_t since = (int64_t)(clock_ms - opened);
            for (TapSeat s = 0; s < m->seats; s++)
                if (tap_has(asked, s) && plan[world].at[s] >= 0 && plan[world].at[s] > since - STEP_MS &&
                    plan[world].at[s] <= since)
                    answer(m, s, plan[world].move[s]);
            tick_here();
        }
        expect_same(m, viewer, opened);
        bool open[WORLDS];
        EACH_WORLD open[world] = window_is_open(m) && room_of(m)->seq == seq;
        CHECK(open[0] == open[1], "the windows close at other moments");
    }
}

static void test_nobody_learns_who_has_answered(void **state)
{
    (void)state;
    Tally t = {0};
    int   others_saw = 0, programs = 0;
    for (int i = 0; i < (getenv("TAPROOM_LONG") ? 400 : 40); i++) {
        Meeting m = {0};
        int     seats = 3 + i % 3, viewer = i % 4 ? i % seats : WATCHER_GUEST;
        bool program = i % 8 == 5;
        int  people = seats - program;
        if (program) viewer = seats - 1;
        begin_with(&m, i % 2 ? &common_room : &parlour, seats, people, false, i % 5 ? "" : ",\"window\":7");
        if (program) come_as_program(&m, (TapSeat)viewer);
        watch(&m);
        ask_everybody_always(&m, people);
        deal(&m);
        programs += program;
        for (int windows = 0; windows < 6 && play_to_window(&m); windows++) {
            play_window(&m, viewer, &t);
            expect_same(&m, viewer, clock_ms);
        }
        for (int g = 0; g < seats; g++) others_saw += g != viewer && !tapes_are_same(g);
        end(&m);
    }
    print_message("%d windows: %d ran out; others answered at other times in %d, otherwise in %d, another was the last "
                  "in %d; %d held; "
                  "%d of the others were sent something else\n",
                  t.windows, t.ran_out, t.other_order, t.other_answers, t.other_last, t.held, others_saw);
    /* Else nothing was proved. */
    assert_true(t.windows > 100 && t.ran_out > 20 && t.other_order > 60 && t.other_answers > 15 && t.other_last > 5 &&
                t.held > 5);
    assert_true(others_saw > 40 && programs >= 5);
}

/* ------------------------------------------------------------------- storing */

static int log_length(const Meeting *m)
{
    Store *s = house[world]->store;
    int    n = 0, seq;
    char   probe[] = "0 nothing";
    while (s->kind->append(s, m->table, n, NULL, probe, &seq, NULL) == STORE_STALE) n++;
    s->kind->rollback(s);
    return n;
}

/* An answer is on the disk when it is acknowledged, has no number, and makes the house commit nothing. */
static void test_an_answer_is_kept_beside_the_log(void **state)
{
    (void)state;
    Meeting m = {0};
    begin(&m, &parlour, 4, 4, "");
    ask_everybody_always(&m, 4);
    deal(&m);
    assert_true(play_to_window(&m));
    int        seq = room_of(&m)->seq, entries = log_length(&m);
    TapSeatSet asked = room_asked(room_of(&m));
    TapSeat    first = tap_first_of(asked), second = tap_first_of(tap_less(asked, first));
    int64_t    commits = house_metrics(house[0])->commits;
    size_t     others[GUESTS];
    for (int g = 0; g < GUESTS; g++) others[g] = tape[0][g].n;

    answer_as(&m, first, pass_of(&m, first), "mine");
    assert_int_equal(last_number(first, "ack", "seq"), -1);
    assert_int_equal(room_of(&m)->seq, seq);
    assert_int_equal(log_length(&m), entries);
    assert_int_equal(house_metrics(house[0])->commits, commits);
    assert_false(house[0]->store->writing);
    for (int g = 0; g < GUESTS; g++)
        if (g != first) assert_int_equal(tape[0][g].n, others[g]);
    /* He himself sees that he has answered, at the same seq. */
    json_t *update = last_message(first, "update"), *view = json_object_get(update, "view");
    assert_int_equal(number_in(update, "seq"), seq);
    assert_int_equal(number_in(update, "from"), seq);
    assert_int_equal(json_array_size(json_object_get(view, "choices")), 0);
    assert_int_equal(json_array_size(json_object_get(view, "sealed")), 1);
    json_decref(update);

    /* Said again it is the same answer; another is none. */
    int acks = count_messages(first, "ack");
    answer_as(&m, first, pass_of(&m, first), "mine");
    assert_int_equal(count_messages(first, "ack"), acks + 1);
    answer_as(&m, first, pass_of(&m, first), "another");
    json_t *refused = last_message(first, "error");
    assert_string_equal(json_string_value(json_object_get(refused, "code")), "not-asked");
    json_decref(refused);
    assert_int_equal(tap_count(room_asked(room_of(&m))), tap_count(asked) - 1);

    /* At the close all get their numbers, in the order of seats, in one commit. */
    commits = house_metrics(house[0])->commits;
    for (TapSeat s = TAP_SEATS - 1; s > first; s--)
        if (tap_has(asked, s)) answer_as(&m, s, pass_of(&m, s), "theirs");
    assert_int_equal(room_of(&m)->seq, seq + tap_count(asked));
    assert_int_equal(house_metrics(house[0])->commits, commits + 1);
    TapSeat before = -1;
    for (int i = seq; i < seq + tap_count(asked); i++) {
        TapSeat who;
        TapMove what;
        assert_true(tap_record_answer_at(room_of(&m)->record, i, &who, &what) && who > before);
        before = who;
    }
    /* Said again, now it has a number. */
    tell_house(&m, second, "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"theirs\",\"seq\":%d,\"word\":\"pass\"}",
               m.table, seq);
    assert_true(last_number(second, "ack", "seq") > seq);
    end(&m);
}

/* A commit makes those who come right after it wait for the next, up to two milliseconds. One that answers a hushed
 * question makes nobody wait. Here the loop runs as it does in a server. */
static void test_an_answer_closes_no_gate(void **state)
{
    (void)state;
    Meeting m = {0};
    begin(&m, &parlour, 4, 4, "");
    ask_everybody_always(&m, 4);
    deal(&m);
    assert_true(play_to_window(&m));
    TapSeat first = tap_first_of(room_asked(room_of(&m)));
    int     acks[TAP_SEATS];
    char    word[] = "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"quiet\",\"seq\":%d,\"word\":\"pass\"}", text[300];
    usleep(5000); /* the gate of the commit before is open again */
    uv_run(&loop[0], UV_RUN_NOWAIT);
    for (int s = 0; s < 4; s++) acks[s] = count_messages(s, "ack");
    snprintf(text, sizeof text, word, m.table, room_of(&m)->seq);
    client_message(client[0][first], text, strlen(text));
    house_settle(house[0]);
    uv_run(&loop[0], UV_RUN_NOWAIT);
    assert_int_equal(count_messages(first, "ack"), acks[first] + 1);
    /* Somebody else's word is acknowledged in the very next turn of the loop. */
    TapSeat other = first ? 0 : 1;
    snprintf(text, sizeof text, "{\"type\":\"chat\",\"table\":\"%s\",\"text\":\"Hm.\",\"id\":\"c\"}", m.table);
    client_message(client[0][other], text, strlen(text));
    uv_run(&loop[0], UV_RUN_NOWAIT);
    assert_int_equal(count_messages(other, "ack"), acks[other] + 1);
    end(&m);
}

/* Nor can it be counted. */
static void test_counters_do_not_tell(void **state)
{
    (void)state;
    Meeting m = {0};
    begin(&m, &parlour, 3, 3, "");
    ask_everybody_always(&m, 3);
    deal(&m);
    assert_true(play_to_window(&m));
    TapSeat first = tap_first_of(room_asked(room_of(&m)));
    Metrics before = house_metrics_shown(house[0]);
    answer(&m, first, pass_of(&m, first));
    Metrics after = house_metrics_shown(house[0]);
    assert_memory_equal(&before, &after, sizeof before);
    end(&m);
}

/* A copy of the folder at this moment is what a kill would leave. */
static void test_the_window_stands_after_a_kill(void **state)
{
    (void)state;
    Meeting m = {0};
    char    command[300], copy[100];
    begin(&m, &parlour, 4, 4, "");
    ask_everybody_always(&m, 4);
    deal(&m);
    assert_true(play_to_window(&m));
    Room      *r = room_of(&m);
    TapSeatSet asked = room_asked(r);
    TapSeat    first = tap_first_of(asked), second = tap_first_of(tap_less(asked, first));
    TapMove    given = some_move(&m, first);
    answer_as(&m, first, given, "kept");
    snprintf(copy, sizeof copy, "%s-killed", folder[0]);
    snprintf(command, sizeof command, "cp -r '%s' '%s' && rm '%s/lock'", folder[0], copy, copy);
    assert_int_equal(system(command), 0);

    TapError error = {{0}};
    uv_loop_t its_loop;
    uv_loop_init(&its_loop);
    HouseOptions options = {.transport = house[0]->transport, .data = copy, .games = games, .by_hand = true};
    House *mine = house[0], *again = house_open(&options, &its_loop, &error);
    CHECK(again, "%s", error.text);
    house[0] = again;
    Room       *back = room_of(&m);
    TapMove     kept;
    const char *id;
    assert_non_null(back);
    assert_true(hushed_is_open(back));
    assert_int_equal(back->seq, r->seq);
    assert_int_equal(room_asked(back), tap_less(asked, first));
    assert_true(hushed_given(back, first, &kept, &id) && tap_same_move(kept, given));
    const char *orders[LIMIT_ORDERS];
    assert_int_equal(orders_of(&back->chair[second], orders), 1);
    assert_string_equal(orders[0], "always");
    house_close(again);
    uv_run(&its_loop, UV_RUN_DEFAULT);
    house_free(again);
    uv_loop_close(&its_loop);
    house[0] = mine;
    snprintf(command, sizeof command, "rm -rf '%s'", copy);
    assert_int_equal(system(command), 0);

    /* Left alone for long and read again it is the same. */
    EACH_WORLD for (int g = 0; g < GUESTS; g++) go(g);
    clock_ms += ROOM_IDLE_MS + LISTED_IDLE_MS;
    tick_here();
    assert_null(house[0]->rooms);
    assert_int_equal(room_asked(room_of(&m)), tap_less(asked, first));
    end(&m);
}

/* ------------------------------------------------------------ how long it lasts */

/* A window in which all who are asked can do nothing but pass. */
static void find_empty_hands(Meeting *m)
{
    for (int tries = 0; tries < 100; tries++) {
        begin(m, &parlour, 2, 2, "");
        ask_everybody_always(m, 2);
        deal(m);
        while (play_to_window(m)) {
            TapSeat    s = tap_first_of(room_asked(room_of(m)));
            TapChoices c;
            tap_choices(&room_of(m)->setup, state_in(m), s, &c);
            if (c.n == 1) return;
            EACH_WORLD answer(m, s, pass_of(m, s));
        }
        end(m);
    }
    CHECK(false, "nobody is ever asked who can only pass");
}

static void test_a_window_closes_early_only_when_all_have_answered(void **state)
{
    (void)state;
    for (int clicks = 0; clicks < 2; clicks++) {
        Meeting m = {0};
        find_empty_hands(&m);
        int     seq = room_of(&m)->seq;
        TapSeat s = tap_first_of(room_asked(room_of(&m)));
        assert_int_equal(last_number(0, "update", "time_left"), 8000); /* as its question says */
        if (clicks) {
            pass_time(3000);
            assert_int_equal(room_of(&m)->seq, seq);
            EACH_WORLD answer(&m, s, pass_of(&m, s));
            assert_true(room_of(&m)->seq > seq);
        } else {
            pass_time(7900);
            assert_int_equal(room_of(&m)->seq, seq);
            pass_time(200);
            assert_true(room_of(&m)->seq > seq);
            json_t *update = last_message(0, "update");
            assert_null(json_object_get(update, "late")); /* an ordinary pass */
            json_decref(update);
        }
        end(&m);
    }
}

/* How long bots think is not told: with them a window lasts a while. */
static void test_bots_do_not_tell_how_long_they_thought(void **state)
{
    (void)state;
    Meeting m = {0};
    begin(&m, &parlour, 4, 2, "");
    EACH_WORLD
        for (TapSeat s = 0; s < 2; s++) set_orders(&m, s, "\"until-turn\"");
    deal(&m);
    int seen = 0;
    for (world = 0; room_of(&m)->phase == PHASE_PLAYING && seen < 3;) {
        Room *r = room_of(&m);
        if (hushed_is_open(r) && !(room_asked(r) & 3)) {
            int seq = r->seq;
            think();
            assert_int_equal(room_asked(r), 0); /* all have answered */
            uint64_t opened = (uint64_t)r->window.opened;
            for (; clock_ms < opened + WINDOW_FLOOR_MS; clock_ms += STEP_MS) tick_here();
            assert_int_equal(r->seq, seq);
            tick_here();
            assert_true(r->seq > seq);
            seen++;
        } else if (room_asked(r) & 3)
            answer(&m, tap_first_of(room_asked(r) & 3), some_move(&m, tap_first_of(room_asked(r) & 3)));
        else {
            clock_ms += STEP_MS;
            tick_here();
            think();
        }
    }
    assert_true(seen);
    world = 1;
    for (int g = 0; g < GUESTS; g++) go(g);
    world = 0;
    end(&m);
}

static void test_the_table_says_how_long(void **state)
{
    (void)state;
    Meeting m = {0};
    begin(&m, &parlour, 3, 3, ",\"window\":0,\"clock\":5"); /* the table's own clock rests */
    ask_everybody_always(&m, 3);
    deal(&m);
    assert_true(play_to_window(&m));
    int seq = room_of(&m)->seq;
    assert_int_equal(last_number(0, "update", "time_left"), -1);
    pass_time(60000); /* until all have answered */
    assert_int_equal(room_of(&m)->seq, seq);
    end(&m);
    Meeting short_one = {0};
    begin(&short_one, &parlour, 3, 3, ",\"window\":2");
    ask_everybody_always(&short_one, 3);
    deal(&short_one);
    assert_true(play_to_window(&short_one));
    assert_int_equal(last_number(0, "update", "time_left"), 2000);
    end(&short_one);
    come(&m, 0);
    tell_house(&m, 0, "{\"type\":\"create\",\"id\":\"bad\",\"game\":\"parlour\",\"seats\":3,\"window\":1}");
    json_t *refused = last_message(0, "error");
    assert_string_equal(json_string_value(json_object_get(refused, "code")), "bad-options");
    json_decref(refused);
    go(0);
}

static void test_who_is_asked_may_hold_it_open(void **state)
{
    (void)state;
    Meeting m = {0};
    begin(&m, &parlour, 4, 4, "");
    watch(&m);
    ask_everybody_always(&m, 4);
    deal(&m);
    assert_true(play_to_window(&m));
    TapSeatSet asked = room_asked(room_of(&m));
    TapSeat    first = tap_first_of(asked), second = tap_first_of(tap_less(asked, first));
    TapSeat    source = tap_first_of((TapSeatSet)(15 & ~asked));
    int        seq = room_of(&m)->seq;
    pass_time(5000);
    EACH_WORLD {
        answer(&m, first, pass_of(&m, first)); /* also who has answered may */
        size_t before = tape[world][second].n;
        tell_house(&m, source, "{\"type\":\"hold\",\"table\":\"%s\",\"id\":\"h\"}", m.table);
        tell_house(&m, WATCHER_GUEST, "{\"type\":\"hold\",\"table\":\"%s\",\"id\":\"h\"}", m.table);
        assert_int_equal(tape[world][second].n, before); /* both were refused */
        tell_house(&m, first, "{\"type\":\"hold\",\"table\":\"%s\",\"id\":\"h\"}", m.table);
        assert_int_equal(last_number(second, "update", "time_left"), 20000);
        assert_int_equal(last_number(WATCHER_GUEST, "update", "time_left"), 20000);
        assert_null(strstr(tape[world][second].text + before, "\"held\""));
        json_t *own = last_message(first, "update"), *other = last_message(second, "update");
        assert_true(json_is_false(json_object_get(json_object_get(own, "window"), "hold")));
        assert_true(json_is_true(json_object_get(json_object_get(other, "window"), "hold")));
        json_decref(own);
        json_decref(other);
        before = tape[world][second].n;
        tell_house(&m, first, "{\"type\":\"hold\",\"table\":\"%s\",\"id\":\"h2\"}", m.table); /* once */
        assert_int_equal(tape[world][second].n, before);
    }
    pass_time(10000);
    EACH_WORLD {
        tell_house(&m, second, "{\"type\":\"hold\",\"table\":\"%s\",\"id\":\"h\"}", m.table);
        assert_int_equal(last_number(first, "update", "time_left"), 20000);
    }
    pass_time(19900);
    assert_int_equal(room_of(&m)->seq, seq);
    pass_time(200);
    assert_true(room_of(&m)->seq > seq);
    end(&m);
}

/* ------------------------------------------------------------ standing orders */

static void play_with_orders(int *windows)
{
    Meeting m = {0};
    begin(&m, &parlour, 4, 4, "");
    EACH_WORLD {
        for (TapSeat s = 0; s < 4; s++) set_orders(&m, s, "\"until-turn\"");
        size_t before = tape[world][1].n;
        set_orders(&m, 0, "\"always\",\"card t-1\"");
        json_t *refused = last_message(0, "error");
        /* There is no such card. */
        assert_string_equal(json_string_value(json_object_get(refused, "code")), "bad-options");
        json_decref(refused);
        set_orders(&m, 0, "\"always\",\"defend\"");
        json_t *table = last_message(0, "table");
        assert_int_equal(json_array_size(json_object_get(table, "orders")), 2);
        json_decref(table);
        assert_int_equal(tape[world][1].n, before); /* nobody else learns of it */
    }
    deal(&m);
    while (play_to_window(&m)) {
        TapSeatSet waiting = room_asked(room_of(&m));
        TapWindow  w;
        tap_window(&room_of(&m)->setup, state_in(&m), &w);
        CHECK(!(waiting & ~(tap_only(0) | tap_only(w.turn))), "an order did not pass"); /* whose turn it is, is asked */
        int seq = room_of(&m)->seq;
        EACH_WORLD
            for (TapSeat s = 0; s < 4; s++)
                if (tap_has(waiting, s)) answer(&m, s, pass_of(&m, s));
        CHECK(room_of(&m)->seq > seq, "the window did not close");
        ++*windows;
    }
    end(&m);
}

static void test_orders_pass_for_a_seat(void **state)
{
    (void)state;
    int windows = 0;
    for (int i = 0; i < 5; i++) play_with_orders(&windows);
    assert_true(windows >= 6);
}

/* Orders that are given while a window is open answer it too. */
static void test_orders_answer_the_open_window(void **state)
{
    (void)state;
    Meeting m = {0};
    begin(&m, &parlour, 3, 3, "");
    ask_everybody_always(&m, 3);
    deal(&m);
    assert_true(play_to_window(&m));
    int        seq = room_of(&m)->seq;
    TapSeatSet asked = room_asked(room_of(&m));
    EACH_WORLD
        for (TapSeat s = 0; s < 3; s++)
            if (tap_has(asked, s)) set_orders(&m, s, "\"until-turn\"");
    assert_true(room_of(&m)->seq > seq);
    end(&m);
}

/* -------------------------------------------------- windows among those of a side */

/* Seats 0 and 1 play together, and so do 2 and 3. */
static void begin_in_sides(Meeting *m)
{
    begin(m, &red_dragon_inn, 4, 4, ",\"options\":[\"variant=two-headed\"]");
    ask_everybody_always(m, 4);
    deal(m);
}

/* On to the next window, or to this one, in the turn of the side that begins with that seat, in which all are asked. */
static bool play_to_turn_of(Meeting *m, TapSeat head)
{
    while (play_to_window(m)) {
        TapWindow w;
        assert_true(tap_window(&room_of(m)->setup, state_in(m), &w));
        if (w.turn == head && tap_count(room_asked(room_of(m))) == m->seats) return true;
        EACH_WORLD {
            TapSeatSet asked = room_asked(room_of(m));
            for (TapSeat s = 0; s < m->seats; s++)
                if (tap_has(asked, s)) answer(m, s, pass_of(m, s));
        }
    }
    return false;
}

static void expect_orders(const Meeting *m, TapSeat seat, const char *first, int n)
{
    const char *orders[LIMIT_ORDERS];
    assert_int_equal(orders_of(&room_of(m)->chair[seat], orders), n);
    if (n) assert_string_equal(orders[0], first);
}

/* Mates share a turn, not their orders: what one orders, changes or clears passes for nobody else and is told to nobody
 * else; the other is asked though the one passes. */
static void test_orders_are_not_a_sides(void **state)
{
    (void)state;
    Meeting m = {0};
    begin_in_sides(&m);
    assert_true(play_to_turn_of(&m, 2));
    int seq = room_of(&m)->seq;
    EACH_WORLD {
        size_t mates = tape[world][1].n;
        set_orders(&m, 0, "\"until-turn\"");
        assert_int_equal(room_asked(room_of(&m)), 15 & ~tap_only(0)); /* it answers the window that is open */
        assert_int_equal(tape[world][1].n, mates);
        expect_orders(&m, 1, "always", 1);
        size_t own = tape[world][0].n;
        set_orders(&m, 1, "\"always\",\"gambling\"");
        assert_int_equal(tape[world][0].n, own);
        expect_orders(&m, 0, "until-turn", 1);
        expect_orders(&m, 1, "always", 2);
        assert_int_equal(room_asked(room_of(&m)), 15 & ~tap_only(0));
        for (TapSeat s = 1; s < 4; s++) answer(&m, s, pass_of(&m, s));
        assert_true(room_of(&m)->seq > seq);
    }
    int windows = 0;
    for (; windows < 12 && play_to_window(&m); windows++) {
        TapWindow  w;
        TapSeatSet asked = room_asked_at_first(room_of(&m)), waits = room_asked(room_of(&m));
        assert_true(tap_window(&room_of(&m)->setup, state_in(&m), &w));
        assert_int_equal(tap_has(waits, 0), tap_has(asked, 0) && w.turn == 0);
        assert_int_equal(tap_has(waits, 1), tap_has(asked, 1));
        EACH_WORLD
            for (TapSeat s = 0; s < 4; s++)
                if (tap_has(waits, s)) answer(&m, s, pass_of(&m, s));
    }
    assert_int_equal(windows, 12);
    EACH_WORLD {
        size_t mates = tape[world][1].n;
        set_orders(&m, 0, "");
        expect_orders(&m, 0, NULL, 0);
        expect_orders(&m, 1, "always", 2);
        assert_int_equal(tape[world][1].n, mates);
    }
    end(&m);
}

/* "Until my turn" is until the turn of one's side, whoever of it stands first. */
static void test_until_the_turn_of_ones_side(void **state)
{
    (void)state;
    Meeting m = {0};
    begin_in_sides(&m);
    for (TapSeat head = 0; head < 4; head = (TapSeat)(head + 2)) {
        assert_true(play_to_turn_of(&m, head));
        EACH_WORLD {
            for (TapSeat s = 0; s < 4; s++) set_orders(&m, s, "\"until-turn\"");
            assert_int_equal(room_asked(room_of(&m)), tap_only(head) | tap_only((TapSeat)(head + 1)));
            for (TapSeat s = 0; s < 4; s++) set_orders(&m, s, "\"always\"");
        }
    }
    end(&m);
}

static bool may_hold(int guest)
{
    json_t *update = last_message(guest, "update");
    bool    may = json_is_true(json_object_get(json_object_get(update, "window"), "hold"));
    json_decref(update);
    return may;
}

/* Whoever of a side holds a window open has held it for himself: it lasts for all, his mate is asked as before, may
 * answer or hold it too, and it closes when he who held it has answered. */
static void test_a_mate_may_hold_it_too(void **state)
{
    (void)state;
    Meeting m = {0};
    begin_in_sides(&m);
    assert_true(play_to_turn_of(&m, 2));
    int seq = room_of(&m)->seq;
    pass_time(3000);
    EACH_WORLD {
        for (int s = 0; s < 4; s++) assert_true(may_hold(s));
        tell_house(&m, 1, "{\"type\":\"hold\",\"table\":\"%s\",\"id\":\"h\"}", m.table);
        for (int s = 0; s < 4; s++) {
            assert_int_equal(last_number(s, "update", "time_left"), 20000);
            assert_int_equal(may_hold(s), s != 1);
        }
        assert_int_equal(room_asked(room_of(&m)), 15); /* nobody has answered by it */
    }
    pass_time(15000);
    assert_int_equal(room_of(&m)->seq, seq);
    EACH_WORLD {
        tell_house(&m, 0, "{\"type\":\"hold\",\"table\":\"%s\",\"id\":\"h\"}", m.table);
        assert_int_equal(last_number(1, "update", "time_left"), 20000);
        assert_false(may_hold(0) || may_hold(1));
        assert_true(may_hold(2) && may_hold(3));
        size_t told = tape[world][1].n;
        answer(&m, 0, pass_of(&m, 0)); /* for himself: the mate is asked still, and learns nothing */
        assert_int_equal(room_asked(room_of(&m)), 14);
        assert_int_equal(tape[world][1].n, told);
        answer(&m, 2, pass_of(&m, 2));
        answer(&m, 3, pass_of(&m, 3));
        assert_int_equal(room_asked(room_of(&m)), tap_only(1));
    }
    pass_time(19000);
    assert_int_equal(room_of(&m)->seq, seq);
    EACH_WORLD {
        answer(&m, 1, pass_of(&m, 1));
        assert_true(room_of(&m)->seq > seq);
    }
    end(&m);
}

/* ------------------------------------------------------- against bots, and undo */

static void test_against_bots_nothing_waits(void **state)
{
    (void)state;
    int asked_in_windows = 0, windows = 0;
    for (int i = 0; i < 12; i++) {
        Meeting m = {0};
        begin(&m, &parlour, 4, 1, "");
        EACH_WORLD set_orders(&m, 0, "\"always\"");
        deal(&m);
        uint64_t began = clock_ms;
        EACH_WORLD {
            Room *r = room_of(&m);
            for (int steps = 0; r->phase == PHASE_PLAYING && steps < 2000; steps++) {
                bool open = hushed_is_open(r);
                if (tap_has(room_asked(r), 0) && r->flushed_seq == r->seq) {
                    TapChoices c;
                    tap_choices(&r->setup, state_in(&m), 0, &c);
                    CHECK(!open || c.n > 1, "he is asked where he can do nothing");
                    asked_in_windows += open;
                    answer(&m, 0, some_move(&m, 0));
                } else {
                    think();
                    tick_here();
                }
                windows += open;
            }
            CHECK(r->phase == PHASE_OVER, "the game does not go on");
        }
        assert_int_equal(clock_ms, began); /* not a moment has passed */
        end(&m);
    }
    assert_true(asked_in_windows > 10 && windows > asked_in_windows);
}

static void test_nothing_is_taken_back_from_a_window(void **state)
{
    (void)state;
    Meeting m = {0};
    begin(&m, &parlour, 2, 2, "");
    ask_everybody_always(&m, 2);
    deal(&m);
    assert_true(play_to_window(&m));
    TapSeat answers = tap_first_of(room_asked(room_of(&m))), source = (TapSeat)(1 - answers);
    int     seq = room_of(&m)->seq;
    tell_house(&m, source, "{\"type\":\"undo\",\"table\":\"%s\",\"id\":\"u\"}", m.table);
    json_t *refused = last_message(source, "error");
    assert_string_equal(json_string_value(json_object_get(refused, "code")), "not-now");
    json_decref(refused);
    assert_int_equal(room_of(&m)->seq, seq);
    answer(&m, answers, pass_of(&m, answers));
    assert_int_equal(room_of(&m)->seq, seq + 1);
    int errors = count_messages(answers, "error");
    tell_house(&m, answers, "{\"type\":\"undo\",\"table\":\"%s\",\"id\":\"u\"}", m.table);
    assert_int_equal(count_messages(answers, "error"), errors + 1);
    assert_false(room_of(&m)->undo_ask.open);
    end(&m);

    /* Nor by one who is alone with bots, and may otherwise take back everything. */
    Meeting alone = {0};
    begin(&alone, &parlour, 3, 1, "");
    deal(&alone);
    TapMove trick = some_move(&alone, 0); /* he plays first */
    while (!tap_chosen(&trick)) trick = some_move(&alone, 0);
    answer(&alone, 0, trick);
    assert_true(window_is_open(&alone) && room_asked(room_of(&alone)));
    seq = room_of(&alone)->seq;
    tell_house(&alone, 0, "{\"type\":\"undo\",\"table\":\"%s\",\"id\":\"u\"}", alone.table);
    assert_int_equal(room_of(&alone)->seq, seq);
    assert_int_equal(count_messages(0, "error"), 1);
    end(&alone);
}

/* -------------------------------------------------------- how long people wait */

typedef struct Waiting {
    uint64_t all, waited; /* ms of games, and of them with a window open */
    int      windows;
} Waiting;

enum { CLICK_MS = 2000 };

/* People who take two seconds for a click, with the usual order. */
static void play_at_leisure(const TapGame *game, int people, Waiting *w)
{
    Meeting  m = {0};
    uint64_t since[TAP_SEATS] = {0};
    begin(&m, game, people, people, "");
    tell_house(&m, 0, "{\"type\":\"deal\",\"table\":\"%s\"}", m.table); /* the other house only sits there */
    Room *r = room_of(&m);
    for (int last = -1; r->phase == PHASE_PLAYING;) {
        bool open = hushed_is_open(r);
        if (r->seq != last) w->windows += open, last = r->seq;
        for (TapSeat s = 0; s < people; s++) {
            if (!tap_has(room_asked(r), s)) since[s] = 0;
            else if (!since[s]) since[s] = clock_ms;
        }
        for (TapSeat s = 0; s < people; s++)
            if (since[s] && clock_ms - since[s] >= CLICK_MS) {
                since[s] = 0;
                answer(&m, s, some_move(&m, s));
                break;
            }
        clock_ms += STEP_MS;
        tick_here();
        w->all += STEP_MS;
        if (open) w->waited += STEP_MS;
    }
    EACH_WORLD for (int g = 0; g < GUESTS; g++) go(g);
    clock_ms += ROOM_IDLE_MS + LISTED_IDLE_MS;
    EACH_WORLD tick_here();
}

/* Of a game whose turns have several clicks at most a quarter is spent waiting in windows. Of one that is all windows
 * it is what their clicks take, and no more. */
static void test_people_seldom_wait(void **state)
{
    (void)state;
    static const TapGame *const of[] = {&common_room, &parlour};
    for (int g = 0; g < 2; g++) {
        Waiting w = {0};
        for (int i = 0; i < 6; i++) play_at_leisure(of[g], 3 + i % 3, &w);
        print_message("%s: %d windows in %.0f s, %.1f %% of the time\n", tap_game_id(of[g]), w.windows,
                      (double)w.all / 1e3, 100.0 * (double)w.waited / (double)w.all);
        assert_true(w.windows > 30);
        if (!g) assert_true(4 * w.waited <= w.all);
        assert_true(w.waited <= (uint64_t)w.windows * (CLICK_MS + 2 * STEP_MS));
    }
}

/* ------------------------------------------------------------- the hourglass */

static int grains_of(const Meeting *m)
{
    int n = 0;
    for (int i = 0; i < tap_record_answers(room_of(m)->record); i++) {
        TapSeat who;
        TapMove what;
        if (tap_record_answer_at(room_of(m)->record, i, &who, &what)) n += who == TAP_CLOCK;
    }
    return n;
}

static void test_grains_fall_evenly(void **state)
{
    (void)state;
    Meeting m = {0};
    begin(&m, &bargain, 3, 3, ",\"clock\":5,\"options\":[\"seconds=90\"]");
    deal(&m);
    json_t *update = last_message(0, "update"), *glass = json_object_get(update, "glass");
    assert_int_equal(number_in(glass, "left"), 90000);
    assert_int_equal(number_in(glass, "of"), 90000);
    assert_null(json_object_get(update, "time_left")); /* the table's own clock rests */
    json_decref(update);
    pass_time(20000);
    EACH_WORLD answer(&m, 1, some_move(&m, 1)); /* what is said does not turn it */
    pass_time(9900);
    assert_int_equal(grains_of(&m), 0);
    pass_time(200);
    assert_int_equal(grains_of(&m), 1);
    EACH_WORLD answer(&m, 2, some_move(&m, 2));
    assert_int_equal(number_in(json_object_get(update = last_message(0, "update"), "glass"), "left"), 59900);
    json_decref(update);
    pass_time(29800);
    assert_int_equal(grains_of(&m), 1);
    pass_time(200);
    assert_int_equal(grains_of(&m), 2);

    /* Read again from the log: two grains have fallen, the third takes its time anew. */
    EACH_WORLD {
        for (int g = 0; g < GUESTS; g++) go(g);
        room_of(&m)->clock = 0;
    }
    clock_ms += ROOM_IDLE_MS + LISTED_IDLE_MS;
    EACH_WORLD tick_here();
    assert_null(house[0]->rooms);
    EACH_WORLD {
        come(&m, 0);
        tell_house(&m, 0, "{\"type\":\"enter\",\"table\":\"%s\"}", m.table);
    }
    assert_int_equal(grains_of(&m), 2);
    pass_time(29800);
    assert_int_equal(grains_of(&m), 2);
    pass_time(400);
    assert_int_equal(grains_of(&m), 3);
    assert_int_equal(room_of(&m)->hourglass, 0); /* the talk is over */
    end(&m);
}

/* While sand runs two answers of bots that are heard lie this far apart, however quick the table is. */
static void test_bots_leave_room_to_speak(void **state)
{
    (void)state;
    Meeting m = {0};
    begin_with(&m, &bargain, 3, 1, true, ",\"options\":[\"seconds=90\"]");
    deal(&m);
    TapChoices c; /* the first is to say nothing, which nobody hears */
    tap_choices(&room_of(&m)->setup, tap_record_state(room_of(&m)->record), 0, &c);
    int      heard = 0, seen = 0;
    uint64_t last = 0;
    for (uint64_t until = clock_ms + 85000; clock_ms < until && room_of(&m)->hourglass; pass_time(50)) {
        EACH_WORLD think();
        for (; seen < tap_record_answers(room_of(&m)->record); seen++) {
            TapSeat who;
            TapMove what;
            assert_true(tap_record_answer_at(room_of(&m)->record, seen, &who, &what));
            if (who == TAP_CLOCK || what.verb == c.choice[0].verb) continue;
            if (heard++) assert_true(clock_ms - last >= 1500);
            last = clock_ms;
        }
    }
    assert_true(heard > 1);
    end(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_learns_who_has_answered),
        cmocka_unit_test(test_an_answer_is_kept_beside_the_log),
        cmocka_unit_test(test_an_answer_closes_no_gate),
        cmocka_unit_test(test_counters_do_not_tell),
        cmocka_unit_test(test_the_window_stands_after_a_kill),
        cmocka_unit_test(test_a_window_closes_early_only_when_all_have_answered),
        cmocka_unit_test(test_bots_do_not_tell_how_long_they_thought),
        cmocka_unit_test(test_the_table_says_how_long),
        cmocka_unit_test(test_who_is_asked_may_hold_it_open),
        cmocka_unit_test(test_orders_pass_for_a_seat),
        cmocka_unit_test(test_orders_answer_the_open_window),
        cmocka_unit_test(test_orders_are_not_a_sides),
        cmocka_unit_test(test_until_the_turn_of_ones_side),
        cmocka_unit_test(test_a_mate_may_hold_it_too),
        cmocka_unit_test(test_against_bots_nothing_waits),
        cmocka_unit_test(test_nothing_is_taken_back_from_a_window),
        cmocka_unit_test(test_people_seldom_wait),
        cmocka_unit_test(test_grains_fall_evenly),
        cmocka_unit_test(test_bots_leave_room_to_speak),
    };
    return cmocka_run_group_tests(tests, open_with_test_games, close_houses);
}
