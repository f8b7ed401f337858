/* Redaction: an unseen card never enters a View, nor an event or its text. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

/* Finds what a view shows of a slot, by zone, owner, level and position. */
static const TapViewItem *item_at(const TapView *v, int zone, TapSeat owner, int level, int i)
{
    for (int z = 0; z < v->zones; z++)
        if (v->zone[z].zone == zone && v->zone[z].owner == owner && v->zone[z].level == level && i < v->zone[z].n)
            return &v->item[v->zone[z].first + i];
    return NULL;
}

/* Each slot of each table, for each viewer: the face if he knows what lies there, its back if not; what lies turned
 * down, the owner alone sees. */
static void expect_faces(const TapSetup *setup, const TapState *st, long *shown, long *hidden)
{
    static TapView v;
    for (TapSeat viewer = TAP_NOBODY; viewer < (TapSeat)setup->seats; viewer++) {
        tap_view(setup, st, viewer, &v);
        for (int level = 0; level < state_at(st)->levels; level++) {
            Pieces list;
            Seat   inner = viewer == TAP_NOBODY ? (Seat)NOBODY : seat_inward(state_at(st), level, viewer);
            pieces_list(setup, game_of(setup, state_at(st), level), table_of(state_at(st), level), &list);
            for (int i = 0; i < list.n; i++) {
                const Piece *p = &list.piece[i];
                for (int k = 0; k < p->n && !p->pile; k++) {
                    const TapViewItem *item =
                        item_at(&v, p->zone, seat_outward(state_at(st), level, p->owner), level, k);
                    assert_non_null(item);
                    if (p->slot && p->slot[k].card == NO_CARD) {
                        assert_int_equal(item->kind, TAP_EMPTY_ITEM);
                        continue;
                    }
                    bool knows_it = knows(p->slot ? p->slot[k].known : p->die[k].known, inner);
                    bool sees = knows_it && (!(p->flags & TURNED_DOWN) || (inner == p->owner && inner != NOBODY));
                    int  face = p->slot ? p->slot[k].card : p->die[k].face, back = p->slot ? TAP_NO_CARD : 0;
                    assert_int_equal(item->face, sees ? face : back);
                    *(sees ? shown : hidden) += 1;
                }
            }
        }
        assert_int_equal(v.asked, tap_asked(setup, st));
        TapChoices c = {.n = 0};
        if (viewer != TAP_NOBODY) tap_choices(setup, st, viewer, &c);
        assert_int_equal(v.choices, c.n);
        assert_int_equal(v.prompt != NULL, c.n > 0);
        for (int i = 0; i < c.n; i++) assert_true(!c.choice[i].zone || v.choice[i].zone >= 0);
    }
}

static void test_views_show_what_the_viewer_knows(void **state)
{
    (void)state;
    const Game *games[] = {tap_games()[0], tap_games()[1], tap_games()[2], &whispers,
                           &pass_left,     &ambush,        &crooked_inn,   &long_night};
    const char *options[] = {"rank-and-class exchange", "hidden-fate", "", "", "", "",
                             "sits-out=1 hands-off",    "sits-out=2"};
    long shown = 0, hidden = 0;
    for (int i = 0; i < 8; i++)
        for (uint64_t seed = 0; seed < 12; seed++) {
            TapSetup setup = setup_for(games[i], 4, options[i]);
            TapState st;
            TapRng   r;
            tap_rng_fast(&r, seed);
            for (start_seeded(&setup, &st, seed, NULL); !tap_over(&st); play_on(&setup, &st, &r, 1, NULL))
                expect_faces(&setup, &st, &shown, &hidden);
            expect_faces(&setup, &st, &shown, &hidden);
        }
    assert_true(shown > 10000 && hidden > 10000);
}

/* A card everybody but its owner sees, one nobody sees, and a peeked top: word by word. */
static void test_forehead_blind_and_peek(void **state)
{
    (void)state;
    enum { DECK_ZONE = 1, BLIND_ZONE = 3, FOREHEAD_ZONE = 4 };
    static TapView own, other, watcher;
    TapSetup setup = setup_for(&whispers, 3, "");
    TapState st;
    start_seeded(&setup, &st, 2, NULL);
    assert_true(tap_answer(&setup, &st, 0, plain(1, 0), NULL)); /* seat 0 peeks */
    tap_view(&setup, &st, 0, &own);
    tap_view(&setup, &st, 1, &other);
    tap_view(&setup, &st, TAP_NOBODY, &watcher);
    assert_int_equal(item_at(&own, FOREHEAD_ZONE, 0, 0, 0)->face, TAP_NO_CARD);
    assert_int_not_equal(item_at(&other, FOREHEAD_ZONE, 0, 0, 0)->face, TAP_NO_CARD);
    assert_int_equal(item_at(&other, FOREHEAD_ZONE, 0, 0, 0)->face, item_at(&watcher, FOREHEAD_ZONE, 0, 0, 0)->face);
    for (TapSeat s = 0; s < 3; s++) {
        assert_int_equal(item_at(&own, BLIND_ZONE, s, 0, 0)->face, TAP_NO_CARD);
        assert_int_equal(item_at(&other, BLIND_ZONE, s, 0, 0)->face, TAP_NO_CARD);
    }
    const TapViewItem *top = item_at(&own, DECK_ZONE, TAP_NOBODY, 0, 0);
    assert_int_not_equal(top->face, TAP_NO_CARD);
    assert_int_equal(top->known_by, 1);
    assert_int_equal(item_at(&other, DECK_ZONE, TAP_NOBODY, 0, 0)->face, TAP_NO_CARD);
    assert_true(tap_answer(&setup, &st, 1, plain(2, 0), NULL)); /* seat 1 takes it: seat 0 still knows it there */
    int face = top->face, found = 0;
    tap_view(&setup, &st, 0, &own);
    for (int i = 0; item_at(&own, 2, 1, 0, i); i++) found += item_at(&own, 2, 1, 0, i)->face == face;
    assert_int_equal(found, 1);
}

/* The card and the number of an event are for those who saw it; its text for the others names neither. */
static void test_events_are_redacted(void **state)
{
    (void)state;
    TapEvent ev = {.kind = TAP_MOVED, .who = 1, .other = TAP_NOBODY, .card = 6, .n = 4, .seen_by = 2, .deck = tavern(),
                   .text = "{who} draws the {card} ({n}).", .unseen = "{who} draws a card."};
    char text[80];
    assert_int_equal(tap_event_for(&ev, 1).card, 6);
    for (TapSeat v = TAP_NOBODY; v < 4; v++) {
        if (v == 1) continue;
        TapEvent seen = tap_event_for(&ev, v);
        assert_int_equal(seen.card, TAP_NO_CARD);
        assert_int_equal(seen.n, 0);
        tap_event_text(&ev, v, NULL, text, sizeof text);
        assert_string_equal(text, "Seat 2 draws a card.");
    }
    tap_event_text(&ev, 1, NULL, text, sizeof text);
    assert_string_equal(text, "Seat 2 draws the Lady of hawk (4).");
    const char *const names[] = {"Ann", "Ben", "Cid"};
    tap_event_text(&ev, 1, names, text, sizeof text);
    assert_string_equal(text, "Ben draws the Lady of hawk (4).");
    tap_event_text(&ev, 1, names, text, 10);
    assert_string_equal(text, "Ben draws");
    ev.unseen = NULL;
    tap_event_text(&ev, 0, names, text, sizeof text);
    assert_string_equal(text, "Ben draws the a card (0).");
    ev = (TapEvent){.kind = TAP_SAID,
                    .who = 1,
                    .other = TAP_NOBODY,
                    .card = TAP_NO_CARD,
                    .seen_by = TAP_PUBLIC,
                    .text = "{who} adds {what}.",
                    .what = "lenient"};
    tap_event_text(&ev, 0, names, text, sizeof text);
    assert_string_equal(text, "Ben adds lenient.");
}

static void test_labels(void **state)
{
    (void)state;
    TapViewChoice raise = {.choice = {.kind = TAP_AMOUNT, .verb = 4, .lo = 3, .hi = 9}, .label = "Raise to {n}"};
    TapViewChoice call = {.choice = {.kind = TAP_PLAIN, .verb = 3, .lo = 5, .a = 1, .b = 2},
                          .label = "Call {n} {a} {b}"};
    TapMove       six = {.verb = 4, .value = 6};
    char          text[40];
    tap_label(&raise, NULL, text, sizeof text);
    assert_string_equal(text, "Raise to 3-9");
    tap_label(&raise, &six, text, sizeof text);
    assert_string_equal(text, "Raise to 6");
    TapViewChoice named = {
        .choice = {.kind = TAP_PLAIN, .verb = 3}, .label = "{what}: {more}.", .what = "split", .more = "king"};
    tap_label(&named, NULL, text, sizeof text);
    assert_string_equal(text, "split: king.");
    tap_label(&call, NULL, text, sizeof text);
    assert_string_equal(text, "Call 5 1 2");
}

/* True if the View's JSON of that viewer has these bytes. */
static bool json_says(const TapSetup *setup, const TapState *st, TapSeat viewer, const char *bytes)
{
    static TapView v;
    static char    json[1 << 16];
    tap_view(setup, st, viewer, &v);
    assert_true(tap_view_json(setup, st, &v, json, sizeof json) > 0);
    return strstr(json, bytes) != NULL;
}

/* Cards of words, dice with pictures, sentences whose card is for some, a scale, offers: as data, redacted. */
static void test_what_is_no_piece_is_said_as_data(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&market_day, 3, "");
    TapState st;
    TapMove  first = {.verb = 1, .value = 1};
    tap_rig(&setup.rig, TAP_STREAM_DECK, 0); /* seat 1 gets: haggle, nod, nod */
    for (int i = 0; i < 8; i++) tap_rig(&setup.rig, TAP_STREAM_DECK, 1);
    for (int i = 0; i < 3; i++) {
        tap_rig(&setup.rig, TAP_STREAM_DECK + 1, i < 2 ? 1 : 3); /* gold for all, and gold for one; then 3 for all */
    }
    start_seeded(&setup, &st, 1, NULL);
    assert_null(tap_rig_fault(&setup, &st));
    const char *haggle =
        "\"code\":\"haggle\",\"name\":\"Haggle Long and Loud\",\"sort\":\"Sometimes\",\"text\":\"Ask for one "
        "more.\",\"figure\":\"merchant\"";
    assert_true(json_says(&setup, &st, 0, haggle));
    assert_false(json_says(&setup, &st, 1, "haggle"));
    const char *gold = "\"face\":1,\"code\":\"gold\",\"name\":\"gold\",\"glyph\":\"\u25C6\",\"number\":3";
    assert_true(json_says(&setup, &st, 1, gold));
    assert_true(json_says(&setup, &st, 0, gold));
    assert_true(json_says(&setup, &st, 0, "\"face\":1,\"like\":65536,\"only_you\":true")); /* said once */
    assert_true(json_says(&setup, &st, 1, "\"kind\":\"die\",\"hidden\":true"));
    assert_true(tap_answer(&setup, &st, 0, first, NULL));
    assert_true(json_says(&setup, &st, 1, "\"face\":3}")); /* a side that shows its number says nothing else */
    assert_true(
        json_says(&setup, &st, 0,
                  "\"text\":\"{who} answers {other} with the {card}, {n} deep.\",\"other\":1,\"card\":\"haggle\","
                  "\"name\":\"Haggle Long and Loud\",\"who\":0,\"n\":1}"));
    assert_true(json_says(&setup, &st, 1, "\"text\":\"{who} answers {other}.\",\"other\":1,\"who\":0}"));
    assert_false(json_says(&setup, &st, TAP_NOBODY, "haggle"));
    assert_true(json_says(&setup, &st, 2, "\"layout\":\"track\",\"lo\":-2,\"hi\":8,"));
    assert_true(json_says(&setup, &st, 2, "\"text\":\"peg\",\"who\":0,\"at\":1}"));
    assert_true(json_says(&setup, &st, 2, "\"text\":\"goal\",\"at\":8}"));
    assert_true(json_says(&setup, &st, 2, "\"code\":\"ale\",\"name\":\"ale\",\"letter\":\"A\",\"who\":0,\"n\":2}"));
    static TapView v;
    char           text[120];
    tap_view(&setup, &st, 0, &v);
    for (int z = 0; z < v.zones; z++)
        if (v.zone[z].layout == TAP_EFFECTS)
            tap_item_text(&v.zone[z], &v.item[v.zone[z].first], NULL, text, sizeof text);
    assert_string_equal(text, "Seat 1 answers Seat 2 with the Haggle Long and Loud, 1 deep.");
}

/* The tavern's cards say title, figure and glyph as data; dice of pips stay a number. */
static void test_faces_are_data(void **state)
{
    (void)state;
    TapSetup setup = setup_for(tap_game_find("delve"), 2, "wager=none");
    TapState st;
    for (int i = 0; i < 14; i++) tap_rig(&setup.rig, TAP_STREAM_DECK, i ? TAP_ANY : tap_deck_find(tavern(), "W-wolf"));
    start_seeded(&setup, &st, 1, NULL);
    assert_true(json_says(&setup, &st, 0,
                          "\"code\":\"W-wolf\",\"name\":\"Warrior of wolf\",\"title\":\"Warrior\",\"letter\":\"W\","
                          "\"suit\":\"wolf\",\"glyph\":\"\U0001F43A\",\"figure\":\"warrior\",\"hue\":\"red\""));
    assert_false(json_says(&setup, &st, 0, "\"code\":\"1\""));
}

/* What is public about the open question: the window, the hourglass. */
static void test_windows_and_glasses_are_in_the_view(void **state)
{
    (void)state;
    TapState st;
    TapSetup talks = setup_for(&haggling, 3, "");
    start_seeded(&talks, &st, 1, NULL);
    assert_true(json_says(&talks, &st, 0, "\"glass\":{\"seconds\":30,\"grains\":1,\"turn\":0}"));
    assert_false(json_says(&talks, &st, 0, "\"window\""));
    TapSetup council = setup_for(tap_game_find("kings-council"), 3, "");
    start_seeded(&council, &st, 1, NULL);
    assert_false(json_says(&council, &st, 0, "\"glass\""));
}

/* What a record ends in, as a watcher sees it. */
static TapRecord *staged(const char *text)
{
    TapError   error = {""};
    TapRecord *r = tap_record_read(text, NULL, &error);
    CHECK(r, "%s", error.text);
    return r;
}

/* Each part of a shown hand names the items that earn it, and they are that seat's, or common; the parts sum up. */
static void test_results_say_why(void **state)
{
    (void)state;
    static TapView v;
    TapRecord *r =
        staged("taproom 1\ngame delve 2\noption wager=none\nseats 2\nstart 1\n"
               "rig deck W-wolf L-hawk 2*M-owl 3*R-owl   5*R-hawk 2*R-horse\nrig dice 2 4   1 3   1 1   4 5 5\n"
               "1 exchanges nothing\n2 exchanges nothing\nexpect over\n");
    const TapSetup *setup = tap_record_setup(r);
    for (TapSeat viewer = TAP_NOBODY; viewer < 2; viewer++) {
        tap_view(setup, tap_record_state(r), viewer, &v);
        assert_int_equal(v.results, 2);
        for (int z = 0; z < v.zones; z++) /* hands, own dice and the common ones, but not the deck */
            assert_int_equal(v.zone[z].scored, strcmp(v.zone[z].name, "deck") && strcmp(v.zone[z].name, "discards"));
        for (int i = 0; i < v.results; i++) {
            int32_t sum = 0;
            bool    used[TAP_VIEW_ITEMS] = {false};
            assert_true(v.result[i].told && v.result[i].place == i + 1 && v.result[i].parts > 5);
            for (int k = 0; k < v.result[i].parts; k++) {
                const TapViewPart *p = &v.part[v.result[i].first + k];
                sum += p->points;
                CHECK(p->n == (p->points ? 2 : p->text[0] == 'a'), "%s has %d items", p->text, p->n);
                for (int n = 0; n < p->n; n++) {
                    uint32_t id = v.earning[p->first + n];
                    TapSeat  owner = v.zone[id >> 16].owner;
                    int      at = v.zone[id >> 16].first + (int)(id & 0xffff);
                    assert_true(owner == v.result[i].seat || owner == TAP_NOBODY);
                    assert_true(!used[at]); /* no card and no die counts twice */
                    used[at] = true;
                }
            }
            assert_int_equal(sum, v.result[i].points);
        }
    }
    assert_true(
        json_says(setup, tap_record_state(r), TAP_NOBODY,
                  "\"results\":[{\"seat\":0,\"place\":1,\"points\":6,\"net\":1,\"parts\":[{\"text\":\"Warrior"));
    tap_record_free(r);
}

/* Of equal points the winner's last part says what broke the tie, and the other hand says nothing of it. */
static void test_ties_say_why(void **state)
{
    (void)state;
    static TapView v;
    TapRecord *r = staged("taproom 1\ngame den-of-thieves 2\noption wager=none\nseats 2\nstart 1\n"
                          "rig deck W-wolf 4*R-owl B-owl B-wolf\nrig deck 4*R-hawk R-wolf B-hare B-wren\n"
                          "1 exchanges nothing\n2 exchanges nothing\n1 exchanges nothing\n2 exchanges nothing\n"
                          "expect over\n");
    tap_view(tap_record_setup(r), tap_record_state(r), TAP_NOBODY, &v);
    assert_int_equal(v.result[0].points, v.result[1].points);
    const TapViewPart *last = &v.part[v.result[0].first + v.result[0].parts - 1];
    assert_string_equal(last->text, "the tie goes to more Warriors, 1 against 0");
    assert_true(!last->points && !last->n);
    for (int k = 0; k < v.result[1].parts; k++) assert_null(strstr(v.part[v.result[1].first + k].text, "tie"));
    tap_record_free(r);
}

/* Between the games of a row: what each has, brought home and won, what was lent, and what each had after each. */
static void test_standings_of_an_evening(void **state)
{
    (void)state;
    static TapView v;
    TapRecord     *r = staged("taproom 1\ngame adventurers-choice 2\noption rounds=2\nseats 2\nstacks 100 25\nstart 1\n"
                              "rig dice 5*1 5*2\n1 plays threes\n1 deals\n2 borrows\n");
    tap_view(tap_record_setup(r), tap_record_state(r), 1, &v);
    assert_int_equal(v.standings, 2);
    assert_true(v.played == 1 && v.games == 2 && v.trails == 2 && !v.trail_of[0] && !strcmp(v.trail_of[1], "Threes"));
    const TapViewStanding *first = &v.standing[0], *second = &v.standing[1];
    assert_true(first->seat == 0 && first->has == 51 && first->net == 1 && first->last == 1 && first->won == 1);
    assert_true(first->lent == 50 && !first->owes && second->owes == 50 && second->net == -1 && second->has == 74);
    assert_true(v.trail[0][1] == 25 && v.trail[1][1] == 24 && v.trail[1][0] == 101);
    for (int i = 0; i < v.choices; i++) assert_false(v.choice[i].joins);
    tap_record_free(r);
    r = staged("taproom 1\ngame adventurers-choice 2\nseats 2\nstart 1\n1 plays threes\n");
    tap_view(tap_record_setup(r), tap_record_state(r), 0, &v);
    for (int i = 0; i < v.choices; i++) assert_true(v.choice[i].joins == (v.choice[i].way != TAP_WAY_ON));
    tap_record_free(r);
}

/* Where coins are all that counts, the results say how they came and went. */
static void test_coins_are_explained(void **state)
{
    (void)state;
    static TapView  v;
    static TapSetup setup;
    static TapState st;
    TapRng          r;
    setup = setup_for(tap_game_find("dragon-hordes"), 3, "");
    for (uint64_t seed = 0; seed < 20; seed++) {
        tap_rng_fast(&r, seed);
        for (start_seeded(&setup, &st, seed, NULL); !tap_over(&st);) play_on(&setup, &st, &r, 1, NULL);
        tap_view(&setup, &st, 0, &v);
        assert_int_equal(v.results, 3);
        for (int i = 0; i < 3; i++) {
            int sum = 0;
            for (int k = 0; k < v.result[i].parts; k++) sum += v.part[v.result[i].first + k].points;
            assert_true(sum == v.result[i].net && !v.result[i].told);
        }
    }
}

/* BET-12, BET-A11: of a hand that was not shown nothing is told, whoever looks. Pots tell who could win them, and who
 * did. */
static void test_what_was_not_shown_is_not_told(void **state)
{
    (void)state;
    static TapView v;
    TapRecord *r =
        staged("taproom 1\ngame kings-council 2\nseats 3\nstart 1\n1 bets 5\n2 folds\n3 calls\n1 exchanges nothing\n"
               "3 exchanges nothing\n1 bets 10\n3 folds\nexpect over\n");
    for (TapSeat viewer = TAP_NOBODY; viewer < 3; viewer++) {
        tap_view(tap_record_setup(r), tap_record_state(r), viewer, &v);
        assert_int_equal(v.results, 3);
        assert_int_equal(v.parts, 0);
        for (int i = 0; i < 3; i++) assert_false(v.result[i].told);
        assert_int_equal(v.result[0].place, 1);
        assert_int_equal(v.result[0].won, 13);
        assert_int_equal(v.result[1].place, 0);
        assert_int_equal(v.pots, 1);
        assert_true(v.pot[0].to == tap_only(0) && v.pot[0].coins == 13);
    }
    tap_record_free(r);
}

/* A side pot has claimants of its own while it is played for. */
static void test_pots_have_claimants(void **state)
{
    (void)state;
    static TapView v;
    TapRecord *r = staged(
        "taproom 1\ngame kings-council 2\nseats 3\nstart 1\nstacks 10 50 50\n1 bets 9\n2 raises to 20\n3 calls\n");
    tap_view(tap_record_setup(r), tap_record_state(r), 0, &v);
    assert_int_equal(v.pots, 2);
    assert_int_equal(v.pot[0].coins, 30);
    assert_int_equal(v.pot[0].claims, 7);
    assert_int_equal(v.pot[1].coins, 22);
    assert_int_equal(v.pot[1].claims, 6);
    assert_int_equal(v.pot[1].to, 0);
    assert_int_equal(v.results, 0);
    tap_record_free(r);
}

/* An evening's game is cleared away at once: its end is a chapter, and what it brought stays until the next begins. */
static void test_chapters(void **state)
{
    (void)state;
    static TapView v;
    static TapLog  log;
    TapState       before, then;
    TapMove        deal;
    TapSetup       setup = setup_for(tap_game_find("adventurers-choice"), 3, "rounds=2");
    setup.start = 0;
    for (int i = 0; i < 15; i++) tap_rig(&setup.rig, TAP_STREAM_DECK + 1, 1 << i / 5); /* each keeps all at once */
    start_seeded(&setup, &before, 1, NULL);
    assert_true(tap_move_read(&setup, &before, 0, "play threes", &deal, NULL) &&
                tap_answer(&setup, &before, 0, deal, NULL));
    assert_true(tap_move_read(&setup, &before, 0, "deal", &deal, NULL));
    tap_state_copy(&setup, &then, &before);
    tap_log_clear(&log);
    assert_true(tap_answer(&setup, &then, 0, deal, &log));
    assert_int_equal(tap_chapters(&then, &log), 1);
    tap_view(&setup, &then, 1, &v); /* the evening goes on */
    assert_int_equal(v.levels, 1);
    assert_string_equal(v.chapter, "Threes");
    assert_int_equal(v.results, 3);
    assert_int_equal(v.result[0].net, 2);
    assert_false(v.result[0].told);
    int events = log.chapter[0].event;
    tap_answer_to_chapter(&setup, &before, 0, deal, 0, &log);
    assert_int_equal(log.n, events);
    tap_view(&setup, &before, TAP_NOBODY, &v); /* the moment of its end */
    assert_int_equal(v.levels, 2);
    assert_null(v.chapter);
    assert_int_equal(v.asked, 0);
    assert_int_equal(v.results, 3);
    assert_true(v.result[0].told && v.result[0].seat == 0 && v.result[0].points == 5 && v.result[0].won == 3);
    assert_int_equal(v.result[0].parts, 5);
    assert_int_equal(v.part[0].n, 1);
    /* A game by itself leaves its end on the table: no chapter of it is missing. */
    TapSetup alone = setup_for(tap_game_find("threes"), 3, "wager=none");
    for (int i = 0; i < 15; i++) tap_rig(&alone.rig, TAP_STREAM_DECK + 1, 1 << i / 5);
    tap_log_clear(&log);
    start_seeded(&alone, &then, 1, &log);
    assert_true(tap_over(&then) && log.chapters == 1);
    assert_int_equal(tap_chapters(&then, &log), 0);
}

static const TapViewChoice *choice_with(const TapView *v, const char *label)
{
    for (int i = 0; i < v->choices; i++)
        if (!strcmp(v->choice[i].label, label)) return &v->choice[i];
    CHECK(false, "no choice is called %s", label);
    return NULL;
}

/* What a choice brings, where it leads, what choosing nothing is called, and what lies open so far. */
static void test_choices_say_what_they_bring(void **state)
{
    (void)state;
    static TapView v;
    char           text[80];
    TapRecord *r = staged("taproom 1\ngame the-wheel 2\noption wager=shares\nseats 2\nstart 1\nrig deck M-owl W-owl "
                          "R-owl R-owl R-owl R-owl R-owl\n");
    tap_view(tap_record_setup(r), tap_record_state(r), 0, &v);
    const TapViewChoice *on = choice_with(&v, "Play on the Merchant");
    TapMove merchant = {.verb = on->choice.verb, .value = 1}, warrior = {.verb = on->choice.verb, .value = 2};
    assert_string_equal(on->worth_of, "strength");
    assert_int_equal(tap_worth(&v, on, &merchant), 2);
    assert_int_equal(tap_worth(&v, on, &warrior), 1);
    tap_record_free(r);
    r = staged("taproom 1\ngame kings-council 2\nseats 2\nstart 1\nrig deck B-wren M-hare B-horse R-wolf L-hawk _ _ _ "
               "_ _ B-hare\n1 checks\n2 bets 1\n");
    tap_view(tap_record_setup(r), tap_record_state(r), 0, &v);
    assert_int_equal(choice_with(&v, "Fold")->way, TAP_WAY_FINAL);
    assert_int_equal(choice_with(&v, "Call {n}")->way, TAP_WAY_UNSAID);
    int seen = 0;
    for (int i = 0; i < v.counters; i++)
        if (v.counter[i].running) seen += v.counter[i].owner == 0 && v.counter[i].value == 9 ? 1 : 100;
    assert_int_equal(seen, 1); /* one's own hand, and nobody else's */
    tap_view(tap_record_setup(r), tap_record_state(r), TAP_NOBODY, &v);
    for (int i = 0; i < v.counters; i++) assert_false(v.counter[i].running);
    tap_record_free(r);
    r = staged("taproom 1\ngame kings-council 2\nseats 2\nstart 1\n1 checks\n2 checks\n");
    tap_view(tap_record_setup(r), tap_record_state(r), 0, &v);
    TapMove none = {.verb = v.choice[0].choice.verb}, some = {.verb = v.choice[0].choice.verb, .value = 1};
    tap_label(&v.choice[0], &none, text, sizeof text);
    assert_string_equal(text, "Keep all cards");
    tap_label(&v.choice[0], &some, text, sizeof text);
    assert_string_equal(text, "Exchange up to two cards");
    tap_record_free(r);
    TapSetup evening = setup_for(tap_game_find("adventurers-choice"), 2, "");
    TapState st;
    evening.start = 0;
    start_seeded(&evening, &st, 1, NULL);
    assert_true(json_says(&evening, &st, 0, "\"label\":\"Play Threes\",\"group\":\"With betting\",\"about\":\""));
}

/* What lies nowhere has no id and is known by its word, which no other of its choice has. What says nothing new is left
 * out: a name that is the word, a word that is the name. */
static void test_items_that_lie_nowhere_are_known_by_their_words(void **state)
{
    (void)state;
    static char text[65536];
    static TapView v;
    TapSetup setup = setup_for(tap_game_find("swords-and-dragons"), 3, "");
    int crowded = 0;
    for (uint64_t seed = 0; seed < 60 && crowded < 5; seed++) {
        TapState st;
        TapRng   r;
        tap_rng_fast(&r, seed);
        for (start_seeded(&setup, &st, seed, NULL); !tap_over(&st); play_on(&setup, &st, &r, 1, NULL)) {
            TapSeat asked = (TapSeat)__builtin_ctz(tap_asked(&setup, &st));
            tap_view(&setup, &st, asked, &v);
            assert_true(tap_view_json(&setup, &st, &v, text, sizeof text) < (int)sizeof text);
            if (!strstr(text, "What do you ask for?")) continue;
            crowded++; /* a Quest: ranks, suits, cards of each suit */
            const char *choices = strstr(text, "\"choices\":");
            assert_null(strstr(choices, "\"id\":"));
            assert_null(strstr(choices, "{\"name\":\"10\",\"word\":\"10\"}"));
            assert_null(strstr(choices, "storm-lance"));
            for (const char *p = choices; (p = strstr(p, "\"items\":[")); p++) {
                char        seen[64 * 40] = "";
                const char *end = strchr(p, ']');
                for (const char *w = p; (w = strstr(w, "\"word\":\"")) && w < end; w++) {
                    char word[40];
                    snprintf(word, sizeof word, "<%.*s>", (int)strcspn(w + 8, "\""), w + 8);
                    CHECK(!strstr(seen, word), "%s is there twice: %s", word, seen);
                    strcat(seen, word);
                }
            }
        }
    }
    assert_true(crowded >= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_views_show_what_the_viewer_knows),
        cmocka_unit_test(test_forehead_blind_and_peek),
        cmocka_unit_test(test_events_are_redacted),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_what_is_no_piece_is_said_as_data),
        cmocka_unit_test(test_faces_are_data),
        cmocka_unit_test(test_windows_and_glasses_are_in_the_view),
        cmocka_unit_test(test_results_say_why),
        cmocka_unit_test(test_coins_are_explained),
        cmocka_unit_test(test_ties_say_why),
        cmocka_unit_test(test_standings_of_an_evening),
        cmocka_unit_test(test_what_was_not_shown_is_not_told),
        cmocka_unit_test(test_pots_have_claimants),
        cmocka_unit_test(test_chapters),
        cmocka_unit_test(test_choices_say_what_they_bring),
        cmocka_unit_test(test_items_that_lie_nowhere_are_known_by_their_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
