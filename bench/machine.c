/* machine.c -- prints the limits of this machine, against which the other benchmarks are read. */
#include "limits.h"

#include "core/threads.h"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    fed_arena arena = {NULL};
    const char *cpu = fed_cpu_name(&arena);
    bench_limits limits;

    if (bench_measure_limits(fed_threads_choose(0, 0), &limits) != 0) {
        fprintf(stderr, "machine: out of memory\n");
        return EXIT_FAILURE;
    }
    printf("%s, %s, BLIS %s (%s kernels)\n", cpu == NULL ? "unknown" : cpu, limits.isa,
           fed_blis_version(), fed_blis_kernel());
    printf("%-28s %12s %8d threads\n", "", "1 thread", limits.threads);
    printf("%-28s %12.1f %16.1f\n", "multiply-add, GF/s", 1e-9 * limits.flops_one,
           1e-9 * limits.flops_all);
    printf("%-28s %12.1f %16.1f\n", "second-level cache read, GB/s", 1e-9 * limits.l2_one,
           1e-9 * limits.l2_all);
    printf("%-28s %12.1f %16.1f\n", "memory read, GB/s", 1e-9 * limits.dram_one,
           1e-9 * limits.dram_all);
    fed_arena_free(&arena);
    return EXIT_SUCCESS;
}
