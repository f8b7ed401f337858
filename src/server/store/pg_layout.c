#include "server/store/pg_layout.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/store/pg_look.h"
#include "server/store/store.h"
#include "text/fail.h"

#define NEWER "The database was written by a newer version of this program."
#define OTHER_KEY "This database belongs to a house with another key."

enum { LAYOUT = 4, ATTEMPTS = 20, PAUSE_US = 50000 };

/* Ids are compared byte by byte, whatever language the database is in. A checksum is 16 bytes, which a uuid is too.
 * Every key begins with what it is about, so that one could be in another database than the next. */
static const char layout_text[] =
    "CREATE TABLE IF NOT EXISTS nodes(id text COLLATE \"C\" PRIMARY KEY, epoch bigint NOT NULL,"
    "  until timestamptz NOT NULL, address text NOT NULL, mark text NOT NULL);"
    "CREATE TABLE IF NOT EXISTS tables(id text COLLATE \"C\" PRIMARY KEY, born bigserial, active bool NOT NULL,"
    "  document text NOT NULL, sum uuid, holder text COLLATE \"C\", epoch bigint);"
    "CREATE INDEX IF NOT EXISTS tables_active ON tables(born) WHERE active;"
    "CREATE INDEX IF NOT EXISTS tables_holder ON tables(holder) WHERE holder IS NOT NULL;"
    "CREATE TABLE IF NOT EXISTS log(tbl text COLLATE \"C\" NOT NULL, seq int NOT NULL, id text, entry text NOT NULL,"
    "  sum uuid, PRIMARY KEY(tbl, seq));"
    "CREATE TABLE IF NOT EXISTS heads(tbl text COLLATE \"C\" PRIMARY KEY, seq int NOT NULL, sum uuid);"
    "CREATE TABLE IF NOT EXISTS aside(tbl text COLLATE \"C\" NOT NULL, base int NOT NULL, seat int NOT NULL, id text,"
    "  entry text NOT NULL, sum uuid, PRIMARY KEY(tbl, base, seat));"
    "CREATE TABLE IF NOT EXISTS guests(id text COLLATE \"C\" PRIMARY KEY, document text NOT NULL, sum uuid);"
    "CREATE TABLE IF NOT EXISTS files(hash text COLLATE \"C\" PRIMARY KEY, text text NOT NULL, sum uuid);"
    "CREATE TABLE IF NOT EXISTS damaged(tbl text COLLATE \"C\" PRIMARY KEY, why text NOT NULL);"
    "INSERT INTO layout(one, version) VALUES(1, 4) ON CONFLICT(one) DO NOTHING;"
    /* Layout 2: what several nodes look for. */
    "CREATE INDEX IF NOT EXISTS tables_listed ON tables(born) WHERE " PG_LISTED ";"
    "CREATE INDEX IF NOT EXISTS tables_clocked ON tables(id) WHERE " PG_CLOCKED ";"
    /* Layout 3: how busy a node is; whose tables they are; a house into which another is being copied. */
    "ALTER TABLE nodes ADD COLUMN IF NOT EXISTS queue int NOT NULL DEFAULT 0;"
    "CREATE INDEX IF NOT EXISTS tables_host ON tables((" PG_HOST ")) WHERE active;"
    "ALTER TABLE layout ADD COLUMN IF NOT EXISTS unfinished bool NOT NULL DEFAULT false;"
    /* Layout 4: what belongs to the whole house (pg_news.h). */
    "CREATE TABLE IF NOT EXISTS bars(address text COLLATE \"C\" PRIMARY KEY, until timestamptz NOT NULL);"
    "CREATE TABLE IF NOT EXISTS news(id bigint PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp(),"
    "  by text COLLATE \"C\" NOT NULL, text text);"
    "ALTER TABLE layout ADD COLUMN IF NOT EXISTS news bigint NOT NULL DEFAULT 0;"
    "UPDATE layout SET version = 4 WHERE version < 4;";

/* The version there is; 0: none yet, -1: it cannot be asked. */
static int version_of(PgLink *l, TapError *error)
{
    PGresult *there = pg_ask(l, "SELECT to_regclass('layout') IS NOT NULL", 0, NULL, error), *r = NULL;
    int       version = !there ? -1 : 0;
    if (there && PQgetvalue(there, 0, 0)[0] == 't') {
        r = pg_ask(l, "SELECT version FROM layout WHERE one = 1", 0, NULL, error);
        version = !r ? -1 : PQntuples(r) ? atoi(PQgetvalue(r, 0, 0)) : 0;
    }
    PQclear(there);
    PQclear(r);
    return version;
}

/* IF NOT EXISTS is no help against somebody who makes the same at the same moment. The lock is; where there are no such
 * locks, who comes second tries again. Who waited for it leaves alone what was made meanwhile: ALTER TABLE locks it
 * even where nothing changes, and against whoever has begun to use it that may be a deadlock. */
static bool make(PgLink *l, char state[6], TapError *error)
{
    bool good = pg_do(l, "BEGIN", state, error) && pg_do(l, "SELECT pg_advisory_xact_lock(7470726)", state, error);
    if (good && version_of(l, error) < LAYOUT)
        good = pg_do(l, "CREATE TABLE IF NOT EXISTS layout(one int PRIMARY KEY, version int NOT NULL, key text)",
                     state, error) && pg_do(l, layout_text, state, error);
    good = good && pg_do(l, "COMMIT", state, error);
    if (!good) pg_undo(l);
    return good;
}

static bool is_worth_another_try(const char *state)
{
    static const char *const states[] = {"23505", "42P07", "40001", "40P01"};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (!strcmp(state, states[i])) return true;
    return false;
}

static bool is_utf8(PgLink *l, TapError *error)
{
    PGresult *r = pg_ask(l, "SHOW server_encoding", 0, NULL, error);
    bool      good = r && !strcmp(PQgetvalue(r, 0, 0), "UTF8");
    if (r && !good) fail_with(error, "The database is not in UTF8. Make one: createdb -E UTF8 -T template0 NAME.");
    PQclear(r);
    return good;
}

static bool knows_key(PgLink *l, const char *key, TapError *error)
{
    PGresult *r = pg_ask(l, "UPDATE layout SET key = coalesce(key, $1) WHERE one = 1 RETURNING key = $1", 1, &key,
                         error);
    bool      good = r && PQntuples(r) && PQgetvalue(r, 0, 0)[0] == 't';
    if (r && !good) fail_with(error, OTHER_KEY);
    PQclear(r);
    return good;
}

/* What a copy has not come to the end of is no house. */
static bool is_whole(PgLink *l, TapError *error)
{
    PGresult *r = pg_ask(l, "SELECT unfinished FROM layout WHERE one = 1", 0, NULL, error);
    bool      good = r && PQntuples(r) && PQgetvalue(r, 0, 0)[0] == 'f';
    if (r && !good)
        fail_with(error, "A house was being copied into this database, and not all of it is there. Go on with it:"
                  " taproom store copy FROM TO --resume.");
    PQclear(r);
    return good;
}

bool pg_layout_set(PgLink *l, const char *key, bool copies, TapError *error)
{
    int  version = is_utf8(l, error) ? version_of(l, error) : -1;
    char state[6] = "";
    for (int i = 0; version >= 0 && version < LAYOUT && i < ATTEMPTS; i++) {
        if (i) usleep(PAUSE_US);
        if (make(l, state, error)) version = version_of(l, error);
        else if (!is_worth_another_try(state)) return false;
    }
    if (version > LAYOUT) return fail_with(error, NEWER);
    return version == LAYOUT && (copies || is_whole(l, error)) && (!key || knows_key(l, key, error));
}

bool pg_layout_look(PgLink *l, const char *key, bool copies, TapError *error)
{
    int version = version_of(l, error);
    if (version < 0) return false;
    if (!version) return fail_with(error, "There is no house in this database. Make one: taproom store create.");
    if (version > LAYOUT) return fail_with(error, NEWER);
    if (version < LAYOUT)
        return fail_with(error, "The database was written by an older version of this program. Bring it up to date:"
                         " taproom store create.");
    if (!copies && !is_whole(l, error)) return false;
    PGresult *r = key ? pg_ask(l, "SELECT key IS NULL OR key = $1 FROM layout WHERE one = 1", 1, &key, error) : NULL;
    bool      good = !key || (r && PQgetvalue(r, 0, 0)[0] == 't');
    if (r && !good) fail_with(error, OTHER_KEY);
    PQclear(r);
    return good;
}

bool pg_layout_begin_copy(PgLink *l, const char *key, bool resumes, TapError *error)
{
    static const char *const states[] = {
        "SELECT EXISTS(SELECT 1 FROM nodes WHERE mark <> '' AND until > clock_timestamp() AND"
        " id <> '" STORE_COPIER "')",
        "SELECT NOT unfinished AND (EXISTS(SELECT 1 FROM tables) OR EXISTS(SELECT 1 FROM log) OR"
        " EXISTS(SELECT 1 FROM heads) OR EXISTS(SELECT 1 FROM aside) OR EXISTS(SELECT 1 FROM guests) OR"
        " EXISTS(SELECT 1 FROM files) OR EXISTS(SELECT 1 FROM damaged) OR"
        " EXISTS(SELECT 1 FROM bars)) FROM layout WHERE one = 1",
        "SELECT unfinished FROM layout WHERE one = 1",
    };
    static const char *const refusals[] = {
        "A server has this database open; taproom nodes names it. Stop it first.",
        "There is a house in this database already. Take an empty one.",
        "An earlier copy into this database has not come to its end. Say --resume to go on, or take an empty one.",
    };
    if (!pg_layout_set(l, NULL, true, error)) return false;
    for (int i = 0; i < (resumes ? 2 : 3); i++) {
        PGresult *r = pg_ask(l, states[i], 0, NULL, error);
        bool      good = r && PQgetvalue(r, 0, 0)[0] == 'f';
        PQclear(r);
        if (!good) return r ? fail_with(error, "%s", refusals[i]) : false;
    }
    return knows_key(l, key, error) && pg_do(l, "UPDATE layout SET unfinished = true WHERE one = 1", NULL, error);
}

bool pg_layout_end_copy(PgLink *l, TapError *error)
{
    return pg_do(l, "UPDATE layout SET unfinished = false WHERE one = 1", NULL, error);
}
