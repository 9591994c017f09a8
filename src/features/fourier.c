/* fourier.c -- random Fourier features: sqrt(2/D) cos(w'x + b), whose products have the kernel as
 * their mean. */
#include "core/rng.h"
#include "datasets/format.h"
#include "features/features.h"
#include "core/normal.h"

#include <string.h>

typedef struct fourier {
    size_t d, width;
    double *w, *b; /* width x d, width */
} fourier;

static void map(const void *context, const double *x, double *out)
{
    const fourier *state = context;
    const double scale = sqrt(2.0 / (double)state->width);

    for (size_t k = 0; k < state->width; k++) {
        double sum = state->b[k];

        for (size_t j = 0; j < state->d; j++)
            sum += state->w[k * state->d + j] * x[j];
        out[k] = scale * cos(sum);
    }
}

/* Frequencies have the kernel's Fourier transform as their density: Gaussian, or Cauchy on each
 * axis. */
static fed_status apply(fed_arena *arena, fed_team *team, const fed_config *config, uint64_t seed,
                        uint64_t replicate, fed_dataset *data, fed_error *error)
{
    const bool cauchy = strcmp(fed_config_string(config, "features.kernel"), "laplacian") == 0;
    const double bandwidth = fed_config_float(config, "features.bandwidth");
    fourier *state = FED_NEW(arena, fourier);
    fed_rng rng = fed_rng_stream(seed, FED_RNG_MODEL, replicate, 0, 0);

    if (state == NULL)
        return fed_nomem(error);
    state->d = data->d;
    state->width = (size_t)fed_config_int(config, "features.features");
    state->w = FED_ARRAY(arena, state->width * state->d, double);
    state->b = FED_ARRAY(arena, state->width, double);
    if (state->w == NULL || state->b == NULL)
        return fed_nomem(error);
    for (size_t k = 0; k < state->width * state->d; k++)
        state->w[k] =
            (cauchy ? tan(M_PI * (fed_rng_uniform(&rng) - 0.5)) : fed_rng_normal(&rng)) / bandwidth;
    for (size_t k = 0; k < state->width; k++)
        state->b[k] = 2.0 * M_PI * fed_rng_uniform(&rng);
    return fed_map_features(arena, team, map, state, state->width, data, error);
}

static const fed_param params[] = {
    {"features", FED_INT, "100", 1, FED_FEATURES_MAX, NULL, "number of random features"},
    {"kernel", FED_CHOICE, "gaussian", FED_ANY, "gaussian|laplacian",
     "kernel that the features approximate"},
    {"bandwidth", FED_FLOAT, "1.0", 1e-300, INFINITY, NULL, "length scale of the kernel"},
    FED_END};

const fed_features_type fed_features_fourier = {
    .entry = {"fourier", "random Fourier features of a kernel", params}, .apply = apply};
