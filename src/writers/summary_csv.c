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
static void write_point(const fed_study *study, size_t point, size_t *rounds, double *room,
                        FILE *stream)
{
    const size_t count = fed_summary_rounds(study, point, rounds);

    for (size_t k = 0; k < count; k++)
        for (int metric = 0; metric < FED_METRIC_COUNT; metric++) {
            fed_summary s;

            if (metric == FED_METRIC_seconds)
                continue;
            s = fed_summarise_metric(study, point, rounds[k], (fed_metric)metric, room);
            if (s.n == 0)
                continue;
            fed_put_sweep_values(stream, study->config, point);
            fprintf(stream, "%zu,%zu,%s,", point, rounds[k], fed_metric_names[metric]);
            put_statistics(stream, &s);
        }
}

static fed_status write_summary(const fed_study *study, FILE *stream, fed_error *error)
{
    double *room = malloc(study->replicates * sizeof *room);
    fed_status status = FED_OK;
    size_t most = 0, *rounds;

    for (size_t point = 0; point < study->points; point++)
        most =
            fed_longest(study, point)->recorded > most ? fed_longest(study, point)->recorded : most;
    rounds = malloc((most + study->replicates) * sizeof *rounds);
    if (room == NULL || rounds == NULL) {
        status = fed_nomem(error);
    } else {
        fed_put_sweep_names(stream, study->config);
        fputs("run,round,metric,n,median,q25,q75,mean,sd\n", stream);
        for (size_t point = 0; point < study->points; point++)
            write_point(study, point, rounds, room, stream);
    }
    free(room);
    free(rounds);
    return status;
}

const fed_writer fed_write_summary = {"summary.csv", wanted, write_summary};
