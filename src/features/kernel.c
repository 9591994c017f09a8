/* kernel.c -- functions f = sum_j alpha_j k(., x_j) over the training samples: a sample's features
 * become k(x, x_j), so that predictions, of new samples too, are products with alpha. */
#include "features/kernels/kernel.h"

#include "features/features.h"

enum { MOST_SAMPLES = 30000 }; /* whose matrix takes 7 GiB */

typedef struct gram {
    const fed_kernel *kernel;
    double key[FED_NUMBERS];
    size_t n, d;
    const double *x; /* n x d: the training samples */
} gram;

static void map(const void *context, const double *x, double *out)
{
    const gram *state = context;

    for (size_t j = 0; j < state->n; j++)
        out[j] = state->kernel->value(state->key, state->d, x, state->x + j * state->d);
}

/* out = x */
static void copy(const void *context, const double *x, double *out)
{
    const gram *state = context;

    for (size_t j = 0; j < state->d; j++)
        out[j] = x[j];
}

static fed_status check(const fed_config *config, const gram *state, const fed_dataset *data,
                        fed_error *error)
{
    if (state->n > MOST_SAMPLES)
        return fed_config_fault(
            config, error, FED_CONFIG, "features.type",
            "the kernel matrix of %zu samples is too large, expected at most %d samples", state->n,
            MOST_SAMPLES);
    for (const fed_dataset *set = data; set != NULL && state->kernel->nonnegative; set = set->test)
        for (size_t k = 0; k < set->n * set->d; k++)
            if (set->x[k] < 0.0)
                return fed_config_fault(config, error, FED_DATA, "features.kernel",
                                        "'%s' needs features >= 0, and sample %zu has %g",
                                        state->kernel->entry.name, k / set->d, set->x[k]);
    return FED_OK;
}

static fed_status apply(fed_arena *arena, fed_team *team, const fed_config *config, uint64_t seed,
                        uint64_t replicate, fed_dataset *data, fed_error *error)
{
    gram *state = FED_NEW(arena, gram);

    (void)seed, (void)replicate;
    if (state == NULL)
        return fed_nomem(error);
    *state = (gram){.kernel = (const fed_kernel *)fed_entry_find(
                        fed_kernels, fed_config_string(config, "features.kernel")),
                    .n = data->n,
                    .d = data->d};
    fed_config_numbers(config, "features", state->kernel->entry.params, state->key);
    TRY(fed_map_features(arena, team, copy, state, data->d, data,
                         error)); /* sparse rows become dense */
    state->x = data->x;
    TRY(check(config, state, data, error));
    return fed_map_features(arena, team, map, state, data->n, data, error);
}

static const fed_param params[] = {{"kernel", FED_CHOICE, "gaussian", FED_ANY,
                                    "linear|polynomial|gaussian|laplacian|sobolev|ntk",
                                    "the kernel"},
                                   FED_KERNEL_BANDWIDTH,
                                   FED_KERNEL_POWER,
                                   FED_END};

const fed_features_type fed_features_kernel = {
    .entry = {"kernel",
              "functions in a reproducing kernel Hilbert space, one "
              "coefficient per training sample",
              params},
    .functions = true,
    .apply = apply};
