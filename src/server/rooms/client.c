#include "server/rooms/client.h"

#include <stdio.h>

typedef struct Rate {
    int burst, each_ms;
} Rate;

static const Rate of_guest[USES] = {
    [USE_CREATE] = {RATE_CREATE_BURST, RATE_CREATE_MS},
    [USE_HINT] = {RATE_HINT_BURST, RATE_HINT_MS},
    [USE_REVIEW] = {RATE_REVIEW_BURST, RATE_REVIEW_MS},
    [USE_CHAT] = {RATE_CHAT_BURST, RATE_CHAT_MS},
    [USE_YOURS] = {RATE_YOURS_BURST, RATE_YOURS_MS},
};
static const Rate of_address[USES] = {
    [USE_MESSAGE] = {RATE_ADDRESS_MESSAGE_BURST, RATE_ADDRESS_MESSAGE_MS},
    [USE_CREATE] = {RATE_ADDRESS_CREATE_BURST, RATE_ADDRESS_CREATE_MS},
    [USE_HINT] = {RATE_ADDRESS_HINT_BURST, RATE_ADDRESS_HINT_MS},
    [USE_REVIEW] = {RATE_ADDRESS_REVIEW_BURST, RATE_ADDRESS_REVIEW_MS},
    [USE_YOURS] = {RATE_ADDRESS_YOURS_BURST, RATE_ADDRESS_YOURS_MS},
};

/* From both or from none. */
static bool take_both(Account *a, Rate rate_a, Account *b, Rate rate_b, Use use, int64_t now)
{
    if (rate_a.burst && !bucket_has(&a->bucket[use], now, rate_a.burst, rate_a.each_ms)) return false;
    if (rate_b.burst && !bucket_take(&b->bucket[use], now, rate_b.burst, rate_b.each_ms)) return false;
    if (rate_a.burst) bucket_take(&a->bucket[use], now, rate_a.burst, rate_a.each_ms);
    return true;
}

bool client_may(Client *c, Use use)
{
    House *h = c->house;
    if (c->visitor) return true;
    Rate   all = h->one_address ? (Rate){0} : of_address[use];
    return take_both(c->by_guest, of_guest[use], c->by_address, all, use, house_now(h));
}

bool client_may_talk(Client *c, const char *table)
{
    House  *h = c->house;
    Rate    all = {h->one_address ? 0 : RATE_TABLE_CHAT_BURST, RATE_TABLE_CHAT_MS};
    int64_t now = house_now(h);
    char    there[ACCOUNT_BYTES];
    if (c->visitor) return true;
    snprintf(there, sizeof there, "%.*s %s", ADDRESS_BYTES, c->by_address->name, table);
    Account *at_table = account_hold(&h->accounts, there, now);
    bool     may = take_both(c->by_guest, of_guest[USE_CHAT], at_table, all, USE_CHAT, now);
    account_drop(at_table);
    return may;
}

void client_is_greeted(Client *c)
{
    if (!c->greeted) c->house->ungreeted--;
    c->greeted = true;
}

void client_send(Client *c, const char *text, size_t n)
{
    if (c->closing) return;
    c->house->metrics.sent_messages++;
    c->house->metrics.sent_bytes += (int64_t)n;
    c->transport->send(c->connection, text, n);
}

void client_error(Client *c, const char *re, const char *table, const char *code, const char *text)
{
    Out o = {0};
    out_open(&o, NULL, '{');
    out_string(&o, "type", "error");
    if (re && re[0]) out_string(&o, "re", re);
    if (table && table[0]) out_string(&o, "table", table);
    out_string(&o, "code", code);
    out_string(&o, "text", text);
    out_close(&o, '}');
    client_send(c, o.text, o.n);
    out_free(&o);
}

void client_close(Client *c)
{
    if (c->closing) return;
    c->closing = true;
    c->transport->close(c->connection);
}

void client_refuse(Client *c, const char *code, const char *text)
{
    client_error(c, NULL, NULL, code, text);
    client_close(c);
}

void client_bye(Client *c, const char *code, const char *text)
{
    Out o = {0};
    if (c->closing) return;
    if (c->visitor) { /* where he came in nobody says goodbye */
        client_close(c);
        return;
    }
    out_open(&o, NULL, '{');
    out_string(&o, "type", "bye");
    out_string(&o, "code", code);
    out_string(&o, "text", text);
    out_close(&o, '}');
    client_send(c, o.text, o.n);
    out_free(&o);
    client_close(c);
}

void client_misbehaved(Client *c, const char *re, const char *code, const char *text)
{
    c->house->metrics.bad_messages++;
    client_error(c, re, NULL, code, text);
    if (!bucket_take(&c->bad, house_now(c->house), RATE_BAD_BURST, RATE_BAD_MS))
        client_bye(c, "bad-message", "Too many messages that make no sense.");
}
