/*
 * Tables as text (docs/content.md), read by rules that are declared as const data. A file is
 *
 *     content KIND ID
 *     table NAME
 *     column column ...
 *     value  value  ...
 *
 * Values are words, "quoted text", numbers; - is none; # begins a comment. A file is read whole or not at all.
 */
#ifndef DATA_TABLES_H
#define DATA_TABLES_H

#include "data/faults.h"

enum {
    DATA_WORD_BYTES = 33,       /* a word, with its zero */
    DATA_TEXT_CHARACTERS = 400, /* most of a text whose rule does not say */
    DATA_LIST_VALUES = 64,      /* most in one cell */
};

typedef enum DataType {
    DATA_WORD,      /* letters, digits, - and _: a code, a suit */
    DATA_TEXT,      /* anything that can be seen */
    DATA_NUMBER,    /* whole, from lo to hi */
    DATA_FLAG,      /* yes or no */
    DATA_CHOICE,    /* one of `words` */
    DATA_REFERENCE, /* what stands in a unique column of a table of this file, also of one that follows */
} DataType;

typedef struct DataColumn {
    const char *name;
    uint8_t type; /* DataType */
    bool unique;  /* no two rows say the same; case is ignored */
    /* What holds where the column is left out, or its cell is -; NULL: it must be said; "-": nothing holds. */
    const char *usual;
    int32_t lo, hi;             /* numbers: the range. Texts: hi is the most characters, 0 for DATA_TEXT_CHARACTERS */
    const char *const *words;   /* choices; NULL ends them */
    const char *table, *column; /* references: into which column */
    uint8_t least, most;        /* a list, "2*iron+gold", of so many values; most 0: one value, no list */
    const char *const *fixed;   /* NULL, or what the rows say, in this order; NULL ends it, and the table with it */
} DataColumn;

typedef struct DataTable {
    const char *name;
    int least, most; /* rows */
    int columns;
    const DataColumn *column;
} DataTable;

/* The numbers of a column add up to lo..hi: over all rows, over those where column `where` says `is`, and, with
 * `group`, for each value of that column apart. NULL: no such condition. */
typedef struct DataSum {
    const char *table, *column, *group, *where, *is;
    int32_t lo, hi;
} DataSum;

typedef struct DataFile DataFile;

typedef struct DataRules {
    const char *kind;
    int tables;
    const DataTable *table;
    int sums;
    const DataSum *sum;
    /* NULL, or what no declaration can say; called when all else holds. */
    void (*judge)(const DataFile *, TapFaults *);
} DataRules;

/* Where a value comes from: rulebook, published, house. For the column `source`, which every table should have. */
extern const char *const data_sources[];
#define DATA_SOURCE                                                                                                    \
    {                                                                                                                  \
        .name = "source", .type = DATA_CHOICE, .words = data_sources, .usual = "house"                                 \
    }

/* The first line: kind and id. */
typedef struct DataHead {
    char kind[DATA_WORD_BYTES], id[DATA_WORD_BYTES];
} DataHead;

/* False, with faults and *ret untouched, if the text does not begin as a content file does. */
bool data_read_head(const char *text, size_t n, DataHead *ret, TapFaults *);

/* Reads a file of the kind of these rules, which it keeps a pointer to. False, with faults and *ret untouched, if
 * anything is wrong. *ret is freed by data_free and may be used by any number of threads. */
bool data_read(const DataRules *, const char *text, size_t n, DataFile **ret, TapFaults *);
void data_free(DataFile *);

/* ---- what was read; tables and columns are numbered as the rules list them ---- */

typedef struct DataItem {
    const char *text; /* as it was written */
    int32_t number;   /* number; flag: 0 or 1; choice: which of the words; reference: which row */
} DataItem;

typedef struct DataCell {
    const DataItem *item;
    int n;            /* 0: none */
    int line, column; /* where it stands; of a usual value: where its row begins */
} DataCell;

const char *data_id(const DataFile *);
int data_rows(const DataFile *, int table);
const DataCell *data_cell(const DataFile *, int table, int row, int column);
/* The first value of a cell; NULL, or the number given, for none. */
const char *data_text(const DataFile *, int table, int row, int column);
int32_t data_number(const DataFile *, int table, int row, int column, int32_t none);

/* It could stand in a column of words. */
bool data_is_word(const char *text);

#endif
