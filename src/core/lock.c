/* lock.c -- a file that one process holds, and that says which. */
#include "core/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

typedef struct holder {
    long process;
    char host[80];
} holder;

static holder this_process(void)
{
    holder own = {(long)getpid(), "?"};
    struct utsname machine;

    if (uname(&machine) == 0)
        snprintf(own.host, sizeof own.host, "%.79s", machine.nodename);
    return own;
}

static holder read_holder(int fd)
{
    char text[128] = "";
    holder other = {0, "?"};

    if (pread(fd, text, sizeof text - 1, 0) > 0 &&
        sscanf(text, "process %ld on %79[!-~]", &other.process, other.host) != 2)
        other.process = 0;
    return other;
}

void fed_holder_write(int fd)
{
    const holder own = this_process();
    char text[128];
    const int length = snprintf(text, sizeof text, "process %ld on %s\n", own.process, own.host);

    if (ftruncate(fd, 0) != 0 || pwrite(fd, text, (size_t)length, 0) != length)
        return; /* the words are for people; the lock is held all the same */
}

/* Of this host: a process that has ended is gone even while its parent has not asked how. */
static bool is_gone(long process)
{
    char name[40], state = '?';
    FILE *stream;

    if (kill((pid_t)process, 0) != 0 && errno == ESRCH)
        return true;
    snprintf(name, sizeof name, "/proc/%ld/stat", process);
    if ((stream = fopen(name, "re")) == NULL)
        return false;
    if (fscanf(stream, "%*d (%*[^)]) %c", &state) != 1)
        state = '?';
    fclose(stream);
    return state == 'Z' || state == 'X';
}

/* Where the file system has no locks: whether the process that the file names may still be there.
 * That of another host cannot be asked. */
static bool may_live(const holder *other)
{
    const holder own = this_process();

    if (other->process <= 0 || other->process == own.process)
        return false;
    return strcmp(other->host, own.host) != 0 || !is_gone(other->process);
}

bool fed_holder_is_dead(int fd)
{
    const holder own = this_process(), other = read_holder(fd);

    return other.process > 0 && strcmp(other.host, own.host) == 0 && is_gone(other.process);
}

/* Whether the descriptor is still that of the file with this name. */
static bool is_current(int room, int fd)
{
    struct stat held, named;

    return fstat(fd, &held) == 0 && fstatat(room, FED_LOCK, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

/* One that shares the lock holds it alone for a moment when it leaves (fed_lock_leave): whoever
 * would share it waits that long. */
static bool lock_file(int fd, bool shared)
{
    const struct timespec pause = {0, 10000000};

    for (int tries = 0; tries < (shared ? 200 : 1); tries++) {
        if (flock(fd, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0)
            return true;
        if (errno != EWOULDBLOCK)
            return false;
        if (shared)
            nanosleep(&pause, NULL);
    }
    errno = EWOULDBLOCK;
    return false;
}

int fed_lock_take(int room, const char *path, bool shared, fed_error *error)
{
    const int fd = openat(room, FED_LOCK, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    holder other;
    bool taken, held;

    if (fd < 0) {
        if (errno != ENOENT)
            fed_tell(error, FED_OUTPUT, "%s: %s", path, strerror(errno));
        return -1;
    }
    taken = lock_file(fd, shared);
    held = !taken && errno == EWOULDBLOCK;
    other = read_holder(fd);
    if (held || (!taken && !shared && may_live(&other))) {
        fed_tell(error, FED_OUTPUT,
                 "%s: another fedomp is running there (process %ld on "
                 "%s)",
                 path, other.process, other.host);
    } else if (is_current(room, fd)) {
        fed_holder_write(fd);
        return fd;
    }
    close(fd);
    return -1;
}

void fed_lock_leave(int room, int fd)
{
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        unlinkat(room, FED_LOCK, 0);
    close(fd);
}
