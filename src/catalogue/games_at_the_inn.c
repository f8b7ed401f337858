#include "catalogue/catalogue.h"
#include "inn/inn.h"

/* RDI-14: those that go with the inn's own rounds of gambling. */
const Game *const games_at_the_inn[] = {
    &rogues_and_warriors, &threes,      &kings_council, &jack_of_all_trades, &doublerogue, &three_kingdoms, &delve,
    &spy_network,         &dragon_hunt, &den_of_thieves, &city_square,       &the_wheel,   NULL};
