/* summary_csv.c -- summary.csv: statistics over replicates, tidy, for every recorded round. */
#include "run/further.h"
#include "study/statistics.h"
#include "writers/writer.h"
#include "writers/number.h"

#include <stdlib.h>
#include <string.h>

static bool wanted(const fed_study *study)
{
    (void)study;
    return true;
}

/* "round,metric,n,median,..." and the line's end, put together first: there are many lines. One
 * thread writes the file, and its stream needs no lock. */
static void put_statistics(FILE *stream, const char *round, int metric, const fed_summary *s)
{
    const double values[] = {s->median, s->q25, s->q75, s->mean, s->sd};
    char line[12 * FED_NUMBER_ROOM], room[FED_NUMBER_ROOM], *at;
    const char *text = NULL;

    at = stpcpy(stpcpy(line, round), ",");
    at = stpcpy(stpcpy(at, fed_metric_names[metric]), ",");
    at = stpcpy(at, fed_number_text((double)s->n, room));
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        if (text == NULL || memcmp(&values[k], &values[k - 1], sizeof *values) != 0)
            text = fed_number_text(values[k], room); /* those of one replicate are the same */
        at = stpcpy(stpcpy(at, ","), text);
    }
    at = stpcpy(at, "\n");
    fwrite_unlocked(line, 1, (size_t)(at - line), stream);
}

/* Times are left out: they differ from run to run. begin: what the point's lines begin with */
static fed_status write_round(const char *begin, size_t round, fed_columns *columns, size_t first,
                              FILE *stream, fed_error *error)
{
    char room[FED_NUMBER_ROOM];
    const char *number = fed_number_text((double)round, room);

    for (int metric = 0; metric < FED_METRIC_ALL; metric++) {
        fed_summary s;

        if (metric == FED_METRIC_seconds)
            continue;
        TRY(fed_columns_summary(columns, first + (size_t)metric, &s, error));
        if (s.n == 0)
            continue;
        fputs_unlocked(begin, stream);
        put_statistics(stream, number, metric, &s);
    }
    return FED_OK;
}

/* The sweep's values and the point's number, to be freed; NULL without memory. */
static char *begin_of(const fed_study *study, size_t point)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);

    if (stream == NULL)
        return NULL;
    fed_put_sweep_values(stream, study->config, point);
    fed_put_number(stream, (double)point);
    fputc(',', stream);
    if (fclose(stream) == 0)
        return text;
    free(text);
    return NULL;
}

/* So many rounds at once as fit in memory. */
static fed_status write_point(fed_cursor *cursor, size_t point, fed_columns *columns, FILE *stream)
{
    const size_t most = fed_point_most(cursor->study);
    fed_arena arena = {NULL};
    const size_t *rounds = NULL;
    size_t count = 0;
    char *begin = begin_of(cursor->study, point);
    fed_status status = begin != NULL ? fed_point_rounds(cursor, point, &arena, &rounds, &count)
                                      : fed_nomem(cursor->error);

    for (size_t first = 0; first < count && status == FED_OK; first += most) {
        const size_t last = count - first < most ? count : first + most;

        status = fed_point_values(cursor, point, rounds, first, last, columns);
        for (size_t k = first; k < last && status == FED_OK; k++)
            status = write_round(begin, rounds[k], columns, (k - first) * FED_METRIC_ALL, stream,
                                 cursor->error);
    }
    fed_arena_free(&arena);
    free(begin);
    return status;
}

static fed_status begin(const fed_study *study, FILE *stream, fed_error *error)
{
    (void)error;
    fed_put_sweep_names(stream, study->config);
    fputs("run,round,metric,n,median,q25,q75,mean,sd\n", stream);
    return FED_OK;
}

static fed_status write_points(const fed_span *span, FILE *stream, fed_error *error)
{
    fed_cursor cursor = fed_cursor_begin(span->study, error);
    fed_columns columns;
    fed_status status =
        fed_point_open(&columns, span->study, fed_point_most(span->study) * FED_METRIC_ALL, error);

    for (size_t point = span->first; point < span->last && status == FED_OK; point++)
        status = write_point(&cursor, point, &columns, stream);
    fed_columns_close(&columns);
    fed_cursor_end(&cursor);
    return status;
}

const fed_writer fed_write_summary = {"summary.csv", wanted, begin, write_points, NULL};
