/* statistics.c -- medians, quartiles (linear interpolation), mean and standard deviation. */
#include "study/statistics.h"

#include "study/cursor.h"

#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double fed_quantile(const double *sorted, size_t n, double level)
{
    const double position = level * (double)(n - 1);
    const size_t below = (size_t)position;
    const double part = position - (double)below;

    if (part == 0.0 || below + 1 >= n || sorted[below] == sorted[below + 1]) /* infinities too */
        return sorted[below];
    return sorted[below] + part * (sorted[below + 1] - sorted[below]);
}

fed_summary fed_summarise(double *x, size_t n)
{
    fed_summary s = {n, NAN, NAN, NAN, NAN, NAN};
    double sum = 0.0, square = 0.0;

    if (n == 0)
        return s;
    qsort(x, n, sizeof *x, ascending);
    s.median = fed_quantile(x, n, 0.5);
    s.q25 = fed_quantile(x, n, 0.25);
    s.q75 = fed_quantile(x, n, 0.75);
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    s.mean = sum / (double)n;
    for (size_t i = 0; i < n; i++)
        square += (x[i] - s.mean) * (x[i] - s.mean);
    if (n > 1)
        s.sd = sqrt(square / (double)(n - 1));
    return s;
}

static int earlier(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x > y) - (x < y);
}

static size_t last_round(const fed_result *result)
{
    return result->records[result->recorded - 1].round;
}

/* The replicate that ran longest, the first of them; ends[r] is replicate r's last round. */
static fed_status find_longest(const fed_study *study, size_t point, size_t *ends, size_t *longest,
                               fed_error *error)
{
    fed_cursor cursor = fed_cursor_begin(study, error);
    const fed_result *result;

    *longest = 0;
    for (size_t r = 0; r < study->replicates; r++) {
        if ((result = fed_cursor_at(&cursor, point * study->replicates + r)) == NULL)
            break;
        ends[r] = last_round(result);
        *longest = ends[r] > ends[*longest] ? r : *longest;
    }
    return fed_cursor_end(&cursor);
}

fed_status fed_point_rounds(const fed_study *study, size_t point, fed_arena *arena,
                            const size_t **rounds, size_t *count, fed_error *error)
{
    const size_t replicates = study->replicates;
    size_t *ends = FED_ARRAY(arena, replicates, size_t), longest, all = 0, distinct = 0, *list;
    fed_cursor cursor = fed_cursor_begin(study, error);
    const fed_result *result;

    if (ends == NULL)
        return fed_nomem(error);
    TRY(find_longest(study, point, ends, &longest, error));
    result = fed_cursor_at(&cursor, point * replicates + longest);
    list = result != NULL ? FED_ARRAY(arena, result->recorded + replicates, size_t) : NULL;
    if (list == NULL) {
        fed_tell(error, FED_NOMEM, "out of memory");
        return fed_cursor_end(&cursor);
    }
    for (size_t k = 0; k < result->recorded; k++)
        list[all++] = result->records[k].round;
    for (size_t r = 0; r < replicates; r++)
        list[all++] = ends[r];
    qsort(list, all, sizeof *list, earlier);
    for (size_t k = 0; k < all; k++)
        if (k == 0 || list[k] != list[distinct - 1])
            list[distinct++] = list[k];
    *rounds = list;
    *count = distinct;
    return fed_cursor_end(&cursor);
}

/* The last record at or before the round. */
static const fed_record *record_at(const fed_result *result, size_t round)
{
    size_t low = 0, high = result->recorded; /* records[low].round <= round < records[high].round */

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (result->records[middle].round <= round)
            low = middle;
        else
            high = middle;
    }
    return &result->records[low];
}

fed_status fed_point_values(const fed_study *study, size_t point, const size_t *rounds,
                            size_t count, double *values, fed_error *error)
{
    const size_t replicates = study->replicates;
    fed_cursor cursor = fed_cursor_begin(study, error);
    const fed_result *result;

    for (size_t r = 0; r < replicates; r++) {
        if ((result = fed_cursor_at(&cursor, point * replicates + r)) == NULL)
            break;
        for (size_t k = 0; k < count; k++) {
            const fed_record *record = record_at(result, rounds[k]);

            for (size_t metric = 0; metric < FED_METRIC_ALL; metric++)
                values[(k * FED_METRIC_ALL + metric) * replicates + r] = record->value[metric];
        }
    }
    return fed_cursor_end(&cursor);
}

fed_status fed_point_last(const fed_study *study, size_t point, size_t *round, double *values,
                          fed_error *error)
{
    const size_t replicates = study->replicates;
    fed_cursor cursor = fed_cursor_begin(study, error);
    const fed_result *result;

    *round = 0;
    for (size_t r = 0; r < replicates; r++) {
        if ((result = fed_cursor_at(&cursor, point * replicates + r)) == NULL)
            break;
        *round = last_round(result) > *round ? last_round(result) : *round;
        for (size_t metric = 0; metric < FED_METRIC_ALL; metric++)
            values[metric * replicates + r] = result->records[result->recorded - 1].value[metric];
    }
    return fed_cursor_end(&cursor);
}

fed_summary fed_point_summary(double *values, size_t replicates, fed_metric metric)
{
    double *x = values + (size_t)metric * replicates;
    size_t n = 0;

    for (size_t r = 0; r < replicates; r++)
        if (!isnan(x[r]))
            x[n++] = x[r];
    return fed_summarise(x, n);
}
