/* polynomial.c -- from value to final along a power of the rounds left. */
#include "schedules/types.h"

enum { VALUE, FINAL, POWER };

static double rate(const fed_schedule *schedule, size_t t)
{
    const double value = schedule->key[VALUE], final = schedule->key[FINAL];
    const double left = t < schedule->rounds ? 1.0 - (double)t / (double)schedule->rounds : 0.0;

    return final + (value - final) * pow(left, schedule->key[POWER]);
}

static const fed_param params[] = {
    {"value", FED_FLOAT, NULL, 0, INFINITY, NULL, "the rate, or the initial rate"},
    {"final", FED_FLOAT, "0.0", 0, INFINITY, NULL, "final rate"},
    {"power", FED_FLOAT, "1.0", 0, INFINITY, NULL, "exponent; 1 means linear decay"},
    FED_END};

const fed_schedule_type fed_schedule_polynomial = {
    .entry = {"polynomial", "final + (value - final) (1 - t/rounds)^power", params}, .rate = rate};
