/* libFuzzer target: any text as a record. It is refused with a reason, or it is played; then its own text leads to the
 * same state. */
#include "record_text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <taproom/taproom.h>

int fuzz_record_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    assert(text);
    memcpy(text, data, size);
    text[size] = 0;
    int        line = -1;
    TapError   error = {""};
    TapRecord *record = tap_record_read(text, &line, &error);
    if (!record) assert(error.text[0] && line >= 0);
    else {
        char      *written = tap_record_write(record);
        TapRecord *again = tap_record_read(written, &line, &error);
        assert(again);
        assert(tap_record_answers(again) == tap_record_answers(record));
        assert(!memcmp(tap_record_state(again), tap_record_state(record), tap_state_size(tap_record_setup(record))));
        tap_record_free(again);
        tap_record_free(record);
        free(written);
    }
    free(text);
    return 0;
}

#ifdef FUZZ
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_record_text(data, size); }
#endif
