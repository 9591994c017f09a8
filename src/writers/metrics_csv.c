/* metrics_csv.c -- metrics.csv: one row per sweep point, replicate and recorded round. */
#include "run/further.h"
#include "study/cursor.h"
#include "writers/writer.h"

#include <string.h>

static bool wanted(const fed_study *study)
{
    return strcmp(fed_config_string(study->config, "output.metrics"), "none") != 0;
}

static void put_row(FILE *stream, const bool *asked, const fed_record *record)
{
    fprintf(stream, "%zu", record->round);
    for (int k = 0; k < FED_METRIC_ALL; k++)
        if (asked[k]) {
            fputc_unlocked(',', stream);
            fed_put_number(stream, record->value[k]);
        }
    fputc_unlocked('\n', stream);
}

static fed_status begin(const fed_study *study, FILE *stream, fed_error *error)
{
    (void)error;
    fed_put_sweep_names(stream, study->config);
    fputs("run,replicate,round", stream);
    for (int k = 0; k < FED_METRIC_ALL; k++)
        if (fed_metric_asked(study->config, (fed_metric)k))
            fprintf(stream, ",%s", fed_metric_names[k]);
    fputc('\n', stream);
    return FED_OK;
}

static fed_status write_points(const fed_span *span, FILE *stream, fed_error *error)
{
    const fed_study *study = span->study;
    const bool final = strcmp(fed_config_string(study->config, "output.metrics"), "final") == 0;
    const size_t replicates = study->replicates;
    fed_cursor cursor = fed_cursor_begin(study, error);
    const fed_result *result;
    bool asked[FED_METRIC_ALL];

    for (int k = 0; k < FED_METRIC_ALL; k++)
        asked[k] = fed_metric_asked(study->config, (fed_metric)k);
    for (size_t job = span->first * replicates; job < span->last * replicates; job++) {
        if ((result = fed_cursor_at(&cursor, job)) == NULL)
            break;
        for (size_t k = final ? result->recorded - 1 : 0; k < result->recorded; k++) {
            fed_put_sweep_values(stream, study->config, job / replicates);
            fprintf(stream, "%zu,%zu,", job / replicates, job % replicates);
            put_row(stream, asked, &result->records[k]);
        }
    }
    return fed_cursor_end(&cursor);
}

const fed_writer fed_write_metrics = {"metrics.csv", wanted, begin, write_points, NULL};
