#include "cli/line.h"

#include <assert.h>
#include <errno.h>
#include <libwebsockets.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "text/fail.h"

enum { CONNECT_SECONDS = 15, PING_SECONDS = 20, HANGUP_SECONDS = 35, PATIENCE_SECONDS = 3 };

typedef struct Outgoing {
    struct Outgoing *next;
    size_t           n;
    unsigned char    bytes[]; /* LWS_PRE bytes of room first */
} Outgoing;

struct Line {
    HouseAddress        address;
    char                host_port[HOST_BYTES + 16];
    struct lws_context *context;
    pthread_t           thread;
    int                 pipe[2];

    pthread_mutex_t lock; /* for all that follows up to the gap */
    pthread_cond_t  at_end;
    bool            stop, ended, wants_connection;
    char            cookie[KEPT_COOKIE_BYTES];
    News           *first, *last;
    size_t          waiting;
    Outgoing       *out_first, *out_last;

    struct lws *wsi; /* of the thread alone */
    bool        up, failed;
    char        set_cookie[KEPT_COOKIE_BYTES];
    char       *text; /* a message that comes in pieces */
    size_t      n;
};

/* ------------------------------------------------------------------- news */

static void bring(Line *l, NewsKind kind, int status, const char *text, size_t n)
{
    News *news = malloc(sizeof *news + n + 1);
    assert(news);
    *news = (News){.kind = kind, .status = status, .n = n};
    if (n) memcpy(news->text, text, n);
    news->text[n] = 0;
    pthread_mutex_lock(&l->lock);
    bool one = !l->first; /* one byte lies in the pipe while anything waits */
    if (l->last) l->last->next = news;
    else l->first = news;
    l->last = news;
    l->waiting += n;
    while (one && write(l->pipe[1], "", 1) < 0) assert(errno == EINTR);
    pthread_mutex_unlock(&l->lock);
}

News *line_take(Line *l)
{
    char unused;
    pthread_mutex_lock(&l->lock);
    News *news = l->first;
    if (news) {
        l->first = news->next;
        l->waiting -= news->n;
        if (!l->first) {
            l->last = NULL;
            while (read(l->pipe[0], &unused, 1) < 0) assert(errno == EINTR);
        }
    }
    pthread_mutex_unlock(&l->lock);
    return news;
}

static void forget_outgoing(Line *l)
{
    for (Outgoing *o = l->out_first, *next; o; o = next) {
        next = o->next;
        free(o);
    }
    l->out_first = l->out_last = NULL;
}

static void came_down(Line *l, const char *why, int status)
{
    l->wsi = NULL;
    l->up = false;
    l->failed = true;
    l->n = 0;
    free(l->text);
    l->text = NULL;
    pthread_mutex_lock(&l->lock);
    forget_outgoing(l);
    pthread_mutex_unlock(&l->lock);
    bring(l, NEWS_DOWN, status, why, strlen(why));
}

/* --------------------------------------------------------------- the wire */

/* The pieces of a message together. False if it is too much. */
static bool receive(Line *l, const char *in, size_t n)
{
    pthread_mutex_lock(&l->lock);
    bool much = l->waiting + l->n + n > LINE_MOST_BYTES;
    pthread_mutex_unlock(&l->lock);
    if (much) return false;
    l->text = realloc(l->text, l->n + n + 1);
    assert(l->text);
    if (n) memcpy(l->text + l->n, in, n);
    l->n += n;
    if (!lws_is_final_fragment(l->wsi) || lws_remaining_packet_payload(l->wsi)) return true;
    bring(l, NEWS_TEXT, 0, l->text, l->n);
    l->n = 0;
    return true;
}

static int write_one(Line *l)
{
    pthread_mutex_lock(&l->lock);
    Outgoing *o = l->out_first;
    if (o) l->out_first = o->next;
    if (!l->out_first) l->out_last = NULL;
    bool more = l->out_first;
    pthread_mutex_unlock(&l->lock);
    if (!o) return 0;
    bool failed = lws_write(l->wsi, o->bytes + LWS_PRE, o->n, LWS_WRITE_TEXT) < (int)o->n;
    free(o);
    if (more) lws_callback_on_writable(l->wsi);
    return failed ? -1 : 0;
}

/* Only the value; what else stands there is for browsers. */
static void note_cookie(Line *l, struct lws *wsi)
{
    if (lws_hdr_copy(wsi, l->set_cookie, sizeof l->set_cookie, WSI_TOKEN_HTTP_SET_COOKIE) <= 0) *l->set_cookie = 0;
    l->set_cookie[strcspn(l->set_cookie, "; \r\n")] = 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n)
{
    (void)user;
    Line *l = wsi ? lws_context_user(lws_get_context(wsi)) : NULL;
    char  why[REASON_BYTES];
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: {
        unsigned char **at = in, *end = *at + n;
        pthread_mutex_lock(&l->lock);
        bool full = *l->cookie && lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_COOKIE,
                                                              (const unsigned char *)l->cookie,
                                                              (int)strlen(l->cookie), at, end);
        pthread_mutex_unlock(&l->lock);
        return full ? -1 : 0;
    }
    case LWS_CALLBACK_CLIENT_FILTER_PRE_ESTABLISH: note_cookie(l, wsi); return 0;
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        l->wsi = wsi;
        l->up = true;
        bring(l, NEWS_UP, 0, l->set_cookie, strlen(l->set_cookie));
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        if (receive(l, in, n)) return 0;
        came_down(l, "", STATUS_TOO_MUCH);
        return -1;
    case LWS_CALLBACK_CLIENT_WRITEABLE: return l->wsi ? write_one(l) : -1;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        snprintf(why, sizeof why, "%.*s", in ? (int)n : 0, in ? (const char *)in : "");
        came_down(l, why, (int)lws_http_client_http_response(wsi));
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
        if (l->wsi) came_down(l, "", 0);
        return 0;
    default: return 0;
    }
}

static const struct lws_protocols protocols[] = {{.name = "taproom.1", .callback = on_event, .rx_buffer_size = 65536},
                                                 {0}};
static const lws_retry_bo_t idle_policy = {.secs_since_valid_ping = PING_SECONDS,
                                           .secs_since_valid_hangup = HANGUP_SECONDS};

static void connect_now(Line *l)
{
    struct lws_client_connect_info info = {.context = l->context,
                                           .address = l->address.host,
                                           .port = l->address.port,
                                           .path = "/ws",
                                           .host = l->host_port,
                                           .protocol = protocols[0].name,
                                           .local_protocol_name = protocols[0].name,
                                           .ssl_connection = l->address.secure ? LCCSCF_USE_SSL : 0,
                                           .retry_and_idle_policy = &idle_policy,
                                           .ietf_version_or_minus_one = -1};
    *l->set_cookie = 0;
    l->wsi = NULL;
    l->failed = false;
    if (!lws_client_connect_via_info(&info) && !l->failed) came_down(l, "nobody knows that name", 0);
}

static void *run(void *line)
{
    Line *l = line;
    for (;;) {
        pthread_mutex_lock(&l->lock);
        bool stop = l->stop, connect = l->wants_connection, say = l->out_first;
        l->wants_connection = false;
        pthread_mutex_unlock(&l->lock);
        if (stop) break;
        if (connect) connect_now(l);
        else if (say && l->up) lws_callback_on_writable(l->wsi);
        if (lws_service(l->context, 0) < 0) break;
    }
    lws_context_destroy(l->context); /* says its goodbyes, on the thread that knows the sockets */
    pthread_mutex_lock(&l->lock);
    l->ended = true;
    pthread_cond_signal(&l->at_end);
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

/* -------------------------------------------------------------- from here */

Line *line_new(const HouseAddress *address, TapError *error)
{
    Line *l = calloc(1, sizeof *l);
    assert(l);
    l->address = *address;
    bool usual = address->port == (address->secure ? 443 : 80), colons = strchr(address->host, ':');
    snprintf(l->host_port, sizeof l->host_port, colons ? "[%s]" : "%s", address->host);
    if (!usual) snprintf(l->host_port + strlen(l->host_port), 16, ":%d", address->port);
    lws_set_log_level(0, NULL);
    struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN,
                                             .protocols = protocols,
                                             .user = l,
                                             .gid = (gid_t)-1,
                                             .uid = (uid_t)-1,
                                             .timeout_secs = CONNECT_SECONDS,
                                             .options = LWS_SERVER_OPTION_VALIDATE_UTF8};
    if (address->secure) info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    l->context = lws_create_context(&info);
    if (!l->context || pipe(l->pipe)) {
        if (l->context) lws_context_destroy(l->context);
        free(l);
        fail_with(error, "The system gives no sockets.");
        return NULL;
    }
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->at_end, NULL);
    sigset_t all, before; /* signals are for the person's thread */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool runs = !pthread_create(&l->thread, NULL, run, l);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    assert(runs);
    return l;
}

void line_free(Line *l)
{
    if (!l) return;
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += PATIENCE_SECONDS;
    pthread_mutex_lock(&l->lock);
    l->stop = true;
    lws_cancel_service(l->context);
    while (!l->ended && !pthread_cond_timedwait(&l->at_end, &l->lock, &end)) continue;
    bool ended = l->ended;
    pthread_mutex_unlock(&l->lock);
    if (!ended) return; /* it looks a name up: the end of the program ends it */
    pthread_join(l->thread, NULL);
    for (News *news; (news = line_take(l));) free(news);
    forget_outgoing(l);
    free(l->text);
    close(l->pipe[0]);
    close(l->pipe[1]);
    pthread_cond_destroy(&l->at_end);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

void line_connect(Line *l, const char *cookie)
{
    pthread_mutex_lock(&l->lock);
    snprintf(l->cookie, sizeof l->cookie, "%s", cookie);
    l->wants_connection = true;
    pthread_mutex_unlock(&l->lock);
    lws_cancel_service(l->context);
}

void line_send(Line *l, const char *text, size_t n)
{
    Outgoing *o = malloc(sizeof *o + LWS_PRE + n);
    assert(o);
    *o = (Outgoing){.n = n};
    memcpy(o->bytes + LWS_PRE, text, n);
    pthread_mutex_lock(&l->lock);
    if (l->out_last) l->out_last->next = o;
    else l->out_first = o;
    l->out_last = o;
    pthread_mutex_unlock(&l->lock);
    lws_cancel_service(l->context);
}

int line_file(const Line *l) { return l->pipe[0]; }
