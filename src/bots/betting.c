/*
 * Quiet play, in which everybody checks and calls, and bets: how strong a hand is by quiet play, and what a blueprint
 * says of a bet with such a hand.
 */
#include "bots/blueprint.h"
#include "bots/searching.h"

/* The table that asks, if it asks for a bet by the rules of wager/. */
const Table *betting_table(const Setup *setup, const State *st)
{
    const Game *game = game_of(setup, st, st->asking);
    if (!game->betting_rounds || !game->score_is_money || st->question != Q_BET || st->mode != ASKS_ALL) return NULL;
    return table_of(st, st->asking);
}

static void quiet_answer(Search *x)
{
    SeatSet asked = tap_asked(x->setup, &x->state);
    Seat    s = next_simulated(x, asked, false);
    Choices c;
    Move    m;
    int     entry;
    Cell   *cell;
    x->listed = false;
    bool costs = list_worthwhile(x, s, false, &c);
    if (c.n == 1 && tap_choice_count(&c.choice[0]) == 1) m = tap_choice_nth(&c.choice[0], 0);
    else if (s == CLOCK) m = tap_choices_pick(&c, x->rng);
    else if (!quiet_bet(x, &c, &m)) m = move_by_policy(x, s, &c, strength_class(x, s), &entry, &cell);
    tap_answer_trusted(x->setup, &x->state, s, m, NULL);
    x->steps += costs;
    x->answers += costs;
}

/* Plays x->state quietly to the end of its hand. The part of the pot that a seat of the betting table won. */
static float quiet_share(Search *x, const Bets *b, Seat inner)
{
    const Setup *setup = x->setup;
    int          level = now(x)->asking, levels = now(x)->levels;
    Seat         outer = seat_outward(now(x), level, inner);
    Bets         end = *b;
    while (end.actor != NOBODY) bets_do(&end, (BetAct){BET_STAY, 1, 0});
    int32_t pot = bets_pot(&end), pays = end.paid[inner] - b->paid[inner];
    int32_t before = tap_money(setup, &x->state, outer);
    int     replays = wager_at(table_of(now(x), level))->replays;
    x->answers = 0;
    while (!tap_over(&x->state) && now(x)->levels >= levels) {
        const Wager *w = wager_at(table_of(now(x), level));
        if (w->replays != replays) return has(w->in, inner) && w->no_ante ? 1.f / (float)count(w->in) : 0.5f;
        quiet_answer(x);
    }
    float won = (float)(tap_money(setup, &x->state, outer) - before + pays) / (float)(pot > 0 ? pot : 1);
    return won < 0 ? 0 : won > 1 ? 1 : won;
}

/* How quiet play answers what is no bet. */
void search_learn_habits(Search *x, const Setup *setup, const TapState *s, int playouts, uint64_t seed)
{
    tap_rng_fast(&x->luck, seed);
    begin_simulations(x, setup, s, tap_first_of(tap_asked(setup, s)), NOBODY, &x->luck);
    x->frozen = false;
    x->quiet = x->at_random = true;
    for (uint32_t i = 0; i < (uint32_t)playouts; i++) learn_more(x, i);
    x->frozen = true;
}

void search_deal_anew(Search *x, const Setup *setup, TapState *s)
{
    ResealPlan hidden;
    reseal_plan(setup, state_at(s), NOBODY, &hidden);
    reseal_by(setup, state_of(s), &hidden, x->rng, true);
}

void search_quiet_step(Search *x, const Setup *setup, TapState *s)
{
    memcpy(&x->state, s, tap_state_size(setup));
    quiet_answer(x);
    memcpy(s, &x->state, tap_state_size(setup));
}

float search_quiet_share(Search *x, const Setup *setup, const TapState *s, Seat seat, int bettered, int rolls)
{
    Bets  b;
    float sum = 0;
    bets_read(table_of(state_at(s), state_at(s)->asking), setup->game->betting_rounds, &b);
    x->viewer = seat;
    memcpy(&x->root, s, tap_state_size(setup));
    memcpy(&x->state, s, tap_state_size(setup));
    reseal_plan(setup, state_at(s), seat, &x->hidden);
    learn_who_knows(x);
    if (bettered) learn_rivals(x);
    for (int i = 0; i < rolls; i++) {
        deal_bettered(x, bettered);
        sum += quiet_share(x, &b, seat);
    }
    return sum / (float)rolls;
}

/* What was seen of the hand, beyond what the money tells. */
static void remember_raises(const Search *x, const State *st, Bets *b)
{
    int n = x->seen ? tap_seen_bets(x->seen, x->setup, &x->root) : 0, raises = 0;
    for (int i = 0; i < n; i++) {
        const TapSeenBet *bet = &x->seen->bet[i];
        if (bet->act != TAP_SEEN_RAISE) continue;
        Seat who = seat_inward(st, st->asking, bet->who);
        if (bet->round == b->round + 1) b->raiser = who, raises++;
        else b->leader = who;
    }
    if (raises) b->raises = (uint8_t)raises;
}

/* How often the hand beats one other, for all that the viewer knows, with everybody checking and calling from here. */
static float strength_now(Search *x, const Bets *b, const Blueprint *bp, Seat inner)
{
    enum { FIRST_PART = 4, ENOUGH = 20000 }; /* of the steps, to learn how to play on; steps: more tell nothing new */
    uint32_t steps = x->size.steps < ENOUGH ? x->size.steps : ENOUGH;
    float    won = 0, rolls = 0;
    x->quiet = x->at_random = true;
    for (uint32_t i = 0; x->steps < steps / FIRST_PART; i++) learn_more(x, i);
    x->frozen = true;
    while (x->steps < steps) {
        deal_bettered(x, bp->bettered[bets_round(b)]);
        won += quiet_share(x, b, inner);
        rolls++;
    }
    x->quiet = x->frozen = x->at_random = false;
    x->iterations += (uint64_t)rolls;
    return strength_of_share(won / rolls, count(b->in) - 1);
}

/* The move at this table that an act stands for; false if it is not offered. */
static bool move_of(const Choices *c, BetAct act, Move *ret)
{
    for (int i = 0; i < c->n; i++) {
        const Choice *o = &c->choice[i];
        int           kind = o->verb == FOLD                              ? BET_FOLD
                             : o->verb == CHECK || o->verb == CALL_BET ? BET_STAY
                                                                          : BET_RAISE;
        if (kind != act.kind) continue;
        uint32_t to = (uint32_t)act.to < o->lo ? o->lo : (uint32_t)act.to > o->hi ? o->hi : (uint32_t)act.to;
        *ret = tap_choice_nth(o, o->kind == TAP_AMOUNT ? to - o->lo : 0);
        return true;
    }
    return false;
}

/* What learning left behind of bad choices is no part of a strategy; nor is what is known to cost more than giving up,
 * or than checking, which loses no coin. Where something clearly pays nobody folds. Returns the sum of what is left. */
static float cut_small_parts(const BetAct *act, int n, float pot, float *value, float *share)
{
    static const float SMALL = 0.12f, OF_POT = 0.02f, COINS = 0.5f;
    float              most = 0, sum = 0, clearly = OF_POT * pot < COINS ? OF_POT : COINS / pot;
    bool               can_fold = act[0].kind == BET_FOLD, pays = false;
    if (!can_fold && value[0] < 0) value[0] = 0;
    for (int i = 0; i < n; i++) {
        pays = pays || value[i] > clearly;
        if (value[i] < -clearly) share[i] = 0;
    }
    if (can_fold && pays) share[0] = 0;
    for (int i = 0; i < n; i++)
        if (share[i] > most) most = share[i];
    int best = 0;
    for (int i = 1; i < n; i++)
        if (value[i] > value[best]) best = i;
    if (most <= 0) share[best] = most = 1;
    for (int i = 0; i < n; i++) {
        if (share[i] < SMALL && share[i] < most) share[i] = 0;
        sum += share[i];
    }
    return sum;
}

static const float UNSURE = 0.03f; /* of the pot: how far the value of a bet is from what was learnt of it, about */

static bool decide_by(const Blueprint *bp, Search *x, const Table *t, Move *ret)
{
    const State *st = state_at(&x->root);
    Bets         b;
    BetAct       act[BET_ACTS];
    Choices      all;
    float        share[BET_ACTS], value[BET_ACTS];
    bets_read(t, bp->rounds, &b);
    if (bets_pot(&b) <= 0) return false; /* what is to be won is the measure of all */
    remember_raises(x, st, &b);
    tap_choices(x->setup, &x->root, x->viewer, &all);
    int n = bets_acts(&b, act);
    float strength = strength_now(x, &b, bp, seat_inward(st, st->asking, x->viewer));
    if (!blueprint_advice(bp, &b, strength, share, value)) {
        bets_by_odds(&b, strength_beats(bp, &b, strength), act, n, value);
        for (int i = 0; i < n; i++) share[i] = value[i] > 0 ? value[i] * value[i] : 0;
    }
    float pot = (float)bets_pot(&b), sum = cut_small_parts(act, n, pot, value, share), u = chance_of_one(x->rng) * sum;
    int   pick = 0;
    while (pick < n - 1 && (u >= share[pick] || share[pick] <= 0)) u -= share[pick++];
    /* Hints are what a seat has more than the others' mean in the end; values here are what it gains from now on. */
    float seats = (float)x->setup->seats,
          spent = (float)(tap_stack(x->setup, x->viewer) - tap_money(x->setup, &x->root, x->viewer));
    x->hints = 0;
    bool found = false;
    for (int i = 0; i < n; i++) {
        TapHint h = {.visits = 1 + (uint32_t)(1000 * share[i] / sum),
                     .value = (value[i] * pot - spent) * seats / (seats - 1),
                     .noise = UNSURE * pot * seats / (seats - 1)};
        if (!move_of(&all, act[i], &h.move)) continue;
        if (i == pick || !found) *ret = h.move;
        found = found || i == pick;
        int k = x->hints++;
        for (; k > 0 && x->hint[k - 1].visits < h.visits; k--) x->hint[k] = x->hint[k - 1];
        x->hint[k] = h;
    }
    return x->hints > 0;
}

/* By how strong the hand is, and by what was learnt of bets before the game. False where nothing was. */
bool decide_bet(Search *x, const Table *t, Move *ret)
{
    const State     *st = state_at(&x->root);
    const Game      *game = game_of(x->setup, st, st->asking);
    const Blueprint *bp = blueprint_for(game, st->asking ? game->content : x->setup->content, t->seats, t->option);
    return bp && decide_by(bp, x, t, ret);
}
