/*
 * The smallest game that passes the battery: everybody draws a card in turn or rests, and the highest rank wins. A new
 * game begins as a copy of this file; CONTRIBUTING.md says what comes next.
 */
#include "games.h"

typedef struct Player { /* what belongs to one seat */
    uint8_t cards;
    Slot    hand[1];
} Player;

typedef struct NullGame { /* the whole state: flat, no pointers */
    Table  table;
    TAVERN_PILE(deck);
    Player seat[MAX_SEATS]; /* last, so that seats which are not there cost nothing */
} NullGame;

static NullGame *game_state(Table *t) { return (NullGame *)t; }
static const NullGame *game_look(const Table *t) { return (const NullGame *)t; }

enum { REST = 1, DRAW, VERBS_END };
static const Verb verbs[] = {
    [REST] = {.word = "rest", .label = "Rest"}, [DRAW] = {.word = "draw", .label = "Draw a card"}};
static const char *const phases[] = {"Drawing"};
enum { Z_DECK = 1, Z_HAND };

/* What a seat may answer: the only judge of legality. */
static void draw_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, REST, 0, 0);
    if (game_look(t)->deck.n) offer(c, DRAW, 0, 0);
}

enum { Q_DRAW, ASKS_END };
static const Question questions[] = {[Q_DRAW] = {.prompt = "Draw a card?", .who = who_turn, .choices = draw_choices}};

/* The order of play, top to bottom. What must outlive a question is f->..., never a C local. */
SCRIPT(play, { Seat turn; })
{
    NullGame *g = game_state(t);
    BEGIN;
    for (f->turn = 0; f->turn < t->seats; f->turn++) {
        ASK(f->turn, Q_DRAW);
        if (ANSWER(f->turn)->verb == REST) continue;
        Player *p = &g->seat[f->turn];
        p->hand[p->cards++] = pile_draw(e, &g->deck, PUBLIC);
        tell(e, TAP_SHOWN, "{who} draws the {card}.", .who = f->turn, .card = p->hand[0].card, .from = Z_DECK,
             .to = Z_HAND, .to_owner = f->turn);
        t->score[f->turn] = rank_of(p->hand[0].card);
    }
    END;
}

static const Act acts[] = {ACT(play, NO_ROLE)};

static void setup_table(const Setup *setup, Table *t, Env *e) { tavern_fill(setup, game_state(t)->deck, false); }

/* Every place where something lies: Views, new deals and conservation go by this list. */
static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    NullGame *g = game_state(t);
    piece_deck(p, Z_DECK, &g->deck);
    for (Seat s = 0; s < t->seats; s++)
        piece_cards(p, "hand", Z_HAND, s, FAN, TAVERN, g->seat[s].hand, g->seat[s].cards);
}

const Game nullgame = {
    .id = "nullgame", .title = "The Null Game", .about = "The highest card wins.", .rules = 1,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 4, .size = sizeof(NullGame), .seat_size = sizeof(Player),
    .acts = acts, .act_n = 1, .questions = questions, .question_n = ASKS_END, .verbs = verbs, .verb_n = VERBS_END,
    PHASES(phases), .content = &tavern_content, .setup = setup_table, .pieces = pieces,
};
