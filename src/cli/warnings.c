/* warnings.c -- what a user would want to know of a study that ended well. */
#include "cli/warnings.h"

#include "cli/app.h"

#include "core/printable.h"
#include "datasets/dataset.h"
#include "study/cursor.h"
#include "study/statistics.h"
#include "config/points.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names of files and columns may hold anything. */
static void say(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(FILE *stream, const char *format, ...)
{
    char raw[2048], shown[4 * sizeof raw];
    va_list args;

    va_start(args, format);
    vsnprintf(raw, sizeof raw, format, args);
    va_end(args);
    fed_printable(shown, sizeof shown, raw);
    fprintf(stream, "fedomp: %s\n", shown);
}

/* Conditions of the theory that do not hold, each once where points share it. */
static void warn_theory(const fed_study *study, FILE *stream, fed_error *error)
{
    fed_cursor cursor = fed_cursor_begin(study, error);
    char before[sizeof cursor.room.warning] = "";
    const fed_result *first;

    for (size_t point = 0; point < study->points; point++) {
        if ((first = fed_cursor_at(&cursor, point * study->replicates)) == NULL)
            break;
        if (first->warning[0] != '\0' && strcmp(first->warning, before) != 0)
            say(stream, "warning: run %zu: %s", point, first->warning);
        memcpy(before, first->warning, sizeof before);
    }
    fed_cursor_end(&cursor);
}

void fed_warn_ignored(const fed_study *study, FILE *stream)
{
    for (size_t k = 0; k < study->ignored_count; k++)
        say(stream, "warning: %s", study->ignored[k].text);
}

/* A rate that is too large need not diverge; the loss is then above that of the starting point. */
static void warn_worse(const fed_study *study, FILE *stream, fed_error *error)
{
    fed_cursor cursor = fed_cursor_begin(study, error);
    const fed_result *result;

    for (size_t k = 0; k < study->points * study->replicates; k++) {
        const fed_algorithm *algorithm = (const fed_algorithm *)fed_config_entry(
            fed_config_point(study->config, k / study->replicates), "algorithm.name");
        double before, after;

        if (algorithm->takes & FED_TRAIT_PROGRAM) /* starts where no constraint holds yet */
            continue;
        if ((result = fed_cursor_at(&cursor, k)) == NULL)
            break;
        before = result->records[0].value[FED_METRIC_loss];
        after = result->records[result->recorded - 1].value[FED_METRIC_loss];
        if (fed_outcome_is_answer(result->outcome) && after > before + 0.01 * fabs(before)) {
            say(stream,
                "warning: run %zu, replicate %zu: the final loss %.5g is "
                "above the initial loss %.5g; a smaller rate or data.standardize may "
                "help",
                k / study->replicates, k % study->replicates, after, before);
            break;
        }
    }
    fed_cursor_end(&cursor);
}

/* File data with nothing drawn: the statistics over replicates are those of one. */
static void warn_same(const fed_study *study, FILE *stream, fed_error *error)
{
    fed_cursor first = fed_cursor_begin(study, error), second = first;
    const fed_result *one, *other;

    if (study->replicates == 1 || fed_dataset_random(study->config))
        return;
    one = fed_cursor_at(&first, 0);
    other = fed_cursor_at(&second, 1);
    if (one != NULL && other != NULL && one->recorded > 1 &&
        one->models * one->p == other->models * other->p && one->checksum == other->checksum)
        say(stream, "warning: replicates 0 and 1 are the same: nothing in this study is random");
    fed_cursor_end(&first);
    fed_cursor_end(&second);
}

/* How the data file was read, where it is not a plain one; once for points that share it. */
static void tell_data(const fed_study *study, FILE *stream, fed_error *error)
{
    fed_cursor cursor = fed_cursor_begin(study, error);
    char before[sizeof cursor.room.data_hash] = "";
    const fed_result *one;

    for (size_t point = 0; point < study->points; point++) {
        if ((one = fed_cursor_at(&cursor, point * study->replicates)) == NULL)
            break;
        if (point == 0 || strcmp(one->data_hash, before) != 0)
            for (size_t k = 0; k < one->note_count; k++)
                say(stream, "data: %s", one->notes[k]);
        memcpy(before, one->data_hash, sizeof before);
    }
    fed_cursor_end(&cursor);
}

/* Methods with and without a server side by side: their metrics are taken at other models. */
static void tell_models(const fed_study *study, FILE *stream, fed_error *error)
{
    fed_cursor cursor = fed_cursor_begin(study, error);
    size_t server = study->points, peers = study->points;
    const fed_result *one;

    for (size_t point = study->points; point-- > 0;) {
        if ((one = fed_cursor_at(&cursor, point * study->replicates)) == NULL)
            break;
        *(one->decentralised ? &peers : &server) = point;
    }
    fed_cursor_end(&cursor);
    if (server < study->points && peers < study->points)
        say(stream,
            "note: loss, gap, accuracy and test_error are of the server's model (as in "
            "run %zu) or, without a server, of the mean of the clients' models (as in run %zu); "
            "mse, dist_global and consensus are means over the clients%s",
            server, peers,
            fed_config_given(study->config, "partition.weights")
                ? ""
                : "; unless clients hold equally many samples their losses are of different "
                  "objectives, which partition.weights = \"uniform\" makes one");
}

/* The nearest to the optimum need not predict best: told where the test errors differ by a tenth.
 */
static void warn_ranking(const fed_study *study, FILE *stream, fed_error *fault)
{
    double gap = INFINITY, error = INFINITY, error_there = NAN;
    size_t by_gap = 0, by_error = 0;
    fed_cursor cursor = fed_cursor_begin(study, fault);
    fed_columns columns;

    fed_point_open(&columns, study, FED_METRIC_ALL, fault);
    for (size_t point = 0; fault->status == FED_OK && point < study->points; point++) {
        fed_summary gaps, errors;
        size_t round;
        double g, e;

        if (fed_point_last(&cursor, point, &round, &columns) != FED_OK ||
            fed_columns_summary(&columns, FED_METRIC_gap, &gaps, fault) != FED_OK ||
            fed_columns_summary(&columns, FED_METRIC_test_error, &errors, fault) != FED_OK)
            break;
        g = gaps.median;
        e = errors.median;
        if (isnan(g) || isnan(e))
            continue;
        if (g < gap) {
            gap = g;
            by_gap = point;
            error_there = e;
        }
        if (e < error) {
            error = e;
            by_error = point;
        }
    }
    if (error_there > 1.1 * error)
        say(stream,
            "warning: run %zu has the smallest gap, but run %zu has the smallest "
            "test error: %.4g against %.4g",
            by_gap, by_error, error, error_there);
    fed_columns_close(&columns);
    fed_cursor_end(&cursor);
}

fed_status fed_app_warn(const fed_study *study, FILE *stream, fed_error *error)
{
    fed_warn_ignored(study, stream);
    tell_data(study, stream, error);
    tell_models(study, stream, error);
    warn_ranking(study, stream, error);
    warn_theory(study, stream, error);
    warn_worse(study, stream, error);
    warn_same(study, stream, error);
    return error->status;
}
