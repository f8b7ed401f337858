/* The cards of a deck that is built in, as a rules page shows them. */
#ifndef SERVER_DECK_PAGE_H
#define SERVER_DECK_PAGE_H

/* JSON that the caller frees; NULL if nothing that is built in has that id. */
char *deck_page(const char *id);

#endif
