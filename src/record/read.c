/* Reading a record's text: every word of it is suspect until it has been checked. */
#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/inside.h"
#include "table/table.h"

/* ------------------------------------------------------------ small tools */

char *take_word(char **at)
{
    char *p = *at;
    while (*p == ' ' || *p == '\t') p++;
    if (!*p) {
        *at = p;
        return NULL;
    }
    char *word = p;
    if (*p != '"') {
        while (*p && *p != ' ' && *p != '\t') p++;
        if (*p) *p++ = 0;
        *at = p;
        return word;
    }
    char *to = word;
    for (p++; *p && *p != '"'; p++) {
        if (*p == '\\' && (p[1] == '"' || p[1] == '\\')) p++;
        *to++ = *p;
    }
    if (*p) p++;
    *to = 0;
    *at = p;
    return word;
}

bool read_number(const char *word, long lo, long hi, long *ret)
{
    const char *digits = word && *word == '-' ? word + 1 : word;
    if (!digits || !isdigit((unsigned char)*digits) || strlen(digits) > 9) return false;
    char *end;
    long  n = strtol(word, &end, 10);
    if (*end || n < lo || n > hi) return false;
    *ret = n;
    return true;
}

bool read_repeat(char *word, int most, int *ret_times, char **ret_rest)
{
    char *star = strchr(word, '*');
    long  n = 1;
    if (star) {
        *star = 0;
        if (!read_number(word, 1, most, &n)) return false;
    }
    *ret_times = (int)n;
    *ret_rest = star ? star + 1 : word;
    return true;
}

bool read_seat(const TapSetup *setup, const char *word, TapSeat *ret)
{
    long n;
    if (word && !strcmp(word, "clock")) {
        *ret = TAP_CLOCK;
        return true;
    }
    if (!read_number(word, 1, setup->seats, &n)) return false;
    *ret = (TapSeat)(n - 1);
    return true;
}

void write_seats(TapSeatSet set, char *ret, size_t size)
{
    snprintf(ret, size, "nobody");
    for (int left = tap_count(set), at = 0; set; set &= (TapSeatSet)(set - 1), left--) {
        TapSeat s = tap_first_of(set);
        char    word[8] = "clock";
        if (s != TAP_CLOCK) snprintf(word, sizeof word, "%d", s + 1);
        at += snprintf(ret + at, size - (size_t)at, "%s%s", word, left > 2 ? ", " : left == 2 ? " and " : "");
        if ((size_t)at >= size) return;
    }
}

/* ----------------------------------------------------------------- header */

enum { GIVEN_OPTIONS = 32, OPTION_BYTES = 80, ROLE_BYTES = 48, GIVEN_FILES = TAP_SOURCES, FILE_WORD_BYTES = 40 };

/* A `deck` line: content that is not built in. */
typedef struct GivenFile {
    char kind[FILE_WORD_BYTES], id[FILE_WORD_BYTES], hash[TAP_HASH_DIGITS + 1];
} GivenFile;

/* What stands before the first answer, with the lines it stands in. */
typedef struct Header {
    bool           format;
    const TapGame *game;
    int            files;
    GivenFile      file[GIVEN_FILES];
    const TapContent *content; /* of the game and the files */
    long           seats, pot, start;
    int            seats_line, pot_line, start_line, stacks_line, seed_line;
    int            options, option_line[GIVEN_OPTIONS];
    char           option[GIVEN_OPTIONS][OPTION_BYTES];
    int            player_line[TAP_SEATS];
    char           player[TAP_SEATS][PLAYER_BYTES];
    int            stacks;
    int32_t        stack[TAP_SEATS];
    uint8_t        seed[64];
    TapRig         rig;
    int            rig_line;
    int            cast_line, casts, stages, stage_line[TAP_STAGED];
    char           cast[TAP_SEATS][ROLE_BYTES];
    struct { long seat; char what[ROLE_BYTES], value[ROLE_BYTES]; } stage[TAP_STAGED];
    TapFair        fair;
    char           before[TAP_FAIR_TABLE];
    int            before_line, fair_table_line, fair_commitment_line, fair_server_line, fair_client_line[TAP_SEATS];
} Header;

typedef struct Reader {
    const TapGame *const *games;
    int       line;
    const TapShelf *shelf;
    TapError *error;
    Header    header;
    TapRecord *record; /* NULL until the first line of the body */
    TapLog    since;   /* what happened since the last answer */
} Reader;

static bool read_format(Reader *r, char *rest)
{
    long n;
    if (r->header.format) return fail_with(r->error, "'taproom' is said twice");
    if (!read_number(take_word(&rest), 0, 999999, &n)) return fail_with(r->error, "write 'taproom %d'", RECORD_FORMAT);
    if (n != RECORD_FORMAT)
        return fail_with(r->error, "this is record format %ld; this program reads format %d", n, RECORD_FORMAT);
    r->header.format = true;
    return true;
}

static bool read_game(Reader *r, char *rest)
{
    long        version;
    const char *id = take_word(&rest), *number = take_word(&rest);
    if (r->header.game) return fail_with(r->error, "'game' is said twice");
    if (!id || !read_number(number, 0, 999999, &version))
        return fail_with(r->error, "write 'game', its name and its rules version");
    const TapGame *game = NULL;
    for (const TapGame *const *g = r->games; *g && !game; g++)
        if (!strcmp(tap_game_id(*g), id)) game = *g;
    if (!game) return fail_with(r->error, "there is no game '%.40s'; `taproom games` lists them", id);
    if (version != tap_game_rules_version(game))
        return fail_with(r->error, "was recorded with rules version %ld of %s, this program plays version %d", version,
                         tap_game_title(game), tap_game_rules_version(game));
    r->header.game = game;
    r->header.content = tap_game_content(game);
    return true;
}

/* Content is chosen at once, so that the line is blamed that names it. */
static bool read_deck(Reader *r, char *rest)
{
    Header     *h = &r->header;
    const char *kind = take_word(&rest), *id = take_word(&rest), *hash = take_word(&rest);
    TapSource   file[GIVEN_FILES];
    if (!hash || take_word(&rest) || strlen(kind) >= FILE_WORD_BYTES || strlen(id) >= FILE_WORD_BYTES
        || strlen(hash) != TAP_HASH_DIGITS || strspn(hash, "0123456789abcdef") != TAP_HASH_DIGITS)
        return fail_with(r->error, "write 'deck', the kind and the id of a file, and its hash in %d hex digits",
                         TAP_HASH_DIGITS);
    if (h->rig_line) return fail_with(r->error, "'deck' stands before 'rig'");
    if (h->files == GIVEN_FILES) return fail_with(r->error, "there are more than %d files", GIVEN_FILES);
    for (int i = 0; i < h->files; i++)
        if (!strcmp(h->file[i].kind, kind) && !strcmp(h->file[i].id, id))
            return fail_with(r->error, "'%.40s %.40s' is said twice", kind, id);
    GivenFile *given = &h->file[h->files++];
    strcpy(given->kind, kind);
    strcpy(given->id, id);
    strcpy(given->hash, hash);
    for (int i = 0; i < h->files; i++)
        file[i] = (TapSource){.kind = h->file[i].kind, .id = h->file[i].id, .hash = h->file[i].hash};
    return tap_shelf_content_of(r->shelf, h->game, file, h->files, &h->content, r->error);
}

static bool once(Reader *r, int *line, const char *what)
{
    if (*line) return fail_with(r->error, "'%s' is said twice; first in line %d", what, *line);
    *line = r->line;
    return true;
}

static bool blame(Reader *r, int line)
{
    if (line) r->line = line;
    return false;
}

static bool read_option_line(Reader *r, char *rest)
{
    Header     *h = &r->header;
    const char *word = take_word(&rest);
    if (!word) return fail_with(r->error, "write 'option NAME' or 'option NAME=VALUE'");
    if (h->options == GIVEN_OPTIONS) return fail_with(r->error, "there are more than %d options", GIVEN_OPTIONS);
    if (strlen(word) >= OPTION_BYTES) return fail_with(r->error, "'%.40s...' is no option", word);
    strcpy(h->option[h->options], word);
    h->option_line[h->options++] = r->line;
    return true;
}

static bool read_seats(Reader *r, char *rest)
{
    if (!read_number(take_word(&rest), 1, TAP_SEATS, &r->header.seats))
        return fail_with(r->error, "'seats' needs a number from 1 to %d", TAP_SEATS);
    return once(r, &r->header.seats_line, "seats");
}

static bool read_player(Reader *r, char *rest)
{
    long n;
    if (!read_number(take_word(&rest), 1, TAP_SEATS, &n))
        return fail_with(r->error, "'player' needs a seat number and words");
    if (!once(r, &r->header.player_line[n - 1], "player")) return false;
    while (*rest == ' ' || *rest == '\t') rest++;
    const char *who = *rest == '"' ? take_word(&rest) : rest;
    if (strlen(who) >= PLAYER_BYTES)
        return fail_with(r->error, "a player's words are at most %d bytes", PLAYER_BYTES - 1);
    strcpy(r->header.player[n - 1], who);
    return true;
}

static bool read_stacks(Reader *r, char *rest)
{
    Header *h = &r->header;
    if (!once(r, &h->stacks_line, "stacks")) return false;
    for (char *word; (word = take_word(&rest));) {
        long n = -1;
        if (h->stacks == TAP_SEATS) return fail_with(r->error, "there are more than %d stacks", TAP_SEATS);
        if (strcmp(word, "_") && !read_number(word, 0, MOST_MONEY, &n))
            return fail_with(r->error, "'%.40s' is no stack: write a number from 0 to %d, or _", word, MOST_MONEY);
        h->stack[h->stacks++] = (int32_t)n;
    }
    return true;
}

static bool read_pot(Reader *r, char *rest)
{
    if (!read_number(take_word(&rest), 0, MOST_MONEY, &r->header.pot))
        return fail_with(r->error, "'pot' needs a number from 0 to %d", MOST_MONEY);
    return once(r, &r->header.pot_line, "pot");
}

static bool read_start(Reader *r, char *rest)
{
    if (!read_number(take_word(&rest), 1, TAP_SEATS, &r->header.start))
        return fail_with(r->error, "'start' needs a seat number");
    return once(r, &r->header.start_line, "start");
}

/* "cast fiona zot _ _": who plays which role; _ leaves it to the game. */
static bool read_cast(Reader *r, char *rest)
{
    Header *h = &r->header;
    if (!once(r, &h->cast_line, "cast")) return false;
    for (char *word; (word = take_word(&rest));) {
        if (h->casts == TAP_SEATS) return fail_with(r->error, "there are more than %d roles", TAP_SEATS);
        if (strlen(word) >= ROLE_BYTES) return fail_with(r->error, "'%.40s...' is no role", word);
        strcpy(h->cast[h->casts++], word);
    }
    return true;
}

/* "stage 2 fortitude 12": what a seat begins with. */
static bool read_stage(Reader *r, char *rest)
{
    Header     *h = &r->header;
    long        seat;
    const char *who = take_word(&rest), *what = take_word(&rest), *value = take_word(&rest);
    if (!read_number(who, 1, TAP_SEATS, &seat) || !what || strlen(what) >= ROLE_BYTES || !value ||
        strlen(value) >= ROLE_BYTES)
        return fail_with(r->error, "'stage' needs a seat, what is staged, and a number or a card");
    if (h->stages == TAP_STAGED) return fail_with(r->error, "at most %d values can be staged", TAP_STAGED);
    h->stage[h->stages].seat = seat - 1;
    strcpy(h->stage[h->stages].value, value);
    strcpy(h->stage[h->stages].what, what);
    h->stage_line[h->stages++] = r->line;
    return true;
}

/* The seats and the content are known now. */
static bool set_the_stage(Reader *r, TapSetup *setup)
{
    const Header *h = &r->header;
    if (h->cast_line && h->casts != h->seats) {
        fail_with(r->error, "there are %ld seats and %d roles", h->seats, h->casts);
        return blame(r, h->cast_line);
    }
    for (int s = 0; s < h->casts; s++)
        if (strcmp(h->cast[s], "_") && !tap_setup_cast(setup, (TapSeat)s, h->cast[s], r->error))
            return blame(r, h->cast_line);
    for (int i = 0; i < h->stages; i++) {
        if (h->stage[i].seat >= h->seats) {
            fail_with(r->error, "there is no seat %ld", h->stage[i].seat + 1);
            return blame(r, h->stage_line[i]);
        }
        if (!tap_setup_stage(setup, (TapSeat)h->stage[i].seat, h->stage[i].what, h->stage[i].value, r->error))
            return blame(r, h->stage_line[i]);
    }
    return true;
}

static bool read_seed(Reader *r, char *rest)
{
    const char *word = take_word(&rest);
    if (!word) return fail_with(r->error, "'seed' needs a word, a number or 128 hex digits");
    tap_seed_from_text(word, r->header.seed);
    return once(r, &r->header.seed_line, "seed");
}

static bool read_hex(const char *word, uint8_t *ret, size_t n)
{
    static const char digits[] = "0123456789abcdef";
    if (!word || strlen(word) != 2 * n || strspn(word, digits) != 2 * n) return false;
    for (size_t i = 0; i < n; i++)
        ret[i] = (uint8_t)((strchr(digits, word[2 * i]) - digits) << 4 | (strchr(digits, word[2 * i + 1]) - digits));
    return true;
}

/* How the seed came about is carried here, not judged: `taproom verify` judges. */
static bool read_fair(Reader *r, char *rest)
{
    Header     *h = &r->header;
    TapFair    *fair = &h->fair;
    const char *what = take_word(&rest), *word = take_word(&rest);
    if (what && !strcmp(what, "table")) {
        if (!word || !tap_fair_table_is_good(word))
            return fail_with(r->error, "'fair table' needs a name of at most %d characters", TAP_FAIR_TABLE - 1);
        strcpy(fair->table, word);
        return once(r, &h->fair_table_line, "fair table");
    }
    if (what && !strcmp(what, "client")) {
        long seat;
        if (!read_number(word, 1, TAP_SEATS, &seat))
            return fail_with(r->error, "'fair client' needs a seat and its seed");
        if (!read_hex(take_word(&rest), fair->client[seat - 1], TAP_FAIR_SEED))
            return fail_with(r->error, "a seed of 'fair' is %d lower-case hex digits", 2 * TAP_FAIR_SEED);
        fair->clients |= tap_only((TapSeat)(seat - 1));
        return once(r, &h->fair_client_line[seat - 1], "fair client");
    }
    bool commitment = what && !strcmp(what, "commitment"), server = what && !strcmp(what, "server");
    if (!commitment && !server)
        return fail_with(r->error, "write 'fair table', 'fair commitment', 'fair server' or 'fair client'");
    if (!read_hex(word, commitment ? fair->commitment : fair->server, TAP_FAIR_SEED))
        return fail_with(r->error, "a seed of 'fair' is %d lower-case hex digits", 2 * TAP_FAIR_SEED);
    *(commitment ? &fair->has_commitment : &fair->has_server) = true;
    return once(r, commitment ? &h->fair_commitment_line : &h->fair_server_line,
                commitment ? "fair commitment" : "fair server");
}

/* The table that the game goes on from. */
static bool read_before(Reader *r, char *rest)
{
    const char *table = take_word(&rest);
    if (!table || !tap_fair_table_is_good(table))
        return fail_with(r->error, "'before' needs a table's name of at most %d characters", TAP_FAIR_TABLE - 1);
    strcpy(r->header.before, table);
    return once(r, &r->header.before_line, "before");
}

/* The seats are known now. */
static bool keep_fair(Reader *r)
{
    const Header *h = &r->header;
    for (int s = (int)h->seats; s < TAP_SEATS; s++) {
        if (!h->fair_client_line[s]) continue;
        fail_with(r->error, "there is no seat %d", s + 1);
        return blame(r, h->fair_client_line[s]);
    }
    if (h->fair.clients || h->fair_table_line || h->fair_commitment_line || h->fair_server_line)
        tap_record_set_fair(r->record, &h->fair);
    tap_record_set_before(r->record, h->before);
    return true;
}

/* One wanted draw: what it is depends on the stream. */
static bool read_wanted(Reader *r, int stream, const char *word, int16_t *ret)
{
    long n;
    if (!strcmp(word, "_")) *ret = TAP_ANY;
    else if (stream >= TAP_STREAM_DECK) {
        const TapDeck *deck = r->header.content->deck[stream - TAP_STREAM_DECK];
        int            face = tap_deck_find(deck, word);
        if (face < 0) return fail_with(r->error, "'%.40s' is no %s of this game", word, deck->noun);
        *ret = (int16_t)(deck->dice ? face + 1 : face);
    } else {
        bool seat = stream == TAP_STREAM_SEAT;
        if (!read_number(word, stream == TAP_STREAM_MORE ? 0 : 1, seat ? TAP_SEATS : 1000, &n))
            return fail_with(r->error, "'%.40s' cannot be rigged here: write numbers, or _ for luck", word);
        *ret = (int16_t)(seat ? n - 1 : n);
    }
    return true;
}

static bool no_such_stream(Reader *r)
{
    char        names[160] = "";
    const char *name;
    for (int i = TAP_STREAM_DECK; (name = tap_stream_name(r->header.content, i)); i++) {
        size_t n = strlen(names);
        snprintf(names + n, sizeof names - n, "'rig %s', ", name);
    }
    return fail_with(r->error, "write %s'rig seat' or 'rig more'", names);
}

static bool read_rig(Reader *r, char *rest)
{
    const char *which = take_word(&rest);
    int         stream = which ? tap_stream_find(r->header.content, which) : -1;
    if (stream < 0) return no_such_stream(r);
    TapRig *rig = &r->header.rig;
    for (char *word; (word = take_word(&rest));) {
        int     times;
        int16_t value = TAP_ANY;
        char   *what;
        if (!read_repeat(word, TAP_RIGGED, &times, &what)) return fail_with(r->error, "write repeats as 3*R-owl");
        if (!read_wanted(r, stream, what, &value)) return false;
        while (times--)
            if (!tap_rig(rig, stream, value)) return fail_with(r->error, "a rig has at most %d values", TAP_RIGGED);
    }
    r->header.rig_line = r->line;
    return true;
}

/* Options are judged together (one may allow another); the line to blame is the first that brings the same reason. */
static bool make_setup(Reader *r, TapSetup *ret)
{
    Header     *h = &r->header;
    const char *option[GIVEN_OPTIONS];
    for (int i = 0; i < h->options; i++) option[i] = h->option[i];
    if (!h->seats_line)
        return fail_with(r->error, "the number of seats is not said: write 'seats 4' before the first answer");
    TapError why = {{0}};
    if (tap_setup_with(ret, h->game, h->content, (int)h->seats, option, h->options, &why)) return true;
    *r->error = why;
    for (int n = 0; n <= h->options; n++) {
        TapError sooner = {{0}};
        if (!tap_setup_with(ret, h->game, h->content, (int)h->seats, option, n, &sooner) &&
            !strcmp(sooner.text, why.text))
            return blame(r, n ? h->option_line[n - 1] : h->seats_line);
    }
    return false;
}

/* The header is complete: sets the table and starts. */
static bool begin(Reader *r)
{
    Header  *h = &r->header;
    TapSetup setup = {0};
    if (!h->format) return fail_with(r->error, "a record begins with 'taproom %d'", RECORD_FORMAT);
    if (!h->game)
        return fail_with(r->error, "the game is not said: write 'game NAME VERSION' after 'taproom %d'", RECORD_FORMAT);
    if (!make_setup(r, &setup)) return false;
    if (h->stacks_line) {
        if (h->stacks != h->seats) {
            fail_with(r->error, "there are %ld seats and %d stacks", h->seats, h->stacks);
            return blame(r, h->stacks_line);
        }
        memcpy(setup.stack, h->stack, sizeof setup.stack[0] * (size_t)h->stacks);
    }
    if (!set_the_stage(r, &setup)) return false;
    setup.pot = (int32_t)h->pot;
    if (h->start_line) {
        if (h->start > h->seats) {
            fail_with(r->error, "seat %ld cannot start: there are %ld", h->start, h->seats);
            return blame(r, h->start_line);
        }
        setup.start = (TapSeat)(h->start - 1);
    }
    setup.rig = h->rig;
    if (!h->seed_line) tap_seed_from_number(0, h->seed);
    r->record = tap_record_new(&setup, h->seed, &r->since);
    for (int s = 0; s < TAP_SEATS; s++) {
        if (!h->player_line[s]) continue;
        if (s >= h->seats) {
            fail_with(r->error, "there is no seat %d", s + 1);
            return blame(r, h->player_line[s]);
        }
        tap_record_set_player(r->record, (TapSeat)s, h->player[s]);
    }
    if (!keep_fair(r)) return false;
    const char *fault = tap_rig_fault(&r->record->setup, &r->record->state);
    if (!fault) return true;
    fail_with(r->error, "the rig of %s asks for what cannot be had", fault);
    return blame(r, h->rig_line);
}

/* ------------------------------------------------------------------- body */

static bool not_asked(Reader *r, TapSeat seat)
{
    char asked[80], who[24] = "the clock";
    TapSeatSet set = tap_asked(&r->record->setup, &r->record->state);
    if (seat != TAP_CLOCK) snprintf(who, sizeof who, "seat %d", seat + 1);
    if (!set) return fail_with(r->error, "%s is not asked; the game is over", who);
    write_seats(set, asked, sizeof asked);
    return fail_with(r->error, "%s is not asked; seat%s %s %s", who, tap_count(set) > 1 ? "s" : "", asked,
                     tap_count(set) > 1 ? "are" : "is");
}

static bool read_answer(Reader *r, TapSeat seat, char *words)
{
    TapRecord *rec = r->record;
    TapMove    move;
    size_t     n = strlen(words), mark = strlen("timeout");
    if (!tap_has(tap_asked(&rec->setup, &rec->state), seat)) return not_asked(r, seat);
    bool timeout = n > mark && !strcmp(words + n - mark, "timeout") && isspace((unsigned char)words[n - mark - 1]);
    if (timeout) words[n - mark - 1] = 0;
    char form[TAP_WORDS];
    if (!tap_move_take(&rec->setup, &rec->state, seat, words, &move, form, sizeof form, r->error)) return false;
    tap_log_clear(&r->since);
    tap_record_played(rec, seat, move, form, timeout, &r->since);
    const char *fault = tap_rig_fault(&rec->setup, &rec->state);
    if (fault) return fail_with(r->error, "the rig of %s asks for what cannot be had", fault);
    return true;
}

/* The pass of the question that seat is asked; false if it has none. */
static bool find_pass(const TapRecord *r, TapSeat seat, TapMove *ret)
{
    const State *st = state_at(&r->state);
    uint8_t      pass = game_of(&r->setup, st, st->asking)->questions[st->question].pass;
    TapChoices   c;
    tap_choices(&r->setup, &r->state, seat, &c);
    for (int i = 0; pass && i < c.n; i++)
        if (c.choice[i].verb == pass) {
            *ret = tap_choice_nth(&c.choice[i], 0);
            return true;
        }
    return false;
}

/* Everybody who is asked passes; false if somebody cannot. */
static bool all_pass(Reader *r)
{
    TapRecord *rec = r->record;
    TapLog    *all = &r->since;
    TapSeatSet left = tap_asked(&rec->setup, &rec->state);
    tap_log_clear(all);
    for (; left; left &= (TapSeatSet)(left - 1)) {
        TapSeat    seat = tap_first_of(left);
        TapMove    move;
        if (seat == TAP_CLOCK || !find_pass(rec, seat, &move))
            return fail_with(r->error, "seat %d cannot pass", seat + 1);
        if (!tap_record_answer(rec, seat, move, false, all))
            return fail_with(r->error, "seat %d cannot pass", seat + 1);
    }
    return true;
}

/* "pass" once, or "pass on" until a question comes that wants a decision; open talk does, though one may be silent. */
static bool read_pass(Reader *r, char *rest)
{
    const char *on = take_word(&rest);
    TapMove     move;
    if (on && (strcmp(on, "on") || take_word(&rest)))
        return fail_with(r->error, "write 'pass', or 'pass on' until a decision is wanted");
    if (!tap_asked(&r->record->setup, &r->record->state))
        return fail_with(r->error, "nobody is asked; the game is over");
    do
        if (!all_pass(r)) return false;
    while (on && tap_asked(&r->record->setup, &r->record->state) && !tap_asks_anyone(&r->record->state) &&
           find_pass(r->record, tap_first_of(tap_asked(&r->record->setup, &r->record->state)), &move));
    return true;
}

static bool read_undo(Reader *r, char *rest)
{
    const char *to = take_word(&rest);
    long n;
    if (!to || strcmp(to, "to") || !read_number(take_word(&rest), 0, 999999999, &n) || take_word(&rest))
        return fail_with(r->error, "write 'undo to' and the number of answers that stay");
    if (n > r->record->in_force)
        return fail_with(r->error, "cannot go back to %ld answers: there are %d", n, r->record->in_force);
    memset(&r->since, 0, sizeof r->since);
    return tap_record_undo(r->record, (int)n);
}

/* A refusal proves something only if the word is one the game knows. */
static bool game_knows_verb(const TapRecord *rec, const char *words)
{
    char verb[40];
    size_t n = strcspn(words, " \t,");
    if (n >= sizeof verb) return false;
    for (size_t i = 0; i < n; i++) verb[i] = (char)tolower((unsigned char)words[i]);
    verb[n] = 0;
    const Game *game = game_of(&rec->setup, state_at(&rec->state), state_at(&rec->state)->asking);
    for (int i = 1; i < game->verb_n; i++) {
        const char *const form[] = {game->verbs[i].word, game->verbs[i].also};
        for (int k = 0; k < 2; k++) {
            size_t len = form[k] ? strlen(form[k]) : 0;
            if (len && !strncmp(verb, form[k], len) &&
                (!verb[len] || !strcmp(verb + len, "s") || !strcmp(verb + len, "es")))
                return true;
        }
    }
    return false;
}

static bool read_refuse(Reader *r, char *rest)
{
    TapSeat    seat;
    TapMove    move;
    TapRecord *rec = r->record;
    if (!read_seat(&rec->setup, take_word(&rest), &seat))
        return fail_with(r->error, "'refuse' needs a seat and an answer");
    while (isspace((unsigned char)*rest)) rest++;
    if (!game_knows_verb(rec, rest))
        return fail_with(r->error, "'%.60s' is no answer this game knows, so refusing it proves nothing", rest);
    if (!tap_has(tap_asked(&rec->setup, &rec->state), seat)) return true;
    if (!tap_move_read(&rec->setup, &rec->state, seat, rest, &move, NULL)) return true;
    return fail_with(r->error, "'%.60s' should be refused and is legal", rest);
}

static bool read_expect(Reader *r, char *rest)
{
    bool  holds, wanted = true;
    char *first = rest;
    while (isspace((unsigned char)*first)) first++;
    if (!strncmp(first, "not ", 4)) wanted = false, first += 4;
    char said[LINE_BYTES];
    strcpy(said, first);
    TapError why = {{0}};
    if (!expect_holds(r->record, &r->since, first, &holds, &why)) {
        *r->error = why;
        return false;
    }
    if (holds == wanted) return true;
    if (holds) return fail_with(r->error, "not expected, but so: %.180s", said);
    *r->error = why;
    return false;
}

/* -------------------------------------------------------------- statements */

typedef struct Statement {
    const char *word;
    bool (*read)(Reader *, char *rest);
    bool header, check;
} Statement;

static const Statement statements[] = {
    {"taproom", read_format, true, false},
    {"game", read_game, true, false},
    {"deck", read_deck, true, false},
    {"option", read_option_line, true, false},
    {"seats", read_seats, true, false},
    {"player", read_player, true, false},
    {"stacks", read_stacks, true, false},
    {"pot", read_pot, true, false},
    {"start", read_start, true, false},
    {"seed", read_seed, true, false},
    {"rig", read_rig, true, false},
    {"cast", read_cast, true, false},
    {"stage", read_stage, true, false},
    {"fair", read_fair, true, false},
    {"before", read_before, true, false},
    {"undo", read_undo, false, false},
    {"pass", read_pass, false, false},
    {"refuse", read_refuse, false, true},
    {"expect", read_expect, false, true},
};

static bool read_statement(Reader *r, char *line)
{
    char whole[LINE_BYTES];
    strcpy(whole, line);
    char *rest = line, *word = take_word(&rest);
    const Statement *s = NULL;
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (!strcmp(word, statements[i].word)) s = &statements[i];
    bool format = s && s->read == read_format;
    if (!r->header.format && !format) return fail_with(r->error, "a record begins with 'taproom %d'", RECORD_FORMAT);
    if (!r->header.game && !format && !(s && s->read == read_game))
        return fail_with(r->error, "the second statement is 'game NAME VERSION'");
    if (s && s->header) {
        if (r->record) return fail_with(r->error, "'%s' stands before the first answer", word);
        return s->read(r, rest);
    }
    if (!r->record && !begin(r)) return false;
    if (s) {
        if (!s->read(r, rest)) return false;
        if (s->check) record_keep_check(r->record, whole);
        return true;
    }
    TapSeat seat;
    if (read_seat(&r->record->setup, word, &seat)) return read_answer(r, seat, rest);
    if (isdigit((unsigned char)word[0]))
        return fail_with(r->error, "there is no seat '%.20s'; there are %d", word, r->record->setup.seats);
    return fail_with(r->error, "'%.40s' begins no statement", word);
}

/* Copies a line without its comment and the blanks around it. A comment is a # that begins the line, or one with
 * blanks on both sides: "#2" names an unseen card. Quotes keep theirs. */
static bool clean_line(Reader *r, const char *text, size_t len, char *ret)
{
    if (len >= LINE_BYTES) return fail_with(r->error, "a line has at most %d characters", LINE_BYTES - 1);
    if (len && text[len - 1] == '\r') len--;
    size_t from = 0, n = 0;
    while (from < len && (text[from] == ' ' || text[from] == '\t')) from++;
    bool quoted = false, escaped = false;
    for (size_t i = from; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '#' && !quoted) {
            bool before = i == from || text[i - 1] == ' ' || text[i - 1] == '\t';
            bool after = i == from || i + 1 == len || text[i + 1] == ' ' || text[i + 1] == '\t';
            if (before && after) break;
        }
        if (iscntrl(c) && c != '\t') return fail_with(r->error, "there is a control character in this line");
        if (c == '"' && !escaped) quoted = !quoted;
        escaped = quoted && c == '\\' && !escaped;
        ret[n++] = (char)c;
    }
    while (n && (ret[n - 1] == ' ' || ret[n - 1] == '\t')) n--;
    ret[n] = 0;
    return true;
}

static bool read_all(Reader *r, const char *text)
{
    char line[LINE_BYTES] = "";
    if (!strncmp(text, "\xEF\xBB\xBF", 3)) text += 3; /* some editors begin a text so */
    while (*text) {
        size_t len = strcspn(text, "\n");
        r->line++;
        if (!clean_line(r, text, len, line)) return false;
        if (line[0] && !read_statement(r, line)) return false;
        text += len + (text[len] == '\n');
    }
    return r->record || begin(r);
}

TapRecord *tap_record_read(const char *text, int *ret_line, TapError *error)
{
    return record_read_of(tap_games(), text, NULL, ret_line, error);
}

TapRecord *tap_record_read_with(const char *text, const TapShelf *shelf, int *ret_line, TapError *error)
{
    return record_read_of(tap_games(), text, shelf, ret_line, error);
}

TapRecord *record_read_of(const TapGame *const *games, const char *text, const TapShelf *shelf, int *ret_line,
                          TapError *error)
{
    TapError reason = {{0}};
    Reader  *r = calloc(1, sizeof *r);
    assert(r);
    r->games = games;
    r->error = &reason;
    r->shelf = shelf;
    TapRecord *made = NULL;
    if (read_all(r, text)) made = r->record;
    else {
        tap_record_free(r->record);
        if (ret_line) *ret_line = r->line;
        if (error && ret_line) *error = reason;
        else fail_with(error, "line %d: %.220s", r->line, reason.text); /* nobody else says which line */
    }
    free(r);
    return made;
}
