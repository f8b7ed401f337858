#include "server/house/doorman.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/ground/clean_text.h"
#include "server/ground/logs.h"
#include "server/rooms/client.h"
#include "text/fail.h"

/* ---------------------------------------------------------------- speaking */

static int say_to_all(House *h, const char *said)
{
    Out *o = &h->out;
    int  heard = 0;
    out_clear(o);
    out_open(o, NULL, '{');
    out_string(o, "type", "notice");
    out_string(o, "text", said);
    out_close(o, '}');
    for (Client *c = h->clients; c; c = c->next) {
        if (!c->greeted || client_is_program(c) || c->visitor || c->closing) continue;
        client_send(c, o->text, o->n);
        heard++;
    }
    return heard;
}

bool doorman_announce_here(House *h, const char *text, int *ret_heard)
{
    char said[4 * LIMIT_CHAT + 1];
    if (!text_clean(text, LIMIT_CHAT, said, sizeof said)) return false;
    *ret_heard = say_to_all(h, said);
    return true;
}

bool doorman_announce(House *h, const char *text, int *ret_heard, TapError *error)
{
    char said[4 * LIMIT_CHAT + 1];
    if (!text_clean(text, LIMIT_CHAT, said, sizeof said)) return fail_with(error, "That says nothing.");
    if (h->store->kind->announce && h->store->kind->announce(h->store, said, error)) return false;
    *ret_heard = say_to_all(h, said);
    return true;
}

/* ----------------------------------------------------------------- barring */

const Bars *doorman_bars(const House *h) { return &h->bars; }

/* Who came in at another node is that one's to send away. */
static int send_away(House *h, const char *address)
{
    int n = 0;
    for (Client *c = h->clients, *next; c; c = next) {
        next = c->next;
        if (strcmp(c->address, address) || c->visitor || c->closing) continue;
        client_bye(c, "barred", "This house is closed to your address.");
        n++;
    }
    return n;
}

/* Where the store is shared the bars lie there, and these are what is known of them. */
bool doorman_bar(House *h, const char *address, int hours, int *ret_sent_away, TapError *error)
{
    const StoreKind *kind = h->store->kind;
    int64_t          now = (int64_t)time(NULL), until = hours ? now + (int64_t)hours * 3600 : 0;
    if (kind->put_bar) {
        if (kind->put_bar(h->store, address, until, error)) return false;
        bars_note(&h->bars, address, until, now);
    } else if (!bars_put(&h->bars, address, until, now, error)) return false;
    *ret_sent_away = send_away(h, address);
    return true;
}

bool doorman_unbar(House *h, const char *address, TapError *error)
{
    const StoreKind *kind = h->store->kind;
    int64_t          now = (int64_t)time(NULL);
    if (!kind->remove_bar) return bars_take_away(&h->bars, address, now, error);
    StoreResult removed = kind->remove_bar(h->store, address, error);
    if (removed == STORE_MISSING) fail_with(error, "%.60s is not barred.", address);
    if (!removed) bars_forget(&h->bars, address, now);
    return !removed;
}

static void hear_bars(House *h)
{
    static Bars before; /* one thread */
    int64_t     now = (int64_t)time(NULL);
    before = h->bars;
    if (!h->store->kind->barred(h->store, &h->bars)) return;
    for (int i = 0; i < h->bars.n; i++)
        if (!bars_have(&before, h->bars.bar[i].address, now)) send_away(h, h->bars.bar[i].address);
}

void doorman_hear(House *h)
{
    char *text;
    if (!h->store->kind->words) return;
    while ((text = h->store->kind->words(h->store))) {
        say_to_all(h, text);
        free(text);
    }
    hear_bars(h);
}

void doorman_look_for_bars(const char *folder)
{
    static Bars old; /* one thread */
    bars_open(&old, folder);
    if (old.n)
        log_each(LEVEL_WARNING, "%s is not heeded any more: bars lie in the database now; taproom keeper sets them",
                 old.path);
}
