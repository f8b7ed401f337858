#include "cli/shard.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "text/fail.h"

enum { SHARD_FORMAT = 2 };

/* ---------------------------------------------------------------- writing */

static void write_sums(FILE *out, const char *name, const Sums *s)
{
    char sum[WHOLE_BYTES], squares[WHOLE_BYTES];
    whole_write(s->sum, sum);
    whole_write(s->squares, squares);
    fprintf(out, "\"%s\":[%llu,\"%s\",\"%s\"]", name, (unsigned long long)s->n, sum, squares);
}

static void write_options(FILE *out, const TapSetup *setup)
{
    int              n, written = 0;
    const TapOption *option = tap_game_options(setup->game, &n);
    fputs(",\"options\":[", out);
    for (int i = 0; i < n; i++) {
        char words[80];
        if (setup->option[i] == option[i].usual) continue;
        tap_option_write(&option[i], setup->option[i], words, sizeof words);
        if (written++) fputc(',', out);
        print_json_string(out, words);
    }
    fputc(']', out);
}

static void write_cast(FILE *out, const TapSetup *setup)
{
    fputs(",\"cast\":[", out);
    for (int s = 0; s < setup->seats; s++) {
        if (s) fputc(',', out);
        if (setup->cast[s] >= 0) print_json_string(out, setup->content->role[setup->cast[s]]);
        else fputs("null", out);
    }
    fputc(']', out);
}

/* Everything that game i depends on besides i, and everything that the result says of it. */
static void write_run(FILE *out, const char *command, const Wanted *w, const TapSetup *setup, const Run *run)
{
    fprintf(out, "{\"version\":\"%s\",\"command\":\"%s\",\"game\":", TAP_VERSION, command);
    print_json_string(out, tap_game_id(run->game));
    fprintf(out, ",\"rules\":%d", tap_game_rules_version(run->game));
    print_sources_json(out, run->content);
    write_options(out, setup);
    fprintf(out, ",\"seats\":%d,\"start\":%d", run->seats, (int)w->start);
    write_cast(out, setup);
    for (int i = 0; i < run->bots; i++) {
        fputs(i ? "," : ",\"bots\":[", out);
        print_json_string(out, run->bot[i]);
    }
    fprintf(out, "],\"deadline_ms\":%d,\"equity\":%d,\"seed\":", (int)w->deadline_ms, (int)w->equity);
    print_json_string(out, w->seed);
    fprintf(out, ",\"%s\":%llu,\"events\":%s,\"cards\":%s,\"shards\":%d}", strcmp(command, "match") ? "games" : "deals",
            (unsigned long long)run->many, w->events ? "true" : "false", w->cards ? "true" : "false", (int)w->shards);
}

static void write_events(FILE *out, const Sentences *told)
{
    fputs(",\"events\":[", out);
    for (uint32_t i = 0; i < told->n; i++) {
        const Sentence *s = &told->row[i];
        fputs(i ? ",{\"text\":" : "{\"text\":", out);
        print_json_string(out, s->text);
        if (s->of) fputs(",\"of\":", out), print_json_string(out, s->of);
        fprintf(out, ",\"times\":%llu,\"games\":%llu,", (unsigned long long)s->times, (unsigned long long)s->games);
        write_sums(out, "number", &s->number);
        fputc(',', out);
        write_sums(out, "fared", &s->fared);
        fputc('}', out);
    }
    fprintf(out, "],\"events_lost\":%llu", (unsigned long long)told->lost);
}

void shard_write(FILE *out, const char *command, const Wanted *w, const TapSetup *setup, const Run *run, const Tally *t)
{
    fprintf(out, "{\"taproom_shard\":%d,\"shard\":%d,\"run\":", SHARD_FORMAT, (int)w->shard);
    write_run(out, command, w, setup, run);
    fprintf(out,
            ",\"counted\":{\"decisions\":%llu,\"real_decisions\":%llu,\"wall_ns\":%llu,\"work_ns\":%llu,\"bots\":[",
            (unsigned long long)t->decisions, (unsigned long long)t->real_decisions, (unsigned long long)t->wall_ns,
            (unsigned long long)t->work_ns);
    for (int i = 0; i < run->bots; i++) {
        fputs(i ? ",{" : "{", out);
        write_sums(out, "score", &t->score[i]);
        fprintf(out, ",\"wins\":%llu,\"simulations\":%llu", (unsigned long long)t->wins[i],
                (unsigned long long)t->iterations[i]);
        external_print_json(out, run->bot[i], &t->count[i]);
        fputc('}', out);
    }
    fputs("],", out);
    write_sums(out, "lead", &t->lead);
    if (t->told) write_events(out, t->told);
    fputs("}}\n", out);
}

/* ---------------------------------------------------------------- reading */

static bool read_sources(Shard *s, const json_t *list)
{
    size_t  i;
    json_t *one;
    if (list && (!json_is_array(list) || json_array_size(list) > TAP_SOURCES)) return false;
    json_array_foreach(list, i, one) {
        TapSource *to = &s->source[i];
        if (json_unpack_ex(one, NULL, JSON_STRICT, "{s:s,s:s,s:s}", "kind", &to->kind, "id", &to->id, "hash",
                           &to->hash))
            return false;
    }
    s->content = (TapContent){.sources = (int)json_array_size(list), .source = s->source};
    s->about.content = &s->content;
    return true;
}

static bool read_bots(Shard *s, const json_t *list)
{
    size_t  i, n = json_array_size(list);
    json_t *one;
    if (s->about.seats < 1 || s->about.seats > TAP_SEATS || n > (size_t)s->about.seats) return false;
    if (s->match ? n < 2 || (size_t)s->about.seats % n : n != (size_t)s->about.seats) return false;
    json_array_foreach(list, i, one) {
        if (!(s->about.bot[i] = json_string_value(one))) return false;
    }
    s->about.bots = (int)n;
    return true;
}

/* Of what only has to be the same everywhere the kind is enough. */
static bool read_run(Shard *s, TapError *error)
{
    const char *version = NULL, *command = NULL, *game = NULL, *seed;
    int         rules, start, deadline, events, cards;
    json_int_t  many, of;
    json_t     *content = NULL, *options, *cast, *bots;
    /* What another version wrote may be anything but this. */
    json_unpack(s->run, "{s:s,s:s}", "version", &version, "command", &command);
    if (version && strcmp(version, TAP_VERSION))
        return fail_with(error, "was written by version %.20s; this is version %s.", version, TAP_VERSION);
    s->match = command && !strcmp(command, "match");
    if (!command || (!s->match && strcmp(command, "sim")) ||
        json_unpack_ex(s->run, NULL, JSON_STRICT,
                       "{s:s,s:s,s:s,s:i,s?o,s:o,s:i,s:i,s:o,s:o,s:i,s:i,s:s,s:I,s:b,s:b,s:I}", "version", &version,
                       "command", &command, "game", &game, "rules", &rules, "content", &content, "options", &options,
                       "seats", &s->about.seats, "start", &start, "cast", &cast, "bots", &bots, "deadline_ms",
                       &deadline, "equity", &s->about.equity, "seed", &seed, s->match ? "deals" : "games", &many,
                       "events", &events, "cards", &cards, "shards", &of))
        return fail_with(error, "does not say what was played.");
    s->about.game = tap_game_find(game);
    if (!s->about.game) return fail_with(error, "there is no game '%.40s'.", game);
    if (!read_sources(s, content) || !read_bots(s, bots)) return fail_with(error, "does not say who played with what.");
    if (s->about.equity < 1 || s->about.equity > MAX_EQUITY || (!s->match && s->about.equity > 1))
        return fail_with(error, "the rest of a hand cannot be played %d times.", s->about.equity);
    if (of < 1 || of > MAX_SHARDS || many < of || s->number < 1 || s->number > (uint64_t)of)
        return fail_with(error, "there is no shard %lld of %lld of %lld %s.", (long long)s->number, (long long)of,
                         (long long)many, s->match ? "deals" : "games");
    s->about.many = (uint64_t)many;
    s->of = (uint64_t)of;
    s->events = events;
    return true;
}

bool shard_open(const char *path, Shard *ret, TapError *error)
{
    *ret = (Shard){.path = path};
    FILE *in = fopen(path, "rb");
    if (!in) return fail_with(error, "cannot be read: %s.", strerror(errno));
    json_error_t why;
    ret->file = json_loadf(in, JSON_REJECT_DUPLICATES, &why);
    fclose(in);
    if (!ret->file) return fail_with(error, "is no shard, or was cut off: %.120s.", why.text);
    int        format = 0;
    json_int_t number = 0;
    json_unpack(ret->file, "{s:i}", "taproom_shard", &format);
    if (!format) return fail_with(error, "is no shard.");
    if (format != SHARD_FORMAT)
        return fail_with(error, "is a shard of format %d; this program reads %d.", format, SHARD_FORMAT);
    if (json_unpack_ex(ret->file, NULL, JSON_STRICT, "{s:i,s:I,s:o,s:o}", "taproom_shard", &format, "shard", &number,
                       "run", &ret->run, "counted", &ret->counted))
        return fail_with(error, "is a shard of which parts are missing.");
    ret->number = number > 0 ? (uint64_t)number : 0;
    return read_run(ret, error);
}

void shard_close(Shard *s)
{
    json_decref(s->file);
    s->file = NULL;
}

static bool say_difference(const Shard *s, const Shard *first, const char *field, TapError *error)
{
    json_t *here = json_object_get(s->run, field), *there = json_object_get(first->run, field);
    char   *one = here ? json_dumps(here, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    char   *two = there ? json_dumps(there, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    fail_with(error, "%s: %.70s; but in %.50s: %.70s.", field, one ? one : "none", first->path, two ? two : "none");
    free(one);
    free(two);
    return false;
}

bool shard_same_run(const Shard *s, const Shard *first, TapError *error)
{
    const char *field;
    json_t     *value;
    json_object_foreach(first->run, field, value) {
        if (!json_equal(value, json_object_get(s->run, field))) return say_difference(s, first, field, error);
    }
    json_object_foreach(s->run, field, value) {
        if (!json_object_get(first->run, field)) return say_difference(s, first, field, error);
    }
    return true;
}

/* --------------------------------------------------------------- counting */

static bool read_count(const json_t *number, uint64_t *ret)
{
    if (!json_is_integer(number) || json_integer_value(number) < 0) return false;
    *ret = (uint64_t)json_integer_value(number);
    return true;
}

static bool read_sums(json_t *list, Sums *ret)
{
    const char *sum, *squares;
    json_t     *n;
    return !json_unpack_ex(list, NULL, JSON_STRICT, "[o,s,s]", &n, &sum, &squares) && read_count(n, &ret->n) &&
           whole_read(sum, &ret->sum) && whole_read(squares, &ret->squares) && ret->squares >= 0;
}

/* The members that external_print_json writes. */
static bool read_external(const json_t *o, ExternalCount *ret)
{
    const json_t *end = json_object_get(o, "end");
    if (end && json_is_string(end)) snprintf(ret->end, sizeof ret->end, "%s", json_string_value(end));
    return end && read_count(json_object_get(o, "asked"), &ret->asked) &&
           read_count(json_object_get(o, "late"), &ret->late) &&
           read_count(json_object_get(o, "illegal"), &ret->illegal) &&
           read_count(json_object_get(o, "garbled"), &ret->garbled) &&
           read_count(json_object_get(o, "gone"), &ret->gone) &&
           read_count(json_object_get(o, "waited_us"), &ret->waited_us);
}

static bool read_events(const json_t *list, uint64_t games, Sentences *told)
{
    size_t  i;
    json_t *one;
    if (!json_is_array(list)) return false;
    json_array_foreach(list, i, one) {
        Sentence s = {0};
        json_t  *times, *in, *number, *fared;
        if (json_unpack_ex(one, NULL, JSON_STRICT, "{s:s,s?s,s:o,s:o,s:o,s:o}", "text", &s.text, "of", &s.of, "times",
                           &times, "games", &in, "number", &number, "fared", &fared) ||
            !read_count(times, &s.times) || !read_count(in, &s.games) || s.games > games || s.times < s.games ||
            !read_sums(number, &s.number) || !read_sums(fared, &s.fared))
            return false;
        sentences_add(told, &s);
    }
    return true;
}

static bool read_counted(const Shard *s, Tally *t)
{
    uint64_t played = shard_size(s->about.many, s->number, s->of);
    json_t  *o = s->counted, *bots = json_object_get(o, "bots"), *one;
    size_t   i;
    if (!read_count(json_object_get(o, "decisions"), &t->decisions) ||
        !read_count(json_object_get(o, "real_decisions"), &t->real_decisions) ||
        !read_count(json_object_get(o, "wall_ns"), &t->wall_ns) ||
        !read_count(json_object_get(o, "work_ns"), &t->work_ns) || !read_sums(json_object_get(o, "lead"), &t->lead) ||
        json_array_size(bots) != (size_t)s->about.bots || t->lead.n != (s->match ? played : 0))
        return false;
    json_array_foreach(bots, i, one) {
        if (!read_sums(json_object_get(one, "score"), &t->score[i]) || t->score[i].n != played ||
            !read_count(json_object_get(one, "wins"), &t->wins[i]) || t->wins[i] > played ||
            !read_count(json_object_get(one, "simulations"), &t->iterations[i]) ||
            (external_is(s->about.bot[i]) && !read_external(one, &t->count[i])))
            return false;
    }
    return !s->events || (read_events(json_object_get(o, "events"), played, t->told) &&
                          read_count(json_object_get(o, "events_lost"), &t->told->lost));
}

bool shard_add(const Shard *s, Tally *sum, TapError *error)
{
    Tally *t = tally_new(1, s->events, false);
    bool   good = t && read_counted(s, t);
    if (good) tally_join(sum, t);
    else if (t) fail_with(error, "what it counts cannot be so.");
    else fail_with(error, "there is not enough memory.");
    tally_free(t, 1);
    return good;
}
