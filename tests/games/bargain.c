/*
 * A bargain over tokens against the sand. A hoard lies open; in open talk anybody may propose how to split it or accept
 * what another proposes, or has nothing to say until somebody else speaks; the clock has three grains, the last ends
 * the talk. What is dealt out goes behind the screens: everybody has seen it, until a thief takes one token unseen.
 * Then each in turn may trade with the bank: so many of each kind given, so many wanted, and guesses a kind of token.
 */
#include "curios.h"
#include "games.h"
#include "view/view.h"

enum { HOARD = 11, GRAINS = 3, STASH = ALL_TOKENS, TALK = 40 };

typedef struct Trader {
    uint8_t tokens, wants; /* wants: 1 + the seat whose proposal stands accepted */
    Slot    token[STASH];
    int16_t coins;
} Trader;

typedef struct Market {
    Table   table;
    uint8_t lying, grains, said;
    uint8_t stock[TOKEN_KINDS]; /* of the hoard */
    SeatSet proposed;
    Move    proposal[MAX_SEATS];
    Slot    hoard[HOARD];
    int32_t bank, pot;
    PILE(bag, ALL_TOKENS);
    Trader  seat[MAX_SEATS];
} Market;

static Market *market_of(Table *t) { return (Market *)t; }
static const Market *market_at(const Table *t) { return (const Market *)t; }

enum { OPT_SECONDS, OPTIONS_END };
static const TapOption options[] = {
    [OPT_SECONDS] = {"seconds", "how long the sand runs", TAP_NUMBER, 60, 30, 300, NULL}};

enum { PROPOSE = 1, ACCEPT, WAIT, GRAIN, TRADE, KEEP, GUESS, STEAL, VERBS_END };
static const Verb verbs[] = {
    [PROPOSE] = {.word = "propose", .label = "Propose a split"},
    [ACCEPT] = {.word = "accept", .label = "Accept the split of {a}", .args = 1},
    [WAIT] = {.word = "wait", .label = "Say nothing for now"},
    [GRAIN] = {.word = "grain", .label = "The sand runs"},
    [TRADE] = {.word = "trade", .label = "Trade with the bank"},
    [KEEP] = {.word = "keep", .label = "Keep what you have"},
    [GUESS] = {.word = "guess", .label = "Guess a kind"},
    [STEAL] = {.word = "steal", .label = "Take a token of {a} unseen", .args = 1},
};
static const char *const phases[] = {"The talk", "The thief", "The bank"};
enum { Z_BAG = 1, Z_HOARD, Z_STASH };

static SeatSet who_talks(const Setup *setup, const Table *t)
{
    return everyone(t) | only(CLOCK);
}

static void talk_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Market *g = market_at(t);
    if (s == CLOCK) {
        offer(c, GRAIN, 0, 0);
        return;
    }
    offer(c, WAIT, 0, 0);
    if (g->said < TALK) offer_split(c, PROPOSE, TOKENS, g->stock, TOKEN_KINDS, everyone(t));
    for (Seat o = 0; o < t->seats; o++)
        if (o != s && has(g->proposed, o) && g->seat[s].wants != o + 1) offer(c, ACCEPT, o, 0);
}

static void talk_glass(const Setup *setup, const Table *t, TapGlass *ret)
{
    *ret = (TapGlass){.seconds = (uint16_t)t->option[OPT_SECONDS], .grains = GRAINS, .turn = 1};
}

static void steal_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (Seat o = 0; o < t->seats; o++) {
        int n = market_at(t)->seat[o].tokens;
        if (o != s && n) offer_subset(c, STEAL, Z_STASH, o, first_items(n), 1, 1)->a = (uint8_t)o;
    }
    offer(c, KEEP, 0, 0);
}

/* Two or fewer against two or fewer; what the bank gives is bounded by what can be there, not by what others hold. */
static void trade_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Market *g = market_at(t);
    const Deck   *deck = setup->content->deck[TOKENS];
    uint8_t       most[2 * TOKEN_KINDS] = {0};
    int           own = 0;
    for (int i = 0; i < g->seat[s].tokens; i++) most[g->seat[s].token[i].card]++;
    for (int k = 0; k < TOKEN_KINDS; k++) {
        own += most[k];
        most[TOKEN_KINDS + k] = deck->face[k].copies < 2 ? deck->face[k].copies : 2;
    }
    offer(c, KEEP, 0, 0);
    if (own) offer_counts(c, TRADE, TOKENS, most, 2 * TOKEN_KINDS, TOKEN_KINDS, 1, 2, 1, g->seat[s].coins ? 2 : 1);
}

static void guess_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_faces(c, GUESS, TOKENS, first_items(TOKEN_KINDS), 1, 1);
}

enum { Q_TALK, Q_STEAL, Q_TRADE, Q_GUESS, ASKS_END };
static const Question questions[] = {
    [Q_TALK] = {.prompt = "Your word?", .who = who_talks, .choices = talk_choices, .pass = WAIT, .glass = talk_glass},
    [Q_STEAL] = {.prompt = "Steal?", .who = who_turn, .choices = steal_choices},
    [Q_TRADE] = {.prompt = "Trade?", .who = who_turn, .choices = trade_choices},
    [Q_GUESS] = {.prompt = "Which kind comes next?", .who = who_turn, .choices = guess_choices},
};

/* The split that all want, or NOBODY. */
static Seat agreed(const Market *g, int seats)
{
    for (Seat s = 1; s < seats; s++)
        if (g->seat[s].wants != g->seat[0].wants) return NOBODY;
    return (Seat)(g->seat[0].wants - 1);
}

static void deal_out(Market *g, const Move *split)
{
    int thing = 0;
    for (int kind = 0; kind < TOKEN_KINDS; kind++)
        for (int i = 0; i < g->lying; i++)
            if (g->hoard[i].card == kind) {
                Trader *to = &g->seat[tap_assigned(split, thing++)];
                to->token[to->tokens++] = g->hoard[i];
            }
    memset(g->hoard, 0, sizeof g->hoard);
    memset(g->stock, 0, sizeof g->stock);
    g->lying = 0;
}

/* The bank takes what is given and pays or is paid a coin for each token less or more; tokens wanted come out of the
 * bag by luck if they are not there. */
static void trade(Market *g, Seat s, const Move *m, Env *e)
{
    Trader *x = &g->seat[s];
    int     gave = 0, got = 0;
    for (int k = 0; k < TOKEN_KINDS; k++)
        for (int n = tap_assigned(m, k); n; n--, gave++) {
            int i = 0;
            while (x->token[i].card != k) i++;
            pile_return(&g->bag, hand_take_unseen(x->token, &x->tokens, i, PUBLIC).card);
            tell(e, TAP_MOVED, "{who} gives the {card}.", .who = s, .card = (Card)k, .deck = TOKENS, .to = Z_BAG);
        }
    chance_shuffle(e, &g->bag);
    for (int k = 0; k < TOKEN_KINDS; k++) got += tap_assigned(m, TOKEN_KINDS + k);
    for (int n = got; n && g->bag.n; n--) {
        x->token[x->tokens] = pile_draw(e, &g->bag, PUBLIC);
        tell(e, TAP_SHOWN, "{who} draws the {card}.", .who = s, .card = x->token[x->tokens].card, .deck = TOKENS,
             .from = Z_BAG);
        x->tokens++;
    }
    x->coins = (int16_t)(x->coins + gave - got);
    g->bank -= gave - got;
}

static void lay_out(Market *g, Env *e)
{
    for (g->lying = 0; g->lying < HOARD; g->lying++) {
        g->hoard[g->lying] = pile_draw(e, &g->bag, PUBLIC);
        g->stock[g->hoard[g->lying].card]++;
        tell(e, TAP_SHOWN, "The {card} lies there.", .card = g->hoard[g->lying].card, .deck = TOKENS, .to = Z_HOARD);
    }
}

/* Only the two of them know what went; all others know of neither stash any more what it holds. */
static void steal(Market *g, Seat thief, Seat from, int i, Env *e)
{
    SeatSet saw = only(thief) | only(from);
    Trader *me = &g->seat[thief];
    Slot    got = hand_take_screened(g->seat[from].token, &g->seat[from].tokens, i, saw);
    got.known = saw;
    me->token[me->tokens++] = got;
    tell(e, TAP_MOVED, "{who} steals the {card} of {other}.", .who = thief, .other = from, .card = got.card,
         .deck = TOKENS, .seen_by = saw, .unseen = "{who} steals a token of {other}.", .from = Z_STASH,
         .from_owner = from, .to = Z_STASH, .to_owner = thief);
}

SCRIPT(bargaining, { Seat turn; })
{
    Market *g = market_of(t);
    BEGIN;
    lay_out(g, e);
    while (agreed(g, t->seats) == NOBODY && g->grains < GRAINS) {
        ASK_ANY(who_talks(e->setup, t), Q_TALK);
        if (ANSWERED == CLOCK) g->grains++;
        else if (ANSWER(ANSWERED)->verb == PROPOSE) {
            g->proposed |= only(ANSWERED);
            g->proposal[ANSWERED] = *ANSWER(ANSWERED);
            for (Seat s = 0; s < t->seats; s++)
                if (g->seat[s].wants == ANSWERED + 1) g->seat[s].wants = 0;
            g->seat[ANSWERED].wants = (uint8_t)(ANSWERED + 1);
            g->said++;
        } else g->seat[ANSWERED].wants = (uint8_t)(ANSWER(ANSWERED)->a + 1);
    }
    if (agreed(g, t->seats) != NOBODY) deal_out(g, &g->proposal[agreed(g, t->seats)]);
    PHASE(1);
    for (f->turn = 0; f->turn < t->seats; f->turn++) {
        ASK(f->turn, Q_STEAL);
        if (ANSWER(f->turn)->verb == KEEP) continue;
        steal(g, f->turn, (Seat)ANSWER(f->turn)->a, __builtin_ctzll(tap_chosen(ANSWER(f->turn))), e);
    }
    PHASE(2);
    for (f->turn = 0; f->turn < t->seats; f->turn++) {
        ASK(f->turn, Q_TRADE);
        if (ANSWER(f->turn)->verb == TRADE) trade(g, f->turn, ANSWER(f->turn), e);
        ASK(f->turn, Q_GUESS);
        if (!g->bag.n) continue;
        pile_peek(e, &g->bag, 1, PUBLIC);
        tell(e, TAP_SHOWN, "The {card} lies on top.", .card = pile_top(&g->bag), .deck = TOKENS, .to = Z_BAG);
        t->score[f->turn] += tap_chosen(ANSWER(f->turn)) >> pile_top(&g->bag) & 1;
    }
    for (Seat s = 0; s < t->seats; s++) t->score[s] += g->seat[s].coins;
    END;
}

static const Act acts[] = {ACT(bargaining, NO_ROLE)};

static int32_t brought(const Setup *setup, Seat s) { return setup->stack[s] >= 0 ? setup->stack[s] : 2; }

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    Market *g = market_of(t);
    pile_begin(g->bag, TOKENS);
    pile_fill(setup, &g->bag, true);
    g->bank = 100;
    g->pot = setup->pot;
    for (Seat s = 0; s < t->seats; s++) g->seat[s].coins = (int16_t)brought(setup, s);
}

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Market *g = market_of(t);
    piece_pile(p, "bag", Z_BAG, NOBODY, &g->bag);
    piece_cards(p, "hoard", Z_HOARD, NOBODY, ROW, TOKENS, g->hoard, g->lying);
    for (Seat s = 0; s < t->seats; s++)
        piece_cards(p, "stash", Z_STASH, s, FAN, TOKENS, g->seat[s].token, g->seat[s].tokens)->flags = TURNED_DOWN;
}

static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    view_counter(m, "bank", NOBODY, market_at(t)->bank);
    for (Seat s = 0; s < t->seats; s++) view_counter(m, "coins", s, market_at(t)->seat[s].coins);
}

static int32_t held(const Table *t, Seat s) { return market_at(t)->seat[s].coins; }
static int32_t on_table(const Table *t) { return market_at(t)->pot; }
static int32_t in_bank(const Table *t) { return market_at(t)->bank; }
static uint64_t bound(const Setup *setup)
{
    return (uint64_t)setup->seats * (TALK + GRAINS + 1) * (unsigned)(setup->seats + 2) + 3u * setup->seats;
}

const Game bargain = {
    .id = "bargain",
    .title = "Bargain",
    .about = "Splits, counts and a clock.",
    .rules = 1,
    .min_seats = 2,
    .max_seats = 6,
    .best_seats = 4,
    .size = sizeof(Market),
    .seat_size = sizeof(Trader),
    .options = options,
    .option_n = OPTIONS_END,
    .acts = acts,
    .act_n = 1,
    .questions = questions,
    .question_n = ASKS_END,
    .verbs = verbs,
    .verb_n = VERBS_END,
    PHASES(phases),
    .content = &curios,
    .setup = setup_table,
    .pieces = pieces,
    .counters = counters,
    .bound = bound,
    .money_brought = brought,
    .money_held = held,
    .money_on_table = on_table,
    .money_in_bank = in_bank,
};
