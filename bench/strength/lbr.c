/* The program `lbr`: a local best response to a bot at heads-up Rogues and Warriors, a lower bound of what can be won
 * from it.
 *
 * It knows how likely the bot does what with each hand, for it asks the bot: at the same table with other cards in its
 * hand. From that follows by Bayes what the bot may hold, and what each bet would bring if everybody only checked and
 * called afterwards; the best is played. Hands are those of duel_hands.h; answers are kept by what both have seen, so
 * that the bot is asked once for the same thing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <taproom/taproom.h>

#include "duel_hands.h"

static const char help[] =
    "Usage: lbr BOT [options]\n\n"
    "Plays heads-up Rogues and Warriors against a bot of the library as the local\n"
    "best response to it, and says what that wins: a lower bound of how much the bot\n"
    "can be exploited. BOT is a name as `taproom match` takes it, or \"caller\", which\n"
    "always checks and calls.\n\n"
    "  --games N     how many games; each deal is played twice, with the seats\n"
    "                changed (400)\n"
    "  --stack N     coins that each brings (100)\n"
    "  --samples K   how often the bot is asked what it does with a hand (3)\n"
    "  --seed S      a number: the same seed gives the same result (1)\n"
    "  --json        for programs\n\n"
    "Intervals are 95 %, taken over deals. Per cent are of the first pot, 2 coins.\n\n"
    "Examples:\n"
    "  lbr search:1\n"
    "  lbr search:2 --games 10000 --seed 7 --json\n"
    "  lbr caller --games 100 --stack 20\n";

enum { MOVES = 64, WORDS = 64, SIZES = 4 };
static const double size_of[SIZES] = {0.5, 1, 2, 1000};

/* What an answer is taken for: of raises the size, roughly. */
typedef enum Did { FOLDS, CALLS, RAISES_LITTLE, RAISES_MUCH, ALL_IN, SHOWS_BETTER, SHOWS_POORER, DIDS } Did;

/* A table for two: the cards in their places, who starts, and what was said. */
typedef struct Duel {
    int  card[2][2]; /* faces of the deck, by seat */
    int  start;
    int  moves, by[MOVES];
    char word[MOVES][WORDS];
    int  bet[2], shown[2]; /* in this round; which card, or -1 */
} Duel;

/* Answers of the bot, by the public course and its hand. */
typedef struct Known {
    char     key[192];
    uint16_t did[DIDS];
} Known;

typedef struct Lbr {
    const TapGame *game;
    const TapDeck *deck;
    TapSetup       setup;
    const char    *bot; /* NULL: caller */
    int            stack, samples;
    TapRng         luck;
    Known         *known;
    size_t         known_room, knowns;
    uint64_t       questions, repeats;
} Lbr;

static int rank_of(const Lbr *l, int face) { return l->deck->face[face].number - 1; }
static int hue_of(int face) { return face / 10; } /* two suits of five faces each have one colour */

static int hand_of(const Lbr *l, const int card[2])
{
    return duel_hand(rank_of(l, card[0]), rank_of(l, card[1]), hue_of(card[0]) == hue_of(card[1]));
}

/* ---- the table ---- */

/* The state that a course leads to with these cards, and what a bot at the table has seen on the way. */
static void play_through(const Lbr *l, const Duel *d, TapSetup *setup, TapState *ret, TapSeen *ret_seen)
{
    static const uint8_t seed[64] = {0};
    *setup = l->setup;
    *ret_seen = (TapSeen){0};
    setup->start = (TapSeat)d->start;
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 2; i++) tap_rig(&setup->rig, TAP_STREAM_DECK, d->card[s][i]);
    tap_start(setup, ret, seed, NULL);
    for (int i = 0; i < d->moves; i++) {
        TapMove  move;
        TapError error;
        char     word[WORDS];
        /* What was shown is named by its place: another hand may have two cards alike. */
        if (!strncmp(d->word[i], "reveal", 6))
            snprintf(word, sizeof word, "reveal %s%s", l->deck->face[d->card[d->by[i]][d->word[i][7] - '0']].code,
                     d->word[i][7] == '1' && d->card[d->by[i]][0] == d->card[d->by[i]][1] ? ".2" : "");
        else snprintf(word, sizeof word, "%s", d->word[i]);
        if (!tap_move_read(setup, ret, (TapSeat)d->by[i], word, &move, &error)) {
            fprintf(stderr, "lbr: \"%s\" cannot be said here: %s\n", word, error.text);
            abort();
        }
        tap_seen_add(ret_seen, setup, ret, (TapSeat)d->by[i], move);
        tap_answer_trusted(setup, ret, (TapSeat)d->by[i], move, NULL);
    }
}

/* Says it, and keeps the bets of the round. */
static void say(Duel *d, int seat, const char *word)
{
    if (d->moves == MOVES) abort();
    d->by[d->moves] = seat;
    snprintf(d->word[d->moves++], WORDS, "%s", word);
    if (!strncmp(word, "raise", 5)) d->bet[seat] = atoi(word + strcspn(word, "0123456789"));
    else if (!strcmp(word, "call")) d->bet[seat] = d->bet[!seat];
    else if (!strncmp(word, "reveal", 6)) d->shown[seat] = word[7] - '0', d->bet[0] = d->bet[1] = 0;
}

/* What the bot says there, "reveal 0" or "reveal 1" for the place of a card. Each time it is a new bot with luck of its
 * own, so that no two answers hang together. */
static void bot_says(Lbr *l, const Duel *d, int seat, char *ret)
{
    TapSetup   setup;
    TapState   state;
    TapSeen    seen;
    TapChoices choices;
    play_through(l, d, &setup, &state, &seen);
    tap_choices(&setup, &state, (TapSeat)seat, &choices);
    bool reveal = choices.choice[0].kind == TAP_SUBSET;
    if (!l->bot) snprintf(ret, WORDS, "%s", reveal ? "reveal 0" : d->bet[0] != d->bet[1] ? "call" : "check");
    if (!l->bot) return;
    TapBot *bot = tap_bot_new(l->bot, tap_rng_long(&l->luck), NULL);
    if (!bot) abort();
    tap_bot_catch_up(bot, &seen);
    TapMove move = tap_bot_decide(bot, &setup, &state, (TapSeat)seat);
    tap_bot_free(bot);
    if (reveal) snprintf(ret, WORDS, "reveal %d", tap_chosen(&move) == 2);
    else if (!tap_move_write(&setup, &state, (TapSeat)seat, move, ret, WORDS)) abort();
}

static Did did_what(const Lbr *l, const Duel *d, int seat, int pot, int coins, const char *word)
{
    if (!strncmp(word, "reveal", 6)) {
        int mine = rank_of(l, d->card[seat][word[7] - '0']), other = rank_of(l, d->card[seat][word[7] == '0']);
        return mine < other ? SHOWS_BETTER : SHOWS_POORER;
    }
    if (strncmp(word, "raise", 5) != 0) return !strcmp(word, "fold") ? FOLDS : CALLS;
    int total = atoi(word + strcspn(word, "0123456789")), more = total - d->bet[!seat];
    return total - d->bet[seat] >= coins ? ALL_IN : more > pot ? RAISES_MUCH : RAISES_LITTLE;
}

/* ---- what the bot does with a hand ---- */

/* Cards that make this hand, with the shown one in its place, and none that the other holds; false if there are none.
 */
static bool give_hand(Lbr *l, Duel *d, int seat, int hand)
{
    int other[2] = {d->card[!seat][0], d->card[!seat][1]}, found = 0, shown = d->shown[seat];
    int was = shown < 0 ? -1 : d->card[seat][shown], got[2] = {0};
    for (int first = 0; first < 30; first++)
        for (int second = 0; second < 30; second++) {
            int card[2] = {first, second}, pick[4] = {first, second, other[0], other[1]};
            if (hand_of(l, card) != hand || (shown >= 0 && card[shown] != was)) continue;
            bool enough = true;
            for (int i = 0; i < 4; i++) {
                int n = 0;
                for (int k = 0; k < 4; k++) n += pick[k] == pick[i];
                enough &= n <= l->deck->face[pick[i]].copies;
            }
            if (enough && !tap_rng_below(&l->luck, (uint32_t)++found)) got[0] = first, got[1] = second;
        }
    if (found) memcpy(d->card[seat], got, sizeof got);
    return found > 0;
}

/* What both have seen so far; of shown cards the rank. */
static void write_key(const Lbr *l, const Duel *d, int seat, int hand, char *ret, size_t size)
{
    int at = snprintf(ret, size, "%d %d", seat == d->start, hand);
    for (int i = 0; i < d->moves && (size_t)at < size; i++) {
        const char *w = d->word[i];
        if (w[0] == 'r' && w[1] == 'e')
            at += snprintf(ret + at, size - (size_t)at, " %d", rank_of(l, d->card[d->by[i]][w[7] - '0']));
        else at += snprintf(ret + at, size - (size_t)at, " %c%s", w[0], w + strcspn(w, "0123456789"));
    }
}

static Known *look_up(Lbr *l, const char *key)
{
    if (l->knowns * 2 >= l->known_room) {
        Known *old = l->known;
        size_t room = l->known_room;
        l->known_room = room ? room * 2 : 1 << 14;
        l->known = calloc(l->known_room, sizeof *l->known);
        if (!l->known) abort();
        l->knowns = 0;
        for (size_t i = 0; i < room; i++)
            if (*old[i].key) *look_up(l, old[i].key) = old[i];
        free(old);
    }
    uint64_t hash = 14695981039346656037u;
    for (const char *c = key; *c; c++) hash = (hash ^ (uint8_t)*c) * 1099511628211u;
    size_t at = (hash ^ hash >> 32) & (l->known_room - 1);
    while (*l->known[at].key && strcmp(l->known[at].key, key) != 0) at = (at + 1) & (l->known_room - 1);
    if (!*l->known[at].key) {
        snprintf(l->known[at].key, sizeof l->known[at].key, "%s", key);
        l->knowns++;
    }
    return &l->known[at];
}

/* How often the bot did each thing with this hand, of `samples` times; NULL if it cannot have it. */
static const Known *ask(Lbr *l, const Duel *d, int seat, int hand, int pot, int coins)
{
    char key[sizeof((Known *)NULL)->key], word[WORDS];
    Duel with = *d;
    write_key(l, d, seat, hand, key, sizeof key);
    Known *k = look_up(l, key);
    for (int i = 0; i < DIDS; i++)
        if (k->did[i]) return l->repeats++, k;
    for (int i = 0; i < l->samples; i++) {
        if (!give_hand(l, &with, seat, hand)) return NULL;
        bot_says(l, &with, seat, word);
        l->questions++;
        k->did[did_what(l, &with, seat, pot, coins, word)]++;
    }
    return k;
}

static double chance_of(const Lbr *l, const Known *k, Did did)
{
    return (k->did[did] + 0.02) / (l->samples + 0.02 * DIDS); /* nothing is quite impossible */
}

/* ---- the response ---- */

typedef struct Range {
    double like[DUEL_HANDS]; /* how likely a hand makes the bot do what it did */
} Range;

/* How likely the bot has each hand, for us who see our cards and the one it shows. */
static void weigh(const Lbr *l, const Duel *d, int us, const Range *r, double ret[DUEL_HANDS])
{
    DuelDeck deck = duel_deck();
    int      shown = d->shown[!us], face = shown < 0 ? -1 : d->card[!us][shown];
    double   all = 0;
    for (int i = 0; i < 2; i++) deck.cards[rank_of(l, d->card[us][i])][hue_of(d->card[us][i])]--;
    if (face >= 0) deck.cards[rank_of(l, face)][hue_of(face)]--;
    for (int h = 0; h < DUEL_HANDS; h++) {
        ret[h] = 0;
        if (face < 0) ret[h] = duel_ways(&deck, h);
        else if (duel_rank(h, 0) == rank_of(l, face) || duel_rank(h, 1) == rank_of(l, face))
            for (int hue = 0; hue < DUEL_HUES; hue++)
                if ((hue == hue_of(face)) == duel_one_hue(h))
                    ret[h] += deck.cards[duel_side(h, rank_of(l, face)) / 2][hue];
        all += ret[h] *= r->like[h];
    }
    for (int h = 0; h < DUEL_HANDS; h++) ret[h] /= all > 0 ? all : 1;
}

/* Our part of the pot against a hand. */
static double share(int mine, int other)
{
    int c = duel_compare(mine, other);
    return c > 0 ? 1 : c ? 0 : 0.5;
}

static void respond(Lbr *l, const Duel *d, int us, const Range *r, int pot, const int coins[2], char *ret)
{
    int    mine = hand_of(l, d->card[us]), owed = d->bet[!us] - d->bet[us], last = d->bet[!us];
    double weight[DUEL_HANDS], equity = 0;
    weigh(l, d, us, r, weight);
    for (int h = 0; h < DUEL_HANDS; h++) equity += weight[h] * share(mine, h);
    if (owed > coins[us]) owed = coins[us];
    double best = equity * (pot + owed) - owed;
    snprintf(ret, WORDS, "%s", owed ? "call" : "check");
    if (owed && best < 0) best = 0, snprintf(ret, WORDS, "fold");
    int most = d->bet[us] + coins[us], reach = d->bet[!us] + coins[!us];
    if (most > reach) most = reach;
    for (int i = 0; i < SIZES && most > last; i++) {
        double total = d->bet[!us] + floor(size_of[i] * (pot + owed) + 0.5), value = 0;
        Duel   then = *d;
        char   word[WORDS];
        if (total <= last) total = last + 1;
        if (total > most) total = most;
        last = (int)total;
        snprintf(word, sizeof word, "raise to %d", last);
        say(&then, us, word);
        double cost = total - d->bet[us], to_call = total - d->bet[!us];
        for (int h = 0; h < DUEL_HANDS; h++) {
            if (weight[h] < 1e-4) continue;
            const Known *k = ask(l, &then, !us, h, pot + (int)cost, coins[!us]);
            double       folds = k ? (double)k->did[FOLDS] / l->samples : 0;
            value += weight[h] * (folds * pot + (1 - folds) * (share(mine, h) * (pot + cost + to_call) - cost));
        }
        if (value > best) best = value, memcpy(ret, word, sizeof word);
    }
}

/* One game; returns what we win. */
static int play(Lbr *l, const int card[2][2], int start, int us)
{
    Duel     d = {.start = start, .shown = {-1, -1}};
    Range    range;
    TapSetup setup;
    TapState state;
    TapSeen  seen;
    memcpy(d.card, card, sizeof d.card);
    for (int h = 0; h < DUEL_HANDS; h++) range.like[h] = 1;
    for (;;) {
        char word[WORDS];
        play_through(l, &d, &setup, &state, &seen);
        if (tap_over(&state)) return tap_score(&setup, &state, (TapSeat)us);
        int        seat = tap_first_of(tap_asked(&setup, &state)), pot = tap_pot(&setup, &state);
        int        coins[2] = {tap_money(&setup, &state, 0), tap_money(&setup, &state, 1)};
        TapChoices choices;
        tap_choices(&setup, &state, (TapSeat)seat, &choices);
        if (seat != us) {
            bot_says(l, &d, seat, word);
            Did did = did_what(l, &d, seat, pot, coins[seat], word);
            for (int h = 0; h < DUEL_HANDS; h++) {
                bool         two = did < SHOWS_BETTER || duel_rank(h, 0) != duel_rank(h, 1);
                const Known *k = range.like[h] > 0 && two ? ask(l, &d, seat, h, pot, coins[seat]) : NULL;
                if (k) range.like[h] *= chance_of(l, k, did);
            }
        } else if (choices.choice[0].kind == TAP_SUBSET) /* the poorer card */
            snprintf(word, sizeof word, "reveal %d", rank_of(l, d.card[us][0]) < rank_of(l, d.card[us][1]));
        else respond(l, &d, us, &range, pot, coins, word);
        say(&d, seat, word);
    }
}

static int usage(const char *what)
{
    fprintf(stderr, "lbr: %s. `lbr --help` shows how.\n", what);
    return 2;
}

int main(int argc, char **argv)
{
    static Lbr  l = {.stack = 100, .samples = 3};
    int         games = 400;
    uint64_t    seed = 1;
    const char *bot = NULL;
    bool        json = false;
    TapError    error;
    char        option[32];
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return fputs(help, stdout), 0;
        else if (!strcmp(argv[i], "--json")) json = true;
        else if (!strcmp(argv[i], "--games") && more) games = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--stack") && more) l.stack = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--samples") && more) l.samples = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--seed") && more) seed = strtoull(argv[++i], NULL, 10);
        else if (argv[i][0] == '-' || bot) return usage("an option is not known, or lacks its value");
        else bot = argv[i];
    }
    if (!bot) return usage("say which bot");
    if (games < 4 || l.samples < 1 || l.samples > 1000)
        return usage("at least 4 games and 1 to 1000 samples are needed");
    snprintf(option, sizeof option, "stack=%d", l.stack);
    l.game = tap_game_find("rogues-and-warriors");
    if (!l.game || !tap_setup_init(&l.setup, l.game, 2, (const char *const[]){option}, 1, &error))
        return fprintf(stderr, "lbr: %s\n", l.game ? error.text : "the library has no Rogues and Warriors."), 2;
    l.deck = l.setup.content->deck[0];
    if (strcmp(bot, "caller") != 0) {
        TapBot *one = tap_bot_new(bot, seed, &error);
        if (!one) return fprintf(stderr, "lbr: %s\n", error.text), 2;
        tap_bot_free(one);
        l.bot = bot;
    }
    tap_rng_fast(&l.luck, seed);
    double sum = 0, squares = 0;
    int    deals = games / 2;
    for (int i = 0; i < deals; i++) {
        int card[2][2], place[4];
        for (int k = 0; k < 4; k++) {
            bool again = true;
            while (again) {
                place[k] = (int)tap_rng_below(&l.luck, (uint32_t)l.deck->plain);
                again = false;
                for (int j = 0; j < k; j++) again |= place[j] == place[k];
            }
            card[k / 2][k % 2] = l.deck->card[place[k]];
        }
        double won = (play(&l, (const int(*)[2])card, i % 2, 0) + play(&l, (const int(*)[2])card, i % 2, 1)) / 2.0;
        sum += won;
        squares += won * won;
    }
    double mean = sum / deals, half = 1.96 * sqrt((squares / deals - mean * mean) / (deals - 1)), part = 100 / 2.0;
    if (json)
        printf("{\"bot\":\"%s\",\"stack\":%d,\"samples\":%d,\"seed\":%llu,\"games\":%d,\"mean\":%.6f,\"ci95\":%.6f,"
               "\"percent_of_pot\":%.3f,\"percent_ci95\":%.3f,\"questions\":%llu,\"repeats\":%llu}\n",
               bot, l.stack, l.samples, (unsigned long long)seed, deals * 2, mean, half, mean * part, half * part,
               (unsigned long long)l.questions, (unsigned long long)l.repeats);
    else
        printf("A local best response wins %.3f +/- %.3f chips a game from %s: %.1f %% +/- %.1f of the first pot\n"
               "(%d games, stacks of %d; the bot was asked %llu times, %llu answers were known).\n",
               mean, half, bot, mean * part, half * part, deals * 2, l.stack, (unsigned long long)l.questions,
               (unsigned long long)l.repeats);
    free(l.known);
    return 0;
}
