/* A guest for an evening: it has no pot, so what waits for one goes on waiting; who gives away his last coin may borrow
 * at once, if there is a host to borrow from. At most three can play it. */
#include "games.h"
#include "wager/wager.h"

enum { ROUNDS = 2 };

typedef struct Well {
    Wagering base;
} Well;

static const TapOption options[] = {WAGER_OPTIONS};
static const char *const phases[] = {"At the well"};
enum { GIVE = WAGER_VERBS_END, VERBS_END };
static const Verb verbs[] = {WAGER_VERBS, [GIVE] = {.word = "give", .label = "Give your neighbour {n}"}};

static void give_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_amount(c, GIVE, 0, wager_at(t)->stack[s]);
}

enum { Q_GIVE = WAGER_ASKS, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS, [Q_GIVE] = {.prompt = "How much?", .who = who_turn, .choices = give_choices}};

enum { S_WELL, S_LOAN, SCRIPTS_END };

/* Nobody lends here. */
SCRIPT0(no_loan)
{
    BEGIN;
    RETURN(false);
    END;
}

SCRIPT(well, { Seat turn; SeatSet todo; uint8_t round; })
{
    Wager *w = wager_of(t);
    BEGIN;
    w->in = w->dealt = everyone(t);
    for (f->round = 0; f->round < ROUNDS; f->round++)
        IN_TURN_ORDER (f->turn, f->todo, everyone(t), t->start) {
            ASK(f->turn, Q_GIVE);
            w->stack[f->turn] -= (int32_t)ANSWER(f->turn)->value;
            w->stack[next_seat(t, f->turn)] += (int32_t)ANSWER(f->turn)->value;
            if (w->stack[f->turn]) continue;
            CALL(S_LOAN);
            if (RESULT) tell(e, TAP_SAID, "{who} goes on with borrowed money.", .who = f->turn);
        }
    for (Seat s = 0; s < t->seats; s++) t->score[s] = w->stack[s] - w->brought[s];
    END;
}

static const Act acts[] = {[S_WELL] = ACT(well, NO_ROLE), [S_LOAN] = ACT(no_loan, ROLE_LOAN)};

static uint64_t bound(const Setup *setup) { return (uint64_t)ROUNDS * setup->seats; }
static void pieces(const Setup *setup, Table *t, Pieces *p) {}

const Game wishing_well = {
    .id = "wishing-well",
    .title = "The Wishing Well",
    .about = "A guest without a pot.",
    .rules = 1,
    .min_seats = 2,
    .max_seats = 3,
    .best_seats = 3,
    .size = sizeof(Well),
    .money_brought = wager_brought,
    .bound = bound,
    .options = options,
    .option_n = WAGER_OPTIONS_END,
    .acts = acts,
    .act_n = SCRIPTS_END,
    .questions = questions,
    .question_n = ASKS_END,
    .verbs = verbs,
    .verb_n = VERBS_END,
    PHASES(phases),
    .content = &tavern_content,
    .setup = wager_setup,
    .pieces = pieces,
    .counters = wager_counters,
    .money_held = wager_held,
    .money_on_table = wager_on_table,
};
