/* test_sketches.c -- moments, norms and identities of the random matrices. */
#include "core/arena.h"
#include "sketches/sketch.h"
#include "tap.h"
#include "core/normal.h"
#include "sketches/ams.h"
#include "sketches/srht.h"

enum { N = 23, B = 10, DRAWS = 40000 };

static const char *const kinds[] = {"ams", "countsketch", "gaussian", "srht"};
enum { KINDS = sizeof kinds / sizeof *kinds };

typedef struct drawn {
    fed_arena arena;
    fed_sketch sketch;
    double *work;
} drawn;

static drawn draw(const char *kind, size_t rows, size_t columns, uint64_t seed)
{
    const fed_sketcher *k = fed_sketch_find(kind);
    drawn d = {.arena = {NULL}};
    void *room = fed_alloc(&d.arena, fed_sketch_bytes(k, rows, columns), 1);

    d.work = FED_ARRAY(&d.arena, fed_sketch_work(k, rows, columns) + rows + columns, double);
    d.sketch = fed_sketch_draw(k, rows, columns,
                               fed_rng_stream(seed, FED_RNG_TEST, 0, rows, columns), room);
    return d;
}

static void vector(size_t n, double *x, uint64_t seed)
{
    fed_rng rng = fed_rng_stream(seed, FED_RNG_TEST, 1, 0, 0);

    fed_rng_normals(&rng, n, x);
}

static double dot(size_t n, const double *x, const double *y)
{
    double sum = 0.0;

    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* <Rx, u> = <x, R'u>, and the dense matrix is the one applied: wrong if a product drops or
 * permutes. */
static void test_adjoint(void)
{
    static const size_t shapes[][2] = {{1, 1},   {3, 1},   {1, 5}, {10, 23},
                                       {64, 23}, {23, 64}, {7, 8}};

    for (size_t k = 0; k < KINDS; k++)
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
            const size_t b = shapes[s][0], n = shapes[s][1];
            drawn d = draw(kinds[k], b, n, 3 + s);
            double x[64], u[64], rx[64], ru[64], dense[64 * 64];

            vector(n, x, 5);
            vector(b, u, 6);
            fed_sketch_apply(&d.sketch, x, rx, d.work);
            fed_sketch_adjoint(&d.sketch, u, ru, d.work);
            ASSERT_CLOSE(dot(b, rx, u), dot(n, x, ru), 1e-13);
            fed_sketch_dense(&d.sketch, dense, d.work);
            for (size_t i = 0; i < b; i++)
                ASSERT_CLOSE(dot(n, dense + i * n, x), rx[i], 1e-13);
            fed_arena_free(&d.arena);
        }
}

/* Lemma 4.2: E[R'Rh] = h, and for AMS E[(R'Rh)_i^2] = h_i^2 + (|h|^2 - h_i^2)/b; E|Rh|^2 = |h|^2.
 */
static void test_moments(void)
{
    for (size_t k = 0; k < KINDS; k++) {
        double h[N], mean[N] = {0}, square[N] = {0}, norm = 0.0, size;

        vector(N, h, 7);
        size = dot(N, h, h);
        for (size_t t = 0; t < DRAWS / 4; t++) {
            drawn d = draw(kinds[k], B, N, 1000 + t);
            double u[B], back[N];

            fed_sketch_apply(&d.sketch, h, u, d.work);
            fed_sketch_adjoint(&d.sketch, u, back, d.work);
            norm += dot(B, u, u);
            for (size_t i = 0; i < N; i++) {
                mean[i] += back[i];
                square[i] += back[i] * back[i];
            }
            fed_arena_free(&d.arena);
        }
        norm /= DRAWS / 4;
        CU_ASSERT(fabs(norm / size - 1.0) < 0.03);
        for (size_t i = 0; i < N; i++) {
            const double variance = (size - h[i] * h[i]) / B, second = square[i] / (DRAWS / 4);

            CU_ASSERT(fabs(mean[i] / (DRAWS / 4) - h[i]) <
                      5.0 * sqrt(2.0 * size / B / (DRAWS / 4)));
            if (strcmp(kinds[k], "ams") == 0) {
                CU_ASSERT(fabs(second - h[i] * h[i] - variance) < 0.12 * (h[i] * h[i] + variance));
                CU_ASSERT(second <= 1.05 * (h[i] * h[i] + size / B));
            }
        }
    }
}

/* Lemma 4.2's tail: |(R'Rh)_i - h_i| > |h| log(n/delta)/sqrt(b) in at most a share delta of the
 * draws. */
static void test_tail(void)
{
    const double delta = 0.2;
    double h[N], bound;
    size_t beyond = 0, total = 0;

    vector(N, h, 9);
    bound = sqrt(dot(N, h, h)) * log(N / delta) / sqrt((double)B);
    for (size_t t = 0; t < 400; t++) {
        drawn d = draw("ams", B, N, 50000 + t);
        double u[B], back[N];

        fed_sketch_apply(&d.sketch, h, u, d.work);
        fed_sketch_adjoint(&d.sketch, u, back, d.work);
        for (size_t i = 0; i < N; i++, total++)
            beyond += fabs(back[i] - h[i]) > bound;
        fed_arena_free(&d.arena);
    }
    CU_ASSERT((double)beyond <= delta * (double)total);
}

/* h(j) against arithmetic that reduces after every operation by division. */
static void test_hash(void)
{
    __extension__ typedef unsigned __int128 wide;
    const uint64_t prime = ((uint64_t)1 << 61) - 1;
    fed_rng rng = fed_rng_stream(2, FED_RNG_TEST, 0, 0, 0);

    for (int t = 0; t < 2000; t++) {
        const uint64_t j = fed_rng_u64(&rng);
        uint64_t c[4];
        wide sum = 0, power = 1;

        for (int k = 0; k < 4; k++)
            c[k] = t < 3 ? prime - 1 : fed_rng_below(&rng, prime);
        for (int k = 0; k < 4; k++) {
            sum = (sum + power * c[k] % prime) % prime;
            power = power * (j % prime) % prime;
        }
        CU_ASSERT(fed_hash_four(c, j) == (uint64_t)sum);
    }
}

/* Over the draws the product of four different signs of a row has mean 0: 2- and 4-wise
 * independence. */
static void test_four_wise(void)
{
    double pair = 0.0, four = 0.0, rows = 0.0;

    for (uint64_t t = 0; t < 300; t++) {
        drawn d = draw("ams", 64, 16, 90000 + t);
        double dense[64 * 16];

        fed_sketch_dense(&d.sketch, dense, d.work);
        for (size_t i = 0; i < 64; i++) {
            const double *r = dense + i * 16;

            pair += r[1] * r[14] * 64.0;
            four += r[0] * r[3] * r[7] * r[11] * 64.0 * 64.0;
            rows += 1.0;
        }
        fed_arena_free(&d.arena);
    }
    CU_ASSERT(fabs(pair / rows) < 5.0 / sqrt(rows));
    CU_ASSERT(fabs(four / rows) < 5.0 / sqrt(rows));
}

static void test_hadamard(void)
{
    for (size_t n = 1; n <= 128; n *= 2) {
        double x[128], y[128];

        vector(n, x, n);
        memcpy(y, x, sizeof y);
        fed_hadamard(n, y);
        for (size_t i = 0; i < n; i++) {
            double sum = 0.0;

            for (size_t j = 0; j < n; j++) /* entries (-1)^(bits that i and j share) */
                sum += __builtin_popcountll(i & j) % 2 == 0 ? x[j] : -x[j];
            ASSERT_CLOSE(y[i], sum, 1e-13);
        }
        fed_hadamard(n, y);
        for (size_t i = 0; i < n; i++)
            ASSERT_CLOSE(y[i], (double)n * x[i], 1e-13);
    }
}

/* R'R = I when the padded size divides b; columns of AMS and CountSketch have norm 1 always. */
static void test_norms(void)
{
    static const size_t shapes[][2] = {{8, 5},   {16, 5}, {40, 5}, {32, 23},
                                       {64, 32}, {1, 1},  {5, 1}};
    double dense[64 * 64];

    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        const size_t b = shapes[s][0], n = shapes[s][1];
        drawn d = draw("srht", b, n, 4 + s);

        fed_sketch_dense(&d.sketch, dense, d.work);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                double sum = 0.0;

                for (size_t k = 0; k < b; k++)
                    sum += dense[k * n + i] * dense[k * n + j];
                ASSERT_CLOSE(sum, i == j ? 1.0 : 0.0, 1e-13);
            }
        fed_arena_free(&d.arena);
    }
    for (size_t k = 0; k < 2; k++) {
        drawn d = draw(kinds[k], 12, 20, 8);

        fed_sketch_dense(&d.sketch, dense, d.work);
        for (size_t j = 0; j < 20; j++) {
            double sum = 0.0;

            for (size_t i = 0; i < 12; i++)
                sum += dense[i * 20 + j] * dense[i * 20 + j];
            ASSERT_CLOSE(sum, 1.0, 1e-13);
        }
        fed_arena_free(&d.arena);
    }
}

/* Server and clients must draw the same matrix from the same stream, and another from another. */
static void test_streams(void)
{
    for (size_t k = 0; k < KINDS; k++) {
        drawn a = draw(kinds[k], 6, 9, 1), b = draw(kinds[k], 6, 9, 1), c = draw(kinds[k], 6, 9, 2);
        double x[9], ax[6], bx[6], cx[6];

        vector(9, x, 3);
        fed_sketch_apply(&a.sketch, x, ax, a.work);
        fed_sketch_apply(&b.sketch, x, bx, b.work);
        fed_sketch_apply(&c.sketch, x, cx, c.work);
        CU_ASSERT(memcmp(ax, bx, sizeof ax) == 0);
        CU_ASSERT(memcmp(ax, cx, sizeof ax) != 0);
        fed_arena_free(&a.arena);
        fed_arena_free(&b.arena);
        fed_arena_free(&c.arena);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"products are adjoint", test_adjoint},
                           {"moments of Lemma 4.2", test_moments},
                           {"tail of Lemma 4.2", test_tail},
                           {"the hash modulo 2^61 - 1", test_hash},
                           {"signs are 4-wise independent", test_four_wise},
                           {"the Hadamard transform", test_hadamard},
                           {"norms that hold for every draw", test_norms},
                           {"streams", test_streams},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"sketches", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
