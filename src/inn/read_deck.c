/* Reading decks: the head and the lines of cards. What stands behind `on`: read_lines.c; what must fit: judge.c. */
#include "inn/read_deck.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "inn/forecast.h"
#include "inn/reading.h"

/* ----------------------------------------------------------------- faults */

static void spoil(Reading *r) { r->bad_on = r->bad_card = true; }

void fault_at(Reading *r, const Token *t, const char *form, ...)
{
    char text[sizeof r->faults->fault->text];
    va_list args;
    va_start(args, form);
    vsnprintf(text, sizeof text, form, args);
    va_end(args);
    faults_add(r->faults, r->tokens.line, t->column, "%s", text);
    spoil(r);
}

void fault_word(Reading *r, const Token *t, const char *said, const char *const *list, const char *form, ...)
{
    char text[sizeof r->faults->fault->text];
    int n = 0;
    va_list args;
    va_start(args, form);
    vsnprintf(text, sizeof text, form, args);
    va_end(args);
    while (list[n]) n++;
    faults_guess(r->faults, r->tokens.line, t->column, said, list, n, "%s", text);
    spoil(r);
}

bool inn_number(const char *text, int lo, int hi, int *ret)
{
    const char *digits = text + (*text == '-');
    size_t n = strlen(digits);
    if (!n || n > 6 || strspn(digits, "0123456789") != n) return false;
    int value = atoi(text);
    if (value < lo || value > hi) return false;
    *ret = value;
    return true;
}

/* ------------------------------------------------------------------- head */

/* The one value of a line of the head; NULL after a fault. */
static const Token *one_value(Reading *r, const char *example)
{
    const Tokens *t = &r->tokens;
    if (t->n == 2) return &t->token[1];
    if (t->n < 2)
        faults_add(r->faults, t->line, t->past, "'%s' wants a value: %s", t->token[0].text, example);
    else
        fault_at(r, &t->token[2], "%s is too much behind '%s'", quoted(t->token[2].text).text, t->token[0].text);
    return NULL;
}

static void read_name(Reading *r)
{
    const Token *v = one_value(r, "name \"Deirdre\"");
    r->name_line = r->tokens.line;
    if (!v) return;
    if (!*v->text || strlen(v->text) >= INN_NAME_BYTES)
        fault_at(r, v, "a name has 1 to %d bytes; this has %zu", INN_NAME_BYTES - 1, strlen(v->text));
    r->deck->name = v->text;
}

static void read_about(Reading *r)
{
    const Token *v = one_value(r, "about \"Heals, and keeps Drinks away.\"");
    if (!v) return;
    if (!*v->text || strlen(v->text) >= INN_ABOUT_BYTES)
        fault_at(r, v, "a line about it has 1 to %d bytes; this has %zu", INN_ABOUT_BYTES - 1, strlen(v->text));
    r->deck->about = v->text;
}

static void read_count(Reading *r, const char *example, int lo, int hi, int *ret)
{
    const Token *v = one_value(r, example);
    if (v && !inn_number(v->text, lo, hi, ret))
        fault_at(r, v, "'%s' is a whole number from %d to %d, not %s", r->tokens.token[0].text, lo, hi,
                 quoted(v->text).text);
}

static void read_folk(Reading *r)
{
    const Tokens *t = &r->tokens;
    if (t->n < 2) faults_add(r->faults, t->line, t->past, "'folk' wants a value: folk hero");
    for (int i = 1; i < t->n; i++) {
        int k = inn_find(inn_folk_words, t->token[i].text);
        if (k < 0)
            fault_word(r, &t->token[i], t->token[i].text, inn_folk_words, "%s is nothing that folk can be",
                       quoted(t->token[i].text).text);
        else
            r->deck->folk |= 1 << k;
    }
}

static void read_replaces(Reading *r)
{
    const Token *v = one_value(r, "replaces deirdre");
    if (!v) return;
    if (strcmp(v->text, r->deck->head.id))
        fault_at(r, v, "a deck replaces the one of its own id: this one is '%s'", r->deck->head.id);
    r->deck->replaces = true;
}

static void read_house(Reading *r)
{
    if (r->tokens.n > 1) fault_at(r, &r->tokens.token[1], "'house' stands alone in its line");
    r->deck->house = true;
}

/* `side stable 14 "The stable"`, `side tales 15 "Tales" under`, `side relics 18 "Relics" as_gold` */
static void read_side(Reading *r)
{
    const Tokens *t = &r->tokens;
    InnDeck *d = r->deck;
    int cards = 0;
    bool under = t->n == 5 && token_is(&t->token[4], "under");
    bool as_gold = t->n == 5 && token_is(&t->token[4], "as_gold");
    if (t->n != 4 && !under && !as_gold)
        faults_add(r->faults, t->line, t->past, "'side' wants an id, cards and a name: side stable 14 \"The stable\"");
    else if (as_gold && d->sides)
        fault_at(r, &t->token[4], "only the first side deck is Gold");
    else if (d->sides == INN_SIDES)
        fault_at(r, &t->token[0], "a character has at most %d side decks", INN_SIDES);
    else if (t->token[1].quoted || !data_is_word(t->token[1].text))
        fault_at(r, &t->token[1], "%s is no id", quoted(t->token[1].text).text);
    else if (!inn_number(t->token[2].text, 1, INN_SIDE_ROOM, &cards))
        fault_at(r, &t->token[2], "a side deck has 1 to %d cards, not %s", INN_SIDE_ROOM,
                 quoted(t->token[2].text).text);
    else if (!*t->token[3].text || strlen(t->token[3].text) >= INN_NAME_BYTES)
        fault_at(r, &t->token[3], "a name has 1 to %d bytes; this has %zu", INN_NAME_BYTES - 1,
                 strlen(t->token[3].text));
    else {
        d->side_id[d->sides] = t->token[1].text;
        d->side_name[d->sides] = t->token[3].text;
        d->side_line[d->sides] = t->line;
        d->under |= under << d->sides;
        d->as_gold |= as_gold;
        d->side_cards[d->sides++] = cards;
    }
}

static bool is_for_characters(const char *word)
{
    return !strcmp(word, "side") || !strcmp(word, "about") || !strcmp(word, "boss") || !strcmp(word, "folk") ||
           !strcmp(word, "gold") || !strcmp(word, "hand") || !strcmp(word, "house");
}

/* A line before the cards. False: it is none. */
static bool read_head_line(Reading *r)
{
    const Token *first = &r->tokens.token[0];
    const char *word = first->text;
    int i = first->quoted ? -1 : inn_find(inn_head_words, word);
    if (i < 0 || i >= inn_find(inn_head_words, "card")) return false;
    if (r->entry) {
        fault_at(r, first, "'%s' stands before the first card", word);
        return true;
    }
    if (r->deck->kind != INN_CHARACTER && is_for_characters(word)) {
        fault_at(r, first, "only a deck of kind '%s' has '%s'", inn_kind_words[INN_CHARACTER], word);
        return true;
    }
    if (!strcmp(word, "name")) read_name(r);
    if (!strcmp(word, "about")) read_about(r);
    if (!strcmp(word, "cards")) {
        r->cards_line = r->tokens.line;
        r->cards_column = first->column;
        const InnKindRule *rule = &inn_kinds[r->deck->kind];
        read_count(r, "cards 40", rule->least, rule->most, &r->deck->cards);
    }
    if (!strcmp(word, "boss")) {
        r->boss_line = r->tokens.line;
        r->boss_column = first->column;
        read_count(r, "boss 15", 1, inn_kinds[INN_CHARACTER].most - inn_kinds[INN_CHARACTER].least, &r->deck->boss);
    }
    if (!strcmp(word, "folk")) read_folk(r);
    if (!strcmp(word, "gold")) read_count(r, "gold 2", 0, 9, &r->deck->gold);
    if (!strcmp(word, "hand")) read_count(r, "hand 7", 1, 12, &r->deck->hand);
    if (!strcmp(word, "side")) read_side(r);
    if (!strcmp(word, "house")) read_house(r);
    if (!strcmp(word, "replaces")) read_replaces(r);
    return true;
}

/* ------------------------------------------------------------------ cards */

static InnEntry *new_entry(Reading *r)
{
    InnDeck *d = r->deck;
    if (d->entries == INN_DECK_TITLES) {
        if (r->entry != &r->spare) fault_at(r, &r->tokens.token[0], "a deck has at most %d titles", INN_DECK_TITLES);
        memset(&r->spare, 0, sizeof r->spare);
        r->lost = true;
        return &r->spare;
    }
    return &d->entry[d->entries++];
}

static void read_id(Reading *r, const Token *t)
{
    r->entry->id = t->text;
    r->entry->line = r->tokens.line;
    r->entry->column = t->column;
    if (t->quoted || !data_is_word(t->text))
        fault_at(r, t, "an id is a word of at most %d letters, digits, - and _, not %s", INN_ID_BYTES - 1,
                 quoted(t->text).text);
    for (const InnEntry *e = r->deck->entry; e < r->deck->entry + r->deck->entries; e++)
        if (e != r->entry && e->id && !strcasecmp(e->id, t->text)) {
            fault_at(r, t, "the id %s stands twice; first in line %d", quoted(t->text).text, e->line);
            return;
        }
}

static void read_copies(Reading *r, const Token *t)
{
    int most = inn_kinds[r->deck->kind].most;
    if (t->quoted || t->text[0] != 'x' || !inn_number(t->text + 1, 1, most, &r->entry->copies)) {
        fault_at(r, t, "how many copies? write x1 to x%d, not %s", most, quoted(t->text).text);
        r->lost = true;
    } else if (r->deck->kind == INN_PRIZES && r->entry->copies != 1)
        fault_at(r, t, "every Prize is there once: x1");
}

static void read_title(Reading *r, const Token *t)
{
    size_t n = strlen(t->text);
    if (!t->quoted)
        fault_at(r, t, "here the title stands, in quotes, not %s", quoted(t->text).text);
    else if (!n || n > INN_TITLE_BYTES)
        fault_at(r, t, "a title has 1 to %d bytes; this has %zu", INN_TITLE_BYTES, n);
    r->entry->title = t->text;
}

/* From now on effects may name it. */
static void read_token(Reading *r, const Token *t)
{
    InnDeck *d = r->deck;
    InnCard *c = &r->entry->card;
    if (c->types != INN_IS_TOKEN)
        fault_at(r, t, "a token is never played: it has no other type");
    else if (d->tokens == INN_TOKENS)
        fault_at(r, t, "a character has at most %d kinds of tokens", INN_TOKENS);
    else if (r->entry != &r->spare)
        d->token[d->tokens++] = (int)(r->entry - d->entry);
    c->held_by = INN_BY_ANYBODY;
    c->most = c->supply = (uint8_t)r->entry->copies;
}

static void read_types(Reading *r, const Token *t)
{
    const InnKindRule *rule = &inn_kinds[r->deck->kind];
    char word[DATA_WORD_BYTES];
    for (const char *p = t->text;; p++) {
        size_t n = strcspn(p, "+");
        snprintf(word, sizeof word, "%.*s", (int)n, p);
        int k = inn_find(inn_type_words, word);
        if (k < 0) {
            fault_word(r, t, word, inn_type_words, "there is no type of card %s", quoted(word).text);
            return;
        }
        if (!(rule->types & 1 << k)) {
            fault_at(r, t, "no card of kind '%s' has the type '%s'", inn_kind_words[r->deck->kind], word);
            return;
        }
        r->entry->card.types = (uint16_t)(r->entry->card.types | 1 << k);
        p += n;
        if (!*p) break;
    }
    if (r->entry->card.types & INN_IS_TOKEN) read_token(r, t);
    if (rule->needs & ~r->entry->card.types)
        fault_at(r, t, "every card of kind '%s' has the type '%s'", inn_kind_words[r->deck->kind],
                 r->deck->kind == INN_PRIZES ? "prize" : "event");
}

/* `held_by=me`, `least=1`, `most=10`, `start=8`, `buys=2`; false: it is none of them. */
static bool read_token_word(Reading *r, const Token *t, const char *word, const char *value)
{
    static const char *const words[] = {"held_by", "least", "most", "start", "buys", NULL};
    InnCard *c = &r->entry->card;
    int n = 0, k = inn_find(words, word);
    if (k < 0 || !value) return false;
    uint8_t *const place[] = {&c->held_by, &c->least, &c->most, &c->start, &c->level};
    if (!(c->types & INN_IS_TOKEN))
        fault_at(r, t, "only a card of type 'token' has '%s'", word);
    else if (!k && (n = inn_find(inn_holder_words, value)) < 0)
        fault_word(r, t, value, inn_holder_words, "%s has no tokens", quoted(value).text);
    else if (k && !inn_number(value, 0, r->entry->copies, &n))
        fault_at(r, t, "'%s' is a whole number from 0 to %d, as many as there are, not %s", word, r->entry->copies,
                 quoted(value).text);
    else
        *place[k] = (uint8_t)n;
    return true;
}

/* `onto=rage`: played, it lies on a pile, which the token counts. */
static void read_onto(Reading *r, const Token *t, const char *value)
{
    const InnDeck *d = r->deck;
    int k = 0;
    while (k < d->tokens && strcmp(d->entry[d->token[k]].id, value)) k++;
    if (k == d->tokens)
        fault_at(r, t, "no token %s stands above this line", quoted(value).text);
    else if (d->entry[d->token[k]].card.held_by != INN_BY_ME)
        fault_at(r, t, "the pile is of who plays the character: %s is held_by=me", quoted(value).text);
    else if (d->sides)
        fault_at(r, t, "a character with side decks has no pile of played cards");
    else if (r->entry->card.types & (INN_IS_TOKEN | INN_IS_ITEM))
        fault_at(r, t, "only a card that is played and laid away lies on a pile");
    else
        r->entry->card.onto = (uint8_t)(k + 1);
}

/* A number of 1 to 9 that only what lies in a row has. */
static void read_of_item(Reading *r, const Token *t, const char *word, const char *value, const char *has, uint8_t *ret)
{
    int n = 0;
    if (!(r->entry->card.types & INN_IS_ITEM))
        fault_at(r, t, "only a card of type 'item' has %s", has);
    else if (!inn_number(value, 1, 9, &n))
        fault_at(r, t, "'%s' is a whole number from 1 to 9, not %s", word, quoted(value).text);
    else
        *ret = (uint8_t)n;
}

/* `level=3`, `tag=objection`, `only_by=objection`, `ignore_as=2`, or a flag. */
static void read_card_word(Reading *r, const Token *t)
{
    static const char *const known[] = {"level",        "tag",       "only_by",      "ignore_as", "chaser", "shared",
                                        "unsplittable", "as_action", "unanswerable", "kept",      "adds_to_ac",
                                        "held_by",      "least",     "most",         "start",     "in",
                                        "stays",        "unseen",    "for_side",     "no_mates",  "boss",
                                        "onto",         "for_opponents", "sign",     "fort",  "absorbs",
                                        "for_bearer",   "buys",      "undeniable",   NULL};
    InnCard *c = &r->entry->card;
    char word[DATA_WORD_BYTES];
    size_t n = strcspn(t->text, "=");
    const char *value = t->text[n] ? t->text + n + 1 : NULL;
    snprintf(word, sizeof word, "%.*s", (int)n, t->text);
    int flag = value ? -1 : inn_find(inn_flag_words, word);
    if (flag >= 0) {
        if (1 << flag == INN_BOSS && r->deck->kind != INN_CHARACTER) {
            fault_at(r, t, "only a character has cards of a Boss");
            return;
        }
        c->flags |= 1u << flag;
        if (1 << flag & (INN_CHASER | INN_SHARED | INN_UNSPLITTABLE | INN_KEPT) && !(c->types & INN_IS_DRINK))
            fault_at(r, t, "only a card of type 'drink' is '%s'", word);
        if (1 << flag == INN_AS_ACTION && !(c->types & INN_IS_EVENT))
            fault_at(r, t, "only a card of type 'event' is '%s'", word);
        if (1 << flag & (INN_ADDS_TO_AC | INN_FOR_OPPONENTS) && !(c->types & INN_IS_TOKEN))
            fault_at(r, t, "only a card of type 'token' is '%s'", word);
        if (1 << flag & (INN_NO_MATES | INN_UNDENIABLE) && r->deck->kind != INN_CHARACTER)
            fault_at(r, t, "only a card of a character is '%s'", word);
        if (1 << flag & (INN_STAYS | INN_UNSEEN | INN_FOR_SIDE | INN_ABSORBS | INN_FOR_BEARER) &&
            !(c->types & INN_IS_ITEM))
            fault_at(r, t, "only a card of type 'item' is '%s'", word);
        return;
    }
    if (value && !strcmp(word, "level")) {
        int level = 0;
        if (r->deck->kind != INN_SEA && r->deck->kind != INN_DUNGEON)
            fault_at(r, t, "only Sea and Dungeon events have a level");
        else if (!inn_number(value, 1, 9, &level))
            fault_at(r, t, "'level' is a whole number from 1 to 9, not %s", quoted(value).text);
        c->level = (uint8_t)level;
        return;
    }
    if (read_token_word(r, t, word, value)) return;
    if (value && !strcmp(word, "in")) {
        int k = 0;
        while (k < r->deck->sides && strcmp(r->deck->side_id[k], value)) k++;
        if (k == r->deck->sides)
            fault_at(r, t, "there is no side deck %s; the head says: side %.20s 14 \"Its name\"", quoted(value).text,
                     value);
        else if (c->types & INN_IS_TOKEN)
            fault_at(r, t, "a token lies in no side deck");
        c->in = (uint8_t)(k < r->deck->sides ? k + 1 : 0);
        if (c->in == 1 && r->deck->as_gold) c->flags |= INN_PAYS_AS_GOLD;
        return;
    }
    if (value && !strcmp(word, "sign")) {
        read_of_item(r, t, word, value, "a sign", &c->sign);
        return;
    }
    if (value && !strcmp(word, "fort")) {
        read_of_item(r, t, word, value, "Fortitude of its own", &c->start);
        return;
    }
    if (value && !strcmp(word, "onto")) {
        read_onto(r, t, value);
        return;
    }
    if (value && !strcmp(word, "ignore_as")) {
        int as = 0;
        if (!(c->types & (INN_IS_DRINK | INN_IS_ACTION)))
            fault_at(r, t, "only a card of type 'drink' or 'action' has 'ignore_as'");
        else if (!inn_number(value, 1, 9, &as))
            fault_at(r, t, "'ignore_as' is a whole number from 1 to 9, not %s", quoted(value).text);
        c->ignore_as = (uint8_t)as;
        return;
    }
    if (value && (!strcmp(word, "tag") || !strcmp(word, "only_by"))) {
        int tag = inn_find(inn_tag_words, value);
        if (tag < 0) fault_word(r, t, value, inn_tag_words, "there is no family of cards %s", quoted(value).text);
        *(word[0] == 't' ? &c->tag : &c->only_by) = (uint8_t)(tag < 0 ? 0 : tag);
        return;
    }
    fault_word(r, t, word, known, "%s means nothing in a line of a card", quoted(t->text).text);
}

static void read_card(Reading *r)
{
    const Tokens *t = &r->tokens;
    judge_permission(r);
    judge_card(r);
    r->entry = new_entry(r);
    r->on = -1;
    r->bad_on = false;
    r->bad_card = r->entry == &r->spare;
    r->entry->of = r->deck;
    r->entry->line = t->line;
    r->entry->column = t->token[0].column;
    if (t->n < 6) {
        faults_add(r->faults, t->line, t->past,
                   "a card has an id, copies, a title, a type and where it is from: "
                   "card my-id x2 \"Title\" action house");
        r->bad_card = r->lost = true;
        return;
    }
    read_id(r, &t->token[1]);
    read_copies(r, &t->token[2]);
    read_title(r, &t->token[3]);
    read_types(r, &t->token[4]);
    int from = inn_find(inn_provenance_words, t->token[5].text);
    if (from < 0)
        fault_word(r, &t->token[5], t->token[5].text, inn_provenance_words, "where is it from? %s is nowhere",
                   quoted(t->token[5].text).text);
    r->entry->card.provenance = (uint8_t)(from < 0 ? INN_HOUSE : from);
    for (int i = 6; i < t->n; i++) read_card_word(r, &t->token[i]);
}

/* ------------------------------------------------------------------ files */

static void read_line(Reading *r)
{
    const Token *first = &r->tokens.token[0];
    if (read_head_line(r)) return;
    if (token_is(first, "card"))
        read_card(r);
    else if (token_is(first, "on"))
        read_on(r);
    else if (token_is(first, ":"))
        read_more_effects(r);
    else
        fault_word(r, first, first->text, inn_head_words, "no line begins with %s", quoted(first->text).text);
}

bool inn_is_deck(const char *kind) { return inn_find(inn_kind_words, kind) >= 0; }

bool inn_same_card(const InnEntry *a, const InnEntry *b)
{
    return !strcmp(a->title, b->title) && !memcmp(&a->card, &b->card, sizeof a->card) &&
           !memcmp(a->permission, b->permission, sizeof a->permission) &&
           !memcmp(a->effect, b->effect, sizeof a->effect);
}

bool inn_read(const char *text, size_t n, const InnDeck **ret, Blocks *blocks, TapFaults *faults)
{
    int before = faults->n + faults->more;
    InnDeck *deck = blocks_take(blocks, sizeof *deck);
    if (n > INN_FILE_BYTES) {
        faults_add(faults, 1, 1, "a deck has at most %d KiB; this file has %zu bytes", INN_FILE_BYTES / 1024, n);
        return false;
    }
    if (!data_read_head(text, n, &deck->head, faults)) return false;
    assert(inn_is_deck(deck->head.kind));
    deck->kind = (InnKind)inn_find(inn_kind_words, deck->head.kind);
    deck->hand = INN_HAND;
    deck->entry = blocks_take(blocks, sizeof *deck->entry * INN_DECK_TITLES);
    Reading *r = blocks_take(blocks, sizeof *r);
    *r = (Reading){.blocks = blocks, .faults = faults, .deck = deck, .on = -1};
    tokens_begin(&r->tokens, text, n, faults);
    tokens_next(&r->tokens, blocks, faults); /* the head, which is good */
    deck->id_line = r->tokens.line;
    deck->id_column = r->tokens.token[2].column;
    while (tokens_next(&r->tokens, blocks, faults))
        if (r->tokens.bad)
            r->lost = r->bad_on = r->bad_card = true;
        else
            read_line(r);
    judge_permission(r);
    judge_card(r);
    judge_deck(r);
    if (faults->n + faults->more != before) return false;
    *ret = deck;
    return true;
}
