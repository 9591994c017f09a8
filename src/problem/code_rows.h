/* code_rows.h -- the rows of codes as the clients hold them, one behind the other: products with
 * them read memory in order, and rows of one length, which stand together, have no loop. */
#ifndef FED_CODE_ROWS_H
#define FED_CODE_ROWS_H

#include "core/arena.h"
#include "datasets/matrix.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct fed_code_rows {
    const uint32_t *start; /* of every sample held, and of the end */
    const uint16_t *code;
    const uint16_t *run; /* how many from this sample on have as many codes, as far as it tells */
    double unit;         /* every entry */
} fed_code_rows;

/* row: of every sample held, in z; false without memory */
bool fed_code_rows_make(fed_arena *arena, const fed_matrix *z, const size_t *row, size_t held,
                        fed_code_rows *rows);
/* eta[i] = z_(first + i)'theta for n samples */
void fed_code_forward(const fed_code_rows *rows, size_t first, size_t n, const double *theta,
                      double *eta);
/* out += sum_i w[i] z_(first + i) */
void fed_code_backward(const fed_code_rows *rows, size_t first, size_t n, const double *w,
                       double *out);
/* The same of three at once, those of code c at out[4 c], out[4 c + 1], out[4 c + 2]. */
void fed_code_backward_three(const fed_code_rows *rows, size_t first, size_t n, const double *w,
                             const double *v, const double *x, double *out);

#endif
