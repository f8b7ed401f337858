/* What a rules page shows beside its words: the phases of a game and the cards it is played with. */
#ifndef SERVER_GAME_PAGE_H
#define SERVER_GAME_PAGE_H

/* JSON that the caller frees; NULL if there is no such game. */
char *game_page(const char *game);

#endif
