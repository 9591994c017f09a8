/* optimum.h -- the reference optimum: one Newton step for affine losses, damped Newton for the
 * others. */
#ifndef FED_PROBLEM_OPTIMUM_H
#define FED_PROBLEM_OPTIMUM_H

#include "problem/objective.h"

/* Sets optimum and optimum_value where the minimiser exists, is unique and can be found.
 */
fed_status fed_optimum_find(fed_arena *arena, fed_team *team, fed_problem *problem,
                            fed_error *error);

#endif
