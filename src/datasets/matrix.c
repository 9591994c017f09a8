/* matrix.c -- the products of a matrix's kinds, written so that a block of rows is read from memory
 * once. */
#include "datasets/matrix.h"

#include "core/linalg.h"
#include "core/simd.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { AHEAD = 16, STEP = 32 }; /* sparse rows, and dense columns, asked for before they are used */

#define ENTRY double
#define SUFFIX doubles
#include "datasets/matrix_dense.h"
#define ENTRY float
#define SUFFIX floats
#include "datasets/matrix_dense.h"
#define ENTRY uint8_t
#define SUFFIX bytes
#include "datasets/matrix_dense.h"

double fed_matrix_width(const fed_matrix *x)
{
    return x->ptr != NULL ? (double)x->ptr[x->n] / (double)x->n : (double)x->d;
}

/* out = factor times a dense row */
static void scaled_row(const fed_matrix *x, size_t row, double factor, double *out)
{
    const size_t from = row * x->d;

    if (x->x != NULL)
        scaled_doubles(x->x + from, x->d, factor, out);
    else if (x->single != NULL)
        scaled_floats(x->single + from, x->d, factor, out);
    else
        scaled_bytes(x->bytes + from, x->d, factor * x->unit, out);
}

void fed_row_copy(const fed_matrix *x, size_t row, double *out)
{
    if (x->x != NULL) {
        memcpy(out, x->x + row * x->d, x->d * sizeof *out);
        return;
    }
    if (x->ptr == NULL) {
        scaled_row(x, row, 1.0, out);
        return;
    }
    memset(out, 0, x->d * sizeof *out);
    for (size_t k = x->ptr[row]; k < x->ptr[row + 1]; k++)
        out[x->col[k]] = x->val[k];
}

/* The entry k of the storage. */
static double entry(const fed_matrix *x, size_t k)
{
    return x->x != NULL        ? x->x[k]
           : x->single != NULL ? (double)x->single[k]
           : x->bytes != NULL  ? x->unit * (double)x->bytes[k]
                               : x->val[k];
}

double fed_row_square(const fed_matrix *x, size_t row, double start, double *low, double *high)
{
    const size_t from = x->ptr != NULL ? x->ptr[row] : row * x->d;
    const size_t to = x->ptr != NULL ? x->ptr[row + 1] : from + x->d;
    double sum = start;

    *low = INFINITY;
    *high = -INFINITY;
    for (size_t k = from; k < to; k++) {
        const double value = entry(x, k);

        *low = fmin(*low, value);
        *high = fmax(*high, value);
        sum += value * value;
    }
    return sum;
}

double fed_row_norm2(const fed_matrix *x, size_t row)
{
    double low, high;

    return x->x != NULL ? fed_dot(x->d, x->x + row * x->d, x->x + row * x->d)
                        : fed_row_square(x, row, 0.0, &low, &high);
}

void fed_row_add(const fed_matrix *x, size_t row, double w, double *out)
{
    if (x->ptr == NULL)
        for (size_t j = 0; j < x->d; j++)
            out[j] += w * entry(x, row * x->d + j);
    else
        for (size_t k = x->ptr[row]; k < x->ptr[row + 1]; k++)
            out[x->col[k]] += w * x->val[k];
}

/* The rows of a client may lie anywhere: asked for early, they wait in cache. */
static void fetch_row(const fed_matrix *x, size_t row)
{
    const size_t k = x->ptr[row];

    __builtin_prefetch(x->col + k);
    __builtin_prefetch(x->val + k);
    __builtin_prefetch(x->val + k + 8);
}

/* Entries that are all the same are not read; the bits are those of forward_sparse. one: the unit
 * is. */
FED_INLINE void forward_by(const fed_matrix *x, const size_t *rows, size_t n, const double *theta,
                           double bias, const bool one, double *eta)
{
    const double unit = one ? 1.0 : x->unit;

    for (size_t i = 0; i < n; i++) {
        double even = bias, odd = 0.0;
        const uint32_t *at = x->col + x->ptr[rows[i]], *end = x->col + x->ptr[rows[i] + 1];

        for (; end - at >= 4; at += 4) {
            even += unit * theta[at[0]];
            odd += unit * theta[at[1]];
            even += unit * theta[at[2]];
            odd += unit * theta[at[3]];
        }
        if (end - at >= 2) {
            even += unit * theta[at[0]];
            odd += unit * theta[at[1]];
            at += 2;
        }
        if (at < end)
            even += unit * theta[*at];
        eta[i] = even + odd;
    }
}

static void forward_units(const fed_matrix *x, const size_t *rows, size_t n, const double *theta,
                          double bias, double *eta)
{
    if (x->unit == 1.0)
        forward_by(x, rows, n, theta, bias, true, eta);
    else
        forward_by(x, rows, n, theta, bias, false, eta);
}

static void forward_sparse(const fed_matrix *x, const size_t *rows, size_t n, const double *theta,
                           double bias, double *eta)
{
    for (size_t i = 0; i < n && i < AHEAD; i++)
        fetch_row(x, rows[i]);
    for (size_t i = 0; i < n; i++) {
        double even = bias, odd = 0.0;
        size_t k = x->ptr[rows[i]];
        const size_t end = x->ptr[rows[i] + 1];

        if (i + AHEAD < n)
            fetch_row(x, rows[i + AHEAD]);
        for (; k + 2 <= end; k += 2) {
            even += x->val[k] * theta[x->col[k]];
            odd += x->val[k + 1] * theta[x->col[k + 1]];
        }
        if (k < end)
            even += x->val[k] * theta[x->col[k]];
        eta[i] = even + odd;
    }
}

static void backward_units(const fed_matrix *x, const size_t *rows, size_t n, const double *w,
                           double *restrict grad)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t *at = x->col + x->ptr[rows[i]], *end = x->col + x->ptr[rows[i] + 1];
        const double share = w[i] * x->unit;

        for (; end - at >= 4; at += 4) { /* a row's columns are four places */
            const double a = grad[at[0]] + share, b = grad[at[1]] + share, c = grad[at[2]] + share,
                         e = grad[at[3]] + share;

            grad[at[0]] = a;
            grad[at[1]] = b;
            grad[at[2]] = c;
            grad[at[3]] = e;
        }
        for (; at < end; at++)
            grad[*at] += share;
    }
}

static void backward_sparse(const fed_matrix *x, const size_t *rows, size_t n, const double *w,
                            double *restrict grad)
{
    for (size_t i = 0; i < n && i < AHEAD; i++)
        fetch_row(x, rows[i]);
    for (size_t i = 0; i < n; i++) {
        const size_t end = x->ptr[rows[i] + 1];
        const double wi = w[i];

        if (i + AHEAD < n)
            fetch_row(x, rows[i + AHEAD]);
        for (size_t k = x->ptr[rows[i]]; k < end; k++)
            grad[x->col[k]] += wi * x->val[k];
    }
}

/* The same for two w at once: a row's columns, and values, are read once. */
static void backward_units_two(const fed_matrix *x, const size_t *rows, size_t n, const double *w,
                               const double *v, double *restrict by_w, double *restrict by_v)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t *at = x->col + x->ptr[rows[i]], *end = x->col + x->ptr[rows[i] + 1];
        const double a = w[i] * x->unit, b = v[i] * x->unit;

        for (; at < end; at++) {
            by_w[*at] += a;
            by_v[*at] += b;
        }
    }
}

static void backward_sparse_two(const fed_matrix *x, const size_t *rows, size_t n, const double *w,
                                const double *v, double *restrict by_w, double *restrict by_v)
{
    for (size_t i = 0; i < n; i++) {
        const size_t end = x->ptr[rows[i] + 1];
        const double wi = w[i], vi = v[i];

        for (size_t k = x->ptr[rows[i]]; k < end; k++) {
            const double entry = x->val[k];
            const size_t j = x->col[k];

            by_w[j] += wi * entry;
            by_v[j] += vi * entry;
        }
    }
}

void fed_matrix_forward(const fed_matrix *x, const size_t *rows, size_t n, const double *theta,
                        double bias, double *eta)
{
    double unit = 1.0;

    if (x->ptr != NULL) {
        (x->unit != 0.0 ? forward_units : forward_sparse)(x, rows, n, theta, bias, eta);
        return;
    }
    if (x->x != NULL) {
        forward_doubles(x->x, x->d, rows, n, theta, eta);
    } else if (x->single != NULL) {
        forward_floats(x->single, x->d, rows, n, theta, eta);
    } else {
        forward_bytes(x->bytes, x->d, rows, n, theta, eta);
        unit = x->unit;
    }
    for (size_t i = 0; i < n; i++)
        eta[i] = unit * eta[i] + bias;
}

/* The row behind rows that lie together, if three more follow it; else 0. */
static size_t row_behind(const fed_matrix *x, const size_t *rows, size_t n)
{
    return n > 0 && rows[n - 1] - rows[0] == n - 1 && rows[n - 1] + 4 < x->n ? rows[n - 1] + 1 : 0;
}

void fed_matrix_backward(const fed_matrix *x, const size_t *rows, size_t n, const double *w,
                         double *grad)
{
    const size_t next = row_behind(x, rows, n);
    const bool more = next > 0;

    if (x->x != NULL)
        backward_doubles(x->x, x->d, rows, n, 1.0, w, more ? x->x + next * x->d : NULL, grad);
    else if (x->single != NULL)
        backward_floats(x->single, x->d, rows, n, 1.0, w, more ? x->single + next * x->d : NULL,
                        grad);
    else if (x->bytes != NULL)
        backward_bytes(x->bytes, x->d, rows, n, x->unit, w, more ? x->bytes + next * x->d : NULL,
                       grad);
    else
        (x->unit != 0.0 ? backward_units : backward_sparse)(x, rows, n, w, grad);
}

void fed_matrix_backward_two(const fed_matrix *x, const size_t *rows, size_t n, const double *w,
                             const double *v, double *by_w, double *by_v)
{
    if (x->ptr != NULL) {
        (x->unit != 0.0 ? backward_units_two : backward_sparse_two)(x, rows, n, w, v, by_w, by_v);
        return;
    }
    fed_matrix_backward(x, rows, n, w, by_w);
    fed_matrix_backward(x, rows, n, v, by_v);
}

void fed_matrix_gather(const fed_matrix *x, const size_t *rows, size_t n, const double *factor,
                       size_t ld, double *out)
{
    for (size_t i = 0; i < n; i++) {
        double *to = out + i * ld;

        scaled_row(x, rows[i], factor == NULL ? 1.0 : factor[i], to);
        for (size_t j = x->d; j < ld; j++)
            to[j] = 0.0;
    }
}
