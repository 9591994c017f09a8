/* step.c -- values[k] from update at[k-1] on. */
#include "schedules/types.h"

static fed_status read(const fed_config *config, const char *path, fed_schedule *schedule,
                       fed_error *error)
{
    char values[FED_RATE_PATH], at[FED_RATE_PATH];
    size_t count;

    snprintf(values, sizeof values, "%s.values", path);
    snprintf(at, sizeof at, "%s.at", path);
    count = fed_config_floats(config, values, &schedule->values);
    schedule->count = fed_config_ints(config, at, &schedule->at);
    if (count != schedule->count + 1)
        return fed_config_fault(config, error, FED_CONFIG, values,
                                "%zu values for %zu changes; there must be one more than changes",
                                count, schedule->count);
    for (size_t k = 1; k < schedule->count; k++)
        if (schedule->at[k] <= schedule->at[k - 1])
            return fed_config_fault(config, error, FED_CONFIG, at,
                                    "%lld after %lld; updates must increase",
                                    (long long)schedule->at[k], (long long)schedule->at[k - 1]);
    return FED_OK;
}

static double rate(const fed_schedule *schedule, size_t t)
{
    size_t k = 0;

    while (k < schedule->count && t >= (size_t)schedule->at[k])
        k++;
    return schedule->values[k];
}

static const fed_param params[] = {
    {"values", FED_FLOATS, NULL, 0, INFINITY, NULL, "rates, one more than changes"},
    {"at", FED_INTS, NULL, 0, 1e15, NULL, "updates from which the next value is used, increasing"},
    FED_END};

const fed_schedule_type fed_schedule_step = {
    .entry = {"step", "values changing at given updates", params}, .read = read, .rate = rate};
