/* early_stopping.c -- T of (23): the last round before the variance of fedavg or fedprox outweighs
 * its bias. */
#include "analyses/analysis.h"
#include "theory/local_spectrum.h"
#include "theory/stopping.h"

static const char *const columns[] = {"rounds", "sigma", "rate", "local_steps", "critical_radius"};

static fed_status check(const fed_run *run)
{
    return fed_spectrum_check(run, "early-stopping");
}

static fed_status analyse(fed_run *run)
{
    fed_spectrum spectrum;
    fed_table *table;
    double rounds, sigma;

    TRY(fed_spectrum_make(run, "early-stopping", &spectrum));
    TRY(fed_noise(run, &sigma));
    rounds = fed_spectrum_stop(&spectrum, sigma);
    table = fed_run_table(run, "early-stopping", columns, 5, 1);
    if (table == NULL)
        return fed_nomem(run->error);
    table->cells[0] = isfinite(rounds) ? rounds : NAN;
    table->cells[1] = sigma;
    table->cells[2] = spectrum.rate / run->problem->scale;
    table->cells[3] = (double)spectrum.steps;
    table->cells[4] = fed_spectrum_radius(&spectrum, sigma);
    TRY(fed_run_scalar(run, "early-stopping", "rounds", table->cells[0]));
    return fed_run_scalar(run, "early-stopping", "critical_radius", table->cells[4]);
}

const fed_analysis fed_analysis_early_stopping = {
    .entry = {"early-stopping",
              "the last round before the variance of fedavg or fedprox exceeds the bias", NULL},
    .analyse = analyse,
    .check = check,
};
