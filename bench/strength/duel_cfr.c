#include "duel_cfr.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RAISES = 3, SIZES = 4 };
static const double size_of[SIZES] = {0.5, 1, 2, 5};

/* ---- the betting tree ---- */

static int add_node(CfrTree *t)
{
    if (t->nodes == t->room) {
        t->room = t->room ? t->room * 2 : 256;
        t->node = realloc(t->node, sizeof *t->node * (size_t)t->room);
        if (!t->node) abort();
    }
    t->node[t->nodes] = (CfrNode){0};
    return t->nodes++;
}

static int grow(CfrTree *t, int stack, CfrNode at, int raises);

/* What follows an action; `at` is the place before it. */
static int follow(CfrTree *t, int stack, CfrNode at, CfrKind act, int total, int raises)
{
    int p = at.player;
    if (act == CFR_FOLD) {
        int n = add_node(t);
        at.kind = CFR_FOLDED;
        t->node[n] = at;
        return n;
    }
    bool opened = at.bet[0] || at.bet[1];
    at.paid[p] = (int16_t)(at.paid[p] + total - at.bet[p]);
    at.bet[p] = (int16_t)total;
    /* A call ends the round; so does a check behind another. */
    if (act == CFR_CALL && (opened || p == 1)) {
        int n = add_node(t);
        at.kind = CFR_DONE;
        at.end = t->ends++;
        t->node[n] = at;
        return n;
    }
    at.player = (uint8_t)!p;
    return grow(t, stack, at, raises + (act == CFR_RAISE));
}

static int grow(CfrTree *t, int stack, CfrNode at, int raises)
{
    int n = add_node(t), p = at.player, owed = at.bet[!p] - at.bet[p], left = stack - at.paid[p];
    int pot = at.paid[0] + at.paid[1], most = at.bet[p] + left;
    at.kind = CFR_CHOICE;
    at.actions = 0;
    if (owed) at.act[at.actions++] = CFR_FOLD;
    at.total[at.actions] = at.bet[!p];
    at.act[at.actions++] = CFR_CALL;
    int last = at.bet[!p];
    for (int i = 0; i <= SIZES && last < most && at.paid[!p] < stack; i++) {
        if (i < SIZES && raises >= RAISES) continue;
        int total = i < SIZES ? at.bet[!p] + (int)(size_of[i] * (pot + owed) + 0.5) : most;
        if (total <= last) total = last + 1;
        if (total >= most * 0.85 && i < SIZES) continue; /* all-in is near enough */
        if (total > most) total = most;
        at.act[at.actions] = CFR_RAISE;
        at.total[at.actions++] = (int16_t)total;
        last = total;
    }
    at.slot = t->slots;
    t->slots += at.actions;
    t->node[n] = at;
    for (int a = 0; a < at.actions; a++) {
        int child = follow(t, stack, at, at.act[a], at.total[a], raises);
        t->node[n].child[a] = child;
    }
    return n;
}

Cfr *cfr_new(int stack, int ante)
{
    Cfr *c = calloc(1, sizeof *c);
    if (!c) abort();
    c->stack = stack;
    c->ante = ante;
    CfrNode start = {.paid = {(int16_t)ante, (int16_t)ante}};
    grow(&c->first, stack, start, 0);
    c->second = calloc((size_t)c->first.ends, sizeof *c->second);
    if (!c->second) abort();
    c->show_at = (size_t)c->first.slots * DUEL_HANDS;
    c->numbers = c->show_at + (size_t)c->first.ends * 4 * DUEL_HANDS;
    for (int i = 0; i < c->first.nodes; i++) {
        const CfrNode *n = &c->first.node[i];
        if (n->kind != CFR_DONE) continue;
        CfrSecond *s = &c->second[n->end];
        s->paid = n->paid[0];
        s->at = c->numbers;
        if (s->paid < stack) grow(&s->tree, stack, (CfrNode){.paid = {n->paid[0], n->paid[0]}}, 0);
        c->numbers += (size_t)s->tree.slots * DUEL_RANKS * DUEL_RANKS * DUEL_SIDES;
    }
    c->regret = calloc(c->numbers, sizeof *c->regret);
    c->sum = calloc(c->numbers, sizeof *c->sum);
    if (!c->regret || !c->sum) abort();
    return c;
}

void cfr_free(Cfr *c)
{
    for (int i = 0; c && i < c->first.ends; i++) free(c->second[i].tree.node);
    if (!c) return;
    free(c->first.node);
    free(c->second);
    free(c->regret);
    free(c->sum);
    free(c);
}

/* ---- chances ---- */

/* How likely two hands are together, and that times who wins; the same by shown ranks and sides. */
typedef struct Chances {
    float deal[DUEL_HANDS][DUEL_HANDS], wins[DUEL_HANDS][DUEL_HANDS];
    float side_deal[DUEL_RANKS][DUEL_RANKS][DUEL_SIDES][DUEL_SIDES];
    float side_wins[DUEL_RANKS][DUEL_RANKS][DUEL_SIDES][DUEL_SIDES];
} Chances;

static void find_chances(Chances *ch)
{
    double all = 0;
    for (int i = 0; i < DUEL_HANDS; i++)
        for (int j = 0; j < DUEL_HANDS; j++) all += duel_deals(i, j);
    for (int i = 0; i < DUEL_HANDS; i++)
        for (int j = 0; j < DUEL_HANDS; j++) {
            int wins = duel_compare(i, j);
            ch->deal[i][j] = (float)(duel_deals(i, j) / all);
            ch->wins[i][j] = wins > 0 ? ch->deal[i][j] : wins < 0 ? -ch->deal[i][j] : 0;
        }
    for (int a = 0; a < DUEL_RANKS; a++)
        for (int b = 0; b < DUEL_RANKS; b++)
            for (int i = 0; i < DUEL_SIDES; i++)
                for (int j = 0; j < DUEL_SIDES; j++) {
                    ch->side_deal[a][b][i][j] = ch->deal[duel_hand_of(a, i)][duel_hand_of(b, j)];
                    ch->side_wins[a][b][i][j] = ch->wins[duel_hand_of(a, i)][duel_hand_of(b, j)];
                }
}

/* ---- walking the tree ---- */

typedef enum Mode { TRAIN, RESPOND } Mode;
typedef struct Walk {
    Cfr     *c;
    Chances  chance;
    Mode     mode;
    int      player; /* for whom values are found */
    double   weight; /* of this iteration's strategies in the average */
} Walk;

void cfr_average(const Cfr *c, size_t at, size_t step, int actions, double *ret)
{
    double all = 0;
    for (int a = 0; a < actions; a++) all += c->sum[at + step * (size_t)a];
    for (int a = 0; a < actions; a++) ret[a] = all > 0 ? c->sum[at + step * (size_t)a] / all : 1.0 / actions;
}

/* Strategies of n hands: [action][hand]; by the regrets, or the average of whoever is responded to. */
static void strategies(const Walk *w, size_t at, int actions, int n, bool average, float ret[][DUEL_HANDS])
{
    for (int h = 0; h < n; h++) {
        float all = 0;
        const float *from = (average ? w->c->sum : w->c->regret) + at + h;
        for (int a = 0; a < actions; a++) all += from[a * n] > 0 ? from[a * n] : 0;
        for (int a = 0; a < actions; a++)
            ret[a][h] = all > 0 ? (from[a * n] > 0 ? from[a * n] / all : 0) : 1.0f / (float)actions;
    }
}

/* The player's own choice: values of the actions become the value of the choice, and regrets. */
static void choose(Walk *w, size_t at, int actions, int n, float value[][DUEL_HANDS], float play[][DUEL_HANDS],
                   const float *reach, const bool *able, float *ret)
{
    for (int h = 0; h < n; h++) {
        float v = 0, best = value[0][h];
        if (able && !able[h]) continue;
        for (int a = 0; a < actions; a++) {
            v += play[a][h] * value[a][h];
            if (value[a][h] > best) best = value[a][h];
        }
        ret[h] = w->mode == RESPOND ? best : v;
        if (w->mode == RESPOND) continue;
        for (int a = 0; a < actions; a++) {
            float *regret = &w->c->regret[at + (size_t)(a * n + h)];
            *regret += value[a][h] - v;
            if (*regret < 0) *regret = 0;
            w->c->sum[at + (size_t)(a * n + h)] += (float)w->weight * reach[h] * play[a][h];
        }
    }
}

/* Values for the player's n hands, where the other's reach with `other`; row(i) of the matrices. */
static void apply(const float *matrix, int n, const float *other, float by, float *ret)
{
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < n; j++) sum += matrix[i * n + j] * other[j];
        ret[i] = by * sum;
    }
}

static void walk_second(Walk *w, const CfrSecond *s, int at, const int shown[2], const float *mine,
                        const float *other, float *ret)
{
    const CfrNode *n = &s->tree.node[at];
    int            p = w->player;
    if (n->kind == CFR_FOLDED) {
        float by = (float)(n->player == p ? -n->paid[p] : n->paid[!p]);
        apply(w->chance.side_deal[shown[p]][shown[!p]][0], DUEL_SIDES, other, by, ret);
        return;
    }
    if (n->kind == CFR_DONE) {
        apply(w->chance.side_wins[shown[p]][shown[!p]][0], DUEL_SIDES, other, (float)n->paid[0], ret);
        return;
    }
    float  play[CFR_ACTIONS][DUEL_HANDS], value[CFR_ACTIONS][DUEL_HANDS], reach[DUEL_SIDES];
    size_t numbers = cfr_second_at(s, n, shown[0], shown[1], 0);
    strategies(w, numbers, n->actions, DUEL_SIDES, w->mode == RESPOND && n->player != p, play);
    for (int h = 0; h < DUEL_SIDES; h++) ret[h] = 0;
    for (int a = 0; a < n->actions; a++) {
        const float *from = n->player == p ? mine : other;
        for (int h = 0; h < DUEL_SIDES; h++) reach[h] = from[h] * play[a][h];
        if (n->player == p) walk_second(w, s, n->child[a], shown, reach, other, value[a]);
        else {
            walk_second(w, s, n->child[a], shown, mine, reach, value[a]);
            for (int h = 0; h < DUEL_SIDES; h++) ret[h] += value[a][h];
        }
    }
    if (n->player == p) choose(w, numbers, n->actions, DUEL_SIDES, value, play, mine, NULL, ret);
}

/* Both show a card at once, then the second round. */
static void walk_show(Walk *w, int end, const float *mine, const float *other, float *ret)
{
    const CfrSecond *s = &w->c->second[end];
    int              p = w->player;
    if (!s->tree.nodes) { /* all-in: what is shown changes nothing */
        apply(w->chance.wins[0], DUEL_HANDS, other, (float)s->paid, ret);
        return;
    }
    float  play[2][2][DUEL_HANDS], value[2][DUEL_HANDS] = {{0}}; /* play: [mine or other][card][hand] */
    bool   two[DUEL_HANDS];
    size_t at[2] = {cfr_show_at(w->c, end, p, 0), cfr_show_at(w->c, end, !p, 0)};
    strategies(w, at[0], 2, DUEL_HANDS, false, play[0]);
    strategies(w, at[1], 2, DUEL_HANDS, w->mode == RESPOND, play[1]);
    for (int h = 0; h < DUEL_HANDS; h++) two[h] = duel_rank(h, 0) != duel_rank(h, 1);
    for (int r = 0; r < DUEL_RANKS; r++)
        for (int o = 0; o < DUEL_RANKS; o++) {
            float from[2][DUEL_SIDES], got[DUEL_SIDES];
            int   shown[2];
            shown[p] = r, shown[!p] = o;
            for (int side = 0; side < DUEL_SIDES; side++)
                for (int k = 0; k < 2; k++) {
                    int rank = k ? o : r, hand = duel_hand_of(rank, side);
                    from[k][side] =
                        (k ? other : mine)[hand] * (two[hand] ? play[k][duel_rank(hand, 0) != rank][hand] : 1);
                }
            walk_second(w, s, 0, shown, from[0], from[1], got);
            for (int side = 0; side < DUEL_SIDES; side++) {
                int hand = duel_hand_of(r, side);
                value[two[hand] && duel_rank(hand, 0) != r][hand] += got[side];
            }
        }
    for (int h = 0; h < DUEL_HANDS; h++) ret[h] = value[0][h];
    choose(w, at[0], 2, DUEL_HANDS, value, play[0], mine, two, ret);
}

static void walk_first(Walk *w, int at, const float *mine, const float *other, float *ret)
{
    const CfrNode *n = &w->c->first.node[at];
    int            p = w->player;
    if (n->kind == CFR_DONE) {
        walk_show(w, n->end, mine, other, ret);
        return;
    }
    if (n->kind == CFR_FOLDED) {
        apply(w->chance.deal[0], DUEL_HANDS, other, (float)(n->player == p ? -n->paid[p] : n->paid[!p]), ret);
        return;
    }
    float  play[CFR_ACTIONS][DUEL_HANDS], value[CFR_ACTIONS][DUEL_HANDS], reach[DUEL_HANDS];
    size_t numbers = cfr_first_at(n, 0);
    strategies(w, numbers, n->actions, DUEL_HANDS, w->mode == RESPOND && n->player != p, play);
    for (int h = 0; h < DUEL_HANDS; h++) ret[h] = 0;
    for (int a = 0; a < n->actions; a++) {
        const float *from = n->player == p ? mine : other;
        for (int h = 0; h < DUEL_HANDS; h++) reach[h] = from[h] * play[a][h];
        if (n->player == p) walk_first(w, n->child[a], reach, other, value[a]);
        else {
            walk_first(w, n->child[a], mine, reach, value[a]);
            for (int h = 0; h < DUEL_HANDS; h++) ret[h] += value[a][h];
        }
    }
    if (n->player == p) choose(w, numbers, n->actions, DUEL_HANDS, value, play, mine, NULL, ret);
}

static double walk(Walk *w, int player)
{
    float  one[DUEL_HANDS], value[DUEL_HANDS];
    double sum = 0;
    for (int h = 0; h < DUEL_HANDS; h++) one[h] = 1;
    w->player = player;
    walk_first(w, 0, one, one, value);
    for (int h = 0; h < DUEL_HANDS; h++) sum += value[h];
    return sum;
}

void cfr_train(Cfr *c, int iterations)
{
    Walk w = {.c = c, .mode = TRAIN};
    find_chances(&w.chance);
    for (int i = 0; i < iterations; i++) {
        w.weight = ++c->iterations; /* later strategies are better ones */
        walk(&w, 0);
        walk(&w, 1);
    }
}

double cfr_exploitability(Cfr *c)
{
    Walk w = {.c = c, .mode = RESPOND};
    find_chances(&w.chance);
    return (walk(&w, 0) + walk(&w, 1)) / 2;
}

/* ---- files ---- */

static const char magic[] = "taproom duel strategy 1";

/* Each hand of each choice in turn, in an order that a stack and an ante fix; a file has its probabilities so, in
 * 1/65535, two bytes each, the lower one first. */
static void for_each_hand(Cfr *c, void (*visit)(Cfr *, size_t at, size_t step, int actions, void *), void *context)
{
    for (int i = 0; i < c->first.nodes; i++)
        for (int h = 0; c->first.node[i].kind == CFR_CHOICE && h < DUEL_HANDS; h++)
            visit(c, cfr_first_at(&c->first.node[i], 0) + (size_t)h, DUEL_HANDS, c->first.node[i].actions, context);
    for (int e = 0; e < c->first.ends; e++) {
        const CfrSecond *s = &c->second[e];
        for (int p = 0; p < 2; p++)
            for (int h = 0; h < DUEL_HANDS; h++)
                visit(c, cfr_show_at(c, e, p, 0) + (size_t)h, DUEL_HANDS, 2, context);
        for (int i = 0; i < s->tree.nodes; i++)
            for (int k = 0; s->tree.node[i].kind == CFR_CHOICE && k < DUEL_RANKS * DUEL_RANKS * DUEL_SIDES; k++)
                visit(c,
                      cfr_second_at(s, &s->tree.node[i], k / DUEL_SIDES / DUEL_RANKS, k / DUEL_SIDES % DUEL_RANKS, 0) +
                          (size_t)(k % DUEL_SIDES),
                      DUEL_SIDES, s->tree.node[i].actions, context);
    }
}

static void save_hand(Cfr *c, size_t at, size_t step, int actions, void *file)
{
    double play[CFR_ACTIONS];
    cfr_average(c, at, step, actions, play);
    for (int a = 0; a < actions; a++) {
        int part = (int)(play[a] * 65535 + 0.5);
        fputc(part & 255, file);
        fputc(part >> 8, file);
    }
}

static void load_hand(Cfr *c, size_t at, size_t step, int actions, void *file)
{
    for (int a = 0; a < actions; a++) {
        int low = fgetc(file), high = fgetc(file);
        c->sum[at + step * (size_t)a] = high == EOF ? 0 : (float)(low | high << 8);
    }
}

bool cfr_save(const Cfr *c, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file) return perror(path), false;
    fprintf(file, "%s stack %d ante %d iterations %d numbers %zu\n", magic, c->stack, c->ante, c->iterations,
            c->numbers);
    for_each_hand((Cfr *)c, save_hand, file);
    bool ok = !ferror(file);
    if (fclose(file) != 0 || !ok) return perror(path), false;
    return true;
}

Cfr *cfr_load(const char *path)
{
    FILE  *file = fopen(path, "rb");
    char   format[128], head[160];
    int    stack, ante, iterations;
    size_t numbers;
    if (!file) return perror(path), NULL;
    snprintf(format, sizeof format, "%s stack %%d ante %%d iterations %%d numbers %%zu", magic);
    if (!fgets(head, sizeof head, file) || sscanf(head, format, &stack, &ante, &iterations, &numbers) != 4 ||
        ante < 1 ||
        stack < ante || stack > 1000) {
        fprintf(stderr, "%s is no strategy that `cfr train` wrote.\n", path);
        fclose(file);
        return NULL;
    }
    Cfr *c = cfr_new(stack, ante);
    c->iterations = iterations;
    bool whole = c->numbers == numbers;
    if (whole) for_each_hand(c, load_hand, file);
    whole = whole && !feof(file) && fgetc(file) == EOF;
    fclose(file);
    if (whole) return c;
    fprintf(stderr, "%s is cut short, or of another version: train it again.\n", path);
    cfr_free(c);
    return NULL;
}
