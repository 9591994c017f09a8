/* source_dataset.c -- data sets known by name: a manifest says where and what their files are. */
#include "datasets/manifest.h"
#include "core/rng.h"
#include "config/suggest.h"
#include "datasets/places.h"
#include "datasets/transform.h"

#include <string.h>

static fed_status no_manifest(fed_arena *arena, const fed_config *config, const char *name,
                              fed_error *error)
{
    size_t count;
    const char *const *names = fed_manifest_names(arena, &count);
    const char *near;

    if (names == NULL)
        return fed_nomem(error);
    near = fed_suggest(name, names);
    if (near != NULL)
        return fed_config_fault(config, error, FED_DATA, "data.name",
                                "no data set '%s' (did you mean '%s'?)", name, near);
    return fed_config_fault(config, error, FED_DATA, "data.name",
                            "no data set '%s'; --list=datasets lists the known ones", name);
}

static fed_status absent(const fed_config *config, const fed_manifest *m, const char *missing,
                         fed_error *error)
{
    if (m->package != NULL)
        return fed_config_fault(
            config, error, FED_DATA, "data.name",
            "file '%s' of %s not found; install the package %s, or put the file in a "
            "directory of FEDOMP_DATA_PATH",
            missing, m->name, m->package);
    return fed_config_fault(
        config, error, FED_DATA, "data.name",
        "file '%s' of %s not found; get it from %s, put it in a directory and set "
        "FEDOMP_DATA_PATH to that",
        missing, m->name, m->source != NULL ? m->source : "its makers");
}

static const fed_file *labels_of(const fed_manifest *m, fed_part part)
{
    return m->file[part].path != NULL ? &m->file[part] : NULL;
}

/* The test set: test_path in the manifest's format, else the manifest's own. */
static fed_status load_test(fed_arena *arena, const fed_config *config, const fed_manifest *m,
                            fed_dataset *data, fed_error *error)
{
    fed_file given = {fed_config_path(config, "data.test_path"), NULL, 0};
    const fed_file *file = *given.path != '\0' ? &given : &m->file[FED_TEST], *labels = NULL;
    fed_layout layout = m->layout;
    fed_dataset *test;

    if (file->path == NULL)
        return FED_OK;
    if (file != &given)
        labels = labels_of(m, FED_TEST_LABELS);
    else if (m->file[FED_TRAIN_LABELS].path != NULL)
        return fed_config_fault(config, error, FED_CONFIG, "data.test_path",
                                "%s has its labels in separate files", m->name);
    TRY(fed_config_readable(config, "data.test_path", error));
    test = FED_NEW(arena, fed_dataset);
    if (test == NULL)
        return fed_nomem(error);
    layout.like = data;
    data->test = test;
    return fed_format_read(arena, m->format, &layout, file, labels, test, error);
}

/* The configuration may cut a text into other sequences than the manifest, of other symbols. */
static fed_status cut_text(const fed_config *config, fed_manifest *m, bool *recut, fed_error *error)
{
    static const char *const keys[] = {"data.length", "data.tokens", "data.vocabulary", "data.bag"};
    fed_layout *layout = &m->layout;

    *recut = false;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (fed_config_given(config, keys[k])) {
            if (m->format != &fed_format_text)
                return fed_config_fault(config, error, FED_CONFIG, keys[k], "%s is not a text",
                                        m->name);
            *recut = true;
        }
    if (*recut) {
        layout->features = 0;
        fed_layout_text(config, layout);
    }
    return FED_OK;
}

/* The number of samples that a key asks for; `rest` have to be left. */
static fed_status number(const fed_config *config, const char *key, size_t rest,
                         const fed_dataset *data, size_t *count, fed_error *error)
{
    *count = (size_t)fed_config_int(config, key);
    if (*count == 0)
        return FED_OK;
    if (fed_config_float(config, "data.fraction") < 1.0)
        return fed_config_fault(config, error, FED_CONFIG, key, "not together with data.fraction");
    if (data == NULL || *count + rest > data->n || data->client != NULL)
        return fed_config_fault(config, error, FED_CONFIG, key, "%zu, but %s", *count,
                                data == NULL           ? "there is no test set"
                                : data->client != NULL ? "the samples belong to clients"
                                : *count > data->n     ? "there are fewer samples"
                                                       : "there are no others");
    return FED_OK;
}

/* So many samples, drawn at random. */
static fed_status thin(const fed_config *config, const char *key, fed_rng *rng, fed_dataset *data,
                       fed_error *error)
{
    size_t count;

    TRY(number(config, key, 0, data, &count, error));
    return count == 0 ? FED_OK : fed_dataset_thin(rng, count, data, error);
}

/* All samples but those that data.samples would draw of this number. */
static fed_status skip(const fed_config *config, fed_rng *rng, fed_dataset *data, fed_error *error)
{
    fed_arena skipped = {NULL};
    fed_dataset unused;
    fed_status status;
    size_t count;

    TRY(number(config, "data.skip", 1, data, &count, error));
    if (count == 0)
        return FED_OK;
    status = fed_dataset_split(&skipped, rng, count, data, &unused, error);
    fed_arena_free(&skipped);
    return status;
}

static fed_status load(fed_arena *arena, fed_team *team, const fed_config *config, uint64_t seed,
                       uint64_t replicate, fed_dataset *data, fed_error *error)
{
    const char *name = fed_config_string(config, "data.name"), *missing;
    fed_rng train = fed_rng_stream(seed, FED_RNG_SPLIT, 0, 2, 0); /* the same in every replicate */
    fed_rng test = fed_rng_stream(seed, FED_RNG_SPLIT, 0, 2, 1);
    fed_manifest m;
    bool found, recut;

    (void)team, (void)replicate;
    if (*name == '\0')
        return fed_config_fault(config, error, FED_CONFIG, "data.name",
                                "needed with source = \"dataset\"");
    TRY(fed_manifest_find(arena, name, &m, &found, error));
    if (!found)
        return no_manifest(arena, config, name, error);
    TRY(fed_manifest_locate(arena, &m, &missing, error));
    if (missing != NULL)
        return absent(config, &m, missing, error);
    TRY(cut_text(config, &m, &recut, error));
    TRY(fed_format_read(arena, m.format, &m.layout, &m.file[FED_TRAIN],
                        labels_of(&m, FED_TRAIN_LABELS), data, error));
    if (!recut && (data->n != m.samples || data->d != m.features))
        return fed_fail(error, FED_DATA, "%s: %zu samples of %zu features, but %s says %zu of %zu",
                        data->origin, data->n, data->d, m.path, m.samples, m.features);
    TRY(load_test(arena, config, &m, data, error));
    TRY(skip(config, &train, data, error));
    TRY(thin(config, "data.samples", &train, data, error));
    return thin(config, "data.test_samples", &test, (fed_dataset *)data->test, error);
}

static const fed_param params[] = {
    {"name", FED_STRING, NULL, FED_ANY, NULL,
     "a data set of --list=datasets; see "
     "fedomp-datasets(7)"},
    FED_TEXT_ROWS,
    {"samples", FED_INT, "0", 0, 1e12, NULL,
     "number of training samples to use, drawn at random; 0: all"},
    {"skip", FED_INT, "0", 0, 1e12, NULL,
     "number of training samples not to use: those that data.samples "
     "draws of this number with the same seed"},
    {"test_samples", FED_INT, "0", 0, 1e12, NULL,
     "number of test samples to use, drawn at random; 0: all"},
    FED_END};

const fed_source fed_source_dataset = {
    .entry = {"dataset", "a known data set, its files checked by sha256", params},
    .load = load,
};
