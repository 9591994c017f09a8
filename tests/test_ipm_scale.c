/* test_ipm_scale.c -- nothing the interior point method says or does depends on units: features or
 * responses times 10^k give the same status, the same steps and the same model in those units. */
#include "ipm_lab.h"
#include "core/normal.h"

enum { N = 120, D = 5, CLIENTS = 4, MOST = 6 };

typedef struct scale_case {
    const char *kind, *type, *rest;
    double l1, l2, degree; /* degree 0: the responses are classes */
    bool intercept;
} scale_case;

static const scale_case cases[] = {
    {"linear", "linear", "", 0.0, 0.0, 2.0, true},
    {"linear", "linear", "", 0.1, 0.0, 2.0, false},
    {"linear", "linear", "", 0.05, 0.1, 2.0, true},
    {"hard", "logistic", "", 0.0, 0.0, 0.0, true},
    {"hard", "logistic", "", 0.02, 0.0, 0.0, true},
    {"soft", "logistic", "", 0.0, 0.01, 0.0, false},
    {"counts", "poisson", "", 0.0, 0.0, 0.0, true},
    {"counts", "poisson", "", 0.02, 0.01, 0.0, false},
    {"hard", "exponential", "", 0.0, 0.0, 0.0, true},
    {"hard", "exponential", "", 0.02, 0.01, 0.0, false},
    {"hard", "hinge", "", 0.0, 0.05, 0.0, true},
    {"hard", "hinge", "", 0.02, 0.0, 0.0, false},
    {"heavy", "quantile", "tau = 0.3;", 0.0, 0.0, 1.0, true},
    {"heavy", "quantile", "tau = 0.6;", 0.05, 0.0, 1.0, false},
    {"heavy", "quantile", "tau = 0.5;", 0.0, 0.02, 1.0, false},
    {"linear", "pnorm", "p = 3.0;", 0.0, 0.0, 3.0, false},
    {"linear", "pnorm", "p = 3.0;", 0.1, 0.0, 3.0, true},
    {"heavy", "pnorm", "p = 1.5;", 0.0, 0.05, 1.5, false},
    {"linear", "pnorm", "p = 8.0;", 0.1, 0.0, 8.0, false},
};

/* The same samples with features times x and responses times y. */
static lab *study(const scale_case *c, size_t k, double x, double y)
{
    const double l1 = c->l1 * x * (c->degree > 0.0 ? pow(y, c->degree - 1.0) : 1.0),
                 l2 = c->l2 * x * x * (c->degree > 0.0 ? pow(y, c->degree - 2.0) : 1.0);
    fed_rng rng = fed_rng_stream(500 + k, FED_RNG_TEST, 9, 0, 0);
    char loss[256], *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);

    fputs("client,y,a,b,c,d,e", stream);
    for (size_t i = 0; i < N; i++) {
        double row[D], sum = 0.3, noise = fed_rng_normal(&rng), response;

        for (size_t j = 0; j < D; j++) {
            row[j] = fed_rng_normal(&rng);
            sum += (j % 2 ? -1.0 : 1.0) * row[j] / (double)(j + 1);
        }
        response = sum + noise;
        if (strcmp(c->kind, "heavy") == 0)
            response = sum + noise / sqrt(fed_rng_exponential(&rng));
        else if (strcmp(c->kind, "hard") == 0)
            response = sum + 1.5 * noise > 0.0;
        else if (strcmp(c->kind, "soft") == 0)
            response = 1.0 / (1.0 + exp(-response));
        else if (strcmp(c->kind, "counts") == 0)
            response = floor(exp(0.5 * response));
        fprintf(stream, "\n%zu,%.17g", i % CLIENTS, c->degree > 0.0 ? y * response : response);
        for (size_t j = 0; j < D; j++)
            fprintf(stream, ",%.17g", x * row[j]);
    }
    fputc('\n', stream);
    fclose(stream);
    files_write("data.csv", text, size);
    free(text);
    snprintf(loss, sizeof loss, "%s l1 = %.17e; l2 = %.17e; intercept = %s;", c->rest, l1, l2,
             c->intercept ? "true" : "false");
    return ipm_study(1, k % 2 ? "uniform" : "samples", c->type, loss,
                     "name = \"fedipm\"; tolerance = 1e-9;");
}

/* theta times x over y is that of the first study; the intercept follows y alone. */
static void compare(const scale_case *c, const lab *first, const lab *l, double x, double y)
{
    double apart = 0.0, size = 0.0;

    CU_ASSERT(lab_result(l, 0, 0)->outcome == lab_result(first, 0, 0)->outcome);
    CU_ASSERT(ipm_steps(l, 0) == ipm_steps(first, 0));
    for (size_t j = 0; j < lab_result(l, 0, 0)->p; j++) {
        const double unit = (j < D ? x : 1.0) / y;

        apart = fmax(apart, fabs(unit * lab_theta(l, 0)[j] - lab_theta(first, 0)[j]));
        size = fmax(size, fabs(lab_theta(first, 0)[j]));
    }
    CU_ASSERT(apart <= 1e-6 * size);
    if (ipm_steps(l, 0) != ipm_steps(first, 0) || !(apart <= 1e-6 * size))
        printf("# %s %s, x %g, y %g: %zu steps (%zu), %g apart\n", c->type, c->rest, x, y,
               ipm_steps(l, 0), ipm_steps(first, 0), apart / size);
}

static void test_units(void)
{
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        lab *first = study(&cases[k], k, 1.0, 1.0);

        CU_ASSERT(lab_result(first, 0, 0)->outcome == FED_TOLERANCE);
        for (int e = -MOST; e <= MOST; e++) {
            const double factor = pow(10.0, e);
            lab *l = study(&cases[k], k, factor, 1.0);

            compare(&cases[k], first, l, factor, 1.0);
            lab_free(l);
            if (cases[k].degree == 0.0)
                continue;
            l = study(&cases[k], k, 1.0, factor);
            compare(&cases[k], first, l, 1.0, factor);
            lab_free(l);
        }
        lab_free(first);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"units of features and responses", test_units}, CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"ipm scale", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
