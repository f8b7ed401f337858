#include "server/house/house.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <sodium.h>

#include "server/ground/folder.h"
#include "server/ground/logs.h"
#include "server/house/abroad.h"
#include "server/house/acks.h"
#include "server/house/clock.h"
#include "server/house/coaching.h"
#include "server/house/doorman.h"
#include "server/house/passing.h"
#include "server/house/publish.h"
#include "server/house/requests.h"
#include "server/house/retention.h"
#include "server/house/thinking.h"
#include "server/house/visitors.h"
#include "server/house/waiting.h"
#include "server/programs/remote.h"
#include "server/rooms/coming.h"
#include "server/rooms/held.h"
#include "server/rooms/guests.h"
#include "server/rooms/holding.h"
#include "server/rooms/hushed.h"
#include "server/rooms/kept.h"
#include "server/rooms/open_window.h"
#include "server/rooms/room_content.h"
#include "server/rooms/seats.h"
#include "server/store/write_ahead.h"
#include "text/fail.h"

/* One of the commits under way. */
typedef struct Commit {
    House       *house;
    int          place;      /* among them */
    bool         under_way;  /* and not told of yet */
    bool         late;       /* it came to an end while the lease had run out: it is told of when that is renewed */
    uint64_t     submitted;  /* when it began, in ns */
    StoreOutcome outcome;    /* of one that is late, and why */
    TapError     why;
} Commit;

/* The house with what keeps it going, which no other part needs to see. */
typedef struct Keeper {
    House      house;
    uv_timer_t tick, gather; /* gather: what came right after a commit waits for the next one */
    uv_check_t check;
    uint64_t   submitted; /* when the last commit began, in ns */
    int        lock;    /* held while this house is open: two would each play their own game of the same tables */
    int64_t    lobby_sent;
    int64_t    reread;  /* when it was last tried to read back what could not be */
    Metrics    shown;   /* as they were at the last commit */
    int64_t    passed_on, counted; /* messages that were passed on when that was counted last: commits are elsewhere */
    Retention  retention;
    void     (*lost)(const char *why);
    int64_t    settle_ms; /* of several nodes: a quiet table goes to where its people are */
    Commit     commit[STORE_COMMITS];
} Keeper;

static Keeper *keeper_of(House *h) { return (Keeper *)(void *)h; }

/* ---------------------------------------------------------------- opening */

static void on_check(uv_check_t *check);
static void on_kept(void *of, const AsideAnswer *);
static void on_news(House *);
static void on_lost(House *, const char *why);
static void hear_again(Client *c, const char *text, size_t n);
static Client *new_visitor(House *, void *connection, const Transport *, const FrameGuest *);
static const VisitorsDoor visitors_door = {.comes = new_visitor, .says = client_message, .goes = client_gone};
static bool can_reach(House *h, const char *address) { return h->roads && h->roads->to(h->roads_of, address); }
static bool rather(House *h, char ret_address[LINE_ADDRESS_BYTES])
{
    return abroad_is_quieter(h, ret_address) && can_reach(h, ret_address);
}
static void on_given(House *h, const char *table, void *to) { visitors_give(h, to, table); }
static void on_tick(uv_timer_t *timer) { house_tick(timer->data); }

/* A file of the house before it is opened: what was damaged of its log is mended, and if its layout is older it is
 * copied first. Both are said. */
static bool prepare(const char *folder, const char *file, char *ret_path, TapError *error)
{
    char copy[PATH_BYTES];
    snprintf(ret_path, PATH_BYTES, "%.4000s/%s", folder, file);
    switch (write_ahead_mend(ret_path, copy, sizeof copy, error)) {
    case WRITE_AHEAD_WHOLE: break;
    case WRITE_AHEAD_MENDED:
        log_each(LEVEL_WARNING, "the log of %s was damaged and is mended; nothing is lost. As it was: %s", file, copy);
        break;
    case WRITE_AHEAD_PATCHED:
        log_each(LEVEL_ERROR, "the log of %s is damaged; what can be read of it is used. As it was: %s", file, copy);
        break;
    case WRITE_AHEAD_CUT:
        log_each(LEVEL_ERROR,
                 "the log of %s is broken before its end; what was committed after that is lost, unless the disk "
                 "failed then and it never was. As it was: %s",
                 file, copy);
        break;
    case WRITE_AHEAD_FAILED: return false;
    }
    if (!store_sqlite_keep_older(ret_path, copy, sizeof copy, error)) return false;
    if (copy[0]) log_each(LEVEL_INFO, "%s has an older layout and is brought up to date. A copy: %s", file, copy);
    return true;
}

static bool name_damaged(void *of, const char *table, int entries, const char *why)
{
    (void)of, (void)entries;
    if (why) log_each(LEVEL_ERROR, "table %s is damaged and set aside: %s", table, why);
    return true;
}

/* All that is kept is compared with its checksums. The house opens nevertheless: what is whole is played. */
static void check_all(House *h)
{
    TapError error = {{0}};
    if (h->store->kind->check(h->store, name_damaged, NULL, &error)) {
        log_each(LEVEL_ERROR, "the tables are not well kept any more: %s", error.text);
        log_each(LEVEL_ERROR,
                 "make a copy of the folder; taproom check-store says more, taproom restore goes back");
    }
    h->store->kind->commit(h->store, NULL);
}

static void say_worry(const char *text) { log_each(LEVEL_WARNING, "%s", text); }

/* Everything in a folder that one program has. */
static bool open_folder(House *h, const char *folder, TapError *error)
{
    char    path[PATH_BYTES];
    bool    taken;
    Keeper *k = keeper_of(h);
    if (!folder_open(folder, &k->lock, &taken, error)) return false;
    snprintf(path, sizeof path, "%.4000s/" KEY_FILE, folder);
    bool good = secrets_load(path, h->key, error) && prepare(folder, TABLES_FILE, path, error) &&
                (h->store = store_sqlite_open(path, error)) && prepare(folder, ASIDE_FILE, path, error) &&
                (h->aside = aside_open(store_sqlite_open(path, error), h->loop, on_kept, h));
    if (good) bars_open(&h->bars, folder);
    if (good) return true;
    if (h->store) h->store->kind->close(h->store);
    folder_close(k->lock);
    return false;
}

/* Everything in a database that other nodes have too. */
static bool open_node(House *h, const HouseNode *node, const char *folder, TapError *error)
{
    static const HoldingNews news = {.heard = on_news, .lost = on_lost, .can_reach = can_reach,
                                     .rather = rather, .given = on_given};
    char            mark[MARK_BYTES];
    const StoreNode me = {node->name, node->address, node->lease_ms, mark};
    Keeper         *k = keeper_of(h);
    bool            taken;
    k->lock = -1;
    k->lost = node->lost;
    k->settle_ms = node->settle_ms;
    if (folder && !folder_open(folder, &k->lock, &taken, error)) return false;
    if (secrets_load(node->key, h->key, error)) {
        secrets_mark(h->key, "store", mark);
        h->store = store_pg_open(node->store, &me, error);
    }
    if (h->store) holding_open(h, node->lease_ms, &news);
    Store *beside = h->store ? store_pg_open_beside(h->store, error) : NULL;
    if (!beside) {
        if (h->store) {
            holding_close(h);
            uv_run(h->loop, UV_RUN_NOWAIT); /* its timers come to their ends */
            holding_free(h);
            h->store->kind->close(h->store);
        }
        if (folder) folder_close(k->lock);
        return false;
    }
    h->aside = aside_open(beside, h->loop, on_kept, h);
    store_pg_worries(h->store, say_worry);
    doorman_hear(h);
    if (folder) doorman_look_for_bars(folder);
    return true;
}

House *house_open(const HouseOptions *options, uv_loop_t *loop, TapError *error)
{
    if (sodium_init() < 0) {
        fail_with(error, "This machine has no randomness to offer.");
        return NULL;
    }
    umask(077);
    Keeper *k = calloc(1, sizeof *k);
    assert(k);
    House *h = &k->house;
    h->transport = options->transport;
    h->games = options->games ? options->games : tap_games();
    h->shelf = options->shelf;
    h->one_address = options->one_address;
    h->most_tables = options->most_tables ? options->most_tables : LIMIT_TABLES_IN_MEMORY;
    h->loop = loop;
    h->keep_days = options->keep_days;
    if (options->node ? !open_node(h, options->node, options->data, error) : !open_folder(h, options->data, error)) {
        free(k);
        return NULL;
    }
    h->store->join = guest_join;
    if (!h->holding) check_all(h); /* of many nodes none reads all there is when it begins */
    acks_open(h);
    passing_open(h, hear_again);
    abroad_open(h);
    coming_open(h, on_news);
    visitors_open(h, &visitors_door);
    jobs_open(h);
    reviews_open(h);
    uv_timer_init(loop, &k->tick);
    uv_timer_init(loop, &k->gather);
    uv_check_init(loop, &k->check);
    uv_idle_init(loop, &h->idle);
    k->tick.data = k->gather.data = k->check.data = h;
    for (int i = 0; i < STORE_COMMITS; i++) k->commit[i] = (Commit){.house = h, .place = i};
    if (!options->by_hand) uv_timer_start(&k->tick, on_tick, TICK_MS, TICK_MS);
    uv_check_start(&k->check, on_check);
    room_load_active(h);
    return h;
}

void house_close(House *h)
{
    Keeper *k = keeper_of(h);
    if (uv_is_closing((uv_handle_t *)&k->tick)) return;
    house_leave(h);
    uv_close((uv_handle_t *)&k->tick, NULL);
    uv_close((uv_handle_t *)&k->gather, NULL);
    uv_close((uv_handle_t *)&k->check, NULL);
    uv_close((uv_handle_t *)&h->idle, NULL);
    holding_close(h);
}

void house_free(House *h)
{
    visitors_free(h);
    while (h->clients) client_gone(h->clients);
    waiting_free(h);
    passing_free(h);
    abroad_free(h);
    coming_free(h);
    room_free_all(h);
    content_free_kept(h);
    holding_free(h);
    h->store->kind->close(h->store);
    aside_free(h->aside);
    out_free(&h->out);
    acks_free(h);
    reviews_free(h);
    jobs_free(h);
    accounts_free(&h->accounts);
    sodium_memzero(h->key, sizeof h->key);
    if (keeper_of(h)->lock >= 0) folder_close(keeper_of(h)->lock);
    free(keeper_of(h));
}

bool house_lease(const House *h, HouseLease *ret)
{
    if (!h->holding) return false;
    *ret = (HouseLease){h->store->kind->epoch(h->store), h->store->kind->lease_left(h->store), h->store->committing};
    return true;
}

bool house_has_lapsed(const House *h) { return holding_lapsed(h); }

const uint8_t *house_key(const House *h) { return h->key; }
Metrics *house_metrics(House *h) { return &h->metrics; }

Metrics house_metrics_shown(const House *h)
{
    Metrics m = h->metrics, then = ((const Keeper *)(const void *)h)->shown;
    m.bots_thinking = then.bots_thinking;
    m.messages = then.messages;
    m.bad_messages = then.bad_messages;
    m.bot_answers = then.bot_answers;
    m.passed_on = ((const Keeper *)(const void *)h)->passed_on;
    m.sent_messages = then.sent_messages;
    m.sent_bytes = then.sent_bytes;
    return m;
}

void house_set_lan(House *h, const char *address) { snprintf(h->lan, sizeof h->lan, "%s", address); }

/* ------------------------------------------------------------ other nodes */

void house_set_roads(House *h, const Roads *roads, void *of)
{
    h->roads = roads;
    h->roads_of = of;
}

void house_line_is_up(House *h, NodeLine *line)
{
    if (line->called) holding_hurry(h);
}

bool house_line_hears(House *h, NodeLine *line, const char *text, size_t n)
{
    Frame frame;
    if (!frame_read(text, n, &frame)) return false;
    return line->called ? passing_hear(h, line, &frame) : visitors_hear(h, line, &frame);
}

void house_line_lost(House *h, NodeLine *line)
{
    if (line->called) passing_lost(h, line);
    else visitors_lost(h, line);
}

/* --------------------------------------------------------------- flushing */

/* Each person finds the table at the door again. */
static void note_people(Room *r)
{
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        Chair *c = &r->chair[s];
        if (c->kind == CHAIR_PERSON && !c->noted) guest_note_table(r->house, c->guest, r->id);
        c->noted = true;
    }
}

/* It waits, but not for a commit that is under way. */
static bool is_saved_now(const Room *r) { return r->save && !r->dead && !r->committing; }

static bool save_rooms(House *h, TapError *error)
{
    for (Room *r = h->dirty; r; r = r->next_dirty) {
        if (!is_saved_now(r)) continue;
        if (!content_keep(h, r->setup.content, error)) return false;
        if (r->phase != PHASE_OVER) r->finished = 0; /* also one that was, when an answer is taken back */
        else if (!r->finished) r->finished = (int64_t)time(NULL);
        out_clear(&h->out);
        room_write_document(r, &h->out);
        if (h->store->kind->put_table(h->store, r->id, r->phase != PHASE_OVER, h->out.text, error)) return false;
    }
    return true;
}

/* What happened is durable: everybody gets his part of it, and what follows by itself begins. */
static void show(Room *r)
{
    House  *h = r->house;
    int64_t now = house_now(h);
    if (r->closed) aside_drop(h->aside, r->id);
    r->closed = false;
    window_set(r, now);
    bots_set_levels(r);
    publish_room(r);
    window_tick(r, now);
    if (r->members && (now >= r->bot_at || hushed_is_open(r))) bots_tick(r, now);
}

/* After a failed commit the room is as the store has it, or gone. If the store cannot say, the room rests until it can:
 * its people would not know that they have to come in again. */
static void read_back(Room *r)
{
    House *h = r->house;
    jobs_forget_room(r);
    StoreResult found = room_reload(r);
    if (found == STORE_FAILED) {
        r->committing = ROOM_UNREAD;
        r->next_committing = h->unread;
        h->unread = r;
    }
    if (!found || found == STORE_FAILED) return;
    log_say("table %s cannot be read back", r->id);
    while (r->members) {
        client_error(r->members->client, NULL, r->id, "storage", "This table cannot be read now.");
        member_drop(r->members);
    }
    r->dead = true;
}

static void read_unread(House *h)
{
    Room *all = h->unread;
    h->unread = NULL;
    while (all) {
        Room *r = all;
        all = r->next_committing;
        r->next_committing = NULL;
        r->committing = 0;
        read_back(r);
    }
    jobs_land(h);
    waiting_hear(h, hear_again);
    house_touch(h);
}

/* Tables of which nothing is written need no commit: they are shown at once, whatever is under way. */
static void show_unwritten(House *h)
{
    Room *all = h->dirty, **stay = &h->dirty;
    Room *shown = NULL, **last = &shown;
    while (all) {
        Room *r = all, ***to = r->committing || (room_is_written_to(r) && !r->dead) ? &stay : &last;
        all = r->next_dirty;
        **to = r;
        *to = &r->next_dirty;
    }
    *stay = *last = NULL;
    acks_send(h);
    while (shown) {
        Room *r = shown;
        shown = r->next_dirty;
        r->dirty = r->save = false;
        r->next_dirty = NULL;
        room_look_at(r, 0);
        if (r->dead) r->tell_table = r->tell_game = false;
        else show(r);
    }
}

static bool is_any_under_way(const Keeper *k)
{
    for (int i = 0; i < STORE_COMMITS; i++)
        if (k->commit[i].under_way) return true;
    return false;
}

/* What a commit wrote is shown, or read back, and what waited for its rooms goes on. */
static void tell(Commit *c, StoreOutcome outcome, const TapError *why)
{
    House  *h = c->house;
    Keeper *k = keeper_of(h);
    bool    durable = outcome == STORE_DURABLE;
    Room  **rooms = &h->committing[c->place];
    c->under_way = c->late = false;
    h->metrics.commits++;
    h->metrics.commit_us += (int64_t)((uv_hrtime() - c->submitted) / 1000);
    if (!durable) {
        h->metrics.commit_failures++;
        log_say("a commit failed%s: %s", outcome == STORE_UNKNOWN ? ", and what became of it is not known" : "",
                why->text);
    }
    h->metrics.unknown += outcome == STORE_UNKNOWN;
    acks_land(h, c->place, outcome);
    while (*rooms) {
        Room *r = *rooms;
        bool  written = durable && !r->left_out;
        *rooms = r->next_committing;
        r->next_committing = NULL;
        r->committing = 0;
        r->left_out = false;
        room_look_at(r, 0);
        if (r->dead) r->tell_table = r->tell_game = false;
        else if (written) show(r);
        else read_back(r);
    }
    k->shown = h->metrics;
    holding_landed(h, c->place, durable);
    jobs_land(h);
    h->pauses = h->pauses && is_any_under_way(k);
    waiting_hear(h, hear_again);
    uv_update_time(h->loop);
    house_touch(h);
}

/* A commit is told of. It may be true and come too late to be shown. */
static void landed(void *of, StoreOutcome outcome, const TapError *why)
{
    Commit *c = of;
    House  *h = c->house;
    for (Room *r = outcome == STORE_DURABLE ? h->committing[c->place] : NULL; r; r = r->next_committing)
        r->left_out = h->store->kind->was_left_out(h->store, r->id);
    if (outcome == STORE_FENCED) on_lost(h, why->text);
    if (holding_lapsed(h)) {
        c->late = true;
        c->outcome = outcome;
        c->why = *why;
    } else tell(c, outcome, why);
}

/* A table was taken, or the lease renewed. */
static void on_news(House *h)
{
    Keeper *k = keeper_of(h);
    if (holding_lapsed(h)) return;
    for (int i = 0; i < STORE_COMMITS; i++)
        if (k->commit[i].late) tell(&k->commit[i], k->commit[i].outcome, &k->commit[i].why);
    if (h->waiting) waiting_hear(h, hear_again);
    doorman_hear(h);
    passing_look(h);
    house_touch(h);
}

static void on_lost(House *h, const char *why)
{
    if (!h->closing) keeper_of(h)->lost(why);
}

/* One that may begin; NULL: none. */
static Commit *free_commit(Keeper *k)
{
    Commit *found = NULL;
    for (int i = STORE_COMMITS - 1; i >= 0; i--) {
        if (k->commit[i].late) return NULL;
        if (!k->commit[i].under_way) found = &k->commit[i];
    }
    return found;
}

/* All that was written since the last one, but for rooms that rest already. Its rooms rest until it is told of. */
static void commit(House *h, bool here)
{
    TapError error = {{0}};
    Keeper  *k = keeper_of(h);
    Commit  *c = free_commit(k);
    for (Room *r = h->dirty; r; r = r->next_dirty)
        if (is_saved_now(r)) note_people(r);
    if (!here && !h->store->kind->may_submit(h->store)) return; /* one of them is under way: when that is told of */
    bool   saved = save_rooms(h, &error);
    Room **at = &h->dirty;
    while (*at) {
        Room *r = *at;
        if (r->committing) { /* it is under way, or cannot be read back yet */
            at = &r->next_dirty;
            continue;
        }
        *at = r->next_dirty;
        r->next_dirty = NULL;
        r->dirty = r->save = false;
        r->committing = c->place + 1;
        r->next_committing = h->committing[c->place];
        h->committing[c->place] = r;
    }
    acks_submit(h, c->place);
    holding_submitted(h, c->place);
    c->under_way = true;
    c->submitted = k->submitted = uv_hrtime();
    if (!saved) h->store->kind->rollback(h->store);
    if (saved && !here) h->store->kind->submit(h->store, h->loop, landed, c);
    else landed(c, saved ? h->store->kind->commit(h->store, &error) : STORE_NOT_WRITTEN, &error);
}

/* True if there is something to commit, and it need not wait for a commit under way. */
static bool may_commit(House *h)
{
    Keeper     *k = keeper_of(h);
    const Room *r = h->dirty;
    while (r && r->committing) r = r->next_dirty;
    return (r || h->store->writing) && free_commit(k) && !(h->pauses && is_any_under_way(k)) &&
           h->store->kind->may_submit(h->store);
}

static void flush(House *h, bool here)
{
    house_rest(h);
    if (holding_lapsed(h)) return;
    if (h->dirty || acks_wait(h)) show_unwritten(h);
    if (may_commit(h)) commit(h, here);
}

void house_flush(House *h) { flush(h, false); }

void house_drain(House *h)
{
    for (int i = 0; i < 3; i++) { /* bots that play at once might go on for ever */
        house_settle(h);
        flush(h, true);
    }
}

void house_leave(House *h)
{
    house_drain(h);
    h->closing = true;
    jobs_forget_all(h);
    reviews_forget_all(h);
    if (h->store->kind->leave) h->store->kind->leave(h->store);
}

static void on_gather(uv_timer_t *timer) { house_flush(timer->data); }

/* A quiet house answers at once. In a busy one a commit takes along what came within GATHER_MS of the one before:
   syncing the disk costs the same for one answer and for twenty. */
static void on_check(uv_check_t *check)
{
    House  *h = check->data;
    Keeper *k = keeper_of(h);
    house_rest(h);
    if (holding_lapsed(h)) return; /* when it is renewed this goes on */
    if (h->dirty || acks_wait(h)) show_unwritten(h);
    if (!may_commit(h) || uv_is_active((uv_handle_t *)&k->gather)) return;
    if (uv_hrtime() - k->submitted < GATHER_MS * UINT64_C(1000000)) uv_timer_start(&k->gather, on_gather, GATHER_MS, 0);
    else commit(h, false);
}

/* --------------------------------------------------- answers kept aside */

/* Only who gave the answer learns of it. */
static void on_kept(void *of, const AsideAnswer *a)
{
    House *h = of;
    Room  *r = room_in_memory(h, a->table);
    TapSeat seat = (TapSeat)a->seat;
    bool   open = r && hushed_is_open(r) && r->seq == a->base;
    bool   durable = a->outcome == STORE_DURABLE;
    if (a->outcome == STORE_FENCED) on_lost(h, "Its answers were refused: this node was taken for dead.");
    if (open && durable) {
        room_keep_aside(r, a);
        hushed_is_durable(r, seat);
    } else if (open) hushed_forget(r, seat);
    int  seq;
    bool logged = !durable && !open && h->store->kind->find(h->store, a->table, a->id, &seq, NULL) == STORE_OK;
    if (logged) acks_logged(h, a->table, a->id); /* the question closed and took the answer along */
    else acks_kept(h, a->table, a->id, a->outcome);
    if (open) room_seat_told(r, seat);
}

void house_settle(House *h)
{
    aside_settle(h->aside);
    h->store->kind->settle(h->store);
}

/* ------------------------------------------------------------------- time */

static void forget(Room *r)
{
    jobs_forget_room(r);
    room_forget(r);
}

/* A room nobody is in leaves memory after this. */
static int64_t idle_ms(House *h)
{
    int64_t settle = keeper_of(h)->settle_ms;
    return h->holding && 2 * settle < ROOM_IDLE_MS ? 2 * settle : ROOM_IDLE_MS;
}

/* The one other node where all who are in the room came in; NULL: there is none. */
static NodeLine *where_all_are(const Room *r)
{
    NodeLine *line = r->members ? visitor_line(r->members->client) : NULL;
    for (const Member *m = r->members; line && m; m = m->next)
        if (visitor_line(m->client) != line || client_is_program(m->client)) line = NULL;
    return line;
}

/* Nothing has happened there for a while, and nobody is at this node: it goes to where its people are. */
static bool is_given_away(Room *r, int64_t now)
{
    House *h = r->house;
    bool   rests = h->holding && !r->dirty && !r->save && !r->dead && !r->jobs && r->seq == r->flushed_seq &&
                 !hushed_is_open(r) && now - r->stirred >= keeper_of(h)->settle_ms;
    NodeLine *to = rests && !abroad_is_busier(h) ? where_all_are(r) : NULL;
    if (!to) return false;
    while (r->members) member_drop(r->members);
    room_unmark(r);
    holding_release(h, r->id, to);
    forget(r);
    return true;
}

/* False if it is no more. */
static bool tick_room(Room *r, int64_t now)
{
    if (is_given_away(r, now)) return false;
    if (r->delay) held_release(r, now);
    bool runs = r->clock && people_seated(r) > 1; /* people's time runs on while they are away */
    if (r->phase == PHASE_PLAYING && r->record && !r->dead && (runs || r->members || room_is_attended(r, now))) {
        seats_tick(r, now);
        clock_tick(r, now);
        bots_tick(r, now);
    }
    if (r->dead && !r->members && !r->dirty) {
        forget(r);
        return false;
    }
    runs = runs && r->phase == PHASE_PLAYING && (r->deadline || r->hourglass);
    bool crowded = r->house->metrics.rooms >= (int64_t)r->house->most_tables * 3 / 4;
    bool listed = r->phase == PHASE_OPEN && r->is_public &&
                  now - r->idle_since < (crowded ? CROWDED_IDLE_MS : LISTED_IDLE_MS);
    bool idle = r->idle_since && now - r->idle_since > idle_ms(r->house);
    if (r->members || r->jobs || r->dirty || runs || listed || !idle) return true;
    forget(r);
    return false;
}

static int64_t sooner(int64_t a, int64_t b) { return a < b ? a : b; }

/* When something can come of looking at it again, if nothing is changed meanwhile: at the latest in LOOK_MS, when it is
 * played, for people who are away are noticed by and by. */
static int64_t next_look(const Room *r, int64_t now)
{
    bool attended = room_is_attended(r, now);
    bool runs = r->clock && people_seated(r) > 1;
    if (r->phase != PHASE_PLAYING || !r->record || r->dead || (!r->members && !attended && !runs))
        return now + sooner(IDLE_LOOK_MS, idle_ms(r->house) / 2);
    int64_t at = now + LOOK_MS;
    int64_t held = r->delay ? held_next(r) : 0;
    if (held) at = sooner(at, held);
    if (r->deadline) at = sooner(at, r->deadline);
    if (r->hourglass) at = sooner(at, r->hourglass);
    if (hushed_is_open(r) && r->window.timed)
        at = sooner(at, sooner(r->window.opened + WINDOW_FLOOR_MS, r->window.ends));
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        const Chair *c = &r->chair[s];
        if (!r->job && attended && tap_has(room_asked(r), s) && seat_is_played_by_bot(r, s) && !bots_leave_it(r, now))
            at = sooner(at, r->bot_at);
        int64_t leaves = c->away_since + 1000 * (int64_t)r->grace;
        if (c->kind == CHAIR_PERSON && c->away_since && !c->deserted && leaves > now) at = sooner(at, leaves);
    }
    return at > now ? at : now + TICK_MS;
}

static void tick_rooms(House *h, int64_t now)
{
    for (const Due *first; (first = due_first(&h->due)) && first->at <= now;) {
        Room *r = first->of;
        if (r->committing) room_look_at(r, now + TICK_MS); /* when that is told of, or then */
        else if (tick_room(r, now)) room_look_at(r, next_look(r, now)); /* if it changed just now, when that is shown */
    }
}

void house_tick(House *h)
{
    Keeper *k = keeper_of(h);
    int64_t now = house_now(h);
    if (holding_lapsed(h)) return;
    tick_rooms(h, now);
    visitors_tick(h);
    if (!h->store->writing && !h->store->committing) { /* somebody committed on his own */
        holding_submitted(h, STORE_COMMITS);
        holding_landed(h, STORE_COMMITS, true);
    }
    if (h->unread && now - k->reread >= REREAD_MS) {
        k->reread = now;
        read_unread(h);
    }
    passing_look(h);
    if (now - k->counted >= PASSED_COUNT_MS) {
        k->counted = now;
        k->passed_on = h->metrics.passed_on;
    }
    abroad_tick(h, now);
    coming_tick(h);
    retention_tick(h, &k->retention, now);
    for (Client *c = h->ungreeted ? h->clients : NULL, *next; c; c = next) {
        next = c->next;
        if (!c->greeted && !c->comes && now - c->since > UNGREETED_MS) client_bye(c, "bad-message", "Say hello first.");
    }
    if (h->lobby_changed && now - k->lobby_sent >= LOBBY_MS) {
        h->lobby_changed = false;
        k->lobby_sent = now;
        publish_lobby_to_all(h);
    }
}

/* ---------------------------------------------------------------- clients */

static Client *new_client(House *h, void *connection, const Transport *transport, const char *guest,
                          const char *address)
{
    if (h->closing || h->metrics.clients >= LIMIT_CLIENTS) return NULL;
    Client *c = calloc(1, sizeof *c);
    assert(c);
    c->house = h;
    c->connection = connection;
    c->transport = transport;
    snprintf(c->guest, sizeof c->guest, "%s", guest);
    snprintf(c->address, sizeof c->address, "%s", address);
    c->since = house_now(h);
    c->by_guest = account_hold(&h->accounts, guest, c->since);
    c->by_address = account_hold(&h->accounts, address, c->since);
    c->next = h->clients;
    if (c->next) c->next->prev = c;
    h->clients = c;
    h->ungreeted++;
    h->metrics.clients++;
    return c;
}

Client *client_new(House *h, void *connection, const char *guest, const char *address)
{
    Client *c = new_client(h, connection, h->transport, guest, address);
    if (!c) return NULL;
    snprintf(c->name, sizeof c->name, "Guest %.4s", c->guest);
    if (!coming_add(c)) guest_comes(h, c->guest, c->name);
    return c;
}

/* One who came in at another node, which has looked at him. */
static Client *new_visitor(House *h, void *connection, const Transport *transport, const FrameGuest *guest)
{
    Client *c = new_client(h, connection, transport, guest->guest, guest->address);
    if (!c) return NULL;
    c->visitor = true;
    c->joined = guest->joined;
    memcpy(c->name, guest->name, sizeof c->name);
    if (guest->program) remote_begin(c);
    else client_is_greeted(c);
    coming_add(c);
    return c;
}

Client *client_new_bot(House *h, void *connection, const char *guest, const char *address)
{
    Client *c = client_new(h, connection, guest, address);
    if (c) remote_begin(c);
    return c;
}

void client_gone(Client *c)
{
    House *h = c->house;
    for (int i = 0; i < LIMIT_ROOMS_PER_CLIENT; i++)
        if (c->in[i]) member_drop(c->in[i]);
    acks_forget_client(c);
    waiting_forget_client(c);
    coming_forget_client(c);
    passing_forget_client(c);
    jobs_forget_client(c);
    reviews_forget_client(c);
    remote_end(c);
    if (c->prev) c->prev->next = c->next;
    else h->clients = c->next;
    if (c->next) c->next->prev = c->prev;
    h->ungreeted -= !c->greeted;
    h->lookers -= c->lobby;
    h->metrics.clients--;
    account_drop(c->by_guest);
    account_drop(c->by_address);
    free(c);
}

void house_bye(House *h, const char *code, const char *text)
{
    for (Client *c = h->clients, *next; c; c = next) {
        next = c->next;
        client_bye(c, code, text);
    }
}

/* A visitor asks for a table that is not held here. */
static bool is_sent_back(Client *c, const Message *m, const char *text, size_t n)
{
    char        address[LINE_ADDRESS_BYTES], room[TABLE_BYTES];
    const char *table = c->visitor ? message_table(m, c->house->key, c->guest, room) : NULL;
    if (!table || room_in_memory(c->house, table) || holding_found(c->house, table, address) != STORE_ELSEWHERE)
        return false;
    visitor_is_wrong_here(c, table, text, n);
    return true;
}

/* He asks for one that was given to the node where he came in, which did not know it yet. */
static bool is_given(Client *c, const Message *m, const char *text, size_t n)
{
    char        room[TABLE_BYTES];
    const char *table = c->visitor ? message_table(m, c->house->key, c->guest, room) : NULL;
    if (!table || room_in_memory(c->house, table) || !holding_is_given(c->house, table)) return false;
    visitor_is_wrong_here(c, table, text, n);
    return true;
}

/* again: it has waited, and was counted when it came. */
static void hear(Client *c, const char *text, size_t n, bool again)
{
    House   *h = c->house;
    Message  m;
    TapError error = {{0}};
    bool     read = message_read(text, n, &m, &error);
    bool     counts = !again && !c->visitor;
    if (counts && !bucket_take(&c->messages, house_now(h), RATE_MESSAGE_BURST, RATE_MESSAGE_MS))
        client_misbehaved(c, m.id, "too-fast", "Too many messages; slow down.");
    else if (counts && !client_may(c, USE_MESSAGE))
        client_error(c, m.id, NULL, "too-fast", "Too many messages from your address; slow down.");
    else if (c->waiting >= RATE_MESSAGE_BURST)
        client_error(c, m.id, NULL, "too-fast", "The disk is slow; wait a little.");
    else if (!again && c->waiting) waiting_add(c, text, n);
    else if (!read) client_misbehaved(c, m.id, "bad-message", error.text);
    else if (passing_on(c, &m, text, n, false)) (void)0; /* to where his table is */
    else if (is_given(c, &m, text, n)) (void)0;
    else if (request_waits(c, &m)) waiting_add(c, text, n);
    else if (!is_sent_back(c, &m, text, n) && !passing_on(c, &m, text, n, true)) request_handle(c, &m);
    message_free(&m);
}

static void hear_program(Client *c, const char *text, size_t n)
{
    if (c->comes) {
        waiting_add(c, text, n);
        return;
    }
    switch (passing_program(c, text, n)) {
    case PASSED_NOT: remote_message(c, text, n); break;
    case PASSED_ON: break;
    case PASSED_WAITS: waiting_add(c, text, n); break;
    }
}

static void hear_again(Client *c, const char *text, size_t n)
{
    if (c->closing) return;
    if (client_is_program(c)) hear_program(c, text, n);
    else hear(c, text, n, true);
}

void client_message(Client *c, const char *text, size_t n)
{
    if (c->closing) return;
    c->house->metrics.messages++;
    if (holding_lapsed(c->house) && c->waiting < RATE_MESSAGE_BURST) waiting_add(c, text, n);
    else if (!client_is_program(c)) hear(c, text, n, false);
    else if (c->waiting >= RATE_MESSAGE_BURST) client_misbehaved(c, NULL, "too-fast", "Too many messages; slow down.");
    else if (c->waiting || remote_waits(c)) waiting_add(c, text, n);
    else hear_program(c, text, n);
}
