#include "cli/helping.h"

#include <stdio.h>
#include <string.h>

#include "cli/rules_page.h"

enum { HINTS_SHOWN = 5 };
static const double CLOSE = 0.1;

/* How good it is beside the first, where no number could be true: the browser has the same words. */
static const char *compared(const HintLine *hint, int n, int i)
{
    double worst = hint[0].value;
    if (hint[i].alike) return "about as good";
    for (int k = 1; k < n; k++)
        if (hint[k].value < worst) worst = hint[k].value;
    double gap = hint[0].value - hint[i].value, most = hint[0].value - worst;
    return gap < CLOSE || gap < most / 10 ? "nearly as good" : gap <= most / 2 ? "not as good" : "much worse";
}

void help_hint(const Screen *s, const char *best, const char *reason, bool coins, const HintLine *hint, int n)
{
    char line[HINT_WORDS + 600];
    snprintf(line, sizeof line, "A regular leans over: \"%sI would %s.%s%s%s\"", style_on(s, STYLE_STRONG), best,
             style_off(s, STYLE_STRONG), *reason ? " " : "", reason);
    print_wrapped(s, 0, line);
    if (n > 1) print_wrapped(s, 0, coins ? "Coins that each should bring from here on, on average:" : "The others:");
    for (int i = 0; n > 1 && coins && i < n && i < HINTS_SHOWN; i++)
        if (s->plain) printf("%s: %+.1f%s.\n", hint[i].words, hint[i].value, hint[i].alike ? ", about as good" : "");
        else printf("  %+6.1f  %s%s\n", hint[i].value, hint[i].words, hint[i].alike ? " (about as good)" : "");
    for (int i = 1; n > 1 && !coins && i < n && i < HINTS_SHOWN; i++)
        printf(s->plain ? "%s: %s.\n" : "  %s: %s\n", hint[i].words, compared(hint, n, i));
}

void help_rules(const Screen *s, const TapView *v, const TapGame *game, bool orders)
{
    const TapGame *here = game;
    for (const TapGame *const *inner = tap_games(); v->levels > 1 && *inner; inner++)
        if (!strcmp(tap_game_title(*inner), v->game[v->levels - 1])) here = *inner;
    page_show(s, tap_game_id(here));
    if (here != game) printf("About %s: taproom rules %s. ", tap_game_title(game), tap_game_id(game));
    puts("About money: taproom rules betting, taproom rules shares.");
    if (orders) puts("When to be asked in windows: type orders.");
}

/* Sentences in lines of their own, the cards between them in one, with what they are there. */
static void print_book(const Screen *s, const Company *c, const TapViewZone *z, const TapViewItem *item)
{
    char text[400], cards[4000] = "";
    for (const TapViewItem *i = item; i < item + z->n; i++) {
        tap_item_text(z, i, c->name, text, sizeof text);
        bool   sentence = i->kind == TAP_TEXT_ITEM;
        size_t n = strlen(cards);
        if (!sentence) {
            snprintf(cards + n, sizeof cards - n, "%s%s", n ? ", " : "", text);
            if (!i->note) continue;
            tap_label(&(TapViewChoice){.label = i->note, .what = i->noted}, NULL, text, sizeof text);
            n = strlen(cards);
            snprintf(cards + n, sizeof cards - n, " (%s)", text);
            continue;
        }
        if (n) snprintf(cards + n, sizeof cards - n, "."), print_wrapped(s, 0, cards);
        *cards = 0;
        print_wrapped(s, 0, text);
    }
    if (*cards) print_wrapped(s, 0, cards);
}

void help_book(const Screen *s, const Company *c, const TapView *v)
{
    for (int z = 0; z < v->zones; z++)
        if (!strcmp(v->zone[z].name, "book")) print_book(s, c, &v->zone[z], &v->item[v->zone[z].first]);
}
