/* A decision: by the tree, by halving, or by a blueprint of bets. */
#include <math.h>

#include "bots/searching.h"

size_t search_bytes(SearchSize size)
{
    return (sizeof(Search) + 63) / 64 * 64 + sizeof(Arm) * size.arms;
}

Search *search_init(void *memory, SearchSize size, unsigned parts)
{
    Search *x = memory;
    assert(size.arms && !(size.arms & (size.arms - 1)));
    x->size = size;
    x->parts = parts;
    x->arm = (Arm *)(void *)((char *)memory + (sizeof(Search) + 63) / 64 * 64);
    return x;
}

static void rank_hints(Search *x, const Choices *c)
{
    Move    move[MAX_MOVES];
    uint8_t entry[MAX_MOVES];
    int     n = moves_to_weigh(x, (uint64_t)x->viewer + 1, x->viewer, c, (uint32_t)x->n, move, entry);
    x->hints = 0;
    for (int i = 0; i < n; i++) {
        Arm *a = arm_find(x, mix_move((uint64_t)x->viewer + 1, &move[i]));
        if (!a || !a->n) continue;
        TapHint h = {.move = move[i],
                     .visits = a->n,
                     .value = a->sum / (float)a->n,
                     .noise = x->spread / sqrtf((float)a->n)};
        int     k = x->hints++;
        for (; k > 0 && (x->hint[k - 1].visits < h.visits ||
                         (x->hint[k - 1].visits == h.visits && x->hint[k - 1].value < h.value));
             k--)
            x->hint[k] = x->hint[k - 1];
        x->hint[k] = h;
    }
}

/* Simulation number i, from 0, of a decision. */
void learn_more(Search *x, uint32_t i)
{
    simulate(x);
    if (i == 0) learn_beliefs(x);
    if (i >= 15 && !(i & (i + 1))) /* 16, 32, 64 ...: what counts as strong shifts as the policy learns */
        for (int k = 0; k < STAGES; k++) stage_fit(&x->stage[k]);
}

/* Plays each of the moves that are left from one deal, with the same luck for all. */
static void try_all(Search *x, const Move *move, const int *alive, int left, double *sum, double *rank)
{
    Rng     *own = x->rng;
    uint64_t luck = tap_rng_long(own);
    deal_hidden(x);
    memcpy(&x->dealt, &x->state, tap_state_size(x->setup));
    for (int i = 0; i < left; i++) {
        Rng same;
        tap_rng_fast(&same, luck);
        x->rng = &same;
        x->trial = &move[alive[i]];
        simulate(x);
        sum[alive[i]] += (double)x->trial_result;
        rank[alive[i]] += (double)x->trial_rank;
    }
    x->trial = NULL;
    x->rng = own;
}

static const double CLOSE = 0.5; /* times the standard error of a sum */

/* Whether sums of moves differ by no more than that. */
static bool alike(const double *sum, const int *of, int n, double noise)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (sum[of[i]] - sum[of[k]] > noise || sum[of[k]] - sum[of[i]] > noise) return false;
    return true;
}

static void swap(int *a, int *b)
{
    int was = *a;
    *a = *b;
    *b = was;
}

/* Every move is played out from the same deals with the same luck, the bets of all being checks and calls, and the
 * worse half is dropped again and again; below the first move a tree learns as in any search. What brings the same is
 * told apart by what the own hand is worth in the end, and so are the last two if they are close. False if the moves do
 * not differ at all: then it is bets that matter; or if there are too many of them for so few steps. */
static bool decide_by_halving(Search *x, Move *ret)
{
    enum { FIRST_PART = 5, ENOUGH = 4 }; /* of the steps, to learn how to play on; simulations for each move at least */
    Move     move[MAX_MOVES];
    uint8_t  entry[MAX_MOVES];
    double   sum[MAX_MOVES] = {0}, rank[MAX_MOVES] = {0};
    uint32_t tries[MAX_MOVES] = {0};
    int      alive[MAX_MOVES], rounds = 1;
    uint32_t learnt = 0;
    x->quiet = true;
    while (x->steps < x->size.steps / FIRST_PART) learn_more(x, learnt++);
    x->frozen = true;
    uint32_t begun = x->steps, to_come = (uint32_t)((uint64_t)(x->size.steps - begun) * learnt / begun);
    int      n = moves_to_weigh(x, (uint64_t)x->viewer + 1, x->viewer, &x->at_root, to_come, move, entry);
    while (1 << rounds < n) rounds++;
    for (int i = 0; i < n; i++) alive[i] = i;
    bool decides = to_come >= ENOUGH * (uint32_t)n;
    for (int r = 0, left = n; decides && left > 1; r++, left = (left + 1) / 2) {
        uint32_t until = begun + (uint32_t)((uint64_t)(x->size.steps - begun) * (unsigned)(r + 1) / (unsigned)rounds);
        do {
            try_all(x, move, alive, left, sum, rank);
            for (int i = 0; i < left; i++) tries[alive[i]]++;
        } while (x->steps < until);
        const double *by = alike(sum, alive, left, 0) ? rank : sum;
        for (int i = 1; i < left; i++) /* the best first */
            for (int k = i; k > 0 && by[alive[k]] > by[alive[k - 1]]; k--) swap(&alive[k], &alive[k - 1]);
        decides = r > 0 || by[alive[0]] > by[alive[left - 1]];
        double noise = CLOSE * (double)x->spread * sqrt((double)tries[alive[0]]);
        if (left == 2 && rank[alive[1]] > rank[alive[0]] && alike(sum, alive, left, noise)) swap(&alive[0], &alive[1]);
    }
    x->quiet = x->frozen = false;
    if (!decides) return false;
    x->hints = 0;
    for (int i = 0; i < n; i++) {
        float k = (float)tries[alive[i]];
        x->hint[x->hints++] = (TapHint){.move = move[alive[i]],
                                        .visits = tries[alive[i]],
                                        .value = (float)sum[alive[i]] / k,
                                        .noise = x->spread / sqrtf(k)};
    }
    if (n > 1 && x->hint[1].value > x->hint[0].value) x->hint[1].value = x->hint[0].value; /* they are close */
    *ret = move[alive[0]];
    return true;
}

/* Coins are staked here, by whatever rule. */
static bool bets_here(const Search *x)
{
    const State *st = state_at(&x->root);
    if (betting_table(x->setup, st)) return true;
    for (int i = 0; game_of(x->setup, st, st->asking)->score_is_money && i < x->at_root.n; i++)
        if (x->at_root.choice[i].kind == TAP_AMOUNT) return true;
    return false;
}

/* Makes ready for simulations from a state, as viewer sees it: a seat, or NOBODY for what nobody knows. */
void begin_simulations(Search *x, const Setup *setup, const TapState *s, Seat seat, Seat viewer, Rng *r)
{
    x->rng = r;
    x->setup = setup;
    x->viewer = seat;
    /* From here on nothing is seen that the seat could not know. */
    memcpy(&x->root, s, tap_state_size(setup));
    reseal_plan(setup, state_at(&x->root), viewer, &x->hidden);
    reseal_by(setup, state_of(&x->root), &x->hidden, r, true);
    memcpy(&x->state, &x->root, tap_state_size(setup));
    x->first_of_side = 0;
    for (Seat v = 0; v < setup->seats; v++) {
        x->mates[v] = mates_of(setup, v);
        x->first_of_side |= only(tap_first_of(x->mates[v]));
    }
    x->sides = count(x->first_of_side);
    const Game *asking = game_of(setup, state_at(&x->root), state_at(&x->root)->asking);
    x->regard = asking->regard ? asking->regard(setup, table_of(state_at(&x->root), state_at(&x->root)->asking)) : 1;
    learn_who_knows(x);
    memset(x->scored, 0, sizeof x->scored);
    if (!++x->stamp) { /* after four thousand million decisions */
        memset(x->arm, 0, sizeof(Arm) * x->size.arms);
        memset(x->cell, 0, sizeof x->cell);
        memset(x->wide, 0, sizeof x->wide);
        memset(x->whole, 0, sizeof x->whole);
        x->stamp = 1;
    }
    list_worthwhile(x, seat, true, &x->at_root);
    x->steps = 0;
    x->n = x->mean = x->m2 = 0;
    memset(x->level, 0, sizeof x->level);
    x->spread = 1;
    x->money_moves = false;
    x->amount_questions = 0;
    memset(x->sunk, 0, sizeof x->sunk);
    for (Seat v = 0; v < setup->seats; v++) x->root_money[v] = side_money(x, &x->root, v);
    x->horizon = setup->game->estimate ? setup->game->horizon : 0;
    x->stops_with_guest = setup->game->guests && setup->game->estimate && !x->horizon;
    for (Seat v = 0; x->stops_with_guest && v < setup->seats; v++) x->root_score[v] = tap_score(setup, &x->root, v);
    for (int i = 0; i < STAGES; i++) {
        x->stage[i].n = 0;
        memset(x->stage[i].cut, 0, sizeof x->stage[i].cut);
    }
    learn_usual(x);
}
Move search_decide(Search *x, const Setup *setup, const TapState *s, const TapSeen *seen, Seat seat, Rng *r)
{
    x->seen = seen;
    begin_simulations(x, setup, s, seat, seat, r);
    Move    only_one[MAX_MOVES];
    uint8_t entry[MAX_MOVES];
    if (moves_to_weigh(x, (uint64_t)seat + 1, seat, &x->at_root, 0, only_one, entry) == 1) {
        x->hint[0] = (TapHint){.move = only_one[0], .visits = 1};
        x->hints = 1;
        return only_one[0];
    }
    const Table *bets = betting_table(setup, state_at(&x->root));
    Move         best;
    if (bets && !(x->parts & WITHOUT_BLUEPRINT) && decide_bet(x, bets, &best)) return best;
    /* With a horizon moves are told apart by estimates soon after them, where a tree is at least as good; and in open
     * talk whoever always does what seems best may talk for ever. */
    if (!bets_here(x) && !x->horizon && !tap_asks_anyone(&x->root) && !(x->parts & WITHOUT_HALVING)) {
        if (decide_by_halving(x, &best)) return best;
        if (x->steps > x->size.steps / 4) x->steps = x->size.steps / 4;
    }
    for (uint32_t i = 0; x->steps < x->size.steps; i++) learn_more(x, i);
    memcpy(&x->state, &x->root, tap_state_size(setup));
    rank_hints(x, &x->at_root);
    return x->hints ? x->hint[0].move : tap_choices_pick(&x->at_root, r);
}

int search_hints(const Search *x, TapHint *ret, int max)
{
    int n = x->hints < max ? x->hints : max;
    memcpy(ret, x->hint, sizeof *ret * (size_t)(n > 0 ? n : 0));
    return n > 0 ? n : 0;
}

void search_forget_hints(Search *x) { x->hints = 0; }

uint64_t search_iterations(const Search *x) { return x->iterations; }
