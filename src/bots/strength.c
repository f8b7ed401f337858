#include <math.h>

#include "bots/searching.h"

/* How strong a hand is believed of somebody who is still in: exponents of the share of hands it beats. */
static const float BELIEF = 0.5f,
                   BELIEF_PER_BET = 2.f; /* the second times the root of the part of his money he has laid */

/* ------------------------------------------------------------ strength */

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
bool own_rank(Search *x, Seat seat, int32_t *ret)
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
void learn_who_knows(Search *x)
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

void stage_fit(Stage *g)
{
    int32_t  sorted[MEMORY];
    uint32_t n = g->n < MEMORY ? g->n : MEMORY;
    if (!n) return;
    memcpy(sorted, g->ring, n * sizeof *sorted);
    sort(sorted, n);
    for (int c = 1; c < CLASSES; c++) g->cut[c - 1] = sorted[n * (uint32_t)c / CLASSES];
}

/* 1..CLASSES, or 0 if nothing is known. */
int strength_class(Search *x, Seat seat)
{
    int32_t v;
    if (x->parts & WITHOUT_CLASSES || !strength(x, seat, &v)) return 0;
    Stage *g = &x->stage[x->changes[seat]];
    /* The viewer's own hand is the same in every simulation: it would count for a quarter of all there are. */
    if (seat != x->viewer || x->changes[seat]) g->ring[g->n++ % MEMORY] = v;
    int c = 1;
    while (c < CLASSES && v >= g->cut[c - 1]) c++;
    return c;
}

/* --------------------------------------------------------------- the deal */

void deal_at_random(Search *x)
{
    for (int i = 0; x->setup->game->guests && i < ANSWERERS; i++)
        x->scored[i].game = NULL; /* the next guest may have other options */
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

/* Who the rivals are and what hands they hold at random. */
void learn_rivals(Search *x)
{
    const State *st = now(x);
    const Game  *game = game_of(x->setup, st, st->asking);
    x->usuals = 0;
    x->rivals = 0;
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
}

/* The same; and the classes of strength begin with that. */
void learn_usual(Search *x)
{
    memset(x->belief, 0, sizeof x->belief);
    learn_rivals(x);
    for (int k = 0; x->rivals && k < STAGES; k++) {
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
void deal_hidden(Search *x)
{
    for (int tries = 1;; tries++) {
        deal_at_random(x);
        if (!x->rivals || x->parts & WITHOUT_BELIEFS || x->at_random || tries == DEALS) return;
        float believed = 1;
        for (Seat s = 0; s < x->setup->seats; s++)
            if (has(x->rivals, s)) believed *= powf(share_beaten(x, rank_of_seat(x, s)), x->belief[s]);
        if (chance_of_one(x->rng) < believed) return;
    }
}

/* Deals hands that were bettered since they were random: as good as the best of so many more. Without powf, which
 * machines round differently. */
void deal_bettered(Search *x, int more)
{
    for (int tries = 1;; tries++) {
        deal_at_random(x);
        if (!more || !x->rivals || tries == 4 * (more + 1)) return;
        float believed = 1;
        for (Seat s = 0; s < x->setup->seats; s++) {
            if (!has(x->rivals, s)) continue;
            float beaten = share_beaten(x, rank_of_seat(x, s));
            for (int i = 0; i < more; i++) believed *= beaten;
        }
        if (chance_of_one(x->rng) < believed) return;
    }
}

/* What a seat has laid so far is known once a simulation has shown what its money and its result have to do with each
 * other. */
void learn_beliefs(Search *x)
{
    for (Seat s = 0; s < x->setup->seats; s++) {
        float laid = -x->sunk[s], all = laid + x->root_money[s];
        x->belief[s] = BELIEF + BELIEF_PER_BET * (laid > 0 && all > 0 ? sqrtf(laid / all) : 0);
    }
}
