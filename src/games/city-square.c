/* City Square (CITY-01 .. CITY-A10): twelve cards in four years become a city of three by three districts. */
#include <ctype.h>
#include <stdio.h>

#include "decks/tavern.h"
#include "wager/wager.h"

enum { SIDE = 3, DISTRICTS = SIDE * SIDE, YEARS = 4, YEARLY = 3, COVERED = YEARS * YEARLY / 2 };

/* Sets of districts: bit 3 * row + column. */
typedef uint16_t Area;
enum { WHOLE = (1 << DISTRICTS) - 1, WEST = 1 << 0 | 1 << 3 | 1 << 6, EAST = WEST << 2, NORTH = 7, SOUTH = NORTH << 6 };

typedef struct City {
    uint8_t cards, districts, covers, unused; /* districts: all, once there is a city */
    Area    built, full;                      /* one card or more; two cards (CITY-06) */
    Slot    hand[YEARLY];
    Slot    top[DISTRICTS]; /* the built ones always touch the north and west of the box (docs/rulings.md, CITY-T1) */
    Slot    covered[COVERED];
} City;

typedef struct Cities {
    Wagering base;
    TAVERN_PILE(deck);
    City     seat[MAX_SEATS];
} Cities;

static Cities *cities_of(Table *t) { return (Cities *)t; }
static const Cities *cities_at(const Table *t) { return (const Cities *)t; }

enum { OPT_DRAGONS = WAGER_OPTIONS_END, OPT_HAPPY, OPTIONS_END };
static const TapOption options[] = {
    WAGER_OPTIONS,
    [OPT_DRAGONS] = {"dragon-cards", "three dragons join the deck and are fancy Taverns", TAP_FLAG, 0, 0, 1, NULL,
                     .title = "Dragon cards"},
    [OPT_HAPPY] = {"happy-thieves", "a Guild beside a Tavern counts as patrolled", TAP_FLAG, 0, 0, 1, NULL,
                   .title = "Happy thieves"},
};
static const TapClash clashes[] = {WAGER_CLASHES};

enum { P_ANTE, P_BUILD, P_BET, P_SCORING };
static const char *const phases[] = {"Ante", "Building", "Betting", "Scoring"};

enum { BUILD = WAGER_VERBS_END, GROW, VERBS_END };
static const Verb verbs[] = {
    WAGER_VERBS,
    [BUILD] = {.word = "build", .label = "Build: a district for each card"},
    [GROW] = {.word = "grow", .label = "Make room, {a} to the west and {b} to the north, and build", .args = 2},
};

enum { Z_DECK = 1, Z_HAND, Z_CITY, Z_COVERED };

/* How far a city reaches from the north-west corner of its box. */
static int columns(Area built) { return built & EAST ? 3 : built & EAST >> 1 ? 2 : built ? 1 : 0; }
static int rows(Area built) { return built & SOUTH ? 3 : built & SOUTH >> 3 ? 2 : built ? 1 : 0; }

/* CITY-04, CITY-06, CITY-07, CITY-A1, CITY-A6: wherever the box can still lie around the city, each card of the year to
 * a district of its own that has not two yet. */
static void build_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const City *city = &cities_at(t)->seat[s];
    int west = city->built ? SIDE - columns(city->built) : 0, north = city->built ? SIDE - rows(city->built) : 0;
    for (int down = 0; down <= north; down++)
        for (int right = 0; right <= west; right++) {
            Area open = (Area)(WHOLE & ~(city->full << (right + SIDE * down)));
            Choice *o = offer_placing(c, right || down ? GROW : BUILD, Z_HAND, s, first_items(city->cards), open);
            o->a = (uint8_t)right;
            o->b = (uint8_t)down;
        }
}

/* Who has cards to place; how many each got is for all to see. */
static SeatSet builders(const Table *t)
{
    SeatSet set = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (cities_at(t)->seat[s].cards) set |= only(s);
    return set;
}

static SeatSet who_builds(const Setup *setup, const Table *t)
{
    return builders(t);
}

enum { Q_BUILD = WAGER_ASKS, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS,
    [Q_BUILD] = {.prompt = "Where do you build?",
                 .help =
                     "A district, 1 to 9 row by row, for each card of your hand in order. All cities grow together.",
                 .who = who_builds,
                 .choices = build_choices},
};

static void found_cities(Cities *g, Env *e)
{
    const Table *t = &g->base.table;
    memset(g->seat, 0, sizeof g->seat[0] * t->seats);
    tavern_fill(e->setup, g->deck, t->option[OPT_DRAGONS]);
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(still_in(t), s)) continue;
        g->seat[s].districts = DISTRICTS;
        for (int i = 0; i < DISTRICTS; i++) g->seat[s].top[i] = (Slot){NO_CARD, 0};
    }
}

/* CARDS-09, CARDS-A3: nothing is laid away here, so only cities of those who folded can make a new deck. */
static void raze_folded(Cities *g, Env *e)
{
    for (Seat s = 0; s < g->base.table.seats; s++) {
        City *city = &g->seat[s];
        if (has(still_in(&g->base.table), s) || !city->districts) continue;
        for (int i = 0; i < DISTRICTS; i++)
            if (city->built >> i & 1) pile_return(&g->deck, city->top[i].card);
        for (int i = 0; i < city->covers; i++) pile_return(&g->deck, city->covered[i].card);
        memset(city, 0, sizeof *city);
    }
    if (!g->deck.n) return;
    chance_shuffle(e, &g->deck);
    tell(e, TAP_SAID, "The cities of those who folded are shuffled into a new deck.");
}

/* CITY-02, CARDS-A1: three each in turn order; the last may get fewer, far beyond the seven players it is meant for. */
static void deal_year(Cities *g, Env *e)
{
    Table *t = &g->base.table;
    SeatSet todo = still_in(t);
    for (Seat s; (s = seat_from(t, todo, t->start)) != NOBODY; todo = less(todo, s)) {
        City *city = &g->seat[s];
        while (city->cards < YEARLY) {
            if (!g->deck.n) raze_folded(g, e);
            if (!g->deck.n) break;
            Slot *card = &city->hand[city->cards++];
            *card = pile_draw(e, &g->deck, only(s));
            tell(e, TAP_MOVED, "{who} gets the {card}.", .who = s, .card = card->card, .seen_by = only(s),
                 .unseen = "{who} gets a card.", .from = Z_DECK, .to = Z_HAND, .to_owner = s);
        }
        if (city->cards < YEARLY)
            tell(e, TAP_SAID, "The deck is used up; {who} builds with {n}.", .who = s, .n = city->cards);
    }
}

/* Moves all that is built by so many districts, which must stay in the box. */
static void shift(City *city, int by)
{
    Slot old[DISTRICTS];
    if (!by) return;
    memcpy(old, city->top, sizeof old);
    for (int i = 0; i < DISTRICTS; i++) city->top[i] = i >= by && i - by < DISTRICTS ? old[i - by] : (Slot){NO_CARD, 0};
    city->built = (Area)(by >= 0 ? city->built << by : city->built >> -by);
    city->full = (Area)(by >= 0 ? city->full << by : city->full >> -by);
}

/* CITY-02, CITY-05, CITY-06: the cards lie open; what was there is covered and dead. The box then lies as far to the
 * south-east as it can, so that room is left where it is not used. */
static void build(City *city, Seat s, const Move *m, Env *e)
{
    int back = 0;
    shift(city, m->a + SIDE * m->b);
    for (int i = 0; i < city->cards; i++) {
        int at = tap_assigned(m, i);
        if (city->built >> at & 1) {
            city->covered[city->covers++] = city->top[at];
            city->full |= (Area)(1u << at);
        }
        city->built |= (Area)(1u << at);
        city->top[at] = (Slot){city->hand[i].card, PUBLIC};
    }
    while (!(city->built & NORTH << back)) back += SIDE;
    while (!(city->built & WEST << back % SIDE)) back++;
    shift(city, -back);
    for (int i = 0; i < city->cards; i++) {
        tell(e, TAP_SHOWN, "{who} builds the {card} in district {n}.", .who = s, .card = city->hand[i].card,
             .n = tap_assigned(m, i) - back + 1, .from = Z_HAND, .from_owner = s, .to = Z_CITY, .to_owner = s);
        city->hand[i] = (Slot){0, 0};
    }
    city->cards = 0;
}

SCRIPT(city_play, { uint8_t year; })
{
    Cities *g = cities_of(t);
    BEGIN;
    PHASE(P_ANTE);
    ANTE();                                          /* CITY-01 */
    found_cities(g, e);
    for (f->year = 1; f->year <= YEARS; f->year++) { /* CITY-02 */
        PHASE(P_BUILD);
        deal_year(g, e);
        if (builders(t)) {
            ASK_ALL(builders(t), Q_BUILD);           /* CITY-A6 */
            for (Seat s = 0; s < t->seats; s++)
                if (g->seat[s].cards) build(&g->seat[s], s, ANSWER(s), e);
        }
        if (f->year == YEARS) break;
        PHASE(P_BET);
        BETTING_ROUND();                             /* CITY-03 */
    }
    PHASE(P_SCORING);
    END;
}

static const Act acts[] = {WAGER_ACTS, [S_PLAY] = ACT(city_play, NO_ROLE)};

/* ---------------------------------------------------------------- scoring */

/* What stands where. A fancy Tavern (CITY-V1) is a dragon only. */
typedef struct Plan {
    Area barracks, estates, taverns, markets, guilds, dragons;
    const TapHolding *h; /* what lies in these districts */
} Plan;

/* The line just explained is earned by what lies in these districts. */
static void from_districts(const Plan *p, Area where, TapParts *parts)
{
    for (int i = 0; parts && i < p->h->cards; i++)
        if (where >> p->h->mark[i] & 1) from_card(parts, i);
}

/* CITY-08: all districts beside some of these. */
static Area beside(Area a) { return (Area)(((a & ~EAST) << 1 | (a & ~WEST) >> 1 | a << SIDE | a >> SIDE) & WHOLE); }

static int size_of(Area a) { return __builtin_popcount(a); }

/* All of `among` that hangs together with `a`. */
static Area connected(Area a, Area among)
{
    for (Area more; (more = (Area)((a | beside(a)) & among)) != a;) a = more;
    return a;
}

/* CITY-10, CITY-V1, CITY-A4, CITY-A5: the largest group, and of equals the one with most dragons beside it. */
static Area best_market(const Plan *p)
{
    Area best = 0;
    for (Area left = p->markets; left;) {
        Area group = connected((Area)(left & -left), p->markets);
        left &= (Area)~group;
        int more = size_of(group) - size_of(best);
        if (more > 0 || (!more && size_of(beside(group) & p->dragons) > size_of(beside(best) & p->dragons)))
            best = group;
    }
    return best;
}

/* CITY-12, CITY-13, CITY-14, CITY-V2, CITY-A3: lets what lies beside an unpatrolled Guild fail; returns the patrolled
 * ones. */
static Area patrol(Plan *p, const int16_t *option, TapParts *parts)
{
    Area patrolled = p->guilds & beside(p->barracks | (option[OPT_HAPPY] ? p->taverns : 0));
    Area threatened = beside(p->guilds & (Area)~patrolled), failed = threatened & (p->estates | p->markets);
    if (failed)
        explain(parts, 0, "%d beside an unpatrolled Guild fail%s", size_of(failed), size_of(failed) == 1 ? "s" : ""),
            from_districts(p, failed, parts);
    p->estates &= (Area)~threatened;
    p->markets &= (Area)~threatened;
    return patrolled;
}

/* CITY-11, CITY-A8. */
static int estate_worth(const Plan *p, Area here)
{
    Area around = beside(here);
    return !!(around & p->barracks) + !!(around & p->taverns) + !!(around & p->markets) + !!(around & p->estates) +
           size_of(around & p->dragons);
}

static void score_plan(Plan p, const int16_t *option, TapScore *ret, TapParts *parts)
{
    Area patrolled = patrol(&p, option, parts), market = best_market(&p);
    int worth = size_of(market) + size_of(beside(market) & p.dragons);
    if (market) {
        explain(parts, worth, size_of(market) == 1 ? "%d Market%s" : "%d connected Markets%s", size_of(market),
                worth > size_of(market) ? ", and Dragons beside" : "");
        from_districts(&p, (Area)(market | (beside(market) & p.dragons)), parts);
    }
    ret->points += worth;
    for (Area left = p.estates; left; left &= (Area)(left - 1)) {
        worth = estate_worth(&p, left & -left);
        ret->points += worth;
        explain(parts, worth, "the Estate in district %d", __builtin_ctz(left) + 1);
        from_districts(&p, left & -left, parts);
    }
    for (Area left = p.taverns | p.dragons; left; left &= (Area)(left - 1)) { /* CITY-15 */
        worth = size_of(beside(left & -left) & p.barracks);
        ret->points += worth;
        explain(parts, worth, "the %s in district %d", left & -left & p.dragons ? "fancy Tavern" : "Tavern",
                __builtin_ctz(left) + 1);
        from_districts(&p, left & -left, parts);
    }
    ret->points += size_of(patrolled);
    if (!patrolled) return;
    explain(parts, size_of(patrolled), "%d patrolled Guild%s", size_of(patrolled), size_of(patrolled) == 1 ? "" : "s");
    from_districts(&p, patrolled, parts);
}

enum { LETTERS_ONLY = 1, TIE_UNKNOWN = -1 }; /* TapHolding.extra; TapScore.ties */

static void score(const int16_t *option, const TapHolding *h, TapScore *ret, TapParts *parts)
{
    Area of[RANKS + 1] = {0};
    for (int i = 0; i < h->cards; i++) of[rank_of(h->card[i])] |= (Area)(1u << h->mark[i]);
    score_plan((Plan){.barracks = of[WARRIOR],
                      .estates = of[LADY],
                      .taverns = of[BARD],
                      .markets = of[MERCHANT],
                      .guilds = of[ROGUE],
                      .dragons = of[NO_RANK],
                      .h = h},
               option, ret, parts);
    ret->rank = ret->points;
    if (h->extra == LETTERS_ONLY) ret->ties = TIE_UNKNOWN;
    else tie_by_colour(h->card, h->cards, ret); /* CITY-16 */
}

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    const City *city = &cities_at(t)->seat[s];
    for (int i = 0; i < DISTRICTS; i++)
        if (city->built >> i & 1) {
            ret->mark[ret->cards] = (uint8_t)i;
            ret->card[ret->cards++] = city->top[i].card;
        }
}

/* A district of a typed city: "." is empty, a letter is a rank without its suit, else a card. */
static bool read_district(const char *word, int at, TapHolding *h, TapError *error)
{
    static const char letters[] = "WLBMR";
    if (!strcmp(word, ".")) return true;
    int face = tap_deck_find(h->deck, word);
    if (strlen(word) == 1) {
        int letter = toupper((unsigned char)word[0]), dragons = 0;
        const char *rank = strchr(letters, letter);
        for (int i = 0; i < h->cards; i++) dragons += is_dragon(h->card[i]);
        if (letter == 'D') face = DRAGON + (dragons < HUES ? dragons : 0);
        else if (rank) face = card_of((Rank)(WARRIOR + (rank - letters)), WOLF);
        h->extra = LETTERS_ONLY;
    }
    if (face < 0)
        return fail_with(
            error, "'%s' is no district: write W L B M R D, a card such as M-owl, or a dot for an empty one.", word);
    h->mark[h->cards] = (uint8_t)at;
    h->card[h->cards++] = face;
    return true;
}

/* "M D M / L W R / M B .": rows from the north, districts from the west. */
static bool read_city(const int16_t *option, const char *text, TapHolding *h, TapError *error)
{
    int row = 0, column = 0;
    while (*text) {
        char   word[16];
        size_t n = strcspn(text, " ,\t/");
        if (n >= sizeof word) return fail_with(error, "'%.20s...' is too long for a district.", text);
        memcpy(word, text, n);
        word[n] = 0;
        if (n && column == SIDE)
            return fail_with(error, "A city is three districts wide; '%s' is one too many. A / ends a row.", word);
        if (n && !read_district(word, row * SIDE + column++, h, error)) return false;
        text += n;
        if (*text == '/' && ++row == SIDE) return fail_with(error, "A city has three rows.");
        if (*text == '/') column = 0;
        if (*text) text++;
    }
    return h->cards ||
           fail_with(error, "There is nothing in this city: write its rows, such as 'M L M / W R B / M B .'");
}

static bool check(const int16_t *option, const TapHolding *h, TapError *error)
{
    int dragons = 0;
    for (int i = 0; i < h->cards; i++) dragons += is_dragon(h->card[i]);
    return dragons <= HUES || fail_with(error, "There are only three dragons.");
}

static int faces(const int16_t *option) { return option[OPT_DRAGONS] ? GREY_CARD : DRAGON; }
static const TapScoreWord letters[] = {{"W", "a Warrior"},
                                       {"L", "a Lady"},
                                       {"B", "a Bard"},
                                       {"M", "a Merchant"},
                                       {"R", "a Rogue"},
                                       {"D", "a Dragon"},
                                       {0}};
static const TapScoreField fields[] = {
    {.label = "City",
     .kind = TAP_SCORE_ROWS,
     .min = 1,
     .max = DISTRICTS,
     .wide = SIDE,
     .words = letters,
     .about = "Lay the city out; letters are enough for the points, cards also break ties",
     .example = "L-owl M-hare M-wolf / W-wren R-hawk M-owl / B-hare . R-wolf"},
    {0},
};
static const Scoring scoring = {.running = true,
                                .ties = ties_by_colour,
                                .zones = 1u << Z_CITY,
                                .holding = holding,
                                .score = score,
                                .fields = fields,
                                .faces = faces,
                                .read = read_city,
                                .check = check};

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Cities *g = cities_of(t);
    piece_deck(p, Z_DECK, &g->deck);
    for (Seat s = 0; s < t->seats; s++) {
        City *city = &g->seat[s];
        bool  in = has(still_in(t), s);
        if (!city->districts) continue;
        piece_cards(p, "hand", Z_HAND, s, FAN, TAVERN, city->hand, city->cards)->flags = in ? ALTERABLE : TURNED_DOWN;
        Piece *grid = piece_cards(p, "city", Z_CITY, s, GRID, TAVERN, city->top, DISTRICTS);
        grid->w = grid->h = SIDE;
        grid->flags = in ? ALTERABLE : TURNED_DOWN; /* CITY-A7, BET-12 */
        if (city->covers)
            piece_cards(p, "covered", Z_COVERED, s, STACK, TAVERN, city->covered, city->covers)->flags =
                in ? 0 : TURNED_DOWN;
    }
}

const Game city_square = {
    .id = "city-square",
    .title = "City Square",
    .about = "Four years, three cards a year: lay out a city whose districts do each other good.",
    .facts = {.minutes = 6, .skill = 4, .with = "cards", .figure = "warrior", .hue = "green"},
    .rules = 2,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 7,
    .size = sizeof(Cities), .seat_size = sizeof(City),
    .betting_rounds = YEARS - 1, .own_decisions = YEARS,
    WAGER_GAME, .content = &tavern_content, .scoring = &scoring,
};
