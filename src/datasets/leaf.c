/* leaf.c -- the JSON files of LEAF: users, and for each of them samples x with responses y. Samples
 * are lists of numbers (FEMNIST), or strings, of which every next character is to be predicted, y
 * being the one after the last (Shakespeare). Users are the clients. */
#include "datasets/format.h"
#include "datasets/words.h"

#include <errno.h>
#include <float.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

typedef struct leaf {
    fed_arena *arena;
    const char *path;
    json_t *users, *user_data;
    size_t n, d;
    bool strings;
    fed_words symbols;
    float *numbers;
    uint8_t *x, *next; /* of strings: symbols, and the ones after them */
    double *y;
    int64_t *client;
    fed_error *error;
} leaf;

typedef fed_status sample_use(leaf *in, size_t user, size_t row, const json_t *x, const json_t *y);

static fed_status fault(const leaf *in, size_t user, size_t sample, const char *expected)
{
    return fed_fail(in->error, FED_DATA, "%s: user '%.60s', sample %zu: expected %s", in->path,
                    json_string_value(json_array_get(in->users, user)), sample, expected);
}

/* All samples, user after user. */
static fed_status each_sample(leaf *in, sample_use *use)
{
    size_t row = 0;

    for (size_t u = 0; u < json_array_size(in->users); u++) {
        const char *name = json_string_value(json_array_get(in->users, u));
        const json_t *data = name != NULL ? json_object_get(in->user_data, name) : NULL;
        const json_t *x = json_object_get(data, "x"), *y = json_object_get(data, "y");

        if (!json_is_array(x) || !json_is_array(y) || json_array_size(x) != json_array_size(y))
            return fed_fail(in->error, FED_DATA,
                            "%s: user %zu ('%.60s'): expected lists x and y of one length in "
                            "user_data",
                            in->path, u, name != NULL ? name : "");
        for (size_t i = 0; i < json_array_size(x); i++, row++)
            TRY(use(in, u, row, json_array_get(x, i), json_array_get(y, i)));
    }
    in->n = row;
    return FED_OK;
}

/* The samples' kind and length are those of the first one. */
static fed_status measure(leaf *in, size_t user, size_t row, const json_t *x, const json_t *y)
{
    const bool string = json_is_string(x);
    const size_t length = string ? json_string_length(x) : json_array_size(x);

    if (row == 0) {
        in->strings = string;
        in->d = length;
    }
    if (string != in->strings || (!string && !json_is_array(x)) || length == 0 || length != in->d)
        return fault(in, user, row, "x of the kind and length of the first sample's");
    if (string ? json_string_length(y) != 1 : !json_is_number(y) && !json_is_boolean(y))
        return fault(in, user, row, string ? "y of one character" : "a number y");
    return FED_OK;
}

static fed_status add_symbols(leaf *in, size_t user, size_t row, const json_t *x, const json_t *y)
{
    const char *text = json_string_value(x);

    (void)user, (void)row;
    for (size_t t = 0; t < in->d; t++)
        TRY(fed_words_add(in->arena, &in->symbols, text + t, 1, 256, in->error));
    return fed_words_add(in->arena, &in->symbols, json_string_value(y), 1, 256, in->error);
}

/* 0 is what the training set does not know. */
static uint8_t symbol_of(const leaf *in, const char *at)
{
    const size_t found = fed_words_find(&in->symbols, at, 1);

    return found == in->symbols.count ? 0 : (uint8_t)(found + 1);
}

static fed_status store_string(leaf *in, size_t user, size_t row, const json_t *x, const json_t *y)
{
    const char *text = json_string_value(x);
    uint8_t *to = in->x + row * in->d, *next = in->next + row * in->d;

    for (size_t t = 0; t < in->d; t++) {
        to[t] = symbol_of(in, text + t);
        next[t] = symbol_of(in, t + 1 < in->d ? text + t + 1 : json_string_value(y));
    }
    in->y[row] = (double)next[in->d - 1];
    in->client[row] = (int64_t)user;
    return FED_OK;
}

static fed_status store_numbers(leaf *in, size_t user, size_t row, const json_t *x, const json_t *y)
{
    for (size_t j = 0; j < in->d; j++) {
        const json_t *value = json_array_get(x, j);

        if (!json_is_number(value) || !(fabs(json_number_value(value)) <= FLT_MAX))
            return fault(in, user, row, "numbers of single precision in x");
        in->numbers[row * in->d + j] = (float)json_number_value(value);
    }
    in->y[row] = json_is_true(y) ? 1.0 : json_number_value(y);
    in->client[row] = (int64_t)user;
    return FED_OK;
}

static fed_status give_strings(leaf *in, const fed_layout *layout, fed_dataset *data)
{
    fed_matrix *targets = FED_NEW(in->arena, fed_matrix);
    fed_words *vocabulary = FED_NEW(in->arena, fed_words);

    in->x = FED_ARRAY(in->arena, in->n * in->d, uint8_t);
    in->next = FED_ARRAY(in->arena, in->n * in->d, uint8_t);
    if (targets == NULL || vocabulary == NULL || in->x == NULL || in->next == NULL)
        return fed_nomem(in->error);
    if (layout->like != NULL)
        in->symbols = *layout->like->vocabulary;
    else
        TRY(each_sample(in, add_symbols));
    TRY(each_sample(in, store_string));
    *vocabulary = in->symbols;
    *targets = (fed_matrix){.n = in->n, .d = in->d, .bytes = in->next, .unit = 1.0};
    data->bytes = in->x;
    data->unit = 1.0;
    data->targets = targets;
    data->symbols = in->symbols.count + 1;
    data->vocabulary = vocabulary;
    return FED_OK;
}

static fed_status read_users(leaf *in, const fed_layout *layout, fed_dataset *data)
{
    if (!json_is_array(in->users) || !json_is_object(in->user_data))
        return fed_fail(in->error, FED_DATA, "%s: expected LEAF's keys users and user_data",
                        in->path);
    TRY(each_sample(in, measure));
    if (in->n == 0)
        return fed_fail(in->error, FED_DATA, "%s: no user has a sample", in->path);
    if (layout->like != NULL && (layout->like->vocabulary != NULL) != in->strings)
        return fed_fail(in->error, FED_DATA, "%s: the samples of the training set are %s", in->path,
                        in->strings ? "numbers" : "strings");
    TRY(fed_layout_width(layout, in->path, in->d, in->error));
    in->y = FED_ARRAY(in->arena, in->n, double);
    in->client = FED_ARRAY(in->arena, in->n, int64_t);
    if (!in->strings)
        in->numbers = FED_ARRAY(in->arena, in->n * in->d, float);
    if (in->y == NULL || in->client == NULL || (!in->strings && in->numbers == NULL))
        return fed_nomem(in->error);
    TRY(in->strings ? give_strings(in, layout, data) : each_sample(in, store_numbers));
    data->single = in->numbers;
    data->n = in->n;
    data->d = in->d;
    data->y = in->y;
    data->client = in->client;
    return FED_OK;
}

static fed_status leaf_read(fed_arena *arena, const fed_layout *layout, fed_input *file,
                            fed_input *target, fed_dataset *data, fed_error *error)
{
    leaf in = {.arena = arena, .path = file->path, .error = error};
    fed_status status;
    json_error_t at;
    json_t *root;

    (void)target;
    errno = 0;
    root = json_loadb(file->text, file->size, 0, &at);
    if (root == NULL)
        return errno == ENOMEM /* for which the reader of JSON has many other words */
                   ? fed_nomem(error)
                   : fed_fail(error, FED_DATA, "%s:%d: not JSON: %s", file->path, at.line, at.text);
    in.users = json_object_get(root, "users");
    in.user_data = json_object_get(root, "user_data");
    status = read_users(&in, layout, data);
    json_decref(root);
    return status;
}

static const char *const suffixes[] = {".json", NULL};

const fed_format fed_format_leaf = {
    .entry = {"leaf", "the JSON files of LEAF: samples by user, of numbers or characters", NULL},
    .suffixes = suffixes,
    .read = leaf_read,
};
