#include "bots/blueprint.h"
#include "bots/inside.h"

/* The table that asks, if it asks for a bet by the rules of wager/. */
const Table *betting_table(const Setup *setup, const State *st)
{
    const Game *game = game_of(setup, st, st->asking);
    if (!game->betting_rounds || !game->score_is_money || st->question != Q_BET || st->mode != ASKS_ALL) return NULL;
    return table_of(st, st->asking);
}

void quiet_answer(Search *x)
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
    while (!tap_over(&x->state) && now(x)->levels >= levels) {
        const Wager *w = wager_at(table_of(now(x), level));
        if (w->replays != replays) return has(w->in, inner) && w->no_ante ? 1.f / (float)count(w->in) : 0.5f;
        quiet_answer(x);
    }
    float won = (float)(tap_money(setup, &x->state, outer) - before + pays) / (float)(pot > 0 ? pot : 1);
    return won < 0 ? 0 : won > 1 ? 1 : won;
}

void search_learn_habits(Search *x, const Setup *setup)
{
    enum { LEARNT = 400, OPENINGS = 8 };
    static _Thread_local Rng luck; /* outlives this: the search keeps it */
    TapState                 s;
    uint8_t                  seed[64];
    tap_rng_fast(&luck, 7);
    tap_seed_from_number(1, seed);
    tap_start(setup, &s, seed, NULL);
    if (tap_over(&s)) return;
    begin_simulations(x, setup, &s, tap_first_of(tap_asked(setup, &s)), NOBODY, &luck);
    x->quiet = true;
    for (int i = 0; i < LEARNT; i++) {
        simulate(x);
        if (i >= 15 && !(i & (i + 1)))
            for (int k = 0; k < STAGES; k++) stage_fit(&x->stage[k]);
    }
    x->frozen = true;
}

void search_quiet_step(Search *x, const Setup *setup, TapState *s)
{
    memcpy(&x->state, s, tap_state_size(setup));
    quiet_answer(x);
    memcpy(s, &x->state, tap_state_size(setup));
}

float search_quiet_share(Search *x, const Setup *setup, const TapState *s, Seat seat, int rolls)
{
    ResealPlan hidden;
    Bets       b;
    float      sum = 0;
    reseal_plan(setup, state_at(s), seat, &hidden);
    bets_read(table_of(state_at(s), state_at(s)->asking), setup->game->betting_rounds, &b);
    for (int i = 0; i < rolls; i++) {
        memcpy(&x->state, s, tap_state_size(setup));
        reseal_by(setup, state_of(&x->state), &hidden, x->rng, true);
        sum += quiet_share(x, &b, seat);
    }
    return sum / (float)rolls;
}

/* A bet, by how strong the hand is against those still in and what was learnt of bets before the game. */
Move decide_bet(Search *x, const Table *t)
{
    const State *st = state_at(&x->root);
    const Game  *game = game_of(x->setup, st, st->asking);
    Seat         inner = seat_inward(st, st->asking, x->viewer);
    bool         learnt = x->size.steps > 2000;
    const Blueprint *bp = learnt && !(x->without & WITHOUT_BLUEPRINT)
                              ? blueprint_for(game, st->asking ? game->content : x->setup->content, t->seats, t->option)
                              : NULL;
    Bets   b;
    BetAct act[BET_ACTS];
    float  share[BET_ACTS], value[BET_ACTS], sum = 0, top = 0, most = 0;
    bets_read(t, bp ? blueprint_rounds(bp) : game->betting_rounds, &b);
    int n = bets_acts(&b, act);
    x->quiet = true;
    while (x->steps < x->size.steps / 5) simulate(x);
    x->frozen = true;
    float won = 0, rolls = 0;
    while (x->steps < x->size.steps) {
        deal_at_random(x);
        won += quiet_share(x, &b, inner);
        rolls++;
    }
    x->quiet = x->frozen = false;
    x->iterations += (uint64_t)rolls;
    float strength = strength_of_share(won / rolls, count(b.in) - 1);
    bool  known = bp && blueprint_advice(bp, &b, strength, share, value);
    if (!known) {
        bets_by_odds(&b, strength, act, n, value);
        for (int i = 0; i < n; i++)
            if (i == 0 || value[i] > top) top = value[i];
        for (int i = 0; i < n; i++) share[i] = value[i] >= top;
    }
    for (int i = 0; i < n; i++)
        if (share[i] > most) most = share[i];
    for (int i = 0; i < n; i++) {
        if (share[i] < 0.12f && share[i] < most) share[i] = 0;
        sum += share[i];
    }
    int   pick = 0;
    float u = chance_of_one(x->rng) * sum;
    while (pick < n - 1 && (u >= share[pick] || share[pick] <= 0)) u -= share[pick++];
    x->hints = 0;
    Move    chosen = {0};
    Choices all;
    tap_choices(x->setup, &x->root, x->viewer, &all);
    float spent = (float)(tap_stack(x->setup, x->viewer)) - (float)tap_money(x->setup, &x->root, x->viewer), pot = (float)bets_pot(&b),
          others = (float)x->setup->seats - 1;
    for (int i = 0; i < n; i++) {
        Move m = {0};
        bool found = false;
        for (int k = 0; k < all.n && !found; k++) {
            const Choice *o = &all.choice[k];
            if (act[i].kind == BET_FOLD ? o->verb != FOLD
                : act[i].kind == BET_STAY ? o->verb != CHECK && o->verb != CALL_BET
                                          : o->verb != RAISE)
                continue;
            found = true;
            int64_t to = act[i].to;
            if (o->kind != TAP_AMOUNT) m = tap_choice_nth(o, 0);
            else m = tap_choice_nth(o, (uint64_t)((to < o->lo ? o->lo : to > o->hi ? o->hi : to) - o->lo));
        }
        if (!found) continue;
        if (i == pick || x->hints == 0) chosen = m;
        x->hint[x->hints++] = (TapHint){.move = m, .visits = 1 + (uint32_t)(1000 * share[i] / sum), .value = (value[i] * pot - spent) * (others + 1) / others};
    }
    return chosen;
}
