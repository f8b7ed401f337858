/* Cards in rows that have a Fortitude of their own (TC-WREN, TC-TORG): struck instead of a player, worn out, paid,
 * fallen. What is struck is a card and no player: nobody defends it, whoever ignores the card does so for himself alone
 * (CN-55), and nothing else that the card does to who is picked happens (CN-47). */
#include "inn/amounts.h"
#include "inn/bodies.h"

bool strikes_bodies(const InnPermission *p)
{
    return (p->pick == INN_OTHER || p->pick == INN_ANYONE) && p->most == 1 && p->takes[INN_TARGET] & INN_FORT;
}

bool strikes_second_bodies(const InnPermission *p) { return p->takes[INN_SECOND] & INN_FORT; }

bool is_for_body(const Open *o, const InnEffect *eff)
{
    return eff->who == INN_SECOND ? o->second_body : eff->who == INN_TARGET && o->body;
}

Card body_struck(const Table *t, const Open *o)
{
    if (!o->body || o->body == PLACE_GONE) return NO_CARD;
    return inn_at(t)->seat[tap_first_of(o->targets)].row[o->body - 1].card;
}

int bodies_of(const Table *t, Seat s)
{
    int n = 0;
    for (int i = 0; i < inn_at(t)->seat[s].rows; i++) n += is_body(&inn_at(t)->seat[s], i);
    return n;
}

void offer_bodies(const Table *t, Choices *c)
{
    const Inn *g = inn_at(t);
    for (Seat x = 0; x < t->seats; x++)
        for (int i = 0; has(g->pickable, x) && i < g->seat[x].rows; i++)
            if (is_body(&g->seat[x], i)) offer(c, STRIKE, x + 1, i + 1);
}

/* No more than it has; returns what it was. */
static int lose_of(Table *t, Seat s, int i, int n, Env *e)
{
    Patron *p = &inn_of(t)->seat[s];
    if (n > body_fort(p, i)) n = body_fort(p, i);
    if (n <= 0) return 0;
    p->row_fort[i] = (uint8_t)(p->row_fort[i] - n);
    told(e, TAP_SAID, "{who}'s {card} loses {n} Fortitude.", .card = p->row[i].card, .who = s, .n = n);
    return n;
}

static void taken_of(Open *o, Seat s, int n)
{
    if (!n) return;
    o->bodies |= only(s);
    o->took = (uint8_t)(o->took + n > NO_LIMIT ? NO_LIMIT : o->took + n);
}

/* It has no tokens, and plays together with nobody. */
static int strength_of(const Table *t, const Open *o, const InnEffect *eff, Seat s)
{
    if (eff->per == INN_PER_MEMBER) return 1;
    return eff->per == INN_BY_ANYBODY ? 0 : inn_amount(t, o, eff, s);
}

void body_loses(Table *t, Open *o, const InnEffect *eff, Env *e)
{
    bool second = eff->who == INN_SECOND;
    Seat s = tap_first_of(second ? o->second : o->targets);
    int place = second ? o->second_body : o->body;
    if (place == PLACE_GONE) return;
    taken_of(o, s, lose_of(t, s, place - 1, struck_with(t, o, strength_of(t, o, eff, s), s), e));
}

static bool absorbs(const Setup *setup, const Patron *p, int i)
{
    return is_body(p, i) && card_at(setup, p->row[i].card)->flags & INN_ABSORBS;
}

static int bodies_hold(const Setup *setup, const Table *t, Seat s)
{
    const Patron *p = &inn_at(t)->seat[s];
    int sum = 0;
    for (int i = 0; i < p->rows; i++)
        if (absorbs(setup, p, i)) sum += body_fort(p, i);
    return sum;
}

static int absorb(Table *t, Open *o, Seat s, int n, Env *e)
{
    const Patron *p = &inn_at(t)->seat[s];
    int left = n;
    for (int i = 0; i < p->rows; i++)
        if (absorbs(e->setup, p, i)) left -= lose_of(t, s, i, left, e);
    taken_of(o, s, n - left);
    return n - left;
}

/* Each of its owner's share. */
static int share_of(const Table *t, const Open *o, const InnEffect *eff, SeatSet who, Seat s)
{
    int share = 0;
    for (Seat x = 0; x < t->seats; x++)
        if (has(who, x) && o->goes[x] == s) share += loss_share(t, o, inn_amount(t, o, eff, x), s);
    return share;
}

int bodies_leave(const Setup *setup, const Table *t, const Open *o, const InnEffect *eff, SeatSet who, SeatSet hurt,
                 int loss)
{
    for (Seat s = 0; s < t->seats && !(o->flags & SETTLED); s++) {
        int held = has(hurt, s) ? bodies_hold(setup, t, s) : 0, share = held ? share_of(t, o, eff, who, s) : 0;
        int most = share < loss ? share : loss;
        loss -= held < most ? held : most;
    }
    return loss;
}

int bodies_absorb(Table *t, Open *o, const InnEffect *eff, SeatSet who, SeatSet *hurt, int loss, Env *e)
{
    for (Seat x = 0; x < t->seats && !(o->flags & SETTLED); x++) {
        if (!has(*hurt, x) || !bodies_hold(e->setup, t, x)) continue;
        int share = share_of(t, o, eff, who, x);
        int absorbed = absorb(t, o, x, share < loss ? share : loss, e);
        loss -= absorbed;
        if (absorbed == share) *hurt = less(*hurt, x);
    }
    return loss;
}

/* Where it lies that happens by itself, or -1. */
static int place_of(const Open *o) { return o->place == PLACE_GONE ? -1 : o->place - 1; }

void body_wears(Table *t, const Open *o, int n, Env *e)
{
    if (place_of(o) >= 0) lose_of(t, o->turn_of, place_of(o), n, e);
}

static void place_leaves(Table *t, const Open *o, Env *e)
{
    Seat s = o->turn_of;
    if (place_of(o) < 0) return;
    Slot card = row_remove(e->setup, t, s, place_of(o));
    row_lay_away(e->setup, t, o->owner, card);
    told(e, TAP_SHOWN, "{card} is laid away.", .card = card.card, .from = Z_ROW, .from_owner = s,
         .to = card_at(e->setup, card.card)->in ? Z_SPENT : Z_DISCARD, .to_owner = o->owner);
}

/* Who does not pay, or cannot, has it no longer. */
SCRIPT_BODY(, inn_wage)
{
    const Open *o = &inn_at(t)->open[f->at];
    BEGIN;
    f->paid = 0;
    if (pool_at(inn_at(t), o->owner)->gold >= f->n) {
        ASK(o->owner, Q_WAGE);
        f->paid = ANSWER(o->owner)->verb == ACCEPT;
    }
    if (f->paid)
        CALL_WITH(S_PAY, inn_pay, .payers = only(o->owner), .actor = o->owner, .to = NOBODY, .amount = f->n,
                  .cause = INN_BY_CARD);
    else place_leaves(t, o, e);
    RETURN(f->paid);
    END;
}

/* ---------------------------------------------------------------- falling */

static int fallen_at(const Patron *p)
{
    for (int i = 0; i < p->rows; i++)
        if (is_body(p, i) && !body_fort(p, i)) return i;
    return -1;
}

static Seat whose_falls(const Table *t)
{
    for (Seat s = 0; s < t->seats; s++)
        if (fallen_at(&inn_at(t)->seat[s]) >= 0) return s;
    return NOBODY;
}

bool some_fall(const Table *t) { return whose_falls(t) != NOBODY; }

static Card fall(Table *t, Seat s, Env *e)
{
    Slot card = row_remove(e->setup, t, s, fallen_at(&inn_at(t)->seat[s]));
    row_lay_away(e->setup, t, s, card);
    told(e, TAP_SHOWN, "{who}'s {card} falls.", .who = s, .card = card.card, .from = Z_ROW, .from_owner = s,
         .to = card_at(e->setup, card.card)->in ? Z_SPENT : Z_DISCARD, .to_owner = s);
    return card.card;
}

/* Who is to pick somebody must be there for it. */
static bool happens(const Table *t, const inn_falls_Frame *f, const Env *e)
{
    const InnPermission *p = way_of(e->setup, f->card, f->way);
    return p->event == INN_FALLS && !is_over(t) && has(p->pick ? present(t) : alive(t), f->who);
}

SCRIPT_BODY(, inn_falls)
{
    BEGIN;
    while (some_fall(t)) {
        f->who = whose_falls(t);
        f->card = fall(t, f->who, e);
        for (f->way = 0; f->way < card_at(e->setup, f->card)->permissions; f->way++)
            if (happens(t, f, e))
                CALL_WITH(S_TRIGGER, inn_trigger, .card = f->card, .owner = f->who, .bearer = f->who, .way = f->way);
    }
    END;
}
