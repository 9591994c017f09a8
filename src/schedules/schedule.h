/* schedule.h -- learning rates as functions of the round. */
#ifndef FED_SCHEDULE_H
#define FED_SCHEDULE_H

#include "config/config.h"

typedef struct fed_schedule {
    double (*rate)(const struct fed_schedule *schedule, size_t t); /* t = 0 is the first update */
    double value, final, decay, power, a, b;
    size_t rounds, warmup, count;
    const double *values; /* step: count+1 values, */
    const int64_t *at;    /*   changing at these rounds */
} fed_schedule;

typedef struct fed_schedule_type {
    fed_entry entry;
    double (*rate)(const fed_schedule *schedule, size_t t);
} fed_schedule_type;

extern const fed_entry *const fed_schedules[];

/* Reads the rate at `path` (a number or a group). theorem29 needs constants the caller sets after. */
fed_status fed_schedule_read(const fed_config *config, const char *path, size_t rounds,
                             fed_schedule *schedule, fed_error *error);
double fed_rate(const fed_schedule *schedule, size_t t); /* with warm-up */

#endif
