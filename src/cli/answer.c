#include "cli/answer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/paint.h"
#include "cli/portions.h"
#include "text/fail.h"

enum { LINE_BYTES = 512, TYPED_BYTES = 400 };

static bool is_number(const char *word)
{
    size_t n = strspn(word, "0123456789");
    return n && n <= 9 && !word[n];
}

/* A record's words for an entry are its verb, numbers that belong to the verb (none, one or two), and what we add. */
static bool read_behind_verb(const Asked *asked, int choice, const char *rest, TapMove *ret)
{
    const TapView   *v = asked->view;
    const TapChoice *o = &v->choice[choice].choice;
    char words[LINE_BYTES], said[LINE_BYTES] = "", copy[LINE_BYTES], line[3 * LINE_BYTES];
    if (!asked_write(asked, tap_choice_nth(o, 0), words, sizeof words)) return false;
    int verb = (int)strcspn(words, " ");
    snprintf(copy, sizeof copy, "%s", rest);
    for (char *save = NULL, *word = strtok_r(copy, " ,", &save); word; word = strtok_r(NULL, " ,", &save)) {
        size_t n = strlen(said);
        bool place = asked_by_number(v, choice) && is_number(word);
        if (place && !strcmp(word, "0")) continue; /* none */
        snprintf(said + n, sizeof said - n, place ? " #%s" : " %s", word);
    }
    for (int numbers = 0; numbers <= 2; numbers++) {
        TapError unused;
        if (asked->told) snprintf(line, sizeof line, "%s%s", asked->told->word[choice], said);
        else if (numbers == 0) snprintf(line, sizeof line, "%.*s%s", verb, words, said);
        else if (numbers == 1) snprintf(line, sizeof line, "%.*s %d%s", verb, words, o->a, said);
        else snprintf(line, sizeof line, "%.*s %d %d%s", verb, words, o->a, o->b, said);
        if (asked_read(asked, line, ret, &unused) && tap_choice_admits(o, ret)) return true;
    }
    return false;
}

bool answer_read_rest(const Asked *asked, const Company *company, int choice, const char *text, TapMove *ret,
                      TapError *error)
{
    const TapChoice *o = &asked->view->choice[choice].choice;
    const char *by = asked_by_number(asked->view, choice) ? "number or code" : "what it shows";
    TapMove m;
    if (is_portioned(o)) return portions_read(asked, o, company, text, ret, error);
    if (!read_behind_verb(asked, choice, text, &m)) {
        if (tap_choice_count(o) == 1)
            fail_with(error, "'%.40s' says more than this choice needs: type its number alone.", text);
        else if (o->kind == TAP_AMOUNT)
            fail_with(error, "'%.40s' does not do: type a whole number from %u to %u.", text, o->lo, o->hi);
        else if (o->kind == TAP_SUBSET && o->lo == o->hi && o->lo == 1)
            fail_with(error, "'%.40s' does not do: name one of them by %s.", text, by);
        else if (o->kind == TAP_SUBSET && o->lo == o->hi)
            fail_with(error, "'%.40s' does not do: name %u of them by %s.", text, o->lo, by);
        else if (o->kind == TAP_SUBSET && !o->lo)
            fail_with(error, "'%.40s' does not do: name up to %u by %s, or type none.", text, o->hi, by);
        else if (o->kind == TAP_SUBSET)
            fail_with(error, "'%.40s' does not do: name %u to %u of them by %s.", text, o->lo, o->hi, by);
        else
            fail_with(error, "'%.40s' does not do: give the number of a place for each of the %d things, in order.",
                      text, __builtin_popcount(o->items));
        return false;
    }
    *ret = m;
    return true;
}

static Wish command(const char *text)
{
    static const struct { const char *word; Wish wish;
    } commands[] = {{"?", WISH_RULES},   {"rules", WISH_RULES}, {"help", WISH_RULES}, {"h", WISH_HINT},
                    {"hint", WISH_HINT}, {"g", WISH_GUIDE},     {"guide", WISH_GUIDE}, {"u", WISH_UNDO},
                    {"undo", WISH_UNDO}, {"s", WISH_SAVE},
                    {"save", WISH_SAVE}, {"q", WISH_QUIT},      {"quit", WISH_QUIT},  {"exit", WISH_QUIT}};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcasecmp(text, commands[i].word)) return commands[i].wish;
    if (tolower((unsigned char)*text) == 'o' && (!text[1] || text[1] == ' ')) return WISH_ORDERS;
    return WISH_UNCLEAR;
}

/* "exchange 1 3" with positions: the verb, then numbers that mean places. */
static bool read_verb_and_positions(const Asked *asked, const char *text, TapMove *ret)
{
    const TapView *v = asked->view;
    size_t verb = strcspn(text, " ");
    for (int i = 0; i < v->choices; i++) {
        char words[LINE_BYTES];
        if (!asked_by_number(v, i) ||
            !asked_write(asked, tap_choice_nth(&v->choice[i].choice, 0), words, sizeof words))
            continue;
        if (strcspn(words, " ") != verb || strncasecmp(words, text, verb) != 0) continue;
        TapError unused;
        if (answer_read_rest(asked, NULL, i, text + verb, ret, &unused)) return true;
    }
    return false;
}

/* "c" for "call" if nothing else that is offered begins so. */
static bool complete_verb(const Asked *asked, const char *text, char *ret, size_t size)
{
    const TapView *v = asked->view;
    size_t typed = strcspn(text, " "), found = 0;
    char   words[LINE_BYTES], verb[LINE_BYTES] = "";
    for (int i = 0; i < v->choices; i++) {
        if (!asked_write(asked, tap_choice_nth(&v->choice[i].choice, 0), words, sizeof words))
            continue;
        words[strcspn(words, " ")] = 0;
        if (strncasecmp(words, text, typed) != 0 || !strcmp(words, verb)) continue;
        found++;
        snprintf(verb, sizeof verb, "%s", words);
    }
    snprintf(ret, size, "%s%s", verb, text + typed);
    return found == 1 && isalpha((unsigned char)*text);
}

/* The verb of a split or counts, with what belongs to it, stands first; *ret_rest is what follows it. */
static bool begins_with_verb(const Asked *asked, int i, const char *text, const char **ret_rest)
{
    const TapChoice *o = &asked->view->choice[i].choice;
    char             words[LINE_BYTES];
    if (!asked_write(asked, tap_choice_nth(o, 0), words, sizeof words)) return false;
    size_t n = portions_begin(asked, o, words);
    if (strncasecmp(words, text, n) != 0 || (text[n] && text[n] != ' ')) return false;
    *ret_rest = text + n + strspn(text + n, " ");
    return true;
}

/* Words about a split or counts, with the verb or, where there is one such choice, without. WISH_UNCLEAR with an empty
 * reason: they are about something else. */
static Wish read_portions(const Asked *asked, const Company *company, const char *text, TapMove *ret, int *ret_choice,
                          TapError *error)
{
    const TapView *v = asked->view;
    int         only = -1, found = 0;
    const char *rest;
    TapError    unused;
    TapMove     other;
    *error = (TapError){{0}};
    for (int i = 0; i < v->choices; i++) {
        const TapChoice *o = &v->choice[i].choice;
        if (!is_portioned(o)) continue;
        only = i;
        found++;
        if (!begins_with_verb(asked, i, text, &rest)) continue;
        *ret_choice = i;
        if (!*rest && tap_choice_count(o) > 1) return WISH_MORE;
        if (portions_read(asked, o, company, rest, ret, error)) return WISH_MOVE;
    }
    if (*error->text || found != 1) return WISH_UNCLEAR;
    const TapChoice *o = &v->choice[only].choice;
    if (v->choices == 1) return portions_read(asked, o, company, text, ret, error) ? WISH_MOVE : WISH_UNCLEAR;
    if (!portions_read(asked, o, company, text, ret, &unused)) return WISH_UNCLEAR;
    /* "2 silver to me": choice 2, or two of them? */
    size_t n = strcspn(text, " ");
    char   first[32];
    snprintf(first, sizeof first, "%.*s", (int)n, text);
    if (!is_number(first) || atoi(first) != choice_number(v, only) ||
        !portions_read(asked, o, company, text + n, &other, &unused) || tap_same_move(*ret, other))
        return WISH_MOVE;
    char verb[LINE_BYTES] = "";
    if (asked_write(asked, *ret, verb, sizeof verb)) verb[portions_begin(asked, o, verb)] = 0;
    fail_with(error, "'%s' may be the choice or how many you mean: begin with %.40s.", first, verb);
    return WISH_UNCLEAR;
}

/* "Eagle Lance" typed as "eagle lance" or "eagle-lance". */
static bool same_name(const char *name, const char *typed)
{
    for (; *name && *typed; name++, typed++) {
        char a = (char)tolower((unsigned char)*name), b = (char)tolower((unsigned char)*typed);
        if ((a == '-' ? ' ' : a) != (b == '-' ? ' ' : b)) return false;
    }
    return !*name && !*typed;
}

/* The face of an item of a choice, where the viewer knows it. */
static const TapFace *item_face(const Asked *asked, const TapViewChoice *c, int i)
{
    const TapView *v = asked->view;
    if (c->choice.deck) return asked_face(asked, &c->choice, i);
    if (c->zone < 0 || i >= v->zone[c->zone].n) return NULL;
    const TapViewItem *item = &v->item[v->zone[c->zone].first + i];
    return item->kind == TAP_CARD_ITEM && item->face != TAP_NO_CARD ? &v->zone[c->zone].deck->face[item->face] : NULL;
}

/* One item by its code or name, without the verb, where only one of all choices has it. */
static bool read_item_alone(const Asked *asked, const char *text, TapMove *ret)
{
    const TapView *v = asked->view;
    int            found = 0;
    for (int k = 0; k < v->choices; k++) {
        const TapChoice *o = &v->choice[k].choice;
        for (uint64_t left = o->kind == TAP_SUBSET && o->lo <= 1 && o->hi >= 1 ? o->items : 0; left; left &= left - 1) {
            int            i = __builtin_ctzll(left);
            const TapFace *f = item_face(asked, &v->choice[k], i);
            if (!f || (!same_name(f->code, text) && !same_name(f->name, text))) continue;
            *ret = tap_move(o->verb, o->a, o->b, 1ull << i);
            found++;
        }
    }
    return found == 1;
}

static bool has_book(const TapView *v)
{
    for (int z = 0; z < v->zones; z++)
        if (!strcmp(v->zone[z].name, "book")) return true;
    return false;
}

static int choice_typed(const TapView *v, const char *word)
{
    for (int i = 0; i < v->choices; i++)
        if (atol(word) == choice_number(v, i)) return i;
    return -1;
}

Wish answer_read(const Asked *asked, const Company *company, const TapMove *idle, const char *text, TapMove *ret,
                 int *ret_choice, TapError *error)
{
    const TapView *v = asked->view;
    if (!*text) {
        if (idle) *ret = *idle;
        else fail_with(error, "This needs a decision: type one of the numbers, h for a hint, ? for the rules.");
        return idle ? WISH_MOVE : WISH_UNCLEAR;
    }
    /* Before all else: the game would take it for the verb "order". */
    if (!strncasecmp(text, "orders", 6) && (!text[6] || text[6] == ' ')) return WISH_ORDERS;
    /* What the game understands goes first, so that no command hides a verb. */
    if (asked_read(asked, text, ret, error) || read_verb_and_positions(asked, text, ret))
        return WISH_MOVE;
    if (!strcasecmp(text, "book") && has_book(v)) return WISH_BOOK;
    Wish wish = command(text);
    if (wish != WISH_UNCLEAR) return wish;
    TapError portions;
    wish = read_portions(asked, company, text, ret, ret_choice, &portions);
    if (wish != WISH_UNCLEAR || *portions.text) {
        *error = portions;
        return wish;
    }
    char whole[2 * LINE_BYTES], first[32];
    if (complete_verb(asked, text, whole, sizeof whole) &&
        (asked_read(asked, whole, ret, error) || read_verb_and_positions(asked, whole, ret)))
        return WISH_MOVE;
    if (v->choices > 1 && read_item_alone(asked, text, ret)) return WISH_MOVE;
    snprintf(first, sizeof first, "%.*s", (int)strcspn(text, " ,"), text);
    const char *rest = text + strcspn(text, " ,");
    rest += strspn(rest, " ,");
    if (v->choices == 1 && v->choice[0].choice.kind != TAP_PLAIN)
        return answer_read_rest(asked, company, 0, text, ret, error) ? WISH_MOVE : WISH_UNCLEAR;
    if (!is_number(first)) return WISH_UNCLEAR;
    int choice = choice_typed(v, first);
    if (choice < 0) {
        fail_with(error, "There is no choice %s here.", first);
        for (int i = 0; i < v->choices; i++) {
            TapMove m;
            TapError unused;
            char words[LINE_BYTES];
            if (v->choice[i].choice.kind == TAP_AMOUNT &&
                answer_read_rest(asked, company, i, first, &m, &unused) && asked_write(asked, m, words, sizeof words))
                fail_with(error, "There is no choice %s here. If you mean the amount, type: %.80s", first, words);
        }
        return WISH_UNCLEAR;
    }
    *ret_choice = choice;
    const TapChoice *o = &v->choice[choice].choice;
    if (tap_choice_count(o) == 1 && !*rest) {
        *ret = tap_choice_nth(o, 0);
        return WISH_MOVE;
    }
    if (!*rest) return WISH_MORE;
    return answer_read_rest(asked, company, choice, rest, ret, error) ? WISH_MOVE : WISH_UNCLEAR;
}

bool answer_ask_rest(const Screen *s, const Asked *asked, const Company *company, int choice, TapMove *ret,
                     Typed *ret_typed)
{
    const TapChoice *o = &asked->view->choice[choice].choice;
    char prompt[160], typed[TYPED_BYTES], example[80];
    TapError error;
    if (is_portioned(o)) {
        portions_example(asked, o, example, sizeof example);
        snprintf(prompt, sizeof prompt, o->kind == TAP_SPLIT ? "Who gets what (%s)? " : "How many of which (%s)? ",
                 example);
    } else if (o->kind == TAP_AMOUNT) snprintf(prompt, sizeof prompt, "How much, %u to %u? ", o->lo, o->hi);
    else if (o->kind == TAP_SUBSET && o->hi == 1 && o->deck) {
        snprintf(prompt, sizeof prompt, "Which one of");
        for (uint64_t left = o->items; left; left &= left - 1) {
            TapMove m = tap_move(o->verb, o->a, o->b, left & -left);
            size_t  n = strlen(prompt);
            if (!asked_write(asked, m, typed, sizeof typed) || n + strlen(typed) + 3 > sizeof prompt) break;
            snprintf(prompt + n, sizeof prompt - n, " %s", typed + strcspn(typed, " ") + 1);
        }
        strcat(prompt, "? ");
    } else if (o->kind == TAP_SUBSET && o->hi == 1) snprintf(prompt, sizeof prompt, "Which one? ");
    else if (o->kind == TAP_SUBSET && o->lo == o->hi) snprintf(prompt, sizeof prompt, "Which %u of them? ", o->lo);
    else if (o->kind == TAP_SUBSET)
        snprintf(prompt, sizeof prompt, "Which of them, %u to %u in number? ", o->lo, o->hi);
    else snprintf(prompt, sizeof prompt, "The place of each, in order? ");
    for (;;) {
        *ret_typed = read_typed(s, prompt, typed, sizeof typed);
        if (*ret_typed != TYPED_LINE || !*typed) return false;
        if (answer_read_rest(asked, company, choice, typed, ret, &error)) return true;
        char line[sizeof error.text + 40];
        snprintf(line, sizeof line, "%s Enter alone goes back.", error.text);
        print_wrapped(s, 0, line);
    }
}
