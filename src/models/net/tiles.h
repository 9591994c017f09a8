/* tiles.h -- the two products by tiles that stay in registers; included by kernel.h for each width
 * of vectors: WIDTH bytes, ROWS and MOMENT_ROWS of a tile, NAMED(x) its names, TARGET its
 * instructions. */
#define LANES (WIDTH / sizeof(REAL))

typedef REAL NAMED(vec) __attribute__((vector_size(WIDTH), aligned(sizeof(REAL)), may_alias));
#define AT(p) (*(const NAMED(vec) *)(const void *)(p))

typedef __typeof__((NAMED(vec)){0} < (NAMED(vec)){0}) NAMED(mask);

/* to[0..count) = from, count below two vectors */
FED_INLINE void NAMED(put)(const REAL *from, size_t count, REAL *to)
{
#define PUT(size)                                \
    if ((size) > 0 && (count & (size)) != 0) {   \
        memcpy(to, from, (size) * sizeof(REAL)); \
        to += (size);                            \
        from += (size);                          \
    }
    PUT(LANES)
    PUT(LANES / 2)
    PUT(LANES / 4)
    PUT(LANES / 8)
    PUT(LANES / 16)
#undef PUT
}

/* R rows, V vectors of columns from r; the terms first..last-1. count: columns that exist. */
FED_INLINE void NAMED(tile)(const size_t R, const size_t V, const product *p, const REAL *x,
                            size_t i, size_t r, size_t count, size_t first, size_t last)
{
    const REAL *a = p->a + i * p->rs;
    NAMED(vec) s[ROWS][2];

#pragma GCC unroll 8
    for (size_t b = 0; b < R; b++) {
        const bool goes_on = first > 0 || p->onto;
        const REAL *y = goes_on ? p->y + (i + b) * p->ldy + r : NULL;
        const REAL start = p->start != NULL ? p->start[i + b] : (REAL)0;

#pragma GCC unroll 2
        for (size_t v = 0; v < V; v++)
            if (goes_on)
                s[b][v] = AT(y + v * LANES);
            else
                s[b][v] = start - (NAMED(vec)){0};
    }
    for (size_t j = first; j < last; j++) {
        const REAL *from = x + p->off[j] * p->n + r, *w = a + j * p->cs;
        const NAMED(vec) left = AT(from), right = V > 1 ? AT(from + LANES) : left;

#pragma GCC unroll 8
        for (size_t b = 0; b < R; b++) {
            s[b][0] += w[b * p->rs] * left;
            if (V > 1)
                s[b][1] += w[b * p->rs] * right;
        }
    }
#pragma GCC unroll 8
    for (size_t b = 0; b < R; b++) {
        const size_t at = (i + b) * p->ldy + r;
        const REAL *sums = (const REAL *)s[b];

        if (p->y == NULL && count == V * LANES)
#pragma omp simd
            for (size_t c = 0; c < V * LANES; c++)
                p->add[at + c] += (double)sums[c];
        else if (p->y == NULL)
            for (size_t c = 0; c < count; c++)
                p->add[at + c] += (double)sums[c];
        else if (count == V * LANES)
#pragma GCC unroll 2
            for (size_t v = 0; v < V; v++)
                *(NAMED(vec) *)(void *)(p->y + at + v * LANES) = s[b][v];
        else
            NAMED(put)(sums, count, p->y + at);
    }
}

FED_INLINE void NAMED(rows_of)(const size_t V, const product *p, const REAL *x, size_t rows,
                               size_t i, size_t r, size_t count, size_t first, size_t last)
{
    switch (rows) {
    case 1: NAMED(tile)(1, V, p, x, i, r, count, first, last); break;
    case 2: NAMED(tile)(2, V, p, x, i, r, count, first, last); break;
    case 3: NAMED(tile)(3, V, p, x, i, r, count, first, last); break;
    case 4: NAMED(tile)(4, V, p, x, i, r, count, first, last); break;
    case 5: NAMED(tile)(5, V, p, x, i, r, count, first, last); break;
    case 6: NAMED(tile)(6, V, p, x, i, r, count, first, last); break;
#if ROWS > 6
    case 7: NAMED(tile)(7, V, p, x, i, r, count, first, last); break;
    case 8: NAMED(tile)(8, V, p, x, i, r, count, first, last); break;
#endif
    default: break;
    }
}

/* C columns, V vectors of rows from i on, which lie side by side in A. */
FED_INLINE void NAMED(few_tile)(const size_t V, const size_t C, const product *p, const REAL *x,
                                size_t i)
{
    NAMED(vec) s[4][4];

#pragma GCC unroll 4
    for (size_t v = 0; v < V; v++)
#pragma GCC unroll 4
        for (size_t c = 0; c < C; c++)
            s[v][c] = p->start != NULL ? AT(p->start + i + v * LANES) : (NAMED(vec)){0};
    for (size_t j = 0; j < p->k; j++) {
        const REAL *from = x + p->off[j] * p->n, *w = p->a + i + j * p->cs;

#pragma GCC unroll 4
        for (size_t v = 0; v < V; v++) {
            const NAMED(vec) rows = AT(w + v * LANES);

#pragma GCC unroll 4
            for (size_t c = 0; c < C; c++)
                s[v][c] += from[c] * rows;
        }
    }
#pragma GCC unroll 4
    for (size_t v = 0; v < V; v++)
        for (size_t l = 0; l < LANES; l++)
#pragma GCC unroll 4
            for (size_t c = 0; c < C; c++) {
                REAL *y = p->y + (i + v * LANES + l) * p->ldy + c;

                *y = (p->onto ? *y : (REAL)0) + s[v][c][l];
            }
}

FED_INLINE void NAMED(few_rows)(const size_t C, const product *p, const REAL *x, size_t rows)
{
    size_t i = 0;

    for (; i + 4 * LANES <= rows; i += 4 * LANES)
        NAMED(few_tile)(4, C, p, x, i);
    for (; i < rows; i += LANES)
        NAMED(few_tile)(1, C, p, x, i);
}

/* Few columns: whole vectors of rows; returns how many rows are done. */
TARGET static size_t NAMED(multiply_few)(const product *p, const REAL *x, size_t run)
{
    const size_t rows = p->m / LANES * LANES;

    switch (run) {
    case 1: NAMED(few_rows)(1, p, x, rows); break;
    case 2: NAMED(few_rows)(2, p, x, rows); break;
    case 3: NAMED(few_rows)(3, p, x, rows); break;
    default: NAMED(few_rows)(4, p, x, rows);
    }
    return rows;
}

TARGET static void NAMED(multiply)(const product *p, const REAL *x, size_t run)
{
    const size_t panel = p->y != NULL ? PANEL : p->k, step = even_step(p->m, ROWS);

    for (size_t strip = 0; strip < run; strip += STRIP) {
        const size_t end = run - strip < STRIP ? run : strip + STRIP;
        size_t first = 0;

        do {
            const size_t last = p->k - first < panel ? p->k : first + panel;

            for (size_t i = 0; i < p->m; i += step) {
                const size_t rows = p->m - i < step ? p->m - i : step;
                size_t r = strip;

                for (; r + 2 * LANES <= end; r += 2 * LANES)
                    NAMED(rows_of)(2, p, x, rows, i, r, 2 * LANES, first, last);
                if (end - r > LANES)
                    NAMED(rows_of)(2, p, x, rows, i, r, end - r, first, last);
                else if (end > r)
                    NAMED(rows_of)(1, p, x, rows, i, r, end - r, first, last);
            }
            first = last;
        } while (first < p->k);
    }
}

/* The sum of a vector's numbers, by quarters. */
FED_INLINE REAL NAMED(total)(const NAMED(vec) * s)
{
    const REAL *t = (const REAL *)s;
    REAL sum[4] = {t[0], t[1], t[2], t[3]};

#pragma GCC unroll 4
    for (size_t l = 4; l < LANES; l += 4)
#pragma GCC unroll 4
        for (size_t q = 0; q < 4; q++)
            sum[q] += t[l + q];
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

FED_INLINE void NAMED(moments_tile)(const size_t R, const size_t K, const moments *p, size_t i,
                                    size_t j)
{
    const REAL *x[4];
    NAMED(vec) s[MOMENT_ROWS][4], lane;
    NAMED(mask) kept; /* the lanes of a piece's last vector */

    for (size_t l = 0; l < LANES; l++)
        lane[l] = (REAL)l;
    kept = lane < (REAL)(p->run % LANES) - (NAMED(vec)){0};

#pragma GCC unroll 4
    for (size_t c = 0; c < K; c++) {
        x[c] = p->x + p->off[j + c] * p->n;
#pragma GCC unroll 6
        for (size_t b = 0; b < R; b++)
            s[b][c] = (NAMED(vec)){0};
    }
    for (size_t q = 0; q < p->rows; q++)
        for (size_t t = 0; t < p->columns; t++) {
            const REAL *y = p->y + i * p->ldy + q * p->y_row + t * p->y_column;
            const size_t at = q * p->x_row + t * p->x_column;
            size_t r = 0;

            for (; r + LANES <= p->run; r += LANES)
#pragma GCC unroll 4
                for (size_t c = 0; c < K; c++) {
                    const NAMED(vec) from = AT(x[c] + at + r);

#pragma GCC unroll 6
                    for (size_t b = 0; b < R; b++)
                        s[b][c] += AT(y + b * p->ldy + r) * from;
                }
            if (r < p->run)
#pragma GCC unroll 6
                for (size_t b = 0; b < R; b++) {
                    const NAMED(mask) bits = (NAMED(mask))AT(y + b * p->ldy + r) & kept;

#pragma GCC unroll 4
                    for (size_t c = 0; c < K; c++)
                        s[b][c] += (NAMED(vec))bits * AT(x[c] + at + r);
                }
        }
#pragma GCC unroll 6
    for (size_t b = 0; b < R; b++)
#pragma GCC unroll 4
        for (size_t c = 0; c < K; c++)
            p->g[(i + b) * p->ldg + j + c] += (double)NAMED(total)(&s[b][c]);
}

FED_INLINE void NAMED(moments_rows)(const size_t R, const moments *p, size_t i)
{
    size_t j = 0;

    for (; j + 4 <= p->k; j += 4)
        NAMED(moments_tile)(R, 4, p, i, j);
    for (; j < p->k; j++)
        NAMED(moments_tile)(R, 1, p, i, j);
}

TARGET static void NAMED(add_moments)(const moments *p)
{
    const size_t step = even_step(p->m, MOMENT_ROWS);

    for (size_t i = 0; i < p->m; i += step)
        switch (p->m - i < step ? p->m - i : step) {
        case 1: NAMED(moments_rows)(1, p, i); break;
        case 2: NAMED(moments_rows)(2, p, i); break;
        case 3: NAMED(moments_rows)(3, p, i); break;
#if MOMENT_ROWS > 3
        case 4: NAMED(moments_rows)(4, p, i); break;
        case 5: NAMED(moments_rows)(5, p, i); break;
        case 6: NAMED(moments_rows)(6, p, i); break;
#endif
        default: break;
        }
}

#undef AT
#undef LANES
#undef WIDTH
#undef ROWS
#undef MOMENT_ROWS
#undef NAMED
#undef TARGET
