/* Dwarven Miner: what is seen of it, and what bots expect of a position. */
#include "games/miner.h"

void miner_pieces(const Setup *setup, Table *t, Pieces *p)
{
    Mining *g = mining_of(t);
    if (g->rolled) piece_dice(p, "dice", Z_DICE, NOBODY, ROW, MINE_DICE, g->die, MINE_DICE_N);
    piece_pile(p, "deck", Z_DECK, NOBODY, &g->deck);
    piece_pile(p, "discards", Z_DISCARDS, NOBODY, &g->discards);
    for (Seat s = 0; s < t->seats; s++) {
        piece_cards(p, "hand", Z_HAND, s, FAN, PATRON_CARDS, g->seat[s].hand, g->seat[s].cards);
        if (g->seat[s].patrons)
            piece_cards(p, "patrons", Z_PATRONS, s, ROW, PATRON_CARDS, &g->in_play[first_patron(g, s)],
                        g->seat[s].patrons);
    }
}

/* --------------------------------------------------------------- the View */

static void show_track(const Table *t, const Mining *g, ViewMaker *m)
{
    view_track(m, "points", Z_POINTS, NOBODY, 0, GOAL);
    for (Seat s = 0; s < t->seats; s++) view_peg(m, "pawn", s, g->seat[s].points < GOAL ? g->seat[s].points : GOAL);
    view_mark(m, "goal", GOAL);
}

/* MINE-R2. */
static void show_board(const Setup *setup, const Mining *g, ViewMaker *m)
{
    int items = mine_in(setup)->items;
    view_faces(m, setup, "board", Z_BOARD, NOBODY, ROW, RECIPES);
    for (int i = 0; i < items; i++)
        if (g->pile[RESOURCES + i]) view_face(m, (Card)i, g->pile[RESOURCES + i], NOBODY);
    if (vaults_left(g)) view_face(m, (Card)items, vaults_left(g), NOBODY);
    view_faces(m, setup, "stores", Z_STOCK, NOBODY, ROW, GOODS);
    for (int r = 0; r < RESOURCES; r++)
        if (g->pile[r]) view_face(m, (Card)r, g->pile[r], NOBODY);
}

static bool has_mined(const Mining *g)
{
    int n = g->artifacts;
    for (int r = 0; r < RESOURCES; r++) n += g->mined[r];
    return n;
}

static void show_mined(const Setup *setup, const Mining *g, ViewMaker *m)
{
    view_faces(m, setup, "mined", Z_MINED, g->active, ROW, MINE_DICE);
    for (int r = 0; r < RESOURCES; r++)
        if (g->mined[r]) view_face(m, (Card)r, g->mined[r], NOBODY);
    if (g->artifacts) view_face(m, ARTIFACT, g->artifacts, NOBODY);
}

static void show_goods(const Setup *setup, const Table *t, const Mining *g, ViewMaker *m)
{
    static const char *const name[VAULT_N] = {"vault 1", "vault 2", "vault 3", "vault 4",
                                              "vault 5", "vault 6", "vault 7", "vault 8"};
    for (Seat s = 0; s < t->seats; s++) {
        view_faces(m, setup, "backpack", Z_BACKPACK, s, ROW, GOODS);
        for (int kind = GOODS_KINDS - 1; kind >= 0; kind--)
            if (backpack_count(g, s, kind)) view_face(m, (Card)kind, backpack_count(g, s, kind), NOBODY);
        for (int n = 0, v; (v = vault_number(g, s, n)) >= 0; n++) {
            const Vault *x = &g->vault[v];
            view_faces(m, setup, name[n], Z_VAULT + n, s, ROW, GOODS);
            if (x->item) view_face(m, (Card)(RESOURCES + x->item - 1), 1, NOBODY);
            for (int k = 0; k < VAULT_RESOURCES; k++)
                if (x->resource[k]) view_face(m, (Card)(x->resource[k] - 1), 1, NOBODY);
        }
    }
}

/* What each patron in play has paid, and how long it stays. */
static void show_notes(const Setup *setup, const Table *t, const Mining *g, ViewMaker *m)
{
    static const char *const says[PATRON_DURATIONS] = {
        [STAYS] = "{card}: {n} so far, stays.",
        [AT_ONCE] = "{card}: {n}.",
        [NEXT_TURN] = "{card}: {n}, to the end of the next turn.",
        [UNTIL_OTHER] = "{card}: {n}, until another fulfils.",
        [UNTIL_ALL] = "{card}: {n}, until all have used it.",
        [WHEN_WISHED] = "{card}: {n}, until it is used.",
    };
    for (Seat s = 0; s < t->seats; s++) {
        if (!g->seat[s].patrons) continue;
        view_zone(m, "in play", Z_NOTES, s, EFFECTS, 0, 0);
        for (int at = first_patron(g, s), n = g->seat[s].patrons; n; at++, n--) {
            Card        face = g->in_play[at].card;
            const char *text = says[patron_kind(setup, face)->duration];
            if (g->state_of[at].left == 1) text = "{card}: {n}, to the end of this turn.";
            view_text(m, setup, text, .card = face, .deck = PATRON_CARDS, .n = g->state_of[at].paid);
            if (g->state_of[at].named)
                view_text(m, setup, "{card} is wild.", .card = (Card)(g->state_of[at].named - 1), .deck = GOODS);
        }
    }
}

/* With one more of that resource. */
static bool allows(const Setup *setup, const Mining *g, Seat s, int item, int resource)
{
    const uint8_t *recipe = mine_in(setup)->recipe[item];
    return g->pile[RESOURCES + item] && missing_for(g, s, recipe) == 1 && stock_of(g, s, resource) < recipe[resource];
}

/* For the viewer alone: what can be crafted now, what with one more resource, what patrons still miss. */
static void show_plans(const Setup *setup, const Mining *g, Seat s, ViewMaker *m)
{
    const TapFace *goods = setup->content->deck[GOODS]->face, *patron = setup->content->deck[PATRON_CARDS]->face;
    int            items = mine_in(setup)->items;
    view_zone(m, "workshop", Z_WORKSHOP, s, EFFECTS, 0, 0);
    view_token(m, "can be crafted now", 0);
    for (int i = 0; i < items; i++)
        if (can_craft(setup, g, s, i)) view_token(m, goods[RESOURCES + i].name, 1);
    if (can_build(setup, g, s)) view_token(m, goods[RESOURCES + items].name, 1);
    view_token(m, "with one more", 0);
    for (int r = 0; r < RESOURCES; r++) {
        bool any = false;
        for (int i = 0; i < items; i++)
            if (allows(setup, g, s, i, r)) {
                if (!any) view_token(m, goods[r].name, 1);
                view_token(m, goods[RESOURCES + i].name, 2);
                any = true;
            }
    }
    view_zone(m, "still missing", Z_MISSING, s, EFFECTS, 0, 0);
    for (int i = 0; i < g->seat[s].cards; i++) {
        const PatronKind *kind = patron_kind(setup, g->seat[s].hand[i].card);
        view_token(m, patron[g->seat[s].hand[i].card].name, 0);
        for (int k = 0; k < items; k++)
            if (kind->needs[k] > g->seat[s].item[k]) view_token(m, goods[RESOURCES + k].name, 1);
    }
}

static void show_results(const Table *t, const Mining *g, ViewMaker *m)
{
    for (int place = 1; place <= t->seats; place++)
        for (Seat s = 0; s < t->seats; s++) {
            int better = 0;
            for (Seat o = 0; o < t->seats; o++) better += t->score[o] > t->score[s];
            if (better + 1 == place)
                view_result(m, NULL, &(ViewResult){.seat = s, .place = place, .net = g->seat[s].points});
        }
}

void miner_counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    const Mining *g = mining_at(t);
    show_track(t, g, m);
    if (t->phase == P_OVER) {
        show_results(t, g, m);
        return;
    }
    view_word(m, "turn", g->active, "has the turn");
    show_board(setup, g, m);
    if (has_mined(g)) show_mined(setup, g, m);
    show_goods(setup, t, g, m);
    show_notes(setup, t, g, m);
    if (m->viewer != NOBODY) show_plans(setup, g, m->viewer, m);
}

/* ------------------------------------------------------------------- bots */

static int cost_of(const uint8_t recipe[RESOURCES])
{
    int n = 0;
    for (int r = 0; r < RESOURCES; r++) n += recipe[r];
    return n;
}

/* How much of what a patron needs is there: items whole, of the others what could be paid of each. */
static float progress(const Setup *setup, const Mining *g, Seat s, const PatronKind *kind)
{
    int   stock[RESOURCES], all = 0, spare = s == g->active ? g->artifacts : 0;
    float have = 0;
    for (int r = 0; r < RESOURCES; r++) stock[r] = stock_of(g, s, r);
    for (int i = 0; i < mine_in(setup)->items; i++) {
        const uint8_t *recipe = mine_in(setup)->recipe[i];
        int            cost = cost_of(recipe), made = g->seat[s].item[i];
        if (!kind->needs[i]) continue;
        if (made > kind->needs[i]) made = kind->needs[i];
        all += cost * kind->needs[i];
        have += (float)(cost * made);
        for (int n = kind->needs[i] - made; n; n--)
            for (int r = 0; r < RESOURCES; r++) {
                int paid = stock[r] < recipe[r] ? stock[r] : recipe[r], wild = recipe[r] - paid;
                if (wild > spare) wild = spare;
                stock[r] -= paid;
                spare -= wild;
                have += 0.8f * (float)(paid + wild);
            }
    }
    return have / (float)all;
}

bool miner_estimate(const Setup *setup, const Table *t, Seat s, float *ret_value)
{
    const Mining *g = mining_at(t);
    const Dwarf  *d = &g->seat[s];
    if (t->phase == P_OVER) return false;
    float value = (float)d->points + 0.5f * (float)vaults_of(g, s);
    for (int i = 0; i < d->cards; i++) {
        const PatronKind *kind = patron_kind(setup, d->hand[i].card);
        float             p = progress(setup, g, s, kind);
        value += 0.7f * (float)kind->points * p * p;
    }
    for (int r = 0; r < RESOURCES; r++) value += 0.1f * (float)d->resource[r];
    for (int i = 0; i < ITEM_KINDS; i++) value += 0.2f * (float)d->item[i];
    *ret_value = value;
    return true;
}

/* How many of each resource the first items of a plan still want. */
static void wanted_for(const Setup *setup, const Mining *g, Seat s, const PatronKind *kind, int ret[RESOURCES])
{
    for (int r = 0; r < RESOURCES; r++) ret[r] = -g->seat[s].resource[r];
    for (int i = 0; i < mine_in(setup)->items; i++)
        for (int n = kind->needs[i] - g->seat[s].item[i]; n > 0; n--)
            for (int r = 0; r < RESOURCES; r++) ret[r] += mine_in(setup)->recipe[i][r];
}

/* Rolls again what a patron does not want. */
static uint64_t unwanted_for(const Setup *setup, const Mining *g, Seat s, const PatronKind *kind, uint64_t dice)
{
    int      want[RESOURCES];
    uint64_t again = 0;
    wanted_for(setup, g, s, kind, want);
    for (uint64_t left = dice; left; left &= left - 1) {
        int i = __builtin_ctzll(left), face = g->die[i].face - 1;
        if (face == ARTIFACT || (face < RESOURCES && want[face]-- > 0)) continue;
        again |= 1ull << i;
    }
    return again;
}

static int add_move(Move *list, int n, int max, Move m)
{
    for (int i = 0; i < n; i++)
        if (tap_same_move(list[i], m)) return n;
    if (n < max) list[n++] = m;
    return n;
}

static int propose_reroll(const Setup *setup, const Mining *g, Seat s, const Choice *o, Move *ret, int max)
{
    int n = 0;
    for (int i = 0; i < g->seat[s].cards; i++) {
        uint64_t again = unwanted_for(setup, g, s, patron_kind(setup, g->seat[s].hand[i].card), o->items);
        if (again) n = add_move(ret, n, max, tap_move(o->verb, o->a, o->b, again));
    }
    return n;
}

/* For a patron: what it wants first, then whatever fits. */
static Move counts_for(const Setup *setup, const Mining *g, Seat s, const Choice *o, const PatronKind *kind)
{
    Move m = tap_move(o->verb, o->a, o->b, 0);
    int  want[RESOURCES], n[TAP_STOCK] = {0}, room[2] = {(int)o->hi, o->hi2};
    wanted_for(setup, g, s, kind, want);
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < o->kinds; k++) {
            int wish = k < RESOURCES ? want[k] + g->seat[s].resource[k] : kind->needs[k - RESOURCES];
            int *left = &room[k >= o->second];
            for (; *left && n[k] < o->stock[k] && (pass || n[k] < wish); --*left) n[k]++;
        }
    for (int k = 0; k < o->kinds; k++) m.place[k / 2] |= (uint8_t)(n[k] << (k % 2 * 4));
    return m;
}

int miner_propose(const Setup *setup, const Table *t, Seat s, const Choice *o, Rng *r, Move *ret, int max)
{
    const Mining *g = mining_at(t);
    int           n = 0;
    if (o->verb == REROLL) return propose_reroll(setup, g, s, o, ret, max);
    if (o->kind != TAP_COUNTS) return 0;
    for (int i = 0; i < g->seat[s].cards; i++)
        n = add_move(ret, n, max, counts_for(setup, g, s, o, patron_kind(setup, g->seat[s].hand[i].card)));
    return n;
}
