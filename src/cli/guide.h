/* Remarks for a newcomer: a page whose sections are said at the start, at questions and at the end of a hand.
 * The page is data: its first lines name game, seats, bot and seed, its headings are "Start", "End" or the question
 * they belong to, with a number behind it for the second time it is asked and so on. */
#ifndef CLI_GUIDE_H
#define CLI_GUIDE_H

#include "cli/screen.h"

enum { GUIDE_KINDS = 16 };

typedef struct Guide {
    const char *page; /* NULL: says nothing */
    int         kinds;
    struct {
        const char *heading;
        int         times;
    } heard[GUIDE_KINDS];
} Guide;

Guide guide_open(const char *page_name);
/* A line "- name: value" from the head of the page; false if there is none. */
bool guide_setting(const char *page_name, const char *name, char *ret, size_t size);
/* What to say when this heading comes up once more; NULL for nothing. */
const char *guide_remark(Guide *, const char *heading);
void guide_say(const Screen *, const char *remark);

#endif
