/* stop.c -- a replicate ends at the first recorded round whose metric is below or above a bound. */
#include "run/stop.h"

#include "run/further.h"

#include <stdio.h>
#include <string.h>

fed_stop fed_stop_read(const fed_config *config)
{
    fed_stop rule = {-1, -INFINITY, INFINITY, fed_config_bool(config, "algorithm.stop.at_start")};

    if (!fed_config_given(config, "algorithm.stop.metric"))
        return rule;
    for (int k = 0; k < FED_METRIC_COUNT; k++)
        if (strcmp(fed_metric_names[k], fed_config_string(config, "algorithm.stop.metric")) == 0)
            rule.metric = k;
    if (fed_config_given(config, "algorithm.stop.below"))
        rule.below = fed_config_float(config, "algorithm.stop.below");
    if (fed_config_given(config, "algorithm.stop.above"))
        rule.above = fed_config_float(config, "algorithm.stop.above");
    return rule;
}

fed_status fed_stop_check(const fed_config *config, fed_error *error)
{
    const fed_stop rule = fed_stop_read(config);

    if (rule.metric < 0)
        return FED_OK;
    if (rule.metric == FED_METRIC_seconds)
        return fed_config_fault(config, error, FED_CONFIG, "algorithm.stop.metric",
                                "seconds would make results differ between runs; stop by "
                                "rounds, gradients or gamma");
    if (isinf(rule.below) && isinf(rule.above))
        return fed_config_fault(config, error, FED_CONFIG, "algorithm.stop.metric",
                                "needs a bound: stop.below, or stop.above for metrics "
                                "that increase, such as accuracy");
    return FED_OK;
}

fed_status fed_stop_look(fed_run *run, const fed_stop *rule)
{
    double value;
    const char *side;

    if (rule->metric < 0 || run->outcome != FED_RUNNING)
        return FED_OK;
    value = run->records[run->recorded - 1].value[rule->metric];
    if (run->round == 0 && isnan(value) && rule->metric != FED_METRIC_rate &&
        run->warning[0] == '\0')
        snprintf(run->warning, sizeof run->warning,
                 "algorithm.stop: %s has no value in this run, which therefore ends with its last "
                 "round",
                 fed_metric_names[rule->metric]);
    side = value < rule->below ? "below" : value > rule->above ? "above" : NULL;
    if (side == NULL)
        return FED_OK;
    if (run->round == 0 && !rule->at_start)
        return fed_config_fault(run->config, run->error, FED_CONFIG, "algorithm.stop.metric",
                                "%s is %g at the start, %s its bound before a round is run "
                                "(stop.at_start = true allows it)",
                                fed_config_string(run->config, "algorithm.stop.metric"), value,
                                side);
    run->outcome = FED_STOPPED;
    return FED_OK;
}
