/*
 * Open talk in which one may say nothing, and a clock with grains that runs only when nobody else will speak; played in
 * one of three places, or on the whole road. At the gate each may grab a little and go, or save up and fetch more in a
 * second breath, if the sand lasts. On the bridge each grain brings everybody something, until anybody takes the toll
 * for himself. At the door the others call a number, the last of them counts before the first, and whoever is host may
 * have dared to repeat what was called.
 */
#include "games.h"
#include "view/view.h"

enum {
    AT_GATE_GRAINS = 1,
    GRAINS = 2,
    GRABBED = 8,
    FETCHED = 12,
    GROWS = 20,
    TAKEN = 2,
    REPEATED = 20,
    SAFELY = 14,
    LUCK = 40
};

typedef struct Toll {
    Table   table;
    SeatSet saving, gone;
    uint8_t sand, called;
} Toll;

static Toll *toll_of(Table *t) { return (Toll *)t; }
static const Toll *toll_at(const Table *t) { return (const Toll *)t; }

enum { ROAD_WHOLE, ROAD_GATE, ROAD_BRIDGE, ROAD_DOOR };
static const char *const places[] = {"all", "gate", "bridge", "door"};
enum { OPT_PLACE, OPTIONS_END };
static const TapOption options[] = {
    [OPT_PLACE] = {.name = "place", .about = "where it is played", .type = TAP_WORD, .hi = ROAD_DOOR, .words = places},
};
static bool plays(const Table *t, int place)
{
    return t->option[OPT_PLACE] == ROAD_WHOLE || t->option[OPT_PLACE] == place;
}

enum {
    WAIT = TOLL_WAIT, GRAB = TOLL_GRAB, SAVE = TOLL_SAVE, FETCH = TOLL_FETCH, GRAIN = TOLL_GRAIN, TAKE = TOLL_TAKE,
    DARE = TOLL_DARE, DECLINE = TOLL_DECLINE, CALL_OUT = TOLL_CALL_OUT, REPEAT = TOLL_REPEAT, VERBS_END
};
static const Verb verbs[] = {
    [WAIT] = {.word = "wait", .label = "Say nothing"},
    [GRAB] = {.word = "grab", .label = "Grab"},
    [SAVE] = {.word = "save", .label = "Save up"},
    [FETCH] = {.word = "fetch", .label = "Fetch"},
    [GRAIN] = {.word = "grain", .label = "The sand runs"},
    [TAKE] = {.word = "take", .label = "Take the toll"},
    [DARE] = {.word = "dare", .label = "Dare to repeat"},
    [DECLINE] = {.word = "decline", .label = "Rather not"},
    [CALL_OUT] = {.word = "call", .label = "Call {a}", .args = 1},
    [REPEAT] = {.word = "repeat", .label = "Repeat {a}", .args = 1},
};
enum { AT_GATE, ON_BRIDGE, AT_DOOR };
static const char *const phases[] = {"The gate", "The bridge", "The door"};

static SeatSet who_talks(const Setup *setup, const Table *t)
{
    return (SeatSet)(everyone(t) & ~toll_at(t)->gone) | only(CLOCK);
}

static SeatSet who_calls(const Setup *setup, const Table *t)
{
    return less(everyone(t), 0);
}

static void gate_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    if (s == CLOCK) {
        offer(c, GRAIN, 0, 0);
        return;
    }
    offer(c, WAIT, 0, 0);
    if (has(toll_at(t)->saving, s)) {
        offer(c, FETCH, 0, 0);
        return;
    }
    offer(c, GRAB, 0, 0);
    offer(c, SAVE, 0, 0);
}

static void bridge_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, s == CLOCK ? GRAIN : WAIT, 0, 0);
    if (s != CLOCK) offer(c, TAKE, 0, 0);
}

static void dare_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, DARE, 0, 0);
    offer(c, DECLINE, 0, 0);
}

static void call_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, WAIT, 0, 0);
    for (int number = 0; number < 2; number++) offer(c, CALL_OUT, number, 0);
}

static void repeat_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (int number = 0; number < 2; number++) offer(c, REPEAT, number, 0);
}

static uint32_t last_seat_first(const Setup *setup, const Table *t, Seat s, const Move *m)
{
    return (uint32_t)(t->seats - s);
}

static void glass(const Setup *setup, const Table *t, TapGlass *ret)
{
    *ret = (TapGlass){.seconds = 20, .grains = t->phase == AT_GATE ? AT_GATE_GRAINS : GRAINS, .turn = t->phase};
}

enum { Q_GATE, Q_BRIDGE, Q_DARE, Q_CALL, Q_REPEAT, ASKS_END };
static const Question questions[] = {
    [Q_GATE] = {.prompt = "At the gate?", .who = who_talks, .choices = gate_choices, .pass = WAIT, .glass = glass},
    [Q_BRIDGE] =
        {.prompt = "On the bridge?", .who = who_talks, .choices = bridge_choices, .pass = WAIT, .glass = glass},
    [Q_DARE] = {.prompt = "Repeat what they call?", .who = who_turn, .choices = dare_choices},
    [Q_CALL] = {.prompt = "Call?",
                .who = who_calls,
                .choices = call_choices,
                .pass = WAIT,
                .hushed = true,
                .rank = last_seat_first},
    [Q_REPEAT] = {.prompt = "What was it?", .who = who_turn, .choices = repeat_choices},
};

SCRIPT(toll_road, { bool dares; })
{
    Toll *g = toll_of(t);
    BEGIN;
    PHASE(AT_GATE);
    while (plays(t, ROAD_GATE) && g->sand < AT_GATE_GRAINS && g->gone != everyone(t)) {
        ASK_ANY(who_talks(e->setup, t), Q_GATE);
        if (ANSWERED == CLOCK) g->sand++;
        else if (ANSWER(ANSWERED)->verb == SAVE) g->saving |= only(ANSWERED);
        else {
            t->score[ANSWERED] += ANSWER(ANSWERED)->verb == GRAB ? GRABBED : FETCHED;
            g->gone |= only(ANSWERED);
        }
    }
    PHASE(ON_BRIDGE);
    for (g->sand = 0, g->gone = 0; plays(t, ROAD_BRIDGE) && g->sand < GRAINS;) {
        ASK_ANY(who_talks(e->setup, t), Q_BRIDGE);
        if (ANSWERED != CLOCK) {
            t->score[ANSWERED] += TAKEN;
            break;
        }
        for (Seat s = 0; s < t->seats; s++) t->score[s] += GROWS;
        g->sand++;
    }
    PHASE(AT_DOOR);
    if (plays(t, ROAD_DOOR)) {
        ASK(0, Q_DARE);
        f->dares = ANSWER(0)->verb == DARE;
        ASK_FIRST(who_calls(e->setup, t), 1, Q_CALL);
        g->called = ANSWERED == NOBODY ? 0 : ANSWER(ANSWERED)->a;
        tell(e, TAP_SAID, "It is {n}.", .n = g->called);
        ASK(0, Q_REPEAT);
        if (!f->dares) t->score[0] += SAFELY;
        else if (ANSWER(0)->a == g->called) t->score[0] += REPEATED;
    }
    for (Seat s = 0; s < t->seats; s++) t->score[s] += chance_pick(e, TAP_STREAM_MORE, LUCK);
    END;
}

static const Act acts[] = {ACT(toll_road, NO_ROLE)};

/* What one has is worth having though all have it. */
static float regard(const Setup *setup, const Table *t)
{
    return 0;
}

static void setup_table(const Setup *setup, Table *t, Env *e) {}
static void pieces(const Setup *setup, Table *t, Pieces *p) {}

static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    view_counter(m, "sand", NOBODY, toll_at(t)->sand);
    view_counter(m, "called", NOBODY, toll_at(t)->called);
    for (Seat s = 0; s < t->seats; s++) {
        view_counter(m, "saving", s, has(toll_at(t)->saving, s));
        view_counter(m, "gone", s, has(toll_at(t)->gone, s));
    }
}

const Game toll = {
    .id = "toll",
    .title = "The Toll",
    .about = "Silence, sand and a window.",
    .rules = 1,
    .min_seats = 3,
    .max_seats = 6,
    .best_seats = 4,
    .size = sizeof(Toll),
    .options = options,
    .option_n = OPTIONS_END,
    .acts = acts,
    .act_n = 1,
    .questions = questions,
    .question_n = ASKS_END,
    .verbs = verbs,
    .verb_n = VERBS_END,
    PHASES(phases),
    .setup = setup_table,
    .pieces = pieces,
    .counters = counters,
    .regard = regard,
};
