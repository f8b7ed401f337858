#include "server/house/abroad.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "server/ground/logs.h"
#include "server/house/queue.h"
#include "server/rooms/client.h"
#include "server/rooms/holding.h"
#include "server/rooms/kept.h"

enum { ADOPT_MS = 2000, ADOPT_MOST = 100 };

typedef struct Found {
    char  table[TABLE_BYTES];
    char *text; /* its document; of one that is listed what the list says of it */
} Found;

typedef struct FoundList {
    Found of[LIMIT_LISTED];
    int   n;
} FoundList;

static_assert((int)ADOPT_MOST <= (int)LIMIT_LISTED, "as many as fit into a list");

struct Abroad {
    House      *house;
    uv_work_t   work;
    bool        at_work, lists, adopts; /* what is read just now */
    int64_t     listed_at, adopted_at;
    FoundList   listed, found, adopted; /* listed: as it is shown; found, adopted: what was read */
    StoreResult lists_result, adopts_result;
    TapError    why;
};

static void empty(FoundList *l)
{
    while (l->n) free(l->of[--l->n].text);
}

void abroad_open(House *h)
{
    if (!h->holding) return;
    h->abroad = calloc(1, sizeof *h->abroad);
    assert(h->abroad);
    h->abroad->house = h;
    h->abroad->work.data = h->abroad;
    h->abroad->adopted_at = house_now(h); /* what was free when it began it has taken */
}

void abroad_free(House *h)
{
    if (!h->abroad) return;
    empty(&h->abroad->listed);
    empty(&h->abroad->found);
    empty(&h->abroad->adopted);
    free(h->abroad);
    h->abroad = NULL;
}

static bool note(void *of, const char *table, int number, const char *document)
{
    FoundList *l = of;
    (void)number;
    if (l->n == LIMIT_LISTED || !secrets_is_table(table)) return l->n < LIMIT_LISTED;
    Found *f = &l->of[l->n++];
    memcpy(f->table, table, TABLE_BYTES);
    f->text = strdup(document);
    assert(f->text);
    return true;
}

/* On another thread. */
static void look(uv_work_t *work)
{
    struct Abroad *a = work->data;
    Store         *s = a->house->store;
    if (a->lists) a->lists_result = s->kind->listed(s, LIMIT_LISTED, note, &a->found, &a->why);
    if (a->adopts) a->adopts_result = s->kind->adopt(s, ADOPT_MOST, note, &a->adopted, &a->why);
}

/* ------------------------------------------------------------------ lists */

static const char *word_of(const json_t *root, const char *name)
{
    const char *text = json_string_value(json_object_get(root, name));
    return text ? text : "";
}

/* What the list says of a table, as publish.c says it of those in memory; NULL: nobody is there. */
static char *written(const House *h, const char *table, const char *document)
{
    json_t        *root = json_loads(document, 0, NULL), *seats = json_object_get(root, "seats");
    const TapGame *game = house_game(h, word_of(root, "game"));
    Out            o = {0};
    int            bots = 0, people = 0;
    if (game) {
        out_open(&o, NULL, '{');
        out_string(&o, "table", table);
        out_string(&o, "game", tap_game_id(game));
        out_string(&o, "title", tap_game_title(game));
        if (*word_of(root, "name")) out_string(&o, "name", word_of(root, "name"));
        out_string(&o, "phase", word_of(root, "phase"));
        out_number(&o, "seats", (int64_t)json_array_size(seats));
        out_open(&o, "people", '[');
        for (size_t i = 0; i < json_array_size(seats); i++) {
            const json_t *seat = json_array_get(seats, i);
            bots += !strcmp(word_of(seat, "kind"), "bot");
            if (strcmp(word_of(seat, "kind"), "person") != 0) continue;
            out_string(&o, NULL, word_of(seat, "name"));
            people++;
        }
        out_close(&o, ']');
        out_number(&o, "bots", bots);
        out_close(&o, '}');
    }
    json_decref(root);
    if (people) return o.text;
    out_free(&o);
    return NULL;
}

static void show_found(struct Abroad *a)
{
    House    *h = a->house;
    FoundList now = {.n = 0};
    for (int i = 0; i < a->found.n; i++) {
        const Found *f = &a->found.of[i];
        char        *text = written(h, f->table, f->text);
        if (!text) continue;
        memcpy(now.of[now.n].table, f->table, TABLE_BYTES);
        now.of[now.n++].text = text;
    }
    bool same = now.n == a->listed.n;
    for (int i = 0; same && i < now.n; i++) same = !strcmp(now.of[i].text, a->listed.of[i].text);
    empty(&a->listed);
    a->listed = now;
    if (!same) h->lobby_changed = true;
}

void abroad_write_listed(House *h, Out *o, int most)
{
    const FoundList *l = h->abroad ? &h->abroad->listed : NULL;
    for (int i = 0; l && i < l->n && most > 0; i++) {
        if (room_in_memory(h, l->of[i].table)) continue;
        if (o->comma) out_raw(o, ",", 1);
        out_raw(o, l->of[i].text, strlen(l->of[i].text));
        o->comma = true;
        most--;
    }
}

/* ------------------------------------------------------------------- time */

static void after(uv_work_t *work, int status)
{
    struct Abroad *a = work->data;
    House         *h = a->house;
    a->at_work = false;
    bool shows = !status && !h->closing && !holding_lapsed(h);
    if (shows && ((a->lists && a->lists_result) || (a->adopts && a->adopts_result)))
        log_say("the tables of other nodes cannot be seen: %s", a->why.text);
    if (shows && a->lists && !a->lists_result) show_found(a);
    for (int i = 0; shows && a->adopts && i < a->adopted.n; i++)
        if (room_adopt(h, a->adopted.of[i].table, a->adopted.of[i].text)) h->metrics.taken++;
    empty(&a->found);
    empty(&a->adopted);
}

/* For each thread that thinks. */
static int queue_here(const House *h) { return h->queue->waiting / h->queue->threads; }

static bool is_busier(int one, int other) { return one >= QUEUE_IS_LONG && one >= 2 * other; }

bool abroad_is_quieter(House *h, char ret_address[LINE_ADDRESS_BYTES])
{
    StoreQueues others;
    if (!h->abroad || !h->store->kind->queues(h->store, &others) || !is_busier(queue_here(h), others.least))
        return false;
    snprintf(ret_address, LINE_ADDRESS_BYTES, "%s", others.address);
    return true;
}

bool abroad_is_busier(House *h)
{
    StoreQueues others;
    return h->abroad && h->store->kind->queues(h->store, &others) && is_busier(others.most, queue_here(h));
}

void abroad_tick(House *h, int64_t now)
{
    struct Abroad *a = h->abroad;
    char           address[LINE_ADDRESS_BYTES];
    if (a) h->store->kind->tell_queue(h->store, queue_here(h));
    if (!a || a->at_work || h->closing) return;
    a->lists = now - a->listed_at >= LOBBY_MS && h->lookers > 0;
    a->adopts = now - a->adopted_at >= ADOPT_MS && !h->leaving && h->metrics.rooms < h->most_tables / 2 &&
                !abroad_is_quieter(h, address);
    if (!a->lists && !a->adopts) return;
    if (a->lists) a->listed_at = now;
    if (a->adopts) a->adopted_at = now;
    a->at_work = true;
    uv_queue_work(h->loop, &a->work, look, after);
}
