/*
 * The words of deck files (docs/decks.md): closed lists, and what each of them may stand with. A word that is not here
 * is refused. Knows nothing of the kernel, for the build reads decks with it.
 */
#ifndef INN_DECK_WORDS_H
#define INN_DECK_WORDS_H

#include <taproom/base.h>

/* When a card may be played, or what befalls a card that lies on the table. */
typedef enum InnEvent {
    INN_ACTION,   /* as the Action of one's turn */
    INN_GAMBLE,   /* as one's play in a round of gambling: it always gives control (GAM-6) */
    INN_ANYTIME,  /* at any moment */
    INN_CARD,     /* in answer to a card that is open */
    INN_DRINK,    /* in answer to Drinks that are open */
    INN_PAY,      /* in answer to a payment that is due */
    INN_ROUND,    /* while a round of gambling runs */
    INN_WON,      /* when a round of gambling is won */
    INN_ORDER,    /* in one's own Order phase */
    INN_DRINKING, /* in another player's Drink phase */
    INN_HURT,     /* after another player's card took one's Fortitude */
    INN_TAKEN,    /* after a pot was taken, whoever won the round (PRZ-7) */
    INN_GAINED,   /* after a card, or a pot, brought somebody Gold */
    INN_ACTING,    /* in one's own Action phase */
    INN_PAID,     /* after a card that was played made somebody pay the Inn (CN-66) */
    INN_DRUNK,    /* of a Drink: it is drunk */
    INN_REVEALED, /* of an event: it is turned over */
    INN_CHOICE,   /* of an event: what each player may choose, one of several */
    INN_OUTCOME,  /* of an event: what follows from the choices of all, from bids or from a coin */
    /* of what lies in play: it happens by itself at such a moment of the turn of who has it */
    INN_TURN_START,
    INN_ACTIONS_OVER,
    INN_TURN_END,
    INN_ENTERED, /* it has come into the row */
    /* or after something befell who has it, whosever turn it is */
    INN_DRANK,      /* a Drink with Alcohol was drunk, */
    INN_STRUCK,     /* an opponent's card took Fortitude of the side (TC-POOK), or an own Action that of opponents, */
    INN_ROUND_LOST, /* a round of gambling was not won by who was in it at its beginning, */
    INN_PLAYS,      /* a card is played: before anything else of it happens */
    INN_FALLS,   /* of a body: it has no Fortitude left, and is laid away; nothing can be done about it (TC-WREN) */
    INN_NEGATED, /* of a card that was played: what happens instead if it is negated (NEG-7), */
    INN_IGNORED, /* and in the end, once, if somebody ignores it (NEG-8) */
    INN_JOINED,  /* of a card that another one revealed and that is part of it (merge) */
    INN_LIES,    /* what holds for its owner as long as it lies there */
    INN_EVENTS
} InnEvent;

typedef enum InnDoes {
    INN_LOSE,
    INN_GAIN,
    INN_PAYS,
    INN_DRAW,
    INN_DISCARD,
    INN_DISCARD_TO,  /* down to so many cards in hand */
    INN_DISCARD_FOR, /* as many as one likes, up to a number, for one of a stat each */
    INN_REVEAL_FOR,  /* so many off the own deck, for one of a stat for each of a type; they are discarded (CN-65) */
    INN_GIVE,        /* tokens, as far as there are some and they may have more */
    INN_TAKE,
    INN_GRANT,       /* another Action: this turn, or of a Drink in the next Action phase that begins (G7) */
    INN_NEGATE,
    INN_IGNORE,
    INN_REDUCE,
    INN_REDUCE_TO,
    INN_REDIRECT,   /* the whole loss goes to the one picked, */
    INN_REDIRECT_ALL, /* or all that it does to who it picked (CN-41) */
    INN_NO_HEAL,    /* nobody gains Fortitude by it (CN-52) */
    INN_SHARE_LOSS, /* half of the loss, rounded up, for each of the two */
    INN_SUBSTITUTE, /* the Inn pays */
    INN_EXCUSE,     /* nobody pays; an ante counts as made */
    INN_IGNORE_DRINK,
    INN_PASS_DRINK,
    INN_SPLIT_DRINK,
    INN_HALVE_DRINK, /* half of it is gone, and of the rest each number is rounded down (SPL-4) */
    INN_IN_HALF,   /* who drinks the half of it that was split off gets tokens by it (SPL-6) */
    INN_ADD_AC,
    INN_SET_DRINK, /* all it does is so much Alcohol */
    INN_CONVERT,   /* its Alcohol is Fortitude instead */
    INN_CONVERT_TO,  /* its Alcohol, if it has any, is so much Fortitude instead */
    INN_STASH_DRINK, /* its cards are shuffled into the pile of the one picked */
    INN_BET,         /* if it is drunk, one pays who drinks it so much (CN-30) */
    INN_ORDERS,
    INN_ORDER_SEEN, /* the same, and one's side looks at each Drink first (TC-TARA) */
    INN_DEAL_PILE,  /* the Drinks of the own pile are handed to others (CN-32) */
    INN_DRINK_PILE,
    INN_DRINK_DECK,
    INN_TOAST,      /* the same, one each; that of who plays the card has so much Alcohol less (CN-3) */
    INN_SAME_DRINK, /* one Drink of the deck, copied for each */
    INN_SHOT,       /* a Drink that is no card: so much Alcohol (CN-21) */
    INN_REFRESH_PILE,
    INN_DISCARD_PILE,
    INN_BLOOD_ANTE, /* in the round that follows, Fortitude may be anted for Gold, which the Inn lays (CN-8) */
    INN_GAMBLES,    /* begins a round; the number is the ante */
    INN_ANTE,
    INN_LOCK, /* only cheating takes control next (GAM-12) */
    INN_LEAVE,
    INN_END_ROUND, /* the pot goes to the Inn */
    INN_STEAL_POT,
    INN_TAKE_POT, /* the round is over, or won by another; either way the pot is mine */
    INN_TAKE_HALF, /* of what was taken, rounded down (CN-46) */
    INN_NO_LEAVING, /* nobody may leave the round that follows, but who is turned out */
    INN_REPEAT_ROUND,
    INN_CONTEST,
    INN_DARE, /* two Drinks: the one with less Alcohol for me, or for each of the others; the other one for the other
                 party, and of what is for several everybody drinks a copy (CN-57, (f) 35) */
    INN_AUCTION,
    INN_SECRET_BID,
    INN_SHUN,     /* every Action is ignored until one's next turn */
    INN_STILL_IN, /* what follows happens only if the player is not out by now */
    INN_END_TURN, /* plays nothing and ignores everything for the rest of the turn (TM-23), */
    INN_AWAY,     /* or until the own next turn */
    INN_ORDER_AGAIN, /* one of the side whose Order phase it is orders a Drink more (TM-26) */
    INN_ANOTHER_ACTION, /* who played the card that is answered may play another Action, if it is his turn (CN-35) */
    INN_ACT_AGAIN,   /* one of the side whose Action phase it is may play an Action more (TM-25, TC-CHRO) */
    INN_EVENT_AGAIN, /* the Drink event that is answered happens once more (EVT-8) */
    INN_HOLD_BACK, /* of whom it took Fortitude: the mates do nothing about what befalls him in this turn (CN-25) */
    INN_BORROW, /* who is picked is the Champion of one's side for what is answered; alone it is ignored (CN-26) */
    INN_TITHE,        /* one may pay the Inn so much of one's own Gold; else one token is lost (TC-SERE) */
    INN_HAND_ON,      /* who has the token may give it to another for so many cards: what follows is spared him then */
    INN_FETCH,        /* cards of a side deck into one's row */
    INN_DRAW_BESIDE,  /* or into one's hand, of side decks of one's choice (CN-7) */
    INN_REVEAL_UNTIL, /* cards of one's own deck, until one is of the type and comes into the row (CN-63) */
    INN_LAY,          /* this card comes into the row */
    INN_CLEAR_ROW,    /* all others leave it (CN-50) */
    INN_MERGE,        /* the top card of a side deck is part of this one before anybody may answer it (CN-10, CN-61) */
    INN_NUMBERS,      /* of such a card: the numbers of the one it is part of are so much more */
    INN_ATTACH,       /* the top card of a side deck comes into the row of who is picked (TC-NITR) */
    INN_PASS_ON,      /* who has this card may hand it on for so many cards: what follows is spared him then */
    INN_LEAVES,       /* this card is laid away */
    INN_DISCARD_OFF,  /* they may discard so many cards, and lose 1 Fortitude less for each */
    INN_SERVE,        /* the top card of a side deck of Drinks goes onto the pile of who is picked (DRK-11) */
    INN_REDRAW,       /* they discard what they like and draw, as when a turn begins (CN-27) */
    INN_TAKE_PAID,    /* what was paid to the Inn is gained from it */
    INN_TAKE_SPENT,   /* cards that are Gold and that opponents have just paid with (TC-KEET) */
    INN_SHOW,         /* this card, which is Gold, lies open from now on (TC-KEET) */
    INN_OFFER,        /* who is picked may pay so much; if not, what follows does not happen (TC-PHRE) */
    INN_DISCARD_RANDOM, /* of their hands, by lot (CN-36) */
    INN_DISCARD_OF,   /* one card of a type each, as they like; who has none shows his hand (CN-22) */
    INN_LOOK,         /* at their hands: one's side knows them from now on */
    INN_PLUCK,        /* the same, and one may discard a card of a type out of each (CN-47) */
    INN_OPEN_HAND,    /* they play with open hands until one's next turn (CN-68) */
    INN_PLAY_THEIRS,  /* one's play is a Gambling or Cheating card of the hand of who is picked; none: a pass (CN-40) */
    INN_DIVIDE,       /* so many of one's deck, in two piles as who is picked likes; one of them is one's own (CN-51) */
    INN_SELL,         /* one card of a side deck stays in one's row; others may buy the rest for so much (TC-PHRE) */
    INN_FETCH_TO,     /* cards of a side deck into one's row, until so many of that deck lie there */
    INN_SPEND,        /* so many others of one's row with the same sign are laid away (TC-HALD) */
    INN_WEAR,         /* this body loses so much Fortitude */
    INN_WAGE,         /* one may pay the Inn so much; else this card is laid away, and what follows does not happen */
    INN_SHIELD,       /* while it lies there: one loses less Fortitude by cards, */
    INN_HIT,          /* one's cards take more of it from others, */
    INN_DRINK_MORE,   /* one's Drinks have more Alcohol, if they have any, */
    INN_HAND_MORE,    /* one draws up to more cards, */
    INN_GOLD_MORE,    /* one gains more Gold by cards, */
    INN_FIRST_COIN,   /* the Inn pays so much of what one has to pay, antes aside (CN-12) */
    INN_ACTION_HIT,   /* one's Actions take more Fortitude from others; of a Boss the first of a phase (TC-NATY) */
    INN_DOES,
    INN_STATIC = INN_SHIELD, /* from here on: while it lies there */
    INN_STATICS = INN_DOES - INN_STATIC
} InnDoes;

typedef enum InnWhom {
    INN_NOBODY,
    INN_ME, /* who plays, drinks, chooses, or turned it over */
    INN_TARGET,
    INN_SECOND, /* who was picked besides (CN-47) */
    INN_OTHERS,
    INN_EACH,
    INN_ACTOR, /* who played the card that is answered */
    INN_TURN,  /* whose Drink phase it is, or whose turn begins or ends */
    INN_HEROES,
    INN_VILLAINS,
    INN_TAKERS, /* who chose the first way, or won the bidding */
    INN_REFUSERS,
    INN_THE_INN,
    INN_WHOMS
} InnWhom;

enum { INN_FORT = 1, INN_AC = 2, INN_GOLD = 4, INN_STATS = 3 };
enum {
    INN_IS_ACTION = 1,
    INN_IS_SOMETIMES = 2,
    INN_IS_ANYTIME = 4,
    INN_IS_GAMBLING = 8,
    INN_IS_CHEATING = 16,
    INN_IS_DRINK = 32,
    INN_IS_EVENT = 64,
    INN_IS_PRIZE = 128,
    INN_IS_TOKEN = 256, /* it is never played: players have so many of it */
    INN_IS_ITEM = 512, /* it lies in the row of its owner */
    INN_IS_PART = 1024, /* it is revealed from a side deck as part of another card */
    INN_TYPES = 11
};
/* Who may have tokens of a kind: everybody, whoever plays the character, or that side together. */
typedef enum InnHolder { INN_NOT_HELD, INN_BY_ANYBODY, INN_BY_ME, INN_BY_SIDE, INN_HOLDERS } InnHolder;
/* What else a number may count: the Fortitude that the card took, or of `on hurt` the card that hit one; who plays
 * together with whom it happens to, himself among them; of `on hurt` who of one's own side lost some (TC-BRYN). */
enum { INN_PER_LOST = INN_HOLDERS, INN_PER_MEMBER, INN_PER_CREW };
typedef enum InnProvenance { INN_SOURCED, INN_PARTIAL, INN_HOUSE, INN_PROVENANCES } InnProvenance;
/* What a character is: words of its deck, asked by Drinks and events. */
enum {
    INN_HERO = 1,
    INN_VILLAIN = 2,
    INN_ORC = 4,
    INN_TROLL = 8,
    INN_OGRE = 16,
    INN_VAMPIRE = 32,
    INN_KINDS_OF_FOLK = 6
};
/* Families of cards that name each other. */
typedef enum InnTag { INN_NO_TAG, INN_OBJECTION, INN_HANDS_OFF, INN_TAGS } InnTag;
typedef enum InnPick { INN_NO_PICK, INN_OTHER, INN_ANYONE, INN_IN_ROUND, INN_THIRD, INN_PICKS } InnPick;
/* Whose: of the card that is answered, of the Drink, of the payment, of the win. */
typedef enum InnWhose { INN_ANYBODYS, INN_MINE, INN_ANOTHERS, INN_BODYS /* of a card in one's row */ } InnWhose;
enum { INN_BY_ANTE = 1, INN_BY_REFILL = 2, INN_BY_CARD = 4 };
typedef enum InnVotes { INN_ANY_VOTES, INN_ALL, INN_SOME, INN_NONE, INN_MOST, INN_FEW, INN_VOTES } InnVotes;
typedef enum InnCoin { INN_NO_COIN, INN_HEADS, INN_TAILS } InnCoin;
/* Conditions that are one word. */
enum {
    INN_IF_IN_ROUND = 1,
    INN_IF_MEDDLES = 2,
    INN_IF_UNREDUCED = 4,
    INN_IF_NO_ANTE = 8,
    INN_IF_WISHED = 16,
    INN_IF_FOR_ALL = 32, /* sides choose Champions for it (TM-12) */
    INN_IF_HEALS = 64,   /* it would give somebody else Fortitude */
    INN_IF_FROM_INN = 128 /* the Gold came from the Inn */
};
/* Of a card. */
enum {
    INN_CHASER = 1,
    INN_SHARED = 2, /* a Drink that splits itself (MEA) */
    INN_UNSPLITTABLE = 4,
    INN_AS_ACTION = 8, /* an event that is answered like an Action (EVT-9) */
    INN_UNANSWERABLE = 16,
    INN_KEPT = 32, /* a Drink that stays before who drank it until it is used, an item in his row (DRK-9) */
    INN_ADDS_TO_AC = 64, /* tokens that count with Alcohol, where that decides who is out (TC-ZAKH) */
    INN_STAYS = 128,     /* it is used once a turn, and stays in the row */
    INN_UNSEEN = 256,    /* it lies face down: only its owner's side knows it */
    INN_FOR_SIDE = 512,  /* mates may use it, too */
    INN_NO_MATES = 1024, /* only whom it concerns may do something about that, not the mates (CN-43) */
    INN_BOSS = 2048,     /* of a villain's: only who plays as a Boss has it in the deck (SET-2) */
    INN_FOR_OPPONENTS = 4096, /* tokens that nobody of its owner's side can get (TC-REMY) */
    INN_ABSORBS = 8192,  /* a body that loses, as far as its Fortitude goes, what cards would take of its owner's */
    INN_FOR_BEARER = 16384, /* whoever has it in his row may use it, though it is another's (TC-PHRE) */
    INN_UNDENIABLE = 32768, /* it can be neither negated nor ignored (CN-22) */
    INN_PAYS_AS_GOLD = 65536 /* of a side deck that is Gold: it has no word of its own */
};
typedef enum InnKind { INN_CHARACTER, INN_DRINKS, INN_SEA, INN_DUNGEON, INN_PRIZES, INN_KINDS } InnKind;

/* ---- the lists; NULL ends each. Of sets word i is bit i; of others it is i, and "" is none ---- */

/* Of the types only those that can be answered. */
extern const char *const inn_event_words[], *const inn_whom_words[], *const inn_stat_words[], *const inn_type_words[],
    *const inn_answered_words[], *const inn_holder_words[],
    *const inn_provenance_words[], *const inn_folk_words[], *const inn_tag_words[], *const inn_pick_words[],
    *const inn_whose_words[], *const inn_victim_words[], *const inn_cause_words[],
    *const inn_votes_words[], *const inn_coin_words[],
    *const inn_flag_words[], *const inn_kind_words[], *const inn_head_words[];

/* Where it stands in the list; -1: nowhere. "" is nowhere. */
int inn_find(const char *const *list, const char *word);

/* ---- what stands with what ---- */

/* A bit for each of the events. */
#define INN_ON(event) (1u << (event))
enum {
    INN_ON_HELD = (1 << INN_DRUNK) - 1, /* for cards that are held: those before it */
    INN_ON_TABLE = 1 << INN_REVEALED | 1 << INN_CHOICE | 1 << INN_OUTCOME,
    INN_IN_PLAY = 1 << INN_TURN_START | 1 << INN_ACTIONS_OVER | 1 << INN_TURN_END | 1 << INN_ENTERED | 1 << INN_DRANK |
                  1 << INN_STRUCK | 1 << INN_ROUND_LOST | 1 << INN_PLAYS | 1 << INN_FALLS,
    INN_AFTERWARDS = 1 << INN_NEGATED | 1 << INN_IGNORED,
    INN_OF_CHARACTERS = INN_ON_HELD | INN_IN_PLAY | INN_AFTERWARDS, /* where tokens are known */
    INN_ANSWERS = INN_ON_HELD & ~(1 << INN_ACTION | 1 << INN_GAMBLE | 1 << INN_ANYTIME),
    INN_EVERYWHERE = (int)(INN_ON(INN_LIES) - 1) /* where something happens */
};

/* An effect: its word, what must stand behind it (w whom, p to whom, t of which type, k of which
 * token, d of which side deck, s of what, n how many), and where it may stand. */
typedef struct InnEffectWord {
    const char *word, *takes;
    uint32_t events;
    int8_t lo, hi;     /* of n */
    bool needs_target; /* it acts on the one picked, who is not named */
} InnEffectWord;
extern const InnEffectWord inn_effects[INN_DOES];
extern const char *const inn_effect_words[]; /* their words alone */

/* A condition: what may stand behind its "="; no values, no bit: a number from lo to hi; no "=" if it has a bit. Those
 * of tokens have a token before the number: at_least=mark:1 */
typedef enum InnConditionName {
    INN_TYPE,
    INN_AFFECTS,
    INN_LOSES,
    INN_BY,
    INN_DRINKER,
    INN_PAYER,
    INN_WINNER,
    INN_TAKER,
    INN_GAINER,
    INN_VICTIM,
    INN_CAUSE,
    INN_IS,
    INN_IS_NOT,
    INN_TAG_NOT,
    INN_ALIVE,
    INN_VOTE,
    INN_COIN,
    INN_STILL,
    INN_MEDDLING,
    INN_UNREDUCED,
    INN_NO_ANTE,
    INN_MAY,
    INN_AT_LEAST,
    INN_AT_MOST,
    INN_FOR_ALL,
    INN_STRENGTH,
    INN_ALL_KINDS,
    INN_HEALING,
    INN_OF_THE_INN,
    INN_SIGNS,
    INN_CONDITIONS
} InnConditionName;
typedef struct InnConditionWord {
    const char *word;
    uint32_t events;
    const char *const *values;
    bool several; /* values by commas, a bit each */
    uint8_t bit;
    uint8_t lo, hi;
} InnConditionWord;
extern const InnConditionWord inn_conditions[INN_CONDITIONS];
extern const char *const inn_condition_words[];

/* In which events a word for whom can mean anybody. */
extern const uint32_t inn_whom_events[INN_WHOMS];

/* Which types a card of such a deck may have, all of which it needs, and the bounds of its size. */
typedef struct InnKindRule {
    uint16_t types, needs;
    uint8_t least, most; /* cards */
    const char *noun;    /* "Sea event" */
} InnKindRule;
extern const InnKindRule inn_kinds[INN_KINDS];

#endif
