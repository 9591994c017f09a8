/* roots.c -- the build or the installation, by where the running program stands. */
#include "core/roots.h"

#include <string.h>
#include <unistd.h>

/* Cuts the last part of a path when it is this one, or any when it is "". */
static void cut(char *path, const char *part)
{
    char *slash = strrchr(path, '/');

    if (slash != NULL && (*part == '\0' || strcmp(slash + 1, part) == 0))
        *slash = '\0';
}

/* The program, a test or a benchmark in the directory of its build: there and nowhere else
 * configure leaves the file below, and beside it the examples and manifests or links to them. */
static int is_built(char path[PATH_MAX])
{
    static const char mark[] = "/fedomp.pc";
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - sizeof mark);
    int built;

    if (length <= 0)
        return 0;
    path[length] = '\0';
    cut(path, "");
    cut(path, ".libs");
    cut(path, "tests");
    cut(path, "bench");
    strcat(path, mark);
    built = access(path, F_OK) == 0;
    cut(path, "");
    return built;
}

void fed_roots_find(fed_roots *roots)
{
    roots->count = 0;
    if (is_built(roots->build))
        roots->path[roots->count++] = roots->build;
    roots->path[roots->count++] = FED_DATADIR;
}
