/* Who gets what: pots with their claimants, the three split rules, shares (CONC-12 .. 15, BET-11, Appendix D). */
#include "wager/wager.h"

int pots_build(const int32_t paid[MAX_SEATS], SeatSet in, int seats, Pot ret[MAX_POTS], int32_t ret_refund[MAX_SEATS])
{
    memset(ret_refund, 0, sizeof *ret_refund * MAX_SEATS);
    int pots = 0;
    for (int32_t below = 0;;) {
        int32_t level = INT32_MAX;
        for (Seat s = 0; s < seats; s++)
            if (has(in, s) && paid[s] > below && paid[s] < level) level = paid[s];
        bool top = level == INT32_MAX; /* only folded money lies higher: it falls into the pot below (BET-A9) */
        Pot p = {0, 0};
        SeatSet payers = 0;
        for (Seat s = 0; s < seats; s++) {
            int32_t part = (paid[s] < level ? paid[s] : level) - below;
            if (part > 0) p.coins += part, payers |= only(s);
            if (has(in, s) && paid[s] >= level) p.eligible |= only(s);
        }
        if (top) {
            if (p.coins && pots) ret[pots - 1].coins += p.coins;
            else if (p.coins) ret[pots++] = (Pot){p.coins, in};
            return pots;
        }
        if (count(p.eligible) == 1 && payers == p.eligible) ret_refund[tap_first_of(p.eligible)] += p.coins;
        else ret[pots++] = p;
        below = level;
    }
}

SeatSet best_of(const TapScore score[MAX_SEATS], SeatSet among)
{
    SeatSet best = 0;
    for (Seat s = 0; s < MAX_SEATS; s++) {
        if (!has(among, s)) continue;
        int order = best ? tap_score_compare(&score[s], &score[tap_first_of(best)]) : 1;
        if (order > 0) best = only(s);
        else if (order == 0) best |= only(s);
    }
    return best;
}

int32_t shares_divide(const int *place, SeatSet dealt, int32_t share, int32_t carry, int32_t ret[MAX_SEATS])
{
    static const int8_t table[][3] = {
        [2] = {2, 0, 0}, [3] = {2, 1, 0}, [4] = {3, 1, 0}, [5] = {3, 2, 0}}; /* SHARE-04 */
    int n = count(dealt), at[4] = {0};
    int32_t prize[4] = {0}, left = n * share + carry;
    assert(n >= 2);
    for (int k = 1; k <= 3; k++) prize[k] = share * (n < 6 ? table[n][k - 1] : k == 1 ? n - 3 : 3 - (k - 1));
    prize[1] += carry; /* SHARE-A3 */
    for (Seat s = 0; s < MAX_SEATS; s++)
        if (has(dealt, s) && place[s] <= 3) at[place[s]]++;
    int32_t each[4] = {0}; /* SHARE-05 */
    each[1] = at[1] >= 3 ? left / at[1] : at[1] == 2 ? (prize[1] + prize[2]) / 2 : prize[1];
    if (at[2]) each[2] = at[2] == 1 ? prize[2] : (prize[2] + prize[3]) / at[2];
    if (at[3]) each[3] = prize[3] / at[3]; /* SHARE-A2 */
    for (Seat s = 0; s < MAX_SEATS; s++) {
        ret[s] = has(dealt, s) && place[s] <= 3 ? each[place[s]] : 0;
        left -= ret[s];
    }
    return left;
}

/* ------------------------------------------------------------- at the table */

/* Remembers what was won of one pot, for those who look at the table afterwards. */
static void remember_won(Table *t, int32_t coins, SeatSet claims, SeatSet to)
{
    Wager *w = wager_of(t);
    if (!coins || w->won + w->pots == MAX_POTS) return;
    w->won++;
    w->pot[MAX_POTS - w->won] = (Pot){coins, (uint32_t)claims << 16 | to};
}

int32_t wager_won(const Table *t, int i, SeatSet *ret_claims, SeatSet *ret_to)
{
    const Pot *p = &wager_at(t)->pot[MAX_POTS - 1 - i];
    *ret_claims = (SeatSet)(p->eligible >> 16);
    *ret_to = (SeatSet)p->eligible;
    return p->coins;
}

void wager_clear_result(Table *t)
{
    Wager *w = wager_of(t);
    memset(&w->pot[MAX_POTS - w->won], 0, sizeof *w->pot * w->won);
    w->won = 0;
    w->shown = false;
}

static void receive(Table *t, Seat s, int32_t coins, Env *e)
{
    wager_of(t)->stack[s] += coins;
    if (coins) tell(e, TAP_PAID, "{who} takes {n}.", .who = s, .n = coins);
}

/* CONC-13: equal parts; what does not divide waits for the next game, or goes to those who sit first (SWORD-Q10). */
static void divide(Table *t, int32_t coins, SeatSet claims, SeatSet among, Env *e)
{
    Wager *w = wager_of(t);
    remember_won(t, coins, claims, among);
    int32_t each = coins / count(among), odd = coins - each * count(among);
    SeatSet lucky = 0;
    for (Seat s = t->start; w->odd_to_left && odd; odd--) {
        s = seat_from(t, among & (SeatSet)~lucky, s);
        lucky |= only(s);
    }
    for (Seat s = 0; s < t->seats; s++)
        if (has(among, s)) receive(t, s, each + has(lucky, s), e);
    w->house += odd;
}

/* Those carried from tied hands, then the new ones; those with the same claimants are one pot (BET-A7), and one whose
 * claimants have all folded falls to its neighbour (BET-A9). */
int wager_pots(const Table *t, Pot ret[MAX_POTS])
{
    const Wager *w = wager_at(t);
    Pot all[2 * MAX_POTS + 1];
    int32_t paid[MAX_SEATS] = {0}, refund[MAX_SEATS];
    int n = 0, pots = 0;
    for (int i = 0; i < w->pots; i++) all[n++] = w->pot[i];
    if (w->carry) all[n++] = (Pot){w->carry, w->in}; /* BET-A8: open to all, also to who had nothing to bet */
    for (Seat s = 0; s < t->seats; s++) paid[s] = w->paid[s] - w->bet[s];
    n += pots_build(paid, w->in, t->seats, all + n, refund);
    int32_t orphaned = 0;
    for (Seat s = 0; s < t->seats; s++) assert(!refund[s]); /* it went back at once */
    for (int i = 0; i < n; i++) {
        SeatSet claim = all[i].eligible & w->in;
        int same = -1;
        for (int k = 0; k < pots; k++)
            if (ret[k].eligible == claim) same = k;
        if (!claim && pots) ret[pots - 1].coins += all[i].coins;
        else if (!claim) orphaned += all[i].coins;
        else if (same >= 0) ret[same].coins += all[i].coins;
        else {
            assert(pots < MAX_POTS);
            ret[pots++] = (Pot){all[i].coins, claim};
        }
    }
    if (orphaned && !pots) ret[pots++] = (Pot){0, w->in}; /* nobody has joined yet */
    if (orphaned) ret[0].coins += orphaned;
    return pots;
}

static int take_pots(Table *t, Pot ret[MAX_POTS])
{
    Wager *w = wager_of(t);
    int pots = wager_pots(t, ret);
    memset(w->pot, 0, sizeof *w->pot * w->pots);
    memset(w->paid, 0, sizeof w->paid);
    w->pots = 0;
    w->carry = 0;
    return pots;
}

void wager_wins(Table *t, Seat s, Env *e)
{
    Wager *w = wager_of(t);
    Pot pot[MAX_POTS];
    bool all_his = true;
    for (int i = 0, n = wager_pots(t, pot); i < n; i++) {
        if (has((SeatSet)pot[i].eligible, s)) continue;
        divide(t, pot[i].coins, (SeatSet)pot[i].eligible, (SeatSet)pot[i].eligible, e);
        all_his = false;
    }
    for (Seat o = 0; !all_his && o < t->seats; o++)
        if (w->paid[o] > w->paid[s]) w->paid[o] = w->paid[s];
    w->in = only(s);
}

void wager_pay_uncontested(Table *t, Env *e)
{
    Wager *w = wager_of(t);
    Seat top = NOBODY;
    int32_t reach = 0, coins = 0;
    if (!w->short_antes) return; /* all who are in have laid the same */
    for (Seat s = 0; s < t->seats; s++)
        if (has(w->in, s) && (top == NOBODY || w->paid[s] > w->paid[top])) top = s;
    for (Seat s = 0; s < t->seats; s++)
        if (has(w->in, s) && s != top && w->paid[s] > reach) reach = w->paid[s];
    if (wager_decided(t) || w->paid[top] <= reach) return;
    for (Seat s = 0; s < t->seats; s++)
        if (w->paid[s] > reach) coins += w->paid[s] - reach, w->paid[s] = reach;
    receive(t, top, coins, e);
    remember_won(t, coins, only(top), only(top));
}

/* Leaves a tied pot for another hand; false if it is to be divided now (CONC-A4 .. A7). */
static bool leave_tied(Table *t, Pot pot, bool main_pot, SeatSet tied)
{
    Wager *w = wager_of(t);
    int rule = t->option[OPT_SPLIT];
    if (rule == SPLIT_MERCHANT || w->replays >= MAX_REPLAYS || (rule == SPLIT_COMMONER && !main_pot)) return false;
    if (w->pots + w->won == MAX_POTS) w->won--; /* what is still played for goes before what is only remembered */
    w->pot[w->pots++] = (Pot){pot.coins, tied};
    return true;
}

static void begin_replay(Table *t, Env *e)
{
    Wager *w = wager_of(t);
    w->replaying = true;
    w->no_ante = t->option[OPT_SPLIT] == SPLIT_KING;
    w->replays++;
    w->in = 0;
    for (int i = 0; i < w->pots; i++) w->in |= w->pot[i].eligible;
    w->pot[0].coins += w->house; /* BET-A8: the odd coin of a side pot that was divided joins the next main pot */
    w->house = 0;
    if (w->no_ante) t->start = seat_from(t, w->in, t->start);
    if (w->no_ante) tell(e, TAP_SAID, "The pot stays, and those who tied play again.");
    else tell(e, TAP_SAID, "The pot stays, and everybody plays again.");
}

/* Hands whose worth depends on each other. Apart, for the holdings of all take some room. */
__attribute__((noinline)) static void score_all(const Setup *setup, const Table *t, const Scoring *how, SeatSet who,
                                                TapScore ret[MAX_SEATS])
{
    TapHolding h[MAX_SEATS];
    for (Seat s = 0; s < t->seats; s++) {
        ret[s] = (TapScore){.points = 0};
        if (has(who, s)) holding_of(setup, how, t, s, &h[s]);
    }
    how->score_all(t->option, h, who, ret, NULL);
}

/* A hand thrown in: its pot is played for again, by all who can pay, and the next starts. False if it has been thrown
 * in too often: then the pot waits for the next game. */
static bool play_again_for_all(Table *t, Env *e)
{
    Wager *w = wager_of(t);
    Pot    pot[MAX_POTS];
    int    pots = take_pots(t, pot);
    wager_clear_result(t);
    w->thrown_in = false;
    if (w->replays >= MAX_REPLAYS - 1) {
        for (int i = 0; i < pots; i++) w->house += pot[i].coins;
        tell(e, TAP_SAID, "The hand is thrown in again, and the pot waits for the next game.");
        return false;
    }
    for (int i = 0; i < pots; i++) w->pot[w->pots++] = pot[i];
    w->replaying = true;
    w->no_ante = false;
    w->replays++;
    t->start = next_seat(t, t->start);
    tell(e, TAP_SAID, "The hand is thrown in, and everybody plays again for the pot.");
    return true;
}

void wager_score(const Setup *setup, const Table *t, const Scoring *how, SeatSet who, TapScore ret[MAX_SEATS])
{
    if (how->score_all) {
        score_all(setup, t, how, who, ret);
        return;
    }
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(who, s)) continue;
        TapHolding h;
        holding_of(setup, how, t, s, &h);
        ret[s] = (TapScore){.points = 0};
        how->score(t->option, &h, &ret[s], NULL);
    }
}

static void tell_scores(const Table *t, const TapScore score[MAX_SEATS], SeatSet who, Env *e)
{
    for (Seat s = 0; s < t->seats; s++)
        if (has(who, s)) tell(e, TAP_SAID, "{who} scores {n}.", .who = s, .n = score[s].points);
}

static void settle_shares(Table *t, const TapScore score[MAX_SEATS], Env *e)
{
    Wager *w = wager_of(t);
    int place[MAX_SEATS] = {0};
    int32_t won[MAX_SEATS];
    for (Seat s = 0; s < t->seats; s++) /* SHARE-03: one more than the number of those who are better */
        for (Seat o = 0; has(w->dealt, s) && o < t->seats; o++)
            place[s] += o == s || (has(w->dealt, o) && tap_score_compare(&score[o], &score[s]) > 0);
    if (t->option[OPT_WAGER] == WAGER_NONE) {
        for (Seat s = 0; s < t->seats; s++)
            for (Seat o = 0; has(w->dealt, s) && o < t->seats; o++) {
                int order = has(w->dealt, o) ? tap_score_compare(&score[s], &score[o]) : 0;
                t->score[s] += (order > 0) - (order < 0);
            }
        return;
    }
    int32_t remainder = shares_divide(place, w->dealt, t->option[OPT_SHARE], w->carry, won);
    memset(w->paid, 0, sizeof w->paid);
    w->carry = 0;
    w->house += remainder; /* SHARE-07 */
    for (Seat s = 0; s < t->seats; s++)
        if (has(w->dealt, s)) receive(t, s, won[s], e);
    for (int k = 1; k <= 3; k++) { /* equal places have won the same */
        SeatSet to = 0;
        int32_t coins = 0;
        for (Seat s = 0; s < t->seats; s++)
            if (has(w->dealt, s) && place[s] == k) to |= only(s), coins += won[s];
        remember_won(t, coins, w->dealt, to);
    }
}

/* BET-A11: who is left alone takes everything, unseen. */
static void settle_alone(Table *t, Env *e)
{
    Wager *w = wager_of(t);
    int32_t all = wager_on_table(t) - w->house;
    memset(w->paid, 0, sizeof w->paid);
    memset(w->pot, 0, sizeof *w->pot * w->pots);
    w->pots = 0;
    w->carry = 0;
    receive(t, tap_first_of(w->in), all, e);
    remember_won(t, all, w->in, w->in);
}

static void settle_hands(Table *t, Env *e)
{
    Wager *w = wager_of(t);
    TapScore score[MAX_SEATS];
    memset(score, 0, sizeof score);
    wager_score(e->setup, t, e->game->scoring, w->in, score);
    tell_scores(t, score, w->in, e);
    if (t->option[OPT_WAGER] != WAGER_BETTING) {
        settle_shares(t, score, e);
        return;
    }
    Pot pot[MAX_POTS];
    int pots = take_pots(t, pot);
    for (int i = 0; i < pots; i++) {
        SeatSet best = best_of(score, pot[i].eligible);
        if (count(best) == 1 || !leave_tied(t, pot[i], i == 0, best))
            divide(t, pot[i].coins, (SeatSet)pot[i].eligible, best, e);
    }
}

/* CONC-12 .. 15, BET-04, BET-11. Returns REPLAYED if a tie is to be played out. */
SCRIPT_BODY(, wager_settle)
{
    Wager *w = wager_of(t);
    BEGIN;
    if (count(w->dealt) < 2) { /* nobody could play */
        w->house += w->carry;
        w->carry = 0;
        RETURN(GOES_ON);
    }
    if (w->thrown_in) {
        if (play_again_for_all(t, e)) RETURN(REPLAYED);
        RETURN(GOES_ON);
    }
    if (count(w->in) == 1) settle_alone(t, e);
    else settle_hands(t, e);
    w->shown = true;
    CHAPTER();
    if (w->pots) {
        begin_replay(t, e);
        RETURN(REPLAYED);
    }
    END;
}
