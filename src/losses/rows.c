/* rows.c -- the two passes over a block of rows, written so that the block is read from memory once. */
#include "losses/rows.h"

#include "core/linalg.h"
#include "core/simd.h"

#include <string.h>

enum { AHEAD = 16 }; /* sparse rows asked for before they are used */
enum { GEMM_FROM = 512 }; /* parameters from which several outputs go through BLIS */

static size_t stride(const fed_problem *problem)
{
    return problem->d + problem->intercept;
}

static bool use_gemm(const fed_problem *problem, const fed_dataset *data)
{
    return problem->outputs > 1 && problem->p >= GEMM_FROM && data->x != NULL;
}

size_t fed_rows_room(const fed_problem *problem)
{
    return problem->data->x != NULL ? FED_BLOCK * stride(problem) : 0;
}

FED_CLONES static void dense_forward(const double *x, size_t d, const size_t *rows, size_t n,
                                     const double *theta, double bias, double *eta)
{
    size_t i = 0;

    for (; i + 4 <= n; i += 4) {
        const double *a = x + rows[i] * d, *b = x + rows[i + 1] * d;
        const double *c = x + rows[i + 2] * d, *e = x + rows[i + 3] * d;
        double sa = 0.0, sb = 0.0, sc = 0.0, se = 0.0;

#pragma omp simd reduction(+ : sa, sb, sc, se)
        for (size_t j = 0; j < d; j++) {
            sa += a[j] * theta[j];
            sb += b[j] * theta[j];
            sc += c[j] * theta[j];
            se += e[j] * theta[j];
        }
        eta[i] = sa + bias;
        eta[i + 1] = sb + bias;
        eta[i + 2] = sc + bias;
        eta[i + 3] = se + bias;
    }
    for (; i < n; i++) {
        const double *a = x + rows[i] * d;
        double sum = 0.0;

#pragma omp simd reduction(+ : sum)
        for (size_t j = 0; j < d; j++)
            sum += a[j] * theta[j];
        eta[i] = sum + bias;
    }
}

FED_CLONES static void dense_backward(const double *x, size_t d, const size_t *rows, size_t n,
                                      const double *w, double *restrict grad)
{
    size_t i = 0;

    for (; i + 4 <= n; i += 4) {
        const double *a = x + rows[i] * d, *b = x + rows[i + 1] * d;
        const double *c = x + rows[i + 2] * d, *e = x + rows[i + 3] * d;
        const double wa = w[i], wb = w[i + 1], wc = w[i + 2], we = w[i + 3];

#pragma omp simd
        for (size_t j = 0; j < d; j++)
            grad[j] += (wa * a[j] + wb * b[j]) + (wc * c[j] + we * e[j]);
    }
    for (; i < n; i++) {
        const double *a = x + rows[i] * d;
        const double wa = w[i];

#pragma omp simd
        for (size_t j = 0; j < d; j++)
            grad[j] += wa * a[j];
    }
}

/* The rows of a client lie anywhere: asked for early, they wait in cache. */
static void fetch_row(const fed_dataset *data, size_t row)
{
    const size_t k = data->ptr[row];

    __builtin_prefetch(data->col + k);
    __builtin_prefetch(data->val + k);
    __builtin_prefetch(data->val + k + 8);
}

static void sparse_forward(const fed_dataset *data, const size_t *rows, size_t n, const double *theta,
                           double bias, double *eta)
{
    for (size_t i = 0; i < n && i < AHEAD; i++)
        fetch_row(data, rows[i]);
    for (size_t i = 0; i < n; i++) {
        double even = bias, odd = 0.0;
        size_t k = data->ptr[rows[i]];
        const size_t end = data->ptr[rows[i] + 1];

        if (i + AHEAD < n)
            fetch_row(data, rows[i + AHEAD]);
        for (; k + 2 <= end; k += 2) {
            even += data->val[k] * theta[data->col[k]];
            odd += data->val[k + 1] * theta[data->col[k + 1]];
        }
        if (k < end)
            even += data->val[k] * theta[data->col[k]];
        eta[i] = even + odd;
    }
}

static void sparse_backward(const fed_dataset *data, const size_t *rows, size_t n, const double *w, double *grad)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = data->ptr[rows[i]]; k < data->ptr[rows[i] + 1]; k++)
            grad[data->col[k]] += w[i] * data->val[k];
}

void fed_row_copy(const fed_dataset *data, size_t row, double *out)
{
    if (data->x != NULL) {
        memcpy(out, data->x + row * data->d, data->d * sizeof *out);
        return;
    }
    memset(out, 0, data->d * sizeof *out);
    for (size_t k = data->ptr[row]; k < data->ptr[row + 1]; k++)
        out[data->col[k]] = data->val[k];
}

static void gather(const fed_problem *problem, const fed_dataset *data, const size_t *rows, size_t n,
                   const double *factor, size_t ld, double *out)
{
    const size_t d = problem->d;

    for (size_t i = 0; i < n; i++) {
        const double *restrict x = data->x + rows[i] * d;
        double *restrict to = out + i * ld, f = factor == NULL ? 1.0 : factor[i];

#pragma omp simd
        for (size_t j = 0; j < d; j++)
            to[j] = f * x[j];
        for (size_t j = d; j < ld; j++)
            to[j] = 0.0;
        if (problem->intercept)
            to[d] = f;
    }
}

void fed_gather(const fed_problem *problem, const size_t *rows, size_t n, const double *factor, size_t ld,
                double *out)
{
    gather(problem, problem->data, rows, n, factor, ld, out);
}

void fed_forward(const fed_problem *problem, const fed_dataset *data, const size_t *rows, size_t n,
                 const double *theta, double *eta, double *room)
{
    const size_t step = stride(problem), d = problem->d;

    if (use_gemm(problem, data)) {
        gather(problem, data, rows, n, NULL, step, room);
        fed_gemm(false, true, problem->outputs, n, step, 1.0, theta, step, room, step, 0.0, eta, FED_BLOCK);
        return;
    }
    for (size_t c = 0; c < problem->outputs; c++) {
        const double *part = theta + c * step, bias = problem->intercept ? part[d] : 0.0;

        if (data->x != NULL)
            dense_forward(data->x, d, rows, n, part, bias, eta + c * FED_BLOCK);
        else
            sparse_forward(data, rows, n, part, bias, eta + c * FED_BLOCK);
    }
}

void fed_backward(const fed_problem *problem, const size_t *rows, size_t n, const double *d1, double *grad,
                  const double *room)
{
    const fed_dataset *data = problem->data;
    const size_t step = stride(problem), d = problem->d;

    if (use_gemm(problem, data)) {
        fed_gemm(false, false, problem->outputs, step, n, 1.0, d1, FED_BLOCK, room, step, 1.0, grad, step);
        return;
    }
    for (size_t c = 0; c < problem->outputs; c++) {
        const double *w = d1 + c * FED_BLOCK;
        double *to = grad + c * step;

        if (data->x != NULL)
            dense_backward(data->x, d, rows, n, w, to);
        else
            sparse_backward(data, rows, n, w, to);
        if (problem->intercept)
            for (size_t i = 0; i < n; i++)
                to[d] += w[i];
    }
}
