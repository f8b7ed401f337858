/*
 * The Red Dragon Inn at the table: its state, and what its files share. What may be answered lies in the state, as a
 * stack of open things, for whoever lists answers must see it; so the order of play is a few short scripts.
 *
 * sides.c     who plays together, who stands for them, Potion Tokens
 * players.c   hands, decks and numbers of the players
 * in_play.c   tokens, and what happens by itself (in_play.h)
 * in_purse.c  Gold, and cards that are Gold
 * attach.c    cards that lie in the rows of others, and what is handed on
 * bodies.c    cards in rows that have a Fortitude of their own
 * in_hand.c   what others do to the cards of a hand
 * beside.c    cards of side decks that come into the hand
 * legal.c     who may answer with what: the only judge of legality
 * window.c    windows, plays, payments
 * merge.c     a card that is part of another one
 * amounts.c   what its numbers come to
 * effects.c   what a permission does, effect by effect
 * discards.c  who discards what
 * bids.c      who bids most
 * drinks.c    Drinks: ordered, revealed, changed, drunk
 * piles.c     the piles of Drinks before players, and where Drinks go
 * happen.c    events, as they come from the Drink deck, the sea and the dungeon
 * round.c     a round of gambling
 * prizes.c    what can be won in it besides Gold
 * guest.c     a game of the house in its place (Appendix B)
 * loss.c      who is out
 * begin.c     what is played with: characters, Drinks, options
 * turn.c      the turn and the game
 * show.c      what is seen of it
 * estimate.c  what it is worth to bots
 *
 * No file names a character, a card or a drink: what they do is data (cards.h).
 */
#ifndef INN_INN_H
#define INN_INN_H

#include "decks/tavern.h"
#include "inn/content.h"
#include "inn/scripts.h"
#include "table/table.h"
#include "view/view.h"

enum {
    PATRONS = 8,
    HAND_MOST = 32,   /* cards; each bound is a ruling (docs/rulings.md) */
    DRINKS_MOST = 30, /* on one pile */
    OPENS = 28,       /* things that are open at a time; */
    OPENS_LATE = 20,  /* from so many on only negations and ignores are offered, */
    OPENS_SPARE = 4,  /* and these only while so many places are left */
    PARTS_MOST = 8,   /* cards at a time that are part of others */
    CUPS = 32,        /* Drinks that are open at a time, */
    SERVED = 48,      /* and their cards */
    CHAIN = 8,        /* cards of one Drink */
    LAPS_MOST = 40,   /* of a contest: then nobody wins, for nothing is left to tell them apart */
    CHANGES = 12,     /* of one Drink */
    KEPT_MOST = 4,    /* Drinks that stay before a player */
    PRIZES_MOST = 14, /* that are played for */
    ROW_MOST = 6,     /* cards that lie in the row of a player */
    PLACE_GONE = 255, /* where a card lay that does not lie there any more */
    ROW_AT = HAND_MOST + 16, /* where those of the first seat are numbered, among what may be played */
    PURSE_MOST = 18,         /* cards that are Gold before a player, */
    PURSE_AT = ROW_AT + PATRONS * ROW_MOST, /* numbered behind the rows, */
    DOWN_MOST = 24,          /* and laid down or in the pot */
    THE_POT = PATRONS,       /* where Gold goes besides players, and the Inn: NOBODY */
    SPENT_ROOM = INN_SIDES * INN_SIDE_ROOM,
    DRAFT = 3,        /* characters to choose from */
    ACTED_MOST = 12,  /* Actions of a Boss that lie open */
    INN_GUEST_ROOM = 1792, /* bytes of the largest game that is played inside */
    LOOKED_MOST = 3,  /* cards of its deck that are looked at, */
    LAID_MOST = 30,   /* and that were laid away */
    DIVIDED_MOST = 6, /* cards that are divided into piles */
    TURNS_MOST = 1000,
    DECK_ROOM = 60,
    BAR_ROOM = 2 * DECK_ROOM,
    EVENT_ROOM = 30,
    STAT_MOST = 20, /* LIM-1 */
    NO_LIMIT = 127,
    SOBER_UP = 1, /* PH4-3 */
    BAR_SERVES = 30, /* BAR-1 */
};

/* Where progress is made at the end of every turn, in this order (DUN-2). */
typedef enum Way { SEA, DUNGEON, WAYS } Way;

/* ------------------------------------------------------------------ state */

/* What a side has together. Alone every seat is a side of its own. */
typedef struct Pool {
    int8_t fort, ac;
    int16_t gold;
    uint8_t potions;
    int8_t added; /* tokens that count with Alcohol */
} Pool;

typedef struct SideDeck {
    PILE(deck, INN_SIDE_ROOM);
} SideDeck;

typedef struct Patron {
    SeatSet side; /* who plays together with it, itself among them */
    uint8_t cards, drinks, kept;
    uint8_t deck, folk, hand_size; /* which deck of the tables; INN_HERO ... */
    uint8_t actions;               /* left in this Action phase */
    uint8_t shuns;                 /* ignores Actions until the next turn (CN-55) */
    uint8_t left[INN_DRUNK];       /* cards for such events that nobody has seen go: of hand and deck */
    uint8_t prizes;                /* that are held, and may be played like cards of the hand */
    uint8_t opened;                /* 1 + who had the hand laid open, until the next turn of that side (CN-68) */
    uint16_t may;                  /* INN_ON bits of those that are not 0 */
    uint8_t rows, used;            /* cards in the row; which of them were used in this turn, as bits */
    uint8_t lent, purses;          /* cards in the rows of mates that it may use; that are Gold */
    int8_t mod[INN_STATICS];       /* what lies in its row, and its tokens, do as long as they lie there */
    uint8_t token[INN_TOKENS][PATRONS]; /* of its character: how many each seat has; of a side its head */
    Slot hand[HAND_MOST];
    Slot pile[DRINKS_MOST]; /* the Drink Me! pile, the top last */
    Slot before[KEPT_MOST]; /* Drinks that stay */
    Slot purse[PURSE_MOST];
    Slot row[ROW_MOST];
    Seat row_of[ROW_MOST];  /* of whose character each is: those of others are attached to this seat */
    uint8_t row_fort[ROW_MOST]; /* of a body 1 + its Fortitude; 0: it is none */
    uint16_t row_no[ROW_MOST], came; /* the how many-th each is of all that came into this row; how many came */
    PILE(draw, DECK_ROOM);
    PILE(discard, DECK_ROOM);
    PILE(spent, SPENT_ROOM); /* of its side decks */
    SideDeck beside[INN_SIDES];
} Patron;

/* A Drink that is open. What it does follows from its cards, its drinker, and what was done to it, in order. */
typedef struct Cup {
    Seat drinker;
    Seat revealer;     /* whose score in a contest it counts for; NOBODY: a copy or the half of another */
    uint8_t first, n;  /* its cards, of those served */
    uint8_t ignored, changes;
    uint8_t stash;     /* 1 + whose pile its cards are shuffled into afterwards */
    uint8_t token, tokens; /* who drinks it gets so many: 1 + the kind, */
    Seat tokens_of;        /* of whose character they are */
    int8_t change[CHANGES];
} Cup;
/* Changes besides -9 .. 9, which are added to its Alcohol; up to CUP_BET: a bet (cup_bet). */
enum {
    CUP_HALVED = 100, CUP_CONVERTED = 101, CUP_UNHEALED = 102, CUP_HALF_GONE = 103,
    CUP_CONVERTED_TO = 40, CUP_SET_TO = 64, CUP_BET = -10
};

typedef enum OpenKind {
    OPEN_NOTHING,
    OPEN_CARD,    /* a card that was played, or an event */
    OPEN_PAYMENT, /* that is due */
    OPEN_DRINKS,
    OPEN_AFTER, /* a card that took Fortitude */
    OPEN_POINT, /* nothing happens: between phases, and before a gambler's turn */
    OPEN_WON,   /* a round of gambling */
    OPEN_TAKEN, /* a pot, by `actor`: `amount` is what is left of it, `card` the Prize that was in it */
    OPEN_GAINED, /* a card that brought somebody Gold */
    OPEN_PAID,   /* a payment to the Inn that a card has caused: `amount` is all of it */
    OPEN_LOSING,
    OPEN_KINDS
} OpenKind;
enum {
    NEGATED = 1,
    IS_EVENT = 2,    /* a card that was turned over */
    LAID = 32,       /* it goes into the row of who played it */
    IN_PLAY = 16,    /* something that happens by itself (INN_IN_PLAY); `turn_of` is who has it */
    AS_ACTION = 4,   /* its part that is answered like an Action: it cannot be negated any more (EVT-9, NEG-6) */
    UNHEALED = 64,   /* nobody gains Fortitude by it */
    SETTLED = 8,     /* the window closes: what is answered has been decided */
    BY_ACTION = 128, /* played as an Action, of which INN_ACTION_HIT speaks */
};

/* Something that may be answered. What somebody did about a loss counts for all of the side. */
typedef struct Open {
    uint8_t kind, flags;
    Card card;
    uint8_t way, below; /* which permission of the card; what it answers */
    Seat actor;         /* who played or causes it */
    union {
        Seat to;            /* of a payment: who is paid, NOBODY: the Inn, or the pot */
        uint8_t took_there; /* of a card: Fortitude, by now, of the sides of those who were picked */
    };
    Seat owner;         /* of whose character the card is, and the tokens it names; an item may be used by a mate */
    uint8_t amount;     /* of an event: how often more it happens; of a card: how many were picked (CN-54) */
    union { uint8_t cause, dull; }; /* of a payment; of a card: who ignores it by what lasts loses so much less */
    uint8_t took;       /* Fortitude, by now */
    union {
        uint8_t cup;                  /* Drinks: the first; of an answer to them: the one it is about */
        uint8_t place;                /* IN_PLAY: 1 + its place in the row of `turn_of`, PLACE_GONE; of a token 0 */
    };
    union { uint8_t cups, second_body; }; /* Drinks: how many; of an answer to them: 1 + the half that it made of one;
                                             of a card that picks two: the same as `body`, of the other one */
    SeatSet mine, targets, second;    /* whom `me`, `target` and `second` mean */
    SeatSet ignored, lost, lessened;  /* who ignores it; lost Fortitude by it; did something about that loss */
    SeatSet gained, from_inn;         /* who gained Gold by it, and from the Inn */
    SeatSet shared;                   /* who shares the loss with who played it */
    union {
        SeatSet payers;               /* of a payment */
        SeatSet bodies;               /* of a card: those whose bodies lost Fortitude by it */
    };
    union { SeatSet excused, dulled; }; /* of a payment; of a card: who loses `dull` less instead (NEG-9) */
    SeatSet by_inn;                   /* of a payment; of a card: for whom the Inn has paid first coins */
    SeatSet each;                     /* whom "each player" means: everybody, or the Champions (TM-12) */
    Seat turn_of;                     /* whose phase it is about (TM-25) */
    uint8_t by[PATRONS], limit[PATRONS]; /* a loss of x is min(x - by, limit), 0 at least, both in the order played: of
                                            a side, by its head; of a payment, by seat: so much of it is Fortitude */
    Seat goes[PATRONS];               /* who loses in the place of each */
    uint8_t body;                     /* what is struck instead of who is picked: 1 + its place there, PLACE_GONE */
    Card part;                        /* that is part of the card, if `part_way` is not 0: 1 + its way */
    uint8_t part_way;
    int8_t more;                      /* the numbers of the card are so much more by it, */
    uint8_t harder, harder_for;       /* and the loss of Fortitude of these (InnWhom) */
} Open;

typedef struct Round {
    SeatSet in, passed, champions; /* champions: who was in at its beginning (TM-16) */
    Seat starter, control, winner;
    uint8_t live, over, lock, again, ante;
    uint8_t blood; /* Fortitude may be anted (CN-8) */
    uint8_t stay;  /* nobody may leave it */
    SeatSet shared; /* several have won it */
    uint8_t unwon; /* who takes its pot has not won it */
    uint8_t zero;  /* no byte of a state is left to chance */
    int16_t pot;
} Round;

/* Where a Prize lies; from PRIZE_HELD on, who holds it. All of them lie in this order, so that each place is a row. */
enum { PRIZE_AT_INN, PRIZE_IN_POT, PRIZE_IN_BIN, PRIZE_HELD };

/* A way that is gone: its events, and turns until the next one; 0: it is not in play. */
typedef struct Journey {
    uint8_t turns, zero;
    PILE(deck, EVENT_ROOM);
    PILE(discard, EVENT_ROOM);
} Journey;

extern const Game red_dragon_inn;

typedef struct Inn {
    Table table;
    Open open[OPENS];
    Slot played[OPENS + PARTS_MOST]; /* the cards of those that have one, in their order, each before its part */
    Slot served[SERVED];
    Cup cup[CUPS];
    uint8_t opens, plays, cups, serveds;
    uint8_t at;          /* what the window is about */
    uint8_t teams;       /* there are sides of several seats */
    uint32_t triggers;   /* moments at which something in play may happen by itself: INN_ON bits */
    uint16_t mask;       /* events that may be answered in it */
    Seat active, source; /* whose turn it is, of a side its head; whose card or Drink is answered */
    SeatSet speakers;    /* of a question to a side: who may answer it */
    SeatSet drank, acted_once; /* who of the side has drunk in this turn; has played an Action in this phase */
    SeatSet resting;     /* for whom the turn is over (TM-23), */
    SeatSet away;        /* and who is away until their own next turn */
    SeatSet held_back;   /* for whom the mates can do nothing in this turn (CN-25) */
    uint8_t bar_deck;    /* Drinks come from a Bar deck (BAR) */
    uint8_t dry;         /* the Drink deck could not be made anew (f 5) */
    uint8_t closed;      /* the game is over */
    uint8_t contests;    /* that are under way: who is broke stays in until they are over (DC-9) */
    uint8_t least;       /* of a question: cards that must be discarded, */
    uint8_t others_pay; /* there is a card that answers payments of others */
    uint8_t most;       /* and that may be; of bids: the highest so far, or what may be anted in Fortitude */
    uint8_t bid_of;     /* INN_FORT or INN_GOLD: what is bid */
    uint8_t blood;      /* the next round of gambling is for blood, */
    uint8_t stay;       /* and nobody may leave it */
    uint8_t prizes;     /* of all there are */
    uint8_t prize_at[PRIZES_MOST];
    uint8_t drafted[PATRONS][DRAFT]; /* 1 + characters to choose from */
    Slot prize[PRIZES_MOST];
    uint8_t acteds;
    Slot acted[ACTED_MOST]; /* the Boss's Actions of this phase (BOSS-9) */
    Seat hand_of;       /* whose hand is looked into, or whose cards are divided: */
    uint8_t divideds, first_pile; /* so many, of which these are the first pile */
    uint16_t hand_types; /* what may be discarded of a hand */
    Slot divided[DIVIDED_MOST];
    uint8_t downs;      /* cards that are Gold and nobody's: */
    uint8_t down_at[DOWN_MOST]; /* 1 + the payment that is open in which they were laid down; 0: in the pot */
    Seat down_by[DOWN_MOST];
    Slot down[DOWN_MOST];
    SeatSet asked;      /* who may answer in the window, besides what they hold */
    SeatSet pickable, out;
    SeatSet held, last; /* out in a contest: what they leave waits for its end (DC-6); who fell last (G8) */
    SeatSet takers;     /* of an event */
    uint16_t turns;
    int32_t bank;
    Round round;
    uint8_t chose[PATRONS]; /* 1 + the way each has chosen of an event */
    int8_t score[PATRONS];  /* in a contest; -1: not in it */
    /* a game of the house, and what is done to it */
    uint8_t game;                     /* 1 + which one is played in this round; 0: none */
    uint8_t series_of;                /* the last one that was played, */
    uint16_t series;                  /* and what it left to the next of its kind */
    uint32_t settled;                 /* options that have been named */
    int16_t guest_option[TAP_OPTIONS];
    int16_t waiting;                  /* what could not be divided waits for the next round (RDI-A1) */
    uint16_t drawn_from;              /* where the deck lies that cards were taken of */
    uint8_t looks, lookeds, laids;
    Seat looker;
    Slot looked[LOOKED_MOST], laid[LAID_MOST];
    int32_t outcome[MAX_SEATS];
    Pool pool[PATRONS]; /* by the first seat of each side */
    PILE(drinks, DECK_ROOM); /* of a Bar deck 30 are served, and 30 more may come back from a pile */
    PILE(drink_discard, BAR_ROOM);
    PILE(bar, BAR_ROOM);
    Journey way[WAYS];
    Patron seat[MAX_SEATS];
} Inn;

/* Who played what is answered, or took the pot; of Gold that was gained, who gained it. */
static inline Seat blamed_for(const Open *o) { return o->kind == OPEN_GAINED ? tap_first_of(o->gained) : o->actor; }
static inline Inn *inn_of(Table *t) { return (Inn *)t; }
static inline const Inn *inn_at(const Table *t) { return (const Inn *)t; }
/* A side is known by its head, the first of its seats. */
static inline SeatSet side_of(const Inn *g, Seat s) { return g->seat[s].side; }
static inline Seat head_of(const Inn *g, Seat s) { return tap_first_of(side_of(g, s)); }
static inline bool is_head(const Inn *g, Seat s) { return head_of(g, s) == s; }
static inline bool is_mate(const Inn *g, Seat s, Seat other) { return has(side_of(g, s), other); }
/* TM-4: for whom of the side the seat may do something, but for mates from whom it is held back (CN-25). */
static inline SeatSet defended_by(const Inn *g, Seat s) { return (side_of(g, s) & (SeatSet)~g->held_back) | only(s); }
static inline Pool *pool_of(Inn *g, Seat s) { return &g->pool[head_of(g, s)]; }
static inline const Pool *pool_at(const Inn *g, Seat s) { return &g->pool[head_of(g, s)]; }
static inline SeatSet alive(const Table *t) { return everyone(t) & (SeatSet)~inn_at(t)->out; }
/* Who is not here plays nothing and ignores everything. */
static inline SeatSet present(const Table *t) { return alive(t) & (SeatSet)~(inn_at(t)->resting | inn_at(t)->away); }
static inline bool is_over(const Table *t) { return inn_at(t)->closed; }
static inline const InnTables *tables_of(const Setup *setup) { return inn_tables(setup->content); }
static inline const InnCard *card_at(const Setup *setup, Card c) { return inn_card(tables_of(setup), c); }
static inline const InnPermission *way_of(const Setup *setup, Card c, int way)
{
    return inn_permission(tables_of(setup), card_at(setup, c), way);
}
bool way_does(const Setup *, const InnPermission *, InnDoes); /* whether one of its effects is that */
static inline int clamped(int stat) { return stat < 0 ? 0 : stat > STAT_MOST ? STAT_MOST : stat; }
static inline bool round_runs(const Inn *g) { return g->round.live && !g->round.over; }

#define told(e, kind, text, ...) tell(e, kind, text, .deck = INN_CARDS, __VA_ARGS__)

/* Card i of those that somebody may play: of the hand, from HAND_MOST on of the Prizes that are held, and from ROW_AT
 * on of the rows of all seats; from PURSE_AT on of their purses (in_purse.h). */
Slot *prize_of(Inn *, Seat, int i);
static inline bool is_in_row(int i) { return i >= ROW_AT && i < PURSE_AT; }
static inline Seat row_owner(int i) { return (Seat)((i - ROW_AT) / ROW_MOST); }
static inline int row_place(int i) { return (i - ROW_AT) % ROW_MOST; }
static inline Card held_card(const Inn *g, Seat s, int i)
{
    if (i >= PURSE_AT) return g->seat[(i - PURSE_AT) / PURSE_MOST].purse[(i - PURSE_AT) % PURSE_MOST].card;
    if (is_in_row(i)) return g->seat[row_owner(i)].row[row_place(i)].card;
    return (i < HAND_MOST ? &g->seat[s].hand[i] : prize_of((Inn *)(uintptr_t)g, s, i - HAND_MOST))->card;
}

enum {
    OPT_CHARACTERS, OPT_DRINKS, OPT_BAR_DECK, OPT_PRIZES, OPT_SEA, OPT_DUNGEON, OPT_GAMES, OPT_HOUSE, OPT_GOLD,
    OPT_ANSWERS, OPT_VARIANT, OPT_COMPANY,
    OPTIONS_END
};
enum {
    VARIANT_ALONE, VARIANT_TWO_HEADED, VARIANT_BOSS, VARIANT_TWO_HEADED_BOSS, VARIANT_LEADERS, VARIANT_BOSS_VERSUS_BOSS,
    VARIANTS
};
enum { COMPANY_KNOWN, COMPANY_ALL };
enum { CHARACTERS_CHOSEN, CHARACTERS_DRAFTED, CHARACTERS_BY_LOT };
enum {
    DRINKS_FIRST, DRINKS_SECOND, DRINKS_BOTH, DRINKS_OWN, DRINKS_CELLAR, DRINKS_FIRST_CELLAR, DRINKS_SECOND_CELLAR,
    DRINKS_ALL
};
enum { ANSWERS_FROM_SOURCE, ANSWERS_FROM_TURN };

/* ---------------------------------------------------------------- words */

enum {
    PASS = 1, PLAY, PLAY_AS, PICK, PICK_CUP, ENOUGH, DISCARD, ORDER, ACCEPT, DECLINE, CHOOSE, SHARE_WITH, BE, STAKE,
    BID, BLEED, TAKE_CUP, DISCARD_FIRST, DRAW_FIRST, OLD_WAY, NAME, ADD, SET, SET_NUMBER, BEGIN_GAME, REROLL, SET_DIE,
    LOOK, BLIND, TAKE, GIVE, CHAMPION, NEXT, POTION, REVEAL_FIRST, STRIKE, PLUCK, DIVIDE, TAKE_PILE, GIVE_UP, BUY,
    DRAW_FROM, COIN, LAY_DOWN, HAND_ON, KEEP, YIELD, EXCHANGE_FIRST, VERBS_END
};
enum { P_DISCARD, P_ACTION, P_ORDER, P_DRINK, P_END, P_OVER, P_GUESTS };
enum {
    Z_HAND = 1, Z_DECK, Z_DISCARD, Z_PILE, Z_BEFORE, Z_DRINKS, Z_DRINK_DISCARD, Z_BAR, Z_PLAYED, Z_SERVED, Z_STACK,
    Z_NERVE, Z_SEA, Z_SEA_DISCARD, Z_DUNGEON, Z_DUNGEON_DISCARD, Z_PRIZES, Z_STAKE,
    Z_BIN, Z_LOOKED, Z_LAID, Z_ACTED, Z_ROW, Z_SPENT, Z_BESIDE /* and the two behind it */, Z_DIVIDED = Z_BESIDE + 3,
    Z_OTHER_PILE, Z_PURSE, Z_DOWN
};
enum {
    Q_ANSWER, Q_ACTION, Q_GAMBLE, Q_PICK, Q_CUP, Q_DISCARD, Q_DISCARD_SOME, Q_ORDER, Q_ACCEPT, Q_CHOOSE, Q_SHARE,
    Q_CHARACTER, Q_DRAFT, Q_PRIZE, Q_BID, Q_SECRET_BID, Q_BLOOD, Q_DARE, Q_RIDERS, Q_GAME, Q_RULES, Q_BENEFIT, Q_TAKE,
    Q_GIVE, Q_CHAMPION, Q_NEXT, Q_MEMBER, Q_HAND_ON, Q_TITHE, Q_OFFER, Q_WAGE, Q_SECOND, Q_PLUCK, Q_DIVIDE,
    Q_PILE, Q_THEIRS, Q_GIVE_UP, Q_SELL, Q_BUY, Q_BESIDE, Q_LAY_DOWN, Q_YIELD, ASKS_END
};
extern const Verb inn_verbs[VERBS_END];
extern const Question inn_questions[ASKS_END];
void inn_character_choices(const Setup *, const Table *, Seat, Choices *);
void inn_draft_choices(const Setup *, const Table *, Seat, Choices *);
void inn_bid_choices(const Setup *, const Table *, Seat, Choices *);
void inn_secret_bid_choices(const Setup *, const Table *, Seat, Choices *);
void inn_blood_choices(const Setup *, const Table *, Seat, Choices *);
void inn_game_choices(const Setup *, const Table *, Seat, Choices *);
void inn_rules_choices(const Setup *, const Table *, Seat, Choices *);
void inn_benefit_choices(const Setup *, const Table *, Seat, Choices *);
void inn_take_choices(const Setup *, const Table *, Seat, Choices *);
void inn_give_choices(const Setup *, const Table *, Seat, Choices *);
void inn_champion_choices(const Setup *, const Table *, Seat, Choices *);
void inn_rider_choices(const Setup *, const Table *, Seat, Choices *);
void inn_next_choices(const Setup *, const Table *, Seat, Choices *);
SeatSet inn_who_speaks(const Setup *, const Table *);
SeatSet inn_who_drafts(const Setup *, const Table *);
SeatSet inn_who_bids(const Setup *, const Table *);

/* ----------------------------------------------------------------- sides */

void inn_sides(const Setup *, uint8_t ret_side[MAX_SEATS]);
const char *inn_misfit(const Setup *);
/* Why a seat may not play a character, as a sentence; NULL: it may. Without a table: before it is laid. */
const char *why_unsuited(const Setup *, const Table *, Seat, int role);
const char *inn_miscast(const Setup *, Seat, int role);
/* Whether who sits there plays as a Boss, and how many do. */
bool seat_is_boss(const Setup *, Seat);
const char *inn_part(const Setup *, Seat);
int boss_seats(const Setup *);
/* What a seat has of Actions in the Action phase that begins, and of cards in a hand that is usually n; what a side,
 * known by its head, orders in its turn, and has at the start. */
int actions_in_turn(const Table *, Seat);
int hand_size_of(const Table *, Seat, int n);
int orders_in_turn(const Table *, Seat head);
int potions_at_start(const Table *);
int gold_at_start(const Table *);
/* BOSS-9: the Action lies open to the end of the phase. */
bool stays_open(const Table *, Seat, const InnPermission *);
/* How many play together with a seat, for a card of another one. */
int members_of(const Table *, Seat of, Seat);
/* All who play together with these, and their heads. */
SeatSet sides_of(const Table *, SeatSet);
SeatSet heads_of(const Table *, SeatSet);
/* One of each side that is here: the first. */
SeatSet first_present(const Table *);
/* They are not here: to the end of the turn, or else until their own next one. */
void go_away(Table *, SeatSet, bool for_this_turn, Env *);
bool touches_everybody(const Setup *, const InnPermission *);
bool event_is_for_all(const Setup *, Card event);
void potion_choices(const Table *, Seat, Choices *);
void potion_drink(Table *, Seat, int which, Env *);
void inn_narrow(const Setup *, const Table *, Seat, Rng *, bool quick, Choices *);
void side_wording(const Setup *, const Table *, const Choice *, Wording *ret);

/* --------------------------------------------------------------- players */

/* Up to n cards from the own deck into the hand (PH1-3). */
void patron_draw(const Setup *, Table *, Seat, int n, Env *);
/* Takes card i out of the hand, or of the Prizes (held_card), for all to see. */
Slot patron_take(const Setup *, Table *, Seat, int i);
/* A card that may be played comes to a player, or somebody has seen it go; or one for some of these events. */
void patron_count(const Setup *, Patron *, Card, int by);
void patron_count_events(Patron *, uint32_t events, int by);
/* PH1-3, CN-63: cards of the own deck for all to see until one is of the types, which is returned; the others lie on
 * the discards. NO_CARD: there is none, though the deck was made anew once. */
Slot patron_seek(const Setup *, Table *, Seat, int types, Env *);
void patron_discard(const Setup *, Table *, Seat, int i, Env *);
/* The top card of the own deck, known to these; it comes into the hand then, or lies on the discards for all to see. */
Slot patron_turns_over(const Setup *, Table *, Seat, SeatSet known, Env *);
void patron_gets(Table *, Seat, Slot, Env *);
void patron_lays_away(const Setup *, Table *, Seat, Slot, Env *);
/* The top n cards of the own deck for all to see, then on the discards; returns how many are of the types (CN-65). */
int patron_reveal(const Setup *, Table *, Seat, int n, int types, Env *);
void patron_begin(const Setup *, Table *, Seat, int deck);
/* Whom a word means, of an open card; only those still in the game. */
SeatSet inn_subjects(const Table *, const Open *, int whom);
/* Who takes part in an open event. */
SeatSet inn_participants(const Table *, int at);
/* NOBODY is the Inn, THE_POT the pot; with n < 0 the other way. */
void gold_moves(Table *, Seat from, Seat to, int n, Env *);

/* ----------------------------------------------------------------- legal */

/* Whom a permission lets its player pick. */
SeatSet inn_pickable(const Table *, Seat, const InnPermission *, const Open *below);
/* Whoever carries out what is open at that place has picked somebody; no more can be picked once there are enough. */
void inn_pick(Table *, int at, Seat picked, Env *);
/* He is asked whom: there is more than one to pick, and not all are picked, or a body beside the only one. */
bool inn_asks_whom(const Setup *, const Table *, int at);
/* Or he has answered that, with somebody or with a body. */
void inn_pick_answered(Table *, int at, const Move *, Env *);
/* The Drinks that a card for them may be about, as bits from the first of the open ones. */
uint32_t inn_cups_for(const Setup *, const Table *, Seat, const InnPermission *, const Open *);
SeatSet inn_who_may(const Setup *, const Table *);
/* Would the card that is open move, or take, something of the seat (LIM-3)? INN_FORT ... */
int inn_forecast_open(const Setup *, const Table *, const Open *, Seat, bool takes);

/* ---------------------------------------------------------------- window */

/* Whether somebody who is in may have a card for one of these events, as far as everybody knows. */
bool somebody_may(const Table *, unsigned events);
/* The card that is being carried out brings the seat Gold. */
void open_gains(Table *, Seat, bool from_inn);
Open *open_push(Table *, OpenKind, Seat actor);
Open *open_card(Table *, Slot, Seat actor, int flags);
void open_pop(Table *);
/* These ignore it by what lasts: of some cards that makes their own loss smaller (NEG-9). */
void open_is_ignored(const Setup *, Open *, SeatSet who);
/* The latest card that was played lies on its pile from now on, NULL: it is a Prize; or open with those of a phase. */
void open_lay_away(Inn *, Pile *);
void open_stays(Inn *);

/* --------------------------------------------------------------- effects */

void move_stat(Table *, Seat, int stat, int n, Env *);
/* A card has brought somebody Gold: what lies before him brings more. */
void gold_more(Table *, Seat, Env *);
void inn_resolve(const Setup *, Table *, int at, const InnPermission *, const InnEffect *, Env *);

/* ---------------------------------------------------------------- drinks */

/* DRK-1, BAR-2: what the Drink deck is made of, when it is out and before the first Drink. */
void drinks_make(Inn *, Env *);
/* DRK-1: the last Drink was taken, and nobody has paid for it yet. */
bool drinks_ran_out(const Inn *);

/* ----------------------------------------------------------------- piles */

/* Whose side deck a card is of. */
Seat home_of(const Setup *, const Table *, Card);
/* Onto the pile of a player: Drinks of side decks lie open on top of all others (DRK-11). */
void drink_onto_pile(const Setup *, Inn *, Seat, Slot);
/* Into a place of it by lot, so that nobody knows where it lies. */
void drink_shuffle_in(const Setup *, Inn *, Seat, Slot, Env *);
Slot drink_take_own(Patron *);
/* The nth from the top, from 1. */
Slot drink_take_from(Patron *, int nth);
/* On the discards of the Drinks, or with what is used up of its side deck. */
void drink_away(const Setup *, Table *, Slot);
/* It stays before who drank it; and all such Drinks go. */
void drink_is_kept(const Setup *, Table *, Seat, Slot, Env *);
void drinks_kept_go(const Setup *, Table *, Seat);
/* The next Drink of a side deck of the owner for each of them. */
void drinks_serve(const Setup *, Table *, Seat owner, int side, SeatSet to, Env *);
/* The pile goes into the Drink deck, which is shuffled; there is one new Drink on it. */
void drink_refresh(const Setup *, Table *, Seat, Env *);
void drink_discard_top(const Setup *, Table *, Seat, int n, Env *);
/* The top of the Drink deck; NO_CARD if there is none at all. */
Slot take_drink(Inn *, SeatSet known, Env *);

/* ----------------------------------------------------------------- round */

void round_leave(Table *, Seat, Env *);
void round_end(Table *, Seat winner);

/* ---------------------------------------------------------------- prizes */

void prizes_begin(const Setup *, Table *, int deck, int n, Env *);
/* PRZ-3: is there one to be played for? The bin is emptied if there is not. */
int prizes_at_inn(Inn *);
void prize_goes(const Setup *, Inn *, int i, int to);
/* All that lie there go on. */
void prizes_go(const Setup *, Inn *, int from, int to);
Card prize_in_pot(Inn *); /* or 0 */
/* PRZ-7: half of a pot has just been taken by the card at `at`: who says, once, whose its Prize is; or NOBODY. */
Seat prize_yielder(const Inn *, int at);
void prize_is_settled(Table *, int at, bool yields, Env *);
Slot prize_take(Inn *, int i);
void prize_put(Inn *, Slot, int at);

/* ----------------------------------------------------------------- guest */

/* What may be played inside; the catalogue has the list, and NULL ends it. Each begins its state with a Wagering. */
extern const Game *const games_at_the_inn[];
void guest_wording(const Setup *, const Table *, const Choice *, Wording *ret);
void benefit_wording(const Setup *, const Table *, const Choice *, Seat, Wording *ret);
void inn_reclaim(Table *, Pile *);

/* ----------------------------------------------------------------- begin */

extern const TapOption inn_options[OPTIONS_END];
enum { INN_CLASHES = 9 };
extern const TapClash inn_clashes[INN_CLASHES];
void inn_setup(const Setup *, Table *, Env *);
/* The characters are known: their decks, numbers and first hands. */
void inn_deal(const Setup *, Table *, Env *);
/* May the seat still play this character? */
bool role_is_free(const Setup *, const Table *, Seat, int role);
/* The deck of a character in the tables. */
const InnDeckInfo *role_deck(const Setup *, int role);
/* Whether the rules allow cards of the house, if it has some. */
bool role_is_allowed(const Setup *, int role);

/* ---------------------------------------------------------------- happen */

/* The way that is the nth choice of an event, from 1. */
int choice_way(const Setup *, Card, int nth);
/* EVT-4: whether the seat can carry out a way of the event that it may choose. */
bool choice_possible(const Setup *, const Table *, Seat, const InnPermission *);

/* ------------------------------------------------------------------ show */

void inn_pieces(const Setup *, Table *, Pieces *);
void inn_counters(const Setup *, const Table *, ViewMaker *);
void inn_wording(const Setup *, const Table *, const Choice *, Wording *ret);
bool inn_estimate(const Setup *, const Table *, Seat, float *ret);
void inn_window_facts(const Setup *, const Table *, TapWindow *ret);
extern const TapOrder inn_orders[];
bool inn_order_asks(const Setup *, const Table *, Seat, int order);

#include "inn/dose.h"

#endif
