/* Bytes as a game: which one, its options and seats, then answers, legal and not. */
#ifndef FUZZ_ANSWERS_H
#define FUZZ_ANSWERS_H

#include <stddef.h>
#include <stdint.h>

/* Plays what the bytes say; asserts the invariants. Always returns 0. */
int fuzz_answers(const uint8_t *data, size_t size);

#endif
