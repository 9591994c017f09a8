/* columns.h -- products with a few columns of samples, ld apart. */
#ifndef FED_COLUMNS_H
#define FED_COLUMNS_H

#include <stddef.h>

/* eta[i] = sum_j theta_j x[j ld + i] for i < n, p > 0 */
void fed_columns_forward(size_t p, size_t n, const double *x, size_t ld, const double *theta,
                         double *eta);
/* grad_j += factor sum_i d_i x[j ld + i] over i < n */
void fed_columns_backward(size_t p, size_t n, const double *x, size_t ld, const double *d,
                          double factor, double *grad);

#endif
