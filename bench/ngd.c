/* ngd.c -- figure 2 of Network Gradient Descent, data generation included, against the second-level
 * cache that feeds its Gram matrices and against the same arithmetic by one BLIS gemv per client.
 */
#include "core/linalg.h"
#include "core/threads.h"
#include "limits.h"
#include "study/registry.h"
#include "study/study.h"
#include "config/open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLIENTS = 200, P = 8, ROUNDS = 4000, POINTS = 24 };

/* Seconds per client-iteration of the whole study; negative when it failed. */
static double study_seconds(const char *file, int threads, const char *replicates, double count)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    const char *overrides[] = {replicates};
    fed_config *config;
    fed_study study = {0};
    double seconds = -1.0;

    if (fed_config_open(&arena, file, fed_sections, overrides, 1, &config, NULL, &error) ==
            FED_OK &&
        fed_study_init(&study, config, threads, &error) == FED_OK &&
        fed_study_run(&study, &error) == FED_OK)
        seconds = study.seconds / (count * POINTS * ROUNDS * CLIENTS);
    if (error.status != FED_OK)
        fprintf(stderr, "bench/ngd: %s\n", error.text);
    fed_study_free(&study);
    fed_arena_free(&arena);
    return seconds;
}

/* theta_m <- u - a (S_m u - b_m) on a circle, one gemv per client. */
static double gemv_seconds(void)
{
    enum { STEPS = 2000 };
    double *s = calloc(CLIENTS * P * P, sizeof *s), *b = calloc(CLIENTS * P, sizeof *b);
    double *theta = calloc(CLIENTS * P, sizeof *theta), *next = calloc(CLIENTS * P, sizeof *next);
    double begin;

    for (size_t i = 0; i < CLIENTS * P * P; i++)
        s[i] = i % (P + 1) == 0 ? 1.0 : 0.1;
    begin = bench_seconds();
    for (int step = 0; step < STEPS; step++) {
        double *swap = theta;

        for (size_t m = 0; m < CLIENTS; m++) {
            const double *u = theta + (m + 1) % CLIENTS * P;
            double *to = next + m * P;

            memcpy(to, u, P * sizeof *to);
            fed_axpy(P, 0.01, b + m * P, to);
            fed_gemv(P, P, -0.01, s + m * P * P, P, u, 1.0, to);
        }
        theta = next;
        next = swap;
    }
    begin = bench_seconds() - begin;
    free(s);
    free(b);
    free(theta);
    free(next);
    return begin / ((double)STEPS * CLIENTS);
}

int main(int argc, char **argv)
{
    const char *file = argc > 1 ? argv[1] : FED_SRCDIR "/conf/paper/ngd_fig2.cfg";
    /* a client's Gram matrix and right-hand side */
    const double bytes = (P * P + P) * sizeof(double);
    bench_limits limits;
    double one, two, gemv;

    if (bench_measure_limits(2, &limits) != 0)
        return 1;
    one = study_seconds(file, 1, "replicates=16", 16);
    two = study_seconds(file, 2, "replicates=32", 32);
    gemv = gemv_seconds();
    if (one < 0.0 || two < 0.0)
        return 1;
    printf("ngd, figure 2: %.2f of the second-level cache's read rate on one thread\n",
           bytes / limits.l2_one / one);
    printf("ngd, figure 2: %.2f times as fast on two threads\n", one / two);
    printf("ngd, figure 2: %.1f times as fast as a BLIS gemv per client\n", gemv / one);
    printf("ngd, figure 2: %.2f of the bar of 25 ns per client-iteration on one thread\n",
           one / 25e-9);
    return 0;
}
