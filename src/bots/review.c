#include "bots/review.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/fail.h"

enum {
    MOST_HINTS = 64,
    RANDOM_TRIES = 8, /* a random player's cost is the mean of so many of its moves */
    LEAST_DECISIONS = 5,
    LABEL_BYTES = 200,
    TRIES = 3, /* each decision is judged so often, with other luck each time */
};
static const float SURE = 2;              /* so many times its noise a cost must be */
static const uint64_t LUCK_OF_TRY = 7368787;
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

typedef struct Given {
    TapSeat who;
    TapMove move;
} Given;

struct Coach {
    TapSetup        setup;
    char           *bot;
    Given          *given; /* all answers in force */
    int             answers, done;
    Review          review;
    TapState        state;
    TapView         view;
    TapSeen         seen;
    TapChoices      choices;
    TapHint         hint[MOST_HINTS]; /* of all tries together, the best first */
    int             hints;
    TapMove         liked[TRIES]; /* the first of each try */
    double          level_sum[REVIEW_LEVELS];
    int             level_n[REVIEW_LEVELS];
};

static TapBot *bot_that_saw(const Coach *c, const char *name, uint64_t luck)
{
    TapBot *bot = tap_bot_new(name, luck, NULL);
    assert(bot);
    tap_bot_catch_up(bot, &c->seen);
    return bot;
}

static char *copy_of(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    assert(copy);
    return strcpy(copy, text);
}

static char *words_of(const Coach *c, TapSeat seat, TapMove m)
{
    char words[TAP_WORDS];
    return copy_of(tap_move_write(&c->setup, &c->state, seat, m, words, sizeof words) ? words : "");
}

static char *label_of(const Coach *c, TapMove m)
{
    char label[LABEL_BYTES] = "";
    for (int i = 0; i < c->view.choices && !label[0]; i++)
        if (tap_choice_admits(&c->view.choice[i].choice, &m))
            tap_label(&c->view.choice[i], &m, label, sizeof label);
    return copy_of(label);
}

/* What one of the tries would have played itself costs nothing: the second choice of a mixed strategy is no mistake,
 * nor is one of two moves that are as good. */
static ReviewCost cost_of(const Coach *c, TapMove m)
{
    TapMove    known = nearest(&c->choices, c->hint, c->hints, m);
    ReviewCost cost = review_cost(c->hint, c->hints, &known);
    for (int t = 0; t < TRIES && c->hints; t++)
        if (tap_same_move(c->liked[t], known)) cost.cost = 0;
    return cost;
}

typedef struct Pooled {
    TapHint hint; /* its value and noise are sums: of values, of squares of their noise */
    double  squares; /* of values */
    int     tries;
} Pooled;

static void pool(Pooled *all, int *n, const TapHint *one)
{
    int i = 0;
    while (i < *n && !tap_same_move(all[i].hint.move, one->move)) i++;
    if (i == MOST_HINTS) return;
    if (i == *n) all[(*n)++] = (Pooled){.hint.move = one->move};
    all[i].hint.visits += one->visits;
    all[i].hint.value += one->value;
    all[i].hint.noise += one->noise * one->noise;
    all[i].squares += (double)one->value * (double)one->value;
    all[i].tries++;
}

/* A mean over tries is as uncertain as each of them says, and besides as they differ: a tree that left a move early
 * does not know how wrong it is. */
static TapHint mean_of(const Pooled *p)
{
    TapHint h = p->hint;
    float   k = (float)p->tries;
    h.value /= k;
    double between = p->tries > 1 ? (p->squares / p->tries - (double)h.value * (double)h.value) / (p->tries - 1) : 0;
    h.noise = sqrtf(h.noise / (k * k) + (between > 0 ? (float)between : 0));
    return h;
}

/* The best of those that all tries have weighed is the first, and none is worth more. */
static void judge(Coach *c, TapSeat seat, int answer)
{
    TapHint one[MOST_HINTS];
    Pooled  all[MOST_HINTS];
    int     n = 0, best = -1;
    tap_view(&c->setup, &c->state, seat, &c->view);
    for (int t = 0; t < TRIES; t++) {
        TapBot *bot = bot_that_saw(c, c->bot, (uint64_t)answer + 1 + LUCK_OF_TRY * (uint64_t)t);
        c->liked[t] = tap_bot_decide(bot, &c->setup, &c->state, seat);
        int k = tap_bot_hints(bot, one, MOST_HINTS);
        tap_bot_free(bot);
        tap_hints_told(&c->setup, &c->view, one, k);
        if (k) c->liked[t] = one[0].move;
        for (int i = 0; i < k; i++) pool(all, &n, &one[i]);
    }
    c->hints = n;
    for (int i = 0; i < n; i++) {
        c->hint[i] = mean_of(&all[i]);
        bool better = best < 0 || all[i].tries > all[best].tries ||
                      (all[i].tries == all[best].tries && c->hint[i].value > c->hint[best].value);
        if (better) best = i;
    }
    if (best < 0) return;
    TapHint first = c->hint[best];
    c->hint[best] = c->hint[0];
    c->hint[0] = first;
    for (int i = 1; i < n; i++) c->hint[i].value = fminf(c->hint[i].value, first.value);
}

/* What bots would play here, and what that costs by the same hints. */
static void compare(Coach *c, TapSeat seat, uint64_t luck)
{
    for (int k = 0; k < REVIEW_LEVELS; k++) {
        TapBot *bot = bot_that_saw(c, review_levels[k], luck);
        for (int i = 0, tries = k ? 1 : RANDOM_TRIES; i < tries; i++) {
            ReviewCost cost = cost_of(c, tap_bot_decide(bot, &c->setup, &c->state, seat));
            if (!cost.known) continue;
            c->level_sum[k] += review_counted(&cost) / tries;
            c->level_n[k] += RANDOM_TRIES / tries;
        }
        tap_bot_free(bot);
    }
}

static void review_one(Coach *c, TapSeat seat, int answer, TapMove played, ReviewedMove *ret)
{
    judge(c, seat, answer);
    TapMove best = c->hints ? c->hint[0].move : c->liked[0];
    *ret = (ReviewedMove){
        .answer = answer,
        .cost = cost_of(c, played),
        .played = words_of(c, seat, played),
        .better = words_of(c, seat, best),
        .played_label = label_of(c, played),
        .better_label = label_of(c, best),
    };
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

Coach *coach_new(const TapRecord *record, TapSeat seat, const char *bot, TapError *error)
{
    if (!weighs(bot, error)) return NULL;
    Coach *c = calloc(1, sizeof *c);
    assert(c);
    c->setup = *tap_record_setup(record);
    c->bot = copy_of(bot);
    c->answers = tap_record_answers(record);
    c->given = calloc((size_t)c->answers + 1, sizeof *c->given);
    c->review = (Review){.seat = seat, .move = calloc((size_t)c->answers + 1, sizeof *c->review.move)};
    assert(c->given && c->review.move);
    for (int i = 0; i < c->answers; i++) tap_record_answer_at(record, i, &c->given[i].who, &c->given[i].move);
    tap_record_state_at(record, 0, &c->state, NULL);
    return c;
}

CoachStep coach_step(Coach *c)
{
    if (c->done == c->answers) return COACH_OVER;
    Review *r = &c->review;
    TapSeat who = c->given[c->done].who;
    TapMove move = c->given[c->done].move;
    tap_choices(&c->setup, &c->state, who, &c->choices);
    bool decides = who == r->seat && (c->choices.n > 1 || tap_choice_count(&c->choices.choice[0]) > 1);
    if (decides) {
        ReviewedMove *m = &r->move[r->n++];
        review_one(c, who, c->done, move, m);
        r->weighed += m->cost.known;
        r->total += review_counted(&m->cost);
    }
    tap_seen_add(&c->seen, &c->setup, &c->state, who, move);
    tap_answer_trusted(&c->setup, &c->state, who, move, NULL);
    c->done++;
    return decides ? COACH_JUDGED : COACH_PASSED;
}

int coach_done(const Coach *c) { return c->done; }

int coach_answers(const Coach *c) { return c->answers; }

const Review *coach_review(Coach *c)
{
    Review *r = &c->review;
    for (int k = 0; k < REVIEW_LEVELS; k++)
        r->level_mean[k] = c->level_n[k] ? c->level_sum[k] * RANDOM_TRIES / c->level_n[k] : 0;
    r->like = review_like(r->weighed ? r->total / r->weighed : 0, r->weighed, r->level_mean);
    return r;
}

void coach_free(Coach *c)
{
    if (!c) return;
    review_free(&c->review);
    free(c->given);
    free(c->bot);
    free(c);
}

bool review_record(const TapRecord *record, TapSeat seat, const char *bot, void (*progress)(void *, int, int),
                   void *with, Review *ret, TapError *error)
{
    Coach *c = coach_new(record, seat, bot, error);
    if (!c) return false;
    do {
        if (progress && c->done < c->answers) progress(with, c->done, c->answers);
    } while (coach_step(c) != COACH_OVER);
    *ret = *coach_review(c);
    c->review = (Review){.n = 0};
    coach_free(c);
    return true;
}

void review_free(Review *r)
{
    for (int i = 0; i < r->n; i++) {
        free(r->move[i].played);
        free(r->move[i].better);
        free(r->move[i].played_label);
        free(r->move[i].better_label);
    }
    free(r->move);
    *r = (Review){.n = 0};
}

/* -------------------------------------------------------------------- told */

const char *review_unit(const TapGame *game) { return tap_game_scores_money(game) ? "coins" : "points"; }

static void out_thousandths(Out *o, const char *name, double number)
{
    char word[40];
    out_json(o, name, word, (size_t)snprintf(word, sizeof word, "%.3f", number));
}

static void out_move(Out *o, const ReviewedMove *m)
{
    out_open(o, NULL, '{');
    out_number(o, "answer", m->answer + 1);
    out_string(o, "played", m->played);
    out_string(o, "best", m->better);
    out_string(o, "played_label", m->played_label);
    out_string(o, "best_label", m->better_label);
    if (m->cost.known) {
        out_thousandths(o, "cost", (double)m->cost.cost);
        out_thousandths(o, "noise", (double)m->cost.noise);
        out_bool(o, "mistake", review_counted(&m->cost) > 0);
    }
    out_close(o, '}');
}

void review_out(const Review *r, const TapGame *game, bool over, const char *bot, Out *o)
{
    int worst[REVIEW_DEAREST], n = review_dearest(r, REVIEW_DEAREST, worst);
    out_string(o, "game", tap_game_id(game));
    out_number(o, "seat", r->seat);
    out_string(o, "bot", bot);
    out_bool(o, "over", over);
    out_string(o, "unit", review_unit(game));
    out_open(o, "decisions", '[');
    for (int i = 0; i < r->n; i++) out_move(o, &r->move[i]);
    out_close(o, ']');
    out_open(o, "dearest", '[');
    for (int i = 0; i < n; i++) out_number(o, NULL, r->move[worst[i]].answer + 1);
    out_close(o, ']');
    out_number(o, "weighed", r->weighed);
    out_thousandths(o, "total", r->total);
    out_open(o, "levels", '{');
    for (int k = 0; k < REVIEW_LEVELS; k++) out_thousandths(o, review_levels[k], r->level_mean[k]);
    out_close(o, '}');
    if (r->like >= 0) out_string(o, "like", review_levels[r->like]);
    else out_null(o, "like");
}
