/* Files of kind `miner-box`: what Dwarven Miner is played with. */
#ifndef DECKS_MINER_TABLE_H
#define DECKS_MINER_TABLE_H

#include "decks/deck_table.h"

/* Places in the content's list. Goods are a list of words, without cards: all lie open and are counted. */
enum {
    PATRON_CARDS,
    GOODS,        /* the resources, the items, the vault; `copies` is how many cards there are */
    MINE_DICE,    /* and so many more as there are layouts; all have the same faces (DieFace) */
};

enum {
    RESOURCES = 5,
    EIGHT = 8,       /* lists that are compared eight at a time end with zeros */
    RESOURCE_N = 60,
    ITEM_KINDS = 16, /* at most */
    ITEM_N = 80,
    VAULT_N = 8,
    PATRON_N = 42,
    MINE_DICE_N = 6,
    SIDES = 6,
    VAULT_ITEMS = 1, /* what a vault holds (MINE-R16) */
    VAULT_RESOURCES = 2,
    RECIPE_MOST = 8, /* resources of one recipe */
    SAME_CARDS = 15, /* of one kind of goods at most: an answer counts no further */
    HAND = 3,        /* MINE-R3 */
    GOAL = 30,       /* MINE-R32 */
};

/* What a side of a die shows: a resource, or one of these. */
typedef enum DieFace { ORC = RESOURCES, BURGLAR, ARTIFACT, DIE_FACES } DieFace;

typedef enum PatronEffect {
    NO_EFFECT, ORC_TO_RESOURCE, WARD, FREE_VAULT, REMOVE_PATRON, FEWER_BURGLARS, NAME_WILD, ORCS_TO_ARTIFACTS,
    ROLL_AGAIN, REROLL_ORC, SWAP_ITEM, TAKE_RESOURCES, PATRON_EFFECTS
} PatronEffect;
typedef enum PatronDuration {
    STAYS, AT_ONCE, NEXT_TURN, UNTIL_OTHER, UNTIL_ALL, WHEN_WISHED, PATRON_DURATIONS
} PatronDuration;

typedef struct PatronKind {
    uint8_t points, cumulative, duration, effect, amount;
    uint8_t needs[ITEM_KINDS];
} PatronKind;

/* TapContent.own: all that faces do not say. */
typedef struct Mine {
    uint8_t    items, patrons, rounds;
    uint8_t    die[MINE_DICE_N];                  /* which layout, from 0 */
    uint8_t    recipe[ITEM_KINDS + 1][EIGHT];     /* by item; behind the last, the vault's */
    uint32_t   paid_by[RESOURCES][RECIPE_MOST + 1]; /* recipes that want no more than so many of it, as bits */
    PatronKind patron[PATRON_N];
} Mine;

extern const DataRules miner_rules;

/* What a file of this kind says, in these places; its memory is taken from the blocks. */
const TapContent *miner_compile(const DataFile *, Blocks *);

#endif
