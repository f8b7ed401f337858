/* Any bytes as what one node says to another. */
#ifndef FUZZ_LINE_FRAMES_H
#define FUZZ_LINE_FRAMES_H

#include <stddef.h>
#include <stdint.h>

/* Reads them as each thing that is read there; what is taken is within its limits. Always returns 0. */
int fuzz_line_frames(const uint8_t *data, size_t size);

#endif
