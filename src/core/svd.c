/* svd.c -- LAPACK's dgesdd on the transpose, which is what rows look like to it. */
#include "core/svd.h"

#include "core/linalg.h"

#include <lapacke.h>
#include <string.h>

/* room: [sigma: q][U', q x columns][V, rows x q][integers: 8 q, as doubles][work] for q = min(rows,
 * columns) */
typedef struct svd_room {
    size_t q;
    double *sigma, *left, *right, *work;
    lapack_int *integers;
} svd_room;

static svd_room carve(size_t rows, size_t columns, double *room)
{
    const size_t q = rows < columns ? rows : columns;
    svd_room s = {q, room, room + q, NULL, NULL, NULL};

    s.right = s.left + q * columns;
    s.integers = (lapack_int *)(void *)(s.right + rows * q);
    s.work = s.right + rows * q + 8 * q;
    return s;
}

/* LAPACK's own bound for 'S', which covers 'N'; blocks of 64 columns. */
static size_t work_size(size_t rows, size_t columns)
{
    const size_t q = rows < columns ? rows : columns, most = rows < columns ? columns : rows;

    return 4 * q * q + 7 * q + 64 * (most + 3 * q) + most;
}

size_t fed_svd_room(size_t rows, size_t columns)
{
    const size_t q = rows < columns ? rows : columns;

    return 9 * q + q * (rows + columns) + work_size(rows, columns);
}

static bool decompose(char job, size_t rows, size_t columns, double *a, const svd_room *s)
{
    const lapack_int m = (lapack_int)columns, n = (lapack_int)rows, q = (lapack_int)s->q;

    return LAPACKE_dgesdd_work(LAPACK_COL_MAJOR, job, m, n, a, m, s->sigma, s->left, m, s->right, q,
                               s->work, (lapack_int)work_size(rows, columns), s->integers) == 0;
}

bool fed_singular_values(size_t rows, size_t columns, double *a, double *values, double *room)
{
    const svd_room s = carve(rows, columns, room);

    if (!decompose('N', rows, columns, a, &s))
        return false;
    memcpy(values, s.sigma, s.q * sizeof *values);
    return true;
}

bool fed_pseudo_inverse(size_t rows, size_t columns, double *a, double cut, double *inverse,
                        size_t *kept, double *room)
{
    const svd_room s = carve(rows, columns, room);
    size_t k = 0;

    *kept = 0;
    if (!decompose('S', rows, columns, a, &s)) /* A' = U sigma V' */
        return false;
    while (k < s.q && s.sigma[k] > cut * s.sigma[0])
        k++;
    *kept = k;
    if (k == 0) {
        memset(inverse, 0, columns * rows * sizeof *inverse);
        return true;
    }
    for (size_t j = 0; j < rows; j++)
        for (size_t i = 0; i < k; i++)
            s.right[j * s.q + i] /= s.sigma[i];
    fed_gemm(true, true, columns, rows, k, 1.0, s.left, columns, s.right, s.q, 0.0, inverse, rows);
    return true;
}
