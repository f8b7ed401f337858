/* Dragon's Gold (GOLD-R1 .. GOLD-Q26): everybody helps to slay dragons, and then the hoard must be shared out before
 * the sand has run through. This file is the order of play: turn, kill, thefts, the end. */
#include "games/gold.h"

static const char *const talks_words[] = {"ticks", "clock", "strategic"};
static const char *const talks_said[] = {"in talks by turns", "in talks against the clock", "by one who divides it"};
static const TapOption options[] = {
    [OPT_TALKS] = {"talks", "how a hoard is shared: talks by turns, talks against the clock, or one divides", TAP_WORD,
                   BY_TICKS, BY_TICKS, STRATEGIC, talks_words, .title = "A hoard is shared", .said = talks_said,
                   .people = BY_CLOCK},
    [OPT_OBJECTS] = {"objects", "Magic Objects are played with, and red tokens are always part of the talks", TAP_FLAG,
                     0, 0, 1,
                     .title = "Objects"},
    [OPT_ADVANCED] = {"advanced-scoring", "sets of gems score, ties for most lose, the black diamond is cursed",
                      TAP_FLAG, 0, 0, 1,
                      .title = "Advanced scoring"},
    [OPT_HELP] = {"thief-and-wizard", "a wizard of yours lets your thief choose the token", TAP_FLAG, 1, 0, 1,
                  .title = "Thief and wizard"},
    [OPT_GIFTS] = {"gifts", "at the market something may be given for nothing", TAP_FLAG, 0, 0, 1,
                   .title = "Gifts"},
    [OPT_MARKET] = {"market", "half-way through there is a market", TAP_FLAG, 1, 0, 1,
                    .title = "Market"},
};

static const char *const phases[] = {"The hunt", "Talks", "Dividing the hoard", "Thieves", "The market", "The end"};

static const Verb verbs[] = {
    [PLACE] = {.word = "place", .label = "{what} to {more}", .args = 2, .also = "send"},
    [PROPOSE] = {.word = "propose", .label = "Propose a split", .outside = "did not fight this dragon"},
    [ACCEPT] = {.word = "accept", .label = "Accept proposal {a}", .args = 1},
    [WITHDRAW] = {.word = "withdraw", .label = "Withdraw"},
    [WAIT] = {.word = "wait", .label = "Say nothing for now"},
    [GRAIN] = {.word = "grain", .label = "A grain of sand falls"},
    [DIVIDE] = {.word = "divide", .label = "Fill share {a}"},
    [TAKE] = {.word = "take", .label = "Take share {a}", .args = 1},
    [STEAL] = {.word = "steal", .label = "Steal from seat {a}", .args = 1},
    [PICK] = {.word = "pick", .label = "Pick the token", .way = TAP_WAY_ON},
    [OFFER] = {.word = "offer", .label = "Offer seat {a} a trade", .args = 1},
    [AGREE] = {.word = "accept", .label = "Accept the offer of seat {a}", .args = 1},
    [SHOW] = {.word = "show", .label = "Show {what} your stash", .args = 1},
    [DONE] = {.word = "done", .label = "Leave the market", .way = TAP_WAY_FINAL},
    [PLAY] = {.word = "play", .label = "Play an Object"},
    [PASS] = {.word = "pass", .label = "Let it be"},
    [SWAP] = {.word = "swap", .label = "Swap the shares of seats {a} and {b}", .args = 2},
    [SHUFFLE] = {.word = "shuffle", .label = "{what} and {more} change places", .args = 2},
    [RETREAT] = {.word = "retreat", .label = "The {what} of seat {a} goes home", .args = 2},
    [AT_DRAGON] = {.word = "dragon", .label = "{what}", .args = 1},
    [GIVE] = {.word = "give", .label = "Give a token of your share", .way = TAP_WAY_ON},
    [FROM] = {.word = "from", .label = "Take one from the share of seat {a}", .args = 1},
    [LOOK_AT] = {.word = "look", .label = "Look behind the screen of seat {a}", .args = 1},
    [RESCUE] = {.word = "rescue", .label = "Rescue a token", .way = TAP_WAY_ON},
    [DRESS] = {.word = "dress", .label = "The {what}", .args = 1},
};

/* ----------------------------------------------------------------- choices */

static void place_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Gold *g = gold_at(t);
    for (int kind = 0; kind < ADVENTURERS; kind++)
        for (int lair = 0; lair < LAIRS; lair++)
            if (g->seat[s].up >> kind & 1 && lives(g, lair)) at_dragon(offer(c, PLACE, kind, lair + 1), lair);
}

/* GOLD-Q4: of those who fought here, and have something. */
static SeatSet victims_of(const Gold *g, Seat s)
{
    SeatSet who = less(g->involved, s);
    for (Seat o = 0; o < (Seat)g->table.seats; o++)
        if (!g->seat[o].tokens) who = less(who, o);
    return who;
}

static void victim_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (Seat o = 0; o < t->seats; o++)
        if (has(victims_of(gold_at(t), s), o)) offer(c, STEAL, o + 1, 0);
}

static void pick_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    uint8_t  held[COLOURS];
    uint64_t colours = 0;
    count_stash(gold_at(t), gold_at(t)->victim, held);
    for (int i = 0; i < COLOURS; i++)
        if (held[i]) colours |= 1ull << i;
    offer_faces(c, PICK, GOLD_TOKENS, colours, 1, 1);
}

static const Question questions[] = {
    [Q_PLACE] = {.prompt = "Whom do you send, and where?", .who = who_turn, .choices = place_choices},
    [Q_TALK] = {.prompt = "How shall it be shared?",
                .help = "All who fought must sit on one proposal before the sand is through, or all is lost.",
                .who = who_talks,
                .choices = talk_choices,
                .pass = WAIT,
                .glass = sand_glass},
    [Q_DIVIDE] = {.prompt = "What goes into this share?",
                  .help = "The others choose theirs first; the last is yours.",
                  .who = who_turn,
                  .choices = divide_choices},
    [Q_TAKE] = {.prompt = "Which share do you take?", .who = who_turn, .choices = take_choices},
    [Q_VICTIM] = {.prompt = "From whom does your thief steal?", .who = who_turn, .choices = victim_choices},
    [Q_PICK] = {.prompt = "Your wizard helps: which token?",
                .who = who_turn,
                .choices = pick_choices,
                .secret = true},
    [Q_MARKET] = {.prompt = "What do you trade?",
                  .who = who_trades,
                  .choices = market_choices,
                  .pass = WAIT,
                  .glass = sand_glass},
    [Q_WINDOW] = {.prompt = "Play an Object?",
                  .who = who_reacts,
                  .choices = window_choices,
                  .pass = PASS,
                  .secret = true,
                  .hushed = true,
                  .window = window_facts},
    [Q_TARGET] = {.prompt = "What does your Object do?", .who = who_turn, .choices = target_choices},
};

static void wording(const Setup *setup, const Table *t, const Choice *o, Wording *ret)
{
    static const char *const places[PLAYERS] = {"1:", "2:", "3:", "4:", "5:", "6:"};
    static const char *const seats[1 + PLAYERS] = {"everybody", "seat 1", "seat 2", "seat 3",
                                                   "seat 4",    "seat 5", "seat 6"};
    const Gold    *g = gold_at(t);
    const TapFace *hero = setup->content->deck[ADVENTURER_WORDS]->face;
    const TapFace *dragon = setup->content->deck[GOLD_DRAGONS]->face;
    switch (o->verb) {
    case OFFER: ret->word[0] = places[o->a - 1]; break;
    case SHOW:
        if (!o->a) ret->word[0] = "all";
        ret->what = seats[o->a];
        break;
    case PLACE:
        ret->word[0] = hero[o->a].code;
        ret->what = hero[o->a].name;
        ret->more = dragon[g->dragon[o->b - 1].card].name;
        break;
    case RETREAT:
        ret->word[1] = hero[o->b].code;
        ret->what = hero[o->b].name;
        break;
    case DRESS:
        ret->word[0] = hero[o->a].code;
        ret->what = hero[o->a].name;
        break;
    case AT_DRAGON: ret->what = dragon[g->dragon[o->a - 1].card].name; break;
    case SHUFFLE:
        ret->what = dragon[g->dragon[o->a - 1].card].name;
        ret->more = dragon[g->dragon[o->b - 1].card].name;
        break;
    default: break;
    }
}

/* --------------------------------------------------------------- a turn */

/* GOLD-R9. */
static void rest_of_home(Gold *g, Seat s, Env *e)
{
    Hunter *h = &g->seat[s];
    if (h->up || !h->down) return;
    h->up = h->down;
    h->down = 0;
    tell(e, TAP_SAID, "{who}'s adventurers are rested.", .who = s);
}

/* GOLD-R11. */
static void place(Gold *g, Seat s, const Move *m, Env *e)
{
    Lair *l = &g->lair[m->b - 1];
    g->at = (uint8_t)(m->b - 1);
    g->idle = 0;
    g->seat[s].up = (uint8_t)(g->seat[s].up & ~(1u << m->a));
    l->fighter[l->fighters++] = (Fighter){(uint8_t)(s * ADVENTURERS + m->a), 0};
    tell(e, TAP_MOVED, "{who} sends the {card} against dragon {n}.", .who = s, .card = m->a, .deck = ADVENTURER_WORDS,
         .n = m->b, .to = (uint8_t)(Z_FIGHTERS + g->at));
}

/* GOLD-R5, GOLD-R6, GOLD-R32: with treasure on it; after the seventh of the pile there is a market. */
static void turn_up_dragon(const Setup *setup, Gold *g, int lair, bool from_pile, Env *e)
{
    g->dragon[lair] = pile_draw(e, &g->dragons, PUBLIC);
    Card d = g->dragon[lair].card;
    tell(e, TAP_SHOWN, "Dragon {n} is {card}.", .card = d, .deck = GOLD_DRAGONS, .n = lair + 1, .from = Z_PILE,
         .to = Z_DRAGONS);
    draw_tokens(g, lair, number_of(setup, VISIBLE_WORDS, d), e);
    g->laid = (uint8_t)(g->laid + from_pile);
    if (from_pile && g->laid == MARKET_AFTER && g->table.option[OPT_MARKET]) g->market = 1;
}

/* GOLD-R12, GOLD-T1 .. GOLD-T3. */
static bool is_killed(const Setup *setup, const Gold *g, int lair)
{
    return lives(g, lair) && attack_at(setup, g, lair, NOBODY) >= strength_of(setup, g, lair);
}

SCRIPT_FRAME(kill, { uint8_t lair, i, left; Seat who; });

SCRIPT(kills, { uint8_t lair; })
{
    Gold *g = gold_of(t);
    BEGIN;
    for (f->lair = 0; f->lair < LAIRS; f->lair++)
        if (is_killed(e->setup, g, f->lair)) CALL_WITH(S_KILL, kill, .lair = f->lair);
    PHASE(P_HUNT);
    END;
}

/* ------------------------------------------------------------- a kill */

/* GOLD-R22: the red tokens of a lone wizard. */
static void seize(Gold *g, int lair, Env *e)
{
    const Lair *l = &g->lair[lair];
    Seat        owner = NOBODY;
    uint8_t     stock[COLOURS];
    for (int i = 0; i < l->fighters; i++)
        if (is_wizard(l->fighter[i])) {
            if (owner != NOBODY) return; /* GOLD-R23 */
            owner = owner_of(l->fighter[i]);
        }
    count_hoard(g, lair, stock);
    if (owner == NOBODY || !stock[C_RED]) return;
    for (int n = 0; n < stock[C_RED]; n++) put_token(g, owner, take_from_hoard(g, lair, C_RED));
    tell(e, TAP_MOVED, "{who}'s wizard seizes {n} {card}.", .who = owner, .card = C_RED, .deck = GOLD_TOKENS,
         .n = stock[C_RED], .from = (uint8_t)(Z_HOARD + lair), .to = Z_STASH, .to_owner = owner);
}

/* GOLD-R24, GOLD-R25, GOLD-Q6. */
static void stow_share(Gold *g, int lair, Seat s, Env *e)
{
    for (Card c = 0; c < COLOURS; c++) {
        int n = g->share[s][c];
        for (int k = 0; k < n; k++) put_token(g, s, take_from_hoard(g, lair, (Colour)c));
        if (n)
            tell(e, TAP_MOVED, "{who} takes {n} {card}.", .who = s, .card = c, .deck = GOLD_TOKENS, .n = n,
                 .from = (uint8_t)(Z_HOARD + lair), .to = Z_STASH, .to_owner = s);
    }
    if (g->table.option[OPT_OBJECTS] && has_wizard_at(g, lair, s))
        for (int n = g->share[s][C_RED]; n; n--) draw_object(g, s, e);
}

/* GOLD-R21: into the lid, not into the bag. */
static void lose_hoard(Gold *g, int lair, Env *e)
{
    Lair *l = &g->lair[lair];
    if (!l->tokens) return;
    tell(e, TAP_MOVED, "{n} tokens are lost.", .n = l->tokens, .from = (uint8_t)(Z_HOARD + lair), .to = Z_LID);
    while (l->tokens) pile_put(&g->lid, hand_take_unseen(l->hoard, &l->tokens, l->tokens - 1, PUBLIC));
}

static void stow_shares(Gold *g, int lair, Env *e)
{
    for (Seat s = 0; s < (Seat)g->table.seats; s++)
        if (has(g->involved, s)) stow_share(g, lair, s, e);
    assert(!g->lair[lair].tokens); /* GOLD-R17, GOLD-R19 */
    memset(g->share, 0, sizeof g->share);
}

/* What only these two saw go: all others know of neither stash any more what it holds. Both are one pool for them. */
static void carry_off(Gold *g, int i, Env *e)
{
    SeatSet saw = only(g->thief) | only(g->victim);
    Slot    token = take_token_unseen(g, g->victim, i, saw);
    token.known = saw;
    put_token(g, g->thief, token);
    tell(e, TAP_MOVED, "{who} steals a token from {other}: {card}.", .who = g->thief, .other = g->victim,
         .card = token.card, .deck = GOLD_TOKENS, .seen_by = saw, .unseen = "{who} steals a token from {other}.",
         .from = Z_STASH, .from_owner = g->victim, .to = Z_STASH, .to_owner = g->thief);
    uint8_t one = g->seat[g->thief].pool, other = g->seat[g->victim].pool;
    for (Seat s = 0; s < (Seat)g->table.seats; s++)
        if (g->seat[s].pool == other) g->seat[s].pool = one;
}

static bool helps(const Gold *g, int lair, Seat s)
{
    return g->table.option[OPT_HELP] && has_wizard_at(g, lair, s);
}

/* GOLD-R31, GOLD-R36, GOLD-R37, GOLD-Q10. */
static void clear_lair(const Setup *setup, Gold *g, int lair, Env *e)
{
    while (g->lair[lair].fighters) send_home(g, lair, 0, false);
    g->lair[lair].more = 0;
    pile_put(&g->slain, g->dragon[lair]);
    g->dragon[lair] = (Slot){NO_CARD, PUBLIC};
    if (g->bag.n && g->dragons.n) turn_up_dragon(setup, g, lair, true, e);
}

SCRIPT_BODY(static, kill)
{
    Gold *g = gold_of(t);
    BEGIN;
    g->at = f->lair;
    g->involved = fighters_at(g, f->lair);
    g->divides = t->option[OPT_TALKS] == STRATEGIC;
    tell(e, TAP_SAID, "{card} is slain.", .card = g->dragon[f->lair].card, .deck = GOLD_DRAGONS);
    draw_tokens(g, f->lair, number_of(e->setup, HIDDEN_WORDS, g->dragon[f->lair].card), e); /* GOLD-R14 */
    OBJECT_WINDOW(W_KILL);
    if (!t->option[OPT_OBJECTS] && count(g->involved) > 1) seize(g, f->lair, e);
    if (count(g->involved) == 1) { /* GOLD-R15 */
        count_hoard(g, f->lair, g->share[tap_first_of(g->involved)]);
        stow_shares(g, f->lair, e);
    } else if (g->lair[f->lair].tokens) { /* GOLD-Q16 */
        PHASE(g->divides ? P_DIVISION : P_TALKS);
        if (g->divides) CALL(S_DIVISION);
        else CALL(S_TALKS);
        if (RESULT) {
            OBJECT_WINDOW(W_SPLIT);
            stow_shares(g, f->lair, e);
        } else {
            OBJECT_WINDOW(W_FAIL);
            lose_hoard(g, f->lair, e);
        }
    }
    /* GOLD-R27, GOLD-R28, GOLD-Q4, GOLD-Q5. */
    PHASE(P_THEFT);
    for (f->i = 0; f->i < g->lair[f->lair].fighters; f->i++) {
        if (!is_thief(g->lair[f->lair].fighter[f->i])) continue;
        f->who = owner_of(g->lair[f->lair].fighter[f->i]);
        if (!victims_of(g, f->who)) continue;
        g->thief = f->who;
        g->victim = tap_first_of(victims_of(g, f->who));
        if (count(victims_of(g, f->who)) > 1) {
            ASK(f->who, Q_VICTIM);
            g->victim = (Seat)(ANSWER(f->who)->a - 1);
        }
        g->stopped = g->doubled = 0;
        OBJECT_WINDOW(W_THEFT);
        if (g->stopped) continue;
        if (helps(g, f->lair, f->who)) look_behind(g, f->who, g->victim, e);
        for (f->left = g->doubled ? 2 : 1; f->left && g->seat[g->victim].tokens; f->left--) {
            if (helps(g, f->lair, f->who)) { /* GOLD-R30 */
                ASK(f->who, Q_PICK);
                carry_off(g, find_token(g, g->victim, (Colour)__builtin_ctzll(tap_chosen(ANSWER(f->who)))), e);
            } else carry_off(g, chance_pick(e, TAP_STREAM_MORE, g->seat[g->victim].tokens), e);
        }
    }
    g->thief = g->victim = NOBODY;
    g->involved = 0;
    clear_lair(e->setup, g, f->lair, e);
    END;
}

/* --------------------------------------------------------- the order of play */

SCRIPT(turn, { Seat who; })
{
    Gold *g = gold_of(t);
    BEGIN;
    rest_of_home(g, f->who, e);
    OBJECT_WINDOW(W_START); /* GOLD-Q23 */
    if (!g->seat[f->who].up) { /* GOLD-R10 */
        g->idle++;
        tell(e, TAP_SAID, "{who}'s adventurers are all out: the turn is lost.", .who = f->who);
    } else {
        g->again = 1;
        while (g->again && g->seat[f->who].up && dragons_left(g)) {
            g->again--;
            ASK(f->who, Q_PLACE);
            place(g, f->who, ANSWER(f->who), e);
            OBJECT_WINDOW(W_PLACE);
            CALL(S_KILLS);
        }
        g->again = 0;
    }
    for (Seat s = 0; s < t->seats; s++) g->seat[s].open_to = 0;
    if (!dragons_left(g) || g->idle >= t->seats) RETURN(0);
    OBJECT_WINDOW(W_BETWEEN);
    if (g->market == 1) {
        CALL(S_MARKET);
        g->market = 3;
    }
    END;
}

static void reveal_all(Table *t, Gold *g, Env *e)
{
    uint8_t held[PLAYERS][COLOURS];
    for (int lair = 0; lair < LAIRS; lair++) lose_hoard(g, lair, e); /* GOLD-Q13 */
    for (Seat s = 0; s < t->seats; s++) {
        show_stash(g, s, PUBLIC);
        count_stash(g, s, held[s]);
        for (Card c = 0; c < COLOURS; c++)
            if (held[s][c])
                tell(e, TAP_SHOWN, "{who} shows {n} {card}.", .who = s, .card = c, .deck = GOLD_TOKENS,
                     .n = held[s][c], .to = Z_STASH, .to_owner = s);
    }
    gold_points(t->option, held, everyone(t), t->score, NULL);
    for (Seat s = 0; s < t->seats; s++) tell(e, TAP_SAID, "{who} has {n} points.", .who = s, .n = t->score[s]);
}

SCRIPT0(hunt)
{
    Gold *g = gold_of(t);
    BEGIN;
    while (dragons_left(g) && g->idle < t->seats) { /* GOLD-R38, GOLD-Q13 */
        PHASE(P_HUNT);
        CALL_WITH(S_TURN, turn, .who = g->active);
        g->active = next_seat(t, g->active);
    }
    if (dragons_left(g)) tell(e, TAP_SAID, "Nobody can do anything more: the dragons keep what they have.");
    PHASE(P_OVER);
    reveal_all(t, g, e);
    END;
}

static const Act acts[] = {
    [S_HUNT] = ACT(hunt, NO_ROLE),         [S_TURN] = ACT(turn, NO_ROLE),
    [S_KILLS] = ACT(kills, NO_ROLE),       [S_KILL] = ACT(kill, NO_ROLE),
    [S_TALKS] = ACT(talks, NO_ROLE),       [S_DIVISION] = ACT(division, NO_ROLE),
    [S_MARKET] = ACT(market, NO_ROLE),     [S_WINDOW] = ACT(object_window, NO_ROLE),
    [S_OBJECT] = ACT(object_play, NO_ROLE),
};

/* GOLD-Q24: what would never find anything to act on is not played with. */
static void lay_out_objects(const Setup *setup, Table *t, Gold *g, Env *e)
{
    const Deck *deck = setup->content->deck[GOLD_OBJECTS];
    if (!t->option[OPT_OBJECTS]) return;
    for (int i = 0; i < deck->cards; i++) {
        int  effect = deck->face[deck->card[i]].number;
        bool talked = effect == MORE_SAND || effect == DIVIDE_INSTEAD || effect == SALVAGE;
        if (talked && t->option[OPT_TALKS] == STRATEGIC) pile_put(&g->box, (Slot){deck->card[i], PUBLIC});
        else pile_return(&g->objects, deck->card[i]);
    }
    for (Seat s = 0; s < t->seats; s++) draw_object(g, s, e); /* GOLD-R7 */
}

static void setup_table(const Setup *setup, Table *t, Env *e)
{
    Gold *g = gold_of(t);
    pile_begin(g->bag, GOLD_TOKENS);
    pile_begin(g->lid, GOLD_TOKENS);
    pile_begin(g->dragons, GOLD_DRAGONS);
    pile_begin(g->slain, GOLD_DRAGONS);
    pile_begin(g->objects, GOLD_OBJECTS);
    pile_begin(g->used, GOLD_OBJECTS);
    pile_begin(g->box, GOLD_OBJECTS);
    pile_open(&g->lid);
    pile_open(&g->slain);
    pile_open(&g->used);
    pile_open(&g->box);
    pile_fill(setup, &g->bag, false);
    pile_fill(setup, &g->dragons, false);
    for (Seat s = 0; s < t->seats; s++) {
        g->seat[s].up = (1u << ADVENTURERS) - 1;
        g->seat[s].pool = (uint8_t)s;
    }
    g->thief = g->victim = g->source = NOBODY;
    t->start = setup->start != NOBODY ? setup->start : (Seat)chance_pick(e, TAP_STREAM_SEAT, t->seats); /* GOLD-Q20 */
    g->active = t->turn = t->start;
    for (int lair = 0; lair < LAIRS; lair++) turn_up_dragon(setup, g, lair, false, e); /* GOLD-R3, GOLD-R4 */
    lay_out_objects(setup, t, g, e);
}

/* Each adventurer goes out at most once for every dragon and every Object; a round of lost turns between. */
static uint64_t bound(const Setup *setup)
{
    enum { OBJECTS = 2 * GOLD_TOKEN_N, TURNS = (GOLD_DRAGON_N + 1) * HEROES + OBJECTS, WINDOWS = 8 };
    uint64_t seats = setup->seats, sand = GRAINS + MORE_GRAINS;
    uint64_t in_talks = sand * (seats + 1) * (seats + 1);
    return seats * (TURNS * seats * WINDOWS + OBJECTS * WINDOWS) + (GOLD_DRAGON_N + 1) * in_talks;
}

const Game dragons_gold = {
    .id = "dragons-gold",
    .title = "Dragon's Gold",
    .about = "Slay dragons together, then agree on the hoard before the sand has run through.",
    .facts = {.minutes = 45, .skill = 4, .with = "talk", .figure = "dragon", .hue = "blue"},
    .rules = 1,
    .min_seats = LEAST_PLAYERS,
    .max_seats = PLAYERS,
    .best_seats = 5,
    .size = sizeof(Gold),
    .seat_size = sizeof(Hunter),
    .stack = 256,
    .bound = bound,
    .options = options,
    .option_n = OPTIONS_END,
    .acts = acts,
    .act_n = SCRIPTS_END,
    .questions = questions,
    .question_n = ASKS_END,
    .verbs = verbs,
    .verb_n = VERBS_END,
    PHASES(phases),
    .content = &dragons_gold_content,
    .setup = setup_table,
    .pieces = gold_pieces,
    .counters = gold_counters,
    .wording = wording,
    .refusal = gold_refusal,
    .worth = gold_worth,
    .scoring = &gold_scoring,
    .horizon = 24,
    .estimate = gold_estimate,
    .regard = gold_regard,
    .narrow = gold_narrow,
    .propose = gold_propose,
};
