/* separated.c -- losses of classes without a finite minimiser: what falls for ever along a
 * direction. */
#include "problem/separated.h"

#include "problem/problem.h"

#include <math.h>

static bool binary_without_penalty(const fed_problem *problem)
{
    return problem->classes == 2 && problem->outputs == 1 && problem->l2 == 0.0 &&
           problem->l1 == 0.0;
}

/* A sample on the wrong side, or on the plane, costs log 2 or more (1 for hinge and exponential).
 */
bool fed_separated(const fed_problem *problem, double value)
{
    double least = INFINITY;

    if (!binary_without_penalty(problem))
        return false;
    for (size_t m = 0; m < problem->clients; m++)
        least = fmin(least, problem->weight[m] / (double)fed_held(problem->part, m));
    return value < problem->scale * least * log(2.0);
}

bool fed_one_class(const fed_problem *problem)
{
    const fed_partition *part = problem->part;
    double low = INFINITY, high = -INFINITY;

    if (fed_all_penalised(&problem->model) || !problem->loss->asymptotic)
        return false;
    for (size_t i = 0; i < part->start[problem->clients]; i++) {
        low = fmin(low, problem->y[part->row[i]]);
        high = fmax(high, problem->y[part->row[i]]);
    }
    return low == high && (low == 0.0 || low == 1.0);
}
