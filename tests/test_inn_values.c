/* What lies in play at the Red Dragon Inn is worth to bots: data, and what the estimate makes of it. */
#include "inn_evenings.h"

#include <math.h>
#include <string.h>

#include "inn/estimate.h"
#include "inn/values.h"

/* A number for what no deck has is a number that was forgotten, or mistyped. */
static void test_every_number_is_of_something(void **state)
{
    (void)state;
    const TapDeck *deck = inn_content.deck[INN_CARDS];
    const InnTables *t = inn_tables(&inn_content);
    for (const InnValue *v = inn_values; v->id; v++) {
        int face = tap_deck_find(deck, v->id);
        CHECK(face >= 0, "there is no card '%s'", v->id);
        const InnCard *card = inn_card(t, face);
        CHECK(card->types & (INN_IS_TOKEN | INN_IS_ITEM), "'%s' never lies in play", v->id);
        assert_int_equal(card->worth, v->worth);
    }
}

static void test_unnamed_cards(void **state)
{
    (void)state;
    const InnCard token = {.types = INN_IS_TOKEN}, action = {.types = INN_IS_ACTION},
                  item = {.types = INN_IS_ITEM | INN_IS_ANYTIME},
                  lasts = {.types = INN_IS_ITEM, .events = INN_ON(INN_LIES)};
    assert_int_equal(inn_value_of("nobody-has-this", &token), 0);
    assert_int_equal(inn_value_of("nobody-has-this", &action), 0);
    assert_int_equal(inn_value_of("nobody-has-this", &item), inn_row_value);
    assert_int_equal(inn_value_of("nobody-has-this", &lasts), 0); /* what lasts is counted by itself */
}

typedef struct Evening {
    TapSetup setup;
    TapState state;
    Inn *inn;
} Evening;

static void begin(Evening *x, const char *cast)
{
    const char *options[] = {"characters=choose"};
    TapError error = {""};
    uint8_t seed[64];
    CHECK(tap_setup_init(&x->setup, tap_game_find("red-dragon-inn"), 4, options, 1, &error) &&
              tap_setup_cast_all(&x->setup, cast, &error),
          "%s", error.text);
    tap_seed_from_number(1, seed);
    tap_start(&x->setup, &x->state, seed, NULL);
    x->inn = (Inn *)(uintptr_t)inn_in(&x->state);
}

static float share(const Evening *x, Seat s)
{
    float ret = 0;
    assert_true(inn_estimate(&x->setup, &x->inn->table, s, &ret));
    return ret;
}

/* Nothing in play: the shares are those of Fortitude, Alcohol and Gold alone, as ever. */
static void test_nothing_lies_there(void **state)
{
    (void)state;
    static Evening x;
    begin(&x, "fiona,zot,gerki,deirdre");
    float all = 0;
    for (Seat s = 0; s < 4; s++) {
        assert_float_equal(inn_in_play(&x.setup, &x.inn->table, s), 0, 0);
        all += share(&x, s);
    }
    assert_float_equal(all, 1, 1e-5);
    assert_float_equal(share(&x, 0), share(&x, 1), 1e-6);
}

/* One more of what lasts moves the share of who has it as its number says, and that of the others the other way. */
static void test_what_lasts(void **state)
{
    (void)state;
    static Evening x;
    begin(&x, "fiona,zot,gerki,deirdre");
    for (int i = 0; i < INN_STATICS; i++) {
        float before = share(&x, 2), other = share(&x, 0);
        x.inn->seat[2].mod[i] = 2;
        assert_float_equal(inn_in_play(&x.setup, &x.inn->table, 2), (float)inn_static_values[i] / 5, 1e-6);
        int sign = (inn_static_values[i] > 0) - (inn_static_values[i] < 0);
        CHECK((share(&x, 2) - before) * (float)sign >= 0 && (share(&x, 0) - other) * (float)sign <= 0,
              "what lasts, %d: %g of %g", i, (double)share(&x, 2), (double)before);
        CHECK(!sign || fabsf(share(&x, 2) - before) > 1e-4f, "what lasts, %d, moves nothing", i);
        x.inn->seat[2].mod[i] = 0;
        assert_float_equal(share(&x, 2), before, 0);
    }
}

/* Whatever lies there, who is still in is worth something, and who is not is worth nothing. */
static void test_bounds(void **state)
{
    (void)state;
    Pool p = {.fort = 20, .gold = 10}, cold = {.fort = 3, .ac = 3, .gold = 10};
    assert_true(inn_hold(&p, -100) > 0);
    assert_true(inn_hold(&p, -100) <= inn_hold(&p, -20));
    assert_true(inn_hold(&p, 1) > inn_hold(&p, 0));
    assert_float_equal(inn_hold(&cold, 5), inn_hold(&cold, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_number_is_of_something), cmocka_unit_test(test_unnamed_cards),
        cmocka_unit_test(test_nothing_lies_there),           cmocka_unit_test(test_what_lasts),
        cmocka_unit_test(test_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
