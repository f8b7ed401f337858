/* Dealing anew what a viewer cannot know: cards, dice, answers under seal, and the luck to come. */
#include "table/reseal.h"

enum { POOL_FACES = 2048 };

/* ------------------------------------------------------------- the plan */

/* How far the lists of a plan are filled. */
typedef struct Filled {
    int dice, pools, piles, places, cards;
} Filled;

static uint16_t offset_in(const State *st, const void *place)
{
    return (uint16_t)((const char *)place - (const char *)st);
}

/* An empty place is no card; that it is empty is for all to see. */
static bool hidden_card(const Slot *s, Seat viewer) { return s->card != NO_CARD && !knows(s->known, viewer); }

static int undecided(const Pile *p) { return p->open ? 0 : p->n - p->fixed; }

static void add_place(ResealPlan *plan, Filled *f, const State *st, const void *place)
{
    assert(f->places < PLAN_PLACES);
    plan->place[f->places++] = offset_in(st, place);
}

static void plan_dice(const Setup *setup, const State *st, const Piece *p, Seat viewer, ResealPlan *plan, Filled *f)
{
    int before = f->places, deck = 0;
    for (int k = 0; k < p->n; k++)
        if (p->die[k].face && !knows(p->die[k].known, viewer)) add_place(plan, f, st, &p->die[k].face);
    if (f->places == before) return;
    while (setup->content->deck[deck] != p->deck) deck++;
    plan->dice[f->dice++] = (HiddenDice){(uint16_t)(f->places - before), (uint8_t)deck};
}

/* The hidden cards of a piece that are of the pool, counted by face, and their places, but for what has no order. */
static void plan_cards(const Setup *setup, const State *st, const Piece *p, int number, Seat viewer, uint16_t *of_face,
                       ResealPlan *plan, Filled *f)
{
    const Slot *slot = p->slot;
    for (int k = 0, n = slot ? p->n : 0; k < n; k++) {
        if (!hidden_card(&slot[k], viewer)) continue;
        if (p->pool_of && p->pool_of(setup, p, slot[k].card) != number) continue;
        of_face[slot[k].card]++;
        add_place(plan, f, st, &slot[k].card);
    }
    if (!p->pile || p->pile->open) return;
    const Card *card = pile_cards(p->pile);
    int         loose = undecided(p->pile);
    for (int k = 0; k < p->pile->fixed; k++) {
        if (knows(p->pile->known[k], viewer)) continue;
        of_face[card[loose + k]]++;
        add_place(plan, f, st, &card[loose + k]);
    }
    for (int k = 0; k < loose; k++) of_face[card[k]]++;
    if (loose) plan->pile[f->piles++] = (LoosePile){offset_in(st, card), (uint16_t)loose};
}

/* What lies on one table, and which of its pools are still to be looked at. */
typedef struct Laid {
    Pieces   list;
    Seat     viewer; /* as this table counts */
    uint64_t pools;
} Laid;

static const Deck *deck_of_pool(const Pieces *list, int number)
{
    for (int i = 0; i < list->n; i++)
        if (list->piece[i].pool == number && !list->piece[i].die) return list->piece[i].deck;
    return NULL;
}

/* A pool of the outermost of these tables, and what lies of the same deck in that pool of the tables inside it: a host
 * may have changed cards with its guest unseen. Cards of one pool are of one deck: else a token could turn into a
 * card. */
static void plan_pool(const Setup *setup, const State *st, Laid *laid, int levels, int number, ResealPlan *plan,
                      Filled *f)
{
    uint16_t    of_face[POOL_FACES];
    const Deck *deck = deck_of_pool(&laid->list, number);
    int         places = f->places, piles = f->piles, cards;
    assert(deck->faces <= POOL_FACES);
    memset(of_face, 0, sizeof *of_face * (size_t)deck->faces);
    for (int level = 0; level < levels; level++) {
        Laid *on = &laid[level];
        if (!(on->pools >> number & 1) || (level && deck_of_pool(&on->list, number) != deck)) continue;
        on->pools &= ~(1ull << number);
        for (int i = 0; i < on->list.n; i++) {
            const Piece *p = &on->list.piece[i];
            if ((p->pool != number && !p->pool_of) || p->die) continue;
            if (p->pool != number && p->deck != deck) continue;
            assert(p->deck == deck);
            plan_cards(setup, st, p, number, on->viewer, of_face, plan, f);
        }
    }
    cards = f->places - places;
    for (int i = piles; i < f->piles; i++) cards += plan->pile[i].n;
    if (!cards) return;
    assert(f->cards + cards <= PLAN_CARDS);
    Card *to = plan->card + f->cards, *end = to + cards;
    for (int c = 0; to < end; c++)
        for (int copies = of_face[c]; copies; copies--) *to++ = (Card)c;
    f->cards += cards;
    plan->pool[f->pools++] =
        (HiddenPool){(uint16_t)cards, (uint16_t)(f->places - places), (uint16_t)(f->piles - piles)};
}

/* laid is of this level and of those inside it. */
static void plan_table(const Setup *setup, const State *st, int level, Laid *laid, ResealPlan *plan, Filled *f)
{
    int dice = f->dice, before = f->pools;
    for (int i = 0; i < laid->list.n; i++)
        if (laid->list.piece[i].die) plan_dice(setup, st, &laid->list.piece[i], laid->viewer, plan, f);
    while (laid->pools) plan_pool(setup, st, laid, st->levels - level, __builtin_ctzll(laid->pools), plan, f);
    plan->dice_of[level] = (uint16_t)(f->dice - dice);
    plan->pools_of[level] = (uint16_t)(f->pools - before);
}

static void look_at(const Setup *setup, const State *st, int level, Seat viewer, Laid *ret)
{
    pieces_list(setup, game_of(setup, st, level), table_of(st, level), &ret->list);
    ret->viewer = viewer == NOBODY ? NOBODY : seat_inward(st, level, viewer);
    ret->pools = 0;
    for (int i = 0; i < ret->list.n; i++) {
        const Piece *p = &ret->list.piece[i];
        assert(p->pool < MAX_POOLS);
        if (p->slot || p->pile) ret->pools |= 1ull << p->pool;
    }
}

void reseal_plan(const Setup *setup, const State *st, Seat viewer, ResealPlan *ret)
{
    Filled f = {0};
    Laid   laid[MAX_LEVELS];
    ret->levels = st->levels;
    ret->viewer = viewer == NOBODY ? NOBODY : seat_inward(st, st->asking, viewer);
    ret->outer = viewer;
    for (int level = 0; level < st->levels; level++) look_at(setup, st, level, viewer, &laid[level]);
    for (int level = 0; level < st->levels; level++) plan_table(setup, st, level, &laid[level], ret, &f);
    ret->cards = (uint16_t)f.cards;
}

/* ------------------------------------------------------------- the deal */

/* Where a deal has come to in the lists of its plan. */
typedef struct Dealing {
    State            *st;
    Rng              *r;
    const HiddenDice *dice;
    const HiddenPool *pool;
    const LoosePile  *pile;
    const uint16_t   *place;
    Card             *card; /* dealt from, and in disorder afterwards */
} Dealing;

/* A card and the face of a die are alike here: both are words of 16 bits. */
static uint16_t *word_at(const Dealing *d, int offset) { return (uint16_t *)(void *)((char *)d->st + offset); }

static void roll_anew(const Setup *setup, Dealing *d)
{
    const HiddenDice *dice = d->dice++;
    const Deck       *deck = setup->content->deck[dice->deck];
    for (int i = 0; i < dice->n; i++)
        *word_at(d, *d->place++) = (uint16_t)(1 + deck->card[tap_rng_below(d->r, (uint32_t)deck->cards)]);
}

/* One of the n cards, any as likely as another. */
static Card deal_hidden(Card *card, int *n, Rng *r)
{
    assert(*n);
    uint32_t i = *n > 1 ? tap_rng_below(r, (uint32_t)*n) : 0;
    Card     c = card[i];
    card[i] = card[--*n];
    return c;
}

static void deal_anew(Dealing *d)
{
    const HiddenPool *pool = d->pool++;
    Card             *card = d->card;
    int               n = pool->cards;
    d->card += n;
    for (int i = 0; i < pool->places; i++) *word_at(d, *d->place++) = deal_hidden(card, &n, d->r);
    /* What is left fills the undecided parts; where there is one such pile its order is of no account. */
    for (int i = 0; i < pool->piles; i++, d->pile++) {
        Card *to = word_at(d, d->pile->at);
        if (pool->piles == 1) {
            assert(n == d->pile->n);
            memcpy(to, card, (size_t)n * sizeof *card);
            n = 0;
        } else
            for (int k = 0; k < d->pile->n; k++) to[k] = deal_hidden(card, &n, d->r);
    }
    assert(!n);
}

/* Answers under seal are secrets too; they are given anew from the list as it now is. Of a hushed question even who has
 * answered is one: there all others are still to answer. */
static void reseal_answers(const Setup *setup, State *st, Seat viewer, Rng *r)
{
    const Question *q = open_question(setup, st);
    for (Seat a = 0; a < ANSWERERS; a++) {
        if (!has(st->sealed, a) || a == viewer || st->mode == ASKS_ANY) continue;
        if (q->hushed) {
            st->sealed = less(st->sealed, a);
            st->written = less(st->written, a);
            st->asked |= only(a);
            memset(&st->answer[a], 0, sizeof st->answer[a]);
            continue;
        }
        Choices c;
        choices_of(setup, st, a, &c);
        st->answer[a] = tap_choices_pick(&c, r);
    }
}

/* A copy that kept the generator would foretell every draw. */
static void reseal_luck(State *st, Rng *r, bool fast)
{
    st->chance.unrigged = 1;
    if (fast) {
        tap_rng_fast(&st->chance.rng, tap_rng_long(r));
        return;
    }
    uint8_t seed[64];
    for (int i = 0; i < 64; i += 4) {
        uint32_t w = tap_rng_word(r);
        memcpy(seed + i, &w, 4);
    }
    tap_rng_key(&st->chance.rng, seed);
}

static void deal_from(const Setup *setup, State *st, const ResealPlan *plan, Card *card, Rng *r, bool fast)
{
    Dealing d = {st, r, plan->dice, plan->pool, plan->pile, plan->place, card};
    assert(st->levels == plan->levels);
    reseal_luck(st, r, fast);
    for (int level = 0; level < plan->levels; level++) {
        for (int i = 0; i < plan->dice_of[level]; i++) roll_anew(setup, &d);
        for (int i = 0; i < plan->pools_of[level]; i++) deal_anew(&d);
    }
    for (int level = 0; level < plan->levels; level++) {
        const Game *game = game_of(setup, st, level);
        Seat        inner = plan->outer == NOBODY ? NOBODY : seat_inward(st, level, plan->outer);
        if (game->resealed) game->resealed(setup, table_of(st, level), inner);
    }
    if (st->asked) reseal_answers(setup, st, plan->viewer, r);
}

void reseal_by(const Setup *setup, State *st, const ResealPlan *plan, Rng *r, bool fast)
{
    Card card[PLAN_CARDS];
    memcpy(card, plan->card, plan->cards * sizeof *card);
    deal_from(setup, st, plan, card, r, fast);
}

void tap_reseal(const TapSetup *setup, TapState *s, TapSeat viewer, TapRng *r, bool fast)
{
    ResealPlan plan;
    reseal_plan(setup, state_at(s), viewer, &plan);
    deal_from(setup, state_of(s), &plan, plan.card, r, fast);
}

void tap_fresh_luck(TapState *s, TapRng *r, bool fast) { reseal_luck(state_of(s), r, fast); }
