/* standardize.h -- features of mean 0 and variance 1, or between 0 and 1, by the training set. */
#ifndef FED_DATASETS_STANDARDIZE_H
#define FED_DATASETS_STANDARDIZE_H

#include "datasets/transform.h"

/* x_j becomes (x_j - mean_j) / sd_j, both of the training set, in the test set too; sparse data are
 * divided by sd_j alone, which keeps zeros. Constant columns stay. With
 * `range` it is (x_j - least_j) / (largest_j - least_j), of dense data. Leaves data->mean and
 * scale; a truth that came with the data moves with them. */
fed_status fed_dataset_standardize(fed_arena *arena, fed_dataset *data, bool range,
                                   fed_error *error);

#endif
