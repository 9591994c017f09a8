/* batches.c -- minibatches: which samples a client's step looks at. */
#include "run/batches.h"

#include "core/rng.h"

void fed_batch_views(const fed_run *run, size_t client, size_t step, const size_t *from, size_t n,
                     size_t *rows)
{
    const size_t samples = run->problem->data->n, views = run->problem->model.views;
    fed_rng rng = fed_rng_stream(run->seed, FED_RNG_VIEW, run->replicate, client,
                                 (uint64_t)step << 32 | run->round);

    for (size_t k = 0; k < n; k++)
        rows[k] = from[k] % samples + samples * (1 + (size_t)fed_rng_below(&rng, views - 1));
}

void fed_batch_draw(const fed_run *run, size_t client, size_t step, size_t *rows)
{
    const fed_partition *part = run->problem->part;
    const size_t first = part->start[client], n = fed_held(part, client);
    fed_rng rng = fed_rng_stream(run->seed, FED_RNG_BATCH, run->replicate, client,
                                 (uint64_t)step << 32 | run->round);

    for (size_t k = 0; k < run->batch; k++)
        rows[k] = part->row[first + (size_t)fed_rng_below(&rng, n)];
    if (run->problem->model.views > 1)
        fed_batch_views(run, client, step, rows, run->batch, rows);
}
