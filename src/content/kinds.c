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
    enum { TABLES = sizeof content_kinds / sizeof *content_kinds - 1 };
    const char *known[TABLES + INN_KINDS];
    Blocks blocks = {NULL};
    Tokens tokens;
    for (int i = 0; i < TABLES; i++) {
        assert(content_kinds[i].rules);
        known[i] = content_kinds[i].rules->kind;
    }
    for (int i = 0; i < INN_KINDS; i++) known[TABLES + i] = inn_kind_words[i];
    if (tokens_begin(&tokens, text, n, faults) && tokens_next(&tokens, &blocks, faults))
        faults_guess(faults, tokens.line, tokens.token[1].column, kind, known, TABLES + INN_KINDS,
                     "there is no kind of content %s", quoted(kind).text);
    blocks_free(&blocks);
}

static bool compile_deck(const char *text, size_t n, ContentFile *ret, Blocks *blocks, TapFaults *faults)
{
    const InnDeck *deck;
    if (!inn_read(text, n, &deck, blocks, faults)) return false;
    *ret = (ContentFile){deck->head, inn_join(&deck, 1, NULL, blocks), deck};
    return true;
}

bool content_compile(const char *text, size_t n, ContentFile *ret, Blocks *blocks, TapFaults *faults)
{
    DataHead head;
    DataFile *file;
    if (!data_read_head(text, n, &head, faults)) return false;
    if (inn_is_deck(head.kind)) return compile_deck(text, n, ret, blocks, faults);
    const ContentKind *kind = content_kinds;
    while (kind->rules && strcmp(kind->rules->kind, head.kind)) kind++;
    if (!kind->rules) {
        no_such_kind(text, n, head.kind, faults);
        return false;
    }
    if (!data_read(kind->rules, text, n, &file, faults)) return false;
    *ret = (ContentFile){head, kind->compile(file, blocks), NULL};
    data_free(file);
    return true;
}
