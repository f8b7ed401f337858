#include "decks/swords_table.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* What the game goes by: a card's place in the list is its suit and rank (SWORD-R1, SWORD-R2). */
#define SUIT_CODES(suit)                                                                                               \
    "2" suit, "3" suit, "4" suit, "5" suit, "6" suit, "7" suit, "8" suit, "9" suit, "10" suit, "N" suit, "Q" suit,     \
        "K" suit, "A" suit
static const char *const suit_codes[] = {"Sw", "Ea", "Sk", "Sc", "Co", "Ch", "Sh", "Ta", NULL};
static const char *const rank_codes[] = {SUIT_CODES(""), NULL};
static const char *const card_codes[] = {SUIT_CODES("Sw"), SUIT_CODES("Ea"), SUIT_CODES("Sk"), SUIT_CODES("Sc"),
                                         SUIT_CODES("Co"), SUIT_CODES("Ch"), SUIT_CODES("Sh"), SUIT_CODES("Ta"),
                                         NULL};
static const char *const dragon_codes[] = {"D1", "D2", "D3", "D4", NULL};

enum { SUITS, RANKS, CARDS, DRAGONS, TABLES };
enum { SUIT_N = 8, RANK_N = 13, CARD_N = SUIT_N * RANK_N, DRAGON_N = 4, NAMED = 4, FIRST_NAMED = RANK_N - NAMED };
enum { CODE, NAME, GLYPH, SUIT_SOURCE, SUIT_COLUMNS };
enum { FIGURE = 2, RANK_SOURCE, RANK_COLUMNS };
enum { SOBRIQUET = 1, CARD_SOURCE, CARD_COLUMNS };
enum { WRACK = 2, DRAGON_FIGURE, DRAGON_SOURCE, DRAGON_COLUMNS };
enum { NAME_LETTERS = 24 }; /* "Knight of Talismans" and a sobriquet typed as a word fit where they are shown */

static const DataColumn suits[SUIT_COLUMNS] = {
    [CODE] = {.name = "code", .type = DATA_WORD, .unique = true, .fixed = suit_codes},
    [NAME] = {.name = "name", .type = DATA_TEXT, .unique = true, .hi = NAME_LETTERS},
    [GLYPH] = {.name = "glyph", .type = DATA_TEXT, .hi = 4, .usual = "-"},
    [SUIT_SOURCE] = DATA_SOURCE,
};
static const DataColumn ranks[RANK_COLUMNS] = {
    [CODE] = {.name = "code", .type = DATA_WORD, .unique = true, .fixed = rank_codes},
    [NAME] = {.name = "name", .type = DATA_TEXT, .unique = true, .hi = NAME_LETTERS},
    [FIGURE] = {.name = "figure", .type = DATA_WORD, .usual = "-"},
    [RANK_SOURCE] = DATA_SOURCE,
};
static const DataColumn cards[CARD_COLUMNS] = {
    [CODE] = {.name = "code", .type = DATA_WORD, .unique = true, .fixed = card_codes},
    [SOBRIQUET] = {.name = "sobriquet", .type = DATA_TEXT, .unique = true, .hi = NAME_LETTERS, .usual = "-"},
    [CARD_SOURCE] = DATA_SOURCE,
};
static const DataColumn dragons[DRAGON_COLUMNS] = {
    [CODE] = {.name = "code", .type = DATA_WORD, .unique = true, .fixed = dragon_codes},
    [NAME] = {.name = "name", .type = DATA_TEXT, .unique = true, .hi = NAME_LETTERS},
    [WRACK] = {.name = "wrack", .type = DATA_NUMBER, .lo = 1, .hi = 4},
    [DRAGON_FIGURE] = {.name = "figure", .type = DATA_WORD, .usual = "-"},
    [DRAGON_SOURCE] = DATA_SOURCE,
};
static const DataTable tables[TABLES] = {
    [SUITS] = {.name = "suits", .least = 1, .most = SUIT_N, .columns = SUIT_COLUMNS, .column = suits},
    [RANKS] = {.name = "ranks", .least = 1, .most = RANK_N, .columns = RANK_COLUMNS, .column = ranks},
    [CARDS] = {.name = "cards", .least = 1, .most = CARD_N, .columns = CARD_COLUMNS, .column = cards},
    [DRAGONS] = {.name = "dragons", .least = 1, .most = DRAGON_N, .columns = DRAGON_COLUMNS, .column = dragons},
};

/* "Eagle Lance" as it is typed: "eagle-lance". */
static void as_word(const char *text, char *ret, size_t size)
{
    size_t n = 0;
    for (; *text && n + 1 < size; text++) ret[n++] = *text == ' ' ? '-' : (char)tolower((unsigned char)*text);
    ret[n] = 0;
}

/* A sobriquet is typed, and so are the words of suits and ranks: none may be taken for another. */
static void judge(const DataFile *f, TapFaults *faults)
{
    for (int i = 0; i < CARD_N; i++) {
        const DataCell *c = data_cell(f, CARDS, i, SOBRIQUET);
        char word[DATA_WORD_BYTES];
        if (!c->n) continue;
        as_word(c->item[0].text, word, sizeof word);
        if (i % RANK_N < FIRST_NAMED)
            faults_add(faults, c->line, c->column, "only Aces, Kings, Queens and Knights have a sobriquet");
        else if (!data_is_word(word))
            faults_add(faults, c->line, c->column, "%s cannot be typed: a sobriquet has letters, digits and - in it",
                       quoted(c->item[0].text).text);
    }
}

const DataRules swords_rules = {.kind = "swords-deck", .tables = TABLES, .table = tables, .judge = judge};

static const TapDeck *deck_of(const char *name, const char *noun, const TapFace *face, int faces, int n,
                              Blocks *blocks)
{
    TapCard *card = blocks_take(blocks, sizeof *card * (size_t)(n + 1));
    TapDeck *deck = blocks_take(blocks, sizeof *deck);
    for (int i = 0; i < n; i++) card[i] = (TapCard)i;
    *deck = (TapDeck){
        .name = name, .noun = noun, .faces = faces, .face = face, .cards = n, .plain = n, .card = card};
    return deck;
}

static void make_words(const DataFile *f, TapFace *rank, TapFace *suit, Blocks *blocks)
{
    for (int i = 0; i < RANK_N; i++)
        rank[i] = (TapFace){.code = rank_codes[i],
                            .name = blocks_text(data_text(f, RANKS, i, NAME), blocks),
                            .letter = rank_codes[i],
                            .figure = blocks_text(data_text(f, RANKS, i, FIGURE), blocks),
                            .number = (int8_t)(i + 2)};
    for (int i = 0; i < SUIT_N; i++)
        suit[i] = (TapFace){.code = suit_codes[i],
                            .name = blocks_text(data_text(f, SUITS, i, NAME), blocks),
                            .suit = blocks_text(data_text(f, SUITS, i, NAME), blocks),
                            .glyph = blocks_text(data_text(f, SUITS, i, GLYPH), blocks)};
}

static TapFace card_face(const DataFile *f, int i, const TapFace *rank, const TapFace *suit, Blocks *blocks)
{
    char name[2 * NAME_LETTERS * 4 + 8];
    snprintf(name, sizeof name, "%s of %s", rank[i % RANK_N].name, suit[i / RANK_N].name);
    TapFace face = suit[i / RANK_N];
    face.code = card_codes[i];
    face.name = blocks_text(name, blocks);
    face.letter = rank[i % RANK_N].letter;
    face.figure = rank[i % RANK_N].figure;
    face.title = blocks_text(data_text(f, CARDS, i, SOBRIQUET), blocks);
    face.number = rank[i % RANK_N].number;
    return face;
}

static TapFace dragon_face(const DataFile *f, int i, Blocks *blocks)
{
    char name[NAME_LETTERS * 4 + 8], text[64];
    int wrack = data_number(f, DRAGONS, i, WRACK, 0);
    snprintf(name, sizeof name, "Dragon %s", data_text(f, DRAGONS, i, NAME));
    snprintf(text, sizeof text, "Wild in a Book. Wrack %d.", wrack);
    return (TapFace){.code = dragon_codes[i],
                     .name = blocks_text(name, blocks),
                     .title = blocks_text(data_text(f, DRAGONS, i, NAME), blocks),
                     .letter = "D",
                     .figure = blocks_text(data_text(f, DRAGONS, i, DRAGON_FIGURE), blocks),
                     .kind = "Dragon",
                     .text = blocks_text(text, blocks),
                     .number = (int8_t)wrack};
}

/* By its sobriquet; one that has none keeps its code, which nobody is asked for here. */
static TapFace named_face(const TapFace *card, Blocks *blocks)
{
    char word[DATA_WORD_BYTES];
    TapFace face = *card;
    if (!face.title) return face;
    as_word(face.title, word, sizeof word);
    face.code = blocks_text(word, blocks);
    face.name = face.title;
    return face;
}

const TapContent *swords_compile(const DataFile *f, Blocks *blocks)
{
    static const char *const words_of[SUIT_N] = {"cards-sw", "cards-ea", "cards-sk", "cards-sc",
                                                 "cards-co", "cards-ch", "cards-sh", "cards-ta"};
    const TapDeck **deck = blocks_take(blocks, sizeof *deck * SWORDS_DECKS);
    TapContent *content = blocks_take(blocks, sizeof *content);
    TapFace *rank = blocks_take(blocks, sizeof *rank * RANK_N), *suit = blocks_take(blocks, sizeof *suit * SUIT_N);
    TapFace *name = blocks_take(blocks, sizeof *name * SUIT_N * NAMED);
    TapFace *word = blocks_take(blocks, sizeof *word * CARD_N);
    TapFace *card = blocks_take(blocks, sizeof *card * (CARD_N + DRAGON_N));
    make_words(f, rank, suit, blocks);
    for (int i = 0; i < CARD_N; i++) {
        word[i] = card[i] = card_face(f, i, rank, suit, blocks);
        word[i].glyph = NULL; /* a list of a hundred words is short: what they are asked for says the suit */
    }
    for (int i = 0; i < DRAGON_N; i++) card[CARD_N + i] = dragon_face(f, i, blocks);
    for (int i = 0; i < CARD_N + DRAGON_N; i++) card[i].copies = 1;
    for (int i = 0; i < SUIT_N * NAMED; i++)
        name[i] = named_face(&word[i / NAMED * RANK_N + FIRST_NAMED + i % NAMED], blocks);
    deck[SWORDS_DECK] = deck_of("deck", "card", card, CARD_N + DRAGON_N, CARD_N + DRAGON_N, blocks);
    deck[RANK_WORDS] = deck_of("ranks", "rank", rank, RANK_N, 0, blocks);
    deck[SUIT_WORDS] = deck_of("suits", "suit", suit, SUIT_N, 0, blocks);
    deck[NAME_WORDS] = deck_of("names", "name", name, SUIT_N * NAMED, 0, blocks);
    for (int i = 0; i < SUIT_N; i++)
        deck[CARD_WORDS + i] = deck_of(words_of[i], "card", word + i * RANK_N, RANK_N, 0, blocks);
    *content = (TapContent){.decks = SWORDS_DECKS, .deck = deck};
    return content;
}
