/* source.c -- names of files, and files read whole. */
#include "config/source.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *fed_beside(fed_arena *arena, const char *file, const char *name)
{
    const char *slash = strrchr(file, '/');

    if (name[0] == '/' || name[0] == '\0' || slash == NULL)
        return fed_strdup(arena, name);
    return fed_sprintf(arena, "%.*s%s", (int)(slash - file) + 1, file, name);
}

const char *fed_absolute(fed_arena *arena, const char *path)
{
    char resolved[PATH_MAX];
    const char *slash = strrchr(path, '/');
    const char *folder =
        slash == NULL ? "." : fed_sprintf(arena, "%.*s", (int)(slash - path) + 1, path);

    if (folder == NULL || *path == '\0')
        return folder == NULL ? NULL : path;
    if (realpath(folder, resolved) != NULL)
        return fed_sprintf(arena, "%s/%s", strcmp(resolved, "/") == 0 ? "" : resolved,
                           slash == NULL ? path : slash + 1);
    if (*path == '/' ||
        realpath(".", resolved) == NULL) /* a directory that is not there: as written */
        return path;
    return fed_sprintf(arena, "%s/%s", resolved, path);
}

char *fed_read_regular(fed_arena *arena, const char *file, size_t most, size_t *size,
                       const char **what)
{
    const int descriptor =
        open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a FIFO must not block */
    struct stat info;
    char *bytes = NULL;
    ssize_t got = 1;

    *what = NULL;
    if (descriptor < 0 || fstat(descriptor, &info) != 0)
        *what = strerror(errno);
    else if (!S_ISREG(info.st_mode))
        *what = S_ISDIR(info.st_mode) ? "is a directory" : "is not a regular file";
    else if ((size_t)info.st_size > most)
        *what = "is larger than 1 MiB";
    else
        bytes = fed_alloc(arena, (size_t)info.st_size + 1, 1);
    for (*size = 0; bytes != NULL && *what == NULL && got > 0; *size += (size_t)got)
        if ((got = read(descriptor, bytes + *size, (size_t)info.st_size - *size)) < 0)
            *what = strerror(errno);
    if (descriptor >= 0)
        close(descriptor);
    return *what == NULL ? bytes : NULL;
}
