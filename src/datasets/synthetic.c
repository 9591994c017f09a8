/* synthetic.c -- data drawn from a generalised linear model with standardised Gaussian and
 * Bernoulli features: blocks of samples, each from its own streams, so that blocks can be drawn in
 * any order. */
#include "config/fits.h"
#include "core/rng.h"
#include "datasets/generate.h"
#include "core/normal.h"

#include <math.h>
#include <string.h>

enum { BLOCK = 256 };                            /* samples; changing it changes every result */
enum { NUMBER = 50 };                            /* flops worth of a number drawn */
enum { GAUSSIAN, BERNOULLI, RESPONSE, STREAMS }; /* streams of a block */

typedef struct generator {
    enum { LINEAR, LOGISTIC, POISSON } model;
    /* of the Gaussian columns; or on [0,1] instead */
    enum { IDENTITY, AR1, EQUICORRELATED, GEOMETRIC, UNIFORM } shape;
    size_t d, gaussian; /* columns; the last d - gaussian are Bernoulli */
    const double *theta;
    double rho, noise;
    fed_noise_law law;
    bool soft;                     /* logistic responses are probabilities */
    uint64_t seed, replicate, set; /* set 0 for training, 1 for testing */
} generator;

static fed_rng stream(const generator *gen, size_t block, uint64_t which)
{
    return fed_rng_stream(gen->seed, FED_RNG_DATA, gen->replicate, block,
                          gen->set * STREAMS + which);
}

/* cov(x_j, x_k) = rho^|j-k| by x_j = rho x_{j-1} + sqrt(1 - rho^2) z_j. */
static void correlate_ar1(const generator *gen, double *row)
{
    double scale = sqrt(1.0 - gen->rho * gen->rho);

    for (size_t j = 1; j < gen->gaussian; j++)
        row[j] = gen->rho * row[j - 1] + scale * row[j];
}

/* cov = (1-rho) I + rho 11' by x = a z + b (1'z) 1, where a^2 = 1-rho and d b^2 + 2ab = rho. */
static void correlate_equal(const generator *gen, double *row)
{
    double d = (double)gen->gaussian, a = sqrt(1.0 - gen->rho);
    double b = (sqrt(fmax(0.0, 1.0 + (d - 1.0) * gen->rho)) - a) / d, sum = 0.0;

    for (size_t j = 0; j < gen->gaussian; j++)
        sum += row[j];
    for (size_t j = 0; j < gen->gaussian; j++)
        row[j] = a * row[j] + b * sum;
}

/* var(x_j) = rho^j, j from 0 */
static void shrink(const generator *gen, double *row)
{
    const double ratio = sqrt(gen->rho);
    double scale = 1.0;

    for (size_t j = 1; j < gen->gaussian; j++)
        row[j] *= scale *= ratio;
}

static void draw_features(const generator *gen, size_t block, size_t rows, double *x)
{
    fed_rng normal = stream(gen, block, GAUSSIAN), coin = stream(gen, block, BERNOULLI);

    if (gen->shape == UNIFORM) {
        for (size_t k = 0; k < rows * gen->d; k++)
            x[k] = fed_rng_uniform(&normal);
        return;
    }
    fed_rng_normals(&normal, rows * gen->gaussian, x);
    for (size_t i = gen->gaussian < gen->d ? rows : 0; i-- > 1;) /* make room, from the last row */
        memmove(x + i * gen->d, x + i * gen->gaussian, gen->gaussian * sizeof *x);
    for (size_t i = 0; i < rows; i++) {
        double *row = x + i * gen->d;

        if (gen->shape == AR1)
            correlate_ar1(gen, row);
        else if (gen->shape == EQUICORRELATED)
            correlate_equal(gen, row);
        else if (gen->shape == GEOMETRIC)
            shrink(gen, row);
        for (size_t j = gen->gaussian; j < gen->d; j++)
            row[j] = (fed_rng_u32(&coin) & 1) != 0 ? 1.0 : -1.0; /* (b - 1/2) / (1/2) */
    }
}

/* False when a Poisson mean is beyond what can be drawn. */
static bool draw_responses(const generator *gen, size_t block, size_t rows, const double *x,
                           double *y, double *signal)
{
    fed_rng rng = stream(gen, block, RESPONSE);

    if (gen->model == LINEAR || gen->soft)
        fed_generate_noise(&rng, gen->law, rows, y);
    for (size_t i = 0; i < rows; i++) {
        double eta = 0.0;

        for (size_t j = 0; j < gen->d; j++)
            eta += x[i * gen->d + j] * gen->theta[j];
        if (gen->model == LINEAR) {
            signal[i] = eta;
            y[i] = eta + gen->noise * y[i];
        } else if (gen->soft) {
            y[i] = 1.0 / (1.0 + exp(-eta - gen->noise * y[i]));
        } else if (gen->model == LOGISTIC) {
            y[i] = fed_rng_uniform(&rng) < 1.0 / (1.0 + exp(-eta)) ? 1.0 : 0.0;
        } else if (exp(eta) <= 1e15) {
            y[i] = fed_rng_poisson(&rng, exp(eta));
        } else {
            return false;
        }
    }
    return true;
}

typedef struct drawing {
    const generator *gen;
    size_t n;
    double *x, *y, *signal;
    bool *drawn; /* blocks */
} drawing;

static void draw_blocks(void *context, size_t first, size_t last, double *work)
{
    const drawing *d = context;

    (void)work;
    for (size_t b = first; b < last; b++) {
        const size_t at = b * BLOCK, rows = d->n - at < BLOCK ? d->n - at : BLOCK;
        double *x = d->x + at * d->gen->d;

        draw_features(d->gen, b, rows, x);
        d->drawn[b] = draw_responses(d->gen, b, rows, x, d->y + at, d->signal + at);
    }
}

/* Refused at once what this machine cannot hold. */
static fed_status check_room(const fed_config *config, const generator *gen, size_t n,
                             fed_error *error)
{
    return fed_config_fits(config, gen->set == 0 ? "data.samples" : "data.test_samples",
                           (double)n * (double)(gen->d + 2) * sizeof(double), error,
                           "%zu samples of %zu features", n, gen->d);
}

static fed_status draw(fed_arena *arena, fed_team *team, const fed_config *config,
                       const generator *gen, size_t n, fed_dataset *data, fed_error *error)
{
    const size_t blocks = (n + BLOCK - 1) / BLOCK;
    drawing d = {.gen = gen, .n = n};

    TRY(check_room(config, gen, n, error));
    d.x = n <= SIZE_MAX / gen->d ? FED_ARRAY(arena, n * gen->d, double) : NULL;
    d.y = FED_ARRAY(arena, n, double);
    d.signal = FED_ARRAY(arena, n, double);
    d.drawn = FED_ARRAY(arena, blocks, bool);
    if (d.x == NULL || d.y == NULL || d.signal == NULL || d.drawn == NULL)
        return fed_nomem(error);
    fed_each(team, blocks, (double)(BLOCK * NUMBER) * (double)(gen->d + 1), 0, draw_blocks, &d);
    if (fed_team_starved(team))
        return fed_nomem(error);
    for (size_t b = 0; b < blocks; b++)
        if (!d.drawn[b])
            return fed_config_fault(config, error, FED_CONFIG, "data.theta",
                                    "gives a Poisson mean above 1e15; choose smaller coefficients");
    data->n = n;
    data->d = gen->d;
    data->x = d.x;
    data->y = d.y;
    data->truth = gen->theta;
    data->truth_count = gen->d;
    data->noise = gen->model == LINEAR ? gen->noise : 0.0;
    data->signal = gen->model == LINEAR ? d.signal : NULL;
    return FED_OK;
}

static fed_status read_keys(const fed_config *config, generator *gen, fed_error *error)
{
    const char *model = fed_config_string(config, "data.model");
    const char *type = fed_config_string(config, "data.covariance.type");
    int64_t bernoulli = fed_config_int(config, "data.covariance.bernoulli");

    gen->model = strcmp(model, "linear") == 0     ? LINEAR
                 : strcmp(model, "logistic") == 0 ? LOGISTIC
                                                  : POISSON;
    gen->rho = fed_config_float(config, "data.covariance.rho");
    gen->noise = fed_config_float(config, "data.noise");
    gen->law = fed_generate_law(config);
    gen->d = fed_config_floats(config, "data.theta", &gen->theta);
    gen->gaussian = gen->d;
    gen->shape = strcmp(type, "identity") == 0         ? IDENTITY
                 : strcmp(type, "equicorrelated") == 0 ? EQUICORRELATED
                 : strcmp(type, "geometric") == 0      ? GEOMETRIC
                 : strcmp(type, "uniform") == 0        ? UNIFORM
                                                       : AR1;
    gen->soft = gen->model == LOGISTIC && fed_config_bool(config, "data.soft");
    if (gen->d == 0)
        return fed_config_fault(config, error, FED_CONFIG, "data.theta",
                                "synthetic data need the true coefficients, one per feature");
    if (!fed_config_given(config, "data.samples"))
        return fed_config_fault(config, error, FED_CONFIG, "data.samples",
                                "synthetic data need the number of samples");
    if (gen->shape == EQUICORRELATED && 1.0 + (double)(gen->d - 1) * gen->rho < 0.0)
        return fed_config_fault(config, error, FED_CONFIG, "data.covariance.rho",
                                "%g is below -1/(features - 1) = %g: not a covariance", gen->rho,
                                -1.0 / (double)(gen->d - 1));
    if (gen->shape == GEOMETRIC && gen->rho < 0.0)
        return fed_config_fault(config, error, FED_CONFIG, "data.covariance.rho",
                                "%g is negative: variances are its powers", gen->rho);
    if (strcmp(type, "mixed") == 0) {
        if ((uint64_t)bernoulli > gen->d)
            return fed_config_fault(config, error, FED_CONFIG, "data.covariance.bernoulli",
                                    "%lld Bernoulli columns among %zu features",
                                    (long long)bernoulli, gen->d);
        gen->gaussian = gen->d - (size_t)bernoulli;
    }
    return FED_OK;
}

static fed_status load(fed_arena *arena, fed_team *team, const fed_config *config, uint64_t seed,
                       uint64_t replicate, fed_dataset *data, fed_error *error)
{
    generator gen = {.seed = seed, .replicate = replicate};
    size_t test_count = (size_t)fed_config_int(config, "data.test_samples");
    fed_dataset *test;

    TRY(read_keys(config, &gen, error));
    TRY(draw(arena, team, config, &gen, (size_t)fed_config_int(config, "data.samples"), data,
             error));
    if (test_count == 0)
        return FED_OK;
    if ((test = FED_NEW(arena, fed_dataset)) == NULL)
        return fed_nomem(error);
    gen.set = 1;
    data->test = test;
    return draw(arena, team, config, &gen, test_count, test, error);
}

static const fed_param params[] = {
    {"model", FED_CHOICE, "linear", FED_ANY, "linear|logistic|poisson",
     "distribution of the response given x'theta"},
    {"samples", FED_INT, NULL, 1, 1e12, NULL, "number of samples"},
    {"test_samples", FED_INT, "0", 0, 1e12, NULL, "number of additional test samples"},
    {"theta", FED_FLOATS, NULL, FED_ANY, NULL, "true coefficients, one for each feature"},
    {"covariance.type", FED_CHOICE, "identity", FED_ANY,
     "identity|ar1|equicorrelated|geometric|mixed|uniform",
     "distribution of the features: Gaussian with covariance I (identity), rho^|j-k| "
     "(ar1) or rho (equicorrelated), or independent with variances rho^j, j from 0 "
     "(geometric); ar1 with Bernoulli(1/2) columns at the end (mixed); or independent and "
     "uniform on [0,1]"},
    {"covariance.rho", FED_FLOAT, "0.5", -1, 1, NULL,
     "correlation of the features, or ratio of their variances"},
    {"covariance.bernoulli", FED_INT, "2", 0, 1e12, NULL, "mixed: number of Bernoulli columns"},
    {"noise", FED_FLOAT, "1.0", 0, INFINITY, NULL,
     "standard deviation of the noise of linear responses, and of the noise in x'theta "
     "of soft responses"},
    FED_NOISE_ROWS,
    {"soft", FED_BOOL, "false", FED_ANY, NULL,
     "logistic responses are probabilities 1/(1 + exp(-x'theta - noise z)) instead of 0 "
     "and 1"},
    FED_END};

const fed_source fed_source_synthetic = {
    .entry = {"synthetic", "drawn from a linear, logistic or Poisson model", params},
    .random = true,
    .load = load};
