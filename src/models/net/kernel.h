/* kernel.h -- the two products that all layers are made of, for one type of number: included once
 * with REAL float and once with REAL double. Samples lie innermost, so that rows of an image, of a
 * dense layer or of a sequence are long vectors, and no copy of shifted images is made. */
enum {
    STRIP = 256 / sizeof(REAL), /* columns, */
    PANEL = 128,                /* and terms, in cache at a time */
    FEW_COLUMNS = 32            /* with so few, A is the larger operand */
};

/* Y[i][r] = start[i] + sum_j A[i rs + j cs] X[n off[j] + r], or added to doubles. */
typedef struct product {
    size_t m, k;
    const REAL *a;
    size_t rs, cs;
    const size_t *off;
    size_t n;
    const REAL *start; /* NULL: 0 */
    REAL *y;           /* rows ldy apart; or NULL, and */
    double *add;       /*   added to this */
    size_t ldy;
    bool onto; /* Y is what the sums begin with */
} product;

/* G[i ldg + j] += sum over pieces q and r < run of Y[i ldy + at_y(q) + r] X[n off[j] + at_x(q) +
 * r]. X and Y may be read a vector further, X where it is finite. */
typedef struct moments {
    size_t m, k;
    const size_t *off;
    size_t n;
    const REAL *y, *x;
    size_t ldy, run;
    /* pieces: rows x columns of them, so far apart in y and in x */
    size_t rows, columns, y_row, y_column, x_row, x_column;
    double *g;
    size_t ldg;
} moments;

/* m rows in as few steps of at most `most` as possible, all but the last alike. */
static inline size_t even_step(size_t m, size_t most)
{
    const size_t steps = (m + most - 1) / most;

    return steps == 0 ? 1 : (m + steps - 1) / steps;
}

#define WIDTH 32
#define ROWS 6
#define FEW 3
#define MOMENT_ROWS 3
#define NAMED(x) narrow_##x
#ifdef FED_WIDE
#define TARGET __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define TARGET
#endif
#include "models/net/tiles.h"
#include "models/net/moments.h"

#ifdef FED_WIDE
#define WIDTH 64
#define ROWS 8
#define FEW 5
#define MOMENT_ROWS 6
#define NAMED(x) wide_##x
#define TARGET FED_WIDE
#include "models/net/tiles.h"
#include "models/net/moments.h"
#define PICK(name) (FED_IS_WIDE ? wide_##name : narrow_##name)
#else
#define PICK(name) narrow_##name
#endif

/* Columns r < run of X, which may be read a vector further. What is added to doubles is added once,
 * so that all terms are taken together. */
static void multiply(const product *p, const REAL *x, size_t run)
{
    product rest = *p;

    if (run <= (p->onto ? 4 : FEW_COLUMNS) && p->rs == 1 && p->y != NULL) {
        const size_t done = PICK(multiply_few)(p, x, run);

        rest.m -= done;
        rest.a += done;
        rest.y += done * p->ldy;
        rest.start = p->start != NULL ? p->start + done : NULL;
    }
    PICK(multiply)(&rest, x, run);
}

static void add_moments(const moments *p)
{
    PICK(add_moments)(p);
}

#undef PICK

/* out[0..n) += the sums of the rows of y, run long and ldy apart */
FED_CLONES static void add_sums(size_t rows, const REAL *y, size_t ldy, size_t run, double *out)
{
    for (size_t i = 0; i < rows; i++) {
        REAL sum = 0;

#pragma omp simd reduction(+ : sum)
        for (size_t r = 0; r < run; r++)
            sum += y[i * ldy + r];
        out[i] += (double)sum;
    }
}
