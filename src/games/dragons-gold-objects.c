/* Dragon's Gold: Magic Objects. When one may be played (GOLD-Q12, GOLD-Q22, GOLD-Q23), what it is played on, and what
 * it does. */
#include "games/gold.h"

static int effect_of(const Setup *setup, Card face) { return number_of(setup, GOLD_OBJECTS, face); }

static int hand_at(const Gold *g, Seat s)
{
    int at = 0;
    for (Seat o = 0; o < s; o++) at += g->seat[o].objects;
    return at;
}

/* ---------------------------------------------------------------- windows */

static bool fits_window(int effect, int window)
{
    return window_of_effect((GoldEffect)effect) == (GoldWindow)window || (effect == LOOK && window != W_ANSWER);
}

/* How many of the cards are not known to be out of the game: the discards lie open. */
static bool may_be_held(const Setup *setup, const Gold *g, int window)
{
    const Deck *deck = setup->content->deck[GOLD_OBJECTS];
    uint8_t     gone[GOLD_OBJECT_N] = {0};
    for (int i = 0; i < g->used.n; i++) gone[pile_cards(&g->used)[i]]++;
    for (int i = 0; i < g->box.n; i++) gone[pile_cards(&g->box)[i]]++;
    for (int i = 0; i < deck->faces; i++)
        if (fits_window(deck->face[i].number, window) && gone[i] < deck->face[i].copies) return true;
    return false;
}

/* Whose moment it is. */
static SeatSet who_might(const Table *t, const Gold *g)
{
    switch (g->window) {
    case W_START:
    case W_PLACE: return only(g->active);
    case W_SPLIT:
    case W_FAIL:
    case W_SAND: return g->involved;
    case W_THEFT: return only(g->thief) | only(g->victim);
    case W_ANSWER: return less(everyone(t), g->source);
    default: return everyone(t);
    }
}

SeatSet who_reacts(const Setup *setup, const Table *t)
{
    const Gold *g = gold_at(t);
    SeatSet     who = 0, might = who_might(t, g);
    for (Seat s = 0; s < t->seats; s++)
        if (has(might, s) && g->seat[s].objects) who |= only(s);
    return who && may_be_held(setup, g, g->window) ? who : 0;
}

void window_facts(const Setup *setup, const Table *t, TapWindow *ret)
{
    static const char *const kinds[GOLD_WINDOWS] = {[W_START] = "turn begins",
                                                    [W_PLACE] = "adventurer sent",
                                                    [W_BETWEEN] = "turn is over",
                                                    [W_KILL] = "dragon slain",
                                                    [W_SPLIT] = "hoard shared",
                                                    [W_FAIL] = "talks failed",
                                                    [W_THEFT] = "theft",
                                                    [W_SAND] = "sand is out",
                                                    [W_ANSWER] = "Object"};
    const Gold *g = gold_at(t);
    ret->kind = kinds[g->window];
    ret->turn = g->active;
    ret->depth = g->window == W_ANSWER;
    ret->seconds = 8;
    ret->touches = g->window == W_ANSWER ? everyone(t) : who_might(t, g);
}

/* ---------------------------------------------------------------- targets */

static int own_fighters(const Gold *g, int lair, Seat s, uint8_t but)
{
    int n = 0;
    for (int i = 0; i < g->lair[lair].fighters; i++) {
        Fighter f = g->lair[lair].fighter[i];
        bool    already = but && (but == AS_WIZARD ? is_wizard(f) : is_thief(f));
        n += owner_of(f) == s && !already;
    }
    return n;
}

static int share_size(const Gold *g, Seat s)
{
    int n = 0;
    for (int c = 0; c < COLOURS; c++) n += g->share[s][c];
    return n;
}

static uint64_t colours_of(const uint8_t *held)
{
    uint64_t set = 0;
    for (int c = 0; c < COLOURS; c++)
        if (held[c]) set |= 1ull << c;
    return set;
}

static void offer_lairs(const Setup *setup, const Gold *g, Seat s, Choices *c)
{
    for (int lair = 0; lair < LAIRS; lair++) {
        bool fits = lives(g, lair);
        if (g->effect == WEAKEN) fits = fits && strength_of(setup, g, lair) > 1;
        if (g->effect == CALL_HOME) fits = fits && own_fighters(g, lair, s, 0);
        if (fits) at_dragon(offer(c, AT_DRAGON, lair + 1, 0), lair);
    }
}

/* What an Object can be played on now, for one whose effect has a target; nothing if there is nothing to act on. */
void target_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Gold *g = gold_at(t);
    uint8_t     stock[COLOURS];
    switch (g->effect) {
    case SWAP_SHARES:
        for (Seat a = 0; a < t->seats; a++)
            for (Seat b = (Seat)(a + 1); b < t->seats; b++)
                if (has(less(g->involved, s), a) && has(less(g->involved, s), b)) offer(c, SWAP, a + 1, b + 1);
        break;
    case SWAP_DRAGONS:
        for (int a = 0; a < LAIRS; a++)
            for (int b = a + 1; b < LAIRS; b++)
                if (lives(g, a) && lives(g, b)) offer(c, SHUFFLE, a + 1, b + 1);
        break;
    case SEND_HOME:
        for (int lair = 0; lair < LAIRS; lair++)
            for (int i = 0; i < g->lair[lair].fighters; i++) {
                Fighter f = g->lair[lair].fighter[i];
                offer(c, RETREAT, owner_of(f) + 1, kind_of(f));
            }
        break;
    case CALL_HOME:
    case WEAKEN:
    case STRENGTHEN: offer_lairs(setup, g, s, c); break;
    case SWAP_TOKENS:
        if (!g->step && share_size(g, s)) offer_faces(c, GIVE, GOLD_TOKENS, colours_of(g->share[s]), 1, 1);
        for (Seat o = 0; g->step && o < t->seats; o++)
            if (o != s && has(g->involved, o) && share_size(g, o))
                offer_faces(c, FROM, GOLD_TOKENS, colours_of(g->share[o]), 1, 1)->a = (uint8_t)(o + 1);
        break;
    case LOOK:
        for (Seat o = 0; o < t->seats; o++)
            if (o != s && g->seat[o].tokens) offer(c, LOOK_AT, o + 1, 0);
        break;
    case SALVAGE:
        count_hoard(g, g->at, stock);
        if (g->lair[g->at].tokens) offer_faces(c, RESCUE, GOLD_TOKENS, colours_of(stock), 1, 1);
        break;
    case ACT_AS_WIZARD:
    case ACT_AS_THIEF:
        for (int i = 0; i < g->lair[g->at].fighters; i++) {
            Fighter f = g->lair[g->at].fighter[i];
            if (owner_of(f) == s && !(g->effect == ACT_AS_WIZARD ? is_wizard(f) : is_thief(f)))
                offer(c, DRESS, kind_of(f), 0);
        }
        break;
    default: break;
    }
}

static bool has_target(int effect)
{
    return effect != SHARPEN && effect != SEND_ANOTHER && effect != STOP_THEFT && effect != SNATCH &&
           effect != MORE_SAND && effect != DIVIDE_INSTEAD && effect != STEAL_TWO && effect != CANCEL;
}

/* GOLD-Q12: it must find something to act on. */
static bool acts(const Setup *setup, const Table *t, const Gold *g, Seat s, int effect)
{
    SeatSet others = less(g->involved, s);
    bool    other_share = false;
    switch (effect) {
    case SWAP_SHARES: return count(others) > 1;
    case SWAP_DRAGONS: return dragons_left(g) > 1;
    case SEND_HOME:
        for (int lair = 0; lair < LAIRS; lair++)
            if (g->lair[lair].fighters) return true;
        return false;
    case CALL_HOME:
        for (int lair = 0; lair < LAIRS; lair++)
            if (own_fighters(g, lair, s, 0)) return true;
        return false;
    case WEAKEN:
        for (int lair = 0; lair < LAIRS; lair++)
            if (lives(g, lair) && strength_of(setup, g, lair) > 1) return true;
        return false;
    case SEND_ANOTHER: return __builtin_popcount(g->seat[s].up) > g->again;
    case SWAP_TOKENS:
        for (Seat o = 0; o < t->seats; o++) other_share = other_share || (has(others, o) && share_size(g, o));
        return share_size(g, s) && other_share;
    case STOP_THEFT: return s == g->victim && !g->stopped;
    case STEAL_TWO: return s == g->thief && !g->stopped && !g->doubled;
    case LOOK:
        for (Seat o = 0; o < t->seats; o++)
            if (o != s && g->seat[o].tokens) return true;
        return false;
    case SNATCH: return !has(g->involved, s) && g->lair[g->at].tokens;
    case DIVIDE_INSTEAD: return has(g->involved, s) && others && !g->divides && g->lair[g->at].tokens;
    case SALVAGE: return g->lair[g->at].tokens;
    case ACT_AS_WIZARD: return own_fighters(g, g->at, s, AS_WIZARD);
    case ACT_AS_THIEF: return own_fighters(g, g->at, s, AS_THIEF);
    case MORE_SAND: return !g->extended;
    default: return true;
    }
}

void window_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Gold *g = gold_at(t);
    const Slot *h = &g->object[hand_at(g, s)];
    uint64_t    able = 0;
    offer(c, PASS, 0, 0);
    for (int i = 0; i < g->seat[s].objects; i++) {
        int effect = effect_of(setup, h[i].card);
        if (fits_window(effect, g->window) && acts(setup, t, g, s, effect)) able |= 1ull << i;
    }
    if (able) offer_subset(c, PLAY, Z_HAND, s, able, 1, 1);
}

/* ---------------------------------------------------------------- effects */

/* It is seen by all, and lies on the discards, whatever comes of it. */
static Card lay_down(Gold *g, Seat s, int i, Env *e)
{
    int  at = hand_at(g, s) + i, all = hand_at(g, (Seat)g->table.seats);
    Slot card = g->object[at];
    memmove(&g->object[at], &g->object[at + 1], sizeof card * (size_t)(all - at - 1));
    g->object[all - 1] = (Slot){0, 0};
    g->seat[s].objects--;
    g->idle = 0;
    card.known = PUBLIC;
    pile_put(&g->used, card);
    tell(e, TAP_SHOWN, "{who} plays the {card}.", .who = s, .card = card.card, .deck = GOLD_OBJECTS, .from = Z_HAND,
         .from_owner = s, .to = Z_USED);
    return card.card;
}

/* GOLD-Q25: a Whetstone is for one dragon. */
static void swap_dragons(Gold *g, int a, int b, Env *e)
{
    Slot    dragon = g->dragon[a];
    Lair    old = g->lair[a];
    Lair   *x = &g->lair[a], *y = &g->lair[b];
    g->dragon[a] = g->dragon[b];
    g->dragon[b] = dragon;
    x->tokens = y->tokens, x->more = y->more;
    memcpy(x->hoard, y->hoard, sizeof x->hoard);
    y->tokens = old.tokens, y->more = old.more;
    memcpy(y->hoard, old.hoard, sizeof y->hoard);
    for (int i = 0; i < x->fighters; i++) x->fighter[i].more = 0;
    for (int i = 0; i < y->fighters; i++) y->fighter[i].more = 0;
    tell(e, TAP_SAID, "{card} is dragon {n} now.", .card = g->dragon[a].card, .deck = GOLD_DRAGONS, .n = a + 1);
    tell(e, TAP_SAID, "{card} is dragon {n} now.", .card = g->dragon[b].card, .deck = GOLD_DRAGONS, .n = b + 1);
}

static void send_one_home(Gold *g, Seat s, int kind, Env *e)
{
    for (int lair = 0; lair < LAIRS; lair++)
        for (int i = 0; i < g->lair[lair].fighters; i++) {
            Fighter f = g->lair[lair].fighter[i];
            if (owner_of(f) != s || kind_of(f) != kind) continue;
            tell(e, TAP_SAID, "{who}'s {card} goes home.", .who = s, .card = (Card)kind, .deck = ADVENTURER_WORDS);
            send_home(g, lair, i, false);
            return;
        }
}

static void call_home(Gold *g, Seat s, int lair, Env *e)
{
    for (int i = g->lair[lair].fighters - 1; i >= 0; i--)
        if (owner_of(g->lair[lair].fighter[i]) == s) send_home(g, lair, i, true);
    tell(e, TAP_SAID, "{who} calls them home from dragon {n}.", .who = s, .n = lair + 1);
}

static void change_strength(const Setup *setup, Gold *g, int lair, int by, Env *e)
{
    int strength = strength_of(setup, g, lair) + by;
    if (strength < 1) strength = 1;
    g->lair[lair].more = (int8_t)(g->lair[lair].more + strength - strength_of(setup, g, lair));
    tell(e, TAP_SAID, "The strength of {card} is {n} now.", .card = g->dragon[lair].card, .deck = GOLD_DRAGONS,
         .n = strength);
}

/* The last who was sent there. */
static void sharpen(Gold *g, Env *e)
{
    Lair *l = &g->lair[g->at];
    l->fighter[l->fighters - 1].more = (uint8_t)(l->fighter[l->fighters - 1].more + EDGE);
}

static void dress(Gold *g, Seat s, int kind, uint8_t as, Env *e)
{
    Lair *l = &g->lair[g->at];
    for (int i = 0; i < l->fighters; i++)
        if (owner_of(l->fighter[i]) == s && kind_of(l->fighter[i]) == kind) l->fighter[i].hero |= as;
    tell(e, TAP_SAID,
         as == AS_WIZARD ? "{who}'s {card} is a wizard here, too." : "{who}'s {card} is a thief here, too.",
         .who = s, .card = (Card)kind, .deck = ADVENTURER_WORDS);
}

static void take_one(Gold *g, Seat s, Colour c, Env *e)
{
    put_token(g, s, take_from_hoard(g, g->at, c));
    tell(e, TAP_MOVED, "{who} takes {n} {card}.", .who = s, .card = (Card)c, .deck = GOLD_TOKENS, .n = 1,
         .from = (uint8_t)(Z_HOARD + g->at), .to = Z_STASH, .to_owner = s);
}

static void swap_shares(Gold *g, Seat a, Seat b, Env *e)
{
    uint8_t old[COLOURS];
    memcpy(old, g->share[a], sizeof old);
    memcpy(g->share[a], g->share[b], sizeof old);
    memcpy(g->share[b], old, sizeof old);
    tell(e, TAP_SAID, "The shares for {who} and {other} change hands.", .who = a, .other = b);
}

static void swap_tokens(Gold *g, Seat s, Colour mine, Seat other, Colour theirs, Env *e)
{
    g->share[s][mine]--, g->share[s][theirs]++;
    g->share[other][theirs]--, g->share[other][mine]++;
    tell(e, TAP_SAID, "{who} and {other} change a token of their shares.", .who = s, .other = other);
}

/* Those that need no target. */
static void take_effect(Gold *g, Seat s, int effect, Env *e)
{
    switch (effect) {
    case SHARPEN: sharpen(g, e); break;
    case SEND_ANOTHER: g->again++; break;
    case STOP_THEFT:
        g->stopped = 1;
        tell(e, TAP_SAID, "{who} cannot steal from {other}.", .who = g->thief, .other = s);
        break;
    case STEAL_TWO: g->doubled = 1; break;
    case MORE_SAND:
        g->extended = 1;
        g->sand += MORE_GRAINS;
        g->glasses++;
        break;
    case DIVIDE_INSTEAD: g->divides = 1; break;
    case SNATCH: {
        Lair *l = &g->lair[g->at];
        take_one(g, s, (Colour)l->hoard[chance_pick(e, TAP_STREAM_MORE, l->tokens)].card, e);
        break;
    }
    default: break;
    }
}

/* The others, with the answer that names the target. */
static void take_effect_on(const Setup *setup, Gold *g, Seat s, const Move *m, int mine, Env *e)
{
    int colour = tap_chosen(m) ? __builtin_ctzll(tap_chosen(m)) : 0;
    switch (m->verb) {
    case SWAP: swap_shares(g, (Seat)(m->a - 1), (Seat)(m->b - 1), e); break;
    case SHUFFLE: swap_dragons(g, m->a - 1, m->b - 1, e); break;
    case RETREAT: send_one_home(g, (Seat)(m->a - 1), m->b, e); break;
    case AT_DRAGON:
        if (g->effect == CALL_HOME) call_home(g, s, m->a - 1, e);
        else change_strength(setup, g, m->a - 1, g->effect == WEAKEN ? -EDGE : EDGE, e);
        break;
    case FROM: swap_tokens(g, s, (Colour)mine, (Seat)(m->a - 1), (Colour)colour, e); break;
    case LOOK_AT: look_behind(g, s, (Seat)(m->a - 1), e); break;
    case RESCUE: take_one(g, s, (Colour)colour, e); break;
    case DRESS: dress(g, s, m->a, g->effect == ACT_AS_WIZARD ? AS_WIZARD : AS_THIEF, e); break;
    default: break;
    }
}

SCRIPT_BODY(, object_play)
{
    Gold *g = gold_of(t);
    BEGIN;
    f->face = (uint8_t)lay_down(g, f->who, f->card, e);
    g->source = f->who;
    g->window = W_ANSWER;
    if (who_reacts(e->setup, t)) {
        ASK_FIRST(who_reacts(e->setup, t), g->active, Q_WINDOW);
        if (ANSWERED != NOBODY) {
            lay_down(g, ANSWERED, __builtin_ctzll(tap_chosen(ANSWER(ANSWERED))), e);
            g->source = NOBODY;
            RETURN(0);
        }
    }
    g->source = NOBODY;
    if (!has_target(effect_of(e->setup, f->face))) take_effect(g, f->who, effect_of(e->setup, f->face), e);
    else {
        g->effect = (uint8_t)effect_of(e->setup, f->face);
        for (g->step = 0; g->step < (g->effect == SWAP_TOKENS ? 2 : 1); g->step++) {
            ASK(f->who, Q_TARGET);
            take_effect_on(e->setup, g, f->who, ANSWER(f->who), f->colour, e);
            f->colour = ANSWER(f->who)->verb == GIVE ? (uint8_t)__builtin_ctzll(tap_chosen(ANSWER(f->who))) : 0;
        }
        g->effect = g->step = 0;
    }
    END;
}

/* GOLD-Q22: whoever plays begins another round; when all pass it is closed. */
SCRIPT_BODY(, object_window)
{
    Gold *g = gold_of(t);
    BEGIN;
    for (;;) {
        g->window = f->window;
        if (!t->option[OPT_OBJECTS] || !dragons_left(g) || !who_reacts(e->setup, t)) break;
        ASK_FIRST(who_reacts(e->setup, t), g->active, Q_WINDOW);
        if (ANSWERED == NOBODY) break;
        CALL_WITH(S_OBJECT, object_play, .who = ANSWERED,
                  .card = (uint8_t)__builtin_ctzll(tap_chosen(ANSWER(ANSWERED))));
        if (f->window == W_BETWEEN) CALL(S_KILLS);
    }
    g->window = 0;
    END;
}
