/* What every store must do, run against each of them; and that SQLite's tables survive a power failure. What several
 * nodes at one store may do is in test_nodes.c. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include <taproom/rng.h>

#include "faulty_disk.h"
#include "server/ground/folder.h"
#include "postgres.h"
#include "power_disk.h"
#include "server/ground/secrets.h"
#include "server/store/snapshot.h"
#include "server/store/store.h"
#include "server/store/store_list.h"
#include "server/store/write_ahead.h"
#include "support.h"

static TapError why;

/* ------------------------------------------------------------ conformance */

typedef struct Kind {
    const char *name;
    Store *(*open)(const char *folder);
} Kind;

static Store *open_sqlite(const char *folder)
{
    char path[256];
    snprintf(path, sizeof path, "%s/t.db", folder);
    return store_sqlite_open(path, &why);
}

/* The folder's name is a schema of the database. */
static Store *open_pg(const char *folder)
{
    char            where[300], name[64];
    const StoreNode me = {"one", "127.0.0.1:1", 3000, NULL};
    snprintf(name, sizeof name, "%s", strrchr(folder, '-') + 1);
    for (char *c = name; *c; c++) *c = (char)tolower((unsigned char)*c);
    postgres_schema(name, where, sizeof where);
    return store_pg_open(where, &me, &why);
}

static const Kind kinds[] = {{"sqlite", open_sqlite}, {"pg", open_pg}};

static char folder[64];

static void new_folder(void)
{
    /* What the disk does with it is played by other means: VFS layers of ours. */
    snprintf(folder, sizeof folder, "%s/taproom-store-XXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    assert_non_null(mkdtemp(folder));
}

static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

typedef struct Seen {
    int  n, last;
    char text[4096];
} Seen;

static bool see(void *of, const char *key, int number, const char *text)
{
    Seen *s = of;
    s->n++;
    s->last = number;
    size_t n = strlen(s->text);
    snprintf(s->text + n, sizeof s->text - n, "%s=%.40s;", key, text);
    return true;
}

static bool see_two(void *of, const char *key, int number, const char *text)
{
    return see(of, key, number, text) && ((Seen *)of)->n < 2;
}

static bool see_number(void *of, const char *key, int number, const char *text)
{
    char said[60];
    snprintf(said, sizeof said, "%d %.40s", number, text ? text : "-");
    return see(of, key, number, said);
}

static bool count_damaged(void *of, const char *key, int number, const char *text)
{
    (void)key, (void)number;
    *(int *)of += text != NULL;
    return true;
}

/* Who changes what is known about a guest, and has not seen the last of it, takes nothing away. */
static void joins(Store *s)
{
    const StoreKind *k = s->kind;
    char            *text = NULL;
    s->join = join_letters;
    assert_int_equal(k->change_guest(s, "j", NULL, "a", &why), STORE_OK);
    assert_int_equal(k->change_guest(s, "j", "a", "ab", &why), STORE_OK);
    assert_int_equal(k->get_guest(s, "j", &text, &why), STORE_OK); /* also before it is committed */
    assert_string_equal(text, "ab");
    free(text);
    assert_int_equal(k->change_guest(s, "j", "a", "ac", &why), STORE_OK);
    assert_int_equal(k->commit(s, &why), STORE_DURABLE);
    assert_int_equal(k->change_guest(s, "j", "ab", "abd", &why), STORE_OK);
    assert_int_equal(k->change_guest(s, "j", NULL, "e", &why), STORE_OK);
    assert_int_equal(k->commit(s, &why), STORE_DURABLE);
    assert_int_equal(k->get_guest(s, "j", &text, &why), STORE_OK);
    CHECK(strlen(text) == 5 && strspn(text, "abcde") == 5, "%s", text);
    free(text);
    assert_int_equal(k->remove_guest(s, "j", &why), STORE_OK);
    assert_int_equal(k->change_guest(s, "j", NULL, "f", &why), STORE_OK);
    assert_int_equal(k->commit(s, &why), STORE_DURABLE);
    assert_int_equal(k->get_guest(s, "j", &text, &why), STORE_OK);
    assert_string_equal(text, "f");
    free(text);
    assert_int_equal(k->remove_guest(s, "j", &why), STORE_OK);
    assert_int_equal(k->commit(s, &why), STORE_DURABLE);
}

typedef struct Listed {
    char last[16];
    int  n, parts, stop_at;
} Listed;

static bool list_one(void *of, const char *key, int number, const char *text)
{
    Listed *l = of;
    (void)number, (void)text;
    CHECK(strcmp(key, l->last) > 0, "%s after %s", key, l->last);
    snprintf(l->last, sizeof l->last, "%s", key);
    return ++l->n != l->stop_at;
}

static bool count_part(void *of) { return ++((Listed *)of)->parts; }

/* A list is read in parts to its end, wherever a part ends; whoever has had enough stops it. */
static void lists(Store *s)
{
    const StoreKind *k = s->kind;
    static const int many[] = {1, 500, 1001};
    int              there = 0;
    char             name[16];
    for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
        for (; there < many[i]; there++) {
            snprintf(name, sizeof name, "l%05d", there);
            assert_int_equal(k->put_guest(s, name, "listed", &why), STORE_OK);
        }
        assert_int_equal(k->commit(s, &why), STORE_DURABLE);
        Listed all = {"", 0, 0, -1}, some = {"", 0, 0, many[i]};
        assert_true(store_list_all(s, k->guests, list_one, count_part, &all, &why));
        assert_int_equal(all.n, many[i]);
        assert_int_equal(all.parts, many[i] / 500 + 1);
        assert_false(store_list_all(s, k->guests, list_one, NULL, &some, &why));
        assert_int_equal(some.n, many[i]);
    }
    while (there--) {
        snprintf(name, sizeof name, "l%05d", there);
        assert_int_equal(k->remove_guest(s, name, &why), STORE_OK);
    }
    assert_int_equal(k->commit(s, &why), STORE_DURABLE);
}

/* All tables and guests in the order of their names, a few at a time; one that is forgotten is gone with its log, and
 * the others are as they were. */
static void forgets(Store *s)
{
    const StoreKind *k = s->kind;
    char            *text = NULL;
    int              seq, damaged = 0;
    Seen             first = {0}, rest = {0}, two = {0}, known = {0}, left = {0}, log = {0}, texts = {0};
    assert_int_equal(k->put_table(s, "e", false, "old", &why), STORE_OK);
    assert_int_equal(k->append(s, "e", 0, "x", "once", &seq, &why), STORE_OK);
    assert_int_equal(k->put_table(s, "f", false, "broken", &why), STORE_OK);
    assert_int_equal(k->set_damaged(s, "f", "by hand", &why), STORE_OK);
    assert_int_equal(k->put_guest(s, "h", "Hugo", &why), STORE_OK);
    assert_int_equal(k->tables(s, "", 2, see_number, &first, &why), STORE_OK);
    assert_string_equal(first.text, "a=1 two \"\xC3\xA4\";b=0 bee;");
    assert_int_equal(k->tables(s, "b", 10, see_number, &rest, &why), STORE_OK);
    assert_string_equal(rest.text, "d=0 dee;e=0 old;f=0 -;");
    assert_int_equal(k->tables(s, "", 10, see_two, &two, &why), STORE_OK);
    assert_int_equal(two.n, 2);
    assert_int_equal(k->guests(s, "", 10, see_number, &known, &why), STORE_OK);
    assert_string_equal(known.text, "g=0 Anna;h=0 Hugo;");
    assert_int_equal(k->files(s, "", 10, see_number, &texts, &why), STORE_OK);
    assert_string_equal(texts.text, "00ff=0 content x y\n\xC3\xA4\n;");
    assert_int_equal(k->files(s, "00ff", 10, see_number, &texts, &why), STORE_OK);
    assert_int_equal(texts.n, 1);
    assert_int_equal(k->remove_table(s, "e", &why), STORE_OK);
    assert_int_equal(k->remove_guest(s, "h", &why), STORE_OK);
    k->rollback(s); /* with what was put since the last commit */
    assert_int_equal(k->put_table(s, "e", false, "old", &why), STORE_OK);
    assert_int_equal(k->append(s, "e", 0, "x", "once", &seq, &why), STORE_OK);
    assert_int_equal(k->put_guest(s, "h", "Hugo", &why), STORE_OK);
    assert_int_equal(k->commit(s, &why), STORE_DURABLE);
    assert_int_equal(k->remove_table(s, "e", &why), STORE_OK);
    assert_int_equal(k->remove_guest(s, "h", &why), STORE_OK);
    assert_int_equal(k->remove_table(s, "nothing", &why), STORE_OK);
    assert_int_equal(k->commit(s, &why), STORE_DURABLE);
    assert_int_equal(k->get_table(s, "e", &text, &why), STORE_MISSING);
    assert_int_equal(k->get_guest(s, "h", &text, &why), STORE_MISSING);
    assert_int_equal(k->read(s, "e", 0, see, &log, &why), STORE_OK);
    assert_int_equal(log.n, 0);
    assert_int_equal(k->find(s, "e", "x", &seq, &why), STORE_MISSING);
    assert_int_equal(k->tables(s, "", 10, see, &left, &why), STORE_OK);
    assert_string_equal(left.text, "a=two \"\xC3\xA4\";b=bee;d=dee;");
    assert_int_equal(k->check(s, count_damaged, &damaged, &why), STORE_OK);
    assert_int_equal(damaged, 0); /* nothing of it is left that would be missed */
    assert_int_equal(k->append(s, "e", 0, "x", "anew", &seq, &why), STORE_OK);
    k->rollback(s);
}

static void conforms(const Kind *kind)
{
    new_folder();
    Store *s = kind->open(folder);
    CHECK(s, "%s: %s", kind->name, why.text);
    const StoreKind *k = s->kind;
    char *text = NULL, address[80];
    int   seq = -1;

    /* What is not there is missing, not an error. */
    assert_int_equal(k->get_table(s, "a", &text, &why), STORE_MISSING);
    assert_int_equal(k->get_guest(s, "g", &text, &why), STORE_MISSING);
    assert_int_equal(k->get_file(s, "00ff", &text, &why), STORE_MISSING);
    assert_int_equal(k->find(s, "a", "x", &seq, &why), STORE_MISSING);
    assert_int_equal(k->take(s, "a", address, sizeof address, &why), STORE_MISSING);
    assert_int_equal(k->commit(s, &why), STORE_DURABLE); /* nothing to do */
    assert_int_equal(k->renew(s, &why), STORE_OK);
    lists(s);
    assert_true(k->lease_left(s) > 0);

    /* Documents are kept, replaced, and seen before they are committed. */
    assert_int_equal(k->put_table(s, "a", true, "one", &why), STORE_OK);
    assert_int_equal(k->put_table(s, "a", true, "two \"\xC3\xA4\"", &why), STORE_OK);
    assert_int_equal(k->get_table(s, "a", &text, &why), STORE_OK);
    assert_string_equal(text, "two \"\xC3\xA4\"");
    free(text);
    assert_int_equal(k->put_guest(s, "g", "Anna", &why), STORE_OK);
    assert_int_equal(k->get_guest(s, "g", &text, &why), STORE_OK);
    assert_string_equal(text, "Anna");
    free(text);

    /* A file is kept under its hash and never changes. */
    assert_int_equal(k->put_file(s, "00ff", "content x y\n\xC3\xA4\n", &why), STORE_OK);
    assert_int_equal(k->put_file(s, "00ff", "another", &why), STORE_OK);
    assert_int_equal(k->get_file(s, "00ff", &text, &why), STORE_OK);
    assert_string_equal(text, "content x y\n\xC3\xA4\n");
    free(text);
    assert_int_equal(k->get_file(s, "00fe", &text, &why), STORE_MISSING);

    /* The log counts from 1 and takes an entry only where it is expected. */
    assert_int_equal(k->append(s, "a", 1, "x", "early", &seq, &why), STORE_STALE);
    assert_int_equal(k->append(s, "a", 0, "x", "first", &seq, &why), STORE_OK);
    assert_int_equal(seq, 1);
    assert_int_equal(k->append(s, "a", 0, "y", "late", &seq, &why), STORE_STALE);
    assert_int_equal(k->append(s, "a", 1, NULL, "second", &seq, &why), STORE_OK);
    assert_int_equal(k->append(s, "a", 2, NULL, "third", &seq, &why), STORE_OK); /* no id is no repetition */
    assert_int_equal(seq, 3);

    /* The same id again is the same entry, whatever else is said; at another table it is another. */
    assert_int_equal(k->append(s, "a", 3, "x", "again", &seq, &why), STORE_REPEATED);
    assert_int_equal(seq, 1);
    assert_int_equal(k->append(s, "a", 0, "x", "again", &seq, &why), STORE_REPEATED);
    assert_int_equal(k->append(s, "b", 0, "x", "other", &seq, &why), STORE_OK);
    assert_int_equal(k->find(s, "a", "x", &seq, &why), STORE_OK);
    assert_int_equal(seq, 1);
    assert_int_equal(k->commit(s, &why), STORE_DURABLE);

    /* Ranges, in order; the reader may stop. */
    Seen all = {0}, rest = {0}, two = {0}, none = {0};
    assert_int_equal(k->read(s, "a", 0, see, &all, &why), STORE_OK);
    assert_string_equal(all.text, "x=first;=second;=third;");
    assert_int_equal(k->read(s, "a", 2, see, &rest, &why), STORE_OK);
    assert_string_equal(rest.text, "=third;");
    assert_int_equal(rest.last, 3);
    assert_int_equal(k->read(s, "a", 0, see_two, &two, &why), STORE_OK);
    assert_int_equal(two.n, 2);
    assert_int_equal(k->read(s, "a", 3, see, &none, &why), STORE_OK);
    assert_int_equal(none.n, 0);

    /* Answers beside the log: one a seat and question, in the order of seats; the log does not know them. */
    Seen aside = {0}, later = {0}, gone = {0}, other = {0};
    assert_int_equal(k->put_aside(s, "a", 3, 2, "p", "3 pass", &why), STORE_OK);
    assert_int_equal(k->put_aside(s, "a", 3, 0, "q", "1 raise", &why), STORE_OK);
    assert_int_equal(k->put_aside(s, "a", 3, 2, "r", "3 call", &why), STORE_OK);
    assert_int_equal(k->put_aside(s, "a", 4, 1, "t", "2 pass", &why), STORE_OK);
    assert_int_equal(k->put_aside(s, "b", 3, 1, NULL, "2 fold", &why), STORE_OK);
    assert_int_equal(k->commit(s, &why), STORE_DURABLE);
    assert_int_equal(k->read_aside(s, "a", 3, see, &aside, &why), STORE_OK);
    assert_string_equal(aside.text, "q=1 raise;r=3 call;");
    assert_int_equal(aside.last, 2);
    assert_int_equal(k->read_aside(s, "a", 4, see, &later, &why), STORE_OK);
    assert_string_equal(later.text, "t=2 pass;");
    assert_int_equal(k->find(s, "a", "q", &seq, &why), STORE_MISSING);
    assert_int_equal(k->drop_aside(s, "a", &why), STORE_OK);
    assert_int_equal(k->commit(s, &why), STORE_DURABLE);
    assert_int_equal(k->read_aside(s, "a", 3, see, &gone, &why), STORE_OK);
    assert_int_equal(gone.n, 0);
    assert_int_equal(k->read_aside(s, "b", 3, see, &other, &why), STORE_OK);
    assert_string_equal(other.text, "=2 fold;");

    /* What is rolled back never was; its place and its id are free. */
    assert_int_equal(k->append(s, "a", 3, "z", "lost", &seq, &why), STORE_OK);
    assert_int_equal(k->put_table(s, "c", true, "lost", &why), STORE_OK);
    k->rollback(s);
    assert_int_equal(k->get_table(s, "c", &text, &why), STORE_MISSING);
    assert_int_equal(k->find(s, "a", "z", &seq, &why), STORE_MISSING);
    assert_int_equal(k->append(s, "a", 3, "z", "fourth", &seq, &why), STORE_OK);
    assert_int_equal(k->commit(s, &why), STORE_DURABLE);

    /* Active tables, newest first, as many as asked for. */
    assert_int_equal(k->put_table(s, "b", true, "bee", &why), STORE_OK);
    assert_int_equal(k->put_table(s, "d", false, "dee", &why), STORE_OK);
    Seen active = {0}, one = {0}, left = {0};
    assert_int_equal(k->active(s, 10, see, &active, &why), STORE_OK);
    assert_string_equal(active.text, "b=bee;a=two \"\xC3\xA4\";");
    assert_int_equal(k->active(s, 1, see, &one, &why), STORE_OK);
    assert_int_equal(one.n, 1);
    assert_int_equal(k->put_table(s, "b", false, "bee", &why), STORE_OK);
    assert_int_equal(k->active(s, 10, see, &left, &why), STORE_OK);
    assert_int_equal(left.n, 1);
    assert_int_equal(k->commit(s, &why), STORE_DURABLE);

    joins(s);
    forgets(s);

    /* Closing keeps what was committed and nothing else. */
    assert_int_equal(k->append(s, "a", 4, "w", "not committed", &seq, &why), STORE_OK);
    k->close(s);
    s = kind->open(folder);
    CHECK(s, "%s: %s", kind->name, why.text);
    Seen again = {0};
    assert_int_equal(k->take(s, "a", address, sizeof address, &why), STORE_OK);
    assert_int_equal(k->read(s, "a", 0, see, &again, &why), STORE_OK);
    assert_string_equal(again.text, "x=first;=second;=third;z=fourth;");
    assert_int_equal(k->append(s, "a", 4, "x", "again", &seq, &why), STORE_REPEATED);
    assert_int_equal(k->append(s, "a", 4, "y", "fifth", &seq, &why), STORE_OK);
    assert_int_equal(k->put_table(s, "a", true, "three", &why), STORE_OK);
    assert_int_equal(k->commit(s, &why), STORE_DURABLE);

    /* What is given back can be taken again, and is as it was. */
    Seen later_on = {0};
    assert_int_equal(k->release(s, "a", &why), STORE_OK);
    assert_int_equal(k->commit(s, &why), STORE_DURABLE);
    assert_int_equal(k->take(s, "a", address, sizeof address, &why), STORE_OK);
    assert_int_equal(k->read(s, "a", 4, see, &later_on, &why), STORE_OK);
    assert_string_equal(later_on.text, "y=fifth;");
    k->close(s);
    remove_folder();
}

static void test_conformance(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) conforms(&kinds[i]);
}

/* ---------------------------------------------------------------- layouts */

static void in_database(const char *path, const char *text)
{
    sqlite3 *db;
    char    *wrong = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, text, NULL, NULL, &wrong);
    CHECK(!wrong, "%s", wrong);
    sqlite3_close(db);
}

static int layout_of(const char *path)
{
    sqlite3      *db;
    sqlite3_stmt *q;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &q, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    int layout = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    sqlite3_close(db);
    return layout;
}

static bool is_whole(void *of, const char *table, int number, const char *text)
{
    CHECK(!text, "%s: %s", table, text);
    *(int *)of += number;
    return true;
}

/* The first layout, from before content files and answers aside were kept, and one from the future. */
static void test_layouts(void **unused)
{
    (void)unused;
    char path[128], copy[200], *text = NULL;
    int  entries = 0, seq;
    new_folder();
    snprintf(path, sizeof path, "%s/t.db", folder);
    in_database(path, "CREATE TABLE tables(id TEXT NOT NULL UNIQUE, active INTEGER NOT NULL, document TEXT NOT NULL);"
                      "CREATE INDEX tables_active ON tables(active) WHERE active = 1;"
                      "CREATE TABLE log(tbl TEXT NOT NULL, seq INTEGER NOT NULL, id TEXT, entry TEXT NOT NULL,"
                      "  PRIMARY KEY(tbl, seq)) WITHOUT ROWID;"
                      "CREATE UNIQUE INDEX log_id ON log(tbl, id) WHERE id IS NOT NULL;"
                      "CREATE TABLE guests(id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL) WITHOUT ROWID;"
                      "INSERT INTO tables VALUES('b', 1, 'two'), ('a', 0, 'one');"
                      "INSERT INTO log VALUES('a', 1, 'x', 'first'), ('a', 2, NULL, 'second'), ('b', 1, 'x', 'other');"
                      "INSERT INTO guests VALUES('g', 'Anna'); PRAGMA user_version=1");
    assert_true(store_sqlite_keep_older(path, copy, sizeof copy, &why));
    CHECK(strstr(copy, "/t.db.layout-1") && layout_of(copy) == 1, "%s", copy);
    Store *s = store_sqlite_open(path, &why);
    CHECK(s, "%s", why.text);
    assert_int_equal(s->kind->get_table(s, "a", &text, &why), STORE_OK);
    assert_string_equal(text, "one");
    free(text);
    assert_int_equal(s->kind->get_guest(s, "g", &text, &why), STORE_OK);
    assert_string_equal(text, "Anna");
    free(text);
    assert_int_equal(s->kind->check(s, is_whole, &entries, &why), STORE_OK);
    assert_int_equal(entries, 3);
    Seen seen = {0}, active = {0};
    assert_int_equal(s->kind->read(s, "a", 0, see, &seen, &why), STORE_OK);
    assert_string_equal(seen.text, "x=first;=second;");
    assert_int_equal(s->kind->active(s, 9, see, &active, &why), STORE_OK);
    assert_string_equal(active.text, "b=two;");
    assert_int_equal(s->kind->append(s, "a", 2, "x", "again", &seq, &why), STORE_REPEATED);
    assert_int_equal(s->kind->append(s, "a", 2, "y", "third", &seq, &why), STORE_OK);
    assert_int_equal(s->kind->put_file(s, "00ff", "text", &why), STORE_OK);
    assert_int_equal(s->kind->put_aside(s, "a", 3, 0, "z", "1 pass", &why), STORE_OK);
    assert_int_equal(s->kind->commit(s, &why), STORE_DURABLE);
    s->kind->close(s);
    assert_true(store_sqlite_keep_older(path, copy, sizeof copy, &why));
    assert_string_equal(copy, ""); /* it is not older any more */
    /* The last one before this had an index of ids. */
    in_database(path, "CREATE UNIQUE INDEX log_id ON log(tbl, id) WHERE id IS NOT NULL; PRAGMA user_version=4");
    assert_true(store_sqlite_keep_older(path, copy, sizeof copy, &why));
    CHECK(strstr(copy, "/t.db.layout-4") && layout_of(copy) == 4, "%s", copy);
    s = store_sqlite_open(path, &why);
    CHECK(s, "%s", why.text);
    entries = 0;
    assert_int_equal(s->kind->check(s, is_whole, &entries, &why), STORE_OK);
    assert_int_equal(entries, 4);
    assert_int_equal(s->kind->append(s, "a", 3, "y", "again", &seq, &why), STORE_REPEATED);
    assert_int_equal(seq, 3);
    s->kind->close(s);
    in_database(path, "CREATE INDEX log_id ON log(tbl, id)"); /* it is gone */
    assert_int_equal(layout_of(path), 5);
    in_database(path, "PRAGMA user_version=99");
    assert_null(store_sqlite_open(path, &why));
    assert_non_null(strstr(why.text, "newer version"));
    assert_int_equal(layout_of(path), 99);
    remove_folder();
}

/* ----------------------------------------------------------------- damage */

enum { TABLES = 12 };

static int log_length(int table) { return table * 7; }

static void write_names(int table, int entry, char name[24], char text[80])
{
    snprintf(name, 24, "table-%d", table);
    snprintf(text, 80, "%d raise to %d, and what else may be said by %d", 1 + entry % 3, entry * entry, table);
}

/* Tables with logs of several lengths, in many commits if the log of SQLite shall be long. */
static void fill(Store *s, bool one_by_one)
{
    char name[24], text[80];
    int  seq;
    for (int t = 0; t < TABLES; t++) {
        write_names(t, t, name, text);
        assert_int_equal(s->kind->put_table(s, name, t % 2, text, &why), STORE_OK);
        for (int e = 0; e < log_length(t); e++) {
            char id[24];
            write_names(t, e, name, text);
            snprintf(id, sizeof id, "id-%d", e);
            assert_int_equal(s->kind->append(s, name, e, e % 3 ? id : NULL, text, &seq, &why), STORE_OK);
            if (one_by_one && e % 4 == 3) assert_int_equal(s->kind->commit(s, &why), STORE_DURABLE);
        }
    }
    assert_int_equal(s->kind->commit(s, &why), STORE_DURABLE);
}

typedef struct Compared {
    int  table, n;
    bool same;
} Compared;

static bool compare(void *of, const char *key, int number, const char *entry)
{
    Compared *c = of;
    char      name[24], text[80], id[24];
    int       e = c->n++;
    write_names(c->table, e, name, text);
    snprintf(id, sizeof id, "id-%d", e);
    if (number != e + 1 || strcmp(entry, text) || strcmp(key, e % 3 ? id : "")) c->same = false;
    return true;
}

/* How many tables are as they were written. A table that is handed over otherwise without a word ends the test. */
static int tables_whole(Store *s, bool told)
{
    int whole = 0;
    for (int t = 0; t < TABLES; t++) {
        char        name[24], text[80], *document = NULL;
        Compared    c = {.table = t, .same = true};
        write_names(t, t, name, text);
        StoreResult got = s->kind->get_table(s, name, &document, &why);
        StoreResult read = s->kind->read(s, name, 0, compare, &c, &why);
        bool        same = document && !strcmp(document, text) && c.same && c.n == log_length(t);
        if (got == STORE_OK && read == STORE_OK) CHECK(same, "%s is not what was written, and nobody says so", name);
        if (got == STORE_MISSING) CHECK(told, "%s is gone, and nobody says so", name);
        CHECK(c.same, "an entry of %s was handed over that is not what was written", name);
        whole += got == STORE_OK && read == STORE_OK;
        free(document);
    }
    return whole;
}

static bool hear(void *of, const char *table, int number, const char *text)
{
    (void)table, (void)number;
    *(int *)of += text != NULL;
    return true;
}

typedef struct Bytes {
    uint8_t *of;
    size_t   n;
} Bytes;

static Bytes read_file(const char *path)
{
    Bytes b = {0};
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    b.n = (size_t)ftell(f);
    rewind(f);
    b.of = malloc(b.n + 1);
    assert_int_equal(fread(b.of, 1, b.n, f), b.n);
    fclose(f);
    return b;
}

static void write_file(const char *path, const Bytes *b)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(b->of, 1, b->n, f), b->n);
    fclose(f);
}

/* One bit of the file changes, anywhere: what is read is what was written, or it is said to be damaged. */
static void test_flipped_bits(void **unused)
{
    (void)unused;
    enum { FLIPS = 400 };
    char   path[128], other[140];
    int    whole = 0, named = 0, seen_here = 0;
    TapRng r;
    new_folder();
    snprintf(path, sizeof path, "%s/t.db", folder);
    snprintf(other, sizeof other, "%s/other.db", folder);
    Store *s = store_sqlite_open(path, &why);
    fill(s, false);
    s->kind->close(s);
    Bytes b = read_file(path);
    tap_rng_fast(&r, 5);
    for (int i = 0; i < FLIPS; i++) {
        size_t  at = tap_rng_below(&r, (uint32_t)b.n);
        uint8_t bit = (uint8_t)(1 << tap_rng_below(&r, 8));
        int     damaged = 0;
        b.of[at] ^= bit;
        write_file(other, &b);
        b.of[at] ^= bit;
        s = store_sqlite_open(other, &why);
        if (!s) continue; /* it is said, loudly */
        bool told = s->kind->check(s, hear, &damaged, &why) != STORE_OK;
        int  good = tables_whole(s, told);
        if (good < TABLES) CHECK(damaged || told, "byte %zu", at);
        whole += good == TABLES;
        named += damaged > 0;
        seen_here += told;
        s->kind->close(s);
        for (const char *const *end = (const char *const[]){"", "-wal", "-shm", NULL}; *end; end++) {
            char name[160];
            snprintf(name, sizeof name, "%s%s", other, *end);
            remove(name);
        }
    }
    printf("%d flipped bits: %d left all whole, %d named tables, %d broke the file\n", FLIPS, whole, named, seen_here);
    assert_true(whole > FLIPS / 10 && named > FLIPS / 4);
    free(b.of);
    remove_folder();
}

/* What nobody's page checks see: entries that are gone, doubled, changed, moved; a log that ends early. */
static void test_chain(void **unused)
{
    (void)unused;
    static const char *const ways[] = {
        "DELETE FROM log WHERE tbl = 'table-3' AND seq = 21", /* the last */
        "DELETE FROM log WHERE tbl = 'table-3' AND seq = 20",
        "DELETE FROM log WHERE tbl = 'table-3'",
        "DELETE FROM heads WHERE tbl = 'table-3'",
        "DELETE FROM tables WHERE id = 'table-3'",
        "UPDATE heads SET seq = 20 WHERE tbl = 'table-3'",
        "UPDATE log SET entry = entry || ' ' WHERE tbl = 'table-3' AND seq = 1",
        "UPDATE log SET id = 'another' WHERE tbl = 'table-3' AND seq = 2",
        "UPDATE log SET sum = NULL WHERE tbl = 'table-3' AND seq = 5",
        "UPDATE log SET seq = CASE seq WHEN 9 THEN 900 WHEN 10 THEN 9 ELSE seq END WHERE tbl = 'table-3'",
        "INSERT INTO log SELECT tbl, 22, NULL, entry, sum FROM log WHERE tbl = 'table-3' AND seq = 21",
        ("UPDATE log SET entry = (SELECT entry FROM log WHERE tbl = 'table-4' AND seq = 1),"
         " sum = (SELECT sum FROM log WHERE tbl = 'table-4' AND seq = 1) WHERE tbl = 'table-3' AND seq = 1"),
        "UPDATE tables SET active = 0 WHERE id = 'table-3'",
        "UPDATE tables SET document = replace(document, '1', '2') WHERE id = 'table-3'",
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char path[128], *text = NULL;
        int  damaged = 0;
        new_folder();
        snprintf(path, sizeof path, "%s/t.db", folder);
        Store *s = store_sqlite_open(path, &why);
        fill(s, false);
        s->kind->close(s);
        in_database(path, ways[i]);
        s = store_sqlite_open(path, &why);
        assert_int_equal(s->kind->check(s, hear, &damaged, &why), STORE_OK);
        CHECK(damaged == 1, "%d damaged by: %s", damaged, ways[i]);
        /* It is set aside for good, and only it. */
        assert_int_equal(s->kind->commit(s, &why), STORE_DURABLE);
        s->kind->close(s);
        s = store_sqlite_open(path, &why);
        assert_int_equal(s->kind->get_table(s, "table-3", &text, &why), STORE_DAMAGED);
        assert_true(why.text[0]);
        free(text);
        assert_int_equal(tables_whole(s, true), TABLES - 1);
        Seen active = {0};
        assert_int_equal(s->kind->active(s, 99, see, &active, &why), STORE_OK);
        CHECK(!strstr(active.text, "table-3="), "%s", active.text);
        s->kind->close(s);
        remove_folder();
    }
    char path[128], other[128], attached[400], *text = NULL;
    int  none = 0, seq;
    new_folder();
    snprintf(path, sizeof path, "%s/t.db", folder);
    snprintf(other, sizeof other, "%s/u.db", folder);
    /* An entry that was written so once, for another course of the game: it is right by itself, and not here. */
    for (int way = 0; way < 2; way++) {
        Store *s = store_sqlite_open(way ? other : path, &why);
        assert_int_equal(s->kind->put_table(s, "a", true, "one", &why), STORE_OK);
        assert_int_equal(s->kind->append(s, "a", 0, NULL, way ? "1 call" : "1 fold", &seq, &why), STORE_OK);
        assert_int_equal(s->kind->append(s, "a", 1, NULL, "2 call", &seq, &why), STORE_OK);
        assert_int_equal(s->kind->commit(s, &why), STORE_DURABLE);
        s->kind->close(s);
    }
    snprintf(attached, sizeof attached, "ATTACH '%s' AS u;"
             " UPDATE log SET entry = (SELECT entry FROM u.log WHERE seq = 1), "
             "sum = (SELECT sum FROM u.log WHERE seq = 1) WHERE seq = 1", other);
    in_database(path, attached);
    Store *s = store_sqlite_open(path, &why);
    assert_int_equal(s->kind->read(s, "a", 0, hear, &none, &why), STORE_DAMAGED);
    s->kind->close(s);
    none = 0;
    assert_int_equal(remove(path), 0);
    s = store_sqlite_open(path, &why);
    assert_int_equal(s->kind->put_aside(s, "a", 1, 0, "x", "1 pass", &why), STORE_OK);
    assert_int_equal(s->kind->put_guest(s, "g", "Anna", &why), STORE_OK);
    assert_int_equal(s->kind->put_file(s, "f", "text", &why), STORE_OK);
    assert_int_equal(s->kind->commit(s, &why), STORE_DURABLE);
    s->kind->close(s);
    in_database(path, "UPDATE aside SET entry = '1 call'; UPDATE guests SET document = 'Bert';"
                      "UPDATE files SET text = ''");
    s = store_sqlite_open(path, &why);
    assert_int_equal(s->kind->read_aside(s, "a", 1, hear, &none, &why), STORE_DAMAGED);
    assert_int_equal(s->kind->get_guest(s, "g", &text, &why), STORE_DAMAGED);
    assert_int_equal(s->kind->get_file(s, "f", &text, &why), STORE_DAMAGED);
    assert_int_equal(none, 0);
    s->kind->close(s);
    remove_folder();
}

/* ------------------------------------------------------- the write-ahead log */

static char   path_of_log[140];
static Bytes  killed[2]; /* a database and its log as a SIGKILL leaves them */

static void kill_in_use(char *path, size_t size)
{
    new_folder();
    snprintf(path, size, "%s/t.db", folder);
    snprintf(path_of_log, sizeof path_of_log, "%s-wal", path);
    Store *s = store_sqlite_open(path, &why);
    fill(s, true);
    killed[0] = read_file(path);
    killed[1] = read_file(path_of_log);
    s->kind->close(s);
}

static Store *open_again(const char *path, WriteAhead *ret)
{
    char copy[200], shm[140];
    snprintf(shm, sizeof shm, "%s-shm", path);
    remove(shm);
    write_file(path, &killed[0]);
    write_file(path_of_log, &killed[1]);
    *ret = write_ahead_mend(path, copy, sizeof copy, &why);
    assert_int_equal(*ret != WRITE_AHEAD_WHOLE, copy[0] != 0);
    Store *s = store_sqlite_open(path, &why);
    CHECK(s, "%s", why.text);
    return s;
}

static void test_write_ahead(void **unused)
{
    (void)unused;
    char       path[128];
    TapRng     r;
    WriteAhead found;
    kill_in_use(path, sizeof path);
    Bytes *log = &killed[1];
    enum { FRAME = 24 + 4096, FLIPPED = 40 };
    assert_true(log->n > 300 * FRAME);
    Store *s = open_again(path, &found);
    assert_int_equal(found, WRITE_AHEAD_WHOLE);
    assert_int_equal(tables_whole(s, false), TABLES);
    s->kind->close(s);
    /* A bit, anywhere: in the header of the log, of a frame, in a page; also in the last commit. It is turned back, or,
     * if nobody can know which it was, what it broke is named; nothing that was committed after it is dropped. */
    int mended = 0;
    tap_rng_fast(&r, 6);
    for (int i = 0; i < FLIPPED; i++) {
        size_t frame = tap_rng_below(&r, (uint32_t)(log->n / FRAME));
        size_t at = i < 8  ? (size_t)i * 4 + tap_rng_below(&r, 4) :
                    i < 18 ? 32 + FRAME * frame + tap_rng_below(&r, 24) :
                    i < 26 ? log->n - 1 - tap_rng_below(&r, FRAME) :
                             32 + FRAME * frame + tap_rng_below(&r, FRAME);
        uint8_t bit = (uint8_t)(1 << tap_rng_below(&r, 8));
        log->of[at] ^= bit;
        s = open_again(path, &found);
        log->of[at] ^= bit;
        int  damaged = 0;
        bool told = s->kind->check(s, hear, &damaged, &why) != STORE_OK;
        int  whole = tables_whole(s, told);
        CHECK(found == WRITE_AHEAD_MENDED || found == WRITE_AHEAD_PATCHED, "byte %zu: %d", at, found);
        CHECK(whole == TABLES || (found == WRITE_AHEAD_PATCHED && (damaged || told)), "byte %zu of frame %zu of %zu",
              (at - 32) % FRAME, (at - 32) / FRAME, log->n / FRAME);
        mended += found == WRITE_AHEAD_MENDED;
        s->kind->close(s);
    }
    printf("%d of %d flipped bits of the log were turned back\n", mended, FLIPPED);
    assert_true(mended > FLIPPED / 2);
    /* More than a bit: what follows is dropped, as after a disk that failed; but this is said, and all of it kept. */
    uint8_t was[600];
    size_t  middle = 32 + FRAME * (log->n / FRAME / 2) + 1000;
    memcpy(was, log->of + middle, sizeof was);
    memset(log->of + middle, 0x55, sizeof was);
    s = open_again(path, &found);
    memcpy(log->of + middle, was, sizeof was);
    assert_int_equal(found, WRITE_AHEAD_CUT);
    int damaged = 0;
    assert_int_equal(s->kind->check(s, hear, &damaged, &why), STORE_OK);
    assert_int_equal(damaged, 0);
    s->kind->close(s);
    /* A commit that was never finished is no damage: the power failed, and nobody was told that it was done. */
    Bytes all = *log;
    log->n -= FRAME + 100;
    s = open_again(path, &found);
    assert_int_equal(found, WRITE_AHEAD_WHOLE);
    s->kind->close(s);
    *log = all;
    memcpy(was, log->of + log->n - sizeof was, sizeof was);
    memset(log->of + log->n - sizeof was, 0, sizeof was);
    s = open_again(path, &found);
    memcpy(log->of + log->n - sizeof was, was, sizeof was);
    assert_int_equal(found, WRITE_AHEAD_WHOLE);
    s->kind->close(s);
    free(killed[0].of);
    free(killed[1].of);
    remove_folder();
}

/* ---------------------------------------------------------------- outcomes */

/* A write that fails has not happened. A sync that fails may have: a crash right then finds the commit in the log. */
static void test_outcomes(void **unused)
{
    (void)unused;
    char path[128], log[140], after[140], after_log[160];
    int  seq = 0;
    new_folder();
    snprintf(path, sizeof path, "%s/t.db", folder);
    snprintf(log, sizeof log, "%s-wal", path);
    snprintf(after, sizeof after, "%s/after.db", folder);
    snprintf(after_log, sizeof after_log, "%s-wal", after);
    faulty_disk_install();
    Store *s = store_sqlite_open(path, &why);
    assert_int_equal(s->kind->append(s, "a", 0, "x", "first", &seq, &why), STORE_OK);
    assert_int_equal(s->kind->commit(s, &why), STORE_DURABLE);

    assert_int_equal(s->kind->append(s, "a", 1, "y", "second", &seq, &why), STORE_OK);
    disk_fails_write = true;
    assert_int_equal(s->kind->commit(s, &why), STORE_NOT_WRITTEN);
    disk_fails_write = false;
    assert_int_equal(s->kind->find(s, "a", "y", &seq, &why), STORE_MISSING);

    assert_int_equal(s->kind->append(s, "a", 1, "y", "second", &seq, &why), STORE_OK);
    disk_fails_sync = true;
    assert_int_equal(s->kind->commit(s, &why), STORE_UNKNOWN);
    disk_fails_sync = false;
    assert_int_equal(s->kind->find(s, "a", "y", &seq, &why), STORE_MISSING);
    Bytes database = read_file(path), ahead = read_file(log);
    write_file(after, &database);
    write_file(after_log, &ahead);
    free(database.of);
    free(ahead.of);
    Store *crashed = store_sqlite_open(after, &why);
    assert_int_equal(crashed->kind->find(crashed, "a", "y", &seq, &why), STORE_OK); /* it happened after all */
    crashed->kind->close(crashed);

    /* Said again with the same id it counts once, either way. */
    assert_int_equal(s->kind->append(s, "a", 1, "y", "second", &seq, &why), STORE_OK);
    assert_int_equal(s->kind->commit(s, &why), STORE_DURABLE);
    assert_int_equal(s->kind->append(s, "a", 2, "y", "second", &seq, &why), STORE_REPEATED);
    s->kind->close(s);
    remove_folder();
}

/* ------------------------------------------------------------- whole houses */

/* The folder is closed to others, its files too, one program has it; and its files are known by any name. */
static void test_folder(void **unused)
{
    (void)unused;
    char        path[128], other[128];
    int         lock, second;
    bool        taken;
    struct stat s;
    new_folder();
    snprintf(path, sizeof path, "%s/taproom.db", folder);
    snprintf(other, sizeof other, "%s/notes", folder);
    Bytes some = {(uint8_t *)(uintptr_t) "some", 4};
    write_file(path, &some);
    write_file(other, &some);
    assert_int_equal(chmod(path, 0644) | chmod(other, 0644) | chmod(folder, 0755), 0);
    CHECK(folder_open(folder, &lock, &taken, &why), "%s", why.text);
    assert_true(!stat(folder, &s) && (s.st_mode & 07777) == 0700);
    assert_true(!stat(path, &s) && (s.st_mode & 07777) == 0600);
    assert_true(!stat(other, &s) && (s.st_mode & 07777) == 0644); /* not the house's */
    assert_false(folder_open(folder, &second, &taken, &why));
    assert_true(taken);
    folder_close(lock);
    assert_true(folder_open(folder, &lock, &taken, &why));
    folder_close(lock);

    assert_true(folder_owns(folder, path) && !folder_owns(folder, other));
    for (const char *const *end = (const char *const[]){"-wal", "-journal", ".part", NULL}; *end; end++) {
        snprintf(other, sizeof other, "%s/taproom.db%s", folder, *end);
        assert_true(folder_owns(folder, other)); /* there or not */
    }
    snprintf(other, sizeof other, "%s/taproom.database", folder);
    assert_false(folder_owns(folder, other));
    assert_int_equal(link(path, other), 0);
    assert_true(folder_owns(folder, other));
    assert_int_equal(remove(other), 0);
    assert_int_equal(symlink(path, other), 0);
    assert_true(folder_owns(folder, other));
    if (!geteuid()) { /* only then somebody else can be made */
        assert_int_equal(chown(folder, 12345, 12345), 0);
        assert_false(folder_open(folder, &lock, &taken, &why));
        assert_true(!taken && strstr(why.text, "belongs to another user"));
    }
    remove_folder();
}

static void test_snapshot(void **unused)
{
    (void)unused;
    char    path[128], whole[200], named[128], other[128], moved[200];
    uint8_t key[KEY_BYTES], found[KEY_BYTES];
    int     seq;
    new_folder();
    memset(key, 0x5a, sizeof key);
    snprintf(path, sizeof path, "%s/key", folder);
    assert_true(secrets_write(path, key, &why));
    snprintf(path, sizeof path, "%s/aside.db", folder);
    Store *a = store_sqlite_open(path, &why);
    assert_int_equal(a->kind->put_aside(a, "a", 1, 2, "z", "3 pass", &why), STORE_OK);
    assert_int_equal(a->kind->commit(a, &why), STORE_DURABLE);
    snprintf(path, sizeof path, "%s/taproom.db", folder);
    Store *s = store_sqlite_open(path, &why);
    assert_int_equal(s->kind->put_table(s, "a", true, "one", &why), STORE_OK);
    assert_int_equal(s->kind->append(s, "a", 0, "x", "first", &seq, &why), STORE_OK);
    assert_int_equal(s->kind->commit(s, &why), STORE_DURABLE);
    snprintf(named, sizeof named, "%s/copy", folder);
    CHECK(snapshot_take(folder, named, whole, sizeof whole, &why), "%s", why.text);
    assert_int_equal(s->kind->append(s, "a", 1, "y", "later", &seq, &why), STORE_OK); /* nothing is held up */
    assert_int_equal(s->kind->commit(s, &why), STORE_DURABLE);
    assert_true(snapshot_name(whole, named, false, &why));
    assert_true(snapshot_is(named, &why) && !snapshot_is(path, &why));
    snprintf(moved, sizeof moved, "%s/copy-2", folder);
    assert_true(snapshot_take(folder, moved, whole, sizeof whole, &why));
    assert_false(snapshot_name(whole, named, false, &why)); /* it never takes another's place by itself */
    assert_true(snapshot_name(whole, moved, false, &why));
    a->kind->close(a);
    s->kind->close(s);

    snprintf(other, sizeof other, "%s/elsewhere", folder);
    assert_int_equal(mkdir(other, 0700), 0);
    CHECK(snapshot_restore(named, other, moved, sizeof moved, &why), "%s", why.text);
    assert_string_equal(moved, "");
    snprintf(path, sizeof path, "%s/key", other);
    assert_true(secrets_read(path, found, &why));
    assert_memory_equal(found, key, sizeof key);
    snprintf(path, sizeof path, "%s/taproom.db", other);
    s = store_sqlite_open(path, &why);
    Seen log = {0}, aside = {0}, none = {0};
    assert_int_equal(s->kind->read(s, "a", 0, see, &log, &why), STORE_OK);
    assert_string_equal(log.text, "x=first;");
    assert_int_equal(s->kind->read_aside(s, "a", 1, see, &none, &why), STORE_OK);
    assert_int_equal(none.n, 0);
    s->kind->close(s);
    assert_false(snapshot_is(path, &why)); /* a house of its own again */
    snprintf(path, sizeof path, "%s/aside.db", other);
    a = store_sqlite_open(path, &why);
    assert_int_equal(a->kind->read_aside(a, "a", 1, see, &aside, &why), STORE_OK);
    assert_string_equal(aside.text, "z=3 pass;");
    a->kind->close(a);
    assert_true(snapshot_restore(named, other, moved, sizeof moved, &why));
    CHECK(strstr(moved, "/replaced-"), "%s", moved); /* what was there is kept */
    assert_true(folder_has_house(moved));
    assert_false(snapshot_take("/nonexistent", named, whole, sizeof whole, &why));
    remove_folder();
}

/* ------------------------------------------------------------------ power */

enum { COMMITS = 330, ENTRY_BYTES = 9000 }; /* enough to make the log move into the file twice */

/* Plays: groups of one to three entries, each group one commit. Returns how many entries were acknowledged. */
static int play(const char *path, const char *synchronous, int *ret_tried)
{
    static char entry[ENTRY_BYTES + 1];
    int acked = 0, tried = 0;
    Store *s = store_sqlite_open_with(path, "power", synchronous, &why);
    memset(entry, 'x', ENTRY_BYTES);
    for (int g = 0; s && g < COMMITS; g++) {
        bool good = true;
        tried = acked;
        for (int i = 0; good && i <= g % 3; i++) {
            char id[24];
            int  seq;
            snprintf(id, sizeof id, "id-%d", tried + 1);
            entry[snprintf(entry, 24, "%d", tried + 1)] = ' ';
            good = s->kind->append(s, "a", tried, id, entry, &seq, &why) == STORE_OK;
            tried++;
        }
        char document[24];
        snprintf(document, sizeof document, "%d", tried);
        good = good && s->kind->put_table(s, "a", true, document, &why) == STORE_OK;
        if (!good || s->kind->commit(s, &why) != STORE_DURABLE) break;
        acked = tried;
    }
    if (s) s->kind->close(s);
    *ret_tried = tried;
    return acked;
}

static bool in_order(void *of, const char *key, int number, const char *text)
{
    int *n = of;
    char id[24];
    snprintf(id, sizeof id, "id-%d", *n + 1);
    if (number != *n + 1 || strcmp(key, id) || atoi(text) != number || strlen(text) != ENTRY_BYTES) return false;
    (*n)++;
    return true;
}

/* True if all that was acknowledged is there, and nothing half. */
static bool survived(const char *path, int acked, int tried)
{
    int   n = 0, seq;
    char *document = NULL;
    Store *s = store_sqlite_open_with(path, "power", NULL, &why);
    if (!s) return false;
    bool good = s->kind->read(s, "a", 0, in_order, &n, &why) == STORE_OK && (n == acked || n == tried);
    StoreResult found = s->kind->get_table(s, "a", &document, &why);
    good = good && (n ? found == STORE_OK && atoi(document) == n : found == STORE_MISSING);
    /* It goes on, and no id counts twice. */
    good = good && (!n || s->kind->append(s, "a", n, "id-1", "again", &seq, &why) == STORE_REPEATED);
    good = good && s->kind->append(s, "a", n, "new", "more", &seq, &why) == STORE_OK &&
           s->kind->commit(s, &why) == STORE_DURABLE;
    free(document);
    s->kind->close(s);
    return good;
}

static int points_lost(const char *synchronous, int points)
{
    char path[128];
    int  tried, lost = 0;
    new_folder();
    snprintf(path, sizeof path, "%s/t.db", folder);
    power.calls = power.cut_at = 0;
    int all = play(path, synchronous, &tried);
    assert_int_equal(all, tried);
    long calls = power.calls;
    power_returns(POWER_LOSES_SOME);
    remove_folder();
    assert_true(calls > 10 * points);
    for (int i = 0; i < points; i++) {
        new_folder();
        snprintf(path, sizeof path, "%s/t.db", folder);
        power.calls = 0;
        power.cut_at = 1 + calls * i / points + (long)tap_rng_below(&power.luck, (uint32_t)(calls / points));
        int acked = play(path, synchronous, &tried);
        power_returns(i % 2 ? POWER_LOSES_SOME : POWER_LOSES_ALL);
        if (!survived(path, acked, tried)) lost++;
        power_returns(POWER_LOSES_SOME);
        remove_folder();
    }
    return lost;
}

static void test_power(void **unused)
{
    (void)unused;
    uint8_t seed[64];
    tap_seed_from_number(7, seed);
    tap_rng_key(&power.luck, seed);
    power_install(false);
    enum { POINTS = 50 };
    assert_int_equal(points_lost(NULL, POINTS), 0);
    /* Without syncing the same test must see losses, or it would see nothing. */
    int lost = points_lost("OFF", POINTS);
    printf("%d of %d power failures lost acknowledged answers without syncing, 0 with it\n", lost, POINTS);
    assert_true(lost > POINTS / 3);
}

/* --------------------------------------------------- commits that are submitted */

typedef struct Outcome {
    int          n;
    StoreOutcome outcome;
} Outcome;

static void hear_outcome(void *of, StoreOutcome outcome, const TapError *error)
{
    Outcome *t = of;
    t->n++;
    t->outcome = outcome;
    CHECK(outcome == STORE_DURABLE || error->text[0], "no reason is given");
}

/* By the loop, or by who cannot wait for it: once. What comes meanwhile gathers for the next, and all of it is seen. */
static void test_submitted(void **unused)
{
    (void)unused;
    char      path[128], *text = NULL;
    int       seq, none = 0;
    Outcome      told = {0};
    uv_loop_t loop;
    new_folder();
    snprintf(path, sizeof path, "%s/t.db", folder);
    faulty_disk_install();
    uv_loop_init(&loop);
    Store           *s = store_sqlite_open(path, &why), *other = store_sqlite_open(path, &why);
    const StoreKind *k = s->kind;
    for (int by_loop = 0; by_loop < 2; by_loop++) {
        const char *table = by_loop ? "b" : "a", *next = by_loop ? "d" : "c";
        told.n = 0;
        assert_int_equal(k->put_table(s, table, true, "one", &why), STORE_OK);
        assert_int_equal(k->append(s, table, 0, "x", "first", &seq, &why), STORE_OK);
        k->submit(s, &loop, hear_outcome, &told);
        assert_true(s->committing && !s->writing && !told.n);
        assert_int_equal(k->put_table(s, next, true, "two", &why), STORE_OK);
        assert_true(s->writing);
        assert_int_equal(k->find(s, table, "x", &seq, &why), STORE_OK);
        assert_int_equal(k->get_table(s, table, &text, &why), STORE_OK);
        free(text);
        assert_int_equal(k->get_table(s, next, &text, &why), STORE_OK);
        free(text);
        assert_true(!told.n && s->committing); /* whoever reads is no reason to tell */
        if (by_loop) uv_run(&loop, UV_RUN_DEFAULT);
        else k->settle(s), uv_run(&loop, UV_RUN_DEFAULT);
        assert_true(told.n == 1 && told.outcome == STORE_DURABLE && !s->committing && s->writing);
        assert_int_equal(other->kind->get_table(other, table, &text, &why), STORE_OK);
        free(text);
        assert_int_equal(other->kind->get_table(other, next, &text, &why), STORE_MISSING);
        assert_int_equal(k->commit(s, &why), STORE_DURABLE);
        assert_int_equal(other->kind->get_table(other, next, &text, &why), STORE_OK);
        free(text);
    }
    /* What follows an entry that was not written is not written either: a log has no hole. */
    for (int way = 0; way < 2; way++) {
        told.n = 0;
        assert_int_equal(k->append(s, "a", 1, "y", "second", &seq, &why), STORE_OK);
        *(way ? &disk_fails_sync : &disk_fails_write) = true;
        k->submit(s, &loop, hear_outcome, &told);
        assert_int_equal(k->append(s, "a", 2, "z", "third", &seq, &why), STORE_OK);
        k->settle(s);
        disk_fails_write = disk_fails_sync = false;
        assert_true(told.n == 1 && told.outcome == (way ? STORE_UNKNOWN : STORE_NOT_WRITTEN));
        assert_true(s->doubtful == way);
        assert_int_equal(k->commit(s, &why), STORE_NOT_WRITTEN);
        assert_true(s->doubtful == way);
        assert_int_equal(k->find(s, "a", "y", &seq, &why), STORE_MISSING);
        assert_int_equal(k->find(s, "a", "z", &seq, &why), STORE_MISSING);
    }
    assert_int_equal(k->append(s, "a", 1, "y", "second", &seq, &why), STORE_OK);
    assert_int_equal(k->commit(s, &why), STORE_DURABLE);
    assert_false(s->doubtful);
    /* Nor what another program has written in its place: it is another game then. */
    assert_int_equal(other->kind->append(other, "a", 2, "v", "theirs", &seq, &why), STORE_OK);
    assert_int_equal(other->kind->commit(other, &why), STORE_DURABLE);
    assert_int_equal(k->append(s, "a", 2, "w", "ours", &seq, &why), STORE_OK);
    assert_int_equal(k->commit(s, &why), STORE_NOT_WRITTEN);
    assert_int_equal(k->find(s, "a", "v", &seq, &why), STORE_OK);
    assert_int_equal(k->check(s, count_damaged, &none, &why), STORE_OK);
    assert_int_equal(none, 0);
    uv_run(&loop, UV_RUN_DEFAULT);
    other->kind->close(other);
    k->close(s);
    uv_loop_close(&loop);
    remove_folder();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conformance),
        cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_flipped_bits),
        cmocka_unit_test(test_chain),
        cmocka_unit_test(test_write_ahead),
        cmocka_unit_test(test_folder),
        cmocka_unit_test(test_snapshot),
        cmocka_unit_test(test_power),
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_submitted),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    postgres_stop();
    return failed;
}
