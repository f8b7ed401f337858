/* The reader of decks: what is read from good files, and what exactly is said about bad ones. */
#include "support.h"

#include <string.h>

#include "inn_decks.h"

/* ------------------------------------------------------------------- help */

/* What is said of a text, a line each. The caller frees it. */
static char *said_of(const char *text, size_t n)
{
    Blocks blocks = {NULL};
    TapFaults faults = {0};
    const InnDeck *d = NULL;
    bool good = inn_read(text, n, &d, &blocks, &faults);
    CHECK(good == !faults.n && good == (d != NULL), "faults and what is read disagree");
    char *said = tap_faults_text(&faults, "f");
    blocks_free(&blocks);
    return said;
}

#define HEAD "content inn-character x\nname \"X\"\ncards 30\nfolk hero\n"
#define FILLER "card filler x29 \"Filler\" anytime house\non anytime : draw me 1\n"
/* The card under test stands in line 7, its permissions from 8 on. */
#define CARD(line) HEAD FILLER line "\n"

/* ------------------------------------------------------------- good decks */

static void test_values(void **state)
{
    (void)state;
    Blocks blocks = {NULL};
    const InnDeck *d = read_good("\xEF\xBB\xBF# a deck\r\n"
                                 "content inn-character bron # its first line\n"
                                 "name \"Bron\"\n cards 30\n folk villain orc\n gold 2\n hand 6\n"
                                 "card a x28 \"Say \\\"no\\\" \\\\ Größe\" action+gambling sourced\n"
                                 "on action : pick other 1..3 : lose target fort 2\n"
                                 "  : pay me inn 1   # goes on\n"
                                 "  : pay me inn picked\n"
                                 "on gamble\n"
                                 "card b x2 \"B\" sometimes partial tag=objection only_by=hands-off unanswerable\n"
                                 "on card type=action,cheating affects=fort,gold actor=other in_round meddles "
                                 "tag_not=hands-off alive=3 : negate\n"
                                 "on pay cause=ante,refill payer=me : excuse\n",
                                 &blocks);
    assert_string_equal(d->head.id, "bron");
    assert_string_equal(d->name, "Bron");
    assert_int_equal(d->kind, INN_CHARACTER);
    assert_int_equal(d->cards, 30);
    assert_int_equal(d->folk, INN_VILLAIN | INN_ORC);
    assert_int_equal(d->gold, 2);
    assert_int_equal(d->hand, 6);
    assert_int_equal(d->entries, 2);
    const InnEntry *a = &d->entry[0], *b = &d->entry[1];
    assert_string_equal(a->title, "Say \"no\" \\ Größe");
    assert_int_equal(a->copies, 28);
    assert_int_equal(a->card.types, INN_IS_ACTION | INN_IS_GAMBLING);
    assert_int_equal(a->card.provenance, INN_SOURCED);
    assert_int_equal(a->card.permissions, 2);
    const InnPermission *p = &a->permission[0];
    assert_true(p->event == INN_ACTION && p->pick == INN_OTHER && p->least == 1 && p->most == 3 && p->effects == 3);
    const InnEffect *e = a->effect[0];
    assert_true(e[0].does == INN_LOSE && e[0].who == INN_TARGET && e[0].stat == INN_FORT && e[0].n == 2);
    assert_true(e[1].does == INN_PAYS && e[1].who == INN_ME && e[1].to == INN_THE_INN && e[1].n == 1);
    assert_true(!e[1].per_pick && e[2].per_pick && e[2].n == 1);
    assert_int_equal(a->permission[1].event, INN_GAMBLE);
    assert_int_equal(a->permission[1].effects, 0);
    assert_int_equal(b->card.provenance, INN_PARTIAL);
    assert_true(b->card.tag == INN_OBJECTION && b->card.only_by == INN_HANDS_OFF);
    assert_int_equal(b->card.flags, INN_UNANSWERABLE);
    p = &b->permission[0];
    assert_true(p->types == (INN_IS_ACTION | INN_IS_CHEATING) && p->affects == (INN_FORT | INN_GOLD));
    assert_true(p->whose == INN_ANOTHERS && p->when == (INN_IF_IN_ROUND | INN_IF_MEDDLES));
    assert_true(p->tag_not == INN_HANDS_OFF && p->alive == 3);
    p = &b->permission[1];
    assert_true(p->causes == (INN_BY_ANTE | INN_BY_REFILL) && p->whose == INN_MINE);
    blocks_free(&blocks);
}

/* What is derived from effects: whom a permission moves, what a card is. */
static void test_forecast(void **state)
{
    (void)state;
    Blocks blocks = {NULL};
    const InnDeck *d = read_good(
        HEAD "card a x26 \"A\" action house\n"
             "on action : pick other : lose target fort 1 : gain each ac 1 : pay others me 2 : pay me inn 1\n"
             "card b x1 \"B\" sometimes house\non drink : add_ac 2\non round : take_pot\n"
             "card c x1 \"C\" gambling house\non gamble : ante 1\n"
             "card d x1 \"D\" sometimes house\non card : ignore\non card : negate\non won : take_pot\n"
             "card e x1 \"E\" anytime house\non anytime : order 1\n",
        &blocks);
    const InnPermission *p = &d->entry[0].permission[0];
    assert_int_equal(p->moves[INN_TARGET], INN_FORT);
    assert_int_equal(p->takes[INN_TARGET], INN_FORT);
    assert_int_equal(p->moves[INN_EACH], INN_AC);
    assert_int_equal(p->takes[INN_EACH], 0);
    assert_int_equal(p->takes[INN_OTHERS], INN_GOLD);
    assert_int_equal(p->moves[INN_ME], INN_GOLD);
    assert_int_equal(p->takes[INN_ME], INN_GOLD);
    assert_int_equal(d->entry[0].card.classes, INN_PICKS_SOMEBODY);
    assert_int_equal(d->entry[1].card.classes, INN_MEDDLES | INN_ENDS_ROUND);
    assert_int_equal(d->entry[1].card.events, INN_ON(INN_DRINK) | INN_ON(INN_ROUND));
    assert_int_equal(d->entry[2].card.classes, INN_ANTES);
    assert_int_equal(d->entry[3].card.classes, INN_IGNORES | INN_NEGATES); /* the pot of a round that is over */
    assert_int_equal(d->entry[4].card.classes, 0);                         /* ordering is no meddling (WEN-3) */
    blocks_free(&blocks);
}

/* --------------------------------------------------------------- bad decks */

typedef struct Bad {
    const char *text, *said;
} Bad;

static const Bad bad[] = {
    /* the head */
    {"content inn-character x\n" FILLER, "f:1:1: the deck has no name: name \"Deirdre\"\n"
                                         "f:1:1: a character is a hero or a villain: folk hero\n"
                                         "f:1:1: the deck does not say how many cards it has: cards 30\n"},
    {"content inn-character x\nname\ncards x\nfolk hro\ngold 10\nhand 7 8\n",
     "f:1:1: a character is a hero or a villain: folk hero\n"
     "f:2:5: 'name' wants a value: name \"Deirdre\"\n"
     "f:3:7: 'cards' is a whole number from 30 to 60, not 'x'\n"
     "f:4:6: 'hro' is nothing that folk can be; did you mean 'hero'?\n"
     "f:5:6: 'gold' is a whole number from 0 to 9, not '10'\n"
     "f:6:8: '8' is too much behind 'hand'\n"},
    {"content inn-sea x\nname \"X\"\ncards 8\nfolk hero\n"
     "card a x8 \"A\" event house level=2\non revealed : draw each 1\n",
     "f:4:1: only a deck of kind 'inn-character' has 'folk'\n"},
    {HEAD "replaces y\n" FILLER "card a x1 \"A\" anytime house\non anytime : draw me 1\nname \"Y\"\n",
     "f:5:10: a deck replaces the one of its own id: this one is 'x'\n"
     "f:10:1: 'name' stands before the first card\n"},
    {"content inn-character x\nname \"0123456789012345678901234567890123456789x\"\ncards 30\nfolk hero villain\n"
     "card a x30 \"A\" anytime house\non anytime : draw me 1\n",
     "f:1:1: a character is a hero or a villain: folk hero\n"
     "f:2:6: a name has 1 to 40 bytes; this has 41\n"},
    /* sizes */
    {HEAD FILLER, "f:3:1: the copies add up to 29 cards, not to 30\n"},
    {"content inn-character x\nname \"X\"\ncards 61\nfolk hero\n",
     "f:3:7: 'cards' is a whole number from 30 to 60, not '61'\n"},
    {"content inn-drinks x\nname \"X\"\ncards 29\n", "f:3:7: 'cards' is a whole number from 30 to 60, not '29'\n"},
    /* rows */
    {HEAD "side barn 2 \"Barn\"\nside barn\n" FILLER
          "card a x1 \"A\" item house in=barn stays\non lies : shield 0\n"
          "card b x1 \"B\" anytime house in=shed stays\non anytime : lay : fetch shed 1\n",
     "f:5:1: the copies in 'barn' add up to 1 cards, not to 2\n"
     "f:6:10: 'side' wants an id, cards and a name: side stable 14 \"The stable\"\n"
     "f:10:18: 'shield' takes a whole number from 1 to 9, not '0'\n"
     "f:11:29: there is no side deck 'shed'; the head says: side shed 14 \"Its name\"\n"
     "f:11:37: only a card of type 'item' is 'stays'\n"
     "f:12:14: 'lay' is for a card of type 'item' that is drawn into the hand\n"
     "f:12:26: there is no side deck 'shed'; the head says: side shed 14 \"Its name\"\n"},
    {HEAD "side barn 2 \"Barn\"\n" FILLER "card a x1 \"A\" item house in=barn unseen\non lies : shield 1\n"
          "card b x1 \"B\" action+item house\non action : fetch barn 1\n",
     "f:5:1: the copies in 'barn' add up to 1 cards, not to 2\n"
     "f:10:6: this item comes into no row: in=..., or a line with 'lay'\n"},
    {HEAD FILLER "card a x1 \"A\" action+item house unseen\non action : lay\non lies at_least=x:1 : lose me fort 1\n",
     "f:9:9: no token 'x:1' stands above this line; 'at_least' is written: at_least=mark:1\n"
     "f:9:24: 'lose' has nothing to act on in 'on lies'\n"},
    {HEAD FILLER "card a x1 \"A\" item house\non card : negate\non entered : reveal_until token\n",
     "f:8:1: 'on card' is for cards of type 'sometimes', and this is 'item'\n"
     "f:9:27: no card of a character has the type 'token'\n"},
    /* parts */
    {HEAD "side tales 2 \"T\" over\nside tales 3 \"T\" under\nside barn 1 \"B\"\n" FILLER
          "card b x1 \"B\" part house in=tales\non joined : lay\n"
          "card c x1 \"C\" part house in=tales\non joined : lose me fort 1 : lose target fort 1\n"
          "card d x1 \"D\" part house\non joined : pick other 1..2 : lose target fort 1\n"
          "card a x1 \"A\" action house\non action : merge tales : merge tales : numbers 1\n",
     "f:3:1: the copies add up to 31 cards, not to 30\n"
     "f:5:22: 'side' wants an id, cards and a name: side stable 14 \"The stable\"\n"
     "f:6:1: the copies in 'tales' add up to 2 cards, not to 3\n"
     "f:7:1: the copies in 'barn' add up to 0 cards, not to 1\n"
     "f:11:13: a part that comes into the row is of type 'item', too\n"
     "f:13:1: a card and its part take Fortitude once, and there is one part\n"
     "f:15:13: a part picks one player at most\n"
     "f:17:41: 'numbers' has nothing to act on in 'on action'\n"},
    {HEAD "side tales 1 \"T\" under\nside barn 1 \"B\"\n" FILLER
          "card b x1 \"B\" part house in=tales\non joined : draw me 1\non joined : draw me 2\n"
          "card c x1 \"C\" item house in=barn\non lies : shield 1\n"
          "card d x1 \"D\" part house in=barn\non joined : draw me 1\n"
          "card a x1 \"A\" action house\non action : merge barn : fetch tales 1\n",
     "f:6:1: the copies in 'barn' add up to 2 cards, not to 1\n"
     "f:9:6: a part has one line 'on joined'\n"
     "f:12:6: all cards of 'barn' are parts, or none\n"
     "f:16:6: the cards of 'tales' are parts: they are merged, not fetched\n"},
    /* what lies with others */
    {HEAD "side bombs 1 \"B\"\n" FILLER "card b x1 \"B\" item house in=bombs\non turn_end : pass_on 4 : leaves\n"
          "card a x1 \"A\" action house\non action : pick other 1..2 : attach bombs : offer 1 : leaves\n"
          "on action : attach bombs\n",
     "f:9:23: 'pass_on' takes a whole number from 0 to 3, not '4'\n"
     "f:11:46: one buys it: 'pick other', not several\n"
     "f:11:56: 'leaves' has nothing to act on in 'on action'\n"
     "f:12:13: 'attach' acts on who is picked, and nobody is; write 'pick other :' before it\n"},
    {HEAD "card k x2 \"K\" token house\non turn_end : leaves\n" FILLER "card a x1 \"A\" anytime house\n"
          "on anytime : draw me 1\n",
     "f:6:15: 'leaves' is for a card of type 'item', which lies in a row\n"},
    /* bodies */
    {HEAD "side barn 3 \"B\"\n" FILLER "card b x1 \"B\" item house in=barn unseen fort=10\non turn_end : wear 1\n"
          "card c x1 \"C\" item house in=barn absorbs\non falls : draw me 1\n"
          "card d x1 \"D\" item house in=barn fort=2\non falls : leaves\n"
          "card a x1 \"A\" action house fort=2\non action : draw me 1\n",
     "f:8:41: 'fort' is a whole number from 1 to 9, not '10'\n"
     "f:9:15: 'wear' is for a card with Fortitude of its own: fort=3\n"
     "f:10:6: only what has Fortitude of its own falls, or absorbs: fort=3\n"
     "f:13:12: 'leaves' has nothing to act on in 'on falls'\n"
     "f:14:28: only a card of type 'item' has Fortitude of its own\n"},
    {HEAD "side barn 1 \"B\"\n" FILLER "card b x1 \"B\" item house in=barn unseen fort=2\non turn_end : wage 1\n"
          "card a x1 \"A\" action house\non action : pick other : attach barn\n",
     "f:8:6: what has Fortitude of its own lies open, not 'unseen'\n"
     "f:10:6: what lies with others has no Fortitude of its own\n"},
    {HEAD "card k x2 \"K\" token house\non turn_end : wage 1\n" FILLER "card a x1 \"A\" anytime house absorbs\n"
          "on anytime : draw me 1\non hurt victim=bodies : draw me 1\n",
     "f:6:15: 'wage' is for a card of type 'item', which lies in a row\n"
     "f:9:29: only a card of type 'item' is 'absorbs'\n"
     "f:11:9: 'bodies' is no value of 'victim'\n"},
    /* all, two, ordered and halved Drinks, hands */
    {HEAD "card k x2 \"K\" token house held_by=me\ncard m x2 \"M\" token house\n" FILLER
          "card a x1 \"A\" sometimes house\non drink drinker=me : pick other : in_half m 1\n"
          "on drink drinker=me : pick other : split_drink : in_half k 1\non order : order 1 : lose target fort 1\n"
          "on order : give target m 1 : order 1\non card : pick other two : redirect\n"
          "on card : pick other : redirect : lose second fort 1\n",
     "f:10:36: 'in_half' stands behind 'split_drink'\n"
     "f:11:58: only what anybody may have is handed on: held_by=anybody\n"
     "f:12:27: whoever something is ordered for gets or loses tokens by it: give, take\n"
     "f:13:17: 'target' is used, and nobody is picked; write 'pick other :' before it\n"
     "f:14:11: two are picked, and nothing happens to 'second'\n"
     "f:15:40: 'second' is used, and one is picked; write 'pick other two :' before it\n"},
    {HEAD "side tales 1 \"T\"\ncard m x2 \"M\" token house\n" FILLER
          "card t x1 \"T\" part house in=tales\non joined : draw me 1\n"
          "card a x1 \"A\" sometimes+action house\non order : order 1 : merge tales : give target m 1\n"
          "on action : pick other : divide 7 : pluck target drink\non action : divide 2\non action : play_theirs\n",
     "f:12:1: 'target' is whom the card picks, also for its part: nobody is picked\n"
     "f:13:33: 'divide' takes a whole number from 2 to 6, not '7'\n"
     "f:13:50: no card of a character has the type 'drink'\n"
     "f:14:13: 'divide' acts on who is picked, and nobody is; write 'pick other :' before it\n"
     "f:15:13: 'play_theirs' has nothing to act on in 'on action'\n"},
    {HEAD "side vials 1 \"V\"\n" FILLER "card b x1 \"B\" anytime+item house in=vials unseen for_bearer\n"
          "on anytime : draw me 1\n"
          "card a x1 \"A\" action house for_bearer\non action : sell vials 0\n",
     "f:8:6: what lies face down is for its owner: 'unseen' or 'for_bearer'\n"
     "f:10:28: only a card of type 'item' is 'for_bearer'\n"
     "f:11:24: 'sell' takes a whole number from 1 to 9, not '0'\n"},
    /* cards that are Gold */
    {HEAD "side barn 1 \"B\"\nside gold 1 \"G\" as_gold\n" FILLER
          "card b x1 \"B\" anytime+item house in=barn\non anytime : show\n"
          "card a x1 \"A\" anytime house\non anytime : draw me 1\n",
     "f:6:17: only the first side deck is Gold\n"
     "f:9:6: only a card that is Gold lies face down to be shown\n"},
    {HEAD "side gold 7 \"G\" as_gold\n" FILLER
          "card m x2 \"M\" token house\n"
          "card b x2 \"B\" anytime+item house in=gold for_side\non anytime : draw me 1\n"
          "card c x1 \"C\" item house in=gold\non lies : shield 1\n"
          "card d x1 \"D\" anytime+item house in=gold stays\non anytime : show\n"
          "card e x1 \"E\" action+item house in=gold fort=2\non action : give me m 1\n"
          "card g x1 \"G\" anytime+item house in=gold stays unanswerable\non anytime : show : draw me 1\n"
          "card h x1 \"H\" anytime+item house in=gold stays unanswerable\non anytime : show\non lies : shield 1\n"
          "card a x1 \"A\" action house\non action : pick other : attach gold\n",
     "f:9:6: cards that are Gold are all different: x1\n"
     "f:9:6: what is Gold lies face down and is for whoever has it: it names no tokens, side decks or signs\n"
     "f:11:6: nothing lays this card open: on anytime : show\n"
     "f:13:6: 'show' stands alone, on a card that 'stays' and is 'unanswerable'\n"
     "f:15:6: what is Gold is an item without Fortitude of its own\n"
     "f:15:6: what is Gold lies face down and is for whoever has it: it names no tokens, side decks or signs\n"
     "f:17:6: 'show' stands alone, on a card that 'stays' and is 'unanswerable'\n"
     "f:22:6: the cards of 'gold' are Gold: they are fetched\n"
     "f:22:6: what lies with others has no Fortitude of its own\n"},
    /* Drinks of a character */
    {HEAD "side casks 4 \"C\"\nside barn 1 \"B\"\n" FILLER
          "card b x1 \"B\" drink house\non drunk : gain me ac 1\n"
          "card c x1 \"C\" drink+item house in=casks\non drunk : gain me ac 1\n"
          "card d x1 \"D\" drink house in=casks chaser\non drunk : pay me actor 1\n"
          "card e x1 \"E\" item house in=casks\non lies : shield 1\n"
          "card g x1 \"G\" drink house in=casks\non drunk : lose actor fort 1\n"
          "card f x1 \"F\" item house in=barn\non lies : shield 1\n"
          "card a x1 \"A\" action house\non action : pick other : serve barn : attach casks\n",
     "f:3:1: the copies add up to 31 cards, not to 30\n"
     "f:9:6: a Drink of a character lies in a side deck: in=...\n"
     "f:11:6: a Drink that is an item is 'kept', and there when it was drunk\n"
     "f:11:6: this item does nothing in the row\n"
     "f:13:6: what costs something for 'actor' is no Chaser\n"
     "f:15:6: all cards of 'casks' are Drinks, or none\n"
     "f:18:12: a Drink is for who drinks it: 'me'\n"
     "f:21:6: 'serve' wants a side deck of Drinks, and 'barn' is none\n"
     "f:21:6: the cards of 'casks' are Drinks: they are served\n"},
    /* signs */
    {HEAD "side totems 2 \"T\"\n" FILLER
          "card b x1 \"B\" sometimes+item house in=totems sign=10\non acting : draw me 1\n"
          "card c x1 \"C\" sometimes+item house in=totems\non acting signs=7 : draw me 1\non acting : spend 1\n"
          "card a x1 \"A\" action house sign=1\non action : draw me 1\n",
     "f:8:46: 'sign' is a whole number from 1 to 9, not '10'\n"
     "f:11:11: 'signs' is a whole number from 2 to 6, not '7'\n"
     "f:12:1: this card has no sign: sign=1\n"
     "f:13:28: only a card of type 'item' has a sign\n"},
    /* afterwards */
    {CARD("card a x1 \"A\" action house\non action : draw me 1\non negated : lose target fort 1\n"
          "on ignored : lose turn fort 1\non negated"),
     "f:9:19: 'target' is used, and nobody is picked; write 'pick other :' before it\n"
     "f:10:19: 'turn' is nobody in 'on ignored'\n"
     "f:11:1: this does nothing\n"},
    {CARD("card a x1 \"A\" token house\non ignored : draw me 1"),
     "f:3:1: the copies add up to 29 cards, not to 30\n"
     "f:8:1: 'on ignored' is for cards of type 'action', and this is 'token'\n"},
    /* losses */
    {CARD("card a x1 \"A\" action house\non action : draw me members : discard me lost : redirect_all"),
     "f:8:21: 'members' is no number of 'draw'\n"
     "f:8:42: 'lost' is no number of 'discard'\n"
     "f:8:49: 'redirect_all' has nothing to act on in 'on action'\n"},
    /* tokens */
    {CARD("card a x1 \"A\" action house\non action : pick other : give target mark 1"),
     "f:8:38: no token 'mark' stands above this line\n"},
    {HEAD "card m x9 \"M\" token house held_by=you most=10 start=2 adds_to_ac\n" FILLER
          "card a x1 \"A\" action+token house\non action : draw me 1\n",
     "f:3:1: the copies add up to 29 cards, not to 30\n"
     "f:5:27: 'you' has no tokens\n"
     "f:5:39: 'most' is a whole number from 0 to 9, as many as there are, not '10'\n"
     "f:8:15: a token is never played: it has no other type\n"},
    {HEAD "card m x9 \"M\" token house held_by=me least=3 most=2\n"
          "card n x9 \"N\" token house start=2\n" FILLER "card a x1 \"A\" anytime house adds_to_ac least=1\n"
          "on anytime : pick other : give target m 1 : discard me m\n",
     "f:5:6: there are 3 to 2 of it, and at first 0: that does not fit\n"
     "f:6:6: what anybody may have begins with nothing: held_by=me, held_by=side\n"
     "f:9:29: only a card of type 'token' is 'adds_to_ac'\n"
     "f:9:40: only a card of type 'token' has 'least'\n"
     "f:10:39: only who plays the character has 'm': write 'me'\n"
     "f:10:56: 'discard' counts no tokens that one has\n"},
    {HEAD "card m x9 \"M\" token house\non turn_end : lose turn fort 1\n" FILLER "card a x1 \"A\" anytime house\n"
          "on anytime at_least=m at_most=k:1 : draw me 1\non turn_end : draw me 1\n"
          "on anytime at_least=m:0 : draw me m\n",
     "f:10:12: 'at_least' wants a number from 1 to 60 behind the token: at_least=m:1\n"
     "f:10:23: no token 'k:1' stands above this line; 'at_most' is written: at_most=mark:1\n"
     "f:11:1: 'on turn_end' is for cards of type 'token', and this is 'anytime'\n"
     "f:12:12: 'at_least' wants a number from 1 to 60 behind the token: at_least=m:1\n"
     "f:12:35: 'draw' counts no tokens that everybody has\n"},
    {HEAD "card k x1 \"K\" token house\ncard l x1 \"L\" token house\ncard m x1 \"M\" token house\n"
          "card n x1 \"N\" token house\ncard o x1 \"O\" token house\non card : negate\n" FILLER
          "card a x1 \"A\" anytime house\non anytime : draw me 1\n",
     "f:9:15: a character has at most 4 kinds of tokens\n"
     "f:10:1: 'on card' is an answer, and a card of type 'token' is not used up by it\n"},
    /* Drinks */
    {"content inn-drinks x\nname \"X\"\ncards 30\ncard a x30 \"A\" drink house ignore_as=0\non drunk : gain me ac 1\n",
     "f:4:28: 'ignore_as' is a whole number from 1 to 9, not '0'\n"},
    {"content inn-drinks x\nname \"X\"\ncards 30\ncard a x30 \"A\" event house ignore_as=1\non revealed : dare me\n",
     "f:4:28: only a card of type 'drink' or 'action' has 'ignore_as'\n"},
    {"content inn-drinks x\nname \"X\"\ncards 30\ncard a x30 \"A\" event house\non revealed : dare each\n",
     "f:5:20: the weaker Drink is for 'me' or for 'others', not for 'each'\n"},
    {"content inn-drinks x\nname \"X\"\ncards 30\ncard a x30 \"A\" drink house\n"
     "on drunk : gain each ac 1\non drunk : reveal_for me drink fort 2\non drunk : shot me 1\n",
     "f:5:17: 'each' is nobody in 'on drunk'\n"
     "f:6:26: no card of a character has the type 'drink'\n"
     "f:7:12: 'shot' has nothing to act on in 'on drunk'\n"},
    {"content inn-drinks x\nname \"X\"\ncards 30\ncard a x30 \"A\" drink house\non drunk : reveal_for me fort 2\n",
     "f:5:12: something is missing behind 'reveal_for'; it is written: reveal_for WHOM TYPE STAT NUMBER\n"},
    /* lines of cards */
    /* What lies with others, and on piles. */
    {HEAD "card k x2 \"K\" token house held_by=me\non turn_end : hand_on k 1 : lose me fort 1\n"
          "card a x30 \"A\" action house\non action : tithe k 1 : lose others fort 1\n",
     "f:6:23: only what anybody may have is handed on: held_by=anybody\n"},
    {HEAD "card k x2 \"K\" token house\ncard a x30 \"A\" action house onto=k\n"
          "on action : tithe k 1 : lose others fort 1\n",
     "f:6:29: the pile is of who plays the character: 'k' is held_by=me\n"
     "f:7:19: who does not pay loses of what is his own: held_by=me, held_by=side\n"},
    {HEAD "card a x30 \"A\" action house onto=k for_opponents\non action : lose others fort 1\n",
     "f:5:29: no token 'k' stands above this line\n"
     "f:5:36: only a card of type 'token' is 'for_opponents'\n"},
    {HEAD "card k x2 \"K\" token house held_by=me\non turn_end strength=2 : gain me fort 1\n"
          "card a x30 \"A\" action house\non action : lose others fort 1\n",
     "f:6:13: 'on turn_end' has no 'strength'\n"},
    {CARD("card a x1 \"A\" action"),
     "f:7:21: a card has an id, copies, a title, a type and where it is from: card my-id "
                                     "x2 \"Title\" action house\n"},
    {CARD("crad a x1 \"A\" action house"), "f:3:1: the copies add up to 29 cards, not to 30\n"
                                           "f:7:1: no line begins with 'crad'; did you mean 'card'?\n"},
    {CARD("card a! x1 \"A\" anytime house\non anytime : draw me 1"),
     "f:7:6: an id is a word of at most 32 letters, digits, - and _, not 'a!'\n"},
    {CARD("card FILLER x1 \"A\" anytime house\non anytime : draw me 1"),
     "f:7:6: the id 'FILLER' stands twice; first in line 5\n"},
    {CARD("card a 2 \"A\" anytime house\non anytime : draw me 1"),
     "f:7:8: how many copies? write x1 to x60, not '2'\n"},
    {CARD("card a x0 \"A\" anytime house\non anytime : draw me 1"),
     "f:7:8: how many copies? write x1 to x60, not 'x0'\n"},
    {CARD("card a x1 A anytime house\non anytime : draw me 1"), "f:7:11: here the title stands, in quotes, not 'A'\n"},
    {CARD("card a x1 \"0123456789012345678901234567890123456789012345678901234567890123456789012345678\xC3\xA4\" "
          "anytime house\non anytime : draw me 1"),
     "f:7:11: a title has 1 to 80 bytes; this has 81\n"},
    {CARD("card a x1 \"\" anytime house\non anytime : draw me 1"), "f:7:11: a title has 1 to 80 bytes; this has 0\n"},
    {CARD("card a x1 \"A\" somtimes house"),
     "f:7:15: there is no type of card 'somtimes'; did you mean 'sometimes'?\n"},
    {CARD("card a x1 \"A\" drink house"), "f:7:6: a Drink of a character lies in a side deck: in=...\n"
     "f:7:6: a Drink has a line 'on drunk'\n"},
    {CARD("card a x1 \"A\" anytime hous\non anytime : draw me 1"),
     "f:7:23: where is it from? 'hous' is nowhere; did you mean 'house'?\n"},
    {CARD("card a x1 \"A\" anytime house unanswerabel tag=objektion level=2 chaser as_action\non anytime : draw me 1"),
     "f:7:29: 'unanswerabel' means nothing in a line of a card; did you mean 'unanswerable'?\n"
     "f:7:42: there is no family of cards 'objektion'; did you mean 'objection'?\n"
     "f:7:56: only Sea and Dungeon events have a level\n"
     "f:7:64: only a card of type 'drink' is 'chaser'\n"
     "f:7:71: only a card of type 'event' is 'as_action'\n"},
    {"content inn-sea x\nname \"X\"\ncards 8\ncard a x7 \"A\" event house\non revealed : draw each 1\n"
     "card b x1 \"B\" event house level=0\non revealed : draw each 1\n",
     "f:4:6: a Sea or Dungeon event has a level: level=3\n"
     "f:6:27: 'level' is a whole number from 1 to 9, not '0'\n"},
    {"content inn-prizes x\nname \"X\"\ncards 4\ncard a x2 \"A\" prize+anytime house\non anytime : draw me 1\n"
     "card b x1 \"B\" anytime house\non anytime : draw me 1\ncard c x1 \"C\" prize house\n",
     "f:4:8: every Prize is there once: x1\n"
     "f:6:15: every card of kind 'inn-prizes' has the type 'prize'\n"
     "f:8:6: a Prize is played too: prize+anytime, prize+sometimes\n"},
    /* permissions */
    {CARD("card a x1 \"A\" sometimes house"),
     "f:7:6: a card of type 'sometimes' needs an 'on' line that says when it is "
                                              "played\n"},
    {CARD("card a x1 \"A\" action+sometimes house\non action : draw me 1"),
     "f:7:6: a card of type 'sometimes' needs an 'on' line that says when it is played\n"},
    {CARD("card a x1 \"A\" sometimes house\non action : draw me 1"),
     "f:8:1: 'on action' is for cards of type 'action', and this is 'sometimes'\n"},
    {"content inn-drinks x\nname \"X\"\ncards 30\ncard a x30 \"A\" drink house\non card : negate\n",
     "f:5:1: 'on card' is an answer, and a card of type 'drink' is not used up by it\n"},
    {"content inn-drinks x\nname \"X\"\ncards 30\ncard a x30 \"A\" event house\n",
     "f:4:6: a card of type 'event' needs an 'on' line that says what happens\n"},
    {CARD("card a x1 \"A\" sometimes house\non drnk : add_ac 2"),
     "f:8:4: on what? there is no such event; did you mean 'drink'?\n"},
    {CARD("card a x1 \"A\" sometimes house\non"), "f:8:1: on what? write an event behind it\n"},
    {HEAD "on anytime : draw me 1\n" FILLER, "f:3:1: the copies add up to 29 cards, not to 30\n"
                                             "f:5:1: 'on' stands behind a card\n"},
    {HEAD ": draw me 1\ncard a x30 \"A\" anytime house\n: draw me 1\n",
     "f:5:1: effects stand behind an 'on'\n"
     "f:7:1: effects stand behind an 'on'\n"},
    {CARD("card a x1 \"A\" anytime house\non anytime"), "f:8:1: this does nothing\n"},
    {CARD("card a x1 \"A\" anytime house\non anytime : : draw me 1"), "f:8:12: nothing stands behind this ':'\n"},
    {CARD("card a x1 \"A\" anytime house\non anytime : draw me 1\non anytime : draw me 1\non anytime : draw me 1\n"
          "on anytime : draw me 1\non anytime : draw me 1\non anytime : draw me 1\non anytime : draw me 1"),
     "f:14:1: a card has at most 6 'on' lines\n"},
    {CARD("card a x1 \"A\" anytime house\non anytime : draw me 1 : draw me 1 : draw me 1 : draw me 1\n"
          ": draw me 1 : draw me 1 : draw me 1"),
     "f:9:27: a permission has at most 6 effects\n"},
    /* conditions */
    {CARD("card a x1 \"A\" sometimes house\non drink drnker=me : add_ac 2"),
     "f:8:10: there is no condition 'drnker'; did you mean 'drinker'?\n"},
    {CARD("card a x1 \"A\" sometimes house\non pay drinker=me : excuse"), "f:8:8: 'on pay' has no 'drinker'\n"},
    {CARD("card a x1 \"A\" sometimes house\non pay payer=mi : excuse"),
     "f:8:8: 'mi' is no value of 'payer'; did you mean 'me'?\n"},
    {CARD("card a x1 \"A\" sometimes house\non pay payer : excuse"), "f:8:8: 'payer' wants a value: payer=...\n"},
    {CARD("card a x1 \"A\" sometimes house\non card meddles=me : negate"),
     "f:8:9: 'meddles' stands alone, without a value\n"},
    {CARD("card a x1 \"A\" sometimes house\non card actor=me actor=other : negate"), "f:8:18: 'actor' is said twice\n"},
    {CARD("card a x1 \"A\" sometimes house\non card alive=9 : negate"),
     "f:8:9: 'alive' is a whole number from 2 to 8, not '9'\n"},
    {CARD("card a x1 \"A\" sometimes house\non card type=action,,sometimes : negate"),
     "f:8:9: '' is no value of 'type'\n"},
    /* Bosses */
    {"content inn-character x\nname \"X\"\ncards 30\nboss 4\nfolk hero\n"
     "card a x30 \"A\" anytime house\non anytime : draw me 1\n"
     "card b x5 \"B\" anytime house boss\non anytime : draw me 1\n",
     "f:4:1: a Boss is a villain: folk villain\n"
     "f:4:1: the copies of the Boss add up to 5 cards, not to 4\n"},
    {"content inn-character x\nname \"X\"\ncards 50\nboss 15\nfolk villain\n"
     "card a x50 \"A\" anytime house\non anytime : draw me 1\n"
     "card b x15 \"B\" anytime house boss\non anytime : draw me 1\n",
     "f:4:1: all in all a deck has at most 60 cards, not 65\n"},
    {"content inn-character x\nname \"X\"\ncards 30\nboss 31\nfolk villain\n"
     "card a x30 \"A\" anytime house\non anytime : draw me 1\n",
     "f:4:6: 'boss' is a whole number from 1 to 30, not '31'\n"},
    {"content inn-character x\nname \"X\"\ncards 30\nfolk villain\n"
     "card a x30 \"A\" anytime house\non anytime : draw me 1\n"
     "card b x5 \"B\" anytime house boss\non anytime : draw me 1\n",
     "f:1:1: the deck does not say how many cards its Boss has more: boss 5\n"},
    {"content inn-character x\nname \"X\"\ncards 30\nboss 2\nside barn 1 \"Barn\"\nfolk villain\n"
     "card a x30 \"A\" anytime house\non anytime : draw me 1\n"
     "card b x2 \"B\" anytime house boss\non anytime : draw me 1\n"
     "card c x3 \"C\" token house boss\non turn_end : gain turn fort 1\n"
     "card d x1 \"D\" item house in=barn boss\non lies : shield 1\n",
     "f:11:6: a Boss has more cards for the hand only, neither tokens nor items\n"
     "f:13:6: a Boss has more cards for the hand only, neither tokens nor items\n"},
    /* cards of side decks that come into the hand */
    {HEAD "side bat 2 \"B\"\ncard k x1 \"K\" token house in=bat\non turn_end : gain turn fort 1\n" FILLER
          "card b x1 \"B\" anytime house in=bat\non anytime : draw_beside 0\n"
          "card a x1 \"A\" anytime house buys=2\non anytime : halve_drink\n",
     "f:6:6: all cards of 'bat' come into the hand, or none\n"
     "f:6:27: a token lies in no side deck\n"
     "f:11:26: 'draw_beside' takes a whole number from 1 to 9, not '0'\n"
     "f:12:29: only a card of type 'token' has 'buys'\n"
     "f:13:14: 'halve_drink' has nothing to act on in 'on anytime'\n"},
    {HEAD "side bat 2 \"B\"\nside wolf 2 \"W\"\n" FILLER
          "card b x1 \"B\" anytime house in=bat\non anytime : draw me 1\n"
          "card c x1 \"C\" item house in=bat\non lies : shield 1\n"
          "card d x1 \"D\" anytime house in=wolf\non anytime : draw me 1\n"
          "card e x1 \"E\" anytime house in=wolf boss\non anytime : draw me 1\n"
          "card a x1 \"A\" anytime house\non anytime : fetch wolf 1\n",
     "f:11:6: all cards of 'bat' come into the hand, or none\n"
     "f:13:6: all cards of 'wolf' are of a Boss, or none\n"
     "f:15:6: all cards of 'wolf' are of a Boss, or none\n"
     "f:17:6: the cards of 'wolf' come into the hand: draw_beside\n"},
    {HEAD "card k x3 \"K\" token house buys=2\non turn_end : gain turn fort 1\n" FILLER
          "card a x1 \"A\" action house\non action : draw_beside 1\n",
     "f:5:6: what buys cards is of who plays the character: held_by=me\n"
     "f:5:6: there is no side deck whose cards come into the hand\n"
     "f:9:6: there is no side deck whose cards come into the hand\n"},
    {"content inn-sea x\nname \"X\"\ncards 8\nboss 2\n"
     "card a x8 \"A\" event house level=2 boss\non revealed : draw each 1\n",
     "f:4:1: only a deck of kind 'inn-character' has 'boss'\n"
     "f:5:35: only a character has cards of a Boss\n"},
    /* picks */
    {CARD("card a x1 \"A\" action house\non action : lose target fort 2"),
     "f:8:18: 'target' is used, and nobody is picked; write 'pick other :' before it\n"},
    {CARD("card a x1 \"A\" sometimes house\non drink : pass_drink"),
     "f:8:12: 'pass_drink' acts on who is picked, and nobody is; write 'pick other :' before it\n"},
    {CARD("card a x1 \"A\" action house\non action : pick other : lose others fort 2"),
     "f:8:13: somebody is picked, and nothing happens to 'target'\n"},
    {CARD("card a x1 \"A\" action house\non action : pick othr : lose target fort 2"),
     "f:8:18: whom? 'othr' can be picked by nobody; did you mean 'other'?\n"
     "f:8:30: 'target' is used, and nobody is picked; write 'pick other :' before it\n"},
    {CARD("card a x1 \"A\" action house\non action : pick other 1..9 : lose target fort 2"),
     "f:8:24: how many? write 1..3, two or all, not '1..9'\n"
     "f:8:36: 'target' is used, and nobody is picked; write 'pick other :' before it\n"},
    {CARD("card a x1 \"A\" action house\non action : pick other : pick other : lose target fort 2"),
     "f:8:26: 'pick' stands once in a permission\n"},
    {CARD("card a x1 \"A\" action house\non action : draw me 1 : pick other : lose target fort 2"),
     "f:8:25: 'pick' stands before the effects\n"
     "f:8:43: 'target' is used, and nobody is picked; write 'pick other :' before it\n"},
    {CARD("card a x1 \"A\" action house\non action : pick third : lose target fort 2"),
     "f:8:18: 'third' is for 'on card': neither you nor who played it\n"
     "f:8:31: 'target' is used, and nobody is picked; write 'pick other :' before it\n"},
    /* effects */
    {CARD("card a x1 \"A\" action house\non action : loose me fort 2"),
     "f:8:13: there is no effect 'loose'; did you mean 'lose'?\n"},
    {CARD("card a x1 \"A\" sometimes house\non pay : add_ac 2"),
     "f:8:10: 'add_ac' has nothing to act on in 'on pay'\n"},
    {CARD("card a x1 \"A\" sometimes house\non pay : leave me"),
     "f:8:10: 'leave' answers an ante: write cause=ante behind 'on pay'\n"},
    {CARD("card a x1 \"A\" action house\non action : toast each 1 : event_again"),
     "f:8:28: 'event_again' has nothing to act on in 'on action'\n"},
    {CARD("card a x1 \"A\" action house\non action : lose me fort"),
     "f:8:13: something is missing behind 'lose'; it is written: lose WHOM STAT NUMBER\n"},
    {CARD("card a x1 \"A\" action house\non action : pay me inn 2 gold"),
     "f:8:26: 'gold' is too much; it is written: pay WHOM TO-WHOM NUMBER\n"},
    {CARD("card a x1 \"A\" action house\non action : lose mee fort 2"),
     "f:8:18: 'mee' is nobody it could happen to; did you mean 'me'?\n"},
    {CARD("card a x1 \"A\" action house\non action : lose inn fort 2"), "f:8:18: nothing happens to the Inn; it only "
                                                                        "takes money\n"},
    {CARD("card a x1 \"A\" action house\non action : lose actor fort 2"), "f:8:18: 'actor' is nobody in 'on action'\n"},
    {CARD("card a x1 \"A\" action house\non action : pay me others 2"),
     "f:8:20: one takes the money: me, target, actor, turn, takers or inn, not 'others'\n"},
    {CARD("card a x1 \"A\" action house\non action : lose me forti 2"),
     "f:8:21: 'forti' is nothing that players have; did you mean 'fort'?\n"},
    {CARD("card a x1 \"A\" action house\non action : lose me fort 21"),
     "f:8:26: 'lose' takes a whole number from 1 to 20, not '21'\n"},
    {CARD("card a x1 \"A\" sometimes house\non drink : add_ac 0"),
     "f:8:19: 'add_ac' takes a whole number from -9 to 9 but 0, not '0'\n"},
    {CARD("card a x1 \"A\" action house\non action : pay me inn picked : order picked"),
     "f:8:24: nobody is picked, so that 'picked' is no number\n"
     "f:8:39: 'picked' is no number here\n"},
    {CARD("card a x1 \"A\" action house\non action : pay me me 1"), "f:8:13: nobody pays themselves\n"},
    /* events */
    {"content inn-sea x\nname \"X\"\ncards 8\ncard a x4 \"A\" event house level=1\non choice : lose me fort 1\n"
     "card b x2 \"B\" event house level=1\non revealed : draw each 1\non outcome : draw each 1\n"
     "card c x2 \"C\" event house level=1\non revealed : draw takers 1\n",
     "f:4:6: one way is no choice: 'on choice' stands at least twice\n"
     "f:8:1: 'on outcome' wants votes= or coin=\n"
     "f:10:1: nobody bids here, so that 'takers' are nobody\n"},
    {"content inn-sea x\nname \"X\"\ncards 8\ncard a x8 \"A\" event house level=1\n"
     "on outcome votes=all : draw each 1\n",
     "f:4:6: nobody chooses or bids here, so that 'votes' are nobody's\n"},
    {"content inn-sea x\nname \"X\"\ncards 8\ncard a x8 \"A\" event house level=1\n"
     "on revealed : pick other : lose target fort 1\n",
     "f:5:15: nobody picks in 'on revealed'\n"
     "f:5:33: 'target' is nobody in 'on revealed'\n"},
    {"content inn-sea x\nname \"X\"\ncards 8\ncard a x8 \"A\" event house level=1\n"
     "on choice : lose me fort 1\non choice\non outcome votes=some : pay refusers takers 1\n",
     "f:4:6: 'takers' may be several here, and one takes the money\n"},
    /* text */
    {CARD("card a x1 \"A\x01\" anytime house\non anytime : draw me 1"),
     "f:7:13: here is a byte that is no visible character of UTF-8; save the file as UTF-8 text\n"},
    {CARD("card a x1 \"A\xFF\" anytime house\non anytime : draw me 1"),
     "f:7:13: here is a byte that is no visible character of UTF-8; save the file as UTF-8 text\n"},
    {CARD("card a x1 \"A anytime house\non anytime : draw me 1"), "f:7:11: this quote is not closed in its line\n"},
};

static void test_refusals(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *said = said_of(bad[i].text, strlen(bad[i].text));
        if (strcmp(said, bad[i].said)) {
            fprintf(stderr, "of\n%s\nis said\n%s\nnot\n%s\n", bad[i].text, said, bad[i].said);
            wrong++;
        }
        free(said);
    }
    CHECK(!wrong, "%d of the bad decks are told otherwise", wrong);
}

/* What is too much: 64 KiB, 64 titles, twenty faults. */
static void test_limits(void **state)
{
    (void)state;
    static char text[1 << 17];
    size_t n = (size_t)snprintf(text, sizeof text, "content inn-character x\nname \"X\"\ncards 60\nfolk hero\n");
    size_t head = n;
    for (int i = 0; i < 65; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "card c%d x1 \"C\" anytime house\non anytime : draw me 1\n",
                              i);
    char *said = said_of(text, n);
    assert_string_equal(said, "f:133:1: a deck has at most 64 titles\n");
    free(said);
    n = head;
    for (int i = 0; i < 30; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "card c%d x2 \"C\" anytim house\n", i);
    said = said_of(text, n);
    assert_true(strstr(said, "f:24:17: ") && !strstr(said, "f:25:") && strstr(said, "and 10 more\n"));
    free(said);
    memset(text + n, '\n', sizeof text - n);
    said = said_of(text, (1 << 16) + 1);
    assert_string_equal(said, "f:1:1: a deck has at most 64 KiB; this file has 65537 bytes\n");
    free(said);
    said = said_of(text, 1 << 16);
    assert_false(strstr(said, "KiB"));
    free(said);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values), cmocka_unit_test(test_forecast),
                                       cmocka_unit_test(test_refusals), cmocka_unit_test(test_limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
