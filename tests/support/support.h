/* What several test programs share. */
#ifndef TEST_SUPPORT_H
#define TEST_SUPPORT_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <taproom/taproom.h>

#include "games.h"

/* Whether this is the build in which everything is watched, which takes several times as long. */
#if defined __SANITIZE_ADDRESS__
#define SANITIZED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* A check that says what was going on. The first failure ends the test. */
#define CHECK(condition, ...) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: ", __FILE__, __LINE__); \
            fprintf(stderr, __VA_ARGS__); \
            fprintf(stderr, "\n"); \
            fail(); \
        } \
    } while (0)

/* A setup with options as text, "a b=2"; fails the test if it is refused. */
TapSetup setup_for(const TapGame *, int seats, const char *options);

/* Starts from a numbered seed. */
void start_seeded(const TapSetup *, TapState *, uint64_t seed, TapLog *);

/* A seat of the set, any as likely; the clock may be one. */
TapSeat some_seat(TapSeatSet, TapRng *);

/* A legal answer of some asked seat, at random. */
TapMove random_answer(const TapSetup *, const TapState *, TapRng *, TapSeat *ret_seat);

/* Answers at random until it is over, at most `most` times; says how often. */
int play_on(const TapSetup *, TapState *, TapRng *, int most, TapLog *);

/* A plain move. */
static inline TapMove plain(int verb, int a) { return (TapMove){.verb = (uint8_t)verb, .a = (uint8_t)a}; }

/* The built-in deck of the tavern, and all its cards to deal from. */
static inline const TapDeck *tavern(void) { return tavern_content.deck[TAVERN]; }
typedef struct WholeDeck {
    int  n;
    Card card[TAVERN_CARDS + HUES];
} WholeDeck;
WholeDeck whole_deck(bool dragons);

/* How many of each face of each deck lie on all tables together, the decks of the content one after the other. */
enum { CENSUS = 2048 };
void take_census(const TapSetup *, const TapState *, uint16_t ret[CENSUS]);
/* NULL if each deck lies there as it was declared: whole, its extra faces all in or all out, or not at all; else what
 * is wrong. */
const char *not_whole(const TapSetup *, const uint16_t census[CENSUS]);

/* What differs between two views, or NULL: field by field, for the padding of a struct says nothing. */
const char *view_difference(const TapView *, const TapView *);
/* Whether the same is said of the open window, or none is open in either. */
bool same_window(const TapSetup *, const TapState *, const TapState *);

/* True if the state ends its process by SIGABRT when `act` is called on it. */
bool aborts(void (*act)(void *), void *with);

/* ---- settings ---- */

typedef struct Setting {
    int     seats;
    int16_t option[TAP_OPTIONS];
} Setting;

enum { MAX_SETTINGS = 200 };

/* Settings in which every value of every option, and of the number of seats, meets every value of every other at least
 * once, as far as no clash forbids it. Deterministic. */
int pairwise_settings(const TapGame *, Setting ret[MAX_SETTINGS]);
/* The same with one of the ways to play, a value of the option `variant`; what stands behind it, added later, is usual.
 * The usual one gives the list of a game that has no such option. */
int pairwise_settings_of(const TapGame *, int variant, Setting ret[MAX_SETTINGS]);
/* Where the option `variant` stands; -1: there is none. */
int variant_option(const TapGame *);
/* How many ways to play there are: 1 where there is no option `variant`. */
int variants_of(const TapGame *);
/* Whether it can be played so with what is built in, by any number of seats. */
bool plays_variant(const TapGame *, int variant);

/* The values of an option that are worth trying; returns how many. */
int values_of(const TapOption *, int16_t ret[8]);

/* The setting as a person would type it; false if it is refused. */
bool setting_read(const TapGame *, const Setting *, TapSetup *ret, TapError *);
void setting_name(const TapGame *, const Setting *, char *ret, size_t size);

/* Whether two tables, dealt again as that viewer may believe, are one to him. */
bool same_for(const TapRecord *, const TapRecord *, TapSeat viewer);

/* For tests of stores: what is kept about a guest is a set of letters. Those that were added here come to theirs. */
char *join_letters(const char *base, const char *mine, const char *theirs);

#endif
