/* table.c -- every model, one line each, and data seen through one. */
#include "models/model.h"

static const fed_model linear = {
    .entry = {"linear", "one parameter per feature (and class): x'theta", NULL}};
extern const fed_model fed_model_fourier, fed_model_kernel, fed_model_polynomial;

const fed_entry *const fed_models[] = {&linear.entry, &fed_model_polynomial.entry,
                                       &fed_model_fourier.entry, &fed_model_kernel.entry, NULL};

const fed_param fed_model_params[] = {{"type", FED_NAME, "linear", FED_ANY, "short",
                                       "what the parameters multiply; model = \"kernel\" is short "
                                       "for model = { type = \"kernel\"; }"},
                                      FED_END};

fed_status fed_model_load(fed_arena *arena, const fed_config *config, uint64_t seed,
                          uint64_t replicate, const fed_dataset **result, fed_error *error)
{
    const fed_model *model =
        (const fed_model *)fed_entry_find(fed_models, fed_config_string(config, "model.type"));
    const fed_dataset *data;
    fed_dataset *own;

    TRY(fed_dataset_load(arena, config, seed, replicate, &data, error));
    *result = data;
    if (model->apply == NULL)
        return FED_OK;
    if (data->curvature != NULL)
        return fed_config_fault(config, error, FED_CONFIG, "model.type",
                                "'%s' needs samples, and the data are quadratics",
                                model->entry.name);
    own = FED_NEW(arena, fed_dataset);
    if (own == NULL)
        return fed_nomem(error);
    *own = *data;
    own->truths = NULL;
    if (own->hash[0] == '\0') /* a drawn truth is of the features that were drawn */
        own->truth = NULL;
    *result = own;
    return model->apply(arena, config, seed, replicate, own, error);
}
