/* alone.c -- clients fitted one by one, and the scatter of their responses. */
#include "theory/alone.h"

#include "core/linalg.h"
#include "core/svd.h"
#include "models/linear.h"

static const double CUT = 1e-10; /* singular values below this share of the largest are rounding */

fed_status fed_alone_room(fed_run *run, fed_alone *alone)
{
    const fed_problem *problem = run->problem;
    const size_t p = problem->p, most = fed_held_most(problem->part);

    *alone = (fed_alone){.problem = problem};
    alone->x = FED_ARRAY(run->arena, most * p, double);
    alone->inverse = FED_ARRAY(run->arena, most * p, double);
    alone->y = FED_ARRAY(run->arena, most, double);
    alone->room = FED_ARRAY(run->arena, fed_svd_room(most, p), double);
    alone->theta = FED_ARRAY(run->arena, p, double);
    return alone->x == NULL || alone->inverse == NULL || alone->y == NULL || alone->room == NULL ||
                   alone->theta == NULL
               ? fed_nomem(run->error)
               : FED_OK;
}

static void gather(const fed_alone *alone, size_t client)
{
    const fed_problem *problem = alone->problem;
    const size_t first = problem->part->start[client], p = problem->p;

    for (size_t i = 0; i < fed_held(problem->part, client); i++) {
        fed_linear_row(&problem->model, &problem->data->matrix, problem->part->row[first + i],
                       alone->x + i * p);
        alone->y[i] = problem->y[problem->part->row[first + i]];
    }
}

fed_status fed_alone_fit(fed_run *run, fed_alone *alone, size_t client)
{
    const size_t n = fed_held(run->problem->part, client), p = run->problem->p;

    gather(alone, client);
    if (!fed_pseudo_inverse(n, p, alone->x, CUT, alone->inverse, &alone->rank, alone->room))
        return fed_fail(run->error, FED_INTERNAL,
                        "the singular values of the samples of "
                        "client %zu were not found",
                        client);
    fed_gemv(p, n, 1.0, alone->inverse, n, alone->y, 0.0, alone->theta);
    gather(alone, client); /* the SVD took its place */
    fed_gemv(n, p, -1.0, alone->x, p, alone->theta, 1.0, alone->y);
    alone->residual = fed_dot(n, alone->y, alone->y);
    return FED_OK;
}

fed_status fed_alone_scatter(fed_run *run, const double *theta, double *sigma2, double *apart)
{
    const fed_problem *problem = run->problem;
    const size_t p = problem->p;
    double free = 0.0, ranks = 0.0, residual = 0.0, fitted = 0.0;
    fed_alone alone;

    TRY(fed_alone_room(run, &alone));
    for (size_t m = 0; m < problem->clients; m++) {
        const size_t n = fed_held(problem->part, m);

        TRY(fed_alone_fit(run, &alone, m));
        free += (double)(n - alone.rank);
        ranks += (double)alone.rank;
        residual += n > alone.rank ? alone.residual : 0.0;
        if (theta == NULL)
            continue;
        fed_axpy(p, -1.0, theta, alone.theta);
        fed_gemv(n, p, 1.0, alone.x, p, alone.theta, 0.0, alone.y);
        fitted += fed_dot(n, alone.y, alone.y);
    }
    *sigma2 = free > 0.0 ? residual / free : NAN;
    *apart = theta != NULL ? fmax(0.0, fitted - *sigma2 * ranks) / (double)problem->samples : NAN;
    if (isnan(*sigma2))
        *apart = NAN;
    return FED_OK;
}
