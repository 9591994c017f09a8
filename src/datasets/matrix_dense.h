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

/* grad += unit sum_i w[i] x_i */
FED_CLONES static void JOIN(backward, SUFFIX)(const ENTRY *x, size_t d, const size_t *rows,
                                              size_t n, double unit, const double *w,
                                              double *restrict grad)
{
    size_t i = 0;

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
