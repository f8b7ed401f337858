/*
 * Money: ante, betting rounds, side pots, shares, split rules (Appendix C and D, CONC-09 .. CONC-15).
 *
 * A game with money begins its state with a Wagering, lists WAGER_ACTS, WAGER_QUESTIONS, WAGER_VERBS and WAGER_OPTIONS
 * first in its tables and WAGER_GAME in its Game, and names ante and betting rounds in its order of play. That is all
 * it knows of money.
 */
#ifndef WAGER_H
#define WAGER_H

#include "table/table.h"
#include "view/view.h"

enum { MAX_MONEY = 30000, MAX_REPLAYS = 10, MAX_POTS = MAX_SEATS };

typedef struct Pot {
    int32_t  coins;
    uint32_t eligible; /* a SeatSet, as wide as the coins: padding would differ between equal states */
} Pot;

typedef enum Ending { GOES_ON, REPLAYED } Ending;

typedef struct Wager {
    SeatSet in;     /* playing and not folded */
    SeatSet dealt;  /* who took part in this hand */
    SeatSet to_act; /* betting: who must still answer */
    SeatSet closed; /* and who may only call or fold (BET-A2) */
    uint8_t pots;   /* carried over from tied hands, each with its own claimants */
    uint8_t replays;
    bool    replaying, no_ante; /* this hand follows a tie; by King's rule nobody antes */
    uint16_t series; /* what a game of a series leaves to the next, in its own code; 0 is nothing. A host that plays
                        ROLE_SERIES keeps it meanwhile */
    uint8_t  short_antes;       /* who cannot pay a whole ante lays what he has and stays (DBL-A3) */
    bool     thrown_in;         /* this hand is over without a winner */
    int32_t raise_limit, bet_cap; /* the most a raise may add, the most a bet may be; 0: no limit */
    bool    shown;              /* the hand is settled and still lies there: until the next one begins */
    uint8_t won; /* how many pots of it have been won: they lie at the end of pot[], the first last, with who
                    won them in the lower half of `eligible` and who could in the upper */
    bool    odd_to_left; /* the coins that do not divide go to winners in turn order from the start, one each */
    uint8_t round; /* betting rounds of this hand that have begun, those in which nobody can bet among them */
    int32_t to_match;           /* the Current Bet */
    int32_t increase;           /* the last raise's */
    int32_t carry;              /* left over from an earlier game; part of the first prize */
    int32_t house;              /* left for the next game */
    int32_t stack[MAX_SEATS];   /* what each holds */
    int32_t bet[MAX_SEATS];     /* laid in this round */
    int32_t paid[MAX_SEATS];    /* laid in this hand, bet included */
    int32_t brought[MAX_SEATS]; /* held at the start */
    Pot     pot[MAX_POTS];
} Wager;

typedef struct Wagering {
    Table table;
    Wager wager;
} Wagering;

static inline Wager *wager_of(Table *t) { return &((Wagering *)t)->wager; }
static inline const Wager *wager_at(const Table *t) { return &((const Wagering *)t)->wager; }

/* ------------------------------------------------- what a game lists first */

/* Script 0 plays hands until the money is settled; script S_PLAY is the game's order of play. */
enum { S_HANDS, S_PLAY, S_ANTE, S_BETTING, S_SETTLE, WAGER_SCRIPTS };
enum { Q_BET, WAGER_ASKS };
enum { FOLD = 1, CHECK, CALL_BET, RAISE, WAGER_VERBS_END };
enum { OPT_WAGER, OPT_ANTE, OPT_STACK, OPT_SHARE, OPT_SPLIT, OPT_MIN_RAISE, OPT_SHORT_RAISE, WAGER_OPTIONS_END };
enum { WAGER_BETTING, WAGER_SHARES, WAGER_NONE };
enum { SPLIT_MERCHANT, SPLIT_KING, SPLIT_COMMONER };
enum { SHORT_REOPENS, SHORT_CLOSES };

/* The group of options for readings that the rules leave open; the usual value is the one in docs/rulings.md. */
#define HOUSE_RULINGS "House rulings"

SCRIPT_FRAME(wager_hands, { Seat start; });
SCRIPT_FRAME0(wager_ante);
SCRIPT_FRAME(wager_betting, { Seat turn; });
SCRIPT_FRAME0(wager_settle);
SCRIPT_FRAME0(wager_join);
SCRIPT_FRAME0(wager_ante_again);
Script wager_hands, wager_ante, wager_betting, wager_settle, wager_join, wager_ante_again;

#define WAGER_ACTS \
    [S_HANDS] = ACT(wager_hands, NO_ROLE), [S_ANTE] = ACT(wager_ante, ROLE_ANTE), \
    [S_BETTING] = ACT(wager_betting, ROLE_BETTING), [S_SETTLE] = ACT(wager_settle, ROLE_SETTLE)
/* Instead, for a game of repeated antes: ANTE() seats those who can pay, and where others bet, BETTING_ROUND(), all
 * still in pay an ante; who cannot is out, but if nobody can the round is free. */
#define WAGER_ACTS_OF_ANTES \
    [S_HANDS] = ACT(wager_hands, NO_ROLE), [S_ANTE] = ACT(wager_join, ROLE_ANTE), \
    [S_BETTING] = ACT(wager_ante_again, ROLE_BETTING), [S_SETTLE] = ACT(wager_settle, ROLE_SETTLE)

/* Who is in and has coins left. BET-A3: a round is played only while there are two or more. */
SeatSet able_to_bet(const Table *);
SeatSet who_bets(const Setup *, const Table *);
void    bet_choices(const Setup *, const Table *, Seat, Choices *);
#define WAGER_QUESTIONS                                                                                                \
    [Q_BET] = {.prompt = "Your bet?",                                                                                  \
               .help = "Amounts are the whole of your bet in this round.",                                             \
               .who = who_bets,                                                                                        \
               .choices = bet_choices}

#define WAGER_VERBS                                                                                                    \
    [FOLD] = {.word = "fold", .label = "Fold", .idle = 1, .way = TAP_WAY_FINAL},                                       \
    [CHECK] = {.word = "check", .label = "Check", .idle = 2}, [CALL_BET] = {.word = "call", .label = "Call {n}"},      \
    [RAISE] = {.word = "raise", .label = "Raise to {n}", .to = true, .also = "bet"}

extern const char *const wager_words[], *const split_words[], *const short_raise_words[];
extern const char *const wager_said[], *const split_said[], *const short_raise_said[];
#define WAGER_OPTIONS WAGER_OPTIONS_USUALLY(WAGER_BETTING)
#define WAGER_OPTIONS_USUALLY(usually)                                                                                 \
    [OPT_WAGER] = {"wager", "how money is played for", TAP_WORD, (usually), WAGER_BETTING, WAGER_NONE, wager_words,    \
                   .money = true, .title = "You play", .said = wager_said},                                            \
    [OPT_ANTE] = {"ante", "coins each pays before a hand with betting", TAP_NUMBER, 1, 0, 1000, .money = true,         \
                  .title = "The ante"},                                                                                \
    [OPT_STACK] = {"stack", "coins each brings", TAP_NUMBER, 100, 0, MAX_MONEY, .money = true,                         \
                   .title = "Everybody brings"},                                                                       \
    [OPT_SHARE] = {"share", "coins of one share when playing for shares", TAP_NUMBER, 5, 0, 1000, .money = true,       \
                   .title = "One share is"},                                                                           \
    [OPT_SPLIT] = {"split",                                                                                            \
                   "who gets a tied pot: merchant divides it, king lets the tied play again, commoner everybody",      \
                   TAP_WORD, SPLIT_MERCHANT, SPLIT_MERCHANT, SPLIT_COMMONER, split_words, .money = true,               \
                   .title = "A tied pot is", .said = split_said},                                                      \
    [OPT_MIN_RAISE] = {"min-raise", "a raise is at least as large as the one before", TAP_FLAG, 0, 0, 1,               \
                       .money = true, .title = "No raise is smaller than the last"},                                   \
    [OPT_SHORT_RAISE] = {"short-raise",                                                                                \
                         "all in with less than the least raise: that reopens the betting, or closes it "              \
                         "for those who have answered",                                                                \
                         TAP_WORD, SHORT_REOPENS, SHORT_REOPENS, SHORT_CLOSES, short_raise_words,                      \
                         .group = HOUSE_RULINGS, .money = true, .title = "All in with less than a full raise",         \
                         .said = short_raise_said}

/* Clashes of the options above, for every game's list. */
#define WAGER_CLASHES                                                                                                  \
    {OPT_WAGER,                                                                                                        \
     WAGER_SHARES,                                                                                                     \
     WAGER_NONE,                                                                                                       \
     OPT_SHORT_RAISE,                                                                                                  \
     SHORT_CLOSES,                                                                                                     \
     SHORT_CLOSES,                                                                                                     \
     "without betting nobody raises."},                                                                                \
        {OPT_WAGER,                                                                                                    \
         WAGER_SHARES,                                                                                                 \
         WAGER_NONE,                                                                                                   \
         OPT_SPLIT,                                                                                                    \
         SPLIT_KING,                                                                                                   \
         SPLIT_COMMONER,                                                                                               \
         "a split rule divides a pot of bets; shares have their own way with ties (SHARE-A5)."},                       \
    {                                                                                                                  \
        OPT_WAGER, WAGER_SHARES, WAGER_NONE, OPT_MIN_RAISE, 1, 1, "without betting nobody raises."                     \
    }
/* Instead, for a game that is played for shares only (SHARE-06), beside WAGER_OPTIONS_USUALLY(WAGER_SHARES). */
#define WAGER_NO_BETTING                                                                                               \
    {OPT_SHORT_RAISE,                                                                                                  \
     SHORT_CLOSES,                                                                                                     \
     SHORT_CLOSES,                                                                                                     \
     OPT_SHORT_RAISE,                                                                                                  \
     SHORT_CLOSES,                                                                                                     \
     SHORT_CLOSES,                                                                                                     \
     "without betting nobody raises."},                                                                                \
        {OPT_WAGER,                                                                                                    \
         WAGER_BETTING,                                                                                                \
         WAGER_BETTING,                                                                                                \
         OPT_WAGER,                                                                                                    \
         WAGER_BETTING,                                                                                                \
         WAGER_BETTING,                                                                                                \
         "this game has no betting rounds; play it for shares (SHARE-06)."},                                           \
        {OPT_SPLIT,                                                                                                    \
         SPLIT_KING,                                                                                                   \
         SPLIT_KING,                                                                                                   \
         OPT_SPLIT,                                                                                                    \
         SPLIT_KING,                                                                                                   \
         SPLIT_KING,                                                                                                   \
         "shares have their own way with ties (SHARE-A5)."},                                                           \
        {OPT_SPLIT,                                                                                                    \
         SPLIT_COMMONER,                                                                                               \
         SPLIT_COMMONER,                                                                                               \
         OPT_SPLIT,                                                                                                    \
         SPLIT_COMMONER,                                                                                               \
         SPLIT_COMMONER,                                                                                               \
         "shares have their own way with ties (SHARE-A5)."},                                                           \
    {                                                                                                                  \
        OPT_MIN_RAISE, 1, 1, OPT_MIN_RAISE, 1, 1, "without betting nobody raises."                                     \
    }

/* ------------------------------------------------------- in a game's order of play */

/* BET-05, SHARE-01. A hand that too few can pay for is not played. */
#define ANTE() \
    do { \
        CALL(S_ANTE); \
        if (wager_decided(t)) RETURN(0); \
    } while (0)

/* BET-01 .. BET-04: if all but one have folded the hand is over at once. */
#define BETTING_ROUND() \
    do { \
        CALL(S_BETTING); \
        if (wager_decided(t)) RETURN(0); \
    } while (0)

/* At most one is left. */
static inline bool wager_decided(const Table *t) { return count(wager_at(t)->in) <= 1; }
/* Who is playing and has not folded. */
static inline SeatSet still_in(const Table *t) { return wager_at(t)->in; }
SeatSet who_still_in(const Setup *, const Table *);
/* A seat leaves the hand by a rule of the game; what it paid stays. */
static inline void wager_leaves(Table *t, Seat s) { wager_of(t)->in = less(wager_of(t)->in, s); }
/* A seat wins the hand at once: nobody else has a claim any more on what it plays for; pots that it has no part in are
 * divided among theirs (BET-11). */
void wager_wins(Table *, Seat, Env *);
/* BET-11: a side pot for which one seat is left is that seat's at once, before it can be lost in turn. */
void wager_pay_uncontested(Table *, Env *);
/* Betting in steps, for a game that plays between the bets: a round is begun (who could bet is asked in its order, with
 * Q_BET and t->turn), each answer is laid, and in the end what nobody matched goes back and the bets join the pot. */
SeatSet wager_begin_round(Table *);
void    wager_bet(Table *, Seat, const Move *, Env *);
void    wager_end_round(Table *);
/* Instead, where the cards end it before all have answered: what nobody has matched goes back, or stays in the pot for
 * whoever wins it. */
void wager_cut_short(Table *, bool refund, Env *);
/* The parts of wager_bet: a seat folds, bets or raises to a total, calls or checks. What goes back is not looked at. */
void wager_fold(Table *, Seat, Env *);
void wager_raise(Table *, Seat, int32_t total, Env *);
void wager_match(Table *, Seat, Env *);
/* The hand is thrown in: return from the order of play, and all ante again to the same pot with the next to start; the
 * MAX_REPLAYSth time the pot waits for the next game. */
static inline void wager_throw_in(Table *t) { wager_of(t)->thrown_in = true; }
/* A seat pays into the pot, as far as it can; returns how much. */
int32_t wager_fine(Table *, Seat, int32_t coins);

/* Who starts, and what each brings; or only that, where the game itself finds out who starts. */
void wager_setup(const Setup *, Table *, Env *);
void wager_bring(const Setup *, Table *, Env *);
/* Makes ready for another game of a series: what was left over joins its pot (CONC-13), and the start moves to the left
 * (CONC-07). */
void wager_next_game(Table *);
/* BET-11, BET-A6 .. A9: what can be won at this moment, with its claimants: the main pot first, then the side pots.
 * Bets of a round that is under way lie apart (BET-13). Settling and display both go by it. Returns the number of pots.
 */
int wager_pots(const Table *, Pot ret[MAX_POTS]);
/* The i-th pot that was won in the hand that is settled, below Wager.won: its coins, who could have won it, who did. */
int32_t wager_won(const Table *, int i, SeatSet *ret_claims, SeatSet *ret_to);
/* Another hand begins: how the last one ended is no longer told. */
void wager_clear_result(Table *);
/* What the hands of these seats are worth. */
void wager_score(const Setup *, const Table *, const Scoring *, SeatSet who, TapScore ret[MAX_SEATS]);
/* For a View: the pots and their claimants; how the hand ended, if it did. wager_counters calls all of these. */
void wager_show_pots(const Table *, ViewMaker *);
void wager_results(const Setup *, const Table *, ViewMaker *);
/* What the hands that lie open for the viewer are worth so far. */
void wager_totals(const Setup *, const Table *, ViewMaker *);
/* Pots, stacks, bets, who folded, and results. */
void wager_counters(const Setup *, const Table *, ViewMaker *);
/* A raise is at least one coin, so there are no more raises in a hand than coins at the table, and each is answered
 * once by each other seat. A hand is replayed at most MAX_REPLAYS times. */
uint64_t wager_bound(const Setup *);
int32_t wager_brought(const Setup *, Seat);
int32_t wager_price(const Setup *); /* BET-A1, SHARE-A4 */
int32_t wager_held(const Table *, Seat);
int32_t wager_on_table(const Table *);

/* In the Game itself: the money, and the game's tables under their usual names. What differs follows it. */
#define WAGER_GAME                                                                                                     \
    .score_is_money = true, .money_brought = wager_brought, .price = wager_price, .money_held = wager_held,            \
    .money_on_table = wager_on_table, .bound = wager_bound, .options = options, .option_n = OPTIONS_END,               \
    .clashes = clashes, .clash_n = sizeof clashes / sizeof *clashes, .acts = acts,                                     \
    .act_n = sizeof acts / sizeof *acts, .questions = questions, .question_n = ASKS_END, .verbs = verbs,               \
    .verb_n = VERBS_END, PHASES(phases), .setup = wager_setup, .pieces = pieces, .counters = wager_counters

/* ----------------------------------------------- pure parts, for their tests */

/* BET-A6, A7, A9: pots from what each paid; folded money has no claim. A layer nobody else reached comes back in
 * ret_refund. Returns the number of pots. */
int pots_build(const int32_t paid[MAX_SEATS], SeatSet in, int seats, Pot ret[MAX_POTS], int32_t ret_refund[MAX_SEATS]);

/* SHARE-04, 05: what each place gets from the pot of `players` shares plus carry. place[s] counts from 1; players
 * outside `dealt` get nothing. Returns the remainder. */
int32_t shares_divide(const int *place, SeatSet dealt, int32_t share, int32_t carry, int32_t ret[MAX_SEATS]);

/* Best of a set: who ties for first. */
SeatSet best_of(const TapScore score[MAX_SEATS], SeatSet among);

#endif
