/* batch.c -- a batch's loss: its derivatives, and a step down its gradient. */
#include "core/linalg.h"
#include "local/local.h"
#include "losses/rows.h"

#include <string.h>

static size_t size_of(const fed_problem *problem, size_t client)
{
    return problem->part->start[client + 1] - problem->part->start[client];
}

fed_batch fed_batch_whole(const fed_problem *problem, size_t client)
{
    const size_t n = size_of(problem, client);

    return (fed_batch){problem->part->row + problem->part->start[client],
                       n,
                       client,
                       problem->scale / (double)n,
                       problem->l2,
                       true};
}

fed_batch fed_batch_part(const fed_problem *problem, size_t client, const size_t *rows, size_t n,
                         bool local)
{
    const double all = local ? (double)size_of(problem, client) : (double)n;

    return (fed_batch){rows, n, client, problem->scale / all, problem->l2 * ((double)n / all),
                       false};
}

static bool is_intercept(const fed_problem *problem, size_t j)
{
    return problem->intercept && j % (problem->d + 1) == problem->d;
}

/* out = l2 x without the intercepts */
static void penalty(const fed_problem *problem, double l2, const double *x, double *out)
{
    for (size_t j = 0; j < problem->p; j++)
        out[j] = l2 == 0.0 || is_intercept(problem, j) ? 0.0 : l2 * x[j];
}

void fed_local_gradient(const fed_problem *problem, const fed_batch *batch, const double *x,
                        double *grad, double *work)
{
    if (batch->whole) {
        fed_client_gradient(problem, batch->client, x, grad, work);
        return;
    }
    penalty(problem, batch->l2, x, grad);
    problem->loss->eval(problem, batch->rows, batch->n, batch->factor, x, NULL, grad, work);
}

void fed_local_hvp(const fed_problem *problem, const fed_batch *batch, const double *x,
                   const double *v, double *out, double *work)
{
    if (batch->whole) {
        fed_client_hvp(problem, batch->client, x, v, out, work);
        return;
    }
    penalty(problem, batch->l2, v, out);
    problem->loss->hvp(problem, batch->rows, batch->n, batch->factor, x, v, out, work);
}

void fed_local_hessian(const fed_problem *problem, const fed_batch *batch, const double *x,
                       double *hessian, double *work)
{
    const size_t p = problem->p;

    if (batch->whole) {
        fed_client_hessian(problem, batch->client, x, hessian, work);
        return;
    }
    memset(hessian, 0, p * p * sizeof *hessian);
    problem->loss->hessian(problem, batch->rows, batch->n, batch->factor, x, hessian, p, work);
    for (size_t j = 0; j < p; j++)
        if (!is_intercept(problem, j))
            hessian[j * p + j] += batch->l2;
}

/* One block of rows: all of eta = Xx is known before x changes, so the gradient is added to x itself,
 * and sparse rows touch only their own columns. */
static void step_in_place(const fed_problem *problem, const fed_batch *batch, double rate,
                          double *x, double *work)
{
    const size_t wide = problem->outputs * FED_BLOCK;
    double *eta = work, *d1 = eta + wide, *y = d1 + wide, *room = y + FED_BLOCK;
    const double factor = -rate * batch->factor;

    fed_forward(problem, problem->data, batch->rows, batch->n, x, eta, room);
    for (size_t i = 0; i < batch->n; i++)
        y[i] = problem->y[batch->rows[i]];
    problem->loss->link(problem, batch->n, eta, y, NULL, d1, NULL);
    for (size_t c = 0; c < problem->outputs; c++)
        for (size_t i = 0; i < batch->n; i++)
            d1[c * FED_BLOCK + i] *= factor;
    if (batch->l2 > 0.0)
        for (size_t j = 0; j < problem->p; j++)
            x[j] = is_intercept(problem, j) ? x[j] : x[j] - rate * batch->l2 * x[j];
    fed_backward(problem, batch->rows, batch->n, d1, x, room);
}

void fed_local_step(const fed_problem *problem, const fed_batch *batch, double rate, double *x,
                    double *spare, double *work)
{
    if (!batch->whole && problem->loss->link != NULL && batch->n <= FED_BLOCK) {
        step_in_place(problem, batch, rate, x, work);
        return;
    }
    fed_local_gradient(problem, batch, x, spare, work);
    fed_axpy(problem->p, -rate, spare, x);
}
