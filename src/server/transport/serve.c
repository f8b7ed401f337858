#include "server/transport/serve.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <malloc.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/ground/limits.h"
#include "server/ground/logs.h"
#include "server/house/keeper.h"
#include "server/transport/http.h"
#include "server/transport/keeper_door.h"
#include "server/transport/lines.h"
#include "server/transport/socket.h"
#include "text/fail.h"

enum { OPEN_FILES = 32768, READ_BYTES = 32768, HEADER_SECONDS = 10, PING_SECONDS = 25, HANGUP_SECONDS = 40,
       DRAIN_MS = 1000, DRAIN_STEP_MS = 50, LEAVE_STEP_MS = 500, KEPT_BYTES = 16 << 20 };

typedef struct Watch {
    Server      *server;
    uv_signal_t  term, interrupt;
    uv_timer_t   drain, leave;
    uv_poll_t    prompt;
    bool         has_prompt;
    uint64_t     drains_since;
} Watch;

static bool quiet; /* while we try an address: what is wrong with it we say ourselves */

static void on_log_line(int level, const char *line)
{
    (void)level;
    if (!quiet) log_line(line);
}

/* The address others on the local network would use: the first that is up and not only ours. */
static bool find_lan(char *ret, size_t size)
{
    struct ifaddrs *all;
    bool found = false;
    if (getifaddrs(&all)) return false;
    for (const struct ifaddrs *i = all; i && !found; i = i->ifa_next) {
        if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || !(i->ifa_flags & IFF_UP) ||
            i->ifa_flags & IFF_LOOPBACK)
            continue;
        const struct sockaddr_in *a = (const struct sockaddr_in *)(const void *)i->ifa_addr;
        found = inet_ntop(AF_INET, &a->sin_addr, ret, (socklen_t)size) != NULL;
    }
    freeifaddrs(all);
    return found;
}

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = http_callback},
    {.name = "taproom.1", .callback = socket_callback, .rx_buffer_size = 4096},
    {.name = "taproom.bot.1", .callback = socket_callback, .rx_buffer_size = 4096},
    {.name = LINES_PROTOCOL, .callback = lines_callback, .rx_buffer_size = READ_BYTES},
    {0},
};
static const lws_retry_bo_t idle_policy = {.secs_since_valid_ping = PING_SECONDS,
                                           .secs_since_valid_hangup = HANGUP_SECONDS};

static struct lws_vhost *listen_at(Server *s, const char *address, int port, const char *name,
                                   struct lws_protocols *table)
{
    struct lws_context_creation_info info = {0};
    info.port = port;
    info.iface = address;
    info.protocols = table;
    info.vhost_name = name;
    info.timeout_secs = HEADER_SECONDS;
    info.keepalive_timeout = HEADER_SECONDS;
    info.retry_and_idle_policy = &idle_policy;
    info.options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND;
    if (!address || !strchr(address, ':')) info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    quiet = true;
    struct lws_vhost *vhost = lws_create_vhost(s->context, &info);
    quiet = false;
    return vhost;
}

/* Metrics have a port of their own, where nothing else is. */
static struct lws_protocols *metrics_protocols(void)
{
    static struct lws_protocols table[] = {{.name = "http", .callback = http_callback}, {0}};
    table[0].per_session_data_size = http_session_bytes();
    return table;
}

static struct lws_protocols *protocol_table(void)
{
    static struct lws_protocols table[sizeof protocols / sizeof *protocols];
    memcpy(table, protocols, sizeof table);
    table[0].per_session_data_size = http_session_bytes();
    table[1].per_session_data_size = table[2].per_session_data_size = socket_session_bytes();
    return table;
}

static void write_url(const char *address, int port, const char *path, char *ret, size_t size)
{
    snprintf(ret, size, strchr(address, ':') ? "http://[%s]:%d/%s" : "http://%s:%d/%s", address, port, path);
}

static void announce(Server *s)
{
    char url[120], lan[120], metrics[120], address[INET6_ADDRSTRLEN];
    int  port = lws_get_vhost_listen_port(s->vhost);
    write_url(s->options->bind && !s->options->lan ? s->options->bind : "127.0.0.1", port, "", url, sizeof url);
    if (s->metrics_vhost)
        write_url(s->options->metrics, lws_get_vhost_listen_port(s->metrics_vhost), "metrics", metrics, sizeof metrics);
    bool open = (s->options->lan || s->lan_vhost) && find_lan(address, sizeof address);
    if (open) {
        snprintf(lan, sizeof lan, "http://%s:%d/", address, port);
        house_set_lan(s->house, lan);
    }
    s->options->listening(url, open ? lan : NULL, s->metrics_vhost ? metrics : NULL);
}

/* ---------------------------------------------------------------- stopping */

static void close_watch(Watch *w)
{
    uv_close((uv_handle_t *)&w->term, NULL);
    uv_close((uv_handle_t *)&w->interrupt, NULL);
    uv_close((uv_handle_t *)&w->drain, NULL);
    uv_close((uv_handle_t *)&w->leave, NULL);
    keeper_door_close(w->server);
    lines_close(w->server);
    if (w->has_prompt) uv_close((uv_handle_t *)&w->prompt, NULL);
}

static void on_drain(uv_timer_t *timer)
{
    Watch  *w = timer->data;
    Server *s = w->server;
    if (s->connections && uv_hrtime() - w->drains_since < DRAIN_MS * UINT64_C(1000000)) return;
    close_watch(w);
    house_close(s->house);
    uv_stop(&s->loop);
}

static void stop(Watch *w)
{
    Server *s = w->server;
    if (s->draining) return;
    s->draining = true;
    house_leave(s->house); /* first: bots that think would keep the goodbyes waiting, and this node the other ones */
    house_bye(s->house, "shutdown", "The house closes; your table is kept. Come back in a moment.");
    w->drains_since = uv_hrtime();
    uv_timer_start(&w->drain, on_drain, DRAIN_STEP_MS, DRAIN_STEP_MS);
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    stop(handle->data);
}

/* The keeper said that the house closes when nobody plays any more. */
static void on_leave(uv_timer_t *timer)
{
    Watch  *w = timer->data;
    Server *s = w->server;
    if (s->leave_at && ((int64_t)uv_now(&s->loop) >= s->leave_at || !keeper_people_playing(s->house))) stop(w);
}

/* "L" and Enter at the terminal lets the local network in. */
static void on_prompt(uv_poll_t *poll, int status, int events)
{
    Watch  *w = poll->data;
    Server *s = w->server;
    char    line[80], address[INET6_ADDRSTRLEN];
    (void)events;
    ssize_t n = status < 0 ? 0 : read(STDIN_FILENO, line, sizeof line);
    if (n <= 0) {
        uv_poll_stop(poll);
        return;
    }
    bool lets_in = line[0] == 'L' || line[0] == 'l';
    if (!lets_in || s->options->lan || s->lan_vhost) { /* whatever else is typed shows where we are */
        announce(s);
        return;
    }
    if (find_lan(address, sizeof address))
        s->lan_vhost = listen_at(s, address, lws_get_vhost_listen_port(s->vhost), "lan", protocol_table());
    if (s->lan_vhost) announce(s);
    else log_each(LEVEL_WARNING, "no local network can be let in here");
}

static void start_watch(Watch *w, Server *s)
{
    w->server = s;
    uv_signal_init(&s->loop, &w->term);
    uv_signal_init(&s->loop, &w->interrupt);
    uv_timer_init(&s->loop, &w->drain);
    uv_timer_init(&s->loop, &w->leave);
    w->term.data = w->interrupt.data = w->drain.data = w->leave.data = w;
    uv_timer_start(&w->leave, on_leave, LEAVE_STEP_MS, LEAVE_STEP_MS);
    uv_signal_start(&w->term, on_signal, SIGTERM);
    uv_signal_start(&w->interrupt, on_signal, SIGINT);
    w->has_prompt = isatty(STDIN_FILENO) && !uv_poll_init(&s->loop, &w->prompt, STDIN_FILENO);
    w->prompt.data = w;
    if (w->has_prompt) uv_poll_start(&w->prompt, UV_READABLE, on_prompt);
}

/* ---------------------------------------------------------------- starting */

static struct lws_context *make_context(Server *s, void **loops)
{
    struct lws_context_creation_info info = {0};
    struct rlimit files;
    if (!getrlimit(RLIMIT_NOFILE, &files)) {
        files.rlim_cur = files.rlim_max < OPEN_FILES ? files.rlim_max : OPEN_FILES;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    lws_set_log_level(LLL_ERR, on_log_line);
    info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_LIBUV;
    info.foreign_loops = loops;
    info.user = s;
    info.pt_serv_buf_size = READ_BYTES;
    info.max_http_header_data = LIMIT_HEADER_BYTES; /* cookies of others on the same name come along */
    return lws_create_context(&info);
}

/* True when both ports listen; else says which does not. */
static bool listen_everywhere(Server *s, TapError *error)
{
    const ServeOptions *options = s->options;
    const char         *address = options->lan ? NULL : options->bind;
    if (!s->context) return fail_with(error, "There is not enough memory to begin.");
    s->vhost = listen_at(s, address, options->port, "house", protocol_table());
    if (!s->vhost && options->port)
        return fail_with(error, "Cannot listen at %.60s, port %d. Does another server run there? Try --port 0.",
                         address ? address : "all addresses", options->port);
    if (!s->vhost)
        return fail_with(error, "Cannot listen at %.60s. Is that an address of this machine?",
                         address ? address : "any address");
    if (!options->metrics) return true;
    s->metrics_vhost = listen_at(s, options->metrics, options->metrics_port, "metrics", metrics_protocols());
    return s->metrics_vhost ||
           fail_with(error, "Cannot listen at %.60s, port %d, for --metrics. Take another port, or an address of this "
                     "machine.", options->metrics, options->metrics_port);
}

/* As many for bots as UV_THREADPOOL_SIZE says, so that they do not crowd out the loop; and those for commits. */
static void set_threads(void)
{
    char        threads[16];
    const char *said = getenv("UV_THREADPOOL_SIZE");
    snprintf(threads, sizeof threads, "%d", (said && atoi(said) > 0 ? atoi(said) : THINKERS) + COMMITTERS);
    setenv("UV_THREADPOOL_SIZE", threads, 1);
}

bool serve(const ServeOptions *options, TapError *error)
{
    Server *s = calloc(1, sizeof *s);
    Watch   watch = {0};
    void   *loops[1];
    bool    good = false;
    if (!s) abort();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a full disk is an error of a write, not the end */
    /* Messages come and go: giving their memory back each time costs more than keeping it. */
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
    set_threads();
    s->options = options;
    gethostname(s->machine, sizeof s->machine - 1);
    uv_loop_init(&s->loop);
    s->began = (int64_t)uv_now(&s->loop);
    loops[0] = &s->loop;
    if (options->log_json) log_as_json();
    s->access = (AccessLog){.json = options->log_json, .short_addresses = options->short_addresses};
    HouseOptions house = {.transport = &socket_transport, .data = options->data, .node = options->node,
                          .shelf = options->shelf, .keep_days = options->keep_days,
                          .one_address = !options->per_address};
    if (!options->access_log || access_open(&s->access, options->access_log, error))
        s->house = house_open(&house, &s->loop, error);
    if (s->house) {
        s->context = make_context(s, loops);
        good = listen_everywhere(s, error);
        if (good) {
            if (options->data) keeper_door_open(s);
            if (options->node) lines_open(s);
            start_watch(&watch, s);
            announce(s);
            uv_run(&s->loop, UV_RUN_DEFAULT);
        } else house_close(s->house);
    }
    /* On a loop of ours libwebsockets goes in two steps: it closes its handles, and when the loop has seen to that, the
     * rest. */
    if (s->context) lws_context_destroy(s->context);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    if (s->context) lws_context_destroy(s->context);
    if (s->house) house_free(s->house);
    lines_free(s);
    access_close(&s->access);
    uv_loop_close(&s->loop);
    free(s);
    return good;
}
