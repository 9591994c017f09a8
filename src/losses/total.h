/* total.h -- a sum of samples' losses in eight lanes, so that it has one order on every machine.
 * Terms log(1 + e) wait as a product, whose logarithm is taken once: a factor 1 + top/bottom makes
 * more = more (bottom + top) + less top and less = less bottom, in which small e lose nothing. */
#ifndef FED_TOTAL_H
#define FED_TOTAL_H

#include <stddef.h>

enum { FED_LANES = 8, FED_FACTORS = 400 };

typedef struct fed_total {
    double sum[FED_LANES];
    double more[FED_LANES], less[FED_LANES]; /* log(1 + more/less) is to be added, */
    size_t factors; /*   if there are any: each at most 2, top and bottom at most 2.5 */
} fed_total;

/* Adds x[0..n). */
void fed_total_add(fed_total *total, size_t n, const double *x);
/* Makes room for the factors of n samples. */
void fed_total_room(fed_total *total, size_t n);
/* Takes the logarithms. */
void fed_total_close(fed_total *total);
/* The sum, from which another begins. */
double fed_total_take(fed_total *total);

#endif
