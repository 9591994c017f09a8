/* test_codes.c -- rows of units shortened to codes: the same rows, and the same value, gradient and
 * Hessian as without. */
#include "crew.h"
#include "problem/codes.h"
#include "problem/hessian.h"
#include "problem/objective.h"
#include "problems.h"
#include "tap.h"

enum { ROWS = 5000, FIELDS = 12, LOOSE = 20 };

/* One column of each field, four or seven of them, that often goes with that of the field before;
 * and loose columns, one in five of them there. Some rows are empty. */
static void make_units(made_data *made, double unit, uint64_t seed)
{
    fed_rng rng = fed_rng_stream(seed, FED_RNG_TEST, 0, 0, 3);
    const size_t d = FIELDS / 2 * 11 + LOOSE;
    size_t *ptr = FED_ARRAY(&made->arena, ROWS + 1, size_t);
    uint32_t *col = FED_ARRAY(&made->arena, ROWS * (FIELDS + LOOSE), uint32_t);
    double *val = FED_ARRAY(&made->arena, ROWS * (FIELDS + LOOSE), double);

    make_data(made, ROWS, 1, 7, false, FED_LABELS_BINARY, seed);
    for (size_t i = 0; i < ROWS; i++) {
        size_t at = ptr[i], before = 0, choice = 0;

        for (size_t f = 0; f < FIELDS && i % 50 != 7; f++) {
            const size_t size = f % 2 == 0 ? 4 : 7;

            if (f == 0 || fed_rng_below(&rng, 3) == 0)
                choice = (size_t)fed_rng_below(&rng, size);
            choice %= size;
            col[at++] = (uint32_t)(before + choice);
            before += size;
        }
        for (size_t j = FIELDS / 2 * 11; j < d && i % 50 != 7; j++)
            if (fed_rng_below(&rng, 5) == 0)
                col[at++] = (uint32_t)j;
        for (size_t k = ptr[i]; k < at; k++)
            val[k] = unit;
        ptr[i + 1] = at;
    }
    made->data.d = d;
    made->data.x = NULL;
    made->data.ptr = ptr;
    made->data.col = col;
    made->data.val = val;
    made->data.unit = unit;
}

static const fed_problem *build(made_data *made, bool hessians)
{
    fed_problem_options options = make_options(&fed_loss_logistic);
    const fed_problem *problem = NULL;
    fed_error error = {FED_OK, ""};

    options.l2 = 0.01;
    options.hessians = hessians;
    CU_ASSERT_FATAL(fed_problem_build(&made->arena, crew(), &options, &made->data, &made->part,
                                      &problem, &error) == FED_OK);
    return problem;
}

/* The columns of a row's codes are those of the row, each once; together they are
 * fewer. */
static void test_rows(void)
{
    made_data made = {.arena = {NULL}};
    const fed_problem *problem;
    const fed_matrix *x, *z;
    const fed_codes *codes;
    size_t *seen;

    make_units(&made, 1.0, 1);
    problem = build(&made, true);
    CU_ASSERT_FATAL(problem->codes != NULL);
    codes = problem->codes;
    x = &problem->data->matrix;
    z = &codes->data.matrix;
    seen = FED_ARRAY(&made.arena, x->d, size_t);
    CU_ASSERT(z->n == x->n && z->d == codes->count);
    CU_ASSERT(z->ptr[z->n] < x->ptr[x->n]);
    for (size_t i = 0; i < x->n; i++) {
        size_t found = 0;

        for (size_t k = z->ptr[i]; k < z->ptr[i + 1]; k++) {
            CU_ASSERT(k == z->ptr[i] || z->col[k - 1] < z->col[k]);
            for (size_t e = codes->start[z->col[k]]; e < codes->start[z->col[k] + 1]; e++) {
                CU_ASSERT(seen[codes->column[e]] != i + 1);
                seen[codes->column[e]] = i + 1;
                found++;
            }
        }
        CU_ASSERT(found == x->ptr[i + 1] - x->ptr[i]);
        for (size_t k = x->ptr[i]; k < x->ptr[i + 1]; k++)
            CU_ASSERT(seen[x->col[k]] == i + 1);
    }
    for (size_t m = 0; m < problem->clients; m++) { /* a client's rows are its own */
        size_t sum = 0;

        for (size_t i = problem->part->start[m]; i < problem->part->start[m + 1]; i++)
            sum += problem->part->row[i] - codes->part.row[i];
        CU_ASSERT(sum == 0);
    }
    fed_arena_free(&made.arena);
}

typedef struct trial {
    const fed_problem *problem;
    const double *theta;
    bool kept; /* outputs, for the Hessian */
    double *eta, *out;
} trial;

/* out: [value][wrong][gradient][Hessian] */
static void evaluate(fed_team *team, void *context)
{
    const trial *t = context;
    const size_t p = t->problem->p;
    double *grad = t->out + 2;

    fed_problem_measure(t->problem, team, 1, &t->theta, &grad, t->out, t->out + 1);
    if (t->kept)
        t->out[0] = fed_problem_keep(t->problem, team, t->theta, t->out + 2, t->eta);
    fed_problem_hessian(t->problem, team, t->theta, t->kept ? t->eta : NULL, t->out + 2 + p);
}

static double *measure(made_data *made, const fed_problem *problem, const double *theta, bool kept,
                       int threads)
{
    fed_error error = {FED_OK, ""};
    trial t = {problem, theta, kept, FED_ARRAY(&made->arena, problem->samples, double),
               FED_ARRAY(&made->arena, 2 + problem->p * (problem->p + 1), double)};

    CU_ASSERT_FATAL(t.eta != NULL && t.out != NULL);
    CU_ASSERT(fed_team_run(threads, evaluate, &t, &error) == FED_OK);
    return t.out;
}

/* What the last client holds is the server's. */
static void give_server(fed_partition *part)
{
    const size_t first = part->start[--part->clients];

    part->server = part->row + first;
    part->server_count = part->start[part->clients + 1] - first;
}

/* Against the rows as they are; the same bits at every number of threads. */
static void test_sums(void)
{
    static const double units[] = {1.0, 0.375, -1.7};

    for (size_t k = 0; k < 3; k++) {
        made_data made = {.arena = {NULL}};
        const fed_problem *plain, *coded;
        const double *theta, *expected, *found;
        size_t size;

        make_units(&made, units[k], 2 + k);
        if (k == 1)
            give_server(&made.part);
        plain = build(&made, false);
        coded = build(&made, true);
        CU_ASSERT_FATAL(plain->codes == NULL && coded->codes != NULL);
        size = 2 + plain->p * (plain->p + 1);
        theta = make_vector(&made, plain->p, 0.7, 5);
        expected = measure(&made, plain, theta, false, 1);
        found = measure(&made, coded, theta, false, 1);
        for (size_t i = 0; i < size; i++)
            CU_ASSERT(fabs(found[i] - expected[i]) < 1e-14 * (1.0 + 10.0 * fabs(expected[i])));
        for (int threads = 1; threads <= 7; threads += threads < 3 ? 1 : 4)
            for (int kept = 0; kept < 2; kept++)
                CU_ASSERT(memcmp(measure(&made, coded, theta, kept == 1, threads), found,
                                 size * sizeof *found) == 0);
        fed_arena_free(&made.arena);
    }
}

/* Entries that differ, an intercept, few rows or short ones are left as they are. */
static void test_left(void)
{
    made_data made = {.arena = {NULL}};
    fed_problem problem;

    make_units(&made, 1.0, 9);
    problem = *build(&made, false);
    CU_ASSERT(fed_codes_pay(&problem));
    problem.p++;
    CU_ASSERT(!fed_codes_pay(&problem));
    problem.p--;
    problem.products = false;
    CU_ASSERT(!fed_codes_pay(&problem));
    fed_arena_free(&made.arena);
    make_units(&made, 0.0, 9); /* no unit is known */
    CU_ASSERT(build(&made, true)->codes == NULL);
    fed_arena_free(&made.arena);
}

int main(void)
{
    CU_TestInfo tests[] = {{"the same rows", test_rows},
                           {"the same sums", test_sums},
                           {"where they do not pay", test_left},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"codes", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
