#include "server/rooms/holding.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/ground/logs.h"
enum { AGAIN_MS = 100, PATIENCE_MS = 1000, GIVEN_MS = 2000 };

/* A table that is taken. One at a time: each may keep a thread busy for seconds. One that another node holds is tried
 * again for a lease and a little more: if that node has died, whoever asked need not ask again. */
typedef struct Ticket {
    struct Ticket *next;
    char           table[TABLE_BYTES], address[LINE_ADDRESS_BYTES]; /* of its holder */
    char           host[GUEST_BYTES]; /* who will make it; "": nobody */
    char           rather[LINE_ADDRESS_BYTES]; /* the node that is to take it if it is free; "": this one */
    int            hosted;
    bool           done;
    int64_t        due, patience; /* when it is tried next, and for the last time */
    StoreResult    result;
} Ticket;

/* A table that is released. */
typedef struct Leave {
    struct Leave *next;
    char          table[TABLE_BYTES];
    void         *to;
    enum { LEAVE_WAITS, LEAVE_SUBMITTED, LEAVE_GIVEN } state;
    int           commit; /* with which it was submitted */
    int64_t       until; /* of one that was given: so long it is remembered */
} Leave;

struct Holding {
    House      *house;
    HoldingNews news;
    int         lease_ms;
    uv_timer_t  timer, again;
    uv_thread_t opening; /* renews until the loop runs */
    uv_mutex_t  lock;
    uv_cond_t   runs;
    bool        opened;
    uv_work_t   renewing, taking;
    bool        renews, takes, closing, lapsed; /* lapsed: when the lease was last renewed it had run out before */
    StoreResult renewed;
    TapError    why, why_taken;
    Ticket     *tickets, *current; /* current: is under way */
    Leave      *leaves;
};

bool holding_lapsed(const House *h) { return h->holding && h->store->kind->lease_left(h->store) <= 0; }

void holding_is_lost(House *h, const char *why)
{
    if (h->holding) h->holding->news.lost(h, why);
}

/* --------------------------------------------------------------- renewing */

static void renew(uv_work_t *work)
{
    struct Holding *g = work->data;
    Store          *s = g->house->store;
    g->lapsed = g->lapsed || s->kind->lease_left(s) <= 0;
    g->renewed = s->kind->renew(s, &g->why);
}

static void after_renewing(uv_work_t *work, int status)
{
    struct Holding *g = work->data;
    House          *h = g->house;
    g->renews = false;
    if (status || g->closing) return;
    if (g->renewed == STORE_NOT_ALIVE) g->news.lost(h, g->why.text);
    else if (g->renewed) log_say("the lease of this node could not be renewed: %s", g->why.text);
    else {
        if (g->lapsed) log_each(LEVEL_WARNING, "the lease of this node had run out, and is renewed");
        g->lapsed = false;
        g->news.heard(h); /* it may have run out while this was under way */
    }
}

static void renew_while_opening(void *of)
{
    struct Holding *g = of;
    Store          *s = g->house->store;
    uv_mutex_lock(&g->lock);
    while (!g->opened) {
        if (!uv_cond_timedwait(&g->runs, &g->lock, (uint64_t)g->lease_ms * 1000000 / 3)) continue;
        uv_mutex_unlock(&g->lock);
        s->kind->renew(s, NULL); /* what comes of it the loop will hear */
        uv_mutex_lock(&g->lock);
    }
    uv_mutex_unlock(&g->lock);
}

static void has_opened(struct Holding *g)
{
    uv_mutex_lock(&g->lock);
    g->opened = true;
    uv_cond_signal(&g->runs);
    uv_mutex_unlock(&g->lock);
}

static void on_timer(uv_timer_t *timer)
{
    struct Holding *g = timer->data;
    has_opened(g);
    if (g->renews) return;
    g->renews = true;
    uv_queue_work(g->house->loop, &g->renewing, renew, after_renewing);
}

/* ----------------------------------------------------------------- taking */

/* When: of those that may be tried by then. */
static Ticket *first_open(const struct Holding *g, int64_t when)
{
    Ticket *t = g->tickets;
    while (t && (t->done || t->due > when)) t = t->next;
    return t;
}

static Ticket *ticket_of(const struct Holding *g, const char *table)
{
    Ticket *t = g->tickets;
    while (t && strcmp(t->table, table) != 0) t = t->next;
    return t;
}

static StoreResult take(House *h, const char *table, char address[LINE_ADDRESS_BYTES], TapError *error)
{
    return h->store->kind->take(h->store, table, address, LINE_ADDRESS_BYTES, error);
}

static void take_first(uv_work_t *work)
{
    struct Holding *g = work->data;
    Ticket         *t = g->current;
    Store          *s = g->house->store;
    if (t->rather[0] && s->kind->is_free(s, t->table)) {
        snprintf(t->address, sizeof t->address, "%s", t->rather);
        t->result = STORE_ELSEWHERE;
        return;
    }
    if (t->host[0]) s->kind->hosted(s, t->host, &t->hosted, NULL); /* first: what is taken is remembered for a while */
    t->result = take(g->house, t->table, t->address, &g->why_taken);
}

static void begin_taking(struct Holding *g);
static void on_again(uv_timer_t *timer) { begin_taking(timer->data); }

/* Whoever waits is heard now; what was found is forgotten then. */
static void after_taking(uv_work_t *work, int status)
{
    struct Holding *g = work->data;
    House          *h = g->house;
    Ticket         *t = g->current, **at = &g->tickets;
    g->takes = false;
    if (status || g->closing) return;
    t->due = house_now(h) + AGAIN_MS;
    t->rather[0] = 0; /* if that node cannot be reached any more */
    t->done = t->result != STORE_ELSEWHERE || t->due > t->patience || g->news.can_reach(h, t->address);
    if (t->result == STORE_OK) h->metrics.taken++;
    if (!t->done) {
        begin_taking(g);
        return;
    }
    if (t->result == STORE_NOT_ALIVE) g->news.lost(h, g->why_taken.text);
    if (t->result == STORE_FAILED) log_say("a table could not be taken: %s", g->why_taken.text);
    g->news.heard(h);
    while (*at) {
        Ticket *old = *at;
        if (!old->done) at = &old->next;
        else *at = old->next, free(old);
    }
    begin_taking(g);
}

static void begin_taking(struct Holding *g)
{
    if (g->takes || g->closing) return;
    g->current = first_open(g, house_now(g->house));
    if (!g->current && first_open(g, INT64_MAX)) uv_timer_start(&g->again, on_again, AGAIN_MS, 0);
    if (!g->current) return;
    g->takes = true;
    uv_queue_work(g->house->loop, &g->taking, take_first, after_taking);
}

static Leave *leave_of(const struct Holding *g, const char *table)
{
    Leave *l = g->leaves;
    while (l && strcmp(l->table, table) != 0) l = l->next;
    return l;
}

bool holding_waits(House *h, const char *table, const char *host, bool may_be_elsewhere)
{
    struct Holding *g = h->holding;
    if (!g || g->closing || !secrets_is_table(table)) return false;
    const Leave *leaves = leave_of(g, table);
    if (leaves && leaves->state != LEAVE_GIVEN) return true;
    Ticket *t = ticket_of(g, table);
    if (t) return !t->done;
    Ticket **at = &g->tickets;
    while (*at) at = &(*at)->next;
    t = *at = calloc(1, sizeof *t);
    assert(t);
    snprintf(t->table, sizeof t->table, "%s", table);
    snprintf(t->host, sizeof t->host, "%s", host ? host : "");
    t->hosted = -1;
    if (!may_be_elsewhere || !g->news.rather(h, t->rather)) t->rather[0] = 0;
    t->patience = house_now(h) + g->lease_ms + PATIENCE_MS;
    begin_taking(g);
    return true;
}

StoreResult holding_found(const House *h, const char *table, char ret_address[LINE_ADDRESS_BYTES])
{
    const Ticket *t = h->holding ? ticket_of(h->holding, table) : NULL;
    ret_address[0] = 0;
    if (!t || !t->done) return STORE_FAILED;
    memcpy(ret_address, t->address, LINE_ADDRESS_BYTES);
    return t->result;
}

int holding_hosted(const House *h, const char *table)
{
    const Ticket *t = h->holding ? ticket_of(h->holding, table) : NULL;
    return t && t->done ? t->hosted : -1;
}

void holding_hurry(House *h)
{
    if (!h->holding || h->holding->closing) return;
    for (Ticket *t = h->holding->tickets; t; t = t->next) t->due = 0;
    begin_taking(h->holding);
}

StoreResult holding_take(House *h, const char *table)
{
    struct Holding *g = h->holding;
    TapError        error = {{0}};
    char            address[LINE_ADDRESS_BYTES];
    if (!g) return STORE_OK;
    const Leave *leaves = leave_of(g, table);
    if (leaves && leaves->state != LEAVE_GIVEN) return STORE_FAILED; /* in a moment it is known whose it is */
    const Ticket *t = ticket_of(g, table);
    StoreResult   result = t && t->done ? t->result : take(h, table, address, &error);
    if (result == STORE_NOT_ALIVE) g->news.lost(h, error.text);
    return result;
}

/* -------------------------------------------------------------- releasing */

void holding_release(House *h, const char *table, void *to)
{
    struct Holding *g = h->holding;
    Leave          *l = g ? leave_of(g, table) : NULL;
    if (!g || g->closing || (l && l->state != LEAVE_GIVEN)) return;
    if (h->store->kind->release(h->store, table, NULL)) return;
    if (!l) {
        l = calloc(1, sizeof *l);
        assert(l);
        l->next = g->leaves;
        g->leaves = l;
    }
    snprintf(l->table, sizeof l->table, "%s", table);
    l->to = to;
    l->state = LEAVE_WAITS;
    house_touch(h);
}

void holding_submitted(House *h, int commit)
{
    for (Leave *l = h->holding ? h->holding->leaves : NULL; l; l = l->next)
        if (l->state == LEAVE_WAITS) l->state = LEAVE_SUBMITTED, l->commit = commit;
}

void holding_landed(House *h, int commit, bool durable)
{
    struct Holding *g = h->holding;
    int64_t         now = house_now(h);
    for (Leave **at = g ? &g->leaves : NULL; at && *at;) {
        Leave *l = *at;
        bool   lands = l->state == LEAVE_SUBMITTED && l->commit == commit;
        if (lands && durable) h->metrics.released++;
        if (lands && l->to) {
            g->news.given(h, l->table, l->to);
            l->state = LEAVE_GIVEN;
            l->until = durable ? now + GIVEN_MS : now;
        } else if (lands) l->until = now;
        bool over = (lands || l->state == LEAVE_GIVEN) && now >= l->until;
        if (over) *at = l->next, free(l);
        else at = &l->next;
    }
}

bool holding_is_given(const House *h, const char *table)
{
    const Leave *l = h->holding ? leave_of(h->holding, table) : NULL;
    return l && l->state == LEAVE_GIVEN && house_now(h) < l->until;
}

/* ---------------------------------------------------------------- opening */

void holding_open(House *h, int lease_ms, const HoldingNews *news)
{
    struct Holding *g = calloc(1, sizeof *g);
    assert(g && h->store->kind->shared);
    g->house = h;
    g->news = *news;
    g->lease_ms = lease_ms;
    g->renewing.data = g->taking.data = g->timer.data = g->again.data = g;
    h->holding = g;
    uv_timer_init(h->loop, &g->timer);
    uv_timer_init(h->loop, &g->again);
    uv_timer_start(&g->timer, on_timer, 0, (uint64_t)lease_ms / 3);
    uv_mutex_init(&g->lock);
    uv_cond_init(&g->runs);
    if (uv_thread_create(&g->opening, renew_while_opening, g)) abort();
}

void holding_close(House *h)
{
    if (!h->holding) return;
    h->holding->closing = true;
    has_opened(h->holding);
    uv_close((uv_handle_t *)&h->holding->timer, NULL);
    uv_close((uv_handle_t *)&h->holding->again, NULL);
}

void holding_free(House *h)
{
    while (h->holding && h->holding->tickets) {
        Ticket *t = h->holding->tickets;
        h->holding->tickets = t->next;
        free(t);
    }
    while (h->holding && h->holding->leaves) {
        Leave *l = h->holding->leaves;
        h->holding->leaves = l->next;
        free(l);
    }
    if (h->holding) {
        uv_thread_join(&h->holding->opening);
        uv_cond_destroy(&h->holding->runs);
        uv_mutex_destroy(&h->holding->lock);
    }
    free(h->holding);
    h->holding = NULL;
}
