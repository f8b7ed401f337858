#include "inn/values.h"

#include <strings.h>

int8_t inn_value_of(const char *id, const InnCard *card)
{
    if (!(card->types & (INN_IS_TOKEN | INN_IS_ITEM))) return 0;
    for (const InnValue *v = inn_values; v->id; v++)
        if (!strcasecmp(v->id, id)) return v->worth;
    return card->types & INN_IS_ITEM && !(card->events & INN_ON(INN_LIES)) ? inn_row_value : 0;
}
