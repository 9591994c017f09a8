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

void fed_warn_ignored(const fed_study *study, FILE *stream)
{
    for (size_t k = 0; k < study->ignored_count; k++)
        say(stream, "warning: %s", study->ignored[k].text);
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

struct fed_findings {
    fed_study *study;
    FILE *data, *theory; /* lines */
    char *data_text, *theory_text;
    size_t data_size, theory_size;
    fed_columns columns; /* the gaps and the test errors of a point */
    char data_hash[sizeof((fed_result){0}).data_hash], warning[sizeof((fed_result){0}).warning];
    size_t server, peers; /* the first points of either kind, or all */
    bool program, worse;  /* the point's starts where no constraint holds; some job is */
    size_t worse_job;
    double before, after;
    double gap, error, error_there; /* least medians, and the error where the gap is */
    size_t by_gap, by_error;
};

/* Of replicate 0: how the data file was read, where it is not a plain one, and conditions of the
 * theory that do not hold, once for points that share them. */
static void look_at_point(fed_findings *f, size_t point, const fed_result *first)
{
    if (point == 0 || strcmp(first->data_hash, f->data_hash) != 0)
        for (size_t k = 0; k < first->note_count; k++)
            say(f->data, "data: %s", first->notes[k]);
    memcpy(f->data_hash, first->data_hash, sizeof f->data_hash);
    if (first->warning[0] != '\0' && strcmp(first->warning, f->warning) != 0)
        say(f->theory, "warning: run %zu: %s", point, first->warning);
    memcpy(f->warning, first->warning, sizeof f->warning);
    if (first->decentralised && f->peers == f->study->points)
        f->peers = point;
    if (!first->decentralised && f->server == f->study->points)
        f->server = point;
    f->program = (((const fed_algorithm *)fed_config_entry(
                       fed_config_point(f->study->config, point), "algorithm.name"))
                      ->takes &
                  FED_TRAIT_PROGRAM) != 0;
}

/* A rate that is too large need not diverge; the loss is then above that of the starting point. */
static void look_at_loss(fed_findings *f, size_t job, const fed_result *result)
{
    const double before = result->records[0].value[FED_METRIC_loss],
                 after = result->records[result->recorded - 1].value[FED_METRIC_loss];

    if (f->worse || f->program || !fed_outcome_is_answer(result->outcome) ||
        !(after > before + 0.01 * fabs(before)))
        return;
    f->worse = true;
    f->worse_job = job;
    f->before = before;
    f->after = after;
}

/* The nearest to the optimum need not predict best. */
static void rank(fed_findings *f, size_t point, double gap, double error)
{
    if (isnan(gap) || isnan(error))
        return;
    if (gap < f->gap) {
        f->gap = gap;
        f->by_gap = point;
        f->error_there = error;
    }
    if (error < f->error) {
        f->error = error;
        f->by_error = point;
    }
}

/* One result; what is told of a point is told with its last. */
static fed_status look(void *context, size_t job, const fed_result *result, fed_error *error)
{
    fed_findings *f = context;
    const size_t replicates = f->study->replicates;
    const fed_record *last = &result->records[result->recorded - 1];
    fed_summary gaps, errors;

    if (job % replicates == 0) {
        fed_columns_clear(&f->columns);
        look_at_point(f, job / replicates, result);
    }
    look_at_loss(f, job, result);
    TRY(fed_columns_row(&f->columns, error));
    fed_columns_set(&f->columns, 0, last->value[FED_METRIC_gap]);
    fed_columns_set(&f->columns, 1, last->value[FED_METRIC_test_error]);
    if (job % replicates < replicates - 1)
        return FED_OK;
    TRY(fed_columns_summary(&f->columns, 0, &gaps, error));
    TRY(fed_columns_summary(&f->columns, 1, &errors, error));
    rank(f, job / replicates, gaps.median, errors.median);
    return FED_OK;
}

/* Methods with and without a server side by side: their metrics are taken at other models. Errors
 * on test data are told of where they differ by a tenth. */
static void tell(const fed_findings *f, FILE *stream)
{
    const fed_study *study = f->study;

    fputs(f->data_text, stream);
    if (f->server < study->points && f->peers < study->points)
        say(stream,
            "note: loss, gap, accuracy and test_error are of the server's model (as in "
            "run %zu) or, without a server, of the mean of the clients' models (as in run %zu); "
            "mse, dist_global and consensus are means over the clients%s",
            f->server, f->peers,
            fed_config_given(study->config, "partition.weights")
                ? ""
                : "; unless clients hold equally many samples their losses are of different "
                  "objectives, which partition.weights = \"uniform\" makes one");
    if (f->error_there > 1.1 * f->error)
        say(stream,
            "warning: run %zu has the smallest gap, but run %zu has the smallest "
            "test error: %.4g against %.4g",
            f->by_gap, f->by_error, f->error, f->error_there);
    fputs(f->theory_text, stream);
    if (f->worse)
        say(stream,
            "warning: run %zu, replicate %zu: the final loss %.5g is "
            "above the initial loss %.5g; a smaller rate or data.standardize may "
            "help",
            f->worse_job / study->replicates, f->worse_job % study->replicates, f->after,
            f->before);
}

fed_status fed_findings_begin(fed_findings **made, fed_study *study, fed_error *error)
{
    fed_findings *f = *made = calloc(1, sizeof *f);

    if (f == NULL)
        return fed_nomem(error);
    f->study = study;
    f->server = f->peers = study->points;
    f->gap = f->error = INFINITY;
    f->error_there = NAN;
    f->data = open_memstream(&f->data_text, &f->data_size);
    f->theory = open_memstream(&f->theory_text, &f->theory_size);
    study->look = look;
    study->look_context = f;
    if (fed_point_open(&f->columns, study, 2, error) == FED_OK && f->data != NULL &&
        f->theory != NULL)
        return FED_OK;
    fed_findings_free(f);
    *made = NULL;
    return fed_nomem(error);
}

void fed_findings_free(fed_findings *f)
{
    if (f == NULL)
        return;
    f->study->look = NULL;
    if (f->data != NULL)
        fclose(f->data);
    if (f->theory != NULL)
        fclose(f->theory);
    free(f->data_text);
    free(f->theory_text);
    fed_columns_close(&f->columns);
    free(f);
}

fed_status fed_app_warn(fed_findings *f, FILE *stream, fed_error *error)
{
    if (fflush(f->data) != 0 || fflush(f->theory) != 0)
        return fed_nomem(error);
    fed_warn_ignored(f->study, stream);
    tell(f, stream);
    warn_same(f->study, stream, error);
    return error->status;
}
