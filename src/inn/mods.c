/* What holds as long as something lies before a player: tokens, cards of the row, cards that are Gold and lie open. */
#include "inn/in_purse.h"

static void add_mods(const Setup *setup, const Table *t, Seat owner, Seat s, Card c, int8_t mod[INN_STATICS])
{
    for (int way = 0; way < card_at(setup, c)->permissions; way++) {
        const InnPermission *p = way_of(setup, c, way);
        if (p->event != INN_LIES || (p->token && !has_tokens(t, owner, p, s))) continue;
        if (p->all_kinds && !has_all_kinds(setup, t, owner)) continue;
        for (int k = 0; k < p->effects; k++) {
            const InnEffect *e = inn_effect(tables_of(setup), p, k);
            int8_t *sum = &mod[e->does - INN_STATIC];
            if (e->does != INN_FIRST_COIN) *sum = (int8_t)(*sum + e->n);
            else if (e->n > *sum) *sum = e->n; /* CN-12: two do no more than one */
        }
    }
}

/* Of tokens that anybody may have they are for whoever has some, else for whose character's they are, be there some or
 * none: what holds for few of them holds without any, too (TC-SERE). */
void mods_reckon(const Setup *setup, Table *t, Seat s)
{
    Inn *g = inn_of(t);
    Patron *p = &g->seat[s];
    memset(p->mod, 0, sizeof p->mod);
    for (Seat owner = 0; owner < t->seats; owner++) {
        const InnDeckInfo *deck = inn_deck(tables_of(setup), g->seat[owner].deck);
        for (int k = 0; g->seat[owner].hand_size && k < deck->tokens; k++) {
            bool shared = token_card(setup, t, owner, k)->held_by == INN_BY_ANYBODY;
            if (shared ? tokens_of(setup, t, owner, k, s) > 0 : owner == s)
                add_mods(setup, t, owner, s, deck->token[k], p->mod);
        }
    }
    for (int i = 0; i < p->rows; i++) add_mods(setup, t, p->row_of[i], s, p->row[i].card, p->mod);
    for (int i = 0; i < p->purses; i++)
        if (lies_open(p->purse[i])) add_mods(setup, t, s, s, p->purse[i].card, p->mod);
}
