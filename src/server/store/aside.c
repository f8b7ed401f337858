#include "server/store/aside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct Item {
    AsideAnswer  answer; /* its texts are ours */
    struct Item *next;
} Item;

struct Aside {
    Store     *store;
    uv_loop_t *loop;
    AsideDone *done;
    void      *of;
    Item      *next, **last; /* with the next commit */
    Item      *submitted;    /* with the one under way */
};

static void item_free(Item *item)
{
    free((char *)(uintptr_t)item->answer.table);
    free((char *)(uintptr_t)item->answer.id);
    free((char *)(uintptr_t)item->answer.entry);
    free(item);
}

static void landed(void *of, StoreOutcome outcome, const TapError *why);

/* All that came meanwhile in one commit. What the disk refuses is refused together. */
static void submit(Aside *a)
{
    if (a->store->committing || !a->store->writing) return;
    a->submitted = a->next;
    a->next = NULL;
    a->last = &a->next;
    a->store->kind->submit(a->store, a->loop, landed, a);
}

static void landed(void *of, StoreOutcome outcome, const TapError *why)
{
    Aside *a = of;
    (void)why;
    while (a->submitted) {
        Item *item = a->submitted;
        a->submitted = item->next;
        item->answer.outcome = outcome;
        a->done(a->of, &item->answer);
        item_free(item);
    }
    submit(a);
}

Aside *aside_open(Store *store, uv_loop_t *loop, AsideDone *done, void *of)
{
    if (!store) return NULL;
    Aside *a = calloc(1, sizeof *a);
    assert(a);
    *a = (Aside){.store = store, .loop = loop, .done = done, .of = of, .last = &a->next};
    return a;
}

static char *copy(const char *text)
{
    char *mine = text ? strdup(text) : NULL;
    assert(!text || mine);
    return mine;
}

void aside_put(Aside *a, const AsideAnswer *answer)
{
    Item *item = calloc(1, sizeof *item);
    assert(item);
    item->answer = *answer;
    item->answer.table = copy(answer->table);
    item->answer.id = copy(answer->id);
    item->answer.entry = copy(answer->entry);
    *a->last = item;
    a->last = &item->next;
    a->store->kind->put_aside(a->store, answer->table, answer->base, answer->seat, answer->id, answer->entry, NULL);
    submit(a);
}

void aside_drop(Aside *a, const char *table)
{
    a->store->kind->drop_aside(a->store, table, NULL);
    submit(a);
}

StoreResult aside_read(Aside *a, const char *table, int base, StoreEach *each, void *of, TapError *error)
{
    return a->store->kind->read_aside(a->store, table, base, each, of, error);
}

void aside_settle(Aside *a)
{
    while (a->store->committing) a->store->kind->settle(a->store);
}

void aside_free(Aside *a)
{
    aside_settle(a);
    a->store->kind->close(a->store);
    free(a);
}
