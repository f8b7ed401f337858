/* Dwarven Miner: what holds in every position of every game, and each patron's power from a position made for it. */
#include "support.h"

#include <string.h>

#include "catalogue/catalogue.h"
#include "games/miner.h"

static TapSetup setup;
static TapState st;

static Mining *mining(void) { return mining_of(table_of(state_at(&st), 0)); }

static int good(const char *code)
{
    int kind = tap_deck_find(setup.content->deck[GOODS], code);
    CHECK(kind >= 0, "no '%s'", code);
    return kind < 0 ? 0 : kind;
}
static int patron(const char *code)
{
    int face = tap_deck_find(setup.content->deck[PATRON_CARDS], code);
    CHECK(face >= 0, "no '%s'", code);
    return face;
}

/* Seat 1 begins; the hands are dealt as they are written, seat by seat, and kept. */
static void deal(int seats, const char *hands)
{
    char text[400], *save = NULL;
    setup = setup_for(&dwarven_miner, seats, "");
    setup.start = 0;
    snprintf(text, sizeof text, "%s", hands);
    for (char *w = strtok_r(text, " ", &save); w; w = strtok_r(NULL, " ", &save))
        tap_rig(&setup.rig, TAP_STREAM_DECK + PATRON_CARDS, patron(w));
    start_seeded(&setup, &st, 3, NULL);
    for (TapSeat s = 0; s < seats; s++) {
        TapMove  m;
        TapError error = {""};
        assert_true(tap_move_read(&setup, &st, s, "redraw none", &m, &error) && tap_answer(&setup, &st, s, m, NULL));
    }
}

/* What lies on the board is hers. */
static void give(TapSeat s, const char *codes)
{
    char text[200], *save = NULL;
    snprintf(text, sizeof text, "%s", codes);
    for (char *w = strtok_r(text, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        int kind = good(w);
        mining()->pile[kind]--;
        if (kind < RESOURCES) mining()->seat[s].resource[kind]++;
        else mining()->seat[s].item[kind - RESOURCES]++;
    }
}

static bool can_say(TapSeat s, const char *words)
{
    TapMove  m;
    TapError error = {""};
    return tap_move_read(&setup, &st, s, words, &m, &error);
}

static void say(TapSeat s, const char *words)
{
    TapMove  m;
    TapError error = {""};
    CHECK(tap_move_read(&setup, &st, s, words, &m, &error), "%s", error.text);
    assert_true(tap_answer(&setup, &st, s, m, NULL));
}

static void lay_dice(const char *codes)
{
    char text[200], *save = NULL;
    int  i = 0;
    snprintf(text, sizeof text, "%s", codes);
    for (char *w = strtok_r(text, " ", &save); w; w = strtok_r(NULL, " ", &save))
        mining()->die[i++].face = (uint16_t)(1 + tap_deck_find(setup.content->deck[MINE_DICE], w));
    assert_int_equal(i, MINE_DICE_N);
}

/* A roll that shows this, and no more of it. */
static void mine(TapSeat s, const char *codes)
{
    say(s, "roll");
    lay_dice(codes);
    say(s, "stop");
}

static bool asked(TapSeat s) { return tap_asked(&setup, &st) == tap_only(s); }
static int points(TapSeat s) { return mining()->seat[s].points; }
static int has_item(TapSeat s, const char *code) { return mining()->seat[s].item[good(code) - RESOURCES]; }
static int has_resource(TapSeat s, const char *code) { return mining()->seat[s].resource[good(code)]; }
static int in_play(TapSeat s, const char *code)
{
    int n = 0, at = first_patron(mining(), s);
    for (int k = 0; k < mining()->seat[s].patrons; k++) n += mining()->in_play[at + k].card == patron(code);
    return n;
}

#define NO_DICE "orc orc orc orc orc orc"

/* Patrons drawn later are luck: whatever they are, the last ones go. */
static void cut(TapSeat s)
{
    TapChoices c;
    tap_choices(&setup, &st, s, &c);
    assert_int_equal(c.choice[0].verb, CUT);
    uint64_t last = tap_choice_count(&c.choice[0]) - 1;
    assert_true(tap_answer(&setup, &st, s, tap_choice_nth(&c.choice[0], last), NULL));
}

/* ------------------------------------------------------------ every position */

static int sum(const uint8_t *n, int kinds)
{
    int all = 0;
    for (int k = 0; k < kinds; k++) all += n[k];
    return all;
}

/* 60 resources, 80 items, 8 vaults, 42 patrons; nobody but who has the turn has more than fits (MINE-R16). */
static void expect_position(const TapSetup *s, const TapState *state, int8_t before[PLAYERS])
{
    const Mining *g = mining_at(table_of(state_at(state), 0));
    int resources = sum(g->pile, RESOURCES), items = sum(g->pile + RESOURCES, ITEM_KINDS), vaults = 0;
    int patrons = g->deck.n + g->discards.n;
    for (Seat o = 0; o < s->seats; o++) {
        const Dwarf *d = &g->seat[o];
        resources += sum(d->resource, RESOURCES);
        items += sum(d->item, ITEM_KINDS);
        vaults += vaults_of(g, o);
        patrons += d->cards + d->patrons;
        assert_true(d->points >= before[o]); /* MINE-R29 */
        before[o] = (int8_t)d->points;
        if (o == g->active || state_at(state)->question == Q_KEEP || state_at(state)->question == Q_STOW) continue;
        assert_true(resources_of(g, o) <= resource_room(g, o) && items_of(g, o) <= item_room(g, o));
        int loose = 0;
        for (int k = 0; k < RESOURCES; k++) loose += backpack_count(g, o, k);
        assert_true(loose <= BACKPACK_RESOURCES);
        for (int k = 0; k < GOODS_KINDS; k++) assert_true(backpack_count(g, o, k) >= 0);
    }
    assert_int_equal(resources, RESOURCE_N);
    assert_int_equal(items, ITEM_N);
    assert_int_equal(vaults + vaults_left(g), VAULT_N);
    assert_int_equal(patrons, PATRON_N);
}

/* Crafts and fulfils what it can, so that games end by points; otherwise by chance. */
static TapMove eager_answer(TapSeat *ret_seat, TapRng *r)
{
    TapChoices c;
    *ret_seat = some_seat(tap_asked(&setup, &st), r);
    tap_choices(&setup, &st, *ret_seat, &c);
    for (int i = 0; i < c.n; i++)
        if (c.choice[i].verb == FULFIL) return tap_choice_nth(&c.choice[i], 0);
    if (c.n > 1 && (c.choice[c.n - 1].verb == DONE || c.choice[c.n - 1].verb == LEAVE)) c.n--;
    return tap_choices_pick(&c, r);
}

static void test_every_position(void **state)
{
    (void)state;
    int won = 0, games = getenv("TAPROOM_LONG") ? 1000000 : 150;
    for (uint64_t seed = 0; seed < (uint64_t)games; seed++) {
        TapRng r;
        int8_t before[PLAYERS] = {0};
        setup = setup_for(&dwarven_miner, 2 + (int)(seed % 3), "");
        tap_rng_fast(&r, seed);
        start_seeded(&setup, &st, seed, NULL);
        for (TapSeat s = 0; s < (TapSeat)setup.seats && seed % 2; s++) mining()->seat[s].points = 24;
        while (!tap_over(&st)) {
            TapSeat s;
            TapMove m = seed % 2 ? eager_answer(&s, &r) : random_answer(&setup, &st, &r, &s);
            Die     die[MINE_DICE_N];
            memcpy(die, mining()->die, sizeof die);
            assert_true(tap_answer(&setup, &st, s, m, NULL));
            expect_position(&setup, &st, before);
            for (int i = 0; i < MINE_DICE_N && m.verb == REROLL && mining()->rolled; i++) /* MINE-R7 */
                assert_true(die[i].face != 1 + ORC || mining()->die[i].face == 1 + ORC);
        }
        const Mining *g = mining();
        won += g->seat[g->winner].points >= GOAL;
        for (TapSeat s = 0; s < (TapSeat)setup.seats; s++) {
            if (s == g->winner) continue;
            assert_true(tap_score(&setup, &st, s) < tap_score(&setup, &st, g->winner));
            assert_true(g->seat[s].points < GOAL || g->seat[g->winner].points >= GOAL);
        }
        if (g->seat[g->winner].points < GOAL) assert_int_equal(g->round, mine_in(&setup)->rounds); /* MINE-H1 */
    }
    assert_true(won > games / 4); /* MINE-R32 */
}

static void test_seats(void **state)
{
    (void)state;
    TapError error = {""};
    for (int seats = 1; seats <= 6; seats++) /* MINE-R1 */
        assert_int_equal(tap_setup_init(&setup, &dwarven_miner, seats, NULL, 0, &error), seats >= 2 && seats <= 4);
    assert_true(tap_setup_init(&setup, &dwarven_miner, 4, NULL, 0, &error));
    assert_in_range(tap_state_size(&setup), 1, 1843);
}

/* What a file says besides faces is what the build made of it. */
static void test_own_data(void **state)
{
    (void)state;
    int i = 0;
    while (strcmp(tap_built_in(i)->id, "dwarven-miner")) i++;
    TapShelf *shelf = tap_shelf_new();
    TapFaults faults = {0};
    static const char hash[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    assert_true(tap_shelf_add(shelf, tap_built_in(i)->text, strlen(tap_built_in(i)->text), hash, &faults));
    const TapContent *read = tap_shelf_file(shelf, 0), *built = tap_game_content(&dwarven_miner);
    assert_int_equal(read->own_bytes, built->own_bytes);
    assert_int_equal(built->own_bytes, sizeof(Mine));
    assert_memory_equal(read->own, built->own, sizeof(Mine));
    tap_shelf_free(shelf);
}

/* ------------------------------------------------------------------ crafting */

/* MINE-T1, MINE-T2, MINE-R8, MINE-Q16: exactly the recipe; an Artifact is any resource. */
static void test_recipes(void **state)
{
    (void)state;
    static const char *const rolls[] = {"crystal crystal powder mithril orc orc",
                                        "crystal crystal powder artifact orc orc"};
    for (int i = 0; i < 2; i++) {
        deal(2, "wizard rogue monk wizard rogue monk");
        mine(0, rolls[i]);
        say(0, "craft wand");
        assert_true(asked(1)); /* nothing is left */
        assert_int_equal(has_item(0, "wand"), 1);
        assert_int_equal(resources_of(mining(), 0), 0);
    }
    deal(2, "wizard rogue monk wizard rogue monk");
    mine(0, "crystal crystal powder orc orc orc");
    assert_false(can_say(0, "craft wand"));
}

/* MINE-R10, MINE-R11: dice and cards are one stock; cards that are spent go back to their piles. */
static void test_cards_pay(void **state)
{
    (void)state;
    deal(2, "wizard rogue monk wizard rogue monk");
    give(0, "crystal crystal mithril");
    mine(0, "powder crystal orc orc orc orc");
    say(0, "craft wand"); /* the die pays first */
    assert_int_equal(has_resource(0, "crystal"), 1);
    assert_int_equal(mining()->pile[good("crystal")], 11);
    assert_int_equal(mining()->pile[good("mithril")], 12);
}

/* MINE-Q11: from an empty pile nothing can be taken: no item, no vault, no card for a die. */
static void test_empty_piles(void **state)
{
    (void)state;
    deal(2, "wizard rogue monk wizard rogue monk");
    give(1, "dirk dirk dirk dirk dirk mithril mithril mithril mithril");
    give(0, "mithril mithril mithril mithril mithril mithril mithril mithril");
    mining()->seat[0].resource[good("mithril")] = 0; /* out of the game, for this test */
    for (int v = 0; v < VAULT_N; v++) mining()->vault[v].owner = 1;
    mine(0, "iron-ore iron-ore gold-ore mithril artifact orc");
    assert_false(can_say(0, "craft dirk"));
    assert_false(can_say(0, "vault"));
    assert_true(can_say(0, "craft helm"));
    say(0, "done");
    assert_false(can_say(0, "take mithril"));
    say(0, "take powder");
    assert_int_equal(has_resource(0, "mithril"), 0);
    assert_int_equal(has_resource(0, "powder"), 1);
}

/* ------------------------------------------------------------------- patrons */

/* MINE-T4, MINE-R18, MINE-R19: from the hand a power does nothing; MINE-R23: then it stays, and its ward works once. */
static void test_defender(void **state)
{
    (void)state;
    deal(2, "defender rogue wizard monk rogue wizard");
    give(0, "heavy-armor helm shield dirk iron-ore");
    mine(0, NO_DICE);
    say(0, "fulfil defender");
    assert_int_equal(points(0), 11);
    assert_int_equal(items_of(mining(), 0), 0);
    cut(0);
    assert_true(asked(1));
    mine(1, "burglar orc orc orc orc orc");
    say(1, "steal 1 iron-ore");
    assert_int_equal(has_resource(0, "iron-ore"), 1); /* it failed */
    assert_int_equal(in_play(0, "defender"), 0);
    mine(0, NO_DICE);
    mine(1, "burglar orc orc orc orc orc");
    say(1, "steal 1 iron-ore");
    assert_int_equal(has_resource(0, "iron-ore"), 0);
    deal(2, "defender rogue wizard monk rogue wizard");
    give(0, "iron-ore");
    mine(0, NO_DICE);
    mine(1, "burglar orc orc orc orc orc");
    say(1, "steal 1 iron-ore");
    assert_int_equal(has_resource(0, "iron-ore"), 0);
}

/* MINE-R30, MINE-T5, MINE-T6, MINE-T7: 3, 4, 5, 6 each, and the earlier ones rise, whoever has them. */
static void test_cumulative(void **state)
{
    (void)state;
    deal(3, "monk monk rogue monk rogue wizard monk rogue wizard");
    for (int i = 0; i < 4; i++) {
        TapSeat s = (TapSeat)(i == 3 ? 2 : i % 2);
        if (i == 2) mine(2, NO_DICE); /* seat 3 comes last */
        give(s, "pilgrim-staff");
        mine(s, NO_DICE);
        say(s, "fulfil monk");
        cut(s);
        if (i == 3) break;
        static const int expected[3][2] = {{3, 0}, {4, 4}, {10, 5}};
        assert_int_equal(points(0), expected[i][0]);
        assert_int_equal(points(1), expected[i][1]);
        if (i == 2) mine(1, NO_DICE);
    }
    assert_int_equal(points(0), 12);
    assert_int_equal(points(1), 6);
    assert_int_equal(points(2), 6);
    for (int at = 0; at < patrons_in_play(mining()); at++)
        assert_int_equal(mining()->state_of[at].paid, 6);
}

/* MINE-R29, MINE-R31, MINE-Q7, MINE-Q8, MINE-Q18, MINE-R24: what a Rogue removes takes no points back; the next one is
 * valued by the lower count, and nothing is paid twice. */
static void test_rogue(void **state)
{
    (void)state;
    deal(2, "rogue monk wizard monk monk wizard");
    give(1, "pilgrim-staff pilgrim-staff");
    mine(0, NO_DICE);
    mine(1, NO_DICE);
    say(1, "fulfil monk monk");
    cut(1);
    assert_int_equal(points(1), 8);
    give(0, "dirk crossbow lantern");
    mine(0, NO_DICE);
    say(0, "fulfil rogue");
    cut(0);
    assert_int_equal(points(0), 6);
    say(0, "use rogue"); /* at once, or in a later turn */
    assert_false(can_say(0, "remove 1 rogue")); /* it is gone itself */
    say(0, "remove 2 monk");
    assert_int_equal(points(1), 8);
    assert_int_equal(in_play(1, "monk"), 1);
    mine(1, NO_DICE);
    Mining *g = mining();
    g->seat[0].hand[0].card = (Card)patron("monk"); /* whatever luck gave her */
    give(0, "pilgrim-staff");
    mine(0, NO_DICE);
    say(0, "fulfil monk");
    assert_int_equal(points(0), 10); /* the second in play: 4 */
    assert_int_equal(points(1), 8);  /* the other has paid 4 already */
}

/* MINE-R24: any time in her turn, also a later one. */
static void test_warrior_and_engineer(void **state)
{
    (void)state;
    deal(2, "warrior engineer monk monk rogue wizard");
    give(0, "mithril-sword shield helm tools crossbow rune-stone");
    mine(0, NO_DICE);
    say(0, "fulfil warrior engineer");
    cut(0);
    assert_int_equal(points(0), 16);
    say(0, "use engineer");
    assert_int_equal(vaults_of(mining(), 0), 1);
    say(0, "done");
    mine(1, NO_DICE);
    say(0, "roll");
    lay_dice("crystal orc powder mithril orc orc");
    assert_false(can_say(0, "use warrior crystal")); /* when mining is over */
    say(0, "stop");
    assert_false(can_say(0, "craft wand"));
    say(0, "use warrior crystal");
    say(0, "craft wand");
    assert_int_equal(in_play(0, "warrior"), 0);
    assert_int_equal(in_play(0, "engineer"), 0);
    say(0, "stow wand");
    assert_true(asked(1));
}

/* MINE-R25, MINE-Q3, MINE-Q19: one Burglar fewer to the end of the next turn, at least one. */
static void test_tracker(void **state)
{
    (void)state;
    deal(2, "tracker monk wizard monk rogue wizard");
    give(0, "crossbow dirk");
    give(1, "helm iron-ore");
    mine(0, NO_DICE);
    say(0, "fulfil tracker");
    cut(0);
    mine(1, NO_DICE);
    assert_int_equal(in_play(0, "tracker"), 1);
    mine(0, "burglar orc orc orc orc orc");
    say(0, "steal 2 helm"); /* an item with one */
    assert_int_equal(in_play(0, "tracker"), 0);
    mine(1, NO_DICE);
    mine(0, NO_DICE);
    assert_true(asked(1)); /* without a Burglar nothing is stolen */
}

/* MINE-R25, MINE-Q21: the kind is named when it is fulfilled; dice and cards of it pay for anything first. */
static void test_rune_singer(void **state)
{
    (void)state;
    deal(2, "rune-singer monk wizard monk rogue wizard");
    give(0, "rune-stone war-horn lore-tome");
    mine(0, NO_DICE);
    say(0, "fulfil rune-singer");
    say(0, "name gold-ore");
    cut(0);
    mine(1, NO_DICE);
    give(0, "gold-ore");
    mine(0, "gold-ore crystal powder artifact orc orc");
    say(0, "craft wand"); /* two of its four are gold */
    assert_int_equal(has_resource(0, "gold-ore"), 0);
    assert_int_equal(mining()->artifacts, 1);
    say(0, "take nothing");
    assert_int_equal(in_play(0, "rune-singer"), 0);
    mine(1, NO_DICE);
    mine(0, "gold-ore crystal crystal powder orc orc");
    assert_false(can_say(0, "craft wand"));
}

/* MINE-R27: Orcs of this turn are Artifacts, and there is crafting again. */
static void test_deep_delver(void **state)
{
    (void)state;
    deal(2, "deep-delver monk wizard monk rogue wizard");
    give(0, "tools lantern");
    mine(0, "orc orc orc gold-ore orc orc");
    assert_false(can_say(0, "craft lore-tome"));
    say(0, "fulfil deep-delver");
    assert_int_equal(in_play(0, "deep-delver"), 0);
    cut(0);
    say(0, "craft pilgrim-staff"); /* of Artifacts alone */
    say(0, "craft dirk");
    assert_true(can_say(0, "fulfil monk"));
}

/* MINE-R27: six dice once more, without rolling again or stealing; what was mined before is not lost. */
static void test_berserker(void **state)
{
    (void)state;
    deal(2, "berserker monk wizard monk rogue wizard");
    give(0, "great-axe dirk healing-draught");
    give(1, "helm");
    mine(0, "mithril orc orc orc orc orc");
    for (int layout = 0; layout < 3; layout++)
        for (int k = 0; k < 2; k++) tap_rig(&setup.rig, TAP_STREAM_DECK + MINE_DICE + layout, TAP_ANY); /* the first */
    for (int layout = 0; layout < 3; layout++)
        for (int k = 0; k < 2; k++)
            tap_rig(&setup.rig, TAP_STREAM_DECK + MINE_DICE + layout, 1 + (layout < 2 ? BURGLAR : 3));
    say(0, "fulfil berserker");
    cut(0);
    assert_int_equal(mining()->table.phase, P_CRAFTING);
    assert_int_equal(mining()->mined[good("mithril")], 1);
    assert_int_equal(mining()->mined[good("crystal")], 2);
    say(0, "craft rune-stone");
    assert_false(can_say(0, "reroll 1"));
    assert_int_equal(in_play(0, "berserker"), 0);
    assert_int_equal(has_item(1, "helm"), 1);
}

/* MINE-R26, MINE-Q22: everybody may roll one Orc again a turn for each song, until another player fulfils. */
static void test_war_chanter(void **state)
{
    (void)state;
    deal(2, "bardic-war-chanter bardic-war-chanter wizard monk rogue wizard");
    give(0, "war-horn great-axe ever-full-tankard helm war-horn great-axe ever-full-tankard helm");
    mine(0, NO_DICE);
    say(0, "fulfil bardic-war-chanter");
    assert_int_equal(points(0), 12);
    cut(0);
    say(0, "fulfil bardic-war-chanter"); /* her own does not end it */
    cut(0);
    assert_int_equal(in_play(0, "bardic-war-chanter"), 2);
    say(1, "roll");
    lay_dice(NO_DICE);
    assert_false(can_say(1, "rally 1 2"));
    say(1, "rally 1");
    lay_dice(NO_DICE);
    say(1, "rally 2");
    lay_dice("orc orc orc orc orc iron-ore");
    assert_false(can_say(1, "rally 3"));
    give(1, "pilgrim-staff");
    say(1, "stop");
    say(1, "fulfil monk");
    assert_int_equal(in_play(0, "bardic-war-chanter"), 0);
}

/* MINE-R28, MINE-Q12: each other player once, at once or in her own turn; it goes when all have used or waived it. */
static void test_wizard(void **state)
{
    (void)state;
    deal(3, "wizard rogue monk monk rogue tracker monk rogue tracker");
    give(0, "wand rune-stone pilgrim-staff lore-tome");
    give(1, "dirk");
    give(2, "helm shield");
    for (int v = 0; v < 2; v++) mining()->vault[v].owner = 2;
    mining()->vault[1].item = (uint8_t)(1 + good("helm") - RESOURCES);
    mine(0, NO_DICE);
    say(0, "fulfil wizard");
    assert_int_equal(points(0), 14);
    assert_true(asked(1));
    assert_false(can_say(1, "swap dirk dirk"));
    say(1, "later");
    assert_true(asked(2));
    say(2, "swap helm wand"); /* where it lies */
    assert_int_equal(mining()->vault[1].item, 1 + good("wand") - RESOURCES);
    assert_int_equal(has_item(2, "helm"), 0);
    cut(0);
    assert_int_equal(in_play(0, "wizard"), 1);
    say(1, "use wizard"); /* before she rolls */
    assert_false(can_say(1, "later"));
    say(1, "swap dirk pilgrim-staff");
    assert_int_equal(in_play(0, "wizard"), 0);
    say(1, "stop");
    say(1, "fulfil monk");
}

/* MINE-Q13, MINE-R17: who gets cards in another's turn and has no room replaces what she holds, at once. */
static void test_chieftain(void **state)
{
    (void)state;
    deal(3, "chieftain rogue monk monk rogue wizard monk rogue wizard");
    give(0, "heavy-armor great-axe helm war-horn ever-full-tankard");
    give(1, "iron-ore iron-ore iron-ore");
    mine(0, NO_DICE);
    say(0, "fulfil chieftain");
    assert_int_equal(points(0), 16);
    assert_false(can_say(1, "take 3*mithril"));
    say(1, "take 2*mithril");
    assert_true(asked(1));
    assert_false(can_say(1, "keep 3*iron-ore 2*mithril"));
    say(1, "keep 2*iron-ore 2*mithril");
    say(2, "waive");
    cut(0);
    assert_int_equal(in_play(0, "chieftain"), 0);
    assert_int_equal(has_resource(1, "mithril"), 2);
    assert_int_equal(resources_of(mining(), 2), 0);
}

/* MINE-Q10: the discards are shuffled when the deck is out; if both are empty nothing is drawn. */
static void test_deck_out(void **state)
{
    (void)state;
    deal(2, "monk monk rogue monk rogue wizard");
    Mining *g = mining();
    while (g->deck.n) pile_put(&g->discards, (Slot){pile_cards(&g->deck)[--g->deck.n], PUBLIC});
    give(0, "pilgrim-staff pilgrim-staff");
    mine(0, NO_DICE);
    say(0, "fulfil monk");
    assert_int_equal(g->deck.n, PATRON_N - 6 - 2);
    assert_int_equal(g->discards.n, 0);
    cut(0);
    deal(2, "monk monk rogue monk rogue wizard");
    g->deck.n = 0; /* as if all lay before the players */
    give(0, "pilgrim-staff");
    mine(0, NO_DICE);
    say(0, "fulfil monk");
    assert_int_equal(g->seat[0].cards, 2); /* MINE-Q20: no more than she has */
    assert_true(asked(1));
}

/* MINE-R32, MINE-Q15: thirty wins at once; of several whose turn it is, else the higher score. */
static void test_winning(void **state)
{
    (void)state;
    static const struct {
        int active, second, third;
        TapSeat winner;
    } cases[] = {{27, 10, 10, 0}, {26, 29, 10, 0}, {10, 29, 10, 1}, {10, 29, 30, 2}, {10, 29, 29, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        deal(3, "monk rogue tracker monk rogue tracker monk rogue tracker");
        Mining *g = mining();
        for (TapSeat s = 1; s < 3; s++) { /* a Monk before each of the others, which has paid nothing yet but 3 */
            if (i < 1) continue;
            g->in_play[g->seat[1].patrons + (s == 2 ? g->seat[2].patrons : 0)] = (Slot){(Card)patron("monk"), PUBLIC};
            g->state_of[s - 1].paid = (uint8_t)(i == 1 ? 3 : 4);
            g->seat[s].patrons = 1;
        }
        g->seat[0].points = (uint8_t)cases[i].active;
        g->seat[1].points = (uint8_t)cases[i].second;
        g->seat[2].points = (uint8_t)cases[i].third;
        give(0, "pilgrim-staff");
        mine(0, NO_DICE);
        say(0, "fulfil monk");
        assert_true(tap_over(&st));
        assert_int_equal(g->winner, cases[i].winner);
        for (TapSeat s = 0; s < 3; s++)
            assert_true(s == g->winner || tap_score(&setup, &st, s) < tap_score(&setup, &st, g->winner));
    }
}

/* MINE-R20, MINE-R21, MINE-Q9: what is drawn while fulfilling may be fulfilled with items that are left, and is drawn
 * and cut for by itself; no item counts twice. */
static void test_chain(void **state)
{
    (void)state;
    deal(2, "monk monk rogue monk rogue wizard");
    give(0, "pilgrim-staff");
    mine(0, NO_DICE);
    assert_false(can_say(0, "fulfil monk monk")); /* one staff */
    give(0, "lore-tome");
    say(0, "fulfil monk");
    mining()->seat[0].hand[3].card = (Card)patron("tale-smith"); /* whatever luck gave her */
    say(0, "drop monk");
    say(0, "fulfil tale-smith");
    cut(0);
    assert_true(asked(1));
    assert_int_equal(points(0), 6);
}

/* ------------------------------------------------------------------ the View */

/* What lies in a zone under that name; NULL if nothing does. */
static const TapViewItem *shown(const TapView *v, int zone, TapSeat owner, const char *name)
{
    for (int z = 0; z < v->zones; z++)
        for (int i = 0; v->zone[z].zone == zone && v->zone[z].owner == owner && i < v->zone[z].n; i++) {
            const TapViewItem *item = &v->item[v->zone[z].first + i];
            if (item->face != TAP_NO_CARD && !strcmp(v->zone[z].deck->face[item->face].name, name)) return item;
        }
    return NULL;
}

/* 1 + what the viewer lacks of an item of the board. */
static int lacks(const TapView *v, const char *item) { return shown(v, Z_BOARD, TAP_NOBODY, item)->lacks; }

static void test_view(void **state)
{
    (void)state;
    static TapView v;
    static char    json[1 << 16];
    deal(4, "defender engineer monk monk rogue wizard monk rogue wizard monk rogue wizard");
    for (TapSeat s = 0; s < 4; s++) give(s, "helm dirk iron-ore gold-ore crystal powder");
    tap_view(&setup, &st, 0, &v);
    assert_int_equal(lacks(&v, "Shield"), 3); /* an Iron Ore and a Mithril; the dice are not rolled */
    mine(0, "iron-ore iron-ore mithril crystal artifact powder");
    tap_view(&setup, &st, 0, &v);
    assert_int_equal(lacks(&v, "Shield"), 1);
    assert_int_equal(lacks(&v, "Vault"), 1);
    const TapViewItem *axe = shown(&v, Z_BOARD, TAP_NOBODY, "Great Axe"); /* with the Artifact */
    assert_int_equal(axe->lacks, 1);
    assert_int_equal(axe->needs, 2);
    const TapViewNeed *mithril = &v.need[axe->need + 1];
    assert_int_equal(mithril->item, shown(&v, Z_STOCK, TAP_NOBODY, "Mithril")->id);
    assert_true(mithril->n == 2 && mithril->lacking == 1);
    const TapViewItem *defender = shown(&v, Z_HAND, 0, "Defender");
    assert_true(defender->worth == 11 && defender->needs == 4 && defender->lacks == 1 + 2);
    tap_view(&setup, &st, 1, &v);
    assert_null(shown(&v, Z_HAND, 0, "Defender")); /* that is seat 1's secret */
    assert_int_equal(lacks(&v, "Wand"), 1 + 2);
    assert_int_equal(lacks(&v, "Lore Tome"), 1 + 1); /* one more Gold Ore */
    tap_view(&setup, &st, TAP_NOBODY, &v);
    assert_int_equal(lacks(&v, "Helm"), 0); /* whoever watches makes nothing */
    mining()->pile[RESOURCES] = 0;
    tap_view(&setup, &st, 0, &v);
    assert_string_equal(shown(&v, Z_BOARD, TAP_NOBODY, "Dirk")->note, "none left");
    int most = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        TapRng r;
        setup = setup_for(&dwarven_miner, 4, "");
        tap_rng_fast(&r, seed);
        for (start_seeded(&setup, &st, seed, NULL); !tap_over(&st); play_on(&setup, &st, &r, 1, NULL)) {
            tap_view(&setup, &st, 0, &v);
            int n = tap_view_json(&setup, &st, &v, json, sizeof json);
            if (n > most) most = n;
        }
    }
    assert_in_range(most, 7000, 8000);
}

/* The end says why: each result is the sum of the patrons that earned it, those that have left among them, every one in
 * sight with its points; and the winner's says what decided. */
static void test_results(void **state)
{
    (void)state;
    static TapView v;
    int gone = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        TapRng r;
        setup = setup_for(&dwarven_miner, 4, "");
        tap_rng_fast(&r, seed);
        for (start_seeded(&setup, &st, seed, NULL); !tap_over(&st);) play_on(&setup, &st, &r, 1, NULL);
        tap_view(&setup, &st, 0, &v);
        assert_int_equal(v.results, 4);
        for (int i = 0; i < 4; i++) {
            const TapViewResult *one = &v.result[i];
            const TapViewPart   *part = &v.part[one->first];
            int                  sum = 0, reasons = one->parts - (i == 0);
            for (int k = 0; k < reasons; k++) {
                assert_int_equal(part[k].n, 1); /* the patron it is for */
                sum += part[k].points;
            }
            assert_true(one->told && sum == one->points);
            assert_int_equal(one->points, mining()->seat[one->seat].points);
            for (int f = 0; f < PATRON_N; f++) gone += mining()->seat[one->seat].gone[f].n;
        }
        assert_memory_equal(v.part[v.result[0].first + v.result[0].parts - 1].text, "wins", 4);
    }
    assert_true(gone > 0);
}

/* Whoever only confirms, or is too slow, rolls; nothing that ends the mining is done for her. */
static void test_nothing_ends_by_itself(void **state)
{
    (void)state;
    TapMove m;
    deal(2, "monk monk monk tracker tracker tracker");
    assert_true(tap_idle_move(&setup, &st, 0, &m));
    assert_int_equal(m.verb, ROLL);
    assert_true(tap_answer(&setup, &st, 0, m, NULL));
    lay_dice("iron-ore iron-ore gold-ore powder crystal mithril");
    assert_true(can_say(0, "stop"));
    assert_false(tap_idle_move(&setup, &st, 0, &m));
}

/* What a bot is left with rolls again all that nobody of the hand wants, and nothing that somebody does. */
static void test_bots_roll_again_what_nobody_wants(void **state)
{
    (void)state;
    static const struct {
        const char *dice;
        uint64_t    again;
    } cases[] = {{"gold-ore gold-ore mithril mithril gold-ore mithril", 63}, /* a Monk wants none of these */
                 {"gold-ore powder mithril mithril gold-ore crystal", 1 | 4 | 8 | 16},
                 {"orc powder powder powder powder orc", 2 | 4 | 8 | 16}}; /* three Monks want three of them */
    TapRng r;
    tap_rng_fast(&r, 1);
    deal(2, "monk monk monk tracker tracker tracker");
    say(0, "roll");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TapChoices c;
        lay_dice(cases[i].dice);
        tap_choices(&setup, &st, 0, &c);
        miner_narrow(&setup, table_of(state_at(&st), 0), 0, &r, true, &c);
        assert_int_equal(c.n, 1);
        assert_int_equal(c.choice[0].verb, REROLL);
        uint64_t again = c.choice[0].items;
        if (i < 2) assert_int_equal(again, cases[i].again);
        else assert_true(again && !(again & ~cases[i].again)); /* never an Orc, some of the Powder */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results), cmocka_unit_test(test_seats),        cmocka_unit_test(test_own_data),
        cmocka_unit_test(test_recipes),      cmocka_unit_test(test_cards_pay),
        cmocka_unit_test(test_empty_piles),  cmocka_unit_test(test_defender),
        cmocka_unit_test(test_cumulative),   cmocka_unit_test(test_rogue),
        cmocka_unit_test(test_warrior_and_engineer), cmocka_unit_test(test_tracker),
        cmocka_unit_test(test_rune_singer),  cmocka_unit_test(test_deep_delver),
        cmocka_unit_test(test_berserker),    cmocka_unit_test(test_war_chanter),
        cmocka_unit_test(test_wizard),       cmocka_unit_test(test_chieftain),
        cmocka_unit_test(test_deck_out),     cmocka_unit_test(test_winning),
        cmocka_unit_test(test_chain),        cmocka_unit_test(test_nothing_ends_by_itself),
        cmocka_unit_test(test_bots_roll_again_what_nobody_wants),
        cmocka_unit_test(test_view),
        cmocka_unit_test(test_every_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
