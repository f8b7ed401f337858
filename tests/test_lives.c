/*
 * Short lives of a house, each from a seed: people and bots play at a few tables, say things twice, take back, come
 * and go, while the disk fails, the power is cut in the middle of a commit and the program is killed. Time, network,
 * disk, threads and chance are the test's, so a life repeats exactly. What was acknowledged or shown must be there
 * after every death, as it was, once.
 *
 * TAPROOM_SEED=n lives that one life and says what happens in it.
 */
#include "houses.h"

#include <stdarg.h>
#include <string.h>

#include <jansson.h>
#include <sodium.h>

#include "catalogue/catalogue.h"
#include "power_disk.h"
#include "server/rooms/client.h"
#include "server/rooms/hushed.h"

enum { PEOPLE = 3, TABLES = 3, ACTIONS = 120, SAID = 400, ENTRIES = 600, TEXT = 3000 };

static const TapGame *const games[] = {&parlour, &pass_left, &kings_council, NULL};

typedef struct Said {
    char  text[TEXT], id[24];
    int   guest, table;
    bool  acked;
    int   seq; /* of its ack; -1: it has none yet, as in a window */
} Said;

typedef struct Known {
    char  id[TABLE_BYTES];
    int   told;           /* entries that somebody was shown or told of */
    char *entry[ENTRIES]; /* and what they are, from 1 on */
} Known;

static uint64_t life;
static bool     aloud;
static TapRng   dice;
static Known    known[TABLES];
static Said     said[SAID];
static int      tables, sayings, deaths, numbers;
static int      told_of_all, acks_of_all, hushed_of_all, unknown_of_all;

#define HOLDS(condition, ...) \
    do { \
        bool holds = (condition); \
        if (!holds) fprintf(stderr, "life %llu: ", (unsigned long long)life); \
        CHECK(holds, __VA_ARGS__); \
    } while (0)

static int below(int n) { return (int)tap_rng_below(&dice, (uint32_t)n); }

__attribute__((format(printf, 1, 2))) static void note(const char *form, ...)
{
    va_list rest;
    if (!aloud) return;
    va_start(rest, form);
    vfprintf(stderr, form, rest);
    va_end(rest);
    fputc('\n', stderr);
}

/* ------------------------------------------------------- what is heard */

static int table_of_id(const char *id)
{
    for (int t = 0; t < tables; t++)
        if (id && !strcmp(known[t].id, id)) return t;
    return -1;
}

static void hear_ack(const json_t *ack)
{
    const char *re = json_string_value(json_object_get(ack, "re"));
    const json_t *seq = json_object_get(ack, "seq");
    for (int i = 0; re && i < sayings; i++) {
        Said *s = &said[i];
        if (strcmp(s->id, re)) continue;
        int now = seq ? (int)json_integer_value(seq) : -1;
        HOLDS(s->seq < 0 || now < 0 || s->seq == now, "answer %s was entry %d, now it is %d", re, s->seq, now);
        if (!s->acked) acks_of_all++, hushed_of_all += now < 0;
        s->acked = true;
        if (now >= 0) s->seq = now;
        if (now > known[s->table].told) known[s->table].told = now;
    }
}

static void hear(const char *text, size_t n)
{
    json_t     *m = json_loadb(text, n, 0, NULL);
    const char *type = json_string_value(json_object_get(m, "type")), *code;
    int         t = table_of_id(json_string_value(json_object_get(m, "table")));
    if (type && !strcmp(type, "ack")) hear_ack(m);
    if (type && !strcmp(type, "update") && t >= 0) {
        int seq = (int)json_integer_value(json_object_get(m, "seq"));
        if (json_object_get(m, "ack")) hear_ack(json_object_get(m, "ack"));
        if (seq > known[t].told) known[t].told = seq;
        told_of_all++;
    }
    if (type && !strcmp(type, "error") && (code = json_string_value(json_object_get(m, "code")))) {
        unknown_of_all += !strcmp(code, "unknown");
        note("    error %s: %s", code, json_string_value(json_object_get(m, "text")));
    }
    json_decref(m);
}

/* Each message on a tape is "\nTIME LENGTH TEXT". */
static void hear_all(void)
{
    for (int g = 0; g < PEOPLE; g++) {
        const Tape *t = &tape[0][g];
        for (size_t at = 0; at < t->n;) {
            unsigned long long when;
            size_t n;
            int    head = 0;
            if (sscanf(t->text + at, "\n%llu %zu %n", &when, &n, &head) < 2 || !head) break; /* closed */
            hear(t->text + at + head, n);
            at += (size_t)head + n;
        }
    }
    clear_tapes();
}

/* --------------------------------------------------- what must be there */

typedef struct Reading {
    Known *of;
    int    n;
} Reading;

static bool compare(void *of, const char *key, int number, const char *text)
{
    Reading *r = of;
    (void)key;
    HOLDS(number == ++r->n, "table %s: entry %d follows %d", r->of->id, number, r->n - 1);
    HOLDS(number < ENTRIES, "table %s: too many entries for this test", r->of->id);
    char **kept = &r->of->entry[number];
    if (number > r->of->told) return true; /* nobody knows of it yet */
    if (!*kept) *kept = strdup(text);
    HOLDS(!strcmp(*kept, text), "table %s: entry %d was '%s' and is '%s'", r->of->id, number, *kept, text);
    return true;
}

/* What somebody was told of is in the log, as it was. */
static void check_logs(void)
{
    Store *store = house[0]->store;
    for (int t = 0; t < tables; t++) {
        TapError    error = {{0}};
        Reading     r = {&known[t], 0};
        StoreResult result = store->kind->read(store, known[t].id, 0, compare, &r, &error);
        HOLDS(result == STORE_OK, "table %s: %s", known[t].id, error.text);
        HOLDS(r.n >= known[t].told, "table %s has %d entries, and %d were told", known[t].id, r.n, known[t].told);
    }
}

/* ------------------------------------------------------- what people do */

/* What was given to other threads is done here, in any order, and not all of it at once. */
static struct {
    uv_work_t       *work;
    uv_work_cb       think;
    uv_after_work_cb then;
} pool[64];
static int pooled;

int uv_queue_work(uv_loop_t *on, uv_work_t *work, uv_work_cb think, uv_after_work_cb then)
{
    (void)on;
    HOLDS(pooled < 64, "too many think at once");
    pool[pooled].work = work;
    pool[pooled].think = think;
    pool[pooled++].then = then;
    return 0;
}

static void think_one(int i, bool cancelled)
{
    uv_work_t       *work = pool[i].work;
    uv_work_cb       thinks = pool[i].think;
    uv_after_work_cb then = pool[i].then;
    pool[i] = pool[--pooled];
    if (!cancelled) thinks(work);
    then(work, cancelled ? UV_ECANCELED : 0);
}

static void think(void)
{
    for (int i = 0; pooled && i < 20 && below(5); i++) {
        think_one(below(pooled), false);
        flush();
    }
}

__attribute__((format(printf, 2, 3))) static void say(int guest, const char *form, ...)
{
    char    text[TEXT + 100];
    va_list rest;
    va_start(rest, form);
    vsnprintf(text, sizeof text, form, rest);
    va_end(rest);
    note("  %d: %s", guest, text);
    if (client[0][guest]) say_here(guest, text);
}

static void come(int guest)
{
    char name[GUEST_BYTES];
    snprintf(name, sizeof name, "%016d", guest);
    client[0][guest] = client_new(house[0], &tape[0][guest], name, "192.0.2.1");
    say(guest, "{\"type\":\"hello\",\"version\":1,\"joined\":%s}", guest % 2 ? "true" : "false");
    for (int t = 0; t < tables; t++)
        say(guest, "{\"type\":\"enter\",\"table\":\"%s\",\"seen\":%d}", known[t].id, below(2) ? -1 : known[t].told);
}

static void lay_table(void)
{
    int  n = tables, host = below(PEOPLE), bots = below(3);
    const TapGame *game = games[below(3)];
    char id[24];
    if (n == TABLES || power.off) return;
    snprintf(id, sizeof id, "table-%d", n);
    say(host, "{\"type\":\"create\",\"id\":\"%s\",\"game\":\"%s\",\"seats\":%d,\"pace\":0,\"grace\":0,\"window\":0}",
        id, tap_game_id(game), PEOPLE + bots);
    Room *r = house[0]->rooms; /* the newest is the first */
    if (!r || r->phase != PHASE_OPEN || table_of_id(r->id) >= 0) return;
    snprintf(known[n].id, sizeof known[n].id, "%s", r->id);
    tables++;
    for (int g = 0; g < PEOPLE; g++)
        if (g != host) say(g, "{\"type\":\"sit\",\"table\":\"%s\"}", known[n].id);
    for (int g = 0; g < PEOPLE; g++)
        say(g, "{\"type\":\"orders\",\"table\":\"%s\",\"orders\":[\"always\"]}", known[n].id);
    say(host, "{\"type\":\"deal\",\"table\":\"%s\"}", known[n].id);
}

static void answer(void)
{
    int   t = tables ? below(tables) : 0;
    Room *r = tables ? room_find(house[0], known[t].id) : NULL;
    if (!r || !r->record || r->phase != PHASE_PLAYING || sayings == SAID) return;
    TapSeatSet people = 0;
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        if (r->chair[s].kind == CHAIR_PERSON && tap_has(room_asked(r), s)) people |= tap_only(s);
    if (!people) return;
    TapSeat    seat = some_seat(people, &dice);
    TapState   state = *tap_record_state(r->record);
    TapChoices choices;
    char       words[TAP_WORDS];
    tap_choices(&r->setup, &state, seat, &choices);
    if (!choices.n) return;
    TapMove move = tap_choices_pick(&choices, &dice);
    if (!tap_move_write(&r->setup, &state, seat, move, words, sizeof words)) return;
    Said *s = &said[sayings++];
    *s = (Said){.guest = atoi(r->chair[seat].guest), .table = t, .seq = -1};
    snprintf(s->id, sizeof s->id, "say-%d", ++numbers);
    snprintf(s->text, sizeof s->text,
             "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"say-%d\",\"seq\":%d,\"word\":\"%.1500s\"}", known[t].id,
             numbers, r->seq, words);
    say(s->guest, "%s", s->text);
}

/* What was acknowledged is acknowledged again, with the same number, and counts once. */
static void say_again(int i)
{
    Said *s = &said[i];
    bool  was = s->acked;
    int   before = acks_of_all;
    if (!client[0][s->guest]) return;
    say(s->guest, "%s", s->text);
    if (power.off || power.fails_syncs || power.fails_writes) return;
    const Tape *heard = &tape[0][s->guest];
    char mark[64];
    snprintf(mark, sizeof mark, "\"re\":\"%s\"", s->id);
    const char *found = heard->n ? strstr(heard->text, mark) : NULL;
    HOLDS(!was || (found && !strstr(heard->text, "\"error\"")), "%s was acknowledged; now: %s", s->id,
          heard->n ? heard->text : "(nothing)");
    HOLDS(acks_of_all == before, "hearing is for later");
}

/* ----------------------------------------------------------- life and death */

static void be_born(void)
{
    open_house(0, games);
    for (int g = 0; g < PEOPLE; g++) come(g);
}

static void die(void)
{
    PowerLoss loss = (PowerLoss)below(3);
    note("  dies, %s", loss == POWER_LOSES_ALL ? "all that was not synced is lost"
                       : loss == POWER_LOSES_SOME ? "some of it is lost" : "nothing is lost");
    power.fails_syncs = power.fails_writes = false;
    power.off = true;
    while (pooled) think_one(0, true);
    close_house(0);
    memset(client[0], 0, sizeof client[0]);
    clear_tapes(); /* whoever has no power says nothing */
    power_returns(loss);
    deaths++;
    be_born();
    hear_all();
    check_logs();
    for (int i = 0; i < sayings; i++)
        if (said[i].acked && below(3) == 0) say_again(i);
    hear_all();
}

static void act(void)
{
    house_settle(house[0]); /* what lies aside is written by a thread of its own: it is done before anything begins */
    int what = below(100), g = below(PEOPLE), t = tables ? below(tables) : -1;
    if (what < 62) answer();
    else if (what < 70 && sayings) say_again(below(sayings));
    else if (what < 74 && t >= 0) say(g, "{\"type\":\"undo\",\"table\":\"%s\"}", known[t].id);
    else if (what < 78 && t >= 0)
        say(g, "{\"type\":\"consent\",\"table\":\"%s\",\"yes\":%s}", known[t].id, below(3) ? "true" : "false");
    else if (what < 82) {
        if (client[0][g]) client_gone(client[0][g]);
        client[0][g] = NULL;
        flush();
        if (below(3)) come(g);
    } else if (what < 86 && !client[0][g]) come(g);
    else if (what < 90) {
        clock_ms += (uint64_t)below(3000);
        tick_here();
    } else if (what < 92) lay_table();
    else if (what < 94) power.fails_syncs = true, answer(), power.fails_syncs = false;
    else if (what < 96) power.fails_writes = true, answer(), power.fails_writes = false;
    else if (what < 98) power.calls = 0, power.cut_at = 1 + below(40);
    else if (what < 99) power.off = true;
    think();
}

static uint64_t live(uint64_t seed)
{
    uint8_t  key[64];
    uint64_t heard = 1469598103934665603u;
    life = seed;
    tables = sayings = deaths = numbers = 0;
    memset(known, 0, sizeof known);
    luck_of[0] = seed * 1000003;
    clock_ms = 1000000;
    folder[0][0] = 0;
    tap_rng_fast(&dice, seed);
    tap_seed_from_number(seed, key);
    tap_rng_key(&power.luck, key);
    power.off = power.fails_syncs = power.fails_writes = false;
    power.calls = power.cut_at = 0;
    be_born();
    for (int i = 0; i < 1 + below(TABLES); i++) lay_table();
    hear_all();
    for (int i = 0; i < ACTIONS; i++) {
        act();
        for (int g = 0; g < PEOPLE; g++)
            for (size_t k = 0; k < tape[0][g].n; k++) heard = (heard ^ (uint8_t)tape[0][g].text[k]) * 1099511628211u;
        hear_all();
        if (power.off) die();
        else check_logs();
    }
    power.off = true;
    die();
    while (pooled) think_one(0, true);
    close_house(0);
    power_returns(POWER_LOSES_NOTHING);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder[0]);
    assert_int_equal(system(command), 0);
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < ENTRIES; i++) free(known[t].entry[i]);
    memset(client[0], 0, sizeof client[0]);
    clear_tapes();
    return heard;
}

static void test_lives(void **unused)
{
    (void)unused;
    const char *one = getenv("TAPROOM_SEED");
    int lives = getenv("TAPROOM_LONG") ? 3000 : 60, all_deaths = 0;
    assert_true(sodium_init() >= 0); /* what it draws when it begins belongs to no life */
    power_install(true);
    aloud = one;
    if (one) {
        live(strtoull(one, NULL, 10));
        return;
    }
    for (int i = 0; i < lives; i++) {
        uint64_t heard = live((uint64_t)i + 1);
        all_deaths += deaths;
        if (i % 20 == 0) HOLDS(live((uint64_t)i + 1) == heard, "lived again it is another life");
    }
    printf("%d lives, %d deaths, %d answers acknowledged (%d of them in windows), %d updates, %d of unknown outcome\n",
           lives, all_deaths, acks_of_all, hushed_of_all, told_of_all, unknown_of_all);
    assert_true(all_deaths > lives && acks_of_all > 10 * lives && hushed_of_all > lives / 2 && unknown_of_all > 0);
    for (int g = 0; g < GUESTS; g++) free(tape[0][g].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
