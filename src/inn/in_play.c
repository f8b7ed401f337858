/* What lies in play: tokens, and what happens by itself at a moment of the turn of who has it. */
#include "inn/inn.h"

/* ----------------------------------------------------------------- tokens */

static const InnCard *token_card(const Setup *setup, const Table *t, Seat owner, int k)
{
    return card_at(setup, inn_deck(tables_of(setup), inn_at(t)->seat[owner].deck)->token[k]);
}

/* Where those of a seat are counted. */
static Seat holder_of(const Table *t, Seat owner, int held_by, Seat s)
{
    return held_by == INN_BY_ANYBODY ? s : held_by == INN_BY_ME ? owner : head_of(inn_at(t), owner);
}

int tokens_of(const Setup *setup, const Table *t, Seat owner, int k, Seat s)
{
    return inn_at(t)->seat[owner].token[k][holder_of(t, owner, token_card(setup, t, owner, k)->held_by, s)];
}

static int left_in_supply(const InnCard *card, const uint8_t token[PATRONS])
{
    int left = card->supply;
    for (Seat s = 0; s < PATRONS; s++) left -= token[s];
    return left;
}

int tokens_move(const Setup *setup, Table *t, Seat owner, int k, Seat s, int n, Env *e)
{
    Inn *g = inn_of(t);
    const InnCard *card = token_card(setup, t, owner, k);
    uint8_t *held = &g->seat[owner].token[k][holder_of(t, owner, card->held_by, s)];
    int more = left_in_supply(card, g->seat[owner].token[k]);
    if (more > card->most - *held) more = card->most - *held;
    if (n > more) n = more;
    if (n < card->least - *held) n = card->least - *held;
    if (!n) return 0;
    *held = (uint8_t)(*held + n);
    if (card->flags & INN_ADDS_TO_AC) {
        Pool *p = pool_of(g, holder_of(t, owner, card->held_by, s));
        p->added = (int8_t)(p->added + n);
    }
    told(e, TAP_SAID, n > 0 ? "{who} gains {n} of {card}." : "{who} loses {n} of {card}.", .who = s,
         .n = n < 0 ? -n : n, .card = inn_deck(tables_of(setup), g->seat[owner].deck)->token[k]);
    return n;
}

/* SET-7. */
void tokens_at_start(const Setup *setup, Table *t, Seat s)
{
    Inn *g = inn_of(t);
    const InnDeckInfo *deck = inn_deck(tables_of(setup), g->seat[s].deck);
    for (int k = 0; k < deck->tokens; k++) {
        const InnCard *card = token_card(setup, t, s, k);
        Seat holder = holder_of(t, s, card->held_by, s);
        g->seat[s].token[k][holder] = card->start;
        if (card->flags & INN_ADDS_TO_AC) pool_of(g, holder)->added = (int8_t)(pool_of(g, holder)->added + card->start);
        g->triggers |= (card->events & INN_IN_PLAY) != 0;
    }
}

bool has_tokens(const Table *t, Seat owner, const InnPermission *p, Seat s)
{
    int n = inn_at(t)->seat[owner].token[p->token - 1][holder_of(t, owner, p->token_held, s)];
    return n >= p->at_least && (!p->at_most || n < p->at_most);
}

/* --------------------------------------------------------------- triggers */

static Card thing_card(const Table *t, const inn_triggers_Frame *f, const Env *e)
{
    return inn_deck(tables_of(e->setup), inn_at(t)->seat[f->owner].deck)->token[f->thing];
}

static int things_of(const Table *t, const inn_triggers_Frame *f, const Env *e)
{
    return inn_deck(tables_of(e->setup), inn_at(t)->seat[f->owner].deck)->tokens;
}

/* Who has some of it, and whose turn it is. */
static SeatSet bearers_of(const Table *t, const inn_triggers_Frame *f, const Env *e)
{
    const Inn *g = inn_at(t);
    SeatSet set = 0, side = side_of(g, g->active) & alive(t);
    const InnCard *card = card_at(e->setup, thing_card(t, f, e));
    if (!(card->events & INN_ON(f->moment))) return 0;
    if (card->held_by != INN_BY_ANYBODY)
        return tokens_of(e->setup, t, f->owner, f->thing, f->owner) ? side & only(f->owner) : 0;
    for (Seat s = 0; s < t->seats; s++)
        if (has(side, s) && g->seat[f->owner].token[f->thing][s]) set |= only(s);
    return set;
}

static bool is_its_moment(const Table *t, const inn_triggers_Frame *f, const Env *e)
{
    const InnPermission *p = way_of(e->setup, thing_card(t, f, e), f->way);
    if (p->event != f->moment || !has(alive(t), f->owner)) return false;
    return !p->token || p->token_held == INN_BY_ANYBODY || has_tokens(t, f->owner, p, f->owner);
}

SCRIPT_BODY(, inn_triggers)
{
    Inn *g = inn_of(t);
    BEGIN;
    IN_TURN_ORDER (f->owner, f->todo, alive(t), g->active) {
        for (f->thing = 0; f->thing < things_of(t, f, e); f->thing++) {
            IN_TURN_ORDER (f->bearer, f->bearers, bearers_of(t, f, e), g->active) {
                for (f->way = 0; f->way < card_at(e->setup, thing_card(t, f, e))->permissions; f->way++)
                    if (!is_over(t) && has(alive(t), f->bearer) && is_its_moment(t, f, e))
                        CALL_WITH(S_TRIGGER, inn_trigger, .card = thing_card(t, f, e), .owner = f->owner,
                                  .bearer = f->bearer, .way = f->way);
            }
        }
    }
    CALL(S_LOSS);
    END;
}

static const InnPermission *trigger_way(const inn_trigger_Frame *f, const Env *e)
{
    return way_of(e->setup, f->card, f->way);
}

static void open_trigger(Table *t, const inn_trigger_Frame *f, Env *e)
{
    Open *o = open_push(t, OPEN_CARD, f->owner);
    o->card = f->card;
    o->way = f->way;
    o->flags = IN_PLAY;
    o->turn_of = f->bearer;
    told(e, TAP_SAID, "{card} of {who} happens.", .card = f->card, .who = f->owner);
}

static bool is_answered(const inn_trigger_Frame *f, const Env *e)
{
    return !(card_at(e->setup, f->card)->flags & INN_UNANSWERABLE);
}

static void pick_for(Table *t, int at, Seat picked, Env *e)
{
    Inn *g = inn_of(t);
    Open *o = &g->open[at];
    o->targets |= only(picked);
    g->pickable = less(g->pickable, picked);
    if (count(o->targets) == way_of(e->setup, o->card, o->way)->most) g->pickable = 0;
    told(e, TAP_SAID, "{who} picks {other}.", .who = o->actor, .other = picked);
}

/* e7: asked, picked, answered unless nothing can be done about it (G6), carried out, and hit back. */
SCRIPT_BODY(, inn_trigger)
{
    Inn *g = inn_of(t);
    BEGIN;
    if (trigger_way(f, e)->when & INN_IF_WISHED) {
        if (!choice_possible(e->setup, t, f->owner, trigger_way(f, e))) RETURN(0);
        ASK(f->owner, Q_ACCEPT);
        if (ANSWER(f->owner)->verb == DECLINE) RETURN(0);
    }
    if (trigger_way(f, e)->pick && !inn_pickable(t, f->owner, trigger_way(f, e), &g->open[0])) RETURN(0);
    f->at = g->opens;
    open_trigger(t, f, e);
    if (trigger_way(f, e)->pick) g->pickable = inn_pickable(t, f->owner, trigger_way(f, e), &g->open[0]);
    while (g->pickable) {
        if (count(g->pickable) == 1 && !g->open[f->at].targets) {
            pick_for(t, f->at, tap_first_of(g->pickable), e);
            break;
        }
        ASK(f->owner, Q_PICK);
        if (ANSWER(f->owner)->verb == ENOUGH) break;
        pick_for(t, f->at, (Seat)(ANSWER(f->owner)->a - 1), e);
    }
    g->pickable = 0;
    if (g->teams && touches_everybody(e->setup, trigger_way(f, e))) { /* TM-20 */
        CALL_WITH(S_CHAMPIONS, inn_champions, .heads = heads_of(t, alive(t)), .own = f->owner);
        g->open[f->at].each = (SeatSet)RESULT;
    }
    if (is_answered(f, e))
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = f->owner, .mask = INN_ON(INN_CARD), .asked = PUBLIC);
    if (!(g->open[f->at].flags & NEGATED)) CALL_WITH(S_EFFECTS, inn_carry_out, .at = f->at, .way = f->way);
    if (g->open[f->at].lost && is_answered(f, e)) {
        g->open[f->at].kind = OPEN_AFTER;
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = g->active, .mask = INN_ON(INN_HURT), .asked = PUBLIC);
    }
    open_pop(t);
    END;
}
