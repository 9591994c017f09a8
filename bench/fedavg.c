/* fedavg.c -- a round of Federated Averaging on a9a: 142 clients, one pass over batches of 32
 * sparse rows, against reading the data once and against the multiply-adds alone. */
#include "limits.h"

#include "core/threads.h"
#include "study/registry.h"
#include "study/study.h"
#include "config/open.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROUNDS = 400, EVERY = 20 };

static const char text[] =
    "data = { source = \"dataset\"; name = \"a9a\"; };\n"
    "partition = { clients = 142; };\n"
    "loss = { type = \"logistic\"; l2 = %s; optimum = false; };\n"
    "algorithm = { name = \"fedavg\"; rounds = %d; learning_rate = 0.1; batch = 32; "
    "batch_scale = \"batch\"; };\n"
    "output = { every = %d; };\n";

/* Runs the study; seconds of a round, the best of the recorded stretches (each with one record's
 * cost). */
static fed_status measure(const char *l2, int threads, double *best, fed_error *error)
{
    char path[] = "/tmp/fedomp-bench-XXXXXX";
    int file = mkstemp(path);
    FILE *stream = file < 0 ? NULL : fdopen(file, "w");
    fed_arena arena = {NULL};
    fed_study study = {0};
    fed_config *config;
    fed_status status = FED_OK;

    if (stream == NULL)
        return fed_fail(error, FED_OUTPUT, "%s cannot be written", path);
    fprintf(stream, text, l2, ROUNDS, EVERY);
    fclose(stream);
    status = fed_config_open(&arena, path, fed_sections, NULL, 0, &config, NULL, error);
    if (status == FED_OK)
        status = fed_study_init(&study, config, threads, error);
    if (status == FED_OK)
        status = fed_study_run(&study, error);
    *best = INFINITY;
    for (size_t k = 1; status == FED_OK && k < study.results[0].recorded; k++) {
        const fed_record *record = study.results[0].records + k;

        *best = fmin(*best,
                     (record[0].value[FED_METRIC_seconds] - record[-1].value[FED_METRIC_seconds]) /
                         EVERY);
    }
    fed_study_free(&study);
    fed_arena_free(&arena);
    unlink(path);
    return status;
}

int main(void)
{
    const int threads = fed_threads_choose(0, 0);
    const double samples = 32561, nonzeros = 451592; /* of a9a */
    const double bytes = nonzeros * 12.0 + samples * 32.0, flops = 4.0 * nonzeros;
    static const char *const penalties[] = {"0.0", "0.001"};
    bench_limits limits;

    if (bench_measure_limits(threads, &limits) != 0) {
        fprintf(stderr, "fedavg: out of memory\n");
        return EXIT_FAILURE;
    }
    printf("fedavg on a9a, 142 clients, batches of 32: %.2f ms to read the data, %.3f ms of "
           "multiply-adds\n",
           1e3 * bytes / limits.dram_all, 1e3 * flops / limits.flops_all);
    for (int t = 1; t <= threads; t += t < threads ? threads - 1 : 1)
        for (int k = 0; k < 2; k++) {
            fed_error error = {FED_OK, ""};
            const double read = bytes / (t == 1 ? limits.dram_one : limits.dram_all);
            double seconds;

            if (measure(penalties[k], t, &seconds, &error) != FED_OK) {
                fprintf(stderr, "fedavg: %s\n", error.text);
                return error.status == FED_DATA ? EXIT_SUCCESS
                                                : EXIT_FAILURE; /* the set is not at hand */
            }
            printf("%d thread%s l2 = %-5s  %6.2f ms a round, %5.1f ns a sample, %4.1f times the "
                   "read\n",
                   t, t == 1 ? ", " : "s,", penalties[k], 1e3 * seconds, 1e9 * seconds / samples,
                   seconds / read);
        }
    return EXIT_SUCCESS;
}
