/* What the files behind house.h share. */
#ifndef SERVER_INSIDE_H
#define SERVER_INSIDE_H

#include <taproom/bot.h>
#include <taproom/record.h>
#include <taproom/view.h>

#include "server/programs/bot_message.h"
#include "server/ground/fair.h"
#include "server/house/house.h"
#include "server/house/message.h"

enum { BOT_BYTES = 32, ID_BYTES = 4 * LIMIT_ID + 1, ROOM_BUCKETS = 4096 };

typedef struct Room Room;
typedef struct Job Job;

/* So many at once, one more after every so many ms. */
typedef struct Bucket {
    int64_t until; /* when it is full again */
} Bucket;
bool bucket_take(Bucket *, int64_t now, int burst, int each_ms);

/* A client in a room. */
typedef struct Member {
    Client *client;
    Room   *room;
    TapSeat seat;        /* TAP_NOBODY: watches */
    int     seen;        /* its last update; -1 for none */
    bool    wants_table, wants_update, wants_token;
    char    re[ID_BYTES]; /* the request that asked for the table, or "" */
    struct Member *next; /* in the room */
} Member;

/* A client that is a bot: the question it was sent, and how it did. */
typedef struct Remote {
    bool     is, pending;
    int      asked_since;
    int64_t  until;
    uint64_t id;
    int      asked, late, illegal, garbled, late_in_a_row;
} Remote;

struct Client {
    House  *house;
    void   *connection;
    char    guest[GUEST_BYTES], name[NAME_BYTES];
    bool    greeted, lobby, closing;
    int64_t since;
    Bucket  messages, bad, chats, creates, hints;
    int     muted;
    char    mute[LIMIT_MUTED][GUEST_BYTES];
    Member *in[LIMIT_ROOMS_PER_CLIENT];
    Remote  remote;
    Client *next, *prev;
};

typedef enum Phase { PHASE_OPEN, PHASE_PLAYING, PHASE_OVER } Phase;
typedef enum ChairKind { CHAIR_OPEN, CHAIR_PERSON, CHAIR_BOT } ChairKind;

typedef struct Chair {
    ChairKind kind;
    char      guest[GUEST_BYTES], name[NAME_BYTES], bot[BOT_BYTES];
    uint32_t  generation;  /* raised when it changes hands: old tokens die */
    int64_t   away_since;  /* 0: somebody is here */
    bool      deserted;    /* a bot stands in */
    int       asked_since; /* entry of the log that brought the question this seat is asked */
    int       missed;      /* answers of a remote bot that the fallback gave */
} Chair;

/* An event that was not shown yet, and the entry it belongs to. */
typedef struct Happening {
    int      seq;
    TapEvent event;
} Happening;

/* Entry `seq` took back all after entry `to`. */
typedef struct Undone {
    int seq, to;
} Undone;

struct Room {
    House   *house;
    char     id[TABLE_BYTES], host[GUEST_BYTES], next_table[TABLE_BYTES], name[NAME_BYTES];
    TapSetup setup;
    int      options;
    char     option[LIMIT_OPTIONS][4 * LIMIT_OPTION + 1];
    int      pace, clock, grace;
    bool     is_public;
    Phase    phase;
    Chair    chair[TAP_SEATS];
    TapFair  fair;
    int      guests; /* who ever sat here; nobody sits twice at other cards */
    char     sat[4 * TAP_SEATS][GUEST_BYTES];

    TapRecord *record;      /* NULL before the deal, and until it is needed */
    int        seq;         /* entries of the log */
    int       *answer_seq;  /* the entry of each answer in force */
    int        answer_room;
    Undone    *undone;
    int        undones;
    Happening *fresh;       /* since the last flush */
    int        fresh_n, fresh_room, flushed_seq;
    TapSeatSet late;        /* for whom a clock answered since the last flush */

    Member *members;
    bool    dirty, tell_table, tell_game, save;
    bool    dead;       /* the store has no such table: nobody finds it any more, and it goes with the next tick */
    Room   *next_dirty;

    Job    *job;        /* a bot at work for this room */
    int64_t bot_at;     /* when the next one may begin; 0: as soon as it can */
    int64_t deadline;   /* 0: no clock runs */
    int     deadline_for; /* the entry whose question it runs for */
    int64_t hourglass;  /* when the game's own clock answers; 0: it is not asked */
    struct {
        bool       open;
        TapSeat    seat;
        TapSeatSet waiting;
    } undo_ask;
    int64_t idle_since; /* 0: somebody is in the room */
    Room   *next, *prev, *next_in_bucket;
};

typedef struct Ack {
    Client *client; /* NULL if it went away */
    char    re[ID_BYTES], table[TABLE_BYTES];
    int     seq; /* -1: not about a log */
} Ack;

struct House {
    const Transport *transport;
    uv_loop_t       *loop;
    uv_timer_t       tick, gather; /* gather: what came right after a commit waits for the next one */
    uv_check_t       check;
    uv_idle_t        idle; /* keeps a turn of the loop from sleeping while something waits to be flushed */
    bool             closing, idling;
    uint64_t         flushed; /* when the last commit ended, in ns */
    Store           *store;
    int              lock; /* held while this house is open: two would each play their own game of the same tables */
    uint8_t          key[KEY_BYTES];
    char             lan[64];
    Metrics          metrics;
    Client          *clients;
    Room            *rooms, *bucket[ROOM_BUCKETS], *dirty;
    Ack             *ack;
    int              acks, ack_room;
    bool             lobby_changed;
    int64_t          lobby_sent;
    Job             *jobs; /* hints and bots at work */
    Out              out;  /* scratch for one message */
    TapLog           log;
    ViewScratch      scratch;
};

static inline int64_t house_now(const House *h) { return (int64_t)uv_now(h->loop); }

/* ---- house.c ---- */
void house_touch(House *); /* something waits to be flushed */
void house_ack(Client *, const char *re, const char *table, int seq);
void client_send(Client *, const char *text, size_t n);
void client_close(Client *); /* when what was sent is out */
/* Says why not, and closes. */
void client_refuse(Client *, const char *code, const char *text);
void client_error(Client *, const char *re, const char *table, const char *code, const char *text);

/* ---- room.c: rooms in memory and on the disk ---- */
Room *room_find(House *, const char *id);  /* in memory or out of the store; NULL if there is none or it cannot be read */
Room *room_new(House *, const char *id);   /* an empty one, known to the house */
void  room_forget(Room *);                 /* out of memory; nobody may be in it */
bool  room_load_record(Room *);            /* false if the log cannot be read */
bool  room_reload(Room *);                 /* after a failed commit: as the store has it */
void  room_write_document(const Room *, Out *);
void  room_load_active(House *);
void  room_free_all(House *);
/* Marks what must be told and saved with the next flush. */
void  room_changed(Room *);                /* about the table: saved and told */
void  room_told(Room *);                   /* only told (presence) */
void  room_moved(Room *);                  /* about the game */

/* ---- seats.c ---- */
Member *member_find(const Client *, const Room *);
Member *member_add(Client *, Room *);      /* NULL after saying why not */
void    member_drop(Member *);
TapSeat seat_of_guest(const Room *, const char *guest);
bool    seat_is_here(const Room *, TapSeat);
bool    host_is_here(const Room *);
void    seat_note_guest(Room *, const char *guest); /* he has seen cards of this table */
bool    seat_is_played_by_bot(const Room *, TapSeat);
int     people_seated(const Room *);
void    seat_give(Room *, TapSeat, const Client *); /* to a person */
void    seat_give_bot(Room *, TapSeat, const char *bot);
void    seat_give_remote(Room *, TapSeat, const Client *, bool back); /* back: the chair is its own already */
void    seat_empty(Room *, TapSeat);
void    seats_look(Room *);                /* who is here, who is away; call when members came or went */
void    seats_tick(Room *, int64_t now);   /* grace times */

/* ---- play.c ---- */
bool play_deal(Room *, TapError *);
typedef enum PlayResult { PLAY_OK, PLAY_REPEATED, PLAY_ILLEGAL, PLAY_FAILED } PlayResult;
/* Checks, appends and plays an answer; shown with the next flush. */
PlayResult play_answer(Room *, TapSeat, TapMove, bool timeout, const char *id, int *ret_seq, TapError *);
/* Takes answers back; false with a reason if that may not be. Asks the others where it must. */
bool play_undo(Room *, TapSeat, TapError *);
bool play_consent(Room *, TapSeat, bool yes, TapError *);
/* What follows from an entry read or written: position of answers, who is asked since when. */
void play_note_answer(Room *, TapSeat, const TapLog *fresh);
bool play_note_undo(Room *, int to);

/* ---- thinking.c: bots and hints on other threads ---- */
void bots_tick(Room *, int64_t now);
bool hint_ask(Client *, Room *, TapSeat, const char *re);
/* Lets a bot answer for a person whose time is up and for whom doing nothing is no answer. */
void bots_answer_late(Room *, TapSeat);
void jobs_forget_room(Room *);
void jobs_forget_client(Client *);

/* ---- remote.c: bots that come over a WebSocket ---- */
extern const char remote_bot[]; /* Chair.bot of their chairs */
bool chair_is_remote(const Chair *);
bool remote_is_here(const Room *, TapSeat); /* the program that has this chair */
void remote_message(Client *, const char *text, size_t n);
/* Asks the program in that chair, or plays for one that is late. False if there is none: the house's bot plays. */
bool remote_tick(Room *, TapSeat, int64_t now);
void remote_publish(Member *);

/* ---- clock.c ---- */
void clock_set(Room *, int64_t now);  /* starts, keeps or stops the clock of the question that is open */
void clock_tick(Room *, int64_t now); /* the same, and answers for those whose time is up */
int64_t clock_left(const Room *, int64_t now); /* -1: none runs */

/* ---- publish.c: what is told ---- */
void publish_room(Room *);
void publish_lobby(House *, Client *, const char *re);
void publish_welcome(Client *, const char *re);
void publish_chat(Room *, const Client *from, TapSeat, const char *text);

/* ---- requests.c ---- */
void request_handle(Client *, const Message *);

#endif
