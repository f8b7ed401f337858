/* Small games that each prove one contract of the kernel. They are never registered. */
#ifndef TEST_GAMES_H
#define TEST_GAMES_H

#include "decks/tavern.h"
#include "table/table.h"

/* Counters to counters; the reckless one forgets to ask whether the stack has room. */
extern const Game counterspells, reckless_counterspells;
/* A sealed draft: a card passed on stays known to the one who passed it. */
extern const Game pass_left;
/* Peeks at the deck, a card its owner may not look at, a card all but its owner see, a grid with empty cells. */
extern const Game whispers;
/* Open talks that any seat may go on with, and an hourglass that ends them. */
extern const Game haggling;
/* A response window in which only some could respond, and nobody learns who. */
extern const Game ambush;
/* A subset of ten cards; twelve tokens given to four seats. */
extern const Game allotment;
/* Plays King's Council or Threes with cheating in place of betting; a seat may sit out. */
extern const Game crooked_inn;
/* Hosts the crooked inn: three tables deep. */
extern const Game long_night;
/* For an evening: no pot, few seats, a loan in mid-game. */
extern const Game wishing_well;
/* Cards of words, dice with pictures, sentences, a scale, offers: what a View can say besides pieces. */
extern const Game market_day;

/* The smallest game there can be: the start of every new one. */
extern const Game nullgame;
/* Windows that tell nobody who answered, three hundred text cards, dice with pictures, a value derived from hidden
 * cards; and the same without the hook that works it out anew. */
extern const Game parlour, stale_parlour;
/* Splits and counts as answers, silence and a clock in open talk, a stash behind a screen, a bank. */
extern const Game bargain;
/* Betting in steps, a hand thrown in, hands whose worth depends on each other. */
extern const Game stakes;

/* A turn of several clicks with one window in it. */
extern const Game common_room;
/* Sides of unequal size with one purse, where money is not the result; and the same without any money. */
extern const Game tug_of_war, tug_without_money;
/* Sides of two with open hands: sealed discards, and a question that whoever speaks first answers for both. */
extern const Game partners;
enum { PARTNERS_SEND = 2 };
enum { TUG_PULL = 1, TUG_BOAST, TUG_GIVE_MANY, TUG_GIVE_ONE };
/* Splits and counts in which a search must find its way, with proposals and without. */
extern const Game stalls;
enum { STALLS_STAY = 1, STALLS_GO, STALLS_LAY, STALLS_ORDER };
int stalls_worth(const Table *, const Move *);
/* Open talk with silence and a clock with grains; a bargain of all; a window in which a rank counts. */
extern const Game toll;
enum {
    TOLL_WAIT = 1,
    TOLL_GRAB,
    TOLL_SAVE,
    TOLL_FETCH,
    TOLL_GRAIN,
    TOLL_TAKE,
    TOLL_DARE,
    TOLL_DECLINE,
    TOLL_CALL_OUT,
    TOLL_REPEAT
};
/* Longer than its horizon, and nearly all of its answers are forced; and the same without a horizon. */
extern const Game long_road, whole_road;
enum { ROAD_REST = 1, ROAD_WALK, ROAD_NOD, ROAD_ROUNDS = 80, ROAD_HORIZON = 10 };

/* All of them that may be played at random to their end; NULL ends the list. */
extern const Game *const test_games[];

/* Bytes a host keeps for its guest; invite() asserts that they suffice. */
enum { GUEST_ROOM = 1664, INN_ROOM = 2560 };

/* A pile of `n` different cards. */
#define fill_with_different_cards(pile, n) (pile_begin(pile, TAVERN), add_different_cards(&(pile), (n)))
static inline void add_different_cards(Pile *p, int n)
{
    assert(n <= TAVERN_FACES);
    while (p->n < n) pile_return(p, p->n);
}

/* What a test needs to look at inside. */
int counterspells_deepest(const Table *);

#endif
