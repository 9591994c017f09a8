/* format.c -- what all formats share: opening, client numbers, division, checksums. */
#include "datasets/format.h"

#include "core/sha256.h"
#include "datasets/decimal.h"

#include <stdlib.h>
#include <ctype.h>
#include <string.h>

const fed_layout fed_layout_default = {.target = {NULL, -1},
                                       .client = {NULL, -1},
                                       .header = true,
                                       .base = 1,
                                       .divide = 1.0,
                                       .length = 80};

const fed_format *fed_format_guess(const char *path)
{
    size_t length = strlen(path);

    if (length > 3 && strcmp(path + length - 3, ".gz") == 0)
        length -= 3;
    for (const fed_entry *const *entry = fed_formats; *entry != NULL; entry++) {
        const fed_format *format = (const fed_format *)*entry;

        for (const char *const *suffix = format->suffixes; *suffix != NULL; suffix++) {
            size_t size = strlen(*suffix);

            if (length > size && strncmp(path + length - size, *suffix, size) == 0)
                return format;
        }
    }
    return NULL;
}

void fed_layout_text(const fed_config *config, fed_layout *layout)
{
    layout->length = (size_t)fed_config_int(config, "data.length");
    layout->words_of_text = strcmp(fed_config_string(config, "data.tokens"), "words") == 0;
    layout->vocabulary = (size_t)fed_config_int(config, "data.vocabulary");
    layout->bag = fed_config_bool(config, "data.bag");
}

bool fed_layout_delimiter(const char *text, char *delimiter)
{
    if (strcmp(text, "auto") == 0) {
        *delimiter = '\0';
        return true;
    }
    if (strcmp(text, "tab") == 0)
        text = "\t";
    if (text[0] == '\0' || text[1] != '\0' || strchr("0123456789+-.eE\"\r\n", text[0]) != NULL)
        return false;
    *delimiter = text[0];
    return true;
}

size_t fed_choice_number(const char *choices, const char *word)
{
    size_t number = 0;

    for (const char *p = choices; p != NULL; number++) {
        const char *bar = strchr(p, '|');
        const size_t length = bar != NULL ? (size_t)(bar - p) : strlen(p);

        if (strlen(word) == length && strncmp(p, word, length) == 0)
            return number;
        p = bar != NULL ? bar + 1 : NULL;
    }
    return number;
}

bool fed_layout_response(const fed_layout *layout, const char *cell, size_t length, double *value,
                         const char **fault)
{
    if (length >= 2 && *cell == '\'' && cell[length - 1] == '\'') { /* quoted once more */
        cell++;
        length -= 2;
    }
    for (size_t k = 0; k < layout->word_count; k++)
        if (strlen(layout->words[k]) == length && memcmp(layout->words[k], cell, length) == 0) {
            *value = layout->numbers[k];
            return true;
        }
    if (fed_decimal_cell(cell, length, value, fault))
        return true;
    if (layout->word_count > 0)
        *fault = "is neither a number nor a word of labels";
    else if (isalpha((unsigned char)cell[0]) && strcmp(*fault, "is not a number") == 0)
        *fault = "is not a number (data.labels can assign numbers to words of the target)";
    return false;
}

fed_status fed_layout_width(const fed_layout *layout, const char *where, size_t features,
                            fed_error *error)
{
    if (layout->features > 0 && features > layout->features)
        return fed_fail(error, FED_DATA,
                        "%s: %zu features, more than the %zu of "
                        "data.features",
                        where, features, layout->features);
    if (layout->like != NULL && features != layout->like->d)
        return fed_fail(error, FED_DATA, "%s: %zu features, but the training set has %zu", where,
                        features, layout->like->d);
    return FED_OK;
}

static int compare_ids(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

/* Ids, any integers, become 0, 1, ... in increasing order; -1, the server's, stays. */
fed_status fed_number_clients(fed_arena *arena, fed_dataset *data, fed_error *error)
{
    int64_t *sorted = FED_ARRAY(arena, data->n, int64_t),
            *number = FED_ARRAY(arena, data->n, int64_t);
    size_t distinct = 0;

    if (sorted == NULL || number == NULL)
        return fed_nomem(error);
    memcpy(sorted, data->client, data->n * sizeof *sorted);
    qsort(sorted, data->n, sizeof *sorted, compare_ids);
    for (size_t i = 0; i < data->n; i++)
        if (sorted[i] != -1 && (distinct == 0 || sorted[i] != sorted[distinct - 1]))
            sorted[distinct++] = sorted[i];
    for (size_t i = 0; i < data->n; i++) {
        const int64_t *found = NULL;

        if (data->client[i] != -1)
            found = bsearch(&data->client[i], sorted, distinct, sizeof *sorted, compare_ids);
        number[i] = found == NULL ? -1 : found - sorted;
    }
    data->client = number;
    data->clients = distinct;
    return FED_OK;
}

/* One file: its sha256; with a second: the sha256 of the two, written one after the other. */
static void hash_files(const fed_input *file, const fed_input *target, char hash[65])
{
    struct sha256_ctx both;

    if (target == NULL) {
        memcpy(hash, file->sha256, 65);
        return;
    }
    sha256_init(&both);
    sha256_update(&both, 64, (const uint8_t *)file->sha256);
    sha256_update(&both, 64, (const uint8_t *)target->sha256);
    fed_sha256_hex(&both, hash);
}

static void divide(fed_dataset *data, double by)
{
    double *value = (double *)(data->x != NULL ? data->x : data->val); /* the reader's own */
    size_t count = data->bytes != NULL ? 0
                   : data->x != NULL   ? data->n * data->d
                                       : data->ptr[data->n];

    data->unit /= by;
    for (size_t k = 0; k < count; k++)
        value[k] /= by;
}

static fed_status read_with(fed_arena *arena, fed_arena *scratch, const fed_format *format,
                            const fed_layout *layout, const fed_file *file, const fed_file *target,
                            fed_dataset *data, fed_error *error)
{
    fed_input input, second, *other = NULL;

    TRY(fed_input_read(scratch, file, FED_INPUT_MAX, &input, error));
    if (target != NULL) {
        other = &second;
        TRY(fed_input_read(scratch, target, FED_INPUT_MAX, other, error));
    }
    TRY(format->read(arena, layout, &input, other, data, error));
    if (data->client != NULL)
        TRY(fed_number_clients(arena, data, error));
    if (layout->divide != 1.0)
        divide(data, layout->divide);
    hash_files(&input, other, data->hash);
    data->origin = fed_strdup(arena, file->path);
    return data->origin == NULL ? fed_nomem(error) : FED_OK;
}

fed_status fed_format_read(fed_arena *arena, const fed_format *format, const fed_layout *layout,
                           const fed_file *file, const fed_file *target, fed_dataset *data,
                           fed_error *error)
{
    fed_arena scratch = {NULL}; /* texts, and what is sorted */
    fed_status status;

    memset(data, 0, sizeof *data);
    status = read_with(arena, &scratch, format, layout, file, target, data, error);
    fed_arena_free(&scratch);
    return status;
}
