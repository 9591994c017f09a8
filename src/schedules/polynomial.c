/* polynomial.c -- from value to final along a power of the rounds left. */
#include "schedules/types.h"

static fed_status read(const fed_config *config, const char *path, fed_schedule *schedule,
                       fed_error *error)
{
    (void)error;
    schedule->value = fed_rate_float(config, path, "value");
    schedule->final = fed_rate_float(config, path, "final");
    schedule->power = fed_rate_float(config, path, "power");
    return FED_OK;
}

static double rate(const fed_schedule *schedule, size_t t)
{
    double left = t < schedule->rounds ? 1.0 - (double)t / (double)schedule->rounds : 0.0;

    return schedule->final + (schedule->value - schedule->final) * pow(left, schedule->power);
}

static const fed_param params[] = {
    {"value", FED_FLOAT, NULL, 0, INFINITY, NULL, "the rate, or the first one"},
    {"final", FED_FLOAT, "0.0", 0, INFINITY, NULL, "the rate tended to"},
    {"power", FED_FLOAT, "1.0", 0, INFINITY, NULL, "exponent; 1 is linear"},
    FED_END};

const fed_schedule_type fed_schedule_polynomial = {
    .entry = {"polynomial", "final + (value - final) (1 - t/rounds)^power", params},
    .read = read,
    .rate = rate};
