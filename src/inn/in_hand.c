#include "inn/in_hand.h"

#include "inn/merge.h"

void hand_shown(Table *t, Seat s, SeatSet to)
{
    Patron *p = &inn_of(t)->seat[s];
    for (int i = 0; i < p->cards; i++) p->hand[i].known |= to;
}

void hands_closed(Table *t, SeatSet side)
{
    for (Seat s = 0; s < t->seats; s++) {
        Patron *p = &inn_of(t)->seat[s];
        if (p->opened && has(side, (Seat)(p->opened - 1))) p->opened = 0;
    }
}

static bool has_of(const Setup *setup, const Patron *p, int types)
{
    for (int i = 0; i < p->cards; i++)
        if (card_at(setup, p->hand[i].card)->types & types) return true;
    return false;
}

/* ------------------------------------------------------------- questions */

/* One of each that is of the types, in the hand that is looked at; out of one's own it must be one, if there is one:
 * who does not know the hand may suppose another. */
void inn_pluck_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Inn *g = inn_at(t);
    const Patron *p = &g->seat[g->hand_of];
    if (s != g->hand_of || !has_of(setup, p, g->hand_types)) offer(c, PASS, 0, 0);
    for (int i = 0; i < p->cards; i++) {
        bool again = false;
        for (int k = 0; k < i; k++) again |= p->hand[k].card == p->hand[i].card;
        if (again || !(card_at(setup, p->hand[i].card)->types & g->hand_types)) continue;
        Choice *o = offer(c, PLUCK, i, 0);
        o->owner = g->hand_of;
        o->zone = Z_HAND;
        o->items = 1ull << i;
    }
}

void inn_divide_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Inn *g = inn_at(t);
    const int n = g->divideds, most = n > 1 ? n - 1 : n; /* neither pile is empty, if there are cards for two */
    offer_subset(c, DIVIDE, Z_DIVIDED, g->hand_of, first_items(n), 1, most);
}

void inn_pile_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Inn *g = inn_at(t);
    const int  other = g->divideds - g->first_pile;
    for (int i = 1; i <= 2; i++) {
        Choice *o = offer(c, TAKE_PILE, i, 0);
        if (i == 2 && !other) continue; /* a pile without cards lies nowhere */
        o->owner = g->hand_of;
        o->zone = i == 1 ? Z_DIVIDED : Z_OTHER_PILE;
        o->items = first_items(i == 1 ? g->first_pile : other);
    }
}

/* ------------------------------------------------------------------ piles */

/* The cards that were chosen lie before the others. */
static void lay_in_piles(Inn *g, uint64_t first)
{
    Slot all[DIVIDED_MOST];
    int n = 0;
    memcpy(all, g->divided, sizeof all);
    for (int pile = 0; pile < 2; pile++)
        for (int i = 0; i < g->divideds; i++)
            if ((first >> i & 1) != (uint64_t)pile) g->divided[n++] = all[i];
    g->first_pile = (uint8_t)__builtin_popcountll(first);
}

static void take_pile(Table *t, Seat s, int pile, Env *e)
{
    Inn *g = inn_of(t);
    for (int i = 0; i < g->divideds; i++) {
        bool taken = (i < g->first_pile) == (pile == 1) && g->seat[s].cards < HAND_MOST;
        Slot card = g->divided[i];
        g->divided[i] = (Slot){0, 0};
        if (taken) patron_gets(t, s, card, e);
        else patron_lays_away(e->setup, t, s, card, e);
    }
    g->divideds = g->first_pile = 0;
}

/* ----------------------------------------------------------------- script */

static const Open *open_at(const Table *t, const inn_in_hand_Frame *f) { return &inn_at(t)->open[f->at]; }

static const InnEffect *effect_of(const Table *t, const inn_in_hand_Frame *f, const Env *e)
{
    return inn_effect(tables_of(e->setup), way_in(e->setup, open_at(t, f), f->way), f->i);
}

/* Whom it is about, but for those who ignore the card; CN-51: who divides may even be away. */
static SeatSet whose_hands(const Table *t, const inn_in_hand_Frame *f, const Env *e)
{
    const Open *o = open_at(t, f);
    const InnEffect *eff = effect_of(t, f, e);
    if (eff->does == INN_DIVIDE) return o->targets & alive(t);
    return inn_subjects(t, o, eff->does == INN_PLAY_THEIRS ? INN_TARGET : eff->who) & (SeatSet)~o->ignored;
}

static void discard_at_random(Table *t, Seat s, int n, Env *e)
{
    for (; n > 0 && inn_at(t)->seat[s].cards; n--)
        patron_discard(e->setup, t, s, chance_pick(e, TAP_STREAM_MORE, inn_at(t)->seat[s].cards), e);
}

static void open_hand(Table *t, Seat s, Seat by, Env *e)
{
    inn_of(t)->seat[s].opened = (uint8_t)(by + 1);
    hand_shown(t, s, PUBLIC);
    told(e, TAP_SAID, "{who} plays with an open hand until the next turn of {other}.", .who = s, .other = by);
}

static void look_into(Table *t, Seat s, Seat by, Env *e)
{
    hand_shown(t, s, side_of(inn_at(t), by));
    told(e, TAP_SAID, "{who} looks at the hand of {other}.", .who = by, .other = s);
}

static void show_hand(Table *t, Seat s, Env *e)
{
    hand_shown(t, s, PUBLIC);
    told(e, TAP_SAID, "{who} has none, and shows it.", .who = s);
}

/* So many of the own deck, known to one's own side and to that of who divides them. */
static void lay_out(Table *t, const inn_in_hand_Frame *f, Env *e)
{
    Inn *g = inn_of(t);
    Seat by = open_at(t, f)->actor;
    int n = effect_of(t, f, e)->n;
    g->hand_of = by;
    while (g->divideds < n && g->seat[by].draw.n)
        g->divided[g->divideds++] = patron_turns_over(e->setup, t, by, side_of(g, by) | side_of(g, f->turn), e);
    told(e, TAP_SAID, "{who} lays {n} cards before {other}.", .who = by, .other = f->turn, .n = g->divideds);
}

/* Of a game of the house nobody is in control, and there is nothing to be played or passed (RNW-3). */
static bool is_in_round(const Table *t, Seat s)
{
    return !inn_at(t)->game && round_runs(inn_at(t)) && has(inn_at(t)->round.in, s);
}

SCRIPT_BODY(, inn_in_hand)
{
    Inn *g = inn_of(t);
    BEGIN;
    IN_TURN_ORDER (f->turn, f->todo, whose_hands(t, f, e), g->active) {
        f->by = open_at(t, f)->actor;
        if (effect_of(t, f, e)->does == INN_DISCARD_RANDOM) discard_at_random(t, f->turn, effect_of(t, f, e)->n, e);
        else if (effect_of(t, f, e)->does == INN_OPEN_HAND) open_hand(t, f->turn, f->by, e);
        else if (effect_of(t, f, e)->does == INN_DISCARD_OF) { /* CN-22 */
            if (!has_of(e->setup, &g->seat[f->turn], effect_of(t, f, e)->types)) {
                show_hand(t, f->turn, e);
                continue;
            }
            g->hand_of = f->turn;
            g->hand_types = effect_of(t, f, e)->types;
            ASK(f->turn, Q_PLUCK);
            g->hand_types = 0;
            if (ANSWER(f->turn)->verb == PLUCK) patron_discard(e->setup, t, f->turn, ANSWER(f->turn)->a, e);
            else show_hand(t, f->turn, e);
        }
        else if (effect_of(t, f, e)->does == INN_DIVIDE) {
            lay_out(t, f, e);
            if (!g->divideds) break;
            ASK(f->turn, Q_DIVIDE);
            lay_in_piles(g, tap_chosen(ANSWER(f->turn)));
            told(e, TAP_SAID, "{who} makes a pile of {n} and one of the others.", .who = f->turn, .n = g->first_pile);
            ASK(f->by, Q_PILE);
            take_pile(t, f->by, ANSWER(f->by)->a, e);
            break; /* one divides */
        } else {
            look_into(t, f->turn, f->by, e);
            if (effect_of(t, f, e)->does == INN_LOOK || !g->seat[f->turn].cards) continue;
            g->hand_of = f->turn;
            if (effect_of(t, f, e)->does == INN_PLUCK) {
                g->hand_types = effect_of(t, f, e)->types;
                ASK(f->by, Q_PLUCK);
                g->hand_types = 0;
                if (ANSWER(f->by)->verb == PLUCK) patron_discard(e->setup, t, f->turn, ANSWER(f->by)->a, e);
                continue;
            }
            if (!is_in_round(t, f->by)) break;
            g->at = f->at;
            g->mask = INN_ON(INN_GAMBLE);
            ASK(f->by, Q_THEIRS);
            g->mask = 0;
            if (ANSWER(f->by)->verb != PASS) {
                CALL_WITH(S_CARD, inn_play, .actor = f->by, .slot = ANSWER(f->by)->a, .way = ANSWER(f->by)->b,
                          .below = f->at, .of = (uint8_t)(f->turn + 1));
                f->n = (uint8_t)(RESULT != 0);
            }
            break;
        }
    }
    if (effect_of(t, f, e)->does == INN_PLAY_THEIRS && !f->n && is_in_round(t, open_at(t, f)->actor)) {
        g->round.passed |= only(open_at(t, f)->actor); /* CN-40, GAM-18 */
        told(e, TAP_SAID, "{who} passes.", .who = open_at(t, f)->actor);
    }
    END;
}
