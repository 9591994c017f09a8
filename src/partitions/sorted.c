/* sorted.c -- samples sorted by response and cut into equal blocks: heterogeneous clients. */
#include "core/rng.h"
#include "partitions/scheme.h"

#include <string.h>

/* Block k goes to client k, or to client label[k] for a random permutation. */
static fed_status assign(const fed_config *config, const fed_dataset *data, uint64_t seed,
                         uint64_t replicate, size_t *pool, size_t count, fed_arena *scratch,
                         size_t clients, size_t *start, size_t *row, fed_error *error)
{
    bool shuffled = strcmp(fed_config_string(config, "partition.order"), "shuffled") == 0;
    fed_rng rng = fed_rng_stream(seed, FED_RNG_PARTITION, replicate, 0, 0);
    size_t *cut = FED_ARRAY(scratch, clients + 1, size_t),
           *block = FED_ARRAY(scratch, clients, size_t);

    if (cut == NULL || block == NULL)
        return fed_nomem(error);
    TRY(fed_sort_by_response(scratch, data, pool, count, error));
    fed_equal_parts(count, clients, cut);
    for (size_t m = 0; m < clients; m++)
        block[m] = m;
    if (shuffled)
        fed_rng_shuffle(&rng, clients, block);
    start[0] = 0;
    for (size_t m = 0; m < clients; m++) {
        size_t size = cut[block[m] + 1] - cut[block[m]];

        memcpy(row + start[m], pool + cut[block[m]], size * sizeof *row);
        start[m + 1] = start[m] + size;
    }
    return FED_OK;
}

static const fed_param params[] = {{"order", FED_CHOICE, "sorted", FED_ANY, "sorted|shuffled",
                                    "sorted: neighbouring clients have neighbouring "
                                    "responses; shuffled: clients are relabelled at "
                                    "random"},
                                   FED_END};

const fed_scheme fed_scheme_sorted = {
    .entry = {"sorted", "equal blocks of the samples sorted by response", params},
    .assign = assign};
