/* Jack of All Trades (JACK-01 .. JACK-A6): find work for your workers; the lowest total without work wins. */
#include "decks/tavern.h"
#include "wager/hands.h"

enum { WORKERS = 5, SIDES = 6, JACK = 6, JOBS = 4, LAST = JOBS - 1, ANY_WORKER = 6 };

/* Workers are dice, or with hidden-fate cards. The first `idle` have no work yet; the others were placed, in that
 * order: one on each of the jobs `taken` (bits, without the last), all others on the last. */
typedef struct Noble {
    uint8_t workers : 4, taken : 4, idle;
    Die     die[WORKERS];
    Slot    card[WORKERS];
} Noble;

typedef struct Trades {
    Wagering base;
    uint8_t  planned, rolled; /* hidden-fate: jobs that are planned, and which of them are a die's (bits) */
    uint8_t  jobs, wants;     /* jobs turned up; the worker the newest one wants, 1 to 5 or ANY_WORKER */
    Slot     job[JOBS];
    Die      job_die[JOBS];
    TAVERN_PILE(deck);
    Noble    seat[MAX_SEATS];
} Trades;

static Trades *trades_of(Table *t) { return (Trades *)t; }
static const Trades *trades_at(const Table *t) { return (const Trades *)t; }

enum { OPT_NO_LAST = WAGER_OPTIONS_END, OPT_FATE, OPT_DRAGONS, OPTIONS_END };
static const TapOption options[] = {
    WAGER_OPTIONS,
    [OPT_NO_LAST] = {"no-last-call", "the fourth job takes one worker like the others", TAP_FLAG, 0, 0, 1, NULL,
                     .title = "No last call"},
    [OPT_FATE] = {"hidden-fate", "workers are hidden cards, and the starting player plans which jobs are dice",
                  TAP_FLAG, 0, 0, 1, NULL,
                  .title = "Hidden fate"},
    [OPT_DRAGONS] = {"dragon-cards",
                     "three dragons join the deck: as a job one takes any worker, in hand it is worth nothing",
                     TAP_FLAG, 0, 0, 1, NULL,
                     .title = "Dragon cards"},
};
static const TapClash clashes[] = {WAGER_CLASHES};

enum { P_ANTE, P_WORKERS, P_PLAN, P_BET, P_JOB, P_LAST_CALL, P_SHOWDOWN };
static const char *const phases[] = {"Ante",           "Workers",   "Plan the jobs", "Betting",
                                     "Place a worker", "Last Call", "Showdown"};
static const char *const job_names[JOBS] = {"first job", "second job", "third job", "last job"};

enum { BY_CARD = WAGER_VERBS_END, BY_DIE, PLACE, VERBS_END };
static const Verb verbs[] = {
    WAGER_VERBS,
    [BY_CARD] = {.word = "card", .label = "Job {a}: a card"},
    [BY_DIE] = {.word = "die", .label = "Job {a}: a die"},
    [PLACE] = {.word = "place",
               .label = "Place workers on the job",
               .some = "Place {items} on the job",
               .none = "Place nobody",
               .way = TAP_WAY_FINAL},
};

/* A zone of the table is the job, the zone of a seat those who work there. */
enum { Z_DECK = 1, Z_WORKERS, Z_JOB };

/* JACK-V2: card or die for each of the four jobs, in order. */
static void plan_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, BY_CARD, trades_at(t)->planned + 1, 0);
    offer(c, BY_DIE, trades_at(t)->planned + 1, 0);
}

/* What a worker can do: his number. A dragon in hand does nothing (JACK-V3). */
static int worker(const Table *t, const Noble *n, int i)
{
    return t->option[OPT_FATE] ? (int)rank_of(n->card[i].card) : n->die[i].face;
}

/* JACK-05, JACK-09, JACK-V1, V2a, V3, A2, A6: the workers that may go to the newest job, and how many of them. */
static uint32_t placeable(const Table *t, const Noble *n, int *ret_most)
{
    const Trades *g = trades_at(t);
    uint32_t fit = 0, jacks = 0;
    for (int i = 0; i < n->idle; i++) {
        int w = worker(t, n, i);
        if (w && (w == g->wants || g->wants == ANY_WORKER)) fit |= 1u << i;
        if (w == JACK) jacks |= 1u << i;
    }
    bool all = g->jobs == JOBS && !t->option[OPT_NO_LAST] && fit && g->wants != ANY_WORKER;
    *ret_most = all ? WORKERS : 1;
    return fit ? fit : jacks;
}

/* Of equal workers for one place the first will do. */
static uint32_t one_of_each(const Table *t, const Noble *n, uint32_t items)
{
    uint32_t kept = 0;
    uint64_t seen = 0;
    for (; items; items &= items - 1) {
        int      i = __builtin_ctz(items);
        uint64_t face = 1ull << (t->option[OPT_FATE] ? n->card[i].card : n->die[i].face);
        if (!(seen & face)) kept |= 1u << i;
        seen |= face;
    }
    return kept;
}

/* JACK-A1: nobody must place. */
static void place_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Noble *n = &trades_at(t)->seat[s];
    int      most;
    uint32_t items = placeable(t, n, &most);
    offer_subset(c, PLACE, Z_WORKERS, s, most == 1 ? one_of_each(t, n, items) : items, 0, most);
}

/* Who may place: dice lie open, so who has none that fits is not asked; of hidden cards only the number is known. */
static SeatSet who_places(const Setup *setup, const Table *t)
{
    SeatSet set = 0;
    int     most;
    for (Seat s = 0; s < t->seats; s++) {
        const Noble *n = &trades_at(t)->seat[s];
        if (has(still_in(t), s) && (t->option[OPT_FATE] ? n->idle > 0 : placeable(t, n, &most) != 0)) set |= only(s);
    }
    return set;
}

/* JACK-10: who is placed is no longer counted. */
static void worth(const Setup *setup, const Table *t, Seat s, const Choice *o, Worth *ret)
{
    const Noble *n = &trades_at(t)->seat[s];
    if (o->verb != PLACE) return;
    ret->of = "points";
    ret->items = true;
    for (int i = 0; i < n->idle; i++)
        ret->item[i] = (int16_t) - (t->option[OPT_FATE] ? (int)rank_of(n->card[i].card) : n->die[i].face);
}

enum { Q_PLAN = WAGER_ASKS, Q_PLACE, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS,
    [Q_PLAN] = {.prompt = "Is the next job a card or a die?",
                .help = "You plan all four before anybody bets.",
                .who = who_turn,
                .choices = plan_choices},
    [Q_PLACE] = {.prompt = "Whom do you give the job?",
                 .help = "All place together; you may keep everybody back.",
                 .who = who_places,
                 .choices = place_choices},
};

/* JACK-02: five open dice; JACK-V2: five cards for their owner's eyes. */
static void hire(Trades *g, Env *e)
{
    Table *t = &g->base.table;
    memset(g->seat, 0, sizeof g->seat[0] * t->seats);
    memset(g->job, 0, sizeof g->job);
    memset(g->job_die, 0, sizeof g->job_die);
    g->planned = g->rolled = g->jobs = g->wants = 0;
    tavern_fill(e->setup, g->deck, t->option[OPT_DRAGONS]);
    for (Seat s = 0; s < t->seats; s++) {
        Noble *n = &g->seat[s];
        for (int i = 0; has(still_in(t), s) && i < WORKERS; i++) {
            n->workers = n->idle = (uint8_t)(i + 1);
            if (t->option[OPT_FATE]) n->card[i] = pile_draw(e, &g->deck, only(s));
            else {
                chance_roll(e, SIX_SIDED, &n->die[i], PUBLIC);
                tell(e, TAP_ROLLED, "{who} rolls a {n}.", .who = s, .n = n->die[i].face, .to = Z_WORKERS,
                     .to_owner = s);
            }
        }
    }
    if (t->option[OPT_FATE])
        tell(e, TAP_MOVED, "Everybody in is dealt {n} cards.", .n = WORKERS, .from = Z_DECK, .to = Z_WORKERS);
}

static void plan(Trades *g, bool die, Env *e)
{
    if (die) g->rolled |= (uint8_t)(1u << g->planned);
    g->planned++;
    if (die) tell(e, TAP_SAID, "Job {n} will be a die.", .n = g->planned);
    else tell(e, TAP_SAID, "Job {n} will be a card.", .n = g->planned);
}

/* JACK-04, JACK-08, JACK-V2, V2a, V3: a Dragon, or a six, takes anybody. */
static void find_job(Trades *g, Env *e)
{
    int j = g->jobs++;
    if (g->rolled >> j & 1) {
        chance_roll(e, SIX_SIDED, &g->job_die[j], PUBLIC);
        g->wants = (uint8_t)g->job_die[j].face;
        tell(e, TAP_ROLLED, "The die for the job shows {n}.", .n = g->wants, .to = (uint8_t)(Z_JOB + j));
        return;
    }
    g->job[j] = pile_draw(e, &g->deck, PUBLIC);
    g->wants = (uint8_t)(is_dragon(g->job[j].card) ? ANY_WORKER : rank_of(g->job[j].card));
    tell(e, TAP_SHOWN, "The job is the {card}.", .card = g->job[j].card, .from = Z_DECK, .to = (uint8_t)(Z_JOB + j));
}

/* JACK-05, JACK-09, JACK-A3: a placed worker goes behind all others and lies open. */
static void place(Trades *g, Seat s, uint32_t chosen, Env *e)
{
    Noble  *n = &g->seat[s];
    uint8_t post = (uint8_t)(Z_JOB + g->jobs - 1);
    if (!chosen) tell(e, TAP_SAID, "{who} places nobody.", .who = s);
    else if (g->jobs <= LAST) n->taken |= (uint8_t)(1u << (g->jobs - 1));
    for (int gone = 0; chosen; chosen &= chosen - 1, gone++) {
        int    i = __builtin_ctz(chosen) - gone;
        size_t behind = (size_t)(n->workers - 1 - i);
        n->idle--;
        if (g->base.table.option[OPT_FATE]) {
            Slot card = {n->card[i].card, PUBLIC};
            memmove(&n->card[i], &n->card[i + 1], sizeof card * behind);
            n->card[n->workers - 1] = card;
            tell(e, TAP_SHOWN, "{who} places the {card}.", .who = s, .card = card.card, .from = Z_WORKERS,
                 .from_owner = s, .to = post, .to_owner = s);
        } else {
            Die die = n->die[i];
            memmove(&n->die[i], &n->die[i + 1], sizeof die * behind);
            n->die[n->workers - 1] = die;
            tell(e, TAP_MOVED, "{who} places a {n}.", .who = s, .n = die.face, .from = Z_WORKERS, .from_owner = s,
                 .to = post, .to_owner = s);
        }
    }
}

static void show_hands(Trades *g, Env *e)
{
    for (Seat s = 0; s < g->base.table.seats; s++)
        if (has(still_in(&g->base.table), s)) show_cards(g->seat[s].card, g->seat[s].idle, TAVERN, s, Z_WORKERS, e);
}

SCRIPT(trades_play, { SeatSet placing; uint8_t job; Seat planner; })
{
    Trades *g = trades_of(t);
    BEGIN;
    PHASE(P_ANTE);
    ANTE();                                                        /* JACK-01 */
    PHASE(P_WORKERS);
    hire(g, e);                                                    /* JACK-02 */
    if (t->option[OPT_FATE]) {                                     /* JACK-V2, ruling JACK-T1 */
        PHASE(P_PLAN);
        f->planner = seat_from(t, still_in(t), t->start);
        while (g->planned < JOBS) {
            ASK(f->planner, Q_PLAN);
            plan(g, ANSWER(f->planner)->verb == BY_DIE, e);
        }
    }
    PHASE(P_BET);
    BETTING_ROUND();                                               /* JACK-03 */
    for (f->job = 0; f->job < JOBS; f->job++) {                    /* JACK-07, 08 */
        PHASE(f->job == LAST && !t->option[OPT_NO_LAST] ? P_LAST_CALL : P_JOB);
        find_job(g, e);                                            /* JACK-04 */
        f->placing = who_places(e->setup, t);
        if (f->placing) ASK_ALL(f->placing, Q_PLACE);              /* JACK-05, 09 */
        for (Seat s = 0; s < t->seats; s++)
            if (has(f->placing, s)) place(g, s, ANSWER(s)->value, e);
        if (f->job == LAST && !t->option[OPT_FATE]) break;         /* JACK-11 */
        PHASE(P_BET);
        BETTING_ROUND();                                           /* JACK-06, V2b */
    }
    PHASE(P_SHOWDOWN);
    if (t->option[OPT_FATE]) show_hands(g, e);                     /* JACK-V2b */
    END;
}

static const Act acts[] = {WAGER_ACTS, [S_PLAY] = ACT(trades_play, NO_ROLE)};

/* JACK-10, JACK-V2b, V3: the lowest sum wins, and nothing breaks a tie. */
static void score(const int16_t *option, const TapHolding *h, TapScore *ret, TapParts *parts)
{
    for (int i = 0; i < h->dice; i++) {
        ret->points += h->die[i];
        explain(parts, h->die[i], "a %d without work", h->die[i]);
        from_die(parts, i);
    }
    for (int i = 0; i < h->cards; i++) {
        ret->points += rank_of(h->card[i]);
        explain(parts, rank_of(h->card[i]), "%s without work", h->deck->face[h->card[i]].name);
        from_card(parts, i);
    }
    if (!h->dice && !h->cards) explain(parts, 0, "everybody has work");
    ret->rank = -ret->points;
}

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    const Noble *n = &trades_at(t)->seat[s];
    for (int i = 0; i < n->idle; i++) {
        if (t->option[OPT_FATE]) ret->card[ret->cards++] = n->card[i].card;
        else ret->die[ret->dice++] = (uint8_t)n->die[i].face;
    }
}

/* What is left over: dice, or with hidden-fate cards; none at all is the best hand. */
static int faces(const int16_t *option) { return option[OPT_DRAGONS] ? GREY_CARD : DRAGON; }
static const TapScoreField fields[] = {
    {.label = "Workers left",
     .kind = TAP_SCORE_DICE,
     .max = WORKERS,
     .about = "Pick the dice that have no work",
     .example = "44",
     .without = OPT_FATE + 1},
    {.label = "Workers left",
     .kind = TAP_SCORE_CARDS,
     .max = WORKERS,
     .about = "Pick the cards that have no work",
     .example = "M-owl R-wolf",
     .with = OPT_FATE + 1},
    {0},
};
static const Scoring scoring = {
    .running = true, .zones = 1u << Z_WORKERS, .holding = holding, .score = score, .fields = fields, .faces = faces};

/* How many of a seat's workers have job j. */
static int at_work(const Noble *n, int j)
{
    return j < LAST ? n->taken >> j & 1 : n->workers - n->idle - __builtin_popcount(n->taken);
}

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Trades *g = trades_of(t);
    piece_deck(p, Z_DECK, &g->deck);
    for (int j = 0; j < g->jobs; j++) {
        if (g->rolled >> j & 1) piece_dice(p, job_names[j], Z_JOB + j, NOBODY, ROW, SIX_SIDED, &g->job_die[j], 1);
        else piece_cards(p, job_names[j], Z_JOB + j, NOBODY, ROW, TAVERN, &g->job[j], 1);
    }
    for (Seat s = 0; s < t->seats; s++) {
        Noble  *n = &g->seat[s];
        uint8_t flags = has(still_in(t), s) ? ALTERABLE : TURNED_DOWN; /* JACK-A0: not those who were placed */
        if (t->option[OPT_FATE]) piece_cards(p, "workers", Z_WORKERS, s, FAN, TAVERN, n->card, n->idle)->flags = flags;
        else piece_dice(p, "workers", Z_WORKERS, s, ROW, SIX_SIDED, n->die, n->idle)->flags = flags;
        for (int j = 0, from = n->idle; j < g->jobs; from += at_work(n, j++)) {
            int here = at_work(n, j);
            if (!here) continue;
            if (t->option[OPT_FATE]) piece_cards(p, job_names[j], Z_JOB + j, s, ROW, TAVERN, n->card + from, here);
            else piece_dice(p, job_names[j], Z_JOB + j, s, ROW, SIX_SIDED, n->die + from, here);
        }
    }
}

static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    wager_counters(setup, t, m);
    const Trades *g = trades_at(t);
    for (int j = g->jobs; j < g->planned; j++) {
        view_zone(m, job_names[j], Z_JOB + j, NOBODY, ROW, 0, 0);
        view_token(m, g->rolled >> j & 1 ? "die" : "card", 0);
    }
    for (Seat s = 0; s < t->seats; s++)
        for (int j = 0; j < g->jobs; j++)
            if (at_work(&g->seat[s], j)) view_at(m, Z_JOB + j, s, Z_JOB + j, 0);
}

const Game jack_of_all_trades = {
    .id = "jack-of-all-trades",
    .title = "Jack of All Trades",
    .about = "Five workers and four jobs. Who keeps the lowest total without work wins.",
    .facts = {.minutes = 3, .skill = 3, .with = "cards dice", .figure = "bard", .hue = "green"},
    .rules = 2,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 10,
    .size = sizeof(Trades), .seat_size = sizeof(Noble),
    .betting_rounds = JOBS + 1, .own_decisions = JOBS + JOBS,
    WAGER_GAME, .content = &tavern_content, .worth = worth, .counters = counters, .scoring = &scoring,
};
