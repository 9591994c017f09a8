/* dataset.c -- what is done to data from any source: split, padded, standardized, given a truth. */
#include "datasets/dataset.h"

#include "core/rng.h"
#include "datasets/format.h"
#include "datasets/transform.h"

#include <math.h>
#include <string.h>

const fed_param fed_data_params[] = {
    {"source", FED_NAME, NULL, FED_ANY, NULL, "where the samples come from"},
    {"features", FED_INT, "0", 0, FED_FEATURES_MAX, NULL,
     "number of features; columns of zeros are added up to it, more are an error; 0: as many as "
     "found"},
    {"standardize", FED_BOOL, "false", FED_ANY, NULL,
     "centre and scale each feature by the training set's mean and standard deviation (divisor n); "
     "constant features stay as they are; sparse data are scaled only, not centred"},
    {"test_path", FED_PATH, NULL, FED_ANY, NULL, "a test set in the training set's format"},
    {"test_fraction", FED_FLOAT, "0.0", 0, 1, NULL,
     "share of the samples drawn for the test set, where there is no other"},
    {"truth", FED_PATH, NULL, FED_ANY, NULL,
     "the true parameters in theta.csv's columns: its only row, or the one of client -1"},
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
                                "of %zu samples %zu would be for the test and %zu for training",
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

fed_status fed_dataset_load(fed_arena *arena, const fed_config *config, uint64_t seed,
                            uint64_t replicate, const fed_dataset **data, fed_error *error)
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
                                               : "cannot stand beside test_fraction");
    TRY(source->load(arena, config, seed, replicate, made, error));
    if (made->program != NULL) { /* its columns are no samples to split or scale */
        *data = made;
        return FED_OK;
    }
    TRY(split(arena, config, rng, made, error));
    TRY(widen(arena, config, made, error));
    if (fed_config_bool(config, "data.standardize"))
        TRY(fed_dataset_standardize(arena, made, error));
    TRY(attach_truth(arena, config, made, error));
    *data = made;
    return FED_OK;
}
