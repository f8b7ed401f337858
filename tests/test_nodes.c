/* Several nodes at one PostgreSQL: who holds which table, who may write, and what becomes of a commit when connection,
 * node or database fails in the middle of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <libpq-fe.h>

#include "postgres.h"
#include "relay.h"
#include "server/store/store.h"
#include "support.h"

/* On a machine that has much to do: nobody's lease runs out by chance. */
enum { LEASE_MS = 60000, MIDDLE_MS = 900, SHORT_MS = 250 };

static TapError why;
static char     schema[32], where[300];

/* Each test has a database of its own, as far as it can see. */
static void new_house(void)
{
    static int n;
    snprintf(schema, sizeof schema, "nodes_%d", ++n);
    postgres_schema(schema, where, sizeof where);
}

static const char *in_house(const char *text)
{
    static char all[2000];
    snprintf(all, sizeof all, "SET client_min_messages = error; SET search_path = %s; %s", schema, text);
    return all;
}

static Store *try_node(const char *name, int lease_ms, const char *key)
{
    char address[40];
    snprintf(address, sizeof address, "%s.example:1", name);
    const StoreNode me = {name, address, lease_ms, key};
    return store_pg_open(where, &me, &why);
}

static Store *node(const char *name, int lease_ms)
{
    Store *s = try_node(name, lease_ms, NULL);
    CHECK(s, "%s: %s", name, why.text);
    return s;
}

static void put(Store *s, const char *table, const char *document)
{
    assert_int_equal(s->kind->put_table(s, table, true, document, &why), STORE_OK);
}

static void append(Store *s, const char *table, int expected, const char *id)
{
    int seq;
    assert_int_equal(s->kind->append(s, table, expected, id, "1 call", &seq, &why), STORE_OK);
}

static StoreResult take(Store *s, const char *table)
{
    static char address[80];
    StoreResult result = s->kind->take(s, table, address, sizeof address, &why);
    if (result == STORE_ELSEWHERE) snprintf(why.text, sizeof why.text, "%s", address);
    return result;
}

static StoreOutcome commit(Store *s)
{
    why.text[0] = 0;
    return s->kind->commit(s, &why);
}

static bool count_one(void *of, const char *key, int number, const char *text)
{
    (void)key, (void)number, (void)text;
    ++*(int *)of;
    return true;
}

static int entries(Store *s, const char *table)
{
    int n = 0;
    CHECK(s->kind->read(s, table, 0, count_one, &n, &why) == STORE_OK, "%s", why.text);
    return n;
}

static void close_node(Store *s) { s->kind->close(s); }

/* ----------------------------------------------------------------- leases */

static void test_take(void **unused)
{
    (void)unused;
    new_house();
    Store *a = node("a", LEASE_MS), *b = node("b", LEASE_MS);
    put(a, "t", "one");
    append(a, "t", 0, "x");
    assert_int_equal(take(b, "t"), STORE_MISSING); /* it is not there before it is committed */
    assert_int_equal(commit(a), STORE_DURABLE);

    assert_int_equal(take(b, "t"), STORE_ELSEWHERE);
    assert_string_equal(why.text, "a.example:1");
    assert_int_equal(take(a, "t"), STORE_OK); /* who made it holds it */

    /* A reader may be anybody; a writer may not, of settings or of the whole. */
    char *text = NULL;
    assert_int_equal(b->kind->get_table(b, "t", &text, &why), STORE_OK);
    assert_string_equal(text, "one");
    free(text);
    put(b, "t", "another");
    assert_int_equal(commit(b), STORE_NOT_WRITTEN);
    assert_int_equal(b->kind->remove_table(b, "t", &why), STORE_OK);
    assert_int_equal(commit(b), STORE_NOT_WRITTEN);
    assert_int_equal(entries(b, "t"), 1);

    /* Given back with the commit, not before. */
    assert_int_equal(a->kind->release(a, "t", &why), STORE_OK);
    assert_int_equal(take(b, "t"), STORE_ELSEWHERE);
    assert_int_equal(commit(a), STORE_DURABLE);
    assert_int_equal(take(b, "t"), STORE_OK);
    assert_int_equal(take(a, "t"), STORE_ELSEWHERE);
    put(b, "t", "two");
    append(b, "t", 1, "y");
    assert_int_equal(commit(b), STORE_DURABLE);
    put(a, "t", "late");
    assert_int_equal(commit(a), STORE_NOT_WRITTEN);

    /* Who leaves in good order leaves at once what it held. */
    b->kind->leave(b);
    assert_true(b->kind->lease_left(b) <= 0);
    assert_int_equal(take(a, "t"), STORE_OK);
    put(b, "t", "late");
    assert_int_equal(commit(b), STORE_FENCED);
    close_node(b);
    append(a, "t", 2, "z");
    assert_int_equal(commit(a), STORE_DURABLE);
    assert_int_equal(entries(a, "t"), 3);
    close_node(a);
}

/* Whoever is not heard of for a lease is declared dead, and can do nothing more, at any table. */
static void test_fence(void **unused)
{
    (void)unused;
    new_house();
    Store *a = node("a", MIDDLE_MS), *b = node("b", LEASE_MS);
    put(a, "t", "one");
    put(a, "u", "one");
    assert_int_equal(commit(a), STORE_DURABLE);
    for (int i = 0; i < 4; i++) { /* longer than a lease: it lives as long as it renews it */
        usleep(MIDDLE_MS * 1000 / 3);
        assert_int_equal(a->kind->renew(a, &why), STORE_OK);
        assert_int_equal(take(b, "t"), STORE_ELSEWHERE);
    }
    assert_true(a->kind->lease_left(a) > 0);
    append(a, "t", 0, "x"); /* it has something to say, and sleeps over it */
    put(a, "u", "two");
    usleep((MIDDLE_MS + 50) * 1000);
    assert_true(a->kind->lease_left(a) <= 0);
    assert_int_equal(take(b, "t"), STORE_OK);
    assert_int_equal(commit(a), STORE_FENCED);
    CHECK(strstr(why.text, "taken for dead"), "%s", why.text);
    assert_int_equal(a->kind->renew(a, &why), STORE_NOT_ALIVE);
    assert_int_equal(take(a, "u"), STORE_NOT_ALIVE);
    assert_true(a->kind->lease_left(a) <= 0);
    put(a, "new", "one"); /* nor something new */
    assert_int_equal(commit(a), STORE_FENCED);
    assert_int_equal(take(b, "new"), STORE_MISSING);
    assert_int_equal(entries(b, "t"), 0);
    char *text = NULL;
    assert_int_equal(b->kind->get_table(b, "u", &text, &why), STORE_OK);
    assert_string_equal(text, "one");
    free(text);
    assert_int_equal(take(b, "u"), STORE_OK); /* all it held fell with it */
    append(b, "t", 0, "x");
    assert_int_equal(commit(b), STORE_DURABLE);
    close_node(a);
    close_node(b);
}

/* Late, but nobody has missed it, not even itself: it goes on. */
static void test_late(void **unused)
{
    (void)unused;
    new_house();
    Store *a = node("a", SHORT_MS), *beside = store_pg_open_beside(a, &why);
    CHECK(beside, "%s", why.text);
    put(a, "t", "one");
    assert_int_equal(commit(a), STORE_DURABLE);
    usleep((SHORT_MS + 50) * 1000);
    assert_true(a->kind->lease_left(a) <= 0 && beside->kind->lease_left(beside) <= 0);
    int adopted = 0;
    assert_int_equal(a->kind->adopt(a, 100, count_one, &adopted, &why), STORE_OK);
    assert_int_equal(a->kind->renew(a, &why), STORE_OK);
    assert_true(a->kind->lease_left(a) > 0 && beside->kind->lease_left(beside) > 0);
    /* A second store of the same node is behind the same fence, and outlives the first. */
    assert_int_equal(beside->kind->put_aside(beside, "t", 0, 1, "x", "2 pass", &why), STORE_OK);
    assert_int_equal(commit(beside), STORE_DURABLE);
    close_node(a);
    Store *b = node("b", LEASE_MS);
    postgres_do(in_house("UPDATE nodes SET until = 'infinity' WHERE id = 'a'"));
    assert_int_equal(take(b, "t"), STORE_ELSEWHERE);
    postgres_do(in_house("UPDATE nodes SET epoch = epoch + 1 WHERE id = 'a'"));
    assert_int_equal(beside->kind->put_aside(beside, "t", 0, 2, "y", "3 pass", &why), STORE_OK);
    assert_int_equal(commit(beside), STORE_FENCED);
    close_node(beside);
    int n = 0;
    assert_int_equal(b->kind->read_aside(b, "t", 0, count_one, &n, &why), STORE_OK);
    assert_int_equal(n, 1);
    close_node(b);
}

static void renew_for_a_while(void *of)
{
    Store *s = of;
    for (int i = 0; i < 12; i++) {
        s->kind->renew(s, NULL);
        usleep(MIDDLE_MS * 1000 / 8);
    }
}

/* A name is one living node's. One that was killed is waited for, one that lives is not. */
static void test_names(void **unused)
{
    (void)unused;
    uv_thread_t thread;
    new_house();
    Store *a = node("a", MIDDLE_MS);
    put(a, "t", "one");
    assert_int_equal(commit(a), STORE_DURABLE);
    uv_thread_create(&thread, renew_for_a_while, a);
    assert_null(try_node("a", MIDDLE_MS, NULL));
    CHECK(strstr(why.text, "a node called a already"), "%s", why.text);
    uv_thread_join(&thread);
    uint64_t began = uv_hrtime();
    Store   *again = node("a", LEASE_MS); /* as after a SIGKILL: nobody renews any more */
    assert_true(uv_hrtime() - began < (MIDDLE_MS + 5000) * UINT64_C(1000000));
    put(a, "t", "two");
    assert_int_equal(commit(a), STORE_FENCED);
    assert_int_equal(take(again, "t"), STORE_OK);
    close_node(a);
    assert_int_equal(again->kind->renew(again, &why), STORE_OK); /* who goes ends his own epoch only */
    close_node(again);
}

typedef struct Heard {
    Store       *store;
    int          n;
    StoreOutcome outcome;
    bool         left_out[2]; /* "t" and "u" */
} Heard;

static void hear(void *of, StoreOutcome outcome, const TapError *error)
{
    Heard *t = of;
    t->n++;
    t->outcome = outcome;
    t->left_out[0] = t->store->kind->was_left_out(t->store, "t");
    t->left_out[1] = t->store->kind->was_left_out(t->store, "u");
    CHECK(outcome == STORE_DURABLE || error->text[0], "no reason is given");
}

static void end_soon(void *of)
{
    usleep(1300 * 1000); /* longer than a taker is patient */
    PQfinish(of);
}

/* A commit is under way when its node is declared dead: that waits for it, and who takes the table sees it. */
static void test_under_way(void **unused)
{
    (void)unused;
    uv_loop_t   loop;
    uv_thread_t thread;
    new_house();
    uv_loop_init(&loop);
    Store *a = node("a", SHORT_MS), *b = node("b", LEASE_MS);
    Heard  heard = {.store = a};
    put(a, "t", "one");
    assert_int_equal(commit(a), STORE_DURABLE);
    PGconn *other = PQconnectdb(where);
    PQclear(PQexec(other, "BEGIN; LOCK TABLE log IN SHARE MODE"));
    append(a, "t", 0, "x");
    a->kind->submit(a, &loop, hear, &heard);
    static const char waits[] = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'taproom a' AND"
                                " wait_event_type = 'Lock'";
    for (int i = 0; i < 1000 && strcmp(postgres_ask(waits), "1") != 0; i++) usleep(10000);
    usleep(SHORT_MS * 1000);
    uv_thread_create(&thread, end_soon, other);
    assert_int_equal(take(b, "t"), STORE_OK);
    assert_int_equal(entries(b, "t"), 1);
    a->kind->settle(a);
    assert_true(heard.n == 1 && heard.outcome == STORE_DURABLE);
    append(a, "t", 1, "y"); /* it was the last */
    assert_int_equal(commit(a), STORE_FENCED);
    assert_int_equal(entries(b, "t"), 1);
    uv_thread_join(&thread);
    uv_run(&loop, UV_RUN_DEFAULT);
    close_node(a);
    close_node(b);
    uv_loop_close(&loop);
}

/* Somebody stopped in the middle of a transaction, with the row of his node locked: he waits for a word that does not
 * come, and is ended. */
static void test_stopped(void **unused)
{
    (void)unused;
    new_house();
    Store *a = node("a", SHORT_MS), *b = node("b", LEASE_MS);
    put(a, "t", "one");
    assert_int_equal(commit(a), STORE_DURABLE);
    const char *const keys[] = {"dbname", "application_name", NULL}, *const values[] = {where, "taproom a", NULL};
    static const char lock[] = "BEGIN; SELECT 1 FROM nodes WHERE id = 'a' FOR KEY SHARE";
    PGconn *half = PQconnectdbParams(keys, values, 1);
    PQclear(PQexec(half, lock));
    usleep((SHORT_MS + 50) * 1000);
    uint64_t began = uv_hrtime();
    assert_int_equal(take(b, "t"), STORE_OK);
    uint64_t ms = (uv_hrtime() - began) / 1000000;
    CHECK(ms > 900, "%d ms", (int)ms); /* as long as it is patient */
    PQclear(PQexec(half, "COMMIT"));
    assert_int_equal(PQstatus(half), CONNECTION_BAD);
    PQfinish(half);
    close_node(a);
    close_node(b);
}

/* ------------------------------------------------------------------ races */

typedef struct Runner {
    Store        *store;
    uv_barrier_t *line;
    int           races;
    StoreResult  *got;
    const char   *name;
} Runner;

static void race(void *of)
{
    Runner *r = of;
    char    address[80];
    for (int i = 0; i < r->races; i++) {
        uv_barrier_wait(r->line);
        r->got[i] = r->store->kind->take(r->store, "t", address, sizeof address, NULL);
        uv_barrier_wait(r->line);
        if (r->got[i] == STORE_OK) {
            r->store->kind->release(r->store, "t", NULL);
            r->store->kind->commit(r->store, NULL);
        }
    }
}

/* Both at once, a thousand times: exactly one has it; each of them now and then. */
static void test_races(void **unused)
{
    (void)unused;
    enum { RACES = SANITIZED ? 100 : 1000 };
    static StoreResult got[2][RACES];
    uv_thread_t        thread[2];
    uv_barrier_t       line;
    Runner             r[2];
    int                won = 0;
    new_house();
    r[0].store = node("a", LEASE_MS);
    r[1].store = node("b", LEASE_MS);
    put(r[0].store, "t", "one");
    assert_int_equal(r[0].store->kind->release(r[0].store, "t", &why), STORE_OK);
    assert_int_equal(commit(r[0].store), STORE_DURABLE);
    uv_barrier_init(&line, 2);
    for (int i = 0; i < 2; i++) {
        r[i] = (Runner){.store = r[i].store, .line = &line, .races = RACES, .got = got[i]};
        uv_thread_create(&thread[i], race, &r[i]);
    }
    for (int i = 0; i < 2; i++) uv_thread_join(&thread[i]);
    for (int i = 0; i < RACES; i++) {
        CHECK((got[0][i] == STORE_OK) + (got[1][i] == STORE_OK) == 1, "race %d: %d and %d", i, got[0][i], got[1][i]);
        CHECK((got[0][i] == STORE_ELSEWHERE) + (got[1][i] == STORE_ELSEWHERE) == 1, "race %d", i);
        won += got[0][i] == STORE_OK;
    }
    printf("%d races: %d and %d won\n", RACES, won, RACES - won);
    assert_true(won > 0 && won < RACES);
    uv_barrier_destroy(&line);
    close_node(r[0].store);
    close_node(r[1].store);
}

static void open_one(void *of)
{
    Runner *r = of;
    uv_barrier_wait(r->line);
    const StoreNode me = {r->name, "127.0.0.1:1", LEASE_MS, "the key"};
    TapError        error = {{0}};
    r->store = store_pg_open(where, &me, &error);
    if (!r->store) fprintf(stderr, "%s: %s\n", r->name, error.text);
}

/* Nodes that start together in an empty database. */
static void test_beginnings(void **unused)
{
    (void)unused;
    enum { TIMES = SANITIZED ? 2 : 8, NODES = 3 };
    for (int i = 0; i < TIMES; i++) {
        static const char *const names[] = {"a", "b", "c"};
        uv_barrier_t line;
        uv_thread_t  thread[NODES];
        Runner       r[NODES];
        new_house();
        uv_barrier_init(&line, NODES);
        for (int n = 0; n < NODES; n++) {
            r[n] = (Runner){.line = &line, .name = names[n]};
            uv_thread_create(&thread[n], open_one, &r[n]);
        }
        for (int n = 0; n < NODES; n++) uv_thread_join(&thread[n]);
        for (int n = 0; n < NODES; n++) {
            assert_non_null(r[n].store);
            put(r[n].store, names[n], "one");
            assert_int_equal(commit(r[n].store), STORE_DURABLE);
            close_node(r[n].store);
        }
        uv_barrier_destroy(&line);
    }
    assert_null(try_node("a", LEASE_MS, "another key"));
    CHECK(strstr(why.text, "another key"), "%s", why.text);
    Store *s = try_node("a", LEASE_MS, "the key");
    assert_non_null(s);
    close_node(s);
    postgres_do(in_house("UPDATE layout SET version = 99"));
    assert_null(try_node("a", LEASE_MS, "the key"));
    CHECK(strstr(why.text, "newer version"), "%s", why.text);
    snprintf(where, sizeof where, "postgresql://127.0.0.1:1/nothing");
    assert_null(try_node("a", LEASE_MS, NULL));
    assert_true(why.text[0]);
}

/* ---------------------------------------------------------------- commits */

/* Nobody waits for it, and what comes meanwhile gathers. A table that is at fault takes no other with it. */
static void test_submitted(void **unused)
{
    (void)unused;
    uv_loop_t loop;
    char     *text = NULL;
    int       seq;
    new_house();
    uv_loop_init(&loop);
    Store *a = node("a", LEASE_MS), *b = node("b", LEASE_MS);
    Heard   told = {.store = a};
    for (int by_loop = 0; by_loop < 2; by_loop++) {
        const char *table = by_loop ? "p" : "q", *next = by_loop ? "r" : "s";
        told.n = 0;
        put(a, table, "one");
        append(a, table, 0, "x");
        assert_int_equal(a->kind->put_guest(a, table, "Anna", &why), STORE_OK);
        a->kind->submit(a, &loop, hear, &told);
        assert_true(a->committing && !a->writing && !told.n);
        put(a, next, "two");
        assert_int_equal(a->kind->find(a, table, "x", &seq, &why), STORE_OK);
        assert_int_equal(a->kind->get_guest(a, table, &text, &why), STORE_OK);
        assert_string_equal(text, "Anna");
        free(text);
        assert_int_equal(a->kind->get_table(a, next, &text, &why), STORE_OK);
        free(text);
        assert_true(!told.n && a->committing);
        if (!by_loop) a->kind->settle(a);
        uv_run(&loop, UV_RUN_DEFAULT);
        assert_true(told.n == 1 && told.outcome == STORE_DURABLE && !a->committing && a->writing);
        assert_false(told.left_out[0] || told.left_out[1]);
        assert_int_equal(take(b, table), STORE_ELSEWHERE);
        assert_int_equal(take(b, next), STORE_MISSING);
        assert_int_equal(commit(a), STORE_DURABLE);
    }
    /* Two nodes hear the same "create": one table is made, and what else the other did stays. */
    put(b, "t", "theirs");
    append(b, "t", 0, "x");
    assert_int_equal(commit(b), STORE_DURABLE);
    put(a, "t", "ours");
    put(a, "u", "ours");
    append(a, "u", 0, "x");
    assert_int_equal(a->kind->put_guest(a, "g", "Bert", &why), STORE_OK);
    told.n = 0;
    a->kind->submit(a, &loop, hear, &told);
    a->kind->settle(a);
    assert_true(told.n == 1 && told.outcome == STORE_DURABLE && told.left_out[0] && !told.left_out[1]);
    assert_int_equal(b->kind->get_table(b, "t", &text, &why), STORE_OK);
    assert_string_equal(text, "theirs");
    free(text);
    assert_int_equal(take(b, "u"), STORE_ELSEWHERE);
    assert_int_equal(entries(b, "u"), 1);
    assert_int_equal(b->kind->get_guest(b, "g", &text, &why), STORE_OK);
    free(text);
    /* A log that is not as long as it was when somebody wrote to it. */
    append(a, "u", 1, "y");
    append(a, "p", 1, "y");
    postgres_do(in_house("INSERT INTO log VALUES('u', 2, 'v', 'theirs'); UPDATE heads SET seq = 2 WHERE tbl = 'u'"));
    a->kind->submit(a, &loop, hear, &told);
    append(a, "u", 2, "z"); /* after one that is not written: nor is this */
    a->kind->settle(a);
    assert_true(told.n == 2 && told.outcome == STORE_DURABLE && !told.left_out[0] && told.left_out[1]);
    assert_int_equal(entries(b, "p"), 2);
    postgres_do(in_house("DELETE FROM log WHERE id = 'v'; UPDATE heads SET seq = 1 WHERE tbl = 'u'"));
    assert_int_equal(commit(a), STORE_NOT_WRITTEN);
    assert_int_equal(entries(b, "u"), 1);
    append(a, "u", 1, "y"); /* and it goes on from what is there */
    assert_int_equal(commit(a), STORE_DURABLE);
    uv_run(&loop, UV_RUN_DEFAULT);
    close_node(a);
    close_node(b);
    uv_loop_close(&loop);
}

static void at_each_entry(const char *what)
{
    char text[900];
    snprintf(text, sizeof text,
             "CREATE SEQUENCE IF NOT EXISTS times; CREATE OR REPLACE FUNCTION odd() RETURNS trigger AS $$ BEGIN %s "
             "RETURN NEW; END $$ LANGUAGE plpgsql; DROP TRIGGER IF EXISTS odd ON log;"
             "ALTER SEQUENCE times RESTART;"
             "CREATE TRIGGER odd BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION odd()",
             what);
    postgres_do(in_house(text));
}

/* What a database may say to a commit. */
static void test_answers(void **unused)
{
    (void)unused;
    new_house();
    Store *a = node("a", LEASE_MS);
    put(a, "t", "one");
    assert_int_equal(commit(a), STORE_DURABLE);
    /* It came in another's way: once more, but not for ever. */
    static const char *const ways[] = {"40001", "40P01"};
    for (int i = 0; i < 2; i++) {
        char text[200];
        snprintf(text, sizeof text, "IF nextval('times') <= 3 THEN RAISE EXCEPTION 'no' USING ERRCODE = '%s'; END IF;",
                 ways[i]);
        at_each_entry(text);
        append(a, "t", i, i ? "y" : "x");
        CHECK(commit(a) == STORE_DURABLE, "%s", why.text);
        assert_string_equal(postgres_ask(in_house("SELECT last_value FROM times")), "4");
    }
    at_each_entry("RAISE EXCEPTION 'never' USING ERRCODE = '40001';");
    append(a, "t", 2, "z");
    assert_int_equal(commit(a), STORE_NOT_WRITTEN);
    /* A full disk, say. */
    at_each_entry("RAISE EXCEPTION 'no space' USING ERRCODE = '53100';");
    append(a, "t", 2, "z");
    assert_int_equal(commit(a), STORE_NOT_WRITTEN);
    CHECK(strstr(why.text, "no space"), "%s", why.text);
    assert_false(a->doubtful);
    /* It says yes, and that it is not sure. */
    at_each_entry("RAISE WARNING 'perhaps';");
    append(a, "t", 2, "z");
    assert_int_equal(commit(a), STORE_UNKNOWN);
    assert_true(a->doubtful);
    postgres_do(in_house("DROP TRIGGER odd ON log"));
    int seq = 0;
    assert_int_equal(a->kind->append(a, "t", 3, "z", "1 call", &seq, &why), STORE_REPEATED); /* the id tells */
    assert_int_equal(seq, 3);
    append(a, "t", 3, "w");
    assert_int_equal(commit(a), STORE_DURABLE);
    assert_false(a->doubtful);
    assert_int_equal(entries(a, "t"), 4);
    close_node(a);
}

/* The connection is lost: before the commit, in it, and when it was done but not said. It counts once. */
static void test_lost(void **unused)
{
    (void)unused;
    new_house();
    const char *at = strchr(where, '@');
    int         port = atoi(strchr(at, ':') + 1);
    Relay      *relay = relay_open(port);
    char        direct[300], beyond[200];
    snprintf(direct, sizeof direct, "%s", where);
    snprintf(beyond, sizeof beyond, "%s", strchr(strchr(at, ':'), '/'));
    snprintf(strchr(strchr(where, '@'), ':'), 200, ":%d%s", relay_port(relay), beyond);
    Store *a = node("a", LEASE_MS);
    snprintf(where, sizeof where, "%s", direct);
    Store    *b = node("b", LEASE_MS);
    uv_loop_t loop;
    Heard      told = {.store = a};
    uv_loop_init(&loop);
    put(a, "t", "one");
    assert_int_equal(commit(a), STORE_DURABLE);

    relay_cut(relay); /* while nothing was under way */
    usleep(20000);
    append(a, "t", 0, "x");
    CHECK(commit(a) == STORE_DURABLE, "%s", why.text);
    assert_int_equal(entries(b, "t"), 1);

    /* The other side has not noticed, and stands in the middle of a transaction. */
    const char *const keys[] = {"dbname", "application_name", NULL}, *const values[] = {where, "taproom a", NULL};
    PGconn *half = PQconnectdbParams(keys, values, 1);
    PQclear(PQexec(half, "BEGIN; SELECT 1 FROM nodes WHERE id = 'a' FOR KEY SHARE"));
    relay_cut(relay);
    assert_int_equal(a->kind->put_guest(a, "g", "Anna", &why), STORE_OK);
    CHECK(commit(a) == STORE_DURABLE, "%s", why.text);
    PQclear(PQexec(half, "COMMIT"));
    assert_int_equal(PQstatus(half), CONNECTION_BAD);
    PQfinish(half);

    relay_swallow(relay); /* it is done, and nobody says so */
    append(a, "t", 1, "y");
    a->kind->submit(a, &loop, hear, &told);
    for (int i = 0; i < 200 && entries(b, "t") < 2; i++) usleep(10000);
    assert_int_equal(entries(b, "t"), 2);
    assert_int_equal(told.n, 0);
    relay_cut(relay);
    a->kind->settle(a);
    CHECK(told.n == 1 && told.outcome == STORE_DURABLE, "%d", told.outcome);
    assert_int_equal(entries(b, "t"), 2);

    /* It is under way, and ended by the database. */
    PGconn *other = PQconnectdb(where);
    PQclear(PQexec(other, "BEGIN; LOCK TABLE log IN SHARE MODE"));
    append(a, "t", 2, "z");
    a->kind->submit(a, &loop, hear, &told);
    static const char ends[] = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name ="
                               " 'taproom a' AND wait_event_type = 'Lock'";
    for (int i = 0; i < 200 && strcmp(postgres_ask(ends), "1") != 0; i++) usleep(10000);
    PQfinish(other);
    a->kind->settle(a);
    CHECK(told.n == 2 && told.outcome == STORE_DURABLE, "%d", told.outcome);
    assert_int_equal(entries(b, "t"), 3);
    /* Through all of it the table was held, in epoch after epoch. */
    assert_int_equal(take(b, "t"), STORE_ELSEWHERE);
    assert_true(atoi(postgres_ask(in_house("SELECT epoch FROM nodes WHERE id = 'a'"))) >= 4);
    assert_int_equal(a->kind->renew(a, &why), STORE_OK);

    /* The database dies, and comes back with what it had acknowledged. */
    postgres_crash();
    append(a, "t", 3, "w");
    CHECK(commit(a) == STORE_DURABLE, "%s", why.text);
    assert_int_equal(entries(b, "t"), 4);
    assert_int_equal(a->kind->renew(a, &why), STORE_OK);

    /* Cut off, and declared dead meanwhile. */
    relay_stop(relay);
    append(a, "t", 4, "v");
    a->kind->submit(a, &loop, hear, &told);
    postgres_do(in_house("UPDATE nodes SET until = '-infinity' WHERE id = 'a'"));
    assert_int_equal(take(b, "t"), STORE_OK);
    relay_cut(relay);
    a->kind->settle(a);
    CHECK(told.n == 3 && told.outcome == STORE_FENCED, "%d", told.outcome);
    assert_int_equal(entries(b, "t"), 4);
    uv_run(&loop, UV_RUN_DEFAULT);
    close_node(a);
    close_node(b);
    relay_close(relay);
    uv_loop_close(&loop);
}

static void pass_soon(void *of)
{
    usleep(200000);
    relay_pass(of);
}

/* Answers are lost on the way and the connection stays, as when something between the two acknowledges what it does not
 * pass on: nobody waits for ever, and what was done is known. */
static void test_silent(void **unused)
{
    (void)unused;
    new_house();
    char        direct[300], beyond[200], *text = NULL;
    const char *at = strchr(where, '@');
    Relay      *relay = relay_open(atoi(strchr(at, ':') + 1));
    uv_thread_t soon;
    alarm(120); /* who waits for ever has failed */
    snprintf(direct, sizeof direct, "%s", where);
    snprintf(beyond, sizeof beyond, "%s", strchr(strchr(at, ':'), '/'));
    snprintf(strchr(strchr(where, '@'), ':'), 200, ":%d%s", relay_port(relay), beyond);
    Store *a = node("a", SHORT_MS); /* nobody minds that it is late */
    snprintf(where, sizeof where, "%s", direct);
    Store *b = node("b", LEASE_MS);
    put(a, "t", "one");
    assert_int_equal(commit(a), STORE_DURABLE);
    for (int i = 0; i < 4; i++) {
        if (i == 3) append(a, "t", 0, "x");
        relay_swallow(relay);
        assert_int_equal(uv_thread_create(&soon, pass_soon, relay), 0);
        if (i == 0) CHECK(a->kind->renew(a, &why) == STORE_OK, "%s", why.text);
        if (i == 1) CHECK(take(a, "t") == STORE_OK, "%s", why.text);
        if (i == 2) CHECK(a->kind->get_table(a, "t", &text, &why) == STORE_OK, "%s", why.text);
        if (i == 3) CHECK(commit(a) == STORE_DURABLE, "%s", why.text);
        uv_thread_join(&soon);
    }
    free(text);
    assert_int_equal(entries(b, "t"), 1);
    append(a, "t", 1, "y");
    CHECK(commit(a) == STORE_DURABLE, "%s", why.text);
    close_node(a);
    close_node(b);
    relay_close(relay);
    alarm(0);
}

/* Somebody stopped in the middle of a transaction and has a table locked: if he is late that is ended, and the table
 * taken; if he lives it is his. */
static void test_locked(void **unused)
{
    (void)unused;
    new_house();
    Store *a = node("a", MIDDLE_MS), *b = node("b", LEASE_MS);
    put(a, "t", "one");
    assert_int_equal(commit(a), STORE_DURABLE);
    const char *const keys[] = {"dbname", "application_name", NULL}, *const values[] = {where, "taproom a", NULL};
    PGconn *half = PQconnectdbParams(keys, values, 1);
    PQclear(PQexec(half, "BEGIN; SELECT 1 FROM tables WHERE id = 't' FOR UPDATE"));
    postgres_do(in_house("UPDATE nodes SET until = clock_timestamp() + interval '1 h' WHERE id = 'a'"));
    assert_int_equal(take(b, "t"), STORE_ELSEWHERE);
    assert_int_equal(PQstatus(half), CONNECTION_OK);
    PQclear(PQexec(half, "SELECT 1"));
    assert_int_equal(PQstatus(half), CONNECTION_OK);
    postgres_do(in_house("UPDATE nodes SET until = '-infinity' WHERE id = 'a'"));
    assert_int_equal(take(b, "t"), STORE_OK);
    PQclear(PQexec(half, "COMMIT"));
    assert_int_equal(PQstatus(half), CONNECTION_BAD);
    PQfinish(half);
    append(a, "t", 0, "late");
    assert_int_equal(commit(a), STORE_FENCED);
    close_node(a);
    close_node(b);
}

/* ----------------------------------------------------------------- guests */

static void change(Store *s, const char *guest, const char *base, const char *document)
{
    assert_int_equal(s->kind->change_guest(s, guest, base, document, &why), STORE_OK);
}

/* These letters, in whatever order. */
static void check_guest(Store *s, const char *guest, const char *letters)
{
    char *text = NULL;
    assert_int_equal(s->kind->get_guest(s, guest, &text, &why), STORE_OK);
    CHECK(strlen(text) == strlen(letters) && strspn(text, letters) == strlen(letters), "%s: %s", guest, text);
    free(text);
}

static void add_letters(void *of)
{
    Runner *r = of;
    for (const char *letter = r->name; *letter; letter++) {
        char *text = NULL, more[60];
        r->store->kind->get_guest(r->store, "both", &text, NULL);
        snprintf(more, sizeof more, "%s%c", text ? text : "", *letter);
        r->store->kind->change_guest(r->store, "both", text, more, NULL);
        free(text);
        r->races += r->store->kind->commit(r->store, NULL) == STORE_DURABLE;
    }
}

/* Two nodes write of the same guest, each without having seen what the other writes: nothing is lost. */
static void test_guests(void **unused)
{
    (void)unused;
    static const char few[] = "abcdefghij", more[] = "klmnopqrst";
    uv_loop_t   loop;
    uv_thread_t thread[2];
    int         n = -1;
    new_house();
    uv_loop_init(&loop);
    Store *a = node("a", LEASE_MS), *b = node("b", LEASE_MS);
    Heard  heard = {.store = a};
    a->join = b->join = join_letters;
    change(a, "g", NULL, "a");
    change(b, "g", NULL, "b"); /* he is new to both */
    assert_int_equal(commit(a), STORE_DURABLE);
    assert_int_equal(commit(b), STORE_DURABLE);
    check_guest(a, "g", "ab");
    /* With all else that is in the commit, and several changes in one. */
    change(a, "g", "ab", "abc");
    assert_int_equal(commit(a), STORE_DURABLE);
    put(b, "t", "{\"host\":\"g\",\"name\":\"\\\"host\\\":\\\"x\\\"\"}");
    append(b, "t", 0, "x");
    change(b, "g", "ab", "abd");
    change(b, "g", "abd", "abde");
    change(b, "other", NULL, "o");
    assert_int_equal(entries(b, "t"), 1); /* to be seen before it is committed, whatever the others did */
    assert_int_equal(commit(b), STORE_DURABLE);
    check_guest(a, "g", "abcde");
    check_guest(a, "other", "o");
    assert_int_equal(entries(a, "t"), 1);
    /* While a commit is under way whose change meets another's. */
    change(a, "g", "abcde", "abcdef");
    change(b, "g", "abcde", "abcdex");
    assert_int_equal(commit(b), STORE_DURABLE);
    a->kind->submit(a, &loop, hear, &heard);
    change(a, "g", "abcdef", "abcdefg");
    a->kind->settle(a);
    assert_true(heard.n == 1 && heard.outcome == STORE_DURABLE);
    assert_int_equal(commit(a), STORE_DURABLE);
    check_guest(b, "g", "abcdefgx");
    /* One that is damaged is nothing. */
    postgres_do(in_house("UPDATE guests SET document = 'zzz' WHERE id = 'g'"));
    change(a, "g", NULL, "n");
    assert_int_equal(commit(a), STORE_DURABLE);
    check_guest(b, "g", "n");
    /* Both at once, again and again. */
    Runner r[2] = {{.store = a, .name = few}, {.store = b, .name = more}};
    for (int i = 0; i < 2; i++) uv_thread_create(&thread[i], add_letters, &r[i]);
    for (int i = 0; i < 2; i++) uv_thread_join(&thread[i]);
    assert_int_equal(r[0].races + r[1].races, 20);
    check_guest(a, "both", "abcdefghijklmnopqrst");
    /* Tables of which he is the host, wherever they are: but each node knows its own. */
    put(a, "u", "{\"host\":\"g\"}");
    put(a, "v", "{\"host\":\"g\"}");
    put(a, "w", "{\"host\":\"other\"}");
    assert_int_equal(a->kind->put_table(a, "x", false, "{\"host\":\"g\"}", &why), STORE_OK);
    assert_int_equal(commit(a), STORE_DURABLE);
    assert_int_equal(b->kind->hosted(b, "g", &n, &why), STORE_OK);
    assert_int_equal(n, 2);
    assert_int_equal(a->kind->hosted(a, "g", &n, &why), STORE_OK);
    assert_int_equal(n, 1);
    assert_int_equal(a->kind->hosted(a, "x", &n, &why), STORE_OK); /* it stands in a name only */
    assert_int_equal(n, 0);
    uv_run(&loop, UV_RUN_DEFAULT);
    close_node(a);
    close_node(b);
    uv_loop_close(&loop);
}

/* Each tells how busy it is when it renews its lease, and learns then how busy the others are. */
static void test_queues(void **unused)
{
    (void)unused;
    StoreQueues q = {0};
    new_house();
    Store *a = node("a", LEASE_MS);
    a->kind->tell_queue(a, 7);
    assert_int_equal(a->kind->renew(a, &why), STORE_OK);
    assert_false(a->kind->queues(a, &q)); /* it is alone */
    Store *b = node("b", LEASE_MS), *c = node("c", LEASE_MS);
    b->kind->tell_queue(b, 3);
    assert_int_equal(b->kind->renew(b, &why), STORE_OK);
    assert_true(b->kind->queues(b, &q));
    assert_string_equal(q.address, "c.example:1");
    assert_true(q.least == 0 && q.most == 7);
    close_node(c);
    assert_int_equal(a->kind->renew(a, &why), STORE_OK);
    assert_true(a->kind->queues(a, &q));
    assert_string_equal(q.address, "b.example:1");
    assert_true(q.least == 3 && q.most == 3);
    postgres_do(in_house("UPDATE nodes SET until = '-infinity' WHERE id = 'b'")); /* who is late counts for nothing */
    assert_int_equal(a->kind->renew(a, &why), STORE_OK);
    assert_false(a->kind->queues(a, &q));
    close_node(a);
    close_node(b);
    a = node("a", LEASE_MS);
    assert_string_equal(postgres_ask(in_house("SELECT queue FROM nodes WHERE id = 'a'")), "0"); /* it begins anew */
    close_node(a);
}

/* A house of the layout before is brought up to date by the first who opens it, with all that is in it. */
static void test_older_layout(void **unused)
{
    (void)unused;
    static const char at[] = "SELECT version || ' ' || unfinished || ' ' || (to_regclass('tables_host') IS NOT NULL)"
                             " FROM layout";
    new_house();
    Store *a = node("a", LEASE_MS);
    put(a, "t", "{\"host\":\"g\"}");
    append(a, "t", 0, "x");
    change(a, "g", NULL, "a");
    assert_int_equal(commit(a), STORE_DURABLE);
    close_node(a);
    static const char *const older[] = {
        "DROP TABLE bars, news; ALTER TABLE layout DROP COLUMN news; UPDATE layout SET version = 3",
        "DROP TABLE bars, news; ALTER TABLE layout DROP COLUMN news; DROP INDEX tables_host;"
        "ALTER TABLE layout DROP COLUMN unfinished; ALTER TABLE nodes DROP COLUMN queue;"
        "UPDATE layout SET version = 2",
    };
    for (size_t i = 0; i < sizeof older / sizeof *older; i++) {
        postgres_do(in_house(older[i]));
        assert_null(store_pg_open_to_look(where, NULL, false, &why)); /* who looks changes nothing */
        CHECK(strstr(why.text, "older version"), "%s", why.text);
        a = node("a", LEASE_MS);
        assert_string_equal(postgres_ask(in_house(at)), "4 false true");
        assert_int_equal(take(a, "t"), STORE_OK);
        assert_int_equal(entries(a, "t"), 1);
        check_guest(a, "g", "a");
        assert_int_equal(a->kind->put_bar(a, "192.0.2.1", 0, &why), STORE_OK);
        close_node(a);
    }
}

/* ---------------------------------------------------------- the whole house */

static Bars bars;

static void end_connections(const char *name)
{
    char text[200];
    snprintf(text, sizeof text, "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE"
             " application_name = 'taproom %s'", name);
    assert_true(atoi(postgres_ask(text)) > 0);
}

/* "address until;", in the order of the addresses. */
static const char *barred(Store *s)
{
    static char text[400];
    text[0] = 0;
    assert_int_equal(s->kind->renew(s, &why), STORE_OK);
    if (!s->kind->barred(s, &bars)) return "as before";
    for (int i = 0; i < bars.n; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s %lld;", bars.bar[i].address,
                 (long long)bars.bar[i].until);
    return text;
}

static void check_words(Store *s, const char *expected)
{
    assert_int_equal(s->kind->renew(s, &why), STORE_OK);
    char *words = s->kind->words(s);
    CHECK(expected ? words && !strcmp(words, expected) : !words, "%s", words ? words : "nothing");
    free(words);
}

/* Who is barred and what the keeper says is known to every node with its next renewal, to each once. */
static void test_news(void **unused)
{
    (void)unused;
    char    text[100];
    int64_t later = (int64_t)time(NULL) + 7200;
    new_house();
    Store *a = node("a", LEASE_MS), *b = node("b", LEASE_MS);
    assert_string_equal(barred(b), "");
    assert_string_equal(barred(b), "as before");
    assert_int_equal(a->kind->put_bar(a, "192.0.2.9", 0, &why), STORE_OK);
    assert_int_equal(b->kind->put_bar(b, "192.0.2.1", later, &why), STORE_OK);
    snprintf(text, sizeof text, "192.0.2.1 %lld;192.0.2.9 0;", (long long)later);
    assert_string_equal(barred(a), text);
    assert_string_equal(barred(b), text);
    assert_int_equal(a->kind->announce(a, "Good evening", &why), STORE_OK);
    assert_int_equal(a->kind->announce(a, "and good night", &why), STORE_OK);
    check_words(a, NULL); /* who said it knows it */
    check_words(b, "Good evening");
    check_words(b, "and good night");
    check_words(b, NULL);
    Store *c = node("c", LEASE_MS); /* who comes later has not heard it, and knows who is barred */
    check_words(c, NULL);
    assert_string_equal(barred(c), text);

    /* One that changes is one; what is over is gone; what was never there cannot be taken away. */
    assert_int_equal(a->kind->put_bar(a, "192.0.2.1", (int64_t)time(NULL) - 5, &why), STORE_OK);
    assert_string_equal(barred(b), "192.0.2.9 0;");
    assert_int_equal(b->kind->remove_bar(b, "192.0.2.9", &why), STORE_OK);
    assert_int_equal(b->kind->remove_bar(b, "192.0.2.9", &why), STORE_MISSING);
    assert_string_equal(barred(a), "");
    postgres_do(in_house("INSERT INTO bars SELECT 'x' || n, 'infinity' FROM generate_series(1, 1000) n"));
    assert_int_equal(a->kind->put_bar(a, "192.0.2.2", 0, &why), STORE_FAILED);
    CHECK(strstr(why.text, "1000 bars already"), "%s", why.text);
    assert_int_equal(a->kind->put_bar(a, "x1", later, &why), STORE_OK); /* of those it may change */

    /* Who comes back to a database that knows less looks again. */
    assert_int_equal(a->kind->bars(a, &bars, &why), STORE_OK);
    assert_int_equal(bars.n, 1000);
    postgres_do(in_house("DELETE FROM bars; DELETE FROM news; UPDATE layout SET news = 1"));
    assert_string_equal(barred(a), "");

    /* A connection that was lost meanwhile is made again. */
    end_connections("a");
    assert_int_equal(a->kind->put_bar(a, "192.0.2.3", 0, &why), STORE_OK);
    end_connections("b");
    assert_string_equal(barred(b), "192.0.2.3 0;");
    close_node(a);
    close_node(b);
    close_node(c);
}

/* ----------------------------------------------------------------- damage */

static bool name_damaged(void *of, const char *table, int number, const char *text)
{
    (void)number;
    if (text) snprintf((char *)of + strlen(of), 20, "%s;", table);
    return true;
}

/* What was changed behind its back is seen, and set aside for good. */
static void test_damage(void **unused)
{
    (void)unused;
    static const char *const ways[] = {
        "DELETE FROM log WHERE tbl = 't' AND seq = 3", "DELETE FROM log WHERE tbl = 't' AND seq = 2",
        "DELETE FROM log WHERE tbl = 't'", "DELETE FROM heads WHERE tbl = 't'", "DELETE FROM tables WHERE id = 't'",
        "UPDATE heads SET seq = 2 WHERE tbl = 't'", "UPDATE log SET entry = entry || ' ' WHERE tbl = 't' AND seq = 1",
        "UPDATE log SET id = 'other' WHERE tbl = 't' AND seq = 2", "UPDATE log SET sum = NULL WHERE tbl = 't'",
        "INSERT INTO log SELECT tbl, 4, NULL, entry, sum FROM log WHERE tbl = 't' AND seq = 3",
        "UPDATE tables SET active = false WHERE id = 't'", "UPDATE tables SET document = 'two' WHERE id = 't'",
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i += SANITIZED ? 4 : 1) {
        char named[200] = "", again[200] = "", *text = NULL;
        new_house();
        Store *a = node("a", LEASE_MS);
        for (int t = 0; t < 2; t++) {
            const char *table = t ? "t" : "s";
            put(a, table, "one");
            for (int e = 0; e < 3; e++) append(a, table, e, e == 1 ? "x" : NULL);
        }
        assert_int_equal(commit(a), STORE_DURABLE);
        postgres_do(in_house(ways[i]));
        assert_int_equal(a->kind->check(a, name_damaged, named, &why), STORE_OK);
        CHECK(!strcmp(named, "t;"), "%s by: %s", named, ways[i]);
        assert_int_equal(commit(a), STORE_DURABLE);
        close_node(a);
        a = node("a", LEASE_MS);
        assert_int_equal(a->kind->get_table(a, "t", &text, &why), STORE_DAMAGED);
        free(text);
        assert_int_equal(a->kind->active(a, 9, name_damaged, again, &why), STORE_OK);
        assert_string_equal(again, "s;");
        close_node(a);
    }
}

/* Who only looks sees one moment, takes nothing and writes nothing. */
static void test_look(void **unused)
{
    (void)unused;
    char *text = NULL, listed[200] = "";
    int   n = 0;
    new_house();
    assert_null(store_pg_open_to_look(where, NULL, false, &why));
    CHECK(strstr(why.text, "no house"), "%s", why.text);
    Store *a = try_node("a", LEASE_MS, "the key");
    assert_non_null(a);
    put(a, "t", "one");
    put(a, "u", "one");
    append(a, "t", 0, "x");
    assert_int_equal(commit(a), STORE_DURABLE);
    assert_null(store_pg_open_to_look(where, "another key", false, &why));
    Store *look = store_pg_open_to_look(where, "the key", false, &why);
    CHECK(look, "%s", why.text);
    assert_int_equal(look->kind->active(look, 9, name_damaged, listed, &why), STORE_OK);
    assert_string_equal(listed, "u;t;"); /* whoever holds them */
    append(a, "t", 1, "y");
    put(a, "t", "two");
    put(a, "v", "one");
    assert_int_equal(commit(a), STORE_DURABLE);
    assert_int_equal(entries(look, "t"), 1);
    assert_int_equal(look->kind->get_table(look, "t", &text, &why), STORE_OK);
    assert_string_equal(text, "one");
    free(text);
    assert_int_equal(look->kind->tables(look, "", 9, count_one, &n, &why), STORE_OK);
    assert_int_equal(n, 2);
    assert_int_equal(look->kind->set_damaged(look, "u", "by hand", &why), STORE_OK);
    assert_int_equal(look->kind->get_table(look, "u", &text, &why), STORE_DAMAGED);
    assert_string_equal(why.text, "by hand");
    free(text);
    assert_int_equal(commit(look), STORE_NOT_WRITTEN);
    assert_int_equal(a->kind->get_table(a, "u", &text, &why), STORE_OK);
    free(text);
    close_node(look);
    put(a, "t", "three"); /* it is still ours */
    assert_int_equal(commit(a), STORE_DURABLE);

    /* A house is copied only into one that is empty and that nobody has open. */
    assert_false(store_pg_begin_copy(where, "the key", false, &why));
    CHECK(strstr(why.text, "has this database open"), "%s", why.text);
    close_node(a);
    assert_false(store_pg_begin_copy(where, "the key", true, &why));
    CHECK(strstr(why.text, "a house in this database already"), "%s", why.text);
    new_house();
    CHECK(store_pg_begin_copy(where, "the key", false, &why), "%s", why.text);
    assert_null(try_node("a", LEASE_MS, "the key"));
    CHECK(strstr(why.text, "not all of it is there"), "%s", why.text);
    assert_false(store_pg_create(where, "the key", &why));
    assert_false(store_pg_begin_copy(where, "the key", false, &why));
    CHECK(strstr(why.text, "--resume"), "%s", why.text);
    const StoreNode copier = {.name = STORE_COPIER, .address = "", .lease_ms = LEASE_MS, .key = "the key",
                              .copies = true};
    Store          *to = store_pg_open(where, &copier, &why);
    CHECK(to, "%s", why.text);
    put(to, "t", "one");
    assert_int_equal(commit(to), STORE_DURABLE);
    assert_null(store_pg_open_to_look(where, NULL, false, &why));
    close_node(to);
    CHECK(store_pg_begin_copy(where, "the key", true, &why), "%s", why.text);
    assert_true(store_pg_end_copy(where, &why));
    a = try_node("a", LEASE_MS, "the key");
    CHECK(a && take(a, "t") == STORE_OK, "%s", why.text);
    close_node(a);
}

/* ------------------------------------------------------- several commits at once */

/* Somebody who has the row of a log's end, or the node's: commits that want it wait for him. */
static PGconn *hold_row(const char *row)
{
    char    text[200];
    PGconn *db = PQconnectdb(where);
    snprintf(text, sizeof text, "BEGIN; SELECT 1 FROM %s FOR UPDATE", row);
    PGresult *r = PQexec(db, text);
    CHECK(PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1, "%s", PQerrorMessage(db));
    PQclear(r);
    return db;
}

/* So many wait for whom; with ends they are ended. */
static int wait_for(const PGconn *db, bool ends)
{
    char text[300];
    snprintf(text, sizeof text, "SELECT count(%s) FROM pg_stat_activity WHERE application_name = 'taproom a' AND"
             " pg_blocking_pids(pid) && ARRAY[%d]", ends ? "pg_terminate_backend(pid)" : "*", PQbackendPID(db));
    return atoi(postgres_ask(text));
}

static void await(const PGconn *db, int n)
{
    for (int i = 0; i < 1000 && wait_for(db, false) < n; i++) usleep(5000);
    assert_int_equal(wait_for(db, false), n);
}

/* So many wait for locks, whoever has them. */
static void await_locks(const char *n)
{
    static const char waits[] = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'taproom a' AND"
                                " wait_event_type = 'Lock'";
    for (int i = 0; i < 1000 && strcmp(postgres_ask(waits), n) != 0; i++) usleep(5000);
}

static void run_until(uv_loop_t *loop, const Heard *told, int n)
{
    for (int i = 0; i < 2000 && told->n < n; i++) uv_run(loop, UV_RUN_NOWAIT), usleep(5000);
    assert_int_equal(told->n, n);
}

/* Three are under way. One waits, one fails, one is done: none for the others. What is about the same keys waits. */
static void test_several(void **unused)
{
    (void)unused;
    static uv_loop_t loop; /* other threads know both, also when this has failed */
    static Heard     told[3];
    int       seq;
    new_house();
    uv_loop_init(&loop);
    Store *a = node("a", LEASE_MS), *b = node("b", LEASE_MS);
    for (int i = 0; i < 3; i++) told[i] = (Heard){.store = a};
    static const char *const tables[] = {"t", "u", "v"};
    a->join = join_letters;
    for (int i = 0; i < 3; i++) put(a, tables[i], "one"), append(a, tables[i], 0, "x");
    assert_int_equal(commit(a), STORE_DURABLE);
    PGconn *one = hold_row("heads WHERE tbl = 't'");
    at_each_entry("IF NEW.tbl = 'u' THEN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END IF;");
    for (int i = 0; i < 3; i++) {
        append(a, tables[i], 1, "y");
        if (!i) assert_int_equal(a->kind->change_guest(a, "g", NULL, "a", &why), STORE_OK);
        assert_true(a->kind->may_submit(a));
        a->kind->submit(a, &loop, hear, &told[i]);
        assert_int_equal(a->committing, i + 1);
    }
    put(a, "w", "one");
    assert_false(a->kind->may_submit(a)); /* so many at most */
    run_until(&loop, &told[1], 1);
    run_until(&loop, &told[2], 1);
    assert_int_equal(told[1].outcome, STORE_NOT_WRITTEN);
    assert_int_equal(told[2].outcome, STORE_DURABLE);
    assert_true(a->committing == 1 && !told[0].n && wait_for(one, false) == 1);
    assert_int_equal(entries(b, "u"), 1);
    assert_int_equal(entries(b, "v"), 2);
    assert_int_equal(a->kind->find(a, "u", "y", &seq, &why), STORE_MISSING);
    assert_true(a->kind->may_submit(a));
    a->kind->submit(a, &loop, hear, &told[1]); /* "w" alone, beside the one that waits */
    run_until(&loop, &told[1], 2);
    assert_int_equal(told[1].outcome, STORE_DURABLE);
    append(a, "t", 2, "z"); /* what is written of one keeps its order */
    assert_false(a->kind->may_submit(a));
    a->kind->rollback(a);
    put(a, "w", "two");
    assert_true(a->kind->may_submit(a));
    assert_int_equal(a->kind->change_guest(a, "g", "a", "ab", &why), STORE_OK);
    assert_false(a->kind->may_submit(a)); /* nor are guests overtaken */
    PQfinish(one);
    run_until(&loop, &told[0], 1);
    assert_int_equal(told[0].outcome, STORE_DURABLE);
    assert_true(a->kind->may_submit(a) && !a->committing);
    a->kind->submit(a, &loop, hear, &told[0]);
    a->kind->settle(a);
    assert_int_equal(told[0].outcome, STORE_DURABLE);
    check_guest(b, "g", "ab");
    assert_int_equal(entries(b, "t"), 2);

    /* Nobody knows of one: another that was begun before that was known is no proof. */
    postgres_do(in_house("DROP TRIGGER odd ON log"));
    at_each_entry("IF NEW.tbl = 'u' THEN RAISE WARNING 'perhaps'; END IF;");
    one = hold_row("heads WHERE tbl = 't'");
    append(a, "t", 2, "z");
    a->kind->submit(a, &loop, hear, &told[0]);
    append(a, "u", 1, "z");
    a->kind->submit(a, &loop, hear, &told[1]);
    run_until(&loop, &told[1], 3);
    assert_true(told[1].outcome == STORE_UNKNOWN && a->doubtful);
    PQfinish(one);
    run_until(&loop, &told[0], 3);
    assert_true(told[0].outcome == STORE_DURABLE && a->doubtful);
    put(a, "w", "three");
    assert_int_equal(commit(a), STORE_DURABLE);
    assert_false(a->doubtful);
    uv_run(&loop, UV_RUN_DEFAULT);
    close_node(a);
    close_node(b);
    uv_loop_close(&loop);
}

/* One loses its connection: it takes a new epoch, which waits for all others of the old one; and who comes to the fence
 * with the old epoch after that is not taken for dead. */
static void test_several_lost(void **unused)
{
    (void)unused;
    static uv_loop_t loop; /* other threads know both, also when this has failed */
    static Heard     told[3];
    new_house();
    uv_loop_init(&loop);
    Store *a = node("a", LEASE_MS), *b = node("b", LEASE_MS);
    for (int i = 0; i < 3; i++) told[i] = (Heard){.store = a};
    static const char *const tables[] = {"t", "u", "v"};
    for (int i = 0; i < 3; i++) put(a, tables[i], "one"), append(a, tables[i], 0, "x");
    assert_int_equal(commit(a), STORE_DURABLE);
    int64_t epoch = a->kind->epoch(a);
    for (int both = 0; both < 2; both++) {
        PGconn *one = hold_row("heads WHERE tbl = 't'"), *two = hold_row("heads WHERE tbl = 'u'");
        for (int i = 0; i < 2; i++) {
            append(a, tables[i], 1 + both, both ? "z" : "y");
            a->kind->submit(a, &loop, hear, &told[i]);
        }
        await(one, 1);
        await(two, 1);
        assert_int_equal(wait_for(one, true), 1); /* the first is ended, or both are */
        if (both) assert_int_equal(wait_for(two, true), 1);
        PQfinish(one);
        if (!both) {
            await_locks("2");
            assert_true(a->kind->epoch(a) == epoch && !told[0].n && !told[1].n);
        }
        PQfinish(two);
        run_until(&loop, &told[0], 1 + both);
        run_until(&loop, &told[1], 1 + both);
        assert_true(told[0].outcome == STORE_DURABLE && told[1].outcome == STORE_DURABLE);
        assert_true(a->kind->epoch(a) > epoch);
        epoch = a->kind->epoch(a);
        for (int i = 0; i < 2; i++) assert_int_equal(entries(b, tables[i]), 2 + both);
    }
    /* The first is lost and waits to take the row of its node; the other comes to the fence behind it, unless the first
     * has lost its patience meanwhile: then once more. */
    static const char behind[] = "SELECT count(*) FROM pg_stat_activity b, pg_stat_activity a WHERE"
                                 " b.application_name = 'taproom a' AND a.application_name = 'taproom a' AND"
                                 " a.pid = ANY(pg_blocking_pids(b.pid)) AND a.query LIKE '%nodes%FOR UPDATE%'";
    bool staged = false;
    int  n = 0;
    for (; n < 20 && !staged; n++) {
        PGconn *one = hold_row("heads WHERE tbl = 't'"), *row = NULL;
        char    id[16];
        snprintf(id, sizeof id, "w%d", n);
        append(a, "t", 3 + n, id);
        a->kind->submit(a, &loop, hear, &told[0]);
        await(one, 1);
        assert_int_equal(wait_for(one, true), 1);
        for (int i = 0; i < 1000 && !row; i++) { /* it was let go of */
            row = PQconnectdb(where);
            PGresult *r = PQexec(row, "BEGIN; SELECT 1 FROM nodes WHERE id = 'a' FOR UPDATE NOWAIT");
            if (PQresultStatus(r) != PGRES_TUPLES_OK) PQfinish(row), row = NULL;
            PQclear(r);
        }
        PQfinish(one);
        for (int i = 0; i < 1000 && wait_for(row, false) < 1; i++) usleep(2000);
        append(a, "v", 1 + n, id);
        a->kind->submit(a, &loop, hear, &told[2]);
        for (int i = 0; i < 300 && !staged; i++) staged = strcmp(postgres_ask(behind), "0") != 0 || usleep(2000);
        PQfinish(row);
        run_until(&loop, &told[0], 3 + n);
        run_until(&loop, &told[2], 1 + n);
        CHECK(told[0].outcome == STORE_DURABLE && told[2].outcome == STORE_DURABLE, "%d", told[2].outcome);
        assert_int_equal(entries(b, "t"), 4 + n);
        assert_int_equal(entries(b, "v"), 2 + n);
    }
    assert_true(staged);
    assert_int_equal(a->kind->renew(a, &why), STORE_OK);
    /* Another has declared it dead: all of them hear so. */
    postgres_do(in_house("UPDATE nodes SET epoch = epoch + 1 WHERE id = 'a'"));
    append(a, "t", 3 + n, "v");
    a->kind->submit(a, &loop, hear, &told[0]);
    append(a, "v", 1 + n, "z");
    a->kind->submit(a, &loop, hear, &told[2]);
    a->kind->settle(a);
    assert_true(told[0].outcome == STORE_FENCED && told[2].outcome == STORE_FENCED);
    uv_run(&loop, UV_RUN_DEFAULT);
    close_node(a);
    close_node(b);
    uv_loop_close(&loop);
}

/* Guests who are read before they are asked for: as they were then, once, and never instead of what was written. */
static void test_met(void **unused)
{
    (void)unused;
    static const char *const guests[] = {"g", "h", "odd", "nobody"};
    char *text = NULL;
    new_house();
    Store *a = node("a", LEASE_MS), *b = node("b", LEASE_MS);
    a->join = b->join = join_letters;
    for (int i = 0; i < 3; i++) change(a, guests[i], NULL, "a");
    assert_int_equal(commit(a), STORE_DURABLE);
    postgres_do(in_house("UPDATE guests SET document = 'z' WHERE id = 'odd'"));
    assert_int_equal(b->kind->meet(b, guests, 4, &why), STORE_OK);
    postgres_do(in_house("ALTER TABLE guests RENAME TO away")); /* nobody is asked */
    check_guest(b, "g", "a");
    assert_int_equal(b->kind->get_guest(b, "nobody", &text, &why), STORE_MISSING);
    assert_int_equal(b->kind->get_guest(b, "odd", &text, &why), STORE_DAMAGED);
    assert_int_equal(b->kind->get_guest(b, "nobody", &text, &why), STORE_FAILED); /* once */
    assert_int_equal(b->kind->meet(b, guests, 1, &why), STORE_FAILED);
    postgres_do(in_house("ALTER TABLE away RENAME TO guests"));
    change(b, "h", "a", "ab");
    check_guest(b, "h", "ab"); /* what is written here counts */
    assert_int_equal(b->kind->meet(b, guests + 1, 1, &why), STORE_OK);
    check_guest(b, "h", "ab");
    assert_int_equal(commit(b), STORE_DURABLE);
    check_guest(b, "h", "ab");
    assert_int_equal(b->kind->meet(b, guests, 4, &why), STORE_OK);
    change(b, "g", "a", "ac");
    assert_int_equal(commit(b), STORE_DURABLE);
    check_guest(b, "g", "ac");
    assert_int_equal(b->kind->meet(b, guests, 4, &why), STORE_OK); /* and is never asked for */
    close_node(a);
    close_node(b);
}

/* What is not asked for again: of a table that was not there the log is empty, and of a guest what was known. */
static void test_known(void **unused)
{
    (void)unused;
    char *text = NULL;
    int   seq;
    new_house();
    Store *a = node("a", LEASE_MS), *b = node("b", LEASE_MS);
    a->join = b->join = join_letters;
    assert_int_equal(a->kind->get_table(a, "t", &text, &why), STORE_MISSING);
    assert_int_equal(b->kind->get_table(b, "t", &text, &why), STORE_MISSING);
    put(a, "t", "ours");
    append(a, "t", 0, "x");
    assert_int_equal(commit(a), STORE_DURABLE);
    put(b, "t", "theirs");
    append(b, "t", 0, "y");
    assert_int_equal(commit(b), STORE_NOT_WRITTEN); /* it was made elsewhere meanwhile */
    assert_int_equal(b->kind->find(b, "t", "x", &seq, &why), STORE_OK);
    assert_int_equal(b->kind->append(b, "t", 0, "z", "1 call", &seq, &why), STORE_STALE);
    b->kind->rollback(b);
    assert_int_equal(b->kind->get_table(b, "u", &text, &why), STORE_MISSING);
    put(a, "u", "ours");
    append(a, "u", 0, "x");
    assert_int_equal(commit(a), STORE_DURABLE);
    assert_int_equal(a->kind->release(a, "u", &why), STORE_OK);
    assert_int_equal(commit(a), STORE_DURABLE);
    assert_int_equal(take(b, "u"), STORE_OK);
    assert_int_equal(b->kind->append(b, "u", 0, "z", "1 call", &seq, &why), STORE_STALE);
    append(b, "u", 1, "z");
    assert_int_equal(commit(b), STORE_DURABLE);
    /* A table that is taken is read along: its settings, and its log with the ids that are in it. */
    put(a, "v", "ours");
    append(a, "v", 0, "x");
    put(a, "w", "ours");
    assert_int_equal(commit(a), STORE_DURABLE);
    for (int i = 0; i < 2; i++) assert_int_equal(a->kind->release(a, i ? "v" : "w", &why), STORE_OK);
    assert_int_equal(commit(a), STORE_DURABLE);
    for (int i = 0; i < 2; i++) assert_int_equal(take(b, i ? "v" : "w"), STORE_OK);
    postgres_do(in_house("DELETE FROM log WHERE tbl = 'v'; DELETE FROM tables WHERE id = 'v'"));
    assert_int_equal(b->kind->get_table(b, "v", &text, &why), STORE_OK);
    assert_string_equal(text, "ours");
    free(text);
    assert_int_equal(entries(b, "v"), 1);
    assert_int_equal(b->kind->find(b, "v", "x", &seq, &why), STORE_OK);
    assert_int_equal(b->kind->get_table(b, "v", &text, &why), STORE_MISSING); /* once */
    put(b, "w", "theirs");
    assert_int_equal(commit(b), STORE_DURABLE);
    assert_int_equal(b->kind->get_table(b, "w", &text, &why), STORE_OK);
    assert_string_equal(text, "theirs");
    free(text);
    /* Of one that is not there that is known, too; once, and not for long. */
    assert_int_equal(take(b, "x"), STORE_MISSING);
    put(a, "x", "ours");
    assert_int_equal(commit(a), STORE_DURABLE);
    assert_int_equal(b->kind->get_table(b, "x", &text, &why), STORE_MISSING);
    assert_int_equal(b->kind->get_table(b, "x", &text, &why), STORE_OK);
    free(text);
    for (int i = 0; i < 2; i++) assert_int_equal(take(b, i ? "y" : "z"), STORE_MISSING);
    put(b, "z", "ours");
    put(a, "y", "ours");
    assert_int_equal(commit(a), STORE_DURABLE);
    usleep(2100000);
    assert_int_equal(b->kind->get_table(b, "y", &text, &why), STORE_OK);
    free(text);
    assert_int_equal(b->kind->get_table(b, "z", &text, &why), STORE_OK); /* it was written here */
    free(text);
    assert_int_equal(commit(b), STORE_DURABLE);

    change(a, "g", NULL, "a");
    assert_int_equal(commit(a), STORE_DURABLE);
    check_guest(b, "g", "a");
    change(b, "g", "a", "ab");
    assert_int_equal(commit(b), STORE_DURABLE);
    assert_int_equal(a->kind->recall_guest(a, "g", &text, &why), STORE_OK);
    assert_string_equal(text, "a"); /* nobody was asked */
    free(text);
    change(a, "g", "a", "ac");
    assert_int_equal(commit(a), STORE_DURABLE); /* and nothing is lost by it */
    assert_int_equal(a->kind->recall_guest(a, "g", &text, &why), STORE_OK);
    assert_int_equal(strlen(text), 3); /* what was joined is asked for */
    free(text);
    check_guest(b, "g", "abc");
    assert_int_equal(a->kind->recall_guest(a, "nobody", &text, &why), STORE_MISSING);
    assert_int_equal(a->kind->recall_guest(a, "nobody", &text, &why), STORE_MISSING);
    change(a, "h", NULL, "a");
    a->kind->rollback(a);
    assert_int_equal(a->kind->recall_guest(a, "h", &text, &why), STORE_MISSING); /* it was never written */
    close_node(a);
    close_node(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_take),       cmocka_unit_test(test_fence),   cmocka_unit_test(test_late),
        cmocka_unit_test(test_names),      cmocka_unit_test(test_under_way), cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_races),
        cmocka_unit_test(test_beginnings), cmocka_unit_test(test_submitted), cmocka_unit_test(test_answers),
        cmocka_unit_test(test_lost),       cmocka_unit_test(test_damage),
        cmocka_unit_test(test_look),       cmocka_unit_test(test_guests),  cmocka_unit_test(test_older_layout),
        cmocka_unit_test(test_queues),     cmocka_unit_test(test_news),    cmocka_unit_test(test_silent),
        cmocka_unit_test(test_locked),     cmocka_unit_test(test_several), cmocka_unit_test(test_several_lost),
        cmocka_unit_test(test_known),       cmocka_unit_test(test_met),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    postgres_stop();
    return failed;
}
