/* The program `cfr`: trains, checks and plays a strategy for heads-up Rogues and Warriors (duel_cfr.h). */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "duel_cfr.h"

static const char help[] =
    "Usage: cfr train [--stack N] [--ante N] [--iterations N] [--json] --out FILE\n"
    "       cfr check FILE [--json]\n"
    "       cfr play FILE\n\n"
    "A strategy for heads-up Rogues and Warriors by counterfactual regret\n"
    "minimisation, written apart from the bots, to measure them by.\n\n"
    "  train   makes a strategy and says now and then what a best response gains\n"
    "          against it, exactly, within its own bets and hands; the strategy\n"
    "          counts if that is under 1 % of the first pot (exit code 3 if not)\n"
    "  check   the same for the strategy in a file\n"
    "  play    speaks the bot protocol (docs/bot-protocol.md)\n\n"
    "  --stack N       coins that each brings (100), at most 1000\n"
    "  --ante N        (1)\n"
    "  --iterations N  (1500)\n"
    "  --out FILE      where the strategy goes\n"
    "  --json          for programs\n\n"
    "Examples:\n"
    "  cfr train --out duel-100.cfr\n"
    "  cfr train --stack 20 --iterations 2000 --out duel-20.cfr\n"
    "  taproom match rogues-and-warriors --seats 2 --deals 1000 \\\n"
    "    --bot \"cmd:build/cfr play duel-100.cfr\" --bot search:2\n";

static int usage(const char *what)
{
    fprintf(stderr, "cfr: %s. `cfr --help` shows how.\n", what);
    return 2;
}

/* ---- training ---- */

static int report(Cfr *c, bool json, bool last)
{
    double gain = cfr_exploitability(c), part = 100 * gain / (2 * c->ante);
    if (json && last)
        printf("{\"game\":\"rogues-and-warriors\",\"stack\":%d,\"ante\":%d,\"iterations\":%d,\"numbers\":%zu,"
               "\"best_response\":%.6f,\"percent_of_pot\":%.4f}\n",
               c->stack, c->ante, c->iterations, c->numbers, gain, part);
    else if (!json)
        printf("%6d iterations: a best response gains %.4f chips a game, %.2f %% of the first pot\n", c->iterations,
               gain,
               part);
    fflush(stdout);
    return part < 1 ? 0 : 3;
}

static int train(int stack, int ante, int iterations, const char *out, bool json)
{
    Cfr *c = cfr_new(stack, ante);
    int  got = 3;
    if (!json) printf("stack %d, ante %d: %zu numbers\n", stack, ante, c->numbers);
    for (int i = 1; i <= 10; i++) {
        cfr_train(c, iterations * i / 10 - c->iterations);
        if (!json || i == 10) got = report(c, json, i == 10);
    }
    if (!cfr_save(c, out)) got = 1;
    cfr_free(c);
    return got;
}

/* ---- playing ---- */

/* Where a hand is in the tree, for each seat that is played; the View shows the bets, not the way they came. */
typedef struct Track {
    bool lost; /* the table went where the tree does not */
    int  node, end; /* end: -1 in the first round */
} Track;

typedef struct Seen {
    int me, chair, bet[2], coins[2], pot, card[2], shown[2], lo, hi; /* [0]: one's own; of cards the rank, -1: unseen */
    int  hues[2];
    bool reveal;
} Seen;

static Track track[10];

static int number(const json_t *o, const char *name) { return (int)json_integer_value(json_object_get(o, name)); }
static const char *text(const json_t *o, const char *name)
{
    const char *s = json_string_value(json_object_get(o, name));
    return s ? s : "";
}

static void see(const json_t *view, Seen *ret)
{
    const json_t *one, *item, *zones = json_object_get(view, "zones");
    size_t        i, k;
    *ret = (Seen){.me = number(view, "viewer"), .shown = {-1, -1}, .card = {-1, -1}, .lo = 1};
    ret->chair = number(view, "start") != ret->me;
    json_array_foreach(json_object_get(view, "counters"), i, one) {
        int other = number(one, "owner") != ret->me, value = number(one, "value");
        if (!strcmp(text(one, "name"), "coins")) ret->coins[other] = value;
        else if (!strcmp(text(one, "name"), "bet")) ret->bet[other] = value, ret->pot += value;
        else if (!json_is_integer(json_object_get(one, "owner"))) ret->pot += value;
    }
    json_array_foreach(zones, i, one) {
        if (strcmp(text(one, "name"), "hand") != 0) continue;
        bool other = number(one, "owner") != ret->me;
        json_array_foreach(json_object_get(one, "items"), k, item) {
            bool   only = json_object_get(item, "only_you") != NULL;
            size_t like = (size_t)number(item, "like");
            if (like) {
                const json_t *zone = json_array_get(zones, like >> 16);
                item = json_array_get(json_object_get(zone, "items"), like & 0xFFFF);
            }
            const char *hue = text(item, "hue");
            int         rank = number(item, "number") - 1;
            if (rank < 0) continue;
            if (!other && k < 2) ret->card[k] = rank, ret->hues[k] = hue[0];
            if (!only) ret->shown[other] = rank;
        }
    }
    json_array_foreach(json_object_get(view, "choices"), i, one) {
        if (!strcmp(text(one, "word"), "raise")) ret->lo = number(one, "lo"), ret->hi = number(one, "hi");
        ret->reveal |= !strcmp(text(one, "word"), "reveal");
    }
}

static const CfrNode *node_at(const Cfr *c, const Track *t)
{
    return t->end < 0 ? &c->first.node[t->node] : &c->second[t->end].tree.node[t->node];
}

static void take(const Cfr *c, Track *t, int action)
{
    if (action >= 0) t->node = node_at(c, t)->child[action];
    else t->lost = true;
}

static int find_call(const CfrNode *n)
{
    for (int a = 0; a < n->actions; a++)
        if (n->act[a] == CFR_CALL) return a;
    return -1;
}

/* The raise of the tree that is nearest in proportion to the one that was made; all-in is all-in only. */
static int find_raise(const CfrNode *n, const Seen *s, int stack)
{
    int    best = -1, p = n->player;
    double least = 1e9, base = s->pot - s->bet[1] + s->bet[0], made = (s->bet[1] - s->bet[0]) / (base > 0 ? base : 1);
    double tree_base = n->paid[0] + n->paid[1] + n->bet[!p] - n->bet[p];
    for (int a = 0; a < n->actions; a++) {
        if (n->act[a] != CFR_RAISE) continue;
        bool   all = n->paid[p] - n->bet[p] + n->total[a] >= stack;
        double far = fabs(log((n->total[a] - n->bet[!p]) / tree_base / made));
        if (all != !s->coins[1]) far += 100;
        if (far < least) least = far, best = a;
    }
    return best;
}

/* Brings the track to the question that is asked now. */
static void follow(const Cfr *c, Track *t, const Seen *s)
{
    bool second = s->shown[1] >= 0;
    bool begins = !s->bet[0] && !(s->chair == 0 && s->bet[1]); /* one's first answer in this round */
    if (!second && !s->reveal && begins) *t = (Track){.end = -1};
    if (t->lost) return;
    if (t->end < 0 && (second || s->reveal)) {
        const CfrNode *n = node_at(c, t);
        if (n->kind == CFR_CHOICE && n->player != s->chair) take(c, t, find_call(n)), n = node_at(c, t);
        if (n->kind != CFR_DONE) t->lost = true;
        else if (second) *t = (Track){.end = n->end};
    }
    if (t->lost || s->reveal) return;
    if (t->end >= 0 && !c->second[t->end].tree.nodes) {
        t->lost = true;
        return;
    }
    const CfrNode *n = node_at(c, t);
    if (n->kind == CFR_CHOICE && n->player != s->chair)
        take(c, t, s->bet[1] > s->bet[0] ? find_raise(n, s, c->stack) : find_call(n));
    n = node_at(c, t);
    if (n->kind != CFR_CHOICE || n->player != s->chair) t->lost = true;
}

static int draw(const double *play, int n, uint64_t seed)
{
    seed += 0x9E3779B97F4A7C15u;
    seed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9u;
    seed = (seed ^ seed >> 27) * 0x94D049BB133111EBu;
    double at = (double)((seed ^ seed >> 31) >> 11) / 9007199254740992.0;
    int    a = 0;
    while (a < n - 1 && (at -= play[a]) >= 0) a++;
    return a;
}

static void decide(const Cfr *c, const json_t *asked)
{
    const json_t *view = json_object_get(asked, "view");
    uint64_t      seed = (uint64_t)json_integer_value(json_object_get(asked, "seed"));
    double        play[CFR_ACTIONS];
    Seen          s;
    see(view, &s);
    Track *t = &track[s.me];
    int    hand = duel_hand(s.card[0], s.card[1], s.hues[0] == s.hues[1]), owed = s.bet[1] - s.bet[0];
    follow(c, t, &s);
    printf("{\"id\":%d,\"word\":\"", number(asked, "id"));
    if (s.reveal) {
        int card = 1; /* the poorer one, where the tree does not say */
        if (!t->lost && node_at(c, t)->kind == CFR_DONE) {
            cfr_average(c, cfr_show_at(c, node_at(c, t)->end, s.chair, 0) + (size_t)hand, DUEL_HANDS, 2, play);
            card = draw(play, 2, seed);
        }
        const json_t *choice = json_array_get(json_object_get(view, "choices"), 0);
        int           place = s.card[0] == duel_rank(hand, card) ? 0 : 1;
        printf("reveal %s", text(json_array_get(json_object_get(choice, "items"), (size_t)place), "word"));
    } else if (t->lost) printf("%s", !owed ? "check" : hand / 2 < 6 ? "call" : "fold");
    else {
        const CfrNode *n = node_at(c, t);
        int            shown[2] = {s.shown[s.chair], s.shown[!s.chair]};
        if (t->end < 0) cfr_average(c, cfr_first_at(n, 0) + (size_t)hand, DUEL_HANDS, n->actions, play);
        else {
            size_t at = cfr_second_at(&c->second[t->end], n, shown[0], shown[1], 0);
            cfr_average(c, at + (size_t)duel_side(hand, s.shown[0]), DUEL_SIDES, n->actions, play);
        }
        int    a = draw(play, n->actions, seed), p = n->player;
        double base = n->paid[0] + n->paid[1] + n->bet[!p] - n->bet[p];
        double part = (n->total[a] - n->bet[!p]) / base;
        bool   all = n->paid[p] - n->bet[p] + n->total[a] >= c->stack;
        int    total = all ? s.hi : s.bet[1] + (int)(part * (s.pot + owed) + 0.5);
        total = total < s.lo ? s.lo : total > s.hi ? s.hi : total;
        if (n->act[a] == CFR_RAISE && s.hi) printf("raise %d", total);
        else if (n->act[a] == CFR_FOLD && owed) printf("fold");
        else printf("%s", owed ? "call" : "check");
        take(c, t, a);
    }
    puts("\"}");
}

static int play(const char *path)
{
    char  *line = NULL;
    size_t room = 0;
    Cfr   *c = cfr_load(path);
    if (!c) return 1;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    puts("{\"type\":\"hello\",\"version\":1,\"name\":\"cfr\"}");
    while (getline(&line, &room, stdin) > 0) {
        json_t *said = json_loads(line, 0, NULL);
        if (!strcmp(text(said, "type"), "hello") &&
            (strcmp(text(said, "game"), "rogues-and-warriors") != 0 || number(said, "seats") != 2))
            return fprintf(stderr, "cfr plays Rogues and Warriors for two, nothing else.\n"), 1;
        if (!strcmp(text(said, "type"), "decide")) decide(c, said);
        json_decref(said);
    }
    free(line);
    cfr_free(c);
    return 0;
}

int main(int argc, char **argv)
{
    int         stack = 100, ante = 1, iterations = 1500;
    const char *out = NULL, *file = NULL, *command = argc > 1 ? argv[1] : "";
    bool        json = false;
    if (!*command || !strcmp(command, "--help") || !strcmp(command, "-h")) {
        fputs(help, *command ? stdout : stderr);
        return *command ? 0 : 2;
    }
    for (int i = 2; i < argc; i++) {
        bool more = i + 1 < argc;
        if (!strcmp(argv[i], "--json")) json = true;
        else if (!strcmp(argv[i], "--help")) return fputs(help, stdout), 0;
        else if (!strcmp(argv[i], "--stack") && more) stack = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--ante") && more) ante = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--iterations") && more) iterations = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--out") && more) out = argv[++i];
        else if (argv[i][0] == '-' || file) return usage("an option is not known, or lacks its value");
        else file = argv[i];
    }
    if (!strcmp(command, "train")) {
        if (!out || file) return usage("train needs --out FILE");
        if (ante < 1 || stack <= ante || stack > 1000 || iterations < 10)
            return usage("an ante of 1 or more, a larger stack of at most 1000 and 10 iterations are needed");
        return train(stack, ante, iterations, out, json);
    }
    if (!file) return usage("say train, or check or play with a file");
    if (!strcmp(command, "play")) return play(file);
    if (strcmp(command, "check") != 0) return usage("say train, check or play");
    Cfr *c = cfr_load(file);
    if (!c) return 1;
    int got = report(c, json, true);
    cfr_free(c);
    return got;
}
