/* test_lowrank.c -- pseudo-inverses, probes, matrices of derivatives, and the theorems' numbers. */
#include "core/linalg.h"
#include "core/svd.h"
#include "algorithms/lowrank/probes.h"
#include "algorithms/lowrank/slices.h"
#include "algorithms/lowrank/bounds.h"
#include "crew.h"
#include "problem/blocks.h"
#include "problems.h"
#include "tap.h"
#include "core/lapack.h"
#include "core/normal.h"

/* Largest |a - b| over the entries. */
static double apart(size_t n, const double *a, const double *b)
{
    double most = 0.0;

    for (size_t i = 0; i < n; i++)
        most = fabs(a[i] - b[i]) <= most ? most : fabs(a[i] - b[i]);
    return most;
}

static void multiply(size_t m, size_t k, size_t n, const double *a, const double *b, double *c)
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++) {
            c[i * n + j] = 0.0;
            for (size_t l = 0; l < k; l++)
                c[i * n + j] += a[i * k + l] * b[l * n + j];
        }
}

static double asymmetry(size_t n, const double *a)
{
    double most = 0.0;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            most = fmax(most, fabs(a[i * n + j] - a[j * n + i]));
    return most;
}

/* The four conditions of Moore and Penrose for A = BC of the given rank. */
static void check_inverse(size_t rows, size_t columns, size_t rank)
{
    fed_arena arena = {NULL};
    double *b = FED_ARRAY(&arena, rows * rank, double),
           *c = FED_ARRAY(&arena, rank * columns, double);
    double *a = FED_ARRAY(&arena, 2 * rows * columns, double), *copy = a + rows * columns;
    double *plus = FED_ARRAY(&arena, 2 * rows * columns, double), *again = plus + rows * columns;
    double *left = FED_ARRAY(&arena, rows * rows, double),
           *right = FED_ARRAY(&arena, columns * columns, double);
    double *room = FED_ARRAY(&arena, fed_svd_room(rows, columns), double);
    fed_rng rng = fed_rng_stream(rows * 100 + columns, FED_RNG_TEST, rank, 0, 0);
    size_t kept;

    fed_rng_normals(&rng, rows * rank, b);
    fed_rng_normals(&rng, rank * columns, c);
    multiply(rows, rank, columns, b, c, a);
    memcpy(copy, a, rows * columns * sizeof *a);
    CU_ASSERT(fed_pseudo_inverse(rows, columns, copy, 1e-10, plus, &kept, room));
    CU_ASSERT(kept == rank);
    multiply(rows, columns, rows, a, plus, left);
    multiply(columns, rows, columns, plus, a, right);
    CU_ASSERT(asymmetry(rows, left) < 1e-11 && asymmetry(columns, right) < 1e-11);
    multiply(rows, rows, columns, left, a, copy);
    CU_ASSERT(apart(rows * columns, copy, a) < 1e-11);
    multiply(columns, columns, rows, right, plus, again);
    CU_ASSERT(apart(rows * columns, again, plus) < 1e-11);
    fed_arena_free(&arena);
}

static void test_pseudo_inverse(void)
{
    check_inverse(5, 10, 5);
    check_inverse(10, 5, 5);
    check_inverse(7, 7, 7);
    check_inverse(12, 24, 6); /* truncated */
    check_inverse(24, 12, 3);
    check_inverse(1, 2, 1);
    check_inverse(40, 80, 40);
}

/* What is cut is left out: diag(1, 1e-9) keeps one direction, and a matrix of zeros none. */
static void test_truncation(void)
{
    double a[4] = {1.0, 0.0, 0.0, 1e-9}, zero[4] = {0}, plus[4], room[1024];
    size_t kept;

    CU_ASSERT_FATAL(fed_svd_room(2, 2) <= 1024);
    CU_ASSERT(fed_pseudo_inverse(2, 2, a, 1e-8, plus, &kept, room) && kept == 1);
    ASSERT_CLOSE(plus[0], 1.0, 1e-15);
    CU_ASSERT(plus[3] == 0.0);
    CU_ASSERT(fed_pseudo_inverse(2, 2, zero, 1e-8, plus, &kept, room) && kept == 0);
    CU_ASSERT(plus[0] == 0.0 && plus[1] == 0.0 && plus[2] == 0.0 && plus[3] == 0.0);
}

/* The singular values' squares are the eigenvalues of A'A. */
static void test_singular_values(void)
{
    enum { ROWS = 9, COLUMNS = 6 };
    double a[ROWS * COLUMNS], square[COLUMNS * COLUMNS] = {0}, sigma[COLUMNS], eigen[COLUMNS],
                                               room[4096];
    fed_rng rng = fed_rng_stream(3, FED_RNG_TEST, 0, 0, 0);

    CU_ASSERT_FATAL(fed_svd_room(ROWS, COLUMNS) <= 4096);
    fed_rng_normals(&rng, ROWS * COLUMNS, a);
    fed_syrk(COLUMNS, ROWS, 1.0, a, COLUMNS, square, COLUMNS);
    CU_ASSERT(fed_eigen(COLUMNS, square, COLUMNS, false, eigen));
    CU_ASSERT(fed_singular_values(ROWS, COLUMNS, a, sigma, room));
    for (size_t i = 0; i < COLUMNS; i++)
        ASSERT_CLOSE(sigma[i] * sigma[i], eigen[COLUMNS - 1 - i], 1e-12);
}

static void test_probes(void)
{
    enum { COUNT = 4096, P = 3 };
    static double u[COUNT * P], h[COUNT * P], z[COUNT * P], other[COUNT * P];
    double mean = 0.0, square = 0.0;

    fed_probes_draw(FED_UNIFORM, 1, 0, COUNT, P, -1.0, 3.0, u);
    fed_probes_draw(FED_UNIFORM, 1, 1, COUNT, P, -1.0, 3.0, other);
    fed_probes_draw(FED_HALTON, 1, 0, COUNT, P, -1.0, 3.0, h);
    fed_probes_draw(FED_NORMAL, 1, 0, COUNT, P, -1.0, 3.0, z);
    CU_ASSERT(u[0] != other[0]); /* replicates have their own */
    for (size_t k = 0; k < COUNT * P; k++) {
        CU_ASSERT_FATAL(u[k] > -1.0 && u[k] < 3.0 && h[k] >= -1.0 && h[k] <= 3.0);
        mean += z[k] / (COUNT * P);
        square += z[k] * z[k] / (COUNT * P);
    }
    CU_ASSERT(fabs(mean - 1.0) < 0.1 && fabs(square - mean * mean - 4.0) < 0.3); /* N(1, 2^2) */
    /* every interval of length 1/64 holds about COUNT/64 points of Halton's */
    for (size_t i = 0; i < P; i++) {
        size_t in[64] = {0};

        for (size_t k = 0; k < COUNT; k++)
            in[(size_t)((h[k * P + i] + 1.0) * 15.999999)]++;
        for (size_t b = 0; b < 64; b++)
            CU_ASSERT(in[b] >= COUNT / 64 - 16 && in[b] <= COUNT / 64 + 16);
    }
}

/* The base-2 coordinate is van der Corput's 1/2, 1/4, 3/4, 1/8 ..., the base-3 one 1/3, 2/3, 1/9
 * ..., each shifted as a whole. */
static void test_halton(void)
{
    static const double two[] = {0.5, 0.25, 0.75, 0.125, 0.625},
                        three[] = {1. / 3, 2. / 3, 1. / 9, 4. / 9, 7. / 9};
    double h[10];

    fed_probes_draw(FED_HALTON, 9, 4, 5, 2, 0.0, 1.0, h);
    for (size_t k = 1; k < 5; k++) {
        double a = h[2 * k] - h[0] - (two[k] - two[0]),
               b = h[2 * k + 1] - h[1] - (three[k] - three[0]);

        CU_ASSERT(fabs(a - round(a)) < 1e-14 && fabs(b - round(b)) < 1e-14);
    }
}

/* One entry against central differences of the sample's own loss. */
static double difference(made_data *made, const fed_problem *problem, size_t row,
                         const double *theta, size_t i)
{
    const double step = 1e-6;
    double *at = FED_ARRAY(&made->arena, problem->p + 8, double), up = 0.0, down = 0.0;
    double *work = FED_ARRAY(&made->arena, problem->work, double);

    memcpy(at, theta, problem->p * sizeof *at);
    at[i] = theta[i] + step;
    fed_rows_eval(problem, &row, 1, 1.0, at, &up, NULL, work);
    at[i] = theta[i] - step;
    fed_rows_eval(problem, &row, 1, 1.0, at, &down, NULL, work);
    return (up - down) / (2.0 * step);
}

static void check_slices(const fed_loss *loss, bool sparse, bool intercept, bool products)
{
    enum { N = 90, K = 7 };
    made_data made = {.arena = {NULL}};
    fed_problem_options options = make_options(loss);
    const fed_problem *problem = NULL;
    fed_error error = {FED_OK, ""};
    fed_slices slices;
    double *probe, *g, *h, *work;
    size_t rows[N], *coordinate, p;

    make_data(&made, N, 3, 3, sparse, loss->labels, 7);
    options.intercept = intercept;
    options.scale = 2.0; /* which the matrices leave out */
    CU_ASSERT_FATAL(fed_problem_build(&made.arena, crew(), &options, &made.data, &made.part,
                                      &problem, &error) == FED_OK);
    p = problem->p;
    probe = make_vector(&made, K * p, 0.5, 11);
    slices = fed_slices_of(problem, K, probe);
    CU_ASSERT(slices.products == products);
    g = FED_ARRAY(&made.arena, p * N * K, double);
    h = FED_ARRAY(&made.arena, p * K, double);
    work = FED_ARRAY(&made.arena, fed_slices_work(&slices), double);
    coordinate = FED_ARRAY(&made.arena, p, size_t);
    for (size_t i = 0; i < p; i++)
        coordinate[i] = p - 1 - i; /* any order */
    for (size_t j = 0; j < N; j++)
        rows[j] = (7 * j) % N;
    fed_slices_samples(&slices, rows, N, coordinate, p, N * K, g, work);
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < N; j += 13)
            for (size_t k = 0; k < K; k++)
                ASSERT_CLOSE(g[i * N * K + j * K + k],
                             difference(&made, problem, rows[j], probe + k * p, coordinate[i]),
                             1e-7);
    for (size_t count = p - 1; count <= p; count++) { /* some coordinates, and all */
        fed_slices_sum(&slices, rows, N, coordinate, count, K, h, work);
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < K; k++) {
                double sum = 0.0;

                for (size_t j = 0; j < N; j++)
                    sum += g[i * N * K + j * K + k];
                ASSERT_CLOSE(h[i * K + k], sum, 1e-12);
            }
    }
    fed_arena_free(&made.arena);
}

static void test_slices(void)
{
    check_slices(&fed_loss_logistic, false, false, true);
    check_slices(&fed_loss_logistic, false, true, true);
    check_slices(&fed_loss_logistic, true, true, false);
    check_slices(&fed_loss_linear, false, false, true);
    check_slices(&fed_loss_poisson, false, false, true);
    check_slices(&fed_loss_softmax, false, true, false);
    check_slices(&fed_loss_quadratic, false, false, false);
}

/* (79) by a grid of b, the least T that (78) allows found by halving. */
static void check_averaging(const fed_theory *t)
{
    double best = INFINITY, gamma, b = fed_theory_averaging_least(t, &gamma);

    for (double x = 0.25 * b; x < 4.0 * b; x *= 1.001) {
        double low = 0.0, high = 1.0;

        while (pow(t->clients / (high * x), 2.0) + x / (t->clients * high) > t->epsilon / t->p)
            high *= 2.0;
        for (int k = 0; k < 100; k++) {
            const double T = 0.5 * (low + high);

            if (pow(t->clients / (T * x), 2.0) + x / (t->clients * T) > t->epsilon / t->p)
                low = T;
            else
                high = T;
        }
        best = fmin(best, high * (x + t->phi * t->clients));
    }
    ASSERT_CLOSE(gamma / best, 1.0, 1e-5);
    /* and within the paper's constants of its order, tau = 1 */
    CU_ASSERT(gamma >= 0.75 * fed_theory_gamma_averaging(t) &&
              gamma <= 8.0 * fed_theory_gamma_averaging(t));
}

/* Against the formulas written out with powers, where those do not overflow. */
static void test_theory(void)
{
    fed_theory t = {.p = 1,
                    .d = 2,
                    .epsilon = 0.01,
                    .order = 12,
                    .holder = 1.5,
                    .alpha = 1,
                    .bound = 1,
                    .l1 = 0.6,
                    .mu = 0.1,
                    .gap = 0.3,
                    .phi = 100,
                    .clients = 50,
                    .samples = 20};
    const double excess = 0.3 + 9 * 256.0 / 0.2, above = 12.0 - 8.0, kappa = 6.0;
    const double first = exp(1.0) * sqrt(2.0) * 4.0 * 14.0 * 14.0;
    const double inner = 2.25 * 144.0 * exp(36.0) * 64.0 * pow(28.0, 24.0) / pow(11.0, 24.0) *
                         (kappa * excess / ((kappa - 1.0) * 0.01));
    const double rank = fmax(first, pow(inner, 1.0 / above));
    const double steps = ceil(log(excess / 0.01) / log(kappa / (kappa - 1.0)));
    fed_theory best = t;

    ASSERT_CLOSE(exp(fed_theory_log_rank(&t, 12.0)), rank, 1e-10);
    CU_ASSERT(fed_theory_iterations(&t) == steps);
    ASSERT_CLOSE(exp(fed_theory_log_gamma(&t)), rank * (rank + 20.0 + steps + 5000.0), 1e-9);
    ASSERT_CLOSE(fed_theory_gamma_averaging(&t), 5000.0 * pow(100.0, 0.75), 1e-14);
    check_averaging(&t);
    CU_ASSERT(isinf(fed_theory_log_rank(&t, 8.0))); /* eta must exceed (2 alpha + 2) d */
    best.order = 0.0;
    for (double order = 9.0; order < 200.0; order += 1.0)
        CU_ASSERT(fed_theory_log_rank(&best, fed_theory_order(&best)) <=
                  fed_theory_log_rank(&best, order));
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"pseudo-inverses obey Moore and Penrose", test_pseudo_inverse},
        {"small singular values are left out", test_truncation},
        {"singular values are roots of the eigenvalues of A'A", test_singular_values},
        {"probes fill their box", test_probes},
        {"Halton's sequence, shifted", test_halton},
        {"matrices of derivatives agree with differences of the loss", test_slices},
        {"the theorems' numbers agree with their formulas", test_theory},
        CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"lowrank", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
