/* Swords & Dragons: cards in hands, troves and piles, who knows them, and what is asked for. */
#include "games/swords.h"

void clear_table(const Setup *setup, Table *t)
{
    Swords *g = swords_of(t);
    memset(g->seat, 0, sizeof *g->seat * t->seats);
    memset(g->held, 0, sizeof g->held);
    memset(g->lately, 0, sizeof g->lately);
    g->told = 0;
    pile_begin(g->talon, SWORDS_DECK);
    pile_fill(setup, &g->talon, false);
    pile_begin(g->commons, SWORDS_DECK);
    pile_open(&g->commons);
    g->active = g->asked = NOBODY;
}

static int hand_at(const Swords *g, Seat s)
{
    int at = 0;
    for (Seat o = 0; o < s; o++) at += g->seat[o].cards;
    return at;
}
const Slot *hand_of(const Swords *g, Seat s) { return &g->held[hand_at(g, s)]; }
Slot *hand(Swords *g, Seat s) { return &g->held[hand_at(g, s)]; }
static int behind(const Swords *g, Seat s) { return hand_at(g, (Seat)(g->base.table.seats)) - hand_at(g, s); }

void put_card(Swords *g, Seat s, Slot card)
{
    Slot *end = hand(g, s) + g->seat[s].cards;
    memmove(end + 1, end, sizeof *end * (size_t)(behind(g, s) - g->seat[s].cards));
    *end = card;
    g->seat[s].cards++;
}

/* Those who do not see which card goes lose track of the whole hand, also of what lay open in it: it may be that. */
Slot take_card(Swords *g, Seat s, int i, SeatSet saw)
{
    Slot *h = hand(g, s), card = h[i];
    int   all = behind(g, s);
    for (int k = 0; k < g->seat[s].cards; k++) h[k].known &= saw;
    memmove(&h[i], &h[i + 1], sizeof *h * (size_t)(all - i - 1));
    h[all - 1] = (Slot){0, 0};
    g->seat[s].cards--;
    return card;
}

void lay_away(Swords *g, Seat s, int i, const char *told, Env *e)
{
    Slot card = take_card(g, s, i, PUBLIC);
    pile_put(&g->commons, card);
    tell(e, TAP_SHOWN, told, .who = s, .card = card.card, .from = Z_HAND, .from_owner = s, .to = Z_COMMONS);
}

/* SWORD-Q23: what there is. */
void draw(Swords *g, Seat s, Env *e)
{
    if (!g->talon.n) return;
    Slot card = pile_draw(e, &g->talon, only(s));
    put_card(g, s, card);
    tell(e, TAP_MOVED, "{who} draws the {card}.", .who = s, .card = card.card, .seen_by = only(s),
         .unseen = "{who} draws a card.", .from = Z_TALON, .to = Z_HAND, .to_owner = s);
}

/* SWORD-R4, SWORD-R5: the pile has no order yet, so that its next card may as well be the bottom one. */
void deal_hands(Table *t, Swords *g, Env *e)
{
    SeatSet in = still_in(t);
    for (Seat s = 0; s < t->seats; s++) g->seat[s].cards = has(in, s) ? DEALT : 0;
    for (int k = 0; k < DEALT; k++)
        for (Seat s = t->start, n = 0; n < t->seats; n++, s = next_seat(t, s))
            if (has(in, s)) hand(g, s)[k] = pile_draw(e, &g->talon, only(s));
    tell(e, TAP_MOVED, "Everybody in gets {n} cards.", .n = DEALT, .from = Z_TALON, .to = Z_HAND);
    Slot common = pile_draw(e, &g->talon, PUBLIC);
    pile_put(&g->commons, common);
    tell(e, TAP_SHOWN, "The Common is the {card}.", .card = common.card, .from = Z_TALON, .to = Z_COMMONS);
}

/* SWORD-R7, SWORD-Q15: four, or all there are; where each lies now only she knows. */
void set_trove(Swords *g, Seat s, uint64_t chosen)
{
    Slot *h = hand(g, s), sorted[BOOK_FACES];
    int   n = g->seat[s].cards, at = 0;
    for (int k = 0; k < n && k < SHOWN; k++)
        if (chosen >> k & 1) sorted[at++] = h[k];
    g->seat[s].trove = (uint8_t)at;
    for (int k = 0; k < n; k++)
        if (k >= SHOWN || !(chosen >> k & 1)) sorted[at++] = h[k];
    for (int k = 0; k < n; k++) h[k] = (Slot){sorted[k].card, only(s)};
}

/* SWORD-R25, SWORD-Q27. */
Seat taker_of(const Swords *g, Seat s, Card c) { return (Seat)((g->seat[s].taker[c / 2] >> c % 2 * 4 & 15) - 1); }
void remember_taker(Swords *g, Seat s, Card c, Seat taker)
{
    uint8_t *pair = &g->seat[s].taker[c / 2];
    *pair = (uint8_t)((*pair & ~(15 << c % 2 * 4)) | (taker + 1) << c % 2 * 4);
    g->seat[s].robbed = true;
}

void forget_takers(Swords *g, Seat s)
{
    if (g->seat[s].robbed) memset(g->seat[s].taker, 0, sizeof g->seat[s].taker);
    g->seat[s].robbed = false;
}

/* A third cannot know which card was taken; that one was, all have seen. */
void forget_hidden(const Setup *setup, Table *t, Seat viewer)
{
    Swords *g = swords_of(t);
    for (Seat s = 0; s < t->seats; s++)
        for (Card c = 0; s != viewer && g->seat[s].robbed && c < BOOK_FACES; c++)
            if (g->seat[s].taker[c / 2] && (viewer == NOBODY || taker_of(g, s, c) != viewer))
                remember_taker(g, s, c, NOBODY);
}

/* SWORD-Q18: Dragons fit a request for a Dragon only. */
bool fits(Request r, Card c)
{
    if (is_dragon(c) || r.kind == A_DRAGON) return is_dragon(c) && r.kind == A_DRAGON;
    return r.kind == OF_RANK ? rank_of(c) == r.what : r.kind == OF_SUIT ? suit_of(c) == r.what : c == r.what;
}

/* SWORD-R21, SWORD-Q26: this card gives the right to ask so. */
bool proves(Request r, Card c)
{
    if (is_dragon(c) || r.kind == A_DRAGON) return is_dragon(c) && r.kind == A_DRAGON;
    bool rank = rank_of(c) == rank_of(r.what), suit = suit_of(c) == suit_of(r.what);
    if (r.kind == OF_RANK || r.kind == OF_SUIT) return fits(r, c);
    return rank || (suit && r.kind == THIS_CARD);
}

Said said_of(Request r)
{
    Card by_name = (Card)(suit_of(r.what) * NAMED + rank_of(r.what) - FIRST_NAMED);
    switch ((Kind)r.kind) {
    case OF_RANK: return (Said){"{who} asks {other} for any {card}.", r.what, RANK_WORDS};
    case OF_SUIT: return (Said){"{who} asks {other} for any card of {card}.", r.what, SUIT_WORDS};
    case THIS_CARD: return (Said){"{who} asks {other} for the {card}.", r.what, SWORDS_DECK};
    case BY_NAME: return (Said){"{who} asks {other} for the {card}, by name.", by_name, NAME_WORDS};
    default: return (Said){"{who} asks {other} for a Dragon.", NO_CARD, SWORDS_DECK};
    }
}
