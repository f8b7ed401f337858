#include "server/house/thinking.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include <taproom/bot.h>

#include "server/ground/logs.h"
#include "server/house/queue.h"
#include "server/programs/remote.h"
#include "server/rooms/hushed.h"
#include "server/rooms/playing.h"
#include "server/rooms/seats.h"
#include "server/rooms/open_window.h"

typedef enum JobKind { JOB_BOT, JOB_LATE, JOB_HINT } JobKind;
enum { HINTS = 16 };

typedef struct Job Job;
struct Job {
    uv_work_t work;
    Turn      turn;
    House    *house;
    Room     *room;   /* NULL when nobody waits for it any more */
    Client   *client; /* of a hint */
    JobKind   kind;
    TapSeat   seat;
    int       asked_since;
    uint64_t  luck;
    char      bot[BOT_BYTES], re[ID_BYTES];
    TapSetup  setup;
    TapState  state;
    TapSeen   seen;
    bool      found, left; /* left: it has no thread any more, and is in nobody's account */
    bool      waits;       /* until what was written of its room is durable */
    TapMove   move;
    int       hints;
    TapHint   hint[HINTS];
    int64_t   thought_us;
    Job      *next, *prev;
};

int64_t thinking_time_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* On another thread: touches nothing but its own copies. */
static void think(uv_work_t *work)
{
    Job     *job = work->data;
    TapError error;
    int64_t  began = thinking_time_us();
    TapBot  *bot = tap_bot_new(job->bot, job->luck, &error);
    if (!bot) return;
    tap_bot_catch_up(bot, &job->seen);
    job->move = tap_bot_decide(bot, &job->setup, &job->state, job->seat);
    job->hints = tap_bot_hints(bot, job->hint, HINTS);
    job->found = true;
    tap_bot_free(bot);
    job->thought_us = thinking_time_us() - began;
}

static bool is_still_asked(const Job *job)
{
    const Room *r = job->room;
    return r && r->record && r->phase == PHASE_PLAYING && r->chair[job->seat].asked_since == job->asked_since &&
           tap_has(room_asked(r), job->seat);
}

static void send_hints(Job *job)
{
    Room  *r = job->room;
    House *h = job->house;
    Out   *o = &h->out;
    tap_view(&r->setup, tap_record_state(r->record), job->seat, &h->scratch.view);
    out_clear(o);
    out_open(o, NULL, '{');
    out_string(o, "type", "hints");
    if (job->re[0]) out_string(o, "re", job->re);
    out_string(o, "table", r->id);
    out_number(o, "seq", r->seq);
    char reason[400];
    bool coins = tap_hints_told(&r->setup, &h->scratch.view, job->hint, job->hints);
    tap_hint_reason(&h->scratch.view, job->hint, job->hints, reason, sizeof reason);
    if (reason[0]) out_string(o, "reason", reason);
    if (coins) out_bool(o, "coins", true);
    TapOdds odds;
    if (job->hints && tap_hint_odds(&h->scratch.view, job->hint, &odds)) {
        out_open(o, "odds", '{');
        out_number(o, "cost", odds.cost);
        out_number(o, "pot", odds.pot);
        out_real(o, "needs", (double)odds.needs);
        if (odds.wins >= 0) out_real(o, "wins", (double)odds.wins);
        out_close(o, '}');
    }
    out_open(o, "hints", '[');
    for (int i = 0; i < job->hints; i++) {
        const TapHint *hint = &job->hint[i];
        char word[TAP_WORDS], label[200] = "";
        if (!tap_move_write(&r->setup, tap_record_state(r->record), job->seat, hint->move, word, sizeof word)) continue;
        for (int k = 0; k < h->scratch.view.choices; k++)
            if (tap_choice_admits(&h->scratch.view.choice[k].choice, &hint->move)) {
                tap_label(&h->scratch.view.choice[k], &hint->move, label, sizeof label);
                break;
            }
        out_open(o, NULL, '{');
        out_string(o, "word", word);
        out_string(o, "label", label);
        out_real(o, "value", (double)hint->value);
        out_real(o, "noise", (double)hint->noise);
        out_number(o, "visits", hint->visits);
        if (i && tap_hint_alike(job->hint, hint)) out_bool(o, "alike", true);
        out_close(o, '}');
    }
    out_close(o, ']');
    out_close(o, '}');
    client_send(job->client, o->text, o->n);
}

static void go_on_in_window(Room *r)
{
    int64_t now = house_now(r->house);
    bots_tick(r, now);
    window_tick(r, now);
}

static void leave_queue(Job *job)
{
    if (job->left) return;
    job->left = true;
    queue_leave(job->house->queue, &job->turn, job->thought_us);
    job->turn.thinks = false;
    account_drop(job->turn.address);
    account_drop(job->turn.guest);
}

/* What it found is used if it is still asked; then it is gone. */
static void finish(Job *job)
{
    House *h = job->house;
    Room  *r = job->room;
    leave_queue(job);
    job->waits = r && (r->committing || room_is_written_to(r));
    if (job->waits) return;
    if (job->prev) job->prev->next = job->next;
    else h->jobs = job->next;
    if (job->next) job->next->prev = job->prev;
    h->metrics.bots_thinking--;
    if (r) {
        room_look_at(r, 0);
        r->jobs--;
        if (r->job == job) r->job = NULL;
    }
    bool useful = job->found && is_still_asked(job);
    if (useful && job->kind == JOB_HINT) {
        if (job->client) send_hints(job);
    } else if (useful && (job->kind == JOB_LATE || seat_is_played_by_bot(r, job->seat))) {
        TapError error;
        int      seq;
        h->metrics.bot_answers++;
        PlayResult played = play_answer(r, job->seat, job->move, job->kind == JOB_LATE, NULL, &seq, &error);
        if (played == PLAY_FAILED)
            log_say("a bot's answer at table %s could not be written: %s", r->id, error.text);
        if (played == PLAY_HUSHED) go_on_in_window(r);
    } else if (job->kind == JOB_HINT && job->client)
        client_error(job->client, job->re, r ? r->id : NULL, "stale", "The question has changed.");
    free(job);
}

static void after_thinking(uv_work_t *work, int status)
{
    Job   *job = work->data;
    House *h = job->house;
    job->found = job->found && !status;
    finish(job);
    jobs_go_on(h);
}

static Job *job_of(Turn *t) { return (Job *)(void *)((char *)t - offsetof(Job, turn)); }

static void begin(Turn *turn)
{
    Job  *job = job_of(turn);
    Room *r = job->room;
    if (!is_still_asked(job)) {
        finish(job);
        return;
    }
    job->setup = r->setup;
    memcpy(&job->state, tap_record_state(r->record), tap_state_size(&r->setup));
    job->seen = *room_seen(r);
    uv_queue_work(job->house->loop, &job->work, think, after_thinking);
}

/* As many as there are threads for. */
void jobs_go_on(House *h)
{
    for (Turn *turn; (turn = queue_next(h->queue));) turn->begin(turn);
}

/* Of those who sit here and wait for the bots the one whose address has least to wait for; else one who watches; NULL:
 * nobody is here. */
static const Client *who_waits(const Room *r, Standing *ret)
{
    const Client *found = NULL;
    *ret = STANDING_OTHER;
    for (const Member *m = r->members; m; m = m->next) {
        const Client *c = m->client;
        if (client_is_program(c)) continue;
        Standing standing = m->seat == TAP_NOBODY ? STANDING_OTHER : STANDING_SEATED;
        bool quicker = found && c->by_address->bots.waiting < found->by_address->bots.waiting;
        if (found && standing >= *ret && (standing > *ret || !quicker)) continue;
        found = c;
        *ret = standing;
    }
    return found;
}

static void take_account(const Room *r, const Client *asks, Turn *ret)
{
    House        *h = r->house;
    const Client *c = asks ? asks : who_waits(r, &ret->standing);
    int64_t       now = house_now(h);
    if (asks) ret->standing = STANDING_OTHER;
    ret->address = account_hold(&h->accounts, c ? c->by_address->name : r->payer ? r->payer->name : "", now);
    ret->guest = account_hold(&h->accounts, c ? c->guest : r->host, now);
}

/* asks: who wants a hint, or NULL. */
static Job *start(Room *r, TapSeat seat, JobKind kind, const char *bot, Client *asks)
{
    House *h = r->house;
    Job   *job = calloc(1, sizeof *job);
    assert(job);
    job->house = h;
    job->room = r;
    job->kind = kind;
    job->seat = seat;
    job->client = asks;
    job->asked_since = r->chair[seat].asked_since;
    randombytes_buf(&job->luck, sizeof job->luck); /* its randomness is never the game's */
    snprintf(job->bot, sizeof job->bot, "%s", bot);
    job->work.data = job;
    job->next = h->jobs;
    if (job->next) job->next->prev = job;
    h->jobs = job;
    r->jobs++;
    h->metrics.bots_thinking++;
    job->turn.begin = begin;
    take_account(r, asks, &job->turn);
    queue_add(h->queue, &job->turn);
    return job;
}

bool bots_leave_it(const Room *r, int64_t now)
{
    TapSeatSet asked = room_asked(r);
    bool       person = false;
    if (!tap_asks_one(tap_record_state(r->record))) return false;
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        person = person || (tap_has(asked, s) && !seat_is_played_by_bot(r, s));
    return person && (!r->deadline || now < r->deadline - 500 * (int64_t)r->clock);
}

void bots_tick(Room *r, int64_t now)
{
    if (r->job || !r->record || r->phase != PHASE_PLAYING || r->house->closing) return;
    if (bots_leave_it(r, now)) return;
    if (now < r->bot_at && !hushed_is_open(r)) return; /* in a window nobody sees how quick they are */
    TapSeatSet asked = room_asked(r);
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        if (!tap_has(asked, s) || !seat_is_played_by_bot(r, s)) continue;
        const Chair *c = &r->chair[s];
        if (chair_is_remote(c) && remote_tick(r, s, now)) {
            if (r->seq != r->flushed_seq) return;
            continue;
        }
        if (!room_is_attended(r, now)) continue;
        bool own = c->kind == CHAIR_BOT && !chair_is_remote(c);
        r->job = start(r, s, JOB_BOT, own ? queue_level(c->bot, c->lowered) : DEFAULT_BOT, NULL);
        jobs_go_on(r->house);
        return;
    }
}

void bots_answer_late(Room *r, TapSeat seat)
{
    if (r->job || r->house->closing) return;
    r->job = start(r, seat, JOB_LATE, DEFAULT_BOT, NULL);
    jobs_go_on(r->house);
}

bool hint_ask(Client *c, Room *r, TapSeat seat, const char *re)
{
    if (c->house->closing || queue_lowers(c->house->queue, c->by_address, STANDING_OTHER) > 1) return false;
    Job *job = start(r, seat, JOB_HINT, HINT_BOT, c);
    snprintf(job->re, sizeof job->re, "%s", re ? re : "");
    jobs_go_on(c->house);
    return true;
}

/* Decided when a question is put and not when a bot begins: in a window nobody learns when that is. */
void bots_set_levels(Room *r)
{
    Standing standing;
    if (r->phase != PHASE_PLAYING || !r->tell_game) return;
    const Client *c = who_waits(r, &standing);
    if (!c) return;
    int lowered = queue_lowers(r->house->queue, c->by_address, standing);
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        Chair *chair = &r->chair[s];
        if (chair->kind != CHAIR_BOT || chair->lowered == lowered) continue;
        if (strcmp(queue_level(chair->bot, chair->lowered), queue_level(chair->bot, lowered))) r->tell_table = true;
        chair->lowered = lowered;
    }
}

_Static_assert(COMMITTERS == STORE_COMMITS + 5, "each of them may wait for the database");

void jobs_open(House *h)
{
    const char *threads = getenv("UV_THREADPOOL_SIZE");
    int         all = threads ? atoi(threads) : 0;
    h->queue = calloc(1, sizeof *h->queue);
    assert(h->queue);
    h->queue->threads = all > COMMITTERS ? all - COMMITTERS : THINKERS;
    h->queue->shared = h->one_address;
}

void jobs_free(House *h)
{
    queue_free(h->queue);
    free(h->queue);
}

void jobs_land(House *h)
{
    for (Job *job = h->jobs, *next; job; job = next) {
        next = job->next;
        if (job->waits) finish(job);
    }
}

/* One that thinks goes on, and nobody listens; one that waits is no more. */
static void forget(Job *job)
{
    if (job->room) {
        job->room->jobs--;
        if (job->room->job == job) job->room->job = NULL;
        job->room = NULL;
    }
    if (!job->turn.thinks) finish(job);
}

void jobs_forget_room(Room *r)
{
    for (Job *job = r->jobs ? r->house->jobs : NULL, *next; job; job = next) {
        next = job->next;
        if (job->room == r) forget(job);
    }
}

void jobs_forget_client(Client *c)
{
    for (Job *job = c->house->jobs, *next; job; job = next) {
        next = job->next;
        if (job->client != c) continue;
        job->client = NULL;
        forget(job);
    }
}

void jobs_forget_all(House *h)
{
    for (Job *job = h->jobs, *next; job; job = next) {
        next = job->next;
        forget(job);
    }
}
