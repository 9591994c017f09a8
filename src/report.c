/* report.c -- medians over replicates of the last recorded round, in aligned columns. */
#include "report.h"

#include "metrics/summary.h"
#include "writers/writer.h"

#include <stdlib.h>
#include <string.h>

static const fed_metric shown[] = {FED_METRIC_loss,     FED_METRIC_gap,        FED_METRIC_grad_norm,
                                   FED_METRIC_log_mse,  FED_METRIC_consensus,  FED_METRIC_accuracy,
                                   FED_METRIC_test_error, FED_METRIC_words_up, FED_METRIC_words_peer,
                                   FED_METRIC_gamma};
enum { SHOWN = sizeof shown / sizeof *shown, CELL = 64 };

typedef struct text_grid {
    size_t rows, columns; /* the first row is the heading */
    char (*cell)[CELL];
} text_grid;

static char *at(const text_grid *grid, size_t row, size_t column)
{
    return grid->cell[row * grid->columns + column];
}

static void put_outcome(const fed_study *study, size_t point, char *cell)
{
    const fed_result *first = &study->results[point * study->replicates];
    size_t failed = 0;

    for (size_t r = 0; r < study->replicates; r++)
        failed += !fed_outcome_is_answer(first[r].outcome);
    if (study->replicates == 1)
        snprintf(cell, CELL, "%s", fed_outcome_text(first->outcome));
    else if (failed > 0)
        snprintf(cell, CELL, "%zu of %zu failed", failed, study->replicates);
    else
        snprintf(cell, CELL, "%zu done", study->replicates);
}

/* The last part of a swept key, or all of it when another key ends alike. */
static const char *short_key(const fed_config *config, size_t k)
{
    const char *key = fed_config_sweep_key(config, k), *dot = strrchr(key, '.');

    for (size_t other = 0; dot != NULL && other < fed_config_sweep_count(config); other++) {
        const char *name = fed_config_sweep_key(config, other), *last = strrchr(name, '.');

        if (other != k && strcmp(last != NULL ? last + 1 : name, dot + 1) == 0)
            return key;
    }
    return dot != NULL ? dot + 1 : key;
}

static void fill(const fed_study *study, const text_grid *grid, double *room)
{
    const size_t swept = fed_config_sweep_count(study->config);

    for (size_t k = 0; k < swept; k++)
        snprintf(at(grid, 0, k), CELL, "%.60s", short_key(study->config, k));
    snprintf(at(grid, 0, swept), CELL, "replicates");
    snprintf(at(grid, 0, swept + 1), CELL, "rounds");
    for (size_t k = 0; k < SHOWN; k++)
        snprintf(at(grid, 0, swept + 2 + k), CELL, "%s", fed_metric_names[shown[k]]);
    for (size_t point = 0; point < study->points; point++) {
        const fed_result *longest = fed_longest(study, point);
        const size_t round = longest->records[longest->recorded - 1].round;

        for (size_t k = 0; k < swept; k++)
            snprintf(at(grid, point + 1, k), CELL, "%.31s", fed_config_sweep_value(study->config, point, k));
        put_outcome(study, point, at(grid, point + 1, swept));
        snprintf(at(grid, point + 1, swept + 1), CELL, "%zu", round);
        for (size_t k = 0; k < SHOWN; k++) {
            fed_summary s = fed_summarise_metric(study, point, round, shown[k], room);

            if (s.n > 0)
                snprintf(at(grid, point + 1, swept + 2 + k), CELL, "%.5g", s.median);
        }
    }
}

/* Columns without a value are left out, and those of words that nobody sends. */
static bool is_empty(const text_grid *grid, size_t column)
{
    const bool words = strncmp(at(grid, 0, column), "words", 5) == 0;

    for (size_t row = 1; row < grid->rows; row++)
        if (at(grid, row, column)[0] != '\0' && !(words && strcmp(at(grid, row, column), "0") == 0))
            return false;
    return true;
}

static void print(const text_grid *grid, FILE *stream)
{
    for (size_t row = 0; row < grid->rows; row++) {
        for (size_t column = 0; column < grid->columns; column++) {
            size_t width = 0;

            if (is_empty(grid, column))
                continue;
            for (size_t other = 0; other < grid->rows; other++)
                width = strlen(at(grid, other, column)) > width ? strlen(at(grid, other, column)) : width;
            fprintf(stream, "%s%*s", column == 0 ? "" : "  ", (int)width, at(grid, row, column));
        }
        fputc('\n', stream);
    }
}

fed_status fed_report(const fed_study *study, const char *dir, FILE *stream, fed_error *error)
{
    text_grid grid = {study->points + 1, fed_config_sweep_count(study->config) + 2 + SHOWN, NULL};
    double *room = malloc(study->replicates * sizeof *room);
    fed_status status = FED_OK;

    grid.cell = calloc(grid.rows * grid.columns, sizeof *grid.cell);
    if (grid.cell == NULL || room == NULL) {
        status = fed_nomem(error);
    } else {
        fill(study, &grid, room);
        print(&grid, stream);
        fprintf(stream, "%s%zu replicate%s of %zu point%s in %.2f s on %d thread%s; results in %s\n",
                study->replicates > 1 ? "medians at the last round; " : "", study->replicates, study->replicates == 1 ? "" : "s", study->points,
                study->points == 1 ? "" : "s", study->seconds, study->threads,
                study->threads == 1 ? "" : "s", dir);
    }
    free(grid.cell);
    free(room);
    return status;
}
