/* Streets of Greyport (STREET-01 .. STREET-A10): load a cart of one colour, and ship it before the rogues come. */
#include <stdio.h>

#include "decks/tavern.h"
#include "wager/wager.h"

/* Twelve turns of three cards are the most anybody can gather; a pile needs two turns, trophies are three at most. */
enum {
    STOCK_CARDS = 3,
    ROBBED_AT = 3,
    ROUNDS_MOST = 12,
    GOODS = ROUNDS_MOST * STOCK_CARDS,
    PILES = 12,
    FACE_UP = ROBBED_AT - 1 + STOCK_CARDS,
    SEATS_MOST = 8
};

typedef struct Trader {
    uint8_t hand_cards, face_up, piles, cart_cards;
    uint8_t pile[PILES]; /* cards of each shipment in the Warehouse */
    Slot    hand[STOCK_CARDS];
    Slot    rogue[FACE_UP]; /* face up before him; a dragon too until it is slain or has robbed him */
    Slot    goods[GOODS];   /* the shipments one after another, then the Cart */
} Trader;

typedef struct Streets {
    Wagering base;
    uint8_t  round, rounds;
    Seat     first;       /* who begins this round (STREET-10, STREET-A9) */
    uint8_t  fresh;       /* the last so many face-up cards were revealed this turn and may be cancelled */
    uint8_t  slaying, riding; /* the warrior who was sent goes against a dragon; rode in the Cart before this turn */
    uint8_t  loaded, stocked; /* this turn: so many of the Cart's last cards; something was revealed */
    uint16_t discards;
    Slot     discard[TAVERN_CARDS + HUES];
    TAVERN_PILE(deck);
    Trader   seat[MAX_SEATS];
} Streets;

static Streets *streets_of(Table *t) { return (Streets *)t; }
static const Streets *streets_at(const Table *t) { return (const Streets *)t; }

enum { OPT_DRAGONS = WAGER_OPTIONS_END, OPT_GUARDS, OPT_RACKET, OPT_EARLIER, OPTIONS_END };
enum { EARLIER_STAY, EARLIER_GO };
static const char *const earlier_words[] = {"stay", "go"};
static const char *const earlier_said[] = {"stay in the way", "go before warriors who were there"};
static const TapOption options[] = {
    WAGER_OPTIONS_USUALLY(WAGER_SHARES),
    [OPT_DRAGONS] = {"dragon-cards", "three dragons join the deck, each as bad as three rogues", TAP_FLAG, 0, 0, 1,
                     NULL,
                     .title = "Dragon cards"},
    [OPT_GUARDS] = {"caravan-guards", "warriors ride in any cart and drive off rogues", TAP_FLAG, 0, 0, 1, NULL,
                    .title = "Caravan guards"},
    [OPT_RACKET] = {"protection-racket", "rogues may be loaded, at a price", TAP_FLAG, 0, 0, 1, NULL,
                    .title = "Protection racket"},
    [OPT_EARLIER] = {"earlier-rogues",
                     "with Caravan guards, when rogues are revealed, those of earlier rounds stay, or go before "
                     "warriors who were in the cart",
                     TAP_WORD, EARLIER_STAY, EARLIER_STAY, EARLIER_GO, earlier_words, HOUSE_RULINGS,
                     .title = "When rogues are revealed, those of earlier rounds", .said = earlier_said},
};
static const TapClash clashes[] = {
    WAGER_NO_BETTING,
    {OPT_EARLIER, EARLIER_GO, EARLIER_GO, OPT_GUARDS, 0, 0,
     "nobody drives off rogues without Caravan guards (STREET-A1)."},
};

enum { P_ANTE, P_TURN, P_GUARD, P_LOAD, P_SHOWDOWN };
static const char *const phases[] = {"Ante", "Stock or ship", "Send warriors", "Load the cart", "Showdown"};

enum { STOCK = WAGER_VERBS_END, SHIP, DUMP_AND_SHIP, LOAD, DUMP, GUARD, SLAY, AGAINST, NO_GUARD, VERBS_END };
static const Verb verbs[] = {
    WAGER_VERBS,
    [STOCK] = {.word = "stock", .label = "Stock: draw three cards"},
    [SHIP] = {.word = "ship", .label = "Ship the cart, send the rogues away", .idle = 1, .way = TAP_WAY_NONE},
    [DUMP_AND_SHIP] = {.word = "dump-and-ship",
                       .label = "Throw the cart's goods away, send the rogues away",
                       .way = TAP_WAY_FINAL},
    [LOAD] = {.word = "load", .label = "Load", .some = "Load {items}", .none = "Load nothing", .idle = 2},
    [DUMP] = {.word = "dump", .label = "Throw the cart's goods away, and load", .way = TAP_WAY_FINAL},
    [GUARD] = {.word = "guard", .label = "A warrior drives off a rogue"},
    [SLAY] = {.word = "slay", .label = "A warrior slays the dragon"},
    [AGAINST] = {.word = "against", .label = "Against this one", .some = "Against {items}"},
    [NO_GUARD] = {.word = "pass", .label = "Send no warrior", .idle = 1},
};

enum { Z_DECK = 1, Z_DISCARD, Z_HAND, Z_ROGUES, Z_CART, Z_SHIPMENT }; /* Z_SHIPMENT + number */

static int stored(const Trader *p)
{
    int n = 0;
    for (int i = 0; i < p->piles; i++) n += p->pile[i];
    return n;
}

/* STREET-V2, STREET-A2: with guards warriors have no colour to mind. */
static bool minds_colour(const Table *t, Card c) { return !(t->option[OPT_GUARDS] && rank_of(c) == WARRIOR); }

/* STREET-02: the Cart's colour; GREY while it has none. */
static Hue cart_hue(const Table *t, const Trader *p)
{
    for (int i = stored(p), end = i + p->cart_cards; i < end; i++)
        if (minds_colour(t, p->goods[i].card)) return hue_of(p->goods[i].card);
    return GREY;
}

/* STREET-02, STREET-A10: what is in the Cart can do harm in the Warehouse only if rogues are (STREET-V3). */
static bool may_be_unwanted(const Table *t, const Trader *p) { return t->option[OPT_RACKET] && p->cart_cards; }

static void turn_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, STOCK, 0, 0);
    offer(c, SHIP, 0, 0); /* STREET-A8: an empty Cart too */
    if (may_be_unwanted(t, &streets_at(t)->seat[s])) offer(c, DUMP_AND_SHIP, 0, 0);
}

/* Subsets of the hand that may lie in one Cart of this colour; in a Cart without colour, those of each colour. Rogues
 * are among them only by protection-racket (STREET-V3). */
static void offer_load(const Table *t, Seat s, int verb, Hue cart, Choices *c)
{
    const Trader *p = &streets_at(t)->seat[s];
    uint32_t of[HUES] = {0}, any = 0;
    for (int i = 0; i < p->hand_cards; i++) {
        Card card = p->hand[i].card;
        if ((rank_of(card) == ROGUE && !t->option[OPT_RACKET]) || is_dragon(card)) continue;
        if (minds_colour(t, card)) of[hue_of(card)] |= 1u << i;
        else any |= 1u << i;
    }
    if (cart != GREY) {
        offer_subset(c, verb, Z_HAND, s, of[cart] | any, 0, STOCK_CARDS);
        return;
    }
    offer_subset(c, verb, Z_HAND, s, any, 0, STOCK_CARDS);
    for (int hue = 0; hue < HUES; hue++)
        if (of[hue]) offer_subset(c, verb, Z_HAND, s, of[hue] | any, 1, STOCK_CARDS);
}

/* STREET-08, STREET-A3, STREET-A10. */
static void load_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Trader *p = &streets_at(t)->seat[s];
    offer_load(t, s, LOAD, cart_hue(t, p), c);
    if (p->cart_cards) offer_load(t, s, DUMP, GREY, c);
}

/* STREET-A1: the dragons, or the rogues, that a warrior may be sent against, as items of the zone: those just revealed;
 * by earlier-rogues=go, for a warrior who rode in the Cart before, all. */
static uint32_t foes_of(const Table *t, Seat s, bool dragons, bool riding)
{
    const Streets *g = streets_at(t);
    const Trader  *p = &g->seat[s];
    uint32_t foes = 0;
    bool     all = riding && t->option[OPT_EARLIER] == EARLIER_GO;
    for (int i = all ? 0 : p->face_up - g->fresh; i < p->face_up; i++)
        if (is_dragon(p->rogue[i].card) == dragons) foes |= 1u << i;
    return foes;
}

/* STREET-V2, STREET-A1: a warrior of the hand or of the Cart (b is 1) for one card that was just revealed. */
static void guard_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Streets *g = streets_at(t);
    const Trader  *p = &g->seat[s];
    uint64_t hand = 0, cart = 0;
    for (int i = 0; i < p->hand_cards; i++)
        if (rank_of(p->hand[i].card) == WARRIOR) hand |= UINT64_C(1) << i;
    _Static_assert((int)GOODS <= (int)TAP_ITEMS, "every card of a Cart can be named");
    for (int i = 0; i < p->cart_cards; i++)
        if (rank_of(p->goods[stored(p) + i].card) == WARRIOR) cart |= UINT64_C(1) << i;
    uint64_t rode = cart & first_items(p->cart_cards - g->loaded);
    offer(c, NO_GUARD, 0, 0);
    for (int verb = GUARD; verb <= SLAY; verb++) {
        uint64_t from_cart = foes_of(t, s, verb == SLAY, false) ? cart : foes_of(t, s, verb == SLAY, true) ? rode : 0;
        if (hand && foes_of(t, s, verb == SLAY, false)) offer_subset(c, verb, Z_HAND, s, hand, 1, 1);
        if (from_cart) offer_subset(c, verb, Z_CART, s, from_cart, 1, 1)->b = 1;
    }
}

/* STREET-V2: which one the warrior goes against is his sender's choice. */
static void foe_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Streets *g = streets_at(t);
    offer_subset(c, AGAINST, Z_ROGUES, s, foes_of(t, s, g->slaying, g->riding), 1, 1);
}

enum { Q_TURN = WAGER_ASKS, Q_LOAD_ANY, Q_GUARD, Q_FOE, Q_LOAD, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS,
    [Q_TURN] = {.prompt = "Stock or ship?", .who = who_turn, .choices = turn_choices},
    [Q_LOAD_ANY] = {.prompt = "Which cards do you load?",
                    .help = "Rogues too, unseen; those you leave are shown. All in the cart have one colour.",
                    .who = who_turn,
                    .choices = load_choices,
                    .secret = true},
    [Q_GUARD] = {.prompt = "Send a warrior?",
                 .help = "He is discarded with what he drives off.",
                 .who = who_turn,
                 .choices = guard_choices},
    [Q_FOE] = {.prompt = "Against which one?", .who = who_turn, .choices = foe_choices},
    [Q_LOAD] = {.prompt = "Which cards do you load?",
                .help = "All goods in the cart have one colour; the rest is discarded.",
                .who = who_turn,
                .choices = load_choices,
                .secret = true},
};

/* STREET-04. */
static void discard(Streets *g, Slot s) { g->discard[g->discards++] = (Slot){s.card, PUBLIC}; }

static Slot goods_take(Trader *p, int i)
{
    Slot s = p->goods[i];
    int  end = stored(p) + p->cart_cards;
    memmove(&p->goods[i], &p->goods[i + 1], sizeof(Slot) * (size_t)(end - i - 1));
    p->goods[end - 1] = (Slot){0, 0};
    p->cart_cards--;
    return s;
}

/* STREET-05, CARDS-A1: draws what there is. */
static void draw(Streets *g, Seat s, Env *e)
{
    Trader *p = &g->seat[s];
    for (int i = 0; i < STOCK_CARDS; i++) {
        if (!g->deck.n && g->discards) {
            while (g->discards)
                pile_return(&g->deck, g->discard[--g->discards].card), g->discard[g->discards] = (Slot){0, 0};
            chance_shuffle(e, &g->deck);
            tell(e, TAP_SAID, "The discards are shuffled into a new deck.");
        }
        if (!g->deck.n) return;
        p->hand[p->hand_cards++] = pile_draw(e, &g->deck, only(s));
        tell(e, TAP_MOVED, "{who} draws the {card}.", .who = s, .card = p->hand[p->hand_cards - 1].card,
             .seen_by = only(s), .unseen = "{who} draws a card.", .from = Z_DECK, .to = Z_HAND, .to_owner = s);
    }
}

/* STREET-02: the whole Cart, or nothing of it. */
static void dump_cart(Streets *g, Seat s, Env *e)
{
    Trader *p = &g->seat[s];
    while (p->cart_cards) {
        Slot card = goods_take(p, stored(p) + p->cart_cards - 1);
        discard(g, card);
        tell(e, TAP_SHOWN, "{who} loses the {card} from the cart.", .who = s, .card = card.card, .from = Z_CART,
             .from_owner = s, .to = Z_DISCARD);
    }
}

static void load(Streets *g, Seat s, uint32_t chosen, Env *e)
{
    Trader *p = &g->seat[s];
    int     n = __builtin_popcount(chosen);
    for (int taken = 0; chosen; chosen &= chosen - 1, taken++) {
        Slot card = hand_take_unseen(p->hand, &p->hand_cards, __builtin_ctz(chosen) - taken, only(s));
        p->goods[stored(p) + p->cart_cards++] = card;
    }
    tell(e, TAP_MOVED, "{who} loads {n}.", .who = s, .n = n, .from = Z_HAND, .from_owner = s, .to = Z_CART,
         .to_owner = s);
}

/* STREET-07, STREET-V1. */
static bool must_be_revealed(Card c) { return rank_of(c) == ROGUE || is_dragon(c); }

static void reveal(Streets *g, Seat s, Env *e)
{
    Trader *p = &g->seat[s];
    g->fresh = 0;
    for (int i = 0; i < p->hand_cards; i++) g->fresh += must_be_revealed(p->hand[i].card);
    tell(e, TAP_SHOWN, "{who} shows rogues and dragons: {n}.", .who = s, .n = g->fresh);
    for (int i = 0; i < p->hand_cards;) {
        Card card = p->hand[i].card;
        if (!must_be_revealed(card)) {
            i++;
            continue;
        }
        hand_take_unseen(p->hand, &p->hand_cards, i, PUBLIC);
        p->rogue[p->face_up++] = (Slot){card, PUBLIC};
        tell(e, TAP_SHOWN, "{who} reveals the {card}.", .who = s, .card = card, .from = Z_HAND, .from_owner = s,
             .to = Z_ROGUES, .to_owner = s);
    }
}

/* STREET-V2, STREET-A1: the warrior is discarded. */
static void send_warrior(Streets *g, Seat s, const Move *m, Env *e)
{
    Trader *p = &g->seat[s];
    int     i = __builtin_ctzll(tap_chosen(m));
    g->riding = m->b && i < p->cart_cards - g->loaded;
    if (m->b && !g->riding) g->loaded--;
    Slot    warrior = m->b ? goods_take(p, stored(p) + i) : hand_take_unseen(p->hand, &p->hand_cards, i, PUBLIC);
    discard(g, warrior);
    g->slaying = m->verb == SLAY;
    tell(e, TAP_SHOWN, "{who} sends the {card}.", .who = s, .card = warrior.card, .to = Z_DISCARD);
}

/* All of these are the same card. */
static bool are_alike(const Trader *p, uint32_t foes)
{
    for (uint32_t left = foes; left; left &= left - 1)
        if (p->rogue[__builtin_ctz(left)].card != p->rogue[__builtin_ctz(foes)].card) return false;
    return true;
}

/* STREET-V2, STREET-A5: a rogue is discarded; a dragon goes to the Warehouse, a pile by itself. */
static void beat(Streets *g, Seat s, int at, Env *e)
{
    Trader *p = &g->seat[s];
    Slot    gone = p->rogue[at];
    if (at >= p->face_up - g->fresh) g->fresh--;
    memmove(&p->rogue[at], &p->rogue[at + 1], sizeof(Slot) * (size_t)(p->face_up - at - 1));
    p->rogue[--p->face_up] = (Slot){0, 0};
    if (!g->slaying) {
        discard(g, gone);
        tell(e, TAP_SHOWN, "The {card} is driven off.", .card = gone.card, .from = Z_ROGUES, .from_owner = s,
             .to = Z_DISCARD);
        return;
    }
    int end = stored(p);
    memmove(&p->goods[end + 1], &p->goods[end], sizeof(Slot) * p->cart_cards);
    p->goods[end] = gone;
    p->pile[p->piles++] = 1;
    tell(e, TAP_SHOWN, "The {card} is slain and goes to {who}'s warehouse.", .who = s, .card = gone.card,
         .from = Z_ROGUES, .from_owner = s);
}

static bool is_robbed(const Trader *p)
{
    int rogues = 0;
    for (int i = 0; i < p->face_up; i++) rogues += is_dragon(p->rogue[i].card) ? ROBBED_AT : 1;
    return rogues >= ROBBED_AT;
}

static void send_rogues_away(Streets *g, Seat s)
{
    Trader *p = &g->seat[s];
    while (p->face_up) discard(g, p->rogue[--p->face_up]), p->rogue[p->face_up] = (Slot){0, 0};
}

static void discard_hand(Streets *g, Seat s, Env *e)
{
    Trader *p = &g->seat[s];
    while (p->hand_cards) {
        Slot card = hand_take_unseen(p->hand, &p->hand_cards, p->hand_cards - 1, PUBLIC);
        discard(g, card);
        tell(e, TAP_SHOWN, "{who} discards the {card}.", .who = s, .card = card.card, .from = Z_HAND, .from_owner = s,
             .to = Z_DISCARD);
    }
}

/* STREET-07, STREET-A6. */
static void rob(Streets *g, Seat s, Env *e)
{
    tell(e, TAP_SAID, "{who} is robbed.", .who = s);
    send_rogues_away(g, s);
    discard_hand(g, s, e);
    dump_cart(g, s, e);
}

/* STREET-09, STREET-11, STREET-A8: the Cart becomes a pile of the Warehouse, if there is anything in it. */
static void ship(Streets *g, Seat s, Env *e)
{
    Trader *p = &g->seat[s];
    if (!p->cart_cards) return;
    p->pile[p->piles++] = p->cart_cards;
    tell(e, TAP_MOVED, "{who} ships {n}.", .who = s, .n = p->cart_cards, .from = Z_CART, .from_owner = s,
         .to = (uint8_t)(Z_SHIPMENT + p->piles), .to_owner = s);
    p->cart_cards = 0;
}

static void show_warehouses(Streets *g, Env *e)
{
    for (Seat s = 0; s < g->base.table.seats; s++)
        for (int i = 0; i < stored(&g->seat[s]); i++) {
            g->seat[s].goods[i].known = PUBLIC;
            tell(e, TAP_SHOWN, "{who} shows the {card}.", .who = s, .card = g->seat[s].goods[i].card);
        }
}

/* STREET-01. */
static int rounds_for(int players) { return players <= 4 ? 12 : players <= 6 ? 9 : 6; }

/* STREET-A1: something was revealed in this Stock, and rogues of earlier rounds may go too. */
static bool foes_may_go(const Table *t, Seat s)
{
    const Streets *g = streets_at(t);
    return t->option[OPT_EARLIER] == EARLIER_GO && g->stocked && g->seat[s].face_up;
}

enum { S_STOCK = WAGER_SCRIPTS, SCRIPTS_END };

/* STREET-07, STREET-08, STREET-A1, STREET-A3. Who draws is asked the same whatever he drew. */
SCRIPT(streets_stock, { Seat turn; uint8_t foes; })
{
    Streets *g = streets_of(t);
    BEGIN;
    draw(g, f->turn, e);
    if (t->option[OPT_RACKET]) { /* STREET-V3: rogues and goods together, so that nobody can count the rogues among them
                                  */
        PHASE(P_LOAD);
        ASK(f->turn, Q_LOAD_ANY);
        if (ANSWER(f->turn)->verb == DUMP) dump_cart(g, f->turn, e);
        load(g, f->turn, ANSWER(f->turn)->value, e);
        g->loaded = (uint8_t)__builtin_popcount(ANSWER(f->turn)->value);
    }
    reveal(g, f->turn, e);
    g->stocked = g->fresh > 0;
    while (t->option[OPT_GUARDS] && (g->fresh || foes_may_go(t, f->turn))) { /* STREET-V2 */
        PHASE(P_GUARD);
        ASK(f->turn, Q_GUARD);
        if (ANSWER(f->turn)->verb == NO_GUARD) break;
        send_warrior(g, f->turn, ANSWER(f->turn), e);
        f->foes = (uint8_t)foes_of(t, f->turn, g->slaying, g->riding);
        if (!are_alike(&g->seat[f->turn], f->foes)) {
            ASK(f->turn, Q_FOE);
            f->foes = (uint8_t)ANSWER(f->turn)->value;
        }
        beat(g, f->turn, __builtin_ctz(f->foes), e);
    }
    g->fresh = g->slaying = g->riding = g->loaded = g->stocked = 0;
    if (is_robbed(&g->seat[f->turn])) {
        rob(g, f->turn, e);
        RETURN(0);
    }
    if (g->seat[f->turn].hand_cards && !t->option[OPT_RACKET]) {
        PHASE(P_LOAD);
        ASK(f->turn, Q_LOAD);
        if (ANSWER(f->turn)->verb == DUMP) dump_cart(g, f->turn, e);
        load(g, f->turn, ANSWER(f->turn)->value, e);
    }
    discard_hand(g, f->turn, e);
    END;
}

SCRIPT(streets_play, { Seat turn; SeatSet todo; })
{
    Streets *g = streets_of(t);
    BEGIN;
    PHASE(P_ANTE);
    ANTE();
    memset(g->seat, 0, sizeof g->seat[0] * t->seats);
    tavern_fill(e->setup, g->deck, t->option[OPT_DRAGONS]);
    g->rounds = (uint8_t)rounds_for(count(still_in(t)));          /* STREET-01 */
    g->first = seat_from(t, still_in(t), t->start);
    for (g->round = 1; g->round <= g->rounds; g->round++) {
        IN_TURN_ORDER (f->turn, f->todo, still_in(t), g->first) { /* STREET-06 */
            PHASE(P_TURN);
            ASK(f->turn, Q_TURN);
            if (ANSWER(f->turn)->verb == STOCK) CALL_WITH(S_STOCK, streets_stock, .turn = f->turn);
            else {                                                /* STREET-09 */
                if (ANSWER(f->turn)->verb == DUMP_AND_SHIP) dump_cart(g, f->turn, e);
                send_rogues_away(g, f->turn);
                ship(g, f->turn, e);
            }
        }
        g->first = seat_from(t, still_in(t), next_seat(t, g->first)); /* STREET-10 */
    }
    g->round = g->rounds;
    PHASE(P_SHOWDOWN);
    for (Seat s = 0; s < t->seats; s++) ship(g, s, e);            /* STREET-11 */
    show_warehouses(g, e);
    END;
}

static const Act acts[] = {WAGER_ACTS, [S_PLAY] = ACT(streets_play, NO_ROLE), [S_STOCK] = ACT(streets_stock, NO_ROLE)};

/* ---------------------------------------------------------------- scoring */

/* At the table no Cart can be loaded wrongly (STREET-A7), but what a bot deals to hidden Carts may look so. */
enum { TROPHY = 6, LOADED_BY_CHOICES = 1 };
static const char *const hue_names[HUES] = {"red", "green", "blue"};

/* STREET-12: what is wrong with a shipment, or NULL. A slain dragon minds no colour (STREET-A5). */
static const char *wrong_with(const int16_t *option, const TapHolding *h, int pile)
{
    unsigned hues = 0;
    for (int i = 0; i < h->cards; i++) {
        Card c = h->card[i];
        if (h->mark[i] != pile || is_dragon(c)) continue;
        if (rank_of(c) == ROGUE && !option[OPT_RACKET]) return "holds a rogue";
        if (!(option[OPT_GUARDS] && rank_of(c) == WARRIOR)) hues |= 1u << hue_of(c);
    }
    return hues & (hues - 1) ? "mixes colours" : NULL;
}

/* STREET-12, STREET-13, STREET-V3, STREET-A4. A card's mark is its shipment. */
static void score(const int16_t *option, const TapHolding *h, TapScore *ret, TapParts *parts)
{
    unsigned rogues = 0, piles = 0;
    bool     void_all = false;
    for (int i = 0; i < h->cards; i++) {
        if (option[OPT_RACKET] && rank_of(h->card[i]) == ROGUE) rogues |= 1u << hue_of(h->card[i]);
        piles |= 1u << h->mark[i];
    }
    for (; piles; piles &= piles - 1) {
        int         pile = __builtin_ctz(piles), sum = 0, cards = 0;
        const char *wrong = h->extra == LOADED_BY_CHOICES ? NULL : wrong_with(option, h, pile);
        for (int i = 0; i < h->cards; i++) {
            Card c = h->card[i];
            if (h->mark[i] != pile) continue;
            cards++;
            if (rank_of(c) == ROGUE || (rogues && rogues != 1u << hue_of(c))) continue;
            sum += is_dragon(c) ? TROPHY : (int)rank_of(c);
        }
        if (wrong) void_all = true;
        ret->points += sum;
        if (wrong) explain(parts, 0, "Shipment %d %s: nothing counts", pile + 1, wrong);
        else explain(parts, sum, "Shipment %d of %d card%s", pile + 1, cards, cards == 1 ? "" : "s");
        for (int i = 0; i < h->cards; i++)
            if (h->mark[i] == pile) from_card(parts, i);
    }
    if (rogues & (rogues - 1)) explain(parts, 0, "Rogues of several colours: nothing counts");
    else if (rogues) explain(parts, 0, "Rogues are %s: only that colour counts", hue_names[__builtin_ctz(rogues)]);
    if (void_all && ret->points) explain(parts, -ret->points, "A shipment that is not in order takes all with it");
    if (void_all) ret->points = 0;
    ret->rank = ret->points;
    ret->tie[ret->ties++] = h->cards;
    tie_by_colour(h->card, h->cards, ret);
}

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    const Trader *p = &streets_at(t)->seat[s];
    for (int pile = 0; pile < p->piles; pile++)
        for (int i = 0; i < p->pile[pile]; i++) {
            ret->mark[ret->cards] = (uint8_t)pile;
            ret->card[ret->cards] = p->goods[ret->cards].card;
            ret->cards++;
        }
    ret->extra = LOADED_BY_CHOICES;
}

/* "M-owl 2*B-horse | L-wolf": shipments with bars between. */
static bool read(const int16_t *option, const char *text, TapHolding *h, TapError *error)
{
    for (int pile = 0; pile < PILES; pile++) {
        char   part[400];
        size_t len = strcspn(text, "|");
        snprintf(part, sizeof part, "%.*s", (int)len, text);
        int n = cards_read(h->deck, part, h->card + h->cards, GOODS - h->cards, error);
        if (n < 0) return false;
        memset(h->mark + h->cards, pile, (size_t)n);
        h->cards = (uint8_t)(h->cards + n);
        if (!text[len]) return true;
        text += len + 1;
    }
    if (error) snprintf(error->text, sizeof error->text, "There are at most %d shipments.", PILES);
    return false;
}

static int faces(const int16_t *option)
{
    return option[OPT_DRAGONS] && option[OPT_GUARDS] ? GREY_CARD : DRAGON;
} /* slain ones */
static const TapScoreField fields[] = {
    {.label = "Warehouse",
     .kind = TAP_SCORE_PILES,
     .max = GOODS,
     .about = "Pick what was shipped, each shipment by itself",
     .example = "2*M-owl B-horse | L-hare W-wren | B-hawk"},
    {0},
};
static const char *const ties[] = {"cards shipped", "cards of one colour", NULL};

static const Scoring scoring = {.ties = ties,
                                .zones = ((1ull << PILES) - 1) << (Z_SHIPMENT + 1),
                                .holding = holding,
                                .score = score,
                                .fields = fields,
                                .faces = faces,
                                .read = read};

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    static const char *const name[PILES] = {
        "shipment 1", "shipment 2", "shipment 3", "shipment 4",  "shipment 5",  "shipment 6",
        "shipment 7", "shipment 8", "shipment 9", "shipment 10", "shipment 11", "shipment 12",
    };
    Streets *g = streets_of(t);
    piece_pile(p, "deck", Z_DECK, NOBODY, &g->deck);
    piece_cards(p, "discards", Z_DISCARD, NOBODY, STACK, TAVERN, g->discard, g->discards);
    for (Seat s = 0; s < t->seats; s++) {
        Trader *x = &g->seat[s];
        int     at = 0;
        piece_cards(p, "hand", Z_HAND, s, FAN, TAVERN, x->hand,
                    x->hand_cards); /* also empty: else rogues lie in its place */
        piece_cards(p, "rogues", Z_ROGUES, s, ROW, TAVERN, x->rogue, x->face_up);
        for (int i = 0; i < x->piles; at += x->pile[i++])
            piece_cards(p, name[i], Z_SHIPMENT + i + 1, s, STACK, TAVERN, x->goods + at, x->pile[i]);
        piece_cards(p, "cart", Z_CART, s, STACK, TAVERN, x->goods + at, x->cart_cards);
    }
}

static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    const Streets *g = streets_at(t);
    wager_counters(setup, t, m);
    view_counter(m, "round", NOBODY, g->round);
    view_counter(m, "last round", NOBODY, g->rounds);
    view_counter(m, "begins round", g->first, g->round);
}

const Game streets_of_greyport = {
    .id = "streets-of-greyport",
    .title = "Streets of Greyport",
    .about = "Load your cart with goods of one colour and ship it before three rogues stand in the way.",
    .facts = {.minutes = 15, .skill = 4, .with = "cards", .figure = "merchant", .hue = "red"},
    .rules = 2,
    .min_seats = 2, .max_seats = SEATS_MOST, .best_seats = SEATS_MOST,
    .size = sizeof(Streets), .seat_size = sizeof(Trader),
    /* A turn: stock, load, warriors and whom they go against, one for each face-up card at most. */
    .betting_rounds = 0, .own_decisions = ROUNDS_MOST * (2 + 2 * FACE_UP),
    WAGER_GAME, .content = &tavern_content, .counters = counters, .scoring = &scoring,
};
