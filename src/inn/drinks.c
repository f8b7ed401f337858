/* Drinks: ordered, revealed with their Chasers, changed, drunk together. And contests. */
#include "inn/in_play.h"

enum { TRIES = 60 /* events that are turned over in vain before nothing is drunk */ };

/* ---------------------------------------------------------------- the piles */

static void shuffle_discards_into(Inn *g, Pile *pile, Env *e)
{
    for (int i = 0; i < g->drink_discard.n; i++) pile_return(pile, pile_cards(&g->drink_discard)[i]);
    pile_begin(g->drink_discard, INN_CARDS);
    pile_open(&g->drink_discard);
    chance_shuffle(e, pile);
}

void drinks_make(Inn *g, Env *e)
{
    if (!g->bar_deck) {
        shuffle_discards_into(g, &g->drinks, e);
        return;
    }
    for (int i = 0; i < BAR_SERVES; i++) {
        if (!g->bar.n) shuffle_discards_into(g, &g->bar, e);
        if (!g->bar.n) break;
        pile_return(&g->drinks, pile_draw(e, &g->bar, 0).card);
    }
    chance_shuffle(e, &g->drinks);
}

/* The moment the last card is gone everybody pays, and the discards are the new deck; if there are none, the deck is
 * made as soon as there are, for nothing ((f) 5). */
SCRIPT_BODY(, inn_refill)
{
    Inn *g = inn_of(t);
    BEGIN;
    told(e, TAP_SAID, "The Drink deck is empty: everybody pays, and it is made anew.");
    drinks_make(g, e);
    g->dry = !g->drinks.n;
    CALL_WITH(S_PAY, inn_pay, .payers = first_present(t), .actor = NOBODY, .to = NOBODY, .amount = 1,
              .cause = INN_BY_REFILL); /* TM-11 */
    END;
}

Slot take_drink(Inn *g, SeatSet known, Env *e)
{
    if (g->dry && !g->drinks.n && g->drink_discard.n) {
        g->dry = 0;
        drinks_make(g, e);
    }
    return g->drinks.n ? pile_draw(e, &g->drinks, known) : (Slot){NO_CARD, 0};
}

bool drinks_ran_out(const Inn *g) { return !g->drinks.n && !g->dry; }

/* TC-TARA: the next n Drinks, which the side knows from now on. */
static void look_at_drinks(Table *t, SeatSet side, int n, Env *e)
{
    Inn *g = inn_of(t);
    for (int i = 1; i <= n && i <= PILE_FIXED && i <= g->drinks.n; i++) {
        bool known = i <= g->drinks.fixed && has(g->drinks.known[g->drinks.fixed - i], tap_first_of(side));
        pile_peek(e, &g->drinks, i, side);
        if (!known)
            told(e, TAP_SHOWN, "{who} looks at {card}.", .who = tap_first_of(side),
                 .card = pile_cards(&g->drinks)[g->drinks.n - i], .seen_by = side,
                 .unseen = "{who} looks at the next Drink.");
    }
}

/* PH3-1, TM-8: unseen, on the pile of an opponent. */
SCRIPT_BODY(, inn_order_one)
{
    Inn *g = inn_of(t);
    BEGIN;
    f->of &= present(t); /* TM-23 */
    if (!f->of || !(alive(t) & (SeatSet)~sides_of(t, f->of)) || is_over(t)) RETURN(0);
    t->turn = tap_first_of(f->of);
    if (f->own > g->seat[t->turn].drinks) RETURN(0);
    look_at_drinks(t, sides_of(t, f->of), f->seen, e);
    g->speakers = f->of;
    g->most = f->own;
    ASK_ONE(f->of, Q_ORDER);
    g->speakers = 0;
    g->most = 0;
    f->orderer = ANSWERED;
    if (ANSWER(f->orderer)->verb == ORDER) {
        Seat to = (Seat)(ANSWER(f->orderer)->a - 1);
        f->to = (uint8_t)(1 + to);
        Slot card = f->own ? drink_take_from(&g->seat[f->orderer], f->own) : take_drink(g, 0, e);
        if (f->own) {
            drink_onto_pile(e->setup, g, to, card);
            told(e, TAP_MOVED, "{who} hands a Drink to {other}.", .who = f->orderer, .other = to, .from = Z_PILE,
                 .from_owner = f->orderer, .to = Z_PILE, .to_owner = to);
        } else if (card.card != NO_CARD) {
            drink_onto_pile(e->setup, g, to, card);
            told(e, TAP_MOVED, "{who} orders a Drink for {other}.", .who = f->orderer, .other = to, .from = Z_DRINKS,
                 .to = Z_PILE, .to_owner = to);
        }
    }
    if (drinks_ran_out(g)) CALL(S_REFILL);
    RETURN(f->to);
    END;
}

/* --------------------------------------------------------------- revealing */

/* A card for the Drink that is being revealed, now among those served; false if there is none. */
static bool reveal_card(Table *t, const inn_drinks_Frame *f, Env *e)
{
    Inn *g = inn_of(t);
    Patron *p = &g->seat[f->turn];
    Slot card = {NO_CARD, 0};
    if (g->serveds == SERVED || g->cups == CUPS) return false;
    if (f->from != FROM_PILE) card = take_drink(g, PUBLIC, e);
    else if (p->drinks) card = drink_take_own(p);
    if (card.card == NO_CARD) return false;
    card.known = PUBLIC;
    g->served[g->serveds++] = card;
    told(e, TAP_SHOWN, "{who} reveals {card}.", .who = f->turn, .card = card.card,
         .from = f->from == FROM_PILE ? Z_PILE : Z_DRINKS, .from_owner = f->from == FROM_PILE ? f->turn : (Seat)NOBODY,
         .to = Z_SERVED);
    return true;
}

static Slot unserve(Inn *g)
{
    Slot card = g->served[--g->serveds];
    g->served[g->serveds] = (Slot){0, 0};
    return card;
}

static bool is_event(const Setup *setup, const Inn *g)
{
    return card_at(setup, g->served[g->serveds - 1].card)->types & INN_IS_EVENT;
}

static bool has_chaser(const Setup *setup, const Inn *g)
{
    return card_at(setup, g->served[g->serveds - 1].card)->flags & INN_CHASER;
}

static void sober_up(Table *t, Seat s, Env *e)
{
    Pool *p = pool_of(inn_of(t), s);
    told(e, TAP_SAID, "{who} has nothing to drink and sobers up.", .who = s);
    p->ac = (int8_t)clamped(p->ac - SOBER_UP);
}

/* For all: it counts for nobody's score. */
static bool one_reveals(const inn_drinks_Frame *f)
{
    return f->from == FROM_DECK_FOR_ALL || f->from == FROM_DECK_DARED;
}

static void pour(Table *t, const inn_drinks_Frame *f, Env *e)
{
    Inn *g = inn_of(t);
    SeatSet who = f->from == FROM_DECK_FOR_ALL ? f->who & alive(t) : only(f->turn);
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(who, s) || g->cups == CUPS) continue;
        Cup *cup = &g->cup[g->cups++];
        memset(cup, 0, sizeof *cup);
        cup->drinker = s;
        cup->revealer = one_reveals(f) ? (Seat)NOBODY : s;
        cup->first = (uint8_t)(g->serveds - f->links);
        cup->n = f->links;
        if (f->from == FROM_DECK && f->strength && s == f->maker) cup_change(cup, -f->strength); /* CN-3 */
    }
}

/* A shot is a Drink without a card, which is all that it was made. */
static void pour_shots(Table *t, const inn_drinks_Frame *f)
{
    Inn *g = inn_of(t);
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(f->who, s) || g->cups == CUPS) continue;
        Cup *cup = &g->cup[g->cups++];
        memset(cup, 0, sizeof *cup);
        cup->drinker = s;
        cup->revealer = NOBODY;
        cup->first = g->serveds;
        cup_change(cup, CUP_SET_TO + f->strength);
    }
}

/* ----------------------------------------------------------------- drinking */

static bool shares_itself(const Setup *setup, const Inn *g, const inn_drinks_Frame *f)
{
    const Cup *cup = &g->cup[f->i];
    return cup->n && !f->by_event && !cup->ignored && g->cups < CUPS && cup_base(setup, g, cup)->flags & INN_SHARED;
}

static bool any_shares(const Setup *setup, const Inn *g, inn_drinks_Frame *f)
{
    for (f->i = f->first; f->i < g->cups; f->i++)
        if (shares_itself(setup, g, f)) return true;
    return false;
}

static void split_own(Table *t, const inn_drinks_Frame *f, Seat with)
{
    Inn *g = inn_of(t);
    Cup *cup = &g->cup[f->i];
    cup_halve(cup, false);
    g->cup[g->cups] = *cup;
    g->cup[g->cups].drinker = with;
    g->cup[g->cups++].revealer = NOBODY;
    g->open[f->at].cups++;
}

/* ---------------------------------------------------------------- two Drinks */

/* CN-57: which of the two has less Alcohol for who dares; -1: neither. */
static int weaker(const Setup *setup, const Inn *g, const inn_drinks_Frame *f)
{
    int folk = g->seat[f->maker].folk, first = cup_dose(setup, g, &g->cup[f->first], folk, true).ac;
    int second = cup_dose(setup, g, &g->cup[f->first + 1], folk, true).ac;
    return first < second ? 0 : first > second ? 1 : -1;
}

/* One of the two is for who dares, a copy of the other for each of the others. */
static void serve_dare(Table *t, const inn_drinks_Frame *f, int own)
{
    Inn *g = inn_of(t);
    Cup *other = &g->cup[f->first + !own];
    SeatSet others = less(f->who & alive(t), f->maker);
    g->cup[f->first + own].ignored = !has(f->who & alive(t), f->maker);
    other->drinker = tap_first_of(others);
    if (!others) {
        other->drinker = f->maker;
        other->ignored = 1;
    }
    for (Seat s = 0; s < t->seats; s++)
        if (has(less(others, other->drinker), s) && g->cups < CUPS) {
            g->cup[g->cups] = *other;
            g->cup[g->cups++].drinker = s;
        }
}

/* e3 step 3: all together, summed for each, written once. */
static void drink_all(Table *t, const inn_drinks_Frame *f, Env *e)
{
    Inn *g = inn_of(t);
    int ac[PATRONS] = {0}, fort[PATRONS] = {0}; /* of a side, by its head */
    SeatSet drank = 0;
    for (int i = f->first; i < g->cups; i++) {
        const Cup *cup = &g->cup[i];
        if (f->from == FROM_DECK_IN_CONTEST && cup->revealer != NOBODY) {
            int score = cup_dose(e->setup, g, cup, g->seat[cup->revealer].folk, true).ac;
            g->score[cup->revealer] = (int8_t)(score < 0 ? 0 : score); /* DC-8 */
        }
        if (cup->ignored || !has(present(t), cup->drinker)) continue;
        Dose d = cup_dose(e->setup, g, cup, g->seat[cup->drinker].folk, false);
        ac[head_of(g, cup->drinker)] += d.ac;
        fort[head_of(g, cup->drinker)] += d.fort;
        drank |= only(cup->drinker);
    }
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(drank, s)) continue;
        Pool *p = pool_of(g, s);
        if (tap_first_of(drank & side_of(g, s)) == s) { /* once for a side */
            p->ac = (int8_t)clamped(p->ac + ac[head_of(g, s)]);
            p->fort = (int8_t)clamped(p->fort + fort[head_of(g, s)]);
        }
        told(e, TAP_SAID, "{who} drinks: Alcohol {n}.", .who = s, .n = p->ac);
        if (fort[head_of(g, s)]) told(e, TAP_SAID, "{who} has {n} Fortitude.", .who = s, .n = p->fort);
    }
}

/* DRK-9: a Drink that stays belongs to the first who drank of it, from who has it who revealed it, or to whom he passed
 * it; if nobody has it more than others, from whose turn it is. */
static Seat keeper_of(const Setup *setup, const Table *t, const inn_drinks_Frame *f, int card)
{
    const Inn *g = inn_at(t);
    bool item = card_at(setup, g->served[card].card)->types & INN_IS_ITEM;
    SeatSet who = 0;
    Seat from = g->active;
    for (int i = f->first; i < g->cups; i++) {
        const Patron *p = &g->seat[g->cup[i].drinker];
        if (g->cup[i].first > card || card >= g->cup[i].first + g->cup[i].n) continue;
        if (g->cup[i].revealer != NOBODY) from = g->cup[i].drinker;
        if (!g->cup[i].ignored && (item ? p->rows < ROW_MOST : p->kept < KEPT_MOST)) who |= only(g->cup[i].drinker);
    }
    return seat_from(t, who & present(t), from);
}

/* PRZ-10: whose pile the card is shuffled into; NOBODY: none. */
static Seat stashed_with(const Table *t, const inn_drinks_Frame *f, int card)
{
    const Inn *g = inn_at(t);
    for (int i = f->first; i < g->cups; i++) {
        const Cup *cup = &g->cup[i];
        if (cup->stash && cup->first <= card && card < cup->first + cup->n && has(alive(t), (Seat)(cup->stash - 1)) &&
            g->seat[cup->stash - 1].drinks < DRINKS_MOST)
            return (Seat)(cup->stash - 1);
    }
    return NOBODY;
}

static void clear_away(Table *t, const inn_drinks_Frame *f, Env *e)
{
    Inn *g = inn_of(t);
    while (g->serveds > f->cards) {
        bool stays = card_at(e->setup, g->served[g->serveds - 1].card)->flags & INN_KEPT;
        Seat keeper = stays ? keeper_of(e->setup, t, f, g->serveds - 1) : (Seat)NOBODY;
        Seat stash = stashed_with(t, f, g->serveds - 1);
        Slot card = unserve(g);
        if (stash != NOBODY) drink_shuffle_in(e->setup, g, stash, card, e);
        else if (keeper == NOBODY) drink_away(e->setup, t, card);
        else drink_is_kept(e->setup, t, keeper, card, e);
    }
    memset(&g->cup[f->first], 0, sizeof(Cup) * (size_t)(g->cups - f->first));
    g->cups = f->first;
}

static const Cup *drunk(const Table *t, const inn_drinks_Frame *f)
{
    const Cup *cup = &inn_at(t)->cup[f->i];
    return cup->ignored || !has(present(t), cup->drinker) ? NULL : cup;
}

static SeatSet drinkers(const Table *t, const inn_drinks_Frame *f)
{
    SeatSet set = 0;
    for (int i = f->first; i < inn_at(t)->cups; i++) set |= only(inn_at(t)->cup[i].drinker);
    return set & present(t);
}

static uint8_t rider(const Table *t, const inn_drinks_Frame *f, InnDoes does, const Env *e)
{
    const Cup *cup = drunk(t, f);
    return (uint8_t)(cup ? cup_rider(e->setup, inn_at(t), cup, does) : 0);
}

/* SPL-6. */
static void tokens_drunk(Table *t, const inn_drinks_Frame *f, Env *e)
{
    const Cup *cup = drunk(t, f);
    if (cup && cup->tokens) tokens_move(e->setup, t, cup->tokens_of, cup->token - 1, cup->drinker, cup->tokens, e);
}

/* Alcohol that it brought who drank it. */
static uint8_t strength_of(const Table *t, const inn_drinks_Frame *f, const Env *e)
{
    const Cup *cup = drunk(t, f);
    int ac = cup ? cup_dose(e->setup, inn_at(t), cup, inn_at(t)->seat[cup->drinker].folk, false).ac : 0;
    return (uint8_t)(ac > 0 ? ac : 0);
}

/* CN-49: who gets what the Drink costs: the Inn, or whose side deck it is of, if that one is there. */
static Seat paid_by_it(const Table *t, const inn_drinks_Frame *f, const Env *e)
{
    const Inn *g = inn_at(t);
    const Cup *cup = &g->cup[f->i];
    if (cup_rider_at(e->setup, g, cup, INN_PAYS, 0)->to != INN_ACTOR) return NOBODY;
    Seat home = home_of(e->setup, t, g->served[cup->first + cup->n - 1].card);
    return has(present(t), home) ? home : (Seat)NOBODY;
}

static int gold_in_it(const Table *t, const inn_drinks_Frame *f, const Env *e)
{
    return rider(t, f, INN_GAIN, e) - rider(t, f, INN_LOSE, e);
}

/* CN-30: what the seat has to pay to who drank it; whoever drinks his own bet pays nobody. */
static uint8_t bet_on(const Table *t, const inn_drinks_Frame *f)
{
    const Cup *cup = drunk(t, f);
    return (uint8_t)(cup && !is_mate(inn_at(t), f->maker, cup->drinker) ? cup_bet_of(cup, f->maker) : 0);
}

/* DRK-8: what is to be done with cards, of which the drinker says what comes first. */
enum { RIDER_DISCARD = 1, RIDER_DRAW = 2, RIDER_REVEAL = 4, RIDER_EXCHANGE = 8 };

/* CN-19: what one card says of discarding and then drawing. */
static uint8_t exchanged(const Table *t, const inn_drinks_Frame *f, InnDoes does, const Env *e)
{
    const Cup *cup = drunk(t, f);
    return (uint8_t)(cup ? cup_exchange(e->setup, inn_at(t), cup, does) : 0);
}

static uint8_t alone(const Table *t, const inn_drinks_Frame *f, InnDoes does, const Env *e)
{
    return (uint8_t)(rider(t, f, does, e) - exchanged(t, f, does, e));
}

static uint8_t riders_of(const Table *t, const inn_drinks_Frame *f, const Env *e)
{
    return (uint8_t)((alone(t, f, INN_DISCARD, e) || rider(t, f, INN_DISCARD_FOR, e) ? RIDER_DISCARD : 0) |
                     (alone(t, f, INN_DRAW, e) ? RIDER_DRAW : 0) |
                     (rider(t, f, INN_REVEAL_FOR, e) ? RIDER_REVEAL : 0) |
                     (exchanged(t, f, INN_DISCARD, e) || exchanged(t, f, INN_DRAW, e) ? RIDER_EXCHANGE : 0));
}

static uint8_t rider_named(int verb)
{
    return verb == EXCHANGE_FIRST  ? RIDER_EXCHANGE
           : verb == DISCARD_FIRST ? RIDER_DISCARD
           : verb == DRAW_FIRST    ? RIDER_DRAW
                                   : RIDER_REVEAL;
}

void inn_rider_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const int riders = inn_at(t)->most;
    if (riders & RIDER_DISCARD) offer(c, DISCARD_FIRST, 0, 0);
    if (riders & RIDER_DRAW) offer(c, DRAW_FIRST, 0, 0);
    if (riders & RIDER_REVEAL) offer(c, REVEAL_FIRST, 0, 0);
    if (riders & RIDER_EXCHANGE) offer(c, EXCHANGE_FIRST, 0, 0);
}

/* Like effects are of one kind: of the first of them. */
static uint8_t stat_of(const Table *t, const inn_drinks_Frame *f, InnDoes does, const Env *e)
{
    return cup_rider_at(e->setup, inn_at(t), &inn_at(t)->cup[f->i], does, 0)->stat;
}

static void reveal_for(Table *t, const inn_drinks_Frame *f, Env *e)
{
    int types = cup_rider_at(e->setup, inn_at(t), &inn_at(t)->cup[f->i], INN_REVEAL_FOR, 0)->types;
    int found = patron_reveal(e->setup, t, f->turn, rider(t, f, INN_REVEAL_FOR, e), types, e);
    move_stat(t, f->turn, stat_of(t, f, INN_REVEAL_FOR, e), found, e);
}

SCRIPT_BODY(, inn_drinks)
{
    Inn *g = inn_of(t);
    BEGIN;
    f->first = g->cups;
    f->cards = g->serveds;
    f->who &= present(t);
    if (!f->who) RETURN(0);
    if (f->from == FROM_A_BOTTLE) pour_shots(t, f);
    for (f->pours = f->from == FROM_DECK_DARED ? 2 : f->from != FROM_A_BOTTLE; f->pours; f->pours--) {
        IN_TURN_ORDER (f->turn, f->todo, one_reveals(f) ? only(f->maker) : f->who, g->active) {
            f->links = f->tries = 0;
            while (f->links < CHAIN) {
                if (!reveal_card(t, f, e)) {
                    if (!f->links && f->from == FROM_PILE) sober_up(t, f->turn, e);
                    break;
                }
                if (!is_event(e->setup, g)) f->links++;
                else if (f->links) { /* DRK-4: nothing is added, and nothing follows */
                    pile_put(&g->drink_discard, unserve(g));
                    f->tries = TRIES;
                }
                else if (f->from == FROM_DECK_IN_CONTEST) f->links = 1; /* DC-1: it counts as nothing */
                if (f->from != FROM_PILE && drinks_ran_out(g)) CALL(S_REFILL);
                if (!f->links && f->from == FROM_PILE) {
                    CALL_WITH(S_EVENT, inn_event, .card = unserve(g).card, .revealer = f->turn);
                    break;
                }
                if (!f->links) { /* G1 */
                    pile_put(&g->drink_discard, unserve(g));
                    if (++f->tries == TRIES) break;
                    continue;
                }
                if (f->tries == TRIES || is_event(e->setup, g) || !has_chaser(e->setup, g)) break;
            }
            if (f->links && !is_over(t)) pour(t, f, e);
        }
    }
    if (f->from == FROM_DECK_DARED && g->cups == f->first + 2) {
        if (weaker(e->setup, g, f) < 0) {
            ASK(f->maker, Q_DARE);
            serve_dare(t, f, ANSWER(f->maker)->a - 1);
        } else serve_dare(t, f, weaker(e->setup, g, f) != f->strength);
    }
    if (g->cups == f->first) {
        clear_away(t, f, e);
        RETURN(0);
    }
    f->at = g->opens;
    {
        Open *o = open_push(t, OPEN_DRINKS, NOBODY);
        o->cup = f->first;
        o->cups = (uint8_t)(g->cups - f->first);
    }
    f->turn = one_reveals(f) || count(f->who) > 1 ? g->active : tap_first_of(f->who);
    if (any_shares(e->setup, g, f)) { /* MEA-1 */
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = f->turn, .mask = INN_ON(INN_DRINK), .asked = PUBLIC);
        f->links = g->cups;
        for (f->i = f->first; f->i < f->links; f->i++) {
            if (!shares_itself(e->setup, g, f) || !has(present(t), g->cup[f->i].drinker)) continue;
            ASK(g->cup[f->i].drinker, Q_SHARE);
            if (ANSWER(g->cup[f->i].drinker)->verb == SHARE_WITH)
                split_own(t, f, (Seat)(ANSWER(g->cup[f->i].drinker)->a - 1));
        }
    }
    CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = f->turn, .mask = INN_ON(INN_DRINK), .asked = PUBLIC);
    drink_all(t, f, e);
    IN_TURN_ORDER (f->turn, f->todo, drinkers(t, f), g->active) {
        for (f->i = f->first; f->i < g->cups; f->i++) {
            if (g->cup[f->i].drinker != f->turn) continue;
            tokens_drunk(t, f, e);
            if (gold_in_it(t, f, e)) move_stat(t, f->turn, INN_GOLD, gold_in_it(t, f, e), e);
            if (gold_in_it(t, f, e) > 0) open_gains(t, f->turn, true);
            for (f->maker = 0; f->maker < t->seats; f->maker++)
                if (bet_on(t, f))
                    CALL_WITH(S_PAY, inn_pay, .payers = only(f->maker), .actor = f->maker, .to = f->turn,
                              .amount = bet_on(t, f), .cause = INN_BY_CARD);
            if (rider(t, f, INN_PAYS, e) && !has(side_of(g, f->turn), paid_by_it(t, f, e)))
                CALL_WITH(S_PAY, inn_pay, .payers = only(f->turn), .actor = NOBODY, .to = paid_by_it(t, f, e),
                          .amount = rider(t, f, INN_PAYS, e), .cause = INN_BY_CARD);
            for (f->riders = riders_of(t, f, e); f->riders; f->riders = (uint8_t)(f->riders & ~f->links)) {
                f->links = f->riders;
                if (f->riders & (f->riders - 1)) { /* DRK-8 */
                    g->most = f->riders;
                    ASK(f->turn, Q_RIDERS);
                    g->most = 0;
                    f->links = rider_named(ANSWER(f->turn)->verb);
                }
                if (f->links == RIDER_DRAW) patron_draw(e->setup, t, f->turn, alone(t, f, INN_DRAW, e), e);
                if (f->links == RIDER_REVEAL) reveal_for(t, f, e);
                if (f->links == RIDER_DISCARD && alone(t, f, INN_DISCARD, e))
                    CALL_WITH(S_DISCARDS, inn_discards, .who = only(f->turn), .n = alone(t, f, INN_DISCARD, e));
                if (f->links == RIDER_EXCHANGE) {
                    CALL_WITH(S_DISCARDS, inn_discards, .who = only(f->turn), .n = exchanged(t, f, INN_DISCARD, e));
                    patron_draw(e->setup, t, f->turn, exchanged(t, f, INN_DRAW, e), e);
                }
                if (f->links == RIDER_DISCARD && rider(t, f, INN_DISCARD_FOR, e))
                    CALL_WITH(S_DISCARDS, inn_discards, .who = only(f->turn), .n = rider(t, f, INN_DISCARD_FOR, e),
                              .stat = stat_of(t, f, INN_DISCARD_FOR, e));
            }
            if (g->triggers & INN_ON(INN_DRANK) && strength_of(t, f, e))
                CALL_WITH(S_TRIGGERS, inn_triggers, .moment = INN_DRANK, .of = only(f->turn),
                          .strength = strength_of(t, f, e));
        }
    }
    clear_away(t, f, e);
    if (g->open[f->at].gained && somebody_may(t, INN_ON(INN_GAINED))) {
        g->open[f->at].kind = OPEN_GAINED;
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = g->active, .mask = INN_ON(INN_GAINED), .asked = PUBLIC);
    }
    open_pop(t);
    END;
}

/* ----------------------------------------------------------------- contests */

/* Where there was nothing to reveal nobody is best, and the contest has no winner. */
static SeatSet best_of(const Table *t, SeatSet in)
{
    const Inn *g = inn_at(t);
    SeatSet best = 0;
    int most = 0;
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(in, s) || g->score[s] < most) continue;
        if (g->score[s] > most) best = 0;
        most = g->score[s];
        best |= only(s);
    }
    return best;
}

/* DC-1 .. DC-10. */
SCRIPT_BODY(, inn_contest)
{
    Inn *g = inn_of(t);
    BEGIN;
    g->contests++;
    f->in = f->all;
    while (f->in & alive(t)) {
        memset(g->score, -1, sizeof g->score);
        CALL_WITH(S_DRINKS, inn_drinks, .who = f->in, .from = FROM_DECK_IN_CONTEST, .by_event = 1);
        f->in = best_of(t, f->in);
        if (count(f->in) == 1) break;
        CALL_WITH(S_LOSS, inn_loss, .hold = 1);
        f->in &= alive(t);
        if (count(f->in) == 1) break;
        if (++f->laps == LAPS_MOST) f->in = 0;
    }
    memset(g->score, 0, sizeof g->score);
    f->winner = tap_first_of(f->in);
    if (f->winner != NOBODY) {
        told(e, TAP_SAID, "{who} wins the contest.", .who = f->winner);
        for (Seat s = 0; s < t->seats; s++) /* DC-6 */
            if (has(f->all & g->held, s) && pool_at(g, s)->gold) {
                int n = pool_at(g, s)->gold < f->prize ? pool_at(g, s)->gold : f->prize;
                gold_moves(t, s, f->winner, n, e);
                told(e, TAP_PAID, "{who} pays {other} {n}.", .who = s, .other = f->winner, .n = n);
            }
        CALL_WITH(S_PAY, inn_pay, .payers = less(f->all, f->winner), .actor = NOBODY, .to = f->winner,
                  .amount = f->prize, .cause = INN_BY_CARD);
    }
    g->contests--;
    CALL(S_LOSS);
    END;
}
