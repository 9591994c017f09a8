/* threads.h -- how many threads a study uses, and what machine they run on. */
#ifndef FED_THREADS_H
#define FED_THREADS_H

#include "core/arena.h"

#include <stdint.h>

/* The first that is set: the command line's count, the configuration's (0: unset), OMP_NUM_THREADS,
 * SLURM_CPUS_PER_TASK, the processors this process may use. At least 1. */
int fed_threads_choose(int64_t option, int64_t configured);

/* For the record of a run. */
const char *fed_cpu_name(fed_arena *arena); /* NULL when out of memory */
const char *fed_blis_kernel(void);          /* the set of kernels BLIS chose: "haswell", "skx" */
const char *fed_blis_version(void);

#endif
