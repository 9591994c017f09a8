/* quadratics.c -- random quadratics (x - c_i)'A_i (x - c_i) / 2, one to a client, with a given
 * spectrum. */
#include "datasets/format.h"
#include "datasets/generate.h"
#include "core/normal.h"

#include <string.h>

typedef struct generator {
    size_t d, clients, count;
    const double *spectrum; /* count of them */
    bool drawn, common;
    double gamma;
    uint64_t seed, replicate;
} generator;

/* The k-th eigenvalue: as listed, on the geometric sequence between the ends, or at random between
 * them. */
static double eigenvalue(const generator *gen, fed_rng *rng, size_t k)
{
    const double low = gen->spectrum[0], high = gen->spectrum[gen->count - 1];

    if (gen->drawn)
        return low * pow(high / low, fed_rng_uniform(rng));
    if (gen->count == gen->d)
        return gen->spectrum[k];
    return gen->d > 1 ? low * pow(high / low, (double)k / (double)(gen->d - 1)) : low;
}

/* A = sum lambda_k u_k u_k' */
static void draw_curvature(const generator *gen, size_t client, double *u, double *a)
{
    fed_rng basis =
        fed_rng_stream(gen->seed, FED_RNG_DATA, gen->replicate, gen->common ? 0 : client, 0);
    fed_rng values = fed_rng_stream(gen->seed, FED_RNG_DATA, gen->replicate, client, 1);
    const size_t d = gen->d;

    fed_generate_basis(&basis, d, d, u);
    for (size_t k = 0; k < d; k++) {
        const double lambda = eigenvalue(gen, &values, k);

        for (size_t i = 0; i < d; i++)
            for (size_t j = 0; j < d; j++)
                a[i * d + j] += lambda * (u[k * d + i] * u[k * d + j]);
    }
}

static fed_status read_keys(const fed_config *config, generator *gen, fed_error *error)
{
    gen->d = (size_t)fed_config_int(config, "data.features");
    gen->clients = (size_t)fed_config_int(config, "data.clients");
    gen->gamma = fed_config_float(config, "data.gamma");
    gen->count = fed_config_floats(config, "data.spectrum", &gen->spectrum);
    gen->drawn = strcmp(fed_config_string(config, "data.eigenvalues"), "drawn") == 0;
    gen->common = strcmp(fed_config_string(config, "data.eigenvectors"), "common") == 0;
    for (size_t k = 0; k < gen->count; k++)
        if (!(gen->spectrum[k] > 0.0 && gen->spectrum[0] <= gen->spectrum[k]))
            return fed_config_fault(config, error, FED_CONFIG, "data.spectrum",
                                    "expected positive numbers, the least of them first");
    if (gen->count != 2 && gen->count != gen->d)
        return fed_config_fault(config, error, FED_CONFIG, "data.spectrum",
                                "%zu eigenvalues for %zu features, "
                                "expected all of them, or the least and the largest",
                                gen->count, gen->d);
    return FED_OK;
}

static fed_status load(fed_arena *arena, fed_team *team, const fed_config *config, uint64_t seed,
                       uint64_t replicate, fed_dataset *data, fed_error *error)
{
    generator gen = {.seed = seed, .replicate = replicate};
    fed_rng rng = fed_rng_stream(seed, FED_RNG_TRUTH, replicate, 0, 0);
    double *x, *y, *a, *u, *centre;
    int64_t *client;

    (void)team;
    TRY(read_keys(config, &gen, error));
    x = FED_ARRAY(arena, gen.clients * gen.d, double);
    y = FED_ARRAY(arena, gen.clients, double);
    a = FED_ARRAY(arena, gen.clients * gen.d * gen.d, double);
    u = FED_ARRAY(arena, gen.d * gen.d, double);
    centre = FED_ARRAY(arena, gen.d, double);
    client = FED_ARRAY(arena, gen.clients, int64_t);
    if (x == NULL || y == NULL || a == NULL || u == NULL || centre == NULL || client == NULL)
        return fed_nomem(error);
    fed_rng_normals(&rng, gen.d, centre);
    for (size_t m = 0; m < gen.clients; m++) {
        client[m] = (int64_t)m;
        draw_curvature(&gen, m, u, a + m * gen.d * gen.d);
        fed_generate_direction(&rng, gen.d, x + m * gen.d);
        for (size_t j = 0; j < gen.d; j++)
            x[m * gen.d + j] = centre[j] + gen.gamma * x[m * gen.d + j];
    }
    *data = (fed_dataset){.n = gen.clients,
                          .d = gen.d,
                          .x = x,
                          .y = y,
                          .matrices = a,
                          .client = client,
                          .clients = gen.clients};
    return FED_OK;
}

static const fed_param params[] = {
    {"clients", FED_INT, "10", 1, 1e8, NULL, "number of clients to generate"},
    {"features", FED_INT, "5", 1, FED_FEATURES_MAX, NULL, "dimension of the quadratics"},
    {"spectrum", FED_FLOATS, "[1.0, 10.0]", 0, INFINITY, NULL,
     "eigenvalues of every A_i, or the first and last of a geometric sequence"},
    {"eigenvalues", FED_CHOICE, "given", FED_ANY, "given|drawn",
     "use the spectrum itself, or draw eigenvalues for each client between its ends, "
     "uniformly in their logarithm"},
    {"eigenvectors", FED_CHOICE, "own", FED_ANY, "own|common",
     "a random basis for each client, or one for all"},
    {"gamma", FED_FLOAT, "1.0", 0, INFINITY, NULL,
     "distance of the clients' minimisers from their common centre"},
    FED_END};

const fed_source fed_source_quadratics = {
    .entry = {"quadratics", "random quadratics, one per client, with a given spectrum", params},
    .random = true,
    .loss = "quadratic",
    .load = load};
