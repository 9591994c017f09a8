/* machine.c -- prints the limits of this machine, against which the benchmarks are read: a name,
 * then what one thread and all threads reach. */
#include "limits.h"

#include "core/linalg.h"
#include "core/threads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Operations per second of BLIS's dgemm, the best of some; negative without memory. */
static double measure_gemm(int threads)
{
    enum { N = 768, REPEATS = 5 };
    double *a = calloc(3 * N * N, sizeof *a), best = -1.0;

    fed_blas_threads(threads);
    for (size_t k = 0; a != NULL && k < 2 * N * N; k++)
        a[k] = (double)(k % 7);
    for (int repeat = 0; a != NULL && repeat < REPEATS; repeat++) {
        const double begin = bench_seconds(threads);

        fed_gemm(false, false, N, N, N, 1.0, a, N, a + N * N, N, 0.0, a + 2 * N * N, N);
        best = fmax(best, 2.0 * N * N * N / (bench_seconds(threads) - begin));
    }
    free(a);
    return best;
}

int main(void)
{
    fed_arena arena = {NULL};
    const char *cpu = fed_cpu_name(&arena);
    bench_limits limits;
    double gemm;

    if (bench_measure_limits(fed_threads_choose(0, 0), &limits) != 0 ||
        (gemm = measure_gemm(1)) < 0.0) {
        fprintf(stderr, "machine: out of memory\n");
        return EXIT_FAILURE;
    }
    printf("machine %s, %s, %d threads, BLIS %s (%s kernels)\n", cpu == NULL ? "unknown" : cpu,
           limits.isa, limits.threads, fed_blis_version(), fed_blis_kernel());
    printf("fma %.6g %.6g\n", limits.flops_one, limits.flops_all);
    printf("l2 %.6g %.6g\n", limits.l2_one, limits.l2_all);
    printf("dram %.6g %.6g\n", limits.dram_one, limits.dram_all);
    printf("gemm %.6g %.6g\n", gemm, measure_gemm(limits.threads));
    fed_arena_free(&arena);
    return EXIT_SUCCESS;
}
