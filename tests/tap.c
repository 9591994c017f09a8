/* tap.c -- a TAP reporter on CUnit's handlers. CUnit's own exit pattern hides failed assertions and
 * suites whose initialisation failed, so the counters are read here, before clean-up clears them.
 */
#include "tap.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned line_count, failed_count, assert_count;
static const char *skip_reason;

void tap_skip(const char *reason)
{
    skip_reason = reason;
}

static void report(bool good, const char *suite, const char *test, const char *skip)
{
    printf("%s %u - %s: %s%s%s\n", good ? "ok" : "not ok", ++line_count, suite, test,
           skip == NULL ? "" : " # SKIP ", skip == NULL ? "" : skip);
    failed_count += !good;
    fflush(stdout);
}

static void test_done(const CU_pTest test, const CU_pSuite suite, const CU_pFailureRecord failure)
{
    bool idle = CU_get_number_of_asserts() == assert_count && skip_reason == NULL;

    report(failure == NULL && !idle, suite->pName, test->pName, skip_reason);
    if (idle)
        printf("# the test asserted nothing\n");
    for (CU_pFailureRecord f = failure; f != NULL; f = f->pNext)
        if (f->pTest == test)
            printf("# %s:%u: %s\n", f->strFileName, f->uiLineNumber, f->strCondition);
    assert_count = CU_get_number_of_asserts();
    skip_reason = NULL;
}

static void init_failed(const CU_pSuite suite)
{
    report(false, suite->pName, "suite initialisation", NULL);
}

static void cleanup_failed(const CU_pSuite suite)
{
    report(false, suite->pName, "suite clean-up", NULL);
}

int tap_main(CU_SuiteInfo *suites)
{
    bool good;

    if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS) {
        printf("Bail out! %s\n", CU_get_error_msg());
        return EXIT_FAILURE;
    }
    CU_set_test_complete_handler(test_done);
    CU_set_suite_init_failure_handler(init_failed);
    CU_set_suite_cleanup_failure_handler(cleanup_failed);
    CU_run_all_tests();
    good = CU_get_number_of_tests_failed() == 0 && CU_get_number_of_failures() == 0 &&
           CU_get_number_of_suites_failed() == 0 && CU_get_number_of_tests_run() > 0 &&
           CU_get_number_of_tests_run() == CU_get_registry()->uiNumberOfTests;
    if (!good &&
        failed_count == 0) /* without a line of its own a fault could pass for "1..0", a skip */
        report(false, "all", "every registered test ran", NULL);
    printf("1..%u\n", line_count);
    CU_cleanup_registry();
    return good && failed_count == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
