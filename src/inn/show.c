/* What is seen of the inn: its places, numbers beside seats, what happens, and words for choices. */
#include "inn/amounts.h"
#include "inn/beside.h"
#include "inn/bodies.h"
#include "inn/merge.h"
#include "inn/in_purse.h"

/* Those of one place lie in a row. */
static void list_prizes(Inn *g, Pieces *p)
{
    static const char *const names[] = {"prizes", "in the pot", "prize bin", "prizes"};
    static const uint8_t zones[] = {Z_PRIZES, Z_STAKE, Z_BIN, Z_PRIZES};
    for (int i = 0, n; i < g->prizes; i += n) {
        int at = g->prize_at[i], k = at < PRIZE_HELD ? at : PRIZE_HELD;
        for (n = 1; i + n < g->prizes && g->prize_at[i + n] == at; n++) continue;
        piece_cards(p, names[k], zones[k], at < PRIZE_HELD ? (Seat)NOBODY : (Seat)(at - PRIZE_HELD), ROW, INN_CARDS,
                    &g->prize[i], n)
            ->pool = POOL_PRIZES;
    }
}

/* The row and the decks beside that of the character. What lies face down in a row is of the first of them. */
static void list_beside(const Setup *setup, Patron *x, Seat s, Pieces *p)
{
    const InnDeckInfo *info = inn_deck(tables_of(setup), x->deck);
    const uint8_t pool = pool_beside(s, 0);
    if (x->rows) piece_cards(p, "row", Z_ROW, s, ROW, INN_CARDS, x->row, x->rows)->pool = pool;
    if (!info->sides) { /* cards that lie on a pile of their own are of the deck that is drawn from */
        if (x->spent.n) piece_pile(p, "spent", Z_SPENT, s, &x->spent)->pool = (uint8_t)(1 + s);
        return;
    }
    for (int k = 0; k < info->sides; k++)
        if (!(info->of_boss >> k & 1) || seat_is_boss(setup, s))
            piece_pile(p, info->side[k], Z_BESIDE + k, s, &x->beside[k].deck)->pool =
                (uint8_t)(info->as_gold && !k ? POOL_GOLD : pool + k);
    piece_pile(p, "spent", Z_SPENT, s, &x->spent)->pool = pool;
}

void inn_pieces(const Setup *setup, Table *t, Pieces *p)
{
    Inn *g = inn_of(t);
    piece_pile(p, "drinks", Z_DRINKS, NOBODY, &g->drinks)->pool = POOL_DRINKS;
    piece_pile(p, "drink discards", Z_DRINK_DISCARD, NOBODY, &g->drink_discard)->pool = POOL_DRINKS;
    if (g->bar_deck) piece_pile(p, "bar", Z_BAR, NOBODY, &g->bar)->pool = POOL_DRINKS;
    if (g->plays)
        piece_cards(p, "played", Z_PLAYED, NOBODY, ROW, INN_CARDS, g->played, g->plays)->pool = POOL_PLAYED;
    if (g->acteds) /* of whose turn it is: a Boss */
        piece_cards(p, "actions", Z_ACTED, g->active, ROW, INN_CARDS, g->acted, g->acteds)->pool = POOL_PLAYED;
    if (g->serveds)
        piece_cards(p, "served", Z_SERVED, NOBODY, ROW, INN_CARDS, g->served, g->serveds)->pool = POOL_DRINKS;
    static const char *const way[WAYS] = {"sea", "dungeon"}, *const gone[WAYS] = {"sea discards", "dungeon discards"};
    for (int i = 0; i < WAYS; i++) {
        if (!g->way[i].deck.n && !g->way[i].discard.n) continue;
        piece_pile(p, way[i], Z_SEA + 2 * i, NOBODY, &g->way[i].deck)->pool = (uint8_t)(POOL_WAYS + i);
        piece_pile(p, gone[i], Z_SEA_DISCARD + 2 * i, NOBODY, &g->way[i].discard)->pool = (uint8_t)(POOL_WAYS + i);
    }
    list_prizes(g, p);
    purse_pieces(t, p, POOL_GOLD);
    if (g->lookeds) piece_cards(p, "looked at", Z_LOOKED, g->looker, ROW, TAVERN, g->looked, g->lookeds);
    if (g->divideds) {
        int first = g->first_pile ? g->first_pile : g->divideds;
        const uint8_t pool = (uint8_t)(1 + g->hand_of);
        const char *name = g->first_pile ? "one pile" : "to be divided";
        piece_cards(p, name, Z_DIVIDED, g->hand_of, ROW, INN_CARDS, g->divided, first)->pool = pool;
        if (first < g->divideds)
            piece_cards(p, "another pile", Z_OTHER_PILE, g->hand_of, ROW, INN_CARDS, &g->divided[first],
                        g->divideds - first)->pool = pool;
    }
    if (g->laids) piece_cards(p, "laid away", Z_LAID, NOBODY, STACK, TAVERN, g->laid, g->laids);
    for (Seat s = 0; s < t->seats; s++) {
        Patron *x = &g->seat[s];
        if (!x->hand_size) continue; /* who has no character yet has nothing */
        piece_held(setup, x, s, p);
        piece_pile(p, "deck", Z_DECK, s, &x->draw)->pool = (uint8_t)(1 + s);
        piece_pile(p, "discards", Z_DISCARD, s, &x->discard)->pool = (uint8_t)(1 + s);
        piece_cards(p, "drink me", Z_PILE, s, STACK, INN_CARDS, x->pile, x->drinks)->pool = POOL_DRINKS;
        list_beside(setup, x, s, p);
        if (x->kept)
            piece_cards(p, "kept", Z_BEFORE, s, ROW, INN_CARDS, x->before, x->kept)->pool = POOL_DRINKS;
    }
}

/* ------------------------------------------------------------ the stack */

/* What is left for the side, before all of it ignore it. */
static int loss_of_side(const Setup *setup, const Table *t, const Open *o, const InnEffect *eff, SeatSet who, Seat head)
{
    SeatSet shares = loss_shares(t, o, who, head), counted = shares & (SeatSet)~o->ignored;
    SeatSet hurt = counted ? counted : shares;
    return bodies_leave(setup, t, o, eff, who, hurt, loss_left(t, o, eff, who, head, hurt));
}

/* The same as told of a seat, the first of its side to whom it comes, with what the actor takes over of those who share
 * their loss. */
static int loss_with_shares(const Setup *setup, const Table *t, const Open *o, const InnEffect *eff, SeatSet who,
                            Seat s)
{
    const Inn *g = inn_at(t);
    SeatSet shares = loss_shares(t, o, who, head_of(g, s)), counted = shares & (SeatSet)~o->ignored;
    int loss = tap_first_of(counted ? counted : shares) == s ? loss_of_side(setup, t, o, eff, who, head_of(g, s)) : 0;
    for (Seat x = 0; o->actor == s && x < t->seats; x++)
        if (is_head(g, x) && shares_loss(o, x) && loss_shares(t, o, who, x) & alive(t) & (SeatSet)~o->ignored)
            loss += loss_of_side(setup, t, o, eff, who, x);
    return loss;
}

/* What the effect would take of all Fortitude. */
static int lost_by(const Table *t, const Open *o, const InnEffect *eff, SeatSet who)
{
    const Inn *g = inn_at(t);
    SeatSet counted = alive(t) & (SeatSet)~o->ignored;
    int sum = 0;
    for (Seat s = 0; s < t->seats; s++) {
        if (!is_head(g, s) || !(loss_shares(t, o, who, s) & counted)) continue;
        int loss = loss_left(t, o, eff, who, s, counted);
        sum += (loss < pool_at(g, s)->fort ? loss : pool_at(g, s)->fort) * (shares_loss(o, s) ? 2 : 1);
    }
    return sum;
}

/* What the way of an open card would change of a seat: by stat, INN_FORT, INN_AC, INN_GOLD. */
static void changes_of(const Setup *setup, const Table *t, const Open *now, Seat s, int ret[INN_GOLD + 1])
{
    const InnPermission *p = way_of(setup, now->card, now->way);
    const InnEffect *effect[MERGED_EFFECTS];
    Open as = *now, *o = &as;
    for (int k = 0, lost = 0, n_of = merged_effects(setup, o, effect); k < n_of; k++) {
        const InnEffect *eff = effect[k];
        SeatSet who = inn_subjects(t, o, eff->who);
        int n = eff->per == INN_PER_LOST && p->event != INN_HURT ? lost : inn_amount(t, o, eff, s);
        if (eff->does == INN_LOSE && eff->stat == INN_FORT) {
            ret[INN_FORT] -= loss_with_shares(setup, t, o, eff, who, s);
            lost += lost_by(t, o, eff, who);
            losses_met(t, o, eff, who);
        } else if (eff->does == INN_LOSE && has(who, s)) ret[eff->stat] -= n;
        else if (eff->does == INN_GAIN && eff->stat == INN_FORT && o->flags & UNHEALED) continue;
        else if (eff->does == INN_GAIN && has(who, s)) ret[eff->stat] += n;
        else if (eff->does == INN_PAYS && has(who, s)) ret[INN_GOLD] -= n;
        else if (eff->does == INN_PAYS && eff->to != INN_THE_INN && has(inn_subjects(t, o, eff->to), s))
            ret[INN_GOLD] += n * count(less(who, s));
    }
}

static const struct {
    int stat;
    const char *name;
} stats[] = {{INN_FORT, "fortitude"}, {INN_AC, "alcohol"}, {INN_GOLD, "gold"}};
enum { STATS = 3 };

static void show_changes(const Setup *setup, const Table *t, ViewMaker *m, const Open *o)
{
    for (Seat s = 0; s < t->seats; s++) {
        int change[INN_GOLD + 1] = {0};
        bool ignores = has(o->ignored, s), told = false;
        if (!has(alive(t), s)) continue;
        changes_of(setup, t, o, s, change);
        for (int k = 0; k < STATS; k++) {
            if (!change[stats[k].stat]) continue;
            view_target(m, s, stats[k].name, change[stats[k].stat], ignores ? "ignores it" : NULL, ignores);
            told = true;
        }
        if (!told && ignores) view_target(m, s, NULL, 0, "ignores it", true);
        else if (!told && has(o->lessened, s)) view_target(m, s, NULL, 0, "loses nothing", true);
    }
}

/* The card whose round of gambling is under way stands for it: what happens when all pass. */
static bool is_the_round(const Setup *setup, const Inn *g, const Open *o)
{
    if (o->kind != OPEN_CARD || !g->round.live) return false;
    const InnCard *card = card_at(setup, o->card);
    for (int way = 0; way < card->permissions; way++) {
        const InnPermission *p = inn_permission(tables_of(setup), card, way);
        for (int k = 0; k < p->effects; k++)
            if (inn_effect(tables_of(setup), p, k)->does == INN_GAMBLES && (way == o->way || o->flags & IS_EVENT))
                return true;
    }
    return false;
}

static void show_round(const Setup *setup, const Inn *g, ViewMaker *m, const Open *o, int depth)
{
    const Round *r = &g->round;
    const char *text = g->game                      ? "The pot of {n} is played for."
                       : r->over                    ? "The round for the pot of {n} is decided."
                       : r->control == (Seat)NOBODY ? "Nobody is in control of the pot of {n}."
                       : r->lock ? "{who} is in control of the pot of {n}: only cheating beats that."
                                 : "{who} is in control of the pot of {n}.";
    view_text(m, setup, text, .depth = depth, .who = r->control, .n = r->pot, .card = o->card, .deck = INN_CARDS);
}

static void show_payment(const Setup *setup, const Table *t, ViewMaker *m, const Open *o, int depth)
{
    bool one = count(o->payers) == 1;
    const char *text = o->cause == INN_BY_ANTE   ? one ? "{who} is to ante {n}." : "Each in the round is to ante {n}."
                       : o->to == (Seat)NOBODY   ? one ? "{who} is to pay the Inn {n}." : "Each is to pay the Inn {n}."
                                                 : one ? "{who} is to pay {other} {n}." : "Each is to pay {other} {n}.";
    view_text(m, setup, text, .depth = depth, .who = one ? tap_first_of(o->payers) : (Seat)NOBODY, .other = o->to,
              .n = o->amount);
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(o->payers, s)) continue;
        const char *why = has(o->excused, s) ? "need not pay" : has(o->by_inn, s) ? "the Inn pays" : NULL;
        view_target(m, s, "gold", -o->amount, why, why);
    }
}

static void show_drinks(const Setup *setup, const Inn *g, ViewMaker *m, const Open *o, int depth)
{
    for (int k = o->cup; k < o->cup + o->cups; k++) {
        const Cup *cup = &g->cup[k];
        Dose d = cup_dose(setup, g, cup, g->seat[cup->drinker].folk, false);
        const char *why = cup->ignored ? "ignores it" : NULL;
        if (cup->n)
            view_text(m, setup, cup->ignored ? "{who} ignores {card}." : "{who} is to drink {card}: Alcohol {n}.",
                      .depth = depth, .who = cup->drinker, .card = g->served[cup->first].card, .deck = INN_CARDS,
                      .n = d.ac);
        else
            view_text(m, setup, cup->ignored ? "{who} ignores a shot." : "{who} is to drink a shot: Alcohol {n}.",
                      .depth = depth, .who = cup->drinker, .n = d.ac);
        if (d.ac) view_target(m, cup->drinker, "alcohol", d.ac, why, why);
        if (d.fort) view_target(m, cup->drinker, "fortitude", d.fort, why, why);
    }
}

/* What is open, the last of it happens next. */
static void show_open(const Setup *setup, const Table *t, ViewMaker *m, const Open *o, int depth)
{
    const Inn *g = inn_at(t);
    switch ((OpenKind)o->kind) {
    case OPEN_CARD:
        if (is_the_round(setup, g, o)) {
            show_round(setup, g, m, o, depth);
            return;
        }
        if (o->flags & (IS_EVENT | IN_PLAY))
            view_text(m, setup, "{card} happens.", .depth = depth, .card = o->card, .deck = INN_CARDS);
        else
            view_text(m, setup, count(o->targets) == 1 ? "{who} plays {card} on {other}." : "{who} plays {card}.",
                      .depth = depth, .who = o->actor,
                      .other = count(o->targets) == 1 ? tap_first_of(o->targets) : (Seat)NOBODY, .card = o->card,
                      .deck = INN_CARDS);
        if (!(o->flags & IS_EVENT)) show_changes(setup, t, m, o);
        if (body_struck(t, o) != NO_CARD)
            view_text(m, setup, "{who}'s {card} is struck.", .depth = depth, .who = tap_first_of(o->targets),
                      .card = body_struck(t, o), .deck = INN_CARDS);
        if (o->part_way)
            view_text(m, setup, "{card} is part of it.", .depth = depth, .card = o->part, .deck = INN_CARDS);
        return;
    case OPEN_AFTER:
        view_text(m, setup, "{who} has played {card}: whom it hurt may hit back.", .depth = depth, .who = o->actor,
                  .card = o->card, .deck = INN_CARDS);
        for (Seat s = 0; s < t->seats; s++)
            if (has(o->lost, s)) view_target(m, s, NULL, 0, "was hurt", false);
        return;
    case OPEN_PAYMENT: show_payment(setup, t, m, o, depth); return;
    case OPEN_DRINKS: show_drinks(setup, g, m, o, depth); return;
    case OPEN_WON:
        view_text(m, setup, "{who} is about to win the pot of {n}.", .depth = depth, .who = g->round.winner,
                  .n = g->round.pot);
        return;
    case OPEN_TAKEN:
        view_text(m, setup, "{who} has taken {n} of the pot.", .depth = depth, .who = o->actor, .n = o->amount);
        return;
    case OPEN_GAINED:
        view_text(m, setup, o->card ? "{who} has gained Gold by {card}." : "{who} has gained Gold.", .depth = depth,
                  .who = blamed_for(o), .card = o->card, .deck = INN_CARDS);
        return;
    case OPEN_PAID: view_text(m, setup, "The Inn was paid {n}.", .depth = depth, .n = o->amount); return;
    case OPEN_LOSING:
        view_text(m, setup, "A last chance before somebody is out.", .depth = depth);
        for (Seat s = 0; s < t->seats; s++)
            if (has(g->asked & alive(t), s)) view_target(m, s, NULL, 0, "would be out", false);
        return;
    default: return;
    }
}

/* What a side has together stands beside its head. */
static void show_pool(ViewMaker *m, const Inn *g, Seat s)
{
    const Pool *pool = pool_at(g, s);
    view_counter(m, "fortitude", s, pool->fort);
    view_counter(m, "alcohol", s, pool->ac);
    view_counter(m, "gold", s, pool->gold);
    if (g->teams) view_counter(m, "potions", s, pool->potions);
    view_track(m, "nerve", Z_NERVE, s, 0, STAT_MOST); /* when they meet one is out (LOS-1) */
    view_peg(m, "fortitude", NOBODY, pool->fort);
    view_peg(m, "alcohol", NOBODY, clamped(pool->ac + pool->added));
}

/* Tokens that a seat has, of its own character and of others; what a side has together stands beside its head. */
static void show_tokens(const Setup *setup, const Table *t, ViewMaker *m, Seat s)
{
    const Inn *g = inn_at(t);
    for (Seat owner = 0; owner < t->seats; owner++) {
        const InnDeckInfo *deck = inn_deck(tables_of(setup), g->seat[owner].deck);
        for (int k = 0; g->seat[owner].hand_size && k < deck->tokens; k++)
            if (g->seat[owner].token[k][s] || (owner == s && card_at(setup, deck->token[k])->held_by == INN_BY_ME))
                view_counter(m, setup->content->deck[INN_CARDS]->face[deck->token[k]].name, s,
                             g->seat[owner].token[k][s]);
    }
}

/* What bodies have left stands beside them. */
static void show_bodies(const Table *t, ViewMaker *m, Seat s)
{
    static const char *const number[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    const Patron *p = &inn_at(t)->seat[s];
    for (int i = 0; i < p->rows; i++) {
        if (!is_body(p, i)) continue;
        TapViewItem *item = view_item(m, Z_ROW, s, i);
        item->note = "Fortitude {what}";
        item->noted = number[body_fort(p, i)];
    }
}

static const char *status_in_round(const Inn *g, Seat s)
{
    if (g->round.control == s && !g->game) return "in control";
    if (has(g->round.in, s)) return "in the round";
    return has(g->round.champions, s) ? "left the round" : "sits it out";
}

/* Of a side in its turn, who has acted and who has drunk. */
static const char *status_of(const Table *t, Seat s)
{
    const Inn *g = inn_at(t);
    if (has(g->out, s)) return "out";
    if (!has(present(t), s)) return "away";
    if (g->round.live) return status_in_round(g, s);
    if (!g->teams || !is_mate(g, g->active, s)) return NULL;
    if (t->phase == P_ACTION) return g->seat[s].actions ? "may act" : "has acted";
    if (t->phase == P_DRINK) return has(g->drank, s) ? "has drunk" : "is to drink";
    return NULL;
}

/* How many Actions are left is said of who has several. */
static bool has_several_actions(const Table *t, Seat s)
{
    const Inn *g = inn_at(t);
    return g->seat[s].actions > 1 || (g->acteds && g->active == s);
}

void inn_counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    const Inn *g = inn_at(t);
    for (Seat s = 0; s < t->seats; s++) {
        const Patron *p = &g->seat[s];
        if (!p->hand_size) continue; /* who has no character yet has nothing to show */
        view_word(m, "character", s, inn_deck(tables_of(setup), p->deck)->name);
        if (g->teams) view_counter(m, "side", s, setup->side[s] + 1);
        if (inn_part(setup, s)) view_word(m, "part", s, inn_part(setup, s));
        if (seat_is_boss(setup, s) && has_several_actions(t, s)) view_counter(m, "actions", s, p->actions);
        if (is_head(g, s)) show_pool(m, g, s);
        show_tokens(setup, t, m, s);
        show_held(setup, t, m, s);
        show_bodies(t, m, s);
        const char *status = status_of(t, s);
        if (status) view_word(m, "status", s, status);
    }
    if (g->round.live) view_counter(m, "pot", NOBODY, g->round.pot);
    if (g->way[SEA].turns) view_counter(m, "next at sea", NOBODY, g->way[SEA].turns);
    if (g->way[DUNGEON].turns) view_counter(m, "next below", NOBODY, g->way[DUNGEON].turns);
    view_zone(m, "what happens", Z_STACK, NOBODY, EFFECTS, 0, 0);
    for (int i = 0, depth = 0; i < g->opens; i++) {
        if (g->open[i].kind == OPEN_POINT) continue;
        show_open(setup, t, m, &g->open[i], depth++);
    }
}

static Wording role_wording(const Setup *setup, const char *id)
{
    Wording said = {.word = {id}, .what = id, .figure = id};
    for (int i = 0; i < (int)tables_of(setup)->decks; i++) {
        const InnDeckInfo *deck = inn_deck(tables_of(setup), i);
        if (strcmp(deck->id, id) != 0) continue;
        said.what = deck->name;
        said.about = *deck->about ? deck->about : NULL;
    }
    return said;
}

void inn_wording(const Setup *setup, const Table *t, const Choice *o, Wording *ret)
{
    static const char *const number[] = {"1", "2", "3", "4"};
    const Inn *g = inn_at(t);
    const TapFace *faces = setup->content->deck[INN_CARDS]->face;
    guest_wording(setup, t, o, ret);
    benefit_wording(setup, t, o, t->turn, ret);
    side_wording(setup, t, o, ret);
    beside_wording(setup, t, o, ret);
    if (o->verb == CHOOSE) {
        Card event = g->open[g->opens - 1].card;
        *ret = (Wording){.what = inn_said(tables_of(setup), way_of(setup, event, choice_way(setup, event, o->a)))};
    }
    if (o->verb == BE) *ret = role_wording(setup, setup->content->role[o->a - 1]);
    if (o->verb == STAKE) {
        const TapFace *prize = &faces[g->prize[o->a - 1].card];
        *ret = (Wording){.word = {prize->code}, .what = prize->name, .about = prize->text};
    }
    if (o->verb == GIVE_UP) {
        const TapFace *card = &faces[g->seat[o->owner].row[o->a - 1].card];
        *ret = (Wording){.word = {card->code}, .what = card->name, .about = card->text};
    }
    if (o->verb == TAKE_CUP) {
        const TapFace *drink = &faces[g->served[g->cup[g->cups - 3 + o->a].first].card]; /* the last two */
        *ret = (Wording){.word = {number[o->a - 1]}, .what = drink->name, .about = drink->text};
    }
    if (o->verb == STRIKE) {
        const TapFace *body = &faces[g->seat[o->a - 1].row[o->b - 1].card];
        *ret = (Wording){.what = body->name, .about = body->text};
    }
    if (o->verb == PLUCK || o->verb == LAY_DOWN) {
        const TapFace *card = &faces[held_card(g, o->owner, o->a)]; /* of a purse its text lies there */
        *ret = (Wording){
            .word = {card->code}, .what = card->name, .about = o->verb == PLUCK ? card->text : NULL};
    }
    if (o->verb != PLAY && o->verb != PLAY_AS) return;
    Card card = held_card(g, o->owner, o->a);
    const InnPermission *way = way_of(setup, card, o->b);
    *ret = (Wording){.word = {faces[card].code, number[o->b]},
                     .what = faces[card].name,
                     .more = way->said ? inn_said(tables_of(setup), way) : ""}; /* its text lies in the hand */
}

/* ---------------------------------------------------------------- windows */

/* LIM-3: whom a window is about; of a card also whose play it answers, and from whom it takes the round. */
static SeatSet touched(const Setup *setup, const Table *t, const Open *o)
{
    const Inn *g = inn_at(t);
    SeatSet set = 0;
    switch ((OpenKind)o->kind) {
    case OPEN_CARD:
        for (Seat s = 0; s < t->seats; s++)
            if (has(o->targets, s) || inn_forecast_open(setup, t, o, s, false)) set |= only(s);
        if (o->flags & IS_EVENT) return set;
        if (g->open[o->below].kind == OPEN_CARD && !(g->open[o->below].flags & IS_EVENT))
            set |= only(g->open[o->below].actor);
        if (round_runs(g) && way_of(setup, o->card, o->way)->event == INN_GAMBLE && g->round.control != NOBODY)
            set |= only(g->round.control);
        return less(set, o->actor);
    case OPEN_PAID:
    case OPEN_PAYMENT: return o->payers;
    case OPEN_DRINKS:
        for (int k = o->cup; k < o->cup + o->cups; k++) set |= only(g->cup[k].drinker);
        return set;
    case OPEN_AFTER: return o->lost;
    case OPEN_WON: return g->round.winner == NOBODY ? 0 : only(g->round.winner);
    case OPEN_TAKEN:
    case OPEN_GAINED: return only(blamed_for(o));
    case OPEN_LOSING: return g->asked & alive(t);
    default: return 0;
    }
}

/* Who may have cards for one of these events, as far as everybody knows. */
static SeatSet may_have(const Table *t, int events)
{
    SeatSet set = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (inn_at(t)->seat[s].may & events) set |= only(s);
    return set & alive(t);
}

/* In a round of gambling: all but one have passed. */
static bool is_last_call(const Inn *g)
{
    SeatSet must = g->round.control == NOBODY ? g->round.in : less(g->round.in, g->round.control);
    return count(must & (SeatSet)~g->round.passed) <= 1;
}

/* So close to the end somebody is, in Fortitude or in Gold; so much must a pot hold, or a Drink, to matter. */
enum { NEAR = 5, NEARLY_BROKE = 3, WORTH_IT = 4, STRONG = 2 };

static bool is_near_the_end(const Pool *p) { return p->fort - p->ac - p->added <= NEAR; }

/* A coin for a card is nothing to who has some; an ante decides who is in the round. */
static SeatSet called_by_payment(const Table *t, const Open *o)
{
    SeatSet set = o->payers;
    for (Seat s = 0; s < t->seats; s++)
        if (o->cause != INN_BY_ANTE && o->amount < 2 && pool_at(inn_at(t), s)->gold > NEARLY_BROKE) set = less(set, s);
    return set & may_have(t, INN_ON(INN_PAY));
}

/* What is only to somebody's good needs no answer of theirs. */
static SeatSet called_by_card(const Setup *setup, const Table *t, const Open *o)
{
    const Inn *g = inn_at(t);
    SeatSet set = touched(setup, t, o);
    for (Seat s = 0; s < t->seats; s++)
        if (has(set, s) && inn_forecast_open(setup, t, o, s, false) && !inn_forecast_open(setup, t, o, s, true))
            set = less(set, s);
    if (round_runs(g) && card_at(setup, o->card)->types & INN_IS_CHEATING && o->actor != NOBODY)
        set |= less(g->round.in, o->actor);
    return set;
}

static SeatSet called_by_drinks(const Setup *setup, const Inn *g, const Open *o)
{
    SeatSet set = 0;
    for (int k = o->cup; k < o->cup + o->cups; k++) {
        Seat drinker = g->cup[k].drinker;
        Dose d = cup_dose(setup, g, &g->cup[k], g->seat[drinker].folk, false);
        if (d.ac >= STRONG || d.fort < 0 || (d.ac > 0 && is_near_the_end(pool_at(g, drinker)))) set |= only(drinker);
    }
    return set;
}

/* Whom the usual order asks, by what everybody knows: whom it would harm, and who may hold a card that is made for just
 * this, where that matters. In one's own turn one pause is enough, the one for cards of the Order phase: Anytime cards
 * fit it as well. */
static SeatSet called(const Setup *setup, const Table *t, const Open *o)
{
    const Inn *g = inn_at(t);
    switch ((OpenKind)o->kind) {
    case OPEN_POINT:
        if (g->mask & INN_ON(INN_ORDER)) return only(g->active);
        if (g->mask & INN_ON(INN_ACTING)) return may_have(t, INN_ON(INN_ACTING)) & side_of(g, g->active);
        if (g->mask & INN_ON(INN_DRINKING))
            return is_near_the_end(pool_at(g, g->active))
                       ? may_have(t, INN_ON(INN_DRINKING)) & (SeatSet)~side_of(g, g->active)
                       : 0;
        return round_runs(g) && is_last_call(g) && g->round.pot >= WORTH_IT ? may_have(t, INN_ON(INN_ROUND)) : 0;
    case OPEN_CARD: return called_by_card(setup, t, o);
    case OPEN_PAYMENT: return called_by_payment(t, o);
    case OPEN_DRINKS: return called_by_drinks(setup, g, o) & may_have(t, INN_ON(INN_DRINK));
    case OPEN_AFTER: return o->lost & may_have(t, INN_ON(INN_HURT));
    case OPEN_WON:
        return g->round.pot >= WORTH_IT && g->round.winner != NOBODY
                   ? less(may_have(t, INN_ON(INN_WON)), g->round.winner)
                   : 0;
    case OPEN_TAKEN:
        return less(may_have(t, INN_ON(INN_TAKEN)), o->actor) | (only(o->actor) & may_have(t, INN_ON(INN_GAINED)));
    case OPEN_GAINED: return may_have(t, INN_ON(INN_GAINED));
    case OPEN_PAID: return may_have(t, INN_ON(INN_PAID));
    default: return touched(setup, t, o);
    }
}

void inn_window_facts(const Setup *setup, const Table *t, TapWindow *ret)
{
    static const char *const kinds[OPEN_KINDS] = {[OPEN_CARD] = "card",     [OPEN_PAYMENT] = "payment",
                                                  [OPEN_DRINKS] = "Drinks", [OPEN_AFTER] = "blow",
                                                  [OPEN_POINT] = "pause",   [OPEN_WON] = "round won",
                                                  [OPEN_LOSING] = "last chance", [OPEN_TAKEN] = "pot taken",
                                                  [OPEN_GAINED] = "gain",   [OPEN_PAID] = "paid"};
    const Inn *g = inn_at(t);
    const Open *o = &g->open[g->at];
    ret->kind = kinds[o->kind];
    ret->turn = g->active;
    for (int i = 0; i < g->at; i++) ret->depth = (uint8_t)(ret->depth + (g->open[i].kind == OPEN_CARD));
    ret->touches = touched(setup, t, o);
    ret->chooses = true;
    ret->calls = sides_of(t, called(setup, t, o)); /* TM-4 */
    ret->seconds = ret->touches ? 8 : 4;
}

enum { ORDER_MY_DRINKS, ORDER_GAMBLING, ORDER_FITTING, ORDERS_END };
const TapOrder inn_orders[] = {
    [ORDER_MY_DRINKS] = {"my-drinks", "Ask me about my own Drinks"},
    [ORDER_GAMBLING] = {"gambling", "Ask me whenever there is gambling"},
    [ORDER_FITTING] = {"fitting", "Ask me when a card of mine fits what happens", .alone = true},
    [ORDERS_END] = {NULL, NULL},
};

static bool drinks_are_open(const Inn *g, Seat s)
{
    for (int k = 0; k < g->cups; k++)
        if (is_mate(g, s, g->cup[k].drinker)) return true;
    return false;
}

/* A card of the seat is made for just this. Anytime cards are not, nor are those for a round but in its pauses; about
 * what stops the cards of others one is asked when they touch one. */
static bool card_fits(const Setup *setup, const Table *t, Seat s)
{
    const Inn *g = inn_at(t);
    Choices c = {.n = 0};
    inn_questions[Q_ANSWER].choices(setup, t, s, &c);
    for (int i = 0; i < c.n; i++) {
        const Choice *o = &c.choice[i];
        if (o->verb == PASS || o->verb == POTION) continue;
        int event = way_of(setup, held_card(g, s, o->a), o->b)->event;
        if (event == INN_ROUND ? g->open[g->at].kind == OPEN_POINT : event != INN_ANYTIME && event != INN_CARD)
            return true;
    }
    return false;
}

bool inn_order_asks(const Setup *setup, const Table *t, Seat s, int order)
{
    const Inn *g = inn_at(t);
    switch (order) {
    case ORDER_MY_DRINKS: return drinks_are_open(g, s);
    case ORDER_GAMBLING: return g->round.live;
    default: return card_fits(setup, t, s);
    }
}
