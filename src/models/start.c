/* start.c -- initial parameters, layer after layer. */
#include "models/start.h"
#include "core/normal.h"

#include <math.h>
#include <string.h>

static size_t count_of(const fed_layer *layer)
{
    size_t count = 1;

    for (size_t k = 0; k < layer->dims; k++)
        count *= layer->shape[k];
    return count;
}

static void start_layer(const fed_layer *layer, bool he, fed_rng *rng, double *theta, size_t count)
{
    const size_t fans = layer->fan_in + (he ? 0 : layer->fan_out);
    const double half = sqrt(6.0 / (double)fans);

    if (layer->deviation > 0.0)
        fed_rng_normals(rng, count, theta);
    for (size_t j = 0; j < count; j++)
        theta[j] = layer->deviation > 0.0 ? layer->start + layer->deviation * theta[j]
                   : layer->fan_in == 0   ? layer->start
                                          : half * (2.0 * fed_rng_uniform(rng) - 1.0);
}

void fed_model_start(const fed_model *model, const char *rule, fed_rng *rng, double *theta)
{
    const bool he = strcmp(rule, "he") == 0;

    memset(theta, 0, model->p * sizeof *theta);
    if (strcmp(rule, "normal") == 0)
        fed_rng_normals(rng, model->p, theta);
    else if (he || strcmp(rule, "xavier") == 0)
        for (size_t k = 0; k < model->layers; k++) {
            const size_t count = count_of(&model->layer[k]);

            start_layer(&model->layer[k], he, rng, theta, count);
            theta += count;
        }
}
