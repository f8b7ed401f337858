/* A sealed draft: all choose together, and a card passed on stays known to the one who passed it. Between the passes
 * everybody lays a card away unseen, so that what the others knew of that hand is lost. */
#include "games.h"

enum { HAND = 3, PASSES = 3 };

typedef struct Drafter {
    uint8_t cards, discards;
    Slot    hand[HAND];
    Slot    discard[PASSES];
} Drafter;

typedef struct Draft {
    Table   table;
    TAVERN_PILE(deck);
    Drafter seat[MAX_SEATS];
} Draft;

static Draft *draft_of(Table *t) { return (Draft *)t; }
static const Draft *draft_at(const Table *t) { return (const Draft *)t; }

enum { PASS_ON = 1, LAY_AWAY, VERBS_END };
static const Verb verbs[] = {
    [PASS_ON] = {.word = "pass", .label = "Pass to the left"}, [LAY_AWAY] = {.word = "lay", .label = "Lay away"}};
enum { P_PASS, P_LAY };
static const char *const phases[] = {"Passing", "Laying away"};
enum { Z_DECK = 1, Z_HAND, Z_DISCARD };

static void pass_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, PASS_ON, Z_HAND, s, first_items(draft_at(t)->seat[s].cards), 1, 1);
}

static void lay_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, LAY_AWAY, Z_HAND, s, first_items(draft_at(t)->seat[s].cards), 0, 1);
}

enum { Q_PASS, Q_LAY, ASKS_END };
static const Question questions[] = {
    [Q_PASS] = {.prompt = "Pass which card?", .who = who_everyone, .choices = pass_choices, .secret = true},
    [Q_LAY] = {.prompt = "Lay a card away?", .who = who_turn, .choices = lay_choices, .secret = true},
};

static void draw(Draft *g, Seat s, Env *e)
{
    Slot got = pile_draw(e, &g->deck, only(s));
    g->seat[s].hand[g->seat[s].cards++] = got;
    tell(e, TAP_MOVED, "{who} draws the {card}.", .who = s, .card = got.card, .seen_by = got.known,
         .unseen = "{who} draws a card.", .from = Z_DECK, .to = Z_HAND, .to_owner = s);
}

static void pass_on(Draft *g, Env *e)
{
    Table *t = &g->table;
    Slot   passed[MAX_SEATS];
    for (Seat s = 0; s < t->seats; s++) {
        SeatSet saw = only(s) | only(next_seat(t, s));
        passed[s] = hand_take_unseen(g->seat[s].hand, &g->seat[s].cards, __builtin_ctz(ANSWER(s)->value), saw);
        passed[s].known |= only(next_seat(t, s));
        tell(e, TAP_MOVED, "{who} passes the {card} to {other}.", .who = s, .other = next_seat(t, s),
             .card = passed[s].card, .seen_by = saw, .unseen = "{who} passes a card to {other}.", .from = Z_HAND,
             .from_owner = s, .to = Z_HAND, .to_owner = next_seat(t, s));
    }
    for (Seat s = 0; s < t->seats; s++) {
        Drafter *left = &g->seat[next_seat(t, s)];
        left->hand[left->cards++] = passed[s];
    }
}

static void lay_away(Draft *g, Seat s, uint32_t chosen, Env *e)
{
    if (!chosen) return;
    Drafter *d = &g->seat[s];
    Slot gone = hand_take_unseen(d->hand, &d->cards, __builtin_ctz(chosen), only(s));
    d->discard[d->discards++] = gone;
    tell(e, TAP_MOVED, "{who} lays the {card} away.", .who = s, .card = gone.card, .seen_by = only(s),
         .unseen = "{who} lays a card away.", .from = Z_HAND, .from_owner = s, .to = Z_DISCARD, .to_owner = s);
    draw(g, s, e);
}

SCRIPT(draft, { uint8_t round; Seat turn; })
{
    Draft *g = draft_of(t);
    BEGIN;
    for (f->round = 0; f->round < PASSES; f->round++) {
        PHASE(P_PASS);
        ASK_ALL(everyone(t), Q_PASS);
        pass_on(g, e);
        PHASE(P_LAY);
        for (f->turn = 0; g->deck.n && f->turn < t->seats; f->turn++) {
            ASK(f->turn, Q_LAY);
            lay_away(g, f->turn, ANSWER(f->turn)->value, e);
            if (!g->deck.n) break;
        }
    }
    for (Seat s = 0; s < t->seats; s++)
        for (int i = 0; i < g->seat[s].cards; i++) {
            g->seat[s].hand[i].known = PUBLIC;
            t->score[s] += g->seat[s].hand[i].card;
            tell(e, TAP_SHOWN, "{who} shows the {card}.", .who = s, .card = g->seat[s].hand[i].card, .to = Z_HAND,
                 .to_owner = s);
        }
    END;
}

static const Act acts[] = {ACT(draft, NO_ROLE)};

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    fill_with_different_cards(draft_of(t)->deck, TAVERN_FACES);
    for (Seat s = 0; s < t->seats; s++)
        while (draft_of(t)->seat[s].cards < HAND) draw(draft_of(t), s, e);
}

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Draft *g = draft_of(t);
    piece_pile(p, "deck", Z_DECK, NOBODY, &g->deck);
    for (Seat s = 0; s < t->seats; s++) {
        piece_cards(p, "hand", Z_HAND, s, FAN, TAVERN, g->seat[s].hand, g->seat[s].cards);
        piece_cards(p, "laid away", Z_DISCARD, s, STACK, TAVERN, g->seat[s].discard, g->seat[s].discards);
    }
}

const Game pass_left = {
    .id = "pass-left", .title = "Pass Left", .about = "A sealed draft.", .rules = 1,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 6, .size = sizeof(Draft), .seat_size = sizeof(Drafter),
    .acts = acts, .act_n = 1, .questions = questions, .question_n = ASKS_END, .verbs = verbs, .verb_n = VERBS_END,
    PHASES(phases), .content = &tavern_content, .setup = setup_table, .pieces = pieces,
};
