/* early_stopping.c -- T of (23): the last round before the variance of fedavg or fedprox outweighs
 * its bias. */
#include "analyses/analysis.h"
#include "local/spectrum.h"

static const char *const columns[] = {"rounds", "sigma", "rate", "local_steps"};

static fed_status check(const fed_run *run)
{
    return fed_spectrum_check(run, "early-stopping");
}

static fed_status analyse(fed_run *run)
{
    fed_spectrum spectrum;
    fed_table *table;
    double rounds;

    TRY(fed_spectrum_make(run, "early-stopping", &spectrum));
    rounds = fed_spectrum_stop(&spectrum, fed_noise(run));
    table = fed_run_table(run, "early-stopping", columns, 4, 1);
    if (table == NULL)
        return fed_nomem(run->error);
    table->cells[0] = isfinite(rounds) ? rounds : NAN;
    table->cells[1] = fed_noise(run);
    table->cells[2] = spectrum.rate;
    table->cells[3] = (double)spectrum.steps;
    return fed_run_scalar(run, "early-stopping", "rounds", table->cells[0]);
}

const fed_analysis fed_analysis_early_stopping = {
    {"early-stopping", "the round after which the variance of fedavg or fedprox outweighs its bias",
     NULL},
    analyse,
    check};
