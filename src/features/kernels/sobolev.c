/* sobolev.c -- k(x, z) = min(x, z), of functions with f(0) = 0 and a square integrable derivative;
 * the product over the coordinates when there are several. */
#include "features/kernels/kernel.h"

static double value(const double *key, size_t d, const double *x, const double *z)
{
    double product = 1.0;

    (void)key;
    for (size_t j = 0; j < d; j++)
        product *= fmin(x[j], z[j]);
    return product;
}

const fed_kernel fed_kernel_sobolev = {
    .entry = {"sobolev", "min(x,z) of features >= 0, multiplied over them", NULL},
    .nonnegative = true,
    .value = value};
