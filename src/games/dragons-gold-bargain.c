/* Dragon's Gold: what bots need to know to bargain: what a position may bring in the end, which splits are worth
 * weighing, and how much the luck of others counts. All of it from what one seat knows. */
#include "games/gold.h"

enum { PASSES = 2, QUICK = 8 /* who wants so few is in a hurry: one will do */ };

typedef struct Held {
    int     seats;
    uint8_t of[PLAYERS][COLOURS];
    uint8_t left[COLOURS]; /* still to come: in the bag and on dragons */
} Held;

/* What the seat knows of all stashes; what it does not know counts for nothing. */
static void known_to(const Setup *setup, const Table *t, Seat viewer, Held *ret)
{
    const Gold *g = gold_at(t);
    memset(ret, 0, sizeof *ret);
    ret->seats = t->seats;
    for (Seat s = 0; s < t->seats; s++) {
        const Slot *h = stash_of(g, s);
        for (int i = 0; i < g->seat[s].tokens; i++)
            if (knows(h[i].known, viewer)) ret->of[s][h[i].card]++;
    }
    for (int i = 0; i < g->bag.n; i++) ret->left[pile_cards(&g->bag)[i]]++;
    for (int lair = 0; lair < LAIRS; lair++)
        for (int i = 0; i < g->lair[lair].tokens; i++) ret->left[g->lair[lair].hoard[i].card]++;
}

static float power(float x, int n)
{
    float p = x;
    while (--n > 0) p *= x;
    return p;
}

/* Leads are soft while many of a colour are to come, and harden as it runs out. */
static void expect_leads(const int16_t *option, const Held *h, int c, float *ret)
{
    bool  advanced = option[OPT_ADVANCED];
    float bonus = (float)lead_points(advanced, h->seats), weight[PLAYERS], sum = 0;
    int   hard = h->left[c] > 6 ? 2 : h->left[c] > 3 ? 3 : h->left[c] > 1 ? 5 : 8;
    for (int s = 0; s < h->seats; s++) sum += weight[s] = power(1 + (float)h->of[s][c], hard);
    for (int s = 0; s < h->seats; s++)
        if (!(advanced && h->of[s][C_BLACK])) ret[s] += bonus * weight[s] / sum;
}

static void expect_all(const int16_t *option, const Held *h, float ret[PLAYERS])
{
    bool advanced = option[OPT_ADVANCED];
    for (int s = 0; s < h->seats; s++) {
        const uint8_t *of = h->of[s];
        ret[s] = (float)(of[C_SILVER] + 3 * of[C_GOLD] + of[C_RED] + (advanced ? 19 : 7) * of[C_BLACK]);
        if (!advanced || of[C_BLACK]) continue;
        int least = of[C_BLUE], all = 0;
        for (int c = C_BLUE; c <= C_WHITE; c++) {
            all += of[c];
            if (of[c] < least) least = of[c];
        }
        ret[s] += 5 * ((float)least + 0.25f * ((float)all / 5 - (float)least));
    }
    for (int c = C_BLUE; c <= C_WHITE; c++) expect_leads(option, h, c, ret);
}

bool gold_estimate(const Setup *setup, const Table *t, Seat s, float *ret_value)
{
    Held  h;
    float value[PLAYERS];
    if (t->phase == P_OVER) return false;
    known_to(setup, t, s, &h);
    expect_all(t->option, &h, value);
    *ret_value = value[s];
    return true;
}

/* A bargain of all seats would be zero-sum, and never close, if all that others win counted against oneself. */
float gold_regard(const Setup *setup, const Table *t)
{
    return t->phase == P_TALKS && gold_at(t)->involved == everyone(t) ? 0.5f : 1;
}

/* ------------------------------------------------------------------ splits */

typedef struct Bargain {
    const int16_t *option;
    Held           held; /* before the hoard is shared */
    float          before[PLAYERS], regard;
    Seat           party[PLAYERS];
    int            parties, things, weight; /* weight: how much oneself counts before the others */
    Seat           me;
    uint8_t        colour[HOARD_MOST];
} Bargain;

/* The product of what all parties gain; below zero as far as somebody would rather have no deal. */
static float merit(const Bargain *b, const Seat *to)
{
    Held  h = b->held;
    float value[PLAYERS], all = 0, product = 1, missing = 0;
    for (int i = 0; i < b->things; i++) h.of[to[i]][b->colour[i]]++;
    expect_all(b->option, &h, value);
    for (int s = 0; s < h.seats; s++) all += value[s] -= b->before[s];
    for (int p = 0; p < b->parties; p++) {
        Seat  s = b->party[p];
        float gain = value[s] - b->regard * (all - value[s]) / (float)(h.seats - 1);
        if (gain < 0.05f) missing += gain - 0.05f;
        else product *= s == b->me ? power(gain, b->weight) : gain;
    }
    return missing < 0 ? missing : product;
}

/* Gives single tokens to others, and swaps two, as long as that is better. */
static void improve(const Bargain *b, Seat *to)
{
    float now = merit(b, to);
    bool  better = true;
    for (int pass = 0; better && pass < PASSES; pass++) {
        better = false;
        for (int i = 0; i < b->things; i++)
            for (int p = 0; p < b->parties; p++) {
                Seat old = to[i];
                if (b->party[p] == old || (i && b->colour[i - 1] == b->colour[i] && to[i - 1] == old)) continue;
                to[i] = b->party[p];
                float m = merit(b, to);
                if (m > now) now = m, better = true;
                else to[i] = old;
            }
    }
}

static Move split_move(int verb, const uint8_t *colour, const Seat *to, int things)
{
    uint8_t share[COLOURS][PLAYERS] = {{0}};
    Move    m = tap_move(verb, 0, 0, 0);
    int     thing = 0;
    for (int i = 0; i < things; i++) share[colour[i]][to[i]]++;
    for (int c = 0; c < COLOURS; c++)
        for (int s = 0; s < PLAYERS; s++)
            for (int n = 0; n < share[c][s]; n++, thing++) m.place[thing / 2] |= (uint8_t)(s << (thing % 2 * 4));
    return m;
}

static bool is_new(const Move *list, int n, Move m)
{
    for (int i = 0; i < n; i++)
        if (tap_same_move(list[i], m)) return false;
    return true;
}

static void begin_bargain(const Setup *setup, const Table *t, Seat s, Bargain *b)
{
    const Gold *g = gold_at(t);
    const Lair *l = &g->lair[g->at];
    *b = (Bargain){.option = t->option, .regard = gold_regard(setup, t), .me = s, .things = l->tokens};
    known_to(setup, t, s, &b->held);
    for (int i = 0; i < l->tokens; i++) {
        b->colour[i] = (uint8_t)l->hoard[i].card;
        b->held.left[b->colour[i]]--;
    }
    expect_all(t->option, &b->held, b->before);
    for (Seat o = 0; o < t->seats; o++)
        if (has(g->involved, o)) b->party[b->parties++] = o;
    b->weight = 3 * g->grain < g->sand ? 3 : 2 * g->grain < g->sand ? 2 : 1;
}

/* What stands, with one token more for oneself. */
static int add_counters(const Gold *g, const Bargain *b, Rng *r, Move *ret, int n, int max)
{
    for (int i = 0; i < PLAYERS && n < max; i++) {
        Seat to[HOARD_MOST] = {0};
        if (!g->standing[i].verb) continue;
        for (int k = 0; k < b->things; k++) to[k] = (Seat)tap_assigned(&g->standing[i], k);
        int k = (int)tap_rng_below(r, (uint32_t)b->things);
        if (to[k] == b->me) continue;
        to[k] = b->me;
        Move m = split_move(PROPOSE, b->colour, to, b->things);
        if (is_new(ret, n, m)) ret[n++] = m;
    }
    return n;
}

int gold_propose(const Setup *setup, const Table *t, Seat s, const Choice *o, Rng *r, Move *ret, int max)
{
    Bargain b;
    Seat    to[HOARD_MOST] = {0};
    int     n = 0;
    if (o->verb != PROPOSE || !max) return 0;
    begin_bargain(setup, t, s, &b);
    for (int i = 0; i < b.things; i++) to[i] = b.party[i % b.parties];
    improve(&b, to);
    ret[n++] = split_move(PROPOSE, b.colour, to, b.things);
    return max > QUICK ? add_counters(gold_at(t), &b, r, ret, n, max) : n;
}
