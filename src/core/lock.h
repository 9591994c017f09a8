/* lock.h -- a file that one process holds, and that says which. */
#ifndef FED_LOCK_H
#define FED_LOCK_H

#include "core/status.h"

#include <stdbool.h>

#define FED_LOCK "lock"

/* A descriptor of the locked file. -1 with an error when another holds it,
 * and without one when the directory went away. shared: others may hold it so at the same time. The
 * system forgets the lock of a process that is dead; where it knows no locks, the process's number
 * and host in the file tell. */
int fed_lock_take(int room, const char *path, bool shared, fed_error *error);
/* Unlocks and closes it; the last that held it takes the file away. */
void fed_lock_leave(int room, int fd);

/* Writes process and host into a file; whether those in it are of this host, and gone. */
void fed_holder_write(int fd);
bool fed_holder_is_dead(int fd);

#endif
