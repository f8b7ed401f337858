#include "server/ground/bars.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/ground/logs.h"
#include "text/fail.h"

void bars_open(Bars *b, const char *folder)
{
    char line[200];
    snprintf(b->path, sizeof b->path, "%.4000s/" BARS_FILE, folder);
    b->n = 0;
    FILE *file = fopen(b->path, "r");
    while (file && fgets(line, sizeof line, file)) {
        Bar one;
        if (b->n < LIMIT_BARS && sscanf(line, "%47s %" SCNd64, one.address, &one.until) == 2) b->bar[b->n++] = one;
        else log_each(LEVEL_WARNING, "a line of %s makes no sense, or is one too many", b->path);
    }
    if (file) fclose(file);
}

static bool is_over(const Bar *bar, int64_t now) { return bar->until && bar->until <= now; }

bool bars_have(const Bars *b, const char *address, int64_t now)
{
    for (int i = 0; i < b->n; i++)
        if (!strcmp(b->bar[i].address, address)) return !is_over(&b->bar[i], now);
    return false;
}

static bool keep(const Bars *b, TapError *error)
{
    char  part[PATH_BYTES + 8];
    snprintf(part, sizeof part, "%s.part", b->path);
    FILE *file = fopen(part, "w");
    bool  good = file && !fchmod(fileno(file), 0600);
    for (int i = 0; good && i < b->n; i++)
        good = fprintf(file, "%s %" PRId64 "\n", b->bar[i].address, b->bar[i].until) > 0;
    good = good && !fflush(file) && !fsync(fileno(file));
    if (file && fclose(file)) good = false;
    if (good && !rename(part, b->path) && file_sync_name(b->path)) return true;
    return fail_with(error, "Cannot write %.150s: %.60s.", b->path, strerror(errno));
}

void bars_forget(Bars *b, const char *address, int64_t now)
{
    int n = 0;
    for (int i = 0; i < b->n; i++)
        if (strcmp(b->bar[i].address, address) && !is_over(&b->bar[i], now)) b->bar[n++] = b->bar[i];
    b->n = n;
}

void bars_note(Bars *b, const char *address, int64_t until, int64_t now)
{
    bars_forget(b, address, now);
    if (b->n == LIMIT_BARS) return;
    Bar *bar = &b->bar[b->n++];
    snprintf(bar->address, sizeof bar->address, "%s", address);
    bar->until = until;
}

/* Without that address and those that are over, and with `more`, if there is room. */
static bool change(Bars *b, const char *without, const Bar *more, int64_t now, TapError *error)
{
    static Bars changed; /* one thread */
    changed = *b;
    bars_forget(&changed, without, now);
    if (more && changed.n == LIMIT_BARS) return fail_with(error, "There are %d bars already.", LIMIT_BARS);
    if (more) changed.bar[changed.n++] = *more;
    if (!keep(&changed, error)) return false;
    *b = changed;
    return true;
}

bool bars_put(Bars *b, const char *address, int64_t until, int64_t now, TapError *error)
{
    Bar bar = {.until = until};
    snprintf(bar.address, sizeof bar.address, "%s", address);
    return change(b, address, &bar, now, error);
}

bool bars_take_away(Bars *b, const char *address, int64_t now, TapError *error)
{
    if (!bars_have(b, address, now)) return fail_with(error, "%.60s is not barred.", address);
    return change(b, address, NULL, now, error);
}

bool bars_join(Bars *b, const Bars *more, int64_t now, TapError *error)
{
    const int n = b->n;
    for (int i = 0; i < more->n && b->n < LIMIT_BARS; i++)
        if (!is_over(&more->bar[i], now) && !bars_have(b, more->bar[i].address, now)) b->bar[b->n++] = more->bar[i];
    if (b->n == n || keep(b, error)) return true;
    b->n = n;
    return false;
}
