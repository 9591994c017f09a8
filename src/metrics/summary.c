/* summary.c -- medians, quartiles (linear interpolation), mean and standard deviation. */
#include "metrics/summary.h"

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

const fed_result *fed_longest(const fed_study *study, size_t point)
{
    const fed_result *first = &study->results[point * study->replicates], *longest = first;

    for (size_t r = 1; r < study->replicates; r++)
        if (first[r].records[first[r].recorded - 1].round > longest->records[longest->recorded - 1].round)
            longest = &first[r];
    return longest;
}

static int earlier(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x > y) - (x < y);
}

size_t fed_summary_rounds(const fed_study *study, size_t point, size_t *rounds)
{
    const fed_result *first = &study->results[point * study->replicates],
                     *longest = fed_longest(study, point);
    size_t count = 0, distinct = 0;

    for (size_t k = 0; k < longest->recorded; k++)
        rounds[count++] = longest->records[k].round;
    for (size_t r = 0; r < study->replicates; r++)
        rounds[count++] = first[r].records[first[r].recorded - 1].round;
    qsort(rounds, count, sizeof *rounds, earlier);
    for (size_t k = 0; k < count; k++)
        if (k == 0 || rounds[k] != rounds[distinct - 1])
            rounds[distinct++] = rounds[k];
    return distinct;
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

fed_summary fed_summarise_metric(const fed_study *study, size_t point, size_t round, fed_metric metric,
                                 double *room)
{
    size_t n = 0;

    for (size_t r = 0; r < study->replicates; r++) {
        double x = record_at(&study->results[point * study->replicates + r], round)->value[metric];

        if (!isnan(x))
            room[n++] = x;
    }
    return fed_summarise(room, n);
}
