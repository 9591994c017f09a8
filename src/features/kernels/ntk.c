/* ntk.c -- the neural tangent kernel of a two-layer ReLU network whose first layer is trained:
 * k(x, z) = x'z E[1(w'x > 0) 1(w'z > 0)] = x'z (pi - angle(x, z)) / (2 pi) for w ~ N(0, I). */
#include "features/kernels/kernel.h"

/* tan(angle/2) = |u - v| / |u + v| for u = x/|x|, v = z/|z|, which loses nothing near 0 as arccos
 * would */
static double angle(size_t d, const double *x, const double *z)
{
    const double size_x = sqrt(fed_kernel_dot(d, x, x)), size_z = sqrt(fed_kernel_dot(d, z, z));
    double minus = 0.0, plus = 0.0;

    for (size_t j = 0; j < d; j++) {
        const double u = x[j] * size_z, v = z[j] * size_x;

        minus += (u - v) * (u - v);
        plus += (u + v) * (u + v);
    }
    return 2.0 * atan2(sqrt(minus), sqrt(plus));
}

static double value(const double *key, size_t d, const double *x, const double *z)
{
    (void)key;
    return fed_kernel_dot(d, x, z) * (M_PI - angle(d, x, z)) / (2.0 * M_PI);
}

const fed_kernel fed_kernel_ntk = {
    .entry = {"ntk", "x'z (pi - angle) / (2 pi), of a two-layer ReLU network", NULL},
    .value = value};
