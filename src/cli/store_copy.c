#include "cli/store_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include "cli/cli.h"
#include "cli/keeping.h"
#include "server/ground/bars.h"
#include "server/ground/folder.h"
#include "server/ground/secrets.h"
#include "server/house/copy_house.h"
#include "server/store/snapshot.h"
#include "text/fail.h"

#define PART_FILE "copied-house.db" /* what has arrived, until all has */

enum { LEASE_MS = 2000, PROGRESS_S = 2, CLOSE_S = 2 };

void store_copy_help(void)
{
    puts("Usage: taproom store copy FROM TO [--key FILE] [OPTIONS]\n\n"
         "Moves a house that nobody has open: from a folder of taproom serve --data into\n"
         "PostgreSQL, or back. One of FROM and TO is a folder, the other a CONNINFO. All\n"
         "games are played again on both sides, and what lies there is compared; only then\n"
         "TO can be opened. FROM stays as it is: do not open it again, or there are two\n"
         "houses.\n\n"
         "  --key FILE    the key by which guests stay who they are. From a folder it is\n"
         "                its own, and is written into FILE, for --key of the nodes; from a\n"
         "                database FILE is what its nodes have as --key\n"
         "  --resume      go on with a copy that was interrupted, whatever it has left in TO\n"
         "  --force       also if something is damaged: what can be read of it comes along,\n"
         "                and such tables are set aside, as they are in FROM\n"
         "  --json        what was copied, for programs\n\n"
         "Exit code 0: TO is the same house as FROM; 1: it is not, and cannot be opened yet;\n"
         "2: usage.\n\n"
         "Examples:  taproom store copy /srv/tavern postgresql://db.example/tavern\n"
         "               --key tavern.key\n"
         "           taproom store copy postgresql://db.example/tavern /srv/tavern\n"
         "               --key tavern.key");
}

/* What a copy is about, and has open. */
typedef struct Move {
    const char        *command;
    const CopyOptions *options;
    bool               into_database;
    uint8_t            key[KEY_BYTES];
    char               mark[MARK_BYTES];
    int                lock; /* of the folder, on whichever side; -1: not yet */
    char               part[PATH_BYTES]; /* a file that stands for the folder: a copy of it, or what will become it */
    int64_t            epochs; /* of all nodes of FROM before it began */
    const char        *stage;
    time_t             said;
    CopyCount          count;
    HouseCheck         there, here;
    Bars               bars; /* of FROM */
} Move;

static bool is_conninfo(const char *text)
{
    return !strncmp(text, "postgresql://", 13) || !strncmp(text, "postgres://", 11) ||
           (text[0] != '/' && text[0] != '.' && strchr(text, '='));
}

static void progress(void *of, int done, int all)
{
    Move  *m = of;
    time_t now = time(NULL);
    if (now - m->said < PROGRESS_S) return;
    m->said = now;
    fprintf(stderr, "%s: %d of %d tables\n", m->stage, done, all);
}

static void stage(Move *m, const char *name)
{
    m->stage = name;
    m->said = time(NULL);
}

static void tell(void *of, const Damage *damage)
{
    keeping_tell((void *)(uintptr_t)((Move *)of)->command, damage);
}

/* ------------------------------------------------------------------ sides */

typedef struct Nodes {
    int64_t epochs;
    char    alive[100];
} Nodes;

static void note_node(void *of, const StoreNodeRow *row)
{
    Nodes *n = of;
    if (!strcmp(row->name, STORE_COPIER)) return;
    n->epochs += row->epoch;
    if (!row->gone && row->left_ms > 0) snprintf(n->alive, sizeof n->alive, "%s", row->name);
}

/* Whether nobody has the database open, and how often somebody had. */
static bool is_quiet(const char *where, int64_t *ret_epochs, TapError *error)
{
    Nodes nodes = {0};
    if (!store_pg_nodes(where, note_node, &nodes, error)) return false;
    *ret_epochs = nodes.epochs;
    return !nodes.alive[0] || fail_with(error, "Node %s has this database open. Stop it first.", nodes.alive);
}

static bool is_still_quiet(const Move *m, TapError *error)
{
    int64_t epochs = m->epochs;
    return m->into_database || (is_quiet(m->options->from, &epochs, error) &&
                                (epochs == m->epochs || fail_with(error, "A server had FROM open meanwhile.")));
}

static Store *open_copier(const Move *m, TapError *error)
{
    const StoreNode me = {.name = STORE_COPIER, .address = "", .lease_ms = LEASE_MS, .key = m->mark, .copies = true};
    return store_pg_open(m->options->to, &me, error);
}

/* The folder is FROM: it is read in a copy, so that nothing in it changes. */
static bool open_folder_to_read(Move *m, TapError *error)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%.4000s/store-copy", m->options->from);
    if (!keeping_copy_alone(m->options->from, path, m->part, sizeof m->part, &m->lock, error)) {
        m->lock = -1;
        m->part[0] = 0;
        return false;
    }
    snprintf(path, sizeof path, "%.4000s/" KEY_FILE, m->options->from);
    return secrets_read(path, m->key, error);
}

/* The folder is TO. A house comes to be there in one step, at the end. */
static bool open_folder_to_write(Move *m, TapError *error)
{
    const char *folder = m->options->to;
    bool        taken;
    if (!folder_borrow(folder, &m->lock, &taken, error)) {
        m->lock = -1;
        return taken ? fail_with(error, "A server has the tables in %.150s.", folder) : false;
    }
    if (folder_has_house(folder))
        return fail_with(error, "There is a house in %.150s already. Take another folder.", folder);
    snprintf(m->part, sizeof m->part, "%.4000s/" PART_FILE, folder);
    if (!access(m->part, F_OK) && !m->options->resume)
        return fail_with(error, "An earlier copy into %.150s has not come to its end. Say --resume to go on, or"
                         " take another folder.", folder);
    return secrets_read(m->options->key, m->key, error);
}

/* The one that is given must be the same; one that is not there yet is written. */
static bool check_key_file(const Move *m, TapError *error)
{
    uint8_t key[KEY_BYTES];
    if (!m->into_database || !m->options->key || access(m->options->key, F_OK)) return true;
    bool same = secrets_read(m->options->key, key, error) &&
                (!sodium_memcmp(key, m->key, sizeof key) ||
                 fail_with(error, "%.150s is another key than that of FROM. Take another file.", m->options->key));
    sodium_memzero(key, sizeof key);
    return same;
}

static bool open_sides(Move *m, TapError *error)
{
    if (m->into_database ? !open_folder_to_read(m, error) :
                           !is_quiet(m->options->from, &m->epochs, error) || !open_folder_to_write(m, error))
        return false;
    secrets_mark(m->key, "store", m->mark);
    return check_key_file(m, error);
}

static Store *open_from(const Move *m, TapError *error)
{
    return m->into_database ? store_sqlite_open(m->part, error) :
                              store_pg_open_to_look(m->options->from, m->mark, false, error);
}

/* After it was written, by eyes that have not seen it yet. */
static Store *open_to_again(const Move *m, TapError *error)
{
    return m->into_database ? store_pg_open_to_look(m->options->to, m->mark, true, error) :
                              store_sqlite_open(m->part, error);
}

/* ---------------------------------------------------------------- copying */

static bool check(Move *m, Store *store, const char *name, HouseCheck *ret, TapError *error)
{
    const CheckTold told = {tell, progress, m};
    stage(m, name);
    return store && house_check(store, &told, ret, error);
}

/* Those of FROM, and no others; a folder gets its file when all else is there. */
static bool copy_bars(Move *m, Store *from, Store *to, TapError *error)
{
    static Bars left; /* one thread */
    int64_t     now = (int64_t)time(NULL);
    if (!keeping_bars(m->into_database ? m->options->from : NULL, from, &m->bars, error)) return false;
    bool good = !m->into_database || keeping_bars(NULL, to, &left, error);
    for (int i = 0; m->into_database && good && i < left.n; i++)
        if (!bars_have(&m->bars, left.bar[i].address, now))
            good = !to->kind->remove_bar(to, left.bar[i].address, error);
    for (int i = 0; m->into_database && good && i < m->bars.n; i++)
        good = !to->kind->put_bar(to, m->bars.bar[i].address, m->bars.bar[i].until, error);
    return good;
}

/* What lies in TO now is what FROM has; times may have been read a moment apart. */
static bool compare_bars(const Move *m, Store *to, TapError *error)
{
    static Bars there; /* one thread */
    if (!m->into_database) return true;
    if (!keeping_bars(NULL, to, &there, error)) return false;
    int same = 0;
    for (int i = 0; i < m->bars.n; i++)
        for (int j = 0; j < there.n; j++) {
            const Bar *a = &m->bars.bar[i], *b = &there.bar[j];
            same += !strcmp(a->address, b->address) && !a->until == !b->until && llabs(a->until - b->until) <= CLOSE_S;
        }
    return (same == m->bars.n && same == there.n) ||
           fail_with(error, "Who is barred did not arrive as it was.");
}

static bool copy(Move *m, TapError *error)
{
    const CopyTold told = {progress, m};
    if (m->into_database && !store_pg_begin_copy(m->options->to, m->mark, m->options->resume, error)) return false;
    Store *from = open_from(m, error);
    Store *to = !from ? NULL : m->into_database ? open_copier(m, error) : store_sqlite_open(m->part, error);
    stage(m, "Copying");
    bool good = to && house_copy(from, to, &m->there, m->options->resume, &told, &m->count, error) &&
                copy_bars(m, from, to, error);
    if (to) to->kind->close(to);
    if (from) from->kind->close(from);
    return good;
}

static bool write_key_file(const Move *m, TapError *error)
{
    const char *file = m->options->key;
    return !file || !access(file, F_OK) || secrets_write(file, m->key, error);
}

static bool keep_bars(const Move *m, TapError *error)
{
    static Bars kept; /* one thread */
    bars_open(&kept, m->options->to);
    return bars_join(&kept, &m->bars, (int64_t)time(NULL), error);
}

/* TO is a house from here on. */
static bool open_to_all(Move *m, TapError *error)
{
    char moved[PATH_BYTES];
    if (m->into_database) return write_key_file(m, error) && store_pg_end_copy(m->options->to, error);
    bool good = snapshot_add_key(m->part, m->key, error) &&
                snapshot_restore(m->part, m->options->to, moved, sizeof moved, error);
    good = good && keep_bars(m, error);
    if (good) remove(m->part);
    return good;
}

static bool is_worth_copying(const Move *m, TapError *error)
{
    return house_check_is_whole(&m->there) || m->options->force ||
           fail_with(error, "Not all of FROM is whole, so nothing was copied; --force takes what is left of it.");
}

static bool check_to(Move *m, TapError *error)
{
    Store *to = open_to_again(m, error);
    bool   same = to && compare_bars(m, to, error);
    return check(m, to, "Looking at TO", &m->here, error) && same; /* which closes it */
}

static bool move(Move *m, TapError *error)
{
    return open_sides(m, error) && check(m, open_from(m, error), "Looking at FROM", &m->there, error) &&
           is_worth_copying(m, error) && copy(m, error) && check_to(m, error) &&
           house_compare(&m->there, &m->here, error) && is_still_quiet(m, error) && open_to_all(m, error);
}

static void say_done(const Move *m)
{
    const HouseCheck *c = &m->there;
    if (m->options->json) {
        printf("{\"tables\":%d,\"already_there\":%d,\"entries\":%d,\"asides\":%d,\"guests\":%d,\"texts\":%d,"
               "\"bars\":%d,\"replayed\":%d,\"older\":%d,\"damaged\":%d}\n",
               c->tables, m->count.there, c->entries, m->count.asides, c->guests.n, c->texts.n, m->bars.n,
               c->replayed, c->older,
               c->damaged + c->known + c->guests.damaged + c->texts.damaged);
        return;
    }
    printf("The house is in TO: %d tables, %d entries, %d guests, %d texts, %d addresses barred;"
           " %d games played again on both sides.\n",
           c->tables, c->entries, c->guests.n, c->texts.n, m->bars.n, c->replayed);
    if (!m->into_database) printf("Open it with: taproom serve --data %s\n", m->options->to);
    else
        printf("Its nodes need its key, by which guests stay who they are: --key with %s%s.\n",
               m->options->key ? m->options->key : m->options->from, m->options->key ? "" : "/" KEY_FILE);
    puts("Do not open FROM again: it would be a second house.");
}

int store_copy(const char *command, const CopyOptions *options)
{
    static Move m; /* one thread; it is large */
    m = (Move){.command = command, .options = options, .lock = -1, .into_database = is_conninfo(options->to)};
    TapError error = {{0}};
    if (is_conninfo(options->from) == m.into_database)
        return usage_error(command, m.into_database ? "from one database to another pg_dump copies a house." :
                                                      "from one folder to another taproom backup copies a house.");
    if (!m.into_database && !options->key)
        return usage_error(command, "say which key the nodes of FROM have: --key FILE.");
    bool good = sodium_init() >= 0 && move(&m, &error);
    if (good) say_done(&m);
    else fprintf(stderr, "taproom %s: %s\n", command, error.text);
    if (m.into_database && m.part[0]) remove(m.part);
    if (m.lock >= 0) {
        folder_give_back(m.into_database ? options->from : options->to);
        folder_close(m.lock);
    }
    sodium_memzero(m.key, sizeof m.key);
    house_check_free(&m.there);
    house_check_free(&m.here);
    return good ? EXIT_OK : EXIT_FAILED;
}
