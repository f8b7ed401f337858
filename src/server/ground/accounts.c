#include "server/ground/accounts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool bucket_has(const Bucket *b, int64_t now, int burst, int each_ms)
{
    return b->until - now <= (int64_t)(burst - 1) * each_ms;
}

bool bucket_take(Bucket *b, int64_t now, int burst, int each_ms)
{
    if (!bucket_has(b, now, burst, each_ms)) return false;
    b->until = (b->until < now ? now : b->until) + each_ms;
    return true;
}

static unsigned slot_of(const char *name)
{
    unsigned h = 2166136261u;
    for (; *name; name++) h = (h ^ (unsigned char)*name) * 16777619u;
    return h % ACCOUNT_SLOTS;
}

static bool is_at_rest(const Account *a, int64_t now)
{
    bool rests = !a->held;
    for (int i = 0; i < USES; i++) rests = rests && a->bucket[i].until <= now;
    return rests;
}

static void forget_resting(Accounts *all, int64_t now)
{
    all->looked = now;
    for (int i = 0; i < ACCOUNT_SLOTS; i++)
        for (Account **at = &all->slot[i]; *at;) {
            Account *a = *at;
            if (!is_at_rest(a, now)) {
                at = &a->next;
                continue;
            }
            *at = a->next;
            free(a);
            all->n--;
        }
    all->look_at = 2 * all->n < ACCOUNT_SLOTS ? ACCOUNT_SLOTS : 2 * all->n;
    if (all->look_at > LIMIT_ACCOUNTS) all->look_at = LIMIT_ACCOUNTS;
}

Account *account_hold(Accounts *all, const char *name, int64_t now)
{
    unsigned slot = slot_of(name);
    for (Account *a = all->slot[slot]; a; a = a->next)
        if (!strcmp(a->name, name)) {
            a->held++;
            return a;
        }
    if (!all->look_at || (all->n >= all->look_at && now - all->looked >= ACCOUNTS_LOOK_MS)) forget_resting(all, now);
    Account *a = &all->others;
    if (all->n < LIMIT_ACCOUNTS) {
        a = calloc(1, sizeof *a);
        assert(a);
        snprintf(a->name, sizeof a->name, "%s", name);
        a->next = all->slot[slot];
        all->slot[slot] = a;
        all->n++;
    }
    a->held++;
    return a;
}

void account_drop(Account *a)
{
    assert(a->held > 0);
    a->held--;
}

void accounts_free(Accounts *all)
{
    for (int i = 0; i < ACCOUNT_SLOTS; i++)
        for (Account *a = all->slot[i], *next; a; a = next) {
            next = a->next;
            free(a);
        }
}
