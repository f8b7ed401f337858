/*
 * What two nodes say to each other over a line, once they have greeted each other. A message is a bundle: all frames of
 * one turn of the loop, each behind its length. A frame is a letter, the number of a client (0: none), the end of the
 * line, and what belongs to it. And what a node that passes messages back reads of them: no more
 * than it needs to know how far its client has seen the table, and which of his requests are answered.
 */
#ifndef SERVER_LINE_FRAME_H
#define SERVER_LINE_FRAME_H

#include <stdint.h>

#include "server/ground/clean_text.h"
#include "server/ground/limits.h"
#include "server/ground/secrets.h"

typedef enum FrameKind {
    FRAME_OPEN = 'o',     /* to the holder: a client comes; who he is, as JSON */
    FRAME_MESSAGE = 'm',  /* both ways: what a client says, or what is said to him */
    FRAME_NAME = 'n',     /* to the holder: he is called so from now on */
    FRAME_CLOSE = 'c',    /* both ways: he is gone, or is sent away */
    FRAME_NOT_HERE = 'x', /* from the holder: the table, and in the next line what was said to it in vain */
    FRAME_GIVEN = 'g',    /* from the holder: it holds that table no more */
    FRAME_BEAT = 'b',     /* both ways: still here */
} FrameKind;

enum {
    FRAME_HEAD_BYTES = 16,
    FRAME_LENGTH_BYTES = 4, /* of a length, the highest byte first */
    LIMIT_TO_HOLDER = LIMIT_MESSAGE_BYTES + 64,   /* bytes of a frame */
    LIMIT_FROM_HOLDER = LIMIT_QUEUE_BYTES + 64,
    BUNDLE_BYTES = 64 * 1024, /* of a bundle, unless it is one frame that is longer */
};

void frame_length(char ret[FRAME_LENGTH_BYTES], size_t n);
/* The next frame of a bundle, which moves on; false: there is none, and if *n is not 0 it is no bundle. */
bool frame_next(const char **bundle, size_t *n, const char **ret, size_t *ret_n);

typedef struct Frame {
    FrameKind   kind;
    uint32_t    number;
    const char *rest;
    size_t      n;
} Frame;

size_t frame_head(char ret[FRAME_HEAD_BYTES], FrameKind, uint32_t number);
bool   frame_read(const char *text, size_t n, Frame *ret);

/* Who comes with FRAME_OPEN. */
typedef struct FrameGuest {
    char guest[GUEST_BYTES], name[NAME_BYTES], address[ADDRESS_BYTES];
    bool joined, program;
} FrameGuest;

bool frame_read_guest(const char *text, size_t n, FrameGuest *ret);
bool frame_read_name(const char *text, size_t n, char ret[NAME_BYTES]);

/* The table of FRAME_NOT_HERE or FRAME_GIVEN; *ret_said is what follows it, of *ret_n bytes. */
bool frame_read_table(const Frame *, char ret[TABLE_BYTES], const char **ret_said, size_t *ret_n);

/* What leads a message of the house to a client, as publish.c writes it. Texts as they stand there, with their escapes
 * and without quotes; they live in the message. */
typedef struct FrameText {
    const char *at;
    size_t      n;
} FrameText;

typedef struct FrameSaid {
    FrameText type, table, re; /* re: also that of the ack an update carries */
    int       seq;             /* -1: none */
} FrameSaid;

/* False if it is no message of ours. */
bool frame_read_said(const char *text, size_t n, FrameSaid *ret);
bool frame_is(FrameText, const char *word);

#endif
