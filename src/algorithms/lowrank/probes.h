/* probes.h -- the parameters at which derivatives are compared. */
#ifndef FED_PROBES_H
#define FED_PROBES_H

#include "algorithms/lowrank/weights.h"

typedef enum fed_design { FED_UNIFORM, FED_HALTON, FED_NORMAL } fed_design;

/* K points of p coordinates, low to high: uniform; Halton's sequence with a random shift; normal
 * about the middle, with the half width as standard deviation. */
void fed_probes_draw(fed_design design, uint64_t seed, uint64_t replicate, size_t count, size_t p,
                     double low, double high, double *out);

/* As algorithm.probes, .design, .box and .probe_path say; `rank` samples ask for twice as many. Of
 * those tried, more than `probes` when they are to be chosen among, probe has all. Those drawn have
 * the initial value in the coordinates that are not moved. */
fed_status fed_probes_make(fed_run *run, fed_lowrank *low);

#endif
