/* Hands of Swords & Dragons as they are typed and as a table scores them: the worked examples, every option that
 * changes what a hand is worth, reasons, and refusals. What each hand is worth is judged in test_books.c. */
#include "support.h"

#include <string.h>

static void score_two(const char *option, const char *common, const char *left, const char *right, TapScore ret[2],
                      TapParts parts[2])
{
    TapSetup    setup = setup_for(tap_game_find("swords-and-dragons"), 2, option);
    const char *hand[] = {left, right};
    TapError    error = {""};
    CHECK(tap_score_hands(&setup, hand, 2, common ? &common : NULL, common != NULL, ret, parts, &error),
          "%s / %s: %s", left, right, error.text);
}

typedef struct Example {
    const char *clause, *left, *right;
    int         winner; /* 0 the left, 1 the right, -1 neither */
    const char *option, *common;
} Example;

/* Clause file, section 3; then rulings and variants. */
static const Example examples[] = {
    {"SWORD-T1", "2Co 5Co 7Co 9Co KCo", "3Sw 3Co 3Ch 3Sh 3Ta", 1},
    {"SWORD-T2", "2Co 3Ch 4Co 5Sh 6Co 7Ta 8Co", "10Ch NCh QCh KCh ACh", 0},
    {"SWORD-T3", "4Sw 5Sw 6Co 7Ch 8Sh", "6Ta 7Sw 8Ch 9Sh 10Ta", 0},
    {"SWORD-T4", "2Co 3Ch 4Sh 5Ta 6Co", "3Co 4Ch 5Sh 6Ta 7Co", 1},
    {"SWORD-T4", "4Ch 5Sh 6Ta 7Co 8Sc KSc", "4Sh 5Ta 6Co 7Ch 8Ta ASh", 1},
    {"SWORD-T5", "2Co 2Ch 2Sh", "ACo ACh KCo KCh", 0},
    {"SWORD-T5", "2Co 2Ch 2Sh", "ACo ACh KCo KCh QCo QCh", 0},
    {"SWORD-T6", "2Co 2Ch 2Sh 2Ta", "ACo ACh ASh KCo KCh KSh", 0},
    {"SWORD-T7", "D1 D2 D3 D4", "2Sw 3Sw 4Sw 5Sw 6Sw 7Sw 8Sw 9Sw 10Sw NSw QSw KSw ASw", 0},
    {"SWORD-T9", "ACo KCh QSh NTa 10Co", "5Co 4Ch 3Sh 2Ta ASc", 0},
    {"SWORD-C1", "2Co 5Co 7Co 9Co KCo", "3Sw 3Co 3Ch 3Sh 3Ta", 1},
    {"SWORD-C2", "2Co 3Ch 4Co 5Sh 6Co 7Ta 8Co", "10Ch NCh QCh KCh ACh", 0},
    {"SWORD-C3", "4Sw 5Sw 6Co 7Ch 8Sh", "6Ta 7Sw 8Ch 9Sh 10Ta", 0},
    {"SWORD-C4", "2Co 2Ch 2Sh", "ACo ACh KCo KCh", 0},
    {"SWORD-C5", "2Co 2Ch 2Sh", "ACo ACh KCo KCh QCo QCh", 0},
    {"SWORD-C6", "2Co 2Ch 2Sh 2Ta", "ACo ACh ASh KCo KCh KSh", 0},
    {"SWORD-C7", "2Co 3Ch 4Sh 5Ta 6Co", "ACo ACh ASh KCo KCh KSh", 0},
    {"SWORD-C8", "2Co 3Ch 4Sh 5Ta 6Co", "ACo ACh KCo KCh QCo QCh", 0},
    {"SWORD-C9", "D D D D", "2Sw 3Sw 4Sw 5Sw 6Sw 7Sw 8Sw 9Sw 10Sw NSw QSw KSw ASw", 0},
    {"SWORD-C15", "2Co 3Ch 4Sh 5Ta 6Co", "KCo KCh KSh QTa QCo", 0},
    {"SWORD-C20", "2Ea 3Sk 4Co 5Ch 6Sh", "2Co 2Ch 9Ta", 1},
    {"SWORD-R2", "ACo 2Ch 3Sh 4Ta 5Co", "KCo KCh KSh", 0},
    {"SWORD-R2", "ACo 9Ch", "KCo 10Ch", 0},
    {"SWORD-R34", "2Co 3Co 4Co 5Co 6Co", "9Sw 9Ta 9Ch 9Sh 9Sc", 0},
    {"SWORD-R34", "2Co 3Co 4Co 5Co 6Ch", "9Ta 3Ta 5Ta KTa ATa", 1},
    {"SWORD-Q10", "2Co 4Ch 6Sh 8Ta NSc", "2Ch 4Sh 6Ta 8Sc NCo", -1},
    {"SWORD-Q28", "2Co 4Ch 6Sh 8Ta NSc", "2Ch 4Sh 6Ta 8Sc NCo", -1, "", "common=KTa"},
    {"SWORD-Q2", "KCo KCh QSh QTa NCo NSc", "2Co 3Ch 4Sh 5Ta 6Co", 0},
    {"SWORD-Q2", "KCo KCh QSh QTa NCo NSc", "2Co 3Ch 4Sh 5Ta 6Co", 1, "blaze=off"},
    {"SWORD-Q4", "D1 D2 D3 2Co", "2Sw 3Sw 4Sw 5Sw 6Sw 7Sw", 0, "", "common=D4"},
    {"SWORD-Q4", "D1 D2 D3 2Co", "2Sw 3Sw 4Sw 5Sw 6Sw 7Sw", 1, "wyrms-with-common=off", "common=D4"},
    {"SWORD-V1", "NEa NSw 2Co", "D1 D2 D3 D4", 0, "double-lancers"},
    {"SWORD-V1", "NEa NSw 2Co", "D1 D2 D3 D4", 1},
    {"SWORD-V1", "2Co 2Ch 2Sh 3Co 3Ch", "5Ta 7Ta 8Ta 9Ta KTa", 0, "full-larder"},
    {"SWORD-V1", "2Co 2Ch 2Sh 3Co 3Ch", "5Ta 7Ta 8Ta 9Ta KTa", 1},
    {"SWORD-V1", "2Sw 2Co", "3Co 3Ch", 1, "cold-logic"},
    {"SWORD-V1", "2Sw 2Co", "3Co 3Ch", 0},
    {"SWORD-V1", "2Co 5Ch 5Sh", "6Co 6Ch", 0, "copper-wild"},
    {"SWORD-V1", "2Co 5Ch", "6Co 6Ch", 1},
    {"SWORD-V1", "2Ea 3Sk 4Co 5Ch 6Sh", "9Co 9Ch 9Ta", 0, "truce-table"},
    {"SWORD-V1", "D1 8Co", "3Co 3Ch", 1, "wyrm-fear"},
    {"SWORD-V1", "D1 8Co", "3Co 3Ch", 0},
    {"SWORD-V1", "ASw ACo 4Ch", "AEa ASh KSh", 0, "named-ace"},
};

static void test_examples(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const Example *x = &examples[i];
        TapScore       score[2];
        score_two(x->option ? x->option : "", x->common, x->left, x->right, score, NULL);
        int order = tap_score_compare(&score[0], &score[1]);
        CHECK((order > 0) == (x->winner == 0) && (order < 0) == (x->winner == 1), "%s %s: %s / %s comes to %d",
              x->clause, x->option ? x->option : "", x->left, x->right, order);
    }
}

/* SWORD-T8, SWORD-R38: how Books are called, and by what the best wins. */
static void test_reasons(void **state)
{
    (void)state;
    static const struct {
        const char *hand, *name;
        int         points;
    } named[] = {{"NCo NCh", "Pair of Knights", 2},
                 {"8Co 8Ch 9Co 9Ch", "Two-Pair, nines and eights", 4},
                 {"4Co 4Ch 7Co 7Ch NCo NCh", "Three-Pair, Knights, sevens and fours", 6},
                 {"QCo QCh QSh", "Trip of Queens", 3},
                 {"2Co 2Ch 2Sh QCo QCh QSh", "Two-Trip, Queens and twos", 6},
                 {"10Co 10Ch 10Sh 10Ta", "Quad of tens", 4},
                 {"ASw AEa ASc ACo ACh ASh", "Hext of Aces, 1 Sword", 6},
                 {"3Sw 3Co 3Ch 3Sh 3Ta", "Pent of threes, 1 Sword", 5}};
    static TapParts parts[2];
    TapScore        score[2];
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        score_two("", NULL, named[i].hand, "5Sk", score, parts);
        assert_string_equal(parts[0].part[0].text, named[i].name);
        assert_int_equal(score[0].points, named[i].points);
    }
    score_two("", "common=9Ta", "4Sw 6Co 7Ch 8Sh D", "4Ea 6Ch 7Sh 8Co D2", score, parts);
    assert_int_equal(parts[0].n, 3);
    assert_string_equal(parts[0].part[1].text, "Dragon Ember stands for the 5 of Swords");
    assert_string_equal(parts[0].part[2].text, "wins by more Swords");
    assert_int_equal(parts[0].part[0].commons, 1); /* the Common is in the Book, and every card of the hand */
    assert_int_equal(parts[0].part[0].cards[0], 31);
    assert_int_equal(parts[1].n, 2);
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *hand[2], *key, *error;
    } bad[] = {
        {{"2Co 3Co 2Co", NULL}, NULL, "The 2 of Coins is there twice."},
        {{"2Co 3Co", "4Co 2Co"}, NULL, "The 2 of Coins is there twice."},
        {{"2Co 3Co", NULL}, "common=3Co", "The 3 of Coins is there twice."},
        {{"D D D D D", NULL}, NULL, "There are 4 Dragons and no more."},
        {{"D D D", "D D"}, NULL, "There are 4 Dragons and no more."},
        {{"D D1 D2", "5Co D"}, "common=D3", "There are 4 Dragons and no more."},
        {{"10Cp", NULL}, NULL, "'10Cp' is no card; did you mean 10Co?"},
        {{"KSw", NULL}, "common=KSwo", "'KSwo' is no card; did you mean KSw?"},
        {{"", NULL}, NULL, "Type the cards of the hand: ASw 10Ea D1."},
    };
    TapSetup setup = setup_for(tap_game_find("swords-and-dragons"), 2, "");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        TapScore score[2];
        TapError error = {""};
        assert_false(tap_score_hands(&setup, bad[i].hand, bad[i].hand[1] ? 2 : 1, &bad[i].key, bad[i].key != NULL,
                                     score, NULL, &error));
        assert_string_equal(error.text, bad[i].error);
    }
    char        many[1000] = "";
    const char *hand = many;
    TapScore    score;
    TapError    error = {""};
    for (int i = 0; i < 104; i++) {
        strcat(many, tap_game_content(setup.game)->deck[0]->face[i].code);
        strcat(many, " ");
    }
    assert_false(tap_score_hands(&setup, &hand, 1, NULL, 0, &score, NULL, &error));
    assert_non_null(strstr(error.text, "cards"));
}

/* Betting is all there is: other ways to play for money are refused with the reason. */
static void test_only_betting(void **state)
{
    (void)state;
    const char *option[] = {"wager=shares"};
    TapSetup    setup;
    TapError    error = {""};
    assert_false(tap_setup_init(&setup, tap_game_find("swords-and-dragons"), 3, option, 1, &error));
    assert_non_null(strstr(error.text, "a bet buys a Round of cards"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_only_betting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
