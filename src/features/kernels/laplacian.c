/* laplacian.c -- k(x, z) = exp(-|x - z|_1 / h). */
#include "features/kernels/kernel.h"

enum { BANDWIDTH };

static double value(const double *key, size_t d, const double *x, const double *z)
{
    double sum = 0.0;

    for (size_t j = 0; j < d; j++)
        sum += fabs(x[j] - z[j]);
    return exp(-sum / key[BANDWIDTH]);
}

static const fed_param params[] = {FED_KERNEL_BANDWIDTH, FED_END};

const fed_kernel fed_kernel_laplacian = {
    .entry = {"laplacian", "exp(-|x-z|_1 / bandwidth)", params}, .value = value};
