/* layer.c -- shapes, parameters and tables of offsets of the layers. */
#include "models/net/layer.h"

#include <math.h>

static bool is_product(fed_layer_kind kind)
{
    return kind == FED_LAYER_dense || kind == FED_LAYER_convolution || kind == FED_LAYER_depthwise;
}

bool fed_layer_reads_output(const fed_net_layer *layer)
{
    switch (layer->spec.kind) {
    case FED_LAYER_max_pool:
    case FED_LAYER_lstm:
    case FED_LAYER_relu:
    case FED_LAYER_tanh:
    case FED_LAYER_logistic: return true;
    default: return false;
    }
}

size_t fed_layer_scratch(const fed_net_layer *layer)
{
    const size_t in = fed_volume_size(layer->in);

    switch (layer->spec.kind) {
    case FED_LAYER_dense: return in;
    case FED_LAYER_convolution:
    case FED_LAYER_depthwise:
        return layer->whole
                   ? 0
                   : (layer->back != NULL && layer->out.channels > layer->in.channels
                          ? layer->out.channels
                          : layer->in.channels) *
                         fed_padded(layer, layer->in.rows) * fed_padded(layer, layer->in.columns);
    case FED_LAYER_group_norm: return 8;
    case FED_LAYER_lstm:
        return 4 * layer->out.channels * layer->out.columns + 2 * layer->out.channels;
    default: return 0;
    }
}

size_t fed_layer_scratch_once(const fed_net_layer *layer)
{
    const size_t units = layer->out.channels;

    return 3 * FED_NET_SLACK + (is_product(layer->spec.kind)         ? layer->parameters
                                : layer->spec.kind == FED_LAYER_lstm ? 4 * units * units
                                                                     : 0);
}

size_t fed_layer_kept(const fed_net_layer *layer)
{
    return layer->spec.kind == FED_LAYER_lstm ? 5 * layer->out.channels * layer->out.columns : 0;
}

static fed_status make_table(fed_arena *arena, fed_net_layer *layer, fed_error *error)
{
    const size_t side = layer->spec.kernel, area = side * side,
                 width = fed_padded(layer, layer->in.columns),
                 height = fed_padded(layer, layer->in.rows);
    size_t *off = FED_ARRAY(arena, layer->terms, size_t);

    if (off == NULL)
        return fed_nomem(error);
    for (size_t k = 0; k < layer->terms; k++)
        off[k] = (k / area * height + k % area / side) * width + k % side;
    layer->off = off;
    return FED_OK;
}

/* Where the way back finds the terms of a derivative: place (a, b) of channel o of the derivatives
 * of outputs with zeros around them, a upward, then b downward, then o. */
static fed_status make_back(fed_arena *arena, fed_net_layer *layer, fed_error *error)
{
    const size_t side = layer->spec.kernel, of = layer->out.channels,
                 width = fed_padded(layer, layer->in.columns),
                 height = fed_padded(layer, layer->in.rows);
    size_t *back;

    if (layer->spec.stride != 1 || layer->groups != 1 || 2 * layer->spec.padding + 1 != side)
        return FED_OK;
    if ((back = FED_ARRAY(arena, side * side * of, size_t)) == NULL)
        return fed_nomem(error);
    for (size_t k = 0; k < side * side * of; k++) {
        const size_t place = k / of;

        back[k] = (k % of * height + place / side) * width + side - 1 - place % side;
    }
    layer->back = back;
    return FED_OK;
}

/* (in + 2 padding - kernel)/stride + 1, or 0 where the kernel does not fit */
static size_t slid(const fed_net_layer *layer, size_t side)
{
    const fed_layer_spec *spec = &layer->spec;

    return side + 2 * spec->padding < spec->kernel
               ? 0
               : (side + 2 * spec->padding - spec->kernel) / spec->stride + 1;
}

static fed_status shape_product(fed_arena *arena, fed_net_layer *layer, size_t k, fed_error *error)
{
    fed_layer_spec *spec = &layer->spec;
    const bool dense = spec->kind == FED_LAYER_dense;

    layer->groups = spec->kind == FED_LAYER_depthwise ? layer->in.channels : 1;
    if (spec->kind == FED_LAYER_depthwise)
        spec->units = layer->in.channels;
    spec->kernel = spec->kernel == 0 ? 1 : spec->kernel;
    spec->stride = spec->stride == 0 ? 1 : spec->stride;
    if (spec->units == 0)
        return fed_fail(error, FED_CONFIG,
                        "model: layer %zu (%s): the number of %s is "
                        "missing",
                        k, fed_layer_kinds[spec->kind]->name, dense ? "units" : "channels");
    layer->out = dense ? (fed_volume){spec->units, 1, 1}
                       : (fed_volume){spec->units, slid(layer, layer->in.rows),
                                      slid(layer, layer->in.columns)};
    if (spec->padding >= spec->kernel && !dense && spec->padding > 0)
        return fed_fail(error, FED_CONFIG,
                        "model: layer %zu (%s): a padding of %zu is too large for kernels of %zu",
                        k, fed_layer_kinds[spec->kind]->name, spec->padding, spec->kernel);
    layer->terms = dense ? fed_volume_size(layer->in)
                         : layer->in.channels / layer->groups * spec->kernel * spec->kernel;
    layer->biases = spec->unbiased ? 0 : spec->units;
    layer->parameters = spec->units * layer->terms + layer->biases;
    layer->flops = 2.0 * (double)layer->terms * (double)fed_volume_size(layer->out);
    layer->whole = dense || (spec->kernel == 1 && spec->stride == 1 && layer->groups == 1);
    layer->off = layer->plain;
    if (layer->whole)
        return FED_OK;
    TRY(make_back(arena, layer, error));
    return make_table(arena, layer, error);
}

static fed_status shape_pool(fed_net_layer *layer, size_t k, fed_error *error)
{
    fed_layer_spec *spec = &layer->spec;

    if (spec->kernel == 0) /* all of the image */
        spec->kernel = layer->in.rows < layer->in.columns ? layer->in.rows : layer->in.columns;
    spec->stride = spec->stride == 0 ? spec->kernel : spec->stride;
    if (spec->padding > 0)
        return fed_fail(error, FED_CONFIG, "model: layer %zu (%s): pooling has no padding", k,
                        fed_layer_kinds[spec->kind]->name);
    layer->out = (fed_volume){layer->in.channels, slid(layer, layer->in.rows),
                              slid(layer, layer->in.columns)};
    layer->flops = (double)fed_volume_size(layer->out) * (double)(spec->kernel * spec->kernel);
    return FED_OK;
}

static fed_status shape_norm(fed_net_layer *layer, size_t k, fed_error *error)
{
    fed_layer_spec *spec = &layer->spec;

    spec->groups = spec->groups == 0 ? 2 : spec->groups;
    if (layer->in.channels % spec->groups != 0)
        return fed_fail(error, FED_CONFIG,
                        "model: layer %zu (group-norm): %zu channels cannot form %zu "
                        "groups",
                        k, layer->in.channels, spec->groups);
    layer->out = layer->in;
    layer->biases = layer->in.channels;
    layer->parameters = 2 * layer->in.channels;
    layer->flops = 8.0 * (double)fed_volume_size(layer->in);
    return FED_OK;
}

static fed_status shape_sequence(fed_net_layer *layer, size_t k, fed_error *error)
{
    const fed_layer_spec *spec = &layer->spec;
    const size_t u = spec->units, positions = layer->in.columns;
    const bool lstm = spec->kind == FED_LAYER_lstm;

    if (layer->in.rows != 1 || (!lstm && layer->in.channels != 1))
        return fed_fail(error, FED_CONFIG,
                        "model: layer %zu (%s): the input is not a sequence but %zu x "
                        "%zu x %zu",
                        k, fed_layer_kinds[spec->kind]->name, layer->in.channels, layer->in.rows,
                        layer->in.columns);
    if (!lstm && layer->source != 0)
        return fed_fail(error, FED_CONFIG,
                        "model: layer %zu (embedding): takes symbols, and only samples are", k);
    if (u == 0 || (!lstm && spec->symbols == 0))
        return fed_fail(error, FED_CONFIG, "model: layer %zu (%s): units%s must be given", k,
                        fed_layer_kinds[spec->kind]->name, lstm ? "" : " and symbols");
    layer->out = (fed_volume){u, 1, positions};
    layer->off = layer->plain;
    layer->terms = layer->in.channels;
    layer->biases = lstm ? 4 * u : 0;
    layer->parameters = lstm ? 4 * u * (layer->in.channels + u + 1) : u * spec->symbols;
    layer->flops =
        lstm ? 8.0 * (double)u * (double)(layer->in.channels + u) * (double)positions : 0.0;
    return FED_OK;
}

static fed_status shape_kind(fed_arena *arena, fed_net_layer *layer, size_t k, fed_error *error)
{
    switch (layer->spec.kind) {
    case FED_LAYER_dense:
    case FED_LAYER_convolution:
    case FED_LAYER_depthwise: return shape_product(arena, layer, k, error);
    case FED_LAYER_max_pool:
    case FED_LAYER_average_pool: return shape_pool(layer, k, error);
    case FED_LAYER_group_norm: return shape_norm(layer, k, error);
    case FED_LAYER_embedding:
    case FED_LAYER_lstm: return shape_sequence(layer, k, error);
    default: layer->out = layer->in; layer->flops = (double)fed_volume_size(layer->in);
    }
    return FED_OK;
}

fed_status fed_layer_shape(fed_arena *arena, fed_net_layer *layer, size_t k, fed_error *error)
{
    TRY(shape_kind(arena, layer, k, error));
    if (fed_volume_size(layer->out) == 0)
        return fed_fail(error, FED_CONFIG,
                        "model: layer %zu (%s): a window of %zu does not fit into %zu x %zu", k,
                        fed_layer_kinds[layer->spec.kind]->name, layer->spec.kernel, layer->in.rows,
                        layer->in.columns);
    return FED_OK;
}
