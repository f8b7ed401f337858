#include "server/transport/http.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/ground/limits.h"
#include "server/house/finished.h"
#include "server/transport/assets.h"
#include "server/transport/deck_page.h"
#include "server/transport/game_page.h"
#include "server/transport/lines.h"
#include "server/transport/peer.h"
#include "server/transport/score_keeper.h"
#include "server/transport/socket.h"
#include "text/out.h"

typedef struct Answer {
    const unsigned char *body;
    size_t n, at;
    char  *owned; /* freed at the end */
    Access access;
} Answer;

size_t http_session_bytes(void) { return sizeof(Answer); }

enum { CHUNK = 16 * 1024, HEADER_BYTES = 4096 };

static const char csp[] =
    "default-src 'self'; connect-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'";

/* ----------------------------------------------------------------- answers */

typedef struct Extra {
    const char *name, *value;
} Extra;

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return !lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                        (int)strlen(value), at, end);
}

static bool is_head(struct lws *wsi) { return lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0; }

static const char *method_of(struct lws *wsi)
{
    static const struct {
        enum lws_token_indexes token;
        const char            *name;
    } methods[] = {{WSI_TOKEN_GET_URI, "GET"},       {WSI_TOKEN_HEAD_URI, "HEAD"},     {WSI_TOKEN_POST_URI, "POST"},
                   {WSI_TOKEN_PUT_URI, "PUT"},       {WSI_TOKEN_DELETE_URI, "DELETE"}, {WSI_TOKEN_PATCH_URI, "PATCH"},
                   {WSI_TOKEN_OPTIONS_URI, "OPTIONS"}};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (lws_hdr_total_length(wsi, methods[i].token) > 0) return methods[i].name;
    return "-";
}

static void note_request(struct lws *wsi, Access *a, const char *path, bool known)
{
    const Server *s = server_of(wsi);
    if (!s->access.to) return;
    *a = (Access){.method = method_of(wsi), .began = (int64_t)uv_now((uv_loop_t *)(uintptr_t)&s->loop)};
    peer_address(wsi, a->address);
    access_path(path, known, a->path);
}

static void note_answered(struct lws *wsi, Answer *a)
{
    Server *s = server_of(wsi);
    access_done(&s->access, &a->access, (int64_t)a->at, (int64_t)uv_now(&s->loop));
}

static int completed(struct lws *wsi, Answer *a)
{
    note_answered(wsi, a);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int answer(struct lws *wsi, Answer *a, int status, const char *mime, const void *body, size_t n,
                  const Extra *extra)
{
    unsigned char  room[LWS_PRE + HEADER_BYTES], *start = room + LWS_PRE, *at = start, *end = room + sizeof room - 1;
    static const Extra always[] = {
        {"content-security-policy:", csp}, {"x-content-type-options:", "nosniff"}, {"referrer-policy:", "same-origin"},
        {"cross-origin-opener-policy:", "same-origin"}, {"x-frame-options:", "DENY"}, {NULL, NULL},
    };
    bool good = !lws_add_http_common_headers(wsi, (unsigned)status, mime, n, &at, end);
    for (const Extra *e = always; good && e->name; e++) good = add_header(wsi, e->name, e->value, &at, end);
    for (const Extra *e = extra; good && e && e->name; e++) good = add_header(wsi, e->name, e->value, &at, end);
    if (!good || lws_finalize_write_http_header(wsi, start, &at, end)) return -1;
    a->access.status = status;
    a->at = 0;
    if (is_head(wsi) || !n) return completed(wsi, a);
    a->body = body;
    a->n = n;
    lws_callback_on_writable(wsi);
    return 0;
}

static int plain(struct lws *wsi, Answer *a, int status, const char *text)
{
    return answer(wsi, a, status, "text/plain; charset=utf-8", text, strlen(text),
                  (Extra[]){{"cache-control:", "no-store"}, {NULL, NULL}});
}

/* Takes the text over. */
static int owned(struct lws *wsi, Answer *a, const char *mime, char *text, const Extra *extra)
{
    size_t n = strlen(text);
    if (is_head(wsi)) { /* its length is told, and nobody will send it */
        free(text);
        return answer(wsi, a, 200, mime, NULL, n, extra);
    }
    a->owned = text;
    return answer(wsi, a, 200, mime, text, n, extra);
}

typedef struct Row {
    const char *name, *type, *help;
    double      value;
} Row;

static void write_rows(Out *o, const Row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char text[400];
        int  bytes = snprintf(text, sizeof text, "# HELP taproom_%s %s\n# TYPE taproom_%s %s\ntaproom_%s %.15g\n",
                              rows[i].name, rows[i].help, rows[i].name, rows[i].type, rows[i].name, rows[i].value);
        out_raw(o, text, (size_t)bytes);
    }
}

/* Of one of several nodes. That it was taken for dead nobody can read here: then it ends. */
static void write_lease(Out *o, const Metrics *m, const HouseLease *lease)
{
    const Row rows[] = {
        {"node_epoch", "gauge", "Grows each time the node begins anew.", (double)lease->epoch},
        {"node_lease_seconds", "gauge", "So long it may go on showing things.",
         lease->left_ms > 0 ? (double)lease->left_ms / 1e3 : 0},
        {"node_tables_taken_total", "counter", "Tables taken that others had made or held.", (double)m->taken},
        {"node_tables_released_total", "counter", "Tables given back.", (double)m->released},
        {"node_passed_on_total", "counter", "Messages passed on to other nodes.", (double)m->passed_on},
        {"node_commits_under_way", "gauge", "Commits under way.", lease->committing},
        {"node_commits_unknown_total", "counter", "Commits of which nobody knows whether they were done.",
         (double)m->unknown},
    };
    write_rows(o, rows, sizeof rows / sizeof *rows);
}

static char *metrics_text(const Server *s)
{
    const Metrics shown = house_metrics_shown(s->house), *m = &shown;
    HouseLease    lease;
    const Row     rows[] = {
        {"connections", "gauge", "Clients connected.", (double)m->clients},
        {"tables", "gauge", "Tables in memory.", (double)m->rooms},
        {"bots_thinking", "gauge", "Bots and hints at work.", (double)m->bots_thinking},
        {"messages_total", "counter", "Messages received.", (double)m->messages},
        {"bad_messages_total", "counter", "Messages refused as malformed or too many.", (double)m->bad_messages},
        {"answers_total", "counter", "Answers played.", (double)m->answers},
        {"timeouts_total", "counter", "Answers given by a clock.", (double)m->timeouts},
        {"bot_answers_total", "counter", "Answers of bots.", (double)m->bot_answers},
        {"undos_total", "counter", "Answers taken back.", (double)m->undos},
        {"games_total", "counter", "Games played to their end.", (double)m->games},
        {"commits_total", "counter", "Commits to the store.", (double)m->commits},
        {"commit_failures_total", "counter", "Commits that failed.", (double)m->commit_failures},
        {"commit_seconds_total", "counter", "Time spent in commits.", (double)m->commit_us / 1e6},
        {"sent_messages_total", "counter", "Messages sent.", (double)m->sent_messages},
        {"sent_bytes_total", "counter", "Bytes of messages sent.", (double)m->sent_bytes},
        {"slow_clients_total", "counter", "Clients closed because they did not read.", (double)m->slow_closed},
        {"refused_connections_total", "counter", "Connections refused.", (double)m->refused_connections},
        {"tables_forgotten_total", "counter", "Finished tables removed for their age.", (double)m->tables_forgotten},
        {"guests_forgotten_total", "counter", "Guests removed for their age.", (double)m->guests_forgotten},
        {"uptime_seconds", "gauge", "Since the start.",
         (double)((int64_t)uv_now((uv_loop_t *)(uintptr_t)&s->loop) - s->began) / 1e3},
    };
    Out o = {0};
    write_rows(&o, rows, sizeof rows / sizeof *rows);
    if (house_lease(s->house, &lease)) write_lease(&o, m, &lease);
    return o.text;
}

static const Asset *asset_at(const char *path)
{
    for (const Asset *a = assets; a->path; a++)
        if (!strcmp(a->path, path)) return a;
    return NULL;
}

static bool is_page(const char *path)
{
    static const char *const pages[] = {"/", "/index.html", "/specimen", "/score", "/replay"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (!strcmp(path, pages[i])) return true;
    return !strncmp(path, "/t/", 3) && secrets_is_table(path + 3);
}

/* "gzip" among what is accepted, and not as "gzip;q=0". */
static bool takes_gzip(struct lws *wsi)
{
    char accepted[200];
    if (!peer_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accepted, sizeof accepted)) return false;
    const char *found = strstr(accepted, "gzip");
    if (!found) return false;
    float worth = 1;
    sscanf(found + 4, " ; q = %f", &worth);
    return worth > 0;
}

static int send_asset(struct lws *wsi, Answer *a, const Asset *asset, bool page)
{
    char known[200], guest[GUEST_BYTES], cookie[300];
    bool named = !page && !strncmp(asset->path, "/assets/", 8); /* its name changes when it does */
    const AssetBytes *sent = asset->packed.n && takes_gzip(wsi) ? &asset->packed : &asset->plain;
    int   n = 3;
    Extra extra[6] = {{"etag:", sent->etag},
                      {"cache-control:", named ? "public, max-age=31536000, immutable" : "no-cache"},
                      {"vary:", "accept-encoding"}};
    if (sent == &asset->packed) extra[n++] = (Extra){"content-encoding:", "gzip"};
    if (page && !peer_guest(wsi, guest)) {
        secrets_new_guest(guest);
        peer_set_cookie(wsi, guest, cookie, sizeof cookie);
        extra[n] = (Extra){"set-cookie:", cookie};
    } else if (peer_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known) && strstr(known, sent->etag))
        return answer(wsi, a, HTTP_STATUS_NOT_MODIFIED, asset->mime, NULL, 0, extra);
    return answer(wsi, a, HTTP_STATUS_OK, asset->mime, sent->bytes, sent->n, extra);
}

static int send_record(struct lws *wsi, Answer *a, const char *table)
{
    char  name[80];
    int   status;
    char *text = house_record(server_of(wsi)->house, table, &status);
    if (!text)
        return plain(wsi, a, status,
                     status == 404 ? "There is no such table.\n"
                                   : "A record can be had when the game is over: it names every card.\n");
    snprintf(name, sizeof name, "attachment; filename=\"taproom-%.12s.txt\"", table);
    return owned(wsi, a, "text/plain; charset=utf-8", text,
                 (Extra[]){{"content-disposition:", name}, {"cache-control:", "no-store"}, {NULL, NULL}});
}

/* /api/replay/TABLE/SEAT/STEP; seats count from 0, "all" is what anybody saw. */
static int send_replay(struct lws *wsi, Answer *a, const char *rest)
{
    char table[TABLE_BYTES], seat[8];
    int  step, status, used = 0;
    static_assert(TABLE_BYTES == 13 && sizeof seat == 8, "as the form below");
    if (sscanf(rest, "%12[a-z0-9]/%7[a-z0-9]/%6d%n", table, seat, &step, &used) != 3 || rest[used])
        return plain(wsi, a, 404, "There is no such step.\n");
    bool  anybody = !strcmp(seat, "all");
    if (!anybody && (seat[0] < '0' || seat[0] > '9' || seat[1])) return plain(wsi, a, 404, "There is no such seat.\n");
    char *text =
        house_replay(server_of(wsi)->house, table, anybody ? TAP_NOBODY : (TapSeat)(seat[0] - '0'), step, &status);
    if (!text)
        return plain(wsi, a, status,
                     status == 404 ? "There is no such step.\n" : "A game can be stepped through when it is over.\n");
    return owned(wsi, a, "application/json", text, (Extra[]){{"cache-control:", "no-store"}, {NULL, NULL}});
}

/* What a rules page shows beside its words; NULL: nothing is called so. */
static int send_page(struct lws *wsi, Answer *a, char *text, const char *missing)
{
    if (!text) return plain(wsi, a, 404, missing);
    return owned(wsi, a, "application/json", text, (Extra[]){{"cache-control:", "no-cache"}, {NULL, NULL}});
}

/* /api/score/GAME?hand=...&key=...&option=... */
static int send_score(struct lws *wsi, Answer *a, const char *game)
{
    static char   room[LIMIT_QUERY_BYTES]; /* one thread answers */
    ScoreQuestion q = {0};
    size_t        used = 0;
    /* Each gets a zero and "=". */
    bool fits = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_URI_ARGS) < LIMIT_QUERY_BYTES / 2;
    for (int i = 0; fits; i++) {
        char *arg = room + used;
        int   n = lws_hdr_copy_fragment(wsi, arg, (int)(sizeof room - used), WSI_TOKEN_HTTP_URI_ARGS, i);
        if (n < 0) break;
        if (!strncmp(arg, "hand=", 5) && (fits = q.hands < TAP_SEATS)) q.hand[q.hands++] = arg + 5;
        else if (!strncmp(arg, "key=", 4) && (fits = q.keys < SCORE_WORDS)) q.key[q.keys++] = arg + 4;
        else if (!strncmp(arg, "option=", 7) && (fits = q.options < SCORE_WORDS)) q.option[q.options++] = arg + 7;
        used += (size_t)n + 1;
    }
    if (!fits) return plain(wsi, a, HTTP_STATUS_REQ_URI_TOO_LONG, "That is too much to score at once.\n");
    char *text = score_answer(game, &q);
    if (!text) return plain(wsi, a, 404, "There are no hands of that game to score.\n");
    return owned(wsi, a, "application/json", text, (Extra[]){{"cache-control:", "no-store"}, {NULL, NULL}});
}

static int handle(struct lws *wsi, Answer *a, const char *path)
{
    Server *s = server_of(wsi);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0 && lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) <= 0)
        return plain(wsi, a, HTTP_STATUS_METHOD_NOT_ALLOWED, "Only GET.\n");
    if (!strcmp(path, "/healthz") && (s->draining || s->leave_at)) return plain(wsi, a, 503, "closing\n");
    bool lapsed = house_has_lapsed(s->house);
    if (!strcmp(path, "/healthz")) return plain(wsi, a, lapsed ? 503 : 200, lapsed ? "no lease\n" : "ok\n");
    if (!peer_is_welcome(wsi)) return plain(wsi, a, 403, "This server does not answer to that name. See --host.\n");
    const char *why;
    if (peer_is_barred(wsi, &why)) return plain(wsi, a, 403, why);
    bool aside = s->metrics_vhost && lws_get_vhost(wsi) == s->metrics_vhost;
    if (!strcmp(path, "/metrics") && (aside || (!s->metrics_vhost && peer_is_this_machine(wsi))))
        return owned(wsi, a, "text/plain; version=0.0.4; charset=utf-8", metrics_text(s),
                     (Extra[]){{"cache-control:", "no-store"}, {NULL, NULL}});
    if (aside) return plain(wsi, a, 404, "Only /metrics is here.\n");
    if (lapsed && (!strncmp(path, "/api/record/", 12) || !strncmp(path, "/api/replay/", 12)))
        return plain(wsi, a, 503, "This node may not show anything now. Try again in a moment.\n");
    if (!strncmp(path, "/api/record/", 12)) return send_record(wsi, a, path + 12);
    if (!strncmp(path, "/api/replay/", 12)) return send_replay(wsi, a, path + 12);
    if (!strncmp(path, "/api/score/", 11)) return send_score(wsi, a, path + 11);
    if (!strncmp(path, "/api/game/", 10)) return send_page(wsi, a, game_page(path + 10), "There is no such game.\n");
    if (!strncmp(path, "/api/deck/", 10)) return send_page(wsi, a, deck_page(path + 10), "There is no such deck.\n");
    if (!strncmp(path, "/api/rules/", 11)) {
        const char *page = s->options->rules_page ? s->options->rules_page(path + 11) : NULL;
        if (!page) return plain(wsi, a, 404, "There is no such page.\n");
        return answer(wsi, a, 200, "text/markdown; charset=utf-8", page, strlen(page),
                      (Extra[]){{"cache-control:", "no-cache"}, {NULL, NULL}});
    }
    bool page = is_page(path);
    const Asset *asset = asset_at(page ? "/index.html" : path);
    return asset ? send_asset(wsi, a, asset, page) : plain(wsi, a, 404, "There is nothing here.\n");
}

static int write_chunk(struct lws *wsi, Answer *a)
{
    unsigned char room[LWS_PRE + CHUNK];
    if (!a->body) return 0;
    size_t n = a->n - a->at < CHUNK ? a->n - a->at : CHUNK;
    bool   last = a->at + n == a->n;
    memcpy(room + LWS_PRE, a->body + a->at, n);
    if (lws_write(wsi, room + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n) return -1;
    a->at += n;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    a->body = NULL;
    free(a->owned);
    a->owned = NULL;
    return completed(wsi, a);
}

/* To WebSocket and to nothing else: HTTP/2 would lead past what a proxy in front of us lets through. */
static int confirm_upgrade(struct lws *wsi, const char *to)
{
    unsigned char room[LWS_PRE + HEADER_BYTES], *start = room + LWS_PRE, *at = start, *end = room + sizeof room - 1;
    Server *s = server_of(wsi);
    Access  access = {0};
    const char *text = "Only to websocket.\n";
    bool websocket = !strcasecmp(to, "websocket") && lws_get_vhost(wsi) != s->metrics_vhost;
    char path[16] = "";
    lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    bool node = s->lines && !s->draining && !strcmp(path, LINES_PATH); /* whose players count where they came in */
    int  status = !websocket ? 400 : node ? 0 : socket_refusal(wsi, &text);
    if (!status) return 0;
    house_metrics(s->house)->refused_connections++;
    note_request(wsi, &access, "/ws", true);
    access.status = status;
    access_done(&s->access, &access, (int64_t)strlen(text), (int64_t)uv_now(&s->loop));
    if (lws_add_http_common_headers(wsi, (unsigned)status, "text/plain; charset=utf-8", strlen(text), &at, end) ||
        !add_header(wsi, "retry-after:", "5", &at, end) || !add_header(wsi, "connection:", "close", &at, end) ||
        lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    at = start;
    memcpy(at, text, strlen(text));
    lws_write(wsi, at, strlen(text), LWS_WRITE_HTTP_FINAL);
    return 1;
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n)
{
    Answer *a = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP: {
        char path[512];
        bool fits = n < sizeof path;
        memcpy(path, in, fits ? n : sizeof path - 1);
        path[fits ? n : sizeof path - 1] = 0;
        note_request(wsi, &a->access, path, asset_at(path));
        if (!fits) return plain(wsi, a, HTTP_STATUS_REQ_URI_TOO_LONG, "That is too long.\n");
        return handle(wsi, a, path);
    }
    case LWS_CALLBACK_HTTP_WRITEABLE: return write_chunk(wsi, a);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (a) {
            note_answered(wsi, a);
            free(a->owned);
            a->owned = NULL;
            a->body = NULL;
        }
        return 0;
    case LWS_CALLBACK_WSI_DESTROY: /* of whatever protocol, it is said here */
        lines_forget(server_of(wsi), wsi);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirm_upgrade(wsi, in);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return -1; /* a WebSocket that does not speak our protocol */
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return -1;
    default: return 0;
    }
}
