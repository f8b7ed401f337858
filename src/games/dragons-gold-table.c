/* Dragon's Gold: who fights where, and what lies in hoards and behind screens. */
#include "games/gold.h"

int strength_of(const Setup *setup, const Gold *g, int lair)
{
    return number_of(setup, GOLD_DRAGONS, g->dragon[lair].card) + g->lair[lair].more;
}

int attack_of(const Setup *setup, Fighter f)
{
    return number_of(setup, ADVENTURER_WORDS, kind_of(f)) + f.more;
}

int attack_at(const Setup *setup, const Gold *g, int lair, Seat who)
{
    const Lair *l = &g->lair[lair];
    int         sum = 0;
    for (int i = 0; i < l->fighters; i++)
        if (who == NOBODY || owner_of(l->fighter[i]) == who) sum += attack_of(setup, l->fighter[i]);
    return sum;
}

SeatSet fighters_at(const Gold *g, int lair)
{
    SeatSet who = 0;
    for (int i = 0; i < g->lair[lair].fighters; i++) who |= only(owner_of(g->lair[lair].fighter[i]));
    return who;
}

bool has_wizard_at(const Gold *g, int lair, Seat s)
{
    for (int i = 0; i < g->lair[lair].fighters; i++)
        if (owner_of(g->lair[lair].fighter[i]) == s && is_wizard(g->lair[lair].fighter[i])) return true;
    return false;
}

int dragons_left(const Gold *g)
{
    int n = 0;
    for (int i = 0; i < LAIRS; i++) n += lives(g, i);
    return n;
}

void send_home(Gold *g, int lair, int i, bool face_up)
{
    Lair   *l = &g->lair[lair];
    Hunter *h = &g->seat[owner_of(l->fighter[i])];
    uint8_t kind = (uint8_t)(1u << kind_of(l->fighter[i]));
    if (face_up) h->up |= kind;
    else h->down |= kind;
    memmove(&l->fighter[i], &l->fighter[i + 1], sizeof *l->fighter * (size_t)(l->fighters - i - 1));
    l->fighter[--l->fighters] = (Fighter){0, 0};
}

/* ------------------------------------------------------------------ tokens */

static int stash_at(const Gold *g, Seat s)
{
    int at = 0;
    for (Seat o = 0; o < s; o++) at += g->seat[o].tokens;
    return at;
}
const Slot *stash_of(const Gold *g, Seat s) { return &g->stash[stash_at(g, s)]; }
Slot *stash(Gold *g, Seat s) { return &g->stash[stash_at(g, s)]; }
static int stashed_behind(const Gold *g, Seat s) { return stash_at(g, (Seat)g->table.seats) - stash_at(g, s); }

/* Tokens have no order that anybody sees, so that theirs must tell nothing: by who knows them, then by colour. */
static void sort_tokens(Slot *h, int n)
{
    for (int i = 1; i < n; i++) {
        Slot x = h[i];
        int  k = i;
        for (; k && (h[k - 1].known > x.known || (h[k - 1].known == x.known && h[k - 1].card > x.card)); k--)
            h[k] = h[k - 1];
        h[k] = x;
    }
}

void put_token(Gold *g, Seat s, Slot token)
{
    Slot *h = stash(g, s), *end = h + g->seat[s].tokens;
    memmove(end + 1, end, sizeof *end * (size_t)(stashed_behind(g, s) - g->seat[s].tokens));
    *end = token;
    sort_tokens(h, ++g->seat[s].tokens);
}

static Slot take_token_at(Gold *g, Seat s, int i)
{
    Slot *h = stash(g, s), token = h[i];
    int   all = stashed_behind(g, s);
    memmove(&h[i], &h[i + 1], sizeof *h * (size_t)(all - i - 1));
    h[all - 1] = (Slot){0, 0};
    g->seat[s].tokens--;
    return token;
}

int find_token(const Gold *g, Seat s, Colour c)
{
    const Slot *h = stash_of(g, s);
    int         found = -1;
    for (int i = 0; i < g->seat[s].tokens; i++)
        if (h[i].card == c && (found < 0 || count(h[i].known) > count(h[found].known))) found = i;
    return found;
}

/* Of which of those that all do not know one token goes, or is shown, some could not tell: so they are alike now. */
static void blur(Gold *g, Seat s)
{
    Slot   *h = stash(g, s);
    SeatSet all = PUBLIC;
    for (int i = 0; i < g->seat[s].tokens; i++) all &= h[i].known;
    for (int i = 0; i < g->seat[s].tokens; i++)
        if (h[i].known != PUBLIC) h[i].known = all;
    sort_tokens(h, g->seat[s].tokens);
}

Slot take_token(Gold *g, Seat s, Colour c)
{
    int i = find_token(g, s, c);
    assert(i >= 0);
    if (stash(g, s)[i].known != PUBLIC) {
        blur(g, s);
        i = find_token(g, s, c);
    }
    return take_token_at(g, s, i);
}

Slot take_token_unseen(Gold *g, Seat s, int i, SeatSet saw)
{
    Slot *h = stash(g, s);
    Card  c = h[i].card;
    for (int k = 0; k < g->seat[s].tokens; k++) h[k].known &= saw;
    blur(g, s);
    return take_token_at(g, s, find_token(g, s, (Colour)c));
}

void count_stash(const Gold *g, Seat s, uint8_t ret[COLOURS])
{
    const Slot *h = stash_of(g, s);
    memset(ret, 0, COLOURS);
    for (int i = 0; i < g->seat[s].tokens; i++) ret[h[i].card]++;
}

void count_hoard(const Gold *g, int lair, uint8_t ret[COLOURS])
{
    memset(ret, 0, COLOURS);
    for (int i = 0; i < g->lair[lair].tokens; i++) ret[g->lair[lair].hoard[i].card]++;
}

Slot take_from_hoard(Gold *g, int lair, Colour c)
{
    Lair *l = &g->lair[lair];
    int   i = 0;
    while (l->hoard[i].card != c) i++;
    assert(i < l->tokens);
    return hand_take_unseen(l->hoard, &l->tokens, i, PUBLIC);
}

void show_stash(Gold *g, Seat s, SeatSet to)
{
    Slot *h = stash(g, s);
    for (int i = 0; i < g->seat[s].tokens; i++) h[i].known |= to;
    sort_tokens(h, g->seat[s].tokens);
}

void look_behind(Gold *g, Seat who, Seat at, Env *e)
{
    show_stash(g, at, only(who));
    g->seat[at].open_to |= only(who);
    tell(e, TAP_SHOWN, "{who} looks behind {other}'s screen.", .who = who, .other = at);
}

void draw_tokens(Gold *g, int lair, int n, Env *e)
{
    uint8_t drawn[COLOURS] = {0};
    Lair   *l = &g->lair[lair];
    for (; n && g->bag.n; n--) {
        Slot token = pile_draw(e, &g->bag, PUBLIC);
        l->hoard[l->tokens++] = token;
        drawn[token.card]++;
    }
    sort_tokens(l->hoard, l->tokens);
    for (Card c = 0; c < COLOURS && e->log; c++)
        if (drawn[c])
            tell(e, TAP_SHOWN, "{n} {card} from the bag.", .card = c, .deck = GOLD_TOKENS, .n = drawn[c], .from = Z_BAG,
                 .to = (uint8_t)(Z_HOARD + lair));
}

void draw_object(Gold *g, Seat s, Env *e)
{
    if (!g->objects.n) {
        while (g->used.n) pile_return(&g->objects, pile_draw(e, &g->used, PUBLIC).card);
        chance_shuffle(e, &g->objects);
    }
    if (!g->objects.n) return;
    int at = 0, all = 0;
    for (Seat o = 0; o < (Seat)g->table.seats; o++) {
        all += g->seat[o].objects;
        if (o <= s) at = all;
    }
    Slot card = pile_draw(e, &g->objects, only(s));
    memmove(&g->object[at + 1], &g->object[at], sizeof card * (size_t)(all - at));
    g->object[at] = card;
    g->seat[s].objects++;
    tell(e, TAP_MOVED, "{who} draws the {card}.", .who = s, .card = card.card, .deck = GOLD_OBJECTS,
         .seen_by = only(s), .unseen = "{who} draws an Object.", .from = Z_OBJECTS, .to = Z_HAND, .to_owner = s);
}
