/* Reading decks: what stands behind `on`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inn/reading.h"

static const char *event_word(const Reading *r) { return inn_event_words[r->entry->permission[r->on].event]; }

/* ------------------------------------------------------------- conditions */

/* The byte of a permission that a condition with values sets. */
static uint8_t *place_of(InnPermission *p, InnConditionName name)
{
    switch (name) {
    case INN_TYPE: return &p->types;
    case INN_AFFECTS: return &p->affects;
    case INN_LOSES: return &p->loses;
    case INN_BY:
    case INN_DRINKER:
    case INN_PAYER:
    case INN_WINNER:
    case INN_TAKER:
    case INN_GAINER:
    case INN_VICTIM: return &p->whose;
    case INN_CAUSE: return &p->causes;
    case INN_IS: return &p->is;
    case INN_IS_NOT: return &p->is_not;
    case INN_TAG_NOT: return &p->tag_not;
    case INN_ALIVE: return &p->alive;
    case INN_VOTE: return &p->votes;
    case INN_COIN: return &p->coin;
    case INN_AT_LEAST: return &p->at_least;
    case INN_AT_MOST: return &p->at_most;
    case INN_STRENGTH: return &p->strength;
    case INN_ALL_KINDS: return &p->all_kinds;
    case INN_SIGNS: return &p->signs;
    default: return &p->when;
    }
}

/* "action,sometimes" as bits, or one word as its place in the list; -1 after a fault. */
static int read_values(Reading *r, const Token *t, const InnConditionWord *c, const char *text)
{
    int set = 0;
    char word[DATA_WORD_BYTES];
    for (const char *p = text;; p++) {
        size_t n = c->several ? strcspn(p, ",") : strlen(p);
        snprintf(word, sizeof word, "%.*s", (int)n, p);
        int k = inn_find(c->values, word);
        if (k < 0) {
            fault_word(r, t, word, c->values, "%s is no value of '%s'", quoted(word).text, c->word);
            return -1;
        }
        if (!c->several) return k;
        set |= 1 << k;
        p += n;
        if (!*p) return set;
    }
}

/* Which of the deck's tokens a word names, of which n bytes count; -1: none. */
static int find_token(const InnDeck *d, const char *word, size_t n)
{
    for (int i = 0; i < d->tokens; i++) {
        const char *id = d->entry[d->token[i]].id;
        if (strlen(id) == n && !strncmp(id, word, n)) return i;
    }
    return -1;
}

/* `at_least=mark:1` */
static void read_token_condition(Reading *r, const Token *t, const InnConditionWord *c, const char *value,
                                 uint8_t *place)
{
    InnPermission *p = &r->entry->permission[r->on];
    size_t n = strcspn(value, ":");
    int k = find_token(r->deck, value, n), number = 0;
    if (k < 0)
        fault_at(r, t, "no token %s stands above this line; '%s' is written: %s=mark:1", quoted(value).text, c->word,
                 c->word);
    else if (!value[n] || !inn_number(value + n + 1, c->lo, c->hi, &number))
        fault_at(r, t, "'%s' wants a number from %d to %d behind the token: %s=%.*s:1", c->word, c->lo, c->hi, c->word,
                 (int)n, value);
    else if (p->token && p->token != k + 1)
        fault_at(r, t, "a permission asks for one kind of tokens");
    else {
        p->token = (uint8_t)(k + 1);
        p->token_held = r->deck->entry[r->deck->token[k]].card.held_by;
        *place = (uint8_t)(number + (place == &p->at_most));
    }
}

static void read_condition(Reading *r, const Token *t)
{
    InnPermission *p = &r->entry->permission[r->on];
    char word[DATA_WORD_BYTES];
    size_t n = strcspn(t->text, "=");
    const char *value = t->text[n] ? t->text + n + 1 : NULL;
    snprintf(word, sizeof word, "%.*s", (int)n, t->text);
    int k = t->quoted ? -1 : inn_find(inn_condition_words, word);
    if (k < 0) {
        fault_word(r, t, word, inn_condition_words, "there is no condition %s", quoted(word).text);
        return;
    }
    const InnConditionWord *c = &inn_conditions[k];
    if (!(c->events & INN_ON(p->event))) {
        fault_at(r, t, "'on %s' has no '%s'", event_word(r), word);
        return;
    }
    if (value && c->bit) {
        fault_at(r, t, "'%s' stands alone, without a value", word);
        return;
    }
    if (!value && !c->bit) {
        fault_at(r, t, "'%s' wants a value: %s=...", word, word);
        return;
    }
    uint8_t *place = place_of(p, (InnConditionName)k);
    int said = c->bit;
    if (!c->bit && *place) {
        fault_at(r, t, "'%s' is said twice", word);
        return;
    }
    if (k == INN_AT_LEAST || k == INN_AT_MOST) {
        read_token_condition(r, t, c, value, place);
        return;
    }
    if (c->values)
        said = read_values(r, t, c, value);
    else if (!c->bit && !inn_number(value, c->lo, c->hi, &said)) {
        fault_at(r, t, "'%s' is a whole number from %d to %d, not %s", word, c->lo, c->hi, quoted(value).text);
        return;
    }
    if (said >= 0) *place = (uint8_t)(*place | said);
}

/* ------------------------------------------------------------------ picks */

enum { MANY = 8 /* players that are picked: as many as there can be */ };

/* `pick other`, `pick other 1..3`, `pick other all`, `pick other two` */
static void read_pick(Reading *r, const Token *t, int n)
{
    InnPermission *p = &r->entry->permission[r->on];
    int least = 1, most = 1;
    bool all = n > 2 && token_is(&t[2], "all"), two = n > 2 && token_is(&t[2], "two");
    int k = n > 1 ? inn_find(inn_pick_words, t[1].text) : -1;
    if (p->pick || p->effects)
        fault_at(r, t, p->pick ? "'pick' stands once in a permission" : "'pick' stands before the effects");
    else if (!(INN_ON(p->event) & INN_OF_CHARACTERS) && p->event != INN_JOINED)
        fault_at(r, t, "nobody picks in 'on %s'", event_word(r));
    else if (k < 0)
        fault_word(r, n > 1 ? &t[1] : t, n > 1 ? t[1].text : "", inn_pick_words, "whom? %s can be picked by nobody",
                   n > 1 ? quoted(t[1].text).text : "nothing");
    else if (n > 2 && !all && !two && (t[2].text[0] < '1' || t[2].text[0] > '7' || strncmp(t[2].text + 1, "..", 2) ||
                       !inn_number(t[2].text + 3, t[2].text[0] - '0', 7, &most)))
        fault_at(r, &t[2], "how many? write 1..3, two or all, not %s", quoted(t[2].text).text);
    else if (n > 3)
        fault_at(r, &t[3], "%s is too much behind 'pick'", quoted(t[3].text).text);
    else if (two && !(INN_ON(p->event) & INN_ON_HELD))
        fault_at(r, &t[2], "two are picked for a card that is played");
    else if (k == INN_THIRD && p->event != INN_CARD)
        fault_at(r, &t[1], "'third' is for 'on card': neither you nor who played it");
    else {
        if (n > 2 && !all && !two) least = t[2].text[0] - '0';
        if (all) most = MANY;
        p->all = all;
        p->two = two;
        p->pick = (uint8_t)k;
        p->least = (uint8_t)least;
        p->most = (uint8_t)most;
        r->pick_column = t->column;
        r->target = false;
    }
}

/* ---------------------------------------------------------------- effects */

/* "lose WHOM STAT NUMBER" */
static void write_form(const InnEffectWord *w, char *ret, size_t size)
{
    size_t n = (size_t)snprintf(ret, size, "%s", w->word);
    for (const char *c = w->takes; *c; c++)
        n += (size_t)snprintf(ret + n, size - n, "%s", *c == 'w'   ? " WHOM"
                                                       : *c == 'p' ? " TO-WHOM"
                                                       : *c == 't' ? " TYPE"
                                                       : *c == 'k' ? " TOKEN"
                                                       : *c == 'd' ? " SIDE-DECK"
                                                       : *c == 's' ? " STAT"
                                                                   : " NUMBER");
}

/* Whether a line above picks somebody, whom the lines for afterwards may mean. */
static bool picked_before(const Reading *r)
{
    for (int i = 0; i < r->on; i++)
        if (r->entry->permission[i].pick && INN_ON(r->entry->permission[i].event) & INN_ON_HELD) return true;
    return false;
}

static bool has_before(const Reading *r, InnDoes does)
{
    const InnPermission *p = &r->entry->permission[r->on];
    for (int i = 0; i < p->effects; i++)
        if (r->entry->effect[r->on][i].does == does) return true;
    return false;
}

/* CN-60: whom Drinks were ordered for, by the line itself. */
static bool ordered_before(const Reading *r) { return has_before(r, INN_ORDERS) || has_before(r, INN_ORDER_SEEN); }

static bool read_whom(Reading *r, const Token *t, bool payee, uint8_t *ret)
{
    const InnPermission *p = &r->entry->permission[r->on];
    int k = inn_find(inn_whom_words, t->text);
    if (k == INN_THE_INN && !payee) {
        fault_at(r, t, "nothing happens to the Inn; it only takes money");
        return false;
    }
    if (k < 0) {
        fault_word(r, t, t->text, inn_whom_words, "%s is nobody it could happen to", quoted(t->text).text);
        return false;
    }
    if (payee && (k == INN_SECOND || k == INN_OTHERS || k == INN_EACH || k == INN_HEROES || k == INN_VILLAINS ||
                  k == INN_REFUSERS)) {
        fault_at(r, t, "one takes the money: me, target, actor, turn, takers or inn, not '%s'", t->text);
        return false;
    }
    if (!(inn_whom_events[k] & INN_ON(p->event))) {
        fault_at(r, t, "'%s' is nobody in 'on %s'", t->text, event_word(r));
        return false;
    }
    if (k == INN_SECOND && !p->two) {
        fault_at(r, t, "'second' is used, and one is picked; write 'pick other two :' before it");
        return false;
    }
    if (k == INN_TARGET) {
        if (!p->pick && p->event == INN_JOINED) return (*ret = (uint8_t)k); /* whom the card picked */
        if (!p->pick && INN_ON(p->event) & INN_AFTERWARDS && picked_before(r)) return (*ret = (uint8_t)k);
        if (!p->pick && ordered_before(r)) return (*ret = (uint8_t)k);
        if (!p->pick) {
            fault_at(r, t, "'target' is used, and nobody is picked; write 'pick other :' before it");
            return false;
        }
        r->target = true;
    }
    *ret = (uint8_t)k;
    return true;
}

static bool read_argument(Reading *r, const Token *t, const InnEffectWord *w, char what, InnEffect *e)
{
    int n = 0;
    if (what == 'w') return read_whom(r, t, false, &e->who);
    if (what == 'p') return read_whom(r, t, true, &e->to);
    if (what == 'd') {
        while (n < r->deck->sides && strcmp(r->deck->side_id[n], t->text)) n++;
        if (n < r->deck->sides)
            e->side = (uint8_t)(n + 1);
        else
            fault_at(r, t, "there is no side deck %s; the head says: side %.20s 14 \"Its name\"", quoted(t->text).text,
                     t->text);
        return e->side;
    }
    if (what == 'k') {
        n = find_token(r->deck, t->text, strlen(t->text));
        if (n < 0) {
            fault_at(r, t, "no token %s stands above this line", quoted(t->text).text);
            return false;
        }
        e->token = (uint8_t)(n + 1);
        uint8_t by = r->deck->entry[r->deck->token[n]].card.held_by;
        if (e->does == INN_TITHE ? by != INN_BY_ANYBODY : by == INN_BY_ANYBODY || e->who == INN_ME) return true;
        if (e->does == INN_TITHE) {
            fault_at(r, t, "who does not pay loses of what is his own: held_by=me, held_by=side");
            return false;
        }
        if (e->does == INN_HAND_ON || e->does == INN_IN_HALF) {
            fault_at(r, t, "only what anybody may have is handed on: held_by=anybody");
            return false;
        }
        fault_at(r, t, "only who plays the character has %s: write 'me'", quoted(t->text).text);
        return false;
    }
    if (what == 't') {
        n = inn_find(inn_type_words, t->text);
        if (n < 0)
            fault_word(r, t, t->text, inn_type_words, "there is no type of card %s", quoted(t->text).text);
        else if (!(inn_kinds[INN_CHARACTER].types & ~(INN_IS_TOKEN | INN_IS_PART | INN_IS_DRINK) & 1 << n))
            fault_at(r, t, "no card of a character has the type '%s'", t->text);
        else
            e->types = (uint16_t)(1 << n);
        return e->types;
    }
    if (what == 's') {
        n = inn_find(inn_stat_words, t->text);
        if (n < 0) {
            fault_word(r, t, t->text, inn_stat_words, "%s is nothing that players have", quoted(t->text).text);
            return false;
        }
        e->stat = (uint8_t)(1 << n);
        return true;
    }
    if (!strcmp(t->text, "picked")) {
        bool counts = e->does == INN_LOSE || e->does == INN_GAIN || e->does == INN_PAYS || e->does == INN_DRAW;
        e->n = e->per_pick = 1;
        if (counts && r->entry->permission[r->on].pick) return true;
        fault_at(r, t, counts ? "nobody is picked, so that 'picked' is no number" : "'picked' is no number here");
        return false;
    }
    if (!strcmp(t->text, "crew")) {
        bool hurt = r->entry->permission[r->on].event == INN_HURT;
        e->n = 1;
        e->per = INN_PER_CREW;
        if (hurt && (e->does == INN_LOSE || e->does == INN_GAIN)) return true;
        fault_at(r, t, hurt ? "'crew' is no number of '%s'" : "'crew' counts in 'on hurt' only", w->word);
        return false;
    }
    if (!strcmp(t->text, "lost") || !strcmp(t->text, "members")) {
        bool members = *t->text == 'm', stat = e->does == INN_LOSE || e->does == INN_GAIN;
        bool counts = stat || (!members && (e->does == INN_PAYS || e->does == INN_DRAW || e->does == INN_GIVE ||
                                            e->does == INN_TAKE));
        e->n = 1;
        e->per = members ? INN_PER_MEMBER : INN_PER_LOST;
        if (counts) return true;
        fault_at(r, t, "'%s' is no number of '%s'", t->text, w->word);
        return false;
    }
    int token = find_token(r->deck, t->text, strlen(t->text));
    if (token >= 0) {
        bool by_each = r->deck->entry[r->deck->token[token]].card.held_by == INN_BY_ANYBODY;
        bool counts = e->does == INN_LOSE || e->does == INN_GAIN ||
                      (!by_each && (e->does == INN_PAYS || e->does == INN_DRAW));
        e->n = 1;
        e->token = (uint8_t)(token + 1);
        e->per = r->deck->entry[r->deck->token[token]].card.held_by;
        if (counts) return true;
        fault_at(r, t, "'%s' counts no tokens that %s has", w->word, by_each ? "everybody" : "one");
        return false;
    }
    if (!inn_number(t->text, w->lo, w->hi, &n) || (w->lo < 0 && !n)) {
        fault_at(r, t, "'%s' takes a whole number from %d to %d%s, not %s", w->word, w->lo, w->hi,
                 w->lo < 0 ? " but 0" : "", quoted(t->text).text);
        return false;
    }
    e->n = (int8_t)n;
    return true;
}

/* What a word asks of its event beyond the list: leaving is an answer to an ante. */
static bool is_in_place(Reading *r, const Token *t, InnDoes does)
{
    const InnPermission *p = &r->entry->permission[r->on];
    if (!(inn_effects[does].events & INN_ON(p->event)))
        fault_at(r, t, "'%s' has nothing to act on in 'on %s'", t->text, event_word(r));
    else if (does == INN_LEAVE && p->event == INN_PAY && p->causes != INN_BY_ANTE)
        fault_at(r, t, "'leave' answers an ante: write cause=ante behind 'on pay'");
    else if (does == INN_LAY && p->event == INN_JOINED && !(r->entry->card.types & INN_IS_ITEM))
        fault_at(r, t, "a part that comes into the row is of type 'item', too");
    else if (does == INN_LAY && p->event != INN_JOINED && (!(r->entry->card.types & INN_IS_ITEM) || r->entry->card.in))
        fault_at(r, t, "'lay' is for a card of type 'item' that is drawn into the hand");
    else if ((does == INN_PASS_ON || does == INN_LEAVES || does == INN_WAGE) &&
             !(r->entry->card.types & INN_IS_ITEM))
        fault_at(r, t, "'%s' is for a card of type 'item', which lies in a row", t->text);
    else if (does == INN_WEAR && !inn_fort(&r->entry->card))
        fault_at(r, t, "'wear' is for a card with Fortitude of its own: fort=3");
    else if (does == INN_IN_HALF && !has_before(r, INN_SPLIT_DRINK))
        fault_at(r, t, "'in_half' stands behind 'split_drink'");
    else if (does == INN_OFFER && p->pick && p->most > 1)
        fault_at(r, t, "one buys it: 'pick other', not several");
    else if (inn_effects[does].needs_target && !p->pick)
        fault_at(r, t, "'%s' acts on who is picked, and nobody is; write 'pick other :' before it", t->text);
    else
        return true;
    return false;
}

static void read_effect(Reading *r, const Token *t, int n)
{
    InnPermission *p = &r->entry->permission[r->on];
    int does = t->quoted ? -1 : inn_find(inn_effect_words, t->text);
    if (does < 0) {
        fault_word(r, t, t->text, inn_effect_words, "there is no effect %s", quoted(t->text).text);
        return;
    }
    const InnEffectWord *w = &inn_effects[does];
    InnEffect e = {.does = (uint8_t)does, .joined = p->event == INN_JOINED};
    if (!is_in_place(r, t, (InnDoes)does)) return;
    r->target |= w->needs_target;
    int wanted = (int)strlen(w->takes);
    if (n - 1 != wanted) {
        char form[64];
        write_form(w, form, sizeof form);
        if (n - 1 < wanted)
            fault_at(r, t, "something is missing behind '%s'; it is written: %s", w->word, form);
        else
            fault_at(r, &t[wanted + 1], "%s is too much; it is written: %s", quoted(t[wanted + 1].text).text, form);
        return;
    }
    for (int i = 0; i < wanted; i++)
        if (!read_argument(r, &t[i + 1], w, w->takes[i], &e)) return;
    if (e.does == INN_PAYS && e.who == e.to) {
        fault_at(r, t, "nobody pays themselves");
        return;
    }
    if (e.who == INN_TARGET && !p->pick && ordered_before(r) && e.does != INN_GIVE && e.does != INN_TAKE) {
        fault_at(r, &t[1], "whoever something is ordered for gets or loses tokens by it: give, take");
        return;
    }
    if (e.does == INN_DARE && e.who != INN_ME && e.who != INN_OTHERS) {
        fault_at(r, &t[1], "the weaker Drink is for 'me' or for 'others', not for '%s'", t[1].text);
        return;
    }
    bool payee = e.to == INN_THE_INN || (e.to == INN_ACTOR && r->deck->kind == INN_CHARACTER);
    if (e.does == INN_PAYS && p->event == INN_DRUNK && !payee) {
        fault_at(r, t, "what a Drink costs is paid to the Inn: pay me inn %d", e.n);
        return;
    }
    if (p->event == INN_DRUNK && e.who == INN_ACTOR) {
        fault_at(r, t, "a Drink is for who drinks it: 'me'");
        return;
    }
    if (p->effects == INN_PERMISSION_EFFECTS) {
        fault_at(r, t, "a permission has at most %d effects", INN_PERMISSION_EFFECTS);
        return;
    }
    r->entry->effect[r->on][p->effects++] = e;
}

/* ------------------------------------------------------------------ lines */

/* What stands between colons, from token i on, which is a colon. */
static void read_parts(Reading *r, int i)
{
    const Tokens *t = &r->tokens;
    while (i < t->n) {
        int from = ++i;
        while (i < t->n && !token_is(&t->token[i], ":")) i++;
        if (i == from)
            fault_at(r, &t->token[from - 1], "nothing stands behind this ':'");
        else
            (token_is(&t->token[from], "pick") ? read_pick : read_effect)(r, &t->token[from], i - from);
    }
}

void read_on(Reading *r)
{
    const Tokens *t = &r->tokens;
    judge_permission(r);
    r->on = -1;
    r->bad_on = false;
    if (!r->entry) {
        fault_at(r, &t->token[0], "'on' stands behind a card");
        return;
    }
    int event = t->n > 1 && !t->token[1].quoted ? inn_find(inn_event_words, t->token[1].text) : -1;
    if (event < 0) {
        fault_word(r, &t->token[t->n > 1], t->n > 1 ? t->token[1].text : "", inn_event_words, "on what? %s",
                   t->n > 1 ? "there is no such event" : "write an event behind it");
        return;
    }
    if (r->entry->card.permissions == INN_CARD_PERMISSIONS) {
        fault_at(r, &t->token[0], "a card has at most %d 'on' lines", INN_CARD_PERMISSIONS);
        return;
    }
    r->on = r->entry->card.permissions++;
    r->on_line = t->line;
    r->on_column = t->token[0].column;
    r->entry->permission[r->on].event = (uint8_t)event;
    int i = 2;
    for (; i < t->n && !token_is(&t->token[i], ":"); i++) read_condition(r, &t->token[i]);
    read_parts(r, i);
}

void read_more_effects(Reading *r)
{
    if (r->on >= 0)
        read_parts(r, 0);
    else if (!r->bad_on) /* else its `on` is told already */
        fault_at(r, &r->tokens.token[0], "effects stand behind an 'on'");
}
