/* test_sandwich.c -- the sandwich formula written out for two parameters, from the samples. */
#include "theory/sandwich.h"
#include "crew.h"
#include "problems.h"
#include "tap.h"

enum { SAMPLES = 90, CLIENTS = 4 };

/* first and second derivative of a sample's loss in eta */
static void derivatives(const fed_loss *loss, double eta, double y, double *d1, double *d2)
{
    if (loss == &fed_loss_linear) {
        *d1 = eta - y;
        *d2 = 1.0;
    } else if (loss == &fed_loss_logistic) {
        const double mean = 1.0 / (1.0 + exp(-eta));

        *d1 = mean - y;
        *d2 = mean * (1.0 - mean);
    } else {
        *d1 = exp(eta) - y;
        *d2 = exp(eta);
    }
}

static void check_one(const fed_loss *loss, bool uniform)
{
    static const size_t bounds[CLIENTS + 1] = {0, 10, 25, 50, SAMPLES};
    const double theta[2] = {0.4, -0.3}, scale = 1.5, l2 = 0.1;
    made_data made = {.arena = {NULL}};
    fed_problem_options options = make_options(loss);
    const fed_problem *problem;
    fed_error error = {FED_OK, ""};
    double h[3] = {l2, 0.0, l2}, meat[3] = {0}, inverse[3], determinant, covariance[4];
    bool regular = false;

    make_data(&made, SAMPLES, 2, CLIENTS, false, FED_LABELS_COUNTS, 8);
    memcpy((size_t *)(uintptr_t)made.part.start, bounds, sizeof bounds);
    for (size_t i = 0; i < SAMPLES; i++)
        ((double *)(uintptr_t)made.data.y)[i] = (double)(i * 7 % 5 < 2);
    options.uniform = uniform;
    options.scale = scale;
    options.l2 = l2;
    CU_ASSERT_FATAL(fed_problem_build(&made.arena, crew(), &options, &made.data, &made.part,
                                      &problem, &error) == FED_OK);
    for (size_t m = 0; m < CLIENTS; m++)
        for (size_t i = bounds[m]; i < bounds[m + 1]; i++) {
            const size_t row = problem->part->row[i];
            const double *x = made.data.x + row * 2;
            const double c = scale * (uniform ? 1.0 / CLIENTS / (double)(bounds[m + 1] - bounds[m])
                                              : 1.0 / SAMPLES);
            double d1, d2;

            derivatives(loss, x[0] * theta[0] + x[1] * theta[1], made.data.y[row], &d1, &d2);
            for (size_t k = 0; k < 3; k++) {
                const double square = x[k / 2] * x[(k + 1) / 2]; /* 00, 01, 11 */

                h[k] += c * d2 * square;
                meat[k] += c * c * d1 * d1 * square;
            }
        }
    determinant = h[0] * h[2] - h[1] * h[1];
    inverse[0] = h[2] / determinant;
    inverse[1] = -h[1] / determinant;
    inverse[2] = h[0] / determinant;
    CU_ASSERT(fed_sandwich(problem, theta, covariance, &regular, &error) == FED_OK && regular);
    for (size_t a = 0; a < 2; a++)
        for (size_t b = 0; b < 2; b++) {
            const double *u = inverse + a, *v = inverse + b; /* rows a and b: u[0], u[1] */
            const double expected = u[0] * v[0] * meat[0] + (u[0] * v[1] + u[1] * v[0]) * meat[1] +
                                    u[1] * v[1] * meat[2];

            ASSERT_CLOSE(covariance[2 * a + b] / expected, 1.0, 1e-11);
        }
    fed_arena_free(&made.arena);
}

static void test_written_out(void)
{
    static const fed_loss *const losses[] = {&fed_loss_linear, &fed_loss_logistic,
                                             &fed_loss_poisson};

    for (int k = 0; k < 6; k++)
        check_one(losses[k / 2], k % 2 == 1);
}

int main(void)
{
    CU_TestInfo tests[] = {{"as written out, for unequal clients", test_written_out},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"sandwich", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
