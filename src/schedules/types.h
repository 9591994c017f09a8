/* types.h -- what the schedules of this folder share. */
#ifndef FED_SCHEDULE_TYPES_H
#define FED_SCHEDULE_TYPES_H

#include "schedules/schedule.h"

enum { FED_RATE_PATH = 256 }; /* room for the path of a key of a rate */

extern const fed_schedule_type fed_schedule_constant; /* what a bare number means */

#endif
