/* Standing orders of the person at the terminal: in which windows he wants to be asked. */
#ifndef CLI_ORDERS_H
#define CLI_ORDERS_H

#include <taproom/taproom.h>

#include "cli/screen.h"
#include "server/ground/limits.h"

/* Begin with {0}: the usual order. */
typedef struct Orders {
    int  n;
    char text[LIMIT_ORDERS][ORDER_BYTES]; /* as tap_order_passes takes them */
} Orders;

/* True, with the pass, if the person is not asked in the open window: his orders say so, or he could do nothing but
 * pass. Bots learn nothing from it, and nobody else sits at a terminal's table. */
bool orders_pass(const Orders *, const TapSetup *, const TapState *, TapSeat, TapMove *ret);

/* Carries out what was typed: "always" or "touch, card R-owl" orders exactly that, "also ..." adds, "drop ..." takes
 * away, "usual" forgets all. False with a reason, and nothing changed. */
bool orders_change(Orders *, const TapSetup *, const char *typed, TapError *);

/* The orders there are, those that could be given, and how. */
void orders_paint(const Screen *, const Orders *, const TapSetup *);

/* Orders are kept in a save as comments, "# order always": they go wherever the record goes, and no program that reads
 * it minds. The lines, which the caller frees; and out of the text of a save, without what is no order any more. */
char *orders_write(const Orders *);
void  orders_read(Orders *, const TapSetup *, const char *save);

#endif
