/* polynomial.c -- k(x, z) = (x'z + c)^degree. */
#include "kernels/kernel.h"

static double value(const fed_kernel_keys *keys, size_t d, const double *x, const double *z)
{
    return pow(fed_kernel_dot(d, x, z) + keys->offset, (double)keys->degree);
}

const fed_kernel fed_kernel_polynomial = {.entry = {"polynomial", "(x'z + offset)^degree", NULL},
                                          .value = value};
