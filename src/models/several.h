/* several.h -- products of a block of rows with several vectors at once, as the outputs of a linear
 * model for several classes need them. */
#ifndef FED_SEVERAL_H
#define FED_SEVERAL_H

#include <stddef.h>

/* eta[c FED_BLOCK + i] = sum_j theta[c step + j] row[i][j], j < d, for n rows */
void fed_several_forward(size_t outputs, size_t d, const double *theta, size_t step,
                         const double *const *row, size_t n, double *eta);
/* grad[c step + j] += sum_i w[c FED_BLOCK + i] row[i][j] */
void fed_several_backward(size_t outputs, size_t d, const double *const *row, size_t n,
                          const double *w, double *grad, size_t step);

#endif
