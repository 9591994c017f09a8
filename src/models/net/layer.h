/* layer.h -- the layers of a network: what the configuration says of one, what follows from the one
 * before it, and its passes over a block of samples. */
#ifndef FED_NET_LAYER_H
#define FED_NET_LAYER_H

#include "config/config.h"
#include "core/arena.h"
#include "core/param.h"

/* Every kind of layer, with what it is. */
#define FED_LAYERS(X)                                                          \
    X(dense, "dense", "fully connected layer with bias")                       \
    X(convolution, "convolution", "convolution over rows and columns")         \
    X(depthwise, "depthwise", "convolution of each channel separately")        \
    X(max_pool, "max-pool", "maximum over each window")                        \
    X(average_pool, "average-pool", "mean over each window")                   \
    X(group_norm, "group-norm",                                                \
      "normalisation over groups of channels of a "                            \
      "sample")                                                                \
    X(residual, "residual", "adds the output of an earlier layer")             \
    X(embedding, "embedding", "a vector for each symbol of a sequence")        \
    X(lstm, "lstm", "long short-term memory over the positions of a sequence") \
    X(relu, "relu", "max(0, x)")                                               \
    X(tanh, "tanh", "hyperbolic tangent")                                      \
    X(logistic, "logistic", "1/(1 + exp(-x))")

typedef enum fed_layer_kind {
#define FED_LAYER_ENUM(id, name, doc) FED_LAYER_##id,
    FED_LAYERS(FED_LAYER_ENUM)
#undef FED_LAYER_ENUM
        FED_LAYER_COUNT
} fed_layer_kind;

extern const fed_entry *const fed_layer_kinds[]; /* by number, then NULL */

/* A layer as asked for. 0 stands for what follows from the input, or for the default. */
typedef struct fed_layer_spec {
    fed_layer_kind kind;
    size_t units;                   /* dense, lstm; channels of a convolution; of an embedding */
    size_t kernel, stride, padding; /* of convolutions; of pooling the size is the kernel */
    size_t groups;                  /* of a normalisation */
    size_t symbols;                 /* of an embedding */
    size_t from;                    /* the input is the output of so many layers back (1) */
    size_t skip;                    /* a residual adds that of so many back */
    bool unbiased;                  /* a convolution without biases */
} fed_layer_spec;

/* A sample between two layers. A sequence is an image of one row: positions are its columns. */
typedef struct fed_volume {
    size_t channels, rows, columns;
} fed_volume;

static inline size_t fed_volume_size(fed_volume v)
{
    return v.channels * v.rows * v.columns;
}

/* A layer in its place. Numbers of a sample stand n apart where n samples are handled at once. */
typedef struct fed_net_layer {
    fed_layer_spec spec;
    fed_volume in, out;
    size_t source, other; /* whose outputs it takes: 0 the samples, k + 1 layer k; other: 0 none */
    size_t first, parameters; /* in theta */
    size_t biases;            /* of these, the last */
    size_t groups, terms;     /* of a product: groups of channels, terms of one output */
    const size_t *off;        /* terms: where in the (padded) input, in samples */
    const size_t *plain;      /* 0, 1, 2, ... */
    const size_t *back;       /* the same of the way back, where it is a convolution; else NULL */
    bool whole;               /* a matrix product without shifts */
    bool in_place;            /* its output takes the place of its input */
    bool adds;                /* another layer has written its input's derivatives before */
    bool other_adds;
    size_t y, dy, kept; /* offsets of a block's numbers within the room */
    double flops;       /* of a forward pass over one sample */
} fed_net_layer;

/* A layer at work: arrays of float or double, n samples. Backward adds to grad and writes dx,
 * unless it is NULL, from dy.
 *
 * With every number go its derivatives along a direction of theta, of which the weights' part is v:
 * tangent writes ty from tx (NULL where it is 0), directly after forward; curve writes dx and tdx
 * from dy and tdy, and adds to grad how what backward adds changes along the direction. */
typedef struct fed_layer_work {
    size_t n;
    const void *weights, *x, *other, *dy;
    void *y, *dx, *kept, *scratch;
    double *grad;
    const void *v, *tx, *tother, *tdy;
    void *ty, *tdx;
} fed_layer_work;

typedef void fed_layer_pass(const fed_net_layer *layer, const fed_layer_work *work);

typedef struct fed_layer_passes {
    fed_layer_pass *forward, *backward, *tangent, *curve; /* the last two NULL: not for this kind */
} fed_layer_passes;

/* By kind. */
extern const fed_layer_passes fed_layer_single[], fed_layer_double[];

/* Numbers of scratch a layer's passes need: for every sample, and beside. */
size_t fed_layer_scratch(const fed_net_layer *layer);
size_t fed_layer_scratch_once(const fed_net_layer *layer);
/* Numbers a layer keeps from forward to backward for every sample, beside its output. */
size_t fed_layer_kept(const fed_net_layer *layer);

/* Whether backward looks at the layer's own output. */
bool fed_layer_reads_output(const fed_net_layer *layer);

/* The layer's shape, parameters and tables from spec, in and plain; a fault names layer number k.
 */
fed_status fed_layer_shape(fed_arena *arena, fed_net_layer *layer, size_t k, fed_error *error);

/* A padded side of a convolution's input. */
static inline size_t fed_padded(const fed_net_layer *layer, size_t side)
{
    return side + 2 * layer->spec.padding;
}

enum { FED_NET_SLACK = 16 }; /* numbers after every array that may be read, and are finite */

#endif
