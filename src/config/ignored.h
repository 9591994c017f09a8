/* ignored.h -- keys that are given and that nothing read. */
#ifndef FED_CONFIG_IGNORED_H
#define FED_CONFIG_IGNORED_H

#include "config/config.h"

typedef struct fed_ignored {
    const char *path; /* "network.degree" */
    const char *text; /* "FILE:LINE: network.degree: has no effect with ..." */
} fed_ignored;

/* Keys that some point gives, with another value than their default, and that no point which gives
 * them has read so far, in the order of the sections: all of them once every point has been set up.
 * NULL when memory ran out. Keys of the whole study and of its output are not asked for. */
const fed_ignored *fed_config_ignored(fed_arena *arena, const fed_config *config, size_t *count);

/* Which keys were read so far, a mark for each; and those that another process has read of the same
 * configuration. */
size_t fed_config_marks(const fed_config *config);
void fed_config_get_marks(const fed_config *config, char *marks);
void fed_config_add_marks(const fed_config *config, const char *marks);

#endif
