/* When what lies in a log is whole, whatever store it was read from: numbers without a gap, a chain of checksums, and
 * the end that the store remembers. */
#ifndef SERVER_LOG_READING_H
#define SERVER_LOG_READING_H

#include "server/store/store.h"
#include "server/store/sums.h"

typedef struct LogReading {
    const char *table;
    int         after, end; /* entries behind `after` are told; the log ends with `end` and `last` */
    Sum         last;
    StoreEach  *each;
    void       *whose;
    int         seq; /* the rest begins with 0 */
    Sum         sum;
    bool        broken, enough;
} LogReading;

/* An entry as it lies there, from number `after` on, with its checksum (NULL: there is none). False: no more. */
bool log_reading_take(LogReading *, int number, const char *id, const char *entry, const Sum *lies);
/* After the last of them. */
StoreResult log_reading_end(const LogReading *, TapError *);
/* A StoreEach that keeps the last number in an int. */
bool log_count_entry(void *ret, const char *id, int number, const char *entry);

#endif
