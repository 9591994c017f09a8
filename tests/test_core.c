/* test_core.c -- arena, errors, random numbers, norms. */
#include "core/arena.h"
#include "core/linalg.h"
#include "core/nameless.h"
#include "core/rng.h"
#include "core/status.h"
#include "tap.h"
#include "core/normal.h"

#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void test_philox_vectors(void)
{
    /* Random123's kat_vectors, philox4x32 10: all zeros, all ones, digits of pi. */
    static const uint32_t key[3][2] = {{0, 0}, {0xffffffff, 0xffffffff}, {0xa4093822, 0x299f31d0}};
    static const uint32_t counter[3][4] = {{0, 0, 0, 0},
                                           {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
                                           {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}};
    static const uint32_t expected[3][4] = {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
                                            {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
                                            {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}};
    for (int k = 0; k < 3; k++) {
        uint32_t out[4];

        fed_philox(key[k], counter[k], out);
        CU_ASSERT(memcmp(out, expected[k], sizeof out) == 0);
    }
}

static void test_moments(void)
{
    enum { N = 200000 };
    fed_rng rng = fed_rng_stream(1, FED_RNG_TEST, 0, 0, 0);
    double normal = 0, square = 0, uniform = 0, exponential = 0, gamma = 0, small = 0, large = 0;

    for (int i = 0; i < N; i++) {
        double z = fed_rng_normal(&rng);

        normal += z;
        square += z * z;
        uniform += fed_rng_uniform(&rng);
        exponential += fed_rng_exponential(&rng);
        gamma += fed_rng_gamma(&rng, 0.3);
        small += fed_rng_poisson(&rng, 3.5);
        large += fed_rng_poisson(&rng, 57.0);
    }
    ASSERT_CLOSE(normal / N, 0.0, 0.01); /* 4.5 standard errors or more */
    ASSERT_CLOSE(square / N, 1.0, 0.01);
    ASSERT_CLOSE(uniform / N, 0.5, 0.003);
    ASSERT_CLOSE(exponential / N, 1.0, 0.006);
    ASSERT_CLOSE(gamma / N, 0.3, 0.006);
    ASSERT_CLOSE(small / N, 3.5, 0.006);
    ASSERT_CLOSE(large / N, 57.0, 0.002);
}

/* Many at once are the same bits as one by one, wherever in a block the stream stands. */
static void test_batches_are_the_stream(void)
{
    for (size_t offset = 0; offset < 6; offset++) {
        fed_rng one = fed_rng_stream(9, FED_RNG_TEST, 0, 0, offset), many = one;
        uint32_t words[300];
        double normals[301];
        size_t wrong = 0;

        for (size_t i = 0; i < offset; i++) /* off the block's start */
            CU_ASSERT(fed_rng_u32(&one) == fed_rng_u32(&many));
        fed_rng_words(&many, 300, words);
        for (size_t i = 0; i < 300; i++)
            wrong += words[i] != fed_rng_u32(&one);
        fed_rng_normals(&many, 301, normals); /* odd: a spare is left for the next call */
        fed_rng_normals(&many, 0, NULL);
        for (size_t i = 0; i < 301; i++) {
            double z = fed_rng_normal(&one);

            wrong += memcmp(&z, &normals[i], sizeof z) != 0;
        }
        fed_rng_normals(&many, 2, normals);
        wrong += normals[0] != fed_rng_normal(&one) || normals[1] != fed_rng_normal(&one);
        CU_ASSERT(wrong == 0);
    }
}

/* Box and Muller with the C library's functions on the same uniforms. */
static void test_normals_are_accurate(void)
{
    fed_rng bits = fed_rng_stream(4, FED_RNG_TEST, 0, 0, 0), rng = bits;
    double worst = 0.0;

    for (int i = 0; i < 100000; i++) {
        long double radius = sqrtl(-2.0L * logl(fed_rng_uniform(&bits)));
        long double angle = 2.0L * acosl(-1.0L) * fed_rng_uniform(&bits);
        double a = fed_rng_normal(&rng), b = fed_rng_normal(&rng);

        worst = fmax(worst, fabs((double)((a - radius * cosl(angle)) / radius)));
        worst = fmax(worst, fabs((double)((b - radius * sinl(angle)) / radius)));
    }
    CU_ASSERT(worst < 2.0 * 0x1p-52);
}

/* Mean 1/n and variance (n-1)/(n^2 (n a + 1)) of each share, also where gamma variates underflow.
 */
static void test_dirichlet(void)
{
    enum { DRAWS = 20000, SHARES = 4 };
    static const double alphas[] = {0.001, 0.5, 50.0};

    for (int k = 0; k < 3; k++) {
        fed_rng rng = fed_rng_stream(6, FED_RNG_TEST, 0, 0, (uint64_t)k);
        double mean = 0.0, square = 0.0, variance = 3.0 / (16.0 * (SHARES * alphas[k] + 1.0));

        for (int i = 0; i < DRAWS; i++) {
            double share[SHARES];

            fed_rng_dirichlet(&rng, alphas[k], SHARES, share);
            ASSERT_CLOSE(share[0] + share[1] + share[2] + share[3], 1.0, 1e-15);
            mean += share[2] / DRAWS;
            square += share[2] * share[2] / DRAWS;
        }
        CU_ASSERT(fabs(mean - 0.25) < 4.5 * sqrt(variance / DRAWS));
        CU_ASSERT(fabs(square - 0.0625 - variance) < 0.05 * variance + 0.001);
    }
}

/* Every remainder as likely: 3 bounds whose rejection zones differ, the largest beyond 32 bits. */
static void test_below_is_uniform(void)
{
    static const uint64_t bounds[] = {7, 3000000000u, 12884901888u};
    enum { DRAWS = 60000 };

    for (int k = 0; k < 3; k++) {
        fed_rng rng = fed_rng_stream(8, FED_RNG_TEST, 0, 0, (uint64_t)k);
        double mean = 0.0, low = 0.0, high = (double)bounds[k] - 1.0;
        uint64_t wrong = 0;

        for (int i = 0; i < DRAWS; i++) {
            uint64_t x = fed_rng_below(&rng, bounds[k]);

            wrong += x >= bounds[k];
            mean += (double)x / high / DRAWS;
            low += x < bounds[k] / 3;
        }
        CU_ASSERT(wrong == 0);
        ASSERT_CLOSE(mean, 0.5, 0.004); /* 4.5 standard errors */
        ASSERT_CLOSE(low / DRAWS, (double)(bounds[k] / 3) / (double)bounds[k], 0.007);
    }
}

static void test_streams_differ(void)
{
    fed_rng a = fed_rng_stream(1, FED_RNG_TEST, 0, 0, 0),
            b = fed_rng_stream(1, FED_RNG_TEST, 0, 0, 1);
    fed_rng c = fed_rng_stream(1, FED_RNG_TEST, 0, 1, 0),
            d = fed_rng_stream(1, FED_RNG_TEST, 0, 0, 0);
    uint64_t first = fed_rng_u64(&a);

    CU_ASSERT(first != fed_rng_u64(&b));
    CU_ASSERT(first != fed_rng_u64(&c));
    CU_ASSERT(first == fed_rng_u64(&d));
}

typedef struct use {
    uint64_t client, round; /* as given; the step in the high half of round */
    uint32_t counter[4];
} use;

static int by_counter(const void *a, const void *b)
{
    return memcmp(((const use *)a)->counter, ((const use *)b)->counter,
                  sizeof((use *)NULL)->counter);
}

/* Uses of one purpose and replicate differ in their counters, so that none repeats another's draws:
 * all pairs of values near the powers of two, where halves are put together, and many at random. */
static void test_streams_never_meet(void)
{
    enum { EDGES = 14, USES = EDGES * EDGES * EDGES + 20000 };
    static const uint32_t edges[EDGES] = {0,          1,          2,          255,   65534,
                                          65535,      65536,      65537,      99999, 131072,
                                          0x7fffffff, 0x80000000, 0xfffffffe, 3};
    static use uses[USES];
    fed_rng pick = fed_rng_stream(1, FED_RNG_TEST, 0, 0, 0);
    size_t count = 0;

    for (size_t i = 0; i < EDGES * EDGES * EDGES; i++, count++)
        uses[count] = (use){edges[i % EDGES],
                            (uint64_t)edges[i / EDGES % EDGES] << 32 | edges[i / EDGES / EDGES],
                            {0, 0, 0, 0}};
    for (; count < USES; count++)
        uses[count] = (use){fed_rng_u32(&pick), fed_rng_u64(&pick), {0, 0, 0, 0}};
    for (size_t i = 0; i < USES; i++) {
        const fed_rng rng = fed_rng_stream(3, FED_RNG_BATCH, 1, uses[i].client, uses[i].round);

        memcpy(uses[i].counter, rng.counter, sizeof uses[i].counter);
    }
    qsort(uses, USES, sizeof *uses, by_counter);
    for (size_t i = 1; i < USES; i++)
        CU_ASSERT(by_counter(&uses[i - 1], &uses[i]) != 0 ||
                  (uses[i - 1].client == uses[i].client && uses[i - 1].round == uses[i].round));
    for (uint64_t step = 0; step < 3; step++) { /* as the steps of a long local run */
        fed_rng near = fed_rng_stream(3, FED_RNG_BATCH, 0, 5, step << 32 | 9);
        fed_rng far = fed_rng_stream(3, FED_RNG_BATCH, 0, 5, (step + 65536) << 32 | 9);

        CU_ASSERT(fed_rng_u64(&near) != fed_rng_u64(&far));
        CU_ASSERT(near.counter[1] == (uint32_t)step << 16); /* what small steps always drew */
    }
}

static void test_choose_is_a_set(void)
{
    fed_rng rng = fed_rng_stream(3, FED_RNG_TEST, 0, 0, 0);
    size_t pool[20], seen = 0;

    fed_rng_choose(&rng, 20, 20, pool);
    for (size_t i = 0; i < 20; i++)
        seen |= (size_t)1 << pool[i];
    CU_ASSERT(seen == ((size_t)1 << 20) - 1);
}

static void test_arena(void)
{
    fed_arena arena = {NULL};
    double *small = FED_ARRAY(&arena, 3, double), *large = FED_ARRAY(&arena, 100000, double);
    double *next = FED_ARRAY(&arena, 5, double);

    CU_ASSERT((uintptr_t)small % 64 == 0 && (uintptr_t)large % 64 == 0 &&
              (uintptr_t)next % 64 == 0);
    CU_ASSERT(large[99999] == 0.0);
    CU_ASSERT(FED_ARRAY(&arena, SIZE_MAX / 4, double) ==
              NULL); /* overflow is refused, not wrapped */
    CU_ASSERT(strcmp(fed_sprintf(&arena, "%d-%s", 7, "x"), "7-x") == 0);
    CU_ASSERT(FED_ARRAY(&arena, 100000, double) != NULL);
    CU_ASSERT(fed_arena_bytes(&arena) > 2 * 100000 * sizeof(double)); /* no block is lost */
    fed_arena_free(&arena);
    CU_ASSERT(arena.blocks == NULL);
    fed_arena_free(NULL);
}

static void test_first_fault_wins(void)
{
    fed_error error = {FED_OK, ""};

    CU_ASSERT(fed_fail(&error, FED_DATA, "line %d", 3) == FED_DATA);
    CU_ASSERT(fed_fail(&error, FED_CONFIG, "later") == FED_CONFIG);
    CU_ASSERT(error.status == FED_DATA && strcmp(error.text, "line 3") == 0);
    CU_ASSERT(fed_status_exit(FED_DATA) == 4 && fed_status_exit(FED_SIGNAL) == 75);
}

/* A file of a length, held; then it has no name. */
static void hold_and_unlink(fed_nameless *all, int dir, off_t length)
{
    const int fd = openat(dir, "file", O_WRONLY | O_CREAT | O_EXCL, 0600);

    CU_ASSERT_FATAL(fd >= 0 && ftruncate(fd, length) == 0 && close(fd) == 0);
    fed_nameless_hold(all, dir, "file");
    CU_ASSERT(unlinkat(dir, "file", 0) == 0);
}

/* Long files outlive their names until they are left, as many as there is room for. */
static void test_nameless(void)
{
    char path[] = "/tmp/fedomp-nameless.XXXXXX";
    fed_nameless all = {.count = 0};
    struct stat info;
    const int dir = mkdtemp(path) != NULL ? open(path, O_RDONLY | O_DIRECTORY) : -1;
    int fd[FED_NAMELESS];

    CU_ASSERT_FATAL(dir >= 0);
    fed_nameless_hold(&all, dir, "missing");
    hold_and_unlink(&all, dir, 100);
    CU_ASSERT(symlinkat("/bin/sh", dir, "link") == 0);
    fed_nameless_hold(&all, dir, "link");
    CU_ASSERT(all.count == 0 && unlinkat(dir, "link", 0) == 0);
    for (int threads = 1; threads <= 3; threads++) {
        for (int k = 0; k < FED_NAMELESS + 1; k++)
            hold_and_unlink(&all, dir, 1 << 20);
        CU_ASSERT_FATAL(all.count == FED_NAMELESS);
        memcpy(fd, all.fd, sizeof fd);
        for (int k = 0; k < FED_NAMELESS; k++)
            CU_ASSERT(fstat(fd[k], &info) == 0 && info.st_nlink == 0 && info.st_size == 1 << 20);
        fed_nameless_leave(&all, threads);
        CU_ASSERT(all.count == 0);
        for (int k = 0; k < FED_NAMELESS; k++)
            CU_ASSERT(fcntl(fd[k], F_GETFD) == -1);
    }
    CU_ASSERT(close(dir) == 0 && rmdir(path) == 0);
}

/* 3-4-5 triangles at the ends of the range, where the squares overflow and vanish. */
static void test_norms(void)
{
    const double scale[] = {1.0, 1e200, 1e-200, 1e-310};

    for (size_t k = 0; k < 4; k++) {
        const double x[] = {3.0 * scale[k], 0.0, -4.0 * scale[k]};

        ASSERT_CLOSE(fed_norm(3, x) / scale[k], 5.0, 1e-9);
    }
    CU_ASSERT(fed_norm(2, (double[]){0.0, 0.0}) == 0.0);
    CU_ASSERT(isinf(fed_norm(2, (double[]){1.0, -INFINITY})));
    CU_ASSERT(isnan(fed_norm(2, (double[]){NAN, 1.0})));
}

int main(void)
{
    CU_TestInfo tests[] = {{"philox gives the published vectors", test_philox_vectors},
                           {"distributions have their means", test_moments},
                           {"batches are the stream itself", test_batches_are_the_stream},
                           {"normals are accurate", test_normals_are_accurate},
                           {"dirichlet shares have their moments", test_dirichlet},
                           {"below is uniform", test_below_is_uniform},
                           {"streams differ by every key", test_streams_differ},
                           {"streams never meet", test_streams_never_meet},
                           {"a full choice is a permutation", test_choose_is_a_set},
                           {"arena aligns, zeroes, refuses overflow", test_arena},
                           {"the first fault is kept", test_first_fault_wins},
                           {"norms neither overflow nor vanish", test_norms},
                           {"long files are left together", test_nameless},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"core", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
