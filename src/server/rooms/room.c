#include "server/rooms/room.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/rooms/holding.h"

const char *const phase_word[3] = {"open", "playing", "over"};
const char *const chair_word[3] = {"open", "person", "bot"};
const char *const hints_word[3] = {"all", "shown", "off"};

Hints room_usual_hints(const TapGame *game) { return tap_game_hosts(game) ? HINTS_OFF : HINTS_SHOWN; }

bool room_is_finished(const Room *r) { return r->phase == PHASE_OVER && r->record && r->seq == r->flushed_seq; }

/* ---------------------------------------------------------- the house's list */

static unsigned bucket_of(const char *id)
{
    unsigned h = 2166136261u;
    for (; *id; id++) h = (h ^ (unsigned char)*id) * 16777619u;
    return h % ROOM_BUCKETS;
}

Room *room_new(House *h, const char *id)
{
    Room *r = calloc(1, sizeof *r);
    assert(r);
    r->house = h;
    snprintf(r->id, sizeof r->id, "%s", id);
    r->idle_since = r->stirred = house_now(h);
    r->window_s = r->window.base = r->glass.turn = -1;
    r->rested = -1;
    r->next = h->rooms;
    if (r->next) r->next->prev = r;
    h->rooms = r;
    unsigned b = bucket_of(id);
    r->next_in_bucket = h->bucket[b];
    h->bucket[b] = r;
    h->metrics.rooms++;
    r->due.of = r;
    room_look_at(r, 0);
    return r;
}

Room *room_in_memory(const House *h, const char *id)
{
    Room *r = h->bucket[bucket_of(id)];
    while (r && (r->dead || strcmp(r->id, id))) r = r->next_in_bucket;
    return r;
}

const TapSeen *room_seen(Room *r)
{
    if (r->seen_is_old) tap_seen_of(&r->seen, r->record);
    r->seen_is_old = false;
    return &r->seen;
}

void room_drop_game(Room *r)
{
    tap_record_free(r->record);
    free(r->answer_seq);
    free(r->undone);
    happenings_free(&r->fresh);
    r->record = NULL;
    r->answer_seq = NULL;
    r->undone = NULL;
    r->answer_room = r->undones = r->seq = r->flushed_seq = 0;
    r->deadline = r->hourglass = 0;
    r->rested = -1;
    r->glass.turn = r->window.base = -1;
    r->closed = false;
    free(r->hushed);
    r->hushed = NULL;
    r->late = 0;
    r->undo_ask.open = false;
}

void room_forget(Room *r)
{
    House *h = r->house;
    assert(!r->members && !r->dirty && !r->committing && !r->jobs);
    if (!r->borrowed) holding_release(h, r->id, NULL);
    due_drop(&h->due, &r->due);
    room_drop_game(r);
    for (TapSeat s = 0; s < TAP_SEATS; s++) free(r->chair[s].orders);
    free(r->shut_out);
    Room **at = &h->bucket[bucket_of(r->id)];
    while (*at != r) at = &(*at)->next_in_bucket;
    *at = r->next_in_bucket;
    if (r->prev) r->prev->next = r->next;
    else h->rooms = r->next;
    if (r->next) r->next->prev = r->prev;
    h->metrics.rooms--;
    room_charge(r, NULL);
    free(r);
}

void room_free_all(House *h)
{
    h->dirty = NULL;
    while (h->rooms) {
        h->rooms->dirty = false;
        h->rooms->committing = 0;
        room_forget(h->rooms);
    }
    due_free(&h->due);
}

/* ------------------------------------------------------- the house's space */

void room_charge(Room *r, Account *a)
{
    if (r->payer == a) return;
    if (r->payer) {
        r->payer->rooms--;
        account_drop(r->payer);
    }
    r->payer = a;
    if (!a) return;
    a->rooms++;
    a->held++;
}

static int rooms_of_payer(const Room *r) { return r->payer ? r->payer->rooms : 0; }

static int who_leaves_first(const void *a, const void *b)
{
    const Room *one = *(Room *const *)a, *other = *(Room *const *)b;
    int over = (other->phase == PHASE_OVER) - (one->phase == PHASE_OVER);
    int more = rooms_of_payer(other) - rooms_of_payer(one);
    if (over || more) return over ? over : more;
    return (one->idle_since > other->idle_since) - (one->idle_since < other->idle_since);
}

/* Of one address, or of all; at most so many. */
static void put_away(House *h, const Account *of, int most)
{
    int    n = 0;
    Room **idle = malloc((size_t)h->metrics.rooms * sizeof *idle);
    assert(idle || !h->metrics.rooms);
    for (Room *r = h->rooms; r; r = r->next)
        if (!r->members && !r->dirty && !r->committing && !r->jobs && !r->in_use && (!of || r->payer == of))
            idle[n++] = r;
    qsort(idle, (size_t)n, sizeof *idle, who_leaves_first);
    for (int i = 0; i < n && i < most; i++) {
        h->lobby_changed = h->lobby_changed || idle[i]->is_public;
        room_forget(idle[i]);
    }
    free(idle);
}

bool rooms_have_space(House *h, Account *address)
{
    int share = h->most_tables / ADDRESS_SHARE;
    if (address && !h->one_address && address->rooms >= share) {
        put_away(h, address, 1 + share / PUT_AWAY_PART);
        if (address->rooms >= share) return false;
    }
    if (h->metrics.rooms >= h->most_tables) put_away(h, NULL, 1 + h->most_tables / PUT_AWAY_PART);
    return h->metrics.rooms < h->most_tables;
}

/* ---------------------------------------------------------------- changes */

bool room_is_written_to(const Room *r) { return r->save || r->seq != r->flushed_seq; }

void room_look_at(Room *r, int64_t when) { due_set(&r->house->due, &r->due, when); }

static void mark(Room *r)
{
    House *h = r->house;
    house_touch(h);
    r->stirred = house_now(h);
    room_look_at(r, 0); /* what it waits for may be another thing now */
    if (r->dirty) return;
    r->dirty = true;
    r->next_dirty = h->dirty;
    h->dirty = r;
}

void room_unmark(Room *r)
{
    Room **at = &r->house->dirty;
    assert(!r->save && r->seq == r->flushed_seq);
    while (*at && *at != r) at = &(*at)->next_dirty;
    if (*at) *at = r->next_dirty;
    r->next_dirty = NULL;
    r->dirty = r->tell_table = r->tell_game = false;
}

void room_changed(Room *r)
{
    r->save = r->tell_table = true;
    if (r->is_public) r->house->lobby_changed = true;
    mark(r);
}

void room_told(Room *r)
{
    r->tell_table = true;
    mark(r);
}

void room_moved(Room *r)
{
    r->tell_game = true;
    mark(r);
}

void room_saved(Room *r)
{
    r->save = true;
    mark(r);
}

void room_seat_told(Room *r, TapSeat seat)
{
    for (Member *m = r->members; m; m = m->next)
        if (m->seat == seat) m->wants_update = true;
    mark(r);
}
