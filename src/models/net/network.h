/* network.h -- a model that is a list of layers. */
#ifndef FED_NETWORK_MODEL_H
#define FED_NETWORK_MODEL_H

#include "models/model.h"
#include "models/net/layer.h"
#include "models/net/view.h"

/* What the keys of a network say: its layers, the last of which may leave its outputs open. */
typedef struct fed_net_keys {
    const fed_layer_spec *spec;
    size_t count;
    fed_volume input; /* channels 0: as many as there are features, one row and column */
    fed_view view;    /* its image is found with the input */
    bool single;      /* precision of the passes */
} fed_net_keys;

/* A network made for its samples: model.state. Offsets count numbers of the precision. */
typedef struct fed_net {
    bool single;
    size_t count;
    const fed_net_layer *layer;
    fed_view view;
    fed_volume input;         /* what is seen of a sample */
    bool viewed;              /* not all of it as it is */
    size_t positions;         /* that the outputs are of; else 1 */
    size_t x, spare, scratch; /* of samples; of derivatives to be added; of the passes */
    size_t twin;              /* from an array to its tangents' */
} fed_net;

/* make, forward and backward of every network; see fed_model_type. */
fed_status fed_net_make(fed_arena *arena, const void *keys, const fed_model_shape *shape,
                        fed_model *model, fed_error *error);
void fed_net_forward(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                     const double *theta, double *eta, double *room);
void fed_net_backward(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                      const double *theta, const double *d, double *grad, double *room);

/* Tangents of outputs and of derivatives along v. */
void fed_net_tangent(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                     const double *theta, const double *v, double *out, double *room);
void fed_net_curve(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                   const double *theta, const double *v, const double *d, const double *s,
                   double *out, double *room);

#endif
