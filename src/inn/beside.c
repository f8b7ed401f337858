#include "inn/beside.h"

static const InnDeckInfo *info_of(const Setup *setup, const Table *t, Seat s)
{
    return inn_deck(tables_of(setup), inn_at(t)->seat[s].deck);
}

/* Whether deck k comes into the hand and has a card left, or used ones to be made of anew. */
static bool has_more(const Setup *setup, const Table *t, Seat s, int k)
{
    const Patron *p = &inn_at(t)->seat[s];
    if (!(info_of(setup, t, s)->held >> k & 1)) return false;
    if (p->beside[k].deck.n) return true;
    for (int i = 0; i < p->spent.n; i++)
        if (card_at(setup, pile_cards(&p->spent)[i])->in == k + 1) return true;
    return false;
}

static bool has_some(const Setup *setup, const Table *t, Seat s)
{
    for (int k = 0; k < INN_SIDES; k++)
        if (has_more(setup, t, s, k)) return true;
    return false;
}

/* The kind of tokens that buys, which he has enough of; -1: none. */
static int payment_of(const Setup *setup, const Table *t, Seat s)
{
    for (int k = 0; k < info_of(setup, t, s)->tokens; k++) {
        int price = inn_price(token_card(setup, t, s, k));
        if (price && tokens_of(setup, t, s, k, s) >= price) return k;
    }
    return -1;
}

bool can_buy(const Setup *setup, const Table *t, Seat s)
{
    return payment_of(setup, t, s) >= 0 && missing_of(inn_at(t), s) > 0 && has_some(setup, t, s);
}

bool begins_beside(const Setup *setup, const Table *t, Seat s)
{
    return seat_is_boss(setup, s) && has_some(setup, t, s);
}

/* -------------------------------------------------------------- questions */

void inn_beside_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (int k = 0; k < INN_SIDES; k++)
        if (has_more(setup, t, s, k)) offer(c, DRAW_FROM, k + 1, 0);
}

void inn_buy_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, PASS, 0, 0);
    for (int k = 0; k < INN_SIDES; k++)
        if (has_more(setup, t, s, k)) offer(c, BUY, k + 1, 0);
}

void beside_wording(const Setup *setup, const Table *t, const Choice *o, Wording *ret)
{
    if (o->verb != BUY && o->verb != DRAW_FROM) return;
    const InnDeckInfo *info = info_of(setup, t, t->turn);
    *ret = (Wording){.word = {info->side_id[o->a - 1]}, .what = info->side[o->a - 1]};
}

/* ----------------------------------------------------------------- script */

static void draw_beside(Table *t, Seat s, int k, Env *e)
{
    Patron *p = &inn_of(t)->seat[s];
    if (p->cards == HAND_MOST) return;
    Slot card = take_beside(e->setup, p, k, e);
    if (p->opened) card.known = PUBLIC; /* CN-68 */
    p->hand[p->cards++] = card;
    patron_count(e->setup, p, card.card, 1);
    told(e, TAP_MOVED, "{who} draws {card} of \"{what}\".", .who = s, .card = card.card, .seen_by = card.known,
         .unseen = "{who} draws a card of \"{what}\".", .what = info_of(e->setup, t, s)->side[k], .from = Z_BESIDE + k,
         .from_owner = s, .to = Z_HAND, .to_owner = s);
}

static void pay_tokens(Table *t, Seat s, Env *e)
{
    int k = payment_of(e->setup, t, s);
    tokens_move(e->setup, t, s, k, s, -inn_price(token_card(e->setup, t, s, k)), e);
}

SCRIPT_BODY(, inn_beside)
{
    BEGIN;
    f->buys = !f->n;
    while (f->buys && can_buy(e->setup, t, f->who)) {
        ASK(f->who, Q_BUY);
        if (ANSWER(f->who)->verb == PASS) break;
        pay_tokens(t, f->who, e);
        draw_beside(t, f->who, ANSWER(f->who)->a - 1, e);
    }
    for (; f->n && has_some(e->setup, t, f->who); f->n--) {
        ASK(f->who, Q_BESIDE);
        draw_beside(t, f->who, ANSWER(f->who)->a - 1, e);
    }
    END;
}

/* ------------------------------------------------------------------- hand */

static uint8_t pool_of_held(const Setup *setup, const Piece *p, Card c)
{
    int in = card_at(setup, c)->in;
    return in ? pool_beside(p->owner, in - 1) : p->pool;
}

void piece_held(const Setup *setup, Patron *x, Seat s, Pieces *p)
{
    Piece *hand = piece_cards(p, "hand", Z_HAND, s, FAN, INN_CARDS, x->hand, x->cards);
    hand->pool = (uint8_t)(1 + s);
    if (inn_deck(tables_of(setup), x->deck)->held) hand->pool_of = pool_of_held;
}

void show_held(const Setup *setup, const Table *t, ViewMaker *m, Seat s)
{
    const Patron *p = &inn_at(t)->seat[s];
    const InnDeckInfo *info = info_of(setup, t, s);
    for (int k = 0; k < INN_SIDES && info->held; k++) {
        int n = 0;
        for (int i = 0; i < p->cards; i++) n += card_at(setup, p->hand[i].card)->in == k + 1;
        if (n) view_counter(m, info->side[k], s, n);
    }
}
