/* Who knows what: hands, the list of pieces, and dealing anew what a viewer cannot know. */
#include "table/table.h"

/* Everybody who did not see the card go can no longer tell which of the others he knew is still there. */
static void lose_track(Slot *hand, int n, SeatSet saw)
{
    for (int k = 0; k < n; k++)
        if (hand[k].known != PUBLIC) hand[k].known &= saw;
}

Slot hand_take_unseen(Slot *hand, uint8_t *n, int i, SeatSet saw)
{
    lose_track(hand, *n, saw);
    Slot s = hand[i];
    memmove(&hand[i], &hand[i + 1], sizeof(Slot) * (size_t)(*n - i - 1));
    hand[--*n] = (Slot){0, 0};
    return s;
}

Slot hand_take_screened(Slot *hand, uint8_t *n, int i, SeatSet saw)
{
    for (int k = 0; k < *n; k++) hand[k].known &= saw;
    return hand_take_unseen(hand, n, i, saw);
}

Slot hand_replace_unseen(Slot *hand, int n, int i, Slot with, SeatSet saw)
{
    lose_track(hand, n, saw);
    Slot s = hand[i];
    hand[i] = with;
    return s;
}

static Piece *piece(Pieces *p, const char *name, int zone, Seat owner, Layout layout, int deck, int n)
{
    assert(p->n < MAX_PIECES && zone > 0 && deck < p->content->decks);
    Piece *x = &p->piece[p->n++];
    *x = (Piece){.name = name, .zone = (uint8_t)zone, .owner = owner, .layout = (uint8_t)layout, .n = (uint16_t)n,
                 .deck = p->content->deck[deck]};
    return x;
}

Piece *piece_cards(Pieces *p, const char *name, int zone, Seat owner, Layout layout, int deck, Slot *slot, int n)
{
    Piece *x = piece(p, name, zone, owner, layout, deck, n);
    x->slot = slot;
    return x;
}

Piece *piece_dice(Pieces *p, const char *name, int zone, Seat owner, Layout layout, int deck, Die *die, int n)
{
    Piece *x = piece(p, name, zone, owner, layout, deck, n);
    assert(x->deck->dice);
    x->die = die;
    return x;
}

Piece *piece_pile(Pieces *p, const char *name, int zone, Seat owner, Pile *pile)
{
    Piece *x = piece(p, name, zone, owner, STACK, pile->deck, pile->n);
    x->pile = pile;
    return x;
}

Piece *piece_deck(Pieces *p, int zone, Pile *pile)
{
    Piece *x = piece_pile(p, "deck", zone, NOBODY, pile);
    x->flags = ALTERABLE;
    return x;
}

void pieces_list(const Setup *setup, const Game *game, const Table *t, Pieces *ret)
{
    ret->content = setup->content;
    ret->n = 0;
    game->pieces(setup, (Table *)(uintptr_t)t, ret);
}

bool piece_find(const Setup *setup, const Game *game, const Table *t, const Choice *c, Piece *ret)
{
    Pieces list;
    if (!c->zone) return false;
    pieces_list(setup, game, t, &list);
    for (int i = 0; i < list.n; i++)
        if (list.piece[i].zone == c->zone && list.piece[i].owner == c->owner) {
            *ret = list.piece[i];
            return true;
        }
    return false;
}

bool alter_reroll(Env *e, Piece *p, int i)
{
    if (!(p->flags & ALTERABLE) || !p->die || i >= p->n) return false;
    int deck = 0;
    while (e->setup->content->deck[deck] != p->deck) deck++;
    chance_roll(e, deck, &p->die[i], p->die[i].known);
    return true;
}

bool alter_set(Piece *p, int i, int face)
{
    if (!(p->flags & ALTERABLE) || !p->die || i >= p->n || face < 1 || face > p->deck->faces) return false;
    p->die[i].face = (uint16_t)face;
    return true;
}

/* A set of the host's seats as the guest counts them. Who sits out is a watcher there. */
static SeatSet to_guest(const Table *guest, SeatSet host)
{
    SeatSet own = host & 1u << TAP_WATCHER;
    for (Seat s = 0; s < guest->seats; s++)
        if (has(host, guest->sits[s])) own |= only(s);
    return own;
}

static SeatSet to_host(const Table *guest, SeatSet own)
{
    SeatSet host = has(own, TAP_WATCHER) ? (SeatSet)PUBLIC : 0;
    for (Seat s = 0; s < guest->seats; s++)
        host = has(own, s) ? host | only(guest->sits[s]) : less(host, guest->sits[s]);
    return host;
}

bool alter_swap(const Env *e, Piece *p, int i, Slot *with)
{
    const Table *guest = guest_table(e);
    if (!guest || !(p->flags & ALTERABLE) || !p->slot || i >= p->n || p->slot[i].card == NO_CARD) return false;
    Slot old = p->slot[i];
    p->slot[i] = (Slot){with->card, with->known == PUBLIC ? (SeatSet)PUBLIC : to_guest(guest, with->known)};
    *with = (Slot){old.card, to_host(guest, old.known)};
    return true;
}

bool alter_draw(Env *e, Piece *p, SeatSet who, Slot *ret)
{
    const Table *guest = guest_table(e);
    if (!guest || !(p->flags & ALTERABLE) || !p->pile || !p->pile->n) return false;
    Slot drawn = pile_draw(e, p->pile, to_guest(guest, who));
    *ret = (Slot){drawn.card, drawn.known == PUBLIC ? (SeatSet)PUBLIC : to_host(guest, drawn.known) | who};
    return true;
}

/* ----------------------------------------------------------------- reseal */

/* The cards of one pool that viewer does not know, sorted: the order they lay in is forgotten, so what is dealt from
 * them cannot depend on it. */
enum { HIDDEN_CARDS = 2048, POOL_FACES = 2048 };
typedef struct Hidden {
    int  n;
    Card card[HIDDEN_CARDS];
} Hidden;

/* An empty place is no card; that it is empty is for all to see. */
static bool hidden_card(const Slot *s, Seat viewer) { return s->card != NO_CARD && !knows(s->known, viewer); }

static int undecided(const Pile *p) { return p->open ? 0 : p->n - p->fixed; }

/* Cards of one pool are of one deck: else a token could turn into a card. */
static void collect(const Pieces *list, int pool, Seat viewer, Hidden *h)
{
    uint16_t    of_face[POOL_FACES];
    const Deck *deck = NULL;
    h->n = 0;
    for (int i = 0; i < list->n; i++) {
        const Piece *p = &list->piece[i];
        if (p->pool != pool || p->die) continue;
        if (!deck) {
            deck = p->deck;
            assert(deck->faces <= POOL_FACES);
            memset(of_face, 0, sizeof *of_face * (size_t)deck->faces);
        }
        assert(p->deck == deck);
        for (int k = 0; p->slot && k < p->n; k++)
            if (hidden_card(&p->slot[k], viewer)) of_face[p->slot[k].card]++, h->n++;
        if (!p->pile || p->pile->open) continue;
        const Card *card = pile_cards(p->pile);
        int         loose = undecided(p->pile);
        for (int k = 0; k < loose; k++) of_face[card[k]]++;
        h->n += loose;
        for (int k = 0; k < p->pile->fixed; k++)
            if (!knows(p->pile->known[k], viewer)) of_face[card[loose + k]]++, h->n++;
    }
    assert(h->n <= HIDDEN_CARDS);
    for (int c = 0, n = 0; n < h->n; c++)
        for (int copies = of_face[c]; copies; copies--) h->card[n++] = (Card)c;
}

/* One of the hidden cards, any as likely as another. */
static Card deal_hidden(Hidden *h, Rng *r)
{
    assert(h->n);
    uint32_t i = h->n > 1 ? tap_rng_below(r, (uint32_t)h->n) : 0;
    Card     c = h->card[i];
    h->card[i] = h->card[--h->n];
    return c;
}

static void deal_anew(const Pieces *list, int pool, Seat viewer, Hidden *h, Rng *r)
{
    int loose_piles = 0;
    for (int i = 0; i < list->n; i++) {
        const Piece *p = &list->piece[i];
        if (p->pool != pool) continue;
        for (int k = 0; p->slot && k < p->n; k++)
            if (hidden_card(&p->slot[k], viewer)) p->slot[k].card = deal_hidden(h, r);
        if (!p->pile || p->pile->open) continue;
        int loose = undecided(p->pile);
        loose_piles += loose > 0;
        for (int k = 0; k < p->pile->fixed; k++)
            if (!knows(p->pile->known[k], viewer)) pile_cards(p->pile)[loose + k] = deal_hidden(h, r);
    }
    /* What is left fills the undecided parts; where there is one such pile its order is of no account. */
    for (int i = 0; i < list->n; i++) {
        const Piece *p = &list->piece[i];
        if (p->pool != pool || !p->pile) continue;
        int loose = undecided(p->pile);
        if (loose_piles == 1 && loose) {
            assert(h->n == loose);
            memcpy(pile_cards(p->pile), h->card, (size_t)loose * sizeof(Card));
            h->n = 0;
        } else
            for (int k = 0; k < loose; k++) pile_cards(p->pile)[k] = deal_hidden(h, r);
    }
    assert(!h->n);
}

static void reseal_table(const Setup *setup, State *st, int level, Seat viewer, Rng *r)
{
    const Game *game = game_of(setup, st, level);
    Table *t = table_of(st, level);
    Pieces list;
    pieces_list(setup, game, t, &list);
    uint64_t pools = 0;
    for (int i = 0; i < list.n; i++) {
        const Piece *p = &list.piece[i];
        assert(p->pool < MAX_POOLS);
        if (p->slot || p->pile) pools |= 1ull << p->pool;
        for (int k = 0; p->die && k < p->n; k++)
            if (p->die[k].face && !knows(p->die[k].known, viewer))
                p->die[k].face = (uint16_t)(1 + p->deck->card[tap_rng_below(r, (uint32_t)p->deck->cards)]);
    }
    for (; pools; pools &= pools - 1) {
        int pool = __builtin_ctzll(pools);
        Hidden h;
        collect(&list, pool, viewer, &h);
        if (h.n) deal_anew(&list, pool, viewer, &h, r);
    }
    if (game->resealed) game->resealed(setup, t);
}

/* Answers under seal are secrets too; they are given anew from the list as it now is. Of a hushed question even who has
 * answered is one: there all others are still to answer. */
static void reseal_answers(const Setup *setup, State *st, Seat viewer, Rng *r)
{
    const Question *q = &game_of(setup, st, st->asking)->questions[st->question];
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

void tap_reseal(const TapSetup *setup, TapState *s, TapSeat viewer, TapRng *r, bool fast)
{
    State *st = state_of(s);
    /* A copy that kept the generator would foretell every draw. */
    if (fast) tap_rng_fast(&st->chance.rng, tap_rng_long(r));
    else {
        uint8_t seed[64];
        for (int i = 0; i < 64; i += 4) {
            uint32_t w = tap_rng_word(r);
            memcpy(seed + i, &w, 4);
        }
        tap_rng_key(&st->chance.rng, seed);
    }
    st->chance.unrigged = 1;
    for (int level = 0; level < st->levels; level++)
        reseal_table(setup, st, level, viewer == NOBODY ? NOBODY : seat_inward(st, level, viewer), r);
    if (st->asked) reseal_answers(setup, st, viewer == NOBODY ? NOBODY : seat_inward(st, st->asking, viewer), r);
}
