#include "cli/sentences.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* The same sentence may be told in several places of a game. NULL if there is no room, which is counted as lost. */
static Sentence *find(Sentences *s, const char *text)
{
    uint32_t h = 2166136261u;
    for (const char *c = text; *c; c++) h = (h ^ (uint8_t)*c) * 16777619u;
    for (;; h++) {
        Sentence *place = &s->place[h & (SENTENCE_PLACES - 1)];
        if (place->text && !strcmp(place->text, text)) return place;
        if (place->text) continue;
        if (s->n == SENTENCE_PLACES - 1) return NULL;
        s->n++;
        place->text = text;
        return place;
    }
}

void sentences_hear(Sentences *s, uint64_t game)
{
    s->lost += (uint64_t)s->log.lost;
    for (int i = 0; i < s->log.n; i++) {
        Sentence *told = find(s, s->log.event[i].text);
        if (!told) {
            s->lost++;
            continue;
        }
        told->times++;
        told->games += told->last_game != game + 1;
        told->last_game = game + 1;
    }
    tap_log_clear(&s->log);
}

void sentences_join(Sentences *s, const Sentences *more)
{
    s->lost += more->lost;
    for (int i = 0; i < SENTENCE_PLACES; i++) {
        const Sentence *from = &more->place[i];
        Sentence       *to = from->text ? find(s, from->text) : NULL;
        if (from->text && !to) s->lost += from->times;
        if (!to) continue;
        to->times += from->times;
        to->games += from->games;
    }
}

static int by_frequency(const void *a, const void *b)
{
    const Sentence *one = a, *two = b;
    if (one->times != two->times) return one->times < two->times ? 1 : -1;
    return strcmp(one->text, two->text);
}

static int sorted(const Sentences *s, Sentence ret[SENTENCE_PLACES])
{
    int n = 0;
    for (int i = 0; i < SENTENCE_PLACES; i++)
        if (s->place[i].text) ret[n++] = s->place[i];
    qsort(ret, (size_t)n, sizeof *ret, by_frequency);
    return n;
}

void sentences_print(const Sentences *s, FILE *out, uint64_t games)
{
    Sentence row[SENTENCE_PLACES];
    int      n = sorted(s, row);
    fprintf(out, "\n         times    a game   in games  what is told\n");
    for (int i = 0; i < n; i++)
        fprintf(out, "  %12llu  %8.3f  %7.2f %%  %s\n", (unsigned long long)row[i].times, (double)row[i].times / (double)games,
                100.0 * (double)row[i].games / (double)games, row[i].text);
    if (s->lost) fprintf(out, "%llu more did not fit.\n", (unsigned long long)s->lost);
}

void sentences_print_json(const Sentences *s, FILE *out, uint64_t games)
{
    Sentence row[SENTENCE_PLACES];
    int      n = sorted(s, row);
    fputc('[', out);
    for (int i = 0; i < n; i++) {
        fprintf(out, "%s{\"text\":", i ? "," : "");
        print_json_string(out, row[i].text);
        fprintf(out, ",\"times\":%llu,\"games\":%llu,\"per_game\":%.6f}", (unsigned long long)row[i].times,
                (unsigned long long)row[i].games, (double)row[i].times / (double)games);
    }
    fprintf(out, "],\"events_lost\":%llu", (unsigned long long)s->lost);
}
