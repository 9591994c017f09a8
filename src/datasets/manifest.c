/* manifest.c -- the fields of a manifest, each one row of a table. */
#include "datasets/manifest.h"

#include "datasets/decimal.h"
#include "datasets/tree.h"

#include <math.h>
#include <string.h>

typedef struct reader {
    fed_arena *arena;
    fed_manifest *to;
    fed_error *error;
    const char *format; /* by name */
} reader;

typedef fed_status field_reader(reader *in, const fed_tree *node, void *to);

static fed_status fault(reader *in, const fed_tree *node, const char *wanted)
{
    char shown[48];

    return fed_fail(in->error, FED_DATA, "%s:%zu: %s: expected %s", in->to->path, node->line,
                    fed_decimal_show(node->key, strlen(node->key), shown), wanted);
}

static fed_status read_text(reader *in, const fed_tree *node, void *to)
{
    if (node->kind != FED_TREE_SCALAR || *node->value == '\0')
        return fault(in, node, "a word or a line of text");
    *(const char **)to = node->value;
    return FED_OK;
}

static fed_status read_float(reader *in, const fed_tree *node, void *to)
{
    const char *why;

    if (node->kind != FED_TREE_SCALAR ||
        !fed_decimal_cell(node->value, strlen(node->value), to, &why))
        return fault(in, node, "a number");
    return FED_OK;
}

static fed_status read_divisor(reader *in, const fed_tree *node, void *to)
{
    TRY(read_float(in, node, to));
    return *(double *)to > 0.0 ? FED_OK : fault(in, node, "a number above 0");
}

static fed_status read_count(reader *in, const fed_tree *node, void *to)
{
    double value = 0.0;

    TRY(read_float(in, node, &value));
    if (value < 0.0 || value > 0x1p48 || value != floor(value))
        return fault(in, node, "a count");
    *(size_t *)to = (size_t)value;
    return FED_OK;
}

static fed_status read_flag(reader *in, const fed_tree *node, void *to)
{
    if (node->kind != FED_TREE_SCALAR ||
        (strcmp(node->value, "true") != 0 && strcmp(node->value, "false") != 0))
        return fault(in, node, "true or false");
    *(bool *)to = *node->value == 't';
    return FED_OK;
}

static fed_status read_missing(reader *in, const fed_tree *node, void *to)
{
    if (node->kind != FED_TREE_SCALAR ||
        (strcmp(node->value, "drop") != 0 && strcmp(node->value, "error") != 0))
        return fault(in, node, "drop or error");
    *(fed_missing *)to = *node->value == 'd' ? FED_MISSING_DROP : FED_MISSING_ERROR;
    return FED_OK;
}

static fed_status read_delimiter(reader *in, const fed_tree *node, void *to)
{
    if (node->kind != FED_TREE_SCALAR || !fed_layout_delimiter(node->value, to))
        return fault(in, node, "one character that no number has, or tab");
    return FED_OK;
}

/* Digits are an index, anything else a name. */
static fed_status read_column(reader *in, const fed_tree *node, void *to)
{
    fed_column *column = to;
    const char *text = "";
    size_t index = 0;

    TRY(read_text(in, node, &text));
    if (strspn(text, "0123456789") != strlen(text)) {
        *column = (fed_column){text, -1};
        return FED_OK;
    }
    TRY(read_count(in, node, &index));
    *column = (fed_column){NULL, (int64_t)index};
    return FED_OK;
}

static size_t children(const fed_tree *node)
{
    size_t count = 0;

    for (const fed_tree *child = node->child; child != NULL; child = child->next)
        count++;
    return count;
}

static fed_status read_drop(reader *in, const fed_tree *node, void *to)
{
    fed_layout *layout = to;
    const char **words = FED_ARRAY(in->arena, children(node) + 1, const char *);

    if (words == NULL)
        return fed_nomem(in->error);
    if (node->kind != FED_TREE_LIST)
        return fault(in, node, "a list of columns");
    for (const fed_tree *child = node->child; child != NULL; child = child->next) {
        if (child->kind != FED_TREE_SCALAR)
            return fault(in, node, "a list of columns");
        words[layout->drop_count++] = child->value;
    }
    layout->drop = words;
    return FED_OK;
}

static fed_status read_labels(reader *in, const fed_tree *node, void *to)
{
    fed_layout *layout = to;
    const char **words = FED_ARRAY(in->arena, children(node) + 1, const char *);
    double *numbers = FED_ARRAY(in->arena, children(node) + 1, double);

    if (words == NULL || numbers == NULL)
        return fed_nomem(in->error);
    if (node->kind != FED_TREE_MAP)
        return fault(in, node, "lines of word: number");
    for (const fed_tree *child = node->child; child != NULL; child = child->next) {
        words[layout->word_count] = child->key;
        TRY(read_float(in, child, &numbers[layout->word_count++]));
    }
    layout->words = words;
    layout->numbers = numbers;
    return FED_OK;
}

static fed_status read_path(reader *in, const fed_tree *node, void *to)
{
    const char *text = "";

    TRY(read_text(in, node, &text));
    if (*text == '/' || strncmp(text, "../", 3) == 0 || strstr(text, "/../") != NULL ||
        strcmp(text, "..") == 0)
        return fault(in, node, "a path below a data directory");
    *(const char **)to = text;
    return FED_OK;
}

static fed_status read_sha256(reader *in, const fed_tree *node, void *to)
{
    const char *text = "";

    TRY(read_text(in, node, &text));
    if (strlen(text) != 64 || strspn(text, "0123456789abcdef") != 64)
        return fault(in, node, "64 lower case hexadecimal digits");
    *(const char **)to = text;
    return FED_OK;
}

typedef struct field {
    const char *key;
    field_reader *read;
    void *to;
} field;

static fed_status read_fields(reader *in, const fed_tree *node, const field *fields, size_t count)
{
    for (const fed_tree *child = node->child; child != NULL; child = child->next) {
        char shown[48];
        size_t k = 0;

        while (k < count && strcmp(fields[k].key, child->key) != 0)
            k++;
        if (k == count)
            return fed_fail(in->error, FED_DATA, "%s:%zu: %s: unknown key", in->to->path,
                            child->line, fed_decimal_show(child->key, strlen(child->key), shown));
        TRY(fields[k].read(in, child, fields[k].to));
    }
    return FED_OK;
}

static fed_status read_file(reader *in, const fed_tree *node, void *to)
{
    fed_file *file = to;
    size_t bytes = 0;
    const field fields[] = {{"path", read_path, &file->path},
                            {"sha256", read_sha256, &file->sha256},
                            {"bytes", read_count, &bytes}};

    if (node->kind != FED_TREE_MAP)
        return fault(in, node, "path, sha256 and bytes");
    TRY(read_fields(in, node, fields, sizeof fields / sizeof *fields));
    file->bytes = bytes;
    if (file->path == NULL || file->sha256 == NULL || file->bytes == 0)
        return fault(in, node, "path, sha256 and bytes");
    return FED_OK;
}

static fed_status read_files(reader *in, const fed_tree *node, void *to)
{
    fed_file *file = to;
    const field fields[] = {{"train", read_file, &file[FED_TRAIN]},
                            {"train_labels", read_file, &file[FED_TRAIN_LABELS]},
                            {"test", read_file, &file[FED_TEST]},
                            {"test_labels", read_file, &file[FED_TEST_LABELS]}};

    if (node->kind != FED_TREE_MAP)
        return fault(in, node, "train, and optionally train_labels, test and test_labels");
    return read_fields(in, node, fields, sizeof fields / sizeof *fields);
}

/* What the fields must be together. */
static fed_status check(const reader *in)
{
    const fed_manifest *m = in->to;
    const char *lacks = NULL;

    if (m->name == NULL || m->title == NULL || m->samples == 0 || m->features == 0)
        lacks = "name, title, samples and features";
    else if (m->format == NULL)
        lacks = "format: " FED_FORMAT_CHOICES;
    else if (m->file[FED_TRAIN].path == NULL)
        lacks = "files: train";
    else if (!m->format->target_column && m->format->target_file &&
             m->file[FED_TRAIN_LABELS].path == NULL)
        lacks = "files: train_labels";
    else if ((m->file[FED_TEST].path == NULL) != (m->file[FED_TEST_LABELS].path == NULL) &&
             (m->file[FED_TEST].path == NULL || m->file[FED_TRAIN_LABELS].path != NULL))
        lacks = "both files: test and test_labels, or neither";
    else if (m->format->target_column && m->file[FED_TRAIN_LABELS].path == NULL &&
             m->layout.target.name == NULL && m->layout.target.index < 0)
        lacks = "target";
    else if (m->features > FED_FEATURES_MAX || m->layout.base > 1)
        lacks = "base 0 or 1, and no more than 134217728 features";
    if (lacks != NULL)
        return fed_fail(in->error, FED_DATA, "%s: a manifest needs %s", m->path, lacks);
    return FED_OK;
}

fed_status fed_manifest_read(fed_arena *arena, const char *path, fed_manifest *m, fed_error *error)
{
    reader in = {arena, m, error, NULL};
    fed_layout *layout = &m->layout;
    const fed_tree *root;
    const field fields[] = {
        {"name", read_text, &m->name},
        {"title", read_text, &m->title},
        {"licence", read_text, &m->licence},
        {"source", read_text, &m->source},
        {"package", read_text, &m->package},
        {"format", read_text, &in.format},
        {"files", read_files, m->file},
        {"samples", read_count, &m->samples},
        {"features", read_count, &m->features},
        {"classes", read_count, &m->classes},
        {"target", read_column, &layout->target},
        {"client", read_column, &layout->client},
        {"labels", read_labels, layout},
        {"drop", read_drop, layout},
        {"header", read_flag, &layout->header},
        {"missing", read_missing, &layout->missing},
        {"delimiter", read_delimiter, &layout->delimiter},
        {"base", read_count, &layout->base},
        {"divide", read_divisor, &layout->divide},
    };

    *m = (fed_manifest){.path = path, .layout = fed_layout_default};
    TRY(fed_tree_read(arena, path, &root, error));
    TRY(read_fields(&in, root, fields, sizeof fields / sizeof *fields));
    if (in.format != NULL)
        m->format = (const fed_format *)fed_entry_find(fed_formats, in.format);
    layout->features = m->features;
    return check(&in);
}
