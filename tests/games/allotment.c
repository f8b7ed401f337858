/* The wide answers: a subset of ten cards, and twelve tokens given to four seats. */
#include "games.h"
#include "view/view.h"

enum { SEATS = 4, CARDS = 10, TOKENS = 12 };

typedef struct Heir {
    uint8_t cards;
    uint8_t tokens;
    Slot    card[CARDS];
} Heir;

typedef struct Estate {
    Table table;
    TAVERN_PILE(deck);
    Heir  seat[MAX_SEATS];
} Estate;

static Estate *estate_of(Table *t) { return (Estate *)t; }
static const Estate *estate_at(const Table *t) { return (const Estate *)t; }

enum { KEEP = 1, GIVE, VERBS_END };
static const Verb verbs[] = {
    [KEEP] = {.word = "keep", .label = "Keep three to seven"}, [GIVE] = {.word = "give", .label = "Give the tokens"}};
static const char *const phases[] = {"Dividing the estate"};
enum { Z_DECK = 1, Z_HAND };

static void keep_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, KEEP, Z_HAND, s, first_items(estate_at(t)->seat[s].cards), 3, 7);
}

static void give_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_assignment(c, GIVE, 0, NOBODY, first_items(TOKENS), everyone(t));
}

enum { Q_KEEP, Q_GIVE, ASKS_END };
static const Question questions[] = {
    [Q_KEEP] = {.prompt = "Keep which?", .who = who_everyone, .choices = keep_choices, .secret = true},
    [Q_GIVE] = {.prompt = "Who gets which token?", .who = who_turn, .choices = give_choices},
};

SCRIPT(divide, { Seat turn; })
{
    Estate *g = estate_of(t);
    BEGIN;
    ASK_ALL(everyone(t), Q_KEEP);
    for (Seat s = 0; s < t->seats; s++)
        for (int i = CARDS - 1; i >= 0; i--)
            if (!(ANSWER(s)->value >> i & 1))
                pile_return(&g->deck, hand_take_unseen(g->seat[s].card, &g->seat[s].cards, i, only(s)).card);
    chance_shuffle(e, &g->deck);
    for (f->turn = 0; f->turn < t->seats; f->turn++) {
        ASK(f->turn, Q_GIVE);
        for (int i = 0; i < TOKENS; i++) {
            g->seat[tap_assigned(ANSWER(f->turn), i)].tokens++;
            t->score[tap_assigned(ANSWER(f->turn), i)]++;
        }
    }
    END;
}

static const Act acts[] = {ACT(divide, NO_ROLE)};

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    Estate *g = estate_of(t);
    tavern_fill(e->setup, g->deck, true);
    for (Seat s = 0; s < t->seats; s++)
        while (g->seat[s].cards < CARDS) g->seat[s].card[g->seat[s].cards++] = pile_draw(e, &g->deck, only(s));
}

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Estate *g = estate_of(t);
    piece_pile(p, "deck", Z_DECK, NOBODY, &g->deck);
    for (Seat s = 0; s < t->seats; s++)
        piece_cards(p, "hand", Z_HAND, s, FAN, TAVERN, g->seat[s].card, g->seat[s].cards);
}

static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    for (Seat s = 0; s < t->seats; s++) view_counter(m, "tokens", s, estate_at(t)->seat[s].tokens);
}

const Game allotment = {
    .id = "allotment", .title = "Allotment", .about = "The wide answers.", .rules = 1,
    .min_seats = SEATS, .max_seats = SEATS, .best_seats = SEATS, .size = sizeof(Estate), .seat_size = sizeof(Heir),
    .acts = acts, .act_n = 1, .questions = questions, .question_n = ASKS_END, .verbs = verbs, .verb_n = VERBS_END,
    PHASES(phases), .content = &tavern_content, .setup = setup_table, .pieces = pieces, .counters = counters,
};
