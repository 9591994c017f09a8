/* shards.c -- samples sorted by response, cut into shards, and dealt some to each client. */
#include "core/rng.h"
#include "partitions/scheme.h"

#include <string.h>

static fed_status assign(const fed_config *config, const fed_dataset *data, uint64_t seed,
                         uint64_t replicate, size_t *pool, size_t count, fed_arena *scratch,
                         size_t clients, size_t *start, size_t *row, fed_error *error)
{
    fed_rng rng = fed_rng_stream(seed, FED_RNG_PARTITION, replicate, 0, 0);
    size_t each = (size_t)fed_config_int(config, "partition.shards"), total = clients * each,
           filled = 0;
    size_t *cut, *shard;

    if (each > count / clients)
        return fed_too_few_samples(config, data, error, "partition.shards", total, count);
    cut = FED_ARRAY(scratch, total + 1, size_t);
    shard = FED_ARRAY(scratch, total, size_t);
    if (cut == NULL || shard == NULL)
        return fed_nomem(error);
    TRY(fed_sort_by_response(scratch, data, pool, count, error));
    fed_equal_parts(count, total, cut);
    for (size_t k = 0; k < total; k++)
        shard[k] = k;
    fed_rng_shuffle(&rng, total, shard);
    for (size_t k = 0; k < total; k++) {
        size_t size = cut[shard[k] + 1] - cut[shard[k]];

        memcpy(row + filled, pool + cut[shard[k]], size * sizeof *row);
        filled += size;
        if ((k + 1) % each == 0)
            start[(k + 1) / each] = filled;
    }
    return FED_OK;
}

static const fed_param params[] = {
    {"shards", FED_INT, "2", 1, 1e9, NULL, "number of shards for each client"}, FED_END};

const fed_scheme fed_scheme_shards = {
    .entry = {"shards", "shards of the samples sorted by response, dealt at random", params},
    .assign = assign};
