/* Any bytes as a file of tables. */
#ifndef FUZZ_DATA_FILE_H
#define FUZZ_DATA_FILE_H

#include <stddef.h>
#include <stdint.h>

/* Reads them; what is read keeps to its rules, what is refused has faults with places. Always returns 0. */
int fuzz_data_file(const uint8_t *data, size_t size);

#endif
