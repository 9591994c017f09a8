/* test_clock.c -- simulated times against what is known of them: the Erlang law of the departures
 * from the queue (23), the exact mean of the slowest client, and how far (19) is from it. */
#include "run/clock.h"
#include "tap.h"

#include <stdlib.h>

/* P(Y <= x) for Y Erlang(b), by the Poisson sum. */
static double erlang_below(double x, int b)
{
    double term = exp(-x), sum = 0.0;

    for (int k = 0; k < b; k++) {
        sum += term;
        term *= x / (k + 1);
    }
    return 1.0 - sum;
}

/* b + E max of k Erlang(b) = b + int_0^inf 1 - F(x)^k dx, by Simpson's rule. */
static double exact_compute(int b, int k)
{
    const int cells = 20000;
    const double end = b + 12.0 * sqrt((double)b) + 40.0, h = end / cells;
    double sum = 0.0;

    for (int i = 0; i <= cells; i++)
        sum += (i == 0 || i == cells ? 1.0
                : i % 2 == 1         ? 4.0
                                     : 2.0) *
               (1.0 - pow(erlang_below(i * h, b), k));
    return b + sum * h / 3.0;
}

/* The mean over draws agrees with the integral within four standard errors; (19), 2b + log k,
 * leaves out terms of order sqrt(b log k), and the largest error met here is stated. */
static void test_compute(void)
{
    static const struct {
        int b, k;
    } cases[] = {{1, 1}, {1, 50}, {5, 10}, {20, 50}, {100, 50}, {500, 200}};
    enum { DRAWS = 4000 };
    double worst = 0.0;

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const double exact = exact_compute(cases[c].b, cases[c].k);
        const double approximate = fed_clock_expected(cases[c].b, (size_t)cases[c].k, 0.0);
        double mean = 0.0, square = 0.0, error;

        for (uint64_t r = 0; r < DRAWS; r++) {
            fed_rng rng = fed_rng_stream(5, FED_RNG_CLOCK, r, c, 0);
            double time = fed_clock_compute(&rng, cases[c].b, (size_t)cases[c].k);

            mean += time / DRAWS;
            square += time * time / DRAWS;
        }
        error = sqrt((square - mean * mean) / DRAWS);
        CU_ASSERT(fabs(mean - exact) < 4.0 * error);
        worst = fmax(worst, fabs(approximate / exact - 1.0));
        printf("# b = %d, %d clients: mean %.3f, exact %.3f, (19) %.3f: off by %.1f%%\n",
               cases[c].b, cases[c].k, mean, exact, approximate,
               100.0 * (approximate / exact - 1.0));
    }
    CU_ASSERT(worst < 0.17);
    ASSERT_CLOSE(exact_compute(1, 1), 2.0, 1e-9); /* 1 + Exp(1) */
    /* 1 + the harmonic number */
    ASSERT_CLOSE(exact_compute(1, 4), 2.0 + 1.0 / 2 + 1.0 / 3 + 1.0 / 4, 1e-9);
}

/* Burke: departures in equilibrium are a Poisson process of rate 1, whatever the service rate; the
 * time of the n-th is Erlang(n), of mean n (23) and variance n. */
static void test_queue(void)
{
    static const double service[] = {1.05, 2.0, 50.0};
    enum { DRAWS = 20000, CLIENTS = 30 };

    for (size_t c = 0; c < sizeof service / sizeof *service; c++) {
        double mean = 0.0, square = 0.0, below = 0.0, variance;

        for (uint64_t r = 0; r < DRAWS; r++) {
            fed_rng rng = fed_rng_stream(6, FED_RNG_CLOCK, r, c, 0);
            double time = fed_clock_queue(&rng, service[c], CLIENTS);

            mean += time / DRAWS;
            square += time * time / DRAWS;
            below += (time <= 25.0) / (double)DRAWS;
        }
        variance = square - mean * mean;
        CU_ASSERT(fabs(mean - CLIENTS) < 4.0 * sqrt((double)CLIENTS / DRAWS));
        CU_ASSERT(fabs(variance / CLIENTS - 1.0) < 5.0 * sqrt(2.2 / DRAWS));
        CU_ASSERT(fabs(below - erlang_below(25.0, CLIENTS)) < 4.0 * 0.5 / sqrt((double)DRAWS));
    }
}

/* (25): type A 2b + log(tau m) + phi tau m, B 2b, C phi tau m. */
static void test_expected(void)
{
    ASSERT_CLOSE(fed_clock_expected(20.0, 50, 100.0), 40.0 + log(50.0) + 5000.0, 1e-15);
    CU_ASSERT(fed_clock_expected(20.0, 0, 100.0) == 40.0);
    CU_ASSERT(fed_clock_expected(0.0, 50, 100.0) == 5000.0);
}

int main(void)
{
    CU_TestInfo tests[] = {{"the slowest of several clients", test_compute},
                           {"departures from the queue are Poisson", test_queue},
                           {"expected time of the three kinds of epoch", test_expected},
                           CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"clock", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};

    return tap_main(suites);
}
