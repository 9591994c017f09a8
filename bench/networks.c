/* networks.c -- processor time of a local step of a network on one thread: forward, backward and
 * the step, at samples that are random. bench/networks.py does the same with PyTorch, by turns. */
#include "algorithms/local/local.h"
#include "config/open.h"
#include "core/rng.h"
#include "models/start.h"
#include "problem/make.h"
#include "study/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What is measured: each client takes `steps` steps of `batch` samples from the common model. */
typedef struct trial {
    const char *model;
    size_t d, classes, symbols, batch, clients, steps;
} trial;

static const char text[] = "data = { source = \"file\"; path = \"none.csv\"; };\n"
                           "partition = { clients = %zu; };\n"
                           "model = \"%s\";\n"
                           "loss = { type = \"softmax\"; };\n"
                           "algorithm = { name = \"fedavg\"; learning_rate = 0.1; };\n";

static fed_status read_keys(fed_arena *arena, const trial *t, fed_config **config, fed_error *error)
{
    char path[] = "/tmp/fedomp-bench-XXXXXX";
    int file = mkstemp(path);
    FILE *stream = file < 0 ? NULL : fdopen(file, "w");
    fed_status status;

    if (stream == NULL)
        return fed_fail(error, FED_OUTPUT, "%s cannot be written", path);
    fprintf(stream, text, t->clients, t->model);
    fclose(stream);
    status = fed_config_open(arena, path, fed_sections, NULL, 0, config, NULL, error);
    unlink(path);
    return status;
}

/* Random images with a class each, or sequences whose next symbol is the response. */
static fed_dataset make_data(fed_arena *arena, const trial *t)
{
    const size_t n = t->clients * t->steps * t->batch;
    uint8_t *x = FED_ARRAY(arena, n * t->d, uint8_t), *next = FED_ARRAY(arena, n * t->d, uint8_t);
    double *y = FED_ARRAY(arena, n, double);
    fed_matrix *targets = FED_NEW(arena, fed_matrix);
    fed_rng rng = fed_rng_stream(1, FED_RNG_DATA, 0, 0, 0);
    fed_dataset data = {.n = n, .d = t->d, .bytes = x, .unit = 1.0 / 255.0, .y = y};

    for (size_t k = 0; k < n * t->d; k++)
        x[k] = (uint8_t)fed_rng_below(&rng, t->symbols > 0 ? t->symbols : 256);
    for (size_t i = 0; i < n; i++)
        y[i] = (double)(i % t->classes);
    for (size_t k = 0; k < n * t->d; k++)
        next[k] = x[(k + 1) % (n * t->d)];
    if (t->symbols > 0) {
        *targets = (fed_matrix){.n = n, .d = t->d, .bytes = next, .unit = 1.0};
        data.unit = 1.0;
        data.targets = targets;
        data.symbols = t->symbols;
    }
    return data;
}

static fed_partition make_clients(fed_arena *arena, const trial *t)
{
    const size_t each = t->steps * t->batch;
    size_t *start = FED_ARRAY(arena, t->clients + 1, size_t),
           *row = FED_ARRAY(arena, t->clients * each, size_t);

    for (size_t m = 0; m <= t->clients; m++)
        start[m] = m * each;
    for (size_t i = 0; i < t->clients * each; i++)
        row[i] = i;
    return (fed_partition){.clients = t->clients, .start = start, .row = row};
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The least seconds of a step, by clients, within about `budget` seconds. */
static double measure(fed_arena *arena, const trial *t, const fed_problem *problem, double budget)
{
    const size_t p = problem->p;
    double *common = FED_ARRAY(arena, p, double), *x = FED_ARRAY(arena, p, double),
           *spare = FED_ARRAY(arena, p, double), *work = FED_ARRAY(arena, problem->work, double);
    double least = INFINITY, begin = seconds();
    fed_rng rng = fed_rng_stream(2, FED_RNG_INITIAL, 0, 0, 0);

    fed_model_start(&problem->model, problem->model.initial, &rng, common);
    for (size_t m = 0; seconds() - begin < budget; m = (m + 1) % t->clients) {
        const double from = seconds();

        memcpy(x, common, p * sizeof *x);
        for (size_t k = 0; k < t->steps; k++) {
            const fed_batch batch = fed_batch_part(
                problem, m, fed_held_rows(problem->part, m) + k * t->batch, t->batch, false);

            fed_local_step(problem, &batch, 0.01, x, spare, work);
        }
        least = fmin(least, (seconds() - from) / (double)t->steps);
    }
    return least;
}

/* networks MODEL FEATURES CLASSES SYMBOLS BATCH CLIENTS STEPS SECONDS */
int main(int count, char **word)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    fed_team *team = fed_team_solo();
    const fed_problem *problem;
    fed_config *config;
    size_t number[6];
    trial t;

    if (count != 9 || team == NULL) {
        fprintf(stderr, "networks: bench/networks.py runs this program\n");
        return EXIT_FAILURE;
    }
    for (int k = 0; k < 6; k++)
        number[k] = strtoul(word[k + 2], NULL, 10);
    t = (trial){word[1], number[0], number[1], number[2], number[3], number[4], number[5]};
    {
        const fed_dataset data = make_data(&arena, &t);
        const fed_partition part = make_clients(&arena, &t);
        fed_status status = read_keys(&arena, &t, &config, &error);

        if (status == FED_OK)
            status = fed_problem_make(&arena, team, config, &data, &part, false, false, &problem,
                                      &error);
        if (status != FED_OK) {
            fprintf(stderr, "networks: %s\n", error.text);
            return EXIT_FAILURE;
        }
        printf("%.9g %zu\n", measure(&arena, &t, problem, strtod(word[8], NULL)), problem->p);
    }
    fed_team_end(team);
    fed_arena_free(&arena);
    return EXIT_SUCCESS;
}
