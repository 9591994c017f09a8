/* dirichlet.c -- each class split among the clients in Dirichlet proportions; continuous responses
 * are first cut into quantile bins. */
#include "core/rng.h"
#include "partitions/scheme.h"

enum { DRAWS = 1000 }; /* until every client has a sample */

/* Boundaries of the classes in the sorted pool: distinct responses when all are integers or they
 * are few, else bins of equal counts whose ties stay together. cut has room for count + 1. */
static size_t find_classes(const fed_dataset *data, const size_t *pool, size_t count, size_t bins,
                           size_t *cut)
{
    size_t classes = 0;
    bool integers = true;

    for (size_t i = 0; i < count; i++) {
        double y = data->y[pool[i]];

        integers = integers && y == floor(y);
        if (i == 0 || y != data->y[pool[i - 1]])
            cut[classes++] = i;
    }
    if (!integers && classes > bins) {
        size_t bin = 0;

        classes = 0;
        for (size_t i = 0; i < count; i++)
            if (i * bins >= bin * count && (i == 0 || data->y[pool[i]] != data->y[pool[i - 1]])) {
                cut[classes++] = i;
                bin = i * bins / count + 1; /* the next bin that has not begun */
            }
    }
    cut[classes] = count;
    return classes;
}

/* end[c * clients + m]: where client m's part of class c ends, by cumulated proportions. */
static void draw_ends(fed_rng *rng, double alpha, const size_t *cut, size_t classes, size_t clients,
                      double *share, size_t *end)
{
    for (size_t c = 0; c < classes; c++) {
        double sum = 0.0, size = (double)(cut[c + 1] - cut[c]);

        fed_rng_dirichlet(rng, alpha, clients, share);
        for (size_t m = 0; m + 1 < clients; m++) {
            sum += share[m];
            end[c * clients + m] = cut[c] + (size_t)(fmin(sum, 1.0) * size);
        }
        end[c * clients + clients - 1] = cut[c + 1];
    }
}

/* Client m's parts of all classes, one after the other; false when a client gets nothing. */
static bool deal(const size_t *pool, const size_t *cut, size_t classes, size_t clients,
                 const size_t *end, size_t *start, size_t *row)
{
    size_t filled = 0;

    for (size_t m = 0; m < clients; m++) {
        for (size_t c = 0; c < classes; c++)
            for (size_t i = m == 0 ? cut[c] : end[c * clients + m - 1]; i < end[c * clients + m];
                 i++)
                row[filled++] = pool[i];
        start[m + 1] = filled;
        if (filled == start[m])
            return false;
    }
    return true;
}

static fed_status assign(const fed_config *config, const fed_dataset *data, uint64_t seed,
                         uint64_t replicate, size_t *pool, size_t count, fed_arena *scratch,
                         size_t clients, size_t *start, size_t *row, fed_error *error)
{
    double alpha = fed_config_float(config, "partition.alpha");
    size_t bins = (size_t)fed_config_int(config, "partition.bins"), classes;
    fed_rng rng = fed_rng_stream(seed, FED_RNG_PARTITION, replicate, 0, 0);
    size_t *cut = FED_ARRAY(scratch, count + 1, size_t), *end;
    double *share = FED_ARRAY(scratch, clients, double);

    if (cut == NULL || share == NULL)
        return fed_nomem(error);
    TRY(fed_sort_by_response(scratch, data, pool, count, error));
    classes = find_classes(data, pool, count, bins, cut);
    if (classes > SIZE_MAX / clients ||
        (end = FED_ARRAY(scratch, classes * clients, size_t)) == NULL)
        return fed_nomem(error);
    for (size_t c = 0; c < classes; c++)
        fed_rng_shuffle(&rng, cut[c + 1] - cut[c], pool + cut[c]);
    for (int draw = 0; draw < DRAWS; draw++) {
        draw_ends(&rng, alpha, cut, classes, clients, share, end);
        if (deal(pool, cut, classes, clients, end, start, row))
            return FED_OK;
    }
    return fed_config_fault(
        config, error, FED_DATA, "partition.alpha",
        "%g leaves a client without samples in each of %d draws; use a larger value or "
        "fewer clients",
        alpha, DRAWS);
}

static const fed_param params[] = {
    {"alpha", FED_FLOAT, "0.5", 1e-6, 1e6, NULL,
     "concentration of the Dirichlet distribution; smaller is less even"},
    {"bins", FED_INT, "10", 1, 1e6, NULL,
     "number of quantile bins that replace classes if the responses are continuous"},
    FED_END};

const fed_scheme fed_scheme_dirichlet = {
    .entry = {"dirichlet", "each class split in Dirichlet proportions", params}, .assign = assign};
