#include "postgres.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libpq-fe.h>

static char  where[200];
static FILE *to, *from;
static pid_t process;

static void fail(const char *why)
{
    fprintf(stderr, "%s What went wrong is above; try it alone: tests/support/postgres </dev/null\n", why);
    exit(1);
}

static void read_where(void)
{
    if (!fgets(where, sizeof where, from)) fail("PostgreSQL's server could not be started.");
    where[strcspn(where, "\n")] = 0;
}

const char *postgres_start(void)
{
    int in[2], out[2];
    if (process) return where;
    if (pipe(in) || pipe(out)) fail("There are no pipes.");
    process = fork();
    if (process < 0) fail("There are no processes.");
    if (!process) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        for (int i = 0; i < 2; i++) {
            close(in[i]);
            close(out[i]);
        }
        execl("tests/support/postgres", "postgres", (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    signal(SIGPIPE, SIG_IGN);
    to = fdopen(in[1], "w");
    from = fdopen(out[0], "r");
    if (!to || !from) fail("There is no memory.");
    read_where();
    return where;
}

void postgres_crash(void)
{
    fputs("crash\n", to);
    fflush(to);
    read_where();
}

static PGresult *ask(PGconn **db, const char *text)
{
    *db = PQconnectdb(postgres_start());
    PGresult      *r = PQexec(*db, text);
    ExecStatusType status = PQresultStatus(r);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        fprintf(stderr, "%s\n%s", text, PQerrorMessage(*db));
        fail("PostgreSQL refused.");
    }
    return r;
}

void postgres_do(const char *text)
{
    PGconn *db;
    PQclear(ask(&db, text));
    PQfinish(db);
}

void postgres_schema(const char *name, char *ret_where, size_t size)
{
    char text[200];
    snprintf(text, sizeof text, "SET client_min_messages = error; CREATE SCHEMA IF NOT EXISTS \"%s\"", name);
    postgres_do(text);
    snprintf(ret_where, size, "%s?options=-csearch_path%%3D%s", where, name);
}

const char *postgres_ask(const char *text)
{
    static char value[4096];
    PGconn     *db;
    PGresult   *r = ask(&db, text);
    snprintf(value, sizeof value, "%s", PQntuples(r) ? PQgetvalue(r, 0, 0) : "");
    PQclear(r);
    PQfinish(db);
    return value;
}

void postgres_stop(void)
{
    if (!process) return;
    fclose(to);
    fclose(from);
    waitpid(process, NULL, 0);
    process = 0;
}
