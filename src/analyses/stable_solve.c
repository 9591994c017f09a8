/* stable_solve.c -- theta = Delta W theta + r, Delta_m = I - alpha S_m: along a cycle, around a star, or
 * as one dense system. */
#include "analyses/stable.h"
#include "core/linalg.h"

#include <math.h>
#include <string.h>

typedef enum shape { CYCLE, STAR, OTHER } shape;

typedef struct solver {
    const fed_problem *problem;
    const fed_graph *graph;
    double alpha;
    shape shape;
    size_t hub;     /* of a star */
    size_t *order;  /* of a cycle: order[i] hears order[i+1], the last one the first */
    size_t n;       /* unknowns of the system: p, or clients x p */
    double *system; /* n x n, factored */
    int *pivots;
    double *rhs, *mean, *zero, *work; /* n, p, p */
    double *hessian, *spare;          /* p x p */
} solver;

static bool is_cycle(const fed_graph *graph, size_t *order)
{
    size_t at = 0;

    for (size_t i = 0; i < graph->clients; i++) {
        if (graph->start[at + 1] - graph->start[at] != 1 || (i > 0 && at == 0))
            return false;
        order[i] = at;
        at = graph->sender[graph->start[at]];
    }
    return at == 0;
}

static bool is_star(const fed_graph *graph, size_t *hub)
{
    const size_t first = graph->start[1] == 1 ? graph->sender[0] : 0; /* whom client 0 hears, or itself */

    for (size_t m = 0; m < graph->clients; m++)
        if (m != first && (graph->start[m + 1] - graph->start[m] != 1 || graph->sender[graph->start[m]] != first))
            return false;
    *hub = first;
    return true;
}

/* out = Delta_m v + r */
static void step(const solver *s, size_t m, const double *v, const double *r, double *out)
{
    const size_t p = s->problem->p;

    fed_client_hvp(s->problem, m, s->zero, v, s->mean, s->work);
    for (size_t j = 0; j < p; j++)
        out[j] = v[j] - s->alpha * s->mean[j] + r[j];
}

/* One way round, theta_0 = A theta_0 + c: B = I - A grows as B <- B + alpha S_m (I - B), without
 * cancellation. */
static void cycle_system(solver *s)
{
    const size_t p = s->problem->p;

    for (size_t i = s->graph->clients; i-- > 0;) {
        fed_client_hessian(s->problem, s->order[i], s->zero, s->hessian, s->work);
        for (size_t j = 0; j < p * p; j++)
            s->spare[j] = (j % (p + 1) == 0 ? 1.0 : 0.0) - s->system[j];
        fed_gemm(false, false, p, p, p, s->alpha, s->hessian, p, s->spare, p, 1.0, s->system, p);
    }
}

static void cycle_solve(solver *s, const double *r, double *theta)
{
    const size_t p = s->problem->p, clients = s->graph->clients;
    double *first = theta + s->order[0] * p;

    memset(first, 0, p * sizeof *first);
    for (size_t i = clients; i-- > 0;)
        step(s, s->order[i], first, r + s->order[i] * p, first);
    fed_lu_solve(p, s->system, s->pivots, first);
    for (size_t i = clients; i-- > 1;)
        step(s, s->order[i], theta + s->order[(i + 1) % clients] * p, r + s->order[i] * p, theta + s->order[i] * p);
}

/* The hub hears leaves that hear the hub: I - Delta_h mean(Delta) = alpha (S_h + S - alpha S_h S), S the
 * leaves' mean. */
static void star_system(solver *s)
{
    const size_t p = s->problem->p;

    for (size_t e = s->graph->start[s->hub]; e < s->graph->start[s->hub + 1]; e++) {
        fed_client_hessian(s->problem, s->graph->sender[e], s->zero, s->hessian, s->work);
        fed_axpy(p * p, s->graph->weight[e], s->hessian, s->spare);
    }
    fed_client_hessian(s->problem, s->hub, s->zero, s->hessian, s->work);
    for (size_t j = 0; j < p * p; j++)
        s->system[j] = s->alpha * (s->hessian[j] + s->spare[j]);
    fed_gemm(false, false, p, p, p, -s->alpha * s->alpha, s->hessian, p, s->spare, p, 1.0, s->system, p);
}

static void star_solve(solver *s, const double *r, double *theta)
{
    const size_t p = s->problem->p;
    double *hub = theta + s->hub * p;

    memset(s->rhs, 0, p * sizeof *s->rhs);
    for (size_t e = s->graph->start[s->hub]; e < s->graph->start[s->hub + 1]; e++)
        fed_axpy(p, s->graph->weight[e], r + s->graph->sender[e] * p, s->rhs);
    step(s, s->hub, s->rhs, r + s->hub * p, hub);
    fed_lu_solve(p, s->system, s->pivots, hub);
    for (size_t m = 0; m < s->graph->clients; m++)
        if (m != s->hub)
            step(s, m, hub, r + m * p, theta + m * p);
}

/* Omega = I - Delta (W (x) I) */
static void dense_system(solver *s)
{
    const size_t p = s->problem->p, n = s->n;
    const fed_graph *graph = s->graph;

    for (size_t m = 0; m < graph->clients; m++) {
        fed_client_hessian(s->problem, m, s->zero, s->hessian, s->work);
        for (size_t j = 0; j < p; j++) {
            double *row = s->system + (m * p + j) * n;

            row[m * p + j] += 1.0;
            for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++) {
                double *block = row + graph->sender[e] * p;

                fed_axpy(p, s->alpha * graph->weight[e], s->hessian + j * p, block);
                block[j] -= graph->weight[e];
            }
        }
    }
}

/* r = (u - alpha grad L_m(u)) - theta_m: what one more round would change */
static void residual(solver *s, const double *theta, double *r)
{
    const size_t p = s->problem->p;
    const fed_graph *graph = s->graph;

    for (size_t m = 0; m < graph->clients; m++) {
        memset(s->mean, 0, p * sizeof *s->mean);
        for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++)
            fed_axpy(p, graph->weight[e], theta + graph->sender[e] * p, s->mean);
        fed_client_gradient(s->problem, m, s->mean, r + m * p, s->work);
        for (size_t j = 0; j < p; j++)
            r[m * p + j] = s->mean[j] - s->alpha * r[m * p + j] - theta[m * p + j];
    }
}

static fed_status solver_init(solver *s, fed_arena *scratch, fed_error *error)
{
    const size_t p = s->problem->p, clients = s->graph->clients;

    s->order = FED_ARRAY(scratch, clients, size_t);
    if (s->order == NULL)
        return fed_nomem(error);
    s->shape = is_cycle(s->graph, s->order) ? CYCLE : is_star(s->graph, &s->hub) ? STAR : OTHER;
    s->n = s->shape == OTHER ? clients * p : p;
    if (s->n > FED_STABLE_MOST)
        return fed_fail(error, FED_CONFIG,
                        "the stable solution on this network needs clients x parameters <= %d, found %zu",
                        FED_STABLE_MOST, s->n);
    s->system = FED_ARRAY(scratch, s->n * s->n, double);
    s->pivots = FED_ARRAY(scratch, s->n, int);
    s->rhs = FED_ARRAY(scratch, clients * p, double);
    s->mean = FED_ARRAY(scratch, p + 4, double);
    s->zero = FED_ARRAY(scratch, p, double);
    s->work = FED_ARRAY(scratch, s->problem->work, double);
    s->hessian = FED_ARRAY(scratch, p * p, double);
    s->spare = FED_ARRAY(scratch, p * p, double);
    if (s->system == NULL || s->pivots == NULL || s->rhs == NULL || s->mean == NULL || s->zero == NULL ||
        s->work == NULL || s->hessian == NULL || s->spare == NULL)
        return fed_nomem(error);
    return FED_OK;
}

static fed_status solve(solver *s, fed_arena *scratch, double *theta, bool *unique, fed_error *error)
{
    const size_t p = s->problem->p, size = s->graph->clients * p;
    double *r = FED_ARRAY(scratch, size, double), *change = FED_ARRAY(scratch, size, double);

    if (r == NULL || change == NULL)
        return fed_nomem(error);
    if (s->shape == CYCLE)
        cycle_system(s);
    else if (s->shape == STAR)
        star_system(s);
    else
        dense_system(s);
    *unique = fed_lu(s->n, s->system, s->pivots);
    memset(theta, 0, size * sizeof *theta);
    for (int k = 0; k < 3 && *unique; k++) { /* the solution, then two corrections */
        residual(s, theta, r);
        if (s->shape == CYCLE)
            cycle_solve(s, r, change);
        else if (s->shape == STAR)
            star_solve(s, r, change);
        else
            fed_lu_solve(size, s->system, s->pivots, memcpy(change, r, size * sizeof *r));
        fed_axpy(size, 1.0, change, theta);
    }
    *unique = *unique && isfinite(fed_norm(size, theta));
    return FED_OK;
}

fed_status fed_stable_solve(const fed_problem *problem, const fed_graph *graph, double alpha, double *theta,
                            bool *unique, fed_error *error)
{
    fed_arena scratch = {NULL};
    solver s = {.problem = problem, .graph = graph, .alpha = alpha};
    fed_status status = solver_init(&s, &scratch, error);

    if (status == FED_OK)
        status = solve(&s, &scratch, theta, unique, error);
    fed_arena_free(&scratch);
    return status;
}
