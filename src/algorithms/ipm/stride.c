/* stride.c -- the predictor's formulas for a block of units. A distance that is infinite has z = 0;
 * where both are finite numbers a division serves both. */
#include "algorithms/ipm/stride.h"

#include "core/simd.h"

#include <math.h>

static const double none[FED_STRETCH]; /* costs that are not read */

typedef struct unit {
    double gl, gu, zl, zu, il, iu;
} unit;

FED_INLINE unit unit_of(double gl, double gu, double zl, double zu, const bool boxed)
{
    const double both = 1.0 / (gl * gu);

    return (unit){.gl = gl,
                  .gu = gu,
                  .zl = zl,
                  .zu = zu,
                  .il = boxed ? gu * both : 1.0 / gl,
                  .iu = boxed ? gl * both : 1.0 / gu};
}

/* Products of both steps da and dz = -z - z da/g: */
FED_INLINE double low_product(unit x, double da)
{
    return -da * (x.zl * (1.0 + da * x.il));
}

FED_INLINE double high_product(unit x, double da)
{
    return da * (x.zu * (1.0 - da * x.iu));
}

/* NaN in the place of a leaves b */
FED_INLINE double larger(double a, double b)
{
    return a > b ? a : b;
}

FED_INLINE void predict(const fed_units *u, size_t first, size_t n, const double *e, double *v,
                        double *w, double *sums, double *most, const bool boxed)
{
    const double *gl = u->gl + first, *gu = u->gu + first, *zl = u->zl + first, *zu = u->zu + first;
    const double *mu = u->ma + first, *weight = u->waa + first;
    double *pa = u->pa + first;
    double by_x = 0.0, by_both = 0.0, of_a = most[0], of_z = most[1];

#pragma omp simd reduction(+ : by_x, by_both) reduction(max : of_a, of_z)
    for (size_t k = 0; k < n; k++) {
        const unit x = unit_of(gl[k], gu[k], zl[k], zu[k], boxed);
        const double da = weight[k] * (e[k] - mu[k]), low = da * x.il, high = da * x.iu;
        const double ql = low_product(x, da), qu = high_product(x, da);

        pa[k] = da;
        by_x += da * (x.zl - x.zu);
        by_both += ql + qu;
        of_a = larger(larger(-low, high), of_a);
        of_z = larger(1.0 + larger(low, -high), of_z);
        v[k] = weight[k] * (x.il - x.iu);
        w[k] = weight[k] * (ql * x.il - qu * x.iu);
    }
    sums[0] += by_x;
    sums[1] += by_both;
    most[0] = larger(of_a, 0.0); /* of zeros a reduction may leave -0 */
    most[1] = larger(of_z, 0.0);
}

FED_CLONES void fed_stride_predict(const fed_units *u, size_t first, size_t n, const double *e,
                                   double *v, double *w, double *sums, double *most)
{
    if (u->boxed)
        predict(u, first, n, e, v, w, sums, most, true);
    else
        predict(u, first, n, e, v, w, sums, most, false);
}

FED_INLINE void correct(const fed_units *u, size_t first, size_t n, double t, double *most,
                        const bool boxed)
{
    const double *gl = u->gl + first, *gu = u->gu + first, *zl = u->zl + first, *zu = u->zu + first;
    const double *mu = u->ma + first, *weight = u->waa + first, *pa = u->pa + first,
                 *e = u->dz + first;
    double *da = u->da + first;
    double of_a = most[0], of_z = most[1];

#pragma omp simd reduction(max : of_a, of_z)
    for (size_t k = 0; k < n; k++) {
        const unit x = unit_of(gl[k], gu[k], zl[k], zu[k], boxed);
        const double tl = t - low_product(x, pa[k]), tu = t - high_product(x, pa[k]);
        const double step = weight[k] * (e[k] - mu[k] + tl * x.il - tu * x.iu);
        const double low = (tl - x.zl * step) * x.il - x.zl,
                     high = (tu + x.zu * step) * x.iu - x.zu;
        const double both = 1.0 / (x.zl * x.zu);
        const double by_low = boxed ? -low * x.zu * both : -low / x.zl,
                     by_high = boxed ? -high * x.zl * both : -high / x.zu;

        da[k] = step;
        of_a = larger(larger(-step * x.il, step * x.iu), of_a);
        of_z = larger(larger(x.zl > 0.0 ? by_low : 0.0, x.zu > 0.0 ? by_high : 0.0), of_z);
    }
    most[0] = larger(of_a, 0.0); /* of zeros a reduction may leave -0 */
    most[1] = larger(of_z, 0.0);
}

FED_CLONES void fed_stride_correct(const fed_units *u, size_t first, size_t n, double t,
                                   double *most)
{
    if (u->boxed)
        correct(u, first, n, t, most, true);
    else
        correct(u, first, n, t, most, false);
}

FED_INLINE void move(const fed_units *u, size_t first, size_t n, double t, double x, double z,
                     const bool boxed)
{
    const double *pa = u->pa + first, *da = u->da + first, *ds = u->dz + first;
    double *a = u->a + first, *gl = u->gl + first, *gu = u->gu + first, *zl = u->zl + first,
           *zu = u->zu + first, *s = u->sa + first;

#pragma omp simd
    for (size_t k = 0; k < n; k++) {
        const unit at = unit_of(gl[k], gu[k], zl[k], zu[k], boxed);
        const double tl = t - low_product(at, pa[k]), tu = t - high_product(at, pa[k]);

        a[k] += x * da[k];
        gl[k] = at.gl + x * da[k];
        gu[k] = at.gu - x * da[k];
        zl[k] = at.zl + z * ((tl - at.zl * da[k]) * at.il - at.zl);
        zu[k] = at.zu + z * ((tu + at.zu * da[k]) * at.iu - at.zu);
        s[k] -= z * ds[k];
    }
}

FED_CLONES void fed_stride_move(const fed_units *u, size_t first, size_t n, double t, double x,
                                double z)
{
    if (u->boxed)
        move(u, first, n, t, x, z, true);
    else
        move(u, first, n, t, x, z, false);
}

FED_INLINE void weigh(const fed_units *u, size_t first, size_t n, const fed_stride *given,
                      double *tilt, double *tell, const bool boxed)
{
    const double *f = given->f, *f1 = given->f1, *f2 = given->f2, *size = given->size,
                 reach = given->reach, most = given->most, without = given->without;
    const double *gl = u->gl + first, *gu = u->gu + first, *zl = u->zl + first, *zu = u->zu + first;
    const double *c = u->free ? none : u->ca + first, *a = u->a + first, *s = u->sa + first,
                 *ds = u->dz + first;
    double *mu = u->ma + first, *weight = u->waa + first;
    double cost = 0.0, square = 0.0, product = 0.0;
    double rest = tell[FED_DUAL_RESIDUAL], outside = tell[FED_OUTSIDE], moved = tell[FED_MOVED],
           far = tell[FED_REACH];

#pragma omp simd reduction(+ : cost, square, product) reduction(max : rest, outside, moved, far)
    for (size_t k = 0; k < n; k++) {
        const unit x = unit_of(gl[k], gu[k], zl[k], zu[k], boxed);
        const double h = f2[k] + x.zl * x.il + x.zu * x.iu, w = 1.0 / h;
        const double cap = h > 0.0 ? most : without, m = s[k] + f1[k];
        const double low = x.zl * x.gl, high = x.zu * x.gu;

        mu[k] = m;
        weight[k] = w < cap ? w : cap;
        tilt[k] = x.il - x.iu;
        cost += f[k] + c[k] * a[k];
        square += size[k] * size[k];
        product += (x.zl > 0.0 ? low : 0.0) + (x.zu > 0.0 ? high : 0.0);
        rest = larger(fabs(m - x.zl + x.zu), rest);
        outside = larger(larger(x.il, x.iu), outside);
        moved = larger(reach * fabs(ds[k]), moved);
        far = larger(reach * fabs(c[k] - s[k]), far);
    }
    tell[FED_COST] += cost;
    tell[FED_DUAL] += given->dual;
    tell[FED_SQUARE] += square;
    tell[FED_COMPLEMENTARY] += product;
    tell[FED_DUAL_RESIDUAL] = rest;
    tell[FED_OUTSIDE] = outside;
    tell[FED_MOVED] = moved;
    tell[FED_REACH] = far;
}

FED_CLONES void fed_stride_weigh(const fed_units *u, size_t first, size_t n,
                                 const fed_stride *given, double *tilt, double *tell)
{
    if (u->boxed)
        weigh(u, first, n, given, tilt, tell, true);
    else
        weigh(u, first, n, given, tilt, tell, false);
}
