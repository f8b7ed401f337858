#include "inn/content.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "inn/read_deck.h"
#include "inn/tell.h"
#include "inn/values.h"

/* ------------------------------------------------------------------ joined */

/* The cards of several decks, each once, found by id. */
typedef struct Joined {
    int n, slots;
    int *slot; /* of a hash: which card, or -1 */
    const InnEntry **entry;
    InnKind *kind;
} Joined;

static uint32_t hash_of(const char *id)
{
    uint32_t h = 2166136261u;
    for (const char *p = id; *p; p++) h = (h ^ (uint32_t)tolower((unsigned char)*p)) * 16777619u;
    return h;
}

static void begin(Joined *j, int cards, Blocks *blocks)
{
    *j = (Joined){.slots = 2 * cards + 1};
    j->slot = blocks_take(blocks, sizeof *j->slot * (size_t)j->slots);
    j->entry = blocks_take(blocks, sizeof *j->entry * (size_t)(cards + 1));
    j->kind = blocks_take(blocks, sizeof *j->kind * (size_t)(cards + 1));
    for (int i = 0; i < j->slots; i++) j->slot[i] = -1;
}

/* Where the id is, or would be put. */
static int *slot_of(const Joined *j, const char *id)
{
    int i = (int)(hash_of(id) % (uint32_t)j->slots);
    while (j->slot[i] >= 0 && strcasecmp(j->entry[j->slot[i]]->id, id) != 0) i = (i + 1) % j->slots;
    return &j->slot[i];
}

static void join(Joined *j, const InnDeck *d)
{
    for (int i = 0; i < d->entries; i++) {
        int *slot = slot_of(j, d->entry[i].id);
        if (*slot >= 0) continue;
        *slot = j->n;
        j->entry[j->n] = &d->entry[i];
        j->kind[j->n++] = d->kind;
    }
}

static int count_entries(const InnDeck *const *deck, int n)
{
    int entries = 0;
    for (int i = 0; i < n; i++) entries += deck[i]->entries;
    return entries;
}

bool inn_fits(const InnDeck *const *deck, int n, const InnDeck *added, TapFaults *faults)
{
    bool good = true;
    for (int i = 0; i < added->entries; i++) {
        const InnEntry *e = &added->entry[i];
        for (int k = 0, told = 0; k < n && !told; k++)
            for (int c = 0; c < deck[k]->entries && !told; c++) {
                const InnEntry *other = &deck[k]->entry[c];
                if (strcasecmp(other->id, e->id) != 0) continue;
                if (deck[k]->kind == added->kind && inn_same_card(other, e)) continue;
                faults_add(faults, e->line, e->column, "%s is another card in '%s'; give it an id of its own",
                           quoted(e->id).text, deck[k]->head.id);
                told = 1;
                good = false;
            }
    }
    return good;
}

/* ------------------------------------------------------------------ tables */

static uint32_t room(uint32_t *at, size_t size, uint32_t n)
{
    uint32_t from = (*at + 15) / 16 * 16;
    *at = from + (uint32_t)size * n;
    return from;
}

/* What each permission does in words, of cards that have several; NULL for the others. */
static const char **say_ways(const Joined *j, Blocks *blocks)
{
    const char **said = blocks_take(blocks, sizeof *said * (size_t)(j->n * INN_CARD_PERMISSIONS + 1));
    for (int i = 0; i < j->n; i++)
        for (int k = 0; k < INN_CARD_PERMISSIONS; k++)
            said[i * INN_CARD_PERMISSIONS + k] = j->entry[i]->card.permissions > 1 && k < j->entry[i]->card.permissions
                                                     ? inn_tell_way(j->entry[i], k, j->kind[i], blocks)
                                                     : NULL;
    return said;
}

static InnTables *lay_out(const Joined *j, const InnDeck *const *deck, int n, const char *const *said, Blocks *blocks)
{
    uint32_t text = 0;
    for (int i = 0; i < j->n * INN_CARD_PERMISSIONS; i++)
        if (said[i]) text += (uint32_t)strlen(said[i]) + 1;
    InnTables head = {.cards = (uint32_t)j->n, .decks = (uint32_t)n, .lines = (uint32_t)count_entries(deck, n)};
    for (int i = 0; i < j->n; i++)
        for (int k = 0; k < j->entry[i]->card.permissions; k++) {
            head.permissions++;
            head.effects += j->entry[i]->permission[k].effects;
        }
    for (int i = 0; i < n; i++) head.roles += deck[i]->kind == INN_CHARACTER;
    uint32_t at = sizeof head;
    head.role_at = room(&at, 1, head.roles);
    head.card_at = room(&at, sizeof(InnCard), head.cards);
    head.permission_at = room(&at, sizeof(InnPermission), head.permissions);
    head.effect_at = room(&at, sizeof(InnEffect), head.effects);
    head.deck_at = room(&at, sizeof(InnDeckInfo), head.decks);
    head.line_at = room(&at, sizeof(InnLine), head.lines);
    head.text_at = room(&at, 1, text);
    head.bytes = at;
    InnTables *t = blocks_take(blocks, at);
    *t = head;
    return t;
}

static void fill_cards(InnTables *t, const Joined *j, const char *const *said)
{
    uint32_t text = t->text_at;
    InnCard *card = (InnCard *)((char *)t + t->card_at);
    InnPermission *permission = (InnPermission *)((char *)t + t->permission_at);
    InnEffect *effect = (InnEffect *)((char *)t + t->effect_at);
    uint32_t permissions = 0, effects = 0;
    for (int i = 0; i < j->n; i++) {
        const InnEntry *e = j->entry[i];
        card[i] = e->card;
        card[i].first = permissions;
        card[i].worth = inn_value_of(e->id, &e->card);
        for (int k = 0; k < e->card.permissions; k++) {
            permission[permissions] = e->permission[k];
            permission[permissions].first = effects;
            const char *way = said[i * INN_CARD_PERMISSIONS + k];
            if (way) {
                permission[permissions].said = text;
                memcpy((char *)t + text, way, strlen(way) + 1);
                text += (uint32_t)strlen(way) + 1;
            }
            memcpy(&effect[effects], e->effect[k], sizeof *effect * e->permission[k].effects);
            effects += permission[permissions++].effects;
        }
    }
    assert(permissions == t->permissions && effects == t->effects && text == t->bytes);
}

/* Who chooses reads how much of it is ours. */
static void say_of_the_house(InnDeckInfo *info, const InnDeck *d)
{
    size_t n = strlen(info->about);
    int ours = 0, titles = 0;
    for (int i = 0; i < d->entries; i++) {
        titles += !(d->entry[i].card.types & INN_IS_TOKEN);
        ours += !(d->entry[i].card.types & INN_IS_TOKEN) && d->entry[i].card.provenance == INN_HOUSE;
    }
    snprintf(info->about + n, sizeof info->about - n, "%s%d of %d titles are of this house.", n ? " " : "", ours,
             titles);
}

static void fill_deck(InnTables *t, const Joined *j, const InnDeck *d, int at, uint32_t first)
{
    InnDeckInfo *info = (InnDeckInfo *)((char *)t + t->deck_at) + at;
    InnLine *line = (InnLine *)((char *)t + t->line_at) + first;
    *info = (InnDeckInfo){.kind = (uint8_t)d->kind,
                          .cards = (uint8_t)d->cards,
                          .lines = (uint8_t)d->entries,
                          .folk = (uint8_t)d->folk,
                          .gold = (uint8_t)d->gold,
                          .hand = (uint8_t)d->hand,
                          .boss = (uint8_t)d->boss,
                          .house = d->house,
                          .under = (uint8_t)d->under,
                          .as_gold = (uint8_t)d->as_gold,
                          .first = first};
    snprintf(info->id, sizeof info->id, "%s", d->head.id);
    snprintf(info->name, sizeof info->name, "%s", d->name);
    snprintf(info->about, sizeof info->about, "%s", d->about ? d->about : "");
    if (d->house) say_of_the_house(info, d);
    for (int k = 0; k < d->sides; k++) {
        snprintf(info->side_id[k], INN_ID_BYTES, "%s", d->side_id[k]);
        snprintf(info->side[info->sides++], INN_NAME_BYTES, "%s", d->side_name[k]);
        for (int i = 0; i < d->entries; i++) {
            const InnCard *card = &d->entry[i].card;
            if (card->in != k + 1) continue;
            info->side_events[k] |= card->events & INN_ON_HELD;
            if (inn_is_held(card)) info->held = (uint8_t)(info->held | 1 << k);
            if (card->flags & INN_BOSS) info->of_boss = (uint8_t)(info->of_boss | 1 << k);
        }
    }
    for (int i = 0; i < d->tokens; i++)
        info->token[info->tokens++] = (TapCard)*slot_of(j, d->entry[d->token[i]].id);
    for (int i = 0; i < d->entries; i++) {
        const InnEntry *e = &d->entry[i];
        line[i] = (InnLine){.card = (TapCard)*slot_of(j, e->id), .copies = (uint8_t)e->copies};
        for (int event = 0; event < INN_EVENTS && inn_is_drawn(&e->card); event++)
            if (e->card.events & INN_ON(event)) info->may[event] = (uint8_t)(info->may[event] + e->copies);
    }
}

/* ------------------------------------------------------------------- faces */

static const TapDeck *face_deck(const Joined *j, bool single, Blocks *blocks)
{
    int cards = 0;
    TapFace *face = blocks_take(blocks, sizeof *face * (size_t)(j->n + 1));
    TapDeck *deck = blocks_take(blocks, sizeof *deck);
    for (int i = 0; i < j->n; i++) {
        const InnEntry *e = j->entry[i];
        face[i] = (TapFace){.code = e->id,
                            .name = e->title,
                            .kind = inn_tell_kind(e, j->kind[i], blocks),
                            .text = inn_tell(e, j->kind[i], blocks),
                            .copies = single ? (uint8_t)e->copies : 0};
        cards += face[i].copies;
    }
    TapCard *card = blocks_take(blocks, sizeof *card * (size_t)(cards + 1));
    *deck = (TapDeck){.name = "inn", .noun = "card", .faces = j->n, .face = face, .card = card};
    for (int boss = 0; boss < 2; boss++) { /* those of a Boss last: only there are they played */
        for (int i = 0; i < j->n; i++)
            for (int copy = 0; copy < face[i].copies && !(j->entry[i]->card.flags & INN_BOSS) == !boss; copy++)
                card[deck->cards++] = (TapCard)i;
        if (!boss) deck->plain = deck->cards;
    }
    return deck;
}

const TapContent *inn_join(const InnDeck *const *deck, int n, const TapDeck *const *guests, Blocks *blocks)
{
    Joined j;
    uint32_t line = 0;
    int first = guests ? INN_GUEST_DECKS : 0;
    begin(&j, count_entries(deck, n), blocks);
    for (int i = 0; i < n; i++) join(&j, deck[i]);
    const char **said = say_ways(&j, blocks);
    InnTables *t = lay_out(&j, deck, n, said, blocks);
    fill_cards(t, &j, said);
    TapContent *content = blocks_take(blocks, sizeof *content);
    const char **role = blocks_take(blocks, sizeof *role * (size_t)(n + 1));
    const TapDeck **list = blocks_take(blocks, sizeof *list * (INN_GUEST_DECKS + 1));
    for (int i = 0; i < n; i++) {
        fill_deck(t, &j, deck[i], i, line);
        line += (uint32_t)deck[i]->entries;
        if (deck[i]->kind != INN_CHARACTER) continue;
        ((uint8_t *)t + t->role_at)[content->roles] = (uint8_t)i;
        role[content->roles++] = deck[i]->head.id;
    }
    for (int i = 0; i < first; i++) list[i] = guests[i];
    list[first] = face_deck(&j, n == 1, blocks);
    content->decks = first + 1;
    content->deck = list;
    content->role = role;
    content->own = t;
    content->own_bytes = t->bytes;
    return content;
}
