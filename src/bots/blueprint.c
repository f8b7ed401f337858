#include "bots/blueprint.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* ---------------------------------------------------------------- strength */

int strength_class_of(const Blueprint *bp, int round, float strength)
{
    int c = 0;
    while (c < STRENGTHS - 1 && strength * MEASURES >= (float)bp->border[round][c]) c++;
    return c;
}

static float middle_of(const Blueprint *bp, int round, int class)
{
    const uint16_t *border = bp->border[round];
    return ((float)(class ? border[class - 1] : 0) + (float)border[class]) / (2 * MEASURES);
}

float strength_beats(const Blueprint *bp, const Bets *b, float strength)
{
    return (float)bp->beats[bets_round(b)][strength_class_of(bp, bets_round(b), strength)] / MEASURES;
}

float strength_of_share(float part, int others)
{
    float lo = 0, hi = 1;
    int   n = others < MOST_WITH_FEWER ? others : MOST_WITH_FEWER;
    for (int i = 0; i < 20 && n > 1; i++) {
        float middle = (lo + hi) / 2, power = middle;
        for (int k = 1; k < n; k++) power *= middle;
        if (power < part) lo = middle;
        else hi = middle;
    }
    return n > 1 ? hi : part;
}

/* ------------------------------------------------------------------ advice */

/* What was learnt for a key; NULL if nothing to speak of. */
static const Advice *advice_at(const Blueprint *bp, int key, int strength)
{
    int lo = 0, hi = bp->keys;
    while (lo < hi) {
        int middle = (lo + hi) / 2;
        if (bp->key[middle] < (uint32_t)key) lo = middle + 1;
        else hi = middle;
    }
    if (lo == bp->keys || bp->key[lo] != (uint32_t)key) return NULL;
    const Advice *a = &bp->advice[lo][strength];
    for (int i = 0; i < BET_ACTS; i++)
        if (a->share[i]) return a;
    return NULL;
}

/* Of the situation itself; or, for bets of a size that was not learnt, of the most alike. */
static const Advice *advice_near(const Blueprint *bp, const Bets *b, int strength)
{
    for (int far = 0; far <= KEY_NEEDS + KEY_DEPTHS + KEY_GROWN; far++)
        for (int dearer = 0; dearer <= far; dearer++)
            for (int deeper = 0; deeper <= far - dearer; deeper++)
                for (int way = 0; way < 8; way++) {
                    int grown = far - dearer - deeper;
                    int key = bets_key_near(b, way & 1 ? -dearer : dearer, way & 2 ? -deeper : deeper,
                                            way & 4 ? -grown : grown);
                    const Advice *a = key < 0 ? NULL : advice_at(bp, key, strength);
                    if (a) return a;
                }
    return NULL;
}

bool blueprint_advice(const Blueprint *bp, const Bets *b, float strength, float ret_share[BET_ACTS],
                      float ret_value[BET_ACTS])
{
    BetAct act[BET_ACTS];
    int    n = bets_acts(b, act), round = bets_round(b), here = strength_class_of(bp, round, strength);
    float  middle = middle_of(bp, round, here), part = 0, sums[2] = {0, 0};
    /* Between the middles of two classes something of both. */
    int           beside = strength < middle ? here - 1 : here + 1;
    const Advice *one = advice_near(bp, b, here),
                 *two = beside >= 0 && beside < STRENGTHS ? advice_near(bp, b, beside) : NULL;
    if (!one) return false;
    if (two) part = (strength - middle) / (middle_of(bp, round, beside) - middle);
    if (!(part >= 0 && part <= 1)) part = 0; /* classes may be empty, and have one middle */
    for (int i = 0; i < n; i++) {
        sums[0] += (float)one->share[act[i].slot];
        sums[1] += two ? (float)two->share[act[i].slot] : 0;
    }
    if (sums[0] <= 0) return false;
    if (sums[1] <= 0) part = 0;
    for (int i = 0; i < n; i++) {
        int k = act[i].slot;
        ret_share[i] = (1 - part) * (float)one->share[k] / sums[0];
        ret_value[i] = (1 - part) * (float)one->value[k] / 256;
        if (part <= 0) continue;
        ret_share[i] += part * (float)two->share[k] / sums[1];
        ret_value[i] += part * (float)two->value[k] / 256;
    }
    return true;
}

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

/* ------------------------------------------------------------------- bytes */

/* A writer that counts on when there is no room left, and a reader that reads nothing then. */
typedef struct Tape {
    uint8_t       *to;
    const uint8_t *from;
    size_t         at, n;
} Tape;

static void put(Tape *t, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++, t->at++)
        if (t->at < t->n) t->to[t->at] = (uint8_t)(value >> 8 * i);
}

static uint32_t get(Tape *t, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++, t->at++)
        if (t->at < t->n) value |= (uint32_t)t->from[t->at] << 8 * i;
    return value;
}

static const char magic[4] = {'T', 'B', 'P', '2'};

/* Advice is rare beyond the first acts, and absent where a strength was never met: what is there is told by bits. */
static void put_advice(Tape *t, const Advice *a)
{
    uint32_t there = 0;
    for (int i = 0; i < BET_ACTS; i++) there |= (uint32_t)(a->share[i] || a->value[i]) << i;
    put(t, there, 1);
    for (int i = 0; i < BET_ACTS; i++)
        if (there >> i & 1) put(t, a->share[i], 1), put(t, (uint16_t)a->value[i], 2);
}

size_t blueprint_write(const Blueprint *bp, uint8_t *ret, size_t max)
{
    Tape t = {.to = ret, .n = max};
    for (int i = 0; i < 4; i++) put(&t, (uint8_t)magic[i], 1);
    put(&t, bp->seats, 1);
    put(&t, bp->rounds, 1);
    put(&t, STRENGTHS, 1);
    put(&t, BET_ACTS, 1);
    put(&t, BETS_KEYS, 4); /* of another number of kinds of situations the keys would mean something else */
    put(&t, (uint32_t)bp->keys, 2);
    for (int r = 0; r < bp->rounds; r++) {
        put(&t, bp->bettered[r], 1);
        for (int c = 0; c < STRENGTHS; c++) put(&t, bp->border[r][c], 2), put(&t, bp->beats[r][c], 2);
    }
    for (int k = 0; k < bp->keys; k++) {
        put(&t, bp->key[k], 4);
        for (int c = 0; c < STRENGTHS; c++) put_advice(&t, &bp->advice[k][c]);
    }
    return t.at;
}

void blueprint_free(Blueprint *bp)
{
    if (!bp) return;
    free(bp->key);
    free(bp->advice);
    free(bp);
}

Blueprint *blueprint_read(const uint8_t *bytes, size_t n)
{
    Tape       t = {.from = bytes, .n = n};
    Blueprint *bp = calloc(1, sizeof *bp);
    if (!bp) return NULL;
    bool good = true;
    for (int i = 0; i < 4; i++) good = get(&t, 1) == (uint8_t)magic[i] && good;
    bp->seats = (uint8_t)get(&t, 1);
    bp->rounds = (uint8_t)get(&t, 1);
    good = get(&t, 1) == STRENGTHS && good;
    good = get(&t, 1) == BET_ACTS && good;
    good = get(&t, 4) == BETS_KEYS && good;
    bp->keys = (int)get(&t, 2);
    if (!good || bp->rounds > BET_ROUNDS || !bp->rounds || !bp->keys) return blueprint_free(bp), NULL;
    bp->key = calloc((size_t)bp->keys, sizeof *bp->key);
    bp->advice = calloc((size_t)bp->keys, sizeof *bp->advice);
    if (!bp->key || !bp->advice) return blueprint_free(bp), NULL;
    for (int r = 0; r < bp->rounds; r++) {
        bp->bettered[r] = (uint8_t)get(&t, 1);
        for (int c = 0; c < STRENGTHS; c++)
            bp->border[r][c] = (uint16_t)get(&t, 2), bp->beats[r][c] = (uint16_t)get(&t, 2);
    }
    for (int k = 0; k < bp->keys; k++) {
        bp->key[k] = get(&t, 4);
        good = good && (!k || bp->key[k] > bp->key[k - 1]);
        for (int c = 0; c < STRENGTHS; c++) {
            uint32_t there = get(&t, 1);
            for (int i = 0; i < BET_ACTS; i++) {
                if (!(there >> i & 1)) continue;
                bp->advice[k][c].share[i] = (uint8_t)get(&t, 1);
                bp->advice[k][c].value[i] = (int16_t)get(&t, 2);
            }
        }
    }
    if (!good || t.at != n) return blueprint_free(bp), NULL;
    return bp;
}

/* ------------------------------------------------------------------ finding */

/* No hand is worth more or less for how money is paid, and coins are parts of the pot. */
static bool usual_rules(const Game *game, const int16_t *option)
{
    for (int i = 0; i < game->option_n; i++)
        if (!game->options[i].money && option[i] != game->options[i].usual) return false;
    return true;
}

const Blueprint *blueprint_for(const Game *game, const Content *content, int seats, const int16_t *option)
{
    enum { MOST = 128 }; /* shipped */
    static Blueprint      *known[MOST];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    char                   name[80];
    int                    i = 0;
    if (!game->betting_rounds || !game->scoring || option[OPT_WAGER] != WAGER_BETTING || !option[OPT_ANTE] ||
        content != game->content || !usual_rules(game, option))
        return NULL;
    snprintf(name, sizeof name, "%s-%d", game->id, seats < BLUEPRINT_SEATS ? seats : BLUEPRINT_SEATS);
    while (shipped_blueprints[i].name && strcmp(shipped_blueprints[i].name, name)) i++;
    if (!shipped_blueprints[i].name || i >= MOST) return NULL;
    pthread_mutex_lock(&lock);
    if (!known[i]) known[i] = blueprint_read(shipped_blueprints[i].bytes, shipped_blueprints[i].n);
    const Blueprint *found = known[i];
    pthread_mutex_unlock(&lock);
    return found;
}
