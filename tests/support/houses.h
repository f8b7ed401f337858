/* Two houses side by side, for tests that play the same in both: over a Transport that writes everything down, with a
 * time and a randomness that are the test's. A program that uses this replaces uv_now and libsodium's source for
 * itself. */
#ifndef TEST_HOUSES_H
#define TEST_HOUSES_H

#include "support.h"

#include "server/ground/secrets.h"
#include "server/house/house.h"
#include "server/rooms/kept.h"

enum { WORLDS = 2, GUESTS = TAP_SEATS + 2, WATCHER_GUEST = TAP_SEATS, EXTRA_GUEST };

/* All that one guest was sent in one world, each message with its time and length. */
typedef struct Tape {
    char  *text;
    size_t n, room;
} Tape;

extern uint64_t   clock_ms;
extern int        world;           /* whose turn it is */
extern uint64_t   luck_of[WORLDS]; /* where their randomness stands */
extern bool       own_luck;        /* it differs between the worlds */
extern int        most_tables;     /* in memory, and addresses are held to their share; 0: they are not */
extern const HouseNode *house_node; /* the first house is this one, in a database; NULL: in its folder */
extern uv_loop_t  loop[WORLDS];
extern House     *house[WORLDS];
extern char       folder[WORLDS][64];
extern Tape       tape[WORLDS][GUESTS];
extern Client    *client[WORLDS][GUESTS];

/* One of them, in its folder; a folder is made for it if folder[which] is "". */
void open_house(int which, const TapGame *const *games);
void close_house(int which);
/* As setup and teardown of a group; *state may be a list of games to be played there. */
int open_houses(void **state);
int close_houses(void **state);

void clear_tapes(void);
bool tapes_are_same(int guest);
/* Where they begin to differ, to stderr. */
void show_difference(int guest);
/* The id of the question a program was sent last. */
int last_question(const Tape *);

/* As the loop would: what a flush brings about (a program that has no choice) is flushed too. */
void flush(void);
/* A guest says something in the world whose turn it is; kept answers are on the disk after it. */
void say_here(int guest, const char *text);
void tick_here(void);

#endif
