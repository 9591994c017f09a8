/* machine.c -- what this machine can hold. */
#include "core/machine.h"

#include <math.h>
#include <sys/resource.h>
#include <unistd.h>

double fed_machine_memory(void)
{
    const double bytes = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    double memory = bytes > 0.0 ? bytes : INFINITY;
    struct rlimit limit;

    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        memory = fmin(memory, (double)limit.rlim_cur);
    return memory;
}
