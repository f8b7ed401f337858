/* All that a View can say besides pieces: cards of words without a letter, dice with pictures, sentences with seats and
 * a card that only some may read, a scale with marks, and offers that stand for several alike. */
#include "games.h"
#include "view/view.h"

enum { HAND = 3, GOAL = 8 };
enum { WORDS, ORE, WARE }; /* the decks */

typedef struct Trader {
    Slot    hand[HAND], laid[HAND];
    uint8_t cards, answers, renown;
    uint8_t offers[3], zero[2];
} Trader;

typedef struct Market {
    Table   table;
    Die     die[2];
    PILE(deck, 16);
    Trader  seat[MAX_SEATS];
} Market;

static Market *market_of(Table *t) { return (Market *)t; }
static const Market *market_at(const Table *t) { return (const Market *)t; }

static const TapFace words[] = {
    {.code = "haggle",
     .name = "Haggle Long and Loud",
     .kind = "Sometimes",
     .text = "Ask for one more.",
     .figure = "merchant",
     .copies = 8},
    {.code = "nod",
     .name = "Nod",
     .glyph = "\U0001F44D",
     .title = "Nod",
     .kind = "Anytime",
     .text = "Agree.",
     .copies = 8},
};
static const TapFace ores[] = {
    {.code = "gold", .name = "gold", .glyph = "\u25C6", .number = 3, .copies = 1},
    {.code = "coal", .name = "coal", .copies = 2},
    {.code = "3", .name = "3", .number = 3, .copies = 1}, /* a plain number: on the third side it is its place */
};
static const TapFace wares[] = {
    {.code = "ale", .name = "ale", .letter = "A", .copies = 1},
    {.code = "bread", .name = "bread", .copies = 1},
    {.code = "cheese", .name = "cheese", .copies = 1},
};
static const Card word_cards[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}, ore_sides[] = {0, 1, 1, 2},
                  ware_cards[] = {0, 1, 2};
static const Deck word_deck = {
    .name = "words", .noun = "card", .faces = 2, .face = words, .cards = 16, .plain = 16, .card = word_cards};
static const Deck ore_die = {
    .name = "ore", .noun = "die", .dice = true, .faces = 3, .face = ores, .cards = 4, .plain = 4, .card = ore_sides};
static const Deck ware_deck = {
    .name = "wares", .noun = "ware", .faces = 3, .face = wares, .cards = 3, .plain = 3, .card = ware_cards};
static const Deck *const decks[] = {[WORDS] = &word_deck, [ORE] = &ore_die, [WARE] = &ware_deck};
static const Content content = {.decks = 3, .deck = decks};

enum { LAY = 1, VERBS_END };
static const Verb verbs[] = {[LAY] = {.word = "lay", .label = "Lay a card"}};
static const char *const phases[] = {"Market"};
enum { Z_DECK = 1, Z_HAND, Z_LAID, Z_DICE, Z_STACK, Z_RENOWN, Z_OFFERS };

static void lay_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, LAY, Z_HAND, s, first_items(market_at(t)->seat[s].cards), 1, 1);
}

static const Question questions[] = {
    {.prompt = "Which card?", .who = who_turn, .choices = lay_choices, .secret = true}};

SCRIPT(market, { Seat turn; SeatSet todo; uint8_t round; })
{
    Market *g = market_of(t);
    BEGIN;
    for (Seat s = 0; s < t->seats; s++)
        while (g->seat[s].cards < HAND) {
            g->seat[s].hand[g->seat[s].cards] = pile_draw(e, &g->deck, only(s));
            g->seat[s].cards++;
        }
    for (f->round = 0; f->round < HAND; f->round++) {
        IN_TURN_ORDER (f->turn, f->todo, everyone(t), 0) {
            for (int i = 0; i < 2; i++) chance_roll(e, ORE, &g->die[i], i ? only(f->turn) : (SeatSet)PUBLIC);
            ASK(f->turn, 0);
            Trader *me = &g->seat[f->turn];
            me->laid[me->answers] =
                hand_take_unseen(me->hand, &me->cards, __builtin_ctz(ANSWER(f->turn)->value), only(f->turn));
            me->answers++;
            me->offers[f->round]++;
            me->renown = (uint8_t)(me->renown + f->round + 1);
        }
    }
    for (Seat s = 0; s < t->seats; s++) {
        t->score[s] = g->seat[s].renown;
        for (int i = 0; i < HAND; i++) {
            g->seat[s].laid[i].known = PUBLIC;
            tell(e, TAP_SHOWN, "{who} shows the {card}.", .who = s, .card = g->seat[s].laid[i].card, .deck = WORDS);
        }
    }
    END;
}

static const Act acts[] = {ACT(market, NO_ROLE)};

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    Market *g = market_of(t);
    pile_begin(g->deck, WORDS);
    pile_fill(setup, &g->deck, false);
}

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Market *g = market_of(t);
    piece_pile(p, "deck", Z_DECK, NOBODY, &g->deck);
    piece_dice(p, "ore", Z_DICE, NOBODY, ROW, ORE, g->die, 2);
    for (Seat s = 0; s < t->seats; s++) {
        piece_cards(p, "hand", Z_HAND, s, FAN, WORDS, g->seat[s].hand, g->seat[s].cards);
        piece_cards(p, "laid", Z_LAID, s, ROW, WORDS, g->seat[s].laid, g->seat[s].answers);
    }
}

static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    const Market *g = market_at(t);
    view_zone(m, "answers", Z_STACK, NOBODY, EFFECTS, 0, 0);
    for (Seat s = 0; s < t->seats; s++) {
        if (!g->seat[s].answers) continue;
        const Slot *last = &g->seat[s].laid[g->seat[s].answers - 1];
        view_text(m, setup, "{who} answers {other} with the {card}, {n} deep.", .unseen = "{who} answers {other}.",
                  .who = s, .other = next_seat(t, s), .card = last->card, .deck = WORDS, .n = s + 1, .depth = s,
                  .seen_by = last->known);
    }
    view_track(m, "renown", Z_RENOWN, NOBODY, -2, GOAL);
    for (Seat s = 0; s < t->seats; s++) view_peg(m, "peg", s, g->seat[s].renown);
    view_mark(m, "goal", GOAL);
    view_faces(m, setup, "offers", Z_OFFERS, NOBODY, GROUPS, WARE);
    for (Seat s = 0; s < t->seats; s++)
        for (int k = 0; k < 3; k++)
            if (g->seat[s].offers[k]) view_face(m, (Card)k, 2 * g->seat[s].offers[k], s);
}

static uint64_t bound(const Setup *setup) { return (uint64_t)HAND * setup->seats; }

const Game market_day = {
    .id = "market-day", .title = "Market Day", .about = "All that a View can say.", .rules = 1,
    .min_seats = 2, .max_seats = 4, .best_seats = 3, .size = sizeof(Market), .bound = bound,
    .acts = acts, .act_n = 1, .questions = questions, .question_n = 1, .verbs = verbs, .verb_n = VERBS_END,
    PHASES(phases), .content = &content, .setup = setup_table, .pieces = pieces, .counters = counters,
};
