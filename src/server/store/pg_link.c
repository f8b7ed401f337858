#include "server/store/pg_link.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "text/fail.h"

static void on_notice(void *of, const PGresult *r)
{
    (void)r;
    ((PgLink *)of)->noticed = true;
}

static bool say_why(const PGconn *db, const PGresult *r, TapError *error)
{
    char        text[220];
    const char *said = r ? PQresultErrorMessage(r) : "";
    snprintf(text, sizeof text, "%s", said[0] ? said : PQerrorMessage(db));
    text[strcspn(text, "\n")] = 0;
    return fail_with(error, "The database says: %.200s", text);
}

static bool is_lost(const PgLink *l) { return PQstatus(l->db) != CONNECTION_OK; }

void pg_link_close(PgLink *l)
{
    PQfinish(l->db);
    l->db = NULL;
}

/* ---------------------------------------------------------------- waiting */

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Until a result can be had, or the connection is known to be lost. False: it was silent for too long. */
static bool await_result(PgLink *l)
{
    int64_t until = now_ms() + l->patience_ms;
    while (PQisBusy(l->db)) {
        struct pollfd fd = {.fd = PQsocket(l->db), .events = POLLIN};
        int64_t       left = until - now_ms();
        int           n = poll(&fd, 1, !l->patience_ms ? -1 : left > 0 ? (int)left : 0);
        if (n < 0 && errno == EINTR) continue;
        if (!n) return false;
        if (!PQconsumeInput(l->db)) return true;
        until = now_ms() + l->patience_ms;
    }
    return true;
}

static void give_up(PgLink *l, TapError *error)
{
    fail_with(error, "The database has not answered for %d ms.", l->patience_ms);
    pg_link_close(l);
}

/* What comes of what was sent, the last of it; NULL if nothing does. *ret_silent: it was waited for too long. */
static PGresult *last_result(PgLink *l, bool sent, bool *ret_silent)
{
    PGresult *last = NULL, *r = NULL;
    *ret_silent = false;
    while (sent && !(*ret_silent = !await_result(l)) && (r = PQgetResult(l->db))) {
        PQclear(last);
        last = r;
    }
    return last;
}

/* All together: over a slow road a round trip for each would make a node begin after half a minute. */
static bool prepare_all(PgLink *l, TapError *error)
{
    if (!l->prepared) return true;
    if (!PQenterPipelineMode(l->db)) return say_why(l->db, NULL, error);
    for (const PgStatement *s = l->prepared; s->name; s++) PQsendPrepare(l->db, s->name, s->text, 0, NULL);
    return pg_all_end(l, -1, NULL, error).end == PG_DONE;
}

/* What the conninfo says itself comes last and counts. A peer that is gone is noticed within seconds. Nothing is ever
 * cancelled for taking long: a commit that is cancelled while it waits for a standby says yes and means perhaps. */
bool pg_link_open(PgLink *l, TapError *error)
{
    static const char *const keys[] = {"application_name", "client_encoding", "connect_timeout", "keepalives",
                                       "keepalives_idle", "keepalives_interval", "keepalives_count",
                                       "tcp_user_timeout", "target_session_attrs", "dbname", NULL};
    const char *const values[] = {l->name, "UTF8", "3", "1", "1", "1", "2", "3000", "read-write", l->where, NULL};
    if (l->db && !is_lost(l)) return true;
    pg_link_close(l);
    l->db = PQconnectdbParams(keys, values, 1);
    bool good = !is_lost(l);
    if (!good) say_why(l->db, NULL, error);
    if (good) PQsetNoticeReceiver(l->db, on_notice, l);
    char usual[300];
    snprintf(usual, sizeof usual, "SET statement_timeout = 0; SET lock_timeout = %d;"
             " SET idle_in_transaction_session_timeout = 0; SET default_transaction_isolation = 'read committed';"
             " SET client_min_messages = warning", l->lock_ms);
    good = good && pg_do(l, usual, NULL, error) && prepare_all(l, error);
    /* Nor does the other side wait long for one of us that is gone; where it does not know these, it does. */
    if (good) pg_do(l, "SET tcp_keepalives_idle = 1; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2;"
                       " SET tcp_user_timeout = 3000", NULL, NULL);
    if (!good) pg_link_close(l);
    return good;
}

static bool is_good(const PGresult *r)
{
    ExecStatusType status = PQresultStatus(r);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

static void note_state(const PGresult *r, char *ret_state)
{
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
    if (ret_state) snprintf(ret_state, 6, "%s", state ? state : "");
}

/* What comes of what was sent; NULL with a reason. */
static PGresult *judge(PgLink *l, bool sent, char *ret_state, TapError *error)
{
    bool      silent;
    PGresult *r = last_result(l, sent, &silent);
    if (silent) {
        PQclear(r);
        give_up(l, error);
        return NULL;
    }
    note_state(r, ret_state);
    if (is_good(r)) return r;
    say_why(l->db, r, error);
    PQclear(r);
    if (is_lost(l)) pg_link_close(l);
    return NULL;
}

PGresult *pg_ask(PgLink *l, const char *text, int n, const char *const *value, TapError *error)
{
    if (!pg_link_open(l, error)) return NULL;
    bool sent = strchr(text, ' ') ? PQsendQueryParams(l->db, text, n, NULL, value, NULL, NULL, 0) :
                                    PQsendQueryPrepared(l->db, text, n, value, NULL, NULL, 0);
    return judge(l, sent, NULL, error);
}

bool pg_do(PgLink *l, const char *text, char *ret_state, TapError *error)
{
    if (ret_state) ret_state[0] = 0;
    if (!l->db && !pg_link_open(l, error)) return false;
    PGresult *r = judge(l, PQsendQuery(l->db, text), ret_state, error);
    PQclear(r);
    return r;
}

bool pg_all_begin(PgLink *l, TapError *error)
{
    return pg_link_open(l, error) && (PQenterPipelineMode(l->db) || say_why(l->db, NULL, error));
}

bool pg_all_add(PgLink *l, const char *name, int n, const char *const *value)
{
    return PQsendQueryPrepared(l->db, name, n, value, NULL, NULL, 0);
}

PgEnd pg_all_end(PgLink *l, int wanted, PGresult **result, TapError *error)
{
    PgEnd end = {PG_DONE, -1, ""};
    bool  synced = false, silent = false;
    if (result) *result = NULL;
    if (!PQpipelineSync(l->db)) end.end = PG_LOST;
    /* Each statement brings its result and then NULL. */
    for (int at = 0, nothing = 0; end.end != PG_LOST && !synced && nothing < 2;) {
        silent = !await_result(l);
        if (silent) break;
        PGresult      *r = PQgetResult(l->db);
        ExecStatusType status = r ? PQresultStatus(r) : PGRES_EMPTY_QUERY;
        synced = r && status == PGRES_PIPELINE_SYNC;
        nothing = r ? 0 : nothing + 1;
        if (!r) {
            at++;
            if (is_lost(l)) end.end = PG_LOST;
        } else if (!synced && !is_good(r) && end.end == PG_DONE) {
            end.end = PG_REFUSED;
            end.at = at;
            note_state(r, end.state);
            say_why(l->db, r, error);
        } else if (!synced && end.end == PG_DONE && result && at == wanted) {
            *result = r;
            r = NULL;
        }
        PQclear(r);
    }
    if (!synced) end.end = PG_LOST;
    if (silent) give_up(l, error);
    else if (end.end == PG_LOST) {
        say_why(l->db, NULL, error);
        pg_link_close(l);
    } else PQexitPipelineMode(l->db);
    if (end.end != PG_DONE && result) {
        PQclear(*result);
        *result = NULL;
    }
    return end;
}

void pg_undo(PgLink *l)
{
    if (l->db && PQtransactionStatus(l->db) != PQTRANS_IDLE) pg_do(l, "ROLLBACK", NULL, NULL);
}
