/* The piles of Drinks before players, and where Drinks go that were drunk. Those of a side deck float: they lie on top
 * of all others (DRK-11), and open, for their backs tell them apart. */
#include "inn/in_play.h"

Seat home_of(const Setup *setup, const Table *t, Card card)
{
    for (Seat s = 0; s < t->seats; s++) {
        const InnDeckInfo *deck = inn_deck(tables_of(setup), inn_at(t)->seat[s].deck);
        for (int i = 0; inn_at(t)->seat[s].hand_size && i < deck->lines; i++)
            if (inn_line(tables_of(setup), deck, i)->card == card) return s;
    }
    return NOBODY;
}

static bool floats(const Setup *setup, Slot drink) { return card_at(setup, drink.card)->in; }

void drink_onto_pile(const Setup *setup, Inn *g, Seat s, Slot card)
{
    Patron *p = &g->seat[s];
    int at = p->drinks++;
    if (floats(setup, card)) card.known = PUBLIC;
    else
        for (; at && floats(setup, p->pile[at - 1]); at--) p->pile[at] = p->pile[at - 1];
    p->pile[at] = card;
}

Slot drink_take_from(Patron *p, int nth)
{
    int i = p->drinks - nth;
    Slot card = p->pile[i];
    memmove(&p->pile[i], &p->pile[i + 1], sizeof *p->pile * (size_t)(--p->drinks - i));
    p->pile[p->drinks] = (Slot){0, 0};
    return card;
}

Slot drink_take_own(Patron *p) { return drink_take_from(p, 1); }

void drink_shuffle_in(const Setup *setup, Inn *g, Seat s, Slot card, Env *e)
{
    Patron *p = &g->seat[s];
    int n = 0; /* those that do not float */
    drink_onto_pile(setup, g, s, card);
    while (n < p->drinks && !floats(setup, p->pile[n])) n++;
    for (int i = n - 1; i > 0 && !floats(setup, card); i--) {
        int k = chance_pick(e, TAP_STREAM_MORE, i + 1);
        Slot here = p->pile[i];
        p->pile[i] = p->pile[k];
        p->pile[k] = here;
    }
    for (int i = 0; i < n && !floats(setup, card); i++) p->pile[i].known = 0;
}

void drink_away(const Setup *setup, Table *t, Slot card)
{
    card.known = PUBLIC;
    if (floats(setup, card)) pile_put(&inn_of(t)->seat[home_of(setup, t, card.card)].spent, card);
    else pile_put(&inn_of(t)->drink_discard, card);
}

void drink_is_kept(const Setup *setup, Table *t, Seat s, Slot card, Env *e)
{
    Patron *p = &inn_of(t)->seat[s];
    if (card_at(setup, card.card)->types & INN_IS_ITEM) row_gets(setup, t, s, s, card, e);
    else p->before[p->kept++] = card;
}

void drinks_kept_go(const Setup *setup, Table *t, Seat s)
{
    Patron *p = &inn_of(t)->seat[s];
    while (p->kept) {
        drink_away(setup, t, p->before[--p->kept]);
        p->before[p->kept] = (Slot){0, 0};
    }
}

void drinks_serve(const Setup *setup, Table *t, Seat owner, int side, SeatSet to, Env *e)
{
    Inn *g = inn_of(t);
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(to, s) || g->seat[s].drinks == DRINKS_MOST) continue;
        Slot card = take_beside(setup, &g->seat[owner], side - 1, e);
        if (card.card == NO_CARD) return;
        drink_onto_pile(setup, g, s, card);
        told(e, TAP_SHOWN, "{who} gets {card} on top of the pile.", .who = s, .card = card.card,
             .from = Z_BESIDE + side - 1, .from_owner = owner, .to = Z_PILE, .to_owner = s);
    }
}

void drink_discard_top(const Setup *setup, Table *t, Seat s, int n, Env *e)
{
    Inn *g = inn_of(t);
    for (; n > 0 && g->seat[s].drinks; n--) {
        Slot card = drink_take_own(&g->seat[s]);
        bool own = !floats(setup, card);
        drink_away(setup, t, card);
        told(e, TAP_SHOWN, "{who} had {card}; it is discarded.", .who = s, .card = card.card, .from = Z_PILE,
             .from_owner = s, .to = own ? Z_DRINK_DISCARD : Z_SPENT,
             .to_owner = own ? (Seat)NOBODY : home_of(setup, t, card.card));
    }
}

void drink_refresh(const Setup *setup, Table *t, Seat s, Env *e)
{
    Inn *g = inn_of(t);
    Patron *p = &g->seat[s];
    for (int i = 0; i < p->drinks; i++) {
        if (floats(setup, p->pile[i])) drink_away(setup, t, p->pile[i]);
        else pile_return(&g->drinks, p->pile[i].card);
    }
    memset(p->pile, 0, sizeof p->pile);
    p->drinks = 0;
    chance_shuffle(e, &g->drinks);
    Slot card = take_drink(g, 0, e);
    if (card.card != NO_CARD) drink_onto_pile(setup, g, s, card);
    told(e, TAP_SAID, "{who} gets one Drink for the whole pile.", .who = s);
}
