#include "server/house/plain_object.h"

#include <stdbool.h>
#include <string.h>

enum { DIGITS = 9 }; /* fewer than an int holds */

static char *behind_spaces(char *at)
{
    while (*at == ' ') at++;
    return at;
}

/* Ends the word where its quote was. NULL: it is not plain. */
static char *read_word(char *at, const char **ret)
{
    if (*at++ != '"') return NULL;
    *ret = at;
    while (*at >= ' ' && *at < 127 && *at != '"' && *at != '\\') at++;
    if (*at != '"') return NULL;
    *at = 0;
    return at + 1;
}

static char *read_number(char *at, int *ret)
{
    bool        below = *at == '-';
    const char *first = at += below;
    *ret = 0;
    while (*at >= '0' && *at <= '9' && at - first < DIGITS) *ret = 10 * *ret + (*at++ - '0');
    if (at == first || (*first == '0' && at - first > 1)) return NULL;
    if (below) *ret = -*ret;
    return at;
}

static bool is_named_before(const PlainField *fields, int n)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(fields[i].name, fields[n].name)) return true;
    return false;
}

int plain_object_read(char *text, size_t n, PlainField ret[PLAIN_FIELDS])
{
    char *at = text;
    text[n] = 0; /* ends whatever is read before it */
    if (*at++ != '{') return -1;
    for (int fields = 0; fields < PLAIN_FIELDS; at++) {
        PlainField *f = &ret[fields];
        *f = (PlainField){0};
        if (!(at = read_word(behind_spaces(at), &f->name)) || *(at = behind_spaces(at)) != ':') return -1;
        at = behind_spaces(at + 1);
        at = *at == '"' ? read_word(at, &f->text) : read_number(at, &f->number);
        if (!at || is_named_before(ret, fields++)) return -1;
        at = behind_spaces(at);
        if (*at == '}') return behind_spaces(at + 1) == text + n ? fields : -1;
        if (*at != ',') return -1;
    }
    return -1;
}
