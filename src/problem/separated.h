/* separated.h -- logistic losses without a finite minimiser: what falls for ever along a direction.
 */
#ifndef FED_PROBLEM_SEPARATED_H
#define FED_PROBLEM_SEPARATED_H

#include "problem/problem.h"

/* Whether an objective of this value says that theta separates two classes that nothing penalises:
 * then the logistic loss falls for ever along theta. */
bool fed_separated(const fed_problem *problem, double value);
/* Whether all labels are 0, or all 1, and an unpenalised intercept can run away for ever. */
bool fed_one_class(const fed_problem *problem);

#endif
