/* Rogues and Warriors (RW-01 .. RW-A6): two cards, the best pair of ranks wins. */
#include "decks/tavern.h"
#include "wager/wager.h"

enum { HAND = 2, PRIVATE = 0, FOREHEAD = 1 };

typedef struct Rival {
    uint8_t cards, discards;
    Slot    hand[HAND]; /* with rank-and-class: the private card, then the one on the forehead */
    Slot    discard[1];
} Rival;

typedef struct Rivals {
    Wagering base;
    TAVERN_PILE(deck);
    Rival    seat[MAX_SEATS];
} Rivals;

static Rivals *rivals_of(Table *t) { return (Rivals *)t; }
static const Rivals *rivals_at(const Table *t) { return (const Rivals *)t; }

enum { OPT_DRAGONS = WAGER_OPTIONS_END, OPT_EXCHANGE, OPT_CLASS, OPT_PAIRS, OPTIONS_END };
enum { PAIRS_LEX, PAIRS_SUM, PAIRS_POORER_FIRST, PAIR_TABLES };
static const char *const pair_words[] = {"lex", "sum", "poorer-first"};
static const char *const pair_said[] = {"their better card", "the sum of their ranks", "their poorer card"};
static const TapOption options[] = {
    WAGER_OPTIONS,
    [OPT_DRAGONS] = {"dragon-cards", "three dragons join the deck and copy the rank beside them", TAP_FLAG, 0, 0, 1,
                     NULL,
                     .title = "Dragon cards"},
    [OPT_EXCHANGE] = {"exchange", "a card may be exchanged late, and there is one more betting round", TAP_FLAG, 0, 0,
                      1, NULL,
                      .title = "Exchange"},
    [OPT_CLASS] = {"rank-and-class", "one of your cards is seen by everybody but you", TAP_FLAG, 0, 0, 1, NULL,
                   .title = "Rank and class"},
    [OPT_PAIRS] = {"pairs", "order of the pairs: better card first, sum of ranks, or poorer card first", TAP_WORD,
                   PAIRS_LEX, PAIRS_LEX, PAIRS_POORER_FIRST, pair_words,
                   .title = "Pairs are compared by", .said = pair_said},
};
static const TapClash clashes[] = {WAGER_CLASHES};

/* RW-07, RW-08, RW-A1: strength of each pair, better rank first. The printed table is lost; each of these keeps every
 * fact that is known of it (W-W best, R-R worst, W-B > L-M > B-R). */
static const uint8_t pair_strength[PAIR_TABLES][RANKS][RANKS] = {
    /*                        W   L   B   M   R */
    [PAIRS_LEX] = {{15, 14, 13, 12, 11}, {0, 10, 9, 8, 7}, {0, 0, 6, 5, 4}, {0, 0, 0, 3, 2}, {0, 0, 0, 0, 1}},
    [PAIRS_SUM] = {{9, 8, 7, 6, 5}, {0, 7, 6, 5, 4}, {0, 0, 5, 4, 3}, {0, 0, 0, 3, 2}, {0, 0, 0, 0, 1}},
    [PAIRS_POORER_FIRST] = {{15, 14, 12, 9, 5}, {0, 13, 11, 8, 4}, {0, 0, 10, 7, 3}, {0, 0, 0, 6, 2}, {0, 0, 0, 0, 1}},
};
enum { TWO_DRAGONS = 16 };

enum { P_ANTE, P_DEAL, P_BET, P_REVEAL, P_EXCHANGE, P_SHOWDOWN };
static const char *const phases[] = {
    "Ante", "Deal two cards", "Betting", "Everybody shows one card", "Exchange a card", "Showdown"};

enum { REVEAL = WAGER_VERBS_END, EXCHANGE, VERBS_END };
static const Verb verbs[] = {
    WAGER_VERBS,
    [REVEAL] = {.word = "reveal", .label = "Show one card", .some = "Show {items}"},
    [EXCHANGE] = {.word = "exchange",
                  .label = "Exchange a card, or none",
                  .some = "Exchange {items}",
                  .none = "Keep both cards"},
};

enum { Z_DECK = 1, Z_HAND, Z_DISCARD };

static void reveal_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, REVEAL, Z_HAND, s, first_items(HAND), 1, 1);
}

/* RW-V2, RW-A5: the card that still lies face down; RW-V3a: either. */
static void exchange_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    uint32_t cards = 0;
    for (int i = 0; i < HAND; i++)
        if (t->option[OPT_CLASS] || rivals_at(t)->seat[s].hand[i].known != PUBLIC) cards |= 1u << i;
    offer_subset(c, EXCHANGE, Z_HAND, s, cards, 0, 1);
}

enum { Q_REVEAL = WAGER_ASKS, Q_EXCHANGE, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS,
    [Q_REVEAL] = {.prompt = "Which card do you show?",
                  .help = "All are turned up together.",
                  .who = who_still_in,
                  .choices = reveal_choices},
    [Q_EXCHANGE] = {.prompt = "Exchange a card?", .who = who_turn, .choices = exchange_choices},
};

/* RW-V3: everybody but its owner. */
static SeatSet all_but(Seat s) { return (SeatSet)(PUBLIC & ~only(s)); }

/* RW-02, RW-V3. */
static void deal(Rivals *g, Env *e)
{
    Table *t = &g->base.table;
    memset(g->seat, 0, sizeof g->seat[0] * t->seats);
    tavern_fill(e->setup, g->deck, t->option[OPT_DRAGONS]);
    for (Seat s = 0; s < t->seats; s++)
        while (has(still_in(t), s) && g->seat[s].cards < HAND) {
            Rival *r = &g->seat[s];
            SeatSet sees = t->option[OPT_CLASS] && r->cards == FOREHEAD ? all_but(s) : only(s);
            r->hand[r->cards++] = pile_draw(e, &g->deck, sees);
        }
    tell(e, TAP_MOVED, "Everybody in is dealt {n} cards.", .n = HAND, .from = Z_DECK, .to = Z_HAND);
}

static void turn_up(Rivals *g, Seat s, int i, Env *e)
{
    Slot *card = &g->seat[s].hand[i];
    if (card->known == PUBLIC) return;
    card->known = PUBLIC;
    tell(e, TAP_SHOWN, "{who} shows the {card}.", .who = s, .card = card->card, .to = Z_HAND, .to_owner = s);
}

/* RW-V2, RW-V3a: a new card for the forehead is seen by nobody until all have chosen. */
static void exchange(Rivals *g, Seat s, uint32_t chosen, Env *e)
{
    Rival *r = &g->seat[s];
    if (!chosen) {
        tell(e, TAP_SAID, "{who} keeps both cards.", .who = s);
        return;
    }
    int  i = __builtin_ctz(chosen);
    bool forehead = g->base.table.option[OPT_CLASS] && i == FOREHEAD;
    r->discard[r->discards++] = r->hand[i];
    r->hand[i] = pile_draw(e, &g->deck, forehead ? 0 : only(s));
    if (forehead)
        tell(e, TAP_MOVED, "{who} exchanges the card on the forehead.", .who = s, .from = Z_DECK, .to = Z_HAND,
             .to_owner = s);
    else
        tell(e, TAP_MOVED, "{who} exchanges a card for the {card}.", .who = s, .card = r->hand[i].card,
             .seen_by = only(s), .unseen = "{who} exchanges a card.", .from = Z_DECK, .to = Z_HAND, .to_owner = s);
}

static void show_foreheads(Rivals *g, Env *e)
{
    for (Seat s = 0; s < g->base.table.seats; s++) {
        Slot *card = &g->seat[s].hand[FOREHEAD];
        if (!has(still_in(&g->base.table), s) || card->known) continue;
        card->known = all_but(s);
        tell(e, TAP_SHOWN, "The new card on {who}'s forehead is the {card}.", .who = s, .card = card->card,
             .seen_by = all_but(s), .unseen = "The others see the new card on {who}'s forehead.", .to = Z_HAND,
             .to_owner = s);
    }
}

SCRIPT(rivals_play, { Seat turn; SeatSet todo; })
{
    Rivals *g = rivals_of(t);
    BEGIN;
    PHASE(P_ANTE);
    ANTE();                                                       /* RW-01 */
    PHASE(P_DEAL);
    deal(g, e);                                                   /* RW-02 */
    PHASE(P_BET);
    BETTING_ROUND();                                              /* RW-03 */
    if (!t->option[OPT_CLASS]) {                                  /* RW-A4 */
        PHASE(P_REVEAL);
        ASK_ALL(still_in(t), Q_REVEAL);                           /* RW-04 */
        for (Seat s = 0; s < t->seats; s++)
            if (has(still_in(t), s)) turn_up(g, s, __builtin_ctz(ANSWER(s)->value), e);
    }
    PHASE(P_BET);
    BETTING_ROUND();                                              /* RW-05 */
    if (t->option[OPT_EXCHANGE]) {                                /* RW-V2 */
        PHASE(P_EXCHANGE);
        IN_TURN_ORDER (f->turn, f->todo, still_in(t), t->start) {
            ASK(f->turn, Q_EXCHANGE);
            exchange(g, f->turn, ANSWER(f->turn)->value, e);
        }
        if (t->option[OPT_CLASS]) show_foreheads(g, e);           /* RW-V3a */
        PHASE(P_BET);
        BETTING_ROUND();
    }
    PHASE(P_SHOWDOWN);
    for (Seat s = 0; s < t->seats; s++)                           /* RW-06 */
        for (int i = 0; has(still_in(t), s) && i < HAND; i++) turn_up(g, s, i, e);
    END;
}

static const Act acts[] = {WAGER_ACTS, [S_PLAY] = ACT(rivals_play, NO_ROLE)};

/* RW-06, RW-09, RW-V1, RW-A2, RW-A6. */
static void score(const int16_t *option, const TapHolding *h, TapScore *ret, TapParts *parts)
{
    Rank a = rank_of(h->card[0]), b = rank_of(h->card[1]);
    bool dragon = !a || !b;
    if (!a) a = b;
    if (!b) b = a;
    ret->points = !a ? TWO_DRAGONS : pair_strength[option[OPT_PAIRS]][(a < b ? a : b) - 1][(a < b ? b : a) - 1];
    ret->rank = ret->points;
    ret->tie[ret->ties++] = dragon;
    tie_by_colour(h->card, HAND, ret);
    static const char *const rank_name[] = {"Dragon", "Warrior", "Lady", "Bard", "Merchant", "Rogue"};
    explain(parts, ret->points, "%s and %s%s", rank_name[a < b ? a : b], rank_name[a < b ? b : a],
            dragon && a ? ", one of them a dragon" : "");
    for (int i = 0; i < HAND; i++) from_card(parts, i);
}

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    for (int i = 0; i < HAND; i++) ret->card[ret->cards++] = rivals_at(t)->seat[s].hand[i].card;
}

static int faces(const int16_t *option) { return option[OPT_DRAGONS] ? GREY_CARD : DRAGON; }
static const TapScoreField fields[] = {
    {.label = "Hand",
     .kind = TAP_SCORE_CARDS,
     .min = HAND,
     .max = HAND,
     .about = "Pick the two cards of the hand",
     .example = "W-owl M-hare"},
    {0},
};
static const char *const ties[] = {"Dragons", "cards of one colour", NULL};

static const Scoring scoring = {
    .ties = ties, .zones = 1u << Z_HAND, .holding = holding, .score = score, .fields = fields, .faces = faces};

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Rivals *g = rivals_of(t);
    piece_deck(p, Z_DECK, &g->deck);
    for (Seat s = 0; s < t->seats; s++) {
        Piece *hand = piece_cards(p, "hand", Z_HAND, s, FAN, TAVERN, g->seat[s].hand, g->seat[s].cards);
        hand->flags = has(still_in(t), s) ? ALTERABLE : TURNED_DOWN;
        if (g->seat[s].discards)
            piece_cards(p, "discards", Z_DISCARD, s, STACK, TAVERN, g->seat[s].discard, g->seat[s].discards);
    }
}

const Game rogues_and_warriors = {
    .id = "rogues-and-warriors",
    .title = "Rogues and Warriors",
    .about = "Two cards each; show one, keep one dark, and bet on having the better pair.",
    .facts = {.minutes = 2, .skill = 3, .first = true, .with = "cards", .figure = "rogue", .hue = "red"},
    .rules = 2,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 10,
    .size = sizeof(Rivals), .seat_size = sizeof(Rival),
    .betting_rounds = 3, .own_decisions = 2,
    WAGER_GAME, .content = &tavern_content, .scoring = &scoring,
};
