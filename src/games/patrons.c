/* Dwarven Miner: patrons. How they are fulfilled, what they pay, and their powers as the data file names them
 * (MINE-R18 .. MINE-R32). */
#include "games/miner.h"

static int effect_at(const Setup *setup, const Mining *g, int at)
{
    return patron_kind(setup, g->in_play[at].card)->effect;
}

int effects_of(const Setup *setup, const Mining *g, Seat s, PatronEffect effect)
{
    int n = 0, at = s == NOBODY ? 0 : first_patron(g, s);
    int end = s == NOBODY ? patrons_in_play(g) : at + g->seat[s].patrons;
    for (; at < end; at++) n += effect_at(setup, g, at) == (int)effect;
    return n;
}

static Seat owner_at(const Mining *g, int at)
{
    Seat s = 0;
    while (at >= g->seat[s].patrons) at -= g->seat[s++].patrons;
    return s;
}

/* The first of that face before the seat; -1 for none. */
static int find_own(const Mining *g, Seat s, int face)
{
    for (int at = first_patron(g, s), n = g->seat[s].patrons; n; at++, n--)
        if (g->in_play[at].card == face) return at;
    return -1;
}

/* The first of that face that the seat may still use. */
static int find_used_by(const Mining *g, Seat s, int face)
{
    for (int at = 0; at < patrons_in_play(g); at++)
        if (g->in_play[at].card == face && g->state_of[at].users >> s & 1) return at;
    return -1;
}

void draw_patron(Mining *g, Seat s, Env *e)
{
    Dwarf *d = &g->seat[s];
    if (!g->deck.n) { /* MINE-Q10 */
        while (g->discards.n) pile_return(&g->deck, pile_draw(e, &g->discards, PUBLIC).card);
        chance_shuffle(e, &g->deck);
    }
    if (!g->deck.n) return;
    d->hand[d->cards] = pile_draw(e, &g->deck, only(s));
    tell(e, TAP_MOVED, "{who} draws the {card}.", .who = s, .card = d->hand[d->cards].card, .deck = PATRON_CARDS,
         .seen_by = only(s), .unseen = "{who} draws a patron.", .from = Z_DECK, .to = Z_HAND, .to_owner = s);
    d->cards++;
}

void discard_patron(Mining *g, int at, Env *e)
{
    Seat  s = owner_at(g, at);
    int   behind = patrons_in_play(g) - at - 1;
    Left *gone = &g->seat[s].gone[g->in_play[at].card];
    gone->n++;
    gone->points = (uint8_t)(gone->points + g->state_of[at].paid);
    pile_put(&g->discards, g->in_play[at]);
    tell(e, TAP_MOVED, "{who}'s {card} is discarded.", .who = s, .card = g->in_play[at].card, .deck = PATRON_CARDS,
         .from = Z_PATRONS, .from_owner = s, .to = Z_DISCARDS);
    memmove(&g->in_play[at], &g->in_play[at + 1], sizeof *g->in_play * (size_t)behind);
    memmove(&g->state_of[at], &g->state_of[at + 1], sizeof *g->state_of * (size_t)behind);
    g->in_play[at + behind] = (Slot){0, 0};
    g->state_of[at + behind] = (InPlay){0, 0, 0, 0};
    g->seat[s].patrons--;
}

bool warded(const Setup *setup, Mining *g, Seat s, Env *e)
{
    for (int at = first_patron(g, s), n = g->seat[s].patrons; n; at++, n--)
        if (effect_at(setup, g, at) == WARD) {
            discard_patron(g, at, e);
            return true;
        }
    return false;
}

/* MINE-R25, MINE-Q19. */
void end_of_turn(Mining *g, Seat s, Env *e)
{
    for (int at = first_patron(g, s), n = g->seat[s].patrons; n; n--) {
        if (g->state_of[at].left && !--g->state_of[at].left) discard_patron(g, at, e);
        else at++;
    }
}

/* ------------------------------------------------------------------- dice */

void roll_all(const Setup *setup, Mining *g, Env *e)
{
    for (int i = 0; i < MINE_DICE_N; i++) chance_roll(e, MINE_DICE + mine_in(setup)->die[i], &g->die[i], PUBLIC);
}

static int orcs_of(const Mining *g)
{
    int n = 0;
    for (int i = 0; i < MINE_DICE_N && g->rolled; i++) n += g->die[i].face == 1 + ORC;
    return n;
}

/* MINE-R8: what the dice show is stock now. */
void gather_dice(Mining *g)
{
    g->burglars = 0;
    for (int i = 0; i < MINE_DICE_N && g->rolled; i++) {
        int face = g->die[i].face - 1;
        if (face < RESOURCES) g->mined[face]++;
        g->artifacts = (uint8_t)(g->artifacts + (face == ARTIFACT));
        g->burglars = (uint8_t)(g->burglars + (face == BURGLAR));
    }
}

/* ------------------------------------------------------------- fulfilment */

bool has_items_for(const Setup *setup, const Mining *g, Seat s, unsigned set)
{
    const uint8_t *has = g->seat[s].item;
    uint64_t       low = 0, high = 0;
    for (; set; set &= set - 1) {
        const uint8_t *needs = patron_kind(setup, g->seat[s].hand[__builtin_ctz(set)].card)->needs;
        low += eight(needs);
        high += eight(needs + EIGHT);
    }
    return all_within(low, eight(has)) && all_within(high, eight(has + EIGHT));
}

bool might_fulfil(const Setup *setup, const Mining *g, Seat s)
{
    for (int p = 0; p < mine_in(setup)->patrons; p++)
        if (items_within(patron_kind(setup, p)->needs, g->seat[s].item)) return true;
    return false;
}

/* Of two equal patrons the second alone would be the same. */
static bool is_first_of_its_kind(const Mining *g, Seat s, unsigned set)
{
    for (int i = 1; i < g->seat[s].cards; i++)
        for (int k = 0; k < i; k++)
            if (set >> i & 1 && !(set >> k & 1) && g->seat[s].hand[i].card == g->seat[s].hand[k].card) return false;
    return true;
}

void fulfil_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Mining *g = mining_at(t);
    unsigned      alone = 0;
    for (int i = 0; i < g->seat[s].cards; i++)
        if (has_items_for(setup, g, s, 1u << i)) alone |= 1u << i;
    for (unsigned set = 1; set <= alone; set++)
        if (!(set & ~alone) && is_first_of_its_kind(g, s, set) && has_items_for(setup, g, s, set)) {
            int n = __builtin_popcount(set);
            offer_subset(c, FULFIL, Z_HAND, s, set, n, n);
        }
    offer_powers(setup, t, s, c);
    offer(c, DONE, 0, 0);
}

void cut_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    int n = mining_at(t)->seat[s].cards;
    offer_subset(c, CUT, Z_HAND, s, first_items(n), n - HAND, n - HAND);
}

static void score_points(Mining *g, Seat s, int n, Env *e)
{
    g->seat[s].points = (uint8_t)(g->seat[s].points + n);
    g->table.score[s] = g->seat[s].points;
    tell(e, TAP_SAID, "{who} scores {n}.", .who = s, .n = n);
}

/* MINE-R29, MINE-R30, MINE-R31, MINE-Q7: rise, never fall. */
static void raise_kind(const Setup *setup, Mining *g, int face, Env *e)
{
    int worth = patron_kind(setup, face)->points - 1;
    for (int at = 0; at < patrons_in_play(g); at++) worth += g->in_play[at].card == face;
    for (int at = 0; at < patrons_in_play(g); at++)
        if (g->in_play[at].card == face && g->state_of[at].paid < worth) {
            score_points(g, owner_at(g, at), worth - g->state_of[at].paid, e);
            g->state_of[at].paid = (uint8_t)worth;
        }
}

/* MINE-R18. */
static void lay_out(const Setup *setup, Mining *g, Seat s, Slot card, Env *e)
{
    const PatronKind *kind = patron_kind(setup, card.card);
    int               at = first_patron(g, s) + g->seat[s].patrons, behind = patrons_in_play(g) - at;
    memmove(&g->in_play[at + 1], &g->in_play[at], sizeof *g->in_play * (size_t)behind);
    memmove(&g->state_of[at + 1], &g->state_of[at], sizeof *g->state_of * (size_t)behind);
    card.known = PUBLIC;
    g->in_play[at] = card;
    g->state_of[at] = (InPlay){.left = kind->duration == NEXT_TURN ? 2 : 0};
    g->seat[s].patrons++;
    for (int i = 0; i < ITEM_KINDS; i++) {
        g->seat[s].item[i] = (uint8_t)(g->seat[s].item[i] - kind->needs[i]);
        g->pile[RESOURCES + i] = (uint8_t)(g->pile[RESOURCES + i] + kind->needs[i]);
    }
    tell(e, TAP_SHOWN, "{who} fulfils the {card}.", .who = s, .card = card.card, .deck = PATRON_CARDS, .from = Z_HAND,
         .from_owner = s, .to = Z_PATRONS, .to_owner = s);
    if (kind->cumulative) raise_kind(setup, g, card.card, e);
    else {
        g->state_of[at].paid = kind->points;
        score_points(g, s, kind->points, e);
    }
}

/* MINE-R26. */
static void end_songs(const Setup *setup, Mining *g, Seat but, Env *e)
{
    for (int at = patrons_in_play(g) - 1; at >= 0; at--)
        if (patron_kind(setup, g->in_play[at].card)->duration == UNTIL_OTHER && owner_at(g, at) != but)
            discard_patron(g, at, e);
}

/* MINE-R32, MINE-Q15: whose turn it is, else the higher score, else the nearest clockwise. */
static void look_for_winner(const Table *t, Mining *g)
{
    Seat s = g->active;
    if (g->seat[s].points >= GOAL) {
        g->winner = s;
        return;
    }
    for (s = next_seat(t, s); s != g->active; s = next_seat(t, s))
        if (g->seat[s].points >= GOAL && (g->winner == NOBODY || g->seat[s].points > g->seat[g->winner].points))
            g->winner = s;
}

/* The newest of that face has no name yet. */
static void name_wild(Mining *g, Seat s, int face, int resource, Env *e)
{
    int at = find_own(g, s, face);
    while (g->in_play[at].card != face || g->state_of[at].named) at++;
    g->state_of[at].named = (uint8_t)(1 + resource);
    tell(e, TAP_SAID, "{who} names {card}: it pays for everything.", .who = s, .card = (Card)resource, .deck = GOODS);
}

/* MINE-R27: powers that give something to craft with. */
static bool act_at_once(const Setup *setup, Mining *g, Seat s, int face, Env *e)
{
    switch (patron_kind(setup, face)->effect) {
    case ORCS_TO_ARTIFACTS:
        for (int i = 0; i < MINE_DICE_N && g->rolled; i++)
            if (g->die[i].face == 1 + ORC) g->die[i].face = 1 + ARTIFACT, g->artifacts++;
        break;
    case ROLL_AGAIN:
        g->rolled = 1;
        roll_all(setup, g, e);
        gather_dice(g);
        for (int i = 0; i < MINE_DICE_N; i++)
            tell(e, TAP_ROLLED, "{who} rolls {card}.", .who = s, .card = (Card)(g->die[i].face - 1), .deck = MINE_DICE,
                 .to = Z_DICE);
        break;
    default: return false;
    }
    discard_patron(g, find_own(g, s, face), e);
    return true;
}

static bool can_be_used(const Setup *, const Table *, const Mining *, Seat, int effect);

SCRIPT_BODY(, fulfil)
{
    Mining *g = mining_of(t);
    BEGIN;
    f->n = (uint8_t)__builtin_popcount(f->set);
    for (int i = 0, k = 0; k < f->n; f->set >>= 1)
        if (f->set & 1) {
            Slot card = hand_take_unseen(g->seat[f->who].hand, &g->seat[f->who].cards, i, PUBLIC);
            f->face[k++] = (uint8_t)card.card;
            lay_out(e->setup, g, f->who, card, e);
        } else i++;
    g->fulfilled = (uint8_t)(g->fulfilled + f->n);
    end_songs(e->setup, g, f->who, e);
    look_for_winner(t, g);
    if (g->winner != NOBODY) RETURN(0);
    for (f->i = 0; f->i < f->n; f->i++) {
        if (patron_kind(e->setup, f->face[f->i])->effect == NAME_WILD) {
            ASK(f->who, Q_NAME);
            name_wild(g, f->who, f->face[f->i], __builtin_ctzll(tap_chosen(ANSWER(f->who))), e);
        } else if (patron_kind(e->setup, f->face[f->i])->duration == UNTIL_ALL) { /* MINE-R28, MINE-Q12 */
            for (int at = find_own(g, f->who, f->face[f->i]), n = 1; n; at++)
                if (g->in_play[at].card == f->face[f->i] && !g->state_of[at].users)
                    g->state_of[at].users = (uint8_t)less(everyone(t), f->who), n = 0;
            IN_TURN_ORDER(f->other, f->todo, less(everyone(t), f->who), next_seat(t, f->who))
                if (can_be_used(e->setup, t, g, f->other, patron_kind(e->setup, f->face[f->i])->effect))
                    CALL_WITH(S_GIFT, gift, .who = f->other, .face = f->face[f->i], .at_once = 1);
        } else if (act_at_once(e->setup, g, f->who, f->face[f->i], e)) f->again = 1;
    }
    for (f->i = 0; f->i < DRAWN * f->n; f->i++) draw_patron(g, f->who, e); /* MINE-R21, MINE-Q9 */
    if (g->seat[f->who].cards > HAND) {
        ASK(f->who, Q_CUT);
        for (int i = g->seat[f->who].cards - 1; i >= 0; i--)
            if (tap_chosen(ANSWER(f->who)) >> i & 1) {
                Slot card = hand_take_unseen(g->seat[f->who].hand, &g->seat[f->who].cards, i, PUBLIC);
                card.known = PUBLIC;
                pile_put(&g->discards, card);
                tell(e, TAP_SHOWN, "{who} discards the {card}.", .who = f->who, .card = card.card,
                     .deck = PATRON_CARDS, .from = Z_HAND, .from_owner = f->who, .to = Z_DISCARDS);
            }
    }
    RETURN(f->again);
    END;
}

/* ----------------------------------------------------------------- powers */

void name_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_faces(c, NAME, GOODS, first_items(RESOURCES), 1, 1);
}

/* MINE-Q18: any that lies face up. */
void remove_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (Seat o = 0; o < t->seats; o++) {
        int n = mining_at(t)->seat[o].patrons;
        if (n) offer_subset(c, REMOVE, Z_PATRONS, o, first_items(n), 1, 1)->a = (uint8_t)(o + 1);
    }
}

static uint64_t items_on_board(const Mining *g)
{
    uint64_t kinds = 0;
    for (int i = 0; i < ITEM_KINDS; i++)
        if (g->pile[RESOURCES + i]) kinds |= 1ull << (RESOURCES + i);
    return kinds;
}

static bool can_be_used(const Setup *setup, const Table *t, const Mining *g, Seat s, int effect)
{
    switch (effect) {
    case ORC_TO_RESOURCE: return t->phase > P_BURGLARY && orcs_of(g);
    case FREE_VAULT: return vaults_left(g);
    case REMOVE_PATRON: return patrons_in_play(g) > 1;
    case SWAP_ITEM:
        for (int i = 0; i < ITEM_KINDS; i++)
            if (g->seat[s].item[i] && items_on_board(g) & ~(1ull << (RESOURCES + i))) return true;
        return false;
    case TAKE_RESOURCES:
        for (int r = 0; r < RESOURCES; r++)
            if (g->pile[r]) return true;
        return false;
    default: return false;
    }
}

/* MINE-R24, MINE-Q12: the faces whose power she can use now. */
static uint64_t powers_of(const Setup *setup, const Table *t, Seat s)
{
    const Mining *g = mining_at(t);
    uint64_t      faces = 0;
    for (int at = first_patron(g, s), end = at + g->seat[s].patrons; at < end; at++) {
        const PatronKind *kind = patron_kind(setup, g->in_play[at].card);
        if (kind->duration == WHEN_WISHED && can_be_used(setup, t, g, s, kind->effect))
            faces |= 1ull << g->in_play[at].card;
    }
    for (int at = 0, end = patrons_in_play(g); at < end; at++)
        if (g->state_of[at].users >> s & 1 && can_be_used(setup, t, g, s, effect_at(setup, g, at)))
            faces |= 1ull << g->in_play[at].card;
    return faces;
}

bool has_power(const Setup *setup, const Table *t, Seat s) { return powers_of(setup, t, s); }

void offer_powers(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (uint64_t left = powers_of(setup, t, s); left; left &= left - 1) {
        int face = __builtin_ctzll(left);
        if (patron_kind(setup, face)->effect == ORC_TO_RESOURCE)
            offer_faces(c, USE, GOODS, first_items(RESOURCES), 1, 1)->a = (uint8_t)face;
        else offer(c, USE, face, 0);
    }
}

void gift_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Mining     *g = mining_at(t);
    const PatronKind *kind = patron_kind(setup, g->gift);
    if (kind->effect == SWAP_ITEM) {
        for (int i = 0; i < ITEM_KINDS; i++) {
            uint64_t others = items_on_board(g) & ~(1ull << (RESOURCES + i));
            if (g->seat[s].item[i] && others)
                offer_faces(c, SWAP, GOODS, others, 1, 1)->a = (uint8_t)(RESOURCES + i);
        }
    } else {
        uint8_t most[RESOURCES];
        for (int r = 0; r < RESOURCES; r++) most[r] = g->pile[r] < kind->amount ? g->pile[r] : kind->amount;
        offer_counts(c, TAKE, GOODS, most, RESOURCES, RESOURCES, 1, kind->amount, 0, 0);
    }
    if (!g->at_once) return;
    offer(c, LATER, 0, 0);
    offer(c, WAIVE, 0, 0);
}

static void receive(Mining *g, Seat s, const Move *m, Env *e)
{
    if (m->verb == SWAP) {
        int with = __builtin_ctzll(tap_chosen(m));
        swap_item(g, s, m->a - RESOURCES, with - RESOURCES);
        tell(e, TAP_SAID, "{who} gives up the {card}.", .who = s, .card = m->a, .deck = GOODS);
        tell(e, TAP_SAID, "{who} takes the {card} for it.", .who = s, .card = (Card)with, .deck = GOODS);
        return;
    }
    for (int r = 0; r < RESOURCES; r++) {
        int n = tap_assigned(m, r);
        for (int k = 0; k < n; k++) take_resource(g, s, r);
        if (n) tell(e, TAP_SAID, "{who} takes {n} {card}.", .who = s, .card = (Card)r, .deck = GOODS, .n = n);
    }
}

static bool backpack_bursts(const Mining *g, Seat s)
{
    int n = 0;
    for (int r = 0; r < RESOURCES; r++) n += backpack_count(g, s, r);
    return n > BACKPACK_RESOURCES;
}

SCRIPT_BODY(, gift)
{
    Mining *g = mining_of(t);
    BEGIN;
    g->gift = f->face;
    g->at_once = f->at_once;
    ASK(f->who, Q_GIFT);
    if (ANSWER(f->who)->verb == LATER) RETURN(0);
    if (ANSWER(f->who)->verb != WAIVE) receive(g, f->who, ANSWER(f->who), e);
    {
        int at = find_used_by(g, f->who, f->face);
        g->state_of[at].users = (uint8_t)less(g->state_of[at].users, f->who);
        if (!g->state_of[at].users) discard_patron(g, at, e);
    }
    if (f->at_once && backpack_bursts(g, f->who)) CALL_WITH(S_AWAY, away, .who = f->who);
    END;
}

static void turn_orc(Mining *g, Seat s, int resource, Env *e)
{
    int i = 0;
    while (g->die[i].face != 1 + ORC) i++;
    g->die[i].face = (uint16_t)(1 + resource);
    g->mined[resource]++;
    tell(e, TAP_SAID, "{who}'s Orc is {card} now.", .who = s, .card = (Card)resource, .deck = GOODS);
}

SCRIPT_BODY(, use_power)
{
    Mining *g = mining_of(t);
    BEGIN;
    tell(e, TAP_SAID, "{who} uses the {card}.", .who = f->who, .card = f->face, .deck = PATRON_CARDS);
    if (patron_kind(e->setup, f->face)->duration == UNTIL_ALL) {
        CALL_WITH(S_GIFT, gift, .who = f->who, .face = f->face);
        RETURN(0);
    }
    discard_patron(g, find_own(g, f->who, f->face), e);
    if (patron_kind(e->setup, f->face)->effect == ORC_TO_RESOURCE) turn_orc(g, f->who, f->resource, e);
    else if (patron_kind(e->setup, f->face)->effect == FREE_VAULT) take_vault(g, f->who, e);
    else {
        ASK(f->who, Q_REMOVE);
        discard_patron(g, first_patron(g, (Seat)(ANSWER(f->who)->a - 1)) + __builtin_ctzll(tap_chosen(ANSWER(f->who))),
                       e);
    }
    END;
}
