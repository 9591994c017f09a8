/* table.c -- every loss, one line each, the keys they share, and the problem a configuration describes. */
#include "losses/loss.h"

#include <string.h>

#define LOSSES(X)         \
    X(fed_loss_linear)    \
    X(fed_loss_logistic)  \
    X(fed_loss_poisson)   \
    X(fed_loss_softmax)   \
    X(fed_loss_quadratic) \
    X(fed_loss_quantile)  \
    X(fed_loss_hinge)     \
    X(fed_loss_pnorm)

#define DECLARE(name) extern const fed_loss name;
#define ENTRY(name) &name.entry,

LOSSES(DECLARE)

const fed_entry *const fed_losses[] = {LOSSES(ENTRY) NULL};

const fed_param fed_loss_params[] = {
    {"type", FED_NAME, "linear", FED_ANY, NULL, "the loss of a sample"},
    {"l2", FED_FLOAT, "0.0", 0, INFINITY, NULL, "ridge: adds (l2/2)|theta|^2, intercepts left out"},
    {"l1", FED_FLOAT, "0.0", 0, INFINITY, NULL, "lasso: adds l1 |theta|_1, intercepts left out"},
    {"scale", FED_FLOAT, "1.0", 0, INFINITY, NULL, "multiplies the loss of a sample, above 0"},
    {"intercept", FED_BOOL, "false", FED_ANY, NULL, "adds a last, unpenalised parameter (to each class)"},
    {"optimum", FED_BOOL, "true", FED_ANY, NULL, "find the reference optimum, for gap and dist_global"},
    FED_END};

/* The open ends of intervals, which rows cannot say. */
static fed_status check(const fed_config *config, const fed_problem_options *options, fed_error *error)
{
    if (!(options->scale > 0.0))
        return fed_config_fault(config, error, FED_CONFIG, "loss.scale", "found %g, expected a number above 0",
                                options->scale);
    if (strcmp(options->loss->entry.name, "quantile") == 0 && !(options->tau > 0.0 && options->tau < 1.0))
        return fed_config_fault(config, error, FED_CONFIG, "loss.tau",
                                "found %g, expected a number strictly between 0 and 1", options->tau);
    if (strcmp(options->loss->entry.name, "pnorm") == 0 && !(options->power > 1.0))
        return fed_config_fault(config, error, FED_CONFIG, "loss.p", "found %g, expected a number above 1",
                                options->power);
    if (strcmp(options->loss->entry.name, "quadratic") == 0 && options->intercept)
        return fed_config_fault(config, error, FED_CONFIG, "loss.intercept",
                                "a quadratic loss has no intercept, expected false");
    return FED_OK;
}

/* The values of the loss's own rows, for those that ask; NULL when out of memory. */
static const double *read_keys(fed_arena *arena, const fed_config *config, const fed_loss *loss)
{
    double *keys = FED_ARRAY(arena, loss->keys + 1, double);

    for (size_t k = 0; keys != NULL && k < loss->keys; k++) {
        char path[80];

        snprintf(path, sizeof path, "loss.%s", loss->entry.params[k].key);
        keys[k] = fed_config_float(config, path);
    }
    return keys;
}

fed_status fed_problem_make(fed_arena *arena, const fed_config *config, const fed_dataset *data,
                            const fed_partition *part, bool uniform, double passes,
                            const fed_problem **problem, fed_error *error)
{
    const char *type = fed_config_string(config, "loss.type");
    const fed_loss *loss = (const fed_loss *)fed_config_entry(config, "loss.type");
    const fed_problem_options options = {
        .loss = loss,
        .l2 = fed_config_float(config, "loss.l2"),
        .l1 = fed_config_float(config, "loss.l1"),
        .scale = fed_config_float(config, "loss.scale"),
        .tau = fed_config_float(config, "loss.tau"),
        .power = strcmp(type, "pnorm") == 0 ? fed_config_float(config, "loss.p") : 2.0,
        .keys = read_keys(arena, config, loss),
        .intercept = fed_config_bool(config, "loss.intercept"),
        .uniform = fed_config_given(config, "partition.weights")
                       ? strcmp(fed_config_string(config, "partition.weights"), "uniform") == 0
                       : uniform,
        .optimum = fed_config_bool(config, "loss.optimum"),
        .passes = passes,
    };

    if (data->program != NULL)
        return fed_problem_program(arena, data, part, problem, error);
    if (options.keys == NULL)
        return fed_nomem(error);
    TRY(check(config, &options, error));
    return fed_problem_build(arena, &options, data, part, problem, error);
}
