/* slices.c -- with eta = x'theta the derivative is x_i phi'(eta): two products of matrices for a
 * block of samples and all probes; any other loss is asked sample by sample, probe by probe. */
#include "algorithms/lowrank/slices.h"

#include "core/linalg.h"
#include "models/linear.h"
#include "problem/blocks.h"

#include <string.h>

/* work: [rows: FED_BLOCK x p][some of their columns][eta][phi': K x FED_BLOCK each][y], or
 * [gradient][the loss's own] */
typedef struct block {
    double *x, *some, *eta, *d1, *y;
} block;

fed_slices fed_slices_of(const fed_problem *problem, size_t probes, const double *probe)
{
    fed_slices slices = {problem, probes, probe, false};

    slices.products = problem->products && problem->data->ptr == NULL;
    return slices;
}

size_t fed_slices_work(const fed_slices *slices)
{
    const size_t p = slices->problem->p;

    return slices->products ? FED_BLOCK * (2 * p + 2 * slices->probes + 1)
                            : p + slices->problem->work;
}

/* phi' of n <= FED_BLOCK samples at every probe, and their rows. */
static block evaluate(const fed_slices *slices, const size_t *rows, size_t n, double *work)
{
    const fed_problem *problem = slices->problem;
    const size_t p = problem->p, probes = slices->probes;
    block b = {work, work + FED_BLOCK * p, work + 2 * FED_BLOCK * p, NULL, NULL};

    b.d1 = b.eta + FED_BLOCK * probes;
    b.y = b.d1 + FED_BLOCK * probes;
    fed_linear_gather(&problem->model, &problem->data->matrix, rows, n, NULL, p, b.x);
    for (size_t j = 0; j < n; j++)
        b.y[j] = problem->y[rows[j]];
    fed_gemm(false, true, probes, n, p, 1.0, slices->probe, p, b.x, p, 0.0, b.eta, FED_BLOCK);
    for (size_t k = 0; k < probes; k++)
        fed_link(problem, n, b.eta + k * FED_BLOCK, b.y, NULL, b.d1 + k * FED_BLOCK, NULL);
    return b;
}

static void gradient_at(const fed_slices *slices, size_t k, const size_t *rows, size_t n,
                        double *work)
{
    const fed_problem *problem = slices->problem;

    memset(work, 0, problem->p * sizeof *work);
    fed_rows_eval(problem, rows, n, 1.0, slices->probe + k * problem->p, NULL, work,
                  work + problem->p);
}

void fed_slices_samples(const fed_slices *slices, const size_t *rows, size_t n,
                        const size_t *coordinate, size_t count, size_t stride, double *out,
                        double *work)
{
    const size_t p = slices->problem->p, probes = slices->probes;

    for (size_t first = 0; slices->products && first < n; first += FED_BLOCK) {
        const size_t now = n - first < FED_BLOCK ? n - first : FED_BLOCK;
        const block b = evaluate(slices, rows + first, now, work);

        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < now; j++) {
                const double x = b.x[j * p + coordinate[i]];
                double *to = out + i * stride + (first + j) * probes;

                for (size_t k = 0; k < probes; k++)
                    to[k] = x * b.d1[k * FED_BLOCK + j];
            }
    }
    for (size_t j = 0; !slices->products && j < n; j++)
        for (size_t k = 0; k < probes; k++) {
            gradient_at(slices, k, rows + j, 1, work);
            for (size_t i = 0; i < count; i++)
                out[i * stride + j * probes + k] = work[coordinate[i]];
        }
}

static bool in_place(const size_t *coordinate, size_t count, size_t p)
{
    for (size_t i = 0; i < count; i++)
        if (coordinate[i] != i)
            return false;
    return count == p;
}

void fed_slices_sum(const fed_slices *slices, const size_t *rows, size_t n,
                    const size_t *coordinate, size_t count, size_t stride, double *out,
                    double *work)
{
    const size_t p = slices->problem->p, probes = slices->probes;
    const bool all = in_place(coordinate, count, p);

    for (size_t at = 0; slices->products && at < n; at += FED_BLOCK) {
        const size_t now = n - at < FED_BLOCK ? n - at : FED_BLOCK;
        const block b = evaluate(slices, rows + at, now, work);

        for (size_t j = 0; !all && j < now; j++)
            for (size_t i = 0; i < count; i++)
                b.some[j * count + i] = b.x[j * p + coordinate[i]];
        fed_gemm(true, true, count, probes, now, 1.0, all ? b.x : b.some, count, b.d1, FED_BLOCK,
                 at > 0 ? 1.0 : 0.0, out, stride);
    }
    for (size_t k = 0; !slices->products && k < probes; k++) {
        gradient_at(slices, k, rows, n, work);
        for (size_t i = 0; i < count; i++)
            out[i * stride + k] = work[coordinate[i]];
    }
}
