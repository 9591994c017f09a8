/* table.c -- every map of the features, one line each, and data seen through one. */
#include "features/table.h"

#include "features/features.h"

static const fed_features_type none = {.entry = {"none", "the features, unchanged", NULL}};
extern const fed_features_type fed_features_fourier, fed_features_kernel, fed_features_polynomial;

const fed_entry *const fed_features[] = {&none.entry, &fed_features_polynomial.entry,
                                         &fed_features_fourier.entry, &fed_features_kernel.entry,
                                         NULL};

const fed_param fed_features_params[] = {
    {"type", FED_NAME, "none", FED_ANY, "short",
     "feature map; features = \"kernel\" is short for features = { type = \"kernel\"; }; "
     "for compatibility, the keys of this group are also accepted in the group model"},
    FED_END};

fed_status fed_features_load(fed_arena *arena, fed_team *team, const fed_config *config,
                             uint64_t seed, uint64_t replicate, const fed_dataset **result,
                             fed_error *error)
{
    const fed_features_type *map = (const fed_features_type *)fed_entry_find(
        fed_features, fed_config_string(config, "features.type"));
    const fed_dataset *data;
    fed_dataset *own;

    TRY(fed_dataset_load(arena, team, config, seed, replicate, &data, error));
    *result = data;
    if (map->apply == NULL)
        return FED_OK;
    if (data->matrices != NULL)
        return fed_config_fault(config, error, FED_CONFIG, "features.type",
                                "'%s' needs samples, and the data are quadratics", map->entry.name);
    own = FED_NEW(arena, fed_dataset);
    if (own == NULL)
        return fed_nomem(error);
    *own = *data;
    own->truths = NULL;
    if (own->hash[0] == '\0') /* a drawn truth is of the features that were drawn */
        own->truth = NULL;
    *result = own;
    return map->apply(arena, team, config, seed, replicate, own, error);
}
