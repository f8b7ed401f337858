#include "decks/tavern.h"

void from_rank(TapParts *parts, const TapHolding *h, Rank r, int n, uint64_t *used)
{
    for (int i = 0; parts && n > 0 && i < h->cards && i < 64; i++) {
        if (rank_of(h->card[i]) != r || *used >> i & 1) continue;
        from_card(parts, i);
        *used |= 1ull << i;
        n--;
    }
}

const char *const ties_by_rank[] = {"Dragons", "Warriors", "Ladies", "Bards", "Merchants", "Rogues", NULL};
const char *const ties_by_colour[] = {"cards of one colour", NULL};

void tie_by_rank(const Card *card, int n, TapScore *s)
{
    assert(s->ties + 1 + RANKS <= TAP_TIES);
    int32_t *of = &s->tie[s->ties];
    memset(of, 0, sizeof *of * (1 + RANKS));
    for (int i = 0; i < n; i++) of[rank_of(card[i])]++;
    s->ties += 1 + RANKS;
}

void tie_by_colour(const Card *card, int n, TapScore *s)
{
    int32_t of[HUES + 1] = {0}, most = 0;
    for (int i = 0; i < n; i++) of[hue_of(card[i])]++;
    for (int hue = RED; hue < HUES; hue++)
        if (of[hue] > most) most = of[hue];
    assert(s->ties < TAP_TIES);
    s->tie[s->ties++] = most;
}
