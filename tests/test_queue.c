/* Who thinks next: fairly by address, guest and table, people who wait first, and lower levels when too many wait. No
 * thread and no clock: the test says how long each thought. */
#include "support.h"

#include <string.h>

#include "server/house/queue.h"

enum { MOST = 400 };

static Accounts accounts;
static Queue    queue;
static Turn     turn[MOST];
static int      turns;

static int open_queue(void **state)
{
    (void)state;
    memset(&queue, 0, sizeof queue);
    queue.threads = 2;
    turns = 0;
    return 0;
}

static int close_queue(void **state)
{
    (void)state;
    for (int i = 0; i < turns; i++) {
        account_drop(turn[i].address);
        account_drop(turn[i].guest);
    }
    for (int i = 0; i < ACCOUNT_SLOTS; i++)
        for (Account *a = accounts.slot[i]; a; a = a->next) CHECK(!a->held, "%s is still held", a->name);
    queue_free(&queue);
    accounts_free(&accounts);
    memset(&accounts, 0, sizeof accounts);
    return 0;
}

static Turn *wait_for(const char *address, const char *guest, Standing standing)
{
    Turn *t = &turn[turns++];
    *t = (Turn){.address = account_hold(&accounts, address, 0), .guest = account_hold(&accounts, guest, 0),
                .standing = standing};
    queue_add(&queue, t);
    return t;
}

/* Again in the line, as a table is whose bots have the next move too. */
static void again(Turn *t) { queue_add(&queue, t); }

static void leave_all(void)
{
    for (Turn *t; (t = queue_next(&queue));) queue_leave(&queue, t, 1);
}

static void one_address_has_half_of_the_threads(void **state)
{
    (void)state;
    Turn *first = wait_for("a", "anna", STANDING_SEATED), *second = wait_for("a", "bert", STANDING_SEATED);
    assert_ptr_equal(queue_next(&queue), first);
    assert_null(queue_next(&queue));
    Turn *other = wait_for("b", "cleo", STANDING_OTHER);
    assert_ptr_equal(queue_next(&queue), other);
    Turn *third = wait_for("c", "dora", STANDING_OTHER);
    assert_null(queue_next(&queue)); /* two threads, two at work */
    queue_leave(&queue, first, 100);
    assert_ptr_equal(queue_next(&queue), second);
    queue_leave(&queue, other, 100);
    assert_ptr_equal(queue_next(&queue), third);
    queue_leave(&queue, second, 1);
    queue_leave(&queue, third, 1);
}

static void one_address_has_all_where_there_is_only_one(void **state)
{
    (void)state;
    queue.shared = true;
    Turn *first = wait_for("a", "anna", STANDING_SEATED), *second = wait_for("a", "bert", STANDING_SEATED);
    assert_ptr_equal(queue_next(&queue), first);
    assert_ptr_equal(queue_next(&queue), second);
    queue_leave(&queue, first, 1);
    queue_leave(&queue, second, 1);
}

static void who_has_had_least_comes_first(void **state)
{
    (void)state;
    queue.threads = 1;
    for (int i = 0; i < 200; i++) wait_for("many", "mob", STANDING_SEATED);
    for (int i = 0; i < 5; i++) {
        Turn *t = queue_next(&queue);
        assert_string_equal(t->address->name, "many");
        queue_leave(&queue, t, 100000);
    }
    Turn *one = wait_for("few", "fay", STANDING_SEATED);
    int others = 0;
    for (int hers = 0; hers < 20;) { /* her bots are quick: she has twenty turns for one of theirs */
        Turn *t = queue_next(&queue);
        bool  is_hers = t == one;
        queue_leave(&queue, t, is_hers ? 1000 : 100000);
        hers += is_hers;
        others += !is_hers;
        if (is_hers) again(one);
    }
    assert_in_range(others, 0, 1);
    leave_all();
}

static void nobody_saves_up_turns(void **state)
{
    (void)state;
    queue.threads = 1;
    Turn *busy = wait_for("busy", "bo", STANDING_SEATED);
    for (int i = 0; i < 50; i++, again(busy)) queue_leave(&queue, queue_next(&queue), 10000);
    int hers = 0;
    Turn *late = wait_for("late", "lou", STANDING_SEATED);
    for (int i = 0; i < 40; i++) { /* who comes after all that has not all of it to her account */
        Turn *t = queue_next(&queue);
        hers += t == late;
        queue_leave(&queue, t, 10000);
        again(t);
    }
    assert_in_range(hers, 19, 21);
    leave_all();
}

static void guests_of_an_address_share_it(void **state)
{
    (void)state;
    queue.threads = 1;
    for (int i = 0; i < 10; i++) wait_for("home", "greedy", STANDING_SEATED);
    queue_leave(&queue, queue_next(&queue), 50000);
    Turn *modest = wait_for("home", "modest", STANDING_SEATED);
    Turn *next = queue_next(&queue), *after;
    queue_leave(&queue, next, 50000);
    after = queue_next(&queue);
    queue_leave(&queue, after, 50000);
    assert_true(next == modest || after == modest);
    leave_all();
}

static void tables_of_a_guest_take_turns(void **state)
{
    (void)state;
    queue.threads = 1;
    Turn *table[3];
    for (int i = 0; i < 3; i++) table[i] = wait_for("home", "guest", STANDING_SEATED);
    for (int i = 0; i < 12; i++) {
        Turn *t = queue_next(&queue);
        assert_ptr_equal(t, table[i % 3]);
        queue_leave(&queue, t, i % 3 ? 10 : 100000);
        again(t);
    }
    leave_all();
}

static void who_sits_and_waits_comes_first(void **state)
{
    (void)state;
    int others = 0;
    queue.threads = 1;
    for (int i = 0; i < 20; i++) wait_for("watch", "w", STANDING_OTHER);
    Turn *seated = wait_for("sit", "s", STANDING_SEATED);
    for (int i = 0; i < 80; i++) {
        Turn *t = queue_next(&queue);
        others += t->standing == STANDING_OTHER;
        queue_leave(&queue, t, t == seated ? 100000 : 1); /* though she has had far more */
        if (t == seated) again(t);
    }
    assert_int_equal(others, 10); /* and the others are not forgotten */
    leave_all();
}

static void a_thread_is_kept_for_who_sits_and_waits(void **state)
{
    (void)state;
    Turn *watched = wait_for("a", "anna", STANDING_OTHER), *hint = wait_for("b", "bert", STANDING_OTHER);
    assert_ptr_equal(queue_next(&queue), watched);
    assert_null(queue_next(&queue));
    Turn *seated = wait_for("c", "cleo", STANDING_SEATED);
    assert_ptr_equal(queue_next(&queue), seated);
    queue_leave(&queue, seated, 1);
    assert_null(queue_next(&queue));
    queue_leave(&queue, watched, 1);
    assert_ptr_equal(queue_next(&queue), hint);
    queue_leave(&queue, hint, 1);
}

static void a_long_queue_lowers_the_level(void **state)
{
    (void)state;
    queue.threads = 1;
    const Account *other = wait_for("other", "o", STANDING_SEATED)->address;
    for (int i = 0; i < LONG_QUEUE - 1; i++) wait_for("many", "m", STANDING_SEATED);
    const Account *many = turn[1].address;
    assert_int_equal(queue_lowers(&queue, many, STANDING_SEATED), 0);
    wait_for("many", "m", STANDING_SEATED);
    assert_int_equal(queue_lowers(&queue, many, STANDING_SEATED), 1);
    while (many->bots.waiting < 8 * LONGER_QUEUE) wait_for("many", "m", STANDING_SEATED);
    assert_int_equal(queue_lowers(&queue, many, STANDING_SEATED), 2);
    assert_int_equal(queue_lowers(&queue, other, STANDING_SEATED), 0);
    leave_all();
    assert_int_equal(queue_lowers(&queue, many, STANDING_SEATED), 0);
}

/* Those who only watch make nobody's bots weaker who sits and waits. */
static void many_addresses_lower_the_level_of_all(void **state)
{
    (void)state;
    char name[16];
    queue.threads = 1;
    for (int i = 0; i < 4 * LONG_QUEUE; i++) {
        snprintf(name, sizeof name, "watch %d", i);
        assert_int_equal(queue_lowers(&queue, wait_for(name, name, STANDING_OTHER)->address, STANDING_OTHER),
                         i + 1 == 4 * LONG_QUEUE);
    }
    assert_int_equal(queue_lowers(&queue, turn[0].address, STANDING_SEATED), 0);
    for (int i = 0; i < 4 * LONGER_QUEUE; i++) {
        snprintf(name, sizeof name, "sit %d", i);
        wait_for(name, name, STANDING_SEATED);
    }
    assert_int_equal(queue_lowers(&queue, turn[0].address, STANDING_SEATED), 2);
    leave_all();
    assert_int_equal(queue_lowers(&queue, turn[0].address, STANDING_OTHER), 0);
}

static void levels(void **state)
{
    (void)state;
    assert_string_equal(queue_level("search:3", 0), "search:3");
    assert_string_equal(queue_level("search:3", 1), "search:2");
    assert_string_equal(queue_level("search:3", 2), "search:1");
    assert_string_equal(queue_level("search:1", 2), "search:1");
    assert_string_equal(queue_level("random", 2), "random");
    assert_string_equal(queue_level("remote", 1), "remote");
}

static void who_goes_leaves_no_gap(void **state)
{
    (void)state;
    Turn *t[4];
    for (int i = 0; i < 4; i++) t[i] = wait_for("a", "anna", STANDING_SEATED);
    queue_leave(&queue, t[1], 0);
    queue_leave(&queue, t[3], 0);
    queue_leave(&queue, t[0], 0);
    assert_ptr_equal(queue_next(&queue), t[2]);
    queue_leave(&queue, t[2], 1);
    assert_null(queue_next(&queue));
    assert_int_equal(queue.waiting + queue.at_work, 0);
}

/* ---------------------------------------------------------------- accounts */

static void accounts_are_forgotten_at_rest(void **state)
{
    (void)state;
    char     name[32];
    Account *busy = account_hold(&accounts, "busy", 0), *held = account_hold(&accounts, "held", 0);
    assert_true(bucket_take(&busy->bucket[USE_CREATE], 0, 2, 10000000));
    assert_true(bucket_take(&busy->bucket[USE_CREATE], 0, 2, 10000000));
    assert_false(bucket_take(&busy->bucket[USE_CREATE], 0, 2, 10000000));
    account_drop(busy);
    for (int i = 0; i < 4 * ACCOUNT_SLOTS; i++) {
        snprintf(name, sizeof name, "guest %d", i);
        account_drop(account_hold(&accounts, name, i));
        CHECK(accounts.n <= LIMIT_ACCOUNTS, "%d accounts", accounts.n);
    }
    Account *again = account_hold(&accounts, "busy", 4 * ACCOUNT_SLOTS);
    assert_false(bucket_take(&again->bucket[USE_CREATE], 4 * ACCOUNT_SLOTS, 2, 10000000)); /* coming again is no help */
    account_drop(again);
    assert_ptr_equal(account_hold(&accounts, "held", 0), held);
    account_drop(held);
    account_drop(held);
}

static void too_many_accounts_share_one(void **state)
{
    (void)state;
    static Account *all[LIMIT_ACCOUNTS];
    char name[32];
    for (int i = 0; i < LIMIT_ACCOUNTS; i++) {
        snprintf(name, sizeof name, "guest %d", i);
        all[i] = account_hold(&accounts, name, 0);
    }
    Account *one = account_hold(&accounts, "one more", 0), *other = account_hold(&accounts, "another", 0);
    assert_ptr_equal(one, other);
    account_drop(one);
    account_drop(other);
    for (int i = 0; i < LIMIT_ACCOUNTS; i++) account_drop(all[i]);
    Account *own = account_hold(&accounts, "one more", ACCOUNTS_LOOK_MS); /* when there is room again */
    assert_string_equal(own->name, "one more");
    account_drop(own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_address_has_half_of_the_threads, open_queue, close_queue),
        cmocka_unit_test_setup_teardown(one_address_has_all_where_there_is_only_one, open_queue, close_queue),
        cmocka_unit_test_setup_teardown(who_has_had_least_comes_first, open_queue, close_queue),
        cmocka_unit_test_setup_teardown(nobody_saves_up_turns, open_queue, close_queue),
        cmocka_unit_test_setup_teardown(guests_of_an_address_share_it, open_queue, close_queue),
        cmocka_unit_test_setup_teardown(tables_of_a_guest_take_turns, open_queue, close_queue),
        cmocka_unit_test_setup_teardown(who_sits_and_waits_comes_first, open_queue, close_queue),
        cmocka_unit_test_setup_teardown(a_thread_is_kept_for_who_sits_and_waits, open_queue, close_queue),
        cmocka_unit_test_setup_teardown(a_long_queue_lowers_the_level, open_queue, close_queue),
        cmocka_unit_test_setup_teardown(many_addresses_lower_the_level_of_all, open_queue, close_queue),
        cmocka_unit_test_setup_teardown(levels, open_queue, close_queue),
        cmocka_unit_test_setup_teardown(who_goes_leaves_no_gap, open_queue, close_queue),
        cmocka_unit_test_setup_teardown(accounts_are_forgotten_at_rest, open_queue, close_queue),
        cmocka_unit_test_setup_teardown(too_many_accounts_share_one, open_queue, close_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
