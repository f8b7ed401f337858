/*
 * What every game gets without asking: random games over pairwise settings, with every contract of the kernel checked
 * after every answer. The registered games and the test games pass through the same checks.
 *
 * TAPROOM_LONG=1 plays ten times as many games. UPDATE_SIGNATURES=1 writes tests/signatures.tsv anew.
 */
#include "support.h"
#include "wager/wager.h"

#include <string.h>

enum { MOVES_KEPT = 20000, MIXINGS = 160, ANSWERS_ENOUGH = 8000 };

static int times_longer(void) { return getenv("TAPROOM_LONG") ? 10 : 1; }

/* One random game under way, and what is needed to name it when a check fails. */
typedef struct Walk {
    const TapSetup *setup;
    const char     *name;
    uint64_t        seed;
    int             step;
    TapRng          dice; /* of the test, never the game's */
    TapState        st;
    TapLog         *log;
    int64_t         money;
    int             levels;
    uint16_t        census[CENSUS];
} Walk;

#define EXPECT(w, condition, ...) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s, seed %llu, step %d: ", (w)->name, (unsigned long long)(w)->seed, (w)->step); \
            CHECK(condition, __VA_ARGS__); \
        } \
    } while (0)

static bool same_bytes(const Walk *w, const TapState *a, const TapState *b)
{
    return !memcmp(a, b, tap_state_size(w->setup));
}
static TapSeat some_viewer(Walk *w)
{
    return (TapSeat)((int)tap_rng_below(&w->dice, (uint32_t)w->setup->seats + 1) - 1);
}

/* ----------------------------------------------------------- conservation */

static int64_t all_money(const Walk *w)
{
    int64_t sum = tap_pot(w->setup, &w->st) + tap_bank(w->setup, &w->st);
    for (TapSeat s = 0; s < (TapSeat)w->setup->seats; s++)
        if (tap_purse(w->setup, s) == s) sum += tap_money(w->setup, &w->st, s);
    return sum;
}

static void pieces_at(const Walk *w, const TapState *st, int level, Pieces *ret)
{
    pieces_list(w->setup, game_of(w->setup, state_at(st), level), table_of(state_at(st), level), ret);
}

static void expect_conserved(Walk *w)
{
    uint16_t now[CENSUS];
    EXPECT(w, all_money(w) == w->money, "money was %lld and is %lld", (long long)w->money, (long long)all_money(w));
    for (TapSeat s = 0; s < (TapSeat)w->setup->seats; s++)
        EXPECT(w, tap_money(w->setup, &w->st, s) >= 0, "seat %d owes money", s);
    take_census(w->setup, &w->st, now);
    bool casting = w->setup->content->roles && w->step <= w->setup->seats; /* whoever finds a role brings its cards */
    if (casting || w->levels != state_at(&w->st)->levels) { /* or a guest came or went with its cards */
        w->levels = state_at(&w->st)->levels;
        memcpy(w->census, now, sizeof now);
    }
    int sum = 0;
    for (int c = 0; c < CENSUS; c++) sum += now[c] - w->census[c];
    EXPECT(w, !sum, "%d cards were %s", abs(sum), sum > 0 ? "made" : "lost");
    /* One guest may follow another at once, and a card it got from its host is gone with it: there only the number
     * stays. */
    EXPECT(w, w->setup->game->guests || !memcmp(now, w->census, sizeof now), "a card became another");
}

/* --------------------------------------------------------------- knowledge */

/* No view, choice list or asked seat depends on what viewer cannot know; what he knows stays; the outcome of reseal
 * depends on knowledge and dice alone; the generator is another. */
static void expect_sealed_for(Walk *w, TapSeat viewer)
{
    static TapView real, resealed;
    TapState once, again;
    tap_state_copy(w->setup, &once, &w->st);
    tap_state_copy(w->setup, &again, &w->st);
    TapRng   first, other;
    bool     fast = tap_rng_below(&w->dice, 2);
    tap_rng_fast(&first, tap_rng_long(&w->dice));
    tap_rng_fast(&other, tap_rng_long(&w->dice));
    TapRng same = first;
    tap_reseal(w->setup, &once, viewer, &first, fast);
    tap_reseal(w->setup, &again, viewer, &other, !fast);
    tap_reseal(w->setup, &again, viewer, &same, fast);
    EXPECT(w, same_bytes(w, &once, &again), "reseal for %d depends on more than what he knows", viewer);
    EXPECT(w, memcmp(state_at(&once)->chance.rng.key, state_at(&w->st)->chance.rng.key, sizeof(uint32_t[2][8])),
           "reseal kept the generator");
    EXPECT(w, state_at(&once)->chance.rng.fast == fast, "the wrong generator");
    tap_view(w->setup, &w->st, viewer, &real);
    tap_view(w->setup, &once, viewer, &resealed);
    const char *leak = view_difference(&real, &resealed);
    EXPECT(w, !leak, "the view of %d depends on something hidden: %s", viewer, leak);
    EXPECT(w, tap_asked_for(w->setup, &once, viewer) == tap_asked_for(w->setup, &w->st, viewer) &&
                  tap_sealed_for(w->setup, &once, viewer) == tap_sealed_for(w->setup, &w->st, viewer),
           "who is asked depends on something hidden");
    EXPECT(w, same_window(w->setup, &w->st, &once), "what is said of a window depends on something hidden");
    if (viewer == TAP_NOBODY) return;
    TapChoices a, b;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    tap_choices(w->setup, &w->st, viewer, &a);
    tap_choices(w->setup, &once, viewer, &b);
    EXPECT(w, a.n == b.n && !memcmp(a.choice, b.choice, sizeof *a.choice * (size_t)a.n),
           "the choices of %d depend on something hidden", viewer);
}

/* A hidden card, die or sealed answer as it lies in a state, to see whether it moves. */
typedef struct Thing {
    const uint16_t *at; /* in the resealed copy, */
    const Card     *top; /* or, in a pile, here */
    uint16_t        was;
    uint8_t         level;
    bool            hidden, can_move, moved;
} Thing;

static int things_of(const Walk *w, const TapState *copy, TapSeat viewer, Thing *ret, int max)
{
    int n = 0;
    for (int level = 0; level < state_at(copy)->levels; level++) {
        Pieces  list;
        Seat    inner = viewer == TAP_NOBODY ? (Seat)NOBODY : seat_inward(state_at(copy), level, viewer);
        static bool present[MAX_POOLS][CENSUS];
        int     faces[MAX_POOLS] = {0};
        memset(present, 0, sizeof present);
        pieces_at(w, copy, level, &list);
        for (int i = 0; i < list.n; i++) { /* which faces are hidden in each pool */
            const Piece *p = &list.piece[i];
            for (int k = 0; p->slot && k < p->n; k++)
                if (!knows(p->slot[k].known, inner) && p->slot[k].card != NO_CARD)
                    present[p->pool][p->slot[k].card] = true;
            for (int k = 0; p->pile && !p->pile->open && k < p->pile->n; k++) {
                int fixed = k - (p->pile->n - p->pile->fixed);
                if (fixed < 0 || !knows(p->pile->known[fixed], inner)) present[p->pool][pile_cards(p->pile)[k]] = true;
            }
        }
        for (int pool = 0; pool < MAX_POOLS; pool++)
            for (int c = 0; c < CENSUS; c++) faces[pool] += present[pool][c];
        for (int i = 0; i < list.n; i++) {
            const Piece *p = &list.piece[i];
            for (int k = 0; p->slot && k < p->n && n < max; k++) {
                bool hidden = !knows(p->slot[k].known, inner) && p->slot[k].card != NO_CARD;
                ret[n++] =
                    (Thing){&p->slot[k].card, NULL, p->slot[k].card, (uint8_t)level, hidden, faces[p->pool] > 1, false};
            }
            for (int k = 0; p->die && k < p->n && n < max; k++) {
                bool hidden = !knows(p->die[k].known, inner) && p->die[k].face;
                ret[n++] =
                    (Thing){&p->die[k].face, NULL, p->die[k].face, (uint8_t)level, hidden, p->deck->faces > 1, false};
            }
            for (int k = 0; p->pile && k < p->pile->fixed && n < max; k++) {
                const Card *c = &pile_cards(p->pile)[p->pile->n - p->pile->fixed + k];
                ret[n++] =
                    (Thing){NULL, c, *c, (uint8_t)level, !knows(p->pile->known[k], inner), faces[p->pool] > 1, false};
            }
        }
    }
    return n;
}

/* A hidden thing with more than one possibility moves, a known one never does, at each level of hosting. */
static void expect_mixing(Walk *w, TapSeat viewer)
{
    static Thing thing[512];
    TapState     copy;
    tap_state_copy(w->setup, &copy, &w->st);
    int          n = things_of(w, &copy, viewer, thing, 512);
    const State *st = state_at(&copy);
    Seat         inner = viewer == TAP_NOBODY ? (Seat)NOBODY : seat_inward(st, st->asking, viewer);
    bool         answer_moved[ANSWERERS] = {false}, answer_can[ANSWERERS] = {false};
    for (Seat a = 0; a < ANSWERERS; a++)
        if (st->asked && has(st->sealed, a) && a != inner) {
            Choices c;
            choices_of(w->setup, st, a, &c);
            /* that somebody is silent in open talk all can see */
            answer_can[a] = st->mode != ASKS_ANY && (c.n > 1 || tap_choice_count(&c.choice[0]) > 1);
        }
    for (int i = 0; i < MIXINGS; i++) {
        tap_reseal(w->setup, &copy, viewer, &w->dice, true);
        for (int k = 0; k < n; k++)
            if ((thing[k].at ? *thing[k].at : *thing[k].top) != thing[k].was) thing[k].moved = true;
        for (Seat a = 0; a < ANSWERERS; a++)
            if (!tap_same_move(st->answer[a], state_at(&w->st)->answer[a])) answer_moved[a] = true;
    }
    for (int k = 0; k < n; k++) {
        EXPECT(w, thing[k].hidden || !thing[k].moved, "something %d knows at level %d changed in reseal", viewer,
               thing[k].level);
        EXPECT(w, !thing[k].hidden || !thing[k].can_move || thing[k].moved,
               "something hidden from %d at level %d never moves", viewer, thing[k].level);
    }
    for (Seat a = 0; a < ANSWERERS; a++) {
        EXPECT(w, answer_moved[a] || !answer_can[a] || state_at(&w->st)->levels > 1,
               "the sealed answer of %d is never given anew", a);
        EXPECT(w, !answer_moved[a] || (has(state_at(&w->st)->sealed, a) && a != inner),
               "an answer that %d knows changed", viewer);
    }
}

/* Gives the same answer to the real and to a resealed state with equal luck: all that viewer then sees is the same,
 * unless a seal broke or a card was shown to him. */
static void expect_equal_future(Walk *w, TapSeat seat, TapMove m, TapSeat viewer)
{
    static TapLog  log_real, log_resealed;
    static TapView after_real, after_resealed;
    TapState real, resealed;
    tap_state_copy(w->setup, &real, &w->st);
    tap_state_copy(w->setup, &resealed, &w->st);
    if (tap_sealed(w->setup, &w->st) && tap_count(tap_asked(w->setup, &w->st)) == 1) return; /* a seal breaks */
    tap_reseal(w->setup, &resealed, viewer, &w->dice, true);
    state_of(&real)->chance = state_at(&resealed)->chance;
    log_real.n = log_real.draws = log_resealed.n = log_resealed.draws = 0;
    if (!tap_answer(w->setup, &resealed, seat, m, &log_resealed)) {
        EXPECT(w, viewer != seat, "a move of %d depends on something hidden from him", seat);
        return;
    }
    EXPECT(w, tap_answer(w->setup, &real, seat, m, &log_real), "a listed move is refused");
    for (int i = 0; i < log_real.n || i < log_resealed.n; i++) {
        EXPECT(w, i < log_real.n && i < log_resealed.n, "something hidden from %d decides how much happens", viewer);
        TapEvent a = tap_event_for(&log_real.event[i], viewer), b = tap_event_for(&log_resealed.event[i], viewer);
        bool shown = a.kind == TAP_SHOWN || b.kind == TAP_SHOWN || (knows(a.seen_by, viewer) && a.card != TAP_NO_CARD);
        EXPECT(w,
               a.kind == b.kind && a.text == b.text && a.who == b.who && a.other == b.other && a.seen_by == b.seen_by,
               "event %d tells %d something hidden", i, viewer);
        if (shown) return;
        EXPECT(w, a.card == b.card && a.n == b.n && a.from == b.from && a.to == b.to,
               "event %d shows %d something hidden: %s", i, viewer, a.text);
    }
    EXPECT(w, tap_over(&real) == tap_over(&resealed), "something hidden from %d decides whether it is over", viewer);
    EXPECT(w, tap_asked_for(w->setup, &real, viewer) == tap_asked_for(w->setup, &resealed, viewer),
           "something hidden from %d decides who is asked next", viewer);
    EXPECT(w,
           state_at(&real)->question == state_at(&resealed)->question &&
               state_at(&real)->asking == state_at(&resealed)->asking,
           "something hidden from %d decides what is asked next", viewer);
    tap_view(w->setup, &real, viewer, &after_real);
    tap_view(w->setup, &resealed, viewer, &after_resealed);
    const char *leak = view_difference(&after_real, &after_resealed);
    EXPECT(w, !leak, "the next view of %d depends on something hidden: %s", viewer, leak);
}

/* ----------------------------------------------------------------- answers */

/* A second, dumb judge: is it one of those enumerated? */
static bool enumerated(const TapChoices *c, TapMove m)
{
    for (int i = 0; i < c->n; i++) {
        uint64_t n = tap_choice_count(&c->choice[i]);
        if (n && tap_choice_nth(&c->choice[i], 0).verb != m.verb) continue;
        if (n > 2000) {
            if (tap_choice_admits(&c->choice[i], &m)) return true;
            continue;
        }
        for (uint64_t k = 0; k < n; k++)
            if (tap_same_move(tap_choice_nth(&c->choice[i], k), m)) return true;
    }
    return false;
}

static TapMove damaged(TapMove m, TapRng *r)
{
    switch (tap_rng_below(r, 7)) {
    case 0: m.verb = (uint8_t)tap_rng_below(r, 256); break;
    case 1: m.a = (uint8_t)(m.a + 1 + tap_rng_below(r, 4)); break;
    case 2: m.b = (uint8_t)(m.b + 1 + tap_rng_below(r, 4)); break;
    case 3: m.zero = 1; break;
    case 4: m.value = tap_rng_word(r); break;
    case 5: m.value ^= 1u << tap_rng_below(r, 32); break;
    case 6: m.place[4 + tap_rng_below(r, 8)] ^= (uint8_t)(1 + tap_rng_below(r, 255)); break;
    }
    return m;
}

/* Illegal answers are refused and leave the state untouched; the list agrees with a dumb enumeration. */
static void expect_refusals(Walk *w, TapSeat seat, const TapChoices *c, TapMove legal)
{
    TapState copy;
    tap_state_copy(w->setup, &copy, &w->st);
    for (int i = 0; i < 6; i++) {
        TapMove bad = i ? damaged(legal, &w->dice) : (TapMove){.verb = 0};
        bool    listed = enumerated(c, bad);
        bool    taken = tap_answer(w->setup, &copy, seat, bad, NULL);
        EXPECT(w, taken == listed, "move %d %d %d %u is %s", bad.verb, bad.a, bad.b, bad.value,
               taken ? "taken but not listed" : "listed but refused");
        EXPECT(w, taken || same_bytes(w, &copy, &w->st), "a refused answer changed the state");
        if (taken) tap_state_copy(w->setup, &copy, &w->st);
    }
    for (int s = -2; s < 20; s++) {
        if (s >= 0 && tap_has(tap_asked(w->setup, &w->st), (TapSeat)s)) continue;
        TapChoices none;
        tap_choices(w->setup, &w->st, (TapSeat)s, &none);
        EXPECT(w, !none.n && !tap_answer(w->setup, &copy, (TapSeat)s, legal, NULL),
               "seat %d is not asked and may answer", s);
        EXPECT(w, same_bytes(w, &copy, &w->st), "a refused answer changed the state");
    }
}

/* write, read, and the same move again. */
static void expect_words(Walk *w, TapSeat seat, TapMove m)
{
    char     text[TAP_WORDS] = "";
    TapMove  back = {0};
    TapError error = {""};
    EXPECT(w, tap_move_write(w->setup, &w->st, seat, m, text, sizeof text), "a move has no words");
    EXPECT(w, tap_move_read(w->setup, &w->st, seat, text, &back, &error), "'%s' is not read: %s", text, error.text);
    EXPECT(w, tap_same_move(m, back), "'%s' is read as another move", text);
    for (const char *p = text; *p; p++) EXPECT(w, *p >= ' ' && *p < 127, "'%s' is not ASCII", text);
}

/* Answers under seal may arrive in any order. */
static void expect_any_order(Walk *w)
{
    TapSeatSet asked = tap_asked(w->setup, &w->st);
    if (tap_count(asked) < 2 || tap_asks_anyone(&w->st) || tap_asks_one(&w->st)) return;
    TapMove  move[ANSWERERS];
    TapState in_order, mixed;
    tap_state_copy(w->setup, &in_order, &w->st);
    tap_state_copy(w->setup, &mixed, &w->st);
    for (TapSeat s = 0; s < ANSWERERS; s++)
        if (tap_has(asked, s)) {
            TapChoices c;
            tap_choices(w->setup, &w->st, s, &c);
            move[s] = tap_choices_pick(&c, &w->dice);
            EXPECT(w, tap_answer(w->setup, &in_order, s, move[s], NULL), "a listed move is refused");
        }
    for (TapSeatSet left = asked; left;) {
        TapSeat s = some_seat(left, &w->dice);
        left = tap_less(left, s);
        EXPECT(w, tap_answer(w->setup, &mixed, s, move[s], NULL), "a listed move is refused");
        EXPECT(w, left == 0 || tap_asked(w->setup, &mixed) == left, "the wrong seats are left to answer");
    }
    EXPECT(w, same_bytes(w, &in_order, &mixed), "the order in which sealed answers arrive matters");
}

/* -------------------------------------------------------- information sets */

typedef struct Played {
    int     n;
    TapSeat seat[MOVES_KEPT];
    TapMove move[MOVES_KEPT];
} Played;


/* What of a state is not luck yet to come. */
static void forget_luck(const TapSetup *setup, TapState *st)
{
    memset(&state_of(st)->chance, 0, sizeof state_of(st)->chance);
    memset(st->byte + setup->drawn_at, 0, setup->stack_at - setup->drawn_at);
}

static bool same_story(const TapLog *a, const TapLog *b, TapSeat viewer)
{
    if (a->n != b->n) return false;
    for (int i = 0; i < a->n; i++) {
        TapEvent x = tap_event_for(&a->event[i], viewer), y = tap_event_for(&b->event[i], viewer);
        if (x.kind != y.kind || x.text != y.text || x.who != y.who || x.other != y.other || x.card != y.card ||
            x.n != y.n || x.from != y.from || x.to != y.to || x.seen_by != y.seen_by || x.what != y.what)
            return false;
    }
    return true;
}

/* Two games in which viewer has seen, been told and been asked the same differ only in what he cannot know: dealt anew
 * with equal luck they are equal. A game is played at random, and again with two draws exchanged and the same answers.
 * Returns false if they are not; *ret_alike counts positions that were compared and had differed. */
static bool dealt_anew_alike(const TapSetup *fair, uint64_t seed, int *ret_alike)
{
    static TapLog  log, other;
    static TapView seen, seen_too;
    TapSetup       one = *fair, two;
    TapState       a, b, x, y;
    TapRng         r;
    static Played  played;
    tap_rng_fast(&r, seed);
    played.n = 0;
    tap_log_clear(&log);
    start_seeded(&one, &a, seed, &log);
    while (!tap_over(&a) && played.n < 60) {
        played.move[played.n] = random_answer(&one, &a, &r, &played.seat[played.n]);
        tap_answer(&one, &a, played.seat[played.n], played.move[played.n], &log);
        played.n++;
    }
    one.rig.n = 0;
    int cards = 0;
    for (int i = 0; i < log.draws; i++)
        if (log.draw[i].n && tap_rig(&one.rig, log.draw[i].stream, log.draw[i].wish))
            cards += log.draw[i].stream >= TAP_STREAM_DECK;
    if (cards < 2) return true;
    for (int try = 0; try < 12; try++) {
        int i = (int)tap_rng_below(&r, one.rig.n), k = (int)tap_rng_below(&r, one.rig.n);
        if (one.rig.stream[i] != one.rig.stream[k] || one.rig.value[i] == one.rig.value[k]) continue;
        two = one;
        two.rig.value[i] = one.rig.value[k];
        two.rig.value[k] = one.rig.value[i];
        TapSeat viewer = (TapSeat)((int)tap_rng_below(&r, one.seats + 1u) - 1);
        for (int step = -1; step < played.n; step++) {
            tap_log_clear(&log);
            tap_log_clear(&other);
            if (step < 0) start_seeded(&one, &a, seed, &log), start_seeded(&two, &b, seed, &other);
            else if (!tap_answer(&two, &b, played.seat[step], played.move[step], &other)) break;
            else tap_answer_trusted(&one, &a, played.seat[step], played.move[step], &log);
            tap_view(&one, &a, viewer, &seen);
            tap_view(&two, &b, viewer, &seen_too);
            if (!same_story(&log, &other, viewer) || view_difference(&seen, &seen_too)) break;
            tap_state_copy(&one, &x, &a);
            tap_state_copy(&one, &y, &b);
            TapRng luck, same;
            tap_rng_fast(&luck, seed + (uint64_t)step);
            same = luck;
            tap_reseal(&one, &x, viewer, &luck, true);
            tap_reseal(&two, &y, viewer, &same, true);
            forget_luck(&one, &x);
            forget_luck(&two, &y);
            if (memcmp(&x, &y, tap_state_size(&one))) return false;
            tap_state_copy(&one, &x, &a);
            tap_state_copy(&one, &y, &b);
            forget_luck(&one, &x);
            forget_luck(&two, &y);
            *ret_alike += memcmp(&x, &y, tap_state_size(&one)) != 0;
        }
    }
    return true;
}

/* -------------------------------------------------------------- whole games */


/* No game has more decisions than it says. A random one stays far below what the test can keep. */
static uint64_t bound_of(const TapSetup *setup) { return setup->game->bound ? setup->game->bound(setup) : MOVES_KEPT; }

/* While a question is open no answer to an earlier one is left in the state. */
static void expect_old_answers_gone(Walk *w)
{
    const State *st = state_at(&w->st);
    for (Seat s = 0; st->asked && s < ANSWERERS; s++)
        EXPECT(w, has(st->sealed, s) || tap_same_move(st->answer[s], (TapMove){.bits = {0, 0}}),
               "an old answer of %d is still there", s);
}

static void expect_contracts(Walk *w)
{
    expect_old_answers_gone(w);
    TapSeatSet asked = tap_asked(w->setup, &w->st);
    EXPECT(w, asked, "the game waits for nobody");
    expect_conserved(w);
    if (tap_rng_below(&w->dice, 4)) expect_sealed_for(w, some_viewer(w));
    else
        for (TapSeat v = TAP_NOBODY; v < (TapSeat)w->setup->seats; v++) expect_sealed_for(w, v);
    if (!tap_rng_below(&w->dice, 12)) expect_mixing(w, some_viewer(w));
    expect_any_order(w);
}

/* What a seat decides besides bets, counted hand by hand: the bound of a game goes by how often that may be. */
typedef struct OwnDecisions {
    int     n[TAP_SEATS];
    uint8_t replays;
} OwnDecisions;

static void count_own_decision(Walk *w, OwnDecisions *own, TapSeat s)
{
    const State *st = state_at(&w->st);
    const Table *t = table_of(st, 0);
    if (w->setup->game->bound != wager_bound || s >= (TapSeat)w->setup->seats) return;
    if (own->replays != wager_at(t)->replays) *own = (OwnDecisions){.replays = wager_at(t)->replays};
    if (st->question == Q_BET) return;
    EXPECT(w, ++own->n[s] <= w->setup->game->own_decisions,
           "seat %d decides %d times in a hand: own_decisions is too low", s, own->n[s]);
}

/* Returns how many answers it had. */
static int play_one(const TapSetup *setup, const char *name, uint64_t seed)
{
    OwnDecisions own = {.replays = 0};
    static TapLog log, log_again;
    static Played played;
    Walk     w = {.setup = setup, .name = name, .seed = seed, .log = &log};
    TapState clone;
    bool     cloned = false;
    int64_t  brought = setup->pot;
    log.n = log.lost = log.draws = played.n = 0;
    tap_rng_fast(&w.dice, seed);
    start_seeded(setup, &w.st, seed, &log);
    for (TapSeat s = 0; setup->game->money_brought && s < setup->seats; s++)
        brought += setup->game->money_brought(setup, s);
    brought += tap_bank(setup, &w.st);
    w.money = all_money(&w);
    EXPECT(&w, w.money == (setup->game->money_brought ? brought : 0), "%lld coins were brought and %lld lie there",
           (long long)brought, (long long)w.money);
    w.levels = state_at(&w.st)->levels;
    take_census(setup, &w.st, w.census);
    if (tap_game_find(setup->game->id) == setup->game) { /* test games play with parts of decks */
        const char *wrong = not_whole(setup, w.census);
        EXPECT(&w, !wrong, "the deck is not as declared: %s", wrong);
    }
    for (; !tap_over(&w.st); w.step++) {
        EXPECT(&w, (uint64_t)w.step < bound_of(setup) && w.step < MOVES_KEPT, "no end in sight");
        expect_contracts(&w);
        TapSeat    s = some_seat(tap_asked(setup, &w.st), &w.dice);
        TapChoices c;
        TapMove    sample[TAP_CHOICES];
        tap_choices(setup, &w.st, s, &c);
        TapMove m = tap_choices_pick(&c, &w.dice);
        count_own_decision(&w, &own, s);
        EXPECT(&w, tap_choices_find(&c, &m), "a picked move is not listed");
        int samples = tap_choices_sample(&c, sample, c.n > 8 ? c.n : 8);
        for (int i = 0; i < samples; i++) expect_words(&w, s, sample[i]);
        expect_words(&w, s, m);
        expect_refusals(&w, s, &c, m);
        expect_equal_future(&w, s, m, s);
        expect_equal_future(&w, s, m, some_viewer(&w));
        if (!cloned && !tap_rng_below(&w.dice, 8)) {
            memset(&clone, 0xA5, sizeof clone);
            memcpy(&clone, &w.st, tap_state_size(setup));
            cloned = true;
        }
        EXPECT(&w, tap_answer(setup, &w.st, s, m, &log), "a listed move is refused");
        if (cloned) tap_answer_trusted(setup, &clone, s, m, NULL);
        played.seat[played.n] = s;
        played.move[played.n++] = m;
    }
    expect_conserved(&w);
    EXPECT(&w, !tap_asked(setup, &w.st) && !tap_sealed(setup, &w.st), "a finished game waits for somebody");
    for (TapSeat v = TAP_NOBODY; v < (TapSeat)setup->seats; v++) expect_sealed_for(&w, v);
    EXPECT(&w, !cloned || same_bytes(&w, &clone, &w.st), "a clone went another way");
    log_again.n = log_again.lost = log_again.draws = 0;
    start_seeded(setup, &clone, seed, &log_again);
    for (int i = 0; i < played.n; i++)
        EXPECT(&w, tap_answer(setup, &clone, played.seat[i], played.move[i], &log_again), "replay refuses answer %d",
               i);
    EXPECT(&w, same_bytes(&w, &clone, &w.st), "replay ends in another state");
    EXPECT(&w,
           log.n == log_again.n && log.draws == log_again.draws &&
               !memcmp(log.draw, log_again.draw, sizeof *log.draw * (size_t)log.draws),
           "replay tells another story");
    return played.n;
}

/* Luck hardly ever gives equal hands; with these rolls and these red rogues first in the deck nearly all are. */
static void rig_for_ties(TapSetup *setup)
{
    for (int i = 0; i < 200; i++) tap_rig(&setup->rig, TAP_STREAM_DECK + SIX_SIDED, 2);
    for (int i = 0; i < 10; i++) tap_rig(&setup->rig, TAP_STREAM_DECK + TAVERN, card_of(ROGUE, i % 2 ? HAWK : WOLF));
}

/* Half of the games with money are played with uneven stacks, a pot left over and a given starting player; half of
 * these with equal hands. */
static void vary(TapSetup *setup, uint64_t seed)
{
    if (!setup->game->money_brought || seed % 2 == 0) return;
    TapRng r;
    tap_rng_fast(&r, seed ^ 77);
    for (int s = 0; s < setup->seats; s++) setup->stack[s] = (int32_t)tap_rng_below(&r, tap_rng_below(&r, 3) ? 9 : 40);
    setup->pot = (int32_t)tap_rng_below(&r, 8);
    setup->start = (TapSeat)tap_rng_below(&r, setup->seats);
    if (seed % 4 == 3) rig_for_ties(setup);
}

/* Ways to play that want another number of seats than settings have are played at four. */
static int add_ways(const TapGame *game, Setting setting[MAX_SETTINGS], int n)
{
    int options;
    const TapOption *option = tap_game_options(game, &options);
    for (int v = 0; variants_of(game) > 1 && v < variants_of(game) && n < MAX_SETTINGS; v++) {
        Setting way = {.seats = 4};
        TapSetup setup;
        bool there = false;
        for (int i = 0; i < n; i++) there |= setting[i].option[variant_option(game)] == v;
        for (int i = 0; i < options; i++) way.option[i] = option[i].usual;
        way.option[variant_option(game)] = (int16_t)v;
        if (!there && setting_read(game, &way, &setup, NULL)) setting[n++] = way;
    }
    return n;
}

static void run_battery(const TapGame *game, int games)
{
    static Setting setting[MAX_SETTINGS];
    int n = add_ways(game, setting, pairwise_settings(game, setting)), alike = 0;
    const int part = SANITIZED ? 8 : 1, most = games * times_longer() / part;
    const int enough = ANSWERS_ENOUGH * times_longer() / part; /* of long games fewer are played */
    for (int i = 0; i < n; i++) {
        char     name[400];
        TapSetup setup;
        TapError error = {""};
        setting_name(game, &setting[i], name, sizeof name);
        CHECK(setting_read(game, &setting[i], &setup, &error), "%s: %s", name, error.text);
        int answers = 0;
        for (int k = 0; k < most && answers < enough; k++) {
            TapSetup varied = setup;
            uint64_t seed = (uint64_t)i * 1000 + (uint64_t)k;
            vary(&varied, seed);
            answers += play_one(&varied, name, seed);
            /* a card that a test host took away from its guest tells of a guest that is gone */
            if (k % 4 == 0 && (!game->guests || tap_game_find(game->id) == game))
                CHECK(dealt_anew_alike(&setup, seed, &alike),
                      "%s, seed %d: something that cannot be known survives a new deal", name, k);
        }
    }
}

/* A value derived from hidden cards that is not worked out anew is seen. */
static void test_stale_values_are_seen(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&stale_parlour, 4, "");
    TapSetup fresh = setup_for(&parlour, 4, "");
    int      alike = 0, caught = 0, none = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        caught += !dealt_anew_alike(&setup, seed, &none);
        assert_true(dealt_anew_alike(&fresh, seed, &alike));
    }
    assert_true(caught > 10 && alike > 100);
}

static void test_registered_games(void **state)
{
    (void)state;
    for (const TapGame *const *g = tap_games(); *g; g++) run_battery(*g, 24);
}

static void test_test_games(void **state)
{
    (void)state;
    for (const TapGame *const *g = test_games; *g; g++) run_battery(*g, 24);
}

/* -------------------------------------------------------------- signatures */

static uint64_t mixed_in(uint64_t h, uint64_t x) { return (h ^ x) * 0x9E3779B97F4A7C15u ^ h >> 29; }

/* One number over seeded random games in all pairwise settings of a way to play: any change of behaviour shows. */
static uint64_t signature(const TapGame *game, int variant)
{
    static Setting setting[MAX_SETTINGS];
    enum { GAMES = 300 };
    uint64_t h = 0;
    int      n = pairwise_settings_of(game, variant, setting);
    for (int i = 0; i < GAMES; i++) {
        TapSetup setup;
        TapError error = {""};
        TapState st;
        TapRng   r;
        CHECK(setting_read(game, &setting[i % n], &setup, &error), "%s", error.text);
        vary(&setup, (uint64_t)i);
        tap_rng_fast(&r, (uint64_t)i);
        start_seeded(&setup, &st, (uint64_t)i, NULL);
        while (!tap_over(&st)) {
            TapSeat s;
            TapMove m = random_answer(&setup, &st, &r, &s);
            h = mixed_in(h, (uint64_t)s << 32 | (uint64_t)m.verb << 16 | (uint64_t)m.a << 8 | m.b);
            for (int k = 0; k < 12; k++) h = mixed_in(h, m.place[k]);
            tap_answer_trusted(&setup, &st, s, m, NULL);
        }
        for (TapSeat s = 0; s < (TapSeat)setup.seats; s++) h = mixed_in(h, (uint32_t)tap_score(&setup, &st, s));
    }
    return h;
}

static const char *variant_word(const TapGame *game, int variant)
{
    int n;
    return tap_game_options(game, &n)[variant_option(game)].words[variant];
}

static const char *const signature_file = "tests/signatures.tsv";

/* A change of behaviour must show in the diff: the number and, for players' records, the version of the rules. A way to
 * play that wants decks which are not built in has none. */
static void test_signatures(void **state)
{
    (void)state;
    if (getenv("UPDATE_SIGNATURES")) {
        FILE *out = fopen(signature_file, "w");
        assert_non_null(out);
        fprintf(out, "game\trules\tsignature\n");
        for (const TapGame *const *g = tap_games(); *g; g++)
            for (int v = 0; v < variants_of(*g); v++)
                if (plays_variant(*g, v))
                    fprintf(out, "%s%s%s\t%d\t%016llx\n", tap_game_id(*g), v ? ":" : "", v ? variant_word(*g, v) : "",
                            tap_game_rules_version(*g), (unsigned long long)signature(*g, v));
        fclose(out);
    }
    FILE *in = fopen(signature_file, "r");
    CHECK(in, "%s is missing: run with UPDATE_SIGNATURES=1", signature_file);
    int  found = 0, games = 0;
    char line[200];
    while (fgets(line, sizeof line, in)) {
        char               id[64];
        int                rules;
        unsigned long long number;
        if (sscanf(line, "%63s %d %llx", id, &rules, &number) != 3) continue;
        int            variant = 0;
        char          *colon = strchr(id, ':');
        if (colon) *colon = '\0';
        const TapGame *game = tap_game_find(id);
        while (game && colon && variant < variants_of(game) && strcmp(variant_word(game, variant), colon + 1))
            variant++;
        CHECK(!game || variant < variants_of(game), "%s is not played as %s", id, colon + 1);
        CHECK(game, "%s has a signature and is no game", id);
        CHECK(rules == tap_game_rules_version(game),
              "%s: rules version %d, signature of version %d: run with UPDATE_SIGNATURES=1", id,
              tap_game_rules_version(game), rules);
        uint64_t now = signature(game, variant);
        CHECK(number == now, "%s plays differently (%016llx): %s and run with UPDATE_SIGNATURES=1", line,
              (unsigned long long)now,
              game->guests ? "raise its rules version, unless only a game was added to its list,"
                           : "raise its rules version");
        found++;
    }
    fclose(in);
    for (const TapGame *const *g = tap_games(); *g; g++)
        for (int v = 0; v < variants_of(*g); v++) games += plays_variant(*g, v);
    CHECK(found == games, "%d of %d games have a signature: run with UPDATE_SIGNATURES=1", found, games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registered_games),
        cmocka_unit_test(test_test_games),
        cmocka_unit_test(test_stale_values_are_seen),
        cmocka_unit_test(test_signatures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
