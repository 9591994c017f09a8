/* limits.h -- what this machine can do at most, measured: a benchmark's result is a ratio to it. */
#ifndef FED_BENCH_LIMITS_H
#define FED_BENCH_LIMITS_H

typedef struct bench_limits {
    const char *isa;  /* the instructions used: "avx512f", "avx2", "baseline" */
    int threads;      /* threads of the "all" figures */
    double flops_one; /* double precision multiply-adds, two operations each, per second */
    double flops_all;
    double dram_one; /* bytes read per second from memory */
    double dram_all;
    double l2_one; /* bytes read per second from the second-level cache */
    double l2_all;
} bench_limits;

/* Takes about two seconds. Returns 0, or -1 when memory is short. */
int bench_measure_limits(int threads, bench_limits *limits);

/* Processor time on one thread, which other processes disturb least; else a steady clock. */
double bench_seconds(int threads);

#endif
