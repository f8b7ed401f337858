/* How a game adds to a View what its list of pieces does not say. */
#ifndef VIEW_H
#define VIEW_H

#include <taproom/view.h>

#include "table/table.h"

struct ViewMaker {
    TapView     *view;
    const State *state;
    Seat         viewer; /* of this level */
    uint8_t      level;
};

/* A number beside a seat (or, for NOBODY, the table). */
void view_counter(ViewMaker *, const char *name, Seat owner, int32_t value);
/* What lies before a seat is worth so much so far. */
void view_running(ViewMaker *, const char *name, Seat owner, int32_t value);
/* A word beside a seat: "folded". */
void view_word(ViewMaker *, const char *name, Seat owner, const char *word);
/* A zone that holds no pieces (a list of effects), and its items. */
void view_zone(ViewMaker *, const char *name, int zone, Seat owner, Layout, int w, int h);
void view_token(ViewMaker *, const char *name, int depth);
/* The same with a figure that a painter may draw. */
void view_figure(ViewMaker *, const char *name, const char *figure);
/* A sentence, with what its {who} {other} {card} {n} stand for. Seats are ours; those not in seen_by (0 is everybody)
 * get neither card nor number, and the sentence `unseen` if there is one. */
typedef struct ViewText {
    const char *text, *unseen;
    int         depth;
    Seat        who, other;
    Card        card;
    uint8_t     deck; /* of the content, that the card is of */
    SeatSet     seen_by;
    int32_t     n;
} ViewText;
void view_text_(ViewMaker *, const Setup *, const ViewText *);
/* Of the latest item: whom it would touch (TapViewTarget). */
void view_target(ViewMaker *, Seat, const char *of, int n, const char *word, bool spared);
#define view_text(m, setup, text_, ...) \
    view_text_((m), (setup), &(ViewText){.text = (text_), .who = NOBODY, .other = NOBODY, .card = NO_CARD, __VA_ARGS__})
/* A zone that holds no pieces but shows faces of a deck of the content: offers, a market. Each stands for n alike
 * (NO_CARD: a back), and belongs to a seat or to NOBODY. What is laid here everybody who gets this View may see. */
void view_faces(ViewMaker *, const Setup *, const char *name, int zone, Seat owner, Layout, int deck);
TapViewItem *view_face(ViewMaker *, Card face, int n, Seat who);
/* A scale; what stands on it, of a seat or of NOBODY; and places of it that mean something ("goal"). */
void view_track(ViewMaker *, const char *name, int zone, Seat owner, int lo, int hi);
void view_peg(ViewMaker *, const char *name, Seat who, int at);
void view_mark(ViewMaker *, const char *name, int at);

/* All that lies in a zone of the table, or of a seat, belongs to one item of the table: a hoard to its dragon, a worker
 * to his job. So does a number. */
void view_at(ViewMaker *, int zone, Seat owner, int head, int item);
void view_counter_at(ViewMaker *, const char *name, int head, int item, int32_t value);

/* An item that is there already, to be told more about: its note, its worth. */
TapViewItem *view_item(ViewMaker *, int zone, Seat owner, int nth);
/* For it so many of another are wanted, and the viewer has so many fewer. All needs of an item follow each other. */
void view_need(ViewMaker *, TapViewItem *, const TapViewItem *of, int n, int lacking);
/* The latest zone has slots; those of the second sort are for items of depth 1. */
void view_room(ViewMaker *, int first, int second);

/* Money that can be won, and by whom; `to` is who won it, at the end of a hand. */
void view_pot(ViewMaker *, const char *name, int32_t coins, SeatSet claims, SeatSet to);
/* How a hand ended for a seat: results are given best first. `score` and `parts` are NULL for who shows nothing,
 * `score` alone where coins are all that counts. */
typedef struct ViewResult {
    Seat              seat;
    int               place;
    int32_t           won, net;
    const TapScore   *score;
    const TapHolding *holding;
    const TapParts   *parts;
} ViewResult;
void view_result(ViewMaker *, const Scoring *, const ViewResult *);
/* How a seat stands in a row of games: best first. */
void view_standing(ViewMaker *, const TapViewStanding *);
/* What each had after a game, or (NULL) before the first. */
void view_trail(ViewMaker *, const char *game, const int32_t *has);
void view_played(ViewMaker *, int played, int of);
/* The results are those of a game that is gone. */
void view_chapter(ViewMaker *, const char *game);

#endif
