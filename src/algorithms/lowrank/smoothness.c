/* smoothness.c -- L1 in closed form, or by power iteration on differences of the server's gradient.
 */
#include "algorithms/lowrank/smoothness.h"

#include "core/linalg.h"
#include "core/rng.h"
#include "algorithms/lowrank/server.h"
#include "core/normal.h"

#include <float.h>

enum { MOST_STEPS = 50 };
/* relative change of the eigenvalue at which the iteration ends */
static const double enough = 1e-3;

static double square_of(const fed_problem *problem, size_t row, bool *unit)
{
    const double one = fed_all_penalised(&problem->model) ? 0.0 : 1.0;
    double low, high, sum = fed_row_square(&problem->data->matrix, row, one, &low, &high);

    *unit = *unit && low >= 0.0 && high <= 1.0;
    return sum;
}

/* sup phi'' sup |x|^2 + l2: features in [0,1] have |x|^2 <= p; otherwise every client tells its
 * own. */
static double closed_form(fed_run *run)
{
    const fed_problem *problem = run->problem;
    double most = 0.0;
    bool unit = true;

    for (size_t j = 0; j < problem->data->n; j++)
        most = fmax(most, square_of(problem, j, &unit));
    if (unit)
        most = (double)problem->p;
    else
        fed_control(run, (double)problem->clients);
    return problem->scale * problem->loss->curvature * most + problem->l2;
}

/* The largest curvature at theta. vectors: four of p. */
static double power_iteration(fed_run *run, const fed_lowrank *low, const double *theta,
                              double *vectors)
{
    const size_t p = run->problem->p;
    double *v = vectors, *at = v + p, *plus = at + p, *minus = plus + p;
    const double step = cbrt(DBL_EPSILON) * (1.0 + fed_norm(p, theta));
    fed_rng rng = fed_rng_stream(run->seed, FED_RNG_PROBE, run->replicate, 2, 0);
    double value = 0.0, before = -1.0, size;

    /* a fixed direction may be flat: softmax does not feel (1,...,1) */
    fed_rng_normals(&rng, p, v);
    size = fed_norm(p, v);
    for (size_t i = 0; i < p; i++)
        v[i] /= size;
    for (int k = 0; k < MOST_STEPS && fabs(value - before) > enough * fabs(value); k++) {
        before = value;
        for (size_t i = 0; i < p; i++)
            at[i] = theta[i] + step * v[i];
        fed_lowrank_gradient(run, low, at, plus);
        for (size_t i = 0; i < p; i++)
            at[i] = theta[i] - step * v[i];
        fed_lowrank_gradient(run, low, at, minus);
        for (size_t i = 0; i < p; i++)
            v[i] = (plus[i] - minus[i]) / (2.0 * step);
        value = fed_norm(p, v);
        fed_compute(run, 2.0 * (double)low->rank);
        fed_epoch(run);
        if (!(value > 0.0) || !isfinite(value))
            break;
        for (size_t i = 0; i < p; i++)
            v[i] /= value;
    }
    return value;
}

fed_status fed_smoothness(fed_run *run, const fed_lowrank *low, double *value)
{
    const fed_problem *problem = run->problem;
    const double given = fed_config_float(run->config, "algorithm.smoothness");
    double *vectors;

    *value = given;
    if (given > 0.0)
        return FED_OK;
    if (problem->products && isfinite(problem->loss->curvature)) {
        *value = closed_form(run);
        return FED_OK;
    }
    if ((vectors = FED_ARRAY(run->arena, 4 * problem->p, double)) == NULL)
        return fed_nomem(run->error);
    *value = power_iteration(run, low, run->theta, vectors);
    for (size_t k = 0; k < low->probes; k++)
        *value = fmax(*value, power_iteration(run, low, low->probe + k * problem->p, vectors));
    return FED_OK;
}
