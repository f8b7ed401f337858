/* A room with its table: settings, chairs, who is in it, the game, and what waits to be told and saved. */
#ifndef SERVER_ROOM_H
#define SERVER_ROOM_H

#include <taproom/bot.h>
#include <taproom/record.h>

#include "server/ground/accounts.h"
#include "server/ground/clean_text.h"
#include "server/rooms/hall.h"
#include "server/rooms/happenings.h"

enum { BOT_BYTES = 32, SAT_MOST = 4 * TAP_SEATS };

/* A client in a room. */
typedef struct Member {
    Client *client;
    Room   *room;
    TapSeat seat;        /* TAP_NOBODY: watches */
    int     seen;        /* its last update; -1 for none */
    int     given;       /* as far as its updates have gone out; less than `seen` while some wait */
    struct Held *held;   /* held.c: what waits for it, the oldest first */
    size_t  held_bytes;
    bool    wants_table, wants_update, wants_token;
    char    re[ID_BYTES]; /* the request that asked for the table, or "" */
    char    acked[ID_BYTES]; /* the answer that its next update acknowledges, or ""; as entry acked_seq */
    int     acked_seq;
    struct Member *next; /* in the room */
} Member;

typedef enum Phase { PHASE_OPEN, PHASE_PLAYING, PHASE_OVER } Phase;
typedef enum ChairKind { CHAIR_OPEN, CHAIR_PERSON, CHAIR_BOT } ChairKind;
/* Whether people may ask the search bot: without a word to the others, told to all, or not at all. Who is alone with
 * bots always may. */
typedef enum Hints { HINTS_ALL, HINTS_SHOWN, HINTS_OFF } Hints;
extern const char *const phase_word[3], *const chair_word[3], *const hints_word[3]; /* in documents and messages */

typedef struct Chair {
    ChairKind kind;
    char      guest[GUEST_BYTES], name[NAME_BYTES], bot[BOT_BYTES];
    uint32_t  generation;  /* raised when it changes hands: old tokens die */
    int64_t   away_since;  /* 0: somebody is here */
    bool      deserted;    /* a bot stands in */
    int       asked_since; /* entry of the log that brought the question this seat is asked */
    bool      noted;       /* the table is among those that are kept of its guest */
    int       since;       /* entries of the log when it came to whom it belongs; -1: before the deal */
    int       hints, hints_told; /* that were asked for; of which the others know */
    int       bought;      /* so often he bought in again, since the first of these games */
    int       missed;      /* answers of a program that the fallback gave */
    int       lowered;     /* levels that a bot plays below its own, because too many think */
    struct Orders *orders; /* open_window.c: standing orders of a person; NULL: the usual one */
} Chair;

/* Entry `seq` took back all after entry `to`. */
typedef struct Undone {
    int seq, to;
} Undone;

/* Of Room.committing: no commit is under way, but the room rests until it can be read back. */
enum { ROOM_UNREAD = STORE_COMMITS + 1 };

struct Room {
    House   *house;
    char     id[TABLE_BYTES], host[GUEST_BYTES], next_table[TABLE_BYTES], name[NAME_BYTES];
    char     before[TABLE_BYTES]; /* the table that this one goes on from, or "" */
    TapSetup setup;
    int      options;
    char     option[LIMIT_OPTIONS][4 * LIMIT_OPTION + 1];
    int      pace, clock, grace;
    int      window_s; /* how long a window lasts, in seconds; 0: until all have answered; -1: as its question says */
    int      delay;    /* seconds that watchers see the game later */
    bool     is_public;
    Hints    hints;
    Phase    phase;
    int64_t  finished; /* when it was over, in seconds since 1970; 0: it is not */
    Chair    chair[TAP_SEATS];
    TapFair  fair;
    int      guests; /* who ever sat here; nobody sits twice at other cards */
    char     sat[SAT_MOST][GUEST_BYTES];
    struct ShutOut *shut_out; /* doors.c: whom the host does not let in; NULL: nobody */
    bool     unwatched; /* closed to watchers while it is played */

    TapRecord *record;      /* NULL before the deal, and until it is needed */
    TapSeen    seen;        /* for bots: what its answers in force have shown; see room_seen */
    bool       seen_is_old; /* it is of other answers, and made anew when it is needed */
    int        seq;         /* entries of the log */
    int       *answer_seq;  /* the entry of each answer in force */
    int        answer_room;
    Undone    *undone;
    int        undones;
    Happenings fresh;       /* since the last flush */
    int        flushed_seq;
    TapSeatSet late;        /* for whom a clock answered since the last flush */

    Member *members;
    int64_t stirred;    /* when anything was said or done there last */
    bool    borrowed;   /* another node's, and here for a moment only */
    bool    in_use;     /* somebody asks something of it this moment: it stays in memory */
    bool    dirty, tell_table, tell_game, save;
    bool    dead;       /* the store has no such table: nobody finds it any more, and it goes with the next tick */
    Room   *next_dirty;
    int     committing; /* what was written of it is under way: nothing changes it and nothing of it is shown. Which of
                         * the commits it is, from 1 on; 0: none; ROOM_UNREAD: none, but it cannot be read back yet */
    bool    left_out;   /* by that one, which is durable otherwise */
    Room   *next_committing;

    Account *payer;     /* on whose account it is in memory; NULL: the house's */
    struct Job *job;    /* thinking.c: a bot at work for this room */
    int     jobs;       /* it, and hints */
    int64_t attended_until; /* bots play on so long after the last person has gone */
    int64_t bot_at;     /* when the next one may begin; 0: as soon as it can */
    int64_t deadline;   /* 0: no clock runs */
    int     deadline_for; /* the entry whose question it runs for, or ran for when it came to rest */
    int64_t rested;     /* what was left of it then; -1: it has not run yet */
    struct {
        int     turn;   /* of the glass that runs; -1: none */
        int     fallen; /* its grains so far: answers of the game's own clock */
        int64_t began;  /* 0: to be set */
    } glass;
    int64_t hourglass;  /* when the next grain falls; 0: the game's own clock is not asked */

    struct Hushed *hushed; /* hushed.c: answers to the open hushed question; NULL: none */
    bool     closed;       /* one was closed since the last flush */
    struct {
        int        base;   /* entries of the log when it opened; -1: none is open */
        int64_t    opened, ends;
        bool       timed;  /* there are people who would wait for each other */
        TapSeatSet held;   /* who has held it open */
    } window;
    struct {
        bool       open;
        TapSeat    seat;
        TapSeatSet waiting;
    } undo_ask;
    int64_t idle_since; /* 0: somebody is in the room */
    Due     due;
    Room   *next, *prev, *next_in_bucket;
};

Room *room_new(House *, const char *id);             /* an empty one, known to the house */
Room *room_in_memory(const House *, const char *id); /* NULL if there is none; see room_find in kept.h */
/* Out of memory, and, where the store is shared, anybody's from now on. Nobody is in it, nothing of it waits to be
 * flushed or is under way, no job works for it. */
void  room_forget(Room *);
bool  room_is_written_to(const Room *); /* something of it waits for a commit */
void  room_free_all(House *);
/* The game is over, and that is on the disk: anybody may see all of it. */
bool  room_is_finished(const Room *);
/* What everybody at the table has seen of the game, which is dealt. */
const TapSeen *room_seen(Room *);
Hints room_usual_hints(const TapGame *);
void  room_charge(Room *, Account *);
/* True if another table may come into memory, on the account of that address; if there is no room for it, tables leave
 * at which nobody is: finished ones first, then of those who have most. address may be NULL. */
bool  rooms_have_space(House *, Account *address);
void  room_drop_game(Room *); /* the game, not the table: it is read again from the log, or never */

/* Marks what must be told and saved with the next flush. */
void room_unmark(Room *); /* nobody is left to whom anything is to be told, and nothing is to be saved */
void room_changed(Room *); /* about the table: saved and told */
void room_told(Room *);    /* only told (presence) */
void room_moved(Room *);   /* about the game */
void room_saved(Room *);   /* only saved: nobody else learns of it */
void room_seat_told(Room *, TapSeat); /* something that only this seat knows */
void room_look_at(Room *, int64_t when); /* whether anything is to be done there; whatever marks it, looks at once */

#endif
