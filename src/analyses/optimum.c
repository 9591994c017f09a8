/* optimum.c -- the reference optimum (OLS, MLE) itself: its objective and its distance to the
 * truth. */
#include "analyses/analysis.h"

static const char *const columns[] = {"loss", "error", "mse", "log_mse"};

static fed_status analyse(fed_run *run)
{
    const fed_problem *problem = run->problem;
    double square = 0.0;
    fed_table *table;

    if (problem->optimum == NULL)
        return FED_OK;
    TRY(fed_run_scalar(run, "optimum", "loss", problem->optimum_value));
    table = fed_run_table(run, "optimum", columns, 4, 1);
    if (table == NULL)
        return fed_nomem(run->error);
    for (size_t j = 0; problem->truth != NULL && j < problem->p; j++)
        square +=
            (problem->optimum[j] - problem->truth[j]) * (problem->optimum[j] - problem->truth[j]);
    table->cells[0] = problem->optimum_value;
    table->cells[1] = problem->truth != NULL ? sqrt(square) : NAN;
    table->cells[2] = problem->truth != NULL ? square : NAN;
    table->cells[3] = problem->truth != NULL ? log(square) : NAN;
    return problem->truth != NULL ? fed_run_scalar(run, "optimum", "log_mse", log(square)) : FED_OK;
}

const fed_analysis fed_analysis_optimum = {
    .entry = {"optimum",
              "the reference optimum (OLS, MLE): its loss and its distance "
              "from the truth",
              NULL},
    .analyse = analyse,
};
