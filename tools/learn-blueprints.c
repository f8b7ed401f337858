/* Makes the blueprints of bets that come with the program (`make blueprints`, src/bots/blueprint.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/blueprint.h"

static const char usage[] = "Usage: learn-blueprints list               which there are: GAME SEATS, a line each\n"
                            "       learn-blueprints make GAME SEATS    writes one to standard output\n";

static bool bets(const Game *game)
{
    return game->betting_rounds && game->scoring && game->options[OPT_WAGER].usual == WAGER_BETTING;
}

static int list(void)
{
    for (const TapGame *const *game = tap_games(); *game; game++)
        for (int seats = 2; bets(*game) && seats <= BLUEPRINT_SEATS; seats++)
            if (seats >= (*game)->min_seats && seats <= (*game)->max_seats) printf("%s %d\n", (*game)->id, seats);
    return 0;
}

static int make(const char *id, int seats)
{
    const Game *game = tap_game_find(id);
    Setup       setup;
    TapError    error = {.text = ""};
    if (!game || !bets(game)) return fprintf(stderr, "There is no game '%s' with bets.\n", id), 2;
    if (!tap_setup_with(&setup, game, game->content, seats, NULL, 0, &error))
        return fprintf(stderr, "%s\n", error.text), 2;
    Blueprint *bp = blueprint_learn(game, game->content, seats, setup.option, FINE);
    size_t     n = bp ? blueprint_write(bp, NULL, 0) : 0;
    uint8_t   *bytes = malloc(n + 1);
    if (!bp || !bytes) return fprintf(stderr, "Nobody bets at %s, or memory ran out.\n", id), 1;
    blueprint_write(bp, bytes, n);
    bool written = fwrite(bytes, 1, n, stdout) == n && !fflush(stdout);
    free(bytes);
    blueprint_free(bp);
    return written ? 0 : (perror("standard output"), 1);
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "list")) return list();
    if (argc == 4 && !strcmp(argv[1], "make")) return make(argv[2], atoi(argv[3]));
    return fputs(usage, stderr), 2;
}
