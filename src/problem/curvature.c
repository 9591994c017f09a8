/* curvature.c -- extreme eigenvalues of the clients' Hessians, or of their second moments. */
#include "problem/curvature.h"

#include "core/linalg.h"
#include "core/simd.h"
#include "models/linear.h"
#include "core/lapack.h"
#include "problem/client.h"

#include <math.h>

extern const fed_loss fed_loss_linear;

/* max_i sum_j |a_ij|, no less than the largest eigenvalue */
static double row_bound(size_t n, const double *a)
{
    double most = 0.0;

    for (size_t i = 0; i < n; i++) {
        double sum = 0.0;

        for (size_t j = 0; j < n; j++)
            sum += fabs(a[i * n + j]);
        most = fmax(most, sum);
    }
    return most;
}

/* What has the second moments of x as its Hessian: least squares, whatever the loss. */
static fed_problem squares_of(const fed_problem *problem)
{
    const fed_model_shape shape = {.x = &problem->data->matrix,
                                   .outputs = 1,
                                   .intercept = !fed_all_penalised(&problem->model)};
    fed_problem squares = *problem;

    squares.targets = NULL;
    squares.responses = squares.positions = 1;
    squares.loss = &fed_loss_linear;
    squares.keys = (fed_loss_keys){NULL, false, false};
    squares.model = fed_linear(&shape);
    squares.outputs = 1;
    squares.p = squares.model.p;
    squares.affine = squares.products = true;
    squares.scale = problem->scale * problem->loss->curvature;
    squares.gram = NULL;
    squares.pack = NULL;
    return squares;
}

/* The extreme eigenvalues of the clients' Hessians, range by range of them: least[first] and
 * most[first] of each. */
typedef struct extremes {
    const fed_problem *problem;
    fed_team *team;
    const double *zero;
    bool both;
    double *least, *most; /* clients */
} extremes;

/* work: [Hessian][eigenvalues][the loss's own] */
static void scan_clients(void *context, size_t first, size_t last, double *work)
{
    const extremes *e = context;
    const size_t p = e->problem->p;
    double *hessian = work, *values = work + p * p, *rest = values + p;
    double least = INFINITY, most = 0.0;

    for (size_t m = first; m < last; m++) {
        fed_client_hessian(e->problem, m, e->zero, hessian, rest);
        if (!e->both && row_bound(p, hessian) <= most)
            continue;
        if (!fed_eigen(p, hessian, p, false, values)) {
            most = NAN;
            if (fed_lapack_starved())
                fed_team_starve(e->team);
        }
        most = isnan(most) ? NAN : fmax(most, values[p - 1]);
        least = fmin(least, values[0]);
    }
    for (size_t m = first; m < last; m++) {
        e->least[m] = least;
        e->most[m] = most;
    }
}

static fed_status scan(const fed_problem *problem, fed_team *team, fed_arena *scratch, double *mu,
                       double *smoothness, fed_error *error)
{
    const size_t p = problem->p, clients = problem->clients;
    const double samples = (double)problem->samples / (double)clients;
    extremes e = {.problem = problem,
                  .team = team,
                  .zero = FED_ARRAY(scratch, p, double),
                  .both = mu != NULL,
                  .least = FED_ARRAY(scratch, clients, double),
                  .most = FED_ARRAY(scratch, clients, double)};

    if (e.zero == NULL || e.least == NULL || e.most == NULL)
        return fed_nomem(error);
    fed_each(team, clients, (double)(p * p) * (samples + 2.0 * (double)p),
             p * (p + 1) + problem->work, scan_clients, &e);
    *smoothness = 0.0;
    for (size_t m = 0; m < clients; m++) {
        if (fed_team_starved(team))
            return fed_nomem(error);
        if (isnan(e.most[m]))
            return fed_fail(error, FED_INTERNAL,
                            "the eigenvalues of a client's Hessian were not "
                            "found");
        *smoothness = fmax(*smoothness, e.most[m]);
        if (mu != NULL)
            *mu = m == 0 ? e.least[0] : fmin(*mu, e.least[m]);
    }
    return FED_OK;
}

/* Of a convex loss the penalty alone bounds it from below. */
static double least_curvature(const fed_problem *problem)
{
    if (!(problem->model.can & FED_MODEL_CONVEX))
        return -INFINITY;
    return fed_all_penalised(&problem->model) ? problem->l2 : 0.0;
}

fed_status fed_problem_curvature(const fed_problem *problem, fed_team *team, double *mu,
                                 double *smoothness, fed_error *error)
{
    fed_problem squares;
    fed_arena scratch = {NULL};
    fed_status status = FED_OK;

    if (problem->affine) {
        status = scan(problem, team, &scratch, mu, smoothness, error);
    } else {
        if (mu != NULL)
            *mu = least_curvature(problem);
        *smoothness = INFINITY;
        if (isfinite(problem->loss->curvature) && (problem->model.can & FED_MODEL_PRODUCTS)) {
            squares = squares_of(problem);
            status = scan(&squares, team, &scratch, NULL, smoothness, error);
        }
    }
    fed_arena_free(&scratch);
    return status;
}

/* The traces of the clients' second moments. */
typedef struct traces {
    const fed_problem *problem;
    double *trace; /* clients */
} traces;

static void trace_clients(void *context, size_t first, size_t last, double *work)
{
    const traces *t = context;
    const fed_partition *part = t->problem->part;
    const double one = fed_all_penalised(&t->problem->model) ? 0.0 : 1.0; /* the intercept's */

    (void)work;
    for (size_t m = first; m < last; m++) {
        double sum = 0.0;

        for (size_t i = part->start[m]; i < part->start[m + 1]; i++)
            sum += one + fed_row_norm2(&t->problem->data->matrix, part->row[i]);
        t->trace[m] = sum / fmax(1.0, (double)fed_held(part, m));
    }
}

/* The largest eigenvalue of a client's Hessian, from below. work: 3 p + the loss's own */
static double power_iteration(const fed_problem *problem, size_t client, double *work)
{
    enum { STEPS = 200 };
    const size_t p = problem->p;
    double *v = work, *image = v + p, *zero = image + p, value = 0.0;

    for (size_t j = 0; j < p; j++) {
        v[j] = 1.0 / sqrt((double)p);
        zero[j] = 0.0;
    }
    for (size_t k = 0; k < STEPS; k++) {
        const double before = value;
        double size;

        fed_client_hvp(problem, client, zero, v, image, zero + p);
        value = fed_dot(p, v, image);
        size = sqrt(fed_dot(p, image, image));
        if (!(size > 0.0) || fabs(value - before) <= 1e-9 * value)
            break;
        for (size_t j = 0; j < p; j++)
            v[j] = image[j] / size;
    }
    return value;
}

fed_status fed_problem_steepest(const fed_problem *problem, fed_team *team, size_t *client,
                                double *most, fed_error *error)
{
    const fed_problem squares = squares_of(problem);
    fed_arena scratch = {NULL};
    traces t = {problem, FED_ARRAY(&scratch, problem->clients, double)};
    double *work = FED_ARRAY(&scratch, 3 * squares.p + squares.work, double);

    if (t.trace == NULL || work == NULL) {
        fed_arena_free(&scratch);
        return fed_nomem(error);
    }
    fed_each(team, problem->clients,
             2.0 * (double)(problem->samples / problem->clients + 1) *
                 fed_matrix_width(&problem->data->matrix),
             1, trace_clients, &t);
    *client = 0;
    for (size_t m = 1; m < problem->clients; m++)
        *client = t.trace[m] > t.trace[*client] ? m : *client;
    *most = power_iteration(&squares, *client, work);
    fed_arena_free(&scratch);
    return FED_OK;
}
