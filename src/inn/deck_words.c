#include "inn/deck_words.h"

#include <stddef.h>
#include <string.h>

const char *const inn_event_words[] = {"action", "gamble", "anytime",  "card", "drink", "pay",      "round",  "won",
                                       "order",  "drinking", "hurt", "taken", "gained", "acting", "paid", "drunk",
                                       "revealed", "choice", "outcome", "turn_start", "actions_over", "turn_end",
                                       "entered", "drank", "struck", "round_lost", "plays", "falls", "negated",
                                       "ignored", "joined", "lies", NULL};
const char *const inn_whom_words[] = {"",     "me",     "target", "second", "others", "each",     "actor", "turn",
                                      "heroes", "villains", "takers", "refusers", "inn", NULL};
const char *const inn_stat_words[] = {"fort", "ac", "gold", NULL};
const char *const inn_type_words[] = {"action",   "sometimes", "anytime", "gambling",
                                      "cheating", "drink",     "event",   "prize",    "token", "item", "part", NULL};
const char *const inn_answered_words[] = {"action",   "sometimes", "anytime", "gambling",
                                          "cheating", "drink",     "event",   "prize",    NULL};
const char *const inn_holder_words[] = {"", "anybody", "me", "side", NULL};
const char *const inn_provenance_words[] = {"sourced", "partial", "house", NULL};
const char *const inn_folk_words[] = {"hero", "villain", "orc", "troll", "ogre", "vampire", NULL};
const char *const inn_tag_words[] = {"", "objection", "hands-off", NULL};
const char *const inn_pick_words[] = {"", "other", "anyone", "in_round", "third", NULL};
const char *const inn_whose_words[] = {"", "me", "other", NULL};
const char *const inn_victim_words[] = {"", "me", "other", "body", NULL};
const char *const inn_cause_words[] = {"ante", "refill", "card", NULL};
const char *const inn_votes_words[] = {"", "all", "some", "none", "most", "few", NULL};
const char *const inn_coin_words[] = {"", "heads", "tails", NULL};
const char *const inn_flag_words[] = {"chaser", "shared", "unsplittable", "as_action", "unanswerable", "kept",
                                      "adds_to_ac", "stays", "unseen", "for_side", "no_mates", "boss",
                                       "for_opponents", "absorbs", "for_bearer", "undeniable", NULL};
const char *const inn_kind_words[] = {"inn-character", "inn-drinks", "inn-sea", "inn-dungeon", "inn-prizes", NULL};
const char *const inn_head_words[] = {"name",     "about", "cards", "boss", "folk", "gold", "hand", "side",
                                      "house",    "replaces", "card", "on",  ":",    NULL};

int inn_find(const char *const *list, const char *word)
{
    for (int i = 0; *word && list[i]; i++)
        if (!strcmp(list[i], word)) return i;
    return -1;
}

#define ON(event) INN_ON(INN_##event)
enum { MOST = 20 }; /* as far as Fortitude and Alcohol go (LIM-1) */
enum { TABLE_OR_PLAY = INN_ON_TABLE | INN_IN_PLAY };
enum { OF_ONESELF = INN_OF_CHARACTERS | 1 << INN_JOINED }; /* lines that know tokens and side decks */
#define ORDERED (ON(ACTION) | ON(ANYTIME) | ON(ORDER) | ON(JOINED) | INN_IN_PLAY)
#define DRUNK_NOW (ON(ACTION) | ON(ANYTIME) | ON(DRINKING) | ON(JOINED) | TABLE_OR_PLAY)
/* Again and again of what lies in a row, while it lies there. */
#define AT_TIMES (INN_IN_PLAY & ~(ON(ENTERED) | ON(FALLS)))
/* Where somebody looks into a hand. */
#define ON_HANDS (ON(ACTION) | ON(ANYTIME) | ON(ACTING) | ON(CARD) | ON(HURT))
/* What is played and may have another card for a part of it. */
#define MERGES (ON(ACTION) | ON(ANYTIME) | ON(CARD) | ON(ORDER) | ON(HURT) | ON(ACTING))

#define ALL_EFFECTS(DO)                                                                                                \
    DO(INN_LOSE, "lose", "wsn", INN_EVERYWHERE, 1, MOST, false)                                                        \
    DO(INN_GAIN, "gain", "wsn", INN_EVERYWHERE, 1, MOST, false)                                                        \
    DO(INN_PAYS, "pay", "wpn", INN_EVERYWHERE, 1, MOST, false)                                                         \
    DO(INN_DRAW, "draw", "wn", INN_EVERYWHERE, 1, 9, false)                                                            \
    DO(INN_DISCARD, "discard", "wn", INN_EVERYWHERE, 1, 9, false)                                                      \
    DO(INN_DISCARD_TO, "discard_to", "wn", INN_EVERYWHERE & ~ON(DRUNK), 0, 9, false)                                   \
    DO(INN_DISCARD_FOR, "discard_for", "wsn", INN_EVERYWHERE, 1, 9, false)                                             \
    DO(INN_REVEAL_FOR, "reveal_for", "wtsn", INN_EVERYWHERE, 1, 9, false)                                              \
    DO(INN_GIVE, "give", "wkn", OF_ONESELF, 1, 60, false)                                                              \
    DO(INN_TAKE, "take", "wkn", OF_ONESELF, 1, 60, false)                                                              \
    DO(INN_GRANT, "grant", "", ON(ACTION) | ON(DRUNK), 0, 0, false)                                                    \
    DO(INN_NEGATE, "negate", "", ON(CARD), 0, 0, false)                                                                \
    DO(INN_IGNORE, "ignore", "", ON(CARD), 0, 0, false)                                                                \
    DO(INN_REDUCE, "reduce", "n", ON(CARD), 1, MOST, false)                                                            \
    DO(INN_REDUCE_TO, "reduce_to", "n", ON(CARD), 1, MOST, false)                                                      \
    DO(INN_REDIRECT, "redirect", "", ON(CARD), 0, 0, true)                                                             \
    DO(INN_REDIRECT_ALL, "redirect_all", "", ON(CARD), 0, 0, true)                                                     \
    DO(INN_NO_HEAL, "no_heal", "", ON(CARD) | ON(DRINK), 0, 0, false)                                                  \
    DO(INN_SHARE_LOSS, "share_loss", "", ON(CARD), 0, 0, false)                                                        \
    DO(INN_SUBSTITUTE, "substitute", "", ON(PAY), 0, 0, false)                                                         \
    DO(INN_EXCUSE, "excuse", "", ON(PAY), 0, 0, false)                                                                 \
    DO(INN_IGNORE_DRINK, "ignore_drink", "", ON(DRINK), 0, 0, false)                                                   \
    DO(INN_PASS_DRINK, "pass_drink", "", ON(DRINK), 0, 0, true)                                                        \
    DO(INN_SPLIT_DRINK, "split_drink", "", ON(DRINK), 0, 0, true)                                                      \
    DO(INN_HALVE_DRINK, "halve_drink", "", ON(DRINK), 0, 0, false)                                                     \
    DO(INN_IN_HALF, "in_half", "kn", ON(DRINK), 1, 9, true)                                                            \
    DO(INN_ADD_AC, "add_ac", "n", ON(DRINK), -9, 9, false)                                                             \
    DO(INN_SET_DRINK, "set_drink", "n", ON(DRINK), 0, MOST, false)                                                     \
    DO(INN_CONVERT, "convert", "", ON(DRINK), 0, 0, false)                                                             \
    DO(INN_CONVERT_TO, "convert_to", "n", ON(DRINK), 1, MOST, false)                                                   \
    DO(INN_STASH_DRINK, "stash_drink", "", ON(DRINK), 0, 0, true)                                                      \
    DO(INN_BET, "bet", "n", ON(DRINK), 1, 9, false)                                                                    \
    DO(INN_ORDERS, "order", "n", ORDERED, 1, 9, false)                                                                 \
    DO(INN_ORDER_SEEN, "order_seen", "n", ORDERED, 1, 9, false)                                                        \
    DO(INN_DEAL_PILE, "deal_pile", "", ON(ACTION) | ON(ANYTIME) | ON(ORDER) | INN_IN_PLAY, 0, 0, false)                \
    DO(INN_DRINK_PILE, "drink_pile", "wn", DRUNK_NOW, 1, 4, false)                                                     \
    DO(INN_DRINK_DECK, "drink_deck", "wn", DRUNK_NOW, 1, 4, false)                                                     \
    DO(INN_TOAST, "toast", "wn", ON(ACTION) | ON(ANYTIME), 1, 9, false)                                                \
    DO(INN_SAME_DRINK, "same_drink", "w", ON(ACTION) | INN_ON_TABLE, 0, 0, false)                                      \
    DO(INN_SHOT, "shot", "wn", DRUNK_NOW, 1, 9, false)                                                                 \
    DO(INN_REFRESH_PILE, "refresh_pile", "", ON(ACTION) | ON(ANYTIME) | ON(DRINK), 0, 0, false)                        \
    DO(INN_DISCARD_PILE, "discard_pile", "wn", ON(ACTION) | ON(ANYTIME) | INN_ON_TABLE, 1, 9, false)                   \
    DO(INN_BLOOD_ANTE, "blood_ante", "", ON(ACTION), 0, 0, false)                                                      \
    DO(INN_GAMBLES, "gamble", "n", ON(ACTION) | ON(REVEALED), 1, 9, false)                                             \
    DO(INN_ANTE, "ante", "n", ON(GAMBLE), 1, 9, false)                                                                 \
    DO(INN_LOCK, "lock", "", ON(GAMBLE), 0, 0, false)                                                                  \
    DO(INN_LEAVE, "leave", "w", ON(GAMBLE) | ON(PAY) | ON(ROUND), 0, 0, false)                                         \
    DO(INN_END_ROUND, "end_round", "", ON(ROUND), 0, 0, false)                                                         \
    DO(INN_STEAL_POT, "steal_pot", "n", ON(ROUND), 1, 9, false)                                                        \
    DO(INN_TAKE_POT, "take_pot", "", ON(CARD) | ON(ROUND) | ON(WON), 0, 0, false)                                      \
    DO(INN_TAKE_HALF, "take_half", "", ON(TAKEN), 0, 0, false)                                                         \
    DO(INN_NO_LEAVING, "no_leaving", "", ON(ACTION), 0, 0, false)                                                      \
    DO(INN_REPEAT_ROUND, "repeat_round", "", ON(WON), 0, 0, false)                                                     \
    DO(INN_CONTEST, "contest", "n", ON(REVEALED), 1, 9, false)                                                         \
    DO(INN_DARE, "dare", "w", ON(REVEALED), 0, 0, false)                                                               \
    DO(INN_AUCTION, "auction", "s", ON(REVEALED), 0, 0, false)                                                         \
    DO(INN_SECRET_BID, "secret_bid", "s", ON(REVEALED), 0, 0, false)                                                   \
    DO(INN_SHUN, "shun", "w", INN_ON_TABLE, 0, 0, false)                                                               \
    DO(INN_STILL_IN, "still_in", "", ON(ACTION) | ON(REVEALED), 0, 0, false)                                           \
    DO(INN_END_TURN, "end_turn", "w", ON(ACTION) | ON(ANYTIME) | ON(CARD) | ON(DRINK) | ON(JOINED), 0, 0, false)       \
    DO(INN_AWAY, "away", "w", ON(ACTION) | ON(ANYTIME) | ON(CARD) | ON(DRINK) | ON(JOINED), 0, 0, false)               \
    DO(INN_ORDER_AGAIN, "order_again", "", ON(ORDER), 0, 0, false)                                                     \
    DO(INN_ANOTHER_ACTION, "another_action", "", ON(CARD), 0, 0, false)                                                \
    DO(INN_ACT_AGAIN, "act_again", "", ON(ACTING), 0, 0, false)                                                        \
    DO(INN_EVENT_AGAIN, "event_again", "", ON(CARD), 0, 0, false)                                                      \
    DO(INN_HOLD_BACK, "hold_back", "w", ON(ACTION) | ON(ANYTIME), 0, 0, false)                                         \
    DO(INN_BORROW, "borrow", "", ON(CARD), 0, 0, true)                                                                 \
    DO(INN_TITHE, "tithe", "kn", ON(ACTION) | ON(ANYTIME), 1, 9, false)                                                \
    DO(INN_HAND_ON, "hand_on", "kn", INN_IN_PLAY, 0, 3, false)                                                         \
    DO(INN_FETCH, "fetch", "dn", OF_ONESELF, 1, 6, false)                                                              \
    DO(INN_DRAW_BESIDE, "draw_beside", "n", ON(ACTION) | ON(ANYTIME) | ON(ACTING) | INN_IN_PLAY, 1, 9, false)          \
    DO(INN_REVEAL_UNTIL, "reveal_until", "t", INN_OF_CHARACTERS, 0, 0, false)                                          \
    DO(INN_LAY, "lay", "", ON(ACTION) | ON(ANYTIME) | ON(JOINED), 0, 0, false)                                         \
    DO(INN_CLEAR_ROW, "clear_row", "", OF_ONESELF, 0, 0, false)                                                        \
    DO(INN_MERGE, "merge", "d", MERGES, 0, 0, false)                                                                   \
    DO(INN_NUMBERS, "numbers", "n", ON(JOINED), -9, 9, false)                                                          \
    DO(INN_ATTACH, "attach", "d", INN_OF_CHARACTERS, 0, 0, true)                                                       \
    DO(INN_PASS_ON, "pass_on", "n", INN_IN_PLAY & ~ON(FALLS), 0, 3, false)                                             \
    DO(INN_LEAVES, "leaves", "", INN_IN_PLAY & ~ON(FALLS), 0, 0, false)                                                \
    DO(INN_DISCARD_OFF, "discard_off", "wn", ON(ACTION) | ON(ANYTIME) | INN_IN_PLAY, 1, 9, false)                      \
    DO(INN_SERVE, "serve", "d", INN_OF_CHARACTERS, 0, 0, true)                                                         \
    DO(INN_REDRAW, "redraw", "w", ON(ACTION) | ON(ANYTIME) | INN_IN_PLAY, 0, 0, false)                                 \
    DO(INN_TAKE_PAID, "take_paid", "", ON(PAID), 0, 0, false)                                                          \
    DO(INN_TAKE_SPENT, "take_spent", "", ON(PAID), 0, 0, false)                                                        \
    DO(INN_SHOW, "show", "", ON(ANYTIME), 0, 0, false)                                                                 \
    DO(INN_OFFER, "offer", "n", ON(ACTION) | ON(ANYTIME), 1, 9, true)                                                  \
    DO(INN_DISCARD_RANDOM, "discard_random", "wn", INN_OF_CHARACTERS, 1, 9, false)                                     \
    DO(INN_DISCARD_OF, "discard_of", "wt", ON_HANDS, 0, 0, false)                                                      \
    DO(INN_LOOK, "look", "w", ON_HANDS, 0, 0, false)                                                                   \
    DO(INN_PLUCK, "pluck", "wt", ON_HANDS, 0, 0, false)                                                                \
    DO(INN_OPEN_HAND, "open_hand", "w", ON_HANDS, 0, 0, false)                                                         \
    DO(INN_PLAY_THEIRS, "play_theirs", "", ON(GAMBLE), 0, 0, true)                                                     \
    DO(INN_DIVIDE, "divide", "n", ON(ACTION) | ON(ANYTIME) | ON(ACTING), 2, 6, true)                                   \
    DO(INN_SELL, "sell", "dn", ON(ACTION) | ON(ANYTIME) | INN_IN_PLAY, 1, 9, false)                                    \
    DO(INN_FETCH_TO, "fetch_to", "dn", OF_ONESELF, 1, 6, false)                                                        \
    DO(INN_SPEND, "spend", "n", ON(ACTION) | ON(ANYTIME) | ON(ACTING), 1, 5, false)                                    \
    DO(INN_WEAR, "wear", "n", AT_TIMES, 1, 9, false)                                                                   \
    DO(INN_WAGE, "wage", "n", AT_TIMES, 1, 9, false)                                                                   \
    DO(INN_SHIELD, "shield", "n", ON(LIES), 1, 9, false)                                                               \
    DO(INN_HIT, "hit", "n", ON(LIES), -9, 9, false)                                                                    \
    DO(INN_DRINK_MORE, "drink_ac", "n", ON(LIES), -9, 9, false)                                                        \
    DO(INN_HAND_MORE, "hand_size", "n", ON(LIES), -4, 4, false)                                                        \
    DO(INN_GOLD_MORE, "gold_more", "n", ON(LIES), 1, 9, false)                                                         \
    DO(INN_FIRST_COIN, "first_coin", "n", ON(LIES), 1, 9, false)                                                       \
    DO(INN_ACTION_HIT, "action_hit", "n", ON(LIES), -9, 9, false)

#define ROW(does, word, takes, events, lo, hi, target) [does] = {word, takes, events, lo, hi, target},
#define WORD(does, word, takes, events, lo, hi, target) [does] = word,
const InnEffectWord inn_effects[INN_DOES] = {ALL_EFFECTS(ROW)};
const char *const inn_effect_words[] = {ALL_EFFECTS(WORD)[INN_DOES] = NULL};

#define ALL_CONDITIONS(IF)                                                                                             \
    IF(INN_TYPE, "type", ON(CARD), inn_answered_words, true, 0, 0, 0)                                                  \
    IF(INN_AFFECTS, "affects", ON(CARD), inn_stat_words, true, 0, 0, 0)                                                \
    IF(INN_LOSES, "loses", ON(CARD), inn_stat_words, true, 0, 0, 0)                                                    \
    IF(INN_BY, "actor", ON(CARD) | ON(STRUCK), inn_whose_words, false, 0, 0, 0)                                        \
    IF(INN_DRINKER, "drinker", ON(DRINK), inn_whose_words, false, 0, 0, 0)                                             \
    IF(INN_PAYER, "payer", ON(PAY) | ON(PAID), inn_whose_words, false, 0, 0, 0)                                        \
    IF(INN_WINNER, "winner", ON(WON), inn_whose_words, false, 0, 0, 0)                                                 \
    IF(INN_TAKER, "taker", ON(TAKEN), inn_whose_words, false, 0, 0, 0)                                                 \
    IF(INN_GAINER, "gainer", ON(GAINED), inn_whose_words, false, 0, 0, 0)                                              \
    IF(INN_VICTIM, "victim", ON(HURT), inn_victim_words, false, 0, 0, 0)                                               \
    IF(INN_CAUSE, "cause", ON(PAY), inn_cause_words, true, 0, 0, 0)                                                    \
    IF(INN_IS, "is", ON(DRUNK), inn_folk_words, true, 0, 0, 0)                                                         \
    IF(INN_IS_NOT, "is_not", ON(DRUNK), inn_folk_words, true, 0, 0, 0)                                                 \
    IF(INN_TAG_NOT, "tag_not", ON(CARD), inn_tag_words, false, 0, 0, 0)                                                \
    IF(INN_ALIVE, "alive", ON(CARD), NULL, false, 0, 2, 8)                                                             \
    IF(INN_VOTE, "votes", ON(OUTCOME), inn_votes_words, false, 0, 0, 0)                                                \
    IF(INN_COIN, "coin", ON(OUTCOME), inn_coin_words, false, 0, 0, 0)                                                  \
    IF(INN_STILL, "in_round", ON(CARD) | ON(ROUND) | ON(WON), NULL, false, INN_IF_IN_ROUND, 0, 0)                      \
    IF(INN_MEDDLING, "meddles", ON(CARD), NULL, false, INN_IF_MEDDLES, 0, 0)                                           \
    IF(INN_UNREDUCED, "unreduced", ON(HURT), NULL, false, INN_IF_UNREDUCED, 0, 0)                                      \
    IF(INN_NO_ANTE, "no_ante", ON(ROUND), NULL, false, INN_IF_NO_ANTE, 0, 0)                                           \
    IF(INN_MAY, "may", ON(REVEALED) | (INN_IN_PLAY & ~ON(FALLS)), NULL, false, INN_IF_WISHED, 0, 0)                    \
    IF(INN_AT_LEAST, "at_least", INN_OF_CHARACTERS | ON(LIES), NULL, false, 0, 1, 60)                                  \
    IF(INN_AT_MOST, "at_most", INN_OF_CHARACTERS | ON(LIES), NULL, false, 0, 0, 60)                                    \
    IF(INN_FOR_ALL, "for_all", ON(CARD), NULL, false, INN_IF_FOR_ALL, 0, 0)                                            \
    IF(INN_STRENGTH, "strength", ON(DRANK), NULL, false, 0, 1, 9)                                                      \
    IF(INN_ALL_KINDS, "all_kinds", INN_OF_CHARACTERS | ON(LIES), NULL, false, 1, 0, 0)                                 \
    IF(INN_HEALING, "heals", ON(CARD) | ON(DRINK), NULL, false, INN_IF_HEALS, 0, 0)                                    \
    IF(INN_OF_THE_INN, "from_inn", ON(GAINED), NULL, false, INN_IF_FROM_INN, 0, 0)                                     \
    IF(INN_SIGNS, "signs", ON(ACTION) | ON(ANYTIME) | ON(ACTING), NULL, false, 0, 2, 6)

#define IF_ROW(name, word, events, values, several, bit, lo, hi) [name] = {word, events, values, several, bit, lo, hi},
#define IF_WORD(name, word, events, values, several, bit, lo, hi) [name] = word,
const InnConditionWord inn_conditions[INN_CONDITIONS] = {ALL_CONDITIONS(IF_ROW)};
const char *const inn_condition_words[] = {ALL_CONDITIONS(IF_WORD)[INN_CONDITIONS] = NULL};

const uint32_t inn_whom_events[INN_WHOMS] = {
    [INN_ME] = INN_EVERYWHERE & ~ON(OUTCOME),
    [INN_TARGET] = OF_ONESELF,
    [INN_SECOND] = INN_ON_HELD,
    [INN_OTHERS] = INN_EVERYWHERE & ~(ON(OUTCOME) | ON(DRUNK)), /* a Drink is for who drinks it */
    [INN_EACH] = INN_EVERYWHERE & ~(ON(CHOICE) | ON(DRUNK)),
    [INN_ACTOR] = ON(CARD) | ON(HURT) | ON(GAINED) | ON(DRUNK), /* of a Drink of a side deck: whose that is */
    [INN_TURN] = ON(DRINKING) | INN_IN_PLAY,
    [INN_HEROES] = INN_ON_TABLE & ~ON(CHOICE),
    [INN_VILLAINS] = INN_ON_TABLE & ~ON(CHOICE),
    [INN_TAKERS] = ON(REVEALED) | ON(OUTCOME),
    [INN_REFUSERS] = ON(OUTCOME),
    [INN_THE_INN] = INN_EVERYWHERE,
};

enum { PLAYED = INN_IS_ACTION | INN_IS_SOMETIMES | INN_IS_ANYTIME | INN_IS_GAMBLING | INN_IS_CHEATING };
const InnKindRule inn_kinds[INN_KINDS] = {
    [INN_CHARACTER] = {PLAYED | INN_IS_TOKEN | INN_IS_ITEM | INN_IS_PART | INN_IS_DRINK, 0, 30, 60, "character"},
    [INN_DRINKS] = {INN_IS_DRINK | INN_IS_EVENT, 0, 30, 60, "Drink"},
    [INN_SEA] = {INN_IS_EVENT, INN_IS_EVENT, 8, 30, "Sea event"},
    [INN_DUNGEON] = {INN_IS_EVENT, INN_IS_EVENT, 8, 30, "Dungeon event"},
    [INN_PRIZES] = {PLAYED | INN_IS_PRIZE, INN_IS_PRIZE, 1, 60, "Prize"},
};
