/* What each game asks about hands: the description, its examples, and where a fault is said to lie. */
#include "support.h"

#include <string.h>

typedef struct Form {
    TapScoreField field[TAP_SCORE_FIELDS];
    int           fields, keys, hands;
    const char   *hand[TAP_SEATS]; /* the same as often as hands are scored together */
    char          text[TAP_SCORE_FIELDS][200];
    const char   *key[TAP_SCORE_FIELDS];
} Form;

/* The example of every field but `without`, for one hand. */
static void fill(const TapSetup *setup, const char *without, Form *ret)
{
    ret->fields = tap_score_fields(setup, ret->field);
    ret->keys = 0;
    ret->hands = tap_score_least(setup);
    for (int i = 0; i < ret->hands; i++) ret->hand[i] = ret->field[0].example;
    for (int i = 1; i < ret->fields; i++) {
        const TapScoreField *f = &ret->field[i];
        if (!f->example || (without && !strcmp(without, f->key))) continue;
        snprintf(ret->text[ret->keys], sizeof ret->text[0], "%s%s=%s", f->key, f->own ? ".0" : "", f->example);
        ret->key[ret->keys] = ret->text[ret->keys];
        ret->keys++;
    }
}

static void check_field(const TapGame *game, const TapScoreField *f)
{
    CHECK(f->label && f->about && f->max >= f->min && f->max, "%s: a field says too little", tap_game_id(game));
    CHECK(strlen(f->about) && f->about[strlen(f->about) - 1] != '.', "%s: '%s' ends with a full stop",
          tap_game_id(game), f->about);
    CHECK(f->example || !f->min, "%s: '%s' is needed and has no example", tap_game_id(game), f->label);
    CHECK(f->key || f->example, "%s: a hand without an example", tap_game_id(game));
    CHECK((f->kind != TAP_SCORE_WORDS && f->kind != TAP_SCORE_PAIRS) || f->words, "%s: '%s' has no words",
          tap_game_id(game), f->label);
    CHECK((f->kind == TAP_SCORE_PAIRS) == !!f->places && (f->kind == TAP_SCORE_ROWS) == !!f->wide,
          "%s: '%s' is not whole", tap_game_id(game), f->label);
}

static int least_seats(const TapGame *game)
{
    int least, most, best;
    tap_game_seats(game, &least, &most, &best);
    return least;
}

/* The examples can be scored; without a needed key they cannot, and the fault is that key's. */
static void check_form(const TapGame *game, const char *options)
{
    TapSetup      setup = setup_for(game, least_seats(game), options);
    Form          form;
    TapScore      score[TAP_SEATS];
    TapScoreFault fault;
    fill(&setup, NULL, &form);
    CHECK(form.fields, "%s asks nothing", tap_game_id(game));
    CHECK(tap_score_hands_at(&setup, form.hand, form.hands, form.key, form.keys, score, NULL, &fault),
          "%s with '%s': %s", tap_game_id(game), options, fault.error.text);
    int faces = tap_score_faces(&setup);
    CHECK(faces > 0 && faces <= tap_game_content(game)->deck[0]->faces, "%s has %d faces", tap_game_id(game), faces);
    for (int i = 0, fields = form.fields; i < fields; i++) {
        const TapScoreField f = form.field[i];
        check_field(game, &f);
        if (!f.key || !f.min) continue;
        fill(&setup, f.key, &form);
        CHECK(!tap_score_hands_at(&setup, form.hand, form.hands, form.key, form.keys, score, NULL, &fault),
              "%s does not miss %s", tap_game_id(game), f.key);
        CHECK(fault.key && !strcmp(fault.key, f.key) && fault.hand == (f.own ? 0 : -1),
              "%s: the fault of '%s' lies elsewhere: %s", tap_game_id(game), f.key, fault.error.text);
    }
}

static void test_every_example(void **state)
{
    (void)state;
    for (const TapGame *const *g = tap_games(); *g; g++) {
        if (tap_score_none(*g)) {
            TapSetup      setup = setup_for(*g, 2, "");
            TapScoreField field[TAP_SCORE_FIELDS];
            TapScoreFault fault;
            TapScore      score;
            const char   *hand = "W-wolf";
            assert_int_equal(tap_score_fields(&setup, field), 0);
            assert_false(tap_score_hands_at(&setup, &hand, 1, NULL, 0, &score, NULL, &fault));
            CHECK(strstr(fault.error.text, tap_score_none(*g)), "%s", fault.error.text);
            continue;
        }
        int n;
        const TapOption *option = tap_game_options(*g, &n);
        check_form(*g, "");
        for (int i = 0; i < n; i++) {
            const char *one[1] = {option[i].name};
            TapSetup    setup;
            if (option[i].type == TAP_FLAG && tap_setup_init(&setup, *g, least_seats(*g), one, 1, NULL))
                check_form(*g, option[i].name);
        }
    }
}

static const TapScoreFault *fault_of(const char *game, const char *options, const char *hand, const char *key,
                                     bool *ret_good)
{
    static TapScoreFault fault;
    TapSetup    setup = setup_for(tap_game_find(game), 2, options);
    const char *hands[2] = {"33124", hand};
    TapScore    score[2];
    *ret_good = tap_score_hands_at(&setup, hands, 2, &key, key ? 1 : 0, score, NULL, &fault);
    return &fault;
}

static void test_where_the_fault_lies(void **state)
{
    (void)state;
    static const struct { const char *hand, *key, *reason, *at; int which; } bad[] = {
        {"3312", NULL, "5 dice, not 4", NULL, 1},
        {"33127", NULL, "is no die", NULL, 1},
        {"33124", "card.0=B-owl", "only with the option hidden-fate", NULL, -1},
        {"33124", "crown=B-owl", "knows no key 'crown'; it takes card.N", NULL, -1},
        {"33124", "card.2=B-owl", "hands count from 0 to 1", NULL, -1},
        {"33124", "card", "name=value", NULL, -1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bool good;
        const TapScoreFault *f = fault_of("threes", "", bad[i].hand, bad[i].key, &good);
        CHECK(!good && strstr(f->error.text, bad[i].reason) && f->hand == bad[i].which && !f->key,
              "%s %s: '%s', hand %d", bad[i].hand, bad[i].key, f->error.text, f->hand);
    }
    TapSetup      setup = setup_for(tap_game_find("threes"), 2, "hidden-fate");
    const char   *hands[2] = {"3312", "3312"}, *keys[3] = {"card.0=B-owl", "card.1=X-owl", "card.1=B-owl"};
    TapScore      score[2];
    TapScoreFault fault;
    assert_false(tap_score_hands_at(&setup, hands, 2, keys, 2, score, NULL, &fault));
    CHECK(fault.hand == 1 && !strcmp(fault.key, "card") && strstr(fault.error.text, "X-owl"), "%s", fault.error.text);
    keys[1] = "card.0=B-hare";
    assert_false(tap_score_hands_at(&setup, hands, 2, keys, 2, score, NULL, &fault));
    CHECK(fault.hand == 0 && strstr(fault.error.text, "twice"), "%s", fault.error.text);
    keys[1] = "card.1=D-red";
    assert_false(tap_score_hands_at(&setup, hands, 2, keys, 2, score, NULL, &fault));
    CHECK(fault.hand == 1 && strstr(fault.error.text, "The red Dragon plays only with the option dragon-cards"), "%s",
          fault.error.text);
    setup = setup_for(tap_game_find("kings-council"), 2, "");
    const char *hand = "B-wren M-hare B-horse R-wolf L-hawk", *king = "king.0=B-hare";
    assert_false(tap_score_hands_at(&setup, &hand, 1, &king, 1, score, NULL, &fault));
    CHECK(strstr(fault.error.text, "same for all"), "%s", fault.error.text);
}

/* What is about money changes nothing of what is asked or scored, so a form need not offer it. */
static void check_money(const TapGame *game, const TapOption *option, int value)
{
    char        word[64];
    const char *one[1] = {word};
    TapSetup    usual = setup_for(game, 2, ""), other;
    tap_option_write(option, (int16_t)value, word, sizeof word);
    if (!tap_setup_init(&other, game, 2, one, 1, NULL)) return; /* not in this game */
    Form          x, y;
    TapScore      a, b;
    TapParts      why_a, why_b;
    TapScoreFault fault;
    fill(&usual, NULL, &x);
    fill(&other, NULL, &y);
    assert_int_equal(x.fields, y.fields);
    assert_memory_equal(x.field, y.field, (size_t)x.fields * sizeof *x.field);
    assert_int_equal(tap_score_faces(&usual), tap_score_faces(&other));
    assert_true(tap_score_hands_at(&usual, x.hand, x.hands, x.key, x.keys, &a, &why_a, &fault));
    assert_true(tap_score_hands_at(&other, y.hand, y.hands, y.key, y.keys, &b, &why_b, &fault));
    CHECK(!tap_score_compare(&a, &b) && a.points == b.points && why_a.n == why_b.n, "%s: %s changes the score",
          tap_game_id(game), word);
}

static void test_money_scores_nothing(void **state)
{
    (void)state;
    for (const TapGame *const *g = tap_games(); *g; g++) {
        int              n, money = 0;
        const TapOption *option = tap_game_options(*g, &n);
        for (int i = 0; i < n; i++) {
            if (!option[i].money) continue;
            money++;
            if (tap_score_none(*g)) continue;
            check_money(*g, &option[i], option[i].lo);
            check_money(*g, &option[i], option[i].hi);
        }
        CHECK(money || !(*g)->money_brought, "%s is played for nothing", tap_game_id(*g));
        if (!tap_score_none(*g)) CHECK(money < n, "%s has no variants", tap_game_id(*g));
    }
    int              n;
    const TapOption *option = tap_game_options(tap_game_find("kings-council"), &n);
    static const char *const about_the_hand[] = {"foreign-council", "dragon-cards"};
    int rest = 0;
    for (int i = 0; i < n; i++)
        if (!option[i].money) assert_string_equal(option[i].name, about_the_hand[rest++]);
    assert_int_equal(rest, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_example),
                                       cmocka_unit_test(test_where_the_fault_lies),
                                       cmocka_unit_test(test_money_scores_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
