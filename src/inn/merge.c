/* A card that is part of another one: it is revealed when that has been played and everything has been picked, before
 * anybody may answer, and what is done about the card is done about both (CN-10, CN-61). */
#include "inn/merge.h"

const InnPermission *part_of(const Setup *setup, const Open *o)
{
    return o->part_way ? way_of(setup, o->part, o->part_way - 1) : NULL;
}

const InnPermission *way_in(const Setup *setup, const Open *o, int way)
{
    return way & PART_WAY ? part_of(setup, o) : way_of(setup, o->card, way);
}

const InnPermission *picks_by(const Setup *setup, const Open *o)
{
    const InnPermission *own = way_of(setup, o->card, o->way), *part = part_of(setup, o);
    return !own->pick && part && part->pick ? part : own;
}

bool is_counted(const Open *o, const InnEffect *e)
{
    return e->joined && o->harder && e->does == INN_LOSE && e->stat == INN_FORT;
}

int merged_effects(const Setup *setup, const Open *o, const InnEffect *ret[MERGED_EFFECTS])
{
    const InnPermission *p = way_of(setup, o->card, o->way), *part = part_of(setup, o);
    int n = 0;
    for (int i = 0; i < p->effects; i++) {
        const InnEffect *e = inn_effect(tables_of(setup), p, i);
        if (e->does != INN_MERGE) ret[n++] = e;
        for (int k = 0; e->does == INN_MERGE && part && k < part->effects; k++)
            if (!is_counted(o, inn_effect(tables_of(setup), part, k))) ret[n++] = inn_effect(tables_of(setup), part, k);
    }
    return n;
}

bool merged_touch_everybody(const Setup *setup, const Open *o)
{
    const InnPermission *part = part_of(setup, o);
    return touches_everybody(setup, way_of(setup, o->card, o->way)) || (part && touches_everybody(setup, part));
}

static const InnEffect *find_effect(const Setup *setup, const InnPermission *p, InnDoes does)
{
    for (int i = 0; i < p->effects; i++)
        if (inn_effect(tables_of(setup), p, i)->does == does) return inn_effect(tables_of(setup), p, i);
    return NULL;
}

bool part_is_laid(const Setup *setup, const Open *o)
{
    return o->part_way && !(o->flags & NEGATED) && find_effect(setup, part_of(setup, o), INN_LAY);
}

/* What it does to the numbers of the card. */
static void change_numbers(const Setup *setup, Open *o)
{
    const InnPermission *own = way_of(setup, o->card, o->way), *part = part_of(setup, o);
    const InnEffect *numbers = find_effect(setup, part, INN_NUMBERS);
    if (numbers) o->more = numbers->n;
    for (int i = 0; i < part->effects; i++) {
        const InnEffect *e = inn_effect(tables_of(setup), part, i);
        if (e->does != INN_LOSE || e->stat != INN_FORT || e->per || e->per_pick) continue;
        for (int k = 0; k < own->effects; k++) {
            const InnEffect *same = inn_effect(tables_of(setup), own, k);
            if (same->does != INN_LOSE || same->stat != INN_FORT || same->who != e->who) continue;
            o->harder = (uint8_t)e->n;
            o->harder_for = e->who;
        }
    }
}

void merge_part(Table *t, int at, Env *e)
{
    Inn *g = inn_of(t);
    Open *o = &g->open[at];
    const InnEffect *merge = find_effect(e->setup, way_of(e->setup, o->card, o->way), INN_MERGE);
    if (!merge || g->plays - g->opens >= PARTS_MOST) return;
    Slot card = take_beside(e->setup, &g->seat[o->owner], merge->side - 1, e);
    if (card.card == NO_CARD) return;
    card.known = PUBLIC;
    g->played[g->plays++] = card;
    o->part = card.card;
    for (int way = 0; way < card_at(e->setup, card.card)->permissions; way++)
        if (way_of(e->setup, card.card, way)->event == INN_JOINED) o->part_way = (uint8_t)(way + 1);
    change_numbers(e->setup, o);
    told(e, TAP_SHOWN, "{who} reveals {card}: it is part of that card.", .who = o->actor, .card = card.card,
         .from = Z_BESIDE + merge->side - 1, .from_owner = o->owner, .to = Z_PLAYED);
}
