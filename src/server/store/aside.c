#include "server/store/aside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct Item {
    AsideAnswer  answer; /* its texts are ours; entry NULL: all of the table's are dropped */
    struct Item *next;
} Item;

typedef struct Queue {
    Item *first, **last;
} Queue;

struct Aside {
    Store      *reading; /* the loop's own door to the file */
    Store      *writing; /* the thread's */
    uv_thread_t thread;
    uv_async_t  told;
    AsideDone  *done;
    void       *of;

    uv_mutex_t lock; /* for all below */
    uv_cond_t  news; /* something to do, or done */
    Queue      todo, finished;
    bool       busy, ending;
};

static void queue_begin(Queue *q)
{
    q->first = NULL;
    q->last = &q->first;
}

static void queue_add(Queue *q, Item *item)
{
    item->next = NULL;
    *q->last = item;
    q->last = &item->next;
}

static Item *queue_take_all(Queue *q)
{
    Item *all = q->first;
    queue_begin(q);
    return all;
}

static char *copy(const char *text)
{
    char *mine = text ? strdup(text) : NULL;
    assert(!text || mine);
    return mine;
}

static void item_free(Item *item)
{
    free((char *)(uintptr_t)item->answer.table);
    free((char *)(uintptr_t)item->answer.id);
    free((char *)(uintptr_t)item->answer.entry);
    free(item);
}

/* -------------------------------------------------------------- the thread */

/* All that came meanwhile in one commit. What the disk refuses is refused together. */
static void write_items(Store *store, Item *items)
{
    bool good = true;
    for (const Item *i = items; i && good; i = i->next) {
        const AsideAnswer *a = &i->answer;
        if (a->entry) good = !store->kind->put_aside(store, a->table, a->base, a->seat, a->id, a->entry, NULL);
        else good = !store->kind->drop_aside(store, a->table, NULL);
    }
    StoreOutcome outcome = good ? store->kind->commit(store, NULL) : STORE_NOT_WRITTEN;
    if (!good) store->kind->rollback(store);
    for (Item *i = items; i; i = i->next) i->answer.outcome = outcome;
}

static void work(void *of)
{
    Aside *a = of;
    uv_mutex_lock(&a->lock);
    for (;;) {
        while (!a->todo.first && !a->ending) uv_cond_wait(&a->news, &a->lock);
        if (!a->todo.first) break;
        Item *items = queue_take_all(&a->todo);
        a->busy = true;
        uv_mutex_unlock(&a->lock);
        write_items(a->writing, items);
        uv_mutex_lock(&a->lock);
        for (Item *i = items, *next; i; i = next) {
            next = i->next;
            queue_add(&a->finished, i);
        }
        a->busy = false;
        uv_cond_broadcast(&a->news);
        uv_async_send(&a->told);
    }
    uv_mutex_unlock(&a->lock);
}

/* ---------------------------------------------------------------- the loop */

static void tell(Aside *a)
{
    uv_mutex_lock(&a->lock);
    Item *items = queue_take_all(&a->finished);
    uv_mutex_unlock(&a->lock);
    for (Item *i = items, *next; i; i = next) {
        next = i->next;
        if (i->answer.entry) a->done(a->of, &i->answer);
        item_free(i);
    }
}

static void on_told(uv_async_t *told) { tell(told->data); }

static void give(Aside *a, Item *item)
{
    uv_mutex_lock(&a->lock);
    queue_add(&a->todo, item);
    uv_cond_broadcast(&a->news);
    uv_mutex_unlock(&a->lock);
}

Aside *aside_open(const char *path, uv_loop_t *loop, AsideDone *done, void *of, TapError *error)
{
    Store *writing = store_sqlite_open(path, error), *reading = writing ? store_sqlite_open(path, error) : NULL;
    if (!reading) {
        if (writing) writing->kind->close(writing);
        return NULL;
    }
    Aside *a = calloc(1, sizeof *a);
    assert(a);
    a->writing = writing;
    a->reading = reading;
    a->done = done;
    a->of = of;
    queue_begin(&a->todo);
    queue_begin(&a->finished);
    uv_mutex_init(&a->lock);
    uv_cond_init(&a->news);
    uv_async_init(loop, &a->told, on_told);
    uv_unref((uv_handle_t *)&a->told); /* the loop need not run on for it alone */
    a->told.data = a;
    int began = uv_thread_create(&a->thread, work, a);
    assert(!began);
    (void)began;
    return a;
}

void aside_put(Aside *a, const AsideAnswer *answer)
{
    Item *item = calloc(1, sizeof *item);
    assert(item);
    item->answer = *answer;
    item->answer.table = copy(answer->table);
    item->answer.id = copy(answer->id);
    item->answer.entry = copy(answer->entry);
    give(a, item);
}

void aside_drop(Aside *a, const char *table)
{
    Item *item = calloc(1, sizeof *item);
    assert(item);
    item->answer.table = copy(table);
    give(a, item);
}

StoreResult aside_read(Aside *a, const char *table, int base, StoreEach *each, void *of, TapError *error)
{
    return a->reading->kind->read_aside(a->reading, table, base, each, of, error);
}

void aside_settle(Aside *a)
{
    uv_mutex_lock(&a->lock);
    while (a->todo.first || a->busy) uv_cond_wait(&a->news, &a->lock);
    uv_mutex_unlock(&a->lock);
    tell(a);
}

void aside_close(Aside *a)
{
    aside_settle(a);
    uv_mutex_lock(&a->lock);
    a->ending = true;
    uv_cond_broadcast(&a->news);
    uv_mutex_unlock(&a->lock);
    uv_thread_join(&a->thread);
    uv_close((uv_handle_t *)&a->told, NULL);
}

void aside_free(Aside *a)
{
    tell(a);
    for (Item *i = queue_take_all(&a->todo), *next; i; i = next) { /* what came after its end */
        next = i->next;
        item_free(i);
    }
    a->writing->kind->close(a->writing);
    a->reading->kind->close(a->reading);
    uv_cond_destroy(&a->news);
    uv_mutex_destroy(&a->lock);
    free(a);
}
