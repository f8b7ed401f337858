/*
 * One simulation: a copy of the state is dealt anew as far as the searching seat cannot know it, then played to its
 * end, or until the game can say what its seats may expect. Near the root the moves come from a tree, beyond it from a
 * policy that learns while the search runs.
 *
 * The tree is one hash table of arms. The key of a node is what the seat that moves has seen of the moves so far, and
 * how strong it is (a coarse class of its own score), so that simulated opponents play by their own cards and nobody
 * reacts to an answer that is still under seal (decoupled UCT).
 */
#include <math.h>

#include "bots/searching.h"

static const float EXPLORE = 1.f;      /* times the spread of the results */
static const float PRIOR_WEIGHT = 2.f; /* simulations that the policy's opinion of a new arm counts for */
static const float DOUBT = 8.f;        /* points: moves of a kind that an opinion of that kind is balanced by */

/* The arm of that key, or the free place where it belongs; NULL when the table is full around there. */
Arm *arm_find(Search *x, uint64_t key)
{
    uint32_t mask = x->size.arms - 1;
    for (uint32_t i = (uint32_t)key & mask, tries = 0; tries < PROBES; i = (i + 1) & mask, tries++) {
        if (x->arm[i].stamp == x->stamp && x->arm[i].key != key) continue;
        if (x->arm[i].stamp != x->stamp) x->arm[i] = (Arm){.key = key, .stamp = x->stamp};
        return &x->arm[i];
    }
    return NULL;
}

/* ------------------------------------------------------------------ tree */

/* The mean of a side; what its seats have in one purse is the same for each of them, and so counts once. */
static float side_mean(const Search *x, Seat s, const float *of_seat)
{
    if (x->sides == x->setup->seats) return of_seat[s];
    float sum = 0;
    for (Seat o = 0; o < x->setup->seats; o++)
        if (has(x->mates[s], o)) sum += of_seat[o];
    return sum / (float)count(x->mates[s]);
}

float side_money(const Search *x, const TapState *state, Seat s)
{
    float of_seat[ANSWERERS];
    if (s == CLOCK) return 0;
    if (x->sides == x->setup->seats) return (float)tap_money(x->setup, state, s);
    for (Seat o = 0; o < x->setup->seats; o++)
        if (has(x->mates[s], o)) of_seat[o] = (float)tap_money(x->setup, state, o);
    return side_mean(x, s, of_seat);
}

/* What a coin won is worth as a result: the others lose it. */
static float result_factor(const Search *x)
{
    float others = (float)(x->sides - 1);
    return x->money_moves && x->sides > 1 ? (others + x->regard) / others : 1.f;
}

/* What the policy's cell lets a seat expect of a move. Money is counted from the move on, so that one fold tells as
 * much as a hundred; of points, whose level is learnt on the way, a few bad starts are not believed at once. */
static float first_opinion(const Search *x, const Cell *cell, Seat seat, float sunk)
{
    if (x->setup->game->score_is_money) return (cell->sum / (float)cell->n + sunk) * result_factor(x);
    return x->level[seat] + (cell->sum + DOUBT * x->spread) / ((float)cell->n + DOUBT);
}

/* Chooses by UCB over the moves that this deal makes possible. NULL if the table is full. */
static Arm *move_by_tree(Search *x, uint64_t node, const Choices *c, Seat seat, int class, Move *ret, int *ret_entry,
                         Cell **ret_cell)
{
    Move    move[MAX_MOVES];
    uint8_t entry[MAX_MOVES];
    Arm    *visits = arm_find(x, mix(node, 0x76151715));
    if (!visits) return NULL;
    visits->n++;
    int     n = moves_to_weigh(x, node, seat, c, visits->n, move, entry), pick = -1;
    int32_t pot = tap_pot(x->setup, &x->state);
    float   top = -INFINITY;
    float sunk =
        x->setup->game->score_is_money ? x->sunk[seat] + side_money(x, &x->state, seat) - x->root_money[seat] : 0;
    Arm    *best = NULL;
    *ret_cell = NULL;
    for (int i = 0; i < n; i++) {
        Arm *a = arm_find(x, mix_move(node, &move[i]));
        if (!a) continue;
        a->seen++;
        Cell *cell = x->parts & WITHOUT_POLICY ? NULL : move_cell(x, &c->choice[entry[i]], &move[i], class, pot);
        int   kind = c->choice[entry[i]].kind; /* subsets of one size share a cell, and so do all splits */
        bool  told = cell && cell->n && kind != TAP_SUBSET && kind != TAP_SPLIT && kind != TAP_COUNTS;
        float prior = told ? first_opinion(x, cell, seat, sunk) : x->level[seat] + x->spread;
        float k = (float)a->n, u = (a->sum + PRIOR_WEIGHT * prior) / (k + PRIOR_WEIGHT);
        u += EXPLORE * x->spread * sqrtf(logf((float)a->seen + 1) / (k + 1)) +
             0.001f * x->spread * chance_of_one(x->rng);
        if (u > top) top = u, best = a, pick = i, *ret_cell = cell;
    }
    if (!best) return NULL;
    *ret = move[pick];
    *ret_entry = entry[pick];
    return best;
}

/* ------------------------------------------------------------ simulation */

/* A host that can say what its seats are worth is not played to its end: the game under way is what a move is about,
 * and an evening of them would cost many times as much and drown it in the luck of the others. */
static bool guest_has_left(const Search *x, int *deepest)
{
    if (now(x)->levels > *deepest) *deepest = now(x)->levels;
    return x->stops_with_guest && now(x)->levels < *deepest;
}

/* Far enough to be estimated; but not while a guest plays, for the host cannot see what lies on that table. */
static bool beyond_horizon(const Search *x) { return x->horizon && x->answers >= x->horizon && now(x)->levels == 1; }

/* What the simulation brought a seat. */
static float outcome(const Search *x, Seat s)
{
    float value = (float)tap_score(x->setup, &x->state, s);
    if (x->stops_with_guest)
        return tap_estimate(x->setup, &x->state, s, &value) ? truncf(value) - (float)x->root_score[s] : 0;
    if (x->horizon && !tap_over(&x->state)) tap_estimate(x->setup, &x->state, s, &value);
    return value;
}

/* The result of a seat's side, less what the other sides have on the average as far as it is regarded. */
static float result(const Search *x, Seat s, const float *of_side)
{
    float   others = 0;
    SeatSet left = (SeatSet)(x->first_of_side & ~x->mates[s]);
    for (; left; left &= (SeatSet)(left - 1)) others += of_side[tap_first_of(left)];
    return of_side[s] - (x->sides > 1 ? x->regard * (others / (float)(x->sides - 1)) : 0);
}

/* Who answers next: the searching seat first, for its move is what is asked about; in open talk, anybody; the clock
 * when nobody else is asked any more. */
Seat next_simulated(Search *x, SeatSet asked, bool first_move)
{
    if (less(asked, CLOCK)) asked = less(asked, CLOCK);
    if (tap_asks_anyone(&x->state) && !first_move) {
        uint32_t k = tap_rng_below(x->rng, (uint32_t)count(asked));
        while (k--) asked &= (SeatSet)(asked - 1);
        return tap_first_of(asked);
    }
    return has(asked, x->viewer) ? x->viewer : tap_first_of(asked);
}

static void add_pending(Search *x, Seat s, const Move *m)
{
    for (int i = 0; i < x->pendings; i++)
        if (x->pending[i].seat == s) return;
    x->pending[x->pendings++] = (Pending){.seat = s, .move = *m, .shown = tap_public_part(x->setup, &x->state, s, *m)};
}

/* Whose answers the others have seen once seat s, the last, has answered: of an ASK_FIRST the one that counts; in open
 * talk nobody's who has nothing to say. */
static SeatSet seen_after(Search *x, Seat s, const Move *m)
{
    const State    *st = now(x);
    const Question *q = open_question(x->setup, st);
    if (st->mode == ASKS_ALL) return (SeatSet)~0;
    if (st->mode == ASKS_ONE) return only(s);
    if (st->mode == ASKS_ANY) return q->pass && m->verb == q->pass && s != CLOCK ? 0 : only(s);
    Move answer[ANSWERERS];
    Seat inner = seat_inward(st, st->asking, s);
    memcpy(answer, st->answer, sizeof answer);
    answer[inner] = *m;
    Seat first = first_to_answer(x->setup, table_of(st, st->asking), q, st->sealed | only(inner), answer, st->answered);
    if (first == NOBODY) return 0;
    Seat outer = seat_outward(st, st->asking, first);
    add_pending(x, outer, &answer[first]); /* who had answered before the root as well */
    return only(outer);
}

/* The seals are broken: each seat has now seen what was answered, as far as it is seen, and its own. */
static void remember_answers(Search *x, SeatSet seen)
{
    for (int i = 0; i < x->pendings; i++)
        for (Seat v = 0; v < ANSWERERS; v++) {
            const Pending *p = &x->pending[i];
            if (v != p->seat && !has(seen, p->seat)) continue;
            x->node[v] = mix_move(mix(x->node[v], (uint64_t)p->seat), v == p->seat ? &p->move : &p->shown);
        }
    x->pendings = 0;
}

static void learn_results(Search *x)
{
    float brought[ANSWERERS], of_side[ANSWERERS], of_seat[ANSWERERS] = {0}, gained[ANSWERERS] = {0};
    for (Seat s = 0; s < x->setup->seats; s++) {
        brought[s] = outcome(x, s);
        gained[s] = side_money(x, &x->state, s);
        /* Money is the result where the game says so; but it may be played for nothing, and then none moves. */
        if (x->setup->game->score_is_money && gained[s] != x->root_money[s]) x->money_moves = true;
    }
    for (Seat s = 0; s < x->setup->seats; s++) {
        of_side[s] = side_mean(x, s, brought);
        if (x->money_moves) x->sunk[s] = of_side[s] - (gained[s] - x->root_money[s]);
    }
    if (x->frozen) x->trial_result = result(x, x->viewer, of_side);
    if (x->frozen && !own_rank(x, x->viewer, &x->trial_rank)) x->trial_rank = 0;
    x->n++;
    for (Seat s = 0; s < x->setup->seats; s++) {
        of_seat[s] = result(x, s, of_side);
        if (!x->money_moves) gained[s] = of_side[s];
        if (x->setup->game->score_is_money) continue;
        x->level[s] += (of_seat[s] - x->level[s]) / (float)x->n;
        gained[s] = of_seat[s] - x->level[s];
    }
    for (int i = 0; i < x->lines; i++) {
        const Line *l = &x->line[i];
        if (l->arm) {
            l->arm->n++;
            l->arm->sum += of_seat[l->seat];
        }
        if (l->cell) {
            l->cell->n++;
            l->cell->sum += gained[l->seat] - (x->money_moves ? l->money : 0);
        }
    }
    double u = (double)of_seat[x->viewer], d = u - x->mean;
    x->mean += d / x->n;
    x->m2 += d * (u - x->mean);
    x->spread = (float)sqrt(x->m2 / x->n + 1e-6);
}

void simulate(Search *x)
{
    bool in_tree = !x->quiet || x->trial, first_move = true;
    if (x->trial) {
        memcpy(&x->state, &x->dealt, tap_state_size(x->setup));
        x->steps++;
    } else deal_hidden(x);
    for (Seat s = 0; s < ANSWERERS; s++) x->node[s] = (uint64_t)s + 1;
    memset(x->changes, 0, sizeof x->changes);
    x->lines = x->pendings = 0;
    x->answers = 0;
    int deepest = now(x)->levels;
    while (!tap_over(&x->state) && !guest_has_left(x, &deepest) && !beyond_horizon(x)) {
        const State *st = now(x);
        SeatSet      asked = tap_asked(x->setup, &x->state);
        Seat         s = next_simulated(x, asked, first_move);
        Choices      listed;
        Move         m;
        Arm         *arm = NULL;
        Cell        *cell = NULL;
        int          entry = 0;
        x->listed = false;
        bool costs = first_move || list_worthwhile(x, s, false, &listed);
        const Choices *c = first_move ? &x->at_root : &listed;
        bool amounts = st->question < 32 && x->amount_questions >> st->question & 1, wide = false;
        for (int i = 0; i < c->n; i++) {
            if (c->choice[i].kind == TAP_AMOUNT && st->question < 32)
                x->amount_questions |= 1u << st->question, amounts = true;
            wide = wide || ((c->choice[i].kind == TAP_SUBSET || c->choice[i].kind == TAP_ASSIGN) && !c->choice[i].deck);
        }
        bool forced = c->n == 1 && tap_choice_count(&c->choice[0]) == 1;
        if (forced) m = tap_choice_nth(&c->choice[0], 0);
        else if (first_move && x->trial) m = *x->trial;
        else if (x->quiet && quiet_bet(x, c, &m)) entry = 0;
        else if (s == CLOCK) m = tap_choices_pick(c, x->rng);
        else {
            int class = strength_class(x, s);
            /* Another's subset of places means other cards in another deal: no arm could learn from it. */
            if (in_tree && (s == x->viewer || !wide)) {
                arm = move_by_tree(x, first_move ? x->node[s] : mix(x->node[s], (uint64_t) class), c, s, class, &m,
                                   &entry, &cell);
                if (!arm || !arm->n) in_tree = false;
            }
            if (!arm && x->parts & WITHOUT_POLICY) m = tap_choices_pick(c, x->rng);
            else if (!arm) m = move_by_policy(x, s, c, class, &entry, &cell);
            if (x->frozen) cell = NULL;
            if ((arm || cell) && x->lines < MAX_LINE)
                x->line[x->lines++] = (Line){.arm = arm, .cell = cell, .seat = s, .money = side_money(x, &x->state, s)};
        }
        bool         last = count(asked) == 1 || tap_asks_anyone(&x->state) || tap_asks_one(&x->state);
        int          levels = st->levels, level = st->asking;
        uint8_t      pass = open_question(x->setup, st)->pass;
        SeatSet      seen = 0;
        if (in_tree) add_pending(x, s, &m);
        if (in_tree && last) seen = seen_after(x, s, &m);
        int32_t      before = 0, after = 0;
        bool         learns = !x->frozen && c->choice[entry].kind == TAP_SUBSET && tap_chosen(&m);
        const Piece *items = learns && own_rank(x, s, &before) ? piece_chosen_from(x, &c->choice[entry]) : NULL;
        Piece        piece = items ? *items : (Piece){0};
        Slot         held[TAP_ITEMS];
        Die          rolled[TAP_ITEMS];
        if (piece.slot && piece.n <= TAP_ITEMS) piece.slot = memcpy(held, piece.slot, sizeof(Slot) * piece.n);
        if (piece.die && piece.n <= TAP_ITEMS) piece.die = memcpy(rolled, piece.die, sizeof(Die) * piece.n);
        if (!amounts && !(pass && m.verb == pass) && x->changes[s] < STAGES - 1) x->changes[s]++;
        tap_answer_trusted(x->setup, &x->state, s, m, NULL);
        x->steps += costs;
        x->answers += !forced; /* who can only pass decides nothing */
        if (items && last && !tap_over(&x->state) && st->levels == levels && st->asking == level &&
            own_rank(x, s, &after))
            learn_items(x, &c->choice[entry], &piece, tap_chosen(&m), after - before);
        if (last && in_tree) remember_answers(x, seen);
        first_move = false;
    }
    learn_results(x);
    x->iterations++;
}
