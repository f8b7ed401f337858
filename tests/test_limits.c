/*
 * What one address, or one guest, can have of the house: new tables, tables in memory, hints, words, places in the
 * lobby's list, thinking. Connections come and go meanwhile and change nothing. And what is always there: one's own
 * table.
 */
#include "houses.h"

#include <string.h>

#include "server/house/lobby.h"
#include "server/house/thinking.h"
#include "server/rooms/client.h"

enum { MOB = 200, ROOMY = 4000, SMALL = 40 };

static Client *mob[MOB];
static int     mob_size, ids;
static Tape   *heard = &tape[0][0];

static int open_roomy(void **state)
{
    (void)state;
    most_tables = ROOMY;
    return open_houses(NULL);
}

static int open_small(void **state)
{
    (void)state;
    most_tables = SMALL;
    return open_houses(NULL);
}

static int close_all(void **state)
{
    world = 0;
    for (int i = 0; i < mob_size; i++)
        if (mob[i]) client_gone(mob[i]);
    mob_size = 0;
    flush();
    memset(mob, 0, sizeof mob);
    int closed = close_houses(state);
    memset(tape, 0, sizeof tape);
    return closed;
}

static int come(const char *guest, const char *address)
{
    world = 0;
    int who = mob_size++;
    mob[who] = client_new(house[0], heard, guest, address);
    client_message(mob[who], "{\"type\":\"hello\",\"version\":1}", 28);
    flush();
    return who;
}

static void go(int who)
{
    client_gone(mob[who]);
    mob[who] = NULL;
    flush();
}

/* What he hears then. */
__attribute__((format(printf, 2, 3))) static const char *say(int who, const char *form, ...)
{
    char    text[1000];
    va_list rest;
    va_start(rest, form);
    int n = vsnprintf(text, sizeof text, form, rest);
    va_end(rest);
    clear_tapes();
    if (heard->text) heard->text[0] = 0;
    client_message(mob[who], text, (size_t)n);
    flush();
    return heard->text ? heard->text : "";
}

static const char *create(int who, const char *more)
{
    return say(who, "{\"type\":\"create\",\"id\":\"t%d\",\"game\":\"kings-council\",\"seats\":2%s}", ids++, more);
}

static const char *newest(void) { return house[0]->rooms->id; }

static void name_of(char ret[GUEST_BYTES], const char *kind, int number)
{
    snprintf(ret, GUEST_BYTES, "%.8s%08d", kind, number);
}

#define EXPECT(heard_, what) CHECK(strstr(heard_, what), "no %s in: %.600s", what, heard_)

/* ------------------------------------------------------------- new tables */

static void coming_again_gives_no_new_tables(void **state)
{
    (void)state;
    int who = come("guest-0000000000", "192.0.2.1");
    for (int i = 0; i < RATE_CREATE_BURST; i++) EXPECT(create(who, ""), "\"ack\"");
    EXPECT(create(who, ""), "too-fast");
    go(who);
    who = come("guest-0000000000", "192.0.2.9"); /* also from elsewhere: he is the same guest */
    EXPECT(create(who, ""), "too-fast");
    clock_ms += RATE_CREATE_MS;
    EXPECT(create(who, ""), "\"ack\"");
    EXPECT(create(who, ""), "too-fast");
}

static void an_address_has_so_many_new_tables(void **state)
{
    char guest[GUEST_BYTES];
    int  made = 0;
    (void)state;
    for (int i = 0; i < 3 * RATE_ADDRESS_CREATE_BURST; i++) { /* each with a cookie of its own */
        name_of(guest, "guest-", i);
        int who = come(guest, "192.0.2.1");
        made += strstr(create(who, ""), "\"ack\"") != NULL;
        go(who);
    }
    assert_int_equal(made, RATE_ADDRESS_CREATE_BURST);
    EXPECT(create(come("honest-000000000", "192.0.2.2"), ""), "\"ack\"");
}

static void connections_of_an_address_share_their_messages(void **state)
{
    (void)state;
    char guest[GUEST_BYTES];
    int  heeded = 0, each = RATE_MESSAGE_BURST - 1, crowd = 2 * RATE_ADDRESS_MESSAGE_BURST / RATE_MESSAGE_BURST;
    for (int i = 0; i < crowd; i++) {
        name_of(guest, "guest-", i);
        int who = come(guest, "192.0.2.1");
        for (int k = 0; k < each; k++) heeded += strstr(say(who, "{\"type\":\"ping\"}"), "\"pong\"") != NULL;
        CHECK(!mob[who]->closing, "it is closed for what others said");
    }
    CHECK(heeded > RATE_ADDRESS_MESSAGE_BURST / 2 && heeded < RATE_ADDRESS_MESSAGE_BURST, "%d heeded", heeded);
    EXPECT(say(come("honest-000000000", "192.0.2.2"), "{\"type\":\"ping\"}"), "\"pong\"");
    clock_ms += 100;
    EXPECT(say(mob_size - 2, "{\"type\":\"ping\"}"), "\"pong\"");
}

/* ---------------------------------------------------------------- a share */

static void an_address_has_a_share_of_the_house(void **state)
{
    (void)state;
    int share = SMALL / ADDRESS_SHARE, who = come("guest-0000000000", "192.0.2.1");
    for (int i = 0; i < share; i++) EXPECT(create(who, ""), "\"ack\"");
    EXPECT(create(who, ""), "too-many"); /* he is at all of them */
    EXPECT(create(come("honest-000000000", "192.0.2.2"), ""), "\"ack\"");
    int64_t rooms = house[0]->metrics.rooms;
    say(who, "{\"type\":\"exit\",\"table\":\"%s\"}", house[0]->rooms->next->id);
    EXPECT(create(who, ""), "\"ack\""); /* one that he left goes for it */
    assert_int_equal(house[0]->metrics.rooms, rooms);
}

/* Every place in memory is taken, by tables with somebody at them; tables with nobody have left for them. */
static void fill_house(void)
{
    char guest[GUEST_BYTES], address[32];
    const char *said;
    do {
        name_of(guest, "crowd-", mob_size);
        snprintf(address, sizeof address, "198.51.100.%d", mob_size);
        said = create(come(guest, address), ",\"public\":true");
    } while (strstr(said, "\"ack\""));
    EXPECT(said, "too-many");
    assert_int_equal(house[0]->metrics.rooms, SMALL);
}

static void ones_own_table_is_found_in_a_full_house(void **state)
{
    (void)state;
    char table[TABLE_BYTES];
    int  anna = come("anna-00000000000", "192.0.2.1");
    EXPECT(create(anna, ",\"bots\":[null,\"random\"]"), "\"ack\"");
    strcpy(table, newest());
    EXPECT(say(anna, "{\"type\":\"deal\",\"id\":\"d\",\"table\":\"%s\"}", table), "\"ack\"");
    while (house[0]->jobs) uv_run(&loop[0], UV_RUN_ONCE), flush();
    go(anna);
    fill_house();
    assert_null(room_in_memory(house[0], table));
    int stranger = come("stranger-0000000", "192.0.2.2");
    EXPECT(say(stranger, "{\"type\":\"enter\",\"id\":\"e\",\"table\":\"%s\"}", table), "too-many");
    EXPECT(create(stranger, ""), "too-many");
    anna = come("anna-00000000000", "192.0.2.3");
    const char *said = say(anna, "{\"type\":\"enter\",\"id\":\"e\",\"table\":\"%s\"}", table);
    EXPECT(said, "\"phase\":\"playing\"");
    EXPECT(said, "\"update\"");
    EXPECT(say(stranger, "{\"type\":\"enter\",\"id\":\"e\",\"table\":\"%s\"}", table), "\"phase\":\"playing\"");
}

/* Tables of one who has two make room before the only one of somebody else, which has waited longer. */
static void who_has_most_makes_room(void **state)
{
    (void)state;
    char first[TABLE_BYTES], guest[GUEST_BYTES], address[32];
    int  who = come("one-000000000000", "192.0.2.1");
    create(who, "");
    strcpy(first, newest());
    go(who);
    clock_ms += 1000;
    who = come("two-000000000000", "192.0.2.2");
    create(who, "");
    create(who, "");
    go(who);
    for (int i = 0; i < SMALL - 2; i++) {
        name_of(guest, "crowd-", i);
        snprintf(address, sizeof address, "198.51.100.%d", i);
        EXPECT(create(come(guest, address), ""), "\"ack\"");
        CHECK(room_in_memory(house[0], first), "the only table of somebody left when there were %d", i);
    }
    EXPECT(create(come("last-00000000000", "203.0.113.1"), ""), "\"ack\"");
    assert_null(room_in_memory(house[0], first));
}

static void open_tables_leave_a_crowded_house(void **state)
{
    (void)state;
    char table[TABLE_BYTES], guest[GUEST_BYTES], address[32];
    for (int crowded = 0; crowded < 2; crowded++) {
        int who = come("host-00000000000", "192.0.2.1");
        create(who, ",\"public\":true");
        strcpy(table, newest());
        go(who);
        while (crowded && house[0]->metrics.rooms < SMALL * 3 / 4) {
            name_of(guest, "crowd-", mob_size);
            snprintf(address, sizeof address, "198.51.100.%d", mob_size);
            EXPECT(create(come(guest, address), ""), "\"ack\"");
        }
        clock_ms += CROWDED_IDLE_MS - 20000;
        tick_here();
        assert_non_null(room_in_memory(house[0], table));
        clock_ms += 40000;
        tick_here();
        CHECK((room_in_memory(house[0], table) == NULL) == crowded, "crowded: %d", crowded);
        clock_ms += LISTED_IDLE_MS;
        tick_here();
    }
}

static void the_ninth_room(void **state)
{
    (void)state;
    char table[TABLE_BYTES];
    int  other = come("other-0000000000", "192.0.2.2"), who = come("guest-0000000000", "192.0.2.1");
    create(other, "");
    strcpy(table, newest());
    for (int i = 0; i < LIMIT_ROOMS_PER_CLIENT; i++) {
        clock_ms += RATE_CREATE_MS;
        EXPECT(create(who, ""), "\"ack\"");
    }
    clock_ms += RATE_CREATE_MS;
    int64_t rooms = house[0]->metrics.rooms;
    const char *ninth = say(who, "{\"type\":\"create\",\"id\":\"ninth\",\"game\":\"kings-council\",\"seats\":2}");
    EXPECT(ninth, "\"re\":\"ninth\"");
    EXPECT(ninth, "too-many");
    CHECK(!strstr(ninth, "\"ack\""), "%s", ninth);
    assert_int_equal(house[0]->metrics.rooms, rooms);
    const char *enter = say(who, "{\"type\":\"enter\",\"id\":\"enter\",\"table\":\"%s\"}", table);
    EXPECT(enter, "\"re\":\"enter\"");
    EXPECT(enter, "too-many");
    const char *sit = say(who, "{\"type\":\"sit\",\"id\":\"sit\",\"table\":\"%s\"}", table);
    EXPECT(sit, "\"re\":\"sit\"");
    EXPECT(sit, "too-many");
}

/* ------------------------------------------------------------ words, hints */

static void cookies_of_one_address_share_their_words(void **state)
{
    (void)state;
    char guest[GUEST_BYTES], table[TABLE_BYTES];
    int  said = 0, host = come("host-00000000000", "192.0.2.1");
    create(host, "");
    strcpy(table, newest());
    for (int i = 0; i < 10; i++) {
        name_of(guest, "noise-", i);
        int who = come(guest, "192.0.2.66");
        say(who, "{\"type\":\"enter\",\"table\":\"%s\"}", table);
        for (int k = 0; k < RATE_CHAT_BURST; k++)
            said += !strstr(say(who, "{\"type\":\"chat\",\"table\":\"%s\",\"text\":\"x\"}", table), "too-fast");
    }
    assert_int_equal(said, RATE_TABLE_CHAT_BURST);
    EXPECT(say(host, "{\"type\":\"chat\",\"table\":\"%s\",\"text\":\"and I?\"}", table), "and I?");
    int elsewhere = come("noise-elsewhere0", "192.0.2.66"); /* at another table they may speak */
    create(elsewhere, "");
    EXPECT(say(elsewhere, "{\"type\":\"chat\",\"table\":\"%s\",\"text\":\"hm\"}", newest()), "hm");
}

static int ask_hint(const char *guest, const char *address)
{
    int who = come(guest, address);
    create(who, ",\"bots\":[null,\"random\"]");
    char table[TABLE_BYTES];
    strcpy(table, newest());
    say(who, "{\"type\":\"deal\",\"table\":\"%s\"}", table);
    while (house[0]->jobs) uv_run(&loop[0], UV_RUN_ONCE), flush();
    bool taken = !strstr(say(who, "{\"type\":\"hint\",\"id\":\"h\",\"table\":\"%s\"}", table), "too-fast");
    while (house[0]->jobs) uv_run(&loop[0], UV_RUN_ONCE), flush();
    return taken;
}

static void hints_have_a_budget(void **state)
{
    (void)state;
    char guest[GUEST_BYTES];
    int  taken = 0;
    for (int i = 0; i < RATE_ADDRESS_CREATE_BURST; i++) {
        name_of(guest, "asks-", i);
        taken += ask_hint(guest, "192.0.2.1");
    }
    assert_int_equal(taken, RATE_ADDRESS_HINT_BURST);
    assert_int_equal(ask_hint("honest-000000000", "192.0.2.2"), 1);
}

/* --------------------------------------------------------------- the lobby */

static void no_address_fills_the_list(void **state)
{
    (void)state;
    char        guest[GUEST_BYTES];
    const Room *listed[LIMIT_LISTED];
    int         place = -1, away = -1;
    create(come("honest-000000000", "192.0.2.2"), ",\"public\":true,\"name\":\"Honest\"");
    char honest[TABLE_BYTES], left[TABLE_BYTES];
    strcpy(honest, newest());
    int gone = come("left-00000000000", "192.0.2.3");
    create(gone, ",\"public\":true,\"name\":\"Left\"");
    strcpy(left, newest());
    go(gone);
    for (int i = 0; i < 30; i++) { /* 120 tables of one address, newer than those */
        name_of(guest, "crowd-", i);
        int who = come(guest, "192.0.2.66");
        clock_ms += 4 * RATE_ADDRESS_CREATE_MS;
        for (int k = 0; k < 4; k++) EXPECT(create(who, ",\"public\":true"), "\"ack\"");
    }
    int n = lobby_choose(house[0], listed);
    assert_int_equal(n, LIMIT_LISTED);
    for (int i = 0; i < n; i++) {
        if (!strcmp(listed[i]->id, honest)) place = i;
        if (!strcmp(listed[i]->id, left)) away = i;
    }
    CHECK(place >= 0 && place < 2, "the honest table is at %d", place);
    CHECK(away >= 0, "a table whose host is away is pushed off the list");
    CHECK(away == n - 1, "tables with people come first: it is at %d", away);
    const char *told = say(come("looks-0000000000", "192.0.2.7"), "{\"type\":\"lobby\",\"on\":true}");
    EXPECT(told, "Honest");
}

static void who_is_left_out_has_his_turn(void **state)
{
    (void)state;
    enum { HOSTS = LIMIT_LISTED + 50 };
    static bool seen[HOSTS];
    char        guest[GUEST_BYTES], address[32];
    const Room *listed[LIMIT_LISTED];
    for (int i = 0; i < HOSTS; i++) {
        name_of(guest, "host-", i);
        snprintf(address, sizeof address, "198.51.%d.1", i);
        int who = come(guest, address);
        EXPECT(create(who, ",\"public\":true"), "\"ack\"");
    }
    memset(seen, 0, sizeof seen);
    for (int turn = 0; turn < 3; turn++, clock_ms += LOBBY_TURN_MS) {
        int n = lobby_choose(house[0], listed);
        assert_int_equal(n, LIMIT_LISTED);
        for (int i = 0; i < n; i++) seen[atoi(listed[i]->host + 5)] = true;
    }
    for (int i = 0; i < HOSTS; i++) CHECK(seen[i], "table %d is never shown", i);
}

/* ---------------------------------------------------------------- thinking */

static void play_for(uint64_t ms)
{
    for (uint64_t until = clock_ms + ms; clock_ms < until; clock_ms += 200) {
        tick_here();
        while (house[0]->jobs) uv_run(&loop[0], UV_RUN_ONCE), flush();
    }
}

static void bots_rest_when_nobody_is_there(void **state)
{
    (void)state;
    char        table[TABLE_BYTES];
    const Room *r;
    int         who, then, games = 0;
    do { /* until one lasts long enough for this */
        CHECK(games < 20, "all games are too short");
        who = come("guest-0000000000", "192.0.2.1");
        say(who, "{\"type\":\"create\",\"id\":\"x%d\",\"game\":\"doublerogue\",\"seats\":5,\"clock\":5,\"pace\":5000,"
                 "\"bots\":[\"random\",\"random\",\"random\",\"random\",\"random\"]}", games++);
        strcpy(table, newest());
        EXPECT(say(who, "{\"type\":\"deal\",\"id\":\"d\",\"table\":\"%s\"}", table), "\"ack\"");
        r = room_in_memory(house[0], table);
        play_for(11000);
        CHECK(r->seq > 0, "they do not play while somebody watches");
        then = r->seq;
        bool over = r->phase != PHASE_PLAYING;
        go(who);
        play_for(ATTENDED_MS + 5000);
        CHECK(over || r->seq > then, "they stop at once"); /* a page that is loaded again keeps nobody waiting */
    } while (r->phase != PHASE_PLAYING);
    then = r->seq;
    play_for(ROOM_IDLE_MS - ATTENDED_MS - 10000);
    CHECK(r->seq == then, "they play on with nobody there: %d and %d", then, r->seq);
    play_for(20000);
    CHECK(!room_in_memory(house[0], table), "a table that rests stays in memory");
    who = come("other-0000000000", "192.0.2.5");
    EXPECT(say(who, "{\"type\":\"enter\",\"table\":\"%s\"}", table), "\"update\"");
    r = room_in_memory(house[0], table);
    play_for(11000);
    CHECK(r->seq > then, "they do not go on when somebody comes");
}

/* People's clock runs on while they are away, their bots do not. */
static void bots_wait_for_people_whose_clock_runs(void **state)
{
    (void)state;
    char table[TABLE_BYTES];
    int  anna = come("anna-00000000000", "192.0.2.1"), bert = come("bert-00000000000", "192.0.2.2");
    say(anna, "{\"type\":\"create\",\"id\":\"x\",\"game\":\"doublerogue\",\"seats\":6,\"clock\":5,\"pace\":5000,"
              "\"bots\":[null,null,\"random\",\"random\",\"random\",\"random\"]}");
    strcpy(table, newest());
    EXPECT(say(bert, "{\"type\":\"sit\",\"id\":\"s\",\"table\":\"%s\"}", table), "\"ack\"");
    EXPECT(say(anna, "{\"type\":\"deal\",\"id\":\"d\",\"table\":\"%s\"}", table), "\"ack\"");
    const Room *r = room_in_memory(house[0], table);
    go(anna);
    go(bert);
    play_for(ATTENDED_MS + 5000);
    int64_t then = house[0]->metrics.bot_answers;
    CHECK(then > 0 && r->phase == PHASE_PLAYING, "the game is too short for this");
    play_for(ROOM_IDLE_MS - ATTENDED_MS - 10000);
    assert_int_equal(house[0]->metrics.bot_answers, then);
    CHECK(r->phase == PHASE_PLAYING && !r->deadline, "nobody's turn has come that waits");
    play_for(20000);
    CHECK(!room_in_memory(house[0], table), "a table that rests stays in memory");
}

static void a_long_queue_lowers_levels_visibly(void **state)
{
    (void)state;
    char guest[GUEST_BYTES];
    int  lowered = 0;
    const Room *first = NULL;
    const char *said = "";
    for (int i = 0; i < 3 * LONG_QUEUE; i++) { /* none of them has its answer yet */
        name_of(guest, "many-", i);
        int who = come(guest, "192.0.2.66");
        create(who, ",\"pace\":0,\"bots\":[\"search:3\",\"search:3\"]");
        if (!first) first = house[0]->rooms;
        said = say(who, "{\"type\":\"deal\",\"id\":\"d\",\"table\":\"%s\"}", newest());
        lowered += strstr(said, "\"now\":\"search:2\"") != NULL;
    }
    CHECK(lowered >= LONG_QUEUE, "%d tables were told", lowered);
    EXPECT(said, "\"bot\":\"search:3\",\"now\":\"search:2\"");
    int honest = come("honest-000000000", "192.0.2.2");
    create(honest, ",\"pace\":0,\"bots\":[\"search:3\",\"search:3\"]");
    said = say(honest, "{\"type\":\"deal\",\"id\":\"d\",\"table\":\"%s\"}", newest());
    CHECK(!strstr(said, "\"now\""), "others' bots play lower too: %s", said);
    clear_tapes(); /* who was dealt his cards before that hears of it with the next move */
    while (!first->seq) uv_run(&loop[0], UV_RUN_ONCE), flush();
    EXPECT(heard->text, "\"bot\":\"search:3\",\"now\":\"search:2\"");
    for (int i = 0; mob[0]->by_address->bots.lowered < 2; i++) { /* so many that there is no time for hints */
        name_of(guest, "more-", i);
        int who = come(guest, "192.0.2.66");
        create(who, ",\"pace\":0,\"bots\":[\"search:3\",\"search:3\"]");
        say(who, "{\"type\":\"deal\",\"table\":\"%s\"}", newest());
    }
    for (int asked = 0; !asked;) { /* until it is his turn */
        int who = come("asks-00000000000", "192.0.2.66");
        create(who, ",\"bots\":[null,\"search:3\"]");
        say(who, "{\"type\":\"deal\",\"table\":\"%s\"}", newest());
        said = say(who, "{\"type\":\"hint\",\"id\":\"h\",\"table\":\"%s\"}", newest());
        asked = !strstr(said, "not-asked");
        clock_ms += RATE_CREATE_MS;
    }
    EXPECT(said, "too-fast");
    jobs_forget_all(house[0]);
    while (house[0]->jobs) uv_run(&loop[0], UV_RUN_ONCE), flush();
}

/* With ten thousand of them it took half a minute until each had been asked away. */
static void closing_waits_for_those_only_who_think(void **state)
{
    (void)state;
    char guest[GUEST_BYTES];
    int  left = 0;
    for (int i = 0; i < 20; i++) {
        name_of(guest, "many-", i);
        int who = come(guest, "192.0.2.66");
        create(who, ",\"pace\":0,\"clock\":5,\"bots\":[\"search:1\",\"search:1\"]");
        say(who, "{\"type\":\"deal\",\"id\":\"d\",\"table\":\"%s\"}", newest());
    }
    assert_int_equal(house[0]->metrics.bots_thinking, 20);
    house_close(house[0]);
    assert_in_range(house[0]->metrics.bots_thinking, 0, THINKERS);
    for (const Room *r = house[0]->rooms; r; r = r->next) left += r->jobs;
    assert_int_equal(left, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(coming_again_gives_no_new_tables, open_roomy, close_all),
        cmocka_unit_test_setup_teardown(an_address_has_so_many_new_tables, open_roomy, close_all),
        cmocka_unit_test_setup_teardown(connections_of_an_address_share_their_messages, open_roomy, close_all),
        cmocka_unit_test_setup_teardown(an_address_has_a_share_of_the_house, open_small, close_all),
        cmocka_unit_test_setup_teardown(ones_own_table_is_found_in_a_full_house, open_small, close_all),
        cmocka_unit_test_setup_teardown(who_has_most_makes_room, open_small, close_all),
        cmocka_unit_test_setup_teardown(open_tables_leave_a_crowded_house, open_small, close_all),
        cmocka_unit_test_setup_teardown(the_ninth_room, open_roomy, close_all),
        cmocka_unit_test_setup_teardown(cookies_of_one_address_share_their_words, open_roomy, close_all),
        cmocka_unit_test_setup_teardown(hints_have_a_budget, open_roomy, close_all),
        cmocka_unit_test_setup_teardown(no_address_fills_the_list, open_roomy, close_all),
        cmocka_unit_test_setup_teardown(who_is_left_out_has_his_turn, open_roomy, close_all),
        cmocka_unit_test_setup_teardown(bots_rest_when_nobody_is_there, open_roomy, close_all),
        cmocka_unit_test_setup_teardown(bots_wait_for_people_whose_clock_runs, open_roomy, close_all),
        cmocka_unit_test_setup_teardown(a_long_queue_lowers_levels_visibly, open_roomy, close_all),
        cmocka_unit_test_setup_teardown(closing_waits_for_those_only_who_think, open_roomy, close_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
