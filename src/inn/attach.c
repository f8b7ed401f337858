/* Cards that lie in the rows of others: laid there, handed on, laid away. They act on who has them and at his moments,
 * are used by nobody, and belong to whose character they are (TC-NITR). */
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
    Inn *g = inn_of(t);
    BEGIN;
    f->to = has(present(t), f->who) && g->seat[f->who].cards >= f->n && attached_at(g, f->who, f->owner, f->card) >= 0
                ? may_take(t, f)
                : 0;
    if (f->to) {
        g->pickable = f->to;
        ASK(f->who, Q_HAND_ON);
        g->pickable = 0;
        f->to = ANSWER(f->who)->verb == PASS ? 0 : only((Seat)(ANSWER(f->who)->a - 1));
    }
    if (!f->to) RETURN(0);
    if (f->n) CALL_WITH(S_DISCARDS, inn_discards, .who = only(f->who), .n = f->n);
    told(e, TAP_SAID, "{who} hands it on to {other}.", .who = f->who, .other = tap_first_of(f->to));
    CALL_WITH(S_ENTER, inn_enter, .who = tap_first_of(f->to), .owner = f->owner,
              .card = row_remove(e->setup, t, f->who, attached_at(g, f->who, f->owner, f->card)));
    RETURN(1);
    END;
}
