/* The options of a game that is played inside another, as choices of whoever names it. */
#include "table/table.h"

void options_usual(const Game *game, int16_t ret[TAP_OPTIONS])
{
    memset(ret, 0, sizeof *ret * TAP_OPTIONS);
    for (int i = 0; i < game->option_n; i++) ret[i] = game->options[i].usual;
}

const char *option_title(const TapOption *o) { return o->title ? o->title : o->name; }
const char *option_said(const TapOption *o, int word) { return o->said ? o->said[word] : o->words[word]; }

/* option is what is settled so far; it is the same again afterwards. */
static bool may_set(const Variants *v, const Table *host, const Game *game, int16_t *option, int i, int value)
{
    int16_t was = option[i];
    option[i] = (int16_t)value;
    bool may = !options_clash(game, option, NULL) && (!v->may_be || v->may_be(host, game, option, i));
    option[i] = was;
    return may;
}

static void offer_number(const Variants *v, const Table *host, const Game *game, int16_t *option, int i, Choices *c)
{
    int lo = game->options[i].lo, hi = game->options[i].hi;
    while (hi > lo && !may_set(v, host, game, option, i, hi)) hi--;
    if (may_set(v, host, game, option, i, lo)) offer_amount(c, v->set_number, lo, hi)->a = (uint8_t)i;
}

void variants_offer(const Variants *v, const Table *host, const Game *game, const int16_t *option, uint32_t settled,
                    Choices *c)
{
    int16_t now[TAP_OPTIONS];
    memcpy(now, option, sizeof now);
    for (int i = 0; i < game->option_n; i++) {
        const TapOption *o = &game->options[i];
        if (settled >> i & 1 || !v->is_open(host, game, i)) continue;
        if (o->type == TAP_NUMBER) offer_number(v, host, game, now, i, c);
        for (int value = o->lo; o->type != TAP_NUMBER && value <= o->hi; value++) {
            if (value == now[i] || !may_set(v, host, game, now, i, value)) continue;
            if (o->type == TAP_FLAG && value) offer(c, v->add, i, 0);
            else if (o->type == TAP_WORD) offer(c, v->set, i, value - o->lo);
        }
    }
}

void variants_wording(const Variants *v, const Game *game, const Choice *c, Wording *ret)
{
    if (c->verb != v->add && c->verb != v->set && c->verb != v->set_number) return;
    const TapOption *o = &game->options[c->a];
    *ret = (Wording){.word = {o->name}, .what = option_title(o), .more = o->about, .about = o->about,
                     .group = o->group ? o->group : o->money ? "Stakes" : "Variants"};
    if (c->verb == v->set) ret->word[1] = o->words[c->b], ret->more = option_said(o, c->b);
}

void variants_settle(const Variants *v, const Game *game, const Move *m, Seat who, int16_t *option, uint32_t *settled,
                     Env *e)
{
    const TapOption *o = &game->options[m->a];
    option[m->a] = m->verb == v->add ? 1 : m->verb == v->set ? (int16_t)(o->lo + m->b) : (int16_t)m->value;
    *settled |= 1u << m->a;
    if (m->verb == v->add) tell(e, TAP_SAID, "{who} adds {what}.", .who = who, .what = option_title(o));
    else if (m->verb == v->set)
        tell(e, TAP_SAID, "{who} chooses: {what}.", .who = who, .what = option_said(o, m->b));
    else tell(e, TAP_SAID, "{who} chooses: {what} {n}.", .who = who, .what = option_title(o), .n = (int32_t)m->value);
}
