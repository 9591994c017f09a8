/* exponential.c -- value decay^t. */
#include "schedules/types.h"

enum { VALUE, DECAY };

static double rate(const fed_schedule *schedule, size_t t)
{
    return schedule->key[VALUE] * pow(schedule->key[DECAY], (double)t);
}

static const fed_param params[] = {
    {"value", FED_FLOAT, NULL, 0, INFINITY, NULL, "the rate, or the initial rate"},
    {"decay", FED_FLOAT, NULL, 0, 1, NULL, "factor from one update to the next"},
    FED_END};

const fed_schedule_type fed_schedule_exponential = {
    .entry = {"exponential", "value decay^t", params}, .rate = rate};
