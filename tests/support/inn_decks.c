#include "inn_decks.h"

#include <string.h>

#include "support.h"

const InnDeck *read_good(const char *text, Blocks *blocks)
{
    TapFaults faults = {0};
    const InnDeck *d = NULL;
    if (!inn_read(text, strlen(text), &d, blocks, &faults)) {
        char *said = tap_faults_text(&faults, "good");
        CHECK(false, "%s\n%s", said, text);
    }
    CHECK(!faults.n && d, "a good deck has faults");
    return d;
}
