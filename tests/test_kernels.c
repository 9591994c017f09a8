/* test_kernels.c -- kernels against their definitions, runs on functions against the matrices of
 * the theory and against runs on features. */
#include "core/linalg.h"
#include "features/kernels/kernel.h"
#include "crew.h"
#include "lab.h"
#include "features/features.h"
#include "core/lapack.h"
#include "core/normal.h"
#include "features/table.h"
#include "problem/make.h"
#include "problem/objective.h"

/* false for NaN, which CUnit's own would let pass */
#define ASSERT_NEAR(a, b, tolerance) CU_ASSERT(fabs((a) - (b)) <= (tolerance))

static const fed_kernel *kernel_of(const char *name)
{
    return (const fed_kernel *)fed_entry_find(fed_kernels, name);
}

static const fed_table *table_of(const lab *l, size_t point, const char *name)
{
    const fed_table *table = lab_result(l, point, 0)->tables;

    while (table != NULL && strcmp(table->name, name) != 0)
        table = table->next;
    CU_ASSERT_FATAL(table != NULL);
    return table;
}

static double scalar_of(const lab *l, size_t point, const char *group, const char *name)
{
    for (const fed_scalar *s = lab_result(l, point, 0)->scalars; s != NULL; s = s->next)
        if (strcmp(s->group, group) == 0 && strcmp(s->name, name) == 0)
            return s->value;
    CU_FAIL("no such number");
    return NAN;
}

/* The kernel's own rows take what they are called; a row of another name fails. */
typedef struct kernel_keys {
    double bandwidth, offset, degree;
} kernel_keys;

static double kernel_value(const fed_kernel *kernel, const kernel_keys *keys, size_t d,
                           const double *x, const double *z)
{
    double key[FED_NUMBERS];
    size_t count = 0;

    for (const fed_param *row = kernel->entry.params; row != NULL && row->key != NULL; row++)
        if (strcmp(row->key, "bandwidth") == 0)
            key[count++] = keys->bandwidth;
        else if (strcmp(row->key, "offset") == 0)
            key[count++] = keys->offset;
        else if (strcmp(row->key, "degree") == 0)
            key[count++] = keys->degree;
        else
            CU_FAIL("a row the test does not know");
    return kernel->value(key, d, x, z);
}

/* Values known by hand; a wrong constant or a lost square shows here. */
static void test_values(void)
{
    const kernel_keys keys = {.bandwidth = 2.0, .offset = 1.0, .degree = 3};
    const double x[] = {1.0, 2.0}, z[] = {3.0, -1.0}, near[] = {1.0, 1.0}, axis[] = {1.0, 0.0};

    ASSERT_NEAR(kernel_value(kernel_of("linear"), &keys, 2, x, z), 1.0, 1e-15);
    ASSERT_NEAR(kernel_value(kernel_of("polynomial"), &keys, 2, x, z), 8.0, 1e-14);
    ASSERT_NEAR(kernel_value(kernel_of("gaussian"), &keys, 2, x, z), exp(-13.0 / 8.0), 1e-15);
    ASSERT_NEAR(kernel_value(kernel_of("laplacian"), &keys, 2, x, z), exp(-5.0 / 2.0), 1e-15);
    ASSERT_NEAR(kernel_value(kernel_of("sobolev"), &keys, 1, x, z), 1.0, 1e-15);
    ASSERT_NEAR(kernel_value(kernel_of("ntk"), &keys, 2, x, x), 2.5, 1e-15);
    ASSERT_NEAR(kernel_value(kernel_of("ntk"), &keys, 2, near, axis), 3.0 / 8.0,
                1e-15); /* 45 degrees */
}

/* Every matrix of a kernel is symmetric and positive semidefinite. */
static void test_semidefinite(void)
{
    enum { N = 30, D = 3 };
    fed_rng rng = fed_rng_stream(3, FED_RNG_TEST, 0, 0, 0);
    const kernel_keys keys = {.bandwidth = 1.5, .offset = 0.5, .degree = 4};
    double x[N * D], k[N * N], values[N];

    for (size_t j = 0; j < N * D; j++)
        x[j] = fed_rng_uniform(&rng);
    for (const fed_entry *const *entry = fed_kernels; *entry != NULL; entry++) {
        const fed_kernel *kernel = (const fed_kernel *)*entry;

        for (size_t i = 0; i < N; i++)
            for (size_t j = 0; j < N; j++)
                k[i * N + j] = kernel_value(kernel, &keys, D, x + i * D, x + j * D);
        for (size_t i = 0; i < N; i++)
            for (size_t j = 0; j < i; j++)
                CU_ASSERT(k[i * N + j] == k[j * N + i]);
        CU_ASSERT_FATAL(fed_eigen(N, k, N, false, values));
        CU_ASSERT(values[0] > -1e-12 * values[N - 1]);
        CU_ASSERT(values[N - 1] > 0.0);
    }
}

/* k(x, z) = E x'z 1(w'x > 0) 1(w'z > 0), by drawing w. */
static void test_ntk_by_drawing(void)
{
    enum { DRAWS = 200000 };
    const double x[] = {0.8, -0.3, 0.5}, z[] = {0.2, 0.9, 0.4};
    fed_rng rng = fed_rng_stream(4, FED_RNG_TEST, 0, 0, 0);
    const kernel_keys keys = {.bandwidth = 1.0};
    double both = 0.0, w[3];

    for (size_t k = 0; k < DRAWS; k++) {
        fed_rng_normals(&rng, 3, w);
        both += fed_dot(3, w, x) > 0.0 && fed_dot(3, w, z) > 0.0;
    }
    ASSERT_NEAR(kernel_value(kernel_of("ntk"), &keys, 3, x, z), fed_dot(3, x, z) * both / DRAWS,
                1e-3);
}

enum { N = 40, M = 4, ROUNDS = 25 };

/* y + (I - eta K P)^t (f_0 - y) by dense matrices, P_ii = sum (I - eta K_i)^k or (I + eta
 * K_i)^-1. */
static void dense_recursion(const double *k, const int64_t *client, const double *y, double eta,
                            size_t steps, bool prox, double *f)
{
    double p[N * N] = {0}, r[N], pr[N];

    for (size_t m = 0; m < M; m++) {
        size_t place[N], n = 0;
        double power[N * N], next[N * N], kii[N * N], unit[N];

        for (size_t i = 0; i < N; i++)
            if ((size_t)client[i] == m)
                place[n++] = i;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                kii[i * n + j] = k[place[i] * N + place[j]] / (double)n;
                power[i * n + j] = i == j ? 1.0 : 0.0;
            }
        for (size_t s = 0; !prox && s < steps; s++) {
            for (size_t i = 0; i < n; i++)
                for (size_t j = 0; j < n; j++) {
                    p[place[i] * N + place[j]] += power[i * n + j];
                    next[i * n + j] =
                        power[i * n + j] - eta * fed_dot(n, power + i * n, kii + j * n);
                }
            memcpy(power, next, n * n * sizeof *power);
        }
        for (size_t j = 0; prox && j < n; j++) { /* columns of the inverse */
            double a[N * N];
            int pivots[N];

            for (size_t i = 0; i < n * n; i++)
                a[i] = eta * kii[i] + (i % (n + 1) == 0 ? 1.0 : 0.0);
            for (size_t i = 0; i < n; i++)
                unit[i] = i == j ? 1.0 : 0.0;
            CU_ASSERT_FATAL(fed_lu(n, a, pivots));
            fed_lu_solve(n, a, pivots, unit);
            for (size_t i = 0; i < n; i++)
                p[place[i] * N + place[j]] = unit[i];
        }
    }
    memset(f, 0, N * sizeof *f);
    for (size_t t = 0; t < ROUNDS; t++) {
        for (size_t i = 0; i < N; i++)
            r[i] = y[i] - f[i];
        for (size_t i = 0; i < N; i++)
            pr[i] = fed_dot(N, p + i * N, r);
        for (size_t i = 0; i < N; i++)
            f[i] += eta * fed_dot(N, k + i * N, pr) / N;
    }
}

/* The run's f = K alpha is the recursion (13), for clients of unequal sizes. */
static void test_recursion(void)
{
    static const char *const kernels[] = {"gaussian", "laplacian", "ntk"};

    lab_data("kernel.csv", "linear", N, 3, M, 21);
    for (size_t c = 0; c < 6; c++) {
        const bool prox = c % 2 == 1;
        lab *l = lab_run(
            1,
            "%s model = { type = \"kernel\"; kernel = \"%s\"; bandwidth = 1.2; };\n"
            "algorithm = { rounds = %d; learning_rate = 0.3; name = \"%s\"; local_steps = 4; };\n",
            LAB_DATA("kernel.csv"), kernels[c / 2], ROUNDS, prox ? "fedprox" : "fedavg");
        fed_error error = {FED_OK, ""};
        const fed_dataset *data;
        double f[N];

        CU_ASSERT_FATAL(fed_features_load(&l->arena, crew(), l->config, 1, 0, &data, &error) ==
                        FED_OK);
        CU_ASSERT_FATAL(data->d == N && data->n == N);
        dense_recursion(data->x, data->client, data->y, 0.3, 4, prox, f);
        for (size_t i = 0; i < N; i++)
            ASSERT_NEAR(fed_dot(N, data->x + i * N, lab_theta(l, 0)), f[i], 1e-11);
        lab_free(l);
    }
}

/* The polynomial kernel and its own monomials: the same losses, the same predictions of new
 * samples. */
static void test_kernel_is_features(void)
{
    lab_data("kernel.csv", "linear", 60, 3, M, 22);
    for (int prox = 0; prox < 2; prox++) {
        lab *l = lab_run(
            1,
            "data = { source = \"file\"; path = \"kernel.csv\"; target = \"y\"; client = "
            "\"client\";\n"
            "         test_fraction = 0.3; };\npartition = { scheme = \"given\"; };\n"
            "algorithm = { name = \"%s\"; local_steps = 3; rounds = 60; learning_rate = 0.05; };\n"
            "analysis = (\"prediction\", \"spectrum\", \"early-stopping\");\n"
            "model = { degree = 3; offset = 0.7; kernel = \"polynomial\"; scaling = \"kernel\"; "
            "};\n"
            "sweep = ({ key = \"model.type\"; values = [\"kernel\", \"polynomial\"]; });\n",
            prox ? "fedprox" : "fedavg");
        const fed_table *a = table_of(l, 0, "prediction"), *b = table_of(l, 1, "prediction");
        const fed_result *run = lab_result(l, 0, 0), *same = lab_result(l, 1, 0);

        CU_ASSERT(run->p == 42 && same->p == 20 && a->rows == 18 && b->rows == 18);
        for (size_t i = 0; i < 18 * 3; i++)
            ASSERT_NEAR(a->cells[i], b->cells[i], 1e-9);
        CU_ASSERT(run->recorded == 61);
        for (size_t k = 0; k < run->recorded; k++)
            ASSERT_NEAR(run->records[k].value[FED_METRIC_loss],
                        same->records[k].value[FED_METRIC_loss], 1e-9);
        a = table_of(l, 0, "spectrum"); /* through the N x N matrix, and through p x p ones */
        b = table_of(l, 1, "spectrum");
        for (size_t k = 0; k < 20; k++) {
            ASSERT_NEAR(a->cells[3 * k + 1], b->cells[3 * k + 1], 1e-9);
            ASSERT_NEAR(a->cells[3 * k + 2], b->cells[3 * k + 2], 1e-9);
        }
        ASSERT_NEAR(scalar_of(l, 0, "spectrum", "condition"),
                    scalar_of(l, 1, "spectrum", "condition"), 1e-9);
        lab_free(l);
    }
}

/* For a linear kernel f(x) = x'theta, whatever the loss. */
static void test_linear_kernel_any_loss(void)
{
    static const char *const losses[] = {"linear", "logistic", "poisson"};

    for (size_t k = 0; k < 3; k++) {
        lab *l;

        lab_data("kernel.csv", losses[k], 50, 4, M, 23 + k);
        l = lab_run(
            1,
            "%s loss = { type = \"%s\"; };\nmodel = { kernel = \"linear\"; };\n"
            "algorithm = { name = \"fedavg\"; local_steps = 3; rounds = 30; learning_rate = 0.1; "
            "clients_per_round = 2; };\n"
            "sweep = ({ key = \"model.type\"; values = [\"kernel\", \"linear\"]; });\n",
            LAB_DATA("kernel.csv"), losses[k]);
        for (size_t t = 0; t <= 30; t++)
            ASSERT_NEAR(lab_result(l, 0, 0)->records[t].value[FED_METRIC_loss],
                        lab_result(l, 1, 0)->records[t].value[FED_METRIC_loss], 1e-11);
        lab_free(l);
    }
}

/* Lemma 5: the condition number of P is at most kappa, and Lambda_i in [lambda_i s/kappa, lambda_i
 * s]. */
static void test_lemma5(void)
{
    lab_data("kernel.csv", "linear", N, 3, M, 25);
    for (int prox = 0; prox < 2; prox++) {
        lab *l = lab_run(
            1,
            "%s model = { type = \"kernel\"; kernel = \"gaussian\"; };\nanalysis = "
            "(\"spectrum\");\n"
            "algorithm = { name = \"%s\"; local_steps = 5; rounds = 1; learning_rate = 0.9; };\n",
            LAB_DATA("kernel.csv"), prox ? "fedprox" : "fedavg");
        const fed_table *table = table_of(l, 0, "spectrum");
        const double kappa = scalar_of(l, 0, "spectrum", "kappa"), s = prox ? 1.0 : 5.0;

        CU_ASSERT(scalar_of(l, 0, "spectrum", "gamma") < 1.0);
        CU_ASSERT(scalar_of(l, 0, "spectrum", "condition") > 1.0);
        CU_ASSERT(scalar_of(l, 0, "spectrum", "condition") <= kappa * (1.0 + 1e-12));
        for (size_t k = 0; k < N; k++) {
            const double lambda = table->cells[3 * k + 1], product = table->cells[3 * k + 2];

            CU_ASSERT(product <= lambda * s * (1.0 + 1e-9) + 1e-12);
            CU_ASSERT(product >= lambda * s / kappa * (1.0 - 1e-9) - 1e-12);
        }
        lab_free(l);
    }
}

/* Products of many random features come close to the kernel, at the rate of their number. */
static void test_fourier(void)
{
    lab_data("kernel.csv", "linear", 20, 3, 2, 26);
    for (int k = 0; k < 2; k++) {
        fed_arena arena = {NULL};
        fed_error error = {FED_OK, ""};
        const char *const name = k == 0 ? "gaussian" : "laplacian";
        lab *l = lab_run(
            1,
            "%s model = { type = \"fourier\"; kernel = \"%s\"; bandwidth = 1.7; features = 20000; "
            "};\n"
            "algorithm = { name = \"fedavg\"; rounds = 0; };\nloss = { optimum = false; };\n",
            LAB_DATA("kernel.csv"), name);
        const kernel_keys keys = {.bandwidth = 1.7};
        const fed_dataset *data, *plain;

        CU_ASSERT_FATAL(fed_features_load(&arena, crew(), l->config, 1, 0, &data, &error) ==
                        FED_OK);
        CU_ASSERT_FATAL(fed_dataset_load(&arena, crew(), l->config, 1, 0, &plain, &error) ==
                        FED_OK);
        for (size_t i = 0; i < 20; i++)
            for (size_t j = 0; j <= i; j++)
                ASSERT_NEAR(
                    fed_dot(20000, data->x + i * 20000, data->x + j * 20000),
                    kernel_value(kernel_of(name), &keys, 3, plain->x + i * 3, plain->x + j * 3),
                    5.0 / sqrt(20000.0));
        fed_arena_free(&arena);
        lab_free(l);
    }
}

/* early_stopping ends a run at the T that the analysis tells, for kernels and features alike. */
static void test_stops_early(void)
{
    static const char *const models[] = {"kernel", "polynomial"};
    double rounds[2];

    for (size_t k = 0; k < 2; k++) {
        lab *l = lab_run(1,
                         "data = { source = \"chebyshev\"; sizes = [3]; };\npartition = { scheme = "
                         "\"given\"; };\n"
                         "model = { type = \"%s\"; kernel = \"polynomial\"; scaling = \"kernel\"; "
                         "degree = 3; };\n"
                         "algorithm = { name = \"fedavg\"; local_steps = 2; rounds = 100000; "
                         "learning_rate = 0.1; "
                         "early_stopping = true; };\nanalysis = (\"early-stopping\");\n",
                         models[k]);

        rounds[k] = table_of(l, 0, "early-stopping")->cells[0];
        CU_ASSERT(rounds[k] > 10.0 && rounds[k] < 10000.0);
        CU_ASSERT((double)(lab_result(l, 0, 0)->recorded - 1) == rounds[k]);
        lab_free(l);
    }
    CU_ASSERT(rounds[0] == rounds[1]);
}

/* Gradients of the objective on every model, by differences of its value. */
static void test_gradients(void)
{
    static const char *const models[] = {"linear", "polynomial", "fourier", "kernel"};
    static const size_t parameters[] = {2, 6, 7, 30};

    lab_data("kernel.csv", "logistic", 30, 2, 3, 28);
    for (size_t k = 0; k < 4; k++) {
        lab *l = lab_run(
            1,
            "%s model = { type = \"%s\"; features = 7; };\nloss = { type = \"logistic\"; };\n"
            "algorithm = { name = \"fedavg\"; rounds = 3; };\n",
            LAB_DATA("kernel.csv"), models[k]);
        fed_error error = {FED_OK, ""};
        const fed_dataset *data;
        const fed_partition *part;
        const fed_problem *problem;
        double theta[32], grad[32], none[32];

        CU_ASSERT_FATAL(fed_features_load(&l->arena, crew(), l->config, 1, 0, &data, &error) ==
                        FED_OK);
        CU_ASSERT_FATAL(fed_partition_make(&l->arena, l->config, data, 1, 0, &part, &error) ==
                        FED_OK);
        CU_ASSERT_FATAL(fed_problem_make(&l->arena, crew(), l->config, data, part, false, false,
                                         &problem, &error) == FED_OK);
        CU_ASSERT_FATAL(problem->p == parameters[k]);
        for (size_t j = 0; j < problem->p; j++)
            theta[j] = 0.1 * (double)(j % 5) - 0.2;
        fed_problem_value(problem, crew(), theta, grad);
        for (size_t j = 0; j < problem->p; j++) {
            const double step = 1e-5, at = theta[j];
            double above, below;

            theta[j] = at + step;
            above = fed_problem_value(problem, crew(), theta, none);
            theta[j] = at - step;
            below = fed_problem_value(problem, crew(), theta, none);
            theta[j] = at;
            ASSERT_NEAR((above - below) / (2.0 * step), grad[j], 1e-8);
        }
        lab_free(l);
    }
}

/* The same bits at any number of threads. */
static void test_threads(void)
{
    lab_data("kernel.csv", "linear", 300, 3, 7, 29);
    for (int prox = 0; prox < 2; prox++) {
        lab *l[3];

        for (int t = 0; t < 3; t++)
            l[t] = lab_run(
                2 * t + 1,
                "%s model = { type = \"kernel\"; };\nalgorithm = { name = \"%s\"; rounds = 10; "
                "local_steps = 2; };\n",
                LAB_DATA("kernel.csv"), prox ? "fedprox" : "fedavg");
        for (int t = 1; t < 3; t++)
            CU_ASSERT(memcmp(lab_theta(l[t], 0), lab_theta(l[0], 0), 300 * sizeof(double)) == 0);
        for (int t = 0; t < 3; t++)
            lab_free(l[t]);
    }
}

static void refuse(fed_status status, const char *what, const char *more)
{
    lab *l = lab_try(1, "%s model = \"kernel\"; %s\n", LAB_DATA("kernel.csv"), more);

    CU_ASSERT(l->status == status);
    CU_ASSERT(strstr(l->error.text, what) != NULL);
    if (l->status != status || strstr(l->error.text, what) == NULL)
        printf("# %s: %s\n", more, l->error.text);
    lab_free(l);
}

/* What the recursion does not cover is refused, not ignored. */
static void test_refusals(void)
{
    lab_data("kernel.csv", "linear", N, 3, M, 27);
    refuse(FED_CONFIG, "features.type", "algorithm = { name = \"ngd\"; };");
    refuse(FED_CONFIG, "algorithm.batch", "algorithm = { name = \"fedavg\"; batch = 5; };");
    refuse(FED_CONFIG, "loss.l2", "algorithm = { name = \"fedavg\"; }; loss = { l2 = 0.1; };");
    refuse(FED_CONFIG, "loss.intercept",
           "algorithm = { name = \"fedprox\"; }; loss = { intercept = true; };");
    refuse(FED_CONFIG, "early_stopping",
           "algorithm = { name = \"fedprox\"; early_stopping = true; };");
    refuse(FED_CONFIG, "analysis",
           "algorithm = { name = \"fedprox\"; rounds = 1; }; analysis = (\"limit\");");
}

/* The keys of features written below model, as they were before, and what a later word undoes. */
static void test_former_spelling(void)
{
    static const char *const spellings[][2] = {
        {"features = { type = \"polynomial\"; degree = 3; };",
         "model = { type = \"polynomial\"; degree = 3; };"},
        {"features = \"fourier\";", "model = \"fourier\";"},
        {"", "model = { type = \"kernel\"; degree = 3; };\nsweep = ({ key = \"model.type\"; "
             "values = [\"linear\"]; });"}};

    for (size_t k = 0; k < sizeof spellings / sizeof *spellings; k++) {
        lab *now = lab_run(1, "%s loss = { l2 = 0.1; };\nalgorithm = { rounds = 3; };\n%s\n",
                           LAB_DATA("kernel.csv"), spellings[k][0]);
        lab *then = lab_run(1, "%s loss = { l2 = 0.1; };\nalgorithm = { rounds = 3; };\n%s\n",
                            LAB_DATA("kernel.csv"), spellings[k][1]);
        const size_t p = lab_result(now, 0, 0)->p;

        CU_ASSERT_FATAL(p == lab_result(then, 0, 0)->p);
        for (size_t j = 0; j < p; j++)
            ASSERT_SAME_BITS(lab_theta(now, 0)[j], lab_theta(then, 0)[j]);
        lab_free(now);
        lab_free(then);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"values by hand", test_values},
                           {"symmetric and semidefinite", test_semidefinite},
                           {"the tangent kernel by drawing weights", test_ntk_by_drawing},
                           {"rounds are the in-sample recursion", test_recursion},
                           {"a polynomial kernel is its monomials", test_kernel_is_features},
                           {"a linear kernel is the linear model", test_linear_kernel_any_loss},
                           {"the condition number of P", test_lemma5},
                           {"random Fourier features", test_fourier},
                           {"stops early where the analysis says", test_stops_early},
                           {"gradients by differences", test_gradients},
                           {"the same bits at any number of threads", test_threads},
                           {"what is not covered is refused", test_refusals},
                           {"features written below model", test_former_spelling},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"kernels", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
