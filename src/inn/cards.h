/*
 * Cards as tables: what deck files are compiled to. Flat and without pointers, so that the build writes them as bytes
 * (TapContent.own) and any number of games share them.
 */
#ifndef INN_CARDS_H
#define INN_CARDS_H

#include "inn/deck_words.h"

enum {
    INN_CARD_PERMISSIONS = 6,
    INN_PERMISSION_EFFECTS = 6,
    INN_DECK_TITLES = 64,
    INN_ID_BYTES = 33,
    INN_NAME_BYTES = 41,
    INN_ABOUT_BYTES = 81,
    INN_SAID_BYTES = INN_ABOUT_BYTES + 48, /* with how much of it is of the house */
    INN_TOKENS = 4, /* kinds of them that a character has */
    INN_SIDE_ROOM = 24,
    INN_SIDES = 3,  /* decks that a character has beside its own */
    INN_HAND = 7, /* cards, where a deck does not say (PH1-1) */
};

/* Tables are compared byte by byte: what a struct would be padded with is named, and 0. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct InnEffect {
    uint8_t does;     /* InnDoes */
    uint8_t who, to;  /* InnWhom */
    uint8_t stat;     /* one bit of INN_FORT, INN_AC, INN_GOLD */
    int8_t n;
    uint8_t per_pick; /* n for each who was picked (CN-54) */
    uint16_t types;   /* of the cards that count */
    uint8_t token;    /* 1 + which of the deck's tokens it is about */
    uint8_t side;     /* or of its side decks */
    uint8_t per;      /* n for each of these tokens: INN_BY_ANYBODY of whom it happens to, else of who has them; or
                         INN_PER_LOST, INN_PER_MEMBER, INN_PER_CREW */
    uint8_t joined;   /* it is of a part, whose own numbers stay as they are */
} InnEffect;

/* One way to play a card, or one thing that a card on the table does. Sets of which nothing is said are 0: any. */
typedef struct InnPermission {
    uint32_t first; /* effect */
    uint32_t said;  /* of a card with several: what it does in words, so many bytes from the beginning of the tables */
    uint8_t effects;
    uint8_t event;               /* InnEvent */
    uint8_t pick, least, most;   /* InnPick, and how many players are picked */
    uint8_t types;               /* the card that is answered has one of these */
    uint8_t affects, loses;      /* and would move, or take, one of these of mine */
    uint8_t whose;               /* InnWhose */
    uint8_t causes;              /* of the payment */
    uint8_t is, is_not;          /* the drinker */
    uint8_t tag_not, alive;      /* the family it has not; so many players are left */
    uint8_t votes, coin;
    uint8_t when;                /* INN_IF_ bits */
    uint8_t token, token_held;   /* 1 + the token, and by whom, of which there must be */
    uint8_t at_least, at_most;   /* so many, of who is picked or who plays it; 0: at_most is not said, else 1 + it */
    /* Derived: what it is, INN_MEDDLES ...; which of their stats the effects move, and take, of each word for players
     * (LIM-3). */
    uint8_t classes;
    uint8_t moves[INN_WHOMS], takes[INN_WHOMS];
    uint8_t strength;  /* of a Drink that was drunk: so much Alcohol at least */
    uint8_t all_kinds; /* one has of each kind of one's own tokens */
    uint8_t signs;     /* so many cards of its sign lie in the row, itself among them */
    uint8_t all;       /* not some of those who can be picked, but all of them */
    uint8_t two;       /* two are picked, of whom the other one is `second` */
    uint8_t rest[3];   /* 0 */
} InnPermission;

/* Derived from effects, never written in a file: of a way to play a card, and of the card all of them. */
enum {
    INN_MEDDLES = 1,     /* it changes, ignores, passes or splits an open Drink (WEN-1, WEN-3) */
    INN_ANTES = 2,       /* it makes players ante */
    INN_ENDS_ROUND = 4,
    INN_PICKS_SOMEBODY = 8,
    INN_IGNORES = 16,
    INN_NEGATES = 32,
    INN_BIDS = 64,       /* takers are who won the bidding */
    INN_CHOOSES = 128,   /* everybody chooses */
};

typedef struct InnCard {
    uint32_t first; /* permission */
    uint32_t events; /* INN_ON bits of its permissions */
    uint32_t flags;
    uint16_t types;
    uint8_t permissions;
    uint8_t provenance; /* InnProvenance */
    uint8_t in;         /* 1 + which side deck it belongs to; 0: the deck that is drawn from */
    uint8_t level;      /* of an event; of a token inn_price */
    uint8_t tag, only_by; /* InnTag: its family; the only one that may answer it */
    uint8_t ignore_as;    /* who ignores it only takes so much Alcohol off the Drink, or loses so much Fortitude less
                             (CN-5, NEG-9); 0: it is ignored */
    uint8_t classes;
    uint8_t held_by;            /* of a token: InnHolder */
    uint8_t least, most, start; /* and how many one may have, and has at first (of an item: inn_fort); */
    uint8_t supply;             /* all there are */
    int8_t worth;               /* to a bot, in tenths of a point of Fortitude, if it lies in play (inn/values.h) */
    uint8_t onto;               /* 1 + the token that is had once more for each such card: played ones lie on a pile */
    uint8_t sign;               /* of a card in a row: those of one sign are played together; 0: it has none */
    uint8_t zero[2];
} InnCard;

typedef struct InnLine {
    TapCard card;
    uint8_t copies, zero;
} InnLine;

/* Whether a card is of the deck that is drawn from. */
static inline bool inn_is_drawn(const InnCard *c) { return !(c->types & INN_IS_TOKEN) && !c->in; }

/* Whether it comes from a side deck into the hand, and lies with what is used up of that deck when it was played. */
static inline bool inn_is_held(const InnCard *c)
{
    return c->in && !(c->types & (INN_IS_TOKEN | INN_IS_ITEM | INN_IS_PART | INN_IS_DRINK));
}

/* So many of a token buy a card of such a side deck (BOSS-8); 0: they buy nothing. */
static inline int inn_price(const InnCard *c) { return c->types & INN_IS_TOKEN ? c->level : 0; }

/* The Fortitude with which a body comes into a row; 0: it is none. */
static inline int inn_fort(const InnCard *c) { return c->types & INN_IS_ITEM ? c->start : 0; }

/* Whether all it does it does when it comes into the row, where it does not stay then. */
static inline bool inn_acts_at_once(const InnCard *c) { return c->events == INN_ON(INN_ENTERED) && !inn_fort(c); }

typedef struct InnDeckInfo {
    char id[INN_ID_BYTES], name[INN_NAME_BYTES], about[INN_SAID_BYTES];
    uint8_t kind; /* InnKind */
    uint8_t cards, lines;
    uint8_t folk; /* INN_HERO ... */
    uint8_t gold, hand; /* gold more at the start; size of the hand */
    uint8_t boss;       /* how many cards its Boss has more, flagged INN_BOSS; 0: it is none */
    uint8_t house;      /* most of its cards are ours: it is offered to a company of all only */
    uint8_t of_boss;    /* side decks that only a Boss has, as bits */
    uint32_t first;          /* line */
    uint8_t tokens, zero_too;
    TapCard token[INN_TOKENS];
    uint8_t sides;
    uint8_t as_gold;    /* the cards of the first of them are Gold (TC-KEET) */
    uint32_t side_events[INN_SIDES]; /* INN_ON bits of the cards of each */
    char side[INN_SIDES][INN_NAME_BYTES];
    uint8_t may[INN_EVENTS]; /* how many of its cards can be played on such an event */
    uint8_t under;           /* side decks whose cards come back in their order, as bits: they lie under it */
    uint8_t held;            /* side decks whose cards come into the hand, as bits */
    char side_id[INN_SIDES][INN_ID_BYTES];
} InnDeckInfo;
#pragma GCC diagnostic pop

/* Behind it lie the arrays, at these bytes from its beginning. */
typedef struct InnTables {
    uint32_t bytes;
    uint32_t cards, permissions, effects, decks, lines, roles;
    uint32_t card_at, permission_at, effect_at, deck_at, line_at, text_at;
    uint32_t role_at; /* the decks of the characters */
} InnTables;

static inline const InnCard *inn_card(const InnTables *t, int i)
{
    return (const InnCard *)((const char *)t + t->card_at) + i;
}
static inline const InnPermission *inn_permission(const InnTables *t, const InnCard *c, int k)
{
    return (const InnPermission *)((const char *)t + t->permission_at) + c->first + k;
}
static inline const InnEffect *inn_effect(const InnTables *t, const InnPermission *p, int k)
{
    return (const InnEffect *)((const char *)t + t->effect_at) + p->first + k;
}
static inline const char *inn_said(const InnTables *t, const InnPermission *p) { return (const char *)t + p->said; }
static inline const InnDeckInfo *inn_deck(const InnTables *t, int i)
{
    return (const InnDeckInfo *)((const char *)t + t->deck_at) + i;
}
/* The deck of a character. */
static inline int inn_role(const InnTables *t, int role) { return ((const uint8_t *)t + t->role_at)[role]; }
static inline const InnLine *inn_line(const InnTables *t, const InnDeckInfo *d, int k)
{
    return (const InnLine *)((const char *)t + t->line_at) + d->first + k;
}

#endif
