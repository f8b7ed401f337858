/* A Drink that is open: what it does, as its cards and what was done to it make it (cup.c). Part of inn.h. */
#ifndef INN_DOSE_H
#define INN_DOSE_H

typedef struct Dose {
    int ac, fort;
} Dose;
/* What the Drink does to somebody who is this; for the score of a contest halves count as wholes. */
Dose cup_dose(const Setup *, const Inn *, const Cup *, int folk, bool score);
void cup_change(Cup *, int change);
/* CN-30: somebody pays n Gold to who drinks it; what he would pay, 0: nothing; and he does not any more. */
void cup_bet(Cup *, Seat, int n);
int cup_bet_of(const Cup *, Seat);
/* The same of one of his side, by whom it may be ignored for that one. */
bool cup_bet_by(const Inn *, const Cup *, Seat);
void cup_unbet(const Inn *, Cup *, Seat);
/* It is half of what it was, and so are the tokens that it gives (SPL-3); the other half is gone (SPL-4). */
void cup_halve(Cup *, bool gone);
bool cup_splits(const Setup *, const Inn *, const Cup *);
/* The card that was poured first. */
const InnCard *cup_base(const Setup *, const Inn *, const Cup *);
/* Whether it would give who drinks it Fortitude. */
bool cup_heals(const Setup *, const Inn *, const Cup *);
/* DRK-8: how many of the cards to discard, or to draw, are so by a card that makes one discard and then draw, which is
 * one thing. */
int cup_exchange(const Setup *, const Inn *, const Cup *, InnDoes);
/* So much of another effect: cards to draw, coins to pay; of INN_GAIN and INN_LOSE, Gold. */
int cup_rider(const Setup *, const Inn *, const Cup *, InnDoes);
/* An effect of its cards on who drinks it, the nth of all that are meant by that; NULL: there are no more. */
const InnEffect *cup_rider_at(const Setup *, const Inn *, const Cup *, InnDoes, int nth);
/* CN-5: of a Drink that cannot be ignored by who should drink it, how much Alcohol less it has instead; else 0. */
int cup_ignored_as(const Setup *, const Inn *, const Cup *);

#endif
