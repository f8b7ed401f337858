/* Any bytes as a message to the server. */
#ifndef FUZZ_MESSAGE_BYTES_H
#define FUZZ_MESSAGE_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* Reads them; what is taken is within its limits, what is refused has a reason. Always returns 0. */
int fuzz_message_bytes(const uint8_t *data, size_t size);

#endif
