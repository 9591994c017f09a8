/* decomposition.c -- bias, variance and heterogeneity of fedavg and fedprox (Proposition 7), and
 * the bounds of Theorems 8, 10, 11 and 12 and of Corollaries 13 and 14, at the recorded rounds,
 * beside |f_t - f|^2 / N and |theta_t - theta-bar|^2 measured. */
#include "analyses/analysis.h"
#include "analyses/heterogeneity.h"
#include "core/linalg.h"
#include "theory/trajectory.h"
#include "theory/stopping.h"
#include "theory/subspaces.h"

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
    COROLLARY14,
    COLUMNS
};
static const char *const columns[] = {"round",        "delta1",    "delta1_bound", "delta2",
                                      "delta2_bound", "bias",      "variance",     "heterogeneity",
                                      "bound",        "measured",  "theorem8",     "theorem10",
                                      "theorem11",    "theorem12", "coefficients", "corollary14"};

/* What the bounds are made of. */
typedef struct terms {
    const fed_spectrum *spectrum;
    double sigma, apart, stop; /* the noise; |Delta_f|^2 / N; T of (23) */
    double norm;               /* |f_0 - f|_H^2 */
    double way;                /* |theta_0 - theta-bar|^2 */
    double alpha;              /* of Corollary 14; NAN where its rho_N >= alpha/2 fails */
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

/* The least eigenvalue of K that is not 0: lambda_d of Theorem 11, rho_N where no parameter is
 * free. */
static double least_of(const fed_spectrum *spectrum)
{
    return spectrum->rank > 0 ? spectrum->lambda[spectrum->rank - 1] : NAN;
}

static void put_bounds(const terms *b, double *row)
{
    const fed_spectrum *spectrum = b->spectrum;
    const double kappa = spectrum->kappa, eta = spectrum->rate, s = (double)spectrum->steps;
    const double t = row[ROUND], n = (double)spectrum->samples, square = b->sigma * b->sigma;
    const double d = (double)spectrum->rank, least = least_of(spectrum);
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
    row[COROLLARY14] = pow(1.0 - s * eta * b->alpha / (2.0 * kappa), 2.0 * t) * b->way +
                       square * 2.0 * kappa * d / (n * b->alpha);
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

/* Corollaries 13 and 14: (30) follows from (25) where rho_N >= alpha/2, and (31) from (26). */
static fed_status compare_subspaces(fed_run *run, const fed_target *target, terms *b)
{
    const fed_problem *problem = run->problem;
    const double kappa = b->spectrum->kappa, gamma = fed_truths_apart(problem);
    fed_subspaces s;
    double bound;

    if (problem->functions || b->spectrum->rank < problem->p)
        return FED_OK;
    TRY(fed_subspaces_find(run, "decomposition", &s));
    b->alpha = least_of(b->spectrum) >= 0.5 * s.alpha ? s.alpha : NAN;
    bound = gamma * sqrt(2.0 * kappa * s.beta * s.nu * (double)problem->clients *
                         (double)problem->p / (s.alpha * (double)problem->samples));
    TRY(fed_run_scalar(run, "decomposition", "alpha", s.alpha));
    TRY(fed_run_scalar(run, "decomposition", "beta", s.beta));
    TRY(fed_run_scalar(run, "decomposition", "nu", s.nu));
    if (!(gamma > 0.0))
        return FED_OK;
    TRY(fed_run_scalar(run, "decomposition", "share_of_bound31", target->farthest / bound));
    return fed_run_scalar(run, "decomposition", "c2", target->farthest / (gamma * sqrt(kappa)));
}

static fed_status analyse(fed_run *run)
{
    fed_spectrum spectrum;
    fed_target target;
    terms b = {.spectrum = &spectrum, .way = NAN, .alpha = NAN};
    fed_table *table;

    TRY(fed_spectrum_make(run, "decomposition", &spectrum));
    TRY(fed_target_find(run, &spectrum, &target));
    TRY(fed_noise(run, &b.sigma));
    TRY(fed_heterogeneity(run, &b.apart));
    b.norm = target.norm;
    b.stop = fed_spectrum_stop(&spectrum, b.sigma);
    if (target.bar != NULL && spectrum.rank == run->problem->p) /* else rho_N = 0 */
        b.way = fed_dot(run->problem->p, target.bar, target.bar);
    TRY(compare_subspaces(run, &target, &b));
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
    TRY(fed_run_scalar(run, "decomposition", "rank", (double)spectrum.rank));
    TRY(fed_run_scalar(run, "decomposition", "rho_n", least_of(&spectrum)));
    TRY(fed_run_scalar(run, "decomposition", "share_of_bound26", target.apart));
    return put_measured(run, &spectrum, &target, table);
}

const fed_analysis fed_analysis_decomposition = {
    .entry = {"decomposition",
              "bias, variance and heterogeneity of fedavg and "
              "fedprox at the recorded rounds, and the bounds "
              "of Theorems 8, 10, 11 and 12 and of Corollary 14",
              NULL},
    .analyse = analyse,
    .check = check,
};
