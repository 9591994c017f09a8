/* ngd_efficiency.c -- how near Network Gradient Descent comes to the global estimator: the
 * conditions of Theorems 1 to 3 with both sides, the rates they and Corollary 2 promise, and what
 * was measured. */
#include "analyses/analysis.h"
#include "core/linalg.h"
#include "theory/efficiency.h"
#include "theory/stable.h"

#include <string.h>

/* X(column, value): r the quantities, d the distances */
#define FIELDS(X)                                                    \
    X(rate, d.alpha)                                                 \
    X(se_w, r.se_w)                                                  \
    X(sigma_max_w, r.sigma_max)                                      \
    X(sigma_min_i_minus_w, r.sigma_min)                              \
    X(rho, r.rho)                                                    \
    X(kappa1, r.kappa1)                                              \
    X(kappa2, r.kappa2)                                              \
    X(kappa3, r.kappa3)                                              \
    X(se_hessian, r.se_hessian)                                      \
    X(se_xy, r.se_b)                                                 \
    X(se_gradient, r.se_gradient)                                    \
    X(radius, r.radius)                                              \
    X(measured_radius, d.contraction)                                \
    X(theorem1_left, r.first.left)                                   \
    X(theorem1_right, r.first.right)                                 \
    X(theorem1_holds, holds(r.first, d.enough))                      \
    X(theorem2_left, r.second.left)                                  \
    X(theorem2_right, r.second.right)                                \
    X(theorem2_holds, holds(r.second, r.connected))                  \
    X(theorem3_left, r.third.left)                                   \
    X(theorem3_right, r.third.right)                                 \
    X(theorem3_holds, holds(r.third, r.rho < 1.0))                   \
    X(theorem2_rate, (r.se_w + d.alpha) * (r.se_hessian + r.se_b))   \
    X(theorem3_rate, (r.se_w + d.alpha) * r.se_gradient)             \
    X(distance, d.stable)                                            \
    X(final_distance, d.final)                                       \
    X(c1, d.stable / ((r.se_w + d.alpha) * (r.se_hessian + r.se_b))) \
    X(c2, d.stable / ((r.se_w + d.alpha) * r.se_gradient))           \
    X(corollary2_start, d.start)                                     \
    X(corollary2_rate, (r.se_w + d.alpha) * (r.se_gradient + d.off)) \
    X(c3, fmax(0.0, d.final - d.start) / ((r.se_w + d.alpha) * (r.se_gradient + d.off)))

#define FIELD_NAME(name, value) #name,
static const char *const columns[] = {FIELDS(FIELD_NAME)};
enum { COLUMNS = sizeof columns / sizeof *columns };

typedef struct distances {
    double alpha;
    bool enough; /* every client has more samples than parameters */
    double stable,
        final;          /* |theta - theta_ge| / sqrt(M): of the stable solution, of the run's end */
    double contraction; /* mean factor a round by which the run came nearer to the former */
    double start; /* |theta_ge| (1 - alpha kappa_3)^t, what (2.8) leaves of a start at zeros */
    double off;   /* |theta_ge - theta_0| */
} distances;

static double holds(fed_condition condition, bool besides)
{
    if (isnan(condition.left) || isnan(condition.right))
        return NAN;
    return besides && condition.left < condition.right ? 1.0 : 0.0;
}

static fed_status check(const fed_run *run)
{
    if (!run->algorithm->averages_first)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'ngd-efficiency' needs ngd, not %s", run->algorithm->entry.name);
    return FED_OK;
}

/* root of the models' mean square distance to `centre` */
static double root_distance(const fed_run *run, const double *theta, const double *centre)
{
    const size_t p = run->problem->p;
    double sum = 0.0;

    for (size_t m = 0; m < run->models; m++) {
        const double apart = fed_distance(p, theta + m * p, centre);

        sum += apart * apart / (double)run->models;
    }
    return sqrt(sum);
}

static bool from_zeros(const fed_run *run)
{
    return strcmp(fed_config_string(run->config, "algorithm.initial"), "zeros") == 0;
}

/* What is left of the way from zeros to the stable solution; nothing to tell once it is rounding.
 */
static double contraction_of(const fed_run *run, const double *stable)
{
    const size_t size = run->models * run->problem->p;
    const double begun = fed_norm(size, stable), left = fed_distance(size, stable, run->theta);

    if (!from_zeros(run) || run->round == 0 || !(left > 1e-9 * begun))
        return NAN;
    return pow(left / begun, 1.0 / (double)run->round);
}

/* Corollary 2 at the end of a run: delta_max (1 - alpha kappa_3)^t, every round with its own rate,
 * and |theta_ge - theta_0|. */
static void find_corollary2(const fed_run *run, double kappa3, distances *d)
{
    const fed_problem *problem = run->problem;

    if (problem->optimum == NULL || problem->truth == NULL || !from_zeros(run))
        return;
    d->off = fed_distance(problem->p, problem->optimum, problem->truth);
    d->start = fed_norm(problem->p, problem->optimum);
    for (size_t t = 0; t < run->round; t++)
        d->start *= 1.0 - fed_rate(&run->schedule, t) * kappa3;
}

static fed_status measure(fed_run *run, distances *d)
{
    const fed_problem *problem = run->problem;
    const size_t size = run->models * problem->p;
    double *theta = FED_ARRAY(run->arena, size, double);
    bool unique = false;

    if (theta == NULL)
        return fed_nomem(run->error);
    d->enough = true;
    for (size_t m = 0; m < problem->clients; m++)
        d->enough = d->enough && fed_held(problem->part, m) > problem->p;
    if (problem->optimum != NULL)
        d->final = root_distance(run, run->theta, problem->optimum);
    memcpy(theta, run->theta, size * sizeof *theta);
    TRY(fed_stable_solve(problem, run->graph, d->alpha, theta, &unique, run->error));
    if (!unique)
        return FED_OK;
    d->contraction = contraction_of(run, theta);
    if (problem->optimum != NULL)
        d->stable = root_distance(run, theta, problem->optimum);
    return FED_OK;
}

static fed_status analyse(fed_run *run)
{
    const double *at = run->problem->optimum != NULL ? run->problem->optimum : run->mean;
    distances d = {.alpha = fed_rate(&run->schedule, run->rounds > 0 ? run->rounds - 1 : 0),
                   .stable = NAN,
                   .final = NAN,
                   .contraction = NAN,
                   .start = NAN,
                   .off = NAN};
    fed_efficiency r;
    fed_table *table;

    if (!fed_outcome_is_answer(run->outcome))
        return FED_OK;
    TRY(fed_efficiency_make(run->problem, run->graph, d.alpha, at, &r, run->error));
    TRY(measure(run, &d));
    find_corollary2(run, r.kappa3, &d);
    table = fed_run_table(run, "ngd-efficiency", columns, COLUMNS, 1);
    if (table == NULL)
        return fed_nomem(run->error);
#define FIELD_VALUE(name, value) value,
    const double row[COLUMNS] = {FIELDS(FIELD_VALUE)};
#undef FIELD_VALUE

    memcpy(table->cells, row, sizeof row);
    for (size_t k = 0; k < COLUMNS; k++)
        TRY(fed_run_scalar(run, "ngd-efficiency", columns[k], row[k]));
    return FED_OK;
}

const fed_analysis fed_analysis_ngd_efficiency = {
    .entry = {"ngd-efficiency",
              "Network Gradient Descent compared with the global estimator: conditions "
              "and rates of Theorems 1 to 3, contraction, measured distances",
              NULL},
    .analyse = analyse,
    .check = check,
    .refuses = FED_TRAIT_KINKS | FED_TRAIT_NO_HESSIAN | FED_TRAIT_MANY,
};
