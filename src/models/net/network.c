/* network.c -- a list of layers becomes a model: forward through them, and back. */
#include "models/net/network.h"

#include "core/simd.h"
#include "models/net/gather.h"
#include "models/net/plan.h"

#include <string.h>

FED_CLONES static void to_single(size_t n, const double *from, float *to)
{
#pragma omp simd
    for (size_t j = 0; j < n; j++)
        to[j] = (float)from[j];
}

/* An array of the room: offsets count numbers of the network's precision. */
static void *at(const fed_net *net, void *room, size_t offset)
{
    return (char *)room + offset * (net->single ? sizeof(float) : sizeof(double));
}

/* What may be read behind an array is finite. */
static void end_array(const fed_net *net, void *array, size_t count)
{
    memset(at(net, array, count), 0,
           FED_NET_SLACK * (net->single ? sizeof(float) : sizeof(double)));
}

/* The output of layer source - 1; of 0, the samples. */
static void *output_of(const fed_net *net, void *room, size_t source)
{
    return at(net, room, source == 0 ? net->x : net->layer[source - 1].y);
}

static fed_layer_work work_of(const fed_net *net, size_t k, size_t n, const double *theta,
                              void *room)
{
    const fed_net_layer *layer = &net->layer[k];

    return (fed_layer_work){
        .n = n,
        .weights = net->single ? at(net, room, layer->first) : (const void *)(theta + layer->first),
        .x = output_of(net, room, layer->source),
        .other = layer->other > 0 ? output_of(net, room, layer->other) : NULL,
        .y = at(net, room, layer->y),
        .kept = at(net, room, layer->kept),
        .scratch = at(net, room, net->scratch),
    };
}

static const fed_layer_passes *passes_of(const fed_net *net, size_t k)
{
    return (net->single ? fed_layer_single : fed_layer_double) + net->layer[k].spec.kind;
}

/* Where the model's users find output k of the last layer: theirs lie position after position. */
static size_t place_of_output(const fed_net *net, size_t outputs, size_t k)
{
    return (k % net->positions) * (outputs / net->positions) + k / net->positions;
}

/* Outputs, or their derivatives, to the model's users and from them. */
static void give(const fed_net *net, size_t outputs, size_t n, const void *from, double *eta)
{
    for (size_t k = 0; k < outputs; k++) {
        double *to = eta + place_of_output(net, outputs, k) * FED_BLOCK;

        for (size_t i = 0; i < n; i++)
            to[i] = net->single ? (double)((const float *)from)[k * n + i]
                                : ((const double *)from)[k * n + i];
    }
}

static void take(const fed_net *net, size_t outputs, size_t n, const double *d, void *to)
{
    for (size_t k = 0; k < outputs; k++) {
        const double *from = d + place_of_output(net, outputs, k) * FED_BLOCK;

        for (size_t i = 0; i < n; i++)
            if (net->single)
                ((float *)to)[k * n + i] = (float)from[i];
            else
                ((double *)to)[k * n + i] = from[i];
    }
}

void fed_net_forward(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                     const double *theta, double *eta, double *room)
{
    const fed_net *net = model->state;
    const size_t inputs = fed_volume_size(net->input);

    if (net->single)
        to_single(model->p, theta, (float *)(void *)room);
    if (net->viewed)
        fed_view_gather(&net->view, x, rows, n, net->single, at(net, room, net->x));
    else
        fed_net_gather(x, rows, n, net->single, at(net, room, net->x));
    end_array(net, at(net, room, net->x), inputs * n);
    for (size_t k = 0; k < net->count; k++) {
        const fed_layer_work work = work_of(net, k, n, theta, room);

        passes_of(net, k)->forward(&net->layer[k], &work);
        end_array(net, work.y, fed_volume_size(net->layer[k].out) * n);
    }
    give(net, model->outputs, n, output_of(net, room, net->count), eta);
}

static void add_to(bool single, size_t n, const void *from, void *to)
{
    for (size_t a = 0; a < n; a++)
        if (single)
            ((float *)to)[a] += ((const float *)from)[a];
        else
            ((double *)to)[a] += ((const double *)from)[a];
}

/* Layer k's derivatives in one of its inputs: at their place, or in the spare array to be added. */
static void *place_of(const fed_net *net, void *room, size_t source, bool adds)
{
    if (source == 0)
        return NULL;
    return at(net, room, adds ? net->spare : net->layer[source - 1].dy);
}

/* What layer k has found in the spare array, and a residual's derivatives, which are its output's,
 * to their places. */
static void pass_on(const fed_net *net, size_t k, size_t n, void *room)
{
    const fed_net_layer *layer = &net->layer[k];
    const size_t size = fed_volume_size(layer->in) * n,
                 bytes = net->single ? sizeof(float) : sizeof(double);

    if (layer->adds)
        add_to(net->single, size, at(net, room, net->spare),
               place_of(net, room, layer->source, false));
    if (layer->other > 0) {
        void *to = place_of(net, room, layer->other, false), *dy = at(net, room, layer->dy);

        if (layer->other_adds)
            add_to(net->single, size, dy, to);
        else
            memcpy(to, dy, size * bytes);
    }
}

void fed_net_backward(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                      const double *theta, const double *d, double *grad, double *room)
{
    const fed_net *net = model->state;

    (void)x, (void)rows;
    take(net, model->outputs, n, d, at(net, room, net->layer[net->count - 1].dy));
    for (size_t k = net->count; k-- > 0;) {
        const fed_net_layer *layer = &net->layer[k];
        fed_layer_work work = work_of(net, k, n, theta, room);

        work.dy = at(net, room, layer->dy);
        work.dx = place_of(net, room, layer->source, layer->adds);
        work.grad = grad + layer->first;
        end_array(net, at(net, room, layer->dy), fed_volume_size(layer->out) * n);
        passes_of(net, k)->backward(layer, &work);
        pass_on(net, k, n, room);
    }
}

/* The same with tangents, whose arrays are the twins. */
static fed_layer_work twin_work(const fed_net *net, size_t k, size_t n, const double *theta,
                                const double *v, void *room)
{
    const fed_net_layer *layer = &net->layer[k];
    void *twin = at(net, room, net->twin);
    fed_layer_work work = work_of(net, k, n, theta, room);

    work.v = net->single ? at(net, twin, layer->first) : (const void *)(v + layer->first);
    work.tx = layer->source == 0 && layer->groups > 0 ? NULL : output_of(net, twin, layer->source);
    work.tother = layer->other > 0 ? output_of(net, twin, layer->other) : NULL;
    work.ty = at(net, twin, layer->y);
    return work;
}

void fed_net_tangent(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                     const double *theta, const double *v, double *out, double *room)
{
    const fed_net *net = model->state;
    void *twin = at(net, room, net->twin);
    const size_t inputs = fed_volume_size(net->input) * n;

    (void)x, (void)rows;
    if (net->single)
        to_single(model->p, v, twin);
    memset(at(net, twin, net->x), 0, inputs * (net->single ? sizeof(float) : sizeof(double)));
    end_array(net, at(net, twin, net->x), inputs);
    for (size_t k = 0; k < net->count; k++) {
        const fed_layer_work work = twin_work(net, k, n, theta, v, room);

        passes_of(net, k)->tangent(&net->layer[k], &work);
        end_array(net, work.ty, fed_volume_size(net->layer[k].out) * n);
    }
    give(net, model->outputs, n, output_of(net, twin, net->count), out);
}

void fed_net_curve(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                   const double *theta, const double *v, const double *d, const double *s,
                   double *out, double *room)
{
    const fed_net *net = model->state;
    const size_t last = net->layer[net->count - 1].dy;
    void *twin = at(net, room, net->twin);

    (void)x, (void)rows;
    take(net, model->outputs, n, d, at(net, room, last));
    take(net, model->outputs, n, s, at(net, twin, last));
    for (size_t k = net->count; k-- > 0;) {
        const fed_net_layer *layer = &net->layer[k];
        /* only products can do without */
        const bool adds = layer->adds || (layer->source == 0 && layer->groups == 0);
        const size_t source = adds ? 1 : layer->source, size = fed_volume_size(layer->out) * n;
        fed_layer_work work = twin_work(net, k, n, theta, v, room);

        work.dy = at(net, room, layer->dy);
        work.tdy = at(net, twin, layer->dy);
        work.dx = place_of(net, room, source, adds);
        work.tdx = place_of(net, twin, source, adds);
        work.grad = out + layer->first;
        end_array(net, at(net, room, layer->dy), size);
        end_array(net, at(net, twin, layer->dy), size);
        passes_of(net, k)->curve(layer, &work);
        pass_on(net, k, n, room);
        pass_on(net, k, n, twin);
    }
}

fed_status fed_net_make(fed_arena *arena, const void *keys, const fed_model_shape *shape,
                        fed_model *model, fed_error *error)
{
    const fed_net_keys *asked = keys;
    fed_net *net = FED_NEW(arena, fed_net);

    if (net == NULL)
        return fed_nomem(error);
    if (asked == NULL || asked->count == 0)
        return fed_fail(error, FED_CONFIG, "model.layers: expected at least one layer");
    if (shape->intercept)
        return fed_fail(error, FED_CONFIG,
                        "loss.intercept: a network's layers have biases, expected false");
    return fed_net_plan(arena, asked, shape, net, model, error);
}
