/* Somebody at the elbow of a newcomer: what he says at the start of a game, at questions and at the end.
 * His words are pages (docs/elbow), one for a game and one for any; the browser has them from there too. A heading of a
 * page is "Start", "End", "End won" and so on, a question as it is asked, with a number behind it for the second time
 * and so on, or what kind of answer it wants. He looks at nothing but the View. */
#ifndef CLI_GUIDE_H
#define CLI_GUIDE_H

#include <taproom/taproom.h>

#include "cli/screen.h"

enum { GUIDE_QUESTIONS = 24, GUIDE_GAMES = 32, GUIDE_HEADING_BYTES = 100, GUIDE_GAME_BYTES = 64 };

typedef struct Guide {
    bool here; /* whether he speaks; he listens in any case */
    char begun[GUIDE_GAMES][GUIDE_GAME_BYTES]; /* the games he has seen */
    int  games, game;                          /* how many they are, and the one that the following was asked in */
    int  questions;
    struct {
        char prompt[GUIDE_HEADING_BYTES];
        int  times;
    } heard[GUIDE_QUESTIONS];
} Guide;

/* A line "- name: value" from the head of a game's page; false if there is none. */
bool guide_setting(const char *game_id, const char *name, char *ret, size_t size);

/* Whether he was called, and not sent away, the last time a person of this terminal said so. */
bool guide_remembered(void);
void guide_remember(bool here);

/* The question of the View has come up; in another game he counts anew. True if he has not seen that game before. */
bool guide_hear(Guide *, const TapView *);

/* What he says when a game begins, at the question that was heard last, and at the end; never NULL but for a question
 * that has come up before and of which there is nothing new to say. */
const char *guide_start(const TapView *);
const char *guide_question(const Guide *, const TapView *);
const char *guide_end(const TapView *);

/* Called if he is away, sent away if he is here, and that is remembered. What he says now to the question; NULL. */
const char *guide_call(Guide *, const Screen *, const TapView *);

void guide_say(const Screen *, const char *remark);

#endif
