/* Hints as a friend tells them: numbers that can be true, and a reason in words. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <taproom/bot.h>
#include <taproom/view.h>

enum {
    LABEL_BYTES = 160,
    OFTEN = 3, /* tried often is not less than the one tried most, by so many times */
};

/* Coins, as the table shows them. */
typedef struct Purse {
    int32_t mine, bet; /* in hand, and laid in this round */
    int32_t table;     /* pots and all bets */
    int32_t others;    /* in their hands */
} Purse;

static bool purse_of(const TapView *v, Purse *ret)
{
    bool known = false;
    *ret = (Purse){0};
    for (int i = 0; i < v->counters; i++) {
        const TapViewCounter *c = &v->counter[i];
        if (c->word) continue;
        bool coins = !strcmp(c->name, "coins"), bet = !strcmp(c->name, "bet");
        if (c->owner == v->viewer && coins) known = true, ret->mine = c->value;
        else if (c->owner != TAP_NOBODY && coins) ret->others += c->value;
        if (c->owner == v->viewer && bet) ret->bet = c->value;
        if ((c->owner != TAP_NOBODY && bet) || (c->owner == TAP_NOBODY && strstr(c->name, "pot")))
            ret->table += c->value;
    }
    return known;
}

/* Values are coins of this game. Within an evening they are of all that is still to come: a margin that nobody could
 * check, so that words must do. */
static bool are_coins(const TapView *v, Purse *ret) { return purse_of(v, ret) && v->levels == 1; }

static const TapViewChoice *choice_of(const TapView *v, const TapMove *m)
{
    for (int i = 0; i < v->choices; i++)
        if (tap_choice_admits(&v->choice[i].choice, m)) return &v->choice[i];
    return NULL;
}

static bool is_named(const TapViewChoice *c, const char *word) { return c && !strncmp(c->label, word, strlen(word)); }

static bool is_bet(const TapView *v)
{
    for (int i = 0; i < v->choices; i++)
        if (is_named(&v->choice[i], "Fold") || is_named(&v->choice[i], "Open")) return true;
    return false;
}

/* What the move lays on the table at once, where coins are bet. */
static int32_t cost_of(const TapViewChoice *c, const TapMove *m, const Purse *p)
{
    if (is_named(c, "Call")) return (int32_t)c->choice.lo;
    return c && c->choice.kind == TAP_AMOUNT ? (int32_t)m->value - p->bet : 0;
}

/* Of those that were tried often the best is the first; what was tried seldom is not known to be better, unless it
 * costs nothing and none of them gains: whoever lays no coin loses none. `free` is the index of such a one, or -1. */
static void put_best_first(TapHint *hint, int n, int free)
{
    uint32_t most = 0;
    int      best = 0;
    for (int i = 0; i < n; i++)
        if (hint[i].visits > most) most = hint[i].visits;
    for (int i = 1; i < n; i++)
        if (hint[i].visits >= most / OFTEN && hint[i].value > hint[best].value) best = i;
    if (free >= 0 && hint[best].value <= 0) best = free;
    TapHint first = hint[best];
    memmove(&hint[1], hint, sizeof *hint * (size_t)best);
    hint[0] = first;
    for (int i = 1; i < n; i++) hint[i].value = fminf(hint[i].value, first.value);
}

bool tap_hints_told(const TapSetup *setup, const TapView *v, TapHint *hint, int n)
{
    Purse p;
    if (!are_coins(v, &p)) {
        if (n) put_best_first(hint, n, -1);
        return false;
    }
    bool    bets = is_bet(v);
    int     free = -1;
    int32_t spent = tap_stack(setup, v->viewer) - p.mine;
    for (int i = 0; i < n; i++) {
        const TapViewChoice *c = choice_of(v, &hint[i].move);
        /* Whoever can fold afterwards loses no more than this costs; nobody wins more than there is. */
        float least = bets ? (float)-cost_of(c, &hint[i].move, &p) : (float)-p.mine;
        float most = (float)p.table + (float)(p.others < p.mine * (v->seats - 1) ? p.others : p.mine * (v->seats - 1));
        /* What one wins the others lose: of the margin to their mean this part is one's own. */
        float gain = hint[i].value * (float)(v->seats - 1) / (float)v->seats + (float)spent;
        hint[i].noise *= (float)(v->seats - 1) / (float)v->seats;
        if (is_named(c, "Fold")) least = most = hint[i].noise = 0;
        hint[i].value = fminf(most, fmaxf(least, gain));
        float than = free < 0 ? -1 : hint[free].value; /* to check rather than to fold, if both are worth the same */
        if (bets && least >= 0 && (is_named(c, "Fold") ? hint[i].value > than : hint[i].value >= than)) free = i;
    }
    if (n) put_best_first(hint, n, free);
    return true;
}

static void say(char *ret, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void say(char *ret, size_t size, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    vsnprintf(ret, size, format, words);
    va_end(words);
}

/* The one that would be best without the first; NULL if there is none. */
static const TapHint *next_best(const TapHint *hint, int n)
{
    const TapHint *best = NULL;
    for (int i = 1; i < n; i++)
        if (!best || hint[i].value > best->value) best = &hint[i];
    return best;
}

/* As it stands within a sentence. */
static void label_of(const TapView *v, const TapHint *hint, char *ret, size_t size)
{
    const TapViewChoice *c = choice_of(v, &hint->move);
    *ret = 0;
    if (!c) return;
    tap_label(c, &hint->move, ret, size);
    if (ret[0] >= 'A' && ret[0] <= 'Z' && ret[1] >= 'a' && ret[1] <= 'z') ret[0] = (char)(ret[0] - 'A' + 'a');
}

bool tap_hint_alike(const TapHint *first, const TapHint *other)
{
    float noise = sqrtf(first->noise * first->noise + other->noise * other->noise);
    bool  known = other->visits >= first->visits / OFTEN && first->visits >= other->visits / OFTEN;
    return known && first->value - other->value <= 2 * noise;
}

bool tap_hint_odds(const TapView *v, const TapHint *hint, TapOdds *ret)
{
    const TapViewChoice *c = choice_of(v, &hint->move);
    Purse p;
    if (!purse_of(v, &p) || !is_bet(v) || is_named(c, "Fold")) return false;
    *ret = (TapOdds){.cost = cost_of(c, &hint->move, &p), .pot = p.table, .wins = -1};
    if (ret->cost <= 0 || ret->pot <= 0) return false;
    float all = (float)(ret->pot + ret->cost);
    ret->needs = (float)ret->cost / all;
    if (is_named(c, "Call") && are_coins(v, &p))
        ret->wins = fminf(1, fmaxf(0, (hint->value + (float)ret->cost) / all));
    return true;
}

/* "once in 4", "6 times in 10". */
static void how_often(float part, char *ret, size_t size)
{
    enum { TENTHS = 10 };
    int times = (int)lroundf(part * TENTHS), once = part > 0 ? (int)lroundf(1 / part) : 0;
    if (times >= TENTHS) say(ret, size, "nearly always");
    else if (times <= 0) say(ret, size, "hardly ever");
    else if (once > 1 && fabsf(part * (float)once - 1) < .06f) say(ret, size, "once in %d", once);
    else say(ret, size, "%d %s in %d", times, times == 1 ? "time" : "times", TENTHS);
}

static void reason_to_fold(const TapView *v, const TapHint *hint, int n, char *ret, size_t size)
{
    const TapHint *second = next_best(hint, n);
    char           next[LABEL_BYTES], needs[40], wins[40], odds[120] = "";
    TapOdds        o;
    if (second) label_of(v, second, next, sizeof next);
    if (!second || v->levels > 1 || (second->value >= 0 && !tap_hint_alike(hint, second))) {
        say(ret, size, "Folding loses nothing more, and the hand is too weak to pay for.");
        return;
    }
    if (tap_hint_odds(v, second, &o) && o.wins >= 0) {
        how_often(o.needs, needs, sizeof needs);
        how_often(o.wins, wins, sizeof wins);
        say(odds, sizeof odds, " It would have to win %s, and should %s.", needs, wins);
    }
    if (tap_hint_alike(hint, second))
        say(ret, size, "Folding loses nothing more; to %s is about as good.%s", next, odds);
    else
        say(ret, size, "Folding loses nothing more; to %s should cost you about %.1f on average.%s", next,
            (double)-second->value, odds);
}

/* What the best bet costs, what it can win, how often it must, and what is as good. */
static void reason_for_bet(const TapView *v, const TapHint *hint, int n, const Purse *p, char *ret, size_t size)
{
    const TapViewChoice *c = choice_of(v, &hint->move);
    const TapHint       *second = next_best(hint, n);
    char                 next[LABEL_BYTES], needs[40], wins[40], also[LABEL_BYTES + 40] = "";
    int32_t              cost = cost_of(c, &hint->move, p);
    TapOdds              o;
    if (is_named(c, "Fold")) {
        reason_to_fold(v, hint, n, ret, size);
        return;
    }
    if (second && v->levels == 1 && tap_hint_alike(hint, second)) {
        label_of(v, second, next, sizeof next);
        say(also, sizeof also, " To %s is about as good.", next);
    }
    bool odds = tap_hint_odds(v, hint, &o);
    if (odds) how_often(o.needs, needs, sizeof needs);
    if (odds) how_often(o.wins, wins, sizeof wins);
    if (cost <= 0) say(ret, size, "It costs nothing, and you see what the others do.%s", also);
    else if (!odds)
        say(ret, size, "It costs %d %s, and the others must match it.%s", cost, cost == 1 ? "coin" : "coins", also);
    else if (c && c->choice.kind == TAP_AMOUNT)
        say(ret, size,
            "It costs %d; if the others fold you take the %d that lie there, which pays by itself if they do %s, and "
            "who calls adds to them.%s",
            cost, o.pot, needs, also);
    else if (o.wins < 0)
        say(ret, size, "It costs %d and can win the %d that lie there: it pays if you win %s.%s", cost, o.pot, needs,
            also);
    else
        say(ret, size,
            "It costs %d and can win the %d that lie there: it pays if you win %s, and you should about %s.%s", cost,
            o.pot, needs, wins, also);
}

void tap_hint_reason(const TapView *v, const TapHint *hint, int n, char *ret, size_t size)
{
    Purse p;
    bool  purse = purse_of(v, &p), coins = are_coins(v, &p);
    if (size) *ret = 0;
    if (n < 1 || !size) return;
    if (purse && is_bet(v)) {
        reason_for_bet(v, hint, n, &p, ret, size);
        return;
    }
    const TapViewChoice *first = choice_of(v, &hint[0].move);
    const TapHint       *second = next_best(hint, n);
    if (!second) {
        say(ret, size, "There is nothing better to do.");
        return;
    }
    char  next[LABEL_BYTES], best[LABEL_BYTES];
    float more = hint[0].value - second->value;
    label_of(v, second, next, sizeof next);
    label_of(v, &hint[0], best, sizeof best);
    bool    alike = !strcmp(best, next);
    int32_t worth = first && first->worth_of ? tap_worth(v, first, &hint[0].move) : 0;
    char    at_once[80] = "";
    if (worth) {
        int letters = (int)strlen(first->worth_of); /* "1 point" */
        if ((worth == 1 || worth == -1) && first->worth_of[letters - 1] == 's') letters--;
        say(at_once, sizeof at_once, "It brings %+d %.*s at once. ", (int)worth, letters, first->worth_of);
    }
    if (more < 0.1f || tap_hint_alike(hint, second))
        say(ret, size, "%sIt is a close thing. Nearly as good: %s.", at_once,
            alike ? "another of that kind" : next);
    else if (v->levels > 1)
        say(ret, size, "%sOn average you stand better after it than after: %s.", at_once,
            alike ? "the next of that kind" : next);
    else
        say(ret, size, "%sOn average it ends about %.1f%s better than: %s.", at_once, (double)more,
            coins ? " coins" : "", alike ? "the next of that kind" : next);
}
