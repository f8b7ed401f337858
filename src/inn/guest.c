/* Gambling inside (RNW, RDI): whoever starts a round may name a game of the house, which is then played for the pot.
 * The Inn stands in for its ante, its betting rounds and its settling; its rules know nothing of it. */
#include "inn/inn.h"
#include "wager/wager.h"

enum { LOOKS_GAMBLING = 1, LOOKS_CHEATING = LOOKED_MOST };

/* It lies behind the table of the inn. */
static Table *guest_of(const Table *t) { return annex_of(&red_dragon_inn, t); }
static const Game *game_named(const Setup *setup, const Table *t) { return setup->game->guests[inn_at(t)->game - 1]; }

/* The guest's seat of one of ours; NOBODY if it has none. */
static Seat seat_inside(const Table *t, Seat s)
{
    for (Seat i = 0; i < guest_of(t)->seats; i++)
        if (guest_of(t)->sits[i] == s) return i;
    return NOBODY;
}

/* ------------------------------------------------------------ what is played */

/* RNW-11, RDI-14 and RNW-12: variants that do not go with the Inn. */
static const struct {
    const char *game, *option;
} barred[] = {{"the-wheel", "the-unwound-clock"},
              {"dragon-hunt", "the-forgetful-leader"},
              {"dragon-hunt", "deadly-encounter"},
              {"doublerogue", "rogues-bounty"}};

static bool is_barred(const Game *game, const TapOption *o)
{
    for (size_t i = 0; i < sizeof barred / sizeof *barred; i++)
        if (!strcmp(barred[i].game, game->id) && !strcmp(barred[i].option, o->name)) return true;
    return false;
}

/* RNW-1, RNW-14: its variants and the split rule; no money of its own, and no readings of rules. */
static bool is_for_choice(const Table *t, const Game *game, int i)
{
    const TapOption *o = &game->options[i];
    if (is_barred(game, o)) return false;
    return i == OPT_SPLIT || (!o->money && !(o->group && !strcmp(o->group, HOUSE_RULINGS)));
}

static const Variants variants = {ADD, SET, SET_NUMBER, is_for_choice, NULL};

void inn_game_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    int n = count(inn_at(t)->round.in);
    offer(c, OLD_WAY, 0, 0);
    for (int i = 0; setup->game->guests[i]; i++)
        if (n >= setup->game->guests[i]->min_seats && n <= setup->game->guests[i]->max_seats) offer(c, NAME, i + 1, 0);
}

void inn_rules_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, BEGIN_GAME, 0, 0);
    variants_offer(&variants, t, game_named(setup, t), inn_at(t)->guest_option, inn_at(t)->settled, c);
}

void guest_wording(const Setup *setup, const Table *t, const Choice *o, Wording *ret)
{
    if (o->verb == NAME) {
        const Game *game = setup->game->guests[o->a - 1];
        *ret = (Wording){.word = {game->id}, .what = game->title, .about = game->about};
    }
    if (inn_at(t)->game) variants_wording(&variants, game_named(setup, t), o, ret);
}

/* RNW-1: who starts the round says what is played, and how. */
SCRIPT_BODY(, inn_name_game)
{
    Inn *g = inn_of(t);
    BEGIN;
    ASK(f->who, Q_GAME);
    if (ANSWER(f->who)->verb == OLD_WAY) RETURN(0);
    g->game = ANSWER(f->who)->a;
    options_usual(game_named(e->setup, t), g->guest_option);
    told(e, TAP_SAID, "{who} wants to play {what}.", .who = f->who, .what = game_named(e->setup, t)->title);
    for (;;) {
        ASK(f->who, Q_RULES);
        if (ANSWER(f->who)->verb == BEGIN_GAME) break;
        variants_settle(&variants, game_named(e->setup, t), ANSWER(f->who), f->who, g->guest_option, &g->settled, e);
    }
    g->settled = 0;
    END;
}

/* -------------------------------------------------------------- being a host */

/* RDI-06: who left the round has folded; and a round that is over ends the game. */
static void fold_inside(Table *t, Env *e)
{
    const Inn *g = inn_at(t);
    Table *guest = guest_table(e);
    const Scoring *how = guest_game(e)->scoring;
    Wager *w = wager_of(guest);
    for (Seat i = 0; i < guest->seats; i++) {
        if (!has(w->in, i) || has(g->round.in, guest->sits[i])) continue;
        w->in = less(w->in, i);
        if (how && how->folded) how->folded(guest, i);
    }
    if (g->round.over || is_over(t)) w->in = 0;
}

/* RNW-12: who is out of the game is out of the round. */
static void leave_with_guest(Table *t, Env *e)
{
    const Table *guest = guest_table(e);
    for (Seat i = 0; i < guest->seats; i++)
        if (!has(wager_at(guest)->in, i) && has(inn_at(t)->round.in, guest->sits[i]))
            round_leave(t, guest->sits[i], e);
}

static void forget_laid(Inn *g)
{
    memset(g->laid, 0, sizeof g->laid);
    g->laids = 0;
    g->drawn_from = 0;
}

/* Whoever sits there plays, on the first hand and when all play again. */
SCRIPT_BODY(, inn_guest_ante)
{
    Inn *g = inn_of(t);
    BEGIN;
    wager_clear_result(guest_table(e));
    if (!wager_of(guest_table(e))->replaying) wager_of(guest_table(e))->in = everyone(guest_table(e));
    else if (!wager_of(guest_table(e))->no_ante) { /* Commoner's rule (CONC-15) */
        CALL_WITH(S_PAY, inn_pay, .payers = g->round.in, .actor = g->round.starter, .to = NOBODY, .amount = 1,
                  .cause = INN_BY_ANTE);
        fold_inside(t, e);
    }
    wager_of(guest_table(e))->dealt = wager_of(guest_table(e))->in;
    forget_laid(g); /* a new hand has all cards in its deck */
    END;
}

/* RNW-6, RNW-7, RDI-11, RDI-12: which benefit a play brings. */
static int looks_of(const Setup *setup, Card card, int way)
{
    const InnPermission *p = way_of(setup, card, way);
    bool cheats = card_at(setup, card)->types & INN_IS_CHEATING;
    for (int i = 0; i < p->effects; i++) {
        if (inn_effect(tables_of(setup), p, i)->does == INN_LOCK) cheats = true;
        if (inn_effect(tables_of(setup), p, i)->does == INN_LEAVE) return LOOKS_GAMBLING;
    }
    return cheats ? LOOKS_CHEATING : LOOKS_GAMBLING;
}

/* RNW-4: in place of a betting round each who is still in plays a card or passes, once round. */
SCRIPT_BODY(, inn_circuit)
{
    Inn *g = inn_of(t);
    Round *r = &g->round;
    BEGIN;
    leave_with_guest(t, e);
    IN_TURN_ORDER (f->turn, f->todo, r->in, r->starter) {
        if (r->over || is_over(t) || count(r->in) < 2) break;
        if (!has(r->in, f->turn)) continue;
        f->at = g->opens;
        open_push(t, OPEN_POINT, NOBODY);
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = g->active, .asked = PUBLIC);
        open_pop(t);
        CALL(S_LOSS);
        if (r->over || is_over(t) || count(r->in) < 2 || !has(r->in, f->turn)) continue;
        g->at = f->at - 1;
        g->mask = INN_ON(INN_GAMBLE);
        ASK(f->turn, Q_GAMBLE);
        g->mask = 0;
        if (ANSWER(f->turn)->verb == PASS) {
            told(e, TAP_SAID, "{who} passes.", .who = f->turn);
            continue;
        }
        f->looks = (uint8_t)looks_of(e->setup, held_card(g, f->turn, ANSWER(f->turn)->a), ANSWER(f->turn)->b);
        CALL_WITH(S_CARD, inn_play, .actor = f->turn, .slot = ANSWER(f->turn)->a, .way = ANSWER(f->turn)->b,
                  .below = (uint8_t)(f->at - 1));
        if (RESULT && !r->over && has(r->in, f->turn) && count(r->in) > 1) { /* RDI-A3 */
            fold_inside(t, e);
            CALL_WITH(S_BENEFIT, inn_benefit, .who = f->turn, .looks = f->looks);
        }
        CALL(S_LOSS);
    }
    fold_inside(t, e);
    END;
}

/* Who has won the guest's hand, in our seats. */
static SeatSet winners(Table *t, Env *e)
{
    const Table *guest = guest_table(e);
    SeatSet in = wager_at(guest)->in, best = in, out = 0;
    if (count(in) > 1) {
        TapScore score[MAX_SEATS];
        memset(score, 0, sizeof score);
        wager_score(e->setup, guest, guest_game(e)->scoring, in, score);
        best = best_of(score, in);
        for (Seat i = 0; i < guest->seats; i++)
            if (has(in, i)) told(e, TAP_SAID, "{who} scores {n}.", .who = guest->sits[i], .n = score[i].points);
    }
    for (Seat i = 0; i < guest->seats; i++)
        if (has(best, i)) out |= only(guest->sits[i]);
    return out;
}

/* CONC-14, CONC-15: those who tied, or all who are still in, play again. */
static void play_again(Table *t, SeatSet tied, Env *e)
{
    Table *guest = guest_table(e);
    Wager *w = wager_of(guest);
    bool king = inn_at(t)->guest_option[OPT_SPLIT] == SPLIT_KING;
    w->replaying = true;
    w->no_ante = king;
    w->replays++;
    w->in = 0;
    for (Seat i = 0; i < guest->seats; i++)
        if (has(king ? tied : inn_at(t)->round.in, guest->sits[i])) w->in |= only(i);
    guest->start = seat_from(guest, w->in, guest->start);
    if (king) told(e, TAP_SAID, "The pot stays, and those who tied play again.");
    else told(e, TAP_SAID, "The pot stays, and everybody plays again.");
}

/* RDI-03, RDI-A1, RDI-A3: who wins the game wins the round. */
SCRIPT_BODY(, inn_guest_settle)
{
    Inn *g = inn_of(t);
    BEGIN;
    if (g->round.over || is_over(t)) RETURN(GOES_ON);
    f->won = winners(t, e);
    wager_of(guest_table(e))->shown = true;
    CHAPTER();
    if (count(f->won) > 1 && g->guest_option[OPT_SPLIT] != SPLIT_MERCHANT &&
        wager_of(guest_table(e))->replays < MAX_REPLAYS) {
        play_again(t, f->won, e);
        RETURN(REPLAYED);
    }
    round_end(t, seat_from(t, f->won, g->round.starter));
    if (count(f->won) > 1) g->round.shared = f->won;
    RETURN(GOES_ON);
    END;
}

/* What a game of a series leaves to the next of its kind (WHEEL-V2). */
SCRIPT_BODY(, inn_keep_series)
{
    BEGIN;
    inn_of(t)->series = wager_of(guest_table(e))->series;
    RETURN(false);
    END;
}

static void seat_guest(Table *t, Env *e)
{
    Inn *g = inn_of(t);
    int16_t option[TAP_OPTIONS];
    memcpy(option, g->guest_option, sizeof option);
    option[OPT_WAGER] = WAGER_NONE; /* the money is ours */
    option[OPT_STACK] = 0;
    option[OPT_SPLIT] = SPLIT_MERCHANT;
    Table *guest = invite(e, t, g->game - 1, guest_of(t), INN_GUEST_ROOM, g->round.in,
                          1u << ROLE_ANTE | 1u << ROLE_BETTING | 1u << ROLE_SETTLE | 1u << ROLE_SERIES, option,
                          g->outcome);
    Seat first = seat_from(t, g->round.in, g->round.starter);
    guest->start = guest->turn = seat_inside(t, first);
    wager_of(guest)->series = g->series_of == g->game ? g->series : 0;
    g->series_of = g->game;
    told(e, TAP_SAID, "{what} begins.", .what = game_named(e->setup, t)->title);
}

/* The game in place of the circle of cards; afterwards the round is won, or over. */
SCRIPT_BODY(, inn_guest)
{
    Inn *g = inn_of(t);
    BEGIN;
    seat_guest(t, e);
    RUN_GUEST();
    memset(g->outcome, 0, sizeof g->outcome);
    forget_laid(g);
    END;
}

/* ------------------------------------------------------------------ benefits */

static const Piece *deck_inside(const Pieces *list)
{
    for (int i = 0; i < list->n; i++)
        if (list->piece[i].pile && list->piece[i].flags & ALTERABLE) return &list->piece[i];
    return NULL;
}

/* RDI-13: what lies before the seat and may be changed. */
static bool is_own(const Table *t, const Piece *p, Seat s)
{
    return p->owner != NOBODY && p->flags & ALTERABLE && guest_of(t)->sits[p->owner] == s;
}

static Piece *own_piece(const Setup *setup, const Table *t, Seat s, int zone, Pieces *list)
{
    pieces_list(setup, game_named(setup, t), guest_of(t), list);
    for (int i = 0; i < list->n; i++)
        if (list->piece[i].zone == zone && is_own(t, &list->piece[i], s)) return &list->piece[i];
    return NULL;
}

static bool sees_own(const Piece *p, int k) { return knows(p->slot[k].known, p->owner); }

/* RW-V3b: with one card to look at what one does not see oneself is not exchanged for it, but blindly. */
static bool can_give(const Inn *g, const Piece *p, int k)
{
    return p->slot && p->slot[k].card != NO_CARD && (sees_own(p, k) || g->looks == LOOKS_CHEATING);
}

void inn_benefit_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Inn *g = inn_at(t);
    Pieces list;
    pieces_list(setup, game_named(setup, t), guest_of(t), &list);
    const Piece *deck = deck_inside(&list);
    bool has_card = false, draws = deck && (deck->pile->n || g->laids) && g->laids + g->looks <= LAID_MOST;
    offer(c, PASS, 0, 0);
    for (int i = 0; i < list.n; i++) {
        const Piece *p = &list.piece[i];
        for (int k = 0; is_own(t, p, s) && k < p->n && c->n < TAP_CHOICES - 1; k++) {
            if (p->die && g->looks == LOOKS_CHEATING) {
                Choice *o = offer_amount(c, SET_DIE, 1, p->deck->faces);
                o->a = p->zone;
                o->b = (uint8_t)(k + 1);
            } else if (p->die) offer(c, REROLL, p->zone, k + 1);
            else if (can_give(g, p, k)) has_card = true;
            else if (p->slot && p->slot[k].card != NO_CARD && draws) offer(c, BLIND, p->zone, k + 1);
        }
    }
    if (has_card && draws) offer(c, LOOK, 0, 0);
}

void inn_take_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, PASS, 0, 0);
    for (int i = 0; i < inn_at(t)->lookeds; i++) offer(c, TAKE, i + 1, 0);
}

void inn_give_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    Pieces list;
    pieces_list(setup, game_named(setup, t), guest_of(t), &list);
    for (int i = 0; i < list.n; i++)
        for (int k = 0; is_own(t, &list.piece[i], s) && k < list.piece[i].n && c->n < TAP_CHOICES; k++)
            if (can_give(inn_at(t), &list.piece[i], k)) offer(c, GIVE, list.piece[i].zone, k + 1);
}

void benefit_wording(const Setup *setup, const Table *t, const Choice *o, Seat s, Wording *ret)
{
    Pieces list;
    if (o->verb == TAKE)
        *ret = (Wording){.what = setup->content->deck[TAVERN]->face[inn_at(t)->looked[o->a - 1].card].name};
    if (o->verb != GIVE && o->verb != REROLL && o->verb != SET_DIE && o->verb != BLIND) return;
    const Piece *p = own_piece(setup, t, s, o->a, &list);
    if (!p) return;
    if (p->die) *ret = (Wording){.what = p->deck->face[p->die[o->b - 1].face - 1].name, .more = p->name};
    else *ret = (Wording){.what = sees_own(p, o->b - 1) ? p->deck->face[p->slot[o->b - 1].card].name : "a card",
                          .more = p->name};
}

void inn_reclaim(Table *t, Pile *pile)
{
    Inn *g = inn_of(t);
    if (!g->laids || (char *)pile - (char *)g != g->drawn_from) return;
    while (g->laids) {
        pile_return(pile, g->laid[--g->laids].card);
        g->laid[g->laids] = (Slot){0, 0};
    }
}

/* RDI-A4: where the deck is out, what was laid away makes a new one. */
static bool draw_inside(Table *t, SeatSet who, Slot *ret, Env *e)
{
    Inn *g = inn_of(t);
    Pieces list;
    pieces_list(e->setup, game_named(e->setup, t), guest_of(t), &list);
    Piece *deck = (Piece *)(uintptr_t)deck_inside(&list);
    g->drawn_from = (uint16_t)((char *)deck->pile - (char *)g);
    if (!deck->pile->n) {
        inn_reclaim(t, deck->pile);
        chance_shuffle(e, deck->pile);
        deck->n = deck->pile->n;
    }
    return alter_draw(e, deck, who, ret);
}

static void lay_away(Inn *g, Slot card) { g->laid[g->laids++] = card; }

/* Who sees a card of the guest's, in our seats. */
static SeatSet seen_by(const Table *t, SeatSet known)
{
    SeatSet set = has(known, TAP_WATCHER) ? (SeatSet)PUBLIC : 0;
    for (Seat i = 0; i < guest_of(t)->seats; i++) {
        Seat s = guest_of(t)->sits[i];
        set = has(known, i) ? set | only(s) : less(set, s);
    }
    return set;
}

static void exchange(Table *t, Seat s, int zone, int k, Slot card, Env *e)
{
    Pieces list;
    Piece *p = own_piece(e->setup, t, s, zone, &list);
    bool done = alter_swap(e, p, k, &card);
    assert(done);
    (void)done;
    lay_away(inn_of(t), card);
    SeatSet seen = seen_by(t, p->slot[k].known);
    if (!seen) tell(e, TAP_SAID, "{who} exchanges a card.", .who = s);
    else
        tell(e, TAP_MOVED, "{who} exchanges a card for the {card}.", .who = s, .card = p->slot[k].card,
             .deck = TAVERN, .seen_by = seen, .unseen = "{who} exchanges a card.");
}

static void exchange_blindly(Table *t, Seat s, const Move *m, Env *e)
{
    Slot card;
    if (draw_inside(t, 0, &card, e)) exchange(t, s, m->a, m->b - 1, card, e);
}

static void change_die(Table *t, Seat s, const Move *m, Env *e)
{
    Pieces list;
    Piece *p = own_piece(e->setup, t, s, m->a, &list);
    bool done = m->verb == REROLL ? alter_reroll(e, p, m->b - 1) : alter_set(p, m->b - 1, (int)m->value);
    assert(done);
    (void)done;
    if (m->verb == REROLL) tell(e, TAP_ROLLED, "{who} rolls a die again: {n}.", .who = s, .n = p->die[m->b - 1].face);
    else tell(e, TAP_ROLLED, "{who} turns a die to {n}.", .who = s, .n = p->die[m->b - 1].face);
}

static bool look_at_one(Table *t, Seat s, Env *e)
{
    Inn *g = inn_of(t);
    Slot *card = &g->looked[g->lookeds];
    if (!draw_inside(t, only(s), card, e)) return false;
    tell(e, TAP_MOVED, "{who} looks at the {card}.", .who = s, .card = card->card, .deck = TAVERN, .seen_by = only(s),
         .unseen = "{who} looks at a card of the deck.", .to = Z_LOOKED, .to_owner = s);
    return true;
}

static void stop_looking(Inn *g)
{
    for (int i = 0; i < g->lookeds; i++)
        if (g->looked[i].card != NO_CARD) lay_away(g, g->looked[i]);
    memset(g->looked, 0, sizeof g->looked);
    g->lookeds = 0;
    g->looker = NOBODY;
}

static Slot take_looked(Inn *g, int i)
{
    Slot card = g->looked[i];
    g->looked[i] = (Slot){NO_CARD, 0};
    return card;
}

/* RNW-6, RNW-13, RDI-09, RDI-10. */
SCRIPT_BODY(, inn_benefit)
{
    Inn *g = inn_of(t);
    BEGIN;
    g->looks = f->looks;
    ASK(f->who, Q_BENEFIT);
    if (ANSWER(f->who)->verb == REROLL || ANSWER(f->who)->verb == SET_DIE) change_die(t, f->who, ANSWER(f->who), e);
    else if (ANSWER(f->who)->verb == BLIND) exchange_blindly(t, f->who, ANSWER(f->who), e);
    else if (ANSWER(f->who)->verb == LOOK) {
        g->looker = f->who;
        while (g->lookeds < f->looks && look_at_one(t, f->who, e)) g->lookeds++;
        ASK(f->who, Q_TAKE);
        if (ANSWER(f->who)->verb == TAKE) {
            f->taken = ANSWER(f->who)->a;
            ASK(f->who, Q_GIVE);
            exchange(t, f->who, ANSWER(f->who)->a, ANSWER(f->who)->b - 1, take_looked(g, f->taken - 1), e);
        }
        stop_looking(g);
    }
    g->looks = 0;
    END;
}
