/* Three Kingdoms (TK-01 .. TK-A7): three colours are at war; hold cards of the side that wins. */
#include "decks/tavern.h"
#include "wager/hands.h"

enum { HAND = 7, MOST = 2, EXCHANGES = 2, WAR_CARDS = 7 };

typedef struct Ally {
    uint8_t cards, discards;
    Slot    hand[HAND];
    Slot    discard[EXCHANGES * MOST];
} Ally;

typedef struct Kingdoms {
    Wagering base;
    uint8_t  wars, zero;
    Slot     war[WAR_CARDS]; /* by colour, and in each the rarest first (TK-20) */
    TAVERN_PILE(deck);
    Ally     seat[MAX_SEATS];
} Kingdoms;

static Kingdoms *kingdoms_of(Table *t) { return (Kingdoms *)t; }
static const Kingdoms *kingdoms_at(const Table *t) { return (const Kingdoms *)t; }

enum { OPT_DRAGONS = WAGER_OPTIONS_END, OPTIONS_END };
static const TapOption options[] = {
    WAGER_OPTIONS,
    [OPT_DRAGONS] = {"dragon-cards",
                     "three dragons join the deck: in hand each lifts its colour, at war it makes its army stronger",
                     TAP_FLAG, 0, 0, 1, NULL,
                     .title = "Dragon cards"},
};
static const TapClash clashes[] = {WAGER_CLASHES};

enum { P_ANTE, P_DEAL, P_WAR, P_BET, P_EXCHANGE, P_SHOWDOWN };
static const char *const phases[] = {"Ante", "Deal seven cards", "War cards", "Betting", "Exchange", "Showdown"};

enum { EXCHANGE = WAGER_VERBS_END, VERBS_END };
static const Verb verbs[] = {WAGER_VERBS, [EXCHANGE] = EXCHANGE_VERB};

enum { Z_DECK = 1, Z_WAR, Z_HAND, Z_DISCARD };
static const Hands hands = {HANDS(Kingdoms, Ally)};

/* ---------------------------------------------------------------- the war */

enum { CANNOT_WIN = 1000 }; /* the value of a colour that has no war cards (TK-13) */

typedef struct Front {
    int32_t value; /* TK-12 */
    int32_t key;   /* orders the colours: less is better, equal is tied (TK-A2) */
    uint8_t cards, worth; /* of each hand card of the colour */
} Front;

/* At war a dragon stands in the ranks as a rogue (TK-V1a). */
static int war_rank(Card c) { return is_dragon(c) ? ROGUE : (int)rank_of(c); }

/* TK-12 .. TK-18, TK-V1a, TK-V1b and the rulings TK-A1 .. A4, A7. */
static void wage_war(const Card *card, int n, Front front[HUES])
{
    int  general[HUES] = {0};
    bool warrior[HUES] = {false}, dragon[HUES] = {false};
    memset(front, 0, sizeof *front * HUES);
    for (int i = 0; i < n; i++) {
        int hue = hue_of(card[i]), rank = war_rank(card[i]);
        front[hue].cards++;
        warrior[hue] |= rank == WARRIOR;
        dragon[hue] |= is_dragon(card[i]);
        if (!general[hue] || rank < general[hue]) general[hue] = rank;
    }
    for (int hue = RED; hue < HUES; hue++) {
        Front *f = &front[hue];
        int    least = dragon[hue] ? 0 : 1;
        f->value = !f->cards                               ? CANNOT_WIN
                   : general[hue] - (f->cards - 1) > least ? general[hue] - (f->cards - 1)
                                                           : least;
        bool better = f->value == 1 ? warrior[hue] : f->cards == 1;   /* TK-14, TK-15 */
        f->key = f->cards ? f->value * 4 + (dragon[hue] ? 0 : 2) + (better ? 0 : 1) : CANNOT_WIN * 4;
    }
    for (int hue = RED; hue < HUES; hue++) {
        int ahead = 0, level = 0;
        for (int other = RED; other < HUES; other++) {
            ahead += front[other].key < front[hue].key;
            level += front[other].key == front[hue].key;
        }
        front[hue].worth =
            (uint8_t)(!ahead ? (level == 1 ? 2 : 1) : ahead == 1 && level == 1); /* TK-16 .. 18, A1, A3 */
    }
}

static void wage_war_at(const Kingdoms *g, Front front[HUES])
{
    Card card[WAR_CARDS];
    for (int i = 0; i < g->wars; i++) card[i] = g->war[i].card;
    wage_war(card, g->wars, front);
}

/* TK-09, TK-A6. */
static bool all_tied(const Kingdoms *g)
{
    Front front[HUES];
    wage_war_at(g, front);
    return front[RED].key == front[GREEN].key && front[GREEN].key == front[BLUE].key;
}

/* ---------------------------------------------------------- order of play */

/* TK-05: none, one or two cards of the hand. */
static void exchange_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, EXCHANGE, Z_HAND, s, first_items(kingdoms_at(t)->seat[s].cards), 0, MOST);
}

enum { Q_EXCHANGE = WAGER_ASKS, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS,
    [Q_EXCHANGE] = EXCHANGE_QUESTION(exchange_choices),
};

/* TK-02. */
static void deal(Kingdoms *g, Env *e)
{
    Table *t = &g->base.table;
    memset(g->seat, 0, sizeof g->seat[0] * t->seats);
    memset(g->war, 0, sizeof g->war);
    g->wars = 0;
    tavern_fill(e->setup, g->deck, t->option[OPT_DRAGONS]);
    hands_deal(&hands, t, HAND, e);
}

/* By colour, then the rarest first, a dragon last. */
static bool stands_before(Card a, Card b)
{
    if (hue_of(a) != hue_of(b)) return hue_of(a) < hue_of(b);
    return war_rank(a) * 2 + is_dragon(a) < war_rank(b) * 2 + is_dragon(b);
}

/* TK-03, TK-06, TK-09, TK-20. There is always a card to draw: ten hands and seven war cards leave 13. */
static void reveal_war(Kingdoms *g, int n, Env *e)
{
    for (; n; n--) {
        Slot drawn = hands_draw(&hands, &g->base.table, PUBLIC, e);
        int  at = g->wars++;
        for (; at && stands_before(drawn.card, g->war[at - 1].card); at--) g->war[at] = g->war[at - 1];
        g->war[at] = drawn;
        tell(e, TAP_SHOWN, "The {card} goes to war.", .card = drawn.card, .from = Z_DECK, .to = Z_WAR);
    }
}

SCRIPT(kingdoms_play, { Seat turn; SeatSet todo; uint8_t round; })
{
    Kingdoms *g = kingdoms_of(t);
    BEGIN;
    PHASE(P_ANTE);
    ANTE();                                                       /* TK-01 */
    PHASE(P_DEAL);
    deal(g, e);                                                   /* TK-02 */
    PHASE(P_WAR);
    reveal_war(g, 3, e);                                          /* TK-03 */
    for (f->round = 0; f->round < EXCHANGES; f->round++) {
        PHASE(P_BET);
        BETTING_ROUND();                                          /* TK-04, TK-07 */
        PHASE(P_EXCHANGE);
        IN_TURN_ORDER (f->turn, f->todo, still_in(t), t->start) { /* TK-05, TK-08 */
            ASK(f->turn, Q_EXCHANGE);
            hands_exchange(&hands, t, f->turn, ANSWER(f->turn)->value, e);
        }
        PHASE(P_WAR);
        reveal_war(g, f->round == 0 ? 2 : 1, e);                  /* TK-06, TK-09 */
    }
    if (all_tied(g)) reveal_war(g, 1, e);                         /* TK-09 */
    PHASE(P_BET);
    BETTING_ROUND();                                              /* TK-10 */
    PHASE(P_SHOWDOWN);
    hands_show(&hands, t, e);                                     /* TK-11 */
    END;
}

static const Act acts[] = {WAGER_ACTS, [S_PLAY] = ACT(kingdoms_play, NO_ROLE)};

/* ---------------------------------------------------------------- scoring */

static const char *const hue_name[HUES] = {"red", "green", "blue"};

/* TK-16, TK-19, TK-V1, TK-A5. */
static void score(const int16_t *option, const TapHolding *h, TapScore *ret, TapParts *parts)
{
    Front front[HUES];
    bool  dragon[HUES] = {false};
    wage_war(h->common, h->commons, front);
    for (int i = 0; i < h->cards; i++)
        if (is_dragon(h->card[i])) dragon[hue_of(h->card[i])] = true;
    for (int hue = RED; hue < HUES; hue++) {
        int worth = front[hue].worth + dragon[hue], n = 0;
        for (int i = 0; i < h->cards; i++) n += hue_of(h->card[i]) == (Hue)hue && !is_dragon(h->card[i]);
        ret->points += n * worth;
        const char *lifted = dragon[hue] ? " with its Dragon" : "";
        if (front[hue].cards)
            explain(parts, n * worth, "%s, war value %d: %d a card%s", hue_name[hue], (int)front[hue].value, worth,
                    lifted);
        else explain(parts, n * worth, "%s, no war cards: %d a card%s", hue_name[hue], worth, lifted);
        for (int i = 0; i < h->cards; i++)
            if (hue_of(h->card[i]) == (Hue)hue) from_card(parts, i);
        for (int i = 0; i < h->commons; i++)
            if (hue_of(h->common[i]) == (Hue)hue) from_common(parts, i);
    }
    ret->rank = ret->points;
    tie_by_rank(h->card, h->cards, ret);
}

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    const Kingdoms *g = kingdoms_at(t);
    for (int i = 0; i < g->seat[s].cards; i++) ret->card[ret->cards++] = g->seat[s].hand[i].card;
    for (int i = 0; i < g->wars; i++) ret->common[ret->commons++] = g->war[i].card;
}

static int faces(const int16_t *option) { return option[OPT_DRAGONS] ? GREY_CARD : DRAGON; }
static const TapScoreField fields[] = {
    {.label = "Hand",
     .kind = TAP_SCORE_CARDS,
     .min = HAND,
     .max = HAND,
     .about = "Pick the seven cards of the hand",
     .example = "L-horse 2*R-owl W-wolf B-hawk 2*M-hare"},
    {.label = "War cards",
     .key = "war",
     .kind = TAP_SCORE_CARDS,
     .min = 1,
     .max = WAR_CARDS,
     .about = "Say which cards are at war",
     .example = "B-wolf R-hawk L-owl M-hare M-wren R-wren"},
    {0},
};
static const Scoring scoring = {.running = true,
                                .zones = 1u << Z_HAND,
                                .commons = 1u << Z_WAR,
                                .holding = holding,
                                .score = score,
                                .fields = fields,
                                .faces = faces};

/* ------------------------------------------------------------------- view */

static uint8_t kingdom(Card c) { return (uint8_t)hue_of(c); }

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Kingdoms *g = kingdoms_of(t);
    piece_deck(p, Z_DECK, &g->deck);
    piece_cards(p, "war", Z_WAR, NOBODY, GROUPS, TAVERN, g->war, g->wars)->group = kingdom; /* RDI-A2: not alterable */
    for (Seat s = 0; s < t->seats; s++) {
        piece_hand(&hands, t, s, p);
        piece_discards(&hands, t, s, p);
    }
}

static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    static const char *const war_value[HUES] = {"red war", "green war", "blue war"};
    const Kingdoms *g = kingdoms_at(t);
    Front front[HUES];
    wager_counters(setup, t, m);
    wage_war_at(g, front);
    for (int hue = RED; hue < HUES; hue++)
        if (front[hue].cards) view_counter(m, war_value[hue], NOBODY, front[hue].value);
}

const Game three_kingdoms = {
    .id = "three-kingdoms",
    .title = "Three Kingdoms",
    .about = "Red, green and blue are at war. Gather seven cards of the colours that win.",
    .facts = {.minutes = 3, .skill = 3, .with = "cards", .figure = "lady", .hue = "blue"},
    .rules = 2,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 7,
    .size = sizeof(Kingdoms), .seat_size = sizeof(Ally),
    .betting_rounds = 3, .own_decisions = EXCHANGES,
    WAGER_GAME, .content = &tavern_content, .counters = counters, .scoring = &scoring,
};
