/* threads.h -- how many threads a run uses, and BLIS kept to one on each of them. */
#ifndef FED_THREADS_H
#define FED_THREADS_H

#include "core/arena.h"

#include <stdint.h>

/* The first that is set: the command line's count, the configuration's (0: unset), OMP_NUM_THREADS,
 * SLURM_CPUS_PER_TASK, the processors this process may use. At least 1. */
int fed_threads_choose(int64_t option, int64_t configured);

/* Before any parallel region of a run: `count` threads in a region, no region inside another, and
 * one BLIS thread on each. Call it again after changing the count: new threads know nothing of it. */
void fed_threads_begin(int count);

/* For the record of a run. */
const char *fed_cpu_name(fed_arena *arena); /* NULL when out of memory */
const char *fed_blis_kernel(void);          /* the set of kernels BLIS chose: "haswell", "skx" */
const char *fed_blis_version(void);

#endif
