/* What the files that read and check tables share: table_reader.c and table_rules.c. */
#ifndef DATA_TABLE_FILE_H
#define DATA_TABLE_FILE_H

#include "data/blocks.h"
#include "data/tables.h"
#include "data/tokens.h"

typedef struct TableRead {
    int line, names_line;       /* where it begins, and its columns are named; 0: nowhere */
    int column_at[LINE_TOKENS]; /* where each column is named; 0: nowhere */
    bool broken;                /* a fault is in it: what follows from its rows is not judged */
    int rows, room;
    DataCell **row;
} TableRead;

struct DataFile {
    const DataRules *rules;
    Blocks blocks;
    DataHead head;
    int head_line;
    bool lost; /* a table may stand where nothing could be read */
    TableRead *table;
};

/* What cells must be to each other: rows, order, uniqueness, references, sums. Adds faults. */
void check_tables(DataFile *, TapFaults *);

int count_words(const char *const *);

#endif
