/* The players: hands, decks, numbers, and what everybody may know of what they can answer with. */
#include "inn/in_purse.h"

void patron_count(const Setup *setup, Patron *p, Card c, int by)
{
    const InnCard *card = card_at(setup, c);
    const InnDeckInfo *info = inn_deck(tables_of(setup), p->deck);
    patron_count_events(p, card->in ? info->side_events[card->in - 1] : card->events, by);
}

void patron_count_events(Patron *p, uint32_t of, int by)
{
    for (unsigned events = of & INN_ON_HELD; events; events &= events - 1) {
        int k = __builtin_ctz(events);
        p->left[k] = (uint8_t)(p->left[k] + by);
        p->may = (uint16_t)(p->left[k] ? p->may | INN_ON(k) : p->may & ~INN_ON(k));
    }
}

/* SET-2 .. SET-5. */
void patron_begin(const Setup *setup, Table *t, Seat s, int deck)
{
    Patron *p = &inn_of(t)->seat[s];
    const InnDeckInfo *info = inn_deck(tables_of(setup), deck);
    p->deck = (uint8_t)deck;
    p->folk = info->folk;
    p->hand_size = (uint8_t)hand_size_of(t, s, info->hand ? info->hand : INN_HAND);
    Pool *pool = pool_of(inn_of(t), s);
    if (!pool->fort) { /* the first of a side brings what it has together (TM-2, (f) 46) */
        pool->fort = STAT_MOST;
        pool->potions = (uint8_t)potions_at_start(t);
        gold_moves(t, NOBODY, s, gold_at_start(t), NULL);
    }
    gold_moves(t, NOBODY, s, info->gold, NULL);
    for (int i = 0; i < info->lines; i++) {
        const InnLine *line = inn_line(tables_of(setup), info, i);
        const InnCard *card = card_at(setup, line->card);
        if (!inn_is_drawn(card) || (card->flags & INN_BOSS && !seat_is_boss(setup, s))) continue;
        for (int copy = 0; copy < line->copies; copy++) {
            pile_return(&p->draw, line->card);
            patron_count(setup, p, line->card, 1);
        }
    }
    tokens_at_start(setup, t, s);
}

/* PH1-3: the last card is taken, so that the discards are the new deck. */
static void reshuffle(const Setup *setup, Patron *p, Env *e)
{
    for (int i = 0; i < p->discard.n; i++) {
        pile_return(&p->draw, pile_cards(&p->discard)[i]);
        patron_count(setup, p, pile_cards(&p->discard)[i], 1);
    }
    pile_begin(p->discard, INN_CARDS);
    pile_open(&p->discard);
    chance_shuffle(e, &p->draw);
}

void patron_draw(const Setup *setup, Table *t, Seat s, int n, Env *e)
{
    Patron *p = &inn_of(t)->seat[s];
    while (n-- > 0 && p->draw.n && p->cards < HAND_MOST) {
        SeatSet seen_by = p->opened ? (SeatSet)PUBLIC : p->side; /* TM-1, CN-68 */
        p->hand[p->cards] = pile_draw(e, &p->draw, seen_by);
        told(e, TAP_MOVED, "{who} draws {card}.", .who = s, .card = p->hand[p->cards].card, .seen_by = seen_by,
             .unseen = "{who} draws a card.", .from = Z_DECK, .from_owner = s, .to = Z_HAND, .to_owner = s);
        p->cards++;
        if (!p->draw.n) reshuffle(setup, p, e);
    }
}

Slot patron_turns_over(const Setup *setup, Table *t, Seat s, SeatSet known, Env *e)
{
    Patron *p = &inn_of(t)->seat[s];
    Slot card = pile_draw(e, &p->draw, known);
    if (!p->draw.n) reshuffle(setup, p, e);
    return card;
}

void patron_gets(Table *t, Seat s, Slot card, Env *e)
{
    Patron *p = &inn_of(t)->seat[s];
    if (p->opened) card.known = PUBLIC;
    p->hand[p->cards++] = card;
    told(e, TAP_MOVED, "{who} takes {card}.", .who = s, .card = card.card, .seen_by = card.known,
         .unseen = "{who} takes a card.", .to = Z_HAND, .to_owner = s);
}

void patron_lays_away(const Setup *setup, Table *t, Seat s, Slot card, Env *e)
{
    Patron *p = &inn_of(t)->seat[s];
    card.known = PUBLIC;
    patron_count(setup, p, card.card, -1);
    pile_put(laid_on(setup, p, card.card), card);
    told(e, TAP_SHOWN, "{who} discards {card}.", .who = s, .card = card.card, .to = zone_laid_on(setup, card.card),
         .to_owner = s);
}

Slot patron_take(const Setup *setup, Table *t, Seat s, int i)
{
    Patron *p = &inn_of(t)->seat[s];
    Slot card;
    if (is_in_purse(i)) return purse_take(setup, t, i);
    if (is_in_row(i)) return row_take(setup, t, i);
    if (i < HAND_MOST) card = hand_take_unseen(p->hand, &p->cards, i, PUBLIC);
    else {
        Inn *g = inn_of(t);
        card = prize_take(g, (int)(prize_of(g, s, i - HAND_MOST) - g->prize));
        p->prizes--;
    }
    card.known = PUBLIC;
    patron_count(setup, p, card.card, -1);
    return card;
}

void patron_discard(const Setup *setup, Table *t, Seat s, int i, Env *e)
{
    Slot card = patron_take(setup, t, s, i);
    pile_put(laid_on(setup, &inn_of(t)->seat[s], card.card), card);
    told(e, TAP_SHOWN, "{who} discards {card}.", .who = s, .card = card.card, .from = Z_HAND, .from_owner = s,
         .to = zone_laid_on(setup, card.card), .to_owner = s);
}

Slot patron_seek(const Setup *setup, Table *t, Seat s, int types, Env *e)
{
    Patron *p = &inn_of(t)->seat[s];
    for (int shuffles = 0; p->draw.n && shuffles < 2;) {
        Slot card = pile_draw(e, &p->draw, PUBLIC);
        patron_count(setup, p, card.card, -1);
        told(e, TAP_SHOWN, "{who} reveals {card}.", .who = s, .card = card.card, .from = Z_DECK, .from_owner = s,
             .to = Z_DISCARD, .to_owner = s);
        bool found = card_at(setup, card.card)->types & types;
        if (!found) pile_put(&p->discard, card);
        if (!p->draw.n) {
            reshuffle(setup, p, e);
            shuffles++;
        }
        if (found) return card;
    }
    return (Slot){NO_CARD, 0};
}

int patron_reveal(const Setup *setup, Table *t, Seat s, int n, int types, Env *e)
{
    Patron *p = &inn_of(t)->seat[s];
    Slot shown[DECK_ROOM];
    int shows = 0, found = 0;
    while (shows < n && p->draw.n) {
        Slot card = shown[shows++] = pile_draw(e, &p->draw, PUBLIC);
        patron_count(setup, p, card.card, -1);
        found += (card_at(setup, card.card)->types & types) != 0;
        told(e, TAP_SHOWN, "{who} reveals {card}.", .who = s, .card = card.card, .from = Z_DECK, .from_owner = s,
             .to = Z_DISCARD, .to_owner = s);
        if (!p->draw.n) reshuffle(setup, p, e); /* without what was revealed just now */
    }
    for (int i = 0; i < shows; i++) pile_put(&p->discard, shown[i]);
    if (!p->draw.n) reshuffle(setup, p, e);
    return found;
}

static SeatSet folk(const Table *t, int kind)
{
    SeatSet set = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (inn_at(t)->seat[s].folk & kind) set |= only(s);
    return set;
}

SeatSet inn_subjects(const Table *t, const Open *o, int whom)
{
    const Inn *g = inn_at(t);
    SeatSet in = alive(t);
    switch ((InnWhom)whom) {
    case INN_ME: return in & o->mine;
    case INN_TARGET: return o->body ? 0 : in & o->targets;
    case INN_SECOND: return o->body_too ? 0 : in & o->second;
    case INN_OTHERS: /* TM-17, TM-19; of an event the other Champions */
        return in & (o->flags & IS_EVENT ? o->each : (SeatSet)PUBLIC) & (SeatSet)~sides_of(t, o->mine);
    case INN_EACH: return in & o->each;
    case INN_ACTOR:
        return blamed_for(&g->open[o->below]) == NOBODY ? 0 : in & only(blamed_for(&g->open[o->below]));
    case INN_TURN: return in & only(o->turn_of);
    case INN_HEROES: return in & o->each & (SeatSet)~folk(t, INN_VILLAIN); /* DUN-1 */
    case INN_VILLAINS: return in & o->each & folk(t, INN_VILLAIN);
    case INN_TAKERS: return in & g->takers;
    case INN_REFUSERS: return in & o->each & (SeatSet)~g->takers;
    case INN_NOBODY:
    case INN_THE_INN:
    case INN_WHOMS: break;
    }
    return 0;
}
