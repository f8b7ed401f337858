/* Hands, antes and betting rounds (Appendix C). Who gets what is in settle.c. */
#include "wager/wager.h"

const char *const wager_words[] = {"betting", "shares", "none"};
const char *const split_words[] = {"merchant", "king", "commoner"};
const char *const short_raise_words[] = {"reopens", "closes"};
const char *const wager_said[] = {"with bets", "for shares of a pot", "for nothing"};
const char *const split_said[] = {"divided", "played for again by the tied", "played for again by all"};
const char *const short_raise_said[] = {"opens the betting again", "closes it for those who have answered"};

void wager_bring(const Setup *setup, Table *t, Env *e)
{
    Wager *w = wager_of(t);
    for (Seat s = 0; s < t->seats; s++)
        w->stack[s] = e->level ? t->option[OPT_STACK] : e->game->money_brought(setup, s);
    memcpy(w->brought, w->stack, sizeof w->brought);
    w->carry = e->level ? 0 : setup->pot;
}

void wager_setup(const Setup *setup, Table *t, Env *e)
{
    wager_bring(setup, t, e);
    t->start = !e->level && setup->start != NOBODY ? setup->start : (Seat)chance_pick(e, TAP_STREAM_SEAT, t->seats);
    t->turn = t->start;
}

void wager_next_game(Table *t)
{
    Wager *w = wager_of(t);
    wager_clear_result(t);
    w->carry += w->house;
    w->house = 0;
    w->in = w->dealt = 0;
    w->replays = 0;
    w->replaying = w->no_ante = false;
    t->start = next_seat(t, t->start);
}

uint64_t wager_bound(const Setup *setup)
{
    uint64_t coins = 0;
    for (Seat s = 0; s < setup->seats; s++) coins += (uint64_t)wager_brought(setup, s);
    if (setup->option[OPT_WAGER] != WAGER_BETTING) coins = 0;
    return (MAX_REPLAYS + 1u) * setup->seats * (setup->game->betting_rounds + setup->game->own_decisions + coins);
}

int32_t wager_brought(const Setup *setup, Seat s)
{
    return setup->stack[s] >= 0 ? setup->stack[s] : setup->option[OPT_STACK];
}

int32_t wager_price(const Setup *setup)
{
    int32_t price = setup->option[setup->option[OPT_WAGER] == WAGER_SHARES ? OPT_SHARE : OPT_ANTE];
    return setup->option[OPT_WAGER] == WAGER_NONE ? 0 : price > 1 ? price : 1;
}

int32_t wager_held(const Table *t, Seat s) { return wager_at(t)->stack[s]; }

int32_t wager_on_table(const Table *t)
{
    const Wager *w = wager_at(t);
    int32_t sum = w->carry + w->house;
    for (int s = 0; s < t->seats; s++) sum += w->paid[s];
    for (int i = 0; i < w->pots; i++) sum += w->pot[i].coins;
    return sum;
}

static void pay(Wager *w, Seat s, int32_t coins)
{
    assert(coins >= 0 && coins <= w->stack[s]);
    w->stack[s] -= coins;
    w->paid[s] += coins;
}

SeatSet who_still_in(const Setup *setup, const Table *t)
{
    return wager_at(t)->in;
}

static int32_t ante_of(const Table *t)
{
    return t->option[OPT_WAGER] == WAGER_BETTING  ? t->option[OPT_ANTE]
           : t->option[OPT_WAGER] == WAGER_SHARES ? t->option[OPT_SHARE]
                                                  : 0;
}

/* Who plays this hand: BET-A1, SHARE-A4. After a tie: King's rule asks no ante (CONC-14); by Commoner's rule all ante,
 * but a claimant of the carried pot who has nothing left plays on for that pot (docs/rulings.md, T-1). */
static void join(Table *t)
{
    Wager *w = wager_of(t);
    wager_clear_result(t);
    SeatSet claimants = 0;
    for (int i = 0; i < w->pots; i++) claimants |= w->pot[i].eligible;
    if (!w->no_ante) {
        w->in = 0;
        for (Seat s = 0; s < t->seats; s++)
            if (w->stack[s] >= ante_of(t) || (w->replaying && has(claimants, s))) w->in |= only(s);
        for (int i = 0; i < w->pots; i++) w->pot[i].eligible = w->in; /* CONC-A6: open to everyone who plays again */
    }
    w->dealt = w->in;
    w->round = 0;
}

/* BET-11: what a seat laid beyond all others goes back as soon as nobody is left who could match it: those who must
 * still answer could with all they hold, the others have laid what they have laid. */
static void return_unmatched(Table *t, Env *e)
{
    Wager *w = wager_of(t);
    int32_t most = 0, next = 0; /* the most that anybody in has laid; how far another could come */
    Seat top = NOBODY;
    for (Seat s = 0; s < t->seats; s++)
        if (has(w->in, s) && w->paid[s] > most) most = w->paid[s], top = s;
    for (Seat s = 0; s < t->seats; s++) {
        int32_t could = w->paid[s] + (has(w->to_act, s) ? w->stack[s] : 0);
        if (s == top) continue;
        if (could >= most) return; /* as a rule: this runs after every answer */
        if (could > next) next = could;
    }
    int32_t back = most - next;
    w->paid[top] -= back;
    w->stack[top] += back;
    if (w->bet[top]) w->to_match = w->bet[top] -= back;
    tell(e, TAP_PAID, "{who} takes back {n} that nobody can match.", .who = top, .n = back);
}

static void collect_ante(Table *t, Env *e)
{
    Wager *w = wager_of(t);
    int32_t ante = ante_of(t);
    if (!ante) return;
    for (Seat s = 0; s < t->seats; s++)
        if (has(w->in, s)) pay(w, s, ante < w->stack[s] ? ante : w->stack[s]);
    tell(e, TAP_PAID, "Everybody in pays {n} into the pot.", .n = ante);
    return_unmatched(t, e);
}

/* BET-05, SHARE-01. */
SCRIPT_BODY(, wager_ante)
{
    BEGIN;
    join(t);
    if (!wager_decided(t) && !wager_at(t)->no_ante) collect_ante(t, e);
    END;
}

SCRIPT_BODY(, wager_join)
{
    BEGIN;
    join(t);
    END;
}

/* DBL-02, DBL-A3, DBL-A5. With short antes nobody leaves for want of coins. */
SCRIPT_BODY(, wager_ante_again)
{
    Wager *w = wager_of(t);
    BEGIN;
    SeatSet able = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (has(w->in, s) && w->stack[s] >= ante_of(t)) able |= only(s);
    if (!able) {
        tell(e, TAP_SAID, "Nobody can pay, so this round is free.");
        RETURN(0);
    }
    for (Seat s = 0; s < t->seats; s++)
        if (has(w->in, s) && !has(able, s)) tell(e, TAP_SAID, "{who} cannot pay the ante.", .who = s);
    if (!w->short_antes) w->in = able;
    if (!wager_decided(t)) collect_ante(t, e);
    END;
}

int32_t wager_fine(Table *t, Seat s, int32_t coins)
{
    Wager *w = wager_of(t);
    if (coins > w->stack[s]) coins = w->stack[s];
    pay(w, s, coins);
    return coins;
}

SeatSet able_to_bet(const Table *t)
{
    const Wager *w = wager_at(t);
    SeatSet able = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (has(w->in, s) && w->stack[s] > 0) able |= only(s);
    return able;
}

SeatSet who_bets(const Setup *setup, const Table *t)
{
    return has(wager_at(t)->to_act, t->turn) ? only(t->turn) : 0;
}

/* BET-02, BET-06, BET-07, BET-08, BET-11, BET-A2, BET-A5, BET-A10. */
void bet_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Wager *w = wager_at(t);
    int32_t owed = w->to_match - w->bet[s], all = w->bet[s] + w->stack[s];
    offer(c, FOLD, 0, 0);
    if (owed) offer(c, CALL_BET, 0, 0)->lo = (uint32_t)(owed < w->stack[s] ? owed : w->stack[s]);
    else offer(c, CHECK, 0, 0);
    if (all <= w->to_match || has(w->closed, s)) return;
    int32_t least = w->to_match + (t->option[OPT_MIN_RAISE] && w->increase > 1 ? w->increase : 1), most = all;
    if (w->raise_limit && most > w->to_match + w->raise_limit) most = w->to_match + w->raise_limit;
    if (w->bet_cap && most > w->bet_cap) most = w->bet_cap;
    if (most > w->to_match) offer_amount(c, RAISE, least < most ? least : most, most);
}

void wager_fold(Table *t, Seat s, Env *e)
{
    Wager *w = wager_of(t);
    w->in = less(w->in, s);
    w->to_act = less(w->to_act, s);
    if (e->game->scoring && e->game->scoring->folded) e->game->scoring->folded(t, s);
    tell(e, TAP_SAID, "{who} folds.", .who = s);
}

/* BET-07, BET-A2: a raise that is short because it is all there was does not change the least increase. By
 * short-raise=closes it lets nobody raise again who has answered since the last whole raise. */
void wager_raise(Table *t, Seat s, int32_t total, Env *e)
{
    Wager *w = wager_of(t);
    w->to_act = less(w->to_act, s);
    int32_t up = total - w->to_match;
    if (!w->to_match) tell(e, TAP_PAID, "{who} bets {n}.", .who = s, .n = total);
    else tell(e, TAP_PAID, "{who} raises to {n}.", .who = s, .n = total);
    if (up >= w->increase) w->closed = 0, w->increase = up;
    else if (t->option[OPT_SHORT_RAISE] != SHORT_CLOSES) w->closed = 0;
    else w->closed |= (SeatSet)(able_to_bet(t) & ~w->to_act);
    w->to_match = total;
    pay(w, s, total - w->bet[s]);
    w->bet[s] = total;
    w->to_act = less(able_to_bet(t), s);
}

void wager_match(Table *t, Seat s, Env *e)
{
    Wager *w = wager_of(t);
    w->to_act = less(w->to_act, s);
    int32_t owed = w->to_match - w->bet[s], coins = owed < w->stack[s] ? owed : w->stack[s];
    if (!owed) tell(e, TAP_SAID, "{who} checks.", .who = s);
    else if (coins < owed) tell(e, TAP_PAID, "{who} calls with the last {n}.", .who = s, .n = coins);
    else tell(e, TAP_PAID, "{who} calls {n}.", .who = s, .n = coins);
    pay(w, s, coins);
    w->bet[s] += coins;
}

SeatSet wager_begin_round(Table *t)
{
    Wager *w = wager_of(t);
    w->to_match = w->increase = 0;
    w->closed = 0;
    if (w->round < UINT8_MAX) w->round++;
    memset(w->bet, 0, sizeof w->bet);
    return w->to_act = able_to_bet(t);
}

/* Whoever has called in full has matched the bet himself. */
void wager_bet(Table *t, Seat s, const Move *m, Env *e)
{
    const Wager *w = wager_at(t);
    if (m->verb == FOLD) wager_fold(t, s, e);
    else if (m->verb == RAISE) wager_raise(t, s, (int32_t)m->value, e);
    else wager_match(t, s, e);
    if (m->verb == FOLD || m->verb == RAISE || w->bet[s] < w->to_match) return_unmatched(t, e);
}

void wager_end_round(Table *t)
{
    Wager *w = wager_of(t);
    w->to_act = w->closed = 0;
    w->to_match = 0;
    memset(w->bet, 0, sizeof w->bet);
}

void wager_cut_short(Table *t, bool refund, Env *e)
{
    Wager *w = wager_of(t);
    w->to_act = 0;
    if (refund) return_unmatched(t, e);
    for (Seat s = 0; !refund && s < t->seats; s++) {
        int32_t others = 0;
        for (Seat o = 0; o < t->seats; o++)
            if (o != s && w->paid[o] > others) others = w->paid[o];
        if (!has(w->in, s) || w->paid[s] <= others) continue;
        w->carry += w->paid[s] - others;
        w->paid[s] = others;
    }
    wager_end_round(t);
}

/* BET-01 .. BET-04, BET-A4: from the starting player, clockwise, until all have called or folded. */
SCRIPT_BODY(, wager_betting)
{
    Wager *w = wager_of(t);
    BEGIN;
    if (t->option[OPT_WAGER] != WAGER_BETTING) RETURN(0); /* SHARE-02 */
    if (count(wager_begin_round(t)) < 2) {
        w->to_act = 0;
        RETURN(0);
    }
    for (f->turn = t->start; w->to_act && count(w->in) > 1; f->turn = next_seat(t, f->turn)) {
        f->turn = seat_from(t, w->to_act, f->turn);
        ASK(f->turn, Q_BET);
        wager_bet(t, f->turn, ANSWER(f->turn), e);
    }
    wager_end_round(t);
    END;
}

/* Plays hands until one is settled: a tie may be played again (CONC-14, CONC-15, CONC-A7). Another may start a replay,
 * but the next game follows the one who started this game (CONC-07). */
SCRIPT_BODY(, wager_hands)
{
    Wager *w = wager_of(t);
    BEGIN;
    f->start = t->start;
    do {
        CALL(S_PLAY);
        CALL(S_SETTLE);
    } while (RESULT == REPLAYED);
    t->start = f->start;
    for (Seat s = 0; s < t->seats; s++)
        if (t->option[OPT_WAGER] != WAGER_NONE) t->score[s] = w->stack[s] - w->brought[s];
    END;
}

void wager_counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    const Wager *w = wager_at(t);
    if (t->option[OPT_WAGER] != WAGER_NONE) wager_show_pots(t, m);
    for (Seat s = 0; s < t->seats; s++) {
        if (t->option[OPT_WAGER] != WAGER_NONE) view_counter(m, "coins", s, w->stack[s]);
        if (w->bet[s]) view_counter(m, "bet", s, w->bet[s]);
        if (w->dealt && !has(w->dealt, s)) view_word(m, "status", s, "sits out");
        else if (w->dealt && !has(w->in, s)) view_word(m, "status", s, "folded");
        else if (t->option[OPT_WAGER] == WAGER_BETTING && has(w->in, s) && !w->stack[s] && w->dealt)
            view_word(m, "status", s, "all in");
    }
    wager_totals(setup, t, m);
    wager_results(setup, t, m);
}
