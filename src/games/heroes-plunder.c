/* Heroes' Plunder (PLUN-01 .. PLUN-A9): hands go round the table, and everybody takes one card after another. */
#include <stdio.h>
#include <stdlib.h>

#include "decks/tavern.h"
#include "wager/hands.h"

enum { HAND = 8, PASSES = 2, TAKEN = 7, LOOT = PASSES * TAKEN, SEATS_MOST = 6 };

typedef struct Hero {
    uint8_t cards, looted, discards;
    Slot    hand[HAND];
    Slot    loot[LOOT + 1]; /* one more may be stolen */
    Slot    discard[PASSES];
} Hero;

typedef struct Plunder {
    Wagering base;
    TAVERN_PILE(deck);
    Hero     seat[MAX_SEATS];
} Plunder;

static Plunder *plunder_of(Table *t) { return (Plunder *)t; }
static const Plunder *plunder_at(const Table *t) { return (const Plunder *)t; }

enum { OPT_DRAGONS = WAGER_OPTIONS_END, OPT_THREE, OPT_LENIENT, OPTIONS_END };
static const TapOption options[] = {
    WAGER_OPTIONS_USUALLY(WAGER_SHARES),
    [OPT_DRAGONS] = {"dragon-cards", "dragons join the deck and fill Colour Sets", TAP_FLAG, 0, 0, 1, NULL,
                     .title = "Dragon cards"},
    [OPT_THREE] = {"three-dragons",
                   "dragons join the deck; the red one steals, the green one has any rank, the blue one mixes ranks",
                   TAP_FLAG, 0, 0, 1, NULL,
                   .title = "Three dragons"},
    [OPT_LENIENT] = {"lenient", "a rank without a full set costs nothing", TAP_FLAG, 0, 0, 1, NULL,
                     .title = "Lenient"},
};
static const TapClash clashes[] = {WAGER_NO_BETTING};

enum { P_ANTE, P_LEFT, P_RIGHT, P_RED, P_SHOWDOWN };
static const char *const phases[] = {"Ante", "Keep a card, pass the rest to the left",
                                     "Keep a card, pass the rest to the right", "The red Dragon steals", "Showdown"};

enum { KEEP = WAGER_VERBS_END, STEAL, SPARE, VERBS_END };
static const Verb verbs[] = {
    WAGER_VERBS,
    [KEEP] = {.word = "keep", .label = "Keep one card", .some = "Keep {items}"},
    [STEAL] = {.word = "steal", .label = "Steal from seat {a}", .some = "Steal {items} from seat {a}", .args = 1},
    [SPARE] = {.word = "spare", .label = "Steal nothing", .idle = 1, .way = TAP_WAY_NONE},
};

enum { Z_DECK = 1, Z_HAND, Z_LOOT, Z_DISCARD };
static const Hands hands = {HANDS(Plunder, Hero)};

static void keep_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, KEEP, Z_HAND, s, first_items(plunder_at(t)->seat[s].cards), 1, 1);
}

/* PLUN-V2r, PLUN-A4: cards of a rank in which their owner has an incomplete set, dragons left aside. */
static uint32_t stealable(const Hero *h)
{
    uint8_t  n[RANKS + 1] = {0};
    uint32_t items = 0;
    for (int i = 0; i < h->looted; i++) n[rank_of(h->loot[i].card)]++;
    for (int i = 0; i < h->looted; i++) {
        Rank r = rank_of(h->loot[i].card);
        if (r != NO_RANK && n[r] % r) items |= 1u << i;
    }
    return items;
}

static void steal_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, SPARE, 0, 0);
    for (Seat o = 0; o < t->seats; o++) {
        uint32_t items = o != s ? stealable(&plunder_at(t)->seat[o]) : 0;
        if (items) offer_subset(c, STEAL, Z_LOOT, o, items, 1, 1)->a = (uint8_t)(o + 1);
    }
}

enum { Q_KEEP = WAGER_ASKS, Q_STEAL, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS,
    [Q_KEEP] = {.prompt = "Which card do you keep?",
                .help = "The others are passed on.",
                .who = who_still_in,
                .choices = keep_choices,
                .secret = true},
    [Q_STEAL] = {.prompt = "Whom does your red Dragon rob?",
                 .help = "Only ranks with an incomplete set.",
                 .who = who_turn,
                 .choices = steal_choices},
};

static bool dragons_play(const Table *t) { return t->option[OPT_DRAGONS] || t->option[OPT_THREE]; }

/* PLUN-03: who passed the hand on remembers it, but not which card of it is taken now. */
static void keep(Plunder *g, Seat s, int i, Env *e)
{
    Hero *h = &g->seat[s];
    Slot  card = hand_take_unseen(h->hand, &h->cards, i, only(s));
    h->loot[h->looted++] = card;
    tell(e, TAP_MOVED, "{who} keeps the {card}.", .who = s, .card = card.card, .seen_by = only(s),
         .unseen = "{who} keeps a card.", .from = Z_HAND, .from_owner = s, .to = Z_LOOT, .to_owner = s);
}

/* The nearest player on that side. */
static Seat neighbour(const Table *t, Seat s, bool left)
{
    do s = left ? next_seat(t, s) : (Seat)(s ? s - 1 : t->seats - 1);
    while (!has(still_in(t), s));
    return s;
}

/* PLUN-03, PLUN-04, PLUN-06. */
static void pass_hands(Plunder *g, bool left, Env *e)
{
    Table *t = &g->base.table;
    Slot   hand[MAX_SEATS][HAND];
    for (Seat s = 0; s < t->seats; s++)
        if (has(still_in(t), s)) memcpy(hand[neighbour(t, s, left)], g->seat[s].hand, sizeof hand[s]);
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(still_in(t), s)) continue;
        memcpy(g->seat[s].hand, hand[s], sizeof hand[s]);
        for (int i = 0; i < g->seat[s].cards; i++) g->seat[s].hand[i].known |= only(s);
    }
    if (left) tell(e, TAP_MOVED, "The hands are passed to the left.", .from = Z_HAND, .to = Z_HAND);
    else tell(e, TAP_MOVED, "The hands are passed to the right.", .from = Z_HAND, .to = Z_HAND);
}

/* PLUN-05: the last card is discarded face down. */
static void discard_last(Plunder *g, Seat s)
{
    Hero *h = &g->seat[s];
    h->discard[h->discards++] = hand_take_unseen(h->hand, &h->cards, 0, only(s));
}

static void show_loot(Plunder *g, Env *e)
{
    for (Seat s = 0; s < g->base.table.seats; s++)
        if (has(still_in(&g->base.table), s)) show_cards(g->seat[s].loot, g->seat[s].looted, TAVERN, s, Z_LOOT, e);
}

/* Who has the red dragon and somebody to rob; NOBODY if there is none. All loot lies open by now. */
static Seat robber(const Plunder *g)
{
    const Table *t = &g->base.table;
    Seat     who = NOBODY;
    SeatSet  victims = 0;
    for (Seat s = 0; s < t->seats; s++) {
        for (int i = 0; i < g->seat[s].looted; i++)
            if (g->seat[s].loot[i].card == DRAGON + RED) who = s;
        if (stealable(&g->seat[s])) victims |= only(s);
    }
    return who != NOBODY && less(victims, who) ? who : (Seat)NOBODY;
}

static void steal(Plunder *g, Seat s, Seat from, int i, Env *e)
{
    Hero *thief = &g->seat[s], *victim = &g->seat[from];
    Slot  card = hand_take_unseen(victim->loot, &victim->looted, i, PUBLIC);
    thief->loot[thief->looted++] = card;
    tell(e, TAP_MOVED, "{who} steals the {card} from {other}.", .who = s, .other = from, .card = card.card,
         .from = Z_LOOT, .from_owner = from, .to = Z_LOOT, .to_owner = s);
}

SCRIPT(plunder_play, { uint8_t pass; Seat turn; })
{
    Plunder *g = plunder_of(t);
    BEGIN;
    PHASE(P_ANTE);
    ANTE();                                                       /* PLUN-01 */
    memset(g->seat, 0, sizeof g->seat[0] * t->seats);
    tavern_fill(e->setup, g->deck, dragons_play(t));
    for (f->pass = 0; f->pass < PASSES; f->pass++) {              /* PLUN-06 */
        PHASE(f->pass ? P_RIGHT : P_LEFT);
        hands_deal(&hands, t, HAND, e);                           /* PLUN-02, A9 */
        do {
            ASK_ALL(still_in(t), Q_KEEP);                         /* PLUN-03 */
            for (Seat s = 0; s < t->seats; s++)
                if (has(still_in(t), s)) keep(g, s, __builtin_ctz(ANSWER(s)->value), e);
            if (g->seat[seat_from(t, still_in(t), 0)].cards == 1) break;
            pass_hands(g, f->pass == 0, e);                       /* PLUN-04 */
        } while (true);
        for (Seat s = 0; s < t->seats; s++)
            if (has(still_in(t), s)) discard_last(g, s);          /* PLUN-05 */
    }
    PHASE(P_SHOWDOWN);
    show_loot(g, e);                                              /* PLUN-07 */
    f->turn = t->option[OPT_THREE] ? robber(g) : (Seat)NOBODY;
    if (f->turn != NOBODY) {                                      /* PLUN-V2r, PLUN-A7 */
        PHASE(P_RED);
        ASK(f->turn, Q_STEAL);
        if (ANSWER(f->turn)->verb == STEAL)
            steal(g, f->turn, (Seat)(ANSWER(f->turn)->a - 1), __builtin_ctz(ANSWER(f->turn)->value), e);
        PHASE(P_SHOWDOWN);
    }
    END;
}

static const Act acts[] = {WAGER_ACTS, [S_PLAY] = ACT(plunder_play, NO_ROLE)};

/* ---------------------------------------------------------------- scoring */

static const char *const rank_names[RANKS + 1] = {"", "Warriors", "Ladies", "Bards", "Merchants", "Rogues"};
enum { COLOUR_SET = 3 };

/* A loot pile by rank and colour, and how its dragons are used. */
typedef struct Loot {
    uint8_t n[RANKS + 1], of[RANKS + 1][HUES];
    bool    dragon[HUES];
} Loot;
typedef struct Use {
    uint8_t green;          /* the rank the green dragon counts as (PLUN-V2g), or NO_RANK */
    uint8_t stands[HUES];   /* the rank in whose Colour Sets each dragon stands, or NO_RANK */
} Use;

static bool has_rank_set(const Loot *l, int r, const Use *u) { return l->n[r] + (u->green == r) >= r; }

/* PLUN-08, PLUN-09, PLUN-A1, PLUN-V2g: with the green dragon among them left-over cards cost nothing. */
static int rank_points(const Loot *l, int r, const Use *u, bool lenient)
{
    int n = l->n[r] + (u->green == r), sets = n / r;
    bool costs = n % r && u->green != r && !(lenient && !sets);
    return sets * r - costs;
}

static int least(const int of[HUES])
{
    int n = of[RED] < of[GREEN] ? of[RED] : of[GREEN];
    return n < of[BLUE] ? n : of[BLUE];
}

/* PLUN-10, PLUN-A2: Colour Sets of one rank. */
static int colour_sets(const Loot *l, int r, const Use *u)
{
    int of[HUES];
    if (!has_rank_set(l, r, u)) return 0;
    for (int h = 0; h < HUES; h++) of[h] = l->of[r][h] + (u->stands[h] == r);
    return least(of);
}

/* PLUN-V2b, PLUN-A6: Colour Sets of all ranks that have a Rank Set together. */
static int mixed_sets(const Loot *l, const Use *u)
{
    int of[HUES] = {0};
    for (int r = WARRIOR; r <= ROGUE; r++)
        for (int h = 0; has_rank_set(l, r, u) && h < HUES; h++) of[h] += l->of[r][h] + (u->stands[h] == r);
    return least(of);
}

static int points(const Loot *l, const Use *u, bool mixes, bool lenient)
{
    int sum = mixes ? COLOUR_SET * mixed_sets(l, u) : 0;
    for (int r = WARRIOR; r <= ROGUE; r++)
        sum += rank_points(l, r, u, lenient) + (mixes ? 0 : COLOUR_SET * colour_sets(l, r, u));
    return sum;
}

/* PLUN-A3, PLUN-V1, PLUN-V3, PLUN-A5: every use of the dragons that are there, at most 6 * 6 * 6 * 6. */
static int best_use(const int16_t *option, const Loot *l, bool mixes, Use *ret)
{
    bool three = option[OPT_THREE], fill = option[OPT_DRAGONS];
    int  best = INT32_MIN;
    int  greens = three && l->dragon[GREEN] ? ROGUE : NO_RANK;
    int  to[HUES];
    for (int h = 0; h < HUES; h++) to[h] = fill && l->dragon[h] ? ROGUE : NO_RANK;
    for (int green = 0; green <= greens; green++)
        for (int red = 0; red <= to[RED]; red++)
            for (int filler = 0; filler <= to[GREEN]; filler++)
                for (int blue = 0; blue <= to[BLUE]; blue++) {
                    Use u = {(uint8_t)green, {(uint8_t)red, (uint8_t)(fill ? filler : green), (uint8_t)blue}};
                    int p = points(l, &u, mixes, option[OPT_LENIENT]);
                    if (p > best) best = p, *ret = u;
                }
    return best;
}

/* The line just explained is about the cards of that rank, and about the dragons that stand among them. */
static void from_set(const TapHolding *h, int r, const Use *u, TapParts *parts)
{
    for (int i = 0; i < h->cards; i++) {
        Card c = h->card[i];
        bool dragon = is_dragon(c) && (u->stands[hue_of(c)] == r || (hue_of(c) == GREEN && u->green == r));
        if (dragon || (!is_dragon(c) && (int)rank_of(c) == r)) from_card(parts, i);
    }
}

static void from_dragon(const TapHolding *h, int hue, TapParts *parts)
{
    for (int i = 0; i < h->cards; i++)
        if (is_dragon(h->card[i]) && (int)hue_of(h->card[i]) == hue) from_card(parts, i);
}

static void explain_loot(const TapHolding *h, const Loot *l, const Use *u, bool mixes, bool lenient, TapParts *parts)
{
    static const char *const dragon_name[HUES] = {"red", "green", "blue"};
    if (u->green)
        explain(parts, 0, "The green Dragon counts among the %s", rank_names[u->green]), from_dragon(h, GREEN, parts);
    for (int hue = 0; hue < HUES; hue++) {
        if (!u->stands[hue] || (hue == GREEN && u->green == u->stands[hue])) continue;
        explain(parts, 0, "The %s Dragon stands in a Colour Set of %s", dragon_name[hue], rank_names[u->stands[hue]]);
        from_dragon(h, hue, parts);
    }
    for (int r = WARRIOR; r <= ROGUE; r++) {
        int n = l->n[r] + (u->green == r);
        if (n)
            explain(parts, rank_points(l, r, u, lenient), "%s: %d, Rank Sets %d, left over %d", rank_names[r], n, n / r,
                    n % r),
                from_set(h, r, u, parts);
        if (mixes || !colour_sets(l, r, u)) continue;
        explain(parts, COLOUR_SET * colour_sets(l, r, u), "%s: Colour Sets %d", rank_names[r], colour_sets(l, r, u));
        from_set(h, r, u, parts);
    }
    if (mixes) explain(parts, COLOUR_SET * mixed_sets(l, u), "Colour Sets of mixed ranks: %d", mixed_sets(l, u));
}

static void score(const int16_t *option, const TapHolding *h, TapScore *ret, TapParts *parts)
{
    Loot l = {{0}, {{0}}, {0}};
    Use  use = {0, {0}};
    for (int i = 0; i < h->cards; i++) {
        if (is_dragon(h->card[i])) l.dragon[hue_of(h->card[i])] = true;
        else l.n[rank_of(h->card[i])]++, l.of[rank_of(h->card[i])][hue_of(h->card[i])]++;
    }
    bool mixes = option[OPT_THREE] && l.dragon[BLUE];
    ret->points = ret->rank = best_use(option, &l, mixes, &use);
    if (parts) explain_loot(h, &l, &use, mixes, option[OPT_LENIENT], parts);
    tie_by_rank(h->card, h->cards, ret);                          /* PLUN-11, PLUN-A8 */
}

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    const Hero *h = &plunder_at(t)->seat[s];
    for (int i = 0; i < h->looted; i++) ret->card[ret->cards++] = h->loot[i].card;
}

static int place_of(const TapHolding *h, Card card)
{
    for (int i = 0; i < h->cards; i++)
        if (h->card[i] == card) return i;
    return -1;
}

enum { NO_PART, THIEF, VICTIM }; /* TapHolding.extra: what a hand has to do with a theft */

/* "steal=1:R-owl": the hand with the red dragon takes that card from hand 1 (PLUN-V2r, PLUN-A4). */
static bool key(const int16_t *option, const char *name, const char *value, TapHolding *h, TapError *error)
{
    char *end;
    long  from = strtol(value, &end, 10);
    int   card = *end == ':' ? tap_deck_find(h->deck, end + 1) : -1;
    bool  robs = place_of(h, DRAGON + RED) >= 0;
    if (end == value || card < 0)
        return fail_with(error, "Write whom and what: 1:R-owl takes it from hand 1; hands count from 0.");
    if (rank_of(card) == NO_RANK) return fail_with(error, "Dragons cannot be stolen.");
    if (from != h->hand) {
        if (robs) h->extra = THIEF, h->card[h->cards++] = card;
        return true;
    }
    int n = 0, at = place_of(h, card);
    for (int i = 0; i < h->cards; i++) n += rank_of(h->card[i]) == rank_of(card);
    if (robs) return fail_with(error, "The red Dragon robs another hand than its own.");
    if (at < 0) return fail_with(error, "That hand has no such card to steal.");
    if (n % rank_of(card) == 0)
        return fail_with(error, "That hand has no incomplete set of that rank, so nothing of it can be stolen.");
    h->extra = VICTIM;
    h->card[at] = h->card[--h->cards];
    return true;
}

/* A card that is stolen leaves one hand for one other. */
static bool check_all(const int16_t *option, const TapHolding *h, int n, TapError *error)
{
    int of[VICTIM + 1] = {0};
    for (int i = 0; i < n; i++) of[h[i].extra]++;
    if (of[THIEF] > 1) return fail_with(error, "There is one red Dragon, and two hands have it.");
    if (of[THIEF] > of[VICTIM]) return fail_with(error, "There is no such hand to steal from; hands count from 0.");
    return of[THIEF] == of[VICTIM] || fail_with(error, "Only the red Dragon steals, and no hand has it.");
}

static int faces(const int16_t *option) { return option[OPT_DRAGONS] || option[OPT_THREE] ? GREY_CARD : DRAGON; }
static const TapScoreField fields[] = {
    {.label = "Loot",
     .kind = TAP_SCORE_CARDS,
     .min = 1,
     .max = LOOT,
     .about = "Pick what lies in the loot pile",
     .example = "3*M-wolf 2*M-owl 2*M-hare 2*L-wolf L-hawk 4*R-owl"},
    {.label = "The red Dragon steals",
     .key = "steal",
     .kind = TAP_SCORE_FROM,
     .max = 1,
     .about = "Which card it takes from another hand, if any",
     .with = OPT_THREE + 1},
    {0},
};
static const Scoring scoring = {.running = true,
                                .ties = ties_by_rank,
                                .zones = 1u << Z_LOOT,
                                .holding = holding,
                                .score = score,
                                .fields = fields,
                                .faces = faces,
                                .key = key,
                                .check_all = check_all};

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Plunder *g = plunder_of(t);
    piece_pile(p, "deck", Z_DECK, NOBODY, &g->deck);
    for (Seat s = 0; s < t->seats; s++) {
        Hero *h = &g->seat[s];
        piece_cards(p, "hand", Z_HAND, s, FAN, TAVERN, h->hand, h->cards);
        piece_cards(p, "loot", Z_LOOT, s, STACK, TAVERN, h->loot, h->looted);
        piece_discards(&hands, t, s, p);
    }
}

const Game heroes_plunder = {
    .id = "heroes-plunder",
    .title = "Heroes' Plunder",
    .about = "Keep one card, pass the rest: collect as many of a rank as its number says, in all three colours.",
    .facts = {.minutes = 10, .skill = 4, .with = "cards", .figure = "warrior", .hue = "blue"},
    .rules = 1,
    .min_seats = 2, .max_seats = SEATS_MOST, .best_seats = 5,
    .size = sizeof(Plunder), .seat_size = sizeof(Hero),
    .betting_rounds = 0, .own_decisions = LOOT + 1,
    WAGER_GAME, .content = &tavern_content, .scoring = &scoring,
};
