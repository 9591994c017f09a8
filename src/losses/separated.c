/* separated.c -- logistic losses without a finite minimiser: what falls for ever along a direction. */
#include "losses/loss.h"

#include <math.h>
#include <string.h>

static bool binary_without_penalty(const fed_problem *problem)
{
    return problem->classes == 2 && problem->outputs == 1 && problem->l2 == 0.0 &&
           problem->l1 == 0.0;
}

/* A sample on the wrong side, or on the plane, costs log 2 or more (1 for the hinge). */
bool fed_separated(const fed_problem *problem, double value)
{
    double least = INFINITY;

    if (!binary_without_penalty(problem))
        return false;
    for (size_t m = 0; m < problem->clients; m++)
        least = fmin(least, problem->weight[m] /
                                (double)(problem->part->start[m + 1] - problem->part->start[m]));
    return value < problem->scale * least * log(2.0);
}

bool fed_one_class(const fed_problem *problem)
{
    const fed_partition *part = problem->part;
    double low = INFINITY, high = -INFINITY;

    if (!problem->intercept || strcmp(problem->loss->entry.name, "logistic") != 0)
        return false;
    for (size_t i = 0; i < part->start[problem->clients]; i++) {
        low = fmin(low, problem->y[part->row[i]]);
        high = fmax(high, problem->y[part->row[i]]);
    }
    return low == high && (low == 0.0 || low == 1.0);
}
