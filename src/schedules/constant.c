/* constant.c -- the same rate at every update. */
#include "schedules/types.h"

enum { VALUE };

static double rate(const fed_schedule *schedule, size_t t)
{
    (void)t;
    return schedule->key[VALUE];
}

static const fed_param params[] = {
    {"value", FED_FLOAT, NULL, 0, INFINITY, NULL, "the rate, or the initial rate"}, FED_END};

const fed_schedule_type fed_schedule_constant = {.entry = {"constant", "value", params},
                                                 .rate = rate};
