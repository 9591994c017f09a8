/* make.c -- the problem a configuration describes. */
#include "problem/make.h"

#include "features/features.h"
#include "problem/problem.h"
#include "problem/program.h"

#include <string.h>

/* The open ends of intervals, which rows cannot say, and what a loss without model refuses. */
static fed_status check(const fed_config *config, const fed_problem_options *options,
                        fed_error *error)
{
    if (!(options->scale > 0.0))
        return fed_config_fault(config, error, FED_CONFIG, "loss.scale",
                                "found %g, expected a number above 0", options->scale);
    if (options->loss->link == NULL && options->intercept)
        return fed_config_fault(config, error, FED_CONFIG, "loss.intercept",
                                "a %s loss has no intercept, expected false",
                                options->loss->entry.name);
    return FED_OK;
}

fed_status fed_problem_make(fed_arena *arena, fed_team *team, const fed_config *config,
                            const fed_dataset *data, const fed_partition *part, bool uniform,
                            bool hessians, const fed_problem **problem, fed_error *error)
{
    const fed_loss *loss = (const fed_loss *)fed_config_entry(config, "loss.type");
    fed_problem_options options = {
        .model = (const fed_model_type *)fed_config_entry(config, "model.type"),
        .loss = loss,
        .l2 = fed_config_float(config, "loss.l2"),
        .l1 = fed_config_float(config, "loss.l1"),
        .scale = fed_config_float(config, "loss.scale"),
        .intercept = fed_config_bool(config, "loss.intercept"),
        .uniform = fed_config_given(config, "partition.weights")
                       ? strcmp(fed_config_string(config, "partition.weights"), "uniform") == 0
                       : uniform,
        .functions =
            ((const fed_features_type *)fed_config_entry(config, "features.type"))->functions,
        .optimum = fed_config_bool(config, "loss.optimum"),
        .classes = (size_t)fed_config_int(config, "data.classes"),
        .hessians = hessians,
    };

    if (data->program != NULL)
        return fed_problem_program(arena, data, part, problem, error);
    TRY(check(config, &options, error));
    if (options.model->read != NULL)
        TRY(options.model->read(arena, config, &options.model_keys, error));
    if (loss->read != NULL)
        TRY(loss->read(loss, arena, config, &options.keys, error));
    return fed_problem_build(arena, team, &options, data, part, problem, error);
}
