#include "server/store/pg_batch.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where nothing may be written a statement fails, by a division by zero: what follows it is then not done either. An
 * empty result would stop nothing. Rows come in the order of their keys, so that two nodes do not wait for each other;
 * those of tables in the order in which they were made, for the list of the newest. */

const PgStatement pg_batch_prepared[] = {
    {"begin", "BEGIN"},
    {"commit", "COMMIT"},
    {"fence", "SELECT 1 / count(*) FROM (SELECT 1 FROM nodes WHERE id = $1 AND epoch = $2::bigint FOR KEY SHARE) held"},
    {"put_tables",
     "WITH x AS (SELECT DISTINCT ON (a) a, b, c, d, n FROM unnest($1::text[], $2::int[], $3::text[], $4::uuid[])"
     " WITH ORDINALITY AS u(a, b, c, d, n) ORDER BY a, n DESC),"
     " put AS (INSERT INTO tables(id, active, document, sum, holder, epoch)"
     " SELECT a, b <> 0, c, d, $5, $6::bigint FROM x ORDER BY n"
     " ON CONFLICT(id) DO UPDATE SET active = excluded.active, document = excluded.document, sum = excluded.sum"
     " WHERE tables.holder = excluded.holder AND tables.epoch = excluded.epoch RETURNING 1)"
     " SELECT 1 / ((SELECT count(*) FROM put) = (SELECT count(*) FROM x))::int"},
    /* The part after WITH sees the heads as they were. */
    {"put_heads",
     "WITH e AS (SELECT * FROM unnest($1::text[], $2::int[], $3::uuid[]) AS u(t, q, s)),"
     " put AS (INSERT INTO heads(tbl, seq, sum) SELECT DISTINCT ON (t) t, q, s FROM e ORDER BY t, q DESC"
     " ON CONFLICT(tbl) DO UPDATE SET seq = excluded.seq, sum = excluded.sum)"
     " SELECT 1 / (count(*) = 0)::int FROM (SELECT t, min(q) - 1 AS before FROM e GROUP BY t) f"
     " LEFT JOIN heads h ON h.tbl = f.t WHERE coalesce(h.seq, 0) <> f.before"},
    {"append", "INSERT INTO log(tbl, seq, id, entry, sum)"
               " SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::uuid[])"},
    {"set_damaged", "INSERT INTO damaged(tbl, why) SELECT DISTINCT ON (a) a, b FROM unnest($1::text[], $2::text[])"
                    " WITH ORDINALITY AS u(a, b, n) ORDER BY a, n ON CONFLICT(tbl) DO NOTHING"},
    {"put_aside",
     "INSERT INTO aside(tbl, base, seat, id, entry, sum) SELECT DISTINCT ON (a, b, c) a, b, c, d, e, f"
     " FROM unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::text[], $6::uuid[])"
     " WITH ORDINALITY AS u(a, b, c, d, e, f, n) ORDER BY a, b, c, n DESC"
     " ON CONFLICT(tbl, base, seat) DO UPDATE SET id = excluded.id, entry = excluded.entry, sum = excluded.sum"},
    /* The checksum of what is there is its version: who changes it says of which he made his own. */
    {"put_guests",
     "WITH x AS (SELECT DISTINCT ON (a) a, b, c, d, e"
     " FROM unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::int[]) WITH ORDINALITY AS u(a, b, c, d, e, n)"
     " ORDER BY a, n DESC),"
     " put AS (INSERT INTO guests(id, document, sum) SELECT a, b, c FROM x ORDER BY a"
     " ON CONFLICT(id) DO UPDATE SET document = excluded.document, sum = excluded.sum"
     " WHERE (SELECT e = 0 OR guests.sum IS NOT DISTINCT FROM d FROM x WHERE a = excluded.id) RETURNING 1)"
     " SELECT 1 / ((SELECT count(*) FROM put) = (SELECT count(*) FROM x))::int"},
    {"see_guests", "INSERT INTO guests(id, document, sum) SELECT DISTINCT ON (a) a, b, c"
                   " FROM unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::int[])"
                   " WITH ORDINALITY AS u(a, b, c, d, e, n) ORDER BY a, n DESC"
                   " ON CONFLICT(id) DO UPDATE SET document = excluded.document, sum = excluded.sum"},
    {"put_files", "INSERT INTO files(hash, text, sum) SELECT DISTINCT ON (a) a, b, c"
                  " FROM unnest($1::text[], $2::text[], $3::uuid[]) WITH ORDINALITY AS u(a, b, c, n) ORDER BY a, n"
                  " ON CONFLICT(hash) DO NOTHING"},
    {"are_held", "SELECT 1 / (count(*) = 0)::int FROM tables WHERE id = ANY($1::text[]) AND"
                 " (holder = $2 AND epoch = $3::bigint) IS NOT TRUE"},
    {"remove_logs", "DELETE FROM log WHERE tbl = ANY($1::text[])"},
    {"remove_heads", "DELETE FROM heads WHERE tbl = ANY($1::text[])"},
    {"remove_tables", "DELETE FROM tables WHERE id = ANY($1::text[])"},
    {"drop_aside", "DELETE FROM aside WHERE tbl = ANY($1::text[])"},
    {"remove_guests", "DELETE FROM guests WHERE id = ANY($1::text[])"},
    {"get_table", PG_GET_TABLE},
    {"get_log", PG_GET_LOG},
    {"get_guest", "SELECT document, sum FROM guests WHERE id = $1"},
    {"release", "UPDATE tables SET holder = NULL, epoch = NULL WHERE id = ANY($1::text[]) AND holder = $2"
                " AND epoch = $3::bigint"},
    {0},
};

/* What becomes of the arrays of one kind: a statement takes some of them, and who this is. A kind may need several. */
typedef struct Step {
    enum PgWrite what;
    const char  *name;
    int          columns;
    uint8_t      column[WRITE_VALUES];
    bool         by_node;
    PgRefusal    refuses;
    const char  *seen; /* of what is only written to be read again: this instead, which refuses nothing */
} Step;

static const Step steps[] = {
    {PG_PUT_FILE, "put_files", 3, {0, 1, 2}},
    {PG_PUT_TABLE, "put_tables", 4, {0, 1, 2, 3}, true, PG_REFUSES_TABLE},
    {PG_APPEND, "put_heads", 3, {0, 1, 4}, false, PG_REFUSES_LOG},
    {PG_APPEND, "append", 5, {0, 1, 2, 3, 4}, false, PG_REFUSES_LOG},
    {PG_SET_DAMAGED, "set_damaged", 2, {0, 1}},
    {PG_PUT_ASIDE, "put_aside", 6, {0, 1, 2, 3, 4, 5}},
    {PG_PUT_GUEST, "put_guests", 5, {0, 1, 2, 3, 4}, false, PG_REFUSES_GUEST, "see_guests"},
    {PG_REMOVE_TABLE, "are_held", 1, {0}, true, PG_REFUSES_TABLE},
    {PG_REMOVE_TABLE, "remove_logs", 1, {0}},
    {PG_REMOVE_TABLE, "remove_heads", 1, {0}},
    {PG_REMOVE_TABLE, "remove_tables", 1, {0}},
    {PG_DROP_ASIDE, "drop_aside", 1, {0}},
    {PG_REMOVE_GUEST, "remove_guests", 1, {0}},
    {PG_RELEASE, "release", 1, {0}, true},
};

static bool removes(int what) { return what >= PG_REMOVE_TABLE; }

/* ----------------------------------------------------------------- arrays */

/* The text of an array, as it grows. */
typedef struct Array {
    char  *text;
    size_t n, room;
    int    items;
} Array;

static void put(Array *a, const char *bytes, size_t n)
{
    if (a->n + n + 2 > a->room) {
        a->room = 2 * (a->n + n + 2) + 256;
        a->text = realloc(a->text, a->room);
        assert(a->text);
    }
    memcpy(a->text + a->n, bytes, n);
    a->n += n;
    a->text[a->n] = 0;
}

static void put_quoted(Array *a, const char *text)
{
    put(a, "\"", 1);
    while (*text) {
        size_t plain = strcspn(text, "\"\\");
        put(a, text, plain);
        text += plain;
        if (*text) {
            put(a, "\\", 1);
            put(a, text++, 1);
        }
    }
    put(a, "\"", 1);
}

static void add(Array *a, const WriteValue *v)
{
    static const char hex[] = "0123456789abcdef";
    char text[2 * WRITE_SUM_BYTES + 1];
    put(a, a->items++ ? "," : "{", 1);
    switch (v->kind) {
    case WRITE_NOTHING: put(a, "NULL", 4); break;
    case WRITE_NUMBER: put(a, text, (size_t)snprintf(text, sizeof text, "%d", v->number)); break;
    case WRITE_TEXT: put_quoted(a, v->text); break;
    case WRITE_SUM:
        for (int i = 0; i < WRITE_SUM_BYTES; i++) {
            text[2 * i] = hex[v->sum[i] >> 4];
            text[2 * i + 1] = hex[v->sum[i] & 15];
        }
        put(a, text, 2 * WRITE_SUM_BYTES);
        break;
    }
}

/* ---------------------------------------------------------------- sending */

typedef struct Part {
    Array       of[PG_WRITES][WRITE_VALUES];
    const char *node, *epoch;
    PgLink     *link;     /* NULL: the statements are only counted */
    bool        seen;     /* nothing of it stays */
    int         sent, at; /* at: the one that is looked for */
    PgRefusal   found;
} Part;

static void send_step(Part *p, const Step *s)
{
    const char *value[WRITE_VALUES + 2];
    int         n = 0;
    if (p->sent++ == p->at) p->found = s->refuses;
    if (!p->link) return;
    for (int i = 0; i < s->columns; i++) value[n++] = p->of[s->what][s->column[i]].text;
    if (s->by_node) {
        value[n++] = p->node;
        value[n++] = p->epoch;
    }
    /* If it cannot be sent, the end will say so. */
    pg_all_add(p->link, p->seen && s->seen ? s->seen : s->name, n, value);
}

static void send_part(Part *p)
{
    for (int w = 0; w < PG_WRITES; w++)
        for (int i = 0; i < WRITE_VALUES; i++)
            if (p->of[w][i].items) put(&p->of[w][i], "}", 1);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (p->of[steps[i].what][0].items) send_step(p, &steps[i]);
    for (int w = 0; w < PG_WRITES; w++)
        for (int i = 0; i < WRITE_VALUES; i++) p->of[w][i].n = 0, p->of[w][i].items = 0;
}

/* A part either writes or removes. */
static void go_through(Part *p, const Gathered *g)
{
    WriteValue value[WRITE_VALUES];
    int        what, n;
    bool       begun = false, removing = false;
    for (size_t at = 0; gathered_next(g, &at, &what, value, &n); begun = true) {
        if (begun && removes(what) != removing) send_part(p);
        removing = removes(what);
        for (int i = 0; i < n; i++) add(&p->of[what][i], &value[i]);
    }
    send_part(p);
    for (int w = 0; w < PG_WRITES; w++)
        for (int i = 0; i < WRITE_VALUES; i++) free(p->of[w][i].text);
}

void pg_batch_send(PgLink *l, const Gathered *g, const char *node, const char *epoch, bool is_fenced)
{
    Part              p = {.node = node, .epoch = epoch, .link = l, .at = -1, .seen = !is_fenced};
    const char *const me[] = {node, epoch};
    if (is_fenced) pg_all_add(l, "fence", 2, me);
    go_through(&p, g);
}

PgRefusal pg_batch_refusal(const Gathered *g, bool is_fenced, int at)
{
    Part p = {.at = at - is_fenced};
    if (is_fenced && !at) return PG_REFUSES_NODE;
    go_through(&p, g);
    return p.found;
}
