/*
 * The words everything else is said in: seats, sets of seats, cards, errors.
 * Thread-safety of the whole library: there are no globals. Any number of threads may use different states at once;
 * a TapSetup is never written after tap_setup_init and may be shared by all of them.
 */
#ifndef TAPROOM_BASE_H
#define TAPROOM_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define TAP_LANGUAGE extern "C"
#define TAP_ALIGNED(bytes) alignas(bytes)
#else
#define TAP_LANGUAGE
#define TAP_ALIGNED(bytes) _Alignas(bytes)
#endif
#if defined __GNUC__
#define TAP_API TAP_LANGUAGE __attribute__((visibility("default")))
#else
#define TAP_API TAP_LANGUAGE
#endif

#define TAP_VERSION "0.1.0"

typedef int8_t   TapSeat;    /* 0-based; people read and type them from 1 */
typedef uint16_t TapSeatSet; /* bit s is seat s */
typedef uint16_t TapCard;    /* a face of a deck; two copies of one face are the same number */

enum {
    TAP_SEATS   = 10,  /* most seats at a table */
    TAP_CLOCK   = 10,  /* the seat that answers when a game's own hourglass runs out */
    TAP_WATCHER = 15,  /* bit of a TapSeatSet: everybody who has no seat */
    TAP_NOBODY  = -1,  /* as a viewer: a spectator */
    TAP_NO_CARD = 0xFFFF,
    TAP_PUBLIC  = 0xFFFF,
};

/* Why a call failed, for people: one sentence, no newline, what to do next. Written only on failure. */
typedef struct TapError {
    char text[240];
} TapError;

/* What is wrong with a text and where: lines and characters count from 1. The first TAP_FAULTS are told, in order of
 * their place; `more` counts the others. Begin with {0}. */
enum { TAP_FAULTS = 20 };
typedef struct TapFault {
    int  line, column;
    char text[240]; /* as a TapError */
} TapFault;
typedef struct TapFaults {
    int      n, more;
    TapFault fault[TAP_FAULTS];
} TapFaults;

/* "FILE:LINE:COLUMN: what" for each, a line each, and "and N more"; the caller frees it. */
TAP_API char *tap_faults_text(const TapFaults *, const char *file);

static inline TapSeatSet tap_only(TapSeat s) { return (TapSeatSet)(1u << s); }
static inline bool tap_has(TapSeatSet set, TapSeat s) { return s >= 0 && (set >> s & 1); }
static inline TapSeatSet tap_less(TapSeatSet set, TapSeat s) { return (TapSeatSet)(set & ~(1u << s)); }
/* Added up in place: where the machine is not known to count bits the compiler calls a function for it. */
static inline int tap_count(TapSeatSet set)
{
    unsigned n = set - (set >> 1 & 0x5555u);
    n = (n & 0x3333u) + (n >> 2 & 0x3333u);
    n = (n + (n >> 4)) & 0x0f0fu;
    return (int)((n + (n >> 8)) & 31);
}
static inline TapSeat tap_first_of(TapSeatSet set) { return set ? (TapSeat)__builtin_ctz(set) : (TapSeat)TAP_NOBODY; }

#endif
