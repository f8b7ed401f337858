#include "server/transport/peer.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "server/house/doorman.h"

enum { FORWARDED_BYTES = 512 };

bool peer_read_address(const char *text, char ret[ADDRESS_BYTES])
{
    struct in_addr  four;
    struct in6_addr six;
    char            name[INET6_ADDRSTRLEN + 2];
    size_t          from = text[0] == '[', n = strcspn(text + from, from ? "]" : " ");
    if (!strncasecmp(text, "::ffff:", 7) && strchr(text, '.')) return peer_read_address(text + 7, ret);
    if (n >= sizeof name) return false;
    memcpy(name, text + from, n);
    name[n] = 0;
    char *port = strchr(name, ':');
    if (!from && port && port == strrchr(name, ':')) *port = 0; /* 192.0.2.1:4711 */
    if (inet_pton(AF_INET, name, &four) == 1) return inet_ntop(AF_INET, &four, ret, ADDRESS_BYTES);
    char *zone = strchr(name, '%');
    if (zone) *zone = 0;
    if (inet_pton(AF_INET6, name, &six) != 1) return false;
    memset(six.s6_addr + 8, 0, 8);
    return inet_ntop(AF_INET6, &six, ret, ADDRESS_BYTES);
}

static bool is_proxy(struct lws *wsi, const char *own)
{
    const char *behind = server_of(wsi)->options->behind;
    char        proxy[ADDRESS_BYTES];
    return behind && peer_read_address(behind, proxy) && !strcmp(own, proxy);
}

static void direct(struct lws *wsi, char ret[ADDRESS_BYTES])
{
    char text[INET6_ADDRSTRLEN + 2] = "";
    lws_get_peer_simple(wsi, text, sizeof text);
    if (!peer_read_address(text, ret)) ret[0] = 0;
}

void peer_address(struct lws *wsi, char ret[ADDRESS_BYTES])
{
    char hops[FORWARDED_BYTES], last[ADDRESS_BYTES];
    direct(wsi, ret);
    if (!is_proxy(wsi, ret) || lws_hdr_copy(wsi, hops, sizeof hops, WSI_TOKEN_X_FORWARDED_FOR) <= 0) return;
    const char *comma = strrchr(hops, ',');
    const char *hop = comma ? comma + 1 : hops;
    if (peer_read_address(hop + strspn(hop, " "), last)) memcpy(ret, last, sizeof last);
}

bool peer_is_secure(struct lws *wsi)
{
    char own[ADDRESS_BYTES], scheme[16];
    direct(wsi, own);
    return is_proxy(wsi, own) &&
           lws_hdr_custom_copy(wsi, scheme, sizeof scheme, "x-forwarded-proto:", 18) > 0 && !strcmp(scheme, "https");
}

bool peer_is_barred(struct lws *wsi, const char **ret_text)
{
    const Server *s = server_of(wsi);
    char          address[ADDRESS_BYTES];
    if (!doorman_bars(s->house)->n) return false;
    *ret_text = "This house is closed to your address.\n";
    peer_address(wsi, address);
    return bars_have(doorman_bars(s->house), address, (int64_t)time(NULL));
}

bool peer_is_this_machine(struct lws *wsi)
{
    char text[INET6_ADDRSTRLEN + 2] = "", own[ADDRESS_BYTES];
    lws_get_peer_simple(wsi, text, sizeof text);
    direct(wsi, own);
    if (is_proxy(wsi, own) || lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) > 0 ||
        lws_hdr_custom_length(wsi, "forwarded:", 10) > 0 || lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_VIA) > 0)
        return false;
    return !strncmp(own, "127.", 4) || !strcmp(text, "::1");
}

bool peer_header(struct lws *wsi, enum lws_token_indexes which, char *ret, size_t size)
{
    return lws_hdr_total_length(wsi, which) > 0 && lws_hdr_copy(wsi, ret, (int)size, which) > 0;
}

bool peer_guest(struct lws *wsi, char ret_guest[GUEST_BYTES])
{
    char cookies[LIMIT_HEADER_BYTES];
    if (!peer_header(wsi, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof cookies)) return false;
    char *rest = cookies;
    for (char *one; (one = strtok_r(rest, "; ", &rest));)
        if (!strncmp(one, "taproom=", 8) && secrets_guest(house_key(server_of(wsi)->house), one + 8, ret_guest))
            return true;
    return false;
}

int peer_set_cookie(struct lws *wsi, const char *guest, char *ret, size_t size)
{
    char cookie[COOKIE_BYTES];
    secrets_cookie(house_key(server_of(wsi)->house), guest, cookie);
    return snprintf(ret, size, "taproom=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax%s", cookie,
                    peer_is_secure(wsi) ? "; Secure" : "");
}

/* An address in digits, this machine's own name, or the name we were told. A name anybody can register might point
 * here. */
static bool host_is_ours(const Server *s, const char *host)
{
    char   name[256];
    size_t n = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
    if (n >= sizeof name) return false;
    memcpy(name, host, n);
    name[n] = 0;
    if (name[0] == '[' || !strcmp(name, "localhost") || strspn(name, "0123456789.") == n) return true;
    if (s->options->host && !strcasecmp(name, s->options->host)) return true;
    size_t own = strlen(s->machine);
    return own && !strncasecmp(name, s->machine, own) && (!name[own] || !strcasecmp(name + own, ".local"));
}

bool peer_is_welcome(struct lws *wsi)
{
    char host[256], origin[300];
    if (!peer_header(wsi, WSI_TOKEN_HOST, host, sizeof host)) return false;
    /* Two of them: one came out of the path, where libwebsockets takes %0a for the end of the line. */
    if (lws_hdr_fragment_length(wsi, WSI_TOKEN_HOST, 1) > 0) return false;
    if (!host_is_ours(server_of(wsi), host)) return false;
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN)) return true;
    if (!peer_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin)) return false;
    const char *named = !strncmp(origin, "http://", 7) ? origin + 7 : !strncmp(origin, "https://", 8) ? origin + 8 : "";
    return !strcasecmp(named, host);
}
