#include <math.h>

#include "bots/searching.h"
#include "wager/wager.h"

static const float RANDOM_SHARE = 0.2f; /* of the policy's moves are not what it believes best */

/* ---------------------------------------------------------------- tables */

static Cell *cell_find(Search *x, uint64_t key)
{
    for (uint32_t i = (uint32_t)key & (CELLS - 1), tries = 0; tries < PROBES; i = (i + 1) & (CELLS - 1), tries++) {
        if (x->cell[i].stamp == x->stamp && x->cell[i].key != key) continue;
        if (x->cell[i].stamp != x->stamp) x->cell[i] = (Cell){.key = key, .stamp = x->stamp};
        return &x->cell[i];
    }
    return NULL;
}

/* What the policy tells apart: the question's entry, how dear it is or how many items it is about, and how strong the
 * seat is. */
Cell *move_cell(Search *x, const Choice *o, const Move *m, int class, int32_t pot)
{
    uint64_t price = 0;
    if (o->kind == TAP_PLAIN && o->items) price = 32u + (uint64_t)__builtin_popcountll(o->items);
    else if (o->kind == TAP_PLAIN && o->lo) {
        int32_t lo = (int32_t)o->lo;
        price = lo * 6 <= pot ? 1 : lo * 3 <= pot ? 2 : lo * 2 <= pot ? 3 : 4;
    } else if (o->kind == TAP_AMOUNT) {
        int32_t v = (int32_t)m->value;
        price = v == (int32_t)o->hi ? 9 : v * 2 <= pot ? 5 : v <= pot ? 6 : v <= 3 * pot ? 7 : 8;
    } else if (o->kind == TAP_SUBSET)
        price = 16u + (uint64_t)__builtin_popcountll(tap_chosen(m));
    return cell_find(x, mix(mix((uint64_t)o->verb << 16 | (uint64_t)o->a << 8 | o->b, price), (uint64_t)class + 100));
}

/* ---------------------------------------------------------------- policy */

/* While it only looks at what moves are worth it does what it believes best, until a game goes on for so long that it
 * may never end that way. */
static bool is_sure(const Search *x)
{
    enum { LONG = 200 }; /* answers */
    return x->frozen && x->answers < LONG;
}

static Cell *item_cell(Search *x, const Choice *o, const Piece *p, int i)
{
    int face = p->slot ? p->slot[i].card : p->die ? p->die[i].face : i;
    return cell_find(x, mix((uint64_t)o->verb + 7777, (uint64_t)face));
}

/* piece_find, with the list made once a question. */
const Piece *piece_chosen_from(Search *x, const Choice *o)
{
    const State *st = now(x);
    if (!o->zone) return NULL;
    if (!x->listed) {
        pieces_list(x->setup, game_of(x->setup, st, st->asking), table_of(st, st->asking), &x->pieces);
        x->listed = true;
    }
    for (int i = 0; i < x->pieces.n; i++)
        if (x->pieces.piece[i].zone == o->zone && x->pieces.piece[i].owner == o->owner) return &x->pieces.piece[i];
    return NULL;
}

/* Takes the items that have improved hands so far, the best first, within the entry's limits. */
static Move subset_by_policy(Search *x, const Choice *o)
{
    const Piece *p = piece_chosen_from(x, o);
    if (!p) return tap_choices_pick(&(Choices){.n = 1, .choice = {*o}}, x->rng);
    float gain[TAP_ITEMS] = {0};
    for (uint64_t left = o->items; left; left &= left - 1) {
        int   i = __builtin_ctzll(left);
        Cell *c = i < p->n ? item_cell(x, o, p, i) : NULL;
        /* A little noise breaks ties and stands for what is not learnt yet. */
        gain[i] =
            (c && c->n ? c->sum / (float)c->n : 0) + (chance_of_one(x->rng) - 0.5f) * (c && c->n > 4 ? 0.1f : 4.f);
    }
    uint64_t left = o->items, chosen = 0;
    for (uint32_t n = 0; n < o->hi && left; n++) {
        int best = -1;
        for (uint64_t l = left; l; l &= l - 1)
            if (best < 0 || gain[__builtin_ctzll(l)] > gain[best]) best = __builtin_ctzll(l);
        if (n >= o->lo && gain[best] <= 0) break;
        chosen |= 1ull << best;
        left &= ~(1ull << best);
    }
    return tap_move(o->verb, o->a, o->b, chosen);
}

void learn_items(Search *x, const Choice *o, const Piece *p, uint64_t chosen, int32_t gained)
{
    int n = __builtin_popcountll(chosen);
    for (; chosen; chosen &= chosen - 1) {
        Cell *c = item_cell(x, o, p, __builtin_ctzll(chosen));
        if (!c) continue;
        c->n++;
        c->sum += (float)gained / (float)n;
    }
}

/* One of a few likely moves of a wide entry, now and then any; false if it is for the policy to say. */
static bool likely_move(Search *x, Seat s, const Choice *o, Move *ret)
{
    const State *st = now(x);
    Move         likely[LIKELY];
    bool         proposes = game_of(x->setup, st, st->asking)->propose;
    if (!proposes && !comes_to_mind(o)) return false;
    if (!is_sure(x) && chance_of_one(x->rng) < RANDOM_SHARE)
        *ret = comes_to_mind(o) ? usual_of_many(o, UINT32_MAX, x->rng)
                                : tap_choices_pick(&(Choices){.n = 1, .choice = {*o}}, x->rng);
    else {
        int n = proposals_of(x, s, o, x->rng, likely, LIKELY);
        if (!n && !comes_to_mind(o)) return false;
        *ret = n ? likely[tap_rng_below(x->rng, (uint32_t)n)] : usual_of_many(o, tap_rng_below(x->rng, LIKELY), x->rng);
    }
    return true;
}

/* Where bets are made by the rules of wager/: the one that lays least and stays in. */
bool quiet_bet(const Search *x, const Choices *c, Move *ret)
{
    if (!betting_table(x->setup, now(x))) return false;
    for (int i = 0; i < c->n; i++)
        if (c->choice[i].verb == CHECK || c->choice[i].verb == CALL_BET) {
            *ret = tap_choice_nth(&c->choice[i], 0);
            return true;
        }
    return false;
}

/* A move that the policy likes; *ret_entry is the entry it comes from and *ret_cell, if any, what is learnt from it. */
Move move_by_policy(Search *x, Seat s, const Choices *c, int class, int *ret_entry, Cell **ret_cell)
{
    Rng    *r = x->rng;
    Move    move[TAP_CHOICES + 2 * SECTIONS];
    uint8_t entry[TAP_CHOICES + 2 * SECTIONS];
    int     n = 0;
    for (int i = 0; i < c->n; i++) {
        const Choice *o = &c->choice[i];
        int           sections = o->kind == TAP_AMOUNT && o->hi > o->lo && n < TAP_CHOICES ? SECTIONS : 1;
        for (int k = 0; k < sections; k++) {
            entry[n] = (uint8_t)i;
            switch ((TapKind)o->kind) {
            case TAP_AMOUNT:
                move[n++] = amount_at(o, k == 0 ? 0 : k == 1 ? 0.25 + 0.5 * (double)chance_of_one(r) : 1);
                break;
            case TAP_SUBSET:
                if (likely_move(x, s, o, &move[n])) n++;
                else
                    move[n++] = !is_sure(x) && chance_of_one(r) < RANDOM_SHARE
                                    ? tap_choices_pick(&(Choices){.n = 1, .choice = {*o}}, r)
                                    : subset_by_policy(x, o);
                break;
            case TAP_ASSIGN:
            case TAP_SPLIT:
            case TAP_COUNTS:
                if (!likely_move(x, s, o, &move[n])) move[n] = tap_choices_pick(&(Choices){.n = 1, .choice = {*o}}, r);
                n++;
                break;
            case TAP_PLAIN: move[n++] = tap_choice_nth(o, 0); break;
            }
        }
    }
    assert(n > 0);
    int   pick = n == 1 ? 0 : -1;
    Cell *cell[TAP_CHOICES + 2 * SECTIONS];
    if (n > 1) {
        int32_t pot = tap_pot(x->setup, &x->state);
        float   top = -INFINITY;
        bool    greedy = is_sure(x) || chance_of_one(r) >= RANDOM_SHARE;
        for (int i = 0; i < n; i++) {
            cell[i] = move_cell(x, &c->choice[entry[i]], &move[i], class, pot);
            if (!cell[i]) continue;
            float k = (float)cell[i]->n + 1, doubt = is_sure(x) ? 0.01f : greedy ? 1.f / sqrtf(k) : 1.f,
                  u = cell[i]->sum / k + x->spread * doubt * chance_of_one(r);
            if (greedy && u > top) top = u, pick = i;
        }
        if (pick < 0) { /* every entry is as likely as another, whatever it holds */
            int e = (int)tap_rng_below(r, (uint32_t)c->n), of_it = 0;
            for (int i = 0; i < n; i++)
                if (entry[i] == e && tap_rng_below(r, (uint32_t)++of_it) == 0) pick = i;
            assert(pick >= 0);
        }
        *ret_cell = cell[pick];
    } else
        *ret_cell = NULL;
    *ret_entry = entry[pick];
    return move[pick];
}
