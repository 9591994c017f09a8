/* features.h -- what a model sees: the features themselves, functions of them, or a kernel. */
#ifndef FED_FEATURES_H
#define FED_FEATURES_H

#include "datasets/dataset.h"

typedef struct fed_features_type {
    fed_entry entry;
    bool functions; /* theta has a coefficient of k(., x_j) for each training sample x_j */
    /* replaces the features of a data set and of its test set; NULL leaves them */
    fed_status (*apply)(fed_arena *arena, fed_team *team, const fed_config *config, uint64_t seed,
                        uint64_t replicate, fed_dataset *data, fed_error *error);
} fed_features_type;

extern const fed_entry *const fed_features[];
extern const fed_param fed_features_params[];

/* map.c: the features of data and test become map(context, x), `width` of them. */
typedef void fed_feature_map(const void *context, const double *x, double *out);
fed_status fed_map_features(fed_arena *arena, fed_team *team, fed_feature_map *map,
                            const void *context, size_t width, fed_dataset *data, fed_error *error);

#endif
