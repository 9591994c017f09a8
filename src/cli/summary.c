/* summary.c -- medians over replicates of the last recorded round, in aligned columns. */
#include "cli/summary.h"

#include "study/cursor.h"
#include "study/statistics.h"
#include "run/further.h"
#include "config/points.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const fed_metric shown[] = {
    FED_METRIC_loss,       FED_METRIC_gap,      FED_METRIC_grad_norm,  FED_METRIC_log_mse,
    FED_METRIC_consensus,  FED_METRIC_accuracy, FED_METRIC_test_error, FED_METRIC_words_up,
    FED_METRIC_words_peer, FED_METRIC_gamma};
enum { MOST_POINTS = 1000 }; /* summary.csv has all of them */
/* The same in the order in which they are kept where not all fit. */
static const size_t by_worth[] = {1, 0, 6, 5, 3, 4, 2, 9, 7, 8};
/* At which model they are taken: none, the server's or the clients' mean, or at the clients' own.
 */
enum place { NO_MODEL, AT_CENTRE, OVER_CLIENTS };
static const enum place places[] = {AT_CENTRE, AT_CENTRE, AT_CENTRE, OVER_CLIENTS, OVER_CLIENTS,
                                    AT_CENTRE, AT_CENTRE, NO_MODEL,  NO_MODEL,     NO_MODEL};
enum { LINE = 80, SHOWN = sizeof shown / sizeof *shown, CELL = 64 };

typedef struct text_grid {
    size_t rows, columns; /* the first row is the heading */
    char (*cell)[CELL];
} text_grid;

static char *at(const text_grid *grid, size_t row, size_t column)
{
    return grid->cell[row * grid->columns + column];
}

static void put_outcome(fed_cursor *cursor, size_t point, char *cell)
{
    const size_t replicates = cursor->study->replicates;
    fed_outcome outcome = FED_RUNNING;
    const fed_result *result;
    size_t failed = 0;

    for (size_t r = 0; r < replicates; r++) {
        if ((result = fed_cursor_at(cursor, point * replicates + r)) == NULL)
            break;
        outcome = result->outcome;
        failed += !fed_outcome_is_answer(outcome);
    }
    if (replicates == 1)
        snprintf(cell, CELL, "%s", fed_outcome_text(outcome));
    else if (failed > 0)
        snprintf(cell, CELL, "%zu of %zu failed", failed, replicates);
    else
        snprintf(cell, CELL, "%zu done", replicates);
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

static void fill(fed_cursor *cursor, const text_grid *grid, fed_columns *columns)
{
    const fed_study *study = cursor->study;
    const size_t swept = fed_config_sweep_count(study->config);

    for (size_t k = 0; k < swept; k++)
        snprintf(at(grid, 0, k), CELL, "%.60s", short_key(study->config, k));
    snprintf(at(grid, 0, swept), CELL, "replicates");
    snprintf(at(grid, 0, swept + 1), CELL, "rounds");
    for (size_t k = 0; k < SHOWN; k++)
        snprintf(at(grid, 0, swept + 2 + k), CELL, "%s", fed_metric_names[shown[k]]);
    for (size_t point = 0; point + 1 < grid->rows; point++) {
        size_t round;

        if (fed_point_last(cursor, point, &round, columns) != FED_OK)
            return;
        for (size_t k = 0; k < swept; k++)
            snprintf(at(grid, point + 1, k), CELL, "%.31s",
                     fed_config_sweep_value(study->config, point, k));
        put_outcome(cursor, point, at(grid, point + 1, swept));
        snprintf(at(grid, point + 1, swept + 1), CELL, "%zu", round);
        for (size_t k = 0; k < SHOWN; k++) {
            fed_summary s;

            if (fed_columns_summary(columns, shown[k], &s, cursor->error) != FED_OK)
                return;
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

static size_t width_of(const text_grid *grid, size_t column)
{
    size_t width = 0;

    for (size_t row = 0; row < grid->rows; row++)
        width = strlen(at(grid, row, column)) > width ? strlen(at(grid, row, column)) : width;
    return width;
}

/* What fits in LINE columns: the swept keys, the outcome, then metrics by what they tell; whether
 * any was left out. The rest is in summary.csv. */
static bool choose(const text_grid *grid, bool *keep)
{
    const size_t first = grid->columns - SHOWN;
    size_t width = 0;
    bool all = true;

    for (size_t k = 0; k < grid->columns; k++) {
        /* The keys and the outcome, the metrics in order of worth, the rounds. */
        const size_t column = k < first - 1           ? k
                              : k + 1 < grid->columns ? first + by_worth[k + 1 - first]
                                                      : first - 1;
        const size_t more = width_of(grid, column) + (width > 0 ? 2 : 0);

        keep[column] = false;
        if (is_empty(grid, column))
            continue;
        if (k < first - 1 || width + more <= LINE) {
            keep[column] = true;
            width += more;
        } else {
            all = false;
        }
    }
    return !all;
}

static void print(const text_grid *grid, const bool *keep, FILE *stream)
{
    for (size_t row = 0; row < grid->rows; row++) {
        const char *between = "";

        for (size_t column = 0; column < grid->columns; column++) {
            if (!keep[column])
                continue;
            fprintf(stream, "%s%*s", between, (int)width_of(grid, column), at(grid, row, column));
            between = "  ";
        }
        fputc('\n', stream);
    }
}

/* Of the points, some have a server, or none; *peers: some have none. */
static bool has_server(const fed_study *study, bool *peers, fed_error *error)
{
    fed_cursor cursor = fed_cursor_begin(study, error);
    const fed_result *one;
    bool server = false;

    *peers = false;
    for (size_t point = 0; point < study->points && !(server && *peers); point++) {
        if ((one = fed_cursor_at(&cursor, point * study->replicates)) == NULL)
            break;
        *(one->decentralised ? peers : &server) = true;
    }
    fed_cursor_end(&cursor);
    return server;
}

/* "loss, gap: WHERE", of the metrics that are shown; with a server alone all are at its model. */
static void print_place(const text_grid *grid, const bool *keep, enum place place, bool all,
                        const char *where, FILE *stream)
{
    const size_t first = grid->columns - SHOWN;
    bool any = false;

    for (size_t k = 0; k < SHOWN; k++)
        if (keep[first + k] && (places[k] == place || (all && places[k] != NO_MODEL))) {
            fprintf(stream, "%s%s", any ? ", " : "", fed_metric_names[shown[k]]);
            any = true;
        }
    if (any)
        fprintf(stream, ": %s\n", where);
}

static void print_places(const fed_study *study, const text_grid *grid, const bool *keep,
                         FILE *stream, fed_error *error)
{
    bool peers;
    const bool server = has_server(study, &peers, error);

    print_place(grid, keep, AT_CENTRE, !peers,
                !peers    ? "at the server's model"
                : !server ? "at the mean of the clients' models"
                          : "at the server's model, else the clients' mean",
                stream);
    if (peers)
        print_place(grid, keep, OVER_CLIENTS, false, "means over the clients", stream);
}

fed_status fed_report(const fed_study *study, const char *dir, FILE *stream, fed_error *error)
{
    const size_t points = study->points < MOST_POINTS ? study->points : MOST_POINTS;
    text_grid grid = {points + 1, fed_config_sweep_count(study->config) + 2 + SHOWN, NULL};
    fed_cursor cursor = fed_cursor_begin(study, error);
    fed_columns columns;
    fed_status status = fed_point_open(&columns, study, FED_METRIC_ALL, error);
    bool *keep, less;

    grid.cell = calloc(grid.rows * grid.columns, sizeof *grid.cell);
    keep = calloc(grid.columns, sizeof *keep);
    if (grid.cell == NULL || keep == NULL)
        status = fed_nomem(error);
    if (status == FED_OK) {
        fill(&cursor, &grid, &columns);
        status = error->status;
        less = choose(&grid, keep);
        print(&grid, keep, stream);
        if (points < study->points)
            fprintf(stream, "and %zu more points\n", study->points - points);
        print_places(study, &grid, keep, stream, error);
        if (study->replicates > 1)
            fprintf(stream, "medians over %zu replicates at the last round%s\n", study->replicates,
                    less ? "; summary.csv has all metrics" : "");
        fprintf(stream, "%zu point%s in %.2f s on %d thread%s; results in %s\n", study->points,
                study->points == 1 ? "" : "s", study->seconds, study->threads,
                study->threads == 1 ? "" : "s", dir);
    }
    free(grid.cell);
    fed_columns_close(&columns);
    fed_cursor_end(&cursor);
    free(keep);
    return status;
}
