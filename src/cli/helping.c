#include "cli/helping.h"

#include <stdio.h>
#include <string.h>

#include "cli/rules_page.h"

enum { HINTS_SHOWN = 5 };

void help_hint(const Screen *s, const char *best, const HintLine *hint, int n)
{
    char     line[HINT_WORDS + 80];
    uint64_t visits = 0;
    for (int i = 0; i < n; i++) visits += hint[i].visits;
    snprintf(line, sizeof line, "A regular leans over: \"%sI would %s.%s\"", style_on(s, STYLE_STRONG), best,
             style_off(s, STYLE_STRONG));
    print_wrapped(s, 0, line);
    if (n > 1) print_wrapped(s, 0, "What each should bring on average, against the mean of the others:");
    for (int i = 0; n > 1 && i < n && i < HINTS_SHOWN; i++) {
        int share = visits ? (int)(100 * hint[i].visits / visits) : 0;
        if (s->plain) printf("%s: %+.1f, looked at in %d percent of the tries.\n", hint[i].words, hint[i].value, share);
        else
            printf("  %+6.1f  %s%s (%d%% of the tries)%s\n", hint[i].value, hint[i].words, style_on(s, STYLE_QUIET),
                   share, style_off(s, STYLE_QUIET));
    }
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

void help_book(const Screen *s, const Company *c, const TapView *v)
{
    char text[400];
    for (int z = 0; z < v->zones; z++)
        for (int i = 0; !strcmp(v->zone[z].name, "book") && i < v->zone[z].n; i++) {
            tap_item_text(&v->zone[z], &v->item[v->zone[z].first + i], c->name, text, sizeof text);
            print_wrapped(s, 0, text);
        }
}
