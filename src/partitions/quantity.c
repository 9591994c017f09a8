/* quantity.c -- samples at random, in shares whose sizes follow a Dirichlet or a power law. */
#include "core/rng.h"
#include "partitions/scheme.h"

#include <math.h>
#include <string.h>

/* share[m] proportional to rank^-exponent, the ranks 1 to n dealt at random */
static void power_law(fed_rng *rng, double exponent, size_t n, size_t *rank, double *share)
{
    double sum = 0.0;

    for (size_t m = 0; m < n; m++)
        rank[m] = m + 1;
    fed_rng_shuffle(rng, n, rank);
    for (size_t m = 0; m < n; m++)
        sum += share[m] = pow((double)rank[m], -exponent);
    for (size_t m = 0; m < n; m++)
        share[m] /= sum;
}

/* One sample each, the other count - clients by the cumulated proportions. */
static fed_status assign(const fed_config *config, const fed_dataset *data, uint64_t seed,
                         uint64_t replicate, size_t *pool, size_t count, fed_arena *scratch,
                         size_t clients, size_t *start, size_t *row, fed_error *error)
{
    fed_rng rng = fed_rng_stream(seed, FED_RNG_PARTITION, replicate, 0, 0);
    double *share = FED_ARRAY(scratch, clients, double), sum = 0.0;

    size_t *rank = FED_ARRAY(scratch, clients, size_t);

    (void)data;
    if (share == NULL || rank == NULL)
        return fed_nomem(error);
    fed_rng_shuffle(&rng, count, pool);
    memcpy(row, pool, count * sizeof *row);
    if (strcmp(fed_config_string(config, "partition.law"), "power") == 0)
        power_law(&rng, fed_config_float(config, "partition.exponent"), clients, rank, share);
    else
        fed_rng_dirichlet(&rng, fed_config_float(config, "partition.alpha"), clients, share);
    for (size_t m = 1; m < clients; m++) {
        sum += share[m - 1];
        start[m] = m + (size_t)(fmin(sum, 1.0) * (double)(count - clients));
    }
    start[clients] = count;
    return FED_OK;
}

static const fed_param params[] = {
    {"alpha", FED_FLOAT, "0.5", 1e-6, 1e6, NULL,
     "concentration of the Dirichlet distribution; "
     "smaller is less even"},
    {"law", FED_CHOICE, "dirichlet", FED_ANY, "dirichlet|power",
     "distribution of the sizes: Dirichlet, or proportional to "
     "rank^-exponent with ranks at random"},
    {"exponent", FED_FLOAT, "1.0", 0, 100, NULL, "exponent of the power law"},
    FED_END};

const fed_scheme fed_scheme_quantity = {
    .entry = {"quantity", "parts at random, with sizes of a Dirichlet or power law", params},
    .assign = assign};
