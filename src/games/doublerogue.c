/* Doublerogue (DBL-01 .. DBL-A8): show a card every round, and never two rogues; the last one standing wins. */
#include "decks/tavern.h"
#include "wager/hands.h"

/* Each decision adds an open card or ends the seat's game. Two seats at least go on, and each shows one rogue at most:
 * the 63 other cards and two rogues are 65, so one of them comes to 33 cards while the other, with 32, must leave. */
enum { HIDDEN = 3, MOST_OPEN = 33, MOST_ROUNDS = MOST_OPEN - 1, PENALTY = 5 };

typedef struct Gambler {
    uint8_t hidden, open;
    Slot    hand[HIDDEN];
    Slot    shown[MOST_OPEN];
} Gambler;

typedef struct Rogues {
    Wagering base;
    TAVERN_PILE(deck);
    Gambler  seat[MAX_SEATS];
} Rogues;

static Rogues *rogues_of(Table *t) { return (Rogues *)t; }
static const Rogues *rogues_at(const Table *t) { return (const Rogues *)t; }

enum { OPT_SAMPLER = WAGER_OPTIONS_END, OPT_BOUNTY, OPT_DRAGONS, OPT_DOUBLEDRAGON, OPT_POOR_ANTE, OPTIONS_END };
enum { POOR_LEAVE, POOR_ALL_IN };
static const char *const poor_ante_words[] = {"out", "all-in"};
static const char *const poor_ante_said[] = {"is out", "stays, for the pots paid into"};
static const TapOption options[] = {
    WAGER_OPTIONS,
    [OPT_SAMPLER] = {"royal-sampler", "who shows all five ranks wins at once", TAP_FLAG, 0, 0, 1, NULL,
                     .title = "Royal sampler"},
    [OPT_BOUNTY] = {"rogues-bounty", "coins that two open rogues cost", TAP_NUMBER, PENALTY, 0, 1000,
                    .title = "Two open rogues cost"},
    [OPT_DRAGONS] = {"dragon-cards", "three dragons join the deck, rarer than warriors", TAP_FLAG, 0, 0, 1, NULL,
                     .title = "Dragon cards"},
    [OPT_DOUBLEDRAGON] = {"doubledragon", "with Dragon cards: who shows two dragons wins at once", TAP_FLAG, 0, 0, 1,
                          NULL,
                          .title = "Double dragon"},
    [OPT_POOR_ANTE] = {"poor-ante", "who cannot pay an ante: is out, or stays all in for the pots paid into", TAP_WORD,
                       POOR_LEAVE, POOR_LEAVE, POOR_ALL_IN, poor_ante_words, HOUSE_RULINGS,
                       .title = "Who cannot pay an ante", .said = poor_ante_said},
};
#define NOT_HERE(option, value, reason) {(option), (value), (value), (option), (value), (value), (reason)}
static const TapClash clashes[] = {
    NOT_HERE(OPT_WAGER, WAGER_SHARES, "the antes of every round are the game, so there are no shares (SHARE-06)."),
    NOT_HERE(OPT_WAGER, WAGER_NONE, "without antes nobody would have a reason to leave."),
    NOT_HERE(OPT_SPLIT, SPLIT_KING, "one player is left in the end, so there are no ties (CONC-A10)."),
    NOT_HERE(OPT_SPLIT, SPLIT_COMMONER, "one player is left in the end, so there are no ties (CONC-A10)."),
    NOT_HERE(OPT_MIN_RAISE, 1, "nobody bets, so nobody raises."),
    NOT_HERE(OPT_SHORT_RAISE, SHORT_CLOSES, "nobody bets, so nobody raises."),
    {OPT_DOUBLEDRAGON, 1, 1, OPT_DRAGONS, 0, 0, "there are dragons only with Dragon cards."},
};

enum { P_DEAL, P_ANTE, P_ROUND, P_OVER };
static const char *const phases[] = {"Deal", "Ante", "Hit, defend or fold", "One is left"};

enum { HIT = WAGER_VERBS_END, DEFEND, VERBS_END };
static const Verb verbs[] = {
    WAGER_VERBS,
    [HIT] = {.word = "hit", .label = "Hit: turn up the top card"},
    [DEFEND] = {.word = "defend", .label = "Defend: show a card of your hand", .some = "Defend with {items}"},
};

enum { Z_DECK = 1, Z_HAND, Z_OPEN };

/* DBL-A6: there is a card to turn up if one lies in the deck or was laid away. */
static bool can_hit(const Table *t)
{
    const Rogues *g = rogues_at(t);
    for (Seat s = 0; s < t->seats && !g->deck.n; s++)
        if (!has(still_in(t), s) && g->seat[s].hidden + g->seat[s].open) return true;
    return g->deck.n > 0;
}

/* DBL-09: a host that has cards in place of antes lets nobody fold, and two rogues cost nothing. */
static bool for_no_ante(const Table *t) { return t->taken >> ROLE_BETTING & 1; }

/* DBL-03, DBL-06, DBL-A6. With a deck of one's own that has no Rogues, and where no round costs anything, a row could
 * grow longer than there is room: then one folds. */
static void round_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Gambler *p = &rogues_at(t)->seat[s];
    const bool room = p->open < MOST_OPEN, hits = room && can_hit(t);
    uint32_t no_rogues = 0;
    for (int i = 0; room && i < p->hidden; i++)
        if (rank_of(p->hand[i].card) != ROGUE) no_rogues |= 1u << i;
    if (!for_no_ante(t) || (!hits && !no_rogues)) offer(c, FOLD, 0, 0);
    if (hits) offer(c, HIT, 0, 0);
    if (no_rogues) offer_subset(c, DEFEND, Z_HAND, s, no_rogues, 1, 1);
}

enum { Q_ROUND = WAGER_ASKS, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS,
    [Q_ROUND] = {.prompt = "Hit, defend or fold?",
                 .help = "Two open rogues throw you out.",
                 .who = who_turn,
                 .choices = round_choices},
};

/* DBL-01. */
static void deal(Rogues *g, Env *e)
{
    Table *t = &g->base.table;
    memset(g->seat, 0, sizeof g->seat[0] * t->seats);
    tavern_fill(e->setup, g->deck, t->option[OPT_DRAGONS]);
    for (Seat s = 0; s < t->seats; s++) {
        Gambler *p = &g->seat[s];
        if (!has(still_in(t), s)) continue;
        while (p->hidden < HIDDEN) p->hand[p->hidden++] = pile_draw(e, &g->deck, only(s));
        p->shown[p->open++] = pile_draw(e, &g->deck, PUBLIC);
        tell(e, TAP_SHOWN, "{who} gets three hidden cards and, openly, the {card}.", .who = s, .card = p->shown[0].card,
             .from = Z_DECK, .to = Z_OPEN, .to_owner = s);
    }
}

/* How many of each rank lie open, a byte each and dragons highest: so the rarer of two showings is the larger number
 * (DBL-08, DBL-V3, DBL-A1: more of the first rank that differs). */
static uint64_t showing(const Gambler *p)
{
    uint64_t ranks = 0;
    for (int i = 0; i < p->open; i++) ranks += 1ull << 8 * (ROGUE - rank_of(p->shown[i].card));
    return ranks;
}
static int open_of(uint64_t ranks, int rank) { return (int)(ranks >> 8 * (ROGUE - rank) & 0xFF); }

/* DBL-08. */
static Seat first_to_act(const Table *t)
{
    uint64_t best = 0;
    Seat     first = NOBODY, s;
    SeatSet  todo;
    IN_TURN_ORDER (s, todo, still_in(t), t->start) {
        uint64_t ranks = showing(&rogues_at(t)->seat[s]);
        if (ranks > best) best = ranks, first = s;
    }
    return first;
}

/* DBL-V1, DBL-V4: as soon as the cards lie there. */
static bool wins_at_once(const Table *t, const Gambler *p)
{
    if (!t->option[OPT_SAMPLER] && !t->option[OPT_DOUBLEDRAGON]) return false;
    uint64_t ranks = showing(p);
    bool     all = true;
    for (int r = WARRIOR; r <= ROGUE; r++) all = all && open_of(ranks, r);
    return (t->option[OPT_SAMPLER] && all) || (t->option[OPT_DOUBLEDRAGON] && open_of(ranks, NO_RANK) >= 2);
}

/* CARDS-09, CARDS-A3, DBL-A6: an empty deck is made anew from the cards of those who are out. */
static Slot draw(Rogues *g, Env *e)
{
    if (!g->deck.n) {
        for (Seat s = 0; s < g->base.table.seats; s++) {
            Gambler *p = &g->seat[s];
            if (has(still_in(&g->base.table), s)) continue;
            give_back(&g->deck, p->hand, &p->hidden);
            give_back(&g->deck, p->shown, &p->open);
        }
        reshuffle(&g->deck, e);
    }
    return pile_draw(e, &g->deck, PUBLIC);
}

static void throw_out(Table *t, Seat s, Env *e)
{
    int32_t paid = for_no_ante(t) ? 0 : wager_fine(t, s, t->option[OPT_BOUNTY]);
    wager_leaves(t, s);
    if (for_no_ante(t)) tell(e, TAP_SAID, "{who} has two rogues and is out.", .who = s);
    else tell(e, TAP_PAID, "{who} has two rogues, pays {n} and is out.", .who = s, .n = paid);
}

/* DBL-04, DBL-V2, DBL-A4, DBL-A7: two rogues are looked for before anything else. */
static void hit(Rogues *g, Seat s, Env *e)
{
    Table   *t = &g->base.table;
    Gambler *p = &g->seat[s];
    assert(p->open < MOST_OPEN);
    p->shown[p->open++] = draw(g, e);
    tell(e, TAP_SHOWN, "{who} turns up the {card}.", .who = s, .card = p->shown[p->open - 1].card, .from = Z_DECK,
         .to = Z_OPEN, .to_owner = s);
    if (open_of(showing(p), ROGUE) >= 2) throw_out(t, s, e);
}

/* DBL-A8: what a host has laid there counts as if it had been turned up. */
static void look_for_rogues(Rogues *g, Env *e)
{
    Table *t = &g->base.table;
    for (Seat s = 0; s < t->seats; s++)
        if (has(still_in(t), s) && open_of(showing(&g->seat[s]), ROGUE) >= 2) throw_out(t, s, e);
}

/* DBL-06: everybody sees which of the hidden cards it was. */
static void defend(Rogues *g, Seat s, int i, Env *e)
{
    Gambler *p = &g->seat[s];
    assert(p->open < MOST_OPEN);
    p->shown[p->open++] = (Slot){p->hand[i].card, PUBLIC};
    memmove(&p->hand[i], &p->hand[i + 1], sizeof(Slot) * (size_t)(p->hidden - i - 1));
    p->hand[--p->hidden] = (Slot){0, 0};
    tell(e, TAP_SHOWN, "{who} defends with the {card}.", .who = s, .card = p->shown[p->open - 1].card, .from = Z_HAND,
         .from_owner = s, .to = Z_OPEN, .to_owner = s);
}

/* DBL-05: the cards stay before their owner, face down. */
static void leave(Rogues *g, Seat s, Env *e)
{
    wager_leaves(&g->base.table, s);
    tell(e, TAP_SAID, "{who} folds.", .who = s);
}

SCRIPT(rogues_play, { Seat turn, first; SeatSet todo; })
{
    Rogues *g = rogues_of(t);
    BEGIN;
    ANTE(); /* seats those who can pay; the coins follow the deal */
    PHASE(P_DEAL);
    deal(g, e);                                                   /* DBL-01 */
    wager_of(t)->short_antes = t->option[OPT_POOR_ANTE] == POOR_ALL_IN; /* DBL-A3 */
    while (true) {                                                /* DBL-07 */
        PHASE(P_ANTE);
        BETTING_ROUND();                                          /* DBL-02, A3, A5: an ante, where other games bet */
        if (for_no_ante(t)) look_for_rogues(g, e);
        if (wager_decided(t)) {
            PHASE(P_OVER);
            RETURN(0);
        }
        PHASE(P_ROUND);
        f->first = first_to_act(t);                               /* DBL-08 */
        IN_TURN_ORDER (f->turn, f->todo, still_in(t), f->first) { /* DBL-03 */
            ASK(f->turn, Q_ROUND);
            if (ANSWER(f->turn)->verb == FOLD) leave(g, f->turn, e);
            else if (ANSWER(f->turn)->verb == HIT) hit(g, f->turn, e);
            else defend(g, f->turn, __builtin_ctz(ANSWER(f->turn)->value), e);
            if (has(still_in(t), f->turn) && wins_at_once(t, &g->seat[f->turn])) { /* DBL-V1, V4 */
                tell(e, TAP_SAID, "{who} wins at once.", .who = f->turn);
                wager_wins(t, f->turn, e);
            }
            wager_pay_uncontested(t, e);                          /* BET-11, if somebody is all in */
            if (wager_decided(t)) {                               /* DBL-A2 */
                PHASE(P_OVER);
                RETURN(0);
            }
        }
    }
    END;
}

static const Act acts[] = {WAGER_ACTS_OF_ANTES, [S_PLAY] = ACT(rogues_play, NO_ROLE)};

static uint64_t bound(const Setup *setup) { return (uint64_t)setup->seats * MOST_ROUNDS; }

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Rogues *g = rogues_of(t);
    piece_deck(p, Z_DECK, &g->deck);
    for (Seat s = 0; s < t->seats; s++) {
        uint8_t flags = has(still_in(t), s) ? ALTERABLE : TURNED_DOWN;
        piece_cards(p, "hand", Z_HAND, s, FAN, TAVERN, g->seat[s].hand, g->seat[s].hidden)->flags = flags;
        piece_cards(p, "open", Z_OPEN, s, ROW, TAVERN, g->seat[s].shown, g->seat[s].open)->flags = flags;
    }
}

const Game doublerogue = {
    .id = "doublerogue",
    .title = "Doublerogue",
    .about = "An ante and one more open card every round. Two open rogues throw you out; be the last who stays.",
    .facts = {.minutes = 3, .skill = 1, .with = "cards", .figure = "rogue", .hue = "green"},
    .rules = 1,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 8,
    .size = sizeof(Rogues), .seat_size = sizeof(Gambler),
    .betting_rounds = 0, .own_decisions = MOST_ROUNDS,
    WAGER_GAME, .content = &tavern_content, .bound = bound, .no_hands = "the last player who is left wins the pot",
};
