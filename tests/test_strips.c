/* test_strips.c -- steps on strips against steps on the rows: the same bits. */
#include "algorithms/local/order.h"
#include "algorithms/local/strips_make.h"
#include "crew.h"
#include "problems.h"

enum { N = 400 };

/* Rows of mean to 2 mean entries of one value, or of one or none: the columns of low numbers have
 * most. */
static void make_rows(made_data *made, size_t d, size_t clients, double value, size_t mean,
                      fed_labels labels)
{
    fed_rng rng = fed_rng_stream(8, FED_RNG_TEST, 0, 0, 0);
    size_t *ptr;
    uint32_t *col;
    double *val;

    make_data(made, N, d, clients, true, labels, 4);
    ptr = FED_ARRAY(&made->arena, N + 1, size_t);
    col = FED_ARRAY(&made->arena, N * d, uint32_t);
    val = FED_ARRAY(&made->arena, N * d, double);
    for (size_t i = 0; i < N; i++) {
        size_t left = i % 9 == 5 ? i % 2 : mean + (size_t)fed_rng_below(&rng, mean + 1);

        ptr[i + 1] = ptr[i];
        for (size_t j = 0; j < d && left > 0; j++)
            if (fed_rng_below(&rng, 1 + j / 8) == 0) {
                col[ptr[i + 1]] = (uint32_t)j;
                val[ptr[i + 1]++] = value;
                left--;
            }
    }
    made->data.ptr = ptr;
    made->data.col = col;
    made->data.val = val;
    made->data.unit = value;
}

typedef struct stage {
    made_data made;
    fed_error error;
    fed_run run;
    const size_t *order;
} stage;

static void set_stage(stage *s, const fed_problem_options *options, size_t batch)
{
    const fed_problem *problem;

    CU_ASSERT_FATAL(fed_problem_build(&s->made.arena, crew(), options, &s->made.data, &s->made.part,
                                      &problem, &s->error) == FED_OK);
    s->run = (fed_run){.arena = &s->made.arena,
                       .problem = problem,
                       .team = crew(),
                       .error = &s->error,
                       .rate = 0.3,
                       .batch = batch};
    s->order = fed_local_order(&s->run);
    CU_ASSERT_FATAL(s->order != NULL);
}

/* A client's passes by rows. */
static void walk(const stage *s, size_t client, size_t passes, bool local, double *x)
{
    const fed_problem *problem = s->run.problem;
    double *work = FED_ARRAY(s->run.arena, problem->work + problem->p, double);

    for (size_t k = 0; k < passes; k++)
        for (size_t b = 0; b < fed_local_batches(fed_held(problem->part, client), s->run.batch);
             b++) {
            const fed_batch batch = fed_local_batch(&s->run, s->order, client, b, local);

            fed_local_step(problem, &batch, s->run.rate, x, work, work + problem->p);
        }
}

static size_t compare(stage *s, bool hot, bool local)
{
    const size_t p = s->run.problem->p;
    const fed_strips *strips;
    double *from = make_vector(&s->made, p, 0.4, 7), *to = make_vector(&s->made, p, 9.0, 8), *work;
    size_t seen = 0;

    CU_ASSERT_FATAL(fed_strips_make(&s->run, s->order, hot, &strips) == FED_OK);
    CU_ASSERT_FATAL(strips != NULL);
    work = FED_ARRAY(s->run.arena, strips->room + 2 * FED_BLOCK, double);
    for (size_t m = 0; m < s->run.problem->clients; m++) {
        double *x = make_vector(&s->made, p, 0.4, 7);

        CU_ASSERT((strips->first[m] < strips->first[m + 1]) ==
                  (fed_held(s->run.problem->part, m) > s->run.batch));
        if (strips->first[m] == strips->first[m + 1])
            continue;
        seen++;
        fed_strips_pass(&s->run, strips, m, 2, local, from, to, work);
        walk(s, m, 2, local, x);
        CU_ASSERT(memcmp(x, to, p * sizeof *x) == 0);
    }
    return seen;
}

/* Few and many columns, one client and several, of which small ones have one batch; batches of one
 * to sixty-four, intercepts, penalties. */
static void test_same_bits(void)
{
    static const size_t columns[] = {3, 40, 123}, sizes[] = {1, 7, 32, 64};

    for (size_t c = 0; c < 3; c++)
        for (size_t b = 0; b < 4; b++)
            for (int variant = 0; variant < 16; variant++) {
                stage s = {.error = {FED_OK, ""}};
                fed_problem_options options =
                    make_options(variant & 4 ? &fed_loss_linear : &fed_loss_logistic);

                make_rows(&s.made, columns[c], variant & 8 ? 1 : 6, 1.0, columns[c] < 9 ? 1 : 9,
                          variant & 4 ? FED_LABELS_ANY : FED_LABELS_SOFT);
                options.intercept = variant & 1;
                options.l2 = variant & 2 ? 0.5 : 0.0;
                options.plain = true;
                set_stage(&s, &options, sizes[b]);
                CU_ASSERT(compare(&s, true, variant & 1) > 0);
                CU_ASSERT(compare(&s, false, variant & 2) > 0);
                fed_arena_free(&s.made.arena);
            }
}

/* Other values, dense rows, rows of very unequal lengths, batches longer than a block or than every
 * client, several outputs: no strips. */
static void test_none(void)
{
    static const struct {
        const fed_loss *loss;
        fed_labels labels;
        double value;
        size_t batch;
        bool dense, uneven;
    } cases[] = {{&fed_loss_logistic, FED_LABELS_SOFT, 0.5, 8, false, false},
                 {&fed_loss_logistic, FED_LABELS_SOFT, 1.0, 8, true, false},
                 {&fed_loss_logistic, FED_LABELS_SOFT, 1.0, 64, false, true},
                 {&fed_loss_logistic, FED_LABELS_SOFT, 1.0, 65, false, false},
                 {&fed_loss_logistic, FED_LABELS_SOFT, 1.0, N, false, false},
                 {&fed_loss_softmax, FED_LABELS_CLASSES, 1.0, 8, false, false},
                 {&fed_loss_logistic, FED_LABELS_SOFT, 1.0, 0, false, false}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        stage s = {.error = {FED_OK, ""}};
        fed_problem_options options = make_options(cases[k].loss);
        const fed_strips *strips;

        if (cases[k].dense)
            make_data(&s.made, N, 12, 3, false, cases[k].labels, 4);
        else
            make_rows(&s.made, 60, 3, cases[k].value, 5, cases[k].labels);
        for (size_t i = 0; cases[k].uneven && i <= N; i++) /* one row has all entries */
            ((size_t *)s.made.data.ptr)[i] = i <= 200 ? 0 : 60;
        set_stage(&s, &options, cases[k].batch);
        CU_ASSERT(fed_strips_make(&s.run, s.order, true, &strips) == FED_OK && strips == NULL);
        fed_arena_free(&s.made.arena);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"strips have the bits of rows", test_same_bits},
                           {"where there are no strips", test_none},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"strips", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
