/* The rules pages (docs/rules), and the words of who sits at a newcomer's elbow (docs/elbow, "elbow/GAME"), carried
 * inside the program. */
#ifndef CLI_PAGES_H
#define CLI_PAGES_H

typedef struct Page {
    const char *name, *text;
} Page;
extern const Page pages[]; /* a NULL name ends it */

#endif
