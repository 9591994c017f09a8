/* kernel.h -- positive semidefinite kernels k(x, z). */
#ifndef FED_KERNEL_H
#define FED_KERNEL_H

#include "core/param.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct fed_kernel {
    fed_entry entry;
    bool nonnegative; /* a kernel for x >= 0 only */
    /* key: its rows, in their order */
    double (*value)(const double *key, size_t d, const double *x, const double *z);
} fed_kernel;

extern const fed_entry *const fed_kernels[];

/* Rows of kernels; one that is chosen reads its own. */
/* clang-format off */
#define FED_KERNEL_BANDWIDTH                                                    \
    {"bandwidth", FED_FLOAT, "1.0", 1e-300, INFINITY, NULL,                     \
     "length scale of the kernel"}
#define FED_KERNEL_POWER                                                        \
    {"degree", FED_INT, "2", 1, 100, NULL, "degree of the polynomial kernel"},  \
    {"offset", FED_FLOAT, "1.0", 0, INFINITY, NULL, "c of the polynomial kernel (x'z + c)^degree"}
/* clang-format on */

/* x'z, the same bits in either order */
double fed_kernel_dot(size_t d, const double *x, const double *z);

#endif
