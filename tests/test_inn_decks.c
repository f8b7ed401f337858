/* Decks of the inn: what is built in, what its cards say, and decks of one's own beside it. */
#include "support.h"

#include <string.h>

#include "inn/content.h"
#include "inn/forecast.h"
#include "inn/inn.h"
#include "inn/tell.h"
#include "inn_decks.h"
#include "table/table.h"

#define HASH_A "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define HASH_B "ff112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

/* ------------------------------------------------------------------- help */

#define FILLER "card filler x29 \"Filler\" anytime house\non anytime : draw me 1\n"

/* DRK-12: a Drink's numbers depend on who drinks it. */
static void test_drink_numbers(void **state)
{
    (void)state;
    const struct {
        const char *id;
        int folk, ac, fort;
    } wanted[] = {{"wine", INN_HERO, 2, 0},           {"strong-coffee", INN_HERO, -1, 0},
                  {"water", INN_HERO, 0, 0},          {"troll-swill", INN_HERO, 1, -1},
                  {"troll-swill", INN_TROLL, 2, 0},   {"ogre-brew", INN_HERO | INN_OGRE, 3, 0},
                  {"wizards-brew", INN_HERO, 2, 2},   {"orcish-rotgut", INN_VILLAIN, 0, -2},
                  {"fine-ambrosia", INN_HERO, 1, 4}};
    const TapDeck *deck = inn_content.deck[INN_CARDS];
    const InnTables *t = inn_tables(&inn_content);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        int ac, fort, face = tap_deck_find(deck, wanted[i].id);
        assert_true(face >= 0);
        inn_drink_numbers(t, inn_card(t, face), wanted[i].folk, &ac, &fort);
        CHECK(ac == wanted[i].ac && fort == wanted[i].fort, "%s: %d %d", wanted[i].id, ac, fort);
    }
}

/* ---------------------------------------------------------------- built in */

typedef struct Shape {
    const char *id;
    InnKind kind;
    int cards, titles;
    const char *copies; /* so many titles with so many copies: "6x1+2x7" is one of six and seven of two */
    int sourced, partial, house;
} Shape;

static const Shape shapes[] = {
    {"cellar", INN_DRINKS, 30, 27, "2x3+1x24", 15, 9, 3},
    {"deirdre", INN_CHARACTER, 40, 28, "6x1+2x7+1x20", 28, 0, 0},
    {"dimli", INN_CHARACTER, 40, 28, "6x1+2x7+1x20", 28, 0, 0},
    {"dungeon", INN_DUNGEON, 19, 14, "3x1+2x3+1x10", 1, 9, 4},
    {"eve", INN_CHARACTER, 40, 27, "6x1+2x8+1x18", 27, 0, 0},
    {"fiona", INN_CHARACTER, 40, 28, "6x1+2x7+1x20", 26, 2, 0},
    {"first-drinks", INN_DRINKS, 30, 18, "3x4+2x4+1x10", 18, 0, 0},
    {"fleck", INN_CHARACTER, 40, 29, "6x1+2x6+1x22", 29, 0, 0},
    {"gerki", INN_CHARACTER, 40, 27, "6x1+2x8+1x18", 27, 0, 0},
    {"gog", INN_CHARACTER, 40, 26, "6x1+2x9+1x16", 13, 13, 0},
    {"prizes", INN_PRIZES, 14, 14, "1x14", 1, 0, 13},
    {"sea", INN_SEA, 19, 12, "5x1+2x3+1x8", 0, 7, 5},
    {"second-drinks", INN_DRINKS, 30, 23, "2x7+1x16", 20, 3, 0},
    {"sera", INN_CHARACTER, 40, 26, "6x1+3x2+2x5+1x18", 26, 0, 0},
    {"zot", INN_CHARACTER, 40, 28, "6x1+2x7+1x20", 28, 0, 0},
};

static void write_copies(const InnTables *t, const InnDeckInfo *d, char *ret, size_t size)
{
    int of[INN_DECK_TITLES + 1] = {0};
    size_t n = 0;
    for (int i = 0; i < d->lines; i++) of[inn_line(t, d, i)->copies]++;
    for (int i = INN_DECK_TITLES; i > 0; i--)
        if (of[i]) n += (size_t)snprintf(ret + n, size - n, "%s%dx%d", n ? "+" : "", i, of[i]);
}

/* Sizes, copies and where the cards are from, deck by deck; 360 cards of nine characters in 247 rows. */
static void test_built_in(void **state)
{
    (void)state;
    const InnTables *t = inn_tables(&inn_content);
    int characters = 0, rows = 0, cards = 0;
    enum { KNOWN = sizeof shapes / sizeof *shapes }; /* behind them stand those of this house: test_house_decks */
    for (uint32_t i = 0; i < t->decks; i++) assert_int_equal(inn_deck(t, (int)i)->house, i >= KNOWN);
    assert_int_equal(inn_content.own_bytes, t->bytes);
    assert_int_equal(inn_content.deck[INN_CARDS]->faces, t->cards);
    assert_ptr_equal(inn_content.deck[TAVERN], tavern_content.deck[TAVERN]);
    assert_ptr_equal(inn_content.deck[SIX_SIDED], tavern_content.deck[SIX_SIDED]);
    for (uint32_t i = 0; i < KNOWN; i++) {
        const Shape *s = &shapes[i];
        const InnDeckInfo *d = inn_deck(t, (int)i);
        char copies[64];
        int from[INN_PROVENANCES] = {0}, sum = 0;
        write_copies(t, d, copies, sizeof copies);
        for (int k = 0; k < d->lines; k++) {
            from[inn_card(t, inn_line(t, d, k)->card)->provenance]++;
            sum += inn_line(t, d, k)->copies;
        }
        CHECK(!strcmp(d->id, s->id) && d->kind == s->kind && d->cards == s->cards && sum == s->cards &&
                  d->lines == s->titles && !strcmp(copies, s->copies),
              "%s: %d cards, %d titles, %s", d->id, sum, d->lines, copies);
        CHECK(from[INN_SOURCED] == s->sourced && from[INN_PARTIAL] == s->partial && from[INN_HOUSE] == s->house,
              "%s: %d sourced, %d partial, %d of the house", d->id, from[INN_SOURCED], from[INN_PARTIAL],
              from[INN_HOUSE]);
        if (d->kind != INN_CHARACTER) continue;
        assert_string_equal(inn_content.role[characters++], d->id);
        assert_int_equal(d->folk, !strcmp(d->id, "gog") ? INN_HERO | INN_OGRE : INN_HERO);
        assert_true(d->hand == 7 && d->gold == 0);
        rows += d->lines;
        cards += d->cards;
    }
    assert_int_equal(inn_content.roles, 9 + (int)t->decks - KNOWN);
    assert_int_equal(characters, 9);
    assert_int_equal(rows, 247);
    assert_int_equal(cards, 360);
}

/* Three Drink decks that are as strong as each other: printed Alcohol, events and Chasers. */
static void test_drink_decks(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        int ac, events, chasers;
    } wanted[] = {{"cellar", 42, 4, 5}, {"first-drinks", 40, 4, 5}, {"second-drinks", 41, 5, 4}};
    const InnTables *t = inn_tables(&inn_content);
    int found = 0;
    for (uint32_t i = 0; i < t->decks; i++) {
        const InnDeckInfo *d = inn_deck(t, (int)i);
        int sum = 0, events = 0, chasers = 0;
        if (d->kind != INN_DRINKS) continue;
        for (int k = 0; k < d->lines; k++) {
            const InnLine *line = inn_line(t, d, k);
            int ac, fort;
            inn_drink_numbers(t, inn_card(t, line->card), INN_HERO, &ac, &fort);
            sum += ac * line->copies;
            if (inn_card(t, line->card)->types & INN_IS_EVENT) events += line->copies;
            if (inn_card(t, line->card)->flags & INN_CHASER) chasers += line->copies;
        }
        CHECK(!strcmp(d->id, wanted[found].id) && sum == wanted[found].ac && events == wanted[found].events &&
                  chasers == wanted[found].chasers,
              "%s: %d Alcohol, %d events, %d Chasers", d->id, sum, events, chasers);
        found++;
    }
    assert_int_equal(found, 3);
}

/* Any set of the three; without cards of the house no cellar, and a Bar deck only of what is enough for one. */
static void test_what_is_poured(void **state)
{
    (void)state;
    static const struct {
        const char *option[2], *said; /* NULL: it goes */
    } tried[] = {{{"drinks=cellar", "house=on"}, NULL},
                 {{"drinks=all", "house=on"}, NULL},
                 {{"drinks=second-and-cellar", "house=on"}, NULL},
                 {{"drinks=cellar", "house=off"}, "the cellar has cards of the house"},
                 {{"drinks=first-and-cellar", "house=off"}, "the cellar has cards of the house"},
                 {{"drinks=both", "house=off"}, NULL},
                 {{"drinks=cellar", "bar-deck"}, "several decks are one already"},
                 {{"drinks=all", "bar-deck"}, "several decks are one already"}};
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        TapSetup setup;
        TapError error = {""};
        const TapGame *inn = tap_game_find("red-dragon-inn");
        bool good = tap_setup_with(&setup, inn, &inn_content, 4, tried[i].option, 2, &error);
        CHECK(good == !tried[i].said && (good || strstr(error.text, tried[i].said)), "%s %s: %s", tried[i].option[0],
              tried[i].option[1], error.text);
    }
}

/* How many cards of the nine can be played on each event. */
static const int copies_on[INN_EVENTS] = {
    [INN_ACTION] = 129, [INN_GAMBLE] = 110, [INN_ANYTIME] = 22, [INN_CARD] = 40,    [INN_DRINK] = 46, [INN_PAY] = 38,
    [INN_ROUND] = 10,   [INN_WON] = 2,      [INN_ORDER] = 18,   [INN_DRINKING] = 4, [INN_HURT] = 8};

/* Sixteen cards that all nine have, but for two that are known to differ. */
static void test_common_core(void **state)
{
    (void)state;
    int may[INN_EVENTS] = {0};
    const InnTables *t = inn_tables(&inn_content);
    const TapDeck *deck = inn_content.deck[INN_CARDS];
    static const struct {
        const char *id;
        int copies, sera, fleck;
    } core[] = {{"deal-me-in", 6, 6, 6}, {"higher", 2, 3, 2},    {"sure-thing", 2, 2, 2},
                {"wrong-jar", 1, 0, 1},  {"hands-off", 1, 1, 1}, {"objection", 1, 1, 1},
                {"more-cups", 2, 2, 0},  {"coin-for-the-staff", 1, 1, 1}};
    for (uint32_t i = 0; i < t->decks; i++) {
        const InnDeckInfo *d = inn_deck(t, (int)i);
        if (d->kind != INN_CHARACTER || d->house) continue;
        for (size_t k = 0; k < sizeof core / sizeof *core; k++) {
            int face = tap_deck_find(deck, core[k].id), copies = 0;
            int wanted = !strcmp(d->id, "sera")    ? core[k].sera
                         : !strcmp(d->id, "fleck") ? core[k].fleck
                                                   : core[k].copies;
            for (int line = 0; line < d->lines; line++)
                if (inn_line(t, d, line)->card == face) copies = inn_line(t, d, line)->copies;
            CHECK(copies == wanted, "%s has %d of %s", d->id, copies, core[k].id);
        }
        for (int event = 0; event < INN_EVENTS; event++) may[event] += d->may[event];
    }
    for (int event = 0; event < INN_EVENTS; event++)
        CHECK(may[event] == copies_on[event], "%d cards on %s", may[event], inn_event_words[event]);
}

/* Of what the house completed, only these two are known whole. */
static void test_not_sourced(void **state)
{
    (void)state;
    const InnTables *t = inn_tables(&inn_content);
    const TapDeck *deck = inn_content.deck[INN_CARDS];
    int known = 0;
    for (uint32_t i = 0; i < t->decks; i++) {
        const InnDeckInfo *d = inn_deck(t, (int)i);
        for (int k = 0; d->kind >= INN_SEA && k < d->lines; k++) {
            TapCard card = inn_line(t, d, k)->card;
            const char *id = deck->face[card].code;
            bool whole = !strcmp(id, "cave-in") || !strcmp(id, "absorbent-towel");
            CHECK(whole == (inn_card(t, card)->provenance == INN_SOURCED), "%s", id);
            known += whole;
        }
    }
    assert_int_equal(known, 2);
}

/* What is compiled when the library is built is what the reader makes of the texts now. */
static void test_built_as_read(void **state)
{
    (void)state;
    Blocks blocks = {NULL};
    const InnDeck *deck[64];
    const TapSource *s;
    int n = 0;
    for (int i = 0; (s = tap_built_in(i)); i++)
        if (inn_is_deck(s->kind)) deck[n++] = read_good(s->text, &blocks);
    const TapContent *c = inn_join(deck, n, tavern_content.deck, &blocks);
    assert_int_equal(c->own_bytes, inn_content.own_bytes);
    assert_memory_equal(c->own, inn_content.own, c->own_bytes);
    const TapDeck *a = c->deck[INN_CARDS], *b = inn_content.deck[INN_CARDS];
    assert_int_equal(a->faces, b->faces);
    for (int i = 0; i < a->faces; i++) {
        assert_string_equal(a->face[i].code, b->face[i].code);
        assert_string_equal(a->face[i].name, b->face[i].name);
        assert_string_equal(a->face[i].kind, b->face[i].kind);
        assert_string_equal(a->face[i].text, b->face[i].text);
    }
    blocks_free(&blocks);
}

/* -------------------------------------------------------------------- text */

static const char *const odd_words[] = {"ac", "fort", "takers", "refusers", "actor", "target", "meddles_with", NULL};

/* A word that only deck files have. */
static bool is_of_the_language(const char *word)
{
    if (strchr(word, '_') || strchr(word, '=')) return true;
    return inn_find(odd_words, word) >= 0;
}

static void test_plain_words(void **state)
{
    (void)state;
    const TapDeck *deck = inn_content.deck[INN_CARDS];
    for (int i = 0; i < deck->faces; i++) {
        char text[1024], *save = NULL;
        const TapFace *f = &deck->face[i];
        CHECK(strlen(f->text) < 500 && strlen(f->name) <= INN_TITLE_BYTES, "%s is long: %s", f->code, f->text);
        CHECK(f->text[0] >= 'A' && f->text[0] <= 'Z', "%s: %s", f->code, f->text);
        CHECK(f->text[strlen(f->text) - 1] == '.', "%s: %s", f->code, f->text);
        CHECK(!strstr(f->text, "  ") && !strstr(f->text, ",,") && !strstr(f->text, " ."), "%s: %s", f->code, f->text);
        snprintf(text, sizeof text, "%s %s", f->kind, f->text);
        for (char *w = strtok_r(text, " .,:;()", &save); w; w = strtok_r(NULL, " .,:;()", &save))
            CHECK(!is_of_the_language(w), "%s says '%s'", f->code, w);
    }
}

/* Every card's text, as it was read by eye. UPDATE_GOLDEN=1 writes it anew. */
static void test_golden(void **state)
{
    (void)state;
    const char *path = "tests/golden/inn-cards.txt";
    const TapDeck *deck = inn_content.deck[INN_CARDS];
    size_t room = 1 << 18, n = 0;
    char *now = malloc(room), *before = calloc(1, room);
    assert_true(now && before);
    for (int i = 0; i < deck->faces; i++) {
        const TapFace *f = &deck->face[i];
        n += (size_t)snprintf(now + n, room - n, "%s: %s (%s)\n    %s\n", f->code, f->name, f->kind, f->text);
    }
    FILE *file = fopen(path, getenv("UPDATE_GOLDEN") ? "w" : "r");
    CHECK(file, "%s cannot be opened", path);
    if (getenv("UPDATE_GOLDEN"))
        fputs(now, file);
    else {
        before[fread(before, 1, room - 1, file)] = 0;
        CHECK(!strcmp(now, before), "%s is not what the cards say now; UPDATE_GOLDEN=1 writes it", path);
    }
    fclose(file);
    free(now);
    free(before);
}

/* -------------------------------------------------------------------- docs */

/* Whether a line holds the word between blanks, commas, plus signs, = and its end. */
static bool holds(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = text; (p = strstr(p, word)); p++) {
        bool begins = p == text || strchr(" \n=,+", p[-1]), ends = !p[n] || strchr(" \n=,+", p[n]);
        if (begins && ends) return true;
    }
    return false;
}

static void each_is_shown(const char *examples, const char *const *list)
{
    for (int i = 0; list[i]; i++)
        if (*list[i]) CHECK(holds(examples, list[i]), "docs/decks.md shows no example of '%s'", list[i]);
}

/* Some cards as a whole file, with others to fill the deck up. */
static void complete(const char *cards, char *ret, size_t size)
{
    const bool drinks = strstr(cards, "\" drink") || (strstr(cards, "\" event") && !strstr(cards, "level="));
    const bool sea = strstr(cards, "level="), prize = strstr(cards, "\" prize");
    const char *kind = prize ? "inn-prizes" : sea ? "inn-sea" : drinks ? "inn-drinks" : "inn-character";
    const int all = prize ? 1 : 30;
    int copies = 0;
    for (const char *p = cards; (p = strstr(p, " x")); p++) {
        size_t line = strcspn(p, "\n");
        const char *token = strstr(p, "\" token ");
        if (!token || token > p + line) copies += atoi(p + 2);
    }
    int n = snprintf(ret, size, "content %s x\nname \"X\"\ncards %d\n%s%s", kind, all,
                     prize || sea || drinks ? "" : "folk hero\n", cards);
    if (copies < all)
        snprintf(ret + n, size - (size_t)n, "card fill x%d \"Fill\" %s\n", all - copies,
                 sea      ? "event house level=1\non revealed : draw each 1"
                 : drinks ? "drink house"
                          : "anytime house\non anytime : draw me 1");
}

/* The examples of docs/decks.md, which are what it indents: each is a file, or cards, that can be read, and there is
 * one of each word. */
static void test_docs(void **state)
{
    (void)state;
    static char line[1024], all[1 << 16], one[1 << 14], file[1 << 15];
    size_t total = 0;
    int read = 0;
    FILE *in = fopen("docs/decks.md", "r");
    CHECK(in, "docs/decks.md is missing");
    for (bool more = true; more;) {
        more = fgets(line, sizeof line, in);
        if (more && (!strncmp(line, "    ", 4) || (one[0] && !strcmp(line, "\n")))) {
            strncat(one, line[0] == '\n' ? line : line + 4, sizeof one - strlen(one) - 1);
            continue;
        }
        bool whole = !strncmp(one, "content ", 8);
        if (whole || !strncmp(one, "card ", 5)) {
            Blocks blocks = {NULL};
            if (!whole) complete(one, file, sizeof file);
            read_good(whole ? one : file, &blocks);
            blocks_free(&blocks);
            total += (size_t)snprintf(all + total, sizeof all - total, "%s", one);
            read++;
        }
        one[0] = 0;
    }
    fclose(in);
    assert_true(read >= 12);
    const char *const *const lists[] = {
        inn_event_words, inn_effect_words, inn_condition_words, inn_whom_words, inn_stat_words,
        inn_type_words,  inn_provenance_words, inn_tag_words,   inn_pick_words, inn_cause_words,
        inn_votes_words, inn_coin_words,   inn_flag_words,      inn_victim_words, inn_holder_words};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) each_is_shown(all, lists[i]);
    for (int i = 0; strcmp(inn_head_words[i], "on"); i++) CHECK(holds(all, inn_head_words[i]), "%s", inn_head_words[i]);
}

/* ------------------------------------------------------------------ shelves */

static const char *text_of(const char *id)
{
    int i = 0;
    while (strcmp(tap_built_in(i)->id, id)) i++;
    return tap_built_in(i)->text;
}

static bool add(TapShelf *shelf, const char *text, const char *hash, char *ret_said, size_t size)
{
    TapFaults faults = {0};
    bool good = tap_shelf_add(shelf, text, strlen(text), hash, &faults);
    char *said = tap_faults_text(&faults, "f");
    snprintf(ret_said, size, "%s", said);
    free(said);
    return good;
}

#define BRON                                                                                                           \
    "content inn-character bron\nname \"Bron\"\ncards 30\nfolk villain\n"                                              \
    "card bron-shout x30 \"Shout\" action house\non action : lose others fort 1\n"

/* What a game of the inn is played with: decks of one's own beside what is built in, or in its place. */
static void test_shelf(void **state)
{
    (void)state;
    Game inn = *tap_game_find("threes");
    char said[512];
    static char other[1 << 14];
    TapShelf *shelf = tap_shelf_new();
    inn.content = &inn_content;
    assert_ptr_equal(tap_shelf_content(NULL, &inn), &inn_content);
    assert_true(add(shelf, BRON, HASH_A, said, sizeof said));
    const char *end = strstr(text_of("sea"), "\nname");
    snprintf(other, sizeof other, "content inn-sea sea\nreplaces sea%s", end);
    char *calm = strstr(other, "Calm Water");
    memcpy(calm, "Flat", 4); /* one title is another */
    assert_true(add(shelf, other, HASH_B, said, sizeof said));
    const TapContent *c = tap_shelf_content(shelf, &inn);
    const InnTables *t = inn_tables(c), *usual = inn_tables(&inn_content);
    assert_int_equal(c->roles, inn_content.roles + 1);
    assert_string_equal(c->role[inn_content.roles], "bron");
    assert_int_equal(c->sources, 2);
    assert_string_equal(c->source[0].id, "bron");
    assert_string_equal(c->source[1].hash, HASH_B);
    assert_int_equal(t->decks, usual->decks + 1);
    assert_int_equal(t->cards, usual->cards + 1);
    assert_string_equal(c->deck[INN_CARDS]->face[tap_deck_find(c->deck[INN_CARDS], "calm-water")].name, "Flat Water");
    assert_ptr_equal(tap_shelf_content(shelf, &inn), c); /* made once */
    /* A record names the files it was played with, and gets just these. */
    const TapContent *found = NULL;
    TapError error = {""};
    TapSource file[2] = {{.kind = "inn-character", .id = "bron", .hash = HASH_A},
                         {.kind = "inn-sea", .id = "sea", .hash = HASH_B}};
    assert_true(tap_shelf_content_of(shelf, &inn, file, 2, &found, &error));
    assert_ptr_equal(found, c);
    assert_true(tap_shelf_content_of(shelf, &inn, file, 1, &found, &error));
    assert_int_equal(found->sources, 1);
    assert_int_equal(found->roles, inn_content.roles + 1);
    assert_int_equal(inn_tables(found)->decks, usual->decks + 1);
    assert_string_equal(found->deck[INN_CARDS]->face[tap_deck_find(found->deck[INN_CARDS], "calm-water")].name,
                        "Calm Water");
    assert_true(tap_shelf_content_of(shelf, &inn, file + 1, 1, &found, &error));
    assert_int_equal(found->roles, inn_content.roles);
    assert_int_equal(inn_tables(found)->decks, usual->decks);
    assert_true(tap_shelf_content_of(shelf, &inn, file, 0, &found, &error));
    assert_ptr_equal(found, &inn_content);
    file[0].hash = HASH_B;
    assert_false(tap_shelf_content_of(shelf, &inn, file, 2, &found, &error));
    assert_non_null(strstr(error.text, "the file here is another"));
    file[0].id = "bran";
    assert_false(tap_shelf_content_of(shelf, &inn, file, 1, &found, &error));
    assert_non_null(strstr(error.text, "not among the content here"));
    file[0] = (TapSource){.kind = "miner-box", .id = "dwarven-miner", .hash = HASH_A};
    assert_false(tap_shelf_content_of(shelf, &inn, file, 1, &found, &error));
    assert_non_null(strstr(error.text, "nothing that"));
    /* The games of the tavern have no use for decks. */
    file[0] = (TapSource){.kind = "inn-character", .id = "bron", .hash = HASH_A};
    assert_false(tap_shelf_content_of(shelf, tap_game_find("threes"), file, 1, &found, &error));
    assert_ptr_equal(tap_shelf_content(shelf, tap_game_find("threes")), &tavern_content);
    tap_shelf_free(shelf);
}

/* What only a shelf can know about a deck. */
static void test_shelf_refuses(void **state)
{
    (void)state;
    char said[1024];
    static char text[1 << 14];
    TapShelf *shelf = tap_shelf_new();
    /* An id that is built in: not without `replaces`, unless it is that very deck. */
    snprintf(text, sizeof text, "%s# mine\n", text_of("deirdre"));
    assert_false(add(shelf, text, HASH_A, said, sizeof said));
    assert_non_null(strstr(said, ": 'deirdre' is built in; a line 'replaces deirdre' puts this deck in its place\n"));
    assert_true(add(shelf, text_of("deirdre"), HASH_A, said, sizeof said));
    assert_false(add(shelf, "content inn-character bron\nreplaces bron\n" FILLER, HASH_A, said, sizeof said));
    snprintf(text, sizeof text, "content inn-character bron\nreplaces bron%s", strstr(BRON, "\nname"));
    assert_false(add(shelf, text, HASH_A, said, sizeof said));
    assert_string_equal(said, "f:1:23: there is no 'inn-character bron' built in that it could replace\n");
    /* One id with two contents: with what is built in, and with another file. */
    assert_true(add(shelf, BRON, HASH_A, said, sizeof said));
    assert_false(add(shelf, BRON, HASH_A, said, sizeof said));
    assert_string_equal(said, "f:1:1: another file is 'inn-character bron' already\n");
    assert_false(add(shelf,
                     "content inn-character brun\nname \"Brun\"\ncards 30\nfolk hero\n"
                     "card Bron-Shout x28 \"Shout\" action house\non action : lose others fort 2\n"
                     "card objection x1 \"No\" sometimes house\non card : negate\n"
                     "card riposte x1 \"Riposte\" sometimes sourced\non hurt unreduced : lose actor fort 2\n",
                     HASH_A, said, sizeof said));
    assert_string_equal(said, "f:5:6: 'Bron-Shout' is another card in 'bron'; give it an id of its own\n"
                              "f:7:6: 'objection' is another card in 'dimli'; give it an id of its own\n");
    tap_shelf_free(shelf);
}

/* 64 decks can be had, and no more. */
static void test_many_decks(void **state)
{
    (void)state;
    char said[256], text[512];
    Game inn = *tap_game_find("threes");
    TapShelf *shelf = tap_shelf_new();
    inn.content = &inn_content;
    for (int i = 0; i <= INN_FILES; i++) {
        snprintf(text, sizeof text,
                 "content inn-character c%d\nname \"C\"\ncards 30\nfolk hero\n"
                 "card c%d x30 \"C\" action house\non action : lose others fort 1\n",
                 i, i);
        bool good = add(shelf, text, HASH_A, said, sizeof said);
        CHECK(good == (i < INN_FILES), "%d: %s", i, said);
    }
    assert_string_equal(said, "f:1:1: more than 64 decks are too many\n");
    assert_int_equal(tap_shelf_content(shelf, &inn)->roles, inn_content.roles + INN_FILES);
    tap_shelf_free(shelf);
}

/* What a record may say that lies in rows (docs/records.md): what could not lie there is refused. */
static void test_misstaged(void **state)
{
    (void)state;
    const struct {
        const char *card, *why;
    } bad[] = {
        {"boo", "'boo' is no "},
        {"deal-me-in", "Seat 1 cannot begin with row deal-me-in: it does not lie in a row."},
        {"idol-with-one-ruby-eye", "Seat 1 cannot begin with row idol-with-one-ruby-eye: it does not lie in a row."},
        {"cloak-that-itches", "Seat 1 cannot begin with row cloak-that-itches: it does not lie in a row."},
        {"squib", "Seat 1 cannot begin with row squib: nobody plays the character that has it; 'cast' says who plays"},
        {"mount-pony", "Seat 1 cannot begin with row mount-pony: there are not as many of it."},
        {"boxing-glove", "Seat 1 cannot begin with row boxing-glove: it lies before nobody but its owner."},
        {"minion-drummer", "Seat 1 cannot begin with row minion-drummer: only a Boss has it."},
    };
    const Game *inn = tap_game_find("red-dragon-inn");
    TapSetup setup;
    TapError error;
    char words[TAP_STAGED_WORDS];
    assert_true(tap_setup_init(&setup, inn, 5, NULL, 0, &error));
    assert_true(tap_setup_cast_all(&setup, "molly,keet,wrench,torglesnarf,lizwick", &error));
    assert_true(tap_setup_stage(&setup, 0, "row", "mount-pony", &error));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(tap_setup_stage(&setup, 0, "row", bad[i].card, &error));
        CHECK(strstr(error.text, bad[i].why), "%s: %s", bad[i].card, error.text);
        assert_int_equal(setup.stages, 1);
    }
    tap_stage_write(&setup, 0, words);
    assert_string_equal(words, "row mount-pony");
    const char *const mounts[] = {"mount-foal", "mount-unicorn", "mount-warhorse", "mount-donkey", "mount-cow",
                                  "mount-geese", "mount-goat", "mount-mare", "mount-pooky"};
    size_t lie = 0;
    while (lie < sizeof mounts / sizeof *mounts && tap_setup_stage(&setup, 0, "row", mounts[lie], &error)) lie++;
    assert_int_equal(1 + lie, ROW_MOST);
    assert_string_equal(error.text + strlen(error.text) - 16, "the row is full.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drink_numbers), cmocka_unit_test(test_built_in), cmocka_unit_test(test_not_sourced),
        cmocka_unit_test(test_drink_decks), cmocka_unit_test(test_what_is_poured),
        cmocka_unit_test(test_common_core), cmocka_unit_test(test_built_as_read), cmocka_unit_test(test_plain_words),
        cmocka_unit_test(test_golden), cmocka_unit_test(test_docs), cmocka_unit_test(test_shelf),
        cmocka_unit_test(test_shelf_refuses), cmocka_unit_test(test_many_decks),
        cmocka_unit_test(test_misstaged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
