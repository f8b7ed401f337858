/*
 * Hands from a deck: dealt face down, exchanged in part, shown in the end.
 *
 * A game keeps its own struct for a seat and says once where things lie in it; HANDS does so for the usual names.
 */
#ifndef WAGER_HANDS_H
#define WAGER_HANDS_H

#include "wager/wager.h"

typedef struct Hands Hands;
struct Hands {
    uint16_t deck, seat, seat_size;          /* in the game's state: the Pile, the first seat; of each seat */
    uint8_t  cards, hand, discards, discard; /* in a seat: how many, and their Slots */
    uint8_t  from, to, away;                 /* zones of deck, hand and discards */
    void (*gather)(const Hands *, Table *);  /* lays into the empty deck what a new one is made of */
};

/* For a state with deck and seat[] of Holder, which has cards, hand[], discards and discard[]. Another .gather may
 * follow. */
#define HANDS(State, Holder) \
    .deck = offsetof(State, deck), .seat = offsetof(State, seat), .seat_size = sizeof(Holder), \
    .cards = offsetof(Holder, cards), .hand = offsetof(Holder, hand), \
    .discards = offsetof(Holder, discards), .discard = offsetof(Holder, discard), \
    .from = Z_DECK, .to = Z_HAND, .away = Z_DISCARD, .gather = hands_gather

/* For the tables of a game in which up to two cards are exchanged. */
#define EXCHANGE_VERB \
    {.word = "exchange", .label = "Exchange up to two cards", .some = "Exchange {items}", .none = "Keep all cards"}
#define EXCHANGE_QUESTION(choices_)                                                                                    \
    {                                                                                                                  \
        .prompt = "Exchange which cards?", .help = "None, one or two.", .who = who_turn, .choices = (choices_),        \
        .secret = true                                                                                                 \
    }

/* Everybody still in gets cards up to n. */
void hands_deal(const Hands *, Table *, int n, Env *);
/* Discards the chosen cards face down and draws as many, before the next player acts. There is always enough to draw:
 * just now as many were laid away. */
void hands_exchange(const Hands *, Table *, Seat, uint32_t chosen, Env *);
/* CARDS-09: a card from the deck, which is made anew if it is empty. There must be something to make it of. */
Slot hands_draw(const Hands *, Table *, SeatSet known, Env *);
/* CARDS-A3: the discards, and the hands of those who folded. */
void hands_gather(const Hands *, Table *);
/* Showdown: the hands of those still in. */
void hands_show(const Hands *, Table *, Env *);

/* The hand of a seat: a host may alter it, a folded one is turned down (BET-12). */
Piece *piece_hand(const Hands *, Table *, Seat, Pieces *);
/* What it laid away, if anything. */
void piece_discards(const Hands *, Table *, Seat, Pieces *);

/* Parts of the above, for cards that lie elsewhere: returns n cards, last first, and blanks their places; */
void give_back(Pile *, Slot *, uint8_t *n);
/* forgets the deck's order and says so; */
void reshuffle(Pile *deck, Env *);
/* turns n cards of a deck up, in a zone. */
void show_cards(Slot *, int n, int deck, Seat, int zone, Env *);

#endif
