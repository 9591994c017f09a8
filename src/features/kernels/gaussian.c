/* gaussian.c -- k(x, z) = exp(-|x - z|^2 / (2 h^2)). */
#include "features/kernels/kernel.h"

enum { BANDWIDTH };

static double value(const double *key, size_t d, const double *x, const double *z)
{
    double square = 0.0;

    for (size_t j = 0; j < d; j++)
        square += (x[j] - z[j]) * (x[j] - z[j]);
    return exp(-0.5 * square / (key[BANDWIDTH] * key[BANDWIDTH]));
}

static const fed_param params[] = {FED_KERNEL_BANDWIDTH, FED_END};

const fed_kernel fed_kernel_gaussian = {
    .entry = {"gaussian", "exp(-|x-z|^2 / (2 bandwidth^2))", params}, .value = value};
