#define _GNU_SOURCE /* pipe2: no other bot may inherit a pipe between its making and its marking */
#include "cli/external.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "server/programs/bot_message.h"
#include "text/fail.h"

extern char **environ;

enum {
    LINE_BYTES = 4096,    /* longest line a bot may send */
    FAREWELL_MS = 1000,
};

typedef struct External {
    const char   *command; /* behind "cmd:" */
    pid_t         pid;     /* 0 when it is gone */
    int           in, out; /* its standard input and output, from our side */
    uint64_t      next_id;
    int           late_in_a_row;
    size_t        got;               /* bytes of an unfinished line */
    char          line[LINE_BYTES];
    bool          overlong;          /* the line being read is longer than any may be */
    ExternalCount count;
    ViewScratch   scratch;
} External;

bool external_is(const char *bot) { return !strncmp(bot, "cmd:", 4); }

static uint64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* ------------------------------------------------------------- processes */

static bool spawn(External *x)
{
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC)) return false;
    if (pipe2(out, O_CLOEXEC)) {
        close(in[0]);
        close(in[1]);
        return false;
    }
    /* A group of its own, so that a shell's children end with it and Ctrl-C reaches us first. */
    posix_spawn_file_actions_t files;
    posix_spawnattr_t          how;
    sigset_t                   usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
    posix_spawnattr_init(&how);
    posix_spawnattr_setsigdefault(&how, &usual);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    char  shell[] = "/bin/sh", flag[] = "-c";
    char *command = strdup(x->command);
    char *argv[] = {shell, flag, command, NULL};
    assert(command);
    int error = posix_spawn(&x->pid, shell, &files, &how, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&how);
    free(command);
    close(in[0]);
    close(out[1]);
    if (error) {
        close(in[1]);
        close(out[0]);
        x->pid = 0;
        errno = error;
        return false;
    }
    x->in = in[1];
    x->out = out[0];
    fcntl(x->in, F_SETFL, O_NONBLOCK);
    fcntl(x->out, F_SETFL, O_NONBLOCK);
    return true;
}

/* Waits so long for the program to end; else ends it and all it started. */
static void reap(External *x, int patience_ms)
{
    if (!x->pid) return;
    close(x->in);
    close(x->out);
    siginfo_t info = {.si_pid = 0};
    for (uint64_t until = now_us() + (uint64_t)patience_ms * 1000; !info.si_pid && now_us() < until;)
        if (!waitid(P_PID, (id_t)x->pid, &info, WEXITED | WNOHANG | WNOWAIT) && !info.si_pid)
            nanosleep(&(struct timespec){0, 2000000}, NULL);
    bool by_itself = info.si_pid;
    int  status = 0;
    kill(-x->pid, SIGKILL); /* children of a shell may outlive it; its own number is ours until waitpid */
    waitpid(x->pid, &status, 0);
    x->pid = 0;
    if (x->count.end[0]) return;
    if (!by_itself) snprintf(x->count.end, sizeof x->count.end, "closed its output and went on running");
    else if (WIFSIGNALED(status))
        snprintf(x->count.end, sizeof x->count.end, "was ended by signal %d", WTERMSIG(status));
    else snprintf(x->count.end, sizeof x->count.end, "ended with exit code %d", WEXITSTATUS(status));
}

static void give_up(External *x, const char *why)
{
    if (why) snprintf(x->count.end, sizeof x->count.end, "%s", why);
    reap(x, why ? 0 : 200);
}

/* ----------------------------------------------------------------- lines */

typedef enum Heard { HEARD_LINE, HEARD_TOO_MUCH, HEARD_NOTHING, HEARD_END } Heard;

/* One line out of what has come; more is read when there is none. */
static Heard take_line(External *x, char *ret)
{
    for (;;) {
        char *end = memchr(x->line, '\n', x->got);
        if (end) {
            size_t n = (size_t)(end - x->line);
            bool   overlong = x->overlong;
            memcpy(ret, x->line, n);
            ret[n] = 0;
            x->got -= n + 1;
            memmove(x->line, end + 1, x->got);
            x->overlong = false;
            return overlong ? HEARD_TOO_MUCH : HEARD_LINE;
        }
        if (x->got == sizeof x->line) { /* keeps nothing of it but that it was too long */
            x->overlong = true;
            x->got = 0;
        }
        ssize_t n = read(x->out, x->line + x->got, sizeof x->line - x->got);
        if (n > 0) x->got += (size_t)n;
        else if (n == 0) return HEARD_END;
        else if (errno != EINTR) return errno == EAGAIN ? HEARD_NOTHING : HEARD_END;
    }
}

/* Waits for the next line until a time, and sends what is left of `text` first and meanwhile: a bot that talks before
 * it listens is told everything all the same. */
static Heard converse(External *x, const char **text, size_t *left, uint64_t until, char *ret)
{
    for (;;) {
        uint64_t now = now_us();
        if (now >= until) return HEARD_NOTHING; /* even if there is more: a flood of lines buys no time */
        ssize_t n = *left ? write(x->in, *text, *left) : 0;
        if (n > 0) *text += n, *left -= (size_t)n;
        else if (n < 0 && errno != EAGAIN && errno != EINTR) *left = 0; /* it may have said something before it ended */
        Heard heard = take_line(x, ret);
        if (heard != HEARD_NOTHING) return heard;
        struct pollfd p[2] = {{x->out, POLLIN, 0}, {x->in, POLLOUT, 0}};
        if (poll(p, *left ? 2 : 1, (int)((until - now + 999) / 1000)) < 0 && errno != EINTR) return HEARD_END;
    }
}

/* ----------------------------------------------------------------- hello */

/* Lines before the hello that are none are passed over: an interpreter may greet too. */
static bool shake_hands(External *x, const TapSetup *setup)
{
    Out         hello = {0};
    char        line[LINE_BYTES + 1];
    bot_write_hello(&hello, setup, NULL, TAP_NOBODY, NULL);
    out_raw(&hello, "\n", 1);
    const char *rest = hello.text;
    size_t      left = hello.n;
    uint64_t    until = now_us() + EXTERNAL_HELLO_MS * 1000ull;
    bool        met = false, ended = false;
    while (!met && !ended) {
        Heard heard = converse(x, &rest, &left, until, line);
        if (heard == HEARD_NOTHING) {
            give_up(x, "did not say hello in time");
            ended = true;
        } else if (heard == HEARD_END) {
            give_up(x, NULL);
            ended = true;
        } else if (heard == HEARD_LINE) {
            json_t     *said = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
            const char *type = json_string_value(json_object_get(said, "type"));
            if (type && !strcmp(type, "hello")) {
                met = json_integer_value(json_object_get(said, "version")) == BOT_PROTOCOL;
                if (!met) give_up(x, "speaks another version of the protocol");
                else if (left) give_up(x, "did not read its messages"), met = false;
                ended = !met;
            }
            json_decref(said);
        }
    }
    out_free(&hello);
    return met;
}

static External *external_new(const char *bot, const TapSetup *setup)
{
    /* A program that ends must not end us. */
    signal(SIGPIPE, SIG_IGN);
    External *x = calloc(1, sizeof *x);
    assert(x);
    x->command = bot + strlen("cmd:");
    if (!spawn(x)) snprintf(x->count.end, sizeof x->count.end, "could not be started: %s", strerror(errno));
    else shake_hands(x, setup);
    return x;
}

bool external_check(const char *bot, const TapSetup *setup, TapError *error)
{
    External *x = external_new(bot, setup);
    bool      good = x->pid;
    if (!good)
        fail_with(error, "The bot '%.100s' did not join: it %s. See docs/bot-protocol.md.", x->command, x->count.end);
    reap(x, FAREWELL_MS);
    free(x);
    return good;
}

/* -------------------------------------------------------------- deciding */

/* False if the fallback has to play; why is counted. */
static bool ask(External *x, int deadline_ms, const TapSetup *setup, const TapState *state, const TapSeen *seen,
                TapSeat seat, uint32_t seed, TapMove *ret)
{
    x->count.asked++;
    if (!x->pid) {
        x->count.gone++;
        return false;
    }
    x->next_id++;
    Out         question = {0};
    char        line[LINE_BYTES + 1];
    bot_write_decide(&question, setup, state, seen, seat, x->next_id, deadline_ms, seed, &x->scratch);
    out_raw(&question, "\n", 1);
    const char *rest = question.text;
    size_t      left = question.n;
    uint64_t    begun = now_us(), until = begun + (uint64_t)deadline_ms * 1000;
    Heard       heard;
    BotSaid     said = BOT_SAID_OTHER;
    do {
        heard = converse(x, &rest, &left, until, line);
        if (heard == HEARD_LINE) said = bot_read_answer(line, strlen(line), x->next_id, setup, state, seat, ret);
    } while (heard == HEARD_LINE && said == BOT_SAID_OTHER);
    x->count.waited_us += now_us() - begun;
    bool unread = left > 0;
    out_free(&question);
    if (heard == HEARD_END) {
        x->count.gone++;
        give_up(x, NULL);
        return false;
    }
    if (heard == HEARD_NOTHING) {
        x->count.late++;
        if (unread) give_up(x, "did not read its messages"); /* half a line is out: the next would not begin a line */
        else if (++x->late_in_a_row == BOT_LATE_IN_A_ROW) give_up(x, "was given up after ten late answers in a row");
        return false;
    }
    x->late_in_a_row = 0;
    if (heard == HEARD_TOO_MUCH || said == BOT_SAID_GARBLE) x->count.garbled++;
    else if (said == BOT_SAID_ILLEGAL) x->count.illegal++;
    else return true;
    if (unread) give_up(x, "did not read its messages");
    return false;
}

static External *find(const Externals *all, const char *bot)
{
    for (int i = 0; i < all->n; i++)
        if (!strcmp(all->of[i]->command, bot + strlen("cmd:"))) return all->of[i];
    return NULL;
}

TapMove external_decide(Externals *all, const char *bot, int deadline_ms, const TapSetup *setup, const TapState *state,
                        const TapSeen *seen, TapSeat seat, TapRng *luck)
{
    External *x = find(all, bot);
    if (!x) {
        assert(all->n < TAP_SEATS);
        x = all->of[all->n++] = external_new(bot, setup);
    }
    TapMove  m;
    uint32_t seed = tap_rng_word(luck);
    return ask(x, deadline_ms, setup, state, seen, seat, seed, &m) ? m : bot_fallback(setup, state, seat, luck);
}

/* --------------------------------------------------------------- counting */

void external_add_count(const Externals *all, const char *bot, ExternalCount *sum)
{
    const External *x = find(all, bot);
    if (x) external_join_count(sum, &x->count);
}

void external_join_count(ExternalCount *sum, const ExternalCount *more)
{
    sum->asked += more->asked;
    sum->late += more->late;
    sum->illegal += more->illegal;
    sum->garbled += more->garbled;
    sum->gone += more->gone;
    sum->waited_us += more->waited_us;
    if (!sum->end[0]) memcpy(sum->end, more->end, sizeof sum->end);
}

void external_describe(const ExternalCount *c, char *ret, size_t size)
{
    uint64_t answered = c->asked - c->gone, played = c->late + c->illegal + c->garbled + c->gone;
    int n = snprintf(ret, size, "%llu decisions, %.2f ms each", (unsigned long long)c->asked,
                     answered ? (double)c->waited_us / 1e3 / (double)answered : 0);
    if (played && n > 0 && (size_t)n < size)
        n += snprintf(ret + n, size - (size_t)n,
                      "; the fallback played %llu: %llu late, %llu illegal, %llu garbled, %llu with the program gone",
                      (unsigned long long)played, (unsigned long long)c->late, (unsigned long long)c->illegal,
                      (unsigned long long)c->garbled, (unsigned long long)c->gone);
    if (c->end[0] && n > 0 && (size_t)n < size) snprintf(ret + n, size - (size_t)n, "; it %s", c->end);
}

void external_print_json(FILE *out, const char *bot, const ExternalCount *c)
{
    if (!external_is(bot)) return;
    fprintf(out,
            ",\"asked\":%llu,\"late\":%llu,\"illegal\":%llu,\"garbled\":%llu,\"gone\":%llu,\"waited_us\":%llu,\"end\":",
            (unsigned long long)c->asked, (unsigned long long)c->late, (unsigned long long)c->illegal,
            (unsigned long long)c->garbled, (unsigned long long)c->gone, (unsigned long long)c->waited_us);
    if (c->end[0]) print_json_string(out, c->end);
    else fputs("null", out);
}

void externals_close(Externals *all)
{
    for (int i = 0; i < all->n; i++) {
        reap(all->of[i], FAREWELL_MS);
        free(all->of[i]);
    }
    all->n = 0;
}
