/* several.c -- the products for the machine at hand: as many outputs at a time as its registers
 * hold sums of two vectors for. */
#include "models/several.h"

#include "core/simd.h"
#include "datasets/matrix.h"

#include <stdbool.h>
#include <string.h>

enum { PANEL = 4096 }; /* doubles of theta in the first-level cache */

/* m in as few steps of at most `most` as possible, all but the last alike. */
static inline size_t even_step(size_t m, size_t most)
{
    const size_t steps = (m + most - 1) / most;

    return steps == 0 ? 1 : (m + steps - 1) / steps;
}

#ifdef FED_WIDE
#define TARGET __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define TARGET
#endif
#define NAMED(x) narrow_##x
#define MOST 5
#define WIDTH 32
#include "models/several_tiles.h"

#ifdef FED_WIDE
#define WIDTH 64
#define MOST 10
#define NAMED(x) wide_##x
#define TARGET FED_WIDE
#include "models/several_tiles.h"
#define PICK(name) (FED_IS_WIDE ? wide_##name : narrow_##name)
#else
#define PICK(name) narrow_##name
#endif

void fed_several_forward(size_t outputs, size_t d, const double *theta, size_t step,
                         const double *const *row, size_t n, double *eta)
{
    for (size_t c = 0; c < outputs; c++)
        memset(eta + c * FED_BLOCK, 0, n * sizeof *eta);
    PICK(forward)(outputs, d, theta, step, row, n, eta);
}

void fed_several_backward(size_t outputs, size_t d, const double *const *row, size_t n,
                          const double *w, double *grad, size_t step)
{
    PICK(backward)(outputs, d, row, n, w, grad, step);
}
