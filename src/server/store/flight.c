#include "server/store/flight.h"

#include <assert.h>
#include <stdlib.h>

void flight_finish(Flight *f)
{
    uv_mutex_lock(&f->lock);
    bool mine = f->state == FLIGHT_WAITS;
    if (mine) f->state = FLIGHT_AT_WORK;
    while (!mine && f->state != FLIGHT_DONE) uv_cond_wait(&f->news, &f->lock);
    uv_mutex_unlock(&f->lock);
    if (!mine) return;
    f->write(f);
    uv_mutex_lock(&f->lock);
    f->state = FLIGHT_DONE;
    uv_cond_broadcast(&f->news);
    uv_mutex_unlock(&f->lock);
}

void flight_land(Flight *f)
{
    if (f->told) return;
    flight_finish(f);
    f->told = true;
    f->landing(f);
    gathered_free(&f->writes);
    f->done(f->whose, f->outcome, &f->why);
}

static void on_thread(uv_work_t *work) { flight_finish(work->data); }

static void after_thread(uv_work_t *work, int status)
{
    Flight *f = work->data;
    (void)status; /* cancelled: then it is done here */
    flight_land(f);
    uv_cond_destroy(&f->news);
    uv_mutex_destroy(&f->lock);
    free(f);
}

Flight *flight_begin(const Flight *given, uv_loop_t *loop)
{
    Flight *f = malloc(sizeof *f);
    assert(f);
    *f = (Flight){.store = given->store, .writes = given->writes, .applied = given->applied, .write = given->write,
                  .landing = given->landing, .done = given->done, .whose = given->whose,
                  .batch = given->batch, .place = given->place};
    f->work.data = f;
    uv_mutex_init(&f->lock);
    uv_cond_init(&f->news);
    uv_queue_work(loop, &f->work, on_thread, after_thread);
    return f;
}
