/* A part of a long run in a file: what `--shard` writes and `taproom merge` reads. */
#ifndef CLI_SHARD_H
#define CLI_SHARD_H

#include <jansson.h>

#include "cli/arena.h"

#define SHARD_HELP                                                                                                     \
    "  --shard I/N   of N parts of the run play only the Ith, and print a shard for\n"                                 \
    "                `taproom merge` instead of a result\n"

/* A shard as one line of JSON. */
void shard_write(FILE *, const char *command, const Wanted *, const TapSetup *, const Run *, const Tally *);

typedef struct Shard {
    const char *path;
    json_t     *file, *run, *counted; /* the last two are parts of the first */
    uint64_t    number, of;
    Run         about;
    TapContent  content; /* of about: only sources */
    TapSource   source[TAP_SOURCES];
    bool        match, events;
} Shard;

/* Reads a file and all that it says of its run, trusting nothing; what is counted is read by shard_tally. False with a
 * reason that does not name the file. The shard stays where it is, and shard_close is called in any case. */
bool shard_open(const char *path, Shard *ret, TapError *);
void shard_close(Shard *);

/* Whether both are of one run; else says what differs. */
bool shard_same_run(const Shard *, const Shard *first, TapError *);

/* Adds what is counted there; its words live as long as the shard. False with a reason if it cannot be so. */
bool shard_add(const Shard *, Tally *sum, TapError *);

#endif
