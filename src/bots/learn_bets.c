/*
 * How a blueprint is learnt.
 *
 * 1. Worlds: hands dealt from numbered openings and played with everybody checking and calling. Of each only this is
 *    kept: how strong every seat was at each betting round, for all that it knew, and the order of the hands in the
 *    end. Strength is told in classes of so many of the hands that are met in a round.
 * 2. Monte Carlo counterfactual regret minimisation over worlds and bets (bets.h): one seat at a time tries everything
 *    in one betting round, its other rounds follow what is learnt so far (regret matching+). So do the others if
 *    there are several. A single one does in a few walks; in most he is honest (honest.h), in some reckless, as one
 *    meets them: against who learns as well nothing can be won, and who only learns from him believes in bluffs that
 *    nobody makes. Situations of one kind share what is learnt; regrets are parts of the pot, so that small pots teach
 *    as much as large ones.
 */
#include <stdlib.h>

#include "bots/blueprint.h"
#include "bots/honest.h"
#include "bots/search.h"

enum {
    SITUATIONS = 12000, /* with lessons, of all there could be */
    SEEN_ENOUGH = 12,
};

typedef struct Size {
    int openings;  /* that worlds are dealt from */
    int worlds;    /* at most */
    int rolls;     /* quiet playouts that measure the strength of a seat in a round of a world */
    int all_rolls; /* in all; where it does not do, there are fewer worlds */
    int habits;    /* playouts of an opening from which habits are learnt */
    int first_openings, first_deals, first_rolls; /* of each; for how far hands are bettered */
    int walks;     /* of one seat through one world */
} Size;
static const Size sizes[] = {[ROUGH] = {8, 400, 16, 8000, 100, 2, 6, 12, 200000},
                             [FINE] = {96, 12000, 80, 6400000, 2000, 6, 10, 24, 12000000}};

static const float EXPLORES = 0.2f;    /* of a seat's own choices before the round it learns in */
static const float FIRST_WEIGHT = 6.f; /* walks that first regrets count for */
/* Of two players: in so many walks the other plays anything; in so many he bets what he holds, where hands are hidden.
 * Three reckless ones raise so often that whoever learns from them pays everybody's strong hands: more than two all
 * learn. */
static const float RECKLESS = 0.25f;
static const float HONEST = 0.67f;
static const float ODD = 0.3f;         /* of their largest raises are of any size */
/* Where a class of strength ends, of all hands of a round: finer where the money goes in. */
static const float class_ends[STRENGTHS] = {0.1f,  0.2f,  0.3f,  0.4f,   0.5f,   0.58f,  0.66f, 0.74f,
                                            0.8f,  0.85f, 0.89f, 0.925f, 0.955f, 0.975f, 0.99f, 1};

typedef struct World {
    uint16_t measured[BET_ROUNDS][MAX_SEATS]; /* strength */
    uint8_t  strength[BET_ROUNDS][MAX_SEATS], order[MAX_SEATS];
    uint8_t  start, rounds;
} World;

/* What is learnt of one situation with one strength. */
typedef struct Lesson {
    float    regret[BET_ACTS], share[BET_ACTS], value[BET_ACTS];
    uint32_t n, tried; /* how often everything was tried here; since shares count */
    uint32_t met;
} Lesson;

typedef struct Learning {
    Blueprint     *of;
    const Setup   *setup;
    const Size    *size;
    World         *world;
    int            worlds;
    uint16_t      *at; /* by key: 1 + the place of its lessons; 0: none */
    Lesson       (*lesson)[STRENGTHS];
    int            lessons;
    Rng            rng;
    int            focus; /* the round in which the seat tries everything */
    float          weight;
    bool           open;   /* nothing is hidden: a bet tells nothing, and nobody is honest */
    enum { LEARNING, HONESTLY, AT_RANDOM } others; /* how they play in this walk */
    Honest         manner; /* of the honest */
} Learning;

/* ---------------------------------------------------------------- learning */

static Lesson *lesson_of(Learning *t, const Bets *b, int strength, const BetAct *act, int n)
{
    int key = bets_key(b);
    if (!t->at[key]) {
        if (t->lessons == SITUATIONS) return NULL;
        t->at[key] = (uint16_t)++t->lessons;
    }
    Lesson *l = &t->lesson[t->at[key] - 1][strength];
    if (!l->met++) {
        float value[BET_ACTS], mean = 0;
        bets_by_odds(b, (float)t->of->beats[bets_round(b)][strength] / MEASURES, act, n, value);
        for (int i = 0; i < n; i++) mean += value[i] / (float)n;
        for (int i = 0; i < n; i++) l->regret[act[i].slot] = value[i] > mean ? FIRST_WEIGHT * (value[i] - mean) : 0;
    }
    return l;
}

static int draw(const float *share, int n, Rng *r)
{
    float u = chance_of_one(r);
    int   i = 0;
    while (i < n - 1 && u >= share[i]) u -= share[i++];
    return i;
}

/* A raise of any size, each coin alike. */
static BetAct any_raise(const Bets *b, BetAct most, Rng *r)
{
    uint32_t room = (uint32_t)(most.to - b->to_match);
    return (BetAct){BET_RAISE, most.slot, b->to_match + 1 + (int32_t)tap_rng_below(r, room)};
}

/* What one of the others does. `p` is how he who learns plays. */
static BetAct others_act(Learning *t, const Bets *b, int strength, const BetAct *act, int n, const float *p, Lesson *l)
{
    bool raises = act[n - 1].kind == BET_RAISE;
    if (t->others == HONESTLY) {
        const uint16_t *beats = t->of->beats[bets_round(b)];
        float           place = (class_ends[strength] + (strength ? class_ends[strength - 1] : 0)) / 2;
        float           sure = (float)(beats[STRENGTHS - 1] - beats[0]) / MEASURES;
        BetAct          does = act[honest_act(&t->manner, b, place, sure > 0 ? sure : 0, act, n, &t->rng)];
        if (does.slot == BET_ACTS - 1 && chance_of_one(&t->rng) < ODD) return any_raise(b, does, &t->rng);
        return does;
    }
    if (t->others == AT_RANDOM) {
        int verbs = (act[0].kind == BET_FOLD) + 1 + raises, verb = (int)tap_rng_below(&t->rng, (uint32_t)verbs);
        return raises && verb == verbs - 1 ? any_raise(b, act[n - 1], &t->rng) : act[verb];
    }
    for (int k = 0; l && k < n; k++) l->share[act[k].slot] += p[k] * t->weight;
    return act[draw(p, n, &t->rng)];
}

/* What seat `me` holds in the end. */
static float walk(Learning *t, const Bets *b, const World *w, Seat me)
{
    if (!has(b->in, me)) return (float)b->stack[me];
    if (b->actor == NOBODY) return (float)bets_final(b, w->order, me);
    BetAct  act[BET_ACTS];
    int     n = bets_acts(b, act);
    int     strength = w->strength[bets_round(b)][b->actor];
    Lesson *l = lesson_of(t, b, strength, act, n);
    float   p[BET_ACTS], sum = 0;
    for (int i = 0; i < n; i++) sum += p[i] = l ? l->regret[act[i].slot] : 0;
    for (int i = 0; i < n; i++) p[i] = sum > 0 ? p[i] / sum : 1.f / (float)n;
    Bets next;
    if (b->actor != me || b->round != t->focus) {
        bool   tries = b->actor == me && b->round < t->focus && chance_of_one(&t->rng) < EXPLORES;
        BetAct does = tries            ? act[tap_rng_below(&t->rng, (uint32_t)n)]
                      : b->actor == me ? act[draw(p, n, &t->rng)]
                                       : others_act(t, b, strength, act, n, p, l);
        next = *b;
        bets_do(&next, does);
        return walk(t, &next, w, me);
    }
    float v[BET_ACTS], mean = 0, pot = (float)bets_pot(b);
    for (int i = 0; i < n; i++) {
        next = *b;
        bets_do(&next, act[i]);
        v[i] = walk(t, &next, w, me);
        mean += p[i] * v[i];
    }
    if (!l) return mean;
    l->n++;
    if (t->weight > 0) l->tried++;
    float rate = 1.f / (float)(t->weight > 0 ? l->tried : l->n);
    for (int i = 0; i < n; i++) {
        int   k = act[i].slot;
        float r = l->regret[k] + (v[i] - mean) / pot;
        l->regret[k] = r > 0 ? r : 0;
        l->value[k] += ((v[i] - (float)b->stack[me]) / pot - l->value[k]) * rate;
    }
    return mean;
}

/* What seats bring to a hand: mostly all of them the usual; else, so that other tables find advice and those who went
 * all in early do, less, be it the same for all or not. */
static void bring(Learning *t, int32_t usual, int32_t ante, int32_t *ret)
{
    uint32_t kind = tap_rng_below(&t->rng, 4), same = tap_rng_below(&t->rng, (uint32_t)usual + 1);
    int      halved = (int)tap_rng_below(&t->rng, 4);
    for (Seat s = 0; s < t->of->seats; s++) {
        uint32_t own = tap_rng_below(&t->rng, (uint32_t)usual + 1) >> tap_rng_below(&t->rng, 4);
        ret[s] = kind < 2 ? usual : ante + (int32_t)(kind == 2 ? same >> halved : own);
    }
}

static void learn(Learning *t)
{
    int32_t usual = t->setup->option[OPT_STACK], ante = t->setup->option[OPT_ANTE], stack[MAX_SEATS];
    int     walks = t->size->walks / t->of->seats;
    for (int i = 0; i < walks; i++) {
        const World *w = &t->world[tap_rng_below(&t->rng, (uint32_t)t->worlds)];
        Bets         b;
        bring(t, usual, ante, stack);
        bets_begin(&b, t->of->seats, w->rounds, stack, ante);
        /* What was believed at first counts for nothing in the end. */
        t->weight = 4 * i < walks ? 0 : (float)i / (float)walks;
        for (Seat me = 0; me < t->of->seats && b.actor != NOBODY; me++) {
            t->focus = (int)tap_rng_below(&t->rng, w->rounds);
            float kind = chance_of_one(&t->rng);
            t->others = t->of->seats > 2                        ? LEARNING
                        : kind < RECKLESS                       ? AT_RANDOM
                        : kind < RECKLESS + HONEST && !t->open ? HONESTLY
                                                                : LEARNING;
            if (t->others == HONESTLY) t->manner = honest_new(&t->rng);
            walk(t, &b, w, me);
        }
    }
}

/* ------------------------------------------------------------------ worlds */

static const Wager *wager_in(const TapState *s) { return wager_at(table_of(state_at(s), 0)); }

static bool asks_for_bet(const TapState *s)
{
    return !tap_over(s) && state_at(s)->question == Q_BET && state_at(s)->mode == ASKS_ALL;
}

/* How the hands compare in the end; who is out by a rule is below all others. */
static void order_of(const Setup *setup, const TapState *s, World *w)
{
    const Table *t = table_of(state_at(s), 0);
    TapScore     score[MAX_SEATS] = {{0}};
    SeatSet      in = wager_at(t)->in;
    wager_score(setup, t, setup->game->scoring, in, score);
    for (Seat a = 0; a < setup->seats; a++) {
        Seat at = (Seat)((a + setup->seats - w->start) % setup->seats);
        w->order[at] = 0;
        for (Seat b = 0; has(in, a) && b < setup->seats; b++)
            w->order[at] += (uint8_t)(b != a && (!has(in, b) || tap_score_compare(&score[a], &score[b]) > 0));
        w->order[at] += has(in, a);
    }
}

/* One hand, from a state at its beginning. False if there was no bet in it. */
static bool make_world(Search *x, const Setup *setup, TapState *s, const uint8_t *bettered, int rolls, World *w,
                       int *all_rolls)
{
    TapState copy;
    *w = (World){.start = table_of(state_at(s), 0)->start};
    int hand = wager_in(s)->replays;
    while (!tap_over(s) && wager_in(s)->replays == hand) {
        int round = wager_in(s)->round;
        if (asks_for_bet(s) && round > w->rounds) {
            SeatSet in = wager_in(s)->in;
            if (!w->rounds) w->start = table_of(state_at(s), 0)->start;
            for (int r = w->rounds; r < round && r < BET_ROUNDS; r++)
                for (Seat q = 0; q < setup->seats; q++) {
                    Seat at = (Seat)((q + setup->seats - w->start) % setup->seats);
                    if (!has(in, q)) continue;
                    if (r > w->rounds) { /* a round without bets: nobody had learnt anything before the next */
                        w->measured[r][at] = w->measured[r - 1][at];
                        continue;
                    }
                    float won = search_quiet_share(x, setup, s, q, bettered[r], rolls);
                    w->measured[r][at] = (uint16_t)(MEASURES * strength_of_share(won, count(in) - 1));
                    *all_rolls += rolls;
                }
            w->rounds = (uint8_t)(round < BET_ROUNDS ? round : BET_ROUNDS);
        }
        tap_state_copy(setup, &copy, s);
        search_quiet_step(x, setup, s);
    }
    if (!w->rounds) return false;
    order_of(setup, tap_over(s) ? s : &copy, w);
    return true;
}

/* The first state of a game, and how one plays on from there; false if it is over before it began. */
static bool open_game(const Learning *t, Search *x, uint64_t seed, TapState *ret)
{
    uint8_t start[64];
    tap_seed_from_number(seed, start);
    tap_start(t->setup, ret, start, NULL);
    if (tap_over(ret)) return false;
    search_learn_habits(x, t->setup, ret, t->size->habits, seed);
    return true;
}

/* Another hand with the same opening. */
static bool deal_world(const Learning *t, Search *x, const TapState *opening, const uint8_t *bettered, int rolls,
                       World *w, int *all_rolls)
{
    TapState s;
    tap_state_copy(t->setup, &s, opening);
    search_deal_anew(x, t->setup, &s);
    return make_world(x, t->setup, &s, bettered, rolls, w, all_rolls);
}

/* Against the hands that others have in a round one wins half of the time; how far these are better than random ones is
 * what makes it so. */
static void find_bettered(const Learning *t, Search *x)
{
    enum { TRIED = 5 };
    static const uint8_t exponent[TRIED] = {0, 1, 3, 7, 15};
    float                best[BET_ROUNDS] = {0};
    for (int e = 0; e < TRIED; e++) {
        float   sum[BET_ROUNDS] = {0}, n[BET_ROUNDS] = {0};
        uint8_t bettered[BET_ROUNDS];
        int     rolls = 0;
        memset(bettered, exponent[e], sizeof bettered);
        for (uint64_t seed = 1; seed <= (uint64_t)t->size->first_openings; seed++) {
            TapState opening;
            World    w;
            if (!open_game(t, x, seed, &opening)) continue;
            for (int k = 0; k < t->size->first_deals; k++) {
                if (!deal_world(t, x, &opening, bettered, t->size->first_rolls, &w, &rolls)) continue;
                for (int r = 0; r < w.rounds; r++)
                    for (Seat q = 0; q < t->setup->seats; q++) sum[r] += (float)w.measured[r][q] / MEASURES, n[r]++;
            }
        }
        for (int r = 0; r < BET_ROUNDS; r++) {
            float off = n[r] > 0 ? sum[r] / n[r] - 0.5f : 1;
            if (off < 0) off = -off;
            if (!e || off < best[r]) best[r] = off, t->of->bettered[r] = exponent[e];
        }
    }
}

static void classify(Learning *t)
{
    Blueprint *bp = t->of;
    for (int r = 0; r < bp->rounds; r++) {
        uint32_t of_measure[MEASURES + 1] = {0}, all = 0, below = 0, won[STRENGTHS] = {0}, met[STRENGTHS] = {0};
        int      c = 0;
        for (int i = 0; i < t->worlds; i++)
            for (Seat s = 0; s < bp->seats && r < t->world[i].rounds; s++)
                of_measure[t->world[i].measured[r][s]]++, all++;
        for (int m = 0; m <= MEASURES && c < STRENGTHS - 1; m++) {
            below += of_measure[m];
            while (c < STRENGTHS - 1 && (float)below >= class_ends[c] * (float)all)
                bp->border[r][c++] = (uint16_t)(m + 1);
        }
        bp->border[r][STRENGTHS - 1] = MEASURES;
        for (int i = 0; i < t->worlds; i++)
            for (Seat s = 0; s < bp->seats && r < t->world[i].rounds; s++) {
                World *w = &t->world[i];
                int    of = w->strength[r][s] =
                    (uint8_t)strength_class_of(bp, r, (float)w->measured[r][s] / MEASURES);
                for (Seat o = 0; o < bp->seats; o++) {
                    if (o == s) continue;
                    met[of] += 2;
                    won[of] += w->order[s] > w->order[o] ? 2 : w->order[s] == w->order[o];
                }
            }
        for (c = 0; c < STRENGTHS; c++)
            bp->beats[r][c] = (uint16_t)(met[c] ? (uint64_t)won[c] * MEASURES / met[c] : bp->border[r][c]);
    }
}

/* Where everybody sees all there is, the parts of the pot that they expect make up the whole. */
static bool nothing_hidden(const Learning *t)
{
    static const float OFF = 0.09f; /* by the luck of the playouts */
    float              off = 0, n = 0;
    for (int i = 0; i < t->worlds; i++)
        for (int r = 0; r < t->world[i].rounds; r++) {
            float all = 0;
            for (Seat s = 0; s < t->of->seats; s++) {
                float part = 1;
                for (int k = 1; k < t->of->seats; k++) part *= (float)t->world[i].measured[r][s] / MEASURES;
                all += part;
            }
            off += all > 1 ? all - 1 : 1 - all, n++;
        }
    return off < OFF * n;
}

static bool make_worlds(Learning *t)
{
    SearchSize none = {.steps = 1, .arms = 2}; /* it decides nothing */
    Search    *x = calloc(1, search_bytes(none));
    if (!x) return false;
    search_init(x, none, 0);
    find_bettered(t, x);
    int rolls = 0, each = (t->size->worlds + t->size->openings - 1) / t->size->openings;
    for (uint64_t seed = 1; t->worlds < t->size->worlds && rolls < t->size->all_rolls; seed++) {
        TapState opening;
        if (!open_game(t, x, seed, &opening)) continue;
        for (int k = 0; k < each && t->worlds < t->size->worlds; k++) {
            World *w = &t->world[t->worlds];
            if (!deal_world(t, x, &opening, t->of->bettered, t->size->rolls, w, &rolls)) continue;
            t->worlds++;
            if (w->rounds > t->of->rounds) t->of->rounds = w->rounds;
        }
        if (!t->worlds && seed == 8) break; /* nobody ever bets here */
    }
    free(x);
    classify(t);
    t->open = nothing_hidden(t);
    return t->worlds > 0;
}

/* ------------------------------------------------------------------ result */

static Advice advice_of(const Lesson *l)
{
    Advice a = {{0}, {0}};
    float  sum = 0;
    for (int i = 0; i < BET_ACTS; i++) sum += l->share[i];
    if (l->n < SEEN_ENOUGH || sum <= 0) return a;
    for (int i = 0; i < BET_ACTS; i++) {
        float value = l->value[i] * 256;
        a.share[i] = (uint8_t)(255 * (l->share[i] / sum) + 0.5f);
        a.value[i] = (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
    }
    return a;
}

static bool write_down(const Learning *t)
{
    Blueprint *bp = t->of;
    bp->key = calloc((size_t)t->lessons + 1, sizeof *bp->key);
    bp->advice = calloc((size_t)t->lessons + 1, sizeof *bp->advice);
    for (int key = 0; bp->key && bp->advice && key < BETS_KEYS; key++) {
        if (!t->at[key]) continue;
        bp->key[bp->keys] = (uint32_t)key;
        for (int c = 0; c < STRENGTHS; c++) bp->advice[bp->keys][c] = advice_of(&t->lesson[t->at[key] - 1][c]);
        bp->keys++;
    }
    return bp->keys > 0;
}

Blueprint *blueprint_learn(const Game *game, const Content *content, int seats, const int16_t *option,
                           BlueprintGrade grade)
{
    Setup setup;
    if (!tap_setup_with(&setup, game, content, seats, NULL, 0, NULL)) return NULL;
    /* How money is paid is as usual: coins are parts of the pot. */
    for (int i = 0; i < game->option_n; i++)
        if (!game->options[i].money) setup.option[i] = option[i];
    setup.start = 0;
    Learning t = {.of = calloc(1, sizeof *t.of),
                  .setup = &setup,
                  .size = &sizes[grade],
                  .world = calloc((size_t)sizes[grade].worlds, sizeof *t.world),
                  .at = calloc(BETS_KEYS, sizeof *t.at),
                  .lesson = calloc(SITUATIONS, sizeof *t.lesson)};
    bool     made = t.of && t.world && t.at && t.lesson;
    tap_rng_fast(&t.rng, 1);
    if (made) t.of->seats = (uint8_t)seats;
    made = made && make_worlds(&t);
    if (made) learn(&t);
    made = made && write_down(&t);
    free(t.world);
    free(t.at);
    free(t.lesson);
    if (!made) blueprint_free(t.of);
    return made ? t.of : NULL;
}
