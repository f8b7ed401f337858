/* Dragon's Gold: talks about a hoard (GOLD-Q1, GOLD-Q2, GOLD-Q16), its division by the weakest instead (GOLD-V2,
 * GOLD-Q15), and the market (GOLD-R32 .. GOLD-R35, GOLD-Q11). */
#include "games/gold.h"

/* ------------------------------------------------------------------- sand */

static bool by_clock(const Table *t) { return t->option[OPT_TALKS] == BY_CLOCK; }

int words_left(const Gold *g, Seat s) { return GRAINS + (g->extended ? MORE_GRAINS : 0) - g->said[s]; }

static void turn_glass(Gold *g)
{
    g->grain = g->since = g->extended = 0;
    g->sand = GRAINS;
    g->glasses++;
    g->done = 0;
    memset(g->said, 0, sizeof g->said);
    memset(g->sits, 0, sizeof g->sits);
    memset(g->standing, 0, sizeof g->standing);
}

static void put_glass_away(Gold *g)
{
    turn_glass(g);
    g->glasses--;
    g->sand = 0;
}

void sand_glass(const Setup *setup, const Table *t, TapGlass *ret)
{
    const Gold *g = gold_at(t);
    uint8_t     grains = g->extended ? MORE_GRAINS : GRAINS;
    *ret = (TapGlass){.seconds = (uint16_t)(grains * GRAIN_SECONDS), .grains = grains, .turn = g->glasses};
}

/* True if a message, or the silence of all, lets a grain fall. */
static void let_run(const Table *t, Gold *g, Seat spoke, int talkers)
{
    if (spoke != NOBODY && spoke != CLOCK) {
        g->said[spoke]++;
        if (by_clock(t) || ++g->since < talkers) return;
    }
    g->since = 0;
    g->grain++;
}

/* ------------------------------------------------------------------ talks */

SeatSet who_talks(const Setup *setup, const Table *t)
{
    return gold_at(t)->involved | (by_clock(t) ? only(CLOCK) : 0);
}

static bool stands(const Gold *g, int i) { return g->standing[i].verb != 0; }

/* GOLD-Q16: whoever has no message left only listens. */
const char *gold_refusal(const Setup *setup, const Table *t, Seat s, const char *word)
{
    static const char *const messages[] = {"propose", "accept", "withdraw", "offer", "show"};
    const Gold *g = gold_at(t);
    bool        message = false;
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) message = message || !strcmp(word, messages[i]);
    if (!message || (t->phase != P_TALKS && t->phase != P_MARKET) || words_left(g, s) > 0) return NULL;
    return g->extended ? "You have said your eighteen." : "You have said your twelve.";
}

void talk_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Gold *g = gold_at(t);
    uint8_t     stock[COLOURS];
    if (s == CLOCK) {
        offer(c, GRAIN, 0, 0);
        return;
    }
    offer(c, WAIT, 0, 0);
    if (words_left(g, s) <= 0) return;
    count_hoard(g, g->at, stock);
    offer_split(c, PROPOSE, GOLD_TOKENS, stock, COLOURS, g->involved)->zone = (uint8_t)(Z_HOARD + g->at);
    for (int i = 0; i < PLAYERS; i++)
        if (stands(g, i) && g->sits[s] != i + 1) offer(c, ACCEPT, i + 1, 0)->zone = (uint8_t)(Z_PROPOSAL + i);
    if (g->sits[s]) offer(c, WITHDRAW, 0, 0)->zone = (uint8_t)(Z_PROPOSAL + g->sits[s] - 1);
}

/* A proposal stands while somebody sits on it: proposing it again would be the same. */
static void stand_up(const Table *t, Gold *g, Seat s)
{
    int was = g->sits[s];
    g->sits[s] = 0;
    for (Seat o = 0; o < t->seats; o++)
        if (!was || g->sits[o] == was) return;
    memset(&g->standing[was - 1], 0, sizeof *g->standing);
}

/* A split has one form, so that proposing what stands already is accepting it. */
static void sit_on(const Table *t, Gold *g, Seat s, const Move *m, Env *e)
{
    int i = 0;
    if (m->verb == ACCEPT) i = m->a - 1;
    else {
        while (i < PLAYERS && !tap_same_move(g->standing[i], *m)) i++;
        if (i == PLAYERS) {
            stand_up(t, g, s);
            for (i = 0; stands(g, i);) i++;
            g->standing[i] = *m;
            tell(e, TAP_SAID, "{who} proposes a split: number {n}.", .who = s, .n = i + 1);
        }
    }
    if (g->sits[s] == i + 1) return;
    if (g->sits[s]) stand_up(t, g, s);
    g->sits[s] = (uint8_t)(i + 1);
    if (m->verb == ACCEPT) tell(e, TAP_SAID, "{who} accepts proposal {n}.", .who = s, .n = i + 1);
}

/* The proposal on which all sit; -1. */
static int closed(const Table *t, const Gold *g)
{
    int on = g->sits[tap_first_of(g->involved)];
    for (Seat s = 0; s < t->seats; s++)
        if (has(g->involved, s) && g->sits[s] != on) return -1;
    return on - 1;
}

void shares_of(const uint8_t stock[COLOURS], const Move *m, uint8_t ret[PLAYERS][COLOURS])
{
    memset(ret, 0, PLAYERS * sizeof *ret);
    for (int colour = 0, thing = 0; colour < COLOURS; colour++)
        for (int n = 0; n < stock[colour]; n++) ret[tap_assigned(m, thing++)][colour]++;
}

static void close_deal(const Table *t, Gold *g, Env *e)
{
    uint8_t stock[COLOURS];
    count_hoard(g, g->at, stock);
    shares_of(stock, &g->standing[closed(t, g)], g->share);
    tell(e, TAP_SAID, "All agree on proposal {n}.", .n = closed(t, g) + 1);
    put_glass_away(g);
}

SCRIPT_BODY(, talks)
{
    Gold *g = gold_of(t);
    BEGIN;
    turn_glass(g);
    tell(e, TAP_SAID, "The glass is turned.");
    while (g->grain < g->sand) {
        ASK_ANY(who_talks(e->setup, t), Q_TALK);
        if (ANSWERED != NOBODY && ANSWERED != CLOCK) {
            if (ANSWER(ANSWERED)->verb == WITHDRAW) {
                stand_up(t, g, ANSWERED);
                tell(e, TAP_SAID, "{who} withdraws.", .who = ANSWERED);
            } else sit_on(t, g, ANSWERED, ANSWER(ANSWERED), e);
            if (closed(t, g) >= 0) { /* GOLD-R17 */
                close_deal(t, g, e);
                RETURN(1);
            }
        }
        let_run(t, g, ANSWERED, count(g->involved));
        if (g->grain == g->sand) OBJECT_WINDOW(W_SAND);
    }
    tell(e, TAP_SAID, "The sand has run through: there is no deal.");
    put_glass_away(g);
    RETURN(0);
    END;
}

/* --------------------------------------------------------------- division */

static int first_fighter(const Gold *g, Seat s)
{
    const Lair *l = &g->lair[g->at];
    int         i = 0;
    while (owner_of(l->fighter[i]) != s) i++;
    return i;
}

/* GOLD-V2: of equals who came first counts as stronger. */
static bool is_stronger(const Setup *setup, const Gold *g, Seat a, Seat b)
{
    int x = attack_at(setup, g, g->at, a), y = attack_at(setup, g, g->at, b);
    return x != y ? x > y : first_fighter(g, a) < first_fighter(g, b);
}

Seat weakest_of(const Setup *setup, const Gold *g, SeatSet who)
{
    Seat found = tap_first_of(who);
    for (Seat s = 0; s < (Seat)g->table.seats; s++)
        if (has(who, s) && s != found && is_stronger(setup, g, found, s)) found = s;
    return found;
}

Seat strongest_of(const Setup *setup, const Gold *g, SeatSet who)
{
    Seat found = tap_first_of(who);
    for (Seat s = 0; s < (Seat)g->table.seats; s++)
        if (has(who, s) && s != found && is_stronger(setup, g, s, found)) found = s;
    return found;
}

/* What is in no share yet. */
static int undivided(const Gold *g, uint8_t ret[COLOURS])
{
    int n = 0;
    count_hoard(g, g->at, ret);
    for (int c = 0; c < COLOURS; c++) {
        for (int i = 0; i < PLAYERS; i++) ret[c] = (uint8_t)(ret[c] - g->share[i][c]);
        n += ret[c];
    }
    return n;
}

/* GOLD-Q15: one token at least for each share that is still to come, as far as there are so many. */
void divide_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Gold *g = gold_at(t);
    uint8_t     stock[COLOURS];
    int         left = undivided(g, stock), to_come = count(g->involved) - g->step - 1;
    for (int k = 0; k < COLOURS; k++)
        if (stock[k] > TAP_COUNTED) stock[k] = TAP_COUNTED;
    offer_counts(c, DIVIDE, GOLD_TOKENS, stock, COLOURS, COLOURS, 1, left > to_come ? left - to_come : 1, 0, 0)->a =
        (uint8_t)(g->step + 1);
}

void take_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Gold *g = gold_at(t);
    for (int i = 0; i < count(g->involved); i++)
        if (!(g->picked >> i & 1)) offer(c, TAKE, i + 1, 0)->zone = (uint8_t)(Z_SHARE + i);
}

static void fill_share(Gold *g, int share, const Move *m)
{
    for (int c = 0; c < COLOURS; c++) g->share[share][c] = (uint8_t)tap_assigned(m, c);
}

static void last_share(Gold *g)
{
    uint8_t rest[COLOURS];
    undivided(g, rest);
    memcpy(g->share[count(g->involved) - 1], rest, sizeof rest);
}

/* Shares by number become shares by seat: sits[] says who took which. */
static void hand_out(Gold *g)
{
    uint8_t by_number[PLAYERS][COLOURS];
    memcpy(by_number, g->share, sizeof by_number);
    memset(g->share, 0, sizeof g->share);
    for (int s = 0; s < PLAYERS; s++)
        if (g->sits[s]) memcpy(g->share[s], by_number[g->sits[s] - 1], COLOURS);
    memset(g->sits, 0, sizeof g->sits);
    g->picked = 0;
}

static void take_share(Gold *g, Seat s, int share, Env *e)
{
    g->sits[s] = (uint8_t)(share + 1);
    g->picked |= (uint8_t)(1u << share);
    tell(e, TAP_SAID, "{who} takes share {n}.", .who = s, .n = share + 1);
}

/* Always returns 1: there is a deal. */
SCRIPT_BODY(, division)
{
    Gold *g = gold_of(t);
    BEGIN;
    memset(g->share, 0, sizeof g->share);
    f->divider = weakest_of(e->setup, g, g->involved);
    tell(e, TAP_SAID, "{who} divides, as the weakest.", .who = f->divider);
    for (g->step = 0; g->step < count(g->involved) - 1; g->step++) {
        uint8_t stock[COLOURS];
        if (!undivided(g, stock)) break;
        ASK(f->divider, Q_DIVIDE);
        fill_share(g, g->step, ANSWER(f->divider));
        tell(e, TAP_SAID, "{who} fills share {n}.", .who = f->divider, .n = g->step + 1);
    }
    last_share(g);
    g->step = 0;
    g->picked = 0;
    for (f->todo = g->involved; count(f->todo) > 1; f->todo = less(f->todo, f->who)) {
        f->who = strongest_of(e->setup, g, f->todo);
        ASK(f->who, Q_TAKE);
        take_share(g, f->who, ANSWER(f->who)->a - 1, e);
    }
    take_share(g, f->divider, __builtin_ctz(~(unsigned)g->picked), e);
    hand_out(g);
    RETURN(1);
    END;
}

/* ----------------------------------------------------------------- market */

SeatSet who_trades(const Setup *setup, const Table *t)
{
    SeatSet open = (SeatSet)(everyone(t) & ~gold_at(t)->done);
    return open | (by_clock(t) ? only(CLOCK) : 0);
}

/* Which of the two sides of an offer is held by a seat. */
static bool can_pay(const Gold *g, Seat s, const Move *offer, int side)
{
    uint8_t held[COLOURS];
    count_stash(g, s, held);
    for (int c = 0; c < COLOURS; c++)
        if (tap_assigned(offer, side + c) > held[c]) return false;
    return true;
}

/* Any colour can be wanted, as many as there are: what others hold is not looked at. */
static void offer_trade(const Setup *setup, const Gold *g, Seat s, Choices *c)
{
    uint8_t most[2 * COLOURS];
    int     own = 0;
    count_stash(g, s, most);
    for (int k = 0; k < COLOURS; k++) {
        int all = setup->content->deck[GOLD_TOKENS]->face[k].copies;
        own += most[k];
        if (most[k] > TAP_COUNTED) most[k] = TAP_COUNTED;
        most[SECOND + k] = (uint8_t)(all < TAP_COUNTED ? all : TAP_COUNTED);
    }
    if (!own) return;
    for (Seat to = 0; to < (Seat)g->table.seats; to++) {
        if (to == s || has(g->done, to)) continue;
        Choice *o = offer_counts(c, OFFER, GOLD_TOKENS, most, 2 * COLOURS, SECOND, 1, own,
                                 !g->table.option[OPT_GIFTS], UINT8_MAX);
        o->a = (uint8_t)(to + 1);
        o->zone = Z_STASH;
        o->owner = s;
    }
}

static void about_offer(Choice *o, Seat maker)
{
    o->zone = Z_OFFER;
    o->owner = maker;
}

void market_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Gold *g = gold_at(t);
    if (s == CLOCK) {
        offer(c, GRAIN, 0, 0);
        return;
    }
    offer(c, WAIT, 0, 0);
    offer(c, DONE, 0, 0);
    if (words_left(g, s) <= 0) return;
    offer_trade(setup, g, s, c);
    for (Seat o = 0; o < t->seats; o++)
        if (stands(g, o) && g->standing[o].a == s + 1 && can_pay(g, s, &g->standing[o], SECOND))
            about_offer(offer(c, AGREE, o + 1, 0), o);
    if (stands(g, s)) about_offer(offer(c, WITHDRAW, 0, 0), s);
    for (Seat o = 0; o < t->seats && g->seat[s].tokens; o++)
        if (o != s) offer(c, SHOW, o + 1, 0);
    if (g->seat[s].tokens) offer(c, SHOW, 0, 0);
}

/* GOLD-Q11: an offer of what one does not hold is none, so that all know that it is there. */
static void prove_offer(Gold *g, Seat s)
{
    for (int c = 0; c < COLOURS; c++) {
        int n = tap_assigned(&g->standing[s], c);
        for (int k = 0; k < n; k++) take_token(g, s, (Colour)c);
        for (int k = 0; k < n; k++) put_token(g, s, (Slot){(Card)c, PUBLIC});
    }
}

static void make_offer(Gold *g, Seat s, const Move *m, Env *e)
{
    g->standing[s] = *m;
    prove_offer(g, s);
    tell(e, TAP_SHOWN, "{who} makes {other} an offer.", .who = s, .other = (Seat)(m->a - 1));
}

static void hand_over(Gold *g, Seat from, Seat to, const Move *m, int side, Env *e)
{
    for (int c = 0; c < COLOURS; c++) {
        int n = tap_assigned(m, side + c);
        for (int k = 0; k < n; k++) {
            Slot token = take_token(g, from, (Colour)c);
            token.known = PUBLIC;
            put_token(g, to, token);
        }
        if (n)
            tell(e, TAP_SHOWN, "{who} gives {other} {n} {card}.", .who = from, .other = to, .card = (Card)c,
                 .deck = GOLD_TOKENS, .n = n, .from = Z_STASH, .from_owner = from, .to = Z_STASH, .to_owner = to);
    }
}

static void drop_offer(Gold *g, Seat s) { memset(&g->standing[s], 0, sizeof g->standing[s]); }

/* In a game that is dealt anew for somebody who cannot know, the maker may have nothing to give: it lapses. */
static void trade(const Table *t, Gold *g, Seat s, Seat maker, Env *e)
{
    Move m = g->standing[maker];
    if (can_pay(g, maker, &m, 0)) {
        tell(e, TAP_SHOWN, "{who} accepts {other}'s offer.", .who = s, .other = maker);
        hand_over(g, maker, s, &m, 0, e);
        hand_over(g, s, maker, &m, SECOND, e);
    }
    drop_offer(g, maker);
    for (Seat o = 0; o < t->seats; o++) {
        if (!stands(g, o)) continue;
        if (can_pay(g, o, &g->standing[o], 0)) prove_offer(g, o);
        else {
            drop_offer(g, o);
            tell(e, TAP_SAID, "{who}'s offer lapses.", .who = o);
        }
    }
}

/* GOLD-R34. */
static void let_see(const Table *t, Gold *g, Seat s, Seat to, Env *e)
{
    SeatSet who = to == NOBODY ? (SeatSet)PUBLIC : only(to);
    show_stash(g, s, who);
    g->seat[s].open_to |= who;
    if (to == NOBODY) tell(e, TAP_SHOWN, "{who} shows everybody the stash.", .who = s);
    else tell(e, TAP_SHOWN, "{who} shows {other} the stash.", .who = s, .other = to);
}

/* Who leaves takes offers along, own ones and those made to her. */
static void leave_market(const Table *t, Gold *g, Seat s, Env *e)
{
    g->done |= only(s);
    drop_offer(g, s);
    for (Seat o = 0; o < t->seats; o++)
        if (stands(g, o) && g->standing[o].a == s + 1) drop_offer(g, o);
    tell(e, TAP_SAID, "{who} leaves the market.", .who = s);
}

static void do_business(const Table *t, Gold *g, Seat s, const Move *m, Env *e)
{
    switch (m->verb) {
    case OFFER: make_offer(g, s, m, e); break;
    case AGREE: trade(t, g, s, (Seat)(m->a - 1), e); break;
    case WITHDRAW:
        drop_offer(g, s);
        tell(e, TAP_SAID, "{who} withdraws the offer.", .who = s);
        break;
    case SHOW: let_see(t, g, s, m->a ? (Seat)(m->a - 1) : (Seat)NOBODY, e); break;
    default: leave_market(t, g, s, e); break;
    }
}

SCRIPT_BODY(, market)
{
    Gold *g = gold_of(t);
    BEGIN;
    PHASE(P_MARKET);
    g->market = 2;
    turn_glass(g);
    tell(e, TAP_SAID, "The market opens.");
    while (g->grain < g->sand && count(everyone(t) & (SeatSet)~g->done) > 1) {
        ASK_ANY(who_trades(e->setup, t), Q_MARKET);
        if (ANSWERED != NOBODY && ANSWERED != CLOCK) do_business(t, g, ANSWERED, ANSWER(ANSWERED), e);
        let_run(t, g, ANSWERED, count(everyone(t) & (SeatSet)~g->done));
    }
    put_glass_away(g);
    tell(e, TAP_SAID, "The market is over.");
    END;
}
