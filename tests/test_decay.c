/* test_decay.c -- when LocalUpdateDecay lowers the rates: by hand, by brute force, and within a
 * run. */
#include "lab.h"
#include "algorithms/local/decay.h"
#include "core/normal.h"

enum { ROUNDS = 300 };

static fed_decay make(size_t window, size_t patience, size_t cooldown, double delta, double *losses)
{
    return (fed_decay){
        .on = true,
        .window = window,
        .patience = patience,
        .cooldown = cooldown,
        .delta = delta,
        .alpha = 0.5,
        .beta = 0.25,
        .losses = losses,
        .now = {.resting = cooldown, .least = INFINITY, .client = 1.0, .server = 1.0}};
}

/* The rounds (from 1) after which a script of losses lowers the rates. */
static size_t fire(fed_decay decay, const double *script, size_t n, size_t *rounds)
{
    size_t fired = 0;

    for (size_t t = 0; t < n; t++) {
        const double before = decay.now.client;

        fed_decay_watch(&decay, script[t]);
        if (decay.now.client < before)
            rounds[fired++] = t + 1;
    }
    ASSERT_CLOSE(decay.now.client, pow(0.5, (double)fired), 1e-15);
    ASSERT_CLOSE(decay.now.server, pow(0.25, (double)fired), 1e-15);
    return fired;
}

static void test_by_hand(void)
{
    const double flat[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const double falling[6] = {6, 5, 4, 3, 2, 1}, saw[10] = {5, 4, 4, 3, 3, 3, 2, 2, 2, 2};
    double losses[8];
    size_t at[16];

    /* the first loss is below +infinity, every later one is no progress: two on end fire */
    CU_ASSERT(fire(make(1, 2, 0, 0.1, losses), flat, 12, at) == 5 && at[0] == 3 && at[1] == 5 &&
              at[4] == 11);
    /* nothing in the first three rounds; the counter ran, so round 4 fires; then three rounds of
     * rest */
    CU_ASSERT(fire(make(1, 2, 3, 0.1, losses), flat, 12, at) == 3 && at[0] == 4 && at[1] == 8 &&
              at[2] == 12);
    /* a window of three has its first mean at round 3 */
    CU_ASSERT(fire(make(3, 1, 0, 0.1, losses), flat, 6, at) == 3 && at[0] == 4 && at[1] == 5);
    CU_ASSERT(fire(make(1, 1, 0, 0.1, losses), falling, 6, at) == 0);
    CU_ASSERT(fire(make(1, 1, 0, 1.0, losses), falling, 6, at) ==
              0); /* just Delta below is progress */
    CU_ASSERT(fire(make(1, 1, 0, 1.5, losses), falling, 6, at) == 5);
    CU_ASSERT(fire(make(1, 2, 0, 0.1, losses), saw, 10, at) == 2 && at[0] == 6 && at[1] == 9);
}

/* The rule written out over the whole history, for random losses and settings. */
static void test_brute_force(void)
{
    fed_rng rng = fed_rng_stream(3, FED_RNG_TEST, 0, 0, 0);

    for (int trial = 0; trial < 200; trial++) {
        const size_t window = 1 + (size_t)fed_rng_below(&rng, 6),
                     patience = 1 + (size_t)fed_rng_below(&rng, 6);
        const size_t cooldown = (size_t)fed_rng_below(&rng, 9);
        const double delta = 0.05 * fed_rng_uniform(&rng);
        double losses[8], script[ROUNDS], mean[ROUNDS];
        size_t at[ROUNDS], fired, expected = 0, quiet = cooldown, counter = 0;

        for (size_t t = 0; t < ROUNDS; t++)
            script[t] = 2.0 / (1.0 + 0.05 * (double)t) + 0.1 * fed_rng_normal(&rng);
        fired = fire(make(window, patience, cooldown, delta, losses), script, ROUNDS, at);
        for (size_t t = window - 1; t < ROUNDS; t++) {
            double least = INFINITY;

            mean[t] = 0.0;
            for (size_t k = 0; k < window; k++)
                mean[t] += script[t + 1 - window + k];
            mean[t] /= (double)window;
            for (size_t j = window - 1; j < t; j++)
                least = fmin(least, mean[j]);
            counter = mean[t] > least - delta ? counter + 1 : 0;
            if (counter >= patience && t + 1 > quiet) {
                CU_ASSERT(expected < fired && at[expected] == t + 1);
                expected++;
                counter = 0;
                quiet = t + 1 + cooldown;
            }
        }
        CU_ASSERT(expected == fired);
    }
}

/* The authors' rule, from its words: over the whole history of means, infinite before a window is
 * full. */
static void test_released(void)
{
    const double flat[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    fed_rng rng = fed_rng_stream(4, FED_RNG_TEST, 0, 0, 0);
    double losses[8], slow[40];
    fed_decay rule = make(1, 2, 3, 0.1, losses);
    size_t at[ROUNDS], differ = 0;

    /* three rounds of rest, of which the third counts; then patience */
    rule.released = true;
    CU_ASSERT(fire(rule, flat, 12, at) == 3 && at[0] == 4 && at[1] == 8 && at[2] == 12);
    /* a loss that creeps down by less than Delta a round: the paper's minimum creeps with it and
     * never sees progress, here it has fallen by Delta every fourth round */
    for (size_t t = 0; t < 40; t++)
        slow[t] = 10.0 - 0.03 * (double)t;
    rule = make(1, 5, 0, 0.1, losses);
    CU_ASSERT(fire(rule, slow, 40, at) > 0);
    rule.released = true;
    CU_ASSERT(fire(rule, slow, 40, at) == 0);
    for (int trial = 0; trial < 200; trial++) {
        const size_t window = 1 + (size_t)fed_rng_below(&rng, 6),
                     patience = 1 + (size_t)fed_rng_below(&rng, 6);
        const size_t cooldown = (size_t)fed_rng_below(&rng, 9);
        const double delta = 0.05 * fed_rng_uniform(&rng);
        double script[ROUNDS], best = INFINITY;
        size_t fired, paper[ROUNDS], expected = 0, from = cooldown, wait = 0;

        for (size_t t = 0; t < ROUNDS; t++)
            script[t] = 2.0 / (1.0 + 0.05 * (double)t) + 0.1 * fed_rng_normal(&rng);
        rule = make(window, patience, cooldown, delta, losses);
        differ += fire(rule, script, ROUNDS, paper) != 0;
        rule.released = true;
        fired = fire(rule, script, ROUNDS, at);
        for (size_t t = 1; t <= ROUNDS; t++) { /* rest ends with round `from` */
            double mean = t < window ? INFINITY : 0.0;

            for (size_t k = 0; k < window && t >= window; k++)
                mean += script[t - window + k] / (double)window;
            if (mean < best - delta) {
                best = mean;
                wait = 0;
            } else if (t >= from && ++wait >= patience) {
                CU_ASSERT(expected < fired && at[expected] == t);
                expected++;
                wait = 0;
                from = t + cooldown;
            }
        }
        CU_ASSERT(expected == fired);
    }
    CU_ASSERT(differ > 100);
}

/* In a run: the loss watched is the cohort's before training, the rates used are in updates.csv and
 * `rate`. */
static void test_in_a_run(void)
{
    lab *l;
    const fed_result *result;
    const fed_table *table;
    double client = 0.5, server = 0.8;
    fed_decay decay;
    double losses[8];

    files_text("two.csv", "client,y,x\n1,1,1\n2,2,0.5\n");
    l = lab_run(
        1,
        LAB_DATA("two.csv") "loss = { type = \"quadratic\"; };\n"
                            "algorithm = { name = \"local-update\"; rounds = 60; local_steps = 2; "
                            "client_learning_rate = 0.5; server_learning_rate = 0.8; "
                            "decay = { window = 2; patience = 3; cooldown = 4; client = 0.5; "
                            "server = 0.25; }; };\n");
    result = lab_result(l, 0, 0);
    table = result->tables;
    CU_ASSERT_FATAL(table != NULL && strcmp(table->name, "updates") == 0 && table->rows == 60);
    decay = make(2, 3, 4, 1e-4, losses);
    for (size_t t = 0; t < 60; t++) {
        const double *row = table->cells + 5 * t;

        CU_ASSERT(row[0] == (double)(t + 1));
        ASSERT_CLOSE(row[4], result->records[t].value[FED_METRIC_loss], 1e-12);
        ASSERT_CLOSE(row[2], client * decay.now.client, 1e-15);
        ASSERT_CLOSE(row[3], server * decay.now.server, 1e-15);
        ASSERT_SAME_BITS(row[3], result->records[t + 1].value[FED_METRIC_rate]);
        fed_decay_watch(&decay, row[4]);
    }
    CU_ASSERT(decay.now.client <= decay.alpha * decay.alpha * (1.0 + 1e-12));
    CU_ASSERT(result->counts.scalars == 120.0);
    lab_free(l);
}

/* Defaults when one key turns it on; off without any. */
static void test_defaults(void)
{
    lab *l;

    files_text("two.csv", "client,y,x\n1,1,1\n2,2,0.5\n");
    l = lab_run(1, LAB_DATA("two.csv") "loss = { type = \"quadratic\"; };\n"
                                       "algorithm = { name = \"local-update\"; rounds = 1000; "
                                       "decay = { window = 100; }; };\n");
    {
        const fed_table *table = lab_result(l, 0, 0)->tables;
        double losses[100];
        fed_decay decay = make(100, 100, 100, 1e-4, losses);

        CU_ASSERT_FATAL(table != NULL);
        decay.alpha = 0.1;
        decay.beta = 0.9;
        for (size_t t = 0; t < table->rows; t++) {
            ASSERT_CLOSE(table->cells[5 * t + 2], 0.1 * decay.now.client, 1e-15);
            ASSERT_CLOSE(table->cells[5 * t + 3], 0.1 * decay.now.server, 1e-15);
            fed_decay_watch(&decay, table->cells[5 * t + 4]);
        }
        CU_ASSERT(decay.now.client <= 0.1 * 0.1 * 0.1 * (1.0 + 1e-12));
    }
    lab_free(l);
    l = lab_run(1, LAB_DATA("two.csv") "loss = { type = \"quadratic\"; };\nalgorithm = { name = "
                                       "\"local-update\"; rounds = 300; };\n");
    CU_ASSERT(isnan(lab_result(l, 0, 0)->tables->cells[4]));
    CU_ASSERT(lab_last(l, 0, FED_METRIC_rate) == 0.1);
    lab_free(l);
}

int main(void)
{
    CU_TestInfo tests[] = {{"scripts by hand", test_by_hand},
                           {"the rule over the whole history", test_brute_force},
                           {"the rule of the released program", test_released},
                           {"within a run", test_in_a_run},
                           {"defaults, on and off", test_defaults},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"decay", files_open, files_close, NULL, NULL, tests},
                             CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
