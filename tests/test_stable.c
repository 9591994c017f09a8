/* test_stable.c -- the stable solution against the iteration's own limit and against the dense
 * system. */
#include "theory/stable.h"
#include "core/linalg.h"
#include "problem/curvature.h"
#include "networks.h"
#include "problem/gram.h"
#include "crew.h"
#include "problems.h"
#include "tap.h"
#include "problem/client.h"

static const fed_problem *build(made_data *made, const fed_loss *loss, size_t n, size_t d,
                                size_t clients, bool plain)
{
    fed_problem_options options = make_options(loss);
    const fed_problem *problem = NULL;
    fed_error error = {FED_OK, ""};
    size_t *start;

    make_data(made, n, d, clients, false, FED_LABELS_ANY, 77);
    start = (size_t *)(uintptr_t)made->part.start;
    for (size_t m = 0; m <= clients; m++)
        start[m] = n * m / clients;
    options.uniform = true;
    options.intercept = loss == &fed_loss_linear;
    options.scale = 1.3;
    options.l2 = 0.01;
    options.plain = plain;
    CU_ASSERT_FATAL(fed_problem_build(&made->arena, crew(), &options, &made->data, &made->part,
                                      &problem, &error) == FED_OK);
    return problem;
}

/* Rounds as the method is written: average, then the gradient there. */
static void iterate(made_data *made, const fed_problem *problem, const fed_graph *graph,
                    double alpha, double *theta, size_t rounds)
{
    const size_t p = problem->p, size = graph->clients * p;
    double *next = FED_ARRAY(&made->arena, size, double),
           *u = FED_ARRAY(&made->arena, 2 * p, double), *g = u + p;
    double *work = FED_ARRAY(&made->arena, problem->work, double);

    for (size_t t = 0; t < rounds; t++) {
        for (size_t m = 0; m < graph->clients; m++) {
            memset(u, 0, p * sizeof *u);
            for (size_t e = graph->start[m]; e < graph->start[m + 1]; e++)
                for (size_t j = 0; j < p; j++)
                    u[j] += graph->weight[e] * theta[graph->sender[e] * p + j];
            fed_client_gradient(problem, m, u, g, work);
            for (size_t j = 0; j < p; j++)
                next[m * p + j] = u[j] - alpha * g[j];
        }
        memcpy(theta, next, size * sizeof *theta);
    }
}

static double largest_apart(size_t n, const double *a, const double *b)
{
    double most = 0.0;

    for (size_t i = 0; i < n; i++)
        most = fabs(a[i] - b[i]) <= most ? most : fabs(a[i] - b[i]);
    return most;
}

/* Every kind of network, few samples (n < p < N) and many, in Gram form and by passes. */
static void test_limit_of_the_iteration(void)
{
    static const size_t kinds[][3] = {{1, 0, 0}, {3, 0, 0}, {0, 1, 0}, {0, 1, 4}, {0, 0, 0}};
    static network net;

    for (size_t k = 0; k < 5; k++)
        for (int thin = 0; thin < 2; thin++)
            for (int gram = 0; gram < 2; gram++) {
                made_data made = {.arena = {NULL}};
                const fed_problem *problem =
                    build(&made, &fed_loss_linear, thin == 1 ? 36 : 240, 6, 12, gram == 0);
                double *theta = FED_ARRAY(&made.arena, 12 * problem->p, double);
                double *limit = make_vector(&made, 12 * problem->p, 1.0, 5);
                fed_error error = {FED_OK, ""};
                bool unique = false;

                make_network(&net, 12, kinds[k][0], kinds[k][1] == 1, kinds[k][2]);
                CU_ASSERT((problem->gram != NULL) == (gram == 1 && thin == 0) || thin == 1);
                CU_ASSERT(fed_stable_solve(problem, &net.graph, 0.05, theta, &unique, &error) ==
                              FED_OK &&
                          unique);
                iterate(&made, problem, &net.graph, 0.05, limit, 30000);
                CU_ASSERT(largest_apart(12 * problem->p, theta, limit) < 1e-12);
                fed_arena_free(&made.arena);
            }
}

/* An edge of weight 0 hides the cycle or the star from the special cases: the dense system agrees.
 */
static void test_special_cases_against_dense(void)
{
    static network net;

    for (int star = 0; star < 2; star++) {
        made_data made = {.arena = {NULL}};
        const fed_problem *problem = build(&made, &fed_loss_quadratic, 30, 5, 10, true);
        double *special = FED_ARRAY(&made.arena, 50, double),
               *dense = FED_ARRAY(&made.arena, 50, double);
        double *y = FED_ARRAY(&made.arena, 30, double);
        fed_error error = {FED_OK, ""};
        bool unique = false;
        size_t last;

        for (size_t i = 0; i < 30; i++)
            y[i] = 0.5 + (double)i / 30.0; /* curvatures */
        ((fed_problem *)(uintptr_t)problem)->y = y;
        make_network(&net, 10, star == 1 ? 0 : 1, star == 1, 0);
        CU_ASSERT(fed_stable_solve(problem, &net.graph, 0.2, special, &unique, &error) == FED_OK &&
                  unique);
        last = net.graph.edges;
        net.sender[last] = 4;
        net.weight[last] = 0.0;
        net.start[10] = ++net.graph.edges;
        CU_ASSERT(fed_stable_solve(problem, &net.graph, 0.2, dense, &unique, &error) == FED_OK &&
                  unique);
        CU_ASSERT(largest_apart(50, special, dense) < 1e-13);
        fed_arena_free(&made.arena);
    }
}

/* Losses whose Hessians depend on the point, on every kind of network: Newton's solution is the
 * limit of the iteration. */
static void test_smooth_losses(void)
{
    static const size_t kinds[][3] = {{1, 0, 0}, {3, 0, 0}, {0, 1, 4}, {0, 0, 0}};
    static const fed_loss *const losses[] = {&fed_loss_logistic, &fed_loss_poisson};
    static network net;

    for (size_t k = 0; k < 4; k++)
        for (int which = 0; which < 2; which++) {
            made_data made = {.arena = {NULL}};
            fed_problem_options options = make_options(losses[which]);
            const fed_problem *problem;
            fed_error error = {FED_OK, ""};
            double *theta, *limit;
            bool unique = false;

            make_data(&made, 240, 4, 12, false, FED_LABELS_COUNTS, 31);
            for (size_t i = 0; i < 240; i++)
                ((double *)(uintptr_t)made.data.y)[i] = (double)(i * 7 % 5 < 2);
            options.uniform = true;
            options.l2 = 0.02;
            CU_ASSERT_FATAL(fed_problem_build(&made.arena, crew(), &options, &made.data, &made.part,
                                              &problem, &error) == FED_OK);
            theta = FED_ARRAY(&made.arena, 12 * problem->p, double);
            limit = make_vector(&made, 12 * problem->p, 0.3, 5);
            make_network(&net, 12, kinds[k][0], kinds[k][1] == 1, kinds[k][2]);
            CU_ASSERT(fed_stable_solve(problem, &net.graph, 0.1, theta, &unique, &error) ==
                          FED_OK &&
                      unique);
            iterate(&made, problem, &net.graph, 0.1, limit, 30000);
            CU_ASSERT(largest_apart(12 * problem->p, theta, limit) < 1e-11);
            CU_ASSERT(fed_norm(12 * problem->p, limit) > 0.1);
            fed_arena_free(&made.arena);
        }
}

static void test_large_and_singular(void)
{
    static network net;
    double *again;
    made_data made = {.arena = {NULL}};
    fed_problem_options options = make_options(&fed_loss_linear);
    const fed_problem *problem = build(&made, &fed_loss_linear, 640, 120, 64, true);
    double *theta = FED_ARRAY(&made.arena, 64 * 121, double);
    fed_error error = {FED_OK, ""};
    bool unique = true;

    make_network(&net, 64, 2, false, 0); /* 7744 unknowns: by products */
    CU_ASSERT(fed_stable_solve(problem, &net.graph, 0.01, theta, &unique, &error) == FED_OK &&
              unique);
    again = make_vector(&made, 64 * 121, 0.0, 1);
    memcpy(again, theta, 64 * 121 * sizeof *again);
    iterate(&made, problem, &net.graph, 0.01, again, 20);
    CU_ASSERT(largest_apart(64 * 121, again, theta) < 1e-11);
    CU_ASSERT(largest_apart(64 * 121, again, make_vector(&made, 64 * 121, 0.0, 1)) > 0.1);
    fed_arena_free(&made.arena);

    made = (made_data){.arena = {NULL}};
    make_data(&made, 6, 8, 3, false, FED_LABELS_ANY, 1); /* fewer samples than parameters in all */
    theta = FED_ARRAY(&made.arena, 3 * 8, double);
    CU_ASSERT(fed_problem_build(&made.arena, crew(), &options, &made.data, &made.part, &problem,
                                &error) == FED_OK);
    make_network(&net, 3, 1, false, 0);
    CU_ASSERT(fed_stable_solve(problem, &net.graph, 0.01, theta, &unique, &error) == FED_OK &&
              !unique);
    make_network(&net, 3, 2, false, 0);
    CU_ASSERT(fed_stable_solve(problem, &net.graph, 0.01, theta, &unique, &error) == FED_OK &&
              !unique);
    fed_arena_free(&made.arena);
}

/* One client's samples are five times as long: a pass finds it, and its eigenvalue is the largest
 * that LAPACK finds among all clients, whatever loss bounds it. */
static void test_steepest(void)
{
    for (int k = 0; k < 4; k++) {
        made_data made = {.arena = {NULL}};
        fed_problem_options options =
            make_options(k % 2 == 0 ? &fed_loss_linear : &fed_loss_logistic);
        const fed_problem *problem;
        fed_error error = {FED_OK, ""};
        double most = 0.0, exact = 0.0;
        size_t client = 9;

        options.intercept = k == 3;
        make_data(&made, 300, 6, 4, k >= 2, FED_LABELS_BINARY, 6);
        for (size_t i = made.part.start[2]; i < made.part.start[3]; i++) {
            const size_t row = made.part.row[i];

            if (k < 2)
                for (size_t j = 0; j < 6; j++)
                    ((double *)(uintptr_t)made.data.x)[row * 6 + j] *= 5.0;
            else
                for (size_t j = made.data.ptr[row]; j < made.data.ptr[row + 1]; j++)
                    ((double *)(uintptr_t)made.data.val)[j] *= 5.0;
        }
        CU_ASSERT_FATAL(fed_problem_build(&made.arena, crew(), &options, &made.data, &made.part,
                                          &problem, &error) == FED_OK);
        CU_ASSERT(fed_problem_curvature(problem, crew(), NULL, &exact, &error) == FED_OK);
        CU_ASSERT(fed_problem_steepest(problem, crew(), &client, &most, &error) == FED_OK);
        CU_ASSERT(client == 2);
        ASSERT_CLOSE(most, exact, 1e-5);
        CU_ASSERT(most <= exact * (1.0 + 1e-12));
        fed_arena_free(&made.arena);
    }
}

/* Eigenvalues by power iteration on the Hessian, which the bound of phi'' enlarges for other
 * losses. */
static void test_curvature(void)
{
    static const fed_loss *const losses[] = {&fed_loss_linear, &fed_loss_logistic,
                                             &fed_loss_poisson};
    double most[3];

    for (int k = 0; k < 3; k++) {
        made_data made = {.arena = {NULL}};
        fed_problem_options options = make_options(losses[k]);
        const fed_problem *problem;
        fed_error error = {FED_OK, ""};
        double mu = -1.0, again;

        make_data(&made, 200, 4, 3, false, FED_LABELS_COUNTS, 6);
        for (size_t i = 0; i < 200; i++)
            ((double *)(uintptr_t)made.data.y)[i] = (double)(i % 2);
        CU_ASSERT_FATAL(fed_problem_build(&made.arena, crew(), &options, &made.data, &made.part,
                                          &problem, &error) == FED_OK);
        CU_ASSERT(fed_problem_curvature(problem, crew(), &mu, &most[k], &error) == FED_OK);
        CU_ASSERT(fed_problem_curvature(problem, crew(), NULL, &again, &error) == FED_OK);
        if (k < 2)
            ASSERT_CLOSE(again, most[k], 1e-14);
        if (k == 0) {
            double *v = make_vector(&made, 8, 1.0, 1),
                   *work = FED_ARRAY(&made.arena, problem->work, double), best = 0.0;

            for (size_t m = 0; m < 3; m++)
                for (int t = 0; t < 2000; t++) {
                    double norm;

                    fed_client_hvp(problem, m, v, v, v + 4, work);
                    norm = fed_norm(4, v + 4);
                    for (size_t j = 0; j < 4; j++)
                        v[j] = v[j + 4] / norm;
                    best = t == 1999 ? fmax(best, norm) : best;
                }
            ASSERT_CLOSE(most[0], best, 1e-10);
            CU_ASSERT(mu > 0.0 && mu < most[0]);
        }
        fed_arena_free(&made.arena);
    }
    ASSERT_CLOSE(most[1], 0.25 * most[0], 1e-13);
    CU_ASSERT(isinf(most[2]));
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"is the limit of the iteration", test_limit_of_the_iteration},
        {"along a cycle and around a star as by the dense system",
         test_special_cases_against_dense},
        {"of logistic and Poisson losses", test_smooth_losses},
        {"large systems by products; singular ones are told", test_large_and_singular},
        {"the client of the largest curvature by a pass", test_steepest},
        {"curvature by power iteration", test_curvature},
        CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"stable", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
