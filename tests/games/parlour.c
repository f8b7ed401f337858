/*
 * Windows between people. Each in turn plays a trick from the hand or rests; to a trick, and to every answer, the
 * others may answer, and nobody learns who thought of it. Of several answers an Anytime card counts before a Sometimes
 * card, the first counted from whose turn it is, the second from who is answered (as the inn's timing wants it). How
 * many answers a seat holds is kept beside the hand: a value derived from hidden cards.
 */
#include "curios.h"
#include "games.h"
#include "view/view.h"

enum { HAND = 4, ROUNDS = 2, USED = MAX_SEATS * HAND };

typedef struct Guest {
    uint8_t cards, answers; /* answers: how many of the cards may be played in a window */
    Slot    hand[HAND];
    uint8_t courage;
} Guest;

typedef struct Parlour {
    Table   table;
    Seat    active, source; /* whose turn it is; whose card is being answered */
    uint8_t depth, rolled;
    Die     sky, coin;
    PILE(deck, TRICK_FACES);
    PILE(used, USED);
    Guest   seat[MAX_SEATS];
} Parlour;

static Parlour *parlour_of(Table *t) { return (Parlour *)t; }
static const Parlour *parlour_at(const Table *t) { return (const Parlour *)t; }

typedef enum When { ANYTIME, SOMETIMES, ACTION } When;
/* Faces count from 100 on, see curios.c. */
static When when_of(Card c) { return (When)((c + 1100) % 3); }

enum { REST = 1, PLAY, PASS, ANSWER_WITH, VERBS_END };
static const Verb verbs[] = {
    [REST] = {.word = "rest", .label = "Rest"},
    [PLAY] = {.word = "play", .label = "Play a trick"},
    [PASS] = {.word = "pass", .label = "Let it be"},
    [ANSWER_WITH] = {.word = "answer", .label = "Answer with a trick"},
};
static const char *const phases[] = {"The parlour"};
enum { Z_DECK = 1, Z_HAND, Z_USED, Z_SKY, Z_COIN };

static SeatSet who_else(const Setup *setup, const Table *t)
{
    return less(everyone(t), parlour_at(t)->source);
}

static void turn_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, REST, 0, 0);
    if (parlour_at(t)->seat[s].cards) offer_subset(c, PLAY, Z_HAND, s, first_items(parlour_at(t)->seat[s].cards), 1, 1);
}

static void window_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Guest *g = &parlour_at(t)->seat[s];
    uint64_t     able = 0;
    offer(c, PASS, 0, 0);
    for (int i = 0; i < g->cards; i++)
        if (when_of(g->hand[i].card) != ACTION) able |= 1ull << i;
    if (g->answers && able) offer_subset(c, ANSWER_WITH, Z_HAND, s, able, 1, 1);
}

static uint32_t distance(const Table *t, Seat from, Seat to) { return (uint32_t)((to - from + t->seats) % t->seats); }

static uint32_t answer_rank(const Setup *setup, const Table *t, Seat s, const Move *m)
{
    const Parlour *g = parlour_at(t);
    bool anytime = when_of(g->seat[s].hand[__builtin_ctz(m->value)].card) == ANYTIME;
    return anytime ? distance(t, g->active, s) : MAX_SEATS + distance(t, g->source, s);
}

static void window_facts(const Setup *setup, const Table *t, TapWindow *ret)
{
    const Parlour *g = parlour_at(t);
    ret->kind = g->depth > 1 ? "answer" : "trick";
    ret->touches = only(next_seat(t, g->source)); /* a trick is played on the left neighbour */
    ret->turn = g->active;
    ret->depth = (uint8_t)(g->depth - 1);
    ret->seconds = 8;
}

SCRIPT_FRAME(perform, { Seat who; Slot card; });

enum { Q_TURN, Q_WINDOW, ASKS_END };
static const Question questions[] = {
    [Q_TURN] = {.prompt = "Your trick?", .who = who_turn, .choices = turn_choices, .secret = true},
    [Q_WINDOW] = {.prompt = "Answer it?",
                  .who = who_else,
                  .choices = window_choices,
                  .pass = PASS,
                  .secret = true,
                  .hushed = true,
                  .room = sizeof(perform_Frame),
                  .rank = answer_rank,
                  .window = window_facts},
};

static void count_answers(Guest *g)
{
    g->answers = 0;
    for (int i = 0; i < g->cards; i++) g->answers = (uint8_t)(g->answers + (when_of(g->hand[i].card) != ACTION));
}

static void draw(Parlour *g, Seat s, Env *e)
{
    Slot card = pile_draw(e, &g->deck, only(s));
    g->seat[s].hand[g->seat[s].cards++] = card;
    tell(e, TAP_MOVED, "{who} draws the {card}.", .who = s, .card = card.card, .deck = TRICKS, .seen_by = only(s),
         .unseen = "{who} draws a card.", .from = Z_DECK, .to = Z_HAND, .to_owner = s);
    count_answers(&g->seat[s]);
}

/* The card leaves the hand for all to see and lies on the open pile. */
static Slot show_trick(Parlour *g, Seat s, int i, Env *e)
{
    Slot card = hand_take_unseen(g->seat[s].hand, &g->seat[s].cards, i, PUBLIC);
    card.known = PUBLIC;
    pile_put(&g->used, card);
    count_answers(&g->seat[s]);
    tell(e, TAP_SHOWN, "{who} plays the {card}.", .who = s, .card = card.card, .deck = TRICKS, .from = Z_HAND,
         .from_owner = s, .to = Z_USED);
    return card;
}

enum { S_EVENING, S_PERFORM, SCRIPTS_END };

/* Returns 1 if it stands. */
SCRIPT_BODY(static, perform)
{
    Parlour *g = parlour_of(t);
    BEGIN;
    g->depth++;
    for (;;) {
        g->source = f->who;
        ASK_FIRST(who_else(e->setup, t), next_seat(t, f->who), Q_WINDOW);
        if (ANSWERED == NOBODY) break;
        CALL_WITH(S_PERFORM, perform, .who = ANSWERED,
                  .card = show_trick(g, ANSWERED, __builtin_ctz(ANSWER(ANSWERED)->value), e));
        if (RESULT) {
            g->depth--;
            RETURN(0);
        }
    }
    g->depth--;
    RETURN(1);
    END;
}

SCRIPT(evening, { uint8_t round; Seat turn; })
{
    Parlour *g = parlour_of(t);
    BEGIN;
    for (f->round = 0; f->round < ROUNDS; f->round++)
        for (f->turn = 0; f->turn < t->seats; f->turn++) {
            g->active = f->turn;
            ASK(f->turn, Q_TURN);
            if (ANSWER(f->turn)->verb == REST) continue;
            CALL_WITH(S_PERFORM, perform, .who = f->turn,
                      .card = show_trick(g, f->turn, __builtin_ctz(ANSWER(f->turn)->value), e));
            if (!RESULT) continue;
            chance_roll(e, WEATHER, &g->sky, PUBLIC);
            chance_roll(e, COIN, &g->coin, PUBLIC);
            g->rolled = 1;
            int worth = e->setup->content->deck[WEATHER]->face[g->sky.face - 1].number;
            tell(e, TAP_ROLLED, "{who} earns {n}.", .who = f->turn, .n = worth);
            t->score[f->turn] += worth + g->seat[f->turn].courage;
        }
    END;
}

static const Act acts[] = {[S_EVENING] = ACT(evening, NO_ROLE), [S_PERFORM] = ACT(perform, NO_ROLE)};

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    Parlour *g = parlour_of(t);
    pile_begin(g->deck, TRICKS);
    pile_fill(setup, &g->deck, false);
    pile_begin(g->used, TRICKS);
    pile_open(&g->used);
    for (Seat s = 0; s < t->seats; s++)
        while (g->seat[s].cards < HAND) draw(g, s, e);
    for (int i = 0; i < setup->stages; i++) g->seat[setup->stage[i].seat].courage = (uint8_t)setup->stage[i].value;
    for (Seat s = 0; s < t->seats; s++)
        if (setup->cast[s] >= 0) g->seat[s].courage = (uint8_t)(g->seat[s].courage + 10 * (1 + setup->cast[s]));
}

static void resealed(const Setup *setup, Table *t, Seat viewer)
{
    for (Seat s = 0; s < t->seats; s++) count_answers(&parlour_of(t)->seat[s]);
}

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Parlour *g = parlour_of(t);
    piece_deck(p, Z_DECK, &g->deck);
    piece_pile(p, "used", Z_USED, NOBODY, &g->used)->pool = 63; /* the last pool there is */
    piece_dice(p, "sky", Z_SKY, NOBODY, ROW, WEATHER, &g->sky, g->rolled);
    piece_dice(p, "coin", Z_COIN, NOBODY, ROW, COIN, &g->coin, g->rolled);
    for (Seat s = 0; s < t->seats; s++)
        piece_cards(p, "hand", Z_HAND, s, FAN, TRICKS, g->seat[s].hand, g->seat[s].cards);
}

static bool seat_may_lose(const Setup *setup, const Table *t, Seat s, int order)
{
    return parlour_at(t)->depth > 1 && parlour_at(t)->active == s;
}

static const Staging stages[] = {{"courage", 0, 5}, {NULL, 0, 0}};
static const TapOrder orders[] = {{"defend", "Ask me when my own trick is being answered"}, {NULL, NULL}};

#define PARLOUR                                                                                                        \
    .title = "The Parlour", .about = "Windows between people.", .rules = 1, .min_seats = 2, .max_seats = 8,            \
    .best_seats = 4, .size = sizeof(Parlour), .seat_size = sizeof(Guest), .stack = 160, .acts = acts,                  \
    .act_n = SCRIPTS_END, .questions = questions, .question_n = ASKS_END, .verbs = verbs, .verb_n = VERBS_END,         \
    PHASES(phases), .content = &curios, .setup = setup_table, .pieces = pieces, .stages = stages, .orders = orders,  \
    .order_asks = seat_may_lose
const Game parlour = {.id = "parlour", PARLOUR, .resealed = resealed};
const Game stale_parlour = {.id = "stale-parlour", PARLOUR};
