/* Delve (DELV-01 .. DELV-A5): seven adventurers against seven monsters; whoever defeats the most wins. */
#include "decks/tavern.h"
#include "wager/hands.h"

enum { HAND = 7, MOST = 2, SIDES = 6, SCOUTED = 2, OWN = 2, COMMON = 5, ALL_DICE = COMMON + OWN };

typedef struct Delver {
    uint8_t cards, discards, dice, unused;
    Slot    hand[HAND];
    Slot    discard[MOST];
    Die     die[OWN];
} Delver;

typedef struct Dungeon {
    Wagering base;
    uint8_t  dice, unused[3];
    Die      common[COMMON];
    TAVERN_PILE(deck);
    Delver   seat[MAX_SEATS];
} Dungeon;

static Dungeon *dungeon_of(Table *t) { return (Dungeon *)t; }
static const Dungeon *dungeon_at(const Table *t) { return (const Dungeon *)t; }

enum { OPT_SPECIALISTS = WAGER_OPTIONS_END, OPT_DRAGONS, OPTIONS_END };
static const TapOption options[] = {
    WAGER_OPTIONS,
    [OPT_SPECIALISTS] = {"specialists-required", "your own two dice fall only to cards of exactly their value",
                         TAP_FLAG, 0, 0, 1, NULL,
                         .title = "Specialists required"},
    [OPT_DRAGONS] = {"dragon-cards", "three dragons join the deck: each defeats any die without overkill", TAP_FLAG, 0,
                     0, 1, NULL,
                     .title = "Dragon cards"},
};
static const TapClash clashes[] = {WAGER_CLASHES};

enum { P_ANTE, P_SCOUT, P_BET, P_RECRUIT, P_EXPLORE, P_DELVE, P_ATTACK };
static const char *const phases[] = {
    "Ante",
    "Deal seven cards and scout",
    "Betting",
    "Recruit: exchange up to two cards",
    "Explore: everybody rolls two dice",
    "Delve: three more common dice",
    "Attack!",
};

enum { EXCHANGE = WAGER_VERBS_END, VERBS_END };
static const Verb verbs[] = {WAGER_VERBS, [EXCHANGE] = EXCHANGE_VERB};

enum { Z_DECK = 1, Z_COMMON, Z_HAND, Z_DICE, Z_DISCARD };
static const Hands hands = {HANDS(Dungeon, Delver)};

/* DELV-05: none, one or two cards of the hand. */
static void exchange_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, EXCHANGE, Z_HAND, s, first_items(dungeon_at(t)->seat[s].cards), 0, MOST);
}

enum { Q_EXCHANGE = WAGER_ASKS, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS,
    [Q_EXCHANGE] = EXCHANGE_QUESTION(exchange_choices),
};

/* DELV-02. Ten hands and two cards more for each are the ninety: the deck never runs out. */
static void deal(Dungeon *g, Env *e)
{
    Table *t = &g->base.table;
    memset(g->seat, 0, sizeof g->seat[0] * t->seats);
    memset(g->common, 0, sizeof g->common);
    g->dice = 0;
    tavern_fill(e->setup, g->deck, t->option[OPT_DRAGONS]);
    hands_deal(&hands, t, HAND, e);
}

/* DELV-03, DELV-08. */
static void roll_common(Dungeon *g, int upto, Env *e)
{
    while (g->dice < upto) {
        chance_roll(e, SIX_SIDED, &g->common[g->dice], PUBLIC);
        tell(e, TAP_ROLLED, "A common {n} is rolled.", .n = g->common[g->dice].face, .to = Z_COMMON);
        g->dice++;
    }
}

/* DELV-06: dice lie open before their owner. */
static void roll_own(Dungeon *g, Env *e)
{
    for (Seat s = 0; s < g->base.table.seats; s++)
        while (has(still_in(&g->base.table), s) && g->seat[s].dice < OWN) {
            Die *die = &g->seat[s].die[g->seat[s].dice++];
            chance_roll(e, SIX_SIDED, die, PUBLIC);
            tell(e, TAP_ROLLED, "{who} rolls a {n}.", .who = s, .n = die->face, .to = Z_DICE, .to_owner = s);
        }
}

SCRIPT(delve_play, { Seat turn; SeatSet todo; })
{
    Dungeon *g = dungeon_of(t);
    BEGIN;
    PHASE(P_ANTE);
    ANTE();                                                   /* DELV-01 */
    PHASE(P_SCOUT);
    deal(g, e);                                               /* DELV-02 */
    roll_common(g, SCOUTED, e);                               /* DELV-03 */
    PHASE(P_BET);
    BETTING_ROUND();                                          /* DELV-04 */
    PHASE(P_RECRUIT);
    IN_TURN_ORDER (f->turn, f->todo, still_in(t), t->start) { /* DELV-05 */
        ASK(f->turn, Q_EXCHANGE);
        hands_exchange(&hands, t, f->turn, ANSWER(f->turn)->value, e);
    }
    PHASE(P_EXPLORE);
    roll_own(g, e);                                           /* DELV-06 */
    PHASE(P_BET);
    BETTING_ROUND();                                          /* DELV-07 */
    PHASE(P_DELVE);
    roll_common(g, COMMON, e);                                /* DELV-08 */
    PHASE(P_BET);
    BETTING_ROUND();                                          /* DELV-09 */
    PHASE(P_ATTACK);
    hands_show(&hands, t, e);                                 /* DELV-10 */
    END;
}

static const Act acts[] = {WAGER_ACTS, [S_PLAY] = ACT(delve_play, NO_ROLE)};

/* ---------------------------------------------------------------- scoring */

/* Adventurers by rank and monsters by value. */
typedef struct Party {
    uint8_t dragons, card[RANKS + 1], die[SIDES + 1];
} Party;

/* Who fights what: cards and dice meet in ascending order; dragons and exact matches are told apart. */
typedef struct Attack {
    uint8_t defeated, overkill;
    uint8_t card[RANKS + 1], die[SIDES + 1], dragon_on[SIDES + 1], exact_on[SIDES + 1];
} Attack;

static bool better(const Attack *a, const Attack *b)
{
    return a->defeated != b->defeated ? a->defeated > b->defeated : a->overkill < b->overkill;
}

/* DELV-11 .. DELV-13 for cards with ranks. A rank defeats every value from its own up, so a set of cards finds dice if
 * for each value there are as many dice from it up; and dice find cards in the mirrored way. Both kinds of set are the
 * independent sets of a matroid and any two largest ones can be matched to each other (Mendelsohn and Dulmage), so the
 * poorest cards and the lowest dice are chosen apart, greedily, and their sums differ by the least overkill. */
static void fight(const Party *p, Attack *a)
{
    int cards = 0, ranks = 0, dice = 0, values = 0, at_hand = p->die[SIDES];
    for (int r = RANKS; r >= 1; r--) {
        at_hand += p->die[r];
        int n = p->card[r] < at_hand - cards ? p->card[r] : at_hand - cards;
        a->card[r] = (uint8_t)n;
        cards += n;
        ranks += n * r;
    }
    at_hand = 0;
    for (int v = 1; v <= SIDES; v++) {
        if (v <= RANKS) at_hand += p->card[v];
        int n = p->die[v] < at_hand - dice ? p->die[v] : at_hand - dice;
        a->die[v] = (uint8_t)n;
        dice += n;
        values += n * v;
    }
    assert(cards == dice);
    a->defeated = (uint8_t)(a->defeated + dice);
    a->overkill = (uint8_t)(values - ranks);
}

/* DELV-V2, DELV-A4: each dragon is tried on every value; one is idle only if no die is left for it here. */
static void with_dragons(Party *p, int from, Attack *a, Attack *best)
{
    bool found = false;
    for (int v = from; p->dragons && v <= SIDES; v++) {
        if (!p->die[v]) continue;
        found = true;
        p->dragons--, p->die[v]--, a->dragon_on[v]++, a->defeated++;
        with_dragons(p, v, a, best);
        p->dragons++, p->die[v]++, a->dragon_on[v]--, a->defeated--;
    }
    if (found) return;
    Attack whole = *a;
    fight(p, &whole);
    if (better(&whole, best)) *best = whole;
}

/* DELV-V1, DELV-A2: an own die is matched exactly if it can be, for whatever else that card might have defeated it can
 * be spared; otherwise it is left alone or taken by a dragon. */
static void with_specialists(Party *p, const uint8_t *own, int n, Attack *a, Attack *best)
{
    if (!n) {
        with_dragons(p, 1, a, best);
        return;
    }
    int v = own[n - 1];
    if (v <= RANKS && p->card[v]) {
        p->card[v]--, a->exact_on[v]++, a->defeated++;
        with_specialists(p, own, n - 1, a, best);
        p->card[v]++, a->exact_on[v]--, a->defeated--;
        return;
    }
    with_specialists(p, own, n - 1, a, best);
    if (!p->dragons) return;
    p->dragons--, a->dragon_on[v]++, a->defeated++;
    with_specialists(p, own, n - 1, a, best);
    p->dragons++, a->dragon_on[v]--, a->defeated--;
}

/* The line just explained is about a die of that value, an own one first if it must be; each die once. */
static void from_value(const TapHolding *h, int value, bool own, uint64_t *used, TapParts *parts)
{
    for (int i = 0; !own && i < h->commons; i++) {
        if (h->common[i] != value || *used >> (32 + i) & 1) continue;
        *used |= 1ull << (32 + i);
        from_common(parts, i);
        return;
    }
    for (int i = 0; i < h->dice; i++) {
        if (h->die[i] != value || *used >> i & 1) continue;
        *used |= 1ull << i;
        from_die(parts, i);
        return;
    }
}

static void explain_attack(const Attack *a, const TapHolding *h, const uint8_t left[SIDES + 1], TapParts *parts)
{
    uint64_t cards = 0, dice = 0;
    static const char *const name[] = {"", "Warrior", "Lady", "Bard", "Merchant", "Rogue"};
    int r = 1, met = 0; /* `met` cards of rank r have found their die */
    for (int v = 1; v <= SIDES; v++) {
        for (int k = 0; k < a->exact_on[v]; k++) {
            explain(parts, 1, "%s defeats an own %d exactly", name[v], v);
            from_rank(parts, h, (Rank)v, 1, &cards);
            from_value(h, v, true, &dice, parts);
        }
        for (int k = 0; k < a->die[v]; k++) {
            while (met == a->card[r]) r++, met = 0;
            met++;
            explain(parts, 1, "%s defeats a %d, overkill %d", name[r], v, v - r);
            from_rank(parts, h, (Rank)r, 1, &cards);
            from_value(h, v, false, &dice, parts);
        }
        for (int k = 0; k < a->dragon_on[v]; k++) {
            explain(parts, 1, "Dragon defeats a %d", v);
            from_rank(parts, h, NO_RANK, 1, &cards);
            from_value(h, v, false, &dice, parts);
        }
        for (int k = 0; k < left[v]; k++) {
            explain(parts, 0, "a %d is not defeated", v);
            from_value(h, v, false, &dice, parts);
        }
    }
    explain(parts, 0, "overkill %d in all; less is better", a->overkill);
}

/* The holding's dice are the own ones, its common items the values of the common dice. Overkill is part of the rank,
 * for less of it is better; among the tie-breakers it stands for people to read. */
static void score(const int16_t *option, const TapHolding *h, TapScore *ret, TapParts *parts)
{
    Party  p = {0};
    Attack attack = {0}, best = {0};
    for (int i = 0; i < h->cards; i++) {
        if (is_dragon(h->card[i])) p.dragons++;
        else p.card[rank_of(h->card[i])]++;
    }
    for (int i = 0; i < h->commons; i++) p.die[h->common[i]]++;
    for (int i = 0; !option[OPT_SPECIALISTS] && i < h->dice; i++) p.die[h->die[i]]++;
    best.overkill = UINT8_MAX;
    with_specialists(&p, h->die, option[OPT_SPECIALISTS] ? h->dice : 0, &attack, &best);
    ret->points = best.defeated;                              /* DELV-12 */
    ret->rank = best.defeated * (UINT8_MAX + 1) - best.overkill;
    ret->tie[ret->ties++] = best.overkill;                    /* DELV-13 */
    tie_by_colour(h->card, h->cards, ret);                    /* DELV-13, DELV-A5 */
    if (!parts) return;
    uint8_t left[SIDES + 1] = {0};
    for (int i = 0; i < h->commons; i++) left[h->common[i]]++;
    for (int i = 0; i < h->dice; i++) left[h->die[i]]++;
    for (int v = 1; v <= SIDES; v++) left[v] = (uint8_t)(left[v] - best.die[v] - best.dragon_on[v] - best.exact_on[v]);
    explain_attack(&best, h, left, parts);
}

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    const Dungeon *g = dungeon_at(t);
    const Delver  *d = &g->seat[s];
    for (int i = 0; i < d->cards; i++) ret->card[ret->cards++] = d->hand[i].card;
    for (int i = 0; i < d->dice; i++) ret->die[ret->dice++] = (uint8_t)d->die[i].face;
    for (int i = 0; i < g->dice; i++) ret->common[ret->commons++] = g->common[i].face;
}

/* "common=24455" for all hands, "own.0=13" for the first. */
static int faces(const int16_t *option) { return option[OPT_DRAGONS] ? GREY_CARD : DRAGON; }
static const TapScoreField fields[] = {
    {.label = "Hand",
     .kind = TAP_SCORE_CARDS,
     .min = HAND,
     .max = HAND,
     .about = "Pick the seven cards of the hand",
     .example = "L-owl 3*B-hare M-wolf 2*R-wren"},
    {.label = "Common dice",
     .key = "common",
     .kind = TAP_SCORE_DICE,
     .min = COMMON,
     .max = COMMON,
     .about = "Say the five common dice",
     .example = "13356"},
    {.label = "Own dice",
     .key = "own",
     .kind = TAP_SCORE_DICE,
     .own = true,
     .min = OWN,
     .max = OWN,
     .about = "Each hand needs its own two dice",
     .example = "24"},
    {0},
};
static const char *const ties[] = {"overkill", "cards of one colour", NULL}; /* the first is in the rank, too */

static const Scoring scoring = {.running = true,
                                .ties = ties,
                                .zones = 1u << Z_HAND | 1u << Z_DICE,
                                .commons = 1u << Z_COMMON,
                                .holding = holding,
                                .score = score,
                                .fields = fields,
                                .faces = faces};

/* DELV-14: a host may alter own cards and own dice, never the common ones. */
static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Dungeon *g = dungeon_of(t);
    piece_deck(p, Z_DECK, &g->deck);
    piece_dice(p, "common", Z_COMMON, NOBODY, ROW, SIX_SIDED, g->common, g->dice);
    for (Seat s = 0; s < t->seats; s++) {
        uint8_t flags = piece_hand(&hands, t, s, p)->flags;
        piece_dice(p, "dice", Z_DICE, s, ROW, SIX_SIDED, g->seat[s].die, g->seat[s].dice)->flags = flags;
        piece_discards(&hands, t, s, p);
    }
}

const Game delve = {
    .id = "delve",
    .title = "Delve",
    .about = "Seven adventurers, seven monsters on dice: defeat as many as you can, and waste no strength.",
    .facts = {.minutes = 3, .skill = 2, .with = "cards dice", .figure = "die-5"},
    .rules = 2,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 10,
    .size = sizeof(Dungeon), .seat_size = sizeof(Delver),
    .betting_rounds = 3, .own_decisions = 1,
    WAGER_GAME, .content = &tavern_content, .scoring = &scoring,
};
