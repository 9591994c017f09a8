/* gaussian.c -- k(x, z) = exp(-|x - z|^2 / (2 h^2)). */
#include "kernels/kernel.h"

static double value(const fed_kernel_keys *keys, size_t d, const double *x, const double *z)
{
    double square = 0.0;

    for (size_t j = 0; j < d; j++)
        square += (x[j] - z[j]) * (x[j] - z[j]);
    return exp(-0.5 * square / (keys->bandwidth * keys->bandwidth));
}

const fed_kernel fed_kernel_gaussian = {
    .entry = {"gaussian", "exp(-|x-z|^2 / (2 bandwidth^2))", NULL}, .value = value};
