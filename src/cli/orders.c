#include "cli/orders.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text/fail.h"

static const char *const line_start = "# order ";

static int list(const Orders *o, const char *ret[LIMIT_ORDERS])
{
    for (int i = 0; i < o->n; i++) ret[i] = o->text[i];
    return o->n;
}

bool orders_pass(const Orders *o, const TapSetup *setup, const TapState *state, TapSeat seat, TapMove *ret)
{
    const char *orders[LIMIT_ORDERS];
    TapChoices  c;
    TapWindow   unused;
    int         n = o->n ? list(o, orders) : tap_usual_orders(setup->game, true, orders);
    if (!tap_window(setup, state, &unused) || !tap_has(tap_asked(setup, state), seat)) return false;
    if (tap_order_passes(setup, state, seat, orders, n, ret)) return true;
    tap_choices(setup, state, seat, &c);
    if (c.n != 1 || tap_choice_count(&c.choice[0]) != 1) return false;
    *ret = tap_choice_nth(&c.choice[0], 0);
    return true;
}

/* ---------------------------------------------------------------- changing */

/* "Touches" for "touch": small letters but for a card's code, single blanks. */
static bool read_order(const TapSetup *setup, const char *typed, char ret[ORDER_BYTES], TapError *error)
{
    static const struct {
        const char *typed, *means;
    } also[] = {{"touches", "touch"}, {"until turn", "until-turn"}, {"until my turn", "until-turn"}};
    char   said[ORDER_BYTES] = "", possible[160] = "";
    size_t n = 0;
    for (const char *p = typed; *p; p++) {
        bool blank = isspace((unsigned char)*p);
        if (blank && (!n || said[n - 1] == ' ')) continue;
        if (n + 1 == sizeof said) return fail_with(error, "'%.40s...' is no order.", typed);
        said[n++] = blank ? ' ' : *p;
    }
    while (n && said[n - 1] == ' ') n--;
    said[n] = 0;
    bool card = !strncasecmp(said, "card ", 5);
    for (size_t i = 0; i < (card ? 4 : n); i++) said[i] = (char)tolower((unsigned char)said[i]);
    for (size_t i = 0; i < sizeof also / sizeof *also; i++)
        if (!strcmp(said, also[i].typed)) strcpy(said, also[i].means);
    TapError why;
    if (!tap_order_check(setup, said, &why)) {
        int             own;
        const TapOrder *order = tap_game_orders(setup->game, &own);
        if (card) return fail_with(error, "%s", why.text);
        for (int i = 0; i < own; i++) {
            size_t at = strlen(possible);
            snprintf(possible + at, sizeof possible - at, ", %s", order[i].word);
        }
        return fail_with(error, "'%.40s' is no order here. Possible: usual, touch, always, until-turn, card CODE%s.",
                         said, possible);
    }
    strcpy(ret, said);
    return true;
}

static int find(const Orders *o, const char *order)
{
    for (int i = 0; i < o->n; i++)
        if (!strcasecmp(o->text[i], order)) return i; /* a card's code has no case */
    return -1;
}

static bool starts_with_word(const char **text, const char *word)
{
    size_t n = strlen(word);
    if (strncasecmp(*text, word, n) || ((*text)[n] && (*text)[n] != ' ')) return false;
    *text += n;
    *text += strspn(*text, " ");
    return true;
}

bool orders_change(Orders *o, const TapSetup *setup, const char *typed, TapError *error)
{
    Orders      now = {0};
    const char *text = typed;
    bool        usual = starts_with_word(&text, "usual") || starts_with_word(&text, "clear");
    if (usual && *text) return fail_with(error, "The usual order stands alone: type orders usual.");
    bool adds = starts_with_word(&text, "also"), drops = !adds && starts_with_word(&text, "drop");
    if ((adds || drops) && !*text)
        return fail_with(error, "Say which order: orders %s always.", adds ? "also" : "drop");
    if (adds || drops) now = *o;
    char copy[LIMIT_ORDERS * (ORDER_BYTES + 2)], *save = NULL;
    if (strlen(text) >= sizeof copy) return fail_with(error, "These are too many orders for one line.");
    strcpy(copy, text);
    for (char *part = strtok_r(copy, ",;", &save); part; part = strtok_r(NULL, ",;", &save)) {
        char order[ORDER_BYTES];
        if (!read_order(setup, part, order, error)) return false;
        int at = find(&now, order);
        if (drops) {
            if (at < 0) return fail_with(error, "'%.40s' is none of your orders.", order);
            memmove(now.text[at], now.text[at + 1], sizeof now.text[0] * (size_t)(--now.n - at));
        } else if (at < 0) {
            if (now.n == LIMIT_ORDERS) return fail_with(error, "There are at most %d orders.", LIMIT_ORDERS);
            strcpy(now.text[now.n++], order);
        }
    }
    *o = now;
    return true;
}

/* ----------------------------------------------------------------- showing */

static void order_line(const Screen *s, const char *word, const char *label)
{
    char line[ORDER_BYTES + 160];
    snprintf(line, sizeof line, "%s%s%s: %s%s", style_on(s, STYLE_STRONG), word, style_off(s, STYLE_STRONG), label,
             s->plain ? "." : "");
    print_wrapped(s, s->plain ? 0 : 2, line);
}

void orders_paint(const Screen *s, const Orders *o, const TapSetup *setup)
{
    int             n;
    const TapOrder *own = tap_game_orders(setup->game, &n);
    char            line[LIMIT_ORDERS * (ORDER_BYTES + 2) + 40];
    int             at = snprintf(line, sizeof line, o->n ? "Your orders: " : "Your orders: none, so the usual one");
    for (int i = 0; i < o->n; i++)
        at += snprintf(line + at, sizeof line - (size_t)at, i ? ", %s" : "%s", o->text[i]);
    snprintf(line + at, sizeof line - (size_t)at, ".");
    print_wrapped(s, 0, line);
    print_wrapped(s, 0, "A window is open while several may answer what happens. Orders say when to ask you:");
    order_line(s, "touch", "when it touches me, and when my turn waits for me; this is the usual one");
    order_line(s, "always", "always");
    order_line(s, "card CODE", "when that card could be played");
    order_line(s, "until-turn", "never until it is my turn, whatever else is ordered");
    for (int i = 0; i < n; i++) {
        char label[160];
        snprintf(label, sizeof label, "%s%s", own[i].label, own[i].alone ? "; usual, too, with bots alone" : "");
        order_line(s, own[i].word, label);
    }
    print_wrapped(s, 0, "Else a pass is given for you, and so it is when you could do nothing but pass.");
    snprintf(line, sizeof line,
             "Type orders always, or several, at most %d: orders touch, card CODE. To add one: orders also always; to "
             "take one away: orders drop always; all of them: orders usual.",
             LIMIT_ORDERS);
    print_wrapped(s, 0, line);
}

/* ----------------------------------------------------------------- keeping */

char *orders_write(const Orders *o)
{
    size_t size = (size_t)o->n * (strlen(line_start) + ORDER_BYTES + 1) + 1, at = 0;
    char  *text = malloc(size);
    assert(text);
    *text = 0;
    for (int i = 0; i < o->n; i++) at += (size_t)snprintf(text + at, size - at, "%s%s\n", line_start, o->text[i]);
    return text;
}

void orders_read(Orders *o, const TapSetup *setup, const char *save)
{
    *o = (Orders){0};
    for (const char *line = save, *end; line; line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        char   order[ORDER_BYTES];
        size_t start = strlen(line_start), n = strcspn(line, "\r\n");
        if (strncmp(line, line_start, start) || n - start >= sizeof order || o->n == LIMIT_ORDERS) continue;
        snprintf(order, sizeof order, "%.*s", (int)(n - start), line + start);
        if (read_order(setup, order, o->text[o->n], NULL) && find(o, o->text[o->n]) < 0) o->n++;
    }
}
