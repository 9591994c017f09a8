/* failing.c -- fails in the way its argument names; tests/harness.sh proves that each way is seen.
 */
#include "tap.h"

#include <stdlib.h>

static int broken_fixture(void)
{
    return 1;
}

static void test_true(void)
{
    CU_ASSERT(1 + 1 == 2);
}

static void test_false(void)
{
    CU_ASSERT(1 + 1 == 3);
}

static void test_fatal(void)
{
    CU_ASSERT_FATAL(1 + 1 == 3);
}

static void test_idle(void) {}

static void test_abort(void)
{
    abort();
}

int main(int argc, char **argv)
{
    CU_TestInfo assertion[] = {
        {"holds", test_true}, {"does not hold", test_false}, CU_TEST_INFO_NULL};
    CU_TestInfo fatal[] = {{"ends early", test_fatal}, {"holds", test_true}, CU_TEST_INFO_NULL};
    CU_TestInfo idle[] = {{"asserts nothing", test_idle}, CU_TEST_INFO_NULL};
    CU_TestInfo crash[] = {{"holds", test_true}, {"crashes", test_abort}, CU_TEST_INFO_NULL};
    CU_TestInfo fine[] = {{"holds", test_true}, CU_TEST_INFO_NULL};
    CU_TestInfo none[] = {CU_TEST_INFO_NULL};
    const struct {
        const char *name;
        CU_SuiteInfo suite;
    } modes[] = {{"assertion", {"failing", NULL, NULL, NULL, NULL, assertion}},
                 {"fatal", {"failing", NULL, NULL, NULL, NULL, fatal}},
                 {"idle", {"failing", NULL, NULL, NULL, NULL, idle}},
                 {"crash", {"failing", NULL, NULL, NULL, NULL, crash}},
                 {"init", {"failing", broken_fixture, NULL, NULL, NULL, fine}},
                 {"cleanup", {"failing", NULL, broken_fixture, NULL, NULL, fine}},
                 {"empty", {"failing", NULL, NULL, NULL, NULL, none}},
                 {"none", {"passing", NULL, NULL, NULL, NULL, fine}}};

    for (size_t k = 0; k < sizeof modes / sizeof modes[0]; k++)
        if (argc == 2 && strcmp(argv[1], modes[k].name) == 0) {
            CU_SuiteInfo suites[] = {modes[k].suite, CU_SUITE_INFO_NULL};

            return tap_main(suites);
        }
    return EXIT_FAILURE;
}
