/* Den of Thieves: the score against one found by trying everything a player could do, card by card (DEN-15, DEN-A3,
 * DEN-A5, DEN-A7, DEN-A8). Nothing is shared with the game but the text of the rules. */
#include "support.h"

#include "decks/tavern.h"

enum { HAND = 7, HANDS = 24000 };

static bool strong_warriors;

static int of_rank(const Card *card, unsigned set, Rank r)
{
    int n = 0;
    for (int i = 0; i < HAND; i++) n += set >> i & 1 && rank_of(card[i]) == r;
    return n;
}

/* What those who stay pay, guest by guest. */
static int pay(const Card *card, unsigned set)
{
    static const int merchant_pays[] = {1, 2, 2, 3, 3, 4, 4};
    int sum = 0, merchants = 0;
    for (int i = 0; i < HAND; i++) {
        if (!(set >> i & 1)) continue;
        if (rank_of(card[i]) == BARD) sum++;
        if (rank_of(card[i]) == LADY) sum += 1 + of_rank(card, set, BARD);
        if (rank_of(card[i]) == MERCHANT) sum += merchant_pays[merchants++];
    }
    return sum;
}

/* A thief takes the richest who is there (DEN-13); returns who stays, the thief included. */
static unsigned rob_one(const Card *card, unsigned set, bool *ret_found)
{
    static const Rank order[] = {MERCHANT, LADY, BARD};
    *ret_found = true;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < HAND; i++)
            if (set >> i & 1 && rank_of(card[i]) == order[k]) return set & ~(1u << i);
    *ret_found = false;
    return set;
}

/* An inn: any set of rogues that the warriors can defeat is tried. */
static int try_inn(const Card *card, unsigned set)
{
    int best = 0;
    unsigned rogues = 0;
    for (int i = 0; i < HAND; i++)
        if (set >> i & 1 && rank_of(card[i]) == ROGUE) rogues |= 1u << i;
    int warriors = of_rank(card, set, WARRIOR);
    for (unsigned defeated = 0; defeated <= rogues; defeated++) {
        if (defeated & ~rogues || __builtin_popcount(defeated) > 2 * warriors) continue;
        unsigned stay = set & ~defeated;
        bool found;
        for (int i = 0; i < HAND; i++)
            if (stay >> i & 1 && rank_of(card[i]) == ROGUE) {
                stay = rob_one(card, stay, &found);
                if (found) stay &= ~(1u << i);
            }
        int sum = 3 * warriors + __builtin_popcount(defeated) + pay(card, stay);
        if (sum > best) best = sum;
    }
    return best;
}

/* A den: the thieves rob in every order there is, which tries everyone who could be left without a victim. */
static int try_den(const Card *card, unsigned set, unsigned waiting, int idle_pay)
{
    int best = -1;
    for (int i = 0; i < HAND; i++) {
        if (!(waiting >> i & 1)) continue;
        bool found;
        unsigned stay = rob_one(card, set, &found);
        int pays = found ? 0 : rank_of(card[i]) == WARRIOR && strong_warriors ? 3 : 2;
        int sum = try_den(card, found ? stay & ~(1u << i) : stay, waiting & ~(1u << i), idle_pay + pays);
        if (sum > best) best = sum;
    }
    return best < 0 ? idle_pay + pay(card, set) : best;
}

static int try_rest(const Card *card, unsigned set)
{
    unsigned thieves = 0;
    for (int i = 0; i < HAND; i++)
        if (set >> i & 1 && (rank_of(card[i]) == ROGUE || rank_of(card[i]) == WARRIOR)) thieves |= 1u << i;
    int inn = try_inn(card, set), den = try_den(card, set, thieves, 0);
    return inn > den ? inn : den;
}

/* Every set of cards is tried as the party against a dragon; -1 if one lives. */
static int try_all(const Card *card, unsigned set)
{
    int dragon = -1, best = -1;
    for (int i = 0; i < HAND; i++)
        if (set >> i & 1 && is_dragon(card[i])) dragon = i;
    if (dragon < 0) return try_rest(card, set);
    set &= ~(1u << dragon);
    for (unsigned party = 1; party < 1u << HAND; party++) {
        if (party & ~set) continue;
        int w = of_rank(card, party, WARRIOR), r = of_rank(card, party, ROGUE);
        if (w + r != __builtin_popcount(party)) continue;
        if (!((w == 2 && r == 0) || (w == 0 && r == 4) || (w == 1 && r == 2))) continue;
        int rest = try_all(card, set & ~party);
        if (rest >= 0 && 12 + rest > best) best = 12 + rest;
    }
    return best;
}

static void test_against_trying_everything(void **state)
{
    (void)state;
    const TapGame *game = tap_game_find("den-of-thieves");
    const char *both[] = {"strong-warriors", "dragon-cards"};
    TapRng r;
    tap_rng_fast(&r, 13);
    for (int variant = 0; variant < 4; variant++) {
        TapSetup setup;
        const char *option[2];
        int n = 0, zeros = 0, dens = 0;
        for (int k = 0; k < 2; k++)
            if (variant >> k & 1) option[n++] = both[k];
        strong_warriors = variant & 1;
        assert_true(tap_setup_init(&setup, game, 2, option, n, NULL));
        for (int i = 0; i < HANDS / 4; i++) {
            TapHolding h;
            memset(&h, 0, sizeof h);
            int dragons = variant & 2 ? (int)tap_rng_below(&r, 4) : 0; /* luck alone would hardly deal two */
            unsigned ranks = tap_rng_below(&r, 31) + 1; /* some hands of few ranks */
            while (h.cards < dragons) h.card[h.cards] = (Card)(DRAGON + h.cards), h.cards++;
            while (h.cards < HAND) {
                Card c = (Card)tap_rng_below(&r, DRAGON);
                if (ranks >> (rank_of(c) - 1) & 1) h.card[h.cards++] = c;
            }
            TapScore score = {.points = 0};
            TapParts parts = {.n = 0};
            game->scoring->score(setup.option, &h, &score, &parts);
            int expected = dragons == 3 ? 19 : try_all(h.card, (1u << HAND) - 1), sum = 0;
            if (expected < 0) expected = 0; /* DEN-A6 */
            CHECK(score.points == expected, "variant %d hand %d: %d, and %d can be had", variant, i, score.points,
                  expected);
            for (int k = 0; k < parts.n; k++) sum += parts.part[k].points;
            CHECK(sum == score.points, "hand %d: the parts make %d of %d", i, sum, score.points);
            zeros += !score.points;
            dens += parts.n && strstr(parts.part[0].text, "den of thieves") != NULL;
        }
        assert_true(dens > 100); /* both ways were tried */
        assert_true(variant & 2 ? zeros > 100 : 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_trying_everything)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
