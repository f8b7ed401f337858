/* The house itself: clients, the one commit of each turn of the loop, time. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>
#include <sodium.h>

#include "server/rooms/inside.h"
#include "text/fail.h"

bool bucket_take(Bucket *b, int64_t now, int burst, int each_ms)
{
    if (b->until < now) b->until = now;
    if (b->until - now > (int64_t)(burst - 1) * each_ms) return false;
    b->until += each_ms;
    return true;
}

/* ---------------------------------------------------------------- opening */

static void say_bye(Client *, const char *code, const char *text);
static void on_check(uv_check_t *check);
static void on_idle(uv_idle_t *idle) { (void)idle; }
static void on_tick(uv_timer_t *timer);

/* With the folders above it. */
static bool make_folder(const char *path)
{
    char part[4096];
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part) return false;
    for (char *slash = part + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(part, 0755);
        *slash = '/';
    }
    return !mkdir(part, 0700) || errno == EEXIST;
}

/* Given back by the system when the process ends, however it ends. */
static int take_lock(const char *folder, TapError *error)
{
    char path[4096];
    snprintf(path, sizeof path, "%.4000s/lock", folder);
    int file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 && !flock(file, LOCK_EX | LOCK_NB)) return file;
    if (file >= 0 && errno == EWOULDBLOCK)
        fail_with(error, "Another server has the tables in %.130s. Stop it, or take another folder: --data DIR.", folder);
    else fail_with(error, "Cannot write in the folder %.150s: %.60s.", folder, strerror(errno));
    if (file >= 0) close(file);
    return -1;
}

House *house_open(const HouseOptions *options, uv_loop_t *loop, TapError *error)
{
    char path[4096];
    if (sodium_init() < 0) {
        fail_with(error, "This machine has no randomness to offer.");
        return NULL;
    }
    if (!make_folder(options->data)) {
        fail_with(error, "Cannot make the folder %.150s: %.60s.", options->data, strerror(errno));
        return NULL;
    }
    House *h = calloc(1, sizeof *h);
    assert(h);
    h->lock = take_lock(options->data, error);
    h->transport = options->transport;
    h->loop = loop;
    snprintf(path, sizeof path, "%.4000s/key", options->data);
    bool key = h->lock >= 0 && secrets_load(path, h->key, error);
    snprintf(path, sizeof path, "%.4000s/taproom.db", options->data);
    h->store = key ? store_sqlite_open(path, error) : NULL;
    if (!h->store) {
        if (h->lock >= 0) close(h->lock);
        free(h);
        return NULL;
    }
    uv_timer_init(loop, &h->tick);
    uv_timer_init(loop, &h->gather);
    uv_check_init(loop, &h->check);
    uv_idle_init(loop, &h->idle);
    h->tick.data = h->gather.data = h->check.data = h->idle.data = h;
    uv_timer_start(&h->tick, on_tick, TICK_MS, TICK_MS);
    uv_check_start(&h->check, on_check);
    room_load_active(h);
    return h;
}

void house_close(House *h)
{
    if (h->closing) return;
    house_flush(h);
    h->closing = true;
    for (Room *r = h->rooms; r; r = r->next) jobs_forget_room(r);
    uv_close((uv_handle_t *)&h->tick, NULL);
    uv_close((uv_handle_t *)&h->gather, NULL);
    uv_close((uv_handle_t *)&h->check, NULL);
    uv_close((uv_handle_t *)&h->idle, NULL);
}

void house_free(House *h)
{
    while (h->clients) client_gone(h->clients);
    room_free_all(h);
    h->store->kind->close(h->store);
    out_free(&h->out);
    free(h->ack);
    sodium_memzero(h->key, sizeof h->key);
    close(h->lock);
    free(h);
}

const uint8_t *house_key(const House *h) { return h->key; }
Metrics *house_metrics(House *h) { return &h->metrics; }
void house_set_lan(House *h, const char *address) { snprintf(h->lan, sizeof h->lan, "%s", address); }

/* --------------------------------------------------------------- flushing */

void house_touch(House *h)
{
    if (h->idling || h->closing) return;
    h->idling = true;
    uv_idle_start(&h->idle, on_idle);
}

static void send_acks(House *h, bool durable, const char *why)
{
    for (int i = 0; i < h->acks; i++) {
        Ack *a = &h->ack[i];
        if (!a->client) continue;
        if (!durable) {
            client_error(a->client, a->re, a->table, "storage", why);
            continue;
        }
        Out *o = &h->out;
        out_clear(o);
        out_open(o, NULL, '{');
        out_string(o, "type", "ack");
        out_string(o, "re", a->re);
        if (a->table[0]) out_string(o, "table", a->table);
        if (a->seq >= 0) out_number(o, "seq", a->seq);
        out_close(o, '}');
        client_send(a->client, o->text, o->n);
    }
    h->acks = 0;
}

static bool save_rooms(House *h, TapError *error)
{
    for (Room *r = h->dirty; r; r = r->next_dirty) {
        if (!r->save || r->dead) continue;
        out_clear(&h->out);
        room_write_document(r, &h->out);
        if (h->store->kind->put_table(h->store, r->id, r->phase != PHASE_OVER, h->out.text, error)) return false;
    }
    return true;
}

static void stop_idling(House *h)
{
    if (h->idling && !h->closing) uv_idle_stop(&h->idle);
    h->idling = false;
}

static bool has_to_flush(const House *h) { return h->dirty || h->acks || h->store->writing; }
static void on_gather(uv_timer_t *timer) { house_flush(timer->data); }

/* A quiet house answers at once. In a busy one a commit takes along what came within GATHER_MS of the one before: syncing
   the disk costs the same for one answer and for twenty. */
static void on_check(uv_check_t *check)
{
    House *h = check->data;
    stop_idling(h);
    if (!has_to_flush(h) || uv_is_active((uv_handle_t *)&h->gather)) return;
    if (uv_hrtime() - h->flushed < GATHER_MS * UINT64_C(1000000)) uv_timer_start(&h->gather, on_gather, GATHER_MS, 0);
    else house_flush(h);
}

void house_flush(House *h)
{
    stop_idling(h);
    if (!has_to_flush(h)) return;
    TapError error = {{0}};
    uint64_t began = uv_hrtime();
    bool     saved = save_rooms(h, &error);
    bool     written = h->store->writing;
    if (!saved) h->store->kind->rollback(h->store);
    bool durable = saved && h->store->kind->commit(h->store, &error);
    if (written) {
        h->metrics.commits++;
        h->metrics.commit_us += (int64_t)((uv_hrtime() - began) / 1000);
    }
    if (!durable) {
        h->metrics.commit_failures++;
        fprintf(stderr, "taproom: a commit failed: %s\n", error.text);
    }
    send_acks(h, durable, "This could not be written down, so it did not happen. Try again.");
    Room *r = h->dirty;
    h->dirty = NULL;
    while (r) {
        Room *next = r->next_dirty;
        bool  written_to = r->save || r->seq != r->flushed_seq;
        r->dirty = r->save = false;
        r->next_dirty = NULL;
        if (r->dead) r->tell_table = r->tell_game = false;
        else if (durable || !written_to) publish_room(r);
        else if (!room_reload(r)) {
            fprintf(stderr, "taproom: table %s cannot be read back\n", r->id);
            while (r->members) {
                client_error(r->members->client, NULL, r->id, "storage", "This table cannot be read now.");
                member_drop(r->members);
            }
            r->dead = true;
        }
        r = next;
    }
    uv_update_time(h->loop);
    h->flushed = uv_hrtime();
}

void house_ack(Client *c, const char *re, const char *table, int seq)
{
    House *h = c->house;
    if (!re) return;
    if (h->acks == h->ack_room) {
        h->ack_room = h->ack_room ? 2 * h->ack_room : 64;
        h->ack = realloc(h->ack, (size_t)h->ack_room * sizeof *h->ack);
        assert(h->ack);
    }
    Ack *a = &h->ack[h->acks++];
    a->client = c;
    a->seq = seq;
    snprintf(a->re, sizeof a->re, "%s", re);
    snprintf(a->table, sizeof a->table, "%s", table ? table : "");
    house_touch(h);
}

/* ------------------------------------------------------------------- time */

static void on_tick(uv_timer_t *timer)
{
    House  *h = timer->data;
    int64_t now = house_now(h);
    for (Room *r = h->rooms, *next; r; r = next) {
        next = r->next;
        if (r->phase == PHASE_PLAYING && r->record && !r->dead && (r->members || r->clock)) {
            seats_tick(r, now);
            clock_tick(r, now);
            bots_tick(r, now);
        }
        if (r->dead && !r->members && !r->dirty) {
            room_forget(r);
            continue;
        }
        bool runs = r->clock && r->phase == PHASE_PLAYING;
        bool listed = r->phase == PHASE_OPEN && r->is_public && now - r->idle_since < LISTED_IDLE_MS;
        if (!r->members && !r->job && !r->dirty && !runs && !listed && r->idle_since && now - r->idle_since > ROOM_IDLE_MS)
            room_forget(r);
    }
    for (Client *c = h->clients, *next; c; c = next) {
        next = c->next;
        if (!c->greeted && now - c->since > UNGREETED_MS) say_bye(c, "bad-message", "Say hello first.");
    }
    if (h->lobby_changed && now - h->lobby_sent >= LOBBY_MS) {
        h->lobby_changed = false;
        h->lobby_sent = now;
        for (Client *c = h->clients; c; c = c->next)
            if (c->lobby) publish_lobby(h, c, NULL);
    }
}

/* ---------------------------------------------------------------- clients */

static void find_name(Client *c)
{
    House *h = c->house;
    char  *document = NULL;
    snprintf(c->name, sizeof c->name, "Guest %.4s", c->guest);
    if (h->store->kind->get_guest(h->store, c->guest, &document, NULL)) return;
    json_t *root = json_loads(document, 0, NULL);
    const char *name = json_string_value(json_object_get(root, "name"));
    if (name) text_clean(name, LIMIT_NAME, c->name, sizeof c->name);
    json_decref(root);
    free(document);
}

Client *client_new(House *h, void *connection, const char *guest)
{
    if (h->closing || h->metrics.clients >= LIMIT_CLIENTS) return NULL;
    Client *c = calloc(1, sizeof *c);
    assert(c);
    c->house = h;
    c->connection = connection;
    snprintf(c->guest, sizeof c->guest, "%s", guest);
    c->since = house_now(h);
    find_name(c);
    c->next = h->clients;
    if (c->next) c->next->prev = c;
    h->clients = c;
    h->metrics.clients++;
    return c;
}

Client *client_new_bot(House *h, void *connection, const char *guest)
{
    Client *c = client_new(h, connection, guest);
    if (c) c->remote.is = true;
    return c;
}

void client_gone(Client *c)
{
    House *h = c->house;
    for (int i = 0; i < LIMIT_ROOMS_PER_CLIENT; i++)
        if (c->in[i]) member_drop(c->in[i]);
    for (int i = 0; i < h->acks; i++)
        if (h->ack[i].client == c) h->ack[i].client = NULL;
    jobs_forget_client(c);
    if (c->prev) c->prev->next = c->next;
    else h->clients = c->next;
    if (c->next) c->next->prev = c->prev;
    h->metrics.clients--;
    free(c);
}

void client_send(Client *c, const char *text, size_t n)
{
    if (c->closing) return;
    c->house->metrics.sent_messages++;
    c->house->metrics.sent_bytes += (int64_t)n;
    c->house->transport->send(c->connection, text, n);
}

void client_error(Client *c, const char *re, const char *table, const char *code, const char *text)
{
    Out o = {0};
    out_open(&o, NULL, '{');
    out_string(&o, "type", "error");
    if (re && re[0]) out_string(&o, "re", re);
    if (table && table[0]) out_string(&o, "table", table);
    out_string(&o, "code", code);
    out_string(&o, "text", text);
    out_close(&o, '}');
    client_send(c, o.text, o.n);
    out_free(&o);
}

void client_close(Client *c)
{
    if (c->closing) return;
    c->closing = true;
    c->house->transport->close(c->connection);
}

void client_refuse(Client *c, const char *code, const char *text)
{
    client_error(c, NULL, NULL, code, text);
    client_close(c);
}

static void say_bye(Client *c, const char *code, const char *text)
{
    Out o = {0};
    if (c->closing) return;
    out_open(&o, NULL, '{');
    out_string(&o, "type", "bye");
    out_string(&o, "code", code);
    out_string(&o, "text", text);
    out_close(&o, '}');
    client_send(c, o.text, o.n);
    out_free(&o);
    client_close(c);
}

void house_bye(House *h, const char *code, const char *text)
{
    for (Client *c = h->clients, *next; c; c = next) {
        next = c->next;
        say_bye(c, code, text);
    }
}

static void misbehaved(Client *c, const char *re, const char *code, const char *text)
{
    c->house->metrics.bad_messages++;
    client_error(c, re, NULL, code, text);
    if (!bucket_take(&c->bad, house_now(c->house), RATE_BAD_BURST, RATE_BAD_MS))
        say_bye(c, "bad-message", "Too many messages that make no sense.");
}

void client_misbehaved(Client *c, const char *code, const char *text) { misbehaved(c, NULL, code, text); }

void client_message(Client *c, const char *text, size_t n)
{
    House   *h = c->house;
    Message  m;
    TapError error = {{0}};
    if (c->closing) return;
    h->metrics.messages++;
    if (c->remote.is) {
        remote_message(c, text, n);
        return;
    }
    bool read = message_read(text, n, &m, &error);
    if (!bucket_take(&c->messages, house_now(h), RATE_MESSAGE_BURST, RATE_MESSAGE_MS))
        misbehaved(c, m.id, "too-fast", "Too many messages; slow down.");
    else if (!read) misbehaved(c, m.id, "bad-message", error.text);
    else request_handle(c, &m);
    message_free(&m);
}
