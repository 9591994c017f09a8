/* inverse_time.c -- a/(b+t), t counted from 1. */
#include "schedules/types.h"

enum { A, B };

static double rate(const fed_schedule *schedule, size_t t)
{
    return schedule->key[A] / (schedule->key[B] + (double)(t + 1));
}

static const fed_param params[] = {
    {"a", FED_FLOAT, NULL, 0, INFINITY, NULL, "numerator"},
    {"b", FED_FLOAT, "0.0", 0, INFINITY, NULL, "added to t in the denominator"},
    FED_END};

const fed_schedule_type fed_schedule_inverse_time = {
    .entry = {"inverse-time", "a/(b+t), t from 1", params}, .rate = rate};
