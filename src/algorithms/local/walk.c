/* walk.c -- the batches of local steps: drawn with replacement, or passes over a shuffled
 * partition. */
#include "algorithms/local/walk.h"

#include "core/rng.h"
#include "algorithms/local/order.h"

#include <string.h>

fed_walk fed_walk_begin(const fed_run *run, size_t client, size_t steps, size_t epochs,
                        size_t *rows)
{
    const size_t n = fed_held(run->problem->part, client);
    fed_walk walk = {run,   client,   n,   epochs, fed_local_batches(n, run->batch),
                     steps, SIZE_MAX, rows};

    if (epochs > 0)
        walk.steps = epochs * walk.per_epoch;
    return walk;
}

size_t fed_walk_room(const fed_run *run, size_t epochs)
{
    const bool viewed = run->problem->model.views > 1;
    const size_t n = epochs > 0 || viewed ? fed_held_most(run->problem->part) : 0;

    return run->batch == 0 && !viewed ? 0 : n > run->batch ? n : run->batch;
}

/* The order of a pass depends on round and pass alone, so that any batch can be had again. */
static void shuffle(fed_walk *walk, size_t epoch)
{
    const fed_run *run = walk->run;
    fed_rng rng = fed_rng_stream(run->seed, FED_RNG_BATCH, run->replicate, walk->client,
                                 (uint64_t)epoch << 32 | run->round);

    memcpy(walk->rows, fed_held_rows(run->problem->part, walk->client),
           walk->n * sizeof *walk->rows);
    fed_rng_shuffle(&rng, walk->n, walk->rows);
    walk->epoch = epoch;
}

fed_batch fed_walk_fresh(fed_walk *walk, size_t k)
{
    const fed_problem *problem = walk->run->problem;

    if (walk->run->batch == 0)
        return fed_batch_viewed(walk->run, fed_batch_whole(problem, walk->client), k, walk->rows);
    walk->epoch = SIZE_MAX;
    fed_batch_draw(walk->run, walk->client, k, walk->rows);
    return fed_batch_part(problem, walk->client, walk->rows, walk->run->batch, false);
}

fed_batch fed_walk_batch(fed_walk *walk, size_t k)
{
    const size_t batch = walk->run->batch, epoch = k / walk->per_epoch,
                 first = k % walk->per_epoch * batch;

    if (batch == 0 || walk->epochs == 0)
        return fed_walk_fresh(walk, k);
    if (walk->per_epoch == 1)
        return fed_batch_viewed(walk->run, fed_batch_whole(walk->run->problem, walk->client), k,
                                walk->rows);
    if (walk->epoch != epoch)
        shuffle(walk, epoch);
    return fed_batch_viewed(walk->run,
                            fed_batch_part(walk->run->problem, walk->client, walk->rows + first,
                                           walk->n - first < batch ? walk->n - first : batch,
                                           false),
                            k, walk->rows + first);
}
