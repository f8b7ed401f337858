/*
 * The program `fit-values`: what lies in play is worth at the inn, fitted on played games (docs/bots.md). At the
 * beginning of every turn a side wins with the probability of its share of what all hold (src/inn/estimate.c), and the
 * values that make the real winners most likely are those that are wanted. How strong a character is by itself is
 * fitted along, and not printed: else what only one has would be worth what that one is.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <taproom/taproom.h>

#include "inn/estimate.h"

static const char help[] =
    "Usage: fit-values [--games N] [--seed N] [--bot NAME] [--content FILE]... [--lots N] CHARACTER...\n\n"
    "Plays N evenings (200) for four with NAME (search:1) in all seats, each with one of the characters beside\n"
    "three whose decks are known, and prints lines for data/inn/values.table: tenths of a point of Fortitude,\n"
    "with a standard error from tenths of the evenings. What lay in play too seldom is left out. With --lots\n"
    "each of the first N kinds of tokens of the character is there from the beginning in every other\n"
    "evening, by lot; its own number is not fitted then, but what it does that lasts.\n\n"
    "Examples:\n"
    "  fit-values --games 400 remy pooky\n"
    "  fit-values --content tests/decks/lasting.deck --lots 4 lasting\n";

enum { SEATS = 4, THINGS = 32, PARTS = 10, SELDOM = 200 };
#define WIDTH 2.0         /* what a value may be, in points of Fortitude: the width of what is believed before */
#define PER_EVENING 4.0   /* so many positions of an evening say something of their own */

typedef struct Position {
    Pool pool[SEATS];
    float thing[SEATS][THINGS];
    double won[SEATS]; /* the part of the win, times the weight */
    SeatSet in;
    int game;
} Position;

static const char *const lasting[INN_STATICS] = {"shield", "hit", "drink_ac", "hand_size", "gold_more", "first_coin",
                                                 "action_hit"};
enum { IN_ROW = INN_STATICS, FIRST_TOKEN };
static char name[THINGS][48];
static int things = FIRST_TOKEN;
static long met[THINGS];
static Position *position;
static int positions, room;
static int lots; /* kinds of tokens that are there by lot */

static int thing_of(const char *id)
{
    for (int i = FIRST_TOKEN; i < things; i++)
        if (!strcmp(name[i], id)) return i;
    if (things == THINGS) return THINGS - 1;
    snprintf(name[things], sizeof *name, "%s", id);
    return things++;
}

static void look(const Setup *setup, const Table *t, Seat fitted, Position *p)
{
    const Inn *g = inn_at(t);
    const TapFace *face = setup->content->deck[INN_CARDS]->face;
    p->thing[fitted][thing_of(setup->content->role[setup->cast[fitted]])] = 1;
    for (Seat s = 0; s < t->seats; s++) {
        p->pool[s] = *pool_at(g, s);
        if (has(alive(t), s)) p->in |= only(s);
        for (int i = 0; i < INN_STATICS; i++) p->thing[s][i] = (float)g->seat[s].mod[i];
        for (int i = 0; i < g->seat[s].rows; i++)
            p->thing[s][IN_ROW] += !(card_at(setup, g->seat[s].row[i].card)->events & INN_ON(INN_LIES));
        for (Seat owner = 0; owner < t->seats; owner++) {
            const InnDeckInfo *deck = inn_deck(tables_of(setup), g->seat[owner].deck);
            for (int k = owner == fitted ? lots : 0; k < deck->tokens; k++)
                p->thing[s][thing_of(face[deck->token[k]].code)] += (float)g->seat[owner].token[k][s];
        }
    }
}

static Position *new_position(int game)
{
    if (positions == room) {
        room = room ? 2 * room : 1024;
        position = realloc(position, sizeof *position * (size_t)room);
        if (!position) abort();
    }
    Position *p = &position[positions++];
    memset(p, 0, sizeof *p);
    p->game = game;
    return p;
}

static void play(const Setup *setup, Seat fitted, TapBot *bot, uint64_t seed, int game)
{
    static TapState state;
    uint8_t start[64];
    TapSeen seen = {0};
    int turn = -1, first = positions, winners = 0;
    tap_seed_from_number(seed * 1000003 + (uint64_t)game, start);
    tap_start(setup, &state, start, NULL);
    while (!tap_over(&state)) {
        const Table *t = table_of(state_at(&state), 0);
        TapSeatSet asked = tap_asked(setup, &state);
        Seat s = tap_first_of(asked);
        if (inn_at(t)->turns != turn && t->phase == P_DISCARD && !inn_at(t)->opens) {
            turn = inn_at(t)->turns;
            look(setup, t, fitted, new_position(game));
        }
        tap_bot_catch_up(bot, &seen);
        TapMove m = tap_bot_decide(bot, setup, &state, s);
        tap_seen_add(&seen, setup, &state, s, m);
        tap_answer(setup, &state, s, m, NULL);
    }
    const Table *t = table_of(state_at(&state), 0);
    for (Seat s = 0; s < t->seats; s++) winners += t->score[s] > 0;
    for (int i = first; i < positions; i++)
        for (Seat s = 0; s < t->seats; s++)
            position[i].won[s] = t->score[s] > 0 ? PER_EVENING / winners / (positions - first) : 0;
}

/* How likely the winners are with these values, but for one part of the evenings; less what is unlikely beforehand. */
static double likelihood(const double *value, int left_out)
{
    double sum = 0;
    for (int i = 0; i < things; i++) sum -= value[i] * value[i] / (2 * WIDTH * WIDTH);
    for (int i = 0; i < positions; i++) {
        const Position *p = &position[i];
        double hold[SEATS] = {0}, all = 0;
        if (p->game % PARTS == left_out) continue;
        for (Seat s = 0; s < SEATS; s++) {
            if (!has(p->in, s)) continue;
            double worth = 0;
            for (int k = 0; k < things; k++) worth += value[k] * (double)p->thing[s][k];
            all += hold[s] = (double)inn_hold(&p->pool[s], (float)worth);
        }
        for (Seat s = 0; s < SEATS; s++)
            if (p->won[s] > 0 && hold[s] > 0) sum += p->won[s] * log(hold[s] / all);
    }
    return sum;
}

static bool is_one_of(const char *id, char *const *list, int n)
{
    while (n && strcmp(list[n - 1], id) != 0) n--;
    return n;
}

/* One value after the other, by the parabola through three points. */
static void fit(double *value, int left_out)
{
    const double step = 0.1;
    for (int round = 0; round < 12; round++)
        for (int k = 0; k < things; k++) {
            if (met[k] < SELDOM) continue;
            double at = value[k], here = likelihood(value, left_out), more, less;
            value[k] = at + step, more = likelihood(value, left_out);
            value[k] = at - step, less = likelihood(value, left_out);
            double bend = (more + less - 2 * here) / (step * step), move = -(more - less) / (2 * step) / bend;
            if (bend >= 0) move = more > less ? 1 : -1;
            value[k] = at + (move > 1 ? 1 : move < -1 ? -1 : move);
        }
}

static void print_values(char *const *character, int n)
{
    double value[THINGS] = {0}, part[PARTS][THINGS] = {{0}};
    for (int i = 0; i < positions; i++)
        for (Seat s = 0; s < SEATS; s++)
            for (int k = 0; k < things; k++) met[k] += has(position[i].in, s) && position[i].thing[s][k] != 0;
    fit(value, -1);
    for (int i = 0; i < PARTS; i++) {
        memcpy(part[i], value, sizeof value);
        fit(part[i], i);
    }
    for (int k = 0; k < things; k++) {
        double spread = 0, mean = 0;
        for (int i = 0; i < PARTS; i++) mean += part[i][k] / PARTS;
        for (int i = 0; i < PARTS; i++) spread += (part[i][k] - mean) * (part[i][k] - mean) * (PARTS - 1) / PARTS;
        if (met[k] < SELDOM || is_one_of(name[k], character, n)) continue;
        if (k < IN_ROW) printf("lies %s", lasting[k]);
        else if (k == IN_ROW) printf("row");
        else printf("card %s", name[k]);
        printf(" %.0f # +- %.0f\n", 10 * value[k], 10 * sqrt(spread));
    }
}

static bool put_on_shelf(TapShelf *shelf, const char *path)
{
    static char text[INN_FILE_BYTES];
    TapFaults faults = {0};
    FILE *in = fopen(path, "rb");
    size_t n = in ? fread(text, 1, sizeof text - 1, in) : 0;
    if (in) fclose(in);
    else return fprintf(stderr, "%s: it cannot be read\n", path), false;
    text[n] = 0;
    static const char no_hash[TAP_HASH_DIGITS + 1] = "0000000000000000000000000000000000000000000000000000000000000000";
    if (tap_shelf_add(shelf, text, n, no_hash, &faults)) return true;
    char *said = tap_faults_text(&faults, path);
    fputs(said, stderr);
    free(said);
    return false;
}

static Seat seat_of(int game, int characters) { return (Seat)(game / characters % SEATS); }

/* The character of this evening and three others, from a seat that changes. */
static bool cast(Setup *setup, char *const *character, int n, int game, TapRng *rng, TapError *error)
{
    const TapContent *content = setup->content;
    Seat own = seat_of(game, n);
    if (!tap_setup_cast(setup, own, character[game % n], error)) return false;
    const char *known[32];
    int knowns = 0;
    for (int role = 0; role < content->roles && knowns < 32; role++) /* decks of the house come and go */
        if (role_is_known(setup, role) && !is_one_of(content->role[role], character, n))
            known[knowns++] = content->role[role];
    for (Seat s = 0; s < SEATS; s++)
        while (s != own && !tap_setup_cast(setup, s, known[tap_rng_below(rng, (uint32_t)knowns)], error)) {}
    static const char *const kind[] = {"first-token", "second-token", "third-token", "fourth-token"};
    for (int k = 0; k < lots; k++)
        if (!tap_setup_stage(setup, own, kind[k], (int)tap_rng_below(rng, 2), error)) return false;
    return true;
}

int main(int argc, char **argv)
{
    int games = 200, i = 1;
    uint64_t seed = 1;
    const char *bot_name = "search:1";
    TapError error = {""};
    TapShelf *shelf = tap_shelf_new();
    for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        if (!strcmp(argv[i], "--games")) games = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--seed")) seed = strtoull(argv[i + 1], NULL, 10);
        else if (!strcmp(argv[i], "--bot")) bot_name = argv[i + 1];
        else if (!strcmp(argv[i], "--lots")) lots = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--content") != 0) return fputs(help, stderr), 2;
        else if (!put_on_shelf(shelf, argv[i + 1])) return 2;
    }
    if (i < argc && !strcmp(argv[i], "--help")) return fputs(help, stdout), 0;
    if (i >= argc || argv[i][0] == '-' || games < PARTS || lots < 0 || lots > INN_TOKENS) return fputs(help, stderr), 2;
    TapBot *bot = tap_bot_new(bot_name, seed, &error);
    const TapGame *inn = tap_game_find("red-dragon-inn");
    TapRng rng;
    tap_rng_fast(&rng, seed);
    for (int game = 0; bot && game < games; game++) {
        Setup setup;
        if (!tap_setup_with(&setup, inn, tap_shelf_content(shelf, inn), SEATS, NULL, 0, &error) ||
            !cast(&setup, argv + i, argc - i, game, &rng, &error)) {
            fprintf(stderr, "%s\n", error.text);
            return 2;
        }
        play(&setup, seat_of(game, argc - i), bot, seed, game);
        fprintf(stderr, "\r%d of %d evenings", game + 1, games);
    }
    if (!bot) return fprintf(stderr, "%s\n", error.text), 2;
    fputc('\n', stderr);
    print_values(argv + i, argc - i);
    tap_bot_free(bot);
    tap_shelf_free(shelf);
    free(position);
    return 0;
}
