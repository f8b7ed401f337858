#include "server/rooms/client.h"

bool bucket_take(Bucket *b, int64_t now, int burst, int each_ms)
{
    if (b->until < now) b->until = now;
    if (b->until - now > (int64_t)(burst - 1) * each_ms) return false;
    b->until += each_ms;
    return true;
}

void client_send(Client *c, const char *text, size_t n)
{
    if (c->closing) return;
    c->house->metrics.sent_messages++;
    c->house->metrics.sent_bytes += (int64_t)n;
    c->house->transport->send(c->connection, text, n);
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
    c->house->transport->close(c->connection);
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
