/* A bot in C without a library: answers the first of the complete answers it is given. docs/bot-protocol.md.
 *   cc -O2 -o first examples/bots/first.c
 *   taproom match threes --bot cmd:./first --bot random
 * It finds two things in the line: "id" (a number) and "words" (a list of strings). Both stand before the view, and word
 * forms contain no quotes or backslashes, so looking for them by name is enough; a larger bot would parse the JSON. */
#define _GNU_SOURCE /* getline */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char  *line = NULL;
    size_t room = 0;
    puts("{\"type\":\"hello\",\"version\":1,\"name\":\"first\"}");
    fflush(stdout); /* a pipe is not a terminal: nothing is sent until the buffer is full, or we say so */
    while (getline(&line, &room, stdin) > 0) {
        const char *id = strstr(line, "\"id\":"), *words = strstr(line, "\"words\":[\"");
        if (!strstr(line, "\"type\":\"decide\"") || !id || !words) continue;
        words += strlen("\"words\":[\"");
        printf("{\"id\":%lu,\"word\":\"%.*s\"}\n", strtoul(id + strlen("\"id\":"), NULL, 10), (int)strcspn(words, "\""), words);
        fflush(stdout);
    }
    free(line);
    return 0;
}
