#include "cli/guide.h"

#include <stdio.h>
#include <string.h>

#include "cli/rules_page.h"

Guide guide_open(const char *page_name) { return (Guide){.page = page_name ? page_text(page_name) : NULL}; }

bool guide_setting(const char *page_name, const char *name, char *ret, size_t size)
{
    char start[64];
    const char *page = page_text(page_name);
    snprintf(start, sizeof start, "\n- %s: ", name);
    const char *at = page ? strstr(page, start) : NULL;
    if (!at) return false;
    at += strlen(start);
    snprintf(ret, size, "%.*s", (int)strcspn(at, "\n"), at);
    return true;
}

const char *guide_remark(Guide *g, const char *heading)
{
    if (!g->page || !heading) return NULL;
    int kind = 0;
    while (kind < g->kinds && strcmp(g->heard[kind].heading, heading) != 0) kind++;
    if (kind == GUIDE_KINDS) return NULL;
    if (kind == g->kinds) {
        g->heard[kind].heading = heading;
        g->heard[kind].times = 0;
        g->kinds++;
    }
    char start[120];
    if (++g->heard[kind].times == 1) snprintf(start, sizeof start, "\n## %s\n", heading);
    else snprintf(start, sizeof start, "\n## %s %d\n", heading, g->heard[kind].times);
    const char *at = strstr(g->page, start);
    return at ? at + strlen(start) : NULL;
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
