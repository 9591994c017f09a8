/* density.c -- quadratics of one dimension, z x^2 / 2 - x, one to a client, z from a density over
 * the clients. */
#include "datasets/generate.h"

#include <string.h>

/* The point below which the share u of a density proportional to z^a on [low, high] lies. */
static double quantile(double low, double high, double a, double u)
{
    const double k = a + 1.0;

    if (fabs(k) < 1e-12)
        return low * pow(high / low, u);
    return pow(pow(low, k) + u * (pow(high, k) - pow(low, k)), 1.0 / k);
}

/* Clients stand in pairs, at the two points of Gauss's rule on each of M/2 equal shares of the
 * density: their mean is the density's to the fourth order in 1/M. An odd one is alone in the
 * middle of the last share. */
static double place(size_t m, size_t clients)
{
    const double share = 2.0 / (double)clients, offset = 0.5 / sqrt(3.0);

    if (m + 1 == clients && clients % 2 == 1)
        return 1.0 - 0.25 * share;
    return share * ((double)(m / 2) + 0.5 + (m % 2 == 0 ? -offset : offset));
}

static fed_status load(fed_arena *arena, fed_team *team, const fed_config *config, uint64_t seed,
                       uint64_t replicate, fed_dataset *data, fed_error *error)
{
    const size_t clients = (size_t)fed_config_int(config, "data.clients");
    const double low = fed_config_float(config, "data.low"),
                 high = fed_config_float(config, "data.high");
    const bool random = strcmp(fed_config_string(config, "data.places"), "random") == 0;
    double *x = FED_ARRAY(arena, clients, double), *y = FED_ARRAY(arena, clients, double);
    int64_t *client = FED_ARRAY(arena, clients, int64_t);
    fed_rng rng = fed_rng_stream(seed, FED_RNG_DATA, replicate, 0, 0);

    (void)team;
    if (x == NULL || y == NULL || client == NULL)
        return fed_nomem(error);
    if (!(low > 0.0 && low <= high))
        return fed_config_fault(config, error, FED_CONFIG, "data.low",
                                "found [%g, %g], expected 0 < low <= high", low, high);
    for (size_t m = 0; m < clients; m++) {
        const double u = random ? fed_rng_uniform(&rng) : place(m, clients);

        y[m] = quantile(low, high, fed_config_float(config, "data.exponent"), u); /* A_z = z, */
        x[m] = 1.0 / y[m];                                                        /* c_z = 1/z */
        client[m] = (int64_t)m;
    }
    *data =
        (fed_dataset){.n = clients, .d = 1, .x = x, .y = y, .client = client, .clients = clients};
    return FED_OK;
}

static const fed_param params[] = {
    {"clients", FED_INT, "1000", 1, 1e8, NULL, "number of clients to generate"},
    {"low", FED_FLOAT, "0.5", 0, INFINITY, NULL, "smallest curvature z"},
    {"high", FED_FLOAT, "2.0", 0, INFINITY, NULL, "largest curvature z"},
    {"exponent", FED_FLOAT, "1.0", -100, 100, NULL,
     "exponent a of the density, which is "
     "proportional to z^a"},
    {"places", FED_CHOICE, "quantiles", FED_ANY, "quantiles|random",
     "place clients at quantiles that reproduce the mean of the density, or draw them at "
     "random"},
    FED_END};

const fed_source fed_source_density = {
    .entry = {"density",
              "one-dimensional quadratics z x^2 / 2 - x, with z from a density over the "
              "clients",
              params},
    .random = true,
    .loss = "quadratic",
    .load = load};
