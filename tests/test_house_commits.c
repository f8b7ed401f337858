/* Commits off the loop: a room rests while its own is under way, and everything else goes on. What other threads would
 * do is done here, when the test says so. */
#include "houses.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "faulty_disk.h"
#include "postgres.h"
#include "server/house/keeper.h"
#include "server/rooms/client.h"
#include "server/rooms/hushed.h"

enum { POOL = 64 };

static const TapGame *const games[] = {&parlour, &pass_left, NULL};
static TapRng dice;

/* ------------------------------------------------------- the other threads */

static struct {
    uv_work_t       *work;
    uv_work_cb       does;
    uv_after_work_cb then;
} pool[POOL];
static int pooled;

int uv_queue_work(uv_loop_t *on, uv_work_t *work, uv_work_cb does, uv_after_work_cb then)
{
    (void)on;
    assert_true(pooled < POOL);
    pool[pooled].work = work;
    pool[pooled].does = does;
    pool[pooled++].then = then;
    return 0;
}

static void do_last(void) { pool[pooled - 1].does(pool[pooled - 1].work); }

static void tell_of(int i)
{
    uv_work_t       *work = pool[i].work;
    uv_after_work_cb then = pool[i].then;
    pool[i] = pool[--pooled];
    then(work, 0);
    house_flush(house[0]);
}

static void settle(void)
{
    flush();
    while (pooled) pool[0].does(pool[0].work), tell_of(0);
    flush();
}

/* ------------------------------------------------------------- the people */

static bool loop_stands; /* what is said goes into one commit */

/* Says it, and the loop turns. */
__attribute__((format(printf, 2, 3))) static void say(int guest, const char *form, ...)
{
    char    text[4096];
    va_list rest;
    va_start(rest, form);
    vsnprintf(text, sizeof text, form, rest);
    va_end(rest);
    client_message(client[0][guest], text, strlen(text));
    if (!loop_stands) house_flush(house[0]);
}

static void come(int guest)
{
    char name[GUEST_BYTES];
    snprintf(name, sizeof name, "%016d", guest);
    client[0][guest] = client_new(house[0], &tape[0][guest], name, "192.0.2.1");
    say(guest, "{\"type\":\"hello\",\"version\":1,\"name\":\"Guest %d\"}", guest);
}

/* A table of those guests, dealt, and nothing under way. */
static Room *lay_table(const char *id, const TapGame *game, int first, int people, const char *more)
{
    say(first, "{\"type\":\"create\",\"id\":\"%s\",\"game\":\"%s\",\"seats\":%d,\"pace\":0,\"grace\":0,\"window\":0%s}",
        id, tap_game_id(game), people, more);
    settle();
    Room *r = house[0]->rooms;
    for (int g = 1; g < people; g++) say(first + g, "{\"type\":\"sit\",\"table\":\"%s\"}", r->id);
    for (int g = 0; g < people; g++)
        say(first + g, "{\"type\":\"orders\",\"table\":\"%s\",\"orders\":[\"always\"]}", r->id);
    say(first, "{\"type\":\"deal\",\"table\":\"%s\"}", r->id);
    settle();
    assert_int_equal(r->phase, PHASE_PLAYING);
    return r;
}

static bool was_told(int guest, const char *words)
{
    const Tape *t = &tape[0][guest];
    return t->n && strstr(t->text, words);
}

static bool nobody_heard(int people)
{
    for (int g = 0; g < people; g++)
        if (tape[0][g].n) return false;
    return true;
}

/* Some answer of somebody who is asked; the guest's number is his seat's behind `first`. */
static int give_answer(const Room *r, int first, const char *id)
{
    TapChoices choices;
    char       words[TAP_WORDS];
    TapSeat    seat = some_seat(room_asked(r), &dice);
    tap_choices(&r->setup, tap_record_state(r->record), seat, &choices);
    TapMove move = tap_choices_pick(&choices, &dice);
    assert_true(tap_move_write(&r->setup, tap_record_state(r->record), seat, move, words, sizeof words));
    say(first + seat, "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"%s\",\"seq\":%d,\"word\":\"%s\"}", r->id, id,
        r->seq, words);
    return first + seat;
}

static int begin(void **state)
{
    faulty_disk_install();
    *state = (void *)(uintptr_t)games;
    tap_rng_fast(&dice, 4);
    open_houses(state);
    world = 0;
    for (int g = 0; g < 5; g++) come(g);
    settle();
    return 0;
}

static int end(void **state)
{
    for (int g = 0; g < 5; g++) client_gone(client[0][g]);
    settle();
    return close_houses(state);
}

static void leave(const Room *r, int first, int people)
{
    char id[TABLE_BYTES];
    strcpy(id, r->id);
    for (int g = 0; g < people; g++) say(first + g, "{\"type\":\"exit\",\"table\":\"%s\"}", id);
    settle();
    clear_tapes();
}

/* ------------------------------------------------------------------ tests */

static void test_a_room_rests(void **state)
{
    (void)state;
    Room *r = lay_table("rests", &pass_left, 0, 2, ",\"clock\":2"), *other = lay_table("goes-on", &pass_left, 2, 2, "");
    clear_tapes();
    int who = give_answer(r, 0, "slow"), seq = r->seq;
    assert_true(r->committing && pooled == 1);
    CHECK(nobody_heard(5), "an answer is told before it is durable");

    /* What is said to it waits, whoever says it, and so does what he says after it. */
    say(!who, "{\"type\":\"chat\",\"table\":\"%s\",\"id\":\"c\",\"text\":\"first\"}", r->id);
    say(who, "{\"type\":\"chat\",\"table\":\"%s\",\"id\":\"d\",\"text\":\"second\"}", r->id);
    say(!who, "{\"type\":\"hello\",\"version\":1,\"name\":\"Renamed\"}");
    say(4, "{\"type\":\"enter\",\"table\":\"%s\"}", r->id);
    say(4, "{\"type\":\"ping\"}");
    clock_ms += 5000;
    house_tick(house[0]);
    house_flush(house[0]);
    CHECK(nobody_heard(5), "something of a room is told while its commit is under way");
    assert_int_equal(r->seq, seq);
    assert_int_equal(client[0][4]->waiting, 2);

    /* All others go on: they talk, come in, and answer; their answers wait for the next commit. */
    say(2, "{\"type\":\"chat\",\"table\":\"%s\",\"id\":\"e\",\"text\":\"hello\"}", other->id);
    CHECK(was_told(2, "\"re\":\"e\"") && was_told(3, "hello"), "others wait for a commit that is not theirs");
    clear_tapes();
    int third = give_answer(other, 2, "next");
    say(third, "{\"type\":\"mute\",\"id\":\"m\",\"guest\":\"0123456789abcdef\",\"on\":true}");
    CHECK(was_told(third, "\"re\":\"m\"") && !was_told(third, "\"re\":\"next\""), "%s", tape[0][third].text);
    assert_false(was_told(2, "\"update\"") || was_told(3, "\"update\""));
    assert_int_equal(pooled, 1);

    /* Done is not told. */
    do_last();
    house_flush(house[0]);
    CHECK(!tape[0][0].n && !tape[0][1].n, "%s", tape[0][0].n ? tape[0][0].text : tape[0][1].text);
    tell_of(0);
    CHECK(was_told(who, "\"re\":\"slow\"") && was_told(0, "\"update\"") && was_told(1, "\"update\""), "it is not told");
    const char *first = strstr(tape[0][0].text, "\"first\""), *second = strstr(tape[0][0].text, "\"second\"");
    CHECK(first && second && first < second, "%s", tape[0][0].text);
    CHECK(was_told(!who, "\"welcome\"") && was_told(4, "\"pong\""), "what waited is not heard");
    assert_int_equal(client[0][4]->waiting, 0);
    /* And the other's commit is under way now. */
    assert_true(other->committing && pooled == 1);
    settle();
    assert_true(was_told(third, "\"re\":\"next\"") && was_told(2, "\"update\"") && was_told(3, "\"update\""));
    leave(r, 0, 2);
    leave(other, 2, 2);
    say(4, "{\"type\":\"exit\",\"table\":\"%s\"}", r->id);
    settle();
}

static void test_outcomes(void **state)
{
    (void)state;
    static const char *const codes[] = {"\"code\":\"storage\"", "\"code\":\"unknown\""};
    Room *r = lay_table("outcomes", &pass_left, 0, 2, ""), *other = lay_table("beside", &pass_left, 2, 2, "");
    for (int way = 0; way < 2; way++) {
        char id[] = "failed-?";
        id[7] = (char)('0' + way);
        int seq = r->seq, others = other->seq;
        clear_tapes();
        int who = give_answer(r, 0, id);
        say(!who, "{\"type\":\"chat\",\"table\":\"%s\",\"text\":\"waits\"}", r->id);
        int third = give_answer(other, 2, way ? "b" : "a"); /* gathers for the next, which does not fail */
        *(way ? &disk_fails_sync : &disk_fails_write) = true;
        do_last();
        disk_fails_sync = disk_fails_write = false;
        tell_of(0);
        CHECK(was_told(who, codes[way]) && !was_told(who, "\"ack\""), "%s", tape[0][who].text);
        CHECK(!was_told(!who, "\"update\"") && was_told(!who, "waits"), "%s", tape[0][!who].text);
        assert_int_equal(r->seq, seq);
        settle();
        CHECK(was_told(third, "\"ack\"") && other->seq == others + 1, "the next commit fails too");
        /* The same again is the same answer, and counts once. */
        clear_tapes();
        who = give_answer(r, 0, id);
        settle();
        CHECK(was_told(who, "\"ack\""), "%s", tape[0][who].text);
        assert_int_equal(r->seq, seq + 1);
    }
    leave(r, 0, 2);
    leave(other, 2, 2);
}

static void test_a_hushed_answer_closes_no_gate(void **state)
{
    (void)state;
    Room *r = lay_table("hushed", &parlour, 0, 3, "");
    for (int n = 0; !hushed_is_open(r); n++) {
        char id[16];
        snprintf(id, sizeof id, "open-%d", n);
        CHECK(n < 20, "no window opens");
        give_answer(r, 0, id);
        settle();
    }
    clear_tapes();
    TapSeat seat = tap_first_of(room_asked(r));
    int     other = (seat + 1) % 3;
    say(seat, "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"hush\",\"seq\":%d,\"word\":\"pass\"}", r->id, r->seq);
    assert_true(pooled == 1 && !r->committing && !house[0]->store->committing);
    assert_true(nobody_heard(3));
    say(other, "{\"type\":\"chat\",\"table\":\"%s\",\"id\":\"c\",\"text\":\"hm\"}", r->id);
    CHECK(was_told(other, "\"re\":\"c\"") && was_told(seat, "hm") && !client[0][other]->waiting, "a gate is closed");
    /* Nor does the answer of a commit of the room that is under way meanwhile. */
    say(0, "{\"type\":\"watchers\",\"table\":\"%s\",\"on\":false}", r->id);
    assert_true(r->committing && pooled == 2);
    clear_tapes();
    pool[0].does(pool[0].work);
    tell_of(0);
    CHECK(was_told(seat, "\"re\":\"hush\"") && !was_told(other, "\"update\""), "%s", tape[0][seat].text);
    settle();
    leave(r, 0, 3);
}

/* A commit whose outcome nobody knows may be there after a crash. Until another has taken its place, no other answer to
 * the same hushed question is acknowledged: the log might come back with the first. */
static void test_doubt(void **state)
{
    (void)state;
    Room *r = lay_table("doubt", &parlour, 0, 3, "");
    char  id[16];
    for (int n = 0; !hushed_is_open(r); n++) {
        snprintf(id, sizeof id, "open-%d", n);
        CHECK(n < 20, "no window opens");
        give_answer(r, 0, id);
        settle();
    }
    int        seq = r->seq;
    TapSeatSet asked = room_asked(r);
    TapSeat    last = TAP_NOBODY;
    for (TapSeat s = 0; s < 3; s++) {
        if (!tap_has(asked, s)) continue;
        if (last != TAP_NOBODY) settle(); /* what all others said is kept */
        last = s;
        say(s, "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"first\",\"seq\":%d,\"word\":\"pass\"}", r->id, seq);
    }
    CHECK(r->committing && r->seq > seq && pooled == 2, "the window does not close");
    disk_fails_sync = true;
    while (pooled) do_last(), tell_of(pooled - 1);
    disk_fails_sync = false;
    CHECK(was_told(last, "\"code\":\"unknown\"") && r->seq == seq, "%s", tape[0][last].text);
    clear_tapes();
    say(last, "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"second\",\"seq\":%d,\"word\":\"pass\"}", r->id, seq);
    CHECK(was_told(last, "\"code\":\"storage\"") && r->committing, "%s", tape[0][last].text);
    settle();
    say(last, "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"third\",\"seq\":%d,\"word\":\"pass\"}", r->id, seq);
    settle();
    CHECK(was_told(last, "\"re\":\"third\"") && r->seq > seq, "%s", tape[0][last].text);
    leave(r, 0, 3);
}

static void test_bots_and_hints_wait_too(void **state)
{
    (void)state;
    say(0, "{\"type\":\"create\",\"id\":\"bots\",\"game\":\"pass-left\",\"seats\":2,\"pace\":0,"
           "\"bots\":[null,\"random\"]}");
    settle();
    Room *r = house[0]->rooms;
    char  id[] = "mine-?";
    bool  hinted = false;
    say(0, "{\"type\":\"deal\",\"table\":\"%s\"}", r->id);
    while (pooled && !r->job) do_last(), tell_of(pooled - 1);
    for (int n = 0; !r->job || !hinted; n++) { /* until the bot is asked, and the person was */
        CHECK(n < 9, "somebody is never asked");
        if (tap_has(room_asked(r), 0) && !r->job && !hinted) {
            clear_tapes();
            say(0, "{\"type\":\"hint\",\"id\":\"h\",\"table\":\"%s\"}", r->id);
            assert_true(r->committing && pooled == 2); /* the others are told of it */
            pool[0].does(pool[0].work);
            tell_of(0);
            CHECK(!was_told(0, "\"hints\":["), "%s", tape[0][0].text);
            do_last();
            tell_of(0);
            CHECK(was_told(0, "\"hints\":["), "what was thought is lost");
            hinted = true;
        }
        id[5] = (char)('0' + n);
        if (tap_has(room_asked(r), 0)) give_answer(r, 0, id);
        while (pooled && (!r->job || !hinted)) do_last(), tell_of(pooled - 1);
    }
    int seq = r->seq;
    assert_int_equal(pooled, 1);
    say(0, "{\"type\":\"watchers\",\"table\":\"%s\",\"on\":false}", r->id);
    assert_true(r->committing && pooled == 2);
    pool[0].does(pool[0].work);
    tell_of(0);
    CHECK(r->seq == seq && house[0]->jobs, "a bot plays while its room's commit is under way");
    do_last();
    tell_of(0);
    CHECK(r->seq == seq + 1 && r->committing, "what it found is lost");
    settle();
    leave(r, 0, 1);
}

static void test_closing_tells(void **state)
{
    (void)state;
    Room *r = lay_table("closing", &pass_left, 0, 2, "");
    clear_tapes();
    int who = give_answer(r, 0, "last");
    say(!who, "{\"type\":\"chat\",\"table\":\"%s\",\"text\":\"waits\"}", r->id);
    assert_true(r->committing);
    house_drain(house[0]);
    CHECK(was_told(who, "\"re\":\"last\"") && was_told(!who, "\"update\"") && was_told(who, "waits"), "%s",
          tape[0][who].n ? tape[0][who].text : "(nothing)");
    /* So does the keeper who closes the table, and what was answered before is in its log. */
    clear_tapes();
    TapError error = {{0}};
    who = give_answer(r, 0, "very-last");
    assert_true(r->committing);
    CHECK(keeper_close_table(house[0], r->id, "Time.", &error), "%s", error.text);
    CHECK(was_told(who, "\"re\":\"very-last\"") && was_told(!who, "\"ended\""), "%s", tape[0][who].text);
    settle();
    clear_tapes();
}
/* ------------------------------------------------------- several under way */

static char where[300];

static void is_lost(const char *why)
{
    CHECK(false, "%s", why);
    abort();
}

/* A house in a database, where several commits may be under way. */
static int begin_in_database(void **state)
{
    static char      key[100];
    static HouseNode node = {.store = where, .name = "one", .address = "127.0.0.1:1", .key = key, .lease_ms = 600000,
                             .settle_ms = 600000, .lost = is_lost};
    postgres_schema("commits", where, sizeof where);
    snprintf(key, sizeof key, "/tmp/taproom-commits-%d.key", (int)getpid());
    house_node = &node;
    int begun = begin(state);
    unlink(key);
    return begun;
}

static int end_in_database(void **state)
{
    int ended = end(state);
    house_node = NULL;
    postgres_stop();
    return ended;
}

static void in_database(const char *form, const char *table)
{
    char text[600], all[700];
    snprintf(text, sizeof text, form, table);
    snprintf(all, sizeof all, "SET client_min_messages = error; SET search_path = commits; %s", text);
    postgres_do(all);
}

static void do_and_tell(int i)
{
    pool[i].does(pool[i].work);
    tell_of(i);
}

static void test_several_under_way(void **state)
{
    (void)state;
    Room *r = lay_table("slow", &pass_left, 0, 2, ""), *other = lay_table("quick", &pass_left, 2, 2, "");
    say(4, "{\"type\":\"enter\",\"table\":\"%s\"}", r->id);
    settle();
    clear_tapes();
    int who = give_answer(r, 0, "slow"), seq = r->seq;
    int third = give_answer(other, 2, "quick");
    assert_true(r->committing && other->committing && r->committing != other->committing && pooled == 2);
    say(who, "{\"type\":\"chat\",\"table\":\"%s\",\"id\":\"c\",\"text\":\"waits\"}", r->id);
    CHECK(nobody_heard(5), "something is told before it is durable");

    /* The second comes first; what the first is about rests on. */
    do_and_tell(1);
    CHECK(was_told(third, "\"re\":\"quick\"") && was_told(2, "\"update\"") && was_told(3, "\"update\""), "not told");
    CHECK(!tape[0][0].n && !tape[0][1].n && !tape[0][4].n && r->committing, "a commit is told of with another");
    assert_int_equal(client[0][who]->waiting, 1);

    /* Somebody goes out of the room that rests, so there is something to tell and to save: not with another commit. */
    client_gone(client[0][4]);
    come(4);
    room_saved(r);
    int first = r->committing;
    clear_tapes();
    third = give_answer(other, 2, "next");
    assert_true(pooled >= 2 && r->dirty && r->save && r->committing == first && other->committing != first);
    while (pooled > 1) do_and_tell(pooled - 1);
    CHECK(was_told(third, "\"re\":\"next\"") && !tape[0][0].n && !tape[0][1].n, "%s", tape[0][0].text);
    assert_true(r->seq == seq && r->committing == first && r->dirty && r->save);
    do_and_tell(0);
    CHECK(was_told(who, "\"re\":\"slow\"") && was_told(0, "\"update\"") && was_told(1, "waits"), "it is not told");
    settle();
    assert_true(!r->dirty && !r->committing);

    /* One fails, and the other stands. */
    static const char refuses[] =
        "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger AS $$ BEGIN IF NEW.tbl = '%s' THEN RAISE EXCEPTION 'no'"
        " USING ERRCODE = '53100'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql;"
        "CREATE TRIGGER refuses BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION refuse()";
    in_database(refuses, r->id);
    clear_tapes();
    seq = r->seq;
    int seq_there = other->seq;
    who = give_answer(r, 0, "fails");
    third = give_answer(other, 2, "stands");
    assert_int_equal(pooled, 2);
    do_and_tell(0);
    CHECK(was_told(who, "\"code\":\"storage\"") && !tape[0][third].n, "%s", tape[0][who].text);
    assert_true(r->seq == seq && other->committing);
    do_and_tell(0);
    CHECK(was_told(third, "\"re\":\"stands\"") && other->seq == seq_there + 1, "%s", tape[0][third].text);
    settle();

    /* One whose table is not as it was: it is left out, and else the commit stands. */
    in_database("DROP TRIGGER refuses ON log", "");
    give_answer(r, 0, "again");
    settle();
    in_database("UPDATE heads SET seq = seq + 1 WHERE tbl = '%s'", r->id);
    clear_tapes();
    loop_stands = true;
    who = give_answer(r, 0, "left-out");
    loop_stands = false;
    third = give_answer(other, 2, "beside");
    assert_true(pooled == 1 && r->committing == other->committing);
    do_and_tell(0);
    CHECK(was_told(who, "so it did not happen") && !was_told(third, "storage"), "%s", tape[0][who].text);
    assert_true(was_told(third, "\"re\":\"beside\""));
    in_database("UPDATE heads SET seq = seq - 1 WHERE tbl = '%s'", r->id);
    settle();
    leave(other, 2, 2);
}

/* What may be about any table is heard when no commit is under way; so that it is, none begins meanwhile. */
static void test_what_waits_for_all(void **state)
{
    (void)state;
    Room *r = lay_table("one", &pass_left, 0, 2, ""), *other = lay_table("two", &pass_left, 2, 2, "");
    clear_tapes();
    give_answer(r, 0, "first");
    assert_int_equal(pooled, 1);
    say(4, "{\"type\":\"yours\",\"id\":\"mine\"}");
    int third = give_answer(other, 2, "second");
    assert_true(pooled == 1 && !other->committing && client[0][4]->waiting == 1);
    do_and_tell(0);
    CHECK(was_told(4, "\"re\":\"mine\""), "%s", tape[0][4].text);
    assert_true(pooled == 1 && other->committing);
    do_and_tell(0);
    CHECK(was_told(third, "\"re\":\"second\""), "%s", tape[0][third].text);
    settle();
    leave(r, 0, 2);
    leave(other, 2, 2);
}

int main(void)
{
    const struct CMUnitTest several[] = {
        cmocka_unit_test(test_several_under_way),
        cmocka_unit_test(test_what_waits_for_all),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_room_rests),
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_a_hushed_answer_closes_no_gate),
        cmocka_unit_test(test_doubt),
        cmocka_unit_test(test_bots_and_hints_wait_too),
        cmocka_unit_test(test_closing_tells),
    };
    int failed = cmocka_run_group_tests(tests, begin, end);
    return failed + cmocka_run_group_tests(several, begin_in_database, end_in_database);
}
