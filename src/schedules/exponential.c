/* exponential.c -- value decay^t. */
#include "schedules/types.h"

static fed_status read(const fed_config *config, const char *path, fed_schedule *schedule,
                       fed_error *error)
{
    (void)error;
    schedule->value = fed_rate_float(config, path, "value");
    schedule->decay = fed_rate_float(config, path, "decay");
    return FED_OK;
}

static double rate(const fed_schedule *schedule, size_t t)
{
    return schedule->value * pow(schedule->decay, (double)t);
}

static const fed_param params[] = {
    {"value", FED_FLOAT, NULL, 0, INFINITY, NULL, "the rate, or the first one"},
    {"decay", FED_FLOAT, NULL, 0, 1, NULL, "factor from an update to the next"},
    FED_END};

const fed_schedule_type fed_schedule_exponential = {
    .entry = {"exponential", "value decay^t", params}, .read = read, .rate = rate};
