/* The rules pages carried inside the program, shown in a terminal. */
#ifndef CLI_RULES_PAGE_H
#define CLI_RULES_PAGE_H

#include "cli/screen.h"

/* The text of a page; NULL if there is none of that name. */
const char *page_text(const char *name);

/* Prints a page, screen by screen if a person is there to turn it. */
void page_show(const Screen *, const char *name);

/* The page with its marks taken off or turned into colours, one line at a time into ret; returns where the next begins,
 * NULL at the end. */
const char *page_line(const Screen *, const char *at, char *ret, size_t size);

#endif
