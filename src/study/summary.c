/* summary.c -- medians, quartiles (linear interpolation), mean and standard deviation. */
#include "study/summary.h"

#include <math.h>
#include <stdlib.h>

static const double levels[FED_LEVELS] = {0.05, 0.25, 0.5, 0.75, 0.95};

void fed_tally_add(fed_tally *all, size_t place, double value)
{
    all->sum += value;
    for (size_t k = 0; k < FED_LEVELS; k++) {
        const size_t below = (size_t)(levels[k] * (double)(all->n - 1));

        if (place == below)
            all->below[k] = all->above[k] = value;
        else if (place == below + 1)
            all->above[k] = value;
    }
}

void fed_tally_square(fed_tally *all, double value)
{
    const double mean = all->sum / (double)all->n;

    all->square += (value - mean) * (value - mean);
}

static double quantile(const fed_tally *all, size_t k)
{
    const double position = levels[k] * (double)(all->n - 1), part = position - floor(position);

    if (part == 0.0 || all->below[k] == all->above[k]) /* infinities too */
        return all->below[k];
    return all->below[k] + part * (all->above[k] - all->below[k]);
}

fed_summary fed_tally_summary(const fed_tally *all)
{
    if (all->n == 0)
        return (fed_summary){0, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    return (fed_summary){.n = all->n,
                         .q05 = quantile(all, 0),
                         .q25 = quantile(all, 1),
                         .median = quantile(all, 2),
                         .q75 = quantile(all, 3),
                         .q95 = quantile(all, 4),
                         .mean = all->sum / (double)all->n,
                         .sd = all->n > 1 ? sqrt(all->square / (double)(all->n - 1)) : NAN};
}

int fed_ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

fed_summary fed_summarise(double *x, size_t n)
{
    fed_tally all = {.n = n};

    if (n == 1) /* as a study of one replicate has at every round */
        return (fed_summary){1, x[0], x[0], x[0], x[0], x[0], 0.0 + x[0], NAN};
    qsort(x, n, sizeof *x, fed_ascending);
    for (size_t i = 0; i < n; i++)
        fed_tally_add(&all, i, x[i]);
    for (size_t i = 0; i < n; i++)
        fed_tally_square(&all, x[i]);
    return fed_tally_summary(&all);
}
