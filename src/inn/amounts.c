/* What the number of an effect comes to: as the card has it, as its part and tokens change it, and how much of a loss
 * is left to each side. */
#include "inn/amounts.h"
#include "inn/merge.h"

bool shares_loss(const Open *o, Seat s) { return has(o->shared, s) && o->actor != NOBODY; }

SeatSet loss_shares(const Table *t, const Open *o, SeatSet who, Seat head)
{
    SeatSet set = 0;
    for (Seat x = 0; x < t->seats; x++)
        if (has(who, x) && is_mate(inn_at(t), head, o->goes[x])) set |= only(o->goes[x]);
    return set;
}

static bool is_numbered(const InnEffect *eff)
{
    switch ((InnDoes)eff->does) {
    case INN_LOSE:
    case INN_GAIN:
    case INN_PAYS:
    case INN_DRAW:
    case INN_DISCARD:
    case INN_GIVE:
    case INN_TAKE:
    case INN_ORDERS:
    case INN_ORDER_SEEN:
    case INN_DRINK_PILE:
    case INN_DRINK_DECK:
    case INN_SHOT:
    case INN_REDUCE:
    case INN_REDUCE_TO: return !eff->joined;
    default: return false;
    }
}

/* CN-10: a number that is written, as the part of the card has changed it. */
static int number_in(const Open *o, const InnEffect *eff)
{
    int n = eff->n + (is_numbered(eff) ? o->more : 0);
    return n < 0 && eff->n >= 0 ? 0 : n;
}

static int counted_for(const Table *t, const Open *o, const InnEffect *eff, Seat s)
{
    const Inn *g = inn_at(t);
    if (eff->per_pick) return o->amount;
    if (!eff->per) return number_in(o, eff);
    if (eff->per == INN_PER_MEMBER) return members_of(t, o->actor, s);
    if (eff->per == INN_PER_CREW) return count(g->open[o->below].lost & side_of(g, o->actor));
    if (eff->per == INN_PER_LOST && g->open[o->below].kind == OPEN_AFTER) return g->open[o->below].took;
    if (eff->per == INN_PER_LOST) /* CN-13: of tokens as many as was their own loss, not of who shares it */
        return eff->does == INN_GIVE || eff->does == INN_TAKE ? o->took_there : o->took;
    Seat holder = eff->per == INN_BY_ANYBODY ? s : eff->per == INN_BY_SIDE ? head_of(g, o->owner) : o->owner;
    return g->seat[o->owner].token[eff->token - 1][holder];
}

int inn_amount(const Table *t, const Open *o, const InnEffect *eff, Seat s)
{
    bool harder = o->harder && !eff->joined && eff->does == INN_LOSE && eff->stat == INN_FORT;
    return counted_for(t, o, eff, s) + (harder && eff->who == o->harder_for ? o->harder : 0);
}

int struck_with(const Table *t, const Open *o, int n, Seat s)
{
    const Inn *g = inn_at(t);
    if (n > 0 && o->actor != NOBODY && !is_mate(g, o->actor, s)) {
        n += mod_of(g, o->actor, INN_HIT);
        if (o->flags & BY_ACTION) n += mod_of(g, o->actor, INN_ACTION_HIT);
    }
    return n;
}

int loss_share(const Table *t, const Open *o, int n, Seat s)
{
    n = struck_with(t, o, n, s);
    if (!(o->flags & SETTLED)) n -= mod_of(inn_at(t), s, INN_SHIELD);
    if (o->kind == OPEN_CARD && has(o->dulled, s)) n -= o->dull;
    return n < 0 ? 0 : n;
}

/* The shares together, before anything is done about them. */
static int loss_due(const Table *t, const Open *o, const InnEffect *eff, SeatSet who, Seat head, SeatSet counted)
{
    int due = 0;
    for (Seat x = 0; x < t->seats; x++)
        if (has(who, x) && has(side_of(inn_at(t), head) & counted, o->goes[x]))
            due += loss_share(t, o, inn_amount(t, o, eff, x), o->goes[x]);
    return due;
}

static int after_answers(const Table *t, const Open *o, Seat head, int due)
{
    due -= o->by[head];
    if (due > o->limit[head]) due = o->limit[head];
    return due < 0 ? 0 : due;
}

int loss_left(const Table *t, const Open *o, const InnEffect *eff, SeatSet who, Seat head, SeatSet counted)
{
    int left = after_answers(t, o, head, loss_due(t, o, eff, who, head, counted));
    return shares_loss(o, head) ? (left + 1) / 2 : left;
}

void losses_met(const Table *t, Open *o, const InnEffect *eff, SeatSet who)
{
    for (Seat s = 0; s < t->seats; s++) {
        if (!is_head(inn_at(t), s) || (!o->by[s] && o->limit[s] == NO_LIMIT)) continue;
        int due = loss_due(t, o, eff, who, s, alive(t) & (SeatSet)~o->ignored), left = after_answers(t, o, s, due);
        o->by[s] = (uint8_t)(due < o->by[s] ? o->by[s] - due : 0);
        if (o->limit[s] != NO_LIMIT) o->limit[s] = (uint8_t)(o->limit[s] - left);
    }
}
