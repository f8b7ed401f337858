/*
 * One simulation: a copy of the state is dealt anew as far as the searching seat cannot know it, then played to its
 * end, or until the game can say what its seats may expect. Near the root the moves come from a tree, beyond it from a
 * policy that learns while the search runs.
 *
 * The tree is one hash table of arms. The key of a node is what the seat that moves has seen of the moves so far, and
 * how strong it is (a coarse class of its own score), so that simulated opponents play by their own cards and nobody
 * reacts to an answer that is still under seal (decoupled UCT).
 */
#include "bots/search.h"

#include <math.h>

#include "table/reseal.h"

enum {
    MAX_LINE = 384,     /* decisions of one simulation that are learnt from */
    MAX_MOVES = 64,     /* concrete moves weighed at a node */
    CLASSES = 6,        /* of strength */
    STAGES = 4,         /* how often a seat has changed its hand since the root; the last means "that often or more" */
    MEMORY = 256,       /* strengths remembered per stage */
    USUAL = 128,        /* random hands that others are compared with */
    DEALS = 6,          /* tries to deal the others hands they would have bet on */
    CELLS = 1 << 12,    /* places for the policy */
    PROBES = 16,
    SECTIONS = 3,       /* amounts the policy tells apart: the least, a middle one, the most */
    LIKELY = 8,         /* proposals that the policy picks from */
    WIDE = 4,           /* entries of the root whose candidates are kept */
};

static const float EXPLORE = 1.f;      /* times the spread of the results */
static const float PRIOR_WEIGHT = 2.f; /* simulations that the policy's opinion of a new arm counts for */
static const float DOUBT = 8.f;        /* points: moves of a kind that an opinion of that kind is balanced by */
static const float RANDOM_SHARE = 0.2f; /* of the policy's moves are not what it believes best */
/* How strong a hand is believed of somebody who is still in: exponents of the share of hands it beats. */
static const float BELIEF = 0.5f,
                   BELIEF_PER_BET = 2.f; /* the second times the root of the part of his money he has laid */

typedef struct Arm {
    uint64_t key;
    uint32_t stamp, n, seen;
    float    sum;
} Arm;

/* What the policy learnt of one kind of move in one kind of situation: coins from the moment of the move to the end; or
 * points more than the seat has on the average; or, of an item in a subset, how much choosing it changed the hand's
 * score. */
typedef struct Cell {
    uint64_t key;
    uint32_t stamp, n;
    float    sum;
} Cell;

typedef struct Stage {
    uint32_t n;
    int32_t  ring[MEMORY];
    int32_t  cut[CLASSES - 1]; /* the classes' borders */
} Stage;

typedef struct Line {
    Arm  *arm;  /* or NULL */
    Cell *cell; /* or NULL */
    Seat  seat;
    float money; /* of the seat's side before the move */
} Line;

/* The last hand of a seat that was scored. */
typedef struct Scored {
    const Game *game;
    TapHolding  holding;
    int32_t     rank;
} Scored;

/* What is worth weighing of an entry of the root, or all of its moves. */
typedef struct Wide {
    uint32_t stamp;
    int      n;
    Move     move[MAX_MOVES];
} Wide;

typedef struct Pending {
    Seat seat;
    Move move, shown;
} Pending;

struct Search {
    SearchSize size;
    unsigned   without;
    Arm       *arm;
    Cell       cell[CELLS];
    uint32_t   stamp;
    uint64_t   iterations;
    Rng       *rng;
    /* of the decision under way */
    uint32_t     steps;             /* dealt and answered so far, where there was a choice */
    const Setup *setup;
    Seat         viewer;
    SeatSet      mates[ANSWERERS];  /* who plays together with each seat, the seat among them */
    SeatSet      first_of_side;     /* a seat of each side */
    int          sides;
    float        regard;            /* see Game.regard */
    bool         money_moves;       /* results are money won and lost */
    bool         open;              /* everybody's hand lies open: strength is the lead over the best of the others */
    SeatSet      own_unseen;        /* who does not know all of his own hand */
    Wide         wide[WIDE], whole[WIDE];
    uint32_t     amount_questions;  /* bits: questions that have offered amounts */
    float        root_money[ANSWERERS], sunk[ANSWERERS];
    int32_t root_score[ANSWERERS]; /* of a host: it counts what was held when the guest came, so what was laid since is
                                      lost */
    bool         stops_with_guest;
    uint32_t     horizon;           /* see Game.horizon */
    double       n, mean, m2;       /* results of the viewer */
    float        spread;
    float        level[ANSWERERS];  /* what results are about: the mean of each seat; of money won and lost, nothing */
    Stage        stage[STAGES];
    SeatSet      rivals;            /* who else holds a hand that is hidden and counts */
    int32_t      usual[USUAL];      /* what their hands are worth at random, ascending */
    int          usuals;
    float        belief[ANSWERERS]; /* exponents, see BELIEF */
    /* of the simulation under way */
    TapState state;
    uint32_t answers; /* of those who had a choice */
    uint64_t node[ANSWERERS];
    uint8_t  changes[ANSWERERS];
    Scored   scored[ANSWERERS];
    Pieces   pieces; /* at the question now asked, if listed */
    bool     listed;
    Line     line[MAX_LINE];
    int      lines;
    Pending  pending[ANSWERERS];
    int      pendings;
    /* of the last decision */
    TapHint hint[MAX_MOVES];
    int     hints;
    TapState   root;
    Choices    at_root;
    ResealPlan hidden; /* of the root, from the viewer */
};

size_t search_bytes(SearchSize size)
{
    return (sizeof(Search) + 63) / 64 * 64 + sizeof(Arm) * size.arms;
}

Search *search_init(void *memory, SearchSize size, unsigned without)
{
    Search *x = memory;
    assert(size.arms && !(size.arms & (size.arms - 1)));
    x->size = size;
    x->without = without;
    x->arm = (Arm *)(void *)((char *)memory + (sizeof(Search) + 63) / 64 * 64);
    return x;
}

static uint64_t mix(uint64_t h, uint64_t x)
{
    h ^= x + 0x9E3779B97F4A7C15u + (h << 6) + (h >> 2);
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
    return h ^ h >> 32;
}

static uint64_t mix_move(uint64_t h, const Move *m)
{
    uint64_t w[2];
    _Static_assert(sizeof w == sizeof *m, "a move is two words");
    memcpy(w, m, sizeof w);
    h = mix(h, w[0]);
    return w[1] ? mix(h, w[1]) : h;
}

static float chance_of_one(Rng *r) { return (float)(tap_rng_word(r) >> 8) * (1.f / 16777216.f); }

/* ------------------------------------------------------------ strength */

static const State *now(const Search *x) { return state_at(&x->state); }

static bool same_holding(const TapHolding *a, const TapHolding *b)
{
    return !memcmp(a, b, offsetof(TapHolding, card)) && !memcmp(a->card, b->card, a->cards * sizeof *a->card) &&
           !memcmp(a->common, b->common, a->commons * sizeof *a->common) &&
           !memcmp(a->die, b->die, a->dice);
}

/* What a hand is worth by itself; some are worth something only beside the others. */
static bool has_strength(const Game *game) { return game->scoring && game->scoring->score; }

/* Hands change less often than they are looked at, and scoring may take long. */
static int32_t score_rank(Search *x, const Game *game, const Table *t, Seat inner)
{
    Scored    *last = &x->scored[inner];
    TapHolding h;
    holding_of(x->setup, game->scoring, t, inner, &h);
    if (last->game == game && same_holding(&last->holding, &h)) return last->rank;
    TapScore score = {.points = 0};
    game->scoring->score(t->option, &h, &score, NULL);
    *last = (Scored){.game = game, .holding = h, .rank = score.rank};
    return score.rank;
}

/* What seat's hand would be worth now. False if there is nothing to tell, or the seat may not know it. */
static bool own_rank(Search *x, Seat seat, int32_t *ret)
{
    const State *st = now(x);
    const Game  *game = game_of(x->setup, st, st->asking);
    Seat         inner = seat_inward(st, st->asking, seat);
    if (!has_strength(game) || inner == NOBODY || inner == CLOCK || has(x->own_unseen, seat)) return false;
    *ret = score_rank(x, game, table_of(st, st->asking), inner);
    return true;
}

/* The same; but with open hands, how far ahead of those of other sides who have not turned theirs down. */
static bool strength(Search *x, Seat seat, int32_t *ret)
{
    const State *st = now(x);
    const Game  *game = game_of(x->setup, st, st->asking);
    Table       *t = table_of(st, st->asking);
    Seat         inner = seat_inward(st, st->asking, seat);
    if (!own_rank(x, seat, ret)) return false;
    if (!x->open) return true;
    Pieces list;
    pieces_list(x->setup, game, t, &list);
    SeatSet rivals = 0;
    for (int i = 0; i < list.n; i++)
        if (list.piece[i].owner != NOBODY && list.piece[i].owner != inner && !(list.piece[i].flags & TURNED_DOWN) &&
            list.piece[i].n)
            rivals |= only(list.piece[i].owner);
    for (Seat s = 0; x->sides < x->setup->seats && s < t->seats; s++)
        if (has(x->mates[seat], seat_outward(st, st->asking, s))) rivals = less(rivals, s);
    int32_t best = INT32_MIN;
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(rivals, s)) continue;
        int32_t rank = score_rank(x, game, t, s);
        if (rank > best) best = rank;
    }
    if (best != INT32_MIN) *ret -= best;
    return true;
}

/* Whether all hands lie open, and who has cards that he does not know himself. */
static void learn_who_knows(Search *x)
{
    const State *st = now(x);
    const Game  *game = game_of(x->setup, st, st->asking);
    Table       *t = table_of(st, st->asking);
    Pieces       list;
    pieces_list(x->setup, game, t, &list);
    x->open = true;
    x->own_unseen = 0;
    for (int i = 0; i < list.n; i++) {
        const Piece *p = &list.piece[i];
        if (p->owner == NOBODY || p->pile) continue;
        for (int k = 0; k < p->n; k++) {
            SeatSet known = p->slot ? p->slot[k].known : p->die[k].known;
            if (known != PUBLIC) x->open = false;
            if (!knows(known, p->owner)) x->own_unseen |= seats_outward(st, st->asking, only(p->owner));
        }
    }
}

/* By insertion: few numbers, seldom, and unlike qsort it never allocates. */
static void sort(int32_t *value, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        int32_t  v = value[i];
        uint32_t k = i;
        for (; k > 0 && value[k - 1] > v; k--) value[k] = value[k - 1];
        value[k] = v;
    }
}

static void stage_fit(Stage *g)
{
    int32_t  sorted[MEMORY];
    uint32_t n = g->n < MEMORY ? g->n : MEMORY;
    if (!n) return;
    memcpy(sorted, g->ring, n * sizeof *sorted);
    sort(sorted, n);
    for (int c = 1; c < CLASSES; c++) g->cut[c - 1] = sorted[n * (uint32_t)c / CLASSES];
}

/* 1..CLASSES, or 0 if nothing is known. */
static int strength_class(Search *x, Seat seat)
{
    int32_t v;
    if (x->without & WITHOUT_CLASSES || !strength(x, seat, &v)) return 0;
    Stage *g = &x->stage[x->changes[seat]];
    /* The viewer's own hand is the same in every simulation: it would count for a quarter of all there are. */
    if (seat != x->viewer || x->changes[seat]) g->ring[g->n++ % MEMORY] = v;
    int c = 1;
    while (c < CLASSES && v >= g->cut[c - 1]) c++;
    return c;
}

/* --------------------------------------------------------------- the deal */

static void deal_at_random(Search *x)
{
    if (x->setup->game->guests) memset(x->scored, 0, sizeof x->scored); /* the next guest may have other options */
    memcpy(&x->state, &x->root, tap_state_size(x->setup));
    reseal_by(x->setup, state_of(&x->state), &x->hidden, x->rng, true);
    x->steps++;
}

static int32_t rank_of_seat(Search *x, Seat seat)
{
    const State *st = now(x);
    return score_rank(x, game_of(x->setup, st, st->asking), table_of(st, st->asking),
                      seat_inward(st, st->asking, seat));
}

/* Who the rivals are and what hands they hold at random; the classes of strength begin with that. */
static void learn_usual(Search *x)
{
    const State *st = now(x);
    const Game  *game = game_of(x->setup, st, st->asking);
    x->usuals = 0;
    x->rivals = 0;
    memset(x->belief, 0, sizeof x->belief);
    if (!has_strength(game) || x->open) return;
    Pieces list;
    pieces_list(x->setup, game, table_of(st, st->asking), &list);
    for (int i = 0; i < list.n; i++)
        if (list.piece[i].owner != NOBODY && !(list.piece[i].flags & TURNED_DOWN) && list.piece[i].n)
            x->rivals |= seats_outward(st, st->asking, only(list.piece[i].owner));
    x->rivals = less(x->rivals, x->viewer);
    if (!x->rivals) return;
    while (x->usuals + count(x->rivals) <= USUAL) {
        deal_at_random(x);
        for (Seat s = 0; s < x->setup->seats; s++)
            if (has(x->rivals, s)) x->usual[x->usuals++] = rank_of_seat(x, s);
    }
    sort(x->usual, (uint32_t)x->usuals);
    for (int k = 0; k < STAGES; k++) {
        memcpy(x->stage[k].ring, x->usual, sizeof *x->usual * (size_t)x->usuals);
        x->stage[k].n = (uint32_t)x->usuals;
        stage_fit(&x->stage[k]);
    }
}

/* How many of the usual hands are below a rank, or not above it. */
static int usual_below(const Search *x, int32_t rank, bool or_equal)
{
    int lo = 0, hi = x->usuals;
    while (lo < hi) {
        int middle = (lo + hi) / 2;
        if (x->usual[middle] < rank || (or_equal && x->usual[middle] == rank)) lo = middle + 1;
        else hi = middle;
    }
    return lo;
}

/* The share of the usual hands that a rank beats; ties count half. */
static float share_beaten(const Search *x, int32_t rank)
{
    return (float)(usual_below(x, rank, false) + usual_below(x, rank, true)) / (2 * (float)x->usuals);
}

/* Deals what the viewer cannot know. Who is still in, and has laid much, is rather dealt a good hand: he chose to bet
 * on it. Deals are drawn again until one is believed, but not for ever. */
static void deal(Search *x)
{
    for (int tries = 1;; tries++) {
        deal_at_random(x);
        if (!x->rivals || x->without & WITHOUT_BELIEFS || tries == DEALS) return;
        float believed = 1;
        for (Seat s = 0; s < x->setup->seats; s++)
            if (has(x->rivals, s)) believed *= powf(share_beaten(x, rank_of_seat(x, s)), x->belief[s]);
        if (chance_of_one(x->rng) < believed) return;
    }
}

/* What a seat has laid so far is known once a simulation has shown what its money and its result have to do with each
 * other. */
static void learn_beliefs(Search *x)
{
    for (Seat s = 0; s < x->setup->seats; s++) {
        float laid = -x->sunk[s], all = laid + x->root_money[s];
        x->belief[s] = BELIEF + BELIEF_PER_BET * (laid > 0 && all > 0 ? sqrtf(laid / all) : 0);
    }
}

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
static Move amount_at(const Choice *o, double way)
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
 * nothing to weigh: such an answer costs little. */
static bool list_choices(const Search *x, Seat s, bool root, Choices *ret)
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
    return true;
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
static Move usual_of_many(const Choice *o, unsigned k, Rng *r)
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

static bool comes_to_mind(const Choice *o) { return o->kind == TAP_SPLIT || o->kind == TAP_COUNTS; }

/* Up to max moves of a wide entry that the game proposes. */
static int propose(const Search *x, Seat s, const Choice *o, Rng *r, Move *ret, int max)
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
    int n = propose(x, s, o, &own, ret, max);
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
static int moves_to_weigh(Search *x, uint64_t node, Seat s, const Choices *c, uint32_t visits, Move *ret,
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

/* ---------------------------------------------------------------- tables */

/* The arm of that key, or the free place where it belongs; NULL when the table is full around there. */
static Arm *arm_find(Search *x, uint64_t key)
{
    uint32_t mask = x->size.arms - 1;
    for (uint32_t i = (uint32_t)key & mask, tries = 0; tries < PROBES; i = (i + 1) & mask, tries++) {
        if (x->arm[i].stamp == x->stamp && x->arm[i].key != key) continue;
        if (x->arm[i].stamp != x->stamp) x->arm[i] = (Arm){.key = key, .stamp = x->stamp};
        return &x->arm[i];
    }
    return NULL;
}

static Cell *cell_find(Search *x, uint64_t key)
{
    for (uint32_t i = (uint32_t)key & (CELLS - 1), tries = 0; tries < PROBES; i = (i + 1) & (CELLS - 1), tries++) {
        if (x->cell[i].stamp == x->stamp && x->cell[i].key != key) continue;
        if (x->cell[i].stamp != x->stamp) x->cell[i] = (Cell){.key = key, .stamp = x->stamp};
        return &x->cell[i];
    }
    return NULL;
}

/* What the policy tells apart: the question's entry, how dear it is, and how strong the seat is. */
static Cell *move_cell(Search *x, const Choice *o, const Move *m, int class, int32_t pot)
{
    uint64_t price = 0;
    if (o->kind == TAP_PLAIN && o->lo) {
        int32_t lo = (int32_t)o->lo;
        price = lo * 6 <= pot ? 1 : lo * 3 <= pot ? 2 : lo * 2 <= pot ? 3 : 4;
    } else if (o->kind == TAP_AMOUNT) {
        int32_t v = (int32_t)m->value;
        price = v == (int32_t)o->hi ? 9 : v * 2 <= pot ? 5 : v <= pot ? 6 : v <= 3 * pot ? 7 : 8;
    } else if (o->kind == TAP_SUBSET)
        price = 16u + (uint64_t)__builtin_popcountll(tap_chosen(m));
    return cell_find(x, mix(mix((uint64_t)o->verb << 16 | (uint64_t)o->a << 8 | o->b, price), (uint64_t)class + 100));
}

/* ---------------------------------------------------------------- policy */

static Cell *item_cell(Search *x, const Choice *o, const Piece *p, int i)
{
    int face = p->slot ? p->slot[i].card : p->die ? p->die[i].face : i;
    return cell_find(x, mix((uint64_t)o->verb + 7777, (uint64_t)face));
}

/* piece_find, with the list made once a question. */
static const Piece *piece_of(Search *x, const Choice *o)
{
    const State *st = now(x);
    if (!o->zone) return NULL;
    if (!x->listed) {
        pieces_list(x->setup, game_of(x->setup, st, st->asking), table_of(st, st->asking), &x->pieces);
        x->listed = true;
    }
    for (int i = 0; i < x->pieces.n; i++)
        if (x->pieces.piece[i].zone == o->zone && x->pieces.piece[i].owner == o->owner) return &x->pieces.piece[i];
    return NULL;
}

/* Takes the items that have improved hands so far, the best first, within the entry's limits. */
static Move subset_by_policy(Search *x, const Choice *o)
{
    const Piece *p = piece_of(x, o);
    if (!p) return tap_choices_pick(&(Choices){.n = 1, .choice = {*o}}, x->rng);
    float gain[TAP_ITEMS] = {0};
    for (uint64_t left = o->items; left; left &= left - 1) {
        int   i = __builtin_ctzll(left);
        Cell *c = i < p->n ? item_cell(x, o, p, i) : NULL;
        /* A little noise breaks ties and stands for what is not learnt yet. */
        gain[i] =
            (c && c->n ? c->sum / (float)c->n : 0) + (chance_of_one(x->rng) - 0.5f) * (c && c->n > 4 ? 0.1f : 4.f);
    }
    uint64_t left = o->items, chosen = 0;
    for (uint32_t n = 0; n < o->hi && left; n++) {
        int best = -1;
        for (uint64_t l = left; l; l &= l - 1)
            if (best < 0 || gain[__builtin_ctzll(l)] > gain[best]) best = __builtin_ctzll(l);
        if (n >= o->lo && gain[best] <= 0) break;
        chosen |= 1ull << best;
        left &= ~(1ull << best);
    }
    return tap_move(o->verb, o->a, o->b, chosen);
}

static void learn_items(Search *x, const Choice *o, const Piece *p, uint64_t chosen, int32_t gained)
{
    int n = __builtin_popcountll(chosen);
    for (; chosen; chosen &= chosen - 1) {
        Cell *c = item_cell(x, o, p, __builtin_ctzll(chosen));
        if (!c) continue;
        c->n++;
        c->sum += (float)gained / (float)n;
    }
}

/* One of a few likely moves of a wide entry, now and then any; false if it is for the policy to say. */
static bool likely_move(Search *x, Seat s, const Choice *o, Move *ret)
{
    const State *st = now(x);
    Move         likely[LIKELY];
    bool         proposes = game_of(x->setup, st, st->asking)->propose;
    if (!proposes && !comes_to_mind(o)) return false;
    if (chance_of_one(x->rng) < RANDOM_SHARE)
        *ret = comes_to_mind(o) ? usual_of_many(o, UINT32_MAX, x->rng)
                                : tap_choices_pick(&(Choices){.n = 1, .choice = {*o}}, x->rng);
    else {
        int n = propose(x, s, o, x->rng, likely, LIKELY);
        if (!n && !comes_to_mind(o)) return false;
        *ret = n ? likely[tap_rng_below(x->rng, (uint32_t)n)] : usual_of_many(o, tap_rng_below(x->rng, LIKELY), x->rng);
    }
    return true;
}

/* A move that the policy likes; *ret_entry is the entry it comes from and *ret_cell, if any, what is learnt from it. */
static Move move_by_policy(Search *x, Seat s, const Choices *c, int class, int *ret_entry, Cell **ret_cell)
{
    Rng    *r = x->rng;
    Move    move[TAP_CHOICES + 2 * SECTIONS];
    uint8_t entry[TAP_CHOICES + 2 * SECTIONS];
    int     n = 0;
    for (int i = 0; i < c->n; i++) {
        const Choice *o = &c->choice[i];
        int           sections = o->kind == TAP_AMOUNT && o->hi > o->lo && n < TAP_CHOICES ? SECTIONS : 1;
        for (int k = 0; k < sections; k++) {
            entry[n] = (uint8_t)i;
            switch ((TapKind)o->kind) {
            case TAP_AMOUNT:
                move[n++] = amount_at(o, k == 0 ? 0 : k == 1 ? 0.25 + 0.5 * (double)chance_of_one(r) : 1);
                break;
            case TAP_SUBSET:
                if (likely_move(x, s, o, &move[n])) n++;
                else
                    move[n++] = chance_of_one(r) < RANDOM_SHARE
                                    ? tap_choices_pick(&(Choices){.n = 1, .choice = {*o}}, r)
                                    : subset_by_policy(x, o);
                break;
            case TAP_ASSIGN:
            case TAP_SPLIT:
            case TAP_COUNTS:
                if (!likely_move(x, s, o, &move[n])) move[n] = tap_choices_pick(&(Choices){.n = 1, .choice = {*o}}, r);
                n++;
                break;
            case TAP_PLAIN: move[n++] = tap_choice_nth(o, 0); break;
            }
        }
    }
    assert(n > 0);
    int   pick = n == 1 ? 0 : -1;
    Cell *cell[TAP_CHOICES + 2 * SECTIONS];
    if (n > 1) {
        int32_t pot = tap_pot(x->setup, &x->state);
        float   top = -INFINITY;
        bool    greedy = chance_of_one(r) >= RANDOM_SHARE;
        for (int i = 0; i < n; i++) {
            cell[i] = move_cell(x, &c->choice[entry[i]], &move[i], class, pot);
            if (!cell[i]) continue;
            float k = (float)cell[i]->n + 1,
                  u = cell[i]->sum / k + x->spread * (greedy ? 1.f / sqrtf(k) : 1.f) * chance_of_one(r);
            if (greedy && u > top) top = u, pick = i;
        }
        if (pick < 0) { /* every entry is as likely as another, whatever it holds */
            int e = (int)tap_rng_below(r, (uint32_t)c->n), of_it = 0;
            for (int i = 0; i < n; i++)
                if (entry[i] == e && tap_rng_below(r, (uint32_t)++of_it) == 0) pick = i;
            assert(pick >= 0);
        }
        *ret_cell = cell[pick];
    } else
        *ret_cell = NULL;
    *ret_entry = entry[pick];
    return move[pick];
}

/* ------------------------------------------------------------------ tree */

/* The mean of a side; what its seats have in one purse is the same for each of them, and so counts once. */
static float side_mean(const Search *x, Seat s, const float *of_seat)
{
    if (x->sides == x->setup->seats) return of_seat[s];
    float sum = 0;
    for (Seat o = 0; o < x->setup->seats; o++)
        if (has(x->mates[s], o)) sum += of_seat[o];
    return sum / (float)count(x->mates[s]);
}

static float money_of(const Search *x, const TapState *state, Seat s)
{
    float of_seat[ANSWERERS];
    if (s == CLOCK) return 0;
    if (x->sides == x->setup->seats) return (float)tap_money(x->setup, state, s);
    for (Seat o = 0; o < x->setup->seats; o++)
        if (has(x->mates[s], o)) of_seat[o] = (float)tap_money(x->setup, state, o);
    return side_mean(x, s, of_seat);
}

/* What a coin won is worth as a result: the others lose it. */
static float result_factor(const Search *x)
{
    float others = (float)(x->sides - 1);
    return x->money_moves && x->sides > 1 ? (others + x->regard) / others : 1.f;
}

/* What the policy's cell lets a seat expect of a move. Money is counted from the move on, so that one fold tells as
 * much as a hundred; of points, whose level is learnt on the way, a few bad starts are not believed at once. */
static float first_opinion(const Search *x, const Cell *cell, Seat seat, float sunk)
{
    if (x->setup->game->score_is_money) return (cell->sum / (float)cell->n + sunk) * result_factor(x);
    return x->level[seat] + (cell->sum + DOUBT * x->spread) / ((float)cell->n + DOUBT);
}

/* Chooses by UCB over the moves that this deal makes possible. NULL if the table is full. */
static Arm *move_by_tree(Search *x, uint64_t node, const Choices *c, Seat seat, int class, Move *ret, int *ret_entry,
                         Cell **ret_cell)
{
    Move    move[MAX_MOVES];
    uint8_t entry[MAX_MOVES];
    Arm    *visits = arm_find(x, mix(node, 0x76151715));
    if (!visits) return NULL;
    visits->n++;
    int     n = moves_to_weigh(x, node, seat, c, visits->n, move, entry), pick = -1;
    int32_t pot = tap_pot(x->setup, &x->state);
    float   top = -INFINITY;
    float sunk =
        x->setup->game->score_is_money ? x->sunk[seat] + money_of(x, &x->state, seat) - x->root_money[seat] : 0;
    Arm    *best = NULL;
    *ret_cell = NULL;
    for (int i = 0; i < n; i++) {
        Arm *a = arm_find(x, mix_move(node, &move[i]));
        if (!a) continue;
        a->seen++;
        Cell *cell = x->without & WITHOUT_POLICY ? NULL : move_cell(x, &c->choice[entry[i]], &move[i], class, pot);
        int   kind = c->choice[entry[i]].kind; /* subsets of one size share a cell, and so do all splits */
        bool  told = cell && cell->n && kind != TAP_SUBSET && kind != TAP_SPLIT && kind != TAP_COUNTS;
        float prior = told ? first_opinion(x, cell, seat, sunk) : x->level[seat] + x->spread;
        float k = (float)a->n, u = (a->sum + PRIOR_WEIGHT * prior) / (k + PRIOR_WEIGHT);
        u += EXPLORE * x->spread * sqrtf(logf((float)a->seen + 1) / (k + 1)) +
             0.001f * x->spread * chance_of_one(x->rng);
        if (u > top) top = u, best = a, pick = i, *ret_cell = cell;
    }
    if (!best) return NULL;
    *ret = move[pick];
    *ret_entry = entry[pick];
    return best;
}

/* ------------------------------------------------------------ simulation */

/* A host that can say what its seats are worth is not played to its end: the game under way is what a move is about,
 * and an evening of them would cost many times as much and drown it in the luck of the others. */
static bool guest_has_left(const Search *x, int *deepest)
{
    if (now(x)->levels > *deepest) *deepest = now(x)->levels;
    return x->stops_with_guest && now(x)->levels < *deepest;
}

/* Far enough to be estimated; but not while a guest plays, for the host cannot see what lies on that table. */
static bool beyond_horizon(const Search *x) { return x->horizon && x->answers >= x->horizon && now(x)->levels == 1; }

/* What the simulation brought a seat. */
static float outcome(const Search *x, Seat s)
{
    float value = (float)tap_score(x->setup, &x->state, s);
    if (x->stops_with_guest)
        return tap_estimate(x->setup, &x->state, s, &value) ? truncf(value) - (float)x->root_score[s] : 0;
    if (x->horizon && !tap_over(&x->state)) tap_estimate(x->setup, &x->state, s, &value);
    return value;
}

/* The result of a seat's side, less what the other sides have on the average as far as it is regarded. */
static float result(const Search *x, Seat s, const float *of_side)
{
    float   others = 0;
    SeatSet left = (SeatSet)(x->first_of_side & ~x->mates[s]);
    for (; left; left &= (SeatSet)(left - 1)) others += of_side[tap_first_of(left)];
    return of_side[s] - (x->sides > 1 ? x->regard * (others / (float)(x->sides - 1)) : 0);
}

/* Who answers next: the searching seat first, for its move is what is asked about; in open talk, anybody; the clock
 * when nobody else is asked any more. */
static Seat next_to_answer(Search *x, SeatSet asked, bool first_move)
{
    if (less(asked, CLOCK)) asked = less(asked, CLOCK);
    if (tap_asks_anyone(&x->state) && !first_move) {
        uint32_t k = tap_rng_below(x->rng, (uint32_t)count(asked));
        while (k--) asked &= (SeatSet)(asked - 1);
        return tap_first_of(asked);
    }
    return has(asked, x->viewer) ? x->viewer : tap_first_of(asked);
}

static void add_pending(Search *x, Seat s, const Move *m)
{
    for (int i = 0; i < x->pendings; i++)
        if (x->pending[i].seat == s) return;
    x->pending[x->pendings++] = (Pending){.seat = s, .move = *m, .shown = tap_public_part(x->setup, &x->state, s, *m)};
}

/* Whose answers the others have seen once seat s, the last, has answered: of an ASK_FIRST the one that counts; in open
 * talk nobody's who has nothing to say. */
static SeatSet seen_after(Search *x, Seat s, const Move *m)
{
    const State    *st = now(x);
    const Question *q = open_question(x->setup, st);
    if (st->mode == ASKS_ALL) return (SeatSet)~0;
    if (st->mode == ASKS_ANY) return q->pass && m->verb == q->pass && s != CLOCK ? 0 : only(s);
    Move answer[ANSWERERS];
    Seat inner = seat_inward(st, st->asking, s);
    memcpy(answer, st->answer, sizeof answer);
    answer[inner] = *m;
    Seat first = first_to_answer(x->setup, table_of(st, st->asking), q, st->sealed | only(inner), answer, st->answered);
    if (first == NOBODY) return 0;
    Seat outer = seat_outward(st, st->asking, first);
    add_pending(x, outer, &answer[first]); /* who had answered before the root as well */
    return only(outer);
}

/* The seals are broken: each seat has now seen what was answered, as far as it is seen, and its own. */
static void remember_answers(Search *x, SeatSet seen)
{
    for (int i = 0; i < x->pendings; i++)
        for (Seat v = 0; v < ANSWERERS; v++) {
            const Pending *p = &x->pending[i];
            if (v != p->seat && !has(seen, p->seat)) continue;
            x->node[v] = mix_move(mix(x->node[v], (uint64_t)p->seat), v == p->seat ? &p->move : &p->shown);
        }
    x->pendings = 0;
}

static void learn_results(Search *x)
{
    float brought[ANSWERERS], of_side[ANSWERERS], of_seat[ANSWERERS] = {0}, gained[ANSWERERS] = {0};
    for (Seat s = 0; s < x->setup->seats; s++) {
        brought[s] = outcome(x, s);
        gained[s] = money_of(x, &x->state, s);
        /* Money is the result where the game says so; but it may be played for nothing, and then none moves. */
        if (x->setup->game->score_is_money && gained[s] != x->root_money[s]) x->money_moves = true;
    }
    for (Seat s = 0; s < x->setup->seats; s++) {
        of_side[s] = side_mean(x, s, brought);
        if (x->money_moves) x->sunk[s] = of_side[s] - (gained[s] - x->root_money[s]);
    }
    x->n++;
    for (Seat s = 0; s < x->setup->seats; s++) {
        of_seat[s] = result(x, s, of_side);
        if (!x->money_moves) gained[s] = of_side[s];
        if (x->setup->game->score_is_money) continue;
        x->level[s] += (of_seat[s] - x->level[s]) / (float)x->n;
        gained[s] = of_seat[s] - x->level[s];
    }
    for (int i = 0; i < x->lines; i++) {
        const Line *l = &x->line[i];
        if (l->arm) {
            l->arm->n++;
            l->arm->sum += of_seat[l->seat];
        }
        if (l->cell) {
            l->cell->n++;
            l->cell->sum += gained[l->seat] - (x->money_moves ? l->money : 0);
        }
    }
    double u = (double)of_seat[x->viewer], d = u - x->mean;
    x->mean += d / x->n;
    x->m2 += d * (u - x->mean);
    x->spread = (float)sqrt(x->m2 / x->n + 1e-6);
}

static void simulate(Search *x)
{
    bool in_tree = true, first_move = true;
    deal(x);
    for (Seat s = 0; s < ANSWERERS; s++) x->node[s] = (uint64_t)s + 1;
    memset(x->changes, 0, sizeof x->changes);
    x->lines = x->pendings = 0;
    x->answers = 0;
    int deepest = now(x)->levels;
    while (!tap_over(&x->state) && !guest_has_left(x, &deepest) && !beyond_horizon(x)) {
        const State *st = now(x);
        SeatSet      asked = tap_asked(x->setup, &x->state);
        Seat         s = next_to_answer(x, asked, first_move);
        Choices      listed;
        Move         m;
        Arm         *arm = NULL;
        Cell        *cell = NULL;
        int          entry = 0;
        x->listed = false;
        bool costs = first_move || list_choices(x, s, false, &listed);
        const Choices *c = first_move ? &x->at_root : &listed;
        bool amounts = st->question < 32 && x->amount_questions >> st->question & 1, wide = false;
        for (int i = 0; i < c->n; i++) {
            if (c->choice[i].kind == TAP_AMOUNT && st->question < 32)
                x->amount_questions |= 1u << st->question, amounts = true;
            wide = wide || ((c->choice[i].kind == TAP_SUBSET || c->choice[i].kind == TAP_ASSIGN) && !c->choice[i].deck);
        }
        bool forced = c->n == 1 && tap_choice_count(&c->choice[0]) == 1;
        if (forced) m = tap_choice_nth(&c->choice[0], 0);
        else if (s == CLOCK) m = tap_choices_pick(c, x->rng);
        else {
            int class = strength_class(x, s);
            /* Another's subset of places means other cards in another deal: no arm could learn from it. */
            if (in_tree && (s == x->viewer || !wide)) {
                arm = move_by_tree(x, first_move ? x->node[s] : mix(x->node[s], (uint64_t) class), c, s, class, &m,
                                   &entry, &cell);
                if (!arm || !arm->n) in_tree = false;
            }
            if (!arm && x->without & WITHOUT_POLICY) m = tap_choices_pick(c, x->rng);
            else if (!arm) m = move_by_policy(x, s, c, class, &entry, &cell);
            if ((arm || cell) && x->lines < MAX_LINE)
                x->line[x->lines++] = (Line){.arm = arm, .cell = cell, .seat = s, .money = money_of(x, &x->state, s)};
        }
        bool         last = count(asked) == 1 || tap_asks_anyone(&x->state);
        int          levels = st->levels, level = st->asking;
        uint8_t      pass = open_question(x->setup, st)->pass;
        SeatSet      seen = 0;
        if (in_tree) add_pending(x, s, &m);
        if (in_tree && last) seen = seen_after(x, s, &m);
        int32_t      before = 0, after = 0;
        const Piece *items = c->choice[entry].kind == TAP_SUBSET && tap_chosen(&m) && own_rank(x, s, &before)
                                 ? piece_of(x, &c->choice[entry])
                                 : NULL;
        Piece        piece = items ? *items : (Piece){0};
        Slot         held[TAP_ITEMS];
        Die          rolled[TAP_ITEMS];
        if (piece.slot && piece.n <= TAP_ITEMS) piece.slot = memcpy(held, piece.slot, sizeof(Slot) * piece.n);
        if (piece.die && piece.n <= TAP_ITEMS) piece.die = memcpy(rolled, piece.die, sizeof(Die) * piece.n);
        if (!amounts && !(pass && m.verb == pass) && x->changes[s] < STAGES - 1) x->changes[s]++;
        tap_answer_trusted(x->setup, &x->state, s, m, NULL);
        x->steps += costs;
        x->answers += !forced; /* who can only pass decides nothing */
        if (items && last && !tap_over(&x->state) && st->levels == levels && st->asking == level &&
            own_rank(x, s, &after))
            learn_items(x, &c->choice[entry], &piece, tap_chosen(&m), after - before);
        if (last && in_tree) remember_answers(x, seen);
        first_move = false;
    }
    learn_results(x);
    x->iterations++;
}

/* -------------------------------------------------------------- decision */

static void rank_hints(Search *x, const Choices *c)
{
    Move    move[MAX_MOVES];
    uint8_t entry[MAX_MOVES];
    int     n = moves_to_weigh(x, (uint64_t)x->viewer + 1, x->viewer, c, (uint32_t)x->n, move, entry);
    x->hints = 0;
    for (int i = 0; i < n; i++) {
        Arm *a = arm_find(x, mix_move((uint64_t)x->viewer + 1, &move[i]));
        if (!a || !a->n) continue;
        TapHint h = {.move = move[i],
                     .visits = a->n,
                     .value = a->sum / (float)a->n,
                     .noise = x->spread / sqrtf((float)a->n)};
        int     k = x->hints++;
        for (; k > 0 && (x->hint[k - 1].visits < h.visits ||
                         (x->hint[k - 1].visits == h.visits && x->hint[k - 1].value < h.value));
             k--)
            x->hint[k] = x->hint[k - 1];
        x->hint[k] = h;
    }
}

Move search_decide(Search *x, const Setup *setup, const TapState *s, Seat seat, Rng *r)
{
    x->rng = r;
    x->setup = setup;
    x->viewer = seat;
    /* From here on nothing is seen that the seat could not know. */
    memcpy(&x->root, s, tap_state_size(setup));
    reseal_plan(setup, state_at(&x->root), seat, &x->hidden);
    reseal_by(setup, state_of(&x->root), &x->hidden, r, true);
    memcpy(&x->state, &x->root, tap_state_size(setup));
    x->first_of_side = 0;
    for (Seat v = 0; v < setup->seats; v++) {
        x->mates[v] = mates_of(setup, v);
        x->first_of_side |= only(tap_first_of(x->mates[v]));
    }
    x->sides = count(x->first_of_side);
    const Game *asking = game_of(setup, state_at(&x->root), state_at(&x->root)->asking);
    x->regard = asking->regard ? asking->regard(setup, table_of(state_at(&x->root), state_at(&x->root)->asking)) : 1;
    learn_who_knows(x);
    memset(x->scored, 0, sizeof x->scored);
    if (!++x->stamp) { /* after four thousand million decisions */
        memset(x->arm, 0, sizeof(Arm) * x->size.arms);
        memset(x->cell, 0, sizeof x->cell);
        memset(x->wide, 0, sizeof x->wide);
        memset(x->whole, 0, sizeof x->whole);
        x->stamp = 1;
    }
    list_choices(x, seat, true, &x->at_root);
    Move    only_one[MAX_MOVES];
    uint8_t entry[MAX_MOVES];
    if (moves_to_weigh(x, (uint64_t)seat + 1, seat, &x->at_root, 0, only_one, entry) == 1) {
        x->hint[0] = (TapHint){.move = only_one[0], .visits = 1};
        x->hints = 1;
        return only_one[0];
    }
    x->steps = 0;
    x->n = x->mean = x->m2 = 0;
    memset(x->level, 0, sizeof x->level);
    x->spread = 1;
    x->money_moves = false;
    x->amount_questions = 0;
    memset(x->sunk, 0, sizeof x->sunk);
    for (Seat v = 0; v < setup->seats; v++) x->root_money[v] = money_of(x, &x->root, v);
    x->horizon = setup->game->estimate ? setup->game->horizon : 0;
    x->stops_with_guest = setup->game->guests && setup->game->estimate && !x->horizon;
    for (Seat v = 0; x->stops_with_guest && v < setup->seats; v++) x->root_score[v] = tap_score(setup, &x->root, v);
    for (int i = 0; i < STAGES; i++) {
        x->stage[i].n = 0;
        memset(x->stage[i].cut, 0, sizeof x->stage[i].cut);
    }
    learn_usual(x);
    for (uint32_t i = 0; x->steps < x->size.steps; i++) {
        simulate(x);
        if (i == 0) learn_beliefs(x);
        if (i >= 15 && !(i & (i + 1))) /* 16, 32, 64 ...: what counts as strong shifts as the policy learns */
            for (int k = 0; k < STAGES; k++) stage_fit(&x->stage[k]);
    }
    memcpy(&x->state, &x->root, tap_state_size(setup));
    rank_hints(x, &x->at_root);
    return x->hints ? x->hint[0].move : tap_choices_pick(&x->at_root, r);
}

int search_hints(const Search *x, TapHint *ret, int max)
{
    int n = x->hints < max ? x->hints : max;
    memcpy(ret, x->hint, sizeof *ret * (size_t)(n > 0 ? n : 0));
    return n > 0 ? n : 0;
}

void search_forget_hints(Search *x) { x->hints = 0; }

uint64_t search_iterations(const Search *x) { return x->iterations; }
