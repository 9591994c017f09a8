/* table.c -- the schedules that a rate can name: one line each. */
#include "schedules/types.h"

const fed_entry *const fed_schedules[] = {
    &fed_schedule_constant.entry,     &fed_schedule_step.entry,
    &fed_schedule_inverse_time.entry, &fed_schedule_theorem29.entry,
    &fed_schedule_exponential.entry,  &fed_schedule_cosine.entry,
    &fed_schedule_polynomial.entry,   NULL};
