/* matrix_dense.h -- products with dense rows of one type: included once for each ENTRY, whose
 * functions end in SUFFIX. Entries become doubles in registers. */
#define JOIN_(name, suffix) name##_##suffix
#define JOIN(name, suffix) JOIN_(name, suffix)

FED_CLONES static void JOIN(forward, SUFFIX)(const ENTRY *x, size_t d, const size_t *rows, size_t n,
                                             const double *theta, double *eta)
{
    size_t i = 0;

    for (; i + 4 <= n; i += 4) {
        const ENTRY *a = x + rows[i] * d, *b = x + rows[i + 1] * d;
        const ENTRY *c = x + rows[i + 2] * d, *e = x + rows[i + 3] * d;
        double sa = 0.0, sb = 0.0, sc = 0.0, se = 0.0;

#pragma omp simd reduction(+ : sa, sb, sc, se)
        for (size_t j = 0; j < d; j++) {
            sa += (double)a[j] * theta[j];
            sb += (double)b[j] * theta[j];
            sc += (double)c[j] * theta[j];
            se += (double)e[j] * theta[j];
        }
        eta[i] = sa;
        eta[i + 1] = sb;
        eta[i + 2] = sc;
        eta[i + 3] = se;
    }
    for (; i < n; i++) {
        const ENTRY *a = x + rows[i] * d;
        double sum = 0.0;

#pragma omp simd reduction(+ : sum)
        for (size_t j = 0; j < d; j++)
            sum += (double)a[j] * theta[j];
        eta[i] = sum;
    }
}

/* grad[j] += sum_k w[k] row[k][j] for eight rows and columns first..last-1 */
FED_INLINE void JOIN(add_eight, SUFFIX)(const ENTRY *const *row, const double *w, size_t first,
                                        size_t last, double *restrict grad)
{
    const ENTRY *a = row[0], *b = row[1], *c = row[2], *e = row[3];
    const ENTRY *f = row[4], *g = row[5], *h = row[6], *k = row[7];

#pragma omp simd
    for (size_t j = first; j < last; j++)
        grad[j] += ((w[0] * (double)a[j] + w[1] * (double)b[j]) +
                    (w[2] * (double)c[j] + w[3] * (double)e[j])) +
                   ((w[4] * (double)f[j] + w[5] * (double)g[j]) +
                    (w[6] * (double)h[j] + w[7] * (double)k[j]));
}

/* grad += unit sum_i w[i] x_i. next: the rows that follow, as long as these, or NULL; what is read
 * of them first is asked for, as memory has nothing to do meanwhile. */
FED_CLONES static void JOIN(backward, SUFFIX)(const ENTRY *x, size_t d, const size_t *rows,
                                              size_t n, double unit, const double *w,
                                              const ENTRY *next, double *restrict grad)
{
    size_t i = 0;

    for (; i + 8 <= n; i += 8) {
        const ENTRY *row[8];
        double share[8];
        size_t j = 0;

        for (size_t k = 0; k < 8; k++) {
            row[k] = x + rows[i + k] * d;
            share[k] = unit * w[i + k];
        }
        for (; next != NULL && i + 16 > n && j + STEP <= d; j += STEP) {
            for (size_t k = 0; k < 4; k++) /* forward reads four at once */
                __builtin_prefetch(next + k * d + j / 4);
            JOIN(add_eight, SUFFIX)(row, share, j, j + STEP, grad);
        }
        JOIN(add_eight, SUFFIX)(row, share, j, d, grad);
    }
    for (; i + 4 <= n; i += 4) {
        const ENTRY *a = x + rows[i] * d, *b = x + rows[i + 1] * d;
        const ENTRY *c = x + rows[i + 2] * d, *e = x + rows[i + 3] * d;
        const double wa = unit * w[i], wb = unit * w[i + 1], wc = unit * w[i + 2],
                     we = unit * w[i + 3];

#pragma omp simd
        for (size_t j = 0; j < d; j++)
            grad[j] +=
                (wa * (double)a[j] + wb * (double)b[j]) + (wc * (double)c[j] + we * (double)e[j]);
    }
    for (; i < n; i++) {
        const ENTRY *a = x + rows[i] * d;
        const double wa = unit * w[i];

#pragma omp simd
        for (size_t j = 0; j < d; j++)
            grad[j] += wa * (double)a[j];
    }
}

FED_CLONES static void JOIN(scaled, SUFFIX)(const ENTRY *x, size_t d, double factor,
                                            double *restrict out)
{
#pragma omp simd
    for (size_t j = 0; j < d; j++)
        out[j] = factor * (double)x[j];
}

#undef JOIN
#undef JOIN_
#undef ENTRY
#undef SUFFIX
