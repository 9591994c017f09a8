/* kernel.h -- the two products that all layers are made of, for one type of number: included once
 * with REAL float and once with REAL double. Samples lie innermost, so that rows of an image, of a
 * dense layer or of a sequence are long vectors, and no copy of shifted images is made. */
enum { LANES = 32 / sizeof(REAL), STRIP = 8 * LANES, PANEL = 128 }; /* columns; terms in cache */

typedef REAL vec __attribute__((vector_size(32), aligned(sizeof(REAL)), may_alias));

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

/* R rows, V vectors of columns from r; the terms first..last-1. count: columns that exist. */
FED_INLINE void tile(const size_t R, const size_t V, const product *p, const REAL *x, size_t i,
                     size_t r, size_t count, size_t first, size_t last)
{
    const REAL *a = p->a + i * p->rs;
    vec s[6][2];

#pragma GCC unroll 6
    for (size_t b = 0; b < R; b++) {
        const bool goes_on = first > 0 || p->onto;
        const REAL *y = goes_on ? p->y + (i + b) * p->ldy + r : NULL;
        const REAL start = p->start != NULL ? p->start[i + b] : (REAL)0;

#pragma GCC unroll 2
        for (size_t v = 0; v < V; v++)
            if (goes_on)
                s[b][v] = *(const vec *)(const void *)(y + v * LANES);
            else
                s[b][v] = start - (vec){0};
    }
    for (size_t j = first; j < last; j++) {
        const REAL *from = x + p->off[j] * p->n + r, *w = a + j * p->cs;
        const vec left = *(const vec *)(const void *)from;
        const vec right = V > 1 ? *(const vec *)(const void *)(from + LANES) : left;

#pragma GCC unroll 6
        for (size_t b = 0; b < R; b++) {
            s[b][0] += w[b * p->rs] * left;
            if (V > 1)
                s[b][1] += w[b * p->rs] * right;
        }
    }
#pragma GCC unroll 6
    for (size_t b = 0; b < R; b++) {
        const size_t at = (i + b) * p->ldy + r;

        if (p->y == NULL)
            for (size_t c = 0; c < count; c++)
                p->add[at + c] += (double)((const REAL *)s[b])[c];
        else if (count == V * LANES)
#pragma GCC unroll 2
            for (size_t v = 0; v < V; v++)
                *(vec *)(void *)(p->y + at + v * LANES) = s[b][v];
        else
            for (size_t c = 0; c < count; c++)
                p->y[at + c] = ((const REAL *)s[b])[c];
    }
}

FED_INLINE void rows_of(const size_t V, const product *p, const REAL *x, size_t i, size_t r,
                        size_t count, size_t first, size_t last)
{
    switch (p->m - i) {
    case 1: tile(1, V, p, x, i, r, count, first, last); break;
    case 2: tile(2, V, p, x, i, r, count, first, last); break;
    case 3: tile(3, V, p, x, i, r, count, first, last); break;
    case 4: tile(4, V, p, x, i, r, count, first, last); break;
    case 5: tile(5, V, p, x, i, r, count, first, last); break;
    default: tile(6, V, p, x, i, r, count, first, last);
    }
}

/* Columns r < run of X, which may be read up to two vectors further. What is added to doubles is
 * added once, so that all terms are taken together. */
FED_CLONES static void multiply(const product *p, const REAL *x, size_t run)
{
    const size_t panel = p->y != NULL ? PANEL : p->k;

    for (size_t strip = 0; strip < run; strip += STRIP) {
        const size_t end = run - strip < STRIP ? run : strip + STRIP;
        size_t first = 0;

        do {
            const size_t last = p->k - first < panel ? p->k : first + panel;

            for (size_t i = 0; i < p->m; i += 6) {
                size_t r = strip;

                for (; r + 2 * LANES <= end; r += 2 * LANES)
                    rows_of(2, p, x, i, r, 2 * LANES, first, last);
                if (end - r > LANES)
                    rows_of(2, p, x, i, r, end - r, first, last);
                else if (end > r)
                    rows_of(1, p, x, i, r, end - r, first, last);
            }
            first = last;
        } while (first < p->k);
    }
}

/* G[i ldg + j] += sum over pieces q and r < run of Y[i ldy + at_y(q) + r] X[n off[j] + at_x(q) +
 * r]. X may be read a vector further, where it is finite. */
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

FED_INLINE void moments_tile(const size_t R, const size_t K, const moments *p, size_t i, size_t j)
{
    const REAL *x[4];
    vec s[3][4];

#pragma GCC unroll 4
    for (size_t c = 0; c < K; c++) {
        x[c] = p->x + p->off[j + c] * p->n;
#pragma GCC unroll 3
        for (size_t b = 0; b < R; b++)
            s[b][c] = (vec){0};
    }
    for (size_t q = 0; q < p->rows; q++)
        for (size_t t = 0; t < p->columns; t++) {
            const REAL *y = p->y + i * p->ldy + q * p->y_row + t * p->y_column;
            const size_t at = q * p->x_row + t * p->x_column;
            size_t r = 0;

            for (; r + LANES <= p->run; r += LANES)
#pragma GCC unroll 4
                for (size_t c = 0; c < K; c++) {
                    const vec from = *(const vec *)(const void *)(x[c] + at + r);

#pragma GCC unroll 3
                    for (size_t b = 0; b < R; b++)
                        s[b][c] += *(const vec *)(const void *)(y + b * p->ldy + r) * from;
                }
            if (r < p->run)
#pragma GCC unroll 3
                for (size_t b = 0; b < R; b++) {
                    REAL held[LANES] = {0};

                    for (size_t c = 0; c < p->run - r; c++)
                        held[c] = y[b * p->ldy + r + c];

#pragma GCC unroll 4
                    for (size_t c = 0; c < K; c++)
                        s[b][c] += *(const vec *)(const void *)held *
                                   *(const vec *)(const void *)(x[c] + at + r);
                }
        }
#pragma GCC unroll 3
    for (size_t b = 0; b < R; b++)
#pragma GCC unroll 4
        for (size_t c = 0; c < K; c++) {
            REAL sum = 0;

            for (size_t l = 0; l < LANES; l++)
                sum += s[b][c][l];
            p->g[(i + b) * p->ldg + j + c] += (double)sum;
        }
}

FED_INLINE void moments_rows(const size_t R, const moments *p, size_t i)
{
    size_t j = 0;

    for (; j + 4 <= p->k; j += 4)
        moments_tile(R, 4, p, i, j);
    for (; j < p->k; j++)
        moments_tile(R, 1, p, i, j);
}

FED_CLONES static void add_moments(const moments *p)
{
    size_t i = 0;

    for (; i + 3 <= p->m; i += 3)
        moments_rows(3, p, i);
    for (; i < p->m; i++)
        moments_rows(1, p, i);
}

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
