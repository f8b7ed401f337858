#include "houses.h"

#include <string.h>
#include <unistd.h>

#include <sodium.h>

/* ------------------------------------------------------- time and randomness */

uint64_t clock_ms = 1000000;
int      world;      /* whose turn it is */
uint64_t luck_of[WORLDS];
bool     own_luck;
int      most_tables;
const HouseNode *house_node;

uint64_t uv_now(const uv_loop_t *of)
{
    (void)of;
    return clock_ms;
}

void uv_update_time(uv_loop_t *of) { (void)of; }

static const char *luck_name(void) { return "of the test"; }

static void luck_fill(void *const to, const size_t n)
{
    TapRng r;
    tap_rng_fast(&r, luck_of[world]++ * 2 + (own_luck && world));
    for (size_t i = 0; i < n; i++) ((uint8_t *)to)[i] = (uint8_t)tap_rng_word(&r);
}

static uint32_t luck_word(void)
{
    uint32_t word;
    luck_fill(&word, sizeof word);
    return word;
}

static struct randombytes_implementation luck = {
    .implementation_name = luck_name, .random = luck_word, .buf = luck_fill};

/* ---------------------------------------------------------------- two houses */

uv_loop_t loop[WORLDS];
House    *house[WORLDS];
Tape      tape[WORLDS][GUESTS];
Client   *client[WORLDS][GUESTS];
char      folder[WORLDS][64];

static void put(Tape *t, const char *text, size_t n)
{
    if (t->n + n + 1 > t->room) {
        t->room = 2 * (t->n + n + 1);
        t->text = realloc(t->text, t->room);
        assert_non_null(t->text);
    }
    memcpy(t->text + t->n, text, n);
    t->n += n;
    t->text[t->n] = 0;
}

static void take_down(void *connection, const char *text, size_t n)
{
    static const char promise[] = "\"commitment\":\"";
    Tape *t = connection;
    char  head[64];
    put(t, head, (size_t)snprintf(head, sizeof head, "\n%llu %zu ", (unsigned long long)clock_ms, n));
    size_t begun = t->n;
    put(t, text, n);
    for (char *at = t->text + begun; (at = strstr(at, promise));) {
        at += sizeof promise - 1;
        memset(at, '.', 64); /* the one thing that may differ */
    }
}

int last_question(const Tape *t)
{
    static const char decide[] = "{\"type\":\"decide\",\"id\":";
    const char *last = NULL;
    for (const char *at = t->text; (at = strstr(at, decide)); at++) last = at;
    assert_non_null(last);
    return atoi(last + sizeof decide - 1);
}

static void hang_up(void *connection) { put(connection, "\nclosed", 7); }

static const Transport transport = {take_down, hang_up};

static void copy_key(void)
{
    char    path[100];
    uint8_t key[256];
    snprintf(path, sizeof path, "%s/key", folder[0]);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    size_t n = fread(key, 1, sizeof key, in);
    fclose(in);
    snprintf(path, sizeof path, "%s/key", folder[1]);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(key, 1, n, out), n);
    fclose(out);
}

void open_house(int which, const TapGame *const *games)
{
    const char *fast = access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm"; /* disks are tested elsewhere */
    TapError    error = {{0}};
    randombytes_set_implementation(&luck);
    world = which;
    if (!folder[which][0]) {
        snprintf(folder[which], sizeof folder[which], "%s/taproom-traffic-XXXXXX", fast);
        assert_non_null(mkdtemp(folder[which]));
        if (which) copy_key(); /* the same names for tables, the same tokens */
    }
    uv_loop_init(&loop[which]);
    house[which] =
        house_open(&(HouseOptions){.transport = &transport, .data = folder[which], .games = games, .by_hand = true,
                                   .node = which ? NULL : house_node,
                                   .one_address = !most_tables, .most_tables = most_tables},
                   &loop[which], &error);
    CHECK(house[which], "%s", error.text);
}

void close_house(int which)
{
    world = which;
    house_close(house[which]);
    uv_run(&loop[which], UV_RUN_DEFAULT);
    house_free(house[which]);
    house[which] = NULL;
    uv_loop_close(&loop[which]);
}

int open_houses(void **state)
{
    for (int w = 0; w < (house_node ? 1 : WORLDS); w++) open_house(w, state ? *state : NULL);
    return 0;
}

int close_houses(void **state)
{
    (void)state;
    for (int w = 0; w < WORLDS; w++) {
        char command[128];
        if (!house[w]) continue;
        close_house(w);
        snprintf(command, sizeof command, "rm -rf '%s'", folder[w]);
        assert_int_equal(system(command), 0);
        folder[w][0] = 0;
        for (int g = 0; g < GUESTS; g++) free(tape[w][g].text), tape[w][g] = (Tape){0};
    }
    return 0;
}

void clear_tapes(void)
{
    for (int w = 0; w < WORLDS; w++)
        for (int g = 0; g < GUESTS; g++) tape[w][g].n = 0;
}

bool tapes_are_same(int guest)
{
    const Tape *a = &tape[0][guest], *b = &tape[1][guest];
    return a->n == b->n && !memcmp(a->text, b->text, a->n);
}

void show_difference(int guest)
{
    const Tape *a = &tape[0][guest], *b = &tape[1][guest];
    size_t i = 0;
    while (i < a->n && i < b->n && a->text[i] == b->text[i]) i++;
    size_t from = i > 200 ? i - 200 : 0;
    fprintf(stderr, "one deal:   %.*s\nthe other:  %.*s\n", 500, a->text + from, 500, b->text + from);
}

void flush(void)
{
    do {
        house_settle(house[world]);
        house_flush(house[world]);
    } while (house[world]->dirty || house[world]->store->committing);
}

void say_here(int guest, const char *text)
{
    client_message(client[world][guest], text, strlen(text));
    flush();
}

void tick_here(void)
{
    house_tick(house[world]);
    flush();
}
