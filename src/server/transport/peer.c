#include "server/transport/peer.h"

#include <arpa/inet.h>
#include <string.h>

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
