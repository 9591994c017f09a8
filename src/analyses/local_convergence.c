/* local_convergence.c -- how local-update approaches the minimiser of its surrogate loss, and the
 * true one: the bounds of Theorems 26, 27 and 29 and of Corollary 28 beside the distances measured,
 * and the variance of its updates beside that of Lemma 23. */
#include "analyses/analysis.h"
#include "core/linalg.h"
#include "theory/inner_loop.h"
#include "theory/surrogate.h"

#include <string.h>

enum { DRAWS = 200 }; /* for the variance of an update */

enum { ROUND, THEOREM26, THEOREM27, TO_SURROGATE, COROLLARY28, THEOREM29, TO_OPTIMUM, COLUMNS };
static const char *const columns[] = {
    "round",       "theorem26", "theorem27",     "surrogate_square",
    "corollary28", "theorem29", "optimum_square"};

/* What the bounds are made of. */
typedef struct terms {
    double eta, mu, smoothness; /* of the server; of the surrogate: mu_gamma, L_gamma */
    double noise;               /* K G^2 / (M B) */
    double start;               /* |x_1 - x*_gamma|^2 */
    bool fixed;                 /* both rates, as Theorem 26 has them */
    double shift;       /* eta_t = 2 / (mu_gamma (shift + t)), as Theorem 27 has it; or NAN */
    double bias;        /* the square of Corollary 20 */
    double fall, floor; /* Theorem 29: floor / (fall + t); or NAN */
} terms;

static fed_status check(const fed_run *run)
{
    fed_rule rule;

    TRY(fed_affine_check(run, "local-convergence"));
    TRY(run->algorithm->rule(run, &rule));
    if (rule.averages)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'local-convergence' needs local-update, not %s",
                                run->algorithm->entry.name);
    return FED_OK;
}

static double square_distance(size_t p, const double *x, const double *y)
{
    const double apart = fed_distance(p, x, y);

    return apart * apart;
}

/* b of a server rate 2/(mu (b + t)), t from 1, read off two of its values; NAN for another rate */
static double shift_of(const fed_run *run, const terms *b)
{
    const double first = fed_rate(&run->schedule, 0), second = fed_rate(&run->schedule, 1),
                 third = fed_rate(&run->schedule, 2), shift = second / (first - second) - 1.0;

    return fabs(first * (shift + 1.0) * b->mu / 2.0 - 1.0) < 1e-6 &&
                   fabs(third * (shift + 3.0) * b->mu / 2.0 - 1.0) < 1e-6 &&
                   shift >= 2.0 * b->smoothness * b->smoothness / (b->mu * b->mu) * (1.0 - 1e-6)
               ? shift
               : NAN;
}

/* Theorem 29: (2 nu + 16 sigma_c^2 kappa^2) / (b + t), b = 3 kappa^2 */
static fed_status decaying(fed_run *run, const fed_surrogate *s, const double *start, double square,
                           terms *b)
{
    const size_t p = run->problem->p;
    const double kappa = s->smoothness / s->mu, shift = 3.0 * kappa * kappa;
    const double gamma =
        fmin(1.0 / (s->smoothness * (shift + 1.0)), M_LN2 / ((double)s->affine.steps * s->mu));
    double *x = FED_ARRAY(run->arena, p, double), nu;

    if (x == NULL)
        return fed_nomem(run->error);
    if (strcmp(fed_config_string(run->config, "algorithm.client_learning_rate.schedule"),
               "theorem29") != 0 ||
        strcmp(fed_config_string(run->config, "algorithm.server_learning_rate.schedule"),
               "theorem29") != 0)
        return FED_OK;
    TRY(fed_surrogate_minimiser(run, s, gamma, x));
    nu = fmax(18.0 * square / (s->mu * s->mu * (double)s->affine.steps),
              (shift + 1.0) * square_distance(p, start, x));
    b->fall = shift;
    b->floor = 2.0 * nu + 16.0 * s->sigma_c * s->sigma_c * kappa * kappa;
    return FED_OK;
}

static void put(const fed_run *run, const fed_surrogate *s, const terms *b, size_t k, double *row)
{
    const size_t p = run->problem->p;
    const double t = (double)run->records[k].round;
    const double nu = fmax(4.0 * b->noise / (b->mu * b->mu), (b->shift + 1.0) * b->start);
    const double *x = run->trajectory != NULL  ? run->trajectory->cells + k * (p + 1) + 1
                      : k + 1 == run->recorded ? run->theta
                                               : NULL;

    row[ROUND] = t; /* x_{t+1} of the paper, whose first is x_1 */
    row[THEOREM26] =
        b->fixed ? pow(1.0 - b->eta * b->mu, t) * b->start + b->eta * b->noise / b->mu : NAN;
    row[THEOREM27] = nu / (b->shift + t + 1.0);
    row[COROLLARY28] = 2.0 * row[THEOREM27] + 2.0 * b->bias;
    row[THEOREM29] = b->floor / (b->fall + t + 1.0);
    row[TO_SURROGATE] = x != NULL ? square_distance(p, x, s->whole) : NAN;
    row[TO_OPTIMUM] = x != NULL ? square_distance(p, x, s->truth) : NAN;
}

static fed_status analyse(fed_run *run)
{
    const fed_problem *problem = run->problem;
    const size_t p = problem->p;
    const bool zeros = strcmp(fed_config_string(run->config, "algorithm.initial"), "zeros") == 0;
    double *start = FED_ARRAY(run->arena, p, double), square, variance, cohort;
    fed_surrogate s;
    fed_table *table;
    fed_rule rule;
    terms b;

    if (start == NULL)
        return fed_nomem(run->error);
    TRY(run->algorithm->rule(run, &rule));
    TRY(fed_surrogate_make(run, &s));
    if (s.affine.shape != FED_THETA_SUM || !zeros || !(s.surrogate_mu > 0.0))
        return FED_OK;
    TRY(fed_gradient_variance(run, s.whole, &square));
    cohort = (double)(run->active > 0 ? run->active : problem->clients) *
             (double)(run->batch > 0 ? run->batch : 1);
    square = run->batch > 0 ? square : 0.0; /* whole batches have no variance */
    b = (terms){.eta = s.affine.server,
                .mu = fed_surrogate_phi(&s, s.affine.rate, s.mu),
                .smoothness = fed_surrogate_phi(&s, s.affine.rate, s.smoothness),
                .noise = (double)s.affine.steps * square / cohort,
                .start = square_distance(p, start, s.whole),
                .bias = pow(fed_corollary20(&s), 2.0)};
    b.fixed = rule.sgd && rule.client_fixed && rule.server_fixed &&
              b.eta <= b.mu / (b.smoothness * b.smoothness);
    b.shift = rule.sgd && rule.client_fixed ? shift_of(run, &b) : NAN;
    b.fall = b.floor = NAN;
    if (rule.sgd)
        TRY(decaying(run, &s, start, square / cohort, &b));
    TRY(fed_inner_variance(run, s.whole, s.affine.steps, s.affine.rate, DRAWS, &variance));
    table = fed_run_table(run, "local-convergence", columns, COLUMNS, run->recorded);
    if (table == NULL)
        return fed_nomem(run->error);
    for (size_t k = 0; k < run->recorded; k++)
        put(run, &s, &b, k, table->cells + k * COLUMNS);
    TRY(fed_run_scalar(run, "local-convergence", "g_square", square));
    TRY(fed_run_scalar(run, "local-convergence", "variance", variance));
    TRY(fed_run_scalar(run, "local-convergence", "lemma23",
                       (double)s.affine.steps * square /
                           ((double)problem->clients * (double)(run->batch > 0 ? run->batch : 1))));
    TRY(fed_run_scalar(run, "local-convergence", "mu_gamma", b.mu));
    return fed_run_scalar(run, "local-convergence", "l_gamma", b.smoothness);
}

const fed_analysis fed_analysis_local_convergence = {
    .entry = {"local-convergence",
              "distance of local-update from the minimisers of its surrogate loss and of "
              "the true loss, with the bounds of Theorems 26, 27, 29 and Corollary 28",
              NULL},
    .analyse = analyse,
    .check = check,
};
