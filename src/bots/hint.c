/* Hints as a friend tells them: numbers that can be true, and a reason in words. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <taproom/bot.h>
#include <taproom/view.h>

enum { LABEL_BYTES = 160 };

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

/* Of those that were tried often the best is the first; what was tried seldom is not known to be better. */
static void put_best_first(TapHint *hint, int n)
{
    enum { OFTEN = 3 }; /* so many times less than the one tried most */
    uint32_t most = 0;
    int      best = 0;
    for (int i = 0; i < n; i++)
        if (hint[i].visits > most) most = hint[i].visits;
    for (int i = 1; i < n; i++)
        if (hint[i].visits >= most / OFTEN && hint[i].value > hint[best].value) best = i;
    TapHint first = hint[best];
    memmove(&hint[1], hint, sizeof *hint * (size_t)best);
    hint[0] = first;
    for (int i = 1; i < n; i++) hint[i].value = fminf(hint[i].value, first.value);
}

bool tap_hints_told(const TapSetup *setup, const TapView *v, TapHint *hint, int n)
{
    Purse p;
    if (!are_coins(v, &p)) {
        if (n) put_best_first(hint, n);
        return false;
    }
    bool    bets = is_bet(v);
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
    }
    if (n) put_best_first(hint, n);
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

/* What the best bet costs, what it can win, how often it must. */
static void reason_for_bet(const TapView *v, const TapHint *hint, int n, const Purse *p, char *ret, size_t size)
{
    const TapViewChoice *c = choice_of(v, &hint->move);
    int32_t cost = cost_of(c, &hint->move, p);
    if (is_named(c, "Fold")) {
        const TapHint *second = next_best(hint, n);
        char           next[LABEL_BYTES];
        if (second) label_of(v, second, next, sizeof next);
        if (second && second->value < 0 && v->levels == 1)
            say(ret, size, "Folding loses nothing more; to %s should cost you about %.1f on average.", next,
                (double)-second->value);
        else say(ret, size, "Folding loses nothing more, and the hand is too weak to pay for.");
    } else if (c && c->choice.kind == TAP_AMOUNT && p->table > 0)
        say(ret, size, "It costs %d; if the others fold you take the %d that lie there, and who calls adds to them.",
            cost, p->table);
    else if (cost <= 0) say(ret, size, "It costs nothing, and you see what the others do.");
    else {
        int once = (int)lroundf((float)(p->table + cost) / (float)cost);
        if (p->table <= 0 || once < 2)
            say(ret, size, "It costs %d %s, and the others must match it.", cost, cost == 1 ? "coin" : "coins");
        else
            say(ret, size, "It costs %d and can win the %d that lie there: it pays if you win once in %d.", cost,
                p->table, once);
    }
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
    if (more < 0.1f)
        say(ret, size, "%sIt is a close thing. Nearly as good: %s.", at_once,
            alike ? "another of that kind" : next);
    else if (v->levels > 1)
        say(ret, size, "%sOn average you stand better after it than after: %s.", at_once,
            alike ? "the next of that kind" : next);
    else
        say(ret, size, "%sOn average it ends about %.1f%s better than: %s.", at_once, (double)more,
            coins ? " coins" : "", alike ? "the next of that kind" : next);
}
