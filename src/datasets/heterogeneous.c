/* heterogeneous.c -- linear regressions drawn client by client, with sizes, subspaces and truths of
 * their own: y = x'theta_i + noise, x Gaussian on r of the d axes. */
#include "datasets/format.h"
#include "datasets/generate.h"
#include "core/normal.h"

#include <string.h>

enum { AXES, FEATURES, NOISE }; /* streams of a client */

typedef struct generator {
    size_t d, clients, r;
    uint64_t seed, replicate;
    double noise;
    fed_noise_law law;
    bool axes; /* subspaces are spanned by axes */
} generator;

/* theta_i = theta + Gamma u_i */
static void spread_radius(const generator *gen, double gamma, double *truths)
{
    fed_rng rng = fed_rng_stream(gen->seed, FED_RNG_TRUTH, gen->replicate, 1, 0);

    for (size_t m = 0; m < gen->clients; m++) {
        fed_generate_direction(&rng, gen->d, truths + m * gen->d);
        for (size_t j = 0; j < gen->d; j++)
            truths[m * gen->d + j] *= gamma;
    }
}

/* Gaussian offsets whose largest distance is Gamma. */
static void spread_pairwise(const generator *gen, double gamma, double *truths)
{
    fed_rng rng = fed_rng_stream(gen->seed, FED_RNG_TRUTH, gen->replicate, 1, 0);
    const size_t d = gen->d;
    double largest = 0.0;

    fed_rng_normals(&rng, gen->clients * d, truths);
    for (size_t m = 0; m < gen->clients; m++)
        for (size_t k = 0; k < m; k++) {
            double square = 0.0;

            for (size_t j = 0; j < d; j++)
                square += (truths[m * d + j] - truths[k * d + j]) *
                          (truths[m * d + j] - truths[k * d + j]);
            largest = fmax(largest, sqrt(square));
        }
    for (size_t j = 0; j < gen->clients * d; j++)
        truths[j] *= largest > 0.0 ? gamma / largest : 0.0;
}

/* The first half of the clients at -Gamma u / 2, the second at Gamma u / 2. */
static void spread_two_point(const generator *gen, double gamma, double *truths)
{
    fed_rng rng = fed_rng_stream(gen->seed, FED_RNG_TRUTH, gen->replicate, 1, 0);
    const size_t d = gen->d;

    fed_generate_direction(&rng, d, truths);
    for (size_t m = gen->clients; m-- > 0;)
        for (size_t j = 0; j < d; j++)
            truths[m * d + j] = (2 * m < gen->clients ? -0.5 : 0.5) * gamma * truths[j];
}

/* One client keeps the truth that was drawn; the others share another, at distance Gamma from it.
 * The gain of that client is then 1 where Gamma is the error of its own estimate. */
static void spread_one(const generator *gen, double gamma, size_t evaluated, double *truth,
                       double *truths)
{
    fed_rng rng = fed_rng_stream(gen->seed, FED_RNG_TRUTH, gen->replicate, 1, evaluated);
    double *own = truths + evaluated * gen->d;

    fed_generate_direction(&rng, gen->d, own);
    for (size_t j = 0; j < gen->d; j++) {
        own[j] *= gamma;
        truth[j] -= own[j];
    }
}

static fed_status draw_truths(fed_arena *arena, const fed_config *config, const generator *gen,
                              fed_dataset *data, fed_error *error)
{
    const char *shape = fed_config_string(config, "data.heterogeneity");
    const double gamma = fed_config_float(config, "data.gamma");
    const size_t d = gen->d, evaluated = (size_t)fed_config_int(config, "data.evaluated");
    double *truth = FED_ARRAY(arena, d, double),
           *truths = FED_ARRAY(arena, gen->clients * d, double);
    fed_rng rng = fed_rng_stream(gen->seed, FED_RNG_TRUTH, gen->replicate, 0, 0);

    if (truth == NULL || truths == NULL)
        return fed_nomem(error);
    if (evaluated >= gen->clients)
        return fed_config_fault(config, error, FED_CONFIG, "data.evaluated", "client %zu of %zu",
                                evaluated, gen->clients);
    fed_rng_normals(&rng, d, truth);
    if (strcmp(shape, "radius") == 0)
        spread_radius(gen, gamma, truths);
    else if (strcmp(shape, "pairwise") == 0)
        spread_pairwise(gen, gamma, truths);
    else if (strcmp(shape, "two-point") == 0)
        spread_two_point(gen, gamma, truths);
    else
        spread_one(gen, gamma, evaluated, truth, truths);
    for (size_t k = 0; k < gen->clients * d; k++)
        truths[k] += truth[k % d];
    data->truth = truth;
    data->truth_count = d;
    data->truths = truths;
    data->noise = gen->noise;
    return FED_OK;
}

/* x = sqrt(d/r) F U' for normal F and a random orthonormal basis U; basis: r x d */
static void draw_turned(const generator *gen, fed_rng *axes, fed_rng *normal, size_t n, double *x,
                        double *basis)
{
    const double scale = sqrt((double)gen->d / (double)gen->r);

    fed_generate_basis(axes, gen->d, gen->r, basis);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < gen->r; k++) {
            const double f = scale * fed_rng_normal(normal);

            for (size_t j = 0; j < gen->d; j++)
                x[i * gen->d + j] += f * basis[k * gen->d + j];
        }
}

/* Rows N(0, (d/r) I_E) for a random set E of r axes; pool: d */
static void draw_client(const generator *gen, size_t client, size_t n, const double *theta,
                        double *x, double *y, double *signal, size_t *pool, double *basis)
{
    fed_rng axes = fed_rng_stream(gen->seed, FED_RNG_DATA, gen->replicate, client, AXES);
    fed_rng normal = fed_rng_stream(gen->seed, FED_RNG_DATA, gen->replicate, client, FEATURES);
    fed_rng noise = fed_rng_stream(gen->seed, FED_RNG_DATA, gen->replicate, client, NOISE);
    const double scale = sqrt((double)gen->d / (double)gen->r);

    if (gen->r < gen->d && !gen->axes)
        draw_turned(gen, &axes, &normal, n, x, basis);
    else if (gen->r < gen->d)
        fed_rng_choose(&axes, gen->d, gen->r, pool);
    else
        fed_rng_normals(&normal, n * gen->d, x);
    fed_generate_noise(&noise, gen->law, n, y);
    for (size_t i = 0; i < n; i++) {
        double *row = x + i * gen->d;

        for (size_t k = 0; gen->axes && gen->r < gen->d && k < gen->r; k++)
            row[pool[k]] = scale * fed_rng_normal(&normal);
        for (size_t j = 0; j < gen->d; j++)
            signal[i] += row[j] * theta[j];
        y[i] = signal[i] + gen->noise * y[i];
    }
}

static fed_status load(fed_arena *arena, fed_team *team, const fed_config *config, uint64_t seed,
                       uint64_t replicate, fed_dataset *data, fed_error *error)
{
    generator gen = {
        .d = (size_t)fed_config_int(config, "data.features"), .seed = seed, .replicate = replicate};
    const size_t *start;
    size_t *pool;
    double *basis;

    (void)team;
    TRY(fed_generate_room(arena, config, gen.d, data, &start, error));
    gen.clients = data->clients;
    gen.r = (size_t)fed_config_int(config, "data.subspace");
    gen.r = gen.r == 0 ? gen.d : gen.r;
    gen.noise = fed_config_float(config, "data.noise");
    gen.law = fed_generate_law(config);
    gen.axes = strcmp(fed_config_string(config, "data.subspaces"), "axes") == 0;
    if (gen.r > gen.d)
        return fed_config_fault(config, error, FED_CONFIG, "data.subspace",
                                "%zu axes of %zu features", gen.r, gen.d);
    TRY(draw_truths(arena, config, &gen, data, error));
    pool = FED_ARRAY(arena, gen.d, size_t);
    basis = FED_ARRAY(arena, gen.axes ? 1 : gen.r * gen.d, double);
    if (pool == NULL || basis == NULL)
        return fed_nomem(error);
    for (size_t m = 0; m < gen.clients; m++)
        draw_client(&gen, m, start[m + 1] - start[m], data->truths + m * gen.d,
                    (double *)data->x + start[m] * gen.d, (double *)data->y + start[m],
                    (double *)data->signal + start[m], pool, basis);
    return FED_OK;
}

static const fed_param params[] = {
    FED_CLIENT_ROWS("20", "[50, 500]"),
    {"features", FED_INT, "100", 1, FED_FEATURES_MAX, NULL, "number of features"},
    {"noise", FED_FLOAT, "0.5", 0, INFINITY, NULL,
     "standard deviation of the noise in "
     "the responses"},
    FED_NOISE_ROWS,
    {"subspaces", FED_CHOICE, "axes", FED_ANY, "axes|random",
     "subspaces of the clients: spanned by random coordinate axes, or in random "
     "directions"},
    {"subspace", FED_INT, "0", 0, FED_FEATURES_MAX, NULL,
     "dimension r of the subspace of a client's features, which are scaled by sqrt(d/r); "
     "0: all d dimensions"},
    {"heterogeneity", FED_CHOICE, "one", FED_ANY, "one|radius|pairwise|two-point",
     "how the clients' true parameters differ: one client at distance gamma from all "
     "others; all at distance gamma from a centre (radius); gamma is the largest "
     "pairwise distance; or two groups at distance gamma (two-point)"},
    {"gamma", FED_FLOAT, "0.0", 0, INFINITY, NULL,
     "distance between the clients' true "
     "parameters, see heterogeneity"},
    {"evaluated", FED_INT, "0", 0, 1e8, NULL,
     "the client that differs, for "
     "heterogeneity = \"one\""},
    FED_END};

const fed_source fed_source_heterogeneous = {
    .entry = {"heterogeneous",
              "linear regressions whose clients differ in size, subspace and true "
              "parameters",
              params},
    .random = true,
    .load = load};
