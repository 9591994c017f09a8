/* table.c -- the schedules that a rate can name: one line each. */
#include "schedules/schedule.h"

#define SCHEDULES(X)             \
    X(fed_schedule_constant)     \
    X(fed_schedule_step)         \
    X(fed_schedule_inverse_time) \
    X(fed_schedule_theorem29)    \
    X(fed_schedule_exponential)  \
    X(fed_schedule_cosine)       \
    X(fed_schedule_polynomial)

#define DECLARE(name) extern const fed_schedule_type name;
#define ENTRY(name) &name.entry,

SCHEDULES(DECLARE)

const fed_entry *const fed_schedules[] = {SCHEDULES(ENTRY) NULL};
