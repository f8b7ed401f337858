/* The house and a disk that fails or lies: what is told when nobody knows whether an answer was written, tables that
 * are damaged, and a log that stays short. */
#include "houses.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "faulty_disk.h"
#include "server/ground/logs.h"
#include "server/house/finished.h"
#include "server/rooms/client.h"
#include "server/rooms/hushed.h"

static const TapGame *const games[] = {&parlour, &pass_left, NULL};
static char   table[TABLE_BYTES];
static TapRng dice;

static int open_on_faulty_disk(void **state)
{
    faulty_disk_install();
    *state = (void *)(uintptr_t)games;
    tap_rng_fast(&dice, 3);
    return open_houses(state);
}

__attribute__((format(printf, 2, 3))) static void say(int guest, const char *form, ...)
{
    char    text[4096];
    va_list rest;
    va_start(rest, form);
    vsnprintf(text, sizeof text, form, rest);
    va_end(rest);
    say_here(guest, text);
}

static void come(House *to, int guest)
{
    char name[GUEST_BYTES];
    snprintf(name, sizeof name, "%016d", guest);
    client[world][guest] = client_new(to, &tape[world][guest], name, "192.0.2.1");
    say(guest, "{\"type\":\"hello\",\"version\":1,\"name\":\"Guest %d\"}", guest);
}

static void begin(const char *request, const TapGame *game, int people)
{
    world = 0;
    clear_tapes();
    for (int g = 0; g < people; g++) come(house[0], g);
    say(0, "{\"type\":\"create\",\"id\":\"%s\",\"game\":\"%s\",\"seats\":%d,\"pace\":0,\"grace\":0,\"window\":0}",
        request, tap_game_id(game), people);
    strcpy(table, house[0]->rooms->id);
    for (int g = 1; g < people; g++) say(g, "{\"type\":\"sit\",\"table\":\"%s\"}", table);
    for (int g = 0; g < people; g++) say(g, "{\"type\":\"orders\",\"table\":\"%s\",\"orders\":[\"always\"]}", table);
    say(0, "{\"type\":\"deal\",\"table\":\"%s\"}", table);
}

static void end(int people)
{
    for (int g = 0; g < people; g++) client_gone(client[0][g]);
    flush();
    room_forget(room_in_memory(house[0], table));
}

/* Some answer of somebody who is asked, as he would say it. */
static TapSeat some_answer(char words[TAP_WORDS])
{
    Room     *r = room_find(house[0], table);
    TapState  state = *tap_record_state(r->record);
    TapChoices choices;
    TapSeat   seat = some_seat(room_asked(r), &dice);
    tap_choices(&r->setup, &state, seat, &choices);
    TapMove move = tap_choices_pick(&choices, &dice);
    assert_true(tap_move_write(&r->setup, &state, seat, move, words, TAP_WORDS));
    return seat;
}

static void give(TapSeat seat, const char *id, int seq, const char *words)
{
    for (int g = 0; g < GUESTS; g++) tape[0][g].n = 0;
    say(seat, "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"%s\",\"seq\":%d,\"word\":\"%s\"}", table, id, seq, words);
}

static bool was_told(TapSeat seat, const char *words)
{
    const Tape *t = &tape[0][seat];
    return t->n && strstr(t->text, words);
}

static int seq_now(void) { return room_find(house[0], table)->seq; }

static void test_a_commit_that_nobody_knows_of(void **unused)
{
    (void)unused;
    char words[TAP_WORDS];
    begin("unknown", &pass_left, 2);
    TapSeat seat = some_answer(words), other = (TapSeat)!seat;
    disk_fails_write = true;
    give(seat, "one", 0, words);
    disk_fails_write = false;
    CHECK(was_told(seat, "\"re\":\"one\"") && was_told(seat, "\"code\":\"storage\""), "%s", tape[0][seat].text);
    disk_fails_sync = true;
    give(seat, "two", 0, words);
    disk_fails_sync = false;
    CHECK(was_told(seat, "\"re\":\"two\"") && was_told(seat, "\"code\":\"unknown\""), "%s", tape[0][seat].text);
    CHECK(!was_told(seat, "\"storage\"") && !was_told(seat, "\"ack\""), "%s", tape[0][seat].text);
    assert_false(was_told(other, "\"events\":[{"));
    assert_int_equal(seq_now(), 0);

    /* Said again with the same id he knows, and it counts once. */
    give(seat, "two", 0, words);
    CHECK(was_told(seat, "\"ack\",\"re\":\"two\"") && was_told(seat, "\"seq\":1"), "%s", tape[0][seat].text);
    give(seat, "two", 0, words);
    CHECK(was_told(seat, "\"ack\",\"re\":\"two\"") && was_told(seat, "\"seq\":1"), "%s", tape[0][seat].text);
    assert_int_equal(seq_now(), 1);
    end(2);
}

/* The same when the machine dies right then: the answer may be there after all, and then the id says so. */
static void test_a_crash_after_it(void **unused)
{
    (void)unused;
    char words[TAP_WORDS], copy[64], command[200];
    begin("crash", &pass_left, 2);
    TapSeat seat = some_answer(words);
    disk_fails_sync = true;
    give(seat, "last", 0, words);
    disk_fails_sync = false;
    assert_true(was_told(seat, "\"code\":\"unknown\""));
    snprintf(copy, sizeof copy, "%s-crashed", folder[0]);
    snprintf(command, sizeof command, "cp -r '%s' '%s' && rm '%s/lock'", folder[0], copy, copy);
    assert_int_equal(system(command), 0);
    end(2);

    TapError     error = {{0}};
    uv_loop_t    later;
    HouseOptions options = {.transport = house[0]->transport, .data = copy, .games = games, .by_hand = true};
    House       *first = house[0];
    uv_loop_init(&later);
    house[0] = house_open(&options, &later, &error);
    CHECK(house[0], "%s", error.text);
    come(house[0], seat);
    give(seat, "last", 0, words);
    CHECK(was_told(seat, "\"ack\",\"re\":\"last\"") && was_told(seat, "\"seq\":1"), "%s", tape[0][seat].text);
    assert_int_equal(seq_now(), 1);
    client_gone(client[0][seat]);
    house_close(house[0]);
    uv_run(&later, UV_RUN_DEFAULT);
    house_free(house[0]);
    uv_loop_close(&later);
    house[0] = first;
    snprintf(command, sizeof command, "rm -rf '%s'", copy);
    assert_int_equal(system(command), 0);
}

static void test_an_answer_aside_that_nobody_knows_of(void **unused)
{
    (void)unused;
    char words[TAP_WORDS];
    begin("aside", &parlour, 3);
    for (int n = 0; !hushed_is_open(room_find(house[0], table)); n++) {
        char    id[16];
        TapSeat seat = some_answer(words);
        snprintf(id, sizeof id, "open-%d", n);
        give(seat, id, seq_now(), words);
        CHECK(n < 20, "no window opens");
    }
    TapSeat seat = tap_first_of(room_asked(room_find(house[0], table)));
    disk_fails_sync = true;
    give(seat, "hush", seq_now(), "pass");
    disk_fails_sync = false;
    CHECK(was_told(seat, "\"re\":\"hush\"") && was_told(seat, "\"code\":\"unknown\""), "%s", tape[0][seat].text);
    give(seat, "hush", seq_now(), "pass");
    CHECK(was_told(seat, "\"ack\",\"re\":\"hush\""), "%s", tape[0][seat].text);
    assert_false(tap_has(room_asked(room_find(house[0], table)), seat));
    end(3);
}

static void in_database(const char *form)
{
    char     path[128], text[400];
    sqlite3 *db;
    char    *wrong = NULL;
    snprintf(path, sizeof path, "%s/taproom.db", folder[0]);
    snprintf(text, sizeof text, form, table);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, text, NULL, NULL, &wrong);
    CHECK(!wrong, "%s", wrong);
    sqlite3_close(db);
}

/* Whatever is wrong with it: nobody plays on, nobody takes its place, what is left can be had. */
static void test_damaged_tables(void **unused)
{
    (void)unused;
    static const char *const ways[] = {
        "UPDATE log SET entry = entry || ' ' WHERE tbl = '%s' AND seq = 3",
        "DELETE FROM log WHERE tbl = '%s' AND seq = 4",
        "UPDATE tables SET document = replace(document, '\"grace\":0', '\"grace\":9') WHERE id = '%s'",
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char request[16], words[TAP_WORDS];
        int  status;
        snprintf(request, sizeof request, "damaged-%zu", i);
        begin(request, &pass_left, 2);
        for (int n = 0; n < 4; n++) {
            char    id[16];
            TapSeat seat = some_answer(words);
            snprintf(id, sizeof id, "%d", n);
            give(seat, id, seq_now(), words);
        }
        assert_int_equal(seq_now(), 4);
        end(2);
        in_database(ways[i]);
        clear_tapes();
        come(house[0], 0);
        say(0, "{\"type\":\"enter\",\"table\":\"%s\"}", table);
        CHECK(was_told(0, "\"code\":\"damaged\""), "%s: %s", ways[i], tape[0][0].text);
        assert_null(room_in_memory(house[0], table));
        clear_tapes();
        say(0, "{\"type\":\"create\",\"id\":\"%s\",\"game\":\"pass-left\",\"seats\":2}", request);
        CHECK(was_told(0, "\"code\":\"damaged\""), "%s: %s", ways[i], tape[0][0].text);
        char *record = house_record(house[0], table, &status);
        CHECK(record && strstr(record, "# This is what is left") && strstr(record, "\nseed "), "%s", record);
        free(record);
        client_gone(client[0][0]);
    }
}

static void test_the_log_stays_short(void **unused)
{
    (void)unused;
    char  name[] = "/tmp/taproom-log-XXXXXX", line[200];
    int   file = mkstemp(name), kept = dup(STDERR_FILENO), lines = 0;
    assert_true(file >= 0 && kept >= 0);
    fflush(stderr);
    dup2(file, STDERR_FILENO);
    for (int i = 0; i < 1000; i++) log_say("the disk is full: %d", i);
    for (int i = 0; i < 1000; i++) {
        snprintf(line, sizeof line, "accept of %d failed\n", i);
        log_line(line);
    }
    log_say("another thing");
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    FILE *in = fdopen(file, "r");
    rewind(in);
    bool other = false;
    while (fgets(line, sizeof line, in)) {
        lines++;
        other = other || !strcmp(line, "taproom: another thing\n");
    }
    fclose(in);
    remove(name);
    CHECK(other && lines == 11, "%d lines", lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_commit_that_nobody_knows_of),
        cmocka_unit_test(test_a_crash_after_it),
        cmocka_unit_test(test_an_answer_aside_that_nobody_knows_of),
        cmocka_unit_test(test_damaged_tables),
        cmocka_unit_test(test_the_log_stays_short),
    };
    return cmocka_run_group_tests(tests, open_on_faulty_disk, close_houses);
}
