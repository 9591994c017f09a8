/* stable.c -- the stable solution of Network Gradient Descent beside the models it ended with. */
#include "theory/stable.h"

#include "analyses/analysis.h"

#include <string.h>

static fed_status check(const fed_run *run)
{
    if (!run->algorithm->averages_first)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'stable' needs ngd, not %s", run->algorithm->entry.name);
    return FED_OK;
}

/* Mean over the clients of the squared distance to the truth, the limit of mse. */
static fed_status add_mse(fed_run *run, const double *theta)
{
    const fed_problem *problem = run->problem;
    double sum = 0.0;

    for (size_t i = 0; i < run->models * problem->p; i++) {
        double d = theta[i] - problem->truth[i % problem->p];

        sum += d * d;
    }
    return fed_run_scalar(run, "stable", "log_mse", log(sum / (double)run->models));
}

static fed_status analyse(fed_run *run)
{
    const size_t p = run->problem->p;
    double *theta = FED_ARRAY(run->arena, run->models * p, double), apart = 0.0;
    const double rate = fed_rate(&run->schedule, run->rounds > 0 ? run->rounds - 1 : 0);
    const char *const *columns;
    fed_table *table;
    bool unique = false;

    if (theta == NULL)
        return fed_nomem(run->error);
    memcpy(theta, run->theta, run->models * p * sizeof *theta); /* where Newton's method starts */
    TRY(fed_stable_solve(run->problem, run->graph, rate, theta, &unique, run->error));
    TRY(fed_run_scalar(run, "stable", "unique", unique ? 1.0 : 0.0));
    if (!unique)
        return FED_OK;
    columns = fed_theta_columns(run->result_arena, "client", p);
    table = columns != NULL ? fed_run_table(run, "stable", columns, p + 1, run->models) : NULL;
    if (table == NULL)
        return fed_nomem(run->error);
    for (size_t m = 0; m < run->models; m++) {
        table->cells[m * (p + 1)] = (double)m;
        for (size_t j = 0; j < p; j++) {
            table->cells[m * (p + 1) + 1 + j] = theta[m * p + j];
            apart = fmax(apart, fabs(theta[m * p + j] - run->theta[m * p + j]));
        }
    }
    TRY(fed_run_scalar(run, "stable", "distance", apart)); /* largest, of the final models */
    return run->problem->truth != NULL ? add_mse(run, theta) : FED_OK;
}

const fed_analysis fed_analysis_stable = {
    .entry = {"stable", "limit of Network Gradient Descent with a constant rate", NULL},
    .analyse = analyse,
    .check = check,
    .refuses = FED_TRAIT_KINKS | FED_TRAIT_NO_PRODUCTS | FED_TRAIT_NO_HESSIAN,
};
