/* Dragon Hordes (HORD-01 .. HORD-A10): eight hordes of coins; predict the next card and take them. There is no pot and
 * no hand: coins go between the players and the hordes until the hordes are empty. */
#include "decks/tavern.h"
#include "wager/wager.h"

enum { DICE = 2, SIDES = 6, HORDES = HUES + RANKS, DUES = 2 /* coins due at once */ };

typedef struct Lair {
    Wagering base;
    int32_t  horde[HORDES]; /* HORD-01: those of the three colours, then those of the five ranks */
    int32_t  laid[MAX_SEATS], taken[MAX_SEATS]; /* coins on hordes, and from them */
    uint8_t  over, dice, revealed, unused;
    Die      die[DICE];
    Slot     card;     /* the last one revealed */
    TAVERN_PILE(deck);
    TAVERN_PILE(discards); /* those before it, seen by all (HORD-A6) */
} Lair;

static Lair *lair_of(Table *t) { return (Lair *)t; }
static const Lair *lair_at(const Table *t) { return (const Lair *)t; }
static int horde_of_hue(int hue) { return hue; }
static int horde_of_rank(int rank) { return HUES + rank - 1; }

enum { OPT_DOUBLE = WAGER_OPTIONS_END, OPTIONS_END };
static const TapOption options[] = {
    WAGER_OPTIONS,
    [OPT_DOUBLE] = {"double-double", "after doubles you take another turn", TAP_FLAG, 0, 0, 1, NULL,
                    .title = "Double double"},
};
#define NOT_HERE(option, value, reason) {option, value, value, option, value, value, reason}
/* The options about antes, raises and tied pots are there as everywhere and find nothing to do (CONC-A10). */
static const TapClash clashes[] = {
    NOT_HERE(OPT_WAGER, WAGER_SHARES, "there is no pot to share, coins lie in hordes (SHARE-06)."),
    NOT_HERE(OPT_WAGER, WAGER_NONE, "it is played with coins and with nothing else."),
};

enum { P_FILL, P_ROLL, P_PREDICT };
static const char *const phases[] = {"Fill the hordes", "Roll two dice", "Predict the next card"};

enum { PASS = 1, ROLL, LEAVE, PAY, PREDICT = PAY + HUES };
/* A prediction's verb: the ranks alone, then each colour, alone and with the ranks. */
#define PREDICT_VERB(hue, rank) (PREDICT - 1 + ((hue) + 1) * (RANKS + 1) + (rank))
enum { ANY_HUE = -1, VERBS_END = PREDICT_VERB(HUES, NO_RANK) };

#define OF_COLOUR(X, hue, colour) \
    X(hue, NO_RANK, colour, colour) \
    X(hue, WARRIOR, colour "-warrior", "a " colour " Warrior") \
    X(hue, LADY, colour "-lady", "a " colour " Lady") \
    X(hue, BARD, colour "-bard", "a " colour " Bard") \
    X(hue, MERCHANT, colour "-merchant", "a " colour " Merchant") \
    X(hue, ROGUE, colour "-rogue", "a " colour " Rogue")
#define PREDICTIONS(X) \
    X(ANY_HUE, WARRIOR, "warrior", "a Warrior") \
    X(ANY_HUE, LADY, "lady", "a Lady") \
    X(ANY_HUE, BARD, "bard", "a Bard") \
    X(ANY_HUE, MERCHANT, "merchant", "a Merchant") \
    X(ANY_HUE, ROGUE, "rogue", "a Rogue") \
    OF_COLOUR(X, RED, "red") OF_COLOUR(X, GREEN, "green") OF_COLOUR(X, BLUE, "blue")
#define AS_VERB(hue, rank, word_, what) [PREDICT_VERB(hue, rank)] = {.word = word_, .label = "Predict " what},
#define AS_TEXT(hue, rank, word_, what) [PREDICT_VERB(hue, rank)] = "{who} predicts " what ".",

static const Verb verbs[VERBS_END] = {
    [PASS] = {.word = "pass", .label = "Pass", .idle = 1},
    [ROLL] = {.word = "roll", .label = "Roll the dice", .idle = 1},
    [LEAVE] = {.word = "leave", .label = "Leave the game"},
    [PAY + RED] = {.word = "pay-red", .label = "A coin for the red horde"},
    [PAY + GREEN] = {.word = "pay-green", .label = "A coin for the green horde"},
    [PAY + BLUE] = {.word = "pay-blue", .label = "A coin for the blue horde"},
    PREDICTIONS(AS_VERB)
};
static const char *const predicted[VERBS_END] = {PREDICTIONS(AS_TEXT)};

enum { Z_DECK = 1, Z_REVEALED, Z_DISCARD, Z_DICE };

/* HORD-10: there is a host who lends. */
static bool may_borrow(const Table *t) { return t->taken >> ROLE_LOAN & 1; }

/* HORD-04, HORD-09: whoever leaves at the start of his turn does so before anything is paid. */
static void turn_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, ROLL, 0, 0);
    offer(c, LEAVE, 0, 0);
}

/* HORD-05: a 6 goes to a colour. HORD-09: leaving is always open. */
static void pay_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (int hue = RED; hue < HUES; hue++) offer(c, PAY + hue, 0, 0);
    offer(c, LEAVE, 0, 0);
}

/* HORD-06: no empty horde may be named; HORD-A2: nor more than one could pay for, unless one could borrow. */
static void predict_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Lair *g = lair_at(t);
    int32_t     coins = wager_at(t)->stack[s];
    bool        both = coins > 1 || may_borrow(t);
    offer(c, PASS, 0, 0);
    for (int hue = ANY_HUE; coins && hue < HUES; hue++) {
        if (hue != ANY_HUE && !g->horde[horde_of_hue(hue)]) continue;
        if (hue != ANY_HUE) offer(c, PREDICT_VERB(hue, NO_RANK), 0, 0);
        for (int rank = WARRIOR; rank <= ROGUE && (hue == ANY_HUE || both); rank++)
            if (g->horde[horde_of_rank(rank)]) offer(c, PREDICT_VERB(hue, rank), 0, 0);
    }
    offer(c, LEAVE, 0, 0);
}

enum { Q_TURN, Q_PAY, Q_PREDICT, ASKS_END };
static const Question questions[] = {
    [Q_TURN] = {.prompt = "Roll the dice, or leave?",
                .help = "What you roll you pay, unless it is doubles.",
                .who = who_turn,
                .choices = turn_choices},
    [Q_PAY] = {.prompt = "Which horde gets the coin for your 6?", .who = who_turn, .choices = pay_choices},
    [Q_PREDICT] = {.prompt = "What is the next card?",
                   .help = "A colour, a rank, both, or pass.",
                   .who = who_turn,
                   .choices = predict_choices},
};

/* ------------------------------------------------------------------ coins */

static void lay_coin(Lair *g, Seat s, int horde, Env *e)
{
    static const char *const text[HORDES] = {
        "{who} lays a coin on the red horde.",      "{who} lays a coin on the green horde.",
        "{who} lays a coin on the blue horde.",     "{who} lays a coin on the Warrior horde.",
        "{who} lays a coin on the Lady horde.",     "{who} lays a coin on the Bard horde.",
        "{who} lays a coin on the Merchant horde.", "{who} lays a coin on the Rogue horde.",
    };
    Wager *w = wager_of(&g->base.table);
    assert(w->stack[s] > 0);
    w->stack[s]--;
    g->horde[horde]++;
    g->laid[s]++;
    tell(e, TAP_PAID, text[horde], .who = s, .n = 1);
}

static int32_t in_hordes(const Lair *g, int from, int to)
{
    int32_t sum = 0;
    for (int i = from; i < to; i++) sum += g->horde[i];
    return sum;
}

static void take(Lair *g, Seat s, int from, int to, Env *e)
{
    int32_t coins = in_hordes(g, from, to);
    memset(&g->horde[from], 0, sizeof g->horde[0] * (size_t)(to - from));
    wager_of(&g->base.table)->stack[s] += coins;
    g->taken[s] += coins;
    tell(e, TAP_PAID, "{who} takes {n}.", .who = s, .n = coins);
    g->over = !in_hordes(g, 0, HORDES);                           /* HORD-03, HORD-A9 */
}

/* HORD-09; HORD-A3: the last one takes what lies there. */
static void leave(Lair *g, Seat s, Env *e)
{
    Wager *w = wager_of(&g->base.table);
    w->in = less(w->in, s);
    tell(e, TAP_SAID, "{who} leaves the game.", .who = s);
    if (count(w->in) > 1) return;
    take(g, tap_first_of(w->in), 0, HORDES, e);
    g->over = true;
}

/* HORD-A1: who cannot pay what he must is out. */
static void must_pay(Lair *g, Seat s, int horde, Env *e)
{
    if (!has(still_in(&g->base.table), s) || g->over) return;
    if (wager_at(&g->base.table)->stack[s]) lay_coin(g, s, horde, e);
    else leave(g, s, e);
}

/* ------------------------------------------------------------------- turn */

/* HORD-07, HORD-A6, CARDS-09. */
static Card reveal(Lair *g, Env *e)
{
    if (g->revealed) pile_return(&g->discards, g->card.card);
    if (!g->deck.n) {
        for (int i = 0; i < g->discards.n; i++) pile_return(&g->deck, pile_cards(&g->discards)[i]);
        pile_begin(g->discards, TAVERN);
        chance_shuffle(e, &g->deck);
        tell(e, TAP_SAID, "The discards are shuffled into a new deck.");
    }
    g->card = pile_draw(e, &g->deck, PUBLIC);
    g->revealed = 1;
    tell(e, TAP_SHOWN, "The {card} is revealed.", .card = g->card.card, .from = Z_DECK, .to = Z_REVEALED);
    return g->card.card;
}

/* The lower die lies first. */
static void roll(Lair *g, Seat s, Env *e)
{
    for (int i = 0; i < DICE; i++) {
        chance_roll(e, SIX_SIDED, &g->die[i], PUBLIC);
        tell(e, TAP_ROLLED, "{who} rolls a {n}.", .who = s, .n = g->die[i].face, .to = Z_DICE);
    }
    if (g->die[0].face > g->die[1].face) {
        Die high = g->die[0];
        g->die[0] = g->die[1];
        g->die[1] = high;
    }
    g->dice = DICE;
}

/* HORD-04, HORD-A7. */
static void doubles(Lair *g, Seat s, Env *e)
{
    if (in_hordes(g, 0, HUES)) take(g, s, 0, HUES, e);
    else take(g, s, 0, HORDES, e);
}

/* HORD-08: half of the horde that was right, the rest goes to the one that was not; HORD-A5. */
static void half_right(Lair *g, Seat s, int right, int wrong, Env *e)
{
    int32_t half = g->horde[right] / 2;
    wager_of(&g->base.table)->stack[s] += half;
    g->taken[s] += half;
    g->horde[wrong] += g->horde[right] - half;
    g->horde[right] = 0;
    tell(e, TAP_PAID, "Half right: {who} takes {n}, and the rest moves to the other horde.", .who = s, .n = half);
}

/* HORD-07, HORD-08. Gives the hordes that get a coin for what was wrong. */
static int resolve(Lair *g, Seat s, int hue, int rank, uint8_t ret_due[DUES], Env *e)
{
    int due = 0;
    tell(e, TAP_SAID, predicted[PREDICT_VERB(hue, rank)], .who = s);
    Card c = reveal(g, e);
    bool hue_right = hue == (int)hue_of(c), rank_right = rank == (int)rank_of(c);
    int  of_hue = horde_of_hue(hue), of_rank = horde_of_rank(rank);
    if (hue != ANY_HUE && rank && hue_right != rank_right) {
        half_right(g, s, hue_right ? of_hue : of_rank, hue_right ? of_rank : of_hue, e);
        return 0;
    }
    if (hue_right) take(g, s, of_hue, of_hue + 1, e);
    else if (hue != ANY_HUE) ret_due[due++] = (uint8_t)of_hue;
    if (rank_right) take(g, s, of_rank, of_rank + 1, e);
    else if (rank) ret_due[due++] = (uint8_t)of_rank;
    return due;
}

static bool plays_on(const Lair *g, Seat s) { return !g->over && has(still_in(&g->base.table), s); }

enum { S_HORDES, S_PAY, S_LOAN, SCRIPTS_END };

/* HORD-10, HORD-A4: nobody lends here; a host may. */
SCRIPT0(no_loan)
{
    BEGIN;
    RETURN(false);
    END;
}

/* A coin for each horde that is due; who has none when it is wanted may borrow first (HORD-10). */
SCRIPT(pay_hordes, { Seat who; uint8_t dues, due[DUES], paid; })
{
    Lair *g = lair_of(t);
    BEGIN;
    t->turn = f->who;
    for (; f->paid < f->dues && plays_on(g, f->who); f->paid++) {
        if (!wager_at(t)->stack[f->who]) CALL(S_LOAN);
        must_pay(g, f->who, f->due[f->paid], e);
    }
    END;
}

/* Only who has too little and may borrow needs the script. */
#define PAY_DUES() \
    do { \
        if (w->stack[f->turn] >= f->dues || !may_borrow(t)) \
            for (int i = 0; i < f->dues; i++) must_pay(g, f->turn, f->due[i], e); \
        else CALL_WITH(S_PAY, pay_hordes, .who = f->turn, .dues = f->dues, .due = {f->due[0], f->due[1]}); \
    } while (0)

SCRIPT_FRAME(hordes_play, { Seat turn; SeatSet todo; uint8_t dues, due[DUES]; });

static void due_for_card(hordes_play_Frame *f, Card c)
{
    f->dues = 2;
    f->due[0] = (uint8_t)horde_of_hue((int)hue_of(c));
    f->due[1] = (uint8_t)horde_of_rank((int)rank_of(c));
}

/* A 6 is no rank: it is asked for. */
static void due_for_dice(hordes_play_Frame *f, const Lair *g)
{
    for (f->dues = 0; f->dues < DICE && g->die[f->dues].face < SIDES; f->dues++)
        f->due[f->dues] = (uint8_t)horde_of_rank(g->die[f->dues].face);
}

static void predict(Lair *g, hordes_play_Frame *f, int verb, Env *e)
{
    int at = verb - PREDICT_VERB(ANY_HUE, NO_RANK);
    f->dues = (uint8_t)resolve(g, f->turn, at / (RANKS + 1) + ANY_HUE, at % (RANKS + 1), f->due, e);
}

SCRIPT_BODY(static, hordes_play)
{
    Lair  *g = lair_of(t);
    Wager *w = wager_of(t);
    BEGIN;
    PHASE(P_FILL);
    w->in = w->dealt = everyone(t);
    tavern_fill(e->setup, g->deck, false); /* HORD-A8 */
    pile_begin(g->discards, TAVERN);
    IN_TURN_ORDER (f->turn, f->todo, everyone(t), t->start) {     /* HORD-02 */
        if (g->over) break;
        due_for_card(f, reveal(g, e));
        PAY_DUES();
    }
    for (f->turn = t->start; !g->over;) {                         /* HORD-03 */
        f->turn = seat_from(t, still_in(t), f->turn);
        PHASE(P_ROLL);
        ASK(f->turn, Q_TURN);                                     /* HORD-09 */
        if (ANSWER(f->turn)->verb == LEAVE) {
            leave(g, f->turn, e);
            f->turn = next_seat(t, f->turn);
            continue;
        }
        roll(g, f->turn, e);
        if (g->die[0].face == g->die[1].face) {                   /* HORD-04 */
            doubles(g, f->turn, e);
            if (!t->option[OPT_DOUBLE]) f->turn = next_seat(t, f->turn); /* HORD-V1 */
            continue;
        }
        due_for_dice(f, g);                                       /* HORD-05 */
        PAY_DUES();
        if (g->die[1].face == SIDES && plays_on(g, f->turn)) {
            t->turn = f->turn;
            if (!w->stack[f->turn]) CALL(S_LOAN);                 /* HORD-10 */
            if (w->stack[f->turn]) ASK(f->turn, Q_PAY);
            if (!w->stack[f->turn] || ANSWER(f->turn)->verb == LEAVE) leave(g, f->turn, e); /* HORD-A1, HORD-09 */
            else lay_coin(g, f->turn, horde_of_hue(ANSWER(f->turn)->verb - PAY), e);
        }
        if (plays_on(g, f->turn)) {
            PHASE(P_PREDICT);
            t->turn = f->turn;
            if (!w->stack[f->turn]) CALL(S_LOAN);
            ASK(f->turn, Q_PREDICT);                              /* HORD-06 */
            if (ANSWER(f->turn)->verb == PASS) tell(e, TAP_SAID, "{who} passes.", .who = f->turn);
            else if (ANSWER(f->turn)->verb == LEAVE) leave(g, f->turn, e);
            else {
                predict(g, f, ANSWER(f->turn)->verb, e);          /* HORD-07 */
                PAY_DUES();
            }
        }
        f->turn = next_seat(t, f->turn);
    }
    w->house += w->carry;                                         /* CONC-A9: it waits for a game with a pot */
    w->carry = 0;
    for (Seat s = 0; s < t->seats; s++) t->score[s] = w->stack[s] - w->brought[s];
    END;
}

static const Act acts[] = {
    [S_HORDES] = ACT(hordes_play, NO_ROLE), [S_PAY] = ACT(pay_hordes, NO_ROLE), [S_LOAN] = ACT(no_loan, ROLE_LOAN)};

/* -------------------------------------------------------------- the rest */

/* Whatever is chosen, two doubles in a row end the game, for the second finds no coins on the colours. So of any two
 * turns one chance in 36 ends it; that it lasts 3,200 turns has a chance below 2 to the power of -64. A turn asks at
 * most three times. */
static uint64_t bound(const Setup *setup)
{
    return 3 * 3200;
}

static int32_t on_table(const Table *t) { return wager_on_table(t) + in_hordes(lair_at(t), 0, HORDES); }

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Lair *g = lair_of(t);
    piece_pile(p, "deck", Z_DECK, NOBODY, &g->deck);
    piece_cards(p, "revealed", Z_REVEALED, NOBODY, ROW, TAVERN, &g->card, g->revealed);
    piece_pile(p, "discards", Z_DISCARD, NOBODY, &g->discards)->pool = 1; /* everybody saw what went there */
    piece_dice(p, "dice", Z_DICE, NOBODY, ROW, SIX_SIDED, g->die, g->dice);
}

static void explain_coins(const Lair *g, Seat s, TapParts *parts)
{
    if (g->taken[s]) explain(parts, g->taken[s], "taken from the hordes");
    if (g->laid[s]) explain(parts, -g->laid[s], "laid on them");
}

static void show_results(const Table *t, const Lair *g, ViewMaker *m)
{
    static const Scoring   no_hands = {.zones = 0};
    static const TapHolding nothing = {.cards = 0};
    for (int place = 1; place <= t->seats; place++)
        for (Seat s = 0; s < t->seats; s++) {
            int      better = 0;
            TapParts parts = {.n = 0};
            for (Seat o = 0; o < t->seats; o++) better += t->score[o] > t->score[s];
            if (better + 1 != place) continue;
            explain_coins(g, s, &parts);
            view_result(m, &no_hands, &(ViewResult){.seat = s, .place = place, .net = t->score[s],
                                                    .holding = &nothing, .parts = &parts});
        }
}

static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    static const char *const name[HORDES] = {"red-horde",  "green-horde", "blue-horde",     "Warrior-horde",
                                             "Lady-horde", "Bard-horde",  "Merchant-horde", "Rogue-horde"};
    const Wager *w = wager_at(t);
    for (int i = 0; i < HORDES; i++) view_counter(m, name[i], NOBODY, lair_at(t)->horde[i]);
    if (wager_on_table(t)) view_counter(m, "waiting", NOBODY, wager_on_table(t));
    for (Seat s = 0; s < t->seats; s++) {
        view_counter(m, "coins", s, w->stack[s]);
        if (!has(w->in, s)) view_word(m, "status", s, "left");
    }
    if (lair_at(t)->over) show_results(t, lair_at(t), m);
}

const Game dragon_hordes = {
    .id = "dragon-hordes",
    .title = "Dragon Hordes",
    .about = "Predict the next card and empty the hordes before the others do.",
    .facts = {.minutes = 5, .skill = 2, .with = "cards dice", .figure = "dragon", .hue = "red"},
    .rules = 2,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 8,
    .size = sizeof(Lair),
    WAGER_GAME, .content = &tavern_content, .bound = bound, .counters = counters, .money_on_table = on_table,
    .no_hands = "coins are won by predicting single cards",
};
