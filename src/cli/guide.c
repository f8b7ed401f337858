#include "cli/guide.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/rules_page.h"
#include "cli/saves.h"

/* ------------------------------------------------------------------- pages */

static const char *page_of(const char *id)
{
    char name[GUIDE_GAME_BYTES + 8];
    snprintf(name, sizeof name, "elbow/%s", id);
    return page_text(name);
}

static const char *section(const char *page, const char *heading)
{
    char start[GUIDE_HEADING_BYTES + 8];
    snprintf(start, sizeof start, "\n## %s\n", heading);
    const char *at = page ? strstr(page, start) : NULL;
    return at ? at + strlen(start) : NULL;
}

/* The game's own words, else those for any. */
static const char *words(const TapView *v, const char *heading)
{
    const char *title = v->chapter ? v->chapter : v->game[v->levels - 1], *own = NULL;
    for (const TapGame *const *g = tap_games(); *g && !own; g++)
        if (!strcmp(tap_game_title(*g), title)) own = section(page_of(tap_game_id(*g)), heading);
    return own ? own : section(page_of("any"), heading);
}

bool guide_setting(const char *game_id, const char *name, char *ret, size_t size)
{
    char start[64];
    const char *page = page_of(game_id);
    snprintf(start, sizeof start, "\n- %s: ", name);
    const char *at = page ? strstr(page, start) : NULL;
    if (!at) return false;
    at += strlen(start);
    snprintf(ret, size, "%.*s", (int)strcspn(at, "\n"), at);
    return true;
}

/* --------------------------------------------------------- called and sent */

static bool remembered_path(char *ret, size_t size) { return save_path("elbow", ".here", ret, size, NULL); }

bool guide_remembered(void)
{
    char  path[SAVE_PATH_BYTES];
    char *text = remembered_path(path, sizeof path) ? save_read(path) : NULL;
    bool  here = text && *text == 'y';
    free(text);
    return here;
}

void guide_remember(bool here)
{
    char     path[SAVE_PATH_BYTES];
    TapError unused; /* who cannot be remembered is called again */
    if (remembered_path(path, sizeof path)) save_write(path, here ? "yes\n" : "no\n", &unused);
}

/* ------------------------------------------------------------------- words */

static const char *asked_words(const TapView *v) { return v->prompt ? v->prompt : ""; }

static void count_question(Guide *g, const char *prompt)
{
    int i = 0;
    while (i < g->questions && strcmp(g->heard[i].prompt, prompt) != 0) i++;
    if (i == GUIDE_QUESTIONS) return;
    if (i == g->questions) {
        snprintf(g->heard[i].prompt, sizeof g->heard[i].prompt, "%s", prompt);
        g->heard[i].times = 0;
        g->questions++;
    }
    g->heard[i].times++;
}

bool guide_hear(Guide *g, const TapView *v)
{
    const char *title = v->game[v->levels - 1];
    int         game = 0;
    while (game < g->games && strcmp(g->begun[game], title) != 0) game++;
    if (game == GUIDE_GAMES) return false;
    bool fresh = game == g->games;
    if (fresh) snprintf(g->begun[g->games++], sizeof *g->begun, "%s", title);
    if (fresh || game != g->game) g->questions = 0;
    g->game = game;
    count_question(g, asked_words(v));
    return fresh;
}

/* What kind of answer is wanted, of several the one that needs most explaining. */
static const char *kind_of(const TapView *v)
{
    static const char *const said[] = {[TAP_PLAIN] = "one of several", [TAP_AMOUNT] = "an amount",
                                       [TAP_SUBSET] = "some of them",  [TAP_ASSIGN] = "places",
                                       [TAP_SPLIT] = "shares",         [TAP_COUNTS] = "counts"};
    int most = TAP_PLAIN;
    for (int i = 0; i < v->choices; i++)
        if (v->choice[i].choice.kind > most) most = v->choice[i].choice.kind;
    return v->has_window ? "a window" : said[most];
}

const char *guide_start(const TapView *v) { return words(v, "Start"); }

const char *guide_question(const Guide *g, const TapView *v)
{
    char heading[GUIDE_HEADING_BYTES];
    int  times = 1;
    for (int i = 0; i < g->questions; i++)
        if (!strcmp(g->heard[i].prompt, asked_words(v))) times = g->heard[i].times;
    if (times > 1) {
        snprintf(heading, sizeof heading, "%s %d", asked_words(v), times);
        return words(v, heading);
    }
    const char *own = words(v, asked_words(v));
    return own ? own : words(v, kind_of(v));
}

const char *guide_end(const TapView *v)
{
    const char *how = "End";
    for (int i = 0; i < v->results; i++)
        if (v->result[i].seat == v->viewer)
            how = v->result[i].place == 1 || v->result[i].won > 0 ? "End won"
                  : !v->result[i].place                           ? "End folded"
                                                                  : "End lost";
    return words(v, how);
}

void guide_say(const Screen *s, const char *remark)
{
    char line[400];
    bool blank = true; /* leading empty lines are left out */
    const char *bar = s->plain ? "" : s->unicode ? "┃ " : "| ";
    for (const char *at = remark; at && *at && strncmp(at, "## ", 3) != 0;) {
        const char *next = page_line(s, at, line, sizeof line);
        bool more = next && *next && strncmp(next, "## ", 3) != 0;
        if (*line || (!blank && more)) put_text("%s%s\n", bar, line);
        blank = blank && !*line;
        at = next;
    }
}

const char *guide_call(Guide *g, const Screen *s, const TapView *v)
{
    g->here = !g->here;
    guide_remember(g->here);
    if (!g->here) {
        put_text("You are left alone. g calls somebody to your elbow again.\n");
        return NULL;
    }
    guide_say(s, guide_start(v));
    return guide_question(g, v);
}
