/* limit.c -- where fedavg, fedprox and local-update of constant rates go on linear and quadratic
 * losses, in closed form, beside where the run ended; and when it came within 1% of the limit's
 * error. */
#include "analyses/analysis.h"
#include "analyses/predict.h"
#include "core/linalg.h"
#include "theory/affine.h"
#include "problem/objective.h"
#include "theory/fixed_point.h"

#include <stdio.h>

enum { DOUBLINGS = 20 }; /* a million rounds, by squaring */

enum { LOSS, GAP, GRAD_NORM, ERROR, PREDICTION, DISTANCE, WITHIN, POWER, COLUMNS };
static const char *const columns[] = {"loss",       "gap",      "grad_norm", "error",
                                      "prediction", "distance", "within",    "power_distance"};

/* The first recorded round whose error is within 1% of the limit's. */
static double first_within(const fed_run *run, double error)
{
    for (size_t k = 0; k < run->recorded; k++)
        if (fabs(run->records[k].value[FED_METRIC_error] - error) <= 0.01 * error)
            return (double)run->records[k].round;
    return NAN;
}

static void fill(fed_run *run, const double *x, double *cells)
{
    const fed_problem *problem = run->problem;

    cells[LOSS] = fed_problem_value(problem, run->team, x, run->gradient);
    cells[GRAD_NORM] = fed_norm(problem->p, run->gradient);
    cells[PREDICTION] = fed_predict_square(problem, run->team, x);
    cells[DISTANCE] = fed_distance(problem->p, x, run->theta);
    if (problem->optimum != NULL)
        cells[GAP] = cells[LOSS] - problem->optimum_value;
    if (problem->truth != NULL) {
        cells[ERROR] = fed_distance(problem->p, x, problem->truth);
        cells[WITHIN] = first_within(run, cells[ERROR]);
    }
}

static fed_status check(const fed_run *run)
{
    TRY(fed_affine_check(run, "limit"));
    if (!fed_affine_plain(run))
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'limit' needs full batches, all clients and a plain server step");
    return FED_OK;
}

static fed_status analyse(fed_run *run)
{
    const size_t p = run->problem->p;
    double *a = FED_ARRAY(run->arena, p * p, double), *values = FED_ARRAY(run->arena, p, double);
    double *x = FED_ARRAY(run->arena, p, double), *far = FED_ARRAY(run->arena, p, double);
    fed_affine affine;
    fed_table *table;
    bool converges;

    if (a == NULL || values == NULL || x == NULL || far == NULL)
        return fed_nomem(run->error);
    TRY(fed_affine_read(run, "limit", &affine));
    TRY(fed_affine_limit(run, &affine, a, values, x, &converges));
    TRY(fed_run_scalar(run, "limit", "converges", converges ? 1.0 : 0.0));
    TRY(fed_run_scalar(run, "limit", "least_eigenvalue", values[0]));
    TRY(fed_run_scalar(run, "limit", "largest_eigenvalue", values[p - 1]));
    table = fed_run_table(run, "limit", columns, COLUMNS, 1);
    if (table == NULL)
        return fed_nomem(run->error);
    for (size_t k = 0; k < COLUMNS; k++)
        table->cells[k] = NAN;
    if (!converges) {
        snprintf(run->warning, sizeof run->warning,
                 "the rounds diverge: their curvature is between %g and %g, and the server "
                 "rate is %g",
                 values[0], values[p - 1], affine.server);
        return FED_OK;
    }
    fill(run, x, table->cells);
    TRY(fed_affine_power(run, &affine, DOUBLINGS, run->theta, far));
    table->cells[POWER] = fed_distance(p, x, far) / (1.0 + fed_norm(p, x));
    TRY(fed_run_scalar(run, "limit", "loss", table->cells[LOSS]));
    TRY(fed_run_scalar(run, "limit", "grad_norm", table->cells[GRAD_NORM]));
    return fed_run_scalar(run, "limit", "distance", table->cells[DISTANCE]);
}

const fed_analysis fed_analysis_limit = {
    .entry = {"limit",
              "limits of fedavg, fedprox and local-update for linear and quadratic losses, in "
              "closed form",
              NULL},
    .analyse = analyse,
    .check = check,
};
