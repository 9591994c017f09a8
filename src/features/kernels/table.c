/* table.c -- every kernel, one line each. */
#include "features/kernels/kernel.h"

extern const fed_kernel fed_kernel_gaussian, fed_kernel_laplacian, fed_kernel_linear,
    fed_kernel_ntk, fed_kernel_polynomial, fed_kernel_sobolev;

const fed_entry *const fed_kernels[] = {&fed_kernel_linear.entry,
                                        &fed_kernel_polynomial.entry,
                                        &fed_kernel_gaussian.entry,
                                        &fed_kernel_laplacian.entry,
                                        &fed_kernel_sobolev.entry,
                                        &fed_kernel_ntk.entry,
                                        NULL};
