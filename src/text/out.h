/*
 * JSON written into a buffer: one that grows, or one that was given and is never written past. Text goes in runs, never
 * character by character: a server writes a View for every viewer of every answer.
 */
#ifndef TEXT_OUT_H
#define TEXT_OUT_H

#include <taproom/base.h>

typedef struct Out {
    char  *text;    /* ends in zero after out_close and out_raw */
    size_t n, room;
    bool   comma, given;
} Out;

/* Begins empty as {0}, and grows; or in a room of the caller's, which is full when out_fits is false. */
static inline Out out_in(char *room, size_t size) { return (Out){.text = room, .room = size, .given = true}; }
static inline bool out_fits(const Out *o) { return o->n < o->room; }

void out_free(Out *);  /* of one that grew */
void out_clear(Out *); /* keeps the room */
void out_raw(Out *, const char *text, size_t n);
/* name may be NULL everywhere: inside lists; it needs no escaping. */
void out_open(Out *, const char *name, char bracket);
void out_close(Out *, char bracket);
void out_string(Out *, const char *name, const char *text); /* nothing if text is NULL */
void out_number(Out *, const char *name, int64_t);
void out_real(Out *, const char *name, double);
void out_bool(Out *, const char *name, bool);
void out_null(Out *, const char *name);
void out_seat(Out *, const char *name, TapSeat); /* null for nobody */
void out_seats(Out *, const char *name, TapSeatSet); /* a list; the clock and watchers are none */
void out_hex(Out *, const char *name, const uint8_t *, size_t n);
/* A value that is JSON already. */
void out_json(Out *, const char *name, const char *json, size_t n);

#endif
