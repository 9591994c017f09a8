/* source.c -- reading the main file and those it includes: regular files below the main one's
 * directory, named relative to the file that names them. */
#include "config/scan.h"

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

/* The whole file, ended by a zero; *what is the fault otherwise. */
static char *read_regular(fed_arena *arena, const char *file, size_t *size, const char **what)
{
    struct stat info;
    char *bytes = NULL;
    ssize_t got = 0;
    int descriptor = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a FIFO must not block */

    *size = 0;
    if (descriptor < 0 || fstat(descriptor, &info) != 0)
        *what = strerror(errno);
    else if (S_ISDIR(info.st_mode))
        *what = "is a directory";
    else if (!S_ISREG(info.st_mode))
        *what = "is not a regular file";
    else if (info.st_size > MAX_BYTES)
        *what = "is larger than 1 MiB";
    else if ((bytes = fed_alloc(arena, (size_t)info.st_size + 1, 1)) == NULL)
        *what = "out of memory";
    else {
        while (*size < (size_t)info.st_size &&
               (got = read(descriptor, bytes + *size, (size_t)info.st_size - *size)) > 0)
            *size += (size_t)got;
        if (got < 0) {
            *what = strerror(errno);
            bytes = NULL;
        }
    }
    if (descriptor >= 0)
        close(descriptor);
    return bytes;
}

static int line_of(const char *bytes, const char *at)
{
    int line = 1;

    for (; bytes < at; bytes++)
        line += *bytes == '\n';
    return line;
}

/* from: where the file is named; its file is the file itself for the main one. */
static fed_status scan_one(fed_build *build, fed_scan *scan, const char *file, fed_place from)
{
    const char *what = NULL, *zero;
    size_t size;
    char *bytes = read_regular(build->arena, file, &size, &what);

    if (bytes == NULL && from.line > 0)
        return fed_blame(build, from, build->order, "@include: %s: %s", file, what);
    if (bytes == NULL)
        return fed_blame(build, from, build->order, "%s", what);
    if ((scan->bytes += size) > MAX_BYTES)
        return fed_blame(build, from, build->order,
                         "files included are together larger than 1 MiB");
    if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        return fed_blame(build, (fed_place){file, 1}, build->order,
                         "begins with a byte-order mark; save it as UTF-8 without one");
    if ((zero = memchr(bytes, 0, size)) != NULL)
        return fed_blame(build, (fed_place){file, line_of(bytes, zero)}, build->order,
                         "holds a zero byte: not a text file");
    return fed_scan_text(build, scan, file, bytes);
}

fed_status fed_scan_file(fed_build *build, fed_scan *scan, const char *file)
{
    char resolved[PATH_MAX];
    const char *slash = strrchr(file, '/');
    const char *folder =
        slash == NULL ? "." : fed_sprintf(build->arena, "%.*s", (int)(slash - file) + 1, file);

    if (folder == NULL)
        return FED_NOMEM;
    if (realpath(folder, resolved) == NULL)
        return fed_blame(build, (fed_place){file, 0}, 0, "%s", strerror(errno));
    if ((build->root = fed_strdup(build->arena, resolved)) == NULL)
        return FED_NOMEM;
    return scan_one(build, scan, file, (fed_place){file, 0});
}

fed_status fed_scan_include(fed_build *build, fed_scan *scan, fed_place from, const char *name)
{
    char resolved[PATH_MAX];
    const char *file = fed_beside(build->arena, from.file, name);
    size_t length = strlen(build->root);
    fed_status status;

    if (file == NULL)
        return FED_NOMEM;
    if (scan->files == MAX_INCLUDES)
        return fed_blame(build, from, build->order, "@include: %s: included more than %d deep",
                         file, MAX_INCLUDES);
    if (realpath(file, resolved) == NULL)
        return fed_blame(build, from, build->order, "@include: %s: %s", file, strerror(errno));
    if (length > 1 && (strncmp(resolved, build->root, length) != 0 || resolved[length] != '/'))
        return fed_blame(build, from, build->order,
                         "@include: %s: lies outside the directory of %s", file, build->file);
    scan->files++;
    status = scan_one(build, scan, file, from);
    scan->files--;
    return status;
}
