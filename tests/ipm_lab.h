/* ipm_lab.h -- studies of the second-order methods, and the data they are checked with. */
#ifndef FED_IPM_LAB_H
#define FED_IPM_LAB_H

#include "crew.h"
#include "lab.h"
#include "problem/problem.h"
#include "core/normal.h"

/* Columns of the table ipm. */
enum {
    IPM_ROUND,
    IPM_T,
    IPM_GAP,
    IPM_FEASIBILITY,
    IPM_CENTRALITY,
    IPM_INTERIOR,
    IPM_PROJECTION,
    IPM_NU,
    IPM_GAP_BOUND,
    IPM_MAX_GAMMA,
    IPM_POTENTIAL,
    IPM_PROJECTION_BOUND,
    IPM_THEOREM_ROWS,
    IPM_WORDS,
    IPM_COLUMNS
};

/* n samples of d normal features among clients, the first moved by an offset afterwards; y:
 * "linear", "heavy" (Student's t, 2 degrees), "hard" (0 or 1), "soft" (within [0,1]), "counts",
 * "separable". */
static inline void ipm_data_at(double offset, const char *name, const char *kind, size_t n,
                               size_t d, size_t clients, uint64_t seed)
{
    fed_rng rng = fed_rng_stream(seed, FED_RNG_TEST, 8, 0, 0);
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);

    fputs("client,y", stream);
    for (size_t j = 0; j < d; j++)
        fprintf(stream, ",x%zu", j);
    for (size_t i = 0; i < n; i++) {
        double x[128], sum = 0.2, y, noise = fed_rng_normal(&rng);

        for (size_t j = 0; j < d; j++) {
            x[j] = fed_rng_normal(&rng);
            sum += (j % 2 ? -1.0 : 1.0) * x[j] / (double)(j + 1);
        }
        y = sum + noise;
        if (strcmp(kind, "heavy") == 0)
            y = sum + noise / sqrt(fed_rng_exponential(&rng));
        else if (strcmp(kind, "hard") == 0)
            y = sum + 1.5 * noise > 0.0;
        else if (strcmp(kind, "soft") == 0)
            y = 1.0 / (1.0 + exp(-y));
        else if (strcmp(kind, "counts") == 0)
            y = floor(exp(0.5 * y));
        else if (strcmp(kind, "separable") == 0)
            y = sum > 0.2;
        fprintf(stream, "\n%zu,%.17g", i < clients ? i : i * i % clients, y);
        for (size_t j = 0; j < d; j++)
            fprintf(stream, ",%.17g", x[j] + (j == 0 ? offset : 0.0));
    }
    fputc('\n', stream);
    fclose(stream);
    files_write(name, text, size);
    free(text);
}

static inline void ipm_data(const char *name, const char *kind, size_t n, size_t d, size_t clients,
                            uint64_t seed)
{
    ipm_data_at(0.0, name, kind, n, d, clients, seed);
}

static inline lab *ipm_study(int threads, const char *weights, const char *type, const char *loss,
                             const char *algorithm)
{
    return lab_run(
        threads,
        "data = { source = \"file\"; path = \"data.csv\"; target = \"y\"; client = \"client\"; };\n"
        "partition = { scheme = \"given\"; weights = \"%s\"; };\n"
        "loss = { type = \"%s\"; %s };\nalgorithm = { %s };\n",
        weights, type, loss, algorithm);
}

static inline const fed_table *ipm_table(const lab *l, size_t point)
{
    const fed_table *table = lab_result(l, point, 0)->tables;

    while (table != NULL && strcmp(table->name, "ipm") != 0)
        table = table->next;
    CU_ASSERT_FATAL(table != NULL && table->rows > 0);
    return table;
}

/* Of the last row. */
static inline double ipm_cell(const lab *l, size_t point, size_t column)
{
    const fed_table *table = ipm_table(l, point);

    return table->cells[(table->rows - 1) * IPM_COLUMNS + column];
}

static inline size_t ipm_steps(const lab *l, size_t point)
{
    const fed_result *result = lab_result(l, point, 0);

    return result->records[result->recorded - 1].round;
}

/* The samples of a study from data.csv, for solvers written here. */
typedef struct problem_copy {
    fed_arena arena;
    size_t n, d;
    const double *x, *y;
} problem_copy;

static inline problem_copy ipm_copy(const lab *l)
{
    problem_copy c = {.arena = {NULL}};
    fed_error error = {FED_OK, ""};
    const fed_dataset *data;

    CU_ASSERT_FATAL(fed_dataset_load(&c.arena, crew(), l->config, 1, 0, &data, &error) == FED_OK);
    c.n = data->n;
    c.d = data->d;
    c.x = data->x;
    c.y = data->y;
    return c;
}

#endif
