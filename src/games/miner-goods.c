/* Dwarven Miner: who holds what, what it pays for, and where it is put away. */
#include "games/miner.h"

int vaults_of(const Mining *g, Seat s)
{
    int n = 0;
    for (int v = 0; v < VAULT_N; v++) n += g->vault[v].owner == s;
    return n;
}
int vaults_left(const Mining *g) { return vaults_of(g, NOBODY); }
int item_room(const Mining *g, Seat s) { return BACKPACK_ITEMS + VAULT_ITEMS * vaults_of(g, s); }
int resource_room(const Mining *g, Seat s) { return BACKPACK_RESOURCES + VAULT_RESOURCES * vaults_of(g, s); }

static int sum_of(uint64_t counts) { return (int)(counts * 0x0101010101010101ull >> 56); }
/* Which of eight counts are above nothing, as bits. */
static uint64_t some_of(uint64_t counts)
{
    return ((counts + ~HIGH_BITS) & HIGH_BITS) / 0x80 * 0x0102040810204080ull >> 56;
}

int items_of(const Mining *g, Seat s)
{
    return sum_of(eight(g->seat[s].item)) + sum_of(eight(g->seat[s].item + EIGHT));
}
int resources_of(const Mining *g, Seat s)
{
    int n = 0;
    for (int r = 0; r < RESOURCES; r++) n += g->seat[s].resource[r];
    return n;
}

static uint8_t *count_of(Mining *g, Seat s, int kind)
{
    return kind < RESOURCES ? &g->seat[s].resource[kind] : &g->seat[s].item[kind - RESOURCES];
}

/* How many of a kind lie in one vault. */
static int in_vault(const Vault *v, int kind)
{
    if (kind >= RESOURCES) return v->item == 1 + kind - RESOURCES;
    return (v->resource[0] == 1 + kind) + (v->resource[1] == 1 + kind);
}

int backpack_count(const Mining *g, Seat s, int kind)
{
    int n = kind < RESOURCES ? g->seat[s].resource[kind] : g->seat[s].item[kind - RESOURCES];
    for (int v = 0; v < VAULT_N; v++)
        if (g->vault[v].owner == s) n -= in_vault(&g->vault[v], kind);
    return n;
}

/* The backpack's counts of all kinds. */
static void count_backpack(const Mining *g, Seat s, uint8_t ret[GOODS_KINDS])
{
    memcpy(ret, g->seat[s].resource, RESOURCES);
    memcpy(ret + RESOURCES, g->seat[s].item, ITEM_KINDS);
    for (const Vault *v = g->vault; v < g->vault + VAULT_N; v++) {
        if (v->owner != s) continue;
        if (v->item) ret[RESOURCES + v->item - 1]--;
        for (int k = 0; k < VAULT_RESOURCES; k++)
            if (v->resource[k]) ret[v->resource[k] - 1]--;
    }
}

uint64_t in_vaults_of(const Mining *g, Seat s)
{
    uint64_t kinds = 0;
    for (const Vault *v = g->vault; v < g->vault + VAULT_N; v++) {
        if (v->owner != s) continue;
        if (v->item) kinds |= 1ull << (RESOURCES + v->item - 1);
        for (int k = 0; k < VAULT_RESOURCES; k++)
            if (v->resource[k]) kinds |= 1ull << (v->resource[k] - 1);
    }
    return kinds;
}

bool backpack_is_empty(const Mining *g, Seat s)
{
    int n = items_of(g, s) + resources_of(g, s);
    for (const Vault *v = g->vault; v < g->vault + VAULT_N; v++)
        if (v->owner == s) n -= !!v->item + !!v->resource[0] + !!v->resource[1];
    return !n;
}

uint64_t in_backpack_of(const Mining *g, Seat s)
{
    uint8_t count[3 * EIGHT] = {0};
    _Static_assert(GOODS_KINDS <= sizeof count, "three words");
    count_backpack(g, s, count);
    return some_of(eight(count)) | some_of(eight(count + EIGHT)) << EIGHT |
           some_of(eight(count + 2 * EIGHT)) << 2 * EIGHT;
}

int vault_number(const Mining *g, Seat s, int nth)
{
    for (int v = 0; v < VAULT_N; v++)
        if (g->vault[v].owner == s && !nth--) return v;
    return -1;
}

/* ---------------------------------------------------------------- payment */

int stock_of(const Mining *g, Seat s, int r) { return g->seat[s].resource[r] + (s == g->active ? g->mined[r] : 0); }

unsigned wild_for(const Mining *g, Seat s)
{
    unsigned wild = 0;
    for (int i = first_patron(g, s), n = g->seat[s].patrons; n; i++, n--)
        if (g->state_of[i].named) wild |= 1u << (g->state_of[i].named - 1);
    return wild;
}

/* Resources as eight counts: behind both lists others lie. */
static uint64_t first_five(const uint8_t *counts)
{
    _Static_assert(offsetof(Dwarf, resource) + EIGHT <= sizeof(Dwarf) &&
                   offsetof(Mining, mined) + EIGHT <= sizeof(Mining), "eight can be read");
    return eight(counts) & ((1ull << (8 * RESOURCES)) - 1);
}

Purse purse_of(const Mining *g, Seat s)
{
    bool     active = s == g->active;
    uint64_t stock = first_five(g->seat[s].resource) + (active ? first_five(g->mined) : 0);
    return (Purse){stock, wild_for(g, s), active ? g->artifacts : 0};
}

/* Where the first count is above the second, by how much. */
static uint64_t excess(uint64_t counts, uint64_t over)
{
    uint64_t more = (counts | HIGH_BITS) - over, sign = more & HIGH_BITS;
    return more & (sign - (sign >> 7));
}

/* MINE-R8, MINE-R10, MINE-R11. */
int missing_of(const Purse *p, const uint8_t recipe[EIGHT])
{
    uint64_t cost = eight(recipe);
    int      missing = sum_of(excess(cost, p->stock)), spare = p->spare;
    if (p->wild) {
        uint64_t left = excess(p->stock, cost);
        for (int r = 0; r < RESOURCES; r++)
            if (p->wild >> r & 1) spare += ((const uint8_t *)&left)[r];
    }
    return missing > spare ? missing - spare : 0;
}

int missing_for(const Mining *g, Seat s, const uint8_t recipe[EIGHT])
{
    Purse p = purse_of(g, s);
    return missing_of(&p, recipe);
}

/* Dice before cards: what is left of dice is lost unless a pile has a card for it. */
static int spend(Mining *g, Seat s, int r, int n)
{
    int dice = n < g->mined[r] ? n : g->mined[r], cards = n - dice;
    if (cards > g->seat[s].resource[r]) cards = g->seat[s].resource[r];
    g->mined[r] = (uint8_t)(g->mined[r] - dice);
    g->seat[s].resource[r] = (uint8_t)(g->seat[s].resource[r] - cards);
    g->pile[r] = (uint8_t)(g->pile[r] + cards);
    return n - dice - cards;
}

/* What the recipe names, then a resource that is wild, then Artifacts (docs/rulings.md). */
static void pay(Mining *g, Seat s, const uint8_t recipe[EIGHT])
{
    int missing = 0;
    assert(s == g->active && !missing_for(g, s, recipe));
    unsigned wild = wild_for(g, s);
    for (int r = 0; r < RESOURCES; r++) missing += spend(g, s, r, recipe[r]);
    for (int r = 0; r < RESOURCES; r++)
        if (wild >> r & 1) missing = spend(g, s, r, missing);
    g->artifacts = (uint8_t)(g->artifacts - missing);
}

/* The recipes she can pay for, as bits. */
static uint32_t payable(const Mine *mine, const Mining *g, Seat s)
{
    Purse    p = purse_of(g, s);
    uint32_t can = (2u << mine->items) - 1;
    if (!p.wild && !p.spare) {
        for (int r = 0; r < RESOURCES; r++, p.stock >>= 8)
            can &= mine->paid_by[r][(p.stock & 0xff) < RECIPE_MOST ? p.stock & 0xff : RECIPE_MOST];
        return can;
    }
    for (int i = 0; i <= mine->items; i++)
        if (missing_of(&p, mine->recipe[i])) can &= ~(1u << i);
    return can;
}

uint32_t craftable(const Setup *setup, const Mining *g, Seat s)
{
    const Mine *mine = mine_in(setup);
    uint32_t    vault = 1u << mine->items, can = payable(mine, g, s);
    const uint8_t *left = g->pile + RESOURCES;
    if (can & vault && !vaults_left(g)) can &= ~vault;
    return can & (vault | (uint32_t)(some_of(eight(left)) | some_of(eight(left + EIGHT)) << EIGHT));
}

bool can_craft(const Setup *setup, const Mining *g, Seat s) { return craftable(setup, g, s); }

void craft(const Setup *setup, Mining *g, Seat s, int item, Env *e)
{
    pay(g, s, mine_in(setup)->recipe[item]);
    g->pile[RESOURCES + item]--;
    g->seat[s].item[item]++;
    tell(e, TAP_MOVED, "{who} crafts the {card}.", .who = s, .card = (Card)(RESOURCES + item), .deck = GOODS,
         .from = Z_BOARD, .to = Z_BACKPACK, .to_owner = s);
}

void take_vault(Mining *g, Seat s, Env *e)
{
    int v = vault_number(g, NOBODY, 0);
    assert(v >= 0);
    g->vault[v].owner = s;
    tell(e, TAP_SAID, "{who} has a vault more.", .who = s);
}

void build_vault(const Setup *setup, Mining *g, Seat s, Env *e)
{
    pay(g, s, mine_in(setup)->recipe[mine_in(setup)->items]);
    take_vault(g, s, e);
}

void take_resource(Mining *g, Seat s, int r)
{
    assert(g->pile[r]);
    g->pile[r]--;
    g->seat[s].resource[r]++;
}

void swap_item(Mining *g, Seat s, int item, int with)
{
    if (!backpack_count(g, s, RESOURCES + item))
        for (int v = 0; v < VAULT_N; v++)
            if (g->vault[v].owner == s && g->vault[v].item == 1 + item) {
                g->vault[v].item = (uint8_t)(1 + with);
                break;
            }
    g->seat[s].item[item]--, g->pile[RESOURCES + item]++;
    g->seat[s].item[with]++, g->pile[RESOURCES + with]--;
}

/* --------------------------------------------------------------- burglary */

void carry_off(Mining *g, Seat from, int kind)
{
    --*count_of(g, from, kind);
    ++*count_of(g, g->active, kind);
}

void rob_vault(Mining *g, Seat from, int kind)
{
    for (int v = 0; v < VAULT_N; v++) {
        Vault *x = &g->vault[v];
        if (x->owner != from || !in_vault(x, kind)) continue;
        if (kind >= RESOURCES) x->item = 0;
        else if (x->resource[0] == 1 + kind) x->resource[0] = 0;
        else x->resource[1] = 0;
        break;
    }
    carry_off(g, from, kind);
}

/* MINE-Q6, MINE-Q14. */
void haul_vault(Mining *g, int vault)
{
    Vault *x = &g->vault[vault];
    for (int kind = 0; kind < GOODS_KINDS; kind++)
        for (int n = in_vault(x, kind); n; n--) carry_off(g, x->owner, kind);
    *x = (Vault){.owner = g->active};
}

/* -------------------------------------------------------------- put away */

void unpack(Mining *g, Seat s)
{
    for (int v = 0; v < VAULT_N; v++)
        if (g->vault[v].owner == s) g->vault[v] = (Vault){.owner = s};
}

/* MINE-Q11, MINE-R15: cards that the piles have for the dice. */
static int for_dice(const Mining *g, Seat s, int r)
{
    if (s != g->active) return 0;
    return g->mined[r] < g->pile[r] ? g->mined[r] : g->pile[r];
}

/* MINE-Q5. */
void artifact_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Mining *g = mining_at(t);
    uint8_t       most[RESOURCES];
    for (int r = 0; r < RESOURCES; r++) {
        int left = g->pile[r] - for_dice(g, s, r);
        most[r] = (uint8_t)(left < g->artifacts ? left : g->artifacts);
    }
    offer_counts(c, TAKE, GOODS, most, RESOURCES, RESOURCES, 0, g->artifacts, 0, 0);
}

void keep_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Mining *g = mining_at(t);
    uint8_t       most[GOODS_KINDS] = {0};
    int           items = mine_in(setup)->items;
    for (int r = 0; r < RESOURCES; r++) most[r] = (uint8_t)(g->seat[s].resource[r] + for_dice(g, s, r));
    memcpy(most + RESOURCES, g->seat[s].item, (size_t)items);
    int resources = 0, room = resource_room(g, s), things = items_of(g, s);
    for (int r = 0; r < RESOURCES; r++) resources += most[r];
    if (resources > room) resources = room;
    if (things > item_room(g, s)) things = item_room(g, s);
    offer_counts(c, KEEP, GOODS, most, RESOURCES + items, RESOURCES, resources, resources, things, things);
}

/* What no vault holds must fit those that are filled later, and the backpack. */
void stow_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Mining *g = mining_at(t);
    uint8_t       most[GOODS_KINDS];
    int           items = mine_in(setup)->items, resources = 0, later = 0, earlier = 0;
    for (int v = 0; v < VAULT_N; v++)
        if (g->vault[v].owner == s) later += v > g->stowing, earlier += v < g->stowing;
    count_backpack(g, s, most);
    for (int r = 0; r < RESOURCES; r++) resources += most[r];
    resources -= BACKPACK_RESOURCES + VAULT_RESOURCES * later;
    int things = sum_of(eight(most + RESOURCES)) + sum_of(eight(most + RESOURCES + EIGHT));
    things -= BACKPACK_ITEMS + VAULT_ITEMS * later;
    offer_counts(c, STOW, GOODS, most, RESOURCES + items, RESOURCES, resources > 0 ? resources : 0, VAULT_RESOURCES,
                 things > 0 ? things : 0, VAULT_ITEMS)
        ->a = (uint8_t)(earlier + 1);
}

static bool overflows(const Mining *g, Seat s)
{
    int resources = resources_of(g, s);
    for (int r = 0; r < RESOURCES; r++) resources += for_dice(g, s, r);
    return resources > resource_room(g, s) || items_of(g, s) > item_room(g, s);
}

/* What is not counted goes back to its pile; what dice brought is a card now. */
static void keep(const Setup *setup, Mining *g, Seat s, const Move *m)
{
    for (int r = 0; r < RESOURCES; r++) {
        int n = m ? tap_assigned(m, r) : g->seat[s].resource[r] + for_dice(g, s, r);
        g->pile[r] = (uint8_t)(g->pile[r] + g->seat[s].resource[r] - n);
        g->seat[s].resource[r] = (uint8_t)n;
        if (s == g->active) g->mined[r] = 0;
    }
    for (int i = 0; m && i < mine_in(setup)->items; i++) {
        int n = tap_assigned(m, RESOURCES + i);
        g->pile[RESOURCES + i] = (uint8_t)(g->pile[RESOURCES + i] + g->seat[s].item[i] - n);
        g->seat[s].item[i] = (uint8_t)n;
    }
}

static void stow(const Setup *setup, Mining *g, const Move *m)
{
    Vault *v = &g->vault[g->stowing];
    for (int r = 0, at = 0; r < RESOURCES; r++)
        for (int n = tap_assigned(m, r); n; n--) v->resource[at++] = (uint8_t)(1 + r);
    for (int i = 0; i < mine_in(setup)->items; i++)
        if (tap_assigned(m, RESOURCES + i)) v->item = (uint8_t)(1 + i);
}

/* MINE-R15 .. MINE-R17, MINE-Q13: what stays, and what of it lies in which vault. */
SCRIPT_BODY(, away)
{
    Mining *g = mining_of(t);
    BEGIN;
    if (f->who == g->active && g->artifacts) {
        ASK(f->who, Q_ARTIFACTS);
        for (int r = 0; r < RESOURCES; r++)
            g->mined[r] = (uint8_t)(g->mined[r] + tap_assigned(ANSWER(f->who), r));
        g->artifacts = 0;
    }
    if (overflows(g, f->who)) {
        ASK(f->who, Q_KEEP);
        keep(e->setup, g, f->who, ANSWER(f->who));
    } else keep(e->setup, g, f->who, NULL);
    unpack(g, f->who);
    for (f->vault = 0; f->vault < VAULT_N; f->vault++) {
        if (g->vault[f->vault].owner != f->who || backpack_is_empty(g, f->who)) continue;
        g->stowing = f->vault;
        ASK(f->who, Q_STOW);
        stow(e->setup, g, ANSWER(f->who));
    }
    g->stowing = 0;
    END;
}
