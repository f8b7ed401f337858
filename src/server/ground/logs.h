/* The server's log: lines on stderr, or one JSON object a line. They name tables, never guests, tokens or seeds. */
#ifndef SERVER_LOGS_H
#define SERVER_LOGS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum LogLevel { LEVEL_INFO, LEVEL_WARNING, LEVEL_ERROR } LogLevel;

/* From now on {"time", "level", "what"}, and "left_out" where lines were. */
void log_as_json(void);

/* One line, a warning. Lines of one form come five at once and then one in ten seconds; that one says how many were
 * left out. A full disk or a limit of the system would else write thousands. */
void log_say(const char *form, ...) __attribute__((format(printf, 1, 2)));

/* One line that is never left out: what happens once, or to one table. */
void log_each(LogLevel, const char *form, ...) __attribute__((format(printf, 2, 3)));

/* A line of a library, with its end: those that differ in digits only are of one form. */
void log_line(const char *line);

/* Now, as all logs write it: 2026-11-16T16:28:18.123Z. */
enum { LOG_TIME_BYTES = 32 };
void log_time(char ret[LOG_TIME_BYTES]);

#endif
