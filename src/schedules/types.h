/* types.h -- the schedules of this folder. */
#ifndef FED_SCHEDULE_TYPES_H
#define FED_SCHEDULE_TYPES_H

#include "schedules/schedule.h"

enum { FED_RATE_PATH = 256 }; /* room for the path of a key of a rate */

extern const fed_schedule_type fed_schedule_constant;
extern const fed_schedule_type fed_schedule_cosine;
extern const fed_schedule_type fed_schedule_exponential;
extern const fed_schedule_type fed_schedule_inverse_time;
extern const fed_schedule_type fed_schedule_polynomial;
extern const fed_schedule_type fed_schedule_step;
extern const fed_schedule_type fed_schedule_theorem29;

#endif
