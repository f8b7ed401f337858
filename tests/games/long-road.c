/*
 * A game too long to be played out for every answer: many rounds in which one chooses and all the others only nod.
 * Marks are counted at the very end; until then only the estimate knows of them.
 */
#include "games.h"
#include "view/view.h"

typedef struct Road {
    Table   table;
    uint8_t marks[MAX_SEATS];
} Road;

static const Road *road_at(const Table *t) { return (const Road *)t; }

enum { REST = ROAD_REST, WALK = ROAD_WALK, NOD = ROAD_NOD, VERBS_END };
static const Verb verbs[] = {
    [REST] = {.word = "rest", .label = "Rest"},
    [WALK] = {.word = "walk", .label = "Walk on"},
    [NOD] = {.word = "nod", .label = "Nod"},
};
static const char *const phases[] = {"On the road"};

static SeatSet who_else(const Setup *setup, const Table *t)
{
    return less(everyone(t), t->turn);
}

static void walk_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, REST, 0, 0);
    offer(c, WALK, 0, 0);
}

static void nod_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, NOD, 0, 0);
}

enum { Q_WALK, Q_NOD, ASKS_END };
static const Question questions[] = {
    [Q_WALK] = {.prompt = "Walk on?", .who = who_turn, .choices = walk_choices},
    [Q_NOD] = {.prompt = "Nod.", .who = who_else, .choices = nod_choices},
};

SCRIPT(road, { uint8_t round; })
{
    Road *g = (Road *)t;
    BEGIN;
    for (f->round = 0; f->round < ROAD_ROUNDS; f->round++) {
        ASK((Seat)(f->round % t->seats), Q_WALK);
        g->marks[t->turn] = (uint8_t)(g->marks[t->turn] + (ANSWER(t->turn)->verb == WALK));
        ASK_ALL(who_else(e->setup, t), Q_NOD);
    }
    for (Seat s = 0; s < t->seats; s++) t->score[s] = g->marks[s];
    END;
}

static const Act acts[] = {ACT(road, NO_ROLE)};

static bool estimate(const Setup *setup, const Table *t, Seat s, float *ret)
{
    *ret = road_at(t)->marks[s];
    return true;
}

static void setup_table(const Setup *setup, Table *t, Env *e) {}
static void pieces(const Setup *setup, Table *t, Pieces *p) {}

static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    for (Seat s = 0; s < t->seats; s++) view_counter(m, "marks", s, road_at(t)->marks[s]);
}

#define ROAD                                                                                                           \
    .title = "The Long Road", .about = "A game too long to be played out.", .rules = 1, .min_seats = 2,                \
    .max_seats = MAX_SEATS, .best_seats = 4, .size = sizeof(Road), .acts = acts, .act_n = 1, .questions = questions,   \
    .question_n = ASKS_END, .verbs = verbs, .verb_n = VERBS_END, PHASES(phases), .setup = setup_table,               \
    .pieces = pieces, .counters = counters
const Game long_road = {.id = "long-road", ROAD, .estimate = estimate, .horizon = ROAD_HORIZON};
const Game whole_road = {.id = "whole-road", ROAD};
