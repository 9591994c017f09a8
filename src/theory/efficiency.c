/* efficiency.c -- spreads and spectra of the clients' losses and of the network, and what the
 * theorems ask of them. */
#include "theory/efficiency.h"

#include "core/linalg.h"
#include "graphs/network.h"
#include "core/lapack.h"
#include "graphs/describe.h"
#include "problem/client.h"
#include "theory/contraction.h"

#include <math.h>
#include <string.h>

static const size_t HESSIANS_MOST = (size_t)1 << 25; /* doubles of all clients' Hessians */

typedef struct workspace {
    double *hessian;               /* clients x p x p */
    double *mean, *spare, *values; /* p x p, p x p, p */
    double *gradient, *b;          /* p, clients x p */
    double *work, *room;
    fed_arena arena;
} workspace;

static bool make_room(workspace *w, const fed_problem *problem)
{
    const size_t p = problem->p, clients = problem->clients;

    w->hessian = FED_ARRAY(&w->arena, clients * p * p, double);
    w->mean = FED_ARRAY(&w->arena, p * p, double);
    w->spare = FED_ARRAY(&w->arena, p * p, double);
    w->values = FED_ARRAY(&w->arena, p, double);
    w->gradient = FED_ARRAY(&w->arena, p, double);
    w->b = FED_ARRAY(&w->arena, clients * p, double);
    w->work = FED_ARRAY(&w->arena, problem->work, double);
    w->room = FED_ARRAY(&w->arena, (FED_CONTRACTION_BASIS + 2) * clients * p + p, double);
    return w->hessian != NULL && w->mean != NULL && w->spare != NULL && w->values != NULL &&
           w->gradient != NULL && w->b != NULL && w->work != NULL && w->room != NULL;
}

/* kappa_1 to kappa_3 and SE of the Hessians; false when LAPACK fails */
static bool hessians(const fed_problem *problem, const double *at, workspace *w, fed_efficiency *r)
{
    const size_t p = problem->p, clients = problem->clients;
    double square = 0.0;

    r->kappa3 = INFINITY;
    for (size_t m = 0; m < clients; m++) {
        double *h = w->hessian + m * p * p;

        fed_client_hessian(problem, m, at, h, w->work);
        fed_axpy(p * p, 1.0 / (double)clients, h, w->mean);
        memcpy(w->spare, h, p * p * sizeof *h);
        if (!fed_eigen(p, w->spare, p, false, w->values))
            return false;
        r->kappa2 = fmax(r->kappa2, w->values[p - 1]);
        r->kappa3 = fmin(r->kappa3, w->values[0]);
    }
    for (size_t m = 0; m < clients; m++) {
        const double apart = fed_distance(p * p, w->hessian + m * p * p, w->mean);

        square += apart * apart / (double)clients;
    }
    r->se_hessian = sqrt(square);
    if (!fed_eigen(p, w->mean, p, false, w->values))
        return false;
    r->kappa1 = w->values[0];
    return true;
}

/* SE(Sigma_xy), the spread of b_m = -grad L_m(0); and of the gradients at the truth */
static void gradients(const fed_problem *problem, workspace *w, fed_efficiency *r)
{
    const size_t p = problem->p, clients = problem->clients;
    double square = 0.0;

    r->se_b = r->se_gradient = NAN;
    if (problem->affine) {
        double *mean = w->gradient, *zero = w->values;

        memset(zero, 0, p * sizeof *zero);
        memset(mean, 0, p * sizeof *mean);
        for (size_t m = 0; m < clients; m++) {
            fed_client_gradient(problem, m, zero, w->b + m * p, w->work);
            fed_axpy(p, 1.0 / (double)clients, w->b + m * p, mean);
        }
        for (size_t m = 0; m < clients; m++) {
            const double apart = fed_distance(p, w->b + m * p, mean);

            square += apart * apart / (double)clients;
        }
        r->se_b = sqrt(square);
    }
    if (problem->truth == NULL)
        return;
    square = 0.0;
    for (size_t m = 0; m < clients; m++) {
        fed_client_gradient(problem, m, problem->truth, w->gradient, w->work);
        square += fed_dot(p, w->gradient, w->gradient) / (double)clients;
    }
    r->se_gradient = sqrt(square);
}

/* rho: the largest singular value of (I - 11'/M) W */
static bool centred_norm(fed_arena *arena, const fed_graph *graph, double *rho)
{
    const size_t n = graph->clients;
    double *a = FED_ARRAY(arena, n * n, double), *square = FED_ARRAY(arena, n * n, double);
    double *column = FED_ARRAY(arena, n, double);

    if (a == NULL || square == NULL || column == NULL)
        return false;
    for (size_t m = 0; m < n; m++)
        for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++) {
            a[m * n + graph->sender[e]] += graph->weight[e];
            column[graph->sender[e]] += graph->weight[e] / (double)n;
        }
    for (size_t k = 0; k < n * n; k++)
        a[k] -= column[k % n];
    fed_syrk(n, n, 1.0, a, n, square, n);
    if (!fed_eigen(n, square, n, false, column))
        return false;
    *rho = sqrt(fmax(0.0, column[n - 1]));
    return true;
}

static void conditions(double alpha, fed_efficiency *r)
{
    r->first = (fed_condition){alpha, 2.0 / r->kappa2};
    r->second = (fed_condition){alpha * r->kappa2 * r->sigma_max + r->se_w,
                                r->kappa1 / r->kappa2 * r->sigma_min / (4.0 * r->sigma_max)};
    r->third = (fed_condition){alpha * r->sigma_max * r->kappa2 + r->se_w,
                               0.5 * r->kappa3 / r->kappa2 * (1.0 - r->rho)};
}

static fed_status make(const fed_problem *problem, const fed_graph *graph, double alpha,
                       const double *at, workspace *w, fed_efficiency *r, fed_error *error)
{
    fed_graph_info info;

    TRY(fed_graph_describe(graph, true, &info, error));
    *r = (fed_efficiency){.se_w = info.se,
                          .sigma_max = info.sigma_max,
                          .sigma_min = info.sigma_min,
                          .rho = NAN,
                          .connected = info.strongly_connected,
                          .radius = NAN};
    if (!make_room(w, problem))
        return fed_nomem(error);
    if (!hessians(problem, at, w, r) ||
        (graph->clients <= FED_SPECTRUM_MOST && !centred_norm(&w->arena, graph, &r->rho)))
        return fed_no_eigen(error, "the eigenvalues of the clients' curvature were not "
                                   "found");
    gradients(problem, w, r);
    if (!fed_contraction_radius(graph, problem->p, alpha, w->hessian, w->room, &r->radius))
        return fed_no_eigen(error, "no eigenvalues of the operator by which ngd contracts");
    conditions(alpha, r);
    return FED_OK;
}

fed_status fed_efficiency_make(const fed_problem *problem, const fed_graph *graph, double alpha,
                               const double *at, fed_efficiency *result, fed_error *error)
{
    workspace w = {.hessian = NULL};
    fed_status status;

    if (problem->clients * problem->p > HESSIANS_MOST / problem->p)
        return fed_fail(error, FED_CONFIG,
                        "the Hessians of %zu clients with %zu parameters do not fit in "
                        "memory",
                        problem->clients, problem->p);
    status = make(problem, graph, alpha, at, &w, result, error);
    fed_arena_free(&w.arena);
    return status;
}
