#include <math.h>

#include "bots/searching.h"

/* ------------------------------------------------------- concrete moves */

/* Number `i` of a nested sequence: 0, 1, 1/2, 1/4, 3/4, 1/8 ... */
static double nested(unsigned i)
{
    if (i < 2) return i;
    double   at = 0, half = 0.5;
    unsigned bits = i - 1, top = 31u - (unsigned)__builtin_clz(bits);
    for (unsigned k = 0; k < top; k++) half /= 2;
    at = half * (2 * (bits - (1u << top)) + 1);
    return at;
}

/* The amount a given way from lo to hi. Steps are even in proportion, not in coins: between a bet of 1 and a bet of
 * 100 lies a bet of 10. */
Move amount_at(const Choice *o, double way)
{
    double lo = o->lo + 1.0, hi = o->hi + 1.0,
           at = way <= 0   ? lo
                : way >= 1 ? hi
                           : exp(log(lo) + (log(hi) - log(lo)) * way);
    return tap_choice_nth(o, (uint64_t)(at - lo + 0.5));
}

static int without_twins(Move *move, int from, int n)
{
    int kept = from;
    for (int i = from; i < n; i++) {
        bool twin = false;
        for (int k = from; k < kept; k++) twin = twin || tap_same_move(move[k], move[i]);
        if (!twin) move[kept++] = move[i];
    }
    return kept;
}

/* Leaves out what another entry is never worse than: giving up where doing nothing is free. */
static void drop_dominated(const Game *game, Choices *c)
{
    int most = 0, kept = 0;
    for (int i = 0; i < c->n; i++)
        if (game->verbs[c->choice[i].verb].idle > most) most = game->verbs[c->choice[i].verb].idle;
    for (int i = 0; i < c->n; i++) {
        int idle = game->verbs[c->choice[i].verb].idle;
        if (!idle || idle == most) c->choice[kept++] = c->choice[i];
    }
    c->n = kept;
}

/* Amounts are weighed against what there is to win: at most twice the pot over the least, unless all there is would be
 * little more. Staking everything for a few coins frightens simulated players only. */
static void keep_within_reason(Choices *c, int32_t pot)
{
    for (int i = 0; pot > 0 && i < c->n; i++) {
        Choice *o = &c->choice[i];
        if (o->kind == TAP_AMOUNT && (int64_t)o->hi > (int64_t)o->lo + 3 * (int64_t)pot)
            o->hi = o->lo + 2 * (uint32_t)pot;
    }
}

/* What is worth weighing for a seat that is asked in x->state; at the root, with more thought. False if the rules leave
 * nothing to weigh, or the game nothing but the pass of a window: such an answer costs little. */
bool list_worthwhile(const Search *x, Seat s, bool root, Choices *ret)
{
    const State *st = now(x);
    const Game  *game = game_of(x->setup, st, st->asking);
    tap_choices(x->setup, &x->state, s, ret);
    if (ret->n == 1) return tap_choice_count(&ret->choice[0]) > 1;
    drop_dominated(game, ret);
    keep_within_reason(ret, tap_pot(x->setup, &x->state));
    Seat inner = seat_inward(st, st->asking, s);
    if (game->narrow && inner != CLOCK)
        game->narrow(x->setup, table_of(st, st->asking), inner, x->rng, !root, ret);
    assert(ret->n > 0);
    /* of a window a game may leave nothing but the pass */
    return ret->n > 1 || !open_question(x->setup, st)->hushed || tap_choice_count(&ret->choice[0]) > 1;
}

/* Any counts within the limits, a number first and then of which kinds; not each as likely as another. */
static Move any_counts(const Choice *o, Rng *r)
{
    uint8_t n[TAP_STOCK] = {0};
    Move    m = tap_move(o->verb, o->a, o->b, 0);
    for (int group = 0; group < 2; group++) {
        uint32_t from = group ? o->second : 0, to = group ? o->kinds : o->second, lo = group ? o->lo2 : o->lo,
                 hi = group ? o->hi2 : o->hi;
        for (uint32_t left = lo + tap_rng_below(r, hi - lo + 1); left;) {
            uint32_t k = from + tap_rng_below(r, to - from);
            if (n[k] < o->stock[k]) n[k]++, left--;
        }
    }
    for (int k = 0; k < o->kinds; k++) m.place[k / 2] |= (uint8_t)(n[k] << (k % 2 * 4));
    return m;
}

/* Number k of what comes to mind of a split or of counts, where the game has no opinion: all places as alike as can be,
 * each in turn a little before the others; all to one place; then anything. Of counts the least, the most, then
 * anything. */
Move usual_of_many(const Choice *o, unsigned k, Rng *r)
{
    unsigned places = (unsigned)count(o->places);
    Move     m = tap_move(o->verb, o->a, o->b, 0);
    if (o->kind == TAP_COUNTS && k < 2) return tap_choice_nth(o, k ? tap_choice_count(o) - 1 : 0);
    if (o->kind == TAP_COUNTS) return any_counts(o, r);
    if (k >= 2 * places) return tap_choices_pick(&(Choices){.n = 1, .choice = {*o}}, r);
    for (unsigned kind = 0, thing = 0; kind < o->kinds;
         thing += o->stock[kind++]) { /* within a kind places never fall */
        unsigned to = thing, p = 0;
        for (SeatSet left = o->places; left; left &= (SeatSet)(left - 1), p++) {
            unsigned gets = 0;
            for (unsigned i = 0; i < o->stock[kind]; i++)
                gets += (k < places ? (thing + i + k) % places : k - places) == p;
            for (; gets; gets--, to++) m.place[to / 2] |= (uint8_t)(tap_first_of(left) << (to % 2 * 4));
        }
    }
    return m;
}

bool comes_to_mind(const Choice *o) { return o->kind == TAP_SPLIT || o->kind == TAP_COUNTS; }

/* Up to max moves of a wide entry that the game proposes. */
int proposals_of(const Search *x, Seat s, const Choice *o, Rng *r, Move *ret, int max)
{
    const State *st = now(x);
    const Game  *game = game_of(x->setup, st, st->asking);
    if (!game->propose) return 0;
    int n = game->propose(x->setup, table_of(st, st->asking), seat_inward(st, st->asking, s), o, r, ret, max);
    assert(n <= max);
    for (int i = 0; i < n; i++) assert(tap_choice_admits(o, &ret[i]));
    return n;
}

/* The same or, if there are none, what comes to mind; the same at each visit of a node, where a smaller max gives the
 * first of them. 0 if it is not for us to say. */
static int find_worth_weighing(const Search *x, uint64_t node, int entry, Seat s, const Choice *o, Move *ret, int max)
{
    Rng own;
    tap_rng_fast(&own, mix(node, (uint64_t)entry));
    int n = proposals_of(x, s, o, &own, ret, max);
    if (!n && comes_to_mind(o))
        for (; n < max; n++) ret[n] = usual_of_many(o, (unsigned)n, &own);
    return n;
}

/* The root is visited most: there they are found once. */
static int worth_weighing(Search *x, uint64_t node, int entry, Seat s, const Choice *o, Move *ret, int max)
{
    Wide *kept = node == (uint64_t)x->viewer + 1 && entry < WIDE ? &x->wide[entry] : NULL;
    if (!kept) return find_worth_weighing(x, node, entry, s, o, ret, max);
    if (kept->stamp != x->stamp) {
        kept->n = find_worth_weighing(x, node, entry, s, o, kept->move, MAX_MOVES);
        kept->stamp = x->stamp;
    }
    int n = kept->n < max ? kept->n : max;
    memcpy(ret, kept->move, sizeof *ret * (size_t)n);
    return n;
}

/* All moves of an entry, which are few; of the root, whose list stays the same, they are found once. */
static int all_moves(Search *x, uint64_t node, int entry, const Choice *o, int all, Move *ret)
{
    Wide *kept = node == (uint64_t)x->viewer + 1 && entry < WIDE && all > 1 ? &x->whole[entry] : NULL;
    bool  known = kept && kept->stamp == x->stamp;
    if (known) memcpy(ret, kept->move, sizeof *ret * (size_t)all);
    else
        for (int k = 0; k < all; k++) ret[k] = tap_choice_nth(o, (uint64_t)k);
    if (kept && !known) {
        kept->stamp = x->stamp;
        memcpy(kept->move, ret, sizeof *ret * (size_t)all);
    }
    return all;
}

/* The move a given way from the first to the last of an entry with so many. */
static Move move_at(const Choice *o, uint64_t all, double way)
{
    uint64_t i = (uint64_t)(way * (double)(all - 1));
    return tap_choice_nth(o, i < all ? i : all - 1);
}

/* The moves a node weighs after so many visits, and the entry each comes from. Every entry is there; wide ones get more
 * of their moves as visits grow, and never lose one: what is proposed is the same at each visit of the node. */
int moves_to_weigh(Search *x, uint64_t node, Seat s, const Choices *c, uint32_t visits, Move *ret,
                          uint8_t *ret_entry)
{
    int n = 0;
    for (int i = 0; i < c->n; i++) {
        const Choice *o = &c->choice[i];
        uint64_t      all = tap_choice_count(o);
        int           rest = c->n - 1 - i, first = n;
        uint64_t quota =
            o->kind == TAP_AMOUNT ? 3 + (uint64_t)(log2f(1 + (float)visits / 64)) : 6 + (uint64_t)sqrtf((float)visits);
        if (quota > (uint64_t)(MAX_MOVES - n - rest)) quota = (uint64_t)(MAX_MOVES - n - rest);
        if (all <= quota) n += all_moves(x, node, i, o, (int)all, ret + n);
        else {
            if (o->kind != TAP_AMOUNT) n += worth_weighing(x, node, i, s, o, ret + n, (int)quota);
            for (unsigned k = 0; n == first && k < quota; k++)
                ret[first + (int)k] = o->kind == TAP_AMOUNT ? amount_at(o, nested(k)) : move_at(o, all, nested(k));
            n = without_twins(ret, first, n > first ? n : first + (int)quota);
        }
        for (int k = first; k < n; k++) ret_entry[k] = (uint8_t)i;
    }
    return n;
}
