/* inverse_time.c -- a/(b+t), t counted from 1. */
#include "schedules/types.h"

static fed_status read(const fed_config *config, const char *path, fed_schedule *schedule,
                       fed_error *error)
{
    (void)error;
    schedule->a = fed_rate_float(config, path, "a");
    schedule->b = fed_rate_float(config, path, "b");
    return FED_OK;
}

static double rate(const fed_schedule *schedule, size_t t)
{
    return schedule->a / (schedule->b + (double)(t + 1));
}

static const fed_param params[] = {
    {"a", FED_FLOAT, NULL, 0, INFINITY, NULL, "numerator"},
    {"b", FED_FLOAT, "0.0", 0, INFINITY, NULL, "added to t in the denominator"},
    FED_END};

const fed_schedule_type fed_schedule_inverse_time = {
    .entry = {"inverse-time", "a/(b+t), t from 1", params}, .read = read, .rate = rate};
