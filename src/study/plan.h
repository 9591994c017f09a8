/* plan.h -- which points of a sweep share their data, and which their problem. */
#ifndef FED_PLAN_H
#define FED_PLAN_H

#include "config/config.h"

/* Points that build the same thing are a group; groups are numbered as they first appear. */
typedef struct fed_plan {
    size_t points;
    size_t data_groups, problem_groups;
    /* by problem group: where its points begin in `order` (one more at the end), its data group */
    size_t *start, *data_of;
    size_t *order; /* points, those of one problem group together, those of one data group too */
    bool *fixed;   /* by data group: read from files, the same in every replicate */
} fed_plan;

fed_status fed_plan_make(fed_arena *arena, const fed_config *config, fed_plan *plan,
                         fed_error *error);

#endif
