/* columns.h -- products with A and A W A', by the columns of a block of units. */
#ifndef FED_COLUMNS_H
#define FED_COLUMNS_H

#include "algorithms/ipm/ipm.h"

enum { FED_COLUMNS = 7 }; /* FED_STRETCH doubles each that a body may use of its work */

/* Doubles of work every body needs: FED_COLUMNS blocks of its own, then what these functions use.
 */
size_t fed_ipm_work(const fed_ipm *ipm);

/* Numbers in A v and in A W A' as bodies add them up for these units */
size_t fed_ipm_width(const fed_ipm *ipm, const fed_units *units);
size_t fed_ipm_squared(const fed_ipm *ipm, const fed_units *units);
/* Before a pass whose bodies ask for A'v: with codes this v is that of the clients. */
void fed_ipm_lift(fed_ipm *ipm, const double *v);
/* e = A'v */
void fed_ipm_adjoint(const fed_ipm *ipm, const fed_units *units, size_t first, size_t n,
                     const double *v, double *e, double *work);
/* out += A w; w is scaled in place */
void fed_ipm_product(const fed_ipm *ipm, const fed_units *units, size_t first, size_t n, double *w,
                     double *out, double *work);
/* out += A w, and behind it A v; both are scaled in place */
void fed_ipm_products(const fed_ipm *ipm, const fed_units *units, size_t first, size_t n, double *w,
                      double *v, double *out, double *work);
/* The same of three: by codes the three of a code stand side by side, with room for a fourth */
void fed_ipm_woven(const fed_ipm *ipm, const fed_units *units, size_t first, size_t n, double *w,
                   double *v, double *x, double *out, double *work);
/* matrix += A diag(w) A', lower triangle at least; w is scaled in place */
void fed_ipm_outer(const fed_ipm *ipm, const fed_units *units, size_t first, size_t n, double *w,
                   double *matrix, double *work);

#endif
