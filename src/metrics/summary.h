/* summary.h -- statistics over replicates. */
#ifndef FED_SUMMARY_H
#define FED_SUMMARY_H

#include "study.h"

typedef struct fed_summary {
    size_t n;
    double median, q25, q75, mean, sd; /* sd NAN for n = 1 */
} fed_summary;

/* Of sorted values: position (n-1) level, interpolated between its neighbours. */
double fed_quantile(const double *sorted, size_t n, double level);
/* Of x[0..n), which is sorted in place. */
fed_summary fed_summarise(double *x, size_t n);

/* The replicate of the point that ran longest. */
const fed_result *fed_longest(const fed_study *study, size_t point);
/* Every round that some replicate of the point recorded, increasing: those of the longest, and the last ones of the
 * others. rounds has room for both. */
size_t fed_summary_rounds(const fed_study *study, size_t point, size_t *rounds);

/* One metric of a point at a round over its replicates, without those where it is not applicable;
 * a replicate that ended earlier counts with its last record. room: `replicates` doubles. */
fed_summary fed_summarise_metric(const fed_study *study, size_t point, size_t round, fed_metric metric,
                                 double *room);

#endif
