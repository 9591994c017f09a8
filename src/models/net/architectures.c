/* architectures.c -- networks by name: each is a list of layers made from a few keys. */
#include "models/net/kinds.h"
#include "models/net/network.h"

#include <math.h>
#include <string.h>

enum { MOST = 160 }; /* layers of a named network */

/* A list being written. */
typedef struct list {
    fed_layer_spec spec[MOST];
    size_t count;
    double width; /* of every layer but the last */
    fed_layer_kind activation, pooling;
    fed_view view;
} list;

static void add(list *l, fed_layer_spec spec)
{
    if (spec.units > 0 && l->width != 1.0)
        spec.units = (size_t)fmax(1.0, ceil(l->width * (double)spec.units));
    l->spec[l->count++] = spec;
}

static void add_convolution(list *l, size_t channels, size_t kernel, size_t stride, size_t padding)
{
    add(l, (fed_layer_spec){.kind = FED_LAYER_convolution,
                            .units = channels,
                            .kernel = kernel,
                            .stride = stride,
                            .padding = padding});
}

static void add_dense(list *l, size_t units)
{
    add(l, (fed_layer_spec){.kind = FED_LAYER_dense, .units = units});
}

static void add_activation(list *l)
{
    add(l, (fed_layer_spec){.kind = l->activation});
}

static void add_pooling(list *l, size_t size)
{
    add(l, (fed_layer_spec){.kind = l->pooling, .kernel = size});
}

static void lenet5(list *l)
{
    add_convolution(l, 6, 5, 1, 2);
    add_activation(l);
    add_pooling(l, 2);
    add_convolution(l, 16, 5, 1, 0);
    add_activation(l);
    add_pooling(l, 2);
    add_dense(l, 120);
    add_activation(l);
    add_dense(l, 84);
    add_activation(l);
    add_dense(l, 0);
}

static void cnn_femnist(list *l)
{
    for (size_t channels = 32; channels <= 64; channels *= 2) {
        add_convolution(l, channels, 5, 1, 2);
        add_activation(l);
        add_pooling(l, 2);
    }
    add_dense(l, 512);
    add_activation(l);
    add_dense(l, 0);
}

static void cnn_cifar(list *l)
{
    add_convolution(l, 40, 3, 1, 1);
    add_activation(l);
    add_convolution(l, 40, 3, 1, 1);
    add_activation(l);
    add_pooling(l, 2);
    add_dense(l, 150);
    add_activation(l);
    add_dense(l, 0);
}

/* A convolution without biases, normalised, and its activation. */
static void add_normal(list *l, fed_layer_kind kind, size_t channels, size_t kernel, size_t stride,
                       size_t from, bool active)
{
    add(l, (fed_layer_spec){.kind = kind,
                            .units = channels,
                            .kernel = kernel,
                            .stride = stride,
                            .padding = kernel / 2,
                            .from = from,
                            .unbiased = true});
    add(l, (fed_layer_spec){.kind = FED_LAYER_group_norm, .groups = 2});
    if (active)
        add_activation(l);
}

static void mobilenet(list *l)
{
    static const size_t channels[] = {64,  128, 128, 256, 256,  512, 512,
                                      512, 512, 512, 512, 1024, 1024};
    static const size_t strides[] = {1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 2, 1};

    add_normal(l, FED_LAYER_convolution, 32, 3, 1, 1, true);
    for (size_t k = 0; k < sizeof channels / sizeof *channels; k++) {
        add_normal(l, FED_LAYER_depthwise, 0, 3, strides[k], 1, true);
        add_normal(l, FED_LAYER_convolution, channels[k], 1, 1, 1, true);
    }
    add(l, (fed_layer_spec){.kind = FED_LAYER_average_pool});
    add_dense(l, 0);
}

/* relu(F(x) + x), x projected where F changes its shape */
static void add_block(list *l, size_t channels, size_t stride, bool project)
{
    add_normal(l, FED_LAYER_convolution, channels, 3, stride, 1, true);
    add_normal(l, FED_LAYER_convolution, channels, 3, 1, 1, false);
    if (project)
        add_normal(l, FED_LAYER_convolution, channels, 1, stride, 6, false);
    add(l, (fed_layer_spec){.kind = FED_LAYER_residual, .skip = project ? 3 : 6});
    add_activation(l);
}

static void resnet18(list *l)
{
    add_normal(l, FED_LAYER_convolution, 64, 3, 1, 1, true);
    for (size_t stage = 0; stage < 4; stage++) {
        add_block(l, (size_t)64 << stage, stage > 0 ? 2 : 1, stage > 0);
        add_block(l, (size_t)64 << stage, 1, false);
    }
    add(l, (fed_layer_spec){.kind = FED_LAYER_average_pool});
    add_dense(l, 0);
}

/* The outputs of every position from all units of its last layer. */
static void recurrent(list *l, size_t embedding, size_t layers, size_t units)
{
    add(l, (fed_layer_spec){.kind = FED_LAYER_embedding, .units = embedding});
    for (size_t k = 0; k < layers; k++)
        add(l, (fed_layer_spec){.kind = FED_LAYER_lstm, .units = units});
    add_convolution(l, 0, 1, 1, 0);
}

static void char_lstm(list *l)
{
    recurrent(l, 8, 2, 256);
}

static void word_lstm(list *l)
{
    recurrent(l, 96, 1, 670);
}

/* clang-format off */
#define PRECISION                                                                           \
    {"precision", FED_CHOICE, "single", FED_ANY, "single|double",                           \
     "precision of the passes over samples; parameters are always doubles"}
#define INPUT(by_default)                                                                   \
    {"input", FED_INTS, by_default, 1, 1048576, NULL,                                       \
     "channels, rows and columns of a sample"}
#define ACTIVATION(by_default)                                                              \
    {"activation", FED_CHOICE, by_default, FED_ANY, "relu|tanh|logistic",                   \
     "activation after each layer with parameters except the last"}
#define POOLING                                                                             \
    {"pooling", FED_CHOICE, "max", FED_ANY, "max|average", "pooling of every window"}
#define VIEW                                                                                \
    {"crop", FED_INT, "0", 0, 1048576, NULL,                                                \
     "rows and columns of the part of an image that the network sees: at a random place in "\
     "local steps, in the middle elsewhere; 0: the whole image"},                           \
    {"flip", FED_BOOL, "false", FED_ANY, NULL,                                              \
     "mirror images left to right with probability 1/2 in local steps"},                    \
    {"standardize", FED_BOOL, "false", FED_ANY, NULL,                                       \
     "subtract the mean of each image, after the crop, and divide by its standard deviation"}
#define WIDTH                                                                               \
    {"width", FED_FLOAT, "1.0", 0, 64, NULL,                                                \
     "factor for the units and channels of every layer except the last, rounded up; "       \
     "above 0"}
/* clang-format on */

static fed_layer_kind kind_named(const char *name)
{
    for (size_t k = 0; k < FED_LAYER_COUNT; k++)
        if (strcmp(fed_layer_kinds[k]->name, name) == 0)
            return (fed_layer_kind)k;
    return FED_LAYER_relu;
}

/* The keys that all networks have; input: the row's default may be empty. */
static fed_status read_common(fed_arena *arena, const fed_config *config, const list *l,
                              const void **result, fed_error *error)
{
    fed_net_keys *keys = FED_NEW(arena, fed_net_keys);
    fed_layer_spec *spec = FED_ARRAY(arena, l->count, fed_layer_spec);
    const int64_t *input;
    const size_t sides = fed_config_ints(config, "model.input", &input);

    if (keys == NULL || spec == NULL)
        return fed_nomem(error);
    if (sides != 0 && sides != 3)
        return fed_config_fault(config, error, FED_CONFIG, "model.input",
                                "expected channels, rows and columns, found %zu numbers", sides);
    memcpy(spec, l->spec, l->count * sizeof *spec);
    *keys = (fed_net_keys){
        .spec = spec,
        .count = l->count,
        .view = l->view,
        .single = strcmp(fed_config_string(config, "model.precision"), "single") == 0,
    };
    if (sides == 3)
        keys->input = (fed_volume){(size_t)input[0], (size_t)input[1], (size_t)input[2]};
    *result = keys;
    return FED_OK;
}

static fed_status begin(const fed_config *config, list *l, fed_error *error)
{
    l->count = 0;
    l->width = fed_config_float(config, "model.width");
    if (!(l->width > 0.0))
        return fed_config_fault(config, error, FED_CONFIG, "model.width",
                                "found %g, expected a number above 0", l->width);
    l->activation = FED_LAYER_relu;
    l->pooling = FED_LAYER_max_pool;
    l->view = (fed_view){.crop = 0};
    return FED_OK;
}

static void read_view(const fed_config *config, list *l)
{
    l->view = (fed_view){.crop = (size_t)fed_config_int(config, "model.crop"),
                         .flip = fed_config_bool(config, "model.flip"),
                         .standardized = fed_config_bool(config, "model.standardize")};
}

static void read_functions(const fed_config *config, list *l)
{
    l->activation = kind_named(fed_config_string(config, "model.activation"));
    if (strcmp(fed_config_string(config, "model.pooling"), "average") == 0)
        l->pooling = FED_LAYER_average_pool;
}

#define NETWORK(id)                                                   \
    .read = id##_read, .make = id##_make, .forward = fed_net_forward, \
    .backward = fed_net_backward, .tangent = fed_net_tangent, .curve = fed_net_curve

#define MAKE(id, name, summary, rows)                                                             \
    static fed_status id##_make(fed_arena *arena, const void *keys, const fed_model_shape *shape, \
                                fed_model *model, fed_error *error);                              \
    const fed_model_type fed_model_##id = {                                                       \
        .entry = {name, summary, rows}, .initial = "he", NETWORK(id)};                            \
    static fed_status id##_make(fed_arena *arena, const void *keys, const fed_model_shape *shape, \
                                fed_model *model, fed_error *error)                               \
    {                                                                                             \
        model->type = &fed_model_##id;                                                            \
        return fed_net_make(arena, keys, shape, model, error);                                    \
    }                                                                                             \
    _Static_assert(sizeof(name) > 1, "")

/* A network of images with an activation and a pooling to choose. */
#define IMAGES(id, name, summary, rows)                                                        \
    static fed_status id##_read(fed_arena *arena, const fed_config *config, const void **keys, \
                                fed_error *error)                                              \
    {                                                                                          \
        list l;                                                                                \
        TRY(begin(config, &l, error));                                                         \
        read_functions(config, &l);                                                            \
        read_view(config, &l);                                                                 \
        id(&l);                                                                                \
        return read_common(arena, config, &l, keys, error);                                    \
    }                                                                                          \
    MAKE(id, name, summary, rows)

static const fed_param small_params[] = {
    INPUT("[1, 28, 28]"), ACTIVATION("relu"), POOLING, VIEW, WIDTH, PRECISION, FED_END};
static const fed_param colour_params[] = {
    INPUT("[3, 32, 32]"), ACTIVATION("relu"), POOLING, VIEW, WIDTH, PRECISION, FED_END};

IMAGES(lenet5, "lenet5", "LeNet-5: two convolutions with pooling, dense 120, 84 and the classes",
       small_params);
IMAGES(cnn_femnist, "cnn-femnist",
       "convolutions of 32 and 64 channels with pooling, dense 512 and the classes", small_params);
IMAGES(cnn_cifar, "cnn-cifar",
       "two convolutions of 40 channels, one pooling, dense 150 and the classes", colour_params);
IMAGES(mobilenet, "mobilenet",
       "MobileNet, version 1: depthwise and pointwise convolutions with group "
       "normalisation",
       colour_params);
IMAGES(resnet18, "resnet18-gn", "ResNet-18 with group normalisation", colour_params);

/* A network of sequences, whose layers have their own activations. */
#define SEQUENCES(id, name, summary)                                                           \
    static fed_status id##_read(fed_arena *arena, const fed_config *config, const void **keys, \
                                fed_error *error)                                              \
    {                                                                                          \
        list l;                                                                                \
        TRY(begin(config, &l, error));                                                         \
        id(&l);                                                                                \
        return read_common(arena, config, &l, keys, error);                                    \
    }                                                                                          \
    MAKE(id, name, summary, sequence_params)

static const fed_param sequence_params[] = {INPUT("[]"), WIDTH, PRECISION, FED_END};

SEQUENCES(char_lstm, "char-lstm", "embedding 8, two LSTM of 256, the symbols at every position");
SEQUENCES(word_lstm, "word-lstm", "embedding 96, LSTM of 670, the symbols at every position");

static fed_status mlp_read(fed_arena *arena, const fed_config *config, const void **keys,
                           fed_error *error)
{
    const int64_t *hidden;
    const size_t count = fed_config_ints(config, "model.hidden", &hidden);
    list l;

    TRY(begin(config, &l, error));
    l.activation = kind_named(fed_config_string(config, "model.activation"));
    read_view(config, &l);
    if (2 * count + 1 > MOST)
        return fed_config_fault(config, error, FED_CONFIG, "model.hidden",
                                "%zu layers, expected at most %d", count, (MOST - 1) / 2);
    for (size_t k = 0; k < count; k++) {
        add_dense(&l, (size_t)hidden[k]);
        add_activation(&l);
    }
    add_dense(&l, 0);
    return read_common(arena, config, &l, keys, error);
}

static const fed_param mlp_params[] = {{"hidden", FED_INTS, "[]", 1, 1048576, NULL,
                                        "number of units of each hidden layer; empty: a "
                                        "linear model"},
                                       INPUT("[]"),
                                       ACTIVATION("relu"),
                                       VIEW,
                                       WIDTH,
                                       PRECISION,
                                       FED_END};
MAKE(mlp, "mlp", "multilayer perceptron: dense layers", mlp_params);

static fed_status layers_read(fed_arena *arena, const fed_config *config, const void **keys,
                              fed_error *error)
{
    const fed_node *node = fed_config_groups(config, "model.layers");
    list l;

    TRY(begin(config, &l, error));
    read_view(config, &l);
    if (node == NULL || node->count == 0 || node->count > MOST)
        return fed_config_fault(config, error, FED_CONFIG, "model.layers",
                                "expected a list of 1 to %d layers", MOST);
    for (; l.count < node->count; l.count++) {
        fed_layer_spec *spec = &l.spec[l.count];

        TRY(fed_layer_read(node->items[l.count], l.count, spec, error));
        if (spec->units > 0 && l.width != 1.0 && l.count + 1 < node->count)
            spec->units = (size_t)fmax(1.0, ceil(l.width * (double)spec->units));
    }
    return read_common(arena, config, &l, keys, error);
}

static const fed_param layers_params[] = {{"layers", FED_GROUPS, NULL, FED_ANY, NULL,
                                           "list of layers: ( { type = \"convolution\"; "
                                           "channels = 6; kernel = 5; }, ... ); "
                                           "--list=layers lists the types"},
                                          INPUT("[]"),
                                          VIEW,
                                          WIDTH,
                                          PRECISION,
                                          FED_END};
MAKE(layers, "layers", "a list of layers", layers_params);
