/* limits.c -- peak multiply-add rate and read bandwidth, with the widest vectors the processor has.
 */
#include "limits.h"

#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Twelve independent chains cover two units of latency four or five and fit in sixteen registers.
 */
enum { CHAINS = 12, REPEATS = 5 };

typedef struct kernels {
    const char *isa;
    size_t lanes; /* doubles in a vector */
    double (*fma)(size_t rounds);
    double (*read)(const double *x, size_t n); /* n a multiple of CHAINS vectors */
} kernels;

/* acc = acc x + y, on every chain; the sum keeps the work alive. */
#define FMA_KERNEL(name, lanes, attribute)                               \
    attribute static double name(size_t rounds)                          \
    {                                                                    \
        typedef double vector __attribute__((vector_size(8 * (lanes)))); \
        vector acc[CHAINS], x = {0.5}, y = {0.25}, sum = {0};            \
        for (int k = 0; k < CHAINS; k++)                                 \
            acc[k] = y * (double)k;                                      \
        for (size_t r = 0; r < rounds; r++)                              \
            for (int k = 0; k < CHAINS; k++)                             \
                acc[k] = acc[k] * x + y;                                 \
        for (int k = 0; k < CHAINS; k++)                                 \
            sum += acc[k];                                               \
        return sum[0];                                                   \
    }

#define READ_KERNEL(name, lanes, attribute)                              \
    attribute static double name(const double *x, size_t n)              \
    {                                                                    \
        typedef double vector __attribute__((vector_size(8 * (lanes)))); \
        const vector *v = (const vector *)(const void *)x;               \
        vector acc[CHAINS] = {{0}}, sum = {0};                           \
        for (size_t i = 0; i < n / (lanes); i += CHAINS)                 \
            for (size_t k = 0; k < CHAINS; k++)                          \
                acc[k] += v[i + k];                                      \
        for (int k = 0; k < CHAINS; k++)                                 \
            sum += acc[k];                                               \
        return sum[0];                                                   \
    }

FMA_KERNEL(fma_baseline, 2, )
READ_KERNEL(read_baseline, 2, )
#ifdef __x86_64__
#define WITH(isa) __attribute__((target(isa)))
FMA_KERNEL(fma_avx2, 4, WITH("avx2,fma"))
READ_KERNEL(read_avx2, 4, WITH("avx2,fma"))
FMA_KERNEL(fma_avx512, 8, WITH("avx512f"))
READ_KERNEL(read_avx512, 8, WITH("avx512f"))
#endif

static kernels choose_kernels(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        return (kernels){"avx512f", 8, fma_avx512, read_avx512};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return (kernels){"avx2", 4, fma_avx2, read_avx2};
#endif
    return (kernels){"baseline", 2, fma_baseline, read_baseline};
}

double bench_seconds(int threads)
{
    struct timespec now;

    clock_gettime(threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Operations per second of all threads together, the best of some repeats. */
static double measure_flops(const kernels *kernel, int threads)
{
    const size_t rounds = 8000000;
    double best = 0.0;
    volatile double sink = 0.0;

    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double begin = bench_seconds(threads), flops;

#pragma omp parallel num_threads(threads)
        {
            double value = kernel->fma(rounds);
#pragma omp critical
            sink += value;
        }
        flops = 2.0 * CHAINS * (double)kernel->lanes * (double)rounds * threads;
        flops /= bench_seconds(threads) - begin;
        best = flops > best ? flops : best;
    }
    (void)sink;
    return best;
}

/* Bytes per second when each thread reads its own `bytes` over and over, `total` in all. */
static double measure_read(const kernels *kernel, int threads, size_t bytes, size_t total)
{
    size_t step = CHAINS * kernel->lanes, n = bytes / sizeof(double) / step * step;
    size_t passes = total / bytes;
    double best = 0.0;
    int failed = 0;
    volatile double sink = 0.0;

#pragma omp parallel num_threads(threads)
    {
        void *room = NULL;
        double *x, begin = 0.0;

        if (posix_memalign(&room, 64, n * sizeof(double)) != 0) {
            room = NULL;
#pragma omp atomic write
            failed = 1;
        }
        x = room;
        for (size_t i = 0; x != NULL && i < n; i++)
            x[i] = (double)(i % 7);
        for (int repeat = 0; repeat < REPEATS; repeat++) {
#pragma omp barrier
#pragma omp master
            begin = bench_seconds(threads);
            for (size_t pass = 0; x != NULL && pass < passes; pass++) {
                double value = kernel->read(x, n);
#pragma omp critical
                sink += value;
            }
#pragma omp barrier
#pragma omp master
            {
                double rate = (double)(n * sizeof(double)) * (double)passes * threads /
                              (bench_seconds(threads) - begin);

                best = rate > best ? rate : best;
            }
        }
        free(room);
    }
    (void)sink;
    return failed ? -1.0 : best;
}

int bench_measure_limits(int threads, bench_limits *limits)
{
    const size_t dram = (size_t)192 << 20;
    kernels kernel = choose_kernels();
    long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    size_t l2 = cache > 0 ? (size_t)cache / 2 : (size_t)128 << 10;

    limits->isa = kernel.isa;
    limits->threads = threads;
    limits->flops_one = measure_flops(&kernel, 1);
    limits->flops_all = measure_flops(&kernel, threads);
    limits->l2_one = measure_read(&kernel, 1, l2, 4 * dram);
    limits->l2_all = measure_read(&kernel, threads, l2, 4 * dram);
    limits->dram_one = measure_read(&kernel, 1, dram, dram);
    limits->dram_all = measure_read(&kernel, threads, dram, dram);
    return limits->l2_one < 0 || limits->l2_all < 0 || limits->dram_one < 0 || limits->dram_all < 0
               ? -1
               : 0;
}
