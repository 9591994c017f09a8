/* measures.h -- values, slopes and errors of samples in a few columns, eight samples at a time, and
 * the gradient: written once for the losses that have them at once. */
#ifndef FED_MEASURES_H
#define FED_MEASURES_H

#include "core/columns_few.h"
#include "losses/total.h"

#include <stdint.h>

/* Of eight samples, those whose bits of kept are set, or all when it is NULL: adds their values to
 * `to`, and to wrong which have their output on the wrong side of 0. d1: slopes, of all; most: a
 * bound of the loss's own. */
typedef void fed_eight(const double *eta, const double *y, double most, const int64_t *kept,
                       double *d1, fed_total *to, int64_t *wrong);

/* Of n samples; eta, y and d1 have room up to a multiple of eight. */
FED_INLINE void fed_eights(fed_eight *eight, size_t n, const double *eta, const double *y,
                           double most, double *d1, fed_total *to, int64_t *wrong)
{
    static const int64_t kept[2 * FED_LANES] = {-1, -1, -1, -1, -1, -1, -1, -1};
    size_t i = 0;

    for (; i + FED_LANES <= n; i += FED_LANES)
        eight(eta + i, y + i, most, NULL, d1 + i, to, wrong);
    if (i < n)
        eight(eta + i, y + i, most, kept + FED_LANES - (n - i), d1 + i, to, wrong);
}

/* A loss's `measures`. */
FED_INLINE void fed_few_measures(const size_t p, const fed_few *few, const double *theta,
                                 double factor, fed_eight *eight, double most, fed_total *total,
                                 double *grad, double *wrong, double *eta)
{
    double *d1 = eta + FED_MANY + 40; /* 4096 bytes apart they would wait for each other */
    int64_t off[FED_LANES] = {0};
    fed_total to = *total;

    for (size_t k = 0, at = 0; k < few->pieces; at += few->piece[k++].n)
        fed_few_forward(p, few->piece[k].n, few->piece[k].x, few->piece[k].ld, theta, eta + at);
    for (size_t k = 0, at = 0; k < few->pieces; at += few->piece[k++].n)
        fed_eights(eight, few->piece[k].count, eta + at, few->y + at, most, d1 + at, &to, off);
    *total = to;
    if (grad != NULL)
        fed_few_gradient(p, few, d1, factor, grad);
    for (size_t l = 0; wrong != NULL && l < FED_LANES; l++)
        *wrong += (double)off[l];
}

#endif
