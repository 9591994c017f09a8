/* several_tiles.h -- the two products by tiles that stay in registers; included by several.c for
 * each width of vectors: WIDTH bytes, MOST outputs of a tile, NAMED(x) its names, TARGET its
 * instructions. */
#define LANES (WIDTH / sizeof(double))

typedef double NAMED(vec) __attribute__((vector_size(WIDTH), aligned(sizeof(double)), may_alias));
#define AT(p) (*(const NAMED(vec) *)(const void *)(p))

/* The sum of a vector's numbers, by quarters. */
FED_INLINE double NAMED(total)(const NAMED(vec) * s)
{
    const double *t = (const double *)s;
    double sum[4] = {t[0], t[1], t[2], t[3]};

#pragma GCC unroll 4
    for (size_t l = 4; l < LANES; l++)
        sum[l % 4] += t[l];
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

/* eta_c += a'theta_c over columns first..last-1 for two rows and C outputs */
FED_INLINE void NAMED(forward_tile)(const size_t C, const double *a, const double *b, size_t first,
                                    size_t last, const double *theta, size_t step, double *eta_a,
                                    double *eta_b)
{
    NAMED(vec) sa[MOST], sb[MOST];
    size_t j = first;

#pragma GCC unroll 10
    for (size_t c = 0; c < C; c++)
        sa[c] = sb[c] = (NAMED(vec)){0};
    for (; j + LANES <= last; j += LANES) {
        const NAMED(vec) xa = AT(a + j), xb = AT(b + j);

#pragma GCC unroll 10
        for (size_t c = 0; c < C; c++) {
            const NAMED(vec) t = AT(theta + c * step + j);

            sa[c] += xa * t;
            sb[c] += xb * t;
        }
    }
#pragma GCC unroll 10
    for (size_t c = 0; c < C; c++) {
        eta_a[c * FED_BLOCK] += NAMED(total)(&sa[c]);
        eta_b[c * FED_BLOCK] += NAMED(total)(&sb[c]);
    }
    for (; j < last; j++)
#pragma GCC unroll 10
        for (size_t c = 0; c < C; c++) {
            eta_a[c * FED_BLOCK] += a[j] * theta[c * step + j];
            eta_b[c * FED_BLOCK] += b[j] * theta[c * step + j];
        }
}

/* All rows; columns in panels of theta that stay in the first-level cache. */
FED_INLINE void NAMED(forward_rows)(const size_t C, size_t d, const double *theta, size_t step,
                                    const double *const *row, size_t n, double *eta)
{
    const size_t panel = FED_ROUND_UP(even_step(d, PANEL / C), LANES);
    double spare[MOST * FED_BLOCK] = {0.0}; /* where the last row has no second */

    for (size_t first = 0; first < d; first += panel) {
        const size_t last = d - first < panel ? d : first + panel;

        for (size_t i = 0; i < n; i += 2) {
            const bool two = i + 1 < n;

            NAMED(forward_tile)
            (C, row[i], row[i + two], first, last, theta, step, eta + i, two ? eta + i + 1 : spare);
        }
    }
}

/* grad_c += sum_i w_ci row_i for V vectors of columns from j on and C outputs */
FED_INLINE void NAMED(backward_tile)(const size_t C, const size_t V, const double *const *row,
                                     size_t n, size_t j, const double *w, double *grad, size_t step)
{
    NAMED(vec) sa[MOST], sb[MOST];

#pragma GCC unroll 10
    for (size_t c = 0; c < C; c++)
        sa[c] = sb[c] = (NAMED(vec)){0};
    for (size_t i = 0; i < n; i++) {
        const double *x = row[i] + j;
        const NAMED(vec) xa = AT(x), xb = V > 1 ? AT(x + LANES) : xa;

#pragma GCC unroll 10
        for (size_t c = 0; c < C; c++) {
            sa[c] += w[c * FED_BLOCK + i] * xa;
            if (V > 1)
                sb[c] += w[c * FED_BLOCK + i] * xb;
        }
    }
#pragma GCC unroll 10
    for (size_t c = 0; c < C; c++) {
        NAMED(vec) *to = (NAMED(vec) *)(void *)(grad + c * step + j);

        to[0] += sa[c];
        if (V > 1)
            to[1] += sb[c];
    }
}

FED_INLINE void NAMED(backward_rows)(const size_t C, size_t d, const double *const *row, size_t n,
                                     const double *w, double *grad, size_t step)
{
    size_t j = 0;

    for (; j + 2 * LANES <= d; j += 2 * LANES)
        NAMED(backward_tile)(C, 2, row, n, j, w, grad, step);
    for (; j + LANES <= d; j += LANES)
        NAMED(backward_tile)(C, 1, row, n, j, w, grad, step);
    for (; j < d; j++)
        for (size_t c = 0; c < C; c++) {
            double sum = 0.0;

            for (size_t i = 0; i < n; i++)
                sum += w[c * FED_BLOCK + i] * row[i][j];
            grad[c * step + j] += sum;
        }
}

/* One body for every number of outputs that a tile may have. */
#if MOST > 5
#define TILES(call)         \
    case 6: call(6); break; \
    case 7: call(7); break; \
    case 8: call(8); break; \
    case 9: call(9); break; \
    case 10:                \
        call(10);           \
        break;
#else
#define TILES(call)
#endif
#define FOR_OUTPUTS(count, call) \
    switch (count) {             \
    case 1: call(1); break;      \
    case 2: call(2); break;      \
    case 3: call(3); break;      \
    case 4: call(4); break;      \
    case 5:                      \
        call(5);                 \
        break;                   \
        TILES(call)              \
    default: break;              \
    }

TARGET static void NAMED(forward)(size_t outputs, size_t d, const double *theta, size_t step,
                                  const double *const *row, size_t n, double *eta)
{
    const size_t group = even_step(outputs, MOST);

    for (size_t c = 0; c < outputs; c += group) {
        const double *from = theta + c * step;
        double *to = eta + c * FED_BLOCK;

#define CALL(C) NAMED(forward_rows)(C, d, from, step, row, n, to)
        FOR_OUTPUTS(outputs - c < group ? outputs - c : group, CALL)
#undef CALL
    }
}

TARGET static void NAMED(backward)(size_t outputs, size_t d, const double *const *row, size_t n,
                                   const double *w, double *grad, size_t step)
{
    const size_t group = even_step(outputs, MOST);

    for (size_t c = 0; c < outputs; c += group) {
        const double *from = w + c * FED_BLOCK;
        double *to = grad + c * step;

#define CALL(C) NAMED(backward_rows)(C, d, row, n, from, to, step)
        FOR_OUTPUTS(outputs - c < group ? outputs - c : group, CALL)
#undef CALL
    }
}

#undef FOR_OUTPUTS
#undef TILES
#undef AT
#undef LANES
#undef WIDTH
#undef MOST
#undef NAMED
#undef TARGET
