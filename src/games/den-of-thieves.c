/* Den of Thieves (DEN-01 .. DEN-A9): an inn full of guests who pay, if the rogues leave them anything. */
#include "decks/tavern.h"
#include "wager/hands.h"

enum { HAND = 7, EXCHANGES = 2, MOST = 2 };

typedef struct Innkeeper {
    uint8_t cards, discards;
    Slot    hand[HAND];
    Slot    discard[EXCHANGES * MOST];
} Innkeeper;

typedef struct Inns {
    Wagering  base;
    TAVERN_PILE(deck);
    Innkeeper seat[MAX_SEATS];
} Inns;

static Inns *inns_of(Table *t) { return (Inns *)t; }
static const Inns *inns_at(const Table *t) { return (const Inns *)t; }

enum { OPT_STRONG = WAGER_OPTIONS_END, OPT_DRAGONS, OPTIONS_END };
static const TapOption options[] = {
    WAGER_OPTIONS,
    [OPT_STRONG] = {"strong-warriors", "a Warrior who does not rob is worth 3 in a den, not 2", TAP_FLAG, 0, 0, 1,
                    NULL,
                    .title = "Strong warriors"},
    [OPT_DRAGONS] = {"dragon-cards", "three dragons join the deck: slay yours for 12 points or have none", TAP_FLAG, 0,
                     0, 1, NULL,
                     .title = "Dragon cards"},
};
static const TapClash clashes[] = {WAGER_CLASHES};

enum { P_ANTE, P_DEAL, P_BET, P_EXCHANGE, P_SHOWDOWN };
static const char *const phases[] = {"Ante", "Deal", "Betting", "Exchange up to two cards", "Showdown"};

enum { EXCHANGE = WAGER_VERBS_END, VERBS_END };
static const Verb verbs[] = {WAGER_VERBS, [EXCHANGE] = EXCHANGE_VERB};

enum { Z_DECK = 1, Z_HAND, Z_DISCARD };
static const Hands hands = {HANDS(Inns, Innkeeper)};

/* DEN-04, DEN-06: none, one or two cards of the hand. */
static void exchange_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, EXCHANGE, Z_HAND, s, first_items(inns_at(t)->seat[s].cards), 0, MOST);
}

enum { Q_EXCHANGE = WAGER_ASKS, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS,
    [Q_EXCHANGE] = EXCHANGE_QUESTION(exchange_choices),
};

/* DEN-02. */
static void deal(Inns *g, Env *e)
{
    Table *t = &g->base.table;
    memset(g->seat, 0, sizeof g->seat[0] * t->seats);
    tavern_fill(e->setup, g->deck, t->option[OPT_DRAGONS]);
    hands_deal(&hands, t, HAND, e);
}

SCRIPT(den_play, { Seat turn; SeatSet todo; uint8_t round; })
{
    Inns *g = inns_of(t);
    BEGIN;
    PHASE(P_ANTE);
    ANTE();                                                       /* DEN-01 */
    PHASE(P_DEAL);
    deal(g, e);                                                   /* DEN-02 */
    for (f->round = 0; f->round < EXCHANGES; f->round++) {
        PHASE(P_BET);
        BETTING_ROUND();                                          /* DEN-03, 05 */
        PHASE(P_EXCHANGE);
        IN_TURN_ORDER (f->turn, f->todo, still_in(t), t->start) { /* DEN-04, 06 */
            ASK(f->turn, Q_EXCHANGE);
            hands_exchange(&hands, t, f->turn, ANSWER(f->turn)->value, e);
        }
    }
    PHASE(P_BET);
    BETTING_ROUND();                                              /* DEN-07 */
    PHASE(P_SHOWDOWN);
    hands_show(&hands, t, e);                                     /* DEN-08 */
    END;
}

static const Act acts[] = {WAGER_ACTS, [S_PLAY] = ACT(den_play, NO_ROLE)};

/* ---------------------------------------------------------------- scoring */

enum { WARRIOR_PAYS = 3, THIEF_PAYS = 2, STRONG_WARRIOR_PAYS = 3, SLAIN = 12, THREE_DRAGONS = 19 };

/* How many there are of each rank; [NO_RANK] counts dragons. */
typedef struct Inn {
    uint8_t           of[RANKS + 1];
    const TapHolding *h;    /* whose cards are told, */
    uint64_t         *told; /* and which of them have been */
} Inn;

/* The line just explained is about so many cards of that rank. */
static void about(const Inn *inn, Rank r, int n, TapParts *parts) { from_rank(parts, inn->h, r, n, inn->told); }

static int lesser(int a, int b) { return a < b ? a : b; }

/* DEN-13, DEN-A1: rogues follow the money. Returns how many of the thieves found somebody. */
static int rob(Inn *inn, int thieves)
{
    static const Rank richest_first[] = {MERCHANT, LADY, BARD};
    int left = thieves;
    for (int i = 0; i < 3; i++) {
        int robbed = lesser(left, inn->of[richest_first[i]]);
        inn->of[richest_first[i]] -= (int8_t)robbed;
        left -= robbed;
    }
    return thieves - left;
}

/* DEN-09, DEN-10, DEN-11: those who are left to pay. */
static int patrons(const Inn *inn, TapParts *parts)
{
    static const uint8_t merchants[HAND + 1] = {0, 1, 3, 5, 8, 11, 15, 19};
    int m = inn->of[MERCHANT], l = inn->of[LADY], b = inn->of[BARD];
    if (m) explain(parts, merchants[m], "%d Merchant%s", m, m == 1 ? "" : "s"), about(inn, MERCHANT, m, parts);
    if (l)
        explain(parts, l * (1 + b), "%d Lad%s, 1 and %d for Bards each", l, l == 1 ? "y" : "ies", b),
            about(inn, LADY, l, parts);
    if (b) explain(parts, b, "%d Bard%s", b, b == 1 ? "" : "s"), about(inn, BARD, b, parts);
    return merchants[m] + l * (1 + b) + b;
}

static void explain_robbery(const Inn *before, const Inn *after, TapParts *parts)
{
    static const char *const one[] = {[LADY] = "Lady", [BARD] = "Bard", [MERCHANT] = "Merchant"};
    static const char *const more[] = {[LADY] = "Ladies", [BARD] = "Bards", [MERCHANT] = "Merchants"};
    for (int r = LADY; r <= MERCHANT; r++) {
        int gone = before->of[r] - after->of[r];
        if (gone)
            explain(parts, 0, "%d %s robbed; as many thieves leave", gone, gone == 1 ? one[r] : more[r]),
                about(after, (Rank)r, gone, parts);
    }
}

/* DEN-12, DEN-13, DEN-A1, DEN-A8: as many rogues as possible are defeated; the others rob and leave. */
static int as_inn(Inn inn, TapParts *parts)
{
    int defeated = lesser(inn.of[ROGUE], 2 * inn.of[WARRIOR]);
    Inn before = inn;
    int robbing = rob(&inn, inn.of[ROGUE] - defeated), idle = inn.of[ROGUE] - defeated - robbing;
    explain_robbery(&before, &inn, parts);
    if (inn.of[WARRIOR]) {
        explain(parts, WARRIOR_PAYS * inn.of[WARRIOR] + defeated, "%d Warrior%s, %d Rogue%s defeated", inn.of[WARRIOR],
                inn.of[WARRIOR] == 1 ? "" : "s", defeated, defeated == 1 ? "" : "s");
        about(&inn, WARRIOR, inn.of[WARRIOR], parts);
        about(&inn, ROGUE, defeated, parts);
    }
    if (idle)
        explain(parts, 0, "%d Rogue%s with nobody to rob", idle, idle == 1 ? "" : "s"), about(&inn, ROGUE, idle, parts);
    return WARRIOR_PAYS * inn.of[WARRIOR] + defeated + patrons(&inn, parts);
}

/* DEN-14, DEN-V1, DEN-A2, DEN-A3: all warriors are thieves; rogues rob before them, for an idle warrior is worth no
 * less. */
static int as_den(const int16_t *option, Inn inn, TapParts *parts)
{
    Inn before = inn;
    int robbing = rob(&inn, inn.of[WARRIOR] + inn.of[ROGUE]), rogues_robbing = lesser(robbing, inn.of[ROGUE]);
    int rogues = inn.of[ROGUE] - rogues_robbing, warriors = inn.of[WARRIOR] - (robbing - rogues_robbing);
    int warrior_pays = option[OPT_STRONG] ? STRONG_WARRIOR_PAYS : THIEF_PAYS;
    explain(parts, 0, "A den of thieves");
    explain_robbery(&before, &inn, parts);
    if (warriors) {
        explain(parts, warrior_pays * warriors, "%d Warrior%s among thieves", warriors, warriors == 1 ? "" : "s");
        about(&inn, WARRIOR, warriors, parts);
    }
    if (rogues)
        explain(parts, THIEF_PAYS * rogues, "%d Rogue%s among thieves", rogues, rogues == 1 ? "" : "s"),
            about(&inn, ROGUE, rogues, parts);
    return warrior_pays * warriors + THIEF_PAYS * rogues + patrons(&inn, parts);
}

/* DEN-15, DEN-A4: the better of the two ways. */
static int best_of_both(const int16_t *option, Inn inn, TapParts *parts)
{
    int inn_pays = as_inn(inn, NULL), den_pays = as_den(option, inn, NULL);
    if (parts) return den_pays > inn_pays ? as_den(option, inn, parts) : as_inn(inn, parts);
    return den_pays > inn_pays ? den_pays : inn_pays;
}

/* DEN-V2, DEN-A5, DEN-A6, DEN-A7: slays one dragon after the other, each in the way that leaves most; -1 if one lives.
 */
static int slay(const int16_t *option, Inn inn, TapParts *parts)
{
    static const struct { int8_t warriors, rogues; const char *who; } party[] = {
        {2, 0, "2 Warriors"}, {0, 4, "4 Rogues"}, {1, 2, "a Warrior and 2 Rogues"}};
    if (!inn.of[NO_RANK]) return best_of_both(option, inn, parts);
    int best = -1, chosen = -1;
    inn.of[NO_RANK]--;
    for (int i = 0; i < 3; i++) {
        if (inn.of[WARRIOR] < party[i].warriors || inn.of[ROGUE] < party[i].rogues) continue;
        Inn rest = inn;
        rest.of[WARRIOR] -= party[i].warriors;
        rest.of[ROGUE] -= party[i].rogues;
        int pays = slay(option, rest, NULL);
        if (pays > best) best = pays, chosen = i;
    }
    if (chosen < 0) return -1;
    if (parts) {
        inn.of[WARRIOR] -= party[chosen].warriors;
        inn.of[ROGUE] -= party[chosen].rogues;
        explain(parts, SLAIN, "a Dragon, slain by %s", party[chosen].who);
        about(&inn, NO_RANK, 1, parts);
        about(&inn, WARRIOR, party[chosen].warriors, parts);
        about(&inn, ROGUE, party[chosen].rogues, parts);
        slay(option, inn, parts);
    }
    return SLAIN + best;
}

static void score(const int16_t *option, const TapHolding *h, TapScore *ret, TapParts *parts)
{
    uint64_t told = 0;
    Inn      inn = {.h = h, .told = &told};
    for (int i = 0; i < h->cards; i++) inn.of[rank_of(h->card[i])]++;
    if (inn.of[NO_RANK] == HUES) {
        ret->points = THREE_DRAGONS;
        explain(parts, THREE_DRAGONS, "Three Dragons have a drink, and everybody else leaves");
        about(&inn, NO_RANK, HUES, parts);
    } else {
        ret->points = slay(option, inn, parts);
        if (ret->points < 0) {
            ret->points = 0;
            explain(parts, 0, "A Dragon lives, and nobody else does");
            about(&inn, NO_RANK, HUES, parts);
        }
    }
    ret->rank = ret->points;
    tie_by_rank(h->card, h->cards, ret); /* DEN-16, DEN-A9 */
}

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    for (int i = 0; i < inns_at(t)->seat[s].cards; i++) ret->card[ret->cards++] = inns_at(t)->seat[s].hand[i].card;
}

static bool check(const int16_t *option, const TapHolding *h, TapError *error)
{
    static const char reason[] = "There are only three dragons.";
    int dragons = 0;
    for (int i = 0; i < h->cards; i++) dragons += is_dragon(h->card[i]);
    if (dragons > HUES && error) memcpy(error->text, reason, sizeof reason);
    return dragons <= HUES;
}

static int faces(const int16_t *option) { return option[OPT_DRAGONS] ? GREY_CARD : DRAGON; }
static const TapScoreField fields[] = {
    {.label = "Hand",
     .kind = TAP_SCORE_CARDS,
     .min = HAND,
     .max = HAND,
     .about = "Pick the seven cards of the hand",
     .example = "W-wolf 3*R-owl M-hare B-owl B-wren"},
    {0},
};
static const Scoring scoring = {.running = true,
                                .ties = ties_by_rank,
                                .zones = 1u << Z_HAND,
                                .holding = holding,
                                .score = score,
                                .fields = fields,
                                .faces = faces,
                                .check = check};

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Inns *g = inns_of(t);
    piece_deck(p, Z_DECK, &g->deck);
    for (Seat s = 0; s < t->seats; s++) {
        piece_hand(&hands, t, s, p);
        piece_discards(&hands, t, s, p);
    }
}

const Game den_of_thieves = {
    .id = "den-of-thieves",
    .title = "Den of Thieves",
    .about = "Seven guests at your inn: who pays, who robs whom, and is it an inn at all?",
    .facts = {.minutes = 4, .skill = 3, .with = "cards", .figure = "lady", .hue = "green"},
    .rules = 2,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 8,
    .size = sizeof(Inns), .seat_size = sizeof(Innkeeper),
    .betting_rounds = 3, .own_decisions = EXCHANGES,
    WAGER_GAME, .content = &tavern_content, .scoring = &scoring,
};
