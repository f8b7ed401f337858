#include "server/transport/lines.h"

#include <assert.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/ground/greeting.h"
#include "server/ground/logs.h"
#include "server/house/line_frame.h"
#include "server/transport/outbox.h"
#include "server/transport/peer.h"
#include "server/transport/web_caller.h"

static_assert(WEB_HEAD_BYTES <= LWS_PRE, "a head has room before a message");

enum {
    BEAT_MS = 100,          /* so often all lines are looked at */
    AGAIN_MS = 100,         /* after a call in vain */
    AGAIN_LATER_MS = 1000,  /* after one that was answered by somebody who is not of the house, or of another version */
    GREETING_MS = 3000,     /* a greeting takes no longer */
    SAY_MS = 2000,          /* a caller says something so often at least */
    CALLER_MS = 10000,      /* and is cut after so long without a word */
    STRANGERS_MOST = 64,    /* who have called and not greeted yet */
    QUEUE_BYTES = 32 << 20, /* that wait for one node; more, and the line is cut */
};

typedef struct Wire {
    NodeLine    line; /* first: what the house knows of it */
    Server     *server;
    struct lws *wsi;
    char        address[LINE_ADDRESS_BYTES]; /* of one that was called */
    Greeting    greeting;
    char        key[WEB_KEY_BYTES]; /* of a call */
    bool        open; /* one that was called: it has said that it speaks with us */
    bool        up, called_back; /* called_back: the caller has shown his key and waits for ours */
    int64_t     began, heard, beat, retry_at;
    int         complaint; /* what was said of it last, so that it is said once */
    Outbox      outbox;
    unsigned char *bundle; /* frames of this turn of the loop, behind LWS_PRE bytes; NULL: none yet */
    size_t      bundled;   /* bytes of them */
    char       *text; /* what came of a message */
    size_t      n, room;
    struct Wire *next;
} Wire;

struct Lines {
    uv_timer_t timer;
    uv_prepare_t turn; /* the loop has done what there was to do */
    Wire      *called, *callers;
    int        strangers;
    int64_t    silence_ms; /* so long without a word: it is cut */
};

static int64_t now_of(const Server *s) { return (int64_t)uv_now((uv_loop_t *)(uintptr_t)&s->loop); }

static void empty(Wire *w)
{
    outbox_empty(&w->outbox);
    free(w->bundle);
    free(w->text);
    w->bundle = NULL;
    w->text = NULL;
    w->bundled = w->n = w->room = 0;
}

/* The connection is no more; whoever was at it is told. */
static void lose(Wire *w)
{
    bool was_up = w->up;
    w->wsi = NULL;
    w->open = w->up = w->called_back = false;
    w->retry_at = now_of(w->server) + AGAIN_MS;
    empty(w);
    if (was_up) house_line_lost(w->server->house, &w->line);
}

static void cut(Wire *w)
{
    struct lws *wsi = w->wsi;
    if (!wsi) return;
    lws_set_timeout(wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
    if (w->line.called) lose(w); /* who called us is forgotten when libwebsockets says so */
}

void lines_forget(Server *s, const struct lws *wsi)
{
    for (Wire *w = s->lines ? s->lines->called : NULL; w; w = w->next)
        if (w->wsi == wsi) lose(w);
}

/* ---------------------------------------------------------------- sending */

/* The house is not called back from here: it is lost when it is closed. */
static void give_up(Wire *w) { lws_set_timeout(w->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC); }

/* How libwebsockets writes to it; of one that was called the head of a message is ours. */
static enum lws_write_protocol kind_of(const Wire *w) { return w->line.called ? LWS_WRITE_RAW : LWS_WRITE_BINARY; }

static void send_later(Wire *w, const char *head, size_t n_head, const char *text, size_t n)
{
    if (w->outbox.bytes + n_head + n > QUEUE_BYTES) give_up(w);
    else outbox_add(&w->outbox, w->wsi, head, n_head, text, n);
}

static void send_bytes(Wire *w, unsigned char *bytes, size_t n)
{
    if (w->outbox.first || lws_partial_buffered(w->wsi)) send_later(w, "", 0, (const char *)bytes, n);
    else if (lws_write(w->wsi, bytes, n, kind_of(w)) < (int)n) give_up(w);
}

/* bytes: behind LWS_PRE others, which are free. */
static void send_message(Wire *w, unsigned char *bytes, size_t n)
{
    if (!w->wsi) return;
    size_t n_head = w->line.called ? web_head(bytes, WEB_BINARY, n) : 0;
    send_bytes(w, bytes - n_head, n_head + n);
}

static void send_words(Wire *w, const char *text, size_t n)
{
    memcpy(w->server->outgoing + LWS_PRE, text, n);
    send_message(w, w->server->outgoing + LWS_PRE, n);
}

static void send_bundle(Wire *w)
{
    size_t n = w->bundled;
    w->bundled = 0;
    if (n) send_message(w, w->bundle + LWS_PRE, n);
}

static void send_bundles(Server *s)
{
    for (Wire *w = s->lines->called; w; w = w->next) send_bundle(w);
    for (Wire *w = s->lines->callers; w; w = w->next) send_bundle(w);
}

static void on_turn(uv_prepare_t *turn)
{
    uv_prepare_stop(turn);
    send_bundles(turn->data);
}

/* A commit makes many frames at once, and each message is a call of the kernel, here and there: they go together. */
static void send_frame(Wire *w, const char *head, size_t n_head, const char *text, size_t n)
{
    char   all[WEB_HEAD_BYTES + FRAME_LENGTH_BYTES + FRAME_HEAD_BYTES + TABLE_BYTES], *before = all + WEB_HEAD_BYTES;
    size_t n_before = FRAME_LENGTH_BYTES + n_head;
    if (!w->wsi) return;
    assert(WEB_HEAD_BYTES + n_before <= sizeof all);
    frame_length(before, n_head + n);
    memcpy(before + FRAME_LENGTH_BYTES, head, n_head);
    if (w->bundled + n_before + n > BUNDLE_BYTES) send_bundle(w);
    if (n_before + n > BUNDLE_BYTES) {
        size_t more = w->line.called ? web_head((unsigned char *)before, WEB_BINARY, n_before + n) : 0;
        send_later(w, before - more, more + n_before, text, n);
        return;
    }
    if (!w->bundle) w->bundle = malloc(LWS_PRE + BUNDLE_BYTES);
    assert(w->bundle);
    memcpy(w->bundle + LWS_PRE + w->bundled, before, n_before);
    memcpy(w->bundle + LWS_PRE + w->bundled + n_before, text, n);
    w->bundled += n_before + n;
    if (uv_is_closing((uv_handle_t *)&w->server->lines->turn)) send_bundle(w);
    else uv_prepare_start(&w->server->lines->turn, on_turn);
}

static int write_one(Wire *w)
{
    size_t n;
    if (!outbox_write_one(&w->outbox, w->wsi, kind_of(w), &n)) return -1;
    if (w->outbox.first) lws_callback_on_writable(w->wsi);
    return 0;
}

static void road_send(NodeLine *line, const char *head, size_t n_head, const char *text, size_t n)
{
    send_frame((Wire *)(void *)line, head, n_head, text, n);
}

/* ---------------------------------------------------------------- calling */

static void call(Wire *w)
{
    char  host[LINE_ADDRESS_BYTES];
    char *colon;
    snprintf(host, sizeof host, "%s", w->address);
    if (!(colon = strrchr(host, ':'))) return;
    *colon = 0;
    size_t n = strlen(host);
    bool   bracketed = host[0] == '[' && host[n - 1] == ']';
    if (bracketed) host[n - 1] = 0;
    w->began = w->heard = now_of(w->server);
    w->retry_at = w->began + AGAIN_MS;
    struct lws_client_connect_info info = {.context = w->server->context,
                                           .vhost = w->server->vhost,
                                           .address = host + bracketed,
                                           .port = atoi(colon + 1),
                                           .method = "RAW",
                                           .local_protocol_name = LINES_PROTOCOL,
                                           .opaque_user_data = w,
                                           .pwsi = &w->wsi};
    if (!lws_client_connect_via_info(&info)) w->wsi = NULL;
}

static NodeLine *road_to(void *of, const char *address)
{
    Server *s = of;
    Wire   *w = s->lines->called;
    if (!address[0]) return NULL; /* nobody knows whose it is */
    while (w && strcmp(w->address, address) != 0) w = w->next;
    if (w && w->up) return &w->line;
    if (!w) {
        w = calloc(1, sizeof *w);
        assert(w);
        w->server = s;
        w->line.called = true;
        snprintf(w->address, sizeof w->address, "%s", address);
        w->next = s->lines->called;
        s->lines->called = w;
    }
    if (!w->wsi && now_of(s) >= w->retry_at) call(w);
    return NULL;
}

static const Roads roads = {.to = road_to, .send = road_send};

/* --------------------------------------------------------------- greeting */

static void complain(Wire *w, Greeted why)
{
    if (!w->line.called) {
        log_say(why == GREETED_VERSION ? "somebody called as a node of another version"
                                       : "somebody called as a node who does not have the key of this house");
        return;
    }
    if (w->complaint == (int)why + 1) return;
    w->complaint = (int)why + 1;
    log_each(LEVEL_WARNING, why == GREETED_VERSION ? "the node at %s speaks another version; its tables are waited for"
                                                   : "who answers at %s does not have the key of this house",
             w->address);
}

static void say_greeting(Wire *w, size_t (*words)(const Greeting *, const uint8_t *, char *))
{
    char text[GREETING_BYTES];
    send_words(w, text, words(&w->greeting, house_key(w->server->house), text));
}

static void come_up(Wire *w)
{
    w->up = true;
    w->complaint = 0;
    house_line_is_up(w->server->house, &w->line);
}

/* False: it ends here. */
static bool greet(Wire *w, const char *text, size_t n)
{
    const uint8_t *key = house_key(w->server->house);
    Greeted        found;
    if (!w->line.called) found = greeting_read_call(&w->greeting, key, text, n);
    else if (!w->called_back) found = greeting_read_first(&w->greeting, text, n);
    else found = greeting_read_answer(&w->greeting, key, text, n);
    if (found == GREETED_FINE && !strcmp(w->greeting.other, w->greeting.node)) found = GREETED_WRONG; /* ourselves */
    if (found != GREETED_FINE) {
        complain(w, found);
        return false;
    }
    if (!w->line.called) {
        say_greeting(w, greeting_answer);
        w->server->lines->strangers--;
        come_up(w);
    } else if (!w->called_back) {
        w->called_back = true;
        say_greeting(w, greeting_call);
    } else come_up(w);
    return true;
}

/* ---------------------------------------------------------------- hearing */

static size_t most_of_a_frame(const Wire *w) { return w->line.called ? LIMIT_FROM_HOLDER : LIMIT_TO_HOLDER; }

static bool hear(Wire *w, const char *text, size_t n)
{
    const char *frame;
    size_t      length;
    if (!w->up) return greet(w, text, n);
    if (!n) return false;
    while (w->up && frame_next(&text, &n, &frame, &length))
        if (length > most_of_a_frame(w) || !house_line_hears(w->server->house, &w->line, frame, length)) return false;
    return !w->up || !n;
}

static size_t most_of_a_message(const Wire *w)
{
    size_t most = !w->up ? GREETING_BYTES : most_of_a_frame(w) + FRAME_LENGTH_BYTES;
    return w->up && most < BUNDLE_BYTES ? BUNDLE_BYTES : most;
}

static void keep(Wire *w, const char *in, size_t n)
{
    if (w->n + n > w->room) {
        w->room = 2 * (w->n + n);
        w->text = realloc(w->text, w->room);
        assert(w->text);
    }
    memcpy(w->text + w->n, in, n);
    w->n += n;
}

/* From a caller. False: it is cut. */
static bool receive(Wire *w, const char *in, size_t n)
{
    w->heard = now_of(w->server);
    if (!lws_frame_is_binary(w->wsi) || w->n + n > most_of_a_message(w)) return false;
    bool whole = lws_is_final_fragment(w->wsi) && !lws_remaining_packet_payload(w->wsi);
    if (whole && !w->n) return hear(w, in, n);
    keep(w, in, n);
    if (!whole) return true;
    size_t all = w->n;
    w->n = 0;
    return hear(w, w->text, all);
}

static bool answer_control(Wire *w, WebKind kind, const char *text, size_t n)
{
    unsigned char bytes[WEB_HEAD_BYTES + WEB_CONTROL_BYTES];
    if (kind != WEB_PING) return kind == WEB_PONG;
    memcpy(bytes + WEB_HEAD_BYTES, text, n);
    size_t n_head = web_head(bytes + WEB_HEAD_BYTES, WEB_PONG, n);
    send_bytes(w, bytes + WEB_HEAD_BYTES - n_head, n_head + n);
    return true;
}

/* From whom we have called; what follows the last whole message is left. Whoever is lost meanwhile has nothing left. */
static bool read_on(Wire *w, const char **in, size_t *n)
{
    WebFound    found;
    WebKind     kind;
    const char *text;
    size_t      length;
    if (!w->open) {
        found = web_accepted(in, n, LINES_PROTOCOL, w->key);
        w->open = found == WEB_FOUND;
        if (!w->open) return found == WEB_MORE;
    }
    while ((found = web_next(in, n, most_of_a_message(w), &kind, &text, &length)) == WEB_FOUND) {
        if (kind == WEB_BINARY ? !hear(w, text, length) : !answer_control(w, kind, text, length)) return false;
        if (!w->wsi) return true;
    }
    return found == WEB_MORE;
}

static bool receive_answer(Wire *w, const char *in, size_t n)
{
    bool kept = w->n > 0;
    w->heard = now_of(w->server);
    if (kept) {
        keep(w, in, n);
        in = w->text;
        n = w->n;
    }
    if (!read_on(w, &in, &n)) return false;
    if (!w->wsi) return true;
    if (kept) {
        memmove(w->text, in, n);
        w->n = n;
    } else if (n) keep(w, in, n);
    return true;
}

static int received(Wire *w, const char *in, size_t n)
{
    if (w->line.called ? receive_answer(w, in, n) : receive(w, in, n)) return 0;
    if (!w->line.called) lws_close_reason(w->wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, NULL, 0);
    else {
        bool answered = w->open; /* else it is closing, or no node at all */
        lose(w);
        if (answered) w->retry_at = now_of(w->server) + AGAIN_LATER_MS;
    }
    return -1;
}

static void set_up(Wire *w)
{
    int on = 1;
    setsockopt(lws_get_socket_fd(w->wsi), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    w->heard = w->began = now_of(w->server);
    greeting_begin(&w->greeting, w->server->options->node->name);
}

/* Somebody is there: now he is asked to speak with us. False: it is cut. */
static bool answered(Wire *w)
{
    char   call[512];
    size_t n;
    set_up(w);
    web_key(w->key);
    n = web_call(w->address, LINES_PATH, LINES_PROTOCOL, w->key, call, sizeof call);
    if (n) send_bytes(w, (unsigned char *)call, n);
    return n > 0;
}

static int called_by(struct lws *wsi)
{
    Server *s = server_of(wsi);
    char    text[GREETING_BYTES];
    if (!s->lines || s->lines->strangers >= STRANGERS_MOST) return -1;
    Wire *w = calloc(1, sizeof *w);
    assert(w);
    w->server = s;
    w->wsi = wsi;
    w->next = s->lines->callers;
    s->lines->callers = w;
    s->lines->strangers++;
    lws_set_opaque_user_data(wsi, w);
    set_up(w);
    send_words(w, text, greeting_first(&w->greeting, text));
    return 0;
}

static void caller_is_gone(Wire *w)
{
    Wire **at = &w->server->lines->callers;
    w->server->lines->strangers -= !w->up;
    lose(w);
    while (*at != w) at = &(*at)->next;
    *at = w->next;
    free(w);
}

int lines_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n)
{
    Wire *w = NULL;
    char  path[16] = "";
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
    case LWS_CALLBACK_RECEIVE:
    case LWS_CALLBACK_SERVER_WRITEABLE:
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_RAW_CONNECTED:
    case LWS_CALLBACK_RAW_RX:
    case LWS_CALLBACK_RAW_WRITEABLE:
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_RAW_CLOSE: w = lws_get_opaque_user_data(wsi); break;
    default: break;
    }
    if (w && w->wsi != wsi) return reason == LWS_CALLBACK_RAW_RX ? -1 : 0; /* one that was cut before */
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        if (!server_of(wsi)->lines || lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0) return -1;
        return strcmp(path, LINES_PATH) ? -1 : 0;
    case LWS_CALLBACK_ESTABLISHED: return called_by(wsi);
    case LWS_CALLBACK_RAW_CONNECTED: return w && answered(w) ? 0 : -1;
    case LWS_CALLBACK_RECEIVE:
    case LWS_CALLBACK_RAW_RX: return w ? received(w, in, n) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
    case LWS_CALLBACK_RAW_WRITEABLE: return w ? write_one(w) : 0;
    case LWS_CALLBACK_CLOSED:
        if (w) caller_is_gone(w);
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_RAW_CLOSE:
        if (w) lose(w);
        return 0;
    default: return 0;
    }
}

/* ---------------------------------------------------------------- opening */

/* A node that has stopped, or cannot be reached any more, hangs up on nobody. */
static void on_beat(uv_timer_t *timer)
{
    Server       *s = timer->data;
    struct Lines *l = s->lines;
    int64_t       now = now_of(s);
    char          head[FRAME_HEAD_BYTES];
    for (Wire *w = l->called; w; w = w->next) {
        if (!w->wsi) continue;
        if (w->up ? now - w->heard > l->silence_ms : now - w->began > GREETING_MS) cut(w);
        else if (w->up && now - w->beat >= (l->silence_ms / 4 < SAY_MS ? l->silence_ms / 4 : SAY_MS)) {
            w->beat = now;
            send_frame(w, head, frame_head(head, FRAME_BEAT, 0), "", 0);
        }
    }
    for (Wire *w = l->callers; w; w = w->next)
        if (w->up ? now - w->heard > CALLER_MS : now - w->began > GREETING_MS) cut(w);
}

void lines_open(Server *s)
{
    s->lines = calloc(1, sizeof *s->lines);
    assert(s->lines);
    s->lines->silence_ms = s->options->node->lease_ms;
    s->lines->timer.data = s->lines->turn.data = s;
    uv_prepare_init(&s->loop, &s->lines->turn);
    uv_timer_init(&s->loop, &s->lines->timer);
    uv_timer_start(&s->lines->timer, on_beat, BEAT_MS, BEAT_MS);
    house_set_roads(s->house, &roads, s);
}

void lines_close(Server *s)
{
    if (!s->lines) return;
    send_bundles(s);
    uv_close((uv_handle_t *)&s->lines->timer, NULL);
    uv_close((uv_handle_t *)&s->lines->turn, NULL);
}

void lines_free(Server *s)
{
    if (!s->lines) return;
    while (s->lines->called) {
        Wire *w = s->lines->called;
        s->lines->called = w->next;
        empty(w);
        free(w);
    }
    free(s->lines);
}
