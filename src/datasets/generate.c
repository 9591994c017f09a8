/* generate.c -- room for data drawn client by client, and random directions. */
#include "datasets/generate.h"
#include "core/normal.h"

#include <string.h>

fed_status fed_generate_clients(fed_arena *arena, const fed_config *config, fed_dataset *data,
                                const size_t **start, fed_error *error)
{
    const size_t clients = (size_t)fed_config_int(config, "data.clients");
    size_t *first = FED_ARRAY(arena, clients + 1, size_t), n;
    const int64_t *sizes;
    const size_t count = fed_config_ints(config, "data.sizes", &sizes);
    int64_t *client;

    if (count == 0)
        return fed_config_fault(config, error, FED_CONFIG, "data.sizes",
                                "expected at least one size");
    if (first == NULL)
        return fed_nomem(error);
    for (size_t m = 0; m < clients; m++)
        first[m + 1] = first[m] + (size_t)sizes[m % count];
    n = first[clients];
    client = FED_ARRAY(arena, n, int64_t);
    if (client == NULL)
        return fed_nomem(error);
    for (size_t m = 0; m < clients; m++)
        for (size_t i = first[m]; i < first[m + 1]; i++)
            client[i] = (int64_t)m;
    data->n = n;
    data->client = client;
    data->clients = clients;
    *start = first;
    return FED_OK;
}

fed_status fed_generate_room(fed_arena *arena, const fed_config *config, size_t d,
                             fed_dataset *data, const size_t **start, fed_error *error)
{
    TRY(fed_generate_clients(arena, config, data, start, error));
    data->d = d;
    data->x = data->n <= SIZE_MAX / d ? FED_ARRAY(arena, data->n * d, double) : NULL;
    data->y = FED_ARRAY(arena, data->n, double);
    data->signal = FED_ARRAY(arena, data->n, double);
    return data->x == NULL || data->y == NULL || data->signal == NULL ? fed_nomem(error) : FED_OK;
}

void fed_generate_direction(fed_rng *rng, size_t d, double *u)
{
    double square = 0.0;

    fed_rng_normals(rng, d, u);
    for (size_t j = 0; j < d; j++)
        square += u[j] * u[j];
    for (size_t j = 0; j < d; j++)
        u[j] /= sqrt(square);
}

fed_noise_law fed_generate_law(const fed_config *config)
{
    const bool student = strcmp(fed_config_string(config, "data.noise_law"), "student") == 0;

    return (fed_noise_law){student ? fed_config_float(config, "data.freedom") : 0.0};
}

/* t = z / sqrt(chi^2/nu) has variance nu/(nu - 2) */
void fed_generate_noise(fed_rng *rng, fed_noise_law law, size_t n, double *z)
{
    fed_rng_normals(rng, n, z);
    for (size_t i = 0; i < n && law.freedom > 0.0; i++)
        z[i] *= sqrt((law.freedom - 2.0) / (2.0 * fed_rng_gamma(rng, 0.5 * law.freedom)));
}

void fed_generate_basis(fed_rng *rng, size_t d, size_t r, double *u)
{
    for (size_t i = 0; i < r; i++) {
        double *row = u + i * d, square = 0.0;

        fed_generate_direction(rng, d, row);
        for (int pass = 0; pass < 2; pass++)
            for (size_t k = 0; k < i; k++) {
                double dot = 0.0;

                for (size_t j = 0; j < d; j++)
                    dot += row[j] * u[k * d + j];
                for (size_t j = 0; j < d; j++)
                    row[j] -= dot * u[k * d + j];
            }
        for (size_t j = 0; j < d; j++)
            square += row[j] * row[j];
        for (size_t j = 0; j < d; j++)
            row[j] /= sqrt(square);
    }
}
