/* Draws any View, question and event as text. Knows no game. */
#ifndef CLI_PAINT_H
#define CLI_PAINT_H

#include <taproom/taproom.h>

#include "cli/asked.h"
#include "cli/company.h"
#include "cli/screen.h"

enum { PIECE_BYTES = 160 };

/* A card in one piece: "[W wolf ///]", or in plain mode "Warrior of wolf, red". */
void card_text(const Screen *, const TapDeck *, int face, char *ret, size_t size);

/* How a seat is called: "You", its name, or its number. */
const char *paint_seat_name(const Company *, TapSeat);

/* The table as the viewer sees it: table, the others, then his own. `below` lines follow; where all of it does not fit
 * one screen, the title and the sums (the pot) stand next to his own, so that they are not what scrolls away. */
void paint_table(const Screen *, const Company *, const TapView *, int below);

/* What stands with a question besides its choices. */
typedef struct Offer {
    const char *idle;   /* what Enter alone would answer, in words; NULL if it answers nothing */
    bool        hints;
    bool        orders; /* whether to mention standing orders */
    bool        house;  /* at a table of a house: one can talk there, and nothing need be saved */
    bool        holds;  /* the window can be held open */
    int         seconds; /* at a table of a house: so many are left to answer; -1: no clock runs */
} Offer;

/* The question, what all may know of its window or hourglass, and its numbered choices. */
void paint_question(const Screen *, const Company *, const Asked *, const Offer *);

/* The number a person types for choice i. If all choices differ in nothing but a number ("keep every 3"), it is that
 * number: to type 3 and get something else would be a trap. */
int choice_number(const TapView *, int i);

/* Tells events from `from` on in sentences, those of a kind in one, and pauses after what others did. */
void paint_events(const Screen *, const Company *, const TapLog *, int from);

/* The same up to an event. */
void paint_events_to(const Screen *, const Company *, const TapLog *, int from, int end);

/* How the hand ended: pots and who took them, each seat's points and why, best first; the reasons are left out where
 * all of it would be more than `room` lines (never in plain mode). Nothing if nothing was shown or won. */
void paint_showdown(const Screen *, const Company *, const TapView *, int room);

/* Who won what. */
void paint_result(const Screen *, const Company *, const TapView *);

#endif
