/* test_arrange.c -- samples in the order of the clients, entries that are all the same, Hessians
 * cut into pieces, and the factor by tiles, against the plain formulas. */
#include "core/cholesky.h"
#include "core/lapack.h"
#include "crew.h"
#include "problem/arrange.h"
#include "problem/hessian.h"
#include "problem/objective.h"
#include "problems.h"
#include "tap.h"

#include <math.h>

static const fed_problem *build(made_data *made, const fed_problem_options *options)
{
    const fed_problem *problem;
    fed_error error = {FED_OK, ""};

    CU_ASSERT_FATAL(fed_problem_build(&made->arena, crew(), options, &made->data, &made->part,
                                      &problem, &error) == FED_OK);
    return problem;
}

/* Sample i as a row of p, its intercept last. */
static void row_of(const fed_dataset *data, size_t i, double *row)
{
    memset(row, 0, data->d * sizeof *row);
    for (size_t e = data->ptr[i]; e < data->ptr[i + 1]; e++)
        row[data->col[e]] = data->val[e];
    row[data->d] = 1.0;
}

/* Value, gradient and Hessian of the mean logistic loss + l2/2 |theta|^2, from the formulas. */
static double by_hand(const fed_dataset *data, double l2, const double *theta, double *grad,
                      double *hessian, double *row)
{
    const size_t d = data->d, p = d + 1;
    double value = 0.0;

    memset(grad, 0, p * sizeof *grad);
    memset(hessian, 0, p * p * sizeof *hessian);
    for (size_t i = 0; i < data->n; i++) {
        double eta = 0.0, mu;

        row_of(data, i, row);
        for (size_t j = 0; j < p; j++)
            eta += row[j] * theta[j];
        mu = 1.0 / (1.0 + exp(-eta));
        value += (log1p(exp(eta)) - data->y[i] * eta) / (double)data->n;
        for (size_t j = 0; j < p; j++) {
            grad[j] += (mu - data->y[i]) * row[j] / (double)data->n;
            for (size_t k = 0; k < p; k++)
                hessian[j * p + k] += mu * (1.0 - mu) * row[j] * row[k] / (double)data->n;
        }
    }
    for (size_t j = 0; j < d; j++) {
        value += 0.5 * l2 * theta[j] * theta[j];
        grad[j] += l2 * theta[j];
        hessian[j * (p + 1)] += l2;
    }
    return value;
}

/* Entries that are all 1, all another number, and unequal. */
static void test_sparse(void)
{
    static const double units[] = {1.0, 0.18257, 0.0};

    for (size_t u = 0; u < 3; u++)
        for (size_t d = 5; d <= 43; d += 19) {
            made_data made = {.arena = {NULL}};
            fed_problem_options options = make_options(&fed_loss_logistic);
            const size_t p = d + 1;
            const fed_problem *problem;
            double *theta, *room, *eta, value;

            make_data(&made, 2500, d, 7, true, FED_LABELS_BINARY, 30 + d);
            for (size_t e = 0; units[u] > 0.0 && e < made.data.ptr[made.data.n]; e++)
                ((double *)made.data.val)[e] = units[u];
            options.l2 = 0.01;
            options.intercept = true;
            problem = build(&made, &options);
            theta = make_vector(&made, p, 0.5, 2);
            room = FED_ARRAY(&made.arena, 2 * p + 2 * p * p + p, double);
            eta = FED_ARRAY(&made.arena, fed_outputs_kept(problem), double);
            ASSERT_SAME_BITS(problem->data->unit, units[u]);
            value = by_hand(&made.data, 0.01, theta, room, room + 2 * p, room + 2 * p + 2 * p * p);
            ASSERT_CLOSE(fed_problem_keep(problem, crew(), theta, room + p, eta), value, 1e-13);
            for (size_t j = 0; j < p; j++)
                ASSERT_CLOSE(room[p + j], room[j], 1e-13);
            for (int kept = 0; kept < 2; kept++) {
                double *hessian = room + 2 * p + p * p;

                fed_problem_hessian(problem, crew(), theta, kept == 1 ? eta : NULL, hessian);
                for (size_t j = 0; j < p * p; j++)
                    ASSERT_CLOSE(hessian[j], room[2 * p + j], 1e-13);
            }
            fed_arena_free(&made.arena);
        }
}

/* A client's samples are those the partition gave it, in its order, and the server's are the last.
 */
static void test_order(void)
{
    for (int sparse = 0; sparse < 2; sparse++) {
        made_data made = {.arena = {NULL}}, plain = {.arena = {NULL}};
        const fed_partition *part = &made.part;
        const fed_dataset *data = &made.data;
        fed_error error = {FED_OK, ""};
        const size_t d = 40, n = 333, kept = 300;
        double a[40], b[40];

        make_data(&made, n, d, 5, sparse == 1, FED_LABELS_ANY, 8);
        make_data(&plain, n, d, 5, sparse == 1, FED_LABELS_ANY, 8);
        ((size_t *)made.part.start)[5] = ((size_t *)plain.part.start)[5] = kept;
        made.part.server = made.part.row + kept;
        made.part.server_count = n - kept;
        if (sparse == 1)
            CU_ASSERT_FATAL(fed_arrange(&made.arena, &data, &part, &error) == FED_OK);
        if (sparse == 0)
            CU_ASSERT_FATAL(fed_arrange_in_place(&made.arena, data, &part, &error) == FED_OK);
        for (size_t i = 0; i < n; i++) {
            const size_t at = i < kept ? part->row[i] : part->server[i - kept];

            CU_ASSERT(at == i);
            ASSERT_SAME_BITS(data->y[i], plain.data.y[plain.part.row[i]]);
            fed_row_copy(&data->matrix, i, a);
            fed_row_copy(&plain.data.matrix, plain.part.row[i], b);
            CU_ASSERT(memcmp(a, b, sizeof a) == 0);
        }
        fed_arena_free(&made.arena);
        fed_arena_free(&plain.arena);
    }
}

typedef struct shared_factor {
    size_t n, ld;
    double *a;
    bool sound;
} shared_factor;

static void factor_shared(fed_team *team, void *context)
{
    shared_factor *f = context;

    f->sound = fed_cholesky_tiles(team, f->n, f->a, f->ld);
}

/* Whether a team finds the bits of l. */
static bool factors_alike(int threads, size_t n, const double *a, const double *l, size_t ld)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    shared_factor f = {n, ld, FED_ARRAY(&arena, n * ld, double), false};
    bool alike;

    memcpy(f.a, a, n * ld * sizeof *a);
    alike = fed_team_run(threads, factor_shared, &f, &error) == FED_OK && f.sound;
    for (size_t i = 0; i < n; i++)
        alike = alike && memcmp(f.a + i * ld, l + i * ld, (i + 1) * sizeof *l) == 0;
    fed_arena_free(&arena);
    return alike;
}

/* LL' is A again, with the same bits at any number of threads; a matrix with a negative eigenvalue,
 * not a number or infinity is refused. */
static void test_tiles(void)
{
    for (size_t n = 1; n <= 240; n += n < 20 ? 1 : 37) {
        const size_t ld = n + 3;
        made_data made = {.arena = {NULL}};
        double *x = make_vector(&made, n * n, 1.0, n), *a = FED_ARRAY(&made.arena, n * ld, double),
               *l = FED_ARRAY(&made.arena, n * ld, double);

        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                double sum = i == j ? (double)n : 0.0;

                for (size_t k = 0; k < n; k++)
                    sum += x[i * n + k] * x[j * n + k];
                a[i * ld + j] = l[i * ld + j] = sum;
            }
        CU_ASSERT(fed_cholesky_tiles(NULL, n, l, ld));
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j <= i; j++) {
                double sum = 0.0;

                for (size_t k = 0; k <= j; k++)
                    sum += l[i * ld + k] * l[j * ld + k];
                CU_ASSERT(fabs(sum - a[i * ld + j]) <= 1e-14 * (double)(n * n + 10));
            }
        for (int threads = 1; threads <= 3; threads++)
            CU_ASSERT(factors_alike(threads, n, a, l, ld));
        for (int k = 0; k < 3; k++) {
            static const double wrong[] = {-1.0, NAN, INFINITY};

            memcpy(l, a, n * ld * sizeof *l);
            l[(n - 1) * ld + n - 1] = wrong[k];
            CU_ASSERT(!fed_cholesky_tiles(NULL, n, l, ld));
        }
        fed_arena_free(&made.arena);
    }
}

/* A singular matrix and one of condition 1e15 are no sound factors, one of 1e8 is. */
static void test_condition(void)
{
    for (size_t n = 2; n <= 600; n = 3 * n + 1) {
        static const double least[] = {1e-8, 1e-15};

        for (int k = 0; k < 2; k++) { /* 11' + least I has the condition n/least */
            fed_arena arena = {NULL};
            double *a = FED_ARRAY(&arena, n * n, double), *scale = FED_ARRAY(&arena, n, double),
                   *b = FED_ARRAY(&arena, n, double);
            bool sound;

            for (size_t i = 0; i < n * n; i++)
                a[i] = 1.0 + (i % (n + 1) == 0 ? least[k] : 0.0);
            for (size_t i = 0; i < n; i++)
                b[i] = (double)n + least[k];
            sound = fed_spd_factor(NULL, n, least[k] / 3.0, a, scale);
            CU_ASSERT(sound == (k == 0));
            if (sound)
                fed_spd_solve(n, a, scale, b);
            for (size_t i = 0; sound && i < n; i++)
                CU_ASSERT(fabs(b[i] - 1.0) < 1e-5);
            fed_arena_free(&arena);
        }
    }
}

/* Cut Hessians have the same bits at any number of threads. */
typedef struct trial {
    const fed_problem *problem;
    const double *theta;
    double *out;
} trial;

static void evaluate(fed_team *team, void *context)
{
    const trial *t = context;

    fed_problem_hessian(t->problem, team, t->theta, NULL, t->out);
}

static void test_pieces(void)
{
    made_data made = {.arena = {NULL}};
    fed_problem_options options = make_options(&fed_loss_logistic);
    fed_error error = {FED_OK, ""};
    const fed_problem *problem;
    double *first = NULL;
    const size_t d = 40;

    make_data(&made, 9000, d, 5, true, FED_LABELS_BINARY, 8);
    problem = build(&made, &options);
    for (int threads = 1; threads <= 7; threads += threads < 3 ? 1 : 4) {
        trial t = {problem, make_vector(&made, d, 0.5, 2), FED_ARRAY(&made.arena, d * d, double)};

        CU_ASSERT(fed_team_run(threads, evaluate, &t, &error) == FED_OK);
        first = first == NULL ? t.out : first;
        CU_ASSERT(memcmp(t.out, first, d * d * sizeof *first) == 0);
    }
    fed_arena_free(&made.arena);
}

int main(void)
{
    CU_TestInfo tests[] = {{"sparse data against the formulas", test_sparse},
                           {"every sample is where its client finds it", test_order},
                           {"LL' by tiles", test_tiles},
                           {"the condition of a factor", test_condition},
                           {"pieces of a Hessian at any number of threads", test_pieces},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"arrange", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
