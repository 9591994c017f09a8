/* source.h -- names of files, and files read whole. */
#ifndef FED_CONFIG_SOURCE_H
#define FED_CONFIG_SOURCE_H

#include "core/arena.h"

/* A name, from the directory of the file that names it; from the root. */
const char *fed_beside(fed_arena *arena, const char *file, const char *name);
const char *fed_absolute(fed_arena *arena, const char *path);

/* A regular file of at most `most` bytes, ended by a zero; NULL otherwise, and *what is the fault,
 * or NULL when memory ran out. */
char *fed_read_regular(fed_arena *arena, const char *file, size_t most, size_t *size,
                       const char **what);

#endif
