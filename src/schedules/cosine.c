/* cosine.c -- from value to final along half a cosine over the rounds of the run. */
#include "schedules/types.h"

static fed_status read(const fed_config *config, const char *path, fed_schedule *schedule,
                       fed_error *error)
{
    (void)error;
    schedule->value = fed_rate_float(config, path, "value");
    schedule->final = fed_rate_float(config, path, "final");
    return FED_OK;
}

static double rate(const fed_schedule *schedule, size_t t)
{
    double part = t < schedule->rounds ? (double)t / (double)schedule->rounds : 1.0;

    return schedule->final + (schedule->value - schedule->final) * 0.5 * (1.0 + cos(M_PI * part));
}

static const fed_param params[] = {
    {"value", FED_FLOAT, NULL, 0, INFINITY, NULL, "the rate, or the first one"},
    {"final", FED_FLOAT, "0.0", 0, INFINITY, NULL, "the rate tended to"},
    FED_END};

const fed_schedule_type fed_schedule_cosine = {
    .entry = {"cosine", "final + (value - final) (1 + cos(pi t/rounds))/2", params},
    .read = read,
    .rate = rate};
