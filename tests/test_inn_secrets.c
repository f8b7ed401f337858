/*
 * Who of a side knows what at the Red Dragon Inn: staged positions in which something certainly lies hidden. Of each
 * it is said who knows it, card by card, and that is compared with what lies there; everybody who knows it sees it, and
 * no new deal changes it for him; for all others it is a back, and every new deal may. At every position on the way
 * nobody's View, choices, questions and windows, and not what a new deal makes of it, depend on what he does not know.
 */
#include <string.h>

#include <taproom/record.h>

#include "inn_evenings.h"
#include "view/view.h"

enum { DEALS = 60, DEALS_ON_THE_WAY = 2, CARDS_MOST = 40, PLACES_MOST = 4 };

/* Cards that lie somewhere, and who knows each, in their order, of a pile the top first: "2*12 34 -" are two that seats
 * 1 and 2 know, one that 3 and 4 know, and one that nobody does; "all" lies face up. */
typedef struct Place {
    const char *name;
    int owner; /* from 1; 0: the table */
    const char *known;
    bool in_guest; /* it belongs to the game that is played inside */
} Place;

typedef struct Staged {
    const char *name, *record;
    Place place[PLACES_MOST];
    int sealed; /* a seat from 1 that has answered under seal, which it alone knows; 0: none */
} Staged;

#define TABLE "taproom 1\ngame red-dragon-inn 2\noption variant=two-headed\nstart 1\n"
#define FOUR TABLE "seats 4\nstage 1 potions 0\nstage 3 potions 0\n"
#define SIX TABLE "seats 6\nstage 1 potions 0\nstage 3 potions 0\nstage 5 potions 0\n"
#define NOTHING_TO_DISCARD "1 discard nothing\n2 discard nothing\npass\n"

static const Staged staged[] = {
    {"the hands of a side", /* TM-1 */
     FOUR "cast zot gerki fiona dimli\n"
          "rig inn never-startle-a-wizard 6*_  7*_  7*_  heirloom-helmet 6*_\n" NOTHING_TO_DISCARD
          "1 play never-startle-a-wizard\n1 pick 3\n",
     {{"hand", 1, "6*12"}, {"hand", 2, "7*12"}, {"hand", 3, "7*34"}, {"hand", 4, "7*34"}}, 0},
    {"Prayers that lie face down", /* TC-BAST */
     FOUR "cast bastian fiona zot gog\nstage 1 first-token 9\n"
     "rig inn 7*_  7*_  never-startle-a-wizard 6*_  7*_  light-ale light-ale light-ale _  "
     "prayer-for-light prayer-for-shelter\n"
     NOTHING_TO_DISCARD
     "1 pass\n2 pass\n1 order 3\n2 order 3\npass\n2 next fiona\npass on\n3 discard nothing\n"
     "4 discard nothing\npass\n3 play never-startle-a-wizard\n3 pick 1\n",
     {{"row", 1, "2*12"}, {"hand", 1, "7*12"}}, 0},
    {"Artifacts that are Gold", /* SET-10 */
     FOUR "cast keet fiona zot gog\n"
     "rig inn gift-with-a-history 6*deal-me-in  7*_  7*_  7*_  light-ale light-ale light-ale _  funeral-mask\n"
     NOTHING_TO_DISCARD
     "1 play gift-with-a-history\n1 pick 3\npass\npass\n",
     {{"purse", 1, "10*12"}}, 0},
    {"an Artifact in the pot", /* TC-KEET */
     FOUR "cast keet fiona zot gog\n"
     "rig inn pickaxe 6*deal-me-in  7*_  7*_  7*_  light-ale light-ale light-ale _  funeral-mask\n"
     NOTHING_TO_DISCARD
     "1 play deal-me-in\npass\n3 champion gog\npass\n1 lay-down funeral-mask\npass\n",
     {{"purse", 1, "9*12"}, {"laid down", 0, "12"}}, 0},
    {"an Artifact that was paid to an opponent",
     FOUR "cast keet fiona zot gog\n"
     "rig inn gift-with-a-history 6*deal-me-in  7*_  7*_  7*_  light-ale light-ale light-ale _  funeral-mask\n"
     NOTHING_TO_DISCARD
     "1 play gift-with-a-history\n1 pick 3\npass\npass\n1 lay-down funeral-mask\npass\n",
     {{"purse", 1, "9*12"}, {"purse", 3, "1234"}}, 0},
    {"a Drink that is looked at", /* TC-TARA */
     FOUR "cast tara fiona zot gog\n"
     "rig inn signs-say-soon 6*_  7*_  7*_  7*_  light-ale light-ale light-ale _  "
     "dark-ale dark-ale wine dragon-breath-ale\n"
     NOTHING_TO_DISCARD
     "1 pass\n2 pass\n1 order 3\n2 order 4\n2 pass\n3 pass\n4 pass\n1 play signs-say-soon\npass\n"
     "1 order 3\n",
     {{"drinks", 0, "12"}, {"drink me", 3, "2*- 12"}, {"drink me", 4, "2*-"}}, 0},
    {"a hand that was looked into", /* INN-H43 */
     SIX "cast daareka gog fiona zot dimli eve\n"
     "rig inn a-look-inside 6*_\n1 discard nothing\n2 discard nothing\n1 play a-look-inside\n2 pass\n"
     "3 pass\n4 pass\n5 pass\n6 pass\n1 pick 3\npass\n",
     {{"hand", 3, "7*1234"}, {"hand", 1, "8*12"}, {"hand", 4, "7*34"}}, 0},
    {"a hand that was looked into and has drawn",
     FOUR "cast daareka fiona gog zot\n"
     "rig inn a-look-inside 6*_  7*_  7*_  7*_  light-ale light-ale light-ale _  _ _  dark-ale dark-ale\n"
     "1 discard nothing\n2 discard nothing\n1 play a-look-inside\n2 pass\n3 pass\n4 pass\n1 pick 3\npass\npass\n"
     "1 pass\n2 pass\n1 order 3\n2 order 4\npass on\n2 next fiona\npass on\n"
     "3 discard #1 #2\n4 discard nothing\npass\n",
     {{"hand", 3, "5*1234 2*34"}, {"hand", 1, "8*12"}}, 0},
    {"a hand of which a card is plucked", /* CN-47 */
     SIX "cast daareka gog fiona zot dimli eve\n"
     "rig inn thank-you-for-the-help 6*_  7*_  war-story 6*_\n"
     NOTHING_TO_DISCARD
     "1 play thank-you-for-the-help\n1 pick 3\n1 pick 5\npass\n",
     {{"hand", 3, "7*1234"}, {"hand", 4, "7*34"}}, 0},
    {"a hand that another plays", /* CN-40 */
     SIX "cast daareka gog fiona zot dimli eve\n"
     "rig inn deal-me-in you-play-my-hand 5*_  7*_  deal-me-in higher 5*_  7*_  deal-me-in 6*_\n"
     NOTHING_TO_DISCARD
     "1 play deal-me-in\npass\n3 champion fiona\n5 champion dimli\npass\npass\npass\npass\n"
     "5 play deal-me-in\npass\npass\n1 play you-play-my-hand\n1 pick 3\npass\n",
     {{"hand", 3, "7*1234"}, {"hand", 4, "7*34"}}, 0},
    {"a hand that lies open no more", /* CN-68 */
     FOUR "cast daareka fiona gog zot\n"
     "rig inn an-open-book 6*_  7*_  7*_  7*_  light-ale light-ale light-ale _  _ _  dark-ale dark-ale\n"
     NOTHING_TO_DISCARD
     "1 play an-open-book\n1 pick 3\npass\npass\n2 pass\n1 order 3\n2 order 4\npass\n2 next fiona\n"
     "pass on\n3 discard #1\n4 discard nothing\npass on\n3 pass\n4 pass\n3 order 1\n4 order 2\npass on\n"
     "3 next gog\npass on\n1 discard nothing\n2 discard nothing\npass on\n1 pass\n2 pass\n1 order 3\n"
     "2 order 4\npass on\n1 next daareka\npass on\n3 discard #1\n4 discard nothing\npass\n",
     {{"hand", 3, "6*all 34"}}, 0},
    {"a card for an Action that was negated", /* CN-35 */
     FOUR "cast fiona gerki daareka dimli\n"
     "rig inn war-story 6*_  7*_  think-that-over 6*_\n"
     NOTHING_TO_DISCARD
     "1 play war-story\n1 pick 4\n3 play think-that-over\npass\npass\npass\n",
     {{"hand", 1, "7*12"}}, 0},
    {"cards that an opponent divides", /* CN-51 */
     SIX "cast daareka gog fiona zot dimli eve\n"
     "rig inn which-would-you-keep 6*_\n"
     NOTHING_TO_DISCARD
     "1 play which-would-you-keep\n1 pick 3\npass\n3 divide #1 #2\n",
     {{"one pile", 1, "2*1234"}, {"another pile", 1, "3*1234"}}, 0},
    {"cards that an opponent has divided",
     FOUR "cast daareka fiona gog zot\n"
     "rig inn which-would-you-keep 6*_\n"
     NOTHING_TO_DISCARD
     "1 play which-would-you-keep\n1 pick 3\npass\n3 divide #1 #2\n1 pile 1\n",
     {{"hand", 1, "6*12 2*1234"}}, 0},
    {"a discard under seal", /* TM-6 */
     FOUR "cast fiona gerki zot dimli\n1 discard #1\n",
     {{"hand", 1, "7*12"}}, 1},
    {"cards of a game of the house", /* INN-T14 */
     FOUR "option games\ncast fiona dimli zot gerki\nrig inn deal-me-in higher 5*_\n"
     NOTHING_TO_DISCARD
     "1 play deal-me-in\npass\n3 champion zot\n1 name rogues-and-warriors\n1 begin\npass\npass\n"
     "1 play higher\npass\npass\n1 look\n",
     {{"hand", 1, "2*1", true}, {"hand", 3, "2*3", true}, {"looked at", 1, "1"}}, 0},
};

/* --------------------------------------------------------------- what lies there */

typedef struct Lying {
    Card card;
    SeatSet known; /* seats of the outermost table, and TAP_WATCHER */
} Lying;

static bool knows_inside(const TapState *st, int level, SeatSet known, TapSeat viewer)
{
    return knows(known, viewer == TAP_NOBODY ? (Seat)NOBODY : seat_inward(state_at(st), level, viewer));
}

static SeatSet known_outside(const TapSetup *setup, const TapState *st, int level, SeatSet known)
{
    SeatSet ret = knows(known, NOBODY) ? tap_only(TAP_WATCHER) : 0;
    for (TapSeat s = 0; s < (TapSeat)setup->seats; s++)
        if (knows_inside(st, level, known, s)) ret |= tap_only(s);
    return ret;
}

static int lying_there(const TapSetup *setup, const TapState *st, const Place *place, Lying ret[CARDS_MOST])
{
    Pieces list;
    int level = place->in_guest, n = 0;
    TapSeat owner = (TapSeat)(place->owner ? place->owner - 1 : TAP_NOBODY);
    if (level && owner != TAP_NOBODY) owner = seat_inward(state_at(st), level, owner);
    if (level < state_at(st)->levels)
        pieces_list(setup, game_of(setup, state_at(st), level), table_of(state_at(st), level), &list);
    for (int i = 0; level < state_at(st)->levels && i < list.n; i++) {
        const Piece *p = &list.piece[i];
        if (strcmp(p->name, place->name) != 0 || p->owner != owner) continue;
        for (int k = 0; p->slot && k < p->n && n < CARDS_MOST; k++)
            ret[n++] = (Lying){p->slot[k].card, known_outside(setup, st, level, p->slot[k].known)};
        for (int k = p->pile ? p->pile->fixed - 1 : -1; k >= 0 && n < CARDS_MOST; k--)
            ret[n++] = (Lying){pile_cards(p->pile)[p->pile->n - p->pile->fixed + k],
                               known_outside(setup, st, level, p->pile->known[k])};
    }
    return n;
}

static void write_known(const TapSetup *setup, const Lying *lying, int n, char *ret, size_t size)
{
    size_t at = 0;
    ret[0] = 0;
    for (int i = 0, k; i < n; i += k) {
        char word[TAP_SEATS + 1] = "";
        int letters = 0;
        for (k = 1; i + k < n && lying[i + k].known == lying[i].known; k++) continue;
        for (TapSeat s = 0; s < (TapSeat)setup->seats; s++)
            if (tap_has(lying[i].known, s)) word[letters++] = (char)('1' + s);
        bool open = lying[i].known & tap_only(TAP_WATCHER);
        at += (size_t)snprintf(ret + at, size - at, at ? " " : "");
        if (k > 1) at += (size_t)snprintf(ret + at, size - at, "%d*", k);
        at += (size_t)snprintf(ret + at, size - at, "%s", open ? "all" : letters ? word : "-");
    }
}

/* ------------------------------------------------------------------ deals */

typedef struct Position {
    const Staged *of;
    const TapSetup *setup;
    TapState st;
    TapRng dice;
    int step; /* answers before it */
} Position;

#define EXPECT(p, condition, ...) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s, after answer %d: ", (p)->of->name, (p)->step); \
            CHECK(condition, __VA_ARGS__); \
        } \
    } while (0)

/* Of the position and of one that the viewer cannot tell from it. */
static void expect_alike(Position *p, const TapState *dealt, TapSeat viewer)
{
    static TapView real, believed;
    static TapState once, again;
    TapChoices a, b;
    tap_view(p->setup, &p->st, viewer, &real);
    tap_view(p->setup, dealt, viewer, &believed);
    const char *leak = view_difference(&real, &believed);
    EXPECT(p, !leak, "viewer %d sees something hidden: %s", viewer + 1, leak);
    EXPECT(p, tap_asked_for(p->setup, &p->st, viewer) == tap_asked_for(p->setup, dealt, viewer) &&
                  tap_sealed_for(p->setup, &p->st, viewer) == tap_sealed_for(p->setup, dealt, viewer),
           "who is asked tells viewer %d something hidden", viewer + 1);
    EXPECT(p, same_window(p->setup, &p->st, dealt), "the window tells viewer %d something hidden", viewer + 1);
    if (viewer != TAP_NOBODY) {
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        tap_choices(p->setup, &p->st, viewer, &a);
        tap_choices(p->setup, dealt, viewer, &b);
        EXPECT(p, a.n == b.n && !memcmp(a.choice, b.choice, sizeof *a.choice * (size_t)a.n),
               "the choices of seat %d depend on something hidden", viewer + 1);
    }
    TapRng luck = p->dice, same = luck;
    tap_state_copy(p->setup, &once, &p->st);
    tap_state_copy(p->setup, &again, dealt);
    tap_reseal(p->setup, &once, viewer, &luck, true);
    tap_reseal(p->setup, &again, viewer, &same, true);
    EXPECT(p, !memcmp(&once, &again, tap_state_size(p->setup)),
           "what a new deal for viewer %d makes depends on something hidden", viewer + 1);
}

static void deal_anew(Position *p, TapSeat viewer, TapState *ret)
{
    tap_state_copy(p->setup, ret, &p->st);
    tap_reseal(p->setup, ret, viewer, &p->dice, true);
}

static void expect_sealed(Position *p)
{
    static TapState dealt;
    for (TapSeat viewer = TAP_NOBODY; viewer < (TapSeat)p->setup->seats; viewer++)
        for (int i = 0; i < DEALS_ON_THE_WAY; i++) {
            deal_anew(p, viewer, &dealt);
            expect_alike(p, &dealt, viewer);
        }
}

/* --------------------------------------------------------- who knows what */

static void expect_seen(Position *p, const Place *place, const Lying *lying, int n, TapSeat viewer)
{
    static TapView view;
    TapSeat owner = (TapSeat)(place->owner ? place->owner - 1 : TAP_NOBODY);
    int found = 0;
    tap_view(p->setup, &p->st, viewer, &view);
    for (const TapViewZone *z = view.zone; z < view.zone + view.zones; z++) {
        if (strcmp(z->name, place->name) != 0 || z->owner != owner || z->level != place->in_guest) continue;
        for (int k = 0; k < z->n && found < n; k++, found++) {
            bool known = knows(lying[found].known, viewer);
            const TapViewItem *item = &view.item[z->first + k];
            EXPECT(p, item->face == (known ? lying[found].card : TAP_NO_CARD), "viewer %d %s card %d of '%s' of %d",
                   viewer + 1, known ? "does not see" : "sees", found + 1, place->name, place->owner);
        }
    }
    EXPECT(p, found == n, "viewer %d is shown %d of %d cards of '%s'", viewer + 1, found, n, place->name);
}

/* What he knows lies there in every deal, and what he does not is another card in one of them. */
static void expect_place(Position *p, const Place *place)
{
    static TapState dealt;
    static Lying lying[CARDS_MOST], now[CARDS_MOST];
    char known[200];
    int n = lying_there(p->setup, &p->st, place, lying);
    write_known(p->setup, lying, n, known, sizeof known);
    EXPECT(p, !strcmp(known, place->known), "'%s' of %d is known to '%s', and should be to '%s'", place->name,
           place->owner, known, place->known);
    for (TapSeat viewer = TAP_NOBODY; viewer < (TapSeat)p->setup->seats; viewer++) {
        bool moved[CARDS_MOST] = {false};
        expect_seen(p, place, lying, n, viewer);
        for (int i = 0; i < DEALS; i++) {
            deal_anew(p, viewer, &dealt);
            EXPECT(p, lying_there(p->setup, &dealt, place, now) == n, "a new deal makes other places");
            for (int k = 0; k < n; k++) moved[k] = moved[k] || now[k].card != lying[k].card;
        }
        for (int k = 0; k < n; k++) {
            bool knew = knows(lying[k].known, viewer);
            EXPECT(p, moved[k] != knew, "a new deal for viewer %d %s card %d of '%s' of %d", viewer + 1,
                   knew ? "changes, though it is known," : "never changes", k + 1, place->name, place->owner);
        }
    }
}

static void expect_sealed_answer(Position *p, TapSeat seat)
{
    static TapState dealt;
    EXPECT(p, tap_has(tap_sealed(p->setup, &p->st), seat), "seat %d has sealed nothing", seat + 1);
    for (TapSeat viewer = TAP_NOBODY; viewer < (TapSeat)p->setup->seats; viewer++) {
        bool moved = false;
        for (int i = 0; i < DEALS; i++) {
            deal_anew(p, viewer, &dealt);
            moved = moved || !tap_same_move(state_at(&dealt)->answer[seat], state_at(&p->st)->answer[seat]);
        }
        EXPECT(p, moved == (viewer != seat), "a new deal for viewer %d %s what seat %d has sealed", viewer + 1,
               moved ? "changes" : "never changes", seat + 1);
    }
}

static void test_staged(void **state)
{
    const Staged *of = *state;
    static Position p;
    TapError error = {""};
    int line = 0;
    TapRecord *r = tap_record_read(of->record, &line, &error);
    CHECK(r, "%s, line %d: %s", of->name, line, error.text);
    p = (Position){.of = of, .setup = tap_record_setup(r)};
    tap_rng_fast(&p.dice, (uint64_t)(of - staged));
    for (p.step = 0;; p.step++) {
        assert_true(tap_record_state_at(r, p.step, &p.st, NULL));
        expect_sealed(&p);
        if (p.step == tap_record_answers(r)) break;
    }
    for (const Place *place = of->place; place < of->place + PLACES_MOST && place->name; place++)
        expect_place(&p, place);
    if (of->sealed) expect_sealed_answer(&p, (TapSeat)(of->sealed - 1));
    tap_record_free(r);
}

int main(void)
{
    enum { TESTS = sizeof staged / sizeof *staged };
    struct CMUnitTest tests[TESTS];
    for (int i = 0; i < TESTS; i++)
        tests[i] = (struct CMUnitTest){
            .name = staged[i].name, .test_func = test_staged, .initial_state = (void *)(uintptr_t)&staged[i]};
    return _cmocka_run_group_tests("secrets of a side", tests, TESTS, NULL, NULL);
}
