/*
 * A View is all a front end ever sees: what one viewer may know of a table, in words that any painter can draw. It is
 * redacted while it is built: a card the viewer does not know never enters it.
 *
 * Items are places: an item's id is its zone and position, so nothing of an unseen card's way can be read off it; how
 * things move is told by events (game.h).
 */
#ifndef TAPROOM_VIEW_H
#define TAPROOM_VIEW_H

#include <taproom/game.h>
#include <taproom/score.h>

enum {
    TAP_VIEW_ZONES = 128, TAP_VIEW_ITEMS = 640, TAP_VIEW_COUNTERS = 128, TAP_VIEW_LEVELS = 4,
    TAP_VIEW_POTS = 16, TAP_VIEW_PARTS = TAP_SEATS * TAP_PARTS, TAP_VIEW_EARNING = 2048,
    TAP_VIEW_WORTHS = 512, TAP_VIEW_TRAIL = 25, TAP_VIEW_NEEDS = 256, TAP_VIEW_TARGETS = 256
};

typedef enum TapLayout {
    TAP_ROW,
    TAP_FAN,
    TAP_STACK,  /* a pile: only its number, and what is known of its top */
    TAP_GRID,   /* w x h, row by row; an empty cell is an item with no card */
    TAP_RING,   /* w places, clockwise from the top */
    TAP_TRACK,  /* a scale from lo to hi: tokens stand on it, texts mark places of it, both at `n` */
    TAP_GROUPS, /* items carry their group: a seat in `who`, or else a number in `depth` */
    TAP_EFFECTS /* a nested list, top last; items carry text and depth */
} TapLayout;

typedef enum TapItemKind { TAP_CARD_ITEM, TAP_DIE_ITEM, TAP_TOKEN_ITEM, TAP_TEXT_ITEM, TAP_EMPTY_ITEM } TapItemKind;

typedef struct TapViewItem {
    uint32_t       id;
    uint8_t        kind, depth;
    TapCard        face;       /* card: of the zone's deck, TAP_NO_CARD for its back; die: 1 + face, 0 for hidden;
                                  text: {card}, of `deck` */
    TapSeatSet     known_by;   /* who knows it */
    TapSeat who, other; /* text: {who} and {other}; else `who` is the seat it belongs to within its zone; TAP_NOBODY */
    int32_t n;          /* text: {n}; on a track: where it stands; else it stands for so many alike, 0 and 1 are one */
    const char    *text;       /* text: a sentence with {who} {other} {card} {n}; token: its name */
    const char    *figure;     /* token: what a painter draws on it, or NULL */
    const TapDeck *deck;       /* text: of its card, or NULL */
    const char    *note, *noted; /* how it stands with it just now, a few words with {what}; or NULL */
    int16_t        worth;      /* it brings, or has brought, so many points; 0: not said */
    uint8_t        needs;      /* so many kinds of other items are wanted for it, */
    uint16_t       need;       /* from this place of `need` on */
    uint8_t        lacks;      /* 1 + how many of those the viewer lacks in all, what stands in for them counted;
                                  0: not said */
    uint8_t        targets;    /* of an effect: so many whom it would touch, */
    uint16_t       target;     /* from this place of `target` on */
} TapViewItem;

/* Whom an effect would touch: so much more or less of something, or a few words; or why it does not. */
typedef struct TapViewTarget {
    TapSeat     seat;
    const char *of;   /* a counter of the seat: "gold"; NULL: nothing is counted */
    int16_t     n;
    const char *word; /* or NULL */
    bool        spared; /* it does nothing to that seat, and `word` says why */
} TapViewTarget;

typedef struct TapViewNeed {
    uint32_t item;       /* its id */
    uint8_t  n, lacking; /* so many are wanted; the viewer has so many fewer, without anything that stands in */
} TapViewNeed;

typedef struct TapViewZone {
    const char    *name;
    const TapDeck *deck;
    TapSeat        owner;
    uint8_t        zone, level, layout, w, h;
    int16_t        lo, hi;   /* of a track */
    uint16_t       first, n; /* items shown */
    uint16_t       size;     /* items there are; a stack shows fewer */
    bool           scored;   /* what lies there was counted in the results: a hand, or what was common to all */
    uint32_t       at;       /* 1 + the id of the item it belongs to, and is shown with; 0: it stands by itself */
    uint8_t        room[2];  /* it has slots: so many for items of depth 0 and of depth 1 */
} TapViewZone;

typedef struct TapViewCounter {
    const char *name;
    TapSeat     owner;
    uint8_t     level;
    int32_t     value;
    const char *word; /* instead of the number, or NULL: "folded" */
    bool        running; /* it is what the things that lie there are worth so far */
    uint32_t    at;      /* as of a zone */
} TapViewCounter;

/* Money that can be won, or, at the end of a hand, that was. */
typedef struct TapViewPot {
    const char *name;
    int32_t     coins;
    TapSeatSet  claims; /* who may win it */
    TapSeatSet  to;     /* who did, in equal parts; 0 while nobody has */
} TapViewPot;

/* One line of why a hand is worth what it is. */
typedef struct TapViewPart {
    char     text[72];
    int32_t  points;
    uint16_t first, n; /* in `earning`: the items that earn it */
} TapViewPart;

/* How a hand, or a game of a row, ended for a seat. It stays until the next one begins. */
typedef struct TapViewResult {
    TapSeat  seat;
    bool     told;    /* its points are: it showed its hand */
    uint8_t  place;   /* from 1, equal ones share it; 0: it has none */
    int32_t  points;
    int32_t  won;     /* coins it took out of the pots */
    int32_t  net;     /* what it has more, or less, since the game began */
    uint16_t first, parts; /* in `part` */
} TapViewResult;

/* How a seat stands in a row of games, between two of them; best first. */
typedef struct TapViewStanding {
    TapSeat  seat;
    bool     took_part; /* in the last game */
    int32_t  has;       /* money in hand */
    int32_t  net;       /* more or less than it brought, if all that was lent were paid back now */
    int32_t  last;      /* what the last game brought */
    uint16_t won;       /* so many of the games */
    int32_t  lent, owes;
} TapViewStanding;

/* Where a choice leads. */
typedef enum TapWay {
    TAP_WAY_UNSAID,
    TAP_WAY_SAFE,  /* gives nothing up: what somebody answers who does nothing */
    TAP_WAY_ON,    /* the way on: the only one, or what carries out what was prepared */
    TAP_WAY_FINAL, /* gives something up for good */
    TAP_WAY_NONE   /* none of these, where it would be taken for one */
} TapWay;

typedef struct TapViewChoice {
    TapChoice   choice;
    const char *label; /* a text with {n} {a} {b} {what} {more} */
    const char *some;  /* the same with {items}, for what is chosen of the set, or NULL */
    const char *none;  /* instead of it, when nothing is chosen of the set, or NULL */
    const char *outside; /* of a split: why a seat that is no place of it gets nothing, behind its name; or NULL */
    const char *what, *more;   /* names in the label, or NULL */
    const char *group, *about; /* its heading in a long list, a line about it; or NULL */
    const char *figure;        /* what a painter draws for it, or NULL */
    int16_t     zone;  /* index of the zone its items lie in, or without items that it is about; -1 for none */
    uint8_t     way;   /* TapWay */
    bool        joins; /* it settles something before the way on: a front end may gather such answers and give them
                          together with it; of those whose words differ in the last one only, one can be given */
    const char *worth_of; /* what it brings is counted in this ("points"), or NULL: */
    int16_t     worth;    /* so much by itself, */
    int16_t
        worths; /* and the place in `worth` of what each of its items adds, in the order of the choice; -1: nothing */
} TapViewChoice;

typedef struct TapView {
    TapSeat     viewer;
    uint8_t     seats, levels;
    bool        over;
    TapSeatSet  asked, sealed;
    TapSeat     start;
    bool        has_window, has_glass; /* a hushed question is open; the clock is asked */
    bool        talks;                 /* anybody asked may answer, again and again: nothing is taken back now */
    TapWindow   window;
    TapGlass    glass;
    const char *game[TAP_VIEW_LEVELS], *phase[TAP_VIEW_LEVELS];
    const char *prompt, *help; /* the question, if this viewer is asked */
    const char *unit;          /* what the points of results are, one of them ("card"); NULL: points */
    const char *chapter;       /* the game that the results are of, where it is none of `game` any more; or NULL */
    int         zones, items, counters, choices, pots, results, parts, earnings, worths;
    int         standings, trails, needs, targets;
    int         played, games; /* of a row of games: so many are over, of so many; 0: only time ends it */
    int32_t     score[TAP_SEATS];
    TapViewZone    zone[TAP_VIEW_ZONES];
    TapViewItem    item[TAP_VIEW_ITEMS];
    TapViewCounter counter[TAP_VIEW_COUNTERS];
    TapViewChoice  choice[TAP_CHOICES];
    TapViewPot     pot[TAP_VIEW_POTS];
    TapViewResult  result[TAP_SEATS]; /* best place first, then by seat; who has none last */
    TapViewPart    part[TAP_VIEW_PARTS];
    uint32_t       earning[TAP_VIEW_EARNING]; /* ids of items */
    int16_t        worth[TAP_VIEW_WORTHS];
    TapViewNeed    need[TAP_VIEW_NEEDS];
    TapViewTarget  target[TAP_VIEW_TARGETS];
    TapViewStanding standing[TAP_SEATS];
    const char    *trail_of[TAP_VIEW_TRAIL];         /* a game of the row, or NULL: before the first; the last ones */
    int32_t        trail[TAP_VIEW_TRAIL][TAP_SEATS]; /* what each seat had after it */
} TapView;

/* What viewer (TAP_NOBODY: a spectator) may know. */
TAP_API void tap_view(const TapSetup *, const TapState *, TapSeat viewer, TapView *ret);

/* The View as JSON, into the caller's buffer. Returns the length, or -1 if it does not fit. */
TAP_API int tap_view_json(const TapSetup *, const TapState *, const TapView *, char *ret, size_t size);

/* An event as viewer may see it; its card and number are gone if they are not for him. */
TAP_API TapEvent tap_event_for(const TapEvent *, TapSeat viewer);

/* Fills in {who} {other} {card} {n} {what} and cuts at size. names may be NULL ("Seat 2"). */
TAP_API void tap_event_text(const TapEvent *, TapSeat viewer, const char *const *names, char *ret, size_t size);

/* The words of a text item, filled in the same way; of any other item, what it is called. */
TAP_API void tap_item_text(const TapViewZone *, const TapViewItem *, const char *const *names, char *ret, size_t size);

/* True if a name ends as a sentence does, "Who goes there?": no full stop stands behind it. */
TAP_API bool tap_ends_sentence(const char *name);

/* True if a die's side is more than its number: it has a name of its own. */
TAP_API bool tap_face_is_picture(const TapFace *, int side);

/* What a move of a choice brings, in TapViewChoice.worth_of; 0 if that is NULL. */
TAP_API int32_t tap_worth(const TapView *, const TapViewChoice *, const TapMove *);

/* A choice's label with its numbers, for one concrete move or (NULL) for the entry. */
TAP_API void tap_label(const TapViewChoice *, const TapMove *, char *ret, size_t size);

#endif
