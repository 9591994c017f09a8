/* stride.h -- the predictor's formulas for a block of units: both steps, the move, mu and W. */
#ifndef FED_ALGORITHMS_IPM_STRIDE_H
#define FED_ALGORITHMS_IPM_STRIDE_H

#include "algorithms/ipm/ipm.h"

/* The step for t = 0, kept in u->pa: v = W (1/gl - 1/gu), which a t takes from W mu, and w = W
 * (ql/gl - qu/gu) with the products q of both steps. sums += [da'(zl - zu)][ql + qu], most: what
 * the steps are of those to the boundary, a and z. */
void fed_stride_predict(const fed_units *u, size_t first, size_t n, const double *e, double *v,
                        double *w, double *sums, double *most);
/* The step of a to the targets t - ql for z (a - l), t - qu for z (u - a), where that of s is in
 * u->dz, kept in u->da; most as above. */
void fed_stride_correct(const fed_units *u, size_t first, size_t n, double t, double *most);
/* a and the distances by x times that step, multipliers by z times theirs */
void fed_stride_move(const fed_units *u, size_t first, size_t n, double t, double x, double z);

/* What a block of units has besides its point: c f, c f', c f'' and the dual's values; a in units
 * of a sample's; 1 where |A'dy| and |A'y| count, else 0; and how large W may be, with and without
 * curvature. */
typedef struct fed_stride {
    const double *f, *f1, *f2, *size;
    double dual, reach, most, without;
} fed_stride;

enum {
    FED_COST, /* c'x + f */
    FED_DUAL,
    FED_SQUARE,
    FED_COMPLEMENTARY, /* z'g */
    FED_DUAL_RESIDUAL, /* max |s + c f' - zl + zu| */
    FED_OUTSIDE,       /* max 1/distance */
    FED_MOVED,         /* max |A'dy| of x'theta, as theta itself has other units */
    FED_REACH,         /* max |A'y| */
    FED_STRIDES,
    FED_STRIDE_MAXIMA = 4
};

/* mu = s + c f'(a), W = (c f'' + zl/gl + zu/gu)^-1, tilt = 1/gl - 1/gu; adds to tell, of
 * FED_STRIDES */
void fed_stride_weigh(const fed_units *u, size_t first, size_t n, const fed_stride *given,
                      double *tilt, double *tell);

#endif
