/* factor.c -- proximal steps where the gradient is affine: (I + eta H) step = -eta grad(x), with
 * the factor kept from round to round. */
#include "algorithms/local/factor.h"

#include "core/linalg.h"
#include "algorithms/local/prox.h"
#include "models/linear.h"
#include "core/lapack.h"

#include <string.h>

size_t fed_prox_side(const fed_problem *problem, size_t n)
{
    return problem->products && n < problem->p ? n : problem->p;
}

/* diagonal of D = I + eta l2, whose intercept is not penalised */
static double diagonal(const fed_problem *problem, double penalty, size_t j)
{
    return fed_penalised(&problem->model, j) ? 1.0 + penalty : 1.0;
}

/* eta_i = x_i'v for all rows of the batch */
static void forward(const fed_problem *problem, const fed_batch *batch, size_t n, const double *v,
                    double *eta, double *work)
{
    for (size_t first = 0; first < n; first += FED_BLOCK)
        fed_forward(problem, batch->rows + first, n - first < FED_BLOCK ? n - first : FED_BLOCK, v,
                    eta + first, work);
}

/* Woodbury, with c = eta factor: (D + c X'X)^-1 = D^-1 - D^-1 X' (I/c + X D^-1 X')^-1 X D^-1 */
static bool factor_small(const fed_run *run, const fed_batch *batch, double *factor, double *work)
{
    const fed_problem *problem = run->problem;
    const size_t n = batch->n, p = problem->p;
    double *row = work, *rest = work + p;

    for (size_t i = 0; i < n; i++) {
        fed_linear_row(&problem->model, &problem->data->matrix, batch->rows[i], row);
        for (size_t j = 0; j < p; j++)
            row[j] /= diagonal(problem, run->rate * batch->l2, j);
        forward(problem, batch, i + 1, row, factor + i * n, rest);
        factor[i * n + i] += 1.0 / (run->rate * batch->factor);
    }
    return fed_cholesky(n, factor, n);
}

static void solve_small(const fed_run *run, const fed_batch *batch, const double *factor, double *r,
                        double *work)
{
    const fed_problem *problem = run->problem;
    const size_t n = batch->n, p = problem->p;
    double *image = work, *back = image + n, *rest = back + p;

    for (size_t j = 0; j < p; j++)
        r[j] /= diagonal(problem, run->rate * batch->l2, j);
    forward(problem, batch, n, r, image, rest);
    fed_cholesky_solve(n, factor, n, image);
    memset(back, 0, p * sizeof *back);
    for (size_t first = 0; first < n; first += FED_BLOCK)
        fed_backward(problem, batch->rows + first, n - first < FED_BLOCK ? n - first : FED_BLOCK, r,
                     image + first, back, rest);
    for (size_t j = 0; j < p; j++)
        r[j] -= back[j] / diagonal(problem, run->rate * batch->l2, j);
}

static bool factor_large(const fed_run *run, const fed_batch *batch, const double *x,
                         double *factor, double *work)
{
    const size_t p = run->problem->p;

    fed_local_hessian(run->problem, batch, x, factor, work);
    for (size_t j = 0; j < p; j++) {
        for (size_t i = 0; i < p; i++)
            factor[j * p + i] *= run->rate;
        factor[j * p + j] += 1.0;
    }
    return fed_cholesky(p, factor, p);
}

/* work: [step][the rest] */
bool fed_prox_affine(const fed_run *run, const fed_batch *batch, double *factor, double *made_for,
                     double *x, double *computed, double *work)
{
    const fed_problem *problem = run->problem;
    const size_t p = problem->p;
    const bool small = fed_prox_side(problem, batch->n) < p;
    double *step = work, *rest = work + p;

    if (run->rate == 0.0)
        return true;
    if (*made_for != run->rate) {
        *made_for = run->rate;
        *computed += (double)fed_prox_side(problem, batch->n) * (double)batch->n;
        if (!(small ? factor_small(run, batch, factor, rest)
                    : factor_large(run, batch, x, factor, rest)))
            return false;
    }
    fed_local_gradient(problem, batch, x, step, rest);
    *computed += (double)batch->n;
    for (size_t j = 0; j < p; j++)
        step[j] *= -run->rate;
    if (small)
        solve_small(run, batch, factor, step, rest);
    else
        fed_cholesky_solve(p, factor, p, step);
    fed_axpy(p, 1.0, step, x);
    return true;
}
