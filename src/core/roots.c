/* roots.c -- the sources or the installation, by where the running program stands. */
#include "core/roots.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The program or one of its tests, in the directory of the build. */
static bool is_in_build(void)
{
    char *program = realpath("/proc/self/exe", NULL), *build = realpath(FED_OBJECTDIR, NULL);
    bool in = false;

    if (program != NULL && build != NULL) {
        const size_t length = strlen(build);
        const char *rest = program + length;

        in = strncmp(program, build, length) == 0 &&
             (strncmp(rest, "/tests/", 7) == 0 || strrchr(program, '/') == rest);
    }
    free(program);
    free(build);
    return in;
}

const char *const *fed_roots(void)
{
    static const char *const built[FED_ROOTS] = {FED_SRCDIR, FED_DATADIR},
                             *const installed[FED_ROOTS] = {FED_DATADIR, FED_SRCDIR};

    return is_in_build() ? built : installed;
}
