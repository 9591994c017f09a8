/* test_batches.c -- which samples a local step sees and how their gradient is scaled. */
#include "core/linalg.h"
#include "crew.h"
#include "lab.h"
#include "algorithms/local/prox.h"
#include "algorithms/local/walk.h"
#include "problems.h"
#include "algorithms/local/order.h"

/* Seven samples, all of loss (x - 3)^2 / 2: whatever their order, a step multiplies x - 3 by a
 * known factor. */
static void write_alike(void)
{
    files_text("alike.csv", "client,y,x\n0,1,3\n0,1,3\n0,1,3\n0,1,3\n0,1,3\n0,1,3\n0,1,3\n");
}

static double left(const char *algorithm)
{
    lab *l = lab_run(
        1,
        LAB_DATA(
            "alike.csv") "loss = { type = \"quadratic\"; };\nalgorithm = { rounds = 1; %s };\n",
        algorithm);
    double x = (3.0 - lab_theta(l, 0)[0]) / 3.0;

    lab_free(l);
    return x;
}

static void test_scales(void)
{
    write_alike();
    ASSERT_CLOSE(left("name = \"fedavg\"; learning_rate = 0.3; local_steps = 2;"), 0.7 * 0.7,
                 1e-14);
    /* 3 + 3 + 1 samples, two passes */
    ASSERT_CLOSE(left("name = \"fedavg\"; learning_rate = 0.3; local_steps = 2; batch = 3;"),
                 pow((1.0 - 0.9 / 7.0) * (1.0 - 0.9 / 7.0) * (1.0 - 0.3 / 7.0), 2.0), 1e-14);
    ASSERT_CLOSE(left("name = \"fedavg\"; learning_rate = 0.3; local_steps = 2; batch = 3; "
                      "batch_scale = \"batch\";"),
                 pow(0.7, 6.0), 1e-14);
    ASSERT_CLOSE(
        left("name = \"fedavg\"; learning_rate = 0.3; batch = 7; batch_scale = \"local\";"), 0.7,
        1e-14);
    ASSERT_CLOSE(left("name = \"fedprox\"; learning_rate = 0.3;"), 1.0 / 1.3, 1e-14);
    ASSERT_CLOSE(left("name = \"fedprox\"; learning_rate = 0.3; batch = 3;"),
                 1.0 / ((1.0 + 0.9 / 7.0) * (1.0 + 0.9 / 7.0) * (1.0 + 0.3 / 7.0)), 1e-14);
    ASSERT_CLOSE(
        left("name = \"fedprox\"; learning_rate = 0.3; batch = 3; batch_scale = \"batch\";"),
        1.0 / (1.3 * 1.3 * 1.3), 1e-14);
    /* q = g_1 + ... + g_K with g_k = (x - 3) 0.7^(k-1); K = 4 draws, or 2 passes over three batches
     */
    ASSERT_CLOSE(left("name = \"local-update\"; client_learning_rate = 0.3; server_learning_rate = "
                      "0.1; local_steps = 4; "
                      "batch = 5;"),
                 1.0 - 0.1 * (1.0 - pow(0.7, 4.0)) / 0.3, 1e-14);
    ASSERT_CLOSE(left("name = \"local-update\"; client_learning_rate = 0.3; server_learning_rate = "
                      "0.1; local_epochs = 2; "
                      "batch = 3;"),
                 1.0 - 0.1 * (1.0 - pow(0.7, 6.0)) / 0.3, 1e-14);
    ASSERT_CLOSE(left("name = \"local-update\"; client_learning_rate = 0.3; server_learning_rate = "
                      "0.1; local_epochs = 2; "
                      "batch = 3; theta = \"last\";"),
                 1.0 - 0.1 * pow(0.7, 5.0), 1e-14);
    ASSERT_CLOSE(left("name = \"local-update\"; client_learning_rate = 0.3; server_learning_rate = "
                      "0.5; local_steps = 4; "
                      "batch = 5; delta = true;"),
                 1.0 - 0.5 * (1.0 - pow(0.7, 4.0)), 1e-14);
    ASSERT_CLOSE(left("name = \"local-update\"; client_learning_rate = 0.3; server_learning_rate = "
                      "0.1; local_steps = 2; "
                      "batch = 5; theta = \"maml\";"),
                 1.0 - 0.1 * pow(0.7, 4.0), 1e-14);
    ASSERT_CLOSE(left("name = \"local-update\"; client_learning_rate = 0.3; server_learning_rate = "
                      "0.1; local_epochs = 1; "
                      "batch = 3; theta = \"maml\";"),
                 1.0 - 0.1 * pow(0.7, 6.0), 1e-14);
}

/* To first order in a tiny rate the batches of a pass add up to the full gradient: none is missed,
 * none is seen twice, and the penalty is counted once. */
static void test_pass_adds_up(void)
{
    static const char *const methods[] = {"name = \"fedavg\"; learning_rate = 1e-7; batch = 7;",
                                          "name = \"fedprox\"; learning_rate = 1e-7; batch = 7;"};

    lab_data("softmax.csv", "softmax", 90, 5, 3, 4);
    for (size_t k = 0; k < 2; k++)
        for (int l2 = 0; l2 < 2; l2++) {
            lab *batches, *full;

            batches = lab_run(
                1,
                LAB_DATA(
                    "softmax.csv") "loss = { type = \"softmax\"; intercept = true; l2 = %d; };\n"
                                   "algorithm = { rounds = 1; initial = \"normal\"; %s };\n",
                l2, methods[k]);
            full = lab_run(
                1,
                LAB_DATA(
                    "softmax.csv") "loss = { type = \"softmax\"; intercept = true; l2 = %d; };\n"
                                   "algorithm = { name = \"fedavg\"; rounds = 1; initial = "
                                   "\"normal\"; "
                                   "learning_rate = 1e-7; };\n",
                l2);
            for (size_t j = 0; j < lab_result(full, 0, 0)->p; j++)
                CU_ASSERT(fabs(lab_theta(batches, 0)[j] - lab_theta(full, 0)[j]) < 1e-13);
            lab_free(batches);
            lab_free(full);
        }
}

/* The step in place is x - rate grad(x), for dense and sparse rows, penalties, intercepts, several
 * outputs. */
static void test_step_in_place(void)
{
    static const struct {
        const fed_loss *loss;
        fed_labels labels;
    } kinds[] = {{&fed_loss_linear, FED_LABELS_ANY},
                 {&fed_loss_logistic, FED_LABELS_SOFT},
                 {&fed_loss_softmax, FED_LABELS_CLASSES}};

    for (size_t k = 0; k < 3; k++)
        for (int variant = 0; variant < 8; variant++) {
            const size_t sizes[] = {1, 32, 64, 70};
            made_data made = {.arena = {NULL}};
            fed_error error = {FED_OK, ""};
            fed_problem_options options = make_options(kinds[k].loss);
            const fed_problem *problem;
            double *work, *x, *y, *g;

            make_data(&made, 300, 40, 2, variant & 1, kinds[k].labels, 3);
            options.intercept = variant & 2;
            options.l2 = variant & 4 ? 0.5 : 0.0;
            CU_ASSERT_FATAL(fed_problem_build(&made.arena, crew(), &options, &made.data, &made.part,
                                              &problem, &error) == FED_OK);
            work = FED_ARRAY(&made.arena, problem->work, double);
            g = FED_ARRAY(&made.arena, problem->p, double);
            for (size_t s = 0; s < 4; s++) {
                const fed_batch batch =
                    fed_batch_part(problem, 1, made.part.row + made.part.start[1], sizes[s], s % 2);

                x = make_vector(&made, problem->p, 0.5, 7);
                y = make_vector(&made, problem->p, 0.5, 7);
                fed_local_gradient(problem, &batch, y, g, work);
                fed_axpy(problem->p, -0.3, g, y);
                fed_local_step(problem, &batch, 0.3, x, g, work);
                for (size_t j = 0; j < problem->p; j++)
                    ASSERT_CLOSE(x[j], y[j], 1e-14);
            }
            fed_arena_free(&made.arena);
        }
}

/* A proximal step on a batch solves rate grad(x') + x' - x = 0: through the smaller system (n < p),
 * the larger, and Newton's method; twice, so that the kept factor is used, and with another rate,
 * so that it is not. */
static void test_proximal_batches(void)
{
    for (int variant = 0; variant < 48; variant++) {
        made_data made = {.arena = {NULL}};
        fed_error error = {FED_OK, ""};
        fed_problem_options options =
            make_options(variant & 8 ? &fed_loss_logistic : &fed_loss_linear);
        const fed_problem *problem;
        fed_run run;
        fed_prox prox = {0};
        double *work, *g;

        make_data(&made, 300, 20, 2, variant & 1, variant & 8 ? FED_LABELS_SOFT : FED_LABELS_ANY,
                  3);
        options.intercept = variant & 2;
        options.l2 = variant & 4 ? 0.5 : 0.0;
        CU_ASSERT_FATAL(fed_problem_build(&made.arena, crew(), &options, &made.data, &made.part,
                                          &problem, &error) == FED_OK);
        run = (fed_run){.arena = &made.arena, .problem = problem, .team = crew(), .error = &error};
        run.batch = variant < 16 ? 3 : variant < 32 ? 50 : 0;
        CU_ASSERT_FATAL(fed_prox_setup(&run, &prox) == FED_OK);
        work = FED_ARRAY(&made.arena, problem->work + prox.work, double);
        g = FED_ARRAY(&made.arena, problem->p, double);
        for (int turn = 0; turn < 3; turn++) {
            const fed_batch batch = fed_local_batch(&run, made.part.row, 1, 0, variant & 16);
            double computed = 0.0,
                   *anchor = make_vector(&made, problem->p, 0.5, 7 + (uint64_t)turn);
            double *x = make_vector(&made, problem->p, 0.5, 7 + (uint64_t)turn);

            run.rate = turn < 2 ? 4.0 : 0.25;
            CU_ASSERT(fed_prox_step(&run, &prox, &batch, 0, x, &computed, work) == 0.0);
            CU_ASSERT(computed >= (double)batch.n);
            fed_local_gradient(problem, &batch, x, g, work);
            for (size_t j = 0; j < problem->p; j++)
                CU_ASSERT(fabs(run.rate * g[j] + x[j] - anchor[j]) < 1e-11);
            CU_ASSERT(fabs(x[0] - anchor[0]) > 1e-9);
        }
        fed_arena_free(&made.arena);
    }
}

/* A run as far as batches see it: clients of unequal sizes. */
static fed_run stage(made_data *made, fed_problem *problem, size_t batch)
{
    make_data(made, 120, 2, 3, false, FED_LABELS_ANY, 5);
    *problem = (fed_problem){
        .data = &made->data, .part = &made->part, .clients = 3, .samples = 120, .scale = 1.0};
    return (fed_run){
        .arena = &made->arena, .problem = problem, .seed = 9, .batch = batch, .team = crew()};
}

/* Marks the rows of a batch; every one must be the client's own. */
static void mark(const fed_run *run, const fed_batch *batch, size_t *seen)
{
    const fed_partition *part = run->problem->part;

    for (size_t i = 0; i < batch->n; i++) {
        bool own = false;

        for (size_t k = part->start[batch->client]; k < part->start[batch->client + 1]; k++)
            own = own || part->row[k] == batch->rows[i];
        CU_ASSERT(own);
        seen[batch->rows[i]]++;
    }
}

/* Every pass sees each sample once, in another order each time; a batch can be had again. */
static void test_walk(void)
{
    made_data made = {.arena = {NULL}};
    fed_problem problem;
    fed_run run = stage(&made, &problem, 8);
    size_t rows[120], first[8], again[8], differ = 0;

    for (run.round = 0; run.round < 3; run.round++)
        for (size_t m = 0; m < 3; m++) {
            fed_walk walk = fed_walk_begin(&run, m, 1, 2, rows);
            const size_t n = made.part.start[m + 1] - made.part.start[m], per = (n + 7) / 8;

            CU_ASSERT(walk.steps == 2 * per && fed_walk_room(&run, 2) >= n);
            for (size_t epoch = 0; epoch < 2; epoch++) {
                size_t seen[120] = {0};

                for (size_t k = 0; k < per; k++) {
                    fed_batch batch = fed_walk_batch(&walk, epoch * per + k);

                    CU_ASSERT(batch.n == (k + 1 < per ? 8 : n - 8 * (per - 1)));
                    ASSERT_CLOSE(batch.factor, 1.0 / (double)batch.n, 1e-15);
                    mark(&run, &batch, seen);
                }
                for (size_t k = made.part.start[m]; k < made.part.start[m + 1]; k++)
                    CU_ASSERT(seen[made.part.row[k]] == 1);
            }
            memcpy(first, fed_walk_batch(&walk, 0).rows, sizeof first);
            differ += memcmp(first, fed_walk_batch(&walk, per).rows, sizeof first) != 0;
            memcpy(again, fed_walk_batch(&walk, 0).rows, sizeof again);
            CU_ASSERT(memcmp(first, again, sizeof first) == 0);
        }
    CU_ASSERT(differ == 9);
    fed_arena_free(&made.arena);
}

/* With replacement: every sample equally often. */
static void test_draws(void)
{
    made_data made = {.arena = {NULL}};
    fed_problem problem;
    fed_run run = stage(&made, &problem, 10);
    size_t rows[120], seen[120] = {0}, n = made.part.start[2] - made.part.start[1];

    for (run.round = 0; run.round < 500; run.round++) {
        fed_walk walk = fed_walk_begin(&run, 1, 8, 0, rows);

        CU_ASSERT(walk.steps == 8);
        for (size_t k = 0; k < 8; k++) {
            fed_batch batch = fed_walk_batch(&walk, k);

            CU_ASSERT(batch.n == 10);
            mark(&run, &batch, seen);
        }
    }
    for (size_t k = made.part.start[1]; k < made.part.start[2]; k++) {
        const double mean = 40000.0 / (double)n;

        CU_ASSERT(fabs((double)seen[made.part.row[k]] - mean) < 5.0 * sqrt(mean));
    }
    fed_arena_free(&made.arena);
}

/* fedavg's batches: a partition of each client's samples that stays, and is drawn anew in a
 * replicate. */
static void test_order(void)
{
    made_data made = {.arena = {NULL}};
    fed_problem problem;
    fed_run run = stage(&made, &problem, 8);
    const size_t *order = fed_local_order(&run), *other;

    CU_ASSERT_FATAL(order != NULL);
    for (size_t m = 0; m < 3; m++) {
        const size_t n = made.part.start[m + 1] - made.part.start[m];
        size_t seen[120] = {0};

        for (size_t k = 0; k < fed_local_batches(n, 8); k++) {
            fed_batch batch = fed_local_batch(&run, order, m, k, true);

            CU_ASSERT(batch.n <= 8);
            ASSERT_CLOSE(batch.factor, 1.0 / (double)n, 1e-15);
            mark(&run, &batch, seen);
        }
        for (size_t k = made.part.start[m]; k < made.part.start[m + 1]; k++)
            CU_ASSERT(seen[made.part.row[k]] == 1);
    }
    run.round = 5;
    other = fed_local_order(&run);
    CU_ASSERT(other != NULL && memcmp(order, other, 120 * sizeof *order) == 0);
    run.replicate = 1;
    other = fed_local_order(&run);
    CU_ASSERT(other != NULL && memcmp(order, other, 120 * sizeof *order) != 0);
    fed_arena_free(&made.arena);
}

int main(void)
{
    CU_TestInfo tests[] = {{"scales of a batch's gradient", test_scales},
                           {"a pass adds up to the full gradient", test_pass_adds_up},
                           {"a step in place", test_step_in_place},
                           {"a proximal step on a batch", test_proximal_batches},
                           {"passes over shuffled batches", test_walk},
                           {"draws with replacement", test_draws},
                           {"batches that stay", test_order},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"batches", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
