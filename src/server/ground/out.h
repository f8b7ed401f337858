/* JSON written into a buffer that grows. */
#ifndef SERVER_OUT_H
#define SERVER_OUT_H

#include <taproom/view.h>

typedef struct Out {
    char  *text; /* ends in zero once anything was written */
    size_t n, room;
    bool   comma;
} Out;

void out_free(Out *);
void out_clear(Out *); /* keeps the room */
void out_raw(Out *, const char *text, size_t n);
void out_open(Out *, const char *name, char bracket); /* name may be NULL everywhere: inside lists */
void out_close(Out *, char bracket);
void out_string(Out *, const char *name, const char *text); /* nothing if text is NULL */
void out_number(Out *, const char *name, int64_t);
void out_real(Out *, const char *name, double);
void out_bool(Out *, const char *name, bool);
void out_null(Out *, const char *name);
void out_seat(Out *, const char *name, TapSeat); /* null for nobody */
void out_hex(Out *, const char *name, const uint8_t *, size_t n);
/* A value that is JSON already. */
void out_json(Out *, const char *name, const char *json, size_t n);

/* Room for a View on its way into a message. */
typedef struct ViewScratch {
    TapView view;
    char    json[256 * 1024];
} ViewScratch;
/* What the viewer may know, as the field "view". */
void out_view(Out *, const TapSetup *, const TapState *, TapSeat viewer, ViewScratch *);

#endif
