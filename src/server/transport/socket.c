#include "server/transport/socket.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/ground/limits.h"
#include "server/house/keeper.h"
#include "server/transport/outbox.h"
#include "server/transport/peer.h"

typedef struct Connection {
    Server     *server;
    struct lws *wsi;
    Client     *client;
    char        guest[GUEST_BYTES], address[ADDRESS_BYTES];
    bool        closing, overrun;
    enum lws_close_status farewell; /* the code it is closed with */
    Outbox      outbox;
    char       *text; /* a message that comes in pieces */
    size_t      n;
    Access      access;
    int64_t     sent; /* bytes of messages */
    struct Connection *next, *prev;
} Connection;

size_t socket_session_bytes(void) { return sizeof(Connection); }

/* Nobody hears it any more, or it hears too slowly: nobody waits for it. */
static void cut_off(Connection *c)
{
    c->overrun = true;
    outbox_empty(&c->outbox);
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
}

/* Straight to the socket, as a rule: asking for the writeable callback first would tell the kernel twice a message.
 * What the socket does not take libwebsockets keeps, at most this one message, and the socket is choked until it has
 * gone out. */
static bool send_at_once(Connection *c, const char *text, size_t n)
{
    Server *s = c->server;
    if (c->outbox.first || c->closing || n > sizeof s->outgoing - LWS_PRE || lws_partial_buffered(c->wsi)) return false;
    memcpy(s->outgoing + LWS_PRE, text, n);
    c->sent += (int64_t)n;
    if (lws_write(c->wsi, s->outgoing + LWS_PRE, n, LWS_WRITE_TEXT) < (int)n) cut_off(c);
    return true;
}

static void socket_send(void *connection, const char *text, size_t n)
{
    Connection *c = connection;
    if (c->overrun || !c->wsi || send_at_once(c, text, n)) return;
    if (c->outbox.bytes + n > LIMIT_QUEUE_BYTES) {
        house_metrics(c->server->house)->slow_closed++;
        cut_off(c);
        return;
    }
    outbox_add(&c->outbox, c->wsi, "", 0, text, n);
}

enum { GOODBYE_SECONDS = 3, LINGER_MS = 250, KERNEL_BYTES = 128 * 1024 };

/* What is queued still goes out, what comes in is read and dropped for a moment: a socket closed with unread bytes in
   it is reset, and the reset would overtake our last words. */
static void close_with(Connection *c, enum lws_close_status farewell)
{
    if (!c->wsi || c->closing) return;
    c->closing = true;
    c->farewell = farewell;
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_CLOSE_SEND, GOODBYE_SECONDS);
    lws_callback_on_writable(c->wsi);
}

static void socket_close(void *connection) { close_with(connection, LWS_CLOSE_STATUS_NORMAL); }

const Transport socket_transport = {.send = socket_send, .close = socket_close};

/* Programs that speak the bot protocol say so when they come. */
static bool is_for_bots(struct lws *wsi) { return !strcmp(lws_get_protocol(wsi)->name, "taproom.bot.1"); }

int socket_refusal(struct lws *wsi, const char **ret_text)
{
    const Server *s = server_of(wsi);
    char guest[GUEST_BYTES];
    int  here = 0;
    if (peer_is_barred(wsi, ret_text)) return 403;
    *ret_text = "The house closes for a moment. Come back soon.\n";
    if (s->draining) return 503;
    if (s->leave_at && !(peer_guest(wsi, guest) && keeper_is_playing(s->house, guest))) return 503;
    *ret_text = "The house is full. Try again in a moment.\n";
    if (house_metrics(s->house)->clients >= LIMIT_CLIENTS) return 503;
    if (!s->options->per_address) return 0;
    char address[ADDRESS_BYTES];
    peer_address(wsi, address);
    for (const Connection *k = s->connections; k; k = k->next) here += !strcmp(k->address, address);
    return here < s->options->per_address ? 0 : 503;
}

static bool may_come_in(struct lws *wsi, Connection *c)
{
    char path[16] = "";
    if (!peer_is_welcome(wsi)) return false;
    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0 || strcmp(path, "/ws")) return false;
    peer_address(wsi, c->address);
    return true;
}

static int write_one(Connection *c)
{
    size_t n;
    bool   good = outbox_write_one(&c->outbox, c->wsi, LWS_WRITE_TEXT, &n);
    c->sent += (int64_t)n;
    if (!good) return -1;
    if (c->outbox.first) lws_callback_on_writable(c->wsi);
    else if (c->closing) lws_set_timer_usecs(c->wsi, LINGER_MS * 1000);
    return 0;
}

static int lingered(Connection *c)
{
    if (!c->wsi || !c->closing) return 0;
    lws_close_reason(c->wsi, c->farewell, NULL, 0);
    return -1;
}

static void receive(Connection *c, const char *in, size_t n)
{
    if (c->closing || c->overrun) return;
    if (lws_frame_is_binary(c->wsi)) {
        close_with(c, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
        return;
    }
    if (c->n + n > LIMIT_MESSAGE_BYTES) {
        close_with(c, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
        return;
    }
    bool whole = lws_is_final_fragment(c->wsi) && !lws_remaining_packet_payload(c->wsi);
    if (whole && !c->n) { /* the usual: one piece */
        client_message(c->client, in, n);
        return;
    }
    if (!c->text) {
        c->text = malloc(LIMIT_MESSAGE_BYTES);
        assert(c->text);
    }
    memcpy(c->text + c->n, in, n);
    c->n += n;
    if (!whole) return;
    client_message(c->client, c->text, c->n);
    c->n = 0;
    free(c->text);
    c->text = NULL;
}

static void gone(Connection *c)
{
    if (!c->wsi) return;
    c->wsi = NULL;
    if (c->prev) c->prev->next = c->next;
    else c->server->connections = c->next;
    if (c->next) c->next->prev = c->prev;
    if (c->client) client_gone(c->client);
    c->client = NULL;
    outbox_empty(&c->outbox);
    free(c->text);
    c->text = NULL;
    access_done(&c->server->access, &c->access, c->sent, (int64_t)uv_now(&c->server->loop));
}

/* For the access log: which connection begins here, or is refused. */
static void note(Server *s, Connection *c, int status)
{
    c->access = (Access){.method = "GET", .path = "/ws", .status = status, .began = (int64_t)uv_now(&s->loop)};
    memcpy(c->access.address, c->address, sizeof c->address);
}

static int established(struct lws *wsi, Connection *c)
{
    Server *s = server_of(wsi);
    int     kernel_bytes = KERNEL_BYTES; /* what waits in the kernel counts too, or a slow reader holds megabytes */
    setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &kernel_bytes, sizeof kernel_bytes);
    c->server = s;
    c->wsi = wsi;
    c->next = s->connections;
    c->prev = NULL;
    if (c->next) c->next->prev = c;
    s->connections = c;
    note(s, c, 101);
    c->client = is_for_bots(wsi) ? client_new_bot(s->house, c, c->guest, c->address)
                                 : client_new(s->house, c, c->guest, c->address);
    if (c->client) return 0;
    house_metrics(s->house)->refused_connections++;
    gone(c);
    return -1;
}

int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n)
{
    Connection *c = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        if (!may_come_in(wsi, c)) {
            Server *s = server_of(wsi);
            house_metrics(s->house)->refused_connections++;
            peer_address(wsi, c->address);
            note(s, c, 0);
            access_done(&s->access, &c->access, 0, (int64_t)uv_now(&s->loop));
            return -1;
        }
        return 0;
    case LWS_CALLBACK_ADD_HEADERS: {
        struct lws_process_html_args *args = in;
        char cookie[300];
        if (!c || peer_guest(wsi, c->guest)) return 0;
        secrets_new_guest(c->guest);
        int bytes = peer_set_cookie(wsi, c->guest, cookie, sizeof cookie);
        unsigned char *at = (unsigned char *)args->p;
        if (lws_add_http_header_by_name(wsi, (const unsigned char *)"set-cookie:", (const unsigned char *)cookie, bytes,
                                        &at, at + args->max_len))
            return -1;
        args->p = (char *)at;
        return 0;
    }
    case LWS_CALLBACK_ESTABLISHED: return established(wsi, c);
    case LWS_CALLBACK_SERVER_WRITEABLE: return c->wsi ? write_one(c) : -1;
    case LWS_CALLBACK_RECEIVE:
        if (!c->client) return -1;
        receive(c, in, n);
        return 0;
    case LWS_CALLBACK_TIMER: return lingered(c);
    case LWS_CALLBACK_CLOSED: gone(c); return 0;
    default: return 0;
    }
}
