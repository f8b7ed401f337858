/*
 * The rest of a hand played more than once: it has the value that is known, whatever was bet before; less luck; and the
 * first way of playing on is the game as it is without that.
 */
#include <math.h>

#include "bots/equity.h"
#include "cli/sitting.c"
#include "games.h"
#include "support.h"
#include "wager/wager.h"

/* What one game needs of the program. */
bool external_is(const char *bot) { return !strncmp(bot, "cmd:", 4); }
TapMove external_decide(Externals *e, const char *bot, int ms, const TapSetup *setup, const TapState *state,
                        const TapSeen *seen, TapSeat s, TapRng *luck)
{
    TapChoices c;
    tap_choices(setup, state, s, &c);
    return tap_choices_pick(&c, luck);
}
void sentences_deal(Sentences *t, const TapSetup *setup, const TapState *s) {}
void sentences_hear(Sentences *t, uint64_t game) {}
void sentences_end(Sentences *t, const int32_t *score) {}

/* ------------------------------------------------- a game of known value */

/* A card each, a betting round, then one card for all: the higher rank wins, but if that card is red the lower. What a
 * showdown is worth once the bets are laid follows from the red cards that are left. */
typedef struct LongShot {
    Wagering base;
    TAVERN_PILE(deck);
    Slot     hand[MAX_SEATS], common;
} LongShot;

static const LongShot *shot_at(const Table *t) { return (const LongShot *)t; }
static const TapOption options[] = {WAGER_OPTIONS};
static const TapClash  clashes[] = {WAGER_CLASHES};
enum { OPTIONS_END = WAGER_OPTIONS_END, VERBS_END = WAGER_VERBS_END, ASKS_END = WAGER_ASKS };
static const Verb        verbs[] = {WAGER_VERBS};
static const Question    questions[] = {WAGER_QUESTIONS};
static const char *const phases[] = {"Betting"};
enum { Z_DECK = 1, Z_HAND, Z_COMMON };

SCRIPT(shot_play, { Seat unused; })
{
    LongShot *g = (LongShot *)t;
    BEGIN;
    tavern_fill(e->setup, g->deck, false);
    ANTE();
    for (Seat s = 0; s < t->seats; s++) g->hand[s] = pile_draw(e, &g->deck, only(s));
    PHASE(0);
    BETTING_ROUND();
    if (count(still_in(t)) > 1) g->common = pile_draw(e, &g->deck, PUBLIC);
    END;
}

static const Act acts[] = {WAGER_ACTS, [S_PLAY] = ACT(shot_play, NO_ROLE)};

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    ret->card[ret->cards++] = shot_at(t)->hand[s].card;
    ret->card[ret->cards++] = shot_at(t)->common.card;
}

static void score(const int16_t *option, const TapHolding *h, TapScore *ret, TapParts *parts)
{
    ret->points = hue_of(h->card[1]) == RED ? RANKS + 1 - (int)rank_of(h->card[0]) : (int)rank_of(h->card[0]);
    ret->rank = ret->points;
}

static const TapScoreField fields[] = {
    {.label = "Cards", .about = "Type the cards", .kind = TAP_SCORE_CARDS, .min = 2, .max = 2, .example = "W-wolf"},
    {0}};
static const Scoring scoring = {.holding = holding, .score = score, .fields = fields};

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    LongShot *g = (LongShot *)t;
    piece_deck(p, Z_DECK, &g->deck);
    for (Seat s = 0; s < t->seats; s++) piece_cards(p, "hand", Z_HAND, s, ROW, TAVERN, &g->hand[s], 1);
    piece_cards(p, "common", Z_COMMON, NOBODY, ROW, TAVERN, &g->common, 1);
}

static const Game long_shot = {
    .id = "long-shot", .title = "Long Shot", .about = "The card that comes decides.", .rules = 1,
    .min_seats = 2, .max_seats = 2, .best_seats = 2, .size = sizeof(LongShot), .betting_rounds = 1, WAGER_GAME,
    .content = &tavern_content, .scoring = &scoring,
};

/* What the first seat should have of a showdown in which each has laid one coin. */
static double known_value(const TapSetup *setup, uint64_t series, uint64_t game)
{
    static TapState state;
    TapRng          luck;
    uint8_t         seed[64];
    const TapDeck  *deck = setup->content->deck[TAVERN];
    begin_deal(series, game, &luck, seed);
    tap_start(setup, &state, seed, NULL);
    const LongShot *g = shot_at(table_of(state_at(&state), 0));
    int             red = 0, rank[2];
    for (int i = 0; i < deck->plain; i++) red += hue_of(deck->card[i]) == RED;
    for (int s = 0; s < 2; s++) red -= hue_of(g->hand[s].card) == RED, rank[s] = (int)rank_of(g->hand[s].card);
    double lower = (double)red / (deck->plain - 2);
    return rank[0] == rank[1] ? 0 : (rank[0] > rank[1] ? 1 : -1) * (1 - 2 * lower);
}

enum { SERIES = 77, WAYS = 400 };

static void a_known_value(void **unused)
{
    (void)unused;
    enum { GAMES = 300 };
    TapSetup setup = setup_for(&long_shot, 2, "stack=8");
    Lineup   l = {.setup = &setup, .bot = {"random", "random"}, .equity = WAYS, .all_random = true};
    int      showdowns = 0;
    double   off = 0, spread = 0;
    for (uint64_t i = 0; i < GAMES; i++) {
        Outcome o;
        lineup_play(&l, NULL, SERIES, i, 0, NULL, &o);
        assert_int_equal(o.equity[0] + o.equity[1], 0);
        if (o.equity[0] == WAYS * (int64_t)o.score[0]) continue; /* somebody folded, or the ranks are the same */
        double laid = abs(o.score[0]), value = known_value(&setup, SERIES, i) * laid;
        double error = laid * sqrt((1 - value / laid * value / laid) / WAYS);
        double here = (double)o.equity[0] / WAYS - value;
        CHECK(fabs(here) < 5 * error, "game %d: %f instead of %f", (int)i, here + value, value);
        off += here, spread += error * error;
        showdowns++;
    }
    CHECK(showdowns > GAMES / 5, "%d showdowns", showdowns);
    CHECK(fabs(off) < 4 * sqrt(spread), "in all off by %f, which should be within %f", off, sqrt(spread));
}

/* The same on the average as with the luck that was had, in games with decisions after the bets; and surer. */
static void the_same_on_average(void **unused)
{
    (void)unused;
    enum { GAMES = 4000, FEW = 8 };
    static const char *const games[] = {"kings-council", "delve", "threes"};
    for (int g = 0; g < 3; g++) {
        TapSetup setup = setup_for(tap_game_find(games[g]), 2, "stack=6");
        Lineup   l = {.setup = &setup, .bot = {"random", "random"}, .all_random = true};
        double   sum = 0, squares = 0, plain = 0, meant = 0;
        for (uint64_t i = 0; i < GAMES; i++) {
            Outcome o, once;
            l.equity = FEW;
            lineup_play(&l, NULL, SERIES, i, 0, NULL, &o);
            l.equity = 1;
            lineup_play(&l, NULL, SERIES, i, 0, NULL, &once);
            assert_int_equal(o.score[0], once.score[0]); /* the first way is the game itself */
            assert_int_equal(once.equity[1], once.score[1]);
            double mean = (double)o.equity[0] / FEW, more = mean - o.score[0];
            sum += more, squares += more * more;
            plain += (double)o.score[0] * o.score[0], meant += mean * mean;
        }
        CHECK(fabs(sum) < 4 * sqrt(squares), "%s: %f more a game", games[g], sum / GAMES);
        CHECK(meant < .9 * plain, "%s: spread %f of %f", games[g], meant, plain);
    }
}

/* Who thinks, too: whoever goes all in has the better hand more often, and what lies there stays. */
static void thoughtful_players(void **unused)
{
    (void)unused;
    enum { GAMES = 250, FEW = 4 };
    TapSetup setup = setup_for(tap_game_find("delve"), 2, "stack=6");
    Lineup   l = {.setup = &setup, .bot = {"search:1", "random"}, .equity = FEW};
    double   sum = 0, squares = 0;
    uint64_t thought = 0;
    for (uint64_t i = 0; i < GAMES; i++) {
        Outcome o;
        lineup_play(&l, NULL, SERIES, i, (int)(i % 2), NULL, &o);
        double more = (double)o.equity[0] / FEW - o.score[0];
        sum += more, squares += more * more;
        thought += o.iterations[0];
    }
    assert_true(thought > 0);
    CHECK(fabs(sum) < 4 * sqrt(squares), "%f more a game", sum / GAMES);
}

static void when_bets_are_over(void **unused)
{
    (void)unused;
    static TapState state, copy;
    static TapView  before, after;
    TapError        error = {""};
    TapMove         move;
    TapRng          luck;
    TapSetup        setup = setup_for(tap_game_find("kings-council"), 2, "stack=6");
    start_seeded(&setup, &state, 5, NULL);
    assert_false(bets_are_over(&setup, &state));
    static const char *const words[] = {"raise 5", "call"};
    for (int i = 0; i < 2; i++) {
        TapSeat s = tap_first_of(tap_asked(&setup, &state));
        CHECK(tap_move_read(&setup, &state, s, words[i], &move, &error), "%s", error.text);
        assert_true(tap_answer(&setup, &state, s, move, NULL));
        assert_int_equal(bets_are_over(&setup, &state), i == 1);
    }
    /* Fresh luck changes nothing that lies there, for nobody. */
    tap_state_copy(&setup, &copy, &state);
    tap_rng_fast(&luck, 3);
    tap_fresh_luck(&copy, &luck, true);
    for (TapSeat v = 0; v < 2; v++) {
        memset(&before, 0, sizeof before);
        memset(&after, 0, sizeof after);
        tap_view(&setup, &state, v, &before);
        tap_view(&setup, &copy, v, &after);
        assert_memory_equal(&before, &after, sizeof before);
    }
    TapSetup shares = setup_for(tap_game_find("kings-council"), 2, "wager=shares");
    start_seeded(&shares, &state, 5, NULL);
    assert_false(bets_are_over(&shares, &state));
    TapSetup evening = setup_for(tap_game_find("adventurers-choice"), 2, "");
    start_seeded(&evening, &state, 5, NULL);
    assert_false(bets_are_over(&evening, &state));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_value),
        cmocka_unit_test(the_same_on_average),
        cmocka_unit_test(thoughtful_players),
        cmocka_unit_test(when_bets_are_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
