#include "decks/tavern.h"

/* CARDS-08: the pattern says the colour again. CARDS-01: rank r is r times there. */
#define CARD_FACE(letter_, title_, figure_, rank, animal, symbol, colour, lines) \
    {.code = letter_ "-" animal, .name = title_ " of " animal, .letter = letter_, .suit = animal, .glyph = symbol, .hue = colour, \
     .pattern = lines, .title = title_, .figure = figure_, .number = (rank), .copies = (rank)}
#define SUIT(...) \
    CARD_FACE("W", "Warrior", "warrior", 1, __VA_ARGS__), CARD_FACE("L", "Lady", "lady", 2, __VA_ARGS__), \
        CARD_FACE("B", "Bard", "bard", 3, __VA_ARGS__), CARD_FACE("M", "Merchant", "merchant", 4, __VA_ARGS__), \
        CARD_FACE("R", "Rogue", "rogue", 5, __VA_ARGS__)
#define DRAGON_FACE(colour, lines) \
    {.code = "D-" colour, .name = colour " Dragon", .letter = "D", .glyph = "\U0001F409", .hue = colour, .pattern = lines, \
     .title = "Dragon", .figure = "dragon", .copies = 1, .extra = true}
#define GREY_FACE(letter_, title_, figure_, rank) \
    {.code = letter_ "-grey", .name = "Grey " title_, .letter = letter_, .hue = "grey", .title = title_, .figure = figure_, .number = (rank)}

static const TapFace faces[TAVERN_FACES] = {
    SUIT("wolf", "\U0001F43A", "red", "lines"),
    SUIT("hawk", "\U0001F985", "red", "lines"),
    SUIT("horse", "\U0001F434", "green", "waves"),
    SUIT("owl", "\U0001F989", "green", "waves"),
    SUIT("hare", "\U0001F430", "blue", "circles"),
    SUIT("wren", "\U0001F426", "blue", "circles"),
    DRAGON_FACE("red", "lines"),
    DRAGON_FACE("green", "waves"),
    DRAGON_FACE("blue", "circles"),
    GREY_FACE("W", "Warrior", "warrior", 1),
    GREY_FACE("L", "Lady", "lady", 2),
    GREY_FACE("B", "Bard", "bard", 3),
    GREY_FACE("M", "Merchant", "merchant", 4),
    GREY_FACE("R", "Rogue", "rogue", 5),
};

/* One animal's fifteen. */
#define ANIMAL(a) \
    (a) * RANKS, (a) * RANKS + 1, (a) * RANKS + 1, (a) * RANKS + 2, (a) * RANKS + 2, (a) * RANKS + 2, (a) * RANKS + 3, \
        (a) * RANKS + 3, (a) * RANKS + 3, (a) * RANKS + 3, (a) * RANKS + 4, (a) * RANKS + 4, (a) * RANKS + 4, \
        (a) * RANKS + 4, (a) * RANKS + 4
static const Card ninety_and_dragons[TAVERN_CARDS + HUES] = {
    ANIMAL(WOLF), ANIMAL(HAWK), ANIMAL(HORSE), ANIMAL(OWL), ANIMAL(HARE), ANIMAL(WREN), DRAGON + RED, DRAGON + GREEN, DRAGON + BLUE,
};

static const Deck tavern_deck = {.name = "deck", .noun = "card", .faces = TAVERN_FACES, .face = faces,
                                 .cards = TAVERN_CARDS + HUES, .plain = TAVERN_CARDS, .card = ninety_and_dragons};

#define PIPS(n, symbol) {.code = #n, .name = #n, .letter = #n, .glyph = symbol, .number = (n), .copies = 1}
static const TapFace pips[] = {
    PIPS(1, "\u2680"), PIPS(2, "\u2681"), PIPS(3, "\u2682"), PIPS(4, "\u2683"), PIPS(5, "\u2684"), PIPS(6, "\u2685"),
};
static const Card sides[] = {0, 1, 2, 3, 4, 5};
static const Deck six_sided = {.name = "dice", .noun = "die", .dice = true, .faces = 6, .face = pips, .cards = 6, .plain = 6, .card = sides};

static const Deck *const decks[] = {[TAVERN] = &tavern_deck, [SIX_SIDED] = &six_sided};
const Content tavern_content = {.decks = 2, .deck = decks};

void from_rank(TapParts *parts, const TapHolding *h, Rank r, int n, uint64_t *used)
{
    for (int i = 0; parts && n > 0 && i < h->cards && i < 64; i++) {
        if (rank_of(h->card[i]) != r || *used >> i & 1) continue;
        from_card(parts, i);
        *used |= 1ull << i;
        n--;
    }
}

void tie_by_rank(const Card *card, int n, TapScore *s)
{
    assert(s->ties + 1 + RANKS <= TAP_TIES);
    int32_t *of = &s->tie[s->ties];
    memset(of, 0, sizeof *of * (1 + RANKS));
    for (int i = 0; i < n; i++) of[rank_of(card[i])]++;
    s->ties += 1 + RANKS;
}

void tie_by_colour(const Card *card, int n, TapScore *s)
{
    int32_t of[HUES + 1] = {0}, most = 0;
    for (int i = 0; i < n; i++) of[hue_of(card[i])]++;
    for (int hue = RED; hue < HUES; hue++)
        if (of[hue] > most) most = of[hue];
    assert(s->ties < TAP_TIES);
    s->tie[s->ties++] = most;
}
