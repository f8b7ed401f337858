/* Any text as a record. */
#ifndef FUZZ_RECORD_TEXT_H
#define FUZZ_RECORD_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* Reads the text; what can be read can be written and read again. Always returns 0. */
int fuzz_record_text(const uint8_t *data, size_t size);

#endif
