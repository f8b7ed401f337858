#include "server/store/pg_news.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "text/fail.h"

struct PgNews {
    int64_t    known;   /* the last number that was heard of; -1: none yet. Of whoever looks */
    Bars       read;    /* his too */
    uv_mutex_t lock;    /* for all below */
    Bars       bars;
    bool       changed; /* they were, and nobody has asked since */
    char     **words;   /* that nobody has asked for since */
    int        n;
};

PgNews *pg_news_new(void)
{
    PgNews *p = calloc(1, sizeof *p);
    assert(p);
    uv_mutex_init(&p->lock);
    p->known = -1;
    return p;
}

void pg_news_free(PgNews *p)
{
    while (p->n) free(p->words[--p->n]);
    free(p->words);
    uv_mutex_destroy(&p->lock);
    free(p);
}

static double wall_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---------------------------------------------------------------- hearing */

bool pg_news_bars(PgLink *l, Bars *ret, TapError *error)
{
    char most[16];
    snprintf(most, sizeof most, "%d", LIMIT_BARS);
    const char *const v[] = {most};
    PGresult   *r = pg_ask(l, "SELECT address, CASE WHEN until <> 'infinity' THEN extract(epoch FROM until -"
                           " clock_timestamp()) END FROM bars WHERE until > clock_timestamp() ORDER BY address"
                           " LIMIT $1::int", 1, v, error);
    ret->n = 0;
    for (int i = 0; r && i < PQntuples(r); i++) {
        Bar *bar = &ret->bar[ret->n++];
        snprintf(bar->address, sizeof bar->address, "%s", PQgetvalue(r, i, 0));
        bar->until = PQgetisnull(r, i, 1) ? 0 : (int64_t)llround(wall_clock() + atof(PQgetvalue(r, i, 1)));
    }
    PQclear(r);
    return r;
}

static void keep_words(PgNews *p, const char *text)
{
    p->words = realloc(p->words, ((size_t)p->n + 1) * sizeof *p->words);
    assert(p->words);
    p->words[p->n] = strdup(text);
    assert(p->words[p->n]);
    p->n++;
}

/* Who begins knows who is barred, and hears nothing that was said before. */
bool pg_news_look(PgNews *p, PgLink *l, const char *me, TapError *error)
{
    char after[24];
    snprintf(after, sizeof after, "%lld", p->known < 0 ? (long long)INT64_MAX : (long long)p->known);
    const char *const v[] = {after, me};
    PGresult *r = pg_ask(l, "SELECT l.news, w.text FROM layout l LEFT JOIN news w ON w.id > $1::bigint AND"
                         " w.by <> $2 AND w.text IS NOT NULL WHERE l.one = 1 ORDER BY w.id", 2, v, error);
    int64_t   now = r && PQntuples(r) ? strtoll(PQgetvalue(r, 0, 0), NULL, 10) : p->known;
    bool      good = r && (now == p->known || pg_news_bars(l, &p->read, error));
    if (good && now != p->known) {
        uv_mutex_lock(&p->lock);
        for (int i = 0; i < PQntuples(r); i++)
            if (!PQgetisnull(r, i, 1)) keep_words(p, PQgetvalue(r, i, 1));
        p->bars = p->read;
        p->changed = true;
        uv_mutex_unlock(&p->lock);
        p->known = now;
    }
    PQclear(r);
    return good;
}

char *pg_news_words(PgNews *p)
{
    char *first = NULL;
    uv_mutex_lock(&p->lock);
    if (p->n) {
        first = p->words[0];
        memmove(p->words, p->words + 1, (size_t)--p->n * sizeof *p->words);
    }
    uv_mutex_unlock(&p->lock);
    return first;
}

bool pg_news_barred(PgNews *p, Bars *ret)
{
    uv_mutex_lock(&p->lock);
    bool changed = p->changed;
    if (changed) {
        ret->n = p->bars.n;
        memcpy(ret->bar, p->bars.bar, sizeof ret->bar);
    }
    p->changed = false;
    uv_mutex_unlock(&p->lock);
    return changed;
}

/* ----------------------------------------------------------------- saying */

static bool begin(PgLink *l, char ret_number[24], TapError *error)
{
    bool begun = pg_do(l, "BEGIN", NULL, error) || (!l->db && pg_do(l, "BEGIN", NULL, error)); /* it was lost before */
    PGresult *r = begun ? pg_ask(l, "UPDATE layout SET news = news + 1 WHERE one = 1 RETURNING news", 0, NULL, error) :
                          NULL;
    bool      good = r && PQntuples(r) == 1;
    if (good) snprintf(ret_number, 24, "%s", PQgetvalue(r, 0, 0));
    PQclear(r);
    return good;
}

static bool change(PgLink *l, const char *text, int n, const char *const *value, int *ret_rows, TapError *error)
{
    PGresult *r = pg_ask(l, text, n, value, error);
    if (r && ret_rows) *ret_rows = atoi(PQcmdTuples(r));
    PQclear(r);
    return r;
}

/* text: NULL if nothing was said. */
static bool end(PgLink *l, const char *number, const char *me, const char *text, TapError *error)
{
    const char *const v[] = {number, me, text};
    return change(l, "INSERT INTO news(id, by, text) VALUES($1::bigint, $2, $3)", 3, v, NULL, error) &&
           change(l, "DELETE FROM news WHERE at < clock_timestamp() - interval '1 hour'", 0, NULL, NULL, error) &&
           pg_do(l, "COMMIT", NULL, error);
}

StoreResult pg_news_bar(PgLink *l, const char *me, const char *address, int64_t until, TapError *error)
{
    char number[24], left[40], most[16];
    int  rows = 1;
    snprintf(most, sizeof most, "%d", LIMIT_BARS);
    const char *const v[] = {address, until ? left : NULL, most};
    bool good = begin(l, number, error);
    snprintf(left, sizeof left, "%.3f s", (double)until - wall_clock());
    good = good && change(l, "DELETE FROM bars WHERE address = $1 OR until <= clock_timestamp()", 1, v, NULL, error) &&
           change(l, "INSERT INTO bars(address, until) SELECT $1, coalesce(clock_timestamp() + $2::interval,"
                  " 'infinity') WHERE (SELECT count(*) FROM bars) < $3::int", 3, v, &rows, error);
    if (good && !rows) good = fail_with(error, "There are %d bars already.", LIMIT_BARS);
    good = good && end(l, number, me, NULL, error);
    pg_undo(l);
    return good ? STORE_OK : STORE_FAILED;
}

StoreResult pg_news_unbar(PgLink *l, const char *me, const char *address, TapError *error)
{
    char number[24];
    int  rows = 0;
    const char *const v[] = {address};
    bool good = begin(l, number, error) && change(l, "DELETE FROM bars WHERE address = $1", 1, v, &rows, error) &&
                (!rows || end(l, number, me, NULL, error));
    pg_undo(l);
    return !good ? STORE_FAILED : rows ? STORE_OK : STORE_MISSING;
}

StoreResult pg_news_announce(PgLink *l, const char *me, const char *text, TapError *error)
{
    char number[24];
    bool good = begin(l, number, error) && end(l, number, me, text, error);
    pg_undo(l);
    return good ? STORE_OK : STORE_FAILED;
}
