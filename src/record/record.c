/* A record in memory: answers, undo, and its text. */
#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/inside.h"

/* ----------------------------------------------------------------- memory */

/* Room for one more; a machine without memory is no state a game can be in. */
static void *one_more(void *list, int used, int *room, size_t size)
{
    if (used < *room) return list;
    *room = *room ? 2 * *room : 16;
    list = realloc(list, (size_t)*room * size);
    assert(list);
    return list;
}

static char *copy_text(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    assert(copy);
    return strcpy(copy, text);
}

/* --------------------------------------------------------------- starting */

static unsigned char *checkpoint_at(const TapRecord *r, int k)
{
    return r->checkpoint + (size_t)k * r->setup.state_bytes;
}

static void keep_checkpoint(TapRecord *r)
{
    if (r->in_force % CHECKPOINT_STRIDE) return;
    int k = r->in_force / CHECKPOINT_STRIDE;
    r->checkpoint = one_more(r->checkpoint, k, &r->checkpoints_room, r->setup.state_bytes);
    memcpy(checkpoint_at(r, k), &r->state, r->setup.state_bytes);
}

TapRecord *tap_record_new(const TapSetup *setup, const uint8_t seed[64], TapLog *events)
{
    TapRecord *r = calloc(1, sizeof *r);
    assert(r);
    r->setup = *setup;
    memcpy(r->seed, seed, sizeof r->seed);
    tap_start(&r->setup, &r->state, r->seed, events);
    keep_checkpoint(r);
    return r;
}

void tap_record_free(TapRecord *r)
{
    if (!r) return;
    for (int i = 0; i < r->entries; i++) free(r->entry[i].words);
    for (int s = 0; s < TAP_SEATS; s++) free(r->player[s]);
    free(r->entry);
    free(r->force);
    free(r->checkpoint);
    free(r);
}

const TapSetup *tap_record_setup(const TapRecord *r) { return &r->setup; }
const TapState *tap_record_state(const TapRecord *r) { return &r->state; }
const uint8_t *tap_record_seed(const TapRecord *r) { return r->seed; }
int tap_record_expects(const TapRecord *r) { return r->expects; }

/* Free words become one line that reads back as it was written: no control characters, no blanks at the ends. */
void tap_record_set_player(TapRecord *r, TapSeat seat, const char *who)
{
    if (seat < 0 || seat >= (TapSeat)r->setup.seats) return;
    free(r->player[seat]);
    r->player[seat] = NULL;
    if (!who) return;
    char   words[PLAYER_BYTES] = "";
    size_t n = 0;
    while (isspace((unsigned char)*who)) who++;
    while (*who && n + 1 < sizeof words) words[n++] = iscntrl((unsigned char)*who) ? ' ' : *who, who++;
    if (*who) /* cut between characters, not inside one of UTF-8 */
        while (n && ((unsigned char)*who & 0xC0) == 0x80) who--, n--;
    while (n && words[n - 1] == ' ') n--;
    words[n] = 0;
    if (n) r->player[seat] = copy_text(words);
}

const char *tap_record_player(const TapRecord *r, TapSeat seat)
{
    return seat < 0 || seat >= TAP_SEATS ? NULL : r->player[seat];
}

/* What needs no quoting in a record, an address or a file name is good. */
bool tap_fair_table_is_good(const char *table)
{
    size_t n = strlen(table);
    if (!n || n >= TAP_FAIR_TABLE) return false;
    for (const char *c = table; *c; c++)
        if (*c <= ' ' || *c > '~' || strchr("\"\\#", *c)) return false;
    return true;
}

void tap_record_set_fair(TapRecord *r, const TapFair *fair)
{
    r->has_fair = fair != NULL;
    if (!fair) return;
    r->fair = *fair;
    r->fair.clients &= (TapSeatSet)((1u << r->setup.seats) - 1);
}

void tap_record_set_before(TapRecord *r, const char *table) { snprintf(r->before, sizeof r->before, "%s", table); }
const char *tap_record_before(const TapRecord *r) { return r->before; }

const TapFair *tap_record_fair(const TapRecord *r) { return r->has_fair ? &r->fair : NULL; }

/* ---------------------------------------------------------------- answers */

static Entry *add_entry(TapRecord *r, EntryKind kind)
{
    r->entry = one_more(r->entry, r->entries, &r->entries_room, sizeof *r->entry);
    Entry *e = &r->entry[r->entries++];
    *e = (Entry){.kind = (uint8_t)kind};
    return e;
}

bool tap_record_answer(TapRecord *r, TapSeat seat, TapMove move, bool timeout, TapLog *events)
{
    char words[TAP_WORDS];
    if (seat < 0 || (seat >= (TapSeat)r->setup.seats && seat != TAP_CLOCK)) return false;
    if (!tap_move_write(&r->setup, &r->state, seat, move, words, sizeof words)) return false;
    tap_record_played(r, seat, move, words, timeout, events);
    return true;
}

void tap_record_played(TapRecord *r, TapSeat seat, TapMove move, const char *words, bool timeout, TapLog *events)
{
    tap_answer_trusted(&r->setup, &r->state, seat, move, events);
    Entry *e = add_entry(r, ENTRY_ANSWER);
    e->seat = seat;
    e->move = move;
    e->timeout = timeout;
    e->words = copy_text(words);
    r->force = one_more(r->force, r->in_force, &r->in_force_room, sizeof *r->force);
    r->force[r->in_force++] = r->entries - 1;
    keep_checkpoint(r);
}

int tap_record_answers(const TapRecord *r) { return r->in_force; }

bool tap_record_answer_at(const TapRecord *r, int i, TapSeat *ret_seat, TapMove *ret_move)
{
    if (i < 0 || i >= r->in_force) return false;
    *ret_seat = r->entry[r->force[i]].seat;
    *ret_move = r->entry[r->force[i]].move;
    return true;
}

static void go_to(const TapRecord *r, int answers, TapState *ret)
{
    int k = answers / CHECKPOINT_STRIDE;
    memcpy(ret, checkpoint_at(r, k), r->setup.state_bytes);
    for (int i = k * CHECKPOINT_STRIDE; i < answers; i++)
        tap_answer_trusted(&r->setup, ret, r->entry[r->force[i]].seat, r->entry[r->force[i]].move, NULL);
}

bool tap_record_undo(TapRecord *r, int to)
{
    if (to < 0 || to > r->in_force) return false;
    if (to == r->in_force) return true;
    go_to(r, to, &r->state);
    r->in_force = to;
    r->undone = true;
    add_entry(r, ENTRY_UNDO)->undo_to = to;
    return true;
}

bool tap_record_was_undone(const TapRecord *r) { return r->undone; }

bool tap_record_state_at(const TapRecord *r, int answers, TapState *ret, TapLog *events)
{
    if (answers < 0 || answers > r->in_force) return false;
    if (!answers) {
        tap_start(&r->setup, ret, r->seed, events);
        return true;
    }
    go_to(r, answers - 1, ret);
    const Entry *last = &r->entry[r->force[answers - 1]];
    tap_answer_trusted(&r->setup, ret, last->seat, last->move, events);
    return true;
}

void record_keep_check(TapRecord *r, const char *line)
{
    add_entry(r, ENTRY_CHECK)->words = copy_text(line);
    r->expects++;
}

/* ---------------------------------------------------------------- writing */

typedef struct Text {
    char  *bytes;
    size_t n, room;
} Text;

static void add(Text *t, const char *form, ...) __attribute__((format(printf, 2, 3)));
static void add(Text *t, const char *form, ...)
{
    va_list args;
    va_start(args, form);
    va_list again;
    va_copy(again, args);
    size_t len = (size_t)vsnprintf(NULL, 0, form, args);
    if (t->n + len + 1 > t->room) {
        t->room = 2 * (t->n + len + 1);
        t->bytes = realloc(t->bytes, t->room);
        assert(t->bytes);
    }
    vsnprintf(t->bytes + t->n, t->room - t->n, form, again);
    t->n += len;
    va_end(again);
    va_end(args);
}

/* Always in quotes: a name may look like a comment. */
static void add_player(Text *t, int seat, const char *who)
{
    add(t, "player %d \"", seat + 1);
    for (; *who; who++) add(t, "%s%c", *who == '"' || *who == '\\' ? "\\" : "", *who);
    add(t, "\"\n");
}

static void add_rigged(Text *t, const TapSetup *setup, int stream, int value)
{
    const TapDeck *deck = stream >= TAP_STREAM_DECK ? setup->content->deck[stream - TAP_STREAM_DECK] : NULL;
    if (value < 0) add(t, "_");
    else if (!deck) add(t, "%d", stream == TAP_STREAM_SEAT ? value + 1 : value);
    else {
        int face = deck->dice ? value - 1 : value;
        add(t, "%s", face >= 0 && face < deck->faces ? deck->face[face].code : "_");
    }
}

static void add_stream(Text *t, const TapSetup *setup, int stream)
{
    enum { PER_LINE = 12 };
    int16_t value[TAP_RIGGED];
    int     n = 0;
    for (int i = 0; i < setup->rig.n; i++)
        if (setup->rig.stream[i] == stream) value[n++] = setup->rig.value[i];
    for (int i = 0, words = 0; i < n; words++) {
        int same = 1;
        while (i + same < n && value[i + same] == value[i]) same++;
        if (same < 3) same = 1;
        if (words % PER_LINE) add(t, " ");
        else add(t, "%srig %s ", words ? "\n" : "", tap_stream_name(setup->content, stream));
        if (same > 1) add(t, "%d*", same);
        add_rigged(t, setup, stream, value[i]);
        i += same;
        if (i == n) add(t, "\n");
    }
}

/* Decks and dice first, as the content lists them. */
static void add_rig(Text *t, const TapSetup *setup)
{
    for (int i = 0; i < setup->content->decks; i++) add_stream(t, setup, TAP_STREAM_DECK + i);
    add_stream(t, setup, TAP_STREAM_SEAT);
    add_stream(t, setup, TAP_STREAM_MORE);
}

static void add_hex(Text *t, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) add(t, "%02x", bytes[i]);
    add(t, "\n");
}

static void add_fair(Text *t, const TapFair *fair)
{
    if (fair->table[0]) add(t, "fair table %s\n", fair->table);
    if (fair->has_commitment) add(t, "fair commitment "), add_hex(t, fair->commitment, sizeof fair->commitment);
    if (fair->has_server) add(t, "fair server "), add_hex(t, fair->server, sizeof fair->server);
    for (TapSeat s = 0; s < TAP_SEATS; s++)
        if (tap_has(fair->clients, s))
            add(t, "fair client %d ", s + 1), add_hex(t, fair->client[s], sizeof fair->client[s]);
}

static void add_header(Text *t, const TapRecord *r)
{
    const TapSetup *setup = &r->setup;
    int n;
    const TapOption *option = tap_game_options(setup->game, &n);
    add(t, "taproom %d\ngame %s %d\n", RECORD_FORMAT, tap_game_id(setup->game), tap_game_rules_version(setup->game));
    for (int i = 0; i < setup->content->sources; i++) {
        const TapSource *file = &setup->content->source[i];
        add(t, "deck %s %s %s\n", file->kind, file->id, file->hash);
    }
    for (int i = 0; i < n; i++) {
        char words[80];
        if (setup->option[i] == option[i].usual) continue;
        tap_option_write(&option[i], setup->option[i], words, sizeof words);
        add(t, "option %s\n", words);
    }
    add(t, "seats %d\n", setup->seats);
    for (int s = 0; s < setup->seats; s++)
        if (r->player[s]) add_player(t, s, r->player[s]);
    bool own = false;
    for (int s = 0; s < setup->seats; s++) own = own || setup->stack[s] >= 0;
    for (int s = 0; own && s < setup->seats; s++) {
        if (!s) add(t, "stacks");
        if (setup->stack[s] >= 0) add(t, " %d", (int)setup->stack[s]);
        else add(t, " _");
        if (s + 1 == setup->seats) add(t, "\n");
    }
    if (setup->pot) add(t, "pot %d\n", (int)setup->pot);
    if (setup->start != TAP_NOBODY) add(t, "start %d\n", setup->start + 1);
    bool any_role = false;
    for (int s = 0; s < setup->seats; s++) any_role = any_role || setup->cast[s] >= 0;
    for (int s = 0; any_role && s < setup->seats; s++)
        add(t, "%s%s%s", s ? " " : "cast ", setup->cast[s] >= 0 ? setup->content->role[setup->cast[s]] : "_",
            s + 1 == setup->seats ? "\n" : "");
    for (int i = 0; i < setup->stages; i++) {
        char words[TAP_STAGED_WORDS];
        tap_stage_write(setup, i, words);
        add(t, "stage %d %s\n", setup->stage[i].seat + 1, words);
    }
    add(t, "seed ");
    add_hex(t, r->seed, sizeof r->seed);
    if (r->has_fair) add_fair(t, &r->fair);
    if (r->before[0]) add(t, "before %s\n", r->before);
    if (setup->rig.n) add_rig(t, setup);
}

char *tap_record_write(const TapRecord *r)
{
    Text t = {NULL, 0, 0};
    add_header(&t, r);
    for (int i = 0; i < r->entries; i++) {
        const Entry *e = &r->entry[i];
        if (e->kind == ENTRY_UNDO) add(&t, "undo to %d\n", e->undo_to);
        else if (e->kind == ENTRY_CHECK) add(&t, "%s\n", e->words);
        else if (e->seat == TAP_CLOCK) add(&t, "clock %s\n", e->words);
        else add(&t, "%d %s%s\n", e->seat + 1, e->words, e->timeout ? " timeout" : "");
    }
    return t.bytes;
}
