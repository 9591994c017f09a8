/* summary_csv.c -- summary.csv: statistics over replicates, tidy, for every recorded round. */
#include "run/further.h"
#include "study/statistics.h"
#include "writers/writer.h"

#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 1 << 21 }; /* values in memory: 16 MiB */

static bool wanted(const fed_study *study)
{
    (void)study;
    return true;
}

static void put_statistics(FILE *stream, const fed_summary *s)
{
    const double values[] = {s->median, s->q25, s->q75, s->mean, s->sd};
    char room[FED_NUMBER_ROOM];
    const char *text = NULL;

    fed_put_number(stream, (double)s->n);
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        if (text == NULL || memcmp(&values[k], &values[k - 1], sizeof *values) != 0)
            text = fed_number_text(values[k], room); /* those of one replicate are the same */
        fputc(',', stream);
        fputs(text, stream);
    }
    fputc('\n', stream);
}

/* Times are left out: they differ from run to run. */
static void write_rounds(const fed_study *study, size_t point, const size_t *rounds, size_t count,
                         double *values, FILE *stream)
{
    for (size_t k = 0; k < count; k++)
        for (int metric = 0; metric < FED_METRIC_ALL; metric++) {
            fed_summary s;

            if (metric == FED_METRIC_seconds)
                continue;
            s = fed_point_summary(values + k * FED_METRIC_ALL * study->replicates,
                                  study->replicates, (fed_metric)metric);
            if (s.n == 0)
                continue;
            fed_put_sweep_values(stream, study->config, point);
            fed_put_number(stream, (double)point);
            fputc(',', stream);
            fed_put_number(stream, (double)rounds[k]);
            fputc(',', stream);
            fputs(fed_metric_names[metric], stream);
            fputc(',', stream);
            put_statistics(stream, &s);
        }
}

/* So many rounds at once as fit into `most` doubles: memory does not grow with the replicates' own.
 */
static fed_status write_point(const fed_study *study, size_t point, double *values, size_t most,
                              FILE *stream, fed_error *error)
{
    fed_arena arena = {NULL};
    const size_t *rounds = NULL;
    size_t count = 0;
    fed_status status = fed_point_rounds(study, point, &arena, &rounds, &count, error);

    for (size_t k = 0; k < count && status == FED_OK; k += most) {
        const size_t now = count - k < most ? count - k : most;

        status = fed_point_values(study, point, rounds + k, now, values, error);
        if (status == FED_OK)
            write_rounds(study, point, rounds + k, now, values, stream);
    }
    fed_arena_free(&arena);
    return status;
}

static fed_status write_summary(const fed_study *study, FILE *stream, fed_error *error)
{
    const size_t one = study->replicates * FED_METRIC_ALL, /* values of a round */
        most = one < AT_ONCE ? AT_ONCE / one : 1;
    double *values = calloc(most, one * sizeof *values);
    fed_status status = values == NULL ? fed_nomem(error) : FED_OK;

    fed_put_sweep_names(stream, study->config);
    fputs("run,round,metric,n,median,q25,q75,mean,sd\n", stream);
    for (size_t point = 0; point < study->points && status == FED_OK; point++)
        status = write_point(study, point, values, most, stream, error);
    free(values);
    return status;
}

const fed_writer fed_write_summary = {"summary.csv", wanted, write_summary};
