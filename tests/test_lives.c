/*
 * Short lives of a house, each from a seed: people and bots play at a few tables, say things twice, take back, come
 * and go, read slowly or are cut off for it, while commits are under way, end in any order and are told of later, the
 * disk fails, the power is cut in the middle of a commit and the program is killed. Time, network, disk, threads and
 * chance are the test's, so a life repeats exactly. What was acknowledged or shown must be on the disk when somebody
 * hears of it, and there after every death, as it was, once.
 *
 * TAPROOM_SEED=n lives that one life and says what happens in it.
 */
#include "houses.h"

#include <limits.h>
#include <stdarg.h>
#include <string.h>

#include <jansson.h>
#include <sodium.h>

#include "catalogue/catalogue.h"
#include "power_disk.h"
#include "server/rooms/client.h"
#include "server/rooms/hushed.h"

enum { PEOPLE = 3, TABLES = 3, ACTIONS = 160, SAID = 400, ENTRIES = 600, TEXT = 3000, POOL = 512, SLOW_MOST = 40000 };

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
static bool     slow[PEOPLE];         /* does not read what is sent to him */
static int      seen[PEOPLE][TABLES]; /* how far a person's updates went; -1: he has none */
static uint64_t heard;                /* what was heard in this life */
static Store   *witness;              /* sees what is on the disk, and nothing else */
static int      told_of_all, acks_of_all, hushed_of_all, unknown_of_all, late_of_all, cut_of_all, gated_of_all;

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

/* Nothing between two updates is left out. */
static void hear_update(int guest, int t, const json_t *update)
{
    int from = (int)json_integer_value(json_object_get(update, "from"));
    int seq = (int)json_integer_value(json_object_get(update, "seq"));
    HOLDS(from <= seen[guest][t], "guest %d at table %d has seen %d, and is told what follows %d", guest, t,
          seen[guest][t], from);
    seen[guest][t] = seq;
    if (json_object_get(update, "ack")) hear_ack(json_object_get(update, "ack"));
    if (seq > known[t].told) known[t].told = seq;
    told_of_all++;
}

static void hear(int guest, const char *text, size_t n)
{
    json_t     *m = json_loadb(text, n, 0, NULL);
    const char *type = json_string_value(json_object_get(m, "type")), *code;
    int         t = table_of_id(json_string_value(json_object_get(m, "table")));
    if (type && !strcmp(type, "ack")) hear_ack(m);
    if (type && !strcmp(type, "update") && t >= 0) hear_update(guest, t, m);
    if (type && !strcmp(type, "error") && (code = json_string_value(json_object_get(m, "code")))) {
        unknown_of_all += !strcmp(code, "unknown");
        note("    error %s: %s", code, json_string_value(json_object_get(m, "text")));
    }
    json_decref(m);
}

/* Each message on a tape is "\nTIME LENGTH TEXT". He reads so many of them; the rest is lost to him. */
static void read_tape(int guest, int most)
{
    Tape *t = &tape[0][guest];
    for (size_t at = 0; at < t->n && most--;) {
        unsigned long long when;
        size_t n;
        int    head = 0;
        if (sscanf(t->text + at, "\n%llu %zu %n", &when, &n, &head) < 2 || !head) break; /* closed */
        for (size_t k = at; k < at + (size_t)head + n; k++) heard = (heard ^ (uint8_t)t->text[k]) * 1099511628211u;
        hear(guest, t->text + at + head, n);
        at += (size_t)head + n;
    }
    t->n = 0;
}

/* Who does not read is cut off when too much waits for him, as the transport would; some of it was on its way. */
static void hear_all(void)
{
    for (int g = 0; g < PEOPLE; g++) {
        if (!slow[g]) read_tape(g, INT_MAX);
        else if (client[0][g] && tape[0][g].n > SLOW_MOST) {
            note("  %d is cut off", g);
            client_gone(client[0][g]);
            client[0][g] = NULL;
            slow[g] = false;
            read_tape(g, below(10));
            cut_of_all++;
        }
    }
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

/* What somebody was told of is in the log on the disk, as it was. */
static void check_logs(void)
{
    for (int t = 0; t < tables; t++) {
        TapError    error = {{0}};
        Reading     r = {&known[t], 0};
        StoreResult result = witness->kind->read(witness, known[t].id, 0, compare, &r, &error);
        HOLDS(result == STORE_OK, "table %s: %s", known[t].id, error.text);
        HOLDS(r.n >= known[t].told, "table %s has %d entries, and %d were told", known[t].id, r.n, known[t].told);
    }
}

/* ------------------------------------------------------- what people do */

/* What was given to other threads is done here, in any order, not all of it at once, and told of later. */
static struct {
    uv_work_t       *work;
    uv_work_cb       does;
    uv_after_work_cb then;
    bool             done;
} pool[POOL];
static int pooled;

int uv_queue_work(uv_loop_t *on, uv_work_t *work, uv_work_cb does, uv_after_work_cb then)
{
    (void)on;
    HOLDS(pooled < POOL, "too much is under way at once");
    pool[pooled].work = work;
    pool[pooled].does = does;
    pool[pooled].done = false;
    pool[pooled++].then = then;
    return 0;
}

static void do_one(int i)
{
    if (!pool[i].done) pool[i].does(pool[i].work);
    pool[i].done = true;
}

static void tell_one(int i)
{
    uv_work_t       *work = pool[i].work;
    uv_after_work_cb then = pool[i].then;
    int              status = pool[i].done ? 0 : UV_ECANCELED;
    pool[i] = pool[--pooled];
    then(work, status);
}

static void tell_all(void)
{
    while (pooled) tell_one(0);
}

static void work(void)
{
    for (int i = 0; pooled && i < 20 && below(5); i++) {
        int which = below(pooled);
        do_one(which);
        if (below(3)) tell_one(which);
        else late_of_all++;
        house_flush(house[0]);
    }
}

/* Until nothing is under way. */
static void settle(void)
{
    flush();
    tell_all();
    flush();
}

__attribute__((format(printf, 2, 3))) static void say(int guest, const char *form, ...)
{
    char    text[TEXT + 100];
    va_list rest;
    va_start(rest, form);
    vsnprintf(text, sizeof text, form, rest);
    va_end(rest);
    note("  %d: %s", guest, text);
    if (!client[0][guest]) return;
    gated_of_all -= client[0][guest]->waiting;
    client_message(client[0][guest], text, strlen(text));
    gated_of_all += client[0][guest]->waiting;
    if (below(3)) house_flush(house[0]); /* else the next is said in the same turn of the loop */
}

static void come(int guest)
{
    char name[GUEST_BYTES];
    snprintf(name, sizeof name, "%016d", guest);
    client[0][guest] = client_new(house[0], &tape[0][guest], name, "192.0.2.1");
    say(guest, "{\"type\":\"hello\",\"version\":1,\"joined\":%s}", guest % 2 ? "true" : "false");
    for (int t = 0; t < tables; t++) {
        if (below(2)) seen[guest][t] = -1;
        say(guest, "{\"type\":\"enter\",\"table\":\"%s\",\"seen\":%d}", known[t].id, seen[guest][t]);
    }
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
    bool  was;
    int   before;
    if (!client[0][s->guest]) return;
    settle();
    slow[s->guest] = false;
    read_tape(s->guest, INT_MAX);
    before = acks_of_all;
    was = s->acked;
    if (!client[0][s->guest]) return;
    say(s->guest, "%s", s->text);
    settle();
    if (power.off || power.fails_syncs || power.fails_writes) return;
    const Tape *words = &tape[0][s->guest];
    char mark[64];
    snprintf(mark, sizeof mark, "\"re\":\"%s\"", s->id);
    const char *found = words->n ? strstr(words->text, mark) : NULL;
    HOLDS(!was || (found && !strstr(words->text, "\"error\"")), "%s was acknowledged; now: %s", s->id,
          words->n ? words->text : "(nothing)");
    HOLDS(acks_of_all == before, "hearing is for later");
}

/* ----------------------------------------------------------- life and death */

static void be_born(void)
{
    char     path[100];
    TapError error = {{0}};
    open_house(0, games);
    snprintf(path, sizeof path, "%s/taproom.db", folder[0]);
    witness = store_sqlite_open(path, &error);
    HOLDS(witness, "%s", error.text);
    for (int g = 0; g < PEOPLE; g++) come(g);
}

static void end(void)
{
    witness->kind->close(witness);
    tell_all();
    house_close(house[0]);
    tell_all();
    uv_run(&loop[0], UV_RUN_DEFAULT);
    house_free(house[0]);
    uv_loop_close(&loop[0]);
    memset(client[0], 0, sizeof client[0]);
}

static void die(void)
{
    PowerLoss loss = (PowerLoss)below(3);
    size_t    sent[PEOPLE];
    note("  dies, %s", loss == POWER_LOSES_ALL ? "all that was not synced is lost"
                       : loss == POWER_LOSES_SOME ? "some of it is lost" : "nothing is lost");
    power.fails_syncs = power.fails_writes = false;
    power.off = true;
    for (int g = 0; g < PEOPLE; g++) sent[g] = tape[0][g].n;
    end();
    for (int g = 0; g < PEOPLE; g++) { /* whoever has no power says nothing; what was on its way may still be read */
        tape[0][g].n = sent[g];
        read_tape(g, below(10));
        slow[g] = false;
    }
    power_returns(loss);
    deaths++;
    be_born();
    settle();
    hear_all();
    check_logs();
    for (int i = 0; i < sayings; i++)
        if (said[i].acked && below(3) == 0) say_again(i);
    hear_all();
}

static void act(void)
{
    int what = below(100), g = below(PEOPLE), t = tables ? below(tables) : -1;
    if (what < 62) answer();
    else if (what < 66 && sayings) say_again(below(sayings));
    else if (what < 70) slow[g] = !slow[g];
    else if (what < 74 && t >= 0) say(g, "{\"type\":\"undo\",\"table\":\"%s\"}", known[t].id);
    else if (what < 78 && t >= 0)
        say(g, "{\"type\":\"consent\",\"table\":\"%s\",\"yes\":%s}", known[t].id, below(3) ? "true" : "false");
    else if (what < 82) {
        if (client[0][g]) client_gone(client[0][g]);
        client[0][g] = NULL;
        read_tape(g, below(10));
        house_flush(house[0]);
        if (below(3)) come(g);
    } else if (what < 86 && !client[0][g]) come(g);
    else if (what < 90) {
        clock_ms += (uint64_t)below(3000);
        house_tick(house[0]);
        house_flush(house[0]);
    } else if (what < 92) lay_table();
    else if (what < 94) power.fails_syncs = true, answer(), settle(), power.fails_syncs = false;
    else if (what < 96) power.fails_writes = true, answer(), settle(), power.fails_writes = false;
    else if (what < 98) power.calls = 0, power.cut_at = 1 + below(40);
    else if (what < 99) power.off = true;
    work();
}

static uint64_t live(uint64_t seed)
{
    uint8_t key[64];
    heard = 1469598103934665603u;
    life = seed;
    tables = sayings = deaths = numbers = 0;
    memset(known, 0, sizeof known);
    memset(seen, -1, sizeof seen);
    memset(slow, 0, sizeof slow);
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
        hear_all();
        if (power.off) die();
        else check_logs();
    }
    power.off = true;
    die();
    end();
    power_returns(POWER_LOSES_NOTHING);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder[0]);
    assert_int_equal(system(command), 0);
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < ENTRIES; i++) free(known[t].entry[i]);
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
        uint64_t first = live((uint64_t)i + 1);
        all_deaths += deaths;
        if (i % 20 == 0) HOLDS(live((uint64_t)i + 1) == first, "lived again it is another life");
    }
    printf("%d lives, %d deaths, %d answers acknowledged (%d of them in windows), %d updates, %d of unknown outcome,\n"
           "%d things said to rooms that rested, %d ends told of later, %d slow readers cut off\n",
           lives, all_deaths, acks_of_all, hushed_of_all, told_of_all, unknown_of_all, gated_of_all, late_of_all,
           cut_of_all);
    assert_true(all_deaths > lives && acks_of_all > 10 * lives && hushed_of_all > lives / 2 && unknown_of_all > 0);
    assert_true(gated_of_all > lives && late_of_all > lives && cut_of_all > lives / 10);
    for (int g = 0; g < GUESTS; g++) free(tape[0][g].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
