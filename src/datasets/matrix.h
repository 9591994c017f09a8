/* matrix.h -- rows of numbers, dense as doubles, floats or bytes, or sparse, behind one face: row
 * access, and products with a block of rows. */
#ifndef FED_MATRIX_H
#define FED_MATRIX_H

#include <stddef.h>
#include <stdint.h>

enum { FED_BLOCK = 64 }; /* samples handled at once */

/* One of x, single, bytes is there, or ptr, col and val. An entry of bytes stands for unit times
 * itself. */
/* clang-format off */
#define FED_MATRIX_FIELDS                                                          \
    size_t n, d;          /* rows, columns */                                      \
    const double *x;      /* dense: n x d by rows; or */                           \
    const float *single;  /*   the same in single precision; or */                 \
    const uint8_t *bytes; /*   in bytes, */                                        \
    double unit;          /*   worth this much each; or */                         \
    const size_t *ptr;    /* sparse (CSR): n+1 row starts, */                      \
    const uint32_t *col;  /*   0-based columns, increasing within a row, */        \
    const double *val;    /*   values; unit is known to be all of them, or 0 */
/* clang-format on */

typedef struct fed_matrix {
    FED_MATRIX_FIELDS
} fed_matrix;

/* Entries stored in a row: d, or the mean of a sparse matrix. */
double fed_matrix_width(const fed_matrix *x);
/* out[0..d) = a row, dense */
void fed_row_copy(const fed_matrix *x, size_t row, double *out);
/* start + |x_row|^2, and the row's least and largest stored entry */
double fed_row_square(const fed_matrix *x, size_t row, double start, double *low, double *high);
double fed_row_norm2(const fed_matrix *x, size_t row); /* |x_row|^2, faster */
/* out += w x_row, d of them */
void fed_row_add(const fed_matrix *x, size_t row, double w, double *out);

/* eta[i] = x_i'theta + bias for n rows */
void fed_matrix_forward(const fed_matrix *x, const size_t *rows, size_t n, const double *theta,
                        double bias, double *eta);
/* grad += sum_i w[i] x_i */
void fed_matrix_backward(const fed_matrix *x, const size_t *rows, size_t n, const double *w,
                         double *grad);
/* The same for w and for v. */
void fed_matrix_backward_two(const fed_matrix *x, const size_t *rows, size_t n, const double *w,
                             const double *v, double *by_w, double *by_v);
/* Dense rows side by side, n x ld, row i times factor[i] (NULL: 1); columns from d on are zeros. */
void fed_matrix_gather(const fed_matrix *x, const size_t *rows, size_t n, const double *factor,
                       size_t ld, double *out);

#endif
