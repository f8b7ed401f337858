/* Dwarven Miner: what is seen of it. */
#include "games/miner.h"

void miner_pieces(const Setup *setup, Table *t, Pieces *p)
{
    Mining *g = mining_of(t);
    if (g->rolled) piece_dice(p, "dice", Z_DICE, NOBODY, ROW, MINE_DICE, g->die, MINE_DICE_N);
    piece_pile(p, "deck", Z_DECK, NOBODY, &g->deck);
    piece_pile(p, "discards", Z_DISCARDS, NOBODY, &g->discards);
    for (Seat s = 0; s < t->seats; s++) {
        piece_cards(p, "hand", Z_HAND, s, FAN, PATRON_CARDS, g->seat[s].hand, g->seat[s].cards);
        if (g->seat[s].patrons)
            piece_cards(p, "patrons", Z_PATRONS, s, ROW, PATRON_CARDS, &g->in_play[first_patron(g, s)],
                        g->seat[s].patrons);
    }
}

/* --------------------------------------------------------------- the View */

static void show_track(const Table *t, const Mining *g, ViewMaker *m)
{
    view_track(m, "points", Z_POINTS, NOBODY, 0, GOAL);
    for (Seat s = 0; s < t->seats; s++) view_peg(m, "pawn", s, g->seat[s].points < GOAL ? g->seat[s].points : GOAL);
    view_mark(m, "goal", GOAL);
}

/* MINE-R2: all kinds, so that patrons can point at what they need. */
static void show_pile(ViewMaker *m, int face, int left)
{
    TapViewItem *i = view_face(m, (Card)face, left, NOBODY);
    if (!left) i->note = "none left";
}

static void show_board(const Setup *setup, const Mining *g, ViewMaker *m)
{
    int items = mine_in(setup)->items;
    view_faces(m, setup, "board", Z_BOARD, NOBODY, ROW, GOODS);
    for (int i = 0; i < items; i++) show_pile(m, RESOURCES + i, g->pile[RESOURCES + i]);
    show_pile(m, RESOURCES + items, vaults_left(g));
    view_faces(m, setup, "stores", Z_STOCK, NOBODY, ROW, GOODS);
    for (int r = 0; r < RESOURCES; r++) show_pile(m, r, g->pile[r]);
}

static bool has_mined(const Mining *g)
{
    int n = g->artifacts;
    for (int r = 0; r < RESOURCES; r++) n += g->mined[r];
    return n;
}

static void show_mined(const Setup *setup, const Mining *g, ViewMaker *m)
{
    view_faces(m, setup, "mined", Z_MINED, g->active, ROW, MINE_DICE);
    for (int r = 0; r < RESOURCES; r++)
        if (g->mined[r]) view_face(m, (Card)r, g->mined[r], NOBODY);
    if (g->artifacts) view_face(m, ARTIFACT, g->artifacts, NOBODY);
}

static void show_goods(const Setup *setup, const Table *t, const Mining *g, ViewMaker *m)
{
    static const char *const name[VAULT_N] = {"vault 1", "vault 2", "vault 3", "vault 4",
                                              "vault 5", "vault 6", "vault 7", "vault 8"};
    for (Seat s = 0; s < t->seats; s++) {
        view_faces(m, setup, "backpack", Z_BACKPACK, s, ROW, GOODS);
        view_room(m, BACKPACK_ITEMS, BACKPACK_RESOURCES);
        for (int kind = GOODS_KINDS - 1; kind >= 0; kind--)
            if (backpack_count(g, s, kind))
                view_face(m, (Card)kind, backpack_count(g, s, kind), NOBODY)->depth = kind < RESOURCES;
        for (int n = 0, v; (v = vault_number(g, s, n)) >= 0; n++) {
            const Vault *x = &g->vault[v];
            view_faces(m, setup, name[n], Z_VAULT + n, s, ROW, GOODS);
            view_room(m, VAULT_ITEMS, VAULT_RESOURCES);
            if (x->item) view_face(m, (Card)(RESOURCES + x->item - 1), 1, NOBODY);
            for (int k = 0; k < VAULT_RESOURCES; k++)
                if (x->resource[k]) view_face(m, (Card)(x->resource[k] - 1), 1, NOBODY)->depth = 1;
        }
    }
}

/* What each patron in play has paid, and how long it stays. */
static void note_patrons(const Setup *setup, const Table *t, const Mining *g, ViewMaker *m)
{
    static const char *const stays[PATRON_DURATIONS] = {
        [STAYS] = "stays",
        [AT_ONCE] = "acts now",
        [NEXT_TURN] = "to the end of the next turn",
        [UNTIL_OTHER] = "until another fulfils",
        [UNTIL_ALL] = "until all have used it",
        [WHEN_WISHED] = "until it is used",
    };
    for (Seat s = 0; s < t->seats; s++)
        for (int n = 0; n < g->seat[s].patrons; n++) {
            int           at = first_patron(g, s) + n;
            const InPlay *x = &g->state_of[at];
            TapViewItem  *i = view_item(m, Z_PATRONS, s, n);
            i->worth = x->paid;
            i->note = stays[patron_kind(setup, g->in_play[at].card)->duration];
            if (x->left == 1) i->note = "to the end of this turn";
            if (!x->named) continue;
            i->note = x->left == 1 ? "{what} is wild, to the end of this turn"
                                   : "{what} is wild, to the end of the next turn";
            i->noted = setup->content->deck[GOODS]->face[x->named - 1].name;
        }
}

/* What she lacks of each recipe; what her dice show counts before she stops. */
static void show_recipes(const Setup *setup, const Table *t, const Mining *g, Seat s, ViewMaker *m)
{
    Mining with_dice = *g;
    if (t->phase == P_MINING) gather_dice(&with_dice);
    for (int i = 0; i <= mine_in(setup)->items; i++) {
        const uint8_t *recipe = mine_in(setup)->recipe[i];
        TapViewItem   *made = view_item(m, Z_BOARD, NOBODY, i);
        for (int r = 0; r < RESOURCES; r++) {
            int lacking = s == NOBODY ? 0 : recipe[r] - stock_of(&with_dice, s, r);
            if (recipe[r])
                view_need(m, made, view_item(m, Z_STOCK, NOBODY, r), recipe[r], lacking > 0 ? lacking : 0);
        }
        if (s != NOBODY && !made->note) made->lacks = (uint8_t)(1 + missing_for(&with_dice, s, recipe));
    }
}

/* What a patron of the viewer's hand would bring now, and what she lacks for it. */
static void show_wishes(const Setup *setup, const Mining *g, Seat s, ViewMaker *m)
{
    for (int n = 0; n < g->seat[s].cards; n++) {
        int               face = g->seat[s].hand[n].card;
        const PatronKind *kind = patron_kind(setup, face);
        TapViewItem      *i = view_item(m, Z_HAND, s, n);
        i->lacks = 1;
        i->worth = kind->points;
        for (int at = 0; kind->cumulative && at < patrons_in_play(g); at++)
            i->worth = (int16_t)(i->worth + (g->in_play[at].card == face));
        for (int k = 0; k < mine_in(setup)->items; k++) {
            int lacking = kind->needs[k] > g->seat[s].item[k] ? kind->needs[k] - g->seat[s].item[k] : 0;
            i->lacks = (uint8_t)(i->lacks + lacking);
            if (kind->needs[k]) view_need(m, i, view_item(m, Z_BOARD, NOBODY, k), kind->needs[k], lacking);
        }
    }
}

/* MINE-R6. */
static void lock_orcs(const Mining *g, ViewMaker *m)
{
    for (int i = 0; i < MINE_DICE_N; i++)
        if (g->die[i].face == 1 + ORC) view_item(m, Z_DICE, NOBODY, i)->note = "locked";
}

/* ---------------------------------------------------------------- the end */

/* Only where a View finds what earned the points: no hands are scored. */
static const Scoring patrons_score = {.zones = 1ull << Z_PATRONS | 1ull << Z_GONE, .deck = PATRON_CARDS};

static void show_gone(const Setup *setup, const Table *t, const Mining *g, ViewMaker *m)
{
    for (Seat s = 0; s < t->seats; s++) {
        view_faces(m, setup, "patrons that left", Z_GONE, s, ROW, PATRON_CARDS);
        for (int face = 0; face < mine_in(setup)->patrons; face++)
            if (g->seat[s].gone[face].n) view_face(m, (Card)face, g->seat[s].gone[face].n, NOBODY);
    }
}

static void add_patron(const Setup *setup, int face, int n, int points, TapHolding *h, TapParts *parts)
{
    static const char *const times[] = {"", "", ", twice", ", three times"};
    h->card[h->cards] = (Card)face;
    explain(parts, points, "%s%s", setup->content->deck[PATRON_CARDS]->face[face].name,
            n < 4 ? times[n] : ", many times");
    from_card(parts, h->cards++);
}

/* MINE-R32, MINE-Q15. */
static const char *why_won(const Table *t, const Mining *g)
{
    int most = 0;
    for (Seat s = 0; s < t->seats; s++)
        if (s != g->winner && g->seat[s].points > most) most = g->seat[s].points;
    if (g->seat[g->winner].points < GOAL) return "wins with the most when the last turn was over";
    if (most < GOAL) return "wins by reaching thirty first";
    if (g->winner == g->active) return "wins, for thirty were reached in this player's turn";
    return most < g->seat[g->winner].points ? "wins with more than the other who reached thirty"
                                            : "wins, being nearer to the turn";
}

/* Every patron she fulfilled, those that have left her among them; and why she has won. */
static void earned_by(const Setup *setup, const Table *t, const Mining *g, Seat s, TapHolding *h, TapParts *parts)
{
    memset(h, 0, offsetof(TapHolding, card));
    h->deck = setup->content->deck[PATRON_CARDS];
    for (int at = first_patron(g, s), n = g->seat[s].patrons; n; at++, n--)
        add_patron(setup, g->in_play[at].card, 1, g->state_of[at].paid, h, parts);
    for (int face = 0; face < mine_in(setup)->patrons; face++)
        if (g->seat[s].gone[face].n)
            add_patron(setup, face, g->seat[s].gone[face].n, g->seat[s].gone[face].points, h, parts);
    if (s == g->winner) explain(parts, 0, "%s", why_won(t, g));
}

static void show_results(const Setup *setup, const Table *t, const Mining *g, ViewMaker *m)
{
    for (int place = 1; place <= t->seats; place++)
        for (Seat s = 0; s < t->seats; s++) {
            int better = 0;
            for (Seat o = 0; o < t->seats; o++) better += t->score[o] > t->score[s];
            if (better + 1 != place) continue;
            int        points = g->seat[s].points;
            TapScore   score = {.points = points, .rank = t->score[s]};
            TapHolding h;
            TapParts   parts = {.n = 0};
            earned_by(setup, t, g, s, &h, &parts);
            view_result(m, &patrons_score,
                        &(ViewResult){.seat = s, .place = place, .net = points, .score = &score, .holding = &h,
                                      .parts = &parts});
        }
}

void miner_counters(const Setup *setup, const Table *t, ViewMaker *m)
{
    const Mining *g = mining_at(t);
    show_track(t, g, m);
    if (t->phase == P_OVER) {
        show_gone(setup, t, g, m);
        show_results(setup, t, g, m);
    }
    show_board(setup, g, m);
    if (has_mined(g)) show_mined(setup, g, m);
    show_goods(setup, t, g, m);
    note_patrons(setup, t, g, m);
    show_recipes(setup, t, g, t->phase == P_OVER ? (Seat)NOBODY : m->viewer, m);
    if (g->rolled) lock_orcs(g, m);
    if (m->viewer != NOBODY) show_wishes(setup, g, m->viewer, m);
}
