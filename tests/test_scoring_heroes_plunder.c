/* Heroes' Plunder: the score of a loot pile against a dumb player who tries every way to lay it out, card by card. */
#include "support.h"

#include <string.h>

enum { LOOT = 14, HANDS = 4000 };

static const TapGame *plunder(void) { return tap_game_find("heroes-plunder"); }

/* A card on the table: its rank (0 for a dragon that has none yet) and colour. */
typedef struct Laid {
    int rank, hue;
} Laid;

/* The most Colour Sets that can be taken from the cards, one set after another. Cards of rank 0 go with any rank. */
static int most_colour_sets(const Laid *card, int n, unsigned used, bool mixed)
{
    int best = 0;
    for (int a = 0; a < n && !best; a++) {
        if (used >> a & 1 || card[a].hue != RED) continue;
        for (int b = 0; b < n; b++) {
            if (used >> b & 1 || card[b].hue != GREEN) continue;
            for (int c = 0; c < n; c++) {
                if (used >> c & 1 || card[c].hue != BLUE) continue;
                int  rank = card[a].rank ? card[a].rank : card[b].rank ? card[b].rank : card[c].rank;
                bool fits =
                    mixed || ((!card[a].rank || card[a].rank == rank) && (!card[b].rank || card[b].rank == rank) &&
                              (!card[c].rank || card[c].rank == rank));
                if (!fits) continue;
                int more = 1 + most_colour_sets(card, n, used | 1u << a | 1u << b | 1u << c, mixed);
                if (more > best) best = more;
                if (mixed) return best; /* any three will do */
            }
        }
        /* This red card may also be left out, for the sake of the others. */
        int without = most_colour_sets(card, n, used | 1u << a, mixed);
        return without > best ? without : best;
    }
    return best;
}

static int laid_out(const TapCard *card, int n, bool fill, bool three, bool lenient)
{
    int  best = -1000;
    bool green = false, blue = false;
    for (int i = 0; i < n; i++) green |= card[i] == DRAGON + GREEN, blue |= card[i] == DRAGON + BLUE;
    for (int as = 0; as <= (three && green ? 5 : 0); as++) { /* the green dragon in a Rank Set of this rank */
        int  sum = 0, many[6] = {0};
        Laid table[LOOT + 2];
        int  lying = 0, ranks_with_set = 0;
        for (int i = 0; i < n; i++)
            if (!is_dragon(card[i])) many[rank_of(card[i])]++;
        for (int r = 1; r <= 5; r++) {
            int left = many[r] + (as == r), sets = 0;
            while (left >= r) left -= r, sets++, sum += r;
            if (left && as != r && !(lenient && !sets)) sum--;
            if (!sets) continue;
            ranks_with_set++;
            for (int i = 0; i < n; i++)
                if (!is_dragon(card[i]) && (int)rank_of(card[i]) == r) table[lying++] = (Laid){r, hue_of(card[i])};
            if (as == r && !fill) table[lying++] = (Laid){r, GREEN};
        }
        for (int i = 0; i < n && fill && ranks_with_set; i++)
            if (is_dragon(card[i])) table[lying++] = (Laid){0, hue_of(card[i])};
        sum += 3 * most_colour_sets(table, lying, 0, three && blue);
        if (sum > best) best = sum;
    }
    return best;
}

static void random_loot(TapRng *r, bool dragons, TapCard *ret)
{
    WholeDeck deck = whole_deck(false);
    int narrow = (int)tap_rng_below(r, 3) + 3; /* few ranks make full sets likely */
    for (int n = 0; n < LOOT;) {
        if (dragons && n < HUES && tap_rng_below(r, 2)) {
            bool there = false;
            TapCard d = (TapCard)(DRAGON + tap_rng_below(r, HUES));
            for (int i = 0; i < n; i++) there |= ret[i] == d;
            if (!there) ret[n++] = d;
            continue;
        }
        int     i = (int)tap_rng_below(r, (uint32_t)deck.n);
        TapCard c = deck.card[i];
        if (!is_dragon(c) && (int)rank_of(c) > narrow && tap_rng_below(r, 3)) continue;
        ret[n++] = c;
        deck.card[i] = deck.card[--deck.n];
    }
}

/* PLUN-A3 and all it rests on (PLUN-08, PLUN-09, PLUN-10, PLUN-V1, PLUN-V2, PLUN-V3): the score is the best of all
 * ways. */
static void test_against_trying(void **state)
{
    (void)state;
    TapRng r;
    tap_rng_fast(&r, 16);
    for (int k = 0; k < HANDS; k++) {
        bool        fill = k & 1, three = k & 2, lenient = k & 4;
        char        options[80], text[400] = "";
        TapCard     card[LOOT];
        TapScore    score;
        TapError    error = {""};
        const char *hand = text;
        snprintf(options, sizeof options, "%s %s %s", fill ? "dragon-cards" : "", three ? "three-dragons" : "",
                 lenient ? "lenient" : "");
        TapSetup setup = setup_for(plunder(), 2, options);
        random_loot(&r, fill || three, card);
        for (int i = 0; i < LOOT; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s ", tavern()->face[card[i]].code);
        CHECK(tap_score_hands(&setup, &hand, 1, NULL, 0, &score, NULL, &error), "%s", error.text);
        int tried = laid_out(card, LOOT, fill, three, lenient);
        CHECK(score.points == tried, "%s[%s]: %d, but trying gives %d", text, options, score.points, tried);
    }
}

/* The lines that explain a score add up to it. */
static void test_parts_add_up(void **state)
{
    (void)state;
    TapSetup    setup = setup_for(plunder(), 2, "dragon-cards three-dragons");
    const char *hand = "D-red D-green D-blue 4*R-wolf 2*M-owl 2*L-hare W-wren B-wolf B-owl";
    TapScore    score;
    TapParts    parts;
    TapError    error = {""};
    CHECK(tap_score_hands(&setup, &hand, 1, NULL, 0, &score, &parts, &error), "%s", error.text);
    int sum = 0;
    for (int i = 0; i < parts.n; i++) sum += parts.part[i].points;
    assert_int_equal(sum, score.points);
}

/* steal=FROM:CARD moves a card to the hand with the red dragon (PLUN-V2, PLUN-A4). */
static void test_steal_key(void **state)
{
    (void)state;
    TapSetup    setup = setup_for(plunder(), 2, "three-dragons");
    const char *hand[] = {"D-red 4*R-wolf", "4*M-owl R-owl"};
    const char *bad[] = {"steal=1:M-hare", "steal=0:R-wolf", "steal=1:D-red", "steal=R-owl", "rob=1:R-owl"};
    const char *key = "steal=1:R-owl";
    TapScore    score[3];
    TapError    error = {""};
    CHECK(tap_score_hands(&setup, hand, 2, &key, 1, score, NULL, &error), "%s", error.text);
    assert_int_equal(score[0].points, 5);
    assert_int_equal(score[1].points, 4);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(!tap_score_hands(&setup, hand, 2, &bad[i], 1, score, NULL, &error), "%s is taken", bad[i]);
    /* A thief, a victim, and no card that comes from nowhere or is lost. */
    const char *nobody[] = {"R-wolf", "4*M-owl R-owl"}, *two[] = {"D-red R-wolf", "4*M-owl R-owl", "D-red"};
    CHECK(!tap_score_hands(&setup, hand, 2, (const char *[]){"steal=2:R-owl"}, 1, score, NULL, &error) &&
              strstr(error.text, "no such hand"),
          "%s", error.text);
    CHECK(!tap_score_hands(&setup, nobody, 2, &key, 1, score, NULL, &error) && strstr(error.text, "no hand has it"),
          "%s", error.text);
    CHECK(!tap_score_hands(&setup, two, 3, &key, 1, score, NULL, &error) && strstr(error.text, "two hands have it"),
          "%s", error.text);
    key = "steal=1:M-owl";
    CHECK(!tap_score_hands(&setup, hand, 2, &key, 1, score, NULL, &error), "a full set is robbed");
    setup = setup_for(plunder(), 2, "dragon-cards");
    key = "steal=1:R-owl";
    CHECK(!tap_score_hands(&setup, hand, 2, &key, 1, score, NULL, &error), "a plain dragon steals");
}

/* SHARE-06, ENG-07: there is no betting. */
static void test_no_betting(void **state)
{
    (void)state;
    const char *option = "wager=betting";
    TapSetup    setup;
    TapError    error = {""};
    assert_false(tap_setup_init(&setup, plunder(), 3, &option, 1, &error));
    CHECK(strstr(error.text, "no betting rounds"), "%s", error.text);
    assert_true(tap_setup_init(&setup, plunder(), 3, NULL, 0, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_trying),
        cmocka_unit_test(test_parts_add_up),
        cmocka_unit_test(test_steal_key),
        cmocka_unit_test(test_no_betting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
