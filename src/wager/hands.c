#include "wager/hands.h"

/* One seat's share of the table. */
typedef struct Held {
    uint8_t *cards, *discards;
    Slot    *hand, *discard;
} Held;

static Held held(const Hands *h, Table *t, Seat s)
{
    uint8_t *seat = (uint8_t *)t + h->seat + (size_t)h->seat_size * s;
    return (Held){seat + h->cards, seat + h->discards, (Slot *)(void *)(seat + h->hand),
                  (Slot *)(void *)(seat + h->discard)};
}

static Pile *deck_of(const Hands *h, Table *t) { return (Pile *)(void *)((uint8_t *)t + h->deck); }

void give_back(Pile *deck, Slot *slot, uint8_t *n)
{
    while (*n) pile_return(deck, slot[--*n].card), slot[*n] = (Slot){0, 0};
}

void reshuffle(Pile *deck, Env *e)
{
    chance_shuffle(e, deck);
    tell(e, TAP_SAID, "The discards are shuffled into a new deck.");
}

void hands_gather(const Hands *h, Table *t)
{
    for (Seat s = 0; s < t->seats; s++) {
        Held of = held(h, t, s);
        give_back(deck_of(h, t), of.discard, of.discards);
        if (!has(still_in(t), s)) give_back(deck_of(h, t), of.hand, of.cards);
    }
}

/* Apart from drawing, for it is rare and drawing is not. */
static void make_anew(const Hands *h, Table *t, Env *e)
{
    h->gather(h, t);
    reshuffle(deck_of(h, t), e);
}

Slot hands_draw(const Hands *h, Table *t, SeatSet known, Env *e)
{
    Pile *deck = deck_of(h, t);
    if (__builtin_expect(!deck->n, 0)) make_anew(h, t, e);
    return pile_draw(e, deck, known);
}

void hands_deal(const Hands *h, Table *t, int n, Env *e)
{
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(still_in(t), s)) continue;
        Held of = held(h, t, s);
        while (*of.cards < n) {
            Slot card = hands_draw(h, t, only(s), e);
            of.hand[(*of.cards)++] = card;
        }
    }
    tell(e, TAP_MOVED, "Everybody in is dealt {n} cards.", .n = n, .from = h->from, .to = h->to);
}

void hands_exchange(const Hands *h, Table *t, Seat s, uint32_t chosen, Env *e)
{
    Held of = held(h, t, s);
    for (uint32_t left = chosen; left; left &= left - 1)
        of.discard[(*of.discards)++] =
            hand_replace_unseen(of.hand, *of.cards, __builtin_ctz(left), (Slot){0, 0}, only(s));
    for (uint32_t left = chosen; left; left &= left - 1) {
        Slot *place = &of.hand[__builtin_ctz(left)];
        *place = hands_draw(h, t, only(s), e);
        tell(e, TAP_MOVED, "{who} draws the {card}.", .who = s, .card = place->card, .deck = deck_of(h, t)->deck,
             .seen_by = only(s), .unseen = "{who} draws a card.", .from = h->from, .to = h->to, .to_owner = s);
    }
    if (!chosen) tell(e, TAP_SAID, "{who} keeps all cards.", .who = s);
}

void show_cards(Slot *slot, int n, int deck, Seat s, int zone, Env *e)
{
    for (int i = 0; i < n; i++) {
        slot[i].known = PUBLIC;
        tell(e, TAP_SHOWN, "{who} shows the {card}.", .who = s, .card = slot[i].card, .deck = (uint8_t)deck,
             .to = (uint8_t)zone, .to_owner = s);
    }
}

void hands_show(const Hands *h, Table *t, Env *e)
{
    for (Seat s = 0; s < t->seats; s++)
        if (has(still_in(t), s)) show_cards(held(h, t, s).hand, *held(h, t, s).cards, deck_of(h, t)->deck, s, h->to, e);
}

Piece *piece_hand(const Hands *h, Table *t, Seat s, Pieces *p)
{
    Piece *hand = piece_cards(p, "hand", h->to, s, FAN, deck_of(h, t)->deck, held(h, t, s).hand, *held(h, t, s).cards);
    hand->flags = has(still_in(t), s) ? ALTERABLE : TURNED_DOWN;
    return hand;
}

void piece_discards(const Hands *h, Table *t, Seat s, Pieces *p)
{
    Held of = held(h, t, s);
    if (*of.discards) piece_cards(p, "discards", h->away, s, STACK, deck_of(h, t)->deck, of.discard, *of.discards);
}
