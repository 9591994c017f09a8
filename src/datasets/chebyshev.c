/* chebyshev.c -- U_5(x) = 32x^5 - 32x^3 + 6x with noise: each client sees it on an interval of its
 * own, at the left ends of equal cells. The test set has the bare values at the middles of equal
 * cells of [-1,1]. */
#include "datasets/generate.h"
#include "core/normal.h"

static const double u5[] = {0.0, 6.0, 0.0, -32.0, 0.0, 32.0}; /* coefficients of 1, x, ..., x^5 */

static double value(double x)
{
    double sum = 0.0;

    for (size_t k = 6; k-- > 0;)
        sum = sum * x + u5[k];
    return sum;
}

static fed_status draw_test(fed_arena *arena, size_t n, fed_dataset *data, fed_error *error)
{
    fed_dataset *test = FED_NEW(arena, fed_dataset);
    double *x = FED_ARRAY(arena, n, double), *y = FED_ARRAY(arena, n, double);

    if (test == NULL || x == NULL || y == NULL)
        return fed_nomem(error);
    for (size_t i = 0; i < n; i++) {
        x[i] = -1.0 + (2.0 * (double)i + 1.0) / (double)n;
        y[i] = value(x[i]);
    }
    *test = (fed_dataset){.n = n, .d = 1, .x = x, .y = y, .signal = y, .extent = 2.0};
    data->test = test;
    return FED_OK;
}

static fed_status load(fed_arena *arena, fed_team *team, const fed_config *config, uint64_t seed,
                       uint64_t replicate, fed_dataset *data, fed_error *error)
{
    const double noise = fed_config_float(config, "data.noise");
    const size_t tests = (size_t)fed_config_int(config, "data.test_samples"), *start;

    (void)team;
    TRY(fed_generate_room(arena, config, 1, data, &start, error));
    for (size_t m = 0; m < data->clients; m++) {
        const double width = 2.0 / (double)data->clients, left = -1.0 + width * (double)m;
        const size_t n = start[m + 1] - start[m];
        fed_rng rng = fed_rng_stream(seed, FED_RNG_DATA, replicate, m, 0);

        for (size_t i = 0; i < n; i++) {
            const size_t at = start[m] + i;

            ((double *)data->x)[at] = left + width * (double)i / (double)n;
            ((double *)data->signal)[at] = value(data->x[at]);
            ((double *)data->y)[at] = data->signal[at] + noise * fed_rng_normal(&rng);
        }
    }
    data->monomials = u5;
    data->truth_count = 6;
    data->noise = noise;
    return tests > 0 ? draw_test(arena, tests, data, error) : FED_OK;
}

static const fed_param params[] = {
    FED_CLIENT_ROWS("20", "[10]"),
    {"noise", FED_FLOAT, "0.5", 0, INFINITY, NULL,
     "standard deviation of the noise in "
     "the responses"},
    {"test_samples", FED_INT, "2000", 0, 1e12, NULL,
     "number of points in [-1,1] at which predictions are compared with U_5"},
    FED_END};

const fed_source fed_source_chebyshev = {
    .entry = {"chebyshev",
              "the Chebyshev polynomial U_5 with noise, on one interval of [-1,1] per client",
              params},
    .random = true,
    .load = load};
