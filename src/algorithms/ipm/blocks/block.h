/* block.h -- the convex sets a unit's variables live in, with self-concordant barriers whose
 * gradients and inverse Hessians have closed forms. A unit is a pair (a, z) above a graph, z >=
 * f(a), or a alone. */
#ifndef FED_BLOCK_H
#define FED_BLOCK_H

#include "core/param.h"

#include <stdbool.h>
#include <stddef.h>

/* Units of one kind, one after the other. Pairs are kept as a and slack, so that z - f(a) keeps its
 * precision next to the boundary. */
typedef struct fed_span {
    size_t n;
    double *a, *slack;
    const double *cz;            /* cost of z */
    const double *lower, *upper; /* bounds of a, where the set is an interval */
    double shape;                /* quadratic: c of z >= a^2/(2c); power: q of z >= |a|^q/q */
    bool plain;                  /* every cost of z is 1 */
} fed_span;

/* Gradient of the barrier and inverse Hessian W, per unit. */
typedef struct fed_local {
    double *ga, *gz, *waa, *waz, *wzz;
} fed_local;

typedef struct fed_block {
    fed_entry entry;
    bool pair;
    double (*degree)(const fed_span *span); /* sum of nu */
    void (*centre)(const fed_span *span);   /* a in the middle */
    /* pairs: the slack that minimises cz z/t + phi for this a */
    void (*relax)(const fed_span *span, double t);
    void (*local)(const fed_span *span, const fed_local *local);
    /* to = from + step (da, dz); outside the set its merit is infinite */
    void (*move)(const fed_span *from, const double *da, const double *dz, double step,
                 const fed_span *to);
    /* value = (sa a + cz z)/t + phi; sum over the span */
    double (*merit)(const fed_span *span, const double *sa, double t, double *value);
    void (*height)(const fed_span *span, double *z); /* z = f(a) + slack */
    /* value = min of sa a + cz z over the set, -infinity where there is none */
    void (*least)(const fed_span *span, const double *sa, double *value);
    /* the sum of these over a span whose costs cz are 1; NULL: one by one */
    double (*least_sum)(const fed_span *span, const double *sa);
    /* pairs: f(a), f'(a), f''(a), from the distances to the ends of its domain where it has any; of
     * f only the sum counts where every cost is 1. NULL: no step but the barrier's own */
    void (*curve)(const fed_span *span, const double *gl, const double *gu, double *f, double *f1,
                  double *f2);
    /* pairs: a at the minimum of sa a + cz f(a), and there 1/(cz f''); NULL: at a bound, or none */
    void (*best)(const fed_span *span, const double *sa, double *weight);
    double (*interior)(const fed_span *span); /* smallest argument of the barrier's logarithms */
} fed_block;

/* What every block has, each a function of this name in its file; and what a pair has besides. */
#define FED_BLOCK_PARTS                                                               \
    .degree = degree, .centre = centre, .local = local, .move = move, .merit = merit, \
    .height = height, .least = least, .interior = interior
#define FED_PAIR_PARTS FED_BLOCK_PARTS, .pair = true

extern const fed_block fed_block_entropy, fed_block_exponential, fed_block_interval,
    fed_block_power, fed_block_quadratic;

#endif
