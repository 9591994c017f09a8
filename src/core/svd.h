/* svd.h -- singular values and pseudo-inverses of dense matrices by rows, through LAPACK. */
#ifndef FED_SVD_H
#define FED_SVD_H

#include <stdbool.h>
#include <stddef.h>

/* Doubles of scratch for either of the two below, at most these sizes. */
size_t fed_svd_room(size_t rows, size_t columns);

/* Singular values of A, decreasing, min(rows, columns) of them; A is overwritten. False when LAPACK
 * does not converge. */
bool fed_singular_values(size_t rows, size_t columns, double *a, double *values, double *room);

/* inverse (columns x rows) = A^+ without the singular values sigma <= cut sigma_1; *kept counts the
 * others. A is overwritten; room begins with the singular values, decreasing. */
bool fed_pseudo_inverse(size_t rows, size_t columns, double *a, double cut, double *inverse,
                        size_t *kept, double *room);

#endif
