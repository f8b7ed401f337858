/* Dwarven Miner: what bots expect of a position, and which moves they weigh. A plan is a set of patrons of the hand,
 * mined and crafted for; whom to plan for is left to the search, how to go about it is said here: no simulation finds
 * by itself that a die nobody wants is rolled again. */
#include <math.h>

#include "games/miner.h"

static const float AT_HAND = 0.95f;   /* of its points for a patron that lacks nothing, */
static const float EACH_LESS = 0.9f;  /* and of that so much for every resource that is missing */
static const float ROOM = 0.8f;       /* points, for a vault */
static const float ANYTHING = 0.05f;  /* points, for a resource nobody has asked for yet */
static const float WANTED = 0.65f;    /* chance of a die that is rolled until it is wanted or an Orc */

/* What a patron would bring now. */
static int points_of(const Setup *setup, const Mining *g, Seat s, int face)
{
    const PatronKind *kind = patron_kind(setup, face);
    int               points = kind->points, own = first_patron(g, s);
    for (int at = 0; kind->cumulative && at < patrons_in_play(g); at++)
        if (g->in_play[at].card == face) points += 1 + (at >= own && at < own + g->seat[s].patrons);
    return points;
}

static int points_of_set(const Setup *setup, const Mining *g, Seat s, unsigned set)
{
    int points = 0;
    for (; set; set &= set - 1) points += points_of(setup, g, s, g->seat[s].hand[__builtin_ctz(set)].card);
    return points;
}

/* Resources for what a set of patrons needs and she has not made yet; what is used of hers is taken off `item`. */
static uint64_t cost_of(const Setup *setup, const Mining *g, Seat s, unsigned set, uint8_t item[ITEM_KINDS])
{
    uint64_t cost = 0;
    for (; set; set &= set - 1) {
        const uint8_t *needs = patron_kind(setup, g->seat[s].hand[__builtin_ctz(set)].card)->needs;
        for (int half = 0; half < ITEM_KINDS; half += EIGHT)
            for (uint64_t left = eight(needs + half); left; left -= 1ull << (__builtin_ctzll(left) & ~7)) {
                int i = half + __builtin_ctzll(left) / 8;
                if (item[i]) item[i]--;
                else cost += eight(mine_in(setup)->recipe[i]);
            }
    }
    return cost;
}

/* ---------------------------------------------------------------- estimate */

/* Pays as much of the cost as can be, with Artifacts last, and says how much is missing. */
static int spend_on(uint64_t cost, uint8_t stock[RESOURCES], int *spare)
{
    int missing = 0;
    for (int r = 0; r < RESOURCES; r++) {
        int wants = (int)(cost >> (8 * r) & 255), paid = wants < stock[r] ? wants : stock[r];
        stock[r] = (uint8_t)(stock[r] - paid);
        missing += wants - paid;
    }
    int wild = missing < *spare ? missing : *spare;
    *spare -= wild;
    return missing - wild;
}

/* What the hand is worth with what there is for it: one patron after another, the quickest points first, each as late
 * as it and those before it take. */
static float outlook(const Setup *setup, const Mining *g, Seat s, unsigned hand)
{
    uint8_t item[ITEM_KINDS], stock[RESOURCES];
    int     spare = s == g->active ? g->artifacts : 0, late = 0, left = 0;
    float   value = 0;
    memcpy(item, g->seat[s].item, sizeof item);
    for (int r = 0; r < RESOURCES; r++) stock[r] = (uint8_t)stock_of(g, s, r);
    while (hand) {
        int   best = -1;
        float top = -1;
        for (unsigned of = hand; of; of &= of - 1) {
            uint8_t items[ITEM_KINDS], purse[RESOURCES];
            int     k = __builtin_ctz(of), wild = spare;
            memcpy(items, item, sizeof items);
            memcpy(purse, stock, sizeof purse);
            int   missing = spend_on(cost_of(setup, g, s, 1u << k, items), purse, &wild);
            float rate = (float)points_of(setup, g, s, g->seat[s].hand[k].card) / (float)(missing + 1);
            if (rate > top) top = rate, best = k;
        }
        late += spend_on(cost_of(setup, g, s, 1u << best, item), stock, &spare);
        value += AT_HAND * powf(EACH_LESS, (float)late) * (float)points_of(setup, g, s, g->seat[s].hand[best].card);
        hand &= ~(1u << best);
    }
    for (int r = 0; r < RESOURCES; r++) left += stock[r];
    return value + ANYTHING * (float)left;
}

bool miner_estimate(const Setup *setup, const Table *t, Seat s, float *ret_value)
{
    const Mining *g = mining_at(t);
    if (t->phase == P_OVER) return false;
    *ret_value = (float)g->seat[s].points + ROOM * (float)vaults_of(g, s) +
                 outlook(setup, g, s, (1u << g->seat[s].cards) - 1);
    return true;
}

/* ------------------------------------------------------------------- plans */

typedef struct Plan {
    int      want[RESOURCES]; /* less than none: so many are left over */
    unsigned items;           /* kinds it wants that are not made yet */
    int      missing;
} Plan;

static void make_plan(const Setup *setup, const Mining *g, Seat s, unsigned set, Plan *ret)
{
    uint8_t        item[ITEM_KINDS];
    const uint8_t *had = g->seat[s].item;
    memcpy(item, had, sizeof item);
    uint64_t cost = cost_of(setup, g, s, set, item);
    *ret = (Plan){.missing = s == g->active ? -g->artifacts : 0};
    for (int r = 0; r < RESOURCES; r++) {
        ret->want[r] = (int)(cost >> (8 * r) & 255) - stock_of(g, s, r);
        if (ret->want[r] > 0) ret->missing += ret->want[r];
    }
    for (; set; set &= set - 1)
        for (int i = 0; i < mine_in(setup)->items; i++)
            if (patron_kind(setup, g->seat[s].hand[__builtin_ctz(set)].card)->needs[i] && !item[i] &&
                (!had[i] || cost))
                ret->items |= 1u << i;
}

/* Takes what dice show off a plan; returns those it has no use for. */
static uint64_t take_dice(const Mining *g, uint64_t dice, Plan *p)
{
    uint64_t rest = 0;
    for (; dice; dice &= dice - 1) {
        int i = __builtin_ctzll(dice), face = g->die[i].face - 1;
        if (face == ARTIFACT) p->missing--;
        else if (face < RESOURCES && p->want[face] > 0) p->want[face]--, p->missing--;
        else rest |= 1ull << i;
    }
    return rest;
}

static uint64_t burglars_of(const Mining *g, uint64_t dice)
{
    uint64_t ret = 0;
    for (; dice; dice &= dice - 1)
        if (g->die[__builtin_ctzll(dice)].face == 1 + BURGLAR) ret |= dice & -dice;
    return ret;
}

/* One Burglar brings a resource that somebody has for the plan, two an item. */
static uint64_t take_burglars(const Table *t, const Mining *g, Seat s, uint64_t dice, Plan *p)
{
    uint64_t burglars = burglars_of(g, dice), loot = 0, first = burglars & -burglars;
    if (!burglars || p->missing <= 0) return dice;
    for (Seat o = 0; o < t->seats; o++)
        if (o != s) loot |= in_backpack_of(g, o);
    if (burglars != first && loot >> RESOURCES & p->items) {
        p->missing -= 2;
        return dice & ~(first | ((burglars & ~first) & -(burglars & ~first)));
    }
    for (int r = 0; r < RESOURCES; r++)
        if (loot >> r & 1 && p->want[r] > 0) {
            p->missing--;
            return dice & ~first;
        }
    return dice;
}

/* The dice to roll again for a set of patrons: all it has no use for, but once nothing is missing not those that the
 * rest of the hand can use. */
static uint64_t again_for(const Setup *setup, const Table *t, Seat s, unsigned set, uint64_t dice, int *ret_missing)
{
    const Mining *g = mining_at(t);
    Plan          p;
    make_plan(setup, g, s, set, &p);
    uint64_t rest = take_burglars(t, g, s, take_dice(g, dice, &p), &p);
    *ret_missing = p.missing > 0 ? p.missing : 0;
    unsigned hand = (1u << g->seat[s].cards) - 1;
    if (p.missing > 0 || set == hand || !rest) return rest;
    make_plan(setup, g, s, hand, &p);
    take_dice(g, dice & ~rest, &p);
    return take_dice(g, rest, &p);
}

/* The chance that so many dice, rolled until they are wanted or lost, bring what is missing. */
static float chance_of(int dice, int missing)
{
    float chance = 0, exactly = powf(1 - WANTED, (float)dice);
    for (int n = 0; n <= dice; n++) {
        if (n >= missing) chance += exactly;
        exactly *= (float)(dice - n) / (float)(n + 1) * (WANTED / (1 - WANTED));
    }
    return chance;
}

static void keep_entry(Choices *c, int i)
{
    c->choice[0] = c->choice[i];
    c->n = 1;
}

static int entry_of(const Choices *c, int verb)
{
    for (int i = 0; i < c->n; i++)
        if (c->choice[i].verb == verb) return i;
    return -1;
}

static void choose_only(Choice *o, uint64_t items)
{
    o->items = items;
    o->lo = o->hi = (uint32_t)__builtin_popcountll(items);
}

/* For the sets of patrons that could be worth most this turn, or in a simulation for the best of them. */
static void narrow_mining(const Setup *setup, const Table *t, Seat s, bool quick, Choices *c)
{
    const Mining *g = mining_at(t);
    int           roll = entry_of(c, ROLL), rally = entry_of(c, RALLY), reroll = entry_of(c, REROLL);
    if (roll >= 0 || rally >= 0) { /* both cost nothing */
        keep_entry(c, roll >= 0 ? roll : rally);
        if (roll < 0) choose_only(&c->choice[0], c->choice[0].items & -c->choice[0].items);
        return;
    }
    if (reroll < 0) return;
    Choice   base = c->choice[reroll], stop = c->choice[entry_of(c, STOP)];
    uint64_t best = 0, weighed[1 << HAND];
    float    top = -1;
    int      n = 0;
    bool     stops = false;
    for (unsigned set = (1u << g->seat[s].cards) - 1; set; set--) {
        int      missing, k = 0;
        uint64_t again = again_for(setup, t, s, set, base.items, &missing);
        float    worth = (float)points_of_set(setup, g, s, set) *
                      (chance_of(__builtin_popcountll(again), missing) + 0.02f * (float)(MINE_DICE_N - missing));
        if (worth > top) top = worth, best = again;
        stops = stops || !again;
        while (k < n && weighed[k] != again) k++;
        if (k == n && again) weighed[n++] = again;
    }
    c->n = 0;
    if (!quick)
        for (int k = 0; k < n; k++) {
            c->choice[c->n] = base;
            choose_only(&c->choice[c->n++], weighed[k]);
        }
    else if (best) {
        c->choice[c->n] = base;
        choose_only(&c->choice[c->n++], best);
    }
    if (!c->n || (stops && !quick)) c->choice[c->n++] = stop;
}

/* What somebody of the hand wants, the patrons that can be paid for first. */
static unsigned items_to_craft(const Setup *setup, const Mining *g, Seat s)
{
    unsigned best = 0;
    int      top = 0;
    Plan     p;
    for (unsigned set = (1u << g->seat[s].cards) - 1; set; set--) {
        int points = points_of_set(setup, g, s, set);
        if (points <= top) continue;
        make_plan(setup, g, s, set, &p);
        if (p.missing <= 0) top = points, best = p.items;
    }
    if (top) return best;
    make_plan(setup, g, s, (1u << g->seat[s].cards) - 1, &p);
    return items_of(g, s) < item_room(g, s) ? p.items : 0;
}

static void narrow_crafting(const Setup *setup, const Table *t, Seat s, bool quick, Choices *c)
{
    const Mining *g = mining_at(t);
    unsigned      wanted = items_to_craft(setup, g, s), of_hand = wanted;
    int           kept = 0;
    if (!quick) {
        Plan p;
        make_plan(setup, g, s, (1u << g->seat[s].cards) - 1, &p);
        of_hand |= p.items;
    }
    for (int i = 0; i < c->n; i++) {
        Choice o = c->choice[i];
        if (o.verb == CRAFT ? of_hand >> (o.a - RESOURCES) & 1 : !quick || o.verb == DONE) c->choice[kept++] = o;
        if (quick && o.verb == CRAFT && kept) break;
    }
    c->n = kept;
}

/* Points now are better than later. */
static void narrow_fulfilling(const Setup *setup, const Table *t, Seat s, bool quick, Choices *c)
{
    int kept = 0, best = -1, top = -1;
    for (int i = 0; i < c->n; i++)
        if (c->choice[i].verb == FULFIL) {
            int points = points_of_set(setup, mining_at(t), s, (unsigned)c->choice[i].items);
            if (points > top) top = points, best = kept;
            c->choice[kept++] = c->choice[i];
        }
    if (!kept) return;
    c->n = kept;
    if (quick) keep_entry(c, best);
}

static void narrow_burglary(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Mining *g = mining_at(t);
    Plan          p;
    make_plan(setup, g, s, (1u << g->seat[s].cards) - 1, &p);
    uint64_t wanted = (uint64_t)p.items << RESOURCES;
    for (int r = 0; r < RESOURCES; r++) wanted |= (uint64_t)(p.want[r] > 0) << r;
    for (int i = 0; i < c->n; i++) {
        uint64_t loot = c->choice[i].verb == STEAL || c->choice[i].verb == CRACK ? c->choice[i].items & wanted : 0;
        if (!loot) continue;
        keep_entry(c, i);
        choose_only(&c->choice[0], 1ull << (63 - __builtin_clzll(loot)));
        return;
    }
}

void miner_narrow(const Setup *setup, const Table *t, Seat s, Rng *r, bool quick, Choices *c)
{
    if (t->phase == P_MINING) narrow_mining(setup, t, s, quick, c);
    else if (t->phase == P_BURGLARY && quick) narrow_burglary(setup, t, s, c);
    else if (t->phase == P_CRAFTING && entry_of(c, DONE) >= 0) narrow_crafting(setup, t, s, quick, c);
    else if (t->phase == P_FULFILMENT && entry_of(c, DONE) >= 0) narrow_fulfilling(setup, t, s, quick, c);
}

/* --------------------------------------------------------------- proposals */

static int add_move(Move *list, int n, int max, Move m)
{
    for (int i = 0; i < n; i++)
        if (tap_same_move(list[i], m)) return n;
    if (n < max) list[n++] = m;
    return n;
}

/* For a set of patrons: what it wants first, then what the hand wants, then whatever fits. */
static Move counts_for(const Setup *setup, const Mining *g, Seat s, const Choice *o, unsigned set)
{
    Move     m = tap_move(o->verb, o->a, o->b, 0);
    int      n[TAP_STOCK] = {0}, room[2] = {(int)o->hi, o->hi2};
    unsigned hand = (1u << g->seat[s].cards) - 1;
    for (int pass = 0; pass < 3; pass++) {
        uint8_t item[ITEM_KINDS];
        memcpy(item, g->seat[s].item, sizeof item);
        uint64_t cost = cost_of(setup, g, s, pass ? hand : set, item);
        for (int k = 0; k < o->kinds; k++) {
            int  i = k - RESOURCES, wish = i < 0 ? (int)(cost >> (8 * k) & 255) : g->seat[s].item[i] - item[i];
            int *left = &room[k >= o->second];
            for (; *left && n[k] < o->stock[k] && (pass == 2 || n[k] < wish); --*left) n[k]++;
        }
    }
    for (int k = 0; k < o->kinds; k++) m.place[k / 2] |= (uint8_t)(n[k] << (k % 2 * 4));
    return m;
}

/* The hand that promises most is kept; so are some that promise less. */
static int propose_cut(const Setup *setup, const Mining *g, Seat s, const Choice *o, Move *ret, int max)
{
    enum { MOST = 3 };
    float    worth[MOST];
    int      n = 0;
    unsigned hand = (1u << g->seat[s].cards) - 1;
    if (max > MOST) max = MOST;
    for (unsigned keep = 1; keep <= hand; keep++) {
        if (__builtin_popcount(keep) != HAND) continue;
        float value = outlook(setup, g, s, keep);
        int   at = n;
        while (at > 0 && worth[at - 1] < value) at--;
        if (at == max) continue;
        if (n < max) n++;
        memmove(&ret[at + 1], &ret[at], sizeof *ret * (size_t)(n - 1 - at));
        memmove(&worth[at + 1], &worth[at], sizeof *worth * (size_t)(n - 1 - at));
        ret[at] = tap_move(o->verb, o->a, o->b, hand & ~keep);
        worth[at] = value;
    }
    return n;
}

int miner_propose(const Setup *setup, const Table *t, Seat s, const Choice *o, Rng *r, Move *ret, int max)
{
    const Mining *g = mining_at(t);
    int           n = 0;
    if (o->verb == CUT) return propose_cut(setup, g, s, o, ret, max);
    if (o->kind != TAP_COUNTS) return 0;
    for (unsigned set = 1; set < 1u << g->seat[s].cards; set++)
        n = add_move(ret, n, max, counts_for(setup, g, s, o, set));
    return n;
}
