/* order.h -- clients' samples in batches, and what a pass over them counts. */
#ifndef FED_ALGORITHMS_LOCAL_ORDER_H
#define FED_ALGORITHMS_LOCAL_ORDER_H

#include "algorithms/local/local.h"

/* The partition of every client's samples into batches, drawn once per replicate: in the order
 * returned (as part->row) each run of `batch` samples is one. NULL without memory. */
const size_t *fed_local_order(fed_run *run);
/* How many batches n samples make, the last perhaps smaller; batch = 0 makes one. */
size_t fed_local_batches(size_t n, size_t batch);
/* Batch k of a client in that order; order may be NULL when there is but one. */
fed_batch fed_local_batch(const fed_run *run, const size_t *order, size_t client, size_t k,
                          bool local);
/* Room that the views of a batch need, if there are any. */
size_t fed_local_views(const fed_run *run);
/* Ends the cohort's round: so many passes of each over its samples. */
void fed_local_count(fed_run *run, double passes);
/* flops of a pass over a mean client's samples */
double fed_local_cost(const fed_problem *problem, bool batches);

/* clang-format off */
#define FED_BATCH_ROWS                                                                          \
    {"batch", FED_INT, "0", 0, 1e9, NULL,                                                       \
     "size of the batches into which a client's samples are partitioned at "                    \
     "random; 0 uses all samples at once"},                                                     \
    {"batch_scale", FED_CHOICE, "local", FED_ANY, "local|batch",                                \
     "divide the summed loss of a batch by the number of the client's samples (local) or "      \
     "of the batch"}
/* clang-format on */

#endif
