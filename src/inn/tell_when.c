/* When a card may be played, and what is asked before it does something. */
#include "inn/telling.h"

static const char *const folk[INN_KINDS_OF_FOLK] = {"a hero", "a villain", "an orc", "a troll", "an ogre", "a vampire"};

static bool tells_of(const Telling *t, InnDoes does)
{
    const InnEffect *effect = t->entry->effect[t->on - t->entry->permission];
    for (int i = 0; i < t->on->effects; i++)
        if (effect[i].does == does) return true;
    return false;
}

static void say_when_card(Telling *t)
{
    const InnPermission *p = t->on;
    say(t, "when %s ",
        p->whose == INN_MINE       ? "you play"
        : p->whose == INN_ANOTHERS ? "another player plays"
                                   : "somebody plays");
    if (p->types) {
        bool vowel = p->types & -p->types & (INN_IS_ACTION | INN_IS_ANYTIME | INN_IS_EVENT);
        say(t, vowel ? "an " : "a ");
        say_set(t, p->types, told_types);
        say(t, " card");
    } else
        say(t, "a card");
    if (p->when & INN_IF_MEDDLES) say(t, " that meddles with a Drink");
    if (p->when & INN_IF_FOR_ALL) say(t, " that concerns everybody");
    if (p->when & INN_IF_HEALS) say(t, " that would give another player Fortitude");
    if (p->affects || p->loses) {
        say(t, p->affects ? " that would change your " : " that would cost you ");
        say_set(t, p->affects ? p->affects : p->loses, told_stats);
    }
    if (p->tag_not) say(t, " and is no %s", told_tags[p->tag_not]);
    if (p->when & INN_IF_IN_ROUND) say(t, " and you are still in the round");
    if (p->alive) say(t, " and %s players are left", count_word(p->alive));
    say(t, ": ");
}

static void say_when_pay(Telling *t)
{
    const InnPermission *p = t->on;
    const char *who = p->whose == INN_MINE ? "you" : p->whose == INN_ANOTHERS ? "another player" : "somebody";
    const char *must = p->whose == INN_MINE ? "must" : "has to";
    if (p->causes == INN_BY_ANTE)
        say(t, "when %s %s ante: ", who, must);
    else if (p->causes == INN_BY_REFILL)
        say(t, "when %s %s pay because the Drink deck is empty: ", who, must);
    else if (p->causes == INN_BY_CARD)
        say(t, "when %s %s pay because of a card: ", who, must);
    else
        say(t, "when %s %s pay or ante: ", who, must);
}

static void say_outcome(Telling *t)
{
    static const char *const votes[INN_VOTES] = {
        [INN_ALL] = "if all choose the first: ",
        [INN_SOME] = "if some choose the first and some do not: ",
        [INN_NONE] = "if nobody chooses the first: ",
        [INN_MOST] = "if more than half choose the first: ",
        [INN_FEW] = "if half or fewer choose the first: ",
    };
    const InnPermission *p = t->on;
    if (t->entry->card.classes & INN_BIDS && p->votes == INN_NONE)
        say(t, "if all hold out nothing: ");
    else if (p->votes)
        say(t, "%s", votes[p->votes]);
    if (p->coin && !t->flipped) say(t, "then a coin is flipped; ");
    if (p->coin) say(t, p->coin == INN_HEADS ? "heads: " : "tails: ");
    t->flipped |= p->coin != INN_NO_COIN;
}

/* An item that speaks of who has it is attached to somebody. */
static bool lies_with_others(const InnEntry *e)
{
    for (int i = 0; i < e->card.permissions && e->card.types & INN_IS_ITEM; i++)
        for (int k = 0; k < e->permission[i].effects; k++)
            if (e->effect[i][k].who == INN_TURN || e->effect[i][k].does == INN_PASS_ON) return true;
    return false;
}

/* What happens by itself: of tokens that anybody may have in the turn of who has them, else in one's own. */
static void say_moment(Telling *t)
{
    static const char *const when[INN_EVENTS] = {[INN_TURN_START] = "at the beginning of %s turn%s",
                                                 [INN_ACTIONS_OVER] = "at the end of %s Action phase%s",
                                                 [INN_TURN_END] = "at the end of %s turn%s",
                                                 [INN_ENTERED] = "when it comes into %s row%s"};
    static const char *const befalls[INN_EVENTS] = {[INN_STRUCK] = "after an opponent's card cost %s Fortitude",
                                                    [INN_ROUND_LOST] = "after a round of gambling that %s did not win",
                                                    [INN_PLAYS] = "when %s a card"};
    bool theirs = t->entry->card.held_by == INN_BY_ANYBODY || lies_with_others(t->entry);
    if (t->on->event == INN_DRANK)
        say(t, "after a Drink of %s with %s Alcohol", theirs ? "whoever has it" : "yours",
            t->on->strength > 1 ? (char[]){(char)('0' + t->on->strength), ' ', 'o', 'r', ' ', 'm', 'o', 'r', 'e', 0}
                                : "any");
    else if (t->on->event == INN_PLAYS)
        say(t, befalls[INN_PLAYS], theirs ? "whoever has it plays" : "you play");
    else if (t->on->event == INN_STRUCK && t->on->whose == INN_MINE)
        say(t, "after an Action of %s cost an opponent Fortitude", theirs ? "whoever has it" : "yours");
    else if (befalls[t->on->event])
        say(t, befalls[t->on->event], theirs ? "whoever has it" : "you");
    else
        say(t, when[t->on->event], theirs ? "the" : "your", theirs ? " of whoever has it" : "");
    say(t, "%s", t->on->when & INN_IF_WISHED ? ", if you like: " : ": ");
}

void say_when(Telling *t, bool many)
{
    const InnPermission *p = t->on;
    if (p->event == INN_FALLS) say(t, "when it falls, and nothing can be done about this: ");
    else if (is_in_play(t)) say_moment(t);
    bool theirs = p->token_held == INN_BY_ANYBODY && is_in_play(t);
    if (p->token && !asks_who_is_picked(p))
        say(t, "if %s %s: ", theirs ? "that player has" : "you have", token_condition(t));
    if (p->signs) say(t, "with %s cards of this sign in your row: ", count_word(p->signs));
    if (p->all_kinds) say(t, "if you have of each kind of your tokens: ");
    switch ((InnEvent)p->event) {
    case INN_ACTION: say(t, "%s", many ? "as your Action: " : ""); break;
    case INN_GAMBLE: say(t, "%stake control of the round", many ? "in a round of gambling: " : ""); break;
    case INN_ANYTIME: say(t, "%s", many ? "at any time: " : ""); break;
    case INN_CARD: say_when_card(t); break;
    case INN_DRINK:
        say(t, "when %s about to drink%s: ",
            p->whose == INN_MINE       ? "you are"
            : p->whose == INN_ANOTHERS ? "another player is"
                                       : "somebody is",
            p->when & INN_IF_HEALS ? " what would give Fortitude" : "");
        break;
    case INN_PAY: say_when_pay(t); break;
    case INN_ROUND:
        say(t, "during a round of gambling%s%s: ", p->when & INN_IF_IN_ROUND ? " that you are in" : "",
            p->when & INN_IF_NO_ANTE ? ", but not in answer to what makes players ante or ends it" : "");
        break;
    case INN_WON:
        say(t, "when %s a round of gambling%s: ",
            p->whose == INN_MINE       ? "you win"
            : p->whose == INN_ANOTHERS ? "another player wins"
                                       : "somebody wins",
            p->when & INN_IF_IN_ROUND ? " that you are still in" : "");
        break;
    case INN_TAKEN:
        say(t, "when %s taken a pot: ",
            p->whose == INN_MINE ? "you have" : p->whose == INN_ANOTHERS ? "another player has" : "somebody has");
        break;
    case INN_GAINED:
        say(t, "when %s gained Gold%s: ",
            p->whose == INN_MINE ? "you have" : p->whose == INN_ANOTHERS ? "another player has" : "somebody has",
            p->when & INN_IF_FROM_INN ? " from the Inn" : "");
        break;
    case INN_PAID:
        if (tells_of(t, INN_TAKE_SPENT)) {
            say(t, "when others have paid with cards that are Gold: ");
            break;
        }
        say(t, "after an Action, Sometimes or Anytime card made %s pay Gold to the Inn: ",
            p->whose == INN_MINE ? "you" : p->whose == INN_ANOTHERS ? "another player" : "somebody");
        break;
    case INN_ACTING: say(t, "in your Action phase: "); break;
    case INN_ORDER: say(t, "in your Order phase: "); break;
    case INN_DRINKING: say(t, "in another player's Drink phase: "); break;
    case INN_HURT:
        say(t, "after another player's card made %s lose Fortitude%s: ",
            p->whose == INN_ANOTHERS ? "somebody else" : p->whose == INN_BODYS ? "a card of your row" : "you",
            p->when & INN_IF_UNREDUCED ? ", and you did nothing to lessen it" : "");
        break;
    case INN_DRUNK:
        if (p->is || p->is_not) {
            say(t, p->is ? "if you are " : "unless you are ");
            say_set(t, p->is ? p->is : p->is_not, folk);
            say(t, ": ");
        }
        break;
    case INN_NEGATED: say(t, "if it is negated, nothing can be done about this instead: "); break;
    case INN_IGNORED: say(t, "if it is ignored, once: "); break;
    case INN_JOINED: say(t, "as part of the card that reveals it: "); break;
    case INN_LIES:
        if (t->entry->card.flags & INN_PAYS_AS_GOLD) say(t, "as long as it lies open: ");
        else if (t->entry->card.types & INN_IS_ITEM) say(t, "as long as it lies in your row: ");
        else if (!p->token) say(t, "as long as you have it: ");
        break;
    case INN_REVEALED: say(t, "%s", p->when & INN_IF_WISHED ? "you may accept this: " : ""); break;
    case INN_OUTCOME: say_outcome(t); break;
    default: break;
    }
}
