/* Content from files: what a shelf gives a game, what records say of it, and that every game can be played with it. */
#include "support.h"

#include <string.h>

#include "table/table.h"

#define HASH_A "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define HASH_B "ff112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

/* ------------------------------------------------------------------ files */

static const TapSource *tavern_file(void)
{
    int i = 0;
    while (tap_built_in(i) && strcmp(tap_built_in(i)->id, "tavern") != 0) i++;
    assert_non_null(tap_built_in(i));
    return tap_built_in(i);
}

/* The tavern's file with other copies: the n-th number of a list for the n-th row of its tables; the id is replaced. */
static void write_tavern(const char *id, const int *copies, char *ret, size_t size)
{
    const char *text = tavern_file()->text, *line = text;
    size_t at = 0;
    while (*line) {
        size_t n = strcspn(line, "\n");
        char row[400], *column[16];
        int columns = 0;
        bool die = line[0] >= '1' && line[0] <= '6', card = line[0] >= 'A' && line[0] <= 'Z' && line[1] == '-';
        snprintf(row, sizeof row, "%.*s", (int)n, line);
        if (!strncmp(row, "content ", 8))
            snprintf(row, sizeof row, "content tavern-deck %s", id);
        else if (card || die) { /* the column before the last two, or the last one, is copies */
            char words[400], *save = NULL;
            strcpy(words, row);
            for (char *p = words, quoted = 0; *p; p++) {
                if (*p == '"') quoted = !quoted;
                if (*p == ' ' && quoted) *p = '\x01';
            }
            for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save)) column[columns++] = w;
            int where = columns - (card ? 3 : 2), to = 0;
            for (int c = 0; c < columns; c++) {
                if (c == where)
                    to += snprintf(row + to, sizeof row - (size_t)to, "%d ", *copies++);
                else
                    to += snprintf(row + to, sizeof row - (size_t)to, "%s ", column[c]);
            }
            for (char *p = row; *p; p++)
                if (*p == '\x01') *p = ' ';
        }
        at += (size_t)snprintf(ret + at, size - at, "%s\n", row);
        CHECK(at < size, "the file does not fit");
        line += n + (line[n] == '\n');
    }
}

enum { CARDS = 38, SIDES = 6, ROWS = CARDS + SIDES, DRAGONS = 30, TEXT = 16384 };

static void usual_copies(int ret[ROWS])
{
    for (int i = 0; i < CARDS; i++) ret[i] = i < DRAGONS ? i % 5 + 1 : i < DRAGONS + 3;
    for (int i = 0; i < SIDES; i++) ret[CARDS + i] = 1;
}

static TapShelf *shelf_with(const char *text, const char *hash)
{
    TapShelf *shelf = tap_shelf_new();
    TapFaults faults = {0};
    if (!tap_shelf_add(shelf, text, strlen(text), hash, &faults)) {
        char *said = tap_faults_text(&faults, "file");
        CHECK(false, "%s\n%s", said, text);
    }
    return shelf;
}

/* Five Warriors of wolf and one Rogue, instead of one and five. */
static TapShelf *many_warriors(const char *id, const char *hash)
{
    static char text[TEXT];
    int copies[ROWS];
    usual_copies(copies);
    copies[0] = 5;
    copies[4] = 1;
    write_tavern(id, copies, text, sizeof text);
    return shelf_with(text, hash);
}

/* ------------------------------------------------------------------ tests */

static void same_text(const char *a, const char *b, const char *code)
{
    CHECK(!a == !b && (!a || !strcmp(a, b)), "%s: %s, %s", code, a ? a : "-", b ? b : "-");
}

/* What the build made of the file is what the reader makes of it now. */
static void test_built_in(void **state)
{
    (void)state;
    const TapSource *s = tavern_file();
    assert_string_equal(s->kind, "tavern-deck");
    assert_null(s->hash);
    TapShelf *shelf = shelf_with(s->text, HASH_A);
    const TapContent *a = tap_game_content(tap_game_find("threes")), *b = tap_shelf_file(shelf, 0);
    assert_ptr_not_equal(a, b);
    assert_int_equal(a->sources, 0);
    assert_int_equal(b->sources, 1);
    assert_string_equal(b->source[0].hash, HASH_A);
    assert_string_equal(b->source[0].text, s->text);
    assert_int_equal(a->decks, b->decks);
    for (int d = 0; d < a->decks; d++) {
        const TapDeck *x = a->deck[d], *y = b->deck[d];
        assert_string_equal(x->name, y->name);
        assert_string_equal(x->noun, y->noun);
        assert_true(x->dice == y->dice && x->faces == y->faces && x->cards == y->cards && x->plain == y->plain);
        assert_memory_equal(x->card, y->card, sizeof *x->card * (size_t)x->cards);
        for (int i = 0; i < x->faces; i++) {
            const TapFace *f = &x->face[i], *g = &y->face[i];
            same_text(f->code, g->code, f->code);
            same_text(f->name, g->name, f->code);
            same_text(f->letter, g->letter, f->code);
            same_text(f->suit, g->suit, f->code);
            same_text(f->glyph, g->glyph, f->code);
            same_text(f->hue, g->hue, f->code);
            same_text(f->pattern, g->pattern, f->code);
            same_text(f->title, g->title, f->code);
            same_text(f->kind, g->kind, f->code);
            same_text(f->text, g->text, f->code);
            same_text(f->figure, g->figure, f->code);
            assert_true(f->number == g->number && f->copies == g->copies && f->extra == g->extra);
        }
    }
    assert_int_equal(a->deck[0]->plain, 90);
    assert_int_equal(a->deck[0]->cards, 93);
    tap_shelf_free(shelf);
}

static void test_shelf(void **state)
{
    (void)state;
    const TapGame *game = tap_game_find("kings-council");
    TapShelf *shelf = many_warriors("tavern", HASH_A), *beside = many_warriors("mine", HASH_A);
    TapFaults faults = {0};
    /* One of the same kind and id replaces what is built in; one beside it does not. */
    assert_ptr_equal(tap_shelf_content(shelf, game), tap_shelf_file(shelf, 0));
    assert_int_equal(tap_shelf_content(shelf, game)->deck[0]->face[0].copies, 5);
    assert_ptr_equal(tap_shelf_content(beside, game), tap_game_content(game));
    assert_ptr_equal(tap_shelf_content(NULL, game), tap_game_content(game));
    assert_null(tap_shelf_file(shelf, 1));
    assert_null(tap_shelf_file(NULL, 0));
    /* A game that was made from no file has what it has. */
    static const TapContent own = {.decks = 0};
    Game homemade = *game;
    homemade.content = &own;
    assert_ptr_equal(tap_shelf_content(shelf, &homemade), &own);
    /* What is refused changes nothing. */
    const char *text = tavern_file()->text;
    assert_false(tap_shelf_add(shelf, text, strlen(text), HASH_B, &faults));
    assert_string_equal(faults.fault[0].text, "another file is 'tavern-deck tavern' already");
    assert_false(tap_shelf_add(shelf, "content tavern x\n", 17, HASH_B, &faults));
    assert_null(tap_shelf_file(shelf, 1));
    assert_string_equal(tap_shelf_file(shelf, 0)->source[0].hash, HASH_A);
    tap_shelf_free(shelf);
    tap_shelf_free(beside);
    tap_shelf_free(NULL);
}

static void test_named_files(void **state)
{
    (void)state;
    const TapGame *game = tap_game_find("kings-council");
    TapShelf *shelf = many_warriors("tavern", HASH_A);
    const TapContent *untouched = (const TapContent *)&shelf, *c = untouched;
    TapError error = {""};
    TapSource file = {.kind = "tavern-deck", .id = "tavern", .hash = HASH_A};
    assert_true(tap_shelf_content_of(shelf, game, NULL, 0, &c, &error)); /* no file is named: none is used */
    assert_ptr_equal(c, tap_game_content(game));
    assert_true(tap_shelf_content_of(shelf, game, &file, 1, &c, &error));
    assert_ptr_equal(c, tap_shelf_file(shelf, 0));
    c = untouched;
    assert_false(tap_shelf_content_of(NULL, game, &file, 1, &c, &error));
    assert_string_equal(error.text, "was played with 'tavern-deck tavern' of hash " HASH_A
                                    ", and that file is not among the content here");
    file.hash = HASH_B;
    assert_false(tap_shelf_content_of(shelf, game, &file, 1, &c, &error));
    assert_string_equal(error.text, "was played with 'tavern-deck tavern' of hash " HASH_B
                                    "; the file here is another, 00112233...");
    file.id = "mine";
    assert_false(tap_shelf_content_of(shelf, game, &file, 1, &c, &error));
    assert_string_equal(error.text, "'tavern-deck mine' is nothing that King's Council is played with");
    assert_ptr_equal(c, untouched);
    tap_shelf_free(shelf);
}

/* A game played with a file says so, and is the same game again when it is read. */
static void test_records(void **state)
{
    (void)state;
    const TapGame *game = tap_game_find("kings-council");
    TapShelf *shelf = many_warriors("tavern", HASH_A), *other = many_warriors("tavern", HASH_B);
    TapSetup setup;
    TapError error = {""};
    TapRng rng;
    uint8_t seed[64];
    int line = 0;
    assert_true(tap_setup_with(&setup, game, tap_shelf_content(shelf, game), 3, NULL, 0, &error));
    tap_seed_from_number(7, seed);
    tap_rng_fast(&rng, 7);
    TapRecord *r = tap_record_new(&setup, seed, NULL);
    while (!tap_over(tap_record_state(r))) {
        TapSeat seat;
        TapMove move = random_answer(&setup, tap_record_state(r), &rng, &seat);
        assert_true(tap_record_answer(r, seat, move, false, NULL));
    }
    char *text = tap_record_write(r);
    assert_non_null(strstr(text, "\ngame kings-council "));
    assert_non_null(strstr(text, "\ndeck tavern-deck tavern " HASH_A "\n"));
    TapRecord *again = tap_record_read_with(text, shelf, &line, &error);
    CHECK(again, "line %d: %s", line, error.text);
    assert_ptr_equal(tap_record_setup(again)->content, tap_shelf_file(shelf, 0));
    assert_memory_equal(tap_record_state(again), tap_record_state(r), tap_state_size(&setup));
    char *twice = tap_record_write(again);
    assert_string_equal(text, twice);
    /* Without its file it is refused by name, and so it is with another. */
    assert_null(tap_record_read(text, &line, &error));
    assert_int_equal(line, 3);
    assert_non_null(strstr(error.text, "'tavern-deck tavern' of hash " HASH_A ", and that file is not"));
    assert_null(tap_record_read_with(text, other, &line, &error));
    assert_int_equal(line, 3);
    assert_non_null(strstr(error.text, "is another, ff112233..."));
    free(text);
    free(twice);
    tap_record_free(r);
    tap_record_free(again);
    /* One that names no file is played with what is built in, whatever is on the shelf. */
    char bare[80];
    snprintf(bare, sizeof bare, "taproom 1\ngame kings-council %d\nseats 2\n", tap_game_rules_version(game));
    TapRecord *plain = tap_record_read_with(bare, shelf, &line, &error);
    CHECK(plain, "line %d: %s", line, error.text);
    assert_int_equal(tap_record_setup(plain)->content->sources, 0);
    tap_record_free(plain);
    tap_shelf_free(shelf);
    tap_shelf_free(other);
}

static void test_bad_records(void **state)
{
    (void)state;
    TapShelf *shelf = many_warriors("tavern", HASH_A);
    static const char form[] = "write 'deck', the kind and the id of a file, and its hash in 64 hex digits";
    static const struct {
        const char *lines, *said;
        int line;
    } bad[] = {
        {"deck\n", form, 3},
        {"deck tavern-deck tavern\n", form, 3},
        {"deck tavern-deck tavern 00ff\n", form, 3},
        {"deck tavern-deck tavern " HASH_A " more\n", form, 3},
        {"deck tavern-deck tavern XX112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n", form, 3},
        {"deck a-kind-whose-name-is-longer-than-any-kind-is tavern " HASH_A "\n", form, 3},
        {"deck tavern-deck tavern " HASH_A "\ndeck tavern-deck tavern " HASH_A "\n",
         "'tavern-deck tavern' is said twice", 4},
        {"rig deck W-wolf\ndeck tavern-deck tavern " HASH_A "\n", "'deck' stands before 'rig'", 4},
        {"deck inn-deck fiona " HASH_A "\n", "'inn-deck fiona' is nothing that King's Council is played with", 3},
        /* five Warriors of wolf can be wished for, a sixth not */
        {"deck tavern-deck tavern " HASH_A "\nseats 2\nrig deck 6*W-wolf\n",
         "the rig of deck asks for what cannot be had", 5},
        {"seats 2\nrig deck 2*W-wolf\n", "the rig of deck asks for what cannot be had", 4},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[600];
        int line = 0;
        TapError error = {""};
        snprintf(text, sizeof text, "taproom 1\ngame kings-council %d\n%s",
                 tap_game_rules_version(tap_game_find("kings-council")), bad[i].lines);
        TapRecord *r = tap_record_read_with(text, shelf, &line, &error);
        CHECK(!r, "this is read:\n%s", text);
        CHECK(!strcmp(error.text, bad[i].said) && line == bad[i].line, "of:\n%sis said, in line %d: %s", text, line,
              error.text);
    }
    tap_shelf_free(shelf);
}

/* Files at the limits of what the rules of the kind allow. */
static void write_extreme(int which, char *ret, size_t size)
{
    int copies[ROWS] = {0};
    for (int i = 0; i < SIDES; i++) copies[CARDS + i] = which % 2 ? 1 : 0;
    if (which % 2 == 0) copies[CARDS + which / 2 % SIDES] = SIDES; /* a die that always falls the same */
    switch (which % 5) {
    case 0: copies[0] = copies[1] = copies[2] = 30; break;                        /* three faces of one suit */
    case 1: copies[4] = copies[14] = copies[29] = 30; break;                      /* Rogues only */
    case 2: copies[0] = copies[12] = copies[24] = 30, copies[DRAGONS] = 3; break; /* three Dragons of one colour */
    case 3:                                                                       /* no Rogues, no Dragons */
        for (int i = 0; i < DRAGONS; i++) copies[i] = i % 5 == 4 ? 0 : i % 5 == 0 ? 6 : 3;
        break;
    default:
        for (int i = 0; i < DRAGONS; i++) copies[i] = 3;
        copies[DRAGONS + 2] = 3;
    }
    write_tavern("tavern", copies, ret, size);
}

static void play_all(const TapContent *content, const TapGame *game, const Setting *setting, uint64_t seed)
{
    char word[TAP_OPTIONS][64];
    const char *list[TAP_OPTIONS];
    int n;
    const TapOption *option = tap_game_options(game, &n);
    TapSetup setup;
    TapState st;
    TapRng rng;
    TapError error;
    for (int i = 0; i < n; i++)
        tap_option_write(&option[i], setting->option[i], word[i], sizeof word[i]), list[i] = word[i];
    CHECK(tap_setup_with(&setup, game, content, setting->seats, list, n, &error), "%s", error.text);
    start_seeded(&setup, &st, seed, NULL);
    tap_rng_fast(&rng, seed);
    int64_t brought = tap_pot(&setup, &st) + tap_bank(&setup, &st);
    for (TapSeat s = 0; s < (TapSeat)setup.seats; s++)
        if (tap_purse(&setup, s) == s) brought += tap_money(&setup, &st, s);
    uint64_t bound = tap_bound(&setup);
    play_on(&setup, &st, &rng, bound > 20000 ? 20000 : (int)bound, NULL);
    int64_t held = tap_pot(&setup, &st) + tap_bank(&setup, &st);
    for (TapSeat s = 0; s < (TapSeat)setup.seats; s++)
        if (tap_purse(&setup, s) == s) held += tap_money(&setup, &st, s);
    CHECK(held == brought, "%s: money is lost", tap_game_id(game));
    CHECK(tap_over(&st) || bound > 20000, "%s is not over within its bound", tap_game_id(game));
}

static void test_extremes(void **state)
{
    (void)state;
    static char text[TEXT];
    static Setting setting[MAX_SETTINGS];
    int played = 0;
    for (int which = 0; which < 10; which++) {
        write_extreme(which, text, sizeof text);
        TapShelf *shelf = shelf_with(text, HASH_A);
        for (const TapGame *const *g = tap_games(); *g; g++) {
            int n = pairwise_settings(*g, setting);
            for (int i = which % 3; i < n; i += 3, played++)
                play_all(tap_shelf_content(shelf, *g), *g, &setting[i], (uint64_t)(i + 1));
        }
        tap_shelf_free(shelf);
    }
    CHECK(played > 1000, "only %d games were played", played);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_built_in), cmocka_unit_test(test_shelf),       cmocka_unit_test(test_named_files),
        cmocka_unit_test(test_records),  cmocka_unit_test(test_bad_records), cmocka_unit_test(test_extremes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
