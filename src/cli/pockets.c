#include "cli/pockets.h"

#include <stdio.h>
#include <string.h>

#include "server/ground/limits.h"

static bool knows_money(const TapSetup *setup)
{
    for (TapSeat s = 0; s < (TapSeat)setup->seats; s++)
        if (tap_purse(setup, s) != s) return false; /* whose would it be? */
    return tap_price(setup) > 0;
}

void pockets_take(Pockets *k, const TapSetup *setup, const TapState *state)
{
    static TapView view; /* large, and this program has one thread here */
    tap_view(setup, state, TAP_NOBODY, &view);
    k->moved = view.start != TAP_NOBODY;
    if (k->moved) k->start = (TapSeat)((view.start + 1) % setup->seats);
    k->kept = knows_money(setup);
    if (!k->kept) return;
    int64_t all = k->pot = tap_pot(setup, state);
    for (TapSeat s = 0; s < (TapSeat)setup->seats; s++) { /* of an evening what was lent counts too (ADV-05) */
        int32_t has = tap_game_hosts(setup->game) ? tap_score(setup, state, s) : tap_money(setup, state, s);
        all += k->stack[s] = has > 0 ? has : 0;
    }
    if (all > LIMIT_MONEY / 2) pockets_wipe(k); /* and leaves room for who buys in */
}

bool pockets_is_out(const Pockets *k, const TapSetup *setup, TapSeat s)
{
    return k->kept && k->stack[s] < tap_price(setup);
}

void pockets_lay(Pockets *k, TapSetup *setup)
{
    if (k->moved) setup->start = k->start;
    if (!k->kept) return;
    setup->pot = k->pot;
    for (TapSeat s = 0; s < (TapSeat)setup->seats; s++) {
        if (pockets_is_out(k, setup, s)) {
            k->stack[s] += tap_stack(setup, s); /* what somebody new would bring: its own is not laid yet */
            k->bought[s]++;
        }
        setup->stack[s] = k->stack[s];
    }
}

void pockets_wipe(Pockets *k)
{
    k->kept = false;
    memset(k->bought, 0, sizeof k->bought);
}

void pockets_tell(const Screen *screen, const Company *c, const Pockets *k, int seats)
{
    char text[1200] = "The game goes on with the coins as they are:";
    if (!k->kept) return;
    for (TapSeat s = 0; s < seats; s++) {
        size_t n = strlen(text);
        snprintf(text + n, sizeof text - n, "%s %s %d", s ? "," : "", s == c->viewer ? "You" : c->name[s],
                 k->stack[s]);
        n = strlen(text);
        if (k->bought[s])
            snprintf(text + n, sizeof text - n, " (bought in %s)",
                     k->bought[s] == 1 ? "once" : k->bought[s] == 2 ? "twice" : "several times");
    }
    snprintf(text + strlen(text), sizeof text - strlen(text), ".");
    print_wrapped(screen, 0, text);
}
