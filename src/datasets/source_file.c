/* source_file.c -- data in a file the configuration names. */
#include "datasets/source_file.h"

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
    layout->missing = (fed_missing)fed_choice_number(FED_MISSING_CHOICES,
                                                     fed_config_string(config, "data.missing"));
    layout->categories = (fed_categories)fed_choice_number(
        FED_CATEGORIES_CHOICES, fed_config_string(config, "data.categories"));
    layout->decimal =
        ".,\0"[fed_choice_number("point|comma", fed_config_string(config, "data.decimal"))];
    layout->word_count = fed_config_labels(config, "data.labels", &layout->words, &layout->numbers);
    layout->drop_count = fed_config_strings(config, "data.drop", &layout->drop);
    layout->base = (size_t)fed_config_int(config, "data.base");
    layout->features = (size_t)fed_config_int(config, "data.features");
    layout->divide = fed_config_float(config, "data.divide");
    fed_layout_text(config, layout);
    layout->sets = fed_config_bool(config, "data.multilabel");
    layout->labels = (size_t)fed_config_int(config, "data.classes");
    layout->like = NULL;
    if (!fed_layout_delimiter(fed_config_string(config, "data.delimiter"), &layout->delimiter))
        return fed_config_fault(config, error, FED_CONFIG, "data.delimiter",
                                "'%s' is not one character that no number has, nor tab or auto",
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
    if (*name == '\0' && *format == &fed_format_text && fed_config_given(config, "data.target"))
        *format = &fed_format_csv;
    if (*format == NULL) {
        TRY(fed_config_readable(config, "data.path", error));
        TRY(fed_input_check(path, error));
        return fed_config_fault(config, error, FED_CONFIG, "data.path",
                                "unknown format of '%s'; set data.format", path);
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

static fed_status read_both(fed_arena *arena, const fed_config *config, fed_faults *faults,
                            fed_dataset *data, fed_error *error)
{
    fed_layout layout = fed_layout_default;
    const fed_format *format;
    fed_dataset *test;

    TRY(read_layout(config, &layout, error));
    layout.faults = faults;
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

static fed_status load(fed_arena *arena, fed_team *team, const fed_config *config, uint64_t seed,
                       uint64_t replicate, fed_dataset *data, fed_error *error)
{
    (void)team, (void)seed, (void)replicate;
    return read_both(arena, config, NULL, data, error);
}

fed_status fed_dataset_faults(fed_arena *arena, const fed_config *config, fed_faults *faults)
{
    fed_error error = {FED_OK, ""};
    fed_dataset data;

    *faults = (fed_faults){FED_ARRAY(arena, 2 * FED_FAULTS_MAX, char *), 0};
    if (faults->text == NULL)
        return FED_NOMEM;
    return strcmp(fed_config_string(config, "data.source"), "file") == 0
               ? read_both(arena, config, faults, &data, &error)
               : FED_OK;
}

static const fed_param params[] = {
    {"path", FED_PATH, NULL, FED_ANY, NULL,
     "file with the samples, which may be "
     "compressed with gzip"},
    {"format", FED_CHOICE, NULL, FED_ANY, FED_FORMAT_CHOICES,
     "file format; by default from the extension: .csv, .tsv, .svm, .libsvm, .npy, .idx, "
     "-ubyte, .bin, .json; .txt is a table if data.target is set, else a text"},
    {"target", FED_COLUMN, NULL, FED_ANY, NULL, "column of the response (csv, npy)"},
    {"target_path", FED_PATH, NULL, FED_ANY, NULL, "file with the responses (idx, npy)"},
    {"test_target_path", FED_PATH, NULL, FED_ANY, NULL,
     "file with the responses of "
     "test_path"},
    {"client", FED_COLUMN, NULL, FED_ANY, NULL,
     "column of the client ids: integers, with -1 for the server (csv, npy), or words "
     "(csv)"},
    {"drop", FED_STRINGS, NULL, FED_ANY, NULL,
     "columns to leave out, by name or index "
     "(csv, npy)"},
    {"header", FED_BOOL, "true", FED_ANY, NULL, "whether the first line names the columns (csv)"},
    {"delimiter", FED_STRING, "auto", FED_ANY, NULL,
     "character between cells, or tab; auto recognises comma, semicolon, tab and bar; "
     "if it is a space, several count as one (csv)"},
    {"decimal", FED_CHOICE, "auto", FED_ANY, "auto|point|comma",
     "decimal mark; auto recognises a comma if the delimiter is another character (csv)"},
    {"labels", FED_LABELS, NULL, FED_ANY, NULL,
     "numbers for words in the response column (csv, libsvm); by default, words in a csv "
     "file are numbered from 0 in alphabetical order"},
    {"categories", FED_CHOICE, "one-hot", FED_ANY, FED_CATEGORIES_CHOICES,
     "encoding of a feature column of words: one 0/1 feature for each word except the "
     "first, or the numbers of the words, or an error (csv)"},
    {"missing", FED_CHOICE, "error", FED_ANY, FED_MISSING_CHOICES,
     "missing values (empty, NA, N/A, NaN, null, ?, errors of spreadsheets such as #N/A and "
     "#DIV/0!; among numbers also none, a dash and a point): report an error, drop the row, "
     "or use the mean of the column (csv)"},
    {"base", FED_INT, "1", 0, 1, NULL, "index of the first feature (libsvm)"},
    {"multilabel", FED_BOOL, "false", FED_ANY, NULL,
     "the response is a set of labels counted from 0, such as 3,7, and may be empty (libsvm)"},
    FED_TEXT_ROWS,
    {"divide", FED_FLOAT, "1.0", 1e-300, 1e300, NULL, "divide all features by this number"},
    FED_END};

const fed_source fed_source_file = {
    .entry = {"file", "samples from a file: csv, libsvm, npy, idx, cifar, leaf or text", params},
    .load = load,
};
