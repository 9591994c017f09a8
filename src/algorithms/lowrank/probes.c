/* probes.c -- probes drawn in a box, or read from a file. */
#include "algorithms/lowrank/probes.h"

#include "core/rng.h"
#include "core/normal.h"
#include "datasets/theta_file.h"

#include <string.h>

enum { CANDIDATES = 4 }; /* drawn for every probe that pivoting keeps */

static size_t next_prime(size_t n)
{
    for (n++;; n++) {
        size_t f = 2;

        while (f * f <= n && n % f != 0)
            f++;
        if (f * f > n)
            return n;
    }
}

/* The digits of n in that base, mirrored behind the point. */
static double radical_inverse(size_t n, size_t base)
{
    double value = 0.0, place = 1.0;

    for (; n > 0; n /= base) {
        place /= (double)base;
        value += place * (double)(n % base);
    }
    return value;
}

static void draw_halton(fed_rng *rng, size_t count, size_t p, double low, double high, double *out)
{
    size_t base = 1;

    for (size_t i = 0; i < p; i++) {
        const double shift = fed_rng_uniform(rng);

        base = next_prime(base);
        for (size_t k = 0; k < count; k++) {
            double u = radical_inverse(k + 1, base) + shift;

            out[k * p + i] = low + (high - low) * (u < 1.0 ? u : u - 1.0);
        }
    }
}

void fed_probes_draw(fed_design design, uint64_t seed, uint64_t replicate, size_t count, size_t p,
                     double low, double high, double *out)
{
    fed_rng rng = fed_rng_stream(seed, FED_RNG_PROBE, replicate, 0, (uint64_t)design);

    if (design == FED_HALTON) {
        draw_halton(&rng, count, p, low, high, out);
        return;
    }
    for (size_t k = 0; k < count * p; k++)
        out[k] = design == FED_UNIFORM
                     ? low + (high - low) * fed_rng_uniform(&rng)
                     : 0.5 * (low + high) + 0.5 * (high - low) * fed_rng_normal(&rng);
}

static fed_status read_probes(fed_run *run, size_t *count, const double **probe)
{
    const char *path = fed_config_path(run->config, "algorithm.probe_path");
    fed_theta_file file;

    if (path[0] == '\0')
        return fed_config_fault(run->config, run->error, FED_CONFIG, "algorithm.design",
                                "\"file\" needs algorithm.probe_path");
    TRY(fed_config_readable(run->config, "algorithm.probe_path", run->error));
    TRY(fed_theta_read(run->arena, path, &file, run->error));
    if (file.p != run->problem->p)
        return fed_fail(run->error, FED_DATA, "%s: %zu parameters found, the model has %zu", path,
                        file.p, run->problem->p);
    if (*count > file.rows)
        return fed_config_fault(run->config, run->error, FED_DATA, "algorithm.probes",
                                "%zu, but %s has %zu rows", *count, path, file.rows);
    if (*count == 0)
        *count = file.rows;
    *probe = file.theta;
    return FED_OK;
}

/* `box`: the half width of a box about 0, or its two ends. */
static fed_status read_box(fed_run *run, double *low, double *high)
{
    const double *box;
    const size_t count = fed_config_floats(run->config, "algorithm.box", &box);

    if (count == 1 || count == 2) {
        *low = count == 2 ? box[0] : -box[0];
        *high = box[count - 1];
        if (*low < *high)
            return FED_OK;
    }
    return fed_config_fault(run->config, run->error, FED_CONFIG, "algorithm.box",
                            "expected a positive half width or [low, high] with low < high");
}

/* `probes` is their number or, as a word, their design. */
static fed_status read_design(fed_run *run, const char **design, size_t *count)
{
    const fed_config *config = run->config;

    *design = fed_config_string(config, "algorithm.design");
    *count = 0;
    if (fed_config_is_list(config, "algorithm.probes")) {
        *count = (size_t)fed_config_int(config, "algorithm.probes");
        return FED_OK;
    }
    *design = fed_config_string(config, "algorithm.probes");
    if (strcmp(*design, "uniform") != 0 && strcmp(*design, "halton") != 0 &&
        strcmp(*design, "normal") != 0 && strcmp(*design, "file") != 0 &&
        strcmp(*design, "pivoted") != 0)
        return fed_config_fault(
            config, run->error, FED_CONFIG, "algorithm.probes",
            "expected a number, or one of uniform, halton, normal, pivoted, file; found '%s'",
            *design);
    return FED_OK;
}

/* What the descent does not move is the same in every probe. */
static void hold_others(const fed_run *run, const fed_lowrank *low, double *drawn)
{
    const size_t p = run->problem->p;

    for (size_t j = 0, next = 0; j < p; j++)
        if (next < low->moved && low->coordinate[next] == j)
            next++;
        else
            for (size_t k = 0; k < low->tried; k++)
                drawn[k * p + j] = run->theta[j];
}

fed_status fed_probes_make(fed_run *run, fed_lowrank *low)
{
    const size_t p = run->problem->p;
    const char *design;
    double bottom = 0.0, top = 0.0, *drawn;

    TRY(read_design(run, &design, &low->probes));
    TRY(read_box(run, &bottom, &top));
    if (strcmp(design, "file") == 0) {
        TRY(read_probes(run, &low->probes, &low->probe));
        low->tried = low->probes;
        return FED_OK;
    }
    if (low->probes == 0)
        low->probes = 2 * low->rank;
    low->tried = strcmp(design, "pivoted") == 0 ? CANDIDATES * low->probes : low->probes;
    if (low->tried > SIZE_MAX / p ||
        (drawn = FED_ARRAY(run->arena, low->tried * p, double)) == NULL)
        return fed_nomem(run->error);
    fed_probes_draw(strcmp(design, "halton") == 0   ? FED_HALTON
                    : strcmp(design, "normal") == 0 ? FED_NORMAL
                                                    : FED_UNIFORM,
                    run->seed, run->replicate, low->tried, p, bottom, top, drawn);
    hold_others(run, low, drawn);
    low->probe = drawn;
    return FED_OK;
}
