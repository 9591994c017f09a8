/* metrics_csv.c -- metrics.csv: one row per sweep point, replicate and recorded round. */
#include "writers/writer.h"

#include <string.h>

static bool wanted(const fed_study *study)
{
    return strcmp(fed_config_string(study->config, "output.metrics"), "none") != 0;
}

static void put_row(FILE *stream, const fed_record *record)
{
    fprintf(stream, "%zu", record->round);
    for (int k = 0; k < FED_METRIC_COUNT; k++) {
        fputc(',', stream);
        fed_put_number(stream, record->value[k]);
    }
    fputc('\n', stream);
}

static fed_status write_metrics(const fed_study *study, FILE *stream, fed_error *error)
{
    const bool final = strcmp(fed_config_string(study->config, "output.metrics"), "final") == 0;

    (void)error;
    fed_put_sweep_names(stream, study->config);
    fputs("run,replicate,round", stream);
    for (int k = 0; k < FED_METRIC_COUNT; k++)
        fprintf(stream, ",%s", fed_metric_names[k]);
    fputc('\n', stream);
    for (size_t point = 0; point < study->points; point++)
        for (size_t replicate = 0; replicate < study->replicates; replicate++) {
            const fed_result *result = &study->results[point * study->replicates + replicate];

            for (size_t k = final ? result->recorded - 1 : 0; k < result->recorded; k++) {
                fed_put_sweep_values(stream, study->config, point);
                fprintf(stream, "%zu,%zu,", point, replicate);
                put_row(stream, &result->records[k]);
            }
        }
    return FED_OK;
}

const fed_writer fed_write_metrics = {"metrics.csv", wanted, write_metrics};
