/* polynomial.c -- k(x, z) = (x'z + c)^degree. */
#include "features/kernels/kernel.h"

enum { DEGREE, OFFSET };

static double value(const double *key, size_t d, const double *x, const double *z)
{
    return pow(fed_kernel_dot(d, x, z) + key[OFFSET], key[DEGREE]);
}

static const fed_param params[] = {FED_KERNEL_POWER, FED_END};

const fed_kernel fed_kernel_polynomial = {.entry = {"polynomial", "(x'z + offset)^degree", params},
                                          .value = value};
