#include "server/house/passing.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/house/abroad.h"
#include "server/programs/bot_message.h"
#include "server/rooms/holding.h"
#include "server/rooms/room.h"
#include "text/out.h"

enum { SLOTS = 4096, NOT_HERE_MS = 100, LIMIT_PASSAGES = 4 * LIMIT_ROOMS_PER_CLIENT };

/* What a client has said and nobody has answered. */
typedef struct Said {
    struct Said *next;
    MessageType  type;
    bool         passed; /* to the holder, on the way there is now */
    bool         left;   /* he has gone out again since */
    char        *re;     /* its id as an answer will have it, without quotes; NULL: it has none */
    size_t       n;
    char         text[];
} Said;

/* A client on a line. */
typedef struct Channel {
    uint32_t number;
    NodeLine *line;
    Client  *client;
    struct Channel *next_of_client, *next;
} Channel;

typedef struct Passage {
    Client  *client;
    char     table[TABLE_BYTES];
    Channel *channel; /* NULL: on its way */
    bool     in_room; /* he was let in */
    int      seen;    /* his last update; -1: none */
    Said    *said;
    int      unanswered;
    bool     told;    /* that it is moving */
    int64_t  not_before; /* it is looked for again; the holder was not where it was said to be */
    struct Passage *next_of_client, *next, *prev; /* of all */
} Passage;

struct Passing {
    void   (*hear)(Client *, const char *, size_t);
    Channel *slot[SLOTS];
    Passage *all;
    uint32_t numbers;
    int      moving; /* so many are on their way */
    bool     looking;
};

void passing_open(House *h, void (*hear)(Client *, const char *text, size_t n))
{
    h->passing = calloc(1, sizeof *h->passing);
    assert(h->passing);
    h->passing->hear = hear;
}

/* --------------------------------------------------------------- channels */

static void pass_frame(Channel *ch, FrameKind kind, const char *text, size_t n)
{
    char head[FRAME_HEAD_BYTES];
    ch->client->house->roads->send(ch->line, head, frame_head(head, kind, ch->number), text, n);
}

static void send_mute(Channel *ch, const char *guest, bool on)
{
    Out o = {0};
    out_open(&o, NULL, '{');
    out_string(&o, "type", "mute");
    out_string(&o, "guest", guest);
    out_bool(&o, "on", on);
    out_close(&o, '}');
    pass_frame(ch, FRAME_MESSAGE, o.text, o.n);
    out_free(&o);
}

static Channel *channel_on(Client *c, NodeLine *line)
{
    struct Passing *p = c->house->passing;
    for (Channel *ch = c->channels; ch; ch = ch->next_of_client)
        if (ch->line == line) return ch;
    Channel *ch = calloc(1, sizeof *ch);
    assert(ch);
    if (!++p->numbers) p->numbers = 1;
    *ch = (Channel){.number = p->numbers, .line = line, .client = c, .next_of_client = c->channels,
                    .next = p->slot[p->numbers % SLOTS]};
    c->channels = p->slot[p->numbers % SLOTS] = ch;
    Out o = {0};
    out_open(&o, NULL, '{');
    out_string(&o, "guest", c->guest);
    out_string(&o, "address", c->address[0] ? c->address : "-");
    out_string(&o, "name", c->name);
    out_bool(&o, "joined", c->joined);
    out_bool(&o, "program", client_is_program(c));
    out_close(&o, '}');
    pass_frame(ch, FRAME_OPEN, o.text, o.n);
    out_free(&o);
    for (int i = 0; i < c->muted; i++) send_mute(ch, c->mute[i], true);
    return ch;
}

static Channel *channel_of(const House *h, const NodeLine *line, uint32_t number)
{
    Channel *ch = h->passing->slot[number % SLOTS];
    while (ch && (ch->number != number || ch->line != line)) ch = ch->next;
    return ch;
}

static void drop_channel(Channel *ch)
{
    Channel **at = &ch->client->house->passing->slot[ch->number % SLOTS];
    while (*at != ch) at = &(*at)->next;
    *at = ch->next;
    at = &ch->client->channels;
    while (*at != ch) at = &(*at)->next_of_client;
    *at = ch->next_of_client;
    free(ch);
}

/* --------------------------------------------------------------- passages */

static Passage *passage_of(const Client *c, const char *table)
{
    Passage *p = c->passages;
    while (p && strcmp(p->table, table) != 0) p = p->next_of_client;
    return p;
}

static void drop_said(Passage *p, Said **at)
{
    Said *s = *at;
    *at = s->next;
    p->unanswered--;
    free(s->re);
    free(s);
}

static void drop_passage(Passage *p)
{
    struct Passing *all = p->client->house->passing;
    Passage       **at = &p->client->passages;
    all->moving -= !p->channel;
    while (p->said) drop_said(p, &p->said);
    while (*at != p) at = &(*at)->next_of_client;
    *at = p->next_of_client;
    if (p->prev) p->prev->next = p->next;
    else all->all = p->next;
    if (p->next) p->next->prev = p->prev;
    free(p);
}

/* NULL: he has too many, and none that he need not keep. */
static Passage *new_passage(Client *c, const char *table)
{
    struct Passing *all = c->house->passing;
    int             n = 0;
    Passage        *idle = NULL;
    for (Passage *p = c->passages; p; p = p->next_of_client, n++)
        if (!p->in_room && !p->said) idle = p;
    if (n >= LIMIT_PASSAGES && (!idle || all->looking)) return NULL;
    if (n >= LIMIT_PASSAGES) drop_passage(idle);
    Passage *p = calloc(1, sizeof *p);
    assert(p);
    *p = (Passage){.client = c, .seen = -1, .next_of_client = c->passages, .next = all->all};
    snprintf(p->table, sizeof p->table, "%s", table);
    if (p->next) p->next->prev = p;
    c->passages = all->all = p;
    all->moving++;
    return p;
}

/* An id as the house writes it into an answer. */
static char *as_written(const char *id)
{
    Out o = {0};
    if (!id) return NULL;
    out_open(&o, NULL, '[');
    out_string(&o, NULL, id);
    out_close(&o, ']');
    const char *from = memchr(o.text, '"', o.n), *to = o.text + o.n;
    while (to[-1] != '"') to--;
    char *written = strndup(from + 1, (size_t)(to - 1 - (from + 1)));
    assert(written);
    out_free(&o);
    return written;
}

static void keep(Passage *p, const Message *m, const char *text, size_t n)
{
    Said **at = &p->said, *s = malloc(sizeof *s + n);
    assert(s);
    *s = (Said){.type = m->type, .re = as_written(m->id), .n = n};
    memcpy(s->text, text, n);
    while (*at) at = &(*at)->next;
    *at = s;
    p->unanswered++;
}

/* What was not passed yet goes, in its order. What has no id is answered by nobody, but that somebody is let in. */
static void flush(Passage *p)
{
    for (Said **at = &p->said; *at;) {
        Said *s = *at;
        if (!s->passed) {
            pass_frame(p->channel, FRAME_MESSAGE, s->text, s->n);
            p->client->house->metrics.passed_on++;
        }
        s->passed = true;
        if (s->re || s->type == MESSAGE_ENTER) at = &s->next;
        else drop_said(p, at);
    }
}

static void write_enter(const Passage *p, Out *o)
{
    out_open(o, NULL, '{');
    out_string(o, "type", "enter");
    out_string(o, "table", p->table);
    out_number(o, "seen", p->seen);
    out_close(o, '}');
}

static bool enters(const Passage *p)
{
    for (const Said *s = p->said; s; s = s->next)
        if (s->type == MESSAGE_ENTER) return true;
    return false;
}

/* Somebody else has the table now, and can be reached. */
static void attach(Passage *p, NodeLine *line)
{
    p->client->house->passing->moving -= !p->channel;
    p->channel = channel_on(p->client, line);
    if (p->in_room && !enters(p)) {
        Out o = {0};
        write_enter(p, &o);
        pass_frame(p->channel, FRAME_MESSAGE, o.text, o.n);
        out_free(&o);
    }
    flush(p);
}

/* It is ours now, or nobody's: what was said is heard here. */
static void come_home(Passage *p)
{
    Client *c = p->client;
    House  *h = c->house;
    Out     o = {0};
    Said   *said = p->said;
    if (p->in_room && !enters(p)) write_enter(p, &o);
    p->said = NULL;
    drop_passage(p);
    if (o.n) h->passing->hear(c, o.text, o.n);
    out_free(&o);
    while (said) {
        Said *s = said;
        said = s->next;
        h->passing->hear(c, s->text, s->n);
        free(s->re);
        free(s);
    }
}

static bool may_be_said_twice(MessageType type)
{
    switch (type) {
    case MESSAGE_ANSWER: /* by their ids */
    case MESSAGE_CREATE:
    case MESSAGE_ENTER:
    case MESSAGE_EXIT:
    case MESSAGE_LEAVE:
    case MESSAGE_SEED:
    case MESSAGE_ORDERS:
    case MESSAGE_REMATCH:
    case MESSAGE_HINT:
    case MESSAGE_REVIEW:
    case MESSAGE_BAR:
    case MESSAGE_WATCHERS:
    case MESSAGE_HOST: return true;
    default: return false;
    }
}

static void say_moving(const Passage *p)
{
    Out o = {0};
    out_open(&o, NULL, '{');
    out_string(&o, "type", "table-moving");
    out_string(&o, "table", p->table);
    out_close(&o, '}');
    client_send(p->client, o.text, o.n);
    out_free(&o);
}

/* The way there is no more. heard: what was said may have been heard. */
static void set_out(Passage *p, bool heard)
{
    for (Said **at = &p->said; *at;) {
        Said *s = *at;
        if (heard && s->passed && !may_be_said_twice(s->type)) {
            Out o = {0};
            out_open(&o, NULL, '{');
            out_string(&o, "type", "error");
            out_raw(&o, ",\"re\":\"", 7);
            out_raw(&o, s->re, strlen(s->re));
            out_raw(&o, "\"", 1);
            out_string(&o, "table", p->table);
            out_string(&o, "code", "unknown");
            out_string(&o, "text", "The table was moving, and whether this was heard is not known. Look first.");
            out_close(&o, '}');
            client_send(p->client, o.text, o.n);
            out_free(&o);
            drop_said(p, at);
            continue;
        }
        s->passed = false;
        at = &s->next;
    }
    p->client->house->passing->moving += p->channel != NULL;
    p->channel = NULL;
    if (!p->in_room && !p->said) drop_passage(p);
    else if (!p->told) {
        p->told = true;
        say_moving(p);
    }
}

/* ----------------------------------------------------------------- saying */

/* How often somebody may ask is counted here. */
static bool may(Client *c, const Message *m)
{
    switch (m->type) {
    case MESSAGE_HINT: return client_may(c, USE_HINT);
    case MESSAGE_REVIEW: return client_may(c, USE_REVIEW);
    case MESSAGE_CHAT: return client_may_talk(c, m->table);
    default: return true;
    }
}

static void say(Passage *p, const Message *m, const char *text, size_t n)
{
    Client *c = p->client;
    if (p->unanswered >= RATE_MESSAGE_BURST || !may(c, m)) {
        client_error(c, m->id, p->table, "too-fast", "That is too much at once; wait a little.");
        return;
    }
    if (m->type == MESSAGE_ENTER) p->seen = m->seen; /* he knows best */
    if (m->type == MESSAGE_EXIT || m->type == MESSAGE_LEAVE) {
        p->in_room = false;
        for (Said *s = p->said; s; s = s->next) s->left = true;
    }
    keep(p, m, text, n);
    if (p->channel) flush(p);
}

bool passing_on(Client *c, const Message *m, const char *text, size_t n, bool begins)
{
    House *h = c->house;
    char   room[TABLE_BYTES], address[LINE_ADDRESS_BYTES];
    if (!h->roads || visitor_is(c) || !c->greeted) return false;
    const char *table = message_table(m, h->key, c->guest, room);
    Passage    *p = table ? passage_of(c, table) : NULL;
    if (!table || (!p && !begins)) return false;
    if (room_in_memory(h, table)) { /* it has come here since */
        if (p) come_home(p);
        return false;
    }
    if (!p) {
        StoreResult found = holding_found(h, table, address);
        bool        better_there = found == STORE_MISSING && m->type == MESSAGE_CREATE && abroad_is_quieter(h, address);
        if (found != STORE_ELSEWHERE && !better_there) return false;
        NodeLine *line = h->roads->to(h->roads_of, address);
        if (!line || (better_there && !client_may(c, USE_CREATE))) return false;
        p = new_passage(c, table);
        if (p) attach(p, line);
    }
    if (p) say(p, m, text, n);
    else client_error(c, m->id, table, "too-many", "You are in too many rooms; leave one.");
    return true;
}

Passed passing_program(Client *c, const char *text, size_t n)
{
    House      *h = c->house;
    BotHello    hello;
    const char *code;
    char        address[LINE_ADDRESS_BYTES];
    if (!h->roads || visitor_is(c)) return PASSED_NOT;
    if (c->channels) {
        pass_frame(c->channels, FRAME_MESSAGE, text, n);
        h->metrics.passed_on++;
        return PASSED_ON;
    }
    if (c->greeted || bot_read_hello(text, n, &hello, &code)) return PASSED_NOT;
    if (room_in_memory(h, hello.table)) return PASSED_NOT;
    if (holding_waits(h, hello.table, NULL, true)) return PASSED_WAITS;
    if (holding_found(h, hello.table, address) != STORE_ELSEWHERE) return PASSED_NOT;
    NodeLine *line = h->roads->to(h->roads_of, address);
    if (!line) return PASSED_NOT;
    client_is_greeted(c);
    pass_frame(channel_on(c, line), FRAME_MESSAGE, text, n);
    h->metrics.passed_on++;
    return PASSED_ON;
}

void passing_said_name(Client *c)
{
    for (Channel *ch = c->channels; ch; ch = ch->next_of_client) pass_frame(ch, FRAME_NAME, c->name, strlen(c->name));
}

void passing_said_mute(Client *c, const char *guest, bool on)
{
    for (Channel *ch = c->channels; ch; ch = ch->next_of_client) send_mute(ch, guest, on);
}

void passing_forget_client(Client *c)
{
    while (c->passages) drop_passage(c->passages);
    while (c->channels) {
        pass_frame(c->channels, FRAME_CLOSE, "", 0);
        drop_channel(c->channels);
    }
}

void passing_free(House *h)
{
    free(h->passing);
    h->passing = NULL;
}

/* ---------------------------------------------------------------- hearing */

static bool answers(const FrameSaid *said, const Said *s)
{
    return s->re && said->re.n == strlen(s->re) && !memcmp(said->re.at, s->re, said->re.n);
}

/* What a message that goes back to the client tells of his table. */
static void note(Client *c, const FrameSaid *said)
{
    bool error = frame_is(said->type, "error"), table = frame_is(said->type, "table");
    bool progress = frame_is(said->type, "reviewing");
    for (Passage *p = c->passages; p; p = p->next_of_client) {
        bool here = frame_is(said->table, p->table);
        if (here && frame_is(said->type, "update") && said->seq >= 0) p->seen = said->seq;
        if (here) p->told = false;
        for (Said **at = &p->said; *at;) {
            Said *s = *at;
            bool  let_in = here && !s->re && s->type == MESSAGE_ENTER && s->passed && (table || error);
            if ((!answers(said, s) && !let_in) || progress) {
                at = &s->next;
                continue;
            }
            bool goes_in = s->type == MESSAGE_ENTER || s->type == MESSAGE_SIT || s->type == MESSAGE_CREATE;
            if (goes_in && !error && !s->left) p->in_room = true;
            drop_said(p, at);
        }
    }
}

static bool hear_message(Channel *ch, const Frame *f)
{
    FrameSaid said;
    if (!client_is_program(ch->client)) {
        if (!frame_read_said(f->rest, f->n, &said)) return false;
        note(ch->client, &said);
    }
    client_send(ch->client, f->rest, f->n);
    return true;
}

/* The holder has sent him away: a program for good, a person to where his tables are. */
static void hear_close(Channel *ch)
{
    Client *c = ch->client;
    for (Passage *p = c->passages, *next; p; p = next) {
        next = p->next_of_client;
        if (p->channel == ch) set_out(p, true);
    }
    drop_channel(ch);
    if (client_is_program(c)) client_close(c);
}

static bool hear_not_here(Channel *ch, const Frame *f)
{
    char        table[TABLE_BYTES];
    const char *text;
    size_t      n;
    Message     m;
    if (!frame_read_table(f, table, &text, &n)) return false;
    Passage *p = passage_of(ch->client, table);
    if (!p || p->channel != ch) return true;
    if (message_read(text, n, &m, NULL) && !m.id && m.type != MESSAGE_ENTER) keep(p, &m, text, n);
    message_free(&m);
    p->not_before = house_now(ch->client->house) + NOT_HERE_MS;
    set_out(p, false);
    return true;
}

static bool hear_given(House *h, const NodeLine *line, const Frame *f)
{
    char        table[TABLE_BYTES];
    const char *text;
    size_t      n;
    if (!frame_read_table(f, table, &text, &n)) return false;
    for (Passage *p = h->passing->all, *next; p; p = next) {
        next = p->next;
        if (p->channel && p->channel->line == line && !strcmp(p->table, table)) set_out(p, false);
    }
    return true;
}

bool passing_hear(House *h, NodeLine *line, const Frame *f)
{
    bool good = true;
    if (f->kind == FRAME_BEAT) return true;
    if (f->kind == FRAME_GIVEN) good = hear_given(h, line, f);
    else {
        Channel *ch = channel_of(h, line, f->number);
        if (f->kind == FRAME_MESSAGE) return !ch || hear_message(ch, f);
        if (f->kind == FRAME_NOT_HERE) good = !ch || hear_not_here(ch, f);
        else if (f->kind == FRAME_CLOSE && ch) hear_close(ch);
        else if (f->kind != FRAME_CLOSE) good = false;
    }
    passing_look(h);
    return good;
}

void passing_lost(House *h, NodeLine *line)
{
    for (int i = 0; i < SLOTS; i++)
        for (Channel *ch = h->passing->slot[i], *next; ch; ch = next) {
            next = ch->next;
            if (ch->line == line) hear_close(ch);
        }
    passing_look(h);
}

/* -------------------------------------------------------------- searching */

static void look_for(Passage *p)
{
    House *h = p->client->house;
    char   address[LINE_ADDRESS_BYTES];
    NodeLine *line;
    if (room_in_memory(h, p->table)) {
        come_home(p);
        return;
    }
    if (house_now(h) < p->not_before || holding_waits(h, p->table, NULL, true)) return;
    switch (holding_found(h, p->table, address)) {
    case STORE_OK:
    case STORE_MISSING: come_home(p); break;
    case STORE_ELSEWHERE:
        if ((line = h->roads->to(h->roads_of, address))) attach(p, line);
        break;
    default: break; /* when it is looked for again */
    }
}

void passing_look(House *h)
{
    struct Passing *all = h->passing;
    if (!h->roads || all->looking || !all->moving || h->closing || holding_lapsed(h)) return;
    all->looking = true;
    for (Passage *p = all->all, *next; p; p = next) { /* none but p ends meanwhile; see new_passage */
        next = p->next;
        if (!p->channel) look_for(p);
    }
    all->looking = false;
}
