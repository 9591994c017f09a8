/* strips_make.h -- the batches of sparse rows of ones, copied into strips. */
#ifndef FED_ALGORITHMS_LOCAL_STRIPS_MAKE_H
#define FED_ALGORITHMS_LOCAL_STRIPS_MAKE_H

#include "algorithms/local/strips.h"

/* The strips of the batches that fed_local_order made, the hottest columns apart if asked to; NULL
 * where they do not pay. */
fed_status fed_strips_make(fed_run *run, const size_t *order, bool hot, const fed_strips **strips);
/* Whether wide vectors add hot columns faster than one entry after the other. */
bool fed_strips_wide(void);

#endif
