/* kinds.c -- the kinds of layers with their keys, and a layer of a list as the configuration has
 * it.
 */
#include "models/net/kinds.h"

#include "config/suggest.h"

#include <stddef.h>
#include <string.h>

#define UNITS(doc)                                    \
    {                                                 \
        "units", FED_INT, NULL, 1, 1048576, NULL, doc \
    }
#define FROM                                 \
    {                                        \
        "from", FED_INT, "1", 1, 4096, NULL, \
            "number of layers back whose "   \
            "output is the input"            \
    }
#define SLIDING                                                              \
    {"kernel", FED_INT, "1", 1, 4096, NULL, "rows and columns of a kernel"}, \
        {"stride",                                                           \
         FED_INT,                                                            \
         "1",                                                                \
         1,                                                                  \
         4096,                                                               \
         NULL,                                                               \
         "step between positions of the "                                    \
         "kernel"},                                                          \
        {"padding", FED_INT, "0", 0, 4096, NULL, "zeros around the input"},  \
    {                                                                        \
        "bias", FED_BOOL, "true", FED_ANY, NULL, "a bias for every channel"  \
    }
#define POOLING                                 \
    {"size",                                    \
     FED_INT,                                   \
     NULL,                                      \
     1,                                         \
     4096,                                      \
     NULL,                                      \
     "rows and columns of a window; by "        \
     "default the whole input"},                \
    {                                           \
        "stride", FED_INT, NULL, 1, 4096, NULL, \
            "step between windows; by "         \
            "default their size"                \
    }

/* clang-format off */
static const fed_param dense_params[] = {
    UNITS("number of outputs; in the last layer by default as many as the loss needs"),
    FROM, FED_END};
static const fed_param convolution_params[] = {
    {"channels", FED_INT, NULL, 1, 1048576, NULL,
     "number of output channels; in the last layer by default as many as the loss needs"},
    SLIDING, FROM, FED_END};
static const fed_param depthwise_params[] = {SLIDING, FROM, FED_END};
static const fed_param max_pool_params[] = {POOLING, FROM, FED_END};
static const fed_param average_pool_params[] = {POOLING, FROM, FED_END};
static const fed_param group_norm_params[] = {
    {"groups", FED_INT, "2", 1, 1048576, NULL, "groups of channels"}, FROM, FED_END};
static const fed_param residual_params[] = {
    {"skip", FED_INT, NULL, 2, 4096, NULL, "number of layers back whose output is added"}, FROM,
    FED_END};
static const fed_param embedding_params[] = {
    UNITS("dimension of the vector of a symbol"),
    {"symbols", FED_INT, NULL, 1, 16777216, NULL,
     "number of symbols: 0, 1, ...; by default, that of the data"},
    FROM, FED_END};
static const fed_param lstm_params[] = {
    UNITS("number of outputs at every position"), FROM, FED_END};
static const fed_param relu_params[] = {FROM, FED_END};
static const fed_param tanh_params[] = {FROM, FED_END};
static const fed_param logistic_params[] = {FROM, FED_END};
/* clang-format on */

static const fed_entry entries[] = {
#define ENTRY(id, name, doc) {name, doc, id##_params},
    FED_LAYERS(ENTRY)
#undef ENTRY
};

const fed_entry *const fed_layer_kinds[] = {
#define POINTER(id, name, doc) &entries[FED_LAYER_##id],
    FED_LAYERS(POINTER)
#undef POINTER
        NULL};

/* The keys of layers and where they go. */
static const struct {
    const char *key;
    size_t at;
} fields[] = {
    {"units", offsetof(fed_layer_spec, units)},   {"channels", offsetof(fed_layer_spec, units)},
    {"kernel", offsetof(fed_layer_spec, kernel)}, {"size", offsetof(fed_layer_spec, kernel)},
    {"stride", offsetof(fed_layer_spec, stride)}, {"padding", offsetof(fed_layer_spec, padding)},
    {"groups", offsetof(fed_layer_spec, groups)}, {"symbols", offsetof(fed_layer_spec, symbols)},
    {"from", offsetof(fed_layer_spec, from)},     {"skip", offsetof(fed_layer_spec, skip)}};

static fed_status fault(const fed_node *node, size_t k, fed_error *error, const char *what,
                        const char *name, const char *near)
{
    return fed_fail(error, FED_CONFIG, "%s:%d: model.layers[%zu]: %s '%s'%s%s%s", node->place.file,
                    node->place.line, k, what, name, near != NULL ? " (did you mean '" : "",
                    near != NULL ? near : "", near != NULL ? "'?)" : "");
}

static fed_status find_kind(const fed_node *node, size_t k, fed_layer_spec *spec, fed_error *error)
{
    const char *names[FED_LAYER_COUNT + 1] = {NULL};
    const fed_node *type = NULL;

    for (size_t i = 0; i < node->count; i++)
        if (strcmp(node->items[i]->name, "type") == 0)
            type = node->items[i];
    if (type == NULL || type->kind != NODE_STRING)
        return fault(node, k, error, "needs the type of a layer, such as", "type", NULL);
    for (size_t i = 0; i < FED_LAYER_COUNT; i++) {
        names[i] = entries[i].name;
        if (strcmp(names[i], type->s) == 0) {
            spec->kind = (fed_layer_kind)i;
            return FED_OK;
        }
    }
    return fault(type, k, error, "unknown type of layer", type->s, fed_suggest(type->s, names));
}

static fed_status take_key(const fed_node *item, size_t k, fed_layer_spec *spec, fed_error *error)
{
    const fed_param *row = entries[spec->kind].params;
    const char *names[16] = {"type"};
    size_t count = 1;

    for (; row->key != NULL && strcmp(row->key, item->name) != 0; row++)
        names[count++] = row->key;
    if (row->key == NULL)
        return fault(item, k, error, "unknown key", item->name, fed_suggest(item->name, names));
    if (row->type == FED_BOOL) {
        if (item->kind != NODE_BOOL)
            return fault(item, k, error, "expected true or false for", item->name, NULL);
        spec->unbiased = item->i == 0;
        return FED_OK;
    }
    if (item->kind != NODE_INT || (double)item->i < row->low || (double)item->i > row->high)
        return fed_fail(error, FED_CONFIG,
                        "%s:%d: model.layers[%zu].%s: expected an integer from %.0f to %.0f",
                        item->place.file, item->place.line, k, item->name, row->low, row->high);
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
        if (strcmp(fields[f].key, item->name) == 0)
            *(size_t *)(void *)((char *)spec + fields[f].at) = (size_t)item->i;
    return FED_OK;
}

fed_status fed_layer_read(const fed_node *node, size_t k, fed_layer_spec *spec, fed_error *error)
{
    *spec = (fed_layer_spec){.kind = FED_LAYER_dense};
    TRY(find_kind(node, k, spec, error));
    for (size_t i = 0; i < node->count; i++)
        if (strcmp(node->items[i]->name, "type") != 0)
            TRY(take_key(node->items[i], k, spec, error));
    if (spec->kind == FED_LAYER_residual && spec->skip == 0)
        return fault(node, k, error, "a residual needs", "skip", NULL);
    return FED_OK;
}
