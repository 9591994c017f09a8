/* window.c -- small pieces of a file that stand near each other, read together. */
#include "core/window.h"

#include "core/scratch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 1 << 15 };

/* As much as the file has. */
static void fill(fed_window *window, int fd, uint64_t from, size_t reach)
{
    ssize_t moved = 1;

    window->fd = fd;
    window->from = from;
    window->size = 0;
    while (window->size < reach && moved != 0) {
        moved = pread(fd, window->bytes + window->size, reach - window->size,
                      (off_t)(from + window->size));
        if (moved > 0)
            window->size += (size_t)moved;
        else if (moved < 0 && errno != EINTR)
            return;
    }
}

static bool shows(const fed_window *window, int fd, size_t size, uint64_t offset)
{
    return window->fd == fd && offset >= window->from && offset - window->from <= window->size &&
           size <= window->size - (offset - window->from);
}

bool fed_window_read(fed_window *window, int fd, uint64_t from, uint64_t reach, void *bytes,
                     size_t size, uint64_t offset)
{
    if (window->bytes == NULL)
        window->bytes = malloc(ROOM);
    if (window->bytes == NULL || reach > ROOM)
        return fed_read_at(fd, bytes, size, offset);
    if (!shows(window, fd, size, offset))
        fill(window, fd, from, (size_t)reach);
    if (!shows(window, fd, size, offset))
        return fed_read_at(fd, bytes, size, offset); /* which says why not */
    memcpy(bytes, window->bytes + (offset - window->from), size);
    return true;
}

void fed_window_close(fed_window *window)
{
    free(window->bytes);
    *window = (fed_window){.fd = -1};
}
