/* spectrum.c -- eigenvalues of the kernel's matrix K and of KP, condition number of P, stopping
 * time. */
#include "analyses/analysis.h"
#include "theory/local_spectrum.h"

static const char *const columns[] = {"index", "lambda", "product"};

static fed_status check(const fed_run *run)
{
    return fed_spectrum_check(run, "spectrum");
}

static fed_status analyse(fed_run *run)
{
    fed_spectrum spectrum;
    fed_table *table;

    TRY(fed_spectrum_make(run, "spectrum", &spectrum));
    table = fed_run_table(run, "spectrum", columns, 3, spectrum.count);
    if (table == NULL)
        return fed_nomem(run->error);
    for (size_t k = 0; k < spectrum.count; k++) {
        table->cells[3 * k] = (double)k;
        table->cells[3 * k + 1] = spectrum.lambda[k];
        table->cells[3 * k + 2] = spectrum.product[k];
    }
    TRY(fed_run_scalar(run, "spectrum", "gamma", spectrum.gamma));
    TRY(fed_run_scalar(run, "spectrum", "p_least", spectrum.least));
    TRY(fed_run_scalar(run, "spectrum", "p_largest", spectrum.largest));
    TRY(fed_run_scalar(run, "spectrum", "condition",
                       spectrum.least > 0.0 ? spectrum.largest / spectrum.least : NAN));
    return fed_run_scalar(run, "spectrum", "kappa", spectrum.kappa);
}

const fed_analysis fed_analysis_spectrum = {
    .entry = {"spectrum",
              "eigenvalues of the kernel matrix K and of KP, and the condition number of "
              "P, for fedavg and fedprox",
              NULL},
    .analyse = analyse,
    .check = check,
};
