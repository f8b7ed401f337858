/* libFuzzer target: a stream of answers to any game. Whatever comes, no assert fails, refused answers change nothing,
 * money stays, and the game can always be played on. */
#include "answers.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include <taproom/taproom.h>

typedef struct Bytes {
    const uint8_t *at;
    size_t         left;
} Bytes;

static uint8_t byte(Bytes *b)
{
    if (!b->left) return 0;
    b->left--;
    return *b->at++;
}

static bool make_setup(Bytes *b, TapSetup *ret)
{
    int games = 0, options, min, max, best;
    while (tap_games()[games]) games++;
    const TapGame   *game = tap_games()[byte(b) % games];
    const TapOption *option = tap_game_options(game, &options);
    char        text[TAP_OPTIONS][64];
    const char *list[TAP_OPTIONS];
    tap_game_seats(game, &min, &max, &best);
    int seats = min + byte(b) % (max - min + 1);
    for (int i = 0; i < options; i++) {
        int span = option[i].hi - option[i].lo + 1, step = byte(b);
        tap_option_write(&option[i], (int16_t)(option[i].lo + step % span), text[i], sizeof text[i]);
        list[i] = text[i];
    }
    TapError error = {""};
    if (tap_setup_init(ret, game, seats, list, options, &error)) return true;
    assert(error.text[0]);
    return false;
}

static int64_t money(const TapSetup *setup, const TapState *st)
{
    int64_t sum = tap_pot(setup, st);
    for (TapSeat s = 0; s < (TapSeat)setup->seats; s++)
        if (tap_purse(setup, s) == s) sum += tap_money(setup, st, s);
    return sum;
}

/* Half of the answers are taken from the list, half are raw bytes. */
static void answer(Bytes *b, const TapSetup *setup, TapState *st, TapLog *log)
{
    TapChoices c;
    uint8_t    how = byte(b);
    TapSeat    seat = (TapSeat)byte(b);
    if (how & 1) { /* a seat that is asked */
        TapSeatSet asked = tap_asked(setup, st);
        for (int skip = (uint8_t)seat % tap_count(asked); skip; skip--) asked &= (TapSeatSet)(asked - 1);
        seat = tap_first_of(asked);
    }
    TapMove m;
    tap_choices(setup, st, seat, &c);
    if (how & 2 && c.n) {
        const TapChoice *o = &c.choice[byte(b) % c.n];
        uint64_t nth = (uint64_t)byte(b) << 8 | byte(b);
        m = tap_choice_nth(o, nth % tap_choice_count(o));
    } else {
        uint8_t raw[sizeof m];
        for (size_t i = 0; i < sizeof raw; i++) raw[i] = byte(b);
        memcpy(&m, raw, sizeof m);
    }
    TapState before;
    memcpy(&before, st, tap_state_size(setup));
    bool listed = tap_choices_find(&c, &m) != NULL, taken = tap_answer(setup, st, seat, m, log);
    assert(taken == listed);
    assert(taken || !memcmp(&before, st, tap_state_size(setup)));
}

/* Text from outside is read or refused, never more; what is read is legal. */
static void read_words(Bytes *b, const TapSetup *setup, const TapState *st)
{
    char       text[64];
    TapMove    m;
    TapError   error;
    TapChoices c;
    size_t     n = byte(b) % (sizeof text - 1);
    for (size_t i = 0; i < n; i++) text[i] = (char)byte(b);
    text[n] = 0;
    TapSeat seat = tap_first_of(tap_asked(setup, st));
    tap_choices(setup, st, seat, &c);
    if (tap_move_read(setup, st, seat, text, &m, &error)) assert(tap_choices_find(&c, &m));
}

int fuzz_answers(const uint8_t *data, size_t size)
{
    static TapLog  log;
    static TapView view;
    Bytes    b = {data, size};
    TapSetup setup;
    TapState st;
    uint8_t  seed[64];
    if (!make_setup(&b, &setup)) return 0;
    for (int i = 0; i < setup.seats; i++)
        if (byte(&b) & 1) setup.stack[i] = byte(&b);
    tap_seed_from_number(byte(&b), seed);
    tap_log_clear(&log);
    tap_start(&setup, &st, seed, &log);
    int64_t brought = money(&setup, &st);
    while (b.left && !tap_over(&st)) {
        uint8_t what = byte(&b);
        if (what < 16) {
            TapRng r;
            tap_rng_fast(&r, what);
            tap_reseal(&setup, &st, (TapSeat)(what % (setup.seats + 1) - 1), &r, what & 1);
        } else if (what < 32) read_words(&b, &setup, &st);
        else if (what < 40) tap_view(&setup, &st, (TapSeat)(what % (setup.seats + 1) - 1), &view);
        else answer(&b, &setup, &st, &log);
        assert(money(&setup, &st) == brought);
        assert(tap_over(&st) || tap_asked(&setup, &st));
    }
    return 0;
}

#ifdef FUZZ
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_answers(data, size); }
#endif
