#include "bots/equity.h"

#include "wager/wager.h"

bool bets_are_over(const TapSetup *setup, const TapState *s)
{
    const State *st = state_at(s);
    if (!setup->game->betting_rounds || !setup->game->score_is_money || st->levels != 1) return false;
    const Table *t = table_of(st, 0);
    const Wager *w = wager_at(t);
    return t->option[OPT_WAGER] == WAGER_BETTING && !w->shown && !w->to_act && count(w->in) > 1 &&
           count(able_to_bet(t)) < 2;
}
