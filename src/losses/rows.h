/* rows.h -- passes over blocks of rows, dense or sparse: eta = X theta and grad += X'd. */
#ifndef FED_ROWS_H
#define FED_ROWS_H

#include "losses/loss.h"

/* Doubles a block of gathered rows needs: with an intercept its column of ones is there too. */
size_t fed_rows_room(const fed_problem *problem);

/* eta[c][i] = x_i'theta_c for n <= FED_BLOCK rows of data, FED_BLOCK columns; room as above. */
void fed_forward(const fed_problem *problem, const fed_dataset *data, const size_t *rows, size_t n,
                 const double *theta, double *eta, double *room);
/* grad_c += sum_i d[c][i] x_i over training rows; room still holds what fed_forward left there. */
void fed_backward(const fed_problem *problem, const size_t *rows, size_t n, const double *d, double *grad,
                  const double *room);
/* Rows side by side, n x ld, ones in column d with an intercept; dense data. Row i times factor[i]. */
void fed_gather(const fed_problem *problem, const size_t *rows, size_t n, const double *factor, size_t ld,
                double *out);
/* out[0..d) = row of data, dense */
void fed_row_copy(const fed_dataset *data, size_t row, double *out);

#endif
