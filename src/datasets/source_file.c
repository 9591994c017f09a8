/* source_file.c -- data in a file the configuration names. */
#include "datasets/format.h"

#include <string.h>

static fed_column column_of(const fed_config *config, const char *key)
{
    if (!fed_config_given(config, key))
        return (fed_column){NULL, -1};
    if (fed_config_is_list(config, key)) /* a number */
        return (fed_column){NULL, fed_config_int(config, key)};
    return (fed_column){fed_config_string(config, key), -1};
}

static fed_status read_layout(const fed_config *config, fed_layout *layout, fed_error *error)
{
    layout->target = column_of(config, "data.target");
    layout->client = column_of(config, "data.client");
    layout->header = fed_config_bool(config, "data.header");
    layout->drop_missing = strcmp(fed_config_string(config, "data.missing"), "drop") == 0;
    layout->word_count = fed_config_labels(config, "data.labels", &layout->words, &layout->numbers);
    layout->drop_count = fed_config_strings(config, "data.drop", &layout->drop);
    layout->base = (size_t)fed_config_int(config, "data.base");
    layout->features = (size_t)fed_config_int(config, "data.features");
    layout->divide = fed_config_float(config, "data.divide");
    layout->like = NULL;
    if (!fed_layout_delimiter(fed_config_string(config, "data.delimiter"), &layout->delimiter))
        return fed_config_fault(config, error, FED_CONFIG, "data.delimiter",
                                "'%s' is not one character that no number has, nor tab",
                                fed_config_string(config, "data.delimiter"));
    return FED_OK;
}

static fed_status choose_format(const fed_config *config, const fed_format **format,
                                fed_error *error)
{
    const char *path = fed_config_path(config, "data.path"),
               *name = fed_config_string(config, "data.format");

    if (*path == '\0')
        return fed_config_fault(config, error, FED_CONFIG, "data.path",
                                "needed with source = \"file\"");
    *format = *name != '\0' ? (const fed_format *)fed_entry_find(fed_formats, name)
                            : fed_format_guess(path);
    if (*format == NULL) {
        TRY(fed_config_readable(config, "data.path", error));
        TRY(fed_input_check(path, error));
        return fed_config_fault(config, error, FED_CONFIG, "data.path",
                                "the name '%s' does not tell the format; set data.format", path);
    }
    return FED_OK;
}

/* The response is a column, or in a file of its own, as the format allows. */
static fed_status check_target(const fed_config *config, const fed_format *format, const char *key,
                               fed_error *error)
{
    bool column = fed_config_given(config, "data.target"),
         file = *fed_config_path(config, key) != '\0';

    if (format->target_file && !format->target_column && !file)
        return fed_config_fault(config, error, FED_CONFIG, key, "needed with format = \"%s\"",
                                format->entry.name);
    if (format->target_column && !column && !(format->target_file && file))
        return fed_config_fault(config, error, FED_CONFIG, "data.target",
                                "needed with format = \"%s\"", format->entry.name);
    return FED_OK;
}

static fed_status read_set(fed_arena *arena, const fed_config *config, const fed_format *format,
                           const fed_layout *layout, const char *path_key, const char *target_key,
                           fed_dataset *data, fed_error *error)
{
    fed_file file = {fed_config_path(config, path_key), NULL, 0};
    fed_file target = {fed_config_path(config, target_key), NULL, 0};
    bool second = format->target_file && *target.path != '\0';

    TRY(check_target(config, format, target_key, error));
    TRY(fed_config_readable(config, path_key, error));
    if (second)
        TRY(fed_config_readable(config, target_key, error));
    return fed_format_read(arena, format, layout, &file, second ? &target : NULL, data, error);
}

static fed_status load(fed_arena *arena, const fed_config *config, uint64_t seed,
                       uint64_t replicate, fed_dataset *data, fed_error *error)
{
    fed_layout layout = fed_layout_default;
    const fed_format *format;
    fed_dataset *test;

    (void)seed, (void)replicate;
    TRY(read_layout(config, &layout, error));
    TRY(choose_format(config, &format, error));
    TRY(read_set(arena, config, format, &layout, "data.path", "data.target_path", data, error));
    if (*fed_config_path(config, "data.test_path") == '\0')
        return FED_OK;
    test = FED_NEW(arena, fed_dataset);
    if (test == NULL)
        return fed_nomem(error);
    layout.like = data;
    layout.features = data->d;
    data->test = test;
    return read_set(arena, config, format, &layout, "data.test_path", "data.test_target_path", test,
                    error);
}

static const fed_param params[] = {
    {"path", FED_PATH, NULL, FED_ANY, NULL, "the file with the samples, gzip or not"},
    {"format", FED_CHOICE, NULL, FED_ANY, FED_FORMAT_CHOICES,
     "its format; by default told from the end of the name: .csv, .svm, .libsvm, .npy, .idx, "
     "-ubyte"},
    {"target", FED_COLUMN, NULL, FED_ANY, NULL, "the column of the response (csv, npy)"},
    {"target_path", FED_PATH, NULL, FED_ANY, NULL, "the file of the responses (idx, npy)"},
    {"test_target_path", FED_PATH, NULL, FED_ANY, NULL, "the same for test_path"},
    {"client", FED_COLUMN, NULL, FED_ANY, NULL,
     "the column of the client ids, any integers, -1 the server's (csv, npy)"},
    {"drop", FED_STRINGS, NULL, FED_ANY, NULL, "columns left out, names or indices (csv, npy)"},
    {"header", FED_BOOL, "true", FED_ANY, NULL, "whether the first line names the columns (csv)"},
    {"delimiter", FED_STRING, ",", FED_ANY, NULL, "the character between cells, or tab (csv)"},
    {"labels", FED_LABELS, NULL, FED_ANY, NULL, "numbers for words of the response (csv, libsvm)"},
    {"missing", FED_CHOICE, "error", FED_ANY, "error|drop",
     "what a row with an empty cell is: an error, or left out (csv)"},
    {"base", FED_INT, "1", 0, 1, NULL, "the index of the first feature (libsvm)"},
    {"divide", FED_FLOAT, "1.0", 1e-300, 1e300, NULL, "the features are divided by it"},
    FED_END};

const fed_source fed_source_file = {
    .entry = {"file", "samples from a csv, libsvm, npy or idx file", params},
    .load = load,
};
