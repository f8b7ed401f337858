#define _GNU_SOURCE /* struct ucred */
#include "server/transport/keeper_door.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "server/ground/folder.h"
#include "server/ground/logs.h"
#include "server/house/doorman.h"
#include "server/house/keeper.h"
#include "server/transport/peer.h"
#include "text/fail.h"
#include "text/out.h"

enum { LINE_BYTES = 16 * 1024, CALLERS = 8, MOST_HOURS = 24 * 3660, MOST_MINUTES = 24 * 60 };

typedef struct Caller {
    struct KeeperDoor *door;
    uv_pipe_t          pipe;
    uv_write_t         write;
    size_t             n;
    char               line[LINE_BYTES];
    Out                answer;
    struct Caller     *next;
} Caller;

struct KeeperDoor {
    Server   *server;
    uv_pipe_t pipe;
    char      path[PATH_BYTES];
    int       callers;
    Caller   *first;
    bool      closed;
};

/* --------------------------------------------------------------- what is asked */

static const char *text_of(const json_t *asked, const char *name)
{
    return json_string_value(json_object_get(asked, name));
}

/* A whole number within limits, or the usual one where there is none. */
static bool number_of(const json_t *asked, const char *name, int most, int usual, int *ret, TapError *error)
{
    const json_t *given = json_object_get(asked, name);
    *ret = usual;
    if (!given) return true;
    if (!json_is_integer(given) || json_integer_value(given) < 0 || json_integer_value(given) > most)
        return fail_with(error, "'%s' is a whole number from 0 to %d.", name, most);
    *ret = (int)json_integer_value(given);
    return true;
}

static bool read_address(const json_t *asked, char ret[ADDRESS_BYTES], TapError *error)
{
    const char *given = text_of(asked, "address");
    return (given && peer_read_address(given, ret)) ||
           fail_with(error, "'%.60s' is no address.", given ? given : "");
}

static bool list(Server *s, const json_t *asked, Out *o, TapError *error)
{
    int64_t now = (int64_t)time(NULL);
    (void)asked, (void)error;
    const Bars *bars = doorman_bars(s->house);
    keeper_list(s->house, o);
    out_open(o, "bars", '[');
    for (int i = 0; i < bars->n; i++) {
        const Bar *bar = &bars->bar[i];
        if (bar->until && bar->until <= now) continue;
        out_open(o, NULL, '{');
        out_string(o, "address", bar->address);
        out_number(o, "until", bar->until);
        out_close(o, '}');
    }
    out_close(o, ']');
    out_bool(o, "draining", s->leave_at);
    return true;
}

static bool bar(Server *s, const json_t *asked, Out *o, TapError *error)
{
    char address[ADDRESS_BYTES], proxy[ADDRESS_BYTES];
    int  hours, sent_away;
    if (!read_address(asked, address, error) || !number_of(asked, "hours", MOST_HOURS, 0, &hours, error)) return false;
    if (s->options->behind && peer_read_address(s->options->behind, proxy) && !strcmp(address, proxy))
        return fail_with(error, "%.60s is the proxy: everybody would be barred.", address);
    if (!doorman_bar(s->house, address, hours, &sent_away, error)) return false;
    out_string(o, "address", address);
    out_number(o, "sent_away", sent_away);
    log_each(LEVEL_INFO, "the keeper has barred an address");
    return true;
}

static bool unbar(Server *s, const json_t *asked, Out *o, TapError *error)
{
    char address[ADDRESS_BYTES];
    if (!read_address(asked, address, error)) return false;
    if (!doorman_unbar(s->house, address, error)) return false;
    out_string(o, "address", address);
    log_each(LEVEL_INFO, "the keeper has let an address in again");
    return true;
}

static bool close_table(Server *s, const json_t *asked, Out *o, TapError *error)
{
    const char *table = text_of(asked, "table"), *text = text_of(asked, "text");
    if (!table) return fail_with(error, "'table' is missing.");
    if (!keeper_close_table(s->house, table, text ? text : "", error)) return false;
    out_string(o, "table", table);
    return true;
}

static bool announce(Server *s, const json_t *asked, Out *o, TapError *error)
{
    const char *text = text_of(asked, "text");
    int         heard;
    if (!doorman_announce(s->house, text ? text : "", &heard, error)) return false;
    out_number(o, "heard", heard);
    return true;
}

static bool drain(Server *s, const json_t *asked, Out *o, TapError *error)
{
    int  minutes, heard = 0;
    char text[200];
    if (!number_of(asked, "minutes", MOST_MINUTES, 60, &minutes, error)) return false;
    keeper_leave(s->house, true);
    s->leave_at = (int64_t)uv_now(&s->loop) + 60000 * (int64_t)minutes + 1;
    int playing = keeper_people_playing(s->house);
    snprintf(text, sizeof text, "The house closes for a moment, in %d minutes at the latest. Games under way go on "
             "till then; all tables are kept.", minutes);
    if (minutes) doorman_announce_here(s->house, text, &heard);
    out_number(o, "playing", playing);
    out_number(o, "minutes", minutes);
    log_each(LEVEL_INFO, "the house closes when nobody plays any more, or in %d minutes", minutes);
    return true;
}

static bool stay(Server *s, const json_t *asked, Out *o, TapError *error)
{
    (void)asked, (void)o;
    if (!s->leave_at) return fail_with(error, "The house does not close.");
    keeper_leave(s->house, false);
    s->leave_at = 0;
    log_each(LEVEL_INFO, "the house stays open");
    return true;
}

static const struct {
    const char *word;
    bool (*done)(Server *, const json_t *asked, Out *, TapError *);
} deeds[] = {{"list", list},         {"bar", bar},     {"unbar", unbar}, {"close", close_table},
             {"announce", announce}, {"drain", drain}, {"stay", stay}};

static bool obey(Server *s, const json_t *asked, Out *o, TapError *error)
{
    const char *word = text_of(asked, "do");
    if (!word) return fail_with(error, "That is no request: {\"do\": ...}.");
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
        if (!strcmp(word, deeds[i].word)) return deeds[i].done(s, asked, o, error);
    return fail_with(error, "There is no '%.60s' to do.", word);
}

/* The answer to a line, with its end. */
static void answer(Server *s, const char *line, size_t n, Out *ret)
{
    TapError error = {{0}};
    json_t  *asked = json_loadb(line, n, JSON_REJECT_DUPLICATES, NULL);
    Out      told = {0};
    out_open(&told, NULL, '{');
    out_bool(&told, "ok", true);
    bool good = obey(s, asked, &told, &error);
    out_close(&told, '}');
    json_decref(asked);
    if (good) *ret = told;
    else {
        out_free(&told);
        out_open(ret, NULL, '{');
        out_bool(ret, "ok", false);
        out_string(ret, "error", error.text);
        out_close(ret, '}');
    }
    out_raw(ret, "\n", 1);
}

/* -------------------------------------------------------------------- the door */

/* It goes with the last of its handles, whichever that is. */
static void free_closed(struct KeeperDoor *d)
{
    if (d->closed && !d->callers) free(d);
}

static void on_closed(uv_handle_t *handle)
{
    Caller *c = handle->data;
    struct KeeperDoor *d = c->door;
    Caller **at = &d->first;
    while (*at != c) at = &(*at)->next;
    *at = c->next;
    d->callers--;
    out_free(&c->answer);
    free(c);
    free_closed(d);
}

static void hang_up(Caller *c)
{
    if (!uv_is_closing((uv_handle_t *)&c->pipe)) uv_close((uv_handle_t *)&c->pipe, on_closed);
}

static void on_written(uv_write_t *write, int status)
{
    (void)status;
    hang_up(write->data);
}

static void on_room(uv_handle_t *handle, size_t wanted, uv_buf_t *ret)
{
    Caller *c = handle->data;
    (void)wanted;
    *ret = uv_buf_init(c->line + c->n, (unsigned)(sizeof c->line - c->n));
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *room)
{
    Caller *c = stream->data;
    (void)room;
    if (n < 0) { /* also when there is no room left: a line that long is none */
        hang_up(c);
        return;
    }
    c->n += (size_t)n;
    const char *end = memchr(c->line, '\n', c->n);
    if (!end) return;
    uv_read_stop(stream);
    answer(c->door->server, c->line, (size_t)(end - c->line), &c->answer);
    uv_buf_t told = uv_buf_init(c->answer.text, (unsigned)c->answer.n);
    c->write.data = c;
    if (uv_write(&c->write, stream, &told, 1, on_written)) hang_up(c);
}

/* Only the house's own user, and root; the folder sees to that too. */
static bool is_keeper(const uv_pipe_t *pipe)
{
    struct ucred who;
    socklen_t    n = sizeof who;
    uv_os_fd_t   fd;
    if (uv_fileno((const uv_handle_t *)pipe, &fd) || getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n)) return false;
    return who.uid == 0 || who.uid == geteuid();
}

static void on_call(uv_stream_t *stream, int status)
{
    struct KeeperDoor *d = stream->data;
    if (status) return;
    Caller *c = calloc(1, sizeof *c);
    assert(c);
    c->door = d;
    c->pipe.data = c;
    c->next = d->first;
    d->first = c;
    d->callers++;
    uv_pipe_init(&d->server->loop, &c->pipe, 0);
    if (uv_accept(stream, (uv_stream_t *)&c->pipe) || d->callers > CALLERS || !is_keeper(&c->pipe)) hang_up(c);
    else uv_read_start((uv_stream_t *)&c->pipe, on_room, on_read);
}

/* A path may be longer than a socket's address can say: it is named from its folder. */
static int bind_at(const char *folder)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    int  place = open(folder, O_DIRECTORY | O_RDONLY | O_CLOEXEC), fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(at.sun_path, sizeof at.sun_path, "/proc/self/fd/%d/" DOOR_FILE, place);
    bool good = place >= 0 && fd >= 0 && (!unlink(at.sun_path) || errno == ENOENT) &&
                !bind(fd, (const struct sockaddr *)(const void *)&at, sizeof at) && !chmod(at.sun_path, 0600);
    int  why = errno;
    if (place >= 0) close(place);
    if (!good && fd >= 0) close(fd);
    errno = why;
    return good ? fd : -1;
}

void keeper_door_open(Server *s)
{
    struct KeeperDoor *d = calloc(1, sizeof *d);
    assert(d);
    d->server = s;
    d->pipe.data = d;
    snprintf(d->path, sizeof d->path, "%.4000s/" DOOR_FILE, s->options->data);
    int fd = bind_at(s->options->data);
    if (fd < 0) {
        log_each(LEVEL_WARNING, "the keeper's door %s cannot be opened: %s", d->path, strerror(errno));
        free(d);
        return;
    }
    uv_pipe_init(&s->loop, &d->pipe, 0);
    uv_pipe_open(&d->pipe, fd);
    uv_listen((uv_stream_t *)&d->pipe, CALLERS, on_call);
    s->door = d;
}

static void on_door_closed(uv_handle_t *handle)
{
    struct KeeperDoor *d = handle->data;
    d->closed = true;
    free_closed(d);
}

void keeper_door_close(Server *s)
{
    struct KeeperDoor *d = s->door;
    if (!d) return;
    s->door = NULL;
    unlink(d->path);
    for (Caller *c = d->first; c; c = c->next) hang_up(c);
    uv_close((uv_handle_t *)&d->pipe, on_door_closed);
}
