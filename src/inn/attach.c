/* Cards that lie in the rows of others: laid there, handed on as tokens are, sold, laid away. They act on who has them
 * and at his moments, are used by nobody (TC-NITR) or by who has them (TC-PHRE), and belong to whose character they
 * are. */
#include "inn/attach.h"

int attached_at(const Inn *g, Seat s, Seat owner, Card card)
{
    const Patron *p = &g->seat[s];
    for (int i = 0; i < p->rows; i++)
        if (p->row[i].card == card && p->row_of[i] == owner) return i;
    return -1;
}

void attached_leaves(const Setup *setup, Table *t, Seat s, Seat owner, Card card, Env *e)
{
    int i = attached_at(inn_at(t), s, owner, card);
    if (i < 0) return;
    row_lay_away(setup, t, owner, row_remove(setup, t, s, i));
    told(e, TAP_SHOWN, "{card} is laid away.", .card = card, .from = Z_ROW, .from_owner = s,
         .to = card_at(setup, card)->in ? Z_SPENT : Z_DISCARD, .to_owner = owner);
}

SCRIPT_BODY(, inn_attach)
{
    Inn *g = inn_of(t);
    BEGIN;
    IN_TURN_ORDER (f->turn, f->todo, f->to, g->active) {
        f->card = take_beside(e->setup, &g->seat[f->owner], f->side - 1, e);
        if (f->card.card == NO_CARD) break;
        CALL_WITH(S_ENTER, inn_enter, .card = f->card, .who = f->turn, .owner = f->owner);
    }
    END;
}

/* Anybody else who has room for it, but not whose card it is. */
static SeatSet may_take(const Table *t, const inn_pass_on_Frame *f)
{
    SeatSet set = less(less(alive(t), f->who), f->owner);
    for (Seat s = 0; s < t->seats; s++)
        if (inn_at(t)->seat[s].rows == ROW_MOST) set = less(set, s);
    return set;
}

SCRIPT_BODY(, inn_pass_on)
{
    BEGIN;
    if (attached_at(inn_at(t), f->who, f->owner, f->card) < 0) RETURN(0);
    CALL_WITH(S_TO_WHOM, inn_to_whom, .to = may_take(t, f), .who = f->who, .n = f->n);
    if (!RESULT) RETURN(0);
    CALL_WITH(S_ENTER, inn_enter, .who = (Seat)(RESULT - 1), .owner = f->owner,
              .card = row_remove(e->setup, t, f->who, attached_at(inn_at(t), f->who, f->owner, f->card)));
    RETURN(1);
    END;
}

/* TC-PHRE: opponents who are here, have the money, and room for it. */
static SeatSet may_buy(const Table *t, const inn_sell_Frame *f)
{
    const Inn *g = inn_at(t);
    SeatSet set = present(t) & (SeatSet)~side_of(g, f->who);
    for (Seat s = 0; s < t->seats; s++)
        if (g->seat[s].rows == ROW_MOST || pool_at(g, s)->gold < f->n) set = less(set, s);
    return set;
}

/* What is sold goes to who bought it only if it still lies there: it may be used while it is paid for. */
SCRIPT_BODY(, inn_sell)
{
    Inn *g = inn_of(t);
    BEGIN;
    while (has(present(t), f->who) && !is_over(t) && row_of_side(e->setup, t, f->who, f->side) > 1) {
        g->most = f->side;
        ASK(f->who, Q_GIVE_UP);
        g->most = 0;
        f->card = g->seat[f->who].row[ANSWER(f->who)->a - 1].card;
        f->buyer = NOBODY;
        g->pickable = may_buy(t, f);
        if (g->pickable) {
            ASK(f->who, Q_SELL);
            if (ANSWER(f->who)->verb == PICK) f->buyer = (Seat)(ANSWER(f->who)->a - 1);
        }
        g->pickable = 0;
        if (f->buyer != NOBODY) {
            told(e, TAP_SAID, "{who} offers {card} to {other} for {n} Gold.", .who = f->who, .card = f->card,
                 .other = f->buyer, .n = f->n);
            ASK(f->buyer, Q_OFFER);
            if (ANSWER(f->buyer)->verb == DECLINE) f->buyer = NOBODY;
        }
        if (f->buyer == NOBODY) {
            attached_leaves(e->setup, t, f->who, f->who, f->card, e);
            continue;
        }
        CALL_WITH(S_PAY, inn_pay, .payers = only(f->buyer), .actor = f->who, .to = f->who, .amount = f->n,
                  .cause = INN_BY_CARD);
        if (attached_at(g, f->who, f->who, f->card) >= 0)
            CALL_WITH(S_ENTER, inn_enter, .who = f->buyer, .owner = f->who,
                      .card = row_remove(e->setup, t, f->who, attached_at(g, f->who, f->who, f->card)));
    }
    END;
}

/* --------------------------------------------------------------- handed on */

/* Whoever may have one more of it. */
static SeatSet may_get(const Table *t, const inn_hand_on_Frame *f, const Env *e)
{
    const InnCard *card = token_card(e->setup, t, f->owner, f->token);
    SeatSet set = less(alive(t), f->who);
    if (card->flags & INN_FOR_OPPONENTS) set &= (SeatSet)~side_of(inn_at(t), f->owner);
    for (Seat s = 0; s < t->seats; s++)
        if (tokens_of(e->setup, t, f->owner, f->token, s) >= card->most) set = less(set, s);
    return set;
}

SCRIPT_BODY(, inn_to_whom)
{
    Inn *g = inn_of(t);
    BEGIN;
    if (!f->to || !has(present(t), f->who) || g->seat[f->who].cards < f->n) RETURN(0);
    g->pickable = f->to;
    ASK(f->who, Q_HAND_ON);
    g->pickable = 0;
    if (ANSWER(f->who)->verb == PASS) RETURN(0);
    f->to = only((Seat)(ANSWER(f->who)->a - 1));
    if (f->n) CALL_WITH(S_DISCARDS, inn_discards, .who = only(f->who), .n = f->n);
    told(e, TAP_SAID, "{who} hands it on to {other}.", .who = f->who, .other = tap_first_of(f->to));
    RETURN(1 + tap_first_of(f->to));
    END;
}

SCRIPT_BODY(, inn_hand_on)
{
    BEGIN;
    CALL_WITH(S_TO_WHOM, inn_to_whom, .to = may_get(t, f, e), .who = f->who, .n = f->n);
    if (!RESULT) RETURN(0);
    tokens_move(e->setup, t, f->owner, f->token, f->who, -1, e);
    tokens_move(e->setup, t, f->owner, f->token, (Seat)(RESULT - 1), 1, e);
    RETURN(1);
    END;
}
