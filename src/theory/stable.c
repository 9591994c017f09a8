/* stable.c -- theta = Delta W theta + r, Delta_m = I - alpha H_m: along a cycle, around a star, as
 * one dense system, or by products alone; Newton's method where H_m depends on the point. */
#include "theory/stable.h"
#include "core/linalg.h"
#include "theory/gmres.h"
#include "core/lapack.h"
#include "problem/client.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum { NEWTON_STEPS = 60, CORRECTIONS = 3 };
static const double INNER = 1e-11; /* of the products' solver */

typedef enum shape { CYCLE, STAR, DENSE, PRODUCTS } shape;

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
    double *rhs, *mean, *work; /* clients x p, p */
    double *points;            /* clients x p: u = W theta, where Hessians are taken */
    double *hessian, *spare;   /* p x p */
    fed_arena *scratch;
    bool starved; /* a step failed for want of memory */
} solver;

static bool is_cycle(const fed_graph *graph, size_t *order)
{
    size_t at = 0;

    for (size_t i = 0; i < graph->clients; i++) {
        if (fed_in_degree(graph, at) != 1 || (i > 0 && at == 0))
            return false;
        order[i] = at;
        at = graph->sender[graph->start[at]];
    }
    return at == 0;
}

static bool is_star(const fed_graph *graph, size_t *hub)
{
    /* whom client 0 hears, or itself */
    const size_t first = graph->start[1] == 1 ? graph->sender[0] : 0;

    for (size_t m = 0; m < graph->clients; m++)
        if (m != first && (fed_in_degree(graph, m) != 1 || graph->sender[graph->start[m]] != first))
            return false;
    *hub = first;
    return true;
}

/* out = Delta_m v + r */
static void step(const solver *s, size_t m, const double *v, const double *r, double *out)
{
    const size_t p = s->problem->p;

    fed_client_hvp(s->problem, m, s->points + m * p, v, s->mean, s->work);
    for (size_t j = 0; j < p; j++)
        out[j] = v[j] - s->alpha * s->mean[j] + r[j];
}

/* One way round, theta_0 = A theta_0 + c: B = I - A grows as B <- B + alpha S_m (I - B), without
 * cancellation. */
static void cycle_system(solver *s)
{
    const size_t p = s->problem->p;

    for (size_t i = s->graph->clients; i-- > 0;) {
        fed_client_hessian(s->problem, s->order[i], s->points + s->order[i] * p, s->hessian,
                           s->work);
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
        step(s, s->order[i], theta + s->order[(i + 1) % clients] * p, r + s->order[i] * p,
             theta + s->order[i] * p);
}

/* The hub hears leaves that hear the hub: I - Delta_h mean(Delta) = alpha (S_h + S - alpha S_h S),
 * S the leaves' mean. */
static void star_system(solver *s)
{
    const size_t p = s->problem->p;

    memset(s->spare, 0, p * p * sizeof *s->spare);
    for (size_t e = s->graph->start[s->hub]; e < s->graph->start[s->hub + 1]; e++) {
        fed_client_hessian(s->problem, s->graph->sender[e], s->points + s->graph->sender[e] * p,
                           s->hessian, s->work);
        fed_axpy(p * p, s->graph->weight[e], s->hessian, s->spare);
    }
    fed_client_hessian(s->problem, s->hub, s->points + s->hub * p, s->hessian, s->work);
    for (size_t j = 0; j < p * p; j++)
        s->system[j] = s->alpha * (s->hessian[j] + s->spare[j]);
    fed_gemm(false, false, p, p, p, -s->alpha * s->alpha, s->hessian, p, s->spare, p, 1.0,
             s->system, p);
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
        fed_client_hessian(s->problem, m, s->points + m * p, s->hessian, s->work);
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

/* out = v - Delta W v */
static void product(void *context, const double *v, double *out)
{
    solver *s = context;
    const size_t p = s->problem->p;
    double *mean = s->spare; /* p of its p x p */

    for (size_t m = 0; m < s->graph->clients; m++) {
        fed_graph_mean(s->graph, m, p, v, mean);
        fed_client_hvp(s->problem, m, s->points + m * p, mean, s->mean, s->work);
        for (size_t j = 0; j < p; j++)
            out[m * p + j] = v[m * p + j] - mean[j] + s->alpha * s->mean[j];
    }
}

/* r = (u - alpha grad L_m(u)) - theta_m: what one more round would change; u = W theta is kept */
static double residual(solver *s, const double *theta, double *r)
{
    const size_t p = s->problem->p, size = s->graph->clients * p;

    for (size_t m = 0; m < s->graph->clients; m++) {
        double *u = s->points + m * p;

        fed_graph_mean(s->graph, m, p, theta, u);
        fed_client_gradient(s->problem, m, u, r + m * p, s->work);
        for (size_t j = 0; j < p; j++)
            r[m * p + j] = u[j] - s->alpha * r[m * p + j] - theta[m * p + j];
    }
    return fed_norm(size, r);
}

static fed_status solver_init(solver *s, fed_error *error)
{
    const size_t p = s->problem->p, clients = s->graph->clients;

    s->order = FED_ARRAY(s->scratch, clients, size_t);
    if (s->order == NULL)
        return fed_nomem(error);
    s->shape = is_cycle(s->graph, s->order)      ? CYCLE
               : is_star(s->graph, &s->hub)      ? STAR
               : clients * p <= FED_STABLE_DENSE ? DENSE
                                                 : PRODUCTS;
    s->n = s->shape == DENSE ? clients * p : s->shape == PRODUCTS ? 1 : p;
    s->system = FED_ARRAY(s->scratch, s->n * s->n, double);
    s->pivots = FED_ARRAY(s->scratch, s->n, int);
    s->rhs = FED_ARRAY(s->scratch, clients * p, double);
    s->points = FED_ARRAY(s->scratch, clients * p, double);
    s->mean = FED_ARRAY(s->scratch, p + 4, double);
    s->work = FED_ARRAY(s->scratch, s->problem->work, double);
    s->hessian = FED_ARRAY(s->scratch, p * p, double);
    s->spare = FED_ARRAY(s->scratch, p * p + 4, double);
    if (s->system == NULL || s->pivots == NULL || s->rhs == NULL || s->points == NULL ||
        s->mean == NULL || s->work == NULL || s->hessian == NULL || s->spare == NULL)
        return fed_nomem(error);
    return FED_OK;
}

/* The system at the points, factored; false when it is singular to working precision. */
static bool factor(solver *s)
{
    memset(s->system, 0, s->n * s->n * sizeof *s->system);
    switch (s->shape) {
    case CYCLE: cycle_system(s); break;
    case STAR: star_system(s); break;
    case DENSE: dense_system(s); break;
    case PRODUCTS: return true;
    }
    if (fed_lu(s->n, s->system, s->pivots))
        return true;
    s->starved = fed_lapack_starved();
    return false;
}

/* change = (I - Delta W)^-1 r */
static bool correct(solver *s, const double *r, double *change)
{
    const size_t size = s->graph->clients * s->problem->p;
    fed_arena own = {NULL};
    bool done = true;

    switch (s->shape) {
    case CYCLE: cycle_solve(s, r, change); break;
    case STAR: star_solve(s, r, change); break;
    case DENSE:
        fed_lu_solve(size, s->system, s->pivots, memcpy(change, r, size * sizeof *r));
        break;
    case PRODUCTS:
        memset(change, 0, size * sizeof *change);
        errno = 0;
        done = fed_gmres(size, product, s, r, INNER, change, &own);
        s->starved = !done && errno == ENOMEM;
        fed_arena_free(&own);
    }
    return done && isfinite(fed_norm(size, change));
}

/* The gradients are affine: the solution, then two corrections. */
static bool solve_affine(solver *s, double *theta, double *r, double *change)
{
    const size_t size = s->graph->clients * s->problem->p;

    for (int k = 0; k < CORRECTIONS; k++) {
        residual(s, theta, r);
        if ((k == 0 && !factor(s)) || !correct(s, r, change))
            return false;
        fed_axpy(size, 1.0, change, theta);
    }
    return true;
}

/* Newton's method on theta -> r, steps halved until |r| falls; next: room of theta's size */
static bool solve_newton(solver *s, double *theta, double *r, double *change, double *next)
{
    const size_t size = s->graph->clients * s->problem->p;
    double norm = residual(s, theta, r), step = INFINITY;

    for (int k = 0; k < NEWTON_STEPS && norm > 0.0; k++) {
        double after = INFINITY;

        if (!factor(s) || !correct(s, r, change))
            return false;
        step = fed_norm(size, change) / (1.0 + fed_norm(size, theta));
        for (double t = 1.0; t > 1e-9 && !(after < norm); t *= 0.5) {
            memcpy(next, theta, size * sizeof *next);
            fed_axpy(size, t, change, next);
            after = residual(s, next, r);
        }
        if (!(after < norm)) /* rounding, when the step is */
            break;
        memcpy(theta, next, size * sizeof *theta);
        norm = after;
        if (step <= 4.0 * DBL_EPSILON)
            break;
    }
    return norm == 0.0 || step <= 1e-9;
}

static fed_status solve(solver *s, double *theta, bool *unique, fed_error *error)
{
    const size_t size = s->graph->clients * s->problem->p;
    double *r = FED_ARRAY(s->scratch, size, double), *change = FED_ARRAY(s->scratch, size, double);
    double *next = FED_ARRAY(s->scratch, size, double);

    if (r == NULL || change == NULL || next == NULL)
        return fed_nomem(error);
    *unique = s->problem->affine ? solve_affine(s, theta, r, change)
                                 : solve_newton(s, theta, r, change, next);
    *unique = *unique && isfinite(fed_norm(size, theta));
    return s->starved ? fed_nomem(error) : FED_OK;
}

fed_status fed_stable_solve(const fed_problem *problem, const fed_graph *graph, double alpha,
                            double *theta, bool *unique, fed_error *error)
{
    fed_arena scratch = {NULL};
    solver s = {.problem = problem, .graph = graph, .alpha = alpha, .scratch = &scratch};
    fed_status status = solver_init(&s, error);

    if (status == FED_OK)
        status = solve(&s, theta, unique, error);
    fed_arena_free(&scratch);
    return status;
}
