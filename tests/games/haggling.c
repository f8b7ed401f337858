/* Open talks: any seat may go on with an offer or an acceptance, every answer resumes, and the hourglass ends them. */
#include "games.h"
#include "view/view.h"

enum { OFFERS = 4, DEALS = 2, PRICE = 20 };

typedef struct Talks {
    Table   table;
    uint8_t price[MAX_SEATS], left[MAX_SEATS]; /* the offer that stands, 0 for none; offers left */
} Talks;

static Talks *talks_of(Table *t) { return (Talks *)t; }
static const Talks *talks_at(const Table *t) { return (const Talks *)t; }

enum { OFFER = 1, ACCEPT, TIME_IS_UP, VERBS_END };
static const Verb verbs[] = {
    [OFFER] = {.word = "offer", .label = "Offer {n}"},
    [ACCEPT] = {.word = "accept", .label = "Accept the offer of {a}", .args = 1},
    [TIME_IS_UP] = {.word = "time", .label = "The hourglass has run out"},
};
static const char *const phases[] = {"Talks"};

static SeatSet who_talks(const Setup *setup, const Table *t)
{
    SeatSet who = only(CLOCK), offering = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (talks_at(t)->price[s]) offering |= only(s);
    for (Seat s = 0; s < t->seats; s++)
        if (talks_at(t)->left[s] || less(offering, s)) who |= only(s);
    return who;
}

static void talk_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    if (s == CLOCK) {
        offer(c, TIME_IS_UP, 0, 0);
        return;
    }
    if (talks_at(t)->left[s]) offer_amount(c, OFFER, 1, PRICE);
    for (Seat o = 0; o < t->seats; o++)
        if (o != s && talks_at(t)->price[o]) offer(c, ACCEPT, o, 0);
}

static const Question questions[] = {{.prompt = "Your word?", .who = who_talks, .choices = talk_choices}};

SCRIPT(haggle, { uint8_t deals; })
{
    Talks *g = talks_of(t);
    BEGIN;
    for (f->deals = 0; f->deals < DEALS;) {
        ASK_ANY(who_talks(e->setup, t), 0);
        const Move *m = ANSWER(ANSWERED);
        if (ANSWERED == CLOCK) break;
        if (m->verb == OFFER) {
            g->price[ANSWERED] = (uint8_t)m->value;
            g->left[ANSWERED]--;
            continue;
        }
        t->score[ANSWERED] += g->price[m->a];
        t->score[m->a] -= g->price[m->a];
        g->price[m->a] = 0;
        f->deals++;
    }
    END;
}

static const Act acts[] = {ACT(haggle, NO_ROLE)};

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    memset(talks_of(t)->left, OFFERS, t->seats);
}

static void pieces(const Setup *setup, Table *t, Pieces *p) {}

static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    for (Seat s = 0; s < t->seats; s++) view_counter(m, "price", s, talks_at(t)->price[s]);
}

const Game haggling = {
    .id = "haggling", .title = "Haggling", .about = "Open talks under an hourglass.", .rules = 1,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 4, .size = sizeof(Talks),
    .acts = acts, .act_n = 1, .questions = questions, .question_n = 1, .verbs = verbs, .verb_n = VERBS_END,
    PHASES(phases), .setup = setup_table, .pieces = pieces, .counters = counters,
};
