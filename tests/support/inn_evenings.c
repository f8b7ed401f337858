#include "inn_evenings.h"

#include <string.h>

#include <taproom/content.h>

static int16_t some_value(const TapOption *o, TapRng *r)
{
    if (tap_rng_below(r, 3) == 0) return o->usual;
    return (int16_t)(o->lo + (int)tap_rng_below(r, (uint32_t)(o->hi - o->lo + 1)));
}

/* Who cannot play there is not cast: a Boss is a villain, and nobody is there twice. */
static void cast_some(TapSetup *setup, TapRng *r)
{
    TapError error;
    for (TapSeat s = 0; s < (TapSeat)setup->seats; s++) {
        int role = (int)tap_rng_below(r, (uint32_t)setup->content->roles);
        if (tap_rng_below(r, 2)) tap_setup_cast(setup, s, setup->content->role[role], &error);
    }
}

/* One in three is played with decks of tests/decks, so that somebody has what none of the nine has. */
static const char *const decks[] = {"words",   "merged", "bombs", "totems", "bodies", "hands",
                                    "brewing", "forms",  "gilded"};
enum { DECKS = sizeof decks / sizeof *decks };

static void add_deck(TapShelf *shelf, int i)
{
    static char text[DECKS][1 << 14];
    char path[64], hash[TAP_HASH_DIGITS + 1];
    TapFaults faults = {0};
    snprintf(path, sizeof path, "tests/decks/%s.deck", decks[i]);
    FILE *in = fopen(path, "r");
    CHECK(in, "%s is missing", path);
    text[i][fread(text[i], 1, sizeof text[i] - 1, in)] = 0;
    fclose(in);
    snprintf(hash, sizeof hash, "%0*d", TAP_HASH_DIGITS, i + 1);
    CHECK(tap_shelf_add(shelf, text[i], strlen(text[i]), hash, &faults), "%s", faults.fault[0].text);
}

static const TapContent *words(void)
{
    static TapShelf *shelf;
    if (!shelf) {
        shelf = tap_shelf_new();
        for (int i = 0; i < DECKS; i++) add_deck(shelf, i);
    }
    return tap_shelf_content(shelf, &red_dragon_inn);
}

/* At a seat that nobody plays at yet, unless it is a Boss's. */
static void cast_deck(TapSetup *setup, TapRng *r, int i)
{
    TapSeat seat = (TapSeat)tap_rng_below(r, (uint32_t)setup->seats);
    TapError error;
    if (setup->cast[seat] < 0) tap_setup_cast(setup, seat, decks[i], &error);
}

static void play_with_words(TapSetup *setup, TapRng *r)
{
    char word[TAP_OPTIONS][64];
    const char *list[TAP_OPTIONS];
    int n;
    TapError error;
    TapSetup other;
    const TapOption *option = tap_game_options(&red_dragon_inn, &n);
    for (int i = 0; i < n; i++)
        tap_option_write(&option[i], setup->option[i], word[i], sizeof word[i]), list[i] = word[i];
    if (!setup->option[OPT_HOUSE]) return;
    CHECK(tap_setup_with(&other, &red_dragon_inn, words(), setup->seats, list, n, &error), "%s", error.text);
    *setup = other;
    for (int i = 0; i < DECKS; i++) cast_deck(setup, r, (i + (int)setup->option[OPT_SEA]) % DECKS);
}

TapSetup some_evening(TapRng *r)
{
    TapSetup setup;
    TapError error;
    Setting  setting = {.seats = 0};
    int      n;
    const TapOption *option = tap_game_options(&red_dragon_inn, &n);
    int16_t variant = (int16_t)(tap_rng_below(r, 2) ? (int)tap_rng_below(r, VARIANTS) : VARIANT_ALONE);
    int tries = 0; /* not every way to play has enough characters */
    do {
        setting.seats = 2 + (int)tap_rng_below(r, PATRONS - 1);
        for (int i = 0; i < n; i++) setting.option[i] = some_value(&option[i], r);
        setting.option[OPT_VARIANT] = tries++ < 400 ? variant : VARIANT_ALONE;
    } while (!setting_read(&red_dragon_inn, &setting, &setup, &error));
    if (tap_rng_below(r, 3)) cast_some(&setup, r);
    else play_with_words(&setup, r);
    return setup;
}

const char *inn_unsound(const Inn *g)
{
    int32_t gold = g->bank + g->round.pot + g->waiting;
    if (g->round.pot < 0) return "the pot owes Gold";
    if (g->opens > OPENS || g->plays > OPENS + PARTS_MOST || g->cups > CUPS || g->serveds > SERVED)
        return "too much is open";
    for (Seat s = 0; s < g->table.seats; s++) {
        const Patron *p = &g->seat[s];
        const Pool *pool = &g->pool[s];
        gold += pool->gold;
        if (pool->gold < 0) return "somebody owes Gold";
        if (pool->fort < 0 || pool->fort > STAT_MOST) return "Fortitude is out of its bounds";
        if (pool->ac < 0 || pool->ac > STAT_MOST) return "Alcohol is out of its bounds";
        if (pool->added < 0) return "tokens that count with Alcohol are owed";
        for (int k = 0; k < INN_TOKENS; k++)
            for (Seat x = 0, all = 0; x < PATRONS; x++) {
                all = (Seat)(all + p->token[k][x]);
                if (all > 60) return "there are more tokens than there can be";
            }
        for (int i = 0; i < ROW_MOST; i++)
            if (p->row_fort[i] > (i < p->rows ? 10 : 0)) return "a card has Fortitude that it cannot have";
        int things = 0; /* TC-KEET: cards that are Gold are part of it */
        for (Seat x = 0; x < g->table.seats; x++)
            if (p->side >> x & 1) things += g->seat[x].purses;
        if (things > g->pool[tap_first_of(p->side)].gold) return "more cards are Gold than a side has Gold";
        if (p->cards > HAND_MOST || p->drinks > DRINKS_MOST || p->kept > KEPT_MOST) return "too many cards";
    }
    int in_pot = 0; /* others were laid down in a payment, and are nobody's until it is over */
    for (int i = 0; i < g->downs; i++) *(g->down_at[i] ? &gold : &in_pot) += 1;
    if (in_pot > g->round.pot + g->waiting) return "more cards are Gold than the pot has Gold";
    return gold ? "Gold was made or lost" : NULL;
}

const char *inn_wrong_tokens(const TapSetup *setup, const Inn *g)
{
    const InnTables *tables = (const InnTables *)setup->content->own;
    for (Seat s = 0; s < g->table.seats; s++) {
        const Patron *p = &g->seat[s];
        const InnDeckInfo *deck = inn_deck(tables, p->deck);
        if (g->table.phase == P_GUESTS) return NULL; /* nobody has chosen yet */
        for (int k = 0; k < deck->tokens; k++) {
            const InnCard *card = inn_card(tables, deck->token[k]);
            int all = 0;
            for (Seat x = 0; x < PATRONS; x++) {
                all += p->token[k][x];
                if (p->token[k][x] > card->most) return "somebody has more tokens than he may have";
            }
            if (all > card->supply) return "there are more tokens than there are";
        }
        for (int k = deck->tokens; k < INN_TOKENS; k++)
            for (Seat x = 0; x < PATRONS; x++)
                if (p->token[k][x]) return "there are tokens of a kind that there is not";
    }
    return NULL;
}

/* Each card of a pile is of the deck that the pile is of: of side deck `in`, or with 0 of the deck that is drawn. */
static bool is_all_of(const TapSetup *setup, const Pile *p, int in)
{
    for (int i = 0; i < p->n; i++)
        if (card_at(setup, pile_cards(p)[i])->in != in) return false;
    return true;
}

const char *inn_misplaced(const TapSetup *setup, const Inn *g)
{
    for (Seat s = 0; s < g->table.seats; s++) {
        const Patron *p = &g->seat[s];
        if (!is_all_of(setup, &p->draw, 0) || !is_all_of(setup, &p->discard, 0)) return "a deck has cards of another";
        for (int k = 0; k < INN_SIDES; k++)
            if (!is_all_of(setup, &p->beside[k].deck, k + 1)) return "a side deck has cards of another";
    }
    return NULL;
}

int inn_cards_on(const TapSetup *setup, const TapState *st)
{
    static uint16_t census[CENSUS];
    int sum = 0;
    take_census(setup, st, census);
    for (int i = 0; i < CENSUS; i++) sum += census[i];
    return sum;
}
