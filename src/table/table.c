/* Start, run, ask, answer: the one run loop of the project. */
#include "table/table.h"

enum { FRAME_ALIGN = 4 };

static size_t align_up(size_t n, size_t to) { return (n + to - 1) / to * to; }

/* ------------------------------------------------------------- the levels */

const Game *game_of(const Setup *setup, const State *st, int level)
{
    const Game *game = setup->game;
    for (int i = 1; i <= level; i++) game = game->guests[st->guest[i]];
    return game;
}

Seat seat_inward(const State *st, int level, Seat outer)
{
    if (outer == CLOCK) return CLOCK;
    for (int i = 1; i <= level && outer != NOBODY; i++) {
        const Table *t = table_of(st, i);
        Seat inner = NOBODY;
        for (Seat s = 0; s < t->seats; s++)
            if (t->sits[s] == outer) inner = s;
        outer = inner;
    }
    return outer;
}

Seat seat_outward(const State *st, int level, Seat inner)
{
    if (inner == CLOCK) return CLOCK;
    for (int i = level; i > 0 && inner != NOBODY; i--) inner = table_of(st, i)->sits[inner];
    return inner;
}

SeatSet seats_outward(const State *st, int level, SeatSet inner)
{
    if (!level) return inner;
    SeatSet out = inner & (1u << TAP_WATCHER | 1u << CLOCK);
    for (Seat s = 0; s < MAX_SEATS; s++)
        if (has(inner, s) && s < table_of(st, level)->seats) {
            Seat outer = seat_outward(st, level, s);
            assert(outer >= 0); /* everybody who plays inside sits outside */
            out |= only(outer);
        }
    if (has(inner, TAP_WATCHER)) /* who sits out watches */
        for (Seat s = 0; s < table_of(st, 0)->seats; s++)
            if (seat_inward(st, level, s) == NOBODY) out |= only(s);
    return out;
}

Seat seat_from(const Table *t, SeatSet set, Seat from)
{
    unsigned here = set & everyone(t), ahead = here >> from << from;
    return tap_first_of((SeatSet)(ahead ? ahead : here));
}

SeatSet who_turn(const Setup *setup, const Table *t)
{
    (void)setup;
    return only(t->turn);
}

SeatSet who_everyone(const Setup *setup, const Table *t)
{
    (void)setup;
    return everyone(t);
}

/* -------------------------------------------------------------- the stack */

static Frame *frame_at(const State *st, unsigned offset)
{
    return (Frame *)(void *)((char *)(uintptr_t)st + st->stack_at + offset);
}

bool stack_has_room(const State *st, size_t bytes)
{
    return (size_t)st->stack_at + st->used + align_up(bytes, FRAME_ALIGN) <= st->stack_end;
}

static Frame *push(State *st, const Game *game, int level, int script)
{
    size_t size = align_up(game->acts[script].frame, FRAME_ALIGN);
    assert(script < game->act_n && stack_has_room(st, size));
    Frame *f = frame_at(st, st->used);
    memset(f, 0, size);
    *f = (Frame){.script = (uint8_t)script, .level = (uint8_t)level, .below = st->top, .size = (uint16_t)size};
    st->top = st->used;
    st->used = (uint16_t)(st->used + size);
    st->depth++;
    return f;
}

static void pop(State *st)
{
    Frame *f = frame_at(st, st->top);
    unsigned size = f->size;
    st->used = st->top;
    st->top = f->below;
    st->depth--;
    memset(f, 0, size); /* nothing of a finished script stays in the state */
}

Frame *script_call(Env *e, int script)
{
    Role role = (Role)e->game->acts[script].role;
    if (e->level && role != NO_ROLE && table_of(e->state, e->level)->taken >> role & 1) {
        const Game *host = game_of(e->setup, e->state, e->level - 1);
        push(e->state, host, e->level - 1, host->stand_in[role]);
        return NULL;
    }
    return push(e->state, e->game, e->level, script);
}

/* Ends the guest at the top level: its scores go to the host, its room is wiped. */
static void guest_leave(State *st)
{
    int level = st->levels - 1;
    Table *guest = table_of(st, level);
    int32_t *outcome = (int32_t *)(void *)((char *)st + st->outcome_at[level]);
    memset(outcome, 0, sizeof(int32_t) * MAX_SEATS);
    for (Seat s = 0; s < guest->seats; s++) outcome[guest->sits[s]] = guest->score[s];
    memset(guest, 0, st->room_size[level]);
    st->table_at[level] = st->outcome_at[level] = st->room_size[level] = 0;
    st->guest[level] = 0;
    st->levels--;
}

void script_return(Env *e, int32_t result)
{
    State *st = e->state;
    st->result = result;
    pop(st);
    if (e->level && (int)e->level == st->levels - 1 && (!st->depth || frame_at(st, st->top)->level < e->level))
        guest_leave(st);
}

/* ------------------------------------------------------------------ hosts */

static void table_open(const Setup *setup, State *st, int level, Table *t, int seats, const int16_t *option,
                       TapLog *log)
{
    const Game *game = game_of(setup, st, level);
    Env e = {.setup = setup, .state = st, .game = game, .log = log, .level = (uint8_t)level};
    t->seats = (uint8_t)seats;
    for (int i = 0; i < game->option_n; i++) t->option[i] = option ? option[i] : game->options[i].usual;
    game->setup(setup, t, &e);
}

/* Of a table with so many seats. */
static size_t table_size(const Game *game, int seats)
{
    return game->size - (size_t)(MAX_SEATS - seats) * game->seat_size;
}

void *annex_of(const Game *game, const Table *t)
{
    return (char *)(uintptr_t)t + align_up(table_size(game, t->seats), 16);
}

Table *invite(Env *e, Table *host, int guest, void *room, size_t room_size, SeatSet players, unsigned roles,
              const int16_t *option, int32_t outcome[MAX_SEATS])
{
    State *st = e->state;
    int level = st->levels;
    const Game *game = e->game->guests[guest];
    assert(level < MAX_LEVELS && (int)e->level == level - 1);
    assert(table_size(game, count(players)) <= room_size);
    memset(room, 0, room_size);
    st->table_at[level] = (uint16_t)((char *)room - (char *)st);
    st->outcome_at[level] = (uint16_t)((char *)outcome - (char *)st);
    st->room_size[level] = (uint16_t)room_size;
    st->guest[level] = (uint8_t)guest;
    st->levels++;
    Table *t = room;
    int n = 0;
    for (Seat s = 0; s < host->seats; s++)
        if (has(players, s)) t->sits[n++] = s;
    assert(n >= game->min_seats && n <= game->max_seats);
    for (int role = 0; role < ROLES; role++) assert(!(roles >> role & 1) || e->game->stand_in[role]);
    t->taken = (uint16_t)roles;
    table_open(e->setup, st, level, t, n, option, e->log);
    return t;
}

void guest_run(Env *e)
{
    int level = e->state->levels - 1;
    assert(level == e->level + 1);
    push(e->state, game_of(e->setup, e->state, level), level, 0);
}

Table *guest_table(const Env *e)
{
    return e->level + 1 < e->state->levels ? table_of(e->state, e->level + 1) : NULL;
}

const Game *guest_game(const Env *e)
{
    return e->level + 1 < e->state->levels ? game_of(e->setup, e->state, e->level + 1) : NULL;
}

/* -------------------------------------------------------------- questions */

static void blank_answers(State *st)
{
    for (unsigned left = st->written; left; left &= left - 1)
        memset(&st->answer[__builtin_ctz(left)], 0, sizeof(Move));
    st->written = 0;
}

void ask(Env *e, Table *t, SeatSet who, int question, AskMode mode, Seat from)
{
    State *st = e->state;
    assert(who && question < e->game->question_n);
    assert(e->game->questions[question].who(e->setup, t) == who);
    blank_answers(st); /* no secret outlives its question unseen */
    st->asked = who;
    st->sealed = 0;
    st->question = (uint8_t)question;
    st->asking = e->level;
    st->mode = (uint8_t)mode;
    st->answered = mode == ASKS_FIRST ? from : NOBODY; /* until it is decided, where the order begins */
}

Seat first_to_answer(const Setup *setup, const Table *t, const Question *q, SeatSet who, const Move *answer, Seat from)
{
    SeatSet  willing = 0;
    uint32_t least = UINT32_MAX;
    for (SeatSet left = who & everyone(t); left; left &= (SeatSet)(left - 1)) {
        Seat s = tap_first_of(left);
        if (answer[s].verb == q->pass) continue;
        uint32_t rank = q->rank ? q->rank(setup, t, s, &answer[s]) : 0;
        if (rank < least) willing = 0, least = rank;
        if (rank == least) willing |= only(s);
    }
    return seat_from(t, willing, from);
}

/* All have answered an ASK_FIRST: one answer counts, the rest is forgotten unseen. */
static void settle_first(const Setup *setup, State *st, const Table *t, const Question *q)
{
    Seat first = first_to_answer(setup, t, q, st->sealed, st->answer, st->answered);
    Move kept = {0};
    if (first != NOBODY) kept = st->answer[first];
    blank_answers(st);
    st->answered = first;
    if (first == NOBODY) return;
    st->answer[first] = kept;
    st->written = only(first);
}

void chapter_ends(Env *e)
{
    TapLog *log = e->log;
    if (!log || log->chapters == TAP_CHAPTERS) return;
    log->chapter[log->chapters].event = (uint16_t)log->n;
    log->chapter[log->chapters].level = e->level;
    log->chapters++;
}

/* Runs the top script until somebody is asked, the game is over, or so many chapters are (0: however many). */
static void run(const Setup *setup, State *st, TapLog *log, int chapters)
{
    while (!st->asked && st->depth && !(chapters && log->chapters == chapters)) {
        Frame *f = frame_at(st, st->top);
        Env e = {.setup = setup, .state = st, .game = game_of(setup, st, f->level), .log = log, .level = f->level};
        e.game->acts[f->script].run(table_of(st, f->level), f, &e);
    }
    if (st->asked) return;
    st->asking = 0; /* over: the table that asked last may be gone, and its last answers are nobody's business */
    blank_answers(st);
}

/* ------------------------------------------------------------- public door */

void tap_start(const TapSetup *setup, TapState *ret, const uint8_t seed[64], TapLog *log)
{
    State *st = state_of(ret);
    memset(st, 0, setup->state_bytes);
    tap_rng_key(&st->chance.rng, seed);
    st->stack_at = (uint16_t)setup->stack_at;
    st->stack_end = (uint16_t)setup->state_bytes;
    st->levels = 1;
    st->table_at[0] = (uint16_t)align_up(sizeof(State), 16);
    st->answered = NOBODY;
    table_open(setup, st, 0, table_of(st, 0), setup->seats, setup->option, log);
    push(st, setup->game, 0, 0);
    run(setup, st, log, 0);
}

bool tap_over(const TapState *s) { return !state_at(s)->depth; }

TapSeatSet tap_asked(const TapSetup *setup, const TapState *s)
{
    (void)setup;
    return seats_outward(state_at(s), state_at(s)->asking, state_at(s)->asked);
}

TapSeatSet tap_sealed(const TapSetup *setup, const TapState *s)
{
    (void)setup;
    const State *st = state_at(s);
    return st->asked ? seats_outward(st, st->asking, st->sealed) : 0;
}

static bool is_hushed(const Setup *setup, const State *st)
{
    return st->asked && open_question(setup, st)->hushed;
}

TapSeatSet tap_asked_for(const TapSetup *setup, const TapState *s, TapSeat viewer)
{
    SeatSet asked = tap_asked(setup, s), sealed = tap_sealed(setup, s);
    if (!is_hushed(setup, state_at(s))) return asked;
    return viewer != NOBODY && has(sealed, viewer) ? less(asked | sealed, viewer) : asked | sealed;
}

TapSeatSet tap_sealed_for(const TapSetup *setup, const TapState *s, TapSeat viewer)
{
    SeatSet sealed = tap_sealed(setup, s);
    if (!is_hushed(setup, state_at(s))) return sealed;
    return viewer == NOBODY ? 0 : sealed & only(viewer);
}

bool tap_asks_anyone(const TapState *s) { return state_at(s)->asked && state_at(s)->mode == ASKS_ANY; }
bool tap_asks_one(const TapState *s) { return state_at(s)->asked && state_at(s)->mode == ASKS_ONE; }

const Question *open_question(const Setup *setup, const State *st)
{
    return &game_of(setup, st, st->asking)->questions[st->question];
}

/* Where the stack has no room for what a play may bring, only the pass is offered. */
static void keep_pass(const Question *q, Choices *c)
{
    int kept = 0;
    for (int i = 0; i < c->n; i++)
        if (c->choice[i].verb == q->pass) c->choice[kept++] = c->choice[i];
    c->n = kept;
}

void choices_of(const Setup *setup, const State *st, Seat inner, Choices *ret)
{
    const Question *q = open_question(setup, st);
    ret->n = 0;
    q->choices(setup, table_of(st, st->asking), inner, ret);
    if (__builtin_expect(q->room && !stack_has_room(st, q->room), 0)) keep_pass(q, ret);
    assert(ret->n > 0);
    assert(!q->hushed || (ret->choice[0].kind == TAP_PLAIN && ret->choice[0].verb == q->pass));
}

void tap_choices(const TapSetup *setup, const TapState *s, TapSeat seat, TapChoices *ret)
{
    const State *st = state_at(s);
    ret->n = 0;
    if (seat < 0 || seat > CLOCK) return;
    Seat inner = st->asking ? seat_inward(st, st->asking, seat) : seat;
    if (has(st->asked, inner)) choices_of(setup, st, inner, ret);
}

/* In open talk the pass says nothing: the seat is silent until somebody else, or the clock, has spoken. If all are
 * silent and there is no clock the script goes on with ANSWERED nobody. */
static bool says_nothing(const Setup *setup, const State *st, Seat inner)
{
    const Question *q = open_question(setup, st);
    return q->pass && inner != CLOCK && st->answer[inner].verb == q->pass;
}

static void give_answer(const Setup *setup, State *st, Seat seat, Move m, TapLog *log, int chapters)
{
    Seat inner = st->asking ? seat_inward(st, st->asking, seat) : seat;
    assert(has(st->asked, inner));
    st->answer[inner] = m;
    st->written |= only(inner);
    if (st->mode == ASKS_ONE || (st->mode == ASKS_ANY && !says_nothing(setup, st, inner))) {
        st->answered = inner;
        st->asked = st->sealed = 0;
        run(setup, st, log, chapters);
        return;
    }
    st->sealed |= only(inner);
    st->asked = less(st->asked, inner);
    if (st->asked) return; /* sealed until the last has answered */
    if (st->mode == ASKS_FIRST) settle_first(setup, st, table_of(st, st->asking), open_question(setup, st));
    st->sealed = 0;
    run(setup, st, log, chapters);
}

void tap_answer_trusted(const TapSetup *setup, TapState *s, TapSeat seat, TapMove m, TapLog *log)
{
    give_answer(setup, state_of(s), seat, m, log, 0);
}

void tap_answer_to_chapter(const TapSetup *setup, TapState *s, TapSeat seat, TapMove m, int chapter, TapLog *log)
{
    assert(chapter >= 0);
    tap_log_clear(log);
    give_answer(setup, state_of(s), seat, m, log, chapter + 1);
}

int tap_chapters(const TapState *s, const TapLog *log)
{
    bool still_there = log->chapters && tap_over(s) && !log->chapter[log->chapters - 1].level;
    return log->chapters - still_there;
}

/* Who is asked in a window may pass, whatever else he may (Question.hushed): most answers are that, and need no
 * list. */
static bool passes_window(const Setup *setup, const State *st, Seat seat, Move m)
{
    if (!is_hushed(setup, st) || seat < 0 || seat > CLOCK) return false;
    Seat inner = st->asking ? seat_inward(st, st->asking, seat) : seat;
    return has(st->asked, inner) && tap_same_move(m, tap_move(open_question(setup, st)->pass, 0, 0, 0));
}

bool tap_answer(const TapSetup *setup, TapState *s, TapSeat seat, TapMove m, TapLog *log)
{
    if (passes_window(setup, state_at(s), seat, m)) {
        tap_answer_trusted(setup, s, seat, m, log);
        return true;
    }
    TapChoices c;
    tap_choices(setup, s, seat, &c);
    if (!tap_choices_find(&c, &m)) return false;
    tap_answer_trusted(setup, s, seat, m, log);
    return true;
}

bool tap_idle_move(const TapSetup *setup, const TapState *s, TapSeat seat, TapMove *ret)
{
    const State *st = state_at(s);
    TapChoices c;
    tap_choices(setup, s, seat, &c);
    const Choice *idle = c.n == 1 && tap_choice_count(&c.choice[0]) == 1 ? &c.choice[0] : NULL;
    const Verb *verbs = game_of(setup, st, st->asking)->verbs;
    int most = 0;
    for (int i = 0; i < c.n; i++) {
        const Choice *o = &c.choice[i];
        bool passes = open_question(setup, st)->pass && o->verb == open_question(setup, st)->pass;
        bool empty = o->kind == TAP_SUBSET && !o->lo;
        int how = passes ? UINT8_MAX : verbs[o->verb].idle ? verbs[o->verb].idle : empty;
        if (o->kind == TAP_ASSIGN || o->kind == TAP_SPLIT || how <= most) continue;
        most = how;
        idle = o;
    }
    if (idle) *ret = tap_choice_nth(idle, 0);
    return idle;
}

TapMove tap_public_part(const TapSetup *setup, const TapState *s, TapSeat seat, TapMove m)
{
    if (!open_question(setup, state_at(s))->secret) return m;
    TapMove    shown = {.verb = m.verb};
    if (!tap_chosen(&m)) return shown;
    TapChoices c;
    tap_choices(setup, s, seat, &c);
    const TapChoice *o = tap_choices_find(&c, &m);
    if (o && o->kind == TAP_SUBSET) shown.value = (uint32_t)__builtin_popcountll(tap_chosen(&m));
    return shown;
}

int32_t tap_score(const TapSetup *setup, const TapState *s, TapSeat seat)
{
    (void)setup;
    return table_of(state_at(s), 0)->score[seat];
}

int32_t tap_money(const TapSetup *setup, const TapState *s, TapSeat seat)
{
    const State *st = state_at(s);
    int32_t sum = 0;
    for (int level = 0; level < st->levels; level++) {
        const Game *game = game_of(setup, st, level);
        Seat inner = seat_inward(st, level, seat);
        if (!game->money_held) break; /* a host that has no money: its guest plays with counters */
        if (inner != NOBODY) sum += game->money_held(table_of(st, level), inner);
    }
    return sum;
}

int32_t tap_pot(const TapSetup *setup, const TapState *s)
{
    const State *st = state_at(s);
    int32_t sum = 0;
    for (int level = 0; level < st->levels; level++) {
        const Game *game = game_of(setup, st, level);
        if (!game->money_on_table) break;
        sum += game->money_on_table(table_of(st, level));
    }
    return sum;
}

int32_t tap_bank(const TapSetup *setup, const TapState *s)
{
    const State *st = state_at(s);
    int32_t sum = 0;
    for (int level = 0; level < st->levels; level++) {
        const Game *game = game_of(setup, st, level);
        if (game->money_in_bank) sum += game->money_in_bank(table_of(st, level));
    }
    return sum;
}

SeatSet mates_of(const Setup *setup, Seat s)
{
    SeatSet side = 0;
    for (Seat o = 0; o < setup->seats; o++)
        if (setup->side[o] == setup->side[s]) side |= only(o);
    return side;
}

const char *tap_part(const TapSetup *setup, TapSeat seat)
{
    return setup->game->part ? setup->game->part(setup, seat) : NULL;
}

TapSeat tap_purse(const TapSetup *setup, TapSeat seat)
{
    return setup->game->one_purse ? tap_first_of(mates_of(setup, seat)) : seat;
}

int32_t tap_stack(const TapSetup *setup, TapSeat seat)
{
    return setup->game->money_brought ? setup->game->money_brought(setup, seat) : 0;
}

int32_t tap_price(const TapSetup *setup) { return setup->game->price ? setup->game->price(setup) : 0; }

bool tap_estimate(const TapSetup *setup, const TapState *s, TapSeat seat, float *ret_value)
{
    const Game *game = setup->game;
    return game->estimate && game->estimate(setup, table_of(state_at(s), 0), seat, ret_value);
}

uint64_t tap_bound(const TapSetup *setup) { return setup->game->bound(setup); }

/* ------------------------------------------------------------------ setup */

const char *tap_game_id(const TapGame *g) { return g->id; }
const char *tap_game_title(const TapGame *g) { return g->title; }
const char *tap_game_about(const TapGame *g) { return g->about; }
const TapFacts *tap_game_facts(const TapGame *g) { return &g->facts; }
const char *const *tap_game_phases(const TapGame *g, int *ret_n)
{
    *ret_n = g->phase_n;
    return g->phases;
}

bool tap_game_has_windows(const TapGame *g)
{
    bool hushed = false;
    for (int i = 0; i < g->question_n; i++) hushed = hushed || g->questions[i].hushed;
    return hushed;
}

bool tap_game_scores_money(const TapGame *g) { return g->score_is_money; }
bool tap_game_hosts(const TapGame *g) { return g->guests; }
int tap_game_rules_version(const TapGame *g) { return g->rules; }
const TapContent *tap_game_content(const TapGame *g)
{
    static const Content nothing = {.decks = 0};
    return g->content ? g->content : &nothing;
}

void tap_game_seats(const TapGame *g, int *ret_min, int *ret_max, int *ret_best_max)
{
    *ret_min = g->min_seats;
    *ret_max = g->max_seats;
    *ret_best_max = g->best_seats;
}

const TapOption *tap_game_options(const TapGame *g, int *ret_n)
{
    *ret_n = g->option_n;
    return g->options;
}

const TapClash *tap_game_clashes(const TapGame *g, int *ret_n)
{
    *ret_n = g->clash_n;
    return g->clashes;
}

/* Where the stack begins and the state ends; seats that are not there cost nothing. */
bool setup_lay_out(Setup *setup)
{
    const Game *game = setup->game;
    size_t table = table_size(game, setup->seats);
    if (game->annex && setup->option[game->annex_if]) table = align_up(table, 16) + game->annex;
    size_t streams = TAP_STREAM_DECK + (size_t)setup->content->decks;
    setup->drawn_at = (uint32_t)align_up(align_up(sizeof(State), 16) + table, 2);
    setup->stack_at = (uint32_t)align_up(setup->drawn_at + streams * sizeof(uint16_t), 16);
    setup->state_bytes = (uint32_t)align_up(setup->stack_at + (game->stack ? game->stack : 128u), 16);
    return setup->state_bytes <= TAP_STATE_BYTES;
}
