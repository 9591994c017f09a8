/* test_numbers.c -- numbers in text are those of printf, digit for digit. */
#include "core/rng.h"
#include "tap.h"
#include "writers/number.h"

#include <string.h>

static void check(double x)
{
    char text[FED_NUMBER_ROOM], want[64];
    const char *got = fed_number_text(x, text);

    snprintf(want, sizeof want, "%.17g", x);
    if (strcmp(got, want) != 0)
        printf("# %s where printf has %s\n", got, want);
    CU_ASSERT(strcmp(got, want) == 0);
}

/* Powers of two and ten and their neighbours, where the number of digits changes. */
static void test_edges(void)
{
    const double far[] = {0.0,      -0.0,    INFINITY, -INFINITY,  5e-324,
                          2.2e-308, 1.7e308, 0x1p53,   0x1p53 - 1, 0x1p64};

    for (size_t k = 0; k < sizeof far / sizeof *far; k++)
        check(far[k]);
    for (int k = -330; k <= 308; k++) {
        const double ten = pow(10.0, k), two = ldexp(1.0, 3 * k);

        check(ten);
        check(-nextafter(ten, INFINITY));
        check(nextafter(ten, 0.0));
        check(two);
        check(nextafter(two, INFINITY));
    }
    for (int k = 0; k < 2000; k++) { /* ties: odd multiples of a half in the last digit */
        check((k + 0.5) * 0x1p-20);
        check(0x1p54 + 3.0 * k);
        check((1e16 + 2.0 * k + 1.0) * 0.125);
    }
}

/* Any pattern of bits, and numbers of every usual size. */
static void test_random(void)
{
    fed_rng rng = fed_rng_stream(17, FED_RNG_TEST, 0, 0, 0);

    for (size_t k = 0; k < 200000; k++) {
        const uint64_t bits = (uint64_t)fed_rng_u32(&rng) << 32 | fed_rng_u32(&rng);
        double x;

        memcpy(&x, &bits, sizeof x);
        if (!isnan(x))
            check(x);
        check((fed_rng_uniform(&rng) - 0.5) * pow(10.0, (double)(k % 90) - 45.0));
        check(floor(1e6 * fed_rng_uniform(&rng)) / 1000.0);
    }
}

static void test_nothing(void)
{
    char text[FED_NUMBER_ROOM];

    CU_ASSERT(strcmp(fed_number_text(NAN, text), "") == 0);
}

int main(void)
{
    CU_TestInfo tests[] = {{"where the number of digits changes", test_edges},
                           {"random numbers", test_random},
                           {"nothing for NaN", test_nothing},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"numbers", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
