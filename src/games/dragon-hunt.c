/* Dragon Hunt (HUNT-01 .. HUNT-A5): hunters of many ranks, in the colour of a dragon that comes late. */
#include "decks/tavern.h"
#include "wager/hands.h"

enum { TEAM = 5, SCOUTS = 2, MOST = 2, HAND = TEAM + 1, AHEAD = SCOUTS + 1 }; /* one more with deadly-encounter */

typedef struct Hunter {
    uint8_t cards, scouts, discards, lost;
    Slot    hand[HAND]; /* what may still be exchanged; with the scouts it is the team */
    Slot    scout[AHEAD];
    Slot    discard[2 * MOST];
    Slot    casualty; /* HUNT-V6 */
} Hunter;

typedef struct Hunt {
    Wagering base;
    uint8_t  alarms, preys, unused[2];
    Slot     alarm, prey;
    PILE(lair, HUES); /* dragons not yet seen */
    TAVERN_PILE(deck);
    Hunter   seat[MAX_SEATS];
} Hunt;

static Hunt *hunt_of(Table *t) { return (Hunt *)t; }
static const Hunt *hunt_at(const Table *t) { return (const Hunt *)t; }

enum {
    OPT_LEAGUE = WAGER_OPTIONS_END,
    OPT_COAT,
    OPT_NOBLE,
    OPT_MEETING,
    OPT_FORGETFUL,
    OPT_DEADLY,
    OPT_UNSEEN,
    OPTIONS_END
};
enum { UNSEEN_DOWN, UNSEEN_UP };
static const char *const unseen_words[] = {"down", "up"};
static const char *const unseen_said[] = {"face down", "face up for the others"};
static const TapOption options[] = {
    WAGER_OPTIONS,
    [OPT_LEAGUE] = {"league-of-hunters", "five cards of one rank are worth 7 more", TAP_FLAG, 0, 0, 1, NULL,
                    .title = "League of hunters"},
    [OPT_COAT] = {"coat-of-arms", "five cards of one colour, whichever it is, are worth 6 more", TAP_FLAG, 0, 0, 1,
                  NULL,
                  .title = "Coat of arms"},
    [OPT_NOBLE] = {"noble-hunt", "each Warrior is worth 2 more and each Lady 1", TAP_FLAG, 0, 0, 1, NULL,
                   .title = "Noble hunt"},
    [OPT_MEETING] = {"the-meeting-place", "scouts lie face up", TAP_FLAG, 0, 0, 1, NULL,
                     .title = "The meeting place"},
    [OPT_FORGETFUL] = {"the-forgetful-leader", "you may not look at your scouts", TAP_FLAG, 0, 0, 1, NULL,
                       .title = "The forgetful leader"},
    [OPT_DEADLY] = {"deadly-encounter",
                    "six cards and three scouts whom you may not look at, and one of the three is lost", TAP_FLAG, 0, 0,
                    1, NULL,
                    .title = "Deadly encounter"},
    [OPT_UNSEEN] = {"unseen-scouts",
                    "scouts whom their leader may not look at lie face down, or face up for all others", TAP_WORD,
                    UNSEEN_DOWN, UNSEEN_DOWN, UNSEEN_UP, unseen_words, HOUSE_RULINGS,
                    .title = "Scouts whom their leader may not see lie", .said = unseen_said},
};
/* HUNT-A1. */
static const TapClash clashes[] = {
    WAGER_CLASHES,
    {OPT_MEETING, 1, 1, OPT_FORGETFUL, 1, 1,
     "scouts cannot lie face up and be hidden from their leader; a house ruling shows them to the others (HUNT-A1)."},
    {OPT_MEETING, 1, 1, OPT_DEADLY, 1, 1,
     "scouts cannot lie face up and be hidden from their leader; a house ruling shows them to the others (HUNT-A1)."},
};

enum { P_ANTE, P_DEAL, P_ALARM, P_BET, P_EXCHANGE, P_SCOUT, P_PREY, P_ATTACK };
static const char *const phases[] = {
    "Ante",  "Deal", "False alarm", "Betting", "Exchange up to two cards", "Scouting ahead", "The dragon comes",
    "Attack"};

enum { EXCHANGE = WAGER_VERBS_END, SCOUT, VERBS_END };
static const Verb verbs[] = {
    WAGER_VERBS,
    [EXCHANGE] = EXCHANGE_VERB,
    [SCOUT] = {.word = "scout", .label = "Send scouts ahead", .some = "Send {items} ahead"},
};

enum { Z_DECK = 1, Z_LAIR, Z_ALARM, Z_PREY, Z_HAND, Z_SCOUTS, Z_DISCARD, Z_LOST };

/* CARDS-09, CARDS-A3: an empty deck is made anew from the discards and the teams of those who folded. Who draws has
 * just laid away as many, so there is always something to draw. */
static void gather(const Hands *usual, Table *t)
{
    Hunt *g = hunt_of(t);
    for (Seat s = 0; s < t->seats; s++) {
        Hunter *h = &g->seat[s];
        give_back(&g->deck, h->discard, &h->discards);
        give_back(&g->deck, &h->casualty, &h->lost);
        if (has(still_in(t), s)) continue;
        give_back(&g->deck, h->hand, &h->cards);
        give_back(&g->deck, h->scout, &h->scouts);
    }
}

static const Hands hands = {HANDS(Hunt, Hunter), .gather = gather};

static int team_dealt(const Table *t) { return t->option[OPT_DEADLY] ? HAND : TEAM; }
static int sent_ahead(const Table *t) { return t->option[OPT_DEADLY] ? AHEAD : SCOUTS; }

/* HUNT-06, HUNT-10: scouts are no part of what is chosen from. */
static void exchange_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, EXCHANGE, Z_HAND, s, first_items(hunt_at(t)->seat[s].cards), 0, MOST);
}

static void scout_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, SCOUT, Z_HAND, s, first_items(hunt_at(t)->seat[s].cards), sent_ahead(t), sent_ahead(t));
}

enum { Q_EXCHANGE = WAGER_ASKS, Q_SCOUT, ASKS_END };
static const Question questions[] = {
    WAGER_QUESTIONS,
    [Q_EXCHANGE] = {.prompt = "Exchange which cards?",
                    .help = "None, one or two; scouts stay where they are.",
                    .who = who_turn,
                    .choices = exchange_choices,
                    .secret = true},
    [Q_SCOUT] = {.prompt = "Which cards go ahead as scouts?",
                 .help = "They count in the end and can no longer be exchanged.",
                 .who = who_still_in,
                 .choices = scout_choices,
                 .secret = true},
};

/* HUNT-02, HUNT-03, HUNT-V6. */
static void deal(Hunt *g, Env *e)
{
    Table *t = &g->base.table;
    memset(g->seat, 0, sizeof g->seat[0] * t->seats);
    memset(&g->lair, 0, sizeof g->lair);
    g->alarms = g->preys = 0;
    g->alarm = g->prey = (Slot){0, 0};
    pile_begin(g->lair, TAVERN);
    for (int hue = RED; hue < HUES; hue++) pile_return(&g->lair, DRAGON + hue);
    tavern_fill(e->setup, g->deck, false);
    hands_deal(&hands, t, team_dealt(t), e);
}

/* HUNT-04: this one is not hunted. */
static void sound_alarm(Hunt *g, Env *e)
{
    g->alarm = pile_draw(e, &g->lair, PUBLIC);
    g->alarms = 1;
    tell(e, TAP_SHOWN, "A false alarm: the {card} is not hunted today.", .card = g->alarm.card, .from = Z_LAIR,
         .to = Z_ALARM);
}

/* HUNT-08, HUNT-A5: one of the other two; the last stays hidden. */
static void meet_dragon(Hunt *g, Env *e)
{
    g->prey = pile_draw(e, &g->lair, PUBLIC);
    g->preys = 1;
    tell(e, TAP_SHOWN, "The hunt is for the {card}.", .card = g->prey.card, .from = Z_LAIR, .to = Z_PREY);
}

/* HUNT-V6, HUNT-A3: nobody sees which one is lost, so nobody, the leader included, knows any of the three any more; but
 * where they lie face up, all others do (HUNT-A1). */
static void lose_a_scout(Hunt *g, Seat s, Env *e)
{
    Hunter *h = &g->seat[s];
    int i = chance_pick(e, TAP_STREAM_MORE, h->scouts);
    SeatSet saw = g->base.table.option[OPT_UNSEEN] == UNSEEN_UP ? (SeatSet)(PUBLIC & ~only(s)) : 0;
    h->casualty = hand_take_unseen(h->scout, &h->scouts, i, saw);
    h->lost = 1;
    tell(e, TAP_MOVED, "{who} loses a scout, and nobody knows whom.", .who = s, .from = Z_SCOUTS, .from_owner = s,
         .to = Z_LOST, .to_owner = s);
}

/* HUNT-07, HUNT-V4, HUNT-V5, HUNT-V6. Where the leader may not look at them, the tale does not name them either:
 * reading it would be a second look. */
static void send_scouts(Hunt *g, Seat s, uint32_t chosen, Env *e)
{
    const int16_t *option = g->base.table.option;
    Hunter *h = &g->seat[s];
    for (uint32_t left = chosen, gone = 0; left; left &= left - 1, gone++) {
        Slot *scout = &h->scout[h->scouts++];
        *scout = hand_take_unseen(h->hand, &h->cards, __builtin_ctz(left) - (int)gone, only(s));
        if (option[OPT_MEETING]) {
            scout->known = PUBLIC;
            tell(e, TAP_SHOWN, "{who} sends the {card} ahead.", .who = s, .card = scout->card, .from = Z_HAND,
                 .from_owner = s, .to = Z_SCOUTS, .to_owner = s);
        } else if (option[OPT_FORGETFUL] || option[OPT_DEADLY]) {
            scout->known = option[OPT_UNSEEN] == UNSEEN_UP ? (SeatSet)(PUBLIC & ~only(s)) : 0;
            if (scout->known)
                tell(e, TAP_SHOWN, "{who} sends the {card} ahead.", .who = s, .card = scout->card,
                     .seen_by = scout->known, .unseen = "{who} sends a scout ahead.", .from = Z_HAND, .from_owner = s,
                     .to = Z_SCOUTS, .to_owner = s);
            else
                tell(e, TAP_MOVED, "{who} sends a scout ahead.", .who = s, .from = Z_HAND, .from_owner = s,
                     .to = Z_SCOUTS, .to_owner = s);
        } else {
            tell(e, TAP_MOVED, "{who} sends the {card} ahead.", .who = s, .card = scout->card, .seen_by = only(s),
                 .unseen = "{who} sends a scout ahead.", .from = Z_HAND, .from_owner = s, .to = Z_SCOUTS,
                 .to_owner = s);
        }
    }
    if (option[OPT_DEADLY]) lose_a_scout(g, s, e);
}

static void turn_up(Slot *card, Seat s, int zone, Env *e)
{
    if (card->known == PUBLIC) return;
    card->known = PUBLIC;
    tell(e, TAP_SHOWN, "{who} shows the {card}.", .who = s, .card = card->card, .to = (uint8_t)zone, .to_owner = s);
}

static void show_teams(Hunt *g, Env *e)
{
    for (Seat s = 0; s < g->base.table.seats; s++) {
        Hunter *h = &g->seat[s];
        if (!has(still_in(&g->base.table), s)) continue;
        for (int i = 0; i < h->cards; i++) turn_up(&h->hand[i], s, Z_HAND, e);
        for (int i = 0; i < h->scouts; i++) turn_up(&h->scout[i], s, Z_SCOUTS, e);
    }
}

/* HUNT-06, HUNT-10. */
SCRIPT(exchanges, { Seat turn; SeatSet todo; })
{
    BEGIN;
    PHASE(P_EXCHANGE);
    IN_TURN_ORDER (f->turn, f->todo, still_in(t), t->start) {
        ASK(f->turn, Q_EXCHANGE);
        hands_exchange(&hands, t, f->turn, ANSWER(f->turn)->value, e);
    }
    END;
}

enum { S_EXCHANGES = WAGER_SCRIPTS, SCRIPTS_END };

SCRIPT0(hunt_play)
{
    Hunt *g = hunt_of(t);
    BEGIN;
    PHASE(P_ANTE);
    ANTE();                                 /* HUNT-01 */
    PHASE(P_DEAL);
    deal(g, e);                             /* HUNT-02, 03 */
    PHASE(P_ALARM);
    sound_alarm(g, e);                      /* HUNT-04 */
    PHASE(P_BET);
    BETTING_ROUND();                        /* HUNT-05 */
    CALL(S_EXCHANGES);                      /* HUNT-06 */
    PHASE(P_SCOUT);
    ASK_ALL(still_in(t), Q_SCOUT);          /* HUNT-07, A2 */
    for (Seat s = 0; s < t->seats; s++)
        if (has(still_in(t), s)) send_scouts(g, s, ANSWER(s)->value, e);
    PHASE(P_PREY);
    meet_dragon(g, e);                      /* HUNT-08 */
    PHASE(P_BET);
    BETTING_ROUND();                        /* HUNT-09 */
    CALL(S_EXCHANGES);                      /* HUNT-10 */
    PHASE(P_BET);
    BETTING_ROUND();                        /* HUNT-11 */
    PHASE(P_ATTACK);
    show_teams(g, e);                       /* HUNT-12 */
    END;
}

static const Act acts[] = {WAGER_ACTS, [S_PLAY] = ACT(hunt_play, NO_ROLE), [S_EXCHANGES] = ACT(exchanges, NO_ROLE)};

/* ---------------------------------------------------------------- scoring */

enum { LEAGUE = 7, COAT = 6, NOBLE_WARRIOR = 2, NOBLE_LADY = 1 };

/* HUNT-13, HUNT-14, HUNT-15, HUNT-V1, HUNT-V2, HUNT-V3. */
static void score(const int16_t *option, const TapHolding *h, TapScore *ret, TapParts *parts)
{
    static const int8_t diversity[] = {0, 0, 1, 3, 6, 10};
    static const char *const colour[] = {"red", "green", "blue"};
    Hue prey = hue_of(h->common[0]);
    assert(prey < HUES);
    int of_rank[RANKS + 1] = {0}, of_hue[HUES + 1] = {0}, ranks = 0;
    for (int i = 0; i < h->cards; i++) {
        ranks += !of_rank[rank_of(h->card[i])]++;
        of_hue[hue_of(h->card[i])]++;
    }
    bool one_hue = of_hue[RED] == h->cards || of_hue[GREEN] == h->cards || of_hue[BLUE] == h->cards;
    int league = option[OPT_LEAGUE] && ranks == 1 ? LEAGUE : 0, coat = option[OPT_COAT] && one_hue ? COAT : 0;
    int noble = option[OPT_NOBLE] ? NOBLE_WARRIOR * of_rank[WARRIOR] + NOBLE_LADY * of_rank[LADY] : 0;
    ret->points = ret->rank = of_hue[prey] + diversity[ranks] + league + coat + noble;
    tie_by_rank(h->card, h->cards, ret);
    explain(parts, of_hue[prey], "%d %s like the dragon", of_hue[prey], colour[prey]);
    from_common(parts, 0);
    for (int i = 0; i < h->cards; i++)
        if (hue_of(h->card[i]) == prey) from_card(parts, i);
    explain(parts, diversity[ranks], "%d different rank%s", ranks, ranks == 1 ? "" : "s");
    for (int i = 0, seen = 0; i < h->cards; seen |= 1 << rank_of(h->card[i++]))
        if (!(seen >> rank_of(h->card[i]) & 1)) from_card(parts, i);
    if (league) {
        explain(parts, league, "a league of hunters: one rank");
        for (int i = 0; i < h->cards; i++) from_card(parts, i);
    }
    if (coat) {
        explain(parts, coat, "a coat of arms: one colour");
        for (int i = 0; i < h->cards; i++) from_card(parts, i);
    }
    if (!noble) return;
    explain(parts, noble, "a noble hunt: %d of Warriors, %d of Ladies", NOBLE_WARRIOR * of_rank[WARRIOR],
            NOBLE_LADY * of_rank[LADY]);
    for (int i = 0; i < h->cards; i++)
        if (rank_of(h->card[i]) == WARRIOR || rank_of(h->card[i]) == LADY) from_card(parts, i);
}

static void holding(const Setup *setup, const Table *t, Seat s, TapHolding *ret)
{
    const Hunt *g = hunt_at(t);
    for (int i = 0; i < g->seat[s].cards; i++) ret->card[ret->cards++] = g->seat[s].hand[i].card;
    for (int i = 0; i < g->seat[s].scouts; i++) ret->card[ret->cards++] = g->seat[s].scout[i].card;
    ret->common[ret->commons++] = g->prey.card;
}

static bool key(const int16_t *option, const char *name, const char *value, TapHolding *h, TapError *error)
{
    if (strcmp(name, "prey")) return false;
    for (int hue = RED; hue < HUES; hue++)
        if (!strcmp(value, h->deck->face[DRAGON + hue].hue)) {
            h->common[0] = DRAGON + hue;
            h->commons = 1;
            return true;
        }
    return fail_with(error, "The prey is red, green or blue.");
}

static int faces(const int16_t *option) { return DRAGON; } /* dragons are hunted */
static const TapScoreWord preys[] = {{"red", "red Dragon"}, {"green", "green Dragon"}, {"blue", "blue Dragon"}, {0}};
static const TapScoreField fields[] = {
    {.label = "Team",
     .kind = TAP_SCORE_CARDS,
     .min = TEAM,
     .max = TEAM,
     .about = "Pick the five cards of the team",
     .example = "L-hare M-wren R-hare M-hawk B-owl"},
    {.label = "Prey",
     .key = "prey",
     .kind = TAP_SCORE_WORDS,
     .min = 1,
     .max = 1,
     .words = preys,
     .about = "Say which dragon is hunted",
     .example = "green"},
    {0},
};
static const Scoring scoring = {.running = true,
                                .ties = ties_by_rank,
                                .zones = 1u << Z_HAND | 1u << Z_SCOUTS,
                                .commons = 1u << Z_PREY,
                                .holding = holding,
                                .score = score,
                                .fields = fields,
                                .faces = faces,
                                .key = key};

/* The dragons never mix with the deck (HUNT-02), so they are a pool of their own. */
enum { DECK_POOL, DRAGON_POOL };

static void pieces(const Setup *setup, Table *t, Pieces *p)
{
    Hunt *g = hunt_of(t);
    piece_deck(p, Z_DECK, &g->deck);
    piece_pile(p, "dragons", Z_LAIR, NOBODY, &g->lair)->pool = DRAGON_POOL;
    piece_cards(p, "alarm", Z_ALARM, NOBODY, ROW, TAVERN, &g->alarm, g->alarms)->pool = DRAGON_POOL;
    piece_cards(p, "prey", Z_PREY, NOBODY, ROW, TAVERN, &g->prey, g->preys)->pool = DRAGON_POOL;
    for (Seat s = 0; s < t->seats; s++) {
        Hunter *h = &g->seat[s];
        uint8_t flags = piece_hand(&hands, t, s, p)->flags; /* HUNT-A4, BET-12 */
        if (h->scouts) piece_cards(p, "scouts", Z_SCOUTS, s, ROW, TAVERN, h->scout, h->scouts)->flags = flags;
        piece_discards(&hands, t, s, p);
        if (h->lost) piece_cards(p, "lost", Z_LOST, s, STACK, TAVERN, &h->casualty, 1);
    }
}

const Game dragon_hunt = {
    .id = "dragon-hunt",
    .title = "Dragon Hunt",
    .about = "A team of five: many ranks, and the colour of a dragon that shows itself late.",
    .facts = {.minutes = 4, .skill = 3, .with = "cards", .figure = "dragon", .hue = "green"},
    .rules = 2,
    .min_seats = 2, .max_seats = MAX_SEATS, .best_seats = 10,
    .size = sizeof(Hunt), .seat_size = sizeof(Hunter),
    .betting_rounds = 3, .own_decisions = 3,
    WAGER_GAME, .content = &tavern_content, .scoring = &scoring,
};
