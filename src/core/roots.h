/* roots.h -- where the examples and manifests that come with fedomp are. */
#ifndef FED_ROOTS_H
#define FED_ROOTS_H

#include <limits.h>
#include <stddef.h>

/* Directories with conf/ and datasets/, the first to be tried first: that of the build for what
 * runs where it was built, and that of the installation. */
typedef struct fed_roots {
    const char *path[2];
    size_t count;
    char build[PATH_MAX];
} fed_roots;

void fed_roots_find(fed_roots *roots);

#endif
