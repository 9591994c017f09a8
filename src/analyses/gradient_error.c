/* gradient_error.c -- how far the gradient that a server makes of its own samples is from the true
 * one, at every recorded model, or at the last alone without output.trajectory. */
#include "analyses/analysis.h"
#include "core/linalg.h"
#include "problem/objective.h"

enum { ROUND, GRADIENT, ERROR, RELATIVE, GAP, LEMMA2, COLUMNS };
static const char *const columns[] = {"round", "grad_norm", "error", "relative", "gap", "lemma2"};

static fed_status check(const fed_run *run)
{
    if (run->algorithm->estimate == NULL)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'gradient-error' needs fedlrgd, not %s",
                                run->algorithm->entry.name);
    return FED_OK;
}

/* Lemma 2 of inexact descent with the step 1/L1: (1 - 1/kappa)^t gap_0 + sum over the steps of
 * (1 - 1/kappa)^(t-k) |error_k|^2 / (2 L1), where every step is recorded and mu is known. */
static void bound_gaps(const fed_run *run, size_t count, double *cells)
{
    const fed_problem *problem = run->problem;
    const double mu = fed_all_penalised(&problem->model) ? problem->l2 : 0.0, l1 = 1.0 / run->rate;
    double bound = NAN;

    for (size_t k = 0; k < count; k++) {
        double *row = cells + k * COLUMNS;

        row[GAP] = run->records[run->recorded - count + k].value[FED_METRIC_gap];
        if (k == 0 && row[ROUND] == 0.0 && mu > 0.0)
            bound = row[GAP];
        else if (k > 0)
            bound = row[ROUND] == row[ROUND - COLUMNS] + 1.0
                        ? (1.0 - mu / l1) * bound + pow(row[ERROR - COLUMNS], 2.0) / (2.0 * l1)
                        : NAN;
        row[LEMMA2] = bound;
    }
}

static fed_status analyse(fed_run *run)
{
    const size_t p = run->problem->p, count = run->trajectory != NULL ? run->recorded : 1;
    double *inexact = FED_ARRAY(run->arena, p, double), most = 0.0;
    fed_table *table = fed_run_table(run, "gradient-error", columns, COLUMNS, count);

    if (table == NULL || inexact == NULL)
        return fed_nomem(run->error);
    for (size_t k = 0; k < count; k++) {
        double *row = table->cells + k * COLUMNS;
        const double *theta =
            run->trajectory != NULL ? run->trajectory->cells + k * (p + 1) + 1 : run->theta;

        fed_problem_value(run->problem, run->team, theta, run->gradient);
        run->algorithm->estimate(run, theta, inexact);
        row[ROUND] = (double)run->records[run->recorded - count + k].round;
        row[GRADIENT] = fed_norm(p, run->gradient);
        row[ERROR] = fed_distance(p, inexact, run->gradient);
        row[RELATIVE] = row[ERROR] / row[GRADIENT];
        most = fmax(most, row[ERROR]);
    }
    bound_gaps(run, count, table->cells);
    return fed_run_scalar(run, "gradient-error", "largest", most);
}

const fed_analysis fed_analysis_gradient_error = {
    .entry = {"gradient-error",
              "error of the gradient that the server of fedlrgd computes from its samples", NULL},
    .analyse = analyse,
    .check = check,
};
