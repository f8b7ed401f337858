/* Reading tables: lines into cells of the declared types. What cells must be to each other: table_rules.c. */
#include "data/tables.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "data/table_file.h"
#include "data/tokens.h"

const char *const data_sources[] = {"rulebook", "published", "house", NULL};

/* --------------------------------------------------------- what was read */

const char *data_id(const DataFile *f) { return f->head.id; }
int data_rows(const DataFile *f, int table) { return f->table[table].rows; }

const DataCell *data_cell(const DataFile *f, int table, int row, int column)
{
    assert(table >= 0 && table < f->rules->tables && row >= 0 && row < f->table[table].rows);
    assert(column >= 0 && column < f->rules->table[table].columns);
    return &f->table[table].row[row][column];
}

const char *data_text(const DataFile *f, int table, int row, int column)
{
    const DataCell *c = data_cell(f, table, row, column);
    return c->n ? c->item[0].text : NULL;
}

int32_t data_number(const DataFile *f, int table, int row, int column, int32_t none)
{
    const DataCell *c = data_cell(f, table, row, column);
    return c->n ? c->item[0].number : none;
}

void data_free(DataFile *f)
{
    if (!f) return;
    for (int t = 0; t < f->rules->tables; t++) free(f->table[t].row);
    blocks_free(&f->blocks); /* the tables lie there too */
    free(f);
}

/* ----------------------------------------------------------------- values */

bool data_is_word(const char *text)
{
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    return n && !text[n] && n < DATA_WORD_BYTES && text[0] != '-' && text[0] != '_';
}

int count_words(const char *const *word)
{
    int n = 0;
    while (word[n]) n++;
    return n;
}

static bool read_whole(const char *text, int64_t *ret)
{
    const char *digits = text + (*text == '-');
    size_t n = strlen(digits);
    if (!n || n > 10 || strspn(digits, "0123456789") != n) return false;
    *ret = strtoll(text, NULL, 10);
    return true;
}

/* Where a value stands, for its fault. */
typedef struct Place {
    int line, column;
} Place;

/* One value of a column's type. False after a fault. A reference is looked up when all tables are read. */
static bool read_value(const DataColumn *c, const char *text, Place at, DataItem *ret, TapFaults *faults)
{
    static const char *const yes_or_no[] = {"no", "yes", NULL};
    int64_t number = 0;
    switch ((DataType)c->type) {
    case DATA_WORD:
        if (data_is_word(text)) break;
        faults_add(faults, at.line, at.column, "'%s' is a word of at most %d letters, digits, - and _, not %s", c->name,
                   DATA_WORD_BYTES - 1, quoted(text).text);
        return false;
    case DATA_TEXT: {
        int most = c->hi ? c->hi : DATA_TEXT_CHARACTERS, n = count_characters(text, strlen(text));
        if (n && n <= most) break;
        faults_add(faults, at.line, at.column, "'%s' is a text of 1 to %d characters; this has %d", c->name, most, n);
        return false;
    }
    case DATA_NUMBER:
        if (read_whole(text, &number) && number >= c->lo && number <= c->hi) break;
        faults_add(faults, at.line, at.column, "'%s' is a whole number from %d to %d, not %s", c->name, c->lo, c->hi,
                   quoted(text).text);
        return false;
    case DATA_FLAG:
    case DATA_CHOICE: {
        const char *const *words = c->type == DATA_FLAG ? yes_or_no : c->words;
        while (words[number] && strcmp(words[number], text)) number++;
        if (words[number]) break;
        if (c->type == DATA_FLAG)
            faults_add(faults, at.line, at.column, "'%s' is yes or no, not %s", c->name, quoted(text).text);
        else
            faults_guess(faults, at.line, at.column, text, words, count_words(words), "%s is no value of '%s'",
                         quoted(text).text, c->name);
        return false;
    }
    case DATA_REFERENCE: number = -1; break;
    }
    *ret = (DataItem){.text = text, .number = (int32_t)number};
    return true;
}

/* "2*iron+gold": values joined by +, each with how often. Its faults point into the cell. */
static bool read_list(DataFile *f, const DataColumn *c, const Token *t, Place at, DataCell *ret, TapFaults *faults)
{
    DataItem item[DATA_LIST_VALUES];
    int n = 0;
    at.column += t->quoted;
    for (const char *p = t->text;;) {
        size_t len = strcspn(p, "+"), digits = strspn(p, "0123456789");
        bool repeated = digits && digits < len && p[digits] == '*';
        int times = repeated ? digits > 2 ? DATA_LIST_VALUES + 1 : (int)strtol(p, NULL, 10) : 1;
        size_t skip = repeated ? digits + 1 : 0;
        if (times < 1) {
            faults_add(faults, at.line, at.column, "nothing can be there %d times; leave it out", times);
            return false;
        }
        DataItem one;
        Place here = {at.line, at.column + (int)skip};
        if (!read_value(c, blocks_copy(&f->blocks, p + skip, len - skip), here, &one, faults)) return false;
        if (n + times > c->most) {
            faults_add(faults, at.line, at.column, "'%s' holds at most %d values", c->name, c->most);
            return false;
        }
        while (times--) item[n++] = one;
        if (!p[len]) break;
        at.column += count_characters(p, len + 1);
        p += len + 1;
    }
    if (n < c->least) {
        faults_add(faults, at.line, t->column, "'%s' holds at least %d values, not %d", c->name, c->least, n);
        return false;
    }
    DataItem *kept = blocks_take(&f->blocks, sizeof *kept * (size_t)n);
    memcpy(kept, item, sizeof *kept * (size_t)n);
    ret->item = kept;
    ret->n = n;
    return true;
}

/* A cell of one value or a list; a bare - is none and stands for the usual value. */
static bool read_cell(DataFile *f, const DataColumn *c, const Token *t, int line, DataCell *ret, TapFaults *faults)
{
    Token usual = {.text = c->usual, .column = t->column};
    *ret = (DataCell){.line = line, .column = t->column};
    if (token_is(t, "-")) {
        if (!c->usual) {
            faults_add(faults, line, t->column, "'%s' must be said; it cannot be -", c->name);
            return false;
        }
        if (token_is(&usual, "-")) return true;
        t = &usual;
    }
    if (c->most) return read_list(f, c, t, (Place){line, t->column}, ret, faults);
    DataItem *one = blocks_take(&f->blocks, sizeof *one);
    if (!read_value(c, t->text, (Place){line, t->column}, one, faults)) return false;
    ret->item = one;
    ret->n = 1;
    return true;
}

/* ------------------------------------------------------------------ lines */

enum { NO_TABLE = -1, SKIPPED = -2 };

typedef struct Reading {
    DataFile *file;
    const DataRules *rules;
    TapFaults *faults;
    Tokens tokens;
    int table;     /* which of the rules; NO_TABLE before the first, SKIPPED in one that is unknown */
    bool columned; /* its line of column names was read */
    int places, column_at[LINE_TOKENS]; /* which column stands at each place of a row; -1: none that is known */
} Reading;

static TableRead *table_now(Reading *r) { return r->table >= 0 ? &r->file->table[r->table] : NULL; }

static void end_table(Reading *r)
{
    TableRead *t = table_now(r);
    if (!t || r->columned) return;
    faults_add(r->faults, t->line, 1, "table '%s' has no line of column names", r->rules->table[r->table].name);
    t->broken = true;
}

static void begin_table(Reading *r)
{
    const Tokens *k = &r->tokens;
    const char *name[LINE_TOKENS];
    int tables = r->rules->tables;
    end_table(r);
    r->table = SKIPPED;
    r->columned = false;
    if (k->n != 2) {
        faults_add(r->faults, k->line, 1, "write 'table' and its name; a value that says table is put in quotes");
        r->file->lost = true;
        return;
    }
    assert(tables <= LINE_TOKENS);
    for (int t = 0; t < tables; t++) {
        name[t] = r->rules->table[t].name;
        if (!strcmp(name[t], k->token[1].text)) r->table = t;
    }
    if (r->table < 0) {
        faults_guess(r->faults, k->line, k->token[1].column, k->token[1].text, name, tables,
                     "a file of kind '%s' has no table %s", r->rules->kind, quoted(k->token[1].text).text);
        r->file->lost = true;
        return;
    }
    TableRead *t = table_now(r);
    if (t->line) {
        faults_add(r->faults, k->line, k->token[1].column, "table '%s' stands here again; it began in line %d",
                   name[r->table], t->line);
        r->table = SKIPPED;
        return;
    }
    t->line = k->line;
}

static void read_column_names(Reading *r)
{
    const DataTable *rule = &r->rules->table[r->table];
    TableRead *t = table_now(r);
    const Tokens *k = &r->tokens;
    const char *name[LINE_TOKENS];
    bool named[LINE_TOKENS] = {false};
    assert(rule->columns <= LINE_TOKENS);
    for (int c = 0; c < rule->columns; c++) name[c] = rule->column[c].name;
    t->names_line = k->line;
    r->columned = true;
    r->places = k->n;
    for (int i = 0; i < k->n; i++) {
        const Token *said = &k->token[i];
        int column = -1;
        for (int c = 0; c < rule->columns; c++)
            if (!strcmp(name[c], said->text)) column = c;
        r->column_at[i] = column;
        if (column < 0) {
            faults_guess(r->faults, k->line, said->column, said->text, name, rule->columns,
                         "table '%s' has no column %s", rule->name, quoted(said->text).text);
            t->broken = true;
        } else if (named[column]) {
            faults_add(r->faults, k->line, said->column, "column '%s' is named twice", name[column]);
            r->column_at[i] = -1;
            t->broken = true;
        } else {
            named[column] = true;
            t->column_at[column] = said->column;
        }
    }
    for (int c = 0; c < rule->columns; c++)
        if (!named[c] && !rule->column[c].usual && !t->broken) {
            faults_add(r->faults, k->line, 1, "table '%s' lacks its column '%s'", rule->name, name[c]);
            t->broken = true;
        }
}

static DataCell *add_row(DataFile *f, TableRead *t, int columns, int line, int column)
{
    if (t->rows == t->room) {
        t->room = t->room ? 2 * t->room : 16;
        t->row = realloc(t->row, sizeof *t->row * (size_t)t->room);
        assert(t->row);
    }
    DataCell *row = blocks_take(&f->blocks, sizeof *row * (size_t)columns);
    for (int c = 0; c < columns; c++) row[c] = (DataCell){.line = line, .column = column};
    return t->row[t->rows++] = row;
}

static void read_row(Reading *r)
{
    const DataTable *rule = &r->rules->table[r->table];
    TableRead *t = table_now(r);
    const Tokens *k = &r->tokens;
    if (t->rows == rule->most) { /* said once, and no more is kept */
        if (!t->broken) faults_add(r->faults, k->line, 1, "table '%s' has at most %d rows", rule->name, rule->most);
        t->broken = true;
        return;
    }
    if (k->n != r->places) {
        int column = k->n > r->places ? k->token[r->places].column : k->past;
        faults_add(r->faults, k->line, column, "this row has %d value%s, the table has %d column%s%s", k->n,
                   k->n == 1 ? "" : "s", r->places, r->places == 1 ? "" : "s",
                   k->n > r->places ? "; put a text of several words in quotes" : "; write - for none");
        t->broken = true;
        return;
    }
    DataCell *row = add_row(r->file, t, rule->columns, k->line, k->token[0].column);
    bool said[LINE_TOKENS] = {false};
    for (int i = 0; i < k->n; i++) {
        int c = r->column_at[i];
        if (c < 0) continue;
        said[c] = true;
        if (!read_cell(r->file, &rule->column[c], &k->token[i], k->line, &row[c], r->faults)) t->broken = true;
    }
    const Token none = {.text = "-", .column = k->token[0].column};
    for (int c = 0; c < rule->columns; c++)
        if (!said[c] && rule->column[c].usual) {
            bool good = read_cell(r->file, &rule->column[c], &none, k->line, &row[c], r->faults);
            assert(good); /* a usual value is one of its column */
        }
}

/* The head line is the first that holds something. */
static bool read_head(Tokens *k, Blocks *blocks, DataHead *ret, TapFaults *faults)
{
    if (!tokens_next(k, blocks, faults)) {
        faults_add(faults, 1, 1, "this file is empty; it begins with 'content', its kind and its id");
        return false;
    }
    if (k->bad) return false;
    if (k->n != 3 || !token_is(&k->token[0], "content")) {
        faults_add(faults, k->line, k->n ? k->token[0].column : 1, "the first line is 'content', a kind and an id");
        return false;
    }
    for (int i = 1; i < 3; i++)
        if (!data_is_word(k->token[i].text)) {
            faults_add(faults, k->line, k->token[i].column,
                       "%s is a word of at most %d letters, digits, - and _, not %s", i == 1 ? "a kind" : "an id",
                       DATA_WORD_BYTES - 1, quoted(k->token[i].text).text);
            return false;
        }
    strcpy(ret->kind, k->token[1].text);
    strcpy(ret->id, k->token[2].text);
    return true;
}

bool data_read_head(const char *text, size_t n, DataHead *ret, TapFaults *faults)
{
    Blocks blocks = {NULL};
    Tokens tokens;
    DataHead head;
    bool good = tokens_begin(&tokens, text, n, faults) && read_head(&tokens, &blocks, &head, faults);
    if (good) *ret = head;
    blocks_free(&blocks);
    return good;
}

static void read_lines(Reading *r)
{
    while (tokens_next(&r->tokens, &r->file->blocks, r->faults)) {
        const Tokens *k = &r->tokens;
        TableRead *t = table_now(r);
        if (k->bad) {
            if (t) t->broken = true;
            if (t && !r->columned) r->table = SKIPPED; /* perhaps it was the line of column names */
            continue;
        }
        if (token_is(&k->token[0], "table"))
            begin_table(r);
        else if (r->table == NO_TABLE) {
            faults_add(r->faults, k->line, k->token[0].column, "write 'table' and its name before its columns");
            r->table = SKIPPED;
            r->file->lost = true;
        } else if (!t)
            continue;
        else if (!r->columned)
            read_column_names(r);
        else
            read_row(r);
    }
    end_table(r);
}

bool data_read(const DataRules *rules, const char *text, size_t n, DataFile **ret, TapFaults *faults)
{
    DataFile *f = calloc(1, sizeof *f);
    assert(f);
    f->rules = rules;
    f->table = blocks_take(&f->blocks, sizeof *f->table * (size_t)rules->tables);
    Reading r = {.file = f, .rules = rules, .faults = faults, .table = NO_TABLE};
    int before = faults->n + faults->more;
    if (tokens_begin(&r.tokens, text, n, faults) && read_head(&r.tokens, &f->blocks, &f->head, faults)) {
        f->head_line = r.tokens.line;
        if (strcmp(f->head.kind, rules->kind))
            faults_add(faults, f->head_line, r.tokens.token[1].column, "this file is of kind '%s'; here '%s' is wanted",
                       f->head.kind, rules->kind);
        else {
            read_lines(&r);
            check_tables(f, faults);
            if (faults->n + faults->more == before && rules->judge) rules->judge(f, faults);
        }
    }
    if (faults->n + faults->more == before) {
        *ret = f;
        return true;
    }
    data_free(f);
    return false;
}
