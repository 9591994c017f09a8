/* assess.h -- a point of the predictor: residuals, cost and gap, mu and W of the step to come. */
#ifndef FED_ALGORITHMS_IPM_ASSESS_H
#define FED_ALGORITHMS_IPM_ASSESS_H

#include "algorithms/ipm/ipm.h"

/* NaN in the place of a leaves b */
static inline double fed_larger(double a, double b)
{
    return a > b ? a : b;
}

/* sums[0] and sums[1] plus all of v and w, in order; most[0] and most[1], or the largest of x and
 * y. In registers: through memory every addition would wait for the one before. */
static inline void fed_fold(size_t n, const double *v, const double *w, const double *x,
                            const double *y, double *sums, double *most)
{
    double by_v = sums[0], by_w = sums[1], by_x = most[0], by_y = most[1];

    for (size_t k = 0; k < n; k++) {
        by_v += v[k];
        by_w += w[k];
        by_x = fed_larger(x[k], by_x);
        by_y = fed_larger(y[k], by_y);
    }
    sums[0] = by_v;
    sums[1] = by_w;
    most[0] = by_x;
    most[1] = by_y;
}

void fed_ipm_assess(fed_ipm *ipm); /* the point as it is */
/* The point after the step that stands in the units; r = b - Ax measured there, or as it is told.
 */
void fed_ipm_advance(fed_ipm *ipm, bool measured);
void fed_ipm_weigh(fed_ipm *ipm); /* mu and W alone, where a run goes on and lacks them */

#endif
