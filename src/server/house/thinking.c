#include "server/house/thinking.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include <taproom/bot.h>

#include "server/ground/logs.h"
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
    bool      found;
    TapMove   move;
    int       hints;
    TapHint   hint[HINTS];
    Job      *next;
};

/* On another thread: touches nothing but its own copies. */
static void think(uv_work_t *work)
{
    Job     *job = work->data;
    TapError error;
    TapBot  *bot = tap_bot_new(job->bot, job->luck, &error);
    if (!bot) return;
    job->move = tap_bot_decide(bot, &job->setup, &job->state, job->seat);
    job->hints = tap_bot_hints(bot, job->hint, HINTS);
    job->found = true;
    tap_bot_free(bot);
}

static bool is_still_asked(const Job *job)
{
    const Room *r = job->room;
    return r && r->record && r->phase == PHASE_PLAYING && r->chair[job->seat].asked_since == job->asked_since &&
           tap_has(room_asked(r), job->seat);
}

static void send_hints(const Job *job)
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
        out_number(o, "visits", hint->visits);
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

static void after_thinking(uv_work_t *work, int status)
{
    Job   *job = work->data;
    House *h = job->house;
    Room  *r = job->room;
    Job  **at = &h->jobs;
    while (*at != job) at = &(*at)->next;
    *at = job->next;
    h->metrics.bots_thinking--;
    if (r) room_look_at(r, 0);
    if (r && r->job == job) r->job = NULL;
    bool useful = !status && job->found && is_still_asked(job);
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

static Job *start(Room *r, TapSeat seat, JobKind kind, const char *bot)
{
    House *h = r->house;
    Job   *job = calloc(1, sizeof *job);
    assert(job);
    job->house = h;
    job->room = r;
    job->kind = kind;
    job->seat = seat;
    job->asked_since = r->chair[seat].asked_since;
    randombytes_buf(&job->luck, sizeof job->luck); /* its randomness is never the game's */
    snprintf(job->bot, sizeof job->bot, "%s", bot);
    job->setup = r->setup;
    memcpy(&job->state, tap_record_state(r->record), tap_state_size(&r->setup));
    job->work.data = job;
    job->next = h->jobs;
    h->jobs = job;
    h->metrics.bots_thinking++;
    uv_queue_work(h->loop, &job->work, think, after_thinking);
    return job;
}

void bots_tick(Room *r, int64_t now)
{
    if (r->job || !r->record || r->phase != PHASE_PLAYING || r->house->closing) return;
    if (now < r->bot_at && !hushed_is_open(r)) return; /* in a window nobody sees how quick they are */
    TapSeatSet asked = room_asked(r);
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        if (!tap_has(asked, s) || !seat_is_played_by_bot(r, s)) continue;
        const Chair *c = &r->chair[s];
        if (chair_is_remote(c) && remote_tick(r, s, now)) {
            if (r->seq != r->flushed_seq) return;
            continue;
        }
        r->job = start(r, s, JOB_BOT, c->kind == CHAIR_BOT && !chair_is_remote(c) ? c->bot : DEFAULT_BOT);
        return;
    }
}

void bots_answer_late(Room *r, TapSeat seat)
{
    if (!r->job && !r->house->closing) r->job = start(r, seat, JOB_LATE, DEFAULT_BOT);
}

bool hint_ask(Client *c, Room *r, TapSeat seat, const char *re)
{
    if (c->house->closing || !tap_has(room_asked(r), seat)) return false;
    Job *job = start(r, seat, JOB_HINT, HINT_BOT);
    job->client = c;
    snprintf(job->re, sizeof job->re, "%s", re ? re : "");
    return true;
}

void jobs_forget_room(Room *r)
{
    r->job = NULL;
    for (Job *job = r->house->jobs; job; job = job->next)
        if (job->room == r) {
            job->room = NULL;
            uv_cancel((uv_req_t *)&job->work);
        }
}

void jobs_forget_client(Client *c)
{
    for (Job *job = c->house->jobs; job; job = job->next)
        if (job->client == c) {
            job->client = NULL;
            uv_cancel((uv_req_t *)&job->work);
        }
}
