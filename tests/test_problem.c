/* test_problem.c -- labels, weights, the objective, errors, and the reference optimum. */
#include "core/linalg.h"
#include "problem/gram.h"
#include "problem/pack.h"
#include "crew.h"
#include "problems.h"
#include "tap.h"
#include "problem/client.h"
#include "problem/errors.h"
#include "problem/hessian.h"
#include "problem/objective.h"

#include <omp.h>

static fed_status try_build(made_data *made, const fed_problem_options *options,
                            const fed_problem **problem, fed_error *error)
{
    *error = (fed_error){FED_OK, ""};
    *problem = NULL;
    return fed_problem_build(&made->arena, crew(), options, &made->data, &made->part, problem,
                             error);
}

static const fed_problem *build(made_data *made, const fed_problem_options *options)
{
    const fed_problem *problem;
    fed_error error;

    CU_ASSERT_FATAL(try_build(made, options, &problem, &error) == FED_OK);
    return problem;
}

/* Six samples with these responses (and test responses), one client. */
static fed_status map(const fed_loss *loss, const double *y, const double *test_y, double *out,
                      double *test_out, size_t *classes, fed_error *error)
{
    made_data made = {.arena = {NULL}};
    fed_dataset test = {.n = 2, .d = 1, .x = y, .y = test_y};
    fed_problem_options options = make_options(loss);
    const fed_problem *problem;
    fed_status status;

    make_data(&made, 6, 1, 1, false, FED_LABELS_ANY, 1);
    made.data.y = y;
    made.data.test = test_y != NULL ? &test : NULL;
    status = try_build(&made, &options, &problem, error);
    if (status == FED_OK) {
        memcpy(out, problem->y, 6 * sizeof *out);
        if (test_y != NULL)
            memcpy(test_out, problem->test_y, 2 * sizeof *test_out);
        *classes = problem->classes;
    }
    fed_arena_free(&made.arena);
    return status;
}

static void test_label_maps(void)
{
    static const double soft[6] = {0, 1, 0.25, 1, 0, 0.5}, hard[6] = {0, 1, 1, 0, 0, 1};
    static const double signs[6] = {-1, 1, 1, -1, 1, -1}, words[6] = {7, -2, 7, 3.5, 3.5, -2};
    static const double test_signs[2] = {1, -1}, test_words[2] = {3.5, 7};
    double y[6], t[2];
    size_t classes;
    fed_error error;

    CU_ASSERT(map(&fed_loss_logistic, soft, NULL, y, t, &classes, &error) == FED_OK);
    CU_ASSERT(memcmp(y, soft, sizeof y) == 0 && classes == 0);
    CU_ASSERT(map(&fed_loss_logistic, hard, NULL, y, t, &classes, &error) == FED_OK);
    CU_ASSERT(memcmp(y, hard, sizeof y) == 0 && classes == 2);
    CU_ASSERT(map(&fed_loss_logistic, signs, test_signs, y, t, &classes, &error) == FED_OK);
    CU_ASSERT(y[0] == 0 && y[1] == 1 && y[5] == 0 && t[0] == 1 && t[1] == 0 && classes == 2);
    CU_ASSERT(map(&fed_loss_hinge, signs, test_signs, y, t, &classes, &error) == FED_OK);
    CU_ASSERT(y[0] == 0 && y[1] == 1 && t[0] == 1 && t[1] == 0 && classes == 2);
    CU_ASSERT(map(&fed_loss_softmax, words, test_words, y, t, &classes, &error) == FED_OK);
    CU_ASSERT(y[0] == 2 && y[1] == 0 && y[3] == 1 && t[0] == 1 && t[1] == 2 && classes == 3);
    CU_ASSERT(map(&fed_loss_linear, words, NULL, y, t, &classes, &error) == FED_OK);
    CU_ASSERT(memcmp(y, words, sizeof y) == 0 && classes == 0);
}

static void test_label_faults(void)
{
    static const double one[6] = {2, 2, 2, 2, 2, 2}, three[6] = {0, 1, 2, 0, 1, 2},
                        soft[6] = {0, 1, 0.5, 1, 0, 1};
    static const double signs[6] = {-1, 1, 1, -1, 1, -1}, unseen[2] = {1, 0},
                        beyond[2] = {0.5, 1.5};
    double y[6], t[2];
    size_t classes;
    fed_error error;

    CU_ASSERT(map(&fed_loss_logistic, one, NULL, y, t, &classes, &error) == FED_DATA);
    CU_ASSERT(map(&fed_loss_logistic, three, NULL, y, t, &classes, &error) == FED_DATA);
    CU_ASSERT(strstr(error.text, "two") != NULL);
    CU_ASSERT(map(&fed_loss_hinge, soft, NULL, y, t, &classes, &error) == FED_DATA);
    CU_ASSERT(map(&fed_loss_hinge, one, NULL, y, t, &classes, &error) == FED_DATA);
    CU_ASSERT(map(&fed_loss_softmax, one, NULL, y, t, &classes, &error) == FED_DATA);
    CU_ASSERT(map(&fed_loss_logistic, signs, unseen, y, t, &classes, &error) == FED_DATA);
    CU_ASSERT(strstr(error.text, "label 0") != NULL);
    CU_ASSERT(map(&fed_loss_logistic, soft, beyond, y, t, &classes, &error) == FED_DATA);
    CU_ASSERT(map(&fed_loss_poisson, signs, NULL, y, t, &classes, &error) == FED_DATA);
}

static void test_truth(void)
{
    made_data made = {.arena = {NULL}};
    fed_problem_options options = make_options(&fed_loss_linear);
    const double *truth = make_vector(&made, 6, 1.0, 4);
    const fed_problem *problem;
    fed_error error;

    make_data(&made, 30, 5, 2, false, FED_LABELS_ANY, 4);
    made.data.truth = truth;
    made.data.truth_count = 5;
    options.intercept = true;
    CU_ASSERT(build(&made, &options)->truth[5] == 0.0); /* drawn data have no intercept */
    strcpy(made.data.hash, "ab");
    CU_ASSERT(try_build(&made, &options, &problem, &error) == FED_DATA);
    CU_ASSERT(strstr(error.text, "5 parameters") != NULL && strstr(error.text, "has 6") != NULL);
    made.data.truth_count = 6;
    CU_ASSERT(build(&made, &options)->truth == truth);
    fed_arena_free(&made.arena);
}

/* sum w_m L_m (+ the server's) + l1 |theta|_1, from the clients' own values. */
static void test_weights(void)
{
    for (int uniform = 0; uniform < 2; uniform++)
        for (size_t server = 0; server < 8; server += 7) {
            made_data made = {.arena = {NULL}};
            fed_problem_options options = make_options(&fed_loss_logistic);
            const fed_problem *problem;
            double *work, *theta, *g, *sum, value = 0.0, l1 = 0.0, weights = 0.0;
            size_t *start;

            make_data(&made, 97, 3, 4, false, FED_LABELS_SOFT, 6);
            made.part.server_count = server; /* the last samples of the last client */
            made.part.server = made.part.row + 97 - server;
            start = (size_t *)(uintptr_t)made.part.start;
            start[4] = 97 - server;
            options.uniform = uniform == 1;
            options.l2 = 0.2;
            options.l1 = 0.5;
            options.scale = 3.0;
            options.intercept = true;
            problem = build(&made, &options);
            work = FED_ARRAY(&made.arena, problem->work, double);
            theta = make_vector(&made, 4, 1.0, 7);
            g = make_vector(&made, 8, 1.0, 7);
            sum = FED_ARRAY(&made.arena, 4, double);
            for (size_t m = 0; m < 4; m++) {
                CU_ASSERT(uniform == 0 || problem->weight[m] == problem->weight[0]);
                weights += problem->weight[m];
                value += problem->weight[m] * fed_client_value(problem, m, theta, work);
                fed_client_gradient(problem, m, theta, g, work);
                for (size_t j = 0; j < 4; j++)
                    sum[j] += problem->weight[m] * g[j];
            }
            if (server > 0) {
                fed_batch_gradient(problem, made.part.server, server, (double)server, theta, g,
                                   work);
                for (size_t j = 0; j < 4; j++)
                    sum[j] += problem->server_weight * g[j];
                ASSERT_CLOSE(problem->server_weight, 7.0 / 97.0, 1e-15);
            }
            ASSERT_CLOSE(weights + problem->server_weight, 1.0, 1e-15);
            l1 = 0.5 * (fabs(theta[0]) + fabs(theta[1]) + fabs(theta[2])); /* not the intercept */
            if (server == 0)
                ASSERT_CLOSE(fed_problem_value(problem, crew(), theta, NULL), value + l1, 1e-13);
            fed_problem_value(problem, crew(), theta, g);
            for (size_t j = 0; j < 4; j++)
                ASSERT_CLOSE(g[j], sum[j], 1e-13);
            fed_arena_free(&made.arena);
        }
}

/* Chunks begin where clients do, or within one that holds more than a chunk; together they are all
 * samples. */
static void test_chunks(void)
{
    static const size_t sizes[][2] = {{40000, 5}, {40000, 3000}, {97, 97}, {5000, 1}};

    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        made_data made = {.arena = {NULL}};
        fed_problem_options options = make_options(&fed_loss_linear);
        const fed_problem *problem;
        size_t inside = 0, most = 0;

        make_data(&made, sizes[k][0], 4, sizes[k][1], false, FED_LABELS_ANY, 8);
        problem = build(&made, &options);
        CU_ASSERT(problem->chunk_start[0] == 0);
        CU_ASSERT(problem->chunk_start[problem->chunks] == problem->samples);
        for (size_t c = 0; c < problem->chunks; c++) {
            const size_t at = problem->chunk_start[c];
            bool begins = false;

            for (size_t m = 0; m < problem->clients; m++)
                begins = begins || problem->part->start[m] == at;
            inside += !begins;
            CU_ASSERT(problem->chunk_start[c + 1] > at);
            if (problem->chunk_start[c + 1] - at > most)
                most = problem->chunk_start[c + 1] - at;
        }
        CU_ASSERT(most <= 16384);
        CU_ASSERT(inside == 0 || fed_held_most(problem->part) > most / 2);
        CU_ASSERT(problem->chunks <= 2 * problem->samples / 256 + problem->clients);
        fed_arena_free(&made.arena);
    }
}

/* What one pass tells of value, gradient and errors at several points is what each tells alone. */
static void check_measure(const fed_problem *problem, const double *theta)
{
    enum { POINTS = FED_POINTS_MOST + 3 }; /* more than a pass has */
    fed_arena arena = {NULL};
    const size_t p = problem->p;
    double *point = FED_ARRAY(&arena, POINTS * p, double),
           *slope = FED_ARRAY(&arena, POINTS * p, double), *alone = FED_ARRAY(&arena, p, double),
           value[POINTS], wrong[POINTS], *grad[POINTS];
    const double *at[POINTS];

    for (size_t k = 0; k < POINTS; k++) {
        for (size_t j = 0; j < p; j++)
            point[k * p + j] = theta[j] * (1.0 - 0.1 * (double)k);
        at[k] = point + k * p;
        grad[k] = slope + k * p;
    }
    fed_problem_measure(problem, crew(), POINTS, at, grad, value, wrong);
    for (size_t k = 0; k < POINTS; k++) {
        ASSERT_SAME_BITS(value[k], fed_problem_value(problem, crew(), at[k], alone));
        ASSERT_SAME_BITS(wrong[k], fed_problem_errors(problem, crew(), false, at[k], 1));
        CU_ASSERT(memcmp(grad[k], alone, p * sizeof *alone) == 0);
    }
    fed_arena_free(&arena);
}

typedef struct trial {
    const fed_problem *problem;
    const double *theta;
    double *out; /* [value][errors][gradient][Hessian] */
} trial;

static void evaluate(fed_team *team, void *context)
{
    const trial *whole = context;

    whole->out[0] = fed_problem_value(whole->problem, team, whole->theta, whole->out + 2);
    whole->out[1] = fed_problem_errors(whole->problem, team, false, whole->theta, 1);
    fed_problem_hessian(whole->problem, team, whole->theta, NULL, whole->out + 11);
}

/* The same bits at every number of threads: many chunks, packed or not. */
static void test_threads(void)
{
    for (int form = 0; form < 3; form++) {
        made_data made = {.arena = {NULL}};
        fed_problem_options options = make_options(&fed_loss_logistic);
        const fed_problem *problem;
        double *theta, *first = NULL;
        fed_error error = {FED_OK, ""};

        make_data(&made, 40000, 9, 5, form == 1, FED_LABELS_BINARY, 8);
        options.plain = form != 2;
        problem = build(&made, &options);
        CU_ASSERT((problem->pack != NULL) == (form == 2));
        theta = make_vector(&made, 9, 0.5, 2);
        check_measure(problem, theta);
        for (int threads = 1; threads <= 7; threads += threads < 4 ? 1 : 3) {
            double *out = FED_ARRAY(&made.arena, 11 + 81, double);

            trial whole = {problem, theta, out};

            CU_ASSERT(fed_team_run(threads, evaluate, &whole, &error) == FED_OK);
            first = first == NULL ? out : first;
            CU_ASSERT(memcmp(out, first, 92 * sizeof *out) == 0);
        }
        fed_arena_free(&made.arena);
    }
}

/* Many models at once against counting by hand. */
static void test_errors(void)
{
    static const fed_loss *const losses[] = {&fed_loss_hinge, &fed_loss_softmax};

    for (int kind = 0; kind < 2; kind++)
        for (int sparse = 0; sparse < 2; sparse++)
            for (size_t d = 6; d <= 40; d += 34) {
                made_data made = {.arena = {NULL}};
                fed_problem_options options = make_options(losses[kind]);
                const size_t models = 301;
                const fed_problem *problem;
                size_t wrong = 0;
                double *theta, *x;

                make_data(&made, 130, d, 2, sparse == 1, losses[kind]->labels, 11);
                options.intercept = true;
                problem = build(&made, &options);
                theta = make_vector(&made, models * problem->p, 1.0, 3);
                x = FED_ARRAY(&made.arena, d, double);
                for (size_t i = 0; i < 130; i++)
                    for (size_t k = 0; k < models; k++) {
                        double best = kind == 0 ? 0.0 : -INFINITY;
                        size_t guess = 0;

                        memset(x, 0, d * sizeof *x);
                        if (sparse == 1)
                            for (size_t e = problem->data->ptr[i]; e < problem->data->ptr[i + 1];
                                 e++)
                                x[problem->data->col[e]] = problem->data->val[e];
                        else
                            memcpy(x, problem->data->x + i * d, d * sizeof *x);
                        for (size_t c = 0; c < problem->outputs; c++) {
                            const double *part = theta + k * problem->p + c * (d + 1);
                            double eta = part[d];

                            for (size_t j = 0; j < d; j++)
                                eta += x[j] * part[j];
                            if (eta > best) {
                                best = eta;
                                guess = kind == 0 ? 1 : c;
                            }
                        }
                        wrong += (double)guess != problem->y[i];
                    }
                ASSERT_SAME_BITS(fed_problem_errors(problem, crew(), false, theta, models),
                                 (double)wrong / (130.0 * (double)models));
                CU_ASSERT(isnan(fed_problem_errors(problem, crew(), true, theta, models)));
                check_measure(problem, theta);
                fed_arena_free(&made.arena);
            }
}

/* The same samples stored the other way as test set: the same errors. */
static void test_errors_of_other_storage(void)
{
    for (int swap = 0; swap < 2; swap++)
        for (size_t d = 6; d <= 200; d += 97) {
            made_data made = {.arena = {NULL}};
            fed_problem_options options = make_options(&fed_loss_softmax);
            const size_t n = 130;
            fed_dataset rows, dense;
            const fed_problem *problem;
            double *theta, *x = FED_ARRAY(&made.arena, n * d, double);

            make_data(&made, n, d, 2, true, FED_LABELS_CLASSES, 12);
            for (size_t i = 0; i < n; i++)
                for (size_t e = made.data.ptr[i]; e < made.data.ptr[i + 1]; e++)
                    x[i * d + made.data.col[e]] = made.data.val[e];
            rows = made.data;
            dense = (fed_dataset){.n = n, .d = d, .x = x, .y = made.data.y};
            made.data = swap == 1 ? dense : rows;
            made.data.test = swap == 1 ? &rows : &dense;
            problem = build(&made, &options);
            theta = make_vector(&made, 5 * problem->p, 1.0, 3);
            ASSERT_SAME_BITS(fed_problem_errors(problem, crew(), true, theta, 5),
                             fed_problem_errors(problem, crew(), false, theta, 5));
            fed_arena_free(&made.arena);
        }
}

/* The gradient vanishes at the optimum, and gradient descent from elsewhere cannot go below it. */
static void test_optimum(void)
{
    static const fed_loss *const losses[] = {&fed_loss_linear,  &fed_loss_logistic,
                                             &fed_loss_poisson, &fed_loss_softmax,
                                             &fed_loss_pnorm,   &fed_loss_quadratic};

    for (size_t k = 0; k < 6; k++)
        for (int form = 0; form < 3; form++)
            for (size_t d = 4; d <= 36; d += 32) {
                made_data made = {.arena = {NULL}};
                fed_problem_options options = make_options(losses[k]);
                const fed_problem *problem;
                double *g, *other;

                make_data(&made, 400, d, 4, form == 1, losses[k]->labels, 21 + k);
                if (losses[k] == &fed_loss_quadratic)
                    make_curvature(&made, 22);
                options.plain = form != 2;
                options.optimum = true;
                options.uniform = form == 0;
                options.intercept =
                    losses[k] != &fed_loss_quadratic && losses[k] != &fed_loss_softmax;
                options.l2 = losses[k] == &fed_loss_softmax ? 0.05 : 0.0;
                problem = build(&made, &options);
                CU_ASSERT_FATAL(problem->optimum != NULL);
                g = FED_ARRAY(&made.arena, problem->p, double);
                ASSERT_CLOSE(fed_problem_value(problem, crew(), problem->optimum, g),
                             problem->optimum_value, 1e-13);
                CU_ASSERT(fed_norm(problem->p, g) < 1e-12);
                other = make_vector(&made, problem->p, 0.1, 3);
                for (size_t j = 0; j < problem->p; j++)
                    other[j] += problem->optimum[j];
                CU_ASSERT(fed_problem_value(problem, crew(), other, NULL) > problem->optimum_value);
                fed_arena_free(&made.arena);
            }
}

/* Least squares by Gaussian elimination of the normal equations written out here. */
static void test_least_squares(void)
{
    enum { D = 3, N = 50 };
    made_data made = {.arena = {NULL}};
    fed_problem_options options = make_options(&fed_loss_linear);
    const fed_problem *problem;
    double a[D][D + 1] = {{0}};

    make_data(&made, N, D, 2, false, FED_LABELS_ANY, 31);
    options.optimum = true;
    options.l2 = 0.25;
    problem = build(&made, &options);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < D; j++) {
            for (size_t k = 0; k < D; k++)
                a[j][k] += made.data.x[i * D + j] * made.data.x[i * D + k] / N;
            a[j][D] += made.data.x[i * D + j] * made.data.y[i] / N;
        }
    for (size_t j = 0; j < D; j++)
        a[j][j] += 0.25;
    for (size_t j = 0; j < D; j++)
        for (size_t i = 0; i < D; i++)
            if (i != j) {
                double f = a[i][j] / a[j][j];

                for (size_t k = j; k <= D; k++)
                    a[i][k] -= f * a[j][k];
            }
    for (size_t j = 0; j < D; j++)
        ASSERT_CLOSE(problem->optimum[j], a[j][D] / a[j][j], 1e-13);
    fed_arena_free(&made.arena);
}

static void set_y(made_data *made, const double *w) /* y = 1 where x'w > 0 */
{
    double *y = FED_ARRAY(&made->arena, made->data.n, double);

    for (size_t i = 0; i < made->data.n; i++)
        y[i] = fed_dot(made->data.d, made->data.x + i * made->data.d, w) > 0.0 ? 1.0 : 0.0;
    made->data.y = y;
}

/* No optimum is claimed where none exists, or many, or it cannot be found this way. */
static void test_no_optimum(void)
{
    made_data made = {.arena = {NULL}};
    fed_problem_options options = make_options(&fed_loss_logistic);
    static const fed_pnorm_keys low = {1.5}, two = {2.0};
    double *x;

    options.optimum = true;
    make_data(&made, 60, 3, 2, false, FED_LABELS_BINARY, 41);
    CU_ASSERT(build(&made, &options)->optimum != NULL);
    set_y(&made, make_vector(&made, 3, 1.0, 4));
    CU_ASSERT(build(&made, &options)->optimum == NULL); /* separable */
    options.l2 = 0.01;
    CU_ASSERT(build(&made, &options)->optimum != NULL);
    options.l1 = 0.1;
    CU_ASSERT(build(&made, &options)->optimum == NULL);
    options = make_options(&fed_loss_hinge);
    options.optimum = true;
    CU_ASSERT(build(&made, &options)->optimum == NULL);
    options.loss = &fed_loss_softmax;
    CU_ASSERT(build(&made, &options)->optimum == NULL);
    options.loss = &fed_loss_pnorm;
    options.keys = (fed_loss_keys){&low, true, false};
    CU_ASSERT(build(&made, &options)->optimum == NULL); /* no second derivative at 0 */
    options.keys = (fed_loss_keys){&two, false, false};
    CU_ASSERT(build(&made, &options)->optimum != NULL);
    options.loss = &fed_loss_linear;
    CU_ASSERT(build(&made, &options)->optimum != NULL);
    x = FED_ARRAY(&made.arena, 60 * 3, double);
    memcpy(x, made.data.x, 60 * 3 * sizeof *x);
    for (size_t i = 0; i < 60; i++)
        x[i * 3 + 2] = x[i * 3] - 2.0 * x[i * 3 + 1];
    made.data.x = x;
    CU_ASSERT(build(&made, &options)->optimum == NULL); /* dependent columns */
    options.loss = &fed_loss_poisson;
    CU_ASSERT(build(&made, &options)->optimum == NULL);
    options.l2 = 1e-3;
    CU_ASSERT(build(&made, &options)->optimum != NULL);
    options.l2 = 0.0;
    for (size_t i = 0; i < 60; i++)
        x[i * 3 + 2] = 1e7 * (x[i * 3] + made.data.y[i] + (double)(i % 7)); /* badly scaled only */
    CU_ASSERT(build(&made, &options)->optimum != NULL);
    fed_arena_free(&made.arena);
}

/* All counts zero: exp(eta) falls for ever. */
static void test_poisson_without_counts(void)
{
    made_data made = {.arena = {NULL}};
    fed_problem_options options = make_options(&fed_loss_poisson);

    options.optimum = true;
    options.intercept = true;
    make_data(&made, 60, 2, 2, false, FED_LABELS_COUNTS, 51);
    CU_ASSERT(build(&made, &options)->optimum != NULL);
    made.data.y = FED_ARRAY(&made.arena, 60, double);
    CU_ASSERT(build(&made, &options)->optimum == NULL);
    fed_arena_free(&made.arena);
}

int main(void)
{
    CU_TestInfo tests[] = {{"labels become classes in increasing order", test_label_maps},
                           {"labels a loss cannot use are refused", test_label_faults},
                           {"the truth has every parameter", test_truth},
                           {"weights by samples, uniform, with a server", test_weights},
                           {"chunks begin at clients", test_chunks},
                           {"the same bits at any number of threads", test_threads},
                           {"errors of many models", test_errors},
                           {"errors of a test set stored otherwise", test_errors_of_other_storage},
                           {"the gradient vanishes at the optimum", test_optimum},
                           {"least squares by elimination", test_least_squares},
                           {"no optimum where there is none", test_no_optimum},
                           {"no optimum without counts", test_poisson_without_counts},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"problem", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
