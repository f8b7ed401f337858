/* Any bytes as the lines of a bot that is a program of its own. */
#ifndef FUZZ_BOT_LINES_H
#define FUZZ_BOT_LINES_H

#include <stddef.h>
#include <stdint.h>

/* The first byte names a game, the second its seed; each line is read as a hello and as an answer. Always returns 0. */
int fuzz_bot_lines(const uint8_t *data, size_t size);

#endif
