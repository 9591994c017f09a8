/* test_ipm_rounding.c -- losses without curvature, samples whose weights are apart by up to six
 * orders of magnitude: neither the order of the sums nor the units decide what is found. */
#include "ipm_lab.h"

enum { N = 600, D = 12, CLIENTS = 9, SEEDS = 3, ORDERS = 4 };

typedef struct rounding_case {
    const char *type, *rest;
    double spread; /* of the samples' weights, in powers of ten; of hinge losses n_m, 1 to 600 */
    double l1, l2;
    bool intercept;
} rounding_case;

static const rounding_case cases[] = {
    {"hinge", "", 0.0, 0.0, 0.05, false},
    {"hinge", "", 0.0, 0.0, 1e-6, false},
    {"hinge", "", 0.0, 0.0, 1e-3, true},
    {"hinge", "", 0.0, 0.01, 0.0, false},
    {"quantile", "tau = 0.3;", 6.0, 0.0, 0.0, false},
    {"quantile", "tau = 0.5;", 6.0, 0.0, 1e-3, false},
    {"quantile", "tau = 0.6;", 6.0, 1e-3, 0.0, true},
};

typedef struct samples {
    double x[N][D], y[N];
    size_t client[N];
} samples;

/* A quantile's loss of u x and u y is u times that of x and y. Of the clients of hinge losses,
 * which weigh the same, all but one or four have one sample. */
static void draw(const rounding_case *c, uint64_t seed, samples *s)
{
    fed_rng rng = fed_rng_stream(seed, FED_RNG_TEST, 10, 0, 0);
    const bool hinge = strcmp(c->type, "hinge") == 0;

    for (size_t i = 0; i < N; i++) {
        const double noise = fed_rng_normal(&rng),
                     weight = pow(10.0, c->spread * (fed_rng_uniform(&rng) - 0.5));
        double sum = 0.2;

        for (size_t j = 0; j < D; j++) {
            const double x = fed_rng_normal(&rng);

            s->x[i][j] = weight * x;
            sum += (j % 2 ? -1.0 : 1.0) * x / (double)(j + 1);
        }
        s->y[i] = hinge ? sum + 1.5 * noise > 0.0
                        : weight * (sum + noise / sqrt(fed_rng_exponential(&rng)));
        s->client[i] = i < CLIENTS ? i : seed % 2 ? i * i % CLIENTS : 0;
    }
}

static void shuffle(size_t n, size_t *place, fed_rng *rng)
{
    for (size_t i = n; i > 1; i--) {
        const size_t j = (size_t)(fed_rng_uniform(rng) * (double)i), kept = place[i - 1];

        place[i - 1] = place[j];
        place[j] = kept;
    }
}

/* The samples in an order of rows and columns, features in units of 1/unit; place: of the columns.
 */
static void write_samples(const samples *s, double unit, uint64_t order, size_t *place)
{
    fed_rng rng = fed_rng_stream(order, FED_RNG_TEST, 11, 0, 0);
    size_t row[N], size = 0;
    char *text = NULL;
    FILE *stream = open_memstream(&text, &size);

    for (size_t i = 0; i < N; i++)
        row[i] = i;
    for (size_t j = 0; j < D; j++)
        place[j] = j;
    if (order > 0) {
        shuffle(N, row, &rng);
        shuffle(D, place, &rng);
    }
    fputs("client,y", stream);
    for (size_t j = 0; j < D; j++)
        fprintf(stream, ",x%zu", j);
    for (size_t i = 0; i < N; i++) {
        fprintf(stream, "\n%zu,%.17g", s->client[row[i]], s->y[row[i]]);
        for (size_t j = 0; j < D; j++)
            fprintf(stream, ",%.17g", unit * s->x[row[i]][place[j]]);
    }
    fputc('\n', stream);
    fclose(stream);
    files_write("data.csv", text, size);
    free(text);
}

/* theta is that of the samples as drawn. */
static lab *study(const rounding_case *c, const samples *s, uint64_t order, const char *tolerance,
                  double *theta)
{
    const double unit = order == 0 ? 1.0 : pow(10.0, 3.0 * (double)order - 6.0); /* 1e-3, 1, 1e3 */
    size_t place[D];
    char loss[256], algorithm[64];
    lab *l;

    write_samples(s, unit, order, place);
    snprintf(loss, sizeof loss, "%s l1 = %.17e; l2 = %.17e; intercept = %s;", c->rest, c->l1 * unit,
             c->l2 * unit * unit, c->intercept ? "true" : "false");
    snprintf(algorithm, sizeof algorithm, "name = \"fedipm\"; tolerance = %s;", tolerance);
    l = ipm_study(1, "uniform", c->type, loss, algorithm);
    for (size_t j = 0; j < D; j++)
        theta[place[j]] = unit * lab_theta(l, 0)[j];
    if (c->intercept)
        theta[D] = lab_theta(l, 0)[D];
    return l;
}

static void compare(const rounding_case *c, const double *first, const double *theta)
{
    const size_t p = c->intercept ? D + 1 : D;
    double size = 0.0;

    for (size_t j = 0; j < p; j++)
        size = fmax(size, fabs(first[j]));
    for (size_t j = 0; j < p; j++)
        CU_ASSERT(fabs(theta[j] - first[j]) <= 1e-6 * size);
}

static void test_orders(void)
{
    static const char *const tolerances[] = {"1e-8", "1e-12"};
    samples *s = malloc(sizeof *s);

    CU_ASSERT_FATAL(s != NULL);
    for (size_t k = 0; k < SEEDS * sizeof cases / sizeof *cases; k++) {
        const rounding_case *c = &cases[k / SEEDS];
        double first[D + 1], theta[D + 1], least = NAN;

        draw(c, 200 + k, s);
        for (size_t i = 0; i < 2 * ORDERS; i++) {
            lab *l = study(c, s, i / 2, tolerances[i % 2], i == 0 ? first : theta);
            const double loss = lab_last(l, 0, FED_METRIC_loss);

            if (i == 0)
                least = loss;
            else
                compare(c, first, theta);
            CU_ASSERT(lab_result(l, 0, 0)->outcome == FED_TOLERANCE);
            CU_ASSERT(ipm_steps(l, 0) <= 50 && ipm_cell(l, 0, IPM_T) > 1e-30);
            ASSERT_CLOSE(loss, least, 1e-9);
            lab_free(l);
        }
    }
    free(s);
}

/* A gap of 0 is not to be had: the run says so, at the optimum, and t has not gone on falling. */
static void test_no_tolerance(void)
{
    samples *s = malloc(sizeof *s);

    CU_ASSERT_FATAL(s != NULL);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double first[D + 1], theta[D + 1];
        lab *l, *beyond;

        draw(&cases[k], 300 + k, s);
        l = study(&cases[k], s, 0, "1e-12", first);
        beyond = study(&cases[k], s, 0, "0.0", theta);
        compare(&cases[k], first, theta);
        CU_ASSERT(lab_result(beyond, 0, 0)->outcome == FED_DIVERGED);
        CU_ASSERT(strstr(lab_result(beyond, 0, 0)->reason, "rounding leaves") != NULL);
        CU_ASSERT(ipm_steps(beyond, 0) <= 80 && ipm_cell(beyond, 0, IPM_T) > 1e-30);
        lab_free(l);
        lab_free(beyond);
    }
    free(s);
}

int main(void)
{
    CU_TestInfo tests[] = {{"orders and units of unequal samples", test_orders},
                           {"no tolerance at all", test_no_tolerance},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"ipm rounding", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
