/* test_synthetic.c -- drawn data have the covariance, means and responses of their model. */
#include "core/rng.h"
#include "datasets/dataset.h"
#include "crew.h"
#include "made.h"
#include "tap.h"

extern const fed_source fed_source_synthetic;

enum { N = 40000, D = 4 };
#define TAIL 5.0 /* standard errors: one false alarm in a million comparisons */

static fed_dataset load(fed_arena *arena, const fed_config *config, uint64_t replicate)
{
    fed_error error = {FED_OK, ""};
    fed_dataset data = {0};

    CU_ASSERT(fed_source_synthetic.load(arena, crew(), config, 7, replicate, &data, &error) ==
              FED_OK);
    return data;
}

/* Sample second moments about the population mean 0 against cov; for standardised columns the
 * variance of x_j x_k is at most 1 + rho^2 (Gaussian), 2 on the diagonal. */
static void check_covariance(const char *covariance, double (*expected)(size_t, size_t))
{
    fed_arena arena = {NULL};
    const fed_config *config = made_config(&arena,
                                           "data = { samples = %d; theta = [1.0, -1.0, 0.5, 0.25]; "
                                           "covariance = { %s }; };",
                                           N, covariance);
    fed_dataset data = load(&arena, config, 0);

    CU_ASSERT(data.n == N && data.d == D);
    for (size_t j = 0; j < D; j++) {
        double mean = 0.0;

        for (size_t i = 0; i < N; i++)
            mean += data.x[i * D + j];
        CU_ASSERT(fabs(mean / N) < TAIL / sqrt(N));
        for (size_t k = 0; k < D; k++) {
            double sum = 0.0;

            for (size_t i = 0; i < N; i++)
                sum += data.x[i * D + j] * data.x[i * D + k];
            CU_ASSERT(fabs(sum / N - expected(j, k)) < TAIL * sqrt(2.0 / N));
        }
    }
    fed_arena_free(&arena);
}

static double identity(size_t j, size_t k)
{
    return j == k;
}

static double ar1(size_t j, size_t k)
{
    return pow(-0.7, fabs((double)j - (double)k));
}

static double equal(size_t j, size_t k)
{
    return j == k ? 1.0 : 0.6;
}

static double negative(size_t j, size_t k)
{
    return j == k ? 1.0 : -1.0 / 3.0;
}

static double geometric(size_t j, size_t k)
{
    return j == k ? pow(0.3, (double)j) : 0.0;
}

static double mixed(size_t j, size_t k)
{
    return j == k ? 1.0 : j + k == 1 ? 0.4 : 0.0;
}

static void test_covariances(void)
{
    check_covariance("type = \"identity\"; rho = 0.9;", identity);
    check_covariance("type = \"ar1\"; rho = -0.7;", ar1);
    check_covariance("type = \"equicorrelated\"; rho = 0.6;", equal);
    check_covariance("type = \"equicorrelated\"; rho = -0.33333333333333331;",
                     negative); /* singular */
    check_covariance("type = \"geometric\"; rho = 0.3;", geometric);
    check_covariance("type = \"mixed\"; rho = 0.4;", mixed);
}

/* A Gaussian column has fourth moment 3, a Bernoulli one is +-1 exactly. */
static void test_shapes(void)
{
    fed_arena arena = {NULL};
    const fed_config *config =
        made_config(&arena,
                    "data = { samples = %d; theta = [1.0, 1.0, 1.0, 1.0]; "
                    "covariance = { type = \"mixed\"; rho = 0.2; bernoulli = 1; }; };",
                    N);
    fed_dataset data = load(&arena, config, 0);
    double fourth = 0.0;
    size_t odd = 0;

    for (size_t i = 0; i < N; i++) {
        fourth += pow(data.x[i * D + 2], 4);
        odd += fabs(data.x[i * D + 3]) != 1.0;
    }
    CU_ASSERT(fabs(fourth / N - 3.0) < TAIL * sqrt(96.0 / N));
    CU_ASSERT(odd == 0);
    fed_arena_free(&arena);
}

/* Residuals against the model's conditional mean have mean 0, the model's variance, and no
 * correlation with any feature: score equations at the truth. */
static void check_responses(const char *model, double (*mean)(double), double (*variance)(double))
{
    fed_arena arena = {NULL};
    const fed_config *config = made_config(
        &arena,
        "data = { model = \"%s\"; samples = %d; theta = [0.8, -0.5, 0.3, 0.0]; noise = 0.3; "
        "covariance = { type = \"ar1\"; rho = 0.5; }; };",
        model, N);
    fed_dataset data = load(&arena, config, 0);
    double score[D] = {0.0}, spread[D] = {0.0}, standard = 0.0;

    CU_ASSERT(data.truth_count == D && data.truth[1] == -0.5);
    for (size_t i = 0; i < N; i++) {
        const double *x = data.x + i * D;
        double eta = 0.8 * x[0] - 0.5 * x[1] + 0.3 * x[2], residual = data.y[i] - mean(eta);

        standard += residual * residual / variance(eta);
        for (size_t j = 0; j < D; j++) {
            score[j] += residual * x[j];
            spread[j] += variance(eta) * x[j] * x[j];
        }
    }
    for (size_t j = 0; j < D; j++)
        CU_ASSERT(fabs(score[j]) < TAIL * sqrt(spread[j]));
    CU_ASSERT(fabs(standard / N - 1.0) < 0.05); /* loose: the spread depends on the model */
    fed_arena_free(&arena);
}

static double linear_mean(double eta)
{
    return eta;
}

static double linear_variance(double eta)
{
    (void)eta;
    return 0.09;
}

static double logistic_mean(double eta)
{
    return 1.0 / (1.0 + exp(-eta));
}

static double logistic_variance(double eta)
{
    return logistic_mean(eta) * logistic_mean(-eta);
}

static void test_responses(void)
{
    check_responses("linear", linear_mean, linear_variance);
    check_responses("logistic", logistic_mean, logistic_variance);
    check_responses("poisson", exp, exp);
}

typedef struct loading {
    fed_arena *arena;
    const fed_config *config;
    fed_dataset *data;
    fed_status status;
} loading;

static void load_in(fed_team *team, void *context)
{
    loading *l = context;
    fed_error error = {FED_OK, ""};

    l->status = fed_source_synthetic.load(l->arena, team, l->config, 7, 0, l->data, &error);
}

/* The same bits at any thread count; other replicates and the test set are other draws. */
static void test_same_bits(void)
{
    static const int counts[] = {2, 3, 7};
    fed_arena arena = {NULL};
    const fed_config *config = made_config(
        &arena, "data = { model = \"poisson\"; samples = 100001; test_samples = 700; "
                "theta = [0.2, 0.1, 0.3]; covariance = { type = \"mixed\"; bernoulli = 1; }; };");
    fed_dataset one = load(&arena, config, 0), other;

    for (int k = 0; k < 3; k++) {
        fed_error error = {FED_OK, ""};
        fed_dataset many = {0};
        loading l = {&arena, config, &many, FED_INTERNAL};

        CU_ASSERT(fed_team_run(counts[k], load_in, &l, &error) == FED_OK);
        CU_ASSERT_FATAL(l.status == FED_OK);
        CU_ASSERT(memcmp(one.x, many.x, 100001 * 3 * sizeof *one.x) == 0);
        CU_ASSERT(memcmp(one.y, many.y, 100001 * sizeof *one.y) == 0);
        CU_ASSERT(memcmp(one.test->x, many.test->x, 700 * 3 * sizeof *one.x) == 0);
    }
    other = load(&arena, config, 1);
    CU_ASSERT(one.test->n == 700 && one.test->d == 3);
    CU_ASSERT(one.x[0] != other.x[0] && one.x[0] != one.test->x[0]);
    CU_ASSERT(one.x[0] != one.x[256 * 3]); /* blocks are other draws too */
    fed_arena_free(&arena);
}

static void check_fault(const char *text, const char *key)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    fed_dataset data = {0};
    const fed_config *config = made_config(&arena, "%s", text);

    CU_ASSERT(fed_source_synthetic.load(&arena, crew(), config, 1, 0, &data, &error) == FED_CONFIG);
    CU_ASSERT(strstr(error.text, key) != NULL);
    fed_arena_free(&arena);
}

/* Features uniform on [0,1], moments 1/2 and 1/12, uncorrelated; log(y/(1-y)) = x'theta + noise z.
 */
static void test_soft(void)
{
    fed_arena arena = {NULL};
    const fed_config *config =
        made_config(&arena,
                    "data = { model = \"logistic\"; soft = true; noise = 0.5; samples = %d; "
                    "theta = [1.0, -1.0, 0.5, 0.25]; covariance = { type = \"uniform\"; }; };",
                    N);
    fed_dataset data = load(&arena, config, 0);
    double mean = 0.0, square = 0.0;

    for (size_t j = 0; j < D; j++)
        for (size_t k = 0; k <= j; k++) {
            double sum = 0.0;

            for (size_t i = 0; i < N; i++) {
                CU_ASSERT_FATAL(data.x[i * D + j] > 0.0 && data.x[i * D + j] < 1.0);
                sum += (data.x[i * D + j] - 0.5) * (data.x[i * D + k] - 0.5);
            }
            CU_ASSERT(fabs(sum / N - (j == k ? 1.0 / 12.0 : 0.0)) < TAIL / 12.0 / sqrt(N));
        }
    for (size_t i = 0; i < N; i++) {
        double z = log(data.y[i] / (1.0 - data.y[i]));

        for (size_t j = 0; j < D; j++)
            z -= data.truth[j] * data.x[i * D + j];
        mean += z / N;
        square += z * z / N;
    }
    CU_ASSERT(fabs(mean) < TAIL * 0.5 / sqrt(N) &&
              fabs(square / 0.25 - 1.0) < TAIL * sqrt(2.0 / N));
    fed_arena_free(&arena);
}

static void test_faults(void)
{
    check_fault("data = { samples = 10; };", "data.theta");
    check_fault("data = { theta = [1.0]; };", "data.samples");
    check_fault("data = { samples = 10; theta = [1.0, 2.0, 3.0]; "
                "covariance = { type = \"equicorrelated\"; rho = -0.6; }; };",
                "data.covariance.rho");
    check_fault("data = { samples = 10; theta = [1.0]; covariance = { type = \"geometric\"; "
                "rho = -0.5; }; };",
                "data.covariance.rho");
    check_fault("data = { samples = 10; theta = [1.0]; covariance = { type = \"mixed\"; }; };",
                "data.covariance.bernoulli");
    check_fault("data = { model = \"poisson\"; samples = 1000; theta = [100.0]; };", "data.theta");
}

static int clean(void)
{
    made_clean();
    return 0;
}

int main(void)
{
    CU_TestInfo tests[] = {{"features have their covariance", test_covariances},
                           {"features have their distribution", test_shapes},
                           {"responses have their conditional mean", test_responses},
                           {"uniform features and soft responses", test_soft},
                           {"the same bits at any thread count", test_same_bits},
                           {"impossible models are refused by key", test_faults},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"synthetic", NULL, clean, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
