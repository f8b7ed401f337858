/* What is seen of the inn: its places, numbers beside seats, what happens, and words for choices. */
#include "inn/inn.h"

/* 0 is the pool of a guest's cards, and 1 + s those of a seat. */
enum { POOL_DRINKS = 20, POOL_PLAYED, POOL_PRIZES, POOL_WAYS };

/* Those of one place lie in a row. */
static void list_prizes(Inn *g, Pieces *p)
{
    static const char *const names[] = {"prizes", "in the pot", "prize bin", "prizes"};
    static const uint8_t zones[] = {Z_PRIZES, Z_STAKE, Z_BIN, Z_PRIZES};
    for (int i = 0, n; i < g->prizes; i += n) {
        int at = g->prize_at[i], k = at < PRIZE_HELD ? at : PRIZE_HELD;
        for (n = 1; i + n < g->prizes && g->prize_at[i + n] == at; n++) continue;
        piece_cards(p, names[k], zones[k], at < PRIZE_HELD ? (Seat)NOBODY : (Seat)(at - PRIZE_HELD), ROW, INN_CARDS,
                    &g->prize[i], n)
            ->pool = POOL_PRIZES;
    }
}

void inn_pieces(const Setup *setup, Table *t, Pieces *p)
{
    Inn *g = inn_of(t);
    piece_pile(p, "drinks", Z_DRINKS, NOBODY, &g->drinks)->pool = POOL_DRINKS;
    piece_pile(p, "drink discards", Z_DRINK_DISCARD, NOBODY, &g->drink_discard)->pool = POOL_DRINKS;
    if (g->bar_deck) piece_pile(p, "bar", Z_BAR, NOBODY, &g->bar)->pool = POOL_DRINKS;
    if (g->plays)
        piece_cards(p, "played", Z_PLAYED, NOBODY, ROW, INN_CARDS, g->played, g->plays)->pool = POOL_PLAYED;
    if (g->serveds)
        piece_cards(p, "served", Z_SERVED, NOBODY, ROW, INN_CARDS, g->served, g->serveds)->pool = POOL_DRINKS;
    static const char *const way[WAYS] = {"sea", "dungeon"}, *const gone[WAYS] = {"sea discards", "dungeon discards"};
    for (int i = 0; i < WAYS; i++) {
        if (!g->way[i].deck.n && !g->way[i].discard.n) continue;
        piece_pile(p, way[i], Z_SEA + 2 * i, NOBODY, &g->way[i].deck)->pool = (uint8_t)(POOL_WAYS + i);
        piece_pile(p, gone[i], Z_SEA_DISCARD + 2 * i, NOBODY, &g->way[i].discard)->pool = (uint8_t)(POOL_WAYS + i);
    }
    list_prizes(g, p);
    if (g->lookeds)
        piece_cards(p, "looked at", Z_LOOKED, g->looker, ROW, TAVERN, g->looked, g->lookeds);
    if (g->laids) piece_cards(p, "laid away", Z_LAID, NOBODY, STACK, TAVERN, g->laid, g->laids);
    for (Seat s = 0; s < t->seats; s++) {
        Patron *x = &g->seat[s];
        piece_cards(p, "hand", Z_HAND, s, FAN, INN_CARDS, x->hand, x->cards)->pool = (uint8_t)(1 + s);
        piece_pile(p, "deck", Z_DECK, s, &x->draw)->pool = (uint8_t)(1 + s);
        piece_pile(p, "discards", Z_DISCARD, s, &x->discard)->pool = (uint8_t)(1 + s);
        piece_cards(p, "drink me", Z_PILE, s, STACK, INN_CARDS, x->pile, x->drinks)->pool = POOL_DRINKS;
        if (x->kept)
            piece_cards(p, "kept", Z_BEFORE, s, ROW, INN_CARDS, x->before, x->kept)->pool = POOL_DRINKS;
    }
}

/* What is open, the last of it happens next. */
static void show_open(const Setup *setup, const Table *t, ViewMaker *m, int i)
{
    const Inn *g = inn_at(t);
    const Open *o = &g->open[i];
    switch ((OpenKind)o->kind) {
    case OPEN_CARD:
    case OPEN_AFTER:
        if (o->flags & IS_EVENT) view_text(m, setup, "{card} happens.", .depth = i, .card = o->card, .deck = INN_CARDS);
        else if (count(o->targets) == 1)
            view_text(m, setup, "{who} plays {card} on {other}.", .depth = i, .who = o->actor,
                      .other = tap_first_of(o->targets), .card = o->card, .deck = INN_CARDS);
        else
            view_text(m, setup, "{who} plays {card}.", .depth = i, .who = o->actor, .card = o->card,
                      .deck = INN_CARDS);
        break;
    case OPEN_PAYMENT:
        for (Seat s = 0; s < t->seats; s++) {
            if (!has(o->payers, s)) continue;
            const char *text = has(o->excused, s)             ? "{who} need not pay."
                               : has(o->by_inn, s)            ? "The Inn pays {n} for {who}."
                               : o->cause == INN_BY_ANTE      ? "{who} is to ante {n}."
                               : o->to == (Seat)NOBODY        ? "{who} is to pay the Inn {n}."
                                                              : "{who} is to pay {other} {n}.";
            view_text(m, setup, text, .depth = i, .who = s, .other = o->to, .n = o->amount);
        }
        break;
    case OPEN_DRINKS:
        for (int k = o->cup; k < o->cup + o->cups; k++) {
            const Cup *cup = &g->cup[k];
            Dose d = cup_dose(setup, g, cup, g->seat[cup->drinker].folk, false);
            view_text(m, setup, cup->ignored ? "{who} ignores {card}." : "{who} is to drink {card}: Alcohol {n}.",
                      .depth = i, .who = cup->drinker, .card = g->served[cup->first].card, .deck = INN_CARDS,
                      .n = d.ac);
            if (!cup->ignored && d.fort)
                view_text(m, setup, "{who} with it: Fortitude {n}.", .depth = i, .who = cup->drinker, .n = d.fort);
        }
        break;
    case OPEN_WON:
        view_text(m, setup, "{who} is about to win the pot of {n}.", .depth = i, .who = g->round.winner,
                  .n = g->round.pot);
        break;
    default: break;
    }
}

void inn_counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    const Inn *g = inn_at(t);
    for (Seat s = 0; s < t->seats; s++) {
        const Patron *p = &g->seat[s];
        if (!p->hand_size) continue; /* who has no character yet has nothing to show */
        view_word(m, "character", s, inn_deck(tables_of(setup), p->deck)->name);
        view_counter(m, "fortitude", s, p->fort);
        view_counter(m, "alcohol", s, p->ac);
        view_counter(m, "gold", s, p->gold);
        view_track(m, "nerve", Z_NERVE, s, 0, STAT_MOST); /* when they meet one is out (LOS-1) */
        view_peg(m, "fortitude", NOBODY, p->fort);
        view_peg(m, "alcohol", NOBODY, p->ac);
        if (has(g->out, s)) view_word(m, "status", s, "out");
        else if (g->round.live) view_word(m, "status", s, g->round.control == s && !g->game ? "in control"
                                                          : has(g->round.in, s) ? "in the round" : "left the round");
    }
    if (g->round.live) view_counter(m, "pot", NOBODY, g->round.pot);
    if (g->way[SEA].turns) view_counter(m, "next at sea", NOBODY, g->way[SEA].turns);
    if (g->way[DUNGEON].turns) view_counter(m, "next below", NOBODY, g->way[DUNGEON].turns);
    view_zone(m, "what happens", Z_STACK, NOBODY, EFFECTS, 0, 0);
    for (int i = 0; i < g->opens; i++) show_open(setup, t, m, i);
}

static const char *role_name(const Setup *setup, const char *id)
{
    for (int i = 0; i < (int)tables_of(setup)->decks; i++)
        if (!strcmp(inn_deck(tables_of(setup), i)->id, id)) return inn_deck(tables_of(setup), i)->name;
    return id;
}

void inn_wording(const Setup *setup, const Table *t, const Choice *o, Wording *ret)
{
    static const char *const number[] = {"1", "2", "3", "4"};
    const Inn *g = inn_at(t);
    const TapFace *faces = setup->content->deck[INN_CARDS]->face;
    guest_wording(setup, t, o, ret);
    benefit_wording(setup, t, o, t->turn, ret);
    if (o->verb == CHOOSE) {
        Card event = g->open[g->opens - 1].card;
        *ret = (Wording){.what = inn_said(tables_of(setup), way_of(setup, event, choice_way(setup, event, o->a)))};
    }
    if (o->verb == BE) {
        const char *id = setup->content->role[o->a - 1];
        *ret = (Wording){.word = {id}, .what = role_name(setup, id)};
    }
    if (o->verb == STAKE) {
        const TapFace *prize = &faces[g->prize[o->a - 1].card];
        *ret = (Wording){.word = {prize->code}, .what = prize->name, .about = prize->text};
    }
    if (o->verb == TAKE_CUP) {
        const TapFace *drink = &faces[g->served[g->cup[g->cups - 3 + o->a].first].card]; /* the last two */
        *ret = (Wording){.word = {number[o->a - 1]}, .what = drink->name, .about = drink->text};
    }
    if (o->verb != PLAY && o->verb != PLAY_AS) return;
    Card card = held_card(g, o->owner, o->a);
    const InnPermission *way = way_of(setup, card, o->b);
    *ret = (Wording){.word = {faces[card].code, number[o->b]},
                     .what = faces[card].name,
                     .more = way->said ? inn_said(tables_of(setup), way) : "",
                     .about = o->verb == PLAY ? faces[card].text : NULL};
}

/* LIM-3: whom a window is about. */
static SeatSet touched(const Setup *setup, const Table *t, const Open *o)
{
    SeatSet set = 0;
    switch ((OpenKind)o->kind) {
    case OPEN_CARD:
        for (Seat s = 0; s < t->seats; s++)
            if (has(o->targets, s) || inn_forecast_open(setup, t, o, s, false)) set |= only(s);
        return o->actor == NOBODY ? set : less(set, o->actor);
    case OPEN_PAYMENT: return o->payers;
    case OPEN_DRINKS:
        for (int k = o->cup; k < o->cup + o->cups; k++) set |= only(inn_at(t)->cup[k].drinker);
        return set;
    case OPEN_AFTER: return o->lost;
    case OPEN_WON: return only(inn_at(t)->round.winner);
    case OPEN_LOSING: return inn_at(t)->asked & alive(t);
    default: return 0;
    }
}

void inn_window_facts(const Setup *setup, const Table *t, TapWindow *ret)
{
    static const char *const kinds[OPEN_KINDS] = {[OPEN_CARD] = "card",     [OPEN_PAYMENT] = "payment",
                                                  [OPEN_DRINKS] = "Drinks", [OPEN_AFTER] = "blow",
                                                  [OPEN_POINT] = "pause",   [OPEN_WON] = "round won",
                                                  [OPEN_LOSING] = "last chance"};
    const Inn *g = inn_at(t);
    const Open *o = &g->open[g->at];
    ret->kind = kinds[o->kind];
    ret->turn = g->active;
    for (int i = 0; i < g->at; i++) ret->depth = (uint8_t)(ret->depth + (g->open[i].kind == OPEN_CARD));
    ret->touches = touched(setup, t, o);
    ret->seconds = ret->touches ? 8 : 4;
}

/* How well somebody holds his place: the nearer of the two ends counts most. More Gold than RICH helps nobody; who is
 * almost out is not worth nothing. */
#define RICH 12.0f
#define ALMOST_OUT 0.02f
static float hold(const Patron *p)
{
    float sober = (float)(p->fort > p->ac ? p->fort - p->ac : 0) / STAT_MOST, rich = (float)p->gold / RICH;
    if (rich > 1) rich = 1;
    return (ALMOST_OUT + sober) * (ALMOST_OUT + sober) * (ALMOST_OUT + rich);
}

/* Everybody's share of what all hold: who hits another gains by it. */
bool inn_estimate(const Setup *setup, const Table *t, Seat s, float *ret)
{
    const Inn *g = inn_at(t);
    float all = 0;
    *ret = is_over(t) ? (float)t->score[s] : 0;
    if (is_over(t) || has(g->out, s)) return true;
    for (Seat i = 0; i < t->seats; i++)
        if (!has(g->out, i)) all += hold(&g->seat[i]);
    *ret = hold(&g->seat[s]) / all;
    return true;
}
