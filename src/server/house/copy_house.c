#include "server/house/copy_house.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/store_list.h"
#include "text/fail.h"

enum { BATCH_BYTES = 1 << 16 };

typedef struct Copy {
    Store            *from, *to;
    const HouseCheck *found;
    bool              resumes;
    size_t            bytes; /* that wait for their commit */
    const TableFound *table; /* which is being copied */
    StoreResult       result;
    TapError         *error;
    StoreResult     (*get)(Store *, const char *, char **, TapError *);
    StoreResult     (*put)(Store *, const char *, const char *, TapError *);
    StoreResult     (*drop)(Store *, const char *, TapError *);
    const TableFound **order;
    int               n;
} Copy;

static bool commit(Copy *c)
{
    StoreOutcome outcome = c->to->kind->commit(c->to, c->error);
    c->bytes = 0;
    return outcome == STORE_DURABLE && c->to->kind->renew(c->to, c->error) == STORE_OK;
}

static bool commit_if_much(Copy *c) { return c->bytes < BATCH_BYTES || commit(c); }

static bool is_good(Copy *c, StoreResult result)
{
    if (result && !c->result) c->result = result;
    return !result;
}

/* ----------------------------------------------------------------- tables */

static bool copy_entry(void *of, const char *id, int number, const char *entry)
{
    Copy *c = of;
    int   seq;
    c->bytes += strlen(entry) + 100;
    return is_good(c, c->to->kind->append(c->to, c->table->table, number - 1, id[0] ? id : NULL, entry, &seq,
                                          c->error));
}

static bool copy_aside(void *of, const char *id, int seat, const char *entry)
{
    Copy *c = of;
    return is_good(c, c->to->kind->put_aside(c->to, c->table->table, c->table->entries, seat, id[0] ? id : NULL, entry,
                                             c->error));
}

/* The log first: its end is looked for before anything waits that is about its table. */
static bool copy_table(Copy *c, const TableFound *t)
{
    const StoreKind *from = c->from->kind, *to = c->to->kind;
    char            *document = NULL;
    c->table = t;
    c->result = STORE_OK;
    StoreResult read = from->read(c->from, t->table, 0, copy_entry, c, t->why ? NULL : c->error);
    bool        good = !c->result && (read == STORE_OK || (read == STORE_DAMAGED && t->why));
    StoreResult got = good ? from->get_table(c->from, t->table, &document, NULL) : STORE_FAILED;
    good = good && (got == STORE_OK || (t->why && got != STORE_FAILED));
    if (good && document) {
        c->bytes += strlen(document);
        good = !to->put_table(c->to, t->table, t->active, document, c->error);
    }
    free(document);
    if (good && t->asides)
        good = !from->read_aside(c->from, t->table, t->entries, copy_aside, c, c->error) && !c->result;
    if (good && t->why) good = !to->set_damaged(c->to, t->table, t->why, c->error);
    return (good && commit_if_much(c)) || fail_with(c->error, "Table %.40s could not be copied: %.150s", t->table,
                                                    c->error->text[0] ? c->error->text : "it cannot be read.");
}

static bool same_sum(const Sum *a, const Sum *b) { return !memcmp(a, b, sizeof *a); }

static bool is_as_it_lies(const TableFound *a, const TableFound *b)
{
    return a->has_settings == b->has_settings && a->entries == b->entries && a->asides == b->asides &&
           same_sum(&a->settings, &b->settings) && same_sum(&a->log, &b->log) && same_sum(&a->aside, &b->aside);
}

/* One that an earlier try has left. It is taken, so that it can be written to. */
static StoreResult take(Copy *c, const char *table)
{
    char address[200];
    return c->to->kind->take(c->to, table, address, sizeof address, c->error);
}

/* True if nothing has to be written. What is there and is another one goes. */
static bool is_there(Copy *c, const TableFound *t, bool *ret_failed)
{
    *ret_failed = false;
    if (!c->resumes) return false;
    TableFound  there = {0};
    StoreResult held = take(c, t->table), found = table_look(c->to, t->table, &there, NULL);
    *ret_failed = (held && held != STORE_MISSING) || found == STORE_FAILED;
    if (*ret_failed) return false;
    bool nothing = found == STORE_MISSING && !there.entries;
    if (!nothing && !t->why && found == STORE_OK && is_as_it_lies(t, &there)) {
        /* Whether it is active is no part of that; to say it again is cheap. */
        char *document = NULL;
        *ret_failed = c->from->kind->get_table(c->from, t->table, &document, c->error) ||
                      c->to->kind->put_table(c->to, t->table, t->active, document, c->error);
        c->bytes += document ? strlen(document) : 0;
        free(document);
        return !*ret_failed;
    }
    if (!nothing) {
        c->to->kind->remove_table(c->to, t->table, NULL);
        c->to->kind->drop_aside(c->to, t->table, NULL);
        *ret_failed = !commit(c);
    }
    return false;
}

static bool add_active(void *of, const char *table, int number, const char *document)
{
    Copy             *c = of;
    const TableFound *t = house_check_find(c->found, table);
    (void)number, (void)document;
    if (t && !t->why && c->n < c->found->tables) c->order[c->n++] = t;
    return true;
}

/* The oldest first. Only of those under way is it known which are older. */
static bool put_in_order(Copy *c)
{
    int all = c->found->tables;
    c->order = calloc((size_t)all + 1, sizeof *c->order);
    assert(c->order);
    if (c->from->kind->active(c->from, INT_MAX, add_active, c, c->error)) return false;
    int under_way = c->n, at = all;
    for (int i = 0; i < under_way / 2; i++) {
        const TableFound *first = c->order[i];
        c->order[i] = c->order[under_way - 1 - i];
        c->order[under_way - 1 - i] = first;
    }
    memmove(c->order + all - under_way, c->order, (size_t)under_way * sizeof *c->order);
    at -= under_way;
    for (int i = all - 1; i >= 0; i--) {
        const TableFound *t = &c->found->found[i];
        if (!t->active || t->why) c->order[--at] = t;
    }
    return !at || fail_with(c->error, "The list of tables under way cannot be read.");
}

static bool copy_tables(Copy *c, const CopyTold *told, CopyCount *ret)
{
    for (int i = 0; i < c->found->tables; i++) {
        const TableFound *t = c->order[i];
        bool              failed;
        if (is_there(c, t, &failed)) ret->there++;
        else if (failed || !copy_table(c, t)) return false;
        else ret->tables++;
        ret->asides += t->asides;
        if (!commit_if_much(c)) return false;
        told->progress(told->of, i + 1, c->found->tables);
    }
    return commit(c);
}

/* ------------------------------------------------------- lists of all else */

static bool commit_part(void *of) { return commit_if_much(of); }

static bool go_through(Copy *c, Store *s, StoreList *list, StoreEach *each)
{
    c->result = STORE_OK;
    return store_list_all(s, list, each, commit_part, c, c->error) && commit(c);
}

static bool copy_thing(void *of, const char *name, int number, const char *text)
{
    Copy *c = of;
    (void)number;
    if (!text) return true; /* it is damaged: somebody said that it may be left out */
    c->bytes += strlen(text) + 100;
    return is_good(c, c->put(c->to, name, text, c->error));
}

/* What an earlier try has brought and is not there any more. */
static bool drop_thing(void *of, const char *name, int number, const char *text)
{
    Copy *c = of;
    char *mine = NULL;
    (void)number, (void)text;
    StoreResult there = c->get(c->from, name, &mine, NULL);
    free(mine);
    return there == STORE_OK || is_good(c, c->drop(c->to, name, c->error));
}

static bool drop_table(void *of, const char *table, int number, const char *text)
{
    Copy *c = of;
    (void)number, (void)text;
    if (house_check_find(c->found, table)) return true;
    StoreResult held = take(c, table);
    c->to->kind->drop_aside(c->to, table, NULL);
    return is_good(c, held) && is_good(c, c->to->kind->remove_table(c->to, table, c->error));
}

static bool copy_things(Copy *c)
{
    const StoreKind *from = c->from->kind, *to = c->to->kind;
    c->put = to->put_file;
    if (!go_through(c, c->from, from->files, copy_thing)) return false;
    c->put = to->put_guest;
    c->get = from->get_guest;
    c->drop = to->remove_guest;
    if (!go_through(c, c->from, from->guests, copy_thing)) return false;
    return !c->resumes ||
           (go_through(c, c->to, to->guests, drop_thing) && go_through(c, c->to, to->tables, drop_table));
}

bool house_copy(Store *from, Store *to, const HouseCheck *found, bool resumes, const CopyTold *told, CopyCount *ret,
                TapError *error)
{
    Copy c = {.from = from, .to = to, .found = found, .resumes = resumes, .error = error};
    *ret = (CopyCount){0};
    bool good = put_in_order(&c) && copy_things(&c) && copy_tables(&c, told, ret);
    if (!good) to->kind->rollback(to);
    free(c.order);
    return good;
}

/* -------------------------------------------------------------- comparing */

static bool is_same(const TableFound *a, const TableFound *b)
{
    bool same_reason = a->why && b->why ? !strcmp(a->why, b->why) : !a->why == !b->why;
    return a->active == b->active && same_reason && is_as_it_lies(a, b);
}

bool house_compare(const HouseCheck *a, const HouseCheck *b, TapError *error)
{
    for (int i = 0, j = 0; i < a->tables || j < b->tables;) {
        const TableFound *x = i < a->tables ? &a->found[i] : NULL, *y = j < b->tables ? &b->found[j] : NULL;
        int               order = !x ? 1 : !y ? -1 : strcmp(x->table, y->table);
        if (order < 0) return fail_with(error, "Table %.40s did not arrive.", x->table);
        if (order > 0) return fail_with(error, "Table %.40s came from nowhere.", y->table);
        if (!is_same(x, y)) return fail_with(error, "Table %.40s arrived as another one.", x->table);
        i++;
        j++;
    }
    if (a->guests.n != b->guests.n || !same_sum(&a->guests.sum, &b->guests.sum))
        return fail_with(error, "What is known about guests did not arrive as it was.");
    if (a->texts.n != b->texts.n || !same_sum(&a->texts.sum, &b->texts.sum))
        return fail_with(error, "The texts of decks did not arrive as they were.");
    if (a->replayed != b->replayed || a->older != b->older)
        return fail_with(error, "Of %d games that could be played again there only %d can be here.", a->replayed,
                         b->replayed);
    return true;
}
