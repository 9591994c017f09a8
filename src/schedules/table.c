/* table.c -- the schedules that a rate can name: one line each. */
#include "schedules/schedule.h"

/* clang-format off */
#define TABLE(X) \
    X(fed_schedule_constant) \
    X(fed_schedule_step) \
    X(fed_schedule_inverse_time) \
    X(fed_schedule_theorem29) \
    X(fed_schedule_exponential) \
    X(fed_schedule_cosine) \
    X(fed_schedule_polynomial)
/* clang-format on */

#define DECLARE(name) extern const fed_schedule_type name;
#define ROW(name) &name.entry,

TABLE(DECLARE)

const fed_entry *const fed_schedules[] = {TABLE(ROW) NULL};
