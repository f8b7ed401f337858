/* Knowledge in every form: a peek at the deck, a face-down card its owner may not look at, a card that everybody but
 * its owner sees, cards laid face down into a grid with empty cells, cards shown, and a shuffle that dissolves all. */
#include "games.h"

enum { HAND = 2, MOST = 8, ROUNDS = 3, CELLS = 6, GRID_WIDTH = 3 };

typedef struct Whisperer {
    uint8_t cards;
    Slot    hand[MOST];
    Slot    blind, forehead;
} Whisperer;

typedef struct Whispers {
    Table     table;
    Slot      cell[CELLS];
    TAVERN_PILE(deck);
    Whisperer seat[MAX_SEATS];
} Whispers;

static Whispers *whispers_of(Table *t) { return (Whispers *)t; }
static const Whispers *whispers_at(const Table *t) { return (const Whispers *)t; }

enum { PEEK = 1, TAKE, SHUFFLE, SHOW, LAY, VERBS_END };
static const Verb verbs[] = {
    [PEEK] = {.word = "peek", .label = "Look at the top card"},
    [TAKE] = {.word = "take", .label = "Take the top card"},
    [SHUFFLE] = {.word = "shuffle", .label = "Shuffle the deck"},
    [SHOW] = {.word = "show", .label = "Show a card"},
    [LAY] = {.word = "lay", .label = "Lay a card into cell {a}", .args = 1},
};
static const char *const phases[] = {"Whispers"};
enum { Z_DECK = 1, Z_HAND, Z_BLIND, Z_FOREHEAD, Z_GRID };

static void act_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Whispers *g = whispers_at(t);
    uint32_t        hand = first_items(g->seat[s].cards);
    if (g->deck.n) offer(c, PEEK, 0, 0);
    if (g->deck.n && g->seat[s].cards < MOST) offer(c, TAKE, 0, 0);
    offer(c, SHUFFLE, 0, 0);
    if (hand) offer_subset(c, SHOW, Z_HAND, s, hand, 1, 1);
    for (int i = 0; hand && i < CELLS; i++)
        if (g->cell[i].card == NO_CARD) offer_subset(c, LAY, Z_HAND, s, hand, 1, 1)->a = (uint8_t)i;
}

static const Question questions[] = {{.prompt = "What now?", .who = who_turn, .choices = act_choices, .secret = true}};

static void take(Whispers *g, Seat s, Env *e)
{
    Slot got = pile_draw(e, &g->deck, only(s));
    g->seat[s].hand[g->seat[s].cards++] = got;
    tell(e, TAP_MOVED, "{who} takes the {card}.", .who = s, .card = got.card, .seen_by = only(s),
         .unseen = "{who} takes a card.", .from = Z_DECK, .to = Z_HAND, .to_owner = s);
}

static void peek(Whispers *g, Seat s, Env *e)
{
    pile_peek(e, &g->deck, 1, only(s));
    tell(e, TAP_SHOWN, "{who} sees the {card} on top.", .who = s, .card = pile_top(&g->deck), .seen_by = only(s),
         .unseen = "{who} looks at the top card.", .to = Z_DECK);
}

static void lay(Whispers *g, Seat s, int i, int cell, Env *e)
{
    SeatSet saw = g->seat[s].hand[i].known == PUBLIC ? (SeatSet)PUBLIC : only(s); /* an open card does not go unseen */
    g->cell[cell] = hand_take_unseen(g->seat[s].hand, &g->seat[s].cards, i, saw);
    tell(e, TAP_MOVED, "{who} lays the {card} down.", .who = s, .card = g->cell[cell].card, .seen_by = saw,
         .unseen = "{who} lays a card down.", .from = Z_HAND, .from_owner = s, .to = Z_GRID, .n = cell);
}

static void show(Whispers *g, Seat s, int i, Env *e)
{
    g->seat[s].hand[i].known = PUBLIC;
    tell(e, TAP_SHOWN, "{who} shows the {card}.", .who = s, .card = g->seat[s].hand[i].card, .to = Z_HAND,
         .to_owner = s);
}

SCRIPT(whisper, { uint8_t round; Seat turn; })
{
    Whispers *g = whispers_of(t);
    BEGIN;
    for (f->round = 0; f->round < ROUNDS; f->round++)
        for (f->turn = 0; f->turn < t->seats; f->turn++) {
            ASK(f->turn, 0);
            const Move *m = ANSWER(f->turn);
            if (m->verb == PEEK) peek(g, f->turn, e);
            else if (m->verb == TAKE) take(g, f->turn, e);
            else if (m->verb == SHOW) show(g, f->turn, __builtin_ctz(m->value), e);
            else if (m->verb == LAY) lay(g, f->turn, __builtin_ctz(m->value), m->a, e);
            else {
                chance_shuffle(e, &g->deck);
                tell(e, TAP_MOVED, "{who} shuffles the deck.", .who = f->turn, .from = Z_DECK, .to = Z_DECK);
            }
        }
    for (Seat s = 0; s < t->seats; s++) {
        Slot *blind = &g->seat[s].blind, *forehead = &g->seat[s].forehead;
        blind->known = forehead->known = PUBLIC;
        tell(e, TAP_SHOWN, "{who} shows the {card}.", .who = s, .card = blind->card, .to = Z_BLIND, .to_owner = s);
        tell(e, TAP_SHOWN, "{who} shows the {card}.", .who = s, .card = forehead->card, .to = Z_FOREHEAD,
             .to_owner = s);
        t->score[s] = blind->card + forehead->card;
    }
    END;
}

static const Act acts[] = {ACT(whisper, NO_ROLE)};

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    Whispers *g = whispers_of(t);
    fill_with_different_cards(g->deck, TAVERN_FACES);
    for (int i = 0; i < CELLS; i++) g->cell[i] = (Slot){NO_CARD, 0};
    for (Seat s = 0; s < t->seats; s++) {
        g->seat[s].blind = pile_draw(e, &g->deck, 0);
        g->seat[s].forehead = pile_draw(e, &g->deck, (SeatSet)(PUBLIC & ~only(s)));
        tell(e, TAP_SHOWN, "{who} wears the {card}.", .who = s, .card = g->seat[s].forehead.card,
             .seen_by = g->seat[s].forehead.known, .unseen = "{who} wears a card.", .to = Z_FOREHEAD, .to_owner = s);
        for (int i = 0; i < HAND && g->deck.n > MAX_SEATS / 2; i++) take(g, s, e);
    }
}

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Whispers *g = whispers_of(t);
    piece_pile(p, "deck", Z_DECK, NOBODY, &g->deck);
    Piece *grid = piece_cards(p, "grid", Z_GRID, NOBODY, GRID, TAVERN, g->cell, CELLS);
    grid->w = GRID_WIDTH;
    grid->h = CELLS / GRID_WIDTH;
    for (Seat s = 0; s < t->seats; s++) {
        piece_cards(p, "hand", Z_HAND, s, FAN, TAVERN, g->seat[s].hand, g->seat[s].cards);
        piece_cards(p, "blind", Z_BLIND, s, ROW, TAVERN, &g->seat[s].blind, 1);
        piece_cards(p, "forehead", Z_FOREHEAD, s, ROW, TAVERN, &g->seat[s].forehead, 1);
    }
}

const Game whispers = {
    .id = "whispers", .title = "Whispers", .about = "Knowledge in every form.", .rules = 1,
    .min_seats = 2, .max_seats = 7, .best_seats = 4, .size = sizeof(Whispers), .seat_size = sizeof(Whisperer),
    .acts = acts, .act_n = 1, .questions = questions, .question_n = 1, .verbs = verbs, .verb_n = VERBS_END,
    PHASES(phases), .content = &tavern_content, .setup = setup_table, .pieces = pieces,
};
