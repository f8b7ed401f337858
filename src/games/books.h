/*
 * Books of Swords & Dragons: what a hand is worth. Knows no table.
 *
 * A hand is what a player holds and the Common card, 1 to 54 cards in all (SWORD-Q28). Cards are faces of the game's
 * deck: suit * 13 + rank, then the Dragons.
 */
#ifndef GAMES_BOOKS_H
#define GAMES_BOOKS_H

#include <taproom/score.h>

enum { SWORDS, EAGLES, SKULLS, SCEPTRES, COINS, CHALICE, SHIELDS, TALISMANS, BOOK_SUITS };
enum { TWO, TEN = 8, KNIGHT, QUEEN, KING, ACE, BOOK_RANKS };
enum { BOOK_DRAGON = BOOK_SUITS * BOOK_RANKS, BOOK_DRAGONS = 4, BOOK_FACES = BOOK_DRAGON + BOOK_DRAGONS };
enum { BOOK_CARDS = 54 }; /* the most that book_tell takes; at a table a hand may be longer, and book_of takes it */

/* SWORD-R28, SWORD-Q2: the kinds, from low to high among Books of one tier and length. */
typedef enum BookKind {
    HIGH_CARD = 1,
    PAIR,
    TWO_PAIR,
    THREE_PAIR,
    TRIP,
    TWO_TRIP,
    QUAD,
    BLAZE,
    STRAIGHT,
    FLUSH,
    FULL_LARDER,
    OF_A_KIND,
    STRAIGHT_FLUSH,
    ROYAL_FLUSH,
    FOUR_WYRMS,
    DOUBLE_LANCERS,
    BOOK_KINDS,
} BookKind;

/* What a table may agree on. The usual game has the first two. */
typedef struct BookRules {
    bool blaze, wyrms_with_common;
    bool double_lancers, full_larder, cold_logic, copper_wild, truce_table, wyrm_fear, named_ace;
} BookRules;
extern const BookRules usual_books;

/* Compared by book, then by hand: more is better, the same is a tie. */
typedef struct Book {
    uint32_t book; /* from the top, in 31 bits: tier 2 (SWORD-Q1), length 6 (of the middle tier), kind 5, Swords 5,
                    * ranks 12 (of a Blaze how many Kings, how many Queens), Ace of Swords 1 (named_ace) */
    uint64_t hand; /* SWORD-Q10: how many cards of each rank, Aces on top: 5 bits each, the Twos 4 */
} Book;

/* The best Book of n cards and the Common, which may be TAP_NO_CARD. */
Book     book_of(const TapCard *card, int n, TapCard common, const BookRules *);
int      book_compare(Book, Book); /* 1, 0, -1 */
BookKind book_kind(Book);
int      book_length(Book); /* how many cards it has */
/* As a score's rank and ties; points are left alone. */
void book_score(Book, TapScore *);

/* By what one Book beats another. */
typedef enum BookStep {
    STEP_NONE, /* a tie */
    STEP_KIND,
    STEP_LENGTH,
    STEP_SWORDS,
    STEP_RANK,
    STEP_ACE,  /* of Swords, with named_ace */
    STEP_HAND, /* the high cards of the Hand */
    STEP_LONGER_HAND,
} BookStep;
BookStep book_step(Book, Book);
/* "by more Swords"; to go after "wins". "no step: they are equal" for STEP_NONE. */
const char *book_step_text(BookStep);

/* The Book in cards: the order is that of reading, groups and runs from the top. */
typedef struct BookTold {
    char     name[80]; /* SWORD-R38: "Pent of threes, 1 Sword" */
    int      used;
    TapCard  card[BOOK_CARDS];       /* what lies there, */
    TapCard  stands_for[BOOK_CARDS]; /* and what it counts as: another for wild ones, but for Four Wyrms */
    uint64_t in_book;                /* bit i: card i of those given is in the Book; bit n: the Common is */
} BookTold;
void book_tell(const TapCard *card, int n, TapCard common, const BookRules *, BookTold *ret);

#endif
