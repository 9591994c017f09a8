/* batch.c -- a batch's loss: its derivatives, and a step down its gradient. */
#include "core/linalg.h"
#include "algorithms/local/local.h"
#include "problem/blocks.h"
#include "problem/links.h"
#include "problem/penalty.h"
#include "problem/client.h"
#include "run/batches.h"

#include <string.h>

fed_batch fed_batch_whole(const fed_problem *problem, size_t client)
{
    const size_t n = fed_held(problem->part, client);

    return (fed_batch){fed_held_rows(problem->part, client), n,           client,
                       problem->scale / (double)n,           problem->l2, true};
}

fed_batch fed_batch_part(const fed_problem *problem, size_t client, const size_t *rows, size_t n,
                         bool local)
{
    const double all = local ? (double)fed_held(problem->part, client) : (double)n;

    return (fed_batch){rows, n, client, problem->scale / all, problem->l2 * ((double)n / all),
                       false};
}

fed_batch fed_batch_viewed(const fed_run *run, fed_batch batch, size_t step, size_t *rows)
{
    if (run->problem->model.views <= 1)
        return batch;
    fed_batch_views(run, batch.client, step, batch.rows, batch.n, rows);
    batch.rows = rows;
    batch.whole = false;
    return batch;
}

void fed_local_gradient(const fed_problem *problem, const fed_batch *batch, const double *x,
                        double *grad, double *work)
{
    if (batch->whole) {
        fed_client_gradient(problem, batch->client, x, grad, work);
        return;
    }
    fed_penalty_scaled(problem, batch->l2, x, grad);
    fed_rows_eval(problem, batch->rows, batch->n, batch->factor, x, NULL, grad, work);
}

void fed_local_hvp(const fed_problem *problem, const fed_batch *batch, const double *x,
                   const double *v, double *out, double *work)
{
    if (batch->whole) {
        fed_client_hvp(problem, batch->client, x, v, out, work);
        return;
    }
    fed_penalty_scaled(problem, batch->l2, v, out);
    fed_rows_hvp(problem, batch->rows, batch->n, batch->factor, x, v, out, work);
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
    fed_rows_hessian(problem, batch->rows, batch->n, batch->factor, x, hessian, p, work);
    fed_penalty_hessian(problem, batch->l2, hessian, p);
}

/* One block of rows: all that depends on x is known before x changes, so the gradient is added to x
 * itself, and sparse rows touch only their own columns. */
static void step_in_place(const fed_problem *problem, const fed_batch *batch, double rate,
                          double *x, double *work)
{
    const size_t wide = problem->outputs * FED_BLOCK;
    double *eta = work, *d1 = eta + wide, *y = d1 + wide,
           *room = y + problem->responses * FED_BLOCK;
    const double factor = -rate * batch->factor;

    fed_forward(problem, batch->rows, batch->n, x, eta, room);
    fed_responses(problem, false, batch->rows, batch->n, y);
    fed_links(problem, batch->n, eta, y, NULL, d1, NULL);
    for (size_t c = 0; c < problem->outputs; c++)
        for (size_t i = 0; i < batch->n; i++)
            d1[c * FED_BLOCK + i] *= factor;
    if (batch->l2 > 0.0)
        for (size_t j = 0; j < problem->p; j++)
            x[j] = fed_penalised(&problem->model, j) ? x[j] - rate * batch->l2 * x[j] : x[j];
    fed_backward(problem, batch->rows, batch->n, x, d1, x, room);
}

void fed_local_step(const fed_problem *problem, const fed_batch *batch, double rate, double *x,
                    double *spare, double *work)
{
    const unsigned can = problem->model.can;
    const size_t most = can & FED_MODEL_AFFINE ? FED_BLOCK : problem->model.block;

    if (!batch->whole && problem->loss->link != NULL &&
        (can & (FED_MODEL_AFFINE | FED_MODEL_KEEPS)) && batch->n <= most) {
        step_in_place(problem, batch, rate, x, work);
        return;
    }
    fed_local_gradient(problem, batch, x, spare, work);
    fed_axpy(problem->p, -rate, spare, x);
}
