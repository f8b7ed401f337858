/* What a permission does, effect by effect. Those that ask somebody, or open something, are calls of the script; the
 * others are written at once. */
#include <stdlib.h>

#include "inn/amounts.h"
#include "inn/attach.h"
#include "inn/bodies.h"
#include "inn/in_hand.h"
#include "inn/merge.h"
#include "inn/in_purse.h"

/* ------------------------------------------------------------ Fortitude */

static void take_fort(Table *t, Open *o, SeatSet hurt, int n, Env *e)
{
    Pool *p = pool_of(inn_of(t), tap_first_of(hurt));
    int real = n < p->fort ? n : p->fort;
    if (!real) return;
    p->fort = (int8_t)(p->fort - real);
    o->lost |= hurt;
    o->took = (uint8_t)(o->took + real > NO_LIMIT ? NO_LIMIT : o->took + real);
    if (o->kind == OPEN_CARD && sides_of(t, o->targets) & hurt)
        o->took_there = (uint8_t)(o->took_there + real > NO_LIMIT ? NO_LIMIT : o->took_there + real);
    told(e, TAP_SAID, "{who} loses {n} Fortitude.", .who = tap_first_of(hurt), .n = real);
}

/* Those of them whose share is not brought to nothing by what lies before them (TC-BRYN). */
static SeatSet hurt_of(const Table *t, const Open *o, const InnEffect *eff, SeatSet who, SeatSet hurt)
{
    SeatSet set = 0;
    for (Seat x = 0; x < t->seats; x++)
        if (has(who, x) && has(hurt, o->goes[x]) && loss_share(t, o, inn_amount(t, o, eff, x), o->goes[x]))
            set |= only(o->goes[x]);
    return set;
}

/* Whoever ignores the card takes none of it; what the others of a side take is one loss. */
static void lose_fort(Table *t, Open *o, const InnEffect *eff, SeatSet who, Env *e)
{
    SeatSet counted = alive(t) & (SeatSet)~o->ignored;
    for (Seat s = 0; s < t->seats; s++) {
        SeatSet hurt = is_head(inn_at(t), s) ? loss_shares(t, o, who, s) & counted : 0;
        if (!hurt) continue;
        int loss = loss_left(t, o, eff, who, s, counted);
        if (shares_loss(o, s)) take_fort(t, o, only(o->actor), loss, e);
        if (loss) hurt = hurt_of(t, o, eff, who, hurt);
        if (loss) loss = bodies_absorb(t, o, eff, who, &hurt, loss, e);
        if (loss) take_fort(t, o, hurt, loss, e);
    }
    losses_met(t, o, eff, who);
}

/* What is done about a loss is done for the whole side, by its head ((f) 10, 11, G5). */

/* `by` eats from the loss, `to` bounds it: in whatever order, min(x - by, limit). */
void loss_reduce(Open *below, Seat head, int by)
{
    int limit = below->limit[head] - by;
    below->by[head] = (uint8_t)(below->by[head] + by > NO_LIMIT ? NO_LIMIT : below->by[head] + by);
    if (below->limit[head] != NO_LIMIT) below->limit[head] = (uint8_t)(limit < 0 ? 0 : limit);
}

static void reduce_to(Open *below, Seat head, int limit)
{
    if (limit < below->limit[head]) below->limit[head] = (uint8_t)limit;
}

/* CN-26: what happens to who is borrowed happens to his own side, which has no other Champion for it then; one's own
 * has none, and so ignores it. */
static void borrow_champion(Open *below, SeatSet side, Seat to)
{
    if (below->flags & IS_EVENT && below->mine & side) below->mine = only(to);
    below->each = (below->each & (SeatSet)~side) | only(to);
}

static void redirect(Open *below, SeatSet from, Seat to)
{
    for (Seat s = 0; s < PATRONS; s++)
        if (has(from, below->goes[s])) below->goes[s] = to;
}

/* ------------------------------------------------------------- at once */

void move_stat(Table *t, Seat s, int stat, int n, Env *e)
{
    Pool *p = pool_of(inn_of(t), s);
    int before = stat == INN_FORT ? p->fort : p->ac, after = clamped(before + n);
    if (stat == INN_GOLD) {
        if (n < -p->gold) n = -p->gold;
        gold_moves(t, NOBODY, s, n, e);
        if (n) told(e, TAP_PAID, n > 0 ? "{who} gains {n} Gold." : "{who} loses {n} Gold.", .who = s, .n = abs(n));
        return;
    }
    if (stat == INN_FORT) p->fort = (int8_t)after;
    else p->ac = (int8_t)after;
    if (after == before) return;
    bool fort = stat == INN_FORT, up = after > before;
    told(e, TAP_SAID,
         fort ? up ? "{who} gains {n} Fortitude." : "{who} loses {n} Fortitude."
              : up ? "{who} gains {n} Alcohol." : "{who} loses {n} Alcohol.",
         .who = s, .n = abs(after - before));
}

void gold_more(Table *t, Seat s, Env *e)
{
    int n = mod_of(inn_at(t), s, INN_GOLD_MORE);
    if (n) move_stat(t, s, INN_GOLD, n, e);
}

/* The payment that an answer is about: one's own, that of a mate (TM-4), or the first that is due of another. */
static Seat payer_meant(const Table *t, const Open *o, const InnPermission *p)
{
    const Open *below = &inn_at(t)->open[o->below];
    SeatSet due = below->payers & (SeatSet)~(below->by_inn | below->excused);
    SeatSet side = side_of(inn_at(t), o->actor), helped = due & defended_by(inn_at(t), o->actor);
    if (p->whose != INN_ANOTHERS && helped) return seat_from(t, helped, o->actor);
    return seat_from(t, due & (SeatSet)~side, o->actor);
}

/* CN-5: some Drinks are only made weaker by it. */
static void ignore_cup(const Setup *setup, const Inn *g, Cup *cup)
{
    int less = cup_ignored_as(setup, g, cup);
    if (less) cup_change(cup, -less);
    else cup->ignored = 1;
}

static void change_cup(const Setup *setup, Table *t, Open *o, const InnEffect *eff, Env *e)
{
    Inn *g = inn_of(t);
    Open *drinks = &g->open[o->below];
    Cup *cup = &g->cup[o->cup];
    Seat to = tap_first_of(o->targets);
    if (eff->does == INN_STASH_DRINK) cup->stash = (uint8_t)(to + 1); /* PRZ-10: of a Drink that is ignored, too */
    if (cup->ignored) return;
    switch ((InnDoes)eff->does) {
    case INN_IGNORE_DRINK:
        if (cup_bet_by(g, cup, o->actor) && !is_mate(g, o->actor, cup->drinker)) cup_unbet(g, cup, o->actor);
        else ignore_cup(setup, g, cup);
        break;
    case INN_BET: cup_bet(cup, o->actor, eff->n); break;
    case INN_PASS_DRINK: cup->drinker = to; break;
    case INN_ADD_AC: cup_change(cup, eff->n); break;
    case INN_SET_DRINK: cup_change(cup, CUP_SET_TO + eff->n); break;
    case INN_CONVERT: cup_change(cup, CUP_CONVERTED); break;
    case INN_NO_HEAL: cup_change(cup, CUP_UNHEALED); break;
    case INN_CONVERT_TO: cup_change(cup, CUP_CONVERTED_TO + eff->n); break;
    case INN_SPLIT_DRINK: /* SPL-1 .. SPL-3 */
        if (g->cups == CUPS || drinks->cup + drinks->cups != g->cups) break;
        cup_halve(cup, false);
        g->cup[g->cups] = *cup;
        g->cup[g->cups].drinker = to;
        g->cup[g->cups++].revealer = NOBODY;
        drinks->cups++; /* it cannot be stashed yet, for then it would be ignored */
        o->cups = g->cups;
        break;
    case INN_HALVE_DRINK: cup_halve(cup, true); break;
    case INN_IN_HALF: /* SPL-6: the half of the other, after halving */
        if (!o->cups) break;
        g->cup[o->cups - 1].token = eff->token;
        g->cup[o->cups - 1].tokens = (uint8_t)eff->n;
        g->cup[o->cups - 1].tokens_of = o->owner;
        break;
    default: break;
    }
}

/* TM-16: who is not in takes the mate out who is. */
static SeatSet who_leaves(const Table *t, const Open *o, SeatSet me)
{
    const Inn *g = inn_at(t);
    return me & g->round.in || o->actor == NOBODY ? me : defended_by(g, o->actor) & (SeatSet)~o->ignored;
}

static void leave(Table *t, SeatSet who, Env *e)
{
    for (Seat s = 0; s < t->seats; s++)
        if (has(who & inn_at(t)->round.in, s)) round_leave(t, s, e);
}

/* GAM-10: the round is over, and the pot is the actor's. */
static void take_pot(Table *t, const Open *o, bool wins, Env *e)
{
    Inn *g = inn_of(t);
    if (!g->round.live) return;
    round_end(t, o->actor);
    g->round.unwon = !wins;
    if (g->open[o->below].kind == OPEN_WON) g->open[o->below].flags |= SETTLED;
    told(e, TAP_SAID, "{who} takes the pot.", .who = o->actor);
}

/* PRZ-7: what is left of it is less for the next who does so. */
static void take_half(Table *t, const Open *o, Open *taken, Env *e)
{
    Inn *g = inn_of(t);
    int n = taken->amount / 2;
    if (n > pool_at(g, taken->actor)->gold) n = pool_at(g, taken->actor)->gold;
    taken->amount = (uint8_t)(taken->amount - n);
    gold_moves(t, taken->actor, o->actor, n, e);
    if (n) open_gains(t, o->actor, false);
    told(e, TAP_PAID, "{who} pays {other} {n}.", .who = taken->actor, .other = o->actor, .n = n);
    if (!n) taken->card = 0;
}

static void steal_pot(Table *t, const Open *o, int n, Env *e)
{
    Inn *g = inn_of(t);
    if (n > g->round.pot) n = g->round.pot;
    gold_moves(t, THE_POT, o->actor, n, e);
    if (n) open_gains(t, o->actor, false);
    told(e, TAP_PAID, "{who} takes {n} from the pot.", .who = o->actor, .n = n);
}

/* What is done to the card, payment or round that is answered. */
static void resolve_answer(const Setup *setup, Table *t, Open *o, const InnPermission *p, const InnEffect *eff, Env *e)
{
    Inn *g = inn_of(t);
    Open *below = &g->open[o->below];
    SeatSet side = side_of(g, o->actor);
    int n;
    switch ((InnDoes)eff->does) {
    case INN_NEGATE: below->flags |= NEGATED; break;
    case INN_EVENT_AGAIN: below->amount++; break;
    case INN_IGNORE: /* NEG-9 */
        if (card_at(setup, below->card)->ignore_as)
            loss_reduce(below, tap_first_of(side), card_at(setup, below->card)->ignore_as);
        else below->ignored |= side;
        below->lessened |= side;
        break;
    case INN_REDUCE:
        loss_reduce(below, tap_first_of(side), inn_amount(t, o, eff, o->actor));
        below->lessened |= side;
        break;
    case INN_REDUCE_TO:
        reduce_to(below, tap_first_of(side), inn_amount(t, o, eff, o->actor));
        below->lessened |= side;
        break;
    case INN_REDIRECT:
        redirect(below, side, tap_first_of(o->targets));
        below->lessened |= side;
        break;
    case INN_REDIRECT_ALL:
        if (below->targets & side) below->targets = (below->targets & (SeatSet)~side) | o->targets;
        if (below->second & side && !below->second_body) below->second = o->targets;
        below->lessened |= side;
        break;
    case INN_ANOTHER_ACTION: /* CN-35 */
        if (below->actor != NOBODY && is_mate(g, g->active, below->actor) && t->phase == P_ACTION)
            g->seat[below->actor].actions++;
        break;
    case INN_BORROW:
        if (g->teams) borrow_champion(below, side, tap_first_of(o->targets));
        else below->ignored |= side; /* BVB-3 */
        break;
    case INN_NO_HEAL:
        if (below->kind == OPEN_CARD) below->flags |= UNHEALED;
        else change_cup(setup, t, o, eff, e);
        break;
    case INN_SHARE_LOSS:
        below->shared |= only(tap_first_of(side));
        below->lessened |= side;
        break;
    case INN_SUBSTITUTE:
    case INN_EXCUSE: {
        Seat payer = payer_meant(t, o, p);
        if (payer == NOBODY) break;
        if (eff->does == INN_SUBSTITUTE) below->by_inn |= only(payer);
        else below->excused |= only(payer);
        break;
    }
    case INN_LOCK: g->round.lock = !g->game; break; /* RNW-5 */
    case INN_TAKE_HALF: take_half(t, o, below, e); break;
    case INN_TAKE_PAID: /* CN-66 */
        open_gains(t, o->actor, true);
        move_stat(t, o->actor, INN_GOLD, below->amount - spent_taken(t, o->below, o->actor, true, e), e);
        gold_more(t, o->actor, e);
        below->flags |= SETTLED;
        break;
    case INN_TAKE_SPENT: /* TC-KEET */
        open_gains(t, o->actor, false);
        n = spent_taken(t, o->below, o->actor, false, e);
        below->amount = (uint8_t)(below->amount > n ? below->amount - n : 0);
        break;
    case INN_STEAL_POT: steal_pot(t, o, eff->n, e); break;
    case INN_TAKE_POT: take_pot(t, o, p->event != INN_ROUND, e); break;
    case INN_END_ROUND:
        round_end(t, NOBODY);
        told(e, TAP_SAID, "The round is over, and the pot goes to the Inn.");
        break;
    case INN_REPEAT_ROUND:
        g->round.again = 1;
        g->round.winner = o->actor;
        below->flags |= SETTLED;
        break;
    default: change_cup(setup, t, o, eff, e);
    }
}

/* CN-25: until the turn is over. */
static void hold_back(Table *t, SeatSet who, Env *e)
{
    Inn *g = inn_of(t);
    for (Seat s = 0; s < t->seats; s++)
        if (has(who, s) && count(side_of(g, s)) > 1)
            told(e, TAP_SAID, "In this turn nobody can help {who}.", .who = s);
    g->held_back |= who;
}

/* Somebody saw to it that nobody is healed by it. */
static bool is_stopped(const Open *o, const InnEffect *eff)
{
    bool gains = eff->does == INN_GAIN || eff->does == INN_DISCARD_FOR || eff->does == INN_REVEAL_FOR;
    return o->flags & UNHEALED && gains && eff->stat == INN_FORT;
}

void inn_resolve(const Setup *setup, Table *t, int at, const InnPermission *p, const InnEffect *eff, Env *e)
{
    Inn *g = inn_of(t);
    Open *o = &g->open[at];
    SeatSet who = inn_subjects(t, o, eff->who), rest = who & (SeatSet)~o->ignored;
    int n = inn_amount(t, o, eff, NOBODY == o->actor ? 0 : o->actor);
    switch ((InnDoes)eff->does) {
    case INN_LOSE:
    case INN_GAIN:
        if (eff->does == INN_LOSE && eff->stat == INN_FORT) {
            if (is_for_body(o, eff)) body_loses(t, o, eff, e);
            else lose_fort(t, o, eff, who, e);
        }
        else if (!is_stopped(o, eff))
            for (Seat s = 0; s < t->seats; s++)
                if (has(rest, s)) {
                    if (eff->does == INN_GAIN && eff->stat == INN_GOLD) open_gains(t, s, true);
                    move_stat(t, s, eff->stat, (eff->does == INN_GAIN ? 1 : -1) * inn_amount(t, o, eff, s), e);
                    if (eff->does == INN_GAIN && eff->stat == INN_GOLD) gold_more(t, s, e);
                }
        break;
    case INN_GIVE:
    case INN_TAKE:
        for (Seat s = 0; s < t->seats; s++)
            if (has(rest, s))
                tokens_move(setup, t, o->owner, eff->token - 1, s,
                            (eff->does == INN_GIVE ? 1 : -1) * inn_amount(t, o, eff, s), e);
        break;
    case INN_DRAW:
        for (Seat s = 0; s < t->seats; s++)
            if (has(rest, s)) patron_draw(setup, t, s, n, e);
        break;
    case INN_REVEAL_FOR:
        for (Seat s = 0; s < t->seats && !is_stopped(o, eff); s++)
            if (has(rest, s)) move_stat(t, s, eff->stat, patron_reveal(setup, t, s, n, eff->types, e), e);
        break;
    case INN_LAY:
        if (!eff->joined) o->flags |= LAID; /* part_is_laid */
        break;
    case INN_NUMBERS: /* since it is part of the card */
    case INN_SHOW: break; /* since it was played */
    case INN_WEAR: body_wears(t, o, n, e); break;
    case INN_LEAVES: attached_leaves(setup, t, o->turn_of, o->owner, o->card, e); break;
    case INN_SERVE: /* CN-34 */
        drinks_serve(setup, t, o->owner, eff->side, o->targets & present(t) & (SeatSet)~o->ignored, e);
        break;
    case INN_SPEND: signs_spent(setup, t, o->owner, card_at(setup, o->card)->sign, n, e); break;
    case INN_CLEAR_ROW: /* CN-44 */
        if (!has(o->ignored, o->owner)) row_cleared(setup, t, o->owner, o->card, e);
        break;
    case INN_GRANT: g->seat[o->actor].actions++; break;
    case INN_ACT_AGAIN: g->seat[o->turn_of].actions++; break;
    case INN_BLOOD_ANTE: g->blood = 1; break;
    case INN_NO_LEAVING: g->stay = 1; break;
    case INN_LEAVE: leave(t, eff->who == INN_ME ? who_leaves(t, o, rest) : rest, e); break;
    case INN_DISCARD_PILE:
        for (Seat s = 0; s < t->seats; s++)
            if (has(rest, s)) drink_discard_top(setup, t, s, n, e);
        break;
    case INN_END_TURN:
    case INN_AWAY: go_away(t, rest, eff->does == INN_END_TURN, e); break;
    case INN_HOLD_BACK: hold_back(t, rest & o->lost, e); break;
    case INN_SHUN:
        for (Seat s = 0; s < t->seats; s++)
            if (has(rest, s)) g->seat[s].shuns = 1;
        break;
    default: resolve_answer(setup, t, o, p, eff, e);
    }
}

/* ----------------------------------------------------------------- script */

static const InnPermission *way_at(const Table *t, const inn_carry_out_Frame *f, const Env *e)
{
    return way_in(e->setup, &inn_at(t)->open[f->at], f->way);
}
static const InnEffect *effect_at(const Table *t, const inn_carry_out_Frame *f, const Env *e)
{
    return inn_effect(tables_of(e->setup), way_at(t, f, e), f->i);
}
/* Whom it is about, but for those who ignore the card. */
static SeatSet whom(const Table *t, const inn_carry_out_Frame *f, const Env *e)
{
    const Open *o = &inn_at(t)->open[f->at];
    return inn_subjects(t, o, effect_at(t, f, e)->who) & (SeatSet)~o->ignored;
}

/* The same of a loss that may have been sent on (TC-NITR). */
static SeatSet whom_it_strikes(const Table *t, const inn_carry_out_Frame *f, const Env *e)
{
    const Open *o = &inn_at(t)->open[f->at];
    SeatSet meant = inn_subjects(t, o, effect_at(t, f, e)->who), struck = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (has(meant, s)) struck |= only(o->goes[s]);
    return struck & alive(t) & (SeatSet)~o->ignored;
}

/* NEG-2, NEG-5, NEG-11 and (f) 57: a payment lapses if payer or payee ignores the card, but for one's own price. */
static SeatSet who_pays(const Table *t, const inn_carry_out_Frame *f, const Env *e)
{
    const Open *o = &inn_at(t)->open[f->at];
    const InnEffect *eff = effect_at(t, f, e);
    SeatSet to = eff->to == INN_THE_INN ? 0 : inn_subjects(t, o, eff->to);
    SeatSet payers = eff->who == INN_ME && !(o->flags & IS_EVENT) ? inn_subjects(t, o, INN_ME) : whom(t, f, e);
    if (o->more && !inn_amount(t, o, eff, o->actor)) return 0; /* its part has left nothing of it */
    if (eff->to != INN_THE_INN && (!to || to & o->ignored)) return 0;
    return payers & (SeatSet)~to;
}

static Seat who_is_paid(const Table *t, const inn_carry_out_Frame *f, const Env *e)
{
    const InnEffect *eff = effect_at(t, f, e);
    return eff->to == INN_THE_INN ? NOBODY : tap_first_of(inn_subjects(t, &inn_at(t)->open[f->at], eff->to));
}

static uint8_t number_of(const Table *t, const inn_carry_out_Frame *f, const Env *e)
{
    const Open *o = &inn_at(t)->open[f->at];
    return (uint8_t)inn_amount(t, o, effect_at(t, f, e), o->actor == NOBODY ? 0 : o->actor);
}

/* Who is picked is here, does not ignore it, and has the money. */
static bool can_pay(const Table *t, const inn_carry_out_Frame *f, const Env *e)
{
    const Open *o = &inn_at(t)->open[f->at];
    SeatSet buyer = inn_subjects(t, o, INN_TARGET) & present(t) & (SeatSet)~o->ignored;
    return buyer && pool_at(inn_at(t), tap_first_of(buyer))->gold >= number_of(t, f, e);
}

SCRIPT_BODY(, inn_carry_out)
{
    Inn *g = inn_of(t);
    BEGIN;
    for (f->i = 0; f->i < way_at(t, f, e)->effects && !is_over(t); f->i++) {
        if (is_counted(&g->open[f->at], effect_at(t, f, e))) continue;
        if (effect_at(t, f, e)->does == INN_MERGE) {
            if (g->open[f->at].part_way)
                CALL_WITH(S_EFFECTS, inn_carry_out, .at = f->at,
                          .way = (uint8_t)(PART_WAY + g->open[f->at].part_way - 1));
        } else if (effect_at(t, f, e)->does == INN_PAYS)
            CALL_WITH(S_PAY, inn_pay, .payers = who_pays(t, f, e), .actor = g->open[f->at].actor,
                      .to = who_is_paid(t, f, e), .amount = number_of(t, f, e), .cause = INN_BY_CARD);
        else if (effect_at(t, f, e)->does == INN_ANTE) {
            if (round_runs(g))
                CALL_WITH(S_PAY, inn_pay, .payers = g->round.in, .actor = g->open[f->at].actor, .to = NOBODY,
                          .amount = number_of(t, f, e), .cause = INN_BY_ANTE);
        } else if (effect_at(t, f, e)->does == INN_GAMBLES)
            CALL_WITH(S_ROUND, inn_round, .starter = tap_first_of(g->open[f->at].mine), .ante = number_of(t, f, e));
        else if (effect_at(t, f, e)->does == INN_DEAL_PILE) {
            f->kept = 0;
            for (f->n = g->seat[g->open[f->at].actor].drinks; f->n; f->n--) {
                CALL_WITH(S_ORDER_ONE, inn_order_one, .of = only(g->open[f->at].actor), .own = (uint8_t)(1 + f->kept));
                f->kept = (uint8_t)(f->kept + !RESULT);
            }
        } else if (effect_at(t, f, e)->does == INN_ORDERS || effect_at(t, f, e)->does == INN_ORDER_SEEN) {
            for (f->n = number_of(t, f, e); f->n; f->n--) {
                CALL_WITH(S_ORDER_ONE, inn_order_one, .of = only(g->open[f->at].actor),
                          .seen = effect_at(t, f, e)->does == INN_ORDER_SEEN ? f->n : 0);
                if (RESULT && !way_at(t, f, e)->pick && !g->open[f->at].part_way) /* CN-60 */
                    g->open[f->at].targets |= only((Seat)(RESULT - 1));
            }
        } else if (effect_at(t, f, e)->does == INN_ORDER_AGAIN)
            CALL_WITH(S_ORDER_ONE, inn_order_one, .of = only(g->open[f->at].turn_of));
        else if (effect_at(t, f, e)->does == INN_DRINK_PILE) {
            for (f->n = number_of(t, f, e); f->n; f->n--)
                CALL_WITH(S_DRINKS, inn_drinks, .who = whom(t, f, e), .from = FROM_PILE);
        } else if (effect_at(t, f, e)->does == INN_DRINK_DECK) {
            for (f->n = number_of(t, f, e); f->n; f->n--)
                CALL_WITH(S_DRINKS, inn_drinks, .who = whom(t, f, e), .from = FROM_DECK,
                          .by_event = !!(g->open[f->at].flags & IS_EVENT));
        } else if (effect_at(t, f, e)->does == INN_TOAST)
            CALL_WITH(S_DRINKS, inn_drinks, .who = whom(t, f, e), .from = FROM_DECK, .maker = g->open[f->at].actor,
                      .strength = number_of(t, f, e));
        else if (effect_at(t, f, e)->does == INN_SAME_DRINK)
            CALL_WITH(S_DRINKS, inn_drinks, .who = whom(t, f, e), .from = FROM_DECK_FOR_ALL,
                      .maker = tap_first_of(g->open[f->at].mine), .by_event = 1);
        else if (effect_at(t, f, e)->does == INN_SHOT) {
            if (number_of(t, f, e))
                CALL_WITH(S_DRINKS, inn_drinks, .who = whom(t, f, e), .from = FROM_A_BOTTLE, .by_event = 1,
                          .strength = number_of(t, f, e));
        } else if (effect_at(t, f, e)->does == INN_DISCARD)
            CALL_WITH(S_DISCARDS, inn_discards, .who = whom(t, f, e), .n = number_of(t, f, e));
        else if (effect_at(t, f, e)->does == INN_DISCARD_TO)
            CALL_WITH(S_DISCARDS, inn_discards, .who = whom(t, f, e), .n = number_of(t, f, e), .down = 1);
        else if (is_stopped(&g->open[f->at], effect_at(t, f, e)))
            continue;
        else if (effect_at(t, f, e)->does == INN_DISCARD_FOR)
            CALL_WITH(S_DISCARDS, inn_discards, .who = whom(t, f, e), .n = number_of(t, f, e),
                      .stat = effect_at(t, f, e)->stat);
        else if (effect_at(t, f, e)->does == INN_CONTEST)
            CALL_WITH(S_CONTEST, inn_contest, .all = inn_participants(t, f->at),
                      .prize = number_of(t, f, e), .winner = NOBODY);
        else if (effect_at(t, f, e)->does == INN_DARE)
            CALL_WITH(S_DRINKS, inn_drinks, .who = inn_participants(t, f->at), .from = FROM_DECK_DARED,
                      .maker = tap_first_of(g->open[f->at].mine), .by_event = 1,
                      .strength = effect_at(t, f, e)->who == INN_OTHERS);
        else if (effect_at(t, f, e)->does == INN_AUCTION)
            CALL_WITH(S_AUCTION, inn_auction, .who = inn_participants(t, f->at),
                      .from = tap_first_of(g->open[f->at].mine), .stat = effect_at(t, f, e)->stat);
        else if (effect_at(t, f, e)->does == INN_SECRET_BID)
            CALL_WITH(S_SECRET_BID, inn_secret_bid, .who = inn_participants(t, f->at),
                      .from = tap_first_of(g->open[f->at].mine), .stat = effect_at(t, f, e)->stat);
        else if (effect_at(t, f, e)->does == INN_REFRESH_PILE) {
            drink_refresh(e->setup, t, g->open[f->at].actor, e);
            if (drinks_ran_out(g)) CALL(S_REFILL);
        } else if (effect_at(t, f, e)->does == INN_FETCH || effect_at(t, f, e)->does == INN_REVEAL_UNTIL)
            CALL_WITH(S_FETCH, inn_fetch, .who = g->open[f->at].owner, .side = effect_at(t, f, e)->side,
                      .types = effect_at(t, f, e)->types, .n = number_of(t, f, e));
        else if (effect_at(t, f, e)->does == INN_DRAW_BESIDE)
            CALL_WITH(S_BESIDE, inn_beside, .who = g->open[f->at].owner, .n = number_of(t, f, e));
        else if (effect_at(t, f, e)->does == INN_TITHE) {
            f->n = 0;
            if (pool_at(g, g->open[f->at].actor)->gold) {
                ASK(g->open[f->at].actor, Q_TITHE);
                f->n = ANSWER(g->open[f->at].actor)->verb == ACCEPT;
            }
            if (f->n) {
                CALL_WITH(S_PAY, inn_pay, .payers = only(g->open[f->at].actor), .actor = g->open[f->at].actor,
                          .to = NOBODY, .amount = number_of(t, f, e), .cause = INN_BY_CARD);
                f->n = RESULT != 0;
            }
            if (!f->n) /* not paid, or by another */
                tokens_move(e->setup, t, g->open[f->at].owner, effect_at(t, f, e)->token - 1, g->open[f->at].actor, -1,
                            e);
        } else if (effect_at(t, f, e)->does == INN_FETCH_TO) {
            f->n = (uint8_t)row_of_side(e->setup, t, g->open[f->at].owner, effect_at(t, f, e)->side);
            if (f->n < number_of(t, f, e))
                CALL_WITH(S_FETCH, inn_fetch, .who = g->open[f->at].owner, .side = effect_at(t, f, e)->side,
                          .n = (uint8_t)(number_of(t, f, e) - f->n));
        } else if (effect_at(t, f, e)->does == INN_SELL)
            CALL_WITH(S_SELL, inn_sell, .who = g->open[f->at].owner, .side = effect_at(t, f, e)->side,
                      .n = number_of(t, f, e));
        else if (effect_at(t, f, e)->does == INN_ATTACH)
            CALL_WITH(S_ATTACH, inn_attach,
                      .to = inn_subjects(t, &g->open[f->at], INN_TARGET) & (SeatSet)~g->open[f->at].ignored,
                      .owner = g->open[f->at].owner, .side = effect_at(t, f, e)->side);
        else if (effect_at(t, f, e)->does == INN_PASS_ON) {
            CALL_WITH(S_PASS_ON, inn_pass_on, .card = g->open[f->at].card, .who = g->open[f->at].turn_of,
                      .owner = g->open[f->at].owner, .n = number_of(t, f, e));
            if (RESULT) break;
        } else if (effect_at(t, f, e)->does == INN_DISCARD_OFF)
            CALL_WITH(S_DISCARDS, inn_discards, .who = whom_it_strikes(t, f, e) & present(t), .n = number_of(t, f, e),
                      .off = (uint8_t)(f->at + 1));
        else if (effect_at(t, f, e)->does == INN_REDRAW)
            CALL_WITH(S_DISCARDS, inn_discards, .who = whom(t, f, e) & present(t), .redraw = 1);
        else if (effect_at(t, f, e)->does == INN_OFFER) {
            if (!can_pay(t, f, e)) break;
            ASK(tap_first_of(g->open[f->at].targets), Q_OFFER);
            if (ANSWER(tap_first_of(g->open[f->at].targets))->verb == DECLINE) break;
            CALL_WITH(S_PAY, inn_pay, .payers = g->open[f->at].targets, .actor = g->open[f->at].actor,
                      .to = g->open[f->at].actor, .amount = number_of(t, f, e), .cause = INN_BY_CARD);
        } else if (effect_at(t, f, e)->does == INN_WAGE) {
            CALL_WITH(S_WAGE, inn_wage, .at = f->at, .n = number_of(t, f, e));
            if (!RESULT) break;
        } else if (effect_at(t, f, e)->does == INN_HAND_ON) {
            CALL_WITH(S_HAND_ON, inn_hand_on, .who = g->open[f->at].turn_of, .owner = g->open[f->at].owner,
                      .token = (uint8_t)(effect_at(t, f, e)->token - 1), .n = number_of(t, f, e));
            if (RESULT) break;
        } else if (effect_at(t, f, e)->does == INN_TAKE_HALF) {
            inn_resolve(e->setup, t, f->at, way_at(t, f, e), effect_at(t, f, e), e);
            if (prize_yielder(g, f->at) != NOBODY) {
                ASK(prize_yielder(g, f->at), Q_YIELD);
                prize_is_settled(t, f->at, ANSWER(prize_yielder(g, f->at))->verb == YIELD, e);
            }
        } else if (is_about_hands(effect_at(t, f, e)))
            CALL_WITH(S_IN_HAND, inn_in_hand, .at = f->at, .way = f->way, .i = f->i);
        else if (effect_at(t, f, e)->does == INN_STILL_IN) {
            CALL(S_LOSS);
            if (!(g->open[f->at].mine & alive(t))) break;
        } else {
            inn_resolve(e->setup, t, f->at, way_at(t, f, e), effect_at(t, f, e), e);
            if (some_fall(t) && !(g->open[f->at].flags & SETTLED)) CALL(S_FALLS); /* else it goes on falling itself */
        }
    }
    END;
}
