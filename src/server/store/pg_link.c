#include "server/store/pg_link.h"

#include <stdio.h>
#include <string.h>

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

static bool prepare_all(PgLink *l, TapError *error)
{
    for (const PgStatement *s = l->prepared; s && s->name; s++) {
        PGresult *r = PQprepare(l->db, s->name, s->text, 0, NULL);
        bool      good = PQresultStatus(r) == PGRES_COMMAND_OK || say_why(l->db, r, error);
        PQclear(r);
        if (!good) return false;
    }
    return true;
}

/* What the conninfo says itself comes last and counts. A peer that is gone is noticed within seconds. Nothing is ever
 * given up for taking long: a commit that is cancelled while it waits for a standby says yes and means perhaps. */
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
    static const char usual[] = "SET statement_timeout = 0; SET lock_timeout = 0;"
                                " SET idle_in_transaction_session_timeout = 0;"
                                " SET default_transaction_isolation = 'read committed';"
                                " SET client_min_messages = warning";
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

static PGresult *judge(PgLink *l, PGresult *r, char *ret_state, TapError *error)
{
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
    PGresult *r = strchr(text, ' ') ? PQexecParams(l->db, text, n, NULL, value, NULL, NULL, 0) :
                                      PQexecPrepared(l->db, text, n, value, NULL, NULL, 0);
    return judge(l, r, NULL, error);
}

bool pg_do(PgLink *l, const char *text, char *ret_state, TapError *error)
{
    if (ret_state) ret_state[0] = 0;
    if (!l->db && !pg_link_open(l, error)) return false;
    PGresult *r = judge(l, PQexec(l->db, text), ret_state, error);
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
    bool  synced = false;
    if (result) *result = NULL;
    if (!PQpipelineSync(l->db)) end.end = PG_LOST;
    /* Each statement brings its result and then NULL. */
    for (int at = 0, nothing = 0; end.end != PG_LOST && !synced && nothing < 2;) {
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
    if (end.end == PG_LOST) {
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
