/* inference.c -- confidence intervals of every model's parameters: standard errors by the sandwich
 * formula, and whether the intervals of 95% cover the truth, by parameter and by client. */
#include "analyses/analysis.h"
#include "theory/sandwich.h"

#include <string.h>

static const double QUANTILE = 1.9599639845400545; /* of the normal law, 97.5% */

enum { PARAMETER, TRUTH, ESTIMATE, SE, Z, Z_SPREAD, COVERAGE, OPTIMUM_Z, COLUMNS };
static const char *const columns[] = {"parameter", "truth",    "estimate", "se",
                                      "z",         "z_spread", "coverage", "optimum_z"};

enum { CLIENT, CLIENT_COVERAGE, LARGEST_Z, CLIENT_COLUMNS };
static const char *const client_columns[] = {"client", "client_coverage", "largest_z"};

static fed_status check(const fed_run *run)
{
    const fed_problem *problem = run->problem;

    if (problem->truth == NULL)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'inference' needs data with known true parameters");
    return FED_OK;
}

/* z of every model's parameter j: their mean and spread, and the share within the quantile */
static void put(const fed_run *run, size_t j, double se, double *row)
{
    const fed_problem *problem = run->problem;
    const double models = (double)run->models;
    double sum = 0.0, square = 0.0, inside = 0.0;

    for (size_t m = 0; m < run->models; m++) {
        const double z = (run->theta[m * problem->p + j] - problem->truth[j]) / se;

        sum += z / models;
        square += z * z / models;
        inside += fabs(z) <= QUANTILE ? 1.0 : 0.0;
    }
    row[PARAMETER] = (double)j;
    row[TRUTH] = problem->truth[j];
    row[ESTIMATE] = problem->truth[j] + sum * se;
    row[SE] = se;
    row[Z] = sum;
    row[Z_SPREAD] = sqrt(fmax(0.0, square - sum * sum));
    row[COVERAGE] = inside / models;
    row[OPTIMUM_Z] =
        problem->optimum != NULL ? (problem->optimum[j] - problem->truth[j]) / se : NAN;
}

/* The same by model: a client's share of parameters within the quantile, and its largest |z|;
 * client -1 is the server's model. */
static void put_client(const fed_run *run, size_t m, const fed_table *table, double *row)
{
    const size_t p = run->problem->p;

    row[CLIENT] = run->models == 1 ? -1.0 : (double)m;
    for (size_t j = 0; j < p; j++) {
        const double *parameter = table->cells + j * COLUMNS;
        const double z = fabs(run->theta[m * p + j] - parameter[TRUTH]) / parameter[SE];

        row[CLIENT_COVERAGE] += z <= QUANTILE ? 1.0 / (double)p : 0.0;
        row[LARGEST_Z] = fmax(row[LARGEST_Z], z);
    }
}

static fed_status analyse(fed_run *run)
{
    const size_t p = run->problem->p;
    const double *at = run->models == 1 ? run->theta : run->mean;
    double *covariance = FED_ARRAY(run->arena, p * p, double), coverage = 0.0;
    fed_table *table, *clients;
    bool regular;

    if (covariance == NULL)
        return fed_nomem(run->error);
    if (!fed_outcome_is_answer(run->outcome))
        return FED_OK;
    TRY(fed_sandwich(run->problem, at, covariance, &regular, run->error));
    if (!regular)
        return FED_OK;
    if ((table = fed_run_table(run, "inference", columns, COLUMNS, p)) == NULL)
        return fed_nomem(run->error);
    for (size_t j = 0; j < p; j++) {
        put(run, j, sqrt(covariance[j * (p + 1)]), table->cells + j * COLUMNS);
        coverage += table->cells[j * COLUMNS + COVERAGE] / (double)p;
    }
    clients = fed_run_table(run, "intervals", client_columns, CLIENT_COLUMNS, run->models);
    if (clients == NULL)
        return fed_nomem(run->error);
    for (size_t m = 0; m < run->models; m++)
        put_client(run, m, table, clients->cells + m * CLIENT_COLUMNS);
    return fed_run_scalar(run, "inference", "coverage", coverage);
}

const fed_analysis fed_analysis_inference = {
    .entry = {"inference",
              "standard errors by the sandwich formula, and the fraction of 95% "
              "confidence intervals that cover the truth",
              NULL},
    .analyse = analyse,
    .check = check,
    .table = "intervals",
    .refuses = FED_TRAIT_KINKS | FED_TRAIT_MIXED | FED_TRAIT_FUNCTIONS,
};
