/* The Red Dragon Inn: the game and its turn in four phases. */
#include "inn/beside.h"
#include "inn/in_hand.h"
#include "inn/in_purse.h"
#include "inn/staging.h"

const Verb inn_verbs[VERBS_END] = {
    [PASS] = {.word = "pass", .label = "Pass", .idle = 1},
    [PLAY] = {.word = "play", .label = "Play {what}", .args = 1, .also = "use"},
    [PLAY_AS] = {.word = "use", .label = "Play {what}: {more}", .args = 2},
    [PICK] = {.word = "pick", .label = "Pick seat {a}", .args = 1},
    [PICK_CUP] = {.word = "cup", .label = "The Drink of seat {b}", .args = 2},
    [ENOUGH] = {.word = "enough", .label = "Nobody else"},
    [DISCARD] = {.word = "discard", .label = "Discard", .some = "Discard {items}", .none = "Keep all cards"},
    [ORDER] = {.word = "order", .label = "A Drink for seat {a}", .args = 1},
    [ACCEPT] = {.word = "accept", .label = "Take it on"},
    [DECLINE] = {.word = "decline", .label = "Decline", .idle = 1},
    [CHOOSE] = {.word = "choose", .label = "{what}", .args = 1},
    [SHARE_WITH] = {.word = "share", .label = "Share it with seat {a}", .args = 1},
    [BE] = {.word = "be", .label = "Be {what}", .args = 1},
    [STAKE] = {.word = "stake", .label = "Play for {what}", .args = 1},
    [BID] = {.word = "bid", .label = "Bid {n}"},
    [TAKE_CUP] = {.word = "take", .label = "{what}", .args = 1},
    [BLEED] = {.word = "bleed", .label = "Ante {n} of it in Fortitude"},
    [OLD_WAY] = {.word = "inn", .label = "Gamble as the Inn does", .idle = 1},
    [NAME] = {.word = "name", .label = "Play {what}", .args = 1},
    [ADD] = {.word = "add", .label = "Add {what}: {more}", .args = 1, .joins = true},
    [SET] = {.word = "set", .label = "{what}: {more}", .args = 2, .joins = true},
    [SET_NUMBER] = {.word = "set", .label = "{what}: {n}", .args = 1, .to = true, .joins = true},
    [BEGIN_GAME] = {.word = "begin", .label = "Begin", .idle = 1, .way = TAP_WAY_ON},
    [REROLL] = {.word = "reroll", .label = "Roll the {what} of {more} again", .args = 2},
    [SET_DIE] = {.word = "turn", .label = "Turn the {what} of {more} to {n}", .args = 2, .to = true},
    [LOOK] = {.word = "look", .label = "Look at the top of the deck"},
    [BLIND] = {.word = "blind", .label = "Exchange {what} of {more} unseen", .args = 2},
    [TAKE] = {.word = "take-card", .label = "Take {what}", .args = 1},
    [GIVE] = {.word = "give", .label = "For {what} of {more}", .args = 2},
    [DISCARD_FIRST] = {.word = "discard-first", .label = "Discard first"},
    [EXCHANGE_FIRST] = {.word = "exchange-first", .label = "Discard and draw first"},
    [DRAW_FIRST] = {.word = "draw-first", .label = "Draw first"},
    [REVEAL_FIRST] = {.word = "reveal-first", .label = "Reveal first"},
    [CHAMPION] = {.word = "champion", .label = "{what} is our Champion", .args = 1},
    [NEXT] = {.word = "next", .label = "{what} drinks next", .args = 1},
    [STRIKE] = {.word = "strike", .label = "Strike {what} of seat {a}", .args = 2},
    [PLUCK] = {.word = "pluck", .label = "Discard {what}", .args = 1},
    [DIVIDE] = {.word = "divide", .label = "Divide", .some = "One pile: {items}", .none = "One pile without cards"},
    [TAKE_PILE] = {.word = "pile", .label = "Take pile {a}", .args = 1},
    [GIVE_UP] = {.word = "give-up", .label = "Give up {what}", .args = 1},
    [BUY] = {.word = "buy", .label = "Buy a card of {what}", .args = 1},
    [DRAW_FROM] = {.word = "from", .label = "Draw from {what}", .args = 1},
    [COIN] = {.word = "coin", .label = "Pay with a coin", .idle = 1},
    [LAY_DOWN] = {.word = "lay-down", .label = "Pay with {what}", .args = 1},
    [HAND_ON] = {.word = "hand-on", .label = "Hand it on to seat {a}", .args = 1, .also = "pick"},
    [KEEP] = {.word = "keep", .label = "Keep it", .idle = 1},
    [YIELD] = {.word = "yield", .label = "Give it to seat {a}", .args = 1},
    [POTION] = {.word = "potion", .label = "Use a Potion Token: {what}", .args = 1},
};
static const char *const phases[] = {
    [P_DISCARD] = "Discard and draw", [P_ACTION] = "Action",      [P_ORDER] = "Order a Drink",
    [P_DRINK] = "Drink",              [P_END] = "End of the turn", [P_OVER] = "The Inn closes",
    [P_GUESTS] = "Who is who"};

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

static void discard_chosen(Table *t, SeatSet side, Env *e)
{
    Inn *g = inn_of(t);
    for (Seat s = 0; s < t->seats; s++)
        for (int i = has(side, s) ? g->seat[s].cards - 1 : -1; i >= 0; i--)
            if (tap_chosen(ANSWER(s)) >> i & 1) patron_discard(e->setup, t, s, i, e);
}

static void draw_missing(Table *t, SeatSet side, Env *e)
{
    Inn *g = inn_of(t);
    for (Seat s = 0; s < t->seats; s++)
        if (has(side, s)) patron_draw(e->setup, t, s, missing_of(g, s), e);
}

/* G7: what a Drink that stays gives, it gives now, and is gone. Cards may have given Actions of this phase already. */
static void use_kept(const Setup *setup, Table *t, Seat s)
{
    Patron *p = &inn_of(t)->seat[s];
    p->actions = (uint8_t)(p->actions + actions_in_turn(t, s) + p->kept);
    drinks_kept_go(setup, t, s);
}

static bool goes_on(const Table *t, Seat s) { return !is_over(t) && has(alive(t), s); }

static void begin_actions(const Setup *setup, Table *t, SeatSet side)
{
    for (Seat s = 0; s < t->seats; s++)
        if (has(side, s)) use_kept(setup, t, s);
}

static SeatSet may_act(const Table *t, SeatSet side)
{
    SeatSet set = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (has(side & present(t), s) && inn_at(t)->seat[s].actions) set |= only(s);
    return set;
}

static void end_actions(const Setup *setup, Table *t, Seat head)
{
    Inn *g = inn_of(t);
    for (Seat s = 0; s < t->seats; s++) g->seat[s].actions = 0;
    for (int i = 0; i < g->acteds; i++) /* BOSS-9 */
        pile_put(laid_on(setup, &g->seat[head], g->acted[i].card), g->acted[i]);
    memset(g->acted, 0, sizeof g->acted);
    g->acteds = 0;
    g->acted_once = 0;
}

static void come_back(Table *t, SeatSet side)
{
    inn_of(t)->away &= (SeatSet)~side;
    hands_closed(t, side);
    for (Seat s = 0; s < t->seats; s++)
        if (has(side, s)) inn_of(t)->seat[s].shuns = 0;
}

/* A turn of a side, which alone is one seat (TM-5); `s` is its head. */
SCRIPT_FRAME(inn_turn, { SeatSet side, todo; Seat s, turn; uint8_t at, orders; });
SCRIPT_BODY(, inn_turn)
{
    Inn *g = inn_of(t);
    BEGIN;
    PHASE(P_DISCARD);
    f->side = side_of(g, f->s);
    come_back(t, f->side);
    rows_rest(t);
    if (g->triggers & INN_ON(INN_TURN_START)) CALL_WITH(S_TRIGGERS, inn_triggers, .moment = INN_TURN_START);
    if (!goes_on(t, f->s)) RETURN(0);
    t->turn = f->s;
    g->speakers = f->side;
    ASK_ALL(f->side, Q_DISCARD);
    discard_chosen(t, f->side, e); /* TM-6: all lay away, then all draw */
    for (f->turn = 0; f->turn < t->seats; f->turn++)
        if (has(f->side, f->turn) && can_buy(e->setup, t, f->turn)) /* BOSS-8 */
            CALL_WITH(S_BESIDE, inn_beside, .who = f->turn);
    draw_missing(t, f->side, e);
    PHASE(P_ACTION);
    f->at = g->opens;
    open_push(t, OPEN_POINT, NOBODY);
    CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = f->s, .mask = INN_ON(INN_ACTING), .asked = PUBLIC);
    CALL(S_LOSS);
    begin_actions(e->setup, t, f->side & present(t)); /* G7: it begins for nobody else */
    while ((f->todo = may_act(t, f->side)) && goes_on(t, f->s)) {
        g->at = f->at;
        g->mask = INN_ON(INN_ACTION);
        t->turn = tap_first_of(f->todo);
        g->speakers = f->todo;
        ASK_ONE(f->todo, Q_ACTION); /* TM-7 */
        g->mask = 0;
        g->speakers = 0;
        f->turn = ANSWERED;
        if (ANSWER(f->turn)->verb == PASS) {
            g->seat[f->turn].actions = 0;
            continue;
        }
        g->seat[f->turn].actions--;
        CALL_WITH(S_CARD, inn_play, .actor = f->turn, .slot = ANSWER(f->turn)->a, .way = ANSWER(f->turn)->b,
                  .below = f->at);
        CALL(S_LOSS);
        if (!goes_on(t, f->s)) break;
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = f->s, .mask = INN_ON(INN_ACTING),
                  .asked = PUBLIC); /* TRN-3 */
        CALL(S_LOSS);
    }
    end_actions(e->setup, t, f->s);
    open_pop(t);
    if (g->triggers & INN_ON(INN_ACTIONS_OVER) && goes_on(t, f->s))
        CALL_WITH(S_TRIGGERS, inn_triggers, .moment = INN_ACTIONS_OVER);
    if (!goes_on(t, f->s) || !(f->side & present(t))) RETURN(0);
    PHASE(P_ORDER);
    for (f->orders = (uint8_t)orders_in_turn(t, f->s); f->orders && f->side & present(t); f->orders--) { /* TM-8 */
        CALL_WITH(S_ORDER_ONE, inn_order_one, .of = f->side & present(t));
        CALL(S_LOSS);
        if (!goes_on(t, f->s)) RETURN(0);
    }
    CALL_WITH(S_POINT, inn_point, .mask = INN_ON(INN_ORDER));
    if (!goes_on(t, f->s)) RETURN(0);
    PHASE(P_DRINK);
    for (f->todo = f->side; (f->todo &= present(t)) && goes_on(t, f->s); f->todo = less(f->todo, f->turn)) { /* TM-9 */
        f->turn = tap_first_of(f->todo);
        if (count(f->todo) > 1) {
            g->speakers = f->todo;
            ASK_ONE(f->todo, Q_NEXT);
            g->speakers = 0;
            f->turn = (Seat)(ANSWER(ANSWERED)->a - 1);
        }
        CALL_WITH(S_DRINKS, inn_drinks, .who = only(f->turn), .from = FROM_PILE);
        CALL(S_LOSS);
        if (!goes_on(t, f->s)) RETURN(0);
        g->drank |= only(f->turn);
        CALL_WITH(S_POINT, inn_point, .mask = INN_ON(INN_DRINKING));
    }
    PHASE(P_END);
    END;
}

/* The head of the next side that is still in. */
static Seat next_to_turn(const Table *t)
{
    const Inn *g = inn_at(t);
    SeatSet others = alive(t) & (SeatSet)~side_of(g, g->active);
    return seat_from(t, others ? others : alive(t), next_seat(t, g->active));
}

SCRIPT_FRAME0(inn_game);
SCRIPT_BODY(, inn_game)
{
    Inn *g = inn_of(t);
    BEGIN;
    CALL(S_GUESTS);
    CALL(S_LOSS); /* a staged table may begin with somebody out */
    for (; !is_over(t) && g->turns < TURNS_MOST; g->turns++) {
        CALL_WITH(S_TURN, inn_turn, .s = g->active);
        if (g->triggers & INN_ON(INN_TURN_END) && !is_over(t)) /* TRN-2 */
            CALL_WITH(S_TRIGGERS, inn_triggers, .moment = INN_TURN_END);
        CALL(S_PROGRESS); /* EVT-6: however the turn ended */
        g->drank = g->resting = g->held_back = 0;
        g->active = next_to_turn(t);
    }
    if (!is_over(t)) /* the Inn closes, and those still in share the win */
        for (Seat s = 0; s < t->seats; s++) t->score[s] = has(alive(t), s);
    g->closed = 1;
    PHASE(P_OVER);
    END;
}

static const Act acts[SCRIPTS_END] = {
    [S_GAME] = ACT(inn_game, NO_ROLE),         [S_TURN] = ACT(inn_turn, NO_ROLE),
    [S_CARD] = ACT(inn_play, NO_ROLE),         [S_WINDOW] = ACT(inn_window, NO_ROLE),
    [S_PAY] = ACT(inn_pay, NO_ROLE),           [S_EFFECTS] = ACT(inn_carry_out, NO_ROLE),
    [S_DISCARDS] = ACT(inn_discards, NO_ROLE), [S_REFILL] = ACT(inn_refill, NO_ROLE),
    [S_ORDER_ONE] = ACT(inn_order_one, NO_ROLE), [S_DRINKS] = ACT(inn_drinks, NO_ROLE),
    [S_CONTEST] = ACT(inn_contest, NO_ROLE),   [S_EVENT] = ACT(inn_event, NO_ROLE),
    [S_POINT] = ACT(inn_point, NO_ROLE),       [S_ROUND] = ACT(inn_round, NO_ROLE),
    [S_LOSS] = ACT(inn_loss, NO_ROLE),         [S_GUESTS] = ACT(inn_guests, NO_ROLE),
    [S_PROGRESS] = ACT(inn_progress, NO_ROLE), [S_AUCTION] = ACT(inn_auction, NO_ROLE),
    [S_SECRET_BID] = ACT(inn_secret_bid, NO_ROLE), [S_BLOOD] = ACT(inn_blood, NO_ROLE),
    [S_NAME_GAME] = ACT(inn_name_game, NO_ROLE), [S_GUEST] = ACT(inn_guest, NO_ROLE),
    [S_GUEST_ANTE] = ACT(inn_guest_ante, NO_ROLE), [S_CIRCUIT] = ACT(inn_circuit, NO_ROLE),
    [S_GUEST_SETTLE] = ACT(inn_guest_settle, NO_ROLE), [S_KEEP_SERIES] = ACT(inn_keep_series, NO_ROLE),
    [S_BENEFIT] = ACT(inn_benefit, NO_ROLE),     [S_CHAMPIONS] = ACT(inn_champions, NO_ROLE),
    [S_TRIGGERS] = ACT(inn_triggers, NO_ROLE),   [S_TRIGGER] = ACT(inn_trigger, NO_ROLE),
    [S_FETCH] = ACT(inn_fetch, NO_ROLE),         [S_ENTER] = ACT(inn_enter, NO_ROLE),
    [S_HAND_ON] = ACT(inn_hand_on, NO_ROLE),     [S_ATTACH] = ACT(inn_attach, NO_ROLE),
    [S_PASS_ON] = ACT(inn_pass_on, NO_ROLE),     [S_TO_WHOM] = ACT(inn_to_whom, NO_ROLE),
    [S_FALLS] = ACT(inn_falls, NO_ROLE),         [S_WAGE] = ACT(inn_wage, NO_ROLE),
    [S_IN_HAND] = ACT(inn_in_hand, NO_ROLE),
    [S_SELL] = ACT(inn_sell, NO_ROLE),           [S_BESIDE] = ACT(inn_beside, NO_ROLE),
    [S_LAY_DOWN] = ACT(inn_lay_down, NO_ROLE),
};

/* ------------------------------------------------------------------- game */

static int32_t held(const Table *t, Seat s) { return pool_at(inn_at(t), s)->gold; }
static int32_t on_table(const Table *t)
{
    return inn_at(t)->round.pot + inn_at(t)->waiting + laid_down(inn_at(t), -1, NOBODY);
}
static int32_t in_bank(const Table *t) { return inn_at(t)->bank; }

/* A turn's windows are bounded by the cards in hands; so many answers a turn and seat no game has had. */
static uint64_t bound(const Setup *setup) { return (uint64_t)setup->seats * 400 * TURNS_MOST; }

const Game red_dragon_inn = {
    .id = "red-dragon-inn",
    .title = "The Red Dragon Inn",
    .about = "After the adventure you drink, gamble and brawl: the last one who is sober and solvent wins.",
    .facts = {.minutes = 60, .skill = 3, .with = "cards", .figure = "dragon", .hue = "red"},
    .rules = 2,
    .min_seats = 2,
    .max_seats = PATRONS,
    .best_seats = 6,
    .size = sizeof(Inn),
    .seat_size = sizeof(Patron),
    .stack = 1536,
    .annex = INN_GUEST_ROOM,
    .annex_if = OPT_GAMES,
    .bound = bound,
    .options = inn_options,
    .option_n = OPTIONS_END,
    .clashes = inn_clashes,
    .clash_n = INN_CLASHES,
    .acts = acts,
    .act_n = SCRIPTS_END,
    .questions = inn_questions,
    .question_n = ASKS_END,
    .verbs = inn_verbs,
    .verb_n = VERBS_END,
    PHASES(phases),
    .content = &inn_content,
    .guests = games_at_the_inn,
    .stand_in = {[ROLE_ANTE] = S_GUEST_ANTE,
                 [ROLE_BETTING] = S_CIRCUIT,
                 [ROLE_SETTLE] = S_GUEST_SETTLE,
                 [ROLE_SERIES] = S_KEEP_SERIES},
    .reclaim = inn_reclaim,
    .stages = inn_stages,
    .misstaged = inn_misstaged,
    .horizon = 10, /* docs/bots.md: beyond it chance covers what a move was worth */
    .setup = inn_setup,
    .pieces = inn_pieces,
    .counters = inn_counters,
    .sides = inn_sides,
    .misfit = inn_misfit,
    .miscast = inn_miscast,
    .part = inn_part,
    .one_purse = true,
    .narrow = inn_narrow,
    .money_held = held,
    .money_on_table = on_table,
    .money_in_bank = in_bank,
    .estimate = inn_estimate,
    .orders = inn_orders,
    .order_asks = inn_order_asks,
    .wording = inn_wording,
    .no_hands = "The Inn has no hands to score: whoever is left in the end has won.",
};
