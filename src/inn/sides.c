/* Sides (TM): who plays together, who of them stands for all (Champions), and what they may drink up at any time. Alone
 * everybody is a side of one, which is asked nothing here. */
#include "inn/inn.h"

/* How many are a side, what each side orders in its turn (V2H-2), and its Potion Tokens (V2H-1); for how many it is. */
static const struct {
    uint8_t of, orders, potions, least, most;
    const char *misfit;
} ways_to_play[VARIANTS] = {
    [VARIANT_ALONE] = {.of = 1, .orders = 1, .least = 2, .most = 8},
    [VARIANT_TWO_HEADED] = {2, 2, 2, 4, 8, "the Two-Headed Dragon is for 4, 6 or 8 players, in sides of two."},
    [VARIANT_BOSS] = {1, 1, 0, 3, 5, "a Boss Battle is for 3 to 5 players: a Boss, and two to four Challengers."},
    [VARIANT_TWO_HEADED_BOSS] = {2, 2, 2, 4, 4, "the Two-Headed Boss Battle is for 4 players, in sides of two."},
    [VARIANT_LEADERS] = {2, 2, 2, 4, 8, "Leaders and Lackeys is for 4, 6 or 8 players, in sides of two."},
    [VARIANT_BOSS_VERSUS_BOSS] = {1, 1, 0, 2, 4, "Boss Versus Boss is for 2 to 4 players."}};
enum { THE_BOSS = 0 /* the seat of who is alone against all others */ };

static int variant_of(const Table *t) { return t->option[OPT_VARIANT]; }

/* BOSS-1: X. */
static int challengers(const Table *t) { return t->seats - 1; }

static bool is_the_boss(const Table *t, Seat s) { return variant_of(t) == VARIANT_BOSS && s == THE_BOSS; }

void inn_sides(const Setup *setup, uint8_t ret_side[MAX_SEATS])
{
    int variant = setup->option[OPT_VARIANT];
    for (Seat s = 0; s < setup->seats; s++)
        ret_side[s] = (uint8_t)(variant == VARIANT_BOSS ? s != THE_BOSS : s / ways_to_play[variant].of);
}

/* V2B-1, LL-1: of a side of two in the latter the first is the Leader. */
bool seat_is_boss(const Setup *setup, Seat s)
{
    switch (setup->option[OPT_VARIANT]) {
    case VARIANT_BOSS: return s == THE_BOSS;
    case VARIANT_LEADERS: return s % 2 == 0;
    case VARIANT_TWO_HEADED_BOSS:
    case VARIANT_BOSS_VERSUS_BOSS: return true;
    default: return false;
    }
}

const char *inn_part(const Setup *setup, Seat s) { return seat_is_boss(setup, s) ? "Boss" : NULL; }

int boss_seats(const Setup *setup)
{
    int n = 0;
    for (Seat s = 0; s < setup->seats; s++) n += seat_is_boss(setup, s);
    return n;
}

const char *inn_misfit(const Setup *setup)
{
    int variant = setup->option[OPT_VARIANT], bosses = 0;
    if (setup->seats < ways_to_play[variant].least || setup->seats > ways_to_play[variant].most ||
        setup->seats % ways_to_play[variant].of)
        return ways_to_play[variant].misfit;
    for (int i = 0; i < setup->content->roles; i++) bosses += role_deck(setup, i)->boss > 0;
    if (bosses >= boss_seats(setup)) return NULL;
    return "there are not as many villains with cards of a Boss as Bosses would play.";
}

/* Whom a seat plays, at a table that has begun or, without one, as it was cast; NULL: nobody yet. */
static const InnDeckInfo *played_by(const Setup *setup, const Table *t, Seat s)
{
    if (setup->cast[s] >= 0) return role_deck(setup, setup->cast[s]);
    return t && inn_at(t)->seat[s].hand_size ? inn_deck(tables_of(setup), inn_at(t)->seat[s].deck) : NULL;
}

/* BOSS-4; and who is no Boss leaves enough of them to those who are. */
const char *why_unsuited(const Setup *setup, const Table *t, Seat s, int role)
{
    int left = 0;
    if (!boss_seats(setup)) return NULL;
    bool villain = role_deck(setup, role)->boss;
    if (seat_is_boss(setup, s)) return villain ? NULL : "a Boss is a villain with cards of a Boss.";
    if (!villain) return NULL;
    for (int i = 0; i < setup->content->roles; i++) left += i != role && role_deck(setup, i)->boss;
    for (Seat x = 0; x < setup->seats; x++) {
        const InnDeckInfo *deck = x == s ? NULL : played_by(setup, t, x);
        left -= deck ? deck->boss > 0 : seat_is_boss(setup, x);
    }
    return left < 0 ? "too few would be left to be Bosses." : NULL;
}

const char *inn_miscast(const Setup *setup, Seat s, int role)
{
    return role_is_allowed(setup, role) ? why_unsuited(setup, NULL, s, role) : "its deck has cards of the house.";
}

/* BOSS-9, BOSS-10, V63: half of it, rounded up, in the first turn, which is the Boss's. */
static int of_the_boss(const Table *t) { return inn_at(t)->turns ? challengers(t) : (challengers(t) + 1) / 2; }

int actions_in_turn(const Table *t, Seat s) { return is_the_boss(t, s) ? of_the_boss(t) : 1; }
int hand_size_of(const Table *t, Seat s, int n) { return is_the_boss(t, s) ? n + challengers(t) - 1 : n; } /* BOSS-2 */
int orders_in_turn(const Table *t, Seat head)
{
    return is_the_boss(t, head) ? of_the_boss(t) : ways_to_play[variant_of(t)].orders;
}

/* BOSS-3. */
int potions_at_start(const Table *t)
{
    return variant_of(t) == VARIANT_BOSS ? challengers(t) : ways_to_play[variant_of(t)].potions;
}

/* SET-4; (f) 46, (f) 59: of sides and of Bosses 10, however many they are. */
int gold_at_start(const Table *t)
{
    bool alone = variant_of(t) == VARIANT_ALONE;
    if (t->option[OPT_GOLD]) return t->option[OPT_GOLD];
    return alone && t->seats == 2 ? 8 : alone && t->seats >= 7 ? 12 : 10;
}

bool stays_open(const Table *t, Seat s, const InnPermission *p)
{
    return is_the_boss(t, s) && p->event == INN_ACTION && inn_at(t)->acteds < ACTED_MOST;
}

/* BVB-2: Bosses who are alone have no mates, and of an opponent each other player is counted instead. */
int members_of(const Table *t, Seat of, Seat s)
{
    SeatSet set = side_of(inn_at(t), s);
    if (variant_of(t) == VARIANT_BOSS_VERSUS_BOSS && s != of) set = less(alive(t), of);
    return count(set & alive(t));
}

SeatSet sides_of(const Table *t, SeatSet who)
{
    const Inn *g = inn_at(t);
    SeatSet set = 0;
    if (!g->teams) return who;
    for (Seat s = 0; s < t->seats; s++)
        if (has(who, s)) set |= side_of(g, s);
    return set;
}

SeatSet heads_of(const Table *t, SeatSet who)
{
    SeatSet set = 0;
    if (!inn_at(t)->teams) return who;
    for (Seat s = 0; s < t->seats; s++)
        if (has(who, s)) set |= only(head_of(inn_at(t), s));
    return set;
}

SeatSet first_present(const Table *t)
{
    SeatSet set = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (tap_first_of(side_of(inn_at(t), s) & present(t)) == s) set |= only(s);
    return set;
}

SeatSet inn_who_speaks(const Setup *setup, const Table *t) { return inn_at(t)->speakers; }

/* -------------------------------------------------------------- Champions */

static bool means(const InnEffect *e, int whom) { return e->who == whom || e->to == whom; }

/* TM-12: "each player (including you)". */
bool touches_everybody(const Setup *setup, const InnPermission *p)
{
    for (int i = 0; i < p->effects; i++)
        if (means(inn_effect(tables_of(setup), p, i), INN_EACH)) return true;
    return false;
}

static bool is_for_all(const InnEffect *e)
{
    static const uint8_t whom[] = {INN_EACH, INN_OTHERS, INN_HEROES, INN_VILLAINS, INN_TAKERS, INN_REFUSERS};
    for (size_t i = 0; i < sizeof whom; i++)
        if (means(e, whom[i])) return true;
    return e->does == INN_CONTEST || e->does == INN_DARE || e->does == INN_AUCTION || e->does == INN_SECRET_BID;
}

/* An event is for all unless nothing of it is for anybody but who turned it over. */
bool event_is_for_all(const Setup *setup, Card event)
{
    const InnCard *card = card_at(setup, event);
    for (int way = 0; way < card->permissions; way++) {
        const InnPermission *p = inn_permission(tables_of(setup), card, way);
        if (p->event == INN_CHOICE) return true;
        for (int i = 0; i < p->effects; i++)
            if (is_for_all(inn_effect(tables_of(setup), p, i))) return true;
    }
    return false;
}

void inn_champion_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (Seat x = 0; x < t->seats; x++)
        if (has(side_of(inn_at(t), s), x)) offer(c, CHAMPION, x + 1, 0);
}

/* TM-13, TM-14. */
SCRIPT_BODY(, inn_champions)
{
    Inn *g = inn_of(t);
    BEGIN;
    IN_TURN_ORDER (f->turn, f->todo, f->heads, g->active) {
        if (has(side_of(g, f->turn), f->own)) f->chosen |= only(f->own);
        else if (count(side_of(g, f->turn)) == 1) f->chosen |= only(f->turn);
        else {
            g->speakers = side_of(g, f->turn);
            ASK_ONE(g->speakers, Q_CHAMPION);
            g->speakers = 0;
            f->chosen |= only((Seat)(ANSWER(ANSWERED)->a - 1));
            told(e, TAP_SAID, "{who} is the Champion.", .who = (Seat)(ANSWER(ANSWERED)->a - 1));
        }
    }
    RETURN(f->chosen);
    END;
}

/* --------------------------------------------------------- Potion Tokens */

static const struct {
    uint8_t stat;
    int8_t n;
    const char *word, *label;
} draughts[] = {{INN_FORT, 6, "fortitude", "gain 6 Fortitude"},
                {INN_AC, -6, "alcohol", "lose 6 Alcohol"},
                {INN_GOLD, 3, "gold", "gain 3 Gold"}};
enum { DRAUGHTS = 3 };

void potion_choices(const Table *t, Seat s, Choices *c)
{
    for (int i = 0; pool_at(inn_at(t), s)->potions && i < DRAUGHTS && c->n < TAP_CHOICES; i++)
        offer(c, POTION, i + 1, 0);
}

/* TM-3: nothing may be done about it. */
void potion_drink(Table *t, Seat s, int which, Env *e)
{
    told(e, TAP_SAID, "{who} uses a Potion Token: {what}.", .who = s, .what = draughts[which - 1].label);
    pool_of(inn_of(t), s)->potions--;
    move_stat(t, s, draughts[which - 1].stat, draughts[which - 1].n, e);
}

/* A simulation weighs them between the phases and where somebody would be out: else hardly any pass would be without
 * alternative. */
void inn_narrow(const Setup *setup, const Table *t, Seat s, Rng *r, bool quick, Choices *c)
{
    const Inn *g = inn_at(t);
    int kind = g->open[g->at].kind, kept = 0;
    if (!g->teams || kind == OPEN_POINT || kind == OPEN_LOSING) return;
    for (int i = 0; i < c->n; i++)
        if (c->choice[i].verb != POTION) c->choice[kept++] = c->choice[i];
    c->n = kept;
}

/* ------------------------------------------------------------------ turns */

void ignored_by_what_lasts(Open *o, SeatSet who)
{
    if (o->kind == OPEN_CARD && o->dull) o->dulled |= who;
    else o->ignored |= who;
}

/* TM-23, TM-24: from now on they ignore what is open below the card that does it, and a round goes on without them. */
void go_away(Table *t, SeatSet who, bool for_this_turn, Env *e)
{
    Inn *g = inn_of(t);
    if (for_this_turn) g->resting |= who;
    else g->away |= who;
    for (int i = 0; i < g->opens - 1; i++) ignored_by_what_lasts(&g->open[i], who);
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(who, s)) continue;
        told(e, TAP_SAID, for_this_turn ? "The turn is over for {who}." : "{who} is away.", .who = s);
        if (has(g->round.in, s)) round_leave(t, s, e);
    }
}

void inn_next_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    for (Seat x = 0; x < t->seats; x++)
        if (has(inn_at(t)->speakers, x)) offer(c, NEXT, x + 1, 0);
}

void side_wording(const Setup *setup, const Table *t, const Choice *o, Wording *ret)
{
    if (o->verb == ORDER || o->verb == PICK || o->verb == HAND_ON || o->verb == SHARE_WITH)
        ret->also = inn_deck(tables_of(setup), inn_at(t)->seat[o->a - 1].deck)->id;
    if (o->verb == CHAMPION || o->verb == NEXT) {
        const InnDeckInfo *who = inn_deck(tables_of(setup), inn_at(t)->seat[o->a - 1].deck);
        *ret = (Wording){.word = {who->id}, .what = who->name};
    }
    if (o->verb == POTION) *ret = (Wording){.word = {draughts[o->a - 1].word}, .what = draughts[o->a - 1].label};
}
