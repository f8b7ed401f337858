/* Everybody casts one spell; a spell, also a counter, may be countered. A response to a response is an ordinary CALL.
 */
#include "games.h"
#include "view/view.h"

typedef struct Duel {
    Table   table;
    Seat    caster; /* of the spell in the open window */
    uint8_t waiting, deepest; /* spells on the stack */
    uint8_t counters[MAX_SEATS];
} Duel;

static Duel *duel_of(Table *t) { return (Duel *)t; }
static const Duel *duel_at(const Table *t) { return (const Duel *)t; }
int counterspells_deepest(const Table *t) { return duel_at(t)->deepest; }

enum { OPT_COUNTERS, OPTIONS_END };
static const TapOption options[] = {
    [OPT_COUNTERS] = {"counters", "how many counters each holds", TAP_NUMBER, 2, 0, 9, NULL},
};
enum { CAST = 1, PASS, COUNTER, VERBS_END };
static const Verb verbs[] = {[CAST] = {.word = "cast", .label = "Cast"},
                             [PASS] = {.word = "pass", .label = "Let it be"},
                             [COUNTER] = {.word = "counter", .label = "Counter"}};
static const char *const phases[] = {"Duel"};

static SeatSet who_else(const Setup *setup, const Table *t)
{
    return less(everyone(t), duel_at(t)->caster);
}

static void cast_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, CAST, 0, 0);
    offer(c, PASS, 0, 0);
}

static void counter_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, PASS, 0, 0);
    if (duel_at(t)->counters[s]) offer(c, COUNTER, 0, 0);
}

SCRIPT_FRAME(spell, { Seat caster; });

enum { Q_CAST, Q_COUNTER, ASKS_END };
static const Question questions[] = {
    [Q_CAST] = {.prompt = "Cast your spell?", .who = who_turn, .choices = cast_choices},
    [Q_COUNTER] = {.prompt = "Counter it?", .who = who_else, .choices = counter_choices, .pass = PASS,
                   .room = sizeof(spell_Frame)},
};
static const Question reckless_questions[] = {
    [Q_CAST] = {.prompt = "Cast your spell?", .who = who_turn, .choices = cast_choices},
    [Q_COUNTER] = {.prompt = "Counter it?", .who = who_else, .choices = counter_choices, .pass = PASS},
};

enum { S_DUEL, S_SPELL, SCRIPTS_END };

/* Returns 1 if the spell stands. */
SCRIPT_BODY(static, spell)
{
    Duel *g = duel_of(t);
    BEGIN;
    if (++g->waiting > g->deepest) g->deepest = g->waiting;
    for (;;) {
        g->caster = f->caster;
        ASK_FIRST(who_else(e->setup, t), next_seat(t, f->caster), Q_COUNTER);
        if (ANSWERED == NOBODY) {
            g->waiting--;
            RETURN(1);
        }
        g->counters[ANSWERED]--;
        tell(e, TAP_SAID, "{who} counters {other}.", .who = ANSWERED, .other = f->caster);
        CALL_WITH(S_SPELL, spell, .caster = ANSWERED);
        if (RESULT) {
            g->waiting--;
            RETURN(0);
        }
    }
    END;
}

SCRIPT(duel, { Seat turn; })
{
    BEGIN;
    for (f->turn = 0; f->turn < t->seats; f->turn++) {
        ASK(f->turn, Q_CAST);
        if (ANSWER(f->turn)->verb == PASS) continue;
        CALL_WITH(S_SPELL, spell, .caster = f->turn);
        t->score[f->turn] += RESULT;
    }
    END;
}

static const Act acts[] = {[S_DUEL] = ACT(duel, NO_ROLE), [S_SPELL] = ACT(spell, NO_ROLE)};

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    for (Seat s = 0; s < t->seats; s++) duel_of(t)->counters[s] = (uint8_t)t->option[OPT_COUNTERS];
}

static void pieces(const Setup *setup, Table *t, Pieces *p) {}

static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    for (Seat s = 0; s < t->seats; s++) view_counter(m, "counters", s, duel_at(t)->counters[s]);
}

#define DUEL(questions_) \
    .title = "Counterspells", .about = "Counters to counters.", .rules = 1, .min_seats = 2, .max_seats = MAX_SEATS, \
    .best_seats = 4, .size = sizeof(Duel), .stack = 192, .options = options, .option_n = OPTIONS_END, .acts = acts, \
    .act_n = SCRIPTS_END, .questions = (questions_), .question_n = ASKS_END, .verbs = verbs, .verb_n = VERBS_END, \
    PHASES(phases), .setup = setup_table, .pieces = pieces, .counters = counters

const Game counterspells = {.id = "counterspells", DUEL(questions)};
const Game reckless_counterspells = {.id = "reckless-counterspells", DUEL(reckless_questions)};
