#include "inn/in_purse.h"

/* ------------------------------------------------------------------ places */

int things_of(const Inn *g, Seat s)
{
    int n = 0;
    for (Seat x = 0; x < PATRONS; x++)
        if (has(side_of(g, s), x)) n += g->seat[x].purses;
    return n;
}

/* Any of them may be what is used: as everybody knows, who has one and the mates can answer with what its deck has. */
static void count_thing(const Setup *setup, Table *t, Seat s, Card card, int by)
{
    Inn *g = inn_of(t);
    const Patron *home = &g->seat[home_of(setup, t, card)];
    for (Seat x = 0; x < t->seats; x++)
        if (is_mate(g, s, x))
            patron_count_events(&g->seat[x], inn_deck(tables_of(setup), home->deck)->side_events[0], by);
}

static Slot purse_remove(const Setup *setup, Table *t, Seat s, int k)
{
    Patron *p = &inn_of(t)->seat[s];
    Slot card = p->purse[k];
    memmove(&p->purse[k], &p->purse[k + 1], sizeof *p->purse * (size_t)(--p->purses - k));
    p->purse[p->purses] = (Slot){0, 0};
    count_thing(setup, t, s, card.card, -1);
    mods_reckon(setup, t, s);
    return card;
}

/* Nobody else sees which of those that lie face down it is. */
static Slot purse_remove_unseen(const Setup *setup, Table *t, int i)
{
    Patron *p = &inn_of(t)->seat[purse_owner(i)];
    for (int k = 0; k < p->purses && !lies_open(p->purse[purse_place(i)]); k++)
        if (k != purse_place(i) && !lies_open(p->purse[k])) p->purse[k].known &= p->side;
    if (!lies_open(p->purse[purse_place(i)])) p->purse[purse_place(i)].known &= p->side;
    return purse_remove(setup, t, purse_owner(i), purse_place(i));
}

static bool purse_gets(Table *t, Seat s, Slot card, Env *e)
{
    Patron *p = &inn_of(t)->seat[s];
    if (p->purses == PURSE_MOST) return false;
    card.known |= p->side;
    p->purse[p->purses++] = card;
    count_thing(e->setup, t, s, card.card, 1);
    mods_reckon(e->setup, t, s);
    told(e, TAP_MOVED, "{who} gets {card}, which is 1 Gold.", .who = s, .card = card.card, .seen_by = card.known,
         .unseen = "{who} gets a card that is 1 Gold.", .to = Z_PURSE, .to_owner = s);
    return true;
}

/* In the pot, or laid down in the payment that is open at `at` - 1. */
static void put_down(Inn *g, Slot card, int at, Seat by)
{
    g->down[g->downs] = card;
    g->down_at[g->downs] = (uint8_t)at;
    g->down_by[g->downs++] = by;
}

static Slot take_up(Inn *g, int i)
{
    Slot card = g->down[i];
    for (g->downs--; i < g->downs; i++) {
        g->down[i] = g->down[i + 1];
        g->down_at[i] = g->down_at[i + 1];
        g->down_by[i] = g->down_by[i + 1];
    }
    g->down[i] = (Slot){0, 0};
    g->down_at[i] = 0;
    g->down_by[i] = 0;
    return card;
}

static int first_down(const Inn *g, int at)
{
    for (int i = 0; i < g->downs; i++)
        if (g->down_at[i] == at) return i;
    return -1;
}

static int things_in_pot(const Inn *g)
{
    int n = 0;
    for (int i = 0; i < g->downs; i++) n += !g->down_at[i];
    return n;
}

/* To a player, into the pot, or beside its deck: to the Inn, and if there is no room, a coin for it. */
static void thing_goes(Table *t, Slot card, Seat to, Env *e)
{
    Inn *g = inn_of(t);
    if (to == THE_POT && g->downs < DOWN_MOST) {
        put_down(g, card, 0, NOBODY);
        told(e, TAP_MOVED, "{card} lies in the pot.", .card = card.card, .seen_by = card.known,
             .unseen = "A card that is 1 Gold lies in the pot.", .to = Z_DOWN);
    } else if (to == NOBODY || to == THE_POT || !purse_gets(t, to, card, e)) {
        row_lay_away(e->setup, t, NOBODY, card);
        told(e, TAP_SHOWN, "{card} is laid away.", .card = card.card, .to = Z_SPENT,
             .to_owner = home_of(e->setup, t, card.card));
    }
}

/* ------------------------------------------------------------------- gold */

static void add_gold(Inn *g, Seat where, int n)
{
    if (where == NOBODY) g->bank += n;
    else if (where == THE_POT) g->round.pot = (int16_t)(g->round.pot + n);
    else pool_of(g, where)->gold = (int16_t)(pool_at(g, where)->gold + n);
}

/* The first card of the purses of a side. */
static Slot first_thing(const Setup *setup, Table *t, Seat s)
{
    Seat x = tap_first_of(side_of(inn_at(t), s));
    while (!has(side_of(inn_at(t), s), x) || !inn_at(t)->seat[x].purses) x++;
    return purse_remove(setup, t, x, 0);
}

/* Coins go first: cards that are Gold go along when there are more of them than there is Gold left. */
void gold_moves(Table *t, Seat from, Seat to, int n, Env *e)
{
    Inn *g = inn_of(t);
    if (n < 0) {
        gold_moves(t, to, from, -n, e);
        return;
    }
    add_gold(g, from, -n);
    add_gold(g, to, n);
    if (from == THE_POT)
        while (things_in_pot(g) > g->round.pot) thing_goes(t, take_up(g, first_down(g, 0)), to, e);
    else if (from != NOBODY)
        for (int more = things_of(g, from) - pool_at(g, from)->gold; more > 0; more--)
            thing_goes(t, first_thing(e->setup, t, from), to, e);
}

void purse_begin(const Setup *setup, Table *t, Seat s, Env *e)
{
    Patron *p = &inn_of(t)->seat[s];
    if (!inn_deck(tables_of(setup), p->deck)->as_gold) return;
    for (int n = gold_at_start(t); n && things_of(inn_at(t), s) < pool_at(inn_at(t), s)->gold; n--) {
        if (!p->beside[0].deck.n || p->purses == PURSE_MOST) return;
        purse_gets(t, s, take_beside(setup, p, 0, e), e);
    }
}

bool purse_fetch(Table *t, Seat s, Env *e)
{
    Patron *p = &inn_of(t)->seat[s];
    if (p->purses == PURSE_MOST) return false;
    Slot card = take_beside(e->setup, p, 0, e);
    if (card.card == NO_CARD) return false;
    gold_moves(t, NOBODY, s, 1, e);
    return purse_gets(t, s, card, e);
}

Slot purse_take(const Setup *setup, Table *t, int i)
{
    Seat s = purse_owner(i);
    Slot *lies = &inn_of(t)->seat[s].purse[purse_place(i)], card = *lies;
    card.known = PUBLIC;
    if (card_at(setup, card.card)->flags & INN_STAYS) {
        *lies = card;
        mods_reckon(setup, t, s);
        return card;
    }
    purse_remove(setup, t, s, purse_place(i));
    add_gold(inn_of(t), s, -1);
    add_gold(inn_of(t), NOBODY, 1);
    return card;
}

Card purse_open_from(const Table *t, Seat s, int card)
{
    const Patron *p = &inn_at(t)->seat[s];
    Card first = NO_CARD;
    for (int i = 0; i < p->purses; i++)
        if (lies_open(p->purse[i]) && p->purse[i].card >= card && (first == NO_CARD || p->purse[i].card < first))
            first = p->purse[i].card;
    return first;
}

/* ---------------------------------------------------------------- payments */

bool was_spent(const Inn *g, int at) { return first_down(g, at + 1) >= 0; }

bool spent_by_opponents(const Inn *g, int at, Seat s)
{
    for (int i = 0; i < g->downs; i++)
        if (g->down_at[i] == at + 1 && !is_mate(g, s, g->down_by[i])) return true;
    return false;
}

/* Where they are going: who is paid, the pot, or the Inn. */
static Seat paid_to(const Open *o) { return o->cause == INN_BY_ANTE ? THE_POT : o->to; }

/* What was laid down is nobody's Gold until then. */
static void arrives(Table *t, Slot card, Seat to, Env *e)
{
    add_gold(inn_of(t), to, 1);
    thing_goes(t, card, to, e);
}

int laid_down(const Inn *g, int at, Seat by)
{
    int n = 0;
    for (int i = 0; i < g->downs; i++)
        n += at < 0 ? g->down_at[i] > 0 : g->down_at[i] == at + 1 && g->down_by[i] == by;
    return n;
}

int spent_taken(Table *t, int at, Seat s, bool from_all, Env *e)
{
    Inn *g = inn_of(t);
    int n = 0;
    for (int i = 0; i < g->downs; i++) {
        if (g->down_at[i] != at + 1 || (!from_all && is_mate(g, s, g->down_by[i]))) continue;
        arrives(t, take_up(g, i--), s, e);
        n++;
    }
    return n;
}

void spent_arrives(Table *t, int at, Env *e)
{
    Inn *g = inn_of(t);
    for (int i; (i = first_down(g, at + 1)) >= 0;) arrives(t, take_up(g, i), paid_to(&g->open[at]), e);
}

void inn_lay_down_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Inn *g = inn_at(t);
    if (g->least) offer(c, COIN, 0, 0);
    for (Seat x = 0; x < t->seats; x++)
        for (int k = 0; is_mate(g, s, x) && k < g->seat[x].purses && c->n < TAP_CHOICES; k++) {
            Choice *o = offer(c, LAY_DOWN, purse_index(x, k), 0);
            o->owner = x;
            o->zone = Z_PURSE;
            o->items = 1ull << k;
        }
}

/* Which of the own Gold it is, one after the other: a coin, or one of the cards. What was chosen lies down, and is
 * shown if the Inn gets it (CN-66). */
SCRIPT_BODY(, inn_lay_down)
{
    Inn *g = inn_of(t);
    BEGIN;
    for (; f->n && things_of(g, f->who) && g->downs < DOWN_MOST; f->n--) {
        f->left = (uint8_t)(pool_at(g, f->who)->gold - things_of(g, f->who) - f->coins);
        if (f->left || things_of(g, f->who) > f->n) {
            g->least = f->left > 0;
            ASK(f->who, Q_LAY_DOWN);
            g->least = 0;
            f->coins = (uint8_t)(f->coins + (ANSWER(f->who)->verb == COIN));
            if (ANSWER(f->who)->verb == COIN) continue;
            put_down(g, purse_remove_unseen(e->setup, t, ANSWER(f->who)->a), f->at + 1, f->who);
        } else put_down(g, first_thing(e->setup, t, f->who), f->at + 1, f->who);
        add_gold(g, f->who, -1);
        if (paid_to(&g->open[f->at]) == NOBODY) g->down[g->downs - 1].known = PUBLIC;
        told(e, TAP_MOVED, "{who} lays down {card}, which is 1 Gold.", .who = f->who,
             .card = g->down[g->downs - 1].card, .seen_by = g->down[g->downs - 1].known,
             .unseen = "{who} lays down a card that is 1 Gold.", .to = Z_DOWN);
    }
    END;
}

/* -------------------------------------------------------------------- seen */

void purse_pieces(Table *t, Pieces *p, int pool)
{
    Inn *g = inn_of(t);
    if (g->downs) piece_cards(p, "laid down", Z_DOWN, NOBODY, ROW, INN_CARDS, g->down, g->downs)->pool = (uint8_t)pool;
    for (Seat s = 0; s < t->seats; s++)
        if (g->seat[s].purses)
            piece_cards(p, "purse", Z_PURSE, s, ROW, INN_CARDS, g->seat[s].purse, g->seat[s].purses)->pool =
                (uint8_t)pool;
}
