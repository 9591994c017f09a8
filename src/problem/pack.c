/* pack.c -- the packed layout and its passes: every loop runs along the samples of a client. */
#include "problem/pack.h"

#include "core/simd.h"
#include "models/linear.h"
#include "problem/errors.h"

#include <string.h>

enum { MOST_PARAMETERS = 32 };

bool fed_pack_pays(const fed_problem *problem)
{
    return problem->products && problem->data->ptr == NULL && !problem->functions &&
           problem->p <= MOST_PARAMETERS &&
           (problem->samples + 8 * problem->clients) * problem->p < ((size_t)1 << 26);
}

fed_status fed_pack_make(fed_arena *arena, const fed_problem *problem, const fed_pack **result,
                         fed_error *error)
{
    const fed_partition *part = problem->part;
    const size_t p = problem->p, clients = problem->clients;
    fed_pack *pack = FED_NEW(arena, fed_pack);
    size_t *start = FED_ARRAY(arena, clients + 1, size_t);
    double *x, *y;

    if (pack == NULL || start == NULL)
        return fed_nomem(error);
    for (size_t m = 0; m < clients; m++)
        start[m + 1] = start[m] + FED_ROUND_UP(fed_held(part, m), 8);
    x = FED_ARRAY(arena, start[clients] * p, double);
    y = FED_ARRAY(arena, start[clients], double);
    if (x == NULL || y == NULL)
        return fed_nomem(error);
    for (size_t m = 0; m < clients; m++) {
        const size_t ld = start[m + 1] - start[m], *rows = fed_held_rows(part, m);
        double *to = x + start[m] * p;

        for (size_t i = 0; i < fed_held(part, m); i++) {
            double row[MOST_PARAMETERS];

            fed_linear_row(&problem->model, &problem->data->matrix, rows[i], row);
            for (size_t j = 0; j < p; j++)
                to[j * ld + i] = row[j];
            y[start[m] + i] = problem->y[rows[i]];
        }
    }
    *pack = (fed_pack){start, x, y};
    *result = pack;
    return FED_OK;
}

FED_CLONES void fed_columns_forward(size_t p, size_t n, const double *x, size_t ld,
                                    const double *theta, double *restrict eta)
{
    size_t j = 0;

    if (p < 4)
        memset(eta, 0, n * sizeof *eta);
    for (; j + 4 <= p; j += 4) {
        const double *a = x + j * ld, *b = a + ld, *c = b + ld, *e = c + ld;
        const double ta = theta[j], tb = theta[j + 1], tc = theta[j + 2], te = theta[j + 3];

        if (j == 0)
#pragma omp simd
            for (size_t i = 0; i < n; i++)
                eta[i] = (ta * a[i] + tb * b[i]) + (tc * c[i] + te * e[i]);
        else
#pragma omp simd
            for (size_t i = 0; i < n; i++)
                eta[i] += (ta * a[i] + tb * b[i]) + (tc * c[i] + te * e[i]);
    }
    for (; j < p; j++)
#pragma omp simd
        for (size_t i = 0; i < n; i++)
            eta[i] += theta[j] * x[j * ld + i];
}

/* grad_j += factor sum_i d_i x[j ld + i] */
FED_CLONES static void columns_backward(size_t p, size_t n, const double *x, size_t ld,
                                        const double *d, double factor, double *grad)
{
    size_t j = 0;

    for (; j + 4 <= p; j += 4) {
        const double *a = x + j * ld, *b = a + ld, *c = b + ld, *e = c + ld;
        double sa = 0.0, sb = 0.0, sc = 0.0, se = 0.0;

#pragma omp simd reduction(+ : sa, sb, sc, se)
        for (size_t i = 0; i < n; i++) {
            sa += d[i] * a[i];
            sb += d[i] * b[i];
            sc += d[i] * c[i];
            se += d[i] * e[i];
        }
        grad[j] += factor * sa;
        grad[j + 1] += factor * sb;
        grad[j + 2] += factor * sc;
        grad[j + 3] += factor * se;
    }
    for (; j < p; j++) {
        double sum = 0.0;

#pragma omp simd reduction(+ : sum)
        for (size_t i = 0; i < n; i++)
            sum += d[i] * x[j * ld + i];
        grad[j] += factor * sum;
    }
}

void fed_pack_eval(const fed_problem *problem, size_t client, size_t lo, size_t hi, double factor,
                   const double *theta, double *value, double *grad, double *wrong, double *work)
{
    const fed_pack *pack = problem->pack;
    const size_t p = problem->p, at = pack->start[client], ld = pack->start[client + 1] - at;
    const double *x = pack->x + at * p, *y = pack->y + at;
    double *eta = work, *d1 = eta + FED_BLOCK, *phi = d1 + FED_BLOCK, sum = 0.0;
    const size_t n = fed_held(problem->part, client);

    for (size_t first = lo; first < hi; first += FED_BLOCK) { /* the padding adds zeros */
        const size_t count = hi - first < FED_BLOCK ? hi - first : FED_BLOCK;
        const size_t whole = first + count == n && ld - first <= FED_BLOCK ? ld - first : count;

        fed_columns_forward(p, whole, x + first, ld, theta, eta);
        fed_link(problem, whole, eta, y + first, value != NULL ? phi : NULL,
                 grad != NULL ? d1 : NULL, NULL);
        if (value != NULL)
            for (size_t i = 0; i < count; i++)
                sum += phi[i];
        if (wrong != NULL)
            *wrong += fed_misclassified(problem, count, eta, y + first);
        for (size_t i = count; grad != NULL && i < whole; i++)
            d1[i] = 0.0; /* also where a loss has no derivative at 0 */
        if (grad != NULL)
            columns_backward(p, whole, x + first, ld, d1, factor, grad);
    }
    if (value != NULL)
        *value += factor * sum;
}
