/* Dragon's Gold: what stashes are worth, at the table and typed, and what a View shows. */
#include "games/gold.h"

enum { GEMS = 5, FIRST_GEM = C_BLUE };

/* ---------------------------------------------------------------- scoring */

int lead_points(bool advanced, int players)
{
    if (advanced) return players == 3 ? 12 : players < 6 ? 10 : 8;
    return players == 3 ? 15 : players < 6 ? 12 : 10;
}

static const char *colour_word(int c)
{
    static const char *const word[COLOURS] = {"silver", "gold", "red", "blue", "green", "purple", "yellow", "white",
                                              "black"};
    return word[c];
}

typedef struct Line {
    TapParts      *parts;
    const uint8_t *held;
    int32_t       *sum;
} Line;

/* The line just written is earned by the tokens of these colours, as they lie in a holding sorted by colour. */
static void from_colours(const Line *l, int first, int last)
{
    int at = 0;
    for (int c = 0; c < COLOURS; c++)
        for (int k = 0; k < l->held[c]; k++, at++)
            if (c >= first && c <= last) from_card(l->parts, at);
}

#define LINE(l, points, first, last, ...)                                                                              \
    do {                                                                                                               \
        *(l)->sum += (points);                                                                                         \
        explain((l)->parts, (points), __VA_ARGS__);                                                                    \
        from_colours((l), (first), (last));                                                                            \
    } while (0)

/* GOLD-R39, GOLD-R41. */
static void score_coins(const Line *l, bool advanced)
{
    static const uint8_t each[COLOURS] = {[C_SILVER] = 1, [C_GOLD] = 3, [C_RED] = 1, [C_BLACK] = 7};
    for (int c = 0; c < COLOURS; c++) {
        int worth = c == C_BLACK && advanced ? 19 : each[c];
        if (worth && l->held[c]) LINE(l, worth * l->held[c], c, c, "%d %s", l->held[c], colour_word(c));
    }
}

/* GOLD-R42. */
static void score_sets(const Line *l)
{
    int sets = l->held[FIRST_GEM];
    for (int c = FIRST_GEM; c < FIRST_GEM + GEMS; c++)
        if (l->held[c] < sets) sets = l->held[c];
    if (sets) LINE(l, 5 * sets, FIRST_GEM, FIRST_GEM + GEMS - 1, sets > 1 ? "%d sets of gems" : "%d set of gems", sets);
}

typedef struct Lead {
    int     most;
    SeatSet who;
} Lead;

static Lead lead_of(uint8_t held[][COLOURS], SeatSet who, int c)
{
    Lead lead = {0, 0};
    for (Seat s = 0; s < MAX_SEATS; s++) {
        if (!has(who, s) || !held[s][c] || held[s][c] < lead.most) continue; /* GOLD-Q9 */
        if (held[s][c] > lead.most) lead = (Lead){held[s][c], 0};
        lead.who |= only(s);
    }
    return lead;
}

/* GOLD-R40; GOLD-R43, GOLD-R44, GOLD-Q8: whoever holds the black diamond leads, but is not paid for it. */
static void score_lead(const Line *l, Seat s, int c, Lead lead, bool advanced, int players)
{
    int points = lead_points(advanced, players), ties = count(lead.who);
    if (!has(lead.who, s)) return;
    if (advanced && (ties > 2 || l->held[C_BLACK])) return;
    if (advanced) points /= ties;
    LINE(l, points, c, c, ties > 1 ? "most %s, tied (%d)" : "most %s (%d)", colour_word(c), lead.most);
}

void gold_points(const int16_t *option, uint8_t held[][COLOURS], SeatSet who, int32_t ret[MAX_SEATS], TapParts *parts)
{
    bool advanced = option[OPT_ADVANCED];
    Lead lead[COLOURS] = {{0, 0}};
    for (int c = FIRST_GEM; c < FIRST_GEM + GEMS; c++) lead[c] = lead_of(held, who, c);
    for (Seat s = 0; s < MAX_SEATS; s++) {
        if (!has(who, s)) continue;
        Line l = {parts ? &parts[s] : NULL, held[s], &ret[s]};
        ret[s] = 0;
        score_coins(&l, advanced);
        if (advanced && held[s][C_BLACK]) explain(l.parts, 0, "cursed: gems do not count");
        else if (advanced) score_sets(&l);
        for (int c = FIRST_GEM; c < FIRST_GEM + GEMS; c++) score_lead(&l, s, c, lead[c], advanced, count(who));
    }
}

/* Sorted by colour, as from_colours counts. */
static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    uint8_t held[COLOURS];
    count_stash(gold_at(t), s, held);
    for (int c = 0; c < COLOURS; c++)
        for (int k = 0; k < held[c]; k++) ret->card[ret->cards++] = (Card)c;
}

static void score_all(const int16_t *option, const TapHolding *h, SeatSet who, TapScore *ret, TapParts *parts)
{
    uint8_t held[MAX_SEATS][COLOURS] = {{0}};
    int32_t points[MAX_SEATS] = {0};
    for (Seat s = 0; s < MAX_SEATS; s++)
        for (int i = 0; has(who, s) && i < h[s].cards; i++) held[s][h[s].card[i]]++;
    gold_points(option, held, who, points, parts);
    for (Seat s = 0; s < MAX_SEATS; s++)
        if (has(who, s)) ret[s] = (TapScore){.points = points[s], .rank = points[s]};
}

/* "10*silver 4*gold black"; "-" is an empty stash. Sorted by colour. */
static bool read_stash(const int16_t *option, const char *text, TapHolding *h, TapError *error)
{
    Card    card[GOLD_TOKEN_N];
    uint8_t held[COLOURS] = {0};
    int     n = strcmp(text, "-") ? cards_read(h->deck, text, card, GOLD_TOKEN_N, error) : 0;
    if (n < 0) return false;
    for (int i = 0; i < n; i++) held[card[i]]++;
    for (int c = 0; c < COLOURS; c++)
        for (int k = 0; k < held[c]; k++) h->card[h->cards++] = (Card)c;
    return true;
}

static bool check_all(const int16_t *option, const TapHolding *h, int hands, TapError *error)
{
    int held[COLOURS] = {0};
    if (hands > PLAYERS) return fail_with(error, "There are at most %d players.", PLAYERS);
    for (int k = 0; k < hands; k++)
        for (int i = 0; i < h[k].cards; i++) held[h[k].card[i]]++;
    for (int c = 0; c < COLOURS; c++)
        if (held[c] > h->deck->face[c].copies)
            return fail_with(error, "There are only %d %s.", h->deck->face[c].copies, h->deck->face[c].name);
    return true;
}

static const TapScoreField fields[] = {
    {.label = "Stash", .kind = TAP_SCORE_CARDS, .about = "Type the tokens behind each screen", .min = 0,
     .max = GOLD_TOKEN_N, .example = "10*silver 4*gold 2*red"},
    {.label = NULL}};

const Scoring gold_scoring = {.holding = holding,
                              .zones = 1ull << Z_STASH,
                              .fields = fields,
                              .deck = GOLD_TOKENS,
                              .least = LEAST_PLAYERS,
                              .read = read_stash,
                              .check_all = check_all,
                              .score_all = score_all};

/* --------------------------------------------------------------- the View */

enum { POOL_TOKENS, POOL_DRAGONS, POOL_OBJECTS, POOL_STASH };

void gold_pieces(const Setup *setup, Table *t, Pieces *p)
{
    static const char *const hoard[LAIRS] = {"hoard 1", "hoard 2", "hoard 3", "hoard 4"};
    Gold *g = gold_of(t);
    Slot *object = g->object;
    piece_cards(p, "dragons", Z_DRAGONS, NOBODY, ROW, GOLD_DRAGONS, g->dragon, LAIRS)->pool = POOL_DRAGONS;
    for (int lair = 0; lair < LAIRS; lair++)
        piece_cards(p, hoard[lair], Z_HOARD + lair, NOBODY, ROW, GOLD_TOKENS, g->lair[lair].hoard,
                    g->lair[lair].tokens)
            ->flags = HEAPED;
    piece_pile(p, "pile", Z_PILE, NOBODY, &g->dragons)->pool = POOL_DRAGONS;
    piece_pile(p, "slain", Z_SLAIN, NOBODY, &g->slain)->pool = POOL_DRAGONS;
    piece_pile(p, "bag", Z_BAG, NOBODY, &g->bag);
    piece_pile(p, "lid", Z_LID, NOBODY, &g->lid);
    for (Seat s = 0; s < t->seats; s++) {
        Piece *x = piece_cards(p, "stash", Z_STASH, s, ROW, GOLD_TOKENS, stash(g, s), g->seat[s].tokens);
        x->flags = t->phase == P_OVER ? HEAPED : HEAPED | TURNED_DOWN;
        x->pool = (uint8_t)(POOL_STASH + g->seat[s].pool);
    }
    if (!t->option[OPT_OBJECTS]) return;
    piece_pile(p, "Objects", Z_OBJECTS, NOBODY, &g->objects)->pool = POOL_OBJECTS;
    piece_pile(p, "used", Z_USED, NOBODY, &g->used)->pool = POOL_OBJECTS;
    piece_pile(p, "box", Z_BOX, NOBODY, &g->box)->pool = POOL_OBJECTS;
    for (Seat s = 0; s < t->seats; object += g->seat[s++].objects)
        piece_cards(p, "hand", Z_HAND, s, FAN, GOLD_OBJECTS, object, g->seat[s].objects)->pool = POOL_OBJECTS;
}

/* Everything that lies behind a screen is known to this viewer. */
static bool knows_stash(const Gold *g, Seat of, Seat viewer)
{
    const Slot *h = stash_of(g, of);
    for (int i = 0; i < g->seat[of].tokens; i++)
        if (!knows(h[i].known, viewer)) return false;
    return true;
}

static void show_heap(ViewMaker *m, const uint8_t held[COLOURS], Seat who)
{
    for (Card c = 0; c < COLOURS; c++)
        if (held[c]) view_face(m, c, held[c], who);
}

/* GOLD-R13: in the order they came, with what Objects made of them. */
static void show_fighters(const Setup *setup, const Table *t, const Gold *g, ViewMaker *m)
{
    static const char *const at[LAIRS] = {"at dragon 1", "at dragon 2", "at dragon 3", "at dragon 4"};
    static const char *const attack[LAIRS] = {"attack 1", "attack 2", "attack 3", "attack 4"};
    for (int lair = 0; lair < LAIRS; lair++) {
        if (!lives(g, lair)) continue;
        view_faces(m, setup, at[lair], Z_FIGHTERS + lair, NOBODY, ROW, ADVENTURER_WORDS);
        for (int i = 0; i < g->lair[lair].fighters; i++)
            view_face(m, (Card)kind_of(g->lair[lair].fighter[i]), 1, owner_of(g->lair[lair].fighter[i]));
        view_track(m, attack[lair], Z_ATTACK + lair, NOBODY, 0, strength_of(setup, g, lair));
        view_peg(m, "attack", NOBODY, attack_at(setup, g, lair, NOBODY));
        view_mark(m, "strength", strength_of(setup, g, lair));
        int hidden = number_of(setup, HIDDEN_WORDS, g->dragon[lair].card);
        if (hidden && !(g->involved && g->at == lair)) view_counter_at(m, "hidden", Z_DRAGONS, lair, hidden);
        view_at(m, Z_HOARD + lair, NOBODY, Z_DRAGONS, lair);
        view_at(m, Z_FIGHTERS + lair, NOBODY, Z_DRAGONS, lair);
        view_at(m, Z_ATTACK + lair, NOBODY, Z_DRAGONS, lair);
    }
    for (Seat s = 0; s < t->seats; s++) {
        view_faces(m, setup, "home", Z_HOME, s, ROW, ADVENTURER_WORDS);
        for (int k = 0; k < ADVENTURERS; k++)
            if (g->seat[s].up >> k & 1) view_face(m, (Card)k, 1, NOBODY);
        view_faces(m, setup, "tired", Z_TIRED, s, ROW, ADVENTURER_WORDS);
        for (int k = 0; k < ADVENTURERS; k++)
            if (g->seat[s].down >> k & 1) view_face(m, (Card)k, 1, NOBODY);
    }
}

static void show_proposals(const Setup *setup, const Table *t, const Gold *g, ViewMaker *m)
{
    static const char *const name[PLAYERS] = {"proposal 1", "proposal 2", "proposal 3",
                                              "proposal 4", "proposal 5", "proposal 6"};
    uint8_t stock[COLOURS], share[PLAYERS][COLOURS];
    count_hoard(g, g->at, stock);
    for (int i = 0; i < PLAYERS; i++) {
        if (!g->standing[i].verb) continue;
        shares_of(stock, &g->standing[i], share);
        view_faces(m, setup, name[i], Z_PROPOSAL + i, NOBODY, GROUPS, GOLD_TOKENS);
        for (Seat s = 0; s < t->seats; s++) show_heap(m, share[s], s);
        for (Seat s = 0; s < t->seats; s++)
            if (g->sits[s] == i + 1) view_text(m, setup, "{who} agrees.", .who = s);
    }
}

static void show_division(const Setup *setup, const Table *t, const Gold *g, ViewMaker *m)
{
    static const char *const name[PLAYERS] = {"share 1", "share 2", "share 3", "share 4", "share 5", "share 6"};
    for (int i = 0; i < count(g->involved); i++) {
        view_faces(m, setup, name[i], Z_SHARE + i, NOBODY, GROUPS, GOLD_TOKENS);
        show_heap(m, g->share[i], NOBODY);
        for (Seat s = 0; s < t->seats; s++)
            if (g->sits[s] == i + 1) view_text(m, setup, "{who} has it.", .who = s);
    }
}

/* Given first, then wanted: the seat of an item is who would have it afterwards. */
static void show_offers(const Setup *setup, const Table *t, const Gold *g, ViewMaker *m)
{
    for (Seat s = 0; s < t->seats; s++) {
        const Move *o = &g->standing[s];
        if (!o->verb) continue;
        view_faces(m, setup, "offer", Z_OFFER, s, GROUPS, GOLD_TOKENS);
        for (int side = 0; side < 2; side++)
            for (Card c = 0; c < COLOURS; c++)
                if (tap_assigned(o, side * SECOND + c))
                    view_face(m, c, tap_assigned(o, side * SECOND + c), side ? s : (Seat)(o->a - 1));
    }
}

static void show_sand(const Table *t, const Gold *g, ViewMaker *m)
{
    view_track(m, "sand", Z_SAND, NOBODY, 0, g->sand);
    view_peg(m, "left", NOBODY, g->sand - g->grain);
    for (Seat s = 0; s < t->seats; s++)
        if (t->phase == P_MARKET ? !has(g->done, s) : has(g->involved, s))
            view_counter(m, "messages left", s, words_left(g, s));
}

/* What these may look at; and what one's own is worth, with the leads where all is known. */
static void show_stashes(const Setup *setup, const Table *t, const Gold *g, ViewMaker *m)
{
    uint8_t held[PLAYERS][COLOURS];
    int32_t points[MAX_SEATS];
    bool    all = true;
    for (Seat s = 0; s < t->seats; s++) {
        count_stash(g, s, held[s]);
        bool known = knows_stash(g, s, m->viewer);
        all = all && known;
        if (s == m->viewer || !known || !knows(g->seat[s].open_to, m->viewer)) continue;
        view_faces(m, setup, "behind the screen", Z_SEEN, s, ROW, GOLD_TOKENS);
        show_heap(m, held[s], NOBODY);
    }
    if (m->viewer < 0 || m->viewer >= t->seats) return; /* a watcher, or the clock */
    if (all) {
        gold_points(t->option, held, everyone(t), points, NULL);
        view_running(m, "so far", m->viewer, points[m->viewer]);
    } else {
        Line l = {NULL, held[m->viewer], &points[m->viewer]};
        points[m->viewer] = 0;
        score_coins(&l, t->option[OPT_ADVANCED]);
        if (t->option[OPT_ADVANCED] && !held[m->viewer][C_BLACK]) score_sets(&l);
        view_running(m, "so far, without leads", m->viewer, points[m->viewer]);
    }
}

static void show_results(const Setup *setup, const Table *t, ViewMaker *m)
{
    TapHolding h[PLAYERS];
    TapScore   score[MAX_SEATS];
    TapParts   parts[PLAYERS];
    for (Seat s = 0; s < t->seats; s++) {
        parts[s].n = 0;
        holding_of(setup, &gold_scoring, t, s, &h[s]);
    }
    uint8_t held[PLAYERS][COLOURS];
    int32_t points[MAX_SEATS];
    for (Seat s = 0; s < t->seats; s++) count_stash(gold_at(t), s, held[s]);
    gold_points(t->option, held, everyone(t), points, parts);
    for (int place = 1; place <= t->seats; place++)
        for (Seat s = 0; s < t->seats; s++) {
            int better = 0;
            for (Seat o = 0; o < t->seats; o++) better += points[o] > points[s];
            score[s] = (TapScore){.points = points[s], .rank = points[s]};
            if (better + 1 == place)
                view_result(m, &gold_scoring,
                            &(ViewResult){.seat = s, .place = place, .net = points[s], .score = &score[s],
                                          .holding = &h[s], .parts = &parts[s]});
        }
}

void gold_counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    const Gold *g = gold_at(t);
    if (t->phase == P_OVER) {
        show_results(setup, t, m);
        return;
    }
    show_fighters(setup, t, g, m);
    view_word(m, "turn", g->active, "on turn");
    if (t->phase == P_TALKS) show_proposals(setup, t, g, m);
    if (t->phase == P_DIVISION) show_division(setup, t, g, m);
    if (t->phase == P_MARKET) show_offers(setup, t, g, m);
    if (g->sand) show_sand(t, g, m);
    show_stashes(setup, t, g, m);
}

/* What a proposal that stands would bring, as if it were the end; said only to who knows what all have. */
void gold_worth(const Setup *setup, const Table *t, Seat s, const Choice *o, Worth *ret)
{
    const Gold *g = gold_at(t);
    uint8_t     held[PLAYERS][COLOURS], stock[COLOURS], share[PLAYERS][COLOURS];
    int32_t     before[MAX_SEATS], after[MAX_SEATS];
    if (o->verb != ACCEPT) return;
    count_hoard(g, g->at, stock);
    shares_of(stock, &g->standing[o->a - 1], share);
    for (Seat k = 0; k < t->seats; k++) {
        if (!knows_stash(g, k, s)) return;
        count_stash(g, k, held[k]);
    }
    gold_points(t->option, held, everyone(t), before, NULL);
    for (Seat k = 0; k < t->seats; k++)
        for (int c = 0; c < COLOURS; c++) held[k][c] = (uint8_t)(held[k][c] + share[k][c]);
    gold_points(t->option, held, everyone(t), after, NULL);
    ret->of = "points";
    ret->base = (int16_t)(after[s] - before[s]);
}
