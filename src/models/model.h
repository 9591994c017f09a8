/* model.h -- what the parameters multiply: the features themselves, functions of them, or a kernel.
 * */
#ifndef FED_MODEL_H
#define FED_MODEL_H

#include "datasets/dataset.h"

typedef struct fed_model {
    fed_entry entry;
    /* replaces the features of a data set and of its test set; NULL leaves them */
    fed_status (*apply)(fed_arena *arena, const fed_config *config, uint64_t seed,
                        uint64_t replicate, fed_dataset *data, fed_error *error);
} fed_model;

extern const fed_entry *const fed_models[];
extern const fed_param fed_model_params[];

/* Loads what `data` names, as fed_dataset_load, and applies the model to it. */
fed_status fed_model_load(fed_arena *arena, const fed_config *config, uint64_t seed,
                          uint64_t replicate, const fed_dataset **data, fed_error *error);

/* map.c: the features of data and test become map(context, x), `width` of them. */
typedef void fed_feature_map(const void *context, const double *x, double *out);
fed_status fed_map_features(fed_arena *arena, fed_feature_map *map, const void *context,
                            size_t width, fed_dataset *data, fed_error *error);

#endif
