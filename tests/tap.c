/* tap.c -- a TAP reporter on CUnit's handlers. CUnit's own exit pattern hides failed assertions and
 * suites whose initialisation failed, so the counters are read here, before clean-up clears them. */
#include "tap.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned line_count;
static const char *skip_reason;

void tap_skip(const char *reason)
{
    skip_reason = reason;
}

static void test_done(const CU_pTest test, const CU_pSuite suite, const CU_pFailureRecord failure)
{
    printf("%s %u - %s: %s", failure == NULL ? "ok" : "not ok", ++line_count, suite->pName, test->pName);
    if (skip_reason != NULL)
        printf(" # SKIP %s", skip_reason);
    printf("\n");
    for (CU_pFailureRecord f = failure; f != NULL; f = f->pNext)
        if (f->pTest == test)
            printf("# %s:%u: %s\n", f->strFileName, f->uiLineNumber, f->strCondition);
    skip_reason = NULL;
    fflush(stdout);
}

static void init_failed(const CU_pSuite suite)
{
    printf("not ok %u - %s: suite initialisation\n", ++line_count, suite->pName);
}

static void cleanup_failed(const CU_pSuite suite)
{
    printf("not ok %u - %s: suite clean-up\n", ++line_count, suite->pName);
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
    printf("1..%u\n", line_count);
    CU_cleanup_registry();
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
