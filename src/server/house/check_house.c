#include "server/house/check_house.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/rooms/kept.h"
#include "server/rooms/room_content.h"
#include "server/rooms/unplayed.h"

typedef struct Look {
    House      *house;
    char      (*whole)[TABLE_BYTES]; /* tables whose checksums are right */
    int         wholes, room;
    DamageTold *told;
    void       *of;
    HouseCheck *found;
} Look;

static void tell(Look *l, const char *table, const char *why, bool known)
{
    if (known) l->found->known++;
    else l->found->damaged++;
    l->told(l->of, table, why, known);
}

static bool note_table(void *of, const char *table, int entries, const char *why)
{
    Look *l = of;
    l->found->tables++;
    if (entries > 0) l->found->entries += entries;
    if (why) tell(l, table, why, entries < 0);
    if (why || strlen(table) >= TABLE_BYTES) return true;
    if (l->wholes == l->room) {
        l->room = l->room ? 2 * l->room : 1024;
        l->whole = realloc(l->whole, (size_t)l->room * sizeof *l->whole);
        assert(l->whole);
    }
    strcpy(l->whole[l->wholes++], table);
    return true;
}

static void replay(Look *l, const char *table)
{
    House   *h = l->house;
    char    *document = NULL, text[500];
    TapError why = {{0}};
    Room    *r = room_find(h, table);
    if (r) {
        if (r->record) l->found->replayed++;
        room_forget(r);
        return;
    }
    StoreResult now = h->store->kind->get_table(h->store, table, &document, &why);
    free(document);
    const char *code = unplayed_table(h, table, text, sizeof text);
    if (now == STORE_OK && code) l->found->older++;
    else tell(l, table, now ? why.text : "This program cannot set its game up.", false);
}

static void nobody_waits(void *of, const AsideAnswer *a) { (void)of, (void)a; }

bool house_check(const char *file, DamageTold *told, void *of, HouseCheck *ret, TapError *error)
{
    House    *h = calloc(1, sizeof *h);
    uv_loop_t loop;
    assert(h);
    Look l = {.house = h, .told = told, .of = of, .found = ret};
    *ret = (HouseCheck){0};
    uv_loop_init(&loop);
    h->loop = &loop;
    h->games = tap_games();
    h->most_tables = 2; /* one after another */
    h->closing = true; /* nothing is ever flushed */
    h->store = store_sqlite_open(file, error);
    h->aside = h->store ? aside_open(store_sqlite_open(file, error), &loop, nobody_waits, NULL) : NULL;
    if (h->aside) {
        TapError why = {{0}};
        ret->well_built = h->store->kind->check(h->store, note_table, &l, &why) == STORE_OK;
        if (!ret->well_built) told(of, "", why.text, false);
        for (int i = 0; i < l.wholes; i++) replay(&l, l.whole[i]);
        h->store->kind->commit(h->store, NULL);
        aside_free(h->aside);
    }
    bool good = h->aside;
    room_free_all(h);
    content_free_kept(h);
    if (h->store) h->store->kind->close(h->store);
    uv_loop_close(&loop);
    free(l.whole);
    free(h);
    return good;
}
