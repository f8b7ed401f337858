#include "decks/tavern.h"

/* CARDS-08: the pattern says the colour again. */
#define SUIT(animal, symbol, colour, lines) \
    {"W-" animal, "Warrior of " animal, "W", animal, symbol, colour, lines, 1}, \
    {"L-" animal, "Lady of " animal, "L", animal, symbol, colour, lines, 2}, \
    {"B-" animal, "Bard of " animal, "B", animal, symbol, colour, lines, 3}, \
    {"M-" animal, "Merchant of " animal, "M", animal, symbol, colour, lines, 4}, \
    {"R-" animal, "Rogue of " animal, "R", animal, symbol, colour, lines, 5}
#define DRAGON_FACE(colour, lines) {"D-" colour, colour " Dragon", "D", NULL, "\U0001F409", colour, lines, 0}
#define GREY_FACE(letter, title, number) {letter "-grey", "Grey " title, letter, NULL, NULL, "grey", NULL, number}

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
    GREY_FACE("W", "Warrior", 1),
    GREY_FACE("L", "Lady", 2),
    GREY_FACE("B", "Bard", 3),
    GREY_FACE("M", "Merchant", 4),
    GREY_FACE("R", "Rogue", 5),
};

const Deck tavern_deck = {.name = "tavern", .faces = TAVERN_FACES, .face = faces};

/* One animal's fifteen: rank r is r times there (CARDS-01). */
#define ANIMAL(a) \
    (a) * RANKS, (a) * RANKS + 1, (a) * RANKS + 1, (a) * RANKS + 2, (a) * RANKS + 2, (a) * RANKS + 2, (a) * RANKS + 3, \
        (a) * RANKS + 3, (a) * RANKS + 3, (a) * RANKS + 3, (a) * RANKS + 4, (a) * RANKS + 4, (a) * RANKS + 4, \
        (a) * RANKS + 4, (a) * RANKS + 4
static const Card ninety_and_dragons[TAVERN_CARDS + HUES] = {
    ANIMAL(WOLF), ANIMAL(HAWK), ANIMAL(HORSE), ANIMAL(OWL), ANIMAL(HARE), ANIMAL(WREN), DRAGON + RED, DRAGON + GREEN, DRAGON + BLUE,
};

void tavern_fill(Pile *p, bool dragons)
{
    memset(p, 0, sizeof *p);
    p->n = (uint8_t)(TAVERN_CARDS + (dragons ? HUES : 0));
    memcpy(p->card, ninety_and_dragons, p->n);
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
