/* Dwarven Miner at the table: its state, and what its files share. The turn is in dwarven-miner.c, patrons and their
 * powers are in patrons.c, who holds what and pays for it in miner-goods.c, the View in miner-show.c, what
 * bots expect and weigh in miner-plans.c. */
#ifndef GAMES_MINER_H
#define GAMES_MINER_H

#include "decks/miner_table.h"
#include "table/table.h"
#include "view/view.h"

enum {
    LEAST_PLAYERS = 2, /* MINE-R1 */
    PLAYERS = 4,
    DRAWN = 2,                       /* patrons for each that is fulfilled (MINE-R21) */
    HAND_MOST = HAND + HAND * DRAWN - HAND, /* all of a hand fulfilled together */
    BACKPACK_ITEMS = 2,              /* MINE-R16 */
    BACKPACK_RESOURCES = 4,
    BURGLARIES = 4,                  /* MINE-R9: what so many Burglars can do */
    GOODS_KINDS = RESOURCES + ITEM_KINDS,
};

/* A patron before its owner. */
typedef struct InPlay {
    uint8_t paid;  /* points it has brought, to anybody's knowledge (MINE-Q7) */
    uint8_t left;  /* ends of its owner's turns until it goes; 0: it waits for something else */
    uint8_t named; /* 1 + the resource that is wild (MINE-Q21) */
    uint8_t users; /* seats that may still use it (MINE-Q12) */
} InPlay;

/* Patrons of a kind that have left her again, and the points they have brought. */
typedef struct Left {
    uint8_t n, points;
} Left;

/* Where its owner has laid what: 1 + the kind, 0 for nothing. */
typedef struct Vault {
    Seat    owner; /* NOBODY: on its pile */
    uint8_t item;
    uint8_t resource[VAULT_RESOURCES];
} Vault;

/* What lies in vaults is counted here, too: the rest is in the backpack, or in her own turn on the table. */
typedef struct Dwarf {
    uint8_t cards, patrons; /* in hand; before her, of those that lie one behind another, by seat */
    uint8_t points, zero;
    uint8_t resource[RESOURCES], zero_too;
    uint8_t item[ITEM_KINDS];
    Left    gone[PATRON_N]; /* by face */
    Slot    hand[HAND_MOST];
} Dwarf;

typedef struct Mining {
    Table   table;
    Seat    active, winner;
    uint8_t round, rolled;
    uint8_t burglars, rallied;  /* Burglars of the last roll; Orcs rolled again by a song (MINE-Q22) */
    uint8_t fulfilled;          /* patrons of this turn */
    uint8_t gift, at_once;      /* the patron whose power is offered to another player; in somebody else's turn */
    uint8_t stowing;            /* the vault that is being filled */
    uint8_t artifacts;          /* of this turn's dice, not yet spent, */
    uint8_t mined[RESOURCES];   /* and resources */
    uint8_t pile[GOODS_KINDS], zero;
    Die     die[MINE_DICE_N];
    Vault   vault[VAULT_N];
    PILE(deck, PATRON_N);
    PILE(discards, PATRON_N);
    Slot    in_play[PATRON_N]; /* by seat */
    InPlay  state_of[PATRON_N];
    Dwarf   seat[MAX_SEATS];
} Mining;

/* Eight counts below 128 at once, a byte each. */
#define HIGH_BITS 0x8080808080808080ull
static inline uint64_t eight(const uint8_t *counts)
{
    uint64_t ret;
    memcpy(&ret, counts, sizeof ret);
    return ret;
}
/* No count is above the one it is held against. */
static inline bool all_within(uint64_t counts, uint64_t of) { return !(~((of | HIGH_BITS) - counts) & HIGH_BITS); }
static inline bool items_within(const uint8_t needs[ITEM_KINDS], const uint8_t has[ITEM_KINDS])
{
    _Static_assert(ITEM_KINDS == 2 * EIGHT, "two words");
    return all_within(eight(needs), eight(has)) && all_within(eight(needs + EIGHT), eight(has + EIGHT));
}

static inline Mining *mining_of(Table *t) { return (Mining *)t; }
static inline const Mining *mining_at(const Table *t) { return (const Mining *)t; }
static inline const Mine *mine_in(const Setup *setup) { return setup->content->own; }
static inline const PatronKind *patron_kind(const Setup *setup, int face) { return &mine_in(setup)->patron[face]; }

enum { P_PATRONS, P_MINING, P_BURGLARY, P_CRAFTING, P_FULFILMENT, P_STORING, P_OVER };
enum {
    Z_DECK = 1, Z_DISCARDS, Z_DICE, Z_HAND, Z_PATRONS, Z_BOARD, Z_STOCK, Z_MINED, Z_BACKPACK, Z_POINTS,
    Z_VAULT, /* and seven more */
    Z_GONE = Z_VAULT + VAULT_N,
};
enum {
    REDRAW = 1, ROLL, REROLL, RALLY, STOP, STEAL, CRACK, HAUL, LEAVE, CRAFT, BUILD, USE, DONE, FULFIL, CUT, NAME,
    REMOVE, SWAP, TAKE, LATER, WAIVE, KEEP, STOW, VERBS_END
};
enum { Q_REDRAW, Q_MINE, Q_BURGLE, Q_CRAFT, Q_FULFIL, Q_CUT, Q_NAME, Q_REMOVE, Q_GIFT, Q_ARTIFACTS, Q_KEEP, Q_STOW,
       ASKS_END };
enum { S_PLAY, S_TURN, S_FULFIL, S_USE, S_GIFT, S_AWAY, SCRIPTS_END };

extern const Content dwarven_miner_content; /* made from data/dwarven-miner.table */

/* --------------------------------------------------- goods (miner-goods.c) */

int vaults_of(const Mining *, Seat);
int vaults_left(const Mining *);
int item_room(const Mining *, Seat);     /* MINE-R16 */
int resource_room(const Mining *, Seat);
int items_of(const Mining *, Seat);      /* how many */
int resources_of(const Mining *, Seat);  /* cards */
int backpack_count(const Mining *, Seat, int kind); /* of goods, resources first */
uint64_t in_backpack_of(const Mining *, Seat);      /* kinds of goods, as bits */
bool backpack_is_empty(const Mining *, Seat);
/* What she can spend of a resource in her turn: dice and cards are one stock (MINE-R10). */
int stock_of(const Mining *, Seat, int resource);
/* Which resources are wild for her, as bits (MINE-Q21). */
unsigned wild_for(const Mining *, Seat);
/* All she can spend, worked out once for many recipes. */
typedef struct Purse {
    uint64_t stock;  /* a byte for each resource */
    unsigned wild;
    int      spare;  /* Artifacts */
} Purse;
Purse purse_of(const Mining *, Seat);
/* So many of the recipe are missing, wild ones counted. */
int missing_of(const Purse *, const uint8_t recipe[EIGHT]);
int missing_for(const Mining *, Seat, const uint8_t recipe[EIGHT]);
/* What she can craft now, as bits; behind the last item, a vault. */
uint32_t craftable(const Setup *, const Mining *, Seat);
bool     can_craft(const Setup *, const Mining *, Seat); /* anything of these */
void craft(const Setup *, Mining *, Seat, int item, Env *);
void build_vault(const Setup *, Mining *, Seat, Env *);
void take_vault(Mining *, Seat, Env *);
/* Her goods lie on the table: nothing is in her vaults. */
void unpack(Mining *, Seat);
/* A resource card of a pile is hers. */
void take_resource(Mining *, Seat, int resource);
/* Swaps an item where it lies. */
void swap_item(Mining *, Seat, int item, int with);
/* Into her stock, out of a backpack, a vault, or with its vault. */
void carry_off(Mining *, Seat from, int kind);
void rob_vault(Mining *, Seat from, int kind);
uint64_t in_vaults_of(const Mining *, Seat); /* kinds of goods, as bits */
int vault_number(const Mining *, Seat, int nth); /* her nth vault from 0; -1 for none */
void haul_vault(Mining *, int vault);

SCRIPT_FRAME(away, { Seat who; uint8_t vault; });
Script away;
void artifact_choices(const Setup *, const Table *, Seat, Choices *);
void keep_choices(const Setup *, const Table *, Seat, Choices *);
void stow_choices(const Setup *, const Table *, Seat, Choices *);

/* ---------------------------------------------------- patrons (patrons.c) */

static inline int first_patron(const Mining *g, Seat s)
{
    int at = 0;
    for (Seat o = 0; o < s; o++) at += g->seat[o].patrons;
    return at;
}
static inline int patrons_in_play(const Mining *g) { return first_patron(g, (Seat)g->table.seats); }
/* How many with that effect lie before a seat, or with NOBODY before anybody. */
int effects_of(const Setup *, const Mining *, Seat, PatronEffect);
/* The items of this kind of patron, or of a set of the hand, are there. */
bool has_items_for(const Setup *, const Mining *, Seat, unsigned set);
/* Whether anybody with these items could fulfil something: all may know that. */
bool might_fulfil(const Setup *, const Mining *, Seat);
/* Some power can be used in her turn. */
bool has_power(const Setup *, const Table *, Seat);
void draw_patron(Mining *, Seat, Env *);
void discard_patron(Mining *, int at, Env *);
/* A ward before the seat, used up: true if there was one. */
bool warded(const Setup *, Mining *, Seat, Env *);
void end_of_turn(Mining *, Seat, Env *);
void roll_all(const Setup *, Mining *, Env *);
void gather_dice(Mining *);

SCRIPT_FRAME(fulfil, { Seat who; uint8_t set, n, i, again, face[HAND]; Seat other; SeatSet todo; });
SCRIPT_FRAME(use_power, { Seat who; uint8_t face, resource; });
SCRIPT_FRAME(gift, { Seat who; uint8_t face, at_once; });
Script fulfil, use_power, gift;
void offer_powers(const Setup *, const Table *, Seat, Choices *);
void fulfil_choices(const Setup *, const Table *, Seat, Choices *);
void cut_choices(const Setup *, const Table *, Seat, Choices *);
void name_choices(const Setup *, const Table *, Seat, Choices *);
void remove_choices(const Setup *, const Table *, Seat, Choices *);
void gift_choices(const Setup *, const Table *, Seat, Choices *);

/* ------------------------------------------------- View (miner-show.c) */

void miner_pieces(const Setup *, Table *, Pieces *);
void miner_counters(const Setup *, const Table *, ViewMaker *);

/* ------------------------------------------------ bots (miner-plans.c) */

bool miner_estimate(const Setup *, const Table *, Seat, float *ret_value);
int miner_propose(const Setup *, const Table *, Seat, const Choice *, Rng *, Move *ret, int max);
void miner_narrow(const Setup *, const Table *, Seat, Rng *, bool quick, Choices *);

#endif
