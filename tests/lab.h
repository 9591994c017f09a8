/* lab.h -- whole studies run from text within a test: configuration in, final models and records
 * out. */
#ifndef FED_LAB_H
#define FED_LAB_H

#include "core/rng.h"
#include "core/threads.h"
#include "files.h"
#include "study/registry.h"
#include "study/study.h"
#include "tap.h"
#include "config/open.h"
#include "core/normal.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct lab {
    fed_arena arena;
    fed_config *config;
    fed_study study;
    fed_error error;
    fed_status status;
} lab;

/* Runs a configuration; the status tells, and a refusal is not a failure of the test. */
static inline lab *lab_try(int threads, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static inline lab *lab_try(int threads, const char *format, ...)
{
    lab *l = calloc(1, sizeof *l);
    char text[8192];
    va_list args;

    CU_ASSERT_FATAL(l != NULL);
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    l->status = fed_config_open(&l->arena, files_text("lab.cfg", text), fed_sections, NULL, 0,
                                &l->config, NULL, &l->error);
    if (l->status == FED_OK)
        l->status = fed_study_init(&l->study, l->config, threads, &l->error);
    if (l->status == FED_OK)
        l->status = fed_study_run(&l->study, &l->error);
    return l;
}

/* The same for what must run. */
#define lab_run(...) lab_ran(lab_try(__VA_ARGS__))
static inline lab *lab_ran(lab *l)
{
    if (l->status != FED_OK)
        printf("# %s\n", l->error.text);
    CU_ASSERT_FATAL(l->status == FED_OK);
    return l;
}

static inline const fed_result *lab_result(const lab *l, size_t point, size_t replicate)
{
    return &l->study.results[point * l->study.replicates + replicate];
}

static inline const double *lab_theta(const lab *l, size_t point)
{
    return lab_result(l, point, 0)->theta;
}

/* A metric of the last record. */
static inline double lab_last(const lab *l, size_t point, fed_metric metric)
{
    const fed_result *result = lab_result(l, point, 0);

    return result->records[result->recorded - 1].value[metric];
}

static inline void lab_free(lab *l)
{
    fed_study_free(&l->study);
    fed_arena_free(&l->arena);
    free(l);
}

/* Writes NAME: n samples of d normal features, clients of unequal sizes, y as the loss wants it:
 * linear, logistic, poisson, softmax (three classes), quadratic (a positive curvature). */
static inline void lab_data(const char *name, const char *loss, size_t n, size_t d, size_t clients,
                            uint64_t seed)
{
    fed_rng rng = fed_rng_stream(seed, FED_RNG_TEST, 7, 0, 0);
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);

    fputs("client,y", stream);
    for (size_t j = 0; j < d; j++)
        fprintf(stream, ",x%zu", j);
    for (size_t i = 0; i < n; i++) {
        double x[512], sum = 0.3, y;
        size_t client = 0;

        while (client + 1 < clients &&
               (client + 1) * (client + 2) * n <= i * clients * (clients + 1))
            client++;
        for (size_t j = 0; j < d; j++) {
            x[j] = fed_rng_normal(&rng) * 0.7;
            sum += x[j] / (double)(j + 1);
        }
        y = sum + 0.2 * (double)client + fed_rng_normal(&rng);
        if (strcmp(loss, "logistic") == 0 || strcmp(loss, "exponential") == 0)
            y = y > 0.0;
        else if (strcmp(loss, "poisson") == 0)
            y = (double)fed_rng_below(&rng, 5);
        else if (strcmp(loss, "softmax") == 0)
            y = (y > -0.5) + (y > 0.7);
        else if (strcmp(loss, "quadratic") == 0)
            y = 0.5 + fed_rng_uniform(&rng);
        fprintf(stream, "\n%zu,%.17g", client, y);
        for (size_t j = 0; j < d; j++)
            fprintf(stream, ",%.17g", x[j]);
    }
    fputc('\n', stream);
    fclose(stream);
    files_write(name, text, size);
    free(text);
}

/* Where a study's data come from, to stand in a configuration. */
#define LAB_DATA(name)                                                \
    "data = { source = \"file\"; path = \"" name                      \
    "\"; format = \"csv\"; target = \"y\"; client = \"client\"; };\n" \
    "partition = { scheme = \"given\"; };\n"

#endif
