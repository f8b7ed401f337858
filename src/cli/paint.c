#include "cli/paint.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/portions.h"

enum { LONG_LIST = 6, BOX_LINES = 5, CARD_INNER = 8, DIE_INNER = 7, BOX_GAP = 1 };

const char *paint_seat_name(const Company *c, TapSeat s)
{
    static const char *const unnamed[TAP_SEATS] = {"Seat 1", "Seat 2", "Seat 3", "Seat 4", "Seat 5",
                                                   "Seat 6", "Seat 7", "Seat 8", "Seat 9", "Seat 10"};
    if (s == c->viewer) return "You";
    return s < 0 || s >= TAP_SEATS ? "The table" : c->name[s] ? c->name[s] : unnamed[s];
}

/* Keeps so many columns of a text. */
static void text_cut(char *text, int columns)
{
    while (text_columns(text) > columns) {
        size_t n = strlen(text);
        while (n && (text[n - 1] & 0xC0) == 0x80) n--;
        text[n ? n - 1 : 0] = 0;
    }
}

static void capitalise(char *text) { *text = (char)toupper((unsigned char)*text); }

/* ------------------------------------------------------------ cards and dice */

/* The hue again as a mark, for eyes that do not see it. */
static const char *pattern_mark(const Screen *s, const char *pattern)
{
    static const struct { const char *name, *ascii, *drawn; } marks[] = {
        {"lines", "///", "╱╱╱"}, {"waves", "~~~", "≈≈≈"}, {"circles", "ooo", "○○○"}};
    for (size_t i = 0; pattern && i < sizeof marks / sizeof *marks; i++)
        if (!strcmp(pattern, marks[i].name)) return s->unicode ? marks[i].drawn : marks[i].ascii;
    return pattern ? pattern : "";
}

static const char *face_title(const TapFace *f) { return f->title ? f->title : f->name; }

void card_text(const Screen *s, const TapDeck *deck, int face, char *ret, size_t size)
{
    if (face == TAP_NO_CARD || !deck) {
        snprintf(ret, size, s->plain ? "a card face down" : "[?]");
        return;
    }
    const TapFace *f = &deck->face[face];
    if (s->plain) {
        bool says_hue = !f->hue || strstr(f->name, f->hue);
        snprintf(ret, size, "%s%s%s", f->name, says_hue ? "" : ", ", says_hue ? "" : f->hue);
        return;
    }
    Style style = style_named(f->hue);
    const char *suit = f->suit ? f->suit : !f->letter ? "" : f->hue ? f->hue : f->title ? f->title : "";
    const char *mark = pattern_mark(s, f->pattern);
    const char *sign = f->letter ? f->letter : face_title(f);
    snprintf(ret, size, "%s[%s%s%s%s%s]%s", style_on(s, style), sign, *suit ? " " : "", suit, *mark ? " " : "", mark,
             style_off(s, style));
}

/* A side of a die: its number, or its name if it shows something else. */
static void die_text(const Screen *s, const TapDeck *deck, int face, char *ret, size_t size)
{
    const TapFace *f = face && deck ? &deck->face[face - 1] : NULL;
    if (!face) snprintf(ret, size, s->plain ? "a hidden die" : "(?)");
    else if (f && tap_face_is_picture(f, face)) snprintf(ret, size, s->plain ? "%s" : "(%s)", f->name);
    else snprintf(ret, size, s->plain ? "%d" : "(%d)", face);
}

static void put_sentence(const Screen *, const Company *, const TapEvent *, char *ret, size_t size);
static void append(char *line, size_t size, const char *text);

static void append_notes(const Screen *, const TapViewItem *, char *ret, size_t size);

static void item_text(const Screen *s, const Company *c, const TapViewZone *z, const TapViewItem *i, char *ret,
                      size_t size)
{
    TapEvent told = {.text = i->text, .who = i->who, .other = i->other, .card = i->face, .deck = i->deck, .n = i->n};
    char     what[PIECE_BYTES];
    switch ((TapItemKind)i->kind) {
    case TAP_CARD_ITEM:
        card_text(s, z->deck, i->face, what, sizeof what);
        if (i->n > 1) snprintf(ret, size, s->plain ? "%d times %s" : "%d*%s", i->n, what);
        else snprintf(ret, size, "%s", what);
        if (!i->needs) append_notes(s, i, ret, size);
        break;
    case TAP_DIE_ITEM: die_text(s, z->deck, i->face, ret, size); break;
    case TAP_TOKEN_ITEM:
        if (z->layout == TAP_TRACK && i->who != TAP_NOBODY)
            snprintf(ret, size, "%s %s %d", paint_seat_name(c, i->who), i->text, i->n);
        else if (z->layout == TAP_TRACK) snprintf(ret, size, "%s %d", i->text, i->n);
        else if (i->n > 1) snprintf(ret, size, s->plain ? "%d times %s" : "%d*%s", i->n, i->text);
        else snprintf(ret, size, "%s", i->text ? i->text : "");
        break;
    case TAP_TEXT_ITEM:
        if (z->layout == TAP_TRACK) snprintf(ret, size, s->plain ? "%s at %d" : "(%s %d)", i->text, i->n);
        else put_sentence(s, c, &told, ret, size);
        break;
    case TAP_EMPTY_ITEM: snprintf(ret, size, s->plain ? "empty" : "[ ]"); break;
    }
}

/* ", 4 points, stays": what it has brought or would bring, and how it stands with it. */
static void append_notes(const Screen *s, const TapViewItem *i, char *ret, size_t size)
{
    char note[PIECE_BYTES] = "", points[40] = "";
    if (i->worth) snprintf(points, sizeof points, "%d point%s", i->worth, i->worth == 1 ? "" : "s");
    if (i->note) tap_label(&(TapViewChoice){.label = i->note, .what = i->noted}, NULL, note, sizeof note);
    if (!*note && !*points) return;
    size_t n = strlen(ret);
    snprintf(ret + n, size - n, s->plain ? ", %s%s%s" : " (%s%s%s)", points, *note && *points ? ", " : "", note);
}

/* What an item is called, wherever it lies; NULL if the View has none of that id. */
static const char *name_of_item(const TapView *v, uint32_t id)
{
    for (int z = 0; z < v->zones; z++)
        for (int k = v->zone[z].first; k < v->zone[z].first + v->zone[z].n; k++)
            if (v->item[k].id == id && v->item[k].kind == TAP_CARD_ITEM && v->item[k].face != TAP_NO_CARD)
                return v->zone[z].deck->face[v->item[k].face].name;
    return NULL;
}

/* "2 Iron Ore, Mithril": all that is wanted, or what is lacking of it; "Iron Ore or Mithril": any one of those. */
typedef enum Wanted { WANTED_ALL, WANTED_LACKING, WANTED_ONE } Wanted;
static void write_needs(const TapView *v, const TapViewItem *i, Wanted wanted, char *ret, size_t size)
{
    *ret = 0;
    for (const TapViewNeed *need = &v->need[i->need]; need < &v->need[i->need + i->needs]; need++) {
        int         n = wanted == WANTED_ALL ? need->n : need->lacking;
        const char *name = n ? name_of_item(v, need->item) : NULL;
        char        number[8] = "";
        if (!name) continue;
        if (n > 1 && wanted != WANTED_ONE) snprintf(number, sizeof number, "%d ", n);
        append(ret, size, !*ret ? "" : wanted == WANTED_ONE ? " or " : ", ");
        append(ret, size, number);
        append(ret, size, name);
    }
}

static bool has_needs(const TapView *v, const TapViewZone *z)
{
    for (int k = 0; k < z->n; k++)
        if (v->item[z->first + k].needs) return true;
    return false;
}

/* Things of a board that are made of others: what can be made now, what with one more, then the rest. */
static void put_board(Flow *f, const TapView *v, const TapViewZone *z)
{
    static const char *const heading[] = {"now", "with one more", "later"};
    enum { NOW, ONE_MORE, LATER, STEPS };
    const Screen *s = f->screen;
    char          needs[PIECE_BYTES], text[2 * PIECE_BYTES];
    for (int step = 0; step < STEPS; step++) {
        int told = 0;
        for (int k = 0; k < z->n; k++) {
            const TapViewItem *i = &v->item[z->first + k];
            int                at = i->lacks && i->lacks <= LATER ? i->lacks - 1 : LATER;
            if (at != step || i->kind != TAP_CARD_ITEM || i->face == TAP_NO_CARD) continue;
            if (told) flow_piece(f, 0, ",");
            else {
                if (!s->plain) flow_break(f);
                if (step < LATER || i->lacks) flow_piece(f, s->plain ? 1 : 0, "%s:", heading[step]);
            }
            write_needs(v, i, step == ONE_MORE ? WANTED_ONE : WANTED_ALL, needs, sizeof needs);
            const char *name = z->deck->face[i->face].name;
            if (i->note) snprintf(text, sizeof text, "%s (%s)", name, i->note);
            else snprintf(text, sizeof text, step == ONE_MORE ? "%s (+ %s)" : "%s (%s)", name, needs);
            flow_text(f, 1, text);
            told++;
        }
        if (told && s->plain && step < LATER) flow_piece(f, 0, ";");
    }
}

/* What the viewer's own cards want: a line each. */
static void paint_wishes(const Screen *s, const TapView *v, const TapViewZone *z)
{
    char needs[PIECE_BYTES], line[4 * PIECE_BYTES];
    for (int k = 0; k < z->n; k++) {
        const TapViewItem *i = &v->item[z->first + k];
        if (!i->needs || i->face == TAP_NO_CARD) continue;
        const TapFace *face = &z->deck->face[i->face];
        write_needs(v, i, WANTED_LACKING, needs, sizeof needs);
        snprintf(line, sizeof line, "%s, %d points: %s%s. %s", face->name, i->worth,
                 *needs ? "needs " : "all it needs is there", needs, face->text ? face->text : "");
        print_wrapped(s, s->plain ? 0 : 2, line);
    }
}

/* True if a person must name items of this zone, so that they need numbers. */
static bool items_are_asked(const TapView *v, int zone)
{
    for (int i = 0; i < v->choices; i++)
        if (v->choice[i].zone == zone && v->choice[i].choice.items &&
            (asked_by_number(v, i) || v->choice[i].choice.kind == TAP_ASSIGN))
            return true;
    return false;
}

static bool everybody_knows(const TapViewItem *i)
{
    return i->known_by == TAP_PUBLIC || tap_has(i->known_by, TAP_WATCHER);
}

/* ----------------------------------------------------------------- boxes */

/* A block of equally wide lines, to be printed beside others. */
typedef struct Block {
    int  width;
    char line[BOX_LINES + 1][640]; /* [0] is the label */
} Block;

static void append(char *line, size_t size, const char *text)
{
    size_t n = strlen(line);
    snprintf(line + n, size - n, "%s", text);
}

static void append_padded(char *line, size_t size, const char *text, int width)
{
    append(line, size, text);
    for (int pad = width - text_columns(text); pad > 0; pad--) append(line, size, " ");
}

/* What does not fit ends with three dots. */
static void cut_with_dots(char *text, int width)
{
    if (text_columns(text) <= width) return;
    text_cut(text, width - 1);
    append(text, PIECE_BYTES, "…");
}

/* The title of a card or side in two lines of a box, as much of it as they hold: broken at a space, else in its only
 * word. */
static void title_lines(const TapFace *f, int width, char first[PIECE_BYTES], char second[PIECE_BYTES])
{
    const char *title = face_title(f), *cut = strchr(title, ' ');
    snprintf(first, PIECE_BYTES, "%s", title);
    *second = 0;
    if (text_columns(title) <= width) return;
    for (const char *p = title; *p; p++)
        if (*p == ' ' && p - title <= width) cut = p;
    if (cut) {
        first[cut - title] = 0;
        snprintf(second, PIECE_BYTES, "%s", cut + 1);
        cut_with_dots(first, width);
    } else {
        text_cut(first, width - 1);
        snprintf(second, PIECE_BYTES, "%s", title + strlen(first));
        append(first, PIECE_BYTES, "-");
    }
    cut_with_dots(second, width);
}

static void card_box(const Screen *s, const TapDeck *deck, const TapViewItem *i, int number, bool open,
                     char line[BOX_LINES][PIECE_BYTES])
{
    bool back = i->face == TAP_NO_CARD;
    const TapFace *f = back ? NULL : &deck->face[i->face];
    Style style = back ? STYLE_QUIET : style_named(f->hue);
    const char *on = style_on(s, style), *off = style_off(s, style);
    char inner[3][PIECE_BYTES] = {"", "", ""}, corner[16] = "", title[2][PIECE_BYTES];
    if (number) snprintf(corner, sizeof corner, "%d", number);
    if (back) {
        append_padded(inner[0], PIECE_BYTES, "░░░░░░░░", CARD_INNER);
        append_padded(inner[1], PIECE_BYTES, "░░ ?  ░░", CARD_INNER);
        append_padded(inner[2], PIECE_BYTES, "░░░░░░░░", CARD_INNER);
    } else {
        const char *glyph = s->animals && f->glyph ? f->glyph : "";
        title_lines(f, CARD_INNER, title[0], title[1]);
        const char *sign = f->letter ? f->letter : title[0]; /* without a letter the title stands at the top */
        if (text_columns(sign) + text_columns(glyph) > CARD_INNER) glyph = "";
        append_padded(inner[0], PIECE_BYTES, sign, CARD_INNER - text_columns(glyph));
        append(inner[0], PIECE_BYTES, glyph);
        append_padded(inner[1], PIECE_BYTES, f->letter ? title[0] : title[1], CARD_INNER);
        const char *mark = pattern_mark(s, f->pattern);
        char suit[PIECE_BYTES];
        snprintf(suit, sizeof suit, "%s", f->suit ? f->suit : f->kind ? f->kind : f->hue ? f->hue : "");
        bool all = f->letter && f->title && *title[1] && *glyph && !*mark; /* the glyph tells its suit */
        if (all) snprintf(suit, sizeof suit, "%s", title[1]);
        text_cut(suit, CARD_INNER - text_columns(mark));
        append_padded(inner[2], PIECE_BYTES, suit, CARD_INNER - text_columns(mark));
        append(inner[2], PIECE_BYTES, mark);
    }
    int top = CARD_INNER - 1 - (int)strlen(corner);
    const char *bar = "────────";
    snprintf(line[0], PIECE_BYTES, "%s╭%.3s%s%s%.*s╮%s", on, number ? "╴" : "─", corner, number ? "╶" : "─",
             3 * (top - 1), bar, off);
    for (int k = 0; k < 3; k++) snprintf(line[1 + k], PIECE_BYTES, "%s│%s│%s", on, inner[k], off);
    const char *foot = !open  ? "────────"
                       : back ? "╴others╶"
                              : "─╴open╶─"; /* a card its owner cannot see is seen by the others */
    snprintf(line[4], PIECE_BYTES, "%s╰%s╯%s", on, foot, off);
}

static void die_box(const Screen *s, const TapDeck *deck, const TapViewItem *i, int number,
                    char line[BOX_LINES][PIECE_BYTES])
{
    bool picture = i->face && deck && tap_face_is_picture(&deck->face[i->face - 1], i->face);
    static const char *const pips[7][3] = {
        {"       ", "   ?   ", "       "}, {"       ", "   ●   ", "       "},
        {" ●     ", "       ", "     ● "}, {" ●     ", "   ●   ", "     ● "},
        {" ●   ● ", "       ", " ●   ● "}, {" ●   ● ", "   ●   ", " ●   ● "},
        {" ●   ● ", " ●   ● ", " ●   ● "}};
    char corner[16] = "───";
    if (number) snprintf(corner, sizeof corner, "╴%d╶", number % 10);
    snprintf(line[0], PIECE_BYTES, "╭%s────╮", corner);
    for (int k = 0; k < 3; k++) {
        if (picture) {
            const TapFace *f = &deck->face[i->face - 1];
            char           word[3][PIECE_BYTES] = {"", "", ""}, shown[PIECE_BYTES] = "";
            if (s->animals && f->glyph) snprintf(word[0], PIECE_BYTES, "  %s", f->glyph);
            title_lines(f, DIE_INNER, word[1], word[2]);
            append_padded(shown, sizeof shown, word[k], DIE_INNER);
            snprintf(line[1 + k], PIECE_BYTES, "│%s│", shown);
        } else if (i->face <= 6) snprintf(line[1 + k], PIECE_BYTES, "│%s│", pips[i->face][k]);
        else if (k == 1)
            snprintf(line[1 + k], PIECE_BYTES, "│%s  %3d  %s│", style_on(s, STYLE_STRONG), i->face,
                     style_off(s, STYLE_STRONG));
        else snprintf(line[1 + k], PIECE_BYTES, "│       │");
    }
    snprintf(line[4], PIECE_BYTES, "╰───%s───╯",
             !picture && i->face && i->face <= 6 ? (const char *[]){"", "1", "2", "3", "4", "5", "6"}[i->face] : "─");
}

/* How wide a zone would be as boxes; 0 if it cannot be drawn so. */
static int box_width(const Screen *s, const TapView *v, const TapViewZone *z)
{
    if (!s->unicode || !z->n || (z->layout != TAP_ROW && z->layout != TAP_FAN)) return 0;
    int width = 0;
    for (int k = 0; k < z->n; k++) {
        const TapViewItem *i = &v->item[z->first + k];
        if (i->n > 1 || i->who != TAP_NOBODY) return 0;
        if (i->kind == TAP_CARD_ITEM) width += CARD_INNER + 2 + BOX_GAP;
        else if (i->kind == TAP_DIE_ITEM) width += DIE_INNER + 2 + BOX_GAP;
        else return 0;
    }
    return width <= s->width - 2 ? width : 0;
}

static void zone_block(const Screen *s, const TapView *v, int zone, Block *ret)
{
    const TapViewZone *z = &v->zone[zone];
    bool numbered = items_are_asked(v, zone);
    memset(ret, 0, sizeof *ret);
    ret->width = box_width(s, v, z);
    append_padded(ret->line[0], sizeof ret->line[0], z->name, ret->width);
    capitalise(ret->line[0]);
    for (int k = 0; k < z->n; k++) {
        const TapViewItem *i = &v->item[z->first + k];
        char box[BOX_LINES][PIECE_BYTES];
        if (i->kind == TAP_CARD_ITEM)
            card_box(s, z->deck, i, numbered ? k + 1 : 0, z->owner != TAP_NOBODY && everybody_knows(i), box);
        else die_box(s, z->deck, i, numbered ? k + 1 : 0, box);
        for (int n = 0; n < BOX_LINES; n++) {
            append(ret->line[1 + n], sizeof ret->line[0], box[n]);
            append(ret->line[1 + n], sizeof ret->line[0], " ");
        }
    }
}

/* ----------------------------------------------------------------- zones */

/* How wide the widest cell of a grid is, so that its columns stand below each other; 0 for other layouts. */
static int cell_width(const Screen *s, const Company *c, const TapView *v, const TapViewZone *z)
{
    char text[PIECE_BYTES];
    int  width = 0;
    if (z->layout != TAP_GRID || s->plain) return 0;
    for (int k = 0; k < z->n; k++) {
        item_text(s, c, z, &v->item[z->first + k], text, sizeof text);
        if (text_columns(text) > width) width = text_columns(text);
    }
    return width;
}

static bool is_back(const TapViewItem *i) { return i->kind == TAP_CARD_ITEM && i->face == TAP_NO_CARD; }
static bool is_hidden(const TapViewItem *i) { return is_back(i) || (i->kind == TAP_DIE_ITEM && !i->face); }

/* A scale from nothing on which one thing stands, and nothing is marked but its end: so much of so much. */
static bool is_gauge(const TapView *v, const TapViewZone *z)
{
    const TapViewItem *i = &v->item[z->first];
    if (z->layout != TAP_TRACK || z->lo || !z->n || i->kind != TAP_TOKEN_ITEM || i->who != TAP_NOBODY) return false;
    for (int k = 1; k < z->n; k++)
        if (i[k].kind != TAP_TEXT_ITEM || i[k].n != z->hi) return false;
    return true;
}

/* A scale that says nothing but what the counters of its owner say already. */
static bool echoes_counters(const TapView *v, const TapViewZone *z)
{
    if (z->layout != TAP_TRACK || z->owner == TAP_NOBODY || !z->n) return false;
    for (int k = 0; k < z->n; k++) {
        const TapViewItem *i = &v->item[z->first + k];
        bool               told = false;
        if (i->kind != TAP_TOKEN_ITEM) return false;
        for (const TapViewCounter *n = v->counter; n < v->counter + v->counters; n++)
            told = told || (n->owner == z->owner && n->value == i->n && !strcmp(n->name, i->text));
        if (!told) return false;
    }
    return true;
}

/* Hands and piles are many there: of what lies face down only the number is told. */
static bool counts_only(const TapView *v)
{
    for (int z = 0; z < v->zones; z++)
        if (echoes_counters(v, &v->zone[z])) return true;
    return false;
}

static bool all_hidden(const TapView *v, const TapViewZone *z)
{
    for (int k = 0; k < z->n; k++)
        if (!is_hidden(&v->item[z->first + k])) return false;
    return z->n > 0;
}

/* "raises" after "You" is "raise". */
static void verb_for_you(const char *verb, size_t n, char *ret, size_t size)
{
    static const struct {
        const char *he, *you;
    } odd[] = {{"is", "are"}, {"has", "have"}, {"was", "were"}, {"does", "do"}, {"goes", "go"}};
    snprintf(ret, size, "%.*s", (int)n, verb);
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        if (!strcmp(ret, odd[i].he)) {
            snprintf(ret, size, "%s", odd[i].you);
            return;
        }
    n = strlen(ret);
    if (n > 3 && !strcmp(ret + n - 3, "ies")) { /* "carries" */
        snprintf(ret + n - 3, size - (n - 3), "y");
        return;
    }
    static const char *const hissing[] = {"sses", "shes", "ches", "xes", "zes"}; /* else the e is the verb's own */
    bool es = false;
    for (size_t i = 0; i < sizeof hissing / sizeof *hissing; i++) {
        size_t end = strlen(hissing[i]);
        es = es || (n > end && !strcmp(ret + n - end, hissing[i]));
    }
    if (n > 1 && ret[n - 1] == 's' && ret[n - 2] != 's') ret[n - (es ? 2 : 1)] = 0;
}

/* " (you -3 fortitude; Mira ignores it)": whom an effect would touch. */
static void append_targets(const Company *c, const TapView *v, const TapViewItem *i, char *ret, size_t size)
{
    for (int k = 0; k < i->targets; k++) {
        const TapViewTarget *t = &v->target[i->target + k];
        char                 what[40] = "", verb[40] = "", one[PIECE_BYTES];
        const char          *word = t->word ? t->word : "", *who = paint_seat_name(c, t->seat);
        if (t->of) snprintf(what, sizeof what, " %+d %s%s", t->n, t->of, t->word ? "," : "");
        if (t->seat == c->viewer) {
            size_t n = strcspn(word, " ");
            who = "you";
            verb_for_you(word, n, verb, sizeof verb);
            word += n;
        }
        snprintf(one, sizeof one, "%s%s%s%s%s%s", k ? "; " : " (", who, what, t->word ? " " : "", verb, word);
        append(ret, size, one);
    }
    if (i->targets) append(ret, size, ")");
}

/* What the card says that an effect names, if it lies open somewhere. */
static const char *text_of_effect(const TapView *v, const TapViewItem *i)
{
    if (!i->text || !strstr(i->text, "{card}") || !i->deck || i->face == TAP_NO_CARD) return NULL;
    for (const TapViewZone *z = v->zone; z < v->zone + v->zones; z++)
        for (const TapViewItem *k = &v->item[z->first]; k < &v->item[z->first + z->n]; k++)
            if (k->kind == TAP_CARD_ITEM && k->face != TAP_NO_CARD &&
                !strcmp(z->deck->face[k->face].code, i->deck->face[i->face].code))
                return z->deck->face[k->face].text;
    return NULL;
}

/* A line of the stack: whom it would touch, and of the last, which happens next, what its card says. */
static void put_effect(Flow *f, const Company *c, const TapView *v, const TapViewZone *z, int k, const char *said)
{
    const Screen      *s = f->screen;
    const TapViewItem *i = &v->item[z->first + k];
    bool               last = k + 1 == z->n;
    const char        *says = last || s->plain ? text_of_effect(v, i) : NULL;
    char               line[3 * PIECE_BYTES];
    snprintf(line, sizeof line, "%s%s", last && z->n > 1 ? "next: " : "", said);
    append_targets(c, v, i, line, sizeof line);
    if (says) {
        append(line, sizeof line, s->plain ? ". " : " ");
        append(line, sizeof line, says);
    }
    size_t end = strlen(line);
    if (s->plain && end && line[end - 1] == '.') line[end - 1] = 0;
    int indent = f->indent;
    f->indent += s->plain ? 0 : 2 * i->depth + 2;
    flow_break(f);
    flow_text(f, 0, line);
    if (s->plain && !last) flow_piece(f, 0, ";");
    f->indent = indent;
}

static void put_items(Flow *f, const Company *c, const TapView *v, int zone)
{
    const Screen *s = f->screen;
    const TapViewZone *z = &v->zone[zone];
    bool numbered = items_are_asked(v, zone) || z->layout == TAP_RING;
    char text[PIECE_BYTES];
    if (is_gauge(v, z)) {
        flow_piece(f, 1, "%d of %d", v->item[z->first].n, z->hi);
        return;
    }
    if (z->owner == TAP_NOBODY && has_needs(v, z)) {
        put_board(f, v, z);
        return;
    }
    if (!s->plain && counts_only(v) && (z->layout == TAP_STACK || z->owner != v->viewer) && z->owner != TAP_NOBODY &&
        (z->layout == TAP_STACK || z->layout == TAP_FAN) && (all_hidden(v, z) || !z->n)) {
        flow_piece(f, 1, "%d", z->size);
        return;
    }
    if (z->layout == TAP_TRACK) flow_piece(f, 1, s->plain && z->n ? "%d to %d:" : "%d to %d", z->lo, z->hi);
    bool known = false;
    for (int k = 0; k < z->n; k++) known = known || v->item[z->first + k].face != TAP_NO_CARD;
    if (z->layout == TAP_STACK)
        flow_piece(f, 1, "%d %s%s%s", z->size, z->deck ? z->deck->noun : "card", z->size == 1 ? "" : "s",
                   s->plain && known ? ":" : "");
    else if (!z->n && z->layout != TAP_TRACK) flow_piece(f, 1, s->plain ? "nothing" : "-");
    int backs = 0, cell = cell_width(s, c, v, z);
    for (int k = 0; k < z->n; k++) {
        const TapViewItem *i = &v->item[z->first + k];
        if (z->layout == TAP_STACK && i->face == TAP_NO_CARD) continue;
        if (z->layout == TAP_GRID && z->w && k && k % z->w == 0) flow_break(f);
        bool opens = !k || i->depth != i[-1].depth || i->who != i[-1].who;
        if (z->layout != TAP_TRACK && z->layout != TAP_EFFECTS && i->kind != TAP_TEXT_ITEM && i->who != TAP_NOBODY) {
            if (opens) flow_piece(f, k ? 2 : 1, "%s:", paint_seat_name(c, i->who)); /* whose of them */
        } else if (z->layout == TAP_GROUPS && i->kind != TAP_TEXT_ITEM && k && opens)
            flow_piece(f, 1, s->plain ? "then" : "|");
        if (s->plain && is_hidden(i) && !numbered &&
            z->layout != TAP_GRID) { /* say how many instead of the same words again */
            const char *comma = k + 1 < z->n ? "," : "";
            backs++;
            if (k + 1 < z->n && is_hidden(&i[1]) && i[1].kind == i->kind) continue;
            if (i->kind == TAP_CARD_ITEM)
                flow_piece(f, 1, "%d card%s face down%s", backs, backs == 1 ? "" : "s", comma);
            else flow_piece(f, 1, "%d hidden di%s%s", backs, backs == 1 ? "e" : "ce", comma);
            backs = 0;
            continue;
        }
        item_text(s, c, z, i, text, sizeof text);
        size_t end = strlen(text);
        if (s->plain && end && text[end - 1] == '.') text[end - 1] = 0; /* the list has its own */
        if (z->layout == TAP_EFFECTS) {
            put_effect(f, c, v, z, k, text);
            continue;
        }
        const char *open =
            i->kind == TAP_CARD_ITEM && z->owner != TAP_NOBODY && z->owner == v->viewer && everybody_knows(i)
                ? (s->plain ? ", open" : "*")
                : "";
        const char *comma = s->plain && k + 1 < z->n ? ";" : "";
        if (numbered) flow_piece(f, 1, s->plain ? "%d, %s%s%s" : "%d:%s%s%s", k + 1, text, open, comma);
        else if (cell) flow_piece(f, 1, "%s%*s", text, z->w && (k + 1) % z->w ? cell - text_columns(text) : 0, "");
        else flow_piece(f, !s->plain && k && is_back(i) && is_back(&i[-1]) ? 0 : 1, "%s%s%s", text, open, comma);
    }
}

/* How many of its slots are full. */
static void put_room(Flow *f, const TapView *v, const TapViewZone *z)
{
    int full[2] = {0, 0};
    if (!z->room[0] && !z->room[1]) return;
    for (const TapViewItem *i = &v->item[z->first]; i < &v->item[z->first + z->n]; i++)
        full[i->depth > 0] += i->n > 1 ? i->n : 1;
    flow_piece(f, 1, f->screen->plain ? "(%d of %d and %d of %d slots)" : "(%d/%d %d/%d)", full[0], z->room[0], full[1],
               z->room[1]);
}

/* A numbered proposal of who gets what, and who is for it: "[2] Ada: 2 silver, gold / Bo: 3 blue   Ada". */
static bool is_proposal(const TapView *v, const TapViewZone *z)
{
    return z->layout == TAP_GROUPS && z->owner == TAP_NOBODY && z->n && v->item[z->first].kind == TAP_CARD_ITEM &&
           v->item[z->first].who != TAP_NOBODY && isdigit((unsigned char)z->name[strlen(z->name) - 1]);
}

static void put_proposal(Flow *f, const Company *c, const TapView *v, const TapViewZone *z)
{
    const TapViewItem *i = &v->item[z->first], *end = i + z->n;
    int                gap = 3;
    flow_piece(f, 0, "[%s]", z->name + strcspn(z->name, "0123456789"));
    for (TapSeat last = TAP_NOBODY; i < end && i->kind == TAP_CARD_ITEM; last = i++->who) {
        char text[PIECE_BYTES] = "";
        bool more = i + 1 < end && i[1].kind == TAP_CARD_ITEM;
        if (i->who != last) snprintf(text, sizeof text, "%s: ", paint_seat_name(c, i->who));
        if (i->n > 1) snprintf(text + strlen(text), sizeof text - strlen(text), "%d ", i->n);
        append(text, sizeof text, z->deck->face[i->face].name);
        flow_piece(f, 1, "%s%s", text, !more ? "" : i[1].who != i->who ? " /" : ",");
    }
    for (; i < end; i++, gap = 1) flow_piece(f, gap, "%s%s", paint_seat_name(c, i->who), i + 1 < end ? "," : "");
}

static void put_zone(Flow *f, const Company *c, const TapView *v, int zone, int gap)
{
    const Screen *s = f->screen;
    bool          proposed = !s->plain && is_proposal(v, &v->zone[zone]);
    bool          stacked = v->zone[zone].layout == TAP_EFFECTS; /* stands by itself, between two other lines */
    if ((proposed || stacked || (!s->plain && zone && is_proposal(v, &v->zone[zone - 1]))) && !f->fresh) flow_break(f);
    if (proposed) {
        put_proposal(f, c, v, &v->zone[zone]);
        return;
    }
    char name[64];
    snprintf(name, sizeof name, "%s", v->zone[zone].name);
    if (v->zone[zone].at) name[strcspn(name, "0123456789")] = 0; /* "hoard 2" of the second dragon */
    size_t end = strlen(name);
    if (end && name[end - 1] == ' ') name[end - 1] = 0;
    if (s->plain) capitalise(name);
    /* A grid begins where all of its first row has room, and its other rows stand below that one. */
    int cell = cell_width(s, c, v, &v->zone[zone]), indent = f->indent;
    enum { FIRST = 8 }; /* a name does not stand alone at the end of a line: "9 cards" has room behind it */
    int beside = cell ? v->zone[zone].w * (cell + 1) : s->plain ? 0 : 1 + FIRST;
    if (beside && !f->fresh && f->column + gap + text_columns(name) + beside > s->width) flow_break(f);
    /* Who gets what is a line of its own, so that one can be held against another. */
    const TapViewZone *z = &v->zone[zone];
    if (!s->plain && z->layout == TAP_GROUPS && z->n && v->item[z->first].who != TAP_NOBODY && !f->fresh) flow_break(f);
    bool colon = s->plain || isdigit((unsigned char)name[strlen(name) - 1]); /* "shipment 1 1 card" would be a riddle */
    flow_piece(f, gap, "%s%s%s%s", style_on(s, STYLE_QUIET), name, colon ? ":" : "", style_off(s, STYLE_QUIET));
    if (cell) f->indent = f->column + 1;
    put_items(f, c, v, zone);
    put_room(f, v, z);
    f->indent = indent;
    if (s->plain) flow_piece(f, 0, ".");
    if (stacked) flow_break(f);
}

/* Empty places of a seat say nothing. */
static bool worth_showing(const TapView *v, const TapViewZone *z)
{
    return (z->n || z->size || z->layout == TAP_TRACK || z->layout == TAP_GRID) && !echoes_counters(v, z);
}

/* The viewer's own cards, if all say what they do: they are read below, a line each. */
static bool is_read(const Company *c, const TapView *v, const TapViewZone *z)
{
    bool says = false;
    if (z->owner == TAP_NOBODY || z->owner != c->viewer || z->layout == TAP_STACK || !z->deck) return false;
    for (int k = 0; k < z->n; k++) { /* what a card needs is told with it, elsewhere */
        const TapViewItem *i = &v->item[z->first + k];
        if (i->kind != TAP_CARD_ITEM || i->needs) return false;
        if (i->face == TAP_NO_CARD) continue;
        if (!z->deck->face[i->face].text || !z->deck->face[i->face].kind) return false;
        says = true;
    }
    return says;
}

/* How many of the first n of a zone are the same card as the kth. */
static int alike(const TapView *v, const TapViewZone *z, int n, int k)
{
    const TapViewItem *i = &v->item[z->first], *as = &i[k];
    int                found = 0;
    for (; n > 0; n--, i++)
        if (i->kind == TAP_CARD_ITEM && (i->face == TAP_NO_CARD) == (as->face == TAP_NO_CARD))
            found += as->face == TAP_NO_CARD || !strcmp(z->deck->face[i->face].code, z->deck->face[as->face].code);
    return found;
}

/* Where there is not room for all, a line is cut; those alike are told once, unless they are asked for by number. */
static void paint_read(const Screen *s, const TapView *v, int zone, bool brief)
{
    const TapViewZone *z = &v->zone[zone];
    bool               numbered = items_are_asked(v, zone);
    if (s->plain) print_wrapped(s, 0, z->layout == TAP_FAN ? "Your hand:" : "Before you:");
    for (int k = 0; k < z->n; k++) {
        const TapViewItem *i = &v->item[z->first + k];
        char               line[3 * PIECE_BYTES], number[16] = "", name[PIECE_BYTES], times[24] = "";
        if (i->kind != TAP_CARD_ITEM || (!numbered && alike(v, z, k, k))) continue;
        int copies = alike(v, z, z->n, k);
        if (!numbered && copies > 1) snprintf(times, sizeof times, s->plain ? ", %d times" : " *%d", copies);
        if (numbered) snprintf(number, sizeof number, s->plain ? "%d, " : "%d:", k + 1);
        if (i->face == TAP_NO_CARD) {
            snprintf(line, sizeof line, "%s%s", number, s->plain ? "face down." : "[?]");
        } else {
            const TapFace *f = &z->deck->face[i->face];
            snprintf(name, sizeof name, s->plain ? "%s" : "[%s]", f->name);
            snprintf(line, sizeof line, s->plain ? "%s%s%s. %s. %s" : "%s%s%s %s. %s", number, name, times,
                     f->kind ? f->kind : "", f->text ? f->text : "");
        }
        if (brief && text_columns(line) > s->width - 4) {
            text_cut(line, s->width - 7);
            append(line, sizeof line, "...");
        }
        Flow f = flow_begin(s, s->plain ? 0 : 2, s->plain ? 0 : 5);
        flow_text(&f, 0, line);
        flow_end(&f);
    }
}

/* ----------------------------------------------------------------- table */

/* What is played: all games around it, or the innermost alone where that is too long for a line. */
static void write_title(const Screen *s, const TapView *v, int outermost, char *ret, size_t size)
{
    ret[0] = 0;
    for (int i = outermost; i < v->levels; i++) {
        if (i > outermost) append(ret, size, s->plain ? ". " : s->unicode ? " › " : " > ");
        append(ret, size, v->game[i]);
    }
    if (v->over) return;
    append(ret, size, s->plain ? ". " : s->unicode ? " · " : " - ");
    append(ret, size, v->phase[v->levels - 1]);
}

/* Names have dashes so that records can say them in one word; eyes do without. */
static void write_sum(const TapViewCounter *c, char *ret, size_t size)
{
    snprintf(ret, size, "%s", c->name);
    for (char *dash = strchr(ret, '-'); dash; dash = strchr(dash, '-')) *dash = ' ';
    size_t used = strlen(ret);
    if (c->word) snprintf(ret + used, size - used, " %s", c->word);
    else snprintf(ret + used, size - used, " %d", c->value);
}

static void paint_header(const Screen *s, const TapView *v)
{
    enum { FRAME = 6 }; /* dashes and blanks around title and sums */
    char title[200], sums[400] = "", piece[80];
    int  i = 0;
    write_title(s, v, 0, title, sizeof title);
    if (!s->plain && text_columns(title) + FRAME > s->width) write_title(s, v, v->levels - 1, title, sizeof title);
    for (; i < v->counters; i++) {
        const TapViewCounter *c = &v->counter[i];
        if (c->owner != TAP_NOBODY || c->at) continue;
        write_sum(c, piece, sizeof piece);
        int comma = *sums ? 2 : 0;
        if (!s->plain && text_columns(title) + FRAME + 2 + text_columns(sums) + comma + text_columns(piece) > s->width)
            break;
        append(sums, sizeof sums, comma ? ", " : "");
        append(sums, sizeof sums, piece);
    }
    if (s->plain) {
        if (*sums) capitalise(sums);
        char line[640];
        snprintf(line, sizeof line, *sums ? "%s. %s." : "%s.", title, sums);
        print_wrapped(s, 0, line);
        return;
    }
    const char *dash = s->unicode ? "─" : "-", *on = style_on(s, STYLE_STRONG), *off = style_off(s, STYLE_STRONG);
    int rest = s->width - 4 - text_columns(title) - (*sums ? text_columns(sums) + 4 : 0);
    put_text("%s%s %s%s%s ", dash, dash, on, title, off);
    for (int k = 0; k < rest; k++) put_text("%s", dash);
    if (*sums) put_text(" %s%s%s %s", on, sums, off, dash);
    put_text("\n");
    if (i == v->counters) return;
    Flow f = flow_begin(s, 2, 2); /* what had no room */
    for (int n = 0; i < v->counters; i++) {
        const TapViewCounter *c = &v->counter[i];
        if (c->owner != TAP_NOBODY || c->at) continue;
        write_sum(c, piece, sizeof piece);
        flow_piece(&f, n++ ? 2 : 0, "%s%s%s", on, piece, off);
    }
    flow_end(&f);
}

static int name_width(const Company *c, const TapView *v)
{
    int width = 3;
    for (TapSeat p = 0; p < v->seats; p++) {
        int n = text_columns(paint_seat_name(c, p));
        if (n > width) width = n;
    }
    return width;
}

/* The first seat counter of its name has its column; others of that name stand in it. */
static bool opens_column(const TapView *v, int i)
{
    if (v->counter[i].owner == TAP_NOBODY || v->counter[i].word) return false;
    for (int k = 0; k < i; k++)
        if (v->counter[k].owner != TAP_NOBODY && !v->counter[k].word && !strcmp(v->counter[k].name, v->counter[i].name))
            return false;
    return true;
}

static const TapViewCounter *counter_of(const TapView *v, TapSeat seat, const char *name)
{
    for (int i = 0; i < v->counters; i++)
        if (v->counter[i].owner == seat && !v->counter[i].word && !strcmp(v->counter[i].name, name))
            return &v->counter[i];
    return NULL;
}

/* "folded", "all in", and who starts. */
static void seat_words(const TapView *v, TapSeat seat, char *ret, size_t size)
{
    ret[0] = 0;
    for (int i = 0; i < v->counters; i++) {
        if (v->counter[i].owner != seat || !v->counter[i].word) continue;
        if (*ret) append(ret, size, ", ");
        append(ret, size, v->counter[i].word);
    }
    if (seat == v->start) append(ret, size, *ret ? ", starts" : "starts");
}

static void paint_seat_plain(const Screen *s, const Company *c, const TapView *v, TapSeat seat)
{
    Flow f = flow_begin(s, 0, 0);
    int  said = 0;
    char words[PIECE_BYTES];
    flow_piece(&f, 0, "%s:", paint_seat_name(c, seat));
    for (int i = 0; i < v->counters; i++) {
        const TapViewCounter *k = &v->counter[i];
        if (k->owner == seat && !k->word)
            flow_piece(&f, said ? 0 : 1, "%s%s %d", said ? ", " : "", k->name, k->value), said++;
    }
    seat_words(v, seat, words, sizeof words);
    if (*words) flow_piece(&f, said ? 0 : 1, "%s%s", said ? ", " : "", words), said++;
    if (said) flow_piece(&f, 0, ".");
    for (int z = 0; z < v->zones; z++)
        if (v->zone[z].owner == seat && worth_showing(v, &v->zone[z]) && !is_read(c, v, &v->zone[z]))
            put_zone(&f, c, v, z, 1);
    flow_end(&f);
}

/* Name, numbers and words in columns; then what lies before the seat, unless it is drawn in boxes. */
static void paint_seat(const Screen *s, const Company *c, const TapView *v, TapSeat seat,
                       const bool boxed[TAP_VIEW_ZONES])
{
    char words[PIECE_BYTES];
    int  width = name_width(c, v), wordy = 0;
    const char *mark = !tap_has(v->asked, seat) ? " " : s->unicode ? "▸" : ">", *name = paint_seat_name(c, seat);
    const char *on = style_on(s, STYLE_QUIET), *off = style_off(s, STYLE_QUIET);
    Style style = seat == c->viewer ? STYLE_STRONG : STYLE_NONE;
    for (TapSeat p = 0; p < v->seats; p++) {
        seat_words(v, p, words, sizeof words);
        if (text_columns(words) > wordy) wordy = text_columns(words);
    }
    Flow f = flow_begin(s, 0, width + 4);
    flow_piece(&f, 0, "%s %s%s%s%*s", mark, style_on(s, style), name, style_off(s, style), width - text_columns(name),
               "");
    for (int i = 0; i < v->counters; i++) {
        if (!opens_column(v, i)) continue;
        const TapViewCounter *k = counter_of(v, seat, v->counter[i].name);
        if (k) flow_piece(&f, 2, "%s%s%s %-3d", on, k->name, off, k->value);
        else flow_piece(&f, 2, "%*s", (int)strlen(v->counter[i].name) + 4, "");
    }
    seat_words(v, seat, words, sizeof words);
    if (wordy) flow_piece(&f, 1, "%s%*s", words, wordy - text_columns(words), "");
    bool own = seat == c->viewer;
    for (int z = 0; z < v->zones; z++) {
        if (v->zone[z].owner != seat || !worth_showing(v, &v->zone[z]) || boxed[z]) continue;
        if (is_read(c, v, &v->zone[z])) continue;
        if (own && !counts_only(v)) { /* the viewer's own stand in lines of their own: the hand is found at once */
            flow_end(&f);
            f = flow_begin(s, 2, 3 + (int)strlen(v->zone[z].name));
        }
        put_zone(&f, c, v, z, own && !counts_only(v) ? 0 : 2);
    }
    flow_end(&f);
}

static void paint_boxes(const Screen *s, const TapView *v, const bool boxed[TAP_VIEW_ZONES])
{
    static const int margin = 2;
    for (int z = 0; z < v->zones;) {
        Block block[8];
        int n = 0, width = margin;
        for (; z < v->zones && n < 8; z++) {
            if (!boxed[z]) continue;
            int wide = box_width(s, v, &v->zone[z]);
            if (n && width + 2 + wide > s->width) break;
            width += wide + 2;
            zone_block(s, v, z, &block[n++]);
        }
        for (int line = 0; n && line <= BOX_LINES; line++) {
            put_text("%*s", margin, "");
            for (int k = 0; k < n; k++) put_text("%s%s", k ? "  " : "", block[k].line[line]);
            put_text("\n");
        }
    }
}

static bool is_at(uint32_t at, const TapViewItem *i) { return at == i->id + 1; }

/* Something of the table belongs to items of this zone: each has a line of its own. What seats have there stands with
 * them. */
static bool has_places(const TapView *v, int zone)
{
    for (int k = 0; k < v->zones; k++)
        for (int i = 0; v->zone[k].at && v->zone[k].owner == TAP_NOBODY && i < v->zone[zone].n; i++)
            if (is_at(v->zone[k].at, &v->item[v->zone[zone].first + i])) return true;
    return false;
}

/* The viewer's own cards and dice are drawn large, and those common to all, if they fit beside his. */
static void choose_boxes(const Screen *s, const Company *c, const TapView *v, bool ret_boxed[TAP_VIEW_ZONES])
{
    if (c->viewer == TAP_NOBODY) return;
    int width = 2;
    for (int z = 0; z < v->zones; z++) {
        ret_boxed[z] = v->zone[z].owner == c->viewer && box_width(s, v, &v->zone[z]) > 0 && !is_read(c, v, &v->zone[z]);
        if (ret_boxed[z]) width += box_width(s, v, &v->zone[z]) + 2;
    }
    for (int z = 0; z < v->zones; z++) {
        bool common = v->zone[z].owner == TAP_NOBODY && !v->zone[z].at && !has_places(v, z);
        int  wide = common ? box_width(s, v, &v->zone[z]) : 0;
        if (!wide || width + wide + 2 > s->width) continue;
        ret_boxed[z] = true;
        width += wide + 2;
    }
}

static bool in_table_line(const TapView *v, int z, const bool boxed[TAP_VIEW_ZONES])
{
    return v->zone[z].owner == TAP_NOBODY && worth_showing(v, &v->zone[z]) && !boxed[z] && !v->zone[z].at &&
           !has_places(v, z);
}

/* An item with all that belongs to it, a line each. */
static void paint_places(const Screen *s, const Company *c, const TapView *v, const TapViewZone *head)
{
    char text[PIECE_BYTES];
    for (int n = 0; n < head->n; n++) {
        const TapViewItem *i = &v->item[head->first + n];
        Flow               f = flow_begin(s, s->plain ? 0 : 2, s->plain ? 0 : 5);
        item_text(s, c, head, i, text, sizeof text);
        flow_piece(&f, 0, s->plain ? "%d, %s." : "%d %s", n + 1, text);
        for (int k = 0; k < v->counters; k++) {
            if (!is_at(v->counter[k].at, i)) continue;
            write_sum(&v->counter[k], text, sizeof text);
            if (s->plain) capitalise(text);
            flow_piece(&f, s->plain ? 1 : 2, s->plain ? "%s." : "%s", text);
        }
        for (int k = 0; k < v->zones; k++)
            if (is_at(v->zone[k].at, i) && v->zone[k].owner == TAP_NOBODY && worth_showing(v, &v->zone[k]))
                put_zone(&f, c, v, k, s->plain ? 1 : 2);
        flow_end(&f);
    }
}

static void paint_pots(const Screen *, const Company *, const TapView *);

/* Some choice is made of what lies there. */
static bool is_asked_about(const TapView *v, int z)
{
    for (int i = 0; i < v->choices; i++)
        if (v->choice[i].zone == z && v->choice[i].choice.kind == TAP_SUBSET) return true;
    return false;
}

/* What lies open matters more than how high the deck is; where the screen scrolls, what is asked about comes last. */
static int order_of(const TapView *v, int z, bool scrolls)
{
    return scrolls && is_asked_about(v, z) ? 2 : v->zone[z].layout == TAP_STACK;
}

static void paint_common(const Screen *s, const Company *c, const TapView *v, const bool boxed[TAP_VIEW_ZONES],
                         bool scrolls)
{
    bool common = false;
    for (int z = 0; z < v->zones; z++) {
        if (v->zone[z].owner == TAP_NOBODY && has_places(v, z)) paint_places(s, c, v, &v->zone[z]);
        common = common || in_table_line(v, z, boxed);
    }
    if (!common) return;
    Flow f = flow_begin(s, s->plain ? 0 : 2, s->plain ? 0 : 2);
    int  n = 0;
    for (int order = 0; order < 3; order++)
        for (int z = 0; z < v->zones; z++)
            if (in_table_line(v, z, boxed) && order_of(v, z, scrolls) == order) {
                if (order == 2 && !f.fresh) flow_break(&f);
                put_zone(&f, c, v, z, n++ ? (s->plain ? 1 : 3) : 0);
            }
    flow_end(&f);
}

static void paint_parts(const Screen *s, const Company *c, const TapView *v, const bool boxed[TAP_VIEW_ZONES],
                        bool header_last, bool brief)
{
    TapSeat from = c->viewer == TAP_NOBODY ? 0 : (TapSeat)(c->viewer + 1);
    for (int k = 0; k < v->seats; k++) {
        if (k == (header_last ? v->seats - 1 : 0)) {
            paint_header(s, v);
            paint_common(s, c, v, boxed, header_last);
            if (!v->results) paint_pots(s, c, v);
        }
        TapSeat seat = (TapSeat)((from + k) % v->seats);
        if (s->plain) paint_seat_plain(s, c, v, seat);
        else paint_seat(s, c, v, seat, boxed);
    }
    paint_boxes(s, v, boxed);
    for (int z = 0; z < v->zones; z++)
        if (is_read(c, v, &v->zone[z])) paint_read(s, v, z, brief);
    for (int z = 0; z < v->zones; z++)
        if (c->viewer != TAP_NOBODY && v->zone[z].owner == c->viewer) paint_wishes(s, v, &v->zone[z]);
}

void paint_table(const Screen *s, const Company *c, const TapView *v, int below)
{
    bool boxed[TAP_VIEW_ZONES] = {false}, too_high = false;
    choose_boxes(s, c, v, boxed);
    for (int try = 0; !s->plain && try < 2; try++) {
        if (try) memset(boxed, 0, sizeof boxed);
        measure_begin();
        paint_parts(s, c, v, boxed, false, false);
        too_high = measure_end() + below > s->height;
        if (!too_high) break;
    }
    paint_parts(s, c, v, boxed, too_high && c->viewer != TAP_NOBODY, too_high);
}

/* -------------------------------------------------------------- questions */

int choice_number(const TapView *v, int i)
{
    for (int k = 0; k < v->choices; k++) {
        const TapChoice *o = &v->choice[k].choice;
        if (o->kind != TAP_PLAIN || o->verb != v->choice[0].choice.verb || !strstr(v->choice[k].label, "{a}"))
            return i + 1;
        for (int n = 0; n < k; n++)
            if (v->choice[n].choice.a == o->a) return i + 1;
    }
    return v->choice[i].choice.a;
}

/* An example of the words a person may type for an entry: one from the lower end, or the plainest set. */
static bool example_words(const Asked *asked, int i, char *ret, size_t size)
{
    const TapChoice *o = &asked->view->choice[i].choice;
    if (is_portioned(o) && tap_choice_count(o) > 1) {
        char example[PIECE_BYTES / 2];
        if (!asked_write(asked, tap_choice_nth(o, 0), ret, size)) return false;
        portions_example(asked, o, example, sizeof example);
        size_t begin = portions_begin(asked, o, ret);
        snprintf(ret + begin, size - begin, " %s", example);
        return true;
    }
    uint64_t all = tap_choice_count(o), nth = o->kind == TAP_AMOUNT                        ? (all > 8 ? 4 : all - 1)
                                              : o->kind == TAP_SUBSET && all > 1 && !o->lo ? 1
                                                                                           : 0;
    return asked_write(asked, tap_choice_nth(o, nth), ret, size);
}

/* Which items an entry is about, if not all that lie there: " of 2 3 5". Dice are called by what they show. */
static void write_items(const TapView *v, const TapViewChoice *c, char *ret, size_t size)
{
    const TapViewZone *z = c->zone < 0 ? NULL : &v->zone[c->zone];
    ret[0] = 0;
    if (c->choice.kind != TAP_SUBSET || !z || __builtin_popcount(c->choice.items) >= z->n ||
        v->item[z->first].kind == TAP_DIE_ITEM)
        return;
    if (c->choice.hi == 1) append(ret, size, ": one of");
    else if (c->choice.lo == c->choice.hi) snprintf(ret, size, ": %u of", c->choice.hi);
    else snprintf(ret, size, ": %s%u of", c->choice.lo > 1 ? "some, up to " : "up to ", c->choice.hi);
    for (int k = 0; k < z->n; k++)
        if (c->choice.items >> k & 1) snprintf(ret + strlen(ret), size - strlen(ret), " %d", k + 1);
}

/* Enter is called by the verb, unless the list calls that choice by other words. */
static void name_idle(const Asked *asked, const char *idle, char *ret, size_t size)
{
    const TapView *v = asked->view;
    char words[PIECE_BYTES], label[PIECE_BYTES];
    snprintf(ret, size, "%s", idle);
    for (int i = 0; i < v->choices; i++) {
        if (!asked_write(asked, tap_choice_nth(&v->choice[i].choice, 0), words, sizeof words) ||
            strcmp(words, idle) != 0)
            continue;
        tap_label(&v->choice[i], NULL, label, sizeof label);
        if (v->choice[i].choice.kind != TAP_PLAIN || !strncasecmp(label, words, strcspn(words, " "))) return;
        snprintf(ret, size, "%s", label);
        *ret = (char)tolower((unsigned char)*ret);
    }
}

/* What a choice brings: by itself or, if its items differ, by them: " (1 3: +2, 6: +1 strength)". */
static void write_worth(const Screen *s, const TapView *v, const TapViewChoice *c, char *label, size_t size)
{
    size_t n = strlen(label);
    bool   by_items = c->choice.kind == TAP_SUBSET && c->worths >= 0 && c->zone >= 0, same = true;
    if (!c->worth_of || (c->choice.kind != TAP_PLAIN && !by_items) || (by_items && !c->choice.items)) return;
    const int16_t *worth = by_items ? &v->worth[c->worths] : NULL;
    int            items = by_items ? __builtin_popcountll(c->choice.items) : 0, told = 0;
    for (int k = 1; k < items; k++) same = same && worth[k] == worth[0];
    if (same) {
        int brings = by_items ? worth[0] : tap_worth(v, c, &(TapMove){.verb = 1});
        int letters = (int)strlen(c->worth_of); /* "1 point" */
        if (abs(brings) == 1 && c->worth_of[letters - 1] == 's') letters--;
        snprintf(label + n, size - n, s->plain ? ", %+d %.*s" : " (%+d %.*s)", brings, letters, c->worth_of);
        return;
    }
    append(label, size, s->plain ? ". It brings " : " (");
    for (int k = 0; k < items; k++) {
        bool before = false;
        for (int m = 0; m < k; m++) before = before || worth[m] == worth[k];
        if (before) continue;
        if (told++) append(label, size, ", ");
        uint64_t left = c->choice.items;
        for (int m = 0; m < items; m++, left &= left - 1) {
            const TapViewItem *item = &v->item[v->zone[c->zone].first + __builtin_ctzll(left)];
            n = strlen(label);
            if (worth[m] == worth[k])
                snprintf(label + n, size - n, "%s%d", m > k ? " " : "",
                         item->kind == TAP_DIE_ITEM && item->face ? item->face : __builtin_ctzll(left) + 1);
        }
        n = strlen(label);
        snprintf(label + n, size - n, ": %+d", worth[k]);
    }
    n = strlen(label);
    snprintf(label + n, size - n, s->plain ? " %s" : " %s)", c->worth_of);
}

/* "ask seat 2" is "ask Nessa (seat 2)": one knows the others by name and types their number. */
static void name_seat(const Company *c, char *label, size_t size)
{
    char  rest[PIECE_BYTES];
    char *at = strstr(label, "seat ");
    int   seat = at ? atoi(at + 5) : 0;
    if (seat < 1 || seat > TAP_SEATS || !c->name[seat - 1] || seat - 1 == c->viewer) return;
    snprintf(rest, sizeof rest, "%s", at + 5 + strspn(at + 5, "0123456789"));
    snprintf(at, size - (size_t)(at - label), "%s (seat %d)%s", c->name[seat - 1], seat, rest);
}

/* Numbers as they may be typed: so many as there must be, else one or two. */
static void numbers_example(const TapChoice *o, char *ret, size_t size)
{
    int      all = __builtin_popcountll(o->items), n = o->lo > 2 ? (int)o->lo : o->hi > 1 && all > 1 ? 2 : 1, nth = 0;
    bool     apart = n == 2 && all > 2; /* "1 3": it need not be the first ones */
    uint64_t left = o->items;
    for (*ret = 0; n; left &= left - 1, nth++) {
        if (apart && nth == 1) continue;
        size_t at = strlen(ret);
        snprintf(ret + at, size - at, "%s%d", at ? " " : "", __builtin_ctzll(left) + 1);
        n--;
    }
}

/* One entry of the list: its number, what it is, what it brings. */
static void put_entry(Flow *f, const Asked *asked, const Company *c, int i, bool one)
{
    const Screen  *s = f->screen;
    const TapView *v = asked->view;
    char label[2 * PIECE_BYTES], words[PIECE_BYTES], items[PIECE_BYTES], line[400];
    const TapChoice *o = &v->choice[i].choice;
    tap_label(&v->choice[i], NULL, label, sizeof label);
    bool names_seat = strstr(label, "seat ") != NULL;
    name_seat(c, label, sizeof label);
    if (o->kind != TAP_PLAIN && example_words(asked, i, words, sizeof words)) {
        write_items(v, &v->choice[i], items, sizeof items);
        size_t n = strlen(label);
        if (tap_choice_count(o) == 1 && names_seat) snprintf(label + n, sizeof label - n, ": %s", words);
        else if (tap_choice_count(o) == 1) snprintf(label, sizeof label, "%s", words), capitalise(label);
        else if (o->kind == TAP_SUBSET && one) {
            const char *behind = words + strcspn(words, " ") + (strchr(words, ' ') != NULL);
            char        numbers[PIECE_BYTES];
            numbers_example(o, numbers, sizeof numbers);
            if (asked_by_number(v, i))
                snprintf(label + n, sizeof label - n, ": %s, such as %s or %s",
                         o->hi > 1 ? "numbers or codes" : "a number or code", numbers, behind);
            else snprintf(label + n, sizeof label - n, ": what they show, such as %s", behind);
        }
        else snprintf(label + n, sizeof label - n, "%s (such as: %s)", items, words);
    }
    write_worth(s, v, &v->choice[i], label, sizeof label);
    if (v->choice[i].figure && v->choice[i].about) { /* who one could be, each on a line */
        append(label, sizeof label, ": ");
        append(label, sizeof label, v->choice[i].about);
        if (!f->fresh) flow_break(f);
        size_t end = strlen(label);
        if (s->plain && label[end - 1] == '.') label[end - 1] = 0;
    }
    if (one) snprintf(line, sizeof line, "%s", label);
    else
        snprintf(line, sizeof line, s->plain ? "%s%d%s: %s." : "%s%d%s %s", style_on(s, STYLE_STRONG),
                 choice_number(v, i), style_off(s, STYLE_STRONG), label);
    flow_text(f, s->plain ? 1 : 3, line);
}

static void seat_list(const Company *, TapSeatSet, char *ret, size_t size);

/* What everybody may know of the open window, of the sand, and of the time that is left. */
static void paint_occasion(const Screen *s, const Company *c, const TapView *v, const Offer *offer)
{
    const TapWindow *w = &v->window;
    const char      *dot = s->plain ? ". " : s->unicode ? " · " : " | ";
    char             line[400], who[PIECE_BYTES];
    if (v->has_window) {
        snprintf(line, sizeof line, w->depth ? "Window: %s, %d deep" : "Window: %s", w->kind, w->depth);
        seat_list(c, w->touches, who, sizeof who);
        if (w->touches && tap_first_of(w->touches) == c->viewer) *who = 'y'; /* "You" stands inside a sentence here */
        if (w->touches) {
            append(line, sizeof line, dot);
            append(line, sizeof line, s->plain ? "It touches " : "touches ");
            append(line, sizeof line, who);
        }
        if (w->turn != TAP_NOBODY) {
            bool mine = w->turn == c->viewer;
            snprintf(who, sizeof who, "%s%s%s turn", dot, mine ? "your" : paint_seat_name(c, w->turn),
                     mine ? "" : "'s");
            if (mine && s->plain) who[strlen(dot)] = 'Y';
            append(line, sizeof line, who);
        }
        append(line, sizeof line, s->plain ? "." : "");
        print_wrapped(s, s->plain ? 0 : 2, line);
    }
    bool runs = offer->house && offer->seconds >= 0;
    if (runs) {
        snprintf(line, sizeof line, "%d second%s left to answer%s", offer->seconds, offer->seconds == 1 ? "" : "s",
                 s->plain ? "." : "");
        print_wrapped(s, s->plain ? 0 : 2, line);
    }
    if (!v->has_glass || offer->house) return;
    snprintf(line, sizeof line, "Hourglass: %d seconds", v->glass.seconds);
    snprintf(who, sizeof who, " in %d grains", v->glass.grains);
    if (v->glass.grains > 1) append(line, sizeof line, who);
    append(line, sizeof line, dot);
    append(line, sizeof line,
           s->plain ? "Here it runs only when nobody else speaks." : "here it runs only when nobody else speaks");
    print_wrapped(s, s->plain ? 0 : 2, line);
}

/* What can be typed besides an answer. */
static void paint_keys(const Screen *s, const Asked *asked, const Offer *offer)
{
    const char *on = style_on(s, STYLE_QUIET), *off = style_off(s, STYLE_QUIET);
    const char *dot = s->plain ? "," : s->unicode ? " ·" : " |";
    char        words[PIECE_BYTES], keys[200] = "? rules";
    const struct {
        bool        there;
        const char *key;
    } more[] = {{offer->hints, "h hint"},    {true, "g guide"}, {!asked->view->talks, "u undo"},
                {offer->orders, "o orders"}, {offer->holds, "hold"}, {!offer->house, "s save"},
                {offer->house, "say TEXT"},  {true, "q quit"}};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        if (!more[i].there) continue;
        size_t n = strlen(keys);
        snprintf(keys + n, sizeof keys - n, "%s %s", dot, more[i].key);
    }
    Flow f = flow_begin(s, s->plain ? 0 : 2, s->plain ? 0 : 2);
    if (offer->idle) {
        name_idle(asked, offer->idle, words, sizeof words);
        flow_piece(&f, 0, s->plain ? "%sEnter means %s.%s" : "[Enter = %s%s%s]",
                   s->plain ? "" : style_on(s, STYLE_STRONG), words, s->plain ? "" : style_off(s, STYLE_STRONG));
    }
    flow_piece(&f, offer->idle ? 2 : 0, "%s%s%s%s", on, keys, s->plain ? "." : "", off);
    flow_end(&f);
}

void paint_question(const Screen *s, const Company *c, const Asked *asked, const Offer *offer)
{
    const TapView *v = asked->view;
    char line[400];
    snprintf(line, sizeof line, "%s%s%s%s%s", style_on(s, STYLE_STRONG), v->prompt ? v->prompt : "Your answer?",
             style_off(s, STYLE_STRONG), v->help ? " " : "", v->help ? v->help : "");
    print_wrapped(s, 0, line);
    paint_occasion(s, c, v, offer);
    Flow f = flow_begin(s, s->plain ? 0 : 2, s->plain ? 0 : 2);
    bool one = v->choices == 1 && v->choice[0].choice.kind != TAP_PLAIN;
    for (int i = 0; i < v->choices; i++) { /* a long list by its headings, each where it comes first */
        const char *group = v->choices > LONG_LIST ? v->choice[i].group : NULL;
        bool        told = false;
        for (int k = 0; group && k < i; k++) told = told || v->choice[k].group == group;
        if (told) continue;
        if (group && !f.fresh) flow_break(&f);
        if (group) flow_piece(&f, 0, "%s%s:%s", style_on(s, STYLE_QUIET), group, style_off(s, STYLE_QUIET));
        else if (i && v->choices > LONG_LIST && v->choice[i - 1].group && !f.fresh) flow_break(&f);
        for (int k = i; k < v->choices; k++)
            if (k == i || (group && v->choice[k].group == group)) put_entry(&f, asked, c, k, one);
    }
    flow_end(&f);
    for (int i = 0; i < v->choices; i++) { /* what there is to give and to whom, once for each kind of answer */
        const TapChoice *o = &v->choice[i].choice;
        bool             told = !is_portioned(o) || tap_choice_count(o) == 1;
        for (int k = 0; k < i; k++) told = told || v->choice[k].choice.verb == o->verb;
        if (told) continue;
        portions_explain(asked, o, c, line, sizeof line);
        print_wrapped(s, s->plain ? 0 : 2, line);
    }
    paint_keys(s, asked, offer);
}

/* ----------------------------------------------------------------- events */

typedef struct Sentence {
    char  *text;
    size_t size;
} Sentence;

/* The verb at p belongs to you too: "You have two rogues, pay 3 and are out." The browser knows the same ones. */
static size_t more_of_you(const char *p)
{
    static const char *const also[] = {", pays", ", is", ", has", " and pays", " and is", " and has", " and shows",
                                       " and sobers"};
    for (size_t i = 0; i < sizeof also / sizeof *also; i++) {
        size_t n = strlen(also[i]);
        if (!strncmp(p, also[i], n) && strchr(" .,", p[n])) return n;
    }
    return 0;
}

/* Fills in the placeholders of a piece of a sentence. */
static void put_words(Sentence *out, const Screen *s, const Company *c, const TapEvent *e, const char *from,
                      const char *end)
{
    char   word[PIECE_BYTES];
    bool   yours = false;
    size_t also;
    for (const char *p = from; p < end && *p;) {
        if (!strncmp(p, "{who}", 5) || !strncmp(p, "{other}", 7)) {
            TapSeat seat = p[1] == 'w' ? e->who : e->other;
            bool you = seat != TAP_NOBODY && seat == c->viewer, opens = p == from && !*out->text;
            bool acts = opens || (p - from > 2 && strchr(":;", p[-2])); /* "It fits: you show the Ace." */
            yours = yours || (you && opens);
            p += p[1] == 'w' ? 5 : 7;
            bool whose = you && !strncmp(p, "'s", 2);
            if (whose) {
                append(out->text, out->size, opens ? "Your" : "your");
                p += 2;
            } else append(out->text, out->size, you && !opens ? "you" : paint_seat_name(c, seat));
            if (you && acts && !whose && *p == ' ') {
                size_t n = strcspn(p + 1, " .,:");
                verb_for_you(p + 1, n, word, sizeof word);
                append(out->text, out->size, " ");
                append(out->text, out->size, word);
                p += 1 + n;
            }
        } else if (!strncmp(p, "{n}", 3)) {
            snprintf(word, sizeof word, "%d", e->n);
            append(out->text, out->size, word);
            p += 3;
        } else if (!strncmp(p, "{what}", 6)) {
            append(out->text, out->size, e->what ? e->what : "");
            p += 6;
        } else if (!strncmp(p, "{card}", 6)) {
            if (e->card == TAP_NO_CARD || !e->deck) append(out->text, out->size, "card");
            else if (s->plain) {
                card_text(s, e->deck, e->card, word, sizeof word);
                append(out->text, out->size, word);
            } else { /* the name, and the short form as it will lie on the table */
                const TapFace *f = &e->deck->face[e->card];
                Style       style = style_named(f->hue);
                const char *mark = pattern_mark(s, f->pattern);
                snprintf(word, sizeof word, "%s%s%s%s%s", style_on(s, style), f->name, *mark ? " " : "", mark,
                         style_off(s, style));
                append(out->text, out->size, word);
            }
            p += 6;
            if (e->card != TAP_NO_CARD && e->deck && tap_ends_sentence(e->deck->face[e->card].name) && *p == '.' &&
                !p[1])
                p++;
        } else if (yours && (also = more_of_you(p))) {
            size_t verb = also;
            while (p[verb - 1] != ' ') verb--;
            append(out->text, out->size, p[0] == ',' ? ", " : " and ");
            verb_for_you(p + verb, also - verb, word, sizeof word);
            append(out->text, out->size, word);
            p += also;
        } else {
            snprintf(word, sizeof word, "%c", *p++);
            append(out->text, out->size, word);
        }
    }
}

static void put_sentence(const Screen *s, const Company *c, const TapEvent *e, char *ret, size_t size)
{
    Sentence out = {ret, size};
    ret[0] = 0;
    if (e->text) put_words(&out, s, c, e, e->text, e->text + strlen(e->text));
}

/* Where the thing a sentence ends with begins: "the {card}.", "a {n}." or "rolls {card}."; NULL if it does not end so.
 * Such sentences of one seat in a row become one: "Mira shows the Lady of owl, the Bard of owl." */
static const char *listed_thing(const char *text)
{
    static const char *const things[] = {" the {card}.", " a {n}."};
    size_t n = text ? strlen(text) : 0;
    for (size_t i = 0; i < sizeof things / sizeof *things; i++) {
        size_t len = strlen(things[i]);
        if (n > len && !strcmp(text + n - len, things[i])) return text + n - len;
    }
    const char *roll = text ? strstr(text, " rolls {card}.") : NULL;
    return roll ? roll + strlen(" rolls") : NULL;
}

void paint_events(const Screen *s, const Company *c, const TapLog *log, int from)
{
    paint_events_to(s, c, log, from, log->n);
    if (log->lost) printf("(%d more things happened than can be told.)\n", log->lost);
}

void paint_events_to(const Screen *s, const Company *c, const TapLog *log, int from, int end)
{
    for (int i = from; i < end;) {
        TapEvent e = tap_event_for(&log->event[i], c->viewer);
        char text[1200] = "";
        Sentence out = {text, sizeof text};
        const char *thing = listed_thing(e.text);
        int n = 1;
        if (!e.text) {
            i++;
            continue;
        }
        put_words(&out, s, c, &e, e.text, thing ? thing : e.text + strlen(e.text));
        if (thing) {
            const char *stop = e.text + strlen(e.text) - 1;
            put_words(&out, s, c, &e, thing, stop);
            for (; i + n < end; n++) {
                TapEvent more = tap_event_for(&log->event[i + n], c->viewer);
                if (more.who != e.who || !more.text || strcmp(more.text, e.text) != 0) break;
                append(text, sizeof text, s->plain ? ";" : ",");
                put_words(&out, s, c, &more, thing, stop);
            }
            append(text, sizeof text, ".");
        } else { /* the same again: "Mira draws a card." twice */
            while (i + n < end) {
                TapEvent more = tap_event_for(&log->event[i + n], c->viewer);
                if (more.who != e.who || more.n != e.n || more.card != e.card || more.what != e.what || !more.text ||
                    strcmp(more.text, e.text) != 0)
                    break;
                n++;
            }
            if (n > 1) {
                size_t len = strlen(text);
                if (len && text[len - 1] == '.') text[len - 1] = 0;
                char times[32];
                snprintf(times, sizeof times, ", %d times.", n);
                append(text, sizeof text, n == 2 ? ", twice." : n == 3 ? ", three times." : times);
            }
        }
        if (!s->plain) fputs(s->unicode ? "· " : "- ", stdout);
        Flow f = flow_begin(s, 0, s->plain ? 0 : 4);
        f.column = s->plain ? 0 : 2;
        for (char *word = text; *word;) {
            size_t len = strcspn(word, " ");
            flow_piece(&f, 1, "%.*s", (int)len, word);
            word += len + (word[len] == ' ');
        }
        flow_end(&f);
        i += n;
        if (e.who != c->viewer) screen_pause(s, s->pace);
    }
}

/* ----------------------------------------------------------------- result */

/* "main pot 90 for Mira and you" where there are several; who won them, after a hand. */
static void seat_list(const Company *c, TapSeatSet set, char *ret, size_t size)
{
    int left = tap_count(set), told = 0;
    ret[0] = 0;
    for (TapSeat p = 0; p < TAP_SEATS; p++) {
        if (!tap_has(set, p)) continue;
        append(ret, size, told ? (left == 1 ? " and " : ", ") : "");
        append(ret, size, told && p == c->viewer ? "you" : paint_seat_name(c, p));
        told++;
        left--;
    }
}

static void paint_pots(const Screen *s, const Company *c, const TapView *v)
{
    if (!v->pots) return;
    Flow f = flow_begin(s, s->plain ? 0 : 2, s->plain ? 0 : 2);
    for (int i = 0; i < v->pots; i++) {
        const TapViewPot *p = &v->pot[i];
        char who[PIECE_BYTES], line[400], name[40];
        seat_list(c, p->to ? p->to : p->claims, who, sizeof who);
        snprintf(name, sizeof name, "%s", p->name);
        if (s->plain) capitalise(name);
        bool to = p->to, each = tap_count(p->to) > 1;
        snprintf(line, sizeof line, "%s %d %s %s%s%s", name, p->coins, to ? "to" : "for", who, each ? ", divided" : "",
                 s->plain ? "." : "");
        flow_text(&f, s->plain ? 1 : 3, line);
    }
    flow_end(&f);
}

/* It brought no points, but it decided. */
static bool decided(const char *text) { return !strncmp(text, "wins", 4) || !strncmp(text, "the tie", 7); }

/* Why, in one piece: "a 5 5, two Ladies 4". What is worth nothing is left out where something is. Of hands that have
 * names instead of points all is told, without numbers. */
static void part_words(const Screen *s, const TapView *v, const TapViewResult *r, char *ret, size_t size)
{
    bool counts = false;
    ret[0] = 0;
    for (int i = 0; i < r->parts; i++) counts = counts || (!v->unit && v->part[r->first + i].points);
    for (int i = 0; i < r->parts;) {
        const TapViewPart *p = &v->part[r->first + i];
        char line[120];
        int  alike = 1; /* the same again: "a 5 5, twice" */
        while (i + alike < r->parts && !strcmp(p[alike].text, p->text) && p[alike].points == p->points) alike++;
        i += alike;
        if (counts && !p->points && !decided(p->text)) continue;
        if (counts && p->points) snprintf(line, sizeof line, s->plain ? "%s, %d" : "%s %+d", p->text, p->points);
        else snprintf(line, sizeof line, "%s", p->text);
        if (*ret) append(ret, size, s->plain ? "; " : " | ");
        append(ret, size, line);
        if (alike > 1)
            snprintf(line, sizeof line, alike == 2 ? ", twice" : ", %d times", alike), append(ret, size, line);
    }
}

static void paint_reasons(const Screen *s, const Company *c, const TapView *v, const TapViewResult *r, int width)
{
    const char *name = paint_seat_name(c, r->seat), *quiet = style_on(s, STYLE_QUIET), *off = style_off(s, STYLE_QUIET);
    char why[2000], line[2400], points[40] = "", won[40] = "";
    part_words(s, v, r, why, sizeof why);
    if (r->told)
        snprintf(points, sizeof points, "%d %s%s", r->points, v->unit ? v->unit : "point",
                 abs(r->points) == 1 ? "" : "s");
    else if (*why) snprintf(points, sizeof points, "%+d", r->net); /* coins are all that counts */
    if (s->plain) {
        if (r->won) snprintf(won, sizeof won, " Takes %d.", r->won);
        snprintf(line, sizeof line, "%s: %s%s%s%s%s%s", name, r->place == 1 ? "first, " : "",
                 *points    ? points
                 : r->place ? "hand not shown"
                            : "folded",
                 *why ? ": " : "", why, ".", won);
        print_wrapped(s, 0, line);
        return;
    }
    if (r->won) snprintf(won, sizeof won, "takes %d", r->won);
    char head[200];
    snprintf(head, sizeof head, "%s%*s  ", name, width - text_columns(name), "");
    if (r->place) snprintf(head + strlen(head), sizeof head - strlen(head), "%d. ", r->place);
    else append(head, sizeof head, "   ");
    snprintf(head + strlen(head), sizeof head - strlen(head), "%s%s%s", points, *points && *won ? ", " : "", won);
    if (!*points && !*won) append(head, sizeof head, r->place ? "not shown" : "folded");
    Flow f = flow_begin(s, 2, width + 7);
    flow_piece(&f, 0, "%s", head);
    for (char *word = why; *word;) {
        size_t n = strcspn(word, " ");
        flow_piece(&f, word == why ? 2 : 1, "%s%.*s%s", quiet, (int)n, word, off);
        word += n + (word[n] == ' ');
    }
    flow_end(&f);
}

/* Lines of paint_showdown, with reasons or without. */
static void put_showdown(const Screen *s, const Company *c, const TapView *v, bool reasons)
{
    int width = name_width(c, v);
    if (v->chapter) put_text("%s%s%s\n", v->chapter, s->plain ? " is over" : "", s->plain ? "." : ":");
    paint_pots(s, c, v);
    for (int i = 0; i < v->results; i++) {
        TapViewResult r = v->result[i];
        if (!reasons) r.parts = 0;
        paint_reasons(s, c, v, &r, width);
    }
}

void paint_showdown(const Screen *s, const Company *c, const TapView *v, int room)
{
    bool told = false;
    for (int i = 0; i < v->results; i++) told = told || v->result[i].told || v->result[i].won || v->result[i].parts;
    if (!told) return;
    measure_begin();
    put_showdown(s, c, v, true);
    bool fits = measure_end() <= room;
    put_showdown(s, c, v, fits || s->plain);
}

void paint_result(const Screen *s, const Company *c, const TapView *v)
{
    int32_t most = v->score[0];
    bool same = true;
    for (TapSeat p = 1; p < v->seats; p++) {
        same = same && v->score[p] == v->score[0];
        if (v->score[p] > most) most = v->score[p];
    }
    TapSeatSet best = 0;
    for (TapSeat p = 0; p < v->seats; p++)
        if (v->score[p] == most) best |= tap_only(p);
    char text[300] = "";
    if (same) append(text, sizeof text, "Nobody has won or lost anything.");
    else {
        seat_list(c, best, text, sizeof text);
        bool plural = tap_count(best) > 1 || (c->viewer != TAP_NOBODY && best == tap_only(c->viewer));
        append(text, sizeof text, plural ? " win" : " wins");
        append(text, sizeof text, c->viewer != TAP_NOBODY && tap_has(best, c->viewer) ? "!" : ".");
    }
    printf("%s", style_on(s, STYLE_STRONG));
    print_wrapped(s, 0, text);
    printf("%s", style_off(s, STYLE_STRONG));
    if (same) return;
    int width = name_width(c, v);
    for (TapSeat shown = 0; shown < v->seats; shown++) { /* best first; equal ones by seat */
        TapSeat seat = 0;
        for (; seat < v->seats; seat++) {
            int before = 0;
            for (TapSeat p = 0; p < v->seats; p++)
                before += v->score[p] > v->score[seat] || (p < seat && v->score[p] == v->score[seat]);
            if (before == shown) break;
        }
        const char *name = paint_seat_name(c, seat);
        if (s->plain && !v->score[seat]) printf("%s: neither won nor lost.\n", name);
        else if (s->plain) printf("%s: %s %d.\n", name, v->score[seat] < 0 ? "lost" : "won", abs(v->score[seat]));
        else printf("  %s%*s  %+d\n", name, width - text_columns(name), "", v->score[seat]);
    }
}
