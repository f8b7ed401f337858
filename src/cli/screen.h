/* The terminal: what it can show, words with colour, lines that fit, and lines typed by a person. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Screen {
    bool asks;    /* a person sits at the keyboard: standard input is a terminal */
    bool shows;   /* standard output is a terminal */
    bool colour, many_colours;
    bool unicode; /* line drawing and symbols; else ASCII */
    bool animals; /* symbols two columns wide as well */
    bool plain;   /* sentences for a screen reader: no drawing, no colour */
    int  width, height;
    int  pace;    /* milliseconds after each sentence about the others */
} Screen;

/* Finds out; plain is what the person asked for. pace -1 is the usual one. Without a terminal there is no pause. */
Screen screen_open(bool plain, int pace);

typedef enum Style {
    STYLE_NONE,
    STYLE_STRONG,
    STYLE_QUIET,
    STYLE_RED,
    STYLE_GREEN,
    STYLE_BLUE,
    STYLE_GREY,
    STYLES
} Style;
/* The style for a colour by its name. */
Style style_named(const char *hue);
/* What to print before and behind words in a style: "" without colour. */
const char *style_on(const Screen *, Style);
const char *style_off(const Screen *, Style);

/* How many columns a text takes; colours take none. */
int text_columns(const char *text);

/* Prints like printf, but while lines are measured it only counts them. A line ends in the form, never in what is
 * filled in. */
void put_text(const char *form, ...) __attribute__((format(printf, 1, 2)));
/* Between these two nothing is printed; the second says how many lines it would have been. */
void measure_begin(void);
int  measure_end(void);

/* Prints pieces one behind the other and begins a new line before the first that does not fit. */
typedef struct Flow {
    const Screen *screen;
    int           indent, column;
    bool          fresh; /* nothing but the indent stands in this line */
} Flow;
Flow flow_begin(const Screen *, int first_indent, int indent);
/* gap: columns before the piece unless it opens a line. */
void flow_piece(Flow *, int gap, const char *form, ...) __attribute__((format(printf, 3, 4)));
/* One piece if a line holds it; else its words, from a new line on. */
void flow_text(Flow *, int gap, const char *text);
void flow_break(Flow *);
void flow_end(Flow *);

/* Prints a text broken at spaces. */
void print_wrapped(const Screen *, int indent, const char *text);

/* Waits; a signal ends it early. */
void screen_pause(const Screen *, int milliseconds);

/* From now on Ctrl-C and SIGTERM are remembered instead of ending the program. */
void signals_remember(void);
bool signal_came(void);

typedef enum Typed { TYPED_LINE, TYPED_END, TYPED_SIGNAL, TYPED_OTHER } Typed;
/* Shows the prompt and reads a line without its newline and outer spaces; what does not fit is dropped. */
Typed read_typed(const Screen *, const char *prompt, char *ret, size_t size);

/* The same without a prompt, for who listens to something else too: TYPED_OTHER when that can be read first, or when
 * so many milliseconds (-1: any number) have gone by. What was typed of a line until then is not lost. */
Typed read_typed_or(const Screen *, int other, int milliseconds, char *ret, size_t size);
/* Waits for that alone; true if it can be read. A signal ends it early. */
bool screen_wait(int other, int milliseconds);

#endif
