/* rules.c -- what fedavg and fedprox do in a round, and what the rules of local methods share. */
#include "algorithms/local/rules.h"

#include <math.h>

double fed_rule_rate(const fed_run *run, const fed_schedule *schedule)
{
    return schedule->rate != NULL ? fed_rate(schedule, run->rounds > 0 ? run->rounds - 1 : 0) : NAN;
}

bool fed_rule_fixed(const fed_run *run, const fed_schedule *schedule)
{
    for (size_t t = 1; schedule->rate != NULL && t < run->rounds; t++)
        if (fed_rate(schedule, t) != fed_rate(schedule, 0))
            return false;
    return schedule->rate != NULL;
}

bool fed_rule_whole(const fed_run *run)
{
    return run->batch == 0 && fed_config_int(run->config, "algorithm.clients_per_round") == 0;
}

fed_status fed_rule_weights(const fed_run *run, fed_rule *rule)
{
    double *weights = FED_ARRAY(run->arena, rule->steps, double);

    if (weights == NULL)
        return fed_nomem(run->error);
    for (size_t k = 0; k < rule->steps; k++)
        weights[k] = rule->shape == FED_THETA_SUM || k + 1 == rule->steps ? 1.0 : 0.0;
    rule->weights = weights;
    return FED_OK;
}

fed_status fed_rule_steps(const fed_run *run, fed_rule *rule)
{
    const double rate = fed_rule_rate(run, &run->schedule);
    const bool fixed = fed_rule_fixed(run, &run->schedule);

    *rule = (fed_rule){.shape = FED_THETA_SUM,
                       .steps = (size_t)fed_config_int(run->config, "algorithm.local_steps"),
                       .rate = rate,
                       .server = rate,
                       .local = true,
                       .sgd = true,
                       .plain = fed_rule_whole(run),
                       .client_fixed = fixed,
                       .server_fixed = fixed,
                       .averages = true};
    return fed_rule_weights(run, rule);
}

fed_status fed_rule_prox(const fed_run *run, fed_rule *rule)
{
    const double rate = fed_rule_rate(run, &run->schedule);
    const bool fixed = fed_rule_fixed(run, &run->schedule);

    *rule = (fed_rule){.shape = FED_THETA_PROX,
                       .steps = 1,
                       .rate = rate,
                       .server = rate,
                       .local = true,
                       .sgd = true,
                       .plain = fed_rule_whole(run),
                       .client_fixed = fixed,
                       .server_fixed = fixed,
                       .averages = true};
    return FED_OK;
}
