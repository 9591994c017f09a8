/* laplacian.c -- k(x, z) = exp(-|x - z|_1 / h). */
#include "kernels/kernel.h"

static double value(const fed_kernel_keys *keys, size_t d, const double *x, const double *z)
{
    double sum = 0.0;

    for (size_t j = 0; j < d; j++)
        sum += fabs(x[j] - z[j]);
    return exp(-sum / keys->bandwidth);
}

const fed_kernel fed_kernel_laplacian = {.entry = {"laplacian", "exp(-|x-z|_1 / bandwidth)", NULL},
                                         .value = value};
