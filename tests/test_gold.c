/* Dragon's Gold: what holds in every position of every game, what nobody else can know of a theft, the ends of bag and
 * piles, and how stashes are shown. */
#include "support.h"

#include <string.h>

#include "catalogue/catalogue.h"
#include "games/gold.h"

static const Gold *gold_in(const TapState *st) { return gold_at(table_of(state_at(st), 0)); }
static Gold *gold_for(TapState *st) { return gold_of(table_of(state_at(st), 0)); }

static void test_seats(void **state)
{
    (void)state;
    TapSetup setup;
    TapError error = {""};
    for (int seats = 1; seats <= 8; seats++) /* GOLD-R1 */
        assert_int_equal(tap_setup_init(&setup, &dragons_gold, seats, NULL, 0, &error), seats >= 3 && seats <= 6);
}

/* GOLD-R2: each of everybody's four adventurers stands in exactly one place. */
static void expect_adventurers(const TapSetup *setup, const Gold *g)
{
    int stands[HEROES] = {0};
    for (int s = 0; s < setup->seats; s++)
        for (int k = 0; k < ADVENTURERS; k++)
            stands[s * ADVENTURERS + k] += (g->seat[s].up >> k & 1) + (g->seat[s].down >> k & 1);
    for (int lair = 0; lair < LAIRS; lair++)
        for (int i = 0; i < g->lair[lair].fighters; i++) {
            stands[g->lair[lair].fighter[i].hero & HERO]++;
            assert_true(lives(g, lair));
        }
    for (int i = 0; i < HEROES; i++) assert_int_equal(stands[i], i < setup->seats * ADVENTURERS);
}

/* GOLD-Q1: a proposal stands while somebody sits on it, and each sits on one at most. */
static void expect_proposals(const TapSetup *setup, const Gold *g)
{
    SeatSet sat_on = 0;
    for (int s = 0; s < setup->seats; s++) {
        if (!g->sits[s]) continue;
        assert_true(has(g->involved, (Seat)s));
        sat_on |= only((Seat)(g->sits[s] - 1));
    }
    for (int i = 0; i < PLAYERS; i++) assert_int_equal(g->standing[i].verb != 0, has(sat_on, (Seat)i));
}

static void expect_position(const TapSetup *setup, const TapState *st, int *ret_talks)
{
    const Gold *g = gold_in(st);
    int         dragons = 0, tokens = g->bag.n + g->lid.n;
    expect_adventurers(setup, g);
    if (g->table.phase == P_TALKS) expect_proposals(setup, g), ++*ret_talks;
    for (int lair = 0; lair < LAIRS; lair++) {
        dragons += lives(g, lair);
        tokens += g->lair[lair].tokens;
        if (lives(g, lair)) continue;
        assert_true(!g->lair[lair].tokens && (!g->bag.n || !g->dragons.n)); /* GOLD-R36, GOLD-R37 */
    }
    for (int s = 0; s < setup->seats; s++) tokens += g->seat[s].tokens;
    assert_int_equal(tokens, GOLD_TOKEN_N);
    assert_int_equal(dragons + g->slain.n + g->dragons.n, GOLD_DRAGON_N);
    assert_int_equal(g->laid, GOLD_DRAGON_N - LAIRS - g->dragons.n);
}

static void test_every_position(void **state)
{
    (void)state;
    static const char *const options[] = {"", "talks=clock objects advanced-scoring", "talks=strategic objects gifts",
                                          "objects advanced-scoring thief-and-wizard=off"};
    int talks = 0, ended_dry = 0;
    for (int seats = 3; seats <= PLAYERS; seats++)
        for (uint64_t seed = 0; seed < 40; seed++) {
            TapSetup setup = setup_for(&dragons_gold, seats, options[seed % 4]);
            TapState st;
            TapRng   r;
            tap_rng_fast(&r, seed);
            for (start_seeded(&setup, &st, seed, NULL); !tap_over(&st); play_on(&setup, &st, &r, 1, NULL))
                expect_position(&setup, &st, &talks);
            expect_position(&setup, &st, &talks);
            const Gold *g = gold_in(&st);
            ended_dry += !g->bag.n && !dragons_left(g);
            /* GOLD-R38, GOLD-Q13: the last dragon is dead, or nobody can do anything more */
            assert_true(!dragons_left(g) || g->idle >= seats);
        }
    assert_true(talks > 1000 && ended_dry > 100); /* GOLD-Q14: usually the bag is empty first */
}

/* Seat 1 slays Cinderling (one hidden token) alone; Kiln Wyrm (four in sight) would come next. */
static const Gold *slay_with(int bag, TapState *st)
{
    static const char *const turns[] = {"place knight 1", "place thief 3", "place thief 4", "place dame 1"};
    static const int         dragons[] = {0, 16, 17, 15, 7};
    static TapSetup          setup;
    TapError                 error = {""};
    TapMove                  m;
    setup = setup_for(&dragons_gold, 3, "");
    setup.start = 0;
    for (int i = 0; i < 5; i++) tap_rig(&setup.rig, TAP_STREAM_DECK + GOLD_DRAGONS, dragons[i]);
    start_seeded(&setup, st, 1, NULL);
    Gold *g = gold_for(st);
    while (g->bag.n > bag) pile_put(&g->lid, (Slot){pile_cards(&g->bag)[--g->bag.n], PUBLIC});
    for (int i = 0; i < 4; i++) {
        assert_true(tap_move_read(&setup, st, (TapSeat)(i % 3), turns[i], &m, &error));
        assert_true(tap_answer(&setup, st, (TapSeat)(i % 3), m, NULL));
    }
    assert_true(!g->bag.n && g->slain.n == 1);
    return g;
}

/* GOLD-R36, GOLD-Q10: who dies when the bag is emptied has no successor; a successor that empties it stays. */
static void test_empty_bag(void **state)
{
    (void)state;
    TapState    st;
    const Gold *g = slay_with(0, &st);
    assert_int_equal(g->seat[0].tokens, 4); /* what lay there is all there is */
    assert_false(lives(g, 0));
    g = slay_with(1, &st);
    assert_int_equal(g->seat[0].tokens, 5);
    assert_false(lives(g, 0));
    g = slay_with(3, &st);
    assert_int_equal(g->seat[0].tokens, 5);
    assert_true(lives(g, 0));
    assert_int_equal(g->lair[0].tokens, 2);
}

/* The built-in file with little treasure: the pile is out first (GOLD-R37), and all hidden draws are still made. */
static TapShelf *poor_dragons(void)
{
    int i = 0;
    while (strcmp(tap_built_in(i)->id, "dragons-gold")) i++;
    static char text[16384];
    size_t      n = 0;
    bool        in_dragons = false;
    for (const char *line = tap_built_in(i)->text; *line;) {
        size_t len = strcspn(line, "\n");
        char   row[400], code[40], name[40];
        snprintf(row, sizeof row, "%.*s", (int)len, line);
        if (!strncmp(row, "table ", 6)) in_dragons = !strcmp(row, "table dragons");
        if (in_dragons && strstr(row, " house") && sscanf(row, "%39s", code) == 1) {
            snprintf(name, sizeof name, "\"The %s\"", code);
            snprintf(row, sizeof row, "%s %s 5 1 2 dragon house", code, name);
        }
        n += (size_t)snprintf(text + n, sizeof text - n, "%s\n", row);
        line += len + (line[len] == '\n');
    }
    TapShelf *shelf = tap_shelf_new();
    TapFaults faults = {0};
    static const char hash[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    if (!tap_shelf_add(shelf, text, n, hash, &faults)) fail_msg("%s", faults.fault[0].text);
    return shelf;
}

static void test_empty_pile(void **state)
{
    (void)state;
    TapShelf *shelf = poor_dragons();
    for (uint64_t seed = 0; seed < 20; seed++) {
        TapSetup setup;
        TapError error = {""};
        TapState st;
        TapRng   r;
        assert_true(tap_setup_with(&setup, &dragons_gold, tap_shelf_file(shelf, 0), 4, NULL, 0, &error));
        tap_rng_fast(&r, seed);
        start_seeded(&setup, &st, seed, NULL);
        play_on(&setup, &st, &r, 20000, NULL);
        const Gold *g = gold_in(&st);
        assert_true(tap_over(&st) && !g->dragons.n && !dragons_left(g));
        assert_int_equal(g->bag.n, GOLD_TOKEN_N - 3 * GOLD_DRAGON_N);
    }
    tap_shelf_free(shelf);
}

static TapRecord *read_record(const char *text)
{
    TapError   error = {""};
    int        line = 0;
    TapRecord *r = tap_record_read(text, &line, &error);
    CHECK(r, "line %d: %s", line, error.text);
    return r;
}

/* GOLD-R26: when there are no Objects to draw, the used ones are shuffled. */
static void test_used_objects_come_back(void **state)
{
    (void)state;
    TapRecord *r = read_record("taproom 1\ngame dragons-gold 1\noption objects\nseats 3\nstart 1\n"
                               "rig dragons cinderling\nrig tokens 2*red 2*silver\n"
                               "pass on\n1 place wizard 1\npass on\n2 place wizard 2\npass on\n"
                               "3 place wizard 3\npass on\n");
    const TapSetup *setup = tap_record_setup(r);
    TapState        st;
    TapMove         m;
    TapError        error = {""};
    tap_state_copy(setup, &st, tap_record_state(r));
    Gold *g = gold_for(&st);
    while (g->objects.n > 1) pile_put(&g->used, (Slot){pile_cards(&g->objects)[--g->objects.n], PUBLIC});
    assert_int_equal(g->used.n, 20);
    assert_true(tap_move_read(setup, &st, 0, "place knight 1", &m, &error));
    assert_true(tap_answer(setup, &st, 0, m, NULL));
    TapRng luck;
    tap_rng_fast(&luck, 1);
    while (g->slain.n == 0) { /* everybody passes */
        TapSeat s = tap_first_of(tap_asked(setup, &st));
        assert_true(tap_move_read(setup, &st, s, "pass", &m, &error));
        assert_true(tap_answer(setup, &st, s, m, NULL));
    }
    assert_int_equal(g->seat[0].objects, 3); /* the first, the last of the pile, and one of the used */
    assert_int_equal(g->used.n, 0);
    assert_int_equal(g->objects.n, 19);
    tap_record_free(r);
}

/* Seat 1 steals from seat 2, by chance: `more` says which token. */
static TapRecord *theft_of(int which)
{
    char text[1200];
    snprintf(text, sizeof text,
             "taproom 1\ngame dragons-gold 1\nseats 4\nstart 1\n"
             "rig dragons cinderling brass-hoarder reed-serpent the-sleeper sunscale\n"
             "rig tokens 2*silver 2*gold  6*blue  3*green  white   yellow   7*silver   3*green\nrig more %d\n"
             "1 place thief 3\n2 place knight 1\n3 place wizard 4\n4 place wizard 4\n"
             "1 place dame 3\n2 place dame 1\n3 place dame 4\n4 place thief 4\n"
             "1 place wizard 2\n2 place wizard 3\n1 propose 1: 6*green\n2 accept 1\n",
             which);
    return read_record(text);
}

static int yellow_in(const TapState *st, Seat s)
{
    uint8_t held[COLOURS];
    count_stash(gold_in(st), s, held);
    return held[C_YELLOW];
}

/* GOLD-Q17: what was stolen is between two. For all others both stashes are one pool: it may be any token of hers. */
static void test_theft_is_between_two(void **state)
{
    (void)state;
    TapRecord      *a = theft_of(0), *b = theft_of(4);
    const TapSetup *setup = tap_record_setup(a);
    assert_true(same_for(a, b, 2));
    assert_true(same_for(a, b, 3));
    assert_true(same_for(a, b, TAP_NOBODY));
    assert_false(same_for(a, b, 0));
    assert_false(same_for(a, b, 1));
    int with_thief = 0, with_victim = 0;
    for (uint64_t i = 0; i < 400; i++) {
        TapState st;
        TapRng   r;
        tap_state_copy(setup, &st, tap_record_state(a));
        tap_rng_fast(&r, i);
        tap_reseal(setup, &st, 2, &r, true);
        with_thief += yellow_in(&st, 0);
        with_victim += yellow_in(&st, 1);
    }
    assert_int_equal(with_thief + with_victim, 400); /* she had it, and nobody else can */
    assert_true(with_thief > 40 && with_thief < 130); /* one of five tokens */
    tap_record_free(a);
    tap_record_free(b);
}

static const TapViewZone *stash_seen(const TapView *v, TapSeat owner)
{
    for (int i = 0; i < v->zones; i++)
        if (v->zone[i].zone == Z_STASH && v->zone[i].owner == owner) return &v->zone[i];
    fail();
    return NULL;
}

/* One's own stash lies in heaps by colour; of another's not even its size is seen, though all may remember it. */
static void test_stashes_are_heaps(void **state)
{
    (void)state;
    static TapView     v;
    TapRecord         *a = theft_of(0);
    const TapSetup    *setup = tap_record_setup(a);
    tap_view(setup, tap_record_state(a), 0, &v);
    const TapViewZone *own = stash_seen(&v, 0);
    assert_int_equal(own->size, 7);
    assert_int_equal(own->n, 2);
    assert_int_equal(v.item[own->first + 1].n, 6);
    assert_int_equal(v.item[own->first + 1].face, C_GREEN);
    assert_int_equal(stash_seen(&v, 1)->size, 0);
    assert_int_equal(stash_seen(&v, 1)->n, 0);
    static char json[1 << 16];
    int         n = tap_view_json(setup, tap_record_state(a), &v, json, sizeof json);
    assert_in_range(n, 1, 12000);
    tap_record_free(a);
}

static int zones_at(const TapView *v, int head, int place)
{
    const TapViewZone *z = v->zone;
    int                n = 0;
    while (z->zone != head) z++;
    for (int i = 0; i < v->zones; i++) n += v->zone[i].at == v->item[z->first + place].id + 1;
    return n;
}

/* What lies at a dragon is said to lie there: hoard, attackers and how far they are. A proposal's own zone is what its
 * acceptance is about. Returns the length of the View as JSON. */
static int expect_view(const TapSetup *setup, const TapState *st, TapSeat viewer, int *ret_about)
{
    static TapView v;
    static char    json[1 << 16];
    const Gold    *g = gold_in(st);
    tap_view(setup, st, viewer, &v);
    for (int lair = 0; lair < LAIRS && !v.over; lair++)
        assert_int_equal(zones_at(&v, Z_DRAGONS, lair), lives(g, lair) ? 3 : 0);
    for (int i = 0; i < v.choices; i++) {
        if (v.choice[i].choice.verb != ACCEPT) continue;
        assert_int_equal(v.zone[v.choice[i].zone].zone, Z_PROPOSAL + v.choice[i].choice.a - 1);
        ++*ret_about;
    }
    int n = tap_view_json(setup, st, &v, json, sizeof json);
    assert_true(n > 0);
    if (!v.over) assert_non_null(strstr(json, "\"noun\":\"token\",\"at\":"));
    return n;
}

static void test_views(void **state)
{
    (void)state;
    static const char *const options[] = {"", "objects", "talks=strategic"};
    for (uint64_t seed = 0; seed < 6; seed++) {
        TapSetup setup = setup_for(&dragons_gold, seed % 2 ? 6 : 4, options[seed % 3]);
        TapState st;
        TapRng   r;
        int      about = 0, most = 0;
        tap_rng_fast(&r, seed);
        for (start_seeded(&setup, &st, seed, NULL); !tap_over(&st); play_on(&setup, &st, &r, 3, NULL))
            for (TapSeat s = 0; s < (TapSeat)setup.seats; s++) {
                int n = expect_view(&setup, &st, s, &about);
                if (n > most) most = n;
            }
        assert_in_range(most, 8000, setup.seats == 4 ? 12000 : 16000);
        expect_view(&setup, &st, TAP_NOBODY, &about);
        assert_true(seed % 3 == 2 || about);
    }
}

/* Who has said as much as everybody may is told so. */
static void test_said_all(void **state)
{
    (void)state;
    TapRecord *a = read_record("taproom 1\ngame dragons-gold 1\nseats 4\nstart 1\n"
                               "rig dragons brass-hoarder reed-serpent moss-whelp the-sleeper  sunscale\n"
                               "rig tokens 2*silver gold 3*blue   3*silver   gold   7*silver\n"
                               "1 place knight 1\n2 place thief 2\n3 place dame 1\n");
    const TapSetup *setup = tap_record_setup(a);
    TapState        st;
    TapMove         m;
    TapError        error = {""};
    tap_state_copy(setup, &st, tap_record_state(a));
    assert_true(tap_move_read(setup, &st, 0, "propose 1: 2*silver gold; 3: 3*blue", &m, &error));
    gold_for(&st)->said[0] = GRAINS;
    assert_false(tap_move_read(setup, &st, 0, "propose 1: 2*silver gold; 3: 3*blue", &m, &error));
    assert_string_equal(error.text, "You have said your twelve.");
    assert_true(tap_move_read(setup, &st, 0, "wait", &m, &error));
    assert_false(tap_move_read(setup, &st, 0, "place knight 2", &m, &error));
    assert_non_null(strstr(error.text, "is no answer here"));
    tap_record_free(a);
}

/* Wherever random talks and markets lead: what a bot is left with can be answered, and what is proposed is admitted. */
static void test_bots_are_left_with_answers(void **state)
{
    (void)state;
    int proposed = 0, offered = 0;
    for (uint64_t seed = 0; seed < (SANITIZED ? 4 : 30); seed++) {
        TapSetup setup = setup_for(&dragons_gold, 3 + (int)(seed % 4), "advanced-scoring");
        TapState st;
        TapRng   r;
        tap_rng_fast(&r, seed);
        for (start_seeded(&setup, &st, seed, NULL); !tap_over(&st); play_on(&setup, &st, &r, 1, NULL))
            for (TapSeat s = 0; s < (TapSeat)setup.seats; s++) {
                const Table *t = table_of(state_at(&st), 0);
                TapChoices   c;
                TapMove      m;
                if (!tap_asks_anyone(&st) || !tap_has(tap_asked(&setup, &st), s)) continue;
                tap_choices(&setup, &st, s, &c);
                if (c.n > 1) gold_narrow(&setup, t, s, &r, tap_rng_below(&r, 2), &c);
                assert_true(c.n > 0);
                for (int i = 0; i < c.n; i++) {
                    if (!gold_propose(&setup, t, s, &c.choice[i], &r, &m, 64)) continue;
                    assert_true(tap_choice_admits(&c.choice[i], &m));
                    *(m.verb == PROPOSE ? &proposed : &offered) += 1;
                }
            }
    }
    assert_true(SANITIZED || (proposed > 1000 && offered > 100));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seats),           cmocka_unit_test(test_every_position),
        cmocka_unit_test(test_empty_bag),       cmocka_unit_test(test_empty_pile),
        cmocka_unit_test(test_used_objects_come_back), cmocka_unit_test(test_theft_is_between_two),
        cmocka_unit_test(test_stashes_are_heaps), cmocka_unit_test(test_said_all),
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_bots_are_left_with_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
