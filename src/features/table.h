/* table.h -- every map of the features, one line each, and data seen through one. */
#ifndef FED_FEATURES_TABLE_H
#define FED_FEATURES_TABLE_H

#include "features/features.h"

/* Loads what `data` names, as fed_dataset_load, and applies the model to it. */
fed_status fed_features_load(fed_arena *arena, fed_team *team, const fed_config *config,
                             uint64_t seed, uint64_t replicate, const fed_dataset **data,
                             fed_error *error);

#endif
