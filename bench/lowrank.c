/* lowrank.c -- FedLRGD's set-up phase for 1000 clients, r = 64, p = 100, against the time its
 * products and singular value decompositions alone need at the rates measured in the same run. */
#include "limits.h"

#include "core/linalg.h"
#include "core/rng.h"
#include "core/svd.h"
#include "core/threads.h"
#include "algorithms/lowrank/weights.h"
#include "algorithms/lowrank/server.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { CLIENTS = 1000, EACH = 20, RANK = 64, PROBES = 2 * RANK, P = 100, REPEATS = 5 };

extern const fed_loss fed_loss_logistic;

static void fill(fed_arena *arena, fed_dataset *data, fed_partition *part)
{
    const size_t n = CLIENTS * EACH + RANK;
    double *x = FED_ARRAY(arena, n * P, double), *y = FED_ARRAY(arena, n, double);
    size_t *start = FED_ARRAY(arena, CLIENTS + 1, size_t), *row = FED_ARRAY(arena, n, size_t);
    fed_rng rng = fed_rng_stream(1, FED_RNG_DATA, 0, 0, 0);

    for (size_t k = 0; k < n * P; k++)
        x[k] = fed_rng_uniform(&rng);
    for (size_t i = 0; i < n; i++) {
        y[i] = fed_rng_uniform(&rng);
        row[i] = i;
    }
    for (size_t m = 0; m <= CLIENTS; m++)
        start[m] = m * EACH;
    *data = (fed_dataset){.n = n, .d = P, .x = x, .y = y};
    *part = (fed_partition){.clients = CLIENTS,
                            .start = start,
                            .row = row,
                            .server_count = RANK,
                            .server = row + CLIENTS * EACH};
}

/* Operations per second of a product of matrices that fit in cache, all threads at once. */
static double gemm_rate(fed_arena *arena, int threads)
{
    const size_t n = 256;
    double best = 0.0;

    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double begin = 0.0, end = 0.0;
        double *room = FED_ARRAY(arena, (size_t)threads * 3 * n * n, double);

#pragma omp parallel num_threads(threads)
        {
            double *a = room + (size_t)omp_get_thread_num() * 3 * n * n, *b = a + n * n,
                   *c = b + n * n;

            fed_blas_threads(1);
            for (size_t i = 0; i < 2 * n * n; i++)
                a[i] = 1.0 / (double)(i + 1);
#pragma omp barrier
#pragma omp master
            begin = bench_seconds(threads);
            for (int k = 0; k < 40; k++)
                fed_gemm(false, false, n, n, n, 1.0, a, n, b, n, 0.0, c, n);
#pragma omp barrier
#pragma omp master
            end = bench_seconds(threads);
        }
        best = fmax(best, 40.0 * threads * 2.0 * (double)(n * n * n) / (end - begin));
    }
    return best;
}

/* Decompositions per second of an r x K matrix, all threads at once. */
static double svd_rate(fed_arena *arena, int threads)
{
    const size_t size = RANK * PROBES, room_size = fed_svd_room(RANK, PROBES),
                 own = 2 * size + room_size;
    double *room = FED_ARRAY(arena, (size_t)threads * own, double), best = 0.0;

    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double begin = bench_seconds(threads);

#pragma omp parallel for schedule(static) num_threads(threads)
        for (int k = 0; k < 16 * threads; k++) {
            double *a = room + (size_t)omp_get_thread_num() * own;
            fed_rng rng = fed_rng_stream(2, FED_RNG_TEST, 0, (uint64_t)k, 0);
            size_t kept;

            fed_blas_threads(1);
            for (size_t i = 0; i < size; i++)
                a[i] = fed_rng_uniform(&rng) - 0.5;
            fed_pseudo_inverse(RANK, PROBES, a, 1e-8, a + size, &kept, a + 2 * size);
        }
        best = fmax(best, 16.0 * threads / (bench_seconds(threads) - begin));
    }
    return best;
}

typedef struct trial {
    const fed_problem *problem;
    double best;
} trial;

static void set_up(fed_team *team, void *context)
{
    trial *t = context;
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    fed_run run = {.arena = &arena, .problem = t->problem, .team = team, .error = &error};
    double *probe = FED_ARRAY(&arena, PROBES * P, double), begin;
    size_t *all = FED_ARRAY(&arena, P, size_t), *cohort = FED_ARRAY(&arena, CLIENTS, size_t);
    fed_lowrank low = {
        .probes = PROBES, .probe = probe, .cut = 1e-8, .moved = P, .coordinate = all};
    fed_rng rng = fed_rng_stream(3, FED_RNG_PROBE, 0, 0, 0);

    for (size_t i = 0; i < P; i++)
        all[i] = i;
    for (size_t k = 0; k < PROBES * P; k++)
        probe[k] = 2.0 * fed_rng_uniform(&rng) - 1.0;
    for (size_t m = 0; m < CLIENTS; m++)
        cohort[m] = m;
    run.kept.arena = &arena;
    run.cohort = cohort;
    run.active = CLIENTS;
    begin = bench_seconds(0);
    if (fed_lowrank_rows(&run, 0, &low) != FED_OK || fed_lowrank_keep(&run, &low) != FED_OK)
        exit(EXIT_FAILURE);
    fed_run_room(&run, fed_lowrank_work(&run, &low));
    if (fed_lowrank_weights(&run, &low) != FED_OK)
        exit(EXIT_FAILURE);
    t->best = fmin(t->best, bench_seconds(0) - begin);
    fed_arena_free(&arena);
}

static double setup_seconds(const fed_problem *problem, int threads)
{
    trial t = {problem, INFINITY};
    fed_error error = {FED_OK, ""};

    for (int repeat = 0; repeat < REPEATS; repeat++)
        if (fed_team_run(threads, set_up, &t, &error) != FED_OK)
            exit(EXIT_FAILURE);
    return t.best;
}

int main(void)
{
    const int most = fed_threads_choose(0, 0);
    /* eta and h of every sample, v of every client */
    const double flops = 4.0 * PROBES * P * (CLIENTS * EACH) + 2.0 * PROBES * P * RANK +
                         2.0 * P * CLIENTS * (double)PROBES * RANK;
    fed_problem_options options = {.loss = &fed_loss_logistic, .l2 = 0.1, .scale = 1.0};
    const fed_problem *problem;
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    fed_dataset data;
    fed_partition part;
    fed_team *alone = fed_team_solo();

    fill(&arena, &data, &part);
    if (alone == NULL ||
        fed_problem_build(&arena, alone, &options, &data, &part, &problem, &error) != FED_OK) {
        fprintf(stderr, "lowrank: %s\n", error.text);
        return EXIT_FAILURE;
    }
    printf("FedLRGD's set-up: %d clients of %d samples, r = %d, K = %d, p = %d\n", CLIENTS, EACH,
           RANK, PROBES, P);
    for (int threads = 1; threads <= most; threads += most > 1 ? most - 1 : 1) {
        const double gemm = gemm_rate(&arena, threads), svd = svd_rate(&arena, threads);
        const double bound = flops / gemm + P / svd, time = setup_seconds(problem, threads);

        printf("%d thread%s: %.4f s; %.2f GF of products at %.1f GF/s and %d decompositions at "
               "%.0f/s need %.4f s: "
               "%.2f times that (bar 2)\n",
               threads, threads == 1 ? "" : "s", time, 1e-9 * flops, 1e-9 * gemm, P, svd, bound,
               time / bound);
    }
    fed_team_end(alone);
    fed_arena_free(&arena);
    return EXIT_SUCCESS;
}
