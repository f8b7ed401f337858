/*
 * What everybody is told at the Red Dragon Inn before it happens: whom the last of the stack would touch and by how
 * much is what it then does if all pass, and whoever it would harm is asked by the usual order.
 *
 * 300 evenings at random with any cast, seats and options.
 */
#include "inn_evenings.h"
#include "view/view.h"

enum { EVENINGS = 300 };

typedef struct Seen {
    long cards, touched, spared, harmed; /* windows that were let be; targets told in them */
    long bodies;                         /* cards of rows with a Fortitude of their own */
} Seen;

static const TapViewItem *last_effect(const TapView *v)
{
    for (const TapViewZone *z = v->zone; z < v->zone + v->zones; z++)
        if (z->layout == TAP_EFFECTS && z->n) return &v->item[z->first + z->n - 1];
    return NULL;
}

/* What is told of a seat's Fortitude, if nothing else of anybody is told: else what follows is not compared. */
static bool is_all_fortitude(const TapView *v, const TapViewItem *i)
{
    for (int k = 0; k < i->targets; k++)
        if (!v->target[i->target + k].of || strcmp(v->target[i->target + k].of, "fortitude")) return false;
    return i->targets > 0;
}

static int told_of(const TapView *v, const TapViewItem *i, Seat s)
{
    int n = 0;
    for (const TapViewTarget *t = &v->target[i->target]; t < &v->target[i->target + i->targets]; t++)
        if (t->seat == s && !t->spared) n += t->n;
    return n;
}

/* What is told is what the card takes as things lie when it is played. Before the loss somebody may be asked whether he
 * discards cards, or pays; a card may come into the row and strike, too; and tokens that the card itself gives or takes
 * first may make it strike harder. */
static bool changes_first(const TapSetup *setup, const Open *o)
{
    const InnPermission *p = way_of(setup, o->card, o->way);
    for (int k = 0; k < p->effects; k++) {
        int does = inn_effect(tables_of(setup), p, k)->does;
        if (does == INN_DISCARD_OFF || does == INN_OFFER || does == INN_FETCH || does == INN_FETCH_TO) return true;
        if (does == INN_PLUCK || does == INN_DISCARD_OF || does == INN_SELL) return true;
        if (does == INN_GIVE || does == INN_TAKE) return true;
    }
    return card_at(setup, o->card)->onto; /* it is a token itself */
}

static int cards_in_rows(const Inn *g)
{
    int n = 0;
    for (Seat s = 0; s < g->table.seats; s++) n += g->seat[s].rows;
    return n;
}

/* Beside each card with a Fortitude of its own stands what it has left, and beside no other. */
static void expect_bodies(const TapView *v, const Inn *g, Seen *seen)
{
    for (const TapViewZone *z = v->zone; z < v->zone + v->zones; z++)
        for (int n = 0; z->zone == Z_ROW && !z->level && n < z->n; n++) {
            const TapViewItem *i = &v->item[z->first + n];
            int fort = g->seat[z->owner].row_fort[n];
            CHECK(!fort == !i->note, "a card of seat %d has Fortitude %d, and %s", z->owner + 1, fort - 1,
                  i->note ? i->note : "nothing is said");
            CHECK(!fort || (!strcmp(i->note, "Fortitude {what}") && atoi(i->noted) == fort - 1), "%s is said of %d",
                  i->noted, fort - 1);
            seen->bodies += fort > 0;
        }
}

/* All who are asked pass. */
static void let_it_be(const TapSetup *setup, TapState *st)
{
    TapSeatSet asked = tap_asked(setup, st);
    for (Seat s = 0; s < setup->seats; s++)
        if (tap_has(asked, s)) tap_answer_trusted(setup, st, s, (TapMove){.verb = PASS}, NULL);
}

static void look(const TapSetup *setup, TapState *st, Seen *seen)
{
    static TapView v;
    TapWindow      w;
    const Inn     *g = inn_in(st);
    tap_view(setup, st, TAP_NOBODY, &v);
    assert_true(tap_window(setup, st, &w));
    const TapViewItem *i = last_effect(&v);
    expect_bodies(&v, g, seen);
    if (i && g->open[g->at].part_way) i--; /* behind the card its part is named, */
    if (i && g->open[g->at].body && g->open[g->at].body != PLACE_GONE) i--; /* and what is struck */
    if (!i || strcmp(w.kind, "card") || g->at != g->opens - 1 || g->open[g->at].flags & (IS_EVENT | IN_PLAY))
        return;
    int before[PATRONS], due[PATRONS];
    for (Seat s = 0; s < setup->seats; s++) {
        before[s] = pool_at(g, s)->fort;
        due[s] = told_of(&v, i, s);
        bool own = g->open[g->at].actor == s;
        if (is_all_fortitude(&v, i) && due[s] < 0 && !own) {
            CHECK(tap_has(w.calls, s), "seat %d would lose %d and is not called", s + 1, -due[s]);
            seen->harmed++;
        }
    }
    const char *card = setup->content->deck[INN_CARDS]->face[g->open[g->at].card].code;
    bool exact = is_all_fortitude(&v, i) && !changes_first(setup, &g->open[g->at]);
    if (g->open[g->at].body) exact = false; /* it may fall, which costs somebody something */
    for (int k = 0; k < i->targets; k++) seen->spared += v.target[i->target + k].spared;
    int lay = cards_in_rows(g);
    let_it_be(setup, st);
    seen->cards++;
    if (!exact || cards_in_rows(g) < lay) return; /* what falls may cost its owner more */
    for (Seat s = 0; s < setup->seats; s++) {
        int of_side = 0; /* what is told of any of a side is taken from what all of it have together */
        for (Seat x = 0; x < setup->seats; x++) of_side += is_mate(g, s, x) ? due[x] : 0;
        int after = clamped(before[s] + of_side);
        CHECK(pool_at(g, s)->fort == after, "%s: seat %d has Fortitude %d, and was told %+d of %d", card,
              s + 1, pool_at(g, s)->fort, of_side, before[s]);
        seen->touched += due[s] != 0;
    }
}

static void the_stack_tells_the_truth(void **unused)
{
    (void)unused;
    Seen seen = {0};
    for (uint64_t seed = 1; seed <= EVENINGS; seed++) {
        static TapState st;
        TapRng          dice;
        TapWindow       w;
        tap_rng_fast(&dice, seed);
        TapSetup setup = some_evening(&dice);
        start_seeded(&setup, &st, seed, NULL);
        while (!tap_over(&st)) {
            bool first = tap_asked(&setup, &st) && !tap_sealed(&setup, &st);
            if (tap_window(&setup, &st, &w) && first && tap_rng_below(&dice, 3)) {
                uint64_t turns = inn_in(&st)->turns;
                const Inn *g = inn_in(&st);
                int opens = g->opens;
                look(&setup, &st, &seen);
                if (g->turns != turns || g->opens != opens) continue;
            }
            TapSeat s;
            if (tap_over(&st)) break;
            TapMove m = random_answer(&setup, &st, &dice, &s);
            tap_answer_trusted(&setup, &st, s, m, NULL);
        }
    }
    printf("%ld cards were let be: %ld changes as told, %ld targets spared, %ld seats harmed and called; %ld bodies\n",
           seen.cards, seen.touched, seen.spared, seen.harmed, seen.bodies);
    assert_true(seen.touched > 500 && seen.spared > 20 && seen.harmed > 500 && seen.bodies > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_stack_tells_the_truth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
