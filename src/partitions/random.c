/* random.c -- samples dealt at random into equal shares: homogeneous clients. */
#include "core/rng.h"
#include "partitions/scheme.h"

#include <string.h>

static fed_status assign(const fed_config *config, const fed_dataset *data, uint64_t seed,
                         uint64_t replicate, size_t *pool, size_t count, fed_arena *scratch,
                         size_t clients, size_t *start, size_t *row, fed_error *error)
{
    fed_rng rng = fed_rng_stream(seed, FED_RNG_PARTITION, replicate, 0, 0);

    (void)config, (void)data, (void)scratch, (void)error;
    fed_rng_shuffle(&rng, count, pool);
    memcpy(row, pool, count * sizeof *row);
    fed_equal_parts(count, clients, start);
    return FED_OK;
}

static const fed_param params[] = {FED_END};

const fed_scheme fed_scheme_random = {.entry = {"random", "equal parts at random", params},
                                      .assign = assign};
