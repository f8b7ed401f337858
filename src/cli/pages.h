/* The rules pages (docs/rules), carried inside the program. */
#ifndef CLI_PAGES_H
#define CLI_PAGES_H

typedef struct Page {
    const char *name, *text;
} Page;
extern const Page pages[]; /* a NULL name ends it */

#endif
