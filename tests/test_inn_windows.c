/*
 * A second judge of the inn's windows: slow, recursive, and written from the rules (the order of events, windows,
 * answers and outcomes) alone. It plays evenings at random beside the game and foretells of every window who is asked,
 * what each may play, whose card counts, whether what is answered is offered again, what becomes of it, how much
 * Fortitude a card takes, how much Alcohol Drinks bring and who pays what after all answers to them. It reads the table
 * and shares no code with src/inn.
 *
 * 2,000 evenings, a tenth of it under the sanitizers; in a long run ten times as many. TAPROOM_SEED=n judges one.
 */
#include <string.h>

#include "inn_evenings.h"

/* A Drink that is open, and what was done to it. */
typedef struct JudgedCup {
    Seat drinker;
    int first, n; /* its cards, of those served */
    bool ignored;
    int deeds;
    struct {
        int does, n;
    } deed[CHANGES];
} JudgedCup;

/* What has become of something that is open, by the judge's own reckoning. */
typedef struct Fate {
    JudgedCup cup[CUPS];
    int cups; /* 0: it is not about Drinks, or they were changed before the judge came */
    SeatSet payers, by_inn, excused;
    bool negated, unknown, unhealed, ungranted;
    SeatSet ignored, shared, shunned; /* shunned: by who has sworn off Actions (CN-55) */
    Seat goes[PATRONS];
    struct {
        Seat of;
        bool to; /* to n, not by n */
        int n;
    } change[40];
    int changes;
} Fate;

typedef struct Judge {
    TapSetup setup;
    TapState st;
    TapRng dice;
    TapLog log;
    uint64_t seed;
    int windows, plays, restarts, losses, bodies, drunk, paid, potions, deepest;
    Fate fate[OPENS];
} Judge;

#define HOLDS(j, condition, ...) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "evening %llu, window %d: ", (unsigned long long)(j)->seed, (j)->windows); \
            CHECK(condition, __VA_ARGS__); \
        } \
    } while (0)

/* -------------------------------------------------------------- the table */

static const Inn *now(const Judge *j) { return inn_in(&j->st); }
static bool over(const Judge *j) { return tap_over(&j->st); }
static bool asks(const Judge *j, int question) /* not a guest of the inn */
{
    return !over(j) && !state_at(&j->st)->asking && state_at(&j->st)->question == question;
}
static const InnTables *tables(const Judge *j) { return (const InnTables *)j->setup.content->own; }
static const InnCard *face(const Judge *j, Card c) { return inn_card(tables(j), c); }
static const InnPermission *line(const Judge *j, Card c, int way) { return inn_permission(tables(j), face(j, c), way); }
static const InnEffect *effect(const Judge *j, const InnPermission *p, int i) { return inn_effect(tables(j), p, i); }
static SeatSet bit(Seat s) { return (SeatSet)(1u << s); }
static bool in(SeatSet set, Seat s) { return set >> s & 1; }
static SeatSet still_in(const Inn *g) { return (SeatSet)(((1u << g->table.seats) - 1) & ~g->out); }
/* TM-23: who plays nothing and ignores everything for now. */
static SeatSet not_here(const Inn *g) { return g->away | g->resting; }
/* TM-1, TM-2: who plays together, and what they have together. */
static SeatSet together(const Judge *j, Seat s)
{
    SeatSet set = 0;
    for (Seat x = 0; x < (Seat)j->setup.seats; x++)
        if (j->setup.side[x] == j->setup.side[s]) set |= bit(x);
    return set;
}
static SeatSet all_together(const Judge *j, SeatSet who)
{
    SeatSet set = 0;
    for (Seat s = 0; s < (Seat)j->setup.seats; s++)
        if (in(who, s)) set |= together(j, s);
    return set;
}
static Seat side_no(const Judge *j, Seat s) { return tap_first_of(together(j, s)); }
static bool gambling(const Inn *g) { return g->round.live && !g->round.over; }
/* CN-61: a card may have another one for a part of it; NULL: it has none. */
static const InnPermission *part_line(const Judge *j, const Open *o)
{
    return o->part_way ? line(j, o->part, o->part_way - 1) : NULL;
}
static bool does(const Judge *j, const InnPermission *p, int what)
{
    for (int i = 0; i < p->effects; i++)
        if (effect(j, p, i)->does == what) return true;
    return false;
}

enum { HELD = HAND_MOST + PRIZES_MOST + PATRONS * (ROW_MOST + PURSE_MOST) };

/* What a seat could play: its hand, the Prizes before it, its row, what is for the side of the rows of mates, and what
 * is Gold of the whole side. */
static int playable(const Judge *j, Seat s, Card card[HELD], int place[HELD])
{
    const Inn *g = now(j);
    int n = 0, held = 0;
    for (int i = 0; i < g->seat[s].cards; i++, n++) card[n] = g->seat[s].hand[i].card, place[n] = i;
    for (int i = 0; i < g->prizes; i++)
        if (g->prize_at[i] == PRIZE_HELD + s) card[n] = g->prize[i].card, place[n++] = HAND_MOST + held++;
    for (Seat x = 0; x < g->table.seats; x++)
        for (int i = 0; in(together(j, s), x) && i < g->seat[x].rows; i++) {
            Card c = g->seat[x].row[i].card;
            if (x != s && !(face(j, c)->flags & INN_FOR_SIDE)) continue;
            if (g->seat[x].row_of[i] != x && !(face(j, c)->flags & INN_FOR_BEARER))
                continue; /* attached to him, and no card of his; or bought (TC-PHRE) */
            card[n] = c, place[n++] = ROW_AT + x * ROW_MOST + i;
        }
    for (Seat x = 0; x < g->table.seats; x++) /* TC-KEET */
        for (int i = 0; in(together(j, s) & still_in(g), x) && i < g->seat[x].purses; i++, n++)
            card[n] = g->seat[x].purse[i].card, place[n] = PURSE_AT + x * PURSE_MOST + i;
    return n;
}

/* ------------------------------------------------------------ who and what */

/* The events a thing that is open lets answer, besides Anytime cards and those for a round that runs. */
static unsigned answered_by(const Inn *g, int at)
{
    switch (g->open[at].kind) {
    case OPEN_CARD: return 1u << INN_CARD;
    case OPEN_PAYMENT: return 1u << INN_PAY;
    case OPEN_DRINKS: return 1u << INN_DRINK;
    case OPEN_AFTER: return 1u << INN_HURT;
    case OPEN_WON: return 1u << INN_WON;
    case OPEN_TAKEN: return 1u << INN_TAKEN | 1u << INN_GAINED;
    case OPEN_GAINED: return 1u << INN_GAINED;
    case OPEN_PAID: return 1u << INN_PAID;
    case OPEN_POINT:
        if (g->round.live) return 0;
        return g->table.phase == P_ACTION  ? 1u << INN_ACTING
               : g->table.phase == P_ORDER ? 1u << INN_ORDER
               : g->table.phase == P_DRINK ? 1u << INN_DRINKING
                                           : 0;
    default: return 0;
    }
}

static unsigned events_at(const Inn *g, int at)
{
    return answered_by(g, at) | 1u << INN_ANYTIME | (gambling(g) ? 1u << INN_ROUND : 0);
}

static bool has_event(const Judge *j, Card c, unsigned events)
{
    for (int way = 0; way < face(j, c)->permissions; way++)
        if (events >> line(j, c, way)->event & 1) return true;
    return false;
}

/* What is Gold may, as far as others know, be any card of its deck: events of all of them. */
static unsigned events_of_gold(const Judge *j, Card c)
{
    for (Seat s = 0; s < now(j)->table.seats; s++) {
        const InnDeckInfo *deck = inn_deck(tables(j), now(j)->seat[s].deck);
        for (int i = 0; deck->as_gold && i < deck->lines; i++)
            if (inn_line(tables(j), deck, i)->card == c) return deck->side_events[0];
    }
    return 0;
}

/* By public facts: in the game, with cards, and with one for these events that nobody has seen go. */
static bool could_answer(const Judge *j, Seat s, unsigned events)
{
    const Inn *g = now(j);
    Card card[HELD];
    int  place[HELD], n = playable(j, s, card, place);
    if (!in(still_in(g) & (SeatSet)~not_here(g), s)) return false;
    if (g->pool[side_no(j, s)].potions) return true; /* TM-3 */
    if (!n) return false;
    for (int i = 0; i < n; i++) {
        if (has_event(j, card[i], events)) return true;
        int in = place[i] < HAND_MOST ? face(j, card[i])->in : 0; /* of its deck everybody sees the back */
        if (in && inn_deck(tables(j), g->seat[s].deck)->side_events[in - 1] & events) return true;
        if (place[i] >= PURSE_AT && events_of_gold(j, card[i]) & events) return true;
        if (!(face(j, card[i])->flags & INN_UNSEEN)) continue;
        Seat owner = (Seat)((place[i] - ROW_AT) / ROW_MOST); /* as far as others know it may be any of its deck */
        if (inn_deck(tables(j), g->seat[owner].deck)->side_events[0] & events) return true;
    }
    for (int i = 0; i < g->seat[s].draw.n; i++)
        if (has_event(j, pile_cards(&g->seat[s].draw)[i], events)) return true;
    return false;
}

static SeatSet asked_of(const Judge *j, SeatSet of, unsigned events)
{
    SeatSet set = 0;
    for (Seat s = 0; s < (Seat)j->setup.seats; s++)
        if (in(of, s) && could_answer(j, s, events)) set |= bit(s);
    return set;
}

/* Whom a word of the card that is open means. */
static SeatSet meant(const Judge *j, const Inn *g, const Open *o, SeatSet me, int whom)
{
    SeatSet all = still_in(g), set = 0, everybody = o->each & all; /* TM-15, TM-20: or the Champions */
    switch ((InnWhom)whom) {
    case INN_ME: set = me; break;
    case INN_TARGET: set = o->body ? 0 : o->targets; break; /* CN-47: a body is no player */
    case INN_SECOND: set = o->second_body ? 0 : o->second; break;
    case INN_OTHERS: set = (o->flags & IS_EVENT ? everybody : all) & (SeatSet)~all_together(j, me); break;
    case INN_EACH: set = everybody; break;
    case INN_ACTOR:
        if (g->open[o->below].kind == OPEN_GAINED) set = g->open[o->below].gained & -g->open[o->below].gained;
        else set = g->open[o->below].actor == NOBODY ? 0 : bit(g->open[o->below].actor);
        break;
    case INN_TURN: set = bit(o->turn_of); break;
    case INN_TAKERS: set = g->takers; break;
    case INN_REFUSERS: set = everybody & (SeatSet)~g->takers; break;
    case INN_HEROES:
    case INN_VILLAINS:
        for (Seat s = 0; s < g->table.seats; s++)
            if (!!(g->seat[s].folk & INN_VILLAIN) == (whom == INN_VILLAINS)) set |= bit(s) & everybody;
        break;
    default: break;
    }
    return set & all;
}

/* What somebody loses less of it who would ignore it, if it is such a card (NEG-9). */
static int dulled_by(const Judge *j, const Open *o)
{
    return o->kind == OPEN_CARD ? face(j, o->card)->ignore_as : 0;
}

/* Who ignores it without playing a card. */
static SeatSet ignored_by_nature(const Judge *j, const Open *o)
{
    bool denied = o->kind == OPEN_CARD && face(j, o->card)->flags & INN_UNDENIABLE; /* CN-22 */
    return denied || dulled_by(j, o) ? 0 : not_here(now(j));
}

/* LIM-3: which of a seat's numbers one line of the card would change, or lower. */
static unsigned would_touch(const Judge *j, int at, const InnPermission *p, SeatSet me, Seat s, bool lower)
{
    const Inn *g = now(j);
    const Open *o = &g->open[at];
    unsigned stats = 0;
    for (int i = 0; i < p->effects; i++) {
        const InnEffect *e = effect(j, p, i);
        SeatSet who = meant(j, g, o, me, e->who);
        if (e->does == INN_LOSE && e->stat == INN_FORT) {
            for (Seat x = 0; x < g->table.seats; x++)
                if (in(who, x) && j->fate[at].goes[x] == s) stats |= INN_FORT;
        } else if (e->does == INN_LOSE || e->does == INN_GAIN || e->does == INN_DISCARD_FOR) {
            bool own_price = e->who == INN_ME && e->stat == INN_GOLD; /* NEG-5 */
            if (in(who, s) && !own_price && (e->does == INN_LOSE || !lower)) stats |= e->stat;
        } else if (e->does == INN_PAYS) {
            if (in(who, s) && e->who != INN_ME) stats |= INN_GOLD;
            if (!lower && e->to != INN_ME && in(meant(j, g, o, me, e->to), s)) stats |= INN_GOLD;
        }
    }
    return stats;
}

static unsigned touches_one(const Judge *j, int at, Seat s, bool lower)
{
    const Inn *g = now(j);
    const Open *o = &g->open[at];
    unsigned stats = 0;
    if (in(j->fate[at].ignored | ignored_by_nature(j, o), s)) return 0; /* TM-23 */
    if (part_line(j, o)) stats |= would_touch(j, at, part_line(j, o), o->mine, s, lower);
    if (!(o->flags & IS_EVENT)) return stats | would_touch(j, at, line(j, o->card, o->way), o->mine, s, lower);
    for (int way = 0; way < face(j, o->card)->permissions; way++) {
        const InnPermission *p = line(j, o->card, way);
        SeatSet chose = 0;
        for (Seat x = 0; x < g->table.seats; x++)
            if (g->chose[x] == way + 1) chose |= bit(x);
        if (p->event == INN_REVEALED) stats |= would_touch(j, at, p, o->mine, s, lower);
        if (p->event == INN_CHOICE) stats |= would_touch(j, at, p, chose, s, lower);
    }
    return stats;
}

/* TM-4, CN-25: oneself, and mates from whom one is not held back. */
static SeatSet helped(const Judge *j, Seat s) { return (together(j, s) & (SeatSet)~now(j)->held_back) | bit(s); }

/* TM-4: one's own, or a mate's. */
static unsigned touches(const Judge *j, int at, Seat s, bool lower)
{
    unsigned stats = 0;
    const bool mates_too = !(face(j, now(j)->open[at].card)->flags & INN_NO_MATES); /* CN-43 */
    for (Seat x = 0; x < (Seat)j->setup.seats; x++)
        if (x == s || (mates_too && in(helped(j, s), x)))
            stats |= touches_one(j, at, x, lower);
    return stats;
}

static bool is_of(const Judge *j, const InnPermission *p, Seat s, Seat whose)
{
    if (p->whose == INN_MINE) return whose != NOBODY && in(together(j, s), whose);
    return p->whose == INN_ANYBODYS || (whose != NOBODY && !in(together(j, s), whose));
}

static bool meddles(const Judge *j, const InnPermission *p)
{
    static const int with_drinks[] = {INN_IGNORE_DRINK, INN_PASS_DRINK, INN_SPLIT_DRINK, INN_ADD_AC,
                                      INN_SET_DRINK,    INN_CONVERT,    INN_CONVERT_TO,  INN_STASH_DRINK,
                                      INN_HALVE_DRINK};
    if (p->event == INN_DRINK && does(j, p, INN_NO_HEAL)) return true;
    for (size_t i = 0; i < sizeof with_drinks / sizeof *with_drinks; i++)
        if (does(j, p, with_drinks[i])) return true;
    return false;
}

/* How many tokens somebody has, of a kind of who plays the card. */
static int tokens(const Judge *j, Seat owner, int token, int held_by, Seat s)
{
    Seat holder = held_by == INN_BY_ANYBODY ? s : held_by == INN_BY_ME ? owner : side_no(j, owner);
    return now(j)->seat[owner].token[token - 1][holder];
}

static bool enough_tokens(const Judge *j, Seat owner, const InnPermission *p, Seat s)
{
    int n = tokens(j, owner, p->token, p->token_held, s);
    return n >= p->at_least && !(p->at_most && n > p->at_most - 1);
}

/* INN-H51: whether what it wants of one's own tokens is there yet. */
static bool is_granted(const Judge *j, const Open *o)
{
    const InnPermission *p = line(j, o->card, o->way);
    if (!p->at_least || p->token_held == INN_BY_ANYBODY || o->flags & (IS_EVENT | IN_PLAY)) return true;
    return tokens(j, o->owner, p->token, p->token_held, o->owner) >= p->at_least;
}

static SeatSet may_pick(const Judge *j, Seat s, const InnPermission *p, const Open *below)
{
    const Inn *g = now(j);
    SeatSet set = still_in(g);
    if (p->pick != INN_ANYONE) set &= (SeatSet)~together(j, s); /* TM-10, TM-17 */
    if (p->pick == INN_IN_ROUND) set &= g->round.in;
    if (p->pick == INN_THIRD && below->actor != NOBODY) set &= (SeatSet)~bit(below->actor);
    for (Seat x = 0; p->token && p->token_held == INN_BY_ANYBODY && x < g->table.seats; x++)
        if (!enough_tokens(j, s, p, x)) set &= (SeatSet)~bit(x);
    return set;
}

/* CN-52: somebody of another side would gain Fortitude, and nobody has seen to it that he does not. */
static bool heals_opponent(const Judge *j, int at, Seat s)
{
    for (Seat x = 0; x < (Seat)j->setup.seats; x++) {
        if (in(together(j, s), x) || !in(still_in(now(j)), x) || j->fate[at].unhealed) continue;
        if (touches_one(j, at, x, false) & INN_FORT && !(touches_one(j, at, x, true) & INN_FORT)) return true;
    }
    return false;
}

/* TM-12: whether a line speaks of everybody, of a card that is played in the words "each player" only. */
static bool speaks_of_all(const Judge *j, const InnPermission *p, bool event)
{
    for (int i = 0; i < p->effects; i++) {
        const InnEffect *e = effect(j, p, i);
        if (e->who == INN_EACH || e->to == INN_EACH) return true;
        for (int whom = INN_OTHERS; event && whom < INN_THE_INN; whom++)
            if (whom != INN_ACTOR && whom != INN_TURN && (e->who == whom || e->to == whom)) return true;
        if (event && (e->does == INN_CONTEST || e->does == INN_DARE || e->does == INN_AUCTION ||
                      e->does == INN_SECRET_BID))
            return true;
    }
    return event && p->event == INN_CHOICE;
}

static bool is_for_all(const Judge *j, const Open *o)
{
    if (!(o->flags & IS_EVENT))
        return speaks_of_all(j, line(j, o->card, o->way), false) ||
               (part_line(j, o) && speaks_of_all(j, part_line(j, o), false));
    for (int way = 0; way < face(j, o->card)->permissions; way++)
        if (speaks_of_all(j, line(j, o->card, way), true)) return true;
    return false;
}

static bool answers_card(const Judge *j, Seat s, Card c, const InnPermission *p, int at)
{
    const Inn *g = now(j);
    const Open *o = &g->open[at];
    const InnCard *over = face(j, o->card);
    bool event = o->flags & IS_EVENT, like_action = o->flags & AS_ACTION;
    if (over->flags & INN_UNANSWERABLE) return false;
    if (over->flags & INN_UNDENIABLE && (does(j, p, INN_NEGATE) || does(j, p, INN_IGNORE))) return false; /* CN-22 */
    if (over->only_by && face(j, c)->tag != over->only_by) return false;
    if (p->types && !(p->types & (like_action ? INN_IS_ACTION : over->types))) return false;
    if (p->when & INN_IF_MEDDLES && (event || !meddles(j, line(j, o->card, o->way)))) return false; /* WEN-1, WEN-4 */
    if (p->tag_not && p->tag_not == over->tag) return false;                                       /* WEN-2 */
    if (!is_of(j, p, s, o->actor)) return false;
    if (p->when & INN_IF_HEALS && !heals_opponent(j, at, s)) return false;
    if (p->when & INN_IF_FOR_ALL && /* CN-26: the side has a Champion whom it concerns */
        (!is_for_all(j, o) || !(o->each & together(j, s) & (SeatSet)~j->fate[at].ignored)))
        return false;
    if (does(j, p, INN_BORROW) && like_action) return false;
    if (p->alive && __builtin_popcount(still_in(g)) != p->alive) return false;
    if (like_action && (does(j, p, INN_NEGATE) || does(j, p, INN_REDIRECT) || does(j, p, INN_SHARE_LOSS)))
        return false; /* NEG-6, G4 */
    if (does(j, p, INN_TAKE_POT) && !gambling(g)) return false;
    if (does(j, p, INN_EVENT_AGAIN) && (!event || like_action || over->level)) return false; /* EVT-8 */
    SeatSet held_back = over->flags & INN_NO_MATES ? together(j, s) : g->held_back;
    SeatSet picked = o->targets | (o->second_body ? 0 : o->second);
    picked &= (SeatSet)~held_back | bit(s); /* CN-25, CN-43 */
    if (does(j, p, INN_REDIRECT_ALL) && (event || o->flags & IN_PLAY || o->body || !(picked & together(j, s))))
        return false;
    if (does(j, p, INN_REDIRECT_ALL) && line(j, o->card, o->way)->all) return false; /* CN-41: it picks nobody */
    if (p->affects && !(touches(j, at, s, false) & p->affects)) return false;
    return !p->loses || touches(j, at, s, true) & p->loses;
}

static bool would_heal(const Judge *j, const JudgedCup *c);
static bool cup_would_heal(const Judge *j, const Cup *cup);

/* What is one's own may be that of a mate whom one may help. */
static bool for_drinker(const Judge *j, const InnPermission *p, Seat s, Seat drinker)
{
    return is_of(j, p, s, drinker) && (p->whose != INN_MINE || in(helped(j, s), drinker));
}

static int cups_of(const Judge *j, Seat s, const InnPermission *p, int at, int ret[CUPS])
{
    const Inn *g = now(j);
    int n = 0;
    for (int i = 0; i < g->open[at].cups; i++) {
        const Cup *cup = &g->cup[g->open[at].cup + i];
        bool splits = true;
        for (int k = 0; k < cup->n; k++)
            if (face(j, g->served[cup->first + k].card)->flags & INN_UNSPLITTABLE) splits = false;
        bool own_bet = false; /* CN-30 */
        for (int k = 0; k < cup->changes; k++)
            own_bet |= cup->change[k] <= CUP_BET && in(helped(j, s), (CUP_BET - cup->change[k]) % PATRONS);
        own_bet = own_bet && p->whose == INN_MINE && does(j, p, INN_IGNORE_DRINK);
        bool needs = does(j, p, INN_SPLIT_DRINK) || does(j, p, INN_HALVE_DRINK); /* SPL-4 */
        if (cup->ignored || (needs && !splits)) continue;
        if (!own_bet && !for_drinker(j, p, s, cup->drinker)) continue;
        if (p->when & INN_IF_HEALS && !cup_would_heal(j, cup)) continue;
        ret[n++] = i;
    }
    return n;
}

/* Which of the deeds is a bet of the seat's, or of a mate's; -1: none. */
static int bet_at(const Judge *j, const JudgedCup *c, Seat s)
{
    for (int i = 0; i < c->deeds; i++)
        if (c->deed[i].does == INN_BET && in(helped(j, s), (Seat)c->deed[i].n)) return i;
    return -1;
}

/* The Drink that an answer was about of which nobody was asked, for it fitted one alone. By the judge's own reckoning:
 * what the card does may have been done already, when all that is still open is the payment it makes. */
static int only_cup_of(const Judge *j, Seat s, const InnPermission *p, int at)
{
    const Inn *g = now(j);
    const Fate *f = &j->fate[at];
    int found = 0, n = 0;
    for (int i = 0; i < f->cups; i++) {
        bool splits = true;
        for (int k = 0; k < f->cup[i].n; k++)
            if (face(j, g->served[f->cup[i].first + k].card)->flags & INN_UNSPLITTABLE) splits = false;
        bool fits = for_drinker(j, p, s, f->cup[i].drinker) &&
                    (splits || !(does(j, p, INN_SPLIT_DRINK) || does(j, p, INN_HALVE_DRINK)));
        fits |= p->whose == INN_MINE && does(j, p, INN_IGNORE_DRINK) && bet_at(j, &f->cup[i], s) >= 0;
        if (f->cup[i].ignored || !fits || (p->when & INN_IF_HEALS && !would_heal(j, &f->cup[i]))) continue;
        found = i;
        n++;
    }
    return n == 1 ? found : 0;
}

static bool answers_payment(const Judge *j, Seat s, const InnPermission *p, int at)
{
    const Inn *g = now(j);
    const Open *o = &g->open[at];
    SeatSet due = o->payers & (SeatSet)~(o->by_inn | o->excused);
    if (p->causes && !(p->causes & o->cause)) return false;
    if (does(j, p, INN_LEAVE) && g->round.stay) return false;
    if (does(j, p, INN_LEAVE) && (o->cause != INN_BY_ANTE || !(g->round.in & together(j, s)))) return false;
    if (p->whose == INN_MINE) return due & helped(j, s);
    return p->whose == INN_ANOTHERS ? due & (SeatSet)~together(j, s) : due;
}

static bool answers_round(const Judge *j, const InnPermission *p, int at)
{
    const Inn *g = now(j);
    const Open *o = &g->open[at];
    if (!(p->when & INN_IF_NO_ANTE)) return true;
    if (o->kind == OPEN_PAYMENT) return o->cause != INN_BY_ANTE;
    if (o->kind != OPEN_CARD) return true;
    for (int way = 0; way < face(j, o->card)->permissions; way++) {
        const InnPermission *q = line(j, o->card, way);
        if (way != o->way && !(o->flags & IS_EVENT)) continue;
        bool takes = does(j, q, INN_TAKE_POT) && q->event != INN_WON;
        if (does(j, q, INN_ANTE) || does(j, q, INN_GAMBLES) || does(j, q, INN_END_ROUND) || takes) return false;
    }
    return true;
}

static bool answers_gain(const Judge *j, Seat s, const InnPermission *p, const Open *o)
{
    SeatSet who = o->kind == OPEN_TAKEN ? bit(o->actor) : o->gained, first = who & -who;
    if (p->when & INN_IF_FROM_INN) who &= o->from_inn;
    if (p->whose == INN_MINE) return who & together(j, s);
    return p->whose == INN_ANOTHERS ? who & first & (SeatSet)~together(j, s) : who;
}

static bool was_used(const Inn *g, int place)
{
    if (place >= PURSE_AT) return false;
    return g->seat[(place - ROW_AT) / ROW_MOST].used >> (place - ROW_AT) % ROW_MOST & 1;
}

/* An item is laid from the hand and does everything else in the row; what stays there is used once a turn. */
static bool from_there(const Judge *j, Seat s, Card c, int way, int place)
{
    bool row = place >= ROW_AT;
    if (row && was_used(now(j), place)) return false;
    if (place >= PURSE_AT && does(j, line(j, c, way), INN_SHOW)) /* one's own is laid open, and what lies open is not */
        return (place - PURSE_AT) / PURSE_MOST == s &&
               now(j)->seat[s].purse[(place - PURSE_AT) % PURSE_MOST].known != PUBLIC;
    return !(face(j, c)->types & INN_IS_ITEM) || does(j, line(j, c, way), INN_LAY) == !row;
}

static bool legal(const Judge *j, Seat s, Card c, int way, int at, unsigned events)
{
    const Inn *g = now(j);
    const Open *o = &g->open[at];
    const InnPermission *p = line(j, c, way);
    int cups[CUPS];
    if (!(events >> p->event & 1)) return false;
    if (p->pick && __builtin_popcount(may_pick(j, s, p, o)) < p->least) return false;
    if (p->when & INN_IF_IN_ROUND && !in(g->round.in, s)) return false;
    int kin = 0; /* TC-HALD: cards of the same sign in the own row */
    for (int i = 0; i < g->seat[s].rows; i++)
        kin += g->seat[s].row_of[i] == s && face(j, g->seat[s].row[i].card)->sign == face(j, c)->sign;
    if (p->signs > kin) return false;
    bool of_the_picked = p->pick && p->token_held == INN_BY_ANYBODY;
    if (p->token && !of_the_picked && !enough_tokens(j, s, p, s)) return false;
    switch ((InnEvent)p->event) {
    case INN_CARD: return answers_card(j, s, c, p, at);
    case INN_DRINK: return cups_of(j, s, p, at, cups) > 0;
    case INN_PAY: return answers_payment(j, s, p, at);
    case INN_ROUND: return answers_round(j, p, at);
    case INN_WON: return is_of(j, p, s, g->round.winner);
    case INN_TAKEN: return is_of(j, p, s, o->actor);
    case INN_GAINED: return answers_gain(j, s, p, o);
    case INN_PAID:
        if (does(j, p, INN_TAKE_SPENT)) { /* TC-KEET: cards that an opponent has laid down in this payment */
            for (int i = 0; i < g->downs; i++)
                if (g->down_at[i] == at + 1 && !in(together(j, s), g->down_by[i])) return true;
            return false;
        }
        if (does(j, p, INN_TAKE_PAID) && !o->amount) return false; /* CN-66: the Inn was not paid for a card */
        return p->whose == INN_MINE       ? o->payers & together(j, s)
               : p->whose == INN_ANOTHERS ? o->payers & (SeatSet)~together(j, s)
                                          : true;
    case INN_HURT:
        if (p->whose == INN_ANOTHERS && !(o->lost & (SeatSet)~(together(j, s) | together(j, o->actor)))) return false;
        if (p->whose == INN_BODYS && !in(o->bodies, s)) return false; /* TC-WREN: not a mate's */
        if (p->whose != INN_ANOTHERS && p->whose != INN_BODYS && !(o->lost & helped(j, s))) return false;
        if (in(together(j, s), o->actor) || !in(still_in(g), o->actor)) return false;
        return !(p->when & INN_IF_UNREDUCED && o->lessened & together(j, s));
    case INN_ACTING:
    case INN_ORDER: return in(together(j, g->active), s);
    case INN_DRINKING: return !in(together(j, g->active), s);
    default: return true;
    }
}

/* Every answer of the seat, as places and ways, and no other is on offer. */
static void expect_offers(Judge *j, Seat s, int at, unsigned events)
{
    const Inn *g = now(j);
    Card card[HELD];
    int  place[HELD], n = playable(j, s, card, place), found = 0, wanted = 0;
    TapChoices c;
    tap_choices(&j->setup, &j->st, s, &c);
    for (int i = 0; i < n; i++) {
        bool again = false;
        for (int k = 0; k < i; k++) {
            bool rows = place[k] >= ROW_AT && place[i] >= ROW_AT && !was_used(g, place[k]);
            again |= card[k] == card[i] && (place[i] < HAND_MOST || rows); /* of alike ones the first */
        }
        for (int way = 0; way < face(j, card[i])->permissions; way++) {
            bool may = !again && from_there(j, s, card[i], way, place[i]) && legal(j, s, card[i], way, at, events);
            bool offered = false;
            for (int k = 0; k < c.n; k++)
                offered |= (c.choice[k].verb == PLAY || c.choice[k].verb == PLAY_AS) && c.choice[k].a == place[i] &&
                           c.choice[k].b == way;
            HOLDS(j, may == offered, "seat %d %s play %s of place %d in way %d on kind %d, %s", s,
                  may ? "may" : "may not", j->setup.content->deck[INN_CARDS]->face[card[i]].code, place[i], way,
                  g->open[at].kind, j->setup.content->deck[INN_CARDS]->face[g->open[at].card].code);
            wanted += may;
        }
    }
    for (int k = 0; k < c.n; k++) found += c.choice[k].verb != PASS;
    if (g->pool[side_no(j, s)].potions) wanted += 3;
    HOLDS(j, found == wanted, "seat %d has %d answers, not %d", s, found, wanted);
}

/* Whose Sometimes cards come first: of a card who played it, of Drinks who revealed them, else whose turn it is. */
static Seat source_of(const Inn *g, int at)
{
    const Open *o = &g->open[at];
    SeatSet revealed = 0;
    if (g->table.option[OPT_ANSWERS] == ANSWERS_FROM_TURN) return g->active;
    if (o->kind == OPEN_CARD) return o->actor != NOBODY ? o->actor : tap_first_of(o->mine);
    if (o->kind != OPEN_DRINKS) return g->active;
    for (int i = 0; i < o->cups; i++)
        if (g->cup[o->cup + i].revealer != NOBODY) revealed |= bit(g->cup[o->cup + i].revealer);
    return __builtin_popcount(revealed) == 1 ? tap_first_of(revealed) : g->active;
}

/* Pass A: Anytime cards from whose turn it is; pass S: the others from the source. */
static Seat first_of_all(const Judge *j, int at, const TapMove answer[PATRONS], SeatSet asked)
{
    const Inn *g = now(j);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < g->table.seats; i++) {
            Seat s = (Seat)(((pass ? source_of(g, at) : g->active) + i) % g->table.seats);
            Card card[HELD];
            int  place[HELD], n = playable(j, s, card, place);
            if (!in(asked, s) || answer[s].verb == PASS) continue;
            if (answer[s].verb == POTION) {
                if (!pass) return s;
                continue;
            }
            for (int k = 0; k < n; k++)
                if (place[k] == answer[s].a && (face(j, card[k])->types & INN_IS_ANYTIME ? 0 : 1) == pass)
                    return s;
        }
    return NOBODY;
}

/* ----------------------------------------------------------- what follows */

static void deed(JudgedCup *c, int what, int n)
{
    assert_in_range(c->deeds, 0, CHANGES - 1);
    c->deed[c->deeds].does = what;
    c->deed[c->deeds++].n = n;
}

/* CN-5: one card is enough, and then it is so much weaker for who ignores it. */
static int ignored_as(const Judge *j, const JudgedCup *c)
{
    int as = 0;
    for (int i = 0; i < c->n; i++) {
        int n = face(j, now(j)->served[c->first + i].card)->ignore_as;
        as = n > as ? n : as;
    }
    return as;
}

/* SPL-1: a half is a Drink of its own. */
static void befalls_cup(const Judge *j, Fate *f, int cup, const InnEffect *e, Seat actor, Seat target)
{
    JudgedCup *c = &f->cup[cup];
    if (e->does == INN_IGNORE_DRINK && bet_at(j, c, actor) >= 0 && !in(together(j, actor), c->drinker)) {
        for (int i; (i = bet_at(j, c, actor)) >= 0;) c->deed[i].does = INN_STASH_DRINK; /* it does nothing */
    } else if (e->does == INN_BET) deed(c, INN_BET, actor);
    else if (e->does == INN_IGNORE_DRINK && ignored_as(j, c)) deed(c, INN_ADD_AC, -ignored_as(j, c));
    else if (e->does == INN_IGNORE_DRINK) c->ignored = true;
    else if (e->does == INN_PASS_DRINK) c->drinker = target;
    else if (e->does == INN_SPLIT_DRINK) {
        deed(c, e->does, 0);
        f->cup[f->cups] = *c;
        f->cup[f->cups++].drinker = target;
    } else if (e->does == INN_ADD_AC || e->does == INN_SET_DRINK || e->does == INN_CONVERT ||
               e->does == INN_CONVERT_TO || e->does == INN_NO_HEAL || e->does == INN_HALVE_DRINK)
        deed(c, e->does, e->n);
}

static void lessen(Fate *f, Seat side, int by)
{
    assert_in_range(f->changes, 0, 39);
    f->change[f->changes].of = side;
    f->change[f->changes].to = false;
    f->change[f->changes++].n = by;
}

/* One's own payment, or the first of another that is due, from who answers it. */
static void befalls_payment(Judge *j, int below, const InnPermission *p, const InnEffect *e, Seat actor)
{
    Fate *f = &j->fate[below];
    SeatSet due = f->payers & (SeatSet)~(f->by_inn | f->excused), of = 0;
    for (int i = 0; i < 2 * j->setup.seats && !of; i++) { /* of one's own side first */
        Seat s = (Seat)((actor + i) % j->setup.seats);
        bool own = in(helped(j, actor), s) && p->whose != INN_ANOTHERS, others = !in(together(j, actor), s);
        if (in(due, s) && (i < j->setup.seats ? own : others)) of = bit(s);
    }
    if (e->does == INN_SUBSTITUTE) f->by_inn |= of;
    if (e->does == INN_EXCUSE) f->excused |= of;
    if (e->does == INN_LEAVE && e->who == INN_ME) f->payers &= (SeatSet)~helped(j, actor); /* the Champion (TM-16) */
}

/* CN-10: by how much the part of a card changes its numbers. */
static int more_by_part(const Judge *j, const Open *o)
{
    const InnPermission *part = part_line(j, o);
    for (int i = 0; part && i < part->effects; i++)
        if (effect(j, part, i)->does == INN_NUMBERS) return effect(j, part, i)->n;
    return 0;
}

/* An answer that was carried out, by its own line, of which the numbers are so much more. */
static void befalls(Judge *j, int below, const InnPermission *p, Seat actor, SeatSet targets, int cup, int more)
{
    Fate *f = &j->fate[below];
    for (int i = 0; i < p->effects; i++) {
        const InnEffect *e = effect(j, p, i);
        if (p->event == INN_PAY) befalls_payment(j, below, p, e, actor);
        if (p->event == INN_DRINK && f->cups) befalls_cup(j, f, cup, e, actor, tap_first_of(targets));
        if (e->does == INN_REDIRECT_ALL || e->does == INN_BORROW) f->unknown = true;
        if (e->does == INN_BORROW && !now(j)->teams) f->ignored |= bit(actor); /* BVB-3 */
        if (e->does == INN_NO_HEAL && p->event == INN_CARD) f->unhealed = true;
        if (e->does == INN_NEGATE) f->negated = true;
        else if (e->does == INN_IGNORE && face(j, now(j)->open[below].card)->ignore_as) { /* NEG-9 */
            lessen(f, side_no(j, actor), face(j, now(j)->open[below].card)->ignore_as);
        } else if (e->does == INN_IGNORE) f->ignored |= together(j, actor);
        else if (e->does == INN_SHARE_LOSS) f->shared |= bit(side_no(j, actor));
        else if (e->does == INN_REDUCE || e->does == INN_REDUCE_TO) {
            assert_in_range(f->changes, 0, 39);
            f->change[f->changes].of = side_no(j, actor);
            f->change[f->changes].to = e->does == INN_REDUCE_TO;
            f->change[f->changes++].n = e->n + more < 0 ? 0 : e->n + more;
        } else if (e->does == INN_REDIRECT)
            for (Seat s = 0; s < PATRONS; s++)
                if (in(together(j, actor), f->goes[s])) f->goes[s] = tap_first_of(targets);
    }
}

/* What the row of a seat and its tokens do as long as they lie there. */
static int lasting(const Judge *j, Seat s, int what)
{
    const Inn *g = now(j);
    int sum = 0;
    for (Seat x = 0; x < g->table.seats; x++) { /* tokens of anybody act on who has them, all else on its owner */
        const InnDeckInfo *deck = inn_deck(tables(j), g->seat[x].deck);
        const Patron *own = &g->seat[s];
        for (int i = 0; i < deck->tokens + (x == s ? own->rows + own->purses : 0); i++) {
            int in_row = i - deck->tokens, in_purse = in_row - own->rows;
            if (in_row >= 0 && in_purse >= 0 && own->purse[in_purse].known != PUBLIC) continue; /* TC-KEET */
            Card c = in_row < 0 ? deck->token[i] : in_purse < 0 ? own->row[in_row].card : own->purse[in_purse].card;
            int by = face(j, c)->held_by;
            if (i < deck->tokens && ((by != INN_BY_ANYBODY && x != s) || !tokens(j, x, i + 1, by, s))) continue;
            for (int way = 0; way < face(j, c)->permissions; way++) {
                const InnPermission *p = line(j, c, way);
                Seat of = in_row < 0 || in_purse >= 0 ? x : own->row_of[in_row];
                if (p->event != INN_LIES || (p->token && !enough_tokens(j, of, p, s))) continue;
                for (int k = 0; k < p->effects; k++) {
                    int n = effect(j, p, k)->does == what ? effect(j, p, k)->n : 0;
                    if (what != INN_FIRST_COIN) sum += n;
                    else if (n > sum) sum = n; /* CN-12: once, whatever lies there */
                }
            }
        }
    }
    return sum;
}

static int loss_of(const Fate *f, Seat s, int n)
{
    for (int i = 0; i < f->changes; i++) {
        if (f->change[i].of != s) continue;
        n = f->change[i].to ? n < f->change[i].n ? n : f->change[i].n : n - f->change[i].n;
    }
    return n < 0 ? 0 : n;
}

typedef struct Loss {
    Seat who;
    int n;
    bool body; /* a card of his */
} Loss;

/* How many cards with a Fortitude of their own may be struck instead of one of these. */
static int bodies_to_strike(const Judge *j, const InnPermission *p, SeatSet of, int whom)
{
    bool strikes = false;
    int n = 0;
    for (int i = 0; i < p->effects; i++)
        strikes |= effect(j, p, i)->does == INN_LOSE && effect(j, p, i)->stat == INN_FORT &&
                   effect(j, p, i)->who == whom;
    if (!strikes || p->most > 1 || (p->pick != INN_OTHER && p->pick != INN_ANYONE)) return 0;
    for (Seat s = 0; s < now(j)->table.seats; s++)
        for (int i = 0; in(of, s) && i < now(j)->seat[s].rows; i++)
            n += face(j, now(j)->seat[s].row[i].card)->start != 0;
    return n;
}

/* TC-NATY: of a Boss only the first of a phase. */
static int strikes_as_action(const Judge *j, const Open *o, const InnPermission *p)
{
    return p->event == INN_ACTION && o->flags & BY_ACTION ? lasting(j, o->actor, INN_ACTION_HIT) : 0;
}

/* What strikes a card with Fortitude of its own: it has no tokens and no mates, and nothing shields it. */
static int strikes_body(const Judge *j, const Open *o, const InnEffect *e, const InnPermission *p, Seat owner)
{
    int n = e->per == INN_PER_MEMBER   ? 1
            : e->per == INN_BY_ANYBODY ? 0
            : e->per                   ? tokens(j, o->actor, e->token, e->per, owner)
                                       : e->n;
    if (n > 0 && !in(together(j, o->actor), owner))
        n += lasting(j, o->actor, INN_HIT) + strikes_as_action(j, o, p);
    return n < 0 ? 0 : n;
}

/* CN-23; BVB-2: of Bosses who are alone the opponents. */
static int members(const Judge *j, Seat actor, Seat s)
{
    const bool alone = j->setup.option[OPT_VARIANT] == VARIANT_BOSS_VERSUS_BOSS && s != actor;
    return __builtin_popcount(still_in(now(j)) & (alone ? (SeatSet)~bit(actor) : together(j, s)));
}

static bool happens_at_once(int what)
{
    return what == INN_LOSE || what == INN_GAIN || what == INN_DRAW || what == INN_GRANT || what == INN_LOCK ||
           what == INN_NEGATE || what == INN_IGNORE || what == INN_REDUCE || what == INN_REDUCE_TO ||
           what == INN_REDIRECT || what == INN_SHARE_LOSS || what == INN_NO_HEAL || what == INN_NUMBERS ||
           what == INN_LAY;
}

/* All that a card does in its order, with its part where it was merged. Numbers that the part changes are changed
 * (CN-10), and what both take of the same players is one effect. */
static int effects_with_part(const Judge *j, const Open *o, const InnPermission *p, InnEffect ret[12])
{
    const InnPermission *part = part_line(j, o);
    int n = 0, more = more_by_part(j, o);
    for (int i = 0; i < p->effects; i++) {
        ret[n] = *effect(j, p, i);
        bool counts = ret[n].does == INN_LOSE || ret[n].does == INN_GAIN || ret[n].does == INN_DRAW;
        if (counts && !ret[n].per && !ret[n].per_pick) ret[n].n = (int8_t)(ret[n].n + more < 0 ? 0 : ret[n].n + more);
        if (ret[n].does != INN_MERGE) n++;
        else
            for (int k = 0; part && k < part->effects; k++) ret[n++] = *effect(j, part, k);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            bool same = ret[i].joined && !ret[k].joined && ret[i].does == INN_LOSE && ret[k].does == INN_LOSE &&
                        ret[i].stat == INN_FORT && ret[k].stat == INN_FORT && ret[i].who == ret[k].who && !ret[i].per;
            if (!same) continue;
            ret[k].n = (int8_t)(ret[k].n + ret[i].n);
            ret[i].does = INN_NUMBERS; /* nothing of its own any more */
        }
    return n;
}

/* What the line takes of whose Fortitude, as far as it asks nobody; from the table before. */
static int losses_of(const Judge *j, const Inn *g, const Open *o, const Fate *f, const InnPermission *p, Loss ret[40])
{
    int fort[PATRONS], sum[PATRONS] = {0}, n = 0; /* of sides */
    int body[PATRONS][ROW_MOST];
    bool falls = false; /* then something else may come first */
    for (Seat s = 0; s < g->table.seats; s++) fort[s] = g->pool[s].fort;
    for (Seat s = 0; s < g->table.seats; s++)
        for (int i = 0; i < ROW_MOST; i++) body[s][i] = g->seat[s].row_fort[i] - 1;
    InnEffect all[12];
    for (int i = 0, of = effects_with_part(j, o, p, all); i < of && !falls && happens_at_once(all[i].does); i++) {
        const InnEffect *e = &all[i];
        if (e->per == INN_PER_LOST || e->per == INN_PER_CREW) break; /* follows from what was not written yet */
        SeatSet who = meant(j, g, o, o->mine, e->who);
        int amount[PATRONS], due[PATRONS] = {0};
        for (Seat s = 0; s < g->table.seats; s++)
            amount[s] = e->per == INN_PER_MEMBER ? members(j, o->actor, s)
                        : e->per      ? tokens(j, o->actor, e->token, e->per, s)
                        : e->per_pick ? o->amount
                                      : e->n;
        if (e->does == INN_GAIN && e->stat == INN_FORT && !f->unhealed)
            for (Seat s = 0; s < g->table.seats; s++)
                if (in(who, s) && !in(f->ignored | ignored_by_nature(j, o), s)) {
                    int *side = &fort[side_no(j, s)];
                    *side = *side + amount[s] > 20 ? 20 : *side + amount[s];
                }
        if (e->does != INN_LOSE || e->stat != INN_FORT) continue;
        if (e->who == INN_TARGET ? o->body : e->who == INN_SECOND && o->second_body) {
            Seat owner = tap_first_of(e->who == INN_TARGET ? o->targets : o->second);
            int place = e->who == INN_TARGET ? o->body : o->second_body;
            int *has = place == PLACE_GONE || owner < 0 ? NULL : &body[owner][place - 1];
            int strikes = has ? strikes_body(j, o, e, p, owner) : 0, real = has && strikes > *has ? *has : strikes;
            if (real) ret[n++] = (Loss){owner, real, true};
            if (has) *has -= real;
            falls = has && !*has;
            continue;
        }
        Seat first[PATRONS]; /* of a side, whom it strikes */
        int share[PATRONS] = {0};
        memset(first, -1, sizeof first);
        for (Seat s = 0; s < g->table.seats; s++) { /* TM-19: all of a side is one loss; TM-22: who ignores has none */
            Seat to = f->goes[s];
            if (!in(who, s) || in(f->ignored | ignored_by_nature(j, o), to) || !in(still_in(g), to)) continue;
            int strikes = amount[s];
            if (strikes > 0 && !in(together(j, o->actor), to))
                strikes += lasting(j, o->actor, INN_HIT) + strikes_as_action(j, o, p);
            strikes -= lasting(j, to, INN_SHIELD);
            if (in(f->shunned | not_here(g), to)) strikes -= dulled_by(j, o);
            if (strikes <= 0) continue; /* TM-22: each share for itself; TC-BRYN: who has none lost nothing */
            due[side_no(j, to)] += strikes;
            share[to] += strikes;
            if (first[side_no(j, to)] < 0 || to < first[side_no(j, to)]) first[side_no(j, to)] = to;
        }
        for (Seat s = 0; s < g->table.seats; s++) {
            if (!due[s]) continue;
            int loss = loss_of(f, s, sum[s] + due[s]) - loss_of(f, s, sum[s]); /* TM-19: once for all of the card */
            sum[s] += due[s];
            Seat hit[2] = {o->actor, first[s]};
            bool shared = in(f->shared, s);
            if (shared) loss = (loss + 1) / 2;
            for (int k = shared ? 0 : 1; k < 2; k++) {
                if (k) { /* what bodies take over, each of its owner's share; the first of the others is told of */
                    hit[1] = NOBODY;
                    for (Seat x = 0; x < g->table.seats; x++) {
                        int due_here = share[x] < loss ? share[x] : loss, taken = 0;
                        for (int b = 0; in(together(j, s), x) && b < g->seat[x].rows; b++) {
                            int real = due_here - taken < body[x][b] ? due_here - taken : body[x][b];
                            if (!(face(j, g->seat[x].row[b].card)->flags & INN_ABSORBS) || real <= 0) continue;
                            ret[n++] = (Loss){x, real, true};
                            body[x][b] -= real;
                            falls |= !body[x][b];
                            taken += real;
                        }
                        if (in(together(j, s), x)) loss -= taken;
                        if (in(together(j, s), x) && share[x] > taken && hit[1] == NOBODY) hit[1] = x;
                    }
                }
                if (hit[k] == NOBODY || !loss) continue;
                int *side = &fort[side_no(j, hit[k])], real = loss < *side ? loss : *side;
                if (real) ret[n++] = (Loss){hit[k], real, false};
                *side -= real;
            }
        }
    }
    return n;
}

static int half(int n) { return n < 0 ? -half(-n) : n - n / 2; }

/* What a card of a Drink does to who drinks it, by one of its lines; NULL if that is for others. */
static const InnPermission *drunk_line(const Judge *j, Card card, int way, int folk)
{
    const InnPermission *p = line(j, card, way);
    return p->event == INN_DRUNK && !(p->is_not & folk) && (!p->is || p->is & folk) ? p : NULL;
}

/* What a Drink does to who drinks it: its cards together, then what was done to it, deed by deed. */
static void dose_of(const Judge *j, const Inn *g, const JudgedCup *c, int *ret_ac, int *ret_fort)
{
    int sum[INN_GOLD + 1] = {0}, folk = g->seat[c->drinker].folk;
    for (int i = 0; i < c->n; i++) {
        Card card = g->served[c->first + i].card;
        for (int way = 0; way < face(j, card)->permissions; way++) {
            const InnPermission *p = drunk_line(j, card, way, folk);
            for (int k = 0; p && k < p->effects; k++) {
                const InnEffect *e = effect(j, p, k);
                if (e->does == INN_GAIN) sum[e->stat] += e->n;
                if (e->does == INN_LOSE) sum[e->stat] -= e->n;
            }
        }
    }
    int ac = sum[INN_AC], fort = sum[INN_FORT];
    for (int i = 0; i < c->deeds; i++) {
        int n = c->deed[i].n;
        switch (c->deed[i].does) {
        case INN_BET:
        case INN_STASH_DRINK: break;
        case INN_SPLIT_DRINK: ac = half(ac), fort = half(fort); break;
        case INN_HALVE_DRINK: ac /= 2, fort /= 2; break; /* SPL-4 */
        case INN_SET_DRINK: ac = n, fort = 0; break;
        case INN_NO_HEAL: fort = fort > 0 ? 0 : fort; break;
        case INN_CONVERT: if (ac > 0) fort += ac, ac = 0; break;
        case INN_CONVERT_TO: if (ac > 0) fort += n, ac = 0; break;
        default: if (n > 0) ac += n; else if (ac > 0) ac = ac + n > 0 ? ac + n : 0;
        }
    }
    if (ac > 0) ac += lasting(j, c->drinker, INN_DRINK_MORE);
    *ret_ac = ac < 0 && sum[INN_AC] >= 0 ? 0 : ac;
    *ret_fort = fort;
}

/* CN-52: by its numbers, or by what may be discarded or revealed for Fortitude, unless somebody has stopped that. */
/* How many cards such a rider of the Drink asks for Fortitude, after all that was done to it; 0: it brings none. */
static int asked_for_fort(const Judge *j, const JudgedCup *c, InnDoes does)
{
    const Inn *g = now(j);
    int sum = 0;
    for (int i = 0; i < c->n; i++) {
        Card card = g->served[c->first + i].card;
        for (int way = 0; way < face(j, card)->permissions; way++) {
            const InnPermission *p = drunk_line(j, card, way, g->seat[c->drinker].folk);
            for (int k = 0; p && k < p->effects; k++) {
                const InnEffect *e = effect(j, p, k);
                if (e->does == does && e->stat == INN_FORT) sum += e->n;
            }
        }
    }
    for (int i = 0; i < c->deeds; i++) {
        if (c->deed[i].does == INN_NO_HEAL || c->deed[i].does == INN_SET_DRINK) sum = 0;
        if (c->deed[i].does == INN_SPLIT_DRINK) sum = (sum + 1) / 2;
        if (c->deed[i].does == INN_HALVE_DRINK) sum /= 2; /* SPL-4 */
    }
    return sum;
}

static bool would_heal(const Judge *j, const JudgedCup *c)
{
    int ac, fort;
    dose_of(j, now(j), c, &ac, &fort);
    return fort > 0 || asked_for_fort(j, c, INN_DISCARD_FOR) || asked_for_fort(j, c, INN_REVEAL_FOR);
}

static bool cup_would_heal(const Judge *j, const Cup *cup)
{
    JudgedCup as = {.drinker = cup->drinker, .first = cup->first, .n = cup->n};
    for (int i = 0; i < cup->changes; i++) {
        int n = cup->change[i];
        if (n <= CUP_BET) continue;
        if (n == CUP_UNHEALED) deed(&as, INN_NO_HEAL, 0);
        else if (n == CUP_HALVED) deed(&as, INN_SPLIT_DRINK, 0);
        else if (n == CUP_HALF_GONE) deed(&as, INN_HALVE_DRINK, 0);
        else if (n == CUP_CONVERTED) deed(&as, INN_CONVERT, 0);
        else if (n >= CUP_SET_TO) deed(&as, INN_SET_DRINK, n - CUP_SET_TO);
        else if (n > CUP_CONVERTED_TO) deed(&as, INN_CONVERT_TO, n - CUP_CONVERTED_TO);
        else deed(&as, INN_ADD_AC, n);
    }
    return would_heal(j, &as);
}

static int bounded(int n) { return n < 0 ? 0 : n > 20 ? 20 : n; }

typedef struct Drunk {
    SeatSet who;
    int ac[PATRONS];
} Drunk;

/* All drink together. Says false if the judge cannot foretell it: a Drink may be shared first (MEA-1). */
static bool foretell_drinks(const Judge *j, int at, Drunk *ret)
{
    const Inn *g = now(j);
    const Fate *f = &j->fate[at];
    int sum[PATRONS] = {0}; /* of sides */
    *ret = (Drunk){.who = 0};
    if (g->open[at].kind != OPEN_DRINKS || !f->cups) return false;
    for (int i = 0; i < f->cups; i++)
        if (f->cup[i].n && face(j, g->served[f->cup[i].first].card)->flags & INN_SHARED) return false;
    for (int i = 0; i < f->cups; i++) {
        int ac, fort;
        if (f->cup[i].ignored || !in(still_in(g) & (SeatSet)~not_here(g), f->cup[i].drinker)) continue;
        dose_of(j, g, &f->cup[i], &ac, &fort);
        sum[side_no(j, f->cup[i].drinker)] += ac;
        ret->who |= bit(f->cup[i].drinker);
    }
    for (Seat s = 0; s < g->table.seats; s++) ret->ac[s] = bounded(g->pool[side_no(j, s)].ac + sum[side_no(j, s)]);
    return true;
}

static void expect_drunk(Judge *j, const Drunk *d)
{
    SeatSet left = d->who;
    for (int i = 0; i < j->log.n && left; i++) {
        const TapEvent *e = &j->log.event[i];
        if (strcmp(e->text, "{who} drinks: Alcohol {n}.")) continue;
        HOLDS(j, in(left, e->who) && e->n == d->ac[e->who], "seat %d has Alcohol %d, not %d", e->who, e->n,
              d->ac[e->who]);
        left &= (SeatSet)~bit(e->who);
        j->drunk++;
    }
    HOLDS(j, !left, "%x have not drunk", left);
}

/* e4, GAM-24: all pay together, whoever has less what he has; or nobody, if who makes them ante cannot do it. */
static int foretell_payments(const Judge *j, int at, Loss ret[PATRONS])
{
    const Inn *g = now(j);
    const Open *o = &g->open[at];
    const Fate *f = &j->fate[at];
    int n = 0;
    bool ante = o->cause == INN_BY_ANTE;
    if (o->kind != OPEN_PAYMENT || f->unknown || (ante && g->round.blood)) return -1;
    for (Seat s = 0; s < g->table.seats; s++) /* somebody is asked first which of his Gold it is */
        if (g->seat[s].purses && f->payers & together(j, s)) return -1;
    /* TM-23: who is gone has left the round, and pays only the price of his own card; a mate pays for a refill */
    SeatSet gone = f->payers & not_here(g) & (SeatSet)~(ante || o->actor == NOBODY ? 0 : bit(o->actor));
    SeatSet payers = f->payers & (SeatSet)~gone;
    for (Seat s = 0; o->cause == INN_BY_REFILL && s < g->table.seats; s++) {
        SeatSet mates = in(gone, s) ? together(j, s) & still_in(g) & (SeatSet)~not_here(g) : 0;
        payers |= mates & (SeatSet)-mates;
    }
    bool starter_pays = ante && in(payers, o->actor) && !in(f->by_inn | f->excused, o->actor);
    int purse[PATRONS];
    for (Seat s = 0; s < PATRONS; s++) purse[s] = g->pool[s].gold;
    if (starter_pays && purse[side_no(j, o->actor)] < o->amount) return 0;
    for (Seat s = 0; s < g->table.seats; s++) {
        bool had = at && g->open[at - 1].kind == OPEN_CARD && in(g->open[at - 1].by_inn, s); /* (f) 54 */
        int first = ante || in(f->by_inn, s) || had ? 0 : lasting(j, s, INN_FIRST_COIN);    /* CN-12 */
        int left = first < o->amount ? o->amount - first : 0;
        int *gold = &purse[side_no(j, s)], coins = in(f->by_inn, s) || *gold > left ? left : *gold;
        if (!in(payers & still_in(g) & (SeatSet)~f->excused, s) || !coins) continue;
        ret[n++] = (Loss){s, coins, false};
        if (!in(f->by_inn, s)) *gold -= coins;
        if (o->to != NOBODY) purse[side_no(j, o->to)] += coins + (first < o->amount ? first : o->amount);
    }
    return n;
}

static void expect_paid(Judge *j, const Loss *paid, int n)
{
    int found = 0;
    for (int i = 0; i < j->log.n && found < n; i++) {
        const TapEvent *e = &j->log.event[i];
        if (e->kind != TAP_PAID) continue;
        HOLDS(j, e->who == paid[found].who && e->n == paid[found].n, "seat %d pays %d, not seat %d %d", e->who, e->n,
              paid[found].who, paid[found].n);
        found++;
    }
    HOLDS(j, found == n, "%d of %d payments", found, n);
    j->paid += n;
}

static void expect_losses(Judge *j, const Loss *loss, int n)
{
    int found = 0;
    for (int i = 0; i < j->log.n; i++) {
        const TapEvent *e = &j->log.event[i];
        if (!strcmp(e->text, "{who} plays {card}.") || !strcmp(e->text, "{card} happens.")) break;
        bool body = !strcmp(e->text, "{who}'s {card} loses {n} Fortitude.");
        if (!strcmp(e->text, "{who}'s {card} falls.")) break;
        if (!body && strcmp(e->text, "{who} loses {n} Fortitude.")) continue;
        if (found == n) break; /* of a part that somebody was asked about */
        j->bodies += body;
        HOLDS(j, e->who == loss[found].who && e->n == loss[found].n && body == loss[found].body,
              "seat %d loses %d, not seat %d %d", e->who, e->n, loss[found].who, loss[found].n);
        found++;
    }
    HOLDS(j, found == n, "%d of %d losses", found, n);
    j->losses += n;
}

/* ------------------------------------------------------------- recursion */

static void judge_window(Judge *j, int at);
static bool judge_play(Judge *j, Seat actor, Card card, int way, int below, bool anybody_asked);

static void answer(Judge *j, Seat s, TapMove m)
{
    tap_log_clear(&j->log);
    HOLDS(j, tap_answer(&j->setup, &j->st, s, m, &j->log), "a listed answer is refused");
    const char *wrong = inn_unsound(now(j));
    HOLDS(j, !wrong, "%s", wrong);
}

static void answer_at_random(Judge *j)
{
    TapSeat s;
    TapMove m = random_answer(&j->setup, &j->st, &j->dice, &s);
    answer(j, s, m);
}

/* A card in one's own turn, or none. */
static void judge_turn(Judge *j)
{
    const Inn *g = now(j);
    Seat s = some_seat(tap_asked(&j->setup, &j->st), &j->dice);
    int below = g->at;
    if (asks(j, Q_ACTION)) /* TM-7 */
        HOLDS(j, !(tap_asked(&j->setup, &j->st) & (SeatSet)~together(j, g->active)), "an Action of another side");
    TapChoices c;
    tap_choices(&j->setup, &j->st, s, &c);
    TapMove m = tap_choices_pick(&c, &j->dice);
    Card held[HELD], card = 0;
    int  place[HELD];
    for (int i = 0, n = playable(j, s, held, place); i < n; i++)
        if (place[i] == m.a) card = held[i];
    answer(j, s, m);
    if (m.verb != PASS) judge_play(j, s, card, m.b, below, false);
}

/* CN-40: a card of another hand is somebody's play: each that is for gambling is on offer, and none is a pass. */
static void judge_theirs(Judge *j)
{
    const Inn *g = now(j);
    Seat s = tap_first_of(tap_asked(&j->setup, &j->st)), of = g->hand_of;
    int below = g->at, wanted = 0;
    TapChoices c;
    tap_choices(&j->setup, &j->st, s, &c);
    for (int i = 0; i < g->seat[of].cards; i++) {
        Card card = g->seat[of].hand[i].card;
        bool again = false;
        for (int k = 0; k < i; k++) again |= g->seat[of].hand[k].card == card;
        for (int way = 0; !again && way < face(j, card)->permissions; way++) {
            const InnPermission *p = line(j, card, way);
            bool cheats = face(j, card)->types & INN_IS_CHEATING;
            if (p->event != INN_GAMBLE || does(j, p, INN_PLAY_THEIRS) || (g->round.lock && !cheats)) continue;
            if (p->pick && __builtin_popcount(may_pick(j, s, p, &g->open[below])) < p->least) continue;
            if (p->token && !(p->pick && p->token_held == INN_BY_ANYBODY) && !enough_tokens(j, of, p, s)) continue;
            wanted++;
        }
    }
    HOLDS(j, c.n == 1 + wanted, "%d of their cards could be played, not %d", c.n - 1, wanted);
    TapMove m = tap_choices_pick(&c, &j->dice);
    Card card = m.verb == PASS ? 0 : g->seat[of].hand[m.a].card;
    answer(j, s, m);
    if (m.verb != PASS) judge_play(j, s, card, m.b, below, false);
}

/* Something that is not the window at hand: a window inside it, or another question. */
static void go_on(Judge *j)
{
    if (asks(j, Q_ANSWER)) judge_window(j, now(j)->at);
    else if (asks(j, Q_THEIRS)) judge_theirs(j);
    else if (asks(j, Q_ACTION) || asks(j, Q_GAMBLE)) judge_turn(j);
    else answer_at_random(j);
}

static bool is_open(const Judge *j, int at, Card card, Seat actor)
{
    const Inn *g = now(j);
    if (over(j) || g->opens <= at) return false;
    const Open *o = &g->open[at];
    bool played = o->kind == OPEN_CARD || o->kind == OPEN_AFTER || o->kind == OPEN_GAINED;
    return played && o->card == card && o->actor == actor;
}

/* TM-12, TM-13: of "each player" one of each side that is in, and of his own who plays the card. */
static void expect_champions(const Judge *j, int at, const InnPermission *p, Seat actor)
{
    const Inn *g = now(j);
    SeatSet each = g->open[at].each & still_in(g);
    bool everybody = false;
    for (int i = 0; i < p->effects; i++)
        everybody |= effect(j, p, i)->who == INN_EACH || effect(j, p, i)->to == INN_EACH;
    const InnPermission *part = part_line(j, &g->open[at]);
    for (int i = 0; part && i < part->effects; i++) everybody |= effect(j, part, i)->who == INN_EACH;
    if (!everybody) return;
    HOLDS(j, in(each, actor) || !in(still_in(g), actor), "seat %d is not among all", actor);
    for (Seat s = 0; s < g->table.seats; s++)
        HOLDS(j, !in(still_in(g), s) || __builtin_popcount(each & together(j, s)) == 1, "Champions are %x", each);
}

/* CN-3: how much less Alcohol the Drink has that who makes a toast reveals in it; 0: it is none. */
static int weaker_by(const Judge *j, int at, const Cup *cup)
{
    const Inn *g = now(j);
    const Open *toast = at ? &g->open[at - 1] : NULL;
    if (!toast || toast->kind != OPEN_CARD || toast->flags & IS_EVENT || toast->actor != cup->revealer) return 0;
    const InnPermission *p = line(j, toast->card, toast->way);
    for (int i = 0; i < p->effects; i++)
        if (effect(j, p, i)->does == INN_TOAST) return effect(j, p, i)->n;
    return 0;
}

static void new_fate(Judge *j, int at)
{
    const Inn *g = now(j);
    const Open *o = &g->open[at];
    j->fate[at] = (Fate){.payers = o->payers, .by_inn = o->by_inn, .excused = o->excused};
    j->fate[at].ignored = ignored_by_nature(j, o);
    if (o->flags & IS_EVENT) j->fate[at].ignored = o->ignored; /* in its first window */
    for (int i = 0; o->kind == OPEN_DRINKS && i < o->cups; i++) {
        const Cup *cup = &g->cup[o->cup + i];
        bool shot = !cup->n && cup->changes == 1; /* CN-21: no card, and so much Alcohol */
        int less = weaker_by(j, at, cup);
        HOLDS(j, cup->changes >= !!less, "the toast of seat %d is as strong as any", cup->revealer);
        if ((cup->changes != !!less && !shot) || cup->ignored) {
            j->fate[at].cups = 0;
            break;
        }
        JudgedCup *c = &j->fate[at].cup[j->fate[at].cups++];
        *c = (JudgedCup){.drinker = cup->drinker, .first = cup->first, .n = cup->n};
        if (shot) deed(c, INN_SET_DRINK, cup->change[0] - CUP_SET_TO);
        if (less) deed(c, INN_ADD_AC, -less);
    }
    for (Seat s = 0; s < PATRONS; s++) {
        j->fate[at].goes[s] = o->flags & IS_EVENT ? o->goes[s] : s; /* sent on in its first window */
        bool shuns = s < g->table.seats && g->open[at].kind == OPEN_CARD &&
                     !(g->open[at].flags & (IS_EVENT | IN_PLAY)) && /* what happens by itself is no Action card */
                     face(j, g->open[at].card)->types & INN_IS_ACTION && g->seat[s].shuns && /* CN-55 */
                     !(face(j, g->open[at].card)->flags & INN_UNDENIABLE);
        if (shuns && !dulled_by(j, o)) j->fate[at].ignored |= bit(s);
        if (shuns) j->fate[at].shunned |= bit(s);
    }
}

/* CARD: announced with its picks, answered, carried out, what follows answered. Says whether it was carried out; if
 * nobody could be asked about it, it is done already. */
static bool judge_play(Judge *j, Seat actor, Card card, int way, int below, bool anybody_asked)
{
    int at = below + 1;
    const InnPermission *p = line(j, card, way);
    SeatSet targets = 0;
    int cup = p->event == INN_DRINK ? only_cup_of(j, actor, p, below) : 0, more = 0;
    j->plays++;
    if (!is_open(j, at, card, actor)) {
        HOLDS(j, !anybody_asked, "card %d could not be answered", card);
        if (p->event == INN_DRINK) j->fate[below].cups = 0; /* which Drink it was about nobody has seen, */
        j->fate[below].unknown |= p->pick || does(j, p, INN_MERGE); /* nor whom it picked, or what was part of it */
        befalls(j, below, p, actor, 0, 0, 0);
        return true;
    }
    new_fate(j, at);
    while ((asks(j, Q_PICK) || asks(j, Q_CUP) || asks(j, Q_MEMBER) || asks(j, Q_CHAMPION) || asks(j, Q_SECOND)) &&
           is_open(j, at, card, actor) && now(j)->opens == at + 1) { /* else it is done, and something else happens */
        const Inn *g = now(j);
        if (asks(j, Q_CHAMPION)) { /* TM-13: who plays it is Champion by himself */
            HOLDS(j, !(tap_asked(&j->setup, &j->st) & together(j, actor)), "the side of %d chooses a Champion", actor);
            answer_at_random(j);
            continue;
        }
        TapChoices c;
        int cups[CUPS], picks = 0;
        const InnPermission *by = p->pick ? p : part_line(j, &g->open[at]);
        HOLDS(j, g->opens == at + 1 && tap_asked(&j->setup, &j->st) == bit(actor), "somebody else picks");
        tap_choices(&j->setup, &j->st, actor, &c);
        for (int i = 0; i < c.n; i++) picks += c.choice[i].verb != ENOUGH;
        int wanted = asks(j, Q_MEMBER) ? __builtin_popcount(together(j, g->active) & (SeatSet)~not_here(g)) /* TM-25 */
                     : asks(j, Q_CUP) ? cups_of(j, actor, p, below, cups)
                                    : __builtin_popcount(may_pick(j, actor, by, &g->open[below]) &
                                                         (SeatSet)~g->open[at].targets) +
                                          bodies_to_strike(j, by, may_pick(j, actor, by, &g->open[below]) &
                                                                      (SeatSet)~g->open[at].targets,
                                                           asks(j, Q_SECOND) ? INN_SECOND : INN_TARGET);
        HOLDS(j, picks == wanted, "%d to pick, not %d", picks, wanted);
        TapMove m = tap_choices_pick(&c, &j->dice);
        if (m.verb == PICK_CUP) cup = m.a - 1;
        if ((m.verb == PICK || m.verb == STRIKE) && asks(j, Q_PICK)) targets |= bit((Seat)(m.a - 1));
        answer(j, actor, m);
    }
    if (is_open(j, at, card, actor)) targets = now(j)->open[at].targets; /* with one there is no choice */
    if (is_open(j, at, card, actor)) more = more_by_part(j, &now(j)->open[at]);
    if (is_open(j, at, card, actor)) expect_champions(j, at, p, actor);
    if (asks(j, Q_ANSWER) && now(j)->at == at && now(j)->open[at].kind == OPEN_CARD) judge_window(j, at);
    bool done = !j->fate[at].negated;
    if (p->pick && !targets) j->fate[below].unknown = true;
    while (is_open(j, at, card, actor)) go_on(j);
    if (done && !j->fate[at].ungranted) befalls(j, below, p, actor, targets, cup, more);
    return done;
}

/* After the last pass what is open happens: the judge foretells it from the table before that answer. */
static int foretell(Judge *j, int at, Loss ret[40])
{
    const Inn *g = now(j);
    const Open *o = &g->open[at];
    if (o->kind != OPEN_CARD || o->flags & IS_EVENT || j->fate[at].unknown) return -1;
    if (j->fate[at].ungranted) return 0;
    return losses_of(j, g, o, &j->fate[at], line(j, o->card, o->way), ret);
}

static bool said_play(const Judge *j, Seat *ret_who, Card *ret_card)
{
    for (int i = 0; i < j->log.n; i++)
        if (!strcmp(j->log.event[i].text, "{who} plays {card}.")) {
            *ret_who = j->log.event[i].who;
            *ret_card = j->log.event[i].card;
            return true;
        }
    return false;
}

static bool said_happens(const Judge *j)
{
    for (int i = 0; i < j->log.n; i++)
        if (!strcmp(j->log.event[i].text, "{card} of {who} happens.")) return true;
    return false;
}

static bool said_potion(const Judge *j, Seat who)
{
    return j->log.n && j->log.event[0].who == who &&
           !strcmp(j->log.event[0].text, "{who} uses a Potion Token: {what}.");
}

/* One circle: all who could answer do so, sealed; the first play counts. False: all have passed. */
static bool judge_circle(Judge *j, int at, SeatSet of)
{
    const Inn *g = now(j);
    unsigned events = events_at(g, at);
    SeatSet asked = asked_of(j, of, events), left = asked;
    TapMove move[PATRONS];
    Loss loss[40];
    HOLDS(j, tap_asked(&j->setup, &j->st) == asked, "asked are %x, not %x", tap_asked(&j->setup, &j->st), asked);
    HOLDS(j, g->opens == at + 1 && g->opens < OPENS_LATE, "the window is not about what came last");
    HOLDS(j, !j->fate[at].negated && !(g->open[at].flags & NEGATED), "what is negated is still answered");
    for (Seat s = 0; s < g->table.seats; s++)
        if (in(asked, s)) {
            TapChoices c;
            expect_offers(j, s, at, events);
            tap_choices(&j->setup, &j->st, s, &c);
            move[s] = tap_choices_pick(&c, &j->dice);
        }
    Seat who = first_of_all(j, at, move, asked);
    Card card = 0;
    Card held[HELD];
    int  place[HELD], losses = -1;
    Drunk drunk;
    bool drinks = who == NOBODY && foretell_drinks(j, at, &drunk);
    Loss paid[PATRONS];
    int payments = who == NOBODY ? foretell_payments(j, at, paid) : -1;
    if (g->open[at].kind == OPEN_CARD) j->fate[at].ungranted = !is_granted(j, &g->open[at]);
    if (who == NOBODY) losses = foretell(j, at, loss);
    else if (move[who].verb != POTION)
        for (int i = 0, n = playable(j, who, held, place); i < n; i++)
            if (place[i] == move[who].a) card = held[i];
    int way = who == NOBODY ? 0 : move[who].b, depth = g->opens;
    bool anybody = false; /* who could answer that card: it is gone from the hand then */
    for (Seat s = 0; who != NOBODY && s < g->table.seats; s++) {
        unsigned then = 1u << INN_CARD | 1u << INN_ANYTIME | (gambling(g) ? 1u << INN_ROUND : 0);
        anybody |= s != who && could_answer(j, s, then);
    }
    while (left) {
        Seat s = some_seat(left, &j->dice);
        left &= (SeatSet)~bit(s);
        answer(j, s, move[s]);
        HOLDS(j, !left || tap_asked(&j->setup, &j->st) == left, "the window did not wait for all");
    }
    Seat said = NOBODY;
    Card shown = 0;
    if (who == NOBODY) {
        if (losses >= 0) expect_losses(j, loss, losses);
        if (drinks) expect_drunk(j, &drunk);
        if (payments >= 0) expect_paid(j, paid, payments);
        return false;
    }
    if (move[who].verb == POTION) { /* TM-3: it is done, and nothing follows from it */
        HOLDS(j, said_potion(j, who), "seat %d has used no Potion Token", who);
        j->potions++;
        return true;
    }
    HOLDS(j, said_play(j, &said, &shown) && said == who && shown == card, "seat %d counts, not seat %d", said, who);
    if (depth > j->deepest) j->deepest = depth;
    judge_play(j, who, card, way, at, anybody);
    return true;
}

static bool decided(const Inn *g, int at) { return g->open[at].flags & SETTLED; }

/* WINDOW: circle after circle until all pass, or what is answered is negated or decided. */
static void judge_window(Judge *j, int at)
{
    const Inn *g = now(j);
    Open was = g->open[at];
    SeatSet of = (SeatSet)((1u << g->table.seats) - 1);
    if (was.kind == OPEN_PAYMENT && !g->others_pay) of = all_together(j, was.payers);
    if (was.kind == OPEN_LOSING) of = g->asked; /* who fails: some of them may get what they can answer with in it */
    j->windows++;
    /* of a card that was played its fate is known from its announcement; anything else begins here */
    if (was.kind != OPEN_CARD || was.flags & (IS_EVENT | IN_PLAY)) new_fate(j, at);
    bool running = gambling(g);
    while (judge_circle(j, at, of)) {
        unsigned events = answered_by(now(j), at) | 1u << INN_ANYTIME;
        if (over(j) || now(j)->opens <= at || now(j)->open[at].kind != was.kind) return;
        if (j->fate[at].negated || decided(now(j), at)) return;
        if (running && gambling(now(j))) events |= 1u << INN_ROUND;
        if (!asked_of(j, of, events)) return;
        /* at a point who fails is out first; nothing else comes between */
        while (was.kind == OPEN_POINT && !over(j) && now(j)->opens > at + 1) go_on(j);
        if (over(j) || !asked_of(j, of, events)) return;
        if (now(j)->opens <= at && said_happens(j)) return; /* who could answer now may have got that since */
        HOLDS(j, asks(j, Q_ANSWER) && now(j)->at == at, "it is not offered again");
        j->restarts++;
    }
}

static void judge_evening(Judge *j, uint64_t seed)
{
    j->seed = seed;
    j->windows = 0;
    tap_rng_fast(&j->dice, seed);
    j->setup = some_evening(&j->dice);
    start_seeded(&j->setup, &j->st, seed, &j->log);
    memset(j->fate, 0, sizeof j->fate);
    while (!over(j)) go_on(j);
}

static void test_judge_agrees(void **state)
{
    static Judge j;
    const char *one = getenv("TAPROOM_SEED");
    int evenings = (getenv("TAPROOM_LONG") ? 20000 : 2000) / (SANITIZED ? 5 : 1), windows = 0;
    for (int i = one ? atoi(one) : 0; i < (one ? atoi(one) + 1 : evenings); i++) {
        judge_evening(&j, (uint64_t)i);
        windows += j.windows;
    }
    printf("%d windows, %d plays, %d offered again, at most %d open\n", windows, j.plays, j.restarts, j.deepest);
    printf("foretold: %d losses, %d of them of bodies, %d Drinks, %d payments; %d Potion Tokens\n", j.losses, j.bodies,
           j.drunk, j.paid, j.potions);
    assert_true(one || (j.plays > 20 * evenings && j.restarts > 10 * evenings));
    assert_true(one || j.bodies > evenings / 50);
    assert_true(one || (j.losses > evenings && j.drunk > evenings && j.paid > evenings && j.potions > evenings / 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_judge_agrees)};
    return cmocka_run_group_tests_name("the judge of windows", tests, NULL, NULL);
}
