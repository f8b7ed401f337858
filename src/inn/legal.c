/* Who may answer with what. Who is asked follows from public facts; what he may answer, from his cards. */
#include "inn/beside.h"
#include "inn/bodies.h"
#include "inn/in_hand.h"
#include "inn/merge.h"
#include "inn/in_purse.h"

/* -------------------------------------------------------------- forecast */

bool way_does(const Setup *setup, const InnPermission *p, InnDoes does)
{
    for (int i = 0; i < p->effects; i++)
        if (inn_effect(tables_of(setup), p, i)->does == does) return true;
    return false;
}

/* Whom `me` means in one of the ways of an open card: of an event those who chose it. */
static SeatSet mine_in(const Table *t, const Open *o, const InnPermission *p, int way)
{
    if (p->event != INN_CHOICE) return o->mine;
    SeatSet set = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (inn_at(t)->chose[s] == way + 1) set |= only(s);
    return set;
}

/* Adds what one way would do to the seat; LIM-3 .. LIM-5. A redirected loss is that of who takes it over. */
static int forecast_way(const Table *t, const Open *o, const InnPermission *p, int way, Seat s, bool takes)
{
    Open as = *o;
    int stats = 0;
    as.mine = mine_in(t, o, p, way);
    for (int whom = INN_ME; whom < INN_WHOMS; whom++) {
        if (!p->moves[whom]) continue;
        SeatSet who = inn_subjects(t, &as, whom);
        int moved = takes ? p->takes[whom] : p->moves[whom];
        if (p->takes[whom] & INN_FORT) {
            for (Seat x = 0; x < t->seats; x++)
                if (has(who, x) && o->goes[x] == s) stats |= INN_FORT;
            moved &= ~INN_FORT;
        }
        if (has(who, s)) stats |= whom == INN_ME ? moved & ~INN_GOLD : moved; /* NEG-5: one's own price */
    }
    return stats;
}

int inn_forecast_open(const Setup *setup, const Table *t, const Open *o, Seat s, bool takes)
{
    const InnCard *card = card_at(setup, o->card);
    int stats = 0;
    if (has(o->ignored, s)) return 0;
    if (part_of(setup, o)) stats = forecast_way(t, o, part_of(setup, o), 0, s, takes);
    if (!(o->flags & IS_EVENT)) return stats | forecast_way(t, o, way_of(setup, o->card, o->way), o->way, s, takes);
    for (int way = 0; way < card->permissions; way++) {
        const InnPermission *p = inn_permission(tables_of(setup), card, way);
        if (p->event == INN_REVEALED || p->event == INN_CHOICE) stats |= forecast_way(t, o, p, way, s, takes);
    }
    return stats;
}

/* ------------------------------------------------------------------- fits */

SeatSet inn_pickable(const Table *t, Seat s, const InnPermission *p, const Open *below)
{
    SeatSet set = alive(t);
    if (p->pick != INN_ANYONE) set &= (SeatSet)~side_of(inn_at(t), s); /* TM-10, TM-17 */
    if (p->pick == INN_IN_ROUND) set &= inn_at(t)->round.in;
    for (Seat x = 0; p->token_held == INN_BY_ANYBODY && x < t->seats; x++)
        if (has(set, x) && !has_tokens(t, s, p, x)) set = less(set, x);
    if (p->pick == INN_THIRD && below->actor != NOBODY) set = less(set, below->actor);
    return set;
}

/* TM-4: what is a mate's is as good as one's own. */
static bool is_whose(const Table *t, const InnPermission *p, Seat s, Seat whose)
{
    bool own = whose != NOBODY && is_mate(inn_at(t), s, whose);
    return p->whose == INN_ANYBODYS || (p->whose == INN_MINE ? own : !own && whose != NOBODY);
}

/* TM-4: for whom of the side the seat may do something about the card that is open: of some cards for itself alone
 * (CN-43), and not for mates from whom it is held back (CN-25). */
static SeatSet helped_by(const Setup *setup, const Table *t, const Open *o, Seat s)
{
    return card_at(setup, o->card)->flags & INN_NO_MATES ? only(s) : defended_by(inn_at(t), s);
}

/* What it would do to somebody of these. */
static int forecast_side(const Setup *setup, const Table *t, const Open *o, Seat s, bool takes)
{
    SeatSet helped = helped_by(setup, t, o, s);
    int stats = 0;
    for (Seat x = 0; x < t->seats; x++)
        if (has(helped, x)) stats |= inn_forecast_open(setup, t, o, x, takes);
    return stats;
}

/* NEG-3: as a card answers it, an event is an Action or nothing of its kind. */
static int types_of(const InnCard *card, const Open *o)
{
    return o->flags & AS_ACTION ? INN_IS_ACTION : card->types;
}

/* What an open card is depends on the way in which it was played; an event goes all its ways. */
static int classes_of(const Setup *setup, const Open *o)
{
    return o->flags & IS_EVENT ? card_at(setup, o->card)->classes : way_of(setup, o->card, o->way)->classes;
}

/* TM-12: it would make sides choose Champions, and the seat's is among those whom it concerns. */
static bool concerns_everybody(const Setup *setup, const Table *t, Seat s, const Open *o)
{
    if (!(o->each & side_of(inn_at(t), s) & (SeatSet)~o->ignored)) return false;
    return o->flags & IS_EVENT ? event_is_for_all(setup, o->card)
                               : merged_touch_everybody(setup, o);
}

/* It gives an opponent Fortitude, and does not take some as well. */
static bool heals_another(const Setup *setup, const Table *t, Seat s, const Open *o)
{
    for (Seat x = 0; x < t->seats && !(o->flags & UNHEALED); x++)
        if (!is_mate(inn_at(t), s, x) && has(alive(t), x) && inn_forecast_open(setup, t, o, x, false) & INN_FORT &&
            !(inn_forecast_open(setup, t, o, x, true) & INN_FORT))
            return true;
    return false;
}

static bool fits_card(const Setup *setup, const Table *t, Seat s, const InnCard *card, const InnPermission *p,
                      const Open *o)
{
    if (o->kind != OPEN_CARD) return false;
    const InnCard *over = card_at(setup, o->card);
    if (over->flags & INN_UNANSWERABLE || (over->only_by && over->only_by != card->tag)) return false;
    if (over->flags & INN_UNDENIABLE && p->classes & (INN_NEGATES | INN_IGNORES)) return false;
    if (p->types && !(p->types & types_of(over, o))) return false;
    if (p->when & INN_IF_MEDDLES && (!(classes_of(setup, o) & INN_MEDDLES) || o->flags & IS_EVENT)) return false;
    if (p->when & INN_IF_FOR_ALL && !concerns_everybody(setup, t, s, o)) return false;
    if (way_does(setup, p, INN_BORROW) && o->flags & AS_ACTION) return false; /* who takes part is settled by then */
    if (p->tag_not && over->tag == p->tag_not) return false;
    if (p->when & INN_IF_HEALS && !heals_another(setup, t, s, o)) return false;
    if (!is_whose(t, p, s, o->actor)) return false;
    if (p->alive && count(alive(t)) != p->alive) return false;
    if (o->flags & AS_ACTION && (way_does(setup, p, INN_NEGATE) || way_does(setup, p, INN_REDIRECT) ||
                                 way_does(setup, p, INN_SHARE_LOSS)))
        return false;
    if (way_does(setup, p, INN_REDIRECT_ALL) &&
        (o->flags & (IS_EVENT | IN_PLAY) || o->body || !(picked_players(o) & helped_by(setup, t, o, s)) ||
         picks_by(setup, o)->all))
        return false; /* CN-41: who picks all picks nobody in particular */
    if (way_does(setup, p, INN_TAKE_POT) && !round_runs(inn_at(t))) return false;
    if (way_does(setup, p, INN_EVENT_AGAIN) && (!(o->flags & IS_EVENT) || o->flags & AS_ACTION || over->level))
        return false; /* EVT-8: of the sea and the dungeon none */
    if (p->affects && !(forecast_side(setup, t, o, s, false) & p->affects)) return false;
    return !p->loses || forecast_side(setup, t, o, s, true) & p->loses;
}

uint32_t inn_cups_for(const Setup *setup, const Table *t, Seat s, const InnPermission *p, const Open *o)
{
    const Inn *g = inn_at(t);
    uint32_t set = 0;
    if (o->kind != OPEN_DRINKS) return 0;
    bool splits = way_does(setup, p, INN_SPLIT_DRINK), halves = way_does(setup, p, INN_HALVE_DRINK);
    for (int i = 0; i < o->cups; i++) {
        const Cup *cup = &g->cup[o->cup + i];
        bool own_bet = p->whose == INN_MINE && cup_bet_by(g, cup, s) && way_does(setup, p, INN_IGNORE_DRINK);
        bool held_back = p->whose == INN_MINE && !has(defended_by(g, s), cup->drinker);
        if (cup->ignored || cup->changes == CHANGES) continue;
        if (!own_bet && (held_back || !is_whose(t, p, s, cup->drinker))) continue;
        if (p->when & INN_IF_HEALS && !cup_heals(setup, g, cup)) continue;
        if ((splits || halves) && !cup_splits(setup, g, cup)) continue; /* SPL-4, SPL-5 */
        if (splits && (g->cups == CUPS || o->cup + o->cups != g->cups)) continue;
        set |= 1u << i;
    }
    return set;
}

static bool fits_payment(const Setup *setup, const Table *t, Seat s, const InnPermission *p, const Open *o)
{
    if (o->kind != OPEN_PAYMENT || (p->causes && !(p->causes & o->cause))) return false;
    if (inn_at(t)->round.stay && way_does(setup, p, INN_LEAVE)) return false;
    SeatSet due = o->payers & (SeatSet)~(o->by_inn | o->excused), side = side_of(inn_at(t), s);
    if (p->whose == INN_MINE) due &= defended_by(inn_at(t), s);
    if (p->whose == INN_ANOTHERS) due &= (SeatSet)~side;
    return due && (!way_does(setup, p, INN_LEAVE) || (o->cause == INN_BY_ANTE && inn_at(t)->round.in & side));
}

/* GAM-9, and not in answer to what makes players ante or ends the round. */
static bool fits_round(const Setup *setup, const Table *t, const InnPermission *p, const Open *o)
{
    if (!round_runs(inn_at(t))) return false;
    if (!(p->when & INN_IF_NO_ANTE)) return true;
    if (o->kind == OPEN_PAYMENT && o->cause == INN_BY_ANTE) return false;
    return o->kind != OPEN_CARD || !(classes_of(setup, o) & (INN_ANTES | INN_ENDS_ROUND));
}

static bool fits_gain(const Inn *g, Seat s, const InnPermission *p, const Open *o)
{
    SeatSet gained = p->when & INN_IF_FROM_INN ? o->from_inn : o->kind == OPEN_TAKEN ? only(o->actor) : o->gained;
    if (o->kind != OPEN_TAKEN && o->kind != OPEN_GAINED) return false;
    if (p->whose == INN_ANOTHERS) return has(gained, blamed_for(o)) && !is_mate(g, s, blamed_for(o));
    return p->whose == INN_MINE ? gained & side_of(g, s) : gained;
}

static bool is_paid_by(const Inn *g, Seat s, const InnPermission *p, const Open *o)
{
    if (p->whose == INN_MINE) return o->payers & side_of(g, s);
    return p->whose == INN_ANYBODYS || o->payers & (SeatSet)~side_of(g, s);
}

/* CN-20: also a card that hurt somebody else, but who played it; TC-WREN: or a body of one's own, not of a mate's. */
static bool is_victim(const Inn *g, Seat s, const InnPermission *p, const Open *o)
{
    SeatSet others = o->lost & (SeatSet)~side_of(g, s);
    if (p->whose == INN_BODYS) return has(o->bodies, s);
    if (p->whose != INN_ANOTHERS) return o->lost & defended_by(g, s);
    return o->actor != NOBODY && others & (SeatSet)~side_of(g, o->actor);
}

/* May the seat play the card in this way on what is open (STM-1)? */
static bool fits(const Setup *setup, const Table *t, Seat s, Seat owner, const InnCard *card, int way)
{
    const Inn *g = inn_at(t);
    const Open *o = &g->open[g->at];
    const InnPermission *p = inn_permission(tables_of(setup), card, way);
    if (!(g->mask & INN_ON(p->event))) return false;
    if (p->pick && count(inn_pickable(t, s, p, o)) < p->least) return false;
    if (p->when & INN_IF_IN_ROUND && !has(g->round.in, s)) return false;
    if (p->all_kinds && !has_all_kinds(setup, t, owner)) return false;
    if (p->signs && signs_in_row(setup, t, owner, card->sign) < p->signs) return false; /* TC-HALD */
    if (p->token && !(p->pick && p->token_held == INN_BY_ANYBODY) && !has_tokens(t, owner, p, s))
        return false;
    switch ((InnEvent)p->event) {
    case INN_CARD: return fits_card(setup, t, s, card, p, o);
    case INN_DRINK: return inn_cups_for(setup, t, s, p, o);
    case INN_PAY: return fits_payment(setup, t, s, p, o);
    case INN_ROUND: return fits_round(setup, t, p, o);
    case INN_WON: return o->kind == OPEN_WON && is_whose(t, p, s, g->round.winner);
    case INN_GAINED: return fits_gain(g, s, p, o);
    case INN_PAID:
        if (o->kind != OPEN_PAID || (way_does(setup, p, INN_TAKE_PAID) && !o->amount)) return false;
        return way_does(setup, p, INN_TAKE_SPENT) ? spent_by_opponents(g, g->at, s) : is_paid_by(g, s, p, o);
    case INN_HURT:
        return o->kind == OPEN_AFTER && is_victim(g, s, p, o) && !is_mate(g, s, o->actor) &&
               has(alive(t), o->actor) && !(p->when & INN_IF_UNREDUCED && o->lessened & side_of(g, s));
    case INN_TAKEN: return o->kind == OPEN_TAKEN && is_whose(t, p, s, o->actor);
    case INN_ACTING:
    case INN_ORDER: return is_mate(g, g->active, s);
    case INN_DRINKING: return !is_mate(g, g->active, s);
    case INN_GAMBLE: return !g->round.lock || card->types & INN_IS_CHEATING; /* GAM-12 */
    default: return true;
    }
}

/* -------------------------------------------------------------- questions */

/* What others have laid before one is no card of one's own. */
static bool holds_anything(const Setup *setup, const Inn *g, Seat s)
{
    const Patron *p = &g->seat[s];
    if (p->cards + p->prizes + p->lent || things_of(g, s)) return true;
    for (int i = 0; i < p->rows; i++)
        if (is_for_bearer(setup, g, s, i)) return true;
    return false;
}

SeatSet inn_who_may(const Setup *setup, const Table *t)
{
    const Inn *g = inn_at(t);
    SeatSet set = 0;
    for (SeatSet asked = g->asked & present(t); asked; asked &= (SeatSet)(asked - 1)) {
        Seat s = tap_first_of(asked);
        if ((g->seat[s].may & g->mask && holds_anything(setup, g, s)) || pool_at(g, s)->potions) set |= only(s);
    }
    return set;
}

/* Bounds: from OPENS_LATE on only what stops other cards is played, and that only while there is room for it. */
static bool too_late(const Inn *g, const InnCard *card)
{
    return g->opens >= OPENS - OPENS_SPARE || g->mask & (INN_ON(INN_ACTION) | INN_ON(INN_GAMBLE)) ||
           !(card->classes & (INN_NEGATES | INN_IGNORES));
}

/* cards: the first of the tables; every card of everybody who is asked goes through here. */
static inline bool is_for_now(const Inn *g, const InnCard *cards, Card c)
{
    return cards[c].events & g->mask && (g->opens < OPENS_LATE || !too_late(g, &cards[c]));
}

static bool held_before(const Patron *p, int i)
{
    for (int k = 0; k < i; k++)
        if (p->hand[k].card == p->hand[i].card) return true;
    return false;
}

/* An item is laid from the hand, and does in the row whatever else it does. */
static bool is_from(const Setup *setup, const InnCard *card, int way, int i)
{
    if (!(card->types & INN_IS_ITEM)) return true;
    return way_does(setup, inn_permission(tables_of(setup), card, way), INN_LAY) != (i >= ROW_AT);
}

static void offer_card(const Setup *setup, const Table *t, Seat s, int i, Choices *c)
{
    const InnCard *card = card_at(setup, held_card(inn_at(t), s, i));
    int first = c->n;
    Seat owner = is_in_row(i) ? inn_at(t)->seat[row_owner(i)].row_of[row_place(i)] : s;
    for (int way = 0; way < card->permissions && c->n < TAP_CHOICES; way++) {
        if (!is_from(setup, card, way, i) || !fits(setup, t, s, owner, card, way)) continue;
        if (is_in_purse(i) && way_does(setup, inn_permission(tables_of(setup), card, way), INN_SHOW) &&
            (purse_owner(i) != s || lies_open(inn_at(t)->seat[s].purse[purse_place(i)])))
            continue; /* TC-KEET: what lasts works for who has it, who alone lays it open, once */
        Choice *o = offer(c, PLAY, i, way);
        o->owner = is_in_purse(i) ? purse_owner(i) : is_in_row(i) ? row_owner(i) : s;
        o->zone = is_in_purse(i) ? Z_PURSE : is_in_row(i) ? Z_ROW : i < HAND_MOST ? Z_HAND : Z_PRIZES;
        o->items = 1ull << (is_in_purse(i) ? purse_place(i) : is_in_row(i) ? row_place(i) : i % HAND_MOST);
    }
    for (int k = first; c->n > first + 1 && k < c->n; k++) c->choice[k].verb = PLAY_AS;
}

/* Of alike cards in the rows of a side one is as good as the other. */
static bool usable_before(const Setup *setup, const Table *t, Seat s, int i)
{
    const Inn *g = inn_at(t);
    for (int k = ROW_AT; k < i; k++)
        if (is_mate(g, s, row_owner(k)) && row_place(k) < g->seat[row_owner(k)].rows &&
            held_card(g, s, k) == held_card(g, s, i) && row_is_usable(setup, t, s, k))
            return true;
    return false;
}

static void play_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Inn *g = inn_at(t);
    const Patron *p = &g->seat[s];
    const InnCard *cards = card_at(setup, 0);
    offer(c, PASS, 0, 0);
    for (int i = 0; i < p->cards; i++)
        if (is_for_now(g, cards, p->hand[i].card) && !held_before(p, i)) offer_card(setup, t, s, i, c);
    for (int i = HAND_MOST; i < HAND_MOST + p->prizes; i++) /* every Prize is another one */
        if (is_for_now(g, cards, held_card(g, s, i))) offer_card(setup, t, s, i, c);
    for (SeatSet side = p->rows + p->lent ? p->side : 0; side; side &= (SeatSet)(side - 1)) {
        Seat x = tap_first_of(side);
        for (int k = 0; k < g->seat[x].rows; k++) {
            int i = ROW_AT + x * ROW_MOST + k;
            if (is_for_now(g, cards, g->seat[x].row[k].card) && row_is_usable(setup, t, s, i) &&
                !usable_before(setup, t, s, i))
                offer_card(setup, t, s, i, c);
        }
    }
    for (SeatSet side = p->side & (SeatSet)~g->out; side; side &= (SeatSet)(side - 1)) { /* TC-KEET: as of the hand */
        Seat x = tap_first_of(side);
        for (int k = 0; k < g->seat[x].purses; k++)
            if (is_for_now(g, cards, g->seat[x].purse[k].card)) offer_card(setup, t, s, purse_index(x, k), c);
    }
    if (g->mask & INN_ON(INN_ANYTIME)) potion_choices(t, s, c);
}

/* CN-40: what of the hand of another could be one's play in the round. */
static void theirs_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Inn *g = inn_at(t);
    const Patron *p = &g->seat[g->hand_of];
    offer(c, PASS, 0, 0); /* or one does not wish to */
    for (int i = 0; i < p->cards && g->opens < OPENS_LATE; i++) {
        const InnCard *card = card_at(setup, p->hand[i].card);
        if (held_before(p, i)) continue;
        for (int way = 0; way < card->permissions && c->n < TAP_CHOICES; way++) {
            const InnPermission *as = inn_permission(tables_of(setup), card, way);
            if (card->types & INN_IS_ITEM || way_does(setup, as, INN_PLAY_THEIRS)) continue;
            if (!fits(setup, t, s, g->hand_of, card, way)) continue;
            Choice *o = offer(c, PLAY, i, way);
            o->owner = g->hand_of;
            o->zone = Z_HAND;
            o->items = 1ull << i;
        }
    }
}

/* TIM-6: Anytime cards first, from whose turn it is; then Sometimes cards from the source, or as an option from whose
 * turn it is, too. */
static uint32_t answer_rank(const Setup *setup, const Table *t, Seat s, const Move *m)
{
    const Inn *g = inn_at(t);
    bool anytime = m->verb == POTION || card_at(setup, held_card(g, s, m->a))->types & INN_IS_ANYTIME;
    bool of_turn = anytime || g->source == NOBODY || t->option[OPT_ANSWERS] == ANSWERS_FROM_TURN;
    Seat from = of_turn ? g->active : g->source;
    return (anytime ? 0u : PATRONS) + (uint32_t)((s - from + t->seats) % t->seats);
}

static void pick_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Inn *g = inn_at(t);
    const Open *o = &g->open[g->opens - 1];
    if (count(o->targets) >= picks_by(setup, o)->least) offer(c, ENOUGH, 0, 0);
    for (Seat x = 0; x < t->seats; x++)
        if (has(g->pickable, x)) offer(c, PICK, x + 1, 0);
    if (strikes_bodies(picks_by(setup, o))) offer_bodies(t, c);
}

static void offer_pickable(const Table *t, Choices *c, int verb)
{
    for (Seat x = 0; x < t->seats; x++)
        if (has(inn_at(t)->pickable, x)) offer(c, verb, x + 1, 0);
}

static void member_choices(const Setup *setup, const Table *t, Seat s, Choices *c) { offer_pickable(t, c, PICK); }

static void second_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Open *o = &inn_at(t)->open[inn_at(t)->opens - 1];
    offer_pickable(t, c, PICK);
    if (strikes_second_bodies(way_of(setup, o->card, o->way))) offer_bodies(t, c);
}

static void sell_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, PASS, 0, 0);
    offer_pickable(t, c, PICK);
}

static void hand_on_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, PASS, 0, 0);
    offer_pickable(t, c, HAND_ON);
}

static void yield_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, KEEP, 0, 0);
    offer(c, YIELD, inn_at(t)->open[inn_at(t)->opens - 1].actor + 1, 0);
}

/* Of the own cards of a side deck in the row, alike ones once. */
static void give_up_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Inn *g = inn_at(t);
    const Patron *p = &g->seat[s];
    for (int i = 0; i < p->rows; i++) {
        bool alike = false;
        for (int k = 0; k < i; k++) alike |= p->row[k].card == p->row[i].card && p->row_of[k] == s;
        if (alike || p->row_of[i] != s || card_at(setup, p->row[i].card)->in != g->most) continue;
        Choice *o = offer(c, GIVE_UP, i + 1, 0);
        o->owner = s;
        o->zone = Z_ROW;
        o->items = 1ull << i;
    }
}

static void cup_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Inn *g = inn_at(t);
    const Open *o = &g->open[g->opens - 1], *drinks = &g->open[o->below];
    uint32_t set = inn_cups_for(setup, t, s, way_of(setup, o->card, o->way), drinks);
    for (; set; set &= set - 1) {
        int i = __builtin_ctz(set);
        offer(c, PICK_CUP, i + 1, g->cup[drinks->cup + i].drinker + 1);
    }
}

static void order_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    if (inn_at(t)->most) offer(c, KEEP, 0, 0); /* CN-32: one's own */
    for (Seat x = 0; x < t->seats; x++)
        if (!is_mate(inn_at(t), s, x) && has(alive(t), x) && inn_at(t)->seat[x].drinks < DRINKS_MOST)
            offer(c, ORDER, x + 1, 0);
    if (!c->n) offer(c, PASS, 0, 0);
}

static void discard_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    int n = inn_at(t)->seat[s].cards;
    offer_subset(c, DISCARD, Z_HAND, s, first_items(n), 0, n);
}

static void discard_some_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Inn *g = inn_at(t);
    offer_subset(c, DISCARD, Z_HAND, s, first_items(g->seat[s].cards), g->least, g->most);
}

static void accept_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, DECLINE, 0, 0);
    offer(c, ACCEPT, 0, 0);
}

static void share_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, PASS, 0, 0);
    for (Seat x = 0; x < t->seats; x++)
        if (!is_mate(inn_at(t), s, x) && has(alive(t), x)) offer(c, SHARE_WITH, x + 1, 0); /* TM-10 */
}

static void way_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Inn *g = inn_at(t);
    Card event = g->open[g->opens - 1].card;
    for (int nth = 1, way; (way = choice_way(setup, event, nth)) < card_at(setup, event)->permissions; nth++)
        if (choice_possible(setup, t, s, way_of(setup, event, way))) offer(c, CHOOSE, nth, 0);
    if (!c->n) offer(c, PASS, 0, 0);
}

static void prize_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Inn *g = inn_at(t);
    for (int i = 0; i < g->prizes && g->prize_at[i] == PRIZE_AT_INN; i++) offer(c, STAKE, i + 1, 0);
}

static void dare_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (int i = 1; i <= 2; i++) offer(c, TAKE_CUP, i, 0);
}

enum { ROOM = 512 /* more than the scripts between two windows take of the stack */ };

const Question inn_questions[ASKS_END] = {
    [Q_ANSWER] = {.prompt = "Answer?",
                  .who = inn_who_may,
                  .choices = play_choices,
                  .pass = PASS,
                  .secret = true,
                  .hushed = true,
                  .room = ROOM,
                  .rank = answer_rank,
                  .window = inn_window_facts},
    [Q_ACTION] = {.prompt = "Your Action?", .who = inn_who_speaks, .choices = play_choices},
    [Q_GAMBLE] = {.prompt = "What do you play?", .who = who_turn, .choices = play_choices, .pass = PASS, .room = ROOM},
    [Q_PICK] = {.prompt = "Whom do you pick?", .who = who_turn, .choices = pick_choices},
    [Q_CUP] = {.prompt = "Which Drink?", .who = who_turn, .choices = cup_choices},
    [Q_DISCARD] = {.prompt = "What do you discard?", .who = inn_who_speaks, .choices = discard_choices},
    [Q_DISCARD_SOME] = {.prompt = "You must discard", .who = who_turn, .choices = discard_some_choices},
    [Q_ORDER] = {.prompt = "For whom is the Drink?", .who = inn_who_speaks, .choices = order_choices},
    [Q_ACCEPT] = {.prompt = "Do you take it on?", .who = who_turn, .choices = accept_choices},
    [Q_CHOOSE] = {.prompt = "What do you choose?", .who = who_turn, .choices = way_choices},
    [Q_SHARE] = {.prompt = "Do you share the Drink?", .who = who_turn, .choices = share_choices},
    [Q_CHARACTER] = {.prompt = "Who are you tonight?",
                     .help = "Each has a deck of cards of their own.",
                     .who = who_turn,
                     .choices = inn_character_choices},
    [Q_DRAFT] = {.prompt = "Who are you tonight?",
                 .help = "Each has a deck of cards of their own.",
                 .who = inn_who_drafts,
                 .choices = inn_draft_choices,
                 .secret = true},
    [Q_PRIZE] = {.prompt = "Which Prize is it for?", .who = who_turn, .choices = prize_choices},
    [Q_BID] = {.prompt = "Do you bid more?", .who = who_turn, .choices = inn_bid_choices},
    [Q_SECRET_BID] = {.prompt = "How much do you hold out?",
                      .who = inn_who_bids,
                      .choices = inn_secret_bid_choices,
                      .secret = true},
    [Q_BLOOD] = {.prompt = "How much of the ante is Fortitude?", .who = who_turn, .choices = inn_blood_choices},
    [Q_GAME] = {.prompt = "What is played for?",
                .help = "A round of gambling as the Inn knows it, or one of the games of the house.",
                .who = who_turn,
                .choices = inn_game_choices},
    [Q_RULES] = {.prompt = "With which rules?",
                 .help = "Choose as many as you like, one after the other, then begin.",
                 .who = who_turn,
                 .choices = inn_rules_choices},
    [Q_BENEFIT] = {.prompt = "What do you do about your luck?", .who = who_turn, .choices = inn_benefit_choices},
    [Q_TAKE] = {.prompt = "Do you take one of them?", .who = who_turn, .choices = inn_take_choices, .secret = true},
    [Q_GIVE] = {.prompt = "Which of yours is it for?", .who = who_turn, .choices = inn_give_choices, .secret = true},
    [Q_DARE] = {.prompt = "Which of the two do you drink?", .who = who_turn, .choices = dare_choices},
    [Q_RIDERS] = {.prompt = "What comes first?", .who = who_turn, .choices = inn_rider_choices},
    [Q_CHAMPION] = {.prompt = "Who stands for your side?",
                    .help = "It concerns one of you only; the other may still help with cards.",
                    .who = inn_who_speaks,
                    .choices = inn_champion_choices},
    [Q_NEXT] = {.prompt = "Who of you drinks next?", .who = inn_who_speaks, .choices = inn_next_choices},
    [Q_MEMBER] = {.prompt = "Who of that side?", .who = who_turn, .choices = member_choices},
    [Q_TITHE] = {.prompt = "Do you pay it of your own Gold?", .who = who_turn, .choices = accept_choices},
    [Q_OFFER] = {.prompt = "Do you pay for it?", .who = who_turn, .choices = accept_choices},
    [Q_WAGE] = {.prompt = "Do you pay its wages?", .who = who_turn, .choices = accept_choices},
    [Q_SECOND] = {.prompt = "Whom do you pick besides?", .who = who_turn, .choices = second_choices},
    [Q_PLUCK] = {.prompt = "Which of these do you discard?", .who = who_turn, .choices = inn_pluck_choices},
    [Q_DIVIDE] = {.prompt = "Which of them are one pile?",
                  .help = "The others are the second one, and whose cards they are takes one of the two.",
                  .who = who_turn,
                  .choices = inn_divide_choices},
    [Q_PILE] = {.prompt = "Which pile do you take?", .who = who_turn, .choices = inn_pile_choices},
    [Q_THEIRS] = {.prompt = "Which of their cards do you play?",
                  .help = "It is your play in the round; then its owner discards it.",
                  .who = who_turn,
                  .choices = theirs_choices},
    [Q_GIVE_UP] = {.prompt = "Which of them do you give up?", .who = who_turn, .choices = give_up_choices},
    [Q_SELL] = {.prompt = "Whom do you offer it to?", .who = who_turn, .choices = sell_choices},
    [Q_BUY] = {.prompt = "Do you buy a card, before you draw?", .who = who_turn, .choices = inn_buy_choices},
    [Q_BESIDE] = {.prompt = "From which deck?", .who = who_turn, .choices = inn_beside_choices},
    [Q_LAY_DOWN] = {.prompt = "Which of your Gold do you pay with?",
                    .who = who_turn,
                    .choices = inn_lay_down_choices,
                    .secret = true},
    [Q_YIELD] = {.prompt = "Half of the pot is gone. Who has the Prize?", .who = who_turn, .choices = yield_choices},
    [Q_HAND_ON] = {.prompt = "To whom do you hand it on?", .who = who_turn, .choices = hand_on_choices},
};
