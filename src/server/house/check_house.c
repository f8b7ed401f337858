#include "server/house/check_house.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/rooms/kept.h"
#include "server/rooms/room_content.h"
#include "server/rooms/unplayed.h"
#include "server/store/store_list.h"
#include "text/fail.h"

typedef struct Look {
    House           *house;
    int              room; /* for so many tables */
    const CheckTold *told;
    HouseCheck      *found;
    ThingsFound     *things; /* that are being counted */
    int              what;   /* as Damage has it */
} Look;

bool house_check_is_whole(const HouseCheck *c)
{
    return !c->damaged && !c->known && c->well_built && !c->guests.damaged && !c->texts.damaged;
}

static void tell(Look *l, TableFound *t, const char *why, bool known)
{
    const Damage damage = {DAMAGED_TABLE, t->table, why, known};
    if (known) l->found->known++;
    else l->found->damaged++;
    t->why = strdup(why);
    assert(t->why);
    l->told->damage(l->told->of, &damage);
}

static bool note_table(void *of, const char *table, int entries, const char *why)
{
    Look       *l = of;
    HouseCheck *c = l->found;
    if (c->tables == l->room) {
        l->room = l->room ? 2 * l->room : 1024;
        c->found = realloc(c->found, (size_t)l->room * sizeof *c->found);
        assert(c->found);
    }
    TableFound *t = &c->found[c->tables++];
    *t = (TableFound){.table = strdup(table)};
    assert(t->table);
    if (entries > 0) c->entries += entries;
    if (why) tell(l, t, why, entries < 0);
    return true;
}

/* -------------------------------------------------------------- as it lies */

static bool add_entry(void *of, const char *id, int number, const char *entry)
{
    TableFound *t = of;
    t->entries = number;
    t->log = sum_of(&t->log, number, 0, id, entry, NULL);
    return true;
}

static bool add_aside(void *of, const char *id, int number, const char *entry)
{
    TableFound *t = of;
    t->asides++;
    t->aside = sum_of(&t->aside, number, 0, id, entry, NULL);
    return true;
}

StoreResult table_look(Store *s, const char *table, TableFound *t, TapError *error)
{
    char       *document = NULL;
    TapError    why = {{0}};
    StoreResult found = s->kind->get_table(s, table, &document, &why), read;
    t->has_settings = document;
    t->entries = t->asides = 0;
    t->settings = sum_of(NULL, 0, 0, table, document, NULL);
    t->log = t->aside = (Sum){{0}};
    free(document);
    if (found != STORE_FAILED) {
        read = s->kind->read(s, table, 0, add_entry, t, found ? NULL : &why);
        if (!found || read == STORE_FAILED) found = read;
    }
    if (found == STORE_OK) found = s->kind->read_aside(s, table, t->entries, add_aside, t, &why);
    if (found) fail_with(error, "%s", why.text);
    return found;
}

static int by_name(const void *a, const void *b) { return strcmp(a, ((const TableFound *)b)->table); }

TableFound *house_check_find(const HouseCheck *c, const char *table)
{
    return c->tables ? bsearch(table, c->found, (size_t)c->tables, sizeof *c->found, by_name) : NULL;
}

static bool note_active(void *of, const char *table, int active, const char *document)
{
    TableFound *t = house_check_find(((Look *)of)->found, table);
    (void)document;
    if (t) t->active = active;
    return true;
}

static bool note_thing(void *of, const char *name, int number, const char *text)
{
    Look *l = of;
    if (text) {
        l->things->n++;
        l->things->sum = sum_of(&l->things->sum, number, 0, name, text, NULL);
    } else {
        const Damage damage = {l->what, name, "What was kept there has changed.", false};
        l->things->damaged++;
        l->told->damage(l->told->of, &damage);
    }
    return true;
}

/* ------------------------------------------------------------ played again */

static void replay(Look *l, TableFound *t)
{
    House   *h = l->house;
    char    *document = NULL, text[500];
    TapError why = {{0}};
    Room    *r = room_find(h, t->table);
    if (r) {
        if (r->record) l->found->replayed++;
        room_forget(r);
        return;
    }
    StoreResult now = h->store->kind->get_table(h->store, t->table, &document, &why);
    free(document);
    const char *code = unplayed_table(h, t->table, text, sizeof text);
    if (now == STORE_OK && code) l->found->older++;
    else tell(l, t, now ? why.text : "This program cannot set its game up.", false);
}

static bool look_at_all(Look *l, TapError *error)
{
    Store      *s = l->house->store;
    HouseCheck *c = l->found;
    TapError    why = {{0}};
    StoreResult built = s->kind->check(s, note_table, l, &why);
    c->well_built = built == STORE_OK;
    if (!c->well_built) {
        const Damage damage = {DAMAGED_FILE, "", why.text, false};
        l->told->damage(l->told->of, &damage);
    }
    for (int i = 0; i < c->tables; i++) {
        TableFound *t = &c->found[i];
        if (!t->why) replay(l, t);
        StoreResult looked = table_look(s, t->table, t, &why);
        if (looked == STORE_FAILED) return fail_with(error, "%s", why.text);
        if (looked && !t->why) tell(l, t, why.text, false);
        if (l->told->progress) l->told->progress(l->told->of, i + 1, c->tables);
    }
    if (!store_list_all(s, s->kind->tables, note_active, NULL, l, error)) return false;
    l->things = &c->guests;
    l->what = DAMAGED_GUEST;
    if (!store_list_all(s, s->kind->guests, note_thing, NULL, l, error)) return false;
    l->things = &c->texts;
    l->what = DAMAGED_TEXT;
    return store_list_all(s, s->kind->files, note_thing, NULL, l, error);
}

static void nobody_waits(void *of, const AsideAnswer *a) { (void)of, (void)a; }

bool house_check(Store *store, const CheckTold *told, HouseCheck *ret, TapError *error)
{
    House    *h = calloc(1, sizeof *h);
    uv_loop_t loop;
    assert(h);
    Look l = {.house = h, .told = told, .found = ret};
    *ret = (HouseCheck){0};
    uv_loop_init(&loop);
    h->loop = &loop;
    h->games = tap_games();
    h->most_tables = 2; /* one after another */
    h->closing = true; /* nothing is ever flushed */
    h->store = store;
    h->aside = aside_open(store, &loop, nobody_waits, NULL);
    bool good = look_at_all(&l, error);
    store->kind->commit(store, NULL);
    room_free_all(h);
    content_free_kept(h);
    aside_free(h->aside); /* and the store */
    uv_loop_close(&loop);
    free(h);
    return good;
}

void house_check_free(HouseCheck *c)
{
    for (int i = 0; c->found && i < c->tables; i++) {
        free(c->found[i].table);
        free(c->found[i].why);
    }
    free(c->found);
    c->found = NULL;
}
