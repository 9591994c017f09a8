/* tiles.h -- products by tiles that stay in registers; included by kernel.h for each width of
 * vectors: WIDTH bytes, ROWS and MOMENT_ROWS of a tile, FEW its columns where they are few,
 * NAMED(x) its names, TARGET its instructions. */
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

/* C columns from c on, V vectors of rows from i on, which lie side by side in A. Where more columns
 * follow, the rows that come next are fetched meanwhile: those of each term lie far apart. */
FED_INLINE void NAMED(few_tile)(const size_t V, const size_t C, const product *p, const REAL *x,
                                size_t i, size_t c, bool more)
{
    NAMED(vec) s[4][FEW];

#pragma GCC unroll 4
    for (size_t v = 0; v < V; v++)
#pragma GCC unroll 5
        for (size_t b = 0; b < C; b++)
            s[v][b] = p->start != NULL ? AT(p->start + i + v * LANES) : (NAMED(vec)){0};
    for (size_t j = 0; j < p->k; j++) {
        const REAL *from = x + p->off[j] * p->n + c, *w = p->a + i + j * p->cs;

        if (more)
#pragma GCC unroll 4
            for (size_t v = 0; v < V; v++)
                __builtin_prefetch(w + (V + v) * LANES);
#pragma GCC unroll 4
        for (size_t v = 0; v < V; v++) {
            const NAMED(vec) rows = AT(w + v * LANES);

#pragma GCC unroll 5
            for (size_t b = 0; b < C; b++)
                s[v][b] += from[b] * rows;
        }
    }
#pragma GCC unroll 4
    for (size_t v = 0; v < V; v++)
        for (size_t l = 0; l < LANES; l++)
#pragma GCC unroll 5
            for (size_t b = 0; b < C; b++) {
                REAL *y = p->y + (i + v * LANES + l) * p->ldy + c + b;

                *y = (p->onto ? *y : (REAL)0) + s[v][b][l];
            }
}

FED_INLINE void NAMED(few_columns)(const size_t V, const product *p, const REAL *x, size_t run,
                                   size_t i)
{
    size_t c = 0;

    for (; c + FEW <= run; c += FEW)
        NAMED(few_tile)(V, FEW, p, x, i, c, c == 0 && run > FEW);
    switch (run - c) {
    case 1: NAMED(few_tile)(V, 1, p, x, i, c, false); break;
    case 2: NAMED(few_tile)(V, 2, p, x, i, c, false); break;
    case 3: NAMED(few_tile)(V, 3, p, x, i, c, false); break;
#if FEW > 4
    case 4: NAMED(few_tile)(V, 4, p, x, i, c, false); break;
#endif
    default: break;
    }
}

/* Few columns: whole vectors of rows; returns how many rows are done. */
TARGET static size_t NAMED(multiply_few)(const product *p, const REAL *x, size_t run)
{
    const size_t rows = p->m / LANES * LANES;
    size_t i = 0;

    for (; i + 4 * LANES <= rows; i += 4 * LANES)
        NAMED(few_columns)(4, p, x, run, i);
    for (; i < rows; i += LANES)
        NAMED(few_columns)(1, p, x, run, i);
    return rows;
}

/* Strips and panels are for operands that are used again from the cache. Few columns take each
 * number of A once, and sums of few terms are mostly additions to doubles: both then follow their
 * rows, which memory is fast at. */
TARGET static void NAMED(multiply)(const product *p, const REAL *x, size_t run)
{
    const size_t panel = p->y != NULL && run > FEW_COLUMNS ? PANEL : p->k,
                 wide = p->y == NULL && p->k <= FEW_COLUMNS ? run : STRIP,
                 step = even_step(p->m, ROWS);

    for (size_t strip = 0; strip < run; strip += wide) {
        const size_t end = run - strip < wide ? run : strip + wide;
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
