#include <taproom/bot.h>
extern const int bots_are_empty;
const int bots_are_empty = 1;
