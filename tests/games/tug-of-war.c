/*
 * Sides of unequal size: the first and the last seat pull alone, those between them together and out of one purse. Each
 * in turn pulls, which brings his side two coins, or has himself praised for one of them. Then the first gives a
 * present to one of the other sides. What counts is coins and praise, so that money is not the result.
 */
#include "games.h"
#include "view/view.h"

enum { ALONE_FIRST, TOGETHER, ALONE_LAST, SIDES };
enum { PULLED = 2, PRAISE = 5, TO_MANY = 4, TO_ONE = 5, BROUGHT = 3, BANK = 100 };

typedef struct Tug {
    Table   table;
    int32_t purse[SIDES], bank, pot;
    uint8_t praise[MAX_SEATS];
} Tug;

static Tug *tug_of(Table *t) { return (Tug *)t; }
static const Tug *tug_at(const Table *t) { return (const Tug *)t; }

static int side_at(int seats, Seat s) { return s == 0 ? ALONE_FIRST : s == seats - 1 ? ALONE_LAST : TOGETHER; }

enum { PULL = TUG_PULL, BOAST = TUG_BOAST, GIVE_MANY = TUG_GIVE_MANY, GIVE_ONE = TUG_GIVE_ONE, VERBS_END };
static const Verb verbs[] = {
    [PULL] = {.word = "pull", .label = "Pull"},
    [BOAST] = {.word = "boast", .label = "Be praised"},
    [GIVE_MANY] = {.word = "give-many", .label = "Give to those who pull together"},
    [GIVE_ONE] = {.word = "give-one", .label = "Give to the last"},
};
static const char *const phases[] = {"The rope", "The present"};

static void rope_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, PULL, 0, 0);
    if (tug_at(t)->purse[side_at(t->seats, s)]) offer(c, BOAST, 0, 0);
}

static void present_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, GIVE_MANY, 0, 0);
    offer(c, GIVE_ONE, 0, 0);
}

enum { Q_ROPE, Q_PRESENT, ASKS_END };
static const Question questions[] = {
    [Q_ROPE] = {.prompt = "Pull?", .who = who_turn, .choices = rope_choices},
    [Q_PRESENT] = {.prompt = "Who gets the present?", .who = who_turn, .choices = present_choices},
};

static void pay(Tug *g, int side, int32_t coins)
{
    g->purse[side] += coins;
    g->bank -= coins;
}

SCRIPT(tug, { Seat turn; })
{
    Tug *g = tug_of(t);
    BEGIN;
    for (f->turn = 0; f->turn < t->seats; f->turn++) {
        ASK(f->turn, Q_ROPE);
        bool pulls = ANSWER(f->turn)->verb == PULL;
        pay(g, side_at(t->seats, f->turn), pulls ? PULLED : -1);
        if (!pulls) g->praise[f->turn] = PRAISE;
    }
    PHASE(1);
    ASK(0, Q_PRESENT);
    if (ANSWER(0)->verb == GIVE_MANY) pay(g, TOGETHER, TO_MANY);
    else pay(g, ALONE_LAST, TO_ONE);
    for (Seat s = 0; s < t->seats; s++) t->score[s] = g->purse[side_at(t->seats, s)] + g->praise[s];
    END;
}

static const Act acts[] = {ACT(tug, NO_ROLE)};

static void sides(const Setup *setup, uint8_t ret_side[MAX_SEATS])
{
    for (Seat s = 0; s < setup->seats; s++) ret_side[s] = (uint8_t)side_at(setup->seats, s);
}

static int32_t brought(const Setup *setup, Seat s) { return setup->stack[s] >= 0 ? setup->stack[s] : BROUGHT; }
static int32_t held(const Table *t, Seat s) { return tug_at(t)->purse[side_at(t->seats, s)]; }
static int32_t on_table(const Table *t) { return tug_at(t)->pot; }
static int32_t in_bank(const Table *t) { return tug_at(t)->bank; }

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    Tug *g = tug_of(t);
    g->bank = BANK;
    g->pot = setup->pot;
    for (Seat s = 0; s < t->seats; s++) g->purse[side_at(t->seats, s)] += brought(setup, s);
}

static void pieces(const Setup *setup, Table *t, Pieces *p) {}

static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    for (Seat s = 0; s < t->seats; s++) view_counter(m, "coins", s, held(t, s));
}

#define TUG                                                                                                            \
    .title = "Tug of War", .about = "Sides of unequal size.", .rules = 1, .min_seats = 4, .max_seats = 6,              \
    .best_seats = 5, .size = sizeof(Tug), .acts = acts, .act_n = 1, .questions = questions, .question_n = ASKS_END,    \
    .verbs = verbs, .verb_n = VERBS_END, PHASES(phases), .setup = setup_table, .pieces = pieces,                     \
    .counters = counters, .sides = sides
#define TUG_MONEY                                                                                                      \
    .one_purse = true, .money_brought = brought, .money_held = held, .money_on_table = on_table,                       \
    .money_in_bank = in_bank
const Game tug_of_war = {.id = "tug-of-war", TUG, TUG_MONEY};
const Game tug_without_money = {.id = "tug-without-money", TUG};
