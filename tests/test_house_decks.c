/* Decks of this house (docs/house-decks.md): their shape, the core that all share, and what they were measured at. */
#include "support.h"

#include <math.h>
#include <string.h>

#include <taproom/bot.h>
#include <taproom/content.h>

#include "../tools/deck_hash.h"
#include "inn/inn.h"

enum { LINE = 1200, FIELDS = 16 };

/* ------------------------------------------------------------------- help */

/* Its fields by tabs; how many there are. */
static int split(char *line, char *field[FIELDS])
{
    int n = 0;
    line[strcspn(line, "\n")] = 0;
    for (char *at = line; n < FIELDS; at++) {
        field[n++] = at;
        at += strcspn(at, "\t");
        if (!*at) break;
        *at = 0;
    }
    return n;
}

static const InnDeckInfo *house_deck(int nth)
{
    const InnTables *t = inn_tables(&inn_content);
    for (int i = 0; i < (int)t->decks; i++)
        if (inn_deck(t, i)->house && !nth--) return inn_deck(t, i);
    return NULL;
}

/* Of all characters that are not of this house. */
static void hash_known(char ret[DECK_HASH_DIGITS + 1])
{
    const InnTables *t = inn_tables(&inn_content);
    const char *id[INN_DECK_TITLES];
    int n = 0;
    for (int i = 0; i < (int)t->decks && n < INN_DECK_TITLES; i++)
        if (inn_deck(t, i)->kind == INN_CHARACTER && !inn_deck(t, i)->house) id[n++] = inn_deck(t, i)->id;
    hash_decks(id, n, false, ret);
}

/* ------------------------------------------------------------------ shapes */

typedef enum Part { MAIN, SIDE, BOSS } Part;

/* So many titles with so many copies, of a part of the deck: "6x1+2x7+1x20"; "-": it has no such cards. */
static void write_shape(const InnDeckInfo *d, Part part, char *ret, size_t size)
{
    const InnTables *t = inn_tables(&inn_content);
    int of[INN_DECK_TITLES + 1] = {0};
    size_t n = 0;
    for (int i = 0; i < d->lines; i++) {
        const InnCard *c = inn_card(t, inn_line(t, d, i)->card);
        Part is = c->flags & INN_BOSS ? BOSS : c->in ? SIDE : MAIN; /* of a Boss are side decks, too */
        if (is == part && !(c->types & INN_IS_TOKEN)) of[inn_line(t, d, i)->copies]++;
    }
    snprintf(ret, size, "-");
    for (int i = INN_DECK_TITLES; i > 0; i--)
        if (of[i]) n += (size_t)snprintf(ret + n, size - n, "%s%dx%d", n ? "+" : "", i, of[i]);
}

static int copies_of(const InnDeckInfo *d, const char *id)
{
    const InnTables *t = inn_tables(&inn_content);
    int face = tap_deck_find(inn_content.deck[INN_CARDS], id);
    for (int i = 0; i < d->lines; i++)
        if (inn_line(t, d, i)->card == face) return inn_line(t, d, i)->copies;
    return 0;
}

/* The eight titles that all known decks share; a character may have a version of its own of some. */
static void check_core(const InnDeckInfo *d, const char *shape, const char *own)
{
    static const struct {
        const char *id;
        int copies;
    } core[] = {{"deal-me-in", 6}, {"higher", 2},    {"sure-thing", 2},         {"wrong-jar", 1},
                {"hands-off", 1},  {"objection", 1}, {"coin-for-the-staff", 1}, {"more-cups", 2}};
    for (size_t i = 0; i < sizeof core / sizeof *core; i++) {
        int wanted = i ? core[i].copies : atoi(shape); /* of the starter as many as the shape has of one */
        CHECK(strstr(own, core[i].id) || copies_of(d, core[i].id) == wanted, "%s has %d of %s", d->id,
              copies_of(d, core[i].id), core[i].id);
    }
}

static void test_shapes(void **state)
{
    (void)state;
    static char line[LINE];
    for (int k = 0; house_deck(k); k++) {
        const InnDeckInfo *d = house_deck(k);
        FILE *in = fopen("tests/decks/shapes.tsv", "r");
        char *field[FIELDS] = {NULL}, shape[64];
        bool found = false;
        assert_non_null(in);
        while (!found && fgets(line, sizeof line, in)) found = split(line, field) == 6 && !strcmp(field[0], d->id);
        fclose(in);
        CHECK(found, "%s is no character of tests/decks/shapes.tsv", d->id);
        CHECK(d->cards == atoi(field[1]), "%s has %d cards", d->id, d->cards);
        for (Part part = MAIN; part <= BOSS; part++) {
            write_shape(d, part, shape, sizeof shape);
            if (part == BOSS && !d->boss) continue; /* a villain may come without, and is nobody's Boss then */
            CHECK(!strcmp(shape, field[2 + part]), "%s is %s, not %s", d->id, shape, field[2 + part]);
        }
        check_core(d, field[2], field[5]);
    }
}

/* ------------------------------------------------------------------- power */

static void check_rate(const char *who, const char *games, const char *wins, const char *rate, const char *interval)
{
    double p = atof(wins) / atof(games);
    CHECK(fabs(atof(rate) - 100 * p) < 0.1 && fabs(atof(interval) - 196 * sqrt(p * (1 - p) / atof(games))) < 0.1,
          "%s: %s of %s is not %s +- %s %%", who, wins, games, rate, interval);
}

/* How often a bot won with it: within what is fair beside the known ones, and it adds up. */
static bool row_is_good(char *const *f, const char *deck_hash, const char *bot, int least_games, double lo, double hi)
{
    double rate = atof(f[8]);
    char known[DECK_HASH_DIGITS + 1] = "-"; /* of Bosses alone with one another */
    if (strcmp(f[1], deck_hash) || strcmp(f[2], bot)) return false;
    if (!strstr(f[14], "--beside") && !strstr(f[14], "--versus")) hash_known(known);
    CHECK(!strcmp(f[5], known), "%s was measured beside other decks than today's", f[0]);
    CHECK(atoi(f[6]) >= least_games, "%s: %s games", f[0], f[6]);
    check_rate(f[0], f[6], f[7], f[8], f[9]);
    CHECK(rate >= lo && rate <= hi, "%s: %s +- %s %% of %s", f[0], f[8], f[9], bot);
    CHECK(strstr(f[14], f[0]) && strstr(f[14], f[13]) && strstr(f[14], bot), "%s: the command is another", f[0]);
    CHECK(strncmp(f[13], "tuning", 6), "%s: what was tuned is not what is told", f[0]);
    return true;
}

/* The docs tell the same, where people look. */
static void check_told(const char *wanted)
{
    static char page[1 << 16];
    FILE *in = fopen("docs/house-decks.md", "r");
    assert_non_null(in);
    page[fread(page, 1, sizeof page - 1, in)] = 0;
    fclose(in);
    CHECK(strstr(page, wanted), "docs/house-decks.md does not say: %s", wanted);
}

static void tell_rate(char *const *f, char ret[32]) { snprintf(ret, 32, "%s ± %s %%", f[8], f[9]); }

/* The whole interval of many games lies within 17 to 33 %, the rate of fewer by a better bot within 12 to 38 %, where
 * they have been played; the mechanic is used in at least half of the games that last. */
static void test_budget(void **state)
{
    (void)state;
    static char line[LINE];
    for (int k = 0; house_deck(k); k++) {
        const InnDeckInfo *d = house_deck(k);
        char *field[FIELDS] = {NULL}, many[32] = "", better[32] = "not yet", wanted[128];
        char hash[DECK_HASH_DIGITS + 1];
        FILE *in = fopen("data/inn/budget.tsv", "r");
        assert_non_null(in);
        hash_decks(&(const char *){d->id}, 1, false, hash);
        while (fgets(line, sizeof line, in)) {
            if (split(line, field) != 15 || strcmp(field[0], d->id)) continue;
            double reach = atof(field[9]);
            if (row_is_good(field, hash, "search:1", 672, 17 + reach, 33 - reach)) {
                CHECK(atoi(field[11]) >= 50, "%s: the mechanic is used in %s %%", d->id, field[11]);
                tell_rate(field, many);
            } else if (row_is_good(field, hash, "search:2", 84, 12, 38)) tell_rate(field, better);
        }
        fclose(in);
        CHECK(*many, "%s %.8s has no row of today's deck in data/inn/budget.tsv", d->id, hash);
        snprintf(wanted, sizeof wanted, "| %s | %s | %s |", d->name, many, better);
        check_told(wanted);
    }
}

/* A Boss wins 40 to 60 % of his battles against three, 30 to 70 % against two or four. */
static void test_bosses(void **state)
{
    (void)state;
    static char line[LINE];
    for (int k = 0; house_deck(k); k++) {
        const InnDeckInfo *d = house_deck(k);
        char *field[FIELDS] = {NULL}, won[5][32] = {""}, wanted[160], hash[DECK_HASH_DIGITS + 1], flag[16];
        if (!d->boss) continue;
        hash_decks(&(const char *){d->id}, 1, true, hash);
        FILE *in = fopen("data/inn/bosses.tsv", "r");
        assert_non_null(in);
        while (fgets(line, sizeof line, in)) {
            if (split(line, field) != 15 || strcmp(field[0], d->id)) continue;
            int x = atoi(field[11]);
            CHECK(x >= 2 && x <= 4, "%s: against %s", d->id, field[11]);
            if (!row_is_good(field, hash, "search:1", 400, x == 3 ? 40 : 30, x == 3 ? 60 : 70)) continue;
            snprintf(flag, sizeof flag, "--boss %d", x);
            CHECK(strstr(field[14], flag), "%s: the command is another", d->id);
            tell_rate(field, won[x]);
        }
        fclose(in);
        for (int x = 2; x <= 4; x++) CHECK(*won[x], "%s %.8s was not measured against %d", d->id, hash, x);
        snprintf(wanted, sizeof wanted, "| %s | %s | %s | %s |", d->name, won[2], won[3], won[4]);
        check_told(wanted);
    }
}

/* How often it was won, with the decks of today. */
static void told_among_bosses(const char *who, const char *beside, const char *hash, int lo, int hi, char ret[32])
{
    static char line[LINE];
    char *field[FIELDS] = {NULL}, flag[48];
    FILE *in = fopen("data/inn/among-bosses.tsv", "r");
    assert_non_null(in);
    *ret = 0;
    while (fgets(line, sizeof line, in)) {
        if (split(line, field) != 15 || strcmp(field[0], who) || strcmp(field[11], beside)) continue;
        if (!row_is_good(field, hash, "search:1", 400, lo, hi)) continue;
        if (*beside == '-') snprintf(flag, sizeof flag, "--versus");
        else snprintf(flag, sizeof flag, "--beside %s", beside);
        CHECK(strstr(field[14], flag), "%s: the command is another", who);
        tell_rate(field, ret);
    }
    fclose(in);
    CHECK(*ret, "%s (beside %s) was not measured among the Bosses %.8s", who, beside, hash);
}

/* Of the four Bosses each pairing wins 35 to 65 % in sides of two, and each of them 15 to 35 % alone. */
static void test_among_bosses(void **state)
{
    (void)state;
    const InnDeckInfo *boss[5] = {NULL};
    const char *id[4];
    char hash[DECK_HASH_DIGITS + 1], won[32], wanted[160];
    int bosses = 0;
    for (int k = 0; house_deck(k); k++)
        if (house_deck(k)->boss && bosses < 5) boss[bosses++] = house_deck(k);
    assert_int_equal(bosses, 4);
    for (int i = 0; i < 4; i++) id[i] = boss[i]->id;
    hash_decks(id, 4, true, hash);
    for (int i = 0; i < 4; i++) {
        told_among_bosses(id[i], "-", hash, 15, 35, won);
        snprintf(wanted, sizeof wanted, "| %s, alone | %s |", boss[i]->name, won);
        check_told(wanted);
        if (!i) continue; /* who is with the first of them, of each pairing */
        told_among_bosses(id[0], id[i], hash, 35, 65, won);
        snprintf(wanted, sizeof wanted, "| %s and %s | %s |", boss[0]->name, boss[i]->name, won);
        check_told(wanted);
    }
}

/* All characters at one table, four of them by lot in each of 3,900 games: nobody of this house wins less than 15 or
 * more than 35 % of his games. The nine are told, whatever they win. */
static void test_together(void **state)
{
    (void)state;
    enum { ALL = 39, GAMES = 3900 };
    const InnTables *t = inn_tables(&inn_content);
    static char line[LINE];
    const char *id[ALL];
    const InnDeckInfo *deck[ALL];
    char *f[FIELDS] = {NULL}, hash[DECK_HASH_DIGITS + 1], won[32], wanted[128];
    int n = 0, found = 0, played = 0;
    double all_wins = 0;
    for (int i = 0; i < (int)t->decks; i++) {
        if (inn_deck(t, i)->kind != INN_CHARACTER) continue;
        assert_true(n < ALL);
        deck[n] = inn_deck(t, i), id[n++] = inn_deck(t, i)->id;
    }
    assert_int_equal(n, ALL);
    hash_decks(id, n, false, hash);
    FILE *in = fopen("data/inn/together.tsv", "r");
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        const InnDeckInfo *d = NULL;
        assert_int_equal(split(line, f), 10);
        for (int i = 0; i < n; i++)
            if (!strcmp(f[0], id[i])) d = deck[i];
        if (!d) continue; /* the heading */
        double rate = atof(f[6]);
        CHECK(!strcmp(f[1], hash), "%s was measured with other decks than today's, %.8s", d->id, hash);
        check_rate(d->id, f[4], f[5], f[6], f[7]);
        CHECK(!d->house || (rate >= 15 && rate <= 35), "%s wins %s %%", d->id, f[6]);
        CHECK(strstr(f[9], "--together ") && strstr(f[9], f[2]) && strstr(f[9], f[8]) && strncmp(f[8], "tuning", 6),
              "%s: the command is another", d->id);
        snprintf(won, sizeof won, "%s ± %s %%", f[6], f[7]);
        snprintf(wanted, sizeof wanted, "| %s | %s of %s |", d->name, won, f[4]);
        check_told(wanted);
        found++, played += atoi(f[4]), all_wins += atof(f[5]);
    }
    fclose(in);
    assert_int_equal(found, n); /* each once: their games are those of four seats, and each is won by somebody */
    assert_int_equal(played, 4 * GAMES);
    CHECK(fabs(all_wins - GAMES) < 1, "%.2f of %d games were won", all_wins, GAMES);
}

/* -------------------------------------------------------------- who is chosen */

static bool may_be(const TapSetup *setup, const char *role)
{
    TapSetup try = *setup;
    TapError error;
    return tap_setup_cast(&try, 0, role, &error);
}

/* Who is drawn by lot in many games: those of this house where the company is of all, and nobody else elsewhere. */
static void test_company(void **state)
{
    (void)state;
    const TapGame *inn = tap_game_find("red-dragon-inn");
    const InnTables *t = inn_tables(&inn_content);
    const char *const known[] = {"characters=random"}, *const all[] = {"characters=random", "company=all"};
    const char *const strict[] = {"house=off", "company=all"}, *const without[] = {"house=off"};
    TapSetup setup;
    TapError error;
    uint32_t seen[2] = {0};
    for (int wide = 0; wide < 2; wide++) {
        assert_true(tap_setup_init(&setup, inn, 4, wide ? all : known, wide ? 2 : 1, &error));
        for (uint64_t seed = 0; seed < 200; seed++) {
            TapState st;
            uint8_t bytes[64];
            tap_seed_from_number(seed, bytes);
            tap_start(&setup, &st, bytes, NULL);
            for (TapSeat s = 0; s < 4; s++)
                seen[wide] += inn_deck(t, inn_at(table_of((State *)&st, 0))->seat[s].deck)->house;
        }
    }
    assert_int_equal(seen[0], 0);
    assert_true(!house_deck(0) || seen[1] > 0);
    assert_false(tap_setup_init(&setup, inn, 4, strict, 2, &error));
    assert_non_null(strstr(error.text, "cards of the house"));
    for (int k = 0; house_deck(k); k++) {
        assert_true(tap_setup_init(&setup, inn, 4, NULL, 0, &error));
        CHECK(may_be(&setup, house_deck(k)->id), "%s cannot be cast by name", house_deck(k)->id);
        assert_true(tap_setup_init(&setup, inn, 4, without, 1, &error));
        CHECK(!may_be(&setup, house_deck(k)->id), "%s sits down without cards of the house", house_deck(k)->id);
    }
}

/* -------------------------------------------------------------- other decks */

/* Answers of an evening by bots, as one number; as a rule another for other answers. */
static uint64_t evening_of(const TapContent *content, const char *bot_name, const char *cast)
{
    static TapSetup setup;
    static TapState state;
    TapError error;
    TapSeen told = {0};
    TapBot *bot[4];
    uint64_t ret = 0;
    uint8_t seed[64];
    CHECK(tap_setup_with(&setup, tap_game_find("red-dragon-inn"), content, 4, NULL, 0, &error) &&
              tap_setup_cast_all(&setup, cast, &error),
          "%s", error.text);
    tap_seed_from_number(5, seed);
    for (uint64_t s = 0; s < 4; s++) assert_non_null(bot[s] = tap_bot_new(bot_name, s, &error));
    tap_start(&setup, &state, seed, NULL);
    for (TapSeatSet asked; (asked = tap_asked(&setup, &state)) != 0;) {
        TapSeat s = tap_first_of(asked);
        tap_bot_catch_up(bot[s], &told);
        TapMove move = tap_bot_decide(bot[s], &setup, &state, s);
        ret = (ret ^ move.bits[0] ^ move.bits[1] * 31 ^ (uint64_t)s) * 0x100000001B3u;
        tap_seen_add(&told, &setup, &state, s, move);
        tap_answer_trusted(&setup, &state, s, move, NULL);
    }
    for (int s = 0; s < 4; s++) tap_bot_free(bot[s]);
    return ret;
}

/* A deck that nobody plays changes no game: who was measured stays measured when another character comes. */
static void test_other_decks(void **state)
{
    (void)state;
    static const char other[] = "content inn-sea sea\nreplaces sea\nname \"Another sea\"\ncards 8\n"
                                "card only-wind x8 \"Wind\" event house level=1\n on revealed : gain each fort 1\n";
    static const char hash[] = "00000000000000000000000000000000000000000000000000000000000000aa";
    const TapGame *inn = tap_game_find("red-dragon-inn");
    TapShelf *shelf = tap_shelf_new();
    TapFaults faults = {0};
    assert_true(tap_shelf_add(shelf, other, strlen(other), hash, &faults));
    const TapContent *less = tap_shelf_content(shelf, inn);
    assert_true(less->deck[INN_CARDS]->faces < inn_content.deck[INN_CARDS]->faces);
    for (int k = 0; house_deck(k); k++) {
        char cast[64];
        snprintf(cast, sizeof cast, "fiona,%s,zot,eve", house_deck(k)->id);
        CHECK(evening_of(&inn_content, "random", cast) == evening_of(less, "random", cast),
              "%s plays another evening where there are other decks", house_deck(k)->id);
    }
    assert_true(evening_of(&inn_content, "search:1", "tara,fiona,zot,eve") ==
                evening_of(less, "search:1", "tara,fiona,zot,eve"));
}

/* What is hashed of a villain who is nobody's Boss is all that he plays with: a deck of that alone plays the same
 * evenings, so that his row stays true whatever the cards of the Boss become. */
static void test_without_the_boss(void **state)
{
    (void)state;
    static char whole[DECK_TEXT_BYTES], text[DECK_TEXT_BYTES], deck[DECK_TEXT_BYTES + 64];
    static const char hash[] = "00000000000000000000000000000000000000000000000000000000000000bb";
    for (int k = 0; house_deck(k); k++) {
        const InnDeckInfo *d = house_deck(k);
        size_t all = deck_text(d->id, true, whole), played = deck_text(d->id, false, text);
        CHECK(d->boss ? played < all : played == all && !strcmp(text, whole), "%s: %zu of %zu bytes", d->id, played,
              all);
        if (!d->boss) continue;
        TapShelf *shelf = tap_shelf_new();
        TapFaults faults = {0};
        char cast[64];
        int n = snprintf(deck, sizeof deck, "content inn-character %s\nreplaces %s\n", d->id, d->id);
        char *head = strstr(text, "content "), *rest = strchr(head, '\n') + 1;
        snprintf(deck + n, sizeof deck - (size_t)n, "%s", rest);
        CHECK(tap_shelf_add(shelf, deck, strlen(deck), hash, &faults), "%s: %s", d->id, faults.fault[0].text);
        const TapContent *without = tap_shelf_content(shelf, tap_game_find("red-dragon-inn"));
        snprintf(cast, sizeof cast, "fiona,%s,zot,eve", d->id);
        for (int bot = 0; bot < 2; bot++)
            CHECK(evening_of(&inn_content, bot ? "search:1" : "random", cast) ==
                      evening_of(without, bot ? "search:1" : "random", cast),
                  "%s plays another evening without the cards of a Boss", d->id);
        tap_shelf_free(shelf);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_bosses),
        cmocka_unit_test(test_among_bosses),
        cmocka_unit_test(test_together),
        cmocka_unit_test(test_company),
        cmocka_unit_test(test_other_decks),
        cmocka_unit_test(test_without_the_boss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
