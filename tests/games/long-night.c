/* A host of a host: two evenings at the crooked inn, at each of which another seat stays at home. */
#include "games.h"

enum { EVENINGS = 2 };

typedef struct Night {
    Table   table;
    int32_t outcome[MAX_SEATS];
    Slot    omen; /* nobody knows it: something hidden at the outermost level */
    TAVERN_PILE(deck);
    _Alignas(16) unsigned char room[INN_ROOM];
} Night;

static Night *night_of(Table *t) { return (Night *)t; }

static const Game *const guests[] = {&crooked_inn};
enum { OPT_GUEST, OPT_SITS_OUT, OPT_HANDS_OFF, OPTIONS_END };
static const char *const guest_words[] = {"council", "threes"};
static const TapOption options[] = {
    [OPT_GUEST] = {"guest", "what the inn plays", TAP_WORD, 0, 0, 1, guest_words},
    [OPT_SITS_OUT] = {"sits-out", "this seat of those at the inn watches; 0 for none", TAP_NUMBER, 0, 0, 3, NULL},
    [OPT_HANDS_OFF] = {"hands-off", "the guest bets by its own rules", TAP_FLAG, 0, 0, 1, NULL},
};
enum { GO = 1, VERBS_END };
static const Verb verbs[] = {[GO] = {.word = "go", .label = "Go to the inn"}};
static const char *const phases[] = {"At night"};
enum { Z_OMEN = 1, Z_DECK };

static void go_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, GO, 0, 0);
}

static const Question questions[] = {{.prompt = "Shall we go?", .who = who_turn, .choices = go_choices}};

SCRIPT(night, { uint8_t evening; })
{
    Night *g = night_of(t);
    BEGIN;
    for (f->evening = 0; f->evening < EVENINGS; f->evening++) {
        ASK(f->evening, 0);
        invite(e, t, 0, g->room, sizeof g->room, less(everyone(t), (Seat)f->evening), 0, t->option, g->outcome);
        RUN_GUEST();
        for (Seat s = 0; s < t->seats; s++) t->score[s] += g->outcome[s];
    }
    END;
}

static const Act acts[] = {ACT(night, NO_ROLE)};

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    fill_with_different_cards(night_of(t)->deck, DRAGON);
    night_of(t)->omen = pile_draw(e, &night_of(t)->deck, 0);
}

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    piece_pile(p, "deck", Z_DECK, NOBODY, &night_of(t)->deck);
    piece_cards(p, "omen", Z_OMEN, NOBODY, ROW, TAVERN, &night_of(t)->omen, 1);
}

const Game long_night = {
    .id = "long-night", .title = "The Long Night", .about = "A host of a host.", .rules = 1,
    .min_seats = 4, .max_seats = MAX_SEATS, .best_seats = 4, .size = sizeof(Night), .stack = 256,
    .options = options, .option_n = OPTIONS_END,
    .acts = acts, .act_n = 1, .questions = questions, .question_n = 1, .verbs = verbs, .verb_n = VERBS_END,
    PHASES(phases), .content = &tavern_content, .guests = guests, .setup = setup_table, .pieces = pieces,
};
