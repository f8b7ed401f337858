#include "bots/bets.h"

static SeatSet able(const Bets *b)
{
    SeatSet can = 0;
    for (Seat s = 0; s < b->seats; s++)
        if (has(b->in, s) && b->stack[s] > 0) can |= only(s);
    return can;
}

static Seat next_of(const Bets *b, SeatSet among, Seat from)
{
    for (int k = 0; k < b->seats; k++) {
        Seat s = (Seat)((from + k) % b->seats);
        if (has(among, s)) return s;
    }
    return NOBODY;
}

void bets_read(const Table *t, int rounds, Bets *ret)
{
    const Wager *w = wager_at(t);
    *ret = (Bets){.seats = t->seats, .rounds = (uint8_t)(rounds > w->round ? rounds : w->round), .start = t->start};
    ret->round = (uint8_t)(w->round ? w->round - 1 : 0);
    ret->actor = t->turn;
    ret->raiser = ret->leader = NOBODY;
    ret->in = w->in;
    ret->to_act = w->to_act;
    ret->closed = w->closed;
    ret->to_match = w->to_match;
    ret->raise_limit = w->raise_limit;
    ret->bet_cap = w->bet_cap;
    ret->extra = wager_on_table(t);
    for (Seat s = 0; s < t->seats; s++) {
        ret->stack[s] = w->stack[s];
        ret->bet[s] = w->bet[s];
        ret->paid[s] = w->paid[s];
        ret->extra -= w->paid[s];
        ret->first += w->paid[s] < t->option[OPT_ANTE] ? w->paid[s] : t->option[OPT_ANTE];
    }
    ret->first += ret->extra;
    /* How often it was raised is not written anywhere: those who still answer to a bet answer to one raise, or to one
     * that came over what somebody had laid already. */
    if (ret->to_match)
        for (Seat s = 0; s < t->seats; s++)
            if (ret->bet[s] > 0 && ret->bet[s] < ret->to_match && has(ret->to_act, s)) ret->raises = 2;
    if (ret->to_match && !ret->raises) ret->raises = 1;
}

void bets_begin(Bets *ret, int seats, int rounds, const int32_t *stack, int32_t ante)
{
    *ret = (Bets){.seats = (uint8_t)seats, .rounds = (uint8_t)rounds, .raiser = NOBODY, .leader = NOBODY};
    for (Seat s = 0; s < seats; s++) {
        int32_t pays = stack[s] < ante ? stack[s] : ante;
        ret->in |= only(s);
        ret->paid[s] = pays;
        ret->stack[s] = stack[s] - pays;
        ret->first += pays;
    }
    ret->to_act = able(ret);
    ret->actor = count(ret->to_act) > 1 ? next_of(ret, ret->to_act, 0) : NOBODY;
}

int32_t bets_pot(const Bets *b)
{
    int32_t sum = b->extra;
    for (Seat s = 0; s < b->seats; s++) sum += b->paid[s];
    return sum;
}

int32_t bets_need(const Bets *b)
{
    int32_t owed = b->to_match - b->bet[b->actor];
    return owed < b->stack[b->actor] ? owed : b->stack[b->actor];
}

/* The most that can be staked to any purpose: no more than another could answer. */
static int32_t most_to(const Bets *b)
{
    int32_t mine = b->bet[b->actor] + b->stack[b->actor], other = 0;
    for (Seat s = 0; s < b->seats; s++)
        if (s != b->actor && has(b->in, s) && b->stack[s] > 0 && b->bet[s] + b->stack[s] > other)
            other = b->bet[s] + b->stack[s];
    int32_t most = mine < other ? mine : other;
    if (b->raise_limit && most > b->to_match + b->raise_limit) most = b->to_match + b->raise_limit;
    if (b->bet_cap && most > b->bet_cap) most = b->bet_cap;
    return most;
}

int bets_acts(const Bets *b, BetAct ret[BET_ACTS])
{
    /* Of each slot from the third on, in sixteenths of the pot after calling; 0 is left out. */
    static const int32_t open_two[] = {8, 16, 35}, open_more[] = {0, 12, 0}, again[] = {0, 16, 35}, none[] = {0, 0, 0};
    int32_t need = bets_need(b), pot = bets_pot(b) + need, most = most_to(b);
    int     n = 0, players = count(b->in);
    if (need > 0) ret[n++] = (BetAct){BET_FOLD, 0, 0};
    ret[n++] = (BetAct){BET_STAY, 1, 0};
    if (most <= b->to_match || has(b->closed, b->actor)) return n;
    int            cap = players == 2 ? 2 : 1;
    const int32_t *part = b->raises == 0  ? (players == 2 ? open_two : open_more)
                          : b->raises < cap ? again
                                            : none;
    int32_t before = b->to_match;
    for (int k = 0; k < 3; k++) {
        int64_t to = b->to_match + ((int64_t)part[k] * pot + 8) / 16;
        if (!part[k] || to * 20 >= (int64_t)most * 13) continue; /* nearly everything is everything */
        if (to <= before) to = before + 1;
        if (to < most) ret[n++] = (BetAct){BET_RAISE, (uint8_t)(2 + k), before = (int32_t)to};
    }
    ret[n++] = (BetAct){BET_RAISE, BET_ACTS - 1, most};
    return n;
}

void bets_do(Bets *b, BetAct act)
{
    Seat    who = b->actor;
    int32_t pays = act.kind == BET_FOLD ? 0 : act.kind == BET_STAY ? bets_need(b) : act.to - b->bet[who];
    b->stack[who] -= pays;
    b->bet[who] += pays;
    b->paid[who] += pays;
    b->to_act = less(b->to_act, who);
    if (act.kind == BET_FOLD) b->in = less(b->in, who);
    if (act.kind == BET_RAISE) {
        b->to_match = act.to;
        b->raiser = who;
        b->closed = 0;
        if (b->raises < UINT8_MAX) b->raises++;
        b->to_act = less(able(b), who);
    }
    b->actor = NOBODY;
    if (count(b->in) < 2) return;
    if (b->to_act) {
        b->actor = next_of(b, b->to_act, (Seat)((who + 1) % b->seats));
        return;
    }
    if (++b->round >= b->rounds) return;
    b->to_match = 0;
    if (b->raiser != NOBODY) b->leader = b->raiser;
    b->raiser = NOBODY;
    b->raises = 0;
    b->closed = 0;
    memset(b->bet, 0, sizeof b->bet);
    b->to_act = able(b);
    if (count(b->to_act) > 1) b->actor = next_of(b, b->to_act, b->start);
    else b->to_act = 0;
}

int32_t bets_final(const Bets *b, const uint8_t *order, Seat me)
{
    int32_t got = b->stack[me], most = 0, below = 0;
    if (!has(b->in, me)) return got;
    if (count(b->in) == 1) return got + bets_pot(b);
    for (Seat s = 0; s < b->seats; s++)
        if (has(b->in, s) && b->paid[s] > most) most = b->paid[s];
    /* Layer by layer, as pots_build has them; what folded players laid above the last falls into it. */
    for (int32_t extra = b->extra; below < most; extra = 0) {
        int32_t level = most, coins = extra;
        int     best = -1, ties = 0;
        for (Seat s = 0; s < b->seats; s++)
            if (has(b->in, s) && b->paid[s] > below && b->paid[s] < level) level = b->paid[s];
        for (Seat s = 0; s < b->seats; s++) {
            int32_t to = b->paid[s] < level || (level == most && !has(b->in, s)) ? b->paid[s] : level;
            if (to > below) coins += to - below;
            if (!has(b->in, s) || b->paid[s] < level) continue;
            if (order[s] > best) best = order[s], ties = 1;
            else if (order[s] == best) ties++;
        }
        if (b->paid[me] >= level && order[me] == best) got += coins / ties;
        below = level;
    }
    if (!most && order[me] > 0) { /* nobody laid anything: what lay there goes to the best */
        int best = 0, ties = 0;
        for (Seat s = 0; s < b->seats; s++)
            if (has(b->in, s) && order[s] > best) best = order[s], ties = 1;
            else if (has(b->in, s) && order[s] == best) ties++;
        if (order[me] == best && ties) got += b->extra / ties;
    }
    return got;
}

/* The first class whose border a part of the pot does not reach; borders are in parts of 64. */
static int class_of(int64_t coins, int64_t pot, const int16_t *border, int n)
{
    int c = 0;
    while (c < n && coins * 64 > border[c] * pot) c++;
    return c;
}

int32_t bets_in_round(const Bets *b)
{
    int32_t sum = 0;
    for (Seat s = 0; s < b->seats; s++) sum += b->bet[s];
    return sum;
}

int bets_key(const Bets *b) { return bets_key_near(b, 0, 0, 0); }

int bets_key_near(const Bets *b, int dearer, int deeper, int grown)
{
    /* Bets of no more than 0.6, 1.3, 3, 7, 15 and 31 times what lay there before are told apart. */
    static const int16_t needs[] = {0, 24, 36, 48, 56, 60, 62}, depths[] = {0, 40, 104, 256, 768, 2560},
                         times[] = {80, 240, 800}; /* what lay there before the first bet */
    int32_t need = bets_need(b), pot = bets_pot(b) > 0 ? bets_pot(b) : 1, behind = 0;
    for (Seat s = 0; s < b->seats; s++) {
        if (s == b->actor || !has(b->in, s)) continue;
        int32_t his = b->stack[s] + b->bet[s] - b->to_match, mine = b->stack[b->actor] - need;
        int32_t both = his < mine ? his : mine;
        if (both > behind) behind = both;
    }
    int players = count(b->in), after = count(b->to_act) - 1;
    int costs = class_of(need, pot, needs, KEY_NEEDS - 1) + dearer;
    int depth = class_of(behind, pot + need, depths, KEY_DEPTHS - 1) + deeper;
    int size = class_of(pot - bets_in_round(b), b->first > 0 ? b->first : 1, times, KEY_GROWN - 1) + grown;
    if (size < 0 || size >= KEY_GROWN) return -1;
    if (costs < !!need || costs >= (need ? KEY_NEEDS : 1) || depth < 0 || depth >= KEY_DEPTHS) return -1;
    int key = bets_round(b);
    key = key * KEY_PLAYERS + (players > 2);
    key = key * KEY_NEEDS + costs;
    key = key * KEY_DEPTHS + depth;
    key = key * KEY_GROWN + size;
    key = key * KEY_RAISES + (b->raises > 2 ? 2 : b->raises);
    key = key * KEY_AFTER + (after > 2 ? 2 : after < 0 ? 0 : after);
    return key * KEY_LEADS + (b->leader == NOBODY ? 0 : b->leader == b->actor ? 1 : 2);
}
