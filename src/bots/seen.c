/* What everybody has seen of the bets of a hand (bot.h). Nothing of it is secret: it goes by public facts alone. */
#include <stdlib.h>

#include "wager/wager.h"
#include <taproom/bot.h>

_Static_assert(sizeof(TapSeen) <= 1024, "it is copied for every decision");

enum { POT_PARTS = 64 }; /* of TapSeenBet.part */

/* The table at that level, if it is one of wager.h at which bets are laid; else NULL. */
static const Table *betting_at(const Setup *setup, const State *st, int level)
{
    const Table *t = table_of(st, level);
    return game_of(setup, st, level)->money_held == wager_held && t->option[OPT_WAGER] == WAGER_BETTING ? t : NULL;
}

/* Nobody has laid anything in the betting round that is under way, or left it with coins in hand. */
static bool round_is_fresh(const Table *t)
{
    const Wager *w = wager_at(t);
    return w->to_act && !w->to_match && w->to_act == able_to_bet(t);
}

/* Of a seat that has to answer in a betting round an amount is coins that are laid: no other is asked for then. */
static const Choice *amount_among(const Choices *c)
{
    for (int i = 0; i < c->n; i++)
        if (c->choice[i].kind == TAP_AMOUNT) return &c->choice[i];
    return NULL;
}

/* Which bet the answer to the open question is; false if it is none. */
static bool bet_of(const Setup *setup, const State *st, const Question *q, const Table *t, Seat inner, Move m,
                   TapSeenBet *ret)
{
    const Wager *w = wager_at(t);
    if (st->mode != ASKS_ALL || q->secret || inner < 0 || !has(w->to_act, inner)) return false;
    bool raises = m.verb == RAISE, folds = m.verb == FOLD;
    if (q->who != who_bets) { /* a question of the game's own: the amount opens the betting, all else lets it be */
        Choices c;
        choices_of(setup, st, inner, &c);
        const Choice *amount = amount_among(&c);
        if (!amount) return false;
        raises = tap_choice_admits(amount, &m);
        folds = false;
    }
    int32_t bet = w->bet[inner], stack = w->stack[inner], owed = w->to_match - bet,
            pays = raises  ? (int32_t)m.value - bet
                   : folds ? 0
                           : (owed < stack ? owed : stack);
    *ret = (TapSeenBet){.to = (uint32_t)(bet + pays),
                        .act = raises ? TAP_SEEN_RAISE : folds ? TAP_SEEN_FOLD : TAP_SEEN_MATCH,
                        .round = w->round,
                        .paid = pays > 0,
                        .all_in = pays > 0 && pays == stack};
    if (raises) {
        int64_t pot = (int64_t)wager_on_table(t) + owed, part = POT_PARTS * ((int64_t)m.value - w->to_match);
        part /= pot > 0 ? pot : 1;
        ret->part = (uint16_t)(part < UINT16_MAX ? part : UINT16_MAX);
    }
    return true;
}

/* Whether the hand at this table is another than that of the bets, which were laid at a table of this level. asked is
 * the outermost table's seat that is about to bet there, or NOBODY. */
static bool is_new_hand(const TapSeen *seen, const State *st, const Table *t, Seat asked)
{
    const Wager *w = wager_at(t);
    if (w->replays != seen->replays || w->round < seen->round) return true;
    if (seats_outward(st, seen->level, w->dealt) != seen->dealt) return true;
    SeatSet in = seats_outward(st, seen->level, w->in), spoke = 0;
    for (int i = 0; i < seen->bets; i++) {
        const TapSeenBet *b = &seen->bet[i];
        if (b->act == TAP_SEEN_FOLD && has(in, b->who)) return true;
        if (b->round == w->round) spoke |= only(b->who);
    }
    return asked != NOBODY && has(spoke, asked) && round_is_fresh(t); /* nobody bets twice in a round without a raise */
}

static bool is_same_table(const TapSeen *seen, const State *st, int level)
{
    return seen->level == level && level < st->levels && seen->guest == st->guest[level];
}

/* The first bet of a hand: in the first round, by whom it begins with. */
static bool is_first(const Table *t, Seat inner)
{
    const Wager *w = wager_at(t);
    return w->round == 1 && w->in == w->dealt && round_is_fresh(t) && inner == seat_from(t, w->to_act, t->start);
}

void tap_seen_add(TapSeen *seen, const TapSetup *setup, const TapState *before, TapSeat who, TapMove move)
{
    const State *st = state_at(before);
    if (!st->asked) return;
    const Question *q = open_question(setup, st);
    if (q->hushed) return;
    seen->answers++;
    const Table *t = betting_at(setup, st, st->asking);
    if (!t) return;
    int        level = st->asking;
    Seat       inner = seat_inward(st, level, who);
    TapSeenBet bet;
    if (!bet_of(setup, st, q, t, inner, tap_public_part(setup, before, who, move), &bet)) return;
    bet.who = who;
    if (!is_same_table(seen, st, level) || !seen->bets || is_new_hand(seen, st, t, who)) {
        memset(seen->bet, 0, sizeof seen->bet); /* what was seen the same way is equal */
        seen->bets = 0;
        seen->whole = is_first(t, inner);
    }
    if (seen->bets == TAP_SEEN_BETS) {
        memmove(seen->bet, seen->bet + 1, sizeof *seen->bet * --seen->bets);
        seen->whole = false;
    }
    const Wager *w = wager_at(t);
    seen->level = (uint8_t)level;
    seen->guest = st->guest[level];
    seen->replays = w->replays;
    seen->round = w->round;
    seen->dealt = seats_outward(st, level, w->dealt);
    seen->bet[seen->bets++] = bet;
}

void tap_seen_of(TapSeen *ret, const TapRecord *record)
{
    const TapSetup *setup = tap_record_setup(record);
    TapState       *state = malloc(sizeof *state);
    TapSeat         seat;
    TapMove         move;
    assert(state);
    *ret = (TapSeen){.answers = 0};
    tap_record_state_at(record, 0, state, NULL);
    for (int i = 0; tap_record_answer_at(record, i, &seat, &move); i++) {
        tap_seen_add(ret, setup, state, seat, move);
        tap_answer_trusted(setup, state, seat, move, NULL);
    }
    free(state);
}

int tap_seen_bets(const TapSeen *seen, const TapSetup *setup, const TapState *s)
{
    const State *st = state_at(s);
    if (!seen->bets || !is_same_table(seen, st, seen->level)) return 0;
    const Table *t = betting_at(setup, st, seen->level);
    if (!t) return 0;
    /* Where bets are asked for one seat is asked at a time. */
    Seat asked = st->asked && st->asking == seen->level && count(st->asked) == 1
                     ? seat_outward(st, seen->level, tap_first_of(st->asked))
                     : NOBODY;
    return is_new_hand(seen, st, t, asked) ? 0 : seen->bets;
}
