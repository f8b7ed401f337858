/*
 * What the files of the search share: its memory, and what each does for the others.
 *
 * strength.c   how good a hand is, and what others may hold
 * moves.c      which of the moves that can be made are weighed
 * policy.c     what simulated players do, as it is learnt during a decision
 * simulate.c   the tree, and one simulation
 * betting.c    quiet play, and bets
 * decision.c   from the question to the move
 */
#ifndef BOTS_SEARCHING_H
#define BOTS_SEARCHING_H

#include "bots/search.h"
#include "table/reseal.h"

enum {
    MAX_LINE = 384,     /* decisions of one simulation that are learnt from */
    MAX_MOVES = 64,     /* concrete moves weighed at a node */
    CLASSES = 6,        /* of strength */
    STAGES = 4,         /* how often a seat has changed its hand since the root; the last means "that often or more" */
    MEMORY = 256,       /* strengths remembered per stage */
    USUAL = 128,        /* random hands that others are compared with */
    DEALS = 6,          /* tries to deal the others hands they would have bet on */
    CELLS = 1 << 12,    /* places for the policy */
    PROBES = 16,
    SECTIONS = 3,       /* amounts the policy tells apart: the least, a middle one, the most */
    LIKELY = 8,         /* proposals that the policy picks from */
    WIDE = 4,           /* entries of the root whose candidates are kept */
};

typedef struct Arm {
    uint64_t key;
    uint32_t stamp, n, seen;
    float    sum;
} Arm;

/* What the policy learnt of one kind of move in one kind of situation: coins from the moment of the move to the end; or
 * points more than the seat has on the average; or, of an item in a subset, how much choosing it changed the hand's
 * score. */
typedef struct Cell {
    uint64_t key;
    uint32_t stamp, n;
    float    sum;
} Cell;

typedef struct Stage {
    uint32_t n;
    int32_t  ring[MEMORY];
    int32_t  cut[CLASSES - 1]; /* the classes' borders */
} Stage;

typedef struct Line {
    Arm  *arm;  /* or NULL */
    Cell *cell; /* or NULL */
    Seat  seat;
    float money; /* of the seat's side before the move */
} Line;

/* The last hand of a seat that was scored. */
typedef struct Scored {
    const Game *game;
    TapHolding  holding;
    int32_t     rank;
} Scored;

/* What is worth weighing of an entry of the root, or all of its moves. */
typedef struct Wide {
    uint32_t stamp;
    int      n;
    Move     move[MAX_MOVES];
} Wide;

typedef struct Pending {
    Seat seat;
    Move move, shown;
} Pending;

struct Search {
    SearchSize size;
    unsigned   parts;
    Arm       *arm;
    Cell       cell[CELLS];
    uint32_t   stamp;
    uint64_t   iterations;
    Rng       *rng;
    Rng        luck; /* of its own, where it makes no decision */
    /* of the decision under way */
    uint32_t     steps;             /* dealt and answered so far, where there was a choice */
    const Setup *setup;
    const TapSeen *seen;            /* or NULL */
    Seat         viewer;
    SeatSet      mates[ANSWERERS];  /* who plays together with each seat, the seat among them */
    SeatSet      first_of_side;     /* a seat of each side */
    int          sides;
    float        regard;            /* see Game.regard */
    bool         money_moves;       /* results are money won and lost */
    bool         open;              /* everybody's hand lies open: strength is the lead over the best of the others */
    SeatSet      own_unseen;        /* who does not know all of his own hand */
    Wide         wide[WIDE], whole[WIDE];
    uint32_t     amount_questions;  /* bits: questions that have offered amounts */
    float        root_money[ANSWERERS], sunk[ANSWERERS];
    int32_t root_score[ANSWERERS]; /* of a host: it counts what was held when the guest came, so what was laid since is
                                      lost */
    bool         stops_with_guest;
    uint32_t     horizon;           /* see Game.horizon */
    double       n, mean, m2;       /* results of the viewer */
    float        spread;
    float        level[ANSWERERS];  /* what results are about: the mean of each seat; of money won and lost, nothing */
    Stage        stage[STAGES];
    SeatSet      rivals;            /* who else holds a hand that is hidden and counts */
    int32_t      usual[USUAL];      /* what their hands are worth at random, ascending */
    int          usuals;
    float        belief[ANSWERERS]; /* exponents, see BELIEF */
    /* of the simulation under way */
    TapState state;
    uint32_t answers; /* of those who had a choice */
    uint64_t node[ANSWERERS];
    uint8_t  changes[ANSWERERS];
    Scored   scored[ANSWERERS];
    Pieces   pieces; /* at the question now asked, if listed */
    bool     listed;
    Line     line[MAX_LINE];
    int      lines;
    Pending  pending[ANSWERERS];
    int      pendings;
    /* of the last decision */
    TapHint hint[MAX_MOVES];
    int     hints;
    TapState   dealt; /* halving: one deal, played from by every move */
    const Move *trial; /* halving: the first move of the simulation; NULL otherwise */
    bool       quiet, frozen; /* bets are checks and calls; nothing is learnt */
    bool       at_random;     /* nothing is believed of hands that were bet on */
    float      trial_result;
    int32_t    trial_rank; /* what the viewer's hand was worth in the end; 0: nothing to tell */
    TapState   root;
    Choices    at_root;
    ResealPlan hidden; /* of the root, from the viewer */
};

static inline uint64_t mix(uint64_t h, uint64_t x)
{
    h ^= x + 0x9E3779B97F4A7C15u + (h << 6) + (h >> 2);
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
    return h ^ h >> 32;
}

static inline uint64_t mix_move(uint64_t h, const Move *m)
{
    uint64_t w[2];
    _Static_assert(sizeof w == sizeof *m, "a move is two words");
    memcpy(w, m, sizeof w);
    h = mix(h, w[0]);
    return w[1] ? mix(h, w[1]) : h;
}

static inline const State *now(const Search *x) { return state_at(&x->state); }

/* strength.c */
bool own_rank(Search *x, Seat seat, int32_t *ret);
int strength_class(Search *x, Seat seat);
void stage_fit(Stage *g);
void learn_who_knows(Search *x);
void learn_rivals(Search *x);
void learn_usual(Search *x);
void deal_hidden(Search *x);
void deal_at_random(Search *x);
void deal_bettered(Search *x, int more);
void learn_beliefs(Search *x);

/* moves.c */
Move amount_at(const Choice *o, double way);
bool list_worthwhile(const Search *x, Seat s, bool root, Choices *ret);
Move usual_of_many(const Choice *o, unsigned k, Rng *r);
bool comes_to_mind(const Choice *o);
int proposals_of(const Search *x, Seat s, const Choice *o, Rng *r, Move *ret, int max);
int moves_to_weigh(Search *x, uint64_t node, Seat s, const Choices *c, uint32_t visits, Move *ret, uint8_t *ret_entry);

/* policy.c */
Cell *move_cell(Search *x, const Choice *o, const Move *m, int class, int32_t pot);
const Piece *piece_chosen_from(Search *x, const Choice *o);
void learn_items(Search *x, const Choice *o, const Piece *p, uint64_t chosen, int32_t gained);
bool quiet_bet(const Search *x, const Choices *c, Move *ret);
Move move_by_policy(Search *x, Seat s, const Choices *c, int class, int *ret_entry, Cell **ret_cell);

/* simulate.c */
Arm *arm_find(Search *x, uint64_t key);
float side_money(const Search *x, const TapState *state, Seat s);
Seat next_simulated(Search *x, SeatSet asked, bool first_move);
void simulate(Search *x);

/* decision.c */
void begin_simulations(Search *x, const Setup *setup, const TapState *s, Seat seat, Seat viewer, Rng *r);
void learn_more(Search *x, uint32_t i);

/* betting.c */
const Table *betting_table(const Setup *setup, const State *st);
bool decide_bet(Search *x, const Table *t, Move *ret);

#endif
