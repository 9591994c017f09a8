/* second_order.c -- rounds and seconds that the second-order methods need for a gradient of norm
 * 1e-9 on a9a and w8a, 142 clients, l2 = 1e-3, reading aside; and a step of each as a multiple of
 * Newton's. The methods take turns, so that all meet the same machine; a step's time is the least
 * of all turns, and the mean over the steps between the first and the last. On one thread it is
 * the processor's time, on several the clock's. */
#include "core/threads.h"
#include "limits.h"
#include "study/registry.h"
#include "study/study.h"
#include "config/open.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CLIENTS = 142, TURNS = 15, ROUNDS = 64 };

static const struct {
    const char *name, *keys;
    double seconds; /* bar on two threads for a9a; 0: none */
    double steps;   /* bar of a step, in steps of Newton's method; 0: none */
} methods[] = {
    {"fednewton", "tolerance = 1e-9;", 0.5, 0.0},
    {"fedipm", "tolerance = 2e-9;", 2.0, 1.5},
    {"newton-sketch", "tolerance = 1e-9;", 0.0, 0.0},
};

enum { METHODS = sizeof methods / sizeof *methods };

typedef struct timing {
    fed_record last;
    int threads;
    double ended;        /* when the last round did */
    double step[ROUNDS]; /* the least so far */
} timing;

static int write_config(char *path, const char *data, size_t method)
{
    const int file = mkstemp(path);
    FILE *stream = file < 0 ? NULL : fdopen(file, "w");

    if (stream == NULL)
        return -1;
    fprintf(stream,
            "data = { source = \"dataset\"; name = \"%s\"; };\npartition = { clients = %d; };\n"
            "loss = { type = \"logistic\"; l2 = 1e-3; optimum = false; };\n"
            "algorithm = { name = \"%s\"; %s };\noutput = { every = 100000; };\n",
            data, CLIENTS, methods[method].name, methods[method].keys);
    return fclose(stream);
}

/* From the end of a round to the end of the next; before the first is the start, and the last has
 * its record in it. */
static void tick(void *context, const fed_run *run)
{
    timing *t = context;
    const double now = bench_seconds(t->threads);

    if (run->round > 1 && run->round < ROUNDS)
        t->step[run->round] = fmin(t->step[run->round], now - t->ended);
    t->ended = now;
}

/* One turn; false when the data are not there. */
static bool turn(const char *data, size_t method, timing *t)
{
    char path[] = "/tmp/fedomp-bench.XXXXXX";
    fed_arena arena = {NULL};
    fed_study study = {0};
    fed_error error = {FED_OK, ""};
    fed_config *config;
    fed_status status;

    if (write_config(path, data, method) != 0)
        return false;
    status = fed_config_open(&arena, path, fed_sections, NULL, 0, &config, NULL, &error);
    if (status == FED_OK)
        status = fed_study_init(&study, config, t->threads, &error);
    study.tick = tick;
    study.context = t;
    if (status == FED_OK)
        status = fed_study_run(&study, &error);
    if (status == FED_OK) {
        const fed_record *last = &study.results[0].records[study.results[0].recorded - 1];

        if (!(last->value[FED_METRIC_seconds] >= t->last.value[FED_METRIC_seconds]))
            t->last = *last;
    } else {
        printf("%s: %s\n", data, error.text);
    }
    fed_study_free(&study);
    fed_arena_free(&arena);
    unlink(path);
    return status == FED_OK;
}

static double step_of(const timing *t)
{
    double sum = 0.0;

    for (size_t k = 2; k < t->last.round; k++)
        sum += t->step[k];
    return sum / (double)(t->last.round - 2);
}

static void tell(const char *data, size_t m, const timing *all)
{
    const timing *t = &all[m];
    const int threads = t->threads;
    const double steps = step_of(t) / step_of(&all[0]);

    printf("%-4s %-14s %d thread%s: %3zu rounds, gradient %.1e, %.3f s", data, methods[m].name,
           threads, threads == 1 ? " " : "s", t->last.round, t->last.value[FED_METRIC_grad_norm],
           t->last.value[FED_METRIC_seconds]);
    if (threads == 2 && methods[m].seconds > 0.0 && strcmp(data, "a9a") == 0)
        printf(" (bar %.1f s)", methods[m].seconds);
    printf(", a step %.2f ms, %.2f Newton steps", 1e3 * step_of(t), steps);
    if (methods[m].steps > 0.0)
        printf(" (bar %.1f)", methods[m].steps);
    printf("\n");
}

int main(void)
{
    static const char *const data[] = {"a9a", "w8a"};
    const int most = fed_threads_choose(0, 0);

    for (size_t k = 0; k < 2; k++)
        for (int threads = 1; threads <= most; threads += most > 1 ? most - 1 : 1) {
            timing all[METHODS];
            bool found = true;

            for (size_t m = 0; m < METHODS; m++) {
                all[m].threads = threads;
                all[m].last.value[FED_METRIC_seconds] = INFINITY;
                for (size_t i = 0; i < ROUNDS; i++)
                    all[m].step[i] = INFINITY;
            }
            for (int i = 0; i < TURNS && found; i++)
                for (size_t m = 0; m < METHODS && found; m++)
                    found = turn(data[k], m, &all[m]);
            for (size_t m = 0; m < METHODS && found; m++)
                tell(data[k], m, all);
        }
    return EXIT_SUCCESS;
}
