#include "server/transport/access.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "server/ground/logs.h"
#include "text/fail.h"
#include "text/out.h"

enum { SECRET_RUN = 12 }; /* as long as a table's id, the shortest thing that opens a door */

bool access_open(AccessLog *log, const char *file, TapError *error)
{
    int place = !strcmp(file, "-") ? dup(STDOUT_FILENO)
                                   : open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    log->to = place < 0 ? NULL : fdopen(place, "a");
    if (!log->to) {
        if (place >= 0) close(place);
        return fail_with(error, "Cannot write the access log %.150s: %.60s.", file, strerror(errno));
    }
    setvbuf(log->to, NULL, _IOLBF, 4096);
    return true;
}

void access_close(AccessLog *log)
{
    if (log->to) fclose(log->to);
    log->to = NULL;
}

void access_path(const char *path, bool known, char ret[ACCESS_PATH_BYTES])
{
    size_t n = 0;
    for (const char *c = path; *c && n < ACCESS_PATH_BYTES - 1;) {
        size_t run = 0;
        while (isalnum((unsigned char)c[run])) run++;
        bool plain = *c > ' ' && *c < 127 && !strchr("\"\\?", *c);
        if (!known && run >= SECRET_RUN) ret[n++] = '*', c += run;
        else if (run) {
            for (; run && n < ACCESS_PATH_BYTES - 1; run--) ret[n++] = *c++;
        } else ret[n++] = plain ? *c : '*', c++;
    }
    ret[n] = 0;
}

void access_address(bool shorter, const char *address, char ret[ADDRESS_BYTES])
{
    uint8_t bytes[16];
    snprintf(ret, ADDRESS_BYTES, "%s", address[0] ? address : "-");
    if (!shorter) return;
    if (inet_pton(AF_INET, address, bytes) == 1) {
        bytes[3] = 0;
        inet_ntop(AF_INET, bytes, ret, ADDRESS_BYTES);
    } else if (inet_pton(AF_INET6, address, bytes) == 1) {
        memset(bytes + 6, 0, 10);
        inet_ntop(AF_INET6, bytes, ret, ADDRESS_BYTES);
    }
}

void access_done(AccessLog *log, Access *a, int64_t bytes, int64_t now)
{
    char time[LOG_TIME_BYTES], address[ADDRESS_BYTES];
    if (!log->to || !a->method) return;
    log_time(time);
    access_address(log->short_addresses, a->address, address);
    if (log->json) {
        Out o = {0};
        out_open(&o, NULL, '{');
        out_string(&o, "time", time);
        out_string(&o, "level", "info");
        out_string(&o, "what", "request");
        out_string(&o, "address", address);
        out_string(&o, "method", a->method);
        out_string(&o, "path", a->path);
        out_number(&o, "status", a->status);
        out_number(&o, "bytes", bytes);
        out_number(&o, "ms", now - a->began);
        out_close(&o, '}');
        fprintf(log->to, "%s\n", o.text);
        out_free(&o);
    } else
        fprintf(log->to, "%s %s %s %s %d %lld %lld\n", time, address, a->method, a->path, a->status, (long long)bytes,
                (long long)(now - a->began));
    a->method = NULL;
    if (!ferror(log->to)) return;
    clearerr(log->to);
    log_say("the access log cannot be written");
}
