/* transform.h -- changes to a whole data set, training and test alike. */
#ifndef FED_TRANSFORM_H
#define FED_TRANSFORM_H

#include "core/rng.h"
#include "datasets/dataset.h"

/* Moves `count` samples drawn at random to *test; both keep the order of the file. */
fed_status fed_dataset_split(fed_arena *arena, fed_rng *rng, size_t count, fed_dataset *data,
                             fed_dataset *test, fed_error *error);

/* Keeps `count` samples drawn at random, in the order of the file. */
fed_status fed_dataset_thin(fed_rng *rng, size_t count, fed_dataset *data, fed_error *error);

/* A copy with the sample order[i] at i = 0..n-1, without the client column; a sparse one knows
 * whether its entries are all the same. */
fed_status fed_dataset_arrange(fed_arena *arena, const size_t *order, const fed_dataset *data,
                               fed_dataset *to, fed_error *error);

/* Bytes become doubles, for what changes them. */
fed_status fed_dataset_doubles(fed_arena *arena, fed_dataset *data, fed_error *error);

/* Columns of zeros up to `features`, no fewer than there are. */
fed_status fed_dataset_pad(fed_arena *arena, size_t features, fed_dataset *data, fed_error *error);

#endif
