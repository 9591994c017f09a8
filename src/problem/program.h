/* program.h -- the objective of a linear program, c'x: theta is x, a sample is a column with its
 * cost. */
#ifndef FED_PROBLEM_PROGRAM_H
#define FED_PROBLEM_PROGRAM_H

#include "problem/problem.h"

/* A linear program: theta is x, the objective c'x. */
fed_status fed_problem_program(fed_arena *arena, const fed_dataset *data, const fed_partition *part,
                               const fed_problem **problem, fed_error *error);

#endif
