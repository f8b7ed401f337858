#include "cli/sentences.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static bool same(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

/* The same sentence may be told in several places of a game. NULL if there is no room, which is counted as lost. */
static Sentence *find(Sentences *s, const char *text, const char *of)
{
    uint32_t h = 2166136261u;
    for (const char *c = text; *c; c++) h = (h ^ (uint8_t)*c) * 16777619u;
    for (const char *c = of ? of : ""; *c; c++) h = (h ^ (uint8_t)*c) * 16777619u;
    for (;; h++) {
        Sentence *place = &s->place[h & (SENTENCE_PLACES - 1)];
        if (place->text && !strcmp(place->text, text) && same(place->of, of)) return place;
        if (place->text) continue;
        if (s->n == SENTENCE_PLACES - 1) return NULL;
        s->n++;
        place->text = text;
        place->of = of;
        return place;
    }
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
        if (!told) {
            s->lost++;
            continue;
        }
        told->times++;
        told->games += told->last_game != game + 1;
        told->last_game = game + 1;
        if (strstr(e->text, "{n}")) sums_add(&told->number, e->n);
        if (e->who < 0 || e->who >= TAP_SEATS) continue;
        if (s->mentions < MENTIONS) s->mention[s->mentions++] = (Mention){(uint16_t)(told - s->place), e->who};
        else s->lost++;
    }
    tap_log_clear(&s->log);
}

void sentences_end(Sentences *s, const int32_t *score)
{
    for (int i = 0; i < s->mentions; i++) sums_add(&s->place[s->mention[i].place].fared, score[s->mention[i].who]);
    s->mentions = 0;
}

void sentences_join(Sentences *s, const Sentences *more)
{
    s->lost += more->lost;
    for (int i = 0; i < SENTENCE_PLACES; i++) {
        const Sentence *from = &more->place[i];
        Sentence       *to = from->text ? find(s, from->text, from->of) : NULL;
        if (from->text && !to) s->lost += from->times;
        if (!to) continue;
        to->times += from->times;
        to->games += from->games;
        sums_join(&to->number, &from->number);
        sums_join(&to->fared, &from->fared);
    }
}

static int by_frequency(const void *a, const void *b)
{
    const Sentence *one = a, *two = b;
    if (one->times != two->times) return one->times < two->times ? 1 : -1;
    int texts = strcmp(one->text, two->text);
    return texts ? texts : strcmp(one->of ? one->of : "", two->of ? two->of : "");
}

/* The caller frees it. */
static Sentence *sorted(const Sentences *s, int *ret_n)
{
    Sentence *row = calloc(SENTENCE_PLACES, sizeof *row);
    if (!row) abort();
    *ret_n = 0;
    for (int i = 0; i < SENTENCE_PLACES; i++)
        if (s->place[i].text) row[(*ret_n)++] = s->place[i];
    qsort(row, (size_t)*ret_n, sizeof *row, by_frequency);
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
    int       n;
    Sentence *row = sorted(s, &n);
    fprintf(out, "\n         times    a game   in games  mean {n}  {who} has   +/- 95 %%  what is told\n");
    for (int i = 0; i < n; i++) {
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
    int       n;
    Sentence *row = sorted(s, &n);
    fputc('[', out);
    for (int i = 0; i < n; i++) {
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
