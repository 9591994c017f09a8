/* statistics.h -- statistics over replicates. */
#ifndef FED_SUMMARY_H
#define FED_SUMMARY_H

#include "study/study.h"

typedef struct fed_summary {
    size_t n;
    double median, q25, q75, mean, sd; /* sd NAN for n = 1 */
} fed_summary;

/* Of sorted values: position (n-1) level, interpolated between its neighbours. */
double fed_quantile(const double *sorted, size_t n, double level);
/* Of x[0..n), which is sorted in place. */
fed_summary fed_summarise(double *x, size_t n);

/* Every round that some replicate of the point recorded, increasing: those of the longest, and the
 * last ones of the others. */
fed_status fed_point_rounds(const fed_study *study, size_t point, fed_arena *arena,
                            const size_t **rounds, size_t *count, fed_error *error);
/* The metrics of a point at some rounds, replicate by replicate: those of round k begin at
 * values[k * FED_METRIC_ALL * replicates], metric by metric. A replicate that ended earlier
 * counts with its last record. */
fed_status fed_point_values(const fed_study *study, size_t point, const size_t *rounds,
                            size_t count, double *values, fed_error *error);
/* The same at the point's last round alone, which is told. */
fed_status fed_point_last(const fed_study *study, size_t point, size_t *round, double *values,
                          fed_error *error);
/* Of one metric among them, without the replicates where it is not applicable; values are sorted.
 */
fed_summary fed_point_summary(double *values, size_t replicates, fed_metric metric);

#endif
