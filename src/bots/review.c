#include "bots/review.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "text/fail.h"

enum {
    MOST_HINTS = 64,
    RANDOM_TRIES = 8, /* a random player's cost is the mean of so many of its moves */
    LEAST_DECISIONS = 5,
};
static const float SURE = 2;              /* so many times its noise a cost must be */
static const uint64_t OTHER_LUCK = 1000003; /* of those compared with: search:2 is not to agree with itself */

const char *const review_levels[REVIEW_LEVELS] = {"random", "search:1", "search:2"};

/* How far two amounts are apart: steps that are even in proportion. */
static double apart(uint32_t a, uint32_t b) { return fabs(log1p((double)a) - log1p((double)b)); }

ReviewCost review_cost(const TapHint *hint, int n, const TapMove *m)
{
    const TapHint *own = NULL;
    for (int i = 0; i < n && !own; i++)
        if (tap_same_move(hint[i].move, *m)) own = &hint[i];
    if (!own) return (ReviewCost){.known = false};
    float cost = hint[0].value - own->value;
    return (ReviewCost){
        .known = true,
        .cost = cost > 0 ? cost : 0,
        .noise = own == hint ? 0 : sqrtf(hint[0].noise * hint[0].noise + own->noise * own->noise),
    };
}

double review_counted(const ReviewCost *c)
{
    return c->known && c->cost > SURE * c->noise ? (double)c->cost : 0;
}

int review_like(double mean, int decisions, const double level_mean[REVIEW_LEVELS])
{
    int like = -1;
    for (int k = 0; decisions >= LEAST_DECISIONS && k < REVIEW_LEVELS; k++)
        if (like < 0 || fabs(level_mean[k] - mean) <= fabs(level_mean[like] - mean)) like = k;
    return like;
}

int review_dearest(const Review *r, int most, int *ret)
{
    int n = 0;
    for (int i = 0; i < r->n; i++) {
        double cost = review_counted(&r->move[i].cost);
        if (cost <= 0) continue;
        int k = n < most ? n++ : most;
        for (; k > 0 && review_counted(&r->move[ret[k - 1]].cost) < cost; k--)
            if (k < most) ret[k] = ret[k - 1];
        if (k < most) ret[k] = i;
    }
    return n;
}

/* ------------------------------------------------------------- one decision */

/* An amount that the bot did not try is taken for the nearest that it did. */
static TapMove nearest(const TapChoices *c, const TapHint *hint, int n, TapMove m)
{
    const TapChoice *o = tap_choices_find(c, &m);
    const TapHint   *near = NULL;
    if (!o || o->kind != TAP_AMOUNT) return m;
    for (int i = 0; i < n; i++)
        if (tap_choice_admits(o, &hint[i].move) &&
            (!near || apart(hint[i].move.value, m.value) < apart(near->move.value, m.value)))
            near = &hint[i];
    return near ? near->move : m;
}

typedef struct Coach {
    const TapSetup *setup;
    const char     *bot;
    TapState        state;
    TapView         view;
    TapSeen         seen;
    TapChoices      choices;
    TapHint         hint[MOST_HINTS];
    int             hints;
    double          level_sum[REVIEW_LEVELS];
    int             level_n[REVIEW_LEVELS];
} Coach;

static TapBot *bot_that_saw(const Coach *c, const char *name, uint64_t luck)
{
    TapBot *bot = tap_bot_new(name, luck, NULL);
    assert(bot);
    tap_bot_catch_up(bot, &c->seen);
    return bot;
}

static char *words_of(const Coach *c, TapSeat seat, TapMove m)
{
    char words[TAP_WORDS];
    if (!tap_move_write(c->setup, &c->state, seat, m, words, sizeof words)) words[0] = 0;
    char *copy = malloc(strlen(words) + 1);
    assert(copy);
    return strcpy(copy, words);
}

static ReviewCost cost_of(const Coach *c, TapMove m)
{
    TapMove known = nearest(&c->choices, c->hint, c->hints, m);
    return review_cost(c->hint, c->hints, &known);
}

/* What bots would play here, and what that costs by the same hints. */
static void compare(Coach *c, TapSeat seat, uint64_t luck)
{
    for (int k = 0; k < REVIEW_LEVELS; k++) {
        TapBot *bot = bot_that_saw(c, review_levels[k], luck);
        for (int i = 0, tries = k ? 1 : RANDOM_TRIES; i < tries; i++) {
            ReviewCost cost = cost_of(c, tap_bot_decide(bot, c->setup, &c->state, seat));
            if (!cost.known) continue;
            c->level_sum[k] += review_counted(&cost) / tries;
            c->level_n[k] += RANDOM_TRIES / tries;
        }
        tap_bot_free(bot);
    }
}

static void review_one(Coach *c, TapSeat seat, int answer, TapMove played, ReviewedMove *ret)
{
    TapBot *bot = bot_that_saw(c, c->bot, (uint64_t)answer + 1);
    TapMove best = tap_bot_decide(bot, c->setup, &c->state, seat);
    c->hints = tap_bot_hints(bot, c->hint, MOST_HINTS);
    tap_bot_free(bot);
    tap_view(c->setup, &c->state, seat, &c->view);
    tap_hints_told(c->setup, &c->view, c->hint, c->hints);
    *ret = (ReviewedMove){.answer = answer, .cost = cost_of(c, played)};
    ret->played = words_of(c, seat, played);
    ret->better = words_of(c, seat, c->hints ? c->hint[0].move : best);
    compare(c, seat, (uint64_t)answer + OTHER_LUCK);
}

/* ---------------------------------------------------------------- a record */

static bool weighs(const char *bot, TapError *error)
{
    TapBot *one = tap_bot_new(bot, 1, error);
    tap_bot_free(one);
    if (one && !strcmp(bot, "random")) return fail_with(error, "random weighs nothing: a search must review.");
    return one;
}

bool review_record(const TapRecord *record, TapSeat seat, const char *bot, void (*progress)(void *, int, int),
                   void *with, Review *ret, TapError *error)
{
    if (!weighs(bot, error)) return false;
    int     answers = tap_record_answers(record);
    Coach  *c = calloc(1, sizeof *c);
    TapSeat who;
    TapMove move;
    *ret = (Review){.seat = seat, .move = calloc((size_t)answers + 1, sizeof *ret->move)};
    assert(c && ret->move);
    c->setup = tap_record_setup(record);
    c->bot = bot;
    tap_record_state_at(record, 0, &c->state, NULL);
    for (int i = 0; tap_record_answer_at(record, i, &who, &move); i++) {
        if (progress) progress(with, i, answers);
        tap_choices(c->setup, &c->state, who, &c->choices);
        if (who == seat && (c->choices.n > 1 || tap_choice_count(&c->choices.choice[0]) > 1)) {
            ReviewedMove *m = &ret->move[ret->n++];
            review_one(c, seat, i, move, m);
            ret->weighed += m->cost.known;
            ret->total += review_counted(&m->cost);
        }
        tap_seen_add(&c->seen, c->setup, &c->state, who, move);
        tap_answer_trusted(c->setup, &c->state, who, move, NULL);
    }
    for (int k = 0; k < REVIEW_LEVELS; k++)
        ret->level_mean[k] = c->level_n[k] ? c->level_sum[k] * RANDOM_TRIES / c->level_n[k] : 0;
    ret->like = review_like(ret->weighed ? ret->total / ret->weighed : 0, ret->weighed, ret->level_mean);
    free(c);
    return true;
}

void review_free(Review *r)
{
    for (int i = 0; i < r->n; i++) {
        free(r->move[i].played);
        free(r->move[i].better);
    }
    free(r->move);
    *r = (Review){.n = 0};
}
