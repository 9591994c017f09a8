/* tap.h -- CUnit tests reported one by one in TAP, failing when anything failed or nothing ran. */
#ifndef FED_TAP_H
#define FED_TAP_H

#include <CUnit/CUnit.h>
#include <CUnit/TestDB.h>
#include <CUnit/TestRun.h>
#include <math.h>
#include <string.h>

/* Registers and runs the suites (terminated by CU_SUITE_INFO_NULL); the program's exit status. */
int tap_main(CU_SuiteInfo *suites);
/* Called first in a test: reports it as skipped with the reason. */
void tap_skip(const char *reason);

/* |a - b| <= tolerance (1 + |b|), false for NaN. */
#define ASSERT_CLOSE(a, b, tolerance) CU_ASSERT(fabs((a) - (b)) <= (tolerance) * (1.0 + fabs(b)))
/* The same bits: inf == inf holds, NaN only with its own payload. */
#define ASSERT_SAME_BITS(a, b)                                      \
    do {                                                            \
        double bits_a_ = (a), bits_b_ = (b);                        \
        CU_ASSERT(memcmp(&bits_a_, &bits_b_, sizeof bits_a_) == 0); \
    } while (0)

#endif
