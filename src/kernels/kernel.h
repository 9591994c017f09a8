/* kernel.h -- positive semidefinite kernels k(x, z). */
#ifndef FED_KERNEL_H
#define FED_KERNEL_H

#include "core/param.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct fed_kernel_keys {
    double bandwidth, offset;
    size_t degree;
} fed_kernel_keys;

typedef struct fed_kernel {
    fed_entry entry;
    bool nonnegative; /* a kernel for x >= 0 only */
    double (*value)(const fed_kernel_keys *keys, size_t d, const double *x, const double *z);
} fed_kernel;

extern const fed_entry *const fed_kernels[];

/* x'z, the same bits in either order */
double fed_kernel_dot(size_t d, const double *x, const double *z);

#endif
