#include "server/rooms/held.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/rooms/client.h"

struct HeldText {
    int    users;
    size_t n;
    char   text[];
};

struct Held {
    HeldText    *text;
    int          seq;
    int64_t      due;
    struct Held *next;
};

HeldText *held_text(const char *text, size_t n)
{
    HeldText *t = malloc(sizeof *t + n);
    assert(t);
    t->users = 1;
    t->n = n;
    memcpy(t->text, text, n);
    return t;
}

void held_text_free(HeldText *t)
{
    if (t && !--t->users) free(t);
}

bool held_is_late(const Member *m)
{
    return m->room->delay && m->room->phase == PHASE_PLAYING && m->seat == TAP_NOBODY && !client_is_program(m->client);
}

static void drop_first(Member *m)
{
    struct Held *first = m->held;
    m->held = first->next;
    m->held_bytes -= first->text->n;
    held_text_free(first->text);
    free(first);
}

static void give(Member *m, const HeldText *t, int seq)
{
    client_send(m->client, t->text, t->n);
    if (seq >= 0) m->given = seq;
}

void held_forget(Member *m)
{
    if (!m->held) return;
    while (m->held) drop_first(m);
    m->seen = m->given;
}

bool held_is_full(const Member *m) { return m->held_bytes > LIMIT_HELD_BYTES; }

void held_send(Member *m, HeldText *t, int seq)
{
    if (!held_is_late(m)) {
        give(m, t, seq);
        return;
    }
    struct Held *h = malloc(sizeof *h), **at = &m->held;
    assert(h);
    *h = (struct Held){t, seq, house_now(m->room->house) + 1000 * (int64_t)m->room->delay, NULL};
    t->users++;
    m->held_bytes += t->n;
    while (*at) at = &(*at)->next;
    *at = h;
}

void held_release(Room *r, int64_t now)
{
    for (Member *m = r->members; m; m = m->next)
        while (m->held && (m->held->due <= now || !held_is_late(m))) {
            give(m, m->held->text, m->held->seq);
            drop_first(m);
        }
}

int64_t held_next(const Room *r)
{
    int64_t next = 0;
    for (const Member *m = r->members; m; m = m->next)
        if (m->held && (!next || m->held->due < next)) next = m->held->due;
    return next;
}
