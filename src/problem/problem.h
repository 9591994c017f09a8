/* problem.h -- the problem: data, partition, model and loss together. */
#ifndef FED_PROBLEM_H
#define FED_PROBLEM_H

#include "core/team.h"
#include "losses/loss.h"
#include "models/model.h"
#include "partitions/partition.h"

typedef struct fed_problem {
    const fed_dataset *data;
    const fed_partition *part;
    fed_model model;
    const fed_loss *loss;
    fed_loss_keys keys;
    bool affine;               /* the gradient is affine in theta */
    bool convex;               /* the loss is convex in theta */
    bool functions;            /* x is a kernel's matrix, theta the coefficients of a function */
    bool products;             /* a loss of one product x'theta of a sample's row */
    size_t outputs, p;         /* the model's */
    size_t clients, samples;   /* samples: training, the server's included */
    size_t work;               /* doubles of scratch each thread hands in */
    size_t chunks;             /* of the ordered sums over samples, */
    const size_t *chunk_start; /*   chunks+1: samples are numbered client after client */
    bool by_samples;           /* clients weigh n_m/N */
    double scale, l2, l1;
    const double *y, *test_y; /* after the label map */
    /* in place of y, responses of each sample; or NULL */
    const fed_matrix *targets, *test_targets;
    size_t responses;     /* of a sample, as the link wants them: 1, positions or labels */
    size_t positions;     /* that the outputs are of, one after another; else 1 */
    size_t classes;       /* 2 for binary labels, C for softmax, 0 for regression */
    const double *weight; /* clients */
    double server_weight; /* of the server's own samples */
    const double *truth;  /* p, or NULL */
    /* affine losses when cheaper than passing over the data; or NULL */
    const struct fed_gram *gram;
    const struct fed_pack *pack;   /* small dense data by columns, client after client; or NULL */
    const struct fed_codes *codes; /* shorter rows for passes over all samples; or NULL */
    /* minimiser of the objective, p; NULL when there is none or not unique */
    const double *optimum;
    double optimum_value;
} fed_problem;

/* What `model`, `loss`, `partition.weights` and the algorithm say. */
typedef struct fed_problem_options {
    const fed_model_type *model; /* NULL: linear */
    const void *model_keys;
    const fed_loss *loss;
    fed_loss_keys keys;
    double l2, l1, scale;
    bool intercept;
    bool uniform;   /* weights 1/M instead of n_m/N */
    bool functions; /* the features are a kernel's matrix */
    bool optimum;   /* find the reference optimum */
    size_t classes; /* that there are: 0, 1, ...; 0: those of the training set */
    bool hessians;  /* will be asked for, of all samples, many times */
    bool plain;     /* pass over the rows even where Gram matrices or packed columns are cheaper */
} fed_problem_options;

/* The loss's link on a block of outputs; see fed_loss. */
static inline void fed_link(const fed_problem *problem, size_t n, const double *eta,
                            const double *y, double *value, double *d1, double *d2)
{
    problem->loss->link(problem->keys.values, problem->outputs, n, eta, y, value, d1, d2);
}

/* The model's outputs at rows of the training set, FED_BLOCK at most. room: model.room doubles. */
static inline void fed_forward(const fed_problem *problem, const size_t *rows, size_t n,
                               const double *theta, double *eta, double *room)
{
    problem->model.type->forward(&problem->model, &problem->data->matrix, rows, n, theta, eta,
                                 room);
}

/* grad += the derivatives d of the outputs taken back, directly after fed_forward. */
static inline void fed_backward(const fed_problem *problem, const size_t *rows, size_t n,
                                const double *theta, const double *d, double *grad, double *room)
{
    problem->model.type->backward(&problem->model, &problem->data->matrix, rows, n, theta, d, grad,
                                  room);
}

fed_status fed_problem_build(fed_arena *arena, fed_team *team, const fed_problem_options *options,
                             const fed_dataset *data, const fed_partition *part,
                             const fed_problem **problem, fed_error *error);

#endif
