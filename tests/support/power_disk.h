/*
 * A VFS between SQLite and the disk that remembers, for every write and truncation since the last sync of that file,
 * what was there before. Cutting the power fails every call from then on and takes the unsynced writes back: all of
 * them, or a random part of them, for a disk may write in any order.
 */
#ifndef TEST_POWER_DISK_H
#define TEST_POWER_DISK_H

#include <stdbool.h>

#include <taproom/rng.h>

typedef enum PowerLoss { POWER_LOSES_ALL, POWER_LOSES_SOME, POWER_LOSES_NOTHING } PowerLoss;

extern struct PowerDisk {
    long   calls, cut_at; /* writes, truncations and syncs so far; at which one the power goes, 0: never */
    bool   off;
    bool   fails_writes, fails_syncs; /* for now, with the power on */
    TapRng luck;          /* for what is lost */
} power;

/* Under the name "power", or for everything that is opened from now on. */
void power_install(bool for_all);
/* The power is back, or the process is: what was not synced is gone, a random part of it is, or (a process that was
 * killed while the machine went on) nothing is. Every file is closed before. */
void power_returns(PowerLoss);

#endif
