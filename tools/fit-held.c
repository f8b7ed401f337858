/*
 * The program `fit-held`: what a card of the hand is worth at the inn, more than one that would be drawn for it, by what
 * it is for (data/inn/values.table, docs/bots.md). Everybody discards by lot, and who kept a card is compared with who
 * had the same card and let it go.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <taproom/taproom.h>

#include "bots/search.h"
#include "inn/inn.h"

static const char help[] =
    "Usage: fit-held [--games N] [--seed N] [--steps N]\n\n"
    "Plays N evenings (1000) for four, with the characters whose decks are known, by searches of so many\n"
    "simulated steps a decision (200; 0: by lot), and prints lines for data/inn/values.table: by how many\n"
    "tenths of a per cent more evenings are won by who keeps a card, with twice the standard error.\n\n"
    "Examples:\n"
    "  fit-held --steps 0 --games 30000\n"
    "  fit-held --games 5000 --seed 101\n";

enum { SEATS = 4, MOST = 1 << 16, LOTS = 5 };

typedef struct Held {
    Card card;
    Seat seat;
    bool kept;
} Held;

/* Of each card that was let go (0) or kept (1): how often, and how many evenings were won. */
typedef struct Count {
    double n[2], won[2];
} Count;

static Held held[MOST];
static int helds;

/* In every hand another part is kept. */
static TapMove discard_by_lot(const Inn *g, Seat s, const Choice *o, TapRng *rng)
{
    uint32_t part = 1 + tap_rng_below(rng, LOTS - 1);
    uint64_t chosen = 0;
    for (int i = 0; i < g->seat[s].cards; i++) {
        bool kept = tap_rng_below(rng, LOTS) >= part;
        if (!kept) chosen |= 1ull << i;
        if (helds < MOST) held[helds++] = (Held){g->seat[s].hand[i].card, s, kept};
    }
    return tap_move(o->verb, o->a, o->b, chosen);
}

static TapMove decide(const Setup *setup, const TapState *state, Seat s, Search *search, TapRng *rng)
{
    TapChoices c;
    tap_choices(setup, state, s, &c);
    const Inn *g = inn_at(table_of(state_at(state), 0));
    if (state_at(state)->levels == 1 && c.choice[0].verb == DISCARD && !c.choice[0].lo &&
        c.choice[0].hi == g->seat[s].cards)
        return discard_by_lot(g, s, &c.choice[0], rng);
    bool real = c.n > 1 || tap_choice_count(&c.choice[0]) > 1;
    return real && search ? search_decide(search, setup, state, NULL, s, rng) : tap_choices_pick(&c, rng);
}

static void play(const Setup *setup, Search *search, TapRng *rng, Count *count)
{
    static TapState state;
    uint8_t start[64];
    int winners = 0;
    helds = 0;
    tap_seed_from_number(tap_rng_long(rng), start);
    tap_start(setup, &state, start, NULL);
    for (TapSeatSet asked; (asked = tap_asked(setup, &state)) != 0;) {
        Seat s = tap_first_of(asked);
        tap_answer_trusted(setup, &state, s, decide(setup, &state, s, search, rng), NULL);
    }
    for (Seat s = 0; s < SEATS; s++) winners += tap_score(setup, &state, s) > 0;
    for (int i = 0; i < helds; i++) {
        Count *c = &count[held[i].card];
        c->n[held[i].kept]++;
        if (tap_score(setup, &state, held[i].seat) > 0) c->won[held[i].kept] += 1.0 / winners;
    }
}

static void print_values(const Setup *setup, const Count *count)
{
    double sum[INN_EVENTS] = {0}, weight[INN_EVENTS] = {0};
    for (int card = 0; card < setup->content->deck[INN_CARDS]->faces; card++) {
        double rate[2], variance = 0;
        if (!card_at(setup, (Card)card)->permissions) continue;
        for (int kept = 0; kept < 2; kept++) {
            rate[kept] = (count[card].won[kept] + 1) / (count[card].n[kept] + SEATS);
            variance += rate[kept] * (1 - rate[kept]) / (count[card].n[kept] + SEATS);
        }
        int event = way_of(setup, (Card)card, 0)->event;
        if (!count[card].n[0] || !count[card].n[1]) continue;
        sum[event] += (rate[1] - rate[0]) / variance;
        weight[event] += 1 / variance;
    }
    for (int i = 0; i < INN_EVENTS; i++)
        if (weight[i] > 0)
            printf("held %s %.0f # +- %.0f\n", inn_event_words[i], 1000 * sum[i] / weight[i], 2000 / sqrt(weight[i]));
}

int main(int argc, char **argv)
{
    int games = 1000, steps = 200, i = 1;
    uint64_t seed = 1;
    for (; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--games")) games = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--seed")) seed = strtoull(argv[i + 1], NULL, 10);
        else if (!strcmp(argv[i], "--steps")) steps = atoi(argv[i + 1]);
        else return fputs(help, stderr), 2;
    }
    if (i < argc && !strcmp(argv[i], "--help")) return fputs(help, stdout), 0;
    if (i < argc || games < 1 || steps < 0 || steps > 100000) return fputs(help, stderr), 2;
    static const char *const options[] = {"characters=random"};
    TapError error = {""};
    const TapGame *inn = tap_game_find("red-dragon-inn");
    Setup setup;
    if (!tap_setup_init(&setup, inn, SEATS, options, 1, &error)) return fprintf(stderr, "%s\n", error.text), 1;
    SearchSize size = {.steps = (uint32_t)steps, .arms = 1 << 12};
    void *memory = steps ? calloc(1, search_bytes(size)) : NULL;
    Count *count = calloc((size_t)setup.content->deck[INN_CARDS]->faces, sizeof *count);
    if (!count || (steps && !memory)) return fputs("There is not enough memory.\n", stderr), 1;
    TapRng rng;
    tap_rng_fast(&rng, seed);
    for (int game = 0; game < games; game++) {
        play(&setup, memory ? search_init(memory, size, 0) : NULL, &rng, count);
        if (game % 100 == 99 || game == games - 1) fprintf(stderr, "\r%d of %d evenings", game + 1, games);
    }
    fputc('\n', stderr);
    print_values(&setup, count);
    free(memory);
    free(count);
    return 0;
}
