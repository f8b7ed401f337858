/* Layouts that a View may have are drawn whether or not a game of today uses them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/asked.c"
#include "cli/paint.c"
#include "cli/portions.c"
#include "cli/screen.c"

static TapView view;
static char    painted[1 << 16];

static const Screen ascii = {.width = 80, .height = 24}, plain = {.plain = true, .width = 80, .height = 24},
                    drawn = {.unicode = true, .animals = true, .width = 80, .height = 24};
static const Company company = {.viewer = 0, .name = {NULL, "Mira"}};

static const TapDeck *deck(void) { return tap_game_content(tap_game_find("kings-council"))->deck[0]; }

static void begin(void)
{
    memset(&view, 0, sizeof view);
    view.seats = 2;
    view.levels = 1;
    view.game[0] = "A Game";
    view.phase[0] = "A Phase";
    view.start = TAP_NOBODY;
}

static TapViewZone *zone(const char *name, TapLayout layout, int w, int h, TapSeat owner)
{
    TapViewZone *z = &view.zone[view.zones++];
    *z = (TapViewZone){.name = name,
                       .deck = deck(),
                       .owner = owner,
                       .layout = (uint8_t)layout,
                       .w = (uint8_t)w,
                       .h = (uint8_t)h,
                       .first = (uint16_t)view.items};
    return z;
}

static TapViewItem *item(TapItemKind kind, int face, const char *text, int depth)
{
    TapViewZone *z = &view.zone[view.zones - 1];
    TapViewItem *i = &view.item[view.items++];
    *i = (TapViewItem){.kind = (uint8_t)kind,
                       .who = TAP_NOBODY,
                       .other = TAP_NOBODY,
                       .face = (TapCard)face,
                       .text = text,
                       .depth = (uint8_t)depth};
    z->size = ++z->n;
    return i;
}

static void card(const char *code) { item(TAP_CARD_ITEM, tap_deck_find(deck(), code), NULL, 0); }

/* What the function prints to standard output. */
static void paint(const Screen *s, void (*what)(const Screen *))
{
    fflush(stdout);
    int   before = dup(STDOUT_FILENO);
    FILE *file = tmpfile();
    assert_non_null(file);
    dup2(fileno(file), STDOUT_FILENO);
    what(s);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    rewind(file);
    painted[fread(painted, 1, sizeof painted - 1, file)] = 0;
    fclose(file);
    static char copy[sizeof painted];
    strcpy(copy, painted);
    for (char *line = strtok(copy, "\n"); line; line = strtok(NULL, "\n"))
        if (text_columns(line) > s->width) fail_msg("wider than the terminal: %s", line);
}

static int  below;
static void the_table(const Screen *s) { paint_table(s, &company, &view, below); }

static void assert_painted(const char *words)
{
    if (!strstr(painted, words)) fail_msg("'%s' is missing in:\n%s", words, painted);
}

static void a_grid_is_drawn_row_by_row(void **unused)
{
    (void)unused;
    begin();
    zone("city", TAP_GRID, 2, 2, TAP_NOBODY);
    card("W-wolf");
    item(TAP_EMPTY_ITEM, 0, NULL, 0);
    card("R-owl");
    item(TAP_CARD_ITEM, TAP_NO_CARD, NULL, 0);
    paint(&ascii, the_table);
    assert_painted("city [W wolf ///] [ ]\n");
    assert_painted("     [R owl ~~~]  [?]\n");
    paint(&plain, the_table);
    assert_painted("City: Warrior of wolf, red; empty;\n");
    assert_painted("Rogue of owl, green; a card face down");
}

/* Columns of the first character of each row of a seat's grid, whatever stands before it. */
static void a_grid_of_another_seat_stands_in_columns(void **unused)
{
    (void)unused;
    for (int wide = 0; wide < 2; wide++) {
        begin();
        if (wide) { /* too much before it: the grid begins a line of its own */
            zone("hand", TAP_FAN, 0, 0, 1);
            for (int i = 0; i < 4; i++) card("M-horse");
        }
        zone("city", TAP_GRID, 3, 3, 1);
        for (int i = 0; i < 9; i++)
            if (i % 4) item(TAP_EMPTY_ITEM, 0, NULL, 0);
            else card("M-horse");
        paint(&ascii, the_table);
        char *row = strstr(painted, "city");
        assert_non_null(row);
        char *first = strchr(row, '[');
        while (row > painted && row[-1] != '\n') row--;
        long column = first - row;
        assert_true(wide ? column < 20 : column > 10);
        assert_painted("city [M horse ~~~] [ ]           [ ]\n");
        for (int i = 0; i < 2; i++) {
            row = strchr(row, '\n') + 1;
            assert_int_equal((int)strspn(row, " "), (int)column);
            if (i == 0) assert_int_equal(strncmp(row + column, "[ ]           [M horse ~~~] [ ]", 31), 0);
        }
    }
}

static void a_ring_has_numbers(void **unused)
{
    (void)unused;
    begin();
    zone("wheel", TAP_RING, 3, 0, TAP_NOBODY);
    card("L-hare");
    card("D-red");
    card("B-grey");
    paint(&ascii, the_table);
    assert_painted("wheel 1:[L hare ooo] 2:[D red ///] 3:[B grey]");
}

static void groups_effects_and_tracks_are_told_apart(void **unused)
{
    (void)unused;
    begin();
    zone("sets", TAP_GROUPS, 0, 0, 1);
    item(TAP_TOKEN_ITEM, 0, "coin", 0);
    item(TAP_TOKEN_ITEM, 0, "coin", 1);
    *zone("road", TAP_TRACK, 0, 0, TAP_NOBODY) = (TapViewZone){
        .name = "road", .owner = TAP_NOBODY, .layout = TAP_TRACK, .hi = 20, .first = (uint16_t)view.items};
    item(TAP_TOKEN_ITEM, 0, "mug", 0)->n = 7;
    *item(TAP_TOKEN_ITEM, 0, "heart", 0) = (TapViewItem){.kind = TAP_TOKEN_ITEM, .text = "heart", .who = 1, .n = 12};
    item(TAP_TEXT_ITEM, 0, "goal", 0)->n = 20;
    zone("answers", TAP_EFFECTS, 0, 0, TAP_NOBODY);
    item(TAP_TEXT_ITEM, 0, "A drink is offered", 0);
    item(TAP_TEXT_ITEM, 0, "and refused", 1);
    paint(&ascii, the_table);
    assert_painted("sets coin | coin");
    assert_painted("road 0 to 20 mug 7 Mira heart 12 (goal 20)");
    assert_painted("\n    A drink is offered\n");
    assert_painted("\n      next: and refused\n");
}

/* Who would get what, and who is for it: each proposal is a line, and what follows begins another. */
static void a_proposal_is_a_line(void **unused)
{
    (void)unused;
    begin();
    for (int k = 0; k < 2; k++) {
        zone(k ? "proposal 2" : "proposal 1", TAP_GROUPS, 0, 0, TAP_NOBODY);
        card("L-hare");
        view.item[view.items - 1].who = 0;
        view.item[view.items - 1].n = 2;
        card("D-red");
        view.item[view.items - 1].who = (TapSeat)!k;
        for (TapSeat s = 0; s <= k; s++) item(TAP_TEXT_ITEM, TAP_NO_CARD, "{who} agrees.", 0)->who = s;
    }
    zone("bag", TAP_STACK, 0, 0, TAP_NOBODY)->size = 7;
    paint(&ascii, the_table);
    assert_painted("  [1] You: 2 Lady of hare / Mira: red Dragon   You\n");
    assert_painted("  [2] You: 2 Lady of hare, red Dragon   You, Mira\n  bag");
    paint(&plain, the_table);
    assert_painted("Proposal 1: You: 2 times Lady of hare");
}

/* Each item with what belongs to it has a line; a scale with one thing on it says how much of how much. */
static void what_belongs_to_an_item_stands_beside_it(void **unused)
{
    (void)unused;
    begin();
    zone("lairs", TAP_ROW, 0, 0, TAP_NOBODY);
    item(TAP_TOKEN_ITEM, 0, "wyrm", 0)->id = 70;
    item(TAP_TOKEN_ITEM, 0, "drake", 0)->id = 71;
    zone("hoard 2", TAP_ROW, 0, 0, TAP_NOBODY)->at = 72;
    item(TAP_TOKEN_ITEM, 0, "ruby", 0);
    TapViewZone *z = zone("attack 2", TAP_TRACK, 0, 0, TAP_NOBODY);
    z->at = 72;
    z->hi = 9;
    item(TAP_TOKEN_ITEM, 0, "attack", 0)->n = 4;
    item(TAP_TEXT_ITEM, 0, "strength", 0)->n = 9;
    view.counter[view.counters++] = (TapViewCounter){.name = "hidden", .owner = TAP_NOBODY, .value = 3, .at = 72};
    paint(&ascii, the_table);
    assert_painted("\n  1 wyrm\n  2 drake  hidden 3  hoard ruby  attack 4 of 9\n");
    paint(&plain, the_table);
    assert_painted("\n1, wyrm.\n2, drake. Hidden 3. Hoard: ruby. Attack: 4 of 9.\n");
}

static void a_hand_too_wide_for_boxes_is_wrapped(void **unused)
{
    (void)unused;
    begin();
    zone("hand", TAP_FAN, 0, 0, 0);
    for (int i = 0; i < 12; i++) card(i % 2 ? "M-horse" : "R-wren");
    paint(&drawn, the_table);
    assert_painted("[M horse ≈≈≈]");
    assert_null(strstr(painted, "╭"));
    begin();
    zone("hand", TAP_FAN, 0, 0, 0);
    for (int i = 0; i < 7; i++) card("M-horse");
    paint(&drawn, the_table);
    assert_painted("│horse≈≈≈│ │horse≈≈≈│");
}

/* A deck of another kind: no letters, and a die that shows pictures. */
static const TapFace word_faces[] = {
    {.code = "haggle", .name = "Haggle Long and Loud of old", .kind = "Sometimes", .hue = "red", .copies = 1},
    {.code = "nod", .name = "A Nod of approval", .title = "Nod", .glyph = "\U0001F44D", .copies = 1},
};
static const TapFace ore_faces[] = {{.code = "gold", .name = "gold", .number = 3, .copies = 1},
                                    {.code = "2", .name = "2", .number = 2, .copies = 1}};
static const TapDeck word_deck = {.name = "words", .noun = "card", .faces = 2, .face = word_faces};
static const TapDeck ore_die = {.name = "ore", .noun = "die", .dice = true, .faces = 2, .face = ore_faces};

static void faces_without_letters_are_drawn(void **unused)
{
    (void)unused;
    begin();
    zone("hand", TAP_FAN, 0, 0, 0)->deck = &word_deck;
    item(TAP_CARD_ITEM, 0, NULL, 0);
    item(TAP_CARD_ITEM, 1, NULL, 0);
    zone("ore", TAP_ROW, 0, 0, 0)->deck = &ore_die;
    item(TAP_DIE_ITEM, 1, NULL, 0);
    item(TAP_DIE_ITEM, 2, NULL, 0);
    paint(&ascii, the_table);
    assert_painted("hand [Haggle Long and Loud of old] [Nod]");
    assert_painted("ore (gold) (2)");
    paint(&plain, the_table);
    assert_painted("Hand: Haggle Long and Loud of old, red; A Nod of approval.");
    assert_painted("Ore: gold; 2.");
    paint(&drawn, the_table);
    assert_painted("│Haggle  │ │Nod   \U0001F44D│");
    assert_painted("│Long an…│");
    assert_painted("│Sometime│");
    assert_painted("│gold   │");
}

/* Every word that the inn says of whom an effect touches, said of another and of you. */
static void whom_an_effect_touches_is_told_as_to_you(void **unused)
{
    static const struct {
        const char *of, *word, *told;
    } said[] = {
        {NULL, "was hurt", "(Mira was hurt; you were hurt)"},
        {NULL, "ignores it", "(Mira ignores it; you ignore it)"},
        {NULL, "loses nothing", "(Mira loses nothing; you lose nothing)"},
        {NULL, "would be out", "(Mira would be out; you would be out)"},
        {"fortitude", NULL, "(Mira -3 fortitude; you -3 fortitude)"},
        {"fortitude", "ignores it", "(Mira -3 fortitude, ignores it; you -3 fortitude, ignore it)"},
        {"gold", "need not pay", "(Mira -3 gold, need not pay; you -3 gold, need not pay)"},
        {"gold", "the Inn pays", "(Mira -3 gold, the Inn pays; you -3 gold, the Inn pays)"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        begin();
        zone("answers", TAP_EFFECTS, 0, 0, TAP_NOBODY);
        *item(TAP_TEXT_ITEM, 0, NULL, 0) = (TapViewItem){
            .kind = TAP_TEXT_ITEM, .text = "It.", .who = TAP_NOBODY, .other = TAP_NOBODY, .face = TAP_NO_CARD,
            .target = (uint16_t)view.targets, .targets = 2};
        for (TapSeat seat = 2; seat-- > 0;)
            view.target[view.targets++] =
                (TapViewTarget){.seat = seat, .of = said[i].of, .n = -3, .word = said[i].word};
        paint(&plain, the_table);
        assert_painted(said[i].told);
    }
}

/* Sentences speak of you; things stand for several alike, and belong to a seat. */
static void texts_and_offers_are_told(void **unused)
{
    (void)unused;
    begin();
    zone("answers", TAP_EFFECTS, 0, 0, TAP_NOBODY);
    *item(TAP_TEXT_ITEM, 0, NULL, 0) = (TapViewItem){.kind = TAP_TEXT_ITEM,
                                                     .text = "{who} plays the {card} on {other}.",
                                                     .who = 1,
                                                     .other = 0,
                                                     .face = (TapCard)tap_deck_find(deck(), "W-wolf"),
                                                     .deck = deck()};
    *item(TAP_TEXT_ITEM, 0, NULL, 0) = (TapViewItem){.kind = TAP_TEXT_ITEM,
                                                     .text = "{who} drinks {n}.",
                                                     .who = 0,
                                                     .other = TAP_NOBODY,
                                                     .n = 3,
                                                     .face = TAP_NO_CARD,
                                                     .depth = 1};
    zone("offers", TAP_GROUPS, 0, 0, TAP_NOBODY);
    card("R-owl");
    view.item[view.items - 1].n = 3;
    view.item[view.items - 1].who = 1;
    card("W-wolf");
    view.item[view.items - 1].who = 0;
    paint(&ascii, the_table);
    assert_painted("\n    Mira plays the Warrior of wolf /// on you.\n");
    assert_painted("\n      next: You drink 3.");
    assert_painted("offers Mira: 3*[R owl ~~~]  You: [W wolf ///]");
    paint(&plain, the_table);
    assert_painted("Mira plays the Warrior of wolf, red on you;\nnext: You drink 3.\nOffers:"); /* one stop each */
    assert_painted("Offers: Mira: 3 times Rogue of owl, green;");
}

static void counter(const char *name, int value)
{
    view.counter[view.counters++] = (TapViewCounter){.owner = TAP_NOBODY, .name = name, .value = value};
}

static void a_header_is_never_wider_than_the_terminal(void **unused)
{
    (void)unused;
    begin();
    view.levels = 2;
    view.game[0] = "An Evening of Several Games";
    view.game[1] = "A Game Inside It";
    view.phase[1] = "A phase with a long and winding title";
    counter("pot", 4);
    paint(&drawn, the_table);
    assert_painted("── A Game Inside It · A phase with a long and winding title ─");
    assert_painted("─ pot 4 ─\n");
    static const char *const hordes[] = {"red-horde",  "green-horde", "blue-horde",    "Warrior-horde",
                                         "Lady-horde", "Bard-horde",  "Merchant-horde"};
    for (int i = 0; i < 7; i++) counter(hordes[i], i);
    paint(&ascii, the_table);
    assert_painted("pot 4 -\n  red horde 0  green horde 1");
    assert_painted("Merchant horde 6\n");
}

/* What scrolls away where a table is higher than the screen is not the pot, nor the viewer's own. */
static void the_pot_stays_on_the_screen(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 10; seats++) {
        begin();
        view.seats = (uint8_t)seats;
        counter("pot", 44);
        for (TapSeat s = 0; s < seats; s++) {
            zone("city", TAP_GRID, 3, 3, s);
            for (int i = 0; i < 9; i++) card("M-horse");
        }
        zone("hand", TAP_FAN, 0, 0, 0);
        for (int i = 0; i < 3; i++) card("R-owl");
        below = 6;
        paint(&drawn, the_table);
        below = 0;
        char *top = painted + strlen(painted);
        for (int lines = 0; top > painted && lines <= 24 - 6; top--) lines += top[-1] == '\n';
        if (!strstr(top, "pot 44") || !strstr(top, "You"))
            fail_msg("%d seats: the pot is not on the screen:\n%s", seats, top);
        if (!strstr(top, seats <= 3 ? "│Rogue   │" : "[R owl ≈≈≈]"))
            fail_msg("%d seats: the hand is drawn otherwise:\n%s", seats, top);
    }
}

/* Names are broken at a space, in their only word, or end with dots; what is asked about stands last where it scrolls,
 * and a zone's name never alone at the end of a line. */
static void dice_of_a_mine_are_seen(void **unused)
{
    (void)unused;
    const TapContent *mine = tap_game_content(tap_game_find("dwarven-miner"));
    begin();
    zone("dice", TAP_ROW, 0, 0, TAP_NOBODY)->deck = mine->deck[2];
    for (int face = 1; face <= 4; face++) item(TAP_DIE_ITEM, face, NULL, 0);
    zone("board", TAP_EFFECTS, 0, 0, TAP_NOBODY);
    for (int i = 0; i < 30; i++) item(TAP_TEXT_ITEM, 0, "Something to craft, with all it takes to do so", 0);
    zone("hand", TAP_FAN, 0, 0, 0)->deck = mine->deck[0];
    item(TAP_CARD_ITEM, tap_deck_find(mine->deck[0], "berserker"), NULL, 0);
    view.choice[view.choices++] = (TapViewChoice){.choice = {.kind = TAP_SUBSET, .items = 15}, .zone = 0};
    const Screen wide = {.unicode = true, .width = 100, .height = 60};
    paint(&wide, the_table);
    assert_painted("│Iron   │ │Gold   │ │Alchem…│ │Arcane │");
    assert_painted("│Ore    │ │Ore    │ │Powder │ │Crystal│");
    assert_painted("│Berserk-│");
    assert_painted("│er      │");
    below = 4;
    paint(&ascii, the_table);
    below = 0;
    const char *dice = strstr(painted, "\n  dice (Iron Ore) (Gold Ore)");
    if (!dice || strstr(dice, "Something")) fail_msg("the dice scroll away:\n%s", painted);
    begin();
    zone("answers", TAP_ROW, 0, 0, TAP_NOBODY);
    item(TAP_TEXT_ITEM, 0, "So many words that a line of eighty is nearly full now", 0);
    zone("commons", TAP_STACK, 0, 0, TAP_NOBODY);
    card("R-owl");
    paint(&ascii, the_table);
    assert_painted("\n  commons 1 card");
}

static void small_things_are_said_as_people_say_them(void **unused)
{
    (void)unused;
    begin();
    zone("city", TAP_GRID, 2, 1, TAP_NOBODY);
    item(TAP_CARD_ITEM, TAP_NO_CARD, NULL, 0);
    item(TAP_CARD_ITEM, TAP_NO_CARD, NULL, 0);
    zone("shipment 1", TAP_STACK, 0, 0, 1);
    item(TAP_CARD_ITEM, TAP_NO_CARD, NULL, 0);
    zone("workers", TAP_ROW, 0, 0, 1)->deck = NULL;
    for (int i = 0; i < 3; i++) item(TAP_DIE_ITEM, 0, NULL, 0);
    item(TAP_DIE_ITEM, 5, NULL, 0);
    item(TAP_DIE_ITEM, 0, NULL, 0);
    paint(&plain, the_table);
    assert_painted("City: a card face down; a card face down.");
    assert_painted("Workers: 3 hidden dice, 5; 1 hidden die.");
    paint(&ascii, the_table);
    assert_painted("shipment 1: 1 card");
}

static void the_result(const Screen *s) { paint_result(s, &company, &view); }

static void who_gets_his_own_back_has_won_nothing(void **unused)
{
    (void)unused;
    begin();
    view.seats = 3;
    view.score[0] = 5;
    view.score[1] = 0;
    view.score[2] = -5;
    paint(&plain, the_result);
    assert_string_equal(painted, "You win!\nYou: won 5.\nMira: neither won nor lost.\nSeat 3: lost 5.\n");
}

static TapSetup setup;
static TapState state;
static const char *idle;

static void the_showdown(const Screen *s) { paint_showdown(s, &company, &view, 14); }

static int lines_of(const char *text)
{
    int n = 0;
    for (; *text; text++) n += *text == '\n';
    return n;
}

/* Every game, to its end, as drawn and as spoken: within 80 columns (paint looks), the reasons in the lines there are
 * room for, each hand that was shown with its points, and what was won. */
static void every_showdown_fits_and_says_why(void **unused)
{
    (void)unused;
    int shown = 0;
    for (const TapGame *const *g = tap_games(); *g; g++)
        for (int seats = 2; seats <= 10; seats += 4)
            for (uint64_t deal = 1; deal <= 4; deal++) {
                uint8_t seed[64];
                TapRng  r;
                int     lo, hi, best;
                tap_game_seats(*g, &lo, &hi, &best);
                if (!tap_setup_init(&setup, *g, seats < lo ? lo : seats > hi ? hi : seats, NULL, 0, NULL)) continue;
                tap_seed_from_number(deal, seed);
                tap_rng_fast(&r, deal);
                tap_start(&setup, &state, seed, NULL);
                while (!tap_over(&state)) { /* nobody gives up while he need not */
                    TapSeat    seat = tap_first_of(tap_asked(&setup, &state));
                    TapChoices c;
                    tap_choices(&setup, &state, seat, &c);
                    if (c.n > 1 && c.choice[0].verb == 1 && c.choice[1].verb <= 3) c.choice[0] = c.choice[1], c.n = 1;
                    tap_answer(&setup, &state, seat, tap_choices_pick(&c, &r), NULL);
                }
                tap_view(&setup, &state, 0, &view);
                assert_int_equal(view.results > 0, 1);
                paint(&drawn, the_showdown);
                if (lines_of(painted) > 14 + view.seats)
                    fail_msg("%s, %d seats: %d lines\n%s", tap_game_id(*g), view.seats, lines_of(painted), painted);
                paint(&plain, the_showdown);
                for (int i = 0; i < view.results; i++) {
                    char words[80];
                    snprintf(words, sizeof words, "%d %s%s", view.result[i].points, tap_score_unit(*g),
                             abs(view.result[i].points) == 1 ? "" : "s");
                    if (view.result[i].told) assert_painted(words), shown++;
                    if (view.result[i].parts && view.part[view.result[i].first].points) {
                        snprintf(words, sizeof words, "%.12s", view.part[view.result[i].first].text);
                        if (!strchr(words, ' ')) assert_painted(words); /* else a line may end within it */
                    }
                }
            }
    assert_true(shown > 300);
}

static void a_showdown_tells_pots_points_and_reasons(void **unused)
{
    (void)unused;
    begin();
    view.over = true;
    view.results = 2;
    view.parts = 4;
    view.result[0] =
        (TapViewResult){.seat = 1, .told = true, .place = 1, .points = 7, .won = 20, .net = 10, .parts = 4};
    view.result[1] = (TapViewResult){.seat = 0, .net = -10};
    view.part[0] = (TapViewPart){.text = "a Bard", .points = 5};
    view.part[1] = (TapViewPart){.text = "nothing", .points = 0};
    view.part[2] = (TapViewPart){.text = "a bird", .points = 2};
    view.part[3] = (TapViewPart){.text = "wins by a hair", .points = 0};
    view.pots = 1;
    view.pot[0] = (TapViewPot){"pot", 20, 3, 2};
    paint(&ascii, the_showdown);
    assert_string_equal(painted,
                        "  pot 20 to Mira\n  Mira  1. 7 points, takes 20  a Bard +5 | a bird +2 | wins by a hair\n"
                        "  You      folded\n");
    paint(&plain, the_showdown);
    assert_string_equal(painted,
                        "Pot 20 to Mira.\nMira: first, 7 points: a Bard, 5; a bird, 2; wins by a hair. Takes 20.\n"
                        "You: folded.\n");
}
static void the_question(const Screen *s)
{
    paint_question(s, &company, &(Asked){&view, &setup, &state, NULL}, &(Offer){.idle = idle, .hints = true});
}

/* Plays the seats' words until seat 1 has been asked what is wanted. */
static void question(const char *game, const char *words, const char *const *answers)
{
    uint8_t seed[64];
    assert_true(tap_setup_init(&setup, tap_game_find(game), 2, NULL, 0, NULL));
    setup.start = 0;
    tap_seed_from_text(words, seed);
    tap_start(&setup, &state, seed, NULL);
    for (; *answers; answers++) {
        TapMove  m;
        TapError error;
        TapSeat  seat = (TapSeat)(**answers - '1');
        if (!tap_move_read(&setup, &state, seat, *answers + 2, &m, &error) ||
            !tap_answer(&setup, &state, seat, m, NULL))
            fail_msg("%s: %s", *answers, error.text);
    }
    tap_view(&setup, &state, 0, &view);
}

/* Entries that differ in what may be named say so; one that leaves nothing to name says what it is. */
static void a_choice_says_what_it_is_about(void **unused)
{
    (void)unused;
    question("streets-of-greyport", "b", (const char *const[]){"1 stock", NULL});
    idle = "load nothing";
    paint(&plain, the_question);
    assert_painted("1: Load nothing. 2: Load L-wolf.\n3: Load: up to 2 of 2 3 (such as: load W-horse).");
    question("adventurers-choice", "inn", (const char *const[]){"1 play threes", NULL});
    idle = "deal";
    paint(&plain, the_question);
    assert_painted("Enter means begin the game.");
    question("adventurers-choice", "inn", (const char *const[]){"1 play rogues-and-warriors", NULL});
    paint(&ascii, the_question); /* the longest line of the list is broken */
    assert_painted("Exchange: a card may be exchanged late, and there is one more betting\n  round");
    question("kings-council", "inn", (const char *const[]){NULL});
    idle = "check";
    paint(&plain, the_question);
    assert_painted("Enter means check.");
}

/* What all may know of a window and of the sand stands below the question, in one line each. */
static void a_window_and_its_sand_are_told(void **unused)
{
    (void)unused;
    question("kings-council", "inn", (const char *const[]){NULL});
    idle = NULL;
    view.has_window = true;
    view.window = (TapWindow){.kind = "trick", .touches = 3, .turn = 1};
    paint(&ascii, the_question);
    assert_painted("  Window: trick | touches you and Mira | Mira's turn\n");
    view.window = (TapWindow){.kind = "answer", .touches = 2, .turn = 0, .depth = 2};
    paint(&plain, the_question);
    assert_painted("Window: answer, 2 deep. It touches Mira. Your turn.\n");
    view.window = (TapWindow){.kind = "window", .turn = TAP_NOBODY};
    paint(&drawn, the_question);
    assert_painted("  Window: window\n");
    view.has_window = false;
    view.has_glass = true;
    view.glass = (TapGlass){.seconds = 60, .grains = 3};
    paint(&drawn, the_question);
    assert_painted("  Hourglass: 60 seconds in 3 grains · here it runs only when nobody else speaks\n");
    view.glass = (TapGlass){.seconds = 30, .grains = 1};
    paint(&plain, the_question);
    assert_painted("Hourglass: 30 seconds. Here it runs only when nobody else speaks.\n");
}

static TapLog events;
static void the_events(const Screen *s) { paint_events(s, &company, &events, 0); }

static void event(TapSeat who, const char *text, const char *code, int n, TapSeatSet seen_by)
{
    events.event[events.n++] = (TapEvent){.kind = TAP_SAID,
                                          .who = who,
                                          .other = TAP_NOBODY,
                                          .text = text,
                                          .unseen = "{who} draws a card.",
                                          .card = (TapCard)(code ? tap_deck_find(deck(), code) : TAP_NO_CARD),
                                          .n = n,
                                          .seen_by = seen_by,
                                          .deck = deck()};
}

/* A sentence of seat 1 against seat 2 as the_events shows it: what else stands in braces becomes words. */
static void fill_in(const char *text, char *ret, size_t size)
{
    static const char *const filled[][2] = {
        {"{n}", "7"}, {"{card}", "card"}, {"{what}", "all"}, {"{other}", "Mira"}};
    size_t n = 0;
    while (*text && n + 8 < size) {
        size_t i = 0;
        while (i < 4 && strncmp(text, filled[i][0], strlen(filled[i][0]))) i++;
        if (i < 4) {
            n += (size_t)snprintf(ret + n, size - n, "%s", filled[i][1]);
            text += strlen(filled[i][0]);
        } else ret[n++] = *text++;
    }
    ret[n] = 0;
}

/* Every sentence there is (web/test/tale.test.ts finds the ones that this list lacks), as who is meant hears it. */
static void every_sentence_can_be_told_to_you(void **unused)
{
    (void)unused;
    char  line[256], wanted[256];
    int   lines = 0;
    FILE *in = fopen("tests/golden/told-to-you.tsv", "r");
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        char *told = strchr(line, '\t');
        assert_non_null(told);
        *told++ = 0;
        told[strcspn(told, "\n")] = 0;
        for (size_t n = strlen(told); n && told[n - 1] == ' '; n--) told[n - 1] = 0; /* the beginning of a sentence */
        fill_in(told, wanted, sizeof wanted);
        events.n = 0;
        event(0, line, NULL, 7, TAP_PUBLIC);
        events.event[0].other = 1;
        events.event[0].what = "all";
        paint(&plain, the_events);
        assert_painted(wanted);
        lines++;
    }
    fclose(in);
    assert_in_range(lines, 200, 999);
}

static void events_speak_to_you_and_join_what_belongs_together(void **unused)
{
    (void)unused;
    events.n = 0;
    event(0, "{who} raises to {n}.", NULL, 6, TAP_PUBLIC);
    event(0, "{who} passes.", NULL, 0, TAP_PUBLIC);
    event(0, "{who} proposes a split: number {n}.", NULL, 2, TAP_PUBLIC);
    event(0, "{who} has two rogues, pays {n} and is out.", NULL, 3, TAP_PUBLIC);
    event(0, "It fits: {who} shows the {card}.", "L-owl", 0, TAP_PUBLIC);
    event(0, "{who}'s card is the {card}.", "L-owl", 0, TAP_PUBLIC);
    event(0, "{who}'s adventurers are rested.", NULL, 0, TAP_PUBLIC);
    event(1, "{who} draws the {card}.", "W-wolf", 0, tap_only(1));
    event(1, "{who} draws the {card}.", "R-wolf", 0, tap_only(1));
    event(1, "{who} shows the {card}.", "W-wolf", 0, TAP_PUBLIC);
    event(1, "{who} shows the {card}.", "R-wolf", 0, TAP_PUBLIC);
    event(1, "{who} rolls {card}.", "W-wolf", 0, TAP_PUBLIC);
    event(1, "{who} rolls {card}.", "R-wolf", 0, TAP_PUBLIC);
    event(1, "{who} rolls a {n}.", NULL, 3, TAP_PUBLIC);
    event(1, "{who} rolls a {n}.", NULL, 5, TAP_PUBLIC);
    event(0, "{who} adds {what}.", NULL, 0, TAP_PUBLIC);
    events.event[events.n - 1].what = "three-dragons";
    event(0, "{who} adds {what}.", NULL, 0, TAP_PUBLIC);
    events.event[events.n - 1].what = "lenient";
    paint(&plain, the_events);
    assert_string_equal(painted,
                        "You raise to 6.\nYou pass.\nYou propose a split: number 2.\n"
                        "You have two rogues, pay 3 and are out.\nIt fits: you show the Lady of owl, green.\n"
                        "Your card is the Lady of owl, green.\n"
                        "Your adventurers are rested.\nMira draws a card, twice.\n"
                        "Mira shows the Warrior of wolf, red; the Rogue of wolf, red.\n"
                        "Mira rolls Warrior of wolf, red; Rogue of wolf, red.\nMira rolls a 3; a 5.\n"
                        "You add three-dragons.\nYou add lenient.\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_is_drawn_row_by_row),
        cmocka_unit_test(a_grid_of_another_seat_stands_in_columns),
        cmocka_unit_test(a_ring_has_numbers),
        cmocka_unit_test(groups_effects_and_tracks_are_told_apart),
        cmocka_unit_test(what_belongs_to_an_item_stands_beside_it),
        cmocka_unit_test(a_hand_too_wide_for_boxes_is_wrapped),
        cmocka_unit_test(faces_without_letters_are_drawn),
        cmocka_unit_test(whom_an_effect_touches_is_told_as_to_you),
        cmocka_unit_test(texts_and_offers_are_told),
        cmocka_unit_test(a_header_is_never_wider_than_the_terminal),
        cmocka_unit_test(the_pot_stays_on_the_screen),
        cmocka_unit_test(dice_of_a_mine_are_seen),
        cmocka_unit_test(small_things_are_said_as_people_say_them),
        cmocka_unit_test(every_showdown_fits_and_says_why),
        cmocka_unit_test(a_showdown_tells_pots_points_and_reasons),
        cmocka_unit_test(who_gets_his_own_back_has_won_nothing),
        cmocka_unit_test(a_choice_says_what_it_is_about),
        cmocka_unit_test(a_proposal_is_a_line),
        cmocka_unit_test(a_window_and_its_sand_are_told),
        cmocka_unit_test(every_sentence_can_be_told_to_you),
        cmocka_unit_test(events_speak_to_you_and_join_what_belongs_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
