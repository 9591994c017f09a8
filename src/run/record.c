/* record.c -- one row of metrics.csv: what the present models are worth. */
#include "run/record.h"

#include "run/clock.h"
#include "run/further.h"
#include "run/record_clients.h"
#include "run/record_partition.h"
#include "run/tables.h"

#include "config/fits.h"
#include "core/linalg.h"
#include "core/simd.h"
#include "problem/errors.h"
#include "problem/objective.h"

#include <omp.h>
#include <string.h>

enum { COLUMNS = 8 }; /* of the models, looked at together */

/* The sum of squares of eight columns at most, each over all models, then of these. */
FED_CLONES static double square_columns(size_t models, size_t p, size_t count, const double *theta,
                                        const double *centre)
{
    double column[COLUMNS] = {0.0}, sum = 0.0;

    for (size_t m = 0; m < models; m++)
#pragma omp simd
        for (size_t j = 0; j < count; j++) {
            const double d = theta[m * p + j] - centre[j];

            column[j] += d * d;
        }
    for (size_t j = 0; j < count; j++)
        sum += column[j];
    return sum;
}

/* sum_m |theta_m - centre|^2 / M */
static double mean_square_distance(const fed_run *run, const double *centre)
{
    const size_t p = run->problem->p;
    double sum = 0.0;

    for (size_t at = 0; at < p; at += COLUMNS)
        sum += square_columns(run->models, p, p - at < COLUMNS ? p - at : COLUMNS, run->theta + at,
                              centre + at);
    return sum / (double)run->models;
}

/* The server's model, or the mean of the clients'. */
static const double *centre_of(const fed_run *run)
{
    const size_t p = run->problem->p;

    if (run->models == 1)
        return run->theta;
    memset(run->mean, 0, p * sizeof *run->mean);
    for (size_t m = 0; m < run->models; m++)
        for (size_t j = 0; j < p; j++)
            run->mean[j] += run->theta[m * p + j];
    for (size_t j = 0; j < p; j++)
        run->mean[j] /= (double)run->models;
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

static void record_models(fed_run *run, const double *centre, double *value)
{
    const fed_problem *problem = run->problem;
    double wrong;

    value[FED_METRIC_loss] =
        finite_or_inf(fed_problem_measure(problem, run->team, centre, run->gradient, &wrong));
    value[FED_METRIC_grad_norm] = finite_or_inf(norm(run->gradient, problem->p));
    if (problem->optimum != NULL) {
        value[FED_METRIC_gap] = value[FED_METRIC_loss] - problem->optimum_value;
        value[FED_METRIC_dist_global] = finite_or_inf(mean_square_distance(run, problem->optimum));
    }
    if (problem->truth != NULL) {
        value[FED_METRIC_error] = finite_or_inf(fed_distance(problem->p, centre, problem->truth));
        value[FED_METRIC_mse] = finite_or_inf(mean_square_distance(run, problem->truth));
        value[FED_METRIC_log_mse] = log(value[FED_METRIC_mse]);
    }
    if (run->models > 1)
        value[FED_METRIC_consensus] = finite_or_inf(mean_square_distance(run, centre));
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

void fed_record_now(fed_run *run)
{
    const double *centre = centre_of(run);
    fed_record *record = &run->records[run->recorded++];
    double *value = record->value;

    record->round = run->round;
    for (int k = 0; k < FED_METRIC_ALL; k++)
        value[k] = NAN;
    record_models(run, centre, value);
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
