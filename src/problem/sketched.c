/* sketched.c -- a client's S sqrt(D) X, few rows whose Gram matrix stands for X'DX. */
#include "problem/sketched.h"

#include "models/linear.h"

#include <math.h>

void fed_sketched_shares(const fed_problem *problem, size_t rows, size_t *start)
{
    const size_t *first = problem->part->start;

    start[0] = 0;
    for (size_t m = 0; m < problem->clients; m++) {
        const size_t n = first[m + 1] - first[m];
        size_t share = (size_t)ceil((double)rows * (double)n / (double)problem->samples);

        if (share > n)
            share = n;
        start[m + 1] = start[m] + share;
    }
}

/* work: [sqrt(D) X by columns][a sketched column][a row][product][the sketch] */
size_t fed_sketched_work(const fed_problem *problem, const fed_sketcher *kind, const size_t *start)
{
    size_t most = 0;

    for (size_t m = 0; m < problem->clients; m++) {
        const size_t n = fed_held(problem->part, m), rows = start[m + 1] - start[m];
        const size_t need =
            n * problem->p + rows + problem->p + fed_sketch_work(kind, rows, n) +
            (fed_sketch_bytes(kind, rows, n) + sizeof(double) - 1) / sizeof(double) + 8;

        most = need > most ? need : most;
    }
    return most;
}

void fed_sketched_rows(const fed_problem *problem, size_t client, const double *weight,
                       const fed_sketcher *kind, size_t rows, fed_rng rng, double *out,
                       double *work)
{
    const size_t first = problem->part->start[client], n = fed_held(problem->part, client),
                 p = problem->p;
    double *x = work, *column = x + n * p, *row = column + rows, *product = row + p;
    const bool whole = rows == n;

    for (size_t i = 0; i < n; i++) {
        const double root = sqrt(weight[i]);

        fed_linear_row(&problem->model, &problem->data->matrix, problem->part->row[first + i], row);
        for (size_t j = 0; j < p; j++)
            (whole ? out : x)[whole ? i * p + j : j * n + i] = root * row[j];
    }
    if (!whole) {
        double *room = product + fed_sketch_work(kind, rows, n);
        const fed_sketch sketch = fed_sketch_draw(kind, rows, n, rng, room);

        for (size_t j = 0; j < p; j++) {
            fed_sketch_apply(&sketch, x + j * n, column, product);
            for (size_t i = 0; i < rows; i++)
                out[i * p + j] = column[i];
        }
    }
}
