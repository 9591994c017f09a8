/* dataset.c -- what is done to data from any source: split, padded, standardized, given a truth. */
#include "datasets/dataset.h"

#include "core/rng.h"
#include "datasets/format.h"
#include "datasets/transform.h"
#include "datasets/standardize.h"
#include "datasets/theta_file.h"

#include <math.h>
#include <string.h>

const fed_param fed_data_params[] = {
    {"source", FED_NAME, NULL, FED_ANY, NULL, "source of the samples"},
    {"features", FED_INT, "0", 0, FED_FEATURES_MAX, NULL,
     "number of features; missing columns are filled with zeros, extra columns are an "
     "error; 0: as in the data"},
    {"classes", FED_INT, "0", 0, 1048576, NULL,
     "number of classes or labels, which are then 0, 1, ...; 0: as in the training set"},
    {"standardize", FED_BOOL, "false", FED_ANY, NULL,
     "centre and scale each feature by the mean and standard deviation (divisor n) of "
     "the training set; constant features are not changed; sparse data are scaled but "
     "not centred"},
    {"minmax", FED_BOOL, "false", FED_ANY, NULL,
     "scale each feature to [0,1] by its minimum and maximum in the training set; "
     "constant features are not changed; dense data only"},
    {"fraction", FED_FLOAT, "1.0", 0, 1, NULL,
     "fraction of the samples of a file that is used, drawn at random from training and test set; "
     "clients without samples are left out"},
    {"test_path", FED_PATH, NULL, FED_ANY, NULL,
     "test set, in the format of the "
     "training set"},
    {"test_fraction", FED_FLOAT, "0.0", 0, 1, NULL,
     "fraction of the samples drawn as test set, if there is no other test set"},
    {"truth", FED_PATH, NULL, FED_ANY, NULL,
     "true parameters, with the columns of theta.csv: its only row, or that of client -1"},
    FED_END};

static const fed_source *source_of(const fed_config *config)
{
    return (const fed_source *)fed_entry_find(fed_sources,
                                              fed_config_string(config, "data.source"));
}

bool fed_dataset_random(const fed_config *config)
{
    const fed_source *source = source_of(config);

    return source != NULL && source->random;
}

/* Leaves a random part of a set read from files. */
static fed_status thin(fed_arena *arena, const fed_config *config, fed_rng rng, fed_dataset *data,
                       fed_error *error)
{
    const double fraction = fed_config_float(config, "data.fraction");
    const size_t kept = (size_t)floor(fraction * (double)data->n + 0.5);
    fed_arena rest = {NULL};
    fed_dataset unused;
    fed_status status;

    if (kept == data->n)
        return FED_OK;
    if (kept == 0)
        return fed_config_fault(config, error, FED_CONFIG, "data.fraction",
                                "%g of %zu samples is none", fraction, data->n);
    status = fed_dataset_split(&rest, &rng, data->n - kept, data, &unused, error);
    fed_arena_free(&rest);
    if (status == FED_OK && data->client != NULL)
        status = fed_number_clients(arena, data, error);
    return status;
}

static fed_status split(fed_arena *arena, const fed_config *config, fed_rng rng, fed_dataset *data,
                        fed_error *error)
{
    double fraction = fed_config_float(config, "data.test_fraction");
    size_t count = (size_t)floor(fraction * (double)data->n + 0.5);
    fed_dataset *test;

    if (fraction == 0.0 || data->test != NULL)
        return FED_OK;
    if (count == 0 || count >= data->n)
        return fed_config_fault(config, error, FED_DATA, "data.test_fraction",
                                "%zu samples would give %zu for the test and %zu for "
                                "training",
                                data->n, count, data->n - count);
    test = FED_NEW(arena, fed_dataset);
    if (test == NULL)
        return fed_nomem(error);
    data->test = test;
    return fed_dataset_split(arena, &rng, count, data, test, error);
}

static fed_status widen(fed_arena *arena, const fed_config *config, fed_dataset *data,
                        fed_error *error)
{
    size_t features = (size_t)fed_config_int(config, "data.features");

    if (features == 0)
        return FED_OK;
    if (data->d > features)
        return fed_config_fault(
            config, error, FED_DATA, "data.features", "%s has %zu features, not %zu",
            data->origin != NULL ? data->origin : "the data", data->d, features);
    TRY(fed_dataset_pad(arena, features, data, error));
    if (data->test != NULL)
        TRY(fed_dataset_pad(arena, features, (fed_dataset *)data->test, error));
    return FED_OK;
}

static fed_status attach_truth(fed_arena *arena, const fed_config *config, fed_dataset *data,
                               fed_error *error)
{
    const char *path = fed_config_path(config, "data.truth");
    fed_theta_file file;
    size_t row = 0;

    if (*path == '\0')
        return FED_OK;
    TRY(fed_config_readable(config, "data.truth", error));
    TRY(fed_theta_read(arena, path, &file, error));
    while (row < file.rows && file.client[row] != -1)
        row++;
    if (row == file.rows && file.rows > 1)
        return fed_fail(error, FED_DATA, "%s: no row of client -1 among %zu", path, file.rows);
    row = row == file.rows ? 0 : row;
    data->truth = file.theta + row * file.p;
    data->truth_count = file.p;
    data->truth_origin = path;
    return FED_OK;
}

fed_status fed_dataset_load(fed_arena *arena, fed_team *team, const fed_config *config,
                            uint64_t seed, uint64_t replicate, const fed_dataset **data,
                            fed_error *error)
{
    const fed_source *source = source_of(config);
    fed_dataset *made = FED_NEW(arena, fed_dataset);
    fed_rng rng =
        fed_rng_stream(seed, FED_RNG_SPLIT, fed_dataset_random(config) ? replicate : 0, 1, 0);

    if (made == NULL)
        return fed_nomem(error);
    if (source == NULL)
        return fed_config_fault(config, error, FED_CONFIG, "data.source", "needed");
    if (fed_config_given(config, "data.test_path") &&
        (source->random || fed_config_float(config, "data.test_fraction") > 0.0))
        return fed_config_fault(config, error, FED_CONFIG, "data.test_path", "%s",
                                source->random ? "needs data from a file; use test_fraction"
                                               : "cannot be combined with test_fraction");
    TRY(source->load(arena, team, config, seed, replicate, made, error));
    if (made->program != NULL) { /* its columns are no samples to split or scale */
        *data = made;
        return FED_OK;
    }
    if (made->symbols > 0 &&
        (fed_config_bool(config, "data.standardize") || fed_config_bool(config, "data.minmax") ||
         fed_config_int(config, "data.features") > 0))
        return fed_config_fault(
            config, error, FED_CONFIG, "data.source",
            "the symbols of a text are not numbers: they cannot be scaled or padded");
    if (source->random && fed_config_float(config, "data.fraction") < 1.0)
        return fed_config_fault(config, error, FED_CONFIG, "data.fraction",
                                "needs data from a file; generate fewer samples");
    TRY(thin(arena, config, fed_rng_stream(seed, FED_RNG_SPLIT, 0, 2, 0), made, error));
    if (made->test != NULL)
        TRY(thin(arena, config, fed_rng_stream(seed, FED_RNG_SPLIT, 0, 3, 0),
                 (fed_dataset *)made->test, error));
    TRY(split(arena, config, rng, made, error));
    TRY(widen(arena, config, made, error));
    if (fed_config_bool(config, "data.minmax") && made->x == NULL)
        return fed_config_fault(config, error, FED_CONFIG, "data.minmax", "needs dense features");
    if (fed_config_bool(config, "data.standardize") || fed_config_bool(config, "data.minmax"))
        TRY(fed_dataset_standardize(arena, made, fed_config_bool(config, "data.minmax"), error));
    TRY(attach_truth(arena, config, made, error));
    *data = made;
    return FED_OK;
}
