/* Dragon's Gold: what bots need to know to bargain: what a position may bring in the end, how much the luck of others
 * counts, which splits and trades are worth weighing, and the manners that let talks close. All of it from what one
 * seat knows. */
#include "games/gold.h"

#include <math.h>

enum {
    STARTS = 10, /* from which good splits are looked for */
    PASSES = 6,
    VOTES = 5,      /* grains */
    LAST_WORDS = 2, /* messages */
    QUICK = 32,  /* who wants fewer is in a hurry: one start, and single tokens only, will do */
};

static const float LEAST_GAIN = 0.05f, NO_LOSS = -0.8f;

/* ------------------------------------------------------------------ outlook */

/* What a seat believes to lie behind the screens, and what that is worth. */
typedef struct Outlook {
    int   seats;
    bool  advanced;
    float lead;
    float of[PLAYERS][COLOURS];     /* of what a theft has mixed, each has a part */
    float weight[PLAYERS][COLOURS]; /* in the contest for most of a gem */
    float step[COLOURS];            /* what one more of it multiplies that by */
    float before[PLAYERS];          /* what all that is worth */
} Outlook;

/* Of stashes that are one pool for the viewer each holds, of what he does not know, its part by size. */
static void share_unknown(const Gold *g, Seat viewer, Outlook *ret)
{
    float unknown[PLAYERS] = {0}, in_pool[PLAYERS] = {0}, colour[PLAYERS][COLOURS] = {{0}};
    for (Seat s = 0; s < ret->seats; s++) {
        const Slot *h = stash_of(g, s);
        int         pool = g->seat[s].pool;
        for (int i = 0; i < g->seat[s].tokens; i++) {
            if (knows(h[i].known, viewer)) ret->of[s][h[i].card]++;
            else unknown[s]++, in_pool[pool]++, colour[pool][h[i].card]++;
        }
    }
    for (Seat s = 0; s < ret->seats; s++)
        for (int c = 0; unknown[s] > 0 && c < COLOURS; c++)
            ret->of[s][c] += colour[g->seat[s].pool][c] * unknown[s] / in_pool[g->seat[s].pool];
}

/* What one more of a gem multiplies a weight by, with so many still to come, in the bag or on dragons: leads are soft
 * at first, and harden as a colour runs out. e to the power of 2.2 over the root of one more than these. */
static float step_with(int left)
{
    static const float step[] = {9.025f, 4.738f, 3.562f, 3.004f, 2.675f, 2.455f, 2.297f,
                                 2.177f, 2.082f, 2.005f, 1.941f, 1.887f, 1.841f};
    enum { MOST = sizeof step / sizeof *step - 1 };
    return step[left < MOST ? left : MOST];
}

/* x to the power of a number that need not be whole, near enough for a weight. */
static float power(float x, float n)
{
    float p = 1;
    for (; n >= 1; n--) p *= x;
    return p * (1 + (x - 1) * n);
}

static float worth_of_one(const Outlook *o, const float of[COLOURS], const uint8_t more[COLOURS])
{
    float black = of[C_BLACK] + more[C_BLACK];
    float worth = of[C_SILVER] + more[C_SILVER] + 3 * (of[C_GOLD] + more[C_GOLD]) + of[C_RED] + more[C_RED] +
                  (o->advanced ? 19 : 7) * black;
    if (!o->advanced || black >= 1) return worth;
    float least = 99, all = 0;
    for (int c = C_BLUE; c <= C_WHITE; c++) {
        float n = of[c] + more[c];
        all += n;
        if (n < least) least = n;
    }
    return worth + (1 - black) * 5 * (least + 0.25f * (all / 5 - least));
}

/* With what comes to each. */
static void expect_all(const Outlook *o, uint8_t more[PLAYERS][COLOURS], float ret[PLAYERS])
{
    float paid[PLAYERS]; /* the holder of the black diamond is not */
    for (int s = 0; s < o->seats; s++) {
        float black = o->of[s][C_BLACK] + more[s][C_BLACK];
        ret[s] = worth_of_one(o, o->of[s], more[s]);
        paid[s] = !o->advanced ? o->lead : black < 1 ? o->lead * (1 - black) : 0;
    }
    for (int c = C_BLUE; c <= C_WHITE; c++) {
        float weight[PLAYERS], sum = 0;
        for (int s = 0; s < o->seats; s++) {
            weight[s] = o->weight[s][c];
            for (int n = more[s][c]; n; n--) weight[s] *= o->step[c];
            sum += weight[s];
        }
        float part = 1 / sum;
        for (int s = 0; s < o->seats; s++) ret[s] += paid[s] * weight[s] * part;
    }
}

/* Less what lies in the hoard that is talked about, for that is not to come. */
static void look_out(const Table *t, Seat viewer, const uint8_t *talked_about, Outlook *ret)
{
    const Gold *g = gold_at(t);
    uint8_t     left[COLOURS] = {0}, nothing[PLAYERS][COLOURS] = {{0}};
    *ret = (Outlook){.seats = t->seats, .advanced = t->option[OPT_ADVANCED]};
    ret->lead = (float)lead_points(ret->advanced, t->seats);
    share_unknown(g, viewer, ret);
    for (int i = 0; i < g->bag.n; i++) left[pile_cards(&g->bag)[i]]++;
    for (int lair = 0; lair < LAIRS; lair++)
        for (int i = 0; i < g->lair[lair].tokens; i++) left[g->lair[lair].hoard[i].card]++;
    for (int c = 0; talked_about && c < COLOURS; c++) left[c] = (uint8_t)(left[c] - talked_about[c]);
    for (int c = C_BLUE; c <= C_WHITE; c++) {
        ret->step[c] = step_with(left[c]);
        for (int s = 0; s < ret->seats; s++) ret->weight[s][c] = power(ret->step[c], ret->of[s][c]);
    }
    expect_all(ret, nothing, ret->before);
}

bool gold_estimate(const Setup *setup, const Table *t, Seat s, float *ret_value)
{
    Outlook o;
    if (t->phase == P_OVER) return false;
    look_out(t, s, NULL, &o);
    *ret_value = o.before[s];
    return true;
}

/* A bargain of all seats would be zero-sum, and never close, if all that others win counted against oneself. */
float gold_regard(const Setup *setup, const Table *t)
{
    return t->phase == P_TALKS && gold_at(t)->involved == everyone(t) ? 0.5f : 1;
}

/* What each gains by it, less what the others gain on the average as far as that counts. */
static void gains_of(const Outlook *o, uint8_t more[PLAYERS][COLOURS], float regard, float ret[PLAYERS])
{
    float value[PLAYERS], all = 0;
    expect_all(o, more, value);
    for (int s = 0; s < o->seats; s++) all += value[s] -= o->before[s];
    for (int s = 0; s < o->seats; s++) ret[s] = value[s] - regard * (all - value[s]) / (float)(o->seats - 1);
}

/* ------------------------------------------------------------------ splits */

typedef struct Bargain {
    Outlook outlook;
    float   regard;
    uint8_t stock[COLOURS], colour[HOARD_MOST]; /* sorted by colour, as things of a split are counted */
    Seat    party[PLAYERS];
    int     parties, things;
    Seat    me;
    uint8_t weight[PLAYERS]; /* of each one's gain in the product */
    bool    quick;
} Bargain;

static bool is_late(const Gold *g) { return 2 * g->grain >= g->sand; }

/* Oneself counts more than the others, less so as the sand runs; from half of it on who does not agree counts more. */
static void begin_bargain(const Setup *setup, const Table *t, Seat s, bool quick, Bargain *b)
{
    const Gold *g = gold_at(t);
    *b = (Bargain){.regard = gold_regard(setup, t), .me = s, .quick = quick};
    count_hoard(g, g->at, b->stock);
    for (int c = 0; c < COLOURS; c++)
        for (int n = b->stock[c]; n; n--) b->colour[b->things++] = (uint8_t)c;
    look_out(t, s, b->stock, &b->outlook);
    for (Seat o = 0; o < t->seats; o++) {
        if (!has(g->involved, o)) continue;
        b->party[b->parties++] = o;
        b->weight[o] = is_late(g) && !quick && g->sits[s] && g->sits[o] != g->sits[s] ? 2 : 1;
    }
    b->weight[s] = quick || is_late(g) ? 1 : 4 * g->grain >= g->sand ? 2 : 3;
}

/* The product of what all parties gain, to some powers; below zero as far as somebody would rather have no deal. */
static float merit(const Bargain *b, uint8_t share[PLAYERS][COLOURS])
{
    float gain[PLAYERS], product = 1, missing = 0;
    gains_of(&b->outlook, share, b->regard, gain);
    for (int p = 0; p < b->parties; p++) {
        Seat s = b->party[p];
        if (gain[s] < LEAST_GAIN) missing += gain[s] - LEAST_GAIN;
        else
            for (int k = b->weight[s]; k; k--) product *= gain[s];
    }
    return missing < 0 ? missing : product;
}

typedef struct Split {
    Seat    to[HOARD_MOST];
    uint8_t share[PLAYERS][COLOURS];
    float   merit;
} Split;

static void give(const Bargain *b, Split *x, int thing, Seat to)
{
    x->share[x->to[thing]][b->colour[thing]]--;
    x->share[to][b->colour[thing]]++;
    x->to[thing] = to;
}

static bool try_to_give(const Bargain *b, Split *x, int thing)
{
    bool better = false;
    for (int p = 0; p < b->parties; p++) {
        Seat old = x->to[thing];
        if (b->party[p] == old) continue;
        give(b, x, thing, b->party[p]);
        float m = merit(b, x->share);
        if (m > x->merit) x->merit = m, better = true;
        else give(b, x, thing, old);
    }
    return better;
}

static bool try_to_swap(const Bargain *b, Split *x, int i, int k)
{
    Seat one = x->to[i], other = x->to[k];
    if (one == other || b->colour[i] == b->colour[k]) return false;
    give(b, x, i, other);
    give(b, x, k, one);
    float m = merit(b, x->share);
    if (m > x->merit) {
        x->merit = m;
        return true;
    }
    give(b, x, i, one);
    give(b, x, k, other);
    return false;
}

/* Gives single tokens to others, and swaps two, as long as that is better. */
static void improve(const Bargain *b, Split *x)
{
    bool better = true;
    x->merit = merit(b, x->share);
    for (int pass = 0; better && pass < (b->quick ? 1 : PASSES); pass++) {
        better = false;
        for (int i = 0; i < b->things; i++)
            if (!i || b->colour[i - 1] != b->colour[i] || x->to[i - 1] != x->to[i]) better |= try_to_give(b, x, i);
        for (int i = 0; !b->quick && i < b->things; i++)
            for (int k = 0; k < i; k++) better |= try_to_swap(b, x, i, k);
    }
}

/* The best of several starts: in turn, and at random. The same whenever it is asked for while the same grain falls. */
static void find_split(const Gold *g, const Bargain *b, Split *ret)
{
    Rng r;
    tap_rng_fast(&r, (uint64_t)g->glasses << 16 | (uint64_t)g->grain << 8 | (uint64_t)b->me);
    for (int start = 0; start < (b->quick ? 1 : STARTS); start++) {
        Split x = {.merit = 0};
        for (int i = 0; i < b->things; i++) {
            x.to[i] = b->party[start ? tap_rng_below(&r, (uint32_t)b->parties) : (uint32_t)(i % b->parties)];
            x.share[x.to[i]][b->colour[i]]++;
        }
        improve(b, &x);
        if (!start || x.merit > ret->merit) *ret = x;
    }
}

static float gain_by(const Bargain *b, const Move *split, Seat s)
{
    uint8_t share[PLAYERS][COLOURS];
    float   gain[PLAYERS];
    shares_of(b->stock, split, share);
    gains_of(&b->outlook, share, b->regard, gain);
    return gain[s];
}

/* The last grains are for going through what stands, one proposal a grain: whoever can live with it sits there. So it
 * closes if there is one that all can live with, though each may know that of no other. 0 before that. */
static int voted_on(const Gold *g)
{
    int standing = 0, turn = g->grain + VOTES - g->sand;
    for (int i = 0; i < PLAYERS; i++) standing += g->standing[i].verb != 0;
    if (turn < 0 || !standing) return 0;
    turn %= standing;
    for (int i = 0;; i++)
        if (g->standing[i].verb && !turn--) return i + 1;
}

/* What the party that fares worst gains. */
static float least_gain(const Bargain *b, const Split *x)
{
    float gain[PLAYERS], least = 1000;
    gains_of(&b->outlook, (uint8_t(*)[COLOURS])(uintptr_t)x->share, b->regard, gain);
    for (int p = 0; p < b->parties; p++) least = fminf(least, gain[b->party[p]]);
    return least;
}

/* A split with one token more for oneself, or one for another, that hurts the others least. */
static void find_counter(const Bargain *b, const Move *to_what, Split *ret)
{
    Split x = {.merit = 0};
    float top = -1000;
    for (int i = 0; i < b->things; i++) {
        x.to[i] = (Seat)tap_assigned(to_what, i);
        x.share[x.to[i]][b->colour[i]]++;
    }
    *ret = x; /* who is offered everything, and does not want it, has no answer */
    for (int i = 0; i < b->things; i++)
        for (int k = -1; k < b->things; k++) {
            Split y = x;
            if (x.to[i] == b->me || (k >= 0 && (x.to[k] != b->me || b->colour[i] == b->colour[k]))) continue;
            give(b, &y, i, b->me);
            if (k >= 0) give(b, &y, k, x.to[i]);
            float least = least_gain(b, &y);
            if (least > top) top = least, *ret = y;
        }
    ret->merit = top - NO_LOSS;
}

/* What one proposes: the best there is; but in the last grains an answer to what one cannot live with. */
static void find_own(const Gold *g, const Bargain *b, Split *ret)
{
    int vote = b->quick ? 0 : voted_on(g);
    if (vote && gain_by(b, &g->standing[vote - 1], b->me) < NO_LOSS) find_counter(b, &g->standing[vote - 1], ret);
    else find_split(g, b, ret);
}

static Move split_move(const Bargain *b, const Split *x)
{
    Move m = tap_move(PROPOSE, 0, 0, 0);
    for (int c = 0, thing = 0; c < COLOURS; c++)
        for (int s = 0; s < PLAYERS; s++)
            for (int n = x->share[s][c]; n; n--, thing++) m.place[thing / 2] |= (uint8_t)(s << (thing % 2 * 4));
    return m;
}

/* ----------------------------------------------------------------- manners */

static void keep_only(Choices *c, int verb, int a)
{
    int kept = 0;
    for (int i = 0; i < c->n; i++)
        if (c->choice[i].verb == verb && (!a || c->choice[i].a == a)) c->choice[kept++] = c->choice[i];
    assert(kept);
    c->n = kept;
}

/* Who else sits on a proposal. */
static int company(const Table *t, const Gold *g, Seat s, int proposal)
{
    int n = 0;
    for (Seat o = 0; proposal && o < t->seats; o++) n += o != s && g->sits[o] == proposal;
    return n;
}

/* The proposal of others with most on it, and of these the best, that is good enough; 0 for none. */
static int best_standing(const Table *t, const Gold *g, const Bargain *b, float ask)
{
    int   best = 0;
    float top = 0;
    for (int i = 1; i <= PLAYERS; i++) {
        if (!g->standing[i - 1].verb || i == g->sits[b->me]) continue;
        float gain = gain_by(b, &g->standing[i - 1], b->me), rank = 1000 * (float)company(t, g, b->me, i) + gain;
        if (gain >= ask && (!best || rank > top)) best = i, top = rank;
    }
    return best;
}

/* Where to sit down; 0 to stay. One stays where others sit, and moves only to where more do, or as many, one time in
 * four. */
static int better_seat(const Table *t, const Gold *g, const Bargain *b, float ask, bool content, Rng *r)
{
    int here = g->sits[b->me], with = company(t, g, b->me, here), vote = voted_on(g);
    if (vote) return vote != here && gain_by(b, &g->standing[vote - 1], b->me) >= NO_LOSS ? vote : 0;
    int best = best_standing(t, g, b, ask), there = company(t, g, b->me, best);
    return !content || there > with || (there == with && !tap_rng_below(r, 4)) ? best : 0;
}

/* What one asks for falls as the sand does, and from half of it on any gain is enough. There is something to propose
 * about once a grain, and the last words are for agreeing. */
static void narrow_talk(const Setup *setup, const Table *t, Seat s, Rng *r, bool quick, Choices *c)
{
    const Gold *g = gold_at(t);
    Bargain     b;
    Split       own;
    begin_bargain(setup, t, s, quick, &b);
    int   here = g->sits[s];
    bool  content = company(t, g, s, here) && gain_by(&b, &g->standing[here - 1], s) >= LEAST_GAIN;
    bool  eager = !quick && !is_late(g);
    int   due = eager ? g->grain / 2 : g->grain + 1;
    bool  speaks = quick ? !g->said[s] : g->said[s] <= due && words_left(g, s) > LAST_WORDS;
    float ask = LEAST_GAIN, past = (float)g->grain / (float)g->sand;
    if (eager) {
        find_split(g, &b, &own);
        float gain[PLAYERS];
        gains_of(&b.outlook, own.share, b.regard, gain);
        ask = fmaxf(LEAST_GAIN, gain[s] * (1 - 0.9f * past * past));
    }
    int to = better_seat(t, g, &b, ask, content, r), vote = quick ? 0 : voted_on(g);
    if (to) {
        keep_only(c, ACCEPT, to);
        return;
    }
    bool amends = is_late(g) && content && !tap_rng_below(r, 4);
    bool refuses = vote && vote != here && gain_by(&b, &g->standing[vote - 1], s) < NO_LOSS;
    if ((vote ? here && !refuses : content && !amends) || !speaks) {
        keep_only(c, WAIT, 0);
        return;
    }
    if (quick) {
        keep_only(c, PROPOSE, 0);
        return;
    }
    if (!eager) find_own(g, &b, &own);
    Move m = split_move(&b, &own);
    bool stands = here && tap_same_move(g->standing[here - 1], m);
    keep_only(c, stands || (own.merit <= 0 && !is_late(g)) ? WAIT : PROPOSE, 0);
}

/* ------------------------------------------------------------------ market */

static const float WORTH_A_TRADE = 0.3f;

/* What an offer brings its maker and who takes it. */
static float gain_by_trade(const Outlook *now, Seat maker, Seat taker, const Move *m, float *ret_taker)
{
    Outlook o = *now;
    uint8_t more[PLAYERS][COLOURS] = {{0}};
    float   gain[PLAYERS];
    for (int c = 0; c < COLOURS; c++) {
        int given = tap_assigned(m, c), wanted = tap_assigned(m, SECOND + c);
        more[taker][c] = (uint8_t)given;
        more[maker][c] = (uint8_t)wanted;
        if (!given && !wanted) continue;
        o.of[maker][c] -= (float)given;
        o.of[taker][c] -= (float)wanted;
        for (int k = given; k; k--) o.weight[maker][c] /= o.step[c];
        for (int k = wanted; k; k--) o.weight[taker][c] /= o.step[c];
    }
    gains_of(&o, more, 1, gain);
    *ret_taker = gain[taker];
    return gain[maker];
}

static Move trade_move(Seat to, int given, int wanted)
{
    Move m = tap_move(OFFER, to + 1, 0, 0);
    m.place[given / 2] |= (uint8_t)(1u << (given % 2 * 4));
    m.place[(SECOND + wanted) / 2] |= (uint8_t)(1u << ((SECOND + wanted) % 2 * 4));
    return m;
}

/* One token for one that both gain by, with that seat; the product of both gains, 0 if there is none. */
static float best_trade(const Outlook *o, Seat s, Seat with, Move *ret)
{
    float top = 0;
    for (int given = 0; given < COLOURS; given++)
        for (int wanted = 0; wanted < COLOURS; wanted++) {
            if (given == wanted || o->of[s][given] < 1 || o->of[with][wanted] < 0.9f) continue;
            Move  m = trade_move(with, given, wanted);
            float taker, maker = gain_by_trade(o, s, with, &m, &taker);
            if (maker < WORTH_A_TRADE || taker < WORTH_A_TRADE || maker * taker <= top) continue;
            top = maker * taker;
            *ret = m;
        }
    return top;
}

/* A good offer is taken; else the best is made that both gain by, now and then another. Whoever has none stays, for
 * others may; but a simulation is spared the market. */
static void narrow_market(const Table *t, Seat s, Rng *r, bool quick, Choices *c)
{
    const Gold *g = gold_at(t);
    Outlook     o;
    Move        best = {.verb = 0}, m;
    float       top = 0, taker;
    if (quick) {
        keep_only(c, DONE, 0);
        return;
    }
    look_out(t, s, NULL, &o);
    for (int i = 0; i < c->n; i++) {
        Seat maker = (Seat)(c->choice[i].a - 1);
        if (c->choice[i].verb != AGREE) continue;
        gain_by_trade(&o, maker, s, &g->standing[maker], &taker);
        if (taker < WORTH_A_TRADE) continue;
        keep_only(c, AGREE, maker + 1);
        return;
    }
    for (int i = 0; i < c->n; i++) {
        if (c->choice[i].verb != OFFER) continue;
        float product = best_trade(&o, s, (Seat)(c->choice[i].a - 1), &m);
        if (product > top && !tap_same_move(m, g->standing[s])) top = product, best = m;
    }
    bool speaks = g->said[s] <= g->grain && (!g->standing[s].verb || !tap_rng_below(r, 4));
    if (best.verb && speaks) keep_only(c, OFFER, best.a);
    else keep_only(c, WAIT, 0);
}

void gold_narrow(const Setup *setup, const Table *t, Seat s, Rng *r, bool quick, Choices *c)
{
    if (t->phase == P_TALKS && c->choice[0].verb == WAIT) narrow_talk(setup, t, s, r, quick, c);
    else if (t->phase == P_MARKET) narrow_market(t, s, r, quick, c);
}

/* -------------------------------------------------------------- candidates */

int gold_propose(const Setup *setup, const Table *t, Seat s, const Choice *o, Rng *r, Move *ret, int max)
{
    if (!max) return 0;
    if (o->verb == PROPOSE) {
        Bargain b;
        Split   best;
        begin_bargain(setup, t, s, max < QUICK, &b);
        find_own(gold_at(t), &b, &best);
        *ret = split_move(&b, &best);
        return 1;
    }
    if (o->verb == OFFER) {
        Outlook out;
        look_out(t, s, NULL, &out);
        return best_trade(&out, s, (Seat)(o->a - 1), ret) > 0;
    }
    return 0;
}
