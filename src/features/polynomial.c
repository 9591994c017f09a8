/* polynomial.c -- all monomials of the features up to a degree; scaled, their products are (x'z +
 * c)^degree. */
#include "datasets/format.h"
#include "features/features.h"

#include <string.h>

typedef struct monomials {
    size_t d, degree, width;
    const uint16_t *power; /* width x d */
    const double *scale;   /* width */
} monomials;

static void map(const void *context, const double *x, double *out)
{
    const monomials *state = context;

    for (size_t k = 0; k < state->width; k++) {
        double product = state->scale[k];

        for (size_t j = 0; j < state->d; j++)
            for (uint16_t e = 0; e < state->power[k * state->d + j]; e++)
                product *= x[j];
        out[k] = product;
    }
}

/* C(d + degree, degree), or 0 beyond the most features there may be */
static size_t count_monomials(size_t d, size_t degree)
{
    double count = 1.0;

    for (size_t k = 1; k <= degree; k++)
        count *= (double)(d + k) / (double)k;
    return count <= (double)FED_FEATURES_MAX ? (size_t)(count + 0.5) : 0;
}

/* The next exponents of the same total, x^2, xy, y^2; false after the last. */
static bool next_of_total(size_t d, uint16_t *power)
{
    size_t j = d - 1;
    uint16_t last;

    while (j > 0 && power[j - 1] == 0)
        j--;
    if (j == 0)
        return false;
    last = power[d - 1]; /* all that stands after j - 1 */
    power[d - 1] = 0;
    power[j - 1]--;
    power[j] = (uint16_t)(last + 1);
    return true;
}

static void list_monomials(size_t d, size_t degree, uint16_t *power)
{
    size_t at = 0;

    for (size_t total = 0; total <= degree; total++) {
        memset(power + at * d, 0, d * sizeof *power);
        power[at * d] = (uint16_t)total;
        for (;;) {
            memcpy(power + (at + 1) * d, power + at * d, d * sizeof *power);
            at++;
            if (!next_of_total(d, power + at * d))
                break;
        }
    }
}

/* sqrt of the monomial's coefficient in (x'z + c)^degree: degree! / (k_0! ... k_d!) c^k_0 */
static double root_coefficient(size_t d, size_t degree, double offset, const uint16_t *power)
{
    double log_count = lgamma((double)degree + 1.0);
    size_t total = 0;

    for (size_t j = 0; j < d; j++) {
        log_count -= lgamma((double)power[j] + 1.0);
        total += power[j];
    }
    log_count -= lgamma((double)(degree - total) + 1.0);
    return sqrt(round(exp(log_count)) * pow(offset, (double)(degree - total)));
}

static fed_status apply(fed_arena *arena, fed_team *team, const fed_config *config, uint64_t seed,
                        uint64_t replicate, fed_dataset *data, fed_error *error)
{
    const bool scaled = strcmp(fed_config_string(config, "features.scaling"), "kernel") == 0;
    const double offset = fed_config_float(config, "features.offset");
    monomials *state = FED_NEW(arena, monomials);
    uint16_t *power;
    double *scale;

    (void)seed, (void)replicate;
    if (state == NULL)
        return fed_nomem(error);
    state->d = data->d;
    state->degree = (size_t)fed_config_int(config, "features.degree");
    state->width = count_monomials(state->d, state->degree);
    if (state->width == 0)
        return fed_config_fault(config, error, FED_CONFIG, "features.degree",
                                "more than %.0f monomials of %zu features",
                                (double)FED_FEATURES_MAX, data->d);
    state->power = power = FED_ARRAY(arena, (state->width + 1) * state->d, uint16_t);
    state->scale = scale = FED_ARRAY(arena, state->width, double);
    if (power == NULL || scale == NULL)
        return fed_nomem(error);
    list_monomials(state->d, state->degree, power);
    for (size_t k = 0; k < state->width; k++)
        scale[k] =
            scaled ? root_coefficient(state->d, state->degree, offset, power + k * state->d) : 1.0;
    if (!scaled && data->truth_count == state->width && data->monomials != NULL)
        data->truth = data->monomials;
    return fed_map_features(arena, team, map, state, state->width, data, error);
}

static const fed_param params[] = {
    {"degree", FED_INT, "2", 1, 100, NULL, "maximum degree"},
    {"scaling", FED_CHOICE, "plain", FED_ANY, "plain|kernel",
     "plain monomials, or monomials scaled so that their inner product is the polynomial "
     "kernel (x'z + offset)^degree"},
    {"offset", FED_FLOAT, "1.0", 0, INFINITY, NULL, "c of the polynomial kernel (x'z + c)^degree"},
    FED_END};

const fed_features_type fed_features_polynomial = {
    .entry = {"polynomial", "monomials of the features up to a degree", params}, .apply = apply};
