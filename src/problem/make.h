/* make.h -- the problem a configuration describes. */
#ifndef FED_PROBLEM_MAKE_H
#define FED_PROBLEM_MAKE_H

#include "problem/problem.h"

/* The same from the configuration; uniform: default of partition.weights for this algorithm;
 * hessians: it computes those of all samples. */
fed_status fed_problem_make(fed_arena *arena, fed_team *team, const fed_config *config,
                            const fed_dataset *data, const fed_partition *part, bool uniform,
                            bool hessians, const fed_problem **problem, fed_error *error);

#endif
