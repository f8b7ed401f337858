/* The program `floor`: how many of the bets a bot makes it values itself below giving up, which costs nothing more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <taproom/taproom.h>

static const char help[] = "Usage: floor BOT SEATS BETS SEED [GAME...]\n\n"
                           "Lets BOT play against itself and looks at what it says of the bets it makes. From here\n"
                           "on, giving up is worth 0; a bet that it values more than half a coin below that is one\n"
                           "that it should not make. Without GAME all that have such bets.\n\n"
                           "Example:\n"
                           "  floor search:2 2 1000 900 delve the-wheel\n";

static const double HALF_A_COIN = 0.5;

typedef struct Count {
    int    bets, below;
    double lowest;
} Count;

/* What the bot says that its move brings from now on: a hint is its result less the mean of the others'. */
static bool value_of(const TapBot *bot, const TapSetup *setup, const TapState *state, TapSeat s, TapMove m, double *ret)
{
    TapHint hint[64];
    int     n = tap_bot_hints(bot, hint, 64);
    for (int i = 0; i < n; i++)
        if (!memcmp(&hint[i].move, &m, sizeof m)) {
            double spent = tap_stack(setup, s) - tap_money(setup, state, s);
            *ret = (double)hint[i].value * (setup->seats - 1) / setup->seats + spent;
            return true;
        }
    return false;
}

/* Hands of one game until there were so many bets, or too many hands without any. */
static void play(TapBot *bot, const TapSetup *setup, int wanted, uint64_t seed, Count *ret)
{
    *ret = (Count){0};
    for (uint64_t game = 0; ret->bets < wanted && (ret->bets || game < 20); game++) {
        TapState state;
        TapSeen  seen = {0};
        uint8_t  start[64];
        tap_seed_from_number(seed * 1000003 + game, start);
        tap_start(setup, &state, start, NULL);
        while (!tap_over(&state) && ret->bets < wanted) {
            TapSeat s = tap_first_of(tap_asked(setup, &state));
            double  value = 0;
            tap_bot_catch_up(bot, &seen);
            TapMove m = tap_bot_decide(bot, setup, &state, s);
            bool    weighed = value_of(bot, setup, &state, s, m, &value);
            int     before = tap_seen_bets(&seen, setup, &state);
            tap_seen_add(&seen, setup, &state, s, m);
            bool bet = tap_seen_bets(&seen, setup, &state) > before && seen.bet[before].act == TAP_SEEN_RAISE;
            tap_answer(setup, &state, s, m, NULL);
            if (!bet || !weighed) continue;
            ret->bets++;
            ret->below += value < -HALF_A_COIN;
            if (value < ret->lowest) ret->lowest = value;
        }
    }
}

static bool is_wanted(const char *id, char **name, int n)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(id, name[i])) return true;
    return !n;
}

int main(int argc, char **argv)
{
    TapError error = {""};
    TapBot  *bot = argc > 4 ? tap_bot_new(argv[1], 1, &error) : NULL;
    if (!bot) return fprintf(stderr, "%s%s%s", error.text, error.text[0] ? "\n" : "", help), 2;
    for (const TapGame *const *game = tap_games(); *game; game++) {
        TapSetup setup;
        Count    count;
        if (!is_wanted(tap_game_id(*game), argv + 5, argc - 5) || !tap_game_scores_money(*game)) continue;
        if (tap_game_hosts(*game)) continue; /* there values are of all that is still to come */
        if (!tap_setup_init(&setup, *game, atoi(argv[2]), NULL, 0, NULL)) continue;
        play(bot, &setup, atoi(argv[3]), strtoull(argv[4], NULL, 10), &count);
        if (!count.bets) continue;
        printf("| %s | %d | %.1f %% | %.2f |\n", tap_game_id(*game), count.bets, 100.0 * count.below / count.bets,
               count.lowest);
        fflush(stdout);
    }
    tap_bot_free(bot);
    return 0;
}
