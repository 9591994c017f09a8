/* cosine.c -- from value to final along half a cosine over the rounds of the run. */
#include "schedules/types.h"

enum { VALUE, FINAL };

static double rate(const fed_schedule *schedule, size_t t)
{
    const double value = schedule->key[VALUE], final = schedule->key[FINAL];
    const double part = t < schedule->rounds ? (double)t / (double)schedule->rounds : 1.0;

    return final + (value - final) * 0.5 * (1.0 + cos(M_PI * part));
}

static const fed_param params[] = {
    {"value", FED_FLOAT, NULL, 0, INFINITY, NULL, "the rate, or the initial rate"},
    {"final", FED_FLOAT, "0.0", 0, INFINITY, NULL, "final rate"},
    FED_END};

const fed_schedule_type fed_schedule_cosine = {
    .entry = {"cosine", "final + (value - final) (1 + cos(pi t/rounds))/2", params}, .rate = rate};
