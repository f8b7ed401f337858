/* A turn of four clicks, as in a long evening at one table, and one window in it: throw a card at somebody, and anybody
 * else may catch it. For measuring how long people wait for each other. */
#include "games.h"

enum { HAND = 3, ROUNDS = 3, CATCHES = 30 /* cards below this can catch */ };

typedef struct Drinker {
    uint8_t cards;
    Slot    hand[HAND];
} Drinker;

typedef struct Commons {
    Table   table;
    Seat    target;
    uint8_t thrown;
    Slot    floor[MAX_SEATS * ROUNDS * (HAND + 1)];
    TAVERN_PILE(deck);
    Drinker seat[MAX_SEATS];
} Commons;

static Commons *commons_of(Table *t) { return (Commons *)t; }
static const Commons *commons_at(const Table *t) { return (const Commons *)t; }

enum { LAY = 1, THROW, REST, PASS, CATCH, DRINK, TOAST, VERBS_END };
static const Verb verbs[] = {
    [LAY] = {.word = "lay", .label = "Lay cards away"},
    [THROW] = {.word = "throw", .label = "Throw a card at {a}", .args = 1},
    [REST] = {.word = "rest", .label = "Throw nothing"},
    [PASS] = {.word = "pass", .label = "Let it fly"},
    [CATCH] = {.word = "catch", .label = "Catch it"},
    [DRINK] = {.word = "drink", .label = "Drink"},
    [TOAST] = {.word = "toast", .label = "Drink to {a}", .args = 1},
};
static const char *const phases[] = {"The common room"};
enum { Z_DECK = 1, Z_HAND, Z_FLOOR };

static SeatSet who_else(const Setup *setup, const Table *t)
{
    return less(everyone(t), t->turn);
}

static void lay_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, LAY, Z_HAND, s, first_items(commons_at(t)->seat[s].cards), 0, 1);
}

static void throw_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (Seat o = 0; o < t->seats && commons_at(t)->seat[s].cards; o++)
        if (o != s) offer_subset(c, THROW, Z_HAND, s, first_items(commons_at(t)->seat[s].cards), 1, 1)->a = (uint8_t)o;
    offer(c, REST, 0, 0);
}

static void catch_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Drinker *d = &commons_at(t)->seat[s];
    uint64_t       able = 0;
    offer(c, PASS, 0, 0);
    for (int i = 0; i < d->cards; i++)
        if (d->hand[i].card < CATCHES) able |= 1ull << i;
    if (able) offer_subset(c, CATCH, Z_HAND, s, able, 1, 1);
}

static void toast_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (Seat o = 0; o < t->seats; o++)
        if (o != s) offer(c, TOAST, o, 0);
}

static void drink_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, DRINK, 0, 0);
    offer(c, REST, 0, 0);
}

static void window_facts(const Setup *setup, const Table *t, TapWindow *ret)
{
    *ret = (TapWindow){.kind = "throw", .touches = only(commons_at(t)->target), .turn = t->turn, .seconds = 6};
}

enum { Q_LAY, Q_THROW, Q_CATCH, Q_TOAST, Q_DRINK, ASKS_END };
static const Question questions[] = {
    [Q_LAY] = {.prompt = "Lay a card away?", .who = who_turn, .choices = lay_choices},
    [Q_THROW] = {.prompt = "Throw a card?", .who = who_turn, .choices = throw_choices},
    [Q_CATCH] = {.prompt = "Catch it?", .who = who_else, .choices = catch_choices, .pass = PASS, .secret = true,
                 .hushed = true, .window = window_facts},
    [Q_TOAST] = {.prompt = "To whom?", .who = who_turn, .choices = toast_choices},
    [Q_DRINK] = {.prompt = "Drink?", .who = who_turn, .choices = drink_choices},
};

static void fill_hand(Commons *g, Seat s, Env *e)
{
    while (g->seat[s].cards < HAND) {
        Slot card = g->seat[s].hand[g->seat[s].cards++] = pile_draw(e, &g->deck, only(s));
        tell(e, TAP_MOVED, "{who} draws the {card}.", .who = s, .card = card.card, .seen_by = only(s),
             .unseen = "{who} draws a card.", .from = Z_DECK, .to = Z_HAND, .to_owner = s);
    }
}

static void drop(Commons *g, Seat s, uint64_t chosen, Env *e)
{
    if (!chosen) return;
    Slot card = hand_take_unseen(g->seat[s].hand, &g->seat[s].cards, __builtin_ctzll(chosen), PUBLIC);
    card.known = PUBLIC;
    g->floor[g->thrown++] = card;
    tell(e, TAP_SHOWN, "{who} drops the {card}.", .who = s, .card = card.card, .from = Z_HAND, .from_owner = s,
         .to = Z_FLOOR);
}

SCRIPT(evening, { uint8_t round; Seat turn; })
{
    Commons *g = commons_of(t);
    BEGIN;
    for (f->round = 0; f->round < ROUNDS; f->round++)
        for (f->turn = 0; f->turn < t->seats; f->turn++) {
            ASK(f->turn, Q_LAY);
            drop(g, f->turn, tap_chosen(ANSWER(f->turn)), e);
            fill_hand(g, f->turn, e);
            ASK(f->turn, Q_THROW);
            if (ANSWER(f->turn)->verb == THROW) {
                g->target = (Seat)ANSWER(f->turn)->a;
                drop(g, f->turn, tap_chosen(ANSWER(f->turn)), e);
                ASK_FIRST(less(everyone(t), f->turn), g->target, Q_CATCH);
                if (ANSWERED == NOBODY) t->score[f->turn]++;
                else drop(g, ANSWERED, tap_chosen(ANSWER(ANSWERED)), e);
            }
            ASK(f->turn, Q_TOAST);
            t->score[ANSWER(f->turn)->a]++;
            ASK(f->turn, Q_DRINK);
        }
    END;
}

static const Act acts[] = {ACT(evening, NO_ROLE)};

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    Commons *g = commons_of(t);
    pile_begin(g->deck, TAVERN);
    pile_fill(setup, &g->deck, false);
    for (Seat s = 0; s < t->seats; s++) fill_hand(g, s, e);
}

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Commons *g = commons_of(t);
    piece_pile(p, "deck", Z_DECK, NOBODY, &g->deck);
    piece_cards(p, "floor", Z_FLOOR, NOBODY, ROW, TAVERN, g->floor, g->thrown);
    for (Seat s = 0; s < t->seats; s++)
        piece_cards(p, "hand", Z_HAND, s, FAN, TAVERN, g->seat[s].hand, g->seat[s].cards);
}

const Game common_room = {
    .id = "common-room", .title = "The Common Room", .about = "Four clicks a turn and a window.", .rules = 1,
    .min_seats = 2, .max_seats = 5, .best_seats = 4, .size = sizeof(Commons), .seat_size = sizeof(Drinker),
    .acts = acts, .act_n = 1, .questions = questions, .question_n = ASKS_END, .verbs = verbs, .verb_n = VERBS_END,
    PHASES(phases), .content = &tavern_content, .setup = setup_table, .pieces = pieces,
};
