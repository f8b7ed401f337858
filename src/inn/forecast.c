#include "inn/forecast.h"

static bool moves_stats(const InnEffect *e)
{
    return e->does == INN_LOSE || e->does == INN_GAIN || e->does == INN_PAYS || e->does == INN_DISCARD_FOR;
}

static int class_of(const InnPermission *p, const InnEffect *e)
{
    switch ((InnDoes)e->does) {
    case INN_IGNORE_DRINK:
    case INN_PASS_DRINK:
    case INN_SPLIT_DRINK:
    case INN_HALVE_DRINK:
    case INN_ADD_AC:
    case INN_SET_DRINK:
    case INN_CONVERT:
    case INN_CONVERT_TO:
    case INN_BET:
    case INN_STASH_DRINK: return INN_MEDDLES | (e->does == INN_IGNORE_DRINK ? INN_IGNORES : 0);
    case INN_NO_HEAL: return p->event == INN_DRINK ? INN_MEDDLES : 0;
    case INN_IGNORE: return INN_IGNORES;
    case INN_NEGATE: return INN_NEGATES;
    case INN_GAMBLES:
    case INN_ANTE: return INN_ANTES;
    case INN_END_ROUND: return INN_ENDS_ROUND;
    case INN_TAKE_POT: return p->event == INN_WON ? 0 : INN_ENDS_ROUND;
    case INN_AUCTION:
    case INN_SECRET_BID: return INN_BIDS;
    default: return 0;
    }
}

void inn_forecast_permission(InnPermission *p, const InnEffect *effect)
{
    if (p->pick) p->classes |= INN_PICKS_SOMEBODY;
    if (p->event == INN_CHOICE) p->classes |= INN_CHOOSES;
    for (int k = 0; k < p->effects; k++) {
        const InnEffect *e = &effect[k];
        p->classes = (uint8_t)(p->classes | class_of(p, e));
        if (!moves_stats(e)) continue;
        uint8_t stat = e->does == INN_PAYS ? INN_GOLD : e->stat;
        p->moves[e->who] |= stat;
        if (e->does == INN_PAYS) p->moves[e->to] |= stat;
        if (e->does == INN_LOSE || e->does == INN_PAYS) p->takes[e->who] |= stat;
    }
}

void inn_forecast_card(InnCard *c, const InnPermission *p)
{
    c->events |= INN_ON(p->event);
    c->classes |= p->classes;
}

void inn_drink_numbers(const InnTables *t, const InnCard *c, int folk, int *ret_ac, int *ret_fort)
{
    int sum[INN_GOLD] = {0};
    for (int i = 0; i < c->permissions; i++) {
        const InnPermission *p = inn_permission(t, c, i);
        if (p->event != INN_DRUNK || (p->is && !(p->is & folk)) || p->is_not & folk) continue;
        for (int k = 0; k < p->effects; k++) {
            const InnEffect *e = inn_effect(t, p, k);
            if ((e->does == INN_LOSE || e->does == INN_GAIN) && e->stat != INN_GOLD)
                sum[e->stat] += e->does == INN_GAIN ? e->n : -e->n;
        }
    }
    *ret_ac = sum[INN_AC];
    *ret_fort = sum[INN_FORT];
}
