/* decomposition.c -- bias, variance and heterogeneity of fedavg and fedprox (Proposition 7), and
 * the bounds of Theorems 8, 10, 11 and 12, at the recorded rounds, beside |f_t - f|^2 / N and
 * |theta_t - theta-bar|^2 measured. */
#include "analyses/analysis.h"
#include "analyses/predict.h"
#include "core/linalg.h"
#include "theory/alone.h"
#include "theory/trajectory.h"
#include "theory/stopping.h"

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
    THEOREM8,
    THEOREM10,
    THEOREM11,
    THEOREM12,
    COEFFICIENTS,
    COLUMNS
};
static const char *const columns[] = {"round",        "delta1",    "delta1_bound", "delta2",
                                      "delta2_bound", "bias",      "variance",     "heterogeneity",
                                      "bound",        "measured",  "theorem8",     "theorem10",
                                      "theorem11",    "theorem12", "coefficients"};

/* What the bounds are made of. */
typedef struct terms {
    const fed_spectrum *spectrum;
    double sigma, apart, stop; /* the noise; |Delta_f|^2 / N; T of (23) */
    double norm;               /* |f_0 - f|_H^2 */
    double way;                /* |theta_0 - theta-bar|^2 */
    size_t rank;               /* d: eigenvalues of K that are not 0 */
} terms;

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

static void put_bounds(const terms *b, double *row)
{
    const fed_spectrum *spectrum = b->spectrum;
    const double kappa = spectrum->kappa, eta = spectrum->rate, s = (double)spectrum->steps;
    const double t = row[ROUND], n = (double)spectrum->samples, square = b->sigma * b->sigma;
    const double d = (double)b->rank, least = b->rank > 0 ? spectrum->lambda[b->rank - 1] : NAN;
    const bool early = t >= 1.0 && t <= b->stop; /* Theorem 10 has t < T */

    row[BIAS_TERM] = row[BIAS] * b->norm;
    row[VARIANCE_TERM] = row[VARIANCE] * square;
    row[HETEROGENEITY] = b->apart;
    row[BOUND] = 3.0 * kappa * (row[BIAS_TERM] + row[VARIANCE_TERM] + b->apart);
    row[THEOREM8] = early ? 3.0 * kappa * (row[BIAS_BOUND] * (b->norm + 1.0) + b->apart) : NAN;
    row[THEOREM10] =
        early && t < b->stop ? 3.0 * kappa * (row[BIAS_BOUND] * (b->norm + 3.0) + b->apart) : NAN;
    row[THEOREM11] =
        3.0 * kappa *
        (b->norm / (eta * s) * exp(-2.0 * eta * s / kappa * least * t) + square * d / n + b->apart);
    row[THEOREM12] =
        pow(1.0 - s * eta * least / kappa, 2.0 * t) * b->way + square * kappa * d / (n * least);
}

/* |Delta_f|^2 / N: the mean square of what the clients' own truths differ from f at their samples:
 * as drawn, else estimated from the clients' own fits; NAN where neither can be had. */
static fed_status heterogeneity(fed_run *run, double *apart)
{
    const fed_problem *problem = run->problem;
    double sum = 0.0, sigma2, *work;

    *apart = problem->functions && problem->data->signal != NULL ? 0.0 : NAN;
    if (problem->truth == NULL || problem->functions)
        return FED_OK;
    if (problem->data->signal == NULL)
        return fed_alone_scatter(run, problem->truth, &sigma2, apart);
    if ((work = fed_take(run->team, fed_predict_work(problem))) == NULL)
        return fed_nomem(run->error);
    for (size_t i = 0; i < problem->data->n; i++) {
        const double miss =
            problem->data->signal[i] - fed_predict(problem, problem->data, i, problem->truth, work);

        sum += miss * miss;
    }
    fed_give(run->team, work);
    *apart = sum / (double)problem->data->n;
    return FED_OK;
}

static fed_status check(const fed_run *run)
{
    return fed_spectrum_check(run, "decomposition");
}

static fed_status put_measured(fed_run *run, const fed_spectrum *spectrum, const fed_target *target,
                               fed_table *table)
{
    const size_t count = table->rows;
    double *rounds = FED_ARRAY(run->arena, 3 * count, double), *prediction = rounds + count,
           *coefficients = prediction + count;

    if (rounds == NULL)
        return fed_nomem(run->error);
    for (size_t k = 0; k < count; k++)
        rounds[k] = table->cells[k * COLUMNS + ROUND];
    TRY(fed_trajectory(run, spectrum, target, count, rounds, prediction, coefficients));
    for (size_t k = 0; k < count; k++) {
        table->cells[k * COLUMNS + MEASURED] = prediction[k];
        table->cells[k * COLUMNS + COEFFICIENTS] = coefficients[k];
    }
    return FED_OK;
}

static fed_status analyse(fed_run *run)
{
    fed_spectrum spectrum;
    fed_target target;
    terms b = {.spectrum = &spectrum, .way = NAN};
    fed_table *table;

    TRY(fed_spectrum_make(run, "decomposition", &spectrum));
    TRY(fed_target_find(run, &spectrum, &target));
    TRY(fed_noise(run, &b.sigma));
    TRY(heterogeneity(run, &b.apart));
    b.norm = target.norm;
    b.stop = fed_spectrum_stop(&spectrum, b.sigma);
    if (target.bar != NULL)
        b.way = fed_dot(run->problem->p, target.bar, target.bar);
    while (b.rank < spectrum.count && spectrum.lambda[b.rank] > 1e-13 * spectrum.lambda[0])
        b.rank++;
    table = fed_run_table(run, "decomposition", columns, COLUMNS, run->recorded);
    if (table == NULL)
        return fed_nomem(run->error);
    for (size_t k = 0; k < run->recorded; k++) {
        put_deltas(&spectrum, (double)run->records[k].round, table->cells + k * COLUMNS);
        put_bounds(&b, table->cells + k * COLUMNS);
    }
    TRY(fed_run_scalar(run, "decomposition", "kappa", spectrum.kappa));
    TRY(fed_run_scalar(run, "decomposition", "sigma", b.sigma));
    TRY(fed_run_scalar(run, "decomposition", "heterogeneity", b.apart));
    TRY(fed_run_scalar(run, "decomposition", "rank", (double)b.rank));
    TRY(fed_run_scalar(run, "decomposition", "rho_n",
                       b.rank > 0 ? spectrum.lambda[b.rank - 1] : NAN));
    TRY(fed_run_scalar(run, "decomposition", "share_of_bound26", target.apart));
    return put_measured(run, &spectrum, &target, table);
}

const fed_analysis fed_analysis_decomposition = {
    .entry = {"decomposition",
              "bias, variance and heterogeneity of fedavg and "
              "fedprox at the recorded rounds, and the bounds "
              "of Theorems 8, 10, 11 and 12",
              NULL},
    .analyse = analyse,
    .check = check,
};
