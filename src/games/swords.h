/* Swords & Dragons at the table: its state, and what lies in the hands. The order of play is in swords-and-dragons.c,
 * what a hand is worth in books.h. */
#ifndef GAMES_SWORDS_H
#define GAMES_SWORDS_H

#include "decks/swords_table.h"
#include "games/books.h"
#include "wager/wager.h"

enum {
    DEALT = 7,
    TROVE = 4,
    LATELY = 8,     /* requests that a View tells of */
    ASKS_MOST = 20, /* requests of one Round (docs/rulings.md) */
    SHOWN = TAP_ITEMS, /* cards of a hand that lie in its first zone */
    NAMED = 4,         /* ranks that have sobriquets, */
    FIRST_NAMED = KNIGHT, /* from here on */
};

/* What is asked for: of a rank, of a suit, a card by rank and suit or by its sobriquet, a Dragon. */
typedef enum Kind { NO_REQUEST, OF_RANK, OF_SUIT, THIS_CARD, BY_NAME, A_DRAGON } Kind;
typedef struct Request {
    uint8_t kind;
    uint8_t what; /* the rank, the suit, or the card */
} Request;

typedef enum Outcome { UNANSWERED, GIVEN, DRAWN, IN_VAIN } Outcome;
typedef struct Asked { /* all of it is public */
    Seat    who, other;
    Request request;
    uint8_t outcome;
} Asked;

typedef struct Player {
    uint8_t cards, trove; /* the trove lies first; she whose Round it is has taken it up (SWORD-Q17) */
    bool    robbed;       /* somebody has taken a card since her last Round: */
    uint8_t taker[(BOOK_FACES + 1) / 2]; /* who took which, half bytes, 1 + seat (SWORD-R25) */
} Player;

typedef struct Swords {
    Wagering base;
    Seat     active, asked; /* whose Round it is; whom she asks */
    Request  request;
    uint8_t  asks, told; /* requests of this Round; of the list below */
    Asked    lately[LATELY];
    PILE(talon, BOOK_FACES);
    PILE(commons, BOOK_FACES);
    Slot   held[BOOK_FACES]; /* the hands one behind another, by seat: so none has a limit */
    Player seat[MAX_SEATS];
} Swords;

static inline Swords *swords_of(Table *t) { return (Swords *)t; }
static inline const Swords *swords_at(const Table *t) { return (const Swords *)t; }

enum {
    OPT_RAISE_LIMIT = WAGER_OPTIONS_END, OPT_CAP, OPT_BLAZE, OPT_WYRMS, OPT_FOLD_UNDER, OPT_SHORT, OPT_REFUND,
    OPT_LANCERS, OPT_LARDER, OPT_LOGIC, OPT_COPPER, OPT_TRUCE, OPT_FEAR, OPT_NAMED_ACE, OPTIONS_END
};
enum { Z_TALON = 1, Z_COMMONS, Z_TROVE, Z_HAND, Z_MORE, Z_ASKED, Z_BOOK };

extern const Content swords_and_dragons_content; /* made from data/swords-and-dragons.table */

/* ------------------------------------------------------ cards (swords-hands.c) */

static inline bool is_dragon(Card c) { return c >= BOOK_DRAGON; }
static inline int rank_of(Card c) { return c % BOOK_RANKS; }
static inline int suit_of(Card c) { return c / BOOK_RANKS; }
static inline Card named_card(int i) { return (Card)(i / NAMED * BOOK_RANKS + FIRST_NAMED + i % NAMED); }

/* Another deal, or the first: all cards are in the talon. */
void clear_table(const Setup *, Table *);
Slot *hand(Swords *, Seat);
const Slot *hand_of(const Swords *, Seat);
static inline int open_cards(const Swords *g, Seat s) { return g->seat[s].cards - g->seat[s].trove; }
static inline Card common_of(const Swords *g) { return g->commons.n ? pile_top(&g->commons) : (Card)NO_CARD; }

void deal_hands(Table *, Swords *, Env *);
void put_card(Swords *, Seat, Slot);
/* Those who do not see which card goes lose track of the whole hand. */
Slot take_card(Swords *, Seat, int i, SeatSet saw);
/* Onto the Commons; the sentence tells it. */
void lay_away(Swords *, Seat, int i, const char *told, Env *);
/* From the talon, if there is anything. */
void draw(Swords *, Seat, Env *);
/* Bit k is card k of the hand. */
void set_trove(Swords *, Seat, uint64_t chosen);

/* SWORD-R25, SWORD-Q27: who took this card from her since her last Round; NOBODY. */
Seat taker_of(const Swords *, Seat, Card);
void remember_taker(Swords *, Seat, Card, Seat taker);
void forget_takers(Swords *, Seat);
/* Game.resealed. */
void forget_hidden(const Setup *, Table *, Seat viewer);

/* The card is what is asked for; it gives the right to ask so, at all or as the Common. */
bool fits(Request, Card);
bool proves(Request, Card);
static inline bool common_serves(Request r) { return r.kind == OF_RANK || r.kind == OF_SUIT || r.kind == THIS_CARD; }

/* How a request is said: a sentence, and what its {card} is. */
typedef struct Said {
    const char *text;
    Card        card;
    uint8_t     deck;
} Said;
Said said_of(Request);

/* ---------------------------------------------- scoring and View (swords-show.c) */

extern const Scoring swords_scoring;
void pieces(const Setup *, Table *, Pieces *);
void swords_counters(const Setup *, const Table *, ViewMaker *);
/* What a shown hand is called: "Straight". */
const char *book_word(const Setup *, const Table *, Seat);

#endif
