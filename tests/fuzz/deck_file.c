/* libFuzzer target: the reader of decks. What it takes keeps to the rules and can be told and joined; what it refuses
 * says where and why. */
#include "deck_file.h"

#include "inn/content.h"
#include "inn/read_deck.h"
#include "refusal.h"

static bool stands_before(const InnEffect *effect, int k, InnDoes does)
{
    for (int i = 0; i < k; i++)
        if (effect[i].does == does) return true;
    return false;
}

/* Effect k of a line. */
static void is_effect(const InnPermission *p, const InnEffect *effect, int k)
{
    const InnEffect *e = &effect[k];
    const InnEffectWord *w = &inn_effects[e->does];
    bool ordered = stands_before(effect, k, INN_ORDERS) || stands_before(effect, k, INN_ORDER_SEEN);
    bool tokens = e->does == INN_GIVE || e->does == INN_TAKE;
    assert(e->does < INN_DOES && e->who < INN_WHOMS && e->to < INN_WHOMS && e->stat <= INN_GOLD);
    assert(w->events & INN_ON(p->event));
    assert((e->who != INN_TARGET && e->to != INN_TARGET && !w->needs_target) || p->pick ||
           (!w->needs_target && INN_ON(p->event) & (INN_AFTERWARDS | INN_ON(INN_JOINED))) || (ordered && tokens));
    assert((e->who != INN_SECOND || p->two) && e->to != INN_SECOND);
    assert(e->does != INN_IN_HALF || stands_before(effect, k, INN_SPLIT_DRINK));
    assert(!e->token || e->token <= INN_TOKENS);
    assert(!e->side || e->side <= INN_SIDES);
    assert(!strchr(w->takes, 'n') || (e->n >= w->lo && e->n <= w->hi));
    assert(!strchr(w->takes, 'w') || inn_whom_events[e->who] & INN_ON(p->event));
}

static void is_card(const InnDeck *d, const InnEntry *e)
{
    const InnCard *c = &e->card;
    assert(data_is_word(e->id) && strlen(e->title) && strlen(e->title) <= INN_TITLE_BYTES);
    assert(c->permissions <= INN_CARD_PERMISSIONS && c->types && !(c->types & ~inn_kinds[d->kind].types));
    assert(c->permissions || c->types == INN_IS_DRINK || c->types == INN_IS_TOKEN);
    assert(c->types != INN_IS_TOKEN || (c->held_by && c->least <= c->start && c->start <= c->most));
    is_text(e->title);
    for (int i = 0; i < c->permissions; i++) {
        const InnPermission *p = &e->permission[i];
        assert(p->event < INN_EVENTS && p->effects <= INN_PERMISSION_EFFECTS && c->events & INN_ON(p->event));
        assert(p->pick < INN_PICKS && p->least <= p->most && !p->pick == !p->most);
        assert(!(INN_ANSWERS & INN_ON(p->event)) || c->types & (INN_IS_SOMETIMES | INN_IS_ANYTIME));
        assert(!p->two || (p->most == 1 && !p->all));
        for (int k = 0; k < p->effects; k++) is_effect(p, e->effect[i], k);
    }
}

static void is_deck(const InnDeck *d, Blocks *blocks)
{
    int cards = 0, drawn = 0, boss = 0;
    assert(d->entries > 0 && d->entries <= INN_DECK_TITLES && d->kind < INN_KINDS);
    for (int i = 0; i < d->entries; i++) {
        is_card(d, &d->entry[i]);
        cards += d->entry[i].copies;
        drawn += inn_is_drawn(&d->entry[i].card) ? d->entry[i].copies : 0;
        boss += inn_is_drawn(&d->entry[i].card) && d->entry[i].card.flags & INN_BOSS ? d->entry[i].copies : 0;
    }
    assert(boss == d->boss && drawn == d->cards + boss && drawn <= inn_kinds[d->kind].most);
    TapFaults faults = {0};
    assert(inn_fits(&d, 1, d, &faults));
    const InnDeck *twice[] = {d, d};
    const TapContent *one = inn_join(&d, 1, NULL, blocks), *two = inn_join(twice, 2, NULL, blocks);
    assert(one->deck[0]->cards == cards && one->deck[0]->faces == d->entries && two->deck[0]->faces == d->entries);
    for (int i = 0; i < d->entries; i++) {
        is_text(one->deck[0]->face[i].text);
        assert(one->deck[0]->face[i].text[0] && !strcmp(one->deck[0]->face[i].text, two->deck[0]->face[i].text));
    }
}

int fuzz_deck_file(const uint8_t *data, size_t size)
{
    TapFaults faults = {0};
    Blocks blocks = {NULL};
    const InnDeck *d = NULL;
    DataHead head;
    if (!data_read_head((const char *)data, size, &head, &faults) || !inn_is_deck(head.kind)) return 0;
    faults = (TapFaults){0};
    if (inn_read((const char *)data, size, &d, &blocks, &faults)) {
        assert(!faults.n && d && !strcmp(d->head.id, head.id));
        is_deck(d, &blocks);
    } else {
        assert(!d);
        is_told(&faults);
    }
    blocks_free(&blocks);
    return 0;
}

#ifdef FUZZ
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_deck_file(data, size); }
#endif
