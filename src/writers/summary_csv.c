/* summary_csv.c -- summary.csv: statistics over replicates, tidy, for every recorded round. */
#include "metrics/summary.h"
#include "writers/writer.h"

#include <stdlib.h>

static bool wanted(const fed_study *study)
{
    (void)study;
    return true;
}

static void put_statistics(FILE *stream, const fed_summary *s)
{
    const double values[] = {s->median, s->q25, s->q75, s->mean, s->sd};

    fprintf(stream, "%zu", s->n);
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        fputc(',', stream);
        fed_put_number(stream, values[k]);
    }
    fputc('\n', stream);
}

/* Times are left out: they differ from run to run. */
static fed_status write_summary(const fed_study *study, FILE *stream, fed_error *error)
{
    double *room = malloc(study->replicates * sizeof *room);

    if (room == NULL)
        return fed_nomem(error);
    fed_put_sweep_names(stream, study->config);
    fputs("run,round,metric,n,median,q25,q75,mean,sd\n", stream);
    for (size_t point = 0; point < study->points; point++) {
        const fed_result *longest = fed_longest(study, point);

        for (size_t k = 0; k < longest->recorded; k++)
            for (int metric = 0; metric < FED_METRIC_COUNT; metric++) {
                const size_t round = longest->records[k].round;
                fed_summary s;

                if (metric == FED_METRIC_seconds)
                    continue;
                s = fed_summarise_metric(study, point, round, (fed_metric)metric, room);
                if (s.n == 0)
                    continue;
                fed_put_sweep_values(stream, study->config, point);
                fprintf(stream, "%zu,%zu,%s,", point, round, fed_metric_names[metric]);
                put_statistics(stream, &s);
            }
    }
    free(room);
    return FED_OK;
}

const fed_writer fed_write_summary = {"summary.csv", wanted, write_summary};
