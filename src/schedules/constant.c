/* constant.c -- the same rate at every update. */
#include "schedules/types.h"

static fed_status read(const fed_config *config, const char *path, fed_schedule *schedule,
                       fed_error *error)
{
    (void)error;
    schedule->value = fed_rate_float(config, path, "value");
    return FED_OK;
}

static double rate(const fed_schedule *schedule, size_t t)
{
    (void)t;
    return schedule->value;
}

static const fed_param params[] = {
    {"value", FED_FLOAT, NULL, 0, INFINITY, NULL, "the rate, or the first one"}, FED_END};

const fed_schedule_type fed_schedule_constant = {
    .entry = {"constant", "value", params}, .read = read, .rate = rate};
