/* early_stopping.c -- T of (23), the last round before the variance of fedavg or fedprox outweighs
 * its bias, and the error there beside Theorem 22 and Corollary 23. */
#include "analyses/analysis.h"
#include "analyses/heterogeneity.h"
#include "analyses/predict.h"
#include "theory/stopping.h"
#include "theory/trajectory.h"

#include <string.h>

static const double MOST_WORK = 2e9; /* products to run anew to T */

/* X(column, value): e below */
#define FIELDS(X)                                  \
    X(rounds, isfinite(e.rounds) ? e.rounds : NAN) \
    X(sigma, e.sigma)                              \
    X(rate, e.spectrum.rate / run->problem->scale) \
    X(local_steps, (double)e.spectrum.steps)       \
    X(critical_radius, e.radius)                   \
    X(stopped_error, e.inside)                     \
    X(stopped_risk, e.outside)                     \
    X(theorem22, e.theorem22)                      \
    X(c3, e.outside / e.theorem22)                 \
    X(corollary23, e.spectrum.kappa *e.sigma *e.sigma *e.finite / (double)e.spectrum.samples)

#define FIELD_NAME(name, value) #name,
static const char *const columns[] = {FIELDS(FIELD_NAME)};
enum { COLUMNS = sizeof columns / sizeof *columns };

typedef struct ending {
    fed_spectrum spectrum;
    double rounds, sigma, radius;
    double inside, outside; /* |f_T - f|^2 at the samples, and at those of the test set */
    double theorem22;       /* with c_3 = 1 */
    double finite;          /* rank of a kernel that has one below the number of samples */
} ending;

static fed_status check(const fed_run *run)
{
    return fed_spectrum_check(run, "early-stopping");
}

/* The mean of (f(x) - f*(x))^2 over the test set, of a run that ended at T; else NAN. */
static fed_status find_risk(fed_run *run, double rounds, double *risk)
{
    const fed_dataset *test = run->problem->data->test;
    double sum = 0.0, *work;

    *risk = NAN;
    if ((double)run->round != rounds || test == NULL || test->signal == NULL)
        return FED_OK;
    if ((work = fed_take(run->team, fed_predict_work(run->problem))) == NULL)
        return fed_nomem(run->error);
    for (size_t i = 0; i < test->n; i++) {
        const double miss = fed_predict(run->problem, test, i, run->theta, work) - test->signal[i];

        sum += miss * miss;
    }
    fed_give(run->team, work);
    *risk = sum / (double)test->n;
    return FED_OK;
}

static fed_status measure(fed_run *run, ending *e)
{
    const double size = (double)(run->problem->functions ? run->problem->samples : run->problem->p);
    fed_target target;
    double apart, ignored;

    e->inside = e->outside = NAN;
    TRY(fed_target_find(run, &e->spectrum, &target));
    TRY(fed_heterogeneity(run, &apart));
    e->theorem22 = e->spectrum.kappa * (e->radius * e->radius * (target.norm + 1.0) + apart);
    e->finite = e->spectrum.rank < e->spectrum.samples ? (double)e->spectrum.rank : NAN;
    if (e->rounds * size * size <= MOST_WORK)
        TRY(fed_trajectory(run, &e->spectrum, &target, 1, &e->rounds, &e->inside, &ignored));
    return find_risk(run, e->rounds, &e->outside);
}

static fed_status analyse(fed_run *run)
{
    fed_table *table;
    ending e;

    TRY(fed_spectrum_make(run, "early-stopping", &e.spectrum));
    TRY(fed_noise(run, &e.sigma));
    e.rounds = fed_spectrum_stop(&e.spectrum, e.sigma);
    e.radius = fed_spectrum_radius(&e.spectrum, e.sigma);
    TRY(measure(run, &e));
    table = fed_run_table(run, "early-stopping", columns, COLUMNS, 1);
    if (table == NULL)
        return fed_nomem(run->error);
#define FIELD_VALUE(name, value) value,
    const double row[COLUMNS] = {FIELDS(FIELD_VALUE)};
#undef FIELD_VALUE

    memcpy(table->cells, row, sizeof row);
    TRY(fed_run_scalar(run, "early-stopping", "rounds", table->cells[0]));
    return fed_run_scalar(run, "early-stopping", "critical_radius", e.radius);
}

const fed_analysis fed_analysis_early_stopping = {
    .entry = {"early-stopping",
              "the last round before the variance of fedavg or fedprox exceeds the bias, and the "
              "error there",
              NULL},
    .analyse = analyse,
    .check = check,
};
