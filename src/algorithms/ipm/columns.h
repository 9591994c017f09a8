/* columns.h -- products with A and A W A', by the columns of a block of units. */
#ifndef FED_COLUMNS_H
#define FED_COLUMNS_H

#include "algorithms/ipm/ipm.h"

enum { FED_COLUMNS = 7 }; /* FED_BLOCK doubles each that a body may use of its work */

/* Doubles of work every body needs: FED_COLUMNS blocks of its own, then what these functions use.
 */
size_t fed_ipm_work(const fed_ipm *ipm);

/* e = A'v */
void fed_ipm_adjoint(const fed_ipm *ipm, const fed_units *units, size_t first, size_t n,
                     const double *v, double *e, double *work);
/* out += A w; w is scaled in place */
void fed_ipm_product(const fed_ipm *ipm, const fed_units *units, size_t first, size_t n, double *w,
                     double *out, double *work);
/* out += A w, out + d += A v; both are scaled in place */
void fed_ipm_products(const fed_ipm *ipm, const fed_units *units, size_t first, size_t n, double *w,
                      double *v, double *out, double *work);
/* matrix += A diag(w) A', lower triangle at least; w is scaled in place */
void fed_ipm_outer(const fed_ipm *ipm, const fed_units *units, size_t first, size_t n, double *w,
                   double *matrix, double *work);

#endif
