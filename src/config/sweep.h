/* sweep.h -- the axes of a sweep. */
#ifndef FED_CONFIG_SWEEP_H
#define FED_CONFIG_SWEEP_H

#include "config/types.h"

fed_status fed_sweep_read(fed_build *build, fed_shared *shared);

#endif
