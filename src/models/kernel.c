/* kernel.c -- functions f = sum_j alpha_j k(., x_j) over the training samples: a sample's features
 * become k(x, x_j), so that predictions, of new samples too, are products with alpha. */
#include "kernels/kernel.h"

#include "models/model.h"

enum { MOST_SAMPLES = 30000 }; /* whose matrix takes 7 GiB */

typedef struct gram {
    const fed_kernel *kernel;
    fed_kernel_keys keys;
    size_t n, d;
    const double *x; /* n x d: the training samples */
} gram;

static void map(const void *context, const double *x, double *out)
{
    const gram *state = context;

    for (size_t j = 0; j < state->n; j++)
        out[j] = state->kernel->value(&state->keys, state->d, x, state->x + j * state->d);
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
            config, error, FED_CONFIG, "model.type",
            "a kernel's matrix of %zu samples is too large, expected at most %d", state->n,
            MOST_SAMPLES);
    for (const fed_dataset *set = data; set != NULL && state->kernel->nonnegative; set = set->test)
        for (size_t k = 0; k < set->n * set->d; k++)
            if (set->x[k] < 0.0)
                return fed_config_fault(config, error, FED_DATA, "model.kernel",
                                        "'%s' needs features >= 0, and sample %zu has %g",
                                        state->kernel->entry.name, k / set->d, set->x[k]);
    return FED_OK;
}

static fed_status apply(fed_arena *arena, const fed_config *config, uint64_t seed,
                        uint64_t replicate, fed_dataset *data, fed_error *error)
{
    gram *state = FED_NEW(arena, gram);

    (void)seed, (void)replicate;
    if (state == NULL)
        return fed_nomem(error);
    *state = (gram){.kernel = (const fed_kernel *)fed_entry_find(
                        fed_kernels, fed_config_string(config, "model.kernel")),
                    .keys = {.bandwidth = fed_config_float(config, "model.bandwidth"),
                             .offset = fed_config_float(config, "model.offset"),
                             .degree = (size_t)fed_config_int(config, "model.degree")},
                    .n = data->n,
                    .d = data->d};
    TRY(fed_map_features(arena, copy, state, data->d, data, error)); /* sparse rows become dense */
    state->x = data->x;
    TRY(check(config, state, data, error));
    data->kernel = true;
    return fed_map_features(arena, map, state, data->n, data, error);
}

static const fed_param params[] = {
    {"kernel", FED_CHOICE, "gaussian", FED_ANY, "linear|polynomial|gaussian|laplacian|sobolev|ntk",
     "the kernel"},
    {"bandwidth", FED_FLOAT, "1.0", 1e-300, INFINITY, NULL,
     "length over which the kernel falls off"},
    {"degree", FED_INT, "2", 1, 100, NULL, "of the polynomial kernel"},
    {"offset", FED_FLOAT, "1.0", 0, INFINITY, NULL, "c of the polynomial kernel (x'z + c)^degree"},
    FED_END};

const fed_model fed_model_kernel = {
    .entry = {"kernel", "functions of a reproducing kernel, one coefficient per training sample",
              params},
    .apply = apply};
