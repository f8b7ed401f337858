/* Spy Network (SPY-01 .. SPY-A6): the longest chain of neighbouring ranks, and the most of one colour within it. */
#include "decks/tavern.h"
#include "wager/hands.h"

enum { HAND = 7, PLAIN_SIGHT_HAND = 5, DICE = 2, SIDES = 6, EXCHANGES = 2, MOST = 2, DRAGONS = 3 };

typedef struct Spymaster {
    uint8_t cards, discards, dice, unused;
    Slot    hand[HAND];
    Slot    discard[EXCHANGES * MOST];
    Die     die[DICE]; /* SPY-V2 */
} Spymaster;

typedef struct City {
    Wagering  base;
    TAVERN_PILE(deck);
    Spymaster seat[MAX_SEATS];
} City;

static City *city_of(Table *t) { return (City *)t; }
static const City *city_at(const Table *t) { return (const City *)t; }

enum { OPT_FRIENDS = WAGER_OPTIONS_END, OPT_HIDING, OPT_DRAGONS, OPT_SIX, OPTIONS_END };
enum { SIX_AFTER_FIVE, SIX_ALONE };
static const char *const six_words[] = {"joins", "alone"};
static const char *const six_said[] = {"joins the chain next to a Rogue", "stands alone"};
static const TapOption options[] = {
    WAGER_OPTIONS,
    [OPT_FRIENDS] = {"friends-in-high-places", "each Warrior or Lady of the hand is one point more", TAP_FLAG, 0, 0, 1,
                     NULL,
                     .title = "Friends in high places"},
    [OPT_HIDING] = {"hiding-in-plain-sight", "five cards and two open dice that join the chain", TAP_FLAG, 0, 0, 1,
                    NULL,
                    .title = "Hiding in plain sight"},
    [OPT_DRAGONS] = {"dragon-cards", "three dragons join the deck: each stands for any rank", TAP_FLAG, 0, 0, 1, NULL,
                     .title = "Dragon cards"},
    [OPT_SIX] = {"die-six", "with Hiding in plain sight a 6 joins the chain next to a Rogue, or stands alone", TAP_WORD,
                 SIX_AFTER_FIVE, SIX_AFTER_FIVE, SIX_ALONE, six_words, HOUSE_RULINGS,
                 .title = "A die that shows a 6", .said = six_said},
};
static const TapClash clashes[] = {
    WAGER_CLASHES,
    {OPT_SIX, SIX_ALONE, SIX_ALONE, OPT_HIDING, 0, 0, "there are dice only with Hiding in plain sight (SPY-A2)."},
};

enum { P_ANTE, P_DEAL, P_BET, P_EXCHANGE, P_SHOWDOWN };
static const char *const phases[] = {"Ante", "Deal", "Betting", "Exchange", "Showdown"};

enum { EXCHANGE = WAGER_VERBS_END, REROLL, VERBS_END };
static const Verb verbs[] = {
    WAGER_VERBS,
    [EXCHANGE] = EXCHANGE_VERB,
    [REROLL] = {.word = "reroll", .label = "Roll dice again", .some = "Roll {items} again", .none = "Keep the dice"},
};

enum { Z_DECK = 1, Z_HAND, Z_DICE, Z_DISCARD };
static const Hands hands = {HANDS(City, Spymaster)};

/* SPY-04, SPY-06: none, one or two cards; SPY-V2: or one or two dice. */
static void exchange_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Spymaster *m = &city_at(t)->seat[s];
    offer_subset(c, EXCHANGE, Z_HAND, s, first_items(m->cards), 0, MOST);
    if (m->dice) offer_subset(c, REROLL, Z_DICE, s, first_items(m->dice), 1, DICE);
}

/* SPY-V2, SPY-A6: after one card, one die. */
static void die_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, REROLL, Z_DICE, s, first_items(city_at(t)->seat[s].dice), 0, 1);
}

enum { Q_EXCHANGE = WAGER_ASKS, Q_DIE, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS,
    [Q_EXCHANGE] = {.prompt = "Exchange what?",
                    .help = "None, one or two.",
                    .who = who_turn,
                    .choices = exchange_choices,
                    .secret = true},
    [Q_DIE] = {.prompt = "Roll a die again?",
               .help = "One or none, after the one card.",
               .who = who_turn,
               .choices = die_choices},
};

static void roll(City *g, Seat s, int i, Env *e)
{
    Die *die = &g->seat[s].die[i];
    chance_roll(e, SIX_SIDED, die, PUBLIC);
    tell(e, TAP_ROLLED, "{who} rolls a {n}.", .who = s, .n = die->face, .to = Z_DICE, .to_owner = s);
}

/* SPY-02, SPY-V2. */
static void deal(City *g, Env *e)
{
    Table *t = &g->base.table;
    int    cards = t->option[OPT_HIDING] ? PLAIN_SIGHT_HAND : HAND;
    memset(g->seat, 0, sizeof g->seat[0] * t->seats);
    tavern_fill(e->setup, g->deck, t->option[OPT_DRAGONS]);
    hands_deal(&hands, t, cards, e);
    for (Seat s = 0; t->option[OPT_HIDING] && s < t->seats; s++)
        while (has(still_in(t), s) && g->seat[s].dice < DICE) roll(g, s, g->seat[s].dice++, e);
}

static void reroll(City *g, Seat s, uint32_t chosen, Env *e)
{
    for (uint32_t left = chosen; left; left &= left - 1) roll(g, s, __builtin_ctz(left), e);
}

SCRIPT(spy_play, { Seat turn; SeatSet todo; uint8_t round; })
{
    City *g = city_of(t);
    BEGIN;
    PHASE(P_ANTE);
    ANTE();                                                       /* SPY-01 */
    PHASE(P_DEAL);
    deal(g, e);                                                   /* SPY-02 */
    for (f->round = 0; f->round < EXCHANGES; f->round++) {
        PHASE(P_BET);
        BETTING_ROUND();                                          /* SPY-03, SPY-05 */
        PHASE(P_EXCHANGE);
        IN_TURN_ORDER (f->turn, f->todo, still_in(t), t->start) { /* SPY-04, SPY-06 */
            ASK(f->turn, Q_EXCHANGE);
            if (ANSWER(f->turn)->verb == REROLL) {                /* SPY-V2 */
                reroll(g, f->turn, ANSWER(f->turn)->value, e);
                continue;
            }
            hands_exchange(&hands, t, f->turn, ANSWER(f->turn)->value, e);
            if (!t->option[OPT_HIDING] || __builtin_popcount(ANSWER(f->turn)->value) != 1) continue;
            ASK(f->turn, Q_DIE);                                  /* SPY-A6 */
            reroll(g, f->turn, ANSWER(f->turn)->value, e);
        }
    }
    PHASE(P_BET);
    BETTING_ROUND();                                              /* SPY-07 */
    PHASE(P_SHOWDOWN);
    hands_show(&hands, t, e);                                     /* SPY-08 */
    END;
}

static const Act acts[] = {WAGER_ACTS, [S_PLAY] = ACT(spy_play, NO_ROLE)};

/* ---------------------------------------------------------------- scoring */

/* A hand by value: how many there are, and how many of each colour. */
typedef struct Spies {
    uint8_t of[SIDES + 2];
    uint8_t hue[SIDES + 2][HUES];
} Spies;

typedef struct Network {
    uint8_t length, colour; /* colour: how many of the most frequent one */
    uint8_t hue;
    uint8_t of[SIDES + 2];
    uint8_t dragon_as[DRAGONS];
} Network;

/* SPY-09. A chain is a walk over the values; `up` of its steps go between v - 1 and v, and `ends` of its two ends are
 * still to be placed. Each spy at v takes two steps, less one for each end that lies there, so how many steps go on to
 * v + 1 follows; the walk exists if they reach zero with both ends placed. */
typedef struct Walk {
    const Spies *spies;
    uint8_t      left[SIDES + 2]; /* spies from each value up */
    Network      chain, *best;
    uint8_t      hue[HUES];
} Walk;

static void finish(Walk *w)
{
    int hue = RED;
    for (int h = GREEN; h < HUES; h++)
        if (w->hue[h] > w->hue[hue]) hue = h;
    if (w->chain.length == w->best->length && w->hue[hue] <= w->best->colour) return; /* SPY-A1: length first */
    w->chain.colour = w->hue[hue];
    w->chain.hue = (uint8_t)hue;
    *w->best = w->chain;
}

static void walk_on(Walk *w, int v, int up, int ends)
{
    if (w->chain.length + w->left[v] < w->best->length) return;
    const uint8_t *hues = w->spies->hue[v];
    const uint8_t  before[HUES] = {w->hue[RED], w->hue[GREEN], w->hue[BLUE]}, length = w->chain.length;
    int            room = 2 * w->spies->of[v + 1]; /* steps that the next value can take up */
    int            most = (up + room + ends) / 2, least = up > 1 ? (up + 1) / 2 : 1;
    for (int n = w->spies->of[v] < most ? w->spies->of[v] : most; n >= least; n--) {
        for (int h = 0; h < HUES; h++) w->hue[h] = (uint8_t)(before[h] + (hues[h] < n ? hues[h] : n)); /* SPY-10 */
        w->chain.of[v] = (uint8_t)n;
        w->chain.length = (uint8_t)(length + n);
        for (int here = 0; here <= ends; here++) {
            int on = 2 * n - here - up;
            if (on == 0 && here == ends && w->chain.length >= w->best->length) finish(w);
            if (on > 0 && on <= room) walk_on(w, v + 1, on, ends - here);
        }
    }
    memcpy(w->hue, before, sizeof before);
    w->chain.of[v] = 0;
    w->chain.length = length;
}

static void longest(const Spies *spies, const uint8_t dragon_as[DRAGONS], Network *best)
{
    Walk w = {.spies = spies, .best = best};
    for (int v = SIDES; v >= 1; v--) w.left[v] = (uint8_t)(w.left[v + 1] + spies->of[v]);
    memcpy(w.chain.dragon_as, dragon_as, DRAGONS);
    for (int v = 1; v <= SIDES; v++)
        if (spies->of[v]) walk_on(&w, v, 0, 2);
}

/* SPY-V3, SPY-A2, SPY-A3: a dragon is tried as every rank and keeps its colour. */
static void with_dragons(Spies *spies, const uint8_t *hue, int n, uint8_t as[DRAGONS], Network *best)
{
    if (!n) {
        longest(spies, as, best);
        return;
    }
    for (int r = WARRIOR; r <= ROGUE; r++) {
        spies->of[r]++, spies->hue[r][hue[n - 1]]++;
        as[n - 1] = (uint8_t)r;
        with_dragons(spies, hue, n - 1, as, best);
        spies->of[r]--, spies->hue[r][hue[n - 1]]--;
    }
}

/* Lays the chain out for people: from value v on, with what is left of each. */
static bool lay_out(uint8_t *of, int v, int length, char *ret)
{
    if (!of[v]) return false;
    of[v]--;
    ret[0] = "?WLBMR6"[v];
    ret[1] = length > 1 ? ' ' : 0;
    if (length == 1 || (v > 1 && lay_out(of, v - 1, length - 1, ret + 2)) ||
        (v < SIDES && lay_out(of, v + 1, length - 1, ret + 2)))
        return true;
    of[v]++;
    return false;
}

/* The cards and dice of a chain that needs so many of each value: of the colour that counts first, then others, then
 * dice. */
static uint64_t spies_in(const TapHolding *h, const Network *n, uint8_t need[SIDES + 2], TapParts *parts)
{
    uint64_t used = 0;
    for (int others = 0; others < 2; others++)
        for (int i = 0, dragons = 0; i < h->cards; i++) {
            bool dragon = is_dragon(h->card[i]) && dragons < DRAGONS;
            int  value = dragon ? n->dragon_as[dragons++] : (int)rank_of(h->card[i]);
            if (!need[value] || used >> i & 1 || (hue_of(h->card[i]) != (Hue)n->hue && !others)) continue;
            need[value]--;
            used |= 1ull << i;
            from_card(parts, i);
        }
    for (int i = 0; i < h->dice; i++)
        if (need[h->die[i]]) need[h->die[i]]--, from_die(parts, i);
    return used;
}

static void explain_network(const TapHolding *h, const Network *n, int dragons, const uint8_t *dragon_hue,
                            TapParts *parts)
{
    static const char *const rank_name[] = {"", "Warrior", "Lady", "Bard", "Merchant", "Rogue"}, *const hue_name[] = {
                                                                                                     "red", "green",
                                                                                                     "blue"};
    char    chain[2 * HAND] = "";
    uint8_t of[SIDES + 2];
    for (int v = 1; v <= SIDES; v++) {
        memcpy(of, n->of, sizeof of);
        if (lay_out(of, v, n->length, chain)) break;
    }
    for (int i = 0; i < dragons; i++)
        explain(parts, 0, "the %s Dragon stands for a %s", hue_name[dragon_hue[i]], rank_name[n->dragon_as[i]]);
    explain(parts, n->length, "a network of %d: %s", n->length, chain);
    for (int v = 0; v < SIDES + 2; v++) of[v] = (uint8_t)(n->of[v] - of[v]);
    uint64_t used = spies_in(h, n, of, parts);
    explain(parts, n->colour, n->colour == 1 ? "%d %s card in it" : "%d %s cards in it", n->colour, hue_name[n->hue]);
    for (int i = 0; i < h->cards; i++)
        if (used >> i & 1 && hue_of(h->card[i]) == (Hue)n->hue) from_card(parts, i);
}

/* SPY-11, SPY-A4: dice count as cards of their value, a 6 after the Rogues. */
static void tie_with_dice(const TapHolding *h, TapScore *ret)
{
    int first = ret->ties;
    tie_by_rank(h->card, h->cards, ret);
    if (h->dice) ret->tie[ret->ties++] = 0;
    for (int i = 0; i < h->dice; i++) ret->tie[first + h->die[i]]++;
}

static void score(const int16_t *option, const TapHolding *h, TapScore *ret, TapParts *parts)
{
    Spies   spies = {{0}, {{0}}};
    Network best = {0};
    uint8_t dragon_hue[DRAGONS] = {0}, as[DRAGONS] = {0};
    int     dragons = 0, friends = 0;
    for (int i = 0; i < h->cards; i++) {
        Card c = h->card[i];
        if (is_dragon(c)) {
            if (dragons < DRAGONS) dragon_hue[dragons++] = (uint8_t)hue_of(c);
            continue;
        }
        spies.of[rank_of(c)]++, spies.hue[rank_of(c)][hue_of(c)]++;
        friends += rank_of(c) <= LADY;
    }
    for (int i = 0; i < h->dice; i++) /* SPY-V2: no colour; SPY-A2: alone, any card does better */
        if (h->die[i] < SIDES || option[OPT_SIX] == SIX_AFTER_FIVE) spies.of[h->die[i]]++;
    with_dragons(&spies, dragon_hue, dragons, as, &best);
    ret->points = best.length + best.colour;                      /* SPY-10 */
    if (parts) explain_network(h, &best, dragons, dragon_hue, parts);
    if (option[OPT_FRIENDS]) {                                    /* SPY-V1 */
        ret->points += friends;
        explain(parts, friends, "friends in high places: %d", friends);
        for (int i = 0; i < h->cards; i++)
            if (rank_of(h->card[i]) == WARRIOR || rank_of(h->card[i]) == LADY) from_card(parts, i);
    }
    ret->rank = ret->points;
    tie_with_dice(h, ret);
}

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    const Spymaster *m = &city_at(t)->seat[s];
    for (int i = 0; i < m->cards; i++) ret->card[ret->cards++] = m->hand[i].card;
    for (int i = 0; i < m->dice; i++) ret->die[ret->dice++] = (uint8_t)m->die[i].face;
}

/* "dice.0=26": the two dice of the first hand. */
static bool check(const int16_t *option, const TapHolding *h, TapError *error)
{
    static const char reason[] = "There is one dragon of each colour.";
    int  dragons[HUES] = {0};
    bool good = true;
    for (int i = 0; i < h->cards; i++) good = good && !(is_dragon(h->card[i]) && dragons[hue_of(h->card[i])]++);
    if (!good && error) memcpy(error->text, reason, sizeof reason);
    return good;
}

static int faces(const int16_t *option) { return option[OPT_DRAGONS] ? GREY_CARD : DRAGON; }
static const TapScoreField fields[] = {
    {.label = "Hand",
     .kind = TAP_SCORE_CARDS,
     .min = HAND,
     .max = HAND,
     .about = "Pick the seven cards of the hand",
     .example = "W-owl 2*L-hare B-wren B-wolf 2*R-hawk",
     .without = OPT_HIDING + 1},
    {.label = "Hand",
     .kind = TAP_SCORE_CARDS,
     .min = PLAIN_SIGHT_HAND,
     .max = PLAIN_SIGHT_HAND,
     .about = "Pick the five cards of the hand",
     .example = "W-owl L-hare B-wren B-wolf R-hawk",
     .with = OPT_HIDING + 1},
    {.label = "Dice",
     .key = "dice",
     .kind = TAP_SCORE_DICE,
     .own = true,
     .min = DICE,
     .max = DICE,
     .about = "Each hand needs its two dice",
     .example = "26",
     .with = OPT_HIDING + 1},
    {0},
};
static const Scoring scoring = {.running = true,
                                .ties = ties_by_rank,
                                .zones = 1u << Z_HAND | 1u << Z_DICE,
                                .holding = holding,
                                .score = score,
                                .fields = fields,
                                .faces = faces,
                                .check = check};

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    City *g = city_of(t);
    piece_deck(p, Z_DECK, &g->deck);
    for (Seat s = 0; s < t->seats; s++) {
        Spymaster *m = &g->seat[s];
        uint8_t    flags = piece_hand(&hands, t, s, p)->flags;
        if (m->dice) piece_dice(p, "dice", Z_DICE, s, ROW, SIX_SIDED, m->die, m->dice)->flags = flags;
        piece_discards(&hands, t, s, p);
    }
}

const Game spy_network = {
    .id = "spy-network",
    .title = "Spy Network",
    .about = "Link seven spies into the longest chain of neighbouring ranks, best in one colour.",
    .facts = {.minutes = 4, .skill = 3, .with = "cards", .figure = "rogue", .hue = "blue"},
    .rules = 2,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 8,
    .size = sizeof(City), .seat_size = sizeof(Spymaster),
    .betting_rounds = 3, .own_decisions = 4,
    WAGER_GAME, .content = &tavern_content, .scoring = &scoring,
};
