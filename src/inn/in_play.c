/* What lies in play: tokens, cards in rows, and what they do by themselves; and the decks beside a character's own. */
#include "inn/in_play.h"

/* ----------------------------------------------------------------- tokens */

const InnCard *token_card(const Setup *setup, const Table *t, Seat owner, int k)
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

/* So many more can go there. */
static int room_for(const Setup *setup, const Table *t, Seat owner, int k, Seat s)
{
    const InnCard *card = token_card(setup, t, owner, k);
    int left = left_in_supply(card, inn_at(t)->seat[owner].token[k]);
    int room = card->most - tokens_of(setup, t, owner, k, s);
    if (card->flags & INN_FOR_OPPONENTS && is_mate(inn_at(t), owner, s)) return 0;
    return left < room ? left : room;
}

bool has_all_kinds(const Setup *setup, const Table *t, Seat owner)
{
    const InnDeckInfo *deck = inn_deck(tables_of(setup), inn_at(t)->seat[owner].deck);
    for (int k = 0; k < deck->tokens; k++)
        if (token_card(setup, t, owner, k)->held_by != INN_BY_ANYBODY && !tokens_of(setup, t, owner, k, owner))
            return false;
    return true;
}

/* Cards of the pile that a token counts go to the discards, the latest first. */
static void unpile(const Setup *setup, Patron *p, int k, int n)
{
    for (int i = p->spent.n - 1; i >= 0 && n; i--) {
        Card *card = pile_cards(&p->spent), c = card[i];
        if (card_at(setup, c)->onto != k + 1) continue;
        memmove(card + i, card + i + 1, sizeof *card * (size_t)(p->spent.n - 1 - i));
        card[--p->spent.n] = 0;
        pile_put(&p->discard, (Slot){c, PUBLIC});
        n--;
    }
}

bool lay_onto(const Setup *setup, Table *t, Seat s, Slot card, Env *e)
{
    int k = card_at(setup, card.card)->onto - 1;
    if (k < 0 || !tokens_move(setup, t, s, k, s, 1, e)) return false;
    pile_put(&inn_of(t)->seat[s].spent, card);
    return true;
}

int tokens_move(const Setup *setup, Table *t, Seat owner, int k, Seat s, int n, Env *e)
{
    Inn *g = inn_of(t);
    const InnCard *card = token_card(setup, t, owner, k);
    uint8_t *held = &g->seat[owner].token[k][holder_of(t, owner, card->held_by, s)];
    int more = room_for(setup, t, owner, k, s);
    if (n > more) n = more;
    if (n < card->least - *held) n = card->least - *held;
    if (!n) return 0;
    *held = (uint8_t)(*held + n);
    if (n < 0) unpile(setup, &g->seat[owner], k, -n);
    if (card->flags & INN_ADDS_TO_AC) {
        Pool *p = pool_of(g, holder_of(t, owner, card->held_by, s));
        p->added = (int8_t)(p->added + n);
    }
    mods_reckon(setup, t, owner);
    mods_reckon(setup, t, s);
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
        g->triggers |= card->events & INN_IN_PLAY;
    }
    mods_reckon(setup, t, s);
}

bool has_tokens(const Table *t, Seat owner, const InnPermission *p, Seat s)
{
    int n = inn_at(t)->seat[owner].token[p->token - 1][holder_of(t, owner, p->token_held, s)];
    return n >= p->at_least && (!p->at_most || n < p->at_most);
}

/* -------------------------------------------------------------- side decks */

void sides_begin(const Setup *setup, Table *t, Seat s)
{
    Patron *p = &inn_of(t)->seat[s];
    const InnDeckInfo *info = inn_deck(tables_of(setup), p->deck);
    for (int i = 0; i < info->lines; i++) {
        const InnLine *line = inn_line(tables_of(setup), info, i);
        const InnCard *card = card_at(setup, line->card);
        bool there = card->in && !(card->flags & INN_BOSS && !seat_is_boss(setup, s)); /* BOSS-5 */
        for (int copy = 0; there && copy < line->copies; copy++)
            pile_return(&p->beside[card->in - 1].deck, line->card);
        inn_of(t)->triggers |= card->events & INN_IN_PLAY;
    }
}

/* Of a deck whose spent cards lie under it: the first of them. */
static Slot take_under(const Setup *setup, Patron *p, int k)
{
    Card *card = pile_cards(&p->spent);
    for (int i = 0; i < p->spent.n; i++) {
        Card c = card[i];
        if (card_at(setup, c)->in != k + 1) continue;
        memmove(card + i, card + i + 1, sizeof *card * (size_t)(p->spent.n - 1 - i));
        card[--p->spent.n] = 0;
        return (Slot){c, PUBLIC};
    }
    return (Slot){NO_CARD, 0};
}

/* A deck that is out is made of its spent cards. */
Slot take_beside(const Setup *setup, Patron *p, int k, Env *e)
{
    Pile *deck = &p->beside[k].deck;
    if (!deck->n && inn_deck(tables_of(setup), p->deck)->under >> k & 1) return take_under(setup, p, k);
    if (!deck->n) {
        int kept = 0, n = p->spent.n;
        Card *card = pile_cards(&p->spent);
        for (int i = 0; i < n; i++)
            if (card_at(setup, card[i])->in == k + 1) pile_return(deck, card[i]);
            else card[kept++] = card[i];
        memset(card + kept, 0, sizeof *card * (size_t)(n - kept));
        p->spent.n = (uint16_t)kept;
        if (deck->n) chance_shuffle(e, deck);
    }
    return deck->n ? pile_draw(e, deck, p->side) : (Slot){NO_CARD, 0};
}

/* -------------------------------------------------------------------- rows */

/* What everybody knows that may be used of it: of what lies face down any card of its deck. */
static void count_in_row(const Setup *setup, Table *t, Seat s, Card c, int by)
{
    Inn *g = inn_of(t);
    const InnCard *card = card_at(setup, c);
    const InnDeckInfo *info = inn_deck(tables_of(setup), g->seat[s].deck);
    uint32_t events = card->flags & INN_UNSEEN ? info->side_events[0] : card->events;
    patron_count_events(&g->seat[s], events, by);
    for (Seat x = 0; x < t->seats; x++) {
        if (x == s || !is_mate(g, s, x) || !(card->flags & INN_FOR_SIDE)) continue;
        patron_count_events(&g->seat[x], events, by);
        g->seat[x].lent = (uint8_t)(g->seat[x].lent + by);
    }
}

static void shift(uint8_t *place, int i)
{
    if (!*place || *place == PLACE_GONE || *place <= i) return;
    *place = (uint8_t)(*place == i + 1 ? PLACE_GONE : *place - 1);
}

/* Card i has left the row of a seat: things that are open know where theirs lie. */
static void places_shift(Inn *g, Seat s, int i)
{
    for (Open *o = g->open; o < g->open + g->opens; o++) {
        if (o->kind != OPEN_CARD && o->kind != OPEN_AFTER) continue;
        if (o->body && has(o->targets, s)) shift(&o->body, i);
        if (o->body_too && has(o->second, s)) shift(&o->body_too, i);
        if (o->flags & IN_PLAY && o->turn_of == s) shift(&o->place, i);
    }
}

Slot row_remove(const Setup *setup, Table *t, Seat s, int i)
{
    Patron *p = &inn_of(t)->seat[s];
    Slot card = p->row[i];
    int behind = --p->rows - i;
    if (is_for_bearer(setup, inn_at(t), s, i)) count_in_row(setup, t, s, card.card, -1);
    memmove(&p->row[i], &p->row[i + 1], sizeof *p->row * (size_t)behind);
    memmove(&p->row_of[i], &p->row_of[i + 1], sizeof *p->row_of * (size_t)behind);
    memmove(&p->row_fort[i], &p->row_fort[i + 1], sizeof *p->row_fort * (size_t)behind);
    memmove(&p->row_no[i], &p->row_no[i + 1], sizeof *p->row_no * (size_t)behind);
    p->row[p->rows] = (Slot){0, 0};
    p->row_of[p->rows] = p->row_fort[p->rows] = 0;
    p->row_no[p->rows] = 0;
    unsigned below = (1u << i) - 1;
    p->used = (uint8_t)((p->used & below) | (p->used >> 1 & ~below));
    places_shift(inn_of(t), s, i);
    mods_reckon(setup, t, s);
    return card;
}

bool row_is_usable(const Setup *setup, const Table *t, Seat s, int i)
{
    const Patron *p = &inn_at(t)->seat[row_owner(i)];
    if (p->used >> row_place(i) & 1 || has(inn_at(t)->out, row_owner(i))) return false;
    if (!is_for_bearer(setup, inn_at(t), row_owner(i), row_place(i))) return false;
    return row_owner(i) == s || card_at(setup, p->row[row_place(i)].card)->flags & INN_FOR_SIDE;
}

Slot row_take(const Setup *setup, Table *t, int i)
{
    Patron *p = &inn_of(t)->seat[row_owner(i)];
    Slot card = p->row[row_place(i)];
    if (card_at(setup, card.card)->flags & INN_STAYS) {
        p->used = (uint8_t)(p->used | 1u << row_place(i));
        p->row[row_place(i)].known = PUBLIC;
    } else row_remove(setup, t, row_owner(i), row_place(i));
    card.known = PUBLIC;
    return card;
}

/* A Drink that was kept, and what is Gold, goes back to whose it was, all else to whose character's it is. */
static bool is_kept_drink(const Setup *setup, Card card) { return card_at(setup, card)->types & INN_IS_DRINK; }

static Seat laid_with(const Setup *setup, const Table *t, Seat s, Card card)
{
    return is_kept_drink(setup, card) || card_at(setup, card)->flags & INN_PAYS_AS_GOLD ? home_of(setup, t, card) : s;
}

void row_lay_away(const Setup *setup, Table *t, Seat s, Slot card)
{
    Patron *p = &inn_of(t)->seat[laid_with(setup, t, s, card.card)];
    card.known = PUBLIC;
    pile_put(laid_on(setup, p, card.card), card);
}

/* It lies then with what its owner has discarded. */
static void row_discard(const Setup *setup, Table *t, Seat s, int i, Env *e)
{
    Seat owner = inn_at(t)->seat[s].row_of[i];
    Slot card = row_remove(setup, t, s, i);
    row_lay_away(setup, t, owner, card);
    told(e, TAP_SHOWN, "{who} discards {card}.", .who = s, .card = card.card, .from = Z_ROW, .from_owner = s,
         .to = zone_laid_on(setup, card.card), .to_owner = laid_with(setup, t, owner, card.card));
}

void rows_rest(Table *t)
{
    for (Seat s = 0; s < t->seats; s++) inn_of(t)->seat[s].used = 0;
}

void row_cleared(const Setup *setup, Table *t, Seat s, Card but, Env *e)
{
    Patron *p = &inn_of(t)->seat[s];
    bool spared = false; /* of two alike the one that came last */
    for (int i = p->rows - 1; i >= 0; i--) {
        if (p->row_of[i] != s || is_kept_drink(setup, p->row[i].card)) continue;
        if (p->row[i].card == but && !spared) {
            spared = true;
            continue;
        }
        row_discard(setup, t, s, i, e);
    }
}

/* All that a seat has of one of the owner's kinds, if it is one that anybody may have. */
static void tokens_back(const Setup *setup, Table *t, Seat owner, int k, Seat s, Env *e)
{
    int n = inn_at(t)->seat[owner].token[k][s];
    if (n && token_card(setup, t, owner, k)->held_by == INN_BY_ANYBODY) tokens_move(setup, t, owner, k, s, -n, e);
}

void in_play_without(const Setup *setup, Table *t, Seat s, Env *e)
{
    Inn *g = inn_of(t);
    const InnDeckInfo *deck = inn_deck(tables_of(setup), g->seat[s].deck);
    for (Seat x = 0; x < t->seats; x++) {
        for (int i = g->seat[x].rows - 1; i >= 0; i--)
            if (x == s || g->seat[x].row_of[i] == s) row_discard(setup, t, x, i, e);
        for (int k = 0; k < deck->tokens; k++) tokens_back(setup, t, s, k, x, e);
        for (int k = 0; x != s && k < inn_deck(tables_of(setup), g->seat[x].deck)->tokens; k++)
            tokens_back(setup, t, x, k, s, e);
    }
}

int signs_in_row(const Setup *setup, const Table *t, Seat s, int sign)
{
    const Patron *p = &inn_at(t)->seat[s];
    int n = 0;
    for (int i = 0; i < p->rows; i++) n += p->row_of[i] == s && card_at(setup, p->row[i].card)->sign == sign;
    return n;
}

int row_of_side(const Setup *setup, const Table *t, Seat s, int side)
{
    const Patron *p = &inn_at(t)->seat[s];
    int n = 0;
    for (int i = 0; i < p->rows; i++)
        n += p->row_of[i] == s && card_at(setup, p->row[i].card)->in == side && !is_kept_drink(setup, p->row[i].card);
    return n;
}

void signs_spent(const Setup *setup, Table *t, Seat s, int sign, int n, Env *e)
{
    const Patron *p = &inn_at(t)->seat[s];
    for (int i = p->rows - 1; i >= 0 && n; i--) {
        if (p->row_of[i] != s || card_at(setup, p->row[i].card)->sign != sign) continue;
        row_discard(setup, t, s, i, e);
        n--;
    }
}

void row_gets(const Setup *setup, Table *t, Seat s, Seat owner, Slot card, Env *e)
{
    Patron *p = &inn_of(t)->seat[s];
    bool unseen = card_at(setup, card.card)->flags & INN_UNSEEN && owner == s;
    card.known = unseen ? p->side : (SeatSet)PUBLIC;
    int fort = inn_fort(card_at(setup, card.card));
    p->row_of[p->rows] = owner;
    p->row_fort[p->rows] = (uint8_t)(fort ? 1 + fort : 0);
    p->row_no[p->rows] = ++p->came;
    p->row[p->rows++] = card;
    if (is_for_bearer(setup, inn_at(t), s, p->rows - 1)) count_in_row(setup, t, s, card.card, 1);
    mods_reckon(setup, t, s);
    if (unseen)
        told(e, TAP_MOVED, "{who} gets {card}.", .who = s, .card = card.card, .seen_by = p->side,
             .unseen = "{who} gets a card face down.", .to = Z_ROW, .to_owner = s);
    else
        told(e, TAP_SHOWN, "{who} gets {card}.", .who = s, .card = card.card, .to = Z_ROW, .to_owner = s);
}

/* TC-LIZW: what only acts when it comes does not stay. */
static void row_without(const Setup *setup, Table *t, Seat s, Card card, Env *e)
{
    const Patron *p = &inn_at(t)->seat[s];
    int i = p->rows - 1;
    while (i >= 0 && p->row[i].card != card) i--;
    if (i < 0) return; /* something has led it away already */
    row_discard(setup, t, s, i, e);
}

SCRIPT_BODY(, inn_enter)
{
    BEGIN;
    if (inn_at(t)->seat[f->who].rows == ROW_MOST) {
        row_lay_away(e->setup, t, f->owner, f->card);
        RETURN(0);
    }
    row_gets(e->setup, t, f->who, f->owner, f->card, e);
    for (f->way = 0; f->way < card_at(e->setup, f->card.card)->permissions; f->way++)
        if (way_of(e->setup, f->card.card, f->way)->event == INN_ENTERED && has(present(t), f->owner) && !is_over(t))
            CALL_WITH(S_TRIGGER, inn_trigger, .card = f->card.card, .owner = f->owner, .bearer = f->who,
                      .way = f->way);
    if (inn_acts_at_once(card_at(e->setup, f->card.card))) row_without(e->setup, t, f->who, f->card.card, e);
    END;
}

/* Of a side deck whose cards are Gold. */
static bool is_gold(const Setup *setup, const Table *t, Seat s, int side)
{
    return side == 1 && inn_deck(tables_of(setup), inn_at(t)->seat[s].deck)->as_gold;
}

SCRIPT_BODY(, inn_fetch)
{
    BEGIN;
    if (!f->side) {
        f->card = patron_seek(e->setup, t, f->who, f->types, e);
        if (f->card.card != NO_CARD) CALL_WITH(S_ENTER, inn_enter, .card = f->card, .who = f->who, .owner = f->who);
        RETURN(0);
    }
    for (; f->n; f->n--) {
        if (is_gold(e->setup, t, f->who, f->side)) {
            if (!purse_fetch(t, f->who, e)) break;
            continue;
        }
        f->card = take_beside(e->setup, &inn_of(t)->seat[f->who], f->side - 1, e);
        if (f->card.card == NO_CARD) break;
        CALL_WITH(S_ENTER, inn_enter, .card = f->card, .who = f->who, .owner = f->who);
    }
    END;
}

/* --------------------------------------------------------------- triggers */

/* Things are the kinds of tokens, then the cards of the row. */
static int kinds_of_tokens(const Table *t, const inn_triggers_Frame *f, const Env *e)
{
    return inn_deck(tables_of(e->setup), inn_at(t)->seat[f->owner].deck)->tokens;
}

/* The place of the first card of the row with such a number, or a later one; -1: there is none. */
static int place_from(const Patron *p, int number)
{
    for (int i = 0; i < p->rows; i++)
        if (p->row_no[i] >= number) return i;
    return -1;
}

/* What is left of a thing: NO_CARD, if it has left the row. */
static Card thing_card(const Table *t, const inn_triggers_Frame *f, const Env *e)
{
    const Patron *p = &inn_at(t)->seat[f->owner];
    if (f->thing < kinds_of_tokens(t, f, e)) return inn_deck(tables_of(e->setup), p->deck)->token[f->thing];
    int place = place_from(p, f->card);
    return place >= 0 && p->row_no[place] == f->card ? p->row[place].card : NO_CARD;
}

/* Whose it is: of a card in a row it may be another's. */
static Seat thing_owner(const Table *t, const inn_triggers_Frame *f, const Env *e)
{
    const Patron *p = &inn_at(t)->seat[f->owner];
    return f->thing < kinds_of_tokens(t, f, e) ? f->owner : p->row_of[place_from(p, f->card)];
}

/* Whether there is a thing more: of the row the next that came, whatever has left it meanwhile. */
static bool next_thing(const Table *t, inn_triggers_Frame *f, const Env *e)
{
    const Patron *p = &inn_at(t)->seat[f->owner];
    if (f->thing < kinds_of_tokens(t, f, e)) return true;
    int place = place_from(p, f->card + 1);
    if (place >= 0) f->card = p->row_no[place];
    return place >= 0;
}

/* Who has some of it, and whose turn it is, or whom it befell. */
static SeatSet bearers_of(const Table *t, const inn_triggers_Frame *f, const Env *e)
{
    const Inn *g = inn_at(t);
    SeatSet set = 0, side = (f->of ? f->of : side_of(g, g->active)) & alive(t);
    const InnCard *card = card_at(e->setup, thing_card(t, f, e));
    if (!(card->events & INN_ON(f->moment))) return 0;
    if (card->types & INN_IS_ITEM) return side & only(f->owner);
    if (card->held_by != INN_BY_ANYBODY) return side & only(f->owner); /* be there some of it or none */
    for (Seat s = 0; s < t->seats; s++)
        if (has(side, s) && g->seat[f->owner].token[f->thing][s]) set |= only(s);
    return set;
}

/* Who is not here cannot be asked, and ignores what is his own (TM-23). */
static bool is_moment_of(const Table *t, const inn_triggers_Frame *f, Card card, Seat owner, const Env *e)
{
    if (f->way >= card_at(e->setup, card)->permissions) return false;
    const InnPermission *p = way_of(e->setup, card, f->way);
    if (p->event != f->moment || p->strength > f->strength || !has(alive(t), owner)) return false;
    if ((p->whose == INN_MINE) != f->mine) return false;
    if (p->all_kinds && !has_all_kinds(e->setup, t, owner)) return false;
    if (!has(present(t), owner) && (f->bearer == owner || p->pick || p->when & INN_IF_WISHED)) return false;
    if (!p->token || (p->pick && p->token_held == INN_BY_ANYBODY)) return true;
    return has_tokens(t, owner, p, f->bearer);
}

static bool is_its_moment(const Table *t, const inn_triggers_Frame *f, const Env *e)
{
    Card card = thing_card(t, f, e);
    return card != NO_CARD && is_moment_of(t, f, card, thing_owner(t, f, e), e);
}

/* Of the cards that are Gold and lie open before the owner, if it befalls him, the first from f->card on. */
static Card next_open(const Table *t, const inn_triggers_Frame *f, const Env *e)
{
    SeatSet side = f->of ? f->of : side_of(inn_at(t), inn_at(t)->active);
    return has(side & alive(t), f->owner) ? purse_open_from(t, f->owner, f->card) : NO_CARD;
}

/* Where a thing lies in the row of who has it, from 1 on; 0: it is a token. */
static uint8_t place_of_thing(const Table *t, const inn_triggers_Frame *f, const Env *e)
{
    int kinds = kinds_of_tokens(t, f, e);
    return (uint8_t)(f->thing < kinds ? 0 : 1 + f->thing - kinds);
}

/* Other cards may have left the row meanwhile, or this one: then the next lies where it was. */
static void stay_with_thing(const Table *t, inn_triggers_Frame *f, int place, const Env *e)
{
    if (f->thing < kinds_of_tokens(t, f, e)) return;
    if (place == PLACE_GONE) {
        f->thing--;
        f->way = INN_CARD_PERMISSIONS;
    } else f->thing = (uint8_t)(kinds_of_tokens(t, f, e) + place - 1);
}

SCRIPT_BODY(, inn_triggers)
{
    Inn *g = inn_of(t);
    BEGIN;
    IN_TURN_ORDER (f->owner, f->todo, alive(t), g->active) {
        f->card = 0;
        for (f->thing = 0; next_thing(t, f, e); f->thing++) {
            IN_TURN_ORDER (f->bearer, f->bearers, bearers_of(t, f, e), g->active) {
                for (f->way = 0; f->way < INN_CARD_PERMISSIONS; f->way++)
                    if (!is_over(t) && has(alive(t), f->bearer) && is_its_moment(t, f, e)) {
                        CALL_WITH(S_TRIGGER, inn_trigger, .card = thing_card(t, f, e), .owner = thing_owner(t, f, e),
                                  .bearer = f->bearer, .way = f->way, .place = place_of_thing(t, f, e));
                        stay_with_thing(t, f, (int)RESULT, e);
                    }
            }
        }
        for (f->card = 0; next_open(t, f, e) != NO_CARD; f->card++) { /* what is Gold and lies open */
            f->card = next_open(t, f, e);
            f->bearer = f->owner;
            for (f->way = 0; f->way < INN_CARD_PERMISSIONS; f->way++)
                if (!is_over(t) && next_open(t, f, e) == f->card && is_moment_of(t, f, f->card, f->owner, e))
                    CALL_WITH(S_TRIGGER, inn_trigger, .card = f->card, .owner = f->owner, .bearer = f->owner,
                              .way = f->way);
        }
    }
    if (!f->of) CALL(S_LOSS); /* else what is under way is resolved first */
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
    o->place = f->place;
    o->targets = f->targets;
    if (trigger_way(f, e)->event == INN_FALLS) { /* TC-WREN: not even by who is not here, or by what lies before him */
        o->flags |= SETTLED;
        o->ignored = 0;
    }
    told(e, TAP_SAID, "{card} of {who} happens.", .card = f->card, .who = f->owner);
}

/* What a card does to itself alone is nobody else's affair. */
static bool touches_itself(const inn_trigger_Frame *f, const Env *e)
{
    const InnEffect *first = inn_effect(tables_of(e->setup), trigger_way(f, e), 0);
    return trigger_way(f, e)->effects == 1 && (first->does == INN_WEAR || first->does == INN_WAGE);
}

static bool is_answered(const inn_trigger_Frame *f, const Env *e)
{
    return !(card_at(e->setup, f->card)->flags & INN_UNANSWERABLE ||
             INN_ON(trigger_way(f, e)->event) & (INN_AFTERWARDS | INN_ON(INN_FALLS)) || touches_itself(f, e));
}

/* e7: asked, picked, answered unless nothing can be done about it (G6), carried out, and hit back. */
SCRIPT_BODY(, inn_trigger)
{
    Inn *g = inn_of(t);
    BEGIN;
    if (trigger_way(f, e)->when & INN_IF_WISHED) {
        if (!choice_possible(e->setup, t, f->owner, trigger_way(f, e))) RETURN(f->place);
        ASK(f->owner, Q_ACCEPT);
        if (ANSWER(f->owner)->verb == DECLINE) RETURN(f->place);
    }
    if (trigger_way(f, e)->pick && !inn_pickable(t, f->owner, trigger_way(f, e), &g->open[0])) RETURN(f->place);
    f->at = g->opens;
    open_trigger(t, f, e);
    if (trigger_way(f, e)->pick) g->pickable = inn_pickable(t, f->owner, trigger_way(f, e), &g->open[0]);
    while (g->pickable) {
        if (!inn_asks_whom(e->setup, t, f->at)) {
            inn_pick(t, f->at, tap_first_of(g->pickable), e);
            continue;
        }
        ASK(f->owner, Q_PICK);
        if (ANSWER(f->owner)->verb == ENOUGH) break;
        inn_pick_answered(t, f->at, ANSWER(f->owner), e);
    }
    g->pickable = 0;
    if (g->teams && touches_everybody(e->setup, trigger_way(f, e))) { /* TM-20 */
        CALL_WITH(S_CHAMPIONS, inn_champions, .heads = heads_of(t, alive(t)), .own = f->owner);
        g->open[f->at].each = (SeatSet)RESULT;
    }
    if (is_answered(f, e))
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = f->owner, .mask = INN_ON(INN_CARD), .asked = PUBLIC);
    if (!(g->open[f->at].flags & NEGATED)) CALL_WITH(S_EFFECTS, inn_carry_out, .at = f->at, .way = f->way);
    if (g->open[f->at].lost | g->open[f->at].bodies && is_answered(f, e)) {
        g->open[f->at].kind = OPEN_AFTER;
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = g->active, .mask = INN_ON(INN_HURT), .asked = PUBLIC);
    }
    f->place = g->open[f->at].place;
    open_pop(t);
    RETURN(f->place);
    END;
}
