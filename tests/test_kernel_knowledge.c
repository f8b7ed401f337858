/* Who knows what, worked out from the log by other means than the rules use: a ledger of what each viewer saw go where.
 * The slots must know exactly that, no more and no less, and reseal must keep exactly that. */
#include "support.h"

#include <string.h>

enum { NOWHERE = 0, WATCHER_ROW = TAP_SEATS, ROWS = TAP_SEATS + 1 };

/* A place as events name it: zone and owner, and in a grid the cell. The top of a pile is its zone. */
typedef uint16_t Place;
static Place place_of(int zone, Seat owner, int cell) { return (Place)(zone << 8 | (owner + 1) << 4 | cell); }

typedef struct Ledger {
    Place where[ROWS][TAVERN_FACES]; /* as each viewer knows it; every card of these games is there once */
    bool  open[TAVERN_FACES];        /* lies face up */
} Ledger;

static bool saw(const TapEvent *ev, int row) { return ev->seen_by >> (row == WATCHER_ROW ? TAP_WATCHER : row) & 1; }

/* A card leaves a hand: who did not see which forgets what he knew of that hand, open cards aside. */
static void enter_leaving(Ledger *l, const TapEvent *ev, int deck)
{
    if (ev->kind != TAP_MOVED || !ev->from || ev->from == deck) return;
    for (int row = 0; row < ROWS; row++)
        for (int c = 0; c < TAVERN_FACES && !saw(ev, row); c++)
            if (l->where[row][c] == place_of(ev->from, ev->from_owner, 0) && !l->open[c]) l->where[row][c] = NOWHERE;
}

/* grid is the zone whose cells are places of their own; deck the zone of the pile. */
static void enter_arriving(Ledger *l, const TapEvent *ev, int deck, int grid)
{
    Place to = place_of(ev->to, ev->to_owner, ev->to == grid ? ev->n : 0), top = place_of(deck, NOBODY, 0);
    bool  shuffled = ev->kind == TAP_MOVED && ev->from == deck && ev->to == deck;
    for (int row = 0; row < ROWS; row++) {
        if (!shuffled && saw(ev, row)) l->where[row][ev->card] = to;
        else if (ev->kind == TAP_MOVED && ev->from == deck) /* the top is one card: who knew it knows where it went */
            for (int c = 0; c < TAVERN_FACES; c++)
                if (l->where[row][c] == top) l->where[row][c] = shuffled ? (Place)NOWHERE : to;
    }
    if (ev->kind == TAP_SHOWN && ev->seen_by == TAP_PUBLIC) l->open[ev->card] = true;
}

typedef struct Tally {
    long known, unknown, moved, facts_kept;
} Tally;

static void compare(const TapSetup *setup, const TapState *st, const Ledger *l, int deck, int grid, Tally *tally)
{
    Pieces list;
    pieces_list(setup, setup->game, table_of(state_at(st), 0), &list);
    for (int row = 0; row < ROWS; row++) {
        if (row >= setup->seats && row != WATCHER_ROW) continue;
        Seat viewer = row == WATCHER_ROW ? (Seat)NOBODY : (Seat)row;
        for (int i = 0; i < list.n; i++) {
            const Piece *p = &list.piece[i];
            for (int k = 0; p->slot && k < p->n; k++) {
                if (p->slot[k].card == NO_CARD) continue;
                Place here = place_of(p->zone, p->owner, p->zone == grid ? k : 0);
                bool  known = l->where[row][p->slot[k].card] == here;
                CHECK(knows(p->slot[k].known, viewer) == known, "%s: viewer %d %s card %d in zone %d of %d",
                      tap_game_id(setup->game), viewer, known ? "has seen but does not know" : "knows but never saw",
                      p->slot[k].card, p->zone, p->owner);
                if (known) tally->known++;
                else tally->unknown++;
            }
            if (!p->pile || !p->pile->n) continue;
            Card top = pile_top(p->pile);
            bool fixed = p->pile->fixed && knows(p->pile->known[p->pile->fixed - 1], viewer);
            CHECK(fixed == (l->where[row][top] == place_of(deck, NOBODY, 0)), "viewer %d and the top of the deck",
                  viewer);
        }
    }
}

/* What the ledger says a viewer knows is still true after reseal; what it does not say moves. */
static void compare_resealed(const TapSetup *setup, const TapState *st, const Ledger *l, int grid, int deck, TapRng *r,
                             Tally *tally)
{
    for (int row = 0; row < ROWS; row++) {
        if (row >= setup->seats && row != WATCHER_ROW) continue;
        TapState copy = *st;
        tap_reseal(setup, &copy, row == WATCHER_ROW ? (TapSeat)TAP_NOBODY : (TapSeat)row, r, true);
        Pieces before = {.n = 0}, after = {.n = 0};
        pieces_list(setup, setup->game, table_of(state_at(st), 0), &before);
        pieces_list(setup, setup->game, table_of(state_at(&copy), 0), &after);
        for (int i = 0; i < before.n; i++) {
            const Piece *p = &before.piece[i], *q = &after.piece[i];
            for (int k = 0; p->slot && k < p->n; k++) {
                if (p->slot[k].card == NO_CARD) continue;
                bool known = l->where[row][p->slot[k].card] == place_of(p->zone, p->owner, p->zone == grid ? k : 0);
                CHECK(!known || p->slot[k].card == q->slot[k].card, "reseal moved a card that viewer %d has seen", row);
                tally->facts_kept += known;
                tally->moved += p->slot[k].card != q->slot[k].card;
            }
            if (!p->pile || !p->pile->n) continue;
            Card top = pile_top(p->pile);
            CHECK(l->where[row][top] != place_of(deck, NOBODY, 0) || pile_top(q->pile) == top, "a peeked top moved");
        }
    }
}

static void run_ledger(const Game *game, int seats, int games, int deck, int grid)
{
    static TapLog log;
    static Ledger ledger;
    Tally  tally = {0};
    TapRng r;
    tap_rng_fast(&r, 5);
    for (int i = 0; i < games; i++) {
        TapSetup setup = setup_for(game, seats, "");
        TapState st;
        int      read = 0;
        memset(&ledger, 0, sizeof ledger);
        tap_log_clear(&log);
        for (start_seeded(&setup, &st, (uint64_t)i, &log); !tap_over(&st); play_on(&setup, &st, &r, 1, &log)) {
            /* Cards that are passed together leave all hands before they arrive. */
            for (int k = read; k < log.n; k++) enter_leaving(&ledger, &log.event[k], deck);
            for (; read < log.n; read++) enter_arriving(&ledger, &log.event[read], deck, grid);
            compare(&setup, &st, &ledger, deck, grid, &tally);
            compare_resealed(&setup, &st, &ledger, grid, deck, &r, &tally);
        }
        assert_int_equal(log.lost, 0);
    }
    assert_true(tally.known > 1000 && tally.unknown > 1000 && tally.facts_kept > 1000);
    assert_true(tally.moved > tally.unknown / 2);
}

/* A passed card stays known to the one who passed it until the hand it lies in loses a card unseen. */
static void test_sealed_draft(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 10; seats += 4) run_ledger(&pass_left, seats, 60, 1, 0);
}

/* Peeks, a card its owner may not look at, a card all but its owner see, a grid, shuffles. */
static void test_peeks_and_hidden_cards(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 7; seats += 2) run_ledger(&whispers, seats, 200, 1, 5);
}

/* ------------------------------------------------------- the pile by itself */

static Env lone_env(const TapSetup *setup, TapState *st)
{
    return (Env){.setup = setup, .state = state_of(st), .game = setup->game};
}

static void test_peeked_cards_are_fixed_and_keep_their_knowers(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&whispers, 2, "");
    TapState st;
    start_seeded(&setup, &st, 1, NULL);
    Env  e = lone_env(&setup, &st);
    struct { PILE(deck, 40); } x;
    fill_with_different_cards(x.deck, 20);
    Pile *p = &x.deck;
    pile_peek(&e, p, 3, only(1));
    Card top[3] = {pile_cards(p)[19], pile_cards(p)[18], pile_cards(p)[17]};
    pile_peek(&e, p, 1, only(0));
    assert_int_equal(p->fixed, 3);
    Slot a = pile_draw(&e, p, 0), b = pile_draw(&e, p, PUBLIC);
    assert_int_equal(a.card, top[0]);
    assert_int_equal(a.known, only(0) | only(1));
    assert_int_equal(b.card, top[1]);
    assert_int_equal(b.known, PUBLIC);
    pile_put(p, (Slot){33, only(2)});
    pile_peek(&e, p, 2, 0);
    assert_int_equal(pile_cards(p)[18], 33);
    assert_int_equal(pile_cards(p)[17], top[2]);
    assert_int_equal(p->known[0], only(1));
    chance_shuffle(&e, p);
    assert_int_equal(p->fixed, 0);
    Slot c = pile_draw(&e, p, 0);
    assert_int_equal(c.known, 0);
}

static void test_unseen_removal_dissolves_the_hand(void **state)
{
    (void)state;
    Slot    hand[4] = {{1, 0x7}, {2, 0x3}, {3, PUBLIC}, {4, 0x1}};
    uint8_t n = 4;
    Slot    gone = hand_take_unseen(hand, &n, 1, 0x1);
    assert_int_equal(n, 3);
    assert_int_equal(gone.card, 2);
    assert_int_equal(gone.known, 0x1);
    assert_int_equal(hand[0].known, 0x1);
    assert_int_equal(hand[1].known, PUBLIC); /* it lies open */
    assert_int_equal(hand[2].known, 0x1);
    assert_int_equal(hand[3].card | hand[3].known, 0);
    gone = hand_replace_unseen(hand, n, 0, (Slot){9, 0x4}, 0x2);
    assert_int_equal(gone.card, 1);
    assert_int_equal(gone.known, 0);
    assert_int_equal(hand[0].card, 9);
    assert_int_equal(hand[0].known, 0x4);
    assert_int_equal(hand[2].known, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sealed_draft),
        cmocka_unit_test(test_peeks_and_hidden_cards),
        cmocka_unit_test(test_peeked_cards_are_fixed_and_keep_their_knowers),
        cmocka_unit_test(test_unseen_removal_dissolves_the_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
