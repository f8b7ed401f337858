/* The server's log: lines on stderr. They name tables, never guests, tokens or seeds. */
#ifndef SERVER_LOGS_H
#define SERVER_LOGS_H

#include <stddef.h>

/* One line. Lines of one form come five at once and then one in ten seconds; that one says how many were left out. A
 * full disk or a limit of the system would else write thousands. */
void log_say(const char *form, ...) __attribute__((format(printf, 1, 2)));

/* A line of a library, with its end: those that differ in digits only are of one form. */
void log_line(const char *line);

#endif
