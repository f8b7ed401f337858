/* Everything. */
#ifndef TAPROOM_TAPROOM_H
#define TAPROOM_TAPROOM_H

#include <taproom/base.h>
#include <taproom/bot.h>
#include <taproom/choice.h>
#include <taproom/content.h>
#include <taproom/deck.h>
#include <taproom/game.h>
#include <taproom/record.h>
#include <taproom/rng.h>
#include <taproom/score.h>
#include <taproom/view.h>

#endif
