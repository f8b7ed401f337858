#include "cli/screen.h"

#include <ctype.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { USUAL_PACE = 450, USUAL_WIDTH = 80, USUAL_HEIGHT = 24, LEAST_WIDTH = 40, MOST_WIDTH = 100 };

Screen screen_open(bool plain, int pace)
{
    setlocale(LC_CTYPE, "");
    const char *term = getenv("TERM"), *no_colour = getenv("NO_COLOR");
    if (!term) term = "dumb";
    bool dumb = !*term || !strcmp(term, "dumb");
    Screen s = {.asks = isatty(STDIN_FILENO),
                .shows = isatty(STDOUT_FILENO),
                .plain = plain,
                .width = USUAL_WIDTH,
                .height = USUAL_HEIGHT};
    s.colour = s.shows && !plain && !dumb && !(no_colour && *no_colour);
    s.many_colours = strstr(term, "256color") || getenv("COLORTERM");
    s.unicode = !plain && !dumb && !strcmp(nl_langinfo(CODESET), "UTF-8");
    s.animals = s.unicode && strcmp(term, "linux") != 0; /* the Linux console has no such glyphs */
    s.pace = !s.asks || !s.shows ? 0 : pace >= 0 ? pace : USUAL_PACE;
    struct winsize size;
    if (s.shows && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col) {
        s.width = size.ws_col < LEAST_WIDTH ? LEAST_WIDTH : size.ws_col > MOST_WIDTH ? MOST_WIDTH : size.ws_col;
        if (size.ws_row) s.height = size.ws_row;
    }
    return s;
}

Style style_named(const char *hue)
{
    static const struct { const char *name; Style style; } hues[] = {
        {"red", STYLE_RED}, {"green", STYLE_GREEN}, {"blue", STYLE_BLUE}, {"grey", STYLE_GREY}};
    for (size_t i = 0; hue && i < sizeof hues / sizeof *hues; i++)
        if (!strcmp(hue, hues[i].name)) return hues[i].style;
    return STYLE_NONE;
}

/* With many colours: ones of middle brightness, which stand out by a contrast of about four from black and from white
 * alike. With eight, blue is cyan, because the blue of many terminals cannot be read on black. */
const char *style_on(const Screen *s, Style style)
{
    static const char *const many[STYLES] = {[STYLE_NONE] = "",
                                             [STYLE_STRONG] = "\033[1m",
                                             [STYLE_QUIET] = "\033[38;5;244m",
                                             [STYLE_RED] = "\033[1;38;5;196m",
                                             [STYLE_GREEN] = "\033[1;38;5;28m",
                                             [STYLE_BLUE] = "\033[1;38;5;32m",
                                             [STYLE_GREY] = "\033[38;5;244m"};
    static const char *const eight[STYLES] = {
        [STYLE_NONE] = "", [STYLE_STRONG] = "\033[1m", [STYLE_QUIET] = "", [STYLE_RED] = "\033[1;31m",
        [STYLE_GREEN] = "\033[1;32m", [STYLE_BLUE] = "\033[1;36m", [STYLE_GREY] = ""};
    return !s->colour ? "" : s->many_colours ? many[style] : eight[style];
}

const char *style_off(const Screen *s, Style style) { return *style_on(s, style) ? "\033[0m" : ""; }

/* The texts are ours: symbols from U+1F000 up take two columns, all others one. */
int text_columns(const char *text)
{
    int columns = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        if (*p == '\033') {
            while (p[1] && *p != 'm') p++;
            continue;
        }
        if ((*p & 0xC0) == 0x80) continue;
        columns += *p >= 0xF0 && p[1] == 0x9F ? 2 : 1;
    }
    return columns;
}

static bool measuring;
static int  measured;

void measure_begin(void)
{
    measuring = true;
    measured = 0;
}

int measure_end(void)
{
    measuring = false;
    return measured;
}

void put_text(const char *form, ...)
{
    va_list args;
    if (measuring) {
        for (const char *p = form; *p; p++) measured += *p == '\n';
        return;
    }
    va_start(args, form);
    vprintf(form, args);
    va_end(args);
}

static void put_spaces(int n) { put_text("%*s", n, ""); }

Flow flow_begin(const Screen *screen, int first_indent, int indent)
{
    put_spaces(first_indent);
    return (Flow){screen, indent, first_indent, true};
}

void flow_break(Flow *f)
{
    put_text("\n");
    put_spaces(f->indent);
    f->column = f->indent;
    f->fresh = true;
}

void flow_piece(Flow *f, int gap, const char *form, ...)
{
    char text[512];
    va_list args;
    va_start(args, form);
    vsnprintf(text, sizeof text, form, args);
    va_end(args);
    int columns = text_columns(text);
    int stop = gap || columns > 1; /* a place is kept for the full stop that may follow */
    if (!f->fresh && f->column + gap + columns + stop > f->screen->width) flow_break(f);
    if (f->fresh) gap = 0;
    put_spaces(gap);
    put_text("%s", text);
    f->column += gap + columns;
    f->fresh = false;
}

void flow_text(Flow *f, int gap, const char *text)
{
    if (f->indent + text_columns(text) < f->screen->width) {
        flow_piece(f, gap, "%s", text);
        return;
    }
    if (!f->fresh) flow_break(f);
    while (*text) {
        int n = (int)strcspn(text, " ");
        flow_piece(f, 1, "%.*s", n, text);
        text += n + (text[n] == ' ');
    }
}

void flow_end(Flow *f)
{
    (void)f;
    put_text("\n");
}

void print_wrapped(const Screen *s, int indent, const char *text)
{
    Flow f = flow_begin(s, indent, indent);
    for (;;) {
        text += strspn(text, " ");
        size_t n = strcspn(text, " ");
        if (!n) break;
        flow_piece(&f, 1, "%.*s", (int)n, text);
        text += n;
    }
    flow_end(&f);
}

/* ---------------------------------------------------------------- signals */

static volatile sig_atomic_t signalled;

static void remember(int number)
{
    (void)number;
    signalled = 1;
}

void signals_remember(void)
{
    struct sigaction action = {.sa_handler = remember}; /* no SA_RESTART: a waiting read must return */
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, SIG_IGN); /* a closed pager or pipe must not cost the game */
}

bool signal_came(void) { return signalled; }

void screen_pause(const Screen *s, int milliseconds)
{
    fflush(stdout);
    if (!s->pace || signalled) return;
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&time, NULL);
}

enum { BYTE_END = -1, BYTE_SIGNAL = -2, BYTE_OTHER = -3 };

/* Read by read(), not by stdio: a line typed while the bots were thinking must wait for its question, and a signal must
 * be noticed between two bytes. */
static int next_byte(int other, int milliseconds)
{
    static unsigned char bytes[512];
    static size_t have, at;
    while (at == have) {
        struct pollfd wait[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = other, .events = POLLIN}};
        if (signalled) return BYTE_SIGNAL;
        if (other >= 0) {
            int ready = poll(wait, 2, milliseconds);
            if (ready < 0) continue; /* a signal */
            if (!ready || wait[1].revents) return BYTE_OTHER;
        }
        ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return BYTE_END;
        have = (size_t)n;
        at = 0;
    }
    return bytes[at++];
}

Typed read_typed_or(const Screen *s, int other, int milliseconds, char *ret, size_t size)
{
    static char   line[512]; /* what has come of it so far */
    static size_t n;
    int           byte;
    fflush(stdout);
    while ((byte = next_byte(other, milliseconds)) >= 0 && byte != '\n') {
        if (byte < ' ' || byte == 127) byte = ' '; /* an arrow key or the like must not reach the screen again */
        if (n + 1 < sizeof line && (n || byte != ' ')) line[n++] = (char)byte;
    }
    if (byte == BYTE_OTHER) return TYPED_OTHER;
    while (n && isspace((unsigned char)line[n - 1])) n--;
    line[n] = 0;
    bool any = n;
    snprintf(ret, size, "%s", line);
    n = 0;
    if (!s->asks && byte >= 0) printf("%s\n", ret); /* so that the output of a pipe reads as a whole */
    if (byte == BYTE_SIGNAL) return TYPED_SIGNAL;
    return byte == BYTE_END && !any ? TYPED_END : TYPED_LINE;
}

Typed read_typed(const Screen *s, const char *prompt, char *ret, size_t size)
{
    fputs(prompt, stdout);
    return read_typed_or(s, -1, -1, ret, size);
}

bool screen_wait(int other, int milliseconds)
{
    struct pollfd wait = {.fd = other, .events = POLLIN};
    fflush(stdout);
    return poll(&wait, 1, milliseconds) > 0;
}
