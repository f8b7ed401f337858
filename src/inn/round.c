/* A round of gambling (GAM). */
#include "inn/inn.h"

/* The round is decided: no card for it may be played any more (GAM-9). */
void round_end(Table *t, Seat winner)
{
    Round *r = &inn_of(t)->round;
    r->over = 1;
    r->winner = winner;
    r->shared = 0;
    r->unwon = 0;
}

/* GAM-14, GAM-15, GAM-17 and (f) 23, 26: what was anted stays; the last one left wins. */
void round_leave(Table *t, Seat s, Env *e)
{
    Inn *g = inn_of(t);
    Round *r = &g->round;
    r->in = less(r->in, s);
    told(e, TAP_SAID, "{who} leaves the round.", .who = s);
    if (r->control == s) {
        r->control = NOBODY;
        r->passed = 0;
    }
    for (int i = 0; i < g->opens; i++)
        if (g->open[i].kind == OPEN_PAYMENT && g->open[i].cause == INN_BY_ANTE)
            g->open[i].payers = less(g->open[i].payers, s);
}

/* e5 step 3. */
static void end_if_decided(Table *t)
{
    Round *r = &inn_of(t)->round;
    if (r->over) return;
    SeatSet must = r->control == NOBODY ? r->in : less(r->in, r->control);
    if (count(r->in) <= 1) round_end(t, tap_first_of(r->in));
    else if (!(must & (SeatSet)~r->passed)) round_end(t, r->control);
}

/* RNW-14, RDI-A1: even parts; what is left over waits for the next round. */
static void divide_pot(Table *t, Env *e)
{
    Inn *g = inn_of(t);
    Round *r = &g->round;
    SeatSet who = r->shared & alive(t);
    int each = r->pot / count(who);
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(who, s)) continue;
        told(e, TAP_PAID, "{who} gets {n} of the pot.", .who = s, .n = each);
        gold_moves(t, THE_POT, s, each, e);
    }
    g->waiting = r->pot;
    r->pot = 0;
}

/* Who takes the pot alone; NOBODY: the Inn, or several. */
static Seat taker_of(const Table *t)
{
    const Round *r = &inn_at(t)->round;
    return !r->shared && r->winner != NOBODY && has(alive(t), r->winner) ? r->winner : (Seat)NOBODY;
}

/* As far as everybody knows: where no deck has such cards nobody is asked. */
bool somebody_may(const Table *t, unsigned events)
{
    for (Seat s = 0; s < t->seats; s++)
        if (has(alive(t), s) && inn_at(t)->seat[s].may & events) return true;
    return false;
}

static void pay_out(Table *t, Env *e)
{
    Inn *g = inn_of(t);
    Round *r = &g->round;
    if (r->shared & alive(t)) divide_pot(t, e);
    Seat to = r->winner != NOBODY && has(alive(t), r->winner) ? r->winner : (Seat)NOBODY;
    if (to != NOBODY && !r->shared) told(e, TAP_PAID, "{who} takes the pot of {n}.", .who = to, .n = r->pot);
    else if (r->pot) told(e, TAP_PAID, "The pot of {n} goes to the Inn.", .n = r->pot);
    gold_moves(t, THE_POT, to, r->pot, e);
    prizes_go(e->setup, g, PRIZE_IN_POT, to == NOBODY ? PRIZE_AT_INN : PRIZE_HELD + to); /* PRZ-2, PRZ-4, PRZ-6 */
    *r = (Round){.starter = NOBODY, .control = NOBODY, .winner = NOBODY};
    g->game = 0;
}

static void stake(Table *t, int i, Env *e)
{
    Inn *g = inn_of(t);
    told(e, TAP_SAID, "{card} lies in the pot.", .card = g->prize[i].card);
    prize_goes(e->setup, g, i, PRIZE_IN_POT);
}

SCRIPT_BODY(, inn_round)
{
    Inn *g = inn_of(t);
    Round *r = &g->round;
    BEGIN;
    if (r->live || is_over(t) || !has(present(t), f->starter)) RETURN(0); /* one at a time, and by who is here */
    *r = (Round){.in = present(t), .starter = f->starter, .control = f->starter, .winner = NOBODY, .live = 1};
    r->champions = r->in;
    r->ante = f->ante;
    r->blood = g->blood;
    r->stay = g->stay;
    g->blood = g->stay = 0;
    r->pot = g->waiting;
    g->waiting = 0;
    told(e, TAP_SAID, "{who} begins a round of gambling.", .who = f->starter);
    if (g->teams) { /* TM-13, TM-16 */
        CALL_WITH(S_CHAMPIONS, inn_champions, .heads = heads_of(t, alive(t)), .own = f->starter);
        r->in = r->champions = (SeatSet)RESULT & present(t); /* TM-24 */
    }
    if (prizes_at_inn(g) > 1) { /* PRZ-2, PRZ-3, PRZ-8 */
        ASK(f->starter, Q_PRIZE);
        stake(t, ANSWER(f->starter)->a - 1, e);
    } else if (prizes_at_inn(g)) stake(t, 0, e);
    g->game = 0;
    if (t->option[OPT_GAMES]) CALL_WITH(S_NAME_GAME, inn_name_game, .who = f->starter); /* RNW-1 */
    CALL_WITH(S_PAY, inn_pay, .payers = r->in, .actor = f->starter, .to = NOBODY, .amount = r->ante,
              .cause = INN_BY_ANTE);
    f->turn = f->starter;
    for (;;) {
        if (!g->game || count(r->in) < 2) end_if_decided(t);
        if (g->game && !r->over && !is_over(t)) CALL(S_GUEST);
        while (!r->over && !is_over(t)) {
            f->turn = seat_from(t, less(r->in, f->turn) ? less(r->in, f->turn) : r->in, next_seat(t, f->turn));
            f->at = g->opens;
            open_push(t, OPEN_POINT, NOBODY);
            CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = g->active, .asked = PUBLIC);
            open_pop(t);
            CALL(S_LOSS); /* (f) 7 */
            end_if_decided(t);
            if (r->over || is_over(t) || !has(r->in, f->turn)) continue;
            g->at = f->at - 1;
            g->mask = INN_ON(INN_GAMBLE);
            ASK(f->turn, Q_GAMBLE);
            g->mask = 0;
            if (ANSWER(f->turn)->verb == PASS) {
                told(e, TAP_SAID, "{who} passes.", .who = f->turn);
                r->passed |= only(f->turn);
            } else {
                CALL_WITH(S_CARD, inn_play, .actor = f->turn, .slot = ANSWER(f->turn)->a, .way = ANSWER(f->turn)->b,
                          .below = (uint8_t)(f->at - 1));
                if (!RESULT) r->passed |= only(f->turn); /* GAM-18 */
                CALL(S_LOSS);
            }
            end_if_decided(t);
        }
        if (r->winner == NOBODY || r->unwon || is_over(t)) break; /* PRZ-6: who takes the pot for a tip wins nothing */
        f->at = g->opens;
        open_push(t, OPEN_WON, NOBODY);
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = g->active, .mask = INN_ON(INN_WON), .asked = PUBLIC);
        open_pop(t);
        if (!r->again) break;
        f->turn = r->winner; /* who counts again is in control, and all antes are laid once more */
        r->again = r->over = r->lock = 0;
        r->passed = 0;
        r->control = has(r->in, f->turn) ? f->turn : (Seat)NOBODY;
        r->winner = NOBODY;
        CALL_WITH(S_PAY, inn_pay, .payers = r->in, .actor = f->turn, .to = NOBODY, .amount = 1, .cause = INN_BY_ANTE);
    }
    f->turn = taker_of(t);
    f->taken = r->pot;
    f->lost = r->champions & (SeatSet)~(r->shared | (r->winner == NOBODY || r->unwon ? 0 : only(r->winner)));
    f->shares = r->pot < count(r->shared & alive(t)) ? 0 : r->shared & alive(t);
    f->prize = prize_in_pot(g);
    pay_out(t, e);
    if (f->turn != NOBODY && f->taken > 0 && somebody_may(t, INN_ON(INN_TAKEN) | INN_ON(INN_GAINED))) {
        f->at = g->opens;
        open_push(t, OPEN_TAKEN, f->turn)->amount = (uint8_t)(f->taken > NO_LIMIT ? NO_LIMIT : f->taken);
        g->open[f->at].card = f->prize;
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = g->active, .mask = INN_ON(INN_TAKEN) | INN_ON(INN_GAINED),
                  .asked = PUBLIC);
        open_pop(t);
    }
    if (f->shares && somebody_may(t, INN_ON(INN_GAINED))) { /* INN-H12, TC-WHIT */
        f->at = g->opens;
        open_push(t, OPEN_GAINED, NOBODY)->gained = f->shares;
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = g->active, .mask = INN_ON(INN_GAINED), .asked = PUBLIC);
        open_pop(t);
    }
    if (g->triggers & INN_ON(INN_ROUND_LOST) && f->lost && !is_over(t))
        CALL_WITH(S_TRIGGERS, inn_triggers, .moment = INN_ROUND_LOST, .of = f->lost);
    CALL(S_LOSS);
    END;
}
