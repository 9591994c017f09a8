/* summary.h -- statistics of values. */
#ifndef FED_STUDY_SUMMARY_H
#define FED_STUDY_SUMMARY_H

#include <stddef.h>

typedef struct fed_summary {
    size_t n;
    double q05, q25, median, q75, q95, mean, sd; /* sd NAN for n = 1, all for n = 0 */
} fed_summary;

/* Of x[0..n), which is sorted in place. */
fed_summary fed_summarise(double *x, size_t n);
int fed_ascending(const void *a, const void *b); /* for qsort */

/* The same of values that come sorted, twice: sums, and the neighbours of position (n-1) level. */
enum { FED_LEVELS = 5 };
typedef struct fed_tally {
    size_t n; /* how many there will be */
    double sum, square, below[FED_LEVELS], above[FED_LEVELS];
} fed_tally;

void fed_tally_add(fed_tally *all, size_t place, double value); /* of n places */
void fed_tally_square(fed_tally *all, double value);            /* once all have been collected */
fed_summary fed_tally_summary(const fed_tally *all);

#endif
