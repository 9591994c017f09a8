/* test_schedules.c -- rates at chosen updates against their formulas. */
#include "made.h"
#include "schedules/schedule.h"
#include "tap.h"

static const fed_curvature curved = {0.5, 2.0, 4.0, false};

/* The rate at update t of 100 rounds. */
static double rate_at(const char *rate, size_t t)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    fed_schedule schedule;
    const fed_config *config = made_config(&arena, "algorithm = { rate = %s; };", rate);
    double value = NAN;

    if (config != NULL &&
        fed_schedule_read(config, "algorithm.rate", 100, &schedule, &error) == FED_OK)
        value = fed_rate(&schedule, t);
    fed_arena_free(&arena);
    return value;
}

static void test_number(void)
{
    ASSERT_SAME_BITS(rate_at("0.01", 0), 0.01);
    ASSERT_SAME_BITS(rate_at("1", 999), 1.0);
    ASSERT_SAME_BITS(rate_at("0.0", 3), 0.0);
    ASSERT_SAME_BITS(rate_at("{ value = 0.3; }", 7), 0.3);
    ASSERT_SAME_BITS(rate_at("{ schedule = \"constant\"; value = 2; }", 7), 2.0);
}

static void test_step(void)
{
    static const char rate[] =
        "{ schedule = \"step\"; values = [0.01, 0.005, 0.001]; at = [10, 40]; }";

    ASSERT_SAME_BITS(rate_at(rate, 0), 0.01);
    ASSERT_SAME_BITS(rate_at(rate, 9), 0.01);
    ASSERT_SAME_BITS(rate_at(rate, 10), 0.005); /* update t = at uses the next value */
    ASSERT_SAME_BITS(rate_at(rate, 39), 0.005);
    ASSERT_SAME_BITS(rate_at(rate, 40), 0.001);
    ASSERT_SAME_BITS(rate_at(rate, 4000), 0.001);
}

static void test_decays(void)
{
    ASSERT_CLOSE(rate_at("{ schedule = \"inverse-time\"; a = 3.0; b = 5.0; }", 0), 0.5, 1e-15);
    ASSERT_CLOSE(rate_at("{ schedule = \"inverse-time\"; a = 3.0; b = 5.0; }", 9), 0.2, 1e-15);
    ASSERT_CLOSE(rate_at("{ schedule = \"inverse-time\"; a = 3.0; }", 0), 3.0, 1e-15);
    ASSERT_CLOSE(rate_at("{ schedule = \"exponential\"; value = 0.5; decay = 0.9; }", 0), 0.5,
                 1e-15);
    ASSERT_CLOSE(rate_at("{ schedule = \"exponential\"; value = 0.5; decay = 0.9; }", 3), 0.3645,
                 1e-15);
    ASSERT_CLOSE(rate_at("{ schedule = \"cosine\"; value = 0.5; final = 0.1; }", 0), 0.5, 1e-15);
    ASSERT_CLOSE(rate_at("{ schedule = \"cosine\"; value = 0.5; final = 0.1; }", 50), 0.3, 1e-15);
    ASSERT_CLOSE(rate_at("{ schedule = \"cosine\"; value = 0.5; final = 0.1; }", 100), 0.1, 1e-15);
    ASSERT_CLOSE(rate_at("{ schedule = \"cosine\"; value = 0.5; }", 25), 0.25 * (1.0 + sqrt(0.5)),
                 1e-15);
    ASSERT_CLOSE(rate_at("{ schedule = \"cosine\"; value = 0.5; }", 1000), 0.0, 1e-15);
    ASSERT_CLOSE(
        rate_at("{ schedule = \"polynomial\"; value = 0.5; final = 0.1; power = 2.0; }", 0), 0.5,
        1e-15);
    ASSERT_CLOSE(
        rate_at("{ schedule = \"polynomial\"; value = 0.5; final = 0.1; power = 2.0; }", 50), 0.2,
        1e-15);
    ASSERT_CLOSE(
        rate_at("{ schedule = \"polynomial\"; value = 0.5; final = 0.1; power = 2.0; }", 200), 0.1,
        1e-15);
    ASSERT_CLOSE(rate_at("{ schedule = \"polynomial\"; value = 0.5; }", 25), 0.375, 1e-15);
}

static void test_warmup(void)
{
    ASSERT_CLOSE(rate_at("{ value = 0.8; warmup = 4; }", 0), 0.2, 1e-15);
    ASSERT_CLOSE(rate_at("{ value = 0.8; warmup = 4; }", 2), 0.6, 1e-15);
    ASSERT_CLOSE(rate_at("{ value = 0.8; warmup = 4; }", 3), 0.8, 1e-15);
    ASSERT_SAME_BITS(rate_at("{ value = 0.8; warmup = 4; }", 4), 0.8);
    ASSERT_CLOSE(
        rate_at("{ schedule = \"exponential\"; value = 0.8; decay = 0.5; warmup = 4; }", 1), 0.2,
        1e-15);
}

/* eta_t and gamma_t with phi as the sum mu (1 - gamma mu)^(k-1), k = 1..K, of its definition. */
static void test_theorem29(void)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    const fed_config *config =
        made_config(&arena, "algorithm = { rate = { schedule = \"theorem29\"; }; };");
    fed_curvature client = curved;
    fed_schedule eta, gamma;

    client.client = true;
    CU_ASSERT_FATAL(
        fed_schedule_read_curved(config, "algorithm.rate", 100, &curved, &eta, &error) == FED_OK);
    CU_ASSERT_FATAL(
        fed_schedule_read_curved(config, "algorithm.rate", 100, &client, &gamma, &error) == FED_OK);
    for (size_t t = 0; t < 100; t += 33) {
        double time = 3.0 * 16.0 + (double)t + 1.0, g = fmin(1.0 / (2.0 * time), log(2.0) / 2.0),
               mu = 0.0;

        for (int k = 1; k <= 4; k++)
            mu += 0.5 * pow(1.0 - 0.5 * g, k - 1);
        ASSERT_CLOSE(fed_rate(&gamma, t), g, 1e-15);
        ASSERT_CLOSE(fed_rate(&eta, t), 3.0 / (mu * time), 1e-14);
    }
    CU_ASSERT(fed_schedule_read(config, "algorithm.rate", 100, &eta, &error) == FED_CONFIG);
    CU_ASSERT(strstr(error.text, "algorithm.rate.schedule") != NULL &&
              strstr(error.text, "theorem29") != NULL);
    error.status = FED_OK;
    client.mu = 0.0; /* convex only: no rate */
    CU_ASSERT(fed_schedule_read_curved(config, "algorithm.rate", 100, &client, &eta, &error) ==
              FED_CONFIG);
    fed_arena_free(&arena);
}

static void check_fault(const char *rate, const char *words)
{
    fed_arena arena = {NULL};
    fed_error error = {FED_OK, ""};
    fed_schedule schedule;
    const fed_config *config = made_config(&arena, "algorithm = { rate = %s; };", rate);

    CU_ASSERT_FATAL(config != NULL);
    CU_ASSERT(fed_schedule_read(config, "algorithm.rate", 100, &schedule, &error) == FED_CONFIG);
    CU_ASSERT(strstr(error.text, words) != NULL);
    fed_arena_free(&arena);
}

static void test_faults(void)
{
    check_fault("{ schedule = \"constant\"; }", "algorithm.rate.value");
    check_fault("{ schedule = \"exponential\"; value = 0.1; }", "algorithm.rate.decay");
    check_fault("{ schedule = \"step\"; values = [0.1, 0.2]; }", "algorithm.rate.at");
    check_fault("{ schedule = \"step\"; values = [0.1, 0.2]; at = [1, 2]; }",
                "algorithm.rate.values");
    check_fault("{ schedule = \"step\"; values = [0.1, 0.2, 0.3]; at = [5, 5]; }",
                "algorithm.rate.at");
}

static int clean(void)
{
    made_clean();
    return 0;
}

int main(void)
{
    CU_TestInfo tests[] = {{"a number is a constant rate", test_number},
                           {"step changes at its updates", test_step},
                           {"decays follow their formulas", test_decays},
                           {"warm-up ramps to the rate", test_warmup},
                           {"theorem29 has the paper's rates", test_theorem29},
                           {"missing and inconsistent keys are named", test_faults},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"schedules", NULL, clean, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
