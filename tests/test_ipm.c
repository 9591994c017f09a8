/* test_ipm.c -- the interior point method against Newton, coordinate descent and enumeration. */
#include "core/linalg.h"
#include "ipm_lab.h"

/* Smooth objectives: the same minimiser as damped Newton's, hard and soft labels, weights,
 * intercepts. */
static void test_smooth(void)
{
    static const struct {
        const char *kind, *type, *rest;
    } cases[] = {
        {"linear", "linear", ""},
        {"linear", "linear", "l2 = 0.05;"},
        {"linear", "linear", "l2 = 0.05; intercept = true; scale = 2.5;"},
        {"hard", "logistic", "l2 = 0.02;"},
        {"hard", "logistic", ""},
        {"hard", "logistic", "l2 = 0.001; intercept = true; scale = 0.3;"},
        {"soft", "logistic", "l2 = 0.01;"},
        {"soft", "logistic", "intercept = true;"},
        {"linear", "pnorm", "p = 3.0;"},
        {"linear", "pnorm", "p = 3.0; l2 = 0.1; intercept = true;"},
        {"heavy", "pnorm", "p = 2.5;"},
        {"counts", "poisson", ""},
        {"counts", "poisson", "l2 = 0.01; intercept = true; scale = 3.0;"},
        {"hard", "exponential", ""},
        {"hard", "exponential", "l2 = 0.01; intercept = true; scale = 0.7;"},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int uniform = 0; uniform < 2; uniform++) {
            const char *weights = uniform ? "uniform" : "samples";
            lab *ours, *newton;
            double apart = 0.0, size = 0.0;

            ipm_data("data.csv", cases[k].kind, 120, 6, 5, 40 + k);
            ours = ipm_study(1, weights, cases[k].type, cases[k].rest,
                             "name = \"fedipm\"; tolerance = 1e-9;");
            newton = ipm_study(1, weights, cases[k].type, cases[k].rest,
                               "name = \"fednewton\"; tolerance = 1e-11;");
            CU_ASSERT(lab_result(ours, 0, 0)->outcome == FED_TOLERANCE);
            CU_ASSERT(ipm_steps(ours, 0) <= 150);
            CU_ASSERT(ipm_cell(ours, 0, IPM_FEASIBILITY) <= 1e-9);
            ASSERT_CLOSE(lab_last(ours, 0, FED_METRIC_loss), lab_last(newton, 0, FED_METRIC_loss),
                         1e-8);
            for (size_t j = 0; j < lab_result(ours, 0, 0)->p; j++) {
                apart = fmax(apart, fabs(lab_theta(ours, 0)[j] - lab_theta(newton, 0)[j]));
                size = fmax(size, fabs(lab_theta(newton, 0)[j]));
            }
            CU_ASSERT(apart <= 1e-6 * (1.0 + size));
            lab_free(ours);
            lab_free(newton);
        }
}

/* p < 2: the Hessian has no bound, but a zero gradient tells the minimiser; close to 1 (where the
 * gradient is a root that small residuals do not make small) the duality gap does. */
static void test_small_powers(void)
{
    static const char *const powers[] = {"p = 1.5;", "p = 1.8; l2 = 0.05;", "p = 1.1;",
                                         "p = 1.02;"};

    for (size_t k = 0; k < 4; k++) {
        lab *ours;

        ipm_data("data.csv", "heavy", 150, 5, 4, 70 + k);
        ours = ipm_study(1, "samples", "pnorm", powers[k], "name = \"fedipm\"; tolerance = 1e-11;");
        CU_ASSERT(lab_result(ours, 0, 0)->outcome == FED_TOLERANCE && ipm_steps(ours, 0) <= 150);
        CU_ASSERT(k >= 2 || lab_last(ours, 0, FED_METRIC_grad_norm) < 1e-6);
        CU_ASSERT(fabs(ipm_cell(ours, 0, IPM_GAP)) < 1e-9);
        lab_free(ours);
    }
}

/* l1: coordinate descent on the linear loss, to the last digits. */
static void lasso(const problem_copy *c, double l1, double l2, double *w)
{
    for (size_t pass = 0; pass < 2000; pass++)
        for (size_t j = 0; j < c->d; j++) {
            double square = 0.0, product = 0.0;

            for (size_t i = 0; i < c->n; i++) {
                double fit = 0.0;

                for (size_t k = 0; k < c->d; k++)
                    fit += k == j ? 0.0 : c->x[i * c->d + k] * w[k];
                square += c->x[i * c->d + j] * c->x[i * c->d + j] / (double)c->n;
                product += c->x[i * c->d + j] * (c->y[i] - fit) / (double)c->n;
            }
            w[j] = (product > l1    ? product - l1
                    : product < -l1 ? product + l1
                                    : 0.0) /
                   (square + l2);
        }
}

static void test_lasso(void)
{
    static const double l1[] = {0.15, 0.02, 0.4}, l2[] = {0.0, 0.1, 0.05};

    for (size_t k = 0; k < 3; k++) {
        double w[4] = {0};
        problem_copy copy;
        char rest[64];
        lab *ours;

        ipm_data("data.csv", "linear", 60, 4, 3, 90 + k);
        snprintf(rest, sizeof rest, "l1 = %g; l2 = %g;", l1[k], l2[k]);
        ours = ipm_study(1, "samples", "linear", rest, "name = \"fedipm\"; tolerance = 1e-9;");
        copy = ipm_copy(ours);
        lasso(&copy, l1[k], l2[k], w);
        CU_ASSERT(lab_result(ours, 0, 0)->outcome == FED_TOLERANCE && ipm_steps(ours, 0) <= 150);
        CU_ASSERT(ipm_cell(ours, 0, IPM_FEASIBILITY) <= 1e-9);
        for (size_t j = 0; j < 4; j++)
            ASSERT_CLOSE(lab_theta(ours, 0)[j], w[j], 1e-6);
        CU_ASSERT(isnan(lab_last(ours, 0, FED_METRIC_gap))); /* no reference optimum with l1 */
        fed_arena_free(&copy.arena);
        lab_free(ours);
    }
}

/* Dual coordinate descent: min |sum_j a_j x_j|^2/(2 n l2) + cost_j a_j over a box; w = -sum a_j
 * x_j/(n l2). */
static void box_dual(const problem_copy *c, double l2, bool hinge, double tau, double *w)
{
    double a[256] = {0};

    memset(w, 0, c->d * sizeof *w);
    for (size_t pass = 0; pass < 20000; pass++)
        for (size_t i = 0; i < c->n; i++) {
            const double *x = c->x + i * c->d, sign = hinge ? 1.0 - 2.0 * c->y[i] : 1.0;
            const double cost = hinge ? -1.0 : c->y[i], low = hinge ? 0.0 : -tau,
                         high = hinge ? 1.0 : 1.0 - tau;
            double slope = cost, square = 0.0, next;

            for (size_t k = 0; k < c->d; k++) {
                slope -= sign * x[k] * w[k];
                square += x[k] * x[k] / ((double)c->n * l2);
            }
            next = fmin(fmax(a[i] - slope / square, low), high);
            for (size_t k = 0; k < c->d; k++)
                w[k] -= (next - a[i]) * sign * x[k] / ((double)c->n * l2);
            a[i] = next;
        }
}

static void test_boxes(void)
{
    static const struct {
        const char *kind, *type, *rest;
        double l2, tau;
    } cases[] = {{"hard", "hinge", "l2 = 0.05;", 0.05, 0.0},
                 {"hard", "hinge", "l2 = 0.5;", 0.5, 0.0},
                 {"heavy", "quantile", "tau = 0.3; l2 = 0.1;", 0.1, 0.3},
                 {"heavy", "quantile", "tau = 0.85; l2 = 0.2;", 0.2, 0.85}};

    for (size_t k = 0; k < 4; k++) {
        double w[4];
        problem_copy copy;
        lab *ours;

        ipm_data("data.csv", cases[k].kind, 60, 4, 3, 110 + k);
        ours = ipm_study(1, "samples", cases[k].type, cases[k].rest,
                         "name = \"fedipm\"; tolerance = 1e-10;");
        copy = ipm_copy(ours);
        box_dual(&copy, cases[k].l2, strcmp(cases[k].type, "hinge") == 0, cases[k].tau, w);
        CU_ASSERT(lab_result(ours, 0, 0)->outcome == FED_TOLERANCE && ipm_steps(ours, 0) <= 150);
        CU_ASSERT(ipm_cell(ours, 0, IPM_FEASIBILITY) <= 1e-9);
        for (size_t j = 0; j < 4; j++)
            ASSERT_CLOSE(lab_theta(ours, 0)[j], w[j], 1e-5);
        fed_arena_free(&copy.arena);
        lab_free(ours);
    }
}

/* Without penalty a quantile fit passes through d samples: every pair is tried. */
/* On the features of the polynomial kernel the dual is the kernel's: a kernel machine by coordinate
 * descent on K alone, and kernel regression by (K + n l2 I)^-1 y. */
enum { KERNEL_N = 60, KERNEL_D = 3 };

static void kernel_matrix(const problem_copy *c, double *k)
{
    for (size_t i = 0; i < c->n; i++)
        for (size_t j = 0; j < c->n; j++) {
            double product = 1.0;

            for (size_t l = 0; l < c->d; l++)
                product += c->x[i * c->d + l] * c->x[j * c->d + l];
            k[i * c->n + j] = product * product;
        }
}

/* a of f = sum_j a_j k(., x_j): dual coordinate descent; or Gauss-Seidel on (K + n l2 I) a = y */
static void kernel_dual(const problem_copy *c, const double *k, double l2, bool hinge, double *a)
{
    const double n = (double)c->n;

    memset(a, 0, c->n * sizeof *a);
    for (size_t pass = 0; pass < 40000; pass++)
        for (size_t i = 0; i < c->n; i++) {
            const double sign = 2.0 * c->y[i] - 1.0, square = k[i * (c->n + 1)];
            const double f = fed_dot(c->n, k + i * c->n, a);

            if (hinge)
                a[i] =
                    sign * fmin(fmax(sign * a[i] + (1.0 - sign * f) / square, 0.0), 1.0 / (n * l2));
            else
                a[i] += (c->y[i] - f - n * l2 * a[i]) / (square + n * l2);
        }
}

static void test_kernel(void)
{
    static const char *const kinds[] = {"linear", "hard"}, *const losses[] = {"linear", "hinge"};
    const double l2 = 0.05;
    double k[KERNEL_N * KERNEL_N], a[KERNEL_N];

    for (int hinge = 0; hinge < 2; hinge++) {
        double loss = 0.0;
        problem_copy copy;
        lab *plain, *ours;

        ipm_data("data.csv", kinds[hinge], KERNEL_N, KERNEL_D, 4, 131);
        plain = ipm_study(1, "samples", "linear", "", "name = \"fedipm\";");
        copy = ipm_copy(plain);
        kernel_matrix(&copy, k);
        kernel_dual(&copy, k, l2, hinge, a);
        for (size_t i = 0; i < KERNEL_N; i++) {
            const double f = fed_dot(KERNEL_N, k + i * KERNEL_N, a), r = copy.y[i] - f;

            loss += (hinge ? fmax(0.0, 1.0 - (2.0 * copy.y[i] - 1.0) * f) : 0.5 * r * r) / KERNEL_N;
            loss += 0.5 * l2 * a[i] * f;
        }
        ours = lab_run(1,
                       LAB_DATA("data.csv") "loss = { type = \"%s\"; l2 = 0.05; };\nalgorithm = { "
                                            "name = \"fedipm\"; tolerance = 1e-10; };\n"
                                            "features = { type = \"polynomial\"; scaling = "
                                            "\"kernel\"; degree = 2; };\n",
                       losses[hinge]);
        CU_ASSERT(lab_result(ours, 0, 0)->outcome == FED_TOLERANCE && ipm_steps(ours, 0) <= 40);
        ASSERT_CLOSE(lab_last(ours, 0, FED_METRIC_loss), loss, 1e-8);
        fed_arena_free(&copy.arena);
        lab_free(plain);
        lab_free(ours);
    }
}

static void test_quantile(void)
{
    for (size_t k = 0; k < 3; k++) {
        const double tau = 0.2 + 0.3 * (double)k;
        double best = INFINITY;
        problem_copy c;
        char rest[64];
        lab *ours;

        ipm_data("data.csv", "heavy", 45, 2, 3, 130 + k);
        snprintf(rest, sizeof rest, "tau = %g;", tau);
        ours = ipm_study(1, "samples", "quantile", rest, "name = \"fedipm\"; tolerance = 1e-10;");
        c = ipm_copy(ours);
        for (size_t i = 0; i < c.n; i++)
            for (size_t j = 0; j < i; j++) {
                const double *p = c.x + 2 * i, *q = c.x + 2 * j, det = p[0] * q[1] - p[1] * q[0];
                const double w[2] = {(c.y[i] * q[1] - p[1] * c.y[j]) / det,
                                     (p[0] * c.y[j] - c.y[i] * q[0]) / det};
                double sum = 0.0;

                for (size_t l = 0; l < c.n; l++) {
                    const double r = c.y[l] - c.x[2 * l] * w[0] - c.x[2 * l + 1] * w[1];

                    sum += fmax(tau * r, (tau - 1.0) * r) / (double)c.n;
                }
                best = fmin(best, sum);
            }
        CU_ASSERT(lab_result(ours, 0, 0)->outcome == FED_TOLERANCE && ipm_steps(ours, 0) <= 150);
        ASSERT_CLOSE(lab_last(ours, 0, FED_METRIC_loss), best, 1e-7);
        fed_arena_free(&c.arena);
        lab_free(ours);
    }
}

/* Every class again with an l1 penalty: the duality gap, which needs no other solver, is closed. */
static void test_gap(void)
{
    static const struct {
        const char *kind, *type, *rest;
        size_t n;
    } cases[] = {{"hard", "logistic", "l1 = 0.03;", 200},
                 {"soft", "logistic", "l1 = 0.01; l2 = 0.02; intercept = true;", 200},
                 {"hard", "exponential", "l1 = 0.02; l2 = 0.01; intercept = true;", 200},
                 {"hard", "hinge", "l1 = 0.02;", 200},
                 {"hard", "hinge", "l1 = 0.02; l2 = 0.01; intercept = true;", 200},
                 {"heavy", "quantile", "tau = 0.4; l1 = 0.05; intercept = true;", 200},
                 {"linear", "pnorm", "p = 3.0; l1 = 0.1;", 200},
                 {"heavy", "pnorm", "p = 1.5; l1 = 0.05; l2 = 0.01;", 200},
                 {"linear", "pnorm", "p = 8.0; l1 = 0.1;", 7}, /* fewer samples than features */
                 {"linear", "pnorm", "p = 8.0; l1 = 0.01; intercept = true;", 6}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        lab *ours;

        ipm_data("data.csv", cases[k].kind, cases[k].n, 8, 6, 150 + k);
        ours = ipm_study(1, k % 2 ? "uniform" : "samples", cases[k].type, cases[k].rest,
                         "name = \"fedipm\"; tolerance = 1e-9;");
        CU_ASSERT(lab_result(ours, 0, 0)->outcome == FED_TOLERANCE && ipm_steps(ours, 0) <= 150);
        CU_ASSERT(ipm_cell(ours, 0, IPM_GAP) <= 1e-8 * (1.0 + lab_last(ours, 0, FED_METRIC_loss)));
        CU_ASSERT(ipm_cell(ours, 0, IPM_GAP) > -1e-12);
        CU_ASSERT(ipm_cell(ours, 0, IPM_FEASIBILITY) <= 1e-9);
        CU_ASSERT(ipm_cell(ours, 0, IPM_INTERIOR) > 0.0);
        lab_free(ours);
    }
}

/* The same bits at 1, 2, 3 and 7 threads, for every system that sums over clients. */
static void test_threads_do_not_matter(void)
{
    static const char *const systems[] = {"exact", "pcg", "sketch\"; pairing = \"paired"};

    ipm_data("data.csv", "hard", 3000, 12, 7, 5);
    for (size_t k = 0; k < 3; k++) {
        lab *one = NULL;

        for (int threads = 1; threads <= 7; threads += threads < 3 ? 1 : 4) {
            char algorithm[128];
            lab *l;

            snprintf(algorithm, sizeof algorithm,
                     "name = \"fedipm\"; rounds = 12; system = \"%s\";", systems[k]);
            l = ipm_study(threads, "samples", "logistic", "l2 = 0.01;", algorithm);
            if (one == NULL) {
                one = l;
                continue;
            }
            CU_ASSERT(memcmp(lab_theta(one, 0), lab_theta(l, 0), 12 * sizeof(double)) == 0);
            lab_free(l);
        }
        lab_free(one);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"smooth losses against Newton", test_smooth},
        {"p-norms below 2", test_small_powers},
        {"lasso and elastic net against coordinate descent", test_lasso},
        {"hinge and quantile with ridge against dual coordinate descent", test_boxes},
        {"kernel machine and kernel regression against their duals", test_kernel},
        {"quantile against enumeration", test_quantile},
        {"the duality gap closes with l1", test_gap},
        {"the number of threads does not matter", test_threads_do_not_matter},
        CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"ipm", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
