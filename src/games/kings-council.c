/* King's Council (KING-01 .. KING-A4): gather advisors who have much in common with the King. */
#include "decks/tavern.h"
#include "wager/hands.h"

enum { HAND = 5, EXCHANGES = 2, MOST = 2, DRAGONS = 3 };

typedef struct Advisor {
    uint8_t cards, discards;
    Slot    hand[HAND];
    Slot    discard[EXCHANGES * MOST];
} Advisor;

typedef struct Council {
    Wagering base;
    uint8_t  kings, passed_over;
    Slot     king, dragon[DRAGONS]; /* dragons that were turned up and are no King (KING-V2) */
    TAVERN_PILE(deck);
    Advisor  seat[MAX_SEATS];
} Council;

static Council *council_of(Table *t) { return (Council *)t; }
static const Council *council_at(const Table *t) { return (const Council *)t; }

enum { OPT_FOREIGN = WAGER_OPTIONS_END, OPT_DRAGONS, OPTIONS_END };
static const TapOption options[] = {
    WAGER_OPTIONS,
    [OPT_FOREIGN] = {"foreign-council", "a hand worth nothing beats all others", TAP_FLAG, 0, 0, 1, NULL,
                     .title = "Foreign council"},
    [OPT_DRAGONS] = {"dragon-cards", "three dragons join the deck: 5 points in the King's colour, else 3", TAP_FLAG, 0,
                     0, 1, NULL,
                     .title = "Dragon cards"},
};
static const TapClash clashes[] = {WAGER_CLASHES};

enum { P_ANTE, P_DEAL, P_BET, P_EXCHANGE, P_SHOWDOWN };
static const char *const phases[] = {"Ante", "Deal and turn up the King", "Betting", "Exchange up to two cards",
                                     "Showdown"};

enum { EXCHANGE = WAGER_VERBS_END, VERBS_END };
static const Verb verbs[] = {WAGER_VERBS, [EXCHANGE] = EXCHANGE_VERB};

enum { Z_DECK = 1, Z_KING, Z_HAND, Z_DISCARD };

/* CARDS-09, KING-V2: the dragons that were passed over are discards too. */
static void gather(const Hands *h, Table *t)
{
    Council *g = council_of(t);
    hands_gather(h, t);
    give_back(&g->deck, g->dragon, &g->passed_over);
}

static const Hands hands = {HANDS(Council, Advisor), .gather = gather};

/* KING-05: none, one or two cards of the hand. */
static void exchange_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, EXCHANGE, Z_HAND, s, first_items(council_at(t)->seat[s].cards), 0, MOST);
}

enum { Q_EXCHANGE = WAGER_ASKS, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS,
    [Q_EXCHANGE] = EXCHANGE_QUESTION(exchange_choices),
};

/* KING-02, KING-03, KING-V2, KING-A2. */
static void deal(Council *g, Env *e)
{
    Table *t = &g->base.table;
    memset(g->seat, 0, sizeof g->seat[0] * t->seats);
    memset(g->dragon, 0, sizeof g->dragon);
    g->passed_over = 0;
    tavern_fill(e->setup, g->deck, t->option[OPT_DRAGONS]);
    hands_deal(&hands, t, HAND, e);
    while (is_dragon((g->king = pile_draw(e, &g->deck, PUBLIC)).card)) {
        tell(e, TAP_SHOWN, "The {card} cannot be King and is discarded.", .card = g->king.card);
        g->dragon[g->passed_over++] = g->king;
    }
    g->kings = 1;
    tell(e, TAP_SHOWN, "The King is the {card}.", .card = g->king.card, .from = Z_DECK, .to = Z_KING);
}

SCRIPT(king_play, { Seat turn; SeatSet todo; uint8_t round; })
{
    Council *g = council_of(t);
    BEGIN;
    PHASE(P_ANTE);
    ANTE();                                                     /* KING-01 */
    PHASE(P_DEAL);
    deal(g, e);                                                 /* KING-02, 03 */
    for (f->round = 0; f->round < EXCHANGES; f->round++) {      /* KING-06 */
        PHASE(P_BET);
        BETTING_ROUND();                                        /* KING-04 */
        PHASE(P_EXCHANGE);
        IN_TURN_ORDER (f->turn, f->todo, still_in(t), t->start) { /* KING-05, A3 */
            ASK(f->turn, Q_EXCHANGE);
            hands_exchange(&hands, t, f->turn, ANSWER(f->turn)->value, e);
        }
    }
    PHASE(P_BET);
    BETTING_ROUND();                                            /* KING-07 */
    PHASE(P_SHOWDOWN);
    hands_show(&hands, t, e);                                   /* KING-08 */
    END;
}

static const Act acts[] = {WAGER_ACTS, [S_PLAY] = ACT(king_play, NO_ROLE)};

/* KING-09, KING-V2, KING-A4. */
static int points(Card c, Card king)
{
    if (is_dragon(c)) return hue_of(c) == hue_of(king) ? 5 : 3;
    return 2 * (rank_of(c) == rank_of(king)) + (hue_of(c) == hue_of(king)) + (is_bird(c) == is_bird(king));
}

/* What it is that cards have in common with the King, what each such card brings, and whether one has it. */
enum { SAME_RANK, SAME_HUE, SAME_KIND, HIS_DRAGON, OTHER_DRAGON, REASONS };
static const struct Reason {
    const char *text;
    int         worth;
} reasons[REASONS] = {{"the King's rank", 2},
                      {"the King's colour", 1},
                      {"", 1},
                      {"a Dragon of the King's colour", 5},
                      {"a Dragon", 3}};

static bool counts(int reason, Card c, Card king)
{
    bool dragon = is_dragon(c), hue = hue_of(c) == hue_of(king);
    switch (reason) {
    case SAME_RANK: return !dragon && rank_of(c) == rank_of(king);
    case SAME_HUE: return !dragon && hue;
    case SAME_KIND: return !dragon && is_bird(c) == is_bird(king);
    case HIS_DRAGON: return dragon && hue;
    default: return dragon && !hue;
    }
}

static void tell_reasons(const TapHolding *h, Card king, TapParts *parts)
{
    for (int k = 0; k < REASONS; k++) {
        int n = 0;
        for (int i = 0; i < h->cards; i++) n += counts(k, h->card[i], king);
        if (!n) continue;
        explain(parts, n * reasons[k].worth, "%s",
                k != SAME_KIND  ? reasons[k].text
                : is_bird(king) ? "a bird, as the King"
                                : "a mammal, as the King");
        for (int i = 0; i < h->cards; i++)
            if (counts(k, h->card[i], king)) from_card(parts, i);
    }
}

static void score(const int16_t *option, const TapHolding *h, TapScore *ret, TapParts *parts)
{
    Card king = h->common[0];
    for (int i = 0; i < h->cards; i++) ret->points += points(h->card[i], king);
    if (parts) tell_reasons(h, king, parts);
    if (!ret->points) explain(parts, 0, "nothing in common with the King");
    ret->rank = ret->points;
    if (option[OPT_FOREIGN] && !ret->points) {                  /* KING-V1, KING-A1 */
        ret->rank = 1000;
        explain(parts, 0, "A foreign council beats all others");
    }
    tie_by_colour(h->card, h->cards, ret);                      /* KING-10 */
}

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    const Council *g = council_at(t);
    for (int i = 0; i < g->seat[s].cards; i++) ret->card[ret->cards++] = g->seat[s].hand[i].card;
    ret->common[ret->commons++] = g->king.card;
}

static bool check(const int16_t *option, const TapHolding *h, TapError *error)
{
    static const char reason[] = "Only a card with a rank can be King.";
    if (rank_of(h->common[0]) == NO_RANK && error) memcpy(error->text, reason, sizeof reason);
    return rank_of(h->common[0]) != NO_RANK;
}

static int faces(const int16_t *option) { return option[OPT_DRAGONS] ? GREY_CARD : DRAGON; }
static const TapScoreField fields[] = {
    {.label = "Hand",
     .kind = TAP_SCORE_CARDS,
     .min = HAND,
     .max = HAND,
     .about = "Pick the five cards of the hand",
     .example = "B-wren M-hare B-horse R-wolf L-hawk"},
    {.label = "The King",
     .key = "king",
     .kind = TAP_SCORE_CARDS,
     .min = 1,
     .max = 1,
     .about = "Say who is King",
     .example = "B-hare"},
    {0},
};
static const Scoring scoring = {.running = true,
                                .ties = ties_by_colour,
                                .zones = 1u << Z_HAND,
                                .commons = 1u << Z_KING,
                                .holding = holding,
                                .score = score,
                                .fields = fields,
                                .faces = faces,
                                .check = check};

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Council *g = council_of(t);
    piece_deck(p, Z_DECK, &g->deck);
    piece_cards(p, "King", Z_KING, NOBODY, ROW, TAVERN, &g->king, g->kings);
    if (g->passed_over) piece_cards(p, "discards", Z_DISCARD, NOBODY, STACK, TAVERN, g->dragon, g->passed_over);
    for (Seat s = 0; s < t->seats; s++) {
        piece_hand(&hands, t, s, p);
        piece_discards(&hands, t, s, p);
    }
}

const Game kings_council = {
    .id = "kings-council",
    .title = "King's Council",
    .about = "Collect five cards that share rank, colour or kind of animal with the King.",
    .facts = {.minutes = 3, .skill = 3, .with = "cards", .figure = "merchant", .hue = "blue"},
    .rules = 2,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 9,
    .size = sizeof(Council), .seat_size = sizeof(Advisor),
    .betting_rounds = 3, .own_decisions = 2,
    WAGER_GAME, .content = &tavern_content, .scoring = &scoring,
};
