/* Judging decks: what must fit when all of a permission, a card, a deck has been read. */
#include <string.h>

#include "inn/forecast.h"
#include "inn/reading.h"

static uint32_t on(InnEvent event) { return INN_ON(event); }

/* ------------------------------------------------------------- permissions */

/* Which types may have an event: bits. */
static uint16_t types_for(InnEvent event)
{
    if (event == INN_ACTION) return INN_IS_ACTION;
    if (event == INN_GAMBLE) return INN_IS_GAMBLING | INN_IS_CHEATING;
    if (event == INN_ANYTIME) return INN_IS_ANYTIME;
    if (event == INN_DRUNK) return INN_IS_DRINK;
    if (on(event) & INN_ON_TABLE) return INN_IS_EVENT;
    if (on(event) & INN_AFTERWARDS)
        return INN_IS_ACTION | INN_IS_SOMETIMES | INN_IS_ANYTIME | INN_IS_GAMBLING | INN_IS_CHEATING;
    if (event == INN_ENTERED) return INN_IS_ITEM;
    if (event == INN_JOINED) return INN_IS_PART;
    if (event == INN_LIES) return INN_IS_ITEM | INN_IS_TOKEN;
    if (event == INN_FALLS) return INN_IS_ITEM;
    if (on(event) & INN_IN_PLAY) return INN_IS_TOKEN | INN_IS_ITEM;
    return INN_IS_SOMETIMES | INN_IS_ANYTIME;
}

static const char *type_word(uint16_t types)
{
    int i = 0;
    while (!(types >> i & 1)) i++;
    return inn_type_words[i];
}

static bool may_be_empty(const InnPermission *p) { return p->event == INN_GAMBLE || p->event == INN_CHOICE; }

static bool has_effect(const InnEntry *e, int k, InnDoes does)
{
    for (int i = 0; i < e->permission[k].effects; i++)
        if (e->effect[k][i].does == does) return true;
    return false;
}

/* What the card and its part take of the same players is one loss, so that each is said once. */
static bool takes_twice(const InnEntry *e, int k)
{
    const InnEffect *effect = e->effect[k];
    bool joined = e->permission[k].event == INN_JOINED, merges = has_effect(e, k, INN_MERGE);
    for (int i = 0; i < e->permission[k].effects; i++)
        for (int other = 0; other < i; other++) {
            if (effect[i].does == INN_MERGE && effect[other].does == INN_MERGE) return true;
            if (effect[i].does != INN_LOSE || effect[other].does != INN_LOSE) continue;
            if (effect[i].stat != INN_FORT || effect[other].stat != INN_FORT) continue;
            if (joined || (merges && effect[i].who == effect[other].who)) return true;
        }
    return false;
}

static bool names(const InnEntry *e, int k, InnWhom whom)
{
    for (int i = 0; i < e->permission[k].effects; i++)
        if (e->effect[k][i].who == whom) return true;
    return false;
}

/* Whoever a Drink was ordered for is meant, and not somebody who was picked. */
static bool names_ordered(const InnEntry *e, int k)
{
    const InnPermission *p = &e->permission[k];
    return !p->pick && !(INN_ON(p->event) & (INN_AFTERWARDS | INN_ON(INN_JOINED))) && names(e, k, INN_TARGET);
}

/* EVT-4 needs to know what a way costs; money of bids goes to who won them. */
static bool names_takers(const InnEntry *e, int k)
{
    for (int i = 0; i < e->permission[k].effects; i++)
        if (e->effect[k][i].who == INN_TAKERS || e->effect[k][i].to == INN_TAKERS) return true;
    return false;
}

static void judge_fit(Reading *r, const InnPermission *p)
{
    const char *event = inn_event_words[p->event];
    uint16_t types = r->entry->card.types, wanted = types_for((InnEvent)p->event);
    if (types & wanted) return;
    if (on((InnEvent)p->event) & INN_ANSWERS && types & (INN_IS_DRINK | INN_IS_EVENT | INN_IS_TOKEN))
        faults_add(r->faults, r->on_line, r->on_column,
                   "'on %s' is an answer, and a card of type '%s' is not used up by it", event, type_word(types));
    else
        faults_add(r->faults, r->on_line, r->on_column, "'on %s' is for cards of type '%s', and this is '%s'", event,
                   type_word(wanted), types ? type_word(types) : "none");
    r->bad_card = true;
}

void judge_permission(Reading *r)
{
    if (!r->entry || r->on < 0 || r->bad_on) return;
    InnPermission *p = &r->entry->permission[r->on];
    const int line = r->on_line, column = r->on_column, before = r->faults->n + r->faults->more;
    if (r->entry->card.types) judge_fit(r, p);
    if (!p->effects && !may_be_empty(p)) faults_add(r->faults, line, column, "this does nothing");
    if (p->pick && !r->target)
        faults_add(r->faults, line, r->pick_column, "somebody is picked, and nothing happens to 'target'");
    if (takes_twice(r->entry, r->on))
        faults_add(r->faults, line, column, "a card and its part take Fortitude once, and there is one part");
    if (p->two && !names(r->entry, r->on, INN_SECOND))
        faults_add(r->faults, line, r->pick_column, "two are picked, and nothing happens to 'second'");
    if (names_ordered(r->entry, r->on) && has_effect(r->entry, r->on, INN_MERGE))
        faults_add(r->faults, line, column, "'target' is whom the card picks, also for its part: nobody is picked");
    if ((p->signs || has_effect(r->entry, r->on, INN_SPEND)) && !r->entry->card.sign)
        faults_add(r->faults, line, column, "this card has no sign: sign=1");
    if (p->event == INN_JOINED && p->pick && p->most > 1)
        faults_add(r->faults, line, r->pick_column, "a part picks one player at most");
    if (p->event == INN_OUTCOME && !p->votes && !p->coin)
        faults_add(r->faults, line, column, "'on outcome' wants votes= or coin=");
    if (p->event == INN_REVEALED && names_takers(r->entry, r->on) && !has_effect(r->entry, r->on, INN_AUCTION) &&
        !has_effect(r->entry, r->on, INN_SECRET_BID))
        faults_add(r->faults, line, column, "nobody bids here, so that 'takers' are nobody");
    if (r->faults->n + r->faults->more != before) {
        r->bad_card = true;
        return;
    }
    inn_forecast_permission(p, r->entry->effect[r->on]);
    inn_forecast_card(&r->entry->card, p);
    r->on = -1; /* judged once */
}

/* ------------------------------------------------------------------ cards */

static bool has_event(const InnCard *c, uint32_t events) { return c->events & events; }

static int count_events(const InnEntry *e, InnEvent event)
{
    int n = 0;
    for (int i = 0; i < e->card.permissions; i++) n += e->permission[i].event == event;
    return n;
}

/* Each type is played somehow. */
static bool judge_types(Reading *r)
{
    const InnCard *c = &r->entry->card;
    const struct {
        uint16_t types;
        uint32_t events;
    } played[] = {{INN_IS_ACTION, on(INN_ACTION)},     {INN_IS_GAMBLING | INN_IS_CHEATING, on(INN_GAMBLE)},
                  {INN_IS_ANYTIME, on(INN_ANYTIME)},   {INN_IS_SOMETIMES, INN_ANSWERS},
                  {INN_IS_EVENT, INN_ON_TABLE},        {INN_IS_PART, on(INN_JOINED)}};
    for (size_t i = 0; i < sizeof played / sizeof *played; i++)
        if (c->types & played[i].types && !has_event(c, played[i].events)) {
            faults_add(r->faults, r->entry->line, r->entry->column,
                       "a card of type '%s' needs an 'on' line that says %s", type_word(c->types & played[i].types),
                       played[i].types & (INN_IS_EVENT | INN_IS_PART) ? "what happens" : "when it is played");
            return false;
        }
    if (c->types == INN_IS_PRIZE)
        faults_add(r->faults, r->entry->line, r->entry->column,
                   "a Prize is played too: prize+anytime, prize+sometimes");
    return true;
}

/* An item that is drawn is laid by one of its lines; what it does by the others it does in the row. */
static void judge_item(Reading *r)
{
    const InnEntry *e = r->entry;
    int lays = 0;
    for (int i = 0; i < e->card.permissions; i++) lays += has_effect(e, i, INN_LAY);
    if (!e->card.in && !lays)
        faults_add(r->faults, e->line, e->column, "this item comes into no row: in=..., or a line with 'lay'");
    if (e->card.permissions == lays && !(e->card.flags & INN_ABSORBS))
        faults_add(r->faults, e->line, e->column, "this item does nothing in the row");
    if (e->card.flags & INN_UNSEEN && e->card.in != 1)
        faults_add(r->faults, e->line, e->column, "only cards of the first side deck may lie 'unseen'");
    if (e->card.flags & INN_UNSEEN && inn_fort(&e->card))
        faults_add(r->faults, e->line, e->column, "what has Fortitude of its own lies open, not 'unseen'");
    if (!inn_fort(&e->card) && (e->card.flags & INN_ABSORBS || has_event(&e->card, on(INN_FALLS))))
        faults_add(r->faults, e->line, e->column, "only what has Fortitude of its own falls, or absorbs: fort=3");
    if (e->card.flags & INN_UNSEEN && e->card.flags & INN_FOR_BEARER)
        faults_add(r->faults, e->line, e->column, "what lies face down is for its owner: 'unseen' or 'for_bearer'");
}

/* TC-KEET: whoever has it uses it, so that it names nothing of a character; what it does lying open needs a line that
 * lays it open. */
static void judge_gold(Reading *r)
{
    const InnEntry *e = r->entry;
    bool named = false, shows = false, shows_only = true;
    for (int i = 0; i < e->card.permissions; i++) {
        named |= e->permission[i].token || e->permission[i].all_kinds || e->permission[i].signs;
        for (int k = 0; k < e->permission[i].effects; k++) named |= e->effect[i][k].token || e->effect[i][k].side;
        shows |= has_effect(e, i, INN_SHOW);
        if (has_effect(e, i, INN_SHOW)) shows_only &= e->permission[i].effects == 1;
    }
    if (e->copies > 1) faults_add(r->faults, e->line, e->column, "cards that are Gold are all different: x1");
    if (!(e->card.types & INN_IS_ITEM) || e->card.types & (INN_IS_PART | INN_IS_DRINK) || inn_fort(&e->card))
        faults_add(r->faults, e->line, e->column, "what is Gold is an item without Fortitude of its own");
    if (e->card.flags & (INN_UNSEEN | INN_FOR_SIDE | INN_FOR_BEARER) || named || has_event(&e->card, on(INN_ENTERED)))
        faults_add(r->faults, e->line, e->column,
                   "what is Gold lies face down and is for whoever has it: it names no tokens, side decks or signs");
    if (has_event(&e->card, INN_IN_PLAY | on(INN_LIES)) && !shows)
        faults_add(r->faults, e->line, e->column, "nothing lays this card open: on anytime : show");
    if (shows != !!(e->card.flags & INN_STAYS) || (shows && !(e->card.flags & INN_UNANSWERABLE)) || !shows_only)
        faults_add(r->faults, e->line, e->column, "'show' stands alone, on a card that 'stays' and is 'unanswerable'");
}

static void judge_part(Reading *r)
{
    const InnEntry *e = r->entry;
    if (!e->card.in) faults_add(r->faults, e->line, e->column, "a part lies in a side deck: in=...");
    if (count_events(e, INN_JOINED) > 1)
        faults_add(r->faults, e->line, e->column, "a part has one line 'on joined'");
    else if (!(e->card.types & INN_IS_ITEM) && e->card.permissions > 1)
        faults_add(r->faults, e->line, e->column, "a part is not played: only an item has other lines");
}

/* DRK-9, DRK-11: a Drink of a character lies in a side deck; if it is kept it is an item, and does something there. */
static void judge_drink(Reading *r)
{
    const InnEntry *e = r->entry;
    bool item = e->card.types & INN_IS_ITEM, pays = false;
    if (!e->card.in) faults_add(r->faults, e->line, e->column, "a Drink of a character lies in a side deck: in=...");
    if (!has_event(&e->card, on(INN_DRUNK)))
        faults_add(r->faults, e->line, e->column, "a Drink has a line 'on drunk'");
    if (item && (!(e->card.flags & INN_KEPT) || has_event(&e->card, on(INN_ENTERED))))
        faults_add(r->faults, e->line, e->column, "a Drink that is an item is 'kept', and there when it was drunk");
    if (item && e->card.events == on(INN_DRUNK))
        faults_add(r->faults, e->line, e->column, "this item does nothing in the row");
    for (int i = 0; i < e->card.permissions; i++)
        for (int k = 0; k < e->permission[i].effects; k++)
            pays |= e->permission[i].event == INN_DRUNK && e->effect[i][k].to == INN_ACTOR;
    if (pays && e->card.flags & INN_CHASER)
        faults_add(r->faults, e->line, e->column, "what costs something for 'actor' is no Chaser");
}

/* Who chose the first way may be several, who won the bidding is one. */
static bool pays_several(const InnEntry *e)
{
    for (int i = 0; i < e->card.permissions; i++)
        for (int k = 0; k < e->permission[i].effects; k++)
            if (e->effect[i][k].to == INN_TAKERS && !(e->card.classes & INN_BIDS)) return true;
    return false;
}

void judge_card(Reading *r)
{
    const InnEntry *e = r->entry;
    if (!e || r->bad_card || !judge_types(r)) return;
    if (count_events(e, INN_CHOICE) == 1)
        faults_add(r->faults, e->line, e->column, "one way is no choice: 'on choice' stands at least twice");
    for (int i = 0; i < e->card.permissions; i++)
        if (e->permission[i].votes && !(e->card.classes & (INN_BIDS | INN_CHOOSES)))
            faults_add(r->faults, e->line, e->column, "nobody chooses or bids here, so that 'votes' are nobody's");
    if (e->card.types & INN_IS_ITEM) judge_item(r);
    if (e->card.flags & INN_PAYS_AS_GOLD) judge_gold(r);
    for (int i = 0; i < e->card.permissions; i++)
        if (has_effect(e, i, INN_SHOW) && !(e->card.flags & INN_PAYS_AS_GOLD))
            faults_add(r->faults, e->line, e->column, "only a card that is Gold lies face down to be shown");
    if (e->card.types & INN_IS_PART) judge_part(r);
    if (e->card.types & INN_IS_DRINK && r->deck->kind == INN_CHARACTER) judge_drink(r);
    if (e->card.types & INN_IS_TOKEN && (e->card.least > e->card.most || e->card.start > e->card.most ||
                                         e->card.start < e->card.least))
        faults_add(r->faults, e->line, e->column, "there are %d to %d of it, and at first %d: that does not fit",
                   e->card.least, e->card.most, e->card.start);
    if (e->card.held_by == INN_BY_ANYBODY && (e->card.least || e->card.start))
        faults_add(r->faults, e->line, e->column,
                   "what anybody may have begins with nothing: held_by=me, held_by=side");
    if (e->card.flags & INN_BOSS && !inn_is_drawn(&e->card) && !inn_is_held(&e->card))
        faults_add(r->faults, e->line, e->column, "a Boss has more cards for the hand only, neither tokens nor items");
    if (inn_price(&e->card) && e->card.held_by != INN_BY_ME)
        faults_add(r->faults, e->line, e->column, "what buys cards is of who plays the character: held_by=me");
    if (pays_several(e))
        faults_add(r->faults, e->line, e->column, "'takers' may be several here, and one takes the money");
    if (!e->card.level && (r->deck->kind == INN_SEA || r->deck->kind == INN_DUNGEON))
        faults_add(r->faults, e->line, e->column, "a Sea or Dungeon event has a level: level=3");
}

/* ------------------------------------------------------------------- deck */

/* All cards of a side deck come into the hand, or none; such decks are drawn or bought of, and nothing else is. */
static void judge_held(Reading *r, const InnEntry *e)
{
    const InnDeck *d = r->deck;
    uint32_t held = 0, boss = 0, others = 0;
    for (int i = 0; i < d->entries; i++) {
        const InnCard *c = &d->entry[i].card;
        if (inn_is_held(c)) held |= 1u << c->in;
        if (inn_is_held(c)) *(c->flags & INN_BOSS ? &boss : &others) |= 1u << c->in;
    }
    if (e->card.in && held >> e->card.in & 1 && !inn_is_held(&e->card))
        faults_add(r->faults, e->line, e->column, "all cards of '%s' come into the hand, or none",
                   d->side_id[e->card.in - 1]);
    if (inn_is_held(&e->card) && boss & others & 1u << e->card.in)
        faults_add(r->faults, e->line, e->column, "all cards of '%s' are of a Boss, or none",
                   d->side_id[e->card.in - 1]);
    bool draws = inn_price(&e->card);
    for (int k = 0; k < e->card.permissions && d->kind == INN_CHARACTER; k++)
        for (int i = 0; i < e->permission[k].effects; i++) {
            draws |= e->effect[k][i].does == INN_DRAW_BESIDE;
            if (held >> e->effect[k][i].side & 1)
                faults_add(r->faults, e->line, e->column, "the cards of '%s' come into the hand: draw_beside",
                           d->side_id[e->effect[k][i].side - 1]);
        }
    if (draws && !held)
        faults_add(r->faults, e->line, e->column, "there is no side deck whose cards come into the hand");
}

/* A side deck has parts, which are merged, Drinks, which are served, or items, which are fetched (or judge_held). */
static void judge_beside(Reading *r, const InnEntry *e)
{
    const InnDeck *d = r->deck;
    uint32_t parts = 0, bodies = 0, drinks = 0;
    for (int i = 0; i < d->entries; i++) {
        if (d->entry[i].card.types & INN_IS_PART) parts |= 1u << d->entry[i].card.in;
        if (inn_fort(&d->entry[i].card)) bodies |= 1u << d->entry[i].card.in;
        if (d->entry[i].card.types & INN_IS_DRINK) drinks |= 1u << d->entry[i].card.in;
    }
    if (e->card.in && parts >> e->card.in & 1 && !(e->card.types & INN_IS_PART))
        faults_add(r->faults, e->line, e->column, "all cards of '%s' are parts, or none", d->side_id[e->card.in - 1]);
    else if (e->card.in && drinks >> e->card.in & 1 && !(e->card.types & INN_IS_DRINK))
        faults_add(r->faults, e->line, e->column, "all cards of '%s' are Drinks, or none", d->side_id[e->card.in - 1]);
    for (int k = 0; k < e->card.permissions && d->kind == INN_CHARACTER; k++)
        for (int i = 0; i < e->permission[k].effects; i++) {
            const InnEffect *eff = &e->effect[k][i];
            if (!eff->side || (eff->does == INN_SERVE) == (drinks >> eff->side & 1)) continue;
            faults_add(r->faults, e->line, e->column,
                       eff->does == INN_SERVE ? "'serve' wants a side deck of Drinks, and '%s' is none"
                                              : "the cards of '%s' are Drinks: they are served",
                       d->side_id[eff->side - 1]);
        }
    for (int k = 0; k < e->card.permissions; k++)
        for (int i = 0; i < e->permission[k].effects; i++) {
            const InnEffect *eff = &e->effect[k][i];
            if (eff->side == 1 && d->as_gold && eff->does != INN_FETCH)
                faults_add(r->faults, e->line, e->column, "the cards of '%s' are Gold: they are fetched",
                           d->side_id[0]);
            if (eff->does == INN_ATTACH && bodies >> eff->side & 1)
                faults_add(r->faults, e->line, e->column, "what lies with others has no Fortitude of its own");
            if (!eff->side || (eff->does == INN_MERGE) == (parts >> eff->side & 1)) continue;
            faults_add(r->faults, e->line, e->column,
                       eff->does == INN_MERGE ? "'merge' wants a side deck of parts, and '%s' is none"
                                              : "the cards of '%s' are parts: they are merged, not fetched",
                       d->side_id[eff->side - 1]);
        }
}

void judge_deck(Reading *r)
{
    const InnDeck *d = r->deck;
    const InnKindRule *rule = &inn_kinds[d->kind];
    int cards = 0, boss = 0;
    for (int i = 0; i < d->entries; i++)
        if (inn_is_drawn(&d->entry[i].card))
            *(d->entry[i].card.flags & INN_BOSS ? &boss : &cards) += d->entry[i].copies;
    for (int k = 0; k < d->sides; k++) {
        int in_it = 0;
        for (int i = 0; i < d->entries; i++) in_it += d->entry[i].card.in == k + 1 ? d->entry[i].copies : 0;
        if (!r->lost && in_it != d->side_cards[k])
            faults_add(r->faults, d->side_line[k], 1, "the copies in '%s' add up to %d cards, not to %d", d->side_id[k],
                       in_it, d->side_cards[k]);
    }
    for (int i = 0; i < d->entries && !r->lost; i++) {
        judge_beside(r, &d->entry[i]);
        judge_held(r, &d->entry[i]);
    }
    if (!r->name_line) faults_add(r->faults, d->id_line, 1, "the deck has no name: name \"Deirdre\"");
    if (d->kind == INN_CHARACTER && !(d->folk & INN_HERO) == !(d->folk & INN_VILLAIN))
        faults_add(r->faults, d->id_line, 1, "a character is a hero or a villain: folk hero");
    if (!r->cards_line)
        faults_add(r->faults, d->id_line, 1, "the deck does not say how many cards it has: cards %d", rule->least);
    else if (!r->lost && d->cards && cards != d->cards)
        faults_add(r->faults, r->cards_line, r->cards_column, "the copies add up to %d cards, not to %d", cards,
                   d->cards);
    if (!r->boss_line && boss)
        faults_add(r->faults, d->id_line, 1, "the deck does not say how many cards its Boss has more: boss %d", boss);
    if (!r->boss_line) return;
    if (!(d->folk & INN_VILLAIN))
        faults_add(r->faults, r->boss_line, r->boss_column, "a Boss is a villain: folk villain");
    if (!r->lost && d->boss && boss != d->boss)
        faults_add(r->faults, r->boss_line, r->boss_column, "the copies of the Boss add up to %d cards, not to %d",
                   boss, d->boss);
    else if (d->cards + d->boss > rule->most)
        faults_add(r->faults, r->boss_line, r->boss_column, "all in all a deck has at most %d cards, not %d",
                   rule->most, d->cards + d->boss);
}
