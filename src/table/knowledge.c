/* Who knows what: hands and the list of pieces. */
#include "table/table.h"

/* Everybody who did not see the card go can no longer tell which of the others he knew is still there. */
static void lose_track(Slot *hand, int n, SeatSet saw)
{
    for (int k = 0; k < n; k++)
        if (hand[k].known != PUBLIC) hand[k].known &= saw;
}

Slot hand_take_unseen(Slot *hand, uint8_t *n, int i, SeatSet saw)
{
    lose_track(hand, *n, saw);
    Slot s = hand[i];
    memmove(&hand[i], &hand[i + 1], sizeof(Slot) * (size_t)(*n - i - 1));
    hand[--*n] = (Slot){0, 0};
    return s;
}

Slot hand_take_screened(Slot *hand, uint8_t *n, int i, SeatSet saw)
{
    for (int k = 0; k < *n; k++) hand[k].known &= saw;
    return hand_take_unseen(hand, n, i, saw);
}

Slot hand_replace_unseen(Slot *hand, int n, int i, Slot with, SeatSet saw)
{
    lose_track(hand, n, saw);
    Slot s = hand[i];
    hand[i] = with;
    return s;
}

static Piece *piece(Pieces *p, const char *name, int zone, Seat owner, Layout layout, int deck, int n)
{
    assert(p->n < MAX_PIECES && zone > 0 && deck < p->content->decks);
    Piece *x = &p->piece[p->n++];
    *x = (Piece){.name = name, .zone = (uint8_t)zone, .owner = owner, .layout = (uint8_t)layout, .n = (uint16_t)n,
                 .deck = p->content->deck[deck]};
    return x;
}

Piece *piece_cards(Pieces *p, const char *name, int zone, Seat owner, Layout layout, int deck, Slot *slot, int n)
{
    Piece *x = piece(p, name, zone, owner, layout, deck, n);
    x->slot = slot;
    return x;
}

Piece *piece_dice(Pieces *p, const char *name, int zone, Seat owner, Layout layout, int deck, Die *die, int n)
{
    Piece *x = piece(p, name, zone, owner, layout, deck, n);
    assert(x->deck->dice);
    x->die = die;
    return x;
}

Piece *piece_pile(Pieces *p, const char *name, int zone, Seat owner, Pile *pile)
{
    Piece *x = piece(p, name, zone, owner, STACK, pile->deck, pile->n);
    x->pile = pile;
    return x;
}

Piece *piece_deck(Pieces *p, int zone, Pile *pile)
{
    Piece *x = piece_pile(p, "deck", zone, NOBODY, pile);
    x->flags = ALTERABLE;
    return x;
}

void pieces_list(const Setup *setup, const Game *game, const Table *t, Pieces *ret)
{
    ret->content = setup->content;
    ret->n = 0;
    game->pieces(setup, (Table *)(uintptr_t)t, ret);
}

bool piece_find(const Setup *setup, const Game *game, const Table *t, const Choice *c, Piece *ret)
{
    Pieces list;
    if (!c->zone) return false;
    pieces_list(setup, game, t, &list);
    for (int i = 0; i < list.n; i++)
        if (list.piece[i].zone == c->zone && list.piece[i].owner == c->owner) {
            *ret = list.piece[i];
            return true;
        }
    return false;
}

bool alter_reroll(Env *e, Piece *p, int i)
{
    if (!(p->flags & ALTERABLE) || !p->die || i >= p->n) return false;
    int deck = 0;
    while (e->setup->content->deck[deck] != p->deck) deck++;
    chance_roll(e, deck, &p->die[i], p->die[i].known);
    return true;
}

bool alter_set(Piece *p, int i, int face)
{
    if (!(p->flags & ALTERABLE) || !p->die || i >= p->n || face < 1 || face > p->deck->faces) return false;
    p->die[i].face = (uint16_t)face;
    return true;
}

/* A set of the host's seats as the guest counts them. Who sits out is a watcher there. */
static SeatSet to_guest(const Table *guest, SeatSet host)
{
    SeatSet own = host & 1u << TAP_WATCHER;
    for (Seat s = 0; s < guest->seats; s++)
        if (has(host, guest->sits[s])) own |= only(s);
    return own;
}

static SeatSet to_host(const Table *guest, SeatSet own)
{
    SeatSet host = has(own, TAP_WATCHER) ? (SeatSet)PUBLIC : 0;
    for (Seat s = 0; s < guest->seats; s++)
        host = has(own, s) ? host | only(guest->sits[s]) : less(host, guest->sits[s]);
    return host;
}

bool alter_swap(const Env *e, Piece *p, int i, Slot *with)
{
    const Table *guest = guest_table(e);
    if (!guest || !(p->flags & ALTERABLE) || !p->slot || i >= p->n || p->slot[i].card == NO_CARD) return false;
    Slot old = p->slot[i];
    p->slot[i] = (Slot){with->card, with->known == PUBLIC ? (SeatSet)PUBLIC : to_guest(guest, with->known)};
    if (has(old.known, TAP_WATCHER)) p->slot[i].known |= old.known;
    *with = (Slot){old.card, to_host(guest, old.known)};
    return true;
}

bool alter_draw(Env *e, Piece *p, SeatSet who, Slot *ret)
{
    const Table *guest = guest_table(e);
    if (!guest || !(p->flags & ALTERABLE) || !p->pile || !p->pile->n) return false;
    Slot drawn = pile_draw(e, p->pile, to_guest(guest, who));
    *ret = (Slot){drawn.card, drawn.known == PUBLIC ? (SeatSet)PUBLIC : to_host(guest, drawn.known) | who};
    return true;
}
