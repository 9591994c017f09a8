/* sandwich.c -- Hessian and scores of the whole objective, sample by sample. */
#include "theory/sandwich.h"

#include "core/linalg.h"
#include "problem/penalty.h"
#include "core/lapack.h"
#include "problem/client.h"

#include <string.h>

typedef struct workspace {
    double *hessian, *one; /* p x p */
    double *score, *penalty, *work;
} workspace;

static bool make_room(fed_arena *arena, const fed_problem *problem, workspace *w)
{
    const size_t p = problem->p;

    w->hessian = FED_ARRAY(arena, p * p, double);
    w->one = FED_ARRAY(arena, p * p, double);
    w->score = FED_ARRAY(arena, p, double);
    w->penalty = FED_ARRAY(arena, p, double);
    w->work = FED_ARRAY(arena, problem->work, double);
    return w->hessian != NULL && w->one != NULL && w->score != NULL && w->penalty != NULL &&
           w->work != NULL;
}

/* meat += (w_m/n_m)^2 sum s s', s the gradient of a sample's loss */
static void add_client(const fed_problem *problem, size_t client, const double *theta, workspace *w,
                       double *meat)
{
    const size_t p = problem->p, first = problem->part->start[client],
                 n = fed_held(problem->part, client);
    const double weight = problem->weight[client] / (double)n;

    fed_client_hessian(problem, client, theta, w->one, w->work);
    fed_axpy(p * p, problem->weight[client], w->one, w->hessian);
    for (size_t i = 0; i < n; i++) {
        fed_batch_gradient(problem, problem->part->row + first + i, 1, 1.0, theta, w->score,
                           w->work);
        fed_axpy(p, -1.0, w->penalty, w->score);
        for (size_t j = 0; j < p; j++)
            fed_axpy(p, weight * weight * w->score[j], w->score, meat + j * p);
    }
}

fed_status fed_sandwich(const fed_problem *problem, const double *theta, double *covariance,
                        bool *regular, fed_error *error)
{
    const size_t p = problem->p;
    fed_arena arena = {NULL};
    workspace w;

    if (!make_room(&arena, problem, &w)) {
        fed_arena_free(&arena);
        return fed_nomem(error);
    }
    memset(covariance, 0, p * p * sizeof *covariance);
    fed_penalty_gradient(problem, theta, w.penalty);
    for (size_t m = 0; m < problem->clients; m++)
        add_client(problem, m, theta, &w, covariance);
    *regular = fed_cholesky(p, w.hessian, p);
    for (int side = 0; side < 2 && *regular; side++) { /* H^-1 J, then its transpose again */
        for (size_t j = 0; j < p; j++)
            fed_cholesky_solve(p, w.hessian, p, covariance + j * p);
        for (size_t i = 0; i < p; i++)
            for (size_t j = 0; j < i; j++) {
                const double swap = covariance[i * p + j];

                covariance[i * p + j] = covariance[j * p + i];
                covariance[j * p + i] = swap;
            }
    }
    fed_arena_free(&arena);
    return FED_OK;
}
