/* What the Inn is played with: options, Drinks, events, Prizes, and who plays whom. */
#include "inn/beside.h"
#include "inn/in_purse.h"
#include "inn/staging.h"

/* ---------------------------------------------------------------- options */

static const char *const character_words[] = {"choose", "draft", "random"};
static const char *const characters_said[] = {"chosen in turn", "chosen from three, or as many as go round", "by lot"};
static const char *const drink_decks[] = {"first",  "second",           "both",              "own",
                                          "cellar", "first-and-cellar", "second-and-cellar", "all"};
static const char *const drinks_said[] = {"the first Drink deck",
                                          "the second Drink deck",
                                          "both, as a Bar deck",
                                          "your own, where there is one",
                                          "those of the cellar",
                                          "the first deck and the cellar, as a Bar deck",
                                          "the second deck and the cellar, as a Bar deck",
                                          "all three, as a Bar deck"};
static const char *const answer_orders[] = {"source", "turn"};
static const char *const answers_said[] = {"who played the card that is answered", "whose turn it is"};
static const char *const variants[] = {"alone",           "two-headed", "boss",
                                       "two-headed-boss", "leaders",    "boss-versus-boss"};
static const char *const variants_said[] = {"everybody alone",
                                            "the Two-Headed Dragon: sides of two",
                                            "Boss Battle: one against all others",
                                            "Two-Headed Boss Battle: sides of two Bosses",
                                            "Leaders and Lackeys: sides of a Boss and another",
                                            "Boss Versus Boss: every Boss alone"};
static const char *const companies[] = {"known", "all"};
static const char *const companies_said[] = {"whose printed cards are known, and your own",
                                             "all, also those whose cards are mostly of this house"};
const TapOption inn_options[OPTIONS_END] = {
    [OPT_CHARACTERS] = {.name = "characters",
                        .about = "How characters are found: each chooses in turn, or from three that are dealt (two if "
                                 "there are not enough), or the lot decides.",
                        .type = TAP_WORD,
                        .usual = CHARACTERS_CHOSEN,
                        .lo = CHARACTERS_CHOSEN,
                        .hi = CHARACTERS_BY_LOT,
                        .words = character_words,
                        .title = "Characters are",
                        .said = characters_said},
    [OPT_DRINKS] = {.name = "drinks",
                    .about = "Which Drinks are poured: a deck of 30, or several decks as a Bar deck that serves 30 at "
                             "a time. Much of what the cellar does is of this house.",
                    .type = TAP_WORD,
                    .usual = DRINKS_FIRST,
                    .lo = DRINKS_FIRST,
                    .hi = DRINKS_ALL,
                    .words = drink_decks,
                    .title = "Drinks are",
                    .said = drinks_said},
    [OPT_BAR_DECK] = {.name = "bar-deck",
                      .about = "Your own Drinks are a Bar deck, which serves 30 at a time.",
                      .type = TAP_FLAG,
                      .hi = 1,
                      .title = "Your own Drinks are a Bar deck"},
    [OPT_PRIZES] = {.name = "prizes",
                    .about = "So many different Prizes lie at the Inn, and each round of gambling is for one of them "
                             "too.",
                    .type = TAP_NUMBER,
                    .usual = 0,
                    .lo = 0,
                    .hi = PRIZES_MOST,
                    .title = "Prizes"},
    [OPT_SEA] = {.name = "sea",
                 .about = "The Inn is a ship: events of the open sea come every few turns.",
                 .type = TAP_FLAG,
                 .hi = 1,
                 .title = "At sea"},
    [OPT_DUNGEON] = {.name = "dungeon",
                     .about = "The Inn lies below ground: events of the dungeon come every few turns.",
                     .type = TAP_FLAG,
                     .hi = 1,
                     .title = "In the dungeon"},
    [OPT_GAMES] = {.name = "games",
                   .about = "Who starts a round of gambling may name one of twelve games of the house, which is then "
                            "played for the pot.",
                   .type = TAP_FLAG,
                   .hi = 1,
                   .title = "Gambling with the games of the house"},
    [OPT_HOUSE] = {.name = "house",
                   .about = "With cards of this house, where nobody knows what the printed ones say.",
                   .type = TAP_FLAG,
                   .usual = 1,
                   .hi = 1,
                   .title = "With cards of the house"},
    [OPT_GOLD] = {.name = "gold",
                  .about = "Gold to begin with; 0: 8 for two players, 12 for seven or more, else 10; a side or a Boss "
                           "has 10.",
                  .type = TAP_NUMBER,
                  .usual = 0,
                  .lo = 0,
                  .hi = 30,
                  .title = "Gold to begin with"},
    [OPT_ANSWERS] = {.name = "answers",
                     .about = "Of several Sometimes cards the first counts, in turn order from here.",
                     .type = TAP_WORD,
                     .usual = ANSWERS_FROM_SOURCE,
                     .lo = ANSWERS_FROM_SOURCE,
                     .hi = ANSWERS_FROM_TURN,
                     .words = answer_orders,
                     .title = "Answers are counted from",
                     .said = answers_said},
    [OPT_VARIANT] = {.name = "variant",
                     .about = "Everybody for himself; or in sides of two who sit side by side, have everything "
                              "together but their cards, and take their turn together; or with Bosses, who are "
                              "villains with more cards.",
                     .type = TAP_WORD,
                     .usual = VARIANT_ALONE,
                     .lo = VARIANT_ALONE,
                     .hi = VARIANT_BOSS_VERSUS_BOSS,
                     .words = variants,
                     .title = "Who plays with whom",
                     .said = variants_said},
    [OPT_COMPANY] = {.name = "company",
                     .about = "Who may be chosen or drawn: characters whose printed cards are known, with decks of "
                              "your own; or all, also those of whom most cards are of this house "
                              "(docs/house-decks.md).",
                     .type = TAP_WORD,
                     .usual = COMPANY_KNOWN,
                     .lo = COMPANY_KNOWN,
                     .hi = COMPANY_ALL,
                     .words = companies,
                     .title = "Characters to choose from are",
                     .said = companies_said},
};

const TapClash inn_clashes[INN_CLASHES] = {
    {OPT_BAR_DECK, 1, 1, OPT_DRINKS, DRINKS_FIRST, DRINKS_SECOND,
     "a Bar deck needs more than the 30 Drinks of one deck; drinks=both is one."},
    {OPT_BAR_DECK, 1, 1, OPT_DRINKS, DRINKS_BOTH, DRINKS_BOTH, "drinks=both is a Bar deck already."},
    {OPT_BAR_DECK, 1, 1, OPT_DRINKS, DRINKS_CELLAR, DRINKS_ALL,
     "a Bar deck needs more than the 30 Drinks of one deck, and several decks are one already."},
    {OPT_HOUSE, 0, 0, OPT_DRINKS, DRINKS_CELLAR, DRINKS_ALL, "the cellar has cards of the house."},
    {OPT_HOUSE, 0, 0, OPT_SEA, 1, 1, "events of the sea are cards of the house."},
    {OPT_HOUSE, 0, 0, OPT_DUNGEON, 1, 1, "events of the dungeon are cards of the house."},
    {OPT_HOUSE, 0, 0, OPT_PRIZES, 1, PRIZES_MOST, "Prizes are cards of the house."},
    {OPT_HOUSE, 0, 0, OPT_VARIANT, VARIANT_BOSS, VARIANT_BOSS_VERSUS_BOSS, "Bosses have cards of the house."},
    {OPT_HOUSE, 0, 0, OPT_COMPANY, COMPANY_ALL, COMPANY_ALL, "most characters have cards of the house."},
};

/* ------------------------------------------------------------------ decks */

/* Which deck of the tables is the nth of its kind, or -1. */
static int deck_of_kind(const Setup *setup, InnKind kind, int nth)
{
    for (int i = 0; i < (int)tables_of(setup)->decks; i++)
        if (inn_deck(tables_of(setup), i)->kind == kind && !nth--) return i;
    return -1;
}

/* The one of somebody's own stands behind what is built in. */
static int last_of_kind(const Setup *setup, InnKind kind)
{
    int n = 0;
    while (deck_of_kind(setup, kind, n + 1) >= 0) n++;
    return deck_of_kind(setup, kind, n);
}

static void fill(const Setup *setup, Pile *pile, int deck)
{
    const InnDeckInfo *info = inn_deck(tables_of(setup), deck);
    for (int i = 0; i < info->lines; i++)
        for (int copy = 0; copy < inn_line(tables_of(setup), info, i)->copies; copy++)
            pile_return(pile, inn_line(tables_of(setup), info, i)->card);
}

/* SET-1: which of the three decks are poured, as bits; more than one are a Bar deck. */
static const char *const drink_deck_ids[] = {"first-drinks", "second-drinks", "cellar"};
enum { DRINK_DECKS = 3 };
static const uint8_t poured[] = {[DRINKS_FIRST] = 1,        [DRINKS_SECOND] = 2,        [DRINKS_BOTH] = 3,
                                 [DRINKS_OWN] = 0,          [DRINKS_CELLAR] = 4,        [DRINKS_FIRST_CELLAR] = 5,
                                 [DRINKS_SECOND_CELLAR] = 6, [DRINKS_ALL] = 7};

static int deck_with_id(const Setup *setup, const char *id)
{
    int i = 0;
    while (strcmp(inn_deck(tables_of(setup), i)->id, id)) i++;
    return i;
}

/* SET-1, BAR-1. */
static void stock_drinks(const Setup *setup, Table *t, Env *e)
{
    Inn *g = inn_of(t);
    int which = t->option[OPT_DRINKS], decks = poured[which];
    pile_begin(g->drinks, INN_CARDS);
    pile_begin(g->drink_discard, INN_CARDS);
    pile_open(&g->drink_discard);
    pile_begin(g->bar, INN_CARDS);
    g->bar_deck = __builtin_popcount((unsigned)decks) > 1 || t->option[OPT_BAR_DECK];
    Pile *into = g->bar_deck ? &g->bar : &g->drinks;
    if (which == DRINKS_OWN) fill(setup, into, last_of_kind(setup, INN_DRINKS));
    for (int i = 0; i < DRINK_DECKS; i++)
        if (decks >> i & 1) fill(setup, into, deck_with_id(setup, drink_deck_ids[i]));
    if (g->bar_deck) drinks_make(g, e);
}

/* EVT-1, DUN-2. */
static void begin_journeys(const Setup *setup, Table *t)
{
    Inn *g = inn_of(t);
    const bool gone[WAYS] = {[SEA] = t->option[OPT_SEA], [DUNGEON] = t->option[OPT_DUNGEON]};
    const InnKind kind[WAYS] = {[SEA] = INN_SEA, [DUNGEON] = INN_DUNGEON};
    for (int way = 0; way < WAYS; way++) {
        Journey *j = &g->way[way];
        pile_begin(j->deck, INN_CARDS);
        pile_begin(j->discard, INN_CARDS);
        pile_open(&j->discard);
        if (!gone[way]) continue;
        fill(setup, &j->deck, last_of_kind(setup, kind[way]));
        j->turns = (uint8_t)(way == DUNGEON && gone[SEA] ? 3 : 2);
    }
}

/* ------------------------------------------------------------- characters */

static bool is_seated(const Table *t, Seat s) { return inn_at(t)->seat[s].hand_size; }

const InnDeckInfo *role_deck(const Setup *setup, int role)
{
    return inn_deck(tables_of(setup), inn_role(tables_of(setup), role));
}

static void seat_patron(const Setup *setup, Table *t, Seat s, int role)
{
    patron_begin(setup, t, s, inn_role(tables_of(setup), role));
}

/* What a Boss has more is played where it does not matter. */
static bool is_of_the_house(const InnCard *c) { return c->provenance == INN_HOUSE && !(c->flags & INN_BOSS); }

/* Whether the deck is all of printed cards that are known. */
static bool has_house_cards(const Setup *setup, const InnDeckInfo *info)
{
    for (int i = 0; i < info->lines; i++)
        if (is_of_the_house(card_at(setup, inn_line(tables_of(setup), info, i)->card))) return true;
    return false;
}

bool role_is_allowed(const Setup *setup, int role)
{
    return setup->option[OPT_HOUSE] || !has_house_cards(setup, role_deck(setup, role));
}

/* Whether it is of the company that is chosen from; all who can be a Boss are. */
static bool role_is_known(const Setup *setup, Seat seat, int role)
{
    return setup->option[OPT_COMPANY] == COMPANY_ALL || !role_deck(setup, role)->house || seat_is_boss(setup, seat);
}

static bool is_drafted(const Inn *g, int role)
{
    for (Seat s = 0; s < PATRONS; s++)
        for (int i = 0; i < DRAFT; i++)
            if (g->drafted[s][i] == role + 1) return true;
    return false;
}

bool role_is_free(const Setup *setup, const Table *t, Seat seat, int role)
{
    if (!role_is_allowed(setup, role) || !role_is_known(setup, seat, role)) return false;
    const int deck = inn_role(tables_of(setup), role);
    for (Seat s = 0; s < t->seats; s++)
        if ((is_seated(t, s) && inn_at(t)->seat[s].deck == deck) || setup->cast[s] == role) return false;
    return !why_unsuited(setup, t, seat, role);
}

static bool is_left(const Setup *setup, const Table *t, Seat s, int role)
{
    return role_is_free(setup, t, s, role) && !is_drafted(inn_at(t), role);
}

static int roles_left(const Setup *setup, const Table *t, Seat s)
{
    int n = 0;
    for (int i = 0; i < setup->content->roles; i++) n += is_left(setup, t, s, i);
    return n;
}

static int some_role(const Setup *setup, const Table *t, Seat s, Env *e)
{
    uint8_t role[UINT8_MAX]; /* a character is a byte everywhere */
    int n = 0;
    for (int i = 0; i < setup->content->roles; i++)
        if (is_left(setup, t, s, i)) role[n++] = (uint8_t)i;
    assert(n);
    return role[chance_pick(e, TAP_STREAM_SEAT, n)];
}

static SeatSet unseated(const Table *t)
{
    SeatSet set = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (!is_seated(t, s)) set |= only(s);
    return set;
}

/* Those of them who play as Bosses, or who do not. */
static SeatSet bosses_among(const Setup *setup, SeatSet who, bool bosses)
{
    for (Seat s = 0; s < setup->seats; s++)
        if (seat_is_boss(setup, s) != bosses) who = less(who, s);
    return who;
}

static void draft(const Setup *setup, Table *t, SeatSet who, Env *e)
{
    int each = who ? roles_left(setup, t, tap_first_of(who)) / count(who) : 0;
    for (Seat s = 0; s < t->seats; s++)
        for (int i = 0; has(who, s) && i < DRAFT && i < each; i++)
            inn_of(t)->drafted[s][i] = (uint8_t)(1 + some_role(setup, t, s, e));
}

/* Bosses first, who have fewer to choose from. */
static void draft_all(const Setup *setup, Table *t, Env *e)
{
    for (int others = 0; others < 2; others++) draft(setup, t, bosses_among(setup, unseated(t), !others), e);
}

static void draw_lots(const Setup *setup, Table *t, Env *e)
{
    for (int others = 0; others < 2; others++)
        for (Seat s = 0; s < t->seats; s++)
            if (has(bosses_among(setup, unseated(t), !others), s))
                seat_patron(setup, t, s, some_role(setup, t, s, e));
}

static void announce_patron(const Setup *setup, const Table *t, Seat s, Env *e)
{
    told(e, TAP_SAID, "{who} is {what}.", .who = s,
         .what = inn_deck(tables_of(setup), inn_at(t)->seat[s].deck)->name);
}

/* What was dealt everybody may know: only what is kept of it is sealed. */
static void announce_draft(const Setup *setup, const Table *t, Env *e)
{
    for (Seat s = 0; s < t->seats; s++)
        for (int i = 0; i < DRAFT; i++)
            if (inn_at(t)->drafted[s][i])
                told(e, TAP_SAID, "{who} may be {what}.", .who = s,
                     .what = inn_deck(tables_of(setup),
                                      inn_role(tables_of(setup), inn_at(t)->drafted[s][i] - 1))->name);
}

SeatSet inn_who_drafts(const Setup *setup, const Table *t) { return unseated(t); }

void inn_character_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (int i = 0; i < setup->content->roles && c->n < TAP_CHOICES; i++)
        if (role_is_free(setup, t, s, i)) offer(c, BE, i + 1, 0);
}

void inn_draft_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (int i = 0; i < DRAFT; i++)
        if (inn_at(t)->drafted[s][i]) offer(c, BE, inn_at(t)->drafted[s][i], 0);
}

/* SET-2: whoever has no character finds one; then all are dealt in. */
SCRIPT_BODY(, inn_guests)
{
    BEGIN;
    PHASE(P_GUESTS);
    if (t->option[OPT_CHARACTERS] == CHARACTERS_CHOSEN) {
        IN_TURN_ORDER (f->turn, f->todo, unseated(t), t->start) {
            ASK(f->turn, Q_CHARACTER);
            seat_patron(e->setup, t, f->turn, ANSWER(f->turn)->a - 1);
            announce_patron(e->setup, t, f->turn, e);
        }
    } else if (unseated(t)) {
        announce_draft(e->setup, t, e);
        ASK_ALL(unseated(t), Q_DRAFT);
        f->todo = unseated(t);
        for (Seat s = 0; s < t->seats; s++) {
            if (!has(f->todo, s)) continue;
            seat_patron(e->setup, t, s, ANSWER(s)->a - 1);
            announce_patron(e->setup, t, s, e);
        }
        memset(inn_of(t)->drafted, 0, sizeof inn_of(t)->drafted);
    }
    inn_deal(e->setup, t, e);
    for (f->turn = 0; f->turn < t->seats; f->turn++)
        if (begins_beside(e->setup, t, f->turn)) CALL_WITH(S_BESIDE, inn_beside, .who = f->turn, .n = 1);
    END;
}

/* -------------------------------------------------------------- beginning */

static bool answers_others_payments(const Setup *setup, const InnDeckInfo *info)
{
    for (int i = 0; i < info->lines; i++) {
        Card card = inn_line(tables_of(setup), info, i)->card;
        for (int way = 0; way < card_at(setup, card)->permissions; way++) {
            const InnPermission *p = way_of(setup, card, way);
            if (p->event == INN_PAY && p->whose != INN_MINE) return true;
        }
    }
    return false;
}

/* Of the decks of this house only those that are played count: of who stays at home nobody is asked anything. */
static bool others_pay(const Setup *setup, const Table *t)
{
    for (int i = 0; i < (int)tables_of(setup)->decks; i++) {
        const InnDeckInfo *info = inn_deck(tables_of(setup), i);
        bool played = !info->house;
        for (Seat s = 0; s < t->seats; s++) played |= inn_at(t)->seat[s].deck == i;
        if (played && answers_others_payments(setup, info)) return true;
    }
    return false;
}

void inn_deal(const Setup *setup, Table *t, Env *e)
{
    Inn *g = inn_of(t);
    g->others_pay = others_pay(setup, t);
    staged_values(setup, t, e);
    for (Seat s = 0; s < t->seats; s++) sides_begin(setup, t, s);
    staged_rows(setup, t, e);
    for (Seat s = 0; s < t->seats; s++)
        patron_draw(setup, t, s, g->seat[s].hand_size - begins_beside(setup, t, s), e);
    for (Seat s = 0; s < t->seats; s++) g->seat[s].pile[g->seat[s].drinks++] = pile_draw(e, &g->drinks, 0); /* SET-6 */
    for (Seat s = 0; s < t->seats; s++) purse_begin(setup, t, s, e);
}

void inn_setup(const Setup *setup, Table *t, Env *e)
{
    Inn *g = inn_of(t);
    bool boss_begins = t->option[OPT_VARIANT] == VARIANT_BOSS; /* BOSS-7 */
    t->start = boss_begins              ? 0
               : setup->start != NOBODY ? setup->start
                                        : (Seat)chance_pick(e, TAP_STREAM_SEAT, t->seats);
    t->turn = t->start;
    g->active = tap_first_of(mates_of(setup, t->start));
    g->source = g->looker = NOBODY;
    g->round = (Round){.starter = NOBODY, .control = NOBODY, .winner = NOBODY};
    for (Seat s = 0; s < t->seats; s++) { /* also of who has no character yet */
        g->seat[s].side = mates_of(setup, s);
        g->teams |= count(g->seat[s].side) > 1;
        pile_begin(g->seat[s].draw, INN_CARDS);
        pile_begin(g->seat[s].discard, INN_CARDS);
        pile_open(&g->seat[s].discard);
        pile_begin(g->seat[s].spent, INN_CARDS);
        pile_open(&g->seat[s].spent);
        for (int k = 0; k < INN_SIDES; k++) pile_begin(g->seat[s].beside[k].deck, INN_CARDS);
    }
    stock_drinks(setup, t, e);
    begin_journeys(setup, t);
    prizes_begin(setup, t, last_of_kind(setup, INN_PRIZES), t->option[OPT_PRIZES], e);
    for (Seat s = 0; s < t->seats; s++)
        if (setup->cast[s] >= 0) seat_patron(setup, t, s, setup->cast[s]);
    if (t->option[OPT_CHARACTERS] == CHARACTERS_DRAFTED) draft_all(setup, t, e);
    else if (t->option[OPT_CHARACTERS] == CHARACTERS_BY_LOT) draw_lots(setup, t, e);
}
