/* Dragon's Gold at the table: its state, and what its files share. The turn, the kill and the thefts are in
 * dragons-gold.c, who fights and who holds what in dragons-gold-table.c, talks, division and market in
 * dragons-gold-talks.c, Objects and their windows in dragons-gold-objects.c, scoring and View in -show.c. */
#ifndef GAMES_GOLD_H
#define GAMES_GOLD_H

#include "decks/gold_table.h"
#include "table/table.h"
#include "view/view.h"

enum {
    LAIRS = 4,
    LEAST_PLAYERS = 3, /* GOLD-R1 */
    PLAYERS = 6,
    HEROES = PLAYERS * ADVENTURERS,
    MARKET_AFTER = 7, /* dragons of the pile (GOLD-R32) */
    GRAINS = 12,      /* of one glass, and what each may say while it runs (docs/rulings.md) */
    MORE_GRAINS = 6,  /* Spare Sand */
    GRAIN_SECONDS = 5,
    EDGE = 2, /* what a Whetstone adds, and what Harp and Salve change */
    SECOND = COLOURS, /* in the counts of an offer: where what is wanted begins */
};

/* An adventurer who fights: seat * ADVENTURERS + kind, and what Objects have made of it. */
enum { HERO = 0x1F, AS_WIZARD = 0x40, AS_THIEF = 0x80 };
typedef struct Fighter {
    uint8_t hero, more;
} Fighter;

typedef struct Lair {
    uint8_t tokens, fighters;
    int8_t  more; /* strength that Objects have given or taken */
    uint8_t zero;
    Slot    hoard[HOARD_MOST];
    Fighter fighter[HEROES]; /* in the order they came (GOLD-R13) */
} Lair;

typedef struct Hunter {
    uint8_t tokens, objects; /* so many of those that lie one behind another, by seat */
    uint8_t up, down;        /* adventurers at home: bit k is kind k */
    uint8_t pool;            /* stashes that a theft has mixed for all who did not see it have one number */
    uint8_t zero;
    SeatSet open_to;         /* who may look behind the screen, until the end of the turn */
} Hunter;

typedef struct Gold {
    Table    table;
    Seat     active, source;     /* whose turn it is; whose Object is being answered */
    Seat     thief, victim;
    uint8_t  idle, laid;         /* lost turns in a row; dragons that came from the pile */
    uint8_t  window, at;         /* GoldWindow; the lair where something happens */
    uint8_t  effect, step;       /* of the Object for which a target is chosen, and how far that is */
    uint8_t  again, stopped, doubled, divides; /* Boots to come; Coffer, Pouch and Seal that were played */
    uint8_t  grain, sand, since, extended; /* fallen; of all; messages since; Spare Sand was played */
    uint8_t  market;             /* 1: due; 2: open; 3: over */
    uint8_t  picked;             /* divided shares that are taken, as bits */
    uint16_t glasses;            /* turned so far */
    SeatSet  involved, done;
    uint8_t  said[PLAYERS], sits[PLAYERS]; /* messages; 1 + the proposal one sits on */
    uint8_t  share[PLAYERS][COLOURS]; /* of each seat in a deal; of each share while one divides */
    Move     standing[PLAYERS]; /* proposals by number, offers by seat; all zero is none */
    Slot     dragon[LAIRS];
    Lair     lair[LAIRS];
    PILE(bag, GOLD_TOKEN_N);
    PILE(lid, GOLD_TOKEN_N); /* lost for this game */
    PILE(dragons, GOLD_DRAGON_N);
    PILE(slain, GOLD_DRAGON_N);
    PILE(objects, GOLD_OBJECT_N);
    PILE(used, GOLD_OBJECT_N);
    PILE(box, GOLD_OBJECT_N); /* Objects that are not played with */
    Slot     stash[GOLD_TOKEN_N]; /* all that lies behind screens, by seat: so none has a limit */
    Slot     object[GOLD_OBJECT_N];
    Hunter   seat[MAX_SEATS];
} Gold;

static inline Gold *gold_of(Table *t) { return (Gold *)t; }
static inline const Gold *gold_at(const Table *t) { return (const Gold *)t; }

enum { OPT_TALKS, OPT_OBJECTS, OPT_ADVANCED, OPT_HELP, OPT_GIFTS, OPT_MARKET, OPTIONS_END };
enum { BY_TICKS, BY_CLOCK, STRATEGIC };
enum { P_HUNT, P_TALKS, P_DIVISION, P_THEFT, P_MARKET, P_OVER };
enum {
    Z_BAG = 1, Z_LID, Z_PILE, Z_SLAIN, Z_OBJECTS, Z_USED, Z_BOX, Z_DRAGONS, Z_HOARD, /* and three more */
    Z_STASH = Z_HOARD + LAIRS, Z_HAND, Z_FIGHTERS, /* and three more */
    Z_HOME = Z_FIGHTERS + LAIRS, Z_TIRED, Z_PROPOSAL, /* and five more */
    Z_SHARE = Z_PROPOSAL + PLAYERS, /* and five more */
    Z_SAND = Z_SHARE + PLAYERS, Z_SEEN, Z_OFFER, Z_ATTACK /* and three more */
};

enum {
    PLACE = 1, PROPOSE, ACCEPT, WITHDRAW, WAIT, GRAIN, DIVIDE, TAKE, STEAL, PICK, OFFER, AGREE, SHOW, DONE,
    PLAY, PASS, SWAP, SHUFFLE, RETREAT, AT_DRAGON, GIVE, FROM, LOOK_AT, RESCUE, DRESS, VERBS_END
};
enum { Q_PLACE, Q_TALK, Q_DIVIDE, Q_TAKE, Q_VICTIM, Q_PICK, Q_MARKET, Q_WINDOW, Q_TARGET, ASKS_END };
enum { S_HUNT, S_TURN, S_KILLS, S_KILL, S_TALKS, S_DIVISION, S_MARKET, S_WINDOW, S_OBJECT, SCRIPTS_END };

extern const Content dragons_gold_content; /* made from data/dragons-gold.table */

/* ------------------------------------------------ the table (dragons-gold-table.c) */

static inline int kind_of(Fighter f) { return (f.hero & HERO) % ADVENTURERS; }
static inline Seat owner_of(Fighter f) { return (Seat)((f.hero & HERO) / ADVENTURERS); }
static inline bool is_wizard(Fighter f) { return kind_of(f) == WIZARD || f.hero & AS_WIZARD; }
static inline bool is_thief(Fighter f) { return kind_of(f) == THIEF || f.hero & AS_THIEF; }
static inline bool lives(const Gold *g, int lair) { return g->dragon[lair].card != NO_CARD; }
static inline int number_of(const Setup *setup, int deck, int face)
{
    return setup->content->deck[deck]->face[face].number;
}

/* The choice points at that dragon. */
static inline void at_dragon(Choice *o, int lair)
{
    o->zone = Z_DRAGONS;
    o->items = 1ull << lair;
}

int strength_of(const Setup *, const Gold *, int lair);
int attack_of(const Setup *, Fighter);
/* Of one seat's fighters there, or with NOBODY of all. */
int attack_at(const Setup *, const Gold *, int lair, Seat);
SeatSet fighters_at(const Gold *, int lair);
bool has_wizard_at(const Gold *, int lair, Seat);
int dragons_left(const Gold *);
void send_home(Gold *, int lair, int i, bool face_up);

const Slot *stash_of(const Gold *, Seat);
Slot *stash(Gold *, Seat);
void put_token(Gold *, Seat, Slot);
/* Token i leaves; only these see which. All others know of none any more that it is there. */
Slot take_token_unseen(Gold *, Seat, int i, SeatSet saw);
/* Where one of that colour lies, -1 for nowhere; of several the one that most know to be there. */
int find_token(const Gold *, Seat, Colour);
/* How many of each colour lie behind a screen, or in a hoard. */
void count_stash(const Gold *, Seat, uint8_t ret[COLOURS]);
void count_hoard(const Gold *, int lair, uint8_t ret[COLOURS]);
/* A token of that colour leaves, for all to see; of those that are alike one goes that all know to be there. */
Slot take_token(Gold *, Seat, Colour);
Slot take_from_hoard(Gold *, int lair, Colour);
/* From now on these know all of it. */
void show_stash(Gold *, Seat, SeatSet to);
void look_behind(Gold *, Seat who, Seat at, Env *);
/* GOLD-R5, GOLD-R14, GOLD-Q10: into a hoard, as many as there are. */
void draw_tokens(Gold *, int lair, int n, Env *);
/* GOLD-R26: one Object, if there is any. */
void draw_object(Gold *, Seat, Env *);

/* ---------------------------------- talks and market (dragons-gold-talks.c) */

SCRIPT_FRAME0(talks);    /* returns 1 if they close */
SCRIPT_FRAME(division, { Seat divider, who; SeatSet todo; });
SCRIPT_FRAME0(market);
Script talks, division, market;

SeatSet who_talks(const Setup *, const Table *);
void talk_choices(const Setup *, const Table *, Seat, Choices *);
const char *gold_refusal(const Setup *, const Table *, Seat, const char *word);
SeatSet who_trades(const Setup *, const Table *);
void market_choices(const Setup *, const Table *, Seat, Choices *);
void sand_glass(const Setup *, const Table *, TapGlass *);
void divide_choices(const Setup *, const Table *, Seat, Choices *);
void take_choices(const Setup *, const Table *, Seat, Choices *);
/* Messages that a seat still has in this talk, or at the market. */
int words_left(const Gold *, Seat);
/* What a split of the hoard gives each seat. */
void shares_of(const uint8_t stock[COLOURS], const Move *, uint8_t ret[PLAYERS][COLOURS]);
/* GOLD-V2: the weakest of these, or the strongest. */
Seat weakest_of(const Setup *, const Gold *, SeatSet);
Seat strongest_of(const Setup *, const Gold *, SeatSet);

/* ------------------------------- Objects (dragons-gold-objects.c) */

SCRIPT_FRAME(object_window, { uint8_t window; });
SCRIPT_FRAME(object_play, { Seat who; uint8_t face, card, colour; });
Script object_window, object_play;
#define OBJECT_WINDOW(window_) CALL_WITH(S_WINDOW, object_window, .window = (window_))

SeatSet who_reacts(const Setup *, const Table *);
void window_choices(const Setup *, const Table *, Seat, Choices *);
void window_facts(const Setup *, const Table *, TapWindow *);
void target_choices(const Setup *, const Table *, Seat, Choices *);

/* -------------------------------- scoring and View (dragons-gold-show.c) */

extern const Scoring gold_scoring;
/* What stashes with so many of each colour are worth to those set in `who`. */
void gold_points(const int16_t *option, uint8_t held[][COLOURS], SeatSet who, int32_t ret[MAX_SEATS], TapParts *);
void gold_pieces(const Setup *, Table *, Pieces *);
void gold_counters(const Setup *, const Table *, ViewMaker *);
void gold_worth(const Setup *, const Table *, Seat, const Choice *, Worth *);

/* GOLD-R40, GOLD-R43: what the most of a gem brings. */
int lead_points(bool advanced, int players);

/* ------------------------------- for bots (dragons-gold-bargain.c) */

bool gold_estimate(const Setup *, const Table *, Seat, float *ret_value);
float gold_regard(const Setup *, const Table *);
void gold_narrow(const Setup *, const Table *, Seat, Rng *, bool quick, Choices *);
int gold_propose(const Setup *, const Table *, Seat, const Choice *, Rng *, Move *ret, int max);

#endif
