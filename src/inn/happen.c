/* Events: turned over, answered, followed, discarded (EVT); and those that come by themselves, turn after turn. */
#include "inn/inn.h"

int choice_way(const Setup *setup, Card event, int nth)
{
    int way = 0;
    for (; way < card_at(setup, event)->permissions; way++)
        if (way_of(setup, event, way)->event == INN_CHOICE && !--nth) break;
    return way;
}

bool choice_possible(const Setup *setup, const Table *t, Seat s, const InnPermission *p)
{
    int cards = 0, gold = 0;
    for (int i = 0; i < p->effects; i++) {
        const InnEffect *e = inn_effect(tables_of(setup), p, i);
        if (e->who == INN_ME && e->does == INN_DISCARD) cards += e->n;
        if (e->who == INN_ME && e->does == INN_PAYS) gold += e->n;
    }
    return cards <= inn_at(t)->seat[s].cards && gold <= pool_at(inn_at(t), s)->gold;
}

static const InnCard *event_card(const inn_event_Frame *f, const Env *e) { return card_at(e->setup, f->card); }
static const InnPermission *event_way(const inn_event_Frame *f, const Env *e)
{
    return inn_permission(tables_of(e->setup), event_card(f, e), f->way);
}

/* A way in words; nothing is said of the only one there is, and of none. */
static const char *said_of(const inn_event_Frame *f, int chosen, const Env *e)
{
    if (!chosen) return "nothing";
    return inn_said(tables_of(e->setup), inn_permission(tables_of(e->setup), event_card(f, e), chosen - 1));
}

/* Whom an event is about: all, or the Champions, but those who ignore it. */
SeatSet inn_participants(const Table *t, int at)
{
    const Open *o = &inn_at(t)->open[at];
    return alive(t) & o->each & (SeatSet)~o->ignored;
}

/* TM-13: of a Drink who turned it over; of the sea and the dungeon the side chooses freely. */
static SeatSet sides_to_ask(const Table *t, const inn_event_Frame *f, const Env *e)
{
    if (!inn_at(t)->teams) return 0;
    if (event_is_for_all(e->setup, f->card)) return heads_of(t, alive(t));
    return f->from ? only(head_of(inn_at(t), f->revealer)) : 0;
}

static void let_champions_be(Table *t, inn_event_Frame *f, SeatSet champions, const Env *e)
{
    Open *o = &inn_of(t)->open[f->at];
    if (event_is_for_all(e->setup, f->card)) o->each = champions;
    f->revealer = tap_first_of(champions & side_of(inn_at(t), f->revealer));
    o->mine = only(f->revealer);
}

static SeatSet chose(const Table *t, int way)
{
    SeatSet set = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (inn_at(t)->chose[s] == way + 1) set |= only(s);
    return set;
}

/* Who chose the first of the ways. */
static SeatSet takers_of(const Table *t, const inn_event_Frame *f, const Env *e)
{
    for (int way = 0; way < event_card(f, e)->permissions; way++)
        if (inn_permission(tables_of(e->setup), event_card(f, e), way)->event == INN_CHOICE) return chose(t, way);
    return inn_at(t)->takers;
}

static bool follows(const Table *t, const inn_event_Frame *f, const Env *e)
{
    const InnPermission *p = event_way(f, e);
    int all = count(inn_participants(t, f->at)), took = count(inn_at(t)->takers & inn_participants(t, f->at));
    if (p->coin && p->coin != f->coin) return false;
    switch ((InnVotes)p->votes) {
    case INN_ALL: return took == all;
    case INN_SOME: return took > 0;
    case INN_NONE: return took == 0;
    case INN_MOST: return 2 * took > all;
    case INN_FEW: return 2 * took <= all;
    default: return true;
    }
}

static bool flips_coin(const inn_event_Frame *f, const Env *e)
{
    for (int way = 0; way < event_card(f, e)->permissions; way++)
        if (inn_permission(tables_of(e->setup), event_card(f, e), way)->coin) return true;
    return false;
}

static void flip(inn_event_Frame *f, Env *e)
{
    f->coin = chance_pick(e, TAP_STREAM_MORE, 2) ? INN_TAILS : INN_HEADS;
    told(e, TAP_SAID, f->coin == INN_HEADS ? "The coin shows heads." : "The coin shows tails.");
}

static bool chooses(const inn_event_Frame *f, const Env *e) { return event_card(f, e)->classes & INN_CHOOSES; }
static bool as_action(const inn_event_Frame *f, const Env *e) { return event_card(f, e)->flags & INN_AS_ACTION; }

static void open_event(Table *t, inn_event_Frame *f)
{
    Open *o = f->again ? open_push(t, OPEN_CARD, NOBODY) : open_card(t, (Slot){f->card, PUBLIC}, NOBODY, 0);
    f->at = (uint8_t)(inn_at(t)->opens - 1);
    o->card = f->card;
    o->flags = IS_EVENT;
    o->mine = only(f->revealer);
}

/* EVT-8: it was answered by that, and did happen; each time it may be answered anew. */
static bool comes_again(Table *t, const inn_event_Frame *f)
{
    Open *o = &inn_of(t)->open[f->at];
    if (!o->amount || o->flags & NEGATED || is_over(t)) return false;
    o->amount--;
    return true;
}

SCRIPT_BODY(, inn_event)
{
    Inn *g = inn_of(t);
    BEGIN;
    open_event(t, f);
    told(e, TAP_SAID, "{card} happens.", .card = f->card);
    if (sides_to_ask(t, f, e)) {
        CALL_WITH(S_CHAMPIONS, inn_champions, .heads = sides_to_ask(t, f, e),
                  .own = f->from ? (Seat)NOBODY : f->revealer);
        let_champions_be(t, f, (SeatSet)RESULT, e);
    }
    CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = f->revealer, .mask = INN_ON(INN_CARD), .asked = PUBLIC);
    f->revealer = tap_first_of(g->open[f->at].mine); /* CN-26 */
    if (!(g->open[f->at].flags & NEGATED)) {
        g->takers = 0;
        if (as_action(f, e) && !chooses(f, e)) {
            g->open[f->at].flags |= AS_ACTION;
            CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = f->revealer, .mask = INN_ON(INN_CARD),
                      .asked = PUBLIC);
        }
        for (f->way = 0; f->way < event_card(f, e)->permissions; f->way++) {
            if (event_way(f, e)->event != INN_REVEALED || is_over(t)) continue;
            if (event_way(f, e)->when & INN_IF_WISHED && has(present(t), f->revealer)) {
                ASK(f->revealer, Q_ACCEPT);
                if (ANSWER(f->revealer)->verb == DECLINE) continue;
            }
            CALL_WITH(S_EFFECTS, inn_carry_out, .at = f->at, .way = f->way);
        }
        if (chooses(f, e)) {
            IN_TURN_ORDER (f->turn, f->todo, inn_participants(t, f->at), g->active) {
                if (!has(alive(t), f->turn)) continue;
                ASK(f->turn, Q_CHOOSE);
                g->chose[f->turn] = 0;
                if (ANSWER(f->turn)->verb == CHOOSE)
                    g->chose[f->turn] = (uint8_t)(1 + choice_way(e->setup, f->card, ANSWER(f->turn)->a));
                told(e, TAP_SAID, "{who} chooses: {what}.", .who = f->turn, .what = said_of(f, g->chose[f->turn], e));
            }
            g->takers = takers_of(t, f, e);
            if (as_action(f, e)) {
                g->open[f->at].flags |= AS_ACTION;
                CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = f->revealer, .mask = INN_ON(INN_CARD),
                          .asked = PUBLIC);
            }
            for (f->way = 0; f->way < event_card(f, e)->permissions; f->way++) {
                if (event_way(f, e)->event != INN_CHOICE || !chose(t, f->way) || is_over(t)) continue;
                g->open[f->at].mine = chose(t, f->way);
                CALL_WITH(S_EFFECTS, inn_carry_out, .at = f->at, .way = f->way);
            }
            memset(g->chose, 0, sizeof g->chose);
        }
        if (flips_coin(f, e)) flip(f, e);
        for (f->way = 0; f->way < event_card(f, e)->permissions; f->way++) {
            if (event_way(f, e)->event != INN_OUTCOME || !follows(t, f, e) || is_over(t)) continue;
            g->open[f->at].mine = only(f->revealer);
            CALL_WITH(S_EFFECTS, inn_carry_out, .at = f->at, .way = f->way);
        }
        g->takers = 0;
    }
    if (g->open[f->at].gained && !(g->open[f->at].flags & NEGATED) && somebody_may(t, INN_ON(INN_GAINED))) {
        g->open[f->at].kind = OPEN_GAINED;
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = g->active, .mask = INN_ON(INN_GAINED), .asked = PUBLIC);
    }
    while (comes_again(t, f))
        CALL_WITH(S_EVENT, inn_event, .card = f->card, .revealer = f->revealer, .from = f->from, .again = 1);
    if (!f->again) open_lay_away(g, f->from ? &g->way[f->from - 1].discard : &g->drink_discard);
    open_pop(t);
    END;
}

/* EVT-1: the top event; the discards are the new deck when it is out. */
static Card next_event(Journey *j, Env *e)
{
    if (!j->deck.n) {
        for (int i = 0; i < j->discard.n; i++) pile_return(&j->deck, pile_cards(&j->discard)[i]);
        pile_begin(j->discard, INN_CARDS);
        pile_open(&j->discard);
        chance_shuffle(e, &j->deck);
    }
    return pile_draw(e, &j->deck, PUBLIC).card;
}

/* EVT-2, EVT-6, DUN-2 and (f) 47 .. 49: the sea first; each with what it leaves behind settled before the next. */
SCRIPT_BODY(, inn_progress)
{
    Inn *g = inn_of(t);
    BEGIN;
    for (f->way = 0; f->way < WAYS; f->way++) {
        if (!g->way[f->way].turns || is_over(t) || --g->way[f->way].turns) continue;
        f->card = next_event(&g->way[f->way], e);
        CALL_WITH(S_EVENT, inn_event, .card = f->card, .revealer = seat_from(t, alive(t), g->active),
                  .from = (uint8_t)(f->way + 1));
        g->way[f->way].turns = card_at(e->setup, f->card)->level;
        CALL(S_LOSS);
    }
    END;
}
