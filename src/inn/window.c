/* Windows, plays and payments: everything that may be answered is opened, offered, done and closed. */
#include "inn/amounts.h"
#include "inn/bodies.h"
#include "inn/in_hand.h"
#include "inn/merge.h"
#include "inn/in_purse.h"

/* ------------------------------------------------------------- open things */

Open *open_push(Table *t, OpenKind kind, Seat actor)
{
    Inn *g = inn_of(t);
    assert(g->opens < OPENS);
    Open *o = &g->open[g->opens++];
    o->kind = (uint8_t)kind;
    o->actor = o->owner = actor;
    if (kind == OPEN_PAYMENT) o->to = NOBODY;
    o->each = PUBLIC;
    o->turn_of = inn_at(t)->active;
    o->ignored = g->resting | g->away;
    if (actor != NOBODY) o->mine = only(actor);
    for (Seat s = 0; s < PATRONS; s++) {
        o->limit[s] = NO_LIMIT;
        o->goes[s] = s;
    }
    return o;
}

Open *open_card(Table *t, Slot card, Seat actor, int flags)
{
    Inn *g = inn_of(t);
    Open *o = open_push(t, OPEN_CARD, actor);
    o->card = card.card;
    o->flags = (uint8_t)flags;
    g->played[g->plays++] = card;
    return o;
}

void open_is_ignored(const Setup *setup, Open *o, SeatSet who)
{
    const InnCard *card = o->kind == OPEN_CARD ? card_at(setup, o->card) : NULL;
    if (card && card->flags & INN_UNDENIABLE) return; /* CN-22 */
    if (card && card->ignore_as) {
        o->dull = card->ignore_as;
        o->dulled |= who;
    } else o->ignored |= who;
}

void open_lay_away(Inn *g, Pile *pile)
{
    Slot card = g->played[--g->plays];
    if (pile) pile_put(pile, card);
    else prize_put(g, card, PRIZE_IN_BIN); /* PRZ-3 */
    g->played[g->plays] = (Slot){0, 0};
}

void open_stays(Inn *g)
{
    g->acted[g->acteds++] = g->played[--g->plays];
    g->played[g->plays] = (Slot){0, 0};
}

void open_gains(Table *t, Seat s, bool from_inn)
{
    Inn *g = inn_of(t);
    int at = g->opens - 1;
    while (at >= 0 && g->open[at].kind != OPEN_CARD && g->open[at].kind != OPEN_DRINKS) at--;
    if (at < 0) return;
    g->open[at].gained |= only(s);
    if (from_inn) g->open[at].from_inn |= only(s);
}

void open_pop(Table *t)
{
    Inn *g = inn_of(t);
    memset(&g->open[--g->opens], 0, sizeof(Open));
}

/* ------------------------------------------------------------------ scripts */

/* TIM-1 .. TIM-4. At a point where nothing else is under way who fails is out at once (e6). */
SCRIPT_BODY(, inn_window)
{
    Inn *g = inn_of(t);
    BEGIN;
    for (;;) {
        g->at = f->at;
        g->mask = (uint16_t)(f->mask | INN_ON(INN_ANYTIME) | (round_runs(g) ? INN_ON(INN_ROUND) : 0));
        g->asked = f->asked;
        g->source = f->from;
        g->asked = is_over(t) ? 0 : inn_who_may(e->setup, t);
        if (!g->asked) break;
        ASK_FIRST(g->asked, g->active, Q_ANSWER);
        if (ANSWERED == NOBODY) break;
        if (ANSWER(ANSWERED)->verb == POTION) {
            potion_drink(t, ANSWERED, ANSWER(ANSWERED)->a, e);
            continue;
        }
        CALL_WITH(S_CARD, inn_play, .actor = ANSWERED, .slot = ANSWER(ANSWERED)->a, .way = ANSWER(ANSWERED)->b,
                  .below = f->at);
        if (g->open[f->at].flags & (NEGATED | SETTLED)) break;
        if (g->open[f->at].kind == OPEN_POINT) CALL(S_LOSS);
    }
    g->mask = 0;
    g->source = NOBODY;
    END;
}

/* From whose hand it is played. */
static Seat holder_of(const inn_play_Frame *f) { return f->of ? (Seat)(f->of - 1) : f->actor; }

static Slot unplay(Inn *g)
{
    Slot card = g->played[--g->plays];
    g->played[g->plays] = (Slot){0, 0};
    return card;
}

static bool stays_in_row(const Table *t, const inn_play_Frame *f, Card card, const Env *e)
{
    return f->slot >= ROW_AT && card_at(e->setup, card)->flags & INN_STAYS;
}

/* Where the card goes that was played: it is laid into the row, stays there, or lies on its discards. */
static void lay_played(Table *t, const inn_play_Frame *f, Env *e)
{
    Inn *g = inn_of(t);
    const Open *o = &g->open[f->at];
    if (stays_in_row(t, f, o->card, e) || o->flags & LAID) return;
    if (f->slot < HAND_MOST && card_at(e->setup, o->card)->onto) {
        Slot card = unplay(g);
        if (!lay_onto(e->setup, t, holder_of(f), card, e)) pile_put(&g->seat[holder_of(f)].discard, card);
        return;
    }
    if (f->slot < ROW_AT) {
        open_lay_away(g, f->slot < HAND_MOST ? laid_on(e->setup, &g->seat[holder_of(f)], o->card) : NULL);
        return;
    }
    row_lay_away(e->setup, t, f->owner, unplay(g));
}

static void announce(Table *t, const inn_play_Frame *f, Env *e)
{
    Slot card = patron_take(e->setup, t, holder_of(f), f->slot);
    Open *o;
    if (stays_in_row(t, f, card.card, e)) {
        o = open_push(t, OPEN_CARD, f->actor);
        o->card = card.card;
    } else o = open_card(t, card, f->actor, 0);
    o->owner = f->owner;
    o->way = f->way;
    o->below = f->below;
    const InnCard *is = card_at(e->setup, card.card);
    if (way_of(e->setup, card.card, f->way)->event == INN_ACTION &&
        !(seat_is_boss(e->setup, f->actor) && has(inn_at(t)->acted_once, f->actor))) /* TC-NATY */
        o->flags |= BY_ACTION;
    if (way_of(e->setup, card.card, f->way)->event == INN_ACTION) inn_of(t)->acted_once |= only(f->actor);
    SeatSet lasting = o->ignored;
    for (Seat s = 0; s < t->seats; s++) /* CN-55 */
        if (inn_at(t)->seat[s].shuns && is->types & INN_IS_ACTION) lasting |= only(s);
    o->ignored = 0;
    open_is_ignored(e->setup, o, lasting);
    told(e, TAP_SHOWN, "{who} plays {card}.", .who = f->actor, .card = card.card,
         .from = is_in_purse(f->slot) ? Z_PURSE
                 : is_in_row(f->slot) ? Z_ROW
                 : f->slot < HAND_MOST ? Z_HAND : Z_PRIZES,
         .from_owner = is_in_purse(f->slot) ? purse_owner(f->slot)
                       : is_in_row(f->slot) ? row_owner(f->slot) : holder_of(f),
         .to = Z_PLAYED);
}

static const InnPermission *way_played(const Table *t, int at, const Env *e)
{
    const Open *o = &inn_at(t)->open[at];
    return way_of(e->setup, o->card, o->way);
}

/* BOSS-9: it lies open, unless it goes into the row or comes from there. */
static bool keeps_open(const Table *t, const inn_play_Frame *f, const Env *e)
{
    return f->slot < HAND_MOST && !(inn_at(t)->open[f->at].flags & LAID) &&
           stays_open(t, f->actor, way_played(t, f->at, e));
}

void inn_pick(Table *t, int at, Seat picked, Env *e)
{
    Inn *g = inn_of(t);
    Open *o = &g->open[at];
    o->targets |= only(picked);
    o->amount++;
    g->pickable = less(g->pickable, picked);
    if (count(o->targets) == picks_by(e->setup, o)->most) g->pickable = 0;
    told(e, TAP_SAID, "{who} picks {other}.", .who = o->actor, .other = picked);
}

/* CN-47: there is more than one who could be the second, or something beside him. */
static bool asks_for_second(const Table *t, const InnPermission *p)
{
    const Inn *g = inn_at(t);
    return count(g->pickable) > 1 ||
           (g->pickable && strikes_second_bodies(p) && bodies_of(t, tap_first_of(g->pickable)));
}

bool inn_asks_whom(const Setup *setup, const Table *t, int at)
{
    const Inn *g = inn_at(t);
    if (picks_by(setup, &g->open[at])->all) return false;
    if (count(g->pickable) > 1 || g->open[at].targets) return true;
    return strikes_bodies(picks_by(setup, &g->open[at])) && bodies_of(t, tap_first_of(g->pickable));
}

void inn_pick_answered(Table *t, int at, const Move *m, Env *e)
{
    inn_pick(t, at, (Seat)(m->a - 1), e);
    if (m->verb != STRIKE) return;
    inn_of(t)->open[at].body = m->b;
    told(e, TAP_SAID, "{who} strikes {other}'s {card}.", .who = inn_at(t)->open[at].actor, .other = (Seat)(m->a - 1),
         .card = body_struck(t, &inn_at(t)->open[at]));
}

static void tell_second(const Table *t, int at, Env *e)
{
    const Open *o = &inn_at(t)->open[at];
    Seat s = tap_first_of(o->second);
    told(e, TAP_SAID, "{who} picks {other}.", .who = o->actor, .other = s);
    if (o->second_body)
        told(e, TAP_SAID, "{who} strikes {other}'s {card}.", .who = o->actor, .other = s,
             .card = inn_at(t)->seat[s].row[o->second_body - 1].card);
}

/* The number of the only Drink that fits, or -1. */
static int only_cup(const Table *t, int at, const Env *e)
{
    const Open *o = &inn_at(t)->open[at];
    uint32_t set = inn_cups_for(e->setup, t, o->actor, way_played(t, at, e), &inn_at(t)->open[o->below]);
    return set & (set - 1) ? -1 : __builtin_ctz(set);
}

static bool borrows(const Table *t, int at, const Env *e)
{
    return way_does(e->setup, way_played(t, at, e), INN_BORROW);
}

static bool is_of_the_turn(const InnEffect *e)
{
    return e->who == INN_TURN || e->does == INN_ORDER_AGAIN || e->does == INN_ACT_AGAIN;
}

/* Whom the card, or when that is done its part, lets its player pick. */
static SeatSet picked_by(const Table *t, const inn_play_Frame *f, const Env *e)
{
    const Open *o = &inn_at(t)->open[f->at];
    const InnPermission *own = way_played(t, f->at, e), *p = picks_by(e->setup, o);
    if (!p->pick || (p == own) == f->merged || (!inn_at(t)->teams && borrows(t, f->at, e))) return 0;
    return inn_pickable(t, f->actor, p, &inn_at(t)->open[f->below]);
}

/* It is about whose phase it is, and that is a side of several. */
static bool names_member(const Table *t, int at, const Env *e)
{
    const InnPermission *p = way_played(t, at, e);
    if (count(side_of(inn_at(t), inn_at(t)->active) & present(t)) < 2) return false;
    for (int i = 0; i < p->effects; i++)
        if (is_of_the_turn(inn_effect(tables_of(e->setup), p, i))) return true;
    return false;
}

/* Whom it would concern besides who plays it: who was picked, whom its words mean, and to whom a loss was sent on. */
static SeatSet concerned(const Table *t, const Open *o, const Env *e)
{
    const InnPermission *p = way_of(e->setup, o->card, o->way);
    SeatSet set = o->targets, sent = 0;
    for (int i = 0; i < p->effects; i++) set |= inn_subjects(t, o, inn_effect(tables_of(e->setup), p, i)->who);
    for (Seat s = 0; s < t->seats; s++)
        if (has(set, s)) sent |= only(o->goes[s]);
    return less(set | sent, o->actor);
}

/* NEG-7, NEG-8: what comes afterwards, if that happened to the card: the way of it, or -1. */
static int way_afterwards(const Table *t, int at, const Env *e)
{
    const Open *o = &inn_at(t)->open[at];
    const InnCard *card = card_at(e->setup, o->card);
    SeatSet meant = o->body ? 0 : concerned(t, o, e); /* a card ignores nothing */
    int event = o->flags & NEGATED ? INN_NEGATED : o->ignored & meant ? INN_IGNORED : INN_EVENTS;
    for (int way = 0; way < card->permissions && event < INN_EVENTS; way++)
        if (way_of(e->setup, o->card, way)->event == event) return way;
    return -1;
}

/* CN-69: who was picked, whoever ignored it; of several who of them did. */
static SeatSet meant_afterwards(const Open *o)
{
    return o->flags & NEGATED || !(o->targets & o->ignored) ? o->targets : o->targets & o->ignored;
}

/* INN-H51: it wants tokens of one's own, which an answer of one's own may have used up by now. */
static bool is_granted(const Table *t, int at, const Env *e)
{
    const Open *o = &inn_at(t)->open[at];
    const InnPermission *p = way_played(t, at, e);
    if (p->all_kinds && !has_all_kinds(e->setup, t, o->owner)) return false;
    return !p->at_least || p->token_held == INN_BY_ANYBODY ||
           tokens_of(e->setup, t, o->owner, p->token - 1, o->actor) >= p->at_least;
}

static bool counts_as_play(const Open *o) { return !(o->flags & NEGATED); }

/* TC-POOK: whose side lost Fortitude by an opponent's card. */
static SeatSet struck(const Table *t, const inn_play_Frame *f)
{
    return sides_of(t, inn_at(t)->open[f->at].lost) & (SeatSet)~side_of(inn_at(t), f->actor);
}

/* e2: announced with all that is picked, answered, done, laid away, and what follows from it answered. */
SCRIPT_BODY(, inn_play)
{
    Inn *g = inn_of(t);
    BEGIN;
    f->at = g->opens;
    f->owner = is_in_row(f->slot) ? g->seat[row_owner(f->slot)].row_of[row_place(f->slot)] : holder_of(f);
    announce(t, f, e);
    if (g->triggers & INN_ON(INN_PLAYS))
        CALL_WITH(S_TRIGGERS, inn_triggers, .moment = INN_PLAYS, .of = only(f->actor));
    if (way_played(t, f->at, e)->event == INN_DRINK) {
        if (only_cup(t, f->at, e) < 0) {
            ASK(f->actor, Q_CUP);
            g->open[f->at].cup = (uint8_t)(g->open[f->below].cup + ANSWER(f->actor)->a - 1);
        } else g->open[f->at].cup = (uint8_t)(g->open[f->below].cup + only_cup(t, f->at, e));
    }
    for (f->merged = 0; f->merged < 2; f->merged++) {
        if (f->merged) merge_part(t, f->at, e);
        g->pickable = picked_by(t, f, e);
        while (g->pickable) {
            if (!inn_asks_whom(e->setup, t, f->at)) {
                inn_pick(t, f->at, tap_first_of(g->pickable), e);
                continue;
            }
            ASK(f->actor, Q_PICK);
            if (ANSWER(f->actor)->verb == ENOUGH) break;
            inn_pick_answered(t, f->at, ANSWER(f->actor), e);
        }
        g->pickable = 0;
    }
    if (way_played(t, f->at, e)->two && !g->open[f->at].body) { /* CN-47: another one, if there is any */
        g->pickable = picked_by(t, f, e) & (SeatSet)~g->open[f->at].targets;
        if (asks_for_second(t, way_played(t, f->at, e))) {
            ASK(f->actor, Q_SECOND);
            g->pickable = only((Seat)(ANSWER(f->actor)->a - 1));
            if (ANSWER(f->actor)->verb == STRIKE) g->open[f->at].second_body = ANSWER(f->actor)->b;
        }
        g->open[f->at].second = g->pickable;
        if (g->pickable) tell_second(t, f->at, e);
        g->pickable = 0;
    }
    if (side_of(g, g->active) & present(t)) g->open[f->at].turn_of = tap_first_of(side_of(g, g->active) & present(t));
    if (names_member(t, f->at, e)) { /* TM-25 */
        g->pickable = side_of(g, g->active) & present(t);
        ASK(f->actor, Q_MEMBER);
        g->pickable = 0;
        g->open[f->at].turn_of = (Seat)(ANSWER(f->actor)->a - 1);
        told(e, TAP_SAID, "{who} picks {other}.", .who = f->actor, .other = g->open[f->at].turn_of);
    }
    if (g->teams && merged_touch_everybody(e->setup, &g->open[f->at])) { /* TM-20 */
        CALL_WITH(S_CHAMPIONS, inn_champions, .heads = heads_of(t, alive(t)), .own = f->actor);
        g->open[f->at].each = (SeatSet)RESULT;
    }
    CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = f->actor, .mask = INN_ON(INN_CARD),
              .asked = PUBLIC);
    if (counts_as_play(&g->open[f->at])) {
        /* GAM-6; of a game of the house nobody is in control (RNW-3) */
        if (way_played(t, f->at, e)->event == INN_GAMBLE && round_runs(g) && has(g->round.in, f->actor) && !g->game &&
            !way_does(e->setup, way_played(t, f->at, e), INN_PLAY_THEIRS)) {
            g->round.control = f->actor;
            g->round.passed = 0;
            g->round.lock = 0;
        }
        if (is_granted(t, f->at, e)) CALL_WITH(S_EFFECTS, inn_carry_out, .at = f->at, .way = f->way);
    }
    if (way_afterwards(t, f->at, e) >= 0)
        CALL_WITH(S_TRIGGER, inn_trigger, .card = g->open[f->at].card, .owner = f->actor, .bearer = f->actor,
                  .targets = meant_afterwards(&g->open[f->at]), .way = (uint8_t)way_afterwards(t, f->at, e));
    if (part_is_laid(e->setup, &g->open[f->at]))
        CALL_WITH(S_ENTER, inn_enter, .card = unplay(g), .who = g->open[f->at].owner,
                  .owner = g->open[f->at].owner);
    else if (g->open[f->at].part_way) row_lay_away(e->setup, t, g->open[f->at].owner, unplay(g));
    if (keeps_open(t, f, e)) open_stays(g);
    else lay_played(t, f, e);
    if (g->open[f->at].flags & LAID) /* it was not negated */
        CALL_WITH(S_ENTER, inn_enter, .card = unplay(g), .who = f->actor, .owner = f->actor);
    if (g->open[f->at].lost | g->open[f->at].bodies && !(g->open[f->at].flags & NEGATED)) {
        g->open[f->at].kind = OPEN_AFTER;
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = g->active, .mask = INN_ON(INN_HURT),
                  .asked = PUBLIC);
    }
    if (g->triggers & INN_ON(INN_STRUCK) && struck(t, f))
        CALL_WITH(S_TRIGGERS, inn_triggers, .moment = INN_STRUCK, .of = struck(t, f));
    if (g->triggers & INN_ON(INN_STRUCK) && struck(t, f) && way_played(t, f->at, e)->event == INN_ACTION)
        CALL_WITH(S_TRIGGERS, inn_triggers, .moment = INN_STRUCK, .of = only(f->actor), .mine = 1);
    if (g->open[f->at].gained && !(g->open[f->at].flags & NEGATED) && somebody_may(t, INN_ON(INN_GAINED))) {
        g->open[f->at].kind = OPEN_GAINED;
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = g->active, .mask = INN_ON(INN_GAINED), .asked = PUBLIC);
    }
    f->at = counts_as_play(&g->open[f->at]);
    open_pop(t);
    RETURN(f->at);
    END;
}

/* ---------------------------------------------------------------- payments */

/* GAM-24: who makes others ante and cannot do it himself makes nobody ante. */
static bool falls_flat(const Inn *g, const Open *o)
{
    if (o->cause != INN_BY_ANTE || !has(o->payers, o->actor) || has(o->by_inn | o->excused, o->actor)) return false;
    return pool_at(g, o->actor)->gold + o->by[o->actor] < o->amount;
}

/* Where the card is open that a payment is for, or -1. */
static int paid_for(const Inn *g, const Open *o)
{
    return o > g->open && o[-1].kind == OPEN_CARD ? (int)(o - g->open) - 1 : -1;
}

/* What the Inn pays of it for who has something that says so; of several payments for one card, of the first (CN-12,
 * (f) 54). */
static int first_coins(const Inn *g, const Open *o, Seat s)
{
    bool before = paid_for(g, o) >= 0 && has(g->open[paid_for(g, o)].by_inn, s);
    int first = o->cause == INN_BY_ANTE || has(o->by_inn, s) || before ? 0 : mod_of(g, s, INN_FIRST_COIN);
    int due = o->amount - o->by[s];
    return first < due ? first : due;
}

/* What is paid of the own Gold (LIM-2). */
static int own_coins(const Inn *g, const Open *o, Seat s)
{
    if (has(o->by_inn | o->excused, s)) return 0;
    int n = o->amount - o->by[s] - first_coins(g, o, s);
    return n < pool_at(g, s)->gold ? n : pool_at(g, s)->gold;
}

/* How much it was, by whomever; of the own Gold `own`, with cards that were laid down. */
static int coins_move(Table *t, const Open *o, Seat s, int own, Env *e)
{
    Inn *g = inn_of(t);
    if (has(o->excused, s)) return 0;
    bool inn_pays = has(o->by_inn, s);
    int first = first_coins(g, o, s), n = inn_pays ? o->amount - o->by[s] : own;
    if (o->by[s]) { /* CN-8: the Inn lays it */
        move_stat(t, s, INN_FORT, -o->by[s], e);
        gold_moves(t, NOBODY, THE_POT, o->by[s], e);
        told(e, TAP_PAID, "The Inn antes {n} for {who}.", .who = s, .n = o->by[s]);
    }
    if (first) { /* CN-12 */
        gold_moves(t, NOBODY, o->to, first, e);
        if (o->to != NOBODY) open_gains(t, o->to, true);
        if (paid_for(g, o) >= 0) g->open[paid_for(g, o)].by_inn |= only(s);
        told(e, TAP_SAID, "The Inn pays {n} of that for {who}.", .who = s, .n = first);
    }
    if (!n) return first;
    gold_moves(t, inn_pays ? NOBODY : s, o->cause == INN_BY_ANTE ? THE_POT : o->to,
               n - laid_down(g, (int)(o - g->open), s), e);
    if (o->cause == INN_BY_CARD && o->to != NOBODY) open_gains(t, o->to, inn_pays);
    if (o->cause == INN_BY_ANTE) {
        told(e, TAP_PAID, inn_pays ? "The Inn antes {n} for {who}." : "{who} antes {n}.", .who = s, .n = n);
    } else if (o->to == NOBODY) told(e, TAP_PAID, inn_pays ? "The Inn pays for {who}." : "{who} pays the Inn {n}.",
                                     .who = s, .n = n);
    else told(e, TAP_PAID, inn_pays ? "The Inn pays {other} {n} for {who}." : "{who} pays {other} {n}.", .who = s,
              .other = o->to, .n = n);
    return n + first;
}

/* CN-66: an Action, Sometimes or Anytime card that was played has made somebody pay the Inn. */
static bool is_paid_for_card(const Inn *g, const inn_pay_Frame *f, const Env *e)
{
    const Open *card = f->at ? &g->open[f->at - 1] : NULL;
    if (!f->paid || f->cause != INN_BY_CARD || f->to != NOBODY || !card || card->kind != OPEN_CARD) return false;
    return !(card->flags & (IS_EVENT | IN_PLAY)) &&
           card_at(e->setup, card->card)->types & (INN_IS_ACTION | INN_IS_SOMETIMES | INN_IS_ANYTIME);
}

/* INN-T15: who is not here pays nothing but the price of his own card (NEG-5). */
static SeatSet who_owes(const Table *t, const inn_pay_Frame *f)
{
    bool own_price = f->cause == INN_BY_CARD && f->actor != NOBODY;
    return f->payers & alive(t) & (SeatSet)(present(t) | (own_price ? only(f->actor) : 0));
}

/* e4: one window, then all coins move together. */
SCRIPT_BODY(, inn_pay)
{
    Inn *g = inn_of(t);
    BEGIN;
    f->payers = who_owes(t, f);
    if (!f->payers) RETURN(0);
    f->at = g->opens;
    {
        Open *o = open_push(t, OPEN_PAYMENT, f->actor);
        o->payers = f->payers;
        o->to = f->to;
        o->amount = f->amount;
        o->cause = f->cause;
    }
    CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = g->active, .mask = INN_ON(INN_PAY),
              .asked = g->others_pay ? (SeatSet)PUBLIC : sides_of(t, g->open[f->at].payers));
    if (f->cause == INN_BY_ANTE && g->round.blood) CALL_WITH(S_BLOOD, inn_blood, .at = f->at);
    if (falls_flat(g, &g->open[f->at])) told(e, TAP_SAID, "{who} cannot ante, so nobody does.", .who = f->actor);
    else
        for (f->turn = 0; f->turn < t->seats; f->turn++) {
            if (!has(g->open[f->at].payers & alive(t), f->turn)) continue;
            f->due = (uint8_t)own_coins(g, &g->open[f->at], f->turn);
            f->own = (uint8_t)(f->own + f->due);
            if (things_of(g, f->turn))
                CALL_WITH(S_LAY_DOWN, inn_lay_down, .who = f->turn, .at = f->at, .n = f->due);
            f->paid = (uint8_t)(f->paid + coins_move(t, &g->open[f->at], f->turn, f->due, e));
        }
    if (f->cause == INN_BY_CARD && f->to != NOBODY && g->open[f->at].payers & (SeatSet)~g->open[f->at].excused)
        gold_more(t, f->to, e);
    f->paid = is_paid_for_card(g, f, e) ? f->paid : 0;
    if ((f->paid || was_spent(g, f->at)) && somebody_may(t, INN_ON(INN_PAID))) {
        g->open[f->at].kind = OPEN_PAID;
        g->open[f->at].amount = f->paid;
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = g->active, .mask = INN_ON(INN_PAID), .asked = PUBLIC);
    }
    spent_arrives(t, f->at, e);
    open_pop(t);
    RETURN(f->own);
    END;
}
