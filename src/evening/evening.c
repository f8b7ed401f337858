/* Adventurer's Choice (ADV-01 .. ADV-A6): the starting player chooses a game and how it is played, and so on to the
 * left; who has little left may borrow between games. It hosts whatever games its list names, and knows their options
 * only from their tables. */
#include "evening/evening.h"

#include "decks/tavern.h"
#include "wager/wager.h"

enum {
    LOAN = 50,
    POOR = 25,        /* who has less may borrow (ADV-03) */
    MOST_GAMES = 100, /* of an evening that only a clock ends */
    MOST_LOANS = 2,   /* for one seat between two games (docs/rulings.md, T-14) */
    MOST_GUESTS = 24,
    TRAIL = 23, /* games that the board of the evening remembers */
};

typedef struct Evening {
    Wagering base; /* between games its stacks are all money there is, and its carry waits for a pot */
    uint16_t played;
    uint8_t  chosen;            /* 1 + index of the game among the guests; 0 before it is chosen */
    SeatSet  seated;            /* who takes part in the game under way */
    uint32_t settled;           /* options that were chosen: bit i is option i */
    int16_t  option[TAP_OPTIONS];
    uint16_t loans[MAX_SEATS], debts[MAX_SEATS]; /* markers */
    uint16_t series[MOST_GUESTS]; /* what the last game of a series left to the next of its kind (WHEEL-V2) */
    int32_t  staked[MAX_SEATS]; /* money that was taken into the game under way */
    int32_t  staked_pot;        /* and what had been waiting for its pot */
    int32_t  outcome[MAX_SEATS];
    uint8_t  last, zero;        /* the game before this one, as in `chosen`, until the next begins: */
    SeatSet  last_seated;       /* who took part in it, */
    int32_t  gained[MAX_SEATS]; /* and what it brought */
    uint16_t won[MAX_SEATS];    /* games in which nobody gained more */
    uint8_t  trails, trail_of[TRAIL];  /* the last games, as in `chosen`, */
    int32_t  trail[TRAIL][MAX_SEATS];  /* and what each had after them */
    _Alignas(16) unsigned char room[EVENING_ROOM];
} Evening;

static Evening *evening_of(Table *t) { return (Evening *)t; }
static const Evening *evening_at(const Table *t) { return (const Evening *)t; }

/* Those of the evening itself; OPT_STACK and the like are the game's that is played. */
enum { OPT_LENGTH, OPT_ROUNDS, OPT_PURSE, OPT_ONE_SHARE, OPT_ROUND, OPTIONS_END };
enum { BY_ROUNDS, BY_TIME };
enum { ROUND_OF_GAME, ROUND_OF_TABLE };
static const char *const length_words[] = {"rounds", "time"}, *const round_words[] = {"game", "table"};
static const char *const length_said[] = {"after so many rounds", "by the clock, at the next choice of a game"},
                         *const round_said[] = {"one game", "one time round the table, in which each chooses once"};
static const TapOption options[] = {
    [OPT_LENGTH] = {"length", "what ends the evening: a number of rounds, or the clock at the next choice of game",
                    TAP_WORD, BY_ROUNDS, BY_ROUNDS, BY_TIME, length_words,
                    .title = "The evening ends", .said = length_said},
    [OPT_ROUNDS] = {"rounds", "how many rounds are played, if no clock ends the evening", TAP_NUMBER, 5, 1, MOST_GAMES,
                    .title = "So many rounds"},
    [OPT_PURSE] = {"stack", "coins each brings", TAP_NUMBER, 100, 1, MAX_MONEY / MAX_SEATS, NULL, NULL, true,
                   "Everybody brings"},
    [OPT_ONE_SHARE] = {"share", "coins of one share, in all games that are played for shares", TAP_NUMBER, 5, 0, 1000,
                       NULL, NULL, true, "One share is"},
    [OPT_ROUND] = {"round", "what a round is: one game, or one time round the table, in which each chooses once",
                   TAP_WORD, ROUND_OF_GAME, ROUND_OF_GAME, ROUND_OF_TABLE, round_words,
                   .title = "A round is", .said = round_said},
};

enum { P_CHOOSE, P_RULES, P_PLAY, P_LOANS, P_OVER };
static const char *const phases[] = {"Choice of game", "Choice of variants", "The game", "Loans",
                                     "The evening is over"};

enum { PLAY = 1, ADD, SET, SET_NUMBER, DEAL, BORROW, DECLINE, CLOSE, VERBS_END };
static const Verb verbs[] = {
    [PLAY] = {.word = "play", .label = "Play {what}", .args = 1},
    [ADD] = {.word = "add", .label = "Add {what}: {more}", .args = 1, .joins = true},
    [SET] = {.word = "set", .label = "{what}: {more}", .args = 2, .joins = true},
    [SET_NUMBER] = {.word = "set", .label = "{what}: {n}", .args = 1, .to = true, .joins = true},
    [DEAL] = {.word = "deal", .label = "Begin the game", .idle = 1, .way = TAP_WAY_ON},
    [BORROW] = {.word = "borrow", .label = "Borrow {n} from seat {a}"},
    [DECLINE] = {.word = "decline", .label = "Do without", .idle = 1},
    [CLOSE] = {.word = "close", .label = "Time is up"},
};

enum { Q_GAME, Q_RULES, Q_LOAN, ASKS_END };
enum { Z_VARIANTS = 1 };

static const Game *chosen_game(const Setup *setup, const Table *t)
{
    return setup->game->guests[evening_at(t)->chosen - 1];
}

/* --------------------------------------------------------------- who can play */

static SeatSet able_to_pay(const Table *t, int32_t price)
{
    SeatSet able = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (wager_at(t)->stack[s] > 0 && wager_at(t)->stack[s] >= price) able |= only(s);
    return able;
}

/* BET-A1, SHARE-A4, ADV-A3: who can pay for a seat in such a game. */
static SeatSet able_to_play(const Table *t, const int16_t *option)
{
    return able_to_pay(t, option[OPT_WAGER] == WAGER_SHARES ? option[OPT_SHARE] : option[OPT_ANTE]);
}

static bool seats_fit(const Table *t, const Game *game, const int16_t *option)
{
    int n = count(able_to_play(t, option));
    return n >= game->min_seats && n <= game->max_seats;
}

static void options_at_first(const Table *t, const Game *game, int16_t ret[TAP_OPTIONS])
{
    options_usual(game, ret);
    ret[OPT_SHARE] = t->option[OPT_ONE_SHARE];
}

static bool can_be_chosen(const Table *t, const Game *game)
{
    int16_t option[TAP_OPTIONS];
    options_at_first(t, game, option);
    return seats_fit(t, game, option);
}

/* ------------------------------------------------------------------ the choice */

static SeatSet who_chooses(const Setup *setup, const Table *t)
{
    return t->option[OPT_LENGTH] == BY_TIME ? only(t->turn) | only(CLOCK) : only(t->turn);
}

/* ADV-02, CONC-08. */
static void game_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    if (s == CLOCK) {
        offer(c, CLOSE, 0, 0);
        return;
    }
    for (int i = 0; setup->game->guests[i]; i++)
        if (can_be_chosen(t, setup->game->guests[i])) offer(c, PLAY, i, 0);
}

/* The evening is about money. */
static bool may_be(const Table *t, const Game *game, const int16_t *option, int i)
{
    return i != OPT_WAGER || (option[i] != WAGER_NONE && seats_fit(t, game, option));
}

/* Ante, money and share are the evening's. */
static bool is_for_choice(const Table *t, const Game *game, int i)
{
    return i != OPT_ANTE && i != OPT_STACK && i != OPT_SHARE;
}

static const Variants variants = {ADD, SET, SET_NUMBER, is_for_choice, may_be};

/* ADV-02, CONC-02, CONC-03, CONC-12: variants, wagering and split rule. */
static void rules_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, DEAL, 0, 0);
    variants_offer(&variants, t, chosen_game(setup, t), evening_at(t)->option, evening_at(t)->settled, c);
}

static void wording(const Setup *setup, const Table *t, const Choice *o, Wording *ret)
{
    if (o->verb == PLAY) {
        const Game *game = setup->game->guests[o->a];
        *ret = (Wording){.word = {game->id},
                         .what = game->title,
                         .about = game->about,
                         .group = game->options[OPT_WAGER].usual == WAGER_SHARES ? "For shares"
                                  : game->scoring                                ? "With betting"
                                                                                 : "Paid as it goes"};
    }
    if (evening_at(t)->chosen) variants_wording(&variants, chosen_game(setup, t), o, ret);
}

/* ----------------------------------------------------------------------- loans */

/* The guest's seat of one of ours; NOBODY if it sits out. */
static Seat seat_inside(const Evening *g, Seat s)
{
    const Table *guest = (const Table *)(const void *)g->room;
    for (Seat i = 0; has(g->seated, s) && i < guest->seats; i++)
        if (guest->sits[i] == s) return i;
    return NOBODY;
}

/* Money in hand, also while a game is under way. Markers are none (ADV-04). */
static int32_t coins_of(const Evening *g, Seat s)
{
    Seat inside = seat_inside(g, s);
    return g->base.wager.stack[s] +
           (inside == NOBODY ? 0 : wager_at((const Table *)(const void *)g->room)->stack[inside]);
}

/* ADV-03, ADV-A1, ADV-A5: the richest other player, the first of equals from the borrower's left; nobody if even he has
 * too little. */
static Seat lender_for(const Evening *g, Seat borrower)
{
    Seat lender = NOBODY;
    int32_t most = LOAN - 1;
    for (Seat s = next_seat(&g->base.table, borrower); s != borrower; s = next_seat(&g->base.table, s))
        if (coins_of(g, s) > most) most = coins_of(g, s), lender = s;
    return lender;
}

static void loan_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer(c, BORROW, lender_for(evening_at(t), s) + 1, 0)->lo = LOAN;
    offer(c, DECLINE, 0, 0);
}

/* A loan is no gain: what a game brings is counted without it. */
static void move_coins(Evening *g, Seat s, int32_t coins)
{
    Seat inside = seat_inside(g, s);
    if (inside == NOBODY) {
        g->base.wager.stack[s] += coins;
        return;
    }
    Wager *w = wager_of((Table *)(void *)g->room);
    w->stack[inside] += coins;
    w->brought[inside] += coins;
    g->staked[s] += coins;
}

/* ADV-05: markers are worth what was lent. */
static void count_up(Table *t)
{
    const Evening *g = evening_at(t);
    for (Seat s = 0; s < t->seats; s++) t->score[s] = coins_of(g, s) + LOAN * (g->loans[s] - g->debts[s]);
}

static void lend(Table *t, Seat borrower, Env *e)
{
    Evening *g = evening_of(t);
    Seat lender = lender_for(g, borrower);
    move_coins(g, lender, -LOAN);
    move_coins(g, borrower, LOAN);
    g->loans[lender]++;
    g->debts[borrower]++;
    tell(e, TAP_PAID, "{who} must lend {other} {n}.", .who = lender, .other = borrower, .n = LOAN);
}

/* Who may ask for a loan, those aside who are done with asking. */
static SeatSet may_ask(const Table *t, SeatSet done)
{
    SeatSet set = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (!has(done, s) && coins_of(evening_at(t), s) < POOR && lender_for(evening_at(t), s) != NOBODY)
            set |= only(s);
    return set;
}

/* ADV-03, ADV-A2, ADV-A3: between games, from the starting player on and round again, until nobody is left who may ask
 * and has not declined: who had to lend may be poor himself now. Who is rich is looked at each time. */
SCRIPT(loans, { Seat asker, from; SeatSet done; uint8_t lent[MAX_SEATS]; })
{
    BEGIN;
    PHASE(P_LOANS);
    for (f->from = t->start; may_ask(t, f->done); f->from = next_seat(t, f->asker)) {
        f->asker = seat_from(t, may_ask(t, f->done), f->from);
        ASK(f->asker, Q_LOAN);
        if (ANSWER(f->asker)->verb == BORROW) lend(t, f->asker, e);
        else tell(e, TAP_SAID, "{who} wants no loan.", .who = f->asker);
        if (ANSWER(f->asker)->verb != BORROW || ++f->lent[f->asker] == MOST_LOANS) f->done |= only(f->asker);
    }
    count_up(t);
    END;
}

/* ADV-06: in a game that allows it, who has just run out may borrow at once. Stands in for the guest's own script. */
SCRIPT(loan_in_game, { Seat asker; })
{
    Evening *g = evening_of(t);
    BEGIN;
    f->asker = guest_table(e)->sits[guest_table(e)->turn];
    if (coins_of(g, f->asker) || lender_for(g, f->asker) == NOBODY) RETURN(false);
    ASK(f->asker, Q_LOAN);
    if (ANSWER(f->asker)->verb != BORROW) RETURN(false);
    lend(t, f->asker, e);
    RETURN(true);
    END;
}

/* WHEEL-V2: of a series one game is played at a choice; what it leaves waits for the next. Stands in for the guest's
 * own script. */
SCRIPT0(keep_series)
{
    BEGIN;
    evening_of(t)->series[evening_of(t)->chosen - 1] = wager_of(guest_table(e))->series;
    RETURN(false);
    END;
}

static const Question questions[] = {
    [Q_GAME] = {.prompt = "Which game shall be played?", .who = who_chooses, .choices = game_choices},
    [Q_RULES] = {.prompt = "With which rules?",
                 .help = "Choose as many as you like, one after the other, then begin.",
                 .who = who_turn,
                 .choices = rules_choices},
    [Q_LOAN] =
        {.prompt = "Do you ask for a loan?",
         .help = "The richest player must give it. At the end of the evening it counts for the lender and against you.",
         .who = who_turn,
         .choices = loan_choices},
};

/* ------------------------------------------------------------- one game of many */

/* The money goes along, and what waits for a pot (BET-10, BET-A8, SHARE-07). */
static void seat_guest(Table *t, Env *e)
{
    Evening *g = evening_of(t);
    Wager *mine = wager_of(t);
    SeatSet players = able_to_play(t, g->option);
    Table *guest = invite(e, t, g->chosen - 1, g->room, sizeof g->room, players,
                          1u << ROLE_LOAN | 1u << ROLE_SERIES, g->option, g->outcome);
    Wager *theirs = wager_of(guest);
    g->seated = players;
    for (Seat i = 0; i < guest->seats; i++) {
        Seat s = guest->sits[i];
        theirs->stack[i] = theirs->brought[i] = g->staked[s] = mine->stack[s];
        mine->stack[s] = 0;
        if (s == seat_from(t, players, t->start)) guest->start = guest->turn = i;
    }
    assert(g->chosen <= MOST_GUESTS);
    theirs->series = g->series[g->chosen - 1];
    theirs->carry = g->staked_pot = mine->carry;
    mine->carry = 0;
    tell(e, TAP_SAID, "{what} begins.", .what = guest_game(e)->title);
    for (Seat s = 0; s < t->seats; s++)
        if (!has(players, s)) tell(e, TAP_SAID, "{who} sits out for want of coins.", .who = s);
}

/* For the board of the evening: what each has after this game, and who won it. */
static void remember_game(Table *t)
{
    Evening *g = evening_of(t);
    int32_t  most = 0;
    if (g->trails == TRAIL) {
        g->trails--;
        memmove(g->trail_of, g->trail_of + 1, sizeof g->trail_of - sizeof *g->trail_of);
        memmove(g->trail, g->trail + 1, sizeof g->trail - sizeof *g->trail);
    }
    for (Seat s = 0; s < t->seats; s++) {
        if (g->gained[s] > most) most = g->gained[s];
        g->trail[g->trails][s] = coins_of(g, s);
    }
    for (Seat s = 0; s < t->seats; s++) g->won[s] += most && g->gained[s] == most;
    g->trail_of[g->trails++] = g->last;
}

/* What the players did not win of the pot waits for the next game; in a game that has none it simply lay there
 * (CONC-13, CONC-A9). */
static void see_guest_off(Table *t)
{
    Evening *g = evening_of(t);
    Wager *mine = wager_of(t);
    mine->carry = g->staked_pot;
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(g->seated, s)) continue;
        mine->stack[s] = g->staked[s] + g->outcome[s];
        mine->carry -= g->outcome[s];
    }
    assert(mine->carry >= 0);
    g->last = g->chosen;
    g->last_seated = g->seated;
    memcpy(g->gained, g->outcome, sizeof g->gained);
    g->seated = 0;
    g->chosen = 0;
    g->settled = 0;
    g->staked_pot = 0;
    memset(g->option, 0, sizeof g->option);
    memset(g->staked, 0, sizeof g->staked);
    memset(g->outcome, 0, sizeof g->outcome);
    g->played++;
    remember_game(t);
    count_up(t);
}

static bool something_can_be_played(const Setup *setup, const Table *t)
{
    for (int i = 0; setup->game->guests[i]; i++)
        if (can_be_chosen(t, setup->game->guests[i])) return true;
    return false;
}

/* ADV-01. */
static int games_in_round(const int16_t *option, int seats) { return option[OPT_ROUND] == ROUND_OF_TABLE ? seats : 1; }
static int games_agreed(const int16_t *option, int seats)
{
    return option[OPT_LENGTH] == BY_TIME ? MOST_GAMES : option[OPT_ROUNDS] * games_in_round(option, seats);
}
static int games_to_play(const Table *t) { return games_agreed(t->option, t->seats); }

/* ADV-05, ADV-A6, CONC-A8: what still waits for a pot is nobody's. */
static void tell_the_end(Table *t, Env *e)
{
    int32_t most = t->score[0];
    int winners = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (t->score[s] > most) most = t->score[s];
    for (Seat s = 0; s < t->seats; s++) {
        tell(e, TAP_SAID, "{who} ends the evening with {n}.", .who = s, .n = t->score[s]);
        winners += t->score[s] == most;
    }
    for (Seat s = 0; s < t->seats; s++) {
        if (t->score[s] != most) continue;
        if (winners == 1) tell(e, TAP_SAID, "{who} wins.", .who = s);
        else tell(e, TAP_SAID, "{who} shares the win.", .who = s);
    }
}

enum { S_EVENING, S_LOANS, S_LOAN_IN_GAME, S_KEEP_SERIES, SCRIPTS_END };

SCRIPT0(evening)
{
    Evening *g = evening_of(t);
    BEGIN;
    while (something_can_be_played(e->setup, t)) {
        PHASE(P_CHOOSE);
        t->turn = t->start;
        if (t->option[OPT_LENGTH] == BY_TIME) ASK_ANY(who_chooses(e->setup, t), Q_GAME); /* ADV-01 */
        else ASK(t->start, Q_GAME);                                                       /* ADV-02 */
        if (ANSWERED == CLOCK) {
            tell(e, TAP_SAID, "Time is up.");
            break;
        }
        g->chosen = (uint8_t)(ANSWER(t->start)->a + 1);
        options_at_first(t, chosen_game(e->setup, t), g->option);
        tell(e, TAP_SAID, "{who} chooses {what}.", .who = t->start, .what = chosen_game(e->setup, t)->title);
        PHASE(P_RULES);
        for (;;) {
            ASK(t->start, Q_RULES);
            if (ANSWER(t->start)->verb == DEAL) break;
            variants_settle(&variants, chosen_game(e->setup, t), ANSWER(t->start), t->start, g->option, &g->settled, e);
        }
        PHASE(P_PLAY);
        seat_guest(t, e);
        RUN_GUEST();
        see_guest_off(t);
        if (g->played == games_to_play(t)) break;
        t->start = next_seat(t, t->start); /* ADV-02, CONC-07 */
        CALL(S_LOANS);
    }
    PHASE(P_OVER); /* also if too few could pay for a game */
    tell_the_end(t, e);
    END;
}

static const Act acts[] = {
    [S_EVENING] = ACT(evening, NO_ROLE), [S_LOANS] = ACT(loans, NO_ROLE), [S_LOAN_IN_GAME] = ACT(loan_in_game, NO_ROLE),
    [S_KEEP_SERIES] = ACT(keep_series, NO_ROLE),
};

/* --------------------------------------------------------------------- the rest */

static int32_t brought(const Setup *setup, Seat s)
{
    return setup->stack[s] >= 0 ? setup->stack[s] : setup->option[OPT_PURSE];
}

static int32_t price(const Setup *setup) { return 1; }

/* ADV-01. */
static void setup_table(const Setup *setup, Table *t, Env *e)
{
    wager_setup(setup, t, e);
    count_up(t);
}

static void pieces(const Setup *setup, Table *t, Pieces *p) {}

/* What the last game brought to whom, best first, until the next begins. */
static void last_results(const Setup *setup, const Table *t, ViewMaker *m)
{
    const Evening *g = evening_at(t);
    if (!g->last || g->seated || t->phase == P_OVER) return;
    view_chapter(m, setup->game->guests[g->last - 1]->title);
    for (int place = 1; place <= t->seats; place++)
        for (Seat s = 0; s < t->seats; s++) {
            int better = 0;
            for (Seat o = 0; o < t->seats; o++) better += has(g->last_seated, o) && g->gained[o] > g->gained[s];
            if (!has(g->last_seated, s) || better + 1 != place) continue;
            view_result(m, NULL, &(ViewResult){.seat = s, .place = place, .net = g->gained[s]});
        }
}

/* Between games: how everybody stands, best first, and what each had after each game. */
static void board(const Setup *setup, const Table *t, ViewMaker *m)
{
    const Evening *g = evening_at(t);
    int32_t        begun[MAX_SEATS] = {0};
    if (g->seated) return;
    view_played(m, g->played, t->option[OPT_LENGTH] == BY_TIME ? 0 : games_to_play(t));
    for (Seat s = 0; s < t->seats; s++) begun[s] = brought(setup, s);
    if (g->trails == g->played) view_trail(m, NULL, begun);
    for (int i = 0; i < g->trails; i++) view_trail(m, setup->game->guests[g->trail_of[i] - 1]->title, g->trail[i]);
    for (int place = 0; place < t->seats; place++)
        for (Seat s = 0; s < t->seats; s++) {
            int better = 0;
            for (Seat o = 0; o < t->seats; o++)
                better += t->score[o] > t->score[s] || (t->score[o] == t->score[s] && o < s);
            if (better != place) continue;
            view_standing(m, &(TapViewStanding){.seat = s,
                                                .took_part = has(g->last_seated, s),
                                                .has = coins_of(g, s),
                                                .net = t->score[s] - begun[s],
                                                .last = g->gained[s],
                                                .won = g->won[s],
                                                .lent = LOAN * g->loans[s],
                                                .owes = LOAN * g->debts[s]});
        }
}

static void counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    const Evening *g = evening_at(t);
    last_results(setup, t, m);
    board(setup, t, m);
    int games = g->played + (g->played < games_to_play(t) && t->phase != P_OVER),
        of_round = games_in_round(t->option, t->seats);
    assert(of_round > 0);
    view_counter(m, "evening-round", NOBODY, (games + of_round - 1) / of_round);
    if (g->base.wager.carry) view_counter(m, "waiting", NOBODY, g->base.wager.carry);
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(g->seated, s)) view_counter(m, "coins", s, g->base.wager.stack[s]);
        if (g->loans[s]) view_counter(m, "loans", s, g->loans[s]);
        if (g->debts[s]) view_counter(m, "debts", s, g->debts[s]);
        if (g->seated && !has(g->seated, s)) view_word(m, "status", s, "sits out");
    }
    if (!g->chosen) return;
    const Game *game = chosen_game(setup, t);
    if (!g->seated) view_word(m, "game", NOBODY, game->title);
    if (!g->settled) return;
    view_zone(m, "variants", Z_VARIANTS, NOBODY, ROW, 0, 0);
    for (int i = 0; i < game->option_n; i++) {
        const TapOption *o = &game->options[i];
        if (g->settled >> i & 1 && o->type != TAP_NUMBER)
            view_text(m, setup, o->type == TAP_WORD ? option_said(o, g->option[i] - o->lo) : option_title(o));
    }
    for (int i = 0; i < game->option_n; i++)
        if (g->settled >> i & 1 && game->options[i].type == TAP_NUMBER)
            view_counter(m, option_title(&game->options[i]), NOBODY, g->option[i]);
}

/* All the money in one game, with any one option at either end of its range. */
static uint64_t longest_game(const Setup *evening, const Game *game)
{
    Setup setup = {.game = game, .seats = evening->seats, .pot = evening->pot, .start = NOBODY};
    uint64_t most = 0;
    if (setup.seats > game->max_seats) setup.seats = (uint8_t)game->max_seats;
    setup.stack[0] = evening->pot;
    for (Seat s = 0; s < evening->seats; s++) setup.stack[0] += brought(evening, s);
    for (int i = 0; i < 2 * game->option_n; i++) {
        const TapOption *o = &game->options[i / 2];
        options_usual(game, setup.option);
        setup.option[i / 2] = i % 2 ? o->hi : o->lo;
        uint64_t decisions = game->bound(&setup);
        if (decisions > most) most = decisions;
    }
    return most;
}

/* Each game: its choice, each of its options once, the loans and a refusal of each seat, and its own decisions, each of
 * which may be followed by a loan. */
static uint64_t bound(const Setup *setup)
{
    uint64_t longest = 0;
    for (int i = 0; setup->game->guests[i]; i++) {
        uint64_t decisions = longest_game(setup, setup->game->guests[i]);
        if (decisions > longest) longest = decisions;
    }
    uint64_t games = (uint64_t)games_agreed(setup->option, setup->seats);
    return games * (2 + TAP_OPTIONS + (MOST_LOANS + 1u) * setup->seats + 2 * longest) + 1;
}

/* What a seat has, as if the evening ended now. */
static bool estimate(const Setup *setup, const Table *t, Seat s, float *ret)
{
    const Evening *g = evening_at(t);
    *ret = (float)(coins_of(g, s) + LOAN * (g->loans[s] - g->debts[s]));
    return true;
}

const Game adventurers_choice = {
    .id = "adventurers-choice",
    .title = "Adventurer's Choice",
    .about = "An evening of several games: take turns to choose one; whoever has most in the end wins.",
    .facts = {.minutes = 30, .skill = 4, .with = "cards dice", .figure = "bard", .hue = "blue"},
    .rules = 2,
    .min_seats = 2,
    .max_seats = MAX_SEATS,
    .best_seats = 6,
    .size = sizeof(Evening),
    .stack = sizeof(evening_Frame) + sizeof(loan_in_game_Frame) + EVENING_GUEST_STACK,
    .score_is_money = true,
    .money_brought = brought,
    .price = price,
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
    .content = &tavern_content,
    .guests = gambling_games,
    .stand_in = {[ROLE_LOAN] = S_LOAN_IN_GAME, [ROLE_SERIES] = S_KEEP_SERIES},
    .setup = setup_table,
    .pieces = pieces,
    .counters = counters,
    .money_held = wager_held,
    .money_on_table = wager_on_table,
    .estimate = estimate,
    .wording = wording,
    .no_hands = "each of its games is scored by itself",
};
