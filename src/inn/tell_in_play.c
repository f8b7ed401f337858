/* Tokens, rows and what lies there, and what is done to hands, in words. */
#include <stdio.h>

#include "inn/telling.h"

const char *token_title(const Telling *t, int token)
{
    const InnDeck *d = t->entry->of;
    return d->entry[d->token[token - 1]].title;
}

/* "1 Beetle token", "2 Beetle tokens" */
void say_tokens(Telling *t, int n, int token)
{
    say(t, "%d %s token%s", n, token_title(t, token), n == 1 ? "" : "s");
}

const char *token_condition(Telling *t)
{
    const InnPermission *p = t->on;
    const char *title = token_title(t, p->token), *few = p->at_least == 1 ? "" : "s";
    size_t size = sizeof t->amount;
    if (p->at_least && p->at_least == p->at_most - 1)
        snprintf(t->amount, size, "%d %s token%s", p->at_least, title, few);
    else if (p->at_least && p->at_most)
        snprintf(t->amount, size, "%d to %d %s tokens", p->at_least, p->at_most - 1, title);
    else if (p->at_least)
        snprintf(t->amount, size, "at least %d %s token%s", p->at_least, title, few);
    else if (p->at_most == 1)
        snprintf(t->amount, size, "no %s token", title);
    else
        snprintf(t->amount, size, "at most %d %s token%s", p->at_most - 1, title, p->at_most == 2 ? "" : "s");
    return t->amount;
}

/* "2 more", "1 less" */
static void say_more(Telling *t, int n) { say(t, "%d %s", n < 0 ? -n : n, n < 0 ? "less" : "more"); }

/* Who is meant is who has it: what follows happens if it is not handed on. */
static void say_hand_on(Telling *t, const InnEffect *e)
{
    say(t, "that player may hand 1 %s token on to another player", token_title(t, e->token));
    if (e->n) say(t, " by discarding %d card%s", e->n, e->n == 1 ? "" : "s");
    say(t, "; if not");
}

/* `"Bat" or "Wolf"`: whose cards come into the hand; those of a Boss say so. */
static void say_held_decks(Telling *t)
{
    const InnDeck *d = t->entry->of;
    int held = 0, boss = 0, left;
    for (int i = 0; i < d->entries; i++) {
        const InnCard *c = &d->entry[i].card;
        if (inn_is_held(c)) *(c->flags & INN_BOSS ? &boss : &held) |= 1 << (c->in - 1);
    }
    held |= boss;
    left = __builtin_popcount((unsigned)held);
    for (int k = 0; k < d->sides; k++)
        if (held >> k & 1)
            say(t, "\"%s\"%s%s", d->side_name[k], boss >> k & 1 ? " (of a Boss)" : "",
                --left > 1 ? ", " : left ? " or " : "");
}

void say_row(Telling *t, const InnEffect *e)
{
    switch ((InnDoes)e->does) {
    case INN_FETCH:
        say(t, "the top ");
        if (e->n > 1) say(t, "%s cards", count_word(e->n));
        else say(t, "card");
        say(t, " of \"%s\" come%s into your ", t->entry->of->side_name[e->side - 1], e->n > 1 ? "" : "s");
        say(t, e->side == 1 && t->entry->of->as_gold ? "purse" : "row");
        break;
    case INN_DRAW_BESIDE:
        say(t, "draw %s card%s of ", count_word(e->n), e->n == 1 ? "" : "s");
        say_held_decks(t);
        break;
    case INN_REVEAL_UNTIL:
        say(t, "reveal cards of your own deck until one is of the type %s, which comes into your row",
            told_types[__builtin_ctz(e->types)]);
        say(t, ", and discard the others");
        break;
    case INN_LAY: say(t, "lay this card into your row"); break;
    case INN_MERGE:
        say(t, "reveal the top card of \"%s\", which is part of this card", t->entry->of->side_name[e->side - 1]);
        break;
    case INN_NUMBERS:
        say(t, "the numbers of that card are ");
        say_more(t, e->n);
        break;
    case INN_ATTACH:
        say(t, "the top card of \"%s\" comes into the row of %s", t->entry->of->side_name[e->side - 1], say_target(t));
        break;
    case INN_PASS_ON:
        say(t, "whoever has it may hand it on to another player than you");
        if (e->n) say(t, " by discarding %d card%s", e->n, e->n == 1 ? "" : "s");
        say(t, "; if not");
        break;
    case INN_FETCH_TO:
        say(t, "cards of \"%s\" come into your row until %s of them lie there", t->entry->of->side_name[e->side - 1],
            count_word(e->n));
        break;
    case INN_SPEND:
        say(t, "discard %s other card%s of your row with this sign", count_word(e->n), e->n == 1 ? "" : "s");
        break;
    case INN_SERVE:
        say(t, "the top card of \"%s\" goes onto the pile of Drinks of %s", t->entry->of->side_name[e->side - 1],
            say_target(t));
        break;
    case INN_TAKE_SPENT: say(t, "take these cards"); break;
    case INN_SHOW: say(t, "lay this card open"); break;
    case INN_LEAVES: say(t, "it is laid away"); break;
    case INN_WEAR: say(t, "it loses %d Fortitude", e->n); break;
    case INN_WAGE: say(t, "pay %d Gold to the Inn, or it is laid away", e->n); break;
    case INN_OFFER: say(t, "%s may pay you %d Gold; only if so", say_target(t), e->n); break;
    case INN_SELL:
        say(t, "keep one card of \"%s\" in your row, ", t->entry->of->side_name[e->side - 1]);
        say(t, "and discard each other one or offer it to another player for %d Gold", e->n);
        break;
    case INN_CLEAR_ROW: say(t, "discard all other cards of your row"); break;
    case INN_SHIELD: say(t, "cards cost you %d Fortitude less", e->n); break;
    case INN_HIT:
        say(t, "your cards that cost others Fortitude cost them ");
        say_more(t, e->n);
        break;
    case INN_DRINK_MORE:
        say(t, "your Drinks with Alcohol have ");
        say_more(t, e->n);
        break;
    case INN_ACTION_HIT:
        say(t, "your Actions that cost others Fortitude cost them ");
        say_more(t, e->n);
        break;
    case INN_HAND_ON: say_hand_on(t, e); break;
    case INN_TITHE:
        say(t, "you may pay %d Gold to the Inn; unless that is your own Gold you lose ", e->n);
        say_tokens(t, 1, e->token);
        break;
    case INN_GOLD_MORE: say(t, "whenever cards bring you Gold, you gain %d more", e->n); break;
    case INN_FIRST_COIN: say(t, "of what you have to pay, antes aside, the Inn pays %d Gold", e->n); break;
    default:
        say(t, "your hand has %d card%s %s", e->n < 0 ? -e->n : e->n, e->n == 1 || e->n == -1 ? "" : "s",
            e->n < 0 ? "fewer" : "more");
        break;
    }
}

void say_lying(Telling *t)
{
    const InnCard *c = &t->entry->card;
    if (c->onto) {
        say(t, " Played, it goes onto a pile instead of your discards, and you gain ");
        say_tokens(t, 1, c->onto);
        say(t, "; for each that you lose the latest goes to your discards.");
    }
    if (c->sign) say(t, " Sign %d.", c->sign);
    if (inn_fort(c))
        say(t, " It has %d Fortitude, and can be struck instead of you; with none left it falls.", inn_fort(c));
    if (c->flags & INN_ABSORBS) say(t, " What cards would cost you in Fortitude it loses, as long as it has some.");
    if (c->flags & INN_PAYS_AS_GOLD)
        say(t, c->flags & INN_STAYS
                   ? " It is 1 Gold, and lies face down until whoever has it lays it open; it stays."
                   : " It is 1 Gold, lies face down, and whoever has it may use it, or a mate; then it is gone.");
    else if (c->flags & INN_STAYS) say(t, " It is used once a turn at most, and stays.");
    if (inn_acts_at_once(c)) say(t, " It does not stay.");
    if (c->flags & INN_UNSEEN) say(t, " It lies face down.");
    if (c->flags & INN_FOR_BEARER) say(t, " Whoever has it may use it.");
    if (c->flags & INN_FOR_SIDE) say(t, " Your mates may use it, too.");
    if (c->flags & INN_ADDS_TO_AC) say(t, " It counts with Alcohol, where that decides who is out.");
    if (c->types & INN_IS_TOKEN) {
        static const char *const by[INN_HOLDERS] = {[INN_BY_ANYBODY] = "Anybody", [INN_BY_ME] = "You",
                                                    [INN_BY_SIDE] = "Your side"};
        say(t, " %s may have %d to %d of %d", by[c->held_by], c->least, c->most, c->supply);
        say(t, c->start ? ", and begin%s with %d." : ".", c->held_by == INN_BY_SIDE ? "s" : "", c->start);
    }
    if (inn_price(c)) {
        say(t, " When you discard and draw, you may buy cards of ");
        say_held_decks(t);
        say(t, " for %d each, as far as your hand has room.", inn_price(c));
    }
    if (c->flags & INN_FOR_OPPONENTS) say(t, " Nobody of your side can have it.");
}

void say_hands(Telling *t, const InnEffect *e)
{
    switch ((InnDoes)e->does) {
    case INN_DISCARD_RANDOM:
        say_does(t, e->who, "discard ", "discards ");
        say_cards(t, e->n);
        say(t, " at random");
        break;
    case INN_DISCARD_OF:
        say_does(t, e->who, "discard", "discards");
        say(t, " a card of type %s, or %s a hand without one", told_types[__builtin_ctz(e->types)],
            is_plural(t, e->who) ? "show" : "shows");
        break;
    case INN_LOOK: say(t, "you look at the hand of %s", told_whom(t, e->who)); break;
    case INN_PLUCK:
        say(t, "you look at the hand of %s and may discard one %s card of it", told_whom(t, e->who),
            told_types[__builtin_ctz(e->types)]);
        break;
    case INN_OPEN_HAND:
        say_does(t, e->who, "play", "plays");
        say(t, " with %s hand open to all until your next turn", told_their(t, e->who));
        break;
    case INN_PLAY_THEIRS:
        say(t, "you do so by a Gambling or Cheating card of %s, whose hand you look at", told_whom(t, INN_TARGET));
        say(t, "; if you play none you pass");
        break;
    default:
        say(t, "%s divides the top %s cards of your own deck into two piles", told_whom(t, INN_TARGET),
            count_word(e->n));
        say(t, ", of which you take one into your hand and discard the other");
        break;
    }
}
