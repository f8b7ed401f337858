#include "server/house/coaching.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/review.h"
#include "server/house/queue.h"
#include "server/house/thinking.h"

enum { TOLD_EVERY_MS = 200 }; /* how far it is */

typedef struct Reviewing Reviewing;
struct Reviewing {
    uv_work_t      work;
    Turn           turn;
    House         *house;
    Client        *client; /* NULL when nobody waits for it any more */
    char           table[TABLE_BYTES], re[ID_BYTES];
    TapSeat        seat;
    const TapGame *game;
    Coach         *coach;
    bool           over;
    int64_t        thought_us, told;
    Reviewing     *next, *prev;
};

/* A finished game does not change, nor does its review. */
typedef struct KeptReview {
    char    table[TABLE_BYTES];
    TapSeat seat;
    char   *fields; /* JSON without its braces */
} KeptReview;

typedef struct Reviews {
    Reviewing *first;
    int        n, next_kept;
    KeptReview kept[LIMIT_REVIEWS_KEPT];
} Reviews;

/* ---------------------------------------------------------------- telling */

static void open_message(Out *o, const char *type, const char *re, const char *table)
{
    out_clear(o);
    out_open(o, NULL, '{');
    out_string(o, "type", type);
    if (re && re[0]) out_string(o, "re", re);
    out_string(o, "table", table);
}

static void send_progress(Reviewing *v)
{
    Out *o = &v->house->out;
    v->told = house_now(v->house);
    open_message(o, "reviewing", NULL, v->table);
    out_number(o, "seat", v->seat);
    out_number(o, "done", coach_done(v->coach));
    out_number(o, "of", coach_answers(v->coach));
    out_close(o, '}');
    client_send(v->client, o->text, o->n);
}

static void send_review(Client *c, const char *re, const char *table, const char *fields)
{
    Out *o = &c->house->out;
    open_message(o, "review", re, table);
    out_raw(o, ",", 1);
    out_raw(o, fields, strlen(fields));
    out_close(o, '}');
    client_send(c, o->text, o->n);
}

static const KeptReview *find_kept(const Reviews *all, const char *table, TapSeat seat)
{
    for (int i = 0; i < LIMIT_REVIEWS_KEPT; i++)
        if (all->kept[i].fields && all->kept[i].seat == seat && !strcmp(all->kept[i].table, table))
            return &all->kept[i];
    return NULL;
}

/* The oldest makes room. */
static const char *keep(Reviewing *v)
{
    Reviews    *all = v->house->reviews;
    KeptReview *k = &all->kept[all->next_kept];
    Out         o = {0};
    all->next_kept = (all->next_kept + 1) % LIMIT_REVIEWS_KEPT;
    review_out(coach_review(v->coach), v->game, true, REVIEW_BOT, &o);
    if (!v->over) out_bool(&o, "cut", true);
    out_raw(&o, "", 0); /* and its zero */
    free(k->fields);
    k->seat = v->seat;
    k->fields = o.text;
    strcpy(k->table, v->table);
    return k->fields;
}

/* ---------------------------------------------------------------- working */

static void end(Reviewing *v)
{
    Reviews *all = v->house->reviews;
    if (v->prev) v->prev->next = v->next;
    else all->first = v->next;
    if (v->next) v->next->prev = v->prev;
    all->n--;
    v->house->metrics.bots_thinking--;
    account_drop(v->turn.address);
    account_drop(v->turn.guest);
    coach_free(v->coach);
    free(v);
}

/* On another thread: touches nothing but its coach. */
static void judge_one(uv_work_t *work)
{
    Reviewing *v = work->data;
    int64_t    began = thinking_time_us();
    CoachStep  step;
    while ((step = coach_step(v->coach)) == COACH_PASSED) {}
    v->over = step == COACH_OVER;
    v->thought_us = thinking_time_us() - began;
}

static void after_judging(uv_work_t *work, int status)
{
    Reviewing *v = work->data;
    House     *h = v->house;
    queue_leave(h->queue, &v->turn, v->thought_us);
    bool whole = v->over || coach_review(v->coach)->n >= LIMIT_REVIEW_DECISIONS;
    if (v->client && !status && !whole) {
        if (house_now(h) - v->told >= TOLD_EVERY_MS) send_progress(v);
        queue_add(h->queue, &v->turn);
    } else {
        if (v->client && whole) send_review(v->client, v->re, v->table, keep(v));
        end(v);
    }
    jobs_go_on(h);
}

static Reviewing *reviewing_of(Turn *t) { return (Reviewing *)(void *)((char *)t - offsetof(Reviewing, turn)); }

static void begin(Turn *turn)
{
    Reviewing *v = reviewing_of(turn);
    uv_queue_work(v->house->loop, &v->work, judge_one, after_judging);
}

/* One that thinks ends with its decision; one that waits at once. */
static void forget(Reviewing *v)
{
    v->client = NULL;
    if (v->turn.thinks) return;
    queue_leave(v->house->queue, &v->turn, 0);
    end(v);
}

static int of_address(const Reviews *all, const Account *address)
{
    int n = 0;
    for (const Reviewing *v = all->first; v; v = v->next) n += v->turn.address == address;
    return n;
}

bool review_ask(Client *c, const Room *r, TapSeat seat, const char *re)
{
    House   *h = c->house;
    Reviews *all = h->reviews;
    review_give_up(c);
    const KeptReview *known = find_kept(all, r->id, seat);
    if (known) {
        send_review(c, re, r->id, known->fields);
        return true;
    }
    if (h->closing || queue_lowers(h->queue, c->by_address, STANDING_OTHER) > 1 || all->n >= LIMIT_REVIEWS ||
        (!h->one_address && of_address(all, c->by_address) >= LIMIT_ADDRESS_REVIEWS))
        return false;
    Reviewing *v = calloc(1, sizeof *v);
    assert(v);
    *v = (Reviewing){
        .house = h,
        .client = c,
        .seat = seat,
        .game = r->setup.game,
        .coach = coach_new(r->record, seat, REVIEW_BOT, NULL),
        .turn = {.standing = STANDING_OTHER, .begin = begin},
        .next = all->first,
    };
    assert(v->coach);
    strcpy(v->table, r->id);
    snprintf(v->re, sizeof v->re, "%s", re ? re : "");
    v->work.data = v;
    v->turn.address = account_hold(&h->accounts, c->by_address->name, house_now(h));
    v->turn.guest = account_hold(&h->accounts, c->guest, house_now(h));
    if (v->next) v->next->prev = v;
    all->first = v;
    all->n++;
    h->metrics.bots_thinking++;
    send_progress(v);
    queue_add(h->queue, &v->turn);
    jobs_go_on(h);
    return true;
}

void review_give_up(Client *c)
{
    for (Reviewing *v = c->house->reviews->first, *next; v; v = next) {
        next = v->next;
        if (v->client != c) continue;
        client_error(c, v->re, v->table, "stale", "This review was given up.");
        forget(v);
    }
}

void reviews_open(House *h)
{
    h->reviews = calloc(1, sizeof *h->reviews);
    assert(h->reviews);
}

void reviews_free(House *h)
{
    for (int i = 0; i < LIMIT_REVIEWS_KEPT; i++) free(h->reviews->kept[i].fields);
    free(h->reviews);
}

void reviews_forget_client(Client *c)
{
    for (Reviewing *v = c->house->reviews->first, *next; v; v = next) {
        next = v->next;
        if (v->client == c) forget(v);
    }
}

void reviews_forget_all(House *h)
{
    for (Reviewing *v = h->reviews->first, *next; v; v = next) {
        next = v->next;
        forget(v);
    }
}
