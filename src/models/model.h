/* model.h -- a model takes parameters and a block of samples to outputs, and derivatives of outputs
 * back to the parameters. What the samples are worth is the loss's. */
#ifndef FED_MODEL_H
#define FED_MODEL_H

#include "config/config.h"
#include "core/arena.h"
#include "datasets/matrix.h"

#include <stdbool.h>

/* What a model can do; methods and analyses ask. */
typedef enum fed_model_can {
    FED_MODEL_HVP = 1,     /* products of second derivatives with a vector: tangent, curve */
    FED_MODEL_HESSIAN = 2, /* second derivatives as a matrix: outer */
    FED_MODEL_CONVEX = 4,  /* a convex loss of its outputs is convex in theta */
    FED_MODEL_AFFINE = 8,  /* the outputs are affine in theta */
    /* output c is x'theta_c of the sample's own row, with the intercept's 1 behind it, theta_c one
     * after another: Gram matrices, packed columns, duals and sketches of X exist */
    FED_MODEL_PRODUCTS = 16,
    /* forward keeps what backward needs of theta: backward may add to theta itself */
    FED_MODEL_KEEPS = 32
} fed_model_can;

/* Parameters that belong together, in the order they lie in theta. */
typedef struct fed_layer {
    const char *name; /* "weight", "conv1.bias" */
    size_t dims, shape[4];
    size_t fan_in, fan_out; /* for xavier and he; 0: neither, all are `start` */
    double start;           /* initial value where there are no fans */
    double deviation;       /* above 0: normal with this deviation about start instead */
} fed_layer;

struct fed_model_type;

/* A model of given shape. */
typedef struct fed_model {
    const struct fed_model_type *type;
    size_t inputs, outputs, p; /* features of a sample; outputs of one; parameters */
    /* of every `period` parameters l2 and l1 penalise the first `penalised` */
    size_t period, penalised;
    size_t views; /* ways to look at a sample: row r + n v of x means view v of row r; 0 is 1 */
    size_t block; /* samples of which both passes keep all in cache, at most FED_BLOCK */
    size_t room;  /* doubles of scratch; forward leaves there what backward needs */
    size_t layers;
    const fed_layer *layer;
    unsigned can;        /* fed_model_can */
    const char *initial; /* algorithm.initial where it is not given; NULL: the type's */
    double flops;        /* of a sample's outputs; 0: two for every parameter */
    const void *state;
} fed_model;

/* What a model is made for. */
typedef struct fed_model_shape {
    const fed_matrix *x, *test; /* the samples; test: NULL when there are none */
    size_t outputs;
    size_t positions; /* that the outputs are of, those of a position together; 0 or 1: none */
    size_t symbols;   /* that the samples are sequences of: 0, 1, ...; 0: they are numbers */
    bool intercept;   /* asked for by loss.intercept */
} fed_model_shape;

/* A sum over samples of a loss phi of the outputs eta has the gradient J'phi', J the derivative of
 * eta in theta, and the Hessian J'phi''J + sum_c phi'_c eta_c''. Outputs, and derivatives in them,
 * lie one after another, FED_BLOCK apart; n <= FED_BLOCK rows of x are meant by rows[0..n). */
typedef struct fed_model_type {
    fed_entry entry;
    const char *initial; /* algorithm.initial where it is not given */
    /* its own keys; NULL: it has none */
    fed_status (*read)(fed_arena *arena, const fed_config *config, const void **keys,
                       fed_error *error);
    /* keys: what read gave, or NULL for the defaults */
    fed_status (*make)(fed_arena *arena, const void *keys, const fed_model_shape *shape,
                       fed_model *model, fed_error *error);
    /* eta at theta */
    void (*forward)(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                    const double *theta, double *eta, double *room);
    /* grad += J'd, directly after forward at the same theta */
    void (*backward)(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                     const double *theta, const double *d, double *grad, double *room);
    /* out = Jv, directly after forward at theta */
    void (*tangent)(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                    const double *theta, const double *v, double *out, double *room);
    /* out += J's + (dJ/dv)'d, directly after tangent; d is not read by affine models */
    void (*curve)(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                  const double *theta, const double *v, const double *d, const double *s,
                  double *out, double *room);
    /* hessian += factor sum_i w[i] (d eta_a)(d eta_b)' of an affine model in the block's lower
     * triangle, b <= a; w may be overwritten. positive: no w is below 0. */
    void (*outer)(const fed_model *model, const fed_matrix *x, const size_t *rows, size_t n,
                  size_t a, size_t b, double factor, double *w, bool positive, double *hessian,
                  size_t ld, double *room);
    /* the upper triangle from what outer wrote */
    void (*mirror)(const fed_model *model, double *hessian, size_t ld);
} fed_model_type;

extern const fed_entry *const fed_models[];
extern const fed_param fed_model_params[];

/* Whether l2 and l1 penalise the parameter j; and all of them. */
static inline bool fed_penalised(const fed_model *model, size_t j)
{
    return j % model->period < model->penalised;
}

static inline bool fed_all_penalised(const fed_model *model)
{
    return model->penalised == model->period;
}

#endif
