/*
 * Load for `taproom serve`: thousands of players at tables of four, all in one thread and one process.
 *
 * It starts the server itself, on 127.0.0.1 only, seats everybody, deals, and then answers whenever a player is asked:
 * at a fixed rate of answers over all tables (--rate, as people would), or as fast as it goes (--rate 0). A table has
 * one answer under way at a time; it is complete when every player of the table has the update, and that is what is
 * timed. An update is only sent when the answer is on the disk, so every completed answer is a durable one. Games that
 * end are followed by a rematch. What it knows of games: nothing; it picks among the choices it is shown.
 *
 * The WebSocket client is its own, because it has to cost little beside the server it measures: it shares two cores.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

enum {
    SEATS = 4,
    TABLE_BYTES = 64,
    WORD_BYTES = 512,
    CONNECTING = 200,         /* at once: within a usual listen backlog */
    READ_BYTES = 1 << 18,
    MOST_PLAYERS = 20000,
    SETUP_SECONDS = 120,      /* to seat everybody and deal */
    STUCK_SECONDS = 10,       /* nothing completed for so long: the run has failed */
    MOST_SAMPLES = 1 << 22,
    PROBES = 200,
    MOST_NODES = 8,
};

typedef enum Step { CLOSED, CONNECTS, UPGRADES, GREETS, IDLE, SEATED } Step;

typedef struct Player {
    int      socket, table, seat;
    Step     step;
    bool     asked, entered;         /* asked: at the table's present seq, with `word` as the answer */
    int64_t  seq;                    /* of its last update; -1 before the first of a game */
    char     word[WORD_BYTES];
    char    *kept;                   /* bytes of an unfinished frame */
    size_t   kept_n, kept_room;
} Player;

typedef struct Table {
    char     id[TABLE_BYTES], next[TABLE_BYTES];
    int      seated, entered, has; /* has: bit s, player s has the update of the answer under way */
    bool     under_way, ready, over;
    bool     again;                  /* it is a rematch */
    int64_t  seq;                    /* of the answer under way, once it is known: the seq before it, plus one */
    uint64_t sent_ns;
} Table;

typedef struct Settings {
    const char *taproom, *data, *game, *store;
    int    players, nodes;
    double rate, seconds, warmup;
    bool   json, astray;
} Settings;

/* One of those that are measured: with --store there may be several. */
typedef struct Server {
    pid_t pid;
    int   port;
} Server;

static Settings set = {
    .taproom = "build/taproom", .game = "kings-council", .players = 5000, .nodes = 1, .rate = 5000, .seconds = 10,
    .warmup = 3};
static Player   *players;
static Table    *tables;
static int       tables_n, epoll_fd;
static Server    server[MOST_NODES];
static bool      measuring;
static uint64_t  random_state = 1;
static char     *read_buffer;

static struct {
    uint64_t answers, complete, acks, errors, closed, games, bytes, updates, last_complete_ns;
    char     first_error[300];
    uint32_t *sample_us;
    size_t   samples;
} count;

/* Ready tables wait in a ring: each is in it at most once. */
static struct {
    int *table, n, first;
} ready;

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint32_t random_below(uint32_t n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(((random_state >> 32) * n) >> 32);
}

static void stop_servers(void)
{
    for (Server *s = server; s < server + MOST_NODES; s++) {
        if (s->pid > 0) kill(s->pid, SIGKILL), waitpid(s->pid, NULL, 0);
        s->pid = 0;
    }
}

static _Noreturn void give_up(const char *form, ...) __attribute__((format(printf, 1, 2)));
static _Noreturn void give_up(const char *form, ...)
{
    va_list args;
    va_start(args, form);
    fputs("load: ", stderr);
    vfprintf(stderr, form, args);
    fputc('\n', stderr);
    va_end(args);
    stop_servers();
    exit(1);
}

static void note_error(const char *text, size_t n)
{
    count.errors++;
    if (!count.first_error[0]) snprintf(count.first_error, sizeof count.first_error, "%.*s", (int)n, text);
}

/* --------------------------------------------------------------- sending */

static void send_bytes(Player *p, const char *bytes, size_t n)
{
    while (n) {
        ssize_t sent = send(p->socket, bytes, n, MSG_NOSIGNAL);
        if (sent > 0) bytes += sent, n -= (size_t)sent;
        else if (errno == EAGAIN) poll(&(struct pollfd){p->socket, POLLOUT, 0}, 1, 1000);
        else if (errno != EINTR) {
            note_error("a connection broke while sending", 32);
            return;
        }
    }
}

/* A client must mask what it sends. The mask protects proxies from a page's bytes; here any will do. */
static void say(Player *p, const char *form, ...) __attribute__((format(printf, 2, 3)));
static void say(Player *p, const char *form, ...)
{
    char frame[8 + 1024];
    va_list args;
    va_start(args, form);
    int n = vsnprintf(frame + 8, sizeof frame - 8, form, args);
    va_end(args);
    assert(n > 0 && n < (int)sizeof frame - 8);
    char *begin = frame;
    if (n < 126) begin += 2, begin[1] = (char)(0x80 | n);
    else begin[1] = (char)(0x80 | 126), begin[2] = (char)(n >> 8), begin[3] = (char)n;
    begin[0] = (char)0x81;
    memcpy(frame + 4, "\x11\x22\x33\x44", 4);
    for (int i = 0; i < n; i++) frame[8 + i] ^= frame[4 + i % 4];
    send_bytes(p, begin, (size_t)(frame + 8 + n - begin));
}

/* --------------------------------------------------------------- playing */

/* The answer a player will give, out of the choices he is shown: any entry but giving up, the lowest amount, the fewest
 * items. That keeps games going. */
static bool pick_word(const char *choices, size_t n, char *ret)
{
    json_t *list = json_loadb(choices, n, JSON_DISABLE_EOF_CHECK, NULL);
    size_t  entries = json_array_size(list);
    if (!entries) {
        json_decref(list);
        return false;
    }
    const json_t *entry;
    const char   *word, *kind;
    int           tries = 0;
    do {
        entry = json_array_get(list, random_below((uint32_t)entries));
        word = json_string_value(json_object_get(entry, "word"));
    } while (word && !strcmp(word, "fold") && ++tries < 20);
    kind = json_string_value(json_object_get(entry, "kind"));
    int at = word ? snprintf(ret, WORD_BYTES, "%s", word) : 0;
    long long lo = (long long)json_integer_value(json_object_get(entry, "lo"));
    const json_t *items = json_object_get(entry, "items");
    if (kind && !strcmp(kind, "amount")) snprintf(ret + at, WORD_BYTES - (size_t)at, " %lld", lo);
    else if (kind && !strcmp(kind, "subset")) {
        if (!lo) snprintf(ret + at, WORD_BYTES - (size_t)at, " none");
        for (long long i = 0; i < lo; i++) {
            const json_t *item = json_array_get(items, (size_t)i);
            const char   *typed = json_string_value(json_object_get(item, "word"));
            if (!typed) typed = json_string_value(json_object_get(item, "name")); /* no game of the load has such */
            at += snprintf(ret + at, WORD_BYTES - (size_t)at, " %s", typed);
        }
    } else if (kind && !strcmp(kind, "assign")) {
        long long place = (long long)json_integer_value(json_array_get(json_object_get(entry, "places"), 0)) + 1;
        for (size_t i = 0; i < json_array_size(items); i++)
            at += snprintf(ret + at, WORD_BYTES - (size_t)at, " %lld", place);
    }
    json_decref(list);
    return word != NULL;
}

static void make_ready(int t)
{
    Table *table = &tables[t];
    if (table->ready || table->under_way || table->over) return;
    table->ready = true;
    ready.table[(ready.first + ready.n++) % tables_n] = t;
}

/* Lets the table that has waited longest answer. */
static void release_one(void)
{
    int     t = ready.table[ready.first];
    Table  *table = &tables[t];
    ready.first = (ready.first + 1) % tables_n;
    ready.n--;
    table->ready = false;
    for (int s = 0; s < SEATS; s++) {
        Player *p = &players[t * SEATS + s];
        if (!p->asked) continue;
        table->under_way = true;
        table->has = 0;
        table->seq = p->seq + 1;
        table->sent_ns = now_ns();
        p->asked = false;
        count.answers++;
        say(p, "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"%s-%lld\",\"seq\":%lld,\"word\":\"%s\"}", table->id,
            table->id, (long long)p->seq, (long long)p->seq, p->word);
        return;
    }
}

static const char *find(const char *text, size_t n, const char *what) { return memmem(text, n, what, strlen(what)); }

static int64_t number_at(const char *text, size_t n, const char *name)
{
    const char *at = find(text, n, name);
    return at ? strtoll(at + strlen(name), NULL, 10) : -1;
}

static bool same_table(const char *text, size_t n, const Table *table)
{
    const char *at = find(text, n < 100 ? n : 100, "\"table\":\"");
    return at && !strncmp(at + 9, table->id, strlen(table->id));
}

static void complete(Table *table)
{
    uint64_t now = now_ns(), us = (now - table->sent_ns) / 1000;
    table->under_way = false;
    count.complete++;
    count.last_complete_ns = now;
    if (measuring && count.samples < MOST_SAMPLES)
        count.sample_us[count.samples++] = us > UINT32_MAX ? UINT32_MAX : (uint32_t)us;
}

static void hear_update(Player *p, const char *text, size_t n)
{
    int    t = p->table;
    Table *table = &tables[t];
    if (!same_table(text, n, table)) return; /* of the game before */
    count.updates++;
    p->seq = number_at(text, n < 200 ? n : 200, "\"seq\":");
    const char *view = find(text, n, "\"view\":{"), *end = text + n;
    if (!view) return note_error(text, n);
    size_t      rest = (size_t)(end - view);
    const char *asked = find(view, rest, "\"asked\":["), *choices = find(view, rest, "\"choices\":[");
    bool        over = find(view, rest, "\"over\":true") != NULL;
    p->asked = false;
    for (const char *c = asked ? asked + 9 : "]"; *c != ']'; c++)
        if (*c == '0' + p->seat) p->asked = choices && pick_word(choices + 10, (size_t)(end - choices - 10), p->word);
    if (table->under_way && p->seq >= table->seq) {
        table->has |= 1 << p->seat;
        if (table->has == (1 << SEATS) - 1) complete(table);
    }
    if (over && !table->under_way && !table->over) {
        table->over = true;
        count.games++;
        say(&players[t * SEATS], "{\"type\":\"rematch\",\"id\":\"%s-next\",\"table\":\"%s\"}", table->id, table->id);
    }
    if (over || table->under_way) return;
    for (int s = 0; s < SEATS; s++) {
        const Player *other = &players[t * SEATS + s];
        if (other->seq != p->seq) return; /* the deal is still on its way to somebody */
    }
    make_ready(t);
}

static void deal_if_all_here(int t)
{
    Table *table = &tables[t];
    if (table->entered < SEATS) return;
    if (table->again) /* or in a long run too few have the coins for another game */
        say(&players[t * SEATS], "{\"type\":\"afresh\",\"id\":\"%s-afresh\",\"table\":\"%s\"}", table->id, table->id);
    say(&players[t * SEATS], "{\"type\":\"deal\",\"id\":\"%s-deal\",\"table\":\"%s\"}", table->id, table->id);
}

/* Everybody goes over to the next table; the places there are theirs already. */
static void hear_next(int t, const char *next)
{
    Table *table = &tables[t];
    if (!strcmp(table->id, next) || !table->over) return;
    char old[TABLE_BYTES];
    memcpy(old, table->id, sizeof old);
    snprintf(table->id, sizeof table->id, "%s", next);
    table->over = false;
    table->again = true;
    table->entered = 0;
    for (int s = 0; s < SEATS; s++) {
        Player *p = &players[t * SEATS + s];
        p->seq = -1;
        p->asked = p->entered = false;
        say(p, "{\"type\":\"exit\",\"table\":\"%s\"}", old);
        say(p, "{\"type\":\"enter\",\"table\":\"%s\"}", table->id);
    }
}

static void hear_table(Player *p, const char *text, size_t n)
{
    Table *table = &tables[p->table];
    json_t *said = json_loadb(text, n, 0, NULL);
    const char *id = json_string_value(json_object_get(said, "table")),
               *next = json_string_value(json_object_get(said, "next"));
    if (id && !strcmp(id, table->id)) {
        if (next) hear_next(p->table, next);
        else if (!p->entered && json_is_integer(json_object_get(said, "you"))) {
            p->entered = true;
            p->step = SEATED;
            p->seat = (int)json_integer_value(json_object_get(said, "you"));
            if (p->seat != (int)((p - players) % SEATS)) give_up("a player sits in seat %d", p->seat);
            table->entered++;
            deal_if_all_here(p->table);
        }
    }
    json_decref(said);
}

static void hear(Player *p, const char *text, size_t n)
{
    static const char type[] = "{\"type\":\"";
    if (n < sizeof type || memcmp(text, type, sizeof type - 1)) return note_error(text, n);
    const char *word = text + sizeof type - 1;
    int   t = p->table;
    count.bytes += n;
    if (!strncmp(word, "update\"", 7)) hear_update(p, text, n);
    else if (!strncmp(word, "table\"", 6)) hear_table(p, text, n);
    else if (!strncmp(word, "welcome\"", 8)) {
        p->step = IDLE;
        if (p->seat == 0)
            say(p,
                "{\"type\":\"create\",\"id\":\"load-%d\",\"game\":\"%s\",\"seats\":%d,\"pace\":0,\"clock\":0,\"grace\":"
                "0,\"public\":false}",
                t, set.game, SEATS);
        else if (tables[t].id[0]) say(p, "{\"type\":\"sit\",\"table\":\"%s\",\"seat\":%d}", tables[t].id, p->seat);
    } else if (!strncmp(word, "ack\"", 4)) {
        count.acks++;
        if (p->seat == 0 && !tables[t].id[0]) {
            json_t *said = json_loadb(text, n, 0, NULL);
            const char *id = json_string_value(json_object_get(said, "table"));
            if (!id) give_up("no table was made: %.*s", (int)n, text);
            snprintf(tables[t].id, sizeof tables[t].id, "%s", id);
            json_decref(said);
            for (int s = 1; s < SEATS; s++)
                if (players[t * SEATS + s].step == IDLE)
                    say(&players[t * SEATS + s], "{\"type\":\"sit\",\"table\":\"%s\",\"seat\":%d}", tables[t].id, s);
        }
    } else if (!strncmp(word, "error\"", 6) || !strncmp(word, "bye\"", 4)) note_error(text, n);
}

/* ------------------------------------------------------------- receiving */

/* Takes whole frames off a buffer; returns how many bytes were used. */
static size_t take_frames(Player *p, char *bytes, size_t n)
{
    size_t at = 0;
    while (n - at >= 2) {
        const uint8_t *f = (const uint8_t *)bytes + at;
        size_t head = 2, length = f[1] & 127;
        if (length == 126) head = 4;
        if (length == 127) head = 10;
        if (n - at < head) break;
        if (length == 126) length = (size_t)f[2] << 8 | f[3];
        else if (length == 127) {
            length = 0;
            for (int i = 2; i < 10; i++) length = length << 8 | f[i];
        }
        if (n - at < head + length) break;
        char *text = bytes + at + head;
        at += head + length;
        if (f[0] == 0x81) hear(p, text, length);
        else if (f[0] == 0x89) send_bytes(p, (char[]){(char)0x8A, (char)0x80, 0, 0, 0, 0}, 6);
        else note_error("a frame that is neither a whole text nor a ping", 48);
    }
    return at;
}

static void keep(Player *p, const char *bytes, size_t n)
{
    if (n > p->kept_room) {
        p->kept_room = n < 4096 ? 4096 : 2 * n;
        p->kept = realloc(p->kept, p->kept_room);
        assert(p->kept);
    }
    if (n) memmove(p->kept, bytes, n);
    p->kept_n = n;
}

static void lose(Player *p)
{
    close(p->socket);
    p->step = CLOSED;
    count.closed++;
    note_error("the server closed a connection", 31);
}

static void receive(Player *p)
{
    size_t n = p->kept_n;
    if (n) memcpy(read_buffer, p->kept, n);
    ssize_t got = recv(p->socket, read_buffer + n, READ_BYTES - n, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) {
        lose(p);
        return;
    }
    n += (size_t)got;
    size_t used = 0;
    if (p->step == UPGRADES) {
        const char *end = find(read_buffer, n, "\r\n\r\n");
        if (!end) return keep(p, read_buffer, n);
        if (strncmp(read_buffer, "HTTP/1.1 101", 12)) give_up("the server did not upgrade: %.80s", read_buffer);
        used = (size_t)(end + 4 - read_buffer);
        p->step = GREETS;
        say(p, "{\"type\":\"hello\",\"version\":1,\"joined\":true,\"name\":\"Player %d\"}", (int)(p - players) + 1);
    }
    used += take_frames(p, read_buffer + used, n - used);
    if (n - used == READ_BYTES) give_up("a message is longer than %d bytes", READ_BYTES);
    keep(p, read_buffer + used, n - used);
}

/* Tables are spread over the nodes by their hosts; with --astray half of each table comes in at the next node. */
static int port_of(const Player *p)
{
    int astray = set.astray && p->seat >= SEATS / 2;
    return server[(p->table + astray) % set.nodes].port;
}

static struct sockaddr_in loopback(int port)
{
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static void begin_connection(Player *p)
{
    struct sockaddr_in to = loopback(port_of(p));
    int one = 1;
    p->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (p->socket < 0) give_up("no more sockets: %s", strerror(errno));
    setsockopt(p->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(p->socket, (struct sockaddr *)&to, sizeof to) && errno != EINPROGRESS)
        give_up("cannot connect: %s", strerror(errno));
    p->step = CONNECTS;
    struct epoll_event e = {.events = EPOLLOUT, .data.ptr = p};
    epoll_ctl(epoll_fd, EPOLL_CTL_ADD, p->socket, &e);
}

static void upgrade(Player *p)
{
    char request[300];
    int n = snprintf(request, sizeof request,
                     "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: "
                     "Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: dGFwcm9vbSBsb2FkIHRlc3Q=\r\nSec-WebSocket-Protocol: taproom.1\r\n\r\n",
                     port_of(p));
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = p};
    epoll_ctl(epoll_fd, EPOLL_CTL_MOD, p->socket, &e);
    p->step = UPGRADES;
    send_bytes(p, request, (size_t)n);
}

static void turn(int wait_ms)
{
    struct epoll_event e[512];
    int n = epoll_wait(epoll_fd, e, 512, wait_ms);
    for (int i = 0; i < n; i++) {
        Player *p = e[i].data.ptr;
        if (p->step == CONNECTS) upgrade(p);
        else if (p->step != CLOSED) receive(p);
    }
}

/* ------------------------------------------------------------- measuring */

/* Of one process; false if there is none, or it is called otherwise than `name` (which may be NULL). */
static bool process_cpu_seconds(long pid, const char *name, double *ret)
{
    char path[64], text[1024];
    unsigned long user, system;
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *in = fopen(path, "r");
    bool  there = in && fgets(text, sizeof text, in);
    if (in) fclose(in);
    char *called = there ? strchr(text, '(') : NULL, *after = there ? strrchr(text, ')') : NULL;
    if (!called || !after) return false;
    if (sscanf(after, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2) return false;
    *after = 0;
    *ret = (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
    return !name || !strcmp(called + 1, name);
}

static double server_cpu_seconds(void)
{
    double sum = 0, one;
    for (int i = 0; i < set.nodes; i++) {
        if (!process_cpu_seconds(server[i].pid, NULL, &one)) give_up("a server is gone");
        sum += one;
    }
    return sum;
}

/* All processes of PostgreSQL on this machine: let no other be at work beside it. */
static double database_cpu_seconds(void)
{
    double sum = 0, one;
    DIR   *all = set.store ? opendir("/proc") : NULL;
    for (struct dirent *e; all && (e = readdir(all));)
        if (isdigit((unsigned char)e->d_name[0]) && process_cpu_seconds(atol(e->d_name), "postgres", &one)) sum += one;
    if (all) closedir(all);
    return sum;
}

static double server_resident_kb(void)
{
    char path[64], line[256];
    double kb = 0;
    for (int i = 0; i < set.nodes; i++) {
        snprintf(path, sizeof path, "/proc/%d/status", (int)server[i].pid);
        FILE *in = fopen(path, "r");
        if (!in) give_up("a server is gone");
        while (fgets(line, sizeof line, in))
            if (!strncmp(line, "VmRSS:", 6)) kb += strtod(line + 6, NULL);
        fclose(in);
    }
    return kb;
}

static double own_cpu_seconds(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static int ascending(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

static double percentile(const uint32_t *sorted, size_t n, double p)
{
    return n ? (double)sorted[(size_t)(p * (double)(n - 1) + 0.5)] / 1000 : 0;
}

/* What the disk alone takes to make 4 KiB durable, where the server keeps its tables. */
static void probe_disk(double *ret_p50, double *ret_p99)
{
    char path[4096], block[4096];
    uint32_t us[PROBES];
    snprintf(path, sizeof path, "%s/probe", set.data);
    int fd = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0) give_up("%s cannot be written", path);
    memset(block, 1, sizeof block);
    for (int i = 0; i < PROBES; i++) {
        uint64_t begun = now_ns();
        if (write(fd, block, sizeof block) != sizeof block || fdatasync(fd)) give_up("%s cannot be written", path);
        us[i] = (uint32_t)((now_ns() - begun) / 1000);
    }
    close(fd);
    unlink(path);
    qsort(us, PROBES, sizeof *us, ascending);
    *ret_p50 = percentile(us, PROBES, 0.5);
    *ret_p99 = percentile(us, PROBES, 0.99);
}

/* ------------------------------------------------------------ the server */

/* Nodes say where they are before they listen, so that theirs must be known. */
static int free_port(void)
{
    struct sockaddr_in at = loopback(0);
    socklen_t n = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&at, n) || getsockname(fd, (struct sockaddr *)&at, &n))
        give_up("no free port");
    close(fd);
    return ntohs(at.sin_port);
}

static void start_server(int i)
{
    int  out[2], at = set.store ? free_port() : 0;
    char port[8], name[16], address[32], key_file[4096];
    snprintf(port, sizeof port, "%d", at);
    snprintf(name, sizeof name, "node%d", i + 1);
    snprintf(address, sizeof address, "127.0.0.1:%d", at);
    snprintf(key_file, sizeof key_file, "%s/key", set.data);
    if (pipe2(out, O_CLOEXEC)) give_up("no pipe");
    server[i].pid = fork();
    if (server[i].pid < 0) give_up("no process");
    if (!server[i].pid) {
        const char *alone[] = {set.taproom, "serve", "--port", port, "--per-address", "0", "--data", set.data, NULL};
        const char *node[] = {set.taproom, "serve",     "--port", port,        "--per-address", "0",     "--store",
                              set.store,   "--node",    name,     "--address", address,         "--key", key_file,
                              NULL};
        prctl(PR_SET_PDEATHSIG, SIGTERM); /* whatever ends us */
        dup2(out[1], STDOUT_FILENO);
        execv(set.taproom, (char **)(set.store ? node : alone));
        _exit(127);
    }
    close(out[1]);
    FILE *in = fdopen(out[0], "r");
    char  line[400];
    const char *url = NULL;
    while (!url && fgets(line, sizeof line, in))
        if ((url = strstr(line, "http://127.0.0.1:"))) server[i].port = atoi(url + 17);
    if (!server[i].port) give_up("%s serve did not say where it listens", set.taproom);
    /* The pipe stays open: a server that prints more must not die of it. */
}

/* SIGTERM drains and ends with 0; anything else is a finding. */
static void end_server(Server *s)
{
    int status = 0;
    kill(s->pid, SIGTERM);
    for (int i = 0; i < 300; i++) {
        if (waitpid(s->pid, &status, WNOHANG) == s->pid) {
            s->pid = 0;
            if (!WIFEXITED(status) || WEXITSTATUS(status)) give_up("a server did not end well (status %d)", status);
            return;
        }
        usleep(100000);
    }
    give_up("a server does not end");
}

static void seat_everybody(void)
{
    uint64_t begun = now_ns();
    for (int next = 0;;) {
        int connecting = 0, dealt = 0;
        for (int i = 0; i < set.players; i++) connecting += players[i].step > CLOSED && players[i].step < IDLE;
        while (next < set.players && connecting < CONNECTING) begin_connection(&players[next++]), connecting++;
        turn(5);
        for (int i = 0; i < set.players; i++) dealt += players[i].seq >= 0;
        if (dealt == set.players) return;
        if (count.closed || count.errors) give_up("while seating: %s", count.first_error);
        if (now_ns() - begun > SETUP_SECONDS * 1000000000ull)
            give_up("only %d of %d players sit at dealt tables after %d s", dealt, set.players, SETUP_SECONDS);
    }
}

/* Answers for so many seconds. A rate holds on average; what was missed while the server was busy is not caught up by
 * more than a twentieth of a second. */
static void play(double seconds)
{
    uint64_t begun = now_ns(), until = begun + (uint64_t)(seconds * 1e9), last = begun;
    double   due = 0;
    count.last_complete_ns = begun;
    for (uint64_t now; (now = now_ns()) < until; last = now) {
        due += set.rate * (double)(now - last) / 1e9;
        if (due > set.rate / 20) due = set.rate / 20;
        while (ready.n && (!set.rate || due >= 1)) release_one(), due -= 1;
        turn(1);
        if (now > count.last_complete_ns && now - count.last_complete_ns > STUCK_SECONDS * 1000000000ull)
            give_up("nothing happens any more; errors: %llu %s", (unsigned long long)count.errors, count.first_error);
    }
}

static void read_flags(int argc, char **argv)
{
    static const struct option flags[] = {
        {"taproom", required_argument, NULL, 't'}, {"data", required_argument, NULL, 'd'},
        {"game", required_argument, NULL, 'g'},    {"players", required_argument, NULL, 'p'},
        {"rate", required_argument, NULL, 'r'},    {"seconds", required_argument, NULL, 's'},
        {"warmup", required_argument, NULL, 'w'},  {"json", no_argument, NULL, 'j'},
        {"store", required_argument, NULL, 'S'},   {"nodes", required_argument, NULL, 'n'},
        {"astray", no_argument, NULL, 'a'},        {"help", no_argument, NULL, 'h'},
        {0},
    };
    for (int c; (c = getopt_long(argc, argv, "", flags, NULL)) != -1;) switch (c) {
        case 't': set.taproom = optarg; break;
        case 'd': set.data = optarg; break;
        case 'g': set.game = optarg; break;
        case 'p': set.players = atoi(optarg); break;
        case 'r': set.rate = atof(optarg); break;
        case 's': set.seconds = atof(optarg); break;
        case 'w': set.warmup = atof(optarg); break;
        case 'j': set.json = true; break;
        case 'S': set.store = optarg; break;
        case 'n': set.nodes = atoi(optarg); break;
        case 'a': set.astray = true; break;
        default:
            puts("Usage: load --data DIR [--taproom PROGRAM] [--game GAME] [--players N] [--rate R] [--seconds S] "
                 "[--warmup S] [--json]\n            [--store CONNINFO [--nodes N] [--astray]]\n\n"
                 "Measures `taproom serve` under load. N players (5000, a multiple of 4) sit at tables of 4; R answers "
                 "a second\n"
                 "are given over all tables (5000; 0: as many as it goes) for S seconds (10) after a warm-up (3).\n"
                 "DIR is used for the server's data and should be empty; it decides which disk is measured.\n"
                 "With --store the house is in PostgreSQL, with N nodes (1); --astray: half of the people come in at "
                 "a node that\ndoes not hold their table. All that PostgreSQL does on this machine meanwhile is "
                 "counted.");
            exit(c == 'h' ? 0 : 2);
        }
    if (!set.data || set.players < SEATS || set.players > MOST_PLAYERS || set.players % SEATS || set.rate < 0 ||
        set.nodes < 1 || set.nodes > MOST_NODES || (!set.store && (set.nodes > 1 || set.astray)) ||
        (set.astray && set.nodes < 2) || set.seconds <= 0 || set.seconds > 600 || set.warmup < 0 || set.warmup > 600) {
        fputs("load: that was not understood; see --help\n", stderr);
        exit(2);
    }
}

static void raise_limit(int files)
{
    struct rlimit l;
    getrlimit(RLIMIT_NOFILE, &l);
    if (l.rlim_cur < (rlim_t)files) l.rlim_cur = l.rlim_max < (rlim_t)files ? l.rlim_max : (rlim_t)files;
    setrlimit(RLIMIT_NOFILE, &l);
    if (l.rlim_cur < (rlim_t)files)
        give_up("%d files cannot be opened: the limit is %llu", files, (unsigned long long)l.rlim_cur);
}

int main(int argc, char **argv)
{
    read_flags(argc, argv);
    signal(SIGPIPE, SIG_IGN);
    raise_limit(set.players + 100);
    mkdir(set.data, 0700);
    tables_n = set.players / SEATS;
    players = calloc((size_t)set.players, sizeof *players);
    tables = calloc((size_t)tables_n, sizeof *tables);
    ready.table = calloc((size_t)tables_n, sizeof *ready.table);
    count.sample_us = malloc(MOST_SAMPLES * sizeof *count.sample_us);
    read_buffer = malloc(READ_BYTES);
    epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    assert(players && tables && ready.table && count.sample_us && read_buffer && epoll_fd >= 0);
    for (int i = 0; i < set.players; i++) players[i] = (Player){.table = i / SEATS, .seat = i % SEATS, .seq = -1};

    double disk_p50, disk_p99;
    probe_disk(&disk_p50, &disk_p99);
    for (int i = 0; i < set.nodes; i++) start_server(i);
    double idle_kb = server_resident_kb();
    seat_everybody();
    double dealt_kb = server_resident_kb();
    play(set.warmup);
    uint64_t complete_before = count.complete, games_before = count.games, bytes_before = count.bytes,
             updates_before = count.updates;
    double   cpu = server_cpu_seconds(), own = own_cpu_seconds(), database = database_cpu_seconds();
    uint64_t begun = now_ns();
    measuring = true;
    play(set.seconds);
    measuring = false;
    double wall = (double)(now_ns() - begun) / 1e9;
    cpu = server_cpu_seconds() - cpu;
    own = own_cpu_seconds() - own;
    database = database_cpu_seconds() - database;
    double moves = (double)(count.complete - complete_before), played_kb = server_resident_kb();
    double updates = (double)(count.updates - updates_before);
    for (int i = 0; i < set.nodes; i++) end_server(&server[i]);
    qsort(count.sample_us, count.samples, sizeof *count.sample_us, ascending);
    double p50 = percentile(count.sample_us, count.samples, 0.5),
           p99 = percentile(count.sample_us, count.samples, 0.99);
    double cpu_us = moves ? cpu * 1e6 / moves / SEATS : 0, kb = (dealt_kb - idle_kb) / tables_n,
           database_us = moves ? database * 1e6 / moves : 0;
    /* A connection the server closed at SIGTERM is not one it lost. */
    if (set.json)
        printf("{\"server\":\"taproom%s\",\"nodes\":%d,\"database_cpu_us_per_move\":%.3f,"
               "\"game\":\"%s\",\"durable\":true,\"players\":%d,\"tables\":%d,\"rate\":%.0f,"
               "\"seconds\":%.2f,\"moves\":%.0f,\"moves_per_s\":%.1f,"
               "\"p50_ms\":%.3f,\"p99_ms\":%.3f,\"server_cpu_us_per_move_and_receiver\":%.3f,\"server_cpu\":%.3f,"
               "\"generator_cpu\":%.3f,\"kb_per_table\":%.1f,"
               "\"kb_idle\":%.0f,\"kb_after\":%.0f,\"games\":%llu,\"bytes_per_update\":%.0f,\"errors\":%llu,"
               "\"fdatasync_p50_ms\":%.3f,\"fdatasync_p99_ms\":%.3f}\n",
               !set.store ? "" : set.astray ? ", PostgreSQL, half astray" : ", PostgreSQL", set.nodes, database_us,
               set.game, set.players, tables_n, set.rate, wall, moves, moves / wall, p50, p99, cpu_us, cpu / wall,
               own / wall, kb, idle_kb, played_kb, (unsigned long long)(count.games - games_before),
               updates ? (double)(count.bytes - bytes_before) / updates : 0, (unsigned long long)count.errors, disk_p50,
               disk_p99);
    else
        printf("%d players at %d tables of %s: %.0f durable moves a second; answer to last viewer's update p50 %.1f "
               "ms, p99 %.1f ms\n"
               "server: %.2f cores, %.2f us a move and receiver; %.1f KiB a table with its four connections\n"
               "database: %.2f us a move\n"
               "generator: %.2f cores; fdatasync of 4 KiB there: p50 %.2f ms, p99 %.2f ms; %llu errors %s\n",
               set.players, tables_n, set.game, moves / wall, p50, p99, cpu / wall, cpu_us, kb, database_us, own / wall,
               disk_p50, disk_p99, (unsigned long long)count.errors, count.first_error);
    if (count.errors && set.json)
        fprintf(stderr, "load: %llu errors, the first: %s\n", (unsigned long long)count.errors, count.first_error);
    return count.errors ? 1 : 0;
}
