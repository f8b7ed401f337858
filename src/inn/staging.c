/* What a staged table begins with: pools, tokens, and cards that lie in rows. */
#include "inn/in_play.h"
#include "inn/staging.h"

enum { STAGE_FORT, STAGE_AC, STAGE_GOLD, STAGE_POTIONS, STAGE_TOKENS, STAGE_ROW = STAGE_TOKENS + INN_TOKENS };
const Staging inn_stages[] = {{"fortitude", 0, STAT_MOST, 0}, {"alcohol", 0, STAT_MOST, 0}, {"gold", 0, 99, 0},
                              {"potions", 0, 9, 0},           {"first-token", 0, 60, 0},    {"second-token", 0, 60, 0},
                              {"third-token", 0, 60, 0},      {"fourth-token", 0, 60, 0},
                              {"row", 0, 0, 1 + INN_CARDS},   {NULL, 0, 0, 0}};
_Static_assert(INN_TOKENS == 4, "as many tokens of a character can be staged");

/* Of the kinds that the character of a seat has, in the order of its file, and that lie with that seat. */
static void stage_tokens(const Setup *setup, Table *t, Seat s, int k, int value, Env *e)
{
    if (k < inn_deck(tables_of(setup), inn_at(t)->seat[s].deck)->tokens)
        tokens_move(setup, t, s, k, s, value - tokens_of(setup, t, s, k, s), e);
}

void staged_values(const Setup *setup, Table *t, Env *e)
{
    for (const TapStaged *staged = setup->stage; staged < setup->stage + setup->stages; staged++) {
        Pool *p = pool_of(inn_of(t), staged->seat);
        int   value = staged->value;
        switch (staged->what) {
        case STAGE_FORT: p->fort = (int8_t)value; break;
        case STAGE_AC: p->ac = (int8_t)value; break;
        case STAGE_GOLD: gold_moves(t, NOBODY, staged->seat, value - p->gold, e); break;
        case STAGE_POTIONS: p->potions = (uint8_t)value; break;
        case STAGE_ROW: break;
        default: stage_tokens(setup, t, staged->seat, staged->what - STAGE_TOKENS, value, e);
        }
    }
}

/* How many of the card a character has, its side decks included. */
static int copies_of(const Setup *setup, const InnDeckInfo *info, Card card)
{
    for (int i = 0; i < info->lines; i++)
        if (inn_line(tables_of(setup), info, i)->card == card) return inn_line(tables_of(setup), info, i)->copies;
    return 0;
}

/* Whose character has the card: the seat's own, or another's who is cast; NOBODY: nobody's. */
static Seat home_of_staged(const Setup *setup, const TapStaged *staged)
{
    for (int k = 0; k < setup->seats; k++) {
        Seat s = (Seat)((staged->seat + k) % setup->seats);
        if (setup->cast[s] >= 0 && copies_of(setup, role_deck(setup, setup->cast[s]), (Card)staged->value)) return s;
    }
    return NOBODY;
}

const char *inn_misstaged(const Setup *setup, const TapStaged *staged)
{
    int in_row = 0, alike = 0;
    if (staged->what != STAGE_ROW) return NULL;
    const InnCard *card = card_at(setup, (Card)staged->value);
    Seat           owner = home_of_staged(setup, staged);
    for (int i = 0; i < setup->stages; i++) {
        if (setup->stage[i].what != STAGE_ROW) continue;
        in_row += setup->stage[i].seat == staged->seat;
        alike += setup->stage[i].value == staged->value;
    }
    if (owner == NOBODY) return "nobody plays the character that has it; 'cast' says who plays whom.";
    bool lies = card->types & INN_IS_ITEM && !(card->flags & INN_PAYS_AS_GOLD) && !inn_acts_at_once(card);
    if (!lies) return "it does not lie in a row.";
    if (card->flags & INN_BOSS && !seat_is_boss(setup, owner)) return "only a Boss has it."; /* BOSS-5 */
    if (owner != staged->seat && !card->in) return "it lies before nobody but its owner.";
    if (in_row == ROW_MOST) return "the row is full.";
    if (alike == copies_of(setup, role_deck(setup, setup->cast[owner]), (Card)staged->value))
        return "there are not as many of it.";
    return NULL;
}

static void take_out(Pile *pile, Card card)
{
    Card *at = pile_cards(pile);
    int   i = pile->n - 1;
    while (at[i] != card) i--;
    at[i] = at[--pile->n];
    at[pile->n] = 0;
}

void staged_rows(const Setup *setup, Table *t, Env *e)
{
    for (const TapStaged *staged = setup->stage; staged < setup->stage + setup->stages; staged++) {
        if (staged->what != STAGE_ROW) continue;
        Seat    owner = home_of_staged(setup, staged);
        Card    card = (Card)staged->value;
        Patron *p = &inn_of(t)->seat[owner];
        int     side = card_at(setup, card)->in;
        take_out(side ? &p->beside[side - 1].deck : &p->draw, card);
        row_gets(setup, t, staged->seat, owner, (Slot){card, PUBLIC}, e);
    }
}
