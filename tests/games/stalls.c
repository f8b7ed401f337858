/*
 * Wide answers that a search must find its way in. One in turn may stay at home, which is worth something, or set up
 * stalls: then there is a row of splits of tokens over the stalls and, at the end, an order of so many of each kind.
 * Each split is wanted even, with one token of each kind in each stall, and the order as large as can be; or, by the
 * option, each token has its right place and each kind its right number, which the game can propose.
 */
#include "curios.h"
#include "games.h"
#include "view/view.h"

enum { EACH = 4, ROW_OF = 8, AT_HOME = 20, MOST = 9, GOOD = 5, LUCK = 7 };
enum { STALL_PLACES = 0xF }; /* four of them */

typedef struct Stalls {
    Table   table;
    uint8_t done;
} Stalls;

static const Stalls *stalls_at(const Table *t) { return (const Stalls *)t; }

enum { OPT_RIGHT, OPTIONS_END };
static const TapOption options[] = {
    [OPT_RIGHT] = {.name = "right", .about = "every token has its right place", .type = TAP_FLAG, .lo = 0, .hi = 1}};

enum { STAY = STALLS_STAY, GO = STALLS_GO, LAY = STALLS_LAY, ORDER = STALLS_ORDER, VERBS_END };
static const Verb verbs[] = {
    [STAY] = {.word = "stay", .label = "Stay at home"},
    [GO] = {.word = "go", .label = "Set up the stalls"},
    [LAY] = {.word = "lay", .label = "Lay the tokens out"},
    [ORDER] = {.word = "order", .label = "Order"},
};
static const char *const phases[] = {"The market"};

static void go_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, STAY, 0, 0);
    offer(c, GO, 0, 0);
}

static void lay_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    static const uint8_t stock[TOKEN_KINDS] = {EACH, EACH, EACH, EACH};
    offer_split(c, LAY, TOKENS, stock, TOKEN_KINDS, STALL_PLACES);
}

static void order_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    static const uint8_t most[TOKEN_KINDS] = {MOST, MOST, MOST, MOST, MOST, MOST};
    offer_counts(c, ORDER, TOKENS, most, TOKEN_KINDS, TOKEN_KINDS, 0, MOST * TOKEN_KINDS, 0, 0);
}

enum { Q_GO, Q_LAY, Q_ORDER, ASKS_END };
static const Question questions[] = {
    [Q_GO] = {.prompt = "Stay or go?", .who = who_turn, .choices = go_choices},
    [Q_LAY] = {.prompt = "Which token goes where?", .who = who_turn, .choices = lay_choices},
    [Q_ORDER] = {.prompt = "How many of each?", .who = who_turn, .choices = order_choices},
};

/* Tokens of kind k belong into stall k + 1, wrapped; of kind k so many are to be ordered. */
static int right_stall(int kind) { return (kind + 1) % 4; }
static int right_number(int kind) { return (5 * kind + 3) % (MOST + 1); }

int stalls_worth(const Table *t, const Move *m)
{
    int right = 0, even = 0, sum = 0;
    if (m->verb == ORDER) {
        for (int k = 0; k < TOKEN_KINDS; k++) sum += tap_assigned(m, k), right += tap_assigned(m, k) == right_number(k);
        return t->option[OPT_RIGHT] ? right == TOKEN_KINDS : sum == MOST * TOKEN_KINDS;
    }
    for (int i = 0; i < EACH * 4; i++)
        right += tap_assigned(m, i) == right_stall(i / EACH), even += tap_assigned(m, i) == i % EACH;
    return (t->option[OPT_RIGHT] ? right : even) == EACH * 4;
}

static int propose(const Setup *setup, const Table *t, Seat s, const Choice *o, Rng *r, Move *ret, int max)
{
    if (!t->option[OPT_RIGHT] || (o->verb != LAY && o->verb != ORDER)) return 0;
    ret[0] = tap_move(o->verb, 0, 0, 0);
    for (int i = 0; i < (o->verb == LAY ? EACH * 4 : TOKEN_KINDS); i++)
        ret[0].place[i / 2] |= (uint8_t)((o->verb == LAY ? right_stall(i / EACH) : right_number(i)) << (i % 2 * 4));
    return 1;
}

/* Everybody minds his own stall. */
static float regard(const Setup *setup, const Table *t)
{
    return 0;
}

SCRIPT(market, { Seat turn; })
{
    Stalls *g = (Stalls *)t;
    BEGIN;
    for (f->turn = 0; f->turn < t->seats; f->turn++) {
        ASK(f->turn, Q_GO);
        if (ANSWER(f->turn)->verb == STAY) {
            t->score[f->turn] += AT_HOME + chance_pick(e, TAP_STREAM_MORE, LUCK);
            continue;
        }
        for (g->done = 0; g->done < ROW_OF; g->done++) {
            ASK(f->turn, Q_LAY);
            t->score[f->turn] += GOOD * stalls_worth(t, ANSWER(f->turn));
        }
        ASK(f->turn, Q_ORDER);
        t->score[f->turn] += GOOD * stalls_worth(t, ANSWER(f->turn)) + chance_pick(e, TAP_STREAM_MORE, LUCK);
    }
    END;
}

static const Act acts[] = {ACT(market, NO_ROLE)};

static void setup_table(const Setup *setup, Table *t, Env *e) {}
static void pieces(const Setup *setup, Table *t, Pieces *p) {}

static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    view_counter(m, "done", NOBODY, stalls_at(t)->done);
}

#define STALLS                                                                                                         \
    .title = "Stalls", .about = "Wide answers.", .rules = 1, .min_seats = 2, .max_seats = 4, .best_seats = 2,          \
    .size = sizeof(Stalls), .options = options, .option_n = OPTIONS_END, .acts = acts, .act_n = 1,                     \
    .questions = questions, .question_n = ASKS_END, .verbs = verbs, .verb_n = VERBS_END, PHASES(phases),             \
    .content = &curios, .setup = setup_table, .pieces = pieces, .counters = counters
const Game stalls = {.id = "stalls", STALLS, .propose = propose, .regard = regard};
