/* test_generators.c -- data drawn client by client: sizes, subspaces, truths, intervals,
 * spectra. */
#include "core/linalg.h"
#include "crew.h"
#include "lab.h"
#include "config/open.h"
#include "core/lapack.h"

#define ASSERT_NEAR(a, b, tolerance) CU_ASSERT(fabs((a) - (b)) <= (tolerance))

typedef struct drawn {
    fed_arena arena;
    const fed_dataset *data;
    fed_error error;
    fed_status status;
} drawn;

static drawn draw(uint64_t seed, uint64_t replicate, const char *keys)
{
    drawn d = {{NULL}, NULL, {FED_OK, ""}, FED_OK};
    fed_config *config = NULL;
    char text[1024];

    snprintf(text, sizeof text, "data = { %s };\n", keys);
    d.status = fed_config_open(&d.arena, files_text("draw.cfg", text), fed_sections, NULL, 0,
                               &config, NULL, &d.error);
    if (d.status == FED_OK)
        d.status = fed_dataset_load(&d.arena, crew(), config, seed, replicate, &d.data, &d.error);
    return d;
}

static double apart(size_t p, const double *x, const double *y)
{
    double square = 0.0;

    for (size_t j = 0; j < p; j++)
        square += (x[j] - y[j]) * (x[j] - y[j]);
    return sqrt(square);
}

/* Sizes in turn; responses are x'theta_i and noise of the stated size. */
static void test_sizes(void)
{
    drawn d = draw(
        1, 0,
        "source = \"heterogeneous\"; clients = 6; sizes = [30, 400]; features = 5; noise = 0.5; "
        "heterogeneity = \"radius\"; gamma = 2.0;");
    double square = 0.0;

    CU_ASSERT_FATAL(d.status == FED_OK);
    CU_ASSERT(d.data->n == 3 * 430 && d.data->clients == 6 && d.data->d == 5 &&
              d.data->noise == 0.5);
    for (size_t i = 0; i < d.data->n; i++) {
        const double *theta = d.data->truths + (size_t)d.data->client[i] * 5;
        const double signal = fed_dot(5, d.data->x + i * 5, theta);

        ASSERT_NEAR(d.data->signal[i], signal, 1e-12);
        square += (d.data->y[i] - signal) * (d.data->y[i] - signal);
    }
    ASSERT_NEAR(square / (double)d.data->n, 0.25, 0.25 * 4.0 * sqrt(2.0 / 1290.0));
    fed_arena_free(&d.arena);
}

/* Each client's features live on r axes, scaled so that rows keep their mean square length d. */
static void test_subspace(void)
{
    enum { D = 20, R = 6 };
    drawn d = draw(
        2, 0,
        "source = \"heterogeneous\"; clients = 8; sizes = [500]; features = 20; subspace = 6;");
    size_t distinct = 0;
    bool first[D];

    CU_ASSERT_FATAL(d.status == FED_OK);
    for (size_t m = 0; m < 8; m++) {
        double square = 0.0;
        size_t axes = 0, same = 0;

        for (size_t j = 0; j < D; j++) {
            bool used = false;

            for (size_t i = 0; i < 500; i++) {
                const double x = d.data->x[(m * 500 + i) * D + j];

                used = used || x != 0.0;
                square += x * x;
            }
            axes += used;
            same += m > 0 && used == first[j];
            first[j] = m > 0 ? first[j] : used;
        }
        CU_ASSERT(axes == R);
        distinct += m > 0 && same < D;
        ASSERT_NEAR(square / 500.0, (double)D, D * 5.0 * sqrt(2.0 / (500.0 * R)));
    }
    CU_ASSERT(distinct >= 6); /* the axes are drawn for each client */
    fed_arena_free(&d.arena);
}

/* Turned subspaces: rank r, mean square length d, and no feature is left out. */
static void test_turned(void)
{
    enum { D = 12, R = 4, N = 400 };
    drawn d =
        draw(2, 0,
             "source = \"heterogeneous\"; clients = 3; sizes = [400]; features = 12; subspace "
             "= 4; subspaces = \"random\";");

    CU_ASSERT_FATAL(d.status == FED_OK);
    for (size_t m = 0; m < 3; m++) {
        const double *x = d.data->x + m * N * D;
        double gram[D * D] = {0}, values[D], square = 0.0;

        for (size_t i = 0; i < N; i++)
            for (size_t j = 0; j < D; j++)
                for (size_t k = 0; k < D; k++)
                    gram[j * D + k] += x[i * D + j] * x[i * D + k] / N;
        for (size_t j = 0; j < D; j++) {
            CU_ASSERT(gram[j * (D + 1)] > 1e-6);
            square += gram[j * (D + 1)];
        }
        ASSERT_NEAR(square, (double)D, D * 5.0 * sqrt(2.0 / (N * (double)R)));
        CU_ASSERT(fed_eigen(D, gram, D, false, values));
        for (size_t k = 0; k < D; k++)
            CU_ASSERT(k < D - R ? fabs(values[k]) < 1e-12 : values[k] > 1.0);
    }
    fed_arena_free(&d.arena);
}

/* Student's t of variance 1: five standard deviations are passed as often as its law says (normal
 * noise would not pass them once). */
static void test_heavy_tails(void)
{
    enum { N = 40000 };
    drawn d =
        draw(3, 0,
             "source = \"heterogeneous\"; clients = 1; sizes = [40000]; features = 1; noise = "
             "1.0; noise_law = \"student\"; freedom = 4.0;");
    double square = 0.0;
    size_t far = 0;

    CU_ASSERT_FATAL(d.status == FED_OK);
    for (size_t i = 0; i < N; i++) {
        const double z = d.data->y[i] - d.data->signal[i];

        square += fmin(z * z, 100.0) / N;
        far += fabs(z) > 5.0;
    }
    /* P(|t_4| > 5 sqrt(2)) = 0.00211: 84 of 40000; E min(z^2, 100) = 0.985 */
    ASSERT_NEAR(square, 0.985, 0.1);
    CU_ASSERT(far > 40 && far < 140);
    fed_arena_free(&d.arena);
}

/* Distances of the truths in the four constructions. */
static void test_truths(void)
{
    enum { D = 7, M = 6 };
    static const char *const shapes[] = {"one", "radius", "pairwise", "two-point"};

    for (size_t k = 0; k < 4; k++) {
        char keys[256];
        drawn d, flat;
        double largest = 0.0;

        snprintf(keys, sizeof keys,
                 "source = \"heterogeneous\"; clients = 6; sizes = [3]; features = 7; gamma = 1.5; "
                 "evaluated = 2; heterogeneity = \"%s\";",
                 shapes[k]);
        d = draw(3, 1, keys);
        flat = draw(3, 1, "source = \"heterogeneous\"; clients = 6; sizes = [3]; features = 7;");
        CU_ASSERT_FATAL(d.status == FED_OK && flat.status == FED_OK);
        for (size_t m = 0; m < M; m++) {
            const double away = apart(D, d.data->truths + m * D, d.data->truth);

            if (k == 0)
                ASSERT_NEAR(away, m == 2 ? 1.5 : 0.0, 1e-13);
            if (k == 1)
                ASSERT_NEAR(away, 1.5, 1e-13);
            if (k == 3)
                ASSERT_NEAR(away, 0.75, 1e-13);
            for (size_t i = 0; i < m; i++)
                largest = fmax(largest, apart(D, d.data->truths + m * D, d.data->truths + i * D));
            ASSERT_NEAR(apart(D, flat.data->truths + m * D, flat.data->truth), 0.0, 0.0);
        }
        if (k != 1)
            ASSERT_NEAR(largest, 1.5, 1e-13);
        if (k == 0) /* the client evaluated keeps the truth it has without heterogeneity */
            ASSERT_NEAR(apart(D, d.data->truths + 2 * D, flat.data->truth), 0.0, 1e-13);
        fed_arena_free(&d.arena);
        fed_arena_free(&flat.arena);
    }
}

/* U_5(cos a) sin a = sin 6a on one interval per client, the grid at the left ends of its cells. */
static void test_chebyshev(void)
{
    drawn d =
        draw(4, 0,
             "source = \"chebyshev\"; clients = 20; sizes = [4]; noise = 0.0; test_samples = 300;");

    CU_ASSERT_FATAL(d.status == FED_OK);
    CU_ASSERT(d.data->n == 80 && d.data->test != NULL && d.data->test->n == 300 &&
              d.data->test->extent == 2.0);
    for (size_t i = 0; i < 80; i++) {
        const double x = d.data->x[i], a = acos(x);

        ASSERT_NEAR(x, -1.0 + 0.1 * (double)(i / 4) + 0.025 * (double)(i % 4), 1e-14);
        CU_ASSERT(d.data->client[i] == (int64_t)(i / 4));
        if (i > 0)
            ASSERT_NEAR(d.data->y[i], sin(6.0 * a) / sin(a), 1e-10);
    }
    ASSERT_NEAR(d.data->y[0], -6.0, 1e-12);
    ASSERT_NEAR(d.data->test->x[0], -1.0 + 1.0 / 300.0, 1e-14);
    fed_arena_free(&d.arena);
}

/* E z and E 1/z of the density 8z/15 on [1/2, 2] are 7/5 and 4/5. */
static void test_density(void)
{
    drawn d = draw(5, 0, "source = \"density\"; clients = 1000;");
    drawn random = draw(5, 0, "source = \"density\"; clients = 4000; places = \"random\";");
    double z = 0.0, inverse = 0.0, drawn_z = 0.0;

    CU_ASSERT_FATAL(d.status == FED_OK && random.status == FED_OK);
    for (size_t m = 0; m < 1000; m++) {
        z += d.data->y[m] / 1000.0;
        inverse += d.data->x[m] / 1000.0;
        CU_ASSERT(m == 0 || d.data->y[m] > d.data->y[m - 1]);
    }
    for (size_t m = 0; m < 4000; m++) {
        drawn_z += random.data->y[m] / 4000.0;
        CU_ASSERT(random.data->y[m] >= 0.5 && random.data->y[m] <= 2.0);
    }
    ASSERT_NEAR(z, 1.4, 1e-9);
    ASSERT_NEAR(inverse, 0.8, 1e-9);
    ASSERT_NEAR(drawn_z, 1.4, 0.03);
    fed_arena_free(&d.arena);
    fed_arena_free(&random.arena);
}

/* Every A_i has the spectrum asked for; common eigenvectors make them commute, own ones do not. */
static void test_quadratics(void)
{
    enum { D = 5, M = 4 };

    for (int common = 0; common < 2; common++) {
        drawn d = draw(
            6, 2,
            common ? "source = \"quadratics\"; clients = 4; features = 5; spectrum = [0.5, 8.0]; "
                     "gamma = 3.0; eigenvectors = \"common\"; eigenvalues = \"drawn\";"
                   : "source = \"quadratics\"; clients = 4; features = 5; spectrum = [0.5, 8.0]; "
                     "gamma = 3.0;");
        double ab[D * D], ba[D * D], commutator = 0.0;

        CU_ASSERT_FATAL(d.status == FED_OK && d.data->n == M && d.data->matrices != NULL);
        fed_gemm(false, false, D, D, D, 1.0, d.data->matrices, D, d.data->matrices + D * D, D, 0.0,
                 ab, D);
        fed_gemm(false, false, D, D, D, 1.0, d.data->matrices + D * D, D, d.data->matrices, D, 0.0,
                 ba, D);
        for (size_t k = 0; k < D * D; k++)
            commutator = fmax(commutator, fabs(ab[k] - ba[k]));
        CU_ASSERT(common ? commutator < 1e-12 : commutator > 0.1);
        for (size_t m = 0; m < M; m++) {
            double a[D * D], values[D];

            memcpy(a, d.data->matrices + m * D * D, sizeof a);
            CU_ASSERT_FATAL(fed_eigen(D, a, D, false, values));
            for (size_t k = 0; k < D; k++)
                CU_ASSERT(common ? values[k] > 0.5 && values[k] < 8.0
                                 : fabs(values[k] - 0.5 * pow(16.0, (double)k / 4.0)) < 1e-12);
        }
        fed_arena_free(&d.arena);
    }
}

/* The same seed gives the same data; another replicate gives others. */
static void test_streams(void)
{
    static const char *const keys[] = {
        "source = \"heterogeneous\"; clients = 3; sizes = [4]; features = 2;",
        "source = \"chebyshev\"; clients = 3; sizes = [4];",
        "source = \"quadratics\"; clients = 3; features = 2;"};

    for (size_t k = 0; k < 3; k++) {
        drawn a = draw(7, 0, keys[k]), b = draw(7, 0, keys[k]), c = draw(7, 1, keys[k]);

        CU_ASSERT_FATAL(a.status == FED_OK && b.status == FED_OK && c.status == FED_OK);
        CU_ASSERT(memcmp(a.data->x, b.data->x, a.data->n * a.data->d * sizeof(double)) == 0);
        CU_ASSERT(memcmp(a.data->y, b.data->y, a.data->n * sizeof(double)) == 0);
        CU_ASSERT(apart(a.data->n * a.data->d, a.data->x, c.data->x) +
                      apart(a.data->n, a.data->y, c.data->y) >
                  0.01);
        fed_arena_free(&a.arena);
        fed_arena_free(&b.arena);
        fed_arena_free(&c.arena);
    }
}

static void refuse(const char *keys, const char *what)
{
    drawn d = draw(1, 0, keys);

    CU_ASSERT(d.status == FED_CONFIG);
    CU_ASSERT(strstr(d.error.text, what) != NULL);
    if (strstr(d.error.text, what) == NULL)
        printf("# %s\n", d.error.text);
    fed_arena_free(&d.arena);
}

static void test_refusals(void)
{
    refuse("source = \"heterogeneous\"; features = 5; subspace = 6;",
           "data.subspace: 6 axes of 5 features");
    refuse("source = \"heterogeneous\"; clients = 3; evaluated = 3;",
           "data.evaluated: client 3 of 3");
    refuse("source = \"heterogeneous\"; sizes = [];", "data.sizes");
    refuse("source = \"heterogeneous\"; sizes = [5, 0];", "data.sizes: must be at least 1");
    refuse("source = \"heterogeneous\"; heterogeneity = \"two\";",
           "data.heterogeneity: unknown word");
    refuse("source = \"density\"; low = 3.0;", "data.low");
    refuse("source = \"quadratics\"; spectrum = [1.0, 2.0, 3.0];",
           "data.spectrum: 3 eigenvalues for 5 features");
    refuse("source = \"quadratics\"; spectrum = [2.0, 1.0];", "data.spectrum");
}

int main(void)
{
    CU_TestInfo tests[] = {{"sizes in turn, noise as stated", test_sizes},
                           {"subspaces of r axes", test_subspace},
                           {"subspaces turned at random", test_turned},
                           {"heavy tails", test_heavy_tails},
                           {"the four kinds of heterogeneity", test_truths},
                           {"U_5 on intervals", test_chebyshev},
                           {"a density over clients", test_density},
                           {"quadratics of given spectrum", test_quadratics},
                           {"streams", test_streams},
                           {"bad keys", test_refusals},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"generators", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
