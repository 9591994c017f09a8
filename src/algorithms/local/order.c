/* order.c -- clients' samples in batches, and what a pass over them counts. */
#include "algorithms/local/order.h"

#include "core/rng.h"
#include "algorithms/local/local.h"

#include <string.h>

const size_t *fed_local_order(fed_run *run)
{
    const fed_partition *part = run->problem->part;
    const size_t total = part->start[part->clients];
    size_t *order = FED_ARRAY(run->arena, total, size_t);

    if (order == NULL)
        return NULL;
    memcpy(order, part->row, total * sizeof *order);
    for (size_t m = 0; m < part->clients; m++) { /* no round's stream: the batches stay */
        fed_rng rng = fed_rng_stream(run->seed, FED_RNG_BATCH, run->replicate, m, FED_RNG_NO_ROUND);

        fed_rng_shuffle(&rng, fed_held(part, m), order + part->start[m]);
    }
    return order;
}

size_t fed_local_batches(size_t n, size_t batch)
{
    return batch == 0 ? 1 : (n + batch - 1) / batch;
}

fed_batch fed_local_batch(const fed_run *run, const size_t *order, size_t client, size_t k,
                          bool local)
{
    const fed_partition *part = run->problem->part;
    const size_t first = part->start[client] + k * run->batch, last = part->start[client + 1];

    if (run->batch == 0 || run->batch >= last - part->start[client])
        return fed_batch_whole(run->problem, client);
    return fed_batch_part(run->problem, client, order + first,
                          last - first < run->batch ? last - first : run->batch, local);
}

size_t fed_local_views(const fed_run *run)
{
    return run->problem->model.views > 1 ? fed_held_most(run->problem->part) : 0;
}

void fed_local_count(fed_run *run, double passes)
{
    for (size_t k = 0; k < run->active; k++)
        fed_compute(run, passes * (double)fed_held(run->problem->part, run->cohort[k]));
    fed_epoch(run);
}

double fed_local_cost(const fed_problem *problem, bool batches)
{
    const double n = (double)problem->samples / (double)problem->clients;
    const double row = fed_matrix_width(&problem->data->matrix);

    if (problem->gram != NULL && !batches)
        return 2.0 * (double)(problem->p * problem->p);
    return n * (4.0 * row * (double)problem->outputs + 20.0);
}
