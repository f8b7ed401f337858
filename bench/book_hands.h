/* Hands of Swords & Dragons: how fast they are judged, and how often each Book is best. */
#ifndef BENCH_BOOK_HANDS_H
#define BENCH_BOOK_HANDS_H

#include <stdbool.h>

/* Rows of millions of hands a second, by rules and number of cards; for JSON the value of a field. */
void measure_books(bool json);
/* Of so many hands of 5 to 14 cards: the best Book in percent, as a table for people. */
void count_books(int hands);

#endif
