/* Sides of two who see each other's hands: both discard under seal, then draw; one of them, whoever speaks first, says
 * for both whose best card counts. The higher card wins the round for its side. */
#include "games.h"

enum { HAND = 3, ROUNDS = 3 };

typedef struct Partner {
    uint8_t cards;
    Slot    hand[HAND];
} Partner;

typedef struct Partners {
    Table   table;
    Seat    first; /* of the side that is asked */
    TAVERN_PILE(deck);
    Partner seat[MAX_SEATS];
} Partners;

static Partners *partners_of(Table *t) { return (Partners *)t; }
static const Partners *partners_at(const Table *t) { return (const Partners *)t; }

enum { LAY = 1, SEND = PARTNERS_SEND, VERBS_END };
static const Verb verbs[] = {
    [LAY] = {.word = "lay", .label = "Lay away", .some = "Lay away {items}", .none = "Keep all"},
    [SEND] = {.word = "send", .label = "Send seat {a}", .args = 1},
};
static const char *const phases[] = {"Partners"};
enum { Z_DECK = 1, Z_HAND };

static SeatSet who_pairs(const Setup *setup, const Table *t) { return mates_of(setup, partners_at(t)->first); }

static void lay_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, LAY, Z_HAND, s, first_items(partners_at(t)->seat[s].cards), 0, HAND);
}

static void send_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (Seat x = 0; x < t->seats; x++)
        if (has(mates_of(setup, s), x)) offer(c, SEND, x + 1, 0);
}

enum { Q_LAY, Q_SEND };
static const Question questions[] = {
    [Q_LAY] = {.prompt = "What goes?", .who = who_pairs, .choices = lay_choices, .secret = true},
    [Q_SEND] = {.prompt = "Who goes?", .who = who_pairs, .choices = send_choices},
};

/* Mates see what each other holds. */
static void draw(const Setup *setup, Partners *g, Seat s, Env *e)
{
    Partner *p = &g->seat[s];
    while (p->cards < HAND && g->deck.n) {
        Slot card = pile_draw(e, &g->deck, mates_of(setup, s));
        p->hand[p->cards++] = card;
        tell(e, TAP_MOVED, "{who} draws the {card}.", .who = s, .card = card.card, .seen_by = mates_of(setup, s),
             .unseen = "{who} draws a card.", .from = Z_DECK, .to = Z_HAND, .to_owner = s);
    }
}

static void lay_away(const Setup *setup, Partners *g, Seat s, uint64_t gone, Env *e)
{
    for (int i = g->seat[s].cards - 1; i >= 0; i--)
        if (gone >> i & 1) {
            Slot card = hand_take_unseen(g->seat[s].hand, &g->seat[s].cards, i, mates_of(setup, s));
            pile_return(&g->deck, card.card);
            tell(e, TAP_MOVED, "{who} lays a card away.", .who = s, .from = Z_HAND, .from_owner = s, .to = Z_DECK);
        }
}

/* Shows the best card of a hand; -1: there is none. */
static int show_best(Partners *g, Seat s, Seat speaker, Env *e)
{
    Slot *best = NULL;
    for (int i = 0; i < g->seat[s].cards; i++)
        if (!best || g->seat[s].hand[i].card > best->card) best = &g->seat[s].hand[i];
    if (!best) return -1;
    best->known = PUBLIC;
    tell(e, TAP_SHOWN, "{who} sends {other} with the {card}.", .who = speaker, .other = s, .card = best->card,
         .to = Z_HAND, .to_owner = s);
    return best->card;
}

SCRIPT(play_pairs, { int16_t best, shown; uint8_t round; Seat sent, winner; uint8_t zero; })
{
    Partners *g = partners_of(t);
    BEGIN;
    for (f->round = 0; f->round < ROUNDS; f->round++) {
        f->best = -1;
        for (g->first = 0; g->first < t->seats; g->first = (Seat)(g->first + 2)) {
            ASK_ALL(who_pairs(e->setup, t), Q_LAY);
            for (int i = 0; i < 2; i++) lay_away(e->setup, g, g->first + i, tap_chosen(ANSWER(g->first + i)), e);
            chance_shuffle(e, &g->deck);
            for (int i = 0; i < 2; i++) draw(e->setup, g, g->first + i, e);
            ASK_ONE(who_pairs(e->setup, t), Q_SEND);
            f->sent = (Seat)(ANSWER(ANSWERED)->a - 1);
            f->shown = (int16_t)show_best(g, f->sent, ANSWERED, e);
            if (f->shown > f->best) f->best = f->shown, f->winner = f->sent;
        }
        for (Seat s = 0; s < t->seats; s++) t->score[s] += has(mates_of(e->setup, f->winner), s);
    }
    END;
}

static const Act acts[] = {ACT(play_pairs, NO_ROLE)};

static void sides(const Setup *setup, uint8_t ret_side[MAX_SEATS])
{
    for (Seat s = 0; s < setup->seats; s++) ret_side[s] = (uint8_t)(s / 2);
}

static const char *misfit(const Setup *setup)
{
    return setup->seats % 2 ? "everybody needs a partner." : NULL;
}

static const char *miscast(const Setup *setup, Seat s, int role)
{
    return s % 2 == 0 && role == 1 ? "the first of a pair is its captain." : NULL;
}

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    Partners *g = partners_of(t);
    pile_begin(g->deck, TAVERN);
    pile_fill(setup, &g->deck, false);
    chance_shuffle(e, &g->deck);
    for (Seat s = 0; s < t->seats; s++) draw(setup, g, s, e);
}

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Partners *g = partners_of(t);
    piece_deck(p, Z_DECK, &g->deck);
    for (Seat s = 0; s < t->seats; s++)
        piece_cards(p, "hand", Z_HAND, s, FAN, TAVERN, g->seat[s].hand, g->seat[s].cards);
}

static void counters(const Setup *setup, const Table *t, ViewMaker *m) {}

const Game partners = {
    .id = "partners", .title = "Partners", .about = "Two of a side with open hands.", .rules = 1, .min_seats = 4,
    .max_seats = 6, .best_seats = 4, .size = sizeof(Partners), .seat_size = sizeof(Partner), .acts = acts, .act_n = 1,
    .questions = questions, .question_n = 2, .verbs = verbs, .verb_n = VERBS_END, PHASES(phases),
    .content = &tavern_content, .setup = setup_table, .pieces = pieces, .counters = counters, .sides = sides,
    .misfit = misfit, .miscast = miscast,
};
