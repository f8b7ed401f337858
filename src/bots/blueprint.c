/*
 * 1. Worlds: games dealt from numbered seeds and played with everybody checking and calling. Of each only this is kept:
 *    how strong every seat was at each betting round, for all that it knew, and the order of the hands in the end.
 * 2. Monte Carlo counterfactual regret minimisation over worlds and bets (bets.h): one seat at a time tries everything
 *    in one betting round, the others and its other rounds follow what is learnt so far (regret matching+). Situations
 *    of one kind share what is learnt; regrets are parts of the pot, so that small pots teach as much as large ones.
 */
#include "bots/blueprint.h"

#include <pthread.h>
#include <stdlib.h>

#include "bots/search.h"

enum {
    KEPT = 128,        /* blueprints of a process */
    SITUATIONS = 4000, /* with lessons, of all there could be */
    SEEN_ENOUGH = 12,
};

typedef struct Size {
    int worlds; /* at most */
    int rolls;  /* quiet playouts that measure the strength of a seat in a round of a world */
    int all_rolls; /* in all; where it does not do, there are fewer worlds */
    int walks;  /* of one seat through one world */
} Size;
static const Size sizes[] = {[ROUGH] = {400, 16, 40000, 200000}, [FINE] = {3000, 60, 1200000, 6000000}};

static const float EXPLORES = 0.2f;    /* of a seat's own choices before the round it learns in */
static const float FIRST_WEIGHT = 6.f; /* walks that first regrets count for */

typedef struct World {
    uint8_t strength[BET_ROUNDS][MAX_SEATS], order[MAX_SEATS];
    uint8_t start, rounds;
} World;

/* What is learnt of one situation with one strength. */
typedef struct Lesson {
    float    regret[BET_ACTS], share[BET_ACTS], value[BET_ACTS];
    uint32_t n, tried; /* how often everything was tried here; since shares count */
    uint32_t met;
} Lesson;

struct Blueprint {
    const Game    *game;
    const Content *content;
    uint8_t        seats, grade;
    int16_t        option[TAP_OPTIONS];
    int            rounds;
    uint16_t      *at;     /* by key: 1 + the place of its lessons; 0: none */
    Lesson       (*lesson)[STRENGTHS];
    int            lessons, room;
    Search        *habits;
};

/* ---------------------------------------------------------------- strength */

/* Finer where the money goes in. */
static const float border[STRENGTHS - 1] = {0.12f, 0.25f, 0.37f, 0.5f, 0.6f, 0.7f, 0.78f, 0.85f, 0.9f, 0.94f, 0.975f};

static int class_of(float strength)
{
    int c = 0;
    while (c < STRENGTHS - 1 && strength >= border[c]) c++;
    return c;
}

static float middle_of(int class)
{
    return ((class ? border[class - 1] : 0) + (class < STRENGTHS - 1 ? border[class] : 1)) / 2;
}

/* ------------------------------------------------------------------- odds */

/* First opinions: staying in wins by strength; of those who are raised as many fold as make it even, and who does not
 * is strong. */
void bets_by_odds(const Bets *b, float strength, const BetAct *act, int n, float ret[BET_ACTS])
{
    float pot = (float)bets_pot(b), need = (float)bets_need(b), wins = 1, called = 1;
    int   others = count(b->in) - 1;
    for (int i = 0; i < others; i++) wins *= strength, called *= strength * strength;
    for (int i = 0; i < n; i++) {
        float more = (float)(act[i].to - b->to_match), folds = 1;
        if (act[i].kind == BET_FOLD) ret[i] = 0;
        else if (act[i].kind == BET_STAY) ret[i] = wins * (pot + need) - need;
        else {
            for (int k = 0; k < others; k++) folds *= more / (more + pot + need);
            ret[i] = folds * pot + (1 - folds) * (called * (pot + need + 2 * more) - need - more);
        }
        ret[i] /= pot > 1 ? pot : 1;
    }
}

/* ---------------------------------------------------------------- learning */

typedef struct Learning {
    Blueprint *of;
    World     *world;
    int        worlds;
    Rng        rng;
    int        focus; /* the round in which the seat tries everything */
    float      weight;
} Learning;

static Lesson *lesson_of(Blueprint *bp, const Bets *b, int strength, const BetAct *act, int n)
{
    int key = bets_key(b);
    if (!bp->at[key]) {
        if (bp->lessons == bp->room) return NULL;
        bp->at[key] = (uint16_t)++bp->lessons;
    }
    Lesson *l = &bp->lesson[bp->at[key] - 1][strength];
    if (!l->met++) {
        float value[BET_ACTS], mean = 0;
        bets_by_odds(b, middle_of(strength), act, n, value);
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

/* What seat `me` holds in the end. */
static float walk(Learning *t, const Bets *b, const World *w, Seat me)
{
    if (!has(b->in, me)) return (float)b->stack[me];
    if (b->actor == NOBODY) return (float)bets_final(b, w->order, me);
    BetAct  act[BET_ACTS];
    int     n = bets_acts(b, act), round = b->round < BET_ROUNDS ? b->round : BET_ROUNDS - 1;
    Lesson *l = lesson_of(t->of, b, w->strength[round][b->actor], act, n);
    float   p[BET_ACTS], sum = 0;
    for (int i = 0; i < n; i++) sum += p[i] = l ? l->regret[act[i].slot] : 0;
    for (int i = 0; i < n; i++) p[i] = sum > 0 ? p[i] / sum : 1.f / (float)n;
    Bets next;
    if (b->actor != me || b->round != t->focus) {
        bool tries = b->actor == me && b->round < t->focus && chance_of_one(&t->rng) < EXPLORES;
        int  i = tries ? (int)tap_rng_below(&t->rng, (uint32_t)n) : draw(p, n, &t->rng);
        if (b->actor != me && l)
            for (int k = 0; k < n; k++) l->share[act[k].slot] += p[k] * t->weight;
        next = *b;
        bets_do(&next, act[i]);
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

static void learn(Learning *t)
{
    Blueprint *bp = t->of;
    int32_t    ante = bp->option[OPT_ANTE], usual = bp->option[OPT_STACK], stack[MAX_SEATS];
    int        walks = sizes[bp->grade].walks / bp->seats;
    for (int i = 0; i < walks; i++) {
        const World *w = &t->world[tap_rng_below(&t->rng, (uint32_t)t->worlds)];
        bool         uneven = tap_rng_below(&t->rng, 4) == 0; /* all in early, guests of an evening */
        for (Seat s = 0; s < bp->seats; s++)
            stack[s] = uneven ? ante + (int32_t)(tap_rng_below(&t->rng, (uint32_t)usual + 1) >>
                                                 tap_rng_below(&t->rng, 4))
                              : usual;
        Bets b;
        bets_begin(&b, bp->seats, w->rounds, stack, ante);
        /* What was believed at first counts for nothing in the end. */
        t->weight = 4 * i < walks ? 0 : (float)i / (float)walks;
        for (Seat me = 0; me < bp->seats && b.actor != NOBODY; me++) {
            t->focus = (int)tap_rng_below(&t->rng, w->rounds);
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

float strength_of_share(float part, int n)
{
    float lo = 0, hi = 1;
    for (int i = 0; i < 20 && n > 1; i++) {
        float middle = (lo + hi) / 2, power = middle;
        for (int k = 1; k < n; k++) power *= middle;
        if (power < part) lo = middle;
        else hi = middle;
    }
    return n > 1 ? hi : part;
}

/* One game, from its seed. False if there was no bet in it. */
static bool make_world(Search *x, const Setup *setup, uint64_t seed, int rolls, World *w, int *all_rolls)
{
    TapState s, copy;
    uint8_t  start[64];
    tap_seed_from_number(seed, start);
    tap_start(setup, &s, start, NULL);
    *w = (World){.start = table_of(state_at(&s), 0)->start};
    int hand = wager_in(&s)->replays;
    while (!tap_over(&s) && wager_in(&s)->replays == hand) {
        int round = wager_in(&s)->round;
        if (asks_for_bet(&s) && round > w->rounds) {
            SeatSet in = wager_in(&s)->in;
            if (!w->rounds) w->start = table_of(state_at(&s), 0)->start;
            for (int r = w->rounds; r < round && r < BET_ROUNDS; r++)
                for (Seat q = 0; q < setup->seats; q++) {
                    if (!has(in, q)) continue;
                    float won = r == w->rounds ? search_quiet_share(x, setup, &s, q, rolls) : 0;
                    Seat  at = (Seat)((q + setup->seats - w->start) % setup->seats);
                    w->strength[r][at] = r == w->rounds ? (uint8_t)class_of(strength_of_share(won, count(in) - 1))
                                                        : w->strength[r - 1][at];
                    *all_rolls += r == w->rounds ? rolls : 0;
                }
            w->rounds = (uint8_t)(round < BET_ROUNDS ? round : BET_ROUNDS);
        }
        tap_state_copy(setup, &copy, &s);
        search_quiet_step(x, setup, &s);
    }
    if (!w->rounds) return false;
    order_of(setup, tap_over(&s) ? &s : &copy, w);
    return true;
}

static bool make_worlds(Learning *t, const Setup *setup)
{
    SearchSize none = {.steps = 1, .arms = 2}; /* it decides nothing */
    Search    *x = calloc(1, search_bytes(none));
    if (!x) return false;
    search_init(x, none, 0);
    search_learn_habits(x, setup);
    const Size *size = &sizes[t->of->grade];
    int         rolls = 0;
    for (uint64_t seed = 1; t->worlds < size->worlds && rolls < size->all_rolls; seed++) {
        World *w = &t->world[t->worlds];
        if (!make_world(x, setup, seed, size->rolls, w, &rolls)) {
            if (!t->worlds && seed == 40) break; /* nobody ever bets here */
            continue;
        }
        t->worlds++;
        if (w->rounds > t->of->rounds) t->of->rounds = w->rounds;
    }
    t->of->habits = x;
    return t->worlds > 0;
}

static bool make(Blueprint *bp)
{
    Setup setup;
    if (!tap_setup_with(&setup, bp->game, bp->content, bp->seats, NULL, 0, NULL)) return false;
    memcpy(setup.option, bp->option, sizeof setup.option);
    setup.start = 0;
    Learning t = {.of = bp, .world = calloc((size_t)sizes[bp->grade].worlds, sizeof *t.world)};
    bp->room = SITUATIONS;
    bp->at = calloc(BETS_KEYS, sizeof *bp->at);
    bp->lesson = calloc((size_t)bp->room, sizeof *bp->lesson);
    bool made = t.world && bp->at && bp->lesson;
    tap_rng_fast(&t.rng, 1);
    made = made && make_worlds(&t, &setup);
    if (made) learn(&t);
    free(t.world);
    return made;
}

/* --------------------------------------------------------------- from outside */

const Blueprint *blueprint_for(const Game *game, const Content *content, int seats, const int16_t *option,
                               BlueprintGrade grade)
{
    static Blueprint      *kept[KEPT];
    static int             n;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    if (!game->betting_rounds || !game->scoring || option[OPT_WAGER] != WAGER_BETTING || !option[OPT_ANTE])
        return NULL;
    pthread_mutex_lock(&lock);
    Blueprint *found = NULL;
    for (int i = 0; i < n && !found; i++)
        if (kept[i]->game == game && kept[i]->content == content && kept[i]->seats == seats &&
            kept[i]->grade == grade &&
            !memcmp(kept[i]->option, option, sizeof kept[i]->option))
            found = kept[i];
    if (!found && n < KEPT && (found = calloc(1, sizeof *found))) {
        found->game = game;
        found->content = content;
        found->seats = (uint8_t)seats;
        found->grade = (uint8_t)grade;
        memcpy(found->option, option, sizeof found->option);
        if (!make(found)) found->rounds = 0;
        kept[n++] = found;
    }
    pthread_mutex_unlock(&lock);
    return found && found->rounds ? found : NULL;
}

int blueprint_rounds(const Blueprint *bp) { return bp->rounds; }

const Search *blueprint_habits(const Blueprint *bp) { return bp->habits; }

static const Lesson *advice_at(const Blueprint *bp, const Bets *b, int strength)
{
    int           at = bp->at[bets_key(b)];
    const Lesson *l = at ? &bp->lesson[at - 1][strength] : NULL;
    return l && l->n >= SEEN_ENOUGH ? l : NULL;
}

bool blueprint_advice(const Blueprint *bp, const Bets *b, float strength, float ret_share[BET_ACTS],
                      float ret_value[BET_ACTS])
{
    BetAct act[BET_ACTS];
    int    n = bets_acts(b, act), here = class_of(strength);
    /* Between the middles of two classes something of both. */
    int           beside = strength < middle_of(here) ? here - 1 : here + 1;
    const Lesson *one = advice_at(bp, b, here),
                 *two = beside >= 0 && beside < STRENGTHS ? advice_at(bp, b, beside) : NULL;
    if (!one) return false;
    float part = 0;
    if (two) part = (strength - middle_of(here)) / (middle_of(beside) - middle_of(here));
    float sums[2] = {0, 0};
    for (int i = 0; i < n; i++) {
        sums[0] += one->share[act[i].slot];
        sums[1] += two ? two->share[act[i].slot] : 0;
    }
    if (sums[0] <= 0) return false;
    if (sums[1] <= 0) part = 0;
    for (int i = 0; i < n; i++) {
        int k = act[i].slot;
        ret_share[i] = (1 - part) * one->share[k] / sums[0] + (part > 0 ? part * two->share[k] / sums[1] : 0);
        ret_value[i] = (1 - part) * one->value[k] + (part > 0 ? part * two->value[k] : 0);
    }
    return true;
}
