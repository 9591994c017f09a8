/* quantity.c -- samples at random, in shares whose sizes follow a Dirichlet law. */
#include "core/rng.h"
#include "partitions/scheme.h"

#include <string.h>

/* One sample each, the other count - clients by the cumulated proportions. */
static fed_status assign(const fed_config *config, const fed_dataset *data, uint64_t seed,
                         uint64_t replicate, size_t *pool, size_t count, fed_arena *scratch,
                         size_t clients, size_t *start, size_t *row, fed_error *error)
{
    fed_rng rng = fed_rng_stream(seed, FED_RNG_PARTITION, replicate, 0, 0);
    double *share = FED_ARRAY(scratch, clients, double), sum = 0.0;

    (void)data;
    if (share == NULL)
        return fed_nomem(error);
    fed_rng_shuffle(&rng, count, pool);
    memcpy(row, pool, count * sizeof *row);
    fed_rng_dirichlet(&rng, fed_config_float(config, "partition.alpha"), clients, share);
    for (size_t m = 1; m < clients; m++) {
        sum += share[m - 1];
        start[m] = m + (size_t)(fmin(sum, 1.0) * (double)(count - clients));
    }
    start[clients] = count;
    return FED_OK;
}

static const fed_param params[] = {{"alpha", FED_FLOAT, "0.5", 1e-6, 1e6, NULL,
                                    "concentration of the Dirichlet distribution; "
                                    "smaller is less even"},
                                   FED_END};

const fed_scheme fed_scheme_quantity = {
    .entry = {"quantity", "parts at random, with Dirichlet sizes", params}, .assign = assign};
