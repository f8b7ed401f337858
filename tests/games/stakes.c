/*
 * Betting in steps: each in turn opens or passes, and if nobody opens the hand is thrown in; then bets are answered one
 * by one, and whoever bets draws a card. The most cards win, a majority of one colour counts double: what a hand is
 * worth depends on the others. A raise is at most three, a bet at most nine.
 */
#include "games.h"
#include "wager/wager.h"

enum { RAISE_LIMIT = 3, BET_CAP = 9, HAND = 40 };

typedef struct Staker {
    uint8_t cards;
    Slot    hand[HAND];
} Staker;

typedef struct Stakes {
    Wagering base;
    TAVERN_PILE(deck);
    Staker   seat[MAX_SEATS];
} Stakes;

static Stakes *stakes_of(Table *t) { return (Stakes *)t; }
static const Stakes *stakes_at(const Table *t) { return (const Stakes *)t; }

static const TapOption options[] = {WAGER_OPTIONS};
static const TapClash clashes[] = {
    WAGER_CLASHES,
    {OPT_WAGER, WAGER_SHARES, WAGER_NONE, OPT_WAGER, WAGER_SHARES, WAGER_NONE, "it is all about bets."},
};
enum { OPTIONS_END = WAGER_OPTIONS_END };
enum { PASS = WAGER_VERBS_END, VERBS_END };
static const Verb verbs[] = {WAGER_VERBS, [PASS] = {.word = "pass", .label = "Pass"}};
static const char *const phases[] = {"Opening", "Betting"};
enum { Z_DECK = 1, Z_HAND };

static SeatSet who_opens(const Setup *setup, const Table *t)
{
    return only(t->turn);
}

static void open_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, PASS, 0, 0);
    if (wager_at(t)->stack[s])
        offer_amount(c, RAISE, 1, wager_at(t)->stack[s] < RAISE_LIMIT ? wager_at(t)->stack[s] : RAISE_LIMIT);
}

enum { Q_OPEN = WAGER_ASKS, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS, [Q_OPEN] = {.prompt = "Open?", .who = who_opens, .choices = open_choices}};

static void draw(Stakes *g, Seat s, Env *e)
{
    Staker *x = &g->seat[s];
    if (!g->deck.n || x->cards == HAND) return;
    x->hand[x->cards] = pile_draw(e, &g->deck, PUBLIC);
    tell(e, TAP_SHOWN, "{who} draws the {card}.", .who = s, .card = x->hand[x->cards].card, .to = Z_HAND,
         .to_owner = s);
    x->cards++;
}

SCRIPT(stakes_play, { Seat turn, raiser; SeatSet todo; })
{
    Stakes *g = stakes_of(t);
    Wager  *w = wager_of(t);
    BEGIN;
    memset(g->seat, 0, sizeof g->seat[0] * t->seats);
    tavern_fill(e->setup, g->deck, false);
    w->raise_limit = RAISE_LIMIT;
    w->bet_cap = BET_CAP;
    PHASE(0);
    ANTE();
    wager_begin_round(t);
    f->raiser = NOBODY;
    IN_TURN_ORDER (f->turn, f->todo, still_in(t), t->start) {
        ASK(f->turn, Q_OPEN);
        if (ANSWER(f->turn)->verb == PASS) continue;
        f->raiser = f->turn;
        wager_bet(t, f->turn, ANSWER(f->turn), e);
        draw(g, f->turn, e);
        break;
    }
    if (f->raiser == NOBODY) {
        wager_end_round(t);
        wager_throw_in(t);
        RETURN(0);
    }
    PHASE(1);
    for (f->turn = next_seat(t, f->raiser); w->to_act && count(w->in) > 1; f->turn = next_seat(t, f->turn)) {
        f->turn = seat_from(t, w->to_act, f->turn);
        ASK(f->turn, Q_BET);
        wager_bet(t, f->turn, ANSWER(f->turn), e);
        if (has(w->in, f->turn)) draw(g, f->turn, e);
    }
    wager_end_round(t);
    END;
}

static const Act acts[] = {WAGER_ACTS, [S_PLAY] = ACT(stakes_play, NO_ROLE)};

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    for (int i = 0; i < stakes_at(t)->seat[s].cards; i++) ret->card[ret->cards++] = stakes_at(t)->seat[s].hand[i].card;
}

static int of_hue(const TapHolding *h, int hue)
{
    int n = 0;
    for (int i = 0; i < h->cards; i++) n += hue_of(h->card[i]) == (Hue)hue;
    return n;
}

/* A card is worth one, two if nobody has as many of its colour. */
static void score_all(const int16_t *option, const TapHolding *h, SeatSet who, TapScore *ret, TapParts *parts)
{
    for (Seat s = 0; s < MAX_SEATS; s++)
        for (int hue = RED; has(who, s) && hue < HUES; hue++) {
            bool majority = true;
            for (Seat o = 0; o < MAX_SEATS; o++)
                majority = majority && (o == s || !has(who, o) || of_hue(&h[o], hue) < of_hue(&h[s], hue));
            int worth = of_hue(&h[s], hue) * (majority ? 2 : 1);
            ret[s].points += worth;
            ret[s].rank = ret[s].points;
            if (parts && worth)
                explain(&parts[s], worth, "%d of a colour%s", of_hue(&h[s], hue),
                        majority ? ", more than anybody" : "");
        }
}

static const TapScoreField fields[] = {
    {.label = "Cards", .about = "Type the cards", .kind = TAP_SCORE_CARDS, .min = 0, .max = HAND, .example = "W-wolf"},
    {0}};
static const Scoring scoring = {.holding = holding, .score_all = score_all, .fields = fields};

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Stakes *g = stakes_of(t);
    piece_deck(p, Z_DECK, &g->deck);
    for (Seat s = 0; s < t->seats; s++)
        piece_cards(p, "hand", Z_HAND, s, ROW, TAVERN, g->seat[s].hand, g->seat[s].cards)->flags =
            has(still_in(t), s) ? 0 : TURNED_DOWN;
}

const Game stakes = {
    .id = "stakes", .title = "Stakes", .about = "Betting between the cards.", .rules = 1,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 4, .size = sizeof(Stakes), .seat_size = sizeof(Staker),
    .betting_rounds = 1, .own_decisions = 1, WAGER_GAME, .content = &tavern_content, .scoring = &scoring,
};
