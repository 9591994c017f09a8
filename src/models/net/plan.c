/* plan.c -- shapes layer by layer, groups of parameters for initial values, and the room of a
 * block.
 */
#include "models/net/plan.h"

#include "core/simd.h"

#include <math.h>
#include <string.h>

/* bytes of a block's outputs, so that both passes find most of them in cache; samples of one, and
 * of what it is a multiple */
enum { CACHE = 4096 * 1024, LEAST = 16, STEP = 4 };

static fed_status find_input(const fed_net_keys *keys, const fed_matrix *x, fed_volume *input,
                             fed_error *error)
{
    *input = keys->input.channels > 0                    ? keys->input
             : keys->spec[0].kind == FED_LAYER_embedding ? (fed_volume){1, 1, x->d}
                                                         : (fed_volume){x->d, 1, 1};
    if (fed_volume_size(*input) != x->d)
        return fed_fail(
            error, FED_CONFIG, "model.input: %zu x %zu x %zu are %zu numbers, a sample has %zu",
            input->channels, input->rows, input->columns, fed_volume_size(*input), x->d);
    return FED_OK;
}

/* What is seen of the samples, in place of all they are. */
static fed_status find_view(const fed_net_keys *keys, const fed_matrix *x, fed_net *net,
                            fed_error *error)
{
    const fed_volume image = net->input;

    net->view = keys->view;
    net->view.image = image;
    net->viewed = keys->view.crop > 0 || keys->view.flip || keys->view.standardized;
    if (net->viewed && x->ptr != NULL)
        return fed_fail(error, FED_DATA,
                        "model.crop, model.flip, model.standardize: sparse samples are no images");
    if (keys->view.crop > image.rows || keys->view.crop > image.columns)
        return fed_fail(error, FED_CONFIG, "model.crop: %zu rows and columns of %zu x %zu",
                        keys->view.crop, image.rows, image.columns);
    net->input = fed_view_shape(&net->view);
    return FED_OK;
}

/* Every number of the samples must be a symbol of the first embedding. */
static fed_status check_symbols(const fed_matrix *x, const char *set, size_t symbols,
                                fed_arena *arena, fed_error *error)
{
    double *row = FED_ARRAY(arena, x->d, double);

    if (row == NULL)
        return fed_nomem(error);
    for (size_t i = 0; i < x->n; i++) {
        fed_row_copy(x, i, row);
        for (size_t j = 0; j < x->d; j++)
            if (!(row[j] >= 0.0 && row[j] < (double)symbols) || row[j] != floor(row[j]))
                return fed_fail(error, FED_DATA,
                                "model: feature %zu of %s sample %zu is %g, the embedding knows "
                                "the symbols 0 to %zu",
                                j, set, i, row[j], symbols - 1);
    }
    return FED_OK;
}

static bool open_ended(const fed_layer_spec *spec)
{
    return spec->units == 0 &&
           (spec->kind == FED_LAYER_dense || spec->kind == FED_LAYER_convolution);
}

/* The layer before, `back` layers away from layer k, as a source; false beyond the samples. */
static bool source_at(size_t k, size_t back, size_t *source)
{
    if (back > k + 1)
        return false;
    *source = k + 1 - back;
    return true;
}

static fed_status place_layer(fed_arena *arena, const fed_net *net, size_t k, size_t outputs,
                              fed_net_layer *layers, fed_error *error)
{
    fed_net_layer *layer = &layers[k];
    const char *name = fed_layer_kinds[layer->spec.kind]->name;
    const bool last = k + 1 == net->count;

    if (!source_at(k, layer->spec.from > 0 ? layer->spec.from : 1, &layer->source) ||
        !source_at(k, layer->spec.skip > 0 ? layer->spec.skip : k + 1, &layer->other))
        return fed_fail(error, FED_CONFIG,
                        "model: layer %zu (%s) refers to a layer "
                        "before the input",
                        k, name);
    layer->in = layer->source == 0 ? net->input : layers[layer->source - 1].out;
    if (last && open_ended(&layer->spec)) {
        if (outputs % (layer->spec.kind == FED_LAYER_dense ? 1 : layer->in.columns) != 0)
            return fed_fail(error, FED_CONFIG, "model: %zu outputs at %zu positions", outputs,
                            layer->in.columns);
        layer->spec.units =
            layer->spec.kind == FED_LAYER_dense ? outputs : outputs / layer->in.columns;
    }
    TRY(fed_layer_shape(arena, layer, k, error));
    if (layer->spec.skip > 0 && (layer->other == 0 || memcmp(&layers[layer->other - 1].out,
                                                             &layer->in, sizeof layer->in) != 0))
        return fed_fail(error, FED_CONFIG,
                        "model: layer %zu (%s) adds an output of a different shape", k, name);
    if (last && fed_volume_size(layer->out) != outputs)
        return fed_fail(error, FED_CONFIG,
                        "model: the last layer has %zu outputs, the loss needs %zu",
                        fed_volume_size(layer->out), outputs);
    return FED_OK;
}

static size_t consumers(const fed_net *net, const fed_net_layer *layers, size_t source)
{
    size_t count = 0;

    for (size_t k = 0; k < net->count; k++)
        count += (size_t)(layers[k].source == source) +
                 (size_t)(layers[k].other == source && source > 0);
    return count;
}

static bool is_pointwise(const fed_net_layer *layer)
{
    return layer->spec.kind == FED_LAYER_relu || layer->spec.kind == FED_LAYER_tanh ||
           layer->spec.kind == FED_LAYER_logistic;
}

/* Who writes a layer's derivatives first: the last that reads its output. */
static void mark_sharing(const fed_net *net, fed_net_layer *layers)
{
    for (size_t k = 0; k < net->count; k++) {
        fed_net_layer *layer = &layers[k];

        for (size_t j = k + 1; j < net->count; j++) {
            if (layers[j].source == layer->source || layers[j].other == layer->source)
                layer->adds = layer->source > 0;
            if (layer->other > 0 &&
                (layers[j].source == layer->other || layers[j].other == layer->other))
                layer->other_adds = true;
        }
        layer->in_place = is_pointwise(layer) && layer->source > 0 &&
                          consumers(net, layers, layer->source) == 1 &&
                          !fed_layer_reads_output(&layers[layer->source - 1]);
    }
}

static size_t reserve(size_t *total, size_t count)
{
    const size_t start = *total;

    *total = FED_ROUND_UP(start + count + FED_NET_SLACK, 16);
    return start;
}

/* Derivatives live in two arrays by turns, or in one of their own where more than the next layer
 * reads the output. */
static void place_derivatives(fed_net *net, fed_net_layer *layers, size_t block, size_t *total)
{
    size_t largest = fed_volume_size(net->input), turns[2], turn = 0;

    for (size_t k = 0; k < net->count; k++)
        if (fed_volume_size(layers[k].out) > largest)
            largest = fed_volume_size(layers[k].out);
    turns[0] = reserve(total, largest * block);
    turns[1] = reserve(total, largest * block);
    net->spare = reserve(total, largest * block);
    for (size_t k = net->count; k-- > 0;) {
        const bool follows = k + 1 == net->count ||
                             (consumers(net, layers, k + 1) == 1 && layers[k + 1].source == k + 1);

        if (k + 1 < net->count && layers[k + 1].in_place)
            layers[k].dy = layers[k + 1].dy;
        else if (follows)
            layers[k].dy = turns[turn ^= 1];
        else
            layers[k].dy = reserve(total, fed_volume_size(layers[k].out) * block);
    }
}

/* numbers of the room: [weights in single precision][samples][outputs][derivatives], the same again
 * for tangents, [scratch] */
static void place_room(fed_net *net, fed_net_layer *layers, size_t block, bool twice,
                       fed_model *model)
{
    size_t total = 0, scratch = 0;

    if (net->single)
        reserve(&total, model->p);
    net->x = reserve(&total, fed_volume_size(net->input) * block);
    for (size_t k = 0; k < net->count; k++) {
        fed_net_layer *layer = &layers[k];
        const size_t need =
            fed_layer_scratch(layer) * block + fed_layer_scratch_once(layer) + FED_NET_SLACK;

        layer->y = layer->in_place ? layers[layer->source - 1].y
                                   : reserve(&total, fed_volume_size(layer->out) * block);
        layer->kept = reserve(&total, fed_layer_kept(layer) * block);
        scratch = need > scratch ? need : scratch;
    }
    place_derivatives(net, layers, block, &total);
    net->twin = total;
    total *= twice ? 2 : 1;
    net->scratch = reserve(&total, scratch);
    model->room = net->single ? (total + 1) / 2 : total;
    model->room = FED_ROUND_UP(model->room, 8);
}

/* Samples whose outputs fit the cache, a multiple of STEP. */
static size_t block_of(const fed_net *net, const fed_net_layer *layers)
{
    size_t numbers = fed_volume_size(net->input), block;

    for (size_t k = 0; k < net->count; k++)
        numbers +=
            layers[k].in_place ? 0 : fed_volume_size(layers[k].out) + fed_layer_kept(&layers[k]);
    block = CACHE / (numbers * (net->single ? sizeof(float) : sizeof(double)));
    block = block / STEP * STEP;
    return block < LEAST ? LEAST : block > FED_BLOCK ? FED_BLOCK : block;
}

/* The groups of a layer's parameters, with what their initial values need. */
static size_t describe(fed_arena *arena, const fed_net_layer *layer, size_t k, fed_layer *out)
{
    const fed_layer_spec *spec = &layer->spec;
    const char *kind = fed_layer_kinds[spec->kind]->name;
    const char *weight = fed_sprintf(arena, "%zu.%s.weight", k, kind);
    const char *bias = fed_sprintf(arena, "%zu.%s.bias", k, kind);
    const size_t area = spec->kernel * spec->kernel, of = layer->groups > 1 ? 1 : spec->units;
    size_t count = 0;

    switch (spec->kind) {
    case FED_LAYER_dense:
        out[count++] =
            (fed_layer){weight, 2, {spec->units, layer->terms}, layer->terms, spec->units, 0, 0};
        break;
    case FED_LAYER_convolution:
    case FED_LAYER_depthwise:
        out[count++] = (fed_layer){
            weight,
            4,
            {spec->units, layer->in.channels / layer->groups, spec->kernel, spec->kernel},
            layer->terms,
            of * area,
            0,
            0};
        break;
    case FED_LAYER_group_norm:
        out[count++] = (fed_layer){weight, 1, {layer->in.channels}, 0, 0, 1.0, 0};
        break;
    case FED_LAYER_embedding:
        out[count++] = (fed_layer){weight, 2, {spec->symbols, spec->units}, 0, 0, 0, 0.05};
        break;
    case FED_LAYER_lstm:
        out[count++] = (fed_layer){
            weight, 2, {4 * spec->units, layer->terms}, layer->terms, spec->units, 0, 0};
        out[count++] = (fed_layer){fed_sprintf(arena, "%zu.%s.recurrent", k, kind),
                                   2,
                                   {4 * spec->units, spec->units},
                                   spec->units,
                                   spec->units,
                                   0,
                                   0};
        break;
    default: return 0;
    }
    if (layer->biases > 0)
        out[count++] = (fed_layer){bias, 1, {layer->biases}, 0, 0, 0, 0};
    return count;
}

static fed_status lay_out(fed_arena *arena, fed_net *net, size_t outputs, fed_net_layer *layers,
                          fed_model *model, fed_error *error)
{
    fed_layer *groups = FED_ARRAY(arena, 3 * net->count, fed_layer);
    size_t *plain, longest = FED_BLOCK;

    if (groups == NULL)
        return fed_nomem(error);
    for (size_t k = 0; k < net->count; k++) {
        TRY(place_layer(arena, net, k, outputs, layers, error));
        layers[k].first = model->p;
        model->p += layers[k].parameters;
        model->flops += layers[k].flops;
        model->layers += describe(arena, &layers[k], k, groups + model->layers);
        longest = layers[k].terms > longest ? layers[k].terms : longest;
        longest = 4 * layers[k].out.channels > longest ? 4 * layers[k].out.channels : longest;
    }
    if ((plain = FED_ARRAY(arena, longest, size_t)) == NULL)
        return fed_nomem(error);
    for (size_t j = 0; j < longest; j++)
        plain[j] = j;
    for (size_t k = 0; k < net->count; k++) {
        layers[k].plain = plain;
        if (layers[k].off == NULL)
            layers[k].off = plain;
    }
    model->layer = groups;
    return FED_OK;
}

/* Whether all layers can tell tangents. */
static bool has_curves(const fed_net *net)
{
    for (size_t k = 0; k < net->count; k++)
        if (fed_layer_double[net->layer[k].spec.kind].curve == NULL)
            return false;
    return true;
}

static const char *start_of(const fed_net *net)
{
    for (size_t k = 0; k < net->count; k++)
        if (net->layer[k].spec.kind == FED_LAYER_relu)
            return "he";
    return "xavier";
}

fed_status fed_net_plan(fed_arena *arena, const fed_net_keys *keys, const fed_model_shape *shape,
                        fed_net *net, fed_model *model, fed_error *error)
{
    fed_net_layer *layers = FED_ARRAY(arena, keys->count, fed_net_layer);
    const fed_model_type *type = model->type;

    if (layers == NULL)
        return fed_nomem(error);
    *net = (fed_net){.single = keys->single, .count = keys->count, .layer = layers};
    *model =
        (fed_model){.type = type, .inputs = shape->x->d, .outputs = shape->outputs, .state = net};
    net->positions = shape->positions > 1 ? shape->positions : 1;
    TRY(find_input(keys, shape->x, &net->input, error));
    TRY(find_view(keys, shape->x, net, error));
    model->views = fed_view_count(&net->view);
    for (size_t k = 0; k < keys->count; k++) {
        layers[k].spec = keys->spec[k];
        if (layers[k].spec.kind == FED_LAYER_embedding && layers[k].spec.symbols == 0)
            layers[k].spec.symbols = shape->symbols;
    }
    TRY(lay_out(arena, net, shape->outputs, layers, model, error));
    if (layers[0].spec.kind == FED_LAYER_embedding) {
        const size_t symbols = layers[0].spec.symbols;

        TRY(check_symbols(shape->x, "training", symbols, arena, error));
        if (shape->test != NULL)
            TRY(check_symbols(shape->test, "test", symbols, arena, error));
    }
    mark_sharing(net, layers);
    model->block = block_of(net, layers);
    model->can = (net->single ? FED_MODEL_KEEPS : 0) | (has_curves(net) ? FED_MODEL_HVP : 0);
    place_room(net, layers, model->block, has_curves(net), model);
    model->period = model->penalised = model->p;
    model->initial = start_of(net);
    return FED_OK;
}
