#include "relay.h"

#include <arpa/inet.h>
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST = 64, STEP_MS = 2 };

typedef enum Way { PASSES, SWALLOWS, STOPS } Way;

struct Relay {
    pthread_t       thread;
    pthread_mutex_t lock; /* for what follows, up to `heard` */
    Way             way;
    bool            cut, ending, heard;
    int             listener, port, to;
    int             side[2 * MOST]; /* pairs: client, server */
    int             n;
};

static struct sockaddr_in address_of(int port)
{
    return (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static void drop(Relay *r, int pair)
{
    close(r->side[2 * pair]);
    close(r->side[2 * pair + 1]);
    r->n--;
    memmove(&r->side[2 * pair], &r->side[2 * r->n], 2 * sizeof *r->side);
}

static void let_in(Relay *r)
{
    struct sockaddr_in to = address_of(r->to);
    int                client = accept(r->listener, NULL, NULL), server = socket(AF_INET, SOCK_STREAM, 0);
    if (client < 0 || r->n == MOST || connect(server, (struct sockaddr *)&to, sizeof to)) {
        close(client);
        close(server);
        return;
    }
    r->side[2 * r->n] = client;
    r->side[2 * r->n + 1] = server;
    r->n++;
}

/* False if that side is closed. */
static bool pass(const Relay *r, int from, Way way)
{
    char    bytes[65536];
    ssize_t n = read(r->side[from], bytes, sizeof bytes);
    if (n <= 0) return false;
    if (way == SWALLOWS && from % 2) return true;
    for (ssize_t done = 0, one; done < n; done += one)
        if ((one = write(r->side[from ^ 1], bytes + done, (size_t)(n - done))) <= 0) return false;
    return true;
}

static void *run(void *of)
{
    Relay *r = of;
    for (;;) {
        struct pollfd p[2 * MOST + 1];
        pthread_mutex_lock(&r->lock);
        bool ending = r->ending, cut = r->cut;
        Way  way = r->way;
        r->cut = false;
        r->heard = true;
        pthread_mutex_unlock(&r->lock);
        while ((cut || ending) && r->n) drop(r, 0);
        if (ending) return NULL;
        for (int i = 0; i < 2 * r->n; i++) p[i] = (struct pollfd){.fd = r->side[i], .events = POLLIN};
        p[2 * r->n] = (struct pollfd){.fd = r->listener, .events = POLLIN};
        int all = 2 * r->n;
        if (way == STOPS) poll(NULL, 0, STEP_MS);
        if (way == STOPS || poll(p, (nfds_t)all + 1, STEP_MS) <= 0) continue;
        for (int pair = r->n - 1; pair >= 0; pair--) {
            bool good = true;
            for (int i = 2 * pair; good && i < 2 * pair + 2; i++)
                if (p[i].revents) good = pass(r, i, way);
            if (!good) drop(r, pair);
        }
        if (p[all].revents) let_in(r);
    }
}

Relay *relay_open(int port)
{
    Relay             *r = calloc(1, sizeof *r);
    struct sockaddr_in here = address_of(0);
    socklen_t          size = sizeof here;
    assert(r);
    r->to = port;
    r->listener = socket(AF_INET, SOCK_STREAM, 0);
    bool good = !bind(r->listener, (struct sockaddr *)&here, sizeof here) && !listen(r->listener, MOST) &&
                !getsockname(r->listener, (struct sockaddr *)&here, &size);
    assert(good);
    r->port = ntohs(here.sin_port);
    pthread_mutex_init(&r->lock, NULL);
    good = !pthread_create(&r->thread, NULL, run, r);
    assert(good);
    return r;
}

int relay_port(const Relay *r) { return r->port; }

/* When it returns, it is so. */
static void set(Relay *r, Way way, bool cut, bool ending)
{
    pthread_mutex_lock(&r->lock);
    r->way = way;
    r->cut = cut;
    r->ending = ending;
    for (r->heard = false; !r->heard;) {
        pthread_mutex_unlock(&r->lock);
        usleep(STEP_MS * 500);
        pthread_mutex_lock(&r->lock);
    }
    pthread_mutex_unlock(&r->lock);
}

void relay_swallow(Relay *r) { set(r, SWALLOWS, false, false); }
void relay_pass(Relay *r) { set(r, PASSES, false, false); }
void relay_stop(Relay *r) { set(r, STOPS, false, false); }
void relay_cut(Relay *r) { set(r, PASSES, true, false); }

void relay_close(Relay *r)
{
    set(r, PASSES, true, true);
    pthread_join(r->thread, NULL);
    pthread_mutex_destroy(&r->lock);
    close(r->listener);
    free(r);
}
