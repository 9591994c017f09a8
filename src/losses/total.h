/* total.h -- a sum of samples' losses in eight lanes, so that it has one order on every machine.
 * Terms log(1 + e) wait as a product, whose logarithm is taken once. */
#ifndef FED_TOTAL_H
#define FED_TOTAL_H

#include <stddef.h>

enum { FED_LANES = 8, FED_FACTORS = 500 };

typedef struct fed_total {
    double sum[FED_LANES];
    double product[FED_LANES]; /* log(1 + product) is to be added; below 2^FED_FACTORS */
    size_t factors;            /* of a product, each at most 2 */
} fed_total;

/* Adds x[0..n). */
void fed_total_add(fed_total *total, size_t n, const double *x);
/* Takes the logarithms. */
void fed_total_close(fed_total *total);
/* The sum, from which another begins. */
double fed_total_take(fed_total *total);

#endif
