/* libFuzzer target: the reader of what bots say (docs/bot-protocol.md). What it takes is legal, what it refuses has a
 * reason. */
#include "bot_lines.h"

#include <assert.h>
#include <string.h>

#include "server/programs/bot_message.h"

enum { ASKED = 7 /* the question under way */ };

static void read_hello(const char *line, size_t n)
{
    BotHello    hello;
    const char *code, *why = bot_read_hello(line, n, &hello, &code);
    if (why) {
        assert(why[0] && code[0]);
        return;
    }
    assert(memchr(hello.table, 0, sizeof hello.table) && memchr(hello.token, 0, sizeof hello.token));
    assert(memchr(hello.name, 0, sizeof hello.name) && hello.name[0]);
    assert(!strpbrk(hello.table, "/?#"));
    assert(hello.seat == TAP_NOBODY || (hello.seat >= 0 && hello.seat < TAP_SEATS));
}

/* The next answer is asked where this one led. */
static void read_answer(const TapSetup *setup, TapState *st, const char *line, size_t n)
{
    TapSeat    seat = tap_first_of(tap_asked(setup, st));
    TapMove    move;
    TapChoices c;
    TapRng     luck;
    tap_rng_fast(&luck, n);
    BotSaid said = bot_read_answer(line, n, ASKED, setup, st, seat, &move);
    if (said != BOT_SAID_MOVE) move = bot_fallback(setup, st, seat, &luck);
    tap_choices(setup, st, seat, &c);
    assert(tap_choices_find(&c, &move));
    bool taken = tap_answer(setup, st, seat, move, NULL);
    assert(taken);
}

int fuzz_bot_lines(const uint8_t *data, size_t size)
{
    TapSetup setup;
    TapState st;
    uint8_t  seed[64];
    TapError error;
    int      games = 0, min, max, best;
    if (size < 2) return 0;
    while (tap_games()[games]) games++;
    const TapGame *game = tap_games()[data[0] % games];
    tap_game_seats(game, &min, &max, &best);
    bool made = tap_setup_init(&setup, game, best, NULL, 0, &error);
    assert(made);
    tap_seed_from_number(data[1], seed);
    tap_start(&setup, &st, seed, NULL);
    const char *line = (const char *)data + 2, *end = (const char *)data + size;
    while (line < end && !tap_over(&st)) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t      n = (size_t)((stop ? stop : end) - line);
        read_hello(line, n);
        read_answer(&setup, &st, line, n);
        line += n + 1;
    }
    return 0;
}

#ifdef FUZZ
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_bot_lines(data, size); }
#endif
