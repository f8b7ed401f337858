/* The program `keeps`: how many points a bot loses with each keep at Threes, against who wants the least sum. Who plays
 * for the pot does not always want that: to catch up with a low sum one has to dare something. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <taproom/taproom.h>

static const char help[] = "Usage: keeps BOT [KEEPS [SEED]]\n\n"
                           "Lets BOT play Threes against itself for two, and weighs its keeps by what the least\n"
                           "sum would be on the average.\n\n"
                           "Example:\n"
                           "  keeps search:2 1000 7\n";

enum { DICE = 5, SIDES = 6 };
static double hope[DICE + 1]; /* the least sum, on the average, of so many dice */

static int points(int face) { return face == 3 ? 0 : face; }

/* The sum if every die of that value is kept of those shown. */
static double sum_if_kept(const int *shown, int dice, int value)
{
    return shown[value] * points(value) + hope[dice - shown[value]];
}

/* The mean over all rolls of so many dice that begin with what is shown. */
static double mean_of_rolls(int *shown, int rolled, int dice)
{
    double sum = 0, least = 99;
    if (rolled < dice) {
        for (int face = 1; face <= SIDES; face++) {
            shown[face]++;
            sum += mean_of_rolls(shown, rolled + 1, dice) / SIDES;
            shown[face]--;
        }
        return sum;
    }
    for (int face = 1; face <= SIDES; face++)
        if (shown[face] && sum_if_kept(shown, dice, face) < least) least = sum_if_kept(shown, dice, face);
    return least;
}

static double loss_of(const TapChoices *c, TapMove m)
{
    int    shown[SIDES + 1] = {0}, dice = 0;
    double least = 99;
    for (int i = 0; i < c->n; i++) dice += shown[c->choice[i].a] = __builtin_popcountll(c->choice[i].items);
    for (int i = 0; i < c->n; i++) {
        double sum = sum_if_kept(shown, dice, c->choice[i].a);
        if (sum < least) least = sum;
    }
    return sum_if_kept(shown, dice, m.a) - least;
}

int main(int argc, char **argv)
{
    TapError error = {""};
    TapBot  *bot = argc > 1 && argv[1][0] != '-' ? tap_bot_new(argv[1], 1, &error) : NULL;
    int      wanted = argc > 2 ? atoi(argv[2]) : 1000, keeps = 0, bad = 0;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    double   lost = 0, most = 0;
    if (!bot) return fprintf(stderr, "%s\n%s", error.text, help), argc > 1 && argv[1][0] == '-' ? 0 : 2;
    for (int dice = 1; dice <= DICE; dice++) hope[dice] = mean_of_rolls((int[SIDES + 1]){0}, 0, dice);
    TapSetup setup;
    tap_setup_init(&setup, tap_game_find("threes"), 2, NULL, 0, NULL);
    for (uint64_t game = 0; keeps < wanted; game++) {
        TapState state;
        TapSeen  seen = {0};
        uint8_t  start[64];
        tap_seed_from_number(seed * 1000003 + game, start);
        tap_start(&setup, &state, start, NULL);
        while (!tap_over(&state) && keeps < wanted) {
            TapSeat    s = tap_first_of(tap_asked(&setup, &state));
            TapChoices c;
            tap_choices(&setup, &state, s, &c);
            tap_bot_catch_up(bot, &seen);
            TapMove m = tap_bot_decide(bot, &setup, &state, s);
            if (c.n > 1 && c.choice[0].items) {
                double loss = loss_of(&c, m);
                lost += loss;
                if (loss > most) most = loss;
                bad += loss >= 4;
                keeps++;
            }
            tap_seen_add(&seen, &setup, &state, s, m);
            tap_answer(&setup, &state, s, m, NULL);
        }
    }
    printf("%s: %d keeps, %.3f points lost a keep, at most %.2f; %d lose 4 or more\n", argv[1], keeps, lost / keeps,
           most, bad);
    tap_bot_free(bot);
    return 0;
}
