/* nameless.c -- files that lose their names, left side by side. */
#include "core/nameless.h"

#include "core/pieces.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONG = 1 << 20 }; /* bytes: one that is shorter is gone at once */

void fed_nameless_add(fed_nameless *all, int fd)
{
    if (fd >= 0 && all->count < FED_NAMELESS)
        all->fd[all->count++] = fd;
    else if (fd >= 0)
        close(fd);
}

void fed_nameless_hold(fed_nameless *all, int dir, const char *name)
{
    struct stat info;

    if (fstatat(dir, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode) &&
        info.st_size >= LONG)
        fed_nameless_add(all, openat(dir, name, O_PATH | O_NOFOLLOW | O_CLOEXEC));
}

static void leave(void *context, fed_pieces *pieces, size_t k, size_t slot)
{
    fed_nameless *all = context;

    (void)pieces, (void)slot;
    close(all->fd[k]);
    all->fd[k] = -1;
}

static void pass(void *context, size_t k, size_t slot)
{
    (void)context, (void)k, (void)slot;
}

/* Without memory for threads, one after the other. */
void fed_nameless_leave(fed_nameless *all, int threads)
{
    static const fed_piece_steps leaving = {leave, pass, NULL};
    fed_error error = {FED_OK, ""};

    if (all->count > 1)
        fed_pieces_run(threads, all->count, &leaving, all, &error);
    for (size_t k = 0; k < all->count; k++)
        if (all->fd[k] >= 0)
            close(all->fd[k]);
    all->count = 0;
}
