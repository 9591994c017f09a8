/* decomposition.c -- bias, variance and heterogeneity of fedavg and fedprox (Proposition 7), at the
 * recorded rounds, beside |f_t - f|^2 / N measured for the common truth f. */
#include "analyses/analysis.h"
#include "core/linalg.h"
#include "local/affine.h"
#include "local/spectrum.h"
#include "analyses/predict.h"

#include <string.h>

enum {
    ROUND,
    BIAS,
    BIAS_BOUND,
    VARIANCE,
    VARIANCE_BOUND,
    BIAS_TERM,
    VARIANCE_TERM,
    HETEROGENEITY,
    BOUND,
    MEASURED,
    COLUMNS
};
static const char *const columns[] = {"round",        "delta1",  "delta1_bound", "delta2",
                                      "delta2_bound", "bias",    "variance",     "heterogeneity",
                                      "bound",        "measured"};

/* delta_1(t) = max (1 - eta Lambda)^2t Lambda / s <= 1 / (2 e eta t s),
 * delta_2(t) = sum (1 - (1 - eta Lambda)^t)^2 / N <= sum min(1, eta t Lambda) / N */
static void put_deltas(const fed_spectrum *spectrum, double t, double *row)
{
    const double n = (double)spectrum->samples, s = (double)spectrum->steps;

    row[ROUND] = t;
    row[BIAS] = row[VARIANCE] = row[VARIANCE_BOUND] = 0.0;
    for (size_t k = 0; k < spectrum->count; k++) {
        const double lambda = fmax(spectrum->product[k], 0.0),
                     keep = pow(1.0 - spectrum->rate * lambda, t);

        row[BIAS] = fmax(row[BIAS], keep * keep * lambda / s);
        row[VARIANCE] += (1.0 - keep) * (1.0 - keep) / n;
        row[VARIANCE_BOUND] += fmin(1.0, spectrum->rate * t * lambda) / n;
    }
    row[BIAS_BOUND] = t > 0.0 ? 1.0 / (2.0 * M_E * spectrum->rate * t * s) : NAN;
}

/* |Delta_f|^2 / N: the mean square of what the clients' own truths differ from f at their samples
 * */
static double heterogeneity(const fed_run *run)
{
    const fed_problem *problem = run->problem;
    double sum = 0.0;

    if (problem->data->signal == NULL || problem->truth == NULL)
        return problem->data->truths == NULL ? 0.0 : NAN;
    for (size_t i = 0; i < problem->data->n; i++) {
        const double miss = problem->data->signal[i] -
                            fed_predict(problem, problem->data, i, problem->truth, run->work[0]);

        sum += miss * miss;
    }
    return sum / (double)problem->data->n;
}

/* theta_t - theta*, run anew by the map, is measured as delta'(sum w_i S_i) delta. */
static fed_status measure(fed_run *run, fed_table *table)
{
    const size_t p = run->problem->p;
    double *a = FED_ARRAY(run->arena, p * p, double), *s = FED_ARRAY(run->arena, p * p, double);
    double *v = FED_ARRAY(run->arena, p, double), *x = FED_ARRAY(run->arena, p, double);
    double *step = FED_ARRAY(run->arena, p, double);
    fed_affine affine;
    size_t t = 0;

    if (a == NULL || s == NULL || v == NULL || x == NULL || step == NULL)
        return fed_nomem(run->error);
    TRY(fed_affine_read(run, "decomposition", &affine));
    if (!fed_affine_plain(run) || strcmp(fed_config_string(run->config, "algorithm.initial"), "zeros") != 0)
        return FED_OK;
    for (size_t m = 0; m < run->problem->clients; m++) {
        fed_affine_client(&affine, m);
        fed_axpy(p * p, run->problem->weight[m], affine.s, s);
    }
    if (!fed_affine_sum(&affine, affine.rate, a, v))
        return fed_fail(run->error, FED_INTERNAL, "no eigenvalues of the clients' curvature");
    for (size_t k = 0; k < table->rows; k++) {
        for (; (double)t < table->cells[k * COLUMNS + ROUND]; t++) {
            memcpy(step, v, p * sizeof *step);
            fed_gemv(p, p, -affine.server, a, p, x, affine.server, step);
            fed_axpy(p, 1.0, step, x);
        }
        for (size_t j = 0; j < p; j++)
            affine.b[j] = x[j] - run->problem->truth[j];
        fed_gemv(p, p, 1.0, s, p, affine.b, 0.0, step);
        table->cells[k * COLUMNS + MEASURED] = fed_dot(p, affine.b, step) / run->problem->scale;
    }
    return FED_OK;
}

static fed_status check(const fed_run *run)
{
    return fed_spectrum_check(run, "decomposition");
}

static fed_status analyse(fed_run *run)
{
    const fed_problem *problem = run->problem;
    const double sigma = fed_noise(run);
    double start = NAN, apart;
    fed_spectrum spectrum;
    fed_table *table;

    TRY(fed_spectrum_make(run, "decomposition", &spectrum));
    table = fed_run_table(run, "decomposition", columns, COLUMNS, run->recorded);
    if (table == NULL)
        return fed_nomem(run->error);
    if (problem->truth != NULL && !problem->data->kernel)
        start = fed_dot(problem->p, problem->truth, problem->truth);
    apart = heterogeneity(run);
    for (size_t k = 0; k < run->recorded; k++) {
        double *row = table->cells + k * COLUMNS;

        put_deltas(&spectrum, (double)run->records[k].round, row);
        row[BIAS_TERM] = row[BIAS] * start;
        row[VARIANCE_TERM] = row[VARIANCE] * sigma * sigma;
        row[HETEROGENEITY] = apart;
        row[BOUND] =
            3.0 * spectrum.kappa * (row[BIAS_TERM] + row[VARIANCE_TERM] + row[HETEROGENEITY]);
        row[MEASURED] = NAN;
    }
    TRY(fed_run_scalar(run, "decomposition", "kappa", spectrum.kappa));
    TRY(fed_run_scalar(run, "decomposition", "heterogeneity", apart));
    return isnan(start) ? FED_OK : measure(run, table);
}

const fed_analysis fed_analysis_decomposition = {{"decomposition",
                                                  "bias, variance and heterogeneity of fedavg and "
                                                  "fedprox at the recorded rounds, and their bound",
                                                  NULL},
                                                 analyse,
                                                 check};
