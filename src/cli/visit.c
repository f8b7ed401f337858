#include "cli/visit.h"

#include <assert.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

#include "cli/answer.h"
#include "cli/board.h"
#include "cli/cli.h"
#include "cli/guide.h"
#include "cli/helping.h"
#include "cli/orders.h"
#include "cli/paint.h"
#include "cli/saves.h"
#include "cli/told.h"
#include "text/fail.h"
#include "text/out.h"

enum {
    TYPED_BYTES = 512,
    LATE_EVENTS = 12,     /* who comes in the middle is told so many of those that he missed */
    UNHURRIED = 8,        /* more than so many at once are told without pauses */
    FIRST_RETRY_MS = 500, /* then twice as long, and so on */
    LAST_RETRY_MS = 5000,
    RETRIES = 60,
    MOST_HINTS = 64,
    SEED_BYTES = 32
};

typedef enum Chair { OPEN_CHAIR, PERSON_CHAIR, BOT_CHAIR } Chair;
typedef struct Sitting {
    Chair kind;
    char  name[NAME_BYTES];
    bool  here, deserted, out;
    int   stack, bought; /* before the deal: what it brings, -1 if that is as usual; how often it bought in */
} Sitting;

typedef enum TablePhase { TABLE_UNKNOWN, TABLE_OPEN, TABLE_PLAYING, TABLE_OVER } TablePhase;

typedef struct Visit {
    const Screen    *screen;
    const VisitPlan *plan;
    Line            *line;
    char             cookie[KEPT_COOKIE_BYTES];
    bool             up, greeted; /* the line stands; the house has said welcome */
    int              retries;
    bool             done;
    int              code; /* how the program ends */

    char       table[TABLE_BYTES], next[TABLE_BYTES];
    TablePhase phase;
    bool       host, hints, has_windows, seeded;
    bool       moving; /* the house looks for the table; until it tells of it again */
    int        seats;
    TapSeat    me;
    Sitting    sitting[TAP_SEATS];
    Company    company;
    Orders     orders;
    TapSeatSet undo_waits; /* who has not said yet whether an answer may be taken back */
    const TapGame *game;   /* NULL: this program does not know it */
    TapSetup   setup;      /* if it does: for orders and for what cards are called */

    int     seen; /* the last entry that was told; -1: none */
    ToldView    told;
    Board   board; /* of an evening, as far as it was seen */
    Guide   guide;
    const char *remark;   /* what he says to the question, or NULL */
    bool        heard;    /* he has heard it: what others do meanwhile does not ask it again */
    Asked   question;
    bool    asked;    /* the question is on the screen and waits for an answer */
    bool    prompted; /* the line that is typed stands open */
    Offer   offer;
    char    idle_words[HINT_WORDS];
    TapSeatSet awaited; /* of whom it was said that they think */

    int  answers; /* numbered, so that each has an id */
    char id_base[17], sent_id[40], sent_word[4 * LIMIT_WORD]; /* the answer that is not acknowledged yet; "" */
    int  sent_seq;
    char held[TYPED_BYTES]; /* a line from a pipe that waits for its question */
    bool holds;
} Visit;

/* ---------------------------------------------------------------- telling */

/* What is told stands in lines of its own, not behind what somebody is typing. */
static void break_prompt(Visit *v)
{
    if (v->prompted) putchar('\n');
    v->prompted = false;
}

__attribute__((format(printf, 2, 3))) static void tell(Visit *v, const char *form, ...)
{
    char    text[2400];
    va_list args;
    va_start(args, form);
    vsnprintf(text, sizeof text, form, args);
    va_end(args);
    break_prompt(v);
    print_wrapped(v->screen, 0, text);
}

/* Ends the program with a sentence that says what to do next. */
__attribute__((format(printf, 2, 3))) static void give_up(Visit *v, const char *form, ...)
{
    va_list args;
    if (v->done) return;
    break_prompt(v);
    fflush(stdout);
    va_start(args, form);
    fputs("taproom join: ", stderr);
    vfprintf(stderr, form, args);
    fputc('\n', stderr);
    va_end(args);
    v->done = true;
    v->code = EXIT_FAILED;
}

static void tell_way_back(Visit *v)
{
    if (v->me != TAP_NOBODY && v->phase != TABLE_OVER)
        tell(v, "Your seat stays yours. To come back:  taproom join %s", v->plan->url);
}

static const char *name_of(const Visit *v, TapSeat s)
{
    return s == v->me ? "You" : v->company.name[s] ? v->company.name[s] : "Somebody";
}

/* ----------------------------------------------------------------- saying */

static void send_message(Visit *v, Out *o)
{
    out_close(o, '}');
    if (v->up) line_send(v->line, o->text, o->n); /* an answer is said again when the line is back */
    out_free(o);
}

static Out message(const char *type, const char *table)
{
    Out o = {0};
    out_open(&o, NULL, '{');
    out_string(&o, "type", type);
    out_string(&o, "table", table);
    return o;
}

static void say(Visit *v, const char *type)
{
    Out o = message(type, v->table);
    out_string(&o, "id", type); /* so that an error says what it is about */
    send_message(v, &o);
}

static void say_hello(Visit *v)
{
    Out o = message("hello", NULL);
    out_number(&o, "version", 1);
    out_string(&o, "name", v->plan->name);
    send_message(v, &o);
}

static void say_enter(Visit *v)
{
    Out o = message("enter", v->table);
    out_string(&o, "id", "enter");
    out_number(&o, "seen", v->seen);
    send_message(v, &o);
}

static void say_sit(Visit *v)
{
    Out o = message("sit", v->table);
    out_string(&o, "id", "sit");
    if (v->plan->seat >= 0) out_number(&o, "seat", v->plan->seat);
    send_message(v, &o);
}

/* What this seat adds to the deal (docs/fairness.md). */
static void say_seed(Visit *v)
{
    uint8_t seed[SEED_BYTES];
    if (getrandom(seed, sizeof seed, 0) != (ssize_t)sizeof seed) return; /* others add theirs */
    Out o = message("seed", v->table);
    out_hex(&o, "hex", seed, sizeof seed);
    send_message(v, &o);
}

static void say_chat(Visit *v, bool to_side, const char *text)
{
    Out o = message("chat", v->table);
    out_string(&o, "id", "say");
    if (to_side) out_string(&o, "to", "side");
    out_string(&o, "text", text);
    send_message(v, &o);
}

static void say_consent(Visit *v, bool yes)
{
    Out o = message("consent", v->table);
    out_string(&o, "id", "consent");
    out_bool(&o, "yes", yes);
    send_message(v, &o);
    v->undo_waits = 0;
}

static void say_orders(Visit *v, const Orders *orders)
{
    Out o = message("orders", v->table);
    out_string(&o, "id", "orders");
    out_open(&o, "orders", '[');
    for (int i = 0; i < orders->n; i++) out_string(&o, NULL, orders->text[i]);
    out_close(&o, ']');
    send_message(v, &o);
}

/* The answer under way: the same again after a line that was cut, for its id makes that safe. */
static void say_answer(Visit *v)
{
    Out o = message("answer", v->table);
    out_string(&o, "id", v->sent_id);
    out_number(&o, "seq", v->sent_seq);
    out_string(&o, "word", v->sent_word);
    send_message(v, &o);
}

static void answer(Visit *v, TapMove move)
{
    if (!asked_write(&v->question, move, v->sent_word, sizeof v->sent_word)) {
        tell(v, "That is not possible now.");
        return;
    }
    snprintf(v->sent_id, sizeof v->sent_id, "%s-%d", v->id_base, ++v->answers);
    v->sent_seq = v->seen;
    v->asked = v->heard = false;
    say_answer(v);
}

/* ------------------------------------------------------------- the question */

static void paint_all(Visit *v)
{
    break_prompt(v);
    measure_begin();
    guide_say(v->screen, v->remark);
    paint_question(v->screen, &v->company, &v->question, &v->offer);
    int below = measure_end() + 1; /* and the line that is typed */
    putchar('\n');
    paint_table(v->screen, &v->company, &v->told.view, below);
    guide_say(v->screen, v->remark);
    paint_question(v->screen, &v->company, &v->question, &v->offer);
}

static bool is_asked(const Visit *v)
{
    return v->phase == TABLE_PLAYING && v->told.view.choices && !v->told.view.over && !*v->sent_id;
}

static void ask(Visit *v)
{
    v->question = (Asked){.view = &v->told.view, .told = &v->told.words};
    v->offer.idle = v->told.can_idle && asked_write(&v->question, v->told.idle, v->idle_words, sizeof v->idle_words)
                        ? v->idle_words
                        : NULL;
    v->offer.house = true;
    v->offer.hints = v->hints;
    v->offer.orders = v->has_windows;
    if (!v->heard) {
        v->heard = true;
        break_prompt(v);
        if (guide_hear(&v->guide, &v->told.view) && v->guide.here)
            guide_say(v->screen, guide_start(&v->told.view));
    }
    v->remark = v->guide.here ? guide_question(&v->guide, &v->told.view) : NULL;
    paint_all(v);
    v->asked = true;
}

/* Others think: said once for each of them who is no bot. */
static void tell_who_thinks(Visit *v)
{
    const TapView *view = &v->told.view;
    TapSeatSet     people = 0;
    char           who[400] = "";
    for (TapSeat s = 0; s < v->seats; s++)
        if (s != v->me && tap_has(view->asked, s) && !tap_has(view->sealed, s) && v->sitting[s].kind == PERSON_CHAIR)
            people |= tap_only(s);
    if (people == v->awaited || view->has_window) return;
    v->awaited = people;
    for (TapSeat s = 0; s < v->seats; s++) {
        size_t n = strlen(who);
        if (tap_has(people, s)) snprintf(who + n, sizeof who - n, "%s%s", n ? ", " : "", name_of(v, s));
    }
    if (people) tell(v, "It is for %s to answer.", who);
}

static void tell_end(Visit *v)
{
    const TapView *view = &v->told.view;
    break_prompt(v);
    putchar('\n');
    paint_table(v->screen, &v->company, view, 1 + view->seats);
    paint_showdown(v->screen, &v->company, view, v->screen->height / 2);
    paint_result(v->screen, &v->company, view);
    if (v->guide.here) guide_say(v->screen, guide_end(view));
}

/* -------------------------------------------------------------- the table */

static TapSeat seat_in(const json_t *o, const char *name)
{
    return (TapSeat)told_number(o, name, 0, TAP_SEATS - 1, TAP_NOBODY);
}

static void read_sitting(const json_t *o, Sitting *ret)
{
    const char *kind = json_string_value(json_object_get(o, "kind"));
    *ret = (Sitting){.kind = !kind || !strcmp(kind, "open") ? OPEN_CHAIR
                             : !strcmp(kind, "bot")         ? BOT_CHAIR
                                                            : PERSON_CHAIR,
                     .here = !json_is_false(json_object_get(o, "here")),
                     .deserted = json_is_true(json_object_get(o, "deserted")),
                     .out = json_is_true(json_object_get(o, "out")),
                     .stack = told_number(o, "stack", 0, INT32_MAX, -1),
                     .bought = told_number(o, "bought", 0, INT32_MAX, 0)};
    told_text(o, "name", LIMIT_NAME, ret->name, sizeof ret->name);
    if (!*ret->name) snprintf(ret->name, sizeof ret->name, "Somebody");
}

static void tell_sitting(Visit *v, TapSeat s, const Sitting *was)
{
    const Sitting *is = &v->sitting[s];
    bool           same = was->kind == is->kind && !strcmp(was->name, is->name);
    if (same && is->bought > was->bought)
        tell(v, "%s %s in again and %s %d coins.", name_of(v, s), s == v->me ? "buy" : "buys",
             s == v->me ? "have" : "has", is->stack);
    if (s == v->me) {
        if (same && is->deserted && !was->deserted) tell(v, "A bot stood in for you.");
    } else if (!same && is->kind == PERSON_CHAIR) tell(v, "%s sits down at seat %d.", is->name, s + 1);
    else if (!same && was->kind == PERSON_CHAIR)
        tell(v, "%s leaves seat %d%s.", was->name, s + 1, is->kind == BOT_CHAIR ? "; a bot plays on" : "");
    else if (!same && is->kind == BOT_CHAIR) tell(v, "%s, a bot, sits at seat %d.", is->name, s + 1);
    else if (same && is->kind == PERSON_CHAIR && is->deserted && !was->deserted)
        tell(v, "A bot stands in for %s.", is->name);
    else if (same && is->kind == PERSON_CHAIR && is->here != was->here)
        tell(v, is->here ? "%s is back." : "%s is away.", is->name);
}

static void tell_company(Visit *v)
{
    char text[1200] = "At the table:";
    for (TapSeat s = 0; s < v->seats; s++) {
        const Sitting *is = &v->sitting[s];
        size_t         n = strlen(text);
        snprintf(text + n, sizeof text - n, "%s %d %s%s", s ? "," : "", s + 1,
                 is->kind == OPEN_CHAIR ? "free" : s == v->me ? "you" : is->name,
                 is->kind == BOT_CHAIR                    ? " (bot)"
                 : is->kind == PERSON_CHAIR && !is->here ? " (away)"
                                                         : "");
    }
    tell(v, "%s.", text);
}

/* What each brings from the game before, and how often he bought in. */
static void tell_slate(Visit *v)
{
    char text[1200] = "";
    for (TapSeat s = 0; s < v->seats; s++) {
        const Sitting *is = &v->sitting[s];
        size_t         n = strlen(text);
        if (is->kind == OPEN_CHAIR || is->stack < 0) continue;
        snprintf(text + n, sizeof text - n, "%s%s %d%s", n ? ", " : "", name_of(v, s), is->stack,
                 is->out ? " (out)" : "");
        n = strlen(text);
        if (is->bought)
            snprintf(text + n, sizeof text - n, " (bought in %s)",
                     is->bought == 1 ? "once" : is->bought == 2 ? "twice" : "several times");
    }
    if (!*text) return;
    tell(v, "The game goes on with the coins as they are: %s.", text);
    if (v->me != TAP_NOBODY && v->sitting[v->me].out)
        tell(v, "You are out: type buy to buy in again; else you sit this game out.");
    if (v->host) tell(v, "afresh lets everybody begin anew.");
}

static void tell_waiting(Visit *v)
{
    tell_slate(v);
    if (v->me == TAP_NOBODY) tell(v, "The cards are not dealt yet. You watch.");
    else if (v->host) tell(v, "You are the host: type deal to begin; free seats get bots.");
    else tell(v, "The host deals when all are there.");
    if (v->screen->asks) tell(v, "say TEXT talks to all, who says who is here, q leaves.");
}

/* The game as this program knows it: only orders and the names of cards in the tale need it. */
static void find_game_here(Visit *v, const json_t *o)
{
    const char   *id = json_string_value(json_object_get(o, "game")), *text[LIMIT_OPTIONS];
    const json_t *options = json_object_get(o, "options");
    int           n = 0;
    if (v->game || !id || json_object_get(o, "content")) return;
    for (size_t i = 0; i < json_array_size(options) && n < LIMIT_OPTIONS; i++)
        if (json_string_value(json_array_get(options, i))) text[n++] = json_string_value(json_array_get(options, i));
    v->game = tap_game_find(id);
    if (v->game && !tap_setup_init(&v->setup, v->game, v->seats, text, n, NULL)) v->game = NULL;
}

static void read_undo(Visit *v, const json_t *o)
{
    const json_t *undo = json_object_get(o, "undo"), *list = json_object_get(undo, "waiting"), *value;
    TapSeat       who = seat_in(undo, "seat");
    TapSeatSet    waits = 0;
    size_t        i;
    json_array_foreach(list, i, value)
        if (json_integer_value(value) >= 0 && json_integer_value(value) < v->seats)
            waits |= tap_only((TapSeat)json_integer_value(value));
    bool asks_me = tap_has(waits, v->me);
    if (undo && who >= 0 && who < v->seats && asks_me && !tap_has(v->undo_waits, v->me))
        tell(v, "%s would like to take the last answer back. Type yes or no.", name_of(v, who));
    if (undo && who >= 0 && who == v->me && !v->undo_waits)
        tell(v, "The others are asked whether you may take it back.");
    v->undo_waits = waits;
}

static TablePhase phase_in(const json_t *o)
{
    const char *phase = json_string_value(json_object_get(o, "phase"));
    return !phase || !strcmp(phase, "open") ? TABLE_OPEN : !strcmp(phase, "over") ? TABLE_OVER : TABLE_PLAYING;
}

static void take_seat(Visit *v)
{
    if (v->plan->watch || v->me != TAP_NOBODY || v->phase == TABLE_OVER) return;
    say_sit(v);
}

static void on_table(Visit *v, const json_t *o)
{
    Sitting       was[TAP_SEATS];
    const json_t *seats = json_object_get(o, "seats"), *orders = json_object_get(o, "orders"), *value;
    TablePhase    before = v->phase;
    TapSeat       me_before = v->me;
    char          title[200], next[TABLE_BYTES];
    size_t        i;
    int           n = (int)json_array_size(seats);
    if (n < 1 || n > TAP_SEATS) {
        give_up(v, "the house says something that this program does not understand.");
        return;
    }
    memcpy(was, v->sitting, sizeof was);
    v->moving = false;
    v->seats = n;
    v->me = seat_in(o, "you");
    v->company.viewer = v->me;
    v->phase = phase_in(o);
    v->host = json_is_true(json_object_get(o, "host"));
    const char *hints = json_string_value(json_object_get(o, "hints"));
    v->hints = v->me != TAP_NOBODY && hints && strcmp(hints, "off") != 0;
    for (TapSeat s = 0; s < n; s++) {
        read_sitting(json_array_get(seats, (size_t)s), &v->sitting[s]);
        v->company.name[s] = v->sitting[s].kind == OPEN_CHAIR ? NULL : v->sitting[s].name;
    }
    find_game_here(v, o);
    v->orders = (Orders){0};
    json_array_foreach(orders, i, value)
        if (json_string_value(value) && v->orders.n < LIMIT_ORDERS)
            text_clean(json_string_value(value), LIMIT_ORDER, v->orders.text[v->orders.n++], ORDER_BYTES);
    told_text(o, "next", TABLE_BYTES - 1, next, sizeof next);
    if (before == TABLE_UNKNOWN) {
        told_text(o, "title", 100, title, sizeof title);
        break_prompt(v);
        printf("%s%s%s\n", style_on(v->screen, STYLE_STRONG), title, style_off(v->screen, STYLE_STRONG));
        tell_company(v);
        take_seat(v);
    } else
        for (TapSeat s = 0; s < n; s++) tell_sitting(v, s, &was[s]);
    if (v->me != TAP_NOBODY && me_before == TAP_NOBODY) {
        tell(v, "You sit at seat %d, as %s.", v->me + 1, v->sitting[v->me].name);
        if (v->phase == TABLE_OPEN && !json_is_true(json_object_get(json_array_get(seats, (size_t)v->me), "seeded")))
            say_seed(v);
    }
    if (me_before != TAP_NOBODY && v->me == TAP_NOBODY && before != TABLE_UNKNOWN) {
        tell(v, "You have no seat here any more; you watch.");
        v->asked = false;
    }
    bool settled = v->me != TAP_NOBODY || v->plan->watch;
    if (v->phase == TABLE_OPEN && settled && (before != TABLE_OPEN || v->me != me_before)) tell_waiting(v);
    if (v->phase == TABLE_OPEN && before == TABLE_OPEN && was[0].stack >= 0 && v->sitting[0].stack < 0)
        tell(v, "Everybody begins afresh.");
    if (v->phase == TABLE_PLAYING && before == TABLE_OPEN) tell(v, "The cards are dealt.");
    read_undo(v, o);
    if (*next && !*v->next && v->phase == TABLE_OVER && before == TABLE_OVER && v->screen->asks)
        tell(v, "The others play once more: n goes along.");
    strcpy(v->next, next);
}

/* --------------------------------------------------------------- the game */

/* Events from..to of an update's list. */
static bool tell_events(Visit *v, const json_t *list, size_t from, size_t to)
{
    static TapLog log; /* large, and this program has one thread here */
    Screen        calm = *v->screen;
    if (to - from > UNHURRIED) calm.pace = 0;
    while (from < to) {
        Shelter shelter = {0};
        int     n = told_events(list, from, &v->company, v->game ? v->setup.content : NULL, &shelter, &log);
        if (n > (int)(to - from)) n = (int)(to - from);
        if (n > 0) {
            break_prompt(v);
            paint_events_to(&calm, &v->company, &log, 0, n);
        }
        shelter_empty(&shelter);
        if (n <= 0) return false;
        from += (size_t)n;
    }
    return true;
}

/* What happened, up to the end of each chapter, and how that ended. */
static bool tell_story(Visit *v, const json_t *o, bool first, bool *ret_game_ended)
{
    static ToldView   then;
    const json_t *list = json_object_get(o, "events"), *chapters = json_object_get(o, "chapters"), *chapter;
    size_t        n = json_array_size(list), told = 0, i;
    if (first && n > LATE_EVENTS) {
        told = n - LATE_EVENTS;
        tell(v, "(%zu things happened before; the last ones:)", told);
    }
    json_array_foreach(chapters, i, chapter)
    {
        size_t end = (size_t)told_number(chapter, "events", 0, (int)n, (int)n);
        if (end < told) continue;
        if (!tell_events(v, list, told, end) || !told_view(json_object_get(chapter, "view"), &then)) return false;
        told = end;
        *ret_game_ended = *ret_game_ended || then.view.levels > 1;
        putchar('\n');
        paint_table(v->screen, &v->company, &then.view, v->screen->height / 2);
        paint_showdown(v->screen, &v->company, &then.view, v->screen->height / 2);
        putchar('\n');
    }
    told_free(&then);
    return tell_events(v, list, told, n);
}

static bool names_seat(const json_t *list, TapSeat s)
{
    const json_t *value;
    size_t        i;
    json_array_foreach(list, i, value)
        if (json_is_integer(value) && json_integer_value(value) == s) return true;
    return false;
}

static void on_update(Visit *v, const json_t *o)
{
    int  from = told_number(o, "from", -1, INT32_MAX, -1), seq = told_number(o, "seq", 0, INT32_MAX, -1);
    bool first = v->seen < 0 && from < 0 && seq > 0, changed = seq != v->seen || !v->asked;
    bool was_over = v->told.view.over && v->told.view.levels, game_ended = false;
    if (json_object_get(o, "undo")) {
        tell(v, "An answer was taken back.");
        board_forget(&v->board, told_number(o, "undo", 0, INT32_MAX, 0));
    }
    if (names_seat(json_object_get(o, "late"), v->me)) tell(v, "Your time was up: the house answered for you.");
    if (seq < 0 || !tell_story(v, o, first, &game_ended) || !told_view(json_object_get(o, "view"), &v->told)) {
        give_up(v, "the house says something that this program does not understand.");
        return;
    }
    v->seen = seq;
    game_ended = game_ended && v->told.view.levels == 1;
    if (!v->board.n || game_ended) board_note(&v->board, &v->told.view, seq);
    if (game_ended) {
        break_prompt(v);
        board_paint(v->screen, &v->company, &v->told.view, &v->board);
    }
    v->asked = v->asked && is_asked(v);
    const json_t *window = json_object_get(o, "window");
    int           left = told_number(o, "time_left", 0, INT32_MAX, -1);
    v->has_windows = v->has_windows || window;
    v->offer.seconds = left < 0 ? -1 : (left + 999) / 1000;
    v->offer.holds = json_is_true(json_object_get(window, "hold"));
    v->question.view = &v->told.view;
    if (v->told.view.over) {
        if (!was_over) tell_end(v);
    } else if (is_asked(v)) {
        if (changed) ask(v);
        v->awaited = 0;
    } else {
        v->heard = v->heard && *v->sent_id;
        tell_who_thinks(v);
    }
}

static void answered(Visit *v, const char *re)
{
    if (*v->sent_id && re && !strcmp(re, v->sent_id)) *v->sent_id = 0;
}

static void on_hints(Visit *v, const json_t *o)
{
    static HintLine line[MOST_HINTS];
    char            reason[1600];
    const json_t   *list = json_object_get(o, "hints");
    int             n = (int)(json_array_size(list) < MOST_HINTS ? json_array_size(list) : MOST_HINTS);
    for (int i = 0; i < n; i++) {
        const json_t *hint = json_array_get(list, (size_t)i);
        told_text(hint, "word", HINT_WORDS / 4, line[i].words, sizeof line[i].words);
        line[i].value = json_number_value(json_object_get(hint, "value"));
        line[i].alike = json_is_true(json_object_get(hint, "alike"));
    }
    break_prompt(v);
    told_text(o, "reason", sizeof reason / 4, reason, sizeof reason);
    if (n) help_hint(v->screen, line[0].words, reason, json_is_true(json_object_get(o, "coins")), line, n);
}

static void on_chat(Visit *v, const json_t *o)
{
    char name[NAME_BYTES], text[4 * LIMIT_CHAT + 1];
    told_text(o, "name", LIMIT_NAME, name, sizeof name);
    told_text(o, "text", LIMIT_CHAT, text, sizeof text);
    bool mine = v->me != TAP_NOBODY && seat_in(o, "seat") == v->me;
    tell(v, "%s%s: %s", mine ? "You say" : name, json_object_get(o, "to") ? ", to your side" : "", text);
}

static void on_error(Visit *v, const json_t *o)
{
    char code[40], text[800];
    const char *re = json_string_value(json_object_get(o, "re"));
    told_text(o, "code", 30, code, sizeof code);
    told_text(o, "text", 190, text, sizeof text);
    bool comes_in = re && (!strcmp(re, "enter") || !strcmp(re, "sit"));
    if (!strcmp(code, "no-table"))
        give_up(v, "there is no table %s in that house. Copy the whole link from the browser.", v->table);
    else if (!strcmp(code, "bad-version")) give_up(v, "%s This program and that house are too far apart in age.", text);
    else if (!strcmp(code, "barred") || !strcmp(code, "closed") || !strcmp(code, "ended")) give_up(v, "%s", text);
    else if (comes_in && !strcmp(re, "sit") && (!strcmp(code, "no-seat") || !strcmp(code, "not-now")))
        give_up(v, "%s To watch:  taproom join %s --watch", text, v->plan->url);
    else if (comes_in) give_up(v, "%s", text);
    else {
        answered(v, re);
        tell(v, "%s", text);
        if (!strcmp(code, "storage") || !strcmp(code, "unknown")) say_enter(v);
        else if (is_asked(v) && !v->asked) ask(v);
    }
}

static void on_bye(Visit *v, const json_t *o)
{
    char code[40], text[800];
    told_text(o, "code", 30, code, sizeof code);
    told_text(o, "text", 190, text, sizeof text);
    if (!strcmp(code, "shutdown") || !strcmp(code, "slow")) tell(v, "%s", text);
    else give_up(v, "%s", text);
}

static void on_welcome(Visit *v)
{
    v->greeted = true;
    v->retries = 0;
    say_enter(v);
    if (*v->sent_id) say_answer(v);
}

static void go_along(Visit *v, const char *table)
{
    if (!*table || !strcmp(table, v->table)) return;
    say(v, "exit");
    snprintf(v->table, sizeof v->table, "%s", table);
    *v->next = *v->sent_id = 0;
    v->phase = TABLE_UNKNOWN;
    v->seen = -1;
    v->asked = v->has_windows = false;
    v->me = TAP_NOBODY;
    v->undo_waits = v->awaited = 0;
    told_free(&v->told);
    v->board = (Board){0};
    v->heard = false;
    say_enter(v);
}

static void on_ack(Visit *v, const json_t *o)
{
    const char *re = json_string_value(json_object_get(o, "re"));
    char        table[TABLE_BYTES];
    answered(v, re);
    told_text(o, "table", TABLE_BYTES - 1, table, sizeof table);
    if (re && !strcmp(re, "leave")) {
        tell(v, "You leave the table; a bot plays on if the game is under way.");
        v->done = true;
    }
    if (re && !strcmp(re, "rematch")) {
        bool alone = true; /* with bots only there is nobody to wait for */
        for (TapSeat s = 0; s < v->seats; s++) alone = alone && (s == v->me || v->sitting[s].kind != PERSON_CHAIR);
        go_along(v, table);
        if (alone) say(v, "deal");
    }
}

/* What is typed meanwhile waits in the house. */
static void on_moving(Visit *v)
{
    if (!v->moving) tell(v, "One moment: your table is on its way. Nothing is lost.");
    v->moving = true;
}

static void on_message(Visit *v, const char *text, size_t n)
{
    json_t     *o = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    const char *type = json_string_value(json_object_get(o, "type")),
               *table = json_string_value(json_object_get(o, "table"));
    bool here = !table || !strcmp(table, v->table);
    if (!type) give_up(v, "this is no house: what it says is not understood. Is the address right?");
    else if (!strcmp(type, "welcome")) on_welcome(v);
    else if (!strcmp(type, "ack")) on_ack(v, o);
    else if (!strcmp(type, "error")) on_error(v, o);
    else if (!strcmp(type, "bye")) on_bye(v, o);
    else if (!here) { /* of a table that was left */
    } else if (!strcmp(type, "table")) on_table(v, o);
    else if (!strcmp(type, "update")) on_update(v, o);
    else if (!strcmp(type, "table-moving")) on_moving(v);
    else if (!strcmp(type, "hints")) on_hints(v, o);
    else if (!strcmp(type, "chat")) on_chat(v, o);
    else if (!strcmp(type, "notice")) {
        char notice[800];
        told_text(o, "text", 190, notice, sizeof notice);
        tell(v, "The keeper of the house says: %s", notice);
    }
    json_decref(o);
}

/* --------------------------------------------------------------- the line */

/* The guest of a house is known again by a cookie, kept for each house. */
static bool cookie_path(const Visit *v, char *ret, size_t size)
{
    char name[HOST_BYTES + 40];
    snprintf(name, sizeof name, "houses/%s%s-%d", v->plan->house.secure ? "s-" : "", v->plan->house.host,
             v->plan->house.port);
    for (char *p = name + strlen("houses/"); *p; p++)
        if (*p == '/' || *p == ':') *p = '_';
    return save_path(name, ".cookie", ret, size, NULL);
}

static void read_cookie(Visit *v)
{
    char  path[SAVE_PATH_BYTES];
    char *text = cookie_path(v, path, sizeof path) ? save_read(path) : NULL;
    if (text) snprintf(v->cookie, sizeof v->cookie, "%.*s", (int)strcspn(text, " ;\r\n"), text);
    free(text);
}

static void keep_cookie(Visit *v, const char *cookie)
{
    char     path[SAVE_PATH_BYTES], line[KEPT_COOKIE_BYTES + 1];
    TapError unused;
    if (!*cookie || strncmp(cookie, "taproom=", 8) != 0) return;
    snprintf(v->cookie, sizeof v->cookie, "%s", cookie);
    snprintf(line, sizeof line, "%s\n", cookie);
    if (!cookie_path(v, path, sizeof path) || !save_write(path, line, &unused))
        tell(v, "Who you are cannot be kept here: when this program ends, the house will not know you again.");
}

static void came_down(Visit *v, const News *news)
{
    char why[4 * REASON_BYTES];
    bool was_greeted = v->greeted;
    v->up = v->greeted = false;
    text_clean(news->text, REASON_BYTES, why, sizeof why);
    if (v->done) return;
    if (news->status == STATUS_TOO_MUCH) give_up(v, "that house sends more than any table needs; the line was cut.");
    else if (news->status == 403) give_up(v, "that house does not let you in.");
    else if (news->status == 503 && !v->retries && !was_greeted)
        give_up(v, "that house is full, or closes for a moment. Try again soon.");
    else if (v->phase == TABLE_UNKNOWN && !v->retries)
        give_up(v, "no house answers at %s port %d%s%s%s. Does its server run, and is the address right?",
                v->plan->house.host, v->plan->house.port, *why ? " (" : "", why, *why ? ")" : "");
    else if (v->retries >= RETRIES) {
        tell_way_back(v);
        give_up(v, "the house does not answer any more.");
    } else if (was_greeted) tell(v, "The line to the house is down%s%s. Trying again ...", *why ? ": " : "", why);
}

static void hear(Visit *v, const News *news)
{
    switch (news->kind) {
    case NEWS_UP:
        v->up = true;
        keep_cookie(v, news->text);
        if (v->phase != TABLE_UNKNOWN) tell(v, "The line is back.");
        say_hello(v);
        break;
    case NEWS_TEXT: on_message(v, news->text, news->n); break;
    case NEWS_DOWN: came_down(v, news); break;
    }
}

/* ------------------------------------------------------------- the person */

static void change_orders(Visit *v, const char *typed)
{
    TapError    error;
    Orders      now = v->orders;
    const char *words = typed + strcspn(typed, " ");
    words += strspn(words, " ");
    break_prompt(v);
    if (!v->game) tell(v, "Orders need a program that knows this game; this one does not.");
    else if (!*words) orders_paint(v->screen, &now, &v->setup);
    else if (!orders_change(&now, &v->setup, words, &error)) tell(v, "%s", error.text);
    else {
        say_orders(v, &now);
        tell(v, "That is ordered.");
    }
}

static void show_rules(Visit *v)
{
    break_prompt(v);
    if (v->game && v->told.view.levels) help_rules(v->screen, &v->told.view, v->game, v->has_windows);
    else tell(v, "This program has no page about this game. The house shows its rules in a browser: %s", v->plan->url);
    if (v->asked) paint_all(v);
}

static void leave(Visit *v)
{
    break_prompt(v);
    tell_way_back(v);
    v->done = true;
}

static bool begins(const char *typed, const char *word)
{
    size_t n = strlen(word);
    return !strncasecmp(typed, word, n) && (!typed[n] || typed[n] == ' ');
}

/* What can be said at any time. False if it is something else. */
static bool command(Visit *v, const char *typed)
{
    const char *rest = typed + strcspn(typed, " ");
    rest += strspn(rest, " ");
    if (begins(typed, "say")) {
        if (*rest) say_chat(v, false, rest);
        else tell(v, "Say what: say good evening.");
    } else if (begins(typed, "side")) {
        if (*rest) say_chat(v, true, rest);
        else tell(v, "Say what to your side: side I have a shield.");
    } else if (tap_has(v->undo_waits, v->me) && (begins(typed, "yes") || begins(typed, "no")))
        say_consent(v, begins(typed, "yes"));
    else if (!strcasecmp(typed, "who")) tell_company(v);
    else if (!strcasecmp(typed, "stand up")) say(v, "leave");
    else if (!strcasecmp(typed, "hold") && v->has_windows) say(v, "hold");
    else if (v->phase == TABLE_OPEN && !strcasecmp(typed, "deal")) say(v, "deal");
    else if (v->phase == TABLE_OPEN && !strcasecmp(typed, "buy")) say(v, "buy");
    else if (v->phase == TABLE_OPEN && !strcasecmp(typed, "afresh")) say(v, "afresh");
    else return false;
    return true;
}

/* A line typed while nothing is asked. False: it may be an answer to what will be asked. */
static bool aside(Visit *v, const char *typed)
{
    if (!*typed || command(v, typed)) return true;
    if (!strcasecmp(typed, "q") || !strcasecmp(typed, "quit")) leave(v);
    else if (!strcasecmp(typed, "u") || !strcasecmp(typed, "undo")) say(v, "undo");
    else if (!strcmp(typed, "?") || !strcasecmp(typed, "rules")) show_rules(v);
    else if (begins(typed, "orders")) change_orders(v, typed);
    else return false;
    return true;
}

/* A line typed at the question. */
static void answer_typed(Visit *v, const char *typed)
{
    TapMove  move;
    int      choice = 0;
    TapError error = {{0}};
    Typed    how = TYPED_LINE;
    if (command(v, typed)) return;
    const TapMove *idle = v->offer.idle ? &v->told.idle : NULL;
    switch (answer_read(&v->question, &v->company, idle, typed, &move, &choice, &error)) {
    case WISH_MORE:
        if (answer_ask_rest(v->screen, &v->question, &v->company, choice, &move, &how)) answer(v, move);
        else if (how != TYPED_LINE) leave(v);
        break;
    case WISH_MOVE: answer(v, move); break;
    case WISH_RULES: show_rules(v); break;
    case WISH_HINT: say(v, "hint"); break;
    case WISH_GUIDE:
        v->remark = guide_call(&v->guide, v->screen, &v->told.view);
        paint_all(v);
        break;
    case WISH_BOOK: help_book(v->screen, &v->company, &v->told.view); break;
    case WISH_ORDERS: change_orders(v, typed); break;
    case WISH_UNDO: say(v, "undo"); break;
    case WISH_SAVE: tell(v, "The house keeps the game; nothing need be saved."); break;
    case WISH_QUIT: leave(v); break;
    case WISH_UNCLEAR: tell(v, "%s", error.text); break;
    }
}

/* A line typed when the game is over. */
static void after_typed(Visit *v, const char *typed)
{
    if (!*typed || !strcasecmp(typed, "q") || !strcasecmp(typed, "quit")) v->done = true;
    else if (command(v, typed)) return;
    else if (!strcasecmp(typed, "n") && v->me == TAP_NOBODY && !*v->next)
        tell(v, "Who sits here begins the next game.");
    else if (!strcasecmp(typed, "n") && *v->next) go_along(v, v->next);
    else if (!strcasecmp(typed, "n")) say(v, "rematch");
    else if (!strcasecmp(typed, "w"))
        tell(v, "The record:  http%s://%s:%d/api/record/%s", v->plan->house.secure ? "s" : "", v->plan->house.host,
             v->plan->house.port, v->table);
    else tell(v, "Type one of these letters.");
}

static void prompt(Visit *v)
{
    bool over = v->phase == TABLE_OVER && v->told.view.over;
    if (v->prompted || (!v->asked && !over)) return;
    if (over) {
        const char *dot = v->screen->plain ? "," : v->screen->unicode ? " ·" : " |";
        printf(v->screen->plain ? "Enter leaves the table. Or n once more%s w the record%s say TEXT%s q quit.\n"
                                : "[Enter = leave]  n once more%s w the record%s say TEXT%s q quit\n",
               dot, dot, dot);
    }
    fputs(v->screen->plain ? "Your answer: " : "> ", stdout);
    fflush(stdout);
    v->prompted = true;
}

static void heed(Visit *v, const char *typed)
{
    v->prompted = false;
    if (v->asked) answer_typed(v, typed);
    else if (v->phase == TABLE_OVER && v->told.view.over && v->screen->asks) after_typed(v, typed);
    else if (aside(v, typed)) return;
    else if (!v->screen->asks) snprintf(v->held, sizeof v->held, "%s", typed), v->holds = true;
    else tell(v, *v->sent_id ? "One moment: the house has your answer." : "You are not asked anything just now.");
}

/* One line, or a while without one. */
static void listen(Visit *v, int milliseconds)
{
    char typed[TYPED_BYTES];
    bool over = v->phase == TABLE_OVER && v->told.view.over;
    if (v->holds && v->asked) {
        v->holds = false;
        snprintf(typed, sizeof typed, "%s", v->held);
        heed(v, typed);
        return;
    }
    if (!v->screen->asks && (over || v->done)) {
        v->done = true;
        return;
    }
    bool reads = v->greeted && !v->holds && (v->screen->asks || (v->phase != TABLE_UNKNOWN && !v->plan->watch));
    if (!reads) {
        screen_wait(line_file(v->line), milliseconds);
        return;
    }
    if (v->screen->asks || v->asked) prompt(v);
    switch (read_typed_or(v->screen, line_file(v->line), milliseconds, typed, sizeof typed)) {
    case TYPED_LINE: heed(v, typed); break;
    case TYPED_END:
        if (v->asked || v->screen->asks) leave(v);
        else v->holds = true, *v->held = 0; /* nothing more comes: who is asked next has gone */
        break;
    case TYPED_SIGNAL: leave(v); break;
    case TYPED_OTHER: break;
    }
}

static int retry_after(const Visit *v)
{
    int ms = FIRST_RETRY_MS;
    for (int i = 0; i < v->retries && ms < LAST_RETRY_MS; i++) ms *= 2;
    return ms < LAST_RETRY_MS ? ms : LAST_RETRY_MS;
}

int visit_run(const Screen *screen, const VisitPlan *plan)
{
    static Visit visit; /* large, and this program has one thread here */
    Visit       *v = &visit;
    TapError     error;
    uint8_t      random[8];
    *v = (Visit){.screen = screen, .plan = plan, .me = TAP_NOBODY, .seen = -1,
                 .offer.seconds = -1, .guide.here = plan->guide || (screen->asks && guide_remembered())};
    signals_remember();
    snprintf(v->table, sizeof v->table, "%s", plan->table);
    if (getrandom(random, sizeof random, 0) == (ssize_t)sizeof random)
        for (size_t i = 0; i < sizeof random; i++) snprintf(v->id_base + 2 * i, 3, "%02x", random[i]);
    read_cookie(v);
    v->line = line_new(&plan->house, &error);
    if (!v->line) {
        fprintf(stderr, "taproom join: %s\n", error.text);
        return EXIT_FAILED;
    }
    line_connect(v->line, v->cookie);
    bool connecting = true;
    while (!v->done) {
        News *news = line_take(v->line);
        if (signal_came()) leave(v);
        else if (news) {
            connecting = connecting && news->kind != NEWS_DOWN;
            hear(v, news);
        } else if (connecting) listen(v, -1);
        else {
            listen(v, retry_after(v));
            v->retries++;
            connecting = true;
            line_connect(v->line, v->cookie);
        }
        free(news);
    }
    line_free(v->line);
    told_free(&v->told);
    return v->code;
}
