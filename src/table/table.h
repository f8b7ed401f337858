/*
 * What a game is written with. A game is one `const Game`: its order of play and other scripts, its questions, its
 * pieces. Scripts run on one stack of bytes inside the state; a script waits by asking.
 *
 * Public types (include/taproom) are used here under their short names.
 */
#ifndef TABLE_H
#define TABLE_H

#include <assert.h>
#include <string.h>

#include <taproom/game.h>
#include <taproom/score.h>

/* A game's callbacks all have the same arguments, and few need all of them. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

#include "text/fail.h"

typedef TapSeat    Seat;
typedef TapSeatSet SeatSet;
typedef TapCard    Card;
typedef TapRng     Rng;
typedef TapMove    Move;
typedef TapChoice  Choice;
typedef TapChoices Choices;
typedef TapSetup   Setup;
typedef TapGame    Game;
typedef TapDeck    Deck;
typedef TapContent Content;

enum {
    MAX_SEATS  = TAP_SEATS,
    CLOCK      = TAP_CLOCK,
    NOBODY     = TAP_NOBODY,
    NO_CARD    = TAP_NO_CARD,
    PUBLIC     = TAP_PUBLIC,
    ANSWERERS  = MAX_SEATS + 1, /* the seats and the clock */
    MAX_LEVELS = 4,
    MAX_PIECES = 128,
    MAX_POOLS  = 64,
    PILE_FIXED = 6,
    SCRIPT_FRAME_MAX = 64,
};

static inline SeatSet only(Seat s) { return tap_only(s); }
static inline bool has(SeatSet set, Seat s) { return tap_has(set, s); }
static inline SeatSet less(SeatSet set, Seat s) { return tap_less(set, s); }
static inline int count(SeatSet set) { return tap_count(set); }

/* ------------------------------------------------------------------ state */

/* A script that is under way. What it must remember across a question follows this head; no C local does. */
typedef struct Frame {
    uint16_t pc;     /* source line to resume at; 0 is the start */
    uint8_t  script; /* index into Game.acts */
    uint8_t  level;  /* whose script: 0 is the outermost game */
    uint16_t below;  /* offset of the frame below */
    uint16_t size;
} Frame;

/* All the luck of a state. */
typedef struct Chance {
    Rng     rng;
    uint8_t unrigged; /* set by reseal: the rig counts no more */
    uint8_t fault;    /* 1 + stream whose rig asked for the impossible */
} Chance;

typedef enum AskMode { ASKS_ALL, ASKS_FIRST, ASKS_ANY, ASKS_ONE } AskMode;

/* The head of every state. The table of the game, with the rooms of its guests, how often each stream of luck drew, and
 * the stack follow it in the same bytes. */
typedef struct State {
    Chance   chance;
    /* the one open question; seats are those of table `asking` */
    SeatSet  asked, sealed, written; /* to answer; answered; whose answer[] is not blank */
    uint8_t  mode, question, asking;
    Seat     answered; /* who resumed an ASK_ANY or an ASK_ONE, or was first in an ASK_FIRST */
    /* the stack */
    uint8_t  depth, levels;
    uint16_t stack_at, stack_end, top, used; /* top and used count from stack_at */
    int32_t  result;                         /* of the script that returned last */
    uint16_t table_at[MAX_LEVELS], outcome_at[MAX_LEVELS];
    uint16_t room_size[MAX_LEVELS];
    uint8_t  guest[MAX_LEVELS]; /* index into the host's Game.guests */
    Move     answer[ANSWERERS]; /* blanked by the next question */
} State;

/* What each game's state begins with. */
typedef struct Table {
    uint8_t  seats, phase;
    Seat     turn;   /* whom a script asked last */
    Seat     start;  /* starting player */
    uint16_t taken;  /* as a guest: roles that the host plays */
    Seat     sits[MAX_SEATS]; /* as a guest: the host's seat of each of ours */
    int16_t  option[TAP_OPTIONS];
    int32_t  score[MAX_SEATS];
} Table;

/* What a running script may reach besides its table: luck, log, rig, the mapping of seats. Made by the kernel. */
typedef struct Env {
    const Setup *setup;
    State       *state;
    const Game  *game;
    TapLog      *log;
    uint8_t      level;
} Env;

/* -------------------------------------------------------------- game data */

typedef void Script(Table *, void *frame, Env *);

/* Roles name scripts that a host may play instead of its guest. */
typedef enum Role {
    NO_ROLE, ROLE_ANTE, ROLE_BETTING, ROLE_SETTLE,
    ROLE_LOAN, /* who is on turn has run out of money; returns true if money was lent */
    ROLE_SERIES, /* a game of a series is over; returns true if the next follows at once */
    ROLES
} Role;

typedef struct Act {
    Script  *run;
    uint16_t frame; /* bytes of its frame */
    uint8_t  role;
} Act;
#define ACT(name, role_) {.run = name, .frame = sizeof(name##_Frame), .role = (role_)}

typedef struct Question {
    const char *prompt;
    const char *help; /* one line more, or NULL */
    SeatSet (*who)(const Setup *, const Table *);                    /* from public knowledge alone */
    void (*choices)(const Setup *, const Table *, Seat, Choices *); /* the only judge of legality */
    uint8_t  pass;   /* the verb that declines: in ASK_FIRST; in ASK_ANY, until somebody else has spoken */
    bool     secret; /* others see verb and count only, also afterwards */
    bool     hushed; /* a window: until it closes nobody learns who has answered (not in ASK_ANY); its pass, plain and
                        without numbers, is the first of every list */
    uint16_t
        room; /* bytes of the stack that any answer but the pass may need: it is offered only while they are there */
    /* The rest may be NULL. */
    /* ASK_FIRST: of the answers that do not pass the one with the least rank counts; of equal ones the first in order.
     */
    uint32_t (*rank)(const Setup *, const Table *, Seat, const Move *);
    /* Hushed: public facts about the window; kind and seconds have usual values. */
    void (*window)(const Setup *, const Table *, TapWindow *);
    /* With the clock among those asked: how long its glass runs; usual values are set. From public knowledge. */
    void (*glass)(const Setup *, const Table *, TapGlass *);
} Question;

/* A verb's word form and its label, which may use {n} {a} {b} and, by Game.wording, {what} {more}. */
typedef struct Verb {
    const char *word;  /* ASCII; records and typed play */
    const char *label; /* for people */
    uint8_t     args;  /* how many of a, b are written behind the word */
    bool        to;    /* "to" stands before the amount */
    const char *also;  /* another word that is read the same way, or NULL */
    const char *some;  /* its label with what is chosen of a set: "Exchange {items}"; or NULL */
    const char *none;  /* its label when nothing is chosen of a set: "Keep all cards"; or NULL */
    const char *outside; /* of a split: why somebody gets nothing of it, behind a name: "is not here"; or NULL */
    bool        joins; /* it settles something before the way on (TapViewChoice) */
    uint8_t     way;   /* TapWay; where it is not said, the verb with the most idle is safe */
    uint8_t idle; /* of the verbs offered, the one with the most is what somebody does who does nothing, and none with
                     less is better; 0: does not compare */
} Verb;

/* Words for the arguments of a choice, where their numbers would say nothing: names of games, of options. All of them
 * outlive the choice. */
typedef struct Wording {
    const char *word[2];     /* ASCII, without blanks: written and read in place of a and b; NULL is the number */
    const char *also;        /* read in place of the first, or behind all of it: "order 2", "order 2 gerki"; or NULL */
    const char *what, *more; /* {what} and {more} of the label */
    const char *group;       /* the heading it stands under in a long list, or NULL */
    const char *about;       /* a line about it, or NULL */
    const char *figure;      /* what a painter draws for it, or NULL */
} Wording;

/* What a choice brings, as far as its seat can know: a number of the entry itself, and one more for each item that is
 * chosen (item i of its zone or deck). Where such a sum would be wrong nothing is said. */
typedef struct Worth {
    const char *of; /* what is counted: "points"; NULL: nothing is said */
    int16_t     base;
    bool        items;
    int16_t     item[TAP_ITEMS];
} Worth;

/* A card or die in its place. Knowledge belongs to the place: reseal changes cards and leaves the knowers. No byte is
 * padding: an assignment may leave anything there, and equal states must have equal bytes. */
typedef struct Slot {
    uint16_t card;
    SeatSet  known;
} Slot;
typedef struct Die {
    uint16_t face;
    SeatSet  known;
} Die;
_Static_assert(sizeof(Slot) == 4 && sizeof(Die) == 4, "no padding");

/* Cards of which only the last `fixed` (the top is the very last) are decided; the others are a set, in no order. An
 * open pile lies face up, in order: everybody knows it. Its cards follow this head: PILE declares both. */
typedef struct Pile {
    uint16_t n, room;
    uint8_t  fixed;
    bool     open;
    uint8_t  deck, zero;       /* which deck of the content its cards are of */
    SeatSet  known[PILE_FIXED]; /* of the fixed cards, the top last */
} Pile;
_Static_assert(sizeof(Pile) == 8 + 2 * PILE_FIXED && _Alignof(Pile) == _Alignof(Card),
               "no padding, and the cards follow");

/* In a game's state: the pile `name` with room for so many cards. */
#define PILE(name, room_) \
    struct { \
        Pile name; \
        Card name##_cards[room_]; \
    }
static inline Card *pile_cards(const Pile *p) { return (Card *)(uintptr_t)(p + 1); }
static inline Card pile_top(const Pile *p) { return pile_cards(p)[p->n - 1]; }

typedef enum Layout { ROW, FAN, STACK, GRID, RING, TRACK, GROUPS, EFFECTS } Layout;

enum {
    ALTERABLE = 1,   /* a host may swap a card of it, reroll or set a die of it */
    TURNED_DOWN = 2, /* lies face down for all but its owner, whatever they remember (BET-12) */
    HEAPED = 4,      /* alike things are one item of a View, and what is not seen is not counted either: no choice may
                        point at its places */
};

/* One place on the table. Redaction, reseal, conservation and hosts all work from the list of these. */
typedef struct Piece {
    uint8_t     zone; /* number in the game, from 1 */
    Seat        owner;
    uint8_t     layout, w, h;
    uint8_t     pool; /* cards of one pool may change places when they are dealt anew; below MAX_POOLS */
    uint8_t     flags;
    uint16_t    n;
    const char *name;
    const Deck *deck; /* what its cards or dice are */
    Slot       *slot; /* one of these three */
    Die        *die;
    Pile       *pile;
    /* Of a hand with cards of several backs, which everybody sees: the pool of each. NULL: all are of `pool`. */
    uint8_t (*pool_of)(const Setup *, const struct Piece *, Card);
    uint8_t (*group)(Card); /* with GROUPS: which group a card lies in; only seen cards are asked */
} Piece;

typedef struct Pieces {
    const Content *content;
    int            n;
    Piece          piece[MAX_PIECES];
} Pieces;

typedef struct ViewMaker ViewMaker; /* view/view.h */
typedef struct Scoring Scoring;

/* How hands are valued, at the table and for people at a real one. */
struct Scoring {
    /* What a seat holds at the showdown. */
    void (*holding)(const Setup *, const Table *, Seat, TapHolding *);
    /* The worth of a holding under these options. parts may be NULL. */
    void (*score)(const int16_t *option, const TapHolding *, TapScore *, TapParts *);
    /* Zones (bit z is zone z) in which the cards and dice of a holding lie before their seat, and what is common on the
     * table; a View finds there what earns each part. */
    uint64_t zones, commons;
    const char *const *ties; /* what each of the first `tie` numbers counts, ended by NULL: "Warriors"; NULL: unsaid */
    bool running; /* what is seen of a holding may be scored while the hand is under way */
    const char *so_far; /* what its number counts then; NULL: points */
    const char *unit; /* what its points are, where a hand has a name and no points: "card"; NULL: point */
    /* Called when a seat folds: hide what lay open (BET-12). May be NULL. */
    void (*folded)(Table *, Seat);
    /* For hands typed at a real table: what is asked, the hand itself first, ended by a field without a label. Lists of
     * cards and dice are read from this alone: those of a hand into its cards and dice, the others into what is common.
     */
    const TapScoreField *fields;
    uint8_t deck; /* the deck of the content that its cards are of */
    uint8_t least; /* so many typed hands are scored together at least; 0 is one */
    int (*faces)(const int16_t *option); /* how many faces of the deck play; NULL: all */
    /* How a hand that is no list of cards or dice is read; may be NULL. */
    bool (*read)(const int16_t *option, const char *text, TapHolding *, TapError *);
    /* The same for keys that are no lists. Called for each hand the key is meant for. May be NULL. */
    bool (*key)(const int16_t *option, const char *name, const char *value, TapHolding *, TapError *);
    bool (*check)(const int16_t *option, const TapHolding *,
                  TapError *); /* what a typed hand must satisfy; may be NULL */
    /* What all typed hands must satisfy together; may be NULL. */
    bool (*check_all)(const int16_t *option, const TapHolding *, int hands, TapError *);
    /* Instead of score, where the worth of a hand depends on the others: of those set in `who`, all at once. parts may
     * be NULL. */
    void (*score_all)(const int16_t *option, const TapHolding *, SeatSet who, TapScore *ret, TapParts *parts);
};

/* Reads "W-wolf 2*R-owl ..." into at most `room` faces; returns how many, or -1 with a reason. */
int cards_read(const TapDeck *, const char *text, TapCard *ret, int room, TapError *);
/* Reads digits 1..6, with or without blanks between: what typed hands have of dice. */
int dice_read(const char *text, uint8_t *ret, int room, TapError *);

/* A value that a setup may give a seat, "stage 2 fortitude 12"; or a card of a deck, "stage 2 row w-pony". */
typedef struct Staging {
    const char *name;
    int16_t     lo, hi;
    uint8_t     card_of; /* 1 + the deck; 0: it is a number */
} Staging;

#define PHASES(list) .phases = (list), .phase_n = (int)(sizeof(list) / sizeof *(list))

struct TapGame {
    const char *id, *title, *about;
    TapFacts facts;
    int rules; /* version: raised when the signature changes */
    int min_seats, max_seats, best_seats;
    size_t size;      /* of the game's state */
    size_t seat_size; /* if its last member is an array of MAX_SEATS of these, seats that are not there cost nothing */
    uint16_t stack;   /* bytes for frames, guests' frames included */
    size_t annex;     /* bytes behind the table that only a setup with option `annex_if` has (annex_of) */
    uint8_t annex_if;
    uint16_t betting_rounds, own_decisions; /* at most, per hand and seat: they bound the length of a game */
    uint64_t (*bound)(const Setup *);       /* no game has more decisions than this */
    const TapOption *options;
    int option_n;
    const TapClash *clashes;
    int clash_n;
    const Act *acts; /* [0] starts the game */
    int act_n;
    const Question *questions;
    int question_n;
    const Verb *verbs; /* [0] is none */
    int verb_n;
    const char *const *phases; /* PHASES(list) gives both */
    int phase_n;
    const Content *content;    /* what is built in: its decks and dice */
    const Game *const *guests; /* what it may host */
    uint8_t stand_in[ROLES];   /* as a host: its script for each role it takes */
    const Staging *stages;      /* what can be staged, ended by one without a name; may be NULL */
    const TapOrder *orders;    /* words for standing orders, ended by one without a word; may be NULL */
    bool score_is_money;       /* the score is money won and lost, unless it is played for nothing and none moves */
    bool one_purse;            /* seats of one side have their money together */
    uint16_t horizon;          /* answers with a choice after which a bot estimates instead of playing on; 0: never */
    void (*setup)(const Setup *, Table *, Env *);
    void (*pieces)(const Setup *, Table *, Pieces *);
    void (*counters)(const Setup *, const Table *, ViewMaker *); /* counters and zones that hold no pieces */
    /* The rest may be NULL. */
    /* Conservation: all money there is = sum of held + on_table, a host's and its guest's together. A host that lends
     * its guest the money does not count it while the guest has it. */
    int32_t (*money_brought)(const Setup *, Seat); /* what a seat comes with; NULL: it is not played for money */
    int32_t (*price)(const Setup *); /* the least with which a seat can take part; 0: nothing is played for */
    int32_t (*money_held)(const Table *, Seat);
    int32_t (*money_on_table)(const Table *);
    int32_t (*money_in_bank)(const Table *); /* neither held nor to be won; it may be below zero */
    /* Values derived from hidden cards are worked out anew, after what is hidden was dealt anew; what names a card that
     * the viewer (a seat of this table, or NOBODY) cannot know is forgotten. */
    void (*resealed)(const Setup *, Table *, Seat viewer);
    bool (*estimate)(const Setup *, const Table *, Seat, float *ret_value);
    /* Why these options are not for so many seats, as a sentence; NULL: they are. */
    const char *(*misfit)(const Setup *);
    /* Why a seat may not be cast for a role, as a sentence; NULL: it may. The seats that are cast already are. */
    const char *(*miscast)(const Setup *, Seat, int role);
    /* Why a seat may not begin with this, as a sentence; NULL: it may. It is in range. */
    const char *(*misstaged)(const Setup *, const TapStaged *);
    /* What a seat plays as besides its role, by its place at the table: "Boss"; NULL: nothing. */
    const char *(*part)(const Setup *, Seat);
    /* Which seats play together: ret_side[s] is the number of the side; usually each seat is one. */
    void (*sides)(const Setup *, uint8_t ret_side[MAX_SEATS]);
    /* Moves worth weighing of an entry with many, the best first, from what the seat knows; the same for the same table
     * and generator, and with a smaller max the first of them. Returns how many, 0 if it has no opinion. */
    int (*propose)(const Setup *, const Table *, Seat, const Choice *, Rng *, Move *ret, int max);
    /* Leaves of two or more entries open to a seat those worth weighing, one at least, from what it knows: what a talk
     * needs to close is manners, which no simulation finds by itself. `quick`: in a simulation, where it is asked for
     * often. */
    void (*narrow)(const Setup *, const Table *, Seat, Rng *, bool quick, Choices *);
    /* How much of what others win counts against oneself, 1 if it is NULL: in a bargain of all seats less, or none
     * closes. */
    float (*regard)(const Setup *, const Table *);
    /* True if this of its own orders lets the seat be asked in the open window. From public knowledge. */
    bool (*order_asks)(const Setup *, const Table *, Seat, int order);
    /* As a host: lays into a pile that its guest is shuffling what it took from it and laid away (alter_draw). */
    void (*reclaim)(Table *, Pile *);
    void (*wording)(const Setup *, const Table *, const Choice *, Wording *ret);
    /* Why what a seat that is asked would say with this word is not offered to it, as a sentence; NULL: no reason. */
    const char *(*refusal)(const Setup *, const Table *, Seat, const char *word);
    /* Data for a View rather than a question put back to the game: a front end adds up what is chosen, without asking.
     */
    void (*worth)(const Setup *, const Table *, Seat, const Choice *, Worth *ret);
    const Scoring *scoring;
    const char *no_hands; /* without scoring: why there are no hands to score */
};

/* ---------------------------------------------------------------- scripts */

/*
 * SCRIPT(name, { variables }) opens a script; its variables are f->..., zero at the start and kept across questions.
 * BEGIN opens a switch on the resume line, so no C local lives across ASK or CALL, and neither may stand inside a
 * nested switch. An unknown line asserts.
 */
#define SCRIPT_FRAME(name, ...) \
    typedef struct name##_Frame { \
        Frame frame; \
        struct __VA_ARGS__; \
    } name##_Frame; \
    _Static_assert(sizeof(name##_Frame) <= SCRIPT_FRAME_MAX, "a frame should stay small")
/* A script that has nothing to remember. */
#define SCRIPT_FRAME0(name) \
    typedef struct name##_Frame { \
        Frame frame; \
    } name##_Frame
#define SCRIPT_BODY(linkage, name) \
    static void name##_body(Table *, name##_Frame *, Env *); \
    linkage void name(Table *t_, void *f_, Env *e_) { name##_body(t_, f_, e_); } \
    static void name##_body(Table *t, name##_Frame *f, Env *e)
#define SCRIPT(name, ...) \
    SCRIPT_FRAME(name, __VA_ARGS__); \
    SCRIPT_BODY(static, name)

#define SCRIPT0(name) \
    SCRIPT_FRAME0(name); \
    SCRIPT_BODY(static, name)

#define BEGIN \
    switch (f->frame.pc) { \
    default: \
        assert(!"unknown line"); \
        __attribute__((fallthrough)); \
    case 0:
#define END } \
    script_return(e, 0)
#define RETURN(value) \
    do { \
        script_return(e, (value)); \
        return; \
    } while (0)
#define WAIT_(...) \
    do { \
        f->frame.pc = __LINE__; \
        { \
            __VA_ARGS__; \
        } \
        return; \
    case __LINE__:; \
    } while (0)

/* CALL(S_BETTING) runs a script and comes back; CALL_WITH hands it its first variables. RESULT is what it returned. */
#define CALL(script) WAIT_((void)script_call(e, (script)))
#define CALL_WITH(script, name, ...) \
    WAIT_(name##_Frame *callee_ = (name##_Frame *)script_call(e, (script)); \
          if (callee_) *callee_ = (name##_Frame){.frame = callee_->frame, __VA_ARGS__})
#define RESULT (e->state->result)

#define ASK(seat, q)       WAIT_(t->turn = (seat); ask(e, t, only(t->turn), (q), ASKS_ALL, 0))
#define ASK_ALL(set, q)    WAIT_(ask(e, t, (set), (q), ASKS_ALL, 0))
#define ASK_FIRST(set, from, q) WAIT_(ask(e, t, (set), (q), ASKS_FIRST, (from)))
#define ASK_ANY(set, q)    WAIT_(ask(e, t, (set), (q), ASKS_ANY, 0))
#define ASK_ONE(set, q)    WAIT_(ask(e, t, (set), (q), ASKS_ONE, 0))
#define ANSWER(seat)       (&e->state->answer[seat])
#define ANSWERED           (e->state->answered)
#define PHASE(p)           (t->phase = (uint8_t)(p))
/* A hand, or one game of a row, is over and all of it still lies there: whoever listens may look at it before it goes
 * on. */
#define CHAPTER()          WAIT_(chapter_ends(e))

/* Runs the guest that invite() has seated; its final scores lie in `outcome`, in our seats, afterwards. */
#define RUN_GUEST() WAIT_(guest_run(e))

Frame *script_call(Env *, int script); /* NULL if a host stands in */
void   script_return(Env *, int32_t result);
void   chapter_ends(Env *);
void   ask(Env *, Table *, SeatSet who, int question, AskMode, Seat from);

/* The bytes of Game.annex; only of a game that is no guest. */
void *annex_of(const Game *, const Table *);

/* Seats game number `guest` of Game.guests in `room`; roles is a set of bits 1 << ROLE_x that we play instead of it.
 * The host may change the guest's table before RUN_GUEST. option may be NULL (the usual ones). */
Table *invite(Env *, Table *host, int guest, void *room, size_t room_size, SeatSet players, unsigned roles,
              const int16_t *option, int32_t outcome[MAX_SEATS]);
void   guest_run(Env *);
/* The guest's table while it plays, for stand-ins. NULL without guest. */
Table      *guest_table(const Env *);
const Game *guest_game(const Env *);

/* True if scripts of so many bytes surely fit the stack. */
bool stack_has_room(const State *, size_t bytes);

/* ----------------------------------------------------------------- seats */

/* The seats that play together with s, s among them (seats of the outermost table). */
SeatSet mates_of(const Setup *, Seat s);

static inline Seat next_seat(const Table *t, Seat s) { return s + 1 < t->seats ? (Seat)(s + 1) : 0; }
static inline SeatSet everyone(const Table *t) { return (SeatSet)((1u << t->seats) - 1); }
/* The next seat of the set, clockwise from s itself; NOBODY if it is empty. */
Seat seat_from(const Table *, SeatSet, Seat s);
/* A loop over the set in turn order from a seat; both variables must outlive questions, so they are f->... */
#define IN_TURN_ORDER(seat, todo, set, from) \
    for ((todo) = (set); ((seat) = seat_from(t, (todo), (from))) != NOBODY; (todo) = less((todo), (seat)))
SeatSet who_turn(const Setup *, const Table *);     /* whom the last ASK named */
SeatSet who_everyone(const Setup *, const Table *); /* all seats */

/* ---------------------------------------------------------------- choices */

static inline Choice *offer(Choices *c, int verb, int a, int b)
{
    assert(c->n < TAP_CHOICES);
    Choice *o = &c->choice[c->n++];
    *o = (Choice){.kind = TAP_PLAIN, .verb = (uint8_t)verb, .a = (uint8_t)a, .b = (uint8_t)b, .owner = NOBODY};
    return o;
}
static inline Choice *offer_amount(Choices *c, int verb, int32_t lo, int32_t hi)
{
    assert(0 <= lo && lo <= hi);
    Choice *o = offer(c, verb, 0, 0);
    o->kind = TAP_AMOUNT;
    o->lo = (uint32_t)lo;
    o->hi = (uint32_t)hi;
    return o;
}
static inline uint64_t first_items(int n) { return n >= 64 ? ~0ull : (1ull << n) - 1; }
/* lo to hi (at most all) of the items of owner's zone. */
static inline Choice *offer_subset(Choices *c, int verb, int zone, Seat owner, uint64_t items, int lo, int hi)
{
    int n = __builtin_popcountll(items);
    if (hi > n) hi = n;
    assert(0 <= lo && lo <= hi);
    Choice *o = offer(c, verb, 0, 0);
    o->kind = TAP_SUBSET;
    o->zone = (uint8_t)zone;
    o->owner = owner;
    o->items = items;
    o->lo = (uint32_t)lo;
    o->hi = (uint32_t)hi;
    return o;
}
/* The same of the first n faces of a deck of the content: ranks, suits, names. */
static inline Choice *offer_faces(Choices *c, int verb, int deck, uint64_t faces, int lo, int hi)
{
    Choice *o = offer_subset(c, verb, 0, NOBODY, faces, lo, hi);
    o->deck = (uint8_t)(deck + 1);
    return o;
}
/* stock[k] things of each of the first `kinds` faces of a deck, TAP_STOCK in all at most, each to one of the places. */
static inline Choice *offer_split(Choices *c, int verb, int deck, const uint8_t *stock, int kinds, SeatSet places)
{
    assert(kinds <= TAP_STOCK && places);
    Choice *o = offer(c, verb, 0, 0);
    int     things = 0;
    o->kind = TAP_SPLIT;
    o->deck = (uint8_t)(deck + 1);
    o->kinds = (uint8_t)kinds;
    o->places = places;
    for (int k = 0; k < kinds; k++) things += o->stock[k] = stock[k];
    assert(things <= TAP_STOCK);
    return o;
}
/* At most most[k] (15 or fewer) of each of `kinds` kinds; lo to hi of those before `second`, and lo2 to hi2 of the
 * others, as far as there are so many. The kinds are the faces of a deck; the second group begins with the first face
 * again if there are no more. */
static inline Choice *offer_counts(Choices *c, int verb, int deck, const uint8_t *most, int kinds, int second, int lo,
                                   int hi, int lo2, int hi2)
{
    assert(kinds <= TAP_STOCK && second <= kinds);
    Choice *o = offer(c, verb, 0, 0);
    int     sum = 0, sum2 = 0;
    o->kind = TAP_COUNTS;
    o->deck = (uint8_t)(deck + 1);
    o->kinds = (uint8_t)kinds;
    o->second = (uint8_t)second;
    for (int k = 0; k < kinds; k++) assert(most[k] <= TAP_COUNTED);
    memcpy(o->stock, most, (size_t)kinds);
    for (int k = 0; k < second; k++) sum += most[k];
    for (int k = second; k < kinds; k++) sum2 += most[k];
    o->lo = (uint32_t)lo;
    o->hi = (uint32_t)(hi < sum ? hi : sum);
    o->lo2 = (uint8_t)lo2;
    o->hi2 = (uint8_t)(hi2 < sum2 ? hi2 : sum2);
    assert(0 <= lo && o->lo <= o->hi && 0 <= lo2 && o->lo2 <= o->hi2);
    return o;
}

/* Every item of owner's zone to one of the places. */
static inline Choice *offer_assignment(Choices *c, int verb, int zone, Seat owner, uint64_t items, SeatSet places)
{
    assert(__builtin_popcountll(items) <= TAP_ASSIGNED && places);
    Choice *o = offer(c, verb, 0, 0);
    o->kind = TAP_ASSIGN;
    o->zone = (uint8_t)zone;
    o->owner = owner;
    o->items = items;
    o->places = places;
    return o;
}

/* The same with at most one item to a place. */
static inline Choice *offer_placing(Choices *c, int verb, int zone, Seat owner, uint64_t items, SeatSet places)
{
    assert(__builtin_popcountll(items) <= count(places));
    Choice *o = offer_assignment(c, verb, zone, owner, items, places);
    o->hi = 1;
    return o;
}

/* ----------------------------------------------------------------- chance */

/* The three doors. */
int  chance_pick(Env *, TapStream, int n);               /* 0..n-1; TAP_STREAM_SEAT or TAP_STREAM_MORE */
void chance_roll(Env *, int deck, Die *, SeatSet known); /* a die of that kind of the content */
void chance_shuffle(Env *, Pile *); /* forgets the order, and who knew what; face down from now on */

/* An empty pile for cards of that deck, face down; pile_begin(g->deck, TAVERN) where PILE(deck, 93) declares it. */
#define pile_begin(pile, deck_) pile_begin_(&(pile), sizeof(pile##_cards) / sizeof(Card), (deck_))
void pile_begin_(Pile *, size_t room, int deck);
/* Lays a whole deck into an empty pile, with its extra faces or without. */
void pile_fill(const Setup *, Pile *, bool extra);
/* Fixes the top `n` cards and lets `who` know them. At most PILE_FIXED cards of a pile are decided at a time. */
void pile_peek(Env *, Pile *, int n, SeatSet who);
/* Takes the top card; who knew it there knows it still, and so does `known`. */
Slot pile_draw(Env *, Pile *, SeatSet known);
/* Lays a card into a pile that lies face down; a shuffle must follow before anything is drawn. */
void pile_return(Pile *, Card);
/* Lays a card on top, decided: PILE_FIXED at most, or any number where the pile is open. */
void pile_put(Pile *, Slot);
/* Lays a card at the bottom of a pile that lies open. */
void pile_put_under(Pile *, Card);
/* Turns an empty pile into one that lies open. */
static inline void pile_open(Pile *p) { p->open = true; }

/* -------------------------------------------------------------- knowledge */

static inline bool knows(SeatSet known, Seat viewer) { return known >> (viewer == NOBODY ? TAP_WATCHER : viewer) & 1; }

/* Takes slot i out of a hand; only `saw` see which. All others lose track of the whole hand, the owner aside. */
Slot hand_take_unseen(Slot *hand, uint8_t *n, int i, SeatSet saw);
/* The same from behind a screen, where what all had seen was laid: even that is no longer known to be there. */
Slot hand_take_screened(Slot *hand, uint8_t *n, int i, SeatSet saw);
/* The first where another card takes its place at once. */
Slot hand_replace_unseen(Slot *hand, int n, int i, Slot with, SeatSet saw);

/* All places of a table. It only looks, so that t may be const. */
void pieces_list(const Setup *, const Game *, const Table *t, Pieces *ret);

/* deck is a place in the content's list. */
Piece *piece_cards(Pieces *, const char *name, int zone, Seat owner, Layout, int deck, Slot *, int n);
Piece *piece_dice(Pieces *, const char *name, int zone, Seat owner, Layout, int deck, Die *, int n);
Piece *piece_pile(Pieces *, const char *name, int zone, Seat owner, Pile *);
/* The pile "deck", from which a host may draw too. */
Piece *piece_deck(Pieces *, int zone, Pile *);

/* A host's hands on its guest, with the host's Env: allowed only for pieces marked ALTERABLE; false if not. A swapped
 * card takes its knowers along; they are counted as the host's seats in `with` and as the guest's on its table. Where
 * watchers saw the old card it lay face up: who saw it sees the new one. */
bool alter_reroll(Env *, Piece *, int i);
bool alter_set(Piece *, int i, int face);
bool alter_swap(const Env *, Piece *, int i, Slot *with);
/* The top card of a pile, seen by `who` of the host's seats; the host keeps it, and gives it back by Game.reclaim when
 * the pile is made anew. False if there is none. */
bool alter_draw(Env *, Piece *, SeatSet who, Slot *ret);

/* ----------------------------------------------------------------- events */

/* Appends an event; seats are ours and become the outermost table's. Give only what the sentence needs. */
typedef struct Told {
    TapEventKind kind;
    Seat         who, other;
    Card         card;
    uint8_t      deck; /* of the content, that the card is of; 0 is the first */
    uint8_t      from, to;
    Seat         from_owner, to_owner;
    SeatSet      seen_by; /* 0 means everybody */
    int32_t      n;
    const char  *text, *unseen, *what;
} Told;
void tell_(Env *, const Told *);
#define tell(e, kind_, text_, ...) \
    do { \
        if ((e)->log) \
            tell_((e), &(Told){.kind = (kind_), .who = NOBODY, .other = NOBODY, .card = NO_CARD, .from_owner = NOBODY, \
                               .to_owner = NOBODY, .text = (text_), __VA_ARGS__}); \
    } while (0)

/* ---------------------------------------------------------------- scoring */

/* What a seat holds; only so much of the lists is set as their counts say. */
static inline void holding_of(const Setup *setup, const Scoring *how, const Table *t, Seat s, TapHolding *ret)
{
    memset(ret, 0, offsetof(TapHolding, card));
    ret->deck = setup->content->deck[how->deck];
    how->holding(setup, t, s, ret);
}

/* One line of why a hand is worth what it is; nothing if parts is NULL. */
void explain_(TapParts *parts, int32_t points, const char *form, ...) __attribute__((format(printf, 3, 4)));
#define explain(parts, ...) ((parts) ? explain_((parts), __VA_ARGS__) : (void)0)
/* The line just written is earned by this card, die or common thing of the holding. */
static inline void from_card(TapParts *parts, int i)
{
    if (parts) parts->part[parts->n - 1].cards[i / 64] |= 1ull << i % 64;
}
static inline void from_die(TapParts *parts, int i)
{
    if (parts) parts->part[parts->n - 1].dice |= 1ull << i;
}
static inline void from_common(TapParts *parts, int i)
{
    if (parts) parts->part[parts->n - 1].commons |= 1ull << i;
}

/* --------------------------------------------------------------- variants */

/* What whoever names a game to be played inside says about it: each option once, as far as they go together. */
typedef struct {
    uint8_t add, set, set_number; /* the host's verbs, with arguments as variants_offer gives them */
    /* Whether option i may be settled at all, and, with these values, so (NULL: if they do not clash). */
    bool (*is_open)(const Table *host, const Game *, int i);
    bool (*may_be)(const Table *host, const Game *, const int16_t *option, int i);
} Variants;

void options_usual(const Game *, int16_t ret[TAP_OPTIONS]);
const char *option_title(const TapOption *); /* as people say it */
const char *option_said(const TapOption *, int word);
void variants_offer(const Variants *, const Table *host, const Game *, const int16_t *option, uint32_t settled,
                    Choices *);
/* Words for what variants_offer offered; other choices are left as they are. */
void variants_wording(const Variants *, const Game *, const Choice *, Wording *ret);
void variants_settle(const Variants *, const Game *, const Move *, Seat who, int16_t *option, uint32_t *settled, Env *);

/* ---------------------------------------------- inside the kernel and view */

static inline const State *state_at(const TapState *s) { return (const State *)(const void *)s; }
static inline State *state_of(TapState *s) { return (State *)(void *)s; }
static inline Table *table_of(const State *st, int level)
{
    return (Table *)(void *)((char *)(uintptr_t)st + st->table_at[level]);
}
const Game *game_of(const Setup *, const State *, int level);
/* True, with a reason if error is not NULL, if two of the settings may not meet. */
bool options_clash(const Game *, const int16_t *option, TapError *error);
/* Computes where the stack begins and the state ends; false if it would be too large. */
bool setup_lay_out(Setup *);
/* Seat of the table at `level` for a seat of the outermost one, and back; sets likewise. A seat that sits out is
 * NOBODY. */
Seat    seat_inward(const State *, int level, Seat outer);
Seat    seat_outward(const State *, int level, Seat inner);
SeatSet seats_outward(const State *, int level, SeatSet inner);
/* The piece a choice points at, by its zone and owner; false if there is none. */
bool piece_find(const Setup *, const Game *, const Table *, const Choice *, Piece *ret);
/* What the game says of a choice's arguments; blank if nothing. */
Wording wording_of(const Setup *, const Game *, const Table *, const Choice *);
/* The verb and its arguments: "set split king". */
void choice_words(const Setup *, const Game *, const Table *, const Choice *, char *ret, size_t size);
/* Where the names of a choice's items come from: what lies in its zone, or the faces of a deck. */
typedef struct Names {
    Piece       piece;
    const Deck *deck; /* NULL: the piece's */
    Seat        viewer;
    uint64_t    items;
} Names;
bool names_of(const Setup *, const Game *, const Table *, const Choice *, Seat viewer, Names *ret);
/* The name of item i: its code if the viewer knows it, ".2" behind the second of a kind, "#3" for a place he cannot
 * see. */
void item_word(const Names *, int i, char *ret, size_t size);
/* The face that kind k of a split or of counts is. */
const TapFace *kind_face(const Setup *, const Choice *, int k);
const Question *open_question(const Setup *, const State *);
/* Whose answer to an ASK_FIRST counts, of those of `who`: of those who do not pass the one with the least rank, of
 * equal ones the first in order counted from `from`; NOBODY if all pass. answer[] is by seat of that table. */
Seat first_to_answer(const Setup *, const Table *, const Question *, SeatSet who, const Move *answer, Seat from);
/* What the seat of that table may answer to the open question. */
void choices_of(const Setup *, const State *, Seat inner, Choices *ret);

#endif
