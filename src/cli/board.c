#include "cli/board.h"

#include <stdio.h>
#include <string.h>

#include "cli/paint.h"

void board_note(Board *b, const TapView *v, int at)
{
    if (b->n && b->point[b->n - 1].at == at) b->n--;
    if (b->n == BOARD_GAMES) {
        memmove(&b->point[1], &b->point[2], sizeof *b->point * (BOARD_GAMES - 2));
        b->n--;
    }
    b->point[b->n].at = at;
    memcpy(b->point[b->n++].score, v->score, sizeof v->score);
}

void board_forget(Board *b, int at)
{
    while (b->n > 1 && b->point[b->n - 1].at > at) b->n--;
}

/* How many have more: equal ones share a place. */
static int before(const TapView *v, TapSeat seat)
{
    int n = 0;
    for (TapSeat p = 0; p < v->seats; p++) n += v->score[p] > v->score[seat];
    return n;
}

/* What a seat has besides its money: loans and the like. */
static void put_counters(Flow *f, const TapView *v, TapSeat seat)
{
    for (int i = 0; i < v->counters; i++) {
        const TapViewCounter *c = &v->counter[i];
        if (c->owner != seat || c->word || c->value == v->score[seat]) continue;
        if (f->screen->plain) flow_piece(f, 0, ", %s %d", c->name, c->value);
        else
            flow_piece(f, 2, "%s%s%s %d", style_on(f->screen, STYLE_QUIET), c->name, style_off(f->screen, STYLE_QUIET),
                       c->value);
    }
}

/* "100 > 90 > 142": the beginning, and as many of the last as a line holds. */
static void put_way(Flow *f, const Board *b, TapSeat seat)
{
    enum { LAST = 5 };
    const Screen *s = f->screen;
    const char   *then = s->plain ? ", then" : s->unicode ? "›" : ">";
    for (int i = 0; i < b->n; i++) {
        if (i && i < b->n - LAST) continue;
        if (i && i == b->n - LAST && i > 1) flow_piece(f, s->plain ? 0 : 1, s->plain ? ", and so on" : "%s ...", then);
        if (s->plain) flow_piece(f, i ? 0 : 1, i ? "%s %d" : "%sbegan with %d", i ? then : "", b->point[i].score[seat]);
        else if (i) flow_piece(f, 1, "%s %d", then, b->point[i].score[seat]);
        else flow_piece(f, 2, "%d", b->point[i].score[seat]);
    }
}

void board_paint(const Screen *s, const Company *c, const TapView *v, const Board *b)
{
    int games = b->n - 1, width = 3;
    if (games < 1) return;
    for (TapSeat p = 0; p < v->seats; p++)
        if (text_columns(paint_seat_name(c, p)) > width) width = text_columns(paint_seat_name(c, p));
    char head[80];
    snprintf(head, sizeof head, "The evening after %d game%s%s", games, games == 1 ? "" : "s", s->plain ? "." : ":");
    put_text("%s%s%s\n", style_on(s, STYLE_STRONG), head, style_off(s, STYLE_STRONG));
    for (int place = 0; place < v->seats; place++)
        for (TapSeat p = 0; p < v->seats; p++) {
            const char *name = paint_seat_name(c, p);
            Style       style = p == c->viewer ? STYLE_STRONG : STYLE_NONE;
            if (before(v, p) != place) continue;
            Flow f = flow_begin(s, s->plain ? 0 : 2, s->plain ? 0 : width + 6);
            if (s->plain) flow_piece(&f, 0, "%d: %s, %d", place + 1, name, v->score[p]);
            else
                flow_piece(&f, 0, "%d. %s%s%s%*s %5d", place + 1, style_on(s, style), name, style_off(s, style),
                           width - text_columns(name), "", v->score[p]);
            put_counters(&f, v, p);
            if (s->plain) flow_piece(&f, 0, ";");
            put_way(&f, b, p);
            if (s->plain) flow_piece(&f, 0, ".");
            flow_end(&f);
        }
    if (v->over || v->start == TAP_NOBODY) return;
    bool mine = v->start == c->viewer;
    put_text("%s choose%s the next game.\n", paint_seat_name(c, v->start), mine ? "" : "s");
}
