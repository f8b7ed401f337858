/*
 * A coach: what each decision of a seat cost against the best that a bot finds there, in coins or points. The bot sees
 * what the seat saw, and what everybody had seen of the way (TapSeen); of what came out in the end it knows nothing.
 */
#ifndef BOTS_REVIEW_H
#define BOTS_REVIEW_H

#include <taproom/bot.h>

#include "text/out.h"

/* Whom a player is compared with, the weakest first. */
enum { REVIEW_LEVELS = 3 };
extern const char *const review_levels[REVIEW_LEVELS];

/* What a move costs by a bot's hints, best first. */
typedef struct ReviewCost {
    bool  known; /* the bot has weighed it, or an amount near to it */
    float cost;  /* at least 0 */
    float noise; /* its standard error */
} ReviewCost;

typedef struct ReviewedMove {
    int        answer; /* which of the record's, from 0 */
    char      *played, *better; /* in words; better is what the bot likes best, and may be the same */
    char      *played_label, *better_label; /* the same as the table offers them */
    ReviewCost cost;
} ReviewedMove;

typedef struct Review {
    TapSeat       seat;
    int           n; /* decisions in which the seat had a choice, in their order */
    ReviewedMove *move;
    int           weighed; /* those of them whose cost is known */
    double        total;   /* of what counts as a mistake */
    double        level_mean[REVIEW_LEVELS]; /* what the same costs a decision when a bot plays them */
    int           like; /* which of the levels it was like; -1: too few decisions to tell */
} Review;

/* Reviews all answers in force of a seat. progress may be NULL; it is told how many of the record's answers are done.
 * False with a reason if there is no such bot, or it weighs nothing. The same record and bot give the same review. */
bool review_record(const TapRecord *, TapSeat, const char *bot, void (*progress)(void *, int done, int of), void *with,
                   Review *ret, TapError *);
void review_free(Review *);

/* ---- the same in steps, for threads that have other things to do meanwhile ---- */

typedef struct Coach Coach;
typedef enum CoachStep {
    COACH_OVER,   /* there were no more answers */
    COACH_PASSED, /* an answer of somebody else, or without a choice */
    COACH_JUDGED, /* a decision: this takes a while */
} CoachStep;

/* It copies what it needs of the record, and then touches nothing but its own: the content of the setup alone must
 * outlive it. NULL as above. */
Coach *coach_new(const TapRecord *, TapSeat, const char *bot, TapError *);
CoachStep coach_step(Coach *); /* the next answer */
int  coach_done(const Coach *); /* answers so far */
int  coach_answers(const Coach *);
const Review *coach_review(Coach *); /* of what is done so far; the coach keeps it */
void coach_free(Coach *);

/* ---- told ---- */

enum { REVIEW_DEAREST = 3 };
/* "coins" or "points". */
const char *review_unit(const TapGame *);
/* As fields of a JSON object that is open. */
void review_out(const Review *, const TapGame *, bool over, const char *bot, Out *);

/* The indices of the dearest mistakes, the dearest first; returns how many there are, `most` at most. */
int review_dearest(const Review *, int most, int *ret);

/* ---- pure parts ---- */

/* An amount that was not weighed costs what the nearest one of its kind does, in proportion. */
ReviewCost review_cost(const TapHint *hint, int n, const TapMove *);
/* What counts: a cost within twice its noise may be none, so that what a mixed strategy plays too is no mistake. */
double review_counted(const ReviewCost *);
/* The level whose mean is nearest to the player's, of equal ones the stronger; -1 for fewer than 5 decisions. */
int review_like(double mean, int decisions, const double level_mean[REVIEW_LEVELS]);

#endif
