/* The Wheel (WHEEL-01 .. WHEEL-A8): strengthen a Leader with the very cards that he would make worth something. */
#include <stdio.h>

#include "decks/tavern.h"
#include "wager/hands.h"

enum {
    HAND = 7,
    ROUNDS = 3,
    CLOCK_CARDS = MAX_SEATS + 1,
    SERIES = 3,
    DISCARDS = 2 * CLOCK_CARDS,
    PLAYS_MOST = TAVERN_CARDS + HUES
};

typedef struct Steward {
    uint8_t cards;
    Slot    hand[HAND + 1];
} Steward;

typedef struct Wheel {
    Wagering base;
    uint8_t  clock_cards, discards, game, marked; /* marked: a set of Leaders, as bits 1 << rank */
    uint8_t  on_spoke[RANKS + 1], strength[RANKS + 1];
    Slot     clock[CLOCK_CARDS];
    Slot     discard[DISCARDS];
    Slot     spokes[PLAYS_MOST]; /* spoke by spoke in the order of ranks */
    TAVERN_PILE(deck);
    Steward  seat[MAX_SEATS];
} Wheel;

static Wheel *wheel_of(Table *t) { return (Wheel *)t; }
static const Wheel *wheel_at(const Table *t) { return (const Wheel *)t; }

/* WHEEL-01, WHEEL-02: the Leader clockwise of each, and the Leaders each rank may join: its own and his neighbours. A
 * dragon may join all (WHEEL-V1). */
#define LEADERS(a, b, c) (1 << (a) | 1 << (b) | 1 << (c))
static const uint8_t ring[RANKS] = {WARRIOR, MERCHANT, BARD, LADY, ROGUE};
static const uint8_t clockwise[RANKS + 1] = {
    [WARRIOR] = MERCHANT, [MERCHANT] = BARD, [BARD] = LADY, [LADY] = ROGUE, [ROGUE] = WARRIOR};
static const uint8_t may_join[RANKS + 1] = {
    [NO_RANK] = LEADERS(WARRIOR, LADY, BARD) | 1 << MERCHANT | 1 << ROGUE,
    [WARRIOR] = LEADERS(ROGUE, WARRIOR, MERCHANT),
    [MERCHANT] = LEADERS(WARRIOR, MERCHANT, BARD),
    [BARD] = LEADERS(MERCHANT, BARD, LADY),
    [LADY] = LEADERS(BARD, LADY, ROGUE),
    [ROGUE] = LEADERS(LADY, ROGUE, WARRIOR),
};
/* The same with a byte for each Leader. */
#define BYTES(a, b, c) (UINT64_C(1) << 8 * (a) | UINT64_C(1) << 8 * (b) | UINT64_C(1) << 8 * (c))
static const uint64_t joins[RANKS + 1] = {
    [NO_RANK] = BYTES(WARRIOR, LADY, BARD) | UINT64_C(1) << 8 * MERCHANT | UINT64_C(1) << 8 * ROGUE,
    [WARRIOR] = BYTES(ROGUE, WARRIOR, MERCHANT),
    [MERCHANT] = BYTES(WARRIOR, MERCHANT, BARD),
    [BARD] = BYTES(MERCHANT, BARD, LADY),
    [LADY] = BYTES(BARD, LADY, ROGUE),
    [ROGUE] = BYTES(LADY, ROGUE, WARRIOR),
};
_Static_assert(HAND + 1 <= 8, "a hand fits a byte");
static const char *const leader_name[RANKS + 1] = {"", "Warrior", "Lady", "Bard", "Merchant", "Rogue"};

enum { COMPANION = 2, ALLY = 1, DRAGON_STRENGTH = 3 };
static int strength_of(Card c, Rank leader)
{
    return is_dragon(c) ? DRAGON_STRENGTH : rank_of(c) == leader ? COMPANION : ALLY;
}

/* WHEEL-11, WHEEL-A4, WHEEL-A6: a tie goes to the lower rank. */
static Rank strongest(const uint8_t strength[RANKS + 1])
{
    Rank best = WARRIOR;
    for (Rank r = LADY; r <= ROGUE; r++)
        if (strength[r] > strength[best]) best = r;
    return best;
}

enum { OPT_DRAGONS = WAGER_OPTIONS_END, OPT_SERIES, OPT_UNWOUND, OPT_EMPTY_DECK, OPTIONS_END };
enum { EMPTY_KEEPS, EMPTY_DISCARDS };
static const char *const empty_deck_words[] = {"keep", "discard"};
static const char *const empty_deck_said[] = {"keep your hand", "discard a card"};
static const TapOption options[] = {
    WAGER_OPTIONS,
    [OPT_DRAGONS] = {"dragon-cards", "three dragons join the deck and give any Leader 3 strength", TAP_FLAG, 0, 0, 1,
                     NULL,
                     .title = "Dragon cards"},
    [OPT_SERIES] = {"multiple-successive-games",
                    "three games, in a row or of one evening; who was strongest takes no cards in the next ones",
                    TAP_FLAG, 0, 0, 1, NULL,
                    .title = "Multiple successive games"},
    [OPT_UNWOUND] = {"the-unwound-clock", "the players wind the Clock, and its last card ends the game", TAP_FLAG, 0, 0,
                     1, NULL,
                     .title = "The unwound clock"},
    [OPT_EMPTY_DECK] = {"empty-deck",
                        "with The unwound clock, when there is nothing to draw: keep your hand, or discard a card, "
                        "before you turn up the Clock",
                        TAP_WORD, EMPTY_KEEPS, EMPTY_KEEPS, EMPTY_DISCARDS, empty_deck_words, HOUSE_RULINGS,
                        .title = "With nothing to draw you", .said = empty_deck_said},
};
static const TapClash clashes[] = {
    WAGER_CLASHES,
    {OPT_UNWOUND, 1, 1, OPT_SPLIT, SPLIT_KING, SPLIT_COMMONER,
     "it is played for shares, which have their own way with ties (SHARE-A5)."},
    {OPT_UNWOUND, 1, 1, OPT_MIN_RAISE, 1, 1, "it has no betting, and nobody raises."},
    {OPT_UNWOUND, 1, 1, OPT_SHORT_RAISE, SHORT_CLOSES, SHORT_CLOSES, "it has no betting, and nobody raises."},
    {OPT_UNWOUND, 1, 1, OPT_WAGER, WAGER_BETTING, WAGER_BETTING,
     "it has no betting rounds; play it with wager=shares (WHEEL-V3)."},
};

enum { P_ANTE, P_DEAL, P_PLAY, P_BET, P_SHOWDOWN };
static const char *const phases[] = {"Ante", "Deal seven cards and lay out the Clock", "Cards are played to the Wheel",
                                     "Betting", "Showdown"};

enum { PLAY_ON = WAGER_VERBS_END - 1, WIND = PLAY_ON + RANKS + 1, VERBS_END }; /* PLAY_ON + rank */
static const Verb verbs[] = {
    WAGER_VERBS,
    [PLAY_ON + WARRIOR] = {.word = "play-on-warrior", .label = "Play on the Warrior"},
    [PLAY_ON + LADY] = {.word = "play-on-lady", .label = "Play on the Lady"},
    [PLAY_ON + BARD] = {.word = "play-on-bard", .label = "Play on the Bard"},
    [PLAY_ON + MERCHANT] = {.word = "play-on-merchant", .label = "Play on the Merchant"},
    [PLAY_ON + ROGUE] = {.word = "play-on-rogue", .label = "Play on the Rogue"},
    [WIND] = {.word = "wind", .label = "Discard a card and turn up one of the Clock"},
};

enum { Z_DECK = 1, Z_CLOCK, Z_DISCARD, Z_HAND, Z_WHEEL, Z_SPOKE = Z_WHEEL }; /* Z_SPOKE + rank */

/* WHEEL-02, WHEEL-06, WHEEL-V1, WHEEL-V2; WHEEL-V3: or wind the Clock. */
static void play_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Wheel *g = wheel_at(t);
    uint64_t fit = 0; /* a byte for each Leader: the cards that may join him */
    for (int i = 0; i < g->seat[s].cards; i++) fit |= joins[rank_of(g->seat[s].hand[i].card)] << i;
    for (int k = 0; k < RANKS; k++) {
        uint32_t items = fit >> 8 * ring[k] & 0xFF;
        if (items && !(g->marked >> ring[k] & 1)) offer_subset(c, PLAY_ON + ring[k], Z_HAND, s, items, 1, 1);
    }
    if (t->option[OPT_UNWOUND]) offer_subset(c, WIND, Z_HAND, s, first_items(g->seat[s].cards), 1, 1);
}

/* WHEEL-A2: the deck is empty, and a card is discarded all the same. */
static void discard_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, WIND, Z_HAND, s, first_items(wheel_at(t)->seat[s].cards), 1, 1);
}

/* WHEEL-V3, WHEEL-A8: the card of the Clock that has just been turned up. */
static void clock_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Wheel *g = wheel_at(t);
    unsigned join = may_join[rank_of(g->clock[g->clock_cards - 1].card)] & ~g->marked;
    for (int k = 0; k < RANKS; k++)
        if (join >> ring[k] & 1) offer(c, PLAY_ON + ring[k], 0, 0);
}

/* WHEEL-02, WHEEL-V1: how much stronger a card makes a Leader. */
static int16_t strengthens(Card c, int leader) { return is_dragon(c) ? 3 : rank_of(c) == (Rank)leader ? 2 : 1; }

static void worth(const Setup *setup, const Table *t, Seat s, const Choice *o, Worth *ret)
{
    const Wheel *g = wheel_at(t);
    int leader = o->verb - PLAY_ON;
    if (leader < WARRIOR || leader > ROGUE) return;
    ret->of = "strength";
    if (!o->items) ret->base = strengthens(g->clock[g->clock_cards - 1].card, leader);
    ret->items = o->items != 0;
    for (int i = 0; i < g->seat[s].cards; i++) ret->item[i] = strengthens(g->seat[s].hand[i].card, leader);
}

enum { Q_PLAY = WAGER_ASKS, Q_CLOCK, Q_DISCARD, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS,
    [Q_PLAY] = {.prompt = "Play which card, and on whom?",
                .help = "On the Leader of its own rank for 2, on a neighbour for 1.",
                .who = who_turn,
                .choices = play_choices},
    [Q_DISCARD] = {.prompt = "Discard which card?",
                   .help = "The deck is empty, and the Clock goes on.",
                   .who = who_turn,
                   .choices = discard_choices},
    [Q_CLOCK] = {.prompt = "Where does the card of the Clock go?",
                 .help = "To its own Leader for 2, to a neighbour for 1.",
                 .who = who_turn,
                 .choices = clock_choices},
};

/* WHEEL-04, WHEEL-05, WHEEL-V3. */
static void deal(Wheel *g, Env *e)
{
    Table *t = &g->base.table;
    memset(g->seat, 0, sizeof g->seat[0] * t->seats);
    memset(g->on_spoke, 0, sizeof g->on_spoke);
    memset(g->strength, 0, sizeof g->strength);
    memset(g->spokes, 0, sizeof g->spokes);
    memset(g->discard, 0, sizeof g->discard);
    memset(g->clock, 0, sizeof g->clock);
    g->discards = g->clock_cards = 0;
    tavern_fill(e->setup, g->deck, t->option[OPT_DRAGONS]);
    for (Seat s = 0; s < t->seats; s++)
        while (has(still_in(t), s) && g->seat[s].cards < HAND)
            g->seat[s].hand[g->seat[s].cards++] = pile_draw(e, &g->deck, only(s));
    tell(e, TAP_MOVED, "Everybody in is dealt {n} cards.", .n = HAND, .from = Z_DECK, .to = Z_HAND);
    int clock = t->option[OPT_UNWOUND] ? count(still_in(t)) + 1 : ROUNDS;
    while (g->clock_cards < clock) g->clock[g->clock_cards++] = pile_draw(e, &g->deck, 0);
    tell(e, TAP_MOVED, "The Clock has {n} cards.", .n = clock, .from = Z_DECK, .to = Z_CLOCK);
}

/* CARDS-09, CARDS-A3, WHEEL-A1: a new deck is made of discards and folded hands; what lies on the Wheel stays there. */
static void renew_deck(Wheel *g, Env *e)
{
    Table *t = &g->base.table;
    give_back(&g->deck, g->discard, &g->discards);
    for (Seat s = 0; s < t->seats; s++)
        if (!has(still_in(t), s)) give_back(&g->deck, g->seat[s].hand, &g->seat[s].cards);
    if (!g->deck.n) return;
    chance_shuffle(e, &g->deck);
    tell(e, TAP_SAID, "What was laid aside is shuffled into a new deck.");
}

/* WHEEL-06. With ten players the cards may be gone: then there is none to draw (CARDS-A1). */
static void draw(Wheel *g, Seat s, Env *e)
{
    Steward *p = &g->seat[s];
    if (!g->deck.n) renew_deck(g, e);
    if (!g->deck.n) return;
    p->hand[p->cards++] = pile_draw(e, &g->deck, only(s));
    tell(e, TAP_MOVED, "{who} draws the {card}.", .who = s, .card = p->hand[p->cards - 1].card, .seen_by = only(s),
         .unseen = "{who} draws a card.", .from = Z_DECK, .to = Z_HAND, .to_owner = s);
}

/* WHEEL-02, WHEEL-14: on a spoke lie first its Companions, then its Allies, then its Dragons. */
static void join(Wheel *g, Card card, Rank leader)
{
    static const uint8_t order[] = {[COMPANION] = 0, [ALLY] = 1, [DRAGON_STRENGTH] = 2};
    int at = 0, all = 0;
    for (Rank r = WARRIOR; r <= ROGUE; r++) all += g->on_spoke[r], at += r < leader ? g->on_spoke[r] : 0;
    for (int end = at + g->on_spoke[leader]; at < end; at++)
        if (order[strength_of(g->spokes[at].card, leader)] > order[strength_of(card, leader)]) break;
    memmove(&g->spokes[at + 1], &g->spokes[at], sizeof(Slot) * (size_t)(all - at));
    g->spokes[at] = (Slot){card, PUBLIC};
    g->on_spoke[leader]++;
    g->strength[leader] = (uint8_t)(g->strength[leader] + strength_of(card, leader));
}

static const char *const played_on[RANKS + 1] = {
    "",
    "{who} plays the {card} on the Warrior.",
    "{who} plays the {card} on the Lady.",
    "{who} plays the {card} on the Bard.",
    "{who} plays the {card} on the Merchant.",
    "{who} plays the {card} on the Rogue.",
};
static const char *const clock_went_to[RANKS + 1] = {
    "",
    "The {card} of the Clock joins the Warrior.",
    "The {card} of the Clock joins the Lady.",
    "The {card} of the Clock joins the Bard.",
    "The {card} of the Clock joins the Merchant.",
    "The {card} of the Clock joins the Rogue.",
};

static void play(Wheel *g, Seat s, int i, Rank leader, Env *e)
{
    Slot card = hand_take_unseen(g->seat[s].hand, &g->seat[s].cards, i, PUBLIC);
    join(g, card.card, leader);
    tell(e, TAP_SHOWN, played_on[leader], .who = s, .card = card.card, .from = Z_HAND, .from_owner = s,
         .to = (uint8_t)(Z_SPOKE + leader));
}

static void lay_open(Wheel *g, Slot card) { g->discard[g->discards++] = (Slot){card.card, PUBLIC}; }

static Slot take_clock(Wheel *g)
{
    Slot card = g->clock[--g->clock_cards];
    g->clock[g->clock_cards] = (Slot){0, 0};
    return card;
}

static void clock_joins(Wheel *g, Rank leader, Env *e)
{
    Card card = take_clock(g).card;
    join(g, card, leader);
    tell(e, TAP_SHOWN, clock_went_to[leader], .card = card, .from = Z_CLOCK, .to = (uint8_t)(Z_SPOKE + leader));
}

/* WHEEL-07: one step clockwise of its own rank. WHEEL-V1, WHEEL-V2: dragons and what is bound for a marked Leader are
 * discarded without replacement. */
static void tick(Wheel *g, Env *e)
{
    Card card = g->clock[g->clock_cards - 1].card;
    Rank leader = (Rank)clockwise[rank_of(card)];
    if (is_dragon(card) || g->marked >> leader & 1) {
        lay_open(g, take_clock(g));
        tell(e, TAP_SHOWN, "The {card} of the Clock is discarded.", .card = card, .from = Z_CLOCK, .to = Z_DISCARD);
    } else clock_joins(g, leader, e);
}

/* WHEEL-V3, WHEEL-A8: the next card of the Clock is turned up. False if it is a dragon, which is discarded (WHEEL-A3).
 */
static bool turn_up_clock(Wheel *g, Seat s, Env *e)
{
    Slot *card = &g->clock[g->clock_cards - 1];
    card->known = PUBLIC;
    tell(e, TAP_SHOWN, "{who} turns up the {card} of the Clock.", .who = s, .card = card->card, .from = Z_CLOCK);
    if (!is_dragon(card->card)) return true;
    lay_open(g, take_clock(g));
    return false;
}

static void wind(Wheel *g, Seat s, int i, Env *e)
{
    Slot card = hand_take_unseen(g->seat[s].hand, &g->seat[s].cards, i, PUBLIC);
    lay_open(g, card);
    tell(e, TAP_SHOWN, "{who} discards the {card}.", .who = s, .card = card.card, .from = Z_HAND, .from_owner = s,
         .to = Z_DISCARD);
}

static void show_hands(Wheel *g, Env *e)
{
    tell(e, TAP_SAID, "The strongest Leader is the {card}.", .card = GREY_CARD + strongest(g->strength) - 1);
    for (Seat s = 0; s < g->base.table.seats; s++)
        if (has(still_in(&g->base.table), s)) show_cards(g->seat[s].hand, g->seat[s].cards, TAVERN, s, Z_HAND, e);
}

enum { S_GAME = WAGER_SCRIPTS, S_UNWIND, S_NEXT, SCRIPTS_END };

SCRIPT(wheel_play, { Seat turn; SeatSet todo; uint8_t round; })
{
    Wheel *g = wheel_of(t);
    BEGIN;
    PHASE(P_ANTE);
    ANTE();                                                       /* WHEEL-03 */
    PHASE(P_DEAL);
    deal(g, e);                                                   /* WHEEL-04, 05 */
    if (t->option[OPT_UNWOUND]) CALL(S_UNWIND);                   /* WHEEL-V3 */
    else
        for (f->round = 0; f->round < ROUNDS; f->round++) {       /* WHEEL-09 */
            PHASE(P_PLAY);
            IN_TURN_ORDER (f->turn, f->todo, still_in(t), t->start) { /* WHEEL-06, WHEEL-A5 */
                draw(g, f->turn, e);
                ASK(f->turn, Q_PLAY);
                play(g, f->turn, __builtin_ctz(ANSWER(f->turn)->value), (Rank)(ANSWER(f->turn)->verb - PLAY_ON), e);
            }
            tick(g, e);                                           /* WHEEL-07 */
            PHASE(P_BET);
            BETTING_ROUND();                                      /* WHEEL-08 */
        }
    PHASE(P_SHOWDOWN);
    show_hands(g, e);                                             /* WHEEL-10 */
    END;
}

/* WHEEL-V3, WHEEL-A2, WHEEL-A7: turns go round until the last card of the Clock has been played or discarded. Each turn
 * takes a card off the deck or off the Clock, so there is an end. */
SCRIPT(wheel_unwind, { Seat turn; bool winds; })
{
    Wheel *g = wheel_of(t);
    BEGIN;
    PHASE(P_PLAY);
    for (f->turn = t->start; g->clock_cards; f->turn = next_seat(t, f->turn)) {
        f->turn = seat_from(t, still_in(t), f->turn);
        f->winds = !g->deck.n;
        if (!f->winds) {
            draw(g, f->turn, e);
            ASK(f->turn, Q_PLAY);
            f->winds = ANSWER(f->turn)->verb == WIND;
            if (f->winds) wind(g, f->turn, __builtin_ctz(ANSWER(f->turn)->value), e);
            else play(g, f->turn, __builtin_ctz(ANSWER(f->turn)->value), (Rank)(ANSWER(f->turn)->verb - PLAY_ON), e);
        } else if (t->option[OPT_EMPTY_DECK] == EMPTY_DISCARDS && g->seat[f->turn].cards) {
            ASK(f->turn, Q_DISCARD);
            wind(g, f->turn, __builtin_ctz(ANSWER(f->turn)->value), e);
        }
        if (f->winds && turn_up_clock(g, f->turn, e)) {
            ASK(f->turn, Q_CLOCK);
            clock_joins(g, (Rank)(ANSWER(f->turn)->verb - PLAY_ON), e);
        }
    }
    END;
}

/* WHEEL-V2: the number of games played and the markers, as the next game finds them; after the third there are none. */
static void take_up_series(Wheel *g)
{
    g->game = (uint8_t)(g->base.wager.series / 256 + 1);
    g->marked = (uint8_t)(g->base.wager.series % 256);
}

static void mark_strongest(Wheel *g, Env *e)
{
    if (g->game == SERIES) g->marked = 0;
    else if (count(g->base.wager.dealt) >= 2) {
        g->marked |= (uint8_t)(1 << strongest(g->strength));
        tell(e, TAP_SAID, "The {card} is marked and takes no cards in the next game.",
             .card = GREY_CARD + strongest(g->strength) - 1);
    }
    g->base.wager.series = g->game == SERIES ? 0 : (uint16_t)(g->game * 256 + g->marked);
}

/* Alone, the three games of a series are played in a row; a host may put others between them. */
SCRIPT0(next_of_series)
{
    BEGIN;
    if (!wager_at(t)->series) RETURN(false);
    wager_next_game(t);
    RETURN(true);
    END;
}

/* WHEEL-V2: a marker for the strongest after each game. */
SCRIPT0(wheel_series)
{
    Wheel *g = wheel_of(t);
    BEGIN;
    do {
        if (t->option[OPT_SERIES]) take_up_series(g);
        CALL(S_GAME);
        if (!t->option[OPT_SERIES]) RETURN(0);
        mark_strongest(g, e);
        CALL(S_NEXT);
    } while (RESULT);
    END;
}

static const Act acts[] = {
    WAGER_ACTS,
    [S_HANDS] = ACT(wheel_series, NO_ROLE),
    [S_GAME] = ACT(wager_hands, NO_ROLE),
    [S_PLAY] = ACT(wheel_play, NO_ROLE),
    [S_UNWIND] = ACT(wheel_unwind, NO_ROLE),
    [S_NEXT] = ACT(next_of_series, ROLE_SERIES),
};

/* ---------------------------------------------------------------- scoring */

/* What a card brings under the strongest Leader (WHEEL-12). */
static int worth_under(Rank best, Rank r) { return r == best ? 2 : r != NO_RANK && may_join[r] >> best & 1; }

/* WHEEL-12, WHEEL-V1. A holding's dice are the strengths of the Leaders in the order of ranks, its common cards the
 * Clock's that are still to be laid out, its extra number the marked Leaders. */
static void score(const int16_t *option, const TapHolding *h, TapScore *ret, TapParts *parts)
{
    uint8_t strength[RANKS + 1] = {0};
    for (int i = 0; i < h->dice; i++) strength[WARRIOR + i] = h->die[i];
    for (int i = 0; i < h->commons; i++) {
        int leader = clockwise[rank_of(h->common[i])];
        if (leader && !(h->extra >> leader & 1)) strength[leader]++;
    }
    Rank best = strongest(strength);
    explain(parts, 0, "The %s leads with %d", leader_name[best], strength[best]);
    for (int worth = 2; worth > 0; worth--) {
        uint64_t earn = 0;
        for (int i = 0; i < h->cards; i++)
            if (worth_under(best, rank_of(h->card[i])) == worth) earn |= 1ull << i;
        int n = __builtin_popcountll(earn);
        ret->points += n * worth;
        if (!n) continue;
        explain(parts, n * worth, worth == 2 ? "the strongest Leader's rank" : "a neighbour of his");
        for (int i = 0; i < h->cards; i++)
            if (earn >> i & 1) from_card(parts, i);
    }
    ret->rank = ret->points;
    tie_by_colour(h->card, h->cards, ret);                        /* WHEEL-13 */
}

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    const Wheel *g = wheel_at(t);
    for (int i = 0; i < g->seat[s].cards; i++) ret->card[ret->cards++] = g->seat[s].hand[i].card;
    while (ret->dice < RANKS) ret->die[ret->dice] = g->strength[WARRIOR + ret->dice], ret->dice++;
}

/* The rank a letter stands for, NO_RANK for the dragon's, -1 for none. */
static int rank_of_letter(char letter)
{
    static const char letters[] = "DWLBMR";
    const char *at = letter ? strchr(letters, letter & ~0x20) : NULL;
    return at ? (int)(at - letters) : -1;
}

/* "W@W M-owl@B D@M": what lies on whom. No more than the deck has, so that no strength outgrows its byte. */
static bool read_plays(const int16_t *option, const char *text, TapHolding *h, TapError *error)
{
    int plays = 0, dragons = 0;
    h->dice = RANKS;
    for (text += strspn(text, " ,"); *text; text += strspn(text, " ,")) {
        size_t len = strcspn(text, " ,"), at = strcspn(text, "@");
        int    rank = rank_of_letter(text[0]), leader = at + 2 == len ? rank_of_letter(text[at + 1]) : -1;
        if (rank < 0 || leader < WARRIOR || (at != 1 && text[1] != '-'))
            return fail_with(error, "Write plays as W@M: a Warrior on the Merchant.");
        if (rank == NO_RANK && !option[OPT_DRAGONS])
            return fail_with(error, "Dragons play only with the option dragon-cards.");
        if (++plays > PLAYS_MOST) return fail_with(error, "There are not so many cards in the deck.");
        if (rank == NO_RANK && ++dragons > HUES) return fail_with(error, "There are only three dragons.");
        if (!(may_join[rank] >> leader & 1))
            return fail_with(error, "A card goes to its own Leader or to one beside him: W M B L R in a ring.");
        h->die[leader - 1] = (uint8_t)(h->die[leader - 1] + (rank == NO_RANK  ? DRAGON_STRENGTH
                                                             : rank == leader ? COMPANION
                                                                              : ALLY));
        text += len;
    }
    return true;
}

static bool read_marked(const int16_t *option, const char *text, TapHolding *h, TapError *error)
{
    for (; *text; text++) {
        if (strchr(" ,", *text)) continue;
        int leader = rank_of_letter(*text);
        if (leader < WARRIOR) return fail_with(error, "Write the marked Leaders as letters: W L.");
        h->extra |= (int16_t)(1 << leader);
    }
    return true;
}

static bool key(const int16_t *option, const char *name, const char *value, TapHolding *h, TapError *error)
{
    return !strcmp(name, "plays") ? read_plays(option, value, h, error) : read_marked(option, value, h, error);
}

static bool check(const int16_t *option, const TapHolding *h, TapError *error)
{
    if (!h->dice && !h->commons)
        return fail_with(error, "Say what lies on the Wheel: plays=\"W@W R@L\" and so on, clock=\"M-owl\" and so on.");
    if (__builtin_popcount((unsigned)h->extra) >= SERIES)
        return fail_with(error, "At most two Leaders are marked while a game is on.");
    for (int i = 0; i < h->dice; i++)
        if (h->die[i] && h->extra >> (WARRIOR + i) & 1)
            return fail_with(error, "No card is played on a marked Leader.");
    return true;
}

static int faces(const int16_t *option) { return option[OPT_DRAGONS] ? GREY_CARD : DRAGON; }
static const TapScoreWord played[] = {{"W", "a Warrior"},
                                      {"L", "a Lady"},
                                      {"B", "a Bard"},
                                      {"M", "a Merchant"},
                                      {"R", "a Rogue"},
                                      {"D", "a Dragon"},
                                      {0}};
static const TapScoreWord leaders[] = {{"W", "the Warrior"}, {"M", "the Merchant"}, {"B", "the Bard"},
                                       {"L", "the Lady"},    {"R", "the Rogue"},    {0}};
static const TapScoreField fields[] = {
    {.label = "Hand",
     .kind = TAP_SCORE_CARDS,
     .min = 1,
     .max = HAND,
     .about = "Pick the cards that are left in the hand",
     .example = "L-owl R-wolf B-hare M-hawk"},
    {.label = "Played on the Wheel",
     .key = "plays",
     .kind = TAP_SCORE_PAIRS,
     .max = PLAYS_MOST,
     .words = played,
     .places = leaders,
     .about = "Say which card was played on which Leader",
     .example = "R@L R@L B@M"},
    {.label = "The Clock",
     .key = "clock",
     .kind = TAP_SCORE_CARDS,
     .max = ROUNDS,
     .about = "Say which cards of the Clock were turned up",
     .example = "B-owl",
     .without = OPT_UNWOUND + 1},
    {.label = "Marked Leaders",
     .key = "marked",
     .kind = TAP_SCORE_WORDS,
     .max = SERIES - 1,
     .words = leaders,
     .about = "Who was strongest in an earlier game takes no cards",
     .example = "W",
     .with = OPT_SERIES + 1},
    {0},
};
static const Scoring scoring = {.running = true,
                                .ties = ties_by_colour,
                                .zones = 1u << Z_HAND,
                                .holding = holding,
                                .score = score,
                                .fields = fields,
                                .faces = faces,
                                .key = key,
                                .check = check};

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    static const char *const name[RANKS + 1] = {
        "", "Warrior's spoke", "Lady's spoke", "Bard's spoke", "Merchant's spoke", "Rogue's spoke"};
    Wheel *g = wheel_of(t);
    int    at[RANKS + 2] = {0};
    for (Rank r = WARRIOR; r <= ROGUE; r++) at[r + 1] = at[r] + g->on_spoke[r];
    piece_deck(p, Z_DECK, &g->deck);
    piece_cards(p, "Clock", Z_CLOCK, NOBODY, ROW, TAVERN, g->clock, g->clock_cards);
    for (int k = 0; k < RANKS; k++)
        if (g->on_spoke[ring[k]])
            piece_cards(p, name[ring[k]], Z_SPOKE + ring[k], NOBODY, FAN, TAVERN, g->spokes + at[ring[k]],
                        g->on_spoke[ring[k]]);
    if (g->discards) piece_cards(p, "discards", Z_DISCARD, NOBODY, STACK, TAVERN, g->discard, g->discards);
    for (Seat s = 0; s < t->seats; s++)
        piece_cards(p, "hand", Z_HAND, s, FAN, TAVERN, g->seat[s].hand, g->seat[s].cards)->flags =
            has(still_in(t), s) ? ALTERABLE : TURNED_DOWN;
}

/* WHEEL-01, WHEEL-14: the Leaders in their ring, and how strong each is. */
static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    static const char *const marked[RANKS + 1] = {
        "", "Warrior, marked", "Lady, marked", "Bard, marked", "Merchant, marked", "Rogue, marked"};
    const Wheel *g = wheel_at(t);
    wager_counters(setup, t, m);
    if (t->option[OPT_SERIES]) view_counter(m, "game", NOBODY, g->game);
    view_zone(m, "Wheel", Z_WHEEL, NOBODY, RING, RANKS, 0);
    for (int k = 0; k < RANKS; k++)
        view_figure(m, g->marked >> ring[k] & 1 ? marked[ring[k]] : leader_name[ring[k]],
                    setup->content->deck[TAVERN]->face[ring[k] - WARRIOR].figure);
    for (int k = 0; k < RANKS; k++) view_counter(m, leader_name[ring[k]], NOBODY, g->strength[ring[k]]);
}

/* Three games of a series, each with its own bets and replays. */
static uint64_t bound(const Setup *setup) { return wager_bound(setup) * (setup->option[OPT_SERIES] ? SERIES : 1); }

const Game the_wheel = {
    .id = "the-wheel",
    .title = "The Wheel",
    .about = "Play cards to strengthen a Leader; cards like him and his neighbours count in your hand.",
    .facts = {.minutes = 5, .skill = 4, .with = "cards", .figure = "lady", .hue = "red"},
    .rules = 2,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 8,
    .size = sizeof(Wheel), .seat_size = sizeof(Steward),
    /* Unwound, two players draw at most 76 cards and turn up 3: with two questions for a card of the Clock, 41 each. */
    .betting_rounds = ROUNDS, .own_decisions = 41,
    WAGER_GAME, .content = &tavern_content, .bound = bound, .worth = worth, .counters = counters, .scoring = &scoring,
};
