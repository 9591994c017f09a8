/* surrogate.c -- the surrogate loss that local steps descend: its minimiser, how far it is from the
 * true one, its condition number, and the bounds of theory beside them. */
#include "theory/surrogate.h"

#include "analyses/analysis.h"

#include <string.h>

static const char *const columns[] = {"gamma",
                                      "steps",
                                      "mu",
                                      "smoothness",
                                      "sigma_c",
                                      "sigma_a",
                                      "distance",
                                      "theorem16",
                                      "theorem17",
                                      "corollary20",
                                      "shift",
                                      "theorem21",
                                      "condition",
                                      "corollary",
                                      "true_condition",
                                      "surrogate_mu",
                                      "surrogate_smoothness",
                                      "minimum"};
enum { COLUMNS = sizeof columns / sizeof *columns };

static fed_status check(const fed_run *run)
{
    fed_rule rule;

    TRY(fed_affine_check(run, "surrogate"));
    TRY(run->algorithm->rule(run, &rule));
    if (rule.shape == FED_THETA_PROX)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "analysis",
                                "'surrogate' needs fedavg or local-update, not fedprox");
    return FED_OK;
}

static fed_status analyse(fed_run *run)
{
    fed_surrogate s;
    fed_table *table;

    TRY(fed_surrogate_make(run, &s));
    table = fed_run_table(run, "surrogate", columns, COLUMNS, 1);
    if (table == NULL)
        return fed_nomem(run->error);
    const double row[COLUMNS] = {s.affine.rate,
                                 (double)s.affine.steps,
                                 s.mu,
                                 s.smoothness,
                                 s.sigma_c,
                                 s.sigma_a,
                                 s.distance,
                                 fed_theorem16(&s),
                                 fed_theorem17(&s),
                                 fed_corollary20(&s),
                                 s.shift,
                                 fed_theorem21(&s),
                                 s.surrogate_smoothness / s.surrogate_mu,
                                 fed_corollary(&s),
                                 s.true_condition,
                                 s.surrogate_mu,
                                 s.surrogate_smoothness,
                                 s.minimum};
    for (size_t k = 0; k < COLUMNS; k++)
        table->cells[k] = row[k];
    for (size_t k = 0; k < COLUMNS; k++)
        TRY(fed_run_scalar(run, "surrogate", columns[k], row[k]));
    return FED_OK;
}

const fed_analysis fed_analysis_surrogate = {
    .entry = {"surrogate",
              "the surrogate loss of local steps: distance of its minimiser, condition "
              "number, and their bounds",
              NULL},
    .analyse = analyse,
    .check = check,
};
