/* Each in turn walks through the wood; any other with a sword in hand may attack. All others are polled together, so
 * nobody learns who could have; the first in order who does counts. A sword is a card below FIRST_HARMLESS. */
#include "games.h"

enum { HAND = 2, FIRST_HARMLESS = 12 };

typedef struct Bandit {
    uint8_t cards;
    Slot    hand[HAND];
} Bandit;

typedef struct Wood {
    Table   table;
    TAVERN_PILE(deck);
    uint8_t used;
    Slot    swords[MAX_SEATS];
    Bandit  seat[MAX_SEATS];
} Wood;

static Wood *wood_of(Table *t) { return (Wood *)t; }
static const Wood *wood_at(const Table *t) { return (const Wood *)t; }

enum { WALK = 1, PASS, ATTACK, VERBS_END };
static const Verb verbs[] = {[WALK] = {.word = "walk", .label = "Walk"},
                             [PASS] = {.word = "pass", .label = "Stay hidden"},
                             [ATTACK] = {.word = "attack", .label = "Attack"}};
static const char *const phases[] = {"In the wood"};
enum { Z_DECK = 1, Z_HAND, Z_SWORDS };

static SeatSet who_lurks(const Setup *setup, const Table *t)
{
    return less(everyone(t), t->turn);
}

static void walk_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, WALK, 0, 0);
}

static void lurk_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    uint32_t swords = 0;
    offer(c, PASS, 0, 0);
    for (int i = 0; i < wood_at(t)->seat[s].cards; i++)
        if (wood_at(t)->seat[s].hand[i].card < FIRST_HARMLESS) swords |= 1u << i;
    if (swords) offer_subset(c, ATTACK, Z_HAND, s, swords, 1, 1);
}

enum { Q_WALK, Q_LURK, ASKS_END };
static const Question questions[] = {
    [Q_WALK] = {.prompt = "Into the wood", .who = who_turn, .choices = walk_choices},
    [Q_LURK] = {.prompt = "Attack?", .who = who_lurks, .choices = lurk_choices, .pass = PASS, .secret = true},
};

static void attack(Wood *g, Seat s, int i, Env *e)
{
    Slot sword = hand_take_unseen(g->seat[s].hand, &g->seat[s].cards, i, PUBLIC);
    sword.known = PUBLIC;
    g->swords[g->used++] = sword;
    tell(e, TAP_SHOWN, "{who} attacks with the {card}.", .who = s, .card = sword.card, .from = Z_HAND, .from_owner = s,
         .to = Z_SWORDS);
}

SCRIPT(walk, { Seat turn; })
{
    Wood *g = wood_of(t);
    BEGIN;
    for (f->turn = 0; f->turn < t->seats; f->turn++) {
        ASK(f->turn, Q_WALK);
        ASK_FIRST(less(everyone(t), f->turn), next_seat(t, f->turn), Q_LURK);
        if (ANSWERED == NOBODY) t->score[f->turn]++;
        else attack(g, ANSWERED, __builtin_ctz(ANSWER(ANSWERED)->value), e);
    }
    END;
}

static const Act acts[] = {ACT(walk, NO_ROLE)};

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    Wood *g = wood_of(t);
    fill_with_different_cards(g->deck, TAVERN_FACES);
    for (Seat s = 0; s < t->seats; s++)
        while (g->seat[s].cards < HAND) g->seat[s].hand[g->seat[s].cards++] = pile_draw(e, &g->deck, only(s));
}

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Wood *g = wood_of(t);
    piece_pile(p, "deck", Z_DECK, NOBODY, &g->deck);
    piece_cards(p, "swords", Z_SWORDS, NOBODY, ROW, TAVERN, g->swords, g->used);
    for (Seat s = 0; s < t->seats; s++)
        piece_cards(p, "hand", Z_HAND, s, FAN, TAVERN, g->seat[s].hand, g->seat[s].cards);
}

const Game ambush = {
    .id = "ambush", .title = "Ambush", .about = "A window in which nobody learns who could have answered.", .rules = 1,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 4, .size = sizeof(Wood), .seat_size = sizeof(Bandit),
    .acts = acts, .act_n = 1, .questions = questions, .question_n = ASKS_END, .verbs = verbs, .verb_n = VERBS_END,
    PHASES(phases), .content = &tavern_content, .setup = setup_table, .pieces = pieces,
};
