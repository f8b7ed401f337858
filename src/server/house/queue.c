#include "server/house/queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { OTHERS_EVERY = 8 }; /* of so many turns one is theirs first who need not wait for it */

/* A long queue lowers the level; it rises again, one by one, when nearly nobody waits. */
static int lowered_by(int waiting, int lowered, int long_queue, int longer_queue)
{
    if (waiting >= longer_queue) return 2;
    if (waiting >= long_queue && lowered < 1) return 1;
    if (waiting < long_queue / 4 && lowered) return lowered - 1;
    return lowered;
}

static void count(Queue *q, Account *address, int change)
{
    q->waiting += change;
    address->bots.waiting += change;
    for (int s = 0, before = 0; s < STANDINGS; s++) {
        before += q->addresses[s];
        q->lowered[s] = lowered_by(q->shared ? q->waiting : before, q->lowered[s], 4 * LONG_QUEUE, 4 * LONGER_QUEUE);
    }
    address->bots.lowered = lowered_by(address->bots.waiting, address->bots.lowered, LONG_QUEUE, LONGER_QUEUE);
}

static int most_of_one(const Queue *q)
{
    return q->shared || q->threads < 2 ? q->threads : q->threads / 2;
}

/* In line are those who wait and may have another thread. */
static void set_line(Queue *q, Account *address)
{
    for (int s = 0; s < STANDINGS; s++) {
        address->bots.due[s].of = address;
        if (address->bots.first[s] && address->bots.at_work < most_of_one(q))
            due_set(&q->line[s], &address->bots.due[s], address->bots.thought);
        else due_drop(&q->line[s], &address->bots.due[s]);
    }
}

void queue_add(Queue *q, Turn *t)
{
    Account *a = t->address;
    if (!a->bots.waiting && !a->bots.at_work && a->bots.thought < q->floor) a->bots.thought = q->floor;
    if (t->guest->bots.thought < a->bots.floor) t->guest->bots.thought = a->bots.floor;
    t->thinks = false;
    t->next = NULL;
    t->prev = a->bots.last[t->standing];
    if (t->prev) t->prev->next = t;
    else a->bots.first[t->standing] = t, q->addresses[t->standing]++;
    a->bots.last[t->standing] = t;
    count(q, a, 1);
    set_line(q, a);
}

static void take_out(Queue *q, Turn *t)
{
    Account *a = t->address;
    if (t->prev) t->prev->next = t->next;
    else a->bots.first[t->standing] = t->next;
    if (t->next) t->next->prev = t->prev;
    else a->bots.last[t->standing] = t->prev;
    q->addresses[t->standing] -= !a->bots.first[t->standing];
    count(q, a, -1);
}

Turn *queue_next(Queue *q)
{
    if (q->at_work >= q->threads) return NULL;
    Due *seated = due_first(&q->line[STANDING_SEATED]);
    Due *other = q->others_at_work < most_of_one(q) ? due_first(&q->line[STANDING_OTHER]) : NULL;
    bool others_first = q->picked % OTHERS_EVERY == OTHERS_EVERY - 1;
    Due *due = (others_first && other) || !seated ? other : seated;
    if (!due) return NULL;
    Account *a = due->of;
    Turn    *best = a->bots.first[due == other ? STANDING_OTHER : STANDING_SEATED];
    for (Turn *t = best->next; t; t = t->next)
        if (t->guest->bots.thought < best->guest->bots.thought) best = t;
    take_out(q, best);
    best->thinks = true;
    q->picked++;
    q->at_work++;
    q->others_at_work += best->standing == STANDING_OTHER;
    a->bots.at_work++;
    if (q->floor < a->bots.thought) q->floor = a->bots.thought;
    if (a->bots.floor < best->guest->bots.thought) a->bots.floor = best->guest->bots.thought;
    set_line(q, a);
    return best;
}

void queue_leave(Queue *q, Turn *t, int64_t thought_us)
{
    Account *a = t->address;
    if (t->thinks) {
        q->at_work--;
        q->others_at_work -= t->standing == STANDING_OTHER;
        a->bots.at_work--;
        a->bots.thought += thought_us;
        if (t->guest != a) t->guest->bots.thought += thought_us;
    } else take_out(q, t);
    set_line(q, a);
}

int queue_lowers(const Queue *q, const Account *address, Standing standing)
{
    int own = q->shared ? 0 : address->bots.lowered, all = q->lowered[standing];
    return own > all ? own : all;
}

const char *queue_level(const char *bot, int lowered)
{
    static const char *const levels[] = {"search:1", "search:2", "search:3"};
    for (int i = 0; i < (int)(sizeof levels / sizeof *levels); i++)
        if (!strcmp(bot, levels[i])) return levels[i > lowered ? i - lowered : 0];
    return bot;
}

void queue_free(Queue *q)
{
    assert(!q->waiting && !q->at_work);
    for (int s = 0; s < STANDINGS; s++) due_free(&q->line[s]);
}
