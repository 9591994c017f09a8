/* slices.h -- derivatives of sample losses at many parameters: for each coordinate a matrix whose
 * rows are samples and whose columns are probes. */
#ifndef FED_SLICES_H
#define FED_SLICES_H

#include "problem/problem.h"

typedef struct fed_slices {
    const fed_problem *problem;
    size_t probes;       /* K */
    const double *probe; /* K x p */
    bool products;       /* x'theta of dense rows, one output: products of matrices do it */
} fed_slices;

fed_slices fed_slices_of(const fed_problem *problem, size_t probes, const double *probe);
size_t fed_slices_work(const fed_slices *slices); /* doubles of scratch */

/* out[i stride + j K + k] = d l(x_rows[j]; probe_k) / d theta_coordinate[i], unscaled,
 * unregularised */
void fed_slices_samples(const fed_slices *slices, const size_t *rows, size_t n,
                        const size_t *coordinate, size_t count, size_t stride, double *out,
                        double *work);
/* out[i stride + k] = sum_j d l(x_rows[j]; probe_k) / d theta_coordinate[i] */
void fed_slices_sum(const fed_slices *slices, const size_t *rows, size_t n,
                    const size_t *coordinate, size_t count, size_t stride, double *out,
                    double *work);

#endif
