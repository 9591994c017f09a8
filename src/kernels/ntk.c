/* ntk.c -- the neural tangent kernel of a two-layer ReLU network whose first layer is trained:
 * k(x, z) = x'z E[1(w'x > 0) 1(w'z > 0)] = x'z (pi - angle(x, z)) / (2 pi) for w ~ N(0, I). */
#include "kernels/kernel.h"

static double value(const fed_kernel_keys *keys, size_t d, const double *x, const double *z)
{
    const double xz = fed_kernel_dot(d, x, z);
    const double size = sqrt(fed_kernel_dot(d, x, x)) * sqrt(fed_kernel_dot(d, z, z));
    const double cosine = size > 0.0 ? fmax(-1.0, fmin(1.0, xz / size)) : 0.0;

    (void)keys;
    return xz * (M_PI - acos(cosine)) / (2.0 * M_PI);
}

const fed_kernel fed_kernel_ntk = {
    .entry = {"ntk", "x'z (pi - angle) / (2 pi), of a two-layer ReLU network", NULL}, .value = value};
