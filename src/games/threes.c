/* Threes (THREES-01 .. THREES-A7): keep dice roll by roll; the lowest sum wins and threes count nothing. */
#include "decks/tavern.h"
#include "wager/wager.h"

enum { KEEP = 5, SIDES = 6, FATE_DICE = 4 };

typedef struct Roller {
    uint8_t kept, dice; /* the first `kept` of `dice` are the Keep */
    uint8_t cards, declared;
    Die     die[KEEP];
    Slot    fate; /* THREES-V4 */
} Roller;

typedef struct Threes {
    Wagering base;
    TAVERN_PILE(deck);
    Roller   seat[MAX_SEATS];
} Threes;

static Threes *threes_of(Table *t) { return (Threes *)t; }
static const Threes *threes_at(const Table *t) { return (const Threes *)t; }

enum { OPT_FOOLS = WAGER_OPTIONS_END, OPT_STRENGTH, OPT_NOTHING, OPT_FATE, OPT_DRAGONS, OPT_TOTAL, OPTIONS_END };
enum { TOTAL_SCORED, TOTAL_SHOWN };
static const char *const total_words[] = {"scored", "shown"};
static const char *const total_said[] = {"nothing, as scored", "3, as shown"};
static const TapOption options[] = {
    WAGER_OPTIONS,
    [OPT_FOOLS] = {"fools-luck", "five different values beat other Keeps", TAP_FLAG, 0, 0, 1, NULL,
                   .title = "Fool's luck"},
    [OPT_STRENGTH] = {"strength-in-numbers", "five equal values beat other Keeps", TAP_FLAG, 0, 0, 1, NULL,
                      .title = "Strength in numbers"},
    [OPT_NOTHING] = {"cant-win-with-nothing", "a Keep of nothing but threes loses", TAP_FLAG, 0, 0, 1, NULL,
                     .title = "Can't win with nothing"},
    [OPT_FATE] = {"hidden-fate", "four dice and a hidden card that counts as the fifth", TAP_FLAG, 0, 0, 1, NULL,
                  .title = "Hidden fate"},
    [OPT_DRAGONS] = {"dragon-cards", "with Hidden fate: a dragon is any value from 1 to 6", TAP_FLAG, 0, 0, 1, NULL,
                     .title = "Dragon cards"},
    [OPT_TOTAL] = {"highest-total",
                   "of two with Fool's luck or Strength in numbers: threes count 0 as scored, or 3 as shown", TAP_WORD,
                   TOTAL_SCORED, TOTAL_SCORED, TOTAL_SHOWN, total_words, HOUSE_RULINGS,
                   .title = "In the total of a special Keep threes count", .said = total_said},
};
static const TapClash clashes[] = {
    WAGER_CLASHES,
    {OPT_DRAGONS, 1, 1, OPT_FATE, 0, 0, "cards are dealt only with Hidden fate (THREES-A5)."},
};

enum { P_ANTE, P_ROLL, P_BET, P_SHOWDOWN };
static const char *const phases[] = {"Ante", "Roll and keep", "Betting", "Showdown"};

enum { KEEP_VALUE = WAGER_VERBS_END, DECLARE, VERBS_END };
static const Verb verbs[] = {
    WAGER_VERBS,
    [KEEP_VALUE] = {.word = "keep", .label = "Keep every {a}", .args = 1},
    [DECLARE] = {.word = "declare", .label = "The dragon is a {a}", .args = 1},
};

enum { Z_KEEP = 1, Z_ROLLED, Z_FATE, Z_DECK };

/* THREES-03: any value among the dice just rolled. */
static void keep_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Roller *r = &threes_at(t)->seat[s];
    uint8_t dice[SIDES + 1] = {0};
    unsigned shown = 0;
    for (int i = r->kept; i < r->dice; i++) {
        dice[r->die[i].face] |= (uint8_t)(1u << (i - r->kept));
        shown |= 1u << r->die[i].face;
    }
    for (; shown; shown &= shown - 1) {
        int value = __builtin_ctz(shown);
        Choice *o = offer(c, KEEP_VALUE, value, 0);
        o->zone = Z_ROLLED;
        o->owner = s;
        o->items = dice[value];
    }
}

/* Who is in and has dice to roll or to keep (THREES-06, THREES-10). */
static SeatSet rolling(const Table *t)
{
    SeatSet set = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (has(still_in(t), s) && threes_at(t)->seat[s].kept < threes_at(t)->seat[s].dice) set |= only(s);
    return set;
}

static SeatSet who_keeps(const Setup *setup, const Table *t) { return rolling(t); }

static void declare_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (int value = 1; value <= SIDES; value++) offer(c, DECLARE, value, 0);
}

/* THREES-07: what the dice kept add; threes add nothing. */
static void worth(const Setup *setup, const Table *t, Seat s, const Choice *o, Worth *ret)
{
    if (o->verb != KEEP_VALUE) return;
    ret->of = "points";
    ret->base = (int16_t)(o->a == 3 ? 0 : o->a * __builtin_popcountll(o->items));
}

enum { Q_KEEP = WAGER_ASKS, Q_DECLARE, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS,
    [Q_KEEP] = {.prompt = "Keep which value?",
                .help = "All your dice of that value stay; the rest are rolled again.",
                .who = who_keeps,
                .choices = keep_choices},
    [Q_DECLARE] = {.prompt = "What is your dragon?", .who = who_turn, .choices = declare_choices},
};

/* THREES-V4: the card is the first of the Keep. */
static void deal(Threes *g, Env *e)
{
    Table *t = &g->base.table;
    memset(g->seat, 0, sizeof g->seat[0] * t->seats);
    for (Seat s = 0; s < t->seats; s++)
        if (has(still_in(t), s)) g->seat[s].dice = t->option[OPT_FATE] ? FATE_DICE : KEEP;
    if (!t->option[OPT_FATE]) return;
    tavern_fill(e->setup, g->deck, t->option[OPT_DRAGONS]);
    for (Seat s = 0; s < t->seats; s++)
        if (has(still_in(t), s)) {
            g->seat[s].fate = pile_draw(e, &g->deck, only(s));
            g->seat[s].cards = 1;
        }
    tell(e, TAP_MOVED, "Everybody in is dealt a hidden card.", .from = Z_DECK, .to = Z_FATE);
}

/* THREES-02, THREES-05, THREES-12: dice lie open. */
static void roll(Threes *g, Env *e)
{
    for (Seat s = 0; s < g->base.table.seats; s++)
        for (int i = g->seat[s].kept; has(still_in(&g->base.table), s) && i < g->seat[s].dice; i++) {
            chance_roll(e, SIX_SIDED, &g->seat[s].die[i], PUBLIC);
            tell(e, TAP_ROLLED, "{who} rolls a {n}.", .who = s, .n = g->seat[s].die[i].face, .to = Z_ROLLED,
                 .to_owner = s);
        }
}

/* THREES-03: all dice of that value move to the front. */
static void keep(Threes *g, Seat s, int value, Env *e)
{
    Roller *r = &g->seat[s];
    for (int i = r->kept; i < r->dice; i++)
        if (r->die[i].face == value) {
            Die d = r->die[i];
            r->die[i] = r->die[r->kept];
            r->die[r->kept++] = d;
        }
    tell(e, TAP_MOVED, "{who} keeps every {n}.", .who = s, .n = value, .from = Z_ROLLED, .from_owner = s, .to = Z_KEEP,
         .to_owner = s);
}

/* THREES-09: nothing to choose. */
static bool forced(const Roller *r)
{
    for (int i = r->kept + 1; i < r->dice; i++)
        if (r->die[i].face != r->die[r->kept].face) return false;
    return true;
}

/* THREES-02, 03 and again THREES-05; nobody waits for another's choice (THREES-12; docs/rulings.md, T-8). */
SCRIPT(roll_and_keep, { SeatSet keepers; })
{
    Threes *g = threes_of(t);
    BEGIN;
    PHASE(P_ROLL);
    roll(g, e);
    for (Seat s = 0; s < t->seats; s++)
        if (has(rolling(t), s) && forced(&g->seat[s])) keep(g, s, g->seat[s].die[g->seat[s].kept].face, e);
    f->keepers = rolling(t);
    if (!f->keepers) RETURN(0);
    ASK_ALL(f->keepers, Q_KEEP);
    for (Seat s = 0; s < t->seats; s++)
        if (has(f->keepers, s)) keep(g, s, ANSWER(s)->a, e);
    END;
}

static SeatSet with_dragon(const Table *t)
{
    SeatSet set = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (has(still_in(t), s) && threes_at(t)->seat[s].cards && is_dragon(threes_at(t)->seat[s].fate.card))
            set |= only(s);
    return set;
}

static void show_fate(Threes *g, Env *e)
{
    for (Seat s = 0; s < g->base.table.seats; s++)
        if (has(still_in(&g->base.table), s)) {
            g->seat[s].fate.known = PUBLIC;
            tell(e, TAP_SHOWN, "{who} shows the {card}.", .who = s, .card = g->seat[s].fate.card, .to = Z_FATE,
                 .to_owner = s);
        }
}

enum { S_ROLL = WAGER_SCRIPTS, SCRIPTS_END };

SCRIPT(threes_play, { Seat turn; SeatSet todo; })
{
    Threes *g = threes_of(t);
    BEGIN;
    PHASE(P_ANTE);
    ANTE();                                                       /* THREES-01 */
    deal(g, e);                                                   /* THREES-V4 */
    CALL(S_ROLL);                                                 /* THREES-02, 03 */
    while (rolling(t)) {                                          /* THREES-06, 10, 11, A7 */
        PHASE(P_BET);
        BETTING_ROUND();                                          /* THREES-04 */
        CALL(S_ROLL);                                             /* THREES-05 */
    }
    if (t->option[OPT_FATE]) {                                    /* THREES-V4 */
        PHASE(P_BET);
        BETTING_ROUND();
        PHASE(P_SHOWDOWN);
        show_fate(g, e);
        IN_TURN_ORDER (f->turn, f->todo, with_dragon(t), t->start) { /* THREES-V5, A3 */
            ASK(f->turn, Q_DECLARE);
            g->seat[f->turn].declared = ANSWER(f->turn)->a;
            tell(e, TAP_SAID, "{who} counts the dragon as {n}.", .who = f->turn, .n = g->seat[f->turn].declared);
        }
    }
    PHASE(P_SHOWDOWN);
    END;
}

static const Act acts[] = {WAGER_ACTS, [S_PLAY] = ACT(threes_play, NO_ROLE), [S_ROLL] = ACT(roll_and_keep, NO_ROLE)};

/* ---------------------------------------------------------------- scoring */

enum { FOOL = 1000, STRONG = 2000, WORST = -1000 };

/* THREES-07, V1, V2, V3, A1, A2 for five values. */
static int32_t rank_values(const int16_t *option, const uint8_t *value, int32_t *ret_total)
{
    unsigned seen = 0;
    int32_t  total = 0, shown = 0;
    for (int i = 0; i < KEEP; i++) {
        seen |= 1u << value[i];
        total += value[i] == 3 ? 0 : value[i];
        shown += value[i];
    }
    int32_t highest = option[OPT_TOTAL] == TOTAL_SHOWN ? shown : total;
    *ret_total = total;
    if (option[OPT_NOTHING] && seen == 1u << 3) return WORST;
    if (option[OPT_STRENGTH] && __builtin_popcount(seen) == 1) return STRONG + highest;
    if (option[OPT_FOOLS] && __builtin_popcount(seen) == KEEP) return FOOL + highest;
    return -total;
}

/* A hidden card counts its rank; a dragon what was declared, or, if nothing was, its best (THREES-V5, A3). */
static void score(const int16_t *option, const TapHolding *h, TapScore *ret, TapParts *parts)
{
    uint8_t value[KEEP] = {0};
    int32_t total = 0;
    for (int i = 0; i < h->dice; i++) value[i] = h->die[i];
    bool dragon = h->cards && is_dragon(h->card[0]);
    if (h->cards) value[KEEP - 1] = (uint8_t)(dragon ? h->extra : (int)rank_of(h->card[0]));
    if (dragon && !h->extra) {
        int32_t best = INT32_MIN;
        for (uint8_t v = 1, pick = 0; v <= SIDES; v++) {
            value[KEEP - 1] = v;
            int32_t rank = rank_values(option, value, &total);
            if (rank > best) best = rank, pick = v;
            if (v == SIDES) value[KEEP - 1] = pick;
        }
    }
    ret->rank = rank_values(option, value, &total);
    ret->points = total;
    for (int i = 0; i < KEEP; i++) {
        int worth = value[i] == 3 ? 0 : value[i];
        if (h->cards && i == KEEP - 1)
            explain(parts, worth, "%s counts as %d", h->deck->face[h->card[0]].name, value[i]);
        else explain(parts, worth, "a %d", value[i]);
        if (h->cards && i == KEEP - 1) from_card(parts, 0);
        else from_die(parts, i);
    }
    if (ret->rank >= STRONG) explain(parts, 0, "Strength in numbers beats other Keeps");
    else if (ret->rank >= FOOL) explain(parts, 0, "Fool's luck beats other Keeps");
    else if (ret->rank == WORST) explain(parts, 0, "Nothing but threes loses");
}

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    const Roller *r = &threes_at(t)->seat[s];
    for (int i = 0; i < r->dice; i++) ret->die[ret->dice++] = r->die[i].face;
    if (r->cards) ret->card[ret->cards++] = r->fate.card;
    ret->extra = r->declared;
}

static int faces(const int16_t *option) { return option[OPT_DRAGONS] ? GREY_CARD : DRAGON; }
static const TapScoreField fields[] = {
    {.label = "Keep",
     .kind = TAP_SCORE_DICE,
     .min = KEEP,
     .max = KEEP,
     .about = "Pick the five dice of the Keep",
     .example = "33124",
     .without = OPT_FATE + 1},
    {.label = "Keep",
     .kind = TAP_SCORE_DICE,
     .min = FATE_DICE,
     .max = FATE_DICE,
     .about = "Pick the four dice of the Keep",
     .example = "3312",
     .with = OPT_FATE + 1},
    {.label = "Hidden card",
     .key = "card",
     .kind = TAP_SCORE_CARDS,
     .own = true,
     .min = 1,
     .max = 1,
     .about = "Each hand needs its hidden card",
     .example = "B-owl",
     .with = OPT_FATE + 1},
    {0},
};
static const Scoring scoring = {.zones = 1u << Z_KEEP | 1u << Z_ROLLED | 1u << Z_FATE,
                                .holding = holding,
                                .score = score,
                                .fields = fields,
                                .faces = faces};

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Threes *g = threes_of(t);
    if (g->deck.n) piece_deck(p, Z_DECK, &g->deck);
    for (Seat s = 0; s < t->seats; s++) {
        Roller *r = &g->seat[s];
        int     flags = has(still_in(t), s) ? ALTERABLE : TURNED_DOWN;
        piece_dice(p, "keep", Z_KEEP, s, ROW, SIX_SIDED, r->die, r->kept)->flags = (uint8_t)flags; /* THREES-A6 */
        if (r->kept < r->dice && r->die[r->kept].face)
            piece_dice(p, "rolled", Z_ROLLED, s, ROW, SIX_SIDED, r->die + r->kept, r->dice - r->kept)->flags =
                (uint8_t)flags;
        if (r->cards) piece_cards(p, "fate", Z_FATE, s, ROW, TAVERN, &r->fate, 1)->flags = (uint8_t)flags;
    }
}

static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    wager_counters(setup, t, m);
    for (Seat s = 0; s < t->seats; s++)
        if (threes_at(t)->seat[s].declared) view_counter(m, "dragon", s, threes_at(t)->seat[s].declared);
    for (Seat s = 0; !wager_at(t)->shown && s < t->seats; s++) { /* THREES-07: the Keep lies open */
        const Roller *r = &threes_at(t)->seat[s];
        int32_t       sum = 0;
        if (!has(still_in(t), s) || !r->kept) continue;
        for (int i = 0; i < r->kept; i++) sum += r->die[i].face == 3 ? 0 : r->die[i].face;
        view_running(m, "so far", s, sum);
    }
}

const Game threes = {
    .id = "threes",
    .title = "Threes",
    .about = "Five dice, kept roll by roll. The lowest total wins, and threes count nothing.",
    .facts = {.minutes = 3, .skill = 2, .with = "dice", .figure = "die-3"},
    .rules = 2,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 10,
    .size = sizeof(Threes), .seat_size = sizeof(Roller),
    .betting_rounds = 6, .own_decisions = 6,
    WAGER_GAME, .content = &tavern_content, .worth = worth, .counters = counters, .scoring = &scoring,
};
