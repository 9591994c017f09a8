/* step.c -- values[k] from update at[k-1] on. */
#include "schedules/types.h"

static fed_status read(const fed_config *config, const char *path, fed_schedule *schedule,
                       fed_error *error)
{
    char values[FED_RATE_PATH], at[FED_RATE_PATH];

    snprintf(values, sizeof values, "%s.values", path);
    snprintf(at, sizeof at, "%s.at", path);
    schedule->list_count = fed_config_floats(config, values, &schedule->list);
    schedule->at_count = fed_config_ints(config, at, &schedule->at);
    if (schedule->list_count != schedule->at_count + 1)
        return fed_config_fault(config, error, FED_CONFIG, values,
                                "%zu values for %zu changes; there must be one more than changes",
                                schedule->list_count, schedule->at_count);
    for (size_t k = 1; k < schedule->at_count; k++)
        if (schedule->at[k] <= schedule->at[k - 1])
            return fed_config_fault(config, error, FED_CONFIG, at,
                                    "%lld after %lld; updates must increase",
                                    (long long)schedule->at[k], (long long)schedule->at[k - 1]);
    return FED_OK;
}

static double rate(const fed_schedule *schedule, size_t t)
{
    size_t k = 0;

    while (k < schedule->at_count && t >= (size_t)schedule->at[k])
        k++;
    return schedule->list[k];
}

static const fed_param params[] = {{"values", FED_FLOATS, NULL, 0, INFINITY, NULL,
                                    "rates, one more than there are "
                                    "numbers in at"},
                                   {"at", FED_INTS, NULL, 0, 1e15, NULL,
                                    "increasing update numbers at which the next "
                                    "value takes effect"},
                                   FED_END};

const fed_schedule_type fed_schedule_step = {
    .entry = {"step", "piecewise constant values", params}, .read = read, .rate = rate};
