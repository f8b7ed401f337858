#include "content/kinds.h"

#include <assert.h>
#include <string.h>

#include "data/tokens.h"
#include "decks/gold_table.h"
#include "decks/miner_table.h"
#include "decks/swords_table.h"
#include "decks/tavern_table.h"

const ContentKind content_kinds[] = {
    {&tavern_rules, tavern_compile}, {&swords_rules, swords_compile}, {&gold_rules, gold_compile},
    {&miner_rules, miner_compile},   {NULL, NULL}};

/* Where the kind stands in a file that begins well: the second word of its first line. */
static void no_such_kind(const char *text, size_t n, const char *kind, TapFaults *faults)
{
    enum { KINDS = sizeof content_kinds / sizeof *content_kinds - 1 };
    const char *known[KINDS];
    Blocks blocks = {NULL};
    Tokens tokens;
    for (int i = 0; i < KINDS; i++) {
        assert(content_kinds[i].rules);
        known[i] = content_kinds[i].rules->kind;
    }
    if (tokens_begin(&tokens, text, n, faults) && tokens_next(&tokens, &blocks, faults))
        faults_guess(faults, tokens.line, tokens.token[1].column, kind, known, KINDS, "there is no kind of content %s",
                     quoted(kind).text);
    blocks_free(&blocks);
}

bool content_compile(const char *text, size_t n, DataHead *ret_head, const TapContent **ret, Blocks *blocks,
                     TapFaults *faults)
{
    DataHead head;
    DataFile *file;
    if (!data_read_head(text, n, &head, faults)) return false;
    const ContentKind *kind = content_kinds;
    while (kind->rules && strcmp(kind->rules->kind, head.kind)) kind++;
    if (!kind->rules) {
        no_such_kind(text, n, head.kind, faults);
        return false;
    }
    if (!data_read(kind->rules, text, n, &file, faults)) return false;
    *ret = kind->compile(file, blocks);
    *ret_head = head;
    data_free(file);
    return true;
}
