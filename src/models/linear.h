/* linear.h -- the linear model beyond what every model has: for the methods that work on rows. */
#ifndef FED_LINEAR_H
#define FED_LINEAR_H

#include "models/model.h"

extern const fed_model_type fed_model_linear;

/* The linear model itself, without memory of its own. */
fed_model fed_linear(const fed_model_shape *shape);

/* Doubles a block of gathered rows needs: with an intercept its column of ones is there too. */
size_t fed_linear_room(const fed_model *model, const fed_matrix *x);
/* Rows side by side, n x ld, ones behind them with an intercept; dense data. Row i times factor[i]
 * unless NULL. */
void fed_linear_gather(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                       const double *factor, size_t ld, double *out);
/* out = the row that theta_c multiplies: a sample's features, and 1 with an intercept */
void fed_linear_row(const fed_model *model, const fed_matrix *x, size_t row, double *out);
/* The gradients for w and for v, one output. */
void fed_linear_backward_two(const fed_model *model, const fed_matrix *x, const size_t *rows,
                             size_t n, const double *w, const double *v, double *by_w,
                             double *by_v);

#endif
