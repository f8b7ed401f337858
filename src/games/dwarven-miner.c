/* Dwarven Miner (MINE-R1 .. MINE-Q23): dice are mined, items crafted from what they bring, patrons fulfilled with the
 * items; thirty points win. This file is the order of play. */
#include "games/miner.h"

static const char *const phases[] = {"The patrons", "Mining", "Burglary", "Crafting", "Fulfilment", "Putting away",
                                     "The end"};

static const Verb verbs[] = {
    [REDRAW] = {.word = "redraw", .label = "Exchange patrons", .some = "Exchange {items}", .none = "Keep all three"},
    [ROLL] = {.word = "roll", .label = "Roll the dice", .way = TAP_WAY_ON, .idle = 1},
    [REROLL] = {.word = "reroll", .label = "Roll again", .some = "Roll {items} again"},
    [RALLY] = {.word = "rally", .label = "Roll an Orc again"},
    [STOP] = {.word = "stop", .label = "Stop mining", .way = TAP_WAY_FINAL},
    [STEAL] = {.word = "steal", .label = "Out of the backpack of seat {a}", .args = 1},
    [CRACK] = {.word = "crack", .label = "Out of a vault of seat {a}", .args = 1},
    [HAUL] = {.word = "haul", .label = "Vault {b} of seat {a}, with all in it", .args = 2},
    [LEAVE] = {.word = "leave", .label = "Steal nothing", .idle = 1, .way = TAP_WAY_NONE},
    [CRAFT] = {.word = "craft", .label = "Craft {what}", .args = 1},
    [BUILD] = {.word = "vault", .label = "Build a vault"},
    [USE] = {.word = "use", .label = "Use the {what}", .args = 1},
    [DONE] = {.word = "done", .label = "Go on", .way = TAP_WAY_FINAL, .idle = 1},
    [FULFIL] = {.word = "fulfil", .label = "Fulfil", .some = "Fulfil {items}", .also = "fulfill"},
    [CUT] = {.word = "drop", .label = "Discard", .some = "Discard {items}", .way = TAP_WAY_ON},
    [NAME] = {.word = "name", .label = "Name a resource", .some = "{items}", .way = TAP_WAY_ON},
    [REMOVE] = {.word = "remove", .label = "Remove a patron of seat {a}", .args = 1},
    [SWAP] = {.word = "swap", .label = "Swap the {what}", .args = 1},
    [TAKE] = {.word = "take", .label = "Take cards"},
    [LATER] = {.word = "later", .label = "Keep it for later", .idle = 1},
    [WAIVE] = {.word = "waive", .label = "Do without"},
    [KEEP] = {.word = "keep", .label = "Keep"},
    [STOW] = {.word = "stow", .label = "Into vault {a}"},
};

/* ----------------------------------------------------------------- choices */

static void redraw_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_subset(c, REDRAW, Z_HAND, s, first_items(HAND), 0, HAND);
}

/* Which dice show an Orc, as bits. */
static uint64_t orc_dice(const Mining *g)
{
    uint64_t orcs = 0;
    for (int i = 0; i < MINE_DICE_N; i++)
        if (g->die[i].face == 1 + ORC) orcs |= 1ull << i;
    return orcs;
}

/* MINE-Q22: with these Orcs. */
static bool can_rally(const Setup *setup, const Mining *g, uint64_t orcs)
{
    return orcs && effects_of(setup, g, NOBODY, REROLL_ORC) > g->rallied;
}

static bool can_roll(const Setup *setup, const Mining *g)
{
    uint64_t orcs = orc_dice(g);
    return !g->rolled || orcs != first_items(MINE_DICE_N) || can_rally(setup, g, orcs);
}

/* MINE-R6, MINE-R7, MINE-Q1, MINE-Q17. */
static void mine_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Mining *g = mining_at(t);
    if (!g->rolled) offer(c, ROLL, 0, 0);
    else {
        uint64_t orcs = orc_dice(g), others = first_items(MINE_DICE_N) & ~orcs;
        if (others) offer_subset(c, REROLL, Z_DICE, NOBODY, others, 1, MINE_DICE_N);
        if (can_rally(setup, g, orcs)) offer_subset(c, RALLY, Z_DICE, NOBODY, orcs, 1, 1);
    }
    offer_powers(setup, t, s, c);
    offer(c, STOP, 0, 0);
}

/* MINE-Q3: any level up to the number of Burglars, a Tracker's help counted. */
static int burglary_level(const Setup *setup, const Mining *g)
{
    int level = g->burglars ? g->burglars + effects_of(setup, g, g->active, FEWER_BURGLARS) : 0;
    return level < BURGLARIES ? level : BURGLARIES;
}

static uint64_t loose_of(const Mining *g, Seat o, int level)
{
    return in_backpack_of(g, o) & first_items(level > 1 ? GOODS_KINDS : RESOURCES);
}

/* MINE-R9, MINE-Q4. */
static void offer_loot(const Mining *g, Seat o, int level, Choices *c)
{
    uint64_t loose = loose_of(g, o, level);
    if (loose) offer_faces(c, STEAL, GOODS, loose, 1, 1)->a = (uint8_t)(o + 1);
    if (level > 2 && in_vaults_of(g, o)) offer_faces(c, CRACK, GOODS, in_vaults_of(g, o), 1, 1)->a = (uint8_t)(o + 1);
    for (int n = 0; level > 3 && n < vaults_of(g, o); n++) offer(c, HAUL, o + 1, n + 1);
}

static void burgle_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Mining *g = mining_at(t);
    int           level = burglary_level(setup, g);
    for (Seat o = 0; o < t->seats; o++)
        if (o != s) offer_loot(g, o, level, c);
    offer(c, LEAVE, 0, 0);
}

static void point_at_board(Choice *o, int nth)
{
    o->zone = Z_BOARD;
    o->items = 1ull << nth;
}

static void craft_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Mining *g = mining_at(t);
    for (uint32_t can = craftable(setup, g, s); can; can &= can - 1) {
        int i = __builtin_ctz(can);
        point_at_board(i < mine_in(setup)->items ? offer(c, CRAFT, RESOURCES + i, 0) : offer(c, BUILD, 0, 0), i);
    }
    offer_powers(setup, t, s, c);
    offer(c, DONE, 0, 0);
}

static bool can_burgle(const Setup *setup, const Table *t, Seat s)
{
    const Mining *g = mining_at(t);
    if (!g->burglars) return false;
    int level = burglary_level(setup, g);
    for (Seat o = 0; o < t->seats; o++)
        if (o != s && (loose_of(g, o, level) || (level > 2 && in_vaults_of(g, o)) || (level > 3 && vaults_of(g, o))))
            return true;
    return false;
}

static const Question questions[] = {
    [Q_REDRAW] = {.prompt = "Exchange any of your patrons?",
                  .help = "Once, before the game begins; what you draw you keep.",
                  .who = who_everyone,
                  .choices = redraw_choices},
    [Q_MINE] = {.prompt = "What do you mine?",
                .help = "Any dice may be rolled again, as often as you like; an Orc is lost.",
                .who = who_turn,
                .choices = mine_choices},
    [Q_BURGLE] = {.prompt = "What does your burglar steal?", .who = who_turn, .choices = burgle_choices},
    [Q_CRAFT] = {.prompt = "What do you craft?", .who = who_turn, .choices = craft_choices},
    [Q_FULFIL] = {.prompt = "Whom do you fulfil?", .who = who_turn, .choices = fulfil_choices},
    [Q_CUT] = {.prompt = "Which patrons do you discard?", .who = who_turn, .choices = cut_choices},
    [Q_NAME] = {.prompt = "Which resource pays for any other?", .who = who_turn, .choices = name_choices},
    [Q_REMOVE] = {.prompt = "Which patron goes?", .who = who_turn, .choices = remove_choices},
    [Q_GIFT] = {.prompt = "What do you take of it?", .who = who_turn, .choices = gift_choices},
    [Q_ARTIFACTS] = {.prompt = "What do you take for your Artifacts?", .who = who_turn, .choices = artifact_choices},
    [Q_KEEP] = {.prompt = "What do you keep?",
                .help = "Two items and four resources, one and two more for each vault.",
                .who = who_turn,
                .choices = keep_choices},
    [Q_STOW] = {.prompt = "What goes into this vault?",
                .help = "The rest is in the backpack, or in your next vault.",
                .who = who_turn,
                .choices = stow_choices},
};

static void wording(const Setup *setup, const Table *t, const Choice *o, Wording *ret)
{
    const TapFace *face = NULL;
    if (o->verb == CRAFT || o->verb == SWAP) face = &setup->content->deck[GOODS]->face[o->a];
    if (o->verb == USE) face = &setup->content->deck[PATRON_CARDS]->face[o->a];
    if (!face) return;
    ret->word[0] = face->code;
    ret->what = face->name;
}

/* ------------------------------------------------------------------- a turn */

/* MINE-R13: her goods lie on the table. */
static void begin_turn(Mining *g, Seat s)
{
    unpack(g, s);
    g->rolled = g->burglars = g->rallied = g->fulfilled = g->artifacts = 0;
    memset(g->mined, 0, sizeof g->mined);
    memset(g->die, 0, sizeof g->die);
}

static void roll(const Setup *setup, Mining *g, Seat s, const Move *m, Env *e)
{
    uint64_t dice = m->verb == ROLL ? first_items(MINE_DICE_N) : tap_chosen(m);
    g->rolled = 1;
    g->rallied = (uint8_t)(g->rallied + (m->verb == RALLY));
    for (; dice; dice &= dice - 1) {
        int i = __builtin_ctzll(dice);
        chance_roll(e, MINE_DICE + mine_in(setup)->die[i], &g->die[i], PUBLIC);
        tell(e, TAP_ROLLED, "{who} rolls {card}.", .who = s, .card = (Card)(g->die[i].face - 1), .deck = MINE_DICE,
             .to = Z_DICE);
    }
}

static void burgle(const Setup *setup, Mining *g, Seat s, const Move *m, Env *e)
{
    Seat from = (Seat)(m->a - 1);
    if (m->verb == LEAVE) return;
    if (warded(setup, g, from, e)) {
        tell(e, TAP_SAID, "{who}'s burglar gets nothing from {other}.", .who = s, .other = from);
        return;
    }
    if (m->verb == HAUL) {
        tell(e, TAP_SAID, "{who} carries off a vault from {other}.", .who = s, .other = from);
        haul_vault(g, vault_number(g, from, m->b - 1));
        return;
    }
    int kind = __builtin_ctzll(tap_chosen(m));
    if (m->verb == STEAL) carry_off(g, from, kind);
    else rob_vault(g, from, kind);
    tell(e, TAP_MOVED, "{who} steals the {card} from {other}.", .who = s, .other = from, .card = (Card)kind,
         .deck = GOODS, .from = Z_BACKPACK, .from_owner = from, .to = Z_BACKPACK, .to_owner = s);
}

SCRIPT(turn, { Seat who; uint8_t again; })
{
    Mining *g = mining_of(t);
    BEGIN;
    begin_turn(g, f->who);
    PHASE(P_MINING);
    do {
        ASK(f->who, Q_MINE);
        if (ANSWER(f->who)->verb == STOP) break;
        if (ANSWER(f->who)->verb == USE) CALL_WITH(S_USE, use_power, .who = f->who, .face = ANSWER(f->who)->a);
        else roll(e->setup, g, f->who, ANSWER(f->who), e);
    } while (can_roll(e->setup, g));
    gather_dice(g);
    PHASE(P_BURGLARY); /* MINE-Q2 */
    if (can_burgle(e->setup, t, f->who)) {
        ASK(f->who, Q_BURGLE);
        burgle(e->setup, g, f->who, ANSWER(f->who), e);
    }
    do {
        PHASE(P_CRAFTING);
        while (can_craft(e->setup, g, f->who) || has_power(e->setup, t, f->who)) {
            ASK(f->who, Q_CRAFT);
            if (ANSWER(f->who)->verb == DONE) break;
            if (ANSWER(f->who)->verb == CRAFT) craft(e->setup, g, f->who, ANSWER(f->who)->a - RESOURCES, e);
            else if (ANSWER(f->who)->verb == BUILD) build_vault(e->setup, g, f->who, e);
            else
                CALL_WITH(S_USE, use_power, .who = f->who, .face = ANSWER(f->who)->a,
                          .resource = (uint8_t)__builtin_ctzll(tap_chosen(ANSWER(f->who)) | 1ull << RESOURCES));
        }
        PHASE(P_FULFILMENT);
        f->again = 0;
        while (!f->again && (might_fulfil(e->setup, g, f->who) || (g->fulfilled && has_power(e->setup, t, f->who)))) {
            ASK(f->who, Q_FULFIL);
            if (ANSWER(f->who)->verb == DONE) break;
            if (ANSWER(f->who)->verb == USE) {
                CALL_WITH(S_USE, use_power, .who = f->who, .face = ANSWER(f->who)->a,
                          .resource = (uint8_t)__builtin_ctzll(tap_chosen(ANSWER(f->who)) | 1ull << RESOURCES));
                continue;
            }
            CALL_WITH(S_FULFIL, fulfil, .who = f->who, .set = (uint8_t)tap_chosen(ANSWER(f->who)));
            if (g->winner != NOBODY) RETURN(0);
            f->again = (uint8_t)RESULT;
        }
    } while (f->again);
    PHASE(P_STORING);
    CALL_WITH(S_AWAY, away, .who = f->who);
    end_of_turn(g, f->who, e);
    END;
}

/* --------------------------------------------------------- the order of play */

/* MINE-R4: all lay down first. */
static void redraw(Table *t, Mining *g, Env *e)
{
    for (Seat s = 0; s < t->seats; s++)
        for (int i = HAND - 1; i >= 0; i--)
            if (tap_chosen(ANSWER(s)) >> i & 1) {
                Slot card = hand_take_unseen(g->seat[s].hand, &g->seat[s].cards, i, PUBLIC);
                card.known = PUBLIC;
                pile_put(&g->discards, card);
                tell(e, TAP_SHOWN, "{who} discards the {card}.", .who = s, .card = card.card, .deck = PATRON_CARDS,
                     .from = Z_HAND, .from_owner = s, .to = Z_DISCARDS);
            }
    for (Seat s = 0; s < t->seats; s++)
        while (g->seat[s].cards < HAND) draw_patron(g, s, e);
}

/* When nobody reaches thirty the most points win, of equal ones whoever was nearest to a turn. */
static Seat leader(const Table *t, const Mining *g)
{
    Seat best = g->active;
    for (Seat s = next_seat(t, best); s != g->active; s = next_seat(t, s))
        if (g->seat[s].points > g->seat[best].points) best = s;
    return best;
}

/* MINE-Q15: nobody else's result is as good as the winner's. */
static void settle(Table *t, Mining *g, Env *e)
{
    if (g->winner == NOBODY) g->winner = leader(t, g);
    for (Seat s = 0; s < t->seats; s++)
        if (s != g->winner && t->score[s] >= t->score[g->winner]) t->score[s] = t->score[g->winner] - 1;
    tell(e, TAP_SAID, "{who} wins with {n} points.", .who = g->winner, .n = g->seat[g->winner].points);
}

SCRIPT0(play)
{
    Mining *g = mining_of(t);
    BEGIN;
    ASK_ALL(everyone(t), Q_REDRAW);
    redraw(t, g, e);
    while (g->winner == NOBODY && g->round < mine_in(e->setup)->rounds) {
        CALL_WITH(S_TURN, turn, .who = g->active);
        if (g->winner != NOBODY) break;
        g->active = next_seat(t, g->active);
        if (g->active == t->start) g->round++;
    }
    PHASE(P_OVER);
    settle(t, g, e);
    END;
}

static const Act acts[] = {
    [S_PLAY] = ACT(play, NO_ROLE),      [S_TURN] = ACT(turn, NO_ROLE), [S_FULFIL] = ACT(fulfil, NO_ROLE),
    [S_USE] = ACT(use_power, NO_ROLE), [S_GIFT] = ACT(gift, NO_ROLE), [S_AWAY] = ACT(away, NO_ROLE),
};

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    Mining        *g = mining_of(t);
    const TapFace *goods = setup->content->deck[GOODS]->face;
    pile_begin(g->deck, PATRON_CARDS);
    pile_begin(g->discards, PATRON_CARDS);
    pile_open(&g->discards);
    pile_fill(setup, &g->deck, false);
    for (int k = 0; k < RESOURCES + mine_in(setup)->items; k++) g->pile[k] = goods[k].copies; /* MINE-R2 */
    for (int v = 0; v < VAULT_N; v++) g->vault[v].owner = NOBODY;
    g->winner = NOBODY;
    t->start = setup->start != NOBODY ? setup->start : (Seat)chance_pick(e, TAP_STREAM_SEAT, t->seats); /* MINE-R5 */
    g->active = t->turn = t->start;
    for (Seat s = 0; s < t->seats; s++)
        for (int i = 0; i < HAND; i++) draw_patron(g, s, e);
}

/* Dice are rolled as often as somebody likes, but each roll loses every sixth of them. */
static uint64_t bound(const Setup *setup)
{
    enum { ROLLS = 1000, CRAFTS = 200, FULFILMENTS = 100, PUT_AWAY = VAULT_N + 2 };
    uint64_t turns = (uint64_t)setup->seats * mine_in(setup)->rounds;
    return setup->seats + turns * (ROLLS + CRAFTS + FULFILMENTS + PUT_AWAY * setup->seats);
}

const Game dwarven_miner = {
    .id = "dwarven-miner",
    .title = "Dwarven Miner",
    .about = "Mine with dice, craft what patrons ask for, and be the first with thirty points.",
    .facts = {.minutes = 30, .skill = 3, .with = "dice cards", .figure = "merchant", .hue = "yellow"},
    .rules = 1,
    .min_seats = LEAST_PLAYERS,
    .max_seats = PLAYERS,
    .best_seats = PLAYERS,
    .size = sizeof(Mining),
    .seat_size = sizeof(Dwarf),
    .stack = 128,
    .bound = bound,
    .acts = acts,
    .act_n = SCRIPTS_END,
    .questions = questions,
    .question_n = ASKS_END,
    .verbs = verbs,
    .verb_n = VERBS_END,
    PHASES(phases),
    .content = &dwarven_miner_content,
    .setup = setup_table,
    .pieces = miner_pieces,
    .counters = miner_counters,
    .wording = wording,
    .no_hands = "points are scored as soon as a patron is fulfilled",
    .horizon = 8,
    .estimate = miner_estimate,
    .propose = miner_propose,
    .narrow = miner_narrow,
};
