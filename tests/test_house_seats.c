/* Who sits at a table of the house and what he is told, with a time that is the test's: clocks of those who go away and
 * come back, hints, and
 * watchers who see it all later. */
#include "houses.h"

#include <string.h>

#include <jansson.h>

#include "inn/inn.h"
#include "server/ground/limits.h"
#include "server/rooms/client.h"
#include "server/rooms/hushed.h"
#include "server/rooms/open_window.h"

static const TapGame *const games[] = {&parlour, &bargain, &partners, &red_dragon_inn, NULL};

static int open_with_test_games(void **state)
{
    *state = (void *)(uintptr_t)games;
    return open_houses(state);
}

static char table[TABLE_BYTES];
static int  told;

static Room *room(void) { return room_find(house[0], table); }

__attribute__((format(printf, 2, 3))) static void say_to(int guest, const char *form, ...)
{
    char    text[1024];
    va_list rest;
    va_start(rest, form);
    vsnprintf(text, sizeof text, form, rest);
    va_end(rest);
    say_here(guest, text);
    told++;
}

static void come(int guest)
{
    char id[GUEST_BYTES];
    snprintf(id, sizeof id, "%016d", guest);
    client[0][guest] = client_new(house[0], &tape[0][guest], id, "192.0.2.1");
    say_to(guest, "{\"type\":\"hello\",\"version\":1,\"name\":\"Guest %d\"}", guest);
}

static void enter(int guest) { say_to(guest, "{\"type\":\"enter\",\"table\":\"%s\"}", table); }

static void go(int guest)
{
    client_gone(client[0][guest]);
    client[0][guest] = NULL;
    flush();
}

static void pass_seconds(int s)
{
    for (int i = 0; i < 20 * s; i++) {
        clock_ms += 50;
        tick_here();
    }
}

/* The cards are dealt to as many people as there are seats. */
static void begin(const TapGame *game, int seats, const char *more)
{
    world = 0;
    clear_tapes();
    for (int s = 0; s < seats; s++) come(s);
    say_to(0, "{\"type\":\"create\",\"id\":\"t%d\",\"game\":\"%s\",\"seats\":%d,\"pace\":0%s}", told, tap_game_id(game),
         seats, more);
    strcpy(table, house[0]->rooms->id);
    for (int s = 1; s < seats; s++) say_to(s, "{\"type\":\"sit\",\"table\":\"%s\",\"seat\":%d}", table, s);
    say_to(0, "{\"type\":\"deal\",\"table\":\"%s\"}", table);
}

static void end(void)
{
    for (int g = 0; g < GUESTS; g++)
        if (client[0][g]) go(g);
    while (house[0]->jobs) uv_run(&loop[0], UV_RUN_ONCE);
    flush();
}

static json_t *last_message(int guest, const char *type)
{
    char        mark[64];
    const char *last = NULL;
    snprintf(mark, sizeof mark, "{\"type\":\"%s\"", type);
    for (const char *at = tape[0][guest].text; at && (at = strstr(at, mark)); at++) last = at;
    return last ? json_loads(last, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
}

static int64_t last_number(int guest, const char *type, const char *field)
{
    json_t *message = last_message(guest, type);
    int64_t n = (int64_t)json_integer_value(json_object_get(message, field));
    json_decref(message);
    return n;
}

/* Who goes away for longer than the grace, and is back before the bot has answered for him, has what was left. */
static void test_clock_rests(void **state)
{
    (void)state;
    begin(&parlour, 2, ",\"clock\":100,\"grace\":10");
    TapSeat slow = tap_first_of(room_asked(room()));
    pass_seconds(40);
    go(slow);
    pass_seconds(11);
    CHECK(room()->chair[slow].deserted && !room()->deadline, "the clock runs for somebody whose place a bot has taken");
    CHECK(tap_has(room_asked(room()), slow), "the bot was too quick for this test");
    pass_seconds(30);
    come(slow);
    enter(slow);
    int64_t left = last_number(slow, "update", "time_left");
    CHECK(left > 48000 && left <= 51000, "he has %d ms, and 50 s were left", (int)left);
    pass_seconds(20);
    enter(1 - slow);
    left = last_number(1 - slow, "update", "time_left");
    CHECK(left > 28000 && left <= 31000, "and now %d ms", (int)left);
    end();
}

static void let_bots_think(int seconds)
{
    pass_seconds(seconds);
    while (house[0]->jobs) uv_run(&loop[0], UV_RUN_ONCE);
    flush();
}

/* What is asked of a side a bot leaves to the person it plays with, until half of the time is over. */
static void test_bots_leave_it_to_their_mate(void **state)
{
    (void)state;
    for (int clocked = 0; clocked < 2; clocked++) {
        world = 0;
        clear_tapes();
        come(0);
        come(1);
        say_to(0, "{\"type\":\"create\",\"id\":\"t%d\",\"game\":\"partners\",\"seats\":4,\"pace\":0,"
                  "\"bots\":[null,\"random\",null,\"random\"],\"clock\":%d}", told, clocked ? 100 : 0);
        strcpy(table, house[0]->rooms->id);
        say_to(1, "{\"type\":\"sit\",\"table\":\"%s\",\"seat\":2}", table);
        say_to(0, "{\"type\":\"deal\",\"table\":\"%s\"}", table);
        for (int i = 0; i < 20 && !tap_asks_one(tap_record_state(room()->record)); i++) {
            if (tap_has(room_asked(room()), 0))
                say_to(0, "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"l%d\",\"seq\":%d,\"word\":\"lay nothing\"}",
                       table, told, room()->seq);
            let_bots_think(1);
        }
        CHECK(room_asked(room()) == 3, "asked are %x", room_asked(room()));
        let_bots_think(40);
        CHECK(room_asked(room()) == 3, "the bot has answered for the person it plays with");
        let_bots_think(20);
        CHECK((room_asked(room()) == 3) == !clocked, "asked are %x when half of the time is over", room_asked(room()));
        end();
    }
}

static TapRng dice;

/* Some answer of the seat, by who sits there. */
static void answer_from(int guest, TapSeat seat)
{
    TapChoices c;
    char       word[TAP_WORDS];
    tap_choices(&room()->setup, tap_record_state(room()->record), seat, &c);
    tap_move_write(&room()->setup, tap_record_state(room()->record), seat, tap_choices_pick(&c, &dice), word,
                   sizeof word);
    say_to(guest, "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"w%d\",\"seq\":%d,\"word\":\"%s\"}", table, told,
           room()->seq, word);
}

static void answer_as(TapSeat seat) { answer_from(seat, seat); }

/* Whoever is asked first gives some answer. */
static void answer(void)
{
    TapSeat seat = tap_first_of(room_asked(room()));
    if (seat < (TapSeat)room()->setup.seats) answer_as(seat);
    else pass_seconds(1); /* the sand */
}

/* What was answered in a seat before it passed is not its new guest's to take back: he would see it. */
static void test_undo_of_another(void **state)
{
    (void)state;
    tap_rng_fast(&dice, 3);
    begin(&bargain, 3, "");
    while (room_asked(room()) & (room_asked(room()) - 1)) pass_seconds(1); /* what is said in a talk stands anyway */
    answer_as(0);
    const TapSeat seat = 1;
    int seq = room()->seq;
    answer_as(seat);
    CHECK(room()->seq == seq + 1, "nothing was answered");
    say_to(0, "{\"type\":\"remove\",\"table\":\"%s\",\"seat\":%d}", table, seat);
    come(EXTRA_GUEST);
    say_to(EXTRA_GUEST, "{\"type\":\"sit\",\"table\":\"%s\",\"seat\":%d}", table, seat);
    CHECK(room()->chair[seat].kind == CHAIR_PERSON, "the seat is not taken, though nothing lies hidden");
    say_to(EXTRA_GUEST, "{\"type\":\"undo\",\"table\":\"%s\"}", table);
    json_t *message = last_message(EXTRA_GUEST, "error");
    CHECK(message && strstr(json_string_value(json_object_get(message, "text")), "Somebody else sat here"),
          "he takes back what another answered");
    json_decref(message);
    end();
}

/* ------------------------------------------- a seat of a side that somebody has left */

static void forget_tape(int guest)
{
    tape[0][guest].n = 0;
    if (tape[0][guest].text) tape[0][guest].text[0] = 0;
}

static void expect_refused(int guest, const char *code)
{
    json_t *message = last_message(guest, "error");
    const char *said = json_string_value(json_object_get(message, "code"));
    CHECK(said && !strcmp(said, code), "guest %d is refused with %s, not with %s", guest, said ? said : "nothing",
          code);
    json_decref(message);
    forget_tape(guest);
}

/* What he saw last, or NULL. */
static json_t *last_view(int guest)
{
    json_t *update = last_message(guest, "update"), *view = json_incref(json_object_get(update, "view"));
    json_decref(update);
    return view;
}

/* How many cards of that hand lie open to him; -1: nothing was shown to him at all. */
static int cards_seen(int guest, TapSeat owner)
{
    json_t *view = last_view(guest), *zone, *item;
    int     seen = 0;
    size_t  z, i;
    if (!view) return -1;
    json_array_foreach(json_object_get(view, "zones"), z, zone) {
        const json_t *of = json_object_get(zone, "owner");
        if (strcmp(json_string_value(json_object_get(zone, "name")), "hand") != 0) continue;
        if (json_is_integer(of) && json_integer_value(of) == owner)
            json_array_foreach(json_object_get(zone, "items"), i, item) seen += json_object_get(item, "code") != NULL;
    }
    json_decref(view);
    return seen;
}

/* All that he is told of the game who comes now is what a watcher is told. */
static void expect_watches(int guest)
{
    enter(guest);
    enter(WATCHER_GUEST);
    json_t *own = last_message(guest, "update"), *other = last_message(WATCHER_GUEST, "update");
    CHECK(own && other && json_array_size(json_object_get(own, "events")), "guest %d is told nothing", guest);
    CHECK(json_equal(own, other), "guest %d is told what a watcher is not", guest);
    json_decref(own);
    json_decref(other);
}

static bool heard(int guest, const char *word) { return tape[0][guest].n && strstr(tape[0][guest].text, word); }

enum { TOKEN_ROOM = 200 };

/* What his own link to his seat says. */
static void token_of(int guest, char ret[TOKEN_ROOM])
{
    json_t *seated = last_message(guest, "seated");
    CHECK(seated, "guest %d has no seat", guest);
    snprintf(ret, TOKEN_ROOM, "%s", json_string_value(json_object_get(seated, "token")));
    json_decref(seated);
}

static void enter_by(int guest, const char *token)
{
    say_to(guest, "{\"type\":\"enter\",\"table\":\"%s\",\"token\":\"%s\"}", table, token);
}

static void say_to_side(int guest, const char *text)
{
    say_to(guest, "{\"type\":\"chat\",\"table\":\"%s\",\"to\":\"side\",\"text\":\"%s\"}", table, text);
}

/* seat -1: any. */
static void sit(int guest, int seat)
{
    if (seat < 0) say_to(guest, "{\"type\":\"sit\",\"table\":\"%s\"}", table);
    else say_to(guest, "{\"type\":\"sit\",\"table\":\"%s\",\"seat\":%d}", table, seat);
}

enum { PROGRAM_GUEST = TAP_SEATS - 1 };

/* With its first words a program would sit down. */
static void come_as_program(void)
{
    client[0][PROGRAM_GUEST] = client_new_bot(house[0], &tape[0][PROGRAM_GUEST], "0000000000program", "192.0.2.1");
    say_to(PROGRAM_GUEST, "{\"type\":\"hello\",\"version\":1,\"name\":\"Program\",\"table\":\"%s\"}", table);
}

static const char inn_in_sides[] = ",\"options\":[\"variant=two-headed\"]",
                  inn_cast[] = ",\"options\":[\"variant=two-headed\"],\"cast\":[\"zot\",\"gerki\",\"fiona\",\"dimli\"]";

/* The second of a side leaves when he has sealed his discard. Nobody is let in to the hands of his side: whoever would
 * take his place, and he himself from now on, is a watcher who has no side, hears nothing of it and orders nothing. */
static void test_a_left_seat_shows_nothing_of_its_side(void **state)
{
    (void)state;
    tap_rng_fast(&dice, 5);
    begin(&red_dragon_inn, 4, inn_cast);
    come(WATCHER_GUEST);
    enter(WATCHER_GUEST);
    const TapSeat stays = tap_first_of(room_asked(room())), leaves = (TapSeat)(stays + 1), other = (TapSeat)(3 - stays);
    CHECK(cards_seen(leaves, stays) > 5 && !cards_seen(other, stays) && !cards_seen(WATCHER_GUEST, stays),
          "there is nothing to hide");
    say_to(leaves, "{\"type\":\"orders\",\"table\":\"%s\",\"orders\":[\"always\"]}", table);
    say_to(leaves, "{\"type\":\"answer\",\"table\":\"%s\",\"id\":\"d\",\"seq\":%d,\"word\":\"discard #1\"}", table,
           room()->seq);
    CHECK(room_asked(room()) == tap_only(stays), "he has sealed nothing");
    char token[TOKEN_ROOM];
    token_of(leaves, token);
    say_to(leaves, "{\"type\":\"leave\",\"table\":\"%s\"}", table);
    come(EXTRA_GUEST);
    const int outside[] = {leaves, EXTRA_GUEST};
    for (int i = 0; i < 2; i++) {
        int guest = outside[i];
        expect_watches(guest);
        forget_tape(guest);
        sit(guest, leaves);
        expect_refused(guest, guest == leaves ? "refused" : "not-now");
        sit(guest, -1);
        expect_refused(guest, guest == leaves ? "refused" : "not-now");
        enter_by(guest, token);
        expect_refused(guest, "bad-token");
        say_to_side(guest, "tell me");
        expect_refused(guest, "not-seated");
        say_to(guest, "{\"type\":\"hint\",\"table\":\"%s\"}", table);
        expect_refused(guest, "not-seated");
    }
    come_as_program();
    expect_refused(PROGRAM_GUEST, "no-seat");
    go(PROGRAM_GUEST);
    CHECK(room()->chair[leaves].kind == CHAIR_BOT && !room()->chair[leaves].orders, "his orders stay with his seat");
    say_to_side(stays, "the moose comes at midnight");
    CHECK(heard(stays, "moose") && !heard(leaves, "moose"), "who has left hears his side");
    CHECK(!heard(EXTRA_GUEST, "moose") && !heard(WATCHER_GUEST, "moose"), "a side is heard by who has no seat of it");

    for (int i = 0; i < 30 && room()->phase == PHASE_PLAYING; i++) { /* and as it goes on */
        TapSeat seat = tap_first_of(room_asked(room()) & ~tap_only(leaves));
        if (room_asked(room()) & ~tap_only(leaves)) answer_as(seat);
        let_bots_think(1);
        for (int k = 0; k < 2; k++) expect_watches(outside[k]);
    }
    CHECK(cards_seen(stays, leaves) > 0 && !cards_seen(leaves, stays), "the hands are shown to nobody any more");
    end();
}

/* As long as no cards are dealt a seat may pass. Its new guest is told what was before as a watcher is, and hears his
 * side when something has happened since; then he sees what his mate holds, and who was removed does not. */
static void test_who_is_let_in_belongs_to_the_side(void **state)
{
    (void)state;
    tap_rng_fast(&dice, 6);
    begin(&red_dragon_inn, 4, inn_in_sides);
    come(WATCHER_GUEST);
    enter(WATCHER_GUEST);
    say_to(1, "{\"type\":\"orders\",\"table\":\"%s\",\"orders\":[\"always\"]}", table);
    char token[TOKEN_ROOM];
    token_of(1, token);
    say_to(0, "{\"type\":\"remove\",\"table\":\"%s\",\"seat\":1}", table);
    come(EXTRA_GUEST);
    say_to_side(0, "the toad is green");
    sit(EXTRA_GUEST, 1);
    CHECK(room()->chair[1].kind == CHAIR_PERSON, "he is not let in, though nothing is dealt");
    CHECK(!room()->chair[1].orders, "he has the orders of who sat there");
    enter_by(1, token);
    expect_refused(1, "bad-token"); /* the seat is another's */
    say_to_side(0, "the moose comes at midnight");
    CHECK(!heard(EXTRA_GUEST, "toad") && !heard(EXTRA_GUEST, "moose"), "he hears what was meant for who sat there");
    bool dealt = false;
    for (int i = 0; i < 20 && !dealt; i++) {
        TapSeat seat = tap_first_of(room_asked(room()));
        answer_from(seat == 1 ? EXTRA_GUEST : seat, seat);
        dealt = cards_seen(0, 0) > 0;
        if (i) continue;
        say_to_side(0, "the heron is gone");
        CHECK(heard(EXTRA_GUEST, "heron") && !heard(1, "heron") && !heard(2, "heron") && !heard(WATCHER_GUEST, "heron"),
              "he does not belong to his side");
    }
    CHECK(dealt, "nobody has cards");
    CHECK(cards_seen(EXTRA_GUEST, 0) > 4 && cards_seen(0, 1) > 4, "mates do not see each other's hands");
    CHECK(!cards_seen(1, 0) && !cards_seen(2, 0) && !cards_seen(WATCHER_GUEST, 0), "others see them");
    expect_watches(1);
    end();
}

/* Who takes a hint while others may answer too is told of when the question is closed. */
static void test_hint_in_a_window(void **state)
{
    (void)state;
    begin(&parlour, 3, ",\"window\":20");
    for (int s = 0; s < 3; s++)
        say_to(s, "{\"type\":\"orders\",\"table\":\"%s\",\"orders\":[\"always\"]}", table);
    tap_rng_fast(&dice, 7);
    while (!hushed_is_open(room())) answer();
    TapSeat asked = tap_first_of(room_asked(room())), other = (TapSeat)((asked + 1) % 3);
    size_t  before = tape[0][other].n;
    say_to(asked, "{\"type\":\"hint\",\"table\":\"%s\"}", table);
    pass_seconds(2);
    CHECK(tape[0][other].n == before, "a hint in a window is told at once");
    enter(other);
    json_t *message = last_message(other, "table");
    json_t *seat = json_array_get(json_object_get(message, "seats"), (size_t)asked);
    CHECK(json_is_object(seat) && !json_object_get(seat, "hints"), "a hint in a window is told to who looks again");
    json_decref(message);
    pass_seconds(25);
    message = last_message(other, "table");
    seat = json_array_get(json_object_get(message, "seats"), (size_t)asked);
    CHECK(json_integer_value(json_object_get(seat, "hints")) == 1, "nobody is told of the hint");
    json_decref(message);
    end();
}

/* Watchers of a table with a delay: not a byte earlier, whatever happens; and then each thing as it was. */
static void test_delay(void **state)
{
    enum { DELAY_S = 30 };
    (void)state;
    tap_rng_fast(&dice, 11);
    begin(&bargain, 3, ",\"clock\":0,\"delay\":30");
    come(WATCHER_GUEST);
    const Tape *t = &tape[0][WATCHER_GUEST];
    enter(WATCHER_GUEST);
    json_t *message = last_message(WATCHER_GUEST, "table");
    CHECK(message && json_integer_value(json_object_get(message, "delay")) == DELAY_S, "he is not told of the delay");
    json_decref(message);
    int64_t entered = (int64_t)clock_ms;
    int     seq = room()->seq, seq_at[DELAY_S] = {0};
    size_t  before = t->n;
    for (int s = 0; s < DELAY_S - 1; s++) {
        seq_at[s] = room()->seq;
        if (s % 4 == 1 && room()->phase == PHASE_PLAYING) answer();
        if (s == 6) say_to(0, "{\"type\":\"chat\",\"table\":\"%s\",\"text\":\"I have three of them\"}", table);
        if (s == 10) say_to(0, "{\"type\":\"undo\",\"table\":\"%s\"}", table);
        if (s == 12) come(EXTRA_GUEST), enter(EXTRA_GUEST); /* who is there is told with the table */
        pass_seconds(1);
        CHECK(t->n == before, "%d s after he entered he is told something", s + 1);
    }
    CHECK(room()->seq > seq + 2 && room()->phase == PHASE_PLAYING, "nothing happens in this test");
    pass_seconds(1);
    CHECK(last_number(WATCHER_GUEST, "update", "seq") == seq, "the first picture is not the one of then");
    for (int s = 1; s < DELAY_S - 1; s++) { /* each second he sees what stood there so long ago */
        int64_t shown = last_number(WATCHER_GUEST, "update", "seq");
        CHECK(shown == seq_at[s - 1] || shown == seq_at[s], "entry %d is shown, %d stood there", (int)shown, seq_at[s]);
        pass_seconds(1);
        if (s == 5) CHECK(!strstr(t->text, "three of them"), "talk comes early");
    }
    CHECK(strstr(t->text, "three of them"), "talk never comes");
    CHECK((int64_t)clock_ms - entered >= 1000 * (2 * DELAY_S - 2), "time stands still");
    while (room()->phase == PHASE_PLAYING) answer();
    CHECK(last_number(WATCHER_GUEST, "update", "seq") == room()->seq, "a game that is over is held back");
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bots_leave_it_to_their_mate),
        cmocka_unit_test(test_clock_rests), cmocka_unit_test(test_undo_of_another),
                                       cmocka_unit_test(test_a_left_seat_shows_nothing_of_its_side),
                                       cmocka_unit_test(test_who_is_let_in_belongs_to_the_side),
                                       cmocka_unit_test(test_hint_in_a_window),
                                       cmocka_unit_test(test_delay)};
    return cmocka_run_group_tests(tests, open_with_test_games, close_houses);
}
