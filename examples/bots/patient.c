/* A bot in C without any library: checks if it may, else calls, else takes the first answer offered.
 *   cc -O2 -o patient examples/bots/patient.c
 *   taproom match threes --bot cmd:./patient --bot random
 * It looks for two things in a line (docs/bot-protocol.md): "id", a number, and "words", a list of complete answers.
 * Both stand before the view, and words contain neither quotes nor backslashes, so no JSON reader is needed for that.
 */
#define _GNU_SOURCE /* getline */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *choose(const char *words)
{
    const char *end = strchr(words, ']'), *check = strstr(words, "\"check"), *call = strstr(words, "\"call");
    if (check && check < end) return check + 1;
    return call && call < end ? call + 1 : words + 1;
}

int main(void)
{
    char  *line = NULL;
    size_t room = 0;
    puts("{\"type\":\"hello\",\"version\":1,\"name\":\"patient\"}");
    fflush(stdout); /* a pipe is no terminal: a line is sent when the buffer is full, or when we say so */
    while (getline(&line, &room, stdin) > 0) {
        const char *id = strstr(line, "\"id\":"), *words = strstr(line, "\"words\":[\"");
        if (!strstr(line, "\"type\":\"decide\"") || !id || !words) continue;
        const char *word = choose(words + strlen("\"words\":["));
        printf("{\"id\":%lu,\"word\":\"%.*s\"}\n", strtoul(id + strlen("\"id\":"), NULL, 10), (int)strcspn(word, "\""),
               word);
        fflush(stdout);
    }
    free(line);
    return 0;
}
