/* test_efficiency.c -- the quantities of Network Gradient Descent's theorems against dense linear
 * algebra written out. */
#include "theory/efficiency.h"
#include "core/linalg.h"
#include "networks.h"
#include "crew.h"
#include "problems.h"
#include "tap.h"
#include "core/lapack.h"
#include "problem/client.h"

enum { CLIENTS = 12, SAMPLES = 240, D = 4 };

static const fed_problem *build(made_data *made, const fed_loss *loss)
{
    fed_problem_options options = make_options(loss);
    const fed_problem *problem = NULL;
    fed_error error = {FED_OK, ""};

    make_data(made, SAMPLES, D, CLIENTS, false, FED_LABELS_COUNTS, 41);
    for (size_t i = 0; i < SAMPLES && loss != &fed_loss_linear; i++)
        ((double *)(uintptr_t)made->data.y)[i] = (double)(i * 7 % 5 < 2);
    made->data.truth = make_vector(made, D, 1.0, 3);
    made->data.truth_count = D;
    options.uniform = true;
    CU_ASSERT_FATAL(fed_problem_build(&made->arena, crew(), &options, &made->data, &made->part,
                                      &problem, &error) == FED_OK);
    return problem;
}

/* W as a matrix */
static void dense_w(const fed_graph *graph, double *w)
{
    memset(w, 0, CLIENTS * CLIENTS * sizeof *w);
    for (size_t m = 0; m < CLIENTS; m++)
        for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++)
            w[m * CLIENTS + graph->sender[e]] = graph->weight[e];
}

/* The largest modulus of the eigenvalues of Delta (W x I), all of them found */
static double dense_radius(const fed_problem *problem, const double *w, double alpha,
                           const double *at, double *work)
{
    enum { N = CLIENTS * D };
    static double a[N * N], h[D * D], re[N], im[N];
    double most = 0.0;

    for (size_t m = 0; m < CLIENTS; m++) {
        fed_client_hessian(problem, m, at, h, work);
        for (size_t k = 0; k < CLIENTS; k++)
            for (size_t i = 0; i < D; i++)
                for (size_t j = 0; j < D; j++)
                    a[(m * D + i) * N + k * D + j] =
                        w[m * CLIENTS + k] * ((i == j ? 1.0 : 0.0) - alpha * h[i * D + j]);
    }
    CU_ASSERT_FATAL(fed_eigen_general(N, a, re, im));
    for (size_t i = 0; i < N; i++)
        most = fmax(most, hypot(re[i], im[i]));
    return most;
}

/* rho^2: the largest eigenvalue of W'(I - 11'/M)W, the product written out */
static double dense_rho(const double *w)
{
    static double a[CLIENTS * CLIENTS], values[CLIENTS];

    for (size_t i = 0; i < CLIENTS; i++)
        for (size_t j = 0; j < CLIENTS; j++) {
            double sum = 0.0, left = 0.0, right = 0.0;

            for (size_t m = 0; m < CLIENTS; m++) {
                sum += w[m * CLIENTS + i] * w[m * CLIENTS + j];
                left += w[m * CLIENTS + i];
                right += w[m * CLIENTS + j];
            }
            a[i * CLIENTS + j] = sum - left * right / CLIENTS;
        }
    CU_ASSERT_FATAL(fed_eigen(CLIENTS, a, CLIENTS, false, values));
    return sqrt(values[CLIENTS - 1]);
}

static void check_one(const fed_problem *problem, const fed_graph *graph, made_data *made)
{
    static double w[CLIENTS * CLIENTS];
    const double alpha = 0.08;
    double *work = FED_ARRAY(&made->arena, problem->work, double);
    fed_error error = {FED_OK, ""};
    fed_efficiency r;

    dense_w(graph, w);
    CU_ASSERT(fed_efficiency_make(problem, graph, alpha, problem->truth, &r, &error) == FED_OK);
    ASSERT_CLOSE(r.radius, dense_radius(problem, w, alpha, problem->truth, work), 1e-8);
    ASSERT_CLOSE(r.rho, dense_rho(w), 1e-12);
    ASSERT_CLOSE(r.first.right, 2.0 / r.kappa2, 1e-15);
    ASSERT_CLOSE(r.second.left, alpha * r.kappa2 * r.sigma_max + r.se_w, 1e-14);
    ASSERT_CLOSE(r.third.right, 0.5 * r.kappa3 / r.kappa2 * (1.0 - r.rho), 1e-12);
    CU_ASSERT(r.kappa3 <= r.kappa1 && r.kappa1 <= r.kappa2);
}

static void test_operator(void)
{
    static const size_t kinds[][3] = {{1, 0, 0}, {3, 0, 0}, {0, 1, 4}, {0, 0, 0}};
    static const fed_loss *const losses[] = {&fed_loss_linear, &fed_loss_logistic,
                                             &fed_loss_poisson};
    static network net;

    for (size_t k = 0; k < 4; k++)
        for (int which = 0; which < 3; which++) {
            made_data made = {.arena = {NULL}};
            const fed_problem *problem = build(&made, losses[which]);

            make_network(&net, CLIENTS, kinds[k][0], kinds[k][1] == 1, kinds[k][2]);
            check_one(problem, &net.graph, &made);
            fed_arena_free(&made.arena);
        }
}

/* SE(Sigma_xx), SE(Sigma_xy) and the gradients at the truth from the samples themselves. */
static void test_spreads(void)
{
    static network net;
    made_data made = {.arena = {NULL}};
    const fed_problem *problem = build(&made, &fed_loss_linear);
    double xx[CLIENTS + 1][D * D] = {{0}}, xy[CLIENTS + 1][D] = {{0}}, h = 0.0, b = 0.0, g = 0.0;
    fed_error error = {FED_OK, ""};
    fed_efficiency r;

    for (size_t m = 0; m < CLIENTS; m++) {
        const double n = (double)fed_held(problem->part, m);
        double slope[D] = {0};

        for (size_t i = problem->part->start[m]; i < problem->part->start[m + 1]; i++) {
            const double *x = made.data.x + problem->part->row[i] * D;
            const double y = made.data.y[problem->part->row[i]];
            double miss = -y;

            for (size_t j = 0; j < D; j++)
                miss += x[j] * problem->truth[j];
            for (size_t j = 0; j < D; j++) {
                slope[j] += miss * x[j] / n;
                xy[m][j] += x[j] * y / n;
                xy[CLIENTS][j] += x[j] * y / n / CLIENTS;
                for (size_t k = 0; k < D; k++) {
                    xx[m][j * D + k] += x[j] * x[k] / n;
                    xx[CLIENTS][j * D + k] += x[j] * x[k] / n / CLIENTS;
                }
            }
        }
        for (size_t j = 0; j < D; j++)
            g += slope[j] * slope[j] / CLIENTS;
    }
    for (size_t m = 0; m < CLIENTS; m++) {
        for (size_t j = 0; j < D * D; j++)
            h += pow(xx[m][j] - xx[CLIENTS][j], 2.0) / CLIENTS;
        for (size_t j = 0; j < D; j++)
            b += pow(xy[m][j] - xy[CLIENTS][j], 2.0) / CLIENTS;
    }
    make_network(&net, CLIENTS, 2, false, 0);
    CU_ASSERT(fed_efficiency_make(problem, &net.graph, 0.1, problem->truth, &r, &error) == FED_OK);
    ASSERT_CLOSE(r.se_hessian, sqrt(h), 1e-12);
    ASSERT_CLOSE(r.se_b, sqrt(b), 1e-12);
    ASSERT_CLOSE(r.se_gradient, sqrt(g), 1e-12);
    ASSERT_CLOSE(r.se_w, 0.0, 1e-12);
    CU_ASSERT(h > 1e-3 && b > 1e-3 && g > 1e-3);
    fed_arena_free(&made.arena);
}

int main(void)
{
    CU_TestInfo tests[] = {{"contraction and rho as by dense eigenvalues", test_operator},
                           {"spreads of the clients, from their samples", test_spreads},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"efficiency", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
