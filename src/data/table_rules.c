/* Checking tables: what rows and cells must be to each other, as the rules declare it. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "data/table_file.h"

/* The rules are ours: a name in them that is nowhere declared is a mistake of the program. */
static int table_named(const DataRules *rules, const char *name)
{
    int t = 0;
    while (t < rules->tables && strcmp(rules->table[t].name, name)) t++;
    assert(t < rules->tables);
    return t;
}

static int column_named(const DataTable *table, const char *name)
{
    int c = 0;
    while (c < table->columns && strcmp(table->column[c].name, name)) c++;
    assert(c < table->columns);
    return c;
}

static const char *text_in(const TableRead *t, int row, int column)
{
    const DataCell *c = &t->row[row][column];
    return c->n ? c->item[0].text : NULL;
}

static void check_rows(const DataFile *f, int table, TapFaults *faults)
{
    const DataTable *rule = &f->rules->table[table];
    const TableRead *t = &f->table[table];
    if (!t->line) {
        if (rule->least && !f->lost) faults_add(faults, f->head_line, 1, "the table '%s' is missing", rule->name);
    } else if (!t->broken && t->rows < rule->least)
        faults_add(faults, t->line, 1, "table '%s' has at least %d row%s, not %d", rule->name, rule->least,
                   rule->least == 1 ? "" : "s", t->rows);
}

/* Rows that say what they must, in order. One that is missing or too many is told once: all behind it are shifted. */
static void check_fixed(DataFile *f, int table, int column, TapFaults *faults)
{
    const DataColumn *rule = &f->rules->table[table].column[column];
    TableRead *t = &f->table[table];
    int wanted = count_words(rule->fixed), i = 0;
    assert(!rule->usual);
    if (!t->line || t->broken) return;
    while (i < t->rows && i < wanted && !strcmp(text_in(t, i, column), rule->fixed[i])) i++;
    if (i == t->rows && i == wanted) return;
    t->broken = true;
    if (i == t->rows) {
        faults_add(faults, t->line, 1, "table '%s' ends too soon: '%s' is missing", f->rules->table[table].name,
                   rule->fixed[i]);
        return;
    }
    const DataCell *c = &t->row[i][column];
    if (i == wanted)
        faults_add(faults, c->line, c->column, "%s is one row too many", quoted(c->item[0].text).text);
    else
        faults_add(faults, c->line, c->column, "'%s' of this row must be '%s', not %s", rule->name, rule->fixed[i],
                   quoted(c->item[0].text).text);
}

typedef struct Said {
    const char *text;
    int row;
} Said;

static int by_text(const void *a, const void *b)
{
    const Said *x = a, *y = b;
    int order = strcasecmp(x->text, y->text);
    return order ? order : x->row - y->row;
}

static void check_unique(DataFile *f, int table, int column, TapFaults *faults)
{
    const TableRead *t = &f->table[table];
    int n = 0;
    Said *said = blocks_take(&f->blocks, sizeof *said * (size_t)(t->rows + 1));
    for (int i = 0; i < t->rows; i++)
        if (text_in(t, i, column)) said[n++] = (Said){text_in(t, i, column), i};
    qsort(said, (size_t)n, sizeof *said, by_text);
    for (int i = 1, first = 0; i < n; i++) {
        if (strcasecmp(said[i].text, said[first].text)) {
            first = i;
            continue;
        }
        const DataCell *c = &t->row[said[i].row][column];
        faults_add(faults, c->line, c->column, "%s stands twice in '%s'; first in line %d", quoted(said[i].text).text,
                   f->rules->table[table].column[column].name, t->row[said[first].row][column].line);
    }
}

static void check_references(DataFile *f, int table, int column, TapFaults *faults)
{
    const DataColumn *rule = &f->rules->table[table].column[column];
    int other = table_named(f->rules, rule->table), key = column_named(&f->rules->table[other], rule->column);
    const TableRead *t = &f->table[table], *to = &f->table[other];
    assert(f->rules->table[other].column[key].unique);
    if (to->broken || f->lost) return; /* what is referred to may be in what could not be read */
    const char **known = blocks_take(&f->blocks, sizeof *known * (size_t)(to->rows + 1));
    for (int i = 0; i < to->rows; i++) known[i] = text_in(to, i, key);
    for (int i = 0; i < t->rows; i++) {
        DataCell *c = &t->row[i][column];
        for (int k = 0; k < c->n; k++) {
            DataItem *item = (DataItem *)&c->item[k]; /* it lies in this file's own blocks */
            int row = 0;
            assert(item->text);
            while (row < to->rows && (!known[row] || strcmp(known[row], item->text))) row++;
            item->number = row;
            if (row == to->rows) {
                faults_guess(faults, c->line, c->column, item->text, known, to->rows,
                             "'%s': there is no %s in '%s' of table '%s'", rule->name, quoted(item->text).text,
                             rule->column, rule->table);
                break;
            }
        }
    }
}

/* "90", "from 60 to 96" */
static void write_range(int32_t lo, int32_t hi, char *ret, size_t size)
{
    if (lo == hi)
        snprintf(ret, size, "%d", lo);
    else
        snprintf(ret, size, "from %d to %d", lo, hi);
}

/* A sum's rule with its names looked up; -1: not named. */
typedef struct Sum {
    const DataSum *rule;
    const TableRead *table;
    int column, group, where;
} Sum;

/* Row i is one of those that are added up, and, of a group, says there what row `like` says. */
static bool is_added(const Sum *s, int i, int like)
{
    const char *where = s->where >= 0 ? text_in(s->table, i, s->where) : NULL;
    const char *group = s->group >= 0 ? text_in(s->table, i, s->group) : NULL;
    if (s->where >= 0 && (!where || strcmp(where, s->rule->is))) return false;
    return s->group < 0 || (group && !strcmp(group, text_in(s->table, like, s->group)));
}

static bool adds_up(const Sum *s, int like, int64_t *ret_sum)
{
    int64_t sum = 0;
    for (int i = 0; i < s->table->rows; i++) {
        const DataCell *c = &s->table->row[i][s->column];
        for (int k = 0; is_added(s, i, like) && k < c->n; k++) sum += c->item[k].number;
    }
    *ret_sum = sum;
    return sum >= s->rule->lo && sum <= s->rule->hi;
}

static void check_sum(const DataFile *f, const DataSum *rule, TapFaults *faults)
{
    int table = table_named(f->rules, rule->table);
    const DataTable *of = &f->rules->table[table];
    const TableRead *t = &f->table[table];
    Sum s = {rule, t, column_named(of, rule->column), rule->group ? column_named(of, rule->group) : -1,
             rule->where ? column_named(of, rule->where) : -1};
    char range[48], only[96] = "";
    int64_t sum;
    assert(of->column[s.column].type == DATA_NUMBER);
    if (t->broken || !t->line) return;
    write_range(rule->lo, rule->hi, range, sizeof range);
    if (rule->where) snprintf(only, sizeof only, " where '%s' is %s", rule->where, rule->is);
    if (!rule->group && !adds_up(&s, 0, &sum))
        faults_add(faults, t->names_line, t->column_at[s.column] ? t->column_at[s.column] : 1,
                   "the sum of '%s'%s is %lld; it must be %s", rule->column, only, (long long)sum, range);
    for (int i = 0; rule->group && i < t->rows; i++) {
        const DataCell *c = &t->row[i][s.group];
        int first = 0;
        if (!c->n || !is_added(&s, i, i)) continue;
        while (!is_added(&s, first, i)) first++;
        if (first == i && !adds_up(&s, i, &sum))
            faults_add(faults, c->line, c->column, "the sum of '%s'%s for '%s' %s is %lld; it must be %s", rule->column,
                       only, rule->group, quoted(c->item[0].text).text, (long long)sum, range);
    }
}

void check_tables(DataFile *f, TapFaults *faults)
{
    for (int t = 0; t < f->rules->tables; t++) {
        const DataTable *rule = &f->rules->table[t];
        check_rows(f, t, faults);
        for (int c = 0; c < rule->columns; c++) {
            if (rule->column[c].fixed) check_fixed(f, t, c, faults);
            if (rule->column[c].unique) check_unique(f, t, c, faults);
        }
    }
    for (int t = 0; t < f->rules->tables; t++)
        for (int c = 0; c < f->rules->table[t].columns; c++)
            if (f->rules->table[t].column[c].type == DATA_REFERENCE) check_references(f, t, c, faults);
    for (int s = 0; s < f->rules->sums; s++) check_sum(f, &f->rules->sum[s], faults);
}
