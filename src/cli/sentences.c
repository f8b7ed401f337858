#include "cli/sentences.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static bool same(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

/* Where the sentence is noted, or will be. */
static uint32_t *place_of(const Sentences *s, const char *text, const char *of)
{
    uint32_t h = 2166136261u;
    for (const char *c = text; *c; c++) h = (h ^ (uint8_t)*c) * 16777619u;
    for (const char *c = of ? of : ""; *c; c++) h = (h ^ (uint8_t)*c) * 16777619u;
    for (;; h++) {
        uint32_t *place = &s->place[h & (s->places - 1)];
        if (!*place || (!strcmp(s->row[*place - 1].text, text) && same(s->row[*place - 1].of, of))) return place;
    }
}

static void make_room(Sentences *s)
{
    s->places = s->places ? 2 * s->places : 1024;
    s->row = realloc(s->row, s->places / 2 * sizeof *s->row);
    free(s->place);
    s->place = calloc(s->places, sizeof *s->place);
    if (!s->row || !s->place) abort();
    for (uint32_t i = 0; i < s->n; i++) *place_of(s, s->row[i].text, s->row[i].of) = i + 1;
}

/* The same sentence may be told in several places of a game. */
static Sentence *find(Sentences *s, const char *text, const char *of)
{
    if (2 * (s->n + 1) > s->places) make_room(s);
    uint32_t *place = place_of(s, text, of);
    if (!*place) {
        s->row[s->n] = (Sentence){.text = text, .of = of};
        *place = ++s->n;
    }
    return &s->row[*place - 1];
}

static const char *told_of(const Sentences *s, const TapEvent *e)
{
    if (e->what && strstr(e->text, "{what}")) return e->what;
    bool named = s->by_card && e->deck && e->card < e->deck->faces && strstr(e->text, "{card}");
    return named ? e->deck->face[e->card].name : NULL;
}

/* Cards beside words are what a hand is read as, and lie in it, too. */
static bool is_read(const TapView *v, const TapViewZone *z)
{
    for (int i = z->first; i < z->first + z->n; i++)
        if (v->item[i].kind == TAP_TEXT_ITEM) return true;
    return false;
}

void sentences_deal(Sentences *s, const TapSetup *setup, const TapState *state)
{
    for (TapSeat seat = 0; s->by_card && seat < setup->seats; seat++) {
        const TapView *v = &s->seen;
        tap_view(setup, state, seat, &s->seen);
        for (const TapViewZone *z = v->zone; z < v->zone + v->zones; z++) {
            if (z->owner != seat || is_read(v, z)) continue;
            for (const TapViewItem *item = v->item + z->first; item < v->item + z->first + z->n; item++) {
                if (item->kind != TAP_CARD_ITEM || item->known_by != 1u << seat) continue;
                if (s->log.n == TAP_LOG) s->log.lost++;
                else
                    s->log.event[s->log.n++] = (TapEvent){
                        .text = "{who} begins with the {card}.", .who = seat, .card = item->face, .deck = z->deck};
            }
        }
    }
}

void sentences_hear(Sentences *s, uint64_t game)
{
    s->lost += (uint64_t)s->log.lost;
    for (int i = 0; i < s->log.n; i++) {
        const TapEvent *e = &s->log.event[i];
        Sentence       *told = find(s, e->text, told_of(s, e));
        told->times++;
        told->games += told->last_game != game + 1;
        told->last_game = game + 1;
        if (strstr(e->text, "{n}")) sums_add(&told->number, e->n);
        if (e->who < 0 || e->who >= TAP_SEATS) continue;
        if (s->mentions < MENTIONS) s->mention[s->mentions++] = (Mention){(uint32_t)(told - s->row), e->who};
        else s->lost++;
    }
    tap_log_clear(&s->log);
}

void sentences_end(Sentences *s, const int32_t *score)
{
    for (int i = 0; i < s->mentions; i++) sums_add(&s->row[s->mention[i].row].fared, score[s->mention[i].who]);
    s->mentions = 0;
}

void sentences_add(Sentences *s, const Sentence *more)
{
    Sentence *to = find(s, more->text, more->of);
    to->times += more->times;
    to->games += more->games;
    sums_join(&to->number, &more->number);
    sums_join(&to->fared, &more->fared);
}

void sentences_join(Sentences *s, const Sentences *more)
{
    s->lost += more->lost;
    for (uint32_t i = 0; i < more->n; i++) sentences_add(s, &more->row[i]);
}

void sentences_free(Sentences *s)
{
    if (!s) return;
    free(s->row);
    free(s->place);
    free(s);
}

static int by_frequency(const void *a, const void *b)
{
    const Sentence *one = a, *two = b;
    if (one->times != two->times) return one->times < two->times ? 1 : -1;
    int texts = strcmp(one->text, two->text);
    return texts ? texts : strcmp(one->of ? one->of : "", two->of ? two->of : "");
}

/* The caller frees it. */
static Sentence *sorted(const Sentences *s)
{
    Sentence *row = calloc(s->n + 1, sizeof *row);
    if (!row) abort();
    for (uint32_t i = 0; i < s->n; i++) row[i] = s->row[i];
    qsort(row, s->n, sizeof *row, by_frequency);
    return row;
}

/* The sentence with what it is of in its place. */
static void write_out(const Sentence *s, char *ret, size_t size)
{
    const char *hole = s->of ? strstr(s->text, "{what}") : NULL;
    if (s->of && !hole) hole = strstr(s->text, "{card}");
    if (!hole) snprintf(ret, size, "%s", s->text);
    else snprintf(ret, size, "%.*s%s%s", (int)(hole - s->text), s->text, s->of, hole + strlen("{card}"));
}

void sentences_print(const Sentences *s, FILE *out, uint64_t games)
{
    Sentence *row = sorted(s);
    fprintf(out, "\n         times    a game   in games  mean {n}  {who} has   +/- 95 %%  what is told\n");
    for (uint32_t i = 0; i < s->n; i++) {
        char text[400], number[16] = "", fared[16] = "", interval[16] = "";
        write_out(&row[i], text, sizeof text);
        if (row[i].number.n) snprintf(number, sizeof number, "%.2f", sums_mean(&row[i].number));
        if (row[i].fared.n) {
            snprintf(fared, sizeof fared, "%.2f", sums_mean(&row[i].fared));
            snprintf(interval, sizeof interval, "%.2f", sums_ci95(&row[i].fared));
        }
        fprintf(out, "  %12llu  %8.3f  %7.2f %%  %8s  %9s  %9s  %s\n", (unsigned long long)row[i].times,
                (double)row[i].times / (double)games, 100.0 * (double)row[i].games / (double)games, number, fared,
                interval, text);
    }
    if (s->lost) fprintf(out, "%llu more did not fit.\n", (unsigned long long)s->lost);
    free(row);
}

void sentences_print_json(const Sentences *s, FILE *out, uint64_t games)
{
    Sentence *row = sorted(s);
    fputc('[', out);
    for (uint32_t i = 0; i < s->n; i++) {
        char text[400];
        write_out(&row[i], text, sizeof text);
        fprintf(out, "%s{\"text\":", i ? "," : "");
        print_json_string(out, text);
        fprintf(out, ",\"times\":%llu,\"games\":%llu,\"per_game\":%.6f", (unsigned long long)row[i].times,
                (unsigned long long)row[i].games, (double)row[i].times / (double)games);
        if (row[i].number.n) fprintf(out, ",\"mean_n\":%.6f", sums_mean(&row[i].number));
        if (row[i].fared.n)
            fprintf(out, ",\"fared\":%.6f,\"fared_ci95\":%.6f", sums_mean(&row[i].fared), sums_ci95(&row[i].fared));
        fputc('}', out);
    }
    fprintf(out, "],\"events_lost\":%llu", (unsigned long long)s->lost);
    free(row);
}
