/* record.c -- one row of metrics.csv: what the present models are worth. */
#include "run/record.h"

#include "run/clock.h"
#include "run/further.h"
#include "run/record_clients.h"
#include "run/record_partition.h"
#include "run/spread.h"
#include "run/tables.h"
#include "run/together.h"

#include "config/fits.h"
#include "core/linalg.h"
#include "problem/errors.h"
#include "problem/objective.h"

#include <omp.h>
#include <string.h>

/* The server's model, or the mean of the clients'. */
static const double *centre_of(const fed_run *run)
{
    const size_t p = run->problem->p;

    if (run->models == 1)
        return run->theta;
    fed_spread_mean(run->models, p, run->theta, run->mean);
    return run->mean;
}

static double norm(const double *x, size_t n)
{
    double sum = 0.0;

    for (size_t j = 0; j < n; j++)
        sum += x[j] * x[j];
    return sqrt(sum);
}

/* What overflowed is infinite: NAN means "not applicable". */
static double finite_or_inf(double x)
{
    return isnan(x) ? INFINITY : x;
}

/* loss, misclassified: as the problem was measured at the centre, where run->gradient is */
static void record_models(fed_run *run, const double *centre, double loss, double wrong,
                          double *value)
{
    const fed_problem *problem = run->problem;
    const double *const from[FED_CENTRES] = {problem->optimum != NULL ? problem->optimum : centre,
                                             problem->truth != NULL ? problem->truth : centre,
                                             centre};
    double square[FED_CENTRES];

    value[FED_METRIC_loss] = finite_or_inf(loss);
    value[FED_METRIC_grad_norm] = finite_or_inf(norm(run->gradient, problem->p));
    if (problem->optimum != NULL || problem->truth != NULL || run->models > 1)
        fed_spread_squares(run->models, problem->p, run->theta, from, square);
    if (problem->optimum != NULL) {
        value[FED_METRIC_gap] = value[FED_METRIC_loss] - problem->optimum_value;
        value[FED_METRIC_dist_global] = finite_or_inf(square[0]);
    }
    if (problem->truth != NULL) {
        value[FED_METRIC_error] = finite_or_inf(fed_distance(problem->p, centre, problem->truth));
        value[FED_METRIC_mse] = finite_or_inf(square[1]);
        value[FED_METRIC_log_mse] = log(value[FED_METRIC_mse]);
    }
    if (run->models > 1)
        value[FED_METRIC_consensus] = finite_or_inf(square[2]);
    if (problem->classes > 0) {
        value[FED_METRIC_accuracy] = 1.0 - wrong;
        value[FED_METRIC_test_error] = fed_problem_errors(problem, run->team, true, centre, 1);
    }
}

fed_status fed_record_begin(fed_run *run)
{
    const size_t p = run->problem->p,
                 most = run->rounds / (size_t)fed_config_int(run->config, "output.every") +
                        FED_RECORDS_SPARE;
    const char *const *columns;

    TRY(fed_config_fits(run->config, "algorithm.rounds", (double)most * sizeof(fed_record),
                        run->error, "%zu records", most));
    run->records = FED_ARRAY(run->result_arena, most, fed_record);
    if (run->records == NULL)
        return fed_nomem(run->error);
    TRY(fed_further_begin(run));
    TRY(fed_clients_begin(run, most));
    TRY(fed_partition_record(run));
    if (!fed_config_bool(run->config, "output.trajectory"))
        return FED_OK;
    if (p > FED_CSV_COLUMNS)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "output.trajectory",
                                "the model has %zu parameters, a trajectory at most %d", p,
                                FED_CSV_COLUMNS);
    columns = fed_theta_columns(run->result_arena, "round", p);
    run->trajectory =
        columns != NULL ? fed_run_table(run, "trajectory", columns, p + 1, most) : NULL;
    return run->trajectory != NULL ? FED_OK : fed_nomem(run->error);
}

static void record_trajectory(fed_run *run, const double *centre)
{
    const size_t p = run->problem->p;
    double *row;

    if (run->trajectory == NULL)
        return;
    row = run->trajectory->cells + (run->recorded - 1) * (p + 1);
    row[0] = (double)run->round;
    memcpy(row + 1, centre, p * sizeof *row);
    run->trajectory->rows = run->recorded;
}

static void record_one(fed_run *run, const double *centre, double loss, double wrong)
{
    fed_record *record = &run->records[run->recorded++];
    double *value = record->value;

    record->round = run->round;
    for (int k = 0; k < FED_METRIC_ALL; k++)
        value[k] = NAN;
    record_models(run, centre, loss, wrong, value);
    fed_further_record(run, centre, value);
    record_trajectory(run, centre);
    fed_clients_record(run, centre);
    if (run->round > 0)
        value[FED_METRIC_rate] = run->rate;
    value[FED_METRIC_active] = run->round > 0 ? (double)run->active : 0.0;
    value[FED_METRIC_gradients] = run->counts.gradients / (double)run->problem->samples;
    value[FED_METRIC_words_up] = run->counts.words_up;
    value[FED_METRIC_words_down] = run->counts.words_down;
    value[FED_METRIC_words_peer] = run->counts.words_peer;
    value[FED_METRIC_gamma] = run->counts.gamma;
    value[FED_METRIC_seconds] = omp_get_wtime() - run->started;
    fed_clock_record(run);
}

void fed_record_now(fed_run *const *runs, size_t count)
{
    const double *centre[FED_TOGETHER];
    double *gradient[FED_TOGETHER], loss[FED_TOGETHER], wrong[FED_TOGETHER];

    for (size_t k = 0; k < count; k++) {
        centre[k] = centre_of(runs[k]);
        gradient[k] = runs[k]->gradient;
    }
    if (count > 0)
        fed_problem_measure(runs[0]->problem, runs[0]->team, count, centre, gradient, loss, wrong);
    for (size_t k = 0; k < count; k++)
        record_one(runs[k], centre[k], loss[k], wrong[k]);
}
