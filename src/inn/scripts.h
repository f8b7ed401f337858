/* The scripts of the inn, and what each of them remembers while it waits. */
#ifndef INN_SCRIPTS_H
#define INN_SCRIPTS_H

#include "table/table.h"

enum {
    S_GAME, S_TURN, S_CARD, S_WINDOW, S_PAY, S_EFFECTS, S_DISCARDS, S_REFILL, S_ORDER_ONE, S_DRINKS, S_CONTEST, S_EVENT,
    S_ROUND, S_LOSS, S_POINT, S_GUESTS, S_PROGRESS, S_AUCTION, S_SECRET_BID, S_BLOOD, S_NAME_GAME,
    S_GUEST, S_GUEST_ANTE, S_CIRCUIT, S_GUEST_SETTLE, S_KEEP_SERIES, S_BENEFIT, S_CHAMPIONS, S_TRIGGERS, S_TRIGGER,
    S_FETCH, S_ENTER, S_HAND_ON, S_ATTACH, S_PASS_ON, S_TO_WHOM, S_FALLS, S_WAGE, S_IN_HAND, S_SELL, S_BESIDE,
    S_LAY_DOWN, SCRIPTS_END
};
/* Offers what is open at `at` to be answered on these events (INN_ON bits), again and again until all pass; Anytime
 * cards may always be played, and those for a round while one runs. */
SCRIPT_FRAME(inn_window, { uint8_t at; Seat from; uint16_t mask; SeatSet asked; });
/* Plays the card at a place of a hand in a way, of the own one or of that of seat `of` - 1; returns true if it was not
 * negated. `owner`: of whose character it is. */
SCRIPT_FRAME(inn_play, { Seat actor; uint8_t slot, way, below, at, merged, of; Seat owner; });
/* All payers pay so much; to NOBODY is the Inn, and an ante goes into the pot. Returns how much of their own it was. */
SCRIPT_FRAME(inn_pay, { SeatSet payers; Seat actor, to, turn; uint8_t amount, cause, at, paid, due, own, zero; });
/* What the way of an open card does. */
SCRIPT_FRAME(inn_carry_out, { uint8_t at, way, i, n, kept; });
/* They discard n cards each: down to n in hand, if `down` is set; up to n for one of a stat each, if that is set, or
 * for one Fortitude less by what is open at `off` - 1; as many as they like, and they draw, if `redraw` is set. */
SCRIPT_FRAME(inn_discards, { SeatSet who, todo; Seat turn; uint8_t n, down, stat, off, redraw; });
SCRIPT_FRAME0(inn_refill);
/* One of them orders a Drink, after their side has looked at the next `seen` of them, if that is not 0; or hands on, or
 * keeps, the one that lies in place `own` of the own pile, from 1 at the top, if that is not 0. Returns 1 + for whom;
 * 0: for nobody. */
SCRIPT_FRAME(inn_order_one, { SeatSet of; Seat orderer; uint8_t seen, own, to; });
/* Who stands for each of the sides with these heads: asked in turn order, but for the one who is it by himself, or
 * NOBODY. Returns them as a set. */
SCRIPT_FRAME(inn_champions, { SeatSet heads, chosen, todo; Seat own, turn; });
typedef enum DrinkFrom {
    FROM_PILE,
    FROM_DECK,
    FROM_DECK_FOR_ALL,
    FROM_DECK_IN_CONTEST,
    FROM_DECK_DARED,
    FROM_A_BOTTLE /* shots, which are no cards */
} DrinkFrom;
/* `maker`: who turned it over for all, then whose bet is paid. `strength`: of a shot its Alcohol; of a dare 1, if who
 * turned it over drinks the stronger one; of a toast how much less the Drink of who made it has. */
SCRIPT_FRAME(inn_drinks, {
    SeatSet who, todo;
    Seat turn, maker;
    uint8_t from, by_event, at, first, cards, links, tries, i, pours, riders, strength, zero;
});
SCRIPT_FRAME(inn_contest, { SeatSet all, in; uint8_t prize; Seat winner; uint8_t laps, zero; });
/* `from`: 0 of the Drinks, else 1 + Way; `again`: the card lies there already, and happens once more. */
SCRIPT_FRAME(inn_event, { Card card; SeatSet todo; Seat revealer, turn; uint8_t at, way, coin, from, again, zero; });
/* At the end of a turn (EVT-2, EVT-5). */
SCRIPT_FRAME(inn_progress, { Card card; uint8_t way, zero; });
/* Bids in turn until nobody bids more, of which the highest is lost; or all at once and unseen, all of which are lost.
 * Who bid most is `takers`, of equal ones the first from the seat. */
SCRIPT_FRAME(inn_auction, { SeatSet who, passed; Seat from, turn, best; uint8_t stat; });
SCRIPT_FRAME(inn_secret_bid, { SeatSet who; Seat from; uint8_t stat; });
/* CN-8: who antes says how much of it is Fortitude. */
SCRIPT_FRAME(inn_blood, { SeatSet todo; Seat turn; uint8_t at; });
SCRIPT_FRAME(inn_name_game, { Seat who; uint8_t zero; });
SCRIPT_FRAME0(inn_guest);
SCRIPT_FRAME0(inn_guest_ante);
SCRIPT_FRAME(inn_circuit, { SeatSet todo; Seat turn; uint8_t at, looks, zero; });
SCRIPT_FRAME(inn_guest_settle, { SeatSet won; });
SCRIPT_FRAME0(inn_keep_series);
SCRIPT_FRAME(inn_benefit, { Seat who; uint8_t looks, taken, zero; });
SCRIPT_FRAME(inn_guests, { SeatSet todo; Seat turn; uint8_t zero; });
SCRIPT_FRAME(inn_round, { Seat starter, turn; uint8_t ante, at; int16_t taken; SeatSet lost, shares; Card prize; });
/* `hold`: in a contest, whose end what they leave waits for. */
SCRIPT_FRAME(inn_loss, { SeatSet asked; uint8_t at, hold; });
/* What lies in play happens, if it is its moment (an InnEvent of INN_IN_PLAY), in turn order of who owns it: of the
 * side whose turn it is, or, in the midst of something else, of those it befell. `strength`: of the Drink; `mine`: it
 * was an Action of theirs. */
SCRIPT_FRAME(inn_triggers, {
    SeatSet todo, bearers, of;
    uint16_t card; /* of the row: its number in it (Patron.row_no), for its place may change */
    Seat owner, bearer;
    uint8_t moment, thing, way, strength, mine, zero;
});
/* One way of it: what it does to who has it, or asks its owner whether and to whom. `place`: 1 + where it lies in the
 * row of the bearer, 0 if it does not; returned is where it lies then, or PLACE_GONE. */
SCRIPT_FRAME(inn_trigger, { Card card; SeatSet targets; Seat owner, bearer; uint8_t way, at, place, zero; });
/* Cards of a side deck, or of the own deck the first of the types, come into the row. */
SCRIPT_FRAME(inn_fetch, { Slot card; uint16_t types; Seat who; uint8_t side, n, zero[3]; });
/* A card of the owner comes into the row of somebody, and what it does then; if there is no room it is laid away. */
SCRIPT_FRAME(inn_enter, { Slot card; Seat who, owner; uint8_t way, zero; });
/* Who has a token of the owner may give it to another for n cards; returns true if so. */
SCRIPT_FRAME(inn_hand_on, { Seat who, owner; uint8_t token, n; });
/* The top card of a side deck of the owner, into the row of each of them. */
SCRIPT_FRAME(inn_attach, { SeatSet to, todo; Slot card; Seat owner, turn; uint8_t side, zero; });
/* Who has a card of the owner in his row may hand it on for n cards; returns true if so. */
SCRIPT_FRAME(inn_pass_on, { Card card; Seat who, owner; uint8_t n, zero; });
/* Somebody may hand something on to one of these, for n cards of his; returns 1 + to whom, 0: to nobody. */
SCRIPT_FRAME(inn_to_whom, { SeatSet to; Seat who; uint8_t n; });
/* All bodies without Fortitude fall: each is laid away, and what it does then happens. */
SCRIPT_FRAME(inn_falls, { Card card; Seat who; uint8_t way; });
/* Whose card happens at `at` may pay the Inn n for it, or it is laid away; returns true if he paid. */
SCRIPT_FRAME(inn_wage, { uint8_t at, n, paid, zero; });
/* An effect about hands, of an open card (is_about_hands). */
SCRIPT_FRAME(inn_in_hand, { SeatSet todo; Seat turn, by; uint8_t at, way, i, n; });
/* Of the cards of a side deck in his row somebody keeps one; each other one is sold for n Gold or laid away. */
SCRIPT_FRAME(inn_sell, { Card card; Seat who, buyer; uint8_t side, n; });
/* n cards of side decks of his choice come into somebody's hand; with no n as many as he buys and has room for. */
SCRIPT_FRAME(inn_beside, { Seat who; uint8_t n, buys, zero; });
Script inn_beside;
/* Of n Gold of his own that somebody pays in the payment open at `at` he says which cards they are. `left`: coins that
 * he still has; `coins`: those that he has chosen. */
SCRIPT_FRAME(inn_lay_down, { Seat who; uint8_t at, n, left, coins, zero; });
Script inn_lay_down;
Script inn_attach, inn_pass_on, inn_to_whom, inn_falls, inn_wage, inn_in_hand, inn_sell;
Script inn_triggers, inn_trigger, inn_fetch, inn_enter, inn_hand_on;
Script inn_window, inn_play, inn_pay, inn_carry_out, inn_discards, inn_refill, inn_order_one, inn_drinks, inn_contest,
    inn_event, inn_round, inn_loss, inn_point, inn_turn, inn_game, inn_guests, inn_progress, inn_auction,
    inn_secret_bid, inn_blood, inn_name_game, inn_guest, inn_guest_ante, inn_circuit, inn_guest_settle,
    inn_keep_series, inn_benefit, inn_champions;

#endif
