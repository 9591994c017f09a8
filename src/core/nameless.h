/* nameless.h -- files that lose their names. With the last descriptor of such a file its space goes
 * back to the file system, which takes long where the file is long: several are left at once. */
#ifndef FED_NAMELESS_H
#define FED_NAMELESS_H

#include <stddef.h>

enum { FED_NAMELESS = 8 };

typedef struct fed_nameless {
    int fd[FED_NAMELESS];
    size_t count;
} fed_nameless;

/* A file that is about to lose its name stays until all are left, if it is long and there is room:
 * else it goes with its name. */
void fed_nameless_hold(fed_nameless *all, int dir, const char *name);
/* The same of a file that is open; the descriptor is theirs. */
void fed_nameless_add(fed_nameless *all, int fd);
void fed_nameless_leave(fed_nameless *all, int threads);

#endif
