/* A host: it plays King's Council or Threes and puts its own round of cheating in place of the betting round. A cheater
 * rolls one of his dice again, or swaps one of his cards for the one up his sleeve. The guest's rules know nothing of
 * it. One seat may sit out. */
#include "games.h"
#include "wager/wager.h"

extern const Game kings_council, threes;

enum { ROUNDS = 2 };

typedef struct Inn {
    Table   table;
    uint8_t sleeves;
    TAVERN_PILE(deck);
    Slot    sleeve[MAX_SEATS];
    int32_t outcome[MAX_SEATS];
    _Alignas(16) unsigned char room[GUEST_ROOM];
} Inn;
_Static_assert(sizeof(Inn) <= INN_ROOM, "the inn is a guest itself");

static Inn *inn_of(Table *t) { return (Inn *)t; }
static const Inn *inn_at(const Table *t) { return (const Inn *)t; }
static Table *guest_of(const Table *t) { return (Table *)(uintptr_t)inn_at(t)->room; }

static const Game *const guests[] = {&kings_council, &threes};

enum { OPT_GUEST, OPT_SITS_OUT, OPT_HANDS_OFF, OPTIONS_END };
static const char *const guest_words[] = {"council", "threes"};
static const TapOption options[] = {
    [OPT_GUEST] = {"guest", "what is played", TAP_WORD, 0, 0, 1, guest_words},
    [OPT_SITS_OUT] = {"sits-out", "this seat watches; 0 for none", TAP_NUMBER, 0, 0, 3, NULL},
    [OPT_HANDS_OFF] = {"hands-off", "the guest bets by its own rules", TAP_FLAG, 0, 0, 1, NULL},
};

enum { HONEST = 1, REROLL, SWAP, VERBS_END };
static const Verb verbs[] = {
    [HONEST] = {.word = "honest", .label = "Play on"},
    [REROLL] = {.word = "reroll", .label = "Roll die {b} of zone {a} again", .args = 2},
    [SWAP] = {.word = "swap", .label = "Swap card {b} of zone {a}", .args = 2},
};
static const char *const phases[] = {"At the inn", "Cheating"};
enum { Z_SLEEVE = 1, Z_DECK };

/* The guest's piece in a zone of one of our seats. */
static Piece *guest_piece(const Setup *setup, const Table *t, Seat s, int zone, Pieces *list)
{
    Table *guest = guest_of(t);
    pieces_list(setup, guests[t->option[OPT_GUEST]], guest, list);
    for (int i = 0; i < list->n; i++)
        if (list->piece[i].owner != NOBODY && guest->sits[list->piece[i].owner] == s && list->piece[i].zone == zone)
            return &list->piece[i];
    return NULL;
}

static void cheat_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    Table *guest = guest_of(t);
    Pieces list;
    pieces_list(setup, guests[t->option[OPT_GUEST]], guest, &list);
    offer(c, HONEST, 0, 0);
    for (int i = 0; i < list.n; i++) {
        const Piece *p = &list.piece[i];
        bool mine = p->owner != NOBODY && guest->sits[p->owner] == s && p->flags & ALTERABLE;
        for (int k = 0; mine && k < p->n; k++) offer(c, p->die ? REROLL : SWAP, p->zone, k);
    }
}

static const Question questions[] = {{.prompt = "Cheat?", .who = who_turn, .choices = cheat_choices, .secret = true}};

static SeatSet playing(const Table *t)
{
    const Table *guest = guest_of(t);
    SeatSet      set = 0;
    for (Seat s = 0; s < guest->seats; s++)
        if (has(still_in(guest), s)) set |= only(guest->sits[s]);
    return set;
}

/* Stands in for the guest's betting round. */
SCRIPT(cheating, { Seat turn; SeatSet todo; })
{
    Inn *g = inn_of(t);
    BEGIN;
    PHASE(1);
    IN_TURN_ORDER (f->turn, f->todo, playing(t), 0) {
        ASK(f->turn, 0);
        const Move *m = ANSWER(f->turn);
        Pieces list;
        Piece *p = m->verb == HONEST ? NULL : guest_piece(e->setup, t, f->turn, m->a, &list);
        if (m->verb == REROLL) {
            bool done = alter_reroll(e, p, m->b);
            assert(done);
            tell(e, TAP_ROLLED, "{who} rolls a die again.", .who = f->turn, .n = p->die[m->b].face);
        } else if (m->verb == SWAP) {
            bool done = alter_swap(e, p, m->b, &g->sleeve[f->turn]);
            assert(done);
        }
    }
    PHASE(0);
    END;
}

static SeatSet players(const Table *t)
{
    return t->option[OPT_SITS_OUT] ? less(everyone(t), (Seat)(t->option[OPT_SITS_OUT] - 1)) : everyone(t);
}

SCRIPT(inn, { uint8_t round; })
{
    Inn *g = inn_of(t);
    BEGIN;
    for (f->round = 0; f->round < ROUNDS; f->round++) {
        invite(e, t, t->option[OPT_GUEST], g->room, sizeof g->room, players(t),
               t->option[OPT_HANDS_OFF] ? 0 : 1u << ROLE_BETTING, NULL, g->outcome);
        RUN_GUEST();
        for (Seat s = 0; s < t->seats; s++) t->score[s] += g->outcome[s];
    }
    END;
}

enum { S_INN, S_CHEATING, SCRIPTS_END };
static const Act acts[] = {[S_INN] = ACT(inn, NO_ROLE), [S_CHEATING] = ACT(cheating, NO_ROLE)};

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    Inn *g = inn_of(t);
    fill_with_different_cards(g->deck, DRAGON);
    for (g->sleeves = 0; g->sleeves < t->seats; g->sleeves++)
        g->sleeve[g->sleeves] = pile_draw(e, &g->deck, only((Seat)g->sleeves));
}

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Inn *g = inn_of(t);
    piece_pile(p, "deck", Z_DECK, NOBODY, &g->deck);
    for (Seat s = 0; s < g->sleeves; s++) piece_cards(p, "sleeve", Z_SLEEVE, s, ROW, TAVERN, &g->sleeve[s], 1);
}

const Game crooked_inn = {
    .id = "crooked-inn", .title = "The Crooked Inn", .about = "Cheating in place of betting.", .rules = 1,
    .min_seats = 3, .max_seats = MAX_SEATS, .best_seats = 4, .size = sizeof(Inn), .stack = 192,
    .options = options, .option_n = OPTIONS_END,
    .acts = acts, .act_n = SCRIPTS_END, .questions = questions, .question_n = 1, .verbs = verbs, .verb_n = VERBS_END,
    PHASES(phases), .content = &tavern_content, .guests = guests, .stand_in = {[ROLE_BETTING] = S_CHEATING},
    .setup = setup_table, .pieces = pieces,
};
