#include "server/house/visitors.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/house/requests.h"

struct Visitor {
    House    *house;
    NodeLine *line;
    uint32_t  number;
    Client   *client;
    bool      sent_away;
    struct Visitor *next; /* of the line */
};
typedef struct Visitor Visitor;

/* Of a line: found by their number. */
enum { SLOTS = 1024 };
typedef struct Party {
    Visitor      *slot[SLOTS];
    bool          leave; /* some are sent away */
    NodeLine     *line;
    struct Party *next;
} Party;

struct Visitors {
    const VisitorsDoor *door;
    Party              *parties;
};

void visitors_open(House *h, const VisitorsDoor *door)
{
    h->visitors = calloc(1, sizeof *h->visitors);
    assert(h->visitors);
    h->visitors->door = door;
}

static void say_to(const Visitor *v, FrameKind kind, const char *text, size_t n)
{
    char head[FRAME_HEAD_BYTES];
    if (v->line) v->house->roads->send(v->line, head, frame_head(head, kind, v->number), text, n);
}

static void visitor_send(void *connection, const char *text, size_t n)
{
    const Visitor *v = connection;
    if (!v->sent_away) say_to(v, FRAME_MESSAGE, text, n);
}

static void visitor_close(void *connection)
{
    Visitor *v = connection;
    if (v->sent_away || !v->line) return;
    v->sent_away = true;
    ((Party *)v->line->visitors)->leave = true;
    say_to(v, FRAME_CLOSE, "", 0);
}

static const Transport over_a_line = {.send = visitor_send, .close = visitor_close};

static Visitor **find(Party *all, uint32_t number)
{
    Visitor **at = &all->slot[number % SLOTS];
    while (*at && (*at)->number != number) at = &(*at)->next;
    return at;
}

static void forget(Visitor **at)
{
    Visitor *v = *at;
    *at = v->next;
    if (v->client) v->house->visitors->door->goes(v->client);
    free(v);
}

static Party *party_of(House *h, NodeLine *line)
{
    if (line->visitors) return line->visitors;
    Party *all = calloc(1, sizeof *all);
    assert(all);
    all->line = line;
    all->next = h->visitors->parties;
    h->visitors->parties = all;
    return line->visitors = all;
}

static bool let_in(House *h, NodeLine *line, const Frame *f)
{
    FrameGuest guest;
    Party     *all = party_of(h, line);
    Visitor  **at = find(all, f->number);
    if (*at || !f->number || !frame_read_guest(f->rest, f->n, &guest)) return false;
    Visitor *v = *at = calloc(1, sizeof *v);
    assert(v);
    *v = (Visitor){.house = h, .line = line, .number = f->number};
    v->client = h->visitors->door->comes(h, v, &over_a_line, &guest);
    if (v->client) return true;
    say_to(v, FRAME_CLOSE, "", 0); /* the house is full, or closes */
    forget(at);
    return true;
}

bool visitors_hear(House *h, NodeLine *line, const Frame *f)
{
    char name[NAME_BYTES];
    if (f->kind == FRAME_OPEN) return let_in(h, line, f);
    if (f->kind == FRAME_BEAT) {
        char head[FRAME_HEAD_BYTES];
        h->roads->send(line, head, frame_head(head, FRAME_BEAT, 0), "", 0);
        return true;
    }
    if (f->kind != FRAME_MESSAGE && f->kind != FRAME_NAME && f->kind != FRAME_CLOSE) return false;
    Visitor **at = find(party_of(h, line), f->number);
    if (!*at) return true; /* he was sent away just now */
    switch (f->kind) {
    case FRAME_MESSAGE: h->visitors->door->says((*at)->client, f->rest, f->n); return true;
    case FRAME_NAME:
        if (!frame_read_name(f->rest, f->n, name)) return false;
        client_is_called((*at)->client, name);
        return true;
    default: forget(at); return true;
    }
}

void visitors_lost(House *h, NodeLine *line)
{
    Party *all = line->visitors, **at = &h->visitors->parties;
    if (!all) return;
    for (int i = 0; i < SLOTS; i++)
        for (Visitor *v = all->slot[i]; v; v = v->next) v->line = NULL;
    for (int i = 0; i < SLOTS; i++)
        while (all->slot[i]) forget(&all->slot[i]);
    while (*at != all) at = &(*at)->next;
    *at = all->next;
    line->visitors = NULL;
    free(all);
}

void visitors_tick(House *h)
{
    for (Party *all = h->visitors->parties; all; all = all->next) {
        if (!all->leave) continue;
        all->leave = false;
        for (int i = 0; i < SLOTS; i++)
            for (Visitor **at = &all->slot[i]; *at;) {
                if ((*at)->sent_away) forget(at);
                else at = &(*at)->next;
            }
    }
}

void visitors_free(House *h)
{
    while (h->visitors->parties) visitors_lost(h, h->visitors->parties->line);
    free(h->visitors);
    h->visitors = NULL;
}

NodeLine *visitor_line(const Client *c)
{
    return c->transport == &over_a_line ? ((const Visitor *)c->connection)->line : NULL;
}

void visitor_is_wrong_here(Client *c, const char *table, const char *text, size_t n)
{
    const Visitor *v = c->connection;
    char   head[FRAME_HEAD_BYTES + TABLE_BYTES];
    size_t at = frame_head(head, FRAME_NOT_HERE, v->number);
    memcpy(head + at, table, TABLE_BYTES - 1);
    head[at + TABLE_BYTES - 1] = '\n';
    if (v->line) v->house->roads->send(v->line, head, at + TABLE_BYTES, text, n);
}

void visitors_give(House *h, NodeLine *line, const char *table)
{
    char         head[FRAME_HEAD_BYTES];
    const Party *p = h->visitors->parties;
    while (p && p->line != line) p = p->next; /* it may be lost since */
    if (p) h->roads->send(line, head, frame_head(head, FRAME_GIVEN, 0), table, strlen(table));
}
