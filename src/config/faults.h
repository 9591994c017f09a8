/* faults.h -- gathering what is wrong, each with its place. */
#ifndef FED_CONFIG_FAULTS_H
#define FED_CONFIG_FAULTS_H

#include "config/types.h"

/* Each returns FED_CONFIG (or FED_NOMEM), so that `return fed_blame(...)` reads well. */
fed_status fed_blame(fed_build *build, fed_place place, size_t order, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
fed_status fed_blame_node(fed_build *build, const fed_node *node, const char *path,
                          const char *format, ...) __attribute__((format(printf, 4, 5)));
fed_status fed_faults_settle(fed_build *build, fed_faults *faults, fed_error *error);
const char *fed_place_text(fed_arena *arena, fed_place place);

#endif
