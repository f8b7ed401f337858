/* Files of kind `gold-box`: what Dragon's Gold is played with. */
#ifndef DECKS_GOLD_TABLE_H
#define DECKS_GOLD_TABLE_H

#include "decks/deck_table.h"

/* Places in the content's list. The last three are lists of words, without cards. */
enum {
    GOLD_TOKENS,
    GOLD_DRAGONS, /* a dragon's number is its strength */
    GOLD_OBJECTS, /* an Object's number is its effect */
    ADVENTURER_WORDS, /* their number is their attack */
    VISIBLE_WORDS,    /* of each dragon: the number is how many tokens are laid on it, */
    HIDDEN_WORDS,     /* and how many are drawn when it falls */
    GOLD_DECKS
};

typedef enum Colour { C_SILVER, C_GOLD, C_RED, C_BLUE, C_GREEN, C_PURPLE, C_YELLOW, C_WHITE, C_BLACK, COLOURS } Colour;
typedef enum Adventurer { KNIGHT_ERRANT, DAME, THIEF, WIZARD, ADVENTURERS } Adventurer;
enum { GOLD_TOKEN_N = 126, GOLD_DRAGON_N = 18, GOLD_OBJECT_N = 24, HOARD_MOST = 24 };

/* GOLD-Q12: when an Object may be played. */
typedef enum GoldWindow {
    W_START, W_PLACE, W_BETWEEN, W_KILL, W_SPLIT, W_FAIL, W_THEFT, W_SAND, W_ANSWER, W_ANY, GOLD_WINDOWS
} GoldWindow;

typedef enum GoldEffect {
    SWAP_SHARES, SWAP_DRAGONS, SEND_HOME, CALL_HOME, SHARPEN, WEAKEN, STRENGTHEN, SEND_ANOTHER, SWAP_TOKENS, STOP_THEFT,
    LOOK, SNATCH, MORE_SAND, DIVIDE_INSTEAD, SALVAGE, STEAL_TWO, ACT_AS_WIZARD, ACT_AS_THIEF, CANCEL, GOLD_EFFECTS
} GoldEffect;

/* The window an effect belongs to. */
GoldWindow window_of_effect(GoldEffect);

extern const DataRules gold_rules;

/* What a file of this kind says, in these places; its memory is taken from the blocks. */
const TapContent *gold_compile(const DataFile *, Blocks *);

#endif
