/* duration.h -- how long a study may take. */
#ifndef FED_DURATION_H
#define FED_DURATION_H

#include <stdbool.h>

/* 90s, 30m, 2h, 3d, hours:minutes:seconds, days-hours:minutes:seconds, or "slurm": until a minute
 * before the end of this job of SLURM. False when it is none of these. */
bool fed_duration(const char *text, unsigned *seconds);

#endif
