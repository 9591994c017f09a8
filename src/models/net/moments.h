/* moments.h -- sums of products along rows, by tiles that stay in registers; included by kernel.h
 * after tiles.h, for each width of vectors. */

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
#undef FEW
#undef MOMENT_ROWS
#undef NAMED
#undef TARGET
