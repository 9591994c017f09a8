/* inner_loop.c -- variances of the clients' messages and of their samples' gradients. */
#include "theory/inner_loop.h"

#include "core/linalg.h"
#include "problem/client.h"

#include <string.h>

/* q = sum_k g_k along x <- x - gamma g_k, batches those of a round that was never run */
static void walk(fed_run *run, size_t client, size_t steps, double gamma, double *x, double *g,
                 double *q, size_t *rows, double *work)
{
    const fed_problem *problem = run->problem;
    const size_t p = problem->p;

    memset(q, 0, p * sizeof *q);
    for (size_t k = 0; k < steps && !fed_team_hurried(run->team); k++) {
        if (run->batch > 0) {
            fed_batch_draw(run, client, k, rows);
            fed_batch_gradient(problem, rows, run->batch, (double)run->batch, x, g, work);
        } else {
            fed_client_gradient(problem, client, x, g, work);
        }
        fed_axpy(p, 1.0, g, q);
        fed_axpy(p, -gamma, g, x);
    }
}

fed_status fed_inner_variance(fed_run *run, const double *x, size_t steps, double gamma,
                              size_t draws, double *variance)
{
    const fed_problem *problem = run->problem;
    const size_t p = problem->p, last = run->round;
    double *room = FED_ARRAY(run->arena, 4 * p, double), *g = room + p, *q = g + p, *sum = q + p;
    size_t *rows = FED_ARRAY(run->arena, run->batch + 1, size_t);
    double *work = fed_take(run->team, problem->work);
    const double clients = (double)problem->clients, n = (double)draws;

    if (room == NULL || rows == NULL || work == NULL)
        return fed_nomem(run->error);
    *variance = 0.0;
    for (size_t m = 0; m < problem->clients; m++) { /* clients are independent of each other */
        double square = 0.0;

        memset(sum, 0, p * sizeof *sum);
        for (size_t r = 0; r < draws; r++) {
            run->round = last + 1 + r;
            memcpy(room, x, p * sizeof *x);
            walk(run, m, steps, gamma, room, g, q, rows, work);
            fed_axpy(p, 1.0, q, sum);
            square += fed_dot(p, q, q);
        }
        *variance += (square - fed_dot(p, sum, sum) / n) / (n - 1.0) / (clients * clients);
    }
    run->round = last;
    fed_give(run->team, work);
    return FED_OK;
}

fed_status fed_gradient_variance(fed_run *run, const double *x, double *square)
{
    const fed_problem *problem = run->problem;
    const size_t p = problem->p;
    double *mean = FED_ARRAY(run->arena, 2 * p, double), *g = mean + p;
    double *work = fed_take(run->team, problem->work);

    if (mean == NULL || work == NULL)
        return fed_nomem(run->error);
    *square = 0.0;
    for (size_t m = 0; m < problem->clients; m++) {
        const size_t n = fed_held(problem->part, m),
                     *rows = problem->part->row + problem->part->start[m];
        double sum = 0.0;

        fed_client_gradient(problem, m, x, mean, work);
        for (size_t i = 0; i < n; i++) {
            double apart;

            fed_batch_gradient(problem, rows + i, 1, 1.0, x, g, work);
            apart = fed_distance(p, g, mean);
            sum += apart * apart / (double)n;
        }
        *square = fmax(*square, sum);
    }
    fed_give(run->team, work);
    return FED_OK;
}
