#include "cli/rules_page.h"

#include <stdio.h>
#include <string.h>

#include "cli/pages.h"

const char *page_text(const char *name)
{
    for (const Page *p = pages; p->name; p++)
        if (!strcmp(p->name, name)) return p->text;
    return NULL;
}

static void put(char *ret, size_t size, size_t *n, const char *text)
{
    for (; *text && *n + 1 < size; text++) ret[(*n)++] = *text;
}

const char *page_line(const Screen *s, const char *at, char *ret, size_t size)
{
    if (!*at) return NULL;
    size_t len = strcspn(at, "\n"), n = 0, skip = strspn(at, "#");
    bool heading = skip && at[skip] == ' ', strong = false;
    const char *on = style_on(s, STYLE_STRONG), *off = style_off(s, STYLE_STRONG);
    if (heading) put(ret, size, &n, on);
    for (size_t i = heading ? skip + 1 : 0; i < len; i++) {
        if (at[i] == '`') continue;
        if (at[i] == '*' && at[i + 1] == '*') {
            put(ret, size, &n, (strong = !strong) ? on : off);
            i++;
            continue;
        }
        put(ret, size, &n, (const char[]){at[i], 0});
    }
    if (heading) put(ret, size, &n, off);
    ret[n] = 0;
    return at + len + (at[len] == '\n');
}

void page_show(const Screen *s, const char *name)
{
    const char *at = page_text(name);
    if (!at) {
        printf("There is no page about '%s'.\n", name);
        return;
    }
    char line[400], typed[16];
    for (int printed = 0; (at = page_line(s, at, line, sizeof line));) {
        puts(line);
        if (!s->asks || !s->shows || ++printed < s->height - 2 || !*at) continue;
        printed = 0;
        if (read_typed(s, "-- Enter for more, q to go back -- ", typed, sizeof typed) != TYPED_LINE || *typed == 'q')
            return;
    }
}
