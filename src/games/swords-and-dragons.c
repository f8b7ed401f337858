/* Swords & Dragons (SWORD-R1 .. SWORD-Q32): a poker in which bets buy cards, with wild Dragons and questions to others.
 * Cards in hands are in swords-hands.c, scoring and the View in swords-show.c, what a hand is worth in books.c. */
#include "games/swords.h"

enum { ALL_IN, MUST_FOLD };
static const char *const short_words[] = {"all-in", "must-fold"}, *const short_said[] = {"is all in", "must fold"};
#define CULTURES "Cultural variants"
static const TapOption options[] = {
    WAGER_OPTIONS,
    [OPT_RAISE_LIMIT] = {"raise-limit", "coins a raise adds at most; 0 is no limit", TAP_NUMBER, 0, 0, 1000, NULL, NULL,
                         true, "A raise adds at most"},
    [OPT_CAP] = {"cap", "coins the bets of one player reach at most; 0 is no cap", TAP_NUMBER, 0, 0, MAX_MONEY, NULL,
                 NULL, true, "The bets of one player reach at most"},
    [OPT_BLAZE] = {"blaze", "five or more court cards are a Book", TAP_FLAG, 1, 0, 1,
                   .title = "Blaze"},
    [OPT_WYRMS] = {"wyrms-with-common", "a Dragon as the Common card counts for Four Wyrms", TAP_FLAG, 1, 0, 1, NULL,
                   HOUSE_RULINGS,
                   .title = "Wyrms with the Common"},
    [OPT_FOLD_UNDER] = {"fold-under", "a folded hand goes under the Commons, not on top", TAP_FLAG, 0, 0, 1, NULL,
                        HOUSE_RULINGS,
                        .title = "Folded hands go under"},
    [OPT_SHORT] = {"short-stacks", "who cannot match a bet is all in, or must fold", TAP_WORD, ALL_IN, ALL_IN,
                   MUST_FOLD, short_words, HOUSE_RULINGS, true, "Who cannot match a bet", short_said},
    [OPT_REFUND] = {"refund-unanswered", "when the Talon runs out, what nobody has matched goes back", TAP_FLAG, 1, 0,
                    1, NULL, HOUSE_RULINGS, true,
                    .title = "Unanswered bets go back"},
    [OPT_LANCERS] = {"double-lancers", "Storm Lance with Eagle Lance or Grave Lance beats everything", TAP_FLAG, 0, 0,
                     1, NULL, CULTURES,
                     .title = "Double lancers"},
    [OPT_LARDER] = {"full-larder", "a Trip and a Pair are a Book between Flush and five of a kind", TAP_FLAG, 0, 0, 1,
                    NULL, CULTURES,
                    .title = "Full larder"},
    [OPT_LOGIC] = {"cold-logic", "Swords are not trump", TAP_FLAG, 0, 0, 1, NULL, CULTURES,
                   .title = "Cold logic"},
    [OPT_COPPER] = {"copper-wild", "Twos are wild too", TAP_FLAG, 0, 0, 1, NULL, CULTURES,
                    .title = "Copper wild"},
    [OPT_TRUCE] = {"truce-table", "Eagles and Skulls may share a Book", TAP_FLAG, 0, 0, 1, NULL, CULTURES,
                   .title = "Truce table"},
    [OPT_FEAR] = {"wyrm-fear", "Dragons are not wild: they count in Four Wyrms only", TAP_FLAG, 0, 0, 1, NULL,
                  CULTURES,
                  .title = "Wyrm fear"},
    [OPT_NAMED_ACE] = {"named-ace", "of equal Books the one with the Ace of Swords wins", TAP_FLAG, 0, 0, 1, NULL,
                       CULTURES,
                       .title = "Named ace"},
};
#define BETS_BUY "here a bet buys a Round of cards: without betting nothing could be played (SWORD-R13)."
static const TapClash clashes[] = {
    WAGER_CLASHES,
    {OPT_WAGER, WAGER_SHARES, WAGER_SHARES, OPT_WAGER, WAGER_SHARES, WAGER_SHARES, BETS_BUY},
    {OPT_WAGER, WAGER_NONE, WAGER_NONE, OPT_WAGER, WAGER_NONE, WAGER_NONE, BETS_BUY},
};

enum { P_ANTE, P_TROVE, P_OPENING, P_BETTING, P_ROUND, P_QUEST, P_SHOWDOWN };
static const char *const phases[] = {"Ante", "Setting the troves", "Opening", "Betting", "A Round", "A Quest",
                                     "Showdown"};

enum {
    PASS = WAGER_VERBS_END, OPEN, SET_TROVE, STAND, DELVE, RETRIEVE, QUEST, WRACK, DISCARD, ASK_RANK, ASK_SUIT,
    ASK_CARD, ASK_NAME, ASK_DRAGON, SHOW, SHOW_COMMON, GIVE, GIVE_BACK, DRAW, VERBS_END
};
static const Verb verbs[] = {
    WAGER_VERBS,
    [PASS] = {.word = "pass", .label = "Pass", .idle = 1},
    [OPEN] = {.word = "open", .label = "Open with {n}", .also = "bet"},
    [SET_TROVE] = {.word = "trove", .label = "Set the trove", .way = TAP_WAY_ON},
    [STAND] = {.word = "stand", .label = "Stand: play no cards", .idle = 1, .way = TAP_WAY_NONE},
    [DELVE] = {.word = "delve", .label = "Delve: lay one away, draw two"},
    [RETRIEVE] = {.word = "retrieve", .label = "Retrieve the Common, lay one away"},
    [QUEST] = {.word = "quest", .label = "Quest: ask seat {a}", .args = 1},
    [WRACK] = {.word = "wrack", .label = "Wrack the trove of seat {a}", .args = 1, .way = TAP_WAY_FINAL},
    [DISCARD] = {.word = "discard", .label = "Lay one on the Commons"},
    [ASK_RANK] = {.word = "rank", .label = "Ask for a rank"},
    [ASK_SUIT] = {.word = "suit", .label = "Ask for a suit"},
    [ASK_CARD] = {.word = "card", .label = "Ask for a card of {what}", .some = "Ask for {items} of {what}"},
    [ASK_NAME] = {.word = "name", .label = "Ask for a card by its sobriquet"},
    [ASK_DRAGON] = {.word = "dragon", .label = "Ask for a Dragon"},
    [SHOW] = {.word = "show", .label = "Show a card that gives the right", .way = TAP_WAY_ON},
    [SHOW_COMMON] = {.word = "common", .label = "Point at the Common", .way = TAP_WAY_ON},
    [GIVE] = {.word = "give", .label = "Hand over", .some = "Hand over {items}", .way = TAP_WAY_ON},
    [GIVE_BACK] = {.word = "return", .label = "Give in return", .some = "Give {items} in return", .way = TAP_WAY_ON},
    [DRAW] = {.word = "draw", .label = "Draw one, lay one away, and end the Round", .way = TAP_WAY_SAFE},
};

/* ------------------------------------------------------------------ choices */

typedef bool Wanted(Request, Card);
static bool any_card(Request r, Card c) { return true; }
static bool dragons_only(Request r, Card c) { return is_dragon(c); }

/* One card of those of the open hand that are wanted; beyond the first 64 they lie in a zone of their own. Where none
 * is (in a game dealt anew for somebody who cannot know) any will do. */
static int offer_cards(const Swords *g, Seat s, int verb, int a, Wanted *wanted, int n, Choices *c)
{
    const Slot *h = hand_of(g, s) + g->seat[s].trove;
    uint64_t    items[2] = {0, 0};
    int         found = 0;
    for (int k = 0; k < n; k++)
        if (wanted(g->request, h[k].card)) items[k / SHOWN] |= 1ull << k % SHOWN, found++;
    for (int half = 0; half < 2; half++)
        if (items[half]) {
            Choice *o = offer_subset(c, verb, half ? Z_MORE : Z_HAND, s, items[half], 1, 1);
            o->a = (uint8_t)a;
            o->b = (uint8_t)half;
        }
    return found;
}
static int chosen_card(const Swords *g, Seat s, const Move *m)
{
    return g->seat[s].trove + (m->b ? SHOWN : 0) + __builtin_ctzll(tap_chosen(m));
}

static void open_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Wager *w = wager_at(t);
    int32_t      most = w->stack[s];
    if (w->raise_limit && most > w->raise_limit) most = w->raise_limit;
    if (w->bet_cap && most > w->bet_cap) most = w->bet_cap;
    offer(c, PASS, 0, 0);
    offer_amount(c, OPEN, 1, most);
}

/* SWORD-Q24: by short-stacks=must-fold whoever cannot match the bet is out. */
static void answer_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Wager *w = wager_at(t);
    if (t->option[OPT_SHORT] == MUST_FOLD && w->to_match - w->bet[s] > w->stack[s]) offer(c, FOLD, 0, 0);
    else bet_choices(setup, t, s, c);
}

static void trove_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    int n = swords_at(t)->seat[s].cards;
    offer_subset(c, SET_TROVE, Z_HAND, s, first_items(n), TROVE, TROVE);
}

static bool may_ask(const Swords *g, Seat s)
{
    Card common = common_of(g);
    return g->seat[s].cards || (common != NO_CARD && !is_dragon(common));
}

static void offer_seats(const Table *t, Seat s, int verb, Choices *c)
{
    for (Seat o = 0; o < t->seats; o++)
        if (o != s && has(still_in(t), o)) offer(c, verb, o + 1, 0);
}

/* SWORD-R18 .. SWORD-R20, SWORD-R26, SWORD-Q15, SWORD-Q21. */
static void round_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Swords *g = swords_at(t);
    offer(c, STAND, 0, 0);
    offer_cards(g, s, DELVE, 0, any_card, g->seat[s].cards, c);
    offer(c, RETRIEVE, 0, 0);
    if (may_ask(g, s)) offer_seats(t, s, QUEST, c);
    for (Seat o = 0; o < t->seats; o++)
        if (o != s && has(still_in(t), o)) offer_cards(g, s, WRACK, o + 1, dragons_only, g->seat[s].cards, c);
}

/* SWORD-R24, SWORD-Q20; after twenty requests a Round must end (docs/rulings.md). */
static void on_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Swords *g = swords_at(t);
    offer(c, DRAW, 0, 0);
    if (g->asks < ASKS_MOST && may_ask(g, s)) offer_seats(t, s, QUEST, c);
}

static void discard_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_cards(swords_at(t), s, DISCARD, 0, any_card, swords_at(t)->seat[s].cards, c);
}

/* SWORD-R21: what she has the right to, less what was just taken from her by whom she asks (SWORD-R25). */
static void request_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Swords *g = swords_at(t);
    const Slot   *h = hand_of(g, s);
    uint64_t      own = 0, ranks, suits = 0, names = 0;
    bool          dragon = false;
    Card          common = common_of(g);
    for (int k = 0; k < g->seat[s].cards; k++) {
        if (is_dragon(h[k].card)) dragon = true;
        else own |= 1ull << rank_of(h[k].card), suits |= 1ull << suit_of(h[k].card);
    }
    ranks = own;
    if (common != NO_CARD && !is_dragon(common)) ranks |= 1ull << rank_of(common), suits |= 1ull << suit_of(common);
    if (ranks) offer_faces(c, ASK_RANK, RANK_WORDS, ranks, 1, 1);
    if (suits) offer_faces(c, ASK_SUIT, SUIT_WORDS, suits, 1, 1);
    for (int suit = 0; suit < BOOK_SUITS; suit++) {
        uint64_t cards = suits >> suit & 1 ? first_items(BOOK_RANKS) : ranks;
        for (int rank = 0; rank < BOOK_RANKS; rank++)
            if (taker_of(g, s, (Card)(suit * BOOK_RANKS + rank)) == g->asked) cards &= ~(1ull << rank);
        if (cards) offer_faces(c, ASK_CARD, CARD_WORDS + suit, cards, 1, 1)->a = (uint8_t)suit;
    }
    for (int i = 0; i < BOOK_SUITS * NAMED; i++)
        if (own >> (FIRST_NAMED + i % NAMED) & 1 && setup->content->deck[NAME_WORDS]->face[i].title &&
            taker_of(g, s, named_card(i)) != g->asked)
            names |= 1ull << i;
    if (names) offer_faces(c, ASK_NAME, NAME_WORDS, names, 1, 1);
    if (dragon) offer(c, ASK_DRAGON, 0, 0);
}

static void proof_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Swords *g = swords_at(t);
    Card          common = common_of(g);
    bool          points = common_serves(g->request) && common != NO_CARD && proves(g->request, common);
    if (points) offer(c, SHOW_COMMON, 0, 0);
    if (!offer_cards(g, s, SHOW, 0, proves, g->seat[s].cards, c) && !points)
        offer_cards(g, s, SHOW, 0, any_card, g->seat[s].cards, c);
}

static void give_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Swords *g = swords_at(t);
    int           open = open_cards(g, s);
    if (!offer_cards(g, s, GIVE, 0, fits, open, c)) offer_cards(g, s, GIVE, 0, any_card, open, c);
}

/* SWORD-R22, SWORD-Q18: any but the one just received, which lies last. */
static void return_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_cards(swords_at(t), s, GIVE_BACK, 0, any_card, swords_at(t)->seat[s].cards - 1, c);
}

enum {
    Q_TROVES = WAGER_ASKS, Q_TROVE, Q_OPEN, Q_ROUND, Q_DISCARD, Q_REQUEST, Q_PROOF, Q_GIVE, Q_RETURN, Q_ON, ASKS_END
};
static const Question questions[] = {
    WAGER_QUESTIONS,
    [Q_BET].choices = answer_choices,
    [Q_TROVES] = {.prompt = "Which four are your trove?",
                  .help = "Nobody can ask for them; only a Wrack can touch them.",
                  .who = who_still_in,
                  .choices = trove_choices,
                  .secret = true},
    [Q_TROVE] = {.prompt = "Which four are your trove now?",
                 .help = "Nobody can ask for them; only a Wrack can touch them.",
                 .who = who_turn,
                 .choices = trove_choices,
                 .secret = true},
    [Q_OPEN] = {.prompt = "Open, or pass?", .who = who_turn, .choices = open_choices},
    [Q_ROUND] = {.prompt = "Your Round: what will you do?", .who = who_turn, .choices = round_choices, .secret = true},
    [Q_DISCARD] = {.prompt = "Lay away which card?", .who = who_turn, .choices = discard_choices, .secret = true},
    [Q_REQUEST] = {.prompt = "What do you ask for?", .who = who_turn, .choices = request_choices},
    [Q_PROOF] = {.prompt = "What gives you the right?",
                 .help = "All will see it.",
                 .who = who_turn,
                 .choices = proof_choices,
                 .secret = true},
    [Q_GIVE] = {.prompt = "Which card do you hand over?", .who = who_turn, .choices = give_choices, .secret = true},
    [Q_RETURN] = {.prompt = "What do you give in return?", .who = who_turn, .choices = return_choices, .secret = true},
    [Q_ON] = {.prompt = "Ask again, or draw?", .who = who_turn, .choices = on_choices},
};

static void wording(const Setup *setup, const Table *t, const Choice *o, Wording *ret)
{
    if (o->verb == ASK_CARD) ret->what = setup->content->deck[SUIT_WORDS]->face[o->a].name;
}

static Request request_of(const Move *m)
{
    int item = m->verb == ASK_DRAGON ? 0 : __builtin_ctzll(tap_chosen(m));
    if (m->verb == ASK_RANK) return (Request){OF_RANK, (uint8_t)item};
    if (m->verb == ASK_SUIT) return (Request){OF_SUIT, (uint8_t)item};
    if (m->verb == ASK_CARD) return (Request){THIS_CARD, (uint8_t)(m->a * BOOK_RANKS + item)};
    if (m->verb == ASK_NAME) return (Request){BY_NAME, (uint8_t)named_card(item)};
    return (Request){A_DRAGON, 0};
}

static void ask_for(Swords *g, Request r, Env *e)
{
    Said said = said_of(r);
    if (g->told == LATELY) memmove(g->lately, g->lately + 1, sizeof *g->lately * --g->told);
    g->lately[g->told++] = (Asked){g->active, g->asked, r, UNANSWERED};
    g->request = r;
    g->asks++;
    tell(e, TAP_SAID, said.text, .who = g->active, .other = g->asked, .card = said.card, .deck = said.deck);
}
static void came_to(Swords *g, Outcome o) { g->lately[g->told - 1].outcome = (uint8_t)o; }

/* SWORD-R21: all see it. It goes to the end of her hand, so that nobody learns where it lay. */
static void show_proof(Swords *g, Seat s, const Move *m, Env *e)
{
    if (m->verb == SHOW_COMMON) {
        tell(e, TAP_SAID, "{who} points at the Common, the {card}.", .who = s, .card = common_of(g));
        return;
    }
    Slot card = take_card(g, s, chosen_card(g, s, m), PUBLIC);
    card.known = PUBLIC;
    put_card(g, s, card);
    tell(e, TAP_SHOWN, "{who} shows the {card}.", .who = s, .card = card.card, .from = Z_HAND, .from_owner = s,
         .to = Z_HAND, .to_owner = s);
}

/* SWORD-R8, SWORD-Q19: what lies in the trove is not held. */
static bool is_found(const Swords *g)
{
    const Slot *h = hand_of(g, g->asked) + g->seat[g->asked].trove;
    for (int k = 0; k < open_cards(g, g->asked); k++)
        if (fits(g->request, h[k].card)) return true;
    return false;
}

/* SWORD-R22, SWORD-Q17: the two know it. */
static Card hand_over(Swords *g, Seat from, Seat to, const Move *m, Env *e)
{
    SeatSet both = only(from) | only(to);
    Slot    card = take_card(g, from, chosen_card(g, from, m), both);
    put_card(g, to, (Slot){card.card, both});
    tell(e, TAP_MOVED, "{who} gives {other} the {card}.", .who = from, .other = to, .card = card.card, .seen_by = both,
         .unseen = "{who} gives {other} a card.", .from = Z_HAND, .from_owner = from, .to = Z_HAND, .to_owner = to);
    return card.card;
}

/* SWORD-R23, SWORD-Q8: true if it fits, and is shown. */
static bool quest_the_talon(Swords *g, Seat s, Env *e)
{
    tell(e, TAP_SAID, "{who} has none to give: Quest the Talon!", .who = g->asked);
    draw(g, s, e);
    Slot *card = hand(g, s) + g->seat[s].cards - 1;
    if (!fits(g->request, card->card)) return false;
    card->known = PUBLIC;
    tell(e, TAP_SHOWN, "It fits: {who} shows the {card}.", .who = s, .card = card->card, .to = Z_HAND, .to_owner = s);
    return true;
}

/* SWORD-R26, SWORD-Q15, SWORD-Q16. */
static void wrack(const Setup *setup, Swords *g, Seat s, Seat victim, int i, Env *e)
{
    Card dragon = take_card(g, s, i, PUBLIC).card;
    pile_put_under(&g->commons, dragon);
    tell(e, TAP_SHOWN, "{who} wracks {other} with the {card}.", .who = s, .other = victim, .card = dragon,
         .from = Z_HAND, .from_owner = s, .to = Z_COMMONS);
    for (int n = setup->content->deck[SWORDS_DECK]->face[dragon].number; n && g->seat[victim].trove; n--) {
        int  k = chance_pick(e, TAP_STREAM_MORE, g->seat[victim].trove);
        Slot lost = take_card(g, victim, k, PUBLIC);
        g->seat[victim].trove--;
        pile_put(&g->commons, lost);
        tell(e, TAP_SHOWN, "{who} loses the {card} from the trove.", .who = victim, .card = lost.card, .from = Z_TROVE,
             .from_owner = victim, .to = Z_COMMONS);
    }
}

/* SWORD-R13, SWORD-Q14: in an order that nobody chooses. */
static void fold_hand(const Table *t, Swords *g, Seat s, Env *e)
{
    while (g->seat[s].cards) {
        Slot card = take_card(g, s, chance_pick(e, TAP_STREAM_MORE, g->seat[s].cards), PUBLIC);
        if (t->option[OPT_FOLD_UNDER]) pile_put_under(&g->commons, card.card);
        else pile_put(&g->commons, card);
        tell(e, TAP_SHOWN, "The {card} goes to the Commons.", .card = card.card, .from = Z_HAND, .from_owner = s,
             .to = Z_COMMONS);
    }
    g->seat[s].trove = 0;
}

/* --------------------------------------------------------- the order of play */

static void show_hands(Table *t, Swords *g, Env *e)
{
    for (Seat s = 0; s < t->seats; s++)
        for (int k = 0; k < g->seat[s].cards; k++) {
            Slot *card = hand(g, s) + k;
            card->known = PUBLIC;
            tell(e, TAP_SHOWN, "{who} shows the {card}.", .who = s, .card = card->card, .to = Z_HAND, .to_owner = s);
        }
    for (Seat s = 0; e->log && s < t->seats; s++)
        if (has(still_in(t), s)) tell(e, TAP_SAID, "{who} has: {what}.", .who = s, .what = book_word(e->setup, t, s));
}

static void discard(Swords *g, Seat s, const Move *m, Env *e)
{
    lay_away(g, s, chosen_card(g, s, m), "{who} lays the {card} on the Commons.", e);
}

enum { S_ROUND = WAGER_SCRIPTS, S_QUEST, SCRIPTS_END };

SCRIPT(quest, { Seat who; })
{
    Swords *g = swords_of(t);
    BEGIN;
    PHASE(P_QUEST);
    for (;;) {
        ASK(f->who, Q_REQUEST);
        ask_for(g, request_of(ANSWER(f->who)), e);
        ASK(f->who, Q_PROOF);
        show_proof(g, f->who, ANSWER(f->who), e);
        if (is_found(g)) {
            ASK(g->asked, Q_GIVE);
            remember_taker(g, g->asked, hand_over(g, g->asked, f->who, ANSWER(g->asked), e), f->who);
            came_to(g, GIVEN);
            if (g->seat[f->who].cards > 1) {
                ASK(f->who, Q_RETURN);
                hand_over(g, f->who, g->asked, ANSWER(f->who), e);
            }
        } else if (quest_the_talon(g, f->who, e)) {
            came_to(g, DRAWN);
            if (!g->talon.n) RETURN(0); /* SWORD-Q23 */
        } else {
            came_to(g, IN_VAIN);
            break;
        }
        ASK(f->who, Q_ON);
        if (ANSWER(f->who)->verb == DRAW) {
            draw(g, f->who, e);
            break;
        }
        g->asked = (Seat)(ANSWER(f->who)->a - 1);
    }
    ASK(f->who, Q_DISCARD);
    discard(g, f->who, ANSWER(f->who), e);
    END;
}

/* SWORD-R18. */
static void delve(Swords *g, Seat s, const Move *m, Env *e)
{
    lay_away(g, s, chosen_card(g, s, m), "{who} delves: the {card} goes to the Commons.", e);
    draw(g, s, e);
    draw(g, s, e);
}

/* SWORD-R19. */
static void take_common(Swords *g, Seat s, Env *e)
{
    Slot common = pile_draw(e, &g->commons, PUBLIC);
    put_card(g, s, common);
    tell(e, TAP_MOVED, "{who} takes the Common, the {card}.", .who = s, .card = common.card, .from = Z_COMMONS,
         .to = Z_HAND, .to_owner = s);
}

/* Without drawing, the trove is put back as it lay (SWORD-R7). */
static void put_back_trove(Swords *g, Seat s, int trove, const Move *m, Env *e)
{
    if (m->verb == WRACK) {
        int i = chosen_card(g, s, m);
        wrack(e->setup, g, s, (Seat)(m->a - 1), i, e);
        trove -= i < trove;
    } else tell(e, TAP_SAID, "{who} stands.", .who = s);
    g->seat[s].trove = (uint8_t)trove;
}

SCRIPT(card_round, { Seat who; uint8_t trove, verb; })
{
    Swords *g = swords_of(t);
    BEGIN;
    PHASE(P_ROUND);
    g->active = f->who;
    g->asks = 0;
    f->trove = g->seat[f->who].trove;
    g->seat[f->who].trove = 0; /* SWORD-Q17: taken up */
    ASK(f->who, Q_ROUND);
    f->verb = ANSWER(f->who)->verb;
    if (f->verb == STAND || f->verb == WRACK) put_back_trove(g, f->who, f->trove, ANSWER(f->who), e);
    else if (f->verb == DELVE) delve(g, f->who, ANSWER(f->who), e);
    else if (f->verb == RETRIEVE) {
        take_common(g, f->who, e);
        ASK(f->who, Q_DISCARD);
        discard(g, f->who, ANSWER(f->who), e);
    } else {
        g->asked = (Seat)(ANSWER(f->who)->a - 1);
        CALL_WITH(S_QUEST, quest, .who = f->who);
        g->asked = NOBODY;
        PHASE(P_ROUND);
    }
    forget_takers(g, f->who);
    if (f->verb == STAND || f->verb == WRACK || !g->talon.n) RETURN(0);
    if (g->seat[f->who].cards > TROVE) {
        ASK(f->who, Q_TROVE);
        set_trove(g, f->who, tap_chosen(ANSWER(f->who)));
    } else g->seat[f->who].trove = g->seat[f->who].cards;
    END;
}

/* SWORD-Q6: opening counts as a raise. */
static void open_betting(Table *t, Seat s, uint32_t coins, Env *e)
{
    Move bet = tap_move(RAISE, 0, 0, coins);
    wager_bet(t, s, &bet, e);
}

SCRIPT(swords_play, { Seat turn, opener; SeatSet todo; })
{
    Swords *g = swords_of(t);
    Wager  *w = wager_of(t);
    BEGIN;
    clear_table(e->setup, t);
    w->raise_limit = t->option[OPT_RAISE_LIMIT];
    w->bet_cap = t->option[OPT_CAP];
    w->odd_to_left = true; /* SWORD-Q10 */
    PHASE(P_ANTE);
    ANTE(); /* SWORD-R9 */
    deal_hands(t, g, e);
    PHASE(P_TROVE);
    ASK_ALL(still_in(t), Q_TROVES);
    for (Seat s = 0; s < t->seats; s++)
        if (has(w->in, s)) set_trove(g, s, tap_chosen(ANSWER(s)));
    PHASE(P_OPENING);
    f->opener = NOBODY;
    if (count(wager_begin_round(t)) > 1) {
        IN_TURN_ORDER (f->turn, f->todo, w->to_act, t->start) { /* SWORD-R10 */
            ASK(f->turn, Q_OPEN);
            if (ANSWER(f->turn)->verb == PASS) {
                tell(e, TAP_SAID, "{who} passes.", .who = f->turn);
                continue;
            }
            f->opener = f->turn;
            open_betting(t, f->turn, ANSWER(f->turn)->value, e);
            CALL_WITH(S_ROUND, card_round, .who = f->turn); /* SWORD-R12 */
            break;
        }
        if (f->opener == NOBODY) { /* SWORD-R11 */
            wager_end_round(t);
            wager_throw_in(t);
            RETURN(0);
        }
    } else w->to_act = 0;
    /* SWORD-R13 .. SWORD-R17, SWORD-Q6: until the last raiser would be on turn. */
    for (f->turn = f->opener; w->to_act && count(w->in) > 1 && g->talon.n;) {
        f->turn = seat_from(t, w->to_act, next_seat(t, f->turn));
        g->active = NOBODY;
        PHASE(P_BETTING);
        ASK(f->turn, Q_BET);
        wager_bet(t, f->turn, ANSWER(f->turn), e);
        if (!has(w->in, f->turn)) fold_hand(t, g, f->turn, e);
        else CALL_WITH(S_ROUND, card_round, .who = f->turn);
    }
    g->active = NOBODY;
    if (!g->talon.n) tell(e, TAP_SAID, "The Talon is out.");
    wager_cut_short(t, t->option[OPT_REFUND], e); /* SWORD-Q23, SWORD-Q29 */
    if (wager_decided(t)) RETURN(0); /* SWORD-R16 */
    PHASE(P_SHOWDOWN);
    show_hands(t, g, e);
    END;
}

static const Act acts[] = {WAGER_ACTS, [S_PLAY] = ACT(swords_play, NO_ROLE), [S_ROUND] = ACT(card_round, NO_ROLE),
                           [S_QUEST] = ACT(quest, NO_ROLE)};

/* SWORD-R3, SWORD-Q25: who draws a Dragon, and those who tie for the highest, draw again. */
static Seat high_card(const Setup *setup, Table *t, Swords *g, Env *e)
{
    SeatSet best = everyone(t);
    while (count(best) > 1) {
        int     most = -1;
        SeatSet draws = best;
        clear_table(setup, t);
        for (Seat s = 0; s < t->seats; s++) {
            if (!has(draws, s)) continue;
            Card c;
            do {
                c = pile_draw(e, &g->talon, PUBLIC).card;
                tell(e, TAP_SHOWN, "{who} draws the {card} for the deal.", .who = s, .card = c);
            } while (is_dragon(c));
            if (rank_of(c) > most) best = 0, most = rank_of(c);
            if (rank_of(c) == most) best |= only(s);
        }
    }
    tell(e, TAP_SAID, "{who} deals.", .who = tap_first_of(best));
    return tap_first_of(best);
}

static void swords_setup(const Setup *setup, Table *t, Env *e)
{
    wager_bring(setup, t, e);
    t->start = setup->start != NOBODY ? setup->start : next_seat(t, high_card(setup, t, swords_of(t), e));
    t->turn = t->start;
    clear_table(setup, t);
}

/* Every bet buys a Round. A bet is at least one coin; each raise is answered once by each other seat. */
static uint64_t bound(const Setup *setup)
{
    enum { IN_A_QUEST = 5, IN_A_ROUND = 1 + ASKS_MOST * IN_A_QUEST + 2 };
    uint64_t coins = 0;
    for (Seat s = 0; s < setup->seats; s++) coins += (uint64_t)wager_brought(setup, s);
    return (MAX_REPLAYS + 1u) * setup->seats * (2 + (coins + 1) * (1 + IN_A_ROUND));
}

const Game swords_and_dragons = {
    .id = "swords-and-dragons",
    .title = "Swords & Dragons",
    .about = "Bets buy cards: delve for them, ask the others for them, or loose a Dragon. The longest Book wins.",
    .facts = {.minutes = 6, .skill = 4, .with = "cards", .figure = "warrior", .hue = "red"},
    .rules = 1,
    .min_seats = 2,
    .max_seats = MAX_SEATS,
    .best_seats = 6,
    .size = sizeof(Swords),
    .seat_size = sizeof(Player),
    WAGER_GAME,
    .bound = bound,
    .setup = swords_setup,
    .content = &swords_and_dragons_content,
    .counters = swords_counters,
    .resealed = forget_hidden,
    .wording = wording,
    .scoring = &swords_scoring,
};
