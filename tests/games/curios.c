#include "curios.h"

/* Every third trick can be played at any time, every other third as an answer only. */
#define TRICK(n)                                                                                                       \
    {                                                                                                                  \
        .code = "t" #n, .name = "Trick " #n, .title = "Trick",                                                         \
        .kind = 1##n % 3 == 0   ? "Anytime"                                                                            \
                : 1##n % 3 == 1 ? "Sometimes"                                                                          \
                                : "Action",                                                                            \
        .text = "Trick number " #n " of three hundred.", .figure = "hat", .copies = 1                                  \
    }
#define TEN(n)                                                                                                         \
    TRICK(n##0), TRICK(n##1), TRICK(n##2), TRICK(n##3), TRICK(n##4), TRICK(n##5), TRICK(n##6), TRICK(n##7),            \
        TRICK(n##8), TRICK(n##9)
#define HUNDRED(n)                                                                                                     \
    TEN(n##0), TEN(n##1), TEN(n##2), TEN(n##3), TEN(n##4), TEN(n##5), TEN(n##6), TEN(n##7), TEN(n##8), TEN(n##9)
static const TapFace tricks[TRICK_FACES] = {HUNDRED(1), HUNDRED(2), HUNDRED(3)};

#define C10(n) n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8, n + 9
#define C100(n)                                                                                                        \
    C10(n), C10(n + 10), C10(n + 20), C10(n + 30), C10(n + 40), C10(n + 50), C10(n + 60), C10(n + 70), C10(n + 80),    \
        C10(n + 90)
static const Card all_tricks[] = {C100(0), C100(100), C100(200)};
static const Deck trick_deck = {.name = "tricks", .noun = "trick", .faces = TRICK_FACES, .face = tricks,
                                .cards = TRICK_FACES, .plain = TRICK_FACES, .card = all_tricks};

static const TapFace tokens[TOKEN_KINDS] = {
    {.code = "gold", .name = "gold", .copies = 4, .number = 3},
    {.code = "silver", .name = "silver", .copies = 12, .number = 1},
    {.code = "blue", .name = "blue gem", .copies = 8},
    {.code = "red", .name = "red gem", .copies = 8},
    {.code = "green", .name = "green gem", .copies = 6},
    {.code = "black", .name = "black diamond", .copies = 2, .extra = true},
};
static const Card all_tokens[ALL_TOKENS] = {0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2,
                                            2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5};
static const Deck token_deck = {.name = "tokens", .noun = "token", .faces = TOKEN_KINDS, .face = tokens,
                                .cards = ALL_TOKENS, .plain = ALL_TOKENS - 2, .card = all_tokens};

static const TapFace sky[] = {
    [SUN] = {.code = "sun", .name = "sun", .glyph = "\u2600", .number = 2, .copies = 3},
    [RAIN] = {.code = "rain", .name = "rain", .glyph = "\u2602", .number = 1, .copies = 2},
    [STORM] = {.code = "storm", .name = "storm", .glyph = "\u2608", .copies = 1},
};
static const Card sky_sides[] = {SUN, SUN, SUN, RAIN, RAIN, STORM};
static const Deck weather = {
    .name = "weather", .noun = "die", .dice = true, .faces = 3, .face = sky, .cards = 6, .plain = 6, .card = sky_sides};

static const TapFace coin_faces[] = {{.code = "heads", .name = "heads", .copies = 1},
                                     {.code = "tails", .name = "tails", .copies = 1}};
static const Card coin_sides[] = {0, 1};
static const Deck coin = {.name = "coin",
                          .noun = "coin",
                          .dice = true,
                          .faces = 2,
                          .face = coin_faces,
                          .cards = 2,
                          .plain = 2,
                          .card = coin_sides};

static const Deck *const decks[] = {
    [TRICKS] = &trick_deck, [TOKENS] = &token_deck, [WEATHER] = &weather, [COIN] = &coin};
static const char *const roles[] = {"juggler", "singer", "seer"};
const Content curios = {.decks = 4, .deck = decks, .roles = 3, .role = roles};
