/* probes.h -- the parameters at which derivatives are compared. */
#ifndef FED_PROBES_H
#define FED_PROBES_H

#include "run/run.h"

typedef enum fed_design { FED_UNIFORM, FED_HALTON, FED_NORMAL } fed_design;

/* K points of p coordinates, low to high: uniform; Halton's sequence with a random shift; normal
 * about the middle, with the half width as standard deviation. */
void fed_probes_draw(fed_design design, uint64_t seed, uint64_t replicate, size_t count, size_t p,
                     double low, double high, double *out);

/* As algorithm.probes, .design, .box and .probe_path say; `rank` samples ask for twice as many. Of
 * those tried, more than count when they are to be chosen among, probe has all. */
fed_status fed_probes_make(fed_run *run, size_t rank, size_t *count, size_t *tried,
                           const double **probe);

#endif
