#include "inn/tell.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "inn/telling.h"

void say(Telling *t, const char *form, ...)
{
    va_list args;
    va_start(args, form);
    t->n += (size_t)vsnprintf(t->text + t->n, sizeof t->text - t->n, form, args);
    va_end(args);
    assert(t->n < sizeof t->text); /* four permissions with six effects take half of it */
}

/* ------------------------------------------------------------------ words */

const char *const told_stats[INN_STATS] = {"Fortitude", "Alcohol", "Gold"};
const char *const told_types[INN_TYPES] = {"Action", "Sometimes", "Anytime", "Gambling", "Cheating",
                                           "Drink",  "event",     "Prize",   "Token",    "Item",    "Part"};
const char *const told_tags[INN_TAGS] = {"", "Objection", "Hands Off"};

static const char *stat_word(int bit) { return told_stats[bit == INN_FORT ? 0 : bit == INN_AC ? 1 : 2]; }

void say_set(Telling *t, int set, const char *const *word)
{
    int left = __builtin_popcount((unsigned)set);
    for (int i = 0; set >> i; i++)
        if (set >> i & 1) {
            left--;
            say(t, "%s%s", word[i], left > 1 ? ", " : left ? " or " : "");
        }
}

const char *count_word(int n)
{
    static const char *const word[] = {"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"};
    return word[n];
}

/* A number of cards: "1 card", "2 cards" */
void say_cards(Telling *t, int n) { say(t, "%d card%s", n, n == 1 ? "" : "s"); }

/* --------------------------------------------------------------- subjects */

static bool is_event_of_a_turn(const Telling *t) { return t->kind == INN_SEA || t->kind == INN_DUNGEON; }

/* Who was picked, by the first words for it or by the later ones. */
const char *say_target(Telling *t)
{
    static const char *const several[] = {
        [2] = "up to two other players of your choice",   [3] = "up to three other players of your choice",
        [4] = "up to four other players of your choice",  [5] = "up to five other players of your choice",
        [6] = "up to six other players of your choice",   [7] = "up to seven other players of your choice",
    };
    const InnPermission *p = t->on;
    if (!p->pick && !(INN_ON(p->event) & (INN_AFTERWARDS | INN_ON(INN_JOINED)))) return "each player who got one";
    if (!p->pick) return p->event == INN_IGNORED ? "whoever was picked and ignores it" : "whoever was picked";
    if (t->named) return p->all ? "each of them" : p->most > 1 ? "those players" : "that player";
    t->named = true;
    static const char *const all[INN_PICKS] = {
        [INN_OTHER] = "each other player",
        [INN_ANYONE] = "each player",
        [INN_IN_ROUND] = "each other player who is still in",
        [INN_THIRD] = "each player but you and whoever played it",
    };
    if (p->all) {
        snprintf(t->picked, sizeof t->picked, "%s%s%s", all[p->pick], asks_who_is_picked(p) ? " with " : "",
                 asks_who_is_picked(p) ? token_condition(t) : "");
        return t->picked;
    }
    if (p->most > 1 && !asks_who_is_picked(p)) return several[p->most];
    static const char *const one[INN_PICKS] = {
        [INN_OTHER] = "another player of your choice",
        [INN_ANYONE] = "any player of your choice",
        [INN_IN_ROUND] = "another player of your choice who is still in",
        [INN_THIRD] = "a third player of your choice",
    };
    if (!asks_who_is_picked(p)) return one[p->pick];
    snprintf(t->picked, sizeof t->picked, "%s with %s%s", p->most > 1 ? several[p->most] : one[p->pick],
             token_condition(t), p->most > 1 ? " each" : "");
    return t->picked;
}

/* Who something happens to; "" where the sentence speaks to the reader already. */
const char *told_whom(Telling *t, int who)
{
    switch ((InnWhom)who) {
    case INN_ME:
        if (t->on->event == INN_CHOICE) return "";
        return is_event_of_a_turn(t) ? "the player whose turn ends" : "you";
    case INN_TARGET: return say_target(t);
    case INN_SECOND: return "a second one of your choice";
    case INN_OTHERS: return "each other player";
    case INN_EACH: return "each player";
    case INN_ACTOR:
        if (t->on->event == INN_DRUNK) return "the player whose deck it is of, or to the Inn if they are not there";
        return t->on->event == INN_HURT || t->on->event == INN_GAINED ? "that player" : "whoever played it";
    case INN_TURN: return "that player";
    case INN_HEROES: return "each hero";
    case INN_VILLAINS: return "each villain";
    case INN_TAKERS: return t->entry->card.classes & INN_BIDS ? "the highest bidder" : "everybody who chose the first";
    case INN_REFUSERS: return "everybody else";
    case INN_THE_INN: return "the Inn";
    default: return "";
    }
}

bool is_plural(const Telling *t, int who)
{
    if (who == INN_ME) return !is_event_of_a_turn(t) || t->on->event == INN_CHOICE;
    return who == INN_TARGET && t->on->most > 1 && !t->on->all;
}

/* "you lose", "each player loses"; in a choice just "lose" */
void say_does(Telling *t, int who, const char *verb, const char *verbs)
{
    const char *subject = who == t->before ? "" : told_whom(t, who);
    say(t, "%s%s%s", subject, *subject ? " " : "", is_plural(t, who) ? verb : verbs);
    t->last = who;
}

const char *told_their(const Telling *t, int who)
{
    return who == INN_ME && is_plural(t, who) ? "your" : "their";
}

/* ---------------------------------------------------------------- effects */

/* So many for each token, behind what it is. */
static void say_per_token(Telling *t, const InnEffect *e)
{
    if (!e->per) return;
    if (e->per == INN_PER_LOST) {
        say(t, " for each Fortitude %s", t->on->event == INN_HURT ? "that it cost you" : "that was lost by it");
        return;
    }
    if (e->per == INN_PER_CREW) {
        say(t, " for each player of your side whom it cost Fortitude");
        return;
    }
    if (e->per == INN_PER_MEMBER) {
        say(t, " for each player of %s side", told_their(t, e->who));
        return;
    }
    say(t, " for each %s token %s", token_title(t, e->token),
        e->per != INN_BY_ANYBODY || (e->who == INN_ME && is_plural(t, e->who)) ? "you have" : "they have");
}

static void say_pay(Telling *t, const InnEffect *e)
{
    say_does(t, e->who, "pay", "pays");
    if (e->to == INN_ME && !is_event_of_a_turn(t))
        say(t, " you %d Gold", e->n);
    else
        say(t, " %d Gold to %s", e->n, told_whom(t, e->to));
    say_per_token(t, e);
}

static void say_stat(Telling *t, const InnEffect *e)
{
    say_does(t, e->who, e->does == INN_LOSE ? "lose" : "gain", e->does == INN_LOSE ? "loses" : "gains");
    say(t, " %d %s%s", e->n, stat_word(e->stat), e->who == INN_TARGET && is_plural(t, INN_TARGET) ? " each" : "");
    say_per_token(t, e);
}

static void say_drinks(Telling *t, const InnEffect *e)
{
    say_does(t, e->who, "drink", "drinks");
    bool more = t->on->event == INN_DRINKING;
    if (e->does == INN_DRINK_DECK)
        e->n == 1 ? say(t, " a Drink from the Drink deck") : say(t, " %s Drinks from the Drink deck", count_word(e->n));
    else if (more)
        say(t, " %s more from their own pile", count_word(e->n));
    else if (e->n == 1)
        say(t, " the top Drink of %s own pile now", told_their(t, e->who));
    else
        say(t, " the top %s Drinks of %s own pile now", count_word(e->n), told_their(t, e->who));
}

static void say_open_drink(Telling *t, const InnEffect *e)
{
    bool mine = t->on->whose == INN_MINE;
    switch ((InnDoes)e->does) {
    case INN_IGNORE_DRINK:
        say(t, mine ? "you ignore the Drink" : "the Drink is ignored");
        if (mine) t->last = INN_ME;
        break;
    case INN_PASS_DRINK: say(t, "%s drinks it instead of %s", told_whom(t, INN_TARGET), mine ? "you" : "them"); break;
    case INN_SPLIT_DRINK:
        say(t, "%s drinks half of it, and %s the other half, both rounded up", told_whom(t, INN_TARGET),
            mine ? "you" : "the drinker");
        break;
    case INN_HALVE_DRINK: say(t, "half of it is gone, and of the rest every number is rounded down"); break;
    case INN_IN_HALF:
        say(t, "whoever drinks that half gains ");
        say_tokens(t, e->n, e->token);
        break;
    case INN_ADD_AC:
        if (e->n > 0)
            say(t, "the Drink has %d Alcohol more", e->n);
        else
            say(t, "the Drink has %d Alcohol less, but not below 0", -e->n);
        break;
    case INN_SET_DRINK: say(t, "the whole Drink is %d Alcohol and nothing else", e->n); break;
    case INN_CONVERT:
        say(t, mine ? "you gain its Alcohol as Fortitude instead" : "its Alcohol is Fortitude instead");
        break;
    case INN_BET: say(t, "if it is drunk, you pay whoever drinks it %d Gold", e->n); break;
    case INN_CONVERT_TO: say(t, "if it has Alcohol, that is %d Fortitude instead", e->n); break;
    default: say(t, "its cards are shuffled into the pile of %s", told_whom(t, INN_TARGET)); break;
    }
}

static void say_round(Telling *t, const InnEffect *e)
{
    switch ((InnDoes)e->does) {
    case INN_GAMBLES:
        say(t, "%s a round of gambling: everybody antes %d Gold, and %s in control",
            t->on->event == INN_REVEALED ? "there is" : "start", e->n,
            t->on->event == INN_REVEALED && is_event_of_a_turn(t) ? "the player whose turn ends is" : "you are");
        break;
    case INN_TAKE_PAID: say(t, "you gain that Gold from the Inn"); break;
    case INN_TAKE_HALF: say(t, "half of it is yours, rounded down"); break;
    case INN_NO_LEAVING: say(t, "nobody may leave this round"); break;
    case INN_BLOOD_ANTE: say(t, "Fortitude may be anted instead of Gold in this round"); break;
    case INN_ANTE: say(t, "everybody still in antes %d Gold more", e->n); break;
    case INN_LOCK: say(t, "only a Cheating card can take it from you"); break;
    case INN_END_ROUND: say(t, "the round is over, and the pot goes to the Inn"); break;
    case INN_STEAL_POT: say(t, "you take %d Gold out of the pot", e->n); break;
    case INN_TAKE_POT:
        say(t, t->on->event == INN_WON    ? "you take the pot instead"
               : t->on->event == INN_CARD ? "you win the round"
                                          : "the round is over, and you take the pot");
        break;
    case INN_LEAVE:
        if (e->who == INN_ME && t->on->event == INN_PAY) {
            say(t, "you do not ante, and leave the round");
            t->last = INN_ME;
        } else {
            bool me = e->who == INN_ME;
            say_does(t, e->who, me ? "leave" : "must leave", me ? "leaves" : "must leave");
            say(t, " the round");
        }
        break;
    default:
        say(t, "the round goes on: the pot stays, everybody still in antes 1 Gold more, and you are in control");
        break;
    }
}

static void say_answer(Telling *t, const InnEffect *e)
{
    switch ((InnDoes)e->does) {
    case INN_NEGATE: say(t, "negate it"); break;
    case INN_IGNORE: say(t, "you ignore it"); break;
    case INN_REDUCE: say(t, "you lose %d less", e->n); break;
    case INN_REDUCE_TO: say(t, "you lose only %d", e->n); break;
    case INN_REDIRECT: say(t, "%s loses it instead of you", told_whom(t, INN_TARGET)); break;
    case INN_REDIRECT_ALL: say(t, "it picks %s instead of you", told_whom(t, INN_TARGET)); break;
    case INN_ANOTHER_ACTION:
        say_does(t, INN_ACTOR, "may play", "may play");
        say(t, " another Action, if it is their turn");
        break;
    case INN_BORROW:
        say(t, "%s is the Champion of your side, and if you play alone you ignore it", told_whom(t, INN_TARGET));
        break;
    case INN_NO_HEAL: say(t, "nobody gains Fortitude by it"); break;
    case INN_EVENT_AGAIN: say(t, "if it is a Drink event, it happens once more"); break;
    case INN_SHARE_LOSS: say(t, "you lose half of it and whoever played it the other half, both rounded up"); break;
    case INN_SUBSTITUTE: say(t, t->on->whose == INN_MINE ? "the Inn pays for you" : "the Inn pays it"); break;
    default:
        say(t, t->on->causes == INN_BY_REFILL ? "you do not pay" : "nobody pays it, and an ante counts as made");
        break;
    }
}

static void say_event(Telling *t, const InnEffect *e)
{
    switch ((InnDoes)e->does) {
    case INN_SAME_DRINK:
        say(t, "one Drink is revealed from the Drink deck, and %s drinks a copy of it", told_whom(t, e->who));
        break;
    case INN_CONTEST:
        say(t,
            "each player reveals a Drink from the Drink deck and drinks it, and whoever has the most Alcohol in it "
            "gets %d Gold from each other player",
            e->n);
        break;
    case INN_DARE:
        say(t,
            "two Drinks are revealed from the Drink deck: the one with %s Alcohol is drunk by %s, and a copy of the "
            "other by each other player",
            e->who == INN_ME ? "less" : "more", told_whom(t, INN_ME));
        break;
    case INN_AUCTION:
        say(t, "players bid %s in turn, and the highest bidder loses the bid", stat_word(e->stat));
        t->last = INN_TAKERS;
        break;
    case INN_SECRET_BID:
        say(t, "everybody holds out %s in secret, as much as they like, and %s it", stat_word(e->stat),
            e->stat == INN_GOLD ? "pays" : "loses");
        break;
    default:
        say_does(t, e->who, "ignore", "ignores");
        say(t, " every Action until %s next turn", told_their(t, e->who));
        break;
    }
}

static void say_away(Telling *t, const InnEffect *e)
{
    say_does(t, e->who, "play", "plays");
    say(t, " nothing and %s everything until ", is_plural(t, e->who) ? "ignore" : "ignores");
    if (e->does == INN_END_TURN) say(t, "the end of the turn");
    else say(t, "%s own next turn", told_their(t, e->who));
}

static void say_effect(Telling *t, const InnEffect *e)
{
    switch ((InnDoes)e->does) {
    case INN_LOSE:
    case INN_GAIN: say_stat(t, e); break;
    case INN_PAYS: say_pay(t, e); break;
    case INN_DRAW:
        say_does(t, e->who, "draw ", "draws ");
        say_cards(t, e->n);
        say_per_token(t, e);
        break;
    case INN_GIVE:
    case INN_TAKE:
        say_does(t, e->who, e->does == INN_GIVE ? "gain " : "lose ", e->does == INN_GIVE ? "gains " : "loses ");
        say_tokens(t, e->n, e->token);
        if (e->per) say_per_token(t, e);
        break;
    case INN_DISCARD:
        say_does(t, e->who, "discard ", "discards ");
        say_cards(t, e->n);
        break;
    case INN_DISCARD_OFF:
        say_does(t, e->who, "may discard up to ", "may discard up to ");
        say_cards(t, e->n);
        say(t, " and %s 1 Fortitude less for each", is_plural(t, e->who) ? "lose" : "loses");
        break;
    case INN_REDRAW:
        say_does(t, e->who, "discard what you like and draw", "discards any cards and draws");
        say(t, " as if %s turn began", told_their(t, e->who));
        break;
    case INN_DISCARD_TO:
        say_does(t, e->who, "discard down to ", "discards down to ");
        say_cards(t, e->n);
        break;
    case INN_DISCARD_FOR:
        say_does(t, e->who, "may discard up to ", "may discard up to ");
        say_cards(t, e->n);
        say(t, " and %s 1 %s for each", is_plural(t, e->who) ? "gain" : "gains", stat_word(e->stat));
        break;
    case INN_REVEAL_FOR:
        say_does(t, e->who, "reveal the top ", "reveals the top ");
        say_cards(t, e->n);
        say(t, " of %s own deck, %s 1 %s for each %s card among them, and %s them", told_their(t, e->who),
            is_plural(t, e->who) ? "gain" : "gains", stat_word(e->stat), told_types[__builtin_ctz(e->types)],
            is_plural(t, e->who) ? "discard" : "discards");
        break;
    case INN_DISCARD_RANDOM:
    case INN_DISCARD_OF:
    case INN_LOOK:
    case INN_PLUCK:
    case INN_OPEN_HAND:
    case INN_PLAY_THEIRS:
    case INN_DIVIDE: say_hands(t, e); break;
    case INN_DRAW_BESIDE:
    case INN_FETCH:
    case INN_REVEAL_UNTIL:
    case INN_LAY:
    case INN_CLEAR_ROW:
    case INN_MERGE:
    case INN_NUMBERS:
    case INN_FETCH_TO:
    case INN_SPEND:
    case INN_ATTACH:
    case INN_PASS_ON:
    case INN_LEAVES:
    case INN_TAKE_SPENT:
    case INN_SHOW:
    case INN_WEAR:
    case INN_WAGE:
    case INN_SERVE:
    case INN_OFFER:
    case INN_SELL:
    case INN_SHIELD:
    case INN_HIT:
    case INN_DRINK_MORE:
    case INN_HAND_MORE:
    case INN_GOLD_MORE:
    case INN_FIRST_COIN:
    case INN_ACTION_HIT:
    case INN_HAND_ON:
    case INN_TITHE: say_row(t, e); break;
    case INN_GRANT:
        say(t, t->on->event == INN_DRUNK ? "you may play another Action in your next Action phase"
                                         : "you may play another Action this turn");
        break;
    case INN_ORDERS:
    case INN_ORDER_SEEN:
        say(t, "order %s%s Drink%s", count_word(e->n), t->on->event == INN_ORDER ? " more" : "", e->n == 1 ? "" : "s");
        if (e->does == INN_ORDER_SEEN) say(t, ", and look at each before you say for whom it is");
        break;
    case INN_DEAL_PILE: say(t, "hand as many Drinks of your own pile to others as you like, one by one"); break;
    case INN_ACT_AGAIN: say(t, "you, or a mate whom you name, may play one more Action"); break;
    case INN_ORDER_AGAIN: say(t, "you, or a mate whom you name, order one more Drink"); break;
    case INN_END_TURN:
    case INN_AWAY: say_away(t, e); break;
    case INN_HOLD_BACK:
        say(t, "in this turn nobody else can help %s, if it cost Fortitude", told_whom(t, e->who));
        break;
    case INN_DRINK_PILE:
    case INN_DRINK_DECK: say_drinks(t, e); break;
    case INN_TOAST:
        say_does(t, e->who, "drink", "drinks");
        say(t, " a Drink from the Drink deck, and yours has %d Alcohol less", e->n);
        break;
    case INN_SHOT:
        say_does(t, e->who, "drink", "drinks");
        say(t, " a shot, which is a Drink of %d Alcohol", e->n);
        break;
    case INN_REFRESH_PILE:
        say(t, "if you have a pile of Drinks, it is shuffled into the Drink deck, and you get one new Drink");
        break;
    case INN_DISCARD_PILE:
        say_does(t, e->who, "discard", "discards");
        if (e->n == 1)
            say(t, " the top Drink of %s own pile", told_their(t, e->who));
        else
            say(t, " the top %s Drinks of %s own pile", count_word(e->n), told_their(t, e->who));
        break;
    case INN_STILL_IN: break; /* said with what follows */
    case INN_NEGATE:
    case INN_EVENT_AGAIN:
    case INN_IGNORE:
    case INN_REDUCE:
    case INN_REDUCE_TO:
    case INN_REDIRECT:
    case INN_REDIRECT_ALL:
    case INN_ANOTHER_ACTION:
    case INN_BORROW:
    case INN_NO_HEAL:
    case INN_SHARE_LOSS:
    case INN_SUBSTITUTE:
    case INN_EXCUSE: say_answer(t, e); break;
    case INN_IGNORE_DRINK:
    case INN_PASS_DRINK:
    case INN_SPLIT_DRINK:
    case INN_HALVE_DRINK:
    case INN_IN_HALF:
    case INN_ADD_AC:
    case INN_SET_DRINK:
    case INN_CONVERT:
    case INN_CONVERT_TO:
    case INN_BET:
    case INN_STASH_DRINK: say_open_drink(t, e); break;
    case INN_SAME_DRINK:
    case INN_CONTEST:
    case INN_DARE:
    case INN_AUCTION:
    case INN_SECRET_BID:
    case INN_SHUN: say_event(t, e); break;
    default: say_round(t, e); break;
    }
}

/* "a, b, and c", without an end */
static void say_effects(Telling *t, const InnEffect *effect)
{
    const InnPermission *p = t->on;
    bool begun = p->event == INN_GAMBLE, still = false; /* control is named by then */
    t->before = begun ? INN_ME : INN_NOBODY;
    if (p->event == INN_CHOICE && !p->effects) say(t, "do nothing");
    for (int k = 0; k < p->effects; k++) {
        if (effect[k].does == INN_STILL_IN) {
            still = true;
            t->before = INN_NOBODY;
            continue;
        }
        int again = 1;
        while (k + 1 < p->effects && !memcmp(&effect[k], &effect[k + 1], sizeof *effect)) again++, k++;
        bool on_condition = k && (effect[k - 1].does == INN_OFFER || effect[k - 1].does == INN_PASS_ON);
        if (begun) say(t, k + 1 == p->effects && !on_condition ? ", and " : ", ");
        if (still) say(t, "if %s still in, ", is_event_of_a_turn(t) ? "that player is" : "you are");
        still = false;
        t->last = INN_NOBODY;
        say_effect(t, &effect[k]);
        if (effect[k].per_pick) say(t, " for each of them");
        if (again > 1) say(t, ", %s times", count_word(again));
        t->before = t->last;
        begun = true;
    }
}

static void say_choices(Telling *t)
{
    int n = 0;
    for (int i = 0; i < t->entry->card.permissions; i++) {
        t->on = &t->entry->permission[i];
        if (t->on->event != INN_CHOICE) continue;
        say(t, n++ ? "; or " : "each player chooses in turn: ");
        say_effects(t, t->entry->effect[i]);
    }
    say(t, ".");
}

static void capital(Telling *t, size_t at)
{
    if (at < t->n) t->text[at] = (char)toupper((unsigned char)t->text[at]);
}

static void say_permissions(Telling *t)
{
    const InnCard *c = &t->entry->card;
    bool chosen = false, many = c->permissions > 1;
    for (int i = 0; i < c->permissions; i++) {
        size_t from = t->n + (t->n ? 1 : 0);
        const InnPermission *p = &t->entry->permission[i];
        if (p->event == INN_CHOICE && chosen) continue;
        if (t->n) say(t, " ");
        if (p->event == INN_CHOICE) {
            say_choices(t);
            chosen = true;
        } else {
            t->on = p;
            t->named = false;
            if (i && INN_ON(p->event) & INN_ON_HELD) say(t, c->types & INN_IS_DRINK ? "later, once, " : "or ");
            say_when(t, many);
            say_effects(t, t->entry->effect[i]);
            say(t, ".");
        }
        capital(t, from);
    }
    if (!c->permissions) say(t, c->types & INN_IS_TOKEN ? "It is counted by cards." : "It does nothing.");
}

const char *inn_tell(const InnEntry *entry, InnKind kind, Blocks *blocks)
{
    Telling t = {.entry = entry, .kind = kind};
    const InnCard *c = &entry->card;
    say_permissions(&t);
    if (c->flags & INN_SHARED) say(&t, " You may split it with another player, half for each, both rounded up.");
    if (c->flags & INN_UNSPLITTABLE) say(&t, " No card can split it.");
    if (c->ignore_as && c->types & INN_IS_DRINK)
        say(&t, " Whoever ignores this Drink, or one that it is part of, only takes %d Alcohol off it.", c->ignore_as);
    else if (c->ignore_as)
        say(&t, " Whoever ignores it only loses %d Fortitude less.", c->ignore_as);
    if (c->flags & INN_NO_MATES) say(&t, " Nobody can help those whom it concerns.");
    say_lying(&t);
    if (c->flags & INN_KEPT)
        say(&t, " Whoever drinks it keeps the card%s.", c->types & INN_IS_ITEM ? " in the row" : " until it is used");
    if (c->flags & INN_CHASER) say(&t, " Add a Chaser.");
    if (c->flags & INN_AS_ACTION) say(&t, " It is answered like an Action card.");
    if (c->flags & INN_UNANSWERABLE) say(&t, " It can be neither reduced nor negated nor ignored.");
    if (c->flags & INN_UNDENIABLE) say(&t, " It can be neither negated nor ignored.");
    if (c->only_by) say(&t, " Only an %s can answer it.", told_tags[c->only_by]);
    if (c->level && c->types & INN_IS_EVENT)
        say(&t, " The next event comes in %d turn%s.", c->level, c->level == 1 ? "" : "s");
    return blocks_copy(blocks, t.text, t.n);
}

const char *inn_tell_way(const InnEntry *entry, int way, InnKind kind, Blocks *blocks)
{
    Telling t = {.entry = entry, .kind = kind, .on = &entry->permission[way]};
    say_when(&t, true);
    say_effects(&t, entry->effect[way]);
    capital(&t, 0);
    return blocks_copy(blocks, t.text, t.n);
}

const char *inn_tell_kind(const InnEntry *entry, InnKind kind, Blocks *blocks)
{
    Telling t = {.entry = entry, .kind = kind};
    const InnCard *c = &entry->card;
    if (c->types & INN_IS_EVENT)
        say(&t, kind == INN_DRINKS ? "Drink event" : "%s", inn_kinds[kind].noun);
    else if (c->types & INN_IS_PRIZE)
        say(&t, "Prize");
    for (int i = 0; i < INN_TYPES; i++)
        if (c->types >> i & 1 && !(1 << i & (INN_IS_EVENT | INN_IS_PRIZE)))
            say(&t, "%s%s", t.n ? ", " : "", told_types[i]);
    if (c->tag) say(&t, ", %s", told_tags[c->tag]);
    if (inn_is_held(c)) say(&t, ", %s", entry->of->side_name[c->in - 1]);
    if (c->flags & INN_BOSS) say(&t, ", of a Boss");
    if (c->provenance == INN_HOUSE) say(&t, ", of the house");
    return blocks_copy(blocks, t.text, t.n);
}
