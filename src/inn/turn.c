/* The Red Dragon Inn: the game, its turn in four phases, and what it is begun with. */
#include "inn/inn.h"

static const char *const drink_decks[] = {"first", "second", "both", "own"};
static const char *const drinks_said[] = {"the first Drink deck", "the second Drink deck", "both, as a Bar deck",
                                          "your own, where there is one"};
static const char *const answer_orders[] = {"source", "turn"};
static const char *const answers_said[] = {"who played the card that is answered", "whose turn it is"};
static const TapOption options[OPTIONS_END] = {
    [OPT_DRINKS] = {.name = "drinks",
                    .about = "Which Drinks are poured: a deck of 30, or both decks as a Bar deck that serves 30 at a "
                             "time.",
                    .type = TAP_WORD,
                    .usual = DRINKS_FIRST,
                    .lo = DRINKS_FIRST,
                    .hi = DRINKS_OWN,
                    .words = drink_decks,
                    .title = "Drinks are",
                    .said = drinks_said},
    [OPT_GOLD] = {.name = "gold",
                  .about = "Gold to begin with; 0: 8 for two players, 12 for seven or more, else 10.",
                  .type = TAP_NUMBER,
                  .usual = 0,
                  .lo = 0,
                  .hi = 30,
                  .title = "Gold to begin with"},
    [OPT_ANSWERS] = {.name = "answers",
                     .about = "Of several Sometimes cards the first counts, in turn order from here.",
                     .type = TAP_WORD,
                     .usual = ANSWERS_FROM_SOURCE,
                     .lo = ANSWERS_FROM_SOURCE,
                     .hi = ANSWERS_FROM_TURN,
                     .words = answer_orders,
                     .title = "Answers are counted from",
                     .said = answers_said},
};

const Verb inn_verbs[VERBS_END] = {
    [PASS] = {.word = "pass", .label = "Pass", .idle = 1},
    [PLAY] = {.word = "play", .label = "{what}", .args = 1},
    [PLAY_AS] = {.word = "use", .label = "{what}, {more}", .args = 2},
    [PICK] = {.word = "pick", .label = "Seat {a}", .args = 1},
    [PICK_CUP] = {.word = "cup", .label = "The Drink of seat {b}", .args = 2},
    [ENOUGH] = {.word = "enough", .label = "Nobody else"},
    [DISCARD] = {.word = "discard", .label = "Discard", .some = "Discard {items}", .none = "Keep all cards"},
    [ORDER] = {.word = "order", .label = "A Drink for seat {a}", .args = 1},
    [ACCEPT] = {.word = "accept", .label = "Take it on"},
    [DECLINE] = {.word = "decline", .label = "Decline", .idle = 1},
    [CHOOSE] = {.word = "choose", .label = "{what}", .args = 1},
    [SHARE_WITH] = {.word = "share", .label = "Share it with seat {a}", .args = 1},
    [DISCARD_FIRST] = {.word = "discard-first", .label = "Discard first"},
    [DRAW_FIRST] = {.word = "draw-first", .label = "Draw first"},
};
static const char *const phases[] = {
    [P_DISCARD] = "Discard and draw", [P_ACTION] = "Action",      [P_ORDER] = "Order a Drink",
    [P_DRINK] = "Drink",              [P_END] = "End of the turn", [P_OVER] = "The Inn closes"};

/* A moment at which nothing happens: Anytime cards, and those for these events. */
SCRIPT_FRAME(inn_point, { uint16_t mask; uint8_t at, zero; });
SCRIPT_BODY(, inn_point)
{
    Inn *g = inn_of(t);
    BEGIN;
    f->at = g->opens;
    open_push(t, OPEN_POINT, NOBODY);
    CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = g->active, .mask = f->mask, .asked = PUBLIC);
    open_pop(t);
    CALL(S_LOSS);
    END;
}

static void discard_and_draw(Table *t, Seat s, uint64_t gone, Env *e)
{
    Patron *p = &inn_of(t)->seat[s];
    for (int i = p->cards - 1; i >= 0; i--)
        if (gone >> i & 1) patron_discard(e->setup, t, s, i, e);
    patron_draw(e->setup, t, s, p->hand_size - p->cards, e);
}

/* G7: what a Drink that stays gives, it gives now, and is gone. */
static void use_kept(Inn *g, Patron *p)
{
    g->actions = (uint8_t)(1 + p->kept);
    while (p->kept) {
        pile_put(&g->drink_discard, p->before[--p->kept]);
        p->before[p->kept] = (Slot){0, 0};
    }
}

static bool goes_on(const Table *t, Seat s) { return !is_over(t) && has(alive(t), s); }

SCRIPT_FRAME(inn_turn, { Seat s; uint8_t at; });
SCRIPT_BODY(, inn_turn)
{
    Inn *g = inn_of(t);
    BEGIN;
    PHASE(P_DISCARD);
    g->seat[f->s].shuns = 0;
    ASK(f->s, Q_DISCARD);
    discard_and_draw(t, f->s, tap_chosen(ANSWER(f->s)), e);
    PHASE(P_ACTION);
    f->at = g->opens;
    open_push(t, OPEN_POINT, NOBODY);
    CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = f->s, .asked = PUBLIC);
    CALL(S_LOSS);
    for (use_kept(g, &g->seat[f->s]); g->actions && goes_on(t, f->s); g->actions--) {
        g->at = f->at;
        g->mask = INN_ON(INN_ACTION);
        ASK(f->s, Q_ACTION);
        g->mask = 0;
        if (ANSWER(f->s)->verb == PASS) break;
        CALL_WITH(S_PLAY, inn_play, .actor = f->s, .slot = ANSWER(f->s)->a, .way = ANSWER(f->s)->b, .below = f->at);
        CALL(S_LOSS);
    }
    g->actions = 0;
    open_pop(t);
    if (!goes_on(t, f->s)) RETURN(0);
    PHASE(P_ORDER);
    CALL_WITH(S_ORDER_ONE, inn_order_one, .orderer = f->s);
    CALL(S_LOSS);
    if (!goes_on(t, f->s)) RETURN(0);
    CALL_WITH(S_POINT, inn_point, .mask = INN_ON(INN_ORDER));
    if (!goes_on(t, f->s)) RETURN(0);
    PHASE(P_DRINK);
    CALL_WITH(S_DRINKS, inn_drinks, .who = only(f->s), .from = FROM_PILE);
    CALL(S_LOSS);
    if (!goes_on(t, f->s)) RETURN(0);
    CALL_WITH(S_POINT, inn_point, .mask = INN_ON(INN_DRINKING));
    PHASE(P_END);
    END;
}

SCRIPT_FRAME0(inn_game);
SCRIPT_BODY(, inn_game)
{
    Inn *g = inn_of(t);
    BEGIN;
    CALL(S_LOSS); /* a staged table may begin with somebody out */
    for (; !is_over(t) && g->turns < TURNS_MOST; g->turns++) {
        CALL_WITH(S_TURN, inn_turn, .s = g->active);
        g->active = seat_from(t, alive(t), next_seat(t, g->active));
    }
    if (!is_over(t)) /* the Inn closes, and those still in share the win */
        for (Seat s = 0; s < t->seats; s++) t->score[s] = has(alive(t), s);
    g->closed = 1;
    PHASE(P_OVER);
    END;
}

static const Act acts[SCRIPTS_END] = {
    [S_GAME] = ACT(inn_game, NO_ROLE),         [S_TURN] = ACT(inn_turn, NO_ROLE),
    [S_PLAY] = ACT(inn_play, NO_ROLE),         [S_WINDOW] = ACT(inn_window, NO_ROLE),
    [S_PAY] = ACT(inn_pay, NO_ROLE),           [S_EFFECTS] = ACT(inn_carry_out, NO_ROLE),
    [S_DISCARDS] = ACT(inn_discards, NO_ROLE), [S_REFILL] = ACT(inn_refill, NO_ROLE),
    [S_ORDER_ONE] = ACT(inn_order_one, NO_ROLE), [S_DRINKS] = ACT(inn_drinks, NO_ROLE),
    [S_CONTEST] = ACT(inn_contest, NO_ROLE),   [S_EVENT] = ACT(inn_event, NO_ROLE),
    [S_POINT] = ACT(inn_point, NO_ROLE),       [S_ROUND] = ACT(inn_round, NO_ROLE),
    [S_LOSS] = ACT(inn_loss, NO_ROLE),
};

/* -------------------------------------------------------------- beginning */

/* Which deck of the tables is the nth of its kind. */
static int deck_of_kind(const Setup *setup, InnKind kind, int nth)
{
    for (int i = 0; i < (int)tables_of(setup)->decks; i++)
        if (inn_deck(tables_of(setup), i)->kind == kind && !nth--) return i;
    return -1;
}

static void fill(const Setup *setup, Pile *pile, int deck)
{
    const InnDeckInfo *info = inn_deck(tables_of(setup), deck);
    for (int i = 0; i < info->lines; i++)
        for (int copy = 0; copy < inn_line(tables_of(setup), info, i)->copies; copy++)
            pile_return(pile, inn_line(tables_of(setup), info, i)->card);
}

/* Who has no role gets one that nobody plays, by lot. */
static int some_role(const Setup *setup, uint64_t *taken, Env *e)
{
    int roles = setup->content->roles, left = chance_pick(e, TAP_STREAM_SEAT, roles - __builtin_popcountll(*taken));
    for (int i = 0; i < roles; i++)
        if (!(*taken >> i & 1) && !left--) {
            *taken |= 1ull << i;
            return i;
        }
    assert(!"a role is left");
    return 0;
}

static void seat_patrons(const Setup *setup, Table *t, Env *e)
{
    uint64_t taken = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (setup->cast[s] >= 0) taken |= 1ull << setup->cast[s];
    for (Seat s = 0; s < t->seats; s++) {
        int role = setup->cast[s] >= 0 ? setup->cast[s] : some_role(setup, &taken, e);
        patron_begin(setup, t, s, deck_of_kind(setup, INN_CHARACTER, role));
    }
}

enum { STAGE_FORT, STAGE_AC, STAGE_GOLD };
static const Staging stages[] = {{"fortitude", 0, STAT_MOST}, {"alcohol", 0, STAT_MOST}, {"gold", 0, 99}, {NULL, 0, 0}};

static void stage(const Setup *setup, Inn *g)
{
    for (int i = 0; i < setup->stages; i++) {
        Patron *p = &g->seat[setup->stage[i].seat];
        int value = setup->stage[i].value;
        if (setup->stage[i].what == STAGE_FORT) p->fort = (int8_t)value;
        else if (setup->stage[i].what == STAGE_AC) p->ac = (int8_t)value;
        else p->gold = (int16_t)value;
    }
}

static bool others_pay(const Setup *setup)
{
    for (int i = 0; i < (int)tables_of(setup)->cards; i++)
        for (int way = 0; way < card_at(setup, (Card)i)->permissions; way++) {
            const InnPermission *p = way_of(setup, (Card)i, way);
            if (p->event == INN_PAY && p->whose != INN_MINE) return true;
        }
    return false;
}

/* SET-1, BAR-1. The decks that are built in come first; one of somebody's own is the last there is. */
static void stock(const Setup *setup, Table *t, Env *e)
{
    Inn *g = inn_of(t);
    int which = t->option[OPT_DRINKS], decks = 0;
    while (deck_of_kind(setup, INN_DRINKS, decks) >= 0) decks++;
    if (which == DRINKS_BOTH) {
        g->bar_deck = 1;
        for (int i = 0; i < 2; i++) fill(setup, &g->bar, deck_of_kind(setup, INN_DRINKS, i));
        drinks_make(g, e);
    } else fill(setup, &g->drinks, deck_of_kind(setup, INN_DRINKS, which == DRINKS_OWN ? decks - 1 : which));
}

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    Inn *g = inn_of(t);
    t->start = setup->start != NOBODY ? setup->start : (Seat)chance_pick(e, TAP_STREAM_SEAT, t->seats);
    g->active = t->turn = t->start;
    g->source = NOBODY;
    g->round = (Round){.starter = NOBODY, .control = NOBODY, .winner = NOBODY};
    g->others_pay = others_pay(setup);
    pile_begin(g->drinks, INN_CARDS);
    pile_begin(g->drink_discard, INN_CARDS);
    pile_open(&g->drink_discard);
    pile_begin(g->bar, INN_CARDS);
    stock(setup, t, e);
    seat_patrons(setup, t, e);
    stage(setup, g);
    for (Seat s = 0; s < t->seats; s++) {
        g->bank -= g->seat[s].gold;
        patron_draw(setup, t, s, g->seat[s].hand_size, e);
    }
    for (Seat s = 0; s < t->seats; s++) g->seat[s].pile[g->seat[s].drinks++] = pile_draw(e, &g->drinks, 0); /* SET-6 */
}

static int32_t held(const Table *t, Seat s) { return inn_at(t)->seat[s].gold; }
static int32_t on_table(const Table *t) { return inn_at(t)->round.pot; }
static int32_t in_bank(const Table *t) { return inn_at(t)->bank; }

/* A turn's windows are bounded by the cards in hands; so many answers a turn and seat no game has had. */
static uint64_t bound(const Setup *setup) { return (uint64_t)setup->seats * 400 * TURNS_MOST; }

const Game red_dragon_inn = {
    .id = "red-dragon-inn",
    .title = "The Red Dragon Inn",
    .about = "After the adventure you drink, gamble and brawl: the last one who is sober and solvent wins.",
    .facts = {.minutes = 60, .skill = 3, .with = "cards", .figure = "dragon", .hue = "red"},
    .rules = 1,
    .min_seats = 2,
    .max_seats = PATRONS,
    .best_seats = 6,
    .size = sizeof(Inn),
    .seat_size = sizeof(Patron),
    .stack = 3072,
    .bound = bound,
    .options = options,
    .option_n = OPTIONS_END,
    .acts = acts,
    .act_n = SCRIPTS_END,
    .questions = inn_questions,
    .question_n = ASKS_END,
    .verbs = inn_verbs,
    .verb_n = VERBS_END,
    PHASES(phases),
    .content = &inn_content,
    .stages = stages,
    .horizon = 40,
    .setup = setup_table,
    .pieces = inn_pieces,
    .counters = inn_counters,
    .money_held = held,
    .money_on_table = on_table,
    .money_in_bank = in_bank,
    .estimate = inn_estimate,
    .wording = inn_wording,
    .no_hands = "The Inn has no hands to score: whoever is left in the end has won.",
};
