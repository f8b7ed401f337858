/* One game of the arena. */
#include <stdlib.h>

#include "bots/equity.h"
#include "cli/arena.h"

static const uint64_t GAMES_APART = 0xD1B54A32D192ED03u, TURNS_APART = 0x9E6C63D0876A9A47u;

/* In open talk anybody may answer, and when nobody is asked any more the clock does; else the order does not matter. */
static TapSeat next_to_answer(TapSeatSet asked, const TapState *state, TapRng *r)
{
    if (tap_less(asked, TAP_CLOCK)) asked = tap_less(asked, TAP_CLOCK);
    if (tap_asks_anyone(state))
        for (uint32_t k = tap_rng_below(r, (uint32_t)tap_count(asked)); k > 0; k--) asked &= (TapSeatSet)(asked - 1);
    return tap_first_of(asked);
}

/* A game under way, and those who play it. */
typedef struct Sitting {
    const Lineup *lineup;
    Externals    *externals;
    TapBot      **bot;
    TapRng        own;
    TapSeen       seen; /* watched for all of them */
    TapState      state;
} Sitting;

/* What whoever is next does; counted in ret. */
static TapMove next_answer(Sitting *g, TapSeatSet asked, TapSeat *ret_seat, Outcome *ret)
{
    const Lineup   *l = g->lineup;
    const TapSetup *setup = l->setup;
    TapSeat         s = *ret_seat = next_to_answer(asked, &g->state, &g->own);
    TapChoices      c;
    tap_choices(setup, &g->state, s, &c);
    bool real = c.n > 1 || tap_choice_count(&c.choice[0]) > 1;
    ret->decisions++;
    ret->real_decisions += real;
    if (!real || s >= TAP_SEATS) return tap_choices_pick(&c, &g->own);
    if (g->bot[s]) {
        tap_bot_catch_up(g->bot[s], &g->seen);
        return tap_bot_decide(g->bot[s], setup, &g->state, s);
    }
    if (external_is(l->bot[s]))
        return external_decide(g->externals, l->bot[s], l->deadline_ms, setup, &g->state, &g->seen, s, &g->own);
    return tap_choices_pick(&c, &g->own);
}

static void give_answer(Sitting *g, TapSeat s, TapMove m, TapLog *log)
{
    if (!g->lineup->all_random) tap_seen_add(&g->seen, g->lineup->setup, &g->state, s, m);
    tap_answer_trusted(g->lineup->setup, &g->state, s, m, log);
}

/* Where the rest of a game begins to be played more than once: before the answer that was the last bet, or at the
 * deal (nobody's answer) if there is nothing to bet from the first. */
typedef struct Fork {
    bool    taken;
    TapSeat who;
    TapMove move;
    TapSeen seen;
    TapState before;
} Fork;

static void fork_here(Fork *f, const Sitting *g, TapSeat who, TapMove move)
{
    f->taken = true;
    f->who = who;
    f->move = move;
    f->seen = g->seen;
    tap_state_copy(g->lineup->setup, &f->before, &g->state);
}

/* From the fork to the end with other luck. */
static void play_rest(Sitting *g, const Fork *f, uint64_t luck, int turn, Outcome *ret)
{
    TapRng fresh;
    tap_rng_fast(&fresh, luck);
    tap_state_copy(g->lineup->setup, &g->state, &f->before);
    tap_fresh_luck(&g->state, &fresh, true);
    tap_rng_fast(&g->own, tap_rng_long(&fresh) + (uint64_t)turn * TURNS_APART);
    g->seen = f->seen;
    if (f->who != TAP_NOBODY) give_answer(g, f->who, f->move, NULL);
    for (TapSeatSet asked; (asked = tap_asked(g->lineup->setup, &g->state)) != 0;) {
        TapSeat s;
        TapMove m = next_answer(g, asked, &s, ret);
        give_answer(g, s, m, NULL);
    }
    for (int s = 0; s < g->lineup->setup->seats; s++)
        ret->equity[s] += tap_score(g->lineup->setup, &g->state, (TapSeat)s);
}

/* To the end; where bets end on the way a fork is left there. */
static void play_once(Sitting *g, Fork *fork, uint64_t game, Sentences *told, Outcome *ret)
{
    const TapSetup *setup = g->lineup->setup;
    TapLog         *log = told ? &told->log : NULL;
    static const TapMove nothing;
    bool looks = g->lineup->equity > 1 && tap_game_scores_money(setup->game);
    if (looks && bets_are_over(setup, &g->state)) fork_here(fork, g, TAP_NOBODY, nothing);
    for (TapSeatSet asked; (asked = tap_asked(setup, &g->state)) != 0;) {
        TapSeat s;
        TapMove m = next_answer(g, asked, &s, ret);
        bool    look = looks && !fork->taken;
        if (look) fork_here(fork, g, s, m);
        give_answer(g, s, m, log);
        if (look) fork->taken = bets_are_over(setup, &g->state) || tap_over(&g->state);
        if (told) sentences_hear(told, game);
    }
}

/* What a deal's luck comes from, and its seed. */
static void begin_deal(uint64_t series, uint64_t game, TapRng *ret, uint8_t ret_seed[64])
{
    tap_rng_fast(ret, series + game * GAMES_APART);
    tap_seed_from_number(tap_rng_long(ret), ret_seed);
}

void lineup_play(const Lineup *l, Externals *externals, uint64_t series, uint64_t game, int turn, Sentences *told,
                 Outcome *ret)
{
    const TapSetup *setup = l->setup;
    TapRng          deal;
    uint8_t         seed[64];
    TapBot         *bot[TAP_SEATS] = {NULL};
    Sitting         g; /* not cleared as a whole, nor the fork: that was two fifths of the time of a small game */
    Fork            fork;
    g.lineup = l;
    g.externals = externals;
    g.bot = bot;
    g.seen = (TapSeen){0};
    fork.taken = false;
    begin_deal(series, game, &deal, seed);
    tap_rng_fast(&g.own, tap_rng_long(&deal) + (uint64_t)turn * TURNS_APART);
    *ret = (Outcome){.decisions = 0};
    for (int s = 0; !l->all_random && s < setup->seats; s++) {
        TapError error;
        uint64_t luck = tap_rng_long(&g.own);
        if (external_is(l->bot[s])) continue;
        bot[s] = tap_bot_new(l->bot[s], luck, &error);
        if (!bot[s]) {
            fprintf(stderr, "taproom: %s\n", error.text);
            exit(EXIT_FAILED);
        }
    }
    tap_start(setup, &g.state, seed, told ? &told->log : NULL);
    if (told) sentences_deal(told, setup, &g.state), sentences_hear(told, game);
    play_once(&g, &fork, game, told, ret);
    for (int s = 0; s < setup->seats; s++) {
        ret->score[s] = tap_score(setup, &g.state, (TapSeat)s);
        ret->equity[s] = (int64_t)ret->score[s] * (fork.taken ? 1 : l->equity);
    }
    for (int i = 1; fork.taken && i < l->equity; i++) play_rest(&g, &fork, tap_rng_long(&deal), turn, ret);
    for (int s = 0; s < setup->seats; s++) {
        if (bot[s]) ret->iterations[s] = tap_bot_iterations(bot[s]);
        tap_bot_free(bot[s]);
    }
    if (told) sentences_end(told, ret->score);
}
