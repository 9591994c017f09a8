/* blocks.h -- sums of losses over samples and their derivatives, block by block of rows. */
#ifndef FED_BLOCKS_H
#define FED_BLOCKS_H

#include "problem/problem.h"

/* factor times the sums over the samples rows[0..n), without penalty, are added: to *value and to
 * grad, either of which may be NULL; */
void fed_rows_eval(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                   const double *theta, double *value, double *grad, double *work);
/* the same, and to *wrong how many of them are misclassified; eta, unless NULL, gets their outputs,
 * of which there is one each; */
void fed_rows_measure(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                      const double *theta, double *value, double *grad, double *wrong, double *eta,
                      double *work);
/* (sum of Hessians) v to out; */
void fed_rows_hvp(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                  const double *theta, const double *v, double *out, double *work);
/* the sum of Hessians to the lower triangle of a p x p matrix, which fed_mirrored completes; eta is
 * NULL or what fed_rows_measure kept at theta; */
void fed_rows_lower(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                    const double *theta, const double *eta, double *hessian, size_t ld,
                    double *work);
/* of a model of one product: factor phi'' of every row, which rows of x then take to the Hessian;
 */
void fed_rows_bends(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                    const double *theta, const double *eta, double *bends, double *work);
void fed_mirrored(const fed_problem *problem, double *hessian, size_t ld);
/* the same, both triangles. */
void fed_rows_hessian(const fed_problem *problem, const size_t *rows, size_t n, double factor,
                      const double *theta, double *hessian, size_t ld, double *work);
/* doubles of scratch these need */
size_t fed_rows_work(const fed_problem *problem);

#endif
